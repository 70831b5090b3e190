/* handoff.c: The waits that code needs where values share a place. A schedule says when things
 * happen, but warps run at their own pace. If two values take turns on one place, the second may
 * start only after the first is released. Of several values on one place, waiting for the previous
 * one is enough, because it waited for those before it. cp.async is an exception: its arrival says
 * that the data landed, but not that earlier waits of its producer ended. */
#include "pipeline.h"
#include <stdlib.h>

typedef struct {
    int value;
    int64_t distance;
    int64_t over; /* when its instance ends, seen from the one that waits: at most its begin */
} Before;

/* Bytes or columns from the first to the last slot. */
static int64_t final_extent(const Record *record) {
    int64_t slot = record->class == CLASS_TMEM ? record->final_stride : record->footprint;
    return (record->value->stages - 1) * record->final_stride + slot;
}

/* Rings slot by slot on one another, so that only one slot of the other is in the way. */
static bool same_ring(const Record *a, const Record *b) {
    return a->final_offset == b->final_offset && a->final_stride == b->final_stride &&
           a->value->stages == b->value->stages;
}

/* [a, a + n) and [b, b + m) on a circle: each begins outside of the other. */
static bool arcs_apart(int64_t a, int64_t n, int64_t b, int64_t m, int64_t circle) {
    int64_t ahead = b - a - div_floor(b - a, circle) * circle;
    return n + m <= circle && ahead >= n && circle - ahead >= m;
}

bool records_apart(const Record *a, const Record *b, int64_t ahead, int64_t ii) {
    int64_t circle = a->value->stages * ii, begin = b->begin - ahead * ii;
    return arcs_apart(a->begin, a->end - a->begin, begin, b->end - b->begin, circle);
}

static bool overlap(const Record *a, const Record *b) {
    return record_has_buffer(a) && a->class == b->class &&
           a->final_offset < b->final_offset + final_extent(b) &&
           b->final_offset < a->final_offset + final_extent(a);
}

/* Only values of one root may be on one place and not apart. */
static bool apart(const Record *a, const Record *b, int64_t ii) {
    if (a->chain != b->chain)
        return true;
    if (same_ring(a, b))
        return records_apart(a, b, b->rotation - a->rotation, ii);
    return arcs_apart(a->begin, a->end - a->begin, b->begin, b->end - b->begin, ii);
}

bool pipe_alive_at_once(const PipelinePlan *plan, int i, int j) {
    const Record *a = &plan->records[i], *b = &plan->records[j];
    return overlap(a, b) && !apart(a, b, plan->request->ii);
}

/* In turn. */
static bool share_bytes(const PipelinePlan *plan, const Record *a, const Record *b) {
    return overlap(a, b) && apart(a, b, plan->request->ii);
}

static bool share_place(const PipelinePlan *plan, int a, int b, bool barrier) {
    const Record *left = &plan->records[a], *right = &plan->records[b];
    if (barrier)
        return left->slot >= 0 && left->slot == right->slot;
    return share_bytes(plan, left, right);
}

static int64_t ceil_div(int64_t a, int64_t b) {
    return -div_floor(-a, b);
}

int64_t pipe_distance(const Record *from, const Record *to, int64_t ii) {
    return ceil_div(from->end - to->begin, ii);
}

int64_t pipe_ring_distance(const Record *from, const Record *to, int64_t ahead, int64_t ii) {
    int64_t distance = pipe_distance(from, to, ii), stages = from->value->stages;
    int64_t off = ahead - distance; /* to a multiple of the stages */
    return distance + off - div_floor(off, stages) * stages;
}

/* Iteration i of `to` comes after iteration i - distance of `from`: the latest that ends before it,
 * and in equal rings the latest of those in its slot. At II = 8, [0,4) before [4,8): 0; after
 * it: 1. */
static int64_t distance_of(const PipelinePlan *plan, int from, int to, bool barrier) {
    const Record *a = &plan->records[from], *b = &plan->records[to];
    if (barrier || !same_ring(a, b))
        return pipe_distance(a, b, plan->request->ii);
    return pipe_ring_distance(a, b, a->rotation - b->rotation, plan->request->ii);
}

static int by_nearness(const void *left, const void *right) {
    const Before *a = left, *b = right;
    if (a->over != b->over)
        return a->over > b->over ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

static void add(PipelinePlan *plan, Handoff handoff) {
    MORE(plan->handoffs, plan->handoff_count, &plan->handoff_capacity);
    plan->handoffs[plan->handoff_count++] = handoff;
}

/* It ended before the one that is kept began, and that one waits for it and passes it on.
 * Iterations begin with 0: one that is kept from an iteration before that of `before` may be
 * missing when that of `before` is there. */
static bool is_covered(
    const PipelinePlan *plan, const Before *before, const Before *kept, bool barrier) {
    bool passes = barrier || plan->records[kept->value].value->sync != SYNC_CPASYNC;
    return passes && share_place(plan, before->value, kept->value, barrier) &&
           kept->distance <= before->distance &&
           distance_of(plan, before->value, kept->value, barrier) + kept->distance <=
               before->distance;
}

static void find_handoffs(PipelinePlan *plan, int to, bool barrier, Before *found) {
    int count = 0, kept = 0;
    int64_t ii = plan->request->ii;
    for (int from = 0; from < plan->count; from++)
        if (from != to && share_place(plan, from, to, barrier)) {
            int64_t distance = distance_of(plan, from, to, barrier);
            found[count++] = (Before){from, distance, plan->records[from].end - distance * ii};
        }
    qsort(found, (size_t)count, sizeof *found, by_nearness);
    for (int i = 0; i < count; i++) {
        bool covered = false;
        for (int k = 0; k < kept && !covered; k++)
            covered = is_covered(plan, &found[i], &found[k], barrier);
        budget_spend(1 + kept);
        if (!covered)
            found[kept++] = found[i];
    }
    for (int k = 0; k < kept; k++)
        add(plan, (Handoff){found[k].value, to, found[k].distance, barrier});
}

void pipe_handoffs(PipelinePlan *plan) {
    Before *found = NEW_ARRAY(Before, plan->count);
    for (int to = 0; to < plan->count; to++) {
        budget_spend(1 + plan->count / 2);
        find_handoffs(plan, to, false, found);
        if (plan->records[to].slot >= 0 && plan->slots[plan->records[to].slot].count > 1)
            find_handoffs(plan, to, true, found);
    }
}
