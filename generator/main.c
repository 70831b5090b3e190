/* main.c: the command line of tcgen; run() is the map: read, resolve, dispatch and prove, print.
 * Exit 0 ok, 1 an error in the description (or a stale output), 2 usage, 3 input or output. It reads
 * its arguments and nothing else: no environment, no configuration file. */
#include "options.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Reported in the form of --diagnostics, without a place: the path is in the message and in `data`. */
static int fail_path(const char *id, const char *path, const char *reason) {
    bool reading = strcmp(id, "E_FILE_MISSING") == 0;
    Text quoted = {0};
    if (strcmp(path, "-") == 0)
        path = reading ? "stdin" : "stdout";
    diag_error((Loc){0}, id, "cannot %s '%s': %s", reading ? "read" : "write", path, reason);
    diag_help("%s", "");
    text_json_string(&quoted, path);
    diag_data("path", text_string(&quoted));
    return EXIT_IO;
}

static int fail_io(const char *id, const char *path) {
    return fail_path(id, path, strerror(errno));
}

/* Several descriptions make one header: their requests follow each other. */
static int load(const Arguments *options, Module **out) {
    Module *module = NULL;
    for (int i = 0; i < options->input_count; i++) {
        Source *source = source_read(options->inputs[i]);
        if (!source)
            return fail_io("E_FILE_MISSING", options->inputs[i]);
        Module *next = lang_load(
            source,
            prelude_text,
            options->import_dirs,
            options->import_dir_count,
            options->targets);
        if (!next)
            return EXIT_DESCRIPTION;
        if (!module)
            module = next;
        else
            module_append(module, next);
    }
    *out = module;
    return diag_error_count() > 0 ? EXIT_DESCRIPTION : EXIT_OK;
}

static const Function *find(const Program *program, const char *name) {
    for (int i = 0; i < program->count; i++)
        if (strcmp(program->functions[i].name, name) == 0)
            return &program->functions[i];
    diag_error((Loc){0}, "E_UNKNOWN_FUNCTION", "no function '%s' in the description", name);
    return NULL;
}

static bool is_svg(const Arguments *options) {
    size_t length = strlen(options->output);
    return length > 4 && strcmp(options->output + length - 4, ".svg") == 0;
}

static bool draw(Text *text, const Arguments *options, const Program *program) {
    const Function *function = options->name    ? find(program, options->name)
                               : program->count ? &program->functions[0]
                                                : NULL;
    if (!function)
        return false;
    budget_statement(function->copy->loc);
    return is_svg(options) ? out_draw_svg(text, function, options->view)
                           : out_draw_text(text, function, options->view);
}

static bool print(Text *text, const Arguments *options, const Program *program) {
    switch (options->command) {
    case COMMAND_JSON:
        out_json(text, program, options->trace);
        return true;
    case COMMAND_EXPLAIN:
        if (options->name && !find(program, options->name))
            return false;
        out_explain(text, program, options->name);
        return true;
    case COMMAND_COST:
        out_cost(text, program);
        return true;
    case COMMAND_NAMES:
        out_names(text, program);
        return true;
    case COMMAND_DRAW:
        return draw(text, options, program);
    default:
        out_header(
            text,
            program,
            options->inputs[0],
            options->output,
            options->single_file ? runtime_text : NULL);
        return diag_error_count() == 0;
    }
}

/* An output in the place of a description, of an import or of the other output would destroy it. */
static bool is_read(const Module *module, const char *path) {
    bool is = module->main->path && file_is_same(path, module->main->path);
    for (int i = 0; i < module->import_count && !is; i++)
        is = module->imports[i]->path && file_is_same(path, module->imports[i]->path);
    return is;
}

static int check_outputs(const Arguments *options, const Module *module) {
    const char *outputs[] = {options->output, options->depfile};
    for (int i = 0; i < 2; i++)
        if (outputs[i] && is_read(module, outputs[i]))
            return fail_path("E_NOT_WRITTEN", outputs[i], "it is read as a description");
    if (options->depfile && strcmp(options->output, "-") != 0 &&
        file_is_same(options->depfile, options->output))
        return fail_path("E_NOT_WRITTEN", options->depfile, "it is the output of -o");
    return EXIT_OK;
}

/* The dependencies first: were they missing beside a new header, make would not ask for them again. */
static int write_outputs(const Arguments *options, const Module *module, const Text *text) {
    if (options->check)
        return check_stale(options, text_string(text), text->length);
    int status = check_outputs(options, module);
    if (status == EXIT_OK && options->depfile) {
        Text dep = {0};
        const char *target = options->dep_target ? options->dep_target : options->output;
        out_depfile(&dep, module, target, options->dep_phony);
        if (!file_write_if_changed(options->depfile, text_string(&dep), dep.length))
            status = fail_io("E_NOT_WRITTEN", options->depfile);
    }
    if (status == EXIT_OK &&
        !file_write_if_changed(options->output, text_string(text), text->length))
        status = fail_io("E_NOT_WRITTEN", options->output);
    return status;
}

/* tcgen fmt: prints to -o, in order. With -o FILE FILE it formats in place: all is read before anything
 * is written. */
static int format_inputs(const Arguments *options) {
    Text all = {0};
    for (int i = 0; i < options->input_count; i++) {
        Source *source = source_read(options->inputs[i]);
        if (!source)
            return fail_io("E_FILE_MISSING", options->inputs[i]);
        const char *text = lang_format(source);
        if (!text)
            return EXIT_DESCRIPTION;
        if (options->check && strcmp(text, source->text) != 0) {
            fprintf(stderr, "tcgen: '%s' is not in canonical form; run tcgen fmt\n", source->name);
            return EXIT_DESCRIPTION;
        }
        if (options->input_count > 1 && file_is_same(options->output, options->inputs[i]))
            return fail_path("E_NOT_WRITTEN", options->output, "it is one of several descriptions");
        text_add(&all, text);
    }
    if (!options->check && !file_write_if_changed(options->output, text_string(&all), all.length))
        return fail_io("E_NOT_WRITTEN", options->output);
    return EXIT_OK;
}

static bool wants_missing(const Arguments *options) {
    return options->command == COMMAND_EXPLAIN || options->command == COMMAND_JSON ||
           diag_asked("W_NARROW");
}

static int run(const Arguments *options) {
    Module *module = NULL;
    Text text = {0};
    if (options->command == COMMAND_FMT)
        return format_inputs(options);
    int status = load(options, &module);
    if (status != EXIT_OK)
        return status;
    bool strict = options->command == COMMAND_GENERATE || options->command == COMMAND_NAMES;
    Program *program = program_build(module, strict);
    if (diag_error_count() == 0 && wants_missing(options))
        program_missing(program);
    if (diag_error_count() > 0 || !names_are_free(program) || !print(&text, options, program))
        return EXIT_DESCRIPTION;
    return write_outputs(options, module, &text);
}

typedef struct {
    const Arguments *options;
    int status;
} Work;

static void do_work(void *context) {
    Work *work = context;
    work->status = run(work->options);
}

int main(int argc, char **argv) {
    Arguments options;
    int status;
    bool runs = options_parse(argc, argv, &options, &status);
    if (runs) {
        Work work = {&options, EXIT_DESCRIPTION};
        status = budget_run(do_work, &work) ? work.status : EXIT_DESCRIPTION;
    }
    if ((fflush(stdout) != 0 || ferror(stdout)) && status != EXIT_IO)
        status = fail_io("E_NOT_WRITTEN", "-");
    diag_flush(stderr);
    mem_free_all();
    return status;
}
