/* options.c: argv -> Arguments. Every wrong option ends in E_USAGE, which names it, and exit code
 * 2; nothing is guessed. */
#include "options.h"
#include <string.h>

static const char usage[] =
    "usage: tcgen [-o FILE|-] [-I DIR] [--target=LIST] [--single-file [--with NAME,...]]\n"
    "             [-MD -MF F -MT T -MP]\n"
    "             [--check [--diff]] [-W[no-]GROUP] [-Werror[=GROUP]] "
    "[--diagnostics=text|json|sarif]\n"
    "             FILE.tc...|-\n"
    "       tcgen scan [options] KERNEL.cu...|-\n"
    "       tcgen explain|cost|names|json|fmt [options] FILE.tc...|-\n"
    "       tcgen explain E_ID...\n"
    "       tcgen explain --function=NAME FILE.tc...|-\n"
    "       tcgen json --trace FILE.tc...|-\n"
    "       tcgen draw FILE.tc:NAME [--view=owner|hardware|banks|memory|timeline] [-o x.svg]\n"
    "       tcgen pack FILE.csv [--capacity N] [-o FILE]\n"
    "       tcgen --help | --version\n";

static const struct {
    const char *name;
    Command command;
} commands[] = {
    {"explain", COMMAND_EXPLAIN},
    {"cost", COMMAND_COST},
    {"names", COMMAND_NAMES},
    {"json", COMMAND_JSON},
    {"fmt", COMMAND_FMT},
    {"draw", COMMAND_DRAW},
    {"pack", COMMAND_PACK},
    {"scan", COMMAND_GENERATE},
};

static bool wrong(int *status, const char *what, const char *argument) {
    Text quoted = {0};
    diag_error((Loc){0}, "E_USAGE", "%s '%s'", what, argument);
    text_json_string(&quoted, argument);
    diag_data("argument", text_string(&quoted));
    *status = EXIT_USAGE;
    return false;
}

/* "--view=owner" with prefix "--view=" gives "owner". */
static const char *value_of(const char *argument, const char *prefix) {
    size_t length = strlen(prefix);
    return strncmp(argument, prefix, length) == 0 ? argument + length : NULL;
}

static bool set_diagnostics(const char *format, int *status) {
    if (strcmp(format, "text") == 0)
        diag_format(DIAG_TEXT);
    else if (strcmp(format, "json") == 0)
        diag_format(DIAG_JSON);
    else if (strcmp(format, "sarif") == 0)
        diag_format(DIAG_SARIF);
    else
        return wrong(status, "unknown diagnostics format", format);
    return true;
}

/* Targets are checked here: the list has no place in a description. */
static bool set_targets(const char *list, Arguments *arguments, int *status) {
    const Source *source = source_from_text("--target", list, strlen(list));
    Loc loc = {source, 1, 1, (int)strlen(list), NULL};
    if (targets_parse(list, loc, &arguments->targets))
        return true;
    *status = EXIT_USAGE;
    return false;
}

/* Options without a value, or with one behind '='. 0: not one of them, -1: wrong. */
static int simple_option(const char *argument, Arguments *arguments, int *status) {
    const char *value;
    if (strcmp(argument, "--single-file") == 0)
        arguments->single_file = true;
    else if (strcmp(argument, "--check") == 0)
        arguments->check = true;
    else if (strcmp(argument, "--diff") == 0)
        arguments->diff = true;
    else if (strcmp(argument, "--trace") == 0)
        arguments->trace = true;
    else if (strcmp(argument, "-MP") == 0)
        arguments->dep_phony = true;
    else if (strcmp(argument, "-MD") == 0)
        arguments->depfile = arguments->depfile ? arguments->depfile : "";
    else if ((value = value_of(argument, "--target=")))
        return set_targets(value, arguments, status) ? 1 : -1;
    else if (value_of(argument, "--diagnostics="))
        return 1; /* by find_diagnostics */
    else if ((value = value_of(argument, "--view=")))
        arguments->view = value;
    else if ((value = value_of(argument, "--function=")))
        arguments->name = value;
    else if ((value = value_of(argument, "-W")))
        return diag_set_warning(value) || wrong(status, "unknown warning", argument) ? 1 : -1;
    else
        return 0;
    return 1;
}

/* Options whose value may be the next argument: -o FILE, -oFILE. NULL: not one of them. */
static const char **value_option(const char *argument, Arguments *arguments, const char **rest) {
    static const char *const names[] = {"-MF", "-MT", "-o", "-I", "--capacity", "--with"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *value = value_of(argument, names[i]);
        if (!value)
            continue;
        *rest = *value ? value + (i >= 4 && *value == '=') : NULL;
        return i == 0   ? &arguments->depfile
               : i == 1 ? &arguments->dep_target
               : i == 2 ? &arguments->output
               : i == 4 ? &arguments->capacity_text
               : i == 5 ? &arguments->with_lists[arguments->with_count++]
                        : &arguments->import_dirs[arguments->import_dir_count++];
    }
    return NULL;
}

static bool read_arguments(
    int argc, const char *const *argv, int at, Arguments *arguments, int *status) {
    bool only_files = false;
    for (; at < argc; at++) {
        const char *argument = argv[at], *rest = NULL;
        if (only_files || argument[0] != '-' || strcmp(argument, "-") == 0) {
            arguments->inputs[arguments->input_count++] = argument;
            continue;
        }
        if (strcmp(argument, "--") == 0) {
            only_files = true;
            continue;
        }
        int simple = simple_option(argument, arguments, status);
        if (simple < 0)
            return false;
        if (simple > 0)
            continue;
        const char **place = value_option(argument, arguments, &rest);
        if (!place)
            return wrong(status, "unknown option", argument);
        if (!rest && ++at == argc)
            return wrong(status, "a value is missing after", argument);
        *place = rest ? rest : argv[at];
    }
    return true;
}

/* draw FILE.tc:NAME; a file name may hold a colon of its own, a function name may not. */
static void split_name(Arguments *arguments) {
    const char *input = arguments->inputs[0], *colon = strrchr(input, ':');
    if (!colon || strchr(colon, '/'))
        return;
    arguments->inputs[0] = mem_text(input, (size_t)(colon - input));
    arguments->name = colon + 1;
}

/* --capacity N of pack: digits alone. */
static bool set_capacity(const char *text, Arguments *arguments, int *status) {
    int64_t value = 0;
    bool ok = *text != 0;
    for (const char *at = text; *at && ok; at++)
        ok = *at >= '0' && *at <= '9' && mul_i64(value, 10, &value) &&
             add_i64(value, *at - '0', &value);
    if (!ok)
        return wrong(status, "the capacity is a number of bytes, not", text);
    arguments->capacity = value;
    return true;
}

static bool is_view(const char *view) {
    static const char *const views[] = {"owner", "hardware", "banks", "timeline", "memory"};
    for (size_t i = 0; i < COUNT_OF(views); i++)
        if (strcmp(view, views[i]) == 0)
            return true;
    return false;
}

/* --with NAME,...: headers and primitives that a single file holds beside those that it uses. */
static bool set_with(Arguments *arguments, int *status) {
    arguments->with = runtime_need_new();
    if (arguments->with_count && !arguments->single_file)
        return wrong(status, "only --single-file takes the option", "--with");
    for (int i = 0; i < arguments->with_count; i++)
        if (!runtime_need_with(&arguments->with, arguments->with_lists[i])) {
            *status = EXIT_USAGE;
            return false;
        }
    return true;
}

static bool finish(Arguments *arguments, int *status) {
    if (!set_with(arguments, status))
        return false;
    if (arguments->capacity_text && arguments->command != COMMAND_PACK)
        return wrong(status, "only tcgen pack takes the option", "--capacity");
    if (arguments->command == COMMAND_PACK && arguments->input_count > 1)
        return wrong(status, "a second file to pack", arguments->inputs[1]);
    if (arguments->capacity_text && !set_capacity(arguments->capacity_text, arguments, status))
        return false;
    if (arguments->view && !is_view(arguments->view))
        return wrong(status, "unknown view", arguments->view);
    if (arguments->input_count == 0)
        return arguments->scan ? wrong(status, "no kernel is given", "KERNEL.cu")
                               : wrong(status, "no description is given", "FILE.tc");
    if (arguments->command == COMMAND_DRAW)
        split_name(arguments);
    if (arguments->check && strcmp(arguments->output, "-") == 0 &&
        arguments->command != COMMAND_FMT)
        return wrong(status, "--check needs the file to compare with", "-o FILE");
    if (arguments->depfile && !*arguments->depfile)
        arguments->depfile = mem_printf("%s.d", arguments->output);
    if (arguments->depfile && strcmp(arguments->output, "-") == 0 && !arguments->dep_target)
        return wrong(status, "a dependency file needs -o FILE or", "-MT TARGET");
    if (arguments->depfile && strcmp(arguments->depfile, "-") == 0 &&
        strcmp(arguments->output, "-") == 0)
        return wrong(status, "header and dependencies cannot both go to", "-");
    return true;
}

/* Before anything is reported: errors of the arguments to its left take this form too. */
static bool find_diagnostics(int argc, const char *const *argv, int *status) {
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *format = value_of(argv[i], "--diagnostics=");
        if (format && !set_diagnostics(format, status))
            return false;
    }
    return true;
}

/* tcgen explain E_SYNTAX ...: answered from the manual, or an id that is none is reported. */
static bool explains_ids(Arguments *arguments, int *status) {
    Text text = {0};
    bool ids = arguments->command == COMMAND_EXPLAIN && arguments->input_count > 0;
    for (int i = 0; i < arguments->input_count && ids; i++)
        ids = diag_is_id(arguments->inputs[i]);
    for (int i = 0; i < arguments->input_count && ids; i++) {
        const char *id = arguments->inputs[i], *near = diag_near_id(id);
        text_add(&text, i ? "\n" : "");
        if (diag_explain(&text, id))
            continue;
        wrong(status, "no diagnostic has the id", id);
        if (near)
            diag_help("did you mean '%s'?", near);
        return true;
    }
    arguments->answer = ids ? text_string(&text) : NULL;
    return ids;
}

static bool asks_help(int argc, const char *const *argv) {
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0)
            return true;
    return false;
}

bool options_parse(int argc, const char *const *argv, Arguments *arguments, int *status) {
    int at = 0;
    *arguments = (Arguments){.output = "-", .capacity = -1};
    arguments->inputs = NEW_ARRAY(const char *, argc + 1);
    arguments->import_dirs = NEW_ARRAY(const char *, argc + 1);
    arguments->with_lists = NEW_ARRAY(const char *, argc + 1);
    *status = EXIT_OK;
    if (asks_help(argc, argv)) {
        arguments->answer = usage;
        return false;
    }
    if (argc > 0 && strcmp(argv[0], "--version") == 0) {
        arguments->answer = "tcgen " TCGEN_VERSION "\n";
        return false;
    }
    if (!find_diagnostics(argc, argv, status))
        return false;
    for (size_t i = 0; argc > 0 && i < COUNT_OF(commands); i++)
        if (strcmp(argv[0], commands[i].name) == 0) {
            arguments->command = commands[i].command;
            arguments->scan = strcmp(argv[0], "scan") == 0;
            at = 1;
        }
    return read_arguments(argc, argv, at, arguments, status) && !explains_ids(arguments, status) &&
           finish(arguments, status);
}

static void append_descriptors(Module *module, const Module *next) {
    int count = module->descriptor_count + next->descriptor_count;
    Descriptor **all = NEW_ARRAY(Descriptor *, count);
    for (int i = 0; i < count; i++)
        all[i] = i < module->descriptor_count ? module->descriptors[i]
                                              : next->descriptors[i - module->descriptor_count];
    module->descriptors = all;
    module->descriptor_count = count;
}

static void append_coords(Module *module, const Module *next) {
    int count = module->coords_count + next->coords_count;
    Coords **all = NEW_ARRAY(Coords *, count);
    for (int i = 0; i < count; i++)
        all[i] =
            i < module->coords_count ? module->coords[i] : next->coords[i - module->coords_count];
    module->coords = all;
    module->coords_count = count;
}

static void append_pipelines(Module *module, const Module *next) {
    int count = module->pipeline_count + next->pipeline_count;
    Pipeline **all = NEW_ARRAY(Pipeline *, count);
    for (int i = 0; i < count; i++)
        all[i] = i < module->pipeline_count ? module->pipelines[i]
                                            : next->pipelines[i - module->pipeline_count];
    module->pipelines = all;
    module->pipeline_count = count;
}

void module_append(Module *module, const Module *next) {
    int requests = module->request_count + next->request_count;
    int imports = module->import_count + next->import_count + 1;
    Request **all = NEW_ARRAY(Request *, requests);
    const Source **sources = NEW_ARRAY(const Source *, imports);
    for (int i = 0; i < module->request_count; i++)
        all[i] = module->requests[i];
    for (int i = 0; i < next->request_count; i++)
        all[module->request_count + i] = next->requests[i];
    for (int i = 0; i < module->import_count; i++)
        sources[i] = module->imports[i];
    sources[module->import_count] = next->main;
    for (int i = 0; i < next->import_count; i++)
        sources[module->import_count + 1 + i] = next->imports[i];
    module->requests = all;
    module->request_count = requests;
    append_pipelines(module, next);
    append_descriptors(module, next);
    append_coords(module, next);
    module->imports = sources;
    module->import_count = imports;
    module->targets |= next->targets;
}
