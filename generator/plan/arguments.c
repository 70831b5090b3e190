/* arguments.c: a Plan -> what its caller passes, in the order of the call. No word of a signature
 * comes from anywhere else. */
#include "plan.h"

int plan_ctas(const Plan *plan) {
    return plan->ctas > 1 ? plan->ctas : 1;
}

/* A plan of one CTA has no peers: the printer asks for each operand, and 8000 steps took 4
 * seconds. */
bool plan_is_remote(const Plan *plan, int buffer) {
    for (int p = 0; plan_ctas(plan) > 1 && p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            const Side *sides[] = {&step->dst, &step->src[0], &step->src[1]};
            for (size_t i = 0; i < COUNT_OF(sides); i++)
                if (sides[i]->kind == AT_BUFFER && sides[i]->of == buffer && sides[i]->peer)
                    return true;
        }
    return false;
}

Plan plan_part(const Plan *plan, int part) {
    Plan own = *plan;
    own.phases = plan->phases + plan->parts[part].first_phase;
    own.phase_count = plan->parts[part].phase_count;
    own.part_count = own.script_count = 0;
    own.whole = plan;
    own.part = part;
    return own;
}

/* ---- what the phases of a part use ----------------------------------------------------------- */

static bool conds_use(const Cond *conds, int count, int symbol) {
    for (int i = 0; i < count; i++)
        if (expr_reads_symbol(&conds[i].lhs, symbol) || expr_reads_symbol(&conds[i].rhs, symbol))
            return true;
    return false;
}

static bool side_reads(const Plan *plan, const Side *side, int symbol) {
    if (side->kind == SIDE_NONE)
        return false;
    for (int d = 0; d < side_coords(plan, side); d++)
        if (expr_reads_symbol(&side->coords[d], symbol))
            return true;
    return expr_reads_symbol(&side->at, symbol) ||
           (side->peer && expr_reads_symbol(side->peer, symbol));
}

static bool step_uses(const Plan *plan, const Step *step, ArgumentKind kind, int of) {
    if (kind == ARGUMENT_OBJECT)
        return step->object == of || (step_tensor(step) && step_tensor(step)->of == of);
    if (kind == ARGUMENT_SYMBOL && step->object >= 0 &&
        plan->objects[step->object].number == of + 1)
        return true;
    if (kind == ARGUMENT_SYMBOL && ((step->value && expr_reads_symbol(step->value, of)) ||
                                    conds_use(step->conds, step->cond_count, of)))
        return true;
    const Side *sides[] = {&step->dst, &step->src[0], &step->src[1]};
    for (size_t i = 0; i < COUNT_OF(sides); i++) {
        const Side *side = sides[i];
        bool memory = side->kind == AT_BUFFER;
        if ((kind == ARGUMENT_BUFFER && memory && side->of == of) ||
            (kind == ARGUMENT_BUNDLE && side->kind == AT_BUNDLE && side->of == of) ||
            (kind == ARGUMENT_ARENA && memory && plan->buffers[side->of].arena == of + 1) ||
            (kind == ARGUMENT_SYMBOL && side_reads(plan, side, of)))
            return true;
    }
    return kind == ARGUMENT_POLICY && hint_applies(&plan->hint, step->primitive);
}

static bool is_used(const Plan *plan, ArgumentKind kind, int of) {
    for (int p = 0; p < plan->phase_count; p++) {
        const Phase *phase = &plan->phases[p];
        if (kind == ARGUMENT_SYMBOL && conds_use(phase->guard, phase->guard_count, of))
            return true;
        for (int s = 0; s < phase->step_count; s++)
            if (step_uses(plan, &phase->steps[s], kind, of))
                return true;
    }
    return false;
}

bool plan_takes(const Plan *plan, ArgumentKind kind, int of) {
    return !plan->whole || is_used(plan, kind, of);
}

bool plan_is_coordinate(const Plan *plan, const Symbol *symbol) {
    enum { MOST_REGION = 1 << 20 };
    bool mapped = false;
    for (int i = 0; i < plan->object_count; i++)
        mapped |= plan->objects[i].kind == OBJECT_TENSOR;
    return mapped && symbol->role == SYMBOL_ORIGIN && symbol->max >= INT32_MAX - MOST_REGION;
}

int plan_map(const Plan *plan, int buffer) {
    for (int i = 0; i < plan->object_count; i++)
        if (plan->objects[i].kind == OBJECT_TENSOR && plan->objects[i].buffer == buffer)
            return i;
    return -1;
}

/* ---- the list ------------------------------------------------------------------------------- */

typedef struct {
    const Plan *plan;
    PlanArgument *at;
    int count, place;
} List;

static void add(List *list, ArgumentKind kind, int of) {
    if (list->count < MAX_ARGUMENTS && plan_takes(list->plan, kind, of))
        list->at[list->count++] = (PlanArgument){kind, of, list->place};
}

/* Memory, or the tensor map in its place. */
static void add_buffer(List *list, int buffer) {
    int map = plan_map(list->plan, buffer);
    add(list, map < 0 ? ARGUMENT_BUFFER : ARGUMENT_OBJECT, map < 0 ? buffer : map);
}

static void add_tiles(List *list, Role role) {
    const Plan *plan = list->plan;
    for (int i = 0; i < plan->bundle_count && role != ROLE_SCRATCH; i++)
        if (plan->bundles[i].role == role)
            add(list, ARGUMENT_BUNDLE, i);
    for (int i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].role == role && !plan->buffers[i].arena)
            add_buffer(list, i);
    for (int i = 0; i < plan->arena_count && role == ROLE_SCRATCH; i++)
        add(list, ARGUMENT_ARENA, i);
    list->place++;
}

/* What only the map is made of is no argument of the device. */
bool plan_is_of_map(const Plan *plan, int symbol) {
    bool of_map = false;
    for (int i = 0; i < plan->object_count && !of_map; i++)
        for (int d = 0; plan->objects[i].kind == OBJECT_TENSOR && d < plan->objects[i].rank; d++)
            for (int k = 0; k < MAX_FACTORS; k++)
                of_map |= (k < plan->objects[i].stride[d].count &&
                           plan->objects[i].stride[d].symbol[k] == symbol) ||
                          (k < plan->objects[i].extent[d].count &&
                           plan->objects[i].extent[d].symbol[k] == symbol);
    return of_map && plan->symbols[symbol].role != SYMBOL_LIMIT &&
           !is_used(plan, ARGUMENT_SYMBOL, symbol);
}

static void add_symbols(List *list, SymbolRole role) {
    for (int i = 0; i < list->plan->symbol_count; i++)
        if (list->plan->symbols[i].role == role && !plan_is_of_map(list->plan, i))
            add(list, ARGUMENT_SYMBOL, i);
    list->place++;
}

int plan_arguments(const Plan *plan, PlanArgument *out) {
    List list = {plan, out, 0, 0};
    add_tiles(&list, ROLE_OUT);
    add_tiles(&list, ROLE_IN);
    add_tiles(&list, ROLE_SCRATCH);
    add_symbols(&list, SYMBOL_STRIDE);
    add_symbols(&list, SYMBOL_ORIGIN);
    add_symbols(&list, SYMBOL_LIMIT);
    if (plan->hint.policy)
        add(&list, ARGUMENT_POLICY, 0);
    list.place++;
    for (int i = 0; i < plan->object_count; i++)
        if (plan->objects[i].kind == OBJECT_MBARRIER)
            add(&list, ARGUMENT_OBJECT, i);
    list.place++;
    add_symbols(&list, SYMBOL_BARRIER);
    list.place--;
    add_symbols(&list, SYMBOL_CTA);
    list.place--;
    add_symbols(&list, SYMBOL_CTAS);
    add_symbols(&list, SYMBOL_PARITY);
    return list.count;
}
