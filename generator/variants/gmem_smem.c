/* gmem_smem.c: synchronous copies between global and shared memory by all threads of a scope, priority
 * 10, the seeds' copy -> gmem_smem: the partition [round][thread][vector] is made here, in the order
 * of the global addresses, with the widest vector first. Unlike there both sides must be contiguous
 * over a vector. */
#include "build.h"

static bool applicable(const Copy *copy, Decline *decline) {
    bool to_shared = copy->src.space == SPACE_GMEM && copy->dst.space == SPACE_SMEM;
    bool to_global = copy->src.space == SPACE_SMEM && copy->dst.space == SPACE_GMEM;
    if (copy->scope.kind == SCOPE_ELECTED || copy->scope.kind == SCOPE_CLUSTER)
        return decline_with(decline, "scope", "the scope is not thread, warp, warpgroup or cta");
    if (copy->scope.narrowed)
        return decline_with(decline, "all_threads_active", "the scope is narrowed to some threads");
    if (!to_shared && !to_global)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s is not between gmem and smem",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    if (copy->src.layout.replica_count > 0 || copy->dst.layout.replica_count > 0)
        return decline_with(decline, "memory_replica", "a replica on a memory axis");
    return true;
}

static bool divisible(const Copy *copy, Decline *decline) {
    int64_t count = 1;
    for (int d = 0; d < copy->dst.rank; d++)
        count *= copy->dst.region[d].extent;
    return count % copy->scope.threads == 0 || decline_with(
                                                   decline,
                                                   "divisible",
                                                   "%lld elements are not divisible by %d threads",
                                                   (long long)count,
                                                   copy->scope.threads);
}

Plan *gmem_smem_offer(const Copy *copy, int target, Decline *decline) {
    Partition *partition = NULL, spread_out;
    Spread spread = {0};
    (void)target;
    if (applicable(copy, decline) && divisible(copy, decline))
        partition = partition_new(copy, decline);
    if (!partition)
        return NULL;
    atoms_sort(partition, driving_side(copy));
    atoms_fuse(partition);
    int64_t vector = threads_spread(partition, copy->scope.threads, 0, 128, &spread_out, &spread);
    if (vector == 0) {
        decline_with(
            decline,
            "spread",
            "the vectors cannot be dealt out evenly to %d threads",
            copy->scope.threads);
        return NULL;
    }
    Plan *plan = threads_plan(&spread_out, &spread, "gmem_smem", vector, all_ranks(copy));
    if (!plan)
        decline_with(decline, "terms", "the address has too many terms");
    return plan;
}
