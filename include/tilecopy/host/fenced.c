/* fenced.c: what the variables of a thread held at its latest tc_wgmma_fence. Nobody sees plain code write an array on the
 * stack; so a fence keeps a copy of the stack, and what differs from it when a product begins was written since. */
#include "warpgroup.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *from; /* the end is that of the stack */
    char *copy;
    size_t bytes, room;
} Snapshot;

static Snapshot *snapshots; /* by thread of the cluster */

__attribute__((no_sanitize("address"))) void fenced_copy(char *to, const char *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        to[i] = ((const volatile char *)from)[i];
}

__attribute__((no_sanitize("address"))) bool fenced_same(
    const char *a, const char *b, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (((const volatile char *)a)[i] != ((const volatile char *)b)[i])
            return false;
    return true;
}

static const char *stack_end(const Thread *t) {
    return t->stack + STACK_BYTES - STACK_ROOM;
}

void fenced_take(const Thread *t, const void *frame) {
    if (!snapshots)
        snapshots = calloc(emu.thread_count, sizeof *snapshots);
    if (!snapshots)
        abort();
    Snapshot *s = &snapshots[t->index];
    s->from = frame;
    s->bytes = (size_t)(stack_end(t) - s->from);
    if (s->bytes > s->room) {
        s->room = 2 * s->bytes;
        s->copy = realloc(s->copy, s->room);
        if (!s->copy)
            abort();
    }
    fenced_copy(s->copy, s->from, s->bytes);
}

bool fenced_ever(const Thread *t) {
    return snapshots && snapshots[t->index].from;
}

/* Where the registers are in the copy; NULL: not there. */
static char *place(const Thread *lane, const char *at, size_t bytes) {
    const Snapshot *s = snapshots ? &snapshots[lane->index] : NULL;
    if (!s || !s->from || at < s->from || at + bytes > s->from + s->bytes)
        return NULL;
    return s->copy + (at - s->from);
}

bool fenced_changed(const Thread *lane, const char *at, size_t bytes, bool fresh) {
    const char *kept = place(lane, at, bytes);
    if (kept)
        return !fenced_same(kept, at, bytes);
    return fresh && at >= lane->stack && at < stack_end(lane);
}

void fenced_written(const Thread *lane, const char *at, size_t bytes) {
    char *kept = place(lane, at, bytes);
    if (kept)
        fenced_copy(kept, at, bytes);
}

void fenced_end(void) {
    for (unsigned i = 0; snapshots && i < emu.thread_count; i++)
        free(snapshots[i].copy);
    free(snapshots);
    snapshots = NULL;
}
