/* refused.c: Reports a request that has no plan on any target: the reason of each variant, and the
 * facts that would help. */
#include "contest.h"
#include <string.h>

void report_declines(const Contest *contest, const Choice *choice) {
    for (int i = 0; i < choice->decline_count; i++)
        diag_note(
            contest->request->loc,
            "%s: %s (%s)",
            choice->declines[i].variant,
            choice->declines[i].reason,
            choice->declines[i].predicate);
}

static bool report_unproven(const Contest *contest) {
    const Choice *choice = &contest->choice;
    bool any = false;
    for (int i = 0; i < choice->decline_count; i++)
        any |= strcmp(choice->declines[i].predicate, "not_proven") == 0;
    if (!any)
        return false;
    diag_error(
        contest->request->loc,
        "E_NOT_PROVEN",
        "no plan for this %s passed its proof",
        request_word(contest->request));
    report_declines(contest, choice);
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
        diag_help("if this always holds, write 'where %s': then %s applies", facts, variant);
    else if (facts)
        diag_help(
            "if this always holds, write 'where %s': then the region straddles no iter", facts);
    return facts != NULL;
}

/* The variant that is named, where it is for other statements: "redux serves reduce". */
static const Variant *variant_named(const char *name) {
    for (int i = 0; i < variant_count; i++)
        if (strcmp(variants[i].name, name) == 0)
            return &variants[i];
    return NULL;
}

static const char *served_words(const Variant *variant) {
    Text text = {0};
    for (int i = 0; i <= OP_COUNT + LANE0_KIT_COUNT; i++)
        if (variant->serves >> i & 1)
            text_printf(
                &text,
                "%s%s",
                text.length ? ", " : "",
                i < OP_COUNT                     ? op_name[i]
                : i < OP_COUNT + LANE0_KIT_COUNT ? lane0_kit_name[i - OP_COUNT]
                                                 : "reduce over a register layout");
    return text_string(&text);
}

static const char *query_word(const Contest *contest) {
    const Lane0 *lane0 = contest->query.lane0;
    return lane0 && lane0_is_folded(lane0) ? "reduce over a register layout"
                                           : request_word(contest->request);
}

static Loc pin_loc(const Query *query) {
    return query->copy ? query->copy->options.using_loc : query->lane0->using_loc;
}

static void report_pinned(const Contest *contest, unsigned targets) {
    const Choice *choice = &contest->choice;
    const char *pinned = contest_pin(contest);
    const Variant *variant = variant_named(pinned);
    Loc loc = pin_loc(&contest->query);
    if (choice->decline_count) {
        const Decline *decline = &choice->declines[0];
        diag_error(
            loc,
            "E_VARIANT_DECLINED",
            "'using %s': %s (%s)",
            pinned,
            decline->reason,
            decline->predicate);
        if (contest->query.copy)
            help_facts(contest->function->view.caller, targets);
    } else if (variant) {
        diag_error(
            loc,
            "E_VARIANT_DECLINED",
            "'using %s': %s serves %s, not %s (statement)",
            pinned,
            pinned,
            served_words(variant),
            query_word(contest));
    } else {
        diag_error(
            loc,
            "E_NOT_YET",
            "'using %s': this version of tcgen does not build %s",
            pinned,
            pinned);
    }
}

/* Only the hints stood in the way. */
static bool hints_report(const Copy *copy, const Choice *choice) {
    for (int i = 0; i < choice->decline_count; i++) {
        const Decline *decline = &choice->declines[i];
        if (strcmp(decline->predicate, "hint_width") != 0)
            continue;
        diag_error(
            copy->options.hint_loc, "E_HINT_WIDTH", "%s: %s", decline->variant, decline->reason);
        if (copy->options.hint.l2)
            diag_help("on sm_100 and newer, 'using vec_256b' or 32-byte aligned rows give such "
                      "accesses; 'l2 policy' works with any width");
        else
            diag_help("'cache ca' works with 4, 8 and 16 bytes");
        return true;
    }
    return false;
}

/* A region ends inside a byte. */
static bool packed_report(const Copy *copy) {
    for (int s = SRC; s <= DST && copy->dtype->bits < 8; s++) {
        const char *problem = packed_problem(copy, copy_side(copy, s));
        if (!problem)
            continue;
        diag_error(
            copy_side(copy, s)->region_loc,
            "E_SUBBYTE_REGION",
            "%s: %d-bit elements must move in whole bytes",
            problem,
            copy->dtype->bits);
        if (packed_pairs(copy, copy_side(copy, s)))
            diag_help("if whole words only move, describe the copy with wider elements; the order "
                      "inside stays");
        else
            diag_help(
                "make rows and origins multiples of %lld elements, and give neighbours stride 1",
                (long long)packed_group(copy));
        return true;
    }
    return false;
}

/* Of a copy there may be more to say than that every variant declined. */
static bool report_copy(const Contest *contest) {
    const Copy *copy = contest->query.copy;
    return converts_report(copy, &contest->choice) || hints_report(copy, &contest->choice) ||
           (!contest_pin(contest) && packed_report(copy));
}

/* Says which reductions exist, after no variant could do this one. */
static void help_reduction(const Copy *copy) {
    if (copy->src.space == SPACE_DSMEM)
        diag_help("'reduce' cannot read another CTA's memory: copy into registers or shared memory "
                  "first, then reduce from there");
    else if (copy->request->policy_tirx && is_remote(copy) && copy->op == OP_COPY)
        diag_help("'policy tirx' has no 'copy' that reduces into dsmem: use copy_async, or "
                  "'policy best'");
    else
        diag_help(
            "'reduce' works for copies into gmem or smem, copies of floats and 32-bit integers "
            "from smem or registers into dsmem, copy_async into dsmem, and copy_async from smem to "
            "gmem by one thread (thread, elected) or by 'using bulk_rows'");
}

static void help_copy(const Contest *contest, unsigned targets) {
    const Copy *copy = contest->query.copy;
    if (copy && !help_facts(contest->function->view.caller, targets) && copy->options.reduce)
        help_reduction(copy);
}

void report_none(const Contest *contest, unsigned targets) {
    const Query *query = &contest->query;
    if (report_unproven(contest) || (query->copy && report_copy(contest)))
        return;
    if (contest_pin(contest)) {
        report_pinned(contest, targets);
        return;
    }
    if (query->lane0 && query->lane0->kit == LANE0_SCAN)
        diag_error(
            contest->request->loc,
            "E_SCAN_ORDER",
            "no variant scans so many elements per thread, or elements in this order");
    else
        diag_error(
            contest->request->loc,
            "E_NO_VARIANT",
            "no variant can do this %s",
            request_word(contest->request));
    report_declines(contest, &contest->choice);
    help_copy(contest, targets);
}
