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

int main(void) {
    diag_set_warning("no-fallback");
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        MemMark mark = mem_mark();
        expect_description(names[i]);
        mem_rewind(mark);
    }
    mem_free_all();
    return unit_finish();
}
