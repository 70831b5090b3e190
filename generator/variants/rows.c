/* rows.c: Copies between memories of rows that the threads do not divide evenly, each row by a
 * group of neighbouring threads: 34 rows of 66 f32 by 256 threads are 64 columns by 4 groups of 64
 * and 2 columns by 34 groups of 2. It takes a few accesses more than `partial`, and no division in
 * any of them. Whole rows or rows cut at a multiple of a warp, whichever costs less. */
#include "variants.h"

static Plan *cheaper(Plan *a, Plan *b) {
    if (!a || !b)
        return a ? a : b;
    return plan_cost(a).score <= plan_cost(b).score ? a : b;
}

Plan *rows_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    const RankSet *ranks = all_ranks(copy);
    Partition *partition = memory_pair(copy, decline) ? partition_new(copy, decline) : NULL;
    int first;
    if (!partition || !ranks_in_a_row(ranks, &first, decline))
        return NULL;
    atoms_sort(partition, driving_side(copy));
    atoms_fuse(partition);
    const int64_t vector = atoms_take_vector(partition, 128);
    if (!vector_fits(copy, vector, decline) ||
        vectors_even(partition, ranks->count, first, vector, decline))
        return NULL;
    Plan *best = NULL;
    bool any = false;
    for (int cut = 0; cut < 2; cut++) {
        Groups groups;
        if (!groups_find(partition, ranks->count, cut, &groups))
            continue;
        any = true;
        best = cheaper(best, groups_plan(partition, &groups, "rows", vector, first));
    }
    if (!any)
        decline_with(
            decline,
            "groups",
            "it has no rows that groups of at most %d threads divide",
            ranks->count);
    else if (!best)
        decline_with(decline, "terms", "the address has too many terms");
    return best;
}
