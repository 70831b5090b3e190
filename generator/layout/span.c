/* span.c: the size a buffer must have: the highest address of the whole layout plus one, never the
 * product of the shape (a pitched layout is longer). Symbols make it a Poly; they are not negative,
 * so the highest address has every digit with a positive stride at its end. */
#include "layout.h"

static bool add_end(PolyBasis *basis, Poly *span, const Iter *iter) {
    if (iter->axis != AXIS_M || iter->stride.value <= 0) {
        return true;
    }
    return poly_add(basis, span, iter->stride, iter->extent - 1);
}

/* S[(32,8):(12,1)]: 31 * 12 + 7 + 1 = 380. S[(128,64):(ld,1)]: 127 * ld + 64. With swizzle(3,3,3)
 * S[(3,64):(64,1)] touches 192 addresses inside one period of 512: 512. */
bool layout_span(const Layout *layout, const Symbol *symbols, PolyBasis *basis, Poly *span) {
    Poly sum = {.constant = 1};
    for (int i = 0; i < layout->shard_count; i++) {
        if (!add_end(basis, &sum, &layout->shard[i])) {
            return false;
        }
    }
    for (int i = 0; i < layout->replica_count; i++) {
        if (!add_end(basis, &sum, &layout->replica[i])) {
            return false;
        }
    }
    for (int i = 0; i < layout->offset_count; i++) {
        if (layout->offset[i].axis == AXIS_M &&
            !add_i64(sum.constant, layout->offset[i].amount, &sum.constant)) {
            return false;
        }
    }
    int64_t period = swizzle_period(&layout->swizzle);
    Poly symbolic = sum;
    symbolic.constant = 0;
    int64_t over = sum.constant % period;
    if (poly_divisor(basis, &symbolic, symbols) % period != 0 ||
        !add_i64(sum.constant, over > 0 ? period - over : -over, &sum.constant)) {
        return false;
    }
    *span = sum;
    return true;
}
