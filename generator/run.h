/* run.h: a whole run of tcgen. What it reads and writes goes through Files, those of this machine
 * or texts in memory, so that a program can run it as often as it likes. */
#ifndef TCGEN_RUN_H
#define TCGEN_RUN_H
#include "base/base.h"

enum { EXIT_OK = 0, EXIT_DESCRIPTION = 1, EXIT_USAGE = 2, EXIT_IO = 3 };

/* argv: what stands behind `tcgen` on a command line. Gives its exit code. Every run begins with an
 * empty arena, sink and budget and leaves nothing behind; one at a time in a process. */
int tcgen_run(int argc, const char *const *argv, const Files *files);

/* texts.c: files in memory. For instance
 *     NamedText input = {"a.tc", text, strlen(text)};
 *     Texts texts = {.inputs = &input, .input_count = 1};
 *     Files files = texts_files(&texts);
 *     int status = tcgen_run(3, (const char *[]){"a.tc", "-o", "a.h"}, &files);
 * leaves the header as the output "a.h" and the diagnostics in `said`. */
typedef struct {
    const char *name, *text; /* "-": standard input */
    size_t size;
} NamedText;
typedef struct {
    char *name, *text;
    size_t size;
} WrittenText;
typedef struct {
    const NamedText *inputs; /* all that can be read; an import is found by its name */
    int input_count;
    WrittenText *outputs; /* in the order of their first writing; a second one replaces the first,
                             or follows it on standard output */
    int output_count;
    WrittenText said; /* standard error */
} Texts;
Files texts_files(Texts *texts);
const WrittenText *texts_output(
    const Texts *texts, const char *name); /* NULL: it was not written */
void texts_forget(Texts *texts);           /* frees what was written and said */
#endif
