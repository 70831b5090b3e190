/* asked.c: Which variants a request asks, by the column `asked` of variants.def, and which of their
 * answers the request can use. */
#include "contest.h"
#include <string.h>

bool is_remote(const Copy *copy) {
    return copy->src.space == SPACE_DSMEM || copy->dst.space == SPACE_DSMEM;
}

/* Into shared memory, one thread that the caller chose copies by cp.async, and waits for it
 * itself. */
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
    case ASKED_TENSOR:
        return copy->options.tensormap;
    case ASKED_LAST:
        return !copy->options.reduce || !is_remote(copy) || !copy->request->policy_tirx;
    }
    return false;
}

/* Does the variant serve the copy in this case? */
static bool is_for_copy(const Copy *copy, const Variant *variant) {
    if (copy->options.reduce && !(variant->knows & KNOWS_REDUCES))
        return false;
    if (copy->options.tensormap)
        return variant->asked == ASKED_TENSOR &&
               (variant->knows & KNOWS_PICKS) == (copy_picks(copy) ? KNOWS_PICKS : 0);
    if (copy->options.multicast)
        return variant->asked != ASKED_TENSOR && variant->knows & KNOWS_MULTICASTS &&
               !copy->request->policy_tirx;
    return is_its_case(copy, variant->asked);
}

const char *contest_pin(const Contest *contest) {
    const Query *query = &contest->query;
    return query->copy ? query->copy->options.using_variant : query->lane0->using_variant;
}

/* What a variant serves that is asked it. */
static unsigned serves_of(const Query *query) {
    if (query->lane0 && lane0_is_folded(query->lane0))
        return SERVES_FOLD;
    return query->copy ? 1u << query->copy->op : 1u << (OP_COUNT + query->lane0->kit);
}

bool is_asked(const Contest *contest, const Variant *variant) {
    const Query *query = &contest->query;
    const char *pin = contest_pin(contest);
    if (!(variant->serves & serves_of(query)))
        return false;
    if (pin)
        return strcmp(pin, variant->name) == 0;
    if (contest->request->policy_tirx && variant->policy != POLICY_TIRX)
        return false;
    return query->copy ? is_for_copy(query->copy, variant) : variant->asked != ASKED_BY_NAME;
}

bool is_quiet(const Contest *contest, const Variant *variant) {
    const Copy *copy = contest->query.copy;
    bool one = copy && (copy->scope.kind == SCOPE_ELECTED || copy->scope.kind == SCOPE_THREAD);
    return !contest_pin(contest) &&
           (variant->told == TOLD_QUIET || (one && variant->told == TOLD_QUIET_ONE));
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
            "cp.async can only write zeros beyond the limits; %s needs another copy",
            limits->keep ? "'keep'" : "'fill'");
    if (variant->knows & KNOWS_LIMITS)
        return true;
    return decline_with(decline, "masked", "it moves only whole tiles");
}

/* Does this variant combine what it brings with what is there, or bring it to several? */
static bool knows_reductions(const Copy *copy, const Variant *variant, Decline *decline) {
    if (copy->options.multicast && !(variant->knows & KNOWS_MULTICASTS))
        return decline_with(decline, "multicast", "it copies to one CTA, not to several");
    return !copy->options.reduce || variant->knows & KNOWS_REDUCES ||
           decline_with(
               decline, "reduce", "it overwrites dst and does not combine with its contents");
}

/* Of a fill, no source is at fault. */
static void say_of_fill(const Copy *copy, Decline *decline) {
    if (copy->op == OP_FILL && decline->predicate && strcmp(decline->predicate, "memory_pair") == 0)
        decline_with(decline, "memory_pair", "it does not fill %s", space_name[copy->dst.space]);
}

/* A copy has more to ask than its places: limits, conversions, indices, hints. */
static Plan *offer_of_copy(const Query *query, const Variant *variant, Decline *decline) {
    const bool picks = variant->knows & KNOWS_PICKS;
    const Query own = {
        .target = query->target, .copy = picks ? query->copy : picks_view(query->copy)};
    const Copy *copy = own.copy;
    if (copy != query->copy && variant->asked == ASKED_TENSOR) {
        decline_with(decline, "picks", "its boxes have rows in order: write 'using tma_gather'");
        return NULL;
    }
    if (copy != query->copy && copy->limits.count > 0 && !(variant->knows & KNOWS_LIMITS)) {
        decline_with(decline, "picks_absent", "a row may be missing: write 'where index >= 0'");
        return NULL;
    }
    bool knows = knows_limits(copy, variant, decline) && knows_reductions(copy, variant, decline);
    Plan *plan = knows ? variant->offer(&own, decline) : NULL;
    if (!plan)
        say_of_fill(copy, decline);
    if (!plan || (copy_converts(copy) && !plan_convert(plan, copy, query->target, decline)) ||
        (!picks && !plan_pick(plan, query->copy, decline)))
        return NULL;
    if (copy->op == OP_FILL)
        plan_fill(plan, copy);
    plan->hint = copy->options.hint;
    return plan;
}

Plan *offer_of(const Contest *contest, const Variant *variant, Decline *decline) {
    const Query *query = &contest->query;
    Plan *plan =
        query->copy ? offer_of_copy(query, variant, decline) : variant->offer(query, decline);
    if (!plan)
        return NULL;
    if (!(plan->targets >> query->target & 1)) {
        decline_with(
            decline, "target", "%s lacks an instruction it needs", target_name[query->target]);
        return NULL;
    }
    if (!query->copy)
        return plan;
    if (!hints_fit(plan, decline))
        return NULL;
    plan_demand(plan);
    plan_narrow(plan);
    return plan;
}
