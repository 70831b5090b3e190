/* interleave.c: one run of a small Plan. Every thread has its own place in the program; who goes on is
 * drawn, in long or short turns. What was visible to whom is kept as a vector of clocks, one for each
 * thread and one for each thread's copies in flight; two accesses without order are a race, whatever
 * the values. */
#include "interleave.h"
#include <string.h>

enum {
    THREADS = INTERLEAVE_THREADS,
    CLOCKS = 2 * THREADS,
    CELLS = 128,
    COPIES = 2,
    OBJECTS = 4,
    SLOTS = 4
};
typedef struct {
    int32_t of[CLOCKS];
} Clock;

typedef struct {
    int64_t value; /* 0: never written */
    int writer;    /* a clock, -1: nobody */
    int32_t written;
    int32_t read[CLOCKS];
} Spot;

typedef struct {
    Spot *to;
    int64_t value;
    int group;
    bool landed;
    Clock at; /* of the thread when it began, and its own */
} Sent;

typedef enum { RUNS, WAITS, DONE } State;
typedef struct {
    State state;
    int at; /* step, counted through all phases */
    int64_t bundle[SLOTS][SLOTS];
    Clock clock;
    Sent copies[COPIES];
    int copy_count, groups;
} Thread;

typedef struct {
    int count, pending, phase, seen; /* phases that ended, and that somebody saw end */
    Clock arrived, ended;
} Counter;

typedef struct {
    const Plan *plan;
    const Step *steps[64];
    const Phase *phases[64];
    int step_count;
    Thread threads[THREADS];
    Spot shared[CELLS];
    Counter mbarriers[OBJECTS], named[16];
    uint64_t dice;
    const char *fault;
} Machine;

static int64_t roll(Machine *m, int64_t sides) {
    m->dice = m->dice * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((m->dice >> 33) % (uint64_t)sides);
}

static void join(Clock *a, const Clock *b) {
    for (int i = 0; i < CLOCKS; i++)
        a->of[i] = b->of[i] > a->of[i] ? b->of[i] : a->of[i];
}

/* ---- memory --------------------------------------------------------------------------------- */

static void fault(Machine *m, const char *what) {
    m->fault = m->fault ? m->fault : what;
}

/* An access by what has clock `who`, which knows `clock`. */
static void access(Machine *m, Spot *place, int who, const Clock *clock, bool write) {
    if (place->writer >= 0 && place->written > clock->of[place->writer])
        fault(m, "race");
    for (int i = 0; write && i < CLOCKS; i++)
        if (place->read[i] > clock->of[i])
            fault(m, "race");
    if (!write) {
        place->read[who] = clock->of[who];
        return;
    }
    place->writer = who;
    place->written = clock->of[who];
    memset(place->read, 0, sizeof place->read);
}

static int64_t value_of(const Machine *m, const Expr *expr, int rank) {
    int64_t loop[1] = {0}, value = 0;
    Point point = {rank, loop, NULL};
    (void)m;
    expr_value(expr, &point, &value);
    return value;
}

static bool holds(const Machine *m, const Cond *conds, int count, int rank) {
    bool all = true;
    for (int i = 0; i < count; i++) {
        int64_t lhs = value_of(m, &conds[i].lhs, rank), rhs = value_of(m, &conds[i].rhs, rank);
        all &= conds[i].op == COND_LT   ? lhs < rhs
               : conds[i].op == COND_GE ? lhs >= rhs
                                        : lhs == rhs;
    }
    return all;
}

static bool comes(const Machine *m, int step, int rank) {
    return holds(m, m->phases[step]->guard, m->phases[step]->guard_count, rank) &&
           holds(m, m->steps[step]->conds, m->steps[step]->cond_count, rank);
}

static int64_t *slot(Machine *m, const Side *side, int rank) {
    return &m->threads[rank].bundle[side->of][value_of(m, &side->at, rank)];
}

static Spot *place(Machine *m, const Side *side, int rank) {
    return &m->shared[value_of(m, &side->at, rank)];
}

static void load(Machine *m, const Step *step, int rank) {
    Spot *from = place(m, &step->src[0], rank);
    access(m, from, rank, &m->threads[rank].clock, false);
    if (from->value == 0)
        fault(m, "uninitialised");
    *slot(m, &step->dst, rank) = from->value;
}

static void store(Machine *m, const Step *step, int rank) {
    Spot *to = place(m, &step->dst, rank);
    access(m, to, rank, &m->threads[rank].clock, true);
    to->value = *slot(m, &step->src[0], rank);
    if (to->value == 0)
        fault(m, "uninitialised");
}

/* ---- copies in flight ------------------------------------------------------------------------ */

static void begin_copy(Machine *m, const Step *step, int rank) {
    Thread *t = &m->threads[rank];
    if (t->copy_count == COPIES) {
        fault(m, "too many copies");
        return;
    }
    Sent *copy = &t->copies[t->copy_count++];
    *copy = (Sent){.to = place(m, &step->dst, rank), .group = t->groups, .at = t->clock};
    copy->value = 1000 + value_of(m, &step->src[0].at, rank);
    copy->at.of[THREADS + rank] = t->copy_count;
}

static void land(Machine *m, int rank, Sent *copy) {
    if (copy->landed)
        return;
    copy->landed = true;
    access(m, copy->to, THREADS + rank, &copy->at, true);
    copy->to->value = copy->value;
}

static void wait_copies(Machine *m, const Step *step, int rank) {
    Thread *t = &m->threads[rank];
    for (int i = 0; i < t->copy_count; i++)
        if (t->copies[i].group < t->groups - step->count) {
            land(m, rank, &t->copies[i]);
            join(&t->clock, &t->copies[i].at);
        }
}

/* ---- collectives ----------------------------------------------------------------------------- */

/* Do all 32 lanes (or those of the mask) wait at the same step? One that is behind it will not come. */
static bool gathered(Machine *m, int rank, uint32_t mask) {
    int warp = rank / 32 * 32;
    bool all = true;
    if (!(mask >> rank % 32 & 1))
        fault(m, "a lane that is not named");
    for (int lane = 0; lane < 32; lane++) {
        const Thread *t = &m->threads[warp + lane];
        if (!(mask >> lane & 1))
            continue;
        all &= t->state == WAITS && t->at == m->threads[rank].at;
        if (t->state == DONE || t->at > m->threads[rank].at ||
            !comes(m, m->threads[rank].at, warp + lane))
            fault(m, "a lane never comes");
    }
    return all;
}

static void go_on(Machine *m, int rank) {
    m->threads[rank].state = RUNS;
    m->threads[rank].at++;
    m->threads[rank].clock.of[rank]++;
}

static void sync_lanes(Machine *m, int rank, uint32_t mask, bool orders) {
    Clock all = {{0}};
    int64_t got[32];
    const Step *step = m->steps[m->threads[rank].at];
    int warp = rank / 32 * 32;
    for (int lane = 0; lane < 32; lane++)
        if (mask >> lane & 1) {
            join(&all, &m->threads[warp + lane].clock);
            if (!orders)
                got[lane] = *slot(
                    m, &step->src[0], warp + (int)value_of(m, step->src[0].peer, warp + lane));
        }
    for (int lane = 0; lane < 32; lane++)
        if (mask >> lane & 1) {
            if (orders)
                join(&m->threads[warp + lane].clock, &all);
            else
                *slot(m, &step->dst, warp + lane) = got[lane];
            go_on(m, warp + lane);
        }
}

/* A named barrier counts warps. The ones that wait are those whose lanes stand at a sync of it. */
static void come_to(Machine *m, int rank, int id, int count, bool waits) {
    Counter *bar = &m->named[id];
    int warp = rank / 32 * 32;
    if (bar->pending && bar->count != count)
        fault(m, "two counts");
    bar->count = count;
    bar->pending += 32;
    for (int lane = 0; lane < 32; lane++) {
        join(&bar->arrived, &m->threads[warp + lane].clock);
        m->threads[warp + lane].bundle[SLOTS - 1][SLOTS - 1] = waits ? id + 1 : 0;
        if (!waits)
            go_on(m, warp + lane);
    }
    if (bar->pending < count)
        return;
    for (int t = 0; t < THREADS; t++)
        if (m->threads[t].bundle[SLOTS - 1][SLOTS - 1] == id + 1) {
            m->threads[t].bundle[SLOTS - 1][SLOTS - 1] = 0;
            join(&m->threads[t].clock, &bar->arrived);
            go_on(m, t);
        }
    *bar = (Counter){0};
}

static void arrive(Machine *m, const Step *step, int rank) {
    Counter *bar = &m->mbarriers[step->object];
    join(&bar->arrived, &m->threads[rank].clock);
    if (--bar->pending > 0)
        return;
    bar->pending = bar->count;
    bar->phase++;
    bar->ended = bar->arrived;
}

/* ---- one thread ------------------------------------------------------------------------------ */

/* False: it must wait. The last lane that comes to a collective takes the others with it. */
static bool sync(Machine *m, const Step *step, int rank) {
    Thread *t = &m->threads[rank];
    bool waited = t->state == WAITS;
    Counter *bar = step->object >= 0 ? &m->mbarriers[step->object] : NULL;
    uint32_t mask = step->value ? (uint32_t)value_of(m, step->value, rank) : 0xffffffffu;
    Act act = primitives[step->primitive].act;
    switch (act) {
    case ACT_WARP_SYNC:
    case ACT_SHUFFLE:
        mask = act == ACT_SHUFFLE ? 0xffffffffu : mask;
        t->state = WAITS;
        if (!waited && gathered(m, rank, mask))
            sync_lanes(m, rank, mask, act == ACT_WARP_SYNC);
        return false;
    case ACT_CTA_SYNC:
    case ACT_BARRIER_SYNC:
    case ACT_BARRIER_ARRIVE:
        t->state = WAITS;
        if (!waited && gathered(m, rank, 0xffffffffu))
            come_to(
                m,
                rank,
                act == ACT_CTA_SYNC ? 0 : m->plan->objects[step->object].id,
                act == ACT_CTA_SYNC ? THREADS : (int)step->count,
                act != ACT_BARRIER_ARRIVE);
        return false;
    case ACT_WAIT_PHASE:
        t->state = WAITS;
        if ((bar->phase & 1) == value_of(m, step->value, rank))
            return false;
        join(&t->clock, &bar->ended);
        bar->seen = bar->phase;
        t->state = RUNS;
        return true;
    case ACT_INIT:
        bar->count = bar->pending = (int)step->count;
        return true;
    case ACT_ARRIVE:
        arrive(m, step, rank);
        return true;
    case ACT_COMMIT:
        t->groups++;
        return true;
    case ACT_WAIT_GROUPS:
        wait_copies(m, step, rank);
        return true;
    default:
        fault(m, "a step that is not known here");
        return true;
    }
}

static void run(Machine *m, int rank) {
    Thread *t = &m->threads[rank];
    while (t->at < m->step_count && !comes(m, t->at, rank))
        t->at++;
    if (t->at == m->step_count) {
        t->state = DONE;
        return;
    }
    const Step *step = m->steps[t->at];
    switch (primitives[step->primitive].act == ACT_SHUFFLE ? KIND_SYNC
                                                           : primitives[step->primitive].kind) {
    case KIND_LOAD:
        load(m, step, rank);
        break;
    case KIND_STORE:
        store(m, step, rank);
        break;
    case KIND_ASYNC_COPY:
        begin_copy(m, step, rank);
        break;
    case KIND_REGISTERS:
        *slot(m, &step->dst, rank) = *slot(m, &step->src[0], rank);
        break;
    default:
        if (!sync(m, step, rank))
            return;
    }
    go_on(m, rank);
}

/* ---- who goes on ----------------------------------------------------------------------------- */

/* Some thread from a drawn one on makes a step; false: none can. */
static bool step_from(Machine *m, int first) {
    for (int i = 0; i < THREADS; i++) {
        int rank = (first + i) % THREADS;
        Thread *t = &m->threads[rank];
        if (t->state == DONE)
            continue;
        int at = t->at;
        State state = t->state;
        run(m, rank);
        if (t->at != at || t->state != state || m->fault)
            return true;
    }
    return false;
}

static bool all_done(const Machine *m) {
    for (int t = 0; t < THREADS; t++)
        if (m->threads[t].state != DONE)
            return false;
    return true;
}

static void land_some(Machine *m) {
    int rank = (int)roll(m, THREADS);
    Thread *t = &m->threads[rank];
    if (t->copy_count)
        land(m, rank, &t->copies[roll(m, t->copy_count)]);
}

/* The first one keeps its turn for long, so that a warp may be several syncs ahead of another. */
static void schedule(Machine *m) {
    int turn = 1 << roll(m, 9), first = (int)roll(m, THREADS);
    while (!m->fault && !all_done(m)) {
        if (roll(m, turn) == 0)
            first = (int)roll(m, THREADS);
        if (!step_from(m, first))
            fault(m, "hang");
        land_some(m);
    }
}

const char *interleave(const Plan *plan, uint64_t seed, int64_t *result) {
    MemMark mark = mem_mark();
    Machine *m = NEW(Machine);
    m->plan = plan;
    m->dice = seed * 2654435761u + 1;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            m->steps[m->step_count] = &plan->phases[p].steps[s];
            m->phases[m->step_count++] = &plan->phases[p];
        }
    for (int i = 0; i < CELLS; i++)
        m->shared[i].writer = -1;
    for (int t = 0; t < THREADS; t++) {
        m->threads[t].bundle[0][0] = 1 + t;
        m->threads[t].clock.of[t] = 1;
    }
    schedule(m);
    for (int t = 0; t < THREADS; t++)
        result[t] = m->threads[t].bundle[1][0];
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < m->threads[t].copy_count; i++)
            if (m->threads[t].clock.of[THREADS + t] < i + 1)
                fault(m, "a copy is in flight at the end");
    for (int i = 0; i < OBJECTS; i++)
        if (m->mbarriers[i].pending != m->mbarriers[i].count ||
            m->mbarriers[i].phase != m->mbarriers[i].seen)
            fault(m, "a phase that nobody waits for");
    const char *what = m->fault;
    mem_rewind(mark);
    return what;
}
