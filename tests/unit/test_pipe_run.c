/* test_pipe_run.c: agents that meet at named barriers come through their loop and its end, or no code is made. */
#include "pipeline/pipes.h"
#include "pipeline_of.h"
#include <string.h>

/* The plan of a body, and why no code is made of it: NULL where there is code. */
static const char *reason_of(const char *body) {
    PipelinePlan *plan = plan_of(body, TARGET_SM_90);
    PipelineCode *code = plan ? pipeline_code(plan) : NULL;
    if (!code || !code->ok)
        return code ? code->reason : "no plan";
    return pipe_prove_all(code) ? NULL : "not proven";
}

/* Agents that meet at named barriers and come through; a cycle later one waits for the other (test_refused in
 * test_pipes.c). */
static void test_run(void) {
    static const char *const bodies[] = {
        "ii 16\nagents a:1w b:1w\nvalue A u32[16] stages 2 produce a @0.6 consume b @1.0\n"
        "value B mutex stages 2 sync mbar produce b @0.6 consume a @0.7\n",
        "ii 8\nagents a:1w b:1w c:2w\nvalue A mutex produce a @0.0 consume b @0.4, c @0.5\n"
        "value B mutex stages 3 sync mbar produce b @0.6 consume c @2.7, c @1.2\n",
        "ii 8\nagents a:1w\nvalue A mutex produce a @0.0 consume a @0.4\n"};
    for (size_t i = 0; i < COUNT_OF(bodies); i++)
        EXPECT_OF(bodies[i], !reason_of(bodies[i]));
}

/* What an agent does at one cycle it does in the order of declaration; where the loop ends `_tail` meets the releases
 * of a whole ring at one place. `in_turn`: behind the loop the tail would wait for ever. */
static void test_order_and_end(void) {
    static const char v0[] =
        "value V0 f32[64] stages 2 sync async produce g1 @1.22 consume g0 @1.23\n";
    static const char v1[] = "value V1 u32[64] produce g1 @1.20 consume g0 @1.23\n";
    static const char agents[] = "ii 24\nagents g0:1w g1:1w\n";
    const char *why = reason_of(mem_printf("%s%s%s", agents, v0, v1));
    EXPECT(
        why && strstr(why, "g0 to read 'V0', g1 to fill 'V1'; ") &&
        strstr(why, "declare 'V1' before 'V0'"));
    EXPECT(!reason_of(mem_printf("%s%s%s", agents, v1, v0)));
    static const struct {
        const char *values, *why;
        bool in_turn;
    } ends[] = {
        {"value V u32[32] stages 4 sync named produce p @0.0 consume c @2.6\n"
         "value U u32[32] stages 1 sync async produce p @3.7 consume c @4.4\n",
         "p in the tail of 'V', c to read 'U'; give 'V' 'sync mbar'",
         false},
        {"value U u32[32] stages 1 sync mbar produce p @3.6 consume c @3.7\n"
         "value V u32[32] stages 4 sync named produce p @1.2 consume c @2.2\n",
         NULL,
         true},
        {"value V u32[32] stages 4 sync named produce p @0.4 consume c @1.6\n"
         "value U u32[32] stages 2 sync async produce p @2.3 consume c @2.5\n",
         NULL,
         false}};
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        const char *body = mem_printf("ii 8\nagents p:1w c:1w\n%s", ends[i].values);
        PipelineCode *code = pipeline_code(plan_of(body, TARGET_SM_90));
        bool as_told = code->ok ? !ends[i].why : ends[i].why && strstr(code->reason, ends[i].why);
        EXPECT_OF(body, as_told && code->tail_in_turn == ends[i].in_turn);
    }
}

int main(void) {
    diag_set_warning("no-share");
    test_run();
    test_order_and_end();
    return unit_finish();
}
