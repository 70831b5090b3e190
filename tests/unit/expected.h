/* expected.h: a text that a test makes against the committed file that says what it must be. With
 * `--write` the program writes the file: read the difference. */
#ifndef TCGEN_TEST_EXPECTED_H
#define TCGEN_TEST_EXPECTED_H
#include "generator/base/base.h"
#include <stdio.h>
#include <string.h>

/* The first lines that differ, with the heading ("== name") that they stand under. */
static inline void show_difference(const char *got, const char *want) {
    const char *heading = got, *line = got;
    while (*got && *got == *want) {
        if (*got == '\n') {
            line = got + 1;
            heading = strncmp(line, "== ", 3) == 0 ? line : heading;
        }
        got++;
        want++;
    }
    const char *wanted = want - (got - line);
    printf(
        "  %.*s\n  got:  %.*s\n  want: %.*s\n",
        (int)strcspn(heading, "\n"),
        heading,
        (int)strcspn(line, "\n"),
        line,
        (int)strcspn(wanted, "\n"),
        wanted);
}

static inline bool is_expected(const char *file, const Text *text, int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        file_write_if_changed(file, text_string(text), text->length);
    const Source *want = source_read(&system_files, file);
    bool same = want && strcmp(want->text, text_string(text)) == 0;
    if (!same)
        printf("FAIL %s says something else\n", file);
    if (want && !same)
        show_difference(text_string(text), want->text);
    return same;
}

/* "0 src[256]" of "thread 0 touches src[256]": the words of a sentence that have a number, which
 * a test can expect without holding on to how the sentence reads. */
static inline const char *numbers_of(const char *sentence) {
    Text out = {0};
    for (const char *at = sentence; *at;) {
        size_t length = strcspn(at, " "), digit = strcspn(at, "0123456789");
        if (digit < length)
            text_printf(
                &out,
                "%s%.*s",
                out.length ? " " : "",
                (int)(length - strspn(at + length - 1, ":;,")),
                at);
        at += length + (at[length] == ' ');
    }
    return text_string(&out);
}
#endif
