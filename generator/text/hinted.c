/* hinted.c: The accesses with cache hints that a function uses -> one line each that defines them
 * (include/tilecopy/hints.h). Another function or another header of the unit may already have
 * defined them. */
#include "text.h"
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

static HintedAccess access_of(const Plan *plan, const Step *step) {
    const char *macro, *function, *items[4];
    Text out = {0};
    int count = 0;
    names_of(step, &macro, &function);
    const char *name = mem_printf("%s%s", function, hint_suffix(&plan->hint, step->primitive));
    const char *guard = mem_printf("TC_DEFINED_%s", name);
    items[count++] = name;
    items[count++] = plan->hint.policy ? "POLICY" : "PLAIN";
    if (primitives[step->primitive].kind == KIND_ASYNC_COPY)
        items[count++] = mem_printf("\"%s\"", hint_operator(&plan->hint, step->primitive));
    items[count++] = mem_printf("\"%s\"", hint_qualifiers(&plan->hint, step->primitive));
    text_printf(&out, "#ifndef %s\n#define %s 1\n", guard, guard);
    print_list(&out, 0, macro, items, count, "");
    text_add(&out, "#endif\n");
    return (HintedAccess){name, text_string(&out)};
}

static void add_access(FunctionText *text, HintedAccess access) {
    for (int i = 0; i < text->hinted_count; i++)
        if (strcmp(text->hinted[i].name, access.name) == 0)
            return;
    HintedAccess *more = NEW_ARRAY(HintedAccess, text->hinted_count + 1);
    for (int i = 0; i < text->hinted_count; i++)
        more[i] = text->hinted[i];
    more[text->hinted_count++] = access;
    text->hinted = more;
}

/* Its form with a policy stands in tilecopy/. */
static bool is_ready(PrimitiveId id) {
    return primitives[id].kind == KIND_BULK_COPY || primitives[id].kind == KIND_TENSOR_COPY;
}

static void add_accesses(FunctionText *text, const Plan *plan) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            if (hint_applies(&plan->hint, plan->phases[p].steps[s].primitive) &&
                !is_ready(plan->phases[p].steps[s].primitive))
                add_access(text, access_of(plan, &plan->phases[p].steps[s]));
}

void make_hinted(FunctionText *text, const Function *function) {
    for (int c = 0; c < function->choice_count; c++)
        if (function->choices[c].plan)
            add_accesses(text, function->choices[c].plan);
}
