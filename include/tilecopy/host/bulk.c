/* bulk.c: bulk copies: what starts them, the proxy fence that must come before, and those of which no
 * mbarrier counts the bytes. These have two ends, each as late as it can be: at a wait.read of their
 * thread their source is read, at a wait, or when the cluster is over, their bytes arrive. */
#include "involved.h"
#include <stdlib.h>

/* ---- proxies ------------------------------------------------------------------------------------ */

/* Which memory a fence must be of for what `by` wrote: only a fence of all spaces is one of other CTAs'
 * shared memory. */
static int fence_space(const Region *r, const Thread *by) {
    return !r->shared          ? TC_EMU_GLOBAL_SPACE
           : r->cta == by->cta ? TC_EMU_SHARED_SPACE
                               : TC_EMU_CLUSTER_SPACE;
}

/* Did the thread that wrote the byte call the proxy fence after it, as far as t knows? */
static bool writer_fenced(const Thread *t, const Thread *by, uint32_t epoch, int space) {
    for (unsigned i = 0; i < 8; i++) /* of a fence that there is not the epoch is 0 */
        if (by->proxy_fence[space][i].epoch >= epoch &&
            clock_knows(t, by->index, by->proxy_fence[space][i].epoch))
            return true;
    return false;
}

/* What landed by itself (cp.async, st.async) is no thread's: a thread fences that had seen it land. */
static bool landing_fenced(const Thread *t, const Cell *cell, int space) {
    for (unsigned k = 0; k < emu.thread_count; k++) {
        const Thread *by = &emu.threads[k];
        for (unsigned i = 0; i < 8 && i < by->proxy_fences[space]; i++)
            if (by->proxy_fence[space][i].clock->at[cell->writer] >= cell->write_epoch &&
                clock_knows(t, by->index, by->proxy_fence[space][i].epoch))
                return true;
    }
    return false;
}

static bool is_fenced(const Thread *t, const Region *r, const Cell *cell) {
    const Thread *by = &emu.threads[cell->writer];
    if (cell->writer >= emu.thread_count)
        return landing_fenced(t, cell, TC_EMU_SHARED_SPACE);
    return writer_fenced(t, by, cell->write_epoch, fence_space(r, by));
}

static void raise_proxy(
    Thread *t,
    const Region *r,
    const Cell *cell,
    const char *p,
    unsigned bytes,
    const char *which) {
    static const char *const fences[] = {
        "tc_fence_async_smem", "tc_fence_async_gmem", "tc_fence_async"};
    const Thread *by = &emu.threads[cell->writer];
    if (cell->writer >= emu.thread_count)
        report_raise(
            TC_EMU_PROXY,
            t,
            p,
            bytes,
            "bytes of the %s came by cp.async, st.async or red.async, and no thread that waited "
            "for "
            "them called tc_fence_async_smem before the barrier",
            which);
    report_other(by);
    involved_place(cell->write_place, by);
    report_raise(
        TC_EMU_PROXY,
        t,
        p,
        bytes,
        "thread %u of CTA %u wrote bytes of the %s and did not call %s before the barrier",
        by->thread,
        report_cta(by),
        which,
        fences[fence_space(r, by)]);
}

static void check_proxy(Thread *t, Region *r, const char *p, unsigned bytes, const char *which) {
    const Cell *fenced = NULL; /* the latest of which it is known */
    for (unsigned i = 0; i < bytes; i++) {
        const Cell *cell = shadow_look(r, (size_t)(p - r->base) + i);
        if (!(cell->flags & CELL_WRITTEN) || cell->flags & CELL_BULK || cell->serial != emu.serial)
            continue;
        if (fenced && fenced->writer == cell->writer && fenced->write_epoch == cell->write_epoch)
            continue;
        fenced = cell;
        if (!is_fenced(t, r, cell))
            raise_proxy(t, r, cell, p + i, bytes - i, which);
    }
}

void tc_emu_fence_proxy(const char *name, int space) {
    Thread *t = emu.current;
    emu_enter(name);
    Fence *fence = &t->proxy_fence[space][t->proxy_fences[space]++ % 8];
    fence->epoch = t->epoch;
    clock_ref(&fence->clock, t->clock);
    clock_next_epoch(t);
}

/* ---- starting them ------------------------------------------------------------------------------ */

void bulk_verify(
    Thread *t, Region *to, char *dst, Region *from, const char *src, unsigned bytes, int reduce) {
    if (from)
        access_verify(t, from, src, bytes, ACCESS_READ);
    access_verify(t, to, dst, bytes, reduce ? ACCESS_REDUCE : ACCESS_WRITE);
    if (from)
        check_proxy(t, from, src, bytes, "source");
    check_proxy(t, to, dst, bytes, "destination");
}

void bulk_check_source(Thread *t, Region *from, const char *src, unsigned bytes) {
    access_verify(t, from, src, bytes, ACCESS_READ);
    check_proxy(t, from, src, bytes, "source");
}

Token *bulk_start(
    Thread *t,
    TokenKind kind,
    Region *to,
    char *dst,
    Region *from,
    const char *src,
    unsigned bytes,
    unsigned mask,
    int reduce) {
    access_verify(t, from, src, bytes, ACCESS_READ);
    if (mask == 0xffff) /* at once: a report says how many bytes there are */
        access_verify(t, to, dst, bytes, reduce ? ACCESS_REDUCE : ACCESS_WRITE);
    for (unsigned i = 0; i < bytes && mask != 0xffff; i++)
        if (mask >> i % 16 & 1)
            access_verify(t, to, dst + i, 1, ACCESS_WRITE); /* no reduction has a mask */
    check_proxy(t, from, src, bytes, "source");
    check_proxy(t, to, dst, bytes, "destination");
    return token_open(t, kind, dst, src, bytes, bytes, mask, reduce);
}

void bulk_check_shape(Thread *t, const char *dst, const char *src, unsigned bytes) {
    if (bytes == 0 || bytes % 16)
        report_raise(TC_EMU_ARGUMENT, t, dst, bytes, "%u bytes: not a multiple of 16", bytes);
    access_aligned(t, dst, bytes, 16);
    access_aligned(t, src, bytes, 16);
}

Mbarrier *bulk_mbarrier(Thread *t, char *at, const Region *to) {
    Mbarrier *bar = mbarrier_at(t, at, true);
    if (bar->cta != to->cta)
        report_raise(
            TC_EMU_MBARRIER,
            t,
            at,
            8,
            "the mbarrier is in CTA %u of the cluster, the destination in CTA %u",
            bar->cta,
            to->cta);
    return bar;
}

void tc_emu_bulk(
    const char *name, char *dst, const void *src, unsigned bytes, char *bar_at, int space) {
    Thread *t = emu.current;
    const bool global = space == TC_EMU_GLOBAL_SPACE;
    Region *to, *from;
    Mbarrier *bar;
    Token *token;
    emu_enter(name);
    bulk_check_shape(t, dst, src, bytes);
    if (!global && !emu.config.cluster)
        report_raise(
            TC_EMU_LAUNCH,
            t,
            dst,
            bytes,
            "the kernel was not launched as a cluster (of one CTA at least): an H100 ends this in "
            "an "
            "illegal instruction");
    from = access_bounds(t, src, bytes, global ? SPACE_GLOBAL : SPACE_SHARED);
    to = access_bounds(t, dst, bytes, global ? SPACE_SHARED : SPACE_CLUSTER);
    bar = bulk_mbarrier(t, bar_at, to);
    token = bulk_start(t, TOKEN_BULK, to, dst, from, src, bytes, 0xffff, 0);
    token_count_on(token, bar);
}

void tc_emu_bulk_multicast(
    const char *name, void *dst, const void *src, unsigned bytes, void *bar, unsigned ctas) {
    Thread *t = emu.current;
    Region *from, *own, *own_bar;
    emu_enter(name);
    bulk_check_shape(t, dst, src, bytes);
    from = access_bounds(t, src, bytes, SPACE_GLOBAL);
    own = access_bounds(t, dst, bytes, SPACE_SHARED);
    own_bar = access_bounds(t, bar, 8, SPACE_SHARED);
    if (!ctas || ctas >> emu.cluster)
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            dst,
            bytes,
            "the CTAs of the mask 0x%x: the cluster has %u, and at least one is to be named",
            ctas,
            emu.cluster);
    for (unsigned cta = 0; cta < emu.cluster; cta++) {
        Region *to, *to_bar;
        char *there, *bar_there;
        Mbarrier *place;
        Token *token;
        if (!(ctas >> cta & 1))
            continue;
        to = region_of_cta(cta, own->slot);
        to_bar = region_of_cta(cta, own_bar->slot);
        there = to->base + ((char *)dst - own->base);
        bar_there = to_bar->base + ((char *)bar - own_bar->base);
        access_bounds(t, there, bytes, SPACE_CLUSTER);
        place = bulk_mbarrier(t, bar_there, to); /* first: a refused copy must not stay in flight */
        token = bulk_start(t, TOKEN_BULK, to, there, from, src, bytes, 0xffff, 0);
        token_count_on(token, place);
    }
}

void tc_emu_bulk_prefetch(const char *name, const void *src, unsigned bytes) {
    Thread *t = emu.current;
    emu_enter(name);
    bulk_check_shape(t, src, src, bytes);
    access_bounds(t, src, bytes, SPACE_GLOBAL);
}

/* ---- groups of a thread ------------------------------------------------------------------------- */

void bulk_put_in_group(Token *token) {
    Token **last = &token->by->bulks;
    token->group = token->by->bulk_groups;
    while (*last)
        last = &(*last)->next;
    *last = token;
}

void tc_emu_bulk_to_global(
    const char *name, char *dst, const void *src, unsigned bytes, unsigned mask) {
    Thread *t = emu.current;
    Region *to, *from;
    emu_enter(name);
    bulk_check_shape(t, dst, src, bytes);
    if (mask > 0xffff)
        report_raise(TC_EMU_ARGUMENT, t, dst, bytes, "the mask 0x%x has more than 16 bits", mask);
    from = access_bounds(t, src, bytes, SPACE_SHARED);
    to = access_bounds(t, dst, bytes, SPACE_GLOBAL);
    bulk_put_in_group(bulk_start(t, TOKEN_BULK_GROUP, to, dst, from, src, bytes, mask, 0));
}

void tc_emu_bulk_commit(const char *name) {
    emu_enter(name);
    emu.current->bulk_groups++;
}

/* The groups before the `left` latest have read their sources and, but for a wait.read, arrive. */
void tc_emu_bulk_wait(const char *name, unsigned left, int read) {
    emu_enter(name);
    Thread *t = emu.current;
    Token **at = &t->bulks, *token;
    while ((token = *at) && token->group + left < t->bulk_groups) {
        if (!read) {
            *at = token->next;
            token_close(token, t->index, t->epoch);
            continue;
        }
        if (!token->data)
            token_read(token, t->index, t->epoch);
        at = &token->next;
    }
}

/* Nobody else can wait for them, and shared memory goes with the CTA. */
void bulk_thread_end(Thread *t) {
    for (const Token *token = t->bulks; token; token = token->next) {
        if (token->data)
            continue;
        report_call(&token->call);
        report_raise(
            TC_EMU_EXITED,
            t,
            token->src,
            token->bytes,
            "the bulk copy of step %u may still read the bytes, and only the thread that exits "
            "could wait for it (tc_bulk_commit, tc_bulk_wait_read_0)",
            token->step);
    }
}

void bulk_cluster_end(Thread *t) {
    while (t->bulks) {
        Token *token = t->bulks;
        t->bulks = token->next;
        if (emu.failed)
            token_forget(token);
        else
            token_close(token, t->index, t->epoch);
    }
}
