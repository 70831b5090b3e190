/* lanes.c: what CUDA's warp intrinsics do together: each lane of the mask gives 8 bytes and gets those of
 * all. Lanes that have exited are not waited for, as CUDA says; memory is ordered by __syncwarp alone. */
#include "cuda/calls.h"
#include "internal.h"
#include <string.h>

/* Is the lane one of those that meet? */
static bool takes_part(const Thread *lane, unsigned mask) {
    return mask >> lane->thread % 32 & 1 && lane->state != THREAD_DONE;
}

static void leave(const Thread *last) {
    const unsigned mask = last->mask;
    for (unsigned i = 0; i < last->warp->lane_count; i++) {
        Thread *lane = last->warp->lanes[i];
        if (!takes_part(lane, mask))
            continue;
        if (lane->waited)
            phase_met(lane, mask);
        emu_ready(lane);
    }
}

static void finish_exchange(const Thread *last) {
    const Warp *w = last->warp;
    uint64_t all[32] = {0};
    for (unsigned i = 0; i < w->lane_count; i++)
        if (takes_part(w->lanes[i], last->mask))
            memcpy(&all[i], w->lanes[i]->from, sizeof all[i]);
    for (unsigned i = 0; i < w->lane_count; i++)
        if (takes_part(w->lanes[i], last->mask))
            memcpy(w->lanes[i]->to, all, sizeof all);
    leave(last);
}

static void finish_sync(const Thread *last) {
    const Warp *w = last->warp;
    Clock *all = NULL;
    for (unsigned i = 0; i < w->lane_count; i++)
        if (takes_part(w->lanes[i], last->mask))
            clock_release(w->lanes[i], &all);
    for (unsigned i = 0; i < w->lane_count; i++)
        if (takes_part(w->lanes[i], last->mask))
            clock_acquire(w->lanes[i], all);
    clock_ref(&all, NULL);
    leave(last);
}

static void meet(Thread *t, unsigned mask, void (*finish)(const Thread *)) {
    t->finish = finish;
    if (warp_meet(t, mask))
        finish(t);
    t->finish = NULL;
}

void tc_emu_exchange(const char *name, unsigned mask, uint64_t value, uint64_t all[32]) {
    Thread *t = emu.current;
    emu_enter(name);
    t->from = &value;
    t->to = all;
    meet(t, mask, finish_exchange);
}

void tc_emu_sync_lanes(const char *name, unsigned mask) {
    emu_enter(name);
    meet(emu.current, mask, finish_sync);
}

void tc_emu_no_lane(const char *name, unsigned lane, unsigned mask) {
    Thread *t = emu.current;
    t->primitive = name;
    report_raise(
        TC_EMU_DIVERGENT,
        t,
        NULL,
        0,
        "the value of lane %u is asked for, which does not take part (mask 0x%08x)",
        lane,
        mask);
}

/* Those that wait for lanes which will never come any more. */
void lanes_exit(Thread *t) {
    const Warp *w = t->warp;
    for (unsigned i = 0; i < w->lane_count; i++) {
        const Thread *lane = w->lanes[i];
        bool all = true;
        if (lane->state != THREAD_WAITING || lane->wait != WAIT_WARP || !lane->finish)
            continue;
        for (unsigned k = 0; all && k < w->lane_count; k++) {
            const Thread *other = w->lanes[k];
            all = !takes_part(other, lane->mask) ||
                  (other->state == THREAD_WAITING && other->wait == WAIT_WARP &&
                   other->mask == lane->mask && !strcmp(other->primitive, lane->primitive));
        }
        if (all)
            lane->finish(lane);
    }
}

/* ---- who is here ---------------------------------------------------------------------------- */

/* The hardware may answer with any lanes that are at the same place. Here that are all which come to it before
 * the warp can do nothing else, or, with a seed, now and then the lane alone. */
unsigned tc_emu_active(const char *name) {
    Thread *t = emu.current;
    emu_enter(name);
    if (emu.config.seed && emu_random(4) == 0)
        return 1u << t->thread % 32;
    emu_block(t, WAIT_ACTIVE);
    return t->mask;
}

static bool together(const Thread *a, const Thread *b) {
    return b->state == THREAD_WAITING && b->wait == WAIT_ACTIVE && a->caller == b->caller;
}

bool lanes_converge(void) {
    bool any = false;
    for (unsigned i = 0; i < emu.thread_count; i++) {
        const Thread *t = &emu.threads[i];
        unsigned mask = 0;
        if (!together(t, t))
            continue;
        for (unsigned k = 0; k < t->warp->lane_count; k++)
            if (together(t, t->warp->lanes[k]))
                mask |= 1u << k;
        for (unsigned k = 0; k < t->warp->lane_count; k++)
            if (mask >> k & 1) {
                t->warp->lanes[k]->mask = mask;
                emu_ready(t->warp->lanes[k]);
            }
        any = true;
    }
    return any;
}
