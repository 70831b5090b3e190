/* plans.c: hand-built Plans for tests, one per shape that variants produce: vectors, swizzles, guards,
 * matrices, scratch, lane 0, bulk copies, run-time strides and origins. Every flow carries its whole
 * operands, so that the proof can be run over each. */
#include "plans_parts.h"

/* ---- registers and shared memory ----------------------------------------------------------- */

/* Lane i owns row i of 32x8, which moves as two vectors. */
static Plan *reg_rows(bool load) {
    Plan *plan = plan_of("reg", SCOPE_WARP, 32, F32);
    Operand tile = row_major(SPACE_SMEM, 32, 8), rows = rows_in(AXIS_LANEID, 32, 8);
    int memory = add_buffer(plan, load ? "src" : "dst", SPACE_SMEM, load ? ROLE_IN : ROLE_OUT, 256);
    int registers = add_bundle(plan, load ? "dst" : "src", load ? ROLE_OUT : ROLE_IN, 8, 0);
    int i = add_loop(plan, "i", 2);
    repeated(
        add_step(
            add_phase(plan),
            load ? PRIM_LOAD_SHARED_B128 : PRIM_STORE_SHARED_B128,
            memory,
            SUM(0, RANK(8, 1, 0), LOOP(4, i)),
            registers,
            SUM(0, LOOP(4, i))),
        i);
    if (load)
        add_flow(plan, tile, memory, rows, registers);
    else
        add_flow(plan, rows, registers, tile, memory);
    return widths(plan, 128, 2);
}

Plan *plans_reg_load(void) {
    return reg_rows(true);
}

Plan *plans_reg_store(void) {
    return reg_rows(false);
}

Plan *plans_reg_load_swizzled(void) {
    Plan *plan = plans_reg_load();
    Expr *at = &plan->phases[0].steps[0].src[0].at;
    *at = swizzled_expr(*at, 2, 1, 3);
    plan->flows[0].src.layout = swizzled(plan->flows[0].src.layout, 2, 1, 3);
    return plan;
}

/* cta(128) warps 1:3: thread 32 owns row 0, thread 95 row 63. */
Plan *plans_narrow_warps(void) {
    Plan *plan = plan_of("reg", SCOPE_CTA, 128, F32);
    Scope *scope = &plan->scope;
    scope->narrowed = scope->warps_given = true;
    scope->warp_begin = 1;
    scope->warp_end = 3;
    int src = add_buffer(plan, "src", SPACE_SMEM, ROLE_IN, 256);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 4, 0);
    Phase *phase = add_phase(plan);
    add_guard(phase, SUM(0, RANK(1, 1, 0)), COND_GE, 32);
    add_guard(phase, SUM(0, RANK(1, 1, 0)), COND_LT, 96);
    Digit row = {.kind = VAR_RANK, .pre_div = 1, .sub = 32, .div = 1};
    Expr where = expr_constant(0);
    expr_add(&where, coef_int(4), row);
    add_step(phase, PRIM_LOAD_SHARED_B128, src, where, dst, expr_constant(0));
    Layout owners = LAYOUT({64, 1, AXIS_TX}, {4, 1, AXIS_M});
    owners.offset_count = 1;
    owners.offset[0] = (Offset){32, AXIS_TX};
    add_flow(plan, row_major(SPACE_SMEM, 64, 4), src, operand_of(SPACE_REG, 64, 4, owners), dst);
    return widths(plan, 128, 1);
}

Plan *plans_e2m1_32x64(void) {
    Plan *plan = plan_of("reg", SCOPE_WARP, 32, dtype_find("e2m1", 4));
    int src = add_buffer(plan, "src", SPACE_SMEM, ROLE_IN, 2048);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 64, 0), i = add_loop(plan, "i", 2);
    Phase *phase = add_phase(plan);
    repeated(
        add_step(
            phase,
            PRIM_LOAD_SHARED_B128,
            src,
            SUM(0, RANK(64, 1, 0), LOOP(32, i)),
            dst,
            SUM(0, LOOP(32, i))),
        i);
    add_flow(plan, row_major(SPACE_SMEM, 32, 64), src, rows_in(AXIS_LANEID, 32, 64), dst);
    return widths(plan, 128, 2);
}

/* ---- memory to memory ---------------------------------------------------------------------- */

static Operand tile_4x6(Space space) {
    return operand_of(space, 4, 6, LAYOUT({4, 6, AXIS_M}, {6, 1, AXIS_M}));
}

Plan *plans_fallback_4x6(void) {
    Plan *plan = plan_of("fallback", SCOPE_WARP, 32, F32);
    int dst = add_buffer(plan, "dst", SPACE_SMEM, ROLE_OUT, 24);
    int src = add_buffer(plan, "src", SPACE_GMEM, ROLE_IN, 24);
    int v = add_bundle(plan, "v", ROLE_SCRATCH, 24, 0), i = add_loop(plan, "i", 24);
    Phase *phase = add_phase(plan);
    add_guard(phase, SUM(0, RANK(1, 1, 0)), COND_EQ, 0);
    Expr at = SUM(0, LOOP(1, i));
    repeated(add_step(phase, PRIM_LOAD_GLOBAL_B32, src, at, v, at), i);
    repeated(add_step(phase, PRIM_STORE_SHARED_B32, dst, at, v, at), i);
    add_flow(plan, tile_4x6(SPACE_GMEM), src, tile_4x6(SPACE_SMEM), dst);
    return widths(plan, 32, 24);
}

Plan *plans_partial_4x6(void) {
    Plan *plan = plan_of("partial", SCOPE_WARP, 32, F32);
    int dst = add_buffer(plan, "dst", SPACE_SMEM, ROLE_OUT, 24);
    int src = add_buffer(plan, "src", SPACE_GMEM, ROLE_IN, 24);
    int v = add_bundle(plan, "v", ROLE_SCRATCH, 1, 0);
    Phase *phase = add_phase(plan);
    add_guard(phase, SUM(0, RANK(1, 1, 0)), COND_LT, 24);
    Expr at = SUM(0, RANK(1, 1, 0)), first = expr_constant(0);
    add_step(phase, PRIM_LOAD_GLOBAL_B32, src, at, v, first);
    add_step(phase, PRIM_STORE_SHARED_B32, dst, at, v, first);
    add_flow(plan, tile_4x6(SPACE_GMEM), src, tile_4x6(SPACE_SMEM), dst);
    return widths(plan, 32, 1);
}

static Operand sw128_128x64(void) {
    Layout tile = LAYOUT({128, 64, AXIS_M}, {64, 1, AXIS_M});
    return operand_of(SPACE_SMEM, 128, 64, swizzled(tile, 3, 3, 3));
}

static Operand ld_128x64(void) {
    Operand operand = operand_of(SPACE_GMEM, 128, 64, LAYOUT({128, 1, AXIS_M}, {64, 1, AXIS_M}));
    operand.layout.shard[0].stride = (Coef){1, 1, {0}};
    return operand;
}

/* Thread t moves chunk t % 8 of rows t / 8 + 32 * i; 128 * ld stays below 2^32. */
static Plan *ld_plan(const char *variant, Expr *to, Expr *from) {
    Plan *plan = plan_of(variant, SCOPE_CTA, 256, F16);
    Symbol *ld = NEW(Symbol);
    *ld = (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 64, .max = 33554431, .divisor = 8};
    plan->symbol_count = 1;
    plan->symbols = ld;
    add_buffer(plan, "dst", SPACE_SMEM, ROLE_OUT, 128 * 64);
    add_buffer(plan, "src", SPACE_GMEM, ROLE_IN, 0);
    int i = add_loop(plan, "i", 4);
    *to = swizzled_expr(SUM(0, RANK(64, 8, 0), RANK(8, 1, 8), LOOP(2048, i)), 3, 3, 3);
    *from = SUM(0, RANK(1, 8, 0), RANK(8, 1, 8), LOOP(32, i));
    expr_set_term(from, 0, (Term){{1, 1, {0}}, from->terms[0].digit});
    expr_set_term(from, 2, (Term){{32, 1, {0}}, from->terms[2].digit});
    add_flow(plan, ld_128x64(), 1, sw128_128x64(), 0);
    return widths(plan, 128, 4);
}

Plan *plans_ld_128x64(void) {
    Expr to, from;
    Plan *plan = ld_plan("gmem_smem", &to, &from);
    int v = add_bundle(plan, "v", ROLE_SCRATCH, 32, 128);
    Phase *phase = add_phase(plan);
    repeated(add_step(phase, PRIM_LOAD_GLOBAL_B128, 1, from, v, SUM(0, LOOP(8, 0))), 0);
    repeated(add_step(phase, PRIM_STORE_SHARED_B128, 0, to, v, SUM(0, LOOP(8, 0))), 0);
    return plan;
}

Plan *plans_ld_async_128x64(void) {
    Expr to, from;
    Plan *plan = ld_plan("ldgsts", &to, &from);
    int group = add_object(plan, "group", OBJECT_GROUP);
    plan->objects[group].left = true;
    Phase *phase = add_phase(plan);
    repeated(add_copy(phase, PRIM_CP_ASYNC_B128, 0, to, 1, from), 0)->object = group;
    return plan;
}

/* ---- matrices ------------------------------------------------------------------------------ */

/* mma A: element (8a + b, 8c + 2d + e) is slot 2a + 4c + e of lane 4b + d. */
static Operand fragment_16x16(void) {
    return operand_of(
        SPACE_REG,
        16,
        16,
        LAYOUT(
            {2, 2, AXIS_M},
            {8, 4, AXIS_LANEID},
            {2, 4, AXIS_M},
            {4, 1, AXIS_LANEID},
            {2, 1, AXIS_M}));
}

static Operand sw128_16x64(void) {
    Layout tile = LAYOUT({16, 64, AXIS_M}, {64, 1, AXIS_M});
    return operand_of(SPACE_SMEM, 16, 64, swizzled(tile, 3, 3, 3));
}

/* Lane i gives the address of row i % 16, chunk i / 16. */
static Expr matrix_rows(void) {
    return swizzled_expr(SUM(0, ROW(64, 1, 16), RANK(8, 16, 0)), 3, 3, 3);
}

Plan *plans_ldmatrix_16x16(void) {
    Plan *plan = plan_of("ldstmatrix", SCOPE_WARP, 32, F16);
    int src = add_buffer(plan, "src", SPACE_SMEM, ROLE_IN, 1024);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 8, 0);
    add_step(add_phase(plan), PRIM_LDMATRIX_X4, src, matrix_rows(), dst, expr_constant(0));
    add_flow(plan, region_of(sw128_16x64(), NONE, NONE, 16, 16), src, fragment_16x16(), dst);
    return widths(plan, 128, 1);
}

/* Fragment k holds columns 16 * k .. 16 * k + 15 in slots 8 * k .. 8 * k + 7. */
Plan *plans_ldmatrix_16x64(void) {
    Plan *plan = plan_of("ldstmatrix", SCOPE_WARP, 32, F16);
    int src = add_buffer(plan, "src", SPACE_SMEM, ROLE_IN, 1024);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 32, 0), k = add_loop(plan, "k", 4);
    Expr from = matrix_rows();
    expr_add(&from, coef_int(16), digit_of(VAR_LOOP, k, 1, 0));
    repeated(add_step(add_phase(plan), PRIM_LDMATRIX_X4, src, from, dst, SUM(0, LOOP(8, k))), k);
    Layout fragments = LAYOUT(
        {2, 2, AXIS_M},
        {8, 4, AXIS_LANEID},
        {4, 8, AXIS_M},
        {2, 4, AXIS_M},
        {4, 1, AXIS_LANEID},
        {2, 1, AXIS_M});
    add_flow(plan, sw128_16x64(), src, operand_of(SPACE_REG, 16, 64, fragments), dst);
    return widths(plan, 128, 4);
}

Plan *plans_stmatrix_16x16(void) {
    Plan *plan = plan_of("ldstmatrix", SCOPE_WARP, 32, F16);
    plan->targets = feature_targets(FEATURE_STMATRIX);
    int dst = add_buffer(plan, "dst", SPACE_SMEM, ROLE_OUT, 1024);
    int src = add_bundle(plan, "src", ROLE_IN, 8, 0);
    add_step(add_phase(plan), PRIM_STMATRIX_X4, dst, matrix_rows(), src, expr_constant(0));
    add_flow(plan, fragment_16x16(), src, region_of(sw128_16x64(), NONE, NONE, 16, 16), dst);
    return widths(plan, 128, 1);
}

/* Lane 4b + d stores slots 2a + 4c and + 1 to row 8a + b, column 8c + 2d. */
Plan *plans_fragment_store_b32(void) {
    Plan *plan = plan_of("reg", SCOPE_WARP, 32, F16);
    plan->targets = TARGETS_ALL & ~feature_targets(FEATURE_STMATRIX);
    int dst = add_buffer(plan, "dst", SPACE_SMEM, ROLE_OUT, 1024);
    int src = add_bundle(plan, "src", ROLE_IN, 8, 0);
    int c = add_loop(plan, "c", 2), a = add_loop(plan, "a", 2);
    Expr to = SUM(0, ROW(64, 4, 0), RANK(2, 1, 4), LOOP(8, c), LOOP(512, a));
    Step *step = add_step(
        add_phase(plan),
        PRIM_STORE_SHARED_B32,
        dst,
        swizzled_expr(to, 3, 3, 3),
        src,
        SUM(0, LOOP(4, c), LOOP(2, a)));
    repeated(repeated(step, c), a);
    add_flow(plan, fragment_16x16(), src, region_of(sw128_16x64(), NONE, NONE, 16, 16), dst);
    return widths(plan, 32, 4);
}

/* m and k are multiples of 16 inside a 128x64 tile. */
Plan *plans_origin_16x16(void) {
    Plan *plan = plan_of("ldstmatrix", SCOPE_WARP, 32, F16);
    Symbol *symbols = NEW_ARRAY(Symbol, 2);
    symbols[0] = (Symbol){.name = "m", .role = SYMBOL_ORIGIN, .min = 0, .max = 112, .divisor = 16};
    symbols[1] = (Symbol){.name = "k", .role = SYMBOL_ORIGIN, .min = 0, .max = 48, .divisor = 16};
    plan->symbol_count = 2;
    plan->symbols = symbols;
    int src = add_buffer(plan, "src", SPACE_SMEM, ROLE_IN, 128 * 64);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 8, 0);
    Expr from = SUM(0, RANK(64, 1, 16), RANK(8, 16, 0), SYMBOL(64, 0), SYMBOL(1, 1));
    add_step(
        add_phase(plan),
        PRIM_LDMATRIX_X4,
        src,
        swizzled_expr(from, 3, 3, 3),
        dst,
        expr_constant(0));
    add_flow(plan, region_of(sw128_128x64(), 0, 1, 16, 16), src, fragment_16x16(), dst);
    return widths(plan, 128, 1);
}

/* ---- several phases ------------------------------------------------------------------------ */

/* Thread t stores row t; thread 8a + c loads column c of rows 8a .. 8a + 7. */
Plan *plans_relayout_64x8(void) {
    Plan *plan = plan_of("scratch", SCOPE_CTA, 64, F32);
    int scratch = add_buffer(plan, "scratch", SPACE_SMEM, ROLE_SCRATCH, 512);
    int dst = add_bundle(plan, "dst", ROLE_OUT, 8, 0), src = add_bundle(plan, "src", ROLE_IN, 8, 0);
    int i = add_loop(plan, "i", 2), j = add_loop(plan, "j", 8);
    Phase *put = add_phase(plan);
    repeated(
        add_step(
            put,
            PRIM_STORE_SHARED_B128,
            scratch,
            SUM(0, RANK(8, 1, 0), LOOP(4, i)),
            src,
            SUM(0, LOOP(4, i))),
        i);
    add_sync(put, PRIM_CTA_SYNC, NONE, 0);
    Phase *get = add_phase(plan);
    repeated(
        add_step(
            get,
            PRIM_LOAD_SHARED_B32,
            scratch,
            SUM(0, RANK(64, 8, 0), RANK(1, 1, 8), LOOP(8, j)),
            dst,
            SUM(0, LOOP(1, j))),
        j);
    add_flow(
        plan,
        rows_in(AXIS_TX, 64, 8),
        src,
        operand_of(SPACE_REG, 64, 8, LAYOUT({8, 8, AXIS_TX}, {8, 1, AXIS_M}, {8, 1, AXIS_TX})),
        dst);
    return widths(plan, 128, 10);
}

/* Lane i gives a[4 * i .. 4 * i + 3] and gets r[i]; lane 0 turns a into r in between. */
Plan *plans_lane0_demo(void) {
    Plan *plan = plan_of("lane0", SCOPE_WARP, 32, F32);
    int a_at = add_buffer(plan, "a_smem", SPACE_SMEM, ROLE_SCRATCH, 128);
    int r_at = add_buffer(plan, "r_smem", SPACE_SMEM, ROLE_SCRATCH, 32);
    int a = add_bundle(plan, "a", ROLE_IN, 4, 0), r = add_bundle(plan, "r", ROLE_OUT, 1, 0);
    Expr first = expr_constant(0);
    Phase *gather = add_phase(plan);
    add_step(gather, PRIM_STORE_SHARED_B128, a_at, SUM(0, RANK(4, 1, 0)), a, first);
    add_sync(gather, PRIM_WARP_SYNC, NONE, 0);
    Phase *scatter = add_phase(plan);
    add_sync(scatter, PRIM_WARP_SYNC, NONE, 0);
    add_step(scatter, PRIM_LOAD_SHARED_B32, r_at, SUM(0, RANK(1, 1, 0)), r, first);
    Cond *lane0 = NEW(Cond);
    *lane0 = (Cond){SUM(0, RANK(1, 1, 0)), COND_EQ, expr_constant(0)};
    plan->parts[0] = (Part){.suffix = "gather", .first_phase = 0, .phase_count = 1};
    plan->parts[1] = (Part){
        .suffix = "body",
        .is_body = true,
        .guard_count = 1,
        .guard = lane0,
        .reads_count = 1,
        .reads = {0},
        .writes_count = 1,
        .writes = {1}};
    plan->parts[2] = (Part){.suffix = "scatter", .first_phase = 1, .phase_count = 1};
    plan->part_count = 3;
    plan->rounds = 2;
    add_flow(
        plan,
        operand_of(SPACE_REG, 0, 128, LAYOUT({32, 1, AXIS_LANEID}, {4, 1, AXIS_M})),
        a,
        operand_of(SPACE_SMEM, 0, 128, LAYOUT({128, 1, AXIS_M})),
        a_at);
    add_flow(
        plan,
        operand_of(SPACE_SMEM, 0, 32, LAYOUT({32, 1, AXIS_M})),
        r_at,
        operand_of(SPACE_REG, 0, 32, LAYOUT({32, 1, AXIS_LANEID})),
        r);
    return widths(plan, 128, 2);
}

/* ---- another CTA's shared memory ----------------------------------------------------------- */

static Plan *bulk_plan(ScopeKind scope, int threads, int64_t rows, int64_t cols, int64_t pitch) {
    Plan *plan = plan_of("dsmem", scope, threads, F16);
    plan->targets = feature_targets(FEATURE_BULK);
    plan->ctas = 2;
    Symbol *cta = NEW(Symbol);
    *cta = (Symbol){.name = "cta", .role = SYMBOL_CTA, .min = 0, .max = 15, .divisor = 1};
    plan->symbols = cta;
    plan->symbol_count = 1;
    int64_t span = (rows - 1) * pitch + cols;
    int dst = add_buffer(plan, "dst", SPACE_DSMEM, ROLE_OUT, span);
    int src = add_buffer(plan, "src", SPACE_SMEM, ROLE_IN, span);
    int bar = add_object(plan, "bar", OBJECT_MBARRIER);
    plan->objects[bar].brought = plan->objects[bar].left = true;
    plan->objects[bar].arrivals = plan->objects[bar].others = 1;
    Layout tile = LAYOUT({rows, pitch, AXIS_M}, {cols, 1, AXIS_M});
    add_flow(
        plan,
        operand_of(SPACE_SMEM, rows, cols, tile),
        src,
        operand_of(SPACE_DSMEM, rows, cols, tile),
        dst);
    plan->flows[0].dst_peer = the_other_cta();
    return plan;
}

static Step *add_bulk(Plan *plan, Phase *phase, Expr at, int64_t bytes) {
    Step *step = add_copy(phase, PRIM_BULK_SMEM_TO_DSMEM, 0, at, 1, at);
    step->dst.peer = plan->flows[0].dst_peer;
    step->count = bytes;
    step->object = 0;
    return step;
}

Plan *plans_bulk_128x64(void) {
    Plan *plan = bulk_plan(SCOPE_THREAD, 1, 128, 64, 64);
    add_bulk(plan, add_phase(plan), expr_constant(0), 128 * 64 * 2);
    return widths(plan, 128 * 64 * 16, 1);
}

/* Every CTA of a pair sends its tile to the other one and waits for what comes in. */
Plan *plans_bulk_exchange(void) {
    Plan *plan = bulk_plan(SCOPE_CTA, 128, 128, 64, 64);
    Symbol *symbols = NEW_ARRAY(Symbol, 2);
    symbols[0] = plan->symbols[0];
    symbols[1] =
        (Symbol){.name = "parity", .role = SYMBOL_PARITY, .min = 0, .max = 1, .divisor = 1};
    plan->symbols = symbols;
    plan->symbol_count = 2;
    Expr *parity = NEW(Expr);
    *parity = SUM(0, SYMBOL(1, 1));
    Phase *phase = add_phase(plan);
    add_guard(phase, SUM(0, RANK(1, 1, 0)), COND_EQ, 0);
    add_sync(phase, PRIM_MBARRIER_ARRIVE_EXPECT, 0, 128 * 64 * 2);
    add_bulk(plan, phase, expr_constant(0), 128 * 64 * 2);
    add_sync(add_phase(plan), PRIM_MBARRIER_WAIT, 0, 0)->value = parity;
    plan->objects[0].left = false;
    plan->objects[0].others = 0;
    return widths(plan, 128 * 64 * 16, 1);
}

Plan *plans_bulk_8x1024(void) {
    Plan *plan = bulk_plan(SCOPE_ELECTED, 32, 8, 1024, 1088);
    int i = add_loop(plan, "i", 8);
    Phase *phase = add_phase(plan);
    phase->elected = true;
    repeated(add_bulk(plan, phase, SUM(0, LOOP(1088, i)), 1024 * 2), i);
    return widths(plan, 1024 * 16, 8);
}
