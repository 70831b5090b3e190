/* oracle_turns.c: The second half of the oracle: checks the hand-offs. A schedule says that two
 * instances in one place do not live at the same time, but warps keep to that only if a hand-off
 * orders them. For every two instances that follow each other on a byte, a column or a barrier id,
 * the hand-offs must lead from the release of the first to the acquire of the second. The oracle
 * follows these paths from instance to instance and uses nothing of handoff.c.
 *
 * A path has three kinds of steps. A hand-off: iteration i of `from` is released before iteration i
 * + distance of `to` is acquired. A use: an acquired instance is released later; with cp.async the
 * release says nothing about the waits of its producer. An order: the iterations of one value are
 * acquired, and released, in order. So for one release it is enough to know, for each value, the
 * first iteration that is acquired after it. */
#include "pipeline.h"
#include <inttypes.h>
#include <string.h>

typedef struct {
    const PipelinePlan *plan;
    bool barrier;      /* of ids, otherwise of buffers */
    int *first, *next; /* lists of hand-offs, by `from` */
    int64_t *acquired,
        *released; /* of each value: the first iteration behind the release that is asked */
    int *touched, *queue;
    bool *queued;
    int touched_count, head, tail;
} Ways;

enum { NEVER = 1 << 30 };

static int64_t at_least(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t ceil_over(int64_t a, int64_t b) {
    return -div_floor(-a, b);
}

static Ways ways_new(const PipelinePlan *plan, bool barrier) {
    Ways ways = {.plan = plan, .barrier = barrier};
    ways.first = NEW_ARRAY(int, plan->count);
    ways.next = NEW_ARRAY(int, plan->handoff_count + 1);
    ways.acquired = NEW_ARRAY(int64_t, plan->count);
    ways.released = NEW_ARRAY(int64_t, plan->count);
    ways.touched = NEW_ARRAY(int, plan->count);
    ways.queue = NEW_ARRAY(int, plan->count);
    ways.queued = NEW_ARRAY(bool, plan->count);
    for (int v = 0; v < plan->count; v++) {
        ways.first[v] = -1;
        ways.acquired[v] = ways.released[v] = NEVER;
    }
    for (int h = 0; h < plan->handoff_count; h++)
        if (plan->handoffs[h].barrier == barrier) {
            ways.next[h] = ways.first[plan->handoffs[h].from];
            ways.first[plan->handoffs[h].from] = h;
        }
    return ways;
}

static void touch(Ways *ways, int value) {
    if (ways->acquired[value] == NEVER && ways->released[value] == NEVER)
        ways->touched[ways->touched_count++] = value;
}

static void note_release(Ways *ways, int value, int64_t iteration) {
    touch(ways, value);
    ways->released[value] = iteration;
    if (ways->queued[value])
        return;
    ways->queued[value] = true;
    ways->queue[ways->tail++ % ways->plan->count] = value;
}

/* At II = 8, distance 1: behind the release of iteration 3 comes the acquire of iteration 4. Of a
 * negative distance the first iterations wait for later ones: behind 1, at distance -2, is
 * iteration 0, which waits for 2. */
static void follow(Ways *ways, const Handoff *handoff) {
    int64_t at = at_least(0, ways->released[handoff->from] + handoff->distance);
    bool passes = ways->barrier || ways->plan->request->values[handoff->to].sync != SYNC_CPASYNC;
    if (at >= ways->acquired[handoff->to])
        return;
    touch(ways, handoff->to);
    ways->acquired[handoff->to] = at;
    if (passes && at < ways->released[handoff->to])
        note_release(ways, handoff->to, at);
}

static void follow_all(Ways *ways, int value, int64_t iteration) {
    for (int t = 0; t < ways->touched_count; t++)
        ways->acquired[ways->touched[t]] = ways->released[ways->touched[t]] = NEVER;
    ways->touched_count = ways->head = ways->tail = 0;
    note_release(ways, value, iteration);
    while (ways->head < ways->tail) {
        int from = ways->queue[ways->head++ % ways->plan->count];
        ways->queued[from] = false;
        for (int h = ways->first[from]; h >= 0; h = ways->next[h])
            follow(ways, &ways->plan->handoffs[h]);
        budget_spend(1);
    }
}

static int64_t slot_bytes(const Record *record) {
    return record->class == CLASS_TMEM ? record->final_stride : record->footprint;
}

static int64_t slot_low(const Record *record, int64_t iteration) {
    return record->final_offset +
           (iteration + record->rotation) % record->value->stages * record->final_stride;
}

static bool have_buffers(const Record *a, const Record *b) {
    return record_has_buffer(a) && record_has_buffer(b) && a->class == b->class;
}

static bool slots_meet(const Record *a, int64_t i, const Record *b, int64_t j) {
    int64_t low = slot_low(a, i), other = slot_low(b, j);
    return low < other + slot_bytes(b) && other < low + slot_bytes(a);
}

/* The first iteration of b that begins when iteration i of a is over, on the same place; NEVER:
 * there is none. */
static int64_t follower(const Ways *ways, int a, int64_t i, int b) {
    const Record *from = &ways->plan->records[a], *to = &ways->plan->records[b];
    int64_t j = at_least(0, i + ceil_over(from->end - to->begin, ways->plan->request->ii));
    for (int k = 0; k < to->value->stages && !ways->barrier; k++, j++)
        if (slots_meet(from, i, to, j))
            return j;
    return ways->barrier ? j : NEVER;
}

static bool one_ring(const Record *a, const Record *b) {
    return a->final_offset == b->final_offset && a->final_stride == b->final_stride &&
           a->value->stages == b->value->stages;
}

/* Values of one root may be alive at once: nobody says then who comes first. Iteration d of the
 * second meets iteration 0 of the first, in rings slot by slot on one another only where the two
 * have one slot. */
static bool ever_together(const Ways *ways, const Record *a, const Record *b) {
    int64_t ii = ways->plan->request->ii, d = div_floor(a->begin - b->end, ii) + 1;
    for (; b->begin + d * ii < a->end; d++) {
        budget_spend(1);
        if (!one_ring(a, b) || (d + b->rotation - a->rotation) % a->value->stages == 0)
            return true;
    }
    return false;
}

/* Some slot of the one on some slot of the other, in turn. */
static bool on_one_place(const Ways *ways, int a, int b) {
    const Record *from = &ways->plan->records[a], *to = &ways->plan->records[b];
    if (a == b)
        return false;
    if (ways->barrier)
        return from->barrier >= 0 && from->barrier == to->barrier;
    int64_t behind = (from->value->stages - 1) * from->final_stride + slot_bytes(from);
    int64_t other = (to->value->stages - 1) * to->final_stride + slot_bytes(to);
    bool meet = have_buffers(from, to) && from->final_offset < to->final_offset + other &&
                to->final_offset < from->final_offset + behind;
    bool one_root = strcmp(from->value->root, to->value->root) == 0;
    return meet && !(one_root && ever_together(ways, from, to));
}

static const char *find_untold(
    Ways *ways, int a, const int *others, int count, int64_t iterations) {
    const PipelineValue *values = ways->plan->request->values;
    for (int64_t i = 0; i < iterations; i++) {
        follow_all(ways, a, i);
        for (int k = 0; k < count; k++) {
            int64_t j = follower(ways, a, i, others[k]);
            if (j < NEVER && ways->acquired[others[k]] > j)
                return mem_printf(
                    "'%s' of iteration %" PRId64 " may start before '%s' of iteration %" PRId64
                    " is released: no hand-off orders them",
                    values[others[k]].name,
                    j,
                    values[a].name,
                    i);
        }
        budget_spend(1 + count);
    }
    return NULL;
}

static const char *find_in(const PipelinePlan *plan, bool barrier, int64_t iterations) {
    Ways ways = ways_new(plan, barrier);
    int *others = NEW_ARRAY(int, plan->count);
    const char *reason = NULL;
    for (int a = 0; a < plan->count && !reason; a++) {
        int count = 0;
        for (int b = 0; b < plan->count; b++)
            if (on_one_place(&ways, a, b))
                others[count++] = b;
        budget_spend(1 + plan->count / 4);
        reason = count ? find_untold(&ways, a, others, count, iterations) : NULL;
    }
    return reason;
}

const char *pipe_find_untold(const PipelinePlan *plan, int64_t iterations) {
    const char *reason = find_in(plan, false, iterations);
    return reason ? reason : find_in(plan, true, iterations);
}
