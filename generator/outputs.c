/* outputs.c: where the text of a run goes: a file, its dependencies beside it, or a comparison. */
#include "options.h"
#include <errno.h>
#include <string.h>

/* What mends an argument that cannot be read; "": the reason says it. */
static const char *reading_help(int error) {
    return error == ENOENT    ? "a path on the command line begins at the folder where tcgen runs"
           : error == EISDIR  ? "name the files of the folder that tcgen should read"
           : error == ENOTDIR ? "the part before a '/' of the path is no folder"
                              : "";
}

/* Reported in the form of --diagnostics, without a place: the path is in the message and in
 * `data`. */
int fail_path(const char *id, const char *path, const char *reason) {
    const int error = errno;
    bool reading = strcmp(id, "E_FILE_MISSING") == 0;
    Text quoted = {0};
    if (strcmp(path, "-") == 0)
        path = reading ? "stdin" : "stdout";
    diag_error((Loc){0}, id, "cannot %s '%s': %s", reading ? "read" : "write", path, reason);
    diag_help("%s", reading ? reading_help(error) : "");
    text_json_string(&quoted, path);
    diag_data("path", text_string(&quoted));
    return EXIT_IO;
}

int fail_io(const char *id, const char *path) {
    return fail_path(id, path, strerror(errno));
}

static void add_line(Text *to, char mark, const char *line, size_t length) {
    text_char(to, mark);
    text_add_bytes(to, line, length);
    text_char(to, '\n');
}

/* The lines that differ, from the first to the last; the rest is equal. */
static void add_difference(Text *to, const char *old, const char *text) {
    while (*old && *text) {
        size_t a = strcspn(old, "\n"), b = strcspn(text, "\n");
        if (a != b || strncmp(old, text, a) != 0)
            break;
        old += a + (old[a] != 0);
        text += b + (text[b] != 0);
    }
    const char *old_end = old + strlen(old), *text_end = text + strlen(text);
    while (old_end > old && text_end > text && old_end[-1] == text_end[-1]) {
        old_end--;
        text_end--;
    }
    for (; old < old_end; old += strcspn(old, "\n") + 1)
        add_line(to, '-', old, strcspn(old, "\n"));
    for (; text < text_end; text += strcspn(text, "\n") + 1)
        add_line(to, '+', text, strcspn(text, "\n"));
}

/* --check: says what is stale, with --diff the lines. */
static int check_stale(const Files *files, const Arguments *options, const Text *text) {
    const Source *old = source_read(files, options->output);
    Text answer = {0};
    if (old && old->size == text->length && memcmp(old->text, text_string(text), text->length) == 0)
        return EXIT_OK;
    text_printf(
        &answer,
        "%s: %s; run tcgen again to write it\n",
        options->output,
        old ? "stale" : "missing");
    if (old && options->diff)
        add_difference(&answer, old->text, text_string(text));
    if (!files->write(files->context, "-", text_string(&answer), answer.length))
        return fail_io("E_NOT_WRITTEN", "-");
    return EXIT_DESCRIPTION;
}

/* An output in the place of a description, of an import or of the other output would destroy it. */
static bool is_read(const Files *files, const Module *module, const char *path) {
    bool is = module->main->path && files->is_same(files->context, path, module->main->path);
    for (int i = 0; i < module->import_count && !is; i++)
        is = module->imports[i]->path &&
             files->is_same(files->context, path, module->imports[i]->path);
    return is;
}

static int check_outputs(const Files *files, const Arguments *options, const Module *module) {
    const char *outputs[] = {options->output, options->depfile};
    for (int i = 0; i < 2; i++)
        if (outputs[i] && is_read(files, module, outputs[i]))
            return fail_path("E_NOT_WRITTEN", outputs[i], "it is read as a description");
    if (options->depfile && strcmp(options->output, "-") != 0 &&
        files->is_same(files->context, options->depfile, options->output))
        return fail_path("E_NOT_WRITTEN", options->depfile, "it is the output of -o");
    return EXIT_OK;
}

/* The dependencies first: were they missing beside a new header, make would not ask for them
 * again. */
int write_outputs(
    const Files *files, const Arguments *options, const Module *module, const Text *text) {
    if (options->check)
        return check_stale(files, options, text);
    int status = check_outputs(files, options, module);
    if (status == EXIT_OK && options->depfile) {
        Text dep = {0};
        const char *target = options->dep_target ? options->dep_target : options->output;
        out_depfile(&dep, module, target, options->dep_phony);
        if (!files->write(files->context, options->depfile, text_string(&dep), dep.length))
            status = fail_io("E_NOT_WRITTEN", options->depfile);
    }
    if (status == EXIT_OK &&
        !files->write(files->context, options->output, text_string(text), text->length))
        status = fail_io("E_NOT_WRITTEN", options->output);
    return status;
}
