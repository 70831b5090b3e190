/* resolve_lane0.c: a lane0 statement -> a Request. The rule for one value: with equal types it is
 * lane 0's own. Otherwise both types have one dtype and rank, every extent of lane 0 is a multiple
 * of the lane's, and the product of the quotients is the size of the group. Operands are checked
 * before results, and only the first error is reported. */
#include "ast.h"
#include <inttypes.h>
#include <string.h>

const char *const lane0_kind_name[] = {"block", "cyclic", "broadcast", "layout"};

/* ---- types of C ---------------------------------------------------------------------------- */

static bool is_one_of(Word word, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (word_is(word, list[i])) {
            return true;
        }
    }
    return false;
}

/* `const struct node *` and `unsigned long long` are types, `return` and `a b` are not. */
static bool is_c_type(const AstLane0Type *type) {
    static const char *const own[] = {
        "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool"};
    static const char *const tags[] = {"struct", "union", "enum"};
    static const char *const qualifiers[] = {"const", "volatile"};
    int owns = 0, names = 0, tagged = 0;
    bool is_void = false;
    for (const char *at = type->text; *at && *at != '*';) {
        Word word = {at, strcspn(at, " "), type->word.loc};
        at += word.length + (at[word.length] == ' ');
        is_void |= word_is(word, "void");
        if (is_one_of(word, own, COUNT_OF(own))) {
            owns++;
        } else if (is_one_of(word, tags, COUNT_OF(tags))) {
            tagged++;
        } else if (!is_one_of(word, qualifiers, COUNT_OF(qualifiers))) {
            WordKind kind = word_kind(word.at, word.length);
            if (kind == WORD_KEYWORD || kind == WORD_MACRO) {
                return false;
            }
            names++;
        }
    }
    bool points = strchr(type->text, '*') != NULL;
    return owns ? !names && !tagged && (!is_void || (owns == 1 && points))
                : names == 1 && tagged <= 1;
}

static bool fail_dtype(const AstLane0Type *type, const char *help) {
    diag_error(type->word.loc, "E_UNKNOWN_DTYPE", "unknown dtype '%.40s'", type->text);
    Near near = {.wanted = type->word};
    near_dtypes(&near);
    near_help(&near, help);
    return false;
}

/* What has extents or comes out is of a dtype; an operand without them may be of any type. */
static bool check_type(const AstLane0Type *type, bool is_result, const Dtype **dtype) {
    *dtype = type->is_word ? dtype_find(type->word.at, type->word.length) : NULL;
    for (int d = 0; d < type->rank; d++) {
        if (*dtype && type->extents[d].extent < 1) {
            diag_error(
                type->extents[d].loc,
                "E_EXTENT_NOT_POSITIVE",
                "the extent is %" PRId64,
                type->extents[d].extent);
            return false;
        }
    }
    if (*dtype) {
        return true;
    }
    if (type->rank) {
        return fail_dtype(type, "only dtypes have extents; docs/language.md lists them");
    }
    if (is_result) {
        return fail_dtype(type, "a result is of a dtype; only an operand may be of any type of C");
    }
    if (is_c_type(type)) {
        return true;
    }
    diag_error(type->word.loc, "E_C_TYPE", "'%.80s' is not a type of C", type->text);
    return false;
}

/* ---- the rule ------------------------------------------------------------------------------ */

static bool same_type(const AstLane0Type *a, const AstLane0Type *b) {
    bool same = a->rank == b->rank && strcmp(a->text, b->text) == 0;
    for (int d = 0; same && d < a->rank; d++) {
        same = a->extents[d].extent == b->extents[d].extent;
    }
    return same;
}

static void print_type(Text *out, const AstLane0Type *type) {
    text_add(out, type->text);
    for (int d = 0; d < type->rank; d++) {
        text_printf(out, "%s%" PRId64, d ? "," : "[", type->extents[d].extent);
    }
    text_add(out, type->rank ? "]" : "");
}

static const char *type_text(const AstLane0Type *type) {
    Text text = {0};
    print_type(&text, type);
    return text_string(&text);
}

static bool fail_pair(const AstLane0Value *ast, const char *id, const char *why) {
    diag_error(
        ast->lane.word.loc, id, "%s and %s: %s", type_text(&ast->seq), type_text(&ast->lane), why);
    return false;
}

/* Every dimension by itself, before the product: 48 of 24 is no multiple, whatever the group is. */
static bool check_ratios(const AstLane0Value *ast, Lane0Value *value) {
    for (int d = 0; d < value->rank; d++) {
        int64_t seq = value->seq[d], lane = value->lane[d];
        if (seq % lane != 0) {
            diag_error(
                ast->lane.extents[d].loc,
                "E_NOT_MULTIPLE",
                "dimension %d: %" PRId64 " of lane 0 is not a multiple of %" PRId64
                " of every lane",
                d,
                seq,
                lane);
            diag_data("dimension", mem_printf("%d", d));
            diag_data("seq", mem_printf("%" PRId64, seq));
            diag_data("lane", mem_printf("%" PRId64, lane));
            return false;
        }
        value->ratio[d] = seq / lane;
    }
    return true;
}

static bool check_product(const Lane0 *lane0, const AstLane0Value *ast, const Lane0Value *value) {
    int64_t product = 1;
    for (int d = 0; d < value->rank; d++) {
        product *= value->ratio[d]; /* divides seq_count, which is below 2^31 */
    }
    if (product == lane0->threads) {
        return true;
    }
    diag_error(
        ast->lane.word.loc,
        "E_WARP_PRODUCT",
        "%s over %s takes %" PRId64 " lanes, but the group has %d",
        type_text(&ast->seq),
        type_text(&ast->lane),
        product,
        lane0->threads);
    diag_data("product", mem_printf("%" PRId64, product));
    return false;
}

static bool count_elements(
    const AstLane0Type *type, int64_t *extents, int64_t *ratio, int64_t *count) {
    *count = 1;
    for (int d = 0; d < type->rank; d++) {
        extents[d] = type->extents[d].extent;
        ratio[d] = 1;
        if (!mul_i64(*count, extents[d], count) || *count > INT32_MAX) {
            diag_error(type->extents[d].loc, "E_SPAN_LIMIT", "the value has 2^31 elements or more");
            diag_help("let the region work on a part of it");
            return false;
        }
    }
    return true;
}

/* In each dimension a thread has one element, or all: f32[64,4] / f32[2,4] is two kinds of values,
 * f32[32,4] / f32[1,4] one. */
bool lane0_has_one_order(const Lane0Value *value) {
    bool one = true;
    for (int d = 0; d < value->rank; d++)
        one = one && (value->lane[d] == 1 || value->ratio[d] == 1);
    return one;
}

/* Blocks and cyclic values that are the same are blocks. */
static bool resolve_order(const AstLane0Value *ast, Lane0Value *value) {
    if (!ast->order.length) {
        return true;
    }
    if (value->kind == LANE0_BROADCAST) {
        diag_error(
            ast->order.loc,
            "E_ORDER_PLACE",
            "'%s' on a value that is not distributed",
            word_text(ast->order));
        return false;
    }
    bool cyclic = word_is(ast->order, "cyclic") && !lane0_has_one_order(value);
    value->kind = cyclic ? LANE0_CYCLIC : LANE0_BLOCK;
    return true;
}

/* Only a reduce has layouts: elsewhere a name that is no layout's is a wrong type. */
static bool is_layout_of(const Context *context, const AstLane0 *all, const AstLayout *layout) {
    const Word name = layout->name;
    return !name.length || context->import_lost || word_is(all->kit, "reduce") ||
           names_find(&context->definitions, name.at, name.length);
}

static bool resolve_types(
    Context *context, const AstLane0 *all, Lane0 *lane0, const AstLane0Value *ast) {
    int at = (int)(ast - all->values);
    Lane0Value *value = &lane0->values[at];
    bool is_layout = ast->layout && is_layout_of(context, all, ast->layout);
    const AstLane0Type *lane = ast->has_lane && !is_layout ? &ast->lane : &ast->seq;
    const Dtype *lane_dtype;
    if (!check_type(&ast->seq, value->is_result, &value->dtype) ||
        !check_type(lane, value->is_result, &lane_dtype)) {
        return false;
    }
    value->type = type_text(&ast->seq);
    value->rank = ast->seq.rank;
    value->kind = LANE0_BROADCAST;
    if (!count_elements(&ast->seq, value->seq, value->ratio, &value->seq_count) ||
        !count_elements(lane, value->lane, value->ratio, &value->lane_count)) {
        return false;
    }
    if (is_layout) {
        return resolve_registers(context, all, lane0, at);
    }
    if (same_type(&ast->seq, lane)) {
        return true;
    }
    value->kind = LANE0_BLOCK;
    if (!ast->seq.rank || !lane->rank) {
        return fail_pair(ast, "E_NOT_VECTOR", "types that differ must have extents on both sides");
    }
    if (ast->seq.rank != lane->rank || value->dtype != lane_dtype) {
        return fail_pair(
            ast,
            "E_RANK_OR_ELT",
            "both sides must have one dtype and the same number of dimensions");
    }
    /* the result of a reduction over one dimension has fewer lanes: resolve_kit.c */
    return check_ratios(ast, value) && (lane0->over >= 0 || check_product(lane0, ast, value));
}

/* a and A would be one in the names of constants. */
static bool same_name(Word a, Word b) {
    bool same = a.length == b.length;
    for (size_t i = 0; same && i < a.length; i++) {
        char x = a.at[i], y = b.at[i];
        x = x >= 'A' && x <= 'Z' ? (char)(x + 32) : x;
        y = y >= 'A' && y <= 'Z' ? (char)(y + 32) : y;
        same = x == y;
    }
    return same;
}

static bool check_value_name(const AstLane0 *ast, int at) {
    static const char *const own[] = {"lane"};
    Word name = ast->values[at].name;
    Axis axis;
    /* After `in` and `out` only a name can stand: `out m` is no axis, `in tile` no tile. */
    bool is_free = axis_find(name, &axis) || is_statement_word(name);
    if (!is_free && !name_is_usable(name, true)) {
        return false;
    }
    if (is_one_of(name, own, COUNT_OF(own))) {
        diag_error(name.loc, "E_RESERVED_NAME", "'lane' is an argument of the region's functions");
        return false;
    }
    for (int i = 0; i < at; i++) {
        const Word other = ast->values[i].name;
        if (same_name(other, name)) {
            diag_error(name.loc, "E_DUPLICATE_NAME", "'%s' is defined twice", word_text(name));
            diag_note(other.loc, "first here");
            return false;
        }
    }
    return true;
}

static bool resolve_values(Context *context, const AstLane0 *ast, Lane0 *lane0) {
    lane0->value_count = ast->value_count;
    lane0->values = NEW_ARRAY(Lane0Value, ast->value_count + 1);
    for (int i = 0; i < ast->value_count; i++) {
        Lane0Value *value = &lane0->values[i];
        if (!check_value_name(ast, i)) {
            return false;
        }
        value->name = word_text(ast->values[i].name);
        value->is_result = ast->values[i].is_result;
        value->loc = ast->values[i].name.loc;
        value->kind = LANE0_BROADCAST;
    }
    for (int results = 0; results < 2; results++) {
        for (int i = 0; i < ast->value_count; i++) {
            Lane0Value *value = &lane0->values[i];
            if (value->is_result == (results == 1) &&
                (!resolve_types(context, ast, lane0, &ast->values[i]) ||
                 !resolve_order(&ast->values[i], value))) {
                return false;
            }
        }
    }
    return true;
}

/* ---- the statement ------------------------------------------------------------------------- */

static bool resolve_group(const AstLane0 *ast, Lane0 *lane0) {
    lane0->is_warpgroup = word_is(ast->group, "warpgroup");
    lane0->is_cta = lane0->is_warpgroup || word_is(ast->group, "cta");
    if (ast->threads < 1) {
        diag_error(
            ast->threads_loc,
            "E_WARP_PRODUCT",
            "a group of %" PRId64 " threads is not possible",
            ast->threads);
        return false;
    }
    int most = lane0->is_cta ? 1024 : 32;
    if (ast->threads > most || (lane0->is_cta && ast->threads % 32 != 0)) {
        diag_error(
            ast->threads_loc,
            "E_SCOPE_RANGE",
            "%" PRId64 " threads: %s",
            ast->threads,
            lane0->is_cta ? "cta(N) is a group of whole warps, 32 to 1024 threads"
                          : "warp N is a group of 1 to 32 lanes");
        diag_help(lane0->is_cta ? "write warp N for a part of a warp" : "write cta(N) for more");
        return false;
    }
    lane0->threads = (int)ast->threads;
    return true;
}

static bool resolve_lane_id(const AstLane0 *ast, Lane0 *lane0) {
    Word name = ast->lane_id;
    if (!name.length) {
        return true;
    }
    for (int i = 0; i < ast->value_count; i++) {
        const Word other = ast->values[i].name;
        if (other.length == name.length && memcmp(other.at, name.at, name.length) == 0) {
            diag_error(other.loc, "E_DUPLICATE_NAME", "'%s' is defined twice", word_text(name));
            diag_note(name.loc, "first here");
            return false;
        }
    }
    lane0->lane_id = word_text(name);
    return name_is_usable(name, true);
}

void lane0_print(Text *out, const char *name, const Lane0 *lane0) {
    text_printf(out, "%s %s ", lane0_kit_name[lane0->kit], name);
    text_printf(
        out,
        lane0->is_warpgroup ? "warpgroup"
        : lane0->is_cta     ? "cta(%d)"
                            : "warp %d",
        lane0->threads);
    if (lane0->kit == LANE0_REDUCE || lane0->kit == LANE0_SCAN) {
        text_printf(out, " %s", lane0_operation_name[lane0->operation]);
    }
    if (lane0->kit == LANE0_REDUCE && lane0->over >= 0) {
        text_printf(out, " over %d", lane0->over);
    }
    if (lane0->kit == LANE0_SCAN) {
        text_add(out, lane0->exclusive ? " exclusive" : " inclusive");
    }
    if (lane0->lane_id) {
        text_printf(out, " lane %s", lane0->lane_id);
    }
    text_add(out, " {");
    if (lane0->using_variant) {
        text_printf(out, " using %s;", lane0->using_variant);
    }
    for (int i = 0; i < lane0->value_count; i++) {
        const Lane0Value *value = &lane0->values[i];
        text_printf(out, " %s %s : %s", value->is_result ? "out" : "in", value->name, value->type);
        if (value->kind == LANE0_LAYOUT) {
            text_printf(out, " / %s", value->layout_text);
        } else if (value->kind != LANE0_BROADCAST) {
            text_printf(out, " / %s", value->dtype->name);
            for (int d = 0; d < value->rank; d++) {
                text_printf(out, "%s%" PRId64, d ? "," : "[", value->lane[d]);
            }
            text_add(out, value->kind == LANE0_CYCLIC ? "] cyclic" : "]");
        }
        text_char(out, ';');
    }
    text_add(out, " }");
}

static bool resolve_using(const AstOption *option, Lane0 *lane0) {
    lane0->using_loc = option->name.loc;
    return !option->name.length ||
           resolve_variant(option, word_text(option->value), &lane0->using_variant);
}

void resolve_lane0(Context *context, const Statement *statement) {
    const AstLane0 *ast = statement->lane0;
    Request *request = NEW(Request);
    Lane0 *lane0 = &request->lane0;
    while (!word_is(ast->kit, lane0_kit_name[lane0->kit])) {
        lane0->kit = (Lane0Kit)(lane0->kit + 1);
    }
    lane0->exclusive = word_is(ast->order, "exclusive");
    lane0->over = !ast->has_over ? -1
                  : ast->over.extent < 0 || ast->over.extent >= MAX_LANE0_RANK
                      ? MAX_LANE0_RANK
                      : (int)ast->over.extent;
    request->kind = REQUEST_LANE0;
    request->loc = statement->keyword.loc;
    request->name_loc = ast->name.loc;
    request->policy_tirx = context->policy_tirx;
    request->prefix = context->prefix;
    if (!check_given_name(ast->name) || !resolve_group(ast, lane0) ||
        !resolve_using(&ast->using, lane0) || !resolve_lane_id(ast, lane0) ||
        !resolve_values(context, ast, lane0) || !resolve_kit(ast, lane0)) {
        return;
    }
    Text text = {0};
    request->given_name = word_text(ast->name);
    lane0_print(&text, request->given_name, lane0);
    request->statement = text_string(&text);
    add_request(context, request);
}
