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

/* Is the stride of a dimension that of another one times a symbol that is no less than the extent
 * there: ld >= width? */
static bool steps_over_dim(const Layout *array, int dim, int other, const Symbol *symbols) {
    const Coef outer = array->shard[dim].stride, inner = array->shard[other].stride;
    const int named = array->named[other];
    bool steps = false;
    for (int k = 0; k < outer.count; k++) {
        const Symbol *symbol = &symbols[outer.symbol[k]];
        const Pitch *pitch = &symbol->pitch;
        Coef product;
        bool enough = named ? outer.symbol[k] == named - 1 ||
                                  (pitch->limit == named - 1 && pitch->scale == 1 &&
                                   pitch->unit == 1 && pitch->enough > symbol->max)
                            : symbol->min >= array->shard[other].extent;
        steps |= enough && coef_times_symbol(inner, outer.symbol[k], &product) &&
                 coef_equal(product, outer);
    }
    return steps;
}

/* No element of an array has the place of another, nor has any of a window of it, where one
 * dimension has a constant stride and each of the others steps over one of its own. */
static bool array_is_apart(const Operand *array, const Symbol *symbols) {
    bool taken[MAX_RANK] = {false};
    int innermost = 0, steps = 0;
    for (int d = 0; d < array->rank; d++) {
        const Coef stride = array->layout.shard[d].stride;
        innermost += stride.count == 0 && stride.value >= 1;
        for (int other = 0; other < array->rank; other++)
            if (!taken[other] && steps_over_dim(&array->layout, d, other, symbols)) {
                taken[other] = true;
                steps++;
                break;
            }
    }
    return innermost == 1 && steps == array->rank - 1;
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
