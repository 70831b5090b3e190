/* parts.c: The pieces from which every variant builds a Plan. */
#include "tile.h"
#include <string.h>

Plan *plan_new(const Copy *copy, const char *variant) {
    Plan *plan = NEW(Plan);
    plan->variant = variant;
    plan->targets = TARGETS_ALL;
    plan->scope = copy->scope;
    plan->threads = copy->scope.threads;
    plan->dtype = copy->dtype;
    plan->symbol_count = copy->symbol_count;
    plan->symbols = copy->symbols;
    plan->buffers = NEW_ARRAY(Buffer, 4);
    plan->bundles = NEW_ARRAY(Bundle, 4);
    plan->loops = NEW_ARRAY(Loop, MAX_PLAN_LOOPS);
    plan->objects = NEW_ARRAY(Object, 2);
    plan->phases = NEW_ARRAY(Phase, 4);
    plan->flows = NEW_ARRAY(Flow, 1);
    return plan;
}

/* The whole parent's elements where they are constant, otherwise 0. */
static int64_t span_of(const Copy *copy, const Operand *operand) {
    PolyBasis basis = {0};
    Poly span;
    if (!layout_span(&operand->layout, copy->symbols, &basis, &span) || !poly_is_constant(&span))
        return 0;
    return span.constant;
}

/* Where the window begins in its array: (y + 2) * ld + x for [y+2:+34, x:+66]. */
static const Expr *shift_of(const Operand *array, EdgeKind edge) {
    Expr *shift = NEW(Expr);
    for (int d = 0; d < array->rank; d++) {
        const Range *range = &array->region[d];
        const Coef stride = array->layout.shard[d].stride;
        Coef skipped;
        if (edge && array->layout.named[d])
            continue; /* stands in every access */
        if (range->symbol >= 0)
            expr_add(shift, stride, digit_of(VAR_SYMBOL, range->symbol, 1, 0));
        if (range->begin && coef_mul(stride, range->begin, &skipped))
            expr_add(shift, skipped, digit_of(VAR_ONE, 0, 1, 0));
    }
    return shift;
}

int plan_add_buffer(Plan *plan, const Copy *copy, int side) {
    const Operand *operand = copy_side(copy, side);
    const bool windowed = operand->array != NULL;
    plan->buffers[plan->buffer_count] = (Buffer){
        .name = side == SRC ? "src" : "dst",
        .space = operand->space,
        .role = side == SRC ? ROLE_IN : ROLE_OUT,
        .dtype = operand_dtype(copy, operand),
        .align = operand->align,
        .elements = windowed ? 0 : span_of(copy, operand),
        .shift = windowed ? shift_of(operand->array, copy->limits.edge) : NULL};
    return plan->buffer_count++;
}

int plan_add_bundle(Plan *plan, const char *name, Role role, const Dtype *dtype, int64_t count) {
    plan->bundles[plan->bundle_count] = (Bundle){name, role, dtype, count, 0};
    return plan->bundle_count++;
}

static bool is_symbol_name(const Plan *plan, const char *name) {
    for (int i = 0; i < plan->symbol_count; i++)
        if (strcmp(plan->symbols[i].name, name) == 0)
            return true;
    return false;
}

/* i, j, k ... but never the name of a run-time argument ([m:+16, k:+16]). */
int plan_add_loop(Plan *plan, int64_t extent, bool unroll) {
    static const char *const names[] = {"i", "j", "k", "l", "m", "n", "p", "q"};
    int index = plan->loop_count++, skipped = 0;
    const char *name = NULL;
    for (size_t at = 0; at < COUNT_OF(names) && !name; at++)
        if (is_symbol_name(plan, names[at]))
            skipped++;
        else if ((int)at - skipped == index)
            name = names[at];
    if (!name)
        name = mem_printf("i%d", index);
    while (is_symbol_name(plan, name))
        name = mem_printf("%s_", name);
    plan->loops[index] = (Loop){name, extent, unroll};
    return index;
}

Phase *plan_add_phase(Plan *plan, int steps) {
    Phase *phase = &plan->phases[plan->phase_count++];
    phase->steps = NEW_ARRAY(Step, steps);
    return phase;
}

/* Between registers a thread takes the element that it holds itself, whichever owner is the lowest.
 * Of a relayout the contract asks that all owners hold the same value, of a copy only where that
 * rule differs. */
static bool is_alike(const Copy *copy) {
    bool among_registers = copy->src.space == SPACE_REG && copy->dst.space == SPACE_REG;
    if (!among_registers || !scope_shares(&copy->scope, &copy->src))
        return false;
    const Exchange *exchange = copy->op == OP_RELAYOUT ? NULL : exchange_of(copy);
    return !exchange || exchange->keeps;
}

void plan_add_flow(Plan *plan, const Copy *copy, int src_at, int dst_at) {
    plan->flows[plan->flow_count++] = (Flow){
        .src = copy->src,
        .dst = copy->dst,
        .src_at = src_at,
        .dst_at = dst_at,
        .limits = copy->limits,
        .alike = is_alike(copy),
        .oob = copy->options.oob,
        .onto = copy_reduction(copy)};
}

static const Expr *add_given(Plan *plan, const char *name, SymbolRole role, int64_t max) {
    Symbol *symbols = NEW_ARRAY(Symbol, plan->symbol_count + 1);
    Expr *peer = NEW(Expr);
    for (int i = 0; i < plan->symbol_count; i++)
        symbols[i] = plan->symbols[i];
    symbols[plan->symbol_count] =
        (Symbol){.name = name, .role = role, .min = 0, .max = max, .divisor = 1};
    *peer = expr_constant(0);
    expr_add(peer, coef_int(1), digit_of(VAR_SYMBOL, plan->symbol_count, 1, 0));
    plan->symbols = symbols;
    plan->symbol_count++;
    return peer;
}

const Expr *plan_add_cta(Plan *plan) {
    return add_given(plan, "cta", SYMBOL_CTA, 15);
}

const Expr *plan_add_ctas(Plan *plan) {
    return add_given(plan, "ctas", SYMBOL_CTAS, 65535);
}

Step step_new(PrimitiveId primitive) {
    static const Side memory = {.kind = AT_BUFFER}, registers = {.kind = AT_BUNDLE};
    Step step = {.primitive = primitive, .dst = registers, .src = {registers}, .object = -1};
    switch (primitives[primitive].kind) {
    case KIND_LOAD:
    case KIND_MATRIX_LOAD:
        step.src[0] = memory;
        break;
    case KIND_STORE:
    case KIND_ASYNC_STORE:
    case KIND_MATRIX_STORE:
        step.dst = memory;
        break;
    case KIND_ASYNC_COPY:
    case KIND_BULK_COPY:
        step.dst = step.src[0] = memory;
        break;
    case KIND_FILL:
        step.src[0] = (Side){.kind = AT_CONSTANT};
        break;
    default:
        break;
    }
    return step;
}

/* swizzle(3,3,3): bits 6..8 of the address are XORed onto bits 3..5: mask 0x1c0, shift 3. */
void expr_swizzle(Expr *expr, const Swizzle *swizzle) {
    if (!swizzle->on || swizzle->len == 0)
        return;
    int64_t bits = ((int64_t)1 << swizzle->len) - 1;
    int low = swizzle->per_element;
    expr->xors[expr->xor_count++] = swizzle->outer
                                        ? (Xor){bits << low, -swizzle->atom}
                                        : (Xor){bits << (low + swizzle->atom), swizzle->atom};
}

bool expr_base(const Partition *partition, int side, Expr *expr) {
    const Slice *slice = &partition->slice[side];
    const Poly *base = &partition->base[side];
    *expr = expr_constant(base->constant);
    for (int i = 0; i < partition->basis.count; i++) {
        Coef coef = partition->basis.monomial[i];
        coef.value = base->value[i];
        expr_add(expr, coef, digit_of(VAR_ONE, 0, 1, 0)); /* for all monomials there is room */
    }
    for (int i = 0; i < slice->origin_count; i++) {
        Digit digit = digit_of(
            VAR_SYMBOL, slice->origin[i].symbol, slice->origin[i].div, slice->origin[i].mod);
        if (!expr_add(expr, slice->origin[i].stride, digit))
            return false;
    }
    expr_swizzle(expr, &copy_side(partition->copy, side)->layout.swizzle);
    return true;
}

void plan_add_scratch(
    Plan *plan, const char *name, const Dtype *dtype, int64_t bytes, int64_t elements) {
    enum { ALIGN = 16 };
    int64_t whole = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    plan->arenas = NEW_ARRAY(Arena, 1);
    plan->arenas[plan->arena_count++] = (Arena){"scratch", whole, ALIGN};
    if (bytes == 0)
        return;
    plan->buffers[plan->buffer_count++] = (Buffer){
        .name = name,
        .space = SPACE_SMEM,
        .role = ROLE_SCRATCH,
        .dtype = dtype,
        .align = ALIGN,
        .elements = elements,
        .arena = plan->arena_count};
}

/* The argument `barrier`, after those of the request. */
static int add_barrier(Plan *plan) {
    Symbol *symbols = NEW_ARRAY(Symbol, plan->symbol_count + 1);
    for (int i = 0; i < plan->symbol_count; i++)
        symbols[i] = plan->symbols[i];
    symbols[plan->symbol_count] =
        (Symbol){.name = "barrier", .role = SYMBOL_BARRIER, .min = 0, .max = 15, .divisor = 1};
    plan->symbols = symbols;
    plan->objects[plan->object_count] =
        (Object){.name = "barrier", .kind = OBJECT_BARRIER, .number = ++plan->symbol_count};
    return plan->object_count++;
}

void plan_add_barrier(Plan *plan) {
    if (plan->scope.kind != SCOPE_THREAD && plan->scope.kind != SCOPE_WARP && !plan->object_count)
        add_barrier(plan);
}

void plan_add_sync(Plan *plan, Phase *phase) {
    Step *step = &phase->steps[phase->step_count];
    if (plan->scope.kind == SCOPE_THREAD)
        return;
    bool is_warp = plan->scope.kind == SCOPE_WARP;
    *step = (Step){.primitive = is_warp ? PRIM_WARP_SYNC : PRIM_BARRIER_SYNC, .object = -1};
    phase->step_count++;
    if (is_warp)
        return;
    step->count = plan->threads;
    step->object = plan->object_count ? 0 : add_barrier(plan);
}

void plan_finish(Plan *plan) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            plan->targets &=
                feature_targets(primitives[plan->phases[p].steps[s].primitive].feature);
}
