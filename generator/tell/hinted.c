/* hinted.c: the accesses with cache hints that the functions of a header use -> one line each that
 * defines them (include/tilecopy/hints.h). Another header of the same unit may have defined it. */
#include "view.h"
#include <string.h>

/* TC_HINTED_CP_ASYNC_B128_ZFILL and tc_cp_async_b128_zfill */
static void names_of(const Step *step, const char **macro, const char **function) {
    const Primitive *primitive = &primitives[step->primitive];
    const char *form = !step_zeroes(step)                ? ""
                       : step->rest == REST_ZERO_COUNTED ? "_ZFILL"
                                                         : "_OR_ZERO";
    const char *small = !step_zeroes(step)                ? ""
                        : step->rest == REST_ZERO_COUNTED ? "_zfill"
                                                          : "_or_zero";
    const char *kind = primitive->kind == KIND_LOAD    ? "LOAD"
                       : primitive->kind == KIND_STORE ? "STORE"
                                                       : "CP_ASYNC";
    *macro = mem_printf("TC_HINTED_%s_B%d%s", kind, primitive->bits, form);
    *function = mem_printf("%s%s", primitive->function, small);
}

static void print_access(Text *out, const Plan *plan, const Step *step) {
    const char *macro, *function, *items[4];
    int count = 0;
    names_of(step, &macro, &function);
    const char *name = mem_printf("%s%s", function, hint_suffix(&plan->hint, step->primitive));
    const char *guard = mem_printf("TC_DEFINED_%s", name);
    if (has_identifier(text_string(out), guard))
        return;
    items[count++] = name;
    items[count++] = plan->hint.policy ? "POLICY" : "PLAIN";
    if (primitives[step->primitive].kind == KIND_ASYNC_COPY)
        items[count++] = mem_printf("\"%s\"", hint_operator(&plan->hint, step->primitive));
    items[count++] = mem_printf("\"%s\"", hint_qualifiers(&plan->hint, step->primitive));
    text_printf(out, "#ifndef %s\n#define %s 1\n", guard, guard);
    print_list(out, 0, macro, items, count, "");
    text_add(out, "#endif\n");
}

static void print_plan_accesses(Text *out, const Plan *plan) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            if (hint_applies(&plan->hint, plan->phases[p].steps[s].primitive) &&
                primitives[plan->phases[p].steps[s].primitive].kind != KIND_BULK_COPY)
                print_access(out, plan, &plan->phases[p].steps[s]);
}

void print_hinted(Text *out, const Program *program) {
    Text accesses = {0};
    for (int i = 0; i < program->count; i++) {
        const Function *function = &program->functions[i];
        for (int c = 0; c < function->choice_count; c++)
            if (function->choices[c].plan)
                print_plan_accesses(&accesses, function->choices[c].plan);
    }
    if (accesses.length)
        text_printf(
            out,
            "\n/* Accesses of global memory with cache hints: see tilecopy/hints.h. */\n%s",
            text_string(&accesses));
}
