/* element.c: What extract, insert and broadcast share.
 *
 * extract: element i, known at run time, is in slot i % 4 of lane i / 4 if every lane has 4
 * elements (rounded down; for several dimensions, the sums). Every lane takes that slot of its own
 * registers, then the owner passes it to all lanes. broadcast: like extract, but of lane 0's
 * elements, which are then repeated over the slots of the result. */
#include "lane0.h"

/* ---- steps --------------------------------------------------------------------------------- */

Side element_slot(int bundle, int64_t at) {
    return (Side){.kind = AT_BUNDLE, .of = bundle, .at = expr_constant(at)};
}

Step *element_step(Element *element, PrimitiveId primitive, Side dst, Side src) {
    Step *step = &element->phase->steps[element->phase->step_count++];
    *step = (Step){.primitive = primitive, .object = -1, .dst = dst};
    step->src[0] = src;
    return step;
}

Digit element_loop(Element *element, Step *step, int64_t turns) {
    Plan *plan = element->plan;
    int loop = plan->loop_count++;
    plan->loops[loop] = (Loop){loop ? mem_printf("k%d", loop) : "k", turns, true};
    step->repeat[step->repeat_count++] = loop;
    return digit_of(VAR_LOOP, loop, 1, 0);
}

void element_moves(Element *element, Side dst, Side src, int64_t count) {
    Step *step = element_step(element, PRIM_MOVE, dst, src);
    if (count == 1)
        return;
    Digit k = element_loop(element, step, count);
    expr_add(&step->dst.at, coef_int(1), k);
    expr_add(&step->src[0].at, coef_int(1), k);
}

void element_cond(Step *step, Expr lhs, Expr rhs) {
    if (!step->conds)
        step->conds = NEW_ARRAY(Cond, 2);
    step->conds[step->cond_count++] = (Cond){lhs, COND_EQ, rhs};
}

Expr element_rank(void) {
    Expr rank = expr_constant(0);
    expr_add(&rank, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    return rank;
}

/* ---- element i ----------------------------------------------------------------------------- */

Expr element_place(const Lane0Value *value, bool lane) {
    Expr place = expr_constant(0);
    int64_t stride = 1, below = 1;
    for (int d = value->rank - 1; d >= 0; d--) {
        bool inner = (value->kind == LANE0_CYCLIC) == lane;
        int64_t mine = lane ? value->ratio[d] : value->lane[d];
        int64_t div = inner ? stride : stride * (value->seq[d] / mine);
        bool whole = div * mine == value->seq_count;
        if (mine > 1)
            expr_add(&place, coef_int(below), digit_of(VAR_SYMBOL, 0, div, whole ? 0 : mine));
        below *= mine;
        stride *= value->seq[d];
    }
    return place;
}

bool element_is_result(const Element *element, int64_t count) {
    return element->out->kind == LANE0_BROADCAST && element->out->lane_count == count;
}

/* ---- the two ------------------------------------------------------------------------------- */

Flow element_flow(const Element *element, const Lane0Value *in, int src) {
    Flow flow = {.src_at = src, .dst_at = element->dst};
    flow.src = lane0_flat(lane0_in_lanes(element->lane0, in), in->seq_count);
    flow.dst = lane0_flat(lane0_in_lanes(element->lane0, element->out), element->out->seq_count);
    return flow;
}

static void extract(Element *element, Give give) {
    Side own = element_slot(element->src, 0);
    int64_t count = element->in->lane_count;
    if (count > 1) {
        Plan *plan = element->plan;
        own = element_slot(plan_add_bundle(plan, "own", ROLE_SCRATCH, plan->dtype, 1), 0);
        element_step(element, PRIM_MOVE, own, element_slot(element->src, 0));
        Step *step = element_step(element, PRIM_MOVE, own, element_slot(element->src, 1));
        Expr k = expr_constant(1);
        if (count > 2) {
            Digit digit = element_loop(element, step, count - 1);
            expr_add(&k, coef_int(1), digit);
            expr_add(&step->src[0].at, coef_int(1), digit);
        }
        element_cond(step, element_place(element->in, false), k);
    }
    Side all = give(element, own, 1, element_place(element->in, true));
    if (all.of != element->dst)
        element_moves(element, element_slot(element->dst, 0), all, 1);
    Flow flow = element_flow(element, element->in, element->src);
    Expr *begin = NEW(Expr);
    *begin = expr_constant(0);
    if (element->plan->symbol_count)
        expr_add(begin, coef_int(1), digit_of(VAR_SYMBOL, 0, 1, 0));
    flow.begin = begin;
    flow.period = 1;
    element->plan->flows[element->plan->flow_count++] = flow;
}

/* Registers of every thread, one thread after the other. */
static void of_each(const Lane0 *lane0, Operand *operand, int64_t count) {
    Layout *layout = &operand->layout;
    Axis axis = lane0->is_cta ? AXIS_TX : AXIS_LANEID;
    *layout = (Layout){.loc = layout->loc};
    layout->shard[layout->shard_count++] = (Iter){lane0->threads, coef_int(1), axis, {0}};
    layout->shard[layout->shard_count++] = (Iter){count, coef_int(1), AXIS_M, {0}};
    operand->shape[0] = operand->region[0].extent = lane0->threads * count;
}

/* Every thread has an x of its own, of which that of thread 0 is taken: of x[4] over b[8,4], for
 * every row. */
static void spread(Element *element, Give give) {
    const Lane0Value *in = element->in, *out = element->out;
    Side all = give(element, element_slot(element->src, 0), in->seq_count, expr_constant(0));
    for (int64_t at = 0; at < out->lane_count && all.of != element->dst; at += in->seq_count)
        element_moves(element, element_slot(element->dst, at), all, in->seq_count);
    Flow flow = element_flow(element, in, element->src);
    Expr *first = NEW(Expr);
    *first = expr_constant(0);
    flow.begin = first;
    flow.period = in->seq_count;
    of_each(element->lane0, &flow.src, in->seq_count);
    element->plan->flows[element->plan->flow_count++] = flow;
}

/* ---- the plan ------------------------------------------------------------------------------ */

static void find_values(Element *element) {
    const Lane0 *lane0 = element->lane0;
    for (int i = 0; i < lane0->value_count; i++) {
        const Lane0Value *value = &lane0->values[i];
        if (value->is_result)
            element->out = value;
        else if (element->in)
            element->more = value;
        else
            element->in = value;
    }
}

static void add_index(Plan *plan, const Lane0Value *value) {
    Symbol *index = NEW(Symbol);
    *index = (Symbol){.name = "i", .role = SYMBOL_ORIGIN, .divisor = 1};
    index->max = value->seq_count - 1;
    plan->symbols = index;
    plan->symbol_count = value->seq_count > 1;
}

Element element_new(const Lane0 *lane0, const char *variant) {
    enum { MOST = 8 };
    Element element = {.lane0 = lane0, .plan = NEW(Plan)};
    Plan *plan = element.plan;
    find_values(&element);
    int64_t steps = element.out->lane_count + element.in->lane_count + MOST;
    plan->variant = variant;
    plan->targets = TARGETS_ALL;
    plan->ops_per_thread = 1;
    plan->scope = lane0_scope(lane0);
    plan->threads = plan->scope.threads;
    plan->objects = NEW(Object);
    plan->buffers = NEW(Buffer);
    plan->dtype = element.in->dtype;
    plan->bundles = NEW_ARRAY(Bundle, MOST);
    plan->loops = NEW_ARRAY(Loop, steps);
    plan->flows = NEW_ARRAY(Flow, 2);
    plan->phases = element.phase = NEW(Phase);
    plan->phase_count = 1;
    element.phase->steps = NEW_ARRAY(Step, steps);
    element.dst = plan_add_bundle(plan, "dst", ROLE_OUT, plan->dtype, element.out->lane_count);
    element.src = plan_add_bundle(plan, "src", ROLE_IN, plan->dtype, element.in->lane_count);
    if (element.more)
        element.value = plan_add_bundle(plan, "value", ROLE_IN, plan->dtype, 1);
    if (lane0->kit != LANE0_SPREAD)
        add_index(plan, element.in);
    return element;
}

int64_t element_given(const Lane0 *lane0) {
    Element element = {.lane0 = lane0};
    find_values(&element);
    return lane0->kit == LANE0_EXTRACT ? 1 : element.in->seq_count;
}

Plan *plan_given(const Lane0 *lane0, const char *variant, Give give) {
    Element element = element_new(lane0, variant);
    if (lane0->kit == LANE0_EXTRACT)
        extract(&element, give);
    else
        spread(&element, give);
    return element.plan;
}
