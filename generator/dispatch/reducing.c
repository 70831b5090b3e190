/* reducing.c: the steps that reductions are made of, and the flows that say what must come out. */
#include "reducing.h"

/* ---- steps --------------------------------------------------------------------------------- */

Side side_of_row(Row row) {
    return (Side){.kind = AT_BUNDLE, .of = row.bundle, .at = expr_constant(row.at)};
}

Step *each(Reducing *reducing, PrimitiveId primitive, Row dst, Row src) {
    Step *step = &reducing->phase->steps[reducing->phase->step_count++];
    *step = (Step){.primitive = primitive, .object = -1, .dst = side_of_row(dst)};
    step->src[0] = side_of_row(src);
    return step;
}

Step *combine_each(Reducing *reducing, Row dst, Row a, Row b) {
    const Dtype *dtype = reducing->plan->bundles[dst.bundle].dtype;
    PrimitiveId with = primitive_combination(ACT_COMBINE, reducing->combine, dtype);
    Step *step = each(reducing, with, dst, a);
    step->src[1] = side_of_row(b);
    step->combine = reducing->combine;
    return step;
}

int add_loop(Reducing *reducing, const char *name, int64_t extent) {
    reducing->plan->loops[reducing->plan->loop_count] = (Loop){name, extent, true};
    return reducing->plan->loop_count++;
}

void repeat_step(Reducing *reducing, Step *step, Side *side, int loop, int64_t stride) {
    (void)reducing;
    step->repeat[step->repeat_count++] = loop;
    expr_add(&side->at, coef_int(stride), digit_of(VAR_LOOP, loop, 1, 0));
}

/* A step that follows stands behind the loops of the phase before. */
void next_phase(Reducing *reducing) {
    enum { MOST_STEPS = 96 };
    Plan *plan = reducing->plan;
    reducing->phase = &plan->phases[plan->phase_count++];
    reducing->phase->steps = NEW_ARRAY(Step, MOST_STEPS);
}

/* ---- the beginning ------------------------------------------------------------------------- */

const Dtype *index_dtype(void) {
    return dtype_find("u32", 3);
}

static const Lane0Value *value_at(const Lane0 *lane0, int at) {
    return at < 0 ? NULL : &lane0->values[at];
}

static void add_arguments(Reducing *reducing) {
    const Lane0 *lane0 = reducing->lane0;
    Plan *plan = reducing->plan;
    const Lane0Value *in = reducing->in, *out = reducing->out;
    bool arg = lane0->index >= 0;
    if (arg)
        reducing->index = plan_add_bundle(plan, "index", ROLE_OUT, index_dtype(), 1);
    if (out)
        reducing->dst =
            plan_add_bundle(plan, arg ? "value" : "dst", ROLE_OUT, out->dtype, out->lane_count);
    reducing->src.bundle = plan_add_bundle(plan, "src", ROLE_IN, in->dtype, in->lane_count);
    if (reducing->acc)
        reducing->more =
            plan_add_bundle(plan, "acc", ROLE_IN, in->dtype, reducing->acc->lane_count);
    if (arg)
        reducing->where.bundle = plan_add_bundle(plan, "where", ROLE_SCRATCH, index_dtype(), 1);
}

Reducing *reducing_new(const Lane0 *lane0, unsigned targets) {
    enum { MOST_BUNDLES = 12, MOST_LOOPS = 8, MOST_PHASES = 4 };
    Reducing *reducing = NEW(Reducing);
    Plan *plan = NEW(Plan);
    *reducing = (Reducing){
        .lane0 = lane0,
        .in = value_at(lane0, lane0->source),
        .out = value_at(lane0, lane0->result),
        .acc = value_at(lane0, lane0->accumulator),
        .plan = plan,
        .combine = lane0_combination(lane0),
        .lanes = 32,
        .apart = 1};
    reducing->mine = reducing->in->lane_count;
    reducing->src.stride = reducing->total.stride = reducing->other.stride =
        reducing->where.stride = 1;
    plan->variant = "shuffles";
    plan->targets = targets;
    plan->scope = lane0_scope(lane0);
    plan->threads = plan->scope.threads;
    plan->objects = NEW(Object);
    plan->buffers = NEW_ARRAY(Buffer, 2);
    plan->dtype = reducing->in->dtype;
    plan->bundles = NEW_ARRAY(Bundle, MOST_BUNDLES);
    plan->loops = NEW_ARRAY(Loop, MOST_LOOPS);
    plan->flows = NEW_ARRAY(Flow, 2);
    plan->phases = NEW_ARRAY(Phase, MOST_PHASES);
    next_phase(reducing);
    add_arguments(reducing);
    return reducing;
}

/* ---- what must come out -------------------------------------------------------------------- */

/* Of all dimensions as one, row by row. */
static Operand flat(const Lane0 *lane0, const Lane0Value *value) {
    Operand operand = lane0_in_lanes(lane0, value);
    operand.rank = 1;
    operand.shape[0] = value->seq_count;
    operand.region[0] = (Range){.symbol = -1, .extent = value->seq_count};
    return operand;
}

static Flow *add_flow(Reducing *reducing, const Lane0Value *out, int bundle) {
    Flow *flow = &reducing->plan->flows[reducing->plan->flow_count++];
    *flow = (Flow){.src = flat(reducing->lane0, reducing->in)};
    flow->dst = flat(reducing->lane0, out);
    flow->src_at = reducing->src.bundle;
    flow->dst_at = bundle;
    flow->combine = lane0_combination(reducing->lane0);
    return flow;
}

void reducing_add_flows(Reducing *reducing) {
    const Lane0 *lane0 = reducing->lane0;
    if (lane0->index >= 0)
        add_flow(reducing, value_at(lane0, lane0->index), reducing->index)->index = true;
    if (!reducing->out)
        return;
    Flow *flow = add_flow(reducing, reducing->out, reducing->dst);
    if (!reducing->acc)
        return;
    Operand *with = NEW(Operand);
    *with = flat(lane0, reducing->acc);
    flow->with = with;
    flow->with_at = reducing->more;
}
