/* slice.c: an operand's region -> a layout over the region's extents without units. Dimensions are
 * cut one by one, iter by iter from the inside. Either an iter is taken whole, or the walk stays
 * inside it (the pivot) and every iter further out is a fixed digit. Fixed digits become offsets,
 * the digits of a run-time origin become origin terms. The offset belongs inside the swizzle, which
 * stays unchanged. Returns false if a walk would carry from one iter into the next. The language
 * has already checked that the region lies inside the shape and that origins are not below 0. */
#include "layout.h"
#include <string.h>

typedef struct {
    const Symbol *symbols;
    PolyBasis *basis;
    Slice *out;
    int64_t amount[AXIS_COUNT]; /* offsets of all axes but m */
    Iter kept[MAX_ITERS];       /* of the dimension at hand, innermost first */
    int kept_count;
} Cut;

/* What is left of the walk along one dimension, in units of the iters already passed. */
typedef struct {
    int64_t begin, extent, unit;
    int index;            /* of the origin's symbol, -1: none */
    const Symbol *symbol; /* NULL: none */
} Way;

static bool move(Cut *cut, Axis axis, Coef stride, int64_t digits) {
    if (axis == AXIS_M) {
        return poly_add(cut->basis, &cut->out->offset, stride, digits);
    }
    int64_t step;
    return (stride.count == 0 || stride.value == 0) && mul_i64(stride.value, digits, &step) &&
           add_i64(cut->amount[axis], step, &cut->amount[axis]);
}

/* No more are kept than there are iters: the two of a middle take the place of two. */
static void keep(Cut *cut, Iter iter, int64_t extent, Coef stride) {
    if (extent == 1) {
        return;
    }
    iter.extent = extent;
    iter.stride = stride;
    cut->kept[cut->kept_count++] = iter;
}

/* At most one of an iter. */
static void add_origin(Cut *cut, const Way *way, const Iter *iter, bool outermost) {
    Slice *out = cut->out;
    if (coef_is_zero(iter->stride)) {
        return;
    }
    bool top = outermost || way->symbol->max / way->unit < iter->extent;
    out->origin[out->origin_count].symbol = way->index;
    out->origin[out->origin_count].stride = iter->stride;
    out->origin[out->origin_count].axis = iter->axis;
    out->origin[out->origin_count].div = way->unit;
    out->origin[out->origin_count].mod = top ? 0 : iter->extent;
    out->origin_count++;
}

/* The largest digit that the symbol has in an iter: m % 16 == 0 in an iter of 64 with unit 4 moves
 * by multiples of 16 / 4 = 4, at most 60; m <= 40 makes that 40 / 4 = 10. */
static int64_t largest_digit(const Way *way, int64_t extent) {
    if (way->symbol == NULL) {
        return 0;
    }
    int64_t divisor = symbol_divisor(way->symbol);
    int64_t step = divisor % way->unit == 0 ? gcd_i64(divisor / way->unit, extent) : 1;
    int64_t limit = way->symbol->max / way->unit;
    return extent - step < limit ? extent - step : limit;
}

/* Columns 4:12 of (4,8):(64,1) run through 4 .. 7 of one iter and 0 .. 3 of the next: the exact
 * middle. That is (2: 64 - (8 - 4) * 1 = 60)(4: 1) from 4 on. */
static bool cut_middle(
    Cut *cut, const Iter *outer, const Iter *iter, const Way *way, int64_t digit) {
    int64_t half = way->extent / 2;
    int64_t rest = way->begin / iter->extent % outer->extent;
    Coef back, stride;
    if (way->symbol != NULL || way->extent % 2 != 0 || digit + half != iter->extent ||
        outer->axis != iter->axis || rest + 1 >= outer->extent ||
        !coef_mul(iter->stride, half - iter->extent, &back) ||
        !coef_add(outer->stride, back, &stride)) {
        return false;
    }
    keep(cut, *iter, half, iter->stride);
    keep(cut, *iter, 2, stride);
    return true;
}

/* One iter from the inside. Range 12:16 of (4,8):(64,1) passes the iter of 8 with digit 4 and
 * extent 4 as the pivot (4:1), then the outer iter with the fixed digit 1: offset 64 + 4. */
static bool cut_iter(Cut *cut, const Iter *iter, const Iter *outer, Way *way) {
    int64_t extent = iter->extent;
    int64_t digit = way->begin % extent;
    int64_t take = way->extent;
    if (outer == NULL) {
        if (way->symbol != NULL && way->symbol->max / way->unit > 0) {
            add_origin(cut, way, iter, true);
        }
    } else {
        int64_t largest = largest_digit(way, extent);
        if (digit == 0 && largest == 0 && way->extent % extent == 0) {
            take = extent;
        } else if (way->extent > extent - digit - largest) {
            if (!cut_middle(cut, outer, iter, way, digit)) {
                return false;
            }
            way->extent = take = 1;
        }
        if (largest > 0) {
            add_origin(cut, way, iter, false);
        }
    }
    way->extent /= take;
    way->begin /= extent;
    keep(cut, *iter, take, iter->stride);
    return move(cut, iter->axis, iter->stride, digit) && mul_i64(way->unit, extent, &way->unit);
}

static bool cut_dim(Cut *cut, const Layout *grouped, int first, int end, const Range *range) {
    Way way = {range->begin, range->extent, 1, range->symbol, NULL};
    if (range->symbol >= 0) {
        way.symbol = &cut->symbols[range->symbol];
    }
    cut->kept_count = 0;
    for (int i = end - 1; i >= first; i--) {
        const Iter *outer = i > first ? &grouped->shard[i - 1] : NULL;
        if (!cut_iter(cut, &grouped->shard[i], outer, &way)) {
            return false;
        }
    }
    Layout *layout = &cut->out->layout;
    for (int i = cut->kept_count - 1; i >= 0; i--) {
        layout->shard[layout->shard_count++] = cut->kept[i];
    }
    return way.extent == 1;
}

/* The O list of the slice: thread and tensor-memory axes, with zeros that keep an axis named. Row
 * 5 of S[(32,8):(1@laneid,1)] is S[(8):(1)] + 5@laneid, row 0 is S[(8):(1)] + 0@laneid. */
static bool set_offsets(Cut *cut, unsigned axes) {
    Slice *out = cut->out;
    Layout *layout = &out->layout;
    layout->offset_count = 0;
    unsigned named = layout_axes(layout);
    for (int axis = AXIS_LANEID; axis < AXIS_COUNT; axis++) { /* all but m */
        bool thread = axis_is_thread((Axis)axis);
        bool only = thread && (axes & ~named) >> axis & 1;
        if (cut->amount[axis] == 0 && !only) {
            continue;
        }
        if (layout->offset_count == MAX_OFFSETS) {
            return false;
        }
        layout->offset[layout->offset_count++] = (Offset){cut->amount[axis], (Axis)axis};
        if (thread) {
            out->thread_offset[axis] = cut->amount[axis];
        }
    }
    return true;
}

/* smem S[(64,64):(64,1)][16:32, 8:16]: shape 16x8, S[(16,8):(64,1)], offset 16 * 64 + 8 = 1032.
 * With [m:+16, 8:16] there is one origin beside it: m x 64, and the offset is 8. */
bool layout_slice(const Operand *operand, const Symbol *symbols, PolyBasis *basis, Slice *out) {
    int seps[MAX_RANK + 1];
    Layout simple = layout_simplify(&operand->layout);
    Layout grouped;
    if (!layout_group(&simple, operand->rank, operand->shape, &grouped, seps)) {
        return false;
    }
    memset(out, 0, sizeof *out);
    out->layout = grouped;
    out->layout.shard_count = 0;
    Cut cut = {.symbols = symbols, .basis = basis, .out = out};
    for (int i = 0; i < grouped.offset_count; i++) {
        if (!move(&cut, grouped.offset[i].axis, coef_int(grouped.offset[i].amount), 1)) {
            return false;
        }
    }
    for (int dim = 0; dim < operand->rank; dim++) {
        const Range *range = &operand->region[dim];
        if (!cut_dim(&cut, &grouped, seps[dim], seps[dim + 1], range)) {
            return false;
        }
        if (range->extent > 1) {
            out->shape[out->rank++] = range->extent;
            out->seps[out->rank] = out->layout.shard_count;
        }
    }
    return set_offsets(&cut, layout_axes(&operand->layout));
}

/* Dimension 24 as (4:6)(6:1): c / 6 x 6 and c % 6 x 1, that is {div 6, mod 0} and {div 1, mod 6}.
 * The region's begin is in the slice's offset already, and the cuts made sure that adding it
 * carries nowhere. */
int layout_dim_digits(const Slice *slice, DimDigit out[MAX_ITERS]) {
    for (int dim = 0; dim < slice->rank; dim++) {
        int64_t div = 1;
        for (int i = slice->seps[dim + 1] - 1; i >= slice->seps[dim]; i--) {
            const Iter *iter = &slice->layout.shard[i];
            out[i] = (DimDigit){
                .dim = dim,
                .div = div,
                .mod = i == slice->seps[dim] ? 0 : iter->extent,
                .stride = iter->stride,
                .axis = iter->axis,
            };
            div *= iter->extent;
        }
    }
    return slice->seps[slice->rank];
}
