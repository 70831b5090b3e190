/* insert_owner.c: insert: the owner's slot becomes the value that all have; no lane waits. */
#include "../tile/lane0.h"
#include "variants.h"

/* Element i alone. */
static void only_i(Operand *operand) {
    operand->whole = false;
    operand->region[0] = (Range){.symbol = operand->shape[0] > 1 ? 0 : -1, .extent = 1};
}

Plan *insert_owner_offer(const Query *query, Decline *decline) {
    Element making = element_new(query->lane0, "insert_owner"), *element = &making;
    (void)decline;
    Plan *plan = element->plan;
    int64_t count = element->in->lane_count;
    plan->vec_bits = plan->dtype->bits;
    Side own = element_slot(plan_add_bundle(plan, "own", ROLE_SCRATCH, plan->dtype, count), 0);
    element_moves(element, own, element_slot(element->src, 0), count);
    Step *step = element_step(element, PRIM_MOVE, own, element_slot(element->value, 0));
    Expr k = expr_constant(0);
    if (count > 1) {
        Digit digit = element_loop(element, step, count);
        expr_add(&k, coef_int(1), digit);
        expr_add(&step->dst.at, coef_int(1), digit);
        element_cond(step, element_place(element->in, false), k);
    }
    if (element->lane0->threads > 1)
        element_cond(step, element_rank(), element_place(element->in, true));
    element_moves(element, element_slot(element->dst, 0), own, count);
    plan->flows[plan->flow_count++] = element_flow(element, element->in, element->src);
    Flow flow = element_flow(element, element->more, element->value);
    only_i(&flow.dst);
    flow.replaces = true;
    plan->flows[plan->flow_count++] = flow;
    return plan;
}
