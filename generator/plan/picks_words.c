/* picks_words.c: rows that an array of indices picks, in the words of contracts and of explain. */
#include "plan.h"
#include <inttypes.h>

const char *picks_words(const Copy *copy) {
    const Picks *picks = copy->src.picks ? copy->src.picks : copy->dst.picks;
    if (!picks)
        return NULL;
    const char *side = copy->dst.picks ? "dst" : "src";
    const char *which = mem_printf("Row r of %s is row index[r] of the array", side);
    const char *rest = copy->dst.picks     ? "nothing is written"
                       : copy->limits.keep ? "dst keeps what it held"
                       : copy->limits.fill ? mem_printf("dst becomes 0x%" PRIx64, copy->limits.fill)
                                           : "dst becomes zero";
    if (picks->unit > 1)
        which = mem_printf(
            "Rows %" PRId64 " * p to %" PRId64 " * p + %" PRId64 " of %s are page index[p] of the "
            "array",
            picks->unit,
            picks->unit,
            picks->unit - 1,
            side);
    return picks->absent ? mem_printf("%s; where the index is below zero, %s.", which, rest)
                         : mem_printf("%s.", which);
}

const char *picks_json(const Picks *picks) {
    Text layout = {0};
    layout_print(&layout, &picks->index.layout, NULL);
    return mem_printf(
        "{\"dtype\":\"%s\",\"space\":\"%s\",\"layout\":\"%s\",\"count\":%" PRId64
        ",\"rows\":%" PRId64 ",\"missing\":%s}",
        picks->dtype->name,
        space_name[picks->index.space],
        text_string(&layout),
        picks->count,
        picks->unit,
        picks->absent ? "true" : "false");
}

const char *picks_index_words(const Plan *plan, int64_t symbol, bool there, bool unique) {
    const Symbol *number = &plan->symbols[symbol];
    Text text = {0};
    if (there)
        text_printf(&text, "each %s >= %" PRId64, number->name, number->min);
    const Picks *picks = NULL;
    for (int f = 0; f < plan->flow_count && !picks; f++)
        picks = plan->flows[f].src.picks ? plan->flows[f].src.picks : plan->flows[f].dst.picks;
    if (picks && picks->rows)
        text_printf(
            &text,
            "%seach %s < %s",
            text.length ? ", " : "",
            number->name,
            plan->symbols[picks->rows - 1].name);
    if (number->max < INT32_MAX)
        text_printf(
            &text, "%seach %s < %" PRId64, text.length ? ", " : "", number->name, number->max + 1);
    if (unique)
        text_printf(
            &text,
            "%sno two %s are equal",
            text.length ? ", " : "",
            there ? "indices" : "indices of rows that are there");
    return text_string(&text);
}
