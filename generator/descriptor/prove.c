/* prove.c: a plan -> whether its descriptor reads what the layout holds: for every value of the
 * origins, element by element, the address by the line from the printed start address on, swizzled,
 * against the address of the layout. It knows nothing of how the plan was found. */
#include "descriptor.h"

void first_origin(const Copy *copy, int64_t *symbol) {
    for (int s = 0; s < copy->symbol_count; s++)
        symbol[s] = copy->symbols[s].min;
}

static bool is_origin(const Copy *copy, int symbol) {
    const Operand *operand = &copy->src;
    for (int d = 0; d < operand->rank; d++)
        if (operand->region[d].symbol == symbol)
            return true;
    return false;
}

/* The last one moves first. */
bool next_origin(const Copy *copy, int64_t *symbol) {
    for (int s = copy->symbol_count; s-- > 0;) {
        if (!is_origin(copy, s))
            continue;
        symbol[s] += copy->symbols[s].divisor;
        if (symbol[s] <= copy->symbols[s].max)
            return true;
        symbol[s] = copy->symbols[s].min;
    }
    return false;
}

static int64_t coordinate(const Operand *operand, int d, const int64_t *symbol) {
    const Range *range = &operand->region[d];
    return range->begin + (range->symbol >= 0 ? symbol[range->symbol] : 0);
}

int64_t origin_number(const Descriptor *request, const Places *places, const int64_t *symbol) {
    const Operand *operand = &request->copy.src;
    int64_t number = 0;
    for (int d = 0; d < operand->rank; d++)
        number += coordinate(operand, d, symbol) * places->stride[d];
    return number;
}

/* Without terms, where the layout has the first element: whatever they were, it is right there. */
static int64_t start_of(const DescriptorPlan *plan, const int64_t *symbol) {
    if (plan->term_count < 0)
        return line_swizzled(
            plan->line.span, plan->places.at[origin_number(plan->request, &plan->places, symbol)]);
    int64_t start = plan->constant;
    for (int t = 0; t < plan->term_count; t++) {
        const StartTerm *term = &plan->terms[t];
        int64_t digit = symbol[term->symbol] / term->div;
        start += (term->mod ? digit % term->mod : digit) * term->bytes;
    }
    return start;
}

/* Every element of the operand at an origin whose start address is `start`. */
static bool reads_operand(
    const DescriptorPlan *plan, int64_t origin, int64_t start, Mismatch *mismatch) {
    const Places *places = &plan->places;
    const Line *line = &plan->line;
    mismatch->start = start % UNIT_BYTES != 0;
    budget_spend(places->extent[0] * places->extent[1] / UNIT_BYTES + 1);
    for (int64_t i = 0; i < places->extent[0]; i++)
        for (int64_t k = 0; k < places->extent[1]; k++) {
            int64_t from = start + line_offset(line, places->bytes, plan->offsets, i, k);
            mismatch->i = i;
            mismatch->k = k;
            mismatch->is = places->at[origin + i * places->step[0] + k * places->step[1]];
            mismatch->reads = line_swizzled(line->span, from);
            if (mismatch->is != mismatch->reads || mismatch->start)
                return false;
        }
    return true;
}

static bool fails(DescriptorPlan *plan, const char *reason) {
    plan->proof.ok = false;
    plan->proof.reason = reason;
    return false;
}

static bool field_fits(int64_t offset) {
    return offset == -1 || (offset % UNIT_BYTES == 0 && offset / UNIT_BYTES < 1 << 14);
}

/* Does the operand reach elements for which the line needs an offset that the plan has not? */
static bool offsets_are_given(const DescriptorPlan *plan) {
    Needs lbo, sbo;
    line_needs(&plan->line, plan->places.bytes, &lbo, &sbo);
    return (plan->offsets.lbo >= 0 || plan->places.extent[lbo.along_k] <= lbo.at) &&
           (plan->offsets.sbo >= 0 || plan->places.extent[sbo.along_k] <= sbo.at);
}

/* The words are the line and its offsets, field by field. */
static bool words_agree(const DescriptorPlan *plan) {
    const Offsets *offsets = &plan->offsets;
    unsigned kind = unit_swizzle_bits(plan->request->unit, plan->line.span);
    unsigned sbo = plan->high & 0x3fff, lbo = plan->low >> 16;
    return plan->high >> 14 == kind >> 14 && plan->low << 16 == 0 && lbo <= 0x3fff &&
           (offsets->sbo < 0 || (int64_t)sbo * UNIT_BYTES == offsets->sbo) &&
           (offsets->lbo < 0 || (int64_t)lbo * UNIT_BYTES == offsets->lbo);
}

/* The tile and every stage of a ring lie at multiples of 8 spans: the swizzle of an address is that
 * of its offset in the tile. */
static bool tile_is_aligned(const DescriptorPlan *plan) {
    int64_t align = line_align(&plan->line);
    return plan->align % align == 0 && plan->stage_bytes % align == 0;
}

static bool prove_origins(DescriptorPlan *plan) {
    const Copy *copy = &plan->request->copy;
    Mismatch *mismatch = &plan->proof.mismatch;
    int64_t *symbol = mismatch->symbol;
    first_origin(copy, symbol);
    do {
        int64_t origin = origin_number(plan->request, &plan->places, symbol);
        for (int d = 0; d < copy->src.rank; d++)
            mismatch->coord[d] = coordinate(&copy->src, d, symbol);
        if (!reads_operand(plan, origin, start_of(plan, symbol), mismatch))
            return fails(plan, mismatch->start ? "start address" : "element");
        plan->proof.origins++;
    } while (next_origin(copy, symbol));
    return true;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* From one origin on along a dimension, to every operand that still lies in the tile. */
static bool step_holds(
    const DescriptorPlan *plan, int along, const int64_t *symbol, int64_t *step, bool *any) {
    const Places *places = &plan->places;
    const Operand *operand = &plan->request->copy.src;
    int d = places->dim[along];
    int64_t at = coordinate(operand, d, symbol), extent = places->extent[along];
    int64_t origin = origin_number(plan->request, places, symbol);
    int64_t start = start_of(plan, symbol);
    Mismatch ignored;
    for (int64_t n = 1; at + (n + 1) * extent <= operand->shape[d]; n++) {
        int64_t next = origin + n * extent * places->step[along];
        if (!*any)
            *step = line_swizzled(plan->line.span, places->at[next]) - start;
        *any = true;
        if (!reads_operand(plan, next, start + n * *step, &ignored))
            return false;
    }
    return true;
}

static int64_t common_step(const DescriptorPlan *plan, int along) {
    const Copy *copy = &plan->request->copy;
    int64_t symbol[MAX_SYMBOLS], step = -1;
    bool any = false;
    first_origin(copy, symbol);
    do {
        if (!step_holds(plan, along, symbol, &step, &any))
            return -1;
    } while (next_origin(copy, symbol));
    return step;
}

void find_steps(DescriptorPlan *plan) {
    plan->step[0] = common_step(plan, 0);
    plan->step[1] = common_step(plan, 1);
}

static bool step_is_right(const DescriptorPlan *plan, int along) {
    return plan->step[along] < 0 || common_step(plan, along) == plan->step[along];
}

void descriptor_prove(DescriptorPlan *plan) {
    plan->proof =
        (DescriptorProof){.ok = true, .elements = plan->places.extent[0] * plan->places.extent[1]};
    if (!field_fits(plan->offsets.lbo) || !field_fits(plan->offsets.sbo) ||
        !offsets_are_given(plan))
        fails(plan, "offset");
    else if (!words_agree(plan))
        fails(plan, "word");
    else if (!tile_is_aligned(plan))
        fails(plan, "alignment");
    else if (prove_origins(plan) && (!step_is_right(plan, 0) || !step_is_right(plan, 1)))
        fails(plan, "step");
}
