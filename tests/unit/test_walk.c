/* test_walk.c: the executions of a Plan, against the definition: phase by phase, loop by loop, step by step, warp by
 * warp, the lanes for which all conditions hold and the address of each, point by point. plan_walk sums up
 * once what does not change; here nothing is. */
#include "generator/plan/plan.h"
#include "plans_parts.h"
#include "unit.h"

static uint64_t seed;
static int64_t below(int64_t count) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)(seed >> 33) % count;
}

/* ---- a Plan of anything ------------------------------------------------------------------------- */

enum { LOOPS = 4, SYMBOLS = 2, LIMIT = 0, LD = 1 };

static Term any_term(const int *loops, int count) {
    static const int64_t divs[] = {1, 2, 3, 8, 32}, mods[] = {0, 2, 4, 7, 32};
    int64_t div = divs[below(5)], mod = mods[below(5)], coef = below(33) - 16;
    int64_t kind = below(count ? 6 : 3);
    int loop = count ? loops[below(count)] : 0;
    Term term = term_of(coef, VAR_RANK, 0, div, mod);
    if (kind == 0)
        term.digit = digit_of(VAR_ONE, 0, 1, 0);
    else if (kind == 2)
        term.digit = digit_of(VAR_SYMBOL, (int)below(SYMBOLS), div, mod);
    else if (kind > 2)
        term.digit = digit_of(kind == 5 ? VAR_ITEM : VAR_LOOP, loop, div, mod);
    if (kind == 5) {
        term.digit.loops[0] = loop;
        term.digit.steps[0] = below(64);
    }
    if (kind == 4) {
        term.digit.turn_div = divs[below(3)];
        term.digit.turn_mod = 4;
    }
    if (below(4) == 0)
        term.coef = (Coef){coef, 1, {LD}};
    return term;
}

static Expr any_expr(const int *loops, int count) {
    Expr expr = expr_constant(below(100));
    for (int64_t i = below(4); i > 0; i--)
        expr_add_term(&expr, any_term(loops, count));
    if (below(3) == 0) {
        expr.xor_count = 1;
        expr.xors[0] = (Xor){0x1c0, 3};
    }
    return expr;
}

static Cond any_cond(int threads, const int *loops, int count) {
    Expr lhs = SUM(0, RANK(1, 1, 0));
    if (count && below(2))
        expr_add_term(&lhs, LOOP(8, loops[below(count)]));
    if (below(8) == 0)
        expr_add_term(&lhs, SYMBOL(1, LIMIT));
    return (Cond){lhs, (CondOp)below(3), expr_constant(below(threads + 2))};
}

static void any_step(Plan *p, Phase *phase) {
    int loops[LOOPS], count = phase->loop_count;
    for (int i = 0; i < count; i++)
        loops[i] = phase->loops[i];
    Step *step = &phase->steps[phase->step_count++];
    *step = (Step){.primitive = PRIM_MOVE, .object = NONE, .conds = NEW_ARRAY(Cond, 3)};
    for (int64_t i = below(3); i > 0 && count < LOOPS; i--, count++)
        loops[count] = step->repeat[step->repeat_count++] = count;
    Side *sides[] = {&step->dst, &step->src[0]};
    for (int i = 0; i < 2; i++) {
        Expr at = any_expr(loops, count);
        *sides[i] = below(3) ? in_buffer((int)below(2), at) : in_bundle(0, at);
    }
    for (int64_t i = below(4); i > 0; i--)
        step->conds[step->cond_count++] = any_cond(p->threads, loops, count);
    step->rest = (Rest)below(4);
}

static Plan *any_plan(void) {
    static const int threads[] = {1, 31, 32, 33, 64, 100};
    static const Symbol symbols[SYMBOLS] = {
        {.name = "rows", .role = SYMBOL_LIMIT, .max = 5, .divisor = 1},
        {.name = "ld", .role = SYMBOL_STRIDE, .min = 61, .max = 640, .divisor = 8}};
    Plan *p = plan_of("walk", SCOPE_CTA, threads[below(6)], F32);
    p->symbols = symbols;
    p->symbol_count = SYMBOLS;
    p->scope.narrowed = below(3) == 0;
    p->scope.lane_begin = (int)below(8);
    p->scope.lane_end = 8 + (int)below(25);
    p->scope.warp_begin = (int)below(2);
    add_bundle(p, "r", ROLE_OUT, 64, 0);
    add_buffer(p, "words", SPACE_SMEM, ROLE_OUT, 0);
    p->buffers[add_buffer(p, "bytes", SPACE_GMEM, ROLE_IN, 0)].dtype = dtype_find("u8", 2);
    for (int i = 0; i < LOOPS; i++)
        add_loop(p, "l", 1 + below(8) / 3 - (below(16) == 0));
    for (int64_t k = 1 + below(2); k > 0; k--) {
        Phase *phase = add_phase(p);
        for (int i = (int)below(3); i > 0; i--, phase->loop_count++)
            phase->loops[phase->loop_count] = phase->loop_count;
        phase->elected = below(4) == 0;
        for (int64_t i = below(3); i > 0; i--) {
            Cond cond = any_cond(p->threads, NULL, 0);
            add_guard(phase, cond.lhs, cond.op, cond.rhs.constant);
        }
        for (int64_t i = below(4); i > 0; i--)
            any_step(p, phase);
    }
    return p;
}

/* ---- its executions, by definition --------------------------------------------------------------- */

typedef struct {
    const Plan *plan;
    int64_t loop[LOOPS], symbol[SYMBOLS];
    Execution *made;
    int count, at;
    int most; /* visits that are allowed */
} Walked;

enum { MOST = 4096 };

static bool all_hold(const Walked *w, const Cond *conds, int count, int64_t rank) {
    Point point = {rank, w->loop, w->symbol};
    bool ok = true;
    for (int i = 0; i < count; i++)
        if (!cond_holds(&conds[i], &point, &ok))
            return false;
    return true;
}

static int64_t byte_of(const Walked *w, const Side *side, int64_t rank) {
    Point point = {rank, w->loop, w->symbol};
    int64_t at = 0;
    if (side->kind != AT_BUFFER || !expr_value(&side->at, &point, &at))
        return 0;
    return at * w->plan->buffers[side->of].dtype->bits / 8;
}

static void execute(Walked *w, int p, int s) {
    const Phase *phase = &w->plan->phases[p];
    const Step *step = &phase->steps[s];
    for (int64_t warp = 0; warp * 32 < w->plan->threads; warp++) {
        Execution e = {.phase = p, .step = s, .at = step, .warp = warp};
        bool elected = false;
        for (int lane = 0; lane < 32 && !elected; lane++) {
            int64_t rank = warp * 32 + lane;
            if (rank >= w->plan->threads || !scope_has_rank(&w->plan->scope, rank) ||
                !all_hold(w, phase->guard, phase->guard_count, rank))
                continue;
            elected = phase->elected;
            if (step->rest != REST_OTHER && !all_hold(w, step->conds, step->cond_count, rank))
                continue;
            e.lanes |= 1u << lane;
            e.dst[lane] = byte_of(w, &step->dst, rank);
            e.src[lane] = byte_of(w, &step->src[0], rank);
        }
        if (e.lanes && w->count < MOST)
            w->made[w->count++] = e;
    }
}

static void repeat(Walked *w, int p, int s, int depth) {
    const Phase *phase = &w->plan->phases[p];
    const int *loops = s < 0 ? phase->loops : phase->steps[s].repeat;
    int count = s < 0 ? phase->loop_count : phase->steps[s].repeat_count;
    for (int64_t i = 0; depth < count && i < w->plan->loops[loops[depth]].extent; i++) {
        w->loop[loops[depth]] = i;
        repeat(w, p, s, depth + 1);
        w->loop[loops[depth]] = 0;
    }
    if (depth == count && s >= 0)
        execute(w, p, s);
    for (int k = 0; depth == count && s < 0 && k < phase->step_count; k++)
        repeat(w, p, k, 0);
}

static bool compare(void *context, const Execution *e) {
    Walked *w = context;
    if (w->at >= w->most)
        return false;
    const Execution *other = &w->made[w->at++];
    bool same = w->at <= w->count && e->phase == other->phase && e->step == other->step &&
                e->at == other->at && e->warp == other->warp && e->lanes == other->lanes;
    for (int lane = 0; same && lane < 32; lane++)
        if (e->lanes >> lane & 1)
            same = (e->at->dst.kind != AT_BUFFER || e->dst[lane] == other->dst[lane]) &&
                   (e->at->src[0].kind != AT_BUFFER || e->src[lane] == other->src[lane]);
    EXPECT(same);
    return same;
}

static void walks(void) {
    int executions = 0;
    seed = 1;
    for (int i = 0; i < 2000; i++) {
        MemMark mark = mem_mark();
        const Plan *plan = any_plan();
        Walked w = {.plan = plan, .symbol = {5, 64}, .most = MOST};
        w.made = NEW_ARRAY(Execution, MOST);
        for (int p = 0; p < plan->phase_count; p++)
            repeat(&w, p, -1, 0);
        EXPECT(plan_walk(plan, compare, &w) && w.at == w.count);
        executions += w.count;
        if (w.count) { /* as far as the visitor goes */
            w.most = (int)below(w.count);
            w.at = 0;
            EXPECT(!plan_walk(plan, compare, &w) && w.at == w.most);
        }
        mem_rewind(mark);
    }
    EXPECT(executions > 4000);
}

/* ---- numbers that are too large ------------------------------------------------------------------- */

static bool count_lanes(void *context, const Execution *e) {
    for (unsigned lanes = e->lanes; lanes; lanes &= lanes - 1)
        ++*(int *)context;
    return true;
}

/* Where thread 1023 would read is no number; whoever is there matters, and nobody else. */
static void lanes_that_are_not_there(void) {
    for (int past = 0; past < 2; past++)
        for (int store = 0; store < 2; store++) {
            Plan *p = plan_of("far", SCOPE_CTA, 1024, F32);
            int words = add_buffer(p, "words", SPACE_SMEM, ROLE_OUT, 0);
            int r = add_bundle(p, "r", ROLE_OUT, 1, 0), lanes = 0;
            Expr at = SUM(0, RANK((int64_t)1 << 55, 1, 0)), slot = expr_constant(0);
            PrimitiveId id = store ? PRIM_STORE_SHARED_B32 : PRIM_LOAD_SHARED_B32;
            Step *step = add_step(add_phase(p), id, words, at, r, slot);
            Cond cond = {SUM(0, RANK(1, 1, 0)), COND_LT, expr_constant(past ? 1024 : 7)};
            step->conds = &cond;
            step->cond_count = 1;
            EXPECT(plan_walk(p, count_lanes, &lanes) == !past);
            EXPECT(lanes == (past ? 0 : 7));
        }
}

int main(void) {
    walks();
    lanes_that_are_not_there();
    mem_free_all();
    return unit_finish();
}
