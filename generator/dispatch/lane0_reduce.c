/* lane0_reduce.c: reductions of values that the threads of a group hold.
 *
 * Every lane combines its own elements in their order, then lanes 16, 8, 4, 2 and 1 apart combine what they have:
 * 128 f32 are 3 sums, 5 shuffles and 5 sums, and all lanes have the same bits, since both partners of an exchange
 * combine the same two numbers. Where the hardware combines whole warps (redux.sync), that is the other plan.
 * What the warps of a CTA have goes through shared memory. An accumulator comes last. */
#include "lane0.h"
#include "../tile/tile.h"

typedef struct {
    const Lane0 *lane0;
    const Lane0Value *in, *out, *acc; /* acc: NULL: none */
    Plan *plan;
    Phase *phase;
    PrimitiveId with; /* combines two numbers */
    Combine combine;
    int dst, src, total, other, more;
} Reducing;

/* ---- steps --------------------------------------------------------------------------------- */

static Side slot(int bundle, int64_t at) {
    return (Side){.kind = AT_BUNDLE, .of = bundle, .at = expr_constant(at)};
}

static Step *add_step(Reducing *reducing, PrimitiveId primitive, Side dst, Side src) {
    Step *step = &reducing->phase->steps[reducing->phase->step_count++];
    *step = (Step){.primitive = primitive, .object = -1, .dst = dst};
    step->src[0] = src;
    return step;
}

static Step *add_combination(Reducing *reducing, Side dst, Side a, Side b) {
    Step *step = add_step(reducing, reducing->with, dst, a);
    step->src[1] = b;
    step->combine = reducing->combine;
    return step;
}

/* ---- the lane's own ------------------------------------------------------------------------ */

/* A loop around the step, over the later registers of what it adds. */
static void repeat_over_later(Reducing *reducing, Step *step, int64_t turns) {
    if (turns < 2)
        return;
    int loop = reducing->plan->loop_count++;
    reducing->plan->loops[loop] = (Loop){"k", turns, true};
    step->repeat[step->repeat_count++] = loop;
    expr_add(&step->src[1].at, coef_int(1), digit_of(VAR_LOOP, loop, 1, 0));
}

/* The lane's own elements; of one alone nothing is to do. Returns where they are. */
static Side add_own(Reducing *reducing) {
    int64_t count = reducing->in->lane_count;
    Side total = slot(reducing->total, 0);
    if (count == 1)
        return slot(reducing->src, 0);
    add_combination(reducing, total, slot(reducing->src, 0), slot(reducing->src, 1));
    if (count > 2)
        repeat_over_later(
            reducing, add_combination(reducing, total, total, slot(reducing->src, 2)), count - 2);
    return total;
}

/* ---- lanes and warps ----------------------------------------------------------------------- */

/* Lanes 16, 8, 4, 2 and 1 apart, from where the lane's own are to `last`. */
static void add_butterfly(Reducing *reducing, Side own, Side last) {
    Side other = slot(reducing->other, 0);
    for (int far = 16; far > 0; far /= 2) {
        Side total = far == 1 ? last : slot(reducing->total, 0);
        add_step(reducing, PRIM_SHUFFLE_XOR_B32, other, own)->count = far;
        add_combination(reducing, total, own, other);
        own = total;
    }
}

static Cond first_of_warp(void) {
    Cond cond = {expr_constant(0), COND_EQ, expr_constant(0)};
    expr_add(&cond.lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 32));
    return cond;
}

/* What the warps of a CTA have goes through shared memory: lane 0 of each puts it there, all wait, and every
 * thread combines all of it, in the order of the warps. */
static void add_warps(Reducing *reducing, Side last) {
    Plan *plan = reducing->plan;
    int warps = plan->threads / 32, bits = 128;
    int all = plan_add_bundle(plan, "all", ROLE_SCRATCH, plan->dtype, warps);
    plan_add_scratch(plan, "totals", plan->dtype, warps * 4, warps);
    Side memory = {.kind = AT_BUFFER, .at = expr_constant(0)};
    Step *put = add_step(reducing, PRIM_STORE_SHARED_B32, memory, slot(reducing->total, 0));
    expr_add(&put->dst.at, coef_int(1), digit_of(VAR_RANK, 0, 32, 0));
    put->conds = NEW(Cond);
    put->cond_count = 1;
    put->conds[0] = first_of_warp();
    plan_add_sync(plan, reducing->phase);
    while (warps * 32 % bits != 0)
        bits /= 2;
    for (int at = 0; at < warps; at += bits / 32) {
        memory.at = expr_constant(at);
        add_step(reducing, primitive_load(SPACE_SMEM, bits), slot(all, at), memory);
    }
    Side total = slot(reducing->total, 0), first = slot(all, 0);
    for (int at = 1; at < warps; at++)
        add_combination(
            reducing, at + 1 == warps ? last : total, at == 1 ? first : total, slot(all, at));
}

/* ---- the plan ------------------------------------------------------------------------------ */

static Reducing reducing_new(const Lane0 *lane0, unsigned targets) {
    enum { MOST_STEPS = 96, MOST_BUNDLES = 8 };
    Reducing reducing = {
        .lane0 = lane0,
        .in = &lane0->values[lane0->source],
        .out = &lane0->values[lane0->result],
        .acc = lane0->accumulator < 0 ? NULL : &lane0->values[lane0->accumulator],
        .plan = NEW(Plan),
        .combine = lane0_combination(lane0)};
    Plan *plan = reducing.plan;
    plan->variant = "shuffles";
    plan->targets = targets;
    plan->scope = lane0_scope(lane0);
    plan->threads = plan->scope.threads;
    plan->objects = NEW(Object);
    plan->buffers = NEW(Buffer);
    plan->dtype = reducing.in->dtype;
    plan->bundles = NEW_ARRAY(Bundle, MOST_BUNDLES);
    plan->loops = NEW(Loop);
    plan->flows = NEW(Flow);
    plan->phases = reducing.phase = NEW(Phase);
    plan->phase_count = 1;
    reducing.phase->steps = NEW_ARRAY(Step, MOST_STEPS);
    reducing.with = primitive_combination(ACT_COMBINE, reducing.combine, plan->dtype);
    reducing.dst =
        plan_add_bundle(plan, "dst", ROLE_OUT, reducing.out->dtype, reducing.out->lane_count);
    reducing.src = plan_add_bundle(plan, "src", ROLE_IN, plan->dtype, reducing.in->lane_count);
    if (reducing.acc)
        reducing.more =
            plan_add_bundle(plan, "acc", ROLE_IN, plan->dtype, reducing.acc->lane_count);
    return reducing;
}

/* Of all dimensions as one, row by row. */
static Operand flat(Operand operand, int64_t count) {
    operand.rank = 1;
    operand.shape[0] = count;
    operand.region[0] = (Range){.symbol = -1, .extent = count};
    return operand;
}

static void add_flow(Reducing *reducing) {
    const Lane0 *lane0 = reducing->lane0;
    const Lane0Value *in = reducing->in, *out = reducing->out;
    Flow flow = {.src = flat(lane0_in_lanes(lane0, in), in->seq_count)};
    flow.dst = flat(lane0_in_lanes(lane0, out), out->seq_count);
    flow.src_at = reducing->src;
    flow.dst_at = reducing->dst;
    flow.combine = reducing->combine;
    if (reducing->acc) {
        Operand *with = NEW(Operand);
        *with = flat(lane0_in_lanes(lane0, reducing->acc), reducing->acc->seq_count);
        flow.with = with;
        flow.with_at = reducing->more;
    }
    reducing->plan->flows[reducing->plan->flow_count++] = flow;
}

Plan *lane0_reduced(const Lane0 *lane0, unsigned targets, bool by_redux) {
    Reducing reducing = reducing_new(lane0, targets);
    Plan *plan = reducing.plan;
    PrimitiveId redux = primitive_combination(ACT_REDUX, reducing.combine, plan->dtype);
    bool one_warp = plan->threads == 32, takes_total;
    if (by_redux && redux == PRIM_COUNT)
        return NULL;
    takes_total = !by_redux || !one_warp || reducing.in->lane_count > 1 || reducing.acc;
    if (takes_total)
        reducing.total = plan_add_bundle(plan, "total", ROLE_SCRATCH, plan->dtype, 1);
    if (!by_redux)
        reducing.other = plan_add_bundle(plan, "other", ROLE_SCRATCH, plan->dtype, 1);
    Side last = reducing.acc ? slot(reducing.total, 0) : slot(reducing.dst, 0);
    Side own = add_own(&reducing), of_warp = one_warp ? last : slot(reducing.total, 0);
    if (by_redux) {
        add_step(&reducing, redux, of_warp, own)->combine = reducing.combine;
        plan->variant = "redux";
    } else {
        add_butterfly(&reducing, own, of_warp);
    }
    if (!one_warp)
        add_warps(&reducing, last);
    if (reducing.acc)
        add_combination(&reducing, slot(reducing.dst, 0), last, slot(reducing.more, 0));
    add_flow(&reducing);
    return plan;
}
