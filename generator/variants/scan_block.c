/* scan_block.c: scans of one block of elements a lane over a whole warp, without memory.
 *
 * Every lane makes the starts of its own elements, the last of which are its total; totals are
 * scanned over lanes 1, 2, 4, 8 and 16 apart; what all lanes below have together goes to each of
 * the lane's elements. */
#include "../tile/lane0.h"
#include "variants.h"

/* ---- steps --------------------------------------------------------------------------------- */

typedef struct {
    Plan *plan;
    Phase *phase;
    PrimitiveId with;
    Combine combine;
    int dst, src, total, other;
} Making;

static Side slot(int bundle, int64_t at) {
    return (Side){.kind = AT_BUNDLE, .of = bundle, .at = expr_constant(at)};
}

static Step *add_step(Making *making, PrimitiveId primitive, Side dst, Side src) {
    Step *step = &making->phase->steps[making->phase->step_count++];
    *step = (Step){.primitive = primitive, .object = -1, .dst = dst};
    step->src[0] = src;
    return step;
}

static Step *add_combination(Making *making, Side dst, Side a, Side b) {
    Step *step = add_step(making, making->with, dst, a);
    step->src[1] = b;
    step->combine = making->combine;
    return step;
}

static void add_shuffle(Making *making, PrimitiveId primitive, Side dst, Side src, int64_t far) {
    add_step(making, primitive, dst, src)->count = far;
}

/* A loop around the step, over the later registers of both sides. */
static void repeat(Making *making, Step *step, int64_t turns, bool moves_dst) {
    if (turns < 2)
        return;
    int loop = making->plan->loop_count++;
    making->plan->loops[loop] = (Loop){loop ? mem_printf("k%d", loop) : "k", turns, true};
    step->repeat[step->repeat_count++] = loop;
    Digit digit = digit_of(VAR_LOOP, loop, 1, 0);
    expr_add(&step->src[1].at, coef_int(1), digit);
    if (!moves_dst)
        return;
    expr_add(&step->dst.at, coef_int(1), digit);
    expr_add(&step->src[0].at, coef_int(1), digit);
}

static Making making_new(const Lane0 *lane0) {
    const Lane0Value *in = &lane0->values[lane0->values[0].is_result];
    const Lane0Value *out = &lane0->values[!lane0->values[0].is_result];
    Making making = {.plan = NEW(Plan), .combine = lane0_combination(lane0)};
    Plan *plan = making.plan;
    plan->variant = "scan_block";
    plan->targets = TARGETS_ALL;
    plan->scope = lane0_scope(lane0);
    plan->threads = plan->scope.threads;
    plan->objects = NEW(Object);
    plan->buffers = NEW(Buffer);
    plan->dtype = in->dtype;
    plan->bundles = NEW_ARRAY(Bundle, 5);
    plan->loops = NEW_ARRAY(Loop, 3); /* starts, what is below, the result */
    plan->flows = NEW(Flow);
    plan->phases = NEW(Phase);
    plan->phase_count = 1;
    making.phase = plan->phases;
    making.phase->steps = NEW_ARRAY(Step, 19); /* of an exclusive scan of several elements */
    making.with = primitive_combination(ACT_COMBINE, making.combine, in->dtype);
    making.dst = plan_add_bundle(plan, "dst", ROLE_OUT, out->dtype, out->lane_count);
    making.src = plan_add_bundle(plan, "src", ROLE_IN, in->dtype, in->lane_count);
    making.total = plan_add_bundle(plan, "total", ROLE_SCRATCH, in->dtype, 1);
    making.other = plan_add_bundle(plan, "other", ROLE_SCRATCH, in->dtype, 1);
    return making;
}

/* ---- scan ---------------------------------------------------------------------------------- */

static void add_least_lane(Step *step, int64_t lane) {
    step->conds = NEW(Cond);
    step->cond_count = 1;
    step->conds[0] = (Cond){expr_constant(0), COND_GE, expr_constant(lane)};
    expr_add(&step->conds[0].lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
}

/* own[k]: the lane's own elements up to k. Then `other`: those of all lanes below. */
static void add_starts(Making *making, int own) {
    int64_t count = making->plan->bundles[making->src].count;
    Side total = slot(making->total, 0), other = slot(making->other, 0);
    add_step(making, PRIM_MOVE, slot(own, 0), slot(making->src, 0));
    if (count > 1)
        repeat(
            making,
            add_combination(making, slot(own, 1), slot(own, 0), slot(making->src, 1)),
            count - 1,
            true);
    add_step(making, PRIM_MOVE, total, slot(own, count - 1));
    for (int far = 1; far < 32; far *= 2) {
        add_shuffle(making, lane0_shuffle_up(making->plan->dtype), other, total, far);
        add_least_lane(add_combination(making, total, other, total), far);
    }
    add_shuffle(making, lane0_shuffle_up(making->plan->dtype), other, total, 1);
}

/* dst[first ..] = own[0 ..], `count` of them. */
static void give(Making *making, int own, int64_t first, int64_t count) {
    if (count == 0)
        return;
    Plan *plan = making->plan;
    Step *step = add_step(making, PRIM_MOVE, slot(making->dst, first), slot(own, 0));
    if (count == 1)
        return;
    int loop = plan->loop_count++;
    plan->loops[loop] = (Loop){mem_printf("k%d", loop), count, true};
    step->repeat[step->repeat_count++] = loop;
    expr_add(&step->dst.at, coef_int(1), digit_of(VAR_LOOP, loop, 1, 0));
    expr_add(&step->src[0].at, coef_int(1), digit_of(VAR_LOOP, loop, 1, 0));
}

static void add_flow(const Lane0 *lane0, Making *making) {
    const Lane0Value *in = &lane0->values[lane0->values[0].is_result];
    const Lane0Value *out = &lane0->values[!lane0->values[0].is_result];
    Flow flow = {.src = lane0_flat(lane0_in_lanes(lane0, in), in->seq_count)};
    flow.dst = lane0_flat(lane0_in_lanes(lane0, out), out->seq_count);
    flow.src_at = making->src;
    flow.dst_at = making->dst;
    flow.combine = making->combine;
    flow.scan = true;
    making->plan->flows[making->plan->flow_count++] = flow;
}

static Plan *scanned(const Lane0 *lane0) {
    Making making = making_new(lane0);
    Plan *plan = making.plan;
    int64_t count = plan->bundles[making.src].count, shifted = lane0->exclusive;
    int own = plan_add_bundle(plan, "own", ROLE_SCRATCH, plan->dtype, count);
    Side total = slot(making.total, 0), other = slot(making.other, 0);
    add_starts(&making, own);
    if (count > shifted) {
        Step *below = add_combination(&making, slot(own, 0), other, slot(own, 0));
        repeat(&making, below, count - shifted, false);
        if (below->repeat_count)
            expr_add(&below->dst.at, coef_int(1), digit_of(VAR_LOOP, below->repeat[0], 1, 0));
        add_least_lane(below, 1);
    }
    if (lane0->exclusive) {
        add_step(&making, primitive_fill(plan->dtype->bits), total, (Side){.kind = AT_CONSTANT});
        add_least_lane(add_step(&making, PRIM_MOVE, total, other), 1);
        add_step(&making, PRIM_MOVE, slot(making.dst, 0), total);
    }
    give(&making, own, shifted, count - shifted);
    add_flow(lane0, &making);
    plan->flows[0].exclusive = lane0->exclusive;
    plan->flows[0].limits.fill = lane0->exclusive ? lane0_neutral(making.combine, plan->dtype) : 0;
    return plan;
}

static bool is_block_of_warp(const Lane0 *lane0) {
    const Lane0Value *in = &lane0->values[lane0->source];
    return !lane0->is_cta && lane0->threads == 32 && in->rank == 1 && in->kind == LANE0_BLOCK;
}

Plan *scan_block_offer(const Query *query, Decline *decline) {
    const Lane0 *lane0 = query->lane0;
    if (is_block_of_warp(lane0))
        return scanned(lane0);
    decline_with(
        decline,
        "one_block",
        "it only scans one block of elements per lane over all 32 lanes of a warp");
    return NULL;
}
