/* cells.c: memory of a proof. Every unit has an exact address and carries the value that it holds, who
 * wrote it and who read it, so that a race, an access to what is in flight, a read of nothing and a
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

/* ---- the table ------------------------------------------------------------------------------ */

static size_t hash(const Prover *prover, int home, int cta, const Poly *at) {
    uint64_t h =
        (uint64_t)at->constant * 0x9e3779b97f4a7c15u + (uint64_t)home + ((uint64_t)cta << 20);
    for (int i = 0; i < MAX_MONOMIALS; i++) /* all: the basis grows while cells are made */
        h = (h ^ (uint64_t)at->value[i]) * 0xff51afd7ed558ccdu + (h >> 29);
    h ^= h >> 32;
    return (size_t)(h * 0x9e3779b97f4a7c15u >> 20) & (prover->cell_capacity - 1);
}

void cells_init(Prover *prover, int64_t expected_count) {
    size_t capacity = 64;
    while (capacity < (size_t)expected_count * 2)
        capacity *= 2;
    prover->cells = NEW_ARRAY(Cell, capacity);
    for (size_t i = 0; i < capacity; i++)
        prover->cells[i].home = -1;
    prover->cell_capacity = capacity;
    prover->cell_count = 0;
}

static Cell *slot_of(Prover *prover, int home, int cta, const Poly *at) {
    size_t i = hash(prover, home, cta, at);
    const Cell *cells = prover->cells;
    while (cells[i].home >= 0 && (cells[i].home != home || cells[i].cta != cta ||
                                  !poly_equal(&cells[i].at, at)))
        i = (i + 1) & (prover->cell_capacity - 1);
    return &prover->cells[i];
}

static void grow(Prover *prover) {
    Cell *old = prover->cells;
    size_t count = prover->cell_capacity;
    cells_init(prover, (int64_t)count);
    for (size_t i = 0; i < count; i++)
        if (old[i].home >= 0) {
            *slot_of(prover, old[i].home, old[i].cta, &old[i].at) = old[i];
            prover->cell_count++;
        }
}

/* The smallest element of an arena: f32 and u8 buffers that share bytes are known byte by byte. */
static int unit_bits(const Prover *prover, int buffer) {
    const Plan *plan = prover->plan;
    int bits = plan->buffers[buffer].dtype->bits;
    for (int i = 0; plan->buffers[buffer].arena && i < plan->buffer_count; i++)
        if (plan->buffers[i].arena == plan->buffers[buffer].arena)
            bits = (int)gcd_i64(bits, plan->buffers[i].dtype->bits);
    return bits;
}

int cells_per_element(const Prover *prover, int buffer) {
    const Buffer *b = &prover->plan->buffers[buffer];
    return b->arena ? b->dtype->bits / unit_bits(prover, buffer) : 1;
}

/* Element 3 of f32 at byte 64 of an arena of bytes: units 76 .. 79 of the arena. Global memory is the
 * same for all CTAs. */
static void home_of(
    const Prover *prover, int buffer, int *cta, Poly *at, int piece, int *home) {
    const Buffer *b = &prover->plan->buffers[buffer];
    *home = buffer;
    *cta = b->space == SPACE_GMEM ? 0 : *cta;
    if (!b->arena)
        return;
    int unit = unit_bits(prover, buffer), times = b->dtype->bits / unit;
    *home = prover->plan->buffer_count + b->arena;
    at->constant = at->constant * times + b->offset * 8 / unit + piece;
    for (int i = 0; i < MAX_MONOMIALS; i++)
        at->value[i] *= times;
}

Cell *cell_find(Prover *prover, int buffer, int cta, const Poly *at, int piece) {
    Poly place = *at;
    int home;
    home_of(prover, buffer, &cta, &place, piece, &home);
    Cell *cell = slot_of(prover, home, cta, &place);
    return cell->home < 0 ? NULL : cell;
}

Cell *cell_make(Prover *prover, int buffer, int cta, const Poly *at, int piece) {
    Poly place = *at;
    int home;
    home_of(prover, buffer, &cta, &place, piece, &home);
    Cell *cell = slot_of(prover, home, cta, &place);
    if (cell->home >= 0)
        return cell;
    if (prover->cell_count * 2 >= prover->cell_capacity) {
        grow(prover);
        cell = slot_of(prover, home, cta, &place);
    }
    prover->cell_count++;
    *cell = (Cell){.home = home, .cta = cta, .buffer = buffer, .at = place, .write_time = -1};
    int object = prover->plan->buffers[buffer].brought;
    if (object) {
        cell->writing = NEW(Flight);
        *cell->writing = (Flight){.object = object - 1, .cta = cta, .actor = -1, .time = -1};
    }
    return cell;
}

const char *cell_text(const Prover *prover, int buffer, const Poly *at) {
    Text text = {0};
    text_printf(&text, "%s[", prover->plan->buffers[buffer].name);
    poly_print(&text, &prover->basis, at, prover->plan->symbols);
    text_add(&text, "]");
    return text_string(&text);
}

static const char *named(const Prover *prover, const Cell *cell) {
    return cell_text(prover, cell->buffer, &cell->at);
}

/* ---- accesses ------------------------------------------------------------------------------- */

static bool race(Prover *prover, const Cell *cell, const char *what, Actor a, Actor b) {
    return proof_fail(
        prover,
        "race",
        "%s of %s by %s is not ordered after %s",
        what,
        named(prover, cell),
        actor_text(prover, a),
        actor_text(prover, b));
}

/* What the generic proxy wrote is visible to the async proxy once its writer has fenced, and the fence
 * is ordered before the one who starts the access. */
static bool check_proxy(
    Prover *prover, const Cell *cell, const char *what, Actor actor, Proxy proxy) {
    if (proxy != PROXY_ASYNC || cell->write_time < 0 || !cell->write_generic)
        return true;
    int64_t fence = prover->fenced[cell->writer];
    if (fence > cell->write_time && order_holds(prover, cell->writer, fence, actor))
        return true;
    return proof_fail(
        prover,
        "race",
        "an asynchronous %s of %s without a proxy fence after its write",
        what,
        named(prover, cell));
}

static bool in_flight(Prover *prover, const Cell *cell, const char *what, Actor actor) {
    return proof_fail(
        prover,
        "in-flight",
        "%s %s %s while it is in flight",
        actor_text(prover, actor),
        what,
        named(prover, cell));
}

/* The latest read of each lane since the last write that was ordered after all of them. */
static void note_reader(Prover *prover, Cell *cell, Actor actor) {
    int warp = actor / ACTOR_LANES;
    uint64_t lane = (uint64_t)1 << actor % ACTOR_LANES;
    if (!cell->was_read) {
        cell->reader = (Reader){prover->now, warp, lane, NULL};
        cell->was_read = true;
        return;
    }
    Reader *last = NULL, *same = NULL;
    for (Reader *r = &cell->reader; r; r = r->next) {
        last = r;
        if (r->warp != warp)
            continue;
        if (r->lanes == lane) {
            r->time = prover->now;
            return;
        }
        if (r->time == prover->now)
            same = r;
        else
            r->lanes &= ~lane;
    }
    if (same) {
        same->lanes |= lane;
        return;
    }
    last->next = NEW(Reader);
    *last->next = (Reader){prover->now, warp, lane, NULL};
}

static void open_flight(Flight **list, const Flight *flight) {
    Flight *open = NEW(Flight);
    *open = *flight;
    open->next = *list;
    *list = open;
}

bool cell_read(Prover *prover, Cell *cell, Actor actor, Proxy proxy, const Flight *flight) {
    if (cell->writing)
        return in_flight(prover, cell, "reads", actor);
    if (cell->write_time >= 0 && !order_holds(prover, cell->writer, cell->write_time, actor))
        return race(prover, cell, "the read", actor, cell->writer);
    if (!check_proxy(prover, cell, "read", actor, proxy))
        return false;
    if (flight)
        open_flight(&cell->reading, flight);
    else
        note_reader(prover, cell, actor);
    return true;
}

/* A second write of one copy in flight, for other values of the limits, is not a second write. */
static bool continues(const Cell *cell, const Flight *flight, const Box *box) {
    return flight && cell->writing->object == flight->object &&
           cell->writing->actor == flight->actor && !content_stored(&cell->content, box, 0);
}

bool cell_write(
    Prover *prover, Cell *cell, Actor actor, Proxy proxy, const Flight *flight, const Box *box) {
    const Buffer *buffer = &prover->plan->buffers[cell->buffer];
    if (cell->writing && !continues(cell, flight, box))
        return in_flight(prover, cell, "writes", actor);
    if (cell->reading)
        return in_flight(prover, cell, "overwrites the source", actor);
    if (buffer->role == ROLE_OUT && content_stored(&cell->content, box, 0))
        return proof_fail(
            prover,
            "twice",
            "%s is written twice, by %s and by %s",
            named(prover, cell),
            actor_text(prover, cell->writer),
            actor_text(prover, actor));
    if (cell->write_time >= 0 && !order_holds(prover, cell->writer, cell->write_time, actor))
        return race(prover, cell, "the write", actor, cell->writer);
    if (!check_proxy(prover, cell, "write", actor, proxy))
        return false;
    for (const Reader *r = &cell->reader; cell->was_read && r; r = r->next)
        if (!order_holds_all(prover, r, actor))
            return race(prover, cell, "the write", actor, r->warp * ACTOR_LANES);
    cell->was_read = false;
    cell->writer = actor;
    cell->write_time = prover->now;
    cell->write_generic = proxy == PROXY_GENERIC;
    cell->writing = NULL;
    if (flight)
        open_flight(&cell->writing, flight);
    return true;
}

/* ---- flight ---------------------------------------------------------------------------------- */

/* What lands is from now on an access of the one who waited, or of the engine that the wait orders. */
void cells_land(
    Prover *prover,
    bool (*landed)(const Prover *, const Flight *, const void *),
    const void *context,
    bool reads_only,
    bool by_engine) {
    for (size_t i = 0; i < prover->cell_capacity; i++) {
        Cell *cell = &prover->cells[i];
        if (cell->home < 0 || (!cell->writing && !cell->reading))
            continue;
        for (Flight **at = &cell->reading; *at;) {
            Flight *flight = *at;
            if (!landed(prover, flight, context)) {
                at = &flight->next;
                continue;
            }
            *at = flight->next;
            note_reader(
                prover, cell, by_engine ? actor_engine(prover, flight->cta) : flight->actor);
        }
        if (!reads_only && cell->writing && landed(prover, cell->writing, context)) {
            cell->writer =
                by_engine ? actor_engine(prover, cell->writing->cta) : cell->writing->actor;
            cell->write_time = prover->now;
            cell->writing = NULL;
        }
    }
}

static bool is_left(const Prover *prover, const Flight *flight) {
    return prover->plan->objects[flight->object].left;
}

bool cells_landed(Prover *prover) {
    for (size_t i = 0; i < prover->cell_capacity; i++) {
        const Cell *cell = &prover->cells[i];
        bool open = cell->home >= 0 && cell->writing && !is_left(prover, cell->writing);
        for (const Flight *f = cell->home >= 0 ? cell->reading : NULL; f && !open; f = f->next)
            open = !is_left(prover, f);
        if (open)
            return proof_fail(
                prover, "in-flight", "%s is still in flight at the end", named(prover, cell));
    }
    return true;
}

/* The caller took what came and brings more; who accessed what, and when, stays. */
void cells_start_round(Prover *prover) {
    for (size_t i = 0; i < prover->cell_capacity; i++) {
        Cell *cell = &prover->cells[i];
        if (cell->home < 0 || prover->plan->buffers[cell->buffer].role != ROLE_OUT)
            continue;
        cell->content = (Content){0};
    }
}
