/* cells.c: memory of a proof. Every element has an exact address and carries the tag of the value it
 * holds, who wrote it and who read it, so that a race, a read of data in flight or of nothing, and a
 * second write are seen where they happen. */
#include "prove.h"
#include <stdarg.h>

bool proof_fail(Prover *prover, const char *kind, const char *format, ...) {
    if (prover->kind)
        return false;
    char line[400];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    prover->kind = kind;
    prover->reason = mem_printf("%s", line);
    return false;
}

bool proof_spend(Prover *prover, int64_t steps) {
    prover->steps += steps;
    if (prover->steps <= PROOF_MAX_STEPS)
        return true;
    return proof_fail(
        prover,
        "too-big",
        "the proof needs more than %d element-steps; copy a smaller tile",
        (int)PROOF_MAX_STEPS);
}

static size_t hash(const Prover *prover, int buffer, const Poly *at) {
    uint64_t h = (uint64_t)at->constant * 0x9e3779b97f4a7c15u + (uint64_t)buffer;
    for (int i = 0; i < prover->basis.count; i++)
        if (at->value[i]) /* the basis grows while cells are made: a zero must not count */
            h = (h ^ (uint64_t)at->value[i] ^ (uint64_t)i << 56) * 0xff51afd7ed558ccdu + (h >> 29);
    h ^= h >> 32;
    return (size_t)(h * 0x9e3779b97f4a7c15u >> 20) & (prover->cell_capacity - 1);
}

void cells_init(Prover *prover, int64_t expected_count) {
    size_t capacity = 64;
    while (capacity < (size_t)expected_count * 2)
        capacity *= 2;
    prover->cells = NEW_ARRAY(Cell, capacity);
    for (size_t i = 0; i < capacity; i++)
        prover->cells[i].buffer = -1;
    prover->cell_capacity = capacity;
    prover->cell_count = 0;
}

static Cell *slot_of(Prover *prover, int buffer, const Poly *at) {
    size_t i = hash(prover, buffer, at);
    while (prover->cells[i].buffer >= 0 &&
           (prover->cells[i].buffer != buffer || !poly_equal(&prover->cells[i].at, at)))
        i = (i + 1) & (prover->cell_capacity - 1);
    return &prover->cells[i];
}

Cell *cell_find(Prover *prover, int buffer, const Poly *at) {
    Cell *cell = slot_of(prover, buffer, at);
    return cell->buffer < 0 ? NULL : cell;
}

static void grow(Prover *prover) {
    Cell *old = prover->cells;
    size_t count = prover->cell_capacity;
    cells_init(prover, (int64_t)count);
    for (size_t i = 0; i < count; i++)
        if (old[i].buffer >= 0) {
            *slot_of(prover, old[i].buffer, &old[i].at) = old[i];
            prover->cell_count++;
        }
}

Cell *cell_make(Prover *prover, int buffer, const Poly *at) {
    Cell *cell = slot_of(prover, buffer, at);
    if (cell->buffer >= 0)
        return cell;
    if (prover->cell_count * 2 >= prover->cell_capacity) {
        grow(prover);
        cell = slot_of(prover, buffer, at);
    }
    prover->cell_count++;
    *cell = (Cell){.buffer = buffer, .at = *at, .token = -1, .write_phase = -1, .read_phase = -1};
    return cell;
}

const char *cell_text(const Prover *prover, int buffer, const Poly *at) {
    Text text = {0};
    text_printf(&text, "%s[", prover->plan->buffers[buffer].name);
    poly_print(&text, &prover->basis, at, prover->plan->symbols);
    text_add(&text, "]");
    return text_string(&text);
}

/* A named barrier for fewer threads than there are is none for all of them. */
static bool is_for_everyone(const Plan *plan, const Sync *sync) {
    return sync->kind == SYNC_CTA || sync->kind == SYNC_CLUSTER ||
           (sync->kind == SYNC_BARRIER && sync->count >= plan->threads);
}

/* Does some sync between the end of phase `from` and the start of phase `to` order the two ranks? */
static bool ordered(const Plan *plan, int from, int to, int64_t a, int64_t b) {
    if (a == b || from < 0)
        return true;
    for (int i = from; i < to; i++) {
        const Sync *sync = &plan->phases[i].sync;
        bool both = sync->mask >> (a % 32) & 1 && sync->mask >> (b % 32) & 1;
        if (is_for_everyone(plan, sync) || (sync->kind == SYNC_WARP && a / 32 == b / 32 && both))
            return true;
    }
    return false;
}

/* ... and all ranks? A __syncwarp does where there is one warp, if it names every lane of it. */
static bool all_ordered(const Plan *plan, int from, int to) {
    for (int i = from < 0 ? to : from; i < to; i++) {
        const Sync *sync = &plan->phases[i].sync;
        bool all = plan->threads <= 32 && sync->kind == SYNC_WARP;
        for (int rank = 0; all && rank < plan->threads; rank++)
            all = !scope_has_rank(&plan->scope, rank) || (sync->mask >> rank & 1);
        if (all || is_for_everyone(plan, sync))
            return true;
    }
    return from < 0;
}

static bool fenced(const Plan *plan, int from, int to) {
    for (int i = from; i < to; i++)
        if (plan->phases[i].sync.async_proxy_fence_before)
            return true;
    return false;
}

static bool race(
    Prover *prover, const Cell *cell, const char *what, int64_t a, int64_t b, int phase) {
    return proof_fail(
        prover,
        "race",
        "%s of %s by thread %lld in phase %d is not ordered after thread %lld",
        what,
        cell_text(prover, cell->buffer, &cell->at),
        (long long)a,
        phase,
        (long long)b);
}

/* Readers of an earlier phase count on, from their phase, until a sync of everyone has passed. */
static void note_reader(const Plan *plan, Cell *cell, int64_t rank, int phase) {
    if (cell->read_phase < 0 || all_ordered(plan, cell->read_phase, phase)) {
        cell->read_phase = phase;
        cell->read_rank = (int)rank;
        cell->read_many = false;
    } else if (cell->read_rank != (int)rank) {
        cell->read_many = true;
    }
}

bool cell_read(Prover *prover, Cell *cell, int64_t rank, int phase, Proxy proxy, Tag *tag) {
    const char *text = prover->kind ? "" : NULL;
    if (cell->token >= 0)
        return proof_fail(
            prover,
            "in-flight",
            "thread %lld reads %s while it is in flight",
            (long long)rank,
            cell_text(prover, cell->buffer, &cell->at));
    if (cell->tag == 0)
        return proof_fail(
            prover,
            "uninitialised",
            "thread %lld reads %s before anything was written there",
            (long long)rank,
            text ? text : cell_text(prover, cell->buffer, &cell->at));
    if (!ordered(prover->plan, cell->write_phase, phase, rank, cell->write_rank))
        return race(prover, cell, "the read", rank, cell->write_rank, phase);
    if (proxy == PROXY_ASYNC && cell->write_phase >= 0 && cell->write_generic &&
        !fenced(prover->plan, cell->write_phase, phase))
        return proof_fail(
            prover,
            "race",
            "an asynchronous read of %s without a proxy fence after its write",
            cell_text(prover, cell->buffer, &cell->at));
    note_reader(prover->plan, cell, rank, phase);
    *tag = cell->tag;
    return true;
}

/* Several readers: only a sync of everyone orders a write after all of them. */
static bool ordered_after_readers(const Plan *plan, const Cell *cell, int64_t rank, int phase) {
    if (cell->read_phase < 0)
        return true;
    if (!cell->read_many)
        return ordered(plan, cell->read_phase, phase, rank, cell->read_rank);
    return all_ordered(plan, cell->read_phase, phase);
}

bool cell_write(Prover *prover, Cell *cell, int64_t rank, int phase, Tag tag, int token) {
    const Buffer *buffer = &prover->plan->buffers[cell->buffer];
    if (cell->token >= 0)
        return proof_fail(
            prover,
            "in-flight",
            "thread %lld writes %s while it is in flight",
            (long long)rank,
            cell_text(prover, cell->buffer, &cell->at));
    if (cell->writes > 0 && buffer->role == ROLE_OUT)
        return proof_fail(
            prover,
            "twice",
            "%s is written twice, by thread %d and by thread %lld",
            cell_text(prover, cell->buffer, &cell->at),
            cell->write_rank,
            (long long)rank);
    if (!ordered(prover->plan, cell->write_phase, phase, rank, cell->write_rank))
        return race(prover, cell, "the write", rank, cell->write_rank, phase);
    if (!ordered_after_readers(prover->plan, cell, rank, phase))
        return race(prover, cell, "the write", rank, cell->read_rank, phase);
    cell->tag = tag;
    cell->writes++;
    cell->write_rank = (int)rank;
    cell->write_phase = phase;
    cell->write_generic = token < 0;
    cell->token = token;
    return true;
}

/* What was in flight arrives now: only syncs from here on make it visible to other threads. */
void cells_arrive(Prover *prover, int token, int phase) {
    for (size_t i = 0; i < prover->cell_capacity; i++) {
        Cell *cell = &prover->cells[i];
        if (cell->buffer >= 0 && cell->token == token) {
            cell->token = -1;
            cell->write_phase = phase;
        }
    }
}

bool cells_landed(Prover *prover) {
    for (size_t i = 0; i < prover->cell_capacity; i++) {
        const Cell *cell = &prover->cells[i];
        if (cell->buffer >= 0 && cell->token >= 0 &&
            !prover->plan->tokens[cell->token].left_to_caller)
            return proof_fail(
                prover,
                "in-flight",
                "%s is still in flight at the end",
                cell_text(prover, cell->buffer, &cell->at));
    }
    return true;
}
