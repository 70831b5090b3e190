/* stages.c: `stages N`: the smem operand of the view becomes a buffer of N tiles, with the ring as
 * one more dimension outside and the run-time origin `stage` in it. Every variant, the proof and
 * the printers treat it as a region of a larger buffer; the name is of the tile. */
#include "passes.h"
#include <string.h>

bool view_stages(Copy *view) {
    Operand *tile = view->src.space == SPACE_SMEM ? &view->src : &view->dst;
    int stages = view->options.stages, symbol = 0;
    if (stages == 0)
        return true;
    while (strcmp(view->symbols[symbol].name, "stage") != 0)
        symbol++;
    int64_t stride = stage_stride(view, tile);
    if (stride == 0) {
        diag_error(
            view->options.stages_loc,
            "E_SPAN_LIMIT",
            "%d stages of this tile span at least 2^31 elements",
            stages);
        return false;
    }
    memmove(tile->shape + 1, tile->shape, (size_t)tile->rank * sizeof *tile->shape);
    memmove(tile->region + 1, tile->region, (size_t)tile->rank * sizeof *tile->region);
    memmove(
        tile->layout.shard + 1,
        tile->layout.shard,
        (size_t)tile->layout.shard_count * sizeof *tile->layout.shard);
    tile->rank++;
    tile->layout.shard_count++;
    tile->shape[0] = stages;
    tile->region[0] = (Range){0, symbol, 1};
    tile->layout.shard[0] = (Iter){stages, coef_int(stride), AXIS_M, view->options.stages_loc};
    tile->staged = true;
    tile->whole = false;
    return true;
}
