/* convert.c: A Plan that moves elements between memory and registers -> a Plan that also converts
 * them (from registers to registers: convert_registers.c). For every variant, the accesses use
 * registers of the dtype in memory. After the loads of a phase, these are converted into the
 * caller's registers; before the stores, the caller's registers are converted into these. A pair of
 * dtypes without an instruction goes through a third dtype. */
#include "tile.h"
#include <string.h>

/* Registers that lie side by side, with the loops of the step that moves them: where they begin in
 * the caller's and in the staged ones, which hold what one iteration of the phase moves. */
typedef struct {
    Expr own, staged;
    int64_t count;
    const Step *step;
} Run;

typedef struct {
    Plan *plan;
    const Copy *copy;
    int own, staged; /* bundles: the caller's, and of the dtype in memory */
    Expr common;     /* of the phase: what all numbers of the caller's registers have in common */
    bool loads;
    int64_t registers; /* staged */
    int first_loop;    /* loops from here on are around conversions alone */
    Decline *decline;
} Converted;

static bool is_taken(const Plan *plan, const char *name) {
    for (int i = 0; i < plan->bundle_count; i++)
        if (strcmp(plan->bundles[i].name, name) == 0)
            return true;
    for (int i = 0; i < plan->symbol_count; i++)
        if (strcmp(plan->symbols[i].name, name) == 0)
            return true;
    return false;
}

/* Their count is known when all phases are done. */
static int add_registers(Converted *converted, const Dtype *dtype) {
    Plan *plan = converted->plan;
    static const char *const names[] = {"v", "w", "x", "y", "z"};
    const char *name = NULL;
    for (size_t i = 0; i < COUNT_OF(names) && !name; i++)
        name = is_taken(plan, names[i]) ? NULL : names[i];
    if (!name)
        name = mem_printf("v%d_", plan->bundle_count);
    Bundle *bundles = NEW_ARRAY(Bundle, plan->bundle_count + 1);
    memcpy(bundles, plan->bundles, (size_t)plan->bundle_count * sizeof *bundles);
    plan->bundles = bundles;
    return plan_add_bundle(plan, name, ROLE_SCRATCH, dtype, 0);
}

static int registers_of(Converted *converted, const char *dtype) {
    const Plan *plan = converted->plan;
    for (int i = converted->staged; i < plan->bundle_count; i++)
        if (strcmp(plan->bundles[i].dtype->name, dtype) == 0)
            return i;
    return add_registers(converted, dtype_find(dtype, strlen(dtype)));
}

static int loop_of(Converted *converted, int64_t extent) {
    Plan *plan = converted->plan;
    for (int i = converted->first_loop; i < plan->loop_count; i++)
        if (plan->loops[i].extent == extent)
            return i;
    return plan_add_loop(plan, extent, true);
}

/* ---- what is converted ----------------------------------------------------------------------- */

static Side *own_side(const Converted *converted, Step *step) {
    Side *side = converted->loads ? &step->dst : &step->src[0];
    return side->kind == AT_BUNDLE && side->of == converted->own ? side : NULL;
}

/* The elements of a vector that straddles a limit, one by one: they are part of a whole one
 * beside. */
static bool is_part(const Converted *converted, const Step *step) {
    return step->cond_count > 0 && primitives[step->primitive].bits < converted->plan->vec_bits;
}

static bool same_term(const Term *a, const Term *b) {
    return coef_equal(a->coef, b->coef) && digit_equal(&a->digit, &b->digit);
}

static bool has_term(const Expr *expr, const Term *term) {
    for (int i = 0; i < expr->term_count; i++)
        if (same_term(&expr->terms[i], term))
            return true;
    return false;
}

/* Loops around a step alone run before the conversions: its registers are all needed. */
static bool is_of_step(const Phase *phase, const Digit *digit) {
    bool of_phase = false;
    for (int i = 0; i < phase->loop_count; i++)
        of_phase |= digit_reads_loop(digit, phase->loops[i]);
    return digit_reads_loop(digit, -1) && !of_phase;
}

/* Of 8 * i + 2 and 8 * i + 4 it is 8 * i + 2: the steps of a phase differ in constants and in their
 * own loops. */
static void find_common(Converted *converted, Phase *phase) {
    bool first = true;
    for (int s = 0; s < phase->step_count; s++) {
        const Side *side = own_side(converted, &phase->steps[s]);
        if (!side)
            continue;
        if (first)
            converted->common = side->at;
        first = false;
        if (side->at.constant < converted->common.constant)
            converted->common.constant = side->at.constant;
    }
    for (int i = converted->common.term_count - 1; i >= 0; i--)
        if (is_of_step(phase, &converted->common.terms[i].digit))
            expr_drop_term(&converted->common, i);
}

static Expr without_common(const Converted *converted, const Expr *at) {
    Expr rest = *at;
    rest.constant -= converted->common.constant;
    for (int i = rest.term_count - 1; i >= 0; i--)
        if (has_term(&converted->common, &rest.terms[i]))
            expr_drop_term(&rest, i);
    return rest;
}

static bool follows(const Run *run, const Expr *at, const Step *step) {
    return step->repeat_count == 0 && run->step->repeat_count == 0 &&
           at->constant == run->own.constant + run->count;
}

/* Redirects a phase's accesses to the staged registers; returns how many runs they are. */
static int take_runs(Converted *converted, Phase *phase, Run *runs) {
    int count = 0;
    for (int s = 0; s < phase->step_count; s++) {
        Step *step = &phase->steps[s];
        Side *side = own_side(converted, step);
        if (!side)
            continue;
        Expr own = side->at;
        side->of = converted->staged;
        int64_t elements = step_elements(converted->plan, step);
        side->at = without_common(converted, &own);
        if (is_part(converted, step) || primitives[step->primitive].kind == KIND_FILL)
            continue;
        if (count > 0 && follows(&runs[count - 1], &own, step))
            runs[count - 1].count += elements;
        else
            runs[count++] = (Run){own, side->at, elements, step};
    }
    return count;
}

/* ---- ... by selects ------------------------------------------------------------------------- */

/* Marks the caller's registers that the side reaches over all loops of its step: nothing else is in
 * their numbers. */
static void mark_reached(
    const Converted *converted, const Step *step, const Side *side, bool *reached) {
    int64_t elements = step_elements(converted->plan, step), starts = 1;
    for (int i = 0; i < step->repeat_count; i++)
        starts *= converted->plan->loops[step->repeat[i]].extent;
    for (int64_t start = 0; start < starts; start++) {
        int64_t loops[MAX_PLAN_LOOPS] = {0}, rest = start, at = 0;
        Point point = {.loop = loops};
        for (int i = 0; i < step->repeat_count; i++) {
            int64_t extent = converted->plan->loops[step->repeat[i]].extent;
            loops[step->repeat[i]] = rest % extent;
            rest /= extent;
        }
        expr_value(&side->at, &point, &at);
        for (int64_t i = 0; i < elements; i++)
            reached[at + i] = true;
    }
}

/* The loops of selects are around words, and conversions are of more: one run of all that they
 * reach. False: that is not one piece. */
static bool take_selected(Converted *converted, Phase *phase, Run *run) {
    int64_t most = converted->plan->bundles[converted->own].count, count = 0;
    bool *reached = NEW_ARRAY(bool, most + 1);
    for (int s = 0; s < phase->step_count; s++) {
        Step *step = &phase->steps[s];
        Side *sides[] = {&step->dst, &step->src[0], &step->src[1]};
        unsigned changed = 0;
        for (int i = 0; i < 3; i++) {
            if (sides[i]->kind != AT_BUNDLE || sides[i]->of != converted->own)
                continue;
            sides[i]->at = without_common(converted, &sides[i]->at);
            sides[i]->of = converted->staged;
            changed |= 1u << i;
        }
        for (int i = 0; i < 3; i++)
            if (changed >> i & 1)
                mark_reached(converted, step, sides[i], reached);
    }
    while (reached[count])
        count++;
    for (int64_t i = count; i < most; i++)
        if (reached[i])
            return false;
    static const Step once = {0};
    *run = (Run){converted->common, expr_constant(0), count, &once};
    return true;
}

/* Does a variant select what goes into the caller's registers, or comes from there? */
static bool selects(const Converted *converted, const Phase *phase) {
    for (int s = 0; s < phase->step_count; s++) {
        const Step *step = &phase->steps[s];
        const Side *side = converted->loads ? &step->dst : &step->src[0];
        if (primitives[step->primitive].act == ACT_SELECT && side->of == converted->own)
            return true;
    }
    return false;
}

/* The last register that a run reaches, + 1. */
static int64_t end_of(const Plan *plan, const Run *run) {
    int64_t end = run->staged.constant + run->count;
    for (int i = 0; i < run->staged.term_count; i++) {
        const Term *term = &run->staged.terms[i];
        if (term->digit.kind == VAR_LOOP)
            end += term->coef.value * (plan->loops[term->digit.index].extent - 1);
    }
    return end;
}

/* ---- conversions ----------------------------------------------------------------------------- */

/* Registers smaller than a byte are reached from the byte on in which they begin; conversions of
 * them are of whole bytes (convert*.def). */
static bool begins_bytes(const Expr *at, int bits) {
    bool whole = at->constant * bits % 8 == 0;
    for (int i = 0; i < at->term_count; i++)
        whole &= at->terms[i].coef.value * bits % 8 == 0;
    return whole;
}

static bool add_conversion(
    Converted *converted, Phase *phase, const Run *run, PrimitiveId primitive, int from, int to) {
    const Conversion *how = primitive_conversion(primitive);
    const Bundle *bundles = converted->plan->bundles;
    Step *step = &phase->steps[phase->step_count];
    Expr own = run->own, staged = run->staged;
    *step = step_new(primitive);
    step->repeat_count = run->step->repeat_count;
    memcpy(step->repeat, run->step->repeat, sizeof step->repeat);
    if (!begins_bytes(&own, bundles[from].dtype->bits) ||
        !begins_bytes(&own, bundles[to].dtype->bits))
        return decline_with(
            converted->decline, "packed", "the registers of one conversion do not fill bytes");
    if (run->count > how->count) {
        int loop = loop_of(converted, run->count / how->count);
        if (step->repeat_count == MAX_REPEAT ||
            !expr_add(&own, coef_int(how->count), digit_of(VAR_LOOP, loop, 1, 0)) ||
            !expr_add(&staged, coef_int(how->count), digit_of(VAR_LOOP, loop, 1, 0)))
            return decline_with(converted->decline, "terms", "the registers have too many terms");
        step->repeat[step->repeat_count++] = loop;
    }
    step->dst.of = to;
    step->src[0].of = from;
    step->dst.at = to == converted->own ? own : staged;
    step->src[0].at = from == converted->own ? own : staged;
    phase->step_count++;
    return true;
}

static bool convert_run(Converted *converted, Phase *phase, const Run *run) {
    const Copy *copy = converted->copy;
    const char *from = operand_dtype(copy, &copy->src)->name;
    const char *to = operand_dtype(copy, &copy->dst)->name;
    PrimitiveId route[MAX_ROUTE];
    int count = conversion_route(from, to, copy_rounding(copy), run->count, route);
    int at = converted->loads ? converted->staged : converted->own;
    if (count == 0)
        return decline_with(
            converted->decline,
            "conversion",
            "no instruction converts %lld adjacent %s to %s",
            (long long)run->count,
            from,
            to);
    if (converted->plan->pairs04 && !conversion_of_pairs04(&route[0]))
        return decline_with(
            converted->decline,
            "pairs04",
            "no instruction unpacks %lld %s from the nibbles 0 4 1 5 2 6 3 7 of a word",
            (long long)run->count,
            from);
    for (int i = 0; i < count; i++) {
        int last = converted->loads ? converted->own : converted->staged;
        int next =
            i == count - 1 ? last : registers_of(converted, primitive_conversion(route[i])->to);
        if (!add_conversion(converted, phase, run, route[i], at, next))
            return false;
        at = next;
    }
    return true;
}

/* Are the caller's registers only written, or only read? What a variant goes on with would have to
 * be the staged ones. */
static bool is_simple(const Converted *converted) {
    const Plan *plan = converted->plan;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            const Side *sides[] = {&step->dst, &step->src[0], &step->src[1]};
            Act act = primitives[step->primitive].act;
            bool selects = act == ACT_SELECT;
            bool simple = act == ACT_ELEMENTS || act == ACT_MATRIX || act == ACT_MATRIX_TRANS ||
                          act == ACT_MOVE || act == ACT_FILL || selects;
            for (int i = 0; i < 3; i++)
                if (sides[i]->kind == AT_BUNDLE && sides[i]->of == converted->own &&
                    (!simple || (i == 0) != converted->loads || (i == 2 && !selects)))
                    return false;
        }
    return true;
}

static bool convert_phase(Converted *converted, Phase *phase) {
    Phase old = *phase;
    Run *runs = NEW_ARRAY(Run, old.step_count);
    find_common(converted, &old);
    int count = 1;
    if (!selects(converted, &old))
        count = take_runs(converted, &old, runs);
    else if (!take_selected(converted, &old, runs))
        return decline_with(
            converted->decline, "converts", "the selected registers are not contiguous");
    phase->steps = NEW_ARRAY(Step, old.step_count + count * MAX_ROUTE);
    phase->step_count = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass == converted->loads) {
            for (int i = 0; i < count; i++) {
                int64_t end = end_of(converted->plan, &runs[i]);
                converted->registers = end > converted->registers ? end : converted->registers;
                if (!convert_run(converted, phase, &runs[i]))
                    return false;
            }
            continue;
        }
        memcpy(&phase->steps[phase->step_count], old.steps, (size_t)old.step_count * sizeof(Step));
        phase->step_count += old.step_count;
    }
    return true;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static const char *first_target(Feature feature) {
    int target = 0;
    while (target < TARGET_COUNT - 1 && !(feature_targets(feature) >> target & 1))
        target++;
    return target_name[target];
}

/* What a target lacks, said of the first instruction that it lacks. */
static bool on_target(const Plan *plan, int target, Decline *decline) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Primitive *primitive = &primitives[plan->phases[p].steps[s].primitive];
            if (primitive->act == ACT_CONVERT &&
                !(feature_targets(primitive->feature) >> target & 1))
                return decline_with(
                    decline,
                    "instruction",
                    "%s needs %s",
                    primitive->ptx,
                    first_target(primitive->feature));
        }
    return true;
}

bool plan_convert(Plan *plan, const Copy *copy, int target, Decline *decline) {
    Converted converted = {.plan = plan, .copy = copy, .decline = decline};
    Flow *flow = &plan->flows[0];
    converted.loads = copy->dst.space == SPACE_REG;
    converted.own = converted.loads ? flow->dst_at : flow->src_at;
    converted.first_loop = plan->loop_count;
    if (copy->request->policy_tirx)
        return decline_with(decline, "converts", "variants of 'policy tirx' do not convert");
    if (copy->limits.count && converted.loads && (copy->limits.fill || copy->limits.keep))
        return decline_with(
            decline, "masked_rest", "a converting copy can only fill with zero beyond the limits");
    if (copy->by_map) {
        flow->rounding = copy_rounding(copy);
        return true;
    }
    if (copy->in_registers)
        return convert_registers(plan, copy, decline) && on_target(plan, target, decline);
    if (!is_simple(&converted))
        return decline_with(
            decline,
            "converts",
            "this variant does more with registers than load or store, so it cannot convert");
    converted.staged = add_registers(&converted, copy->dtype);
    plan->bundles[converted.own].dtype = copy->reg_dtype;
    for (int p = 0; p < plan->phase_count; p++)
        if (!convert_phase(&converted, &plan->phases[p]))
            return false;
    for (int i = converted.staged; i < plan->bundle_count; i++)
        plan->bundles[i].count = converted.registers;
    flow->rounding = copy_rounding(copy);
    plan_finish(plan);
    return on_target(plan, target, decline);
}
