/* give_smem.c: extract and broadcast in any group: the owner writes what it has to scratch memory,
 * all wait and read it. */
#include "../tile/lane0.h"
#include "variants.h"

/* Through shared memory, in vectors as wide as what is moved. */
static Side share(Element *element, Side own, int64_t count, Expr owner) {
    Plan *plan = element->plan;
    int64_t bits = 128, size = plan->dtype->bits;
    plan_add_scratch(plan, "one", plan->dtype, count * size / 8, count);
    while (count * size % bits != 0)
        bits /= 2;
    plan->vec_bits = (int)bits;
    plan->ops_per_thread = (int)(count * size / bits);
    Side to = element_slot(element->dst, 0);
    if (!element_is_result(element, count))
        to = element_slot(plan_add_bundle(plan, "v", ROLE_SCRATCH, plan->dtype, count), 0);
    for (int load = 0; load < 2; load++) {
        Side memory = {.kind = AT_BUFFER, .at = expr_constant(0)};
        Step *step =
            load ? element_step(element, primitive_load(SPACE_SMEM, (int)bits), to, memory)
                 : element_step(element, primitive_store(SPACE_SMEM, (int)bits), memory, own);
        if (!load && element->lane0->threads > 1)
            element_cond(step, element_rank(), owner);
        if (count * size > bits) {
            Digit k = element_loop(element, step, count * size / bits);
            expr_add(&step->dst.at, coef_int(bits / size), k);
            expr_add(&step->src[0].at, coef_int(bits / size), k);
        }
        if (!load)
            lane0_add_wait(plan, element->lane0, element->phase);
    }
    return to;
}

Plan *give_smem_offer(const Query *query, Decline *decline) {
    (void)decline;
    return plan_given(query->lane0, "give_smem", share);
}
