/* lane0_map.c: Who holds which element of a distributed value, as functions for host and device:
 * owner_a(i) and slot_a(i) for element i, index_a(lane, slot) for a register. Each map also has a
 * number, so that two maps can be compared when the kernel is compiled. */
#include "text.h"
#include <inttypes.h>
#include <string.h>

/* i / div % mod * coef; mod 0: none. */
static void add_term(
    Text *out, const char *name, int64_t div, int64_t mod, bool is_top, int64_t coef) {
    if (mod == 1)
        return;
    text_printf(out, "%s%s", out->length ? " + " : "", name);
    if (div > 1)
        text_printf(out, " / %" PRId64, div);
    if (!is_top)
        text_printf(out, " %% %" PRId64, mod);
    if (coef > 1)
        text_printf(out, " * %" PRId64, coef);
}

typedef struct {
    int64_t stride, lanes, slots; /* of one more in this dimension */
    int64_t ratio, lane;
    bool cyclic;
} Dim;

static Dim next_dim(const Lane0Value *value, int d, const Dim *inner) {
    Dim dim = {1, 1, 1, value->ratio[d], value->lane[d], value->kind == LANE0_CYCLIC};
    if (inner) {
        dim.stride = inner->stride * inner->ratio * inner->lane;
        dim.lanes = inner->lanes * inner->ratio;
        dim.slots = inner->slots * inner->lane;
    }
    return dim;
}

static const char *const map_name[MAP_COUNT] = {"owner", "slot", "index"};

static const char *map_text(const Lane0Value *value, Map map) {
    Text out = {0};
    Dim dims[MAX_LANE0_RANK];
    for (int d = value->rank - 1; d >= 0; d--)
        dims[d] = next_dim(value, d, d + 1 < value->rank ? &dims[d + 1] : NULL);
    const int64_t elements = value->seq_count, slots = value->lane_count;
    const int64_t lanes = elements / slots;
    for (int d = 0; d < value->rank; d++) {
        const Dim *at = &dims[d];
        int64_t id = at->cyclic ? 1 : at->lane, element = at->cyclic ? at->ratio : 1;
        if (map == MAP_OWNER)
            add_term(
                &out,
                "i",
                at->stride * id,
                at->ratio,
                at->stride * id * at->ratio == elements,
                at->lanes);
        if (map == MAP_SLOT)
            add_term(
                &out,
                "i",
                at->stride * element,
                at->lane,
                at->stride * element * at->lane == elements,
                at->slots);
        if (map != MAP_INDEX)
            continue;
        add_term(
            &out, "lane", at->lanes, at->ratio, at->lanes * at->ratio == lanes, at->stride * id);
        add_term(
            &out, "slot", at->slots, at->lane, at->slots * at->lane == slots, at->stride * element);
    }
    return out.length ? text_string(&out) : "0";
}

/* ---- the text ------------------------------------------------------------------------------ */

/* Broken behind a '+' where a line is full, as .clang-format does. */
static void print_return(Text *out, const char *text) {
    Text line = {0};
    text_add(&line, "    return ");
    const size_t under = line.length;
    while (*text) {
        const char *plus = strstr(text, " + ");
        size_t length = plus ? (size_t)(plus - text) + strlen(" +") : strlen(text);
        if (line.length + length + !plus > PAGE_COLUMNS) {
            line.at[line.length - 1] = '\0';
            text_printf(out, "%s\n", text_string(&line));
            line = (Text){0};
            for (size_t i = 0; i < under; i++)
                text_char(&line, ' ');
        }
        text_add_bytes(&line, text, length);
        text_add(&line, plus ? " " : "");
        text += length + (plus != NULL);
    }
    text_printf(out, "%s;\n}\n", text_string(&line));
}

static void print_map(
    FunctionText *made, Text *out, const Function *function, const Lane0Value *value, Map map) {
    const char *text = map_text(value, map);
    const char *name = mem_printf("%s_%s_%s", function->name, map_name[map], value->name);
    const char *one[] = {"unsigned i"}, *two[] = {"unsigned lane", "unsigned slot"};
    add_body(made, (BodyText){.name = name, .value = value, .map = map, .text = text});
    print_list(
        out,
        0,
        mem_printf("TC_BOTH_FN unsigned %s", name),
        map == MAP_INDEX ? two : one,
        map == MAP_INDEX ? 2 : 1,
        " {");
    for (int i = 0; i < (map == MAP_INDEX ? 2 : 1); i++) {
        const char *argument = (map == MAP_INDEX ? two : one)[i] + strlen("unsigned ");
        if (!has_identifier(text, argument))
            print_line(out, PAGE_INDENT, "(void)%s;", argument);
    }
    print_return(out, text);
}

static void add_number(Text *out, int64_t number) {
    for (int byte = 0; byte < 4; byte++)
        text_char(out, (char)(number >> 8 * byte & 0xff));
}

/* The whole distribution: how many threads there are, who counts them (the hardware, or the caller
 * by an argument: `lane id`), how many elements each of them holds, and which ones. The elements
 * alone are not enough: 32 threads with 2 each and 64 threads with 1 each both list f32[64] as 0, 1
 * .. 63. */
static uint64_t map_digest(const Lane0 *lane0, const Lane0Value *value) {
    Text all = {0};
    add_number(&all, lane0->threads);
    add_number(&all, value->lane_count);
    for (int64_t lane = 0; lane < lane0->threads; lane++)
        for (int64_t slot = 0; slot < value->lane_count; slot++)
            add_number(&all, lane0_index(value, lane, slot));
    text_add(&all, lane0->lane_id ? lane0->lane_id : "");
    return fnv1a64(all.at, all.length);
}

static void print_map_number(Text *out, const Function *function, const Lane0Value *value) {
    MemMark mark = mem_mark();
    uint64_t digest = map_digest(&function->request->lane0, value);
    mem_rewind(mark);
    print_constant(
        out,
        function->constant_stem,
        mem_printf("%s_MAP", upper_text(value->name)),
        mem_printf("0x%016" PRIx64 "ull", digest));
}

/* What TC_SAME_MAP compares, of what is no region, which has its maps; of reductions there is one
 * operand alone. */
void print_map_numbers(Text *out, const Function *function) {
    const Lane0 *lane0 = &function->request->lane0;
    bool has_any = function->request->kind == REQUEST_LANE0 && lane0->kit >= LANE0_SCAN;
    for (int i = 0; has_any && i < lane0->value_count; i++)
        if (lane0->values[i].kind != LANE0_BROADCAST)
            print_map_number(out, function, &lane0->values[i]);
}

static void make_map(FunctionText *made, const Function *function, int at) {
    const Lane0Value *value = &function->request->lane0.values[at];
    Text all = {0};
    print_map_number(&all, function, value);
    text_char(&all, '\n');
    for (int map = 0; map < MAP_COUNT; map++) {
        text_add(&all, map ? "\n" : "");
        print_map(made, &all, function, value, (Map)map);
    }
    const char *comment = mem_printf(
        "\n/* Which lane holds element i of %s, in which of its registers; and back. TC_SAME_MAP "
        "compares\n * the maps of two values. */\n",
        value->name);
    const char *name = mem_printf("%s_map_%s", function->name, value->name);
    add_piece(made, (Piece){PIECE_MAP, at, name, comment, "", text_string(&all)});
}

void make_maps(FunctionText *text, const Function *function) {
    const Lane0 *lane0 = &function->request->lane0;
    for (int i = 0; i < lane0->value_count; i++)
        if (lane0->values[i].kind != LANE0_BROADCAST)
            make_map(text, function, i);
}
