/* tensor_rows_find.c: the map and the loops of rows that indices pick, four with each copy. The map
 * has the array as it is, in boxes of one row: of a 64x128 tile in panels of 64 under swizzle 128B,
 * boxes of 64 columns, a loop over 16 fours of rows and one over 2 panels. */
#include "boxes.h"

enum { ROWS = 4, ROWS_PLACE = 128 };

/* The innermost dimension of the tile, whole, is the row of the map; the digit of the rows that
 * steps from one to the next as the hardware does counts fours. */
static bool row_box(const Finder *finder, const Dims *dims, int64_t pack, Boxes *out) {
    const BoxDim *inner = &dims->at[0];
    const int64_t span = finder_span(finder), pitch = span ? span : inner->count;
    const int64_t bits = copy_bits(finder->copy), most = MOST_BOX * pack;
    bool found = false;
    bool fits = inner->dim == 1 && inner->tile == 1 && inner->count <= most &&
                inner->count <= pitch && inner->count * bits % ROW_BITS == 0 &&
                dims_pack(finder, dims, pack);
    out->place = ROWS_PLACE;
    out->loop_count = 0;
    out->map.pack = pack > 1 ? (int)pack : 0;
    out->map.box[0] = inner->count;
    out->map.extent[0] = inner->extent;
    out->coords[0] = dims_coordinate(&inner->first, pack);
    for (int i = 1; i < dims->count && fits; i++) {
        const BoxDim *dim = &dims->at[i];
        const bool rows = dim->dim == 0;
        const int64_t by = rows && !found && dim->tile == pitch && dim->step == 1 ? ROWS : 1;
        const int64_t step = rows ? dim->step * by : dim->step / pack, more = dim->count / by;
        found |= by > 1;
        fits = dim->count % by == 0 && (rows || dim->step % pack == 0) &&
               (more == 1 || boxes_add_loop(finder, out, more, dim->tile * by, rows, step));
    }
    return fits && found;
}

/* How far apart the rows of the tile are: 72 of S[(64,64):(72,1)]. */
static int64_t row_pitch(const Dims *dims) {
    for (int i = 0; i < dims->count; i++)
        if (dims->at[i].dim == 0 && dims->at[i].step == 1)
            return dims->at[i].tile;
    return 0;
}

static bool decline_rows(const Finder *finder, const Dims *dims, Decline *decline) {
    const int64_t span = finder_span(finder), bits = copy_bits(finder->copy);
    const int64_t most = span ? span : MOST_BOX * (bits == 4 ? 2 : 64 / bits);
    const BoxDim *inner = &dims->at[0];
    const int64_t pitch = span ? span : inner->count, rows = row_pitch(dims);
    if (dims->count == 0 || inner->dim != 1 || inner->tile != 1)
        return decline_with(decline, "tile", "the columns of the tile do not follow one another");
    if (inner->count > most)
        return decline_with(
            decline,
            "box",
            "a row of %lld elements is over the %lld that a copy takes%s: put it in panels, "
            "S[(R,%lld,%lld):(%lld,%lld*R,1)]",
            (long long)inner->count,
            (long long)most,
            span ? " under its swizzle" : "",
            (long long)((inner->count + most - 1) / most),
            (long long)most,
            (long long)most,
            (long long)most);
    if (inner->count * bits % ROW_BITS)
        return decline_with(
            decline,
            "inner_box",
            "a row of %lld bytes is no multiple of 16",
            (long long)(inner->count * bits / 8));
    if (rows != pitch)
        return decline_with(
            decline,
            "tile",
            "the hardware writes four rows %lld elements apart, and the tile has them %lld apart",
            (long long)pitch,
            (long long)rows);
    if (pitch * bits / 8 * ROWS % ROWS_PLACE)
        return decline_with(
            decline,
            "place",
            "four rows of %lld bytes begin at multiples of %lld bytes, and a copy at those of %d",
            (long long)(pitch * bits / 8),
            (long long)(pitch * bits / 8 * ROWS),
            ROWS_PLACE);
    return decline_with(decline, "tile", "four rows in a row do not lie one behind the other");
}

/* Two numbers of 4 bits are a byte of the map. */
static bool has_type(const Copy *copy, Decline *decline) {
    return copy_bits(copy) == 4 || tensor_type(copy->dtype, COMBINE_NONE) >= 0 ||
           decline_with(decline, "dtype", "%s is no type of a tensor map", copy->dtype->name);
}

Partition *gather_find(const Copy *copy, Boxes *out, Decline *decline) {
    const bool load = copy->dst.space == SPACE_SMEM;
    Copy moving = *copy; /* panels move the coordinate: the map has two dimensions */
    moving.options.oob = load ? OOB_ZERO : OOB_SKIP;
    Finder finder = {
        .copy = &moving,
        .tensor = load ? &copy->src : &copy->dst,
        .tile = load ? &copy->dst : &copy->src,
        .side = load ? DST : SRC,
        .best = true};
    Partition *partition =
        has_type(copy, decline) ? partition_new(tensor_plain(copy), decline) : NULL;
    Dims dims = {0};
    if (!partition || !dims_find(&finder, partition, &dims, decline))
        return NULL;
    const Picks *picks = finder.tensor->picks;
    *out = (Boxes){.map = {.kind = OBJECT_TENSOR, .rank = 2, .rows = ROWS, .box = {0, 1}}};
    out->map.stride[0] = coef_int(1);
    out->map.stride[1] = finder.tensor->layout.shard[0].stride;
    out->map.extent[1] = coef_symbol(picks->rows - 1);
    out->map.swizzle = finder.tile->layout.swizzle;
    out->map.swizzle.on &= out->map.swizzle.len > 0;
    const int64_t unit = copy_bits(copy) == 4 ? 2 : 1;
    bool found = false;
    for (int64_t pack = unit; pack <= 8 && !found && dims.count > 0; pack *= 2)
        found =
            (pack == unit || copy_bits(copy) * pack <= 64) && row_box(&finder, &dims, pack, out);
    out->place = tensor_place(&out->map, copy_bits(copy));
    if (found)
        return tensor_rules(copy, out, decline) ? partition : NULL;
    decline_rows(&finder, &dims, decline);
    return NULL;
}
