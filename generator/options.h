/* options.h: the arguments of tcgen, and what run.c makes a run of. */
#ifndef TCGEN_OPTIONS_H
#define TCGEN_OPTIONS_H
#include "coords/coords.h"
#include "descriptor/descriptor.h"
#include "pipeline/told.h"
#include "run.h"
#include "scan/scan.h"

typedef enum {
    COMMAND_GENERATE,
    COMMAND_EXPLAIN,
    COMMAND_COST,
    COMMAND_NAMES,
    COMMAND_JSON,
    COMMAND_FMT,
    COMMAND_DRAW,
    COMMAND_PACK
} Command;

typedef struct {
    Command command;
    const char **inputs;
    int input_count;
    const char **import_dirs;
    int import_dir_count;
    const char *output; /* "-": stdout */
    const char *name;   /* draw FILE.tc:NAME, explain --function=NAME */
    const char *view;   /* NULL: none was given */
    const char *capacity_text;
    int64_t capacity; /* of pack; -1: none was given */
    unsigned targets; /* 0: the file's own */
    bool single_file, check, diff, trace;
    bool scan;               /* the inputs are kernels */
    const char **with_lists; /* of each --with */
    int with_count;
    RuntimeNeed with;
    const char *depfile, *dep_target;
    bool dep_phony;
    const char *answer; /* the text of --help or --version */
} Arguments;

/* False: nothing to run, *status is the exit code: `answer` is what to print, or a usage error was
 * reported. */
bool options_parse(int argc, const char *const *argv, Arguments *arguments, int *status);
/* Appends the requests and sources of one description to another. */
void module_append(Module *module, const Module *next);
/* outputs.c: writes the text and its dependencies, or compares it for --check; the exit code. */
int write_outputs(
    const Files *files, const Arguments *arguments, const Module *module, const Text *text);
/* The errors of reading and writing, with errno as the reason; EXIT_IO. */
int fail_io(const char *id, const char *path);
int fail_path(const char *id, const char *path, const char *reason);
extern const char *const runtime_text; /* include/tilecopy as one text, made at build time */
/* taken.c: no function has a name that tilecopy/ or another function needs. */
bool names_are_free(const Program *program, const FunctionText *texts);
bool pipelines_are_free(
    const Program *program, const FunctionText *texts, const PipelineCodes *codes);
bool others_are_free(
    const Program *program,
    const FunctionText *texts,
    const PipelineCodes *codes,
    const DescriptorPlans *descriptors,
    const CoordsPlans *coords);
#endif
