/* ctext_edges.c: addresses that are no sums: src + tc_clamp_at(y + 3, height, ld) + ... of a window
 * whose edge is clamped or wraps. */
#include "ctext.h"

/* For each limit its place, extent and stride; the other dimensions are the rest of the address. */
bool wanted_edges(
    const Wanted *wanted, const Call *call, const Value *got, const Side *side, Number *rest) {
    Reader *reader = wanted->reader;
    const Flow *flow = &reader->plan->flows[0];
    const int64_t bits = side_bits(reader->plan, side);
    *rest = number_constant(reader, 0, C_LONG);
    int found = 0;
    for (int d = 0, dim = 0; d < flow->src.rank; d++) {
        const Operand *array = flow->src.array;
        const bool unit = flow->src.region[d].extent == 1;
        const Coef stride = array->layout.shard[d].stride;
        Number place =
            unit ? number_constant(reader, 0, C_LONG) : expr_number(wanted, &side->edges[dim++]);
        Number step = number_constant(reader, stride.value, C_LONG);
        for (int k = 0; k < stride.count; k++)
            step = number_times_symbol(reader, step, stride.symbol[k]);
        if (!array->layout.named[d]) {
            for (int k = 0; k < stride.count; k++)
                place = number_times_symbol(reader, place, stride.symbol[k]);
            *rest = number_add_exact(reader, *rest, place, stride.value * bits);
            continue;
        }
        const Number one = number_constant(reader, 1, C_LONG);
        place = number_add_exact(reader, place, one, array->region[d].begin);
        if (array->region[d].symbol >= 0)
            place = number_add_exact(
                reader, place, number_symbol(reader, array->region[d].symbol, C_LONG), 1);
        const Number extent = number_symbol(reader, array->layout.named[d] - 1, C_LONG);
        const EdgeTerm *term = found < got->edge_count ? got->edges[found++] : NULL;
        if (!term || term->edge != flow->limits.edge ||
            !same_number(wanted, call, &term->at, &place, "a place in the array") ||
            !same_number(wanted, call, &term->extent, &extent, "an extent of the array") ||
            !same_number(wanted, call, &term->stride, &step, "a stride of the array"))
            return differs_at_once(wanted, "an edge");
    }
    return found == got->edge_count || differs_at_once(wanted, "an edge");
}
