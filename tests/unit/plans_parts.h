/* plans_parts.h: what hand-built Plans are put together from; included by plans.c and plans_next.c. */
#ifndef TCGEN_TEST_PLANS_PARTS_H
#define TCGEN_TEST_PLANS_PARTS_H
#include "plans.h"

#define F16 dtype_find("f16", 3)
#define F32 dtype_find("f32", 3)

/* ---- small parts --------------------------------------------------------------------------- */

enum { NONE = -1 };

typedef struct {
    int64_t extent, stride;
    Axis axis;
} Shard;

static inline Layout layout_of(int count, const Shard *parts) {
    Layout layout = {.shard_count = count};
    for (int i = 0; i < count; i++)
        layout.shard[i] = (Iter){
            .extent = parts[i].extent, .stride = {parts[i].stride, 0, {0}}, .axis = parts[i].axis};
    return layout;
}
#define LAYOUT(...)                                                                                \
    layout_of((int)(sizeof((Shard[]){__VA_ARGS__}) / sizeof(Shard)), (Shard[]){__VA_ARGS__})

static inline Layout swizzled(Layout layout, int per_element, int len, int atom) {
    layout.swizzle = (Swizzle){.on = true, .per_element = per_element, .len = len, .atom = atom};
    return layout;
}

/* A whole two-dimensional operand; rows 0: one dimension. */
static inline Operand operand_of(Space space, int64_t rows, int64_t cols, Layout layout) {
    Operand operand = {.space = space, .rank = rows ? 2 : 1, .whole = true, .align = 16};
    int64_t shape[2] = {rows, cols};
    for (int i = 0; i < operand.rank; i++) {
        operand.shape[i] = shape[i + 2 - operand.rank];
        operand.region[i] = (Range){.begin = 0, .symbol = NONE, .extent = operand.shape[i]};
    }
    operand.layout = layout;
    return operand;
}

static inline Operand row_major(Space space, int64_t rows, int64_t cols) {
    return operand_of(space, rows, cols, LAYOUT({rows, cols, AXIS_M}, {cols, 1, AXIS_M}));
}

/* Thread (or lane) i holds row i. */
static inline Operand rows_in(Axis axis, int64_t rows, int64_t cols) {
    return operand_of(SPACE_REG, rows, cols, LAYOUT({rows, 1, axis}, {cols, 1, AXIS_M}));
}

static inline Operand region_of(
    Operand operand, int row_symbol, int col_symbol, int64_t rows, int64_t cols) {
    operand.whole = false;
    operand.region[0] = (Range){.begin = 0, .symbol = row_symbol, .extent = rows};
    operand.region[1] = (Range){.begin = 0, .symbol = col_symbol, .extent = cols};
    return operand;
}

static inline Term term_of(int64_t coef, VarKind kind, int index, int64_t div, int64_t mod) {
    return (Term){coef_int(coef), digit_of(kind, index, div, mod)};
}
static inline Term row_of(Term term) {
    term.digit.role = DIGIT_ROW;
    return term;
}
#define RANK(coef, div, mod) term_of(coef, VAR_RANK, 0, div, mod)
#define ROW(coef, div, mod) row_of(term_of(coef, VAR_RANK, 0, div, mod))
#define LOOP(coef, loop) term_of(coef, VAR_LOOP, loop, 1, 0)
#define SYMBOL(coef, index) term_of(coef, VAR_SYMBOL, index, 1, 0)

static inline Expr sum_of(int64_t constant, int count, const Term *terms) {
    Expr expr = expr_constant(constant);
    for (int i = 0; i < count; i++)
        expr_add(&expr, terms[i].coef, terms[i].digit);
    return expr;
}
#define SUM(constant, ...)                                                                         \
    sum_of(constant, (int)(sizeof((Term[]){__VA_ARGS__}) / sizeof(Term)), (Term[]){__VA_ARGS__})

/* swizzle(3,3,3) moves bits 6..8 onto bits 3..5: mask 0x1c0, shift 3. */
static inline Expr swizzled_expr(Expr expr, int per_element, int len, int atom) {
    expr.xor_count = 1;
    expr.xors[0] = (Xor){(((int64_t)1 << len) - 1) << (per_element + atom), atom};
    return expr;
}

static inline Plan *plan_of(const char *variant, ScopeKind scope, int threads, const Dtype *dtype) {
    Plan *plan = NEW(Plan);
    plan->variant = variant;
    plan->targets = TARGETS_ALL;
    plan->scope = (Scope){
        .kind = scope,
        .threads = threads,
        .lane_end = threads < 32 ? threads : 32,
        .warp_end = (threads + 31) / 32};
    plan->threads = threads;
    plan->dtype = dtype;
    plan->buffers = NEW_ARRAY(Buffer, 4);
    plan->arenas = NEW_ARRAY(Arena, 2);
    plan->bundles = NEW_ARRAY(Bundle, 8);
    plan->loops = NEW_ARRAY(Loop, 6);
    plan->objects = NEW_ARRAY(Object, 4);
    plan->phases = NEW_ARRAY(Phase, 8);
    plan->flows = NEW_ARRAY(Flow, 2);
    plan->parts = NEW_ARRAY(Part, 4);
    return plan;
}

static inline int add_buffer(
    Plan *plan, const char *name, Space space, Role role, int64_t elements) {
    plan->buffers[plan->buffer_count] = (Buffer){
        .name = name,
        .space = space,
        .role = role,
        .dtype = plan->dtype,
        .align = 16,
        .elements = elements};
    return plan->buffer_count++;
}

static inline int add_bundle(
    Plan *plan, const char *name, Role role, int64_t count, int vector_bits) {
    plan->bundles[plan->bundle_count] = (Bundle){name, role, plan->dtype, count, vector_bits};
    return plan->bundle_count++;
}

static inline int add_loop(Plan *plan, const char *name, int64_t extent) {
    plan->loops[plan->loop_count] = (Loop){name, extent, true};
    return plan->loop_count++;
}

static inline Phase *add_phase(Plan *plan) {
    Phase *phase = &plan->phases[plan->phase_count++];
    phase->steps = NEW_ARRAY(Step, 12);
    return phase;
}

static inline void add_guard(Phase *phase, Expr lhs, CondOp op, int64_t rhs) {
    if (!phase->guard)
        phase->guard = NEW_ARRAY(Cond, MAX_CONDS);
    phase->guard[phase->guard_count++] = (Cond){lhs, op, expr_constant(rhs)};
}

static inline void add_flow(Plan *plan, Operand src, int src_at, Operand dst, int dst_at) {
    plan->flows[plan->flow_count++] =
        (Flow){.src = src, .dst = dst, .src_at = src_at, .dst_at = dst_at};
}

static inline Side in_buffer(int of, Expr at) {
    return (Side){.kind = AT_BUFFER, .of = of, .at = at};
}

static inline Side in_bundle(int of, Expr at) {
    return (Side){.kind = AT_BUNDLE, .of = of, .at = at};
}

static inline Step *add_move(Phase *phase, PrimitiveId primitive, Side dst, Side src) {
    Step *step = &phase->steps[phase->step_count++];
    *step = (Step){.primitive = primitive, .dst = dst, .src = {src}, .object = NONE};
    return step;
}

/* A load, store or matrix access. */
static inline Step *add_step(
    Phase *phase, PrimitiveId primitive, int buffer, Expr where, int bundle, Expr slot) {
    PrimitiveKind kind = primitives[primitive].kind;
    Side memory = in_buffer(buffer, where), registers = in_bundle(bundle, slot);
    bool load = kind == KIND_LOAD || kind == KIND_MATRIX_LOAD || kind == KIND_TMEM_LOAD;
    return load ? add_move(phase, primitive, registers, memory)
                : add_move(phase, primitive, memory, registers);
}

static inline Step *add_copy(
    Phase *phase, PrimitiveId primitive, int buffer, Expr where, int from_buffer, Expr from) {
    return add_move(phase, primitive, in_buffer(buffer, where), in_buffer(from_buffer, from));
}

static inline Step *add_sync(Phase *phase, PrimitiveId primitive, int object, int64_t count) {
    Step *step = &phase->steps[phase->step_count++];
    *step = (Step){.primitive = primitive, .object = object, .count = count};
    return step;
}

static inline int add_object(Plan *plan, const char *name, ObjectKind kind) {
    plan->objects[plan->object_count] = (Object){.name = name, .kind = kind};
    return plan->object_count++;
}

static inline Step *repeated(Step *step, int loop) {
    step->repeat[step->repeat_count++] = loop;
    return step;
}

static inline Plan *widths(Plan *plan, int vec_bits, int ops_per_thread) {
    plan->vec_bits = vec_bits;
    plan->ops_per_thread = ops_per_thread;
    return plan;
}

/* Our own address is the argument; the memory is that of CTA `cta`, symbol 0. */
static inline const Expr *the_other_cta(void) {
    Expr *cta = NEW(Expr);
    *cta = SUM(0, SYMBOL(1, 0));
    return cta;
}
#endif
