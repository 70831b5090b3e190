/* reduce_plans.c: right Plans that the generator makes of reduce statements; wrong.def makes them wrong. */
#include "described.h"
#include "right_plans.h"

/* Two of its own, five rounds, then the accumulator. */
Plan *right_reduce_with(void) {
    return plan_of_statement(
        "reduce t warp 32 add { in a : f32[64] / f32[2]; in c : f32; out s : f32; }");
}

/* Two of its own, five rounds, the value; two comparisons, the lower index, the lowest of the warp. */
Plan *right_reduce_argmin(void) {
    return plan_of_statement("target sm_90; reduce t warp 32 argmin { in a : f32[64] / f32[2]; out "
                             "i : u32; out v : f32; }");
}

/* Two pairs of halves, five rounds of both at once, then the two halves. */
Plan *right_reduce_halves(void) {
    return plan_of_statement("reduce t warp 32 add { in a : f16[128] / f16[4]; out s : f16; }");
}

Plan *right_reduce_wide(void) {
    return plan_of_statement("reduce t warp 32 min { in a : i64[64] / i64[2]; out s : i64; }");
}

/* Rows of four lanes, each with four of their elements: two sums, two rounds, the accumulator. */
Plan *right_reduce_over(void) {
    return plan_of_statement("reduce t warp 32 add over 1 { in a : f32[8,16] / f32[1,4]; in c : "
                             "f32[8] / f32[1]; out s : "
                             "f32[8] / f32[1]; }");
}

/* Eight columns of a row in a lane, even and odd ones apart (0, 1), both (2), then two rounds. */
Plan *right_folded(void) {
    return plan_of_statement("reduce t warp 32 add over 1 { in a : f32[16,32] / mma_c; out s : "
                             "f32[16,1] / mma_c; }");
}

/* Two rows of a column in a lane, three rounds, then the four warps: put (9), wait (10), and get. */
Plan *right_folded_warps(void) {
    return plan_of_statement("reduce t warpgroup add over 0 { in a : f32[64,8] / wgmma_c; out s : "
                             "f32[1,8] / wgmma_c; }");
}

/* One instruction. */
Plan *right_reduce_greatest(void) {
    return plan_of_statement(
        "target sm_100a; reduce t warp 32 max { in a : f32[32] / f32[1]; out s : f32; }");
}

/* Two of its own, three rounds among eight lanes, with the mask of the warp. */
Plan *right_reduce_groups(void) {
    return plan_of_statement("reduce t warp 8 add { in a : f32[16] / f32[2]; out s : f32; }");
}

/* The same with a mask of its own for each group. */
Plan *right_reduce_group(void) {
    Plan *plan = right_reduce_groups();
    for (int s = 0; s < plan->phases[0].step_count; s++) {
        Step *step = &plan->phases[0].steps[s];
        Expr *lanes = NEW(Expr);
        *lanes = expr_constant(8);
        if (step->primitive != PRIM_SHUFFLE_XOR_B32)
            continue;
        step->primitive = PRIM_SHUFFLE_XOR_GROUP_B32;
        step->value = lanes;
    }
    return plan;
}
