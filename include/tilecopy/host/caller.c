/* caller.c: who called the functions that TC_CHECK watches. A copy by 128 threads is whole when all 128
 * ranks have called it, equally often; nobody waits in it, so that is known when the CTA has ended. What all
 * pass alike is compared call by call with what came first. */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Watched {
    struct Watched *next;
    const char *function;
    unsigned cta, threads;
    unsigned calls[]; /* by rank */
} Watched;
static Watched *watched;

static Watched *watched_of(unsigned cta, const char *function, unsigned threads) {
    Watched *w = watched;
    while (w && (w->cta != cta || w->threads != threads || strcmp(w->function, function) != 0))
        w = w->next;
    if (w)
        return w;
    w = calloc(1, sizeof *w + threads * sizeof w->calls[0]);
    if (!w)
        abort();
    w->function = function;
    w->cta = cta;
    w->threads = threads;
    w->next = watched;
    watched = w;
    return w;
}

void tc_emu_called(const char *fn, unsigned rank, unsigned threads) {
    if (!emu.current || rank >= threads)
        return;
    watched_of(emu.current->cta, fn, threads)->calls[rank]++;
    emu.current->called = threads % 32 ? NULL : fn;
    emu.current->called_rank = rank;
}

/* What the lanes of a warp do together goes by the hardware's lanes, whatever rank a caller gives itself. */
void tc_emu_converged(const char *fn) {
    Thread *t = emu.current;
    emu_enter(fn);
    if (t->called && strcmp(t->called, fn) == 0 && t->called_rank % 32 != t->thread % 32)
        report_raise(
            TC_EMU_CHECK,
            t,
            NULL,
            0,
            "%s: rank %u is lane %u of its warp: rank %% 32 must be the lane",
            fn,
            t->called_rank,
            t->thread % 32);
    warp_aligned(t, 0, 0, false);
}

/* Of two ranks that differ, the one that called less comes first: "rank 64 called it 0 times". */
static void judge(const Watched *w) {
    unsigned least = 0, most = 0;
    for (unsigned rank = 1; rank < w->threads; rank++) {
        least = w->calls[rank] < w->calls[least] ? rank : least;
        most = w->calls[rank] > w->calls[most] ? rank : most;
    }
    if (w->calls[least] == w->calls[most] || emu.failed)
        return;
    report_raise(
        TC_EMU_CHECK,
        NULL,
        NULL,
        0,
        "%s: not all of its %u ranks called it in cta %u: rank %u %u times, rank %u %u times",
        w->function,
        w->threads,
        emu.first_cta + w->cta,
        least,
        w->calls[least],
        most,
        w->calls[most]);
    snprintf(emu.report.function, sizeof emu.report.function, "%s", w->function);
}

/* The n-th call of all: what the first of them passed, until the last one came. */
typedef struct Round {
    struct Round *next;
    unsigned number, came, rank;
    unsigned char passed[];
} Round;

/* One argument of one group of threads: lanes 8 to 15 have `first` 8. */
typedef struct Alike {
    struct Alike *next;
    const char *function, *name;
    unsigned cta, first, threads;
    Round *rounds;
    unsigned calls[]; /* by rank */
} Alike;
static Alike *alike;

static Alike *alike_of(const char *function, const char *name, unsigned first, unsigned threads) {
    const unsigned cta = emu.current->cta;
    Alike *a = alike;
    while (a && (a->cta != cta || a->first != first || a->threads != threads ||
                 strcmp(a->function, function) != 0 || strcmp(a->name, name) != 0))
        a = a->next;
    if (a)
        return a;
    a = calloc(1, sizeof *a + threads * sizeof a->calls[0]);
    if (!a)
        abort();
    a->function = function;
    a->name = name;
    a->cta = cta;
    a->first = first;
    a->threads = threads;
    a->next = alike;
    alike = a;
    return a;
}

/* The place of the round in its list; a new one holds what this rank passes. */
static Round **round_of(Alike *a, unsigned rank, const void *p, unsigned bytes) {
    const unsigned number = a->calls[rank]++;
    Round **at = &a->rounds;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    if (!*at) {
        *at = calloc(1, sizeof **at + bytes);
        if (!*at)
            abort();
        (*at)->number = number;
        (*at)->rank = rank;
        memcpy((*at)->passed, p, bytes);
    }
    return at;
}

void tc_emu_same(
    const char *fn,
    const char *name,
    unsigned rank,
    unsigned threads,
    const void *p,
    unsigned bytes) {
    if (!emu.current || rank >= threads)
        return;
    Alike *a = alike_of(fn, name, emu.current->thread - rank, threads);
    Round **at = round_of(a, rank, p, bytes), *round = *at;
    if (memcmp(round->passed, p, bytes) != 0) {
        emu_enter("TC_CHECK");
        report_raise(
            TC_EMU_CHECK,
            emu.current,
            NULL,
            0,
            "%s: rank %u does not pass the same %s as rank %u",
            fn,
            rank,
            name + (*name == '&'),
            round->rank);
    }
    if (++round->came < threads)
        return;
    *at = round->next;
    free(round);
}

/* Indices outside of what is tracked are reported where they are loaded. */
void tc_emu_unique(
    const char *fn, const char *name, const void *index, unsigned stride, unsigned count) {
    const int *at = index;
    if (!emu.current || count < 2)
        return;
    const Region *r = region_find(index);
    const size_t bytes = ((size_t)(count - 1) * stride + 1) * sizeof *at;
    if (r && (size_t)(r->base + r->bytes - (char *)index) < bytes)
        return;
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = 0; k < i; k++)
            if (at[i * stride] >= 0 && at[i * stride] == at[k * stride]) {
                emu_enter("TC_CHECK");
                report_raise(
                    TC_EMU_CHECK,
                    emu.current,
                    NULL,
                    0,
                    "%s: %s[%u] and %s[%u] are both %d: two rows would be stored to one place",
                    fn,
                    name,
                    k * stride,
                    name,
                    i * stride,
                    at[i * stride]);
                return;
            }
}

static void alike_end(void) {
    while (alike) {
        Alike *a = alike;
        while (a->rounds) {
            Round *round = a->rounds;
            a->rounds = round->next;
            free(round);
        }
        alike = a->next;
        free(a);
    }
}

void callers_end(void) {
    alike_end();
    while (watched) {
        Watched *w = watched;
        judge(w);
        watched = w->next;
        free(w);
    }
}
