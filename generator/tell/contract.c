/* contract.c: A Function -> the comment above it: requirements, effect, callers, ownership,
 * layouts, synchronisation, cost, and the reason for the variant. Every line is read from the
 * request, the Plans, their costs and the declines; nothing is measured here. */
#include "contract.h"
#include "../plan/sequence.h"
#include <inttypes.h>
#include <string.h>

/* ---- duties --------------------------------------------------------------------------------- */

Duties function_duties(const Function *function) {
    Duties duties = {0};
    for (int i = 0; i < function->choice_count; i++) {
        if (!function->choices[i].plan)
            continue;
        Duties own = plan_duties(function->choices[i].plan);
        if (duties.plan)
            duties_join(&duties, &own);
        else
            duties = own;
    }
    return duties;
}

void add_sentence(Text *out, const char *sentence) {
    text_printf(out, "%s%s", out->length ? "; " : "", sentence);
}

/* One item of the contract: what its duties state, in the order of the list. */
static void state(Text *out, const Duties *duties, const char *label, DutySection section) {
    static const char *const nothing[] = {
        [SECTION_ARGUMENTS] = "Nothing.", [SECTION_ORDER] = "None."};
    Text text = {0};
    for (int i = 0; i < duties->count; i++) {
        const Duty *duty = &duties->at[i];
        const char *words =
            duty_section(duty->kind) == section ? duty_words(duties, duty, TONE_STATES) : NULL;
        if (words)
            add_sentence(&text, words);
    }
    if (text.length && section == SECTION_ORDER && text.at[0] >= 'a' && text.at[0] <= 'z')
        text.at[0] = (char)(text.at[0] - 'a' + 'A');
    if (text.length)
        text_char(&text, '.');
    else if (nothing[section])
        text_add(&text, nothing[section]);
    if (text.length)
        print_item(out, label, text_string(&text));
}

void contract_place(Text *out, const Duties *duties) {
    state(out, duties, "Part", SECTION_CALLERS);
}

void contract_requires(Text *out, const Duties *duties) {
    state(out, duties, "Requires", SECTION_ARGUMENTS);
}

void contract_sync(Text *out, const Duties *duties) {
    state(out, duties, "Sync", SECTION_ORDER);
}

/* ---- limits, who ---------------------------------------------------------------------------- */

/* Which elements move, and what becomes of the others. */
static void contract_limits(Text *out, const Copy *copy) {
    if (copy && copy->limits.count)
        print_item(out, "Limits", limits_words(copy));
}

static bool has_kind(const Plan *plan, PrimitiveKind kind, PrimitiveKind other) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            PrimitiveKind one = primitives[plan->phases[p].steps[s].primitive].kind;
            if (one == kind || one == other)
                return true;
        }
    return false;
}

/* Does a thread stop until another one has done something? */
static bool waits_inside(const Plan *plan, const Duties *duties) {
    bool waits = duties_have(duties, DUTY_CONVERGED) && plan->scope.kind != SCOPE_ELECTED;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            waits |= step_waits(&plan->phases[p].steps[s]) ||
                     primitives[plan->phases[p].steps[s].primitive].act == ACT_SHUFFLE_GROUP;
    return waits;
}

/* Which ranks do anything: first, last and how many. */
static void working_ranks(const Plan *plan, int64_t *first, int64_t *last, int64_t *count) {
    *first = *last = -1;
    *count = 0;
    for (int64_t rank = 0; rank < plan->threads; rank++) {
        bool works = false;
        for (int p = 0; p < plan->phase_count; p++)
            works |= rank_runs(plan, &plan->phases[p], rank);
        if (!works)
            continue;
        *first = *first < 0 ? rank : *first;
        *last = rank;
        ++*count;
    }
}

/* "All 32 lanes of a warp, converged" */
static void add_callers(Text *out, const Duties *duties) {
    const Plan *plan = duties->plan;
    const Duty *converged = duty_next(duties, DUTY_CONVERGED, NULL);
    const Duty *all = duty_next(duties, DUTY_ALL_CTAS, NULL);
    bool elected = plan->scope.kind == SCOPE_ELECTED;
    if (duties_have(duties, DUTY_CALLERS) && (!elected || converged))
        words_callers(out, &plan->scope);
    if (out->length)
        out->at[0] = (char)(out->at[0] >= 'a' && out->at[0] <= 'z' ? out->at[0] - 32 : out->at[0]);
    if (duties_have(duties, DUTY_WHOLE_CTA))
        text_add(out, ", which has no other threads");
    if (converged && plan->scope.group)
        text_add(out, "; all 32 lanes of the warp call, converged");
    else if (converged && !elected)
        text_add(out, converged->more ? ", converged; one lane is elected inside" : ", converged");
    if (all)
        text_printf(
            out,
            "; in %" PRId64 " CTAs of the cluster at the same time%s",
            all->number,
            apart_words(duties, all));
}

static void contract_who(Text *out, const Duties *duties) {
    const Plan *plan = duties->plan;
    Text text = {0};
    bool cluster = plan->scope.kind == SCOPE_CLUSTER;
    const char *one = plan->threads <= 32 && !cluster ? "lane" : "thread";
    int64_t first, last, count;
    add_callers(&text, duties);
    working_ranks(plan, &first, &last, &count);
    bool is_partial = count < plan->threads && !plan->scope.narrowed && plan->threads > 1;
    if (cluster)
        text_add(&text, "; thread 0 of CTA 0 does all the work, in its own shared memory");
    else if (is_partial && count == 1)
        text_printf(&text, "; %s %" PRId64 " does all the work", one, first);
    else if (is_partial && last - first + 1 == count)
        text_printf(&text, "; %ss %" PRId64 " to %" PRId64 " move elements", one, first, last);
    else if (is_partial)
        text_printf(&text, "; %" PRId64 " of them move elements", count);
    if (plan->threads > 1 && !waits_inside(plan, duties))
        text_printf(&text, "; no %s waits for another", one);
    text_char(&text, '.');
    print_item(out, "Who", text_string(&text));
}

/* ---- cost, why ----------------------------------------------------------------------------- */

static void add_ratio(Text *out, int64_t got, int64_t ideal, const char *unit) {
    add_sentence(out, mem_printf("%" PRId64 " %s%s", got, unit, got == 1 ? "" : "s"));
    if (got > ideal)
        text_printf(out, ", %" PRId64 " would do", ideal);
    else
        text_add(out, ", the minimum");
}

/* 64 wavefronts of 16-bit accesses move what 32 of 32-bit ones do: the minimum for their width. */
static void add_wavefronts(Text *out, const Cost *cost) {
    int64_t got = 0, ideal = 0, wider = 0;
    for (int i = 0; i < cost->wavefront_count; i++) {
        got += cost->wavefronts[i].got;
        ideal += cost->wavefronts[i].ideal;
        wider += cost->wavefronts[i].wider;
    }
    if (cost->wavefront_count)
        add_ratio(out, got, ideal, "wavefront");
    if (cost->wavefront_count && got <= ideal && 2 * wider <= got)
        text_printf(out, " for accesses of this width (%" PRId64 " with wider ones)", wider);
}

static const char *per_worker(const Plan *plan) {
    int64_t first, last, count;
    working_ranks(plan, &first, &last, &count);
    if (plan->scope.kind == SCOPE_ELECTED || count == 1)
        return plan->threads == 1 ? "" : " on one lane";
    if (has_kind(plan, KIND_MATRIX_LOAD, KIND_MATRIX_STORE))
        return " per warp";
    return plan->threads <= 32 ? " per lane" : " per thread";
}

/* In the order of their first use: 4 ld.global.v4.b32, 4 st.shared.v4.b32 */
static void print_instructions(Text *out, const Choice *choice) {
    const Cost *cost = &choice->cost;
    bool shown[PRIM_COUNT] = {false};
    for (int p = 0; p < choice->plan->phase_count; p++) {
        for (int s = 0; s < choice->plan->phases[p].step_count; s++) {
            PrimitiveId id = choice->plan->phases[p].steps[s].primitive;
            for (int i = 0; i < cost->instruction_count && !shown[id]; i++)
                if (cost->instructions[i].primitive == id)
                    text_printf(
                        out,
                        "%s%" PRId64 " %s",
                        out->length ? ", " : "",
                        cost->instructions[i].count,
                        plan_ptx(choice->plan, id));
            shown[id] = true;
        }
    }
}

static const char *cost_text(const Choice *choice) {
    const Cost *cost = &choice->cost;
    Text text = {0};
    print_instructions(&text, choice);
    text_add(&text, per_worker(choice->plan));
    add_wavefronts(&text, cost);
    if (cost->sectors)
        add_ratio(&text, cost->sectors, cost->ideal_sectors, "sector");
    if (cost->symbolic && (cost->wavefront_count || cost->sectors))
        text_add(
            &text,
            choice->plan->flow_count && choice->plan->flows[0].limits.count
                ? " (of a whole tile at the smallest run-time arguments)"
                : " (at the smallest run-time arguments)");
    return text_string(&text);
}

/* "sm_100a, sm_90: " where the targets differ */
static const char *targets_prefix(const Function *function, const Choice *choice) {
    if (function->choice_count < 2)
        return "";
    Text text = {0};
    words_targets(&text, choice->targets);
    return mem_printf("%s: ", text_string(&text));
}

/* Somebody can act on it: a plan that would be better was declined, or there is none. */
static bool has_why(const Function *function, const Choice *choice) {
    for (int k = 0; k < choice->decline_count; k++)
        if (decline_is_better(function, &choice->declines[k], choice->plan))
            return true;
    return !choice->plan;
}

static void contract_cost(Text *out, const Function *function) {
    for (int i = 0; i < function->choice_count; i++) {
        const Choice *choice = &function->choices[i];
        if (choice->plan && choice->cost.instruction_count)
            print_item(
                out,
                "Cost",
                mem_printf(
                    "%s%s%s%s.",
                    targets_prefix(function, choice),
                    cost_text(choice),
                    has_why(function, choice) ? "" : "; by ",
                    has_why(function, choice) ? "" : choice->plan->variant));
    }
}

static void contract_why(Text *out, const Function *function) {
    enum { SHOWN = 3 };
    for (int i = 0; i < function->choice_count; i++) {
        const Choice *choice = &function->choices[i];
        Text text = {0};
        int better = 0;
        if (!has_why(function, choice))
            continue;
        text_add(&text, targets_prefix(function, choice));
        text_add(&text, choice->plan ? choice->plan->variant : "no variant");
        for (int k = 0; k < choice->decline_count; k++) {
            const Decline *one = &choice->declines[k];
            if (decline_is_better(function, one, choice->plan) && ++better <= SHOWN)
                text_printf(&text, "; %s declined: %s", one->variant, one->reason);
        }
        if (better > SHOWN)
            text_printf(&text, "; %d more declined", better - SHOWN);
        text_add(&text, ". See tcgen explain.");
        print_item(out, "Why", text_string(&text));
    }
}

void print_duties(Text *out, const Function *function) {
    Duties duties = function_duties(function);
    contract_place(out, &duties);
    contract_requires(out, &duties);
    contract_sync(out, &duties);
}

void print_contract_of(Text *out, const Function *function, const Duties *duties) {
    const Plan *plan = duties->plan;
    Text text = {0};
    contract_place(&text, duties);
    contract_requires(&text, duties);
    contract_what(&text, function, plan);
    contract_limits(&text, function_copy(function));
    if (function_copy(function) && picks_words(function_copy(function)))
        print_item(&text, "Rows", picks_words(function_copy(function)));
    contract_who(&text, duties);
    contract_owns(&text, function, plan);
    contract_layouts(&text, function, plan);
    contract_sync(&text, duties);
    contract_cost(&text, function);
    contract_why(&text, function);
    text_printf(out, "/* %s */\n", text_string(&text) + strlen(" * "));
}

void print_contract(Text *out, const Function *function) {
    Duties duties = function_duties(function);
    print_contract_of(out, function, &duties);
}
