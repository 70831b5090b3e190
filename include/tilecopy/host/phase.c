/* phase.c: for which phase of an mbarrier something counts, so that it does not depend on who is first. Who
 * arrives or sends bytes must know that the phase before is over; and bytes that are expected without an
 * arrival must be expected before the phase can end. Both are seen from the order of the threads, whatever
 * happened in this run. */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>

/* An expect_tx without an arrival. Of its phase an arrival must come after it, or, where all had come and
 * bytes were missing (`held`), all copies must have been started after it. */
struct Expectation {
    const Thread *by;
    uint32_t epoch;
    unsigned step, bytes;
    const char *primitive;
    bool held, safe, raced; /* safe: an arrival came after it; raced: a copy did not */
    Expectation *next;
};

static bool is_after(const Thread *t, const Expectation *e) {
    return clock_knows(t, e->by->index, e->epoch);
}

void phase_expect(const Thread *t, Mbarrier *bar, unsigned bytes) {
    Expectation *e = calloc(1, sizeof *e);
    if (!e)
        abort();
    e->by = t;
    e->epoch = t->epoch;
    e->step = t->step;
    e->primitive = t->primitive;
    e->bytes = bytes;
    e->held = bar->left == 0;
    e->raced = token_flies_to(bar) || bar->landed == bar->phase + 1;
    e->next = bar->expected;
    bar->expected = e;
}

void phase_arrive(Thread *t, Mbarrier *bar, bool relaxed) {
    if (relaxed)
        clock_release(t, &bar->carried);
    for (Expectation *e = bar->expected; e; e = e->next)
        e->safe = e->safe || is_after(t, e);
}

void phase_send(Thread *t, Mbarrier *bar) {
    for (Expectation *e = bar->expected; e; e = e->next)
        e->raced = e->raced || !is_after(t, e);
    clock_release(t, &bar->carried);
}

void phase_forget(Mbarrier *bar) {
    while (bar->expected) {
        Expectation *e = bar->expected;
        bar->expected = e->next;
        free(e);
    }
}

void phase_end(Mbarrier *bar) {
    for (const Expectation *e = bar->expected; e; e = e->next)
        if (!e->safe && (e->raced || !e->held))
            report_raise(
                TC_EMU_MBARRIER,
                (Thread *)e->by,
                bar->at,
                8,
                "%s of %u bytes, its step %u, may be too late: no arrival of the phase comes after "
                "it, and "
                "what has arrived may end the phase before (tc_mbarrier_arrive_expect_tx is both "
                "at once)",
                e->primitive,
                e->bytes,
                e->step);
    phase_forget(bar);
}

/* ---- which phase has begun ---------------------------------------------------------------------- */

/* Has the thread, or whoever knows as much as `all`, seen a phase of it end? t NULL: anybody who acquired nothing. */
static bool has_seen(const Thread *t, const Clock *all, const Mbarrier *bar) {
    return all->at[bar->component] || (bar->relaxed && (!t || bar->relaxed[t->index]));
}

/* Adds what those knew whom the phases that were seen waited for, and so on. A copy that landed, or a relaxed
 * arrival, hands on nothing that its thread wrote; but that this thread had come so far. */
static bool add_carried(const Thread *t, Clock **all) {
    bool grown = false;
    for (unsigned i = 0; i < emu.cluster * MAX_BARS; i++) {
        const Mbarrier *bar = &emu.ctas[i / MAX_BARS].bars[i % MAX_BARS];
        if (!bar->carried || !has_seen(t, *all, bar) || clock_holds(*all, bar->carried, UINT32_MAX))
            continue;
        clock_join(all, bar->carried);
        grown = true;
    }
    return grown;
}

static bool knows_in_time(const Thread *t, const Mbarrier *bar) {
    const unsigned component = bar->landed < bar->phase ? bar->component : UINT32_MAX;
    Clock *all = NULL;
    bool knows;
    clock_put(&all, t->index, t->epoch);
    clock_join(&all, t->clock);
    clock_join(&all, emu.cluster_carried);
    while (add_carried(t, &all)) {
    }
    knows = clock_holds(all, bar->released, component);
    clock_ref(&all, NULL);
    return knows;
}

uint32_t phase_known(const Thread *t, const Mbarrier *bar) {
    const uint32_t known = mbarrier_known(t, bar);
    return known < bar->phase && knows_in_time(t, bar) ? bar->phase : known;
}

void phase_begun(Thread *by, const Mbarrier *bar, uint32_t known, const char *what, unsigned step) {
    if (known >= bar->phase || bar->relaxed)
        return;
    report_raise(
        TC_EMU_MBARRIER,
        by,
        bar->at,
        8,
        "%s of step %u counts for phase %u, and nothing tells the thread that phase %u is over: it "
        "may count for that one",
        what,
        step,
        bar->phase - bar->first,
        bar->phase - bar->first - 1);
}

/* ---- whose wait must be over ------------------------------------------------------------------------ */

/* A wait for a phase that the thread has seen already comes through at once, unless the next phase ends first: then its
 * parity is that of a phase which is still to end, and for which nobody may be left. So the end of the next phase needs something that comes after the wait: an arrival or bytes
 * sent, by the thread or by who knows of it, or by a lane that met it in a collective since. That orders no
 * memory, but nobody comes out of it before all have come. */
struct Waited {
    uint32_t phase, epoch; /* so many phases were over; when it came through */
    unsigned step;
    const char *primitive;
    uint32_t lanes,
        at[32]; /* whom it met since, and in which epochs of theirs for the first time */
};

void phase_waited(Thread *t, Mbarrier *bar) {
    if (!bar->waited)
        bar->waited = calloc(emu.thread_count, sizeof *bar->waited);
    if (!bar->waited)
        abort();
    bar->waited[t->index] = (Waited){
        .phase = bar->phase, .epoch = t->epoch, .step = t->step, .primitive = t->primitive};
    t->waited = true;
}

void phase_met(Thread *t, unsigned mask) {
    const Cta *cta = &emu.ctas[t->cta];
    const unsigned all = 0xffffffffu >> (32 - t->warp->lane_count);
    t->waited = false;
    for (unsigned i = 0; i < cta->bar_count; i++) {
        const Mbarrier *bar = &cta->bars[i];
        Waited *w = bar->waited ? &bar->waited[t->index] : NULL;
        if (!w || w->phase != bar->phase)
            continue;
        const unsigned others = mask & all & ~w->lanes;
        for (unsigned lane = 0; lane < t->warp->lane_count; lane++)
            if (others >> lane & 1)
                w->at[lane] = t->warp->lanes[lane]->epoch;
        w->lanes |= others;
        t->waited |= w->lanes != all;
    }
}

void phase_forget_waits(Mbarrier *bar) {
    free(bar->waited);
    bar->waited = NULL;
}

static bool is_before(const Thread *t, const Waited *w, const Clock *end) {
    const unsigned first = t->index - t->thread % 32;
    if (!end)
        return false;
    if (end->at[t->index] >= w->epoch)
        return true;
    for (unsigned lane = 0; lane < 32; lane++)
        if (w->lanes >> lane & 1 && end->at[first + lane] >= w->at[lane])
            return true;
    return false;
}

/* What came before the phase ends, in whatever way. */
static Clock *all_before(const Mbarrier *bar) {
    Clock *all = NULL;
    clock_put(&all, 0, 0);
    clock_join(&all, bar->pending);
    clock_join(&all, bar->carried);
    clock_join(&all, emu.cluster_carried);
    while (add_carried(NULL, &all)) {
    }
    return all;
}

/* When 2 phases are over, that is a wait for phase 1 which does not come before the end of phase 2. */
static void raise_seen(Thread *t, const Waited *w, const Mbarrier *bar) {
    const unsigned over = w->phase - bar->first;
    char seen[40] = "the phase before the first";
    if (over)
        snprintf(seen, sizeof seen, "phase %u", over - 1);
    report_raise(
        TC_EMU_MBARRIER,
        t,
        bar->at,
        8,
        "%s of step %u waits for %s, which the thread knows to be over, and nothing orders the "
        "wait before the end of phase %u: after that its parity is that of a phase still to come",
        w->primitive,
        w->step,
        seen,
        over);
}

void phase_check_waits(Mbarrier *bar) {
    Clock *all = NULL;
    for (unsigned i = 0; bar->waited && !bar->relaxed && i < emu.thread_count; i++) {
        Thread *t = &emu.threads[i];
        const Waited *w = &bar->waited[i];
        if (w->phase != bar->phase || is_before(t, w, bar->pending))
            continue;
        if (!all)
            all = all_before(bar);
        if (is_before(t, w, all))
            continue;
        clock_ref(&all, NULL);
        raise_seen(t, w, bar);
    }
    clock_ref(&all, NULL);
}
