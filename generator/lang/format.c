/* format.c: tcgen fmt. Works on tokens, so that comments and spellings stay and only blanks, line
 * breaks and ';' between statements change. One statement a line; a block that closes on its line
 * stays on it, any other has its lines indented. Statements in the body of a `for` are spaced like
 * those outside. The output formats to itself. */
#include "ast.h"

typedef struct {
    Text out;
    Token before;     /* the token printed last on this line; kind 0: none */
    Word keyword;     /* that the statement starts with */
    bool starts;      /* in a loop of one line, the next token begins a statement */
    int loops;        /* open bodies of `for` of several lines */
    int loop_in_line; /* and of one line, inside those */
    int spread;       /* open blocks of several lines, inside those */
    int in_line;      /* open blocks of one line, inside those */
    int brackets;     /* open ( and [ */
    bool compact;     /* the outermost of them is not a region: no blank after ',' */
    bool pending;     /* the line ends before the next text, but a comment still fits */
    int newlines;     /* read since the last text */
} Printer;

/* Inside the braces of a statement, not only inside those of a `for`. */
static bool in_block(const Printer *printer) {
    return printer->spread || printer->in_line;
}

static void end_line(Printer *printer) {
    if (printer->before.kind) {
        text_char(&printer->out, '\n');
    }
    printer->before.kind = 0;
    printer->pending = false;
}

/* Before the first text of a line: one blank line where there were some, then the indentation. */
static void start_line(Printer *printer, bool closes) {
    const Text *out = &printer->out;
    if (printer->newlines > 1 && out->length && !closes && out->at[out->length - 2] != '{') {
        text_char(&printer->out, '\n');
    }
    for (int i = 0; i < printer->loops + printer->spread; i++) {
        text_add(&printer->out, "    ");
    }
}

static bool had_blank(const Token *before, const Token *token) {
    const char *end = before->word.at + before->word.length + (before->kind == T_STRING);
    return token->word.at - (token->kind == T_STRING) > end;
}

/* Values of a region: in a : f32[8,16] / f32[2,2] */
static bool blank_in_region(const Printer *printer, int a, int b) {
    if (printer->brackets || b == '[' || b == '(' || a == '@' || b == '@') {
        return false;
    }
    return a != '*' || b != '*';
}

/* Inside a block the grammar is the option's own: blanks stay where they were, but none in
 * f16[128,64]. */
static bool blank_in_block(const Printer *printer, const Token *before, const Token *token) {
    int a = before->kind, b = token->kind;
    if (printer->brackets || b == '[') {
        return false;
    }
    return a == '{' || a == '}' || a == ',' || a == ';' || a == ']' || b == '}' || b == '{' ||
           had_blank(before, token);
}

static bool blank_between(const Printer *printer, const Token *before, const Token *token) {
    int a = before->kind, b = token->kind;
    if (b == '{') {
        return true;
    }
    if (b == ',' || b == ';') {
        return false;
    }
    if (!in_block(printer) && word_is(printer->keyword, "for")) {
        return a != '(' && b != ')';
    }
    if (in_block(printer) && is_lane0_kit(printer->keyword)) {
        return blank_in_region(printer, a, b);
    }
    if (in_block(printer)) {
        return blank_in_block(printer, before, token);
    }
    if (printer->brackets) {
        return a == ',' && !printer->compact;
    }
    if (a == '@' || b == '@' || a == '*' || b == '*' || a == '-' || b == '(' || b == '[') {
        return false;
    }
    if (a == ':' || b == ':') { /* tile A : smem, but lanes 0:16 */
        return word_is(printer->keyword, "tile");
    }
    return true;
}

static void print_token(Printer *printer, const Token *token) {
    if (printer->pending) {
        end_line(printer);
    }
    if (!in_block(printer) && (printer->starts || !printer->before.kind)) {
        printer->keyword = token->word;
    }
    printer->starts = false;
    if (!printer->before.kind) {
        start_line(printer, token->kind == '}');
    } else if (blank_between(printer, &printer->before, token)) {
        text_char(&printer->out, ' ');
    }
    bool quoted = token->kind == T_STRING;
    text_add_bytes(&printer->out, token->word.at - quoted, token->word.length + 2 * (size_t)quoted);
    printer->before = *token;
    printer->newlines = 0;
}

/* Does the block that was just opened close on its line, with no comment in it? */
static bool closes_on_line(Lexer lexer) {
    for (int depth = 1; depth;) {
        Word comment = {0};
        Token token = lexer_next(&lexer, &comment);
        if (comment.length || token.kind == T_NEWLINE || token.kind == T_END) {
            return false;
        }
        depth += token.kind == '{' ? 1 : token.kind == '}' ? -1 : 0;
    }
    return true;
}

static void print_open(Printer *printer, const Token *token, Lexer rest) {
    bool is_loop = !in_block(printer) && word_is(printer->keyword, "for");
    bool in_line = printer->in_line || printer->loop_in_line || closes_on_line(rest);
    print_token(printer, token);
    printer->starts = is_loop;
    printer->pending = !in_line;
    int *open = is_loop   ? in_line ? &printer->loop_in_line : &printer->loops
                : in_line ? &printer->in_line
                          : &printer->spread;
    ++*open;
}

static void print_close(Printer *printer, const Token *token) {
    if (printer->in_line) {
        print_token(printer, token);
        printer->in_line--;
    } else if (printer->spread) {
        end_line(printer);
        printer->spread--;
        print_token(printer, token);
    } else if (printer->loop_in_line) {
        print_token(printer, token);
        printer->starts = --printer->loop_in_line > 0;
        printer->pending = !printer->starts;
    } else {
        end_line(printer);
        printer->loops--;
        print_token(printer, token);
        printer->pending = true;
    }
}

/* Between statements a ';' is the end of the line, but in a loop of one line it stays. */
static void print_semicolon(Printer *printer, const Token *token) {
    bool stays = in_block(printer) || printer->loop_in_line;
    if (stays && printer->before.kind) {
        print_token(printer, token);
    }
    printer->starts = printer->loop_in_line && !in_block(printer);
    printer->pending = printer->before.kind && !printer->in_line && !printer->loop_in_line;
}

static void print_bracket(Printer *printer, const Token *token) {
    if (!printer->brackets) {
        bool layout = word_is(printer->before.word, "S") || word_is(printer->before.word, "R");
        printer->compact = token->kind == '(' || layout;
    }
    print_token(printer, token);
    printer->brackets++;
}

static void print_newline(Printer *printer) {
    end_line(printer);
    printer->brackets = 0;
    printer->newlines++;
}

static void print_comment(Printer *printer, Word comment) {
    while (comment.length && (unsigned char)comment.at[comment.length - 1] <= ' ') {
        comment.length--;
    }
    if (printer->before.kind) {
        text_add(&printer->out, "  ");
    } else {
        start_line(printer, false);
    }
    text_add_bytes(&printer->out, comment.at, comment.length);
    printer->before.kind = '#';
    printer->newlines = 0;
}

static void print_any(Printer *printer, const Token *token, Lexer rest) {
    switch (token->kind) {
    case T_NEWLINE:
        print_newline(printer);
        break;
    case ';':
        print_semicolon(printer, token);
        break;
    case '{':
        print_open(printer, token, rest);
        break;
    case '}':
        print_close(printer, token);
        break;
    case '(':
    case '[':
        print_bracket(printer, token);
        break;
    case ')':
    case ']':
        print_token(printer, token);
        printer->brackets -= printer->brackets > 0;
        break;
    default:
        print_token(printer, token);
    }
}

static bool parses(const Source *source) {
    Parser parser = parser_start(source);
    int errors = diag_error_count();
    bool failed;
    while (!diag_full() && parser_next(&parser, &failed)) {
    }
    return diag_error_count() == errors;
}

char *lang_format(const Source *source) {
    if (!parses(source)) {
        return NULL;
    }
    Printer printer = {0};
    Lexer lexer = lexer_start(source);
    for (;;) {
        Word comment = {0};
        Token token = lexer_next(&lexer, &comment);
        if (comment.length) {
            print_comment(&printer, comment);
        }
        if (token.kind == T_END) {
            break;
        }
        print_any(&printer, &token, lexer);
    }
    end_line(&printer);
    return mem_text(text_string(&printer.out), printer.out.length);
}
