/* test_who.c: who executes a step, lane by lane: which lane differs in its limits, its address or its coordinates is
 * found wherever it is; nobody is taken for another one, or comes again because he came before. */
#include "generator/dispatch/dispatch.h"
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

/* coef where rank >= lane, else 0. */
static Term from_lane(int64_t coef, int lane) {
    return (Term){coef_int(coef), {.kind = VAR_RANK, .pre_div = 1, .sub = lane - 32, .div = 32}};
}

/* `coef` at that lane of a warp alone. */
static Expr at_lane(int64_t coef, int lane) {
    Expr expr = number(0);
    expr_add_term(&expr, from_lane(coef, lane));
    expr_add_term(&expr, from_lane(-coef, lane + 1));
    return expr;
}

static Step *when(Step *step, Expr lhs, CondOp op, Expr rhs) {
    Cond *conds = NEW_ARRAY(Cond, step->cond_count + 1);
    for (int i = 0; i < step->cond_count; i++)
        conds[i] = step->conds[i];
    conds[step->cond_count++] = (Cond){lhs, op, rhs};
    step->conds = conds;
    return step;
}

static Expr rank(void) {
    return SUM(0, RANK(1, 1, 0));
}

/* Every thread moves register 0 to 1 and to 2; registers 2 are nobody's. */
static Plan *moves(int threads) {
    Plan *p = plan_of("who", threads == 32 ? SCOPE_WARP : SCOPE_CTA, threads, F32);
    p->targets = feature_targets(FEATURE_BULK);
    add_bundle(p, "a", ROLE_IN, 1, 0);
    add_bundle(p, "r", ROLE_OUT, 1, 0);
    add_bundle(p, "t", ROLE_SCRATCH, 2, 0);
    Axis axis = threads == 32 ? AXIS_LANEID : AXIS_TX;
    Operand operand = operand_of(SPACE_REG, 0, threads, LAYOUT({threads, 1, axis}));
    add_flow(p, operand, 0, operand, 1);
    Phase *phase = add_phase(p);
    for (int i = 1; i < 3; i++)
        add_move(phase, PRIM_MOVE, in_bundle(i, number(0)), in_bundle(0, number(0)));
    return p;
}

static Step *shuffle(Plan *p) {
    Step *step = add_move(
        &p->phases[0], PRIM_SHUFFLE_XOR_B32, in_bundle(2, number(1)), in_bundle(2, number(0)));
    step->count = 1;
    return step;
}

/* ---- limits ------------------------------------------------------------------------------------- */

/* Lanes from `lane` on come for n > 1, the others for n > 0; or for all n. */
static void collectives_for_some_limits(void) {
    static const Symbol n = {.name = "n", .role = SYMBOL_LIMIT, .max = 4, .divisor = 1};
    for (int lane = 0; lane <= 32; lane++)
        for (int kind = 0; kind < 4; kind++) {
            Plan *p = moves(32);
            p->symbols = &n;
            p->symbol_count = 1;
            Step *step = kind == 0 ? shuffle(p) : add_sync(&p->phases[0], PRIM_WARP_SYNC, NONE, 0);
            Expr lhs = number(kind == 2 ? -1 : 0);
            expr_add_term(&lhs, from_lane(kind == 1 ? -1 : 1, lane));
            when(step, lhs, COND_LT, SUM(0, SYMBOL(1, 0)));
            if (kind == 0) /* one box for all lanes */
                judge(p, lane % 32 ? "divergent" : NULL);
            else if (kind == 1) /* for all n from `lane` on */
                judge(p, lane ? "divergent" : NULL);
            else if (kind == 2) /* for all n before `lane` */
                judge(p, lane < 32 ? "divergent" : NULL);
            else
                judge(p, "divergent");
        }
}

/* ---- addresses ---------------------------------------------------------------------------------- */

/* 16 bytes by the elected lane of a warp, with something that only one lane has. */
static Plan *elected_copy(Step **out) {
    Plan *p = moves(32);
    int from = add_buffer(p, "from", SPACE_GMEM, ROLE_IN, 8);
    int to = add_buffer(p, "to", SPACE_SMEM, ROLE_OUT, 8);
    int copies = add_object(p, "copies", OBJECT_GROUP);
    Layout row = LAYOUT({4, 1, AXIS_M});
    add_flow(p, operand_of(SPACE_GMEM, 0, 4, row), from, operand_of(SPACE_SMEM, 0, 4, row), to);
    Phase *phase = add_phase(p);
    phase->elected = true;
    *out = add_copy(phase, PRIM_CP_ASYNC_B128, to, number(0), from, number(0));
    (*out)->object = copies;
    add_sync(phase, PRIM_CP_ASYNC_COMMIT, copies, 0);
    add_sync(phase, PRIM_CP_ASYNC_WAIT, copies, 0);
    return p;
}

static void elected_addresses(void) {
    Step *copy;
    judge(elected_copy(&copy), NULL);
    for (int lane = 0; lane < 32; lane++)
        for (int side = 0; side < 2; side++) {
            Plan *p = elected_copy(&copy);
            *(side ? &copy->src[0].at : &copy->dst.at) = at_lane(4, lane);
            judge(p, "divergent");
        }
    /* What it fills with zero: a condition on the rank before one that all know, behind it, on either side. */
    for (int at = 0; at < 2; at++)
        for (int right = 0; right < 2; right++)
            for (int reads = 0; reads < 2; reads++) {
                Plan *p = elected_copy(&copy);
                Expr own = reads ? SUM(1, RANK(1, 32, 0)) : number(1);
                copy->rest = REST_ZERO;
                for (int i = 0; i < 2; i++)
                    when(
                        copy,
                        i == at && !right ? own : number(1),
                        COND_LT,
                        i == at && right && reads ? SUM(2, RANK(1, 32, 0)) : number(3));
                judge(p, reads ? "divergent" : NULL);
            }
}

/* The elected lane has registers of its own, which the others do not know of. */
static void elected_loads(void) {
    Plan *p = moves(32);
    int from = add_buffer(p, "from", SPACE_SMEM, ROLE_IN, 4);
    Phase *phase = add_phase(p);
    phase->elected = true;
    add_step(phase, PRIM_LOAD_SHARED_B32, from, number(0), 2, number(0));
    judge(p, "divergent");
    phase->step_count = 0; /* nor does it know of what it was given: of which thread? */
    int to = add_buffer(p, "to", SPACE_SMEM, ROLE_SCRATCH, 4);
    add_step(phase, PRIM_STORE_SHARED_B32, to, number(0), 0, number(0));
    judge(p, "divergent");
}

/* Who came to one collective says nothing of the next one. */
static void one_after_the_other(void) {
    for (int warp = 0; warp < 2; warp++) {
        Plan *p = moves(64);
        Phase *phase = add_phase(p);
        Step *sync = add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
        Expr *lanes = NEW(Expr);
        *lanes = number(0xff);
        sync->value = lanes;
        when(sync, SUM(0, RANK(1, 1, 0)), COND_GE, number(32 * warp));
        when(sync, SUM(0, RANK(1, 1, 0)), COND_LT, number(32 * warp + 8));
        int own = add_bundle(p, "own", ROLE_SCRATCH, 1, 0);
        Step *shuffle = add_move(
            phase, PRIM_SHUFFLE_XOR_B32, in_bundle(own, number(0)), in_bundle(0, number(0)));
        shuffle->count = 1;
        judge(p, NULL);
        when(shuffle, SUM(0, RANK(1, 1, 0)), COND_GE, number(32 * warp));
        when(shuffle, SUM(0, RANK(1, 1, 0)), COND_LT, number(32 * warp + 8));
        judge(p, "divergent");
    }
}

/* Registers that all have are not those of an election in a loop, though it writes a buffer of their
 * number. */
static void elected_in_a_loop(void) {
    Step *copy;
    Plan *p = elected_copy(&copy);
    const int to = add_buffer(p, "to", SPACE_SMEM, ROLE_OUT, 8), out = 1;
    p->buffers[out].role = ROLE_SCRATCH;
    p->buffers[out].elements = 32;
    p->flows[1].dst_at = copy->dst.of = to; /* 2, as the registers */
    Phase *elected = &p->phases[1];
    elected->loops[elected->loop_count++] = add_loop(p, "i", 1);
    add_step(add_phase(p), PRIM_STORE_SHARED_B32, out, rank(), 2, number(0));
    judge(p, NULL);
}

/* What it loads it may store, but not compute with: nobody would know which thread has the result. */
static void elected_registers(void) {
    static const PrimitiveId between[] = {PRIM_COUNT, PRIM_MOVE, PRIM_SELECT_B32};
    for (size_t i = 0; i < COUNT_OF(between); i++) {
        Plan *p = moves(32);
        int from = add_buffer(p, "from", SPACE_SMEM, ROLE_IN, 4);
        int to = add_buffer(p, "to", SPACE_SMEM, ROLE_OUT, 4);
        int own = add_bundle(p, "own", ROLE_SCRATCH, 2, 0);
        Layout one = LAYOUT({1, 1, AXIS_M});
        add_flow(p, operand_of(SPACE_SMEM, 0, 1, one), from, operand_of(SPACE_SMEM, 0, 1, one), to);
        Phase *phase = add_phase(p);
        const int last = between[i] != PRIM_COUNT;
        phase->elected = true;
        add_step(phase, PRIM_LOAD_SHARED_B32, from, number(0), own, number(0));
        if (last) {
            Step *step =
                add_move(phase, between[i], in_bundle(own, number(1)), in_bundle(own, number(0)));
            if (between[i] == PRIM_SELECT_B32) {
                when(step, number(3), COND_LT, number(64)); /* all of them */
                step->rest = REST_OTHER;
                step->src[1] = in_bundle(own, number(0));
            }
        }
        add_step(phase, PRIM_STORE_SHARED_B32, to, number(0), own, number(last));
        judge(p, last ? "unproven" : NULL);
    }
}

/* A box by the elected lane of a warp, at coordinates of which one reads the rank, whatever it comes to. */
static void elected_coordinates(void) {
    for (int reads = -1; reads < 3; reads++) {
        Plan *p = moves(32);
        p->flow_count = 0;
        int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 0);
        int dst = add_buffer(p, "dst", SPACE_SMEM, ROLE_OUT, 64);
        p->buffers[dst].align = 128;
        p->bundles[0].role = ROLE_SCRATCH;
        p->phase_count = p->phases[0].step_count = 0;
        int bar = add_object(p, "bar", OBJECT_MBARRIER), map = add_object(p, "map", OBJECT_TENSOR);
        p->objects[bar].brought = p->objects[bar].left = true;
        p->objects[bar].arrivals = p->objects[bar].others = 1;
        Object *tensor = &p->objects[map];
        tensor->buffer = src;
        tensor->type = tensor_type(p->buffers[src].dtype, COMBINE_NONE);
        tensor->rank = 3;
        Expr *coords = NEW_ARRAY(Expr, 3);
        for (int d = 0; d < 3; d++) {
            tensor->stride[d] = coef_int(d == 0 ? 1 : d == 1 ? 4 : 16);
            tensor->extent[d] = coef_int(4);
            tensor->box[d] = 4;
            coords[d] = d == reads ? SUM(0, RANK(1, 32, 0)) : number(0);
        }
        Phase *phase = add_phase(p);
        phase->elected = true;
        Step *copy = add_move(
            phase,
            PRIM_TENSOR_TO_SMEM_3D,
            in_buffer(dst, number(0)),
            (Side){.kind = AT_TENSOR, .of = map, .coords = coords});
        copy->count = 256;
        copy->object = bar;
        Layout row = LAYOUT({64, 1, AXIS_M});
        add_flow(
            p, operand_of(SPACE_GMEM, 0, 64, row), src, operand_of(SPACE_SMEM, 0, 64, row), dst);
        judge(p, reads < 0 ? NULL : "divergent");
    }
}

/* A warp gives one address of tensor memory. */
static void columns_by_lane(void) {
    for (int lane = -1; lane < 32; lane++) {
        Plan *p = plan_of("columns", SCOPE_WARPGROUP, 128, F32);
        p->targets = feature_targets(FEATURE_TMEM);
        int src = add_buffer(p, "src", SPACE_TMEM, ROLE_IN, TMEM_LANES * TMEM_COLUMNS);
        int dst = add_bundle(p, "dst", ROLE_OUT, 8, 0), loads = add_object(p, "l", OBJECT_TMEM);
        Phase *phase = add_phase(p);
        Expr at = SUM(0, RANK(32 * TMEM_COLUMNS, 32, 4));
        if (lane >= 0) {
            Digit digit = {.kind = VAR_RANK, .pre_div = 1, .pre_mod = 32, .div = 32};
            digit.sub = lane - 32;
            expr_add_term(&at, (Term){coef_int(1), digit});
            digit.sub = lane + 1 - 32;
            expr_add_term(&at, (Term){coef_int(-1), digit});
        }
        add_step(phase, PRIM_TMEM_LOAD_32X8, src, at, dst, number(0))->object = loads;
        add_sync(phase, PRIM_TMEM_WAIT, loads, 0);
        Operand from =
            operand_of(SPACE_TMEM, 128, 8, LAYOUT({128, 1, AXIS_TLANE}, {8, 1, AXIS_TCOL}));
        add_flow(p, from, src, rows_in(AXIS_TID_IN_WG, 128, 8), dst);
        judge(p, lane < 0 ? NULL : "divergent");
    }
}

/* ---- who came ----------------------------------------------------------------------------------- */

/* Who came to the sync before does not come to the shuffle of the other warp. */
static void only_who_comes(void) {
    for (int upper = 0; upper < 2; upper++) {
        Plan *p = moves(64);
        Expr *mask = NEW(Expr);
        *mask = number(3);
        Step *sync = add_sync(&p->phases[0], PRIM_WARP_SYNC, NONE, 0);
        sync->value = mask;
        when(sync, rank(), COND_GE, number(upper ? 32 : 0));
        when(sync, rank(), COND_LT, number(upper ? 34 : 2));
        when(shuffle(p), rank(), upper ? COND_LT : COND_GE, number(32));
        judge(p, NULL);
        when(&p->phases[0].steps[3], rank(), COND_LT, number(upper ? 31 : 63));
        judge(p, "divergent");
    }
}

/* The elected lane of one warp of two comes to a barrier of one. */
static void one_elected_lane(void) {
    for (int warp = 0; warp < 2; warp++)
        for (int both = 0; both < 2; both++) {
            Plan *p = moves(64);
            int bar = add_object(p, "bar", OBJECT_MBARRIER);
            p->objects[bar].brought = p->objects[bar].left = true;
            p->objects[bar].arrivals = 1;
            Phase *phase = add_phase(p);
            phase->elected = true;
            if (!both)
                add_guard(phase, SUM(0, RANK(1, 32, 0)), COND_EQ, warp);
            add_sync(phase, PRIM_MBARRIER_ARRIVE, bar, 0);
            judge(p, both ? "wrong" : NULL);
        }
}

/* Zeros are for those who are asked: lanes from 16 on are left out by a condition on their number, wherever it
 * stands, and their registers are written once. */
static void lanes_left_out(void) {
    for (int at = 0; at < 3; at++)
        for (int twice = 0; twice < 2; twice++) {
            Plan *p = plan_of("zeros", SCOPE_WARP, 32, F32);
            int src = add_buffer(p, "src", SPACE_SMEM, ROLE_IN, 32);
            int dst = add_bundle(p, "dst", ROLE_OUT, 1, 0);
            Phase *phase = add_phase(p);
            for (int i = 0; i < 2; i++) {
                Step *load = add_step(phase, PRIM_LOAD_SHARED_B32, src, rank(), dst, number(0));
                load->rest = i ? REST_NOTHING : REST_ZERO;
                for (int k = 0; k < 3; k++)
                    if (k == at)
                        when(load, rank(), i ? COND_GE : COND_LT, number(i ? 16 - twice : 16));
                    else
                        when(load, number(3), COND_LT, number(7));
            }
            Layout row = LAYOUT({32, 1, AXIS_M}), lanes = LAYOUT({32, 1, AXIS_LANEID});
            Operand to = operand_of(SPACE_REG, 0, 32, lanes);
            add_flow(p, operand_of(SPACE_SMEM, 0, 32, row), src, to, dst);
            judge(p, twice ? "twice" : NULL);
        }
}

/* Reductions by the elected lane of a warp, as the statement is expanded. */
static void elected_reductions(void) {
    static const char *const ops[] = {"add", "min", "max", "and", "or", "xor"};
    for (size_t i = 0; i < COUNT_OF(ops); i++) {
        char *text = mem_printf(
            "copy_async elected u32 smem S[(64)] -> gmem S[(64)] { reduce %s } as f\n", ops[i]);
        const Source *source = source_from_text("<who>", text, strlen(text));
        Program *program = program_build(lang_load(source, prelude_text, NULL, 0, 0), true);
        const Plan *plan = NULL;
        for (int k = 0; program && k < program->functions[0].choice_count && !plan; k++)
            plan = program->functions[0].choices[k].plan;
        bool elected = plan && plan->phases[0].elected;
        EXPECT_OF(ops[i], elected && plan->phases[0].steps[0].combine != COMBINE_NONE);
        EXPECT_OF(ops[i], plan && plan_prove(plan).ok);
    }
}

int main(void) {
    collectives_for_some_limits();
    elected_addresses();
    elected_loads();
    one_after_the_other();
    elected_registers();
    elected_in_a_loop();
    elected_coordinates();
    columns_by_lane();
    only_who_comes();
    one_elected_lane();
    lanes_left_out();
    elected_reductions();
    mem_free_all();
    return unit_finish();
}
