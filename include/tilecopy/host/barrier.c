/* barrier.c: barriers of a CTA (tc_cta_sync is number 0 for all threads) and of the cluster. */
#include "internal.h"
#include <stdio.h>

static Barrier *barrier_of(const Thread *t, unsigned id) {
    return &emu.ctas[t->cta].barriers[id];
}

/* Everyone has come: the waiting threads acquire what all released. */
static void barrier_open(Cta *cta, unsigned id) {
    Barrier *b = &cta->barriers[id];
    for (unsigned i = 0; i < emu.block; i++) {
        Thread *t = &cta->threads[i];
        if (t->state == THREAD_WAITING && t->wait == WAIT_BARRIER && t->wait_id == id) {
            clock_acquire(t, b->pending);
            emu_ready(t);
        }
    }
    clock_ref(&b->pending, NULL);
    b->count = b->arrived = 0;
    b->whole = false;
}

static void barrier_come(Thread *t, unsigned id, unsigned count, bool whole, bool wait) {
    Barrier *b = barrier_of(t, id);
    if (b->count && b->count != count)
        report_raise(
            TC_EMU_BARRIER,
            t,
            NULL,
            0,
            "barrier %u is in use for %u threads, the caller says %u",
            id,
            b->count,
            count);
    b->count = count;
    b->whole = whole;
    b->arrived++;
    clock_release(t, &b->pending);
    t->wait_id = id;
    if (b->arrived == (whole ? emu.ctas[t->cta].live : count)) {
        if (wait)
            clock_acquire(t, b->pending);
        barrier_open(&emu.ctas[t->cta], id);
    } else if (wait) {
        emu_block(t, WAIT_BARRIER);
    }
}

void tc_emu_cta_sync(const char *name) {
    Thread *t = emu.current;
    emu_enter(name);
    warp_aligned(t, 0, 0, true);
    barrier_come(t, 0, (emu.block + 31) / 32 * 32, true, true);
}

void tc_emu_barrier(const char *name, unsigned id, unsigned count, int wait) {
    Thread *t = emu.current;
    emu_enter(name);
    if (id >= NAMED_BARRIERS)
        report_raise(TC_EMU_ARGUMENT, t, NULL, 0, "barrier %u: there are 0 to 15", id);
    if (count == 0 || count % 32 || count > (emu.block + 31) / 32 * 32)
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            NULL,
            0,
            "barrier %u of %u threads: not a multiple of 32, or more than the CTA has",
            id,
            count);
    warp_aligned(t, id, count, false);
    barrier_come(t, id, count, false, wait != 0);
}

/* ---- cluster -------------------------------------------------------------------------------- */

static void cluster_open(void) {
    clock_ref(&emu.cluster_released, emu.cluster_pending);
    for (unsigned i = 0; i < emu.thread_count; i++) {
        Thread *t = &emu.threads[i];
        t->cluster_arrived = false;
        if (t->state == THREAD_WAITING && t->wait == WAIT_CLUSTER) {
            clock_acquire(t, emu.cluster_released);
            emu_ready(t);
        }
    }
    emu.cluster_arrived = 0;
    emu.cluster_generation++;
}

void tc_emu_cluster_arrive(const char *name, int release) {
    Thread *t = emu.current;
    emu_enter(name);
    warp_aligned(t, release != 0, 0, true);
    if (t->cluster_due)
        report_raise(
            TC_EMU_BARRIER,
            t,
            NULL,
            0,
            "the thread has arrived at the cluster barrier and has not waited");
    t->cluster_due = true;
    t->cluster_generation = emu.cluster_generation;
    t->cluster_arrived = true;
    if (release)
        clock_release(t, &emu.cluster_pending);
    if (++emu.cluster_arrived == emu.live)
        cluster_open();
}

void tc_emu_cluster_wait(const char *name) {
    Thread *t = emu.current;
    emu_enter(name);
    warp_aligned(t, 0, 0, true);
    if (!t->cluster_due)
        report_raise(
            TC_EMU_BARRIER,
            t,
            NULL,
            0,
            "the thread waits at the cluster barrier and has not arrived");
    t->cluster_due = false;
    if (t->cluster_generation != emu.cluster_generation)
        clock_acquire(t, emu.cluster_released);
    else
        emu_block(t, WAIT_CLUSTER);
}

/* ---- exit and description ------------------------------------------------------------------- */

/* Threads that exit are no longer waited for by tc_cta_sync and the cluster barrier. */
void barrier_exit(Thread *t) {
    Cta *cta = &emu.ctas[t->cta];
    Barrier *b = &cta->barriers[0];
    if (b->count && b->whole && b->arrived == cta->live)
        barrier_open(cta, 0);
    if (t->cluster_arrived)
        emu.cluster_arrived--;
    t->cluster_arrived = false;
    if (emu.cluster_arrived && emu.cluster_arrived == emu.live)
        cluster_open();
    for (unsigned i = 0; !cta->live && i < NAMED_BARRIERS; i++)
        if (cta->barriers[i].count)
            report_warn(
                t,
                "barrier %u was left with %u of %u threads arrived",
                i,
                cta->barriers[i].arrived,
                cta->barriers[i].count);
}

void barrier_describe(const Thread *t, char *out, size_t room) {
    const Barrier *b = barrier_of(t, t->wait_id % NAMED_BARRIERS);
    out[0] = 0;
    if (t->wait == WAIT_BARRIER)
        snprintf(
            out,
            room,
            " (barrier %u: %u of %u arrived)",
            t->wait_id,
            b->arrived,
            b->whole ? emu.ctas[t->cta].live : b->count);
    else if (t->wait == WAIT_CLUSTER)
        snprintf(out, room, " (%u of %u threads arrived)", emu.cluster_arrived, emu.live);
    else if (t->wait == WAIT_WARP)
        snprintf(out, room, " (lanes 0x%08x)", t->mask);
    else if (t->wait_bar)
        mbarrier_describe(t->wait_bar, out, room);
}
