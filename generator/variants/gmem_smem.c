/* gmem_smem.c: Synchronous copies between global and shared memory by all threads of a scope (the
 * seeds' copy -> gmem_smem, priority 10). The partition [round][thread][vector] follows the order
 * of the global addresses and tries the widest vector first. Two differences to the seeds: both
 * sides must be contiguous over a vector, and rows that do not divide evenly among the threads stay
 * wide where possible (upstream counts single elements then). */
#include "variants.h"

static bool applicable(const Copy *copy, Decline *decline) {
    bool to_shared = copy->src.space == SPACE_GMEM && copy->dst.space == SPACE_SMEM;
    bool to_global = copy->src.space == SPACE_SMEM && copy->dst.space == SPACE_GMEM;
    if (!to_shared && !to_global)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s is not between gmem and smem",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    return threads_even(copy, decline);
}

Plan *gmem_smem_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Partition *partition = NULL, spread_out;
    Spread spread = {0};
    if (applicable(copy, decline))
        partition = partition_new(copy, decline);
    if (!partition)
        return NULL;
    atoms_sort(partition, driving_side(copy));
    atoms_fuse(partition);
    int64_t vector = threads_spread(partition, copy->scope.threads, 0, 128, &spread_out, &spread);
    if (vector == 0) { /* as many elements for each thread can always be dealt, in more rounds */
        spread.leaves_rest = true;
        vector = threads_spread(partition, copy->scope.threads, 0, 128, &spread_out, &spread);
    }
    if (vector == 0) {
        decline_with(
            decline,
            "spread",
            "the vectors cannot be divided evenly among %d threads",
            copy->scope.threads);
        return NULL;
    }
    Plan *plan = threads_plan(&spread_out, &spread, "gmem_smem", vector, all_ranks(copy));
    if (!plan)
        decline_with(decline, "terms", "the address has too many terms");
    return plan;
}
