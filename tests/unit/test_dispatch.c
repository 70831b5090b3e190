/* test_dispatch.c: what becomes of a variant that offers a wrong plan. The dispatch table is this file's:
 * real variants, whose plans are spoilt where a test says so. */
#include "../../generator/dispatch/passes.h"
#include "reports.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

static bool spoil_reg, spoil_owned, spoil_fallback, sync_reg;

/* The first access goes one element too far, for every thread. */
static Plan *spoilt(Plan *plan, bool spoil) {
    if (plan && spoil)
        step_memory(&plan->phases[0].steps[0])->at.constant += 1;
    return plan;
}

/* And a sync behind it, whose cost was measured on one generation of targets. */
static Plan *synced(Plan *plan, bool sync) {
    if (!plan || !sync)
        return plan;
    Phase *phase = &plan->phases[0];
    Step *steps = NEW_ARRAY(Step, phase->step_count + 1);
    for (int i = 0; i < phase->step_count; i++)
        steps[i] = phase->steps[i];
    steps[phase->step_count++] = (Step){.primitive = PRIM_WARP_SYNC, .object = -1};
    phase->steps = steps;
    return plan;
}

/* What a variant says where it declines, on sm_80 alone. */
static const char *says[3];

static bool declines(const Query *query, int at, Decline *decline) {
    if (!says[at] || query->target != TARGET_SM_80)
        return false;
    decline_with(decline, says[at], "number %d has no plan", at);
    return true;
}

static Plan *first_offer(const Query *query, Decline *decline) {
    if (declines(query, 0, decline))
        return NULL;
    return synced(spoilt(reg_offer(query, decline), spoil_reg), sync_reg);
}

static Plan *second_offer(const Query *query, Decline *decline) {
    if (declines(query, 1, decline))
        return NULL;
    return spoilt(owned_offer(query, decline), spoil_owned);
}

static Plan *last_offer(const Query *query, Decline *decline) {
    if (declines(query, 2, decline))
        return NULL;
    return spoilt(fallback_offer(query, decline), spoil_fallback);
}

const Variant variants[] = {
    {.name = "reg",
     .priority = 10,
     .serves = SERVES_COPY,
     .policy = POLICY_TIRX,
     .differs = DIFFERS_BY_TARGET,
     .offer = first_offer},
    {.name = "owned", .priority = 6, .serves = SERVES_COPY, .offer = second_offer},
    {.name = "fallback",
     .serves = SERVES_COPY,
     .policy = POLICY_TIRX,
     .asked = ASKED_LAST,
     .offer = last_offer},
};
const int variant_count = (int)COUNT_OF(variants);

#define ROWS "warp f32 smem S[(32,8):(9,1)] -> reg S[(32,8):(1@laneid,1)]"

/* Builds a description of one statement; *report gets what was said about it. */
static const Function *build(const char *text, unsigned targets, const char **report) {
    Module *module =
        lang_load(source_from_text("t.tc", text, strlen(text)), NULL, NULL, 0, targets);
    Program *program = program_build(module, true);
    FILE *file = tmpfile();
    char *said = mem_alloc(1 << 16, 1);
    if (file) {
        print_reports(file);
        rewind(file);
        said[fread(said, 1, (1 << 16) - 1, file)] = 0;
        fclose(file);
    }
    *report = said;
    return program->count ? &program->functions[0] : NULL;
}

static int times(const char *text, const char *word) {
    int count = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        count++;
    return count;
}

static void nothing_is_said_of_a_right_plan(void) {
    const char *report;
    const Function *function = build("copy " ROWS " as a\n", TARGETS_ALL, &report);
    EXPECT(function && strcmp(function->choices[0].plan->variant, "reg") == 0);
    EXPECT(report[0] == 0 && function && function->warning_count == 0);
}

/* On every target once: the variant is asked again for each, for its row says so. */
static void the_next_variant_is_asked(void) {
    const char *report;
    spoil_reg = true;
    const Function *function = build("copy " ROWS " as a\n", TARGETS_ALL, &report);
    spoil_reg = false;
    EXPECT(function != NULL);
    if (!function)
        return;
    const Choice *choice = &function->choices[0];
    EXPECT(choice->plan && strcmp(choice->plan->variant, "fallback") == 0 && choice->proof.ok);
    EXPECT(choice->decline_count >= 1);
    EXPECT(strcmp(choice->declines[0].variant, "reg") == 0);
    EXPECT(strcmp(choice->declines[0].predicate, "not_proven") == 0);
    EXPECT(times(report, "[W_NOT_PROVEN]") == 1);
    EXPECT(strstr(report, "warning: reg: its plan failed its proof") != NULL);
    EXPECT(strstr(report, "help: please report this statement") != NULL);
    EXPECT(strstr(report, "note: this is a defect of tcgen, not of the description") != NULL);
    EXPECT(times(report, "error:") == 0);
    EXPECT(function->warning_count == 2); /* and that the fallback was chosen */
    EXPECT(strncmp(function->warnings[0], "not-proven: the plan by reg", 27) == 0);
}

static unsigned targets_of(Generation generation) {
    unsigned targets = 0;
    for (int i = 0; i < TARGET_COUNT; i++)
        targets |= target_generation(i) == generation ? 1u << i : 0;
    return targets;
}

/* The first variant is asked for each target, and always offers the same: one proof, one choice. */
static void equal_plans_are_proven_once(void) {
    const char *report;
    const Function *function = build("copy " ROWS " as a\n", TARGETS_ALL, &report);
    EXPECT(function && function->proofs == 1 && function->choice_count == 1);
    EXPECT(function && function->choices[0].targets == TARGETS_ALL);
    EXPECT(function && !cost_estimated(&function->choices[0].cost, TARGETS_ALL));
    spoil_reg = true; /* with the fallback's, two */
    function = build("copy " ROWS " as a\n", TARGETS_ALL, &report);
    EXPECT(function && function->proofs == 2 && function->choice_count == 1);
    spoil_reg = false;
}

/* Its cost is what was measured, where it was for one of them. */
static void costs_of_other_targets_are_estimates(void) {
    const char *report;
    unsigned measured = targets_of(GENERATION_MEASURED);
    sync_reg = true;
    const Function *function = build("copy " ROWS " as a\n", TARGETS_ALL, &report);
    EXPECT(function && function->proofs == 1 && function->choice_count == 1);
    if (function) {
        const Cost *cost = &function->choices[0].cost;
        EXPECT(cost->by_rates && cost->score == cost->scores[GENERATION_MEASURED]);
        EXPECT(cost_estimated(cost, TARGETS_ALL) == (TARGETS_ALL & ~measured));
        EXPECT(cost_estimated(cost, measured) == 0);
    }
    unsigned old = targets_of(GENERATION_80);
    function = build("copy " ROWS " as a\n", old, &report);
    EXPECT(function && function->choices[0].cost.score == function->choices[0].cost.scores[0]);
    EXPECT(function && cost_estimated(&function->choices[0].cost, old) == old);
    sync_reg = false;
    EXPECT(measured == (1u << TARGET_SM_90 | 1u << TARGET_SM_90A));
    EXPECT((old | measured | targets_of(GENERATION_100)) == TARGETS_ALL);
}

static void the_last_variant_is_an_error(void) {
    const char *report;
    spoil_reg = spoil_fallback = true;
    EXPECT(build("copy " ROWS " as a\n", 1u << TARGET_SM_90, &report) == NULL);
    EXPECT(times(report, "[W_NOT_PROVEN]") == 2);
    EXPECT(strstr(report, "error: no plan for this copy passed its proof [E_NOT_PROVEN]") != NULL);
    EXPECT(strstr(report, "note: reg: its plan failed its proof") != NULL);
    EXPECT(strstr(report, "help: this is a defect of tcgen: please report this statement") != NULL);
    /* A narrowed scope: reg declines, owned is wrong, the fallback is right. */
    spoil_reg = spoil_fallback = false;
    spoil_owned = true;
    const Function *function = build(
        "copy cta(64) warps 1:2 f32 smem S[(32,8):(9,1)] -> reg S[(32,8):(1@laneid,1)] as a\n",
        1u << TARGET_SM_90,
        &report);
    EXPECT(function && strcmp(function->choices[0].plan->variant, "fallback") == 0);
    EXPECT(times(report, "warning: owned: its plan failed its proof") == 1);
    spoil_owned = false;
}

static void a_pinned_variant_is_an_error(void) {
    const char *report;
    spoil_reg = true;
    EXPECT(build("copy " ROWS " { using reg; } as a\n", 1u << TARGET_SM_90, &report) == NULL);
    EXPECT(strstr(report, "[E_NOT_PROVEN]") != NULL);
    EXPECT(build("policy tirx\ncopy " ROWS " as a\n", 1u << TARGET_SM_90, &report) != NULL);
    spoil_reg = false;
}

/* Why a target has no plan: the instruction that it lacks, of whichever variant; else the first variant that says that it
 * is the target, or of one that is pinned what it says; else nothing in particular. */
static void reasons_of_a_target(void) {
    static const struct {
        const char *says[3], *pin, *reason;
    } rows[] = {
        {{"target", "instruction", "target"}, "", "number 1 has no plan"},
        {{"target", "target", "instruction"}, "", "number 2 has no plan"},
        {{"instruction", "instruction", "target"}, "", "number 0 has no plan"},
        {{"shape", "target", "target"}, "", "number 1 has no plan"},
        {{"shape", "shape", "target"}, "", "number 2 has no plan"},
        {{"shape", "shape", "shape"}, "", "no variant works on this target"},
        {{"shape", NULL, NULL}, "{ using reg; } ", "number 0 has no plan"},
    };
    const unsigned both = 1u << TARGET_SM_80 | 1u << TARGET_SM_90;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *report;
        memcpy(says, rows[i].says, sizeof says);
        const Function *function =
            build(mem_printf("copy " ROWS " %sas a\n", rows[i].pin), both, &report);
        const Choice *none = NULL;
        for (int k = 0; function && k < function->choice_count; k++)
            none = function->choices[k].plan ? none : &function->choices[k];
        EXPECT(none && none->targets == 1u << TARGET_SM_80);
        EXPECT_OF(rows[i].reason, none && strcmp(none->reason, rows[i].reason) == 0);
        EXPECT(function && function->choice_count == 2);
    }
    memset(says, 0, sizeof says);
}

/* More functions than the table of names has room for at first, each of them once. */
static void many_functions(void) {
    enum { MANY = 150 };
    Text text = {0};
    for (int i = 0; i < MANY; i++)
        text_printf(&text, "copy " ROWS " as a%d\ncopy " ROWS " as a%d\n", i, i / 2);
    Module *module = lang_load(
        source_from_text("t.tc", text.at, text.length), NULL, NULL, 0, 1u << TARGET_SM_90);
    const Program *program = program_build(module, true);
    EXPECT(program->count == MANY);
}

/* Elements of 6 bits are moved and proven as bytes, three for four of them, and told as elements. */
static void told_elements(void) {
    static const char *const rows[] = {
        "copy thread f32 gmem S[(64)] -> reg S[(64)] as a\n",
        "copy thread e3m2 gmem S[(64)] -> reg S[(64)] as a\n",
        "copy thread e2m1 gmem S[(64)] -> reg S[(64)] as a\n"};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *report;
        const Function *function = build(rows[i], 1u << TARGET_SM_90, &report);
        EXPECT_OF(rows[i], function && function->choices[0].proof.elements == 64);
    }
}

/* All other tests run like this. */
static void the_warning_can_be_an_error(void) {
    const char *report;
    int before = diag_error_count();
    EXPECT(diag_set_warning("error=not-proven"));
    spoil_reg = true;
    build("copy " ROWS " as a\n", 1u << TARGET_SM_90, &report);
    spoil_reg = false;
    EXPECT(diag_error_count() == before + 1);
    EXPECT(strstr(report, "error: reg: its plan failed its proof") != NULL);
}

int main(void) {
    nothing_is_said_of_a_right_plan();
    the_next_variant_is_asked();
    equal_plans_are_proven_once();
    costs_of_other_targets_are_estimates();
    the_last_variant_is_an_error();
    a_pinned_variant_is_an_error();
    reasons_of_a_target();
    many_functions();
    told_elements();
    the_warning_can_be_an_error();
    mem_free_all();
    return unit_finish();
}
