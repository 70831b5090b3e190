/* scan.c: kernels -> modules. A call is answered by the kernel itself, by tilecopy/, by a //@tc
 * line, by the kit, or by the statement that its name is read as, in this order. */
#include "scan.h"
#include "kernel.h"
#include <stdlib.h>
#include <string.h>

/* A kernel while its calls are read. */
typedef struct {
    Scan *scan;
    Kernel *kernel;
    Reading *reading;
    Module *module;
    Names told;         /* names of functions that its //@tc lines make */
    const char **stems; /* the same, and names that those of several functions begin with */
    int stem_count;
    Text all; /* every statement */
} Turn;

struct Scan {
    Kernel *kernels;
    int count;
    Names own; /* what the kernels define */
    Kit *kit;
    Turn *turns; /* of each kernel; NULL: none is open yet */
    Call *calls; /* that the header must answer */
    int call_count, call_capacity;
    int tiles; /* made for permutations in place */
};

/* ---- reading --------------------------------------------------------------------------------- */

Scan *scan_start(const Files *files, const char *const *paths, int count, int *unread) {
    Scan *scan = NEW(Scan);
    scan->kernels = NEW_ARRAY(Kernel, count);
    scan->count = count;
    for (int i = 0; i < count; i++) {
        scan->kernels[i].source = source_read(files, paths[i]);
        if (!scan->kernels[i].source) {
            *unread = i;
            return NULL;
        }
    }
    for (int i = 0; i < count; i++)
        kernel_read(&scan->kernels[i], &scan->own);
    return scan;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_of_library(const char *name) {
    return bsearch(
               &name,
               library_names,
               (size_t)library_name_count,
               sizeof *library_names,
               compare_names) != NULL;
}

/* A text of a kernel's: its words stand in the kernel. */
static Source *source_in(
    const Kernel *kernel, const Text *text, const SourcePart *parts, int part_count) {
    Source *source = NEW(Source);
    *source = *kernel->source;
    source->text = text_string(text);
    source->size = text->length;
    source->parts = parts;
    source->part_count = part_count;
    return source;
}

/* ---- what //@tc lines make ------------------------------------------------------------------- */

static void add_stem(Turn *turn, const char *name) {
    turn->stems[turn->stem_count++] = name;
    name_put(&turn->told, name);
}

static const char *with_prefix(const char *prefix, const char *given, const char *stem) {
    const char *name = given ? given : stem;
    prefix = prefix ? prefix : "tc_";
    bool has = given && strncmp(given, prefix, strlen(prefix)) == 0;
    return mem_printf("%s%s", has ? "" : prefix, name);
}

static void find_stems(Turn *turn) {
    const Module *module = turn->module;
    bool digest = false, ok = true;
    turn->stems = NEW_ARRAY(
        const char *,
        module->request_count + module->pipeline_count + module->descriptor_count +
            module->coords_count + 1);
    for (int i = 0; i < module->request_count; i++)
        add_stem(turn, request_name(module->requests[i]));
    for (int i = 0; i < module->pipeline_count; i++)
        add_stem(turn, mem_printf("tc_%s", module->pipelines[i]->name));
    for (int i = 0; i < module->descriptor_count; i++) {
        const Descriptor *one = module->descriptors[i];
        const char *unit = matrix_unit_name[one->unit];
        const char *stem = descriptor_stem(&one->copy, unit, false, &digest, &ok);
        add_stem(turn, with_prefix(one->prefix, one->given_name, stem));
    }
    for (int i = 0; i < module->coords_count; i++) {
        const Coords *one = module->coords[i];
        const char *stem = coords_stem(&one->copy, false, &digest, &ok);
        add_stem(turn, with_prefix(one->prefix, one->given_name, stem));
    }
}

/* tc_ring_A_acquire begins with tc_ring. */
static bool begins_with_stem(const Turn *turn, const char *name) {
    for (int i = 0; i < turn->stem_count; i++) {
        size_t length = strlen(turn->stems[i]);
        if (strncmp(name, turn->stems[i], length) == 0 && (!name[length] || name[length] == '_'))
            return true;
    }
    return false;
}

/* A line of one kernel makes functions for all, where no name says them. */
static bool is_told_somewhere(const Scan *scan, const char *name) {
    for (int i = 0; i < scan->count; i++)
        if (begins_with_stem(&scan->turns[i], name))
            return true;
    return false;
}

static void open_turn(Turn *turn, const char *const *import_dirs, int dir_count, unsigned targets) {
    Kernel *kernel = turn->kernel;
    const Source *main = source_in(kernel, &kernel->tc, kernel->parts, kernel->part_count);
    turn->reading = lang_open(main, kit_prelude(), import_dirs, dir_count, targets);
    turn->module = lang_module(turn->reading);
    text_add_bytes(&turn->all, text_string(&kernel->tc), kernel->tc.length);
    find_stems(turn);
}

/* ---- what names say -------------------------------------------------------------------------- */

/* f_at and others beside a function f, of which more than the prefix is left. */
static const char *without_companion(const char *name, const char *prefix) {
    static const char *const ends[] = {
        "_at",
        "_tensormap_params",
        "_tensormap",
        "_row",
        "_column",
        "_index",
        "_dim0",
        "_dim1",
        "_dim2",
        "_dim3",
        "_dim4",
        "_dim5",
        "_dim6",
        "_dim7"};
    size_t length = strlen(name);
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        size_t end = strlen(ends[i]);
        if (length > end + strlen(prefix) && strcmp(name + length - end, ends[i]) == 0)
            return mem_text(name, length - end);
    }
    return name;
}

/* The requests from `first` on are of the call; of two directions, the one that is called. */
static void mark_called(Module *module, int first, const char *name) {
    int count = first;
    for (int i = first; i < module->request_count; i++) {
        Request *request = module->requests[i];
        if (module->request_count - first > 1 && strcmp(request_name(request), name) != 0)
            continue;
        request->called = name;
        module->requests[count++] = request;
    }
    module->request_count = count;
}

static void say(Turn *turn, const Saying *saying, const char *name) {
    Module *module = turn->module;
    int requests = module->request_count;
    text_add_bytes(&turn->all, text_string(&saying->text), saying->text.length);
    text_char(&turn->all, '\n');
    lang_add(
        turn->reading, source_in(turn->kernel, &saying->text, saying->parts, saying->part_count));
    mark_called(module, requests, name);
}

/* Compared behind tc_: what all names share makes no two of them alike. Names that begin with tc__
 * are for the library alone. */
static const char *near_primitive(const char *name) {
    const size_t head = strlen("tc_");
    const char **names = NEW_ARRAY(const char *, library_name_count);
    int count = 0;
    if (strncmp(name, "tc_", head) != 0)
        return NULL;
    for (int i = 0; i < library_name_count; i++)
        if (library_names[i][head] != '_')
            names[count++] = library_names[i] + head;
    const char *near = near_name(name + head, names, count);
    return near ? near - head : NULL;
}

static const char *near_function(const Turn *turn, const char *name) {
    const char *near = near_primitive(name);
    near = near ? near : near_name(name, turn->stems, turn->stem_count);
    return near ? near : kit_near(turn->scan->kit, name);
}

/* The name with another word in the place of the wrong one. */
static const char *corrected(const NameParts *parts, const NameFault *fault, const char *whole) {
    const NameWord *word = &parts->words[fault->word];
    size_t head = (size_t)(word->at - parts->text);
    return mem_printf("%.*s%s%s", (int)head, whole, fault->near, whole + head + word->length);
}

static void report(
    const Turn *turn,
    const Call *call,
    const NameParts *parts,
    const NameFault *fault,
    const Saying *saying) {
    const char *near = fault->near ? corrected(parts, fault, call->name) : NULL;
    if (!near && !fault->unclear)
        near = near_function(turn, call->name);
    if (fault->unclear)
        diag_error(fault->loc, "E_CALL_UNCLEAR", "%s: %s", call->name, fault->message);
    else
        diag_error(
            fault->loc,
            "E_CALL_NAME",
            "no function is called %.300s: %s",
            call->name,
            fault->message);
    if (parts->read.length)
        diag_note(call->loc, "in this name %s", text_string(&parts->read));
    if (near)
        diag_help("did you mean '%s'?", near);
    else if (fault->unclear)
        diag_help("say it in the kernel, as for instance in: //@tc %s", text_string(&saying->text));
    else if (fault->help)
        diag_help("%s", fault->help);
}

static void ask(Scan *scan, const Call *call) {
    if (scan->call_count == scan->call_capacity) {
        size_t held = (size_t)scan->call_capacity * sizeof(Call);
        scan->call_capacity = 2 * scan->call_capacity + 16;
        scan->calls = mem_grow(scan->calls, held, (size_t)scan->call_capacity * sizeof(Call));
    }
    scan->calls[scan->call_count++] = *call;
}

/* The line of the kit, or what the name is read as. False: it is a name of neither. */
static bool read_call(Turn *turn, const Call *call) {
    MemMark mark = mem_mark();
    NameFault fault = {0};
    LoopTurn *from = NEW(LoopTurn);
    Saying saying = {.turn = from};
    const char *prefix = turn->kernel->prefix, *line = NULL;
    NameParts parts = {.text = without_companion(call->name, prefix), .loc = call->loc};
    from->at = call->loc;
    if (strcmp(prefix, "tc_") == 0)
        line = kit_statement(turn->scan->kit, parts.text);
    if (line)
        saying_add(&saying, call->loc, line);
    bool ok = line || name_parse(&parts, prefix, &fault);
    if (!line && (ok || fault.unclear))
        ok = saying_make(turn->reading, &parts, turn->scan->tiles++, &saying, &fault) && ok;
    from->text = mem_printf("read as %s", text_string(&saying.text));
    if (ok) {
        say(turn, &saying, parts.text);
        return true;
    }
    if (call->is_call && !is_told_somewhere(turn->scan, call->name))
        report(turn, call, &parts, &fault, &saying);
    mem_rewind(mark);
    return call->is_call;
}

/* Not what the kernel has otherwise. A name that is only mentioned may be anything. */
static void take_call(Turn *turn, const Call *call) {
    const Scan *scan = turn->scan;
    if (name_is_in(&scan->own, call->name) || is_of_library(call->name))
        return;
    bool is_told = name_is_in(&turn->told, call->name);
    budget_statement(call->loc);
    if ((is_told || read_call(turn, call)) && call->is_call)
        ask(turn->scan, call);
}

Module *scan_module(
    Scan *scan, int at, const char *const *import_dirs, int dir_count, unsigned targets) {
    if (!scan->turns) {
        scan->kit = kit_load();
        scan->turns = NEW_ARRAY(Turn, scan->count);
        for (int i = 0; i < scan->count; i++) {
            scan->turns[i] = (Turn){.scan = scan, .kernel = &scan->kernels[i]};
            open_turn(&scan->turns[i], import_dirs, dir_count, targets);
        }
    }
    Turn *turn = &scan->turns[at];
    Kernel *kernel = turn->kernel;
    for (int i = 0; i < kernel->call_count && !diag_full(); i++)
        take_call(turn, &kernel->calls[i]);
    bool is_silent = turn->all.length == kernel->tc.length && turn->stem_count == 0;
    if (is_silent && diag_error_count() == 0)
        diag_warning(
            (Loc){.source = kernel->source, .line = 1, .column = 1, .length = 1},
            "W_NO_CALLS",
            "nothing in this file calls a function that tcgen makes");
    turn->module->main = source_in(kernel, &turn->all, NULL, 0);
    return turn->module;
}

/* ---- afterwards ------------------------------------------------------------------------------ */

/* A name that only begins like one of a //@tc line, the _at form of a function that has none: what
 * is called must be there. */
bool scan_answered(Scan *scan, const Text *header) {
    const Source *source = source_from_text("<header>", text_string(header), header->length);
    Names defined = {0};
    bool ok = true;
    for (int i = 0; i < scan->count; i++)
        if (i == 0 || strcmp(scan->kernels[i].prefix, scan->kernels[i - 1].prefix) != 0)
            names_defined(source, scan->kernels[i].prefix, &defined);
    for (int i = 0; i < scan->call_count && !diag_full(); i++) {
        const Call *call = &scan->calls[i];
        if (name_is_in(&defined, call->name))
            continue;
        const char **names = NEW_ARRAY(const char *, defined.capacity);
        int count = 0;
        for (size_t k = 0; k < defined.capacity; k++)
            if (defined.slot[k])
                names[count++] = defined.slot[k];
        diag_error(
            call->loc,
            "E_CALL_NAME",
            "no function is called %s: the statement named by its beginning makes other functions",
            call->name);
        const char *near = near_name(call->name, names, count);
        if (near)
            diag_help("did you mean '%s'?", near);
        ok = false;
    }
    return ok;
}
