/* tma_gather.c: rows that indices pick, by tensor copies of four rows each (gather4 and scatter4 of
 * sm_100), priority 9: the map has the array as it is, in boxes of one row, and each copy takes
 * four indices as coordinates. TileCopy's own, so not under `policy tirx`. */
#include "variants.h"

static bool rows_fit(const Copy *copy, const Picks *picks, Decline *decline) {
    const bool load = copy->dst.space == SPACE_SMEM;
    if (!picks)
        return decline_with(
            decline, "picks", "its rows are in order: write 'by i32 smem', or use tma_auto");
    if (picks->unit > 1)
        return decline_with(
            decline,
            "pages",
            "an index picks %lld rows, and a copy of four rows takes an index for each",
            (long long)picks->unit);
    if (picks->count % 4)
        return decline_with(
            decline,
            "fours",
            "%lld rows are no multiple of four: %s",
            (long long)picks->count,
            load ? "gather more, with -1 behind the last index" : "scatter a multiple of four");
    if (!load && picks->absent)
        return decline_with(
            decline,
            "picks_absent",
            "a row may be missing, and a store below row 0 may end the kernel: write 'where index "
            ">= "
            "0'");
    return (picks->index.space != SPACE_REG || copy->scope.kind == SCOPE_THREAD) ||
           decline_with(
               decline,
               "picks",
               "one thread of the warp starts the copies, and all of them hold the indices: keep "
               "them in smem");
}

Plan *tma_gather_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Boxes boxes;
    if (!tensor_applies(copy, decline) || !rows_fit(copy, copy_picks(copy), decline))
        return NULL;
    Partition *partition = gather_find(copy, &boxes, decline);
    if (!partition || (copy->dst.space == SPACE_SMEM && !bytes_armed(copy, decline)))
        return NULL;
    return gather_plan(copy, &boxes, partition, query->target, "tma_gather", decline);
}
