/* parse_for.c: `for T in f16, bf16 { .. }`. The body is read again for each value: when its '}' is
 * reached, the lexer goes back to behind its '{'. Each word becomes what it is in this turn: T is
 * bf16, load_T is load_bf16, and 128xN with N = 64 is 128x64. */
#include "ast.h"
#include <string.h>

static bool same_word(Word a, const char *at, size_t length) {
    return a.length == length && memcmp(a.at, at, length) == 0;
}

/* The value of a name in this turn, of the innermost loop that has it; NULL: no loop does. */
static const Token *value_of(Parser *parser, const char *at, size_t length) {
    for (int l = parser->loop_count - 1; l >= 0; l--) {
        ForLoop *loop = &parser->loops[l];
        for (int n = 0; n < loop->name_count; n++)
            if (same_word(loop->names[n], at, length)) {
                loop->used[n] = true;
                return &loop->values[loop->at * loop->name_count + n];
            }
    }
    return NULL;
}

/* ---- words ----------------------------------------------------------------------------------- */

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

/* Of names of yours, which have no capitals, and of shapes: load_T, nN, 128xN. Not of 128B. */
static bool spell(Parser *parser, Text *out, const Word *word) {
    bool changed = false;
    for (size_t at = 0; at < word->length;) {
        size_t end = at;
        bool begins = at == 0 || !char_is_digit(word->at[at - 1]);
        while (end < word->length &&
               (is_capital(word->at[end]) || (end > at && char_is_digit(word->at[end]))))
            end++;
        const Token *value = begins ? value_of(parser, word->at + at, end - at) : NULL;
        end += end == at;
        text_add_bytes(
            out, value ? value->word.at : word->at + at, value ? value->word.length : end - at);
        changed |= value != NULL;
        at = end;
    }
    return changed;
}

static Token read_again(const char *text, size_t length) {
    Source *source = NEW(Source);
    *source = (Source){.name = "", .text = text, .size = length};
    Lexer lexer = lexer_start(source);
    return lexer_next(&lexer, NULL);
}

Token for_token(Parser *parser, Token token) {
    if (parser->loop_count == 0)
        return token;
    Loc loc = token.word.loc;
    loc.turn = parser->loops[parser->loop_count - 1].turn;
    if (!parser->naming && (token.kind == T_WORD || token.kind == T_MIXED)) {
        const Token *value = value_of(parser, token.word.at, token.word.length);
        Text text = {0};
        if (value)
            token = *value;
        else if (spell(parser, &text, &token.word))
            token = read_again(text_string(&text), text.length);
    }
    token.word.loc = loc;
    return token;
}

/* ---- turns ----------------------------------------------------------------------------------- */

static void start_turn(Parser *parser, ForLoop *loop) {
    const Token *values = &loop->values[loop->at * loop->name_count];
    Text text = {0};
    for (int n = 0; n < loop->name_count; n++)
        text_printf(
            &text,
            "%s%.*s = %.*s",
            n ? ", " : "for ",
            (int)loop->names[n].length,
            loop->names[n].at,
            (int)values[n].word.length,
            values[n].word.at);
    loop->turn = NEW(LoopTurn);
    *loop->turn = (LoopTurn){.text = text_string(&text), .at = values[0].word.loc};
    loop->turn->at.turn = NULL;
    if (loop > parser->loops)
        loop->turn->outer = loop[-1].turn;
    parser->lexer = loop->body;
    parser->token = for_token(parser, lexer_next(&parser->lexer, NULL));
}

static void check_all_are_used(const ForLoop *loop) {
    for (int n = 0; n < loop->name_count && !loop->lost; n++) {
        if (loop->used[n])
            continue;
        diag_error(
            loop->names[n].loc,
            "E_FOR_NAME",
            "nothing in the loop is named after '%s'",
            word_text(loop->names[n]));
        diag_help("in words it is found by its capitals: load_T, nN, 128xN");
        return;
    }
}

static bool fail_count(const ForLoop *loop) {
    diag_error(
        loop->loc, "E_FOR_COUNT", "the loops have more than %d turns together", MAX_LOOP_TURNS);
    diag_help("write fewer values, or several files");
    return false;
}

void for_close(Parser *parser) {
    ForLoop *loop = &parser->loops[parser->loop_count - 1];
    if (!loop->lost && loop->at + 1 < loop->count) {
        loop->at++;
        if (++parser->turns <= MAX_LOOP_TURNS) {
            start_turn(parser, loop);
        } else { /* its '}' is read again, as that of the last turn */
            for_lost(parser);
            fail_count(loop);
        }
        return;
    }
    check_all_are_used(loop);
    parser->loop_count--;
    parse_advance(parser);
}

void for_lost(Parser *parser) {
    for (int l = 0; l < parser->loop_count; l++)
        parser->loops[l].lost = true;
}

void for_unclosed(Parser *parser) {
    if (parser->loop_count == 0)
        return;
    diag_error(
        parser->loops[parser->loop_count - 1].loc, "E_SYNTAX", "the body of this 'for' has no '}'");
    parser->loop_count = 0;
}

/* ---- the first line -------------------------------------------------------------------------- */

/* Capitals, so that no word of the language and no part of a name of yours is taken for one. */
static bool is_name(Word word) {
    for (size_t i = 0; i < word.length; i++)
        if (!is_capital(word.at[i]) && (i == 0 || !char_is_digit(word.at[i])))
            return false;
    return !word_is(word, "S") && !word_is(word, "R");
}

static bool has_name(const ForLoop *loop, Word word) {
    for (int n = 0; n < loop->name_count; n++)
        if (same_word(loop->names[n], word.at, word.length))
            return true;
    return false;
}

static bool fail_name(Word word, const char *format, const char *help) {
    diag_error(word.loc, "E_FOR_NAME", format, word_text(word));
    diag_help("%s", help);
    return false;
}

static bool take_name(Parser *parser, ForLoop *loop) {
    Word word;
    if (loop->name_count == MAX_LOOP_NAMES)
        return parse_fail(parser, "at most 8 names");
    if (!parse_is(parser, T_WORD))
        return parse_fail(parser, "a name such as T");
    word = parser->token.word;
    if (has_name(loop, word))
        return fail_name(word, "'%s' is a name of this loop already", "choose another name");
    for (int l = 0; l < parser->loop_count; l++)
        if (has_name(&parser->loops[l], word))
            return fail_name(
                word, "'%s' is a name of a loop around this one", "choose another name");
    if (!is_name(word))
        return fail_name(
            word,
            "'%s' cannot stand for a value",
            "write capital letters and digits, as in T or N2; S and R begin layouts");
    loop->names[loop->name_count++] = word;
    parse_advance(parser);
    return true;
}

/* NAME | '(' NAME { ',' NAME } ')' */
static bool read_names(Parser *parser, ForLoop *loop) {
    if (!parse_accept(parser, '('))
        return take_name(parser, loop);
    do {
        if (!take_name(parser, loop))
            return false;
    } while (parse_accept(parser, ','));
    return parse_expect(parser, ')', "')'");
}

/* 'for' names 'in', as they are written */
static bool take_names(Parser *parser, ForLoop *loop) {
    parser->naming = true;
    parse_advance(parser);
    bool good = read_names(parser, loop) &&
                (parse_is_word(parser, "in") || parse_fail(parser, "'in' and the values"));
    parser->naming = false;
    if (good)
        parse_advance(parser);
    return good;
}

static bool take_value(Parser *parser, ForLoop *loop, int *count) {
    if (!parse_is(parser, T_WORD) && !parse_is(parser, T_NUMBER) && !parse_is(parser, T_MIXED))
        return parse_fail(parser, "a value: a word, a number or a shape such as 64x64");
    if ((*count & (*count - 1)) == 0) { /* full at 0, 1, 2, 4 ...: room for twice as many */
        size_t held = (size_t)*count * sizeof(Token);
        loop->values = mem_grow(loop->values, held, held ? 2 * held : sizeof(Token));
    }
    loop->values[(*count)++] = parser->token;
    parse_advance(parser);
    return true;
}

/* The values behind `first`: did an earlier turn have the same ones? Both turns would make the same
 * statements. */
static bool stand_twice(const ForLoop *loop, int first, Loc loc) {
    const Token *values = loop->values;
    for (int turn = 0; turn < first; turn += loop->name_count) {
        bool same = true;
        for (int n = 0; n < loop->name_count && same; n++) {
            Word word = values[first + n].word;
            same = same_word(values[turn + n].word, word.at, word.length);
        }
        if (!same)
            continue;
        diag_error(loc, "E_FOR_VALUES", "an earlier turn has the same values");
        diag_note(values[turn].word.loc, "here");
        diag_help("delete one of the two");
        return true;
    }
    return false;
}

/* VALUE | '(' VALUE { ',' VALUE } ')' */
static bool take_values(Parser *parser, ForLoop *loop, int *count) {
    Loc loc = parser->token.word.loc;
    int before = *count;
    bool several = parse_accept(parser, '(');
    do {
        if (!take_value(parser, loop, count))
            return false;
    } while (several && parse_accept(parser, ','));
    if (several && !parse_expect(parser, ')', "')'"))
        return false;
    if (*count - before != loop->name_count) {
        diag_error(
            loc, "E_FOR_VALUES", "%d values for %d names", *count - before, loop->name_count);
        return false;
    }
    return !stand_twice(loop, before, loc);
}

/* for := 'for' names 'in' values { ',' values } '{' */
static bool parse_head(Parser *parser, ForLoop *loop) {
    int count = 0;
    if (parser->loop_count == MAX_LOOPS_OPEN)
        return parse_fail(parser, "at most 4 loops inside of each other");
    if (!take_names(parser, loop))
        return false;
    do {
        if (loop->count == MAX_LOOP_TURNS)
            return fail_count(loop);
        if (!take_values(parser, loop, &count))
            return false;
        loop->count++;
    } while (parse_accept(parser, ','));
    return parse_is(parser, '{') || parse_fail(parser, "'{'");
}

/* Behind the body of a loop whose first line is wrong. */
static void skip_loop(Parser *parser) {
    while (!parse_is(parser, '{') && !parse_is(parser, T_NEWLINE) && !parse_is(parser, T_END))
        parse_advance(parser);
    if (!parse_is(parser, '{'))
        return;
    do {
        parse_advance(parser);
    } while (parser->depth && !parse_is(parser, T_END));
}

void parse_for(Parser *parser) {
    ForLoop *loop = &parser->loops[parser->loop_count];
    ForLoop read = {.loc = parser->token.word.loc};
    if (!parse_head(parser, &read)) {
        skip_loop(parser);
        for_lost(parser);
        return;
    }
    read.body = parser->lexer;
    *loop = read;
    parser->loop_count++;
    parser->turns++;
    start_turn(parser, loop);
}
