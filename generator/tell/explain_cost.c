/* explain_cost.c: the cost of a Plan in words. A bank conflict is shown by the lanes that cause it:
 * two lanes of one group whose words lie in one bank, with their addresses. */
#include "../plan/banks.h"
#include "view.h"
#include <inttypes.h>

enum { LABEL_AT = 2, TEXT_AT = 14 };

static void item(Text *out, const char *label, const char *text) {
    words_wrap(out, LABEL_AT, label, TEXT_AT, text);
}

/* The first group of lanes of one step in which a bank is asked for the most different words. */
typedef struct {
    int phase, step;
    int ways, bank, group_lanes, first_lane;
    int lane[32]; /* the lowest that asks for each word */
    int64_t address[32];
} Clash;

static void note_clash(Clash *clash, const BankAccess *access, const BankGroup *group, int bank) {
    clash->ways = group->asked[bank];
    clash->bank = bank;
    clash->group_lanes = access->group_lanes;
    clash->first_lane = group->first_lane;
    for (int i = 0; i < clash->ways; i++) {
        clash->lane[i] = bank_first_lane(group->served[bank][i].lanes);
        clash->address[i] = group->served[bank][i].word * 4;
    }
}

/* Of a copy between memories, its destination. */
static bool find_clash(void *context, const Execution *e) {
    Clash *clash = context;
    if (e->phase != clash->phase || e->step != clash->step)
        return true;
    BankAccess access = bank_access(e, e->at->dst.kind != AT_BUFFER);
    for (int i = 0; i < access.group_count; i++) {
        BankGroup group;
        bank_group(&access, i, &group);
        for (int bank = 0; bank < BANKS; bank++)
            if (group.asked[bank] > clash->ways)
                note_clash(clash, &access, &group, bank);
    }
    return true;
}

/* "lanes 0 and 4 ask bank 0 for different words (bytes 0 and 128)" */
static void add_clash(Text *out, const Clash *clash) {
    if (clash->group_lanes < 32)
        text_printf(
            out,
            " The hardware takes %d lanes at a time; of lanes %d to %d, lanes ",
            clash->group_lanes,
            clash->first_lane,
            clash->first_lane + clash->group_lanes - 1);
    else
        text_add(out, " Lanes ");
    int shown = clash->ways < 4 ? clash->ways : 4;
    for (int i = 0; i < shown; i++)
        text_printf(
            out,
            "%s%d",
            i == 0                                   ? ""
            : i == shown - 1 && shown == clash->ways ? " and "
                                                     : ", ",
            clash->lane[i]);
    if (shown < clash->ways)
        text_add(out, ", ..");
    text_printf(out, " ask bank %d for different words (bytes ", clash->bank);
    for (int i = 0; i < shown; i++)
        text_printf(out, "%s%" PRId64, i ? ", " : "", clash->address[i]);
    text_printf(
        out, "%s), so the access takes %d turns.", shown < clash->ways ? ", .." : "", clash->ways);
}

static bool is_swizzled(const Plan *plan, const Wavefronts *w) {
    const Step *step = &plan->phases[w->phase].steps[w->step];
    const Side *side = step->dst.kind == AT_BUFFER ? &step->dst : &step->src[0];
    return side->at.xor_count > 0;
}

static void explain_wavefronts(Text *out, const Plan *plan, const Wavefronts *w, bool first) {
    Text text = {0};
    const Step *step = &plan->phases[w->phase].steps[w->step];
    text_printf(&text, "phase %d step %d: %" PRId64, w->phase + 1, w->step + 1, w->got);
    if (w->got <= w->ideal) {
        text_add(&text, w->got == 1 ? " wavefront" : " wavefronts");
        text_add(&text, ", no bank conflict");
    } else {
        Clash clash = {.phase = w->phase, .step = w->step};
        text_printf(&text, " wavefronts; the minimum is %" PRId64 ".", w->ideal);
        MemMark mark = mem_mark();
        plan_walk(plan, find_clash, &clash);
        mem_rewind(mark);
        add_clash(&text, &clash);
        if (!is_swizzled(plan, w))
            text_printf(
                &text,
                " Rows padded by %s, or a swizzle, would avoid it.",
                primitives[step->primitive].bits >= 128 ? "16 bytes" : "one access's width");
    }
    item(out, first ? "shared" : "", text_string(&text));
}

static void explain_sectors(Text *out, const Cost *cost) {
    Text text = {0};
    text_printf(&text, "%" PRId64 " sectors of 32 bytes", cost->sectors);
    if (cost->sectors <= cost->ideal_sectors)
        text_add(&text, ", the minimum");
    else
        text_printf(
            &text,
            " instead of %" PRId64 ": one access uses only a part of each sector",
            cost->ideal_sectors);
    item(out, "global", text_string(&text));
}

static void explain_estimate(Text *out, const Choice *choice) {
    Text text = {0};
    unsigned targets = cost_estimated(&choice->cost, choice->targets);
    if (!targets)
        return;
    text_add(&text, "the score, for ");
    words_targets(&text, targets);
    text_add(
        &text,
        ", is an estimate: the costs of syncs and register instructions were measured on sm_90");
    item(out, "", text_string(&text));
}

void explain_cost(Text *out, const Choice *choice) {
    const Cost *cost = &choice->cost;
    Text text = {0};
    words_instructions(&text, choice->plan, cost);
    text_add(&text, " per participating thread");
    item(out, "cost", text_string(&text));
    for (int i = 0; i < cost->wavefront_count; i++)
        explain_wavefronts(out, choice->plan, &cost->wavefronts[i], i == 0);
    if (cost->sectors > 0)
        explain_sectors(out, cost);
    explain_estimate(out, choice);
    if (cost->symbolic)
        item(out, "", "(counted with run-time arguments at their smallest admissible values)");
}
