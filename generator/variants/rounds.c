/* rounds.c: Copies between memories that divide evenly among the threads but that the seeds'
 * variants decline: shared to shared, global to global, and narrowed scopes. It uses the partition
 * [round][thread][vector] of gmem_smem and ldgsts. TileCopy's own, so not under `policy tirx`. */
#include "variants.h"

Plan *rounds_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Partition *partition = memory_pair(copy, decline) ? partition_new(copy, decline) : NULL;
    const RankSet *ranks = all_ranks(copy);
    Partition spread_out;
    Spread spread = {0};
    bool crosses = copy->src.space != copy->dst.space;
    int first;
    if (!partition || !ranks_in_a_row(ranks, &first, decline))
        return NULL;
    atoms_sort(partition, driving_side(copy));
    atoms_fuse(partition);
    if (crosses && !copy->scope.narrowed && threads_even(copy, decline)) {
        decline_with(decline, "own_pair", "gmem_smem or ldgsts already covers this copy");
        return NULL;
    }
    int64_t vector = threads_spread(partition, ranks->count, first, 128, &spread_out, &spread);
    if (vector == 0) {
        spread.leaves_rest = true;
        vector = threads_spread(partition, ranks->count, first, 128, &spread_out, &spread);
    }
    if (vector == 0) {
        decline_with(
            decline,
            "spread",
            "the vectors cannot be divided evenly among %d threads",
            ranks->count);
        return NULL;
    }
    if (!vector_fits(copy, vector, decline))
        return NULL;
    Plan *plan = threads_plan(&spread_out, &spread, "rounds", vector, ranks);
    if (!plan)
        decline_with(decline, "terms", "the address has too many terms");
    return plan;
}
