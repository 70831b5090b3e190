/* bulk_each.c: `multicast` by a copy of its own for each of the CTAs, in a loop over the ranks that
 * the mask names, priority 7, TileCopy's own: the plan of bulk.c with another instruction. Global
 * memory is read as often as there are CTAs, so that one bulk copy to all (bulk.c) is cheaper where
 * the target has it. */
#include "variants.h"

Plan *bulk_each_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    if (copy->options.multicast)
        return plan_in_bulk(copy, query->target, PRIM_BULK_GMEM_TO_SMEM_EACH, "bulk_each", decline);
    decline_with(decline, "several", "it copies to several CTAs: write 'multicast'");
    return NULL;
}
