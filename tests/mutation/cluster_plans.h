/* cluster_plans.h: right Plans that tell, send to and read from other CTAs, in a pair or in any cluster, and that
 * multicast; edges.def makes them wrong. */
#ifndef MUTATION_CLUSTER_PLANS_H
#define MUTATION_CLUSTER_PLANS_H
#include "left_plans.h"

/* ---- two other CTAs ---------------------------------------------------------------------------- */

/* One more symbol: any other CTA, or a mask of them. */
static inline const Expr *one_more_cta(Plan *p, SymbolRole role) {
    own_symbols(p)[p->symbol_count] =
        (Symbol){.name = "other", .role = role, .max = 15, .divisor = 1};
    return kept(SUM(0, SYMBOL(1, p->symbol_count++)));
}

/* Thread 0 comes to a barrier of one CTA and to another barrier of another CTA. */
static inline Plan *two_told(void) {
    Plan *p = left_to_each_other();
    own_symbols(p)[0].max = 15;
    p->objects[add_object(p, "second", OBJECT_MBARRIER)] = p->objects[0];
    p->objects[1].name = "second";
    add_sync(&p->phases[0], PRIM_MBARRIER_ARRIVE_REMOTE, 1, 0)->dst.peer =
        one_more_cta(p, SYMBOL_CTA);
    return p;
}

/* ---- rings ------------------------------------------------------------------------------------- */

static inline Plan *sent_to_cta(void) {
    return plan_copy(of_text("copy_async thread u32 smem S[(128)] -> dsmem S[(128)]"));
}

static inline Plan *fetched_from_cta(void) {
    return plan_copy(of_text("copy warp f32 dsmem S[(32,4)] -> smem S[(32,4)]"));
}

/* Comes from there what was said to go there, or the other way round. */
static inline void turn_around(Plan *p) {
    const Expr *src = p->flows[0].src_peer;
    p->flows[0].src_peer = p->flows[0].dst_peer;
    p->flows[0].dst_peer = src;
}

/* A warp of each CTA, which knows one other CTA of at most `max + 1`. */
static inline Plan *warp_of_cluster(int64_t max) {
    Plan *p = plan_of("ring", SCOPE_CTA, 32, F32);
    p->targets = feature_targets(FEATURE_BULK);
    p->ctas = 2;
    *own_symbols(p) = (Symbol){.name = "cta", .role = SYMBOL_CTA, .max = max, .divisor = 1};
    p->symbol_count = 1;
    add_bundle(p, "dst", ROLE_OUT, 1, 0);
    add_bundle(p, "src", ROLE_IN, 1, 0);
    add_bundle(p, "v", ROLE_SCRATCH, 1, 0);
    Operand lanes = operand_of(SPACE_REG, 0, 32, LAYOUT({32, 1, AXIS_LANEID}));
    add_flow(p, lanes, 1, lanes, 0);
    return p;
}

/* Bundle `of` into a tile of the other CTA, or a tile of ours, or of the other one, into bundle `of`. */
static inline Step *to_cta(Phase *phase, int tile, int of) {
    Step *step = add_step(phase, PRIM_STORE_DSMEM_B32, tile, own_place(), of, expr_constant(0));
    step->dst.peer = the_other_cta();
    return step;
}

static inline Step *from_tile(Phase *phase, int tile, int of) {
    return add_step(phase, PRIM_LOAD_SHARED_B32, tile, own_place(), of, expr_constant(0));
}

/* Sent to the other one of a pair, who sends it back. */
static inline Plan *sent_there_and_back(void) {
    Plan *p = warp_of_cluster(1);
    Phase *phase = add_phase(p);
    for (int i = 0; i < 2; i++) {
        int tile = add_buffer(p, i ? "second" : "first", SPACE_DSMEM, ROLE_SCRATCH, 32);
        to_cta(phase, tile, i ? 2 : 1);
        add_sync(phase, PRIM_CLUSTER_SYNC, NONE, 0);
        from_tile(phase, tile, i ? 0 : 2);
    }
    return p;
}

/* Sent to the other one, and fetched from there. */
static inline Plan *sent_and_fetched(void) {
    Plan *p = warp_of_cluster(15);
    Phase *phase = add_phase(p);
    int tile = add_buffer(p, "tile", SPACE_DSMEM, ROLE_SCRATCH, 32);
    to_cta(phase, tile, 1);
    add_sync(phase, PRIM_CLUSTER_SYNC, NONE, 0);
    Step *load = from_tile(phase, tile, 0);
    load->primitive = PRIM_LOAD_DSMEM_B32;
    load->src[0].peer = the_other_cta();
    return p;
}

/* Thread 0 tells the other CTA at barrier `name`, and all wait until they are told. */
static inline void tell(Plan *p, const char *name) {
    int bar = add_object(p, name, OBJECT_MBARRIER);
    p->objects[bar].brought = true;
    p->objects[bar].arrivals = 1;
    Phase *last = &p->phases[p->phase_count - 1];
    Step *told = add_sync(last, PRIM_MBARRIER_ARRIVE_REMOTE, bar, 0);
    told->dst.peer = the_other_cta();
    only(told, COND_EQ, expr_constant(0));
    add_sync(last, PRIM_MBARRIER_WAIT_CLUSTER, bar, 0)->value = kept(expr_constant(0));
}

/* Each keeps a number of its own in the tile until it is told that the other one is done with its own, too. */
static inline Plan *sent_once_told(void) {
    Plan *p = warp_of_cluster(1);
    int tile = add_buffer(p, "tile", SPACE_DSMEM, ROLE_SCRATCH, 32);
    Phase *phase = add_phase(p);
    add_step(phase, PRIM_STORE_SHARED_B32, tile, own_place(), 1, expr_constant(0));
    from_tile(phase, tile, 0);
    add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    tell(p, "done");
    to_cta(phase, tile, 1);
    return p;
}

/* The tile is sent to, read there, and when all know of that, sent to again; `tells` go around meanwhile. */
static inline Plan *sent_again(int tells) {
    static const char *const names[] = {"read", "on", "around"};
    Plan *p = warp_of_cluster(15);
    int tile = add_buffer(p, "tile", SPACE_DSMEM, ROLE_SCRATCH, 32);
    Phase *phase = add_phase(p);
    phase->steps = NEW_ARRAY(Step, 16);
    add_move(phase, PRIM_MOVE, in_bundle(0, expr_constant(0)), in_bundle(1, expr_constant(0)));
    to_cta(phase, tile, 1);
    add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    for (int i = 0; i < tells; i++) {
        tell(p, names[i]);
        if (i == 0)
            from_tile(phase, tile, 2);
        add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    }
    add_sync(phase, PRIM_CLUSTER_SYNC, NONE, 0);
    to_cta(phase, tile, 1);
    return p;
}

static inline Plan *sent_again_after_two(void) {
    return sent_again(2);
}

static inline Plan *sent_again_after_three(void) {
    return sent_again(3);
}

static inline void drop_the_cluster_sync(Plan *p) {
    int at = 0;
    while (STEP(0, at)->primitive != PRIM_CLUSTER_SYNC)
        at++;
    drop(p, 0, at);
}

/* ---- multicasts -------------------------------------------------------------------------------- */

/* Two rows of global memory come to every CTA of a mask, one after the other through one place. */
static inline Plan *multicast_twice(void) {
    Plan *p = warp_of_cluster(15);
    own_symbols(p)[0] = (Symbol){.name = "ctas", .role = SYMBOL_CTAS, .max = 65535, .divisor = 1};
    p->targets = feature_targets(FEATURE_MULTICAST);
    p->bundles[0].count = 2;
    p->bundle_count = 1;
    int tile = add_buffer(p, "tile", SPACE_SMEM, ROLE_SCRATCH, 32);
    int from = add_buffer(p, "from", SPACE_GMEM, ROLE_IN, 64);
    int bar = add_object(p, "bar", OBJECT_MBARRIER);
    p->objects[bar].arrivals = 1;
    Phase *init = add_phase(p);
    only(add_sync(init, PRIM_MBARRIER_INIT, bar, 1), COND_EQ, expr_constant(0));
    only(add_sync(init, PRIM_FENCE_MBARRIER_INIT, NONE, 0), COND_EQ, expr_constant(0));
    add_sync(init, PRIM_CLUSTER_SYNC, NONE, 0);
    for (int i = 0; i < 2; i++) {
        Phase *send = add_phase(p), *take = add_phase(p);
        add_guard(send, own_place(), COND_EQ, 0);
        add_sync(send, PRIM_MBARRIER_ARRIVE_EXPECT, bar, 128);
        Expr first = expr_constant(0), row = expr_constant(32 * i);
        Step *copy = add_copy(send, PRIM_BULK_GMEM_TO_SMEM_MULTICAST, tile, first, from, row);
        copy->count = 128;
        copy->object = bar;
        copy->value = kept(of_symbol(0));
        add_sync(take, PRIM_MBARRIER_WAIT, bar, 0)->value = kept(expr_constant(i));
        add_step(take, PRIM_LOAD_SHARED_B32, tile, own_place(), 0, expr_constant(i));
        add_sync(take, PRIM_CLUSTER_SYNC, NONE, 0);
    }
    p->flow_count = 0;
    Operand lanes = operand_of(SPACE_REG, 2, 32, LAYOUT({2, 1, AXIS_M}, {32, 1, AXIS_LANEID}));
    add_flow(p, row_major(SPACE_GMEM, 2, 32), from, lanes, 0);
    return p;
}

/* The second row comes to a place of its own. */
static inline void second_tile(Plan *p) {
    int tile = add_buffer(p, "second", SPACE_SMEM, ROLE_SCRATCH, 32);
    STEP(3, 1)->dst.of = STEP(4, 1)->src[0].of = tile;
}

/* ... and is counted at a barrier of its own. */
static inline void second_bar(Plan *p) {
    int bar = add_object(p, "again", OBJECT_MBARRIER);
    p->objects[bar] = p->objects[0];
    p->objects[bar].name = "again";
    Step *init = append(p, 0);
    *init = *STEP(0, 0);
    init->object = bar;
    swap(p, 0, 2, 3);
    swap(p, 0, 1, 2);
    STEP(3, 0)->object = STEP(3, 1)->object = STEP(4, 0)->object = bar;
    STEP(4, 0)->value = kept(expr_constant(0));
}

/* Each thread clears its place of the tile first. */
static inline void clear_first(Plan *p) {
    int zero = add_bundle(p, "zero", ROLE_SCRATCH, 1, 0);
    *append(p, 0) = (Step){
        .primitive = PRIM_FILL_B32,
        .object = NONE,
        .dst = in_bundle(zero, expr_constant(0)),
        .src = {{.kind = AT_CONSTANT}}};
    *append(p, 0) = (Step){
        .primitive = PRIM_STORE_SHARED_B32,
        .object = NONE,
        .dst = in_buffer(0, own_place()),
        .src = {in_bundle(zero, expr_constant(0))}};
    *append(p, 0) = (Step){.primitive = PRIM_FENCE_ASYNC, .object = NONE};
    *append(p, 0) = (Step){.primitive = PRIM_CTA_SYNC, .object = NONE};
}
#endif
