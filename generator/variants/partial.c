/* partial.c: copies between memories of a region that does not fill the scope evenly: the first threads
 * take one full-width vector each, or everyone takes some and the first threads one more. A 4x6 f32
 * tile by a warp: 6 lanes, 16 bytes each. The seeds have only the fallback for it. */
#include "build.h"

bool memory_pair(const Copy *copy, Decline *decline) {
    bool async = copy->op == OP_COPY_ASYNC;
    bool memory = (copy->src.space == SPACE_GMEM || copy->src.space == SPACE_SMEM) &&
                  (copy->dst.space == SPACE_GMEM || copy->dst.space == SPACE_SMEM);
    if (async && (copy->src.space != SPACE_GMEM || copy->dst.space != SPACE_SMEM))
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s is not gmem -> smem, the only pair of cp.async",
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
        return decline_with(decline, "memory_replica", "a replica on a memory axis");
    return true;
}

/* The participating ranks, if they follow each other without a gap. */
bool ranks_in_a_row(const Copy *copy, const RankSet *ranks, int *first, Decline *decline) {
    for (*first = 0; !ranks->has[*first]; ++*first)
        continue;
    for (int i = 0; i < ranks->count; i++)
        if (*first + i >= copy->scope.threads || !ranks->has[*first + i])
            return decline_with(
                decline, "threads_in_a_row", "the participating threads do not follow each other");
    return true;
}

bool vector_fits(const Copy *copy, int64_t vector, Decline *decline) {
    if (vector == 0)
        return decline_with(
            decline,
            "vector",
            "no access of at least 8 bits fits %d-bit elements here",
            copy_bits(copy));
    if (copy->op == OP_COPY_ASYNC && vector * copy_bits(copy) < 32)
        return decline_with(
            decline,
            "width",
            "cp.async moves 4, 8 or 16 bytes; only %lld bits are contiguous here",
            (long long)vector * copy_bits(copy));
    return true;
}

/* Do the others deal these vectors out without a rest? Then they do it with less arithmetic. */
static bool is_even(const Partition *partition, int64_t threads, int first) {
    Partition left = *partition;
    Spread spread = {0};
    return partition->dims == 0 && threads_take(&left, threads, first, &spread);
}

Plan *partial_offer(const Copy *copy, int target, Decline *decline) {
    const RankSet *ranks = all_ranks(copy);
    int first;
    (void)target;
    if (!memory_pair(copy, decline) || !ranks_in_a_row(copy, ranks, &first, decline))
        return NULL;
    Partition *partition = partition_new(copy, decline);
    if (partition) {
        atoms_sort(partition, driving_side(copy));
        atoms_fuse(partition);
    } else {
        partition = partition_apart(copy, decline);
    }
    int64_t vector = partition ? atoms_take_vector(partition, 128) : 0;
    if (!partition || !vector_fits(copy, vector, decline))
        return NULL;
    if (is_even(partition, ranks->count, first)) {
        decline_with(
            decline,
            "even",
            "%lld vectors of %lld bits come out even on %d thread%s, which others do without "
            "numbering them",
            (long long)items_count(partition),
            (long long)vector * copy_bits(copy),
            ranks->count,
            ranks->count == 1 ? "" : "s");
        return NULL;
    }
    Plan *plan = items_plan(partition, "partial", vector, ranks, first);
    if (!plan)
        decline_with(decline, "terms", "the address has too many terms");
    return plan;
}
