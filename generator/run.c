/* run.c: a run of tcgen; make() is the map: read, resolve, dispatch and prove, print.
 * Exit 0 ok, 1 an error in the description (or a stale output), 2 usage, 3 input or output. */
#include "run.h"
#include "options.h"
#include <string.h>

typedef struct {
    Arguments arguments;
    const Files *files;
    Scan *scan; /* NULL: descriptions are read */
    int status;
} Run;

static Module *load_input(const Run *run, int at, const Source *source) {
    const Arguments *options = &run->arguments;
    const char *const *dirs = options->import_dirs;
    if (run->scan)
        return scan_module(run->scan, at, dirs, options->import_dir_count, options->targets);
    return lang_load(source, prelude_text, dirs, options->import_dir_count, options->targets);
}

/* Several descriptions, or kernels, make one header: their requests follow each other. */
static int load(Run *run, Module **out) {
    const Arguments *options = &run->arguments;
    Module *module = NULL;
    int unread = 0;
    if (options->scan) {
        run->scan = scan_start(run->files, options->inputs, options->input_count, &unread);
        if (!run->scan)
            return fail_io("E_FILE_MISSING", options->inputs[unread]);
        if (diag_error_count() > 0)
            return EXIT_DESCRIPTION;
    }
    for (int i = 0; i < options->input_count; i++) {
        const Source *source = NULL;
        if (!run->scan && !(source = source_read(run->files, options->inputs[i])))
            return fail_io("E_FILE_MISSING", options->inputs[i]);
        Module *next = load_input(run, i, source);
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

/* What a command prints from. */
typedef struct {
    const Program *program;
    const FunctionText *texts;
    const PipelinePlans *plans;
    const PipelineCodes *codes;
    const DescriptorPlans *descriptors;
    const CoordsPlans *coords;
} Results;

static bool draw_subject(Text *text, const Arguments *options, Subject subject) {
    return is_svg(options) ? draw_svg(text, &subject) : draw_text(text, &subject);
}

static bool draw(Text *text, const Arguments *options, const Results *results) {
    const Program *program = results->program;
    const PipelinePlans *plans = results->plans;
    const PipelinePlan *plan = options->name ? pipeline_find(plans, options->name)
                               : !program->count && plans->count ? plans->plans[0]
                                                                 : NULL;
    if (plan)
        return draw_subject(text, options, pipeline_subject(plan, options->view));
    const DescriptorPlans *all = results->descriptors;
    const DescriptorPlan *descriptor = options->name ? descriptor_find(all, options->name)
                                       : !program->count && all->count ? all->at[0]
                                                                       : NULL;
    if (descriptor)
        return draw_subject(text, options, descriptor_subject(descriptor, options->view));
    const Function *function = options->name    ? find(program, options->name)
                               : program->count ? &program->functions[0]
                                                : NULL;
    if (!function)
        return false;
    budget_statement(function->request->loc);
    return draw_subject(text, options, picture_subject(function, options->view));
}

static bool print_command(Text *text, const Arguments *options, const Results *results) {
    const Program *program = results->program;
    const DescriptorPlans *descriptors = results->descriptors;
    Text pipelines = {0}, others = {0}, coords = {0};
    CostTable rows = {0};
    switch (options->command) {
    case COMMAND_JSON:
        pipelines_json(&pipelines, results->plans);
        descriptors_json(&others, descriptors);
        coords_json(&coords, results->coords);
        out_json(text, program, (Text[]){pipelines, others, coords}, options->trace);
        return true;
    case COMMAND_EXPLAIN:
        if (options->name && !pipeline_find(results->plans, options->name) &&
            !descriptor_find(descriptors, options->name) &&
            !coords_find(results->coords, options->name) && !find(program, options->name))
            return false;
        out_explain(text, program, options->name);
        pipelines_explain(text, results->plans, options->name);
        descriptors_explain(text, descriptors, options->name);
        coords_explain(text, results->coords, options->name);
        return true;
    case COMMAND_COST:
        pipelines_cost(&rows, results->plans);
        out_cost(text, program, &rows);
        return true;
    case COMMAND_NAMES:
        out_names(text, program);
        pipelines_names(text, results->codes);
        descriptors_names(text, descriptors);
        coords_names(text, results->coords);
        return true;
    case COMMAND_DRAW:
        return draw(text, options, results);
    default:
        descriptors_text(&pipelines, descriptors);
        coords_text(&pipelines, results->coords);
        pipelines_text(&pipelines, results->codes);
        out_header(
            text,
            program,
            results->texts,
            &pipelines,
            &(MadeFrom){
                options->scan ? "tcgen scan" : "tcgen",
                options->inputs,
                options->scan ? options->input_count : 1},
            options->output,
            options->single_file ? &options->with : NULL);
        return true;
    }
}

/* Every command reads the printed functions back, for their names or their cost: a text that
 * differs from its plan is an error of each. */
static bool print(Text *text, const Arguments *options, const Results *results) {
    return print_command(text, options, results) && diag_error_count() == 0;
}

/* tcgen fmt: prints to -o, in order. With -o FILE FILE it formats in place: all is read before
 * anything is written. */
static int format_inputs(const Run *run) {
    const Arguments *options = &run->arguments;
    const Files *files = run->files;
    Text all = {0};
    for (int i = 0; i < options->input_count; i++) {
        Source *source = source_read(run->files, options->inputs[i]);
        if (!source)
            return fail_io("E_FILE_MISSING", options->inputs[i]);
        const char *text = lang_format(source);
        if (!text)
            return EXIT_DESCRIPTION;
        if (options->check && strcmp(text, source->text) != 0) {
            Text stale = {0};
            text_printf(
                &stale, "tcgen: '%s' is not in canonical form; run tcgen fmt\n", source->name);
            files->say(files->context, text_string(&stale), stale.length);
            return EXIT_DESCRIPTION;
        }
        if (options->input_count > 1 &&
            files->is_same(files->context, options->output, options->inputs[i]))
            return fail_path("E_NOT_WRITTEN", options->output, "it is one of several descriptions");
        text_add(&all, text);
    }
    if (!options->check &&
        !files->write(files->context, options->output, text_string(&all), all.length))
        return fail_io("E_NOT_WRITTEN", options->output);
    return EXIT_OK;
}

static bool wants_missing(const Arguments *options) {
    return options->command == COMMAND_EXPLAIN || options->command == COMMAND_JSON ||
           diag_asked("W_NARROW");
}

static int64_t least_capacity(const PipelinePlans *plans, const Pipeline *request) {
    int64_t least = INT64_MAX;
    for (int i = 0; i < plans->count; i++) {
        const PipelinePlan *plan = plans->plans[i];
        if (plan->request != request)
            continue;
        int64_t has = pipe_target_bytes(pipe_smallest_target(plan->targets));
        int64_t bytes = plan->capacity < has ? plan->capacity : has;
        least = bytes < least ? bytes : least;
    }
    return least;
}

/* The code of one block for all kinds of targets, of which plans[first] is the oldest. NULL:
 * reported. */
static PipelineCode *block_code(const PipelinePlans *plans, int first, int count, bool prove) {
    PipelineCode *kinds[TARGET_COUNT];
    const Pipeline *request = plans->plans[first]->request;
    budget_statement(request->loc);
    for (int k = 0; k < count; k++) {
        kinds[k] = pipeline_code(plans->plans[first + k]);
        kinds[k]->capacity = least_capacity(plans, request);
        if (!pipeline_code_report(kinds[k]))
            return NULL;
    }
    PipelineCode *code = pipeline_join(kinds, count);
    if (!pipeline_code_report(code))
        return NULL;
    for (const PipelineCode *one = code; one && prove; one = one->older)
        if (!pipe_prove_all(one))
            return NULL;
    return code;
}

/* The code of each pipeline, where a header or its names are asked for. */
static bool pipelines_code(
    const Arguments *options, const PipelinePlans *plans, PipelineCodes *out) {
    bool names = options->command == COMMAND_NAMES;
    bool wanted = options->command == COMMAND_GENERATE || names, ok = true;
    out->at = NEW_ARRAY(PipelineCode *, plans->count);
    for (int i = 0, kinds; i < plans->count && wanted && !diag_full(); i += kinds) {
        for (kinds = 1; i + kinds < plans->count &&
                        plans->plans[i + kinds]->request == plans->plans[i]->request;)
            kinds++;
        PipelineCode *code = block_code(plans, i, kinds, !names);
        ok = ok && code;
        if (code)
            out->at[out->count++] = code;
    }
    pipelines_make(out);
    return ok;
}

/* tcgen pack: no description is read. */
static int pack(const Run *run) {
    const Arguments *options = &run->arguments;
    const Files *files = run->files;
    Text text = {0};
    Source *source = source_read(files, options->inputs[0]);
    if (!source)
        return fail_io("E_FILE_MISSING", options->inputs[0]);
    if (!pack_file(&text, source, options->capacity))
        return EXIT_DESCRIPTION;
    if (!files->write(files->context, options->output, text_string(&text), text.length))
        return fail_io("E_NOT_WRITTEN", options->output);
    return EXIT_OK;
}

static int make(Run *run) {
    const Arguments *options = &run->arguments;
    Module *module = NULL;
    Text text = {0};
    if (options->command == COMMAND_FMT)
        return format_inputs(run);
    int status = load(run, &module);
    if (status != EXIT_OK)
        return status;
    bool strict = options->command == COMMAND_GENERATE || options->command == COMMAND_NAMES;
    Program *program = program_build(module, strict);
    PipelinePlans *plans = pipelines_plan(module);
    DescriptorPlans *descriptors = descriptors_plan(module, strict);
    CoordsPlans *coords = coords_plan(module, strict);
    PipelineCodes codes = {0};
    if (diag_error_count() > 0 || !pipelines_code(options, plans, &codes))
        return EXIT_DESCRIPTION;
    if (diag_error_count() == 0 && wants_missing(options))
        program_missing(program);
    if (diag_error_count() > 0)
        return EXIT_DESCRIPTION;
    descriptors_make(descriptors);
    coords_make(coords);
    Results results = {program, program_texts(program), plans, &codes, descriptors, coords};
    if (diag_error_count() > 0 || !names_are_free(program, results.texts) ||
        !pipelines_are_free(program, results.texts, &codes) ||
        !others_are_free(program, results.texts, &codes, descriptors, coords) ||
        !print(&text, options, &results) || (run->scan && !scan_answered(run->scan, &text)))
        return EXIT_DESCRIPTION;
    return write_outputs(run->files, options, module, &text);
}

static void make_within_budget(void *context) {
    Run *run = context;
    run->status = make(run);
}

static void answer(Run *run) {
    const char *text = run->arguments.answer;
    const char *output = run->arguments.output;
    if (text && !run->files->write(run->files->context, output, text, strlen(text)))
        run->status = fail_io("E_NOT_WRITTEN", output);
}

static void forget_all(void) {
    diag_reset();
    mem_free_all();
}

int tcgen_run(int argc, const char *const *argv, const Files *files) {
    Run run = {.files = files};
    Text said = {0};
    forget_all();
    budget_reset();
    if (!options_parse(argc, argv, &run.arguments, &run.status))
        answer(&run);
    else if (run.arguments.command == COMMAND_PACK)
        run.status = pack(&run);
    else if (!budget_run(make_within_budget, &run))
        run.status = EXIT_DESCRIPTION;
    if (run.status == EXIT_OK && diag_error_count() > 0)
        run.status = EXIT_DESCRIPTION; /* whoever reported it: what says "error:" does not exit 0 */
    diag_flush(&said);
    if (said.length)
        files->say(files->context, said.at, said.length);
    forget_all();
    return run.status;
}
