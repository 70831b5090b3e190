/* ctokens.c: C, C++ and CUDA -> the few tokens that finding calls needs. The text is untrusted: it
 * may end anywhere, and every byte is looked at once. */
#include "kernel.h"
#include <string.h>

CLexer clexer_start(const Source *source, Kernel *kernel) {
    CLexer lexer = {.source = source, .kernel = kernel, .line = 1, .line_begins = true};
    if (source->size >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0)
        lexer.at = lexer.line_at = 3;
    return lexer;
}

static int byte_at(const CLexer *lexer, size_t at) {
    return at < lexer->source->size ? (unsigned char)lexer->source->text[at] : -1;
}

/* Bytes of a splice, a backslash at the end of a line; 0: there is none. */
static size_t splice_at(const CLexer *lexer, size_t at) {
    if (byte_at(lexer, at) != '\\')
        return 0;
    if (byte_at(lexer, at + 1) == '\n')
        return 2;
    return byte_at(lexer, at + 1) == '\r' && byte_at(lexer, at + 2) == '\n' ? 3 : 0;
}

static void begin_line(CLexer *lexer, size_t at) {
    lexer->line++;
    lexer->at = lexer->line_at = at;
}

/* The next character, behind splices; -1: the end. */
static int peek(CLexer *lexer) {
    size_t splice;
    while ((splice = splice_at(lexer, lexer->at)) != 0)
        begin_line(lexer, lexer->at + splice);
    return byte_at(lexer, lexer->at);
}

static void advance(CLexer *lexer) {
    if (byte_at(lexer, lexer->at) == '\n')
        begin_line(lexer, lexer->at + 1);
    else
        lexer->at++;
}

static Loc here(const CLexer *lexer) {
    return (Loc){
        .source = lexer->source,
        .line = lexer->line,
        .column = (int)(lexer->at - lexer->line_at) + 1,
        .length = 1};
}

static bool fail_open(CLexer *lexer, Loc loc, const char *what) {
    diag_error(loc, "E_UNTERMINATED", "%s has no end", what);
    lexer->failed = true;
    return false;
}

/* ---- comments -------------------------------------------------------------------------------- */

static bool is_blank(int c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Behind `//` or the opening of a block, with blanks between: is it `@tc`? Then it is skipped. */
static bool accept_tc(CLexer *lexer) {
    size_t at = lexer->at;
    while (byte_at(lexer, at) == ' ')
        at++;
    bool is_tc = lexer->source->size - at >= 3 && memcmp(lexer->source->text + at, "@tc", 3) == 0;
    int after = is_tc ? byte_at(lexer, at + 3) : -1;
    if (!is_tc || !(after < 0 || is_blank(after) || after == '\n' || after == '*'))
        return false;
    lexer->at = at + 3;
    return true;
}

/* after: '\n', or ' ' where a splice goes on. */
static void add_line(CLexer *lexer, size_t begin, size_t end, Loc loc, char after) {
    if (lexer->kernel)
        kernel_add_line(lexer->kernel, lexer->source->text + begin, end - begin, loc, after);
}

/* To the end of the line, also behind a splice. */
static void skip_line_comment(CLexer *lexer) {
    lexer->at += 2;
    bool is_tc = accept_tc(lexer);
    for (;;) {
        size_t begin = lexer->at, splice = 0;
        Loc loc = here(lexer);
        int c;
        while ((c = byte_at(lexer, lexer->at)) >= 0 && c != '\n' &&
               !(splice = splice_at(lexer, lexer->at)))
            lexer->at++;
        if (is_tc)
            add_line(lexer, begin, lexer->at, loc, splice ? ' ' : '\n');
        if (!splice)
            return;
        begin_line(lexer, lexer->at + splice);
    }
}

static bool skip_block_comment(CLexer *lexer) {
    Loc open = here(lexer);
    open.length = 2;
    lexer->at += 2;
    bool is_tc = accept_tc(lexer);
    size_t begin = lexer->at;
    Loc loc = here(lexer);
    for (;;) {
        int c = byte_at(lexer, lexer->at);
        bool ends = c == '*' && byte_at(lexer, lexer->at + 1) == '/';
        if (c < 0)
            return fail_open(lexer, open, "the comment");
        if (is_tc && (ends || c == '\n'))
            add_line(lexer, begin, lexer->at, loc, '\n');
        if (ends) {
            lexer->at += 2;
            return true;
        }
        advance(lexer);
        if (c == '\n') {
            begin = lexer->at;
            loc = here(lexer);
        }
    }
}

/* Blanks and comments, and ends of lines outside of the preprocessor. False: reported. */
static bool skip_blanks(CLexer *lexer) {
    for (;;) {
        int c = peek(lexer);
        if (c == '\n' && lexer->in_directive)
            return true;
        if (is_blank(c) || c == '\n') {
            lexer->line_begins |= c == '\n';
            advance(lexer);
        } else if (c == '/' && byte_at(lexer, lexer->at + 1) == '/') {
            skip_line_comment(lexer);
        } else if (c == '/' && byte_at(lexer, lexer->at + 1) == '*') {
            if (!skip_block_comment(lexer))
                return false;
        } else {
            return true;
        }
    }
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* Bytes above ASCII may stand in names. */
static bool is_word_char(int c) {
    return char_is_word(c) || c >= 0x80;
}

static void skip_number(CLexer *lexer) {
    int before = 0, c;
    while (is_word_char(c = peek(lexer)) || c == '.' || c == '\'' ||
           ((c == '+' || c == '-') && before && strchr("eEpP", before))) {
        if (c == '\'' && !is_word_char(byte_at(lexer, lexer->at + 1)))
            return;
        before = c;
        advance(lexer);
    }
}

/* "..." or '...' with escapes. Lines that the preprocessor may leave out need not be C: there an
 * open quote ends with its line. */
static bool skip_quoted(CLexer *lexer, int quote) {
    Loc open = here(lexer);
    advance(lexer);
    for (;;) {
        int c = peek(lexer);
        if (c < 0 || c == '\n')
            return lexer->in_directive ||
                   fail_open(lexer, open, quote == '"' ? "the string" : "the character");
        advance(lexer);
        if (c == quote)
            return true;
        if (c == '\\' && peek(lexer) >= 0 && peek(lexer) != '\n')
            advance(lexer);
    }
}

/* R"mark( ... )mark": no escapes, no splices, and no end of a line ends it. */
static bool skip_raw(CLexer *lexer) {
    Loc open = here(lexer);
    size_t mark = lexer->at + 1, length = 0;
    int c;
    while ((c = byte_at(lexer, mark + length)) >= 0 && c != '(' && c != '"' && c != '\n' &&
           length < 17)
        length++;
    if (c != '(' || length > 16)
        return skip_quoted(lexer, '"');
    for (lexer->at = mark + length; (c = byte_at(lexer, lexer->at)) >= 0;) {
        bool ends =
            c == ')' && lexer->source->size - lexer->at > length + 1 &&
            memcmp(lexer->source->text + lexer->at + 1, lexer->source->text + mark, length) == 0 &&
            byte_at(lexer, lexer->at + 1 + length) == '"';
        if (ends) {
            lexer->at += length + 2;
            return true;
        }
        advance(lexer);
    }
    return fail_open(lexer, open, "the raw string");
}

static void take_word(CLexer *lexer, CToken *token) {
    Text spliced = {0};
    size_t begin = lexer->at;
    while (is_word_char(byte_at(lexer, lexer->at)))
        lexer->at++;
    token->kind = C_WORD;
    token->word = lexer->source->text + begin;
    token->length = lexer->at - begin;
    token->loc.length = token->length > 1000 ? 1000 : (int)token->length;
    if (!splice_at(lexer, lexer->at))
        return;
    text_add_bytes(&spliced, token->word, token->length);
    for (int c; is_word_char(c = peek(lexer)); advance(lexer))
        text_char(&spliced, (char)c);
    token->word = text_string(&spliced);
    token->length = spliced.length;
}

/* u8, L and the like before a quote, with R for a raw string. */
static bool is_prefix(const CToken *word, bool *raw) {
    static const char *const prefixes[] = {"R", "L", "u", "U", "u8", "LR", "uR", "UR", "u8R"};
    for (size_t i = 0; i < COUNT_OF(prefixes); i++)
        if (word->length == strlen(prefixes[i]) &&
            memcmp(word->word, prefixes[i], word->length) == 0) {
            *raw = prefixes[i][word->length - 1] == 'R';
            return true;
        }
    return false;
}

static bool take_rest(CLexer *lexer, CToken *token) {
    int c = peek(lexer), next = byte_at(lexer, lexer->at + 1);
    bool raw = false;
    if (char_is_digit(c) || (c == '.' && char_is_digit(next))) {
        token->kind = C_NUMBER;
        token->word = lexer->source->text + lexer->at;
        size_t begin = lexer->at;
        skip_number(lexer);
        token->length = lexer->at - begin;
        return true;
    }
    if (is_word_char(c)) {
        take_word(lexer, token);
        int quote = peek(lexer);
        if ((quote != '"' && quote != '\'') || !is_prefix(token, &raw))
            return true;
        token->kind = C_STRING;
        return raw && quote == '"' ? skip_raw(lexer) : skip_quoted(lexer, quote);
    }
    if (c == '"' || c == '\'') {
        token->kind = C_STRING;
        return skip_quoted(lexer, c);
    }
    bool two = (c == '-' && next == '>') || (c == ':' && next == ':');
    token->kind = !two ? C_MARK : c == '-' ? C_ARROW : C_COLONS;
    token->mark = (char)c;
    lexer->at += two ? 2 : 1;
    return true;
}

CToken clexer_next(CLexer *lexer) {
    CToken token = {.kind = C_END};
    bool ok = !lexer->failed && skip_blanks(lexer);
    int c = ok ? peek(lexer) : -1;
    token.loc = here(lexer);
    if (c < 0)
        return token;
    if (c == 0) {
        diag_error(token.loc, "E_BAD_CHARACTER", "a byte 0x00: this is no text");
        diag_help("%s", "give the files of C, C++ or CUDA that call the functions");
        lexer->failed = true;
        return token;
    }
    if (c == '\n') {
        lexer->in_directive = false;
        lexer->line_begins = true;
        token.kind = C_LINE_END;
        advance(lexer);
        return token;
    }
    if (c == '#' && lexer->line_begins) {
        lexer->in_directive = true;
        lexer->line_begins = false;
        token.kind = C_HASH;
        lexer->at++;
        return token;
    }
    lexer->line_begins = false;
    if (!take_rest(lexer, &token))
        token.kind = C_END;
    return token;
}

/* ---- lines of the preprocessor --------------------------------------------------------------- */

/* Behind the quote that closes the one here; 0: none does so in this line. */
static size_t behind_quoted(const CLexer *lexer) {
    int quote = byte_at(lexer, lexer->at), c;
    for (size_t at = lexer->at + 1; (c = byte_at(lexer, at)) >= 0 && c != '\n'; at++) {
        if (c == quote)
            return at + 1;
        at += c == '\\' && byte_at(lexer, at + 1) != '\n';
    }
    return 0;
}

/* Text of messages and of groups that are left out need not be tokens of C. A string hides what
 * looks like a comment in it; a quote that is alone, as in it's, is text. */
void clexer_skip_line(CLexer *lexer) {
    bool alone = false;
    int c;
    while (!lexer->failed && (c = peek(lexer)) >= 0 && c != '\n') {
        size_t behind = (c == '"' || c == '\'') && !alone ? behind_quoted(lexer) : 0;
        alone |= (c == '"' || c == '\'') && !behind;
        if (behind)
            lexer->at = behind;
        else if (c == '/' && byte_at(lexer, lexer->at + 1) == '*')
            skip_block_comment(lexer);
        else if (c == '/' && byte_at(lexer, lexer->at + 1) == '/')
            skip_line_comment(lexer);
        else
            lexer->at++;
    }
    lexer->in_directive = false;
    lexer->line_begins = true;
}

/* "if", "endif" ... of a line of the preprocessor that begins here; length 0: another line. */
static CToken directive_word(CLexer *lexer) {
    CToken word = {.kind = C_END};
    lexer->in_directive = true; /* blanks and comments, and no end of the line, are skipped */
    if (!skip_blanks(lexer) || peek(lexer) != '#')
        return word;
    lexer->at++;
    if (skip_blanks(lexer) && is_word_char(peek(lexer)))
        take_word(lexer, &word);
    return word;
}

bool is_word(const CToken *token, const char *word) {
    return token->kind == C_WORD && token->length == strlen(word) &&
           memcmp(token->word, word, token->length) == 0;
}

bool is_if(const CToken *word) {
    return is_word(word, "if") || is_word(word, "ifdef") || is_word(word, "ifndef");
}

bool is_elif(const CToken *word) {
    return is_word(word, "elif") || is_word(word, "elifdef") || is_word(word, "elifndef");
}

CToken clexer_skip_group(CLexer *lexer) {
    Kernel *kernel = lexer->kernel;
    CToken word = {.kind = C_END};
    int depth = 0;
    lexer->kernel = NULL; /* what is left out describes nothing */
    while (!lexer->failed && peek(lexer) >= 0) {
        word = directive_word(lexer);
        bool ends = is_word(&word, "endif");
        if (depth == 0 && (ends || is_word(&word, "else") || is_elif(&word)))
            break;
        depth += is_if(&word) - ends;
        clexer_skip_line(lexer);
        if (peek(lexer) == '\n')
            advance(lexer);
        word = (CToken){.kind = C_END};
    }
    lexer->kernel = kernel;
    lexer->line_begins = false;
    return word;
}
