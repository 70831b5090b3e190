/* idle_plans.h: right Plans with steps whose results nobody uses. They must be right nevertheless: what
 * such a step does wrong is seen by no goal, by its own rule alone. */
#ifndef MUTATION_IDLE_PLANS_H
#define MUTATION_IDLE_PLANS_H
#include "premise_plans.h"

#define U32 dtype_find("u32", 3)

/* A copy between two registers, of 32 lanes or of one thread, and a scratch of four. */
static inline Plan *idle_base(ScopeKind scope, const Dtype *dtype) {
    int threads = scope == SCOPE_THREAD ? 1 : 32;
    Plan *p = plan_of("idle", scope, threads, dtype);
    int src = add_bundle(p, "src", ROLE_IN, 1, 0), dst = add_bundle(p, "dst", ROLE_OUT, 1, 0);
    int v = add_bundle(p, "v", ROLE_SCRATCH, 4, 0);
    Expr first = expr_constant(0);
    Phase *phase = add_phase(p);
    add_move(phase, PRIM_MOVE, in_bundle(dst, first), in_bundle(src, first));
    for (int i = 0; i < 2; i++)
        add_move(phase, PRIM_MOVE, in_bundle(v, expr_constant(i)), in_bundle(src, first));
    Operand row = scope == SCOPE_THREAD
                      ? operand_of(SPACE_REG, 0, 1, LAYOUT({1, 1, AXIS_M}))
                      : operand_of(SPACE_REG, 0, 32, LAYOUT({32, 1, AXIS_LANEID}));
    add_flow(p, row, src, row, dst);
    return p;
}

/* v[2] = v[0] and v[1], step 3. */
static inline Step *add_idle(Plan *p, PrimitiveId primitive) {
    Step *step = add_move(
        &p->phases[0], primitive, in_bundle(2, expr_constant(2)), in_bundle(2, expr_constant(0)));
    step->src[1] = in_bundle(2, expr_constant(1));
    return step;
}

static inline Plan *idle_sum(void) {
    Plan *p = idle_base(SCOPE_THREAD, F32);
    add_idle(p, PRIM_ADD_F32)->combine = COMBINE_MAX;
    STEP(0, 3)->primitive = PRIM_MAX_F32;
    return p;
}

/* The number of the greater one: the largest that 32 bits hold but one, which means none. */
static inline Plan *idle_index(void) {
    Plan *p = idle_base(SCOPE_THREAD, F32);
    int number = add_bundle(p, "number", ROLE_SCRATCH, 1, 0);
    p->bundles[number].dtype = U32;
    Step *step = add_idle(p, PRIM_INDEX_IF_F32);
    step->dst = in_bundle(number, expr_constant(0));
    step->value = kept(expr_constant(UINT32_MAX - 1));
    return p;
}

static inline Plan *idle_redux(void) {
    Plan *p = idle_base(SCOPE_WARP, U32);
    add_idle(p, PRIM_REDUX_ADD_U32)->combine = COMBINE_ADD;
    STEP(0, 3)->src[1] = (Side){0};
    return p;
}

static inline Plan *idle_shuffle(void) {
    Plan *p = idle_base(SCOPE_WARP, U32);
    add_idle(p, PRIM_SHUFFLE_XOR_B32)->count = 1;
    STEP(0, 3)->src[1] = (Side){0};
    return p;
}

/* What two registers hold goes through shared memory, and by an asynchronous copy of its own. */
static inline Plan *idle_memory(void) {
    Plan *p = idle_base(SCOPE_WARP, F32);
    int spare = add_buffer(p, "spare", SPACE_SMEM, ROLE_SCRATCH, 32);
    Expr at = SUM(0, RANK(1, 1, 0));
    add_step(&p->phases[0], PRIM_STORE_SHARED_B32, spare, at, 2, expr_constant(0));
    add_step(&p->phases[0], PRIM_LOAD_SHARED_B32, spare, at, 2, expr_constant(2));
    return p;
}

/* The same, where words and their halves are known by their halves. */
static inline Plan *idle_halves(void) {
    Plan *p = idle_memory();
    p->arenas[p->arena_count++] = (Arena){"smem", 128, 16};
    int halves = add_buffer(p, "halves", SPACE_SMEM, ROLE_SCRATCH, 64);
    p->buffers[halves].dtype = F16;
    p->buffers[0].arena = p->buffers[halves].arena = 1;
    return p;
}

/* A second load of what is loaded, by half of the lanes, of zeros for the others. */
static inline Plan *idle_load(void) {
    Plan *p = plan_copy(plans_reg_load());
    Bundle *bundles = NEW_ARRAY(Bundle, 2);
    bundles[0] = p->bundles[0];
    bundles[1] = (Bundle){"idle", ROLE_SCRATCH, p->bundles[0].dtype, p->bundles[0].count, 0};
    p->bundles = bundles;
    p->bundle_count = 2;
    *append(p, 0) = *STEP(0, 0);
    STEP(0, 1)->dst.of = 1;
    STEP(0, 1)->rest = REST_ZERO;
    only(STEP(0, 1), COND_LT, expr_constant(16));
    return p;
}

/* Registers that hold one value within the limits and zero beyond them. */
static inline Plan *masked_numbers(void) {
    return plan_copy(of_text("copy warp u32 gmem S[(32,4)] -> reg S[(32,4):(1@laneid,1)] where "
                             "cols % 4 == 0 { masked }"));
}

/* What two of them give, into a register of scratch. */
static inline Step *idle_of_masked(Plan *p, PrimitiveId primitive) {
    int to = p->bundle_count, from = p->flows[0].dst_at;
    Bundle *bundles = NEW_ARRAY(Bundle, to + 1);
    for (int i = 0; i < to; i++)
        bundles[i] = p->bundles[i];
    bundles[to] = (Bundle){"idle", ROLE_SCRATCH, U32, 1, 0};
    p->bundles = bundles;
    p->bundle_count++;
    Step *step = append(p, 0);
    *step = (Step){
        .primitive = primitive,
        .object = NONE,
        .dst = in_bundle(to, expr_constant(0)),
        .src = {in_bundle(from, expr_constant(0))}};
    return step;
}

static inline void idle_index_of_masked(Plan *p) {
    Step *step = idle_of_masked(p, PRIM_INDEX_IF_B32);
    step->src[1] = step->src[0];
    step->value = kept(expr_constant(1));
}

/* From shared memory, where a load beyond the limits reads what is there. */
static inline Plan *below_in_shared(void) {
    Plan *p = below_a_limit();
    p->buffers[0].space = p->flows[0].src.space = SPACE_SMEM;
    STEP(0, 0)->primitive = PRIM_LOAD_SHARED_B32;
    return p;
}

static inline void ask_nothing(Plan *p) {
    for (int i = 0; i < p->phase_count; i++)
        for (int s = 0; s < p->phases[i].step_count; s++)
            STEP(i, s)->cond_count = 0;
}

/* Scratch in global memory, which no limit is about. */
static inline void idle_store_to_scratch(Plan *p) {
    int to = p->buffer_count;
    Buffer *buffers = NEW_ARRAY(Buffer, to + 1);
    for (int i = 0; i < to; i++)
        buffers[i] = p->buffers[i];
    buffers[to] = (Buffer){
        .name = "spare",
        .space = SPACE_GMEM,
        .role = ROLE_SCRATCH,
        .dtype = U32,
        .align = 16,
        .elements = 32};
    p->buffers = buffers;
    p->buffer_count++;
    *append(p, 0) = (Step){
        .primitive = PRIM_STORE_GLOBAL_B32,
        .object = NONE,
        .dst = in_buffer(to, SUM(0, RANK(1, 1, 0))),
        .src = {in_bundle(p->flows[0].dst_at, expr_constant(0))}};
}

/* f16 -> f32 -> f16 is what it was. */
static inline Plan *there_and_back(void) {
    Plan *p = plan_of("back", SCOPE_THREAD, 1, F16);
    int src = add_bundle(p, "src", ROLE_IN, 1, 0), dst = add_bundle(p, "dst", ROLE_OUT, 1, 0);
    int wide = add_bundle(p, "wide", ROLE_SCRATCH, 1, 0);
    p->bundles[wide].dtype = F32;
    Expr first = expr_constant(0);
    Phase *phase = add_phase(p);
    add_move(phase, PRIM_CONVERT_F16_F32, in_bundle(wide, first), in_bundle(src, first));
    add_move(phase, PRIM_CONVERT_F32_F16, in_bundle(dst, first), in_bundle(wide, first));
    Operand row = operand_of(SPACE_REG, 0, 1, LAYOUT({1, 1, AXIS_M}));
    add_flow(p, row, src, row, dst);
    return p;
}

/* The first wait for groups. */
static inline Step *group_wait(Plan *p) {
    for (int i = 0; i < p->phase_count; i++)
        for (int s = 0; s < p->phases[i].step_count; s++)
            if (primitives[STEP(i, s)->primitive].act == ACT_WAIT_GROUPS ||
                primitives[STEP(i, s)->primitive].act == ACT_WAIT_READ)
                return STEP(i, s);
    return NULL;
}

static inline void stride_symbol(Plan *p) {
    Symbol *ld = NEW(Symbol);
    *ld = (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 1, .max = 9, .divisor = 1};
    p->symbols = ld;
    p->symbol_count = 1;
}
#endif
