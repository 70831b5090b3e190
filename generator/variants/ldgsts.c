/* ldgsts.c: asynchronous copies from global to shared memory by cp.async, past the registers, priority
 * 20, the seeds' copy_async -> ldgsts: the partition of gmem_smem with vectors of 16, 8 or 4 bytes.
 * Commit, wait and barrier are the caller's. */
#include "build.h"

static bool applicable(const Copy *copy, Decline *decline) {
    int64_t count = 1;
    if (copy->src.space != SPACE_GMEM || copy->dst.space != SPACE_SMEM)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s is not gmem -> smem, the only pair of cp.async",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    if (copy->scope.kind == SCOPE_ELECTED || copy->scope.kind == SCOPE_CLUSTER)
        return decline_with(decline, "scope", "the scope is not thread, warp, warpgroup or cta");
    if (copy->scope.narrowed)
        return decline_with(decline, "all_threads_active", "the scope is narrowed to some threads");
    if (copy->src.layout.replica_count > 0 || copy->dst.layout.replica_count > 0)
        return decline_with(decline, "memory_replica", "a replica on a memory axis");
    for (int d = 0; d < copy->dst.rank; d++)
        count *= copy->dst.region[d].extent;
    return count % copy->scope.threads == 0 || decline_with(
                                                   decline,
                                                   "divisible",
                                                   "%lld elements are not divisible by %d threads",
                                                   (long long)count,
                                                   copy->scope.threads);
}

Plan *ldgsts_offer(const Copy *copy, int target, Decline *decline) {
    Partition *partition = applicable(copy, decline) ? partition_new(copy, decline) : NULL;
    Partition spread_out;
    Spread spread = {0};
    (void)target;
    if (!partition)
        return NULL;
    atoms_sort(partition, SRC);
    atoms_fuse(partition);
    int64_t vector = threads_spread(partition, copy->scope.threads, 0, 128, &spread_out, &spread);
    if (vector * copy_bits(copy) < 32) {
        decline_with(
            decline,
            "width",
            "cp.async moves 4, 8 or 16 bytes; here %lld bits come out even",
            (long long)vector * copy_bits(copy));
        return NULL;
    }
    Plan *plan = threads_plan(&spread_out, &spread, "ldgsts", vector, all_ranks(copy));
    if (!plan)
        decline_with(decline, "terms", "the address has too many terms");
    return plan;
}
