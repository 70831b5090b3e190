/* plans_duties.c: hand-built Plans whose callers have duties that no other one has: named barriers, tiles
 * in flight at entry, copies that the caller commits or expects, several tiles in one call, sums over a
 * dimension and up to a place. */
#include "plans_parts.h"

static int named_barrier(Plan *plan, int id) {
    int at = add_object(plan, "ready", OBJECT_BARRIER);
    plan->objects[at].id = id;
    return at;
}

/* relayout_64x8 at barrier 3 instead of that of the CTA: 64 threads of any block. */
Plan *plans_named_barrier(void) {
    Plan *plan = plans_relayout_64x8();
    Step *sync = &plan->phases[0].steps[1];
    *sync = (Step){.primitive = PRIM_BARRIER_SYNC, .count = 64};
    sync->object = named_barrier(plan, 3);
    return plan;
}

/* Warp 0 leaves a row of 128 numbers, warp 1 takes it: the one only arrives, the other waits. */
Plan *plans_handover(void) {
    Plan *plan = plan_of("relayout", SCOPE_CTA, 64, F32);
    int scratch = add_buffer(plan, "row", SPACE_SMEM, ROLE_SCRATCH, 128);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 4, 0), src = add_bundle(plan, "src", ROLE_IN, 4, 0);
    int ready = named_barrier(plan, 1);
    Expr first = expr_constant(0);
    Phase *give = add_phase(plan), *take = add_phase(plan);
    add_guard(give, SUM(0, RANK(1, 1, 0)), COND_LT, 32);
    add_guard(take, SUM(0, RANK(1, 1, 0)), COND_GE, 32);
    add_step(give, PRIM_STORE_SHARED_B128, scratch, SUM(0, RANK(4, 1, 32)), src, first);
    add_sync(give, PRIM_BARRIER_ARRIVE, ready, 64);
    add_sync(take, PRIM_BARRIER_SYNC, ready, 64);
    add_step(take, PRIM_LOAD_SHARED_B128, scratch, SUM(0, RANK(4, 1, 32)), dst, first);
    plan->parts[0] = (Part){.suffix = "give", .first_phase = 0, .phase_count = 1};
    plan->parts[1] = (Part){.suffix = "take", .first_phase = 1, .phase_count = 1};
    plan->part_count = 2;
    Layout second = LAYOUT({32, 1, AXIS_TX}, {4, 1, AXIS_M}), one = second;
    second.offset_count = 1;
    second.offset[0] = (Offset){32, AXIS_TX};
    one.offset_count = 1;
    one.offset[0] = (Offset){0, AXIS_TX};
    add_flow(
        plan, operand_of(SPACE_REG, 0, 128, one), src, operand_of(SPACE_REG, 0, 128, second), dst);
    return widths(plan, 128, 1);
}

/* Rows of two tiles at once. */
Plan *plans_two_tiles(void) {
    Plan *plan = plan_of("reg", SCOPE_WARP, 32, F32);
    const char *from[] = {"a", "b"}, *to[] = {"a_row", "b_row"};
    Operand memory = operand_of(SPACE_SMEM, 32, 4, LAYOUT({32, 4, AXIS_M}, {4, 1, AXIS_M}));
    Operand rows = operand_of(SPACE_REG, 32, 4, LAYOUT({32, 1, AXIS_LANEID}, {4, 1, AXIS_M}));
    Phase *phase = add_phase(plan);
    for (int i = 0; i < 2; i++) {
        int src = add_buffer(plan, from[i], SPACE_SMEM, ROLE_IN, 128);
        int dst = add_bundle(plan, to[i], ROLE_OUT, 4, 0);
        add_step(phase, PRIM_LOAD_SHARED_B128, src, SUM(0, RANK(4, 1, 0)), dst, expr_constant(0));
        add_flow(plan, memory, src, rows, dst);
    }
    return widths(plan, 128, 1);
}

static Step *add_sum(Phase *phase, Side dst, Side a, Side b) {
    Step *step = add_move(phase, PRIM_ADD_F32, dst, a);
    step->src[1] = b;
    step->combine = COMBINE_ADD;
    return step;
}

/* Every lane sums up its row. */
Plan *plans_row_sums(void) {
    Plan *plan = plan_of("reduce", SCOPE_WARP, 32, F32);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 1, 0), src = add_bundle(plan, "src", ROLE_IN, 4, 0);
    int v = add_bundle(plan, "v", ROLE_SCRATCH, 1, 0), j = add_loop(plan, "j", 2);
    Side sum = in_bundle(v, expr_constant(0));
    Phase *phase = add_phase(plan);
    add_move(phase, PRIM_MOVE, sum, in_bundle(src, expr_constant(0)));
    repeated(add_sum(phase, sum, sum, in_bundle(src, SUM(1, LOOP(1, j)))), j);
    add_sum(phase, in_bundle(dst, expr_constant(0)), sum, in_bundle(src, expr_constant(3)));
    add_flow(
        plan,
        operand_of(SPACE_REG, 32, 4, LAYOUT({32, 1, AXIS_LANEID}, {4, 1, AXIS_M})),
        src,
        operand_of(SPACE_REG, 0, 32, LAYOUT({32, 1, AXIS_LANEID})),
        dst);
    plan->flows[0].combine = COMBINE_ADD;
    plan->flows[0].over = 1;
    return widths(plan, 32, 1);
}

/* The same, and what was there before. */
Plan *plans_row_sums_more(void) {
    Plan *plan = plans_row_sums();
    int acc = add_bundle(plan, "acc", ROLE_IN, 1, 0);
    Operand *with = NEW(Operand);
    *with = plan->flows[0].dst;
    Step *last = &plan->phases[0].steps[2];
    Side dst = last->dst, sum = last->src[0];
    last->dst = sum;
    add_sum(&plan->phases[0], dst, sum, in_bundle(acc, expr_constant(0)));
    plan->flows[0].with = with;
    plan->flows[0].with_at = acc;
    return plan;
}

/* 128 numbers, 4 in each lane, and one more that all lanes have. */
Plan *plans_sum_more(void) {
    Plan *plan = plans_butterfly_sum();
    int acc = add_bundle(plan, "acc", ROLE_IN, 1, 0);
    Operand *with = NEW(Operand);
    *with = plan->flows[0].dst;
    Step *steps = NEW_ARRAY(Step, 13);
    for (int i = 0; i < 12; i++)
        steps[i] = plan->phases[0].steps[i];
    plan->phases[0].steps = steps;
    Step *last = &steps[11];
    Side dst = last->dst;
    last->dst = last->src[0];
    add_sum(&plan->phases[0], dst, last->src[0], in_bundle(acc, expr_constant(0)));
    plan->flows[0].with = with;
    plan->flows[0].with_at = acc;
    return plan;
}

/* Every lane sums up each start of its row. */
Plan *plans_prefix_sums(void) {
    Plan *plan = plan_of("scan", SCOPE_WARP, 32, F32);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 4, 0), src = add_bundle(plan, "src", ROLE_IN, 4, 0);
    int j = add_loop(plan, "j", 3);
    Phase *phase = add_phase(plan);
    add_move(phase, PRIM_MOVE, in_bundle(dst, expr_constant(0)), in_bundle(src, expr_constant(0)));
    repeated(
        add_sum(
            phase,
            in_bundle(dst, SUM(1, LOOP(1, j))),
            in_bundle(dst, SUM(0, LOOP(1, j))),
            in_bundle(src, SUM(1, LOOP(1, j)))),
        j);
    Operand rows = operand_of(SPACE_REG, 32, 4, LAYOUT({32, 1, AXIS_LANEID}, {4, 1, AXIS_M}));
    add_flow(plan, rows, src, rows, dst);
    plan->flows[0].combine = COMBINE_ADD;
    plan->flows[0].over = 1;
    plan->flows[0].scan = true;
    return widths(plan, 32, 1);
}

/* reg_load of a tile that is still on its way when it is called: a bulk copy that another function sent. */
Plan *plans_brought(void) {
    Plan *plan = plans_reg_load();
    Symbol *parity = NEW(Symbol);
    *parity = (Symbol){.name = "parity", .role = SYMBOL_PARITY, .min = 0, .max = 1, .divisor = 1};
    plan->symbols = parity;
    plan->symbol_count = 1;
    Expr *value = NEW(Expr);
    *value = SUM(0, SYMBOL(1, 0));
    Phase *load = &plan->phases[0];
    int bar = add_object(plan, "bar", OBJECT_MBARRIER);
    plan->objects[bar].brought = true;
    plan->objects[bar].arrivals = plan->objects[bar].others = 1;
    plan->buffers[0].brought = 1 + bar;
    load->steps[1] = load->steps[0];
    load->steps[0] = (Step){.primitive = PRIM_MBARRIER_WAIT, .object = bar, .value = value};
    load->step_count = 2;
    return plan;
}

/* Global memory that nobody writes, under a cache policy, into a tile whose layout was chosen. */
Plan *plans_hinted(void) {
    Plan *plan = plans_ld_128x64();
    plan->hint.cache = "nc";
    plan->hint.policy = true;
    plan->flows[0].dst.is_auto = true;
    return plan;
}

/* ld_async_128x64 closed at an mbarrier, at which each thread arrives when its copies have landed. */
Plan *plans_arrive_copies(void) {
    Plan *plan = plans_ld_async_128x64();
    Object *bar = &plan->objects[0];
    *bar = (Object){
        .name = "bar", .kind = OBJECT_MBARRIER, .brought = true, .left = true, .arrivals = 256};
    add_sync(&plan->phases[0], PRIM_CP_ASYNC_ARRIVE, 0, 0);
    return plan;
}

static Plan *row_plan(Space to, Space from) {
    Plan *plan = plan_of("bulk", SCOPE_THREAD, 1, F32);
    plan->targets = feature_targets(FEATURE_BULK);
    Layout row = LAYOUT({128, 1, AXIS_M});
    add_buffer(plan, "dst", to, ROLE_OUT, 128);
    add_buffer(plan, "src", from, ROLE_IN, 128);
    add_flow(plan, operand_of(from, 0, 128, row), 1, operand_of(to, 0, 128, row), 0);
    return plan;
}

static Step *add_row(Plan *plan, PrimitiveId primitive, int object) {
    Step *copy = add_copy(add_phase(plan), primitive, 0, expr_constant(0), 1, expr_constant(0));
    copy->count = 512;
    copy->object = object;
    plan->objects[object].left = true;
    return copy;
}

/* 512 bytes of global memory, which the caller's mbarrier must expect. */
Plan *plans_bulk_load(void) {
    Plan *plan = row_plan(SPACE_SMEM, SPACE_GMEM);
    int bar = add_object(plan, "bar", OBJECT_MBARRIER);
    plan->objects[bar].brought = true;
    plan->objects[bar].arrivals = plan->objects[bar].others = 1;
    add_row(plan, PRIM_BULK_GMEM_TO_SMEM, bar);
    return widths(plan, 4096, 1);
}

/* The way back, in a group that the caller commits. */
Plan *plans_bulk_out(void) {
    Plan *plan = row_plan(SPACE_GMEM, SPACE_SMEM);
    add_row(plan, PRIM_BULK_SMEM_TO_GMEM, add_object(plan, "group", OBJECT_GROUP));
    return widths(plan, 4096, 1);
}

/* tmem_load whose registers the caller must not touch before it waits. */
Plan *plans_tmem_open(void) {
    Plan *plan = plans_tmem_load();
    plan->phases[0].step_count = 1;
    plan->objects[0].left = true;
    return plan;
}

/* Every thread takes a row of what the other CTA keeps. */
Plan *plans_remote_load(void) {
    Plan *plan = plan_of("dsmem_direct", SCOPE_WARP, 32, F32);
    plan->targets = feature_targets(FEATURE_CLUSTER);
    plan->ctas = 2;
    Symbol *cta = NEW(Symbol);
    *cta = (Symbol){.name = "cta", .role = SYMBOL_CTA, .min = 0, .max = 15, .divisor = 1};
    plan->symbols = cta;
    plan->symbol_count = 1;
    int src = add_buffer(plan, "src", SPACE_DSMEM, ROLE_IN, 128);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 4, 0);
    Expr row = SUM(0, RANK(4, 1, 0));
    Step *load = add_step(add_phase(plan), PRIM_LOAD_DSMEM_B128, src, row, dst, expr_constant(0));
    load->src[0].peer = the_other_cta();
    Layout rows = LAYOUT({32, 1, AXIS_LANEID}, {4, 1, AXIS_M});
    add_flow(plan, row_major(SPACE_DSMEM, 32, 4), src, operand_of(SPACE_REG, 32, 4, rows), dst);
    plan->flows[0].src_peer = load->src[0].peer;
    return widths(plan, 128, 1);
}

/* The row of plans_bulk_load in every CTA that the mask names. */
Plan *plans_multicast(void) {
    Plan *plan = plans_bulk_load();
    Symbol *ctas = NEW(Symbol);
    Expr *mask = NEW(Expr);
    *ctas = (Symbol){.name = "ctas", .role = SYMBOL_CTAS, .min = 0, .max = 65535, .divisor = 1};
    *mask = SUM(0, SYMBOL(1, 0));
    plan->targets = feature_targets(FEATURE_MULTICAST);
    plan->symbols = ctas;
    plan->symbol_count = 1;
    plan->phases[0].steps[0].primitive = PRIM_BULK_GMEM_TO_SMEM_MULTICAST;
    plan->phases[0].steps[0].value = mask;
    return plan;
}

/* Each lane of both warps keeps the element that it holds, one register further. */
Plan *plans_kept(void) {
    Plan *plan = plan_of("relayout_rename", SCOPE_CTA, 64, F32);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 2, 0), src = add_bundle(plan, "src", ROLE_IN, 1, 0);
    Layout lanes = LAYOUT({32, 1, AXIS_LANEID}), next = lanes;
    next.offset_count = 1;
    next.offset[0] = (Offset){1, AXIS_M};
    add_move(
        add_phase(plan),
        PRIM_MOVE,
        in_bundle(dst, expr_constant(1)),
        in_bundle(src, expr_constant(0)));
    add_flow(
        plan, operand_of(SPACE_REG, 0, 32, lanes), src, operand_of(SPACE_REG, 0, 32, next), dst);
    plan->flows[0].alike = true;
    return widths(plan, 32, 1);
}
