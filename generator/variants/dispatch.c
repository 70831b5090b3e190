/* dispatch.c: asks the variants, proves what they offer and chooses. `policy tirx`: the first offer in
 * the seeds' order. `policy best`: the cheapest by the cost model, ties to the higher priority. Every
 * decline is kept with its predicate, also "cost" for those that lost. */
#include "dispatch.h"
#include <string.h>

typedef struct {
    const Copy *copy;
    int target;
    Choice *choice;
    const Variant *best;
    Function *function; /* gets the warnings */
    bool *unproven;     /* by variant: reported, for this target or another one */
} Contest;

static void keep_decline(
    Choice *choice, const char *variant, const char *predicate, const char *reason) {
    choice->declines[choice->decline_count++] = (Decline){variant, predicate, reason};
}

static bool is_asked(const Copy *copy, const Variant *variant) {
    if (!(variant->ops >> copy->op & 1))
        return false;
    if (copy->options.using_variant)
        return strcmp(copy->options.using_variant, variant->name) == 0;
    return !(variant->ops & OP_PINNED) && (variant->upstream || !copy->policy_tirx);
}

void function_warn(Function *function, const char *text) {
    const char **warnings = NEW_ARRAY(const char *, function->warning_count + 1);
    for (int i = 0; i < function->warning_count; i++)
        warnings[i] = function->warnings[i];
    warnings[function->warning_count++] = text;
    function->warnings = warnings;
}

static void report_too_big(const Copy *copy, const Plan *plan, const Proof *proof) {
    diag_error(copy->loc, "E_TOO_BIG", "%s: %s (%s)", plan->variant, proof->reason, proof->kind);
    diag_note(copy->loc, "the statement is too large for one function");
}

/* A plan that fails its proof is a defect of tcgen and never printed; the next variant is asked. */
static void decline_unproven(Contest *contest, int variant, const Proof *proof) {
    const Copy *copy = contest->copy;
    const char *name = variants[variant].name;
    keep_decline(
        contest->choice,
        name,
        "not_proven",
        mem_printf("its plan failed its proof: %s (%s)", proof->reason, proof->kind));
    if (contest->unproven[variant])
        return;
    contest->unproven[variant] = true;
    diag_warning(
        copy->loc,
        "W_NOT_PROVEN",
        "%s: its plan failed its proof and is not used: %s (%s)",
        name,
        proof->reason,
        proof->kind);
    diag_note(copy->loc, "this is a defect of tcgen, not of the description");
    diag_help("please report this statement, and tcgen " TCGEN_VERSION);
    function_warn(
        contest->function,
        mem_printf("not-proven: the plan of %s failed its proof and is not used", name));
}

static void keep_loser(
    Choice *choice,
    const Variant *loser,
    int64_t loser_score,
    const Variant *winner,
    int64_t winner_score) {
    keep_decline(
        choice,
        loser->name,
        "cost",
        mem_printf(
            "it costs %lld where %s costs %lld",
            (long long)loser_score,
            winner->name,
            (long long)winner_score));
}

/* False: an error was reported. */
static bool contend(Contest *contest, int at, Plan *plan) {
    Choice *choice = contest->choice;
    const Variant *variant = &variants[at];
    plan_demand(plan);
    plan_narrow(plan);
    Proof proof = plan_prove(plan);
    if (!proof.ok && strcmp(proof.kind, "too-big") == 0) {
        report_too_big(contest->copy, plan, &proof);
        return false;
    }
    if (!proof.ok) {
        decline_unproven(contest, at, &proof);
        return true;
    }
    Cost cost = plan_cost(plan);
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

/* What the variant offers and the request can have: its target, its hints. NULL with *decline. */
static Plan *offer_of(const Copy *copy, const Variant *variant, int target, Decline *decline) {
    Plan *plan =
        variant_masks(copy, variant->name, decline) ? variant->offer(copy, target, decline) : NULL;
    if (!plan)
        return NULL;
    if (!(plan->targets >> target & 1)) {
        decline_with(decline, "target", "%s lacks an instruction it needs", target_name[target]);
        return NULL;
    }
    plan->hint = copy->options.hint;
    return hints_fit(plan, decline) ? plan : NULL;
}

/* All variants for one target; false: an error was reported. */
static bool choose(Contest *contest) {
    const Copy *copy = contest->copy;
    Choice *choice = contest->choice;
    choice->declines = NEW_ARRAY(Decline, variant_count + 1);
    for (int i = 0; i < variant_count; i++) {
        const Variant *variant = &variants[i];
        Decline *decline = NEW(Decline);
        bool catch_all = variant->priority == 0;
        if (!is_asked(copy, variant) || (catch_all && choice->plan))
            continue;
        Plan *plan = offer_of(copy, variant, contest->target, decline);
        if (!plan && (variant->ops & OP_QUIET) && !copy->options.using_variant)
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
        if (copy->policy_tirx && choice->plan)
            break;
    }
    return true;
}

/* Is it the fallback, where nobody asked for it? Assignments of registers cost nothing. */
static bool is_scalar(const Copy *copy, const Plan *plan) {
    bool moves = copy->src.space == SPACE_REG && copy->dst.space == SPACE_REG;
    return strcmp(plan->variant, "fallback") == 0 && !copy->options.using_variant && !moves;
}

Plan *dispatch_estimate(const Copy *copy, int target, Cost *cost) {
    Plan *best = NULL;
    Decline decline;
    for (int i = 0; i < variant_count && !(best && copy->policy_tirx); i++) {
        if (!is_asked(copy, &variants[i]) || (best && variants[i].priority == 0))
            continue;
        Plan *plan = offer_of(copy, &variants[i], target, &decline);
        if (!plan)
            continue;
        Cost own = plan_cost(plan);
        if (!best || own.score < cost->score) {
            best = plan;
            *cost = own;
        }
    }
    if (best && is_scalar(copy, best) && copy->options.require_no_fallback)
        return NULL;
    return best;
}

bool dispatch_by_target(const Copy *copy) {
    for (int i = 0; i < variant_count; i++)
        if (is_asked(copy, &variants[i]) && variants[i].by_target)
            return true;
    return false;
}

static void add_notes(const Copy *copy, const Choice *choice) {
    for (int i = 0; i < choice->decline_count; i++)
        diag_note(
            copy->loc,
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
    diag_error(copy->loc, "E_NOT_PROVEN", "no plan of this copy passed its proof");
    add_notes(copy, choice);
    diag_help("this is a defect of tcgen: please report this statement");
    return true;
}

static bool report_none(const Copy *copy, const Choice *choice) {
    const char *pinned = copy->options.using_variant;
    if (report_unproven(copy, choice))
        return false;
    if (hints_report(copy, choice) || (!pinned && packed_report(copy)))
        return false;
    if (pinned && choice->decline_count == 0)
        diag_error(
            copy->options.using_loc,
            "E_NOT_YET",
            "'using %s': this version of tcgen does not build %s",
            pinned,
            pinned);
    else if (pinned)
        diag_error(
            copy->options.using_loc,
            "E_VARIANT_DECLINED",
            "'using %s': %s (%s)",
            pinned,
            choice->declines[0].reason,
            choice->declines[0].predicate);
    else {
        diag_error(copy->loc, "E_NO_VARIANT", "no variant can do this copy");
        add_notes(copy, choice);
    }
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
        copy->loc, "W_FALLBACK", "the scalar fallback was chosen; every faster variant declined");
    add_notes(copy, choice);
    function_warn(
        function, "fallback: the scalar fallback was chosen, every faster variant declined");
    return true;
}

/* One choice per group of targets with the same plan, newest targets first. */
static void add_choice(Function *function, const Choice *choice, int target) {
    for (int i = 0; i < function->choice_count; i++) {
        Choice *old = &function->choices[i];
        if ((!old->plan && !choice->plan) ||
            (old->plan && choice->plan && plan_equal(old->plan, choice->plan))) {
            old->targets |= 1u << target;
            return;
        }
    }
    function->choices[function->choice_count] = *choice;
    function->choices[function->choice_count++].targets = 1u << target;
}

bool dispatch(const Copy *copy, unsigned targets, Function *function) {
    Choice choice = {0};
    Contest contest = {.copy = copy, .choice = &choice, .function = function};
    bool again = true, any = false;
    contest.unproven = NEW_ARRAY(bool, variant_count);
    function->copy = copy;
    function->choices = NEW_ARRAY(Choice, TARGET_COUNT);
    for (int target = TARGET_COUNT - 1; target >= 0; target--) {
        if (!(targets >> target & 1))
            continue;
        if (again) {
            choice = (Choice){0};
            contest.target = target;
            if (!choose(&contest))
                return false;
            again = dispatch_by_target(copy);
        }
        choice.reason = choice.plan ? NULL
                        : copy->options.using_variant && choice.decline_count
                            ? choice.declines[0].reason
                            : "no variant works on this target";
        any |= choice.plan != NULL;
        add_choice(function, &choice, target);
    }
    if (!any)
        return report_none(copy, &choice);
    for (int i = 0; i < function->choice_count; i++)
        if (function->choices[i].plan && !check_fallback(copy, &function->choices[i], function))
            return false;
    return true;
}
