/* report.c: an error becomes a report and ends the launch: the fiber that made it never runs again,
 * and no other one does. */
#include "record.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {
    [TC_EMU_OK] = "no error",
    [TC_EMU_MISALIGNED] = "misaligned access",
    [TC_EMU_OUTSIDE] = "access outside",
    [TC_EMU_UNINITIALISED] = "uninitialised read",
    [TC_EMU_RACE] = "race",
    [TC_EMU_IN_FLIGHT] = "access to bytes in flight",
    [TC_EMU_DEADLOCK] = "deadlock",
    [TC_EMU_DIVERGENT] = "divergent collective",
    [TC_EMU_BARRIER] = "wrong use of a barrier",
    [TC_EMU_MBARRIER] = "wrong use of an mbarrier",
    [TC_EMU_PROXY] = "missing proxy fence",
    [TC_EMU_EXITED] = "early exit",
    [TC_EMU_ARGUMENT] = "wrong argument",
    [TC_EMU_CHECK] = "failed check",
    [TC_EMU_LAUNCH] = "wrong launch",
    [TC_EMU_NOT_STARTED] = "the other CTA may not have started",
};

const char *tc_emu_kind_name(tc_emu_kind kind) {
    return (unsigned)kind < sizeof kind_names / sizeof *kind_names ? kind_names[kind] : "?";
}

const tc_emu_report *tc_emu_last(void) {
    return &emu.report;
}

unsigned report_cta(const Thread *t) {
    return emu.first_cta + t->cta;
}

void report_other(const Thread *other) {
    emu.report.has_other = 1;
    emu.report.other_cta = report_cta(other);
    emu.report.other_thread = other->thread;
}

static Call told; /* by NULL: the report is about what its thread does */

void report_call(const Call *call) {
    if (!emu.failed)
        told = *call;
}

PRINTF(1, 2) static void add(const char *format, ...) {
    size_t used = strlen(emu.report.text);
    va_list args;
    va_start(args, format);
    vsnprintf(emu.report.text + used, sizeof emu.report.text - used, format, args);
    va_end(args);
}

/* ---- the functions --------------------------------------------------------------------------- */

enum { CHAIN_TEXT = 1600 };
static struct {
    size_t at, length; /* of its lines, in the text */
    bool names_it;     /* the report's function is the first one */
    unsigned located;  /* of found: those that tc_emu_locate looked up */
    Location found[MAX_CHAIN];
} chain;

/* "a <- b <- c". */
static void write_names(const Location *found, unsigned count, char *out) {
    size_t used = 0;
    *out = '\0';
    for (unsigned i = 0; i < count && used < CHAIN_TEXT; i++) {
        const char *before = i ? " <- " : "\n  in: ";
        used += (size_t)snprintf(out + used, CHAIN_TEXT - used, "%s%s", before, found[i].function);
    }
}

/* "a (tile_gen.h:25)", and on a line of its own each caller; "a+0x1c" if there is no line. */
static void write_lines(const Location *found, unsigned count, char *out) {
    bool any = false;
    size_t used = 0;
    *out = '\0';
    for (unsigned i = 0; i < count && used < CHAIN_TEXT; i++) {
        const Location *at = &found[i];
        const char *before = i ? "\n   <- " : "\n  in: ";
        used += (size_t)snprintf(out + used, CHAIN_TEXT - used, "%s%s", before, at->function);
        if (used < CHAIN_TEXT && at->line)
            used += (size_t)snprintf(out + used, CHAIN_TEXT - used, " (%s:%u)", at->file, at->line);
        else if (used < CHAIN_TEXT)
            used += (size_t)snprintf(out + used, CHAIN_TEXT - used, "+0x%x", at->offset);
        any = any || at->line;
    }
    if (count && !any && used < CHAIN_TEXT)
        snprintf(
            out + used,
            CHAIN_TEXT - used,
            "\n  lines: none; compile with -g, and have addr2line or llvm-symbolizer on the PATH");
}

static void add_chain(const Call *call) {
    tc_emu_report *r = &emu.report;
    char text[CHAIN_TEXT];
    chain_take(call);
    const unsigned count = chain_locations(false, chain.found, MAX_CHAIN);
    chain.names_it = count && !r->function[0];
    if (chain.names_it)
        snprintf(r->function, sizeof r->function, "%s", chain.found[0].function);
    write_names(chain.found, count, text);
    chain.at = strlen(r->text);
    add("%s", text);
    chain.length = strlen(r->text) - chain.at;
}

/* The line to show first: of the innermost function that is not a generated one. */
static void choose_line(const Location *found, unsigned count) {
    tc_emu_report *r = &emu.report;
    unsigned i = 0;
    while (i < count && (!found[i].line || !strncmp(found[i].function, "tc_", 3)))
        i++;
    if (i == count)
        return;
    snprintf(r->file, sizeof r->file, "%s", found[i].file);
    r->line = found[i].line;
}

/* Line `number` of a file without its end and its tabs, at most so long; false: there is none. */
static bool read_source(const char *file, unsigned number, char *out, size_t room) {
    FILE *source = fopen(file, "r");
    bool begins = true, found = false;
    while (source && number && fgets(out, (int)room, source)) {
        found = begins && number == 1;
        begins = strchr(out, '\n') != NULL;
        number -= begins || found;
    }
    if (source)
        fclose(source);
    for (size_t i = 0; found && out[i]; i++)
        if (out[i] == '\t' || out[i] == '\r' || out[i] == '\n')
            out[i] = out[i] == '\t' ? ' ' : '\0';
    return found;
}

/* "  14 | out[i] = tile[127 - i];", as a compiler shows it. */
static void write_source(const char *file, unsigned number, char *lines) {
    enum { LONGEST = 120 };
    char line[LONGEST];
    const size_t used = strlen(lines);
    if (*file && read_source(file, number, line, sizeof line))
        snprintf(lines + used, CHAIN_TEXT - used, "\n  %4u | %s", number, line);
}

const tc_emu_report *tc_emu_locate(void) {
    tc_emu_report *r = &emu.report;
    char text[CHAIN_TEXT], rest[sizeof r->text];
    const unsigned count = chain_locations(true, chain.found, MAX_CHAIN);
    if (!count)
        return r;
    chain_forget(); /* once is enough */
    chain.located = count;
    if (chain.names_it)
        snprintf(r->function, sizeof r->function, "%s", chain.found[0].function);
    choose_line(chain.found, count);
    write_lines(chain.found, count, text);
    write_source(r->file, r->line, text);
    snprintf(rest, sizeof rest, "%s", r->text + chain.at + chain.length);
    r->text[chain.at] = '\0';
    add("%s%s", text, rest);
    return r;
}

static void add_step(const char *head, const Call *call) {
    const unsigned thread = call->by->thread;
    add("  %s: cta %u thread %u (warp %u lane %u), step %u: %s",
        head,
        report_cta(call->by),
        thread,
        thread / 32,
        thread % 32,
        call->step,
        call->primitive ? call->primitive : "start");
}

/* The thread of the report, and the functions that lead to the call. */
static void add_who(const Thread *t) {
    tc_emu_report *r = &emu.report;
    const Call now = chain_call(t);
    r->cta = report_cta(t);
    r->thread = t->thread;
    r->step = t->step;
    r->primitive = t->primitive;
    add_step("who", &now);
    if (told.by && (told.by != t || told.step != t->step)) {
        add("\n");
        add_step("call", &told);
    }
    add_chain(told.by ? &told : &now);
    add("\n");
    told.by = NULL;
}

static const char *space; /* of the buffer that the report names */

static void add_where(const void *p, unsigned bytes) {
    tc_emu_report *r = &emu.report;
    const Region *region = region_nearest(p);
    r->bytes = bytes;
    if (!region) {
        add("  where: %u bytes at %p, near no known buffer\n", bytes, p);
        return;
    }
    space = region->shared ? "shared" : "global";
    region_label(region, p, r->buffer, sizeof r->buffer, &r->offset);
    add("  where: %u bytes at '%s' %s %lld (0x%llx)",
        bytes,
        r->buffer,
        r->offset < 0 ? "-" : "+",
        r->offset < 0 ? -r->offset : r->offset,
        (unsigned long long)(r->offset < 0 ? -r->offset : r->offset));
    if (region->shared)
        add(", shared memory of cta %u", emu.first_cta + region->cta);
    add("\n");
}

void report_raise(
    tc_emu_kind kind, Thread *t, const void *p, unsigned bytes, const char *format, ...) {
    tc_emu_report *r = &emu.report;
    va_list args;
    size_t used;
    if (!emu.failed) {
        emu.failed = true;
        space = NULL;
        chain.located = 0;
        r->kind = kind;
        add("emu: %s in kernel '%s': ", tc_emu_kind_name(kind), r->kernel);
        used = strlen(r->text);
        va_start(args, format);
        vsnprintf(r->text + used, sizeof r->text - used, format, args);
        va_end(args);
        add("\n");
        if (t)
            add_who(t);
        if (p)
            add_where(p, bytes);
        if (emu.config.seed)
            add("  seed: %u\n", emu.config.seed);
    }
    while (emu.current)
        fiber_switch(&emu.current->fiber, &emu.ctas[emu.current->cta].scheduler);
}

void report_print(void) {
    fputs(tc_emu_locate()->text, stderr);
    record_report(&emu.report, space, chain.found, chain.located);
}

/* No launch is running: the program ends. */
void report_host(const void *p, unsigned bytes, const void *caller) {
    const uintptr_t address = (uintptr_t)caller;
    char text[CHAIN_TEXT];
    unsigned count;
    memset(&emu.report, 0, sizeof emu.report);
    emu.failed = true;
    emu.busy = true;
    space = NULL;
    emu.report.kind = TC_EMU_OUTSIDE;
    add("emu: %s in the host's code: the memory is the device's; use cudaMemcpy, or "
        "cudaMallocManaged for memory of both",
        tc_emu_kind_name(TC_EMU_OUTSIDE));
    count = location_find(&address, 1, true, chain.found, MAX_CHAIN);
    write_lines(chain.found, count, text);
    add("%s\n", text);
    add_where(p, bytes);
    fputs(emu.report.text, stderr);
    record_report(&emu.report, space, chain.found, count);
    exit(1);
}

/* Equal warnings of many threads are one, printed with their number when the launch is over. */
typedef struct {
    char text[200];
    unsigned cta, thread, count;
} Warning;
static Warning warnings[64];

void report_warn(const Thread *t, const char *format, ...) {
    Warning *w = warnings, new = {"", report_cta(t), t->thread, 1};
    va_list args;
    va_start(args, format);
    vsnprintf(new.text, sizeof new.text, format, args);
    va_end(args);
    while (w < warnings + emu.report.warnings && strcmp(w->text, new.text))
        w++;
    if (w < warnings + emu.report.warnings)
        w->count++;
    else if (emu.report.warnings < sizeof warnings / sizeof *warnings)
        warnings[emu.report.warnings++] = new;
}

void report_print_warnings(void) {
    for (unsigned i = 0; i < emu.report.warnings && !emu.config.quiet; i++) {
        const Warning *w = &warnings[i];
        fprintf(
            stderr,
            "emu: warning in kernel '%s', cta %u thread %u",
            emu.report.kernel,
            w->cta,
            w->thread);
        if (w->count > 1)
            fprintf(stderr, " and %u more threads", w->count - 1);
        fprintf(stderr, ": %s\n", w->text);
    }
}

void tc_emu_check_failed(const char *fn, const char *what) {
    Thread *t = emu.current;
    emu_enter("TC_CHECK");
    snprintf(emu.report.function, sizeof emu.report.function, "%s", fn);
    report_raise(TC_EMU_CHECK, t, NULL, 0, "%s: %s", fn, what);
}
