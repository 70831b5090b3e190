/* test_expr.c: expressions by hand: digits, terms that copies share, what stays symbolic, and XORs, which
 * a symbolic part may meet only as a multiple of their period. */
#include "plans_parts.h"
#include "unit.h"

static const Symbol symbols[2] = {
    {.name = "ld", .role = SYMBOL_STRIDE, .min = 64, .max = 1 << 20, .divisor = 64},
    {.name = "m", .role = SYMBOL_ORIGIN, .max = 63, .divisor = 1}};

static int64_t value_of(Expr expr, int64_t rank, const int64_t *loop) {
    int64_t numbers[2] = {640, 5}, value = -1;
    Point point = {rank, loop, numbers};
    return expr_value(&expr, &point, &value) ? value : INT64_MIN;
}

static Expr digit_alone(Digit digit) {
    Expr expr = {0};
    expr_add(&expr, coef_int(1), digit);
    return expr;
}

static void digits(void) {
    const int64_t loop[3] = {3, 2, 7};
    Digit lane = {.kind = VAR_RANK, .pre_div = 1, .pre_mod = 32, .sub = 1, .div = 2, .mod = 3};
    EXPECT(value_of(digit_alone(lane), 69, loop) == 2); /* (5 - 1) / 2 % 3 */
    EXPECT(value_of(digit_alone(lane), 75, loop) == 2); /* (11 - 1) / 2 % 3 = 5 % 3 */
    lane.pre_div = 2;
    EXPECT(value_of(digit_alone(lane), 75, loop) == 2); /* (37 % 32 - 1) / 2 % 3 */
    lane.mod = 0;
    EXPECT(value_of(digit_alone(lane), 90, loop) == 6); /* 45 % 32 = 13, 12 / 2 */
    Digit turned = digit_of(VAR_LOOP, 2, 1, 0);
    turned.turn_div = 4;
    turned.turn_mod = 8;
    EXPECT(value_of(digit_alone(turned), 20, loop) == (7 ^ 5));
    EXPECT(value_of(digit_alone(turned), 52, loop) == (7 ^ 5)); /* 13 % 8 */
    Digit item = {
        .kind = VAR_ITEM, .pre_div = 1, .div = 25, .mod = 7, .loops = {0, 1}, .steps = {128, 1024}};
    EXPECT(value_of(digit_alone(item), 10, loop) == (10 + 3 * 128 + 2 * 1024) / 25 % 7);
    EXPECT(value_of(digit_alone(digit_of(VAR_SYMBOL, 1, 2, 0)), 0, loop) == 2);
    EXPECT(value_of(digit_alone(digit_of(VAR_ONE, 0, 1, 0)), 9, loop) == 1);
}

static void what_is_read(void) {
    Digit loop = digit_of(VAR_LOOP, 2, 1, 0), rank = digit_of(VAR_RANK, 0, 1, 0), turned = loop;
    Digit item = {.kind = VAR_ITEM, .pre_div = 1, .div = 1, .loops = {1, 2}, .steps = {0, 8}};
    turned.turn_mod = 8;
    turned.turn_div = 1;
    EXPECT(
        digit_reads_loop(&loop, 2) && digit_reads_loop(&loop, -1) && !digit_reads_loop(&loop, 1));
    EXPECT(digit_reads_loop(&item, 2) && digit_reads_loop(&item, -1));
    EXPECT(!digit_reads_loop(&item, 1)); /* its step is 0 */
    EXPECT(!digit_reads_loop(&rank, -1));
    EXPECT(digit_reads_rank(&rank) && digit_reads_rank(&item) && digit_reads_rank(&turned));
    EXPECT(!digit_reads_rank(&loop));
    Expr expr = digit_alone(loop);
    EXPECT(expr_reads_loop(&expr, 2) && !expr_reads_loop(&expr, 0) && !expr_reads_rank(&expr));
    expr_add(&expr, coef_int(2), rank);
    EXPECT(expr_reads_loop(&expr, 2) && expr_reads_rank(&expr));
    EXPECT(!expr_reads_symbol(&expr, 0));
    expr_add(&expr, (Coef){1, 1, {1}}, rank);
    EXPECT(expr_reads_symbol(&expr, 1) && !expr_reads_symbol(&expr, 0));
    expr_add(&expr, coef_int(1), digit_of(VAR_SYMBOL, 0, 1, 0));
    EXPECT(expr_reads_symbol(&expr, 1) && expr_reads_symbol(&expr, 0));
}

/* Nothing wraps around: a coefficient, a product or a sum that is too large has no value. */
static void overflows(void) {
    const int64_t large = INT64_MAX / 4;
    const int64_t numbers[2] = {large, SYMBOLIC};
    PolyBasis basis = {0};
    Poly poly;
    int64_t value;
    Point point = {8, NULL, numbers};
    Expr expr = {0};
    expr_add(&expr, (Coef){8, 1, {0}}, digit_of(VAR_ONE, 0, 1, 0));
    EXPECT(!expr_value(&expr, &point, &value) && !expr_poly(&expr, &point, &basis, symbols, &poly));
    expr = expr_constant(0);
    expr_add(&expr, coef_int(large), digit_of(VAR_RANK, 0, 1, 0));
    EXPECT(!expr_value(&expr, &point, &value) && !expr_poly(&expr, &point, &basis, symbols, &poly));
    point.rank = 2;
    EXPECT(expr_value(&expr, &point, &value) && value == 2 * large);
    expr.constant = INT64_MAX;
    EXPECT(!expr_value(&expr, &point, &value) && !expr_poly(&expr, &point, &basis, symbols, &poly));
    /* four factors and one more */
    expr = expr_constant(0);
    Coef full = {1, MAX_FACTORS, {0}};
    for (int i = 0; i < MAX_FACTORS; i++)
        full.symbol[i] = 1;
    expr_add(&expr, full, digit_of(VAR_RANK, 0, 1, 0));
    EXPECT(expr_poly(&expr, &point, &basis, symbols, &poly));
    expr_set_term(&expr, 0, (Term){full, digit_of(VAR_SYMBOL, 1, 1, 0)});
    EXPECT(!expr_poly(&expr, &point, &basis, symbols, &poly));
}

static void equal_digits(void) {
    const Digit digit = {
        .kind = VAR_RANK,
        .index = 1,
        .pre_div = 2,
        .pre_mod = 3,
        .sub = 4,
        .div = 5,
        .mod = 6,
        .turn_div = 7};
    Digit other = digit;
    other.turn_div = 8; /* nothing is turned */
    other.steps[0] = 9; /* no item */
    EXPECT(digit_equal(&digit, &other));
#define DIFFERENT(change)                                                                          \
    do {                                                                                           \
        other = digit;                                                                             \
        other.change;                                                                              \
        EXPECT(!digit_equal(&digit, &other));                                                      \
    } while (0)
    DIFFERENT(kind = VAR_LOOP);
    DIFFERENT(index++);
    DIFFERENT(pre_div++);
    DIFFERENT(pre_mod++);
    DIFFERENT(sub++);
    DIFFERENT(div++);
    DIFFERENT(mod++);
    DIFFERENT(turn_mod++);
    Digit turned = digit;
    turned.turn_mod = 8;
    other = turned;
    EXPECT(digit_equal(&turned, &other));
    other.turn_div = 8;
    EXPECT(!digit_equal(&turned, &other));
    Digit item = {.kind = VAR_ITEM, .pre_div = 1, .div = 1, .loops = {1, 2}, .steps = {16, 0}};
    other = item;
    other.loops[1] = 3; /* with a step of 0 */
    EXPECT(digit_equal(&item, &other));
    other.steps[1] = 4;
    EXPECT(!digit_equal(&item, &other));
    other = item;
    other.loops[0] = 2;
    EXPECT(!digit_equal(&item, &other));
}

/* Copies share their terms until one of them changes. */
static void terms_are_shared(void) {
    Expr a = SUM(0, RANK(3, 1, 0), LOOP(5, 0)), b = a;
    EXPECT(expr_add(&a, coef_int(7), digit_of(VAR_LOOP, 1, 1, 0)));
    EXPECT(expr_add(&b, coef_int(11), digit_of(VAR_LOOP, 2, 1, 0)));
    EXPECT(
        a.term_count == 3 && b.term_count == 3 && a.terms[2].coef.value == 7 &&
        b.terms[2].coef.value == 11);
    b = a;
    expr_set_term(&b, 1, term_of(13, VAR_RANK, 0, 2, 0));
    EXPECT(a.terms[1].coef.value == 5 && b.terms[1].coef.value == 13 && b.terms[2].coef.value == 7);
    b = a;
    expr_drop_term(&b, 0);
    EXPECT(b.term_count == 2 && b.terms[0].coef.value == 5 && b.terms[1].coef.value == 7);
    EXPECT(a.term_count == 3 && a.terms[0].coef.value == 3);
    EXPECT(expr_add(&b, coef_int(17), digit_of(VAR_RANK, 0, 4, 0)) && b.terms[2].coef.value == 17);
    b = a;
    expr_take_term(&b, 0);
    EXPECT(b.term_count == 2 && b.terms[0].coef.value == 7 && b.terms[1].coef.value == 5);
    expr_take_term(&b, 1);
    EXPECT(b.term_count == 1 && b.terms[0].coef.value == 7);
}

/* The places behind the last term, up to a multiple of four, are free: their divisor is 0, and the next term
 * goes there without a copy of the others. */
static bool has_free_places(const Expr *expr) {
    for (int i = expr->term_count; i % 4; i++)
        if (expr->terms[i].digit.div != 0)
            return false;
    Expr more = *expr;
    bool taken = expr->term_count % 4 == 0;
    expr_add(&more, coef_int(1), digit_of(VAR_LOOP, 0, 1, 0));
    return taken || more.terms == expr->terms;
}

/* Of each number of terms each one is dropped, taken or set: the others stay, in their order. */
static void one_of_many(void) {
    for (int count = 1; count <= MAX_TERMS; count++)
        for (int at = 0; at < count; at++) {
            Expr expr = {0}, dropped, taken, set;
            bool same = true;
            for (int i = 0; i < count; i++)
                expr_add(&expr, coef_int(100 + i), digit_of(VAR_RANK, 0, 1, 0));
            dropped = taken = set = expr;
            expr_drop_term(&dropped, at);
            expr_take_term(&taken, at);
            expr_set_term(&set, at, term_of(7, VAR_RANK, 0, 2, 0));
            EXPECT(dropped.term_count == count - 1 && taken.term_count == count - 1);
            EXPECT(set.term_count == count && set.terms[at].coef.value == 7);
            for (int i = 0; i < count - 1; i++) {
                same &= dropped.terms[i].coef.value == 100 + i + (i >= at);
                same &= taken.terms[i].coef.value == (i == at ? 100 + count - 1 : 100 + i);
            }
            for (int i = 0; i < count; i++)
                same &= i == at || set.terms[i].coef.value == 100 + i;
            for (int i = 0; i < count; i++)
                same &= expr.terms[i].coef.value == 100 + i;
            EXPECT(same);
            EXPECT(has_free_places(&dropped) && has_free_places(&taken) && has_free_places(&set));
        }
}

static void what_is_added(void) {
    Expr expr = {0};
    Digit one = digit_of(VAR_ONE, 0, 1, 0), unit = digit_of(VAR_RANK, 0, 4, 1);
    EXPECT(expr_add(&expr, coef_int(5), one) && expr.constant == 5 && expr.term_count == 0);
    EXPECT(expr_add(&expr, coef_int(5), unit) && expr.constant == 5 && expr.term_count == 0);
    EXPECT(expr_add(&expr, coef_int(0), digit_of(VAR_RANK, 0, 1, 0)) && expr.term_count == 0);
    EXPECT(expr_add(&expr, (Coef){2, 1, {0}}, one) && expr.term_count == 1);
    EXPECT(value_of(expr, 0, NULL) == 5 + 2 * 640);
    Digit turned = digit_of(VAR_ONE, 5, 1, 0); /* the number 5, turned by the rank */
    turned.turn_mod = 8;
    turned.turn_div = 1;
    EXPECT(expr_add(&expr, coef_int(3), turned) && expr.term_count == 2);
    EXPECT(value_of(expr, 6, NULL) == 5 + 2 * 640 + 3 * (5 ^ 6));
    expr = expr_constant(INT64_MAX);
    EXPECT(!expr_add(&expr, coef_int(1), one));
    for (int i = 0; i < MAX_TERMS; i++)
        EXPECT(expr_add(&expr, coef_int(1), digit_of(VAR_RANK, 0, 1, 0)));
    EXPECT(!expr_add(&expr, coef_int(1), digit_of(VAR_RANK, 0, 1, 0)));
    EXPECT(value_of(expr, 1, NULL) == INT64_MIN); /* overflows */
}

/* ---- symbols that stay ----------------------------------------------------------------------- */

static bool poly_of(Expr expr, const int64_t *numbers, PolyBasis *basis, Poly *out) {
    Point point = {3, NULL, numbers};
    *basis = (PolyBasis){0};
    return expr_poly(&expr, &point, basis, symbols, out);
}

static void polynomials(void) {
    const int64_t some[2] = {SYMBOLIC, 5}, other[2] = {640, SYMBOLIC};
    PolyBasis basis;
    Poly poly;
    Expr expr = SUM(7, RANK(2, 1, 0));
    expr_add(&expr, (Coef){4, 1, {0}}, digit_of(VAR_RANK, 0, 1, 0));
    EXPECT(
        poly_of(expr, NULL, &basis, &poly) && basis.count == 1 && poly.constant == 13 &&
        poly.value[0] == 12);
    EXPECT(
        poly_of(expr, other, &basis, &poly) && basis.count == 0 && poly.constant == 13 + 12 * 640);
    Point point = {3, NULL, some};
    EXPECT(!expr_is_concrete(&expr, &point));
    point.symbol = other;
    EXPECT(expr_is_concrete(&expr, &point));
    /* 2 * ld * m: both factors, in one order */
    expr = expr_constant(0);
    expr_add(&expr, (Coef){2, 1, {1}}, digit_of(VAR_SYMBOL, 0, 1, 0));
    expr_add(&expr, (Coef){3, 1, {0}}, digit_of(VAR_SYMBOL, 1, 1, 0));
    EXPECT(poly_of(expr, NULL, &basis, &poly) && basis.count == 1 && poly.value[0] == 5);
    EXPECT(poly_of(expr, some, &basis, &poly) && basis.count == 1 && poly.value[0] == 25);
    point.symbol = NULL;
    EXPECT(!expr_is_concrete(&expr, &point));
    /* A digit of a symbol is no polynomial. */
    Digit digit = digit_of(VAR_SYMBOL, 1, 8, 0);
    EXPECT(!poly_of(digit_alone(digit), NULL, &basis, &poly));
    EXPECT(poly_of(digit_alone(digit), some, &basis, &poly) && poly.constant == 0);
    digit = digit_of(VAR_SYMBOL, 1, 1, 8);
    EXPECT(!poly_of(digit_alone(digit), NULL, &basis, &poly));
    EXPECT(poly_of(digit_alone(digit), some, &basis, &poly) && poly.constant == 5);
    for (int i = 0; i < 4; i++) {
        digit = digit_of(VAR_SYMBOL, 1, 1, 0);
        *(i == 0   ? &digit.pre_mod
          : i == 1 ? &digit.sub
          : i == 2 ? &digit.turn_mod
                   : &digit.pre_div) = 2;
        digit.turn_div = 1;
        EXPECT(!poly_of(digit_alone(digit), NULL, &basis, &poly));
    }
}

/* swizzle(3,3,3) has the period 512: ld % 64 == 0 times 8 is a multiple of it, times 4 is not. */
static void xors_meet_multiples(void) {
    PolyBasis basis;
    Poly poly;
    Expr expr = swizzled_expr(expr_constant(70), 3, 3, 3);
    expr_add(&expr, (Coef){8, 1, {0}}, digit_of(VAR_ONE, 0, 1, 0));
    EXPECT(poly_of(expr, NULL, &basis, &poly) && poly.constant == (70 ^ 8) && poly.value[0] == 8);
    expr.xors[1] = (Xor){(int64_t)1 << 40 | 64, 1}; /* behind the last one */
    EXPECT(poly_of(expr, NULL, &basis, &poly) && poly.constant == (70 ^ 8));
    expr_set_term(&expr, 0, (Term){{4, 1, {0}}, digit_of(VAR_ONE, 0, 1, 0)});
    EXPECT(!poly_of(expr, NULL, &basis, &poly));
    const int64_t numbers[2] = {64, 5};
    EXPECT(poly_of(expr, numbers, &basis, &poly) && poly.constant == (326 ^ 40)); /* 326 = 0x146 */
    /* Outer: bits 3 .. 5 onto 6 .. 8. The part of a symbol that cancels meets nothing. */
    expr.xors[0] = (Xor){0x38, -3};
    EXPECT(!poly_of(expr, NULL, &basis, &poly));
    expr_add(&expr, (Coef){-4, 1, {0}}, digit_of(VAR_ONE, 0, 1, 0));
    EXPECT(poly_of(expr, NULL, &basis, &poly) && poly.constant == 70);
    expr.constant = 24;
    EXPECT(poly_of(expr, NULL, &basis, &poly) && poly.constant == (24 ^ 192));
    EXPECT(value_of(expr, 0, NULL) == (24 ^ 192));
}

int main(void) {
    digits();
    what_is_read();
    overflows();
    equal_digits();
    terms_are_shared();
    one_of_many();
    what_is_added();
    polynomials();
    xors_meet_multiples();
    mem_free_all();
    return unit_finish();
}
