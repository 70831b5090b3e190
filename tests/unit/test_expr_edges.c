/* test_expr_edges.c: what the evaluator answers about random expressions, their numbers small or as large as
 * they come, against tests/unit/expr_edges.txt: how often it said no, and a digest of all that it wrote.
 * test_expr knows what is right. `test_expr_edges --write` writes the file. */
#include "generator/plan/plan.h"
#include "expected.h"
#include "unit.h"

enum { EXPRS = 20000, LOOPS = 3, SYMBOLS = 3 };

static uint64_t state;
static int64_t below(int64_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % (uint64_t)n);
}

static const int64_t large[] = {
    INT64_MAX, INT64_MIN, INT64_MAX / 2, INT64_MAX / 2 + 1, (int64_t)1 << 32, -1, -7};
static int64_t number(void) {
    return below(16) ? below(9) : large[below((int64_t)COUNT_OF(large))];
}

enum { VALUE, POLY, CONCRETE, READS, EQUAL, ADDED, HELD, QUESTIONS };
static const char *const names[QUESTIONS] = {
    "expr_value",
    "expr_poly",
    "expr_is_concrete",
    "reads",
    "digit_equal",
    "expr_add",
    "cond_holds"};
static struct {
    int calls, yes;
    uint64_t digest;
} said[QUESTIONS];

static void add(int which, int64_t value) {
    said[which].digest = (said[which].digest ^ (uint64_t)value) * 1099511628211u;
}

static bool answer(int which, bool yes) {
    said[which].calls++;
    said[which].yes += yes;
    add(which, yes);
    return yes;
}

/* ---- random expressions ---------------------------------------------------------------------- */

static Coef draw_coef(void) {
    Coef coef = coef_int(number());
    for (int i = 0; i < SYMBOLS && below(4) == 0; i++)
        coef.symbol[coef.count++] = i;
    return coef;
}

static Digit draw_digit(void) {
    static const VarKind kinds[] = {VAR_ONE, VAR_RANK, VAR_RANK, VAR_LOOP, VAR_SYMBOL, VAR_ITEM};
    VarKind kind = kinds[below((int64_t)COUNT_OF(kinds))];
    Digit digit = {
        .kind = kind,
        .index = (int)below(kind == VAR_LOOP ? LOOPS : SYMBOLS),
        .pre_div = 1,
        .div = 1};
    if (below(3) == 0)
        digit.div = 1 + below(8);
    if (below(3) == 0)
        digit.mod = 1 + below(8);
    if (kind == VAR_ITEM) {
        for (int i = 0; i < ITEM_LOOPS; i++) {
            digit.loops[i] = (int)below(LOOPS);
            digit.steps[i] = 32 * (below(2) ? below(4) : 0);
        }
        return digit;
    }
    if (below(4) == 0)
        digit.pre_div = 1 + below(8);
    if (below(4) == 0)
        digit.pre_mod = 1 + below(32);
    if (below(6) == 0)
        digit.sub = below(3);
    if (below(6) == 0) {
        digit.turn_div = 1 + below(4);
        digit.turn_mod = 1 << below(4);
    }
    return digit;
}

static Expr draw_expr(int most) {
    Expr expr = expr_constant(number());
    int terms = (int)below(most + 1);
    for (int i = 0; i < terms; i++) {
        Coef coef = draw_coef();
        answer(ADDED, expr_add(&expr, coef, draw_digit()));
    }
    if (expr.term_count > 1 && below(4) == 0)
        expr_drop_term(&expr, (int)below(expr.term_count));
    if (expr.term_count > 1 && below(4) == 0)
        expr_take_term(&expr, (int)below(expr.term_count));
    if (expr.term_count > 0 && below(4) == 0) {
        int at = (int)below(expr.term_count);
        Term term = {.coef = coef_int(below(5))};
        term.digit = draw_digit();
        expr_set_term(&expr, at, term);
    }
    for (; expr.xor_count < MAX_XORS && below(4) == 0; expr.xor_count++) {
        Xor *x = &expr.xors[expr.xor_count];
        x->mask = below(64);
        x->mask <<= below(4);
        x->shift = (int)below(7) - 3;
    }
    add(ADDED, expr.constant);
    add(ADDED, expr.term_count);
    return expr;
}

/* ---- everything is asked ------------------------------------------------------------------------ */

static void ask(const Expr *expr, const Symbol *symbols) {
    int64_t loops[LOOPS], numbers[SYMBOLS], concrete[SYMBOLS], value = 0;
    for (int i = 0; i < LOOPS; i++)
        loops[i] = below(4);
    for (int i = 0; i < SYMBOLS; i++) {
        concrete[i] = below(40);
        numbers[i] = below(2) ? SYMBOLIC : concrete[i];
    }
    Point point = {.loop = loops, .symbol = concrete}, some = {.loop = loops};
    point.rank = below(128);
    some.rank = below(128);
    some.symbol = below(4) ? numbers : NULL;
    if (answer(VALUE, expr_value(expr, &point, &value)))
        add(VALUE, value);
    answer(CONCRETE, expr_is_concrete(expr, &point));
    answer(CONCRETE, expr_is_concrete(expr, &some));
    PolyBasis basis = {0};
    Poly poly;
    if (answer(POLY, expr_poly(expr, &some, &basis, symbols, &poly))) {
        add(POLY, poly.constant);
        for (int i = 0; i < basis.count; i++)
            add(POLY, poly.value[i] ^ basis.monomial[i].count * 4 ^ basis.monomial[i].symbol[0]);
    }
    for (int i = -1; i < LOOPS; i++)
        answer(READS, expr_reads_loop(expr, i));
    for (int i = 0; i < SYMBOLS; i++)
        answer(READS, expr_reads_symbol(expr, i));
    answer(READS, expr_reads_rank(expr));
    Expr other = draw_expr(1);
    Cond cond = {.lhs = *expr, .rhs = other};
    cond.op = (CondOp)below(3);
    bool ok = true;
    answer(HELD, cond_holds(&cond, &point, &ok));
    add(HELD, ok);
}

/* A digit against itself with one number changed. */
static void ask_equal(void) {
    Digit a = draw_digit(), b = a;
    int64_t *const fields[] = {
        &b.pre_div,
        &b.pre_mod,
        &b.sub,
        &b.div,
        &b.mod,
        &b.steps[0],
        &b.steps[1],
        &b.turn_div,
        &b.turn_mod};
    size_t at = (size_t)below((int64_t)COUNT_OF(fields) + 4);
    if (at < COUNT_OF(fields))
        *fields[at] += 1;
    else if (at == COUNT_OF(fields))
        b.index++;
    else if (at == COUNT_OF(fields) + 1)
        b.loops[below(ITEM_LOOPS)]++;
    else if (at == COUNT_OF(fields) + 2)
        b.kind = VAR_LOOP;
    answer(EQUAL, digit_equal(&a, &b));
}

int main(int argc, char **argv) {
    Text text = {0};
    const Symbol symbols[SYMBOLS] = {
        {.name = "ld", .min = 32, .max = INT64_MAX, .divisor = 8},
        {.name = "m", .max = 64, .divisor = 16},
        {.name = "k", .max = 64, .divisor = 1}};
    for (int i = 0; i < EXPRS; i++) {
        MemMark mark = mem_mark();
        state = (uint64_t)i;
        Expr expr = draw_expr(i % 64 ? 5 : MAX_TERMS + 2);
        ask(&expr, symbols);
        ask_equal();
        mem_rewind(mark);
    }
    for (int i = 0; i < QUESTIONS; i++)
        text_printf(
            &text,
            "%s: %d of %d, %016llx\n",
            names[i],
            said[i].yes,
            said[i].calls,
            (unsigned long long)said[i].digest);
    EXPECT(is_expected("tests/unit/expr_edges.txt", &text, argc, argv));
    mem_free_all();
    return unit_finish();
}
