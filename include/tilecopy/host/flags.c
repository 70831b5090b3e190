/* flags.c: order that a kernel makes itself, by a fence and an atomic: what a thread did before its latest
 * __threadfence() is known to whoever reads the same address by an atomic later. An atomic acquires without a fence
 * of its own. An address is a slot, one component of the clocks: how many of its releases a thread knows of. So
 * barriers pass that on, and a later cluster, whose clocks are others, knows by it what it knows of an earlier
 * one: cluster 3 acquires slot 0 at 7, and cluster 1 had released it at 2 with a clock, which is kept. */
#include "internal.h"
#include <stdlib.h>

typedef struct {
    uint32_t serial; /* of the cluster */
    uint32_t count;  /* of its latest release */
    Clock *clock;
} Past;
typedef struct {
    const void *at; /* the first address; more than there are slots share them */
    uint32_t serial, count;
    Clock *released; /* in cluster `serial` */
    Past *past;
    unsigned past_count, past_room;
} Flag;
static Flag flags[MAX_FLAGS];
static unsigned flag_count;

static unsigned component(const Flag *f) {
    return emu.clock_size - MAX_FLAGS + (unsigned)(f - flags);
}

static Flag *flag_at(const void *p, bool make) {
    for (unsigned i = 0; i < flag_count; i++)
        if (flags[i].at == p)
            return &flags[i];
    for (unsigned i = 0; make && i < flag_count; i++)
        if (!flags[i].at) {
            flags[i].at = p;
            return &flags[i];
        }
    if (flag_count == MAX_FLAGS)
        return &flags[(uintptr_t)p / 4 % MAX_FLAGS];
    if (!make)
        return NULL;
    flags[flag_count].at = p;
    return &flags[flag_count++];
}

/* What another cluster released is kept; of this one nobody has released anything yet. Who acquires the address knows
 * of the releases that the earlier ones knew of, at whichever addresses. */
static void turn_to_this_cluster(Flag *f) {
    Clock *releases = NULL;
    if (f->serial == emu.serial)
        return;
    if (f->released) {
        for (unsigned i = component(flags); i < emu.clock_size; i++)
            clock_put(&releases, i, f->released->at[i]);
        if (f->past_count == f->past_room) {
            f->past_room = f->past_room ? 2 * f->past_room : 8;
            f->past = realloc(f->past, f->past_room * sizeof *f->past);
            if (!f->past)
                abort();
        }
        f->past[f->past_count++] = (Past){f->serial, f->count, f->released};
    }
    f->serial = emu.serial;
    f->released = releases;
}

void flag_fence(Thread *t) {
    clock_ref(&t->fenced, t->clock);
    t->fenced_epoch = t->epoch;
    clock_next_epoch(t);
}

void flag_atomic(Thread *t, const void *p) {
    Flag *f = flag_at(p, t->fenced != NULL);
    if (!f)
        return;
    turn_to_this_cluster(f);
    clock_acquire(t, f->released);
    if (!t->fenced)
        return;
    clock_join(&f->released, t->fenced);
    clock_put(&f->released, t->index, t->fenced_epoch);
    clock_put(&f->released, component(f), ++f->count);
}

bool flag_knows(const Thread *t, uint32_t serial, unsigned who, uint32_t epoch) {
    for (unsigned i = 0; i < flag_count; i++) {
        const Flag *f = &flags[i];
        const uint32_t known = t->clock->at[component(f)];
        for (unsigned k = 0; k < f->past_count && known; k++) {
            const Past *past = &f->past[k];
            if (past->serial == serial && past->count <= known && past->clock->at[who] >= epoch)
                return true;
        }
    }
    return false;
}

static void forget(Flag *f) {
    for (unsigned k = 0; k < f->past_count; k++)
        clock_ref(&f->past[k].clock, NULL);
    clock_ref(&f->released, NULL);
    free(f->past);
    *f = (Flag){0};
}

void flags_cluster_end(void) {
    for (unsigned i = 0; i < flag_count; i++) {
        const Region *r = flags[i].at ? region_find(flags[i].at) : NULL;
        if (r && r->shared)
            forget(&flags[i]);
    }
}

void flags_end(void) {
    for (unsigned i = 0; i < flag_count; i++)
        forget(&flags[i]);
    flag_count = 0;
}
