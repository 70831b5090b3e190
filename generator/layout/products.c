/* products.c: do the addresses of an operand fit into a Poly? Every run-time stride is a product of
 * names, and an origin multiplies the strides of its dimension. */
#include "layout.h"

static bool add_product(PolyBasis *basis, Coef coef) {
    Poly sum = {0};
    coef.value = 1;
    return poly_add(basis, &sum, coef, 1);
}

/* m x 8 * ld: the names in ascending order. What has too many factors is not followed as a
 * product. */
static bool add_moved(PolyBasis *basis, Coef stride, int symbol) {
    int at = stride.count;
    if (at == MAX_FACTORS)
        return true;
    for (stride.count++; at > 0 && stride.symbol[at - 1] > symbol; at--)
        stride.symbol[at] = stride.symbol[at - 1];
    stride.symbol[at] = symbol;
    return add_product(basis, stride);
}

bool poly_holds(const Operand *operand, PolyBasis *basis) {
    Layout grouped;
    int seps[MAX_RANK + 1];
    for (int i = 0; i < operand->layout.shard_count; i++) {
        const Iter *iter = &operand->layout.shard[i];
        if (iter->extent > 1 && iter->stride.count > 0 && !add_product(basis, iter->stride))
            return false;
    }
    if (operand->layout.swizzle.on ||
        !layout_group(&operand->layout, operand->rank, operand->shape, &grouped, seps))
        return true; /* origins are tried one by one */
    for (int d = 0; d < operand->rank; d++)
        for (int i = seps[d]; i < seps[d + 1] && operand->region[d].symbol >= 0; i++)
            if (!add_moved(basis, grouped.shard[i].stride, operand->region[d].symbol))
                return false;
    return true;
}
