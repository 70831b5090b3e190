/* lexer.c: description text -> tokens, one at a time, so that a megabyte of anything costs no more
 * memory than its tokens in view. A newline is a token; a token never spans lines. */
#include "ast.h"
#include <string.h>

Lexer lexer_start(const Source *source) {
    Lexer lexer = {.source = source, .line = 1};
    if (strncmp(source->text, "\xef\xbb\xbf", 3) == 0) {
        lexer.at = lexer.line_at = 3; /* a byte order mark */
    }
    return lexer;
}

static int peek(const Lexer *lexer, size_t ahead) {
    size_t at = lexer->at + ahead;
    return at < lexer->source->size ? (unsigned char)lexer->source->text[at] : -1;
}

static Token take(Lexer *lexer, int kind, size_t bytes) {
    Token token = {.kind = kind};
    token.word.at = lexer->source->text + lexer->at;
    token.word.length = bytes;
    token.word.loc = lexer->source->parts ? source_place(lexer->source, lexer->at, bytes)
                                          : (Loc){
                                                .source = lexer->source,
                                                .line = lexer->line,
                                                .column = (int)(lexer->at - lexer->line_at) + 1,
                                                .length = bytes > 1000 ? 1000 : (int)bytes};
    lexer->at += bytes;
    return token;
}

static Token take_number(Lexer *lexer) {
    size_t bytes = 0;
    int64_t value = 0;
    while (char_is_digit(peek(lexer, bytes))) {
        int digit = peek(lexer, bytes++) - '0';
        if (value >= 0 && (!mul_i64(value, 10, &value) || !add_i64(value, digit, &value))) {
            value = -1;
        }
    }
    int kind = T_NUMBER;
    while (char_is_word(peek(lexer, bytes))) { /* 8x256, 128B, 128x256b */
        kind = T_MIXED;
        bytes++;
    }
    Token token = take(lexer, kind, bytes);
    token.number = value;
    return token;
}

static Token take_string(Lexer *lexer) {
    size_t bytes = 1;
    int c;
    while ((c = peek(lexer, bytes)) != '"') {
        if (c < 0x20 || c == 0x7f) { /* also the end of the text and of the line */
            return take(lexer, T_BAD, c < 0 || c == '\n' || c == '\r' ? bytes : bytes + 1);
        }
        bytes++;
    }
    Token token = take(lexer, T_STRING, bytes + 1);
    token.word.at++;
    token.word.length -= 2;
    return token;
}

/* A run of bytes that no token starts with is one bad token. */
static Token take_bad(Lexer *lexer) {
    size_t bytes = 1;
    int c;
    while ((c = peek(lexer, bytes)) >= 0 && c != '\n' && c != ' ' && (c < 0x20 || c > 0x7e)) {
        bytes++;
    }
    return take(lexer, T_BAD, bytes);
}

static void skip_blanks(Lexer *lexer, Word *comment) {
    for (;;) {
        int c = peek(lexer, 0);
        if (c == ' ' || c == '\t' || c == '\r') {
            lexer->at++;
            continue;
        }
        if (c != '#') {
            return;
        }
        size_t bytes = 0;
        while ((c = peek(lexer, bytes)) >= 0 && c != '\n' && c != 0) {
            bytes++;
        }
        Token token = take(lexer, '#', bytes);
        if (comment) {
            *comment = token.word;
        }
    }
}

Token lexer_next(Lexer *lexer, Word *comment) {
    skip_blanks(lexer, comment);
    int c = peek(lexer, 0);
    if (c < 0) {
        return take(lexer, T_END, 0);
    }
    if (c == '\n') {
        Token token = take(lexer, T_NEWLINE, 1);
        lexer->line++;
        lexer->line_at = lexer->at;
        return token;
    }
    if (char_is_digit(c)) {
        return take_number(lexer);
    }
    if (char_is_word(c)) {
        size_t bytes = 1;
        while (char_is_word(peek(lexer, bytes))) {
            bytes++;
        }
        return take(lexer, T_WORD, bytes);
    }
    if (c == '"') {
        return take_string(lexer);
    }
    if (c == '-' && peek(lexer, 1) == '>') {
        return take(lexer, T_ARROW, 2);
    }
    if (c == '<' && peek(lexer, 1) == '-' && peek(lexer, 2) == '>') {
        return take(lexer, T_BOTH, 3);
    }
    if (c && strchr("<>=!", c)) {
        bool two = peek(lexer, 1) == '=';
        return take(lexer, c == '=' && !two ? '=' : T_RELATION, two ? 2 : 1);
    }
    if (c && strchr("()[]{}:;,@*+-%/.|?", c)) {
        return take(lexer, c, 1);
    }
    return take_bad(lexer);
}

bool word_is(Word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.at, text, word.length) == 0;
}

const char *word_text(Word word) {
    return mem_text(word.at, word.length);
}
