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

static RankSet first_of(int first, int64_t count) {
    RankSet set = {0};
    for (int rank = first; set.count < count; rank++) {
        set.has[rank] = true;
        set.count++;
    }
    return set;
}

Plan *partial_offer(const Copy *copy, int target, Decline *decline) {
    Partition *partition = memory_pair(copy, decline) ? partition_new(copy, decline) : NULL;
    const RankSet *ranks = all_ranks(copy);
    Spread spread = {0};
    int64_t vectors = 1;
    int first;
    (void)target;
    if (!partition || !ranks_in_a_row(copy, ranks, &first, decline))
        return NULL;
    atoms_sort(partition, driving_side(copy));
    atoms_fuse(partition);
    int64_t vector = atoms_take_vector(partition, 128);
    if (!vector_fits(copy, vector, decline))
        return NULL;
    for (int i = 0; i < partition->atom_count; i++)
        vectors *= partition->atoms[i].extent;
    Plan *plan = NULL;
    if (vectors <= ranks->count) {
        RankSet few = first_of(first, vectors);
        if (threads_take(partition, vectors, first, &spread))
            plan = threads_plan(partition, &spread, "partial", vector, &few);
    } else if (partition->atom_count == 1 && vectors % ranks->count != 0) {
        plan = threads_plan_tail(partition, "partial", vector, ranks, first);
    }
    if (!plan)
        decline_with(
            decline,
            "fits_scope",
            "%lld vectors of %lld bits do not fit %d threads, nor form one run",
            (long long)vectors,
            (long long)vector * copy_bits(copy),
            ranks->count);
    return plan;
}
