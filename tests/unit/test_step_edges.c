/* test_step_edges.c: what a step may be made of, where it goes and what it fences, on both sides of each bound:
 * operands beside registers of other types, lanes whose addresses nobody asks for, halves of bytes, addresses
 * that are far away, columns of tensor memory, fences that come often. */
#include "generator/plan/prove.h"
#include "plans_parts.h"
#include "unit.h"
#include <string.h>

static void judge_at(const Plan *plan, const char *kind, int line) {
    Proof proof = plan_prove(plan_copy(plan));
    bool right = proof.ok == !kind && (proof.ok || strcmp(proof.kind, kind) == 0);
    unit_expect(right, kind ? kind : "accepted", __FILE__, line);
    if (!right)
        printf("  %s: %s\n", proof.ok ? "accepted" : proof.kind, proof.ok ? "" : proof.reason);
}
#define judge(plan, kind) judge_at(plan, kind, __LINE__)

static Expr number(int64_t value) {
    return expr_constant(value);
}

static Step *when(Step *step, CondOp op, int64_t rank) {
    step->conds = NEW(Cond);
    step->cond_count = 1;
    step->conds[0] = (Cond){SUM(0, RANK(1, 1, 0)), op, number(rank)};
    return step;
}

/* Bundles 0 and 1 and buffer 0 are of `type`; nobody asks for them but one move. */
static Plan *moves(const char *type) {
    Plan *p = plan_of("steps", SCOPE_WARP, 32, dtype_find(type, strlen(type)));
    p->targets = feature_targets(FEATURE_BULK);
    add_bundle(p, "a", ROLE_IN, 1, 0);
    add_bundle(p, "r", ROLE_OUT, 1, 0);
    add_buffer(p, "b", SPACE_SMEM, ROLE_SCRATCH, 64);
    Operand operand = operand_of(SPACE_REG, 0, 32, LAYOUT({32, 1, AXIS_LANEID}));
    add_flow(p, operand, 0, operand, 1);
    add_move(add_phase(p), PRIM_MOVE, in_bundle(1, number(0)), in_bundle(0, number(0)));
    return p;
}

/* ---- operands ----------------------------------------------------------------------------------- */

/* Registers 2, four of u32, all 0. */
static Plan *numbers(void) {
    Plan *p = moves("f16");
    int x = add_bundle(p, "x", ROLE_SCRATCH, 4, 0);
    p->bundles[x].dtype = dtype_find("u32", 3);
    Phase *phase = &p->phases[0];
    Step *fill = &phase->steps[phase->step_count++];
    *fill =
        (Step){.primitive = primitive_fill(128), .object = NONE, .dst = in_bundle(x, number(0))};
    return p;
}

/* What is combined is of the type of the operands that there are, whatever else the plan has. */
static void operands(void) {
    static const Combine ops[] = {COMBINE_MIN, COMBINE_MAX, COMBINE_AND, COMBINE_OR};
    const Dtype *u32 = dtype_find("u32", 3);
    for (size_t i = 0; i < COUNT_OF(ops); i++)
        for (int kind = 0; kind < 3; kind++) {
            Plan *p = numbers();
            int y = add_buffer(p, "y", SPACE_SMEM, ROLE_SCRATCH, 32);
            p->buffers[y].dtype = u32;
            Phase *phase = &p->phases[0];
            Expr own = SUM(0, RANK(1, 1, 0));
            PrimitiveId id =
                kind == 2 ? reduction_primitive(KIND_STORE, SPACE_SMEM, ops[i], u32)
                          : primitive_combination(kind ? ACT_REDUX : ACT_COMBINE, ops[i], u32);
            if (kind == 2)
                add_step(phase, PRIM_STORE_SHARED_B32, y, own, 2, number(0));
            Side dst = kind == 2 ? in_buffer(y, own) : in_bundle(2, number(2));
            Step *step = add_move(phase, id, dst, in_bundle(2, number(0)));
            step->combine = ops[i];
            if (kind == 0)
                step->src[1] = in_bundle(2, number(1));
            judge(p, NULL);
            step->src[0] = in_bundle(0, number(0));
            judge(p, "wrong");
        }
    /* The second operand alone is of another type. */
    Plan *p = numbers();
    int other = add_bundle(p, "other", ROLE_SCRATCH, 1, 0);
    p->bundles[other].dtype = dtype_find("f32", 3);
    Phase *phase = &p->phases[0];
    Step *fill = &phase->steps[phase->step_count++];
    *fill =
        (Step){.primitive = primitive_fill(32), .object = NONE, .dst = in_bundle(other, number(0))};
    Step *step = add_move(
        phase,
        primitive_combination(ACT_COMBINE, COMBINE_MAX, u32),
        in_bundle(2, number(2)),
        in_bundle(2, number(0)));
    step->combine = COMBINE_MAX;
    step->src[1] = in_bundle(other, number(0));
    judge(p, "wrong");
    step->src[1] = in_bundle(2, number(0));
    judge(p, NULL);
}

/* ---- matrices ----------------------------------------------------------------------------------- */

/* `count` matrices of 8 x 8: lanes 0 .. 8 * count - 1 give the address of a row each; `beyond` is added to what the
 * other ones say, `before` to what the last one that counts says. */
static Plan *matrices(bool load, int count, int64_t beyond, int64_t before) {
    static const PrimitiveId loads[] = {PRIM_LDMATRIX_X1, PRIM_LDMATRIX_X2, 0, PRIM_LDMATRIX_X4};
    static const PrimitiveId stores[] = {PRIM_STMATRIX_X1, PRIM_STMATRIX_X2, 0, PRIM_STMATRIX_X4};
    Plan *p = plan_of("matrices", SCOPE_WARP, 32, F16);
    p->targets = feature_targets(FEATURE_STMATRIX);
    int tile = add_buffer(p, "tile", SPACE_SMEM, load ? ROLE_IN : ROLE_OUT, 64 * count);
    int regs = add_bundle(p, "regs", load ? ROLE_OUT : ROLE_IN, 2 * count, 0);
    Expr rows = SUM(0, RANK(8, 1, 8 * count));
    if (beyond)
        expr_add_term(&rows, RANK(beyond, 8 * count, 0));
    if (before)
        expr_add_term(&rows, RANK(before, 8 * count - 1, 0));
    PrimitiveId id = load ? loads[count - 1] : stores[count - 1];
    add_step(add_phase(p), id, tile, rows, regs, number(0));
    Layout owned =
        LAYOUT({count, 2, AXIS_M}, {8, 4, AXIS_LANEID}, {4, 1, AXIS_LANEID}, {2, 1, AXIS_M});
    Operand memory = row_major(SPACE_SMEM, 8 * count, 8);
    Operand fragment = operand_of(SPACE_REG, 8 * count, 8, owned);
    if (load)
        add_flow(p, memory, tile, fragment, regs);
    else
        add_flow(p, fragment, regs, memory, tile);
    return p;
}

static void lanes_that_give_no_address(void) {
    static const int64_t far[] = {0, 1, 1 << 20, -8, (int64_t)1 << 50};
    for (int count = 1; count <= 4; count *= 2)
        for (int load = 0; load < 2; load++) {
            for (size_t i = 0; i < COUNT_OF(far); i++)
                judge(matrices(load, count, far[i], 0), NULL);
            judge(matrices(load, count, 0, 1), "misaligned");
            judge(matrices(load, count, 0, 1 << 20), "outside");
        }
}

/* ---- halves of bytes ---------------------------------------------------------------------------- */

/* Packed registers begin at a byte, but one alone may be moved anywhere. */
static void packed_registers(void) {
    static const char *const types[] = {"e2m1", "u8", "f16"};
    for (int t = 0; t < 3; t++)
        for (int slot = 0; slot < 4; slot++)
            for (int bits = 8 << (t > 1); bits <= 16; bits *= 2) {
                Plan *p = moves(types[t]);
                int x = add_bundle(p, "x", ROLE_SCRATCH, 8, 0);
                add_move(
                    &p->phases[0], PRIM_MOVE, in_bundle(x, number(slot)), in_bundle(0, number(0)));
                judge(p, NULL);
                Phase *phase = &p->phases[0];
                phase->steps[phase->step_count++] = (Step){
                    .primitive = primitive_fill(bits),
                    .object = NONE,
                    .dst = in_bundle(x, number(slot))};
                judge(p, t == 0 && slot % 2 ? "misaligned" : NULL);
            }
}

/* ---- far away ----------------------------------------------------------------------------------- */

#define FAR ((int64_t)1 << 48)

/* Below 2^48 an address is only not in the region; from there on it is none. So are those by a run-time stride. */
static void far_addresses(void) {
    static const int64_t distance[] = {FAR - 4, FAR, FAR + 4, -FAR + 4, -FAR, -FAR - 4};
    for (size_t i = 0; i < COUNT_OF(distance); i++)
        for (int factors = 0; factors < 3; factors++) {
            Symbol symbols[2];
            for (int k = 0; k < 2; k++)
                symbols[k] = (Symbol){
                    .name = k ? "ld" : "pitch", .role = SYMBOL_STRIDE, .min = 4, .divisor = 4};
            Plan *p = moves("f32");
            p->symbols = symbols;
            p->symbol_count = 2;
            add_bundle(p, "x", ROLE_SCRATCH, 1, 0);
            Coef coef = {distance[i], factors, {0, 1}};
            Expr at = number(0);
            expr_add_term(&at, (Term){coef, digit_of(VAR_ONE, 0, 1, 0)});
            add_step(&p->phases[0], PRIM_LOAD_SHARED_B32, 0, at, 2, number(0));
            judge(p, distance[i] > -FAR && distance[i] < FAR ? "outside" : "overflow");
        }
}

/* ---- tensor memory ------------------------------------------------------------------------------ */

/* 8 columns from `column` on, by each warp out of the 32 lanes that are its own; lanes further by `lanes`. */
static Plan *tensor_columns(int threads, int64_t column, int64_t lanes) {
    bool group = threads == 128;
    Plan *p = plan_of("columns", group ? SCOPE_WARPGROUP : SCOPE_CTA, threads, F32);
    p->targets = feature_targets(FEATURE_TMEM);
    int src = add_buffer(p, "src", SPACE_TMEM, ROLE_IN, TMEM_LANES * TMEM_COLUMNS);
    int dst = add_bundle(p, "dst", ROLE_OUT, 8, 0), loads = add_object(p, "loads", OBJECT_TMEM);
    Phase *phase = add_phase(p);
    Expr at = SUM(column + lanes * TMEM_COLUMNS, RANK(32 * TMEM_COLUMNS, 32, 4));
    Step *load = add_step(phase, PRIM_TMEM_LOAD_32X8, src, at, dst, number(0));
    load->object = loads;
    if (threads % 128) /* the first warpgroup alone, whole */
        when(load, COND_LT, 128);
    add_sync(phase, PRIM_TMEM_WAIT, loads, 0);
    Layout from = LAYOUT({128, 1, AXIS_TLANE}, {8, 1, AXIS_TCOL});
    from.offset[from.offset_count++] = (Offset){column, AXIS_TCOL};
    Operand owned = rows_in(group ? AXIS_TID_IN_WG : AXIS_TX, 128, 8);
    if (threads >= 256) /* all warpgroups have all of it */
        owned.layout.replica[owned.layout.replica_count++] =
            (Iter){.extent = threads / 128, .stride = coef_int(128), .axis = AXIS_TX};
    add_flow(p, operand_of(SPACE_TMEM, 128, 8, from), src, owned, dst);
    return p;
}

static void columns(void) {
    for (int threads = 160; threads < 256; threads += 32)
        judge(tensor_columns(threads, 0, 0), "outside");
    for (int threads = 128; threads <= 384; threads += 128)
        for (int64_t column = 0; column <= 512; column += 8) {
            judge(tensor_columns(threads, column, 0), column <= 504 ? NULL : "outside");
            if (column % 56 == 0) {
                judge(tensor_columns(threads, column, 1), "outside");
                judge(tensor_columns(threads, column, 32), "outside");
                judge(tensor_columns(threads, column, -1), "outside");
            }
        }
}

/* ---- fences ------------------------------------------------------------------------------------- */

/* A lane fences so often before and after the one fence that counts, which is between its store and the sync. */
static void fences(void) {
    for (int before = 0; before < 12; before++)
        for (int after = 0; after < 12; after += 1 + after / 3)
            for (int fenced = 0; fenced < 2; fenced++) {
                Plan *p = moves("f32");
                Step *steps = NEW_ARRAY(Step, 40);
                p->phases[0].steps = steps;
                steps[0] = (Step){
                    .primitive = PRIM_MOVE,
                    .object = NONE,
                    .dst = in_bundle(1, number(0)),
                    .src = {in_bundle(0, number(0))}};
                int group = add_object(p, "group", OBJECT_GROUP);
                int out = add_buffer(p, "out", SPACE_GMEM, ROLE_SCRATCH, 32);
                p->objects[group].left = true;
                Phase *phase = &p->phases[0], *send = add_phase(p);
                for (int i = 0; i < before; i++)
                    add_sync(phase, PRIM_FENCE_ASYNC, NONE, 0);
                add_step(phase, PRIM_STORE_SHARED_B32, 0, SUM(0, RANK(1, 1, 0)), 0, number(0));
                if (fenced)
                    add_sync(phase, PRIM_FENCE_ASYNC, NONE, 0);
                add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
                for (int i = 0; i < after; i++)
                    add_sync(phase, PRIM_FENCE_ASYNC, NONE, 0);
                Step *copy = add_copy(send, PRIM_BULK_SMEM_TO_GMEM, out, number(0), 0, number(0));
                when(copy, COND_EQ, 0);
                copy->count = 128;
                copy->object = group;
                when(add_sync(send, PRIM_BULK_COMMIT, group, 0), COND_EQ, 0);
                judge(p, fenced ? NULL : "race");
            }
}

int main(void) {
    operands();
    lanes_that_give_no_address();
    packed_registers();
    far_addresses();
    columns();
    fences();
    mem_free_all();
    return unit_finish();
}
