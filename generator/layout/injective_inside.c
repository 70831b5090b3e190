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

/* S[(64,64):(ld,1)] with the limits rows and cols, and the promise ld >= cols or ld >= 64. Run-time
 * origins move all elements by the same. */
bool layout_injective_inside(const Operand *operand, const Symbol *symbols, const Limits *limits) {
    PolyBasis basis = {0};
    Slice slice;
    Iter dim[2];
    if (limits->count != 2 || operand->space != SPACE_GMEM ||
        !layout_slice(operand, symbols, &basis, &slice) || slice.rank != 2 ||
        slice.layout.replica_count > 0 || !one_iter(&slice, 0, &dim[0]) ||
        !one_iter(&slice, 1, &dim[1]))
        return false;
    return steps_over(&dim[0], &dim[1], limits->symbol[1], symbols) ||
           steps_over(&dim[1], &dim[0], limits->symbol[0], symbols);
}
