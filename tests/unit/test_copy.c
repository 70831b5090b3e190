/* test_copy.c: the copy of a Plan stands on its own: what it was copied from is given back and written
 * over, and it is the same Plan still, to the proof, the cost and the printer. */
#include "generator/pipeline/told.h"
#include "plans.h"
#include "unit.h"

static const char *printed(Plan *plan) {
    Text text = {0};
    Module module = {.targets = plan->targets};
    Program program = {
        .module = &module, .functions = plans_function("tc_f", OP_COPY, &plan, 1), .count = 1};
    program.functions->choices[0].cost = plan_cost(plan);
    program.functions->choices[0].proof = plan_prove(plan);
    out_json(&text, &program, NULL, true);
    return text_string(&text);
}

/* All that was given back, and more. */
static void write_over(void) {
    MemMark mark = mem_mark();
    for (int i = 0; i < 4096; i++)
        memset(mem_alloc(1024, 1), 0xa5, 1024);
    mem_rewind(mark);
}

/* Names are of its own too: those of a plan that a variant made lie in what is given back. */
#define OWN(array, count, text)                                                                    \
    for (int i = 0; i < plan->count; i++)                                                          \
    EXPECT_OF(name, !plan->array[i].text || copy->array[i].text != plan->array[i].text)
static void names_are_its_own(const char *name, const Plan *plan, const Plan *copy) {
    OWN(buffers, buffer_count, name);
    OWN(arenas, arena_count, name);
    OWN(bundles, bundle_count, name);
    OWN(loops, loop_count, name);
    OWN(objects, object_count, name);
    OWN(symbols, symbol_count, name);
    OWN(phases, phase_count, note);
    OWN(parts, part_count, suffix);
}

static void a_copy_stands_alone(const NamedPlan *named) {
    MemMark mark = mem_mark();
    Plan *plan = named->build();
    Proof proof = plan_prove(plan);
    mem_keep_begin();
    Plan *copy = plan_copy(plan);
    mem_keep_end();
    EXPECT_OF(named->name, plan_equal(plan, copy));
    names_are_its_own(named->name, plan, copy);
    mem_rewind(mark);
    write_over();
    Plan *again = named->build();
    EXPECT_OF(named->name, plan_equal(again, copy) && copy->targets == again->targets);
    Proof of_copy = plan_prove(copy);
    EXPECT_OF(named->name, of_copy.ok == proof.ok && of_copy.elements == proof.elements);
    EXPECT_OF(named->name, plan_cost(copy).score == plan_cost(again).score);
    EXPECT_OF(named->name, strcmp(printed(copy), printed(again)) == 0);
}

/* A bundle may have no elements, a plan no phases: nothing is read where there is nothing. */
static void an_empty_plan_is_copied(void) {
    Plan empty = {.variant = "none", .threads = 32};
    EXPECT(plan_equal(plan_copy(&empty), &empty));
}

/* The window of one element has edges and no coordinates: its place in the array is not its address. */
static void edges_of_one_element_stay(void) {
    Expr none;
    Step step = {.src[0] = {.kind = AT_BUFFER, .edges = &none}};
    Phase phase = {.steps = &step, .step_count = 1};
    Plan plan = {.variant = "none", .threads = 32, .phases = &phase, .phase_count = 1};
    EXPECT(plan_copy(&plan)->phases[0].steps[0].src[0].edges != NULL);
}

int main(void) {
    for (int i = 0; i < PLANS_COUNT; i++)
        a_copy_stands_alone(&all_plans[i]);
    an_empty_plan_is_copied();
    edges_of_one_element_stay();
    mem_free_all();
    return unit_finish();
}
