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
    return plan_of_statement(
        "reduce t warp 32 argmin { in a : f32[64] / f32[2]; out i : u32; out v : f32; }");
}
