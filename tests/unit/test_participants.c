/* test_participants.c: who of a scope takes part, who calls at all, and when a Plan needs a guard for it. */
#include "generator/plan/plan.h"
#include "tests/unit/plans_parts.h"
#include "unit.h"

static void test_scopes(void) {
    Scope scope = {.kind = SCOPE_CTA, .threads = 128, .lane_end = 32, .warp_end = 4};
    EXPECT(scope_callers(&scope) == 128 && scope_has_rank(&scope, 127));
    scope.narrowed = true;
    scope.warp_begin = 1;
    scope.warp_end = 3;
    scope.lane_begin = 4;
    scope.lane_end = 8;
    for (int rank = 0; rank < 128; rank++) {
        bool in = rank / 32 >= 1 && rank / 32 < 3 && rank % 32 >= 4 && rank % 32 < 8;
        EXPECT(scope_has_rank(&scope, rank) == in);
        EXPECT(scope_calls(&scope, rank));
    }
    scope.group = 64;
    EXPECT(scope_callers(&scope) == 64);
    EXPECT(scope_calls(&scope, 36) && !scope_calls(&scope, 0) && !scope_calls(&scope, 32));
}

/* Lanes 8 .. 23 of a warp; one phase of one step whose guard is `lhs op rhs`, two of them or none. */
static Plan *narrowed(int conds, Expr lhs, CondOp op, Expr rhs) {
    Plan *p = plan_of("narrowed", SCOPE_WARP, 32, F32);
    Symbol *n = NEW(Symbol);
    *n = (Symbol){.name = "n", .role = SYMBOL_LIMIT, .max = 9, .divisor = 1};
    p->symbols = n;
    p->symbol_count = 1;
    p->scope.narrowed = true;
    p->scope.lane_begin = 8;
    p->scope.lane_end = 24;
    Phase *phase = add_phase(p);
    phase->guard = NEW_ARRAY(Cond, 2);
    phase->guard_count = conds;
    phase->guard[0] = (Cond){SUM(0, RANK(1, 1, 0)), COND_GE, expr_constant(8)};
    phase->guard[1] = (Cond){lhs, op, rhs};
    add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    return p;
}

static int guards_of(Plan *p) {
    plan_narrow(p);
    return p->guard_count;
}

static void test_narrowing(void) {
    Expr rank = SUM(0, RANK(1, 1, 0)), eight = expr_constant(8), last = expr_constant(24);
    Expr loop = SUM(0, LOOP(1, 0)), limit = SUM(0, SYMBOL(1, 0));
    EXPECT(guards_of(narrowed(0, rank, COND_LT, last)) == 4); /* nobody is kept away */
    EXPECT(guards_of(narrowed(1, rank, COND_LT, last)) == 4); /* lanes 24 .. 31 are not */
    EXPECT(guards_of(narrowed(2, rank, COND_LT, last)) == 0);
    EXPECT(guards_of(narrowed(2, rank, COND_LT, expr_constant(25))) == 4);
    EXPECT(guards_of(narrowed(2, rank, COND_EQ, eight)) == 0);
    EXPECT(guards_of(narrowed(2, rank, COND_EQ, last)) == 4);
    EXPECT(guards_of(narrowed(2, rank, COND_GE, last)) == 4);
    /* What nobody knows before the kernel runs keeps nobody away. */
    EXPECT(guards_of(narrowed(2, limit, COND_LT, expr_constant(-1))) == 4);
    EXPECT(guards_of(narrowed(2, expr_constant(99), COND_LT, limit)) == 4);
    EXPECT(guards_of(narrowed(2, loop, COND_LT, expr_constant(-1))) == 4);
    EXPECT(guards_of(narrowed(2, expr_constant(99), COND_LT, loop)) == 4);
    /* Nor does what overflows. */
    EXPECT(guards_of(narrowed(2, SUM(INT64_MAX, RANK(1, 1, 0)), COND_LT, expr_constant(0))) == 4);
    EXPECT(guards_of(narrowed(2, expr_constant(0), COND_GE, SUM(INT64_MAX, RANK(1, 1, 0)))) == 4);

    Plan *p = narrowed(0, rank, COND_LT, last);
    p->phases[0].step_count = 0; /* nothing is done, whoever comes */
    EXPECT(guards_of(p) == 0);
    add_sync(add_phase(p), PRIM_WARP_SYNC, NONE, 0); /* but in the second phase */
    EXPECT(guards_of(p) == 4);
    EXPECT(guards_of(p) == 4); /* once is enough */

    p = narrowed(0, rank, COND_LT, last);
    p->scope.narrowed = false;
    EXPECT(guards_of(p) == 0);

    p = narrowed(0, rank, COND_LT, last);
    p->scope.warp_begin = 0;
    p->scope.warp_end = 1;
    plan_narrow(p);
    for (int r = 0; r < 64; r++) {
        Point point = {.rank = r};
        bool ok = true, in = true;
        for (int i = 0; i < p->guard_count; i++)
            in = in && cond_holds(&p->guard[i], &point, &ok) && ok;
        EXPECT(in == scope_has_rank(&p->scope, r));
    }
}

static void test_conds(void) {
    Point point = {.rank = 5};
    const Expr four = expr_constant(4), five = SUM(0, RANK(1, 1, 0)), six = expr_constant(6);
    const Expr over = SUM(INT64_MAX, RANK(1, 1, 0));
    const struct {
        Expr lhs;
        CondOp op;
        Expr rhs;
        bool holds, known;
    } rows[] = {
        {five, COND_LT, four, false, true},
        {five, COND_LT, five, false, true},
        {five, COND_LT, six, true, true},
        {five, COND_GE, four, true, true},
        {five, COND_GE, five, true, true},
        {five, COND_GE, six, false, true},
        {five, COND_EQ, four, false, true},
        {five, COND_EQ, five, true, true},
        {over, COND_GE, four, false, false},
        {four, COND_LT, over, false, false}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Cond cond = {rows[i].lhs, rows[i].op, rows[i].rhs};
        bool ok = true;
        EXPECT(cond_holds(&cond, &point, &ok) == rows[i].holds);
        EXPECT(ok == rows[i].known);
    }
}

/* All elements of a region, each once, the last dimension first. */
static void test_regions(void) {
    for (int shape = 0; shape < 256; shape++) {
        Operand operand = {.rank = shape % 5 > 3 ? 0 : shape % 5};
        int64_t coord[MAX_RANK] = {0}, want[MAX_RANK] = {0}, count = 1, seen = 1;
        for (int d = 0; d < operand.rank; d++) {
            operand.region[d].extent = 1 + (shape >> 2 * d & 3);
            operand.region[d].begin = 7;
            count *= 1 + (shape >> 2 * d & 3);
        }
        EXPECT(region_count(&operand) == count);
        for (; region_next(&operand, coord) && seen <= count; seen++) {
            int64_t rest = seen;
            for (int d = operand.rank - 1; d >= 0; d--) {
                want[d] = rest % operand.region[d].extent;
                rest /= operand.region[d].extent;
            }
            for (int d = 0; d < MAX_RANK; d++)
                EXPECT(coord[d] == want[d]);
        }
        EXPECT(seen == count);
        for (int d = 0; d < MAX_RANK; d++)
            EXPECT(coord[d] == 0); /* and from the start again */
    }
}

int main(void) {
    test_regions();
    test_scopes();
    test_narrowing();
    test_conds();
    mem_free_all();
    return unit_finish();
}
