/* parser.c: statements. Recursive descent with one token in view; nothing nests deeper than a
 * layout inside an operand inside a statement, so no input can exhaust the stack. A statement that
 * fails is reported once and skipped to its end, and the next one is read. */
#include "ast.h"
#include <string.h>

Parser parser_start(const Source *source) {
    Parser parser = {.lexer = lexer_start(source)};
    parser.token = lexer_next(&parser.lexer, NULL);
    return parser;
}

void parse_advance(Parser *parser) {
    if (parser->token.kind == '{') {
        parser->depth++;
    } else if (parser->token.kind == '}' && parser->depth) {
        parser->depth--;
    }
    parser->token = for_token(parser, lexer_next(&parser->lexer, NULL));
}

bool parse_is(const Parser *parser, int kind) {
    return parser->token.kind == kind;
}

bool parse_is_word(const Parser *parser, const char *word) {
    return parser->token.kind == T_WORD && word_is(parser->token.word, word);
}

bool parse_accept(Parser *parser, int kind) {
    if (!parse_is(parser, kind)) {
        return false;
    }
    parse_advance(parser);
    return true;
}

static bool fail_bad(const Token *token) {
    unsigned char byte = (unsigned char)token->word.at[0];
    if (byte == '"') {
        diag_error(token->word.loc, "E_UNTERMINATED", "the string does not end on its line");
    } else if (byte > 0x20 && byte < 0x7f) {
        diag_error(token->word.loc, "E_BAD_CHARACTER", "'%c' means nothing here", byte);
    } else {
        diag_error(token->word.loc, "E_BAD_CHARACTER", "a byte 0x%02x in the description", byte);
    }
    return false;
}

bool parse_fail(Parser *parser, const char *expected) {
    const Token *token = &parser->token;
    int shown = token->word.length > 40 ? 40 : (int)token->word.length;
    if (token->kind == T_BAD) {
        return fail_bad(token);
    }
    if (token->kind == T_END || token->kind == T_NEWLINE) {
        const char *end = token->kind == T_END ? "file" : "line";
        diag_error(
            token->word.loc, "E_SYNTAX", "expected %s, found the end of the %s", expected, end);
    } else {
        const char *quote = token->kind == T_STRING ? "\"" : "'";
        diag_error(
            token->word.loc,
            "E_SYNTAX",
            "expected %s, found %s%.*s%s",
            expected,
            quote,
            shown,
            token->word.at,
            quote);
    }
    return false;
}

bool parse_expect(Parser *parser, int kind, const char *what) {
    return parse_accept(parser, kind) || parse_fail(parser, what);
}

bool parse_word(Parser *parser, const char *what, Word *word) {
    if (!parse_is(parser, T_WORD)) {
        return parse_fail(parser, what);
    }
    *word = parser->token.word;
    parse_advance(parser);
    return true;
}

/* INT := [ '-' ] digits */
bool parse_int(Parser *parser, const char *what, int64_t *value, Loc *loc) {
    Loc start = parser->token.word.loc;
    bool negative = parse_accept(parser, '-');
    if (!parse_is(parser, T_NUMBER)) {
        return parse_fail(parser, what);
    }
    const Token *token = &parser->token;
    if (token->number < 0) {
        diag_error(token->word.loc, "E_OVERFLOW", "%s does not fit 64 bits", what);
        return false;
    }
    *value = negative ? -token->number : token->number;
    if (loc) {
        *loc = start;
    }
    parse_advance(parser);
    return true;
}

/* target := 'target' TARGET { ',' TARGET } */
static bool parse_target(Parser *parser, Statement *statement) {
    Text list = {0};
    do {
        Word word;
        if (!parse_word(parser, "a target such as sm_90", &word)) {
            return false;
        }
        text_printf(&list, "%s%.*s", list.length ? "," : "", (int)word.length, word.at);
        if (!statement->word.length) {
            statement->word = word;
        }
    } while (parse_accept(parser, ','));
    statement->list = text_string(&list);
    return true;
}

/* layout := 'layout' NAME '=' [ SHAPE ] LAYOUT */
static bool parse_layout_statement(Parser *parser, Statement *statement) {
    statement->layout = NEW(AstLayout);
    AstShape *shape = &statement->layout->shape;
    if (!parse_word(parser, "a name for the layout", &statement->word) ||
        !parse_expect(parser, '=', "'='")) {
        return false;
    }
    bool has_shape = parse_is(parser, T_NUMBER) || parse_is(parser, T_MIXED);
    return (!has_shape || parse_shape(parser, shape->extent, &shape->count, &shape->loc)) &&
           parse_layout(parser, statement->layout);
}

/* tile := 'tile' NAME ':' SPACE [ SHAPE ] LAYOUT DTYPE */
static bool parse_tile(Parser *parser, Statement *statement) {
    statement->tile = NEW(AstOperand);
    return parse_word(parser, "a name for the tile", &statement->word) &&
           parse_expect(parser, ':', "':'") && parse_operand(parser, statement->tile) &&
           parse_word(parser, "the dtype of the tile", &statement->dtype);
}

/* import := 'import' '"' path '"' */
static bool parse_import(Parser *parser, Statement *statement) {
    if (!parse_is(parser, T_STRING)) {
        return parse_fail(parser, "a file name in quotes");
    }
    statement->word = parser->token.word;
    parse_advance(parser);
    return true;
}

static bool ends_loop(const Parser *parser) {
    return parser->loop_count && !parser->depth && parse_is(parser, '}');
}

static bool ends_statement(const Parser *parser) {
    return parse_is(parser, T_NEWLINE) || parse_is(parser, ';') || parse_is(parser, T_END) ||
           ends_loop(parser);
}

static bool fail_statement(Parser *parser, Word word) {
    diag_error(
        word.loc,
        "E_SYNTAX",
        "no statement starts with '%.*s'",
        word.length > 40 ? 40 : (int)word.length,
        word.at);
    Near near = {.wanted = word};
    near_statements(&near);
    near_help(&near, statement_words());
    (void)parser;
    return false;
}

/* statement := target | policy WORD | prefix WORD | import | layout | tile | copy | ... */
static bool parse_statement(Parser *parser, Statement *statement) {
    Word word;
    if (!parse_word(parser, "a statement", &word)) {
        return false;
    }
    statement->keyword = word;
    if (word_is(word, "target")) {
        statement->kind = STATEMENT_TARGET;
        return parse_target(parser, statement);
    }
    if (word_is(word, "policy")) {
        statement->kind = STATEMENT_POLICY;
        return parse_word(parser, "'best' or 'tirx'", &statement->word);
    }
    if (word_is(word, "prefix")) {
        statement->kind = STATEMENT_PREFIX;
        return parse_word(parser, "a prefix such as p_", &statement->word);
    }
    if (word_is(word, "import")) {
        statement->kind = STATEMENT_IMPORT;
        return parse_import(parser, statement);
    }
    if (word_is(word, "layout")) {
        statement->kind = STATEMENT_LAYOUT;
        return parse_layout_statement(parser, statement);
    }
    if (word_is(word, "tile")) {
        statement->kind = STATEMENT_TILE;
        return parse_tile(parser, statement);
    }
    for (int i = 0; i < OP_COUNT; i++) {
        if (word_is(word, op_name[i])) {
            statement->kind = i == OP_FILL ? STATEMENT_FILL : STATEMENT_COPY;
            statement->copy = NEW(AstCopy);
            return (i == OP_FILL ? parse_fill : parse_copy)(parser, statement->copy);
        }
    }
    if (word_is(word, "descriptor")) {
        statement->kind = STATEMENT_DESCRIPTOR;
        statement->copy = NEW(AstCopy);
        return parse_descriptor(parser, &statement->word, statement->copy);
    }
    if (word_is(word, "coords")) {
        statement->kind = STATEMENT_COORDS;
        statement->copy = NEW(AstCopy);
        return parse_coords(parser, statement->copy);
    }
    if (word_is(word, "pipeline")) {
        statement->kind = STATEMENT_PIPELINE;
        statement->pipeline = NEW(AstPipeline);
        return parse_pipeline(parser, statement->pipeline);
    }
    if (is_lane0_kit(word)) {
        statement->kind = STATEMENT_LANE0;
        statement->lane0 = NEW(AstLane0);
        statement->lane0->kit = word;
        return parse_lane0(parser, statement->lane0);
    }
    return fail_statement(parser, word);
}

/* Skips to the end of the statement. An open block ends where a line starts with a statement word,
 * so that one forgotten '}' does not hide the rest of the file. */
static void recover(Parser *parser) {
    bool line_start = parser->depth > 0;
    while (!parse_is(parser, T_END)) {
        if (!parser->depth && ends_statement(parser)) {
            return;
        }
        const Word *word = &parser->token.word;
        if (line_start && word->loc.column == 1 && is_statement_word(*word)) {
            parser->depth = 0;
            return;
        }
        line_start = parse_is(parser, T_NEWLINE);
        parse_advance(parser);
    }
}

/* What stands between statements: ends of lines, and where loops begin and end. What is wrong with
 * a loop is reported, and the text goes on behind it. */
static void between_statements(Parser *parser) {
    for (;;) {
        parser->depth = 0;
        if (parse_is(parser, T_NEWLINE) || parse_is(parser, ';')) {
            parse_advance(parser);
        } else if (ends_loop(parser)) {
            for_close(parser);
        } else if (parse_is_word(parser, "for")) {
            parse_for(parser);
        } else {
            return;
        }
    }
}

/* file := { [ statement ] ( newline | ';' ) | loop } */
Statement *parser_next(Parser *parser, bool *failed) {
    *failed = false;
    Statement *statement = NEW(Statement);
    between_statements(parser);
    if (parse_is(parser, T_END)) {
        for_unclosed(parser);
        return NULL;
    }
    budget_statement(parser->token.word.loc);
    if (!parse_statement(parser, statement) ||
        (!ends_statement(parser) && !parse_fail(parser, "the end of the statement"))) {
        *failed = true;
        for_lost(parser);
        recover(parser);
    }
    return statement;
}
