/* window.c: a masked window of an array, S[(height,width):(ld,1)][y:+34, x:+66]. The plan moves a
 * tile of 34x66 elements. Its first element lies `shift` elements behind the pointer, and its
 * limits say which elements lie in the array. Both are compared with the operand as it was written:
 * shift is y * ld + x, the tile has the strides of the array, and every extent that is a name
 * limits its dimension from that origin on. */
#include "prove.h"

bool window_reads(const Plan *plan, int symbol) {
    bool reads = false;
    for (int b = 0; b < plan->buffer_count; b++)
        reads |= plan->buffers[b].shift && expr_reads_symbol(plan->buffers[b].shift, symbol);
    return reads;
}

/* at += stride * symbol */
static bool add_origin(PolyBasis *basis, Poly *at, Coef stride, int symbol) {
    Coef product;
    return coef_times_symbol(stride, symbol, &product) && poly_add(basis, at, product, 1);
}

/* Where the window of the array begins, which may be before it: dimension by dimension, since the
 * layout algebra takes no regions outside of a shape. */
static bool begin_of(const Operand *array, EdgeKind edge, PolyBasis *basis, Poly *at) {
    bool ok = true;
    for (int d = 0; d < array->rank && ok; d++) {
        const Range *range = &array->region[d];
        const Coef stride = array->layout.shard[d].stride;
        if (edge && array->layout.named[d])
            continue; /* stands in every access */
        ok = poly_add(basis, at, stride, range->begin) &&
             (range->symbol < 0 || add_origin(basis, at, stride, range->symbol));
    }
    return ok;
}

static bool shift_fits(
    const Prover *prover, const Operand *array, EdgeKind edge, const Expr *shift) {
    PolyBasis basis = {0};
    Poly begin = {0}, at;
    Point point = {.symbol = NULL};
    return begin_of(array, edge, &basis, &begin) &&
           expr_poly(shift, &point, &basis, prover->plan->symbols, &at) && poly_equal(&begin, &at);
}

/* The limit of a dimension of the array, if its extent is a name; and no other. */
static bool limit_fits(const Flow *flow, const Operand *array, int d, int dim) {
    const Range *range = &array->region[d];
    int found = 0;
    for (int i = 0; i < flow->limits.count; i++) {
        const Limit *limit = &flow->limits.at[i];
        found += limit->windowed && limit->symbol == array->layout.named[d] - 1 &&
                 limit->origin == range->symbol && limit->begin == range->begin &&
                 limit->dim == (range->extent == 1 ? -1 : dim);
    }
    return array->layout.named[d] ? found > 0 : true;
}

static bool tile_fits(const Flow *flow, const Operand *tile) {
    const Operand *array = tile->array;
    int dim = 0, named = 0;
    bool fits = tile->rank == array->rank && tile->layout.shard_count == array->rank &&
                array->layout.shard_count == array->rank && !array->layout.swizzle.on &&
                !tile->layout.swizzle.on && !array->layout.offset_count &&
                !tile->layout.offset_count && !array->layout.replica_count &&
                !tile->layout.replica_count;
    for (int d = 0; d < array->rank && fits; d++) {
        const Range *range = &array->region[d];
        const Iter *iter = &tile->layout.shard[d];
        fits = iter->extent == range->extent && tile->region[d].extent == range->extent &&
               tile->region[d].begin == 0 && tile->region[d].symbol < 0 && iter->axis == AXIS_M &&
               coef_equal(iter->stride, array->layout.shard[d].stride) &&
               limit_fits(flow, array, d, dim);
        dim += range->extent != 1;
        named += array->layout.named[d] != 0;
    }
    return fits && named == flow->limits.count;
}

bool windows_fit(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int f = 0; f < plan->flow_count; f++) {
        const Flow *flow = &plan->flows[f];
        const Operand *side[] = {&flow->src, &flow->dst};
        const int at[] = {flow->src_at, flow->dst_at};
        for (int i = 0; i < 2; i++) {
            if (side[i]->space == SPACE_REG)
                continue;
            const Expr *shift = plan->buffers[at[i]].shift;
            if (!side[i]->array != !shift ||
                (shift && flow->limits.edge && !window_is_apart(side[i])) ||
                (shift && (!tile_fits(flow, side[i]) ||
                           !shift_fits(prover, side[i]->array, flow->limits.edge, shift))))
                return proof_fail(
                    prover, "window", "the tile does not begin where the window of the array does");
        }
    }
    return true;
}

/* The flow that reads this buffer as a window whose edge is clamped or wraps; NULL: none does. */
static const Flow *edge_flow(const Plan *plan, const Side *side) {
    for (int f = 0; f < plan->flow_count; f++)
        if (plan->flows[f].limits.edge && side->kind == AT_BUFFER &&
            plan->flows[f].src.space != SPACE_REG && plan->flows[f].src_at == side->of)
            return &plan->flows[f];
    return NULL;
}

/* Coordinates in range are those of one element alone, which is the one at the address: its place
 * in the array follows from them. */
bool edges_fit(Run *run, const Side *side, const Point *point, const Poly *at) {
    Prover *prover = run->prover;
    const Flow *flow = edge_flow(prover->plan, side);
    Poly sum = {0};
    int dim = 0;
    bool fits = !flow == !side->edges;
    for (int d = 0; flow && fits && d < flow->src.rank; d++) {
        const int64_t extent = flow->src.region[d].extent;
        int64_t x = 0;
        if (extent == 1)
            continue;
        fits = dim < side->edge_count && expr_is_concrete(&side->edges[dim], point) &&
               expr_value(&side->edges[dim], point, &x) && x >= 0 && x < extent &&
               poly_add(&prover->basis, &sum, flow->src.layout.shard[d].stride, x);
        dim++;
    }
    return (fits && (!flow || (dim == side->edge_count && poly_equal(&sum, at)))) ||
           proof_fail(
               prover, "window", "the coordinates of an access are not those of its address");
}
