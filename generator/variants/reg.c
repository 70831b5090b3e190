/* reg.c: Copies between registers and memory (the seeds' copy -> reg, priority 10). The register
 * layout fixes the partition: its thread axes say who owns which elements; the rest of the layout
 * is each thread's private registers, moved in the widest vectors that both layouts allow. Two
 * differences to the seeds: the thread's own stride takes part in the alignment test, and every
 * element needs an owner. */
#include "variants.h"

/* The scope that a thread axis counts in: laneid in a warp, wid_in_wg in a warpgroup ... */
static ScopeKind axis_scope(Axis axis) {
    switch (axis) {
    case AXIS_LANEID:
        return SCOPE_WARP;
    case AXIS_WID_IN_WG:
    case AXIS_TID_IN_WG:
        return SCOPE_WARPGROUP;
    default:
        return SCOPE_CTA;
    }
}

static bool axis_allowed(const Copy *copy, Axis axis, Decline *decline) {
    if (axis == AXIS_M)
        return true;
    if (!axis_is_thread(axis))
        return decline_with(
            decline,
            "register_axis",
            "axis %s of the register layout does not count threads of the CTA",
            axis_name[axis]);
    if (axis_scope(axis) > copy->scope.kind)
        return decline_with(
            decline,
            "subscope",
            "axis %s counts within a %s, which is wider than the scope %s",
            axis_name[axis],
            scope_name[axis_scope(axis)],
            scope_name[copy->scope.kind]);
    return true;
}

static bool register_layout(const Copy *copy, const Operand *reg, Decline *decline) {
    const Layout *layout = &reg->layout;
    if (layout->swizzle.on)
        return decline_with(decline, "register_swizzle", "the register layout is swizzled");
    for (int i = 0; i < layout->shard_count; i++)
        if (!axis_allowed(copy, layout->shard[i].axis, decline))
            return false;
    for (int i = 0; i < layout->replica_count; i++)
        if (!axis_allowed(copy, layout->replica[i].axis, decline))
            return false;
    return true;
}

static bool applicable(const Copy *copy, Decline *decline) {
    bool from = copy->src.space == SPACE_REG, to = copy->dst.space == SPACE_REG;
    const Operand *other = from ? &copy->dst : &copy->src;
    if (copy->scope.kind == SCOPE_ELECTED || copy->scope.kind == SCOPE_CLUSTER)
        return decline_with(decline, "scope", "the scope is not thread, warp, warpgroup or cta");
    if (copy->scope.narrowed)
        return decline_with(decline, "all_threads_active", "the scope is narrowed to some threads");
    if (from == to)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s: exactly one side must be registers",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    if (other->space != SPACE_SMEM && other->space != SPACE_GMEM)
        return decline_with(
            decline,
            "memory_pair",
            "the other side is %s, not smem or gmem",
            space_name[other->space]);
    if (replicas_on_memory(&copy->dst.layout)) /* of a source the first is read */
        return decline_with(decline, "memory_replica", "the layout has a replica on a memory axis");
    return register_layout(copy, from ? &copy->src : &copy->dst, decline);
}

Plan *reg_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Partition *partition = applicable(copy, decline) ? partition_new(copy, decline) : NULL;
    if (!partition)
        return NULL;
    for (int axis = 0; axis < AXIS_COUNT; axis++)
        if (partition->thread_base[axis]) {
            decline_with(
                decline,
                "thread_offset",
                "the register region starts at %s = %lld, not at 0",
                axis_name[axis],
                (long long)partition->thread_base[axis]);
            return NULL;
        }
    return registers_plan(partition, "reg", 128, decline);
}
