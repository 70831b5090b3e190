/* reducing.c: The steps from which reductions are built, and the flows that state their results. */
#include "reducing.h"

/* ---- steps --------------------------------------------------------------------------------- */

Side side_of_row(Row row) {
    return (Side){.kind = AT_BUNDLE, .of = row.bundle, .at = expr_constant(row.at)};
}

Row row_of(const Reducing *reducing, int bundle) {
    return (Row){bundle, 0, reducing->inner, 1};
}

Row add_row(Reducing *reducing, const char *name, const Dtype *dtype) {
    int twice = reducing->doubled && dtype->bits == 16 ? 2 : 1;
    int64_t count = reducing->outer * reducing->inner * twice;
    Row row = row_of(reducing, plan_add_bundle(reducing->plan, name, ROLE_SCRATCH, dtype, count));
    row.outer *= twice;
    row.inner *= twice;
    return row;
}

int add_loop(Reducing *reducing, const char *name, int64_t extent) {
    reducing->plan->loops[reducing->plan->loop_count] = (Loop){name, extent, true};
    return reducing->plan->loop_count++;
}

void repeat_step(Step *step, Side *side, int loop, int64_t stride) {
    step->repeat[step->repeat_count++] = loop;
    expr_add(&side->at, coef_int(stride), digit_of(VAR_LOOP, loop, 1, 0));
}

/* Its loops, which go over all results, and how far a side moves with them. */
static void follow(const Reducing *reducing, Side *side, Row row) {
    int run = reducing->run;
    if (reducing->outer > 1)
        expr_add(&side->at, coef_int(row.outer), digit_of(VAR_LOOP, reducing->outer_loop, 1, 0));
    if (reducing->inner > run)
        expr_add(
            &side->at, coef_int(row.inner * run), digit_of(VAR_LOOP, reducing->inner_loop, 1, 0));
}

static void need_loop(Reducing *reducing, int *loop, const char *name, int64_t extent) {
    if (*loop < 0 || reducing->plan->loops[*loop].extent != extent)
        *loop = add_loop(reducing, name, extent);
}

Step *each(Reducing *reducing, PrimitiveId primitive, Row dst, Row src) {
    Step *step = &reducing->phase->steps[reducing->phase->step_count++];
    int64_t runs = reducing->inner / reducing->run;
    *step = (Step){.primitive = primitive, .object = -1, .dst = side_of_row(dst)};
    step->src[0] = side_of_row(src);
    if (reducing->outer > 1) {
        need_loop(reducing, &reducing->outer_loop, "i", reducing->outer);
        step->repeat[step->repeat_count++] = reducing->outer_loop;
    }
    if (runs > 1) {
        need_loop(reducing, &reducing->inner_loop, "j", runs);
        step->repeat[step->repeat_count++] = reducing->inner_loop;
    }
    follow(reducing, &step->dst, dst);
    follow(reducing, &step->src[0], src);
    return step;
}

void add_second(const Reducing *reducing, Step *step, Row row) {
    step->src[1] = side_of_row(row);
    follow(reducing, &step->src[1], row);
}

Step *combine_each(Reducing *reducing, Row dst, Row a, Row b) {
    const Dtype *dtype = reducing->plan->bundles[dst.bundle].dtype;
    bool paired = dtype->bits == 16 && (reducing->run == 2 || reducing->doubled);
    PrimitiveId with = paired ? primitive_paired(reducing->combine, dtype)
                              : primitive_combination(ACT_COMBINE, reducing->combine, dtype);
    Step *step = each(reducing, with, dst, a);
    add_second(reducing, step, b);
    step->combine = reducing->combine;
    return step;
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

/* Whole: all elements of the lane are one result, and all lanes have parts of it. Over a dimension:
 * of 4x8x2 in a lane, over the middle one, 4 times 2 results of 8 elements that are 2 slots apart;
 * and of 2x4x4 lanes the four that are 4 apart. */
static void find_results(Reducing *reducing) {
    const Lane0 *lane0 = reducing->lane0;
    const Lane0Value *in = reducing->in;
    reducing->outer = reducing->inner = reducing->apart = reducing->near = 1;
    reducing->mine = in->lane_count;
    reducing->lanes = lane0->threads < 32 ? lane0->threads : 32;
    if (lane0->over < 0)
        return;
    for (int d = in->rank - 1; d > lane0->over; d--) {
        reducing->inner *= in->lane[d];
        reducing->near *= (int)in->ratio[d];
    }
    for (int d = 0; d < lane0->over; d++)
        reducing->outer *= in->lane[d];
    reducing->mine = in->lane[lane0->over];
    reducing->lanes = (int)in->ratio[lane0->over];
    reducing->apart = reducing->inner;
}

/* Two numbers of 16 bits fill a word: of neighbouring results, of neighbouring elements of one, or
 * the same twice. */
static void find_pairs(Reducing *reducing) {
    if (reducing->in->dtype->bits != 16)
        return;
    if (reducing->inner % 2 == 0) {
        reducing->run = 2;
    } else if (reducing->inner == 1 && reducing->mine % 2 == 0) {
        reducing->joins = true;
        reducing->run = 2;
        reducing->inner = reducing->apart = 2;
        reducing->mine /= 2;
    } else {
        reducing->doubled = true;
    }
}

static void add_arguments(Reducing *reducing) {
    Plan *plan = reducing->plan;
    const Lane0Value *in = reducing->in, *out = reducing->out, *place = reducing->place;
    if (place)
        reducing->index =
            plan_add_bundle(plan, "index", ROLE_OUT, index_dtype(), place->lane_count);
    if (out)
        reducing->dst =
            plan_add_bundle(plan, place ? "value" : "dst", ROLE_OUT, out->dtype, out->lane_count);
    reducing->src =
        (Row){plan_add_bundle(plan, "src", ROLE_IN, in->dtype, in->lane_count), 0, 0, 1};
    reducing->src.outer = reducing->mine * reducing->apart;
    if (reducing->acc)
        reducing->more =
            plan_add_bundle(plan, "acc", ROLE_IN, in->dtype, reducing->acc->lane_count);
}

Reducing *reducing_new(const Lane0 *lane0, const char *variant) {
    enum { MOST_BUNDLES = 12, MOST_LOOPS = 12, MOST_PHASES = 4 };
    Reducing *reducing = NEW(Reducing);
    Plan *plan = NEW(Plan);
    *reducing = (Reducing){
        .lane0 = lane0,
        .in = value_at(lane0, lane0->source),
        .out = value_at(lane0, lane0->result),
        .place = value_at(lane0, lane0->index),
        .acc = value_at(lane0, lane0->accumulator),
        .plan = plan,
        .combine = lane0_combination(lane0),
        .outer_loop = -1,
        .inner_loop = -1,
        .run = 1};
    plan->variant = variant;
    plan->targets = TARGETS_ALL;
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
    find_results(reducing);
    find_pairs(reducing);
    add_arguments(reducing);
    return reducing;
}

/* ---- what must come out -------------------------------------------------------------------- */

/* Over one dimension as it is; otherwise of all dimensions as one, row by row. */
static Operand operand_of(const Lane0 *lane0, const Lane0Value *value) {
    Operand operand = lane0_in_lanes(lane0, value);
    if (lane0->over >= 0)
        return operand;
    operand.rank = 1;
    operand.shape[0] = value->seq_count;
    operand.region[0] = (Range){.symbol = -1, .extent = value->seq_count};
    return operand;
}

static Flow *add_flow(Reducing *reducing, const Lane0Value *out, int bundle) {
    Flow *flow = &reducing->plan->flows[reducing->plan->flow_count++];
    *flow = (Flow){.src = operand_of(reducing->lane0, reducing->in)};
    flow->dst = operand_of(reducing->lane0, out);
    flow->src_at = reducing->src.bundle;
    flow->dst_at = bundle;
    flow->combine = lane0_combination(reducing->lane0);
    for (int d = 0; d < reducing->lane0->over; d++)
        flow->over += reducing->in->seq[d] > 1; /* dimensions of one element are not counted */
    return flow;
}

void reducing_add_flows(Reducing *reducing) {
    const Lane0 *lane0 = reducing->lane0;
    if (reducing->place)
        add_flow(reducing, reducing->place, reducing->index)->index = true;
    if (!reducing->out)
        return;
    Flow *flow = add_flow(reducing, reducing->out, reducing->dst);
    if (!reducing->acc)
        return;
    Operand *with = NEW(Operand);
    *with = operand_of(lane0, reducing->acc);
    flow->with = with;
    flow->with_at = reducing->more;
}
