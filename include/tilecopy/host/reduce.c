/* reduce.c: what combines with what is there: bulk reductions, red.async, and, beside them, st.async. Any
 * number of them may be on the way to one place; they arrive one by one, whole numbers at a time. */
#include "involved.h"
#include <stdio.h>
#include <string.h>

/* ---- numbers ------------------------------------------------------------------------------------ */

static unsigned flushed(unsigned bits) {
    return bits & 0x7F800000 ? bits : bits & 0x80000000;
}

/* As in registers. An H200 makes of NaN max 1.0 in global memory 1.0, of two NaNs 0x7fff, of -0 max +0 +0. */
void reduce_numbers(char *dst, const char *src, unsigned bytes, int op, int type) {
    const unsigned size = number_bytes(type);
    const Region *to = region_find(dst);
    for (unsigned i = 0; i < bytes; i += size) {
        uint64_t a = 0, b = 0;
        memcpy(&a, dst + i, size);
        memcpy(&b, src + i, size);
        if (type == TC_EMU_F32 && !to->shared)
            a = flushed(
                (unsigned)number_combined(flushed((unsigned)a), flushed((unsigned)b), op, type));
        else
            a = number_combined(a, b, op, type);
        memcpy(dst + i, &a, size);
    }
}

/* ---- ways to combine ---------------------------------------------------------------------------- */

/* Above 0. A sum is that of whole numbers with a sign or without. */
static unsigned way_of(int op, int type) {
    if (op == TC_EMU_REDUCE_ADD && type == TC_EMU_S32)
        type = TC_EMU_U32;
    return 16 * (unsigned)op + (unsigned)type;
}

static const char *way_text(unsigned way, char *out, size_t room) {
    static const char *const ops[] = {"", "add", "min", "max", "inc", "dec", "and", "or", "xor"};
    static const char *const types[] = {
        "u32", "s32", "b32", "u64", "s64", "b64", "f16", "bf16", "f32", "f64"};
    snprintf(out, room, "%s of %s", ops[way / 16], types[way % 16]);
    return out;
}

static void raise_way(
    Thread *t, const char *p, unsigned bytes, unsigned way, unsigned other, const char *by) {
    char mine[16], theirs[16];
    report_raise(
        TC_EMU_RACE,
        t,
        p,
        bytes,
        "combines by %s the bytes that %s by %s, and no barrier orders the two: what comes of it "
        "depends on which is first",
        way_text(way, mine, sizeof mine),
        by,
        way_text(other, theirs, sizeof theirs));
}

/* One that is still on the way, by whomever it was started. */
static void verify_flying(
    Thread *t, const Cell *cell, const char *p, unsigned bytes, unsigned way) {
    const Token *token = cell->token ? token_by_id(cell->token) : NULL;
    char by[96];
    if (!token || !token->reduce || way_of(token->reduce, token->type) == way)
        return;
    report_other(token->by);
    involved_call(&token->call);
    snprintf(
        by,
        sizeof by,
        "%s of thread %u of CTA %u, its step %u, will combine",
        token->primitive,
        token->by->thread,
        report_cta(token->by),
        token->step);
    raise_way(t, p, bytes, way, way_of(token->reduce, token->type), by);
}

static void verify_way(Thread *t, const Cell *cell, const char *p, unsigned bytes, unsigned way) {
    const unsigned other = cell->flags / CELL_WAY;
    const Thread *by = &emu.threads[cell->writer];
    char text[64];
    if (!(cell->flags & CELL_WRITTEN) || !other || other == way)
        return;
    if (cell->serial != emu.serial && cell->serial >= emu.launch_serial)
        raise_way(t, p, bytes, way, other, "a thread of another cluster of the launch combined");
    if (cell->serial != emu.serial || clock_knows(t, cell->writer, cell->write_epoch))
        return;
    if (cell->writer >= emu.thread_count)
        raise_way(t, p, bytes, way, other, "an asynchronous reduction combined");
    report_other(by);
    involved_place(cell->write_place, by);
    snprintf(text, sizeof text, "thread %u of CTA %u combined", by->thread, report_cta(by));
    raise_way(t, p, bytes, way, other, text);
}

void reduce_verify(Thread *t, Region *r, const char *p, unsigned bytes, int op, int type) {
    const unsigned way = way_of(op, type);
    for (unsigned i = 0; i < bytes; i++) {
        const Cell *cell = shadow_look(r, (size_t)(p - r->base) + i);
        verify_flying(t, cell, p + i, bytes - i, way);
        verify_way(t, cell, p + i, bytes - i, way);
    }
}

/* Not over a plain write of the thread's own, which an atomic does not hide (access.c). */
void reduce_note(Region *r, const char *p, unsigned bytes, int op, int type) {
    const size_t at = (size_t)(p - r->base);
    size_t n;
    for (size_t i = at; i < at + bytes; i += n) {
        Cell *cell = shadow_piece(r, i, at + bytes, &n);
        if (cell->flags & CELL_ATOMIC)
            cell->flags = (uint16_t)(cell->flags % CELL_WAY + CELL_WAY * way_of(op, type));
    }
}

/* ---- what starts them --------------------------------------------------------------------------- */

void tc_emu_bulk_reduce(
    const char *name, char *dst, const void *src, unsigned bytes, char *bar_at, int op, int type) {
    Thread *t = emu.current;
    Region *to, *from;
    Mbarrier *bar;
    Token *token;
    emu_enter(name);
    bulk_check_shape(t, dst, src, bytes);
    from = access_bounds(t, src, bytes, SPACE_SHARED);
    to = access_bounds(t, dst, bytes, bar_at ? SPACE_CLUSTER : SPACE_GLOBAL);
    reduce_verify(t, to, dst, bytes, op, type);
    bar = bar_at ? bulk_mbarrier(t, bar_at, to) : NULL;
    token =
        bulk_start(t, bar ? TOKEN_BULK : TOKEN_BULK_GROUP, to, dst, from, src, bytes, 0xffff, op);
    token->type = type;
    if (bar)
        token_count_on(token, bar);
    else
        bulk_put_in_group(token);
}

static void start_values(
    Thread *t, char *dst, const void *src, unsigned bytes, char *bar_at, int op, int type) {
    Region *to;
    Mbarrier *bar;
    Token *token;
    access_aligned(t, dst, bytes, bytes);
    to = access_bounds(t, dst, bytes, SPACE_CLUSTER);
    bar = bulk_mbarrier(t, bar_at, to);
    if (op)
        reduce_verify(t, to, dst, bytes, op, type);
    access_verify(t, to, dst, bytes, op ? ACCESS_REDUCE : ACCESS_WRITE);
    token = token_open_values(t, TOKEN_STORE, dst, src, bytes, op);
    token->type = type;
    token_count_on(token, bar);
}

void tc_emu_store_async(const char *name, char *dst, const void *src, unsigned bytes, char *bar) {
    emu_enter(name);
    start_values(emu.current, dst, src, bytes, bar, 0, 0);
}

void tc_emu_reduce_async(
    const char *name, char *dst, const void *src, char *bar, int op, int type) {
    emu_enter(name);
    start_values(emu.current, dst, src, number_bytes(type), bar, op, type);
}

/* ---- at once ------------------------------------------------------------------------------------ */

static void reduce_at_once(
    Thread *t, char *dst, const void *src, unsigned bytes, int op, int type, AccessSpace space) {
    char old[16];
    Region *r;
    access_aligned(t, dst, bytes, bytes);
    r = access_bounds(t, dst, bytes, space);
    reduce_verify(t, r, dst, bytes, op, type);
    access_check(t, dst, bytes, ACCESS_ATOMIC, space);
    reduce_note(r, dst, bytes, op, type);
    access_touch(t, dst);
    emu.busy = true;
    memcpy(old, dst, bytes < sizeof old ? bytes : sizeof old);
    reduce_numbers(dst, src, bytes, op, type);
    if (memcmp(old, dst, bytes < sizeof old ? bytes : sizeof old) != 0)
        emu.still = 0;
    emu.busy = false;
}

void tc_emu_reduce_dsmem(
    const char *name, char *dst, const void *src, unsigned bytes, int op, int type) {
    emu_enter(name);
    reduce_at_once(emu.current, dst, src, bytes, op, type, SPACE_CLUSTER);
}

void tc_emu_reduce_gmem(
    const char *name, void *dst, const void *src, unsigned bytes, int op, int type) {
    emu_enter(name);
    reduce_at_once(emu.current, dst, src, bytes, op, type, SPACE_GLOBAL);
}

void tc_emu_reduce_smem(
    const char *name, void *dst, const void *src, unsigned bytes, int op, int type) {
    emu_enter(name);
    reduce_at_once(emu.current, dst, src, bytes, op, type, SPACE_SHARED);
}
