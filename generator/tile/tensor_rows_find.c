/* tensor_rows_find.c: the map and the loops of rows that indices pick, four with each copy. The map
 * has the array as it is, in boxes of one row: of a 64x128 tile in panels of 64 under swizzle 128B,
 * boxes of 64 columns, a loop over 16 fours of rows and one over 2 panels. */
#include "boxes.h"

enum { ROWS = 4, ROWS_PLACE = 128, WIDEST_PACK = 8 };

/* Two numbers of 4 bits are a byte of the map. */
static int64_t least_pack(const Copy *copy) {
    return copy_bits(copy) == 4 ? 2 : 1;
}

/* The longest row that a copy takes: of the widest elements that it can be of. */
static int64_t longest_row(const Finder *finder, const Dims *dims) {
    int64_t pack = least_pack(finder->copy);
    while (pack < WIDEST_PACK && dims_pack(finder, dims, pack * 2))
        pack *= 2;
    return finder_span(finder) ? finder_span(finder) : MOST_BOX * pack;
}

/* The innermost dimension of the tile, whole, is the row of the map, of elements as wide as that
 * takes; the digit of the rows that steps from one to the next as the hardware does counts fours.
 */
static bool row_box(const Finder *finder, const Dims *dims, Boxes *out) {
    const BoxDim *inner = &dims->at[0];
    const int64_t span = finder_span(finder), pitch = span ? span : inner->count;
    int64_t pack = least_pack(finder->copy);
    while (inner->count > MOST_BOX * pack)
        pack *= 2;
    bool found = false;
    bool fits = inner->dim == 1 && inner->tile == 1 && inner->count <= longest_row(finder, dims) &&
                inner->count * copy_bits(finder->copy) % ROW_BITS == 0 &&
                dims_pack(finder, dims, pack);
    out->place = ROWS_PLACE;
    out->map.pack = (int)pack;
    out->map.box[0] = inner->count;
    out->map.extent[0] = inner->extent;
    out->coords[0] = dims_coordinate(&inner->first, pack);
    for (int i = 1; i < dims->count && fits; i++) {
        const BoxDim *dim = &dims->at[i];
        const bool rows = dim->dim == 0, fours = rows && dim->tile == pitch && dim->step == 1;
        const int64_t by = fours ? ROWS : 1, more = dim->count / by;
        const int64_t step = rows ? dim->step * by : dim->step / pack;
        found |= fours;
        fits = dim->count % by == 0 &&
               (more == 1 || boxes_add_loop(finder, out, more, dim->tile * by, rows, step));
    }
    return fits && found;
}

/* How far apart the rows of the tile are: 72 of S[(64,64):(72,1)]. There are four of them at least,
 * so one part of that dimension steps from row to row. */
static int64_t row_pitch(const Dims *dims) {
    const BoxDim *rows = dims->at;
    while (rows->dim != 0 || rows->step != 1)
        rows++;
    return rows->tile;
}

static bool decline_rows(const Finder *finder, const Dims *dims, Decline *decline) {
    const int64_t span = finder_span(finder), bits = copy_bits(finder->copy);
    const int64_t most = longest_row(finder, dims);
    const BoxDim *inner = &dims->at[0];
    const int64_t pitch = span ? span : inner->count, rows = row_pitch(dims);
    if (inner->dim != 1 || inner->tile != 1)
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
        .side = load ? DST : SRC};
    Partition *partition =
        has_type(copy, decline) ? partition_new(tensor_plain(copy), decline) : NULL;
    Dims dims = {.count = 0};
    if (!partition || !dims_find(&finder, partition, &dims, decline))
        return NULL;
    const Picks *picks = finder.tensor->picks;
    *out = (Boxes){.map = {.kind = OBJECT_TENSOR, .rank = 2, .rows = ROWS, .box = {[1] = 1}}};
    out->map.stride[0] = coef_int(1);
    out->map.stride[1] = finder.tensor->layout.shard[0].stride;
    out->map.extent[1] = coef_symbol(picks->rows - 1);
    out->map.swizzle = finder.tile->layout.swizzle;
    out->map.swizzle.on = out->map.swizzle.len > 0;
    if (!row_box(&finder, &dims, out)) {
        decline_rows(&finder, &dims, decline);
        return NULL;
    }
    out->place = tensor_place(&out->map, copy_bits(copy));
    return tensor_rules(copy, out, decline) ? partition : NULL;
}
