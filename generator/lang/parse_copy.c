/* parse_copy.c: the copy statement (copy, copy_async, permute, relayout) with its scope, facts and
 * options, and the descriptor statement, which ends in the same way. Options are kept as a name and
 * the text behind it; resolve_options judges both. */
#include "ast.h"
#include <string.h>

/* interval := INT ':' INT */
static bool parse_interval(Parser *parser, int64_t *begin_end, Loc *loc) {
    *loc = parser->token.word.loc;
    return parse_int(parser, "the first one", &begin_end[0], NULL) &&
           parse_expect(parser, ':', "':'") && parse_int(parser, "the end", &begin_end[1], NULL);
}

/* narrowing := { 'lanes' interval | 'warps' interval } */
static bool parse_narrowing(Parser *parser, AstScope *scope) {
    while (parse_is_word(parser, "lanes") || parse_is_word(parser, "warps")) {
        bool lanes = parse_is_word(parser, "lanes");
        bool *given = lanes ? &scope->lanes_given : &scope->warps_given;
        if (*given) {
            return parse_fail(parser, "each narrowing once");
        }
        *given = true;
        parse_advance(parser);
        if (!parse_interval(
                parser,
                lanes ? scope->lanes : scope->warps,
                lanes ? &scope->lanes_loc : &scope->warps_loc)) {
            return false;
        }
    }
    return true;
}

/* scope := ( 'thread' | 'elected' | 'warp' | 'warpgroup' | ( 'cta' | 'cluster' ) '(' INT ')' )
 * narrowing */
static bool parse_scope(Parser *parser, AstScope *scope) {
    if (!parse_word(parser, "a scope", &scope->kind)) {
        return false;
    }
    scope->loc = scope->kind.loc;
    for (int i = 0; i < SCOPE_CTA; i++) {
        if (word_is(scope->kind, scope_name[i])) {
            return parse_narrowing(parser, scope);
        }
    }
    if (word_is(scope->kind, "cta") || word_is(scope->kind, "cluster")) {
        return parse_expect(parser, '(', "'(' and the size of the scope, as in cta(128)") &&
               parse_int(parser, "the size of the scope", &scope->count, NULL) &&
               parse_expect(parser, ')', "')'") && parse_narrowing(parser, scope);
    }
    int shown = scope->kind.length > 40 ? 40 : (int)scope->kind.length;
    diag_error(scope->loc, "E_UNKNOWN_SCOPE", "unknown scope '%.*s'", shown, scope->kind.at);
    Near near = {.wanted = scope->kind};
    for (int i = 0; i < SCOPE_COUNT; i++) {
        near_add(&near, scope_name[i]);
    }
    near_help(&near, "scopes are thread, elected, warp, warpgroup, cta(N), cluster(N)");
    return false;
}

static bool parse_dtype(Parser *parser, Word *word) {
    if (!parse_word(parser, "a dtype such as f32", word)) {
        return false;
    }
    if (dtype_find(word->at, word->length)) {
        return true;
    }
    diag_error(
        word->loc,
        "E_UNKNOWN_DTYPE",
        "unknown dtype '%.*s'",
        word->length > 40 ? 40 : (int)word->length,
        word->at);
    Near near = {.wanted = *word};
    near_dtypes(&near);
    near_help(&near, "dtypes are listed in docs/language.md; f16, bf16, f32, u8 and b32 are some");
    return false;
}

/* align := 'align' '(' ( 'src' | 'dst' ) ')' '==' INT */
static bool parse_align(Parser *parser, AstFact *fact) {
    fact->kind = FACT_ALIGN;
    parse_advance(parser);
    if (!parse_expect(parser, '(', "'('")) {
        return false;
    }
    if (!parse_is_word(parser, "src") && !parse_is_word(parser, "dst")) {
        return parse_fail(parser, "'src' or 'dst'");
    }
    fact->name = parser->token.word;
    parse_advance(parser);
    if (!parse_expect(parser, ')', "')'")) {
        return false;
    }
    if (!parse_is(parser, T_RELATION) || !word_is(parser->token.word, "==")) {
        return parse_fail(parser, "'=='");
    }
    parse_advance(parser);
    return parse_int(parser, "a number of bytes", &fact->value, &fact->value_loc);
}

static bool fail_fact(Loc loc) {
    diag_error(loc, "E_FACT_FORM", "this fact has a form that is not understood");
    return false;
}

/* divisor := NAME '%' INT '==' '0' */
static bool parse_divisor(Parser *parser, AstFact *fact) {
    fact->kind = FACT_DIVISOR;
    int64_t rest;
    if (!parse_int(parser, "a number of elements", &fact->value, &fact->value_loc)) {
        return false;
    }
    if (!parse_is(parser, T_RELATION) || !word_is(parser->token.word, "==")) {
        return parse_fail(parser, "'== 0'");
    }
    parse_advance(parser);
    if (!parse_int(parser, "0", &rest, NULL)) {
        return false;
    }
    return rest == 0 || fail_fact(fact->loc);
}

/* fact := align | divisor | NAME ( '==' | '<' | '<=' | '>' | '>=' ) INT */
static bool parse_fact(Parser *parser, AstFact *fact) {
    fact->loc = parser->token.word.loc;
    if (parse_is_word(parser, "align")) {
        return parse_align(parser, fact);
    }
    if (!parse_word(parser, "a fact such as ld % 8 == 0", &fact->name)) {
        return false;
    }
    if (parse_accept(parser, '%')) {
        return parse_divisor(parser, fact);
    }
    if (!parse_is(parser, T_RELATION)) {
        return parse_fail(parser, "'%' or a comparison");
    }
    Word relation = parser->token.word;
    parse_advance(parser);
    if (!parse_int(parser, "a number of elements", &fact->value, &fact->value_loc)) {
        return false;
    }
    int64_t step = relation.length == 2 ? 0 : 1; /* n < 5 is n <= 4 */
    if (relation.at[0] == '!') {
        return fail_fact(fact->loc);
    }
    fact->kind = relation.at[0] == '<' ? FACT_MAX : relation.at[0] == '>' ? FACT_MIN : FACT_EQUAL;
    if (!add_i64(fact->value, fact->kind == FACT_MAX ? -step : step, &fact->value)) {
        diag_error(fact->value_loc, "E_OVERFLOW", "the number does not fit 64 bits");
        return false;
    }
    return true;
}

/* facts := 'where' fact { ',' fact } */
static bool parse_facts(Parser *parser, AstCopy *copy) {
    parse_advance(parser);
    copy->facts = NEW_ARRAY(AstFact, MAX_FACTS);
    do {
        if (copy->fact_count == MAX_FACTS) {
            diag_error(parser->token.word.loc, "E_SYNTAX", "more than %d facts", MAX_FACTS);
            return false;
        }
        if (!parse_fact(parser, &copy->facts[copy->fact_count++])) {
            return false;
        }
    } while (parse_accept(parser, ','));
    return true;
}

/* option := WORD { any token but ';' '}' newline } */
static bool parse_option(Parser *parser, AstOption *option) {
    if (!parse_word(parser, "an option", &option->name)) {
        return false;
    }
    while (!parse_is(parser, ';') && !parse_is(parser, '}') && !parse_is(parser, T_NEWLINE)) {
        if (parse_is(parser, T_END)) {
            return true; /* the block reports it */
        }
        if (parse_is(parser, T_BAD) || parse_is(parser, '{')) {
            return parse_fail(parser, "';' or '}'");
        }
        const Word *word = &parser->token.word;
        if (!option->value.length) {
            option->value = *word;
        }
        option->value.length = (size_t)(word->at + word->length - option->value.at);
        parse_advance(parser);
    }
    return true;
}

/* options := '{' { [ option ] ( ';' | newline ) } '}' */
static bool parse_options(Parser *parser, AstCopy *copy) {
    Loc open = parser->token.word.loc;
    parse_advance(parser);
    copy->options = NEW_ARRAY(AstOption, MAX_OPTIONS);
    for (;;) {
        while (parse_is(parser, ';') || parse_is(parser, T_NEWLINE)) {
            parse_advance(parser);
        }
        if (parse_accept(parser, '}')) {
            return true;
        }
        Word word = parser->token.word;
        /* By the text: what `tcgen scan` makes of a call has the columns of the call. */
        bool next_statement = word.at[-1] == '\n' && is_statement_word(word);
        if (parse_is(parser, T_END) || next_statement) {
            diag_error(open, "E_UNTERMINATED", "the options have no '}'");
            return false;
        }
        if (copy->option_count == MAX_OPTIONS) {
            diag_error(parser->token.word.loc, "E_SYNTAX", "more than %d options", MAX_OPTIONS);
            return false;
        }
        if (!parse_option(parser, &copy->options[copy->option_count++])) {
            return false;
        }
    }
}

/* tail := [ facts ] [ options ] [ 'as' NAME ] */
static bool parse_tail(Parser *parser, AstCopy *copy) {
    if (parse_is_word(parser, "where") && !parse_facts(parser, copy)) {
        return false;
    }
    if (parse_is(parser, '{') && !parse_options(parser, copy)) {
        return false;
    }
    if (parse_is_word(parser, "as")) {
        parse_advance(parser);
        return parse_word(parser, "a name for the function", &copy->name);
    }
    return true;
}

/* descriptor := 'descriptor' ( 'wgmma' | 'umma' ) DTYPE operand tail */
bool parse_descriptor(Parser *parser, Word *unit, AstCopy *copy) {
    if (!parse_is_word(parser, "wgmma") && !parse_is_word(parser, "umma")) {
        return parse_fail(parser, "'wgmma' or 'umma'");
    }
    *unit = parser->token.word;
    parse_advance(parser);
    return parse_dtype(parser, &copy->dtype) && parse_operand(parser, &copy->left) &&
           parse_tail(parser, copy);
}

/* coords := 'coords' scope operand [ 'as' NAME ] */
bool parse_coords(Parser *parser, AstCopy *copy) {
    if (!parse_scope(parser, &copy->scope) || !parse_operand(parser, &copy->left)) {
        return false;
    }
    if (!parse_is_word(parser, "as")) {
        return true;
    }
    parse_advance(parser);
    return parse_word(parser, "a name for the functions", &copy->name);
}

/* fill := 'fill' scope DTYPE operand tail */
bool parse_fill(Parser *parser, AstCopy *copy) {
    if (!parse_scope(parser, &copy->scope) || !parse_dtype(parser, &copy->dtype) ||
        !parse_operand(parser, &copy->right)) {
        return false;
    }
    if (parse_is(parser, T_ARROW) || parse_is(parser, T_BOTH)) {
        parse_fail(parser, "the end of the statement");
        diag_help("'fill' has one tile, which it writes: fill cta(128) f32 smem S[(64,64)]");
        return false;
    }
    if (parse_is_picks(parser)) {
        parse_fail(parser, "the end of the statement");
        diag_help(
            "rows that indices pick are filled by a copy: fill registers, and copy them there");
        return false;
    }
    return parse_tail(parser, copy);
}

/* operand [ picks ] */
static bool parse_picked(Parser *parser, AstOperand *operand) {
    return parse_operand(parser, operand) &&
           (!parse_is_picks(parser) || parse_picks(parser, operand));
}

/* copy := OP scope DTYPE [ '->' DTYPE ] operand [ picks ] ( '->' | '<->' ) operand [ picks ]
 * tail */
bool parse_copy(Parser *parser, AstCopy *copy) {
    if (!parse_scope(parser, &copy->scope) || !parse_dtype(parser, &copy->dtype)) {
        return false;
    }
    if (parse_accept(parser, T_ARROW) && !parse_dtype(parser, &copy->to_dtype)) {
        return false;
    }
    if (!parse_picked(parser, &copy->left)) {
        return false;
    }
    copy->arrow_loc = parser->token.word.loc;
    copy->both_ways = parse_is(parser, T_BOTH);
    if (!copy->both_ways && !parse_is(parser, T_ARROW)) {
        return parse_fail(parser, "'->' or '<->'");
    }
    parse_advance(parser);
    return parse_picked(parser, &copy->right) && parse_tail(parser, copy);
}
