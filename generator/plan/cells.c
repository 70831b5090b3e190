/* cells.c: memory of a proof. Every unit has an exact address and carries the value that it holds,
 * who wrote it and who read it, so that a race, an access to what is in flight, a read of nothing
 * and a second write are seen where they happen. */
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
    int pairs =
        prover->ctas > 2 ? prover->ctas : 2; /* halves of a pair: a longer ring takes more */
    if (prover->steps <= (int64_t)PROOF_MAX_STEPS / 2 * pairs)
        return true;
    return proof_fail(
        prover,
        "too-big",
        "the proof needs more than %d steps over elements; copy a smaller tile",
        (int)PROOF_MAX_STEPS);
}

/* ---- accesses ------------------------------------------------------------------------------- */

static bool race(Prover *prover, const Cell *cell, const char *what, Actor a, Actor b) {
    return proof_fail(
        prover,
        "race",
        "%s of %s by %s is not ordered after %s",
        what,
        cell_name(prover, cell),
        actor_text(prover, a),
        actor_text(prover, b));
}

/* The first of them after a time; -1: none. Of a later one less is ordered. */
static int64_t fence_after(const Fences *fences, int64_t time) {
    int low = 0, high = fences->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (fences->times[middle] > time)
            high = middle;
        else
            low = middle + 1;
    }
    return low < fences->count ? fences->times[low] : -1;
}

/* What the generic proxy wrote to shared memory is visible to the async proxy once its writer has
 * fenced, and the fence is ordered before the one who starts the access. The fence is one of the
 * writer's own shared memory (fence.proxy.async.shared::cta): of what he wrote into another CTA's
 * it says nothing. */
static bool check_proxy(
    Prover *prover, const Cell *cell, const char *what, Actor actor, Proxy proxy) {
    if (proxy != PROXY_ASYNC || cell->write_time < 0 || !cell->write_generic)
        return true;
    int64_t fence = fence_after(&prover->fenced[cell->writer], cell->write_time);
    bool own = cell->writer / ACTOR_LANES / prover->warps == cell->cta &&
               prover->plan->buffers[cell->buffer].space != SPACE_GMEM;
    if (own && fence >= 0 && order_holds(prover, cell->writer, fence, actor))
        return true;
    return proof_fail(
        prover,
        "race",
        "no proxy fence stands between the write and the asynchronous %s of %s",
        what,
        cell_name(prover, cell));
}

static bool in_flight(Prover *prover, const Cell *cell, const char *what, Actor actor) {
    return proof_fail(
        prover,
        "in-flight",
        "%s %s %s while it is in flight",
        actor_text(prover, actor),
        what,
        cell_name(prover, cell));
}

/* The latest read of each lane since the last write that was ordered after all of them. */
static void note_reader(Prover *prover, Cell *cell, Actor actor) {
    int warp = actor / ACTOR_LANES;
    uint64_t lane = (uint64_t)1 << actor % ACTOR_LANES;
    Reader *same = NULL;
    for (Reader *r = cell->readers; r; r = r->next) {
        if (r->warp != warp)
            continue;
        if (r->time == prover->now) {
            same = r;
        } else if (r->lanes == lane) {
            r->time = (int32_t)prover->now;
            return;
        } else {
            r->lanes &= ~lane;
        }
    }
    if (same) {
        same->lanes |= lane;
        return;
    }
    Reader *reader = NEW(Reader);
    *reader = (Reader){lane, cell->readers, (int32_t)prover->now, warp};
    cell->readers = reader;
}

/* What the caller brought stands for whatever others have made of it meanwhile: whoever reads the
 * place and writes it loses what they add in between. */
bool cell_is_reduced(Prover *prover, const Cell *cell, const char *what, Actor actor) {
    return cell->is_reduced && !proof_fail(
                                   prover,
                                   "race",
                                   "%s %s %s while other threads may reduce into it",
                                   actor_text(prover, actor),
                                   what,
                                   cell_name(prover, cell));
}

bool cell_read(Prover *prover, Cell *cell, Actor actor, Proxy proxy, const Flight *flight) {
    if (cell_is_reduced(prover, cell, "reads", actor))
        return false;
    if (content_writing(&cell->content))
        return in_flight(prover, cell, "reads", actor);
    if (cell->write_time >= 0 && !order_holds(prover, cell->writer, cell->write_time, actor))
        return race(prover, cell, "the read", actor, cell->writer);
    if (!check_proxy(prover, cell, "read", actor, proxy))
        return false;
    if (!flight) {
        note_reader(prover, cell, actor);
        return true;
    }
    Extra *extra = content_extra(&cell->content);
    Reading *reading = NEW(Reading);
    *reading = (Reading){flight, extra->reading};
    extra->reading = reading;
    cell_open(prover, cell);
    return true;
}

/* A second write of one copy in flight, for other values of the limits, is not a second write. */
static bool continues(
    const Cell *cell, const Flight *writing, const Flight *flight, const Box *box) {
    return flight && writing->object == flight->object && writing->actor == flight->actor &&
           !content_stored(&cell->content, box, 0);
}

/* May the actor write over the last write? Bytes that a barrier saw land are in memory, so an order
 * of reads is enough for them; a thread must have released what it stored. */
static bool may_overwrite(Prover *prover, const Cell *cell, Actor actor) {
    bool landed = actor_is_barrier(prover, cell->writer);
    return (landed ? order_reads : order_holds)(prover, cell->writer, cell->write_time, actor);
}

bool cell_write(
    Prover *prover, Cell *cell, Actor actor, Proxy proxy, const Flight *flight, const Box *box) {
    const Buffer *buffer = &prover->plan->buffers[cell->buffer];
    const Flight *writing = content_writing(&cell->content);
    if (writing && !continues(cell, writing, flight, box))
        return in_flight(prover, cell, "writes", actor);
    if (cell->content.extra && cell->content.extra->reading)
        return in_flight(prover, cell, "it overwrites the source", actor);
    if (buffer->role == ROLE_OUT && content_stored(&cell->content, box, 0))
        return proof_fail(
            prover,
            "twice",
            "%s is written twice, by %s and by %s",
            cell_name(prover, cell),
            actor_text(prover, cell->writer),
            actor_text(prover, actor));
    if (cell->write_time >= 0 && !may_overwrite(prover, cell, actor))
        return race(prover, cell, "the write", actor, cell->writer);
    if (!check_proxy(prover, cell, "write", actor, proxy))
        return false;
    for (const Reader *r = cell->readers; r; r = r->next)
        if (!order_holds_all(prover, r, actor))
            return race(prover, cell, "the write", actor, r->warp * ACTOR_LANES);
    cell->readers = NULL;
    cell->writer = actor;
    cell->write_time = (int32_t)prover->now;
    cell->write_generic = proxy == PROXY_GENERIC;
    if (flight) {
        content_extra(&cell->content)->writing = flight;
        cell_open(prover, cell);
    }
    return true;
}

bool cell_free_for_all(Prover *prover, const Cell *cell) {
    int64_t latest = cell->write_time;
    for (const Reader *r = cell->readers; r; r = r->next)
        latest = r->time > latest ? r->time : latest;
    return latest < prover->clustered || latest < 0 ||
           proof_fail(
               prover,
               "race",
               "a multicast writes %s, which other CTAs may still use",
               cell_name(prover, cell));
}

/* Scratch is as large as it says, also for the caller's code. */
bool cells_within(Prover *prover, int buffer, const Poly *at) {
    const Buffer *b = &prover->plan->buffers[buffer];
    prover->needs_concrete |= !poly_is_constant(at); /* an origin: all its values, one by one */
    return (poly_is_constant(at) && at->constant >= 0 && at->constant < b->elements) ||
           proof_fail(
               prover,
               "outside",
               "the region touches %s, which is outside %s",
               cell_text(prover, buffer, at),
               b->name);
}

/* ---- flight ---------------------------------------------------------------------------------- */

/* What lands is from now on an access of the one who waited, or of the barrier that the wait
 * orders. */
static Actor lands_by(const Flight *flight, Actor lander) {
    return lander == OPENER ? flight->actor : lander;
}

static void cell_land(
    Prover *prover, Cell *cell, Landed landed, const void *context, bool reads_only, Actor lander) {
    Extra *extra = cell->content.extra;
    for (Reading **at = &extra->reading; *at;) {
        const Flight *flight = (*at)->flight;
        if (!landed(prover, flight, context)) {
            at = &(*at)->next;
            continue;
        }
        *at = (*at)->next;
        note_reader(prover, cell, lands_by(flight, lander));
    }
    if (!reads_only && extra->writing && landed(prover, extra->writing, context)) {
        cell->writer = lands_by(extra->writing, lander);
        cell->write_time = (int32_t)prover->now;
        extra->writing = NULL;
    }
}

void cells_land(Prover *prover, Landed landed, const void *context, bool reads_only, Actor lander) {
    Table *table = &prover->table;
    int64_t open = 0;
    budget_spend(STEPS_PER_CELL * table->open_count);
    for (int64_t i = 0; i < table->open_count; i++) {
        Cell *cell = table->open[i];
        cell_land(prover, cell, landed, context, reads_only, lander);
        if (cell->content.extra->writing || cell->content.extra->reading)
            table->open[open++] = cell;
        else
            cell->is_open = false;
    }
    table->open_count = open;
}

/* Does the plan commit groups of the object? If it does, the caller only waits for them. */
static bool *committed_objects(const Plan *plan) {
    bool *committed = NEW_ARRAY(bool, plan->object_count);
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            if (step->object >= 0 && primitives[step->primitive].act == ACT_COMMIT)
                committed[step->object] = true;
        }
    return committed;
}

/* Copies that arrive by themselves have been told to, after they were started; those of a group
 * were committed after they were started, or it is the caller who commits. */
static bool is_left(const Prover *prover, const Flight *flight, const bool *committed) {
    const Object *object = &prover->plan->objects[flight->object];
    bool told = true;
    if (object->kind == OBJECT_MBARRIER && flight->group < 0)
        told = prover->arrived[flight->object][flight->actor] > flight->time;
    if (object->kind == OBJECT_GROUP && committed[flight->object])
        told = order_committed(prover, flight);
    return object->left && told;
}

bool cells_landed(Prover *prover) {
    const bool *committed = committed_objects(prover->plan);
    for (int64_t i = 0; i < prover->table.cell_count; i++) {
        const Cell *cell = cell_number(prover, i);
        const Extra *extra = cell->content.extra;
        bool open = extra && extra->writing && !is_left(prover, extra->writing, committed);
        for (const Reading *r = extra ? extra->reading : NULL; r && !open; r = r->next)
            open = !is_left(prover, r->flight, committed);
        if (open)
            return proof_fail(
                prover, "in-flight", "%s is still in flight at the end", cell_name(prover, cell));
    }
    return true;
}

/* The caller took what came and brings more; who accessed what, and when, stays. */
void cells_start_round(Prover *prover) {
    for (int64_t i = 0; i < prover->table.cell_count; i++) {
        Cell *cell = cell_number(prover, i);
        if (prover->plan->buffers[cell->buffer].role != ROLE_OUT)
            continue;
        cell->content.value = 0;
        cell->content.stored = false;
        if (cell->content.extra)
            cell->content.extra->parts = NULL;
    }
}
