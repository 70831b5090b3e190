/* report.c: an error becomes a report and ends the launch: the fiber that made it never runs again,
 * and no other one does. */
#include "cores.h"
#include "involved.h"
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

/* With go_on: a report is complete, and the launch goes on. */
static struct {
    bool noted;
    uint32_t mine, theirs; /* place.h */
    const Thread *last;    /* whose step was counted last */
    unsigned last_step;
    size_t shown; /* bytes of the text that are printed */
} first;

void report_other(const Thread *other) {
    if (first.noted)
        return;
    emu.report.has_other = 1;
    emu.report.other_cta = report_cta(other);
    emu.report.other_thread = other->thread;
}

static Call told; /* by NULL: the report is about what its thread does */

void report_call(const Call *call) {
    if (!emu.failed && !first.noted)
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

enum { CHAIN_TEXT = 1600, OTHERS_TEXT = 4000 };
static struct {
    size_t at, length; /* of its lines, in the text */
    bool due;          /* its lines are not in the text yet */
    bool names_it;     /* the report's function is the first one */
    unsigned located;  /* of found: those that tc_emu_locate looked up */
    Location found[MAX_CHAIN];
    Chain calls;
} chain;

void report_forget(void) {
    chain.due = first.noted = false;
    first.shown = 0;
    involved_forget();
}

static void add_chain(const Call *call) {
    tc_emu_report *r = &emu.report;
    char text[CHAIN_TEXT];
    chain_take(&chain.calls, call);
    const unsigned count = chain_locations(&chain.calls, false, chain.found, MAX_CHAIN);
    chain.names_it = count && !r->function[0];
    if (chain.names_it)
        snprintf(r->function, sizeof r->function, "%s", chain.found[0].function);
    write_names(chain.found, count, text, sizeof text);
    chain.at = strlen(r->text);
    add("%s", text);
    chain.length = strlen(r->text) - chain.at;
    chain.due = true;
}

const tc_emu_report *tc_emu_locate(void) {
    tc_emu_report *r = &emu.report;
    static char text[CHAIN_TEXT], others[OTHERS_TEXT], rest[sizeof r->text];
    const unsigned count = chain_locations(&chain.calls, true, chain.found, MAX_CHAIN);
    if (!chain.due)
        return r;
    const Location *line = shown_line(chain.found, count);
    chain.located = count;
    if (chain.names_it)
        snprintf(r->function, sizeof r->function, "%s", chain.found[0].function);
    if (line) {
        snprintf(r->file, sizeof r->file, "%s", line->file);
        r->line = line->line;
    }
    write_lines(chain.found, count, text, sizeof text);
    write_source(line, text, sizeof text);
    involved_tell(others, sizeof others);
    snprintf(rest, sizeof rest, "%s", r->text + chain.at + chain.length);
    r->text[chain.at] = '\0';
    add("%s%s%s", text, others, rest);
    chain.due = false;
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

/* Nothing is out of bounds and nobody waits, so the launch can go on: a value may be wrong, as on a GPU. */
static bool may_go_on(tc_emu_kind kind) {
    const tc_emu_config *c = &emu.config;
    return c->go_on && !c->expect && !c->on_error &&
           (kind == TC_EMU_RACE || kind == TC_EMU_UNINITIALISED);
}

static void note_first(const Thread *t) {
    first.noted = true;
    first.mine = place_of_thread(t);
    first.theirs = involved_close();
    first.last = t;
    first.last_step = t->step;
    emu.busy = true;
    fputs(tc_emu_locate()->text, stderr); /* at once: what comes may take long */
    emu.busy = false;
    first.shown = strlen(emu.report.text);
}

/* Each step of a thread counts once, however many bytes it accesses. */
static void count_again(tc_emu_kind kind, const Thread *t) {
    tc_emu_report *r = &emu.report;
    if (first.last == t && first.last_step == t->step)
        return;
    first.last = t;
    first.last_step = t->step;
    if (r->kind == kind && first.mine == place_of_thread(t) && first.theirs == involved_latest())
        r->equal++;
    else
        r->others++;
}

void report_close(void) {
    const tc_emu_report *r = &emu.report;
    if (!first.noted)
        return;
    emu.failed = true;
    if (r->equal || r->others)
        add("  more: %u equal, %u at other places or of another kind\n", r->equal, r->others);
}

static void compose(
    tc_emu_kind kind, Thread *t, const void *p, unsigned bytes, const char *message) {
    tc_emu_report *r = &emu.report;
    if (t && (kind == TC_EMU_DEADLOCK || kind == TC_EMU_DIVERGENT))
        involved_rest(t);
    space = NULL;
    chain.located = 0;
    r->kind = kind;
    add("emu: %s in kernel '%s': %s\n", tc_emu_kind_name(kind), r->kernel, message);
    if (t)
        add_who(t);
    if (p)
        add_where(p, bytes);
    if (emu.config.seed)
        add("  seed: %u\n", emu.config.seed);
}

void report_raise(
    tc_emu_kind kind, Thread *t, const void *p, unsigned bytes, const char *format, ...) {
    static char message[sizeof emu.report.text]; /* the stack of a fiber has no room for it */
    va_list args;
    cores_meet("a thread makes a report");
    if (first.noted && may_go_on(kind)) {
        count_again(kind, t);
        return;
    }
    if (!emu.failed) {
        va_start(args, format);
        vsnprintf(message, sizeof message, format, args);
        va_end(args);
        if (first.noted)
            add("  then: %s: %s\n", tc_emu_kind_name(kind), message);
        else
            compose(kind, t, p, bytes, message);
        if (!first.noted && may_go_on(kind)) {
            note_first(t);
            return;
        }
        emu.failed = true;
    }
    while (emu.current)
        fiber_switch(&emu.current->fiber, &emu.ctas[emu.current->cta].scheduler);
}

void report_print(void) {
    fputs(tc_emu_locate()->text + first.shown, stderr);
    record_report(&emu.report, space, chain.found, chain.located);
}

/* No launch is running: the program ends. */
void report_host(const void *p, unsigned bytes, const void *caller) {
    const uintptr_t address = (uintptr_t)caller;
    char text[CHAIN_TEXT];
    unsigned count;
    memset(&emu.report, 0, sizeof emu.report);
    report_forget();
    emu.failed = true;
    emu.busy = true;
    space = NULL;
    emu.report.kind = TC_EMU_OUTSIDE;
    add("emu: %s in the host's code: the memory is the device's; use cudaMemcpy, or "
        "cudaMallocManaged for memory of both",
        tc_emu_kind_name(TC_EMU_OUTSIDE));
    count = location_find(&address, 1, true, chain.found, MAX_CHAIN);
    write_lines(chain.found, count, text, sizeof text);
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
    cores_meet("a thread makes a warning");
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
