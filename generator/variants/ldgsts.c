/* ldgsts.c: Asynchronous copies from global to shared memory by cp.async, without registers (the
 * seeds' copy_async -> ldgsts, priority 20). It uses the partition of gmem_smem with vectors of 16,
 * 8 or 4 bytes. The caller commits, waits and runs the barrier. */
#include "variants.h"

static bool applicable(const Copy *copy, Decline *decline) {
    if (copy->src.space != SPACE_GMEM || copy->dst.space != SPACE_SMEM)
        return decline_with(
            decline,
            "memory_pair",
            "cp.async copies only gmem -> smem, not %s -> %s",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    return threads_even(copy, decline);
}

Plan *ldgsts_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Partition *partition = applicable(copy, decline) ? partition_new(copy, decline) : NULL;
    Partition spread_out;
    Spread spread = {0};
    if (!partition)
        return NULL;
    atoms_sort(partition, SRC);
    atoms_fuse(partition);
    int64_t vector = threads_spread(partition, copy->scope.threads, 0, 128, &spread_out, &spread);
    if (vector * copy_bits(copy) < 32) { /* in more rounds it may be wider */
        spread.leaves_rest = true;
        vector = threads_spread(partition, copy->scope.threads, 0, 128, &spread_out, &spread);
    }
    if (vector * copy_bits(copy) < 32) {
        decline_with(
            decline,
            "width",
            "cp.async moves 4, 8 or 16 bytes, but only vectors of %lld bits divide evenly here",
            (long long)vector * copy_bits(copy));
        return NULL;
    }
    Plan *plan = threads_plan(&spread_out, &spread, "ldgsts", vector, all_ranks(copy));
    if (!plan)
        decline_with(decline, "terms", "the address has too many terms");
    return plan;
}
