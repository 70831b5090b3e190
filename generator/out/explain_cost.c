/* explain_cost.c: the cost of a Plan in words. A bank conflict is shown by the lanes that cause it:
 * two lanes of one group whose words lie in one bank, with their addresses. */
#include "view.h"
#include <inttypes.h>

enum { LABEL_AT = 2, TEXT_AT = 14 };

static void item(Text *out, const char *label, const char *text) {
    words_wrap(out, LABEL_AT, label, TEXT_AT, text);
}

/* The first group of lanes of one step in which a bank is asked for the most different words. */
typedef struct {
    int phase, step;
    int ways, bank, lane_count, group, first_lane;
    int lanes[32];
    int64_t address[32];
} Clash;

/* Of a copy between memories, those of its destination. */
static const int64_t *shared_addresses(const Execution *e) {
    return e->at->dst.kind == AT_BUFFER ? e->dst : e->src;
}

/* Lanes of [first, first + group) that ask `bank` for a word which no lane before them asked for. */
static int ask_bank(
    const Execution *e, unsigned lanes, int first, int group, int64_t bytes, int bank, Clash *out) {
    const int64_t *at = shared_addresses(e);
    int64_t words[32];
    int count = 0;
    for (int lane = first; lane < first + group; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        int64_t begin = at[lane] / 4, end = (at[lane] + bytes - 1) / 4;
        int64_t word = begin + ((bank - begin % 32) + 32) % 32;
        int known = 0;
        while (known < count && words[known] != word)
            known++;
        if (word > end || known < count || count == 32)
            continue;
        words[count] = word;
        out->lanes[count] = lane;
        out->address[count++] = word * 4;
    }
    out->lane_count = count;
    return count;
}

static bool find_clash(void *context, const Execution *e) {
    Clash *clash = context;
    if (e->phase != clash->phase || e->step != clash->step)
        return true;
    const Primitive *primitive = &primitives[e->at->primitive];
    bool matrix = primitive->kind == KIND_MATRIX_LOAD || primitive->kind == KIND_MATRIX_STORE;
    int64_t bytes = matrix ? 16 : primitive->bits / 8;
    unsigned lanes = primitive_address_lanes(e->at->primitive, e->lanes);
    int group = shared_group_lanes(e->at->primitive, lanes, shared_addresses(e));
    for (int first = 0; first < 32; first += group)
        for (int bank = 0; bank < 32; bank++) {
            Clash now = {.phase = e->phase, .step = e->step, .group = group, .first_lane = first};
            now.ways = ask_bank(e, lanes, first, group, bytes, bank, &now);
            now.bank = bank;
            if (now.ways > clash->ways)
                *clash = now;
        }
    return true;
}

/* "lanes 0 and 4 ask bank 0 for different words (bytes 0 and 128)" */
static void add_clash(Text *out, const Clash *clash) {
    if (clash->group < 32)
        text_printf(
            out,
            " The hardware takes %d lanes at a time; of lanes %d to %d, lanes ",
            clash->group,
            clash->first_lane,
            clash->first_lane + clash->group - 1);
    else
        text_add(out, " Lanes ");
    int shown = clash->lane_count < 4 ? clash->lane_count : 4;
    for (int i = 0; i < shown; i++)
        text_printf(
            out,
            "%s%d",
            i == 0                                         ? ""
            : i == shown - 1 && shown == clash->lane_count ? " and "
                                                           : ", ",
            clash->lanes[i]);
    if (shown < clash->lane_count)
        text_add(out, ", ..");
    text_printf(out, " ask bank %d for different words (bytes ", clash->bank);
    for (int i = 0; i < shown; i++)
        text_printf(out, "%s%" PRId64, i ? ", " : "", clash->address[i]);
    text_printf(
        out, "%s), so it takes %d turns.", shown < clash->lane_count ? ", .." : "", clash->ways);
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
        text_printf(&text, " wavefronts where %" PRId64 " would do.", w->ideal);
        plan_walk(plan, find_clash, &clash);
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
            " where %" PRId64 " would do: one access uses a part of each sector only",
            cost->ideal_sectors);
    item(out, "global", text_string(&text));
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
    if (cost->symbolic)
        item(out, "", "(counted with run-time arguments at their smallest admissible values)");
}
