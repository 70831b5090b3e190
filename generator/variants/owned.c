/* owned.c: Copies between registers and memory that the seeds' `reg` declines although every owner
 * could move its elements in vectors: narrowed scopes, registers that start at a later thread, axes
 * that count in a wider scope than the caller's. TileCopy's own, so not under `policy tirx`. */
#include "variants.h"

Plan *owned_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Decline other = {0};
    if (!register_pair(copy, false, decline))
        return NULL;
    Partition *partition = partition_new(copy, decline);
    if (!partition) {
        Plan *plan = pieces_plan(copy, "owned", 128, decline);
        return plan ? plan : boxes_plan(copy, "owned", 128, decline);
    }
    if (reg_offer(query, &other)) {
        decline_with(decline, "same_as_reg", "reg makes the same plan");
        return NULL;
    }
    return registers_plan(partition, "owned", 128, decline);
}
