/* test_fold.c: the shortest form of an expression (generator/text/fold.c) has the value of the expression at every
 * point, with and without loops that are constants, and no part that does nothing; and what a digit is at most is
 * what the largest of its values is. Random digits of ranks, loops and numbers that count on. */
#include "generator/text/text.h"
#include "unit.h"

static Loop loops[] = {{"i", 8, true}, {"j", 3, true}, {"k", 1, true}};
static Phase phases[1];
static Plan plan = {
    .scope = {.kind = SCOPE_CTA, .threads = 32, .lane_end = 32, .warp_end = 1},
    .loops = loops,
    .loop_count = 3,
    .phases = phases,
    .phase_count = 1};

static uint64_t seed = 1181783497276652981u;
static int any(int below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)below);
}

static int64_t some(void) {
    static const int64_t values[] = {1, 2, 3, 4, 5, 8, 16, 24, 32, 64};
    return values[any(10)];
}

static Digit some_digit(void) {
    Digit digit =
        digit_of(any(2) ? VAR_RANK : VAR_LOOP, 0, any(2) ? some() : 1, any(2) ? some() : 0);
    if (digit.kind == VAR_LOOP)
        digit.index = any(3);
    if (any(4) == 0) {
        digit.pre_div = some();
        digit.pre_mod = any(2) ? some() : 0;
    }
    if (any(6) == 0) {
        digit.turn_div = some();
        digit.turn_mod = (int64_t)1 << any(5);
        digit.kind = VAR_LOOP;
        digit.index = any(3);
        digit.pre_div = 1;
        digit.pre_mod = 0;
    } else if (any(6) == 0) {
        digit.sub = -some();
    } else if (any(5) == 0) {
        digit = digit_of(VAR_ITEM, 0, digit.div, digit.mod);
        digit.loops[0] = any(3);
        digit.steps[0] = any(3) ? plan.threads : 1;
        digit.loops[1] = any(3);
        digit.steps[1] = digit.loops[1] == digit.loops[0] ? 0 : any(2) * 8 * plan.threads;
        digit.sub = any(3) ? 0 : -some();
    }
    return digit;
}

static Expr some_expr(void) {
    Expr expr = expr_constant(any(3) ? any(100) : 0);
    for (int count = 1 + any(4); count > 0; count--) {
        Digit digit = some_digit();
        int64_t coef = any(5) ? some() : -some();
        expr_add_term(&expr, (Term){coef_int(coef), digit});
        if (any(3) || digit.kind != VAR_RANK || digit.pre_mod || !digit.mod)
            continue;
        Digit next = digit; /* the digit that stands above it */
        next.div *= digit.mod;
        next.mod = any(2) ? some() : 0;
        expr_add_term(&expr, (Term){coef_int(coef * digit.mod), next});
    }
    return expr;
}

/* Every rank at every choice of the loops. */
static bool next_point(int64_t *rank, int64_t *at) {
    for (int l = 0; l < 3; l++) {
        if (++at[l] < loops[l].extent)
            return true;
        at[l] = 0;
    }
    return ++*rank < plan.threads;
}

static bool same_everywhere(const Expr *a, const Expr *b, const int64_t *fixed) {
    int64_t rank = 0, at[3] = {0}, x, y;
    do {
        bool here = true;
        for (int l = 0; l < 3 && fixed; l++)
            here &= fixed[l] < 0 || fixed[l] == at[l];
        Point point = {.rank = rank, .loop = at};
        if (here && (!expr_value(a, &point, &x) || !expr_value(b, &point, &y) || x != y))
            return false;
    } while (next_point(&rank, at));
    return true;
}

/* No term is zero, and no modulus is above all values. */
static bool is_short(const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++) {
        Digit free = expr->terms[i].digit;
        free.mod = 0;
        if (expr->terms[i].coef.value == 0 || digit_max(&plan, &expr->terms[i].digit) == 0)
            return false;
        if (expr->terms[i].digit.mod && digit_max(&plan, &free) < expr->terms[i].digit.mod &&
            !free.turn_mod)
            return false;
    }
    return true;
}

static void folds(void) {
    static const int threads[] = {1, 24, 32, 40, 64};
    for (int round = 0; round < 3000; round++) {
        MemMark mark = mem_mark();
        plan.threads = threads[any(5)];
        int64_t fixed[3];
        for (int l = 0; l < 3; l++)
            fixed[l] = any(2) ? -1 : any((int)loops[l].extent);
        Expr expr = some_expr();
        Expr folded = expr_fold(&plan, &expr, NULL), less = expr_fold(&plan, &expr, fixed);
        EXPECT(same_everywhere(&expr, &folded, NULL));
        EXPECT(same_everywhere(&expr, &less, fixed));
        EXPECT(is_short(&folded));
        for (int l = 0; l < 3; l++)
            EXPECT(fixed[l] < 0 || !expr_reads_loop(&less, l));
        mem_rewind(mark);
    }
}

static void largest_values(void) {
    static const int threads[] = {1, 24, 32, 40, 64};
    for (int round = 0; round < 3000; round++) {
        plan.threads = threads[any(5)];
        Digit digit = some_digit();
        int64_t most = 0, rank = 0, at[3] = {0};
        do {
            Point point = {.rank = rank, .loop = at};
            int64_t value = digit_value(&digit, &point);
            most = value > most ? value : most;
        } while (next_point(&rank, at));
        bool exact = !digit.turn_mod && digit.sub >= 0 && digit.kind != VAR_ITEM;
        int64_t got = digit_max(&plan, &digit);
        EXPECT(exact ? got == most : got >= most);
        /* what is added first may pass the modulus over; the bits of two numbers are filled up */
        EXPECT(exact || digit.mod || digit.turn_mod || digit.kind == VAR_ITEM || got == most);
    }
}

/* Times 3 / 2 and the like, where each number comes out whole; the mask of an XOR only by powers of two. */
static void scales(void) {
    for (int64_t up = 1; up <= 4; up++)
        for (int64_t down = 1; down <= 4; down++)
            for (int64_t coef = 1; coef <= 8; coef++)
                for (int64_t constant = 0; constant <= 4; constant++) {
                    Expr expr = expr_constant(constant);
                    expr_add(&expr, coef_int(coef), digit_of(VAR_RANK, 0, 1, 0));
                    Expr before = expr, turned = expr;
                    bool whole =
                        up == down || ((coef * up) % down == 0 && (constant * up) % down == 0);
                    EXPECT(expr_scale(&expr, up, down) == whole);
                    EXPECT(expr.constant == (whole ? constant * up / down : constant));
                    EXPECT(expr.terms[0].coef.value == (whole ? coef * up / down : coef));
                    EXPECT(before.terms[0].coef.value == coef);
                    turned.xor_count = 1;
                    turned.xors[0] = (Xor){16, 1};
                    bool turns = up == down || (whole && up != 3 && (16 * up) % down == 0);
                    EXPECT(expr_scale(&turned, up, down) == turns);
                    EXPECT(turned.xors[0].mask == (turns ? 16 * up / down : 16));
                }
}

int main(void) {
    folds();
    largest_values();
    scales();
    mem_free_all();
    return unit_finish();
}
