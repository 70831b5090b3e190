/* phase.c: for which phase of an mbarrier something counts, so that it does not depend on who is first. Who
 * arrives or sends bytes must know that the phase before is over; and bytes that are expected without an
 * arrival must be expected before the phase can end. Both are seen from the order of the threads, whatever
 * happened in this run. */
#include "internal.h"
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

void phase_arrive(const Thread *t, Mbarrier *bar, bool relaxed) {
    if (relaxed)
        clock_join(&bar->carried, t->clock);
    for (Expectation *e = bar->expected; e; e = e->next)
        e->safe = e->safe || is_after(t, e);
}

void phase_send(const Thread *t, Mbarrier *bar) {
    clock_join(&bar->carried, t->clock);
    for (Expectation *e = bar->expected; e; e = e->next)
        e->raced = e->raced || !is_after(t, e);
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

/* Has the thread, or whoever knows as much as `all`, seen a phase of it end? */
static bool has_seen(const Thread *t, const Clock *all, const Mbarrier *bar) {
    return all->at[bar->component] || (bar->relaxed && bar->relaxed[t->index]);
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
