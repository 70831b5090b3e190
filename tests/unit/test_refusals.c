/* test_refusals.c: names of functions, refusals and warnings, against what was worked out by hand: the blocks of said_*.tc
 * are descriptions, each with the names and reports that must come of it as comments below; in said_functions.tc with
 * the numbers of the functions, and the comments in their bodies, in the place of names. */
#include "generator/run.h"
#include "unit.h"
#include <stdlib.h>

enum { ROOM = 1 << 17, MOST = 1 << 14 };

static bool starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static void add_line(char *out, const char *line, size_t length) {
    size_t used = strlen(out);
    if (used + length + 2 < MOST)
        snprintf(out + used, MOST - used, "%.*s\n", (int)length, line);
}

/* Of diagnostics their first lines, without the name of the file, and what is to be done. */
static void add_said(char *out, const char *said) {
    for (size_t length; *said; said += length + (said[length] == '\n')) {
        length = strcspn(said, "\n");
        if (starts(said, "a.tc:"))
            add_line(out, said + 5, length - 5);
        else if (starts(said, "help: "))
            add_line(out, said, length);
    }
}

/* A number of a function, or its call of the form with a rank. */
static bool is_told(const char *text) {
    char line[200];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
    if (starts(line, "#define TC_"))
        return !starts(line, "#define TC_DEFINED") && !strstr(line, "_MAP 0x");
    return starts(line, "    tc_") && strstr(line, "_at(");
}

/* Of a header the numbers of its functions, their calls, and the comments inside of them. */
static void add_functions(char *out, const char *text) {
    bool inside = false;
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        inside |= starts(text, "    /*");
        if (inside || is_told(text))
            add_line(out, text, length);
        inside = inside && length > 1 && !starts(text + length - 2, "*/");
    }
}

static void add_all(char *out, const char *text) {
    if (*text)
        add_line(out, text, strlen(text) - 1);
}

/* `what` is said of the output `name`; NULL: of what was reported. */
static void run(
    const NamedText *input,
    const char *const *arguments,
    int count,
    const char *name,
    void (*what)(char *out, const char *text),
    char *out) {
    Texts texts = {.inputs = input, .input_count = 1};
    Files files = texts_files(&texts);
    tcgen_run(count, arguments, &files);
    const WrittenText *written = name ? texts_output(&texts, name) : &texts.said;
    if (name && strcmp(name, "-") == 0) /* what has to be asked for */
        EXPECT(
            !texts.said.text || (!strstr(texts.said.text, "[W_NARROW]") &&
                                 !strstr(texts.said.text, "wavefronts of shared memory")));
    if (written && written->text)
        what(out, written->text);
    texts_forget(&texts);
}

static void check_block(const char *statements, const char *expected, bool bodies) {
    static const char *const names[] = {"names", "a.tc"};
    static const char *const header[] = {"-Wnarrow", "-Wbank-conflict", "-o", "a.h", "a.tc"};
    static char out[MOST];
    const NamedText input = {"a.tc", statements, strlen(statements)};
    *out = 0;
    if (bodies)
        run(&input, header, 5, "a.h", add_functions, out);
    else if (*expected < '0' || *expected > '9') /* of an error alone nothing has a name */
        run(&input, names, 2, "-", add_all, out);
    run(&input, header, 5, NULL, add_said, out);
    bool same = strcmp(out, expected) == 0;
    EXPECT_OF("what is said is what was worked out", same);
    if (!same)
        printf("of\n%swanted:\n%sis:\n%s", statements, expected, out);
}

static void check(const char *file, bool bodies) {
    static char text[ROOM], statements[MOST], expected[MOST];
    FILE *stream = fopen(file, "rb");
    int blocks = 0;
    EXPECT_OF(file, stream != NULL);
    text[stream ? fread(text, 1, ROOM - 2, stream) : 0] = 0;
    if (stream)
        fclose(stream);
    *statements = *expected = 0;
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        if (starts(at, "# "))
            add_line(expected, at + 2, length - 2);
        else if (length && !starts(at, "##"))
            add_line(statements, at, length);
        at += length + (at[length] == '\n');
        if ((*at && *at != '\n') || !*statements)
            continue;
        check_block(statements, expected, bodies);
        *statements = *expected = 0;
        blocks++;
    }
    EXPECT_OF(file, blocks > 15);
}

/* A kernel that says more of a function than its name does: what it calls is that one. */
static void told_in_the_kernel(void) {
    static const char kernel[] =
        "//@tc copy warp f32 gmem S[(32,4):(ld,1)] -> reg S[(32,4):(1@laneid,1)] where ld <= 100\n"
        "void f(float *r, const float *m) { tc_warp_copy_gmem_ld_to_reg_32x4_f32(r, m, 64); }\n";
    const NamedText input = {"k.cu", kernel, sizeof kernel - 1};
    Texts texts = {.inputs = &input, .input_count = 1};
    Files files = texts_files(&texts);
    const char *const arguments[] = {"scan", "-o", "k.h", "k.cu"};
    EXPECT(tcgen_run(4, arguments, &files) == EXIT_OK);
    const WrittenText *header = texts_output(&texts, "k.h");
    const char *text = header && header->text ? header->text : "";
    const char *limit = strstr(text, "TC_CHECK_LIMIT(ld >= 4 && ld <= 100);");
    EXPECT(limit && !strstr(limit + 1, "TC_CHECK_LIMIT"));
    if (!limit)
        printf("%s%s", texts.said.text ? texts.said.text : "", text);
    texts_forget(&texts);
}

int main(void) {
    check("tests/unit/said_names.tc", false);
    check("tests/unit/said_reasons.tc", false);
    check("tests/unit/said_refused.tc", false);
    check("tests/unit/said_wrong.tc", false);
    check("tests/unit/said_functions.tc", true);
    told_in_the_kernel();
    return unit_finish();
}
