/* involved.c: who else a report speaks of. Addresses are kept when the error happens, and lines are looked
 * up when the report is printed. */
#include "cores.h"
#include "involved.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Involved all[MAX_INVOLVED];
static unsigned count;
static bool closed;
static uint32_t latest;

void involved_forget(void) {
    count = 0;
    latest = 0;
    closed = false;
}

uint32_t involved_latest(void) {
    return latest;
}

uint32_t involved_close(void) {
    closed = true;
    return latest;
}

const Involved *involved_all(unsigned *out) {
    *out = count;
    return all;
}

static Involved *add(const char *role, const char *operation) {
    cores_meet("a thread makes a report");
    if (emu.failed || closed || count == MAX_INVOLVED)
        return NULL;
    Involved *new = &all[count++];
    memset(new, 0, sizeof *new);
    new->role = role;
    new->operation = new->chain.primitive = operation;
    return new;
}

static void add_threads(Involved *to, const Thread *first, const Thread *last, unsigned step) {
    to->known = true;
    to->cta = report_cta(first);
    to->first = first->thread;
    to->last = last->thread;
    to->step = step;
}

static Involved *add_place(const char *role, uint32_t number) {
    const Place *place = place_look(number);
    latest = number;
    Involved *new = place ? add(role, place->operation) : NULL;
    if (!new)
        return NULL;
    while (new->chain.depth < PLACE_DEPTH && place->from[new->chain.depth]) {
        new->chain.from[new->chain.depth] = place->from[new->chain.depth];
        new->chain.depth++;
    }
    chain_end(&new->chain);
    return new;
}

void involved_place(uint32_t place, const Thread *by) {
    Involved *new = add_place("other", place);
    if (new &&by)
        add_threads(new, by, by, 0);
}

void involved_allocation(uint32_t place) {
    add_place("allocated", place);
}

void involved_call(const Call *call) {
    Involved *new = call->by ? add("other", call->primitive) : NULL;
    if (!new)
        return;
    add_threads(new, call->by, call->by, call->step);
    memcpy(new->chain.from, call->from, sizeof call->from);
    new->chain.depth = call->depth;
    chain_end(&new->chain);
}

void involved_cluster(uint32_t place, uint32_t serial, unsigned who) {
    Involved *new = add_place("other", place);
    if (!new || who >= emu.thread_count)
        return;
    new->known = true;
    new->cta = (serial - emu.launch_serial) * emu.cluster + who / emu.block;
    new->first = new->last = who % emu.block;
}

static bool same_place(const Thread *a, const Thread *b) {
    return a->cta == b->cta && a->state == b->state && a->primitive == b->primitive &&
           a->caller == b->caller;
}

static void add_group(const Thread *first, const Thread *last) {
    static const char *const roles[] = {
        [THREAD_READY] = "other", [THREAD_WAITING] = "waits", [THREAD_DONE] = "exited"};
    const unsigned before = count;
    const Call call = chain_call(first);
    involved_call(&call);
    if (count == before)
        return;
    all[before].role = roles[first->state];
    all[before].last = last->thread;
}

void involved_rest(const Thread *t) {
    for (unsigned i = 0, n; i < emu.thread_count; i = n) {
        const Thread *first = &emu.threads[i];
        bool itself = false;
        for (n = i; n < emu.thread_count && same_place(first, &emu.threads[n]); n++)
            itself |= &emu.threads[n] == t;
        if (first->step && !(itself && n == i + 1))
            add_group(first, &emu.threads[n - 1]);
    }
}

/* ---- text ------------------------------------------------------------------------------------ */

/* "a <- b <- c". */
void write_names(const Location *found, unsigned n, char *out, size_t room) {
    size_t used = 0;
    *out = '\0';
    for (unsigned i = 0; i < n && used < room; i++) {
        const char *before = i ? " <- " : "\n  in: ";
        used += (size_t)snprintf(out + used, room - used, "%s%s", before, found[i].function);
    }
}

/* "a (tile_gen.h:25)", and on a line of its own each caller; "a+0x1c" if there is no line. */
void write_lines(const Location *found, unsigned n, char *out, size_t room) {
    bool any = false;
    size_t used = 0;
    *out = '\0';
    for (unsigned i = 0; i < n && used < room; i++) {
        const Location *at = &found[i];
        const char *before = i ? "\n   <- " : "\n  in: ";
        used += (size_t)snprintf(out + used, room - used, "%s%s", before, at->function);
        if (used < room && at->line)
            used += (size_t)snprintf(out + used, room - used, " (%s:%u)", at->file, at->line);
        else if (used < room)
            used += (size_t)snprintf(out + used, room - used, "+0x%x", at->offset);
        any = any || at->line;
    }
    if (n && !any && used < room)
        snprintf(
            out + used,
            room - used,
            "\n  lines: none; compile with -g, and have addr2line or llvm-symbolizer on the PATH");
}

const Location *shown_line(const Location *found, unsigned n) {
    unsigned i = 0;
    while (i < n && (!found[i].line || !strncmp(found[i].function, "tc_", 3)))
        i++;
    return i == n ? NULL : &found[i];
}

/* Line `number` of a file without its end, its tabs as spaces; NULL: there is none. To be freed. */
static char *read_source(const char *file, unsigned number) {
    FILE *source = fopen(file, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t length = -1;
    while (source && number-- && (length = getline(&line, &room, source)) >= 0) {
    }
    if (source)
        fclose(source);
    if (length < 0) {
        free(line);
        return NULL;
    }
    for (char *p = line; *p; p++)
        if (*p == '\t' || *p == '\r' || *p == '\n')
            *p = *p == '\t' ? ' ' : '\0';
    return line;
}

/* A mark below the column, which counts bytes: a character of several bytes is one place. */
static void write_caret(const char *line, unsigned column, char *out, size_t room) {
    unsigned at = 0;
    if (!column || column > strlen(line) || line[column - 1] == ' ')
        return;
    for (unsigned i = 0; i + 1 < column; i++)
        at += (line[i] & 0xc0) != 0x80;
    snprintf(out, room, "\n       | %*s^", (int)at, "");
}

/* "  14 | out[i] = tile[127 - i];" and a caret, as a compiler shows it. */
void write_source(const Location *at, char *out, size_t room) {
    size_t used = strlen(out);
    char *line = at && at->line ? read_source(at->file, at->line) : NULL;
    if (line && used < room)
        used += (size_t)snprintf(out + used, room - used, "\n  %4u | %s", at->line, line);
    if (line && used < room)
        write_caret(line, at->column, out + used, room - used);
    free(line);
}

/* "\n  other: cta 0 threads 32 to 63, step 4: tc_cta_sync". */
static void write_head(const Involved *one, char *out, size_t room) {
    char who[96] = "", step[24] = "";
    if (one->known && one->first == one->last)
        snprintf(
            who,
            sizeof who,
            "cta %u thread %u (warp %u lane %u)",
            one->cta,
            one->first,
            one->first / 32,
            one->first % 32);
    else if (one->known)
        snprintf(who, sizeof who, "cta %u threads %u to %u", one->cta, one->first, one->last);
    if (one->step)
        snprintf(step, sizeof step, ", step %u", one->step);
    snprintf(
        out,
        room,
        "\n  %s: %s%s%s%s",
        one->role,
        who,
        step,
        one->known ? ": " : "",
        one->operation ? one->operation : "start");
}

void involved_tell(char *out, size_t room) {
    static char text[1200];
    size_t used = 0;
    *out = '\0';
    for (unsigned i = 0; i < count && used < room; i++) {
        Involved *one = &all[i];
        one->located = chain_locations(&one->chain, true, one->found, MAX_CHAIN);
        write_head(one, text, sizeof text);
        used += (size_t)snprintf(out + used, room - used, "%s", text);
        write_lines(one->found, one->located, text, sizeof text);
        write_source(shown_line(one->found, one->located), text, sizeof text);
        if (used < room)
            used += (size_t)snprintf(out + used, room - used, "%s", text);
    }
}
