/* access.c: one access of one thread to tracked memory: bounds, alignment, who else touched the
 * bytes and whether a barrier lies between. Knows nothing of what the access is for. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/* Readers of a byte beyond the first, that no barrier orders. Sets are numbered from 1. */
typedef struct {
    uint16_t who;
    uint32_t epoch;
} Reader;
typedef struct {
    unsigned count, room;
    Reader *readers;
    uint32_t next_free;
} ReaderSet;
static ReaderSet *sets;
static uint32_t set_count, set_room, set_free;
enum { EXACT_READERS = 16, READERS_OF_A_WARP = 2 };

static uint32_t set_new(void) {
    if (set_free) {
        uint32_t id = set_free;
        set_free = sets[id].next_free;
        sets[id].count = 0;
        return id;
    }
    if (set_count + 1 >= set_room) {
        set_room = set_room ? 2 * set_room : 1024;
        sets = realloc(sets, set_room * sizeof *sets);
        if (!sets)
            abort();
    }
    set_count++;
    memset(&sets[set_count], 0, sizeof *sets);
    return set_count;
}

static void set_drop(Cell *cell) {
    if (!cell->more)
        return;
    sets[cell->more].next_free = set_free;
    set_free = cell->more;
    cell->more = 0;
}

void access_forget_readers(void) {
    for (uint32_t i = 1; i <= set_count; i++)
        free(sets[i].readers);
    free(sets);
    sets = NULL;
    set_count = set_room = set_free = 0;
}

/* A set stays small: of many readers of one warp two are enough, since barriers order whole warps
 * (a write that is ordered after two of its lanes and not after a third would be missed). */
static void set_add(Cell *cell, unsigned who, uint32_t epoch) {
    ReaderSet *set;
    unsigned same_warp = 0;
    if (!cell->more)
        cell->more = set_new();
    set = &sets[cell->more];
    for (unsigned i = 0; i < set->count; i++) {
        if (set->readers[i].who == who) {
            set->readers[i].epoch = epoch;
            return;
        }
        same_warp += set->readers[i].who / 32 == who / 32;
    }
    if (set->count >= EXACT_READERS && same_warp >= READERS_OF_A_WARP)
        return;
    if (set->count == set->room) {
        set->room = set->room ? 2 * set->room : 4;
        set->readers = realloc(set->readers, set->room * sizeof *set->readers);
        if (!set->readers)
            abort();
    }
    set->readers[set->count].who = (uint16_t)who;
    set->readers[set->count++].epoch = epoch;
}

/* ---- bounds and alignment ------------------------------------------------------------------- */

static const char *space_word(AccessSpace space) {
    return space == SPACE_GLOBAL ? "global" : "shared";
}

Region *access_bounds(Thread *t, const void *p, unsigned bytes, AccessSpace space) {
    Region *r = region_find(p);
    if (!r)
        report_raise(
            TC_EMU_OUTSIDE, t, p, bytes, "no buffer of %s memory is there", space_word(space));
    if (space == SPACE_GLOBAL && r->shared)
        report_raise(
            TC_EMU_OUTSIDE,
            t,
            p,
            bytes,
            "the address is in shared memory, global memory is needed");
    if (space == SPACE_SHARED && !r->shared)
        report_raise(
            TC_EMU_OUTSIDE,
            t,
            p,
            bytes,
            "the address is in global memory, shared memory is needed");
    if ((space == SPACE_SHARED || space == SPACE_ANY) && r->shared && r->cta != t->cta)
        report_raise(
            TC_EMU_OUTSIDE,
            t,
            p,
            bytes,
            "the address is in the shared memory of another CTA of the cluster");
    if (space == SPACE_CLUSTER && !r->shared)
        report_raise(
            TC_EMU_OUTSIDE, t, p, bytes, "the address is not in the shared memory of the cluster");
    if ((const char *)p + bytes > region_limit(r, p))
        report_raise(
            TC_EMU_OUTSIDE,
            t,
            p,
            bytes,
            "the access ends %zu bytes past the buffer",
            (size_t)((const char *)p + bytes - region_limit(r, p)));
    if (space == SPACE_CLUSTER && r->cta != t->cta && !barrier_met(t))
        report_raise(
            TC_EMU_NOT_STARTED,
            t,
            p,
            bytes,
            "nothing tells the thread that CTA %u of the cluster has started: a cluster barrier "
            "comes before "
            "the first access",
            r->cta);
    if (space == SPACE_CLUSTER && !emu.ctas[r->cta].live)
        report_raise(TC_EMU_EXITED, t, p, bytes, "CTA %u of the cluster has exited", r->cta);
    return r;
}

void access_aligned(Thread *t, const void *p, unsigned bytes, unsigned align) {
    if ((uintptr_t)p % align)
        report_raise(TC_EMU_MISALIGNED, t, p, bytes, "the address is not %u-byte aligned", align);
}

/* ---- races ---------------------------------------------------------------------------------- */

static void raise_race(
    Thread *t, const void *p, unsigned bytes, unsigned who, const char *mine, const char *theirs) {
    if (who < emu.thread_count) {
        const Thread *other = &emu.threads[who];
        report_other(other);
        report_raise(
            TC_EMU_RACE,
            t,
            p,
            bytes,
            "%s the bytes that thread %u of CTA %u %s, and no barrier orders the two",
            mine,
            other->thread,
            report_cta(other),
            theirs);
    }
    report_raise(
        TC_EMU_RACE,
        t,
        p,
        bytes,
        "%s the bytes that an asynchronous copy %s, before a wait on its mbarrier",
        mine,
        theirs);
}

static bool reads(AccessKind kind) {
    return kind != ACCESS_WRITE && kind != ACCESS_ATOMIC_STORE;
}

static bool writes(AccessKind kind) {
    return kind != ACCESS_READ && kind != ACCESS_ATOMIC_LOAD;
}

static bool atomic(AccessKind kind) {
    return kind != ACCESS_READ && kind != ACCESS_WRITE;
}

static void verify_serial(Thread *t, Cell *cell, const void *p, unsigned bytes, AccessKind kind) {
    bool same_launch = cell->serial >= emu.launch_serial;
    bool atomics = atomic(kind) && cell->flags & CELL_ATOMIC;
    bool loaded = atomic(kind) && cell->flags & CELL_LOADED;
    if (same_launch && cell->flags & CELL_WRITTEN && !atomics)
        report_raise(
            TC_EMU_RACE,
            t,
            p,
            bytes,
            "the bytes were written by a thread of another cluster of the same launch");
    if (same_launch && cell->flags & CELL_READ && writes(kind) && !loaded)
        report_raise(
            TC_EMU_RACE,
            t,
            p,
            bytes,
            "the bytes were read by a thread of another cluster of the same launch");
    cell->more = 0; /* sets live as long as their cluster */
    cell->flags &= (uint16_t) ~(CELL_WRITTEN | CELL_READ | CELL_LOADED);
}

static void verify_flight(Thread *t, const Cell *cell, const void *p, unsigned bytes) {
    const Token *token = cell->token ? token_by_id(cell->token) : token_reading(p);
    const char *what = cell->token ? "has not yet written" : "still reads";
    report_other(token->by);
    report_raise(
        TC_EMU_IN_FLIGHT,
        t,
        p,
        bytes,
        "%s of thread %u of CTA %u, its step %u, %s the bytes; nobody waited for it",
        token->primitive,
        token->by->thread,
        report_cta(token->by),
        token->step,
        what);
}

/* One past a shared array is between it and the next. */
static void raise_special(Thread *t, const Cell *cell, const char *p, unsigned bytes) {
    if (cell->flags & CELL_MBARRIER)
        report_raise(TC_EMU_MBARRIER, t, p, bytes, "the bytes are a live mbarrier");
    report_raise(TC_EMU_OUTSIDE, t, p, bytes, "the bytes are in no shared array, but after one");
}

static void verify_readers(Thread *t, const Cell *cell, const char *p, unsigned bytes) {
    if (cell->flags & CELL_READ && !clock_knows(t, cell->reader, cell->read_epoch))
        raise_race(t, p, bytes, cell->reader, "writes", "read");
    for (unsigned i = 0; cell->more && i < sets[cell->more].count; i++) {
        Reader r = sets[cell->more].readers[i];
        if (!clock_knows(t, r.who, r.epoch))
            raise_race(t, p, bytes, r.who, "writes", "read");
    }
}

/* Plain stores are seen of what was compiled with -fsanitize=thread. Where nothing was, a byte of shared
 * memory counts as written unless it and the three after it are still as they were before the kernel: 0 in
 * `static __thread` arrays. */
static bool nobody_wrote(const Cell *cell, const char *p, unsigned bytes) {
    const Region *r = cell->flags & CELL_INIT || emu_sees_plain ? NULL : region_find(p);
    for (unsigned i = 0; r && r->shared && i < 4; i++)
        if (i == bytes || (unsigned char)p[i] != (r->slot == 1 ? 0 : POISON))
            return false;
    return !(cell->flags & CELL_INIT);
}

static void raise_unwritten(Thread *t, const char *p, unsigned bytes) {
    report_raise(
        TC_EMU_UNINITIALISED,
        t,
        p,
        bytes,
        "no thread has written the bytes yet%s",
        emu_sees_plain ? ""
                       : " (plain stores are seen of files compiled with -fsanitize=thread only)");
}

static void verify_cell(Thread *t, Cell *cell, const char *p, unsigned bytes, AccessKind kind) {
    if (cell->flags & (CELL_MBARRIER | CELL_GUARD))
        raise_special(t, cell, p, bytes);
    if ((cell->token && !(kind == ACCESS_REDUCE && token_reduces(cell->token))) ||
        (cell->source_count && writes(kind)))
        verify_flight(t, cell, p, bytes);
    if (cell->serial != emu.serial)
        verify_serial(t, cell, p, bytes, kind);
    if (cell->flags & CELL_WRITTEN && !clock_knows(t, cell->writer, cell->write_epoch) &&
        !(atomic(kind) && cell->flags & CELL_ATOMIC))
        raise_race(t, p, bytes, cell->writer, writes(kind) ? "writes" : "reads", "wrote");
    if (reads(kind) && nobody_wrote(cell, p, bytes))
        raise_unwritten(t, p, bytes);
    if (writes(kind) && !(atomic(kind) && cell->flags & CELL_LOADED))
        verify_readers(t, cell, p, bytes);
}

void access_verify(Thread *t, Region *r, const void *p, unsigned bytes, AccessKind kind) {
    const char *c = p;
    Cell *cell = &r->cells[c - r->base];
    for (unsigned i = 0; i < bytes; i++)
        verify_cell(t, cell + i, c + i, bytes - i, kind);
}

static void record_read(Cell *cell, unsigned who, uint32_t epoch) {
    bool known = !(cell->flags & CELL_READ) || cell->reader == who;
    if (!known && who < emu.thread_count)
        known = !cell->more && clock_knows(&emu.threads[who], cell->reader, cell->read_epoch);
    cell->flags |= CELL_READ;
    if (!known) {
        set_add(cell, who, epoch);
        return;
    }
    cell->reader = (uint16_t)who;
    cell->read_epoch = epoch;
}

/* The readers of a byte are all plain or all atomic, plain ones count more: an atomic load races with
 * plain writes only, and is forgotten where a plain read comes after it. */
static void record_kind_of_read(Cell *cell, AccessKind kind, unsigned who, uint32_t epoch) {
    if (kind == ACCESS_READ && cell->flags & CELL_LOADED) {
        set_drop(cell);
        cell->flags &= (uint16_t) ~(CELL_READ | CELL_LOADED);
    }
    if (kind == ACCESS_ATOMIC_LOAD) {
        if (cell->flags & CELL_READ && !(cell->flags & CELL_LOADED))
            return;
        cell->flags |= CELL_LOADED;
    }
    record_read(cell, who, epoch);
}

/* An atomic does not hide the plain write of the same thread before it: that one stays, or, where something has
 * come between that others may know of, stands as a read, which races with their atomics too. */
void access_record(
    Region *region, size_t at, unsigned bytes, AccessKind kind, unsigned who, uint32_t epoch) {
    for (unsigned i = 0; i < bytes; i++) {
        Cell *cell = &region->cells[at + i];
        cell->serial = emu.serial;
        if (!writes(kind)) {
            record_kind_of_read(cell, kind, who, epoch);
            continue;
        }
        set_drop(cell);
        const bool over_plain = atomic(kind) && cell->flags & CELL_WRITTEN &&
                                !(cell->flags & CELL_ATOMIC) && cell->writer == who;
        if (over_plain && cell->write_epoch == epoch)
            continue;
        if (over_plain) {
            cell->reader = (uint16_t)who;
            cell->read_epoch = cell->write_epoch;
        }
        cell->flags = CELL_INIT | CELL_WRITTEN | (atomic(kind) ? CELL_ATOMIC : 0) |
                      (over_plain ? CELL_READ : 0);
        cell->writer = (uint16_t)who;
        cell->write_epoch = epoch;
    }
}

void access_check(Thread *t, const void *p, unsigned bytes, AccessKind kind, AccessSpace space) {
    Region *r = access_bounds(t, p, bytes, space);
    access_verify(t, r, p, bytes, kind);
    if (writes(kind))
        emu.still = 0;
    access_record(r, (size_t)((const char *)p - r->base), bytes, kind, t->index, t->epoch);
}

/* ---- the plain primitives ------------------------------------------------------------------- */

static const AccessSpace space_of[] = {SPACE_SHARED, SPACE_GLOBAL, SPACE_CLUSTER};

/* Another CTA's memory: it may not exit before something orders that after. */
void access_touch(Thread *t, const void *p) {
    const Region *r = region_find(p);
    if (r->shared && r->cta != t->cta)
        emu.ctas[r->cta].touched[t->index] = t->epoch;
}

void tc_emu_load(const char *name, void *dst, const void *src, unsigned bytes, int space) {
    Thread *t = emu.current;
    emu_enter(name);
    access_aligned(t, src, bytes, bytes);
    access_check(t, src, bytes, ACCESS_READ, space_of[space]);
    access_touch(t, src);
    emu_copy(dst, src, bytes);
}

void tc_emu_store(const char *name, void *dst, const void *src, unsigned bytes, int space) {
    Thread *t = emu.current;
    emu_enter(name);
    access_aligned(t, dst, bytes, bytes);
    access_check(t, dst, bytes, ACCESS_WRITE, space_of[space]);
    access_touch(t, dst);
    emu_copy(dst, src, bytes);
}
