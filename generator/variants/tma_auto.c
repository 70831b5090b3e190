/* tma_auto.c: tensor copies of tiles that need not be one box, priority 9: the dimensions of the
 * map follow the tile, and as many boxes as are needed cover the region. `policy tirx` finds what
 * upstream finds, count for count; `policy best` also splits long dimensions into equal boxes,
 * and copies panels at a ragged edge one by one. */
#include "variants.h"

Plan *tma_auto_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    const bool best = !copy->request->policy_tirx;
    Boxes boxes;
    PrimitiveId primitive;
    if (!tensor_applies(copy, decline) ||
        !reduction_of(copy, KIND_TENSOR_COPY, &primitive, decline))
        return NULL;
    if (copy->options.oob && !best) {
        decline_with(
            decline,
            "oob",
            "its boxes may not lie outside under 'policy tirx': write 'using tma_explicit'");
        return NULL;
    }
    Partition *partition = boxes_find(copy, best, &boxes, decline);
    if (!partition || (copy->dst.space == SPACE_SMEM && !bytes_armed(copy, decline)))
        return NULL;
    return tensor_plan(copy, &boxes, partition, query->target, "tma_auto", decline);
}
