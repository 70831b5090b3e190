/* parse_layout.c: layouts and operands, as written. Lists are read by loops, never by recursion. */
#include "ast.h"
#include <string.h>

static bool fail_too_many(Loc loc, const char *what, int most) {
    diag_error(loc, "E_TOO_MANY_ITERS", "more than %d %s", most, what);
    return false;
}

/* stride := factor { '*' factor } [ '@' AXIS ]     factor := INT | NAME */
static bool parse_stride(Parser *parser, AstStride *stride) {
    stride->value = 1;
    stride->loc = parser->token.word.loc;
    do {
        if (parse_is(parser, T_WORD)) {
            if (stride->count == MAX_FACTORS) {
                return fail_too_many(parser->token.word.loc, "names in one stride", MAX_FACTORS);
            }
            stride->names[stride->count++] = parser->token.word;
            parse_advance(parser);
            continue;
        }
        int64_t value;
        if (!parse_int(parser, "a stride", &value, NULL)) {
            return false;
        }
        if (!mul_i64(stride->value, value, &stride->value)) {
            diag_error(stride->loc, "E_OVERFLOW", "the stride does not fit 64 bits");
            return false;
        }
    } while (parse_accept(parser, '*'));
    if (parse_accept(parser, '@')) {
        return parse_word(parser, "an axis", &stride->axis);
    }
    return true;
}

/* bytes := INT 'B', one token: 128B */
static bool parse_bytes(Parser *parser, AstInt *extent) {
    Word word = parser->token.word;
    extent->loc = word.loc;
    for (size_t at = 0; at < word.length; at++) {
        bool is_last = at + 1 == word.length, is_digit = word.at[at] >= '0' && word.at[at] <= '9';
        if (is_last && word.at[at] == 'B') {
            parse_advance(parser);
            return true;
        }
        if (!is_digit || !mul_i64(extent->extent, 10, &extent->extent) ||
            !add_i64(extent->extent, word.at[at] - '0', &extent->extent)) {
            break;
        }
    }
    return parse_fail(parser, "an extent such as 64 or 128B");
}

/* extent := INT | NAME | bytes | 'threads' | '*' */
static bool parse_extent(Parser *parser, AstInt *extent) {
    extent->loc = parser->token.word.loc;
    if (parse_is(parser, T_MIXED)) {
        extent->unit = IN_BYTES;
        return parse_bytes(parser, extent);
    }
    if (parse_is(parser, '*') || parse_is_word(parser, "threads")) {
        extent->unit = parse_is(parser, '*') ? IN_REST : IN_THREADS;
        extent->extent = 1;
        parse_advance(parser);
        return true;
    }
    if (parse_is(parser, T_WORD)) {
        extent->name = parser->token.word;
        extent->extent = 1;
        parse_advance(parser);
        return true;
    }
    return parse_int(parser, "an extent", &extent->extent, &extent->loc);
}

/* extents := '(' extent { ',' extent } ')' | extent { ',' extent } */
static bool parse_extents(Parser *parser, AstShard *shard) {
    bool enclosed = parse_accept(parser, '(');
    AstInt list[MAX_ITERS] = {0};
    do {
        if (shard->extent_count == MAX_ITERS) {
            return fail_too_many(parser->token.word.loc, "iters in a layout", MAX_ITERS);
        }
        if (!parse_extent(parser, &list[shard->extent_count])) {
            return false;
        }
        shard->extent_count++;
    } while (parse_accept(parser, ','));
    shard->extents = NEW_ARRAY(AstInt, shard->extent_count);
    memcpy(shard->extents, list, (size_t)shard->extent_count * sizeof list[0]);
    return !enclosed || parse_expect(parser, ')', "',' or ')'");
}

/* strides := '(' stride { ',' stride } ')' | stride { ',' stride } */
static bool parse_strides(Parser *parser, AstShard *shard) {
    bool enclosed = parse_accept(parser, '(');
    shard->has_strides = true;
    AstStride list[MAX_ITERS] = {0};
    do {
        if (shard->stride_count == MAX_ITERS) {
            return fail_too_many(parser->token.word.loc, "strides in a layout", MAX_ITERS);
        }
        if (!parse_stride(parser, &list[shard->stride_count])) {
            return false;
        }
        shard->stride_count++;
    } while (parse_accept(parser, ','));
    shard->strides = NEW_ARRAY(AstStride, shard->stride_count);
    memcpy(shard->strides, list, (size_t)shard->stride_count * sizeof list[0]);
    return !enclosed || parse_expect(parser, ')', "',' or ')'");
}

/* shard := '[' extents [ ':' strides ] ']' */
static bool parse_shard(Parser *parser, AstShard *shard) {
    shard->loc = parser->token.word.loc;
    return parse_expect(parser, '[', "'['") && parse_extents(parser, shard) &&
           (!parse_accept(parser, ':') || parse_strides(parser, shard)) &&
           parse_expect(parser, ']', "':' or ']'");
}

/* term := 'R' shard | INT '@' AXIS */
static bool parse_term(Parser *parser, AstLayout *layout) {
    Loc loc = parser->token.word.loc;
    if (parse_is_word(parser, "R")) {
        parse_advance(parser);
        if (layout->replica_count == MAX_REPLICAS) {
            return fail_too_many(loc, "replicas in a layout", MAX_REPLICAS);
        }
        if (!layout->replicas) {
            layout->replicas = NEW_ARRAY(AstShard, MAX_REPLICAS);
        }
        return parse_shard(parser, &layout->replicas[layout->replica_count++]);
    }
    if (layout->offset_count == MAX_OFFSETS) {
        return fail_too_many(loc, "offsets in a layout", MAX_OFFSETS);
    }
    if (!layout->offsets) {
        layout->offsets = NEW_ARRAY(AstStride, MAX_OFFSETS);
    }
    AstStride *offset = &layout->offsets[layout->offset_count++];
    offset->value = 1;
    return parse_int(
               parser, "R[...] or an offset such as 4@laneid", &offset->value, &offset->loc) &&
           parse_expect(parser, '@', "'@' and an axis") &&
           parse_word(parser, "an axis", &offset->axis);
}

/* swizzle := 'swizzle' ( '(' INT ',' INT ',' INT [ ',' ( 'inner' | 'outer' ) ] ')' | 32B | 64B |
 * 128B ) */
static bool parse_swizzle(Parser *parser, AstSwizzle *swizzle) {
    swizzle->loc = parser->token.word.loc;
    swizzle->on = true;
    parse_advance(parser);
    if (parse_is(parser, T_MIXED)) {
        Word word = parser->token.word;
        swizzle->named = word_is(word, "32B") ? 32 : word_is(word, "64B") ? 64 : 128;
        if (swizzle->named == 128 && !word_is(word, "128B")) {
            return parse_fail(parser, "32B, 64B or 128B");
        }
        parse_advance(parser);
        return true;
    }
    if (!parse_expect(parser, '(', "'(' or 32B, 64B, 128B")) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        if (i && !parse_expect(parser, ',', "','")) {
            return false;
        }
        if (!parse_int(parser, "a number", &swizzle->numbers[i], NULL)) {
            return false;
        }
    }
    if (parse_accept(parser, ',')) {
        swizzle->outer = parse_is_word(parser, "outer");
        if (!swizzle->outer && !parse_is_word(parser, "inner")) {
            return parse_fail(parser, "'inner' or 'outer'");
        }
        parse_advance(parser);
    }
    return parse_expect(parser, ')', "')'");
}

bool parse_starts_layout(const Parser *parser) {
    return parse_is(parser, T_WORD) && !parse_is_word(parser, "where") &&
           !parse_is_word(parser, "as");
}

/* order := 'by' ( 'rows' | 'columns' ) */
static bool parse_order(Parser *parser, AstShape *shape) {
    shape->order_loc = parser->token.word.loc;
    parse_advance(parser);
    if (!parse_is_word(parser, "rows") && !parse_is_word(parser, "columns")) {
        return parse_fail(parser, "'rows' or 'columns'");
    }
    shape->order = parse_is_word(parser, "rows") ? ORDER_ROWS : ORDER_COLUMNS;
    parse_advance(parser);
    return true;
}

/* layout := [ 'auto' ] ( NAME | 'S' shard { '+' term } ) [ swizzle ] [ order ] */
bool parse_layout(Parser *parser, AstLayout *layout) {
    layout->loc = parser->token.word.loc;
    if (parse_is_word(parser, "auto")) {
        layout->is_auto = true;
        parse_advance(parser);
    }
    Word word;
    if (!parse_starts_layout(parser)) {
        return parse_fail(parser, "a layout: S[...] or a name");
    }
    word = parser->token.word;
    parse_advance(parser);
    if (!word_is(word, "S")) {
        layout->name = word;
    } else {
        if (!parse_shard(parser, &layout->shard)) {
            return false;
        }
        while (parse_accept(parser, '+')) {
            if (!parse_term(parser, layout)) {
                return false;
            }
        }
    }
    if (parse_is_word(parser, "swizzle") && !parse_swizzle(parser, &layout->swizzle)) {
        return false;
    }
    return !parse_is_word(parser, "by") || parse_is_picks(parser) ||
           parse_order(parser, &layout->shape);
}

/* shape := INT { 'x' INT }, one token: 8x256 */
bool parse_shape(Parser *parser, int64_t *shape, int *count, Loc *loc) {
    Word word = parser->token.word;
    *loc = word.loc;
    *count = 0;
    for (size_t at = 0; at < word.length; at++) {
        if (*count == MAX_RANK) {
            diag_error(word.loc, "E_TOO_MANY_DIMS", "a shape has at most %d dimensions", MAX_RANK);
            diag_help("fuse dimensions that are adjacent in memory");
            return false;
        }
        int64_t value = 0;
        size_t digits = at;
        for (; at < word.length && word.at[at] >= '0' && word.at[at] <= '9'; at++) {
            if (!mul_i64(value, 10, &value) || !add_i64(value, word.at[at] - '0', &value)) {
                diag_error(word.loc, "E_OVERFLOW", "an extent of the shape does not fit 64 bits");
                return false;
            }
        }
        if (at == digits || (at < word.length && (word.at[at] != 'x' || at + 1 == word.length))) {
            return parse_fail(parser, "a shape such as 8x256");
        }
        shape[(*count)++] = value;
    }
    parse_advance(parser);
    return true;
}

/* begin := INT [ '+' NAME ] | NAME [ '+' INT ] */
static bool parse_begin(Parser *parser, AstRange *range) {
    if (parse_is(parser, T_WORD)) {
        range->symbol = parser->token.word;
        parse_advance(parser);
        bool moved = parse_accept(parser, '+') || parser->token.kind == '-';
        return !moved || parse_int(parser, "a number", &range->begin, NULL);
    }
    if (!parse_int(parser, "an index or a range", &range->begin, NULL)) {
        return false;
    }
    return !parse_accept(parser, '+') || parse_word(parser, "a run-time name", &range->symbol);
}

/* range := begin | INT ':' INT | begin ':' '+' INT */
static bool parse_range(Parser *parser, AstRange *range) {
    range->loc = parser->token.word.loc;
    if (!parse_begin(parser, range)) {
        return false;
    }
    int64_t extent = 1;
    if (parse_accept(parser, ':')) {
        bool counted = parse_accept(parser, '+');
        if (!counted && range->symbol.length) {
            return parse_fail(parser, "'+' and the extent, as in m:+16");
        }
        if (!parse_int(parser, counted ? "the extent" : "the end of the range", &extent, NULL)) {
            return false;
        }
        if (!counted) {
            range->end = extent;
            return true;
        }
    }
    if (!add_i64(range->begin, extent, &range->end)) {
        diag_error(range->loc, "E_OVERFLOW", "the end of the range does not fit 64 bits");
        return false;
    }
    return true;
}

/* region := '[' range { ',' range } ']' */
static bool parse_region(Parser *parser, AstOperand *operand) {
    operand->region_loc = parser->token.word.loc;
    parse_advance(parser);
    do {
        if (operand->range_count == MAX_RANK) {
            diag_error(
                parser->token.word.loc,
                "E_TOO_MANY_DIMS",
                "a region has at most %d ranges",
                MAX_RANK);
            diag_help("write the logical shape before the layout, as in 'smem 128x64 S[...]'");
            return false;
        }
        if (!parse_range(parser, &operand->ranges[operand->range_count])) {
            return false;
        }
        operand->range_count++;
    } while (parse_accept(parser, ','));
    return parse_expect(parser, ']', "',' or ']'");
}

bool fail_space(Word word) {
    if (word_is(word, "S")) {
        diag_error(
            word.loc, "E_SYNTAX", "expected a space (gmem, smem, reg, ...) before the layout");
        return false;
    }
    diag_error(
        word.loc,
        "E_UNKNOWN_SPACE",
        "unknown space '%.*s'",
        word.length > 40 ? 40 : (int)word.length,
        word.at);
    Near near = {.wanted = word};
    near_spaces(&near);
    near_help(&near, "spaces are gmem, smem, reg, dsmem, tmem");
    return false;
}

/* operand := SPACE [ SHAPE ] layout [ region ] | TILE [ [ SHAPE ] layout ] [ region ]
 * Which tiles there are is not known here. */
bool parse_operand(Parser *parser, AstOperand *operand) {
    operand->loc = parser->token.word.loc;
    if (!parse_word(parser, "an operand: a space and a layout", &operand->space)) {
        return false;
    }
    Space space;
    bool is_space = space_find(operand->space, &space) || word_is(operand->space, "peer");
    bool has_shape = parse_is(parser, T_NUMBER) || parse_is(parser, T_MIXED);
    if (!is_space && word_is(operand->space, "S")) {
        return fail_space(operand->space);
    }
    operand->is_view = !is_space && (has_shape || parse_starts_layout(parser));
    if (is_space || operand->is_view) {
        operand->has_layout = true;
        operand->layout = NEW(AstLayout);
        if (has_shape &&
            !parse_shape(parser, operand->shape, &operand->shape_count, &operand->shape_loc)) {
            return false;
        }
        if (!parse_layout(parser, operand->layout)) {
            return false;
        }
    }
    return !parse_is(parser, '[') || parse_region(parser, operand);
}
