/* test_quotients_edges.c: steps that read digits of a limit: which are run box by box, and for which boxes. Against
 * all values of the limit, one by one: whoever moves something for a value is in one box with it, in which
 * every digit that the step reads is one number. */
#include "generator/plan/prove.h"
#include "plans_parts.h"
#include "unit.h"
#include <string.h>

enum { COLS, ROWS, LD, SYMBOLS, MOST = 700 };

static const Symbol symbols[SYMBOLS] = {
    {.name = "cols", .role = SYMBOL_LIMIT, .max = MOST, .divisor = 1},
    {.name = "rows", .role = SYMBOL_LIMIT, .max = 9, .divisor = 1},
    {.name = "ld", .role = SYMBOL_STRIDE, .min = 8, .max = 640, .divisor = 8}};

static Expr digit(int64_t coef, int symbol, int64_t div, int64_t mod) {
    return SUM(0, term_of(coef, VAR_SYMBOL, symbol, div, mod));
}

static const Expr *kept(Expr expr) {
    Expr *copy = NEW(Expr);
    *copy = expr;
    return copy;
}

typedef struct {
    Plan *plan;
    Phase *phase;
    Step *step;
    Prover prover;
    Run run;
} Case;

static void add_cond(Step *step, Expr lhs, CondOp op, Expr rhs) {
    Cond *conds = NEW_ARRAY(Cond, step->cond_count + 1);
    for (int i = 0; i < step->cond_count; i++)
        conds[i] = step->conds[i];
    conds[step->cond_count++] = (Cond){lhs, op, rhs};
    step->conds = conds;
}

/* Lane cols / 8 % 32 loads element cols / 8 * 8 of a row, where it is one. */
static Case *tail(void) {
    Case *c = NEW(Case);
    Plan *p = plan_of("tail", SCOPE_WARP, 32, F16);
    p->symbols = symbols;
    p->symbol_count = SYMBOLS;
    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 0);
    int dst = add_bundle(p, "dst", ROLE_OUT, 8, 0);
    c->plan = p;
    c->phase = add_phase(p);
    Expr at = digit(8, COLS, 8, 0);
    c->step = add_step(c->phase, PRIM_LOAD_GLOBAL_B16, src, at, dst, expr_constant(0));
    add_cond(c->step, digit(1, COLS, 8, 32), COND_EQ, SUM(0, RANK(1, 1, 0)));
    add_cond(c->step, at, COND_LT, digit(1, COLS, 1, 0));
    c->prover = (Prover){.plan = p, .ctas = 1, .warps = 1};
    for (int i = 0; i < MAX_SYMBOLS; i++)
        c->prover.symbol[0][i] = SYMBOLIC;
    c->run = (Run){.prover = &c->prover, .phase = c->phase, .step = c->step};
    EXPECT(limits_init(&c->prover));
    return c;
}

/* ---- which steps -------------------------------------------------------------------------------- */

#define READS(expected, ...)                                                                       \
    {                                                                                              \
        Case *c = tail();                                                                          \
        Step *step = c->step;                                                                      \
        Plan *p = c->plan;                                                                         \
        (void)p, (void)step;                                                                       \
        __VA_ARGS__;                                                                               \
        EXPECT_OF(#__VA_ARGS__, quotient_reads(&c->run) == expected);                              \
    }
#define YES(...) READS(true, __VA_ARGS__)
#define NO(...) READS(false, __VA_ARGS__)
#define ADDRESS (step->src[0].at)
#define CHANGED(change)                                                                            \
    {                                                                                              \
        Term term = ADDRESS.terms[0];                                                              \
        change;                                                                                    \
        expr_set_term(&ADDRESS, 0, term);                                                          \
    }

static void of_steps(void) {
    YES((void)step)
    NO(c->prover.bound_count = 0)
    NO(step->rest = REST_ZERO)
    NO(step->rest = REST_OTHER)
    NO(step->rest = REST_ZERO_COUNTED)
    YES(step->cond_count = 0)
    NO(step->cond_count = 0; ADDRESS = expr_constant(0))
    NO(step->cond_count = 0; ADDRESS = SUM(0, RANK(8, 1, 0), SYMBOL(8, LD)))
    YES(expr_add_term(&ADDRESS, SYMBOL(8, LD)))
    YES(expr_add_term(&ADDRESS, term_of(1, VAR_SYMBOL, LD, 8, 0)))
    YES(expr_add_term(&ADDRESS, ((Term){{1, 1, {LD}}, digit_of(VAR_RANK, 0, 1, 0)})))
    NO(expr_add_term(&ADDRESS, ((Term){{1, 1, {COLS}}, digit_of(VAR_RANK, 0, 1, 0)})))
    NO(expr_add_term(&ADDRESS, ((Term){{1, 2, {LD, COLS}}, digit_of(VAR_RANK, 0, 1, 0)})))
    NO(expr_add_term(&ADDRESS, ((Term){{1, 2, {COLS, LD}}, digit_of(VAR_RANK, 0, 1, 0)})))
    NO(expr_add_term(&ADDRESS, SYMBOL(1, COLS)))
    NO(ADDRESS = digit(1, COLS, 1, 0))
    NO(ADDRESS = digit(1, COLS, 1, 8))
    YES(ADDRESS = digit(1, COLS, 2, 0))
    YES(ADDRESS = digit(1, COLS, 2, 5))
    NO(expr_add_term(&ADDRESS, term_of(1, VAR_SYMBOL, ROWS, 2, 0)))
    NO(ADDRESS = digit(8, ROWS, 8, 0))
    NO(CHANGED(term.digit.pre_div = 2))
    NO(CHANGED(term.digit.pre_mod = 64))
    NO(CHANGED(term.digit.sub = 1))
    NO(CHANGED(term.digit.turn_div = 1; term.digit.turn_mod = 8))
}

static void of_sides(void) {
    NO(step->dst.at = digit(1, COLS, 1, 0))
    NO(step->dst.at = digit(1, COLS, 8, 0))
    NO(step->dst.at = digit(1, ROWS, 8, 0))
    YES(step->dst.at = digit(1, LD, 8, 0))
    YES(step->src[1] = in_bundle(0, expr_constant(1)))
    NO(step->src[1] = in_bundle(0, digit(1, COLS, 8, 0)))
    YES(step->src[1].at = digit(1, COLS, 1, 0)) /* of no side */
    YES(step->dst = in_buffer(0, digit(1, COLS, 8, 0)))
    NO(step->dst = in_buffer(0, digit(1, COLS, 1, 0)))
    YES(step->src[0].peer = kept(expr_constant(1)))
    YES(step->src[0].peer = kept(digit(1, LD, 1, 0)))
    NO(step->src[0].peer = kept(digit(1, COLS, 8, 0)))
    NO(step->dst.peer = kept(digit(1, ROWS, 1, 0)))
    NO(step->src[0].coords = kept(expr_constant(0)))
    NO(step->src[0].coords = step->src[0].peer = kept(digit(1, COLS, 8, 0)))
    YES(step->value = kept(expr_constant(1)))
    YES(step->value = kept(digit(1, LD, 1, 0)))
    NO(step->value = kept(digit(1, COLS, 8, 0)))
    NO(step->value = kept(digit(1, ROWS, 1, 0)))
}

static void of_conditions(void) {
    YES(add_cond(step, expr_constant(5), COND_LT, digit(1, COLS, 1, 0)))
    YES(add_cond(step, expr_constant(5), COND_GE, digit(1, COLS, 1, 0)))
    YES(add_cond(step, expr_constant(5), COND_LT, digit(1, ROWS, 1, 0)))
    NO(add_cond(step, expr_constant(5), COND_EQ, digit(1, COLS, 1, 0)))
    NO(add_cond(step, expr_constant(5), COND_LT, digit(2, COLS, 1, 0)))
    NO(add_cond(step, digit(1, COLS, 1, 0), COND_LT, expr_constant(5)))
    NO(add_cond(step, digit(1, ROWS, 1, 0), COND_LT, digit(1, COLS, 1, 0)))
    YES(add_cond(step, expr_constant(5), COND_LT, digit(1, COLS, 8, 0)))
    Cond plain = {expr_constant(3), COND_EQ, digit(1, COLS, 1, 0)};
    Cond divided = {expr_constant(3), COND_EQ, digit(1, COLS, 16, 0)};
    YES(p->guard = &divided; p->guard_count = 1)
    NO(p->guard = &plain; p->guard_count = 1)
    YES(c->phase->guard = &divided; c->phase->guard_count = 1)
    NO(c->phase->guard = &plain; c->phase->guard_count = 1)
    YES(step->cond_count = 0; ADDRESS = expr_constant(0); p->guard = &divided; p->guard_count = 1)
}

/* ---- which boxes -------------------------------------------------------------------------------- */

typedef struct {
    int64_t low, high, first;
} Seen;
static Seen seen[4096];
static int seen_count, seen_most;

static bool note(Run *run, int cta, int64_t rank) {
    Prover *prover = run->prover;
    EXPECT(cta == 0 && rank >= 0 && seen_count < (int)COUNT_OF(seen));
    EXPECT(run->within.low[1] == 0 && run->within.high[1] == 10); /* of the other limit */
    seen[seen_count++] = (Seen){run->within.low[0], run->within.high[0], prover->symbol[cta][COLS]};
    return seen_count < seen_most;
}

static bool holds_for(const Case *c, int64_t rank, int64_t cols) {
    const int64_t symbol[SYMBOLS] = {cols, 5, 64};
    Point point = {rank, c->run.loop, symbol};
    bool ok = true;
    for (int i = 0; i < c->step->cond_count; i++)
        if (!cond_holds(&c->step->conds[i], &point, &ok))
            return false;
    return ok;
}

/* Everything that asks for one box of some is asked: a box in which it does not hold is not run. */
static bool is_asked_for(const Case *c, int64_t rank, int64_t cols) {
    const int64_t symbol[SYMBOLS] = {cols, 5, 64};
    Point point = {rank, c->run.loop, symbol};
    bool ok = true, holds = true;
    for (int i = 0; i < c->step->cond_count; i++) {
        const Cond *cond = &c->step->conds[i];
        if (cond->op == COND_EQ && cond->lhs.term_count == 1 && !cond->lhs.constant &&
            cond->lhs.terms[0].coef.value == 1)
            holds &= cond_holds(cond, &point, &ok);
    }
    return holds;
}

static void compare(Case *c, int64_t rank, int64_t by, const char *name) {
    seen_count = 0;
    seen_most = INT32_MAX;
    EXPECT_OF(name, quotient_reads(&c->run));
    EXPECT_OF(name, quotient_run(&c->run, 0, rank, note));
    EXPECT_OF(name, box_equal(&c->run.within, &c->prover.everything));
    EXPECT_OF(name, c->prover.symbol[0][COLS] == SYMBOLIC);
    for (int i = 0; i < seen_count; i++) {
        const Seen *s = &seen[i];
        EXPECT_OF(name, s->first % by == 0 && s->low < s->high && s->high <= s->first + by);
        EXPECT_OF(name, s->low == s->first || (s->first == 0 && s->low <= by));
        EXPECT_OF(name, i == 0 || seen[i - 1].high <= s->low);
        if (c->step->cond_count == 2)
            EXPECT_OF(name, is_asked_for(c, rank, s->first));
    }
    for (int64_t cols = 0; cols <= MOST; cols++) {
        int in = 0;
        for (int i = 0; i < seen_count; i++)
            in += cols >= seen[i].low && cols < seen[i].high;
        EXPECT_OF(name, in <= 1 && (in || !holds_for(c, rank, cols)));
    }
    int all = seen_count;
    for (seen_most = 1; seen_most <= all && seen_most < 4; seen_most++) {
        seen_count = 0;
        EXPECT_OF(name, !quotient_run(&c->run, 0, rank, note) && seen_count == seen_most);
    }
}

static void of_limits(void) {
    static const struct {
        int64_t div, mod, other; /* of the condition, of the address */
        int64_t by;
    } rows[] = {
        {8, 32, 8, 8},
        {8, 0, 8, 8},
        {16, 5, 8, 8},
        {64, 3, 8, 8},
        {8, 4, 64, 8},
        {12, 7, 8, 4},
        {24, 0, 16, 8},
        {10, 3, 15, 5},
        {2, 1, 2, 2},
        {2, 2, 4, 2},
        {128, 2, 32, 32},
        {1024, 3, 8, 8}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (int64_t rank = 0; rank < 32; rank += 1 + rank / 5) {
            MemMark mark = mem_mark();
            Case *c = tail();
            const char *name = mem_printf("row %d, rank %d", (int)i, (int)rank);
            c->step->cond_count = 0;
            Expr own = SUM(0, RANK(1, 1, 0));
            add_cond(c->step, digit(1, COLS, rows[i].div, rows[i].mod), COND_EQ, own);
            Expr at = digit(rows[i].other, COLS, rows[i].other, 0);
            c->step->src[0].at = at;
            add_cond(c->step, at, COND_LT, digit(1, COLS, 1, 0));
            compare(c, rank, rows[i].by, name);
            add_cond(c->step, expr_constant(100), COND_LT, digit(1, COLS, 1, 0));
            compare(c, rank, rows[i].by, name);
            add_cond(c->step, expr_constant(400), COND_GE, digit(1, COLS, 1, 0));
            compare(c, rank, rows[i].by, name);
            add_cond(c->step, digit(1, COLS, 2 * rows[i].by, 3), COND_EQ, expr_constant(1));
            compare(c, rank, rows[i].by, name);
            add_cond(c->step, digit(3, COLS, rows[i].by, 0), COND_GE, expr_constant(9));
            compare(c, rank, rows[i].by, name);
            mem_rewind(mark);
        }
}

/* A number below 0, or one that no digit has: no box at all. */
static void of_no_number(void) {
    for (int64_t value = -2; value <= 6; value++) {
        Case *c = tail();
        c->step->cond_count = 0;
        add_cond(c->step, digit(1, COLS, 8, 4), COND_EQ, expr_constant(value));
        compare(c, 0, 8, "of four");
        EXPECT((seen_count > 0) == (value >= 0 && value < 4));
    }
}

/* Without a bound, or with one so far that there would be more than 4096 boxes, it is refused. */
static void without_end(void) {
    for (int more = 0; more < 2; more++) {
        Case *c = tail();
        Symbol *far = NEW_ARRAY(Symbol, SYMBOLS);
        memcpy(far, symbols, sizeof symbols);
        far[COLS].max = 4096 * 8 - 1 + more;
        c->plan->symbols = far;
        c->step->cond_count = 0;
        EXPECT(limits_init(&c->prover));
        seen_count = 0;
        seen_most = INT32_MAX;
        EXPECT(quotient_run(&c->run, 0, 0, note) == !more && seen_count == 4096);
        EXPECT(!more || strcmp(c->prover.kind, "unproven") == 0);
    }
}

int main(void) {
    of_steps();
    of_sides();
    of_conditions();
    of_limits();
    of_no_number();
    without_end();
    mem_free_all();
    return unit_finish();
}
