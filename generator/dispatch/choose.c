/* choose.c: Asks the variants, proves their plans and chooses one. `policy tirx` takes the first
 * plan in the seeds' order. `policy best` takes the cheapest plan by the cost model; ties go to the
 * higher priority. Every decline is kept with its predicate; a plan that lost has the predicate
 * "cost". An estimate is the same contest without proofs. */
#include "contest.h"
#include <inttypes.h>
#include <string.h>

static void keep_decline(
    Choice *choice, const char *variant, const char *predicate, const char *reason) {
    choice->declines[choice->decline_count++] = (Decline){variant, predicate, reason};
}

void function_warn(Function *function, const char *text) {
    const char **warnings = NEW_ARRAY(const char *, function->warning_count + 1);
    for (int i = 0; i < function->warning_count; i++)
        warnings[i] = function->warnings[i];
    warnings[function->warning_count++] = text;
    function->warnings = warnings;
}

static void report_too_big(Loc loc, const Plan *plan, const Proof *proof) {
    diag_error(loc, "E_TOO_BIG", "%s: %s (%s)", plan->variant, proof->reason, proof->kind);
    diag_help("copy a half of the tile per call, in a loop of the kernel");
}

/* Why a plan of this score lost to the winner's; tie: what decides where they are equal. */
static const char *cost_words(int64_t score, const char *winner, int64_t least, const char *tie) {
    return score == least
               ? mem_printf("equal cost (%" PRId64 "); %s", score, tie)
               : mem_printf("it costs %" PRId64 ", but %s costs %" PRId64, score, winner, least);
}

/* A plan that fails its proof is a defect of tcgen and never printed; the next variant is asked. */
static void decline_unproven(Contest *contest, int variant, const Proof *proof) {
    Loc loc = contest->request->loc;
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
        loc,
        "W_NOT_PROVEN",
        "%s: its plan failed its proof and is not used: %s (%s)",
        name,
        proof->reason,
        proof->kind);
    diag_note(loc, "this is a defect of tcgen, not of the description");
    diag_help("please report this statement, and tcgen " TCGEN_VERSION);
    function_warn(
        contest->function,
        mem_printf("not-proven: the plan by %s failed its proof and is not used", name));
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

/* A region without a plan still has its maps. */
static bool is_region(const Contest *contest) {
    return contest->query.lane0 && contest->query.lane0->kit == LANE0_REGION;
}

/* False: an error was reported. */
static bool contend(Contest *contest, int at, Plan *plan) {
    Choice *choice = &contest->choice;
    const Variant *variant = &variants[at];
    Proof proof = {0};
    if (contest->function) {
        proof = prove_once(contest, plan);
        bool too_big = !proof.ok && strcmp(proof.kind, "too-big") == 0;
        if (too_big && is_region(contest)) {
            const char *why =
                "tcgen builds no headers for regions of this size: the proof would take too long";
            keep_decline(choice, variant->name, "too_big", why);
            return true;
        }
        if (too_big) {
            report_too_big(contest->request->loc, plan, &proof);
            return false;
        }
        if (!proof.ok) {
            decline_unproven(contest, at, &proof);
            return true;
        }
    }
    Cost cost = plan_cost(plan);
    cost_set_target(&cost, contest->query.target);
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

static bool says_target(const Decline *decline) {
    return decline->predicate && (strcmp(decline->predicate, "target") == 0 ||
                                  strcmp(decline->predicate, "instruction") == 0);
}

/* One variant's turn. False: an error was reported. */
static bool ask(Contest *contest, int at) {
    const Variant *variant = &variants[at];
    Decline *decline = NEW(Decline);
    Plan *plan = offer_of(contest, variant, decline);
    contest->is_open |= variant->differs == DIFFERS_BY_TARGET ||
                        (plan ? plan->targets != TARGETS_ALL : says_target(decline));
    if (plan)
        return contend(contest, at, plan);
    if (!is_quiet(contest, variant))
        keep_decline(
            &contest->choice,
            variant->name,
            decline->predicate ? decline->predicate : "unknown",
            decline->reason ? decline->reason : "it does not apply");
    return true;
}

/* False: an error was reported. */
static bool choose(Contest *contest) {
    Choice *choice = &contest->choice;
    *choice = (Choice){0};
    choice->declines = NEW_ARRAY(Decline, variant_count + 1);
    for (int i = 0; i < variant_count; i++) {
        const Variant *variant = &variants[i];
        if (!is_asked(contest, variant) || (variant->asked == ASKED_LAST && choice->plan))
            continue;
        if (!ask(contest, i))
            return false;
        if (contest->request->policy_tirx && choice->plan)
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
    Contest contest = {.request = copy->request, .query = {.target = target, .copy = copy}};
    choose(&contest);
    Choice *choice = &contest.choice;
    if (choice->plan && is_scalar(copy, choice->plan) && copy->options.require_no_fallback)
        choice->plan = NULL;
    return *choice;
}

/* Not all targets have clusters, nor the same reductions of memory. */
static bool is_copy_by_target(const Copy *copy) {
    return copy && (is_remote(copy) || copy->scope.kind == SCOPE_CLUSTER || copy->options.reduce);
}

static bool may_differ(const Contest *contest) {
    const Copy *copy = contest->query.copy;
    bool stores = copy && copy->src.space == SPACE_REG, any = is_copy_by_target(copy);
    for (int i = 0; i < variant_count && !any; i++) {
        VariantDiffers differs = variants[i].differs;
        any = is_asked(contest, &variants[i]) &&
              (differs == DIFFERS_BY_TARGET || (differs == DIFFERS_STORES && stores));
    }
    return any;
}

bool is_by_target(const Copy *copy) {
    Contest contest = {.request = copy->request, .query = {.copy = copy}};
    return may_differ(&contest);
}

static bool check_fallback(const Contest *contest, const Choice *choice) {
    const Copy *copy = contest->query.copy;
    if (!copy || !choice->plan || !is_scalar(copy, choice->plan))
        return true;
    if (copy->options.require_no_fallback) {
        diag_error(
            copy->options.require_loc,
            "E_FALLBACK_REFUSED",
            "only the fallback can do this %s",
            request_word(contest->request));
        report_declines(contest, choice);
        return false;
    }
    const char *allowed = copy->options.fallback_variant;
    if (allowed && strcmp(allowed, "fallback") == 0)
        return true;
    diag_warning(
        copy->request->loc,
        "W_FALLBACK",
        "tcgen chose the scalar fallback because every faster variant declined");
    report_declines(contest, choice);
    if (choice->decline_count == 0)
        diag_help(
            "%s, or write 'fallback fallback' in the options to accept it",
            contest->request->policy_tirx
                ? "'policy tirx' has no other variant for it: write 'policy best'"
                : "no other variant serves such a statement: change it");
    function_warn(
        contest->function,
        "fallback: tcgen chose the scalar fallback because every faster variant declined");
    return true;
}

/* One choice per group of targets with the same plan, newest targets first; it costs what was
 * measured, if it was on one of them. */
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

/* A plan that runs on fewer targets stands before one that runs on all of them: the last body of a
 * header is the one without a condition. */
static void sort_choices(Function *function) {
    for (int i = 1; i < function->choice_count; i++)
        for (int k = i; k > 0; k--) {
            Choice *a = &function->choices[k - 1], *b = &function->choices[k], old = *a;
            bool both = a->plan && b->plan;
            if (!both || a->plan->targets == b->plan->targets ||
                b->plan->targets & ~a->plan->targets)
                break;
            *a = *b;
            *b = old;
        }
}

/* Does what was chosen last hold for this target? */
static bool is_decided(const Contest *contest, int target) {
    return contest->choice.declines && !(may_differ(contest) && contest->is_open) &&
           (!contest->by_generation ||
            target_generation(target) == target_generation(contest->query.target));
}

/* Elements of 6 bits are proven as bytes, 3 for 4 of them; what is said is in elements. */
static int64_t elements_of(const View *view, int64_t proven) {
    return view->moved == view->caller ? proven : proven / 3 * 4;
}

/* Why a target has no plan: what calling the function there says. */
static const char *refusal(const Contest *contest) {
    const Choice *choice = &contest->choice;
    for (int i = 0; i < choice->decline_count; i++)
        if (strcmp(choice->declines[i].predicate, "instruction") == 0)
            return choice->declines[i].reason;
    for (int i = 0; i < choice->decline_count; i++)
        if (contest_pin(contest) || says_target(&choice->declines[i]))
            return choice->declines[i].reason;
    return "no variant works on this target";
}

/* Every target's turn, newest first. False: an error was reported. */
static bool choose_all(Contest *contest, unsigned targets, bool *any) {
    Choice *choice = &contest->choice;
    for (int target = TARGET_COUNT - 1; target >= 0; target--) {
        if (!(targets >> target & 1))
            continue;
        if (!is_decided(contest, target)) {
            contest->query.target = target;
            if (!choose(contest))
                return false;
            if (contest->query.copy)
                choice->proof.elements =
                    elements_of(&contest->function->view, choice->proof.elements);
        }
        choice->reason = choice->plan ? NULL : refusal(contest);
        *any |= choice->plan != NULL;
        add_choice(contest->function, choice, target);
    }
    return true;
}

/* A region that no header holds: `region.reason` says why, and whoever prints one reports it. */
static void keep_refusal(const Contest *contest) {
    const Decline *decline = &contest->choice.declines[0];
    bool moves = strcmp(decline->predicate, "nothing") != 0;
    contest->function->choice_count = 0;
    contest->function->region.reason = moves ? decline->reason : NULL;
}

bool choose_plans(Function *function, unsigned targets) {
    const Request *request = function->request;
    Contest contest = {.request = request, .function = function};
    bool any = false;
    if (request->kind == REQUEST_COPY)
        contest.query.copy = function->view.moved;
    else
        contest.query.lane0 = &request->lane0;
    contest.unproven = NEW_ARRAY(bool, variant_count);
    function->choices = NEW_ARRAY(Choice, TARGET_COUNT);
    if (!choose_all(&contest, targets, &any))
        return false;
    if (!any && is_region(&contest) && !contest_pin(&contest)) {
        keep_refusal(&contest);
        return true;
    }
    if (!any) {
        report_none(&contest, targets);
        return false;
    }
    sort_choices(function);
    for (int i = 0; i < function->choice_count; i++)
        if (!check_fallback(&contest, &function->choices[i]))
            return false;
    return true;
}
