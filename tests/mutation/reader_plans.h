/* reader_plans.h: right Plans in which one place is read by many, and often, before it is written again, and in which
 * the async proxy reads what was fenced many times. */
#ifndef MUTATION_READER_PLANS_H
#define MUTATION_READER_PLANS_H
#include "edge_plans.h"

/* Thread 0 stores a word that threads first[i] .. last[i] of two warps load, i = 0, 1, 2, with a sync behind the first
 * load and one behind each of the others; then it stores once more. Steps: 3, 4 and 6 load, 5 and 7 sync. */
static inline Plan *read_by(const int64_t first[3], const int64_t last[3]) {
    Plan *p = plan_of("read", SCOPE_CTA, 64, F32);
    int tile = add_buffer(p, "tile", SPACE_SMEM, ROLE_SCRATCH, 1);
    int src = add_bundle(p, "src", ROLE_IN, 1, 0), dst = add_bundle(p, "dst", ROLE_OUT, 1, 0);
    int v = add_bundle(p, "v", ROLE_SCRATCH, 1, 0);
    Expr zero = expr_constant(0);
    Phase *phase = add_phase(p);
    add_move(phase, PRIM_MOVE, in_bundle(dst, zero), in_bundle(src, zero));
    only(add_step(phase, PRIM_STORE_SHARED_B32, tile, zero, src, zero), COND_EQ, zero);
    add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    for (int i = 0; i < 3; i++) {
        Step *load = add_step(phase, PRIM_LOAD_SHARED_B32, tile, zero, v, zero);
        only(load, COND_GE, expr_constant(first[i]));
        only(load, COND_LT, expr_constant(last[i] + 1));
        if (i)
            add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    }
    only(add_step(phase, PRIM_STORE_SHARED_B32, tile, zero, src, zero), COND_EQ, zero);
    Operand row = operand_of(SPACE_REG, 0, 64, LAYOUT({64, 1, AXIS_TX}));
    add_flow(p, row, src, row, dst);
    return p;
}
#define READ_BY(name, ...)                                                                         \
    static inline Plan *name(void) {                                                               \
        static const int64_t of[6] = {__VA_ARGS__};                                                \
        return read_by(of, of + 3);                                                                \
    }
READ_BY(read_by_all, 0, 0, 0, 63, 63, 63)
READ_BY(read_by_all_and_35, 0, 35, 35, 63, 35, 35)
READ_BY(read_by_3_and_35, 3, 35, 3, 3, 35, 3)
READ_BY(read_by_35_and_3, 35, 3, 35, 35, 3, 35)
READ_BY(read_by_3_and_all, 3, 0, 63, 3, 31, 63)
READ_BY(read_by_some, 8, 4, 6, 15, 11, 9)
READ_BY(read_by_0, 0, 0, 0, 0, 0, 0)
#undef READ_BY

/* Without the two syncs: who reads is who writes. */
static inline Plan *read_by_the_writer(void) {
    Plan *p = read_by_0();
    drop(p, 0, 7);
    drop(p, 0, 5);
    return p;
}

/* Elements 0 .. 3 below n by two copies in flight: one of them runs where n is 2 at most, the other one above. */
static inline Plan *copies_by_limit(void) {
    Plan *p = plan_of("limits", SCOPE_WARP, 32, F32);
    Symbol *n = NEW(Symbol);
    *n = (Symbol){.name = "n", .role = SYMBOL_LIMIT, .max = 4, .divisor = 1};
    p->symbols = n;
    p->symbol_count = 1;
    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 4);
    int dst = add_buffer(p, "dst", SPACE_SMEM, ROLE_OUT, 4);
    for (int i = 0; i < 2; i++)
        p->objects[add_object(p, i ? "other" : "group", OBJECT_GROUP)].left = true;
    Phase *phase = add_phase(p);
    Expr at = SUM(0, RANK(1, 1, 0));
    for (int i = 0; i < 2; i++) {
        Step *copy = add_copy(phase, primitive_async(32), dst, at, src, at);
        copy->object = 0;
        only(copy, COND_LT, expr_constant(4));
        add_cond(copy, at, COND_LT, of_symbol(0));
        add_cond(copy, expr_constant(2), i ? COND_LT : COND_GE, of_symbol(0));
    }
    Operand row = operand_of(SPACE_GMEM, 0, 4, LAYOUT({4, 1, AXIS_M})), to = row;
    to.space = SPACE_SMEM;
    add_flow(p, row, src, to, dst);
    p->flows[0].limits = (Limits){.count = 1, .at = {{.origin = -1}}, .keep = true};
    return p;
}

/* plans_lane0_demo, whose region's thread stores and loads a place last that the region then writes. */
static inline Plan *region_after_its_own_load(void) {
    Plan *p = plans_lane0_demo();
    int v = add_bundle(p, "v", ROLE_SCRATCH, 1, 0);
    Expr first = expr_constant(0);
    Step *store = append(p, 0);
    *store = (Step){.primitive = PRIM_STORE_SHARED_B32, .object = NONE, .dst = in_buffer(1, first)};
    store->src[0] = STEP(0, 0)->src[0];
    only(store, COND_EQ, first);
    Step *load = append(p, 0);
    *load = (Step){.primitive = PRIM_LOAD_SHARED_B32, .object = NONE, .dst = in_bundle(v, first)};
    load->src[0] = in_buffer(1, first);
    only(load, COND_EQ, first);
    return p;
}

/* Four tiles through one place of shared memory to global memory; the phases of tile i are 2i, which waits for all,
 * stores and fences, and 2i + 1. */
static inline Plan *four_tiles(void) {
    Plan *p = plan_of("tiles", SCOPE_WARP, 32, F32);
    p->targets = feature_targets(FEATURE_BULK);
    int dst = add_buffer(p, "dst", SPACE_GMEM, ROLE_OUT, 128);
    int scratch = add_buffer(p, "scratch", SPACE_SMEM, ROLE_SCRATCH, 32);
    int src = add_bundle(p, "src", ROLE_IN, 4, 0), group = add_object(p, "group", OBJECT_GROUP);
    p->objects[group].left = true;
    for (int tile = 0; tile < 4; tile++) {
        Phase *put = add_phase(p), *send = add_phase(p);
        Expr at = SUM(0, RANK(1, 1, 0)), to = expr_constant(32 * tile);
        add_sync(put, PRIM_WARP_SYNC, NONE, 0);
        add_step(put, PRIM_STORE_SHARED_B32, scratch, at, src, expr_constant(tile));
        add_sync(put, PRIM_FENCE_ASYNC, NONE, 0);
        add_sync(put, PRIM_WARP_SYNC, NONE, 0);
        send->elected = true;
        Step *copy = add_copy(send, PRIM_BULK_SMEM_TO_GMEM, dst, to, scratch, expr_constant(0));
        copy->count = 128;
        copy->object = group;
        add_sync(send, PRIM_BULK_COMMIT, group, 0);
        add_sync(send, PRIM_BULK_WAIT_READ, group, 0);
    }
    add_flow(
        p,
        operand_of(SPACE_REG, 0, 128, LAYOUT({4, 1, AXIS_M}, {32, 1, AXIS_LANEID})),
        src,
        operand_of(SPACE_GMEM, 0, 128, LAYOUT({128, 1, AXIS_M})),
        dst);
    return p;
}
#endif
