/* injective_inside.c: do the elements of a masked copy inside its limits all have different places?
 * Element (r, c) lies at r * ld + c. With ld >= cols no two of them meet: r * ld + c with c < cols
 * is below (r + 1) * ld. Elements beyond the limits may meet others, as those of a 30x30 matrix (ld
 * 30) do in a 64x64 tile, but a plan writes none of them. */
#include "layout.h"

/* A dimension of the slice as one iter; (2,32):(32*ld,ld) is (64:ld). */
static bool one_iter(const Slice *slice, int dim, Iter *out) {
    *out = (Iter){.extent = 1};
    for (int i = slice->seps[dim]; i < slice->seps[dim + 1]; i++) {
        const Iter *next = &slice->layout.shard[i];
        Coef step;
        if (next->axis != AXIS_M || !coef_mul(next->stride, next->extent, &step) ||
            (i > slice->seps[dim] && !coef_equal(out->stride, step))) {
            return false;
        }
        int64_t before = out->extent;
        *out = *next;
        out->extent *= before;
    }
    return out->extent == slice->shape[dim];
}

/* Is a step along `outer` at least unit * limit, or at least as much as the whole of `inner` takes?
 * Both sides of the symbol's own promise are checked against the strides. */
static bool steps_over(const Iter *outer, const Iter *inner, int limit, const Symbol *symbols) {
    int64_t reach, step;
    if (outer->stride.count != 1 || inner->stride.count != 0 || inner->stride.value < 1)
        return false;
    const Pitch *pitch = &symbols[outer->stride.symbol[0]].pitch;
    return pitch->limit == limit && outer->stride.value >= pitch->scale && pitch->scale >= 1 &&
           pitch->unit >= inner->stride.value &&
           mul_i64(inner->extent, inner->stride.value, &reach) &&
           mul_i64(outer->stride.value, pitch->enough, &step) && step >= reach;
}

/* Is `outer` without its symbol `k` of the symbols of `inner`? */
static bool has_rest(Coef outer, int k, Coef inner) {
    bool same = outer.count == inner.count + 1;
    for (int i = 0; i < inner.count && same; i++)
        same = outer.symbol[i < k ? i : i + 1] == inner.symbol[i];
    return same;
}

/* a * b >= c * d */
static bool is_at_least(int64_t a, int64_t b, int64_t c, int64_t d) {
    int64_t more, less;
    return mul_i64(a, b, &more) && mul_i64(c, d, &less) && more >= less;
}

static bool same_symbols(Coef a, Coef b) {
    Coef one = a;
    one.value = b.value;
    return coef_equal(one, b);
}

/* Is a step along a dimension at least as long as all of another one? 2*ld over 3 of width: by the
 * promise 2 * ld >= 3 * width; 2*width over it: always; 128 over 64 elements. */
static bool steps_over_dim(const Layout *array, int dim, int other, const Symbol *symbols) {
    const Coef outer = array->shard[dim].stride, inner = array->shard[other].stride;
    const int named = array->named[other];
    const int64_t most = named ? symbols[named - 1].max : array->shard[other].extent;
    bool steps = same_symbols(outer, inner) && is_at_least(outer.value, 1, inner.value, most);
    for (int k = 0; k < outer.count; k++) {
        const Symbol *symbol = &symbols[outer.symbol[k]];
        const Pitch *pitch = &symbol->pitch;
        const bool is_own = named && outer.symbol[k] == named - 1 && outer.value >= inner.value;
        const bool promised = named && pitch->limit == named - 1 && pitch->enough > symbol->max &&
                              is_at_least(outer.value, pitch->unit, inner.value, pitch->scale);
        steps |= has_rest(outer, k, inner) &&
                 (is_own || promised || is_at_least(outer.value, symbol->min, inner.value, most));
    }
    return steps;
}

static bool is_unit(const Layout *array, int dim) {
    return array->shard[dim].extent == 1 && !array->named[dim];
}

/* The longest dimension that a step along `dim` is over and that no other one took; -1: none. */
static int next_inside(const Operand *array, int dim, const bool *taken, const Symbol *symbols) {
    int found = -1;
    for (int other = 0; other < array->rank; other++) {
        if (taken[other] || other == dim || is_unit(&array->layout, other) ||
            !steps_over_dim(&array->layout, dim, other, symbols))
            continue;
        const Coef a = array->layout.shard[other].stride;
        const Coef b = array->layout.shard[found < 0 ? other : found].stride;
        if (a.count > b.count || (a.count == b.count && a.value >= b.value))
            found = other;
    }
    return found;
}

static bool is_positive(Coef stride, const Symbol *symbols) {
    bool is = stride.value >= 1;
    for (int k = 0; k < stride.count; k++)
        is &= symbols[stride.symbol[k]].min >= 1;
    return is;
}

/* No element of an array has the place of another, nor has any of a window of it, where each
 * dimension but one, whose stride is no zero, steps over one of its own. */
static bool array_is_apart(const Operand *array, const Symbol *symbols) {
    bool taken[MAX_RANK] = {false}, innermost = true;
    int open = 0;
    for (int d = 0; d < array->rank; d++) {
        if (is_unit(&array->layout, d))
            continue;
        const int inside = next_inside(array, d, taken, symbols);
        if (inside >= 0)
            taken[inside] = true;
        else
            innermost &= is_positive(array->layout.shard[d].stride, symbols);
        open += inside < 0;
    }
    return innermost && open == 1;
}

/* S[(64,64):(ld,1)] with the limits rows and cols, and the promise ld >= cols or ld >= 64. Run-time
 * origins move all elements by the same. */
bool layout_injective_inside(const Operand *operand, const Symbol *symbols, const Limits *limits) {
    PolyBasis basis = {0};
    Slice slice;
    Iter dim[2];
    if (operand->array)
        return array_is_apart(operand->array, symbols);
    const Limit *rows = limit_of_dim(limits, 0), *cols = limit_of_dim(limits, 1);
    if (!rows || !cols || operand->space != SPACE_GMEM ||
        !layout_slice(operand, symbols, &basis, &slice) || slice.rank != 2 ||
        slice.layout.replica_count > 0 || !one_iter(&slice, 0, &dim[0]) ||
        !one_iter(&slice, 1, &dim[1]))
        return false;
    return steps_over(&dim[0], &dim[1], cols->symbol, symbols) ||
           steps_over(&dim[1], &dim[0], rows->symbol, symbols);
}
