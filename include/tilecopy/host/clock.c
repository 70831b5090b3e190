/* clock.c: vector clocks. A thread's clock says up to which epoch it knows every other thread; its
 * own epoch is kept apart. Clocks are shared: after a barrier of a thousand threads they all point
 * to one, and joins of the same two clocks are done once. A clock that a thread points to never
 * changes; one that only a barrier holds does. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

static uint64_t next_id;
static Clock *cache_base, *cache_from, *cache_result;

static Clock *clock_new(const Clock *copy_of) {
    size_t bytes = emu.clock_size * sizeof(uint32_t);
    Clock *clock = calloc(1, sizeof(Clock) + bytes);
    if (!clock)
        abort();
    clock->refs = 1;
    clock->id = ++next_id;
    if (copy_of)
        memcpy(clock->at, copy_of->at, bytes);
    return clock;
}

void clock_ref(Clock **to, Clock *from) {
    Clock *old = *to;
    if (from)
        from->refs++;
    *to = from;
    if (old && --old->refs == 0)
        free(old);
}

void clock_forget_cache(void) {
    clock_ref(&cache_base, NULL);
    clock_ref(&cache_from, NULL);
    clock_ref(&cache_result, NULL);
}

void clock_start(Thread *t) {
    static Clock *zero;
    if (t->index == 0) {
        clock_ref(&zero, NULL);
        zero = clock_new(NULL);
    }
    clock_ref(&t->clock, zero);
    t->epoch = 1;
}

bool clock_knows(const Thread *t, unsigned who, uint32_t epoch) {
    return who == t->index || t->clock->at[who] >= epoch;
}

bool clock_covers(const Thread *t, const Clock *from, unsigned component) {
    bool covers = true;
    for (unsigned i = 0; from && covers && i < emu.clock_size; i++)
        covers = i == t->index || i == component || t->clock->at[i] >= from->at[i];
    return covers;
}

bool clock_holds(const Clock *clock, const Clock *from, unsigned component) {
    bool holds = true;
    for (unsigned i = 0; from && holds && i < emu.clock_size; i++)
        holds = i == component || clock->at[i] >= from->at[i];
    return holds;
}

static void join(Clock *into, const Clock *from) {
    if (into->merged == from->id)
        return;
    for (unsigned i = 0; i < emu.clock_size; i++)
        if (into->at[i] < from->at[i])
            into->at[i] = from->at[i];
    into->merged = from->id;
}

/* Makes *into a clock that may be changed. */
static void make_own(Clock **into) {
    if (!*into) {
        *into = clock_new(NULL);
    } else if ((*into)->refs > 1) {
        Clock *copy = clock_new(*into);
        clock_ref(into, NULL);
        *into = copy;
    }
}

void clock_put(Clock **into, unsigned component, uint32_t value) {
    make_own(into);
    if ((*into)->at[component] < value)
        (*into)->at[component] = value;
    (*into)->id = ++next_id; /* who merged it before has to do so again */
}

void clock_join(Clock **into, const Clock *from) {
    if (!from)
        return;
    make_own(into);
    join(*into, from);
}

void clock_next_epoch(Thread *t) {
    t->epoch++;
}

void clock_release(Thread *t, Clock **into) {
    make_own(into);
    join(*into, t->clock);
    clock_put(into, t->index, t->epoch);
    clock_next_epoch(t);
}

/* The last join is remembered: the 32 lanes of a warp come here with the same two clocks. */
void clock_acquire(Thread *t, Clock *from) {
    bool covers = true;
    if (!from || from == t->clock)
        return;
    if (cache_base == t->clock && cache_from == from) {
        clock_ref(&t->clock, cache_result);
        return;
    }
    for (unsigned i = 0; covers && i < emu.clock_size; i++)
        covers = from->at[i] >= t->clock->at[i];
    clock_ref(&cache_base, t->clock);
    clock_ref(&cache_from, from);
    if (covers) {
        clock_ref(&cache_result, from);
    } else {
        Clock *both = clock_new(t->clock);
        join(both, from);
        clock_ref(&cache_result, both);
        clock_ref(&both, NULL);
    }
    clock_ref(&t->clock, cache_result);
}
