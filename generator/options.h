/* options.h: the arguments of tcgen, read by options.c and used by main.c alone. */
#ifndef TCGEN_OPTIONS_H
#define TCGEN_OPTIONS_H
#include "out/out.h"

enum { EXIT_OK = 0, EXIT_DESCRIPTION = 1, EXIT_USAGE = 2, EXIT_IO = 3 };

typedef enum {
    COMMAND_GENERATE,
    COMMAND_EXPLAIN,
    COMMAND_COST,
    COMMAND_NAMES,
    COMMAND_JSON,
    COMMAND_FMT,
    COMMAND_DRAW
} Command;

typedef struct {
    Command command;
    const char **inputs;
    int input_count;
    const char **import_dirs;
    int import_dir_count;
    const char *output; /* "-": stdout */
    const char *name;   /* draw FILE.tc:NAME, explain --function=NAME */
    const char *view;
    unsigned targets; /* 0: the file's own */
    bool single_file, check, diff, trace;
    const char *depfile, *dep_target;
    bool dep_phony;
} Arguments;

/* False: nothing to run, *status is the exit code (help, version, or a usage error was printed). */
bool options_parse(int argc, char **argv, Arguments *arguments, int *status);
/* Appends the requests and sources of one description to another. */
void module_append(Module *module, const Module *next);
/* --check: compares without writing; prints what is stale, with --diff the lines. */
int check_stale(const Arguments *arguments, const char *text, size_t bytes);
extern const char *const runtime_text; /* include/tilecopy as one text, made at build time */
/* taken.c: no function has a name that tilecopy/ or another function needs. */
bool names_are_free(const Program *program);
#endif
