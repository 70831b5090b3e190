/* partial.c: Copies between memories whose region does not divide evenly among the threads: the
 * first threads take one full-width vector each, or all take some and the first threads one more. A
 * 4x6 f32 tile by a warp: 6 lanes, 16 bytes each. The seeds only have the fallback for it. */
#include "variants.h"

Plan *partial_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    const RankSet *ranks = all_ranks(copy);
    int first;
    if (!memory_pair(copy, decline) || !ranks_in_a_row(ranks, &first, decline))
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
    if (vectors_even(partition, ranks->count, first, vector, decline))
        return NULL;
    Plan *plan = items_plan(partition, "partial", vector, ranks, first);
    if (!plan)
        decline_with(decline, "terms", "the address has too many terms");
    return plan;
}
