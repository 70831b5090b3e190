/* plans_next.c: hand-built Plans of what is more than a copy: values combined and converted between
 * lanes, scratch in rounds, regions in parts, other CTAs, tensors and tensor memory. */
#include "plans_parts.h"

static inline Expr constant(int64_t value) {
    return expr_constant(value);
}

/* lane ^ bits: the constant turned by the lane. */
static const Expr *lane_xor(int bits) {
    Expr *peer = NEW(Expr);
    Digit digit = {
        .kind = VAR_ONE, .index = bits, .pre_div = 1, .div = 1, .turn_div = 1, .turn_mod = 32};
    expr_add(peer, coef_int(1), digit);
    return peer;
}

static Cond *when(Step *step, Expr lhs, CondOp op, int64_t rhs) {
    if (!step->conds)
        step->conds = NEW_ARRAY(Cond, MAX_CONDS);
    step->conds[step->cond_count] = (Cond){lhs, op, expr_constant(rhs)};
    return &step->conds[step->cond_count++];
}

/* dst = first where rank / div % 2 is 0, else second. */
static Step *add_select(Phase *phase, Side dst, Side first, Side second, int64_t div) {
    Step *step = add_move(phase, PRIM_SELECT_B32, dst, first);
    step->src[1] = second;
    step->rest = REST_OTHER;
    when(step, SUM(0, RANK(1, div, 2)), COND_EQ, 0);
    return step;
}

static Step *add_sum(Phase *phase, Side dst, Side a, Side b) {
    Step *step = add_move(phase, PRIM_ADD_F32, dst, a);
    step->src[1] = b;
    step->combine = COMBINE_ADD;
    return step;
}

/* 128 numbers, 4 in each lane; every lane gets their sum. */
Plan *plans_butterfly_sum(void) {
    Plan *plan = plan_of("reduce", SCOPE_WARP, 32, F32);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 1, 0), src = add_bundle(plan, "src", ROLE_IN, 4, 0);
    int v = add_bundle(plan, "v", ROLE_SCRATCH, 1, 0),
        o = add_bundle(plan, "o", ROLE_SCRATCH, 1, 0);
    int j = add_loop(plan, "j", 3);
    Side sum = in_bundle(v, constant(0)), other = in_bundle(o, constant(0));
    Phase *phase = add_phase(plan);
    add_move(phase, PRIM_MOVE, sum, in_bundle(src, constant(0)));
    repeated(add_sum(phase, sum, sum, in_bundle(src, SUM(1, LOOP(1, j)))), j);
    for (int bit = 16; bit > 0; bit /= 2) {
        Side from = sum;
        from.peer = lane_xor(bit);
        add_move(phase, PRIM_SHUFFLE_B32, other, from);
        add_sum(phase, bit == 1 ? in_bundle(dst, constant(0)) : sum, sum, other);
    }
    add_flow(
        plan,
        operand_of(SPACE_REG, 0, 128, LAYOUT({32, 1, AXIS_LANEID}, {4, 1, AXIS_M})),
        src,
        operand_of(SPACE_REG, 0, 1, LAYOUT({1, 1, AXIS_M})),
        dst);
    plan->flows[0].combine = COMBINE_ADD;
    return widths(plan, 32, 5);
}

/* Lanes 2a and 2a + 1 exchange: element (2a + b, j) goes to lane 2a + j, slot b. */
Plan *plans_lane_transpose(void) {
    Plan *plan = plan_of("relayout", SCOPE_WARP, 32, F16);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 2, 0), src = add_bundle(plan, "src", ROLE_IN, 2, 0);
    const char *names[] = {"o", "a", "b", "lo", "hi"};
    Side s[5], own = in_bundle(src, constant(0)), there = own;
    for (int i = 0; i < 5; i++)
        s[i] = in_bundle(add_bundle(plan, names[i], ROLE_SCRATCH, 2, 0), constant(0));
    Phase *phase = add_phase(plan);
    there.peer = lane_xor(1);
    add_move(phase, PRIM_SHUFFLE_B32, s[0], there);
    add_select(phase, s[1], own, s[0], 1);
    add_select(phase, s[2], s[0], own, 1);
    for (int high = 0; high < 2; high++) {
        Step *step = add_move(phase, PRIM_PERMUTE_B32, s[3 + high], s[1]);
        step->src[1] = s[2];
        step->count = high ? 0x7632 : 0x5410;
    }
    add_select(phase, in_bundle(dst, constant(0)), s[3], s[4], 1);
    add_flow(
        plan,
        rows_in(AXIS_LANEID, 32, 2),
        src,
        operand_of(
            SPACE_REG, 32, 2, LAYOUT({16, 2, AXIS_LANEID}, {2, 1, AXIS_M}, {2, 1, AXIS_LANEID})),
        dst);
    return widths(plan, 32, 1);
}

static int add_arena(Plan *plan, const char *name, int64_t bytes) {
    plan->arenas[plan->arena_count++] = (Arena){name, bytes, 16};
    return plan->arena_count;
}

static int in_arena(Plan *plan, int arena, const char *name, int64_t elements, int64_t offset) {
    int at = add_buffer(plan, name, SPACE_SMEM, ROLE_SCRATCH, elements);
    plan->buffers[at].arena = arena;
    plan->buffers[at].offset = offset;
    return at;
}

/* Thread t gives row t, thread 8a + c gets column c of rows a, 8 + a, 16 + a ..., four columns a round: the
 * scratch is half of the tile. */
Plan *plans_relayout_rounds(void) {
    Plan *plan = plan_of("relayout", SCOPE_CTA, 64, F32);
    int scratch = in_arena(plan, add_arena(plan, "scratch", 1024), "half", 256, 0);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 8, 0), src = add_bundle(plan, "src", ROLE_IN, 8, 0);
    int round = add_loop(plan, "round", 2), j = add_loop(plan, "j", 8);
    Phase *phase = add_phase(plan);
    phase->loops[phase->loop_count++] = round;
    add_step(
        phase, PRIM_STORE_SHARED_B128, scratch, SUM(0, RANK(4, 1, 0)), src, SUM(0, LOOP(4, round)));
    add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    Step *get = repeated(
        add_step(
            phase,
            PRIM_LOAD_SHARED_B32,
            scratch,
            SUM(0, RANK(4, 8, 0), RANK(1, 1, 4), LOOP(32, j)),
            dst,
            SUM(0, LOOP(1, j))),
        j);
    when(get, SUM(0, RANK(1, 4, 2)), COND_EQ, 0)->rhs = SUM(0, LOOP(1, round));
    add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    add_flow(
        plan,
        rows_in(AXIS_TX, 64, 8),
        src,
        operand_of(SPACE_REG, 64, 8, LAYOUT({8, 1, AXIS_M}, {8, 8, AXIS_TX}, {8, 1, AXIS_TX})),
        dst);
    return widths(plan, 128, 10);
}

enum { ROWS_DST, ROWS_V }; /* bundles of loaded_rows */

/* Lane i loads row i of 32x8, in two vectors from `from` (of loop 0) into v, on its way to dst. */
static Plan *loaded_rows(const char *variant, const char *loop, Expr from) {
    Plan *plan = plan_of(variant, SCOPE_WARP, 32, F32);
    int src = add_buffer(plan, "src", SPACE_SMEM, ROLE_IN, 256);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 8, 0),
        v = add_bundle(plan, "v", ROLE_SCRATCH, 8, 0);
    int i = add_loop(plan, loop, 2);
    Expr to = SUM(0, LOOP(4, i));
    repeated(add_step(add_phase(plan), PRIM_LOAD_SHARED_B128, src, from, v, to), i);
    add_flow(plan, row_major(SPACE_SMEM, 32, 8), src, rows_in(AXIS_LANEID, 32, 8), dst);
    return widths(plan, 128, 2);
}

/* Rows of f32 in shared memory become rows of f16 in registers. */
Plan *plans_converting(void) {
    Plan *plan = loaded_rows("reg", "i", SUM(0, RANK(8, 1, 0), LOOP(4, 0)));
    int j = add_loop(plan, "j", 4);
    plan->bundles[ROWS_DST].dtype = F16;
    plan->flows[0].rounding = ROUNDING_RN;
    Side to = in_bundle(ROWS_DST, SUM(0, LOOP(2, j))), from = to;
    from.of = ROWS_V;
    repeated(add_move(&plan->phases[0], PRIM_CONVERT_F32_F16X2, to, from), j);
    return plan;
}

/* Lanes 4 .. 7 of 8 load their second half first, so that no two lanes of a group meet in a bank. */
Plan *plans_rotated(void) {
    Digit chunk = {.kind = VAR_LOOP, .pre_div = 1, .div = 1, .turn_div = 4, .turn_mod = 2};
    Expr from = SUM(0, RANK(8, 1, 0));
    expr_add(&from, coef_int(4), chunk);
    Plan *plan = loaded_rows("rotated", "k", from);
    int k = 0, e = add_loop(plan, "e", 4);
    Expr same = SUM(0, LOOP(4, k), LOOP(1, e)), other = SUM(4, LOOP(-4, k), LOOP(1, e));
    Step *undo = add_select(
        &plan->phases[0],
        in_bundle(ROWS_DST, same),
        in_bundle(ROWS_V, same),
        in_bundle(ROWS_V, other),
        4);
    repeated(repeated(undo, k), e);
    return plan;
}

/* 4x32 words, row-major to column-major, in the same memory. */
Plan *plans_permute_in_place(void) {
    Plan *plan = plan_of("permute_xor", SCOPE_WARP, 32, dtype_find("u32", 3));
    int tile = add_buffer(plan, "dst", SPACE_SMEM, ROLE_OUT, 128);
    int v = add_bundle(plan, "v", ROLE_SCRATCH, 4, 0), r = add_loop(plan, "r", 4);
    Phase *phase = add_phase(plan);
    Expr row = SUM(0, RANK(1, 1, 0), LOOP(32, r));
    repeated(add_step(phase, PRIM_LOAD_SHARED_B32, tile, row, v, SUM(0, LOOP(1, r))), r);
    add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    add_step(phase, PRIM_STORE_SHARED_B128, tile, SUM(0, RANK(4, 1, 0)), v, constant(0));
    add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    add_flow(
        plan,
        row_major(SPACE_SMEM, 4, 32),
        tile,
        operand_of(SPACE_SMEM, 4, 32, LAYOUT({4, 1, AXIS_M}, {32, 4, AXIS_M})),
        tile);
    return widths(plan, 128, 4);
}

/* Lane 0 turns 128 numbers into 32; both lie in one argument of scratch memory, side by side. */
Plan *plans_lane0_arena(void) {
    Plan *plan = plans_lane0_demo();
    int arena = add_arena(plan, "smem", 512 + 128);
    for (int i = 0; i < 2; i++) {
        plan->buffers[i].arena = arena;
        plan->buffers[i].offset = i * 512;
    }
    return plan;
}

/* Every CTA of a pair collects its registers in shared memory and sends them to the other one. */
Plan *plans_ring_exchange(void) {
    Plan *plan = plan_of("dsmem", SCOPE_CTA, 128, F16);
    plan->targets = feature_targets(FEATURE_BULK);
    plan->ctas = 2;
    Symbol *cta = NEW(Symbol);
    *cta = (Symbol){.name = "cta", .role = SYMBOL_CTA, .min = 0, .max = 15, .divisor = 1};
    plan->symbols = cta;
    plan->symbol_count = 1;
    int dst = add_buffer(plan, "dst", SPACE_DSMEM, ROLE_OUT, 1024);
    int scratch = add_buffer(plan, "scratch", SPACE_SMEM, ROLE_SCRATCH, 1024);
    int src = add_bundle(plan, "src", ROLE_IN, 8, 0);
    int bar = add_object(plan, "bar", OBJECT_MBARRIER);
    plan->objects[bar].arrivals = 1;
    Phase *init = add_phase(plan);
    add_guard(init, SUM(0, RANK(1, 1, 0)), COND_EQ, 0);
    add_sync(init, PRIM_MBARRIER_INIT, bar, 1);
    add_sync(init, PRIM_FENCE_MBARRIER_INIT, NONE, 0);
    Phase *put = add_phase(plan);
    Expr at = SUM(0, RANK(8, 1, 0));
    add_step(put, PRIM_STORE_SHARED_B128, scratch, at, src, constant(0));
    add_sync(put, PRIM_FENCE_ASYNC, NONE, 0);
    add_sync(put, PRIM_CLUSTER_SYNC, NONE, 0);
    Phase *send = add_phase(plan);
    add_guard(send, SUM(0, RANK(1, 1, 0)), COND_LT, 32);
    send->elected = true;
    add_sync(send, PRIM_MBARRIER_ARRIVE_EXPECT, bar, 2048);
    Step *copy = add_copy(send, PRIM_BULK_SMEM_TO_DSMEM, dst, constant(0), scratch, constant(0));
    copy->dst.peer = the_other_cta();
    copy->count = 2048;
    copy->object = bar;
    Phase *wait = add_phase(plan);
    Expr *first = NEW(Expr);
    add_sync(wait, PRIM_MBARRIER_WAIT, bar, 0)->value = first;
    add_sync(wait, PRIM_CLUSTER_SYNC, NONE, 0);
    add_flow(plan, rows_in(AXIS_TX, 128, 8), src, row_major(SPACE_DSMEM, 128, 8), dst);
    plan->flows[0].dst_peer = copy->dst.peer;
    return widths(plan, 16384, 1);
}

/* A 64x64 box of a matrix of rows x cols, zero beyond its edges, under the 128-byte swizzle. */
Plan *plans_tensor_box(void) {
    Plan *plan = plan_of("tma", SCOPE_THREAD, 1, F16);
    plan->targets = feature_targets(FEATURE_BULK);
    Symbol *symbols = NEW_ARRAY(Symbol, 3);
    symbols[0] =
        (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 64, .max = 1 << 20, .divisor = 8};
    symbols[1] = (Symbol){.name = "rows", .role = SYMBOL_LIMIT, .max = 1 << 20, .divisor = 1};
    symbols[2] = (Symbol){.name = "cols", .role = SYMBOL_LIMIT, .max = 1 << 20, .divisor = 1};
    plan->symbols = symbols;
    plan->symbol_count = 3;
    int dst = add_buffer(plan, "dst", SPACE_SMEM, ROLE_OUT, 64 * 64);
    int src = add_buffer(plan, "src", SPACE_GMEM, ROLE_IN, 0);
    plan->buffers[dst].align = 1024;
    int bar = add_object(plan, "bar", OBJECT_MBARRIER),
        map = add_object(plan, "map", OBJECT_TENSOR);
    plan->objects[bar].brought = plan->objects[bar].left = true;
    plan->objects[bar].arrivals = plan->objects[bar].others = 1;
    Object *tensor = &plan->objects[map];
    tensor->buffer = src;
    tensor->type = tensor_type(plan->buffers[src].dtype, COMBINE_NONE);
    tensor->rank = 2;
    tensor->stride[0] = coef_int(1);
    tensor->stride[1] = (Coef){1, 1, {0}};
    tensor->extent[0] = (Coef){1, 1, {2}};
    tensor->extent[1] = (Coef){1, 1, {1}};
    tensor->box[0] = tensor->box[1] = 64;
    tensor->swizzle = (Swizzle){.on = true, .per_element = 3, .len = 3, .atom = 3};
    Expr *coords = NEW_ARRAY(Expr, 2);
    Step *copy = add_move(
        add_phase(plan),
        PRIM_TENSOR_TO_SMEM_2D,
        in_buffer(dst, constant(0)),
        (Side){.kind = AT_TENSOR, .of = map, .coords = coords});
    copy->count = 64 * 64 * 2;
    copy->object = bar;
    Operand from = operand_of(SPACE_GMEM, 64, 64, LAYOUT({64, 1, AXIS_M}, {64, 1, AXIS_M}));
    from.layout.shard[0].stride = (Coef){1, 1, {0}};
    Layout tile = swizzled(LAYOUT({64, 64, AXIS_M}, {64, 1, AXIS_M}), 3, 3, 3);
    add_flow(plan, from, src, operand_of(SPACE_SMEM, 64, 64, tile), dst);
    plan->flows[0].limits = (Limits){
        .count = 2, .at = {{.symbol = 1, .origin = -1}, {.symbol = 2, .dim = 1, .origin = -1}}};
    return widths(plan, 64 * 64 * 16, 1);
}

/* Two tiles of registers, one after the other through one place of shared memory to global memory. */
Plan *plans_bulk_store(void) {
    Plan *plan = plan_of("bulk", SCOPE_WARP, 32, F32);
    plan->targets = feature_targets(FEATURE_BULK);
    int dst = add_buffer(plan, "dst", SPACE_GMEM, ROLE_OUT, 256);
    int scratch = add_buffer(plan, "scratch", SPACE_SMEM, ROLE_SCRATCH, 128);
    int src = add_bundle(plan, "src", ROLE_IN, 8, 0);
    int group = add_object(plan, "group", OBJECT_GROUP);
    plan->objects[group].left = true;
    for (int tile = 0; tile < 2; tile++) {
        Phase *put = add_phase(plan);
        add_step(
            put, PRIM_STORE_SHARED_B128, scratch, SUM(0, RANK(4, 1, 0)), src, constant(4 * tile));
        add_sync(put, PRIM_FENCE_ASYNC, NONE, 0);
        add_sync(put, PRIM_WARP_SYNC, NONE, 0);
        Phase *send = add_phase(plan);
        send->elected = true;
        Step *copy =
            add_copy(send, PRIM_BULK_SMEM_TO_GMEM, dst, constant(128 * tile), scratch, constant(0));
        copy->count = 512;
        copy->object = group;
        add_sync(send, PRIM_BULK_COMMIT, group, 0);
        add_sync(send, PRIM_BULK_WAIT_READ, group, 0);
        if (tile == 0)
            add_sync(add_phase(plan), PRIM_WARP_SYNC, NONE, 0);
    }
    add_flow(
        plan,
        operand_of(SPACE_REG, 0, 256, LAYOUT({2, 4, AXIS_M}, {32, 1, AXIS_LANEID}, {4, 1, AXIS_M})),
        src,
        operand_of(SPACE_GMEM, 0, 256, LAYOUT({256, 1, AXIS_M})),
        dst);
    return widths(plan, 4096, 2);
}

/* A producer's two calls: wait until the stage is free; say that it is full. Nothing moves in them. */
Plan *plans_pipeline_parts(void) {
    Plan *plan = plan_of("pipeline", SCOPE_WARP, 32, F16);
    Symbol *parity = NEW(Symbol);
    *parity = (Symbol){.name = "parity", .role = SYMBOL_PARITY, .min = 0, .max = 1, .divisor = 1};
    plan->symbols = parity;
    plan->symbol_count = 1;
    Expr *value = NEW(Expr);
    *value = SUM(0, SYMBOL(1, 0));
    const char *names[] = {"empty", "full"};
    for (int i = 0; i < 2; i++) {
        int at = add_object(plan, names[i], OBJECT_MBARRIER);
        plan->objects[at].brought = plan->objects[at].left = true;
        plan->objects[at].arrivals = i ? 32 : 1;
        plan->objects[at].others = i ? 0 : 1;
    }
    add_sync(add_phase(plan), PRIM_MBARRIER_WAIT, 0, 0)->value = value;
    add_sync(add_phase(plan), PRIM_MBARRIER_ARRIVE, 1, 0);
    plan->parts[0] = (Part){.suffix = "acquire", .first_phase = 0, .phase_count = 1};
    plan->parts[1] = (Part){.suffix = "commit", .first_phase = 1, .phase_count = 1};
    plan->part_count = 2;
    return widths(plan, 0, 0);
}

/* 128 lanes of tensor memory, 8 columns: each warp its own 32 lanes. */
Plan *plans_tmem_load(void) {
    Plan *plan = plan_of("tmem_ldst", SCOPE_WARPGROUP, 128, F32);
    plan->targets = feature_targets(FEATURE_TMEM);
    int src = add_buffer(plan, "src", SPACE_TMEM, ROLE_IN, TMEM_LANES * TMEM_COLUMNS);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 8, 0);
    int loads = add_object(plan, "loads", OBJECT_TMEM);
    Phase *phase = add_phase(plan);
    Expr lanes = SUM(0, RANK(32 * TMEM_COLUMNS, 32, 4));
    add_step(phase, PRIM_TMEM_LOAD_32X8, src, lanes, dst, constant(0))->object = loads;
    add_sync(phase, PRIM_TMEM_WAIT, loads, 0);
    add_flow(
        plan,
        operand_of(SPACE_TMEM, 128, 8, LAYOUT({128, 1, AXIS_TLANE}, {8, 1, AXIS_TCOL})),
        src,
        rows_in(AXIS_TID_IN_WG, 128, 8),
        dst);
    return widths(plan, 256, 1);
}
