/* mbarrier.c: barriers in shared memory. Their state is kept beside the memory, whose 8 bytes are
 * marked so that any other access to them is an error. */
#include "cuda/calls.h"
#include "involved.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Mbarrier *lookup(const char *p) {
    for (unsigned c = 0; c < emu.cluster; c++)
        for (unsigned i = 0; i < emu.ctas[c].bar_count; i++)
            if (emu.ctas[c].bars[i].live && emu.ctas[c].bars[i].at == p)
                return &emu.ctas[c].bars[i];
    return NULL;
}

static bool init_was_fenced(const Thread *t, const Mbarrier *bar) {
    const Thread *by = bar->init_by;
    for (unsigned i = 0; i < 8; i++) { /* 0, before every epoch: there is no such fence */
        uint32_t fence = by->init_fence[i];
        if (fence >= bar->init_epoch && clock_knows(t, by->index, fence))
            return true;
    }
    return false;
}

Mbarrier *mbarrier_at(Thread *t, const char *p, bool remote) {
    Mbarrier *bar;
    access_aligned(t, p, 8, 8);
    access_bounds(t, p, 8, remote ? SPACE_CLUSTER : SPACE_SHARED);
    bar = lookup(p);
    if (!bar) {
        report_raise(TC_EMU_MBARRIER, t, p, 8, "there is no initialised mbarrier");
        return NULL;
    }
    if (!clock_knows(t, bar->init_by->index, bar->init_epoch)) {
        report_other(bar->init_by);
        involved_place(bar->init_place, bar->init_by);
        report_raise(
            TC_EMU_MBARRIER,
            t,
            p,
            8,
            "thread %u of CTA %u initialised it, and no barrier orders that before",
            bar->init_by->thread,
            report_cta(bar->init_by));
    }
    if (remote && !init_was_fenced(t, bar))
        report_raise(
            TC_EMU_MBARRIER,
            t,
            p,
            8,
            "no tc_fence_mbarrier_init between its init and its use across CTAs or by a "
            "bulk copy");
    return bar;
}

void tc_emu_mbarrier_init(const char *name, void *at, unsigned arrivals) {
    emu_enter(name);
    Thread *t = emu.current;
    Cta *cta = &emu.ctas[t->cta];
    Mbarrier *bar = NULL;
    Region *r;
    pipes_mbarrier_made();
    access_aligned(t, at, 8, 8);
    r = access_bounds(t, at, 8, SPACE_SHARED);
    access_verify(t, r, at, 8, ACCESS_WRITE);
    if (arrivals == 0 || arrivals > MAX_TX)
        report_raise(TC_EMU_ARGUMENT, t, at, 8, "%u arrivals: not in 1 to 2^20 - 1", arrivals);
    for (unsigned i = 0; i < cta->bar_count && !bar; i++)
        if (cta->bars[i].at == at)
            bar = &cta->bars[i];
    if (!bar && cta->bar_count == MAX_BARS)
        report_raise(TC_EMU_ARGUMENT, t, at, 8, "more than %d mbarriers in a CTA", MAX_BARS);
    if (!bar) {
        bar = &cta->bars[cta->bar_count];
        bar->component = emu.thread_count + t->cta * MAX_BARS + cta->bar_count++;
    }
    bar->live = true;
    bar->at = at;
    phase_forget_waits(bar);
    bar->cta = t->cta;
    bar->arrivals = bar->left = arrivals;
    bar->first = bar->phase; /* parities count from the init, phases of the bytes go on */
    bar->init_by = t;
    bar->init_epoch = t->epoch;
    bar->init_place = place_of_thread(t);
    shadow_mark(r, (size_t)((char *)at - r->base), 8, CELL_MBARRIER);
}

void tc_emu_mbarrier_inval(const char *name, void *at) {
    Thread *t = emu.current;
    Mbarrier *bar;
    Region *r;
    emu_enter(name);
    bar = mbarrier_at(t, at, false);
    for (unsigned i = 0; i < emu.thread_count; i++)
        if (emu.threads[i].state == THREAD_WAITING && emu.threads[i].wait_bar == bar)
            report_raise(
                TC_EMU_MBARRIER,
                t,
                at,
                8,
                "thread %u of CTA %u waits on it",
                emu.threads[i].thread,
                report_cta(&emu.threads[i]));
    if (bar->tx)
        report_raise(TC_EMU_MBARRIER, t, at, 8, "%lld bytes are still expected", bar->tx);
    if (token_arrives_at(bar))
        report_raise(TC_EMU_MBARRIER, t, at, 8, "an arrival of cp.async is still to come");
    bar->live = false;
    phase_forget(bar);
    r = region_find(at);
    access_record(
        r,
        (size_t)((char *)at - r->base),
        8,
        ACCESS_WRITE,
        (Use){t->index, t->epoch, place_of_thread(t)});
    /* who uses the bytes next comes after that, and finds nothing there */
    shadow_mark(r, (size_t)((char *)at - r->base), 8, CELL_WRITTEN);
}

unsigned tc_emu_mbarrier_parity(void *at) {
    emu_enter("parity of an mbarrier");
    const Mbarrier *bar = mbarrier_at(emu.current, at, false);
    return (bar->phase - bar->first) & 1;
}

void tc_emu_fence_mbarrier_init(const char *name) {
    Thread *t = emu.current;
    emu_enter(name);
    t->init_fence[t->init_fences++ % 8] = t->epoch;
    clock_next_epoch(t);
}

/* ---- phases --------------------------------------------------------------------------------- */

/* In phase 0 the wait for parity 1 is over (nothing came before), that for parity 0 is not. */
static bool phase_over(const Mbarrier *bar, unsigned parity) {
    return ((bar->phase - bar->first) & 1) != (parity & 1);
}

/* A wait of CTA scope orders what threads of the CTA did, and what lands by itself; what a thread of
 * another CTA wrote before its arrival takes one of cluster scope. Either shows that it has arrived. */
static Clock *released(const Mbarrier *bar, bool cluster) {
    return cluster || emu.cluster == 1 ? bar->released : bar->released_local;
}

/* Who acquires nothing knows the phase to be over, and nothing of what came before. */
static void note_relaxed(const Thread *t, Mbarrier *bar) {
    if (!bar->relaxed)
        bar->relaxed = calloc(emu.thread_count, sizeof *bar->relaxed);
    if (!bar->relaxed)
        abort();
    bar->relaxed[t->index] = bar->phase;
}

static void wait_over(Thread *t, Mbarrier *bar, int how) {
    t->tries = t->polls = 0;
    if (how & TC_EMU_RELAXED) {
        note_relaxed(t, bar);
        return;
    }
    clock_acquire(t, released(bar, how & TC_EMU_CLUSTER));
    if (emu.cluster > 1)
        clock_join(&emu.ctas[t->cta].seen, bar->released);
}

static void count_phase(Mbarrier *bar) {
    clock_put(&bar->pending, bar->component, bar->phase + 1);
    if (emu.cluster > 1)
        clock_put(&bar->pending_local, bar->component, bar->phase + 1);
}

void mbarrier_landed(Mbarrier *bar) {
    bar->landed = bar->phase + 1;
}

static void end_phase(Mbarrier *bar) {
    if (bar->left || bar->tx)
        return;
    phase_end(bar);
    phase_check_waits(bar);
    token_land(bar);
    count_phase(bar);
    bar->phase++;
    bar->left = bar->arrivals;
    if (emu.cluster > 1)
        clock_join(
            &bar->carried, bar->pending); /* a wait of CTA scope does not acquire all of it */
    clock_ref(&bar->older, bar->released);
    clock_ref(&bar->released, bar->pending);
    clock_ref(&bar->released_local, bar->pending_local);
    for (unsigned i = 0; i < emu.thread_count; i++) {
        Thread *t = &emu.threads[i];
        if (t->state != THREAD_WAITING || t->wait_bar != bar) /* they wait for this phase */
            continue;
        wait_over(t, bar, t->wait_how);
        t->wait_result = true;
        emu_ready(t);
    }
}

void mbarrier_complete(Mbarrier *bar, unsigned bytes) {
    bar->tx -= bytes;
    mbarrier_landed(bar);
    end_phase(bar);
}

static void refuse_arrival(Thread *t, const Mbarrier *bar) {
    report_raise(
        TC_EMU_MBARRIER,
        t,
        bar->at,
        8,
        "all %u arrivals of the phase have come, and %lld bytes %s",
        bar->arrivals,
        bar->tx < 0 ? -bar->tx : bar->tx,
        bar->tx < 0 ? "more than it expects" : "are missing");
}

void mbarrier_arrival(Token *arrival) {
    Mbarrier *bar = arrival->bar;
    phase_begun(arrival->by, bar, arrival->begun, "the arrival of cp.async", arrival->step);
    if (bar->left == 0)
        refuse_arrival(arrival->by, bar);
    arrival->next = bar->came;
    bar->came = arrival;
    bar->left--;
    end_phase(bar);
}

/* The arrival itself comes when nobody can go on without it. */
void tc_emu_cp_async_mbarrier_arrive(const char *name, void *at, int counted) {
    Thread *t = emu.current;
    Mbarrier *bar;
    emu_enter(name);
    bar = mbarrier_at(t, at, false);
    if (!counted && bar->left++ == MAX_TX)
        report_raise(TC_EMU_MBARRIER, t, at, 8, "more than 2^20 - 1 arrivals are to come");
    token_arrive(t, bar);
}

void tc_emu_mbarrier_arrive(const char *name, void *at, unsigned arrivals, unsigned tx, int how) {
    Thread *t = emu.current;
    const bool releases = arrivals && !(how & TC_EMU_RELAXED);
    Mbarrier *bar;
    emu_enter(name);
    bar = mbarrier_at(t, at, how & TC_EMU_CLUSTER);
    if (how & TC_EMU_COUNT && (!arrivals || arrivals > MAX_TX))
        report_raise(TC_EMU_ARGUMENT, t, at, 8, "%u arrivals: not in 1 to 2^20 - 1", arrivals);
    if (bar->cta != t->cta)
        emu.ctas[bar->cta].touched[t->index] = t->epoch;
    if (arrivals > bar->left)
        refuse_arrival(t, bar);
    phase_begun(t, bar, phase_known(t, bar), name, t->step);
    if (arrivals)
        phase_arrive(t, bar, how & TC_EMU_RELAXED);
    else if (tx)
        phase_expect(t, bar, tx);
    bar->tx += tx;
    if (tx > MAX_TX || bar->tx > MAX_TX)
        report_raise(
            TC_EMU_MBARRIER, t, at, 8, "%lld bytes are expected, at most 2^20 - 1 can be", bar->tx);
    if (releases && emu.cluster > 1 && (t->cta == bar->cta || how & TC_EMU_READ))
        clock_release(t, &bar->pending_local);
    if (releases)
        clock_release(t, &bar->pending);
    bar->left -= arrivals;
    if (arrivals)
        end_phase(bar);
}

/* Does the caller know otherwise that all had arrived when `phase` phases were over? What lands by
 * itself is known from a wait only. */
static bool knows_arrivals(
    const Thread *t, const Mbarrier *bar, const Clock *then, uint32_t phase) {
    return clock_covers(t, then, bar->landed < phase ? bar->component : UINT32_MAX);
}

static uint32_t phases_known(const Thread *t, const Mbarrier *bar) {
    const uint32_t at = t->clock->at[bar->component];
    if (knows_arrivals(t, bar, bar->released, bar->phase))
        return bar->phase;
    if (bar->phase > bar->first && knows_arrivals(t, bar, bar->older, bar->phase - 1))
        return bar->phase - 1;
    if (bar->relaxed && bar->relaxed[t->index] > (at > bar->first ? at : bar->first))
        return bar->relaxed[t->index];
    return at > bar->first ? at : bar->first;
}

uint32_t mbarrier_known(const Thread *t, const Mbarrier *bar) {
    const uint32_t known = t->clock->at[bar->component];
    return known < bar->phase ? phases_known(t, bar) : bar->phase;
}

/* A parity tells two phases apart: that which the caller does not know to be over, and the one before.
 * A barrier that is further on did not wait for the caller. */
static void check_parity(Thread *t, const Mbarrier *bar, unsigned parity) {
    const uint32_t known = mbarrier_known(t, bar);
    const uint32_t meant = ((known - bar->first) & 1) == parity ? known + 1 : known;
    if (bar->phase > meant)
        report_raise(
            TC_EMU_MBARRIER,
            t,
            bar->at,
            8,
            "%u phases are over, and the caller waits for number %u of them: the arrivals did not "
            "wait for it, the parity no longer says which",
            bar->phase - bar->first,
            meant - bar->first);
}

/* A try may fail until the caller knows by other means that the phase is over. It does so twice (with
 * a seed, up to 4 times) before it waits: who ignores the result, or does not go round again, has not
 * waited, in every order of the threads. */
static bool may_fail_now(Thread *t, const Mbarrier *bar, bool over, bool cluster) {
    const unsigned failures = emu.config.seed ? 1 + emu_random(4) : 2;
    if (over && knows_arrivals(t, bar, released(bar, cluster), bar->phase))
        return false;
    return t->tries < failures;
}

static int wait_for(Thread *t, Mbarrier *bar, unsigned parity, int may_fail, int how) {
    const bool over = phase_over(bar, parity);
    if (may_fail && may_fail_now(t, bar, over, how & TC_EMU_CLUSTER)) {
        t->tries++;
        emu_yield(t);
        return 0;
    }
    if (over) {
        /* What was known anyway does not count as coming through: two may be asked in turn. */
        const bool known = knows_arrivals(t, bar, released(bar, how & TC_EMU_CLUSTER), bar->phase);
        const unsigned tries = known ? t->tries : 0, polls = known ? t->polls : 0;
        if (mbarrier_known(t, bar) == bar->phase)
            phase_waited(t, bar);
        wait_over(t, bar, how);
        t->tries = tries;
        t->polls = polls;
        return 1;
    }
    t->wait_bar = bar;
    t->wait_how = how;
    emu_block(t, may_fail ? WAIT_POLL : WAIT_MBARRIER);
    return t->wait_result;
}

int tc_emu_mbarrier_wait(const char *name, void *at, unsigned parity, int may_fail, int how) {
    Thread *t = emu.current;
    Mbarrier *bar;
    emu_enter(name);
    if (parity > 1)
        report_raise(TC_EMU_ARGUMENT, t, at, 8, "parity %u: must be 0 or 1", parity);
    bar = mbarrier_at(t, at, false);
    check_parity(t, bar, parity);
    return wait_for(t, bar, parity, may_fail, how);
}

/* What came and was never expected ends no phase: nobody can have waited for it. */
void mbarrier_cta_end(Thread *t) {
    const Cta *cta = &emu.ctas[t->cta];
    for (unsigned i = 0; i < cta->bar_count; i++)
        if (cta->bars[i].live && cta->bars[i].tx < 0)
            report_raise(
                TC_EMU_MBARRIER,
                t,
                cta->bars[i].at,
                8,
                "the CTA exits, and %lld bytes have come that nobody expected",
                -cta->bars[i].tx);
}

void mbarrier_describe(const Mbarrier *bar, char *out, size_t room) {
    char name[64];
    long long offset;
    region_label(region_find(bar->at), bar->at, name, sizeof name, &offset);
    snprintf(
        out,
        room,
        " ('%s' + %lld: phase %u, %u of %u arrivals missing, %lld bytes %s)",
        name,
        offset,
        bar->phase - bar->first,
        bar->left,
        bar->arrivals,
        bar->tx < 0 ? -bar->tx : bar->tx,
        bar->tx < 0 ? "came that were not expected" : "missing");
}
