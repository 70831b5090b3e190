/* test_pipe_run.c: agents that meet at named barriers come through their loop and its end, or no code is made. */
#include "pipeline/pipes.h"
#include "pipeline/told.h"
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
        why && strstr(why, "g0 to read 'V0' (needs g1), g1 to fill 'V1' (needs g0); ") &&
        strstr(why, "declare 'V1' before 'V0'"));
    EXPECT(!reason_of(mem_printf("%s%s%s", agents, v1, v0)));
    static const struct {
        const char *values, *why;
        bool in_turn;
    } ends[] = {
        {"value V u32[32] stages 4 sync named produce p @0.0 consume c @2.6\n"
         "value U u32[32] stages 1 sync async produce p @3.7 consume c @4.4\n",
         "p in the tail of 'V' (needs c), c to read 'U' (needs p); give 'V' 'sync mbar'",
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

/* The text of its header as it would stand on one line. */
static const char *header_of(const char *body) {
    PipelineCode *code = pipeline_code(plan_of(body, TARGET_SM_90));
    Text text = {0}, line = {0};
    if (code->ok)
        out_pipeline(&text, code);
    for (const char *at = text_string(&text); *at; at++) {
        if (strncmp(at, "\n * ", 4) == 0)
            at += 3;
        text_char(&line, *at == '\n' ? ' ' : *at);
    }
    return text_string(&line);
}

/* Who reads at several places waits at the first and releases at the last; copies that an agent makes for itself
 * have an order where they have mbarriers. */
static void test_stated_order(void) {
    static const struct {
        const char *values, *text[3];
    } stated[] = {
        {"value V u32[32] stages 2 sync async produce a @0.0 consume b @0.4, b @0.5, b @0.6\n",
         {"In a turn of its loop b waits for V at 0.4, then releases V at 0.6; an operation",
          "is full. Once a use: by b at 0.4 (its first place). */",
          "the slot. Once a use: by b at 0.6 (its last place). */"}},
        {"value V u32[32] stages 2 sync named produce a @0.0 consume b @0.4, b @1.2\n",
         {"In a turn of its loop b releases V at 1.2, then waits for V at 0.4; an operation",
          "Once a use: by b at 0.4 (its first place). */",
          "Once a use: by b at 1.2 (its last place; its state is not that of wait). */"}},
        {"value V u32[32] sync async produce a @0.0 consume b @0.4, b @0.4\n"
         "value W u32[32] sync async produce a @0.1 consume b @0.5\n",
         {"a fills V at 0.0, then W at 0.1; b reads V at 0.4, then W at 0.5; an operation"}},
        {"value V u32[32] stages 2 sync tma produce a @0.0 consume b @0.4, b @0.6\n"
         "value W u32[32] stages 2 sync tma with V produce a @0.0 consume b @0.4, b @0.7\n",
         {"In a turn of its loop b waits for V at 0.4, then releases V at 0.7; an operation"}},
        {"value V u32[32] stages 2 sync cpasync produce a @0.2 consume a @0.6\n"
         "value U u32[32] sync async produce a @0.4 consume b @0.6\n"
         "value W u32[32] sync async produce b @0.4 consume a @0.6\n",
         {"a fills V at 0.2, then U at 0.4, then reads V at 0.6, then W at 0.6; b fills W"}},
        {"value U u32[32] stages 3 sync async produce a @0.0 consume b @1.3\n"
         "value V u32[32] sync named produce a @0.1 consume b @0.2\n",
         {"every warp of a (1) behind its loop and behind the tails of pipes without mbarriers, w",
          "or behind the loop, where tails of pipes without mbarriers come first, in the order"}}};
    for (size_t i = 0; i < COUNT_OF(stated); i++) {
        const char *text = header_of(mem_printf("ii 8\nagents a:1w b:1w\n%s", stated[i].values));
        for (size_t k = 0; k < COUNT_OF(stated[i].text) && stated[i].text[k]; k++)
            EXPECT_OF(stated[i].text[k], strstr(text, stated[i].text[k]));
    }
}

int main(void) {
    diag_set_warning("no-share");
    test_run();
    test_order_and_end();
    test_stated_order();
    mem_free_all();
    return unit_finish();
}
