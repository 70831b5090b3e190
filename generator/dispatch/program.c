/* program.c: all requests of a description -> the functions of the header, in source order: first
 * the `auto` layouts of all of them, then each request goes through five passes. One name with one
 * meaning is emitted once; one name with two meanings, or two pins, is an error. */
#include "passes.h"
#include <stdlib.h>
#include <string.h>

/* The functions so far, hashed by name for the look-up (10000 functions stay linear enough). */
typedef struct {
    const Function **slot;
    size_t capacity;
} NameTable;

static const Function **find_slot(NameTable *table, const char *name) {
    size_t i = (size_t)fnv1a64(name, strlen(name)) & (table->capacity - 1);
    while (table->slot[i] && strcmp(table->slot[i]->name, name) != 0)
        i = (i + 1) & (table->capacity - 1);
    return &table->slot[i];
}

/* What the passes know of the description. */
typedef struct {
    const Module *module;
    const Picked *picked; /* [i]: for request i */
    int at;               /* the request whose turn it is */
    bool strict_names;
    NameTable names;
} Build;

/* A call and its function: another name than the call's was read wrongly, or spelled unlike all
 * others. */
static bool is_as_called(const Function *function) {
    const Request *request = function->request;
    if (!request->called || strcmp(request->called, function->name) == 0)
        return true;
    diag_error(
        request->loc,
        "E_CALL_SPELLING",
        "the function that this name describes is called %s",
        function->name);
    diag_help(
        "call it by that name; a name has each part once, in a fixed order, and no part for what "
        "is usual");
    return false;
}

/* A //@tc line of the kernel says more of its function than the name of the call. */
static bool is_told(const Function *function, const Function *old) {
    return function->request->called && !old->request->called &&
           function->request->loc.source == old->request->loc.source;
}

/* What two functions of one name are told apart by. False: the header has it, or a clash is
 * reported. */
static bool is_new_name(const Function *function, const Function *old) {
    const Request *request = function->request;
    const Kind *kind = kind_of(request);
    if (!old)
        return true;
    if (is_told(function, old))
        return false;
    bool same = strcmp(function->meaning, old->meaning) == 0;
    bool same_policy = request->policy_tirx == old->request->policy_tirx;
    if (same && same_policy && strcmp(kind->pins(function), kind->pins(old)) == 0)
        return false;
    diag_error(
        request->given_name ? request->name_loc : request->loc,
        "E_NAME_CLASH",
        "the name %s already belongs to %s",
        function->name,
        same ? mem_printf("the same %s with another policy or 'using'", request_word(request))
             : mem_printf("another %s", request_word(old->request)));
    diag_note(old->request->loc, "the other statement");
    diag_help("give one of the two its own name with 'as NAME'");
    return false;
}

static int register_argument(const Copy *copy) {
    if (copy->dst.space == SPACE_REG)
        return (int)register_count(&copy->dst);
    return copy->src.space == SPACE_REG ? (int)register_count(&copy->src) : 0;
}

static bool describe_copy(Function *function) {
    static const char *const macros[] = {
        NULL, NULL, "TC_RANK_WARP", "TC_RANK_WARPGROUP", "TC_RANK_CTA", "TC_RANK_CLUSTER"};
    const Copy *copy = function->view.caller;
    int64_t count = 1;
    for (int d = 0; d < copy->dst.rank; d++)
        count *= copy->dst.region[d].extent;
    function->rank_macro = macros[copy->scope.kind];
    function->has_at = function->rank_macro != NULL;
    function->regs = register_argument(copy);
    int src = function_align(function, ROLE_IN), dst = function_align(function, ROLE_OUT);
    function->align = src > dst ? src : dst;
    function->bytes = (count * operand_dtype(copy, &copy->dst)->bits + 7) / 8;
    auto_warn(function);
    advise(function);
    return true;
}

/* ---- the kinds ----------------------------------------------------------------------------- */

static bool check_view(Function *function) {
    return check_copy(function->view.caller);
}

static const Kind copy_kind = {
    .view = view_make,
    .check = check_view,
    .stem = copy_stem,
    .meaning = copy_meaning,
    .pins = copy_pins,
    .describe = describe_copy,
    .keep = keep_views,
};

const Kind *kind_of(const Request *request) {
    static const Kind *const kinds[] = {
        [REQUEST_COPY] = &copy_kind,
        [REQUEST_LANE0] = &lane0_kind,
    };
    return kinds[request->kind];
}

/* ---- the passes: false ends a function's way, reported unless the header has it already ------ */

/* Request, picked layouts -> view: what the caller has, and what variants and proof look at. */
static bool pass_view(Build *build, Function *function) {
    const Picked *picked = &build->picked[build->at];
    const Kind *kind = kind_of(function->request);
    return !picked->refused &&
           (!kind->view || kind->view(function->request, picked, &function->view));
}

/* View -> nothing: refuses what no variant could do. */
static bool pass_check(Build *build, Function *function) {
    (void)build;
    return kind_of(function->request)->check(function);
}

/* Request, view -> name, constants and meaning, which no other function has. A layout that can do
 * nothing is told beside the name that it lacks. */
static bool pass_name(Build *build, Function *function) {
    if (!name_function(function, build->strict_names)) {
        pass_check(build, function);
        return false;
    }
    if (!is_as_called(function))
        return false;
    function->meaning = kind_of(function->request)->meaning(function);
    return is_new_name(function, *find_slot(&build->names, function->name));
}

/* View, targets -> choices: for every group of targets the plan that was chosen and proven. */
static bool pass_choose(Build *build, Function *function) {
    return choose_plans(function, build->module->targets);
}

/* View, choices -> what the outputs print beside the plans: sizes, alignment, warnings. */
static bool pass_describe(Build *build, Function *function) {
    (void)build;
    return kind_of(function->request)->describe(function);
}

static bool (*const passes[])(Build *build, Function *function) = {
    pass_view,
    pass_name,
    pass_check,
    pass_choose,
    pass_describe,
};

static bool build_function(Build *build, Function *function) {
    MemMark mark = mem_mark();
    bool ok = true;
    *function = (Function){.request = build->module->requests[build->at]};
    budget_statement(function->request->loc);
    for (size_t i = 0; i < COUNT_OF(passes) && ok; i++)
        ok = passes[i](build, function);
    if (ok)
        function_keep(function, mark);
    else
        mem_rewind(mark);
    return ok;
}

Program *program_build(const Module *module, bool strict_names) {
    Program *program = NEW(Program);
    Build build = {.module = module, .strict_names = strict_names, .names = {NULL, 64}};
    while (build.names.capacity < (size_t)module->request_count * 2)
        build.names.capacity *= 2;
    build.names.slot = NEW_ARRAY(const Function *, build.names.capacity);
    build.picked = auto_layouts(module);
    program->module = module;
    program->functions = NEW_ARRAY(Function, module->request_count);
    for (; build.at < module->request_count && !diag_full(); build.at++) {
        Function *function = &program->functions[program->count];
        if (!build_function(&build, function))
            continue;
        *find_slot(&build.names, function->name) = function;
        program->count++;
    }
    return program;
}
