/* left_plans.h: right Plans that reduce into memory, or that leave an mbarrier or a group of copies to the caller;
 * edges.def makes them wrong. */
#ifndef MUTATION_LEFT_PLANS_H
#define MUTATION_LEFT_PLANS_H
#include "right_rows.h"
#include "sum_plans.h"

/* ---- reductions in memory -------------------------------------------------------------------- */

static inline Expr own_place(void) {
    return SUM(0, RANK(1, 1, 0));
}

/* Lane i adds a number to place i of shared or global memory. */
static inline Plan *added_to(Space space) {
    Plan *p = plan_of("red", SCOPE_WARP, 32, F32);
    PrimitiveId add = space == SPACE_SMEM ? PRIM_REDUCE_SMEM_ADD_F32 : PRIM_REDUCE_GMEM_ADD_F32;
    int dst = add_buffer(p, "dst", space, ROLE_OUT, 32);
    int src = add_bundle(p, "src", ROLE_IN, 1, 0);
    add_bundle(p, "v", ROLE_SCRATCH, 4, 0);
    add_step(add_phase(p), add, dst, own_place(), src, expr_constant(0))->combine = COMBINE_ADD;
    add_flow(
        p,
        operand_of(SPACE_REG, 0, 32, LAYOUT({32, 1, AXIS_LANEID})),
        src,
        operand_of(space, 0, 32, LAYOUT({32, 1, AXIS_M})),
        dst);
    p->flows[0].onto = COMBINE_ADD;
    return widths(p, 32, 1);
}

static inline Plan *added_to_shared(void) {
    return added_to(SPACE_SMEM);
}

static inline Plan *added_to_global(void) {
    return added_to(SPACE_GMEM);
}

/* The place's number into v[0]. */
static inline Step *load_place(Plan *p) {
    bool shared = p->buffers[0].space == SPACE_SMEM;
    Step *load = append(p, 0);
    *load = (Step){
        .primitive = shared ? PRIM_LOAD_SHARED_B32 : PRIM_LOAD_GLOBAL_B32,
        .object = NONE,
        .dst = in_bundle(1, expr_constant(0)),
        .src = {in_buffer(0, own_place())}};
    return load;
}

/* Lanes `first` and on load, add and store; the ones below reduce. */
static inline void add_by_hand(Plan *p, int64_t first) {
    bool shared = p->buffers[0].space == SPACE_SMEM;
    only(STEP(0, 0), COND_LT, expr_constant(first));
    only(load_place(p), COND_GE, expr_constant(first));
    Step *sum = append(p, 0);
    *sum = (Step){
        .primitive = PRIM_ADD_F32,
        .object = NONE,
        .combine = COMBINE_ADD,
        .dst = in_bundle(1, expr_constant(1)),
        .src = {in_bundle(0, expr_constant(0)), in_bundle(1, expr_constant(0))}};
    only(sum, COND_GE, expr_constant(first));
    Step *store = append(p, 0);
    *store = (Step){
        .primitive = shared ? PRIM_STORE_SHARED_B32 : PRIM_STORE_GLOBAL_B32,
        .object = NONE,
        .dst = in_buffer(0, own_place()),
        .src = {in_bundle(1, expr_constant(1))}};
    only(store, COND_GE, expr_constant(first));
}

/* The sums are stored to global memory, and cp.async brings them to their places. */
static inline void bring_sums(Plan *p) {
    int aside = add_buffer(p, "aside", SPACE_GMEM, ROLE_SCRATCH, 32);
    int copies = add_object(p, "copies", OBJECT_GROUP);
    add_by_hand(p, 0);
    Step *store = STEP(0, 3);
    store->primitive = PRIM_STORE_GLOBAL_B32;
    store->dst.of = aside;
    Step *copy = append(p, 0);
    *copy = (Step){
        .primitive = PRIM_CP_ASYNC_B32,
        .object = copies,
        .dst = in_buffer(0, own_place()),
        .src = {in_buffer(aside, own_place())}};
    *append(p, 0) = (Step){.primitive = PRIM_CP_ASYNC_COMMIT, .object = copies};
    *append(p, 0) = (Step){.primitive = PRIM_CP_ASYNC_WAIT, .object = copies};
}

/* What the places hold is copied aside before. */
static inline void copy_aside(Plan *p) {
    int aside = add_buffer(p, "aside", SPACE_SMEM, ROLE_SCRATCH, 32);
    int copies = add_object(p, "copies", OBJECT_GROUP);
    *append(p, 0) = (Step){
        .primitive = PRIM_CP_ASYNC_B32,
        .object = copies,
        .dst = in_buffer(aside, own_place()),
        .src = {in_buffer(0, own_place())}};
    *append(p, 0) = (Step){.primitive = PRIM_CP_ASYNC_COMMIT, .object = copies};
    *append(p, 0) = (Step){.primitive = PRIM_CP_ASYNC_WAIT, .object = copies};
    for (int i = 0; i < 3; i++)
        swap(p, 0, i, i + 1);
}

/* What the places held goes into registers of the caller's, too. */
static inline void old_numbers_too(Plan *p) {
    int old = add_bundle(p, "old", ROLE_OUT, 1, 0);
    load_place(p)->dst.of = old;
    swap(p, 0, 0, 1);
    add_flow(p, p->flows[0].dst, 0, p->flows[0].src, old);
}

/* ---- mbarriers that are left to the caller --------------------------------------------------- */

/* All wait for the phase before, and come to the one that runs. */
static inline Plan *left_running(void) {
    Plan *p = plan_of("left", SCOPE_CTA, 64, F32);
    int bar = add_object(p, "bar", OBJECT_MBARRIER);
    p->objects[bar].brought = p->objects[bar].left = true;
    p->objects[bar].arrivals = 64;
    Phase *phase = add_phase(p);
    add_sync(phase, PRIM_MBARRIER_WAIT, bar, 0)->value = kept(expr_constant(1));
    add_sync(phase, PRIM_MBARRIER_ARRIVE, bar, 0);
    return p;
}

/* Warp 0 comes to two phases and waits for the first one. */
static inline Plan *left_in_its_second_phase(void) {
    Plan *p = left_running();
    p->objects[0].arrivals = 32;
    p->phases[0].step_count = 0;
    for (int i = 0; i < 2; i++) {
        if (i)
            add_sync(&p->phases[0], PRIM_MBARRIER_WAIT, 0, 0)->value = kept(expr_constant(0));
        only(add_sync(&p->phases[0], PRIM_MBARRIER_ARRIVE, 0, 0), COND_LT, expr_constant(32));
        if (!i)
            continue;
        add_sync(&p->phases[0], PRIM_CTA_SYNC, NONE, 0);
        swap(p, 0, 2, 3);
    }
    return p;
}

/* Thread 0 waits for the phase before, expects 512 bytes and starts the copy that brings them. */
static inline Plan *left_with_bytes(void) {
    Plan *p = plans_bulk_load();
    p->objects[0].others = 0;
    Step wait = {.primitive = PRIM_MBARRIER_WAIT, .value = kept(expr_constant(1))};
    *append(p, 0) = (Step){.primitive = PRIM_MBARRIER_ARRIVE_EXPECT, .count = 512};
    *append(p, 0) = *STEP(0, 0);
    *STEP(0, 0) = wait;
    return p;
}

/* Thread 0 comes to the barrier of the other CTA. */
static inline Plan *left_to_each_other(void) {
    Plan *p = plan_of("left", SCOPE_WARP, 32, F32);
    p->targets = feature_targets(FEATURE_BULK);
    p->ctas = 2;
    *own_symbols(p) = (Symbol){.name = "cta", .role = SYMBOL_CTA, .max = 1, .divisor = 1};
    p->symbol_count = 1;
    Object *bar = &p->objects[add_object(p, "bar", OBJECT_MBARRIER)];
    bar->brought = bar->left = true;
    bar->arrivals = 1;
    Phase *phase = add_phase(p);
    add_guard(phase, own_place(), COND_EQ, 0);
    add_sync(phase, PRIM_MBARRIER_ARRIVE_REMOTE, 0, 0)->dst.peer = the_other_cta();
    return p;
}

/* ... and waits there for the phase before. */
static inline void wait_for_the_phase_before(Plan *p) {
    *append(p, 0) = (Step){
        .primitive = primitives[STEP(0, 0)->primitive].act == ACT_ARRIVE_REMOTE
                         ? PRIM_MBARRIER_WAIT_CLUSTER
                         : PRIM_MBARRIER_WAIT,
        .value = kept(expr_constant(1))};
}

/* ---- groups that are left to the caller ------------------------------------------------------- */

/* Each lane copies 16 bytes and commits; the caller waits. */
static inline Plan *left_copies(void) {
    Plan *p = plan_of("copies", SCOPE_WARP, 32, F32);
    int from = add_buffer(p, "from", SPACE_GMEM, ROLE_IN, 128);
    int to = add_buffer(p, "to", SPACE_SMEM, ROLE_OUT, 128);
    int copies = add_object(p, "copies", OBJECT_GROUP);
    p->objects[copies].left = true;
    p->targets = feature_targets(FEATURE_BULK);
    Layout row = LAYOUT({128, 1, AXIS_M});
    add_flow(p, operand_of(SPACE_GMEM, 0, 128, row), from, operand_of(SPACE_SMEM, 0, 128, row), to);
    Expr at = SUM(0, RANK(4, 1, 0));
    add_copy(add_phase(p), PRIM_CP_ASYNC_B128, to, at, from, at)->object = copies;
    add_sync(&p->phases[0], PRIM_CP_ASYNC_COMMIT, copies, 0);
    return p;
}
#endif
