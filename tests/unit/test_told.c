/* What tcgen says, whole: explanations, contracts, JSON, tables of costs. The files of tests/unit/told/
 * hold, case by case, a command line, a description, and the text that must come out.
 *
 * These texts are written by hand, and nothing writes them anew: each address, owner, count and
 * duty follows from its description by the rules of docs/. Where the wording changes, type the new
 * words there; a number that changes is wrong until somebody has worked it out again. */
#include "../../generator/run.h"
#include "unit.h"
#include <stdlib.h>

enum { MOST_ARGUMENTS = 12, MOST_BYTES = 1 << 20 };

/* `%% COMMAND` begins a case; the description a.tc stands below. `%-` begins what standard output
 * must be, `%!` what standard error must be. `%#` begins remarks. A line that begins with `%+` goes
 * on with the line before. `?` stands for a digit of a digest, which no hand computes. The command
 * `contract` is the header, of which the comments above functions are looked at. */
typedef struct {
    char *command, *input, *out, *said;
    int line;
} Told;

static char nothing[] = "";
static char names[1 << 16]; /* of cases: unit.h keeps where they are */

static const char *kept(const char *name) {
    static size_t used;
    char *at = names + used;
    used += (size_t)snprintf(at, sizeof names - used, "%s", name) + 1;
    return at;
}

/* Joins the lines that `%+` continues. */
static void join(char *text) {
    char *to = text;
    for (const char *at = text; *at; at++)
        if (strncmp(at, "\n%+", 3) == 0)
            at += 2;
        else
            *to++ = *at;
    *to = 0;
}

static bool is_same(char got, char wanted) {
    return got == wanted || (wanted == '?' && got && strchr("0123456789abcdefABCDEF", got));
}

/* Says where the two part, for who reads the failure. */
static void compare(const char *name, const char *got, const char *wanted) {
    const char *at = got, *to = wanted, *line = got, *other = wanted;
    for (; *to && is_same(*at, *to); at++, to++)
        if (*at == '\n') {
            line = at + 1;
            other = to + 1;
        }
    if (*at != *to)
        printf(
            "%s: got\n  %.*s\nwhere there must be\n  %.*s\n",
            name,
            (int)strcspn(line, "\n"),
            line,
            (int)strcspn(other, "\n"),
            other);
    EXPECT_OF(name, *at == *to);
}

/* The comments that begin a line, without the banner: each up to the line that ends it. */
static void keep_comments(char *text) {
    char *to = text;
    bool inside = false;
    for (char *at = text, *next; *at; at = next) {
        next = at + strcspn(at, "\n");
        next += *next == '\n';
        inside |= strncmp(at, "/* ", 3) == 0 && strncmp(at, "/* Generated", 12) != 0;
        if (!inside)
            continue;
        memmove(to, at, (size_t)(next - at));
        to += next - at;
        inside = memcmp(next - 4, " */", 3) != 0;
    }
    *to = 0;
}

static void check(const char *file, const Told *told) {
    const char *arguments[MOST_ARGUMENTS];
    NamedText input = {"a.tc", told->input, strlen(told->input)};
    Texts texts = {.inputs = &input, .input_count = 1};
    Files files = texts_files(&texts);
    char name[256];
    int argc = 0;
    snprintf(name, sizeof name, "%s:%d: %s", file, told->line, told->command);
    const char *what = kept(name);
    for (char *word = strtok(told->command, " "); word; word = strtok(NULL, " "))
        if (argc < MOST_ARGUMENTS)
            arguments[argc++] = word;
    bool is_contract = strcmp(arguments[0], "contract") == 0;
    join(told->out);
    tcgen_run(argc - is_contract, arguments + is_contract, &files);
    const WrittenText *out = texts_output(&texts, "-");
    if (is_contract && out && out->text)
        keep_comments(out->text);
    compare(what, out && out->text ? out->text : "", told->out);
    compare(what, texts.said.text ? texts.said.text : "", told->said);
    texts_forget(&texts);
}

/* Cuts the file into its parts where they stand. */
static int run_cases(const char *file) {
    FILE *opened = fopen(file, "rb");
    char *text = calloc(1, MOST_BYTES);
    Told told = {0};
    int line = 0, count = 0;
    if (opened && text && fread(text, 1, MOST_BYTES - 1, opened) > 0)
        for (char *at = text, *next; *at; at = next) {
            next = at + strcspn(at, "\n") + 1;
            line++;
            if (*at != '%' || at[1] == '+')
                continue;
            char mark = at[1];
            *at = 0;
            if (mark == '%' && told.command)
                check(file, &told);
            if (mark == '%') {
                next[-1] = 0;
                told = (Told){at + 3, next, nothing, nothing, line};
                count++;
            }
            told.out = mark == '-' ? next : told.out;
            told.said = mark == '!' ? next : told.said;
        }
    if (told.command)
        check(file, &told);
    if (opened)
        fclose(opened);
    free(text);
    return count;
}

int main(void) {
    static const char *const files[] = {
        "explain", "contract", "json", "header", "cost", "scan", "draw"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[64];
        snprintf(path, sizeof path, "tests/unit/told/%s.told", files[i]);
        EXPECT(run_cases(path) > 0);
    }
    return unit_finish();
}
