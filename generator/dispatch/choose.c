/* choose.c: asks the variants, proves what they offer and chooses. `policy tirx`: the first offer in
 * the seeds' order. `policy best`: the cheapest by the cost model, ties to the higher priority. Every
 * decline is kept with its predicate, also "cost" for those that lost. An estimate is the same contest,
 * in which every offer is taken at its word. */
#include "passes.h"
#include <inttypes.h>
#include <string.h>

/* A plan and what its proof said. */
typedef struct Proven {
    const Plan *plan;
    Proof proof;
    const struct Proven *next;
} Proven;

/* All variants for one target. */
typedef struct {
    const Copy *copy;
    int target;
    Function *function; /* gets the warnings of the proof; NULL: an estimate, nothing is proven */
    bool *unproven;     /* by variant: reported, for this target or another one */
    Choice choice;
    const Variant *best;
    const Proven *proven; /* for the targets before, too */
    bool by_generation;   /* some offer costs other numbers on other generations of targets */
    bool is_open;         /* another target may be answered otherwise */
} Contest;

static void keep_decline(
    Choice *choice, const char *variant, const char *predicate, const char *reason) {
    choice->declines[choice->decline_count++] = (Decline){variant, predicate, reason};
}

static bool is_remote(const Copy *copy) {
    return copy->src.space == SPACE_DSMEM || copy->dst.space == SPACE_DSMEM;
}

/* Into shared memory, one thread that the caller chose copies by cp.async, and waits for it itself. */
static bool is_of_one_thread(const Copy *copy) {
    return copy->scope.kind == SCOPE_ELECTED ||
           (copy->scope.kind == SCOPE_THREAD && copy->src.space == SPACE_SMEM);
}

/* Is this the case in which the variant is asked? */
static bool is_its_case(const Copy *copy, VariantAsked asked) {
    switch (asked) {
    case ASKED_ALWAYS:
        return true;
    case ASKED_BY_NAME:
        return false;
    case ASKED_REMOTE:
        return is_remote(copy);
    case ASKED_ONE_THREAD:
        return is_of_one_thread(copy) && !is_remote(copy);
    case ASKED_REDUCING:
        return copy->options.reduce && !is_remote(copy);
    case ASKED_FIXED:
        return !copy->src.is_auto && !copy->dst.is_auto;
    case ASKED_LAST:
        return !copy->options.reduce || !is_remote(copy);
    }
    return false;
}

static bool is_asked(const Copy *copy, const Variant *variant) {
    const Options *options = &copy->options;
    if (!(variant->serves >> copy->op & 1))
        return false;
    if (options->using_variant)
        return strcmp(options->using_variant, variant->name) == 0;
    if (options->reduce && !(variant->knows & KNOWS_REDUCES))
        return false;
    if (copy->request->policy_tirx && variant->policy != POLICY_TIRX)
        return false;
    if (options->multicast)
        return variant->knows & KNOWS_MULTICASTS && !copy->request->policy_tirx;
    return is_its_case(copy, variant->asked);
}

/* Is it not worth telling that this variant declined? */
static bool is_quiet(const Copy *copy, const Variant *variant) {
    bool one = copy->scope.kind == SCOPE_ELECTED || copy->scope.kind == SCOPE_THREAD;
    return !copy->options.using_variant &&
           (variant->told == TOLD_QUIET || (one && variant->told == TOLD_QUIET_ONE));
}

void function_warn(Function *function, const char *text) {
    const char **warnings = NEW_ARRAY(const char *, function->warning_count + 1);
    for (int i = 0; i < function->warning_count; i++)
        warnings[i] = function->warnings[i];
    warnings[function->warning_count++] = text;
    function->warnings = warnings;
}

static void report_too_big(const Copy *copy, const Plan *plan, const Proof *proof) {
    diag_error(
        copy->request->loc, "E_TOO_BIG", "%s: %s (%s)", plan->variant, proof->reason, proof->kind);
    diag_note(copy->request->loc, "the statement is too large for one function");
}

const char *cost_words(int64_t score, const char *winner, int64_t least, const char *tie) {
    return score == least
               ? mem_printf("equal cost (%" PRId64 "); %s", score, tie)
               : mem_printf("it costs %" PRId64 " where %s costs %" PRId64, score, winner, least);
}

/* A plan that fails its proof is a defect of tcgen and never printed; the next variant is asked. */
static void decline_unproven(Contest *contest, int variant, const Proof *proof) {
    const Copy *copy = contest->copy;
    const char *name = variants[variant].name;
    keep_decline(
        &contest->choice,
        name,
        "not_proven",
        mem_printf("its plan failed its proof: %s (%s)", proof->reason, proof->kind));
    if (contest->unproven[variant])
        return;
    contest->unproven[variant] = true;
    diag_warning(
        copy->request->loc,
        "W_NOT_PROVEN",
        "%s: its plan failed its proof and is not used: %s (%s)",
        name,
        proof->reason,
        proof->kind);
    diag_note(copy->request->loc, "this is a defect of tcgen, not of the description");
    diag_help("please report this statement, and tcgen " TCGEN_VERSION);
    function_warn(
        contest->function,
        mem_printf("not-proven: the plan of %s failed its proof and is not used", name));
}

/* It costs more, or as much as one that stands before it in the table. */
static void keep_loser(
    Choice *choice,
    const Variant *loser,
    int64_t loser_score,
    const Variant *winner,
    int64_t winner_score) {
    const char *tie = mem_printf("%s comes first in the table", winner->name);
    const char *words = cost_words(loser_score, winner->name, winner_score, tie);
    keep_decline(choice, loser->name, "cost", words);
}

/* An equal plan for another target has the same proof. */
static Proof prove_once(Contest *contest, const Plan *plan) {
    for (const Proven *known = contest->proven; known; known = known->next)
        if (plan_equal(known->plan, plan))
            return known->proof;
    Proven *proven = NEW(Proven);
    *proven = (Proven){plan, plan_prove(plan), contest->proven};
    contest->proven = proven;
    contest->function->proofs++;
    return proven->proof;
}

/* False: an error was reported. */
static bool contend(Contest *contest, int at, Plan *plan) {
    Choice *choice = &contest->choice;
    const Variant *variant = &variants[at];
    Proof proof = {0};
    plan_demand(plan);
    plan_narrow(plan);
    if (contest->function) {
        proof = prove_once(contest, plan);
        if (!proof.ok && strcmp(proof.kind, "too-big") == 0) {
            report_too_big(contest->copy, plan, &proof);
            return false;
        }
        if (!proof.ok) {
            decline_unproven(contest, at, &proof);
            return true;
        }
    }
    Cost cost = plan_cost(plan);
    cost_set_target(&cost, contest->target);
    contest->by_generation |= cost.by_rates;
    if (!choice->plan || cost.score < choice->cost.score) {
        if (choice->plan)
            keep_loser(choice, contest->best, choice->cost.score, variant, cost.score);
        choice->plan = plan;
        choice->proof = proof;
        choice->cost = cost;
        contest->best = variant;
    } else {
        keep_loser(choice, variant, cost.score, contest->best, choice->cost.score);
    }
    return true;
}

/* Does this variant know limits? Of an unmasked copy, all do. */
static bool knows_limits(const Copy *copy, const Variant *variant, Decline *decline) {
    const Limits *limits = &copy->limits;
    if (limits->count == 0)
        return true;
    if (copy->op == OP_COPY_ASYNC && (limits->keep || limits->fill))
        return decline_with(
            decline,
            "masked_rest",
            "cp.async writes zero beyond the limits and nothing else; %s needs a copy",
            limits->keep ? "'keep'" : "'fill'");
    if (variant->knows & KNOWS_LIMITS)
        return true;
    return decline_with(decline, "masked", "it moves whole tiles only");
}

/* Does this variant combine what it brings with what is there, or bring it to several? */
static bool knows_reductions(const Copy *copy, const Variant *variant, Decline *decline) {
    if (copy->options.multicast && !(variant->knows & KNOWS_MULTICASTS))
        return decline_with(decline, "multicast", "it copies to one CTA");
    return !copy->options.reduce || variant->knows & KNOWS_REDUCES ||
           decline_with(decline, "reduce", "it replaces what dst holds");
}

/* What the variant offers and the request can have: its target, its hints. NULL with *decline. */
static Plan *offer_of(const Copy *copy, const Variant *variant, int target, Decline *decline) {
    bool knows = knows_limits(copy, variant, decline) && knows_reductions(copy, variant, decline);
    const Query query = {.target = target, .copy = copy};
    Plan *plan = knows ? variant->offer(&query, decline) : NULL;
    if (!plan || (copy_converts(copy) && !plan_convert(plan, copy, target, decline)))
        return NULL;
    if (!(plan->targets >> target & 1)) {
        decline_with(decline, "target", "%s lacks an instruction it needs", target_name[target]);
        return NULL;
    }
    plan->hint = copy->options.hint;
    return hints_fit(plan, decline) ? plan : NULL;
}

static bool says_target(const Decline *decline) {
    return decline->predicate && (strcmp(decline->predicate, "target") == 0 ||
                                  strcmp(decline->predicate, "instruction") == 0);
}

/* False: an error was reported. */
static bool choose(Contest *contest) {
    const Copy *copy = contest->copy;
    Choice *choice = &contest->choice;
    *choice = (Choice){0};
    choice->declines = NEW_ARRAY(Decline, variant_count + 1);
    for (int i = 0; i < variant_count; i++) {
        const Variant *variant = &variants[i];
        Decline *decline = NEW(Decline);
        if (!is_asked(copy, variant) || (variant->asked == ASKED_LAST && choice->plan))
            continue;
        Plan *plan = offer_of(copy, variant, contest->target, decline);
        contest->is_open |= variant->differs == DIFFERS_BY_TARGET ||
                            (plan ? plan->targets != TARGETS_ALL : says_target(decline));
        if (!plan && is_quiet(copy, variant))
            continue;
        if (!plan) {
            keep_decline(
                choice,
                variant->name,
                decline->predicate ? decline->predicate : "unknown",
                decline->reason ? decline->reason : "it does not apply");
            continue;
        }
        if (!contend(contest, i, plan))
            return false;
        if (copy->request->policy_tirx && choice->plan)
            break;
    }
    return true;
}

/* Is it the fallback, where nobody asked for it? Assignments of registers cost nothing. */
static bool is_scalar(const Copy *copy, const Plan *plan) {
    bool moves = copy->src.space == SPACE_REG && copy->dst.space == SPACE_REG;
    return strcmp(plan->variant, "fallback") == 0 && !copy->options.using_variant && !moves;
}

Choice estimate_plan(const Copy *copy, int target) {
    Contest contest = {.copy = copy, .target = target};
    choose(&contest);
    Choice *choice = &contest.choice;
    if (choice->plan && is_scalar(copy, choice->plan) && copy->options.require_no_fallback)
        choice->plan = NULL;
    return *choice;
}

bool is_by_target(const Copy *copy) {
    if (is_remote(copy) || copy->scope.kind == SCOPE_CLUSTER)
        return true; /* not all have clusters */
    if (copy->options.reduce)
        return true; /* nor the same reductions */
    for (int i = 0; i < variant_count; i++) {
        VariantDiffers differs = variants[i].differs;
        if (is_asked(copy, &variants[i]) &&
            (differs == DIFFERS_BY_TARGET ||
             (differs == DIFFERS_STORES && copy->src.space == SPACE_REG)))
            return true;
    }
    return false;
}

static void add_notes(const Copy *copy, const Choice *choice) {
    for (int i = 0; i < choice->decline_count; i++)
        diag_note(
            copy->request->loc,
            "%s: %s (%s)",
            choice->declines[i].variant,
            choice->declines[i].reason,
            choice->declines[i].predicate);
}

static bool report_unproven(const Copy *copy, const Choice *choice) {
    bool any = false;
    for (int i = 0; i < choice->decline_count; i++)
        any |= strcmp(choice->declines[i].predicate, "not_proven") == 0;
    if (!any)
        return false;
    diag_error(copy->request->loc, "E_NOT_PROVEN", "no plan of this copy passed its proof");
    add_notes(copy, choice);
    diag_help("this is a defect of tcgen: please report this statement");
    return true;
}

/* The facts that would help on the newest target on which some do; false: none is known. */
static bool help_facts(const Copy *caller, unsigned targets) {
    const char *variant = NULL, *facts = NULL;
    for (int target = TARGET_COUNT - 1; target >= 0 && !facts; target--)
        if (targets >> target & 1)
            facts = missing_for_any(caller, target, &variant);
    if (facts && variant)
        diag_help(
            "if every caller keeps to that, state 'where %s': %s does it then", facts, variant);
    else if (facts)
        diag_help(
            "if every caller keeps to that, state 'where %s': the region straddles no iter then",
            facts);
    return facts != NULL;
}

static void report_pinned(
    const Copy *copy, const Copy *caller, const Choice *choice, unsigned targets) {
    const char *pinned = copy->options.using_variant;
    if (choice->decline_count == 0) {
        diag_error(
            copy->options.using_loc,
            "E_NOT_YET",
            "'using %s': this version of tcgen does not build %s",
            pinned,
            pinned);
        return;
    }
    diag_error(
        copy->options.using_loc,
        "E_VARIANT_DECLINED",
        "'using %s': %s (%s)",
        pinned,
        choice->declines[0].reason,
        choice->declines[0].predicate);
    help_facts(caller, targets);
}

static bool report_none(
    const Copy *copy, const Copy *caller, const Choice *choice, unsigned targets) {
    const char *pinned = copy->options.using_variant;
    if (report_unproven(copy, choice))
        return false;
    if (converts_report(copy, choice) || hints_report(copy, choice) ||
        (!pinned && packed_report(copy)))
        return false;
    if (pinned) {
        report_pinned(copy, caller, choice, targets);
        return false;
    }
    diag_error(copy->request->loc, "E_NO_VARIANT", "no variant can do this copy");
    add_notes(copy, choice);
    if (!help_facts(caller, targets) && copy->options.reduce)
        diag_help("reductions are copies into gmem or smem, copies of floats into dsmem, "
                  "copy_async into dsmem, and copy_async from smem to gmem by one thread (thread, "
                  "elected)");
    return false;
}

static bool check_fallback(const Copy *copy, const Choice *choice, Function *function) {
    if (!is_scalar(copy, choice->plan))
        return true;
    if (copy->options.require_no_fallback) {
        diag_error(
            copy->options.require_loc, "E_FALLBACK_REFUSED", "only the fallback can do this copy");
        add_notes(copy, choice);
        return false;
    }
    const char *allowed = copy->options.fallback_variant;
    if (allowed && strcmp(allowed, "fallback") == 0)
        return true;
    diag_warning(
        copy->request->loc,
        "W_FALLBACK",
        "the scalar fallback was chosen; every faster variant declined");
    add_notes(copy, choice);
    function_warn(
        function, "fallback: the scalar fallback was chosen, every faster variant declined");
    return true;
}

/* One choice per group of targets with the same plan, newest targets first; it costs what was measured, if
 * it was on one of them. */
static void add_choice(Function *function, const Choice *choice, int target) {
    for (int i = 0; i < function->choice_count; i++) {
        Choice *old = &function->choices[i];
        if ((!old->plan && !choice->plan) ||
            (old->plan && choice->plan && plan_equal(old->plan, choice->plan))) {
            old->targets |= 1u << target;
            if (target_generation(target) == GENERATION_MEASURED)
                old->cost = choice->cost;
            return;
        }
    }
    function->choices[function->choice_count] = *choice;
    function->choices[function->choice_count++].targets = 1u << target;
}

/* Does what was chosen last hold for this target? */
static bool is_decided(const Contest *contest, int target) {
    return contest->choice.declines && !(is_by_target(contest->copy) && contest->is_open) &&
           (!contest->by_generation ||
            target_generation(target) == target_generation(contest->target));
}

/* Elements of 6 bits are proven as bytes, 3 for 4 of them; what is said is in elements. */
static int64_t elements_of(const View *view, int64_t proven) {
    return view->moved == view->caller ? proven : proven / 3 * 4;
}

/* Why a target has no plan: what calling the function there says. */
static const char *refusal(const Copy *copy, const Choice *choice) {
    for (int i = 0; i < choice->decline_count; i++)
        if (strcmp(choice->declines[i].predicate, "instruction") == 0)
            return choice->declines[i].reason;
    for (int i = 0; i < choice->decline_count; i++)
        if (copy->options.using_variant || says_target(&choice->declines[i]))
            return choice->declines[i].reason;
    return "no variant works on this target";
}

bool choose_plans(Function *function, unsigned targets) {
    const Copy *copy = function->view.moved;
    Contest contest = {.copy = copy, .function = function};
    Choice *choice = &contest.choice;
    bool any = false;
    contest.unproven = NEW_ARRAY(bool, variant_count);
    function->choices = NEW_ARRAY(Choice, TARGET_COUNT);
    for (int target = TARGET_COUNT - 1; target >= 0; target--) {
        if (!(targets >> target & 1))
            continue;
        if (!is_decided(&contest, target)) {
            contest.target = target;
            if (!choose(&contest))
                return false;
            choice->proof.elements = elements_of(&function->view, choice->proof.elements);
        }
        choice->reason = choice->plan ? NULL : refusal(copy, choice);
        any |= choice->plan != NULL;
        add_choice(function, choice, target);
    }
    if (!any)
        return report_none(copy, function->view.caller, choice, targets);
    for (int i = 0; i < function->choice_count; i++)
        if (function->choices[i].plan && !check_fallback(copy, &function->choices[i], function))
            return false;
    return true;
}
