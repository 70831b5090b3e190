/* element_plans.c: right Plans that the generator makes of extract, insert, broadcast and scan statements; wrong.def
 * makes them wrong. */
#include "described.h"
#include "right_plans.h"

/* The own slot of two, then a shuffle from lane i / 2. */
Plan *right_extract(void) {
    return plan_of_statement("extract t warp 32 { in a : f32[64] / f32[2]; out x : f32; }");
}

/* The same through shared memory: the owner stores, all wait, all load. */
Plan *right_extract_of_cta(void) {
    return plan_of_statement("extract t cta(64) { in a : f32[64] / f32[1]; out x : f32; }");
}

/* All of a, then x where the lane and the slot are those of i. */
Plan *right_insert(void) {
    return plan_of_statement(
        "insert t warp 32 { in a : f32[64] / f32[2]; in x : f32; out b : f32[64] / f32[2]; }");
}

/* A shuffle from lane 0, then over four slots. */
Plan *right_spread(void) {
    return plan_of_statement("broadcast t warp 32 { in x : f32; out b : f32[128] / f32[4]; }");
}

/* Two warps of one a thread: five rounds, then what the first warp has. */
Plan *right_scan_of_cta(void) {
    return plan_of_statement(
        "scan t cta(64) add inclusive { in a : f32[64] / f32[1]; out b : f32[64] / f32[1]; }");
}

/* Every 32nd: two rounds of five, then the first total to the second slot. */
Plan *right_scan_cyclic(void) {
    return plan_of_statement(
        "scan t warp 32 add inclusive { in a : f32[64] / f32[2] cyclic; out b : f32[64] / f32[2] "
        "cyclic; }");
}
