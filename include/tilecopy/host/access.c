/* access.c: one access of one thread to tracked memory: bounds, alignment, who else touched the
 * bytes and whether a barrier lies between. Knows nothing of what the access is for. */
#include "cores.h"
#include "involved.h"
#include "warpgroup.h"
#include <stdlib.h>
#include <string.h>

/* Components of the clocks that used a byte, and in which epoch: readers beyond the first, or writers of atomics under
 * the last one. 32 neighbours of one epoch share an entry: of a CTA that reads a word together, lanes 1 to 31 of warp 0
 * are {epoch, 0xfffffffe, 0}. Sets are numbered from 1. */
typedef struct {
    uint32_t epoch, members; /* bit i: component 32 * group + i */
    uint32_t group, place;
} Users;
typedef struct {
    unsigned count, room;
    Users *users;
    uint32_t next_free;
} UserSet;
static UserSet *sets;
static uint32_t set_count, set_room, set_free;

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

static void set_drop(uint32_t *id) {
    if (*id && *id != OTHER_CLUSTERS) {
        sets[*id].next_free = set_free;
        set_free = *id;
    }
    *id = 0;
}

static void set_append(UserSet *set, Users users) {
    if (set->count == set->room) {
        set->room = set->room ? 2 * set->room : 4;
        set->users = realloc(set->users, set->room * sizeof *set->users);
        if (!set->users)
            abort();
    }
    set->users[set->count++] = users;
}

static uint32_t set_copy(uint32_t from) {
    uint32_t id = 0;
    if (!from || from == OTHER_CLUSTERS)
        return from;
    id = set_new();
    for (unsigned i = 0; i < sets[from].count; i++)
        set_append(&sets[id], sets[from].users[i]);
    return id;
}

/* The sets of a cluster that is over are gone. */
void access_copy_sets(Cell *cell) {
    const bool gone = cell->serial != emu.serial;
    cell->more = gone ? 0 : set_copy(cell->more);
    cell->adds = gone && cell->adds != OTHER_CLUSTERS ? 0 : set_copy(cell->adds);
}

void access_drop_sets(Cell *cell) {
    set_drop(&cell->more);
    set_drop(&cell->adds);
}

void access_forget_readers(void) {
    for (uint32_t i = 1; i <= set_count; i++)
        free(sets[i].users);
    free(sets);
    sets = NULL;
    set_count = set_room = set_free = 0;
}

/* Of each component the latest use counts. An entry that has lost its last member takes the new one. */
static void set_add(uint32_t *id, Use use) {
    const uint32_t group = use.who / 32, bit = 1u << use.who % 32;
    Users *empty = NULL, *same = NULL;
    if (!*id)
        *id = set_new();
    UserSet *set = &sets[*id];
    for (unsigned i = set->count; i-- > 0;) {
        Users *u = &set->users[i];
        if (u->group != group)
            continue;
        u->members &= ~bit;
        if (u->epoch == use.epoch && u->place == use.place)
            same = u;
        else if (!u->members)
            empty = u;
    }
    if (same)
        same->members |= bit;
    else if (empty)
        *empty = (Users){use.epoch, bit, group, use.place};
    else
        set_append(set, (Users){use.epoch, bit, group, use.place});
}

/* One of the uses that the thread does not know of; its `who` is UINT32_MAX if there is none. */
static Use set_unknown(uint32_t id, const Thread *t) {
    for (unsigned i = 0; id && i < sets[id].count; i++) {
        const Users *u = &sets[id].users[i];
        for (uint32_t left = u->members; left; left &= left - 1) {
            const unsigned who = 32 * u->group + (unsigned)__builtin_ctz(left);
            if (!clock_knows(t, who, u->epoch))
                return (Use){who, u->epoch, u->place};
        }
    }
    return (Use){UINT32_MAX, 0, 0};
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

static Use written(const Cell *cell) {
    return (Use){cell->writer, cell->write_epoch, cell->write_place};
}

static Use last_read(const Cell *cell) {
    return (Use){cell->reader, cell->read_epoch, cell->read_place};
}

static void raise_race(
    Thread *t, const void *p, unsigned bytes, Use use, const char *mine, const char *theirs) {
    involved_place(use.place, use.who < emu.thread_count ? &emu.threads[use.who] : NULL);
    if (use.who < emu.thread_count) {
        const Thread *other = &emu.threads[use.who];
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
    } else if (warpgroup_is(use.who))
        report_raise(
            TC_EMU_RACE,
            t,
            p,
            bytes,
            "%s the bytes that a product of a warpgroup %s, and nothing orders that after a "
            "tc_wgmma_wait_ of the warpgroup",
            mine,
            theirs);
    else
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

static void raise_other_cluster(
    Thread *t, const void *p, unsigned bytes, uint32_t serial, Use use, const char *what) {
    involved_cluster(use.place, serial, use.who);
    report_raise(
        TC_EMU_RACE,
        t,
        p,
        bytes,
        "the bytes were %s by a thread of another cluster of the same launch",
        what);
}

static void verify_serial(Thread *t, Cell *cell, const void *p, unsigned bytes, AccessKind kind) {
    bool same_launch = cell->serial >= emu.launch_serial;
    bool atomics = atomic(kind) && cell->flags & CELL_ATOMIC;
    bool loaded = atomic(kind) && cell->flags & CELL_LOADED;
    if (same_launch && cell->flags & CELL_WRITTEN && !atomics &&
        !flag_knows(t, cell->serial, cell->writer, cell->write_epoch))
        raise_other_cluster(t, p, bytes, cell->serial, written(cell), "written");
    if (same_launch && cell->flags & CELL_READ && writes(kind) && !loaded &&
        (cell->more || !flag_knows(t, cell->serial, cell->reader, cell->read_epoch)))
        raise_other_cluster(t, p, bytes, cell->serial, last_read(cell), "read");
    const bool adds = cell->adds == OTHER_CLUSTERS || cell->flags & CELL_WRITTEN;
    cell->more = 0; /* sets live as long as their cluster */
    cell->adds = same_launch && adds && cell->flags & CELL_ATOMIC ? OTHER_CLUSTERS : 0;
    cell->flags &= (uint16_t) ~(CELL_WRITTEN | CELL_READ | CELL_LOADED);
}

static void verify_flight(Thread *t, const Cell *cell, const void *p, unsigned bytes) {
    const Token *token = cell->token ? token_by_id(cell->token) : token_reading(p);
    const char *what = cell->token ? "has not yet written" : "still reads";
    report_other(token->by);
    involved_call(&token->call);
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
        raise_race(t, p, bytes, last_read(cell), "writes", "read");
    const Use use = set_unknown(cell->more, t);
    if (use.who != UINT32_MAX)
        raise_race(t, p, bytes, use, "writes", "read");
}

/* An atomic that came last hides those before it, which may as well come after a plain access of its thread. */
static void verify_adds(
    Thread *t, const Cell *cell, const char *p, unsigned bytes, const char *what) {
    if (cell->adds == OTHER_CLUSTERS) { /* the cell's writer is another one */
        raise_other_cluster(t, p, bytes, 0, (Use){0, 0, 0}, "written");
        return;
    }
    const Use use = set_unknown(cell->adds, t);
    if (use.who != UINT32_MAX)
        raise_race(t, p, bytes, use, what, "wrote");
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
    const Region *r = region_find(p);
    involved_allocation(r ? r->made : 0);
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
        raise_race(t, p, bytes, written(cell), writes(kind) ? "writes" : "reads", "wrote");
    if (cell->adds && !atomic(kind) && cell->flags & CELL_ATOMIC)
        verify_adds(t, cell, p, bytes, writes(kind) ? "writes" : "reads");
    if (reads(kind) && nobody_wrote(cell, p, bytes))
        raise_unwritten(t, p, bytes);
    if (writes(kind) && !(atomic(kind) && cell->flags & CELL_LOADED))
        verify_readers(t, cell, p, bytes);
}

void access_verify(Thread *t, Region *r, const void *p, unsigned bytes, AccessKind kind) {
    const char *c = p;
    const size_t at = (size_t)(c - r->base);
    size_t n;
    for (unsigned i = 0; i < bytes; i += (unsigned)n) {
        Cell *cell = shadow_piece(r, at + i, at + bytes, &n);
        verify_cell(t, cell, c + i, bytes - i, kind);
    }
}

static void record_read(Cell *cell, Use use) {
    bool known = !(cell->flags & CELL_READ) || cell->reader == use.who;
    if (!known && use.who < emu.thread_count)
        known = !cell->more && clock_knows(&emu.threads[use.who], cell->reader, cell->read_epoch);
    cell->flags |= CELL_READ;
    if (!known) {
        set_add(&cell->more, use);
        return;
    }
    cell->reader = (uint16_t)use.who;
    cell->read_epoch = use.epoch;
    cell->read_place = use.place;
}

/* The readers of a byte are all plain or all atomic, plain ones count more: an atomic load races with
 * plain writes only, and is forgotten where a plain read comes after it. */
static void record_kind_of_read(Cell *cell, AccessKind kind, Use use) {
    if (kind == ACCESS_READ && cell->flags & CELL_LOADED) {
        set_drop(&cell->more);
        cell->flags &= (uint16_t) ~(CELL_READ | CELL_LOADED);
    }
    if (kind == ACCESS_ATOMIC_LOAD) {
        if (cell->flags & CELL_READ && !(cell->flags & CELL_LOADED))
            return;
        cell->flags |= CELL_LOADED;
    }
    record_read(cell, use);
}

/* Keeps the atomic write that another one is made over, unless whoever knows of the new one knows of it. */
static void record_over(Cell *cell, AccessKind kind, unsigned who) {
    const bool under = cell->flags & CELL_WRITTEN && cell->flags & CELL_ATOMIC;
    if (!atomic(kind)) {
        set_drop(&cell->adds);
        return;
    }
    if (!under || cell->writer == who || cell->adds == OTHER_CLUSTERS)
        return;
    if (who >= emu.thread_count || !clock_knows(&emu.threads[who], cell->writer, cell->write_epoch))
        set_add(&cell->adds, written(cell));
}

/* An atomic does not hide the plain write of the same thread before it: that one stays, or, where something has
 * come between that others may know of, stands as a read, which races with their atomics too. */
static void record_write(Cell *cell, AccessKind kind, Use use) {
    set_drop(&cell->more);
    record_over(cell, kind, use.who);
    const bool over_plain = atomic(kind) && cell->flags & CELL_WRITTEN &&
                            !(cell->flags & CELL_ATOMIC) && cell->writer == use.who;
    if (over_plain && cell->write_epoch == use.epoch)
        return;
    if (over_plain) {
        cell->reader = (uint16_t)use.who;
        cell->read_epoch = cell->write_epoch;
        cell->read_place = cell->write_place;
    }
    cell->flags =
        CELL_INIT | CELL_WRITTEN | (atomic(kind) ? CELL_ATOMIC : 0) | (over_plain ? CELL_READ : 0);
    cell->writer = (uint16_t)use.who;
    cell->write_epoch = use.epoch;
    cell->write_place = use.place;
}

/* Of bytes that were just written nothing else is kept, so that the four of a word share a cell again. */
static void join_words(Region *r, size_t from, size_t to) {
    for (size_t at = (from + 3) / 4 * 4; at + 4 <= to; at += 4)
        if (r->parts[at / 4])
            shadow_join(r, at);
}

void access_record(Region *region, size_t at, unsigned bytes, AccessKind kind, Use use) {
    size_t n;
    bool parts = false;
    if (cores_open && !region->shared)
        cores_note(region, at, bytes, atomic(kind));
    for (unsigned i = 0; i < bytes; i += (unsigned)n) {
        Cell *cell = shadow_piece(region, at + i, at + bytes, &n);
        parts |= n == 1;
        cell->serial = emu.serial;
        if (writes(kind))
            record_write(cell, kind, use);
        else
            record_kind_of_read(cell, kind, use);
    }
    if (parts && kind == ACCESS_WRITE)
        join_words(region, at, at + bytes);
}

/* What most accesses are: a read of bytes that it knows, which it read last as well, or a write of what it wrote
 * last and nobody has read. Then there is nothing to say and nothing to keep. */
static bool again(const Thread *t, const Cell *cell, AccessKind kind) {
    enum { PLAIN = CELL_INIT | CELL_WRITTEN };
    if (cell->serial != emu.serial || cell->token || cell->source_count)
        return false;
    if (kind == ACCESS_WRITE)
        return cell->flags == PLAIN && cell->writer == t->index && cell->write_epoch == t->epoch;
    return kind == ACCESS_READ && (cell->flags & ~PLAIN) == CELL_READ && cell->flags & CELL_INIT &&
           cell->reader == t->index && cell->read_epoch == t->epoch &&
           (!(cell->flags & CELL_WRITTEN) || clock_knows(t, cell->writer, cell->write_epoch));
}

void access_check(Thread *t, const void *p, unsigned bytes, AccessKind kind, AccessSpace space) {
    Region *r = access_bounds(t, p, bytes, space);
    const size_t at = (size_t)((const char *)p - r->base);
    if (r->hides && region_hides(r, p))
        return;
    if (writes(kind) && kind != ACCESS_ATOMIC) /* that one may change nothing: its caller looks */
        emu.still = 0;
    if (bytes == 4 && at % 4 == 0 && !r->parts[at / 4] && again(t, &r->words[at / 4], kind))
        return;
    access_verify(t, r, p, bytes, kind);
    access_record(r, at, bytes, kind, (Use){t->index, t->epoch, place_of_thread(t)});
}

/* ---- the plain primitives ------------------------------------------------------------------- */

static const AccessSpace space_of[] = {SPACE_SHARED, SPACE_GLOBAL, SPACE_CLUSTER};

/* Another CTA's memory: it may not exit before something orders that after. */
void access_touch(Thread *t, const void *p) {
    const Region *r = emu.cluster > 1 ? region_find(p) : NULL;
    if (r && r->shared && r->cta != t->cta)
        emu.ctas[r->cta].touched[t->index] = t->epoch;
}

/* The usual sizes without a call, which the linker's --wrap would turn round through tsan.c. */
static void move(void *dst, const void *src, unsigned bytes) {
    if (bytes == 4)
        memcpy(dst, src, 4);
    else if (bytes == 8)
        memcpy(dst, src, 8);
    else if (bytes == 16)
        memcpy(dst, src, 16);
    else
        emu_copy(dst, src, bytes);
}

void tc_emu_load(const char *name, void *dst, const void *src, unsigned bytes, int space) {
    Thread *t = emu.current;
    emu_enter(name);
    access_aligned(t, src, bytes, bytes);
    access_check(t, src, bytes, ACCESS_READ, space_of[space]);
    access_touch(t, src);
    move(dst, src, bytes);
}

void tc_emu_store(const char *name, void *dst, const void *src, unsigned bytes, int space) {
    Thread *t = emu.current;
    emu_enter(name);
    access_aligned(t, dst, bytes, bytes);
    access_check(t, dst, bytes, ACCESS_WRITE, space_of[space]);
    access_touch(t, dst);
    move(dst, src, bytes);
}
