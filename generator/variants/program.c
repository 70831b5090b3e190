/* program.c: all requests of a description -> the functions of the header, in source order. One name
 * with one meaning is emitted once; one name with two meanings, or two pins, is an error. */
#include "dispatch.h"
#include <stdlib.h>
#include <string.h>

static int register_argument(const Copy *copy) {
    if (copy->dst.space == SPACE_REG)
        return (int)register_count(&copy->dst);
    return copy->src.space == SPACE_REG ? (int)register_count(&copy->src) : 0;
}

static void fill(Function *function) {
    static const char *const macros[] = {
        NULL, NULL, "TC_RANK_WARP", "TC_RANK_WARPGROUP", "TC_RANK_CTA", "TC_RANK_CLUSTER"};
    const Copy *copy = function->copy;
    int64_t count = 1;
    for (int d = 0; d < copy->dst.rank; d++)
        count *= copy->dst.region[d].extent;
    function->rank_macro = macros[copy->scope.kind];
    function->has_at = function->rank_macro != NULL;
    function->regs = register_argument(copy);
    int src = function_align(function, ROLE_IN), dst = function_align(function, ROLE_OUT);
    function->align = src > dst ? src : dst;
    function->bytes = (count * copy->dtype->bits + 7) / 8;
    function->meaning = request_meaning(copy);
}

/* The functions so far, sorted by name for the look-up (10000 functions stay linear enough). */
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

typedef enum { NAME_NEW, NAME_KNOWN, NAME_CLASH } NameState;

static NameState check_name(const Function *function, const Function *old) {
    const Copy *copy = function->copy;
    if (!old)
        return NAME_NEW;
    bool same = strcmp(request_meaning(copy), request_meaning(old->copy)) == 0;
    if (same && strcmp(request_pins(copy), request_pins(old->copy)) == 0)
        return NAME_KNOWN;
    diag_error(
        copy->given_name ? copy->name_loc : copy->loc,
        "E_NAME_CLASH",
        "%s is already the name of %s",
        function->name,
        same ? "the same copy with another policy or 'using'" : "another copy");
    diag_note(old->copy->loc, "the other one");
    diag_help("give one of them a name of its own with 'as NAME'");
    return NAME_CLASH;
}

/* Elements of 6 bits move as bytes, 3 for 4 of them; the proof is of those. */
static bool dispatch_packed(unsigned targets, Function *function) {
    const Copy *copy = function->copy, *view = packed_view(copy);
    if (!dispatch(view, targets, function))
        return false;
    function->copy = copy;
    for (int i = 0; i < function->choice_count && view != copy; i++)
        function->choices[i].proof.elements = function->choices[i].proof.elements / 3 * 4;
    return true;
}

Program *program_build(const Module *module, bool strict_names) {
    Program *program = NEW(Program);
    NameTable table = {NULL, 64};
    while (table.capacity < (size_t)module->copy_count * 2)
        table.capacity *= 2;
    table.slot = NEW_ARRAY(const Function *, table.capacity);
    bool *refused = auto_resolve(module);
    program->module = module;
    program->functions = NEW_ARRAY(Function, module->copy_count);
    for (int i = 0; i < module->copy_count && !diag_full(); i++) {
        Function *function = &program->functions[program->count];
        budget_statement(module->copies[i]->loc);
        memset(function, 0, sizeof *function);
        function->copy = module->copies[i];
        if (refused[i] || !stages_expand(module->copies[i]))
            continue;
        /* A layout that can do nothing is told beside the name that it lacks. */
        bool named = name_function(function, strict_names);
        if (!named) {
            request_check(function->copy);
            continue;
        }
        const Function **slot = find_slot(&table, function->name);
        if (check_name(function, *slot) != NAME_NEW || !request_check(function->copy) ||
            !dispatch_packed(module->targets, function))
            continue;
        fill(function);
        auto_warn(function);
        advise(function);
        *slot = function;
        program->count++;
    }
    return program;
}
