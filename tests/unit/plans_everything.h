/* plans_everything.h: a Plan that has something everywhere, well formed but not right: for tests that change
 * one thing of it at a time. */
#ifndef TCGEN_TEST_PLANS_EVERYTHING_H
#define TCGEN_TEST_PLANS_EVERYTHING_H
#include "plans_parts.h"

static inline Cond *cond_of(int64_t coef, int64_t rhs) {
    Cond *cond = NEW_ARRAY(Cond, 2);
    cond[0] = (Cond){SUM(0, RANK(coef, 1, 0)), COND_LT, expr_constant(rhs)};
    return cond;
}

static inline Expr *number(int64_t value) {
    Expr *expr = NEW(Expr);
    *expr = expr_constant(value);
    return expr;
}

static inline Object tensor_of(int buffer) {
    return (Object){
        .name = "map",
        .kind = OBJECT_TENSOR,
        .arrivals = 1,
        .buffer = buffer,
        .rank = 2,
        .stride = {{1, 0, {0}}, {1, 1, {0}}},
        .extent = {{1, 1, {1}}, {64, 0, {0}}},
        .box = {64, 32},
        .swizzle = {.on = true, .per_element = 3, .len = 3, .atom = 3}};
}

/* It need not be a right one. */
static inline Plan *everything(void) {
    Plan *plan = plan_of("variant", SCOPE_CTA, 64, F16);
    Symbol *symbols = NEW_ARRAY(Symbol, 3);
    symbols[0] = (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 64, .max = 640, .divisor = 8};
    symbols[1] = (Symbol){.name = "rows", .role = SYMBOL_LIMIT, .max = 64, .divisor = 1};
    plan->symbols = symbols;
    plan->symbol_count = 2;
    add_buffer(plan, "dst", SPACE_GMEM, ROLE_OUT, 64);
    plan->arenas[0] = (Arena){"smem", 1024, 16};
    plan->arena_count = 1;
    add_bundle(plan, "v", ROLE_SCRATCH, 8, 128);
    add_loop(plan, "i", 4);
    add_loop(plan, "j", 2);
    add_object(plan, "bar", OBJECT_MBARRIER);
    plan->objects[plan->object_count++] = tensor_of(0);
    Phase *phase = add_phase(plan);
    add_guard(phase, SUM(0, RANK(1, 1, 0)), COND_LT, 32);
    phase->loops[phase->loop_count++] = 0;
    Step *step = add_step(
        phase,
        PRIM_STORE_GLOBAL_B128,
        0,
        SUM(3, RANK(8, 1, 0), LOOP(64, 0)),
        0,
        SUM(0, LOOP(8, 1)));
    step->dst.at = swizzled_expr(step->dst.at, 3, 3, 3);
    step->src[1] = in_bundle(0, expr_constant(1));
    step->conds = cond_of(1, 60);
    step->cond_count = 1;
    step->dst.peer = number(1);
    step->value = number(3);
    repeated(step, 1);
    Step *box = add_move(
        phase,
        PRIM_TENSOR_TO_SMEM_2D,
        in_buffer(0, expr_constant(0)),
        (Side){.kind = AT_TENSOR, .of = 1});
    box->src[0].coords = NEW_ARRAY(Expr, 2);
    plan->parts[0] = (Part){
        .suffix = "put",
        .phase_count = 1,
        .guard = cond_of(1, 8),
        .guard_count = 1,
        .reads_count = 1,
        .writes_count = 1};
    plan->part_count = 1;
    plan->guard = cond_of(1, 50);
    plan->guard_count = 1;
    int *script = NEW_ARRAY(int, 2);
    plan->script = script;
    plan->script_count = 1;
    plan->rounds = 2;
    add_flow(plan, (Operand){.rank = 0}, 0, (Operand){.rank = 0}, 0);
    return widths(plan, 128, 4);
}
#endif
