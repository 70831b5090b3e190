/* test_described.c: every statement of some descriptions: it has a plan on the newest target, each plan that a variant
 * offers holds its proof, what is chosen has no step that nobody needs, and it costs no more than what lost. */
#include "generator/dispatch/dispatch.h"
#include "plan_flaws.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"gathers",    "fills",         "windows", "convert", "pairs04",
                                    "red",        "reduce_memory", "edges",   "bounded", "subbyte",
                                    "masked",     "tail",          "mixed",   "tiling",  "rounds",
                                    "owner_sets", "relayout",      "deals",   "rotated", "permute"};

/* Of "it costs 1040 where tail costs 980" the first number is not less than what the chosen plan costs. */
static bool lost_by_cost(const Decline *decline, const Choice *choice) {
    size_t before = strcspn(decline->reason, "0123456789");
    return strcmp(decline->predicate, "cost") != 0 || !decline->reason[before] ||
           atoll(decline->reason + before) >= choice->cost.score || choice->cost.score < 0;
}

static void expect_choice(const Function *function, const Choice *choice) {
    const char *flaw = choice->plan ? plan_flaw(choice->plan) : NULL;
    EXPECT_OF(function->name, !choice->plan || (choice->proof.ok && choice->proof.elements > 0));
    EXPECT_OF(function->name, !flaw);
    if (flaw)
        printf("%s: %s\n", choice->plan->variant, flaw);
    for (int d = 0; d < choice->decline_count; d++) {
        EXPECT_OF(function->name, strcmp(choice->declines[d].predicate, "not_proven") != 0);
        EXPECT_OF(function->name, lost_by_cost(&choice->declines[d], choice));
    }
}

static void expect_description(const char *name) {
    static char text[1 << 16];
    FILE *file = fopen(mem_printf("tests/descriptions/%s.tc", name), "rb");
    EXPECT_OF(name, file != NULL);
    text[file ? fread(text, 1, sizeof text - 1, file) : 0] = 0;
    if (file)
        fclose(file);
    const Source *source = source_from_text(name, text, strlen(text));
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    Program *program = module && !diag_error_count() ? program_build(module, false) : NULL;
    EXPECT_OF(name, program && program->count > 0 && !diag_error_count());
    for (int f = 0; program && f < program->count; f++) {
        EXPECT_OF(program->functions[f].name, program->functions[f].choices[0].plan != NULL);
        for (int i = 0; i < program->functions[f].choice_count; i++)
            expect_choice(&program->functions[f], &program->functions[f].choices[i]);
    }
    diag_reset();
}

/* ---- conversions -------------------------------------------------------------------------------- */

static const char *const dtypes[] = {
    "f64", "f32", "tf32", "f16", "bf16", "e5m2", "e4m3", "e2m1", "i8", "u8", "i4", "u4"};

/* How many elements a thread converts by all steps of one instruction, -1: by some more often than by others. */
static int64_t converted(const Plan *plan) {
    int64_t elements[PRIM_COUNT] = {0}, all = 0;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Phase *phase = &plan->phases[p];
            const Step *step = &phase->steps[s];
            if (primitives[step->primitive].act != ACT_CONVERT)
                continue;
            int64_t turns = primitive_conversion(step->primitive)->count;
            for (int i = 0; i < phase->loop_count; i++)
                turns *= plan->loops[phase->loops[i]].extent;
            for (int i = 0; i < step->repeat_count; i++)
                turns *= plan->loops[step->repeat[i]].extent;
            elements[step->primitive] += turns;
        }
    for (int id = 0; id < PRIM_COUNT; id++)
        if (elements[id])
            all = all && all != elements[id] ? -1 : elements[id];
    return all;
}

/* Every pair that there is, `held` elements in each thread: each goes through each instruction of its route once. */
static int expect_conversion(const char *from, const char *to, const char *sides, int64_t held) {
    const char *text = mem_printf("copy warp %s -> %s %s as f\n", from, to, sides);
    Module *module = lang_load(
        source_from_text("pair", text, strlen(text)), prelude_text, NULL, 0, 1u << TARGET_SM_100A);
    Program *program = module && !diag_error_count() ? program_build(module, false) : NULL;
    bool built = program && program->count == 1 && !diag_error_count();
    for (int i = 0; built && i < program->functions[0].choice_count; i++) {
        const Choice *choice = &program->functions[0].choices[i];
        expect_choice(&program->functions[0], choice);
        if (choice->plan)
            EXPECT_OF("each element is converted once", converted(choice->plan) == held);
    }
    diag_reset();
    return built;
}

static void conversions(void) {
    static const struct {
        const char *text;
        int64_t held;
    } sides[] = {
        {"reg S[(32,8):(1@laneid,1)] -> reg S[(32,8):(1@laneid,1)]", 8},
        {"smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]", 8},
        {"reg S[(32,8):(1@laneid,1)] -> smem S[(32,8)]", 8},
        {"gmem 32x24 S[(32,24)] -> reg 32x24 S[(32,3,8):(1@laneid,16,1)]", 24},
        {"reg S[(32,2):(1@laneid,1)] -> smem S[(32,2)]", 2},
        {"reg S[(2,32):(1,1@laneid)] -> reg S[(2,32):(3,1@laneid)]", 2},
    };
    int built = 0;
    for (size_t f = 0; f < COUNT_OF(dtypes); f++)
        for (size_t t = 0; t < COUNT_OF(dtypes); t++)
            for (size_t s = 0; s < COUNT_OF(sides) && f != t; s++) {
                MemMark mark = mem_mark();
                built += expect_conversion(dtypes[f], dtypes[t], sides[s].text, sides[s].held);
                mem_rewind(mark);
            }
    EXPECT(built > 300);
}

/* ---- more statements ---------------------------------------------------------------------------- */

/* Rows that indices pick, by some threads of the last round alone. */
static const char *const more[] = {
    "copy cta(64) f32 gmem S[(10,28)] by i32 gmem -> smem S[(10,28)] as f",
    "copy cta(64) f32 gmem S[(10,28)] by i32 gmem -> smem S[(10,28)] where index >= 0 as f",
    "copy cta(64) f32 smem S[(10,28)] -> gmem S[(10,28)] by i32 gmem where index >= 0 as f",
    "copy cta(64) f32 gmem S[(34,66):(72,1)] by u32 smem -> smem S[(34,66)] where index >= 0 as f",
};

static void expect_statement(const char *statement) {
    const char *text = mem_printf("%s\n", statement);
    Module *module = lang_load(
        source_from_text("more", text, strlen(text)), prelude_text, NULL, 0, 1u << TARGET_SM_90A);
    Program *program = module && !diag_error_count() ? program_build(module, false) : NULL;
    EXPECT_OF(statement, program && program->count == 1 && program->functions[0].choices[0].plan);
    for (int i = 0; program && program->count && i < program->functions[0].choice_count; i++)
        expect_choice(&program->functions[0], &program->functions[0].choices[i]);
    diag_reset();
}

int main(void) {
    diag_set_warning("no-fallback");
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        MemMark mark = mem_mark();
        expect_description(names[i]);
        mem_rewind(mark);
    }
    conversions();
    for (size_t i = 0; i < COUNT_OF(more); i++)
        expect_statement(more[i]);
    mem_free_all();
    return unit_finish();
}
