/* Single sentences and numbers that tcgen must say: explanations, contracts, JSON, tables of costs,
 * calls that scan refuses. The files of tests/unit/rows/ hold, case by case, a command line, a
 * description, and rows of what must stand in the output, wherever it is wrapped.
 *
 * Rows are written by hand and nothing writes them anew: each address, owner, count and sentence
 * follows from its description by the rules of docs/. */
#include "../../generator/run.h"
#include "unit.h"
#include <stdlib.h>

enum { MOST_ARGUMENTS = 12, MOST_BYTES = 1 << 20 };

/* `%% COMMAND` begins a case; the description a.tc stands below, and behind `%-` the rows. */
typedef struct {
    char *command, *input, *rows;
    int line;
} Said;

static char names[1 << 18]; /* of rows: unit.h keeps where they are */

static const char *kept(const char *file, int line, const char *row) {
    static size_t used;
    char *at = names + used;
    used += (size_t)snprintf(at, sizeof names - used, "%s:%d: %.60s", file, line, row) + 1;
    return at;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\n';
}

/* Lines that are wrapped become one; the ` * ` of comments goes. */
static char *flat(const WrittenText *text) {
    size_t size = text && text->text ? text->size : 0;
    char *flat = calloc(1, size + 2), *to = flat;
    for (size_t i = 0; flat && i < size; i++) {
        const char *at = text->text + i;
        bool is_comment = *at == '*' && i >= 2 && at[-1] == ' ' && at[-2] == '\n';
        if (!is_blank(*at) && !is_comment)
            *to++ = *at;
        else if (to > flat && to[-1] != ' ')
            *to++ = ' ';
    }
    return flat;
}

static void check(const char *file, const Said *said) {
    const char *arguments[MOST_ARGUMENTS];
    NamedText input = {"a.tc", said->input, strlen(said->input)};
    Texts texts = {.inputs = &input, .input_count = 1};
    Files files = texts_files(&texts);
    int argc = 0, line = said->line;
    for (const char *at = said->input; at < said->rows; at++)
        line += *at == '\n';
    for (char *word = strtok(said->command, " "); word; word = strtok(NULL, " "))
        if (argc < MOST_ARGUMENTS)
            arguments[argc++] = word;
    bool is_contract = strcmp(arguments[0], "contract") == 0;
    tcgen_run(argc - is_contract, arguments + is_contract, &files);
    char *out = flat(texts_output(&texts, "-")), *errors = flat(&texts.said);
    for (char *row = strtok(said->rows, "\n"); row; row = strtok(NULL, "\n")) {
        line++;
        EXPECT_OF(
            kept(file, line, row), out && errors && (strstr(out, row) || strstr(errors, row)));
    }
    free(out);
    free(errors);
    texts_forget(&texts);
}

/* Cuts the file into its parts where they stand. */
static int run_cases(const char *file) {
    FILE *opened = fopen(file, "rb");
    char *text = calloc(1, MOST_BYTES);
    Said said = {0};
    int line = 0, count = 0;
    if (opened && text && fread(text, 1, MOST_BYTES - 1, opened) > 0)
        for (char *at = text, *next; *at; at = next) {
            next = at + strcspn(at, "\n") + 1;
            line++;
            if (*at != '%')
                continue;
            char mark = at[1];
            *at = 0;
            if (mark == '%' && said.rows)
                check(file, &said);
            if (mark == '%') {
                next[-1] = 0;
                said = (Said){at + 3, next, NULL, line};
                count++;
            } else {
                said.rows = next;
            }
        }
    if (said.rows)
        check(file, &said);
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
        snprintf(path, sizeof path, "tests/unit/rows/%s.rows", files[i]);
        EXPECT(run_cases(path) > 0);
    }
    return unit_finish();
}
