/* token.c: copies in flight. A copy moves nothing when it is started: its destination is filled with
 * garbage and marked, its source is marked, and any access to either (a read of the source apart)
 * is an error until it completes, as late as it can: cp.async at the wait of its thread, a bulk
 * copy when no thread can go on without it. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

static uint32_t next_token;

static Token *token_open(
    Thread *t, TokenKind kind, char *dst, const char *src, unsigned bytes, unsigned width) {
    Token *token = calloc(1, sizeof *token);
    Region *to = region_find(dst, false), *from = region_find(src, false);
    if (!token)
        abort();
    token->kind = kind;
    token->id = ++next_token;
    token->by = t;
    token->primitive = t->primitive;
    token->step = t->step;
    token->dst = dst;
    token->src = src;
    token->bytes = bytes;
    token->width = width;
    for (unsigned i = 0; i < width; i++)
        to->cells[dst - to->base + i].token = token->id;
    for (unsigned i = 0; i < bytes; i++) {
        Cell *cell = &from->cells[src - from->base + i];
        cell->source_of = token->id;
        cell->source_count++;
    }
    emu_fill(dst, FLIGHT_POISON, width);
    return token;
}

/* The bytes arrive; from now on they count as read and written by `who` in `epoch`. */
static void token_close(Token *token, unsigned who, uint32_t epoch) {
    Region *to = region_find(token->dst, false), *from = region_find(token->src, false);
    emu_fill(token->dst, 0, token->width);
    emu_copy(token->dst, token->src, token->bytes);
    for (unsigned i = 0; i < token->width; i++)
        to->cells[token->dst - to->base + i].token = 0;
    for (unsigned i = 0; i < token->bytes; i++)
        from->cells[token->src - from->base + i].source_count--;
    access_record(to, (size_t)(token->dst - to->base), token->width, ACCESS_WRITE, who, epoch);
    if (token->bytes)
        access_record(
            from, (size_t)(token->src - from->base), token->bytes, ACCESS_READ, who, epoch);
    free(token);
}

Token *token_by_id(uint32_t id) {
    for (Token *b = emu.bulk_first; b; b = b->next)
        if (b->id == id)
            return b;
    for (unsigned i = 0; i < emu.thread_count; i++)
        for (unsigned k = 0; k < emu.threads[i].copy_count; k++)
            if (emu.threads[i].copies[k]->id == id)
                return emu.threads[i].copies[k];
    return NULL;
}

/* ---- cp.async ------------------------------------------------------------------------------- */

void tc_emu_cp_async(const char *name, void *dst, const void *src, unsigned width, unsigned bytes) {
    Thread *t = emu.current;
    Token *token;
    emu_enter(name);
    if (bytes > width)
        report_raise(
            TC_EMU_ARGUMENT, t, dst, width, "%u bytes to copy, at most %u can be", bytes, width);
    access_aligned(t, dst, width, width);
    access_verify(t, access_bounds(t, dst, width, SPACE_SHARED), dst, width, ACCESS_WRITE);
    if (bytes) {
        access_aligned(t, src, bytes, width);
        access_verify(t, access_bounds(t, src, bytes, SPACE_GLOBAL), src, bytes, ACCESS_READ);
    }
    token = token_open(t, TOKEN_CP_ASYNC, dst, bytes ? src : dst, bytes, width);
    token->group = t->groups;
    if (t->copy_count == t->copy_room) {
        t->copy_room = t->copy_room ? 2 * t->copy_room : 16;
        t->copies = realloc(t->copies, t->copy_room * sizeof *t->copies);
        if (!t->copies)
            abort();
    }
    t->copies[t->copy_count++] = token;
}

void tc_emu_cp_async_commit(const char *name) {
    emu_enter(name);
    emu.current->groups++;
}

/* Completes the copies of all groups before `end`. */
static void complete_groups(Thread *t, unsigned end) {
    unsigned kept = 0;
    for (unsigned i = 0; i < t->copy_count; i++) {
        if (t->copies[i]->group < end)
            token_close(t->copies[i], t->index, t->epoch);
        else
            t->copies[kept++] = t->copies[i];
    }
    t->copy_count = kept;
}

void tc_emu_cp_async_wait_group(const char *name, unsigned left) {
    Thread *t = emu.current;
    emu_enter(name);
    if (t->groups > left)
        complete_groups(t, t->groups - left);
}

void tc_emu_cp_async_wait_all(const char *name) {
    emu_enter(name);
    complete_groups(emu.current, ++emu.current->groups);
}

void token_thread_end(Thread *t) {
    if (t->copy_count)
        report_warn(t, "%u copies of cp.async were started and never waited for", t->copy_count);
    complete_groups(t, t->groups + 1);
}

/* ---- bulk copies ---------------------------------------------------------------------------- */

/* Did the thread that wrote the byte call the proxy fence after it, as far as t knows? */
static bool writer_fenced(const Thread *t, const Cell *cell) {
    const Thread *by;
    if (!(cell->flags & CELL_WRITTEN) || cell->serial != emu.serial ||
        cell->writer >= emu.thread_count)
        return true;
    by = &emu.threads[cell->writer];
    for (unsigned i = 0; i < 8 && i < by->proxy_fences; i++)
        if (by->proxy_fence[i] >= cell->write_epoch &&
            clock_knows(t, by->index, by->proxy_fence[i]))
            return true;
    return false;
}

static void check_proxy(Thread *t, Region *r, const char *p, unsigned bytes, const char *which) {
    for (unsigned i = 0; i < bytes; i++) {
        const Cell *cell = &r->cells[p - r->base + i];
        const Thread *by;
        if (writer_fenced(t, cell))
            continue;
        by = &emu.threads[cell->writer];
        report_other(by);
        report_raise(
            TC_EMU_PROXY,
            t,
            p + i,
            bytes - i,
            "thread %u of CTA %u wrote bytes of the %s and did not call "
            "tc_fence_async_smem before the barrier",
            by->thread,
            report_cta(by),
            which);
    }
}

void tc_emu_fence_proxy(const char *name) {
    Thread *t = emu.current;
    emu_enter(name);
    t->proxy_fence[t->proxy_fences++ % 8] = t->epoch;
    clock_next_epoch(t);
}

void tc_emu_fence(const char *name) {
    emu_enter(name);
}

void tc_emu_bulk(const char *name, char *dst, const void *src, unsigned bytes, char *bar_at) {
    Thread *t = emu.current;
    Region *to, *from;
    Mbarrier *bar;
    Token *token, **last = &emu.bulk_first;
    emu_enter(name);
    if (bytes == 0 || bytes % 16)
        report_raise(TC_EMU_ARGUMENT, t, dst, bytes, "%u bytes: not a multiple of 16", bytes);
    access_aligned(t, dst, bytes, 16);
    access_aligned(t, src, bytes, 16);
    from = access_bounds(t, src, bytes, SPACE_SHARED);
    to = access_bounds(t, dst, bytes, SPACE_CLUSTER);
    bar = mbarrier_at(t, bar_at, true);
    if (bar->cta != to->cta)
        report_raise(
            TC_EMU_MBARRIER,
            t,
            bar_at,
            8,
            "the mbarrier is in CTA %u of the cluster, the destination in CTA %u",
            bar->cta,
            to->cta);
    access_verify(t, from, src, bytes, ACCESS_READ);
    access_verify(t, to, dst, bytes, ACCESS_WRITE);
    check_proxy(t, from, src, bytes, "source");
    check_proxy(t, to, dst, bytes, "destination");
    token = token_open(t, TOKEN_BULK, dst, src, bytes, bytes);
    token->bar = bar;
    while (*last)
        last = &(*last)->next;
    *last = token;
}

static bool cta_gone(const Token *token, const char *p) {
    const Region *r = region_find(p, false);
    if (emu.ctas[r->cta].live)
        return false;
    report_raise(
        TC_EMU_EXITED,
        token->by,
        p,
        token->bytes,
        "the bulk copy of step %u was in flight when CTA %u exited",
        token->step,
        emu.first_cta + r->cta);
    return true;
}

bool token_complete_one(void) {
    Token *token, **at = &emu.bulk_first;
    Mbarrier *bar;
    unsigned bytes, count = 0;
    if (!*at)
        return false;
    for (const Token *b = emu.bulk_first; b; b = b->next)
        count++;
    for (unsigned skip = emu.config.seed ? emu_random(count) : 0; skip; skip--)
        at = &(*at)->next;
    token = *at;
    if (cta_gone(token, token->dst) || cta_gone(token, token->src))
        return true;
    *at = token->next;
    bar = token->bar;
    bytes = token->bytes;
    token_close(token, bar->component, bar->phase + 1);
    mbarrier_complete(bar, bytes);
    return true;
}

/* The cluster is over; a copy that nobody waited for outlived its CTAs. */
void token_cluster_end(void) {
    while (emu.bulk_first) {
        Token *token = emu.bulk_first;
        if (!emu.failed)
            report_raise(
                TC_EMU_EXITED,
                token->by,
                token->dst,
                token->bytes,
                "the bulk copy of step %u was in flight when its CTAs exited; nobody "
                "waited for it",
                token->step);
        emu.bulk_first = token->next;
        free(token);
    }
    for (unsigned i = 0; i < emu.thread_count; i++) {
        for (unsigned k = 0; k < emu.threads[i].copy_count; k++)
            free(emu.threads[i].copies[k]);
        emu.threads[i].copy_count = 0;
    }
}

char *tc_emu_map(const char *name, const void *smem, unsigned cta) {
    Thread *t = emu.current;
    Region *here, *there;
    emu_enter(name);
    here = access_bounds(t, smem, 1, SPACE_SHARED);
    if (cta >= emu.cluster)
        report_raise(TC_EMU_ARGUMENT, t, smem, 1, "CTA %u: the cluster has %u", cta, emu.cluster);
    there = region_of_cta(cta, here->slot);
    return there->base + ((const char *)smem - here->base);
}
