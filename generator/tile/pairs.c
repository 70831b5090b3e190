/* pairs.c: What variants between two memories, or between registers and memory, require of a
 * request, and which threads move its elements. */
#include "tile.h"

bool memory_pair(const Copy *copy, Decline *decline) {
    bool async = copy->op == OP_COPY_ASYNC;
    bool memory = (copy->src.space == SPACE_GMEM || copy->src.space == SPACE_SMEM) &&
                  (copy->dst.space == SPACE_GMEM || copy->dst.space == SPACE_SMEM);
    if (async && (copy->src.space != SPACE_GMEM || copy->dst.space != SPACE_SMEM))
        return decline_with(
            decline,
            "memory_pair",
            "cp.async copies only gmem -> smem, not %s -> %s",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    if (!memory)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s is not gmem or smem to gmem or smem",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    if (copy->scope.kind == SCOPE_ELECTED || copy->scope.kind == SCOPE_CLUSTER)
        return decline_with(decline, "scope", "the scope is not thread, warp, warpgroup or cta");
    if (copy->src.layout.replica_count > 0 || copy->dst.layout.replica_count > 0)
        return decline_with(decline, "memory_replica", "the layout has a replica on a memory axis");
    return true;
}

bool register_pair(const Copy *copy, bool shared_only, Decline *decline) {
    bool from = copy->src.space == SPACE_REG, to = copy->dst.space == SPACE_REG;
    const Operand *other = from ? &copy->dst : &copy->src, *reg = from ? &copy->src : &copy->dst;
    bool memory = other->space == SPACE_SMEM || (!shared_only && other->space == SPACE_GMEM);
    if (from == to || !memory)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s: exactly one side must be registers, the other %s",
            space_name[copy->src.space],
            space_name[copy->dst.space],
            shared_only ? "smem" : "memory");
    if (copy->scope.kind == SCOPE_ELECTED || copy->scope.kind == SCOPE_CLUSTER)
        return decline_with(decline, "scope", "the scope is not thread, warp, warpgroup or cta");
    return !reg->layout.swizzle.on ||
           decline_with(decline, "register_swizzle", "the register layout is swizzled");
}

/* The participating ranks, if they follow each other without a gap. */
bool ranks_in_a_row(const RankSet *ranks, int *first, Decline *decline) {
    for (*first = 0; !ranks->has[*first]; ++*first)
        continue;
    for (int i = 0; i < ranks->count; i++)
        if (!ranks->has[*first + i])
            return decline_with(
                decline, "threads_in_a_row", "the participating threads are not consecutive");
    return true;
}

bool vector_fits(const Copy *copy, int64_t vector, Decline *decline) {
    if (vector == 0)
        return decline_with(
            decline,
            "vector",
            "no access of at least 8 bits fits these %d-bit elements",
            copy_bits(copy));
    if (copy->op == OP_COPY_ASYNC && vector * copy_bits(copy) < 32)
        return decline_with(
            decline,
            "width",
            "cp.async moves 4, 8 or 16 bytes; only %lld bits are contiguous here",
            (long long)vector * copy_bits(copy));
    return true;
}

void first_participant(const Copy *copy, Plan *plan, Phase *phase) {
    RankSet first = {0};
    if (copy->scope.kind == SCOPE_THREAD)
        return;
    for (int rank = 0; rank < plan->threads && first.count == 0; rank++)
        if (scope_has_rank(&copy->scope, rank)) {
            first.has[rank] = true;
            first.count = 1;
        }
    conds_for_ranks(&first, plan->threads, &phase->guard, &phase->guard_count);
}

bool vectors_even(
    const Partition *partition, int threads, int first, int64_t vector, Decline *decline) {
    Partition left = *partition;
    Spread spread = {0};
    if (partition->dims || !threads_take(&left, threads, first, &spread))
        return false;
    decline_with(
        decline,
        "even",
        "%lld vectors of %lld bits divide evenly among %d thread%s, so other variants apply "
        "without a guard",
        (long long)items_count(partition),
        (long long)vector * copy_bits(partition->copy),
        threads,
        threads == 1 ? "" : "s");
    return true;
}
