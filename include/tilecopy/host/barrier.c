/* barrier.c: barriers of a CTA (tc_cta_sync is number 0 for all threads) and of the cluster. */
#include "cuda/calls.h"
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Barrier *barrier_of(const Thread *t, unsigned id) {
    return &emu.ctas[t->cta].barriers[id];
}

/* Every named barrier has a component of the clocks: how many of its phases a thread knows to be over. */
static unsigned component_of(unsigned cta, unsigned id) {
    return emu.thread_count + emu.cluster * MAX_BARS + cta * NAMED_BARRIERS + id;
}

/* Everyone has come: the waiting threads acquire what all released. It stays: who uses the barrier again knows of it
 * (check_phase). */
static void barrier_open(Cta *cta, unsigned id, Thread *last) {
    Barrier *b = &cta->barriers[id];
    clock_put(&b->pending, component_of(cta->index, id), ++b->phase);
    if (last)
        clock_acquire(last, b->pending);
    for (unsigned i = 0; i < emu.block; i++) {
        Thread *t = &cta->threads[i];
        if (t->state == THREAD_WAITING && t->wait == WAIT_BARRIER && t->wait_id == id) {
            clock_acquire(t, b->pending);
            emu_ready(t);
        }
    }
    b->count = b->arrived = 0;
}

/* A warp may use a barrier again when it knows that the phase before is over, because it waited there
 * or because something orders the two. Then a barrier that two groups share is seen in every order: of
 * 4 warps that sync on barrier 1 in pairs, the two that come last know nothing of the first phase. */
static void check_phase(Thread *t, unsigned id) {
    const Barrier *b = barrier_of(t, id);
    if (t->joined[id] == b->phase + 1)
        report_raise(
            TC_EMU_BARRIER,
            t,
            NULL,
            0,
            "the thread has arrived at barrier %u in this phase already",
            id);
    if (t->clock->at[component_of(t->cta, id)] < b->phase)
        report_raise(
            TC_EMU_BARRIER,
            t,
            NULL,
            0,
            "barrier %u has been used by other threads, and nothing orders the caller after that "
            "use: two groups need two barriers",
            id);
    t->joined[id] = b->phase + 1;
}

static void check_use(Thread *t, unsigned id, unsigned count, bool whole) {
    const Barrier *b = barrier_of(t, id);
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
    if (b->count && b->whole != whole)
        report_raise(
            TC_EMU_BARRIER,
            t,
            NULL,
            0,
            "barrier 0 is tc_cta_sync's: some threads call that, others a named barrier");
}

static void barrier_come(Thread *t, unsigned id, unsigned count, bool whole, bool wait) {
    Barrier *b = barrier_of(t, id);
    const unsigned lanes = t->warp->lane_count;
    check_use(t, id, count, whole);
    check_phase(t, id);
    b->count = count;
    b->whole = whole;
    /* the count is one of warps: lanes that a last warp of 16 lacks come with its first */
    b->arrived += whole || t->thread % 32 ? 1 : 33 - lanes;
    clock_release(t, &b->pending);
    t->wait_id = id;
    if (b->arrived == (whole ? emu.ctas[t->cta].live : count))
        barrier_open(&emu.ctas[t->cta], id, wait ? t : NULL);
    else if (wait)
        emu_block(t, WAIT_BARRIER);
}

/* ---- tc_cta_sync ---------------------------------------------------------------------------- */

/* The n-th call of every thread of the CTA is one and the same in the text: PTX requires it of
 * barrier.sync.aligned, and where it is not so, a barrier in a branch has paired with another one. */
static void check_site(Thread *t, const char *file, int line) {
    Cta *cta = &emu.ctas[t->cta];
    const Site site = {file, line, site_number(t)};
    const unsigned n = t->syncs++;
    if (n < cta->sync_count) {
        site_check(t, &cta->sync_log[n].site, &site, "threads of the CTA call it");
        return;
    }
    if (!emu.config.early_exit && cta->least_syncs <= n)
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "a thread of the CTA has exited and did not call it (early_exit of the launch allows "
            "that)");
    if (cta->sync_count == cta->sync_room) {
        cta->sync_room = cta->sync_room ? 2 * cta->sync_room : 16;
        cta->sync_log = realloc(cta->sync_log, cta->sync_room * sizeof *cta->sync_log);
        if (!cta->sync_log)
            abort();
    }
    cta->sync_log[cta->sync_count++] = (Sync){chain_call(t), site};
}

void tc_emu_cta_sync(const char *name, const char *file, int line) {
    Thread *t = emu.current;
    emu_enter(name);
    warp_aligned(t, 0, 0, true);
    check_site(t, file, line);
    barrier_come(t, 0, (emu.block + 31) / 32 * 32, true, true);
}

/* A slot that is four barriers old has been read by all. */
unsigned tc_emu_cta_count(const char *name, const char *file, int line, int vote) {
    Thread *t = emu.current;
    const unsigned slot = t->votes++ % 4;
    emu_enter(name);
    emu.ctas[t->cta].votes[slot] += vote != 0;
    emu.ctas[t->cta].votes[(slot + 2) % 4] = 0;
    warp_aligned(t, 0, 0, true);
    check_site(t, file, line);
    barrier_come(t, 0, (emu.block + 31) / 32 * 32, true, true);
    return emu.ctas[t->cta].votes[slot];
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

void tc_emu_fence(const char *name) {
    emu_enter(name);
}

/* ---- cluster -------------------------------------------------------------------------------- */

/* Who comes out of a barrier of the cluster, also one that releases nothing, has met all of its CTAs; so has
 * who knows that somebody did. */
static void cluster_met(Thread *t) {
    if (!t->met)
        t->met = t->epoch;
}

bool barrier_met(Thread *t) {
    for (unsigned i = 0; !t->met && i < emu.thread_count; i++)
        if (emu.threads[i].met && clock_knows(t, i, emu.threads[i].met))
            t->met = t->epoch;
    return t->met;
}

static void cluster_open(void) {
    clock_ref(&emu.cluster_released, emu.cluster_pending);
    for (unsigned i = 0; i < emu.thread_count; i++) {
        Thread *t = &emu.threads[i];
        t->cluster_arrived = false;
        if (t->state == THREAD_WAITING && t->wait == WAIT_CLUSTER) {
            clock_acquire(t, emu.cluster_released);
            cluster_met(t);
            emu_ready(t);
        }
    }
    emu.cluster_arrived = 0;
    emu.cluster_generation++;
}

void tc_emu_cluster_arrive(const char *name, int release) {
    Thread *t = emu.current;
    emu_enter(name);
    warp_aligned(t, 0, 0, true);
    if (t->cluster_due)
        report_raise(
            TC_EMU_BARRIER,
            t,
            NULL,
            0,
            "the thread has arrived at the cluster barrier and has not waited");
    if (++t->cluster_syncs > emu.cluster_syncs) {
        emu.cluster_syncs = t->cluster_syncs;
        emu.cluster_call = chain_call(t);
        if (!emu.config.early_exit && emu.least_cluster_syncs < emu.cluster_syncs)
            report_raise(
                TC_EMU_DIVERGENT,
                t,
                NULL,
                0,
                "a thread of the cluster has exited and did not call it (early_exit of the launch "
                "allows that)");
    }
    t->cluster_due = true;
    t->cluster_generation = emu.cluster_generation;
    t->cluster_arrived = true;
    if (release)
        clock_release(t, &emu.cluster_pending);
    else
        clock_release(t, &emu.cluster_carried);
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
    if (t->cluster_generation == emu.cluster_generation) {
        emu_block(t, WAIT_CLUSTER);
        return;
    }
    clock_acquire(t, emu.cluster_released);
    cluster_met(t);
}

/* A CTA must stay while others use its shared memory, which takes something that orders the use before
 * its last thread leaves: that such a use was too late is seen in the orders where it was not, too. */
static void check_touched(Thread *t) {
    Cta *cta = &emu.ctas[t->cta];
    if (emu.cluster == 1)
        return;
    clock_join(&cta->seen, t->clock);
    for (unsigned i = 0; !cta->live && i < emu.thread_count; i++) {
        const Thread *other = &emu.threads[i];
        if (cta->touched[i] <= cta->seen->at[i])
            continue;
        report_other(other);
        report_raise(
            TC_EMU_EXITED,
            t,
            NULL,
            0,
            "CTA %u exits, and nothing orders that after its shared memory was used by thread %u "
            "of "
            "CTA %u",
            report_cta(t),
            other->thread,
            report_cta(other));
    }
}

/* ---- exit and description ------------------------------------------------------------------- */

/* Nothing that runs tells a thread that returned early from one that went round a barrier in a branch.
 * The former has to be announced (early_exit), the latter is an error, whoever comes first. */
static void check_exit(Thread *t) {
    Cta *cta = &emu.ctas[t->cta];
    if (t->syncs < cta->least_syncs)
        cta->least_syncs = t->syncs;
    if (t->cluster_syncs < emu.least_cluster_syncs)
        emu.least_cluster_syncs = t->cluster_syncs;
    if (emu.config.early_exit)
        return;
    if (t->syncs < cta->sync_count) {
        const Sync *sync = &cta->sync_log[t->syncs];
        report_call(&sync->call);
        if (sync->site.file)
            report_raise(
                TC_EMU_DIVERGENT,
                t,
                NULL,
                0,
                "the thread exits, others of its CTA call %s at %s:%d (early_exit of the launch "
                "allows that)",
                sync->call.primitive,
                site_file(sync->site.file),
                sync->site.line);
        report_raise(
            TC_EMU_DIVERGENT, t, NULL, 0, "the thread exits, others of its CTA call tc_cta_sync");
    }
    if (t->cluster_syncs < emu.cluster_syncs) {
        report_call(&emu.cluster_call);
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "the thread exits, others of the cluster arrive at its barrier once more (early_exit "
            "of "
            "the launch allows that)");
    }
}

/* Threads that exit are no longer waited for by tc_cta_sync and the cluster barrier. */
void barrier_exit(Thread *t) {
    Cta *cta = &emu.ctas[t->cta];
    Barrier *b = &cta->barriers[0];
    check_exit(t);
    check_touched(t);
    if (!cta->live)
        mbarrier_cta_end(t);
    if (b->count && b->whole && b->arrived == cta->live)
        barrier_open(cta, 0, NULL);
    if (t->cluster_arrived)
        emu.cluster_arrived--;
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
    const Barrier *b = barrier_of(t, t->wait_id);
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
    else
        mbarrier_describe(t->wait_bar, out, room);
}
