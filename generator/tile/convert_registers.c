/* convert_registers.c: Assignments from registers to registers -> conversions from the ones into
 * the others. Registers that follow each other on both sides are converted several at a time:
 * dst[i] = src[i] for 32 f32 and bf16 becomes 16 conversions of two. */
#include "tile.h"
#include <string.h>

typedef struct {
    Plan *plan;
    Phase *phase;
    int loop;     /* over registers that follow each other on both sides; -1: there is none */
    int64_t run;  /* so many of them */
    int64_t wide; /* of them that one turn converts */
} Turns;

/* The place among the terms of `loop`, if it adds 1 a turn; -1: not so. */
static int single_term(const Expr *expr, int loop) {
    for (int i = 0; i < expr->term_count; i++) {
        const Digit *digit = &expr->terms[i].digit;
        if (digit->kind == VAR_LOOP && digit->index == loop)
            return digit->div == 1 && digit->mod == 0 &&
                           coef_equal(expr->terms[i].coef, coef_int(1))
                       ? i
                       : -1;
    }
    return -1;
}

static void find_run(Turns *turns, const Step *move) {
    turns->loop = -1;
    turns->run = 1;
    for (int i = 0; i < turns->phase->loop_count; i++) {
        int loop = turns->phase->loops[i];
        if (single_term(&move->dst.at, loop) < 0 || single_term(&move->src[0].at, loop) < 0)
            continue;
        turns->loop = loop;
        turns->run = turns->plan->loops[loop].extent;
    }
}

static void find_wide(Turns *turns, const PrimitiveId *route, int count) {
    turns->wide = 1;
    for (int i = 0; i < count; i++) {
        int64_t one = primitive_conversion(route[i])->count;
        turns->wide = one > turns->wide ? one : turns->wide;
    }
}

/* 1 a turn becomes `wide` a turn, of fewer turns. */
static bool widen(const Turns *turns, Expr *at) {
    if (turns->loop < 0)
        return true;
    expr_drop_term(at, single_term(at, turns->loop));
    return expr_add(at, coef_int(turns->wide), digit_of(VAR_LOOP, turns->loop, 1, 0));
}

/* One instruction of the route; again, beside it, until it has converted what a turn converts. */
static void add_steps(const Turns *turns, PrimitiveId primitive, const Side *from, const Side *to) {
    int64_t one = primitive_conversion(primitive)->count;
    for (int64_t at = 0; at < turns->wide; at += one) {
        Step *step = &turns->phase->steps[turns->phase->step_count++];
        *step = step_new(primitive);
        step->dst = *to;
        step->src[0] = *from;
        step->dst.at.constant += at;
        step->src[0].at.constant += at;
    }
}

static Side scratch_side(const Turns *turns, const char *dtype) {
    static const char *const names[] = {"v", "w"};
    Plan *plan = turns->plan;
    Side side = {.kind = AT_BUNDLE, .at = expr_constant(0)};
    side.of = plan_add_bundle(
        plan,
        names[plan->bundle_count % 2],
        ROLE_SCRATCH,
        dtype_find(dtype, strlen(dtype)),
        turns->wide);
    return side;
}

static bool convert_phase(Turns *turns, const PrimitiveId *route, int count) {
    Step move = turns->phase->steps[0];
    Side from = move.src[0], to;
    if (!widen(turns, &from.at) || !widen(turns, &move.dst.at))
        return false;
    turns->phase->steps = NEW_ARRAY(Step, turns->wide * count);
    turns->phase->step_count = 0;
    for (int i = 0; i < count; i++, from = to) {
        to = i == count - 1 ? move.dst : scratch_side(turns, primitive_conversion(route[i])->to);
        add_steps(turns, route[i], &from, &to);
    }
    if (turns->loop >= 0)
        turns->plan->loops[turns->loop].extent = turns->run / turns->wide;
    return true;
}

bool convert_registers(Plan *plan, const Copy *copy, Decline *decline) {
    const Flow *flow = &plan->flows[0];
    const char *from = copy->reg_dtype->name, *to = copy->dtype->name;
    Turns turns = {.plan = plan, .phase = &plan->phases[0]};
    PrimitiveId route[MAX_ROUTE];
    if (copy_bits(copy) < 8 || copy->reg_dtype->bits < 8)
        return decline_with(
            decline,
            "packed",
            "registers of 4-bit elements are only converted on the way to memory");
    plan->bundles[flow->src_at].dtype = copy->reg_dtype;
    plan->bundles[flow->dst_at].dtype = copy->dtype;
    find_run(&turns, &turns.phase->steps[0]);
    int count = conversion_route(from, to, copy_rounding(copy), turns.run, route);
    if (count == 0)
        return decline_with(
            decline,
            "conversion",
            "no instruction converts %lld adjacent %s to %s",
            (long long)turns.run,
            from,
            to);
    find_wide(&turns, route, count);
    plan->flows[0].rounding = copy_rounding(copy);
    if (!convert_phase(&turns, route, count))
        return decline_with(decline, "terms", "the registers have too many terms");
    plan_finish(plan);
    return true;
}
