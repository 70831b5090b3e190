/* owned.c: copies between registers and memory that the seeds' `reg` declines although every owner
 * could move its elements in vectors: narrowed scopes, registers that start at a later thread, axes
 * that count in a wider scope than the caller's. TileCopy's own, so not under `policy tirx`. */
#include "variants.h"

static bool applicable(const Copy *copy, Decline *decline) {
    bool from = copy->src.space == SPACE_REG, to = copy->dst.space == SPACE_REG;
    const Operand *other = from ? &copy->dst : &copy->src, *reg = from ? &copy->src : &copy->dst;
    if (from == to || (other->space != SPACE_SMEM && other->space != SPACE_GMEM))
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s: exactly one side must be registers, the other memory",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    if (copy->scope.kind == SCOPE_ELECTED || copy->scope.kind == SCOPE_CLUSTER)
        return decline_with(decline, "scope", "the scope is not thread, warp, warpgroup or cta");
    if (reg->layout.swizzle.on)
        return decline_with(decline, "register_swizzle", "the register layout is swizzled");
    return true;
}

Plan *owned_offer(const Copy *copy, int target, Decline *decline) {
    Decline other = {0};
    if (!applicable(copy, decline))
        return NULL;
    Partition *partition = partition_new(copy, decline);
    if (!partition)
        return pieces_plan(copy, "owned", 128, decline);
    if (reg_offer(copy, target, &other)) {
        decline_with(decline, "same_as_reg", "reg does the same");
        return NULL;
    }
    return registers_plan(partition, "owned", 128, decline);
}
