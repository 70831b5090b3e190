/* test_printer.c: hand-built Plans -> the text of their functions. Bodies are compared whole, line by
 * line. With a file name as argument it writes one header of all of them instead, which
 * tests/printer/run.py compiles and runs clang-format over. */
#include "generator/out/out.h"
#include "plans.h"
#include "random_plans.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

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
    for (int i = 0; i < PLANS_COUNT; i++) {
        const char *name = mem_printf("tc_test_%s", all_plans[i].name);
        bool is_async = strncmp(all_plans[i].name, "bulk", 4) == 0;
        Op op = is_async ? OP_COPY_ASYNC : OP_COPY;
        program->functions[program->count++] = *one(name, op, all_plans[i].build());
    }
    program->functions[program->count++] =
        *two("tc_test_two_targets", OP_COPY, plans_stmatrix_16x16(), plans_fragment_store_b32());
    return program;
}

static int write_all(const char *path) {
    Text out = {0};
    out_header(&out, all_functions(), "plans.c", path, NULL);
    bool written = file_write_if_changed(path, text_string(&out), out.length);
    mem_free_all();
    return written ? 0 : 1;
}

static int write_random(const char *path, const char *seed, const char *count) {
    Text out = {0};
    random_plans_program(&out, strtoull(seed, NULL, 10), atoi(count));
    bool written = file_write_if_changed(path, text_string(&out), out.length);
    mem_free_all();
    return written ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc > 3)
        return write_random(argv[1], argv[2], argv[3]);
    if (argc > 1)
        return write_all(argv[1]);
    mem_free_all();
    return unit_finish();
}
