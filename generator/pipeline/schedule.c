/* schedule.c: Operations -> their places, modulo II. An edge u -> v of latency l and distance d
 * means: v starts at least l cycles after u of d iterations earlier, t(v) >= t(u) + l - d * II. An
 * agent starts an operation only when it is not busy with another one, of this iteration or any
 * other: its busy cycles are residues modulo II.
 *
 * Every operation has a least time, the longest path to it. Operations are placed in the order of
 * their least times, each at the first time from there on at which its agent is free. If a later
 * operation pushes one that is already placed, the least time of that one grows and all are placed
 * again. The result is checked against all edges and all agents. */
#include "pipeline.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int from, to;
    int64_t latency, distance;
} Edge;

typedef struct {
    int64_t least;
    int operation;
} Turn;

typedef struct {
    const Pipeline *request;
    int64_t ii;
    Edge *edges;
    int edge_count;
    int64_t *least, *time; /* by operation; time -1: not placed */
    Turn *turns;
    bool *taken; /* agent * II + residue */
    const char *reason;
    int culprit; /* operation that `reason` is about */
} Schedule;

/* ---- edges ----------------------------------------------------------------------------------- */

static int count_edges(const Pipeline *request) {
    int count = 0;
    for (int i = 0; i < request->operation_count; i++)
        count += request->operations[i].after_count;
    for (int i = 0; i < request->value_count; i++)
        count += request->values[i].consumer_count;
    return count;
}

static void add_edge(Schedule *schedule, int from, int to, int64_t distance) {
    int64_t latency = schedule->request->operations[from].latency;
    schedule->edges[schedule->edge_count++] = (Edge){from, to, latency, distance};
}

/* What was said, and that a value is there before it is read. */
static void find_edges(Schedule *schedule) {
    const Pipeline *request = schedule->request;
    schedule->edges = NEW_ARRAY(Edge, count_edges(request));
    for (int i = 0; i < request->operation_count; i++)
        for (int k = 0; k < request->operations[i].after_count; k++) {
            const After *after = &request->operations[i].after[k];
            add_edge(schedule, after->operation, i, after->distance);
        }
    for (int i = 0; i < request->value_count; i++) {
        const PipelineValue *value = &request->values[i];
        for (int c = 0; c < value->consumer_count; c++)
            if (value->producer.operation && value->consumers[c].operation)
                add_edge(
                    schedule,
                    value->producer.operation - 1,
                    value->consumers[c].operation - 1,
                    value->consumers[c].distance);
    }
}

static int64_t weight(const Schedule *schedule, const Edge *edge) {
    return edge->latency - edge->distance * schedule->ii;
}

/* Longest paths; as many rounds as there are operations and still growing: a circle that needs a
 * larger II. */
static bool find_least(Schedule *schedule) {
    for (int round = 0; round <= schedule->request->operation_count; round++) {
        bool grows = false;
        for (int e = 0; e < schedule->edge_count; e++) {
            const Edge *edge = &schedule->edges[e];
            int64_t after = schedule->least[edge->from] + weight(schedule, edge);
            if (after > schedule->least[edge->to]) {
                schedule->least[edge->to] = after;
                schedule->culprit = edge->to;
                grows = true;
            }
        }
        budget_spend(1 + schedule->edge_count);
        if (!grows)
            return true;
    }
    schedule->reason = "a result of an earlier iteration arrives too late";
    return false;
}

/* ---- places ---------------------------------------------------------------------------------- */

static bool is_free(const Schedule *schedule, const PipelineOperation *operation, int64_t time) {
    const bool *taken = &schedule->taken[operation->agent * schedule->ii];
    for (int64_t k = 0; k < operation->busy; k++)
        if (taken[(time + k) % schedule->ii])
            return false;
    return true;
}

static bool put(Schedule *schedule, int at) {
    const PipelineOperation *operation = &schedule->request->operations[at];
    int64_t time = schedule->least[at];
    for (int e = 0; e < schedule->edge_count; e++) {
        const Edge *edge = &schedule->edges[e];
        if (edge->to == at && schedule->time[edge->from] >= 0) {
            int64_t after = schedule->time[edge->from] + weight(schedule, edge);
            time = after > time ? after : time;
        }
    }
    budget_spend(1 + schedule->edge_count / 4 + operation->busy);
    if (operation->agent < 0) {
        schedule->time[at] = time;
        return true;
    }
    for (int64_t t = time; t < time + schedule->ii && operation->busy <= schedule->ii; t++) {
        budget_spend(1);
        if (!is_free(schedule, operation, t))
            continue;
        for (int64_t k = 0; k < operation->busy; k++)
            schedule->taken[operation->agent * schedule->ii + (t + k) % schedule->ii] = true;
        schedule->time[at] = t;
        return true;
    }
    schedule->reason = "its agent is busy in every cycle";
    schedule->culprit = at;
    return false;
}

static int by_least(const void *left, const void *right) {
    const Turn *a = left, *b = right;
    if (a->least != b->least)
        return a->least < b->least ? -1 : 1;
    return (a->operation > b->operation) - (a->operation < b->operation);
}

/* All of them from nothing, in the order of their least times. */
static bool put_all(Schedule *schedule) {
    const Pipeline *request = schedule->request;
    int count = request->operation_count;
    memset(schedule->taken, 0, (size_t)request->agent_count * (size_t)schedule->ii);
    for (int i = 0; i < count; i++) {
        schedule->time[i] = -1;
        schedule->turns[i] = (Turn){schedule->least[i], i};
    }
    qsort(schedule->turns, (size_t)count, sizeof *schedule->turns, by_least);
    for (int i = 0; i < count; i++)
        if (!put(schedule, schedule->turns[i].operation))
            return false;
    return true;
}

/* What stands before something that it comes after has to stand later. */
static bool raise_least(Schedule *schedule) {
    bool raised = false;
    for (int e = 0; e < schedule->edge_count; e++) {
        const Edge *edge = &schedule->edges[e];
        int64_t after = schedule->time[edge->from] + weight(schedule, edge);
        if (after <= schedule->time[edge->to])
            continue;
        schedule->culprit = edge->to;
        schedule->least[edge->to] =
            after > schedule->least[edge->to] ? after : schedule->least[edge->to];
        raised = true;
    }
    return raised;
}

/* Times for this II, or why there are none. */
static bool try_ii(Schedule *schedule, int64_t ii) {
    enum { MOST_ROUNDS = 64 };
    const Pipeline *request = schedule->request;
    schedule->ii = ii;
    for (int i = 0; i < request->operation_count; i++)
        schedule->least[i] = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        if (!find_least(schedule) || !put_all(schedule))
            return false;
        if (raise_least(schedule))
            continue;
        for (int i = 0; i < request->operation_count; i++)
            if (schedule->time[i] / ii >= MAX_RING) {
                schedule->reason = "its stage would be beyond 1023";
                schedule->culprit = i;
                return false;
            }
        return true;
    }
    schedule->reason = "no late enough place was found";
    return false;
}

/* ---- the answer ------------------------------------------------------------------------------ */

static Schedule schedule_new(const Pipeline *request) {
    Schedule schedule = {.request = request};
    find_edges(&schedule);
    schedule.least = NEW_ARRAY(int64_t, request->operation_count);
    schedule.time = NEW_ARRAY(int64_t, request->operation_count);
    schedule.turns = NEW_ARRAY(Turn, request->operation_count);
    schedule.taken = NEW_ARRAY(bool, request->agent_count *MAX_II + 1);
    return schedule;
}

/* No edge is broken, no agent starts anything while it is busy: read off the times alone. */
static bool holds(const Schedule *schedule) {
    const PipelineOperation *all = schedule->request->operations;
    int64_t ii = schedule->ii;
    for (int e = 0; e < schedule->edge_count; e++) {
        const Edge *edge = &schedule->edges[e];
        int64_t began = schedule->time[edge->from] - edge->distance * ii;
        if (schedule->time[edge->to] < began + edge->latency)
            return false;
    }
    for (int i = 0; i < schedule->request->operation_count; i++)
        for (int k = 0; k < i; k++) {
            int64_t off = schedule->time[i] - schedule->time[k];
            off -= div_floor(off, ii) * ii; /* i begins so long after some k */
            bool same = all[i].agent >= 0 && all[i].agent == all[k].agent;
            if (same && (off < all[k].busy || ii - off < all[i].busy))
                return false;
        }
    return true;
}

static bool fail(Schedule *schedule) {
    enum { MOST_TRIED = 512 };
    const Pipeline *request = schedule->request;
    const PipelineOperation *culprit = &request->operations[schedule->culprit];
    diag_error(
        culprit->loc,
        "E_SCHEDULE",
        "operation '%s' cannot be placed at ii %" PRId64 ": %s",
        culprit->name,
        request->ii,
        schedule->reason);
    for (int64_t ii = request->ii + 1; ii <= MAX_II && ii <= request->ii + MOST_TRIED; ii++)
        if (try_ii(schedule, ii)) {
            diag_help("write 'ii %" PRId64 "'", ii);
            return false;
        }
    diag_help("make its agent busy for fewer cycles, or read the value of an earlier iteration "
              "with 'dist 1'");
    return false;
}

static void place(const Schedule *schedule, Anchor *anchor) {
    if (!anchor->operation)
        return;
    int64_t time = schedule->time[anchor->operation - 1];
    anchor->stage = time / schedule->ii;
    anchor->cycle = time % schedule->ii;
    anchor->known = true;
}

/* The block with places; itself where it has no operations. NULL: there are none, reported. */
const Pipeline *pipe_schedule(const Pipeline *request) {
    if (request->operation_count == 0)
        return request;
    Schedule schedule = schedule_new(request);
    if (!try_ii(&schedule, request->ii)) {
        fail(&schedule);
        return NULL;
    }
    if (!holds(&schedule)) {
        diag_error(
            request->loc, "E_NOT_PROVEN", "the schedule of '%s' violates its order", request->name);
        return NULL;
    }
    Pipeline *placed = NEW(Pipeline);
    *placed = *request;
    placed->values = NEW_ARRAY(PipelineValue, request->value_count);
    for (int i = 0; i < request->value_count; i++) {
        PipelineValue *value = &placed->values[i];
        *value = request->values[i];
        value->consumers = NEW_ARRAY(Anchor, value->consumer_count);
        for (int c = 0; c < value->consumer_count; c++) {
            value->consumers[c] = request->values[i].consumers[c];
            place(&schedule, &value->consumers[c]);
        }
        place(&schedule, &value->producer);
    }
    return placed;
}
