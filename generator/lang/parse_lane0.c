/* parse_lane0.c: the lane0 statement: a group of threads, and the values that go in and come out.
 * Each value has the type that lane 0 sees and, if it differs, the type that every lane has. */
#include "ast.h"
#include <string.h>

/* extents := '[' INT { ',' INT } ']' */
static bool parse_extents(Parser *parser, AstLane0Type *type) {
    do {
        AstInt extent = {.loc = parser->token.word.loc};
        if (type->rank == MAX_LANE0_RANK) {
            diag_error(
                extent.loc,
                "E_TOO_MANY_DIMS",
                "a value of lane 0 has at most %d dimensions",
                MAX_LANE0_RANK);
            diag_help("fuse dimensions that are not distributed");
            return false;
        }
        if (!parse_int(parser, "an extent", &extent.extent, NULL)) {
            return false;
        }
        type->extents[type->rank++] = extent;
    } while (parse_accept(parser, ','));
    return parse_expect(parser, ']', "']'");
}

/* type := WORD { WORD } { '*' } [ extents ] */
static bool parse_type(Parser *parser, AstLane0Type *type) {
    Text text = {0};
    int words = 0, stars = 0;
    type->word = parser->token.word;
    while (parse_is(parser, T_WORD) ? !stars : words && parse_is(parser, '*')) {
        const Word *word = &parser->token.word;
        bool star = parse_is(parser, '*');
        if (words && (word_is(*word, "block") || word_is(*word, "cyclic"))) {
            break;
        }
        text_add(&text, text.length && !(star && stars) ? " " : "");
        text_add_bytes(&text, word->at, word->length);
        type->word.length = (size_t)(word->at + word->length - type->word.at);
        words += !star;
        stars += star;
        parse_advance(parser);
    }
    if (!words) {
        return parse_fail(parser, "a type such as f32[128]");
    }
    type->text = text_string(&text);
    type->is_word = words == 1 && !stars;
    type->word.loc.length = type->word.length > 1000 ? 1000 : (int)type->word.length;
    return !parse_accept(parser, '[') || parse_extents(parser, type);
}

/* Does a layout stand here and no type: S[...], or a name that is no dtype and has no extents? A
 * layout of a name that dtypes have would be read as a type. */
static bool is_layout_next(const Parser *parser) {
    Parser ahead = *parser;
    Word word = parser->token.word;
    if (!parse_is(parser, T_WORD) || dtype_find(word.at, word.length)) {
        return false;
    }
    parse_advance(&ahead);
    return word_is(word, "S") || parse_is(&ahead, ';') || parse_is(&ahead, '}') ||
           parse_is(&ahead, T_NEWLINE) || parse_is_word(&ahead, "by");
}

static bool parse_held(Parser *parser, AstLane0Value *value) {
    if (!is_layout_next(parser)) {
        return parse_type(parser, &value->lane);
    }
    value->layout = NEW(AstLayout);
    value->lane.word = parser->token.word;
    value->lane.text = word_text(parser->token.word);
    value->lane.is_word = true;
    return parse_layout(parser, value->layout);
}

/* value := ( 'in' | 'out' ) NAME ':' type [ '/' ( type | layout ) ] [ 'block' | 'cyclic' ] */
static bool parse_value(Parser *parser, AstLane0Value *value) {
    value->is_result = parse_is_word(parser, "out");
    if (!value->is_result && !parse_is_word(parser, "in")) {
        return parse_fail(parser, "'in', 'out' or '}'");
    }
    parse_advance(parser);
    if (!parse_word(parser, "a name for the value", &value->name) ||
        !parse_expect(parser, ':', "':'") || !parse_type(parser, &value->seq)) {
        return false;
    }
    value->has_lane = parse_accept(parser, '/');
    if (value->has_lane && !parse_held(parser, value)) {
        return false;
    }
    if (parse_is_word(parser, "block") || parse_is_word(parser, "cyclic")) {
        value->order = parser->token.word;
        parse_advance(parser);
    }
    bool ends = parse_is(parser, ';') || parse_is(parser, T_NEWLINE) || parse_is(parser, '}') ||
                parse_is(parser, T_END);
    return ends || parse_fail(parser, value->has_lane ? "';' or '}'" : "'/', ';' or '}'");
}

static bool fail_nested(Parser *parser) {
    diag_error(
        parser->token.word.loc,
        "E_NESTED",
        "a region inside a region: lane 0 would wait for lanes that never come");
    return false;
}

/* using := 'using' VARIANT */
static bool parse_using(Parser *parser, AstOption *option) {
    const Token *token = &parser->token;
    Word name = parser->token.word;
    if (option->name.length) {
        diag_error(name.loc, "E_DUPLICATE_OPTION", "option 'using' is given twice");
        diag_note(option->name.loc, "first here");
        return false;
    }
    option->name = option->value = name;
    option->value.length = 0;
    parse_advance(parser);
    if (token->kind == T_WORD) {
        option->value = token->word;
        parse_advance(parser);
    }
    bool ends = parse_is(parser, ';') || parse_is(parser, T_NEWLINE) || parse_is(parser, '}');
    return ends || parse_fail(parser, "';' or '}'");
}

/* values := '{' { [ using | value ] ( ';' | newline ) } '}' */
static bool parse_values(Parser *parser, AstLane0 *lane0) {
    Loc open = parser->token.word.loc;
    if (!parse_expect(parser, '{', "'{'")) {
        return false;
    }
    for (;;) {
        while (parse_is(parser, ';') || parse_is(parser, T_NEWLINE)) {
            parse_advance(parser);
        }
        if (parse_accept(parser, '}')) {
            return true;
        }
        Word word = parser->token.word;
        if (parse_is(parser, T_END) || (word.loc.column == 1 && is_statement_word(word))) {
            diag_error(open, "E_UNTERMINATED", "the region has no '}'");
            return false;
        }
        if (parse_is_word(parser, "lane0")) {
            return fail_nested(parser);
        }
        if (parse_is_word(parser, "using")) {
            if (!parse_using(parser, &lane0->using)) {
                return false;
            }
            continue;
        }
        if (lane0->value_count == MAX_LANE0_VALUES) {
            diag_error(word.loc, "E_SYNTAX", "more than %d values", MAX_LANE0_VALUES);
            return false;
        }
        if (!parse_value(parser, &lane0->values[lane0->value_count++])) {
            return false;
        }
    }
}

static bool parse_size(Parser *parser, AstLane0 *lane0) {
    const Token *token = &parser->token;
    lane0->threads_loc = token->word.loc;
    if (parse_is(parser, T_NUMBER) || parse_is(parser, '-')) {
        return parse_int(parser, "the size of the group", &lane0->threads, NULL);
    }
    if (parse_is(parser, T_WORD) || parse_is(parser, T_MIXED) || parse_is(parser, T_STRING)) {
        bool is_lane = parse_is_word(parser, "lane");
        diag_error(
            token->word.loc,
            is_lane ? "E_WARP_SIZE_MISSING" : "E_WARP_SIZE_TYPE",
            is_lane ? "the group has no size" : "the size of a group must be a number");
        return false;
    }
    diag_error(token->word.loc, "E_WARP_SIZE_MISSING", "the group has no size");
    return false;
}

/* group := 'warp' INT | 'warpgroup' | 'cta' '(' INT ')' */
static bool parse_group(Parser *parser, AstLane0 *lane0) {
    if (parse_is_word(parser, "warpgroup")) {
        lane0->group = parser->token.word;
        lane0->threads_loc = lane0->group.loc;
        lane0->threads = 128;
        parse_advance(parser);
        return true;
    }
    if (parse_is_word(parser, "warp")) {
        lane0->group = parser->token.word;
        parse_advance(parser);
        return parse_size(parser, lane0);
    }
    if (!parse_is_word(parser, "cta")) {
        return parse_fail(parser, "'warp N', 'warpgroup' or 'cta(N)'");
    }
    lane0->group = parser->token.word;
    parse_advance(parser);
    if (!parse_is(parser, '(')) {
        return parse_size(parser, lane0) && parse_fail(parser, "'cta(N)'");
    }
    parse_advance(parser);
    return parse_size(parser, lane0) && parse_expect(parser, ')', "')'");
}

/* over := 'over' INT */
static bool parse_over(Parser *parser, AstLane0 *lane0) {
    lane0->has_over = parse_is_word(parser, "over");
    if (!lane0->has_over) {
        return true;
    }
    parse_advance(parser);
    lane0->over.loc = parser->token.word.loc;
    return parse_int(parser, "the number of a dimension", &lane0->over.extent, NULL);
}

/* operation := WORD, and of a scan 'inclusive' or 'exclusive', of a reduce [ over ] */
static bool parse_operation(Parser *parser, AstLane0 *lane0) {
    if (!word_is(lane0->kit, "reduce") && !word_is(lane0->kit, "scan")) {
        return true;
    }
    if (!parse_word(parser, "an operation such as add", &lane0->operation)) {
        return false;
    }
    if (!word_is(lane0->kit, "scan")) {
        return parse_over(parser, lane0);
    }
    if (!parse_is_word(parser, "inclusive") && !parse_is_word(parser, "exclusive")) {
        return parse_fail(parser, "'inclusive' or 'exclusive'");
    }
    lane0->order = parser->token.word;
    parse_advance(parser);
    return true;
}

bool is_lane0_kit(Word word) {
    for (int i = 0; i < LANE0_KIT_COUNT; i++) {
        if (word_is(word, lane0_kit_name[i])) {
            return true;
        }
    }
    return false;
}

/* lane0 := 'lane0' NAME group [ 'lane' NAME ] values
 * reduce := 'reduce' NAME group operation [ over ] values; scan likewise
 * extract := 'extract' NAME group values; insert and broadcast likewise */
bool parse_lane0(Parser *parser, AstLane0 *lane0) {
    if (!parse_word(parser, "a name for the region", &lane0->name) || !parse_group(parser, lane0)) {
        return false;
    }
    if (!parse_operation(parser, lane0)) {
        return false;
    }
    if (parse_is_word(parser, "lane")) {
        parse_advance(parser);
        if (!parse_is(parser, T_WORD)) {
            diag_error(
                parser->token.word.loc,
                "E_LANEID_TYPE",
                "the lane id must be the name of an argument, an unsigned number");
            return false;
        }
        lane0->lane_id = parser->token.word;
        parse_advance(parser);
    }
    return parse_values(parser, lane0);
}
