/* right_plans.c: right Plans of barriers in several phases, of steps in place and of elected lanes, for the
 * rules of the proof that the copies of tests/unit have no use for. */
#include "right_plans.h"
#include "described.h"
#include "tests/unit/plans_parts.h"

static const Expr *shared(Expr expr) {
    Expr *at = NEW(Expr);
    *at = expr;
    return at;
}

/* rank OP value */
static Step *of_ranks(Step *step, CondOp op, int64_t value) {
    step->conds = NEW(Cond);
    step->cond_count = 1;
    *step->conds = (Cond){SUM(0, RANK(1, 1, 0)), op, expr_constant(value)};
    return step;
}

static Step *wait_for(Phase *phase, int object, Expr parity) {
    Step *step = add_sync(phase, PRIM_MBARRIER_WAIT, object, 0);
    step->value = shared(parity);
    return step;
}

static int add_mbarrier(Plan *plan, const char *name, int arrivals) {
    int at = add_object(plan, name, OBJECT_MBARRIER);
    plan->objects[at].arrivals = arrivals;
    return at;
}

/* By thread 0, for all threads and for bulk copies. */
static void make_mbarriers(Plan *plan) {
    Phase *init = add_phase(plan);
    for (int i = 0; i < plan->object_count; i++)
        of_ranks(add_sync(init, PRIM_MBARRIER_INIT, i, plan->objects[i].arrivals), COND_EQ, 0);
    if (plan->targets == feature_targets(FEATURE_BULK))
        of_ranks(add_sync(init, PRIM_FENCE_MBARRIER_INIT, NONE, 0), COND_EQ, 0);
    add_sync(init, PRIM_CTA_SYNC, NONE, 0);
}

/* 32 rows of `cols` registers, of threads 0 .. 31 or of 32 .. 63. */
static Operand rows_of_warp(int warp, int64_t cols) {
    Layout layout = LAYOUT({32, 1, AXIS_TX}, {cols, 1, AXIS_M});
    if (warp) {
        layout.offset_count = 1;
        layout.offset[0] = (Offset){32, AXIS_TX};
    }
    return operand_of(SPACE_REG, 32, cols, layout);
}

/* ---- mbarriers ------------------------------------------------------------------------------ */

Plan *right_two_stages(void) {
    Plan *plan = plan_of("stages", SCOPE_CTA, 64, F32);
    plan->targets = feature_targets(FEATURE_BULK);
    int src = add_buffer(plan, "src", SPACE_GMEM, ROLE_IN, 256);
    int tile = add_buffer(plan, "tile", SPACE_SMEM, ROLE_SCRATCH, 256);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 4, 0);
    const char *names[] = {"first", "second"};
    for (int i = 0; i < 2; i++)
        add_mbarrier(plan, names[i], 1);
    make_mbarriers(plan);
    Phase *send = add_phase(plan), *get = add_phase(plan);
    add_guard(send, SUM(0, RANK(1, 1, 0)), COND_EQ, 0);
    for (int i = 0; i < 2; i++) {
        add_sync(send, PRIM_MBARRIER_ARRIVE_EXPECT, i, 512);
        Expr at = expr_constant(128 * i);
        Step *copy = add_copy(send, PRIM_BULK_GMEM_TO_SMEM, tile, at, src, at);
        copy->count = 512;
        copy->object = i;
    }
    of_ranks(wait_for(get, 0, expr_constant(0)), COND_LT, 32);
    of_ranks(wait_for(get, 1, expr_constant(0)), COND_GE, 32);
    add_step(get, PRIM_LOAD_SHARED_B128, tile, SUM(0, RANK(4, 1, 0)), dst, expr_constant(0));
    add_flow(plan, row_major(SPACE_GMEM, 64, 4), src, rows_in(AXIS_TX, 64, 4), dst);
    return widths(plan, 128, 1);
}

Plan *right_mbarrier_rounds(void) {
    Plan *plan = plan_of("rounds", SCOPE_CTA, 64, F32);
    int scratch = add_buffer(plan, "scratch", SPACE_SMEM, ROLE_SCRATCH, 32);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 3, 0), src = add_bundle(plan, "src", ROLE_IN, 3, 0);
    int round = add_loop(plan, "round", 3);
    int full = add_mbarrier(plan, "full", 32), empty = add_mbarrier(plan, "empty", 32);
    make_mbarriers(plan);
    Phase *phase = add_phase(plan);
    phase->loops[phase->loop_count++] = round;
    Expr slot = SUM(0, LOOP(1, round)), place = SUM(0, RANK(1, 1, 32));
    Expr parity = SUM(0, term_of(1, VAR_LOOP, round, 1, 2)), other = SUM(1, parity.terms[0]);
    expr_set_term(&other, 0, term_of(-1, VAR_LOOP, round, 1, 2));
    of_ranks(wait_for(phase, empty, other), COND_LT, 32);
    of_ranks(add_step(phase, PRIM_STORE_SHARED_B32, scratch, place, src, slot), COND_LT, 32);
    of_ranks(add_sync(phase, PRIM_MBARRIER_ARRIVE, full, 0), COND_LT, 32);
    of_ranks(wait_for(phase, full, parity), COND_GE, 32);
    of_ranks(add_step(phase, PRIM_LOAD_SHARED_B32, scratch, place, dst, slot), COND_GE, 32);
    of_ranks(add_sync(phase, PRIM_MBARRIER_ARRIVE, empty, 0), COND_GE, 32);
    plan->objects[empty].left = true;
    add_flow(plan, rows_of_warp(0, 3), src, rows_of_warp(1, 3), dst);
    return widths(plan, 32, 3);
}

Plan *right_mbarrier_of_all(void) {
    Plan *plan = plan_of("phases", SCOPE_CTA, 64, F32);
    int bar = add_mbarrier(plan, "bar", 64);
    make_mbarriers(plan);
    Phase *phase = add_phase(plan);
    for (int i = 0; i < 2; i++) {
        add_sync(phase, PRIM_MBARRIER_ARRIVE, bar, 0);
        of_ranks(wait_for(phase, bar, expr_constant(i)), COND_LT, 32);
        of_ranks(wait_for(phase, bar, expr_constant(i)), COND_GE, 32);
    }
    return widths(plan, 0, 0);
}

Plan *right_mbarrier_of_one(void) {
    Plan *plan = plan_of("phases", SCOPE_CTA, 64, F32);
    int bar = add_mbarrier(plan, "bar", 32);
    make_mbarriers(plan);
    Phase *phase = add_phase(plan);
    for (int i = 0; i < 2; i++) {
        of_ranks(add_sync(phase, PRIM_MBARRIER_ARRIVE, bar, 0), COND_LT, 32);
        wait_for(phase, bar, expr_constant(i));
        add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    }
    return widths(plan, 0, 0);
}

Plan *right_caller_parity(void) {
    Plan *plan = plan_of("phases", SCOPE_WARP, 32, F32);
    Symbol *parity = NEW(Symbol);
    *parity = (Symbol){.name = "parity", .role = SYMBOL_PARITY, .min = 0, .max = 1, .divisor = 1};
    plan->symbols = parity;
    plan->symbol_count = 1;
    int bar = add_mbarrier(plan, "bar", 32);
    plan->objects[bar].brought = true;
    Phase *phase = add_phase(plan);
    for (int i = 0; i < 2; i++) {
        add_sync(phase, PRIM_MBARRIER_ARRIVE, bar, 0);
        wait_for(phase, bar, i ? SUM(1, SYMBOL(-1, 0)) : SUM(0, SYMBOL(1, 0)));
        add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    }
    return widths(plan, 0, 0);
}

/* ---- named barriers ------------------------------------------------------------------------- */

static void arrive_and_wait(Phase *phase, int barrier) {
    of_ranks(add_sync(phase, PRIM_BARRIER_ARRIVE, barrier, 64), COND_LT, 32);
    of_ranks(add_sync(phase, PRIM_BARRIER_SYNC, barrier, 64), COND_GE, 32);
}

Plan *right_named_rounds(void) {
    Plan *plan = plan_of("named", SCOPE_CTA, 64, F32);
    int full = add_object(plan, "full", OBJECT_BARRIER);
    plan->objects[full].id = 1;
    Phase *phase = add_phase(plan);
    arrive_and_wait(phase, full);
    add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    arrive_and_wait(phase, full);
    return widths(plan, 0, 0);
}

Plan *right_barrier_0(void) {
    Plan *plan = plan_of("named", SCOPE_CTA, 64, F32);
    int zero = add_object(plan, "zero", OBJECT_BARRIER);
    Phase *phase = add_phase(plan);
    add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    add_sync(phase, PRIM_BARRIER_SYNC, zero, 64);
    add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    return widths(plan, 0, 0);
}

/* ---- registers in place --------------------------------------------------------------------- */

static Plan *through_registers(const Dtype *dtype, int64_t count, int *dst, int *src, int *v) {
    Plan *plan = plan_of("registers", SCOPE_WARP, 32, dtype);
    *dst = add_bundle(plan, "dst", ROLE_OUT, count, 0);
    *src = add_bundle(plan, "src", ROLE_IN, count, 0);
    *v = add_bundle(plan, "v", ROLE_SCRATCH, count, 0);
    return plan;
}

static void move(Phase *phase, int dst, int64_t to, int src, int64_t from) {
    add_move(
        phase, PRIM_MOVE, in_bundle(dst, expr_constant(to)), in_bundle(src, expr_constant(from)));
}

/* src -> v, v of lane `peer` -> v, v -> dst */
static Plan *shuffled(Expr peer, Operand from, Operand to) {
    int dst, src, v;
    Plan *plan = through_registers(F32, 1, &dst, &src, &v);
    Phase *phase = add_phase(plan);
    Side own = in_bundle(v, expr_constant(0)), there = own;
    there.peer = shared(peer);
    move(phase, v, 0, src, 0);
    add_move(phase, PRIM_SHUFFLE_B32, own, there);
    move(phase, dst, 0, v, 0);
    add_flow(plan, from, src, to, dst);
    return widths(plan, 32, 1);
}

Plan *right_broadcast(void) {
    Layout last = LAYOUT({1, 1, AXIS_LANEID});
    last.offset_count = 1;
    last.offset[0] = (Offset){31, AXIS_LANEID};
    Plan *plan = shuffled(
        expr_constant(31),
        operand_of(SPACE_REG, 0, 1, last),
        operand_of(SPACE_REG, 0, 1, LAYOUT({1, 1, AXIS_M})));
    Operand lanes = operand_of(SPACE_REG, 0, 32, LAYOUT({32, 1, AXIS_LANEID}));
    int same = add_bundle(plan, "same", ROLE_OUT, 1, 0);
    move(&plan->phases[0], same, 0, plan->flows[0].src_at, 0);
    add_flow(plan, lanes, plan->flows[0].src_at, lanes, same);
    return plan;
}

/* Lane 4j + i gets what lane 8i + j has. */
Plan *right_lanes_in_place(void) {
    return shuffled(
        SUM(0, RANK(8, 1, 4), RANK(1, 4, 0)),
        operand_of(SPACE_REG, 4, 8, LAYOUT({4, 8, AXIS_LANEID}, {8, 1, AXIS_LANEID})),
        operand_of(SPACE_REG, 4, 8, LAYOUT({4, 1, AXIS_LANEID}, {8, 4, AXIS_LANEID})));
}

Plan *right_bytes_in_place(void) {
    int dst, src, v;
    Plan *plan = through_registers(F16, 2, &dst, &src, &v);
    Phase *phase = add_phase(plan);
    for (int i = 0; i < 2; i++)
        move(phase, v, i, src, i);
    Side word = in_bundle(v, expr_constant(0));
    Step *step = add_move(phase, PRIM_PERMUTE_B32, word, word);
    step->src[1] = word;
    step->count = 0x1032;
    for (int i = 0; i < 2; i++)
        move(phase, dst, i, v, 1 - i);
    Operand rows = rows_in(AXIS_LANEID, 32, 2);
    add_flow(plan, rows, src, rows, dst);
    return widths(plan, 32, 1);
}

Plan *right_sum_of_ints(void) {
    int dst, src, v;
    Plan *plan = through_registers(dtype_find("u32", 3), 2, &dst, &src, &v);
    plan->bundles[dst].count = 1;
    Phase *phase = add_phase(plan);
    for (int i = 0; i < 2; i++)
        move(phase, v, i, src, i);
    Side sum = in_bundle(v, expr_constant(0));
    Step *step = add_move(phase, PRIM_ADD_U32, sum, sum);
    step->src[1] = in_bundle(v, expr_constant(1));
    step->combine = COMBINE_ADD;
    move(phase, dst, 0, v, 0);
    add_flow(
        plan,
        rows_in(AXIS_LANEID, 32, 2),
        src,
        operand_of(SPACE_REG, 0, 32, LAYOUT({32, 1, AXIS_LANEID})),
        dst);
    plan->flows[0].combine = COMBINE_ADD;
    plan->flows[0].over = 1;
    return widths(plan, 32, 1);
}

/* ---- copies --------------------------------------------------------------------------------- */

Plan *right_elected_box(void) {
    Plan *plan = plans_tensor_box();
    plan->scope = (Scope){.kind = SCOPE_WARP, .threads = 32, .lane_end = 32, .warp_end = 1};
    plan->threads = 32;
    plan->phases[0].elected = true;
    return plan;
}

Plan *right_chunks(void) {
    Plan *plan = plan_of("chunks", SCOPE_THREAD, 1, F16);
    plan->targets = feature_targets(FEATURE_BULK);
    int dst = add_buffer(plan, "dst", SPACE_SMEM, ROLE_OUT, 64);
    int src = add_buffer(plan, "src", SPACE_GMEM, ROLE_IN, 64);
    int bar = add_mbarrier(plan, "bar", 1), i = add_loop(plan, "i", 8);
    plan->objects[bar].brought = true;
    Phase *phase = add_phase(plan);
    add_sync(phase, PRIM_MBARRIER_ARRIVE_EXPECT, bar, 128);
    Expr at = SUM(0, LOOP(8, i));
    Step *copy = repeated(add_copy(phase, PRIM_BULK_GMEM_TO_SMEM, dst, at, src, at), i);
    copy->count = 16;
    copy->object = bar;
    wait_for(phase, bar, expr_constant(0));
    add_flow(
        plan,
        operand_of(SPACE_GMEM, 0, 64, LAYOUT({64, 1, AXIS_M})),
        src,
        operand_of(SPACE_SMEM, 0, 64, LAYOUT({64, 1, AXIS_M})),
        dst);
    return widths(plan, 128, 8);
}

Plan *right_down_in_place(void) {
    Plan *plan = plan_of("down", SCOPE_WARP, 32, F32);
    int tile = add_buffer(plan, "tile", SPACE_SMEM, ROLE_OUT, 64);
    int v = add_bundle(plan, "v", ROLE_SCRATCH, 1, 0);
    Phase *phase = add_phase(plan);
    Expr from = SUM(0, RANK(1, 1, 0)), to = SUM(32, RANK(1, 1, 0));
    add_step(phase, PRIM_LOAD_SHARED_B32, tile, from, v, expr_constant(0));
    add_step(phase, PRIM_STORE_SHARED_B32, tile, to, v, expr_constant(0));
    Layout second = LAYOUT({32, 1, AXIS_M});
    second.offset_count = 1;
    second.offset[0] = (Offset){32, AXIS_M};
    add_flow(
        plan,
        operand_of(SPACE_SMEM, 0, 32, LAYOUT({32, 1, AXIS_M})),
        tile,
        operand_of(SPACE_SMEM, 0, 32, second),
        tile);
    return widths(plan, 32, 1);
}

Plan *right_gmem_scratch(void) {
    Plan *plan = plan_of("gmem", SCOPE_WARP, 32, F32);
    int scratch = add_buffer(plan, "scratch", SPACE_GMEM, ROLE_SCRATCH, 32);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 1, 0), src = add_bundle(plan, "src", ROLE_IN, 1, 0);
    Phase *phase = add_phase(plan);
    Expr first = expr_constant(0);
    add_step(phase, PRIM_STORE_GLOBAL_B32, scratch, SUM(0, RANK(1, 1, 0)), src, first);
    add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    Expr other = SUM(0, RANK(8, 1, 4), RANK(1, 4, 0));
    add_step(phase, PRIM_LOAD_GLOBAL_B32, scratch, other, dst, first);
    add_flow(
        plan,
        operand_of(SPACE_REG, 4, 8, LAYOUT({4, 8, AXIS_LANEID}, {8, 1, AXIS_LANEID})),
        src,
        operand_of(SPACE_REG, 4, 8, LAYOUT({4, 1, AXIS_LANEID}, {8, 4, AXIS_LANEID})),
        dst);
    return widths(plan, 32, 1);
}

/* ---- combinations of a warp ------------------------------------------------------------------ */

/* 128 numbers, 4 in each lane, as plans_butterfly_sum, by other instructions. */
Plan *right_turned_sum(void) {
    Plan *plan = plans_butterfly_sum();
    for (int i = 0; i < 5; i++) {
        Step *step = &plan->phases[0].steps[2 + 2 * i];
        step->primitive = PRIM_SHUFFLE_XOR_B32;
        step->src[0].peer = NULL;
        step->count = 16 >> i;
    }
    return plan;
}

Plan *right_redux_sum(void) {
    Plan *plan = plans_butterfly_sum();
    Step *steps = plan->phases[0].steps;
    plan->dtype = dtype_find("i32", 3);
    for (int i = 0; i < plan->bundle_count; i++)
        plan->bundles[i].dtype = plan->dtype;
    steps[1].primitive = PRIM_ADD_U32;
    steps[2] = (Step){.primitive = PRIM_REDUX_ADD_U32, .object = -1, .combine = COMBINE_ADD};
    steps[2].dst = steps[11].dst;
    steps[2].src[0] = steps[1].dst;
    plan->phases[0].step_count = 3;
    return plan;
}

/* One number of each lane and of all lanes below. */
Plan *right_scan(void) {
    Plan *plan = plan_of("scan", SCOPE_WARP, 32, F32);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 1, 0), src = add_bundle(plan, "src", ROLE_IN, 1, 0);
    int v = add_bundle(plan, "v", ROLE_SCRATCH, 1, 0);
    int o = add_bundle(plan, "o", ROLE_SCRATCH, 1, 0);
    Side sum = in_bundle(v, expr_constant(0)), other = in_bundle(o, expr_constant(0));
    Phase *phase = add_phase(plan);
    add_move(phase, PRIM_MOVE, sum, in_bundle(src, expr_constant(0)));
    for (int far = 1; far < 32; far *= 2) {
        add_move(phase, PRIM_SHUFFLE_UP_B32, other, sum)->count = far;
        Step *add = add_move(phase, PRIM_ADD_F32, sum, other);
        add->src[1] = sum;
        add->combine = COMBINE_ADD;
        of_ranks(add, COND_GE, far);
    }
    add_move(phase, PRIM_MOVE, in_bundle(dst, expr_constant(0)), sum);
    Operand lanes = operand_of(SPACE_REG, 0, 32, LAYOUT({32, 1, AXIS_LANEID}));
    add_flow(plan, lanes, src, lanes, dst);
    plan->flows[0].combine = COMBINE_ADD;
    plan->flows[0].scan = true;
    return widths(plan, 32, 12);
}

Plan *right_bulk_sum(void) {
    return plan_copy(plan_of_text("copy_async thread u32 smem S[(4,16):(32,1)] -> "
                                  "dsmem S[(4,16):(20,1)] { reduce add }"));
}

Plan *right_bulk_min(void) {
    return plan_copy(plan_of_text("copy_async thread u32 smem S[(4,16):(32,1)] -> "
                                  "gmem S[(4,16):(20,1)] { reduce min }"));
}

Plan *right_sum_of_threads(void) {
    return plan_copy(plan_of_text("copy warp f32 reg S[(32,8):(1@laneid,1)] -> "
                                  "dsmem S[(32,8)] { reduce add }"));
}

Plan *right_red(void) {
    return plan_copy(plan_of_text("copy warp f32 reg S[(32,8):(1@laneid,1)] -> "
                                  "gmem S[(32,8):(ld,1)] { reduce add; masked }"));
}

Plan *right_red_bounded(void) {
    return plan_copy(plan_of_text("target sm_80\ncopy warp f32 smem S[(64,2)] -> gmem S[(64,2)] "
                                  "where rows <= 32 { reduce add; masked }"));
}

Plan *right_red_vectors(void) {
    return plan_copy(plan_of_text("target sm_90\ncopy warp f32 reg S[(32,8):(1@laneid,1)] -> "
                                  "gmem S[(32,8)] { reduce add }"));
}

Plan *right_red_shared(void) {
    return plan_copy(plan_of_text("copy warp f32 reg S[(32,8):(1@laneid,1)] -> "
                                  "smem S[(32,8)] { reduce add }"));
}

Plan *right_counted_stores(void) {
    return plan_copy(
        plan_of_text("copy_async warp f32 reg S[(32,8):(1@laneid,1)] -> dsmem S[(32,8)]"));
}

Plan *right_multicast(void) {
    return plan_copy(plan_of_text("copy_async thread f32 gmem S[(4,16):(32,1)] -> smem "
                                  "S[(4,16):(20,1)] { multicast }"));
}
