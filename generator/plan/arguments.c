/* arguments.c: a Plan -> what its caller passes, in the order of the call. No word of a signature comes
 * from anywhere else. */
#include "plan.h"

int plan_ctas(const Plan *plan) {
    return plan->ctas > 1 ? plan->ctas : 1;
}

bool plan_is_remote(const Plan *plan, int buffer) {
    for (int p = 0; p < plan->phase_count; p++) {
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            if ((step->dst.kind == AT_BUFFER && step->dst.of == buffer && step->dst.peer) ||
                (step->src[0].kind == AT_BUFFER && step->src[0].of == buffer && step->src[0].peer))
                return true;
        }
    }
    return false;
}

typedef struct {
    PlanArgument *at;
    int count;
} List;

static void add(List *list, ArgumentKind kind, int of) {
    if (list->count < MAX_ARGUMENTS)
        list->at[list->count++] = (PlanArgument){kind, of};
}

static void add_tiles(List *list, const Plan *plan, Role role) {
    for (int i = 0; i < plan->bundle_count && role != ROLE_SCRATCH; i++)
        if (plan->bundles[i].role == role)
            add(list, ARGUMENT_BUNDLE, i);
    for (int i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].role == role && !plan->buffers[i].arena)
            add(list, ARGUMENT_BUFFER, i);
}

static void add_symbols(List *list, const Plan *plan, SymbolRole first, SymbolRole last) {
    for (int role = (int)first; role <= (int)last; role++)
        for (int i = 0; i < plan->symbol_count; i++)
            if (plan->symbols[i].role == (SymbolRole)role)
                add(list, ARGUMENT_SYMBOL, i);
}

int plan_arguments(const Plan *plan, PlanArgument *out) {
    List list = {out, 0};
    add_tiles(&list, plan, ROLE_OUT);
    add_tiles(&list, plan, ROLE_IN);
    add_tiles(&list, plan, ROLE_SCRATCH);
    for (int i = 0; i < plan->arena_count; i++)
        add(&list, ARGUMENT_ARENA, i);
    add_symbols(&list, plan, SYMBOL_STRIDE, SYMBOL_LIMIT);
    if (plan->hint.policy)
        add(&list, ARGUMENT_POLICY, 0);
    for (int i = 0; i < plan->object_count; i++)
        if (plan->objects[i].kind == OBJECT_MBARRIER)
            add(&list, ARGUMENT_OBJECT, i);
    add_symbols(&list, plan, SYMBOL_CTA, SYMBOL_PARITY);
    return list.count;
}
