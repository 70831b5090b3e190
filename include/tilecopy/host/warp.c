/* warp.c: what the lanes of one warp do together: tc_warp_sync, shuffles, the election, ldmatrix and
 * stmatrix. The last lane to come does the work for all. Only tc_warp_sync orders memory. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/* ---- .aligned: all lanes, at one call -------------------------------------------------------- */

extern const char __executable_start[] __attribute__((weak)), etext[] __attribute__((weak));

void tc_emu_site(const char *file, int line, int frames) {
    Thread *t = emu.current;
    if (!t)
        return;
    t->site = (Site){file, line, 0};
    t->frames = frames;
}

void tc_emu_number(unsigned number) {
    if (emu.current)
        emu.current->number = number;
}

unsigned site_number(Thread *t) {
    const unsigned number = t->number;
    t->number = 0;
    return number;
}

/* The addresses that the functions on the stack return to, in one number. What is no frame of a function ends the way. */
static uint64_t way_of(const Thread *t) {
    const uintptr_t low = (uintptr_t)t->stack, high = low + STACK_BYTES;
    const uintptr_t start = (uintptr_t)__executable_start, end = (uintptr_t)etext;
    uintptr_t frame = (uintptr_t)t->caller_frame, link[2];
    uint64_t way = (uintptr_t)t->caller;
    while (frame >= low && frame <= high - sizeof link && frame % sizeof link[0] == 0) {
        memcpy(link, (const void *)frame, sizeof link);
        if (link[1] < start || link[1] >= end)
            break;
        way = way * 6364136223846793005u + link[1];
        if (link[0] <= frame)
            break;
        frame = link[0];
    }
    return way;
}

const char *site_file(const char *file) {
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

void site_check(Thread *t, const Site *theirs, const Site *mine, const char *others) {
    if (!theirs->file || !mine->file)
        return;
    bool one_line = theirs->line == mine->line && !strcmp(theirs->file, mine->file);
    if (!one_line)
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "other %s at %s:%d, this one at %s:%d: all must come to the same call",
            others,
            site_file(theirs->file),
            theirs->line,
            site_file(mine->file),
            mine->line);
    else if (theirs->number && mine->number && theirs->number != mine->number)
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "other %s at another place of %s:%d: all must come to the same call",
            others,
            site_file(mine->file),
            mine->line);
}

static void check_place(Thread *t, const Aligned *a, const Site *mine, uint64_t way) {
    site_check(t, &a->site, mine, "lanes of the warp called it");
    if (a->way && way && a->way != way)
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "other lanes of the warp came to it on another way: all must come by the same calls");
}

/* The n-th .aligned collective of every lane of a warp must be the same one. */
void warp_aligned(Thread *t, unsigned id, unsigned count, bool exited_may_miss) {
    Warp *w = t->warp;
    unsigned n = t->aligned++;
    const Site site = {t->site.file, t->site.line, t->site.file ? site_number(t) : 0};
    const uint64_t way = site.file && t->frames ? way_of(t) : 0;
    for (unsigned i = 0; i < w->lane_count; i++)
        if (!exited_may_miss && w->lanes[i]->state == THREAD_DONE && w->lanes[i]->aligned <= n)
            report_raise(TC_EMU_DIVERGENT, t, NULL, 0, "lane %u of the warp has exited", i);
    if (n < w->log_count) {
        const Aligned *a = &w->log[n];
        if (strcmp(a->call.primitive, t->primitive))
            report_raise(
                TC_EMU_DIVERGENT,
                t,
                NULL,
                0,
                "other lanes of the warp called %s here",
                a->call.primitive);
        if (a->id != id || a->count != count)
            report_raise(
                TC_EMU_DIVERGENT,
                t,
                NULL,
                0,
                "other lanes of the warp called it with (%u, %u), this one with (%u, %u)",
                a->id,
                a->count,
                id,
                count);
        check_place(t, a, &site, way);
        t->site.file = NULL;
        return;
    }
    t->site.file = NULL;
    if (w->log_count == w->log_room) {
        w->log_room = w->log_room ? 2 * w->log_room : 16;
        w->log = realloc(w->log, w->log_room * sizeof *w->log);
        if (!w->log)
            abort();
    }
    w->log[w->log_count].call = chain_call(t);
    w->log[w->log_count].exited_may_miss = exited_may_miss;
    w->log[w->log_count].site = site;
    w->log[w->log_count].way = way;
    w->log[w->log_count].id = id;
    w->log[w->log_count++].count = count;
}

void warp_exit(Thread *t) {
    Warp *w = t->warp;
    for (unsigned i = t->aligned; i < w->log_count; i++) {
        if (w->log[i].exited_may_miss)
            continue;
        report_call(&w->log[i].call);
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "the thread exits, other lanes called %s",
            w->log[i].call.primitive);
    }
    for (unsigned i = 0; i < w->lane_count; i++) {
        const Thread *lane = w->lanes[i];
        if (lane->state != THREAD_WAITING || lane->wait != WAIT_WARP || lane->finish ||
            !(lane->mask >> t->thread % 32 & 1))
            continue;
        const Call call = chain_call(lane);
        report_call(&call);
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "the thread exits, lane %u waits for it in %s",
            i,
            call.primitive);
    }
}

void warp_whole(Thread *t) {
    if (t->warp->lane_count < 32)
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "the warp has %u lanes, 32 are needed",
            t->warp->lane_count);
}

/* Waits until all lanes of the mask are here. True on the last one, which does the work and then
 * calls warp_leave(); the others return when it has. */
bool warp_meet(Thread *t, unsigned mask) {
    Warp *w = t->warp;
    unsigned here = 0, all = 0;
    if (!(mask >> t->thread % 32 & 1))
        report_raise(
            TC_EMU_DIVERGENT, t, NULL, 0, "the calling lane is not in the mask 0x%08x", mask);
    t->mask = mask;
    for (unsigned i = 0; i < w->lane_count; i++) {
        const Thread *lane = w->lanes[i];
        if (!(mask >> i & 1))
            continue;
        if (lane->state == THREAD_DONE && t->finish)
            continue;
        all++;
        if (lane->state == THREAD_DONE)
            report_raise(TC_EMU_DIVERGENT, t, NULL, 0, "lane %u of the warp has exited", i);
        if (lane->state != THREAD_WAITING || lane->wait != WAIT_WARP)
            continue;
        /* one that waits for a group of its own, lane 9 for lanes 8 .. 15, comes when they have met */
        if (!(lane->mask >> t->thread % 32 & 1))
            continue;
        if (strcmp(lane->primitive, t->primitive))
            report_raise(
                TC_EMU_DIVERGENT,
                t,
                NULL,
                0,
                "lane %u of the warp waits in %s",
                i,
                lane->primitive);
        if (lane->mask != mask)
            report_raise(
                TC_EMU_DIVERGENT,
                t,
                NULL,
                0,
                "lane %u waits with the mask 0x%08x, this one has 0x%08x",
                i,
                lane->mask,
                mask);
        here++;
    }
    if (here + 1 == all)
        return true;
    emu_block(t, WAIT_WARP);
    return false;
}

void warp_leave(const Thread *t) {
    for (unsigned i = 0; i < t->warp->lane_count; i++) {
        if (!(t->mask >> i & 1))
            continue;
        if (t->warp->lanes[i]->waited)
            phase_met(t->warp->lanes[i], t->mask);
        emu_ready(t->warp->lanes[i]);
    }
}

void warp_order(const Thread *t) {
    Clock *all = NULL;
    for (unsigned i = 0; i < t->warp->lane_count; i++)
        if (t->mask >> i & 1)
            clock_release(t->warp->lanes[i], &all);
    for (unsigned i = 0; i < t->warp->lane_count; i++)
        if (t->mask >> i & 1)
            clock_acquire(t->warp->lanes[i], all);
    clock_ref(&all, NULL);
}

void tc_emu_warp_sync(const char *name, unsigned mask) {
    Thread *t = emu.current;
    emu_enter(name);
    if (!warp_meet(t, mask))
        return;
    warp_order(t);
    warp_leave(t);
}

/* Nothing says which lane it is. The last one by default, and with a seed any but lane 0, which kernels also name by
 * number: what lane 0 alone has waited for must not pass for known to the elected lane. */
static unsigned elected(unsigned lanes) {
    return emu.config.seed && lanes > 1 ? 1 + emu_random(lanes - 1) : lanes - 1;
}

int tc_emu_elect(const char *name) {
    Thread *t = emu.current;
    emu_enter(name);
    warp_aligned(t, 0, 0, false);
    if (warp_meet(t, 0xffffffffu)) {
        const unsigned chosen = elected(t->warp->lane_count);
        for (unsigned i = 0; i < t->warp->lane_count; i++)
            t->warp->lanes[i]->arg = i == chosen;
        warp_leave(t);
    }
    return (int)t->arg;
}

/* ---- shuffles ------------------------------------------------------------------------------- */

/* Five bits of the operand count: 33 lanes up are one. */
static unsigned shuffle_source(unsigned lane, int kind, unsigned arg) {
    const unsigned by = arg % 32;
    switch (kind) {
    case TC_EMU_IDX:
        return by;
    case TC_EMU_XOR:
        return lane ^ by;
    default:
        return by <= lane ? lane - by : lane;
    }
}

void tc_emu_shuffle(const char *name, void *dst, const void *src, int kind, unsigned arg) {
    tc_emu_shuffle_of(name, dst, src, kind, arg, 0xffffffffu);
}

void tc_emu_shuffle_of(
    const char *name, void *dst, const void *src, int kind, unsigned arg, unsigned mask) {
    emu_enter(name);
    Thread *t = emu.current;
    Warp *w = t->warp;
    t->from = src;
    t->to = dst;
    t->arg = arg;
    if (!warp_meet(t, mask))
        return;
    unsigned values[32]; /* dst may be src */
    for (unsigned i = 0; i < w->lane_count; i++)
        if (mask >> i & 1)
            memcpy(&values[i], w->lanes[i]->from, 4);
    for (unsigned i = 0; i < w->lane_count; i++) {
        if (!(mask >> i & 1))
            continue;
        unsigned from = shuffle_source(i, kind, w->lanes[i]->arg);
        if (from >= w->lane_count || !(mask >> from & 1))
            report_raise(
                TC_EMU_DIVERGENT,
                t,
                NULL,
                0,
                "lane %u asks lane %u, which does not exist",
                i,
                from);
        memcpy(w->lanes[i]->to, &values[from], 4);
    }
    warp_leave(t);
}

void tc_emu_shuffle_pair(
    const char *name, void *dst, const void *src, int kind, unsigned arg, unsigned mask) {
    unsigned v[2];
    memcpy(v, src, sizeof v);
    tc_emu_shuffle_of(name, &v[0], &v[0], kind, arg, mask);
    tc_emu_shuffle_of(name, &v[1], &v[1], kind, arg, mask);
    memcpy(dst, v, sizeof v);
}

/* Of all 32 lanes, in their order. */
void tc_emu_redux(const char *name, void *dst, const void *src, int op, int type) {
    emu_enter(name);
    Thread *t = emu.current;
    Warp *w = t->warp;
    t->from = src;
    t->to = dst;
    if (!warp_meet(t, 0xffffffffu))
        return;
    warp_whole(t);
    unsigned all, one;
    memcpy(&all, w->lanes[0]->from, 4);
    for (unsigned i = 1; i < 32; i++) {
        memcpy(&one, w->lanes[i]->from, 4);
        tc_emu_combine(&all, &all, &one, 4, op, type);
    }
    for (unsigned i = 0; i < 32; i++)
        memcpy(w->lanes[i]->to, &all, 4);
    warp_leave(t);
}

/* ---- matrices ------------------------------------------------------------------------------- */

/* Register m of lane i is the halves 2 * (i % 4) and + 1 of row i / 4 of matrix m, whose address
 * lane 8 * m + row gave; transposed, the half of column i / 4 in the rows 2 * (i % 4) and + 1.
 * Lane 5, matrix 1: halves 2, 3 of the row of lane 9; transposed: half 1 of the rows of lanes 10, 11. */
static const char *matrix_half(const Warp *w, unsigned lane, unsigned m, unsigned half, int trans) {
    unsigned row = trans ? lane % 4 * 2 + half : lane / 4;
    unsigned column = trans ? lane / 4 : lane % 4 * 2 + half;
    return (const char *)w->lanes[8 * m + row]->from + 2 * column;
}

static void matrix_start(Thread *t, const void *address, void *registers, unsigned count) {
    warp_aligned(t, 0, 0, false);
    if (t->warp->lane_count < 32)
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            address,
            16,
            "the warp has %u lanes, 32 are needed",
            t->warp->lane_count);
    t->from = address;
    t->to = registers;
    if (t->thread % 32 >= 8 * count)
        return;
    access_aligned(t, address, 16, 16);
    access_bounds(t, address, 16, SPACE_SHARED);
}

/* Half h of lane i becomes element (i / 4, 2 * (i % 4) + h) of the transposed matrix: lane 5's low half is
 * (1, 2), which is (2, 1) of what is there, the high half of lane 4 * 2 + 1 / 2 = 8. */
void tc_emu_movmatrix(const char *name, void *dst, const void *src) {
    Thread *t = emu.current;
    uint16_t matrix[32][2];
    emu_enter(name);
    warp_aligned(t, 0, 0, false);
    warp_whole(t);
    t->from = src;
    t->to = dst;
    if (!warp_meet(t, 0xffffffffu))
        return;
    for (unsigned i = 0; i < 32; i++) /* dst may be src */
        memcpy(matrix[i], t->warp->lanes[i]->from, 4);
    for (unsigned i = 0; i < 32; i++)
        for (unsigned h = 0; h < 2; h++) {
            const unsigned row = i % 4 * 2 + h, column = i / 4;
            memcpy(
                (char *)t->warp->lanes[i]->to + 2 * h,
                &matrix[4 * row + column / 2][column % 2],
                2);
        }
    warp_leave(t);
}

void tc_emu_ldmatrix(const char *name, void *dst, const void *src, unsigned count, int trans) {
    Thread *t = emu.current;
    emu_enter(name);
    matrix_start(t, src, dst, count);
    if (!warp_meet(t, 0xffffffffu))
        return;
    for (unsigned i = 0; i < 32; i++)
        for (unsigned k = 0; k < 2 * count; k++) {
            const char *at = matrix_half(t->warp, i, k / 2, k % 2, trans);
            access_check(t->warp->lanes[i], at, 2, ACCESS_READ, SPACE_SHARED);
            emu_copy((char *)t->warp->lanes[i]->to + 2 * k, at, 2);
        }
    warp_leave(t);
}

void tc_emu_stmatrix(const char *name, void *dst, const void *src, unsigned count, int trans) {
    Thread *t = emu.current;
    emu_enter(name);
    matrix_start(t, dst, (void *)(uintptr_t)src, count);
    if (!warp_meet(t, 0xffffffffu))
        return;
    for (unsigned i = 0; i < 32; i++)
        for (unsigned k = 0; k < 2 * count; k++) {
            const char *at = matrix_half(t->warp, i, k / 2, k % 2, trans);
            access_check(t->warp->lanes[i], at, 2, ACCESS_WRITE, SPACE_SHARED);
            emu_copy((char *)(uintptr_t)at, (const char *)t->warp->lanes[i]->to + 2 * k, 2);
        }
    warp_leave(t);
}
