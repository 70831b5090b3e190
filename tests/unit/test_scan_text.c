/* A kernel file as `tcgen scan` sees it: for each text of scan_kernels.rows its tokens with their places,
 * the names that it calls, mentions and defines, its //@tc lines, and the first thing that is wrong.
 * All of it is written by hand there. */
#include "../../generator/scan/kernel.h"
#include "unit.h"

static void add_place(Text *out, Loc loc) {
    text_printf(out, "@%d:%d", loc.line, loc.column);
}

/* "int@1:1+3 #12@1:5 (@1:7": a word with its length, a number, a mark. */
static void add_token(Text *out, const CToken *token) {
    static const char *const named[] = {
        [C_STRING] = "string", [C_ARROW] = "arrow", [C_COLONS] = "colons", [C_HASH] = "hash"};
    if (token->kind == C_WORD)
        text_printf(out, " %.*s", (int)token->length, token->word);
    else if (token->kind == C_NUMBER)
        text_printf(out, " #%.*s", (int)token->length, token->word);
    else if (token->kind == C_MARK)
        text_printf(out, " %c", token->mark);
    else
        text_printf(out, " %s", token->kind == C_LINE_END ? "end" : named[token->kind]);
    add_place(out, token->loc);
    if (token->kind == C_WORD)
        text_printf(out, "+%d", token->loc.length);
}

static void add_tokens(Text *out, const Source *source) {
    CLexer lexer = clexer_start(source, NULL);
    CToken token;
    text_add(out, "tokens");
    while ((token = clexer_next(&lexer)).kind != C_END)
        add_token(out, &token);
    text_char(out, '\n');
}

/* Names are a set: those that the text may define are asked for one by one. */
static void add_own(Text *out, const Names *own) {
    static const char *const asked[] = {
        "tc_a", "tc_b", "tc_c", "tc_d", "tc_e", "tc_f", "tc_g", "tc_h", "tc_i", "tc_j"};
    text_add(out, "own");
    for (size_t i = 0; i < COUNT_OF(asked); i++)
        if (name_is_in(own, asked[i]))
            text_printf(out, " %s", asked[i]);
    text_char(out, '\n');
}

static void add_lines(Text *out, const Kernel *kernel) {
    const char *text = text_string(&kernel->tc);
    for (int i = 0; i < kernel->part_count; i++) {
        size_t end = i + 1 < kernel->part_count ? kernel->parts[i + 1].at : kernel->tc.length;
        size_t begin = kernel->parts[i].at;
        text_add(out, "line");
        add_place(out, kernel->parts[i].loc);
        text_add(out, " <");
        for (size_t at = begin; at + 1 < end; at++)
            if (text[at] == '\r')
                text_add(out, "\\r");
            else
                text_char(out, text[at]);
        text_add(out, text[end - 1] == '\n' ? ">\n" : "> goes on\n");
    }
}

static const char *told(const char *text, size_t size) {
    const Source *source = source_from_text("k.cu", text, size);
    Kernel kernel = {.source = source};
    Names own = {0};
    Text out = {0}, said = {0};
    diag_reset();
    add_tokens(&out, source);
    diag_reset();
    bool ok = kernel_read(&kernel, &own);
    text_add(&out, "calls");
    for (int i = 0; i < kernel.call_count; i++) {
        text_printf(&out, " %s%s", kernel.calls[i].name, kernel.calls[i].is_call ? "" : "?");
        add_place(&out, kernel.calls[i].loc);
    }
    text_char(&out, '\n');
    add_own(&out, &own);
    add_lines(&out, &kernel);
    EXPECT(ok == (diag_error_count() == 0));
    diag_flush(&said);
    if (!ok)
        text_add_bytes(&out, text_string(&said), said.length);
    return text_string(&out);
}

/* Of the text of a case, `\0` and `\r` are written out. */
static size_t unescaped(char *text) {
    char *to = text;
    for (const char *at = text; *at; at++) {
        bool is = at[0] == '\\' && (at[1] == '0' || at[1] == 'r') && at[2] == '$';
        *to++ = !is ? *at : at[1] == '0' ? 0 : '\r';
        at += is ? 2 : 0;
    }
    *to = 0;
    return (size_t)(to - text);
}

/* `%% WHAT` begins a case, whose text stands below; `%-` begins what is told of it. */
static void check_file(const char *path) {
    FILE *file = fopen(path, "rb");
    static char text[1 << 16];
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    EXPECT(size > 0 && size < sizeof text - 1);
    for (char *at = strstr(text, "%% "), *next; at; at = next) {
        MemMark mark = mem_mark();
        char *name = at + 3, *kernel = name + strcspn(name, "\n"),
             *wanted = strstr(kernel, "\n%-\n");
        next = strstr(kernel, "\n%% ");
        *kernel++ = 0;
        *wanted = 0;
        wanted += 4;
        if (next)
            *++next = 0;
        const char *got = told(kernel, unescaped(kernel));
        if (strcmp(got, wanted) != 0)
            printf("%s:\n%sand must be\n%s", name, got, wanted);
        EXPECT_OF(name, strcmp(got, wanted) == 0);
        mem_rewind(mark);
    }
    if (file)
        fclose(file);
}

/* As many of all that grows as no array begins with. */
static void check_many(void) {
    enum { MANY = 700 };
    Text text = {0};
    Kernel kernel = {0};
    Names own = {0};
    for (int i = 0; i < MANY; i++)
        text_printf(&text, "//@tc line %d\n#if X%d\nint tc_own%d(int);\n", i, i, i);
    text_add(&text, "void k() {\n");
    for (int i = 0; i < MANY; i++)
        text_printf(&text, "{ tc_call%d(f(", i);
    for (int i = 0; i < MANY; i++)
        text_add(&text, ")) }");
    text_add(&text, "}\nint tc_last(int);\n");
    for (int i = 0; i < MANY; i++)
        text_add(&text, "#endif\n");
    kernel.source = source_from_text("k.cu", text_string(&text), text.length);
    diag_reset();
    EXPECT(kernel_read(&kernel, &own));
    EXPECT(kernel.part_count == MANY && kernel.call_count == MANY);
    EXPECT(own.count == MANY + 1 && name_is_in(&own, "tc_last"));
    for (int i = 0; i < MANY && i < kernel.call_count; i++) {
        const Call *call = &kernel.calls[MANY - 1 - i]; /* the innermost ends first */
        EXPECT(strcmp(call->name, mem_printf("tc_call%d", i)) == 0);
        EXPECT(call->is_call && call->loc.line == 3 * MANY + 2);
        EXPECT(name_is_in(&own, mem_printf("tc_own%d", i)));
        EXPECT(!name_is_in(&own, call->name));
        EXPECT(kernel.parts[i].loc.line == 3 * i + 1 && kernel.parts[i].loc.column == 6);
        const char *line = mem_printf(" line %d\n", i);
        EXPECT(strncmp(text_string(&kernel.tc) + kernel.parts[i].at, line, strlen(line)) == 0);
    }
}

/* A name of any length is one word, of which a report marks the beginning. */
static void check_long(void) {
    Text text = {0};
    for (int i = 0; i < 1500; i++)
        text_char(&text, 'a');
    const Source *source = source_from_text("k.cu", text_string(&text), text.length);
    CLexer lexer = clexer_start(source, NULL);
    CToken token = clexer_next(&lexer);
    EXPECT(token.kind == C_WORD && token.length == 1500 && token.loc.length == 1000);
    source = source_from_text("k.cu", text_string(&text), 1001);
    lexer = clexer_start(source, NULL);
    EXPECT(clexer_next(&lexer).loc.length == 1000);
    source = source_from_text("k.cu", text_string(&text), 999);
    lexer = clexer_start(source, NULL);
    EXPECT(clexer_next(&lexer).loc.length == 999);
}

int main(void) {
    check_many();
    check_long();
    check_file("tests/unit/rows/scan_kernels.rows");
    return unit_finish();
}
