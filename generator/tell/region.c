/* region.c: a region of lane 0 as JSON and in words: every value with its rule, and which lane
 * holds which of its elements. The map is always whole. */
#include "../tile/lane0.h"
#include "view.h"
#include <inttypes.h>

/* ---- JSON ---------------------------------------------------------------------------------- */

static void numbers(Text *out, const char *key, const int64_t *at, int count) {
    text_printf(out, ",\"%s\":[", key);
    for (int i = 0; i < count; i++)
        text_printf(out, "%s%" PRId64, i ? "," : "", at[i]);
    text_char(out, ']');
}

/* map[lane][i]: the element that register i of the lane is. */
static void map_array(Text *out, const Lane0 *lane0, const Lane0Value *value) {
    int64_t slots, *map = lane0_map(lane0, value, &slots);
    budget_spend(100 * lane0->threads * slots); /* a number of the text */
    text_printf(out, ",\"elems_per_lane\":%" PRId64 ",\"map\":[", slots);
    for (int64_t lane = 0; lane < lane0->threads; lane++) {
        text_add(out, lane ? ",[" : "[");
        for (int64_t i = 0; i < slots; i++)
            text_printf(out, "%s%" PRId64, i ? "," : "", map[lane * slots + i]);
        text_char(out, ']');
    }
    text_char(out, ']');
}

static void value_object(Text *out, const Lane0 *lane0, const Lane0Value *value) {
    text_add(out, "{\"name\":");
    text_json_string(out, value->name);
    text_add(out, ",\"type\":");
    text_json_string(out, value->type);
    text_printf(out, ",\"kind\":\"%s\"", lane0_kind_name[value->kind]);
    numbers(out, "shape", value->seq, value->rank);
    text_printf(out, ",\"elements\":%" PRId64, value->seq_count);
    if (value->kind == LANE0_LAYOUT) {
        const Operand registers = lane0_in_lanes(lane0, value);
        Text layout = {0};
        layout_print(&layout, &registers.layout, NULL);
        text_add(out, ",\"layout\":");
        text_json_string(out, text_string(&layout));
    } else if (value->kind != LANE0_BROADCAST) {
        numbers(out, "ratio", value->ratio, value->rank);
    }
    if (value->kind != LANE0_BROADCAST) {
        map_array(out, lane0, value);
    }
    text_char(out, '}');
}

static void values_array(Text *out, const Lane0 *lane0, bool results) {
    bool any = false;
    text_printf(out, ",\"%s\":[", results ? "results" : "operands");
    for (int i = 0; i < lane0->value_count; i++)
        if (lane0->values[i].is_result == results) {
            text_add(out, any ? "," : "");
            value_object(out, lane0, &lane0->values[i]);
            any = true;
        }
    text_char(out, ']');
}

void json_region(Text *out, const Function *function) {
    const Lane0 *lane0 = &function->request->lane0;
    text_add(out, "{\"name\":");
    text_json_string(out, function->name);
    text_printf(out, ",\"scope\":\"%s\"", scope_name[lane0_scope(lane0).kind]);
    text_printf(out, ",\"warp\":%d", lane0->threads);
    bool combines = lane0->kit == LANE0_REDUCE || lane0->kit == LANE0_SCAN;
    if (lane0->kit != LANE0_REGION)
        text_printf(
            out,
            ",\"operation\":\"%s%s%s\"",
            lane0_kit_name[lane0->kit],
            combines ? " " : "",
            combines ? lane0_operation_name[lane0->operation] : "");
    if (lane0->lane_id) {
        text_add(out, ",\"lane_id\":");
        text_json_string(out, lane0->lane_id);
    }
    text_add(out, ",\"statement\":");
    text_json_string(out, function->request->statement);
    values_array(out, lane0, false);
    values_array(out, lane0, true);
    text_printf(
        out,
        ",\"proof\":{\"ok\":%s,\"elements\":%" PRId64 "}}",
        function->region.ok ? "true" : "false",
        function->region.elements);
}

/* ---- in words ------------------------------------------------------------------------------ */

enum { LABEL_AT = 2, TEXT_AT = 14, MAX_SHOWN = 8 };

static void item(Text *out, const char *label, const char *text) {
    words_wrap(out, LABEL_AT, label, TEXT_AT, text);
}

/* "a[4..7]", "a[1], a[33] .." */
static void add_elements(Text *out, const char *name, const int64_t *held, int64_t count) {
    int64_t run = 1;
    while (run < count && held[run] == held[0] + run)
        run++;
    budget_spend(count);
    if (run == count) {
        text_printf(out, "%s[%" PRId64, name, held[0]);
        text_printf(out, count == 1 ? "]" : "..%" PRId64 "]", held[count - 1]);
        return;
    }
    for (int64_t i = 0; i < count && i < MAX_SHOWN; i++)
        text_printf(out, "%s%s[%" PRId64 "]", i ? ", " : "", name, held[i]);
    text_add(out, count > MAX_SHOWN ? " and so on" : "");
}

static const char *value_words(const Lane0 *lane0, const Lane0Value *value) {
    Text text = {0};
    text_printf(&text, "%s %s: ", value->is_result ? "out" : "in", value->name);
    if (value->kind == LANE0_BROADCAST) {
        text_add(
            &text,
            value->is_result && lane0->kit != LANE0_REGION ? "every lane gets it"
            : lane0->kit == LANE0_INSERT                   ? "the same in every lane"
            : value->is_result ? "the value of lane 0, which every lane gets"
            : lane0->kit == LANE0_REDUCE
                ? "every lane passes the same value, which is combined last"
                : "the value of lane 0; values of other lanes are ignored");
        return text_string(&text);
    }
    int64_t slots, *map = lane0_map(lane0, value, &slots);
    text_printf(
        &text,
        "%s, %" PRId64 " of %" PRId64 " elements in each lane; lane 0 holds ",
        value->layout_text ? value->layout_text : lane0_kind_name[value->kind],
        slots,
        value->seq_count);
    add_elements(&text, value->name, map, slots);
    if (lane0->threads > 1) {
        text_printf(&text, ", lane %d ", lane0->threads - 1);
        add_elements(&text, value->name, map + (lane0->threads - 1) * slots, slots);
    }
    return text_string(&text);
}

/* Who calls: N lanes that are a power of two make 32 / N groups in every warp. */
static const char *callers(const Lane0 *lane0) {
    int n = lane0->threads;
    if (lane0->is_warpgroup)
        return "all 128 threads of a warpgroup; the first one is lane 0";
    if (lane0->is_cta)
        return mem_printf("%d threads that start at a warp; the first one is lane 0", n);
    if (n == 32)
        return "all 32 lanes of a warp, converged";
    return (n & (n - 1)) == 0
               ? mem_printf("groups of %d neighbouring lanes of a warp, each for itself", n)
               : mem_printf("lanes 0 .. %d of a warp; the others do not call", n - 1);
}

void explain_region(Text *out, const Function *function) {
    const Lane0 *lane0 = &function->request->lane0;
    item(out, "called by", callers(lane0));
    if (lane0->lane_id)
        item(out, "lane", mem_printf("the argument %s, below %d", lane0->lane_id, lane0->threads));
    for (int i = 0; i < lane0->value_count; i++)
        item(out, i ? "" : "values", value_words(lane0, &lane0->values[i]));
    if (lane0->kit == LANE0_REGION)
        item(
            out,
            "captured",
            "other variables that the region reads have lane 0's values, even if lanes differ");
    item(
        out,
        "proof",
        function->region.elements
            ? mem_printf(
                  "each of %" PRId64 " distributed elements has exactly one lane and one register",
                  function->region.elements)
        : lane0_is_folded(lane0)
            ? "every element has an owner, and the result's owners are those of its parts"
            : "nothing is distributed");
}
