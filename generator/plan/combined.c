/* combined.c: what an element of a reduction or scan is made of: the set of the source's elements
 * that come together in it, from the flow alone. */
#include "prove.h"

/* Extents and coordinates of an element, unit extents dropped. */
static int coord_of(const Operand *operand, int64_t element, int64_t *extent, int64_t *coord) {
    int rank = 0;
    for (int d = 0; d < operand->rank; d++)
        if (operand->region[d].extent > 1)
            extent[rank++] = operand->region[d].extent;
    for (int d = rank - 1; d >= 0; d--) {
        coord[d] = element % extent[d];
        element /= extent[d];
    }
    return rank;
}

/* Is `over` a dimension of the region, of `rank` dimensions? Otherwise each element is combined
 * with nothing. */
static bool is_over(const Flow *flow, int rank) {
    return flow->over >= 0 && flow->over < rank;
}

int64_t flow_elements(const Flow *flow) {
    int64_t extent[MAX_RANK], coord[MAX_RANK], count = region_count(&flow->src);
    int rank = coord_of(&flow->src, 0, extent, coord);
    bool fewer = flow->combine != COMBINE_NONE && !flow->scan && is_over(flow, rank);
    return fewer ? count / extent[flow->over] : count;
}

/* The first of the elements that come together in element `element` of the destination, how far
 * apart they lie, and how many they are: of a 4x6 region, over dimension 0, 2 is of 2, 8, 14 and
 * 20; a scan's element 8 only of 2 and 8. */
static int64_t combined_from(const Flow *flow, int64_t element, int64_t *first, int64_t *apart) {
    int64_t extent[MAX_RANK], coord[MAX_RANK];
    int rank = coord_of(&flow->src, 0, extent, coord);
    *apart = 1;
    if (!is_over(flow, rank)) {
        *first = element;
        return 1;
    }
    for (int d = rank - 1; d > flow->over; d--)
        *apart *= extent[d];
    if (flow->scan) {
        coord_of(&flow->src, element, extent, coord);
        *first = element - coord[flow->over] * *apart;
        return coord[flow->over] + !flow->exclusive;
    }
    *first = element / *apart * *apart * extent[flow->over] + element % *apart;
    return extent[flow->over];
}

/* Where it is: the lowest of the numbers along the dimension whose element equals all of them
 * combined. */
static bool index_of(
    Prover *prover,
    const Value *first,
    int64_t apart,
    int64_t count,
    Value all,
    const Dtype *dtype,
    Value *out) {
    Value *numbers = NEW_ARRAY(Value, count);
    for (int64_t i = 0; i < count; i++)
        numbers[i] = value_index(prover, first[i * apart], all, i);
    return value_combined_of(prover, COMBINE_MIN, dtype, numbers, 1, (int)count, out);
}

static bool combine(
    Prover *prover,
    const Flow *flow,
    const Value *sources,
    const Value *with,
    int64_t element,
    const Dtype *from,
    const Dtype *to,
    Value *out) {
    int64_t first, apart, count = combined_from(flow, element, &first, &apart);
    if (count == 0) {
        *out = value_constant(prover, flow->limits.fill);
        return true;
    }
    if (!value_combined_of(prover, flow->combine, from, sources + first, apart, (int)count, out))
        return false;
    if (flow->index)
        return index_of(prover, sources + first, apart, count, *out, to, out);
    return !with || value_combined(prover, flow->combine, from, *out, *with, out);
}

/* All owners of an element ask for it, one after the other: 1024 threads for the sum of 32768. */
bool flow_combined(
    Prover *prover,
    int flow,
    int cta,
    int64_t element,
    const Dtype *from,
    const Dtype *to,
    Value *out) {
    const Flow *f = &prover->plan->flows[flow];
    const Value *sources = prover->source_values[flow] + cta * region_count(&f->src), *with = NULL;
    Combined *last = &prover->combined;
    if (!last->known || last->flow != flow || last->cta != cta || last->element != element) {
        if (f->with)
            with = &prover->with_values[flow][cta * region_count(f->with) + element];
        if (!combine(prover, f, sources, with, element, from, to, &last->value))
            return false;
        last->known = true;
        last->flow = flow;
        last->cta = cta;
        last->element = element;
    }
    *out = last->value;
    return true;
}
