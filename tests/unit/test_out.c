/* test_out.c: JSON, explanations, tables and pictures of hand-built Functions: what each must say of a
 * plan whose answer is known. Their looks are tested by tests/golden and tests/pictures. */
#include "generator/draw/draw.h"
#include "plans.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

static Program *program_of(Plan *(*build)(void), Op op, unsigned targets) {
    Plan *plan = build();
    Module *module = NEW(Module);
    Program *program = NEW(Program);
    module->targets = targets;
    program->module = module;
    program->functions = plans_function("tc_f", op, &plan, 1);
    program->count = 1;
    program->functions->choices[0].cost = plan_cost(plan);
    program->functions->choices[0].proof = plan_prove(plan);
    return program;
}

static const char *explained(Plan *(*build)(void)) {
    Text text = {0};
    out_explain(&text, program_of(build, OP_COPY, 2), NULL);
    return text_string(&text);
}

typedef bool Draw(Text *, const Subject *);
static bool drawn(Draw *draw, Text *out, const Function *function, const char *view) {
    Subject subject = picture_subject(function, view);
    return draw(out, &subject);
}

static bool says(const char *text, const char *part) {
    if (strstr(text, part))
        return true;
    printf("%s\ndoes not say: %s\n", text, part);
    return false;
}

static bool lines_fit(const char *text, size_t most) {
    for (; *text; text += *text == '\n') {
        size_t length = strcspn(text, "\n");
        if (length > most)
            return false;
        text += length;
    }
    return true;
}

static void test_explain(void) {
    const char *text = explained(plans_reg_load);
    EXPECT(says(text, "16 wavefronts; the minimum is 8"));
    EXPECT(says(text, "dst[4 * i] = src[8 * rank + 4 * i]"));
    EXPECT(says(text, "thread 31 at 992, 1008"));
    EXPECT(says(text, "thread 31 holds (31,0)..(31,7) in register 0..7"));
    EXPECT(says(text, "pass src aligned to 16 bytes"));
    text = explained(plans_reg_load_swizzled);
    EXPECT(says(text, "src[x ^ ((x & 32) >> 3)] with x = 8 * rank + 4 * i"));
    EXPECT(says(text, "thread 31 at 1008, 992"));
    EXPECT(says(text, "8 wavefronts, no bank conflict"));
    text = explained(plans_ldmatrix_16x16);
    EXPECT(says(text, "64 * (rank % 16) + 8 * (rank"));
    EXPECT(says(text, "(8,8)..(8,9) in register 6..7"));
    text = explained(plans_fallback_4x6);
    EXPECT(says(text, "threads with rank == 0"));
    EXPECT(says(text, "24 sectors of 32 bytes instead of 3"));
    text = explained(plans_ld_async_128x64);
    EXPECT(says(text, "a multiple of 8"));
    EXPECT(says(text, "tc_cp_async_commit"));
    EXPECT(says(text, "ld * (rank / 8)"));
    text = explained(plans_bulk_8x1024);
    EXPECT(says(text, "one elected lane"));
    EXPECT(says(text, "expect 16384 bytes"));
    EXPECT(says(explained(plans_narrow_warps), "threads with rank >= 32 and rank < 96"));
    EXPECT(says(explained(plans_relayout_64x8), "Lanes 0, 8, 16 and 24 ask bank 0"));
    for (int i = 0; i < PLANS_COUNT; i++)
        EXPECT(lines_fit(explained(all_plans[i].build), 100));
}

/* Of plans that are more than a copy: lanes, turns, combinations, conversions, parts. */
static void test_explain_more(void) {
    const char *text = explained(plans_butterfly_sum);
    EXPECT(says(text, "o[0] = v[0] of lane (16 ^ rank % 32)"));
    EXPECT(says(text, "v[0] = v[0] + o[0]"));
    EXPECT(says(text, "does        Sums 128 f32 elements in registers"));
    EXPECT(says(explained(plans_rotated), "src[8 * rank + 4 * (k ^ rank / 4 % 2)]"));
    EXPECT(says(explained(plans_lane_transpose), "lo[0] = bytes 0x5410 of a[0] and b[0]"));
    EXPECT(says(explained(plans_converting), "cvt.rn.f16x2.f32, 2 elements each"));
    text = explained(plans_lane0_demo);
    EXPECT(
        says(text, "does        Copies 128 f32 elements from registers into shared memory (a to"));
    EXPECT(says(text, "part        tc_f_scatter"));
    text = explained(plans_pipeline_parts);
    EXPECT(says(text, "nothing moves; every barrier gets the arrivals that it counts"));
    EXPECT(!strstr(text, "holds (") && !strstr(text, "moves  "));
}

static void test_explain_one(void) {
    Text text = {0}, none = {0};
    Program *program = program_of(plans_reg_load, OP_COPY, 2);
    Choice *choice = program->functions->choices;
    Decline decline = {"rotate", "cost", "70 against 60"};
    choice->declines = &decline;
    choice->decline_count = 1;
    out_explain(&text, program, "tc_f");
    EXPECT(says(text_string(&text), "rotate [cost]: 70 against 60"));
    EXPECT(says(text_string(&text), "the cheapest of 2 that fit"));
    out_explain(&none, program, "tc_g");
    EXPECT(none.length == 0);
    choice->plan = NULL;
    choice->reason = "it needs sm_90";
    text = (Text){0};
    out_explain(&text, program, NULL);
    EXPECT(says(text_string(&text), "it needs sm_90"));
    text = (Text){0};
    out_cost(&text, program, NULL);
    EXPECT(says(text_string(&text), "none"));
    text = (Text){0};
    out_json(&text, program, NULL, true);
    EXPECT(says(text_string(&text), "\"variant\":null,\"reason\":\"it needs sm_90\""));
    EXPECT(says(text_string(&text), "\"proof\":{\"ok\":false"));
    EXPECT(!strstr(text_string(&text), "\"trace\""));
}

/* What was measured on sm_90 is said to be an estimate elsewhere, and nothing is said of accesses. */
static void test_estimates(void) {
    unsigned targets = 1u << TARGET_SM_80 | 1u << TARGET_SM_90;
    Program *program = program_of(plans_butterfly_sum, OP_COPY, targets);
    Choice *choice = program->functions->choices;
    Text text = {0}, none = {0};
    choice->targets = targets;
    out_json(&text, program, NULL, false);
    EXPECT(says(
        text_string(&text),
        mem_printf(
            "\"symbolic\":false,\"estimates\":{\"sm_80\":%d}",
            (int)choice->cost.scores[GENERATION_80])));
    text = (Text){0};
    out_cost(&text, program, NULL);
    EXPECT(says(text_string(&text), mem_printf(" %d~ ", (int)choice->cost.score)));
    EXPECT(says(text_string(&text), "\n~ includes syncs or register instructions"));
    text = (Text){0};
    out_explain(&text, program, NULL);
    EXPECT(says(text_string(&text), "the score, for sm_80, is an estimate"));
    choice->targets = 1u << TARGET_SM_90;
    out_json(&none, program, NULL, false);
    out_cost(&none, program, NULL);
    out_explain(&none, program, NULL);
    program = program_of(plans_reg_load, OP_COPY, targets);
    program->functions->choices->targets = targets;
    out_json(&none, program, NULL, false);
    out_cost(&none, program, NULL);
    out_explain(&none, program, NULL);
    EXPECT(!strstr(text_string(&none), "estimate") && !strchr(text_string(&none), '~'));
}

/* Quotes are paired and brackets closed: a cheap check of any document. */
static bool is_balanced(const char *text) {
    char open[64];
    int depth = 0;
    bool quoted = false;
    for (; *text; text++) {
        if (quoted && *text == '\\' && text[1])
            text++;
        else if (*text == '"')
            quoted = !quoted;
        else if (!quoted && strchr("{[", *text) && depth < 64)
            open[depth++] = *text == '{' ? '}' : ']';
        else if (!quoted && strchr("}]", *text) && (depth == 0 || open[--depth] != *text))
            return false;
    }
    return depth == 0 && !quoted;
}

static void test_json(void) {
    for (int i = 0; i < PLANS_COUNT; i++) {
        Text text = {0};
        out_json(&text, program_of(all_plans[i].build, OP_COPY, 3), NULL, true);
        EXPECT(is_balanced(text_string(&text)));
        EXPECT(says(text_string(&text), "\"proof\":{\"ok\":true"));
    }
    Text one = {0}, several = {0};
    out_json(&one, program_of(plans_reg_load, OP_COPY, 2), NULL, false);
    EXPECT(says(text_string(&one), "}],\"variant\":\"reg\",\"vec_bits\":128,\"ops_per_thread\":2"));
    EXPECT(says(text_string(&one), "\"instructions\":{\"ld.shared.v4.b32\":2}"));
    EXPECT(says(text_string(&one), "{\"got\":16,\"ideal\":8,\"idle\":0,\"phase\":0,\"step\":0}"));
    out_json(&several, program_of(plans_reg_load, OP_COPY, 3), NULL, false);
    EXPECT(!strstr(text_string(&several), "}],\"variant\":\"reg\",\"vec_bits\":128,\"ops"));
    Program *odd = program_of(plans_reg_load, OP_COPY, 2);
    const char *warning = "a \"quoted\" \\ line\nand \001";
    odd->functions->warnings = &warning;
    odd->functions->warning_count = 1;
    Text escaped = {0};
    out_json(&escaped, odd, NULL, false);
    EXPECT(says(text_string(&escaped), "[\"a \\\"quoted\\\" \\\\ line\\nand \\u0001\"]"));
    Text origin = {0};
    out_json(&origin, program_of(plans_origin_16x16, OP_COPY, 2), NULL, false);
    EXPECT(says(text_string(&origin), "\"region\":[\"m:+16\",\"k:+16\"]"));
}

/* Both targets' instructions of one spelling are one key. */
static void test_json_spelling(void) {
    Program *program = program_of(plans_reg_load, OP_COPY, 2);
    Cost *cost = &program->functions->choices[0].cost;
    cost->instruction_count = 2;
    cost->instructions[0] = (InstructionCount){PRIM_CP_ASYNC_B32, 3};
    cost->instructions[1] = (InstructionCount){PRIM_CP_ASYNC_B64, 4};
    Text text = {0};
    out_json(&text, program, NULL, false);
    EXPECT(says(text_string(&text), "{\"cp.async.ca.shared.global\":7}"));
}

static void test_grid(void) {
    Grid *grid = grid_build(program_of(plans_reg_load, OP_COPY, 2)->functions, 64, 128);
    EXPECT(grid->owner && grid->rows == 32 && grid->cols == 8 && grid->count == 256);
    const Cell *cell = grid_at(grid, 5, 3);
    EXPECT(cell->thread == 5 && cell->slot == 3 && cell->owners == 1);
    EXPECT(cell->has_address && cell->address == (5 * 8 + 3) * 4 && cell->space == SPACE_SMEM);
    EXPECT(!grid_at(grid, 32, 0) && !grid_at(grid, 0, 8) && !grid_at(grid, -1, 0));
    grid = grid_build(program_of(plans_reg_load_swizzled, OP_COPY, 2)->functions, 64, 128);
    EXPECT(grid_at(grid, 4, 0)->address == (36 * 4));
    grid = grid_build(program_of(plans_ldmatrix_16x16, OP_COPY, 2)->functions, 64, 128);
    EXPECT(grid_at(grid, 9, 12)->thread == 6 && grid_at(grid, 9, 12)->slot == 6);
    grid = grid_build(program_of(plans_ld_128x64, OP_COPY, 2)->functions, 64, 32);
    EXPECT(!grid->owner && grid->shown_rows == 64 && grid->shown_cols == 32 && grid->cols == 64);
    EXPECT(grid_at(grid, 33, 9)->thread == 9 && grid_at(grid, 33, 9)->slot == 1);
    grid = grid_build(program_of(plans_narrow_warps, OP_COPY, 2)->functions, 64, 128);
    EXPECT(grid_at(grid, 0, 0)->thread == 32 && grid_at(grid, 63, 3)->thread == 95);
    grid = grid_build(program_of(plans_bulk_8x1024, OP_COPY, 2)->functions, 8, 8);
    EXPECT(grid_at(grid, 7, 7)->thread == 0 && grid_at(grid, 7, 7)->slot == 7);
}

static void test_draw(void) {
    Text text = {0};
    const Function *function = program_of(plans_reg_load, OP_COPY, 2)->functions;
    EXPECT(drawn(draw_text, &text, function, "owner"));
    EXPECT(says(text_string(&text), " 31 | 31/0 31/1"));
    EXPECT(lines_fit(text_string(&text), 100) && !strstr(text_string(&text), "Shown"));
    text = (Text){0};
    EXPECT(drawn(draw_text, &text, program_of(plans_ld_128x64, OP_COPY, 2)->functions, "owner"));
    EXPECT(lines_fit(text_string(&text), 100));
    EXPECT(says(text_string(&text), "Shown: 32 of 128 rows"));
    text = (Text){0};
    EXPECT(drawn(draw_svg, &text, function, "owner"));
    EXPECT(says(text_string(&text), "(5, 3): thread 5, register 3; smem byte 172, bank 11"));
    text = (Text){0};
    EXPECT(!drawn(draw_text, &text, function, "timeline"));
    EXPECT(!drawn(draw_svg, &text, function, "timeline"));
    EXPECT(text.length == 0 && diag_error_count() == 2);
    EXPECT(drawn(draw_svg, &text, function, "banks") && says(text_string(&text), "bank"));
}

static void test_words(void) {
    Text text = {0};
    Plan *plan = plans_ld_128x64();
    Expr expr = expr_constant(-3);
    expr_add(&expr, coef_int(-1), digit_of(VAR_RANK, 0, 1, 0));
    expr_add(&expr, (Coef){2, 1, {0}}, digit_of(VAR_LOOP, 0, 2, 4));
    words_expr(&text, &expr, plan);
    EXPECT(strcmp(text_string(&text), "-rank + 2 * ld * (i / 2 % 4) - 3") == 0);
    text = (Text){0};
    words_wrap(&text, 2, "label", 10, "one two");
    EXPECT(strcmp(text_string(&text), "  label   one two\n") == 0);
    text = (Text){0};
    Scope scope = {
        .kind = SCOPE_CTA,
        .threads = 128,
        .lanes_given = true,
        .lane_end = 8,
        .warps_given = true,
        .warp_begin = 1,
        .warp_end = 3};
    words_scope(&text, &scope);
    EXPECT(strcmp(text_string(&text), "cta(128) warps 1:3 lanes 0:8") == 0);
}

int main(void) {
    test_explain();
    test_explain_more();
    test_explain_one();
    test_estimates();
    test_json();
    test_json_spelling();
    test_grid();
    test_draw();
    test_words();
    mem_free_all();
    return unit_finish();
}
