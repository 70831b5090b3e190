/* test_printer.c: hand-built Plans -> the text of their functions. Bodies are compared whole. With a
 * file name it writes one header of all of them instead, with a seed and a count a self-checking
 * program of random Plans: tests/printer/run.py compiles, formats and runs them. */
#include "generator/tell/tell.h"
#include "plans.h"
#include "random_plans.h"
#include "reports.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

static const Text no_pipelines;

static Function *one(const char *name, Op op, Plan *plan) {
    Plan *plans[1] = {plan};
    Function *function = plans_function(name, op, plans, 1);
    function->choices[0].cost = plan_cost(plan);
    return function;
}

static Function *two(const char *name, Op op, Plan *newer, Plan *older) {
    Plan *plans[2] = {newer, older};
    Function *function = plans_function(name, op, plans, 2);
    for (int i = 0; i < 2; i++)
        function->choices[i].cost = plan_cost(plans[i]);
    return function;
}

static Program *all_functions(void) {
    Program *program = NEW(Program);
    program->functions = NEW_ARRAY(Function, PLANS_COUNT + 2);
    for (int i = 0; i < PLANS_PRINTED; i++) {
        const char *name = mem_printf("tc_test_%s", all_plans[i].name);
        program->functions[program->count++] = *one(name, all_plans[i].op, all_plans[i].build());
    }
    program->functions[program->count++] =
        *two("tc_test_two_targets", OP_COPY, plans_stmatrix_16x16(), plans_fragment_store_b32());
    return program;
}

/* ---- whole bodies --------------------------------------------------------------------------- */

/* The text of a definition, from its `{` to its `}`. */
static const char *body_of(const Function *function, const char *part) {
    Text out = {0};
    FunctionText made = checked_text(function);
    out_function(&out, function, &made);
    const char *name = *part ? mem_printf("%s_%s", function->name, part) : function->name;
    const char *head = mem_printf("%s%s(", name, function->has_at ? "_at" : "");
    const char *at = strstr(text_string(&out), head);
    at = at ? strstr(at, "{\n") : NULL;
    const char *end = at ? strstr(at, "\n}\n") : NULL;
    return end ? mem_text(at + 2, (size_t)(end - at - 1)) : "";
}

static void expect_part(const Function *function, const char *part, const char *want) {
    const char *got = body_of(function, part);
    EXPECT(strcmp(got, want) == 0);
    if (strcmp(got, want) != 0)
        printf("--- %s: want\n%s--- got\n%s", function->name, want, got);
}

static void expect_body(const Function *function, const char *want) {
    expect_part(function, "", want);
}

static void bodies_of_registers(void) {
    expect_body(
        one("tc_a", OP_COPY, plans_reg_load()),
        "    TC_CHECK_RANK(rank, 32);\n"
        "    TC_CHECK_ALIGN(src, 16);\n"
        "    src += rank * 8;\n"
        "    tc_load_shared_b128(dst, src);\n"
        "    tc_load_shared_b128(dst + 4, src + 4);\n");
    expect_body(
        one("tc_a", OP_COPY, plans_reg_load_swizzled()),
        "    TC_CHECK_RANK(rank, 32);\n"
        "    TC_CHECK_ALIGN(src, 16);\n"
        "    const unsigned from = (rank * 8) ^ (rank / 4 % 2 * 4);\n"
        "    tc_load_shared_b128(dst, src + from);\n"
        "    tc_load_shared_b128(dst + 4, src + (from ^ 4));\n");
    expect_body(
        one("tc_a", OP_COPY, plans_e2m1_32x64()),
        "    TC_CHECK_RANK(rank, 32);\n"
        "    TC_CHECK_ALIGN(src, 16);\n"
        "    src += rank * 32;\n"
        "    tc_load_shared_b128(dst, src);\n"
        "    tc_load_shared_b128(dst + 16, src + 16);\n");
    expect_body(
        one("tc_a", OP_COPY, plans_narrow_warps()),
        "    TC_CHECK_RANK_OF_SOME(rank, 128);\n"
        "    TC_CHECK_ALIGN(src, 16);\n"
        "    if (rank >= 32 && rank < 96) {\n"
        "        tc_load_shared_b128(dst, src + (rank - 32) * 4);\n"
        "    }\n");
}

static void bodies_of_memory(void) {
    expect_body(
        one("tc_a", OP_COPY, plans_fallback_4x6()),
        "    TC_CHECK_RANK(rank, 32);\n"
        "    TC_CHECK_ALIGN(dst, 16);\n"
        "    TC_CHECK_ALIGN(src, 16);\n"
        "    float v[24];\n"
        "    if (rank == 0) {\n"
        "        TC_UNROLL\n"
        "        for (unsigned i = 0; i < 24; i++)\n"
        "            tc_load_global_b32(&v[i], src + i);\n"
        "        TC_UNROLL\n"
        "        for (unsigned i = 0; i < 24; i++)\n"
        "            tc_store_shared_b32(dst + i, &v[i]);\n"
        "    }\n");
    expect_body(
        one("tc_a", OP_COPY_ASYNC, plans_ld_async_128x64()),
        "    TC_CHECK_RANK(rank, 256);\n"
        "    TC_CHECK_ALIGN(dst, 16);\n"
        "    TC_CHECK_ALIGN(src, 16);\n"
        "    TC_CHECK_LIMIT(ld >= 64 && ld <= 33554431 && ld % 8 == 0);\n"
        "    const unsigned to = (rank * 8) ^ (rank / 8 % 8 * 8);\n"
        "    const unsigned from = rank / 8 * ld + rank % 8 * 8;\n"
        "    dst += to;\n"
        "    src += from;\n"
        "    TC_UNROLL\n"
        "    for (unsigned i = 0; i < 4; i++) {\n"
        "        tc_cp_async_b128(dst + i * 32 * 64, src);\n"
        "        src += 32 * ld;\n"
        "    }\n");
    expect_body(
        one("tc_a", OP_COPY_ASYNC, plans_bulk_8x1024()),
        "    TC_CHECK_ALIGN(dst, 16);\n"
        "    TC_CHECK_ALIGN(src, 16);\n"
        "    TC_CHECK_LIMIT(cta < tc_cta_count_in_cluster());\n"
        "    TC_CHECK_CONVERGED();\n"
        "    const tc_dsmem there = tc_map_to_cta(dst, cta);\n"
        "    const tc_dsmem done = tc_map_to_cta(bar, cta);\n"
        "    if (tc_elect_one()) {\n"
        "        TC_UNROLL\n"
        "        for (unsigned i = 0; i < 8; i++)\n"
        "            tc_bulk_smem_to_dsmem(there + i * 1088 * 2, src + i * 1088, 1024 * 2, done);\n"
        "    }\n");
}

static void bodies_of_matrices(void) {
    expect_body(
        one("tc_a", OP_COPY, plans_ldmatrix_16x64()),
        "    TC_CHECK_RANK(rank, 32);\n"
        "    TC_CHECK_ALIGN(src, 16);\n"
        "    TC_CHECK_CONVERGED();\n"
        "    const unsigned row = rank % 16;\n"
        "    const unsigned from = row * 128 + (rank / 16 ^ row % 8) * 16;\n"
        "    tc_ldmatrix_x4(dst, tc_from(src, from));\n"
        "    tc_ldmatrix_x4(dst + 8, tc_from(src, from ^ 32));\n"
        "    tc_ldmatrix_x4(dst + 16, tc_from(src, from ^ 64));\n"
        "    tc_ldmatrix_x4(dst + 24, tc_from(src, from ^ 96));\n");
    expect_body(
        two("tc_a", OP_COPY, plans_stmatrix_16x16(), plans_fragment_store_b32()),
        "#if TC_HAS_STMATRIX\n"
        "    TC_CHECK_RANK(rank, 32);\n"
        "    TC_CHECK_ALIGN(dst, 16);\n"
        "    TC_CHECK_CONVERGED();\n"
        "    const unsigned row = rank % 16;\n"
        "    const unsigned to = row * 128 + (rank / 16 ^ row % 8) * 16;\n"
        "    tc_stmatrix_x4(tc_to(dst, to), src);\n"
        "#else\n"
        "    TC_CHECK_RANK(rank, 32);\n"
        "    TC_CHECK_ALIGN(dst, 16);\n"
        "    const unsigned row = rank / 4;\n"
        "    const unsigned to = (row * 64 + rank % 4 * 2) ^ (row * 8);\n"
        "    tc_store_shared_b32(dst + to, src);\n"
        "    tc_store_shared_b32(dst + to + 8 * 64, src + 2);\n"
        "    tc_store_shared_b32(dst + (to ^ 8), src + 4);\n"
        "    tc_store_shared_b32(dst + (to ^ 8) + 8 * 64, src + 6);\n"
        "#endif\n");
}

static void bodies_of_phases(void) {
    expect_body(
        one("tc_a", OP_RELAYOUT, plans_relayout_64x8()),
        "    TC_CHECK_RANK(rank, 64);\n"
        "    TC_CHECK_ALIGN(scratch, 16);\n"
        "    TC_CHECK_APART(dst, 32, src, 32);\n"
        "    const unsigned to = rank * 8;\n"
        "    const unsigned from = rank / 8 * 64 + rank % 8;\n"
        "    tc_store_shared_b128(scratch + to, src);\n"
        "    tc_store_shared_b128(scratch + to + 4, src + 4);\n"
        "    tc_cta_sync();\n"
        "    TC_UNROLL\n"
        "    for (unsigned j = 0; j < 8; j++)\n"
        "        tc_load_shared_b32(dst + j, scratch + from + j * 8);\n");
    Function *demo = one("tc_a", OP_COPY, plans_lane0_demo());
    expect_part(
        demo,
        "gather",
        "    TC_CHECK_RANK(rank, 32);\n"
        "    TC_CHECK_ALIGN(a_smem, 16);\n"
        "    tc_store_shared_b128(a_smem + rank * 4, a);\n"
        "    tc_warp_sync();\n");
    expect_part(
        demo,
        "scatter",
        "    TC_CHECK_RANK(rank, 32);\n"
        "    TC_CHECK_ALIGN(r_smem, 16);\n"
        "    tc_warp_sync();\n"
        "    tc_load_shared_b32(r, r_smem + rank);\n");
}

/* ---- contracts and files -------------------------------------------------------------------- */

static bool prints(const Function *function, const char *text) {
    Text out = {0};
    FunctionText made = checked_text(function);
    out_function(&out, function, &made);
    return strstr(text_string(&out), text) != NULL;
}

static void contracts(void) {
    const Function *load = one("tc_a", OP_COPY, plans_reg_load());
    EXPECT(prints(load, "/* Requires  src 16-byte aligned.\n * What      Copies a 32x8 f32 tile "));
    EXPECT(prints(load, " * Owns      Lane i holds row i: dst[c] = src[i, c].\n"));
    EXPECT(
        prints(load, " * Layouts   src smem S[(32,8):(8,1)], dst reg S[(32,8):(1@laneid,1)].\n"));
    EXPECT(prints(load, "2 ld.shared.v4.b32 per lane; 16 wavefronts, 8 would do; by reg.\n"));
    EXPECT(!prints(load, "Why")); /* nothing better declined */
    EXPECT(prints(load, "#define TC_A_BYTES (32 * 8 * 4)\n"));
    EXPECT(prints(load, "    tc_a_at(TC_RANK_WARP, dst, src);\n"));
    const Function *ld = one("tc_a", OP_COPY, plans_ld_128x64());
    EXPECT(prints(ld, "16-byte aligned; ld % 8 == 0, ld >= 64, ld <= 33554431.\n"));
    const Function *bulk = one("tc_a", OP_COPY_ASYNC, plans_bulk_128x64());
    EXPECT(prints(bulk, "#if TC_HAS_BULK && TC_HAS_CLUSTER\n"));
    EXPECT(prints(bulk, "TC_UNAVAILABLE(\"needs sm_90\");\n#endif\n"));
    EXPECT(!prints(bulk, "_at(")); /* one thread, which the caller chose: there is no rank */
}

/* Code for plain sm_90 lacks the letter for what sm_90a has: a trap. Where another body runs, there is none. */
static void letters(void) {
    const Function *several = one("tc_a", OP_COPY_ASYNC, plans_multicast());
    EXPECT(prints(several, "\n#if TC_HAS_MULTICAST\nTC_FN void tc_a(float *dst, "));
    EXPECT(prints(several, "}\n#elif TC_CHIP_HAS_MULTICAST\nTC_FN void tc_a(float *dst, "));
    EXPECT(prints(
        several, "    (void)bar;\n    (void)ctas;\n    TC_NEEDS_LETTER();\n}\n#else\nTC_DECLARE "));
    const Function *both = two("tc_a", OP_COPY_ASYNC, plans_multicast(), plans_bulk_load());
    EXPECT(prints(both, "}\n#elif TC_HAS_BULK\nTC_FN void tc_a("));
    EXPECT(!prints(both, "TC_NEEDS_LETTER") && !prints(both, "TC_CHIP_HAS"));
    EXPECT(!prints(one("tc_a", OP_COPY_ASYNC, plans_bulk_load()), "TC_NEEDS_LETTER"));
    Branches branches = branches_of(two("tc_a", OP_COPY, plans_multicast(), plans_tmem_load()));
    EXPECT(
        strcmp(letter_condition(&branches), "(TC_CHIP_HAS_MULTICAST) || (TC_CHIP_HAS_TMEM)") == 0);
    branches = branches_of(two("tc_a", OP_COPY, plans_multicast(), plans_multicast()));
    EXPECT(strcmp(letter_condition(&branches), "TC_CHIP_HAS_MULTICAST") == 0);
}

/* What a file name or a reason holds cannot end a comment or a string. */
static void hostile_text(void) {
    Function *function = one("tc_a", OP_COPY, plans_bulk_128x64());
    Choice *choices = NEW_ARRAY(Choice, 2);
    choices[0] = function->choices[0];
    choices[1] = (Choice){.targets = 1, .reason = "a \"quoted\" \\ reason ?\?/"};
    Decline decline = {"other*/variant", "cost", "ends */ here"};
    choices[0].decline_count = 1;
    choices[0].declines = &decline;
    function->choices = choices;
    function->choice_count = 2;
    Program program = {NULL, function, 1};
    Text out = {0};
    out_header(
        &out,
        &program,
        program_texts(&program),
        &no_pipelines,
        &(MadeFrom){"tcgen", (const char *[]){"a*/b\n.tc"}, 1},
        "out/1 x.h",
        NULL);
    const char *text = text_string(&out);
    EXPECT(strstr(text, "from a*_b_.tc (spec ") != NULL);
    EXPECT(strstr(text, "#ifndef TC_1_X_H_") != NULL);
    EXPECT(strstr(text, "#define TC_1_X_H_") != NULL);
    EXPECT(strstr(text, "other*/") == NULL && strstr(text, "ends */") == NULL);
    EXPECT(strstr(text, "TC_UNAVAILABLE(\"a 'quoted' ' reason ''/\");") != NULL);
}

static void depfiles(void) {
    Source main_source = {.name = "a b#$.tc", .path = "a b#$.tc"};
    Source import = {.name = "dir\\ x.tc", .path = "dir\\ x.tc"}, own = {.name = "<p>"};
    const Source *imports[] = {&import, &own};
    Module module = {.main = &main_source, .imports = imports, .import_count = 2};
    Text out = {0};
    out_depfile(&out, &module, "out/x:y.h", true);
    EXPECT(
        strcmp(
            text_string(&out),
            "out/x\\:y.h: a\\ b\\#$$.tc \\\n dir\\\\\\ x.tc\n\ndir\\\\\\ x.tc:\n") == 0);
}

/* Every text is a value that is made once, with the names that it defines. */
static void values(void) {
    Plan *plan = plans_reg_load();
    Function *function = plans_function("tc_a", OP_COPY, &plan, 1);
    FunctionText text = checked_text(function);
    bool has_function = false, has_macro = false, has_argument = false;
    EXPECT(text.piece_count == 1 && text.pieces[0].kind == PIECE_WHOLE && !text.pieces[0].comment);
    EXPECT(strstr(text.pieces[0].bodies, "tc_load_"));
    for (int i = 0; i < text.names.count; i++) {
        const Identifier *name = &text.names.at[i];
        has_function |= name->kind == IDENTIFIER_FUNCTION && strcmp(name->name, "tc_a_at") == 0;
        has_macro |= name->kind == IDENTIFIER_MACRO && strstr(name->name, "_THREADS");
        has_argument |= name->kind == IDENTIFIER_ARGUMENT && strcmp(name->name, "dst") == 0;
    }
    EXPECT(has_function && has_macro && has_argument);
}

/* Each is printed and read back: no text differs from its plan. */
static void all_are_read_back(void) {
    const NamedPlan *lists[] = {all_plans, duty_plans};
    const int counts[] = {PLANS_PRINTED, PLANS_OF_DUTIES};
    for (int l = 0; l < 2; l++)
        for (int i = 0; i < counts[l]; i++) {
            const NamedPlan *named = &lists[l][i];
            checked_text(one("tc_a", named->op, named->build()));
            EXPECT_OF(named->name, diag_error_count() == 0);
        }
}

/* A product of 32-bit arguments has 64 bits from the first wide one on: rank * m * ld, m wide, and not
 * rank * ld * m, where rank * ld has wrapped before. */
static void products_with_wide_factors(void) {
    Symbol symbols[] = {
        {.name = "ld", .max = UINT32_MAX}, {.name = "m", .max = UINT32_MAX, .wide = true}};
    Plan plan = *plans_reg_load();
    plan.symbols = symbols;
    plan.symbol_count = 2;
    Term late = {{1, 2, {0, 1}}, digit_of(VAR_RANK, 0, 1, 0)};
    Term early = {{1, 2, {1, 0}}, digit_of(VAR_RANK, 0, 1, 0)};
    EXPECT(term_wraps(&plan, &late));
    EXPECT(!term_wraps(&plan, &early));
}

static int write_all(const char *path) {
    Text out = {0};
    const Program *all = all_functions();
    out_header(
        &out,
        all,
        program_texts(all),
        &no_pipelines,
        &(MadeFrom){"tcgen", (const char *[]){"plans.c"}, 1},
        path,
        NULL);
    bool written = file_write_if_changed(path, text_string(&out), out.length);
    print_reports(stdout);
    written = written && diag_error_count() == 0;
    mem_free_all();
    return written ? 0 : 1;
}

static int write_random(const char *path, const char *seed, const char *count) {
    Text out = {0};
    random_plans_program(&out, strtoull(seed, NULL, 10), atoi(count));
    bool written = file_write_if_changed(path, text_string(&out), out.length);
    print_reports(stdout);
    written = written && diag_error_count() == 0;
    mem_free_all();
    return written ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc > 3)
        return write_random(argv[1], argv[2], argv[3]);
    if (argc > 1)
        return write_all(argv[1]);
    bodies_of_registers();
    bodies_of_memory();
    bodies_of_matrices();
    bodies_of_phases();
    contracts();
    letters();
    hostile_text();
    depfiles();
    values();
    products_with_wide_factors();
    all_are_read_back();
    EXPECT(diag_error_count() == 0); /* no text differed from its plan */
    mem_free_all();
    return unit_finish();
}
