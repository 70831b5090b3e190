/* fit.c: which line of the table a layout is. The address of every element is taken from the
 * layout; the swizzle of a line is taken off it; what is left must be the line, for the two offsets
 * that its first elements give. */
#include "descriptor.h"
#include <inttypes.h>
#include <string.h>

/* Bytes of shared memory that a descriptor reaches; a tile of more elements than this has at least
 * as many bytes, or repeats places. */
enum { REACH = 1 << 18, MOST_ELEMENTS = 1 << 20 };

static bool fail_reach(const Descriptor *request) {
    diag_error(
        request->copy.src.loc,
        "E_DESCRIPTOR_REACH",
        "%s more than %d bytes, all that a descriptor can address",
        request->copy.options.stages ? "the ring of tiles has" : "the tile has",
        REACH);
    diag_help("an SM has at most 227 KiB of shared memory: take a smaller tile or fewer stages");
    return false;
}

/* M or N and K: the two dimensions of the region that are no units. */
static bool find_dims(const Operand *operand, Places *places) {
    int count = 0;
    for (int d = 0; d < operand->rank; d++) {
        if (operand->region[d].extent == 1)
            continue;
        if (count == 2)
            return false;
        places->dim[count] = d;
        places->extent[count++] = operand->region[d].extent;
    }
    return count == 2;
}

static bool find_strides(const Operand *operand, Places *places) {
    places->count = 1;
    for (int d = operand->rank - 1; d >= 0; d--) {
        places->stride[d] = places->count;
        if (operand->shape[d] > MOST_ELEMENTS / places->count)
            return false;
        places->count *= operand->shape[d];
    }
    return true;
}

static bool fill_places(const Descriptor *request, Places *places) {
    const Copy *copy = &request->copy;
    const Operand *operand = &copy->src;
    PolyBasis basis = {0};
    places->at = NEW_ARRAY(int64_t, places->count);
    budget_spend(places->count);
    for (int64_t x = places->count; x-- > 0;) {
        int64_t coord[MAX_RANK];
        Place place;
        for (int d = 0; d < operand->rank; d++)
            coord[d] = x / places->stride[d] % operand->shape[d];
        layout_places(
            &operand->layout,
            copy->symbols,
            &basis,
            operand->rank,
            operand->shape,
            coord,
            &place,
            1);
        places->at[x] = place.at.constant * places->bytes;
        if (places->at[x] < 0 || places->at[x] >= REACH)
            return false;
    }
    return true;
}

int64_t descriptor_stage_bytes(const Descriptor *request) {
    const Copy *copy = &request->copy;
    int bytes = copy->dtype->bits / 8;
    return copy->options.stages ? stage_stride(copy, &copy->src) * bytes : 0;
}

static int64_t ring_bytes(const Descriptor *request) {
    return descriptor_stage_bytes(request) * request->copy.options.stages;
}

bool places_of(const Descriptor *request, Places *places) {
    const Operand *operand = &request->copy.src;
    *places = (Places){.bytes = request->copy.dtype->bits / 8};
    if (!find_dims(operand, places))
        return refuse_shape(request, NULL);
    if (!find_strides(operand, places) || !fill_places(request, places))
        return fail_reach(request);
    if (ring_bytes(request) > REACH)
        return fail_reach(request);
    for (int d = 0; d < 2; d++)
        places->step[d] = places->stride[places->dim[d]];
    return true;
}

/* The address of (i, k) from the origin on, with the line's swizzle off it. */
static int64_t unswizzled(
    const Places *places, const Line *line, int64_t origin, int64_t i, int64_t k) {
    return line_swizzled(
        line->span, places->at[origin + i * places->step[0] + k * places->step[1]]);
}

static bool fit_offset(
    const Places *places, const Line *line, int64_t origin, Needs needs, int64_t *offset) {
    int64_t i = needs.along_k ? 0 : needs.at, k = needs.along_k ? needs.at : 0;
    *offset = -1;
    if (needs.at >= places->extent[needs.along_k])
        return true;
    *offset = unswizzled(places, line, origin, i, k) - unswizzled(places, line, origin, 0, 0);
    return *offset >= 0 && *offset % UNIT_BYTES == 0;
}

bool fit_offsets(const Places *places, const Line *line, int64_t origin, Offsets *offsets) {
    Needs lbo, sbo;
    line_needs(line, places->bytes, &lbo, &sbo);
    return fit_offset(places, line, origin, lbo, &offsets->lbo) &&
           fit_offset(places, line, origin, sbo, &offsets->sbo);
}

bool line_misses(
    const Places *places,
    const Line *line,
    Offsets offsets,
    int64_t origin,
    int64_t *i,
    int64_t *k) {
    int64_t start = unswizzled(places, line, origin, 0, 0);
    budget_spend(places->extent[0]);
    for (*i = 0; *i < places->extent[0]; ++*i)
        for (*k = 0; *k < places->extent[1]; ++*k)
            if (unswizzled(places, line, origin, *i, *k) !=
                start + line_offset(line, places->bytes, offsets, *i, *k))
                return true;
    return false;
}

bool fit_line(const Places *places, int64_t origin, Line *line, Offsets *offsets) {
    int64_t i, k;
    for (int l = 0; l < LINES; l++) {
        *line = lines[l];
        if (fit_offsets(places, line, origin, offsets) &&
            !line_misses(places, line, *offsets, origin, &i, &k))
            return true;
    }
    return false;
}

static int64_t start_at(const DescriptorPlan *plan, const int64_t *symbol) {
    const Places *places = &plan->places;
    return line_swizzled(plan->line.span, places->at[origin_number(plan->request, places, symbol)]);
}

/* A region that ends inside a panel, as 24 of the columns of panels of 16: the layout cannot be cut
 * there. The start may still grow evenly with each origin, from the first value to the next. */
static void fit_even_terms(DescriptorPlan *plan) {
    const Copy *copy = &plan->request->copy;
    int64_t symbol[MAX_SYMBOLS];
    first_origin(copy, symbol);
    int64_t first = start_at(plan, symbol);
    plan->constant = first;
    plan->term_count = 0;
    for (int s = 0; s < copy->symbol_count; s++) {
        const Symbol *origin = &copy->symbols[s];
        if (origin->min + origin->divisor > origin->max)
            continue;
        symbol[s] = origin->min + origin->divisor;
        int64_t bytes = start_at(plan, symbol) - first;
        symbol[s] = origin->min;
        if (bytes <= 0 || bytes % origin->divisor)
            continue;
        bytes /= origin->divisor;
        plan->constant -= bytes * origin->min;
        plan->terms[plan->term_count++] = (StartTerm){s, 1, 0, bytes};
    }
}

static bool terms_are_even(const DescriptorPlan *plan) {
    const Copy *copy = &plan->request->copy;
    int64_t symbol[MAX_SYMBOLS];
    first_origin(copy, symbol);
    do {
        int64_t start = plan->constant;
        for (int t = 0; t < plan->term_count; t++)
            start += plan->terms[t].bytes * symbol[plan->terms[t].symbol];
        if (start != start_at(plan, symbol))
            return false;
    } while (next_origin(copy, symbol));
    return true;
}

/* S[(128,64):(64,1)][m:+64, k:+16] begins at 128 * m + 2 * k; two panels of 64 columns at
 * 128 * m + 2 * (k % 64) + 16384 * (k / 64). */
void fit_terms(DescriptorPlan *plan) {
    const Copy *copy = &plan->request->copy;
    PolyBasis basis = {0};
    Slice slice;
    if (!layout_slice(&copy->src, copy->symbols, &basis, &slice)) {
        fit_even_terms(plan);
        if (plan->constant < 0 || !terms_are_even(plan))
            plan->term_count = -1;
        return;
    }
    plan->constant = slice.offset.constant * plan->places.bytes;
    plan->term_count = 0;
    for (int i = 0; i < slice.origin_count; i++)
        plan->terms[plan->term_count++] = (StartTerm){
            slice.origin[i].symbol,
            slice.origin[i].div,
            slice.origin[i].mod,
            slice.origin[i].stride.value * plan->places.bytes};
}

void fit_words(DescriptorPlan *plan) {
    int64_t lbo = plan->offsets.lbo < 0 ? UNIT_BYTES : plan->offsets.lbo;
    int64_t sbo = plan->offsets.sbo < 0 ? line_align(&plan->line) : plan->offsets.sbo;
    plan->high =
        (unsigned)(sbo / UNIT_BYTES) | unit_swizzle_bits(plan->request->unit, plan->line.span);
    plan->low = (unsigned)(lbo / UNIT_BYTES) << 16;
    plan->align = line_align(&plan->line);
    if (plan->request->copy.src.align_given && plan->request->copy.src.align > plan->align)
        plan->align = plan->request->copy.src.align;
}
