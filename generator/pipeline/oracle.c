/* oracle.c: Checks a plan independently of the phases that made it. The oracle unrolls the loop and
 * compares every two uses of one place. Times are computed from the request and places from the
 * final offsets; collisions are found by walking over the places, not by arithmetic on the circle.
 *
 * Iteration i of a value is an instance: it occupies its slot from begin to end, i * II later than
 * iteration 0. After 2 * stage_count + 2 * depth iterations, every possible relation between two
 * instances has occurred. */
#include "pipeline.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The use of a place by one instance. The spaces of the places are kept apart by `space`. */
typedef struct {
    int space; /* a BufferClass; SPACE_BARRIERS: ids */
    int64_t low, high, from, to;
    int value, iteration;
} Use;
enum { SPACE_BARRIERS = CLASS_AUTO };

typedef struct {
    const PipelinePlan *plan;
    Use *uses;
    int64_t count;
} Uses;

/* From the request alone: where the phases have begin and end, this must find them again. */
static void instance_times(const PipelineValue *value, int64_t ii, int64_t *from, int64_t *to) {
    *from = ii * value->producer.stage + value->producer.cycle;
    *to = INT64_MIN;
    for (int i = 0; i < value->consumer_count; i++) {
        const Anchor *anchor = &value->consumers[i];
        int64_t last = ii * (anchor->stage + anchor->distance) + anchor->cycle + anchor->latency;
        *to = last > *to ? last : *to;
    }
}

static int64_t unit_bytes(const Record *record) {
    return record->class == CLASS_TMEM ? record->final_stride : record->footprint;
}

static void add_use(Uses *uses, Use use) {
    uses->uses[uses->count++] = use;
}

static void unroll(Uses *uses, int index, int64_t iterations) {
    const Record *record = &uses->plan->records[index];
    const PipelineValue *value = &uses->plan->request->values[index];
    int64_t ii = uses->plan->request->ii, from, to;
    instance_times(value, ii, &from, &to);
    for (int64_t i = 0; i < iterations; i++) {
        Use use = {.from = from + i * ii, .to = to + i * ii, .value = index, .iteration = (int)i};
        if (record_has_buffer(record)) {
            use.space = (int)record->class;
            use.low = record->final_offset +
                      (i + record->rotation) % value->stages * record->final_stride;
            use.high = use.low + unit_bytes(record);
            add_use(uses, use);
        }
        if (record->barrier >= 0) {
            use.space = SPACE_BARRIERS;
            use.low = record->barrier;
            use.high = use.low + 1;
            add_use(uses, use);
        }
    }
}

static int by_low(const void *left, const void *right) {
    const Use *a = left, *b = right;
    if (a->space != b->space)
        return a->space < b->space ? -1 : 1;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->iteration > b->iteration) - (a->iteration < b->iteration);
}

/* May both use the place at one time? Values of one allocation may; of a barrier id the iterations
 * of one value may, which arrive one after the other. */
static bool may_meet(const PipelinePlan *plan, const Use *a, const Use *b) {
    const PipelineValue *values = plan->request->values;
    if (a->space == SPACE_BARRIERS)
        return a->value == b->value;
    return a->value != b->value && strcmp(values[a->value].root, values[b->value].root) == 0;
}

static const char *describe(const PipelinePlan *plan, const Use *a, const Use *b) {
    static const char *const places[] = {"byte", "column", "", "descriptor byte", "barrier"};
    return mem_printf(
        "'%s' of iteration %d and '%s' of iteration %d are both alive in %s %" PRId64
        " at cycle %" PRId64,
        plan->request->values[a->value].name,
        a->iteration,
        plan->request->values[b->value].name,
        b->iteration,
        places[a->space],
        a->low > b->low ? a->low : b->low,
        a->from > b->from ? a->from : b->from);
}

/* Goes up through the places, with the uses that reach there. */
static const char *find_collision(const Uses *uses) {
    const Use **open = NEW_ARRAY(const Use *, uses->count);
    int64_t open_count = 0;
    for (int64_t u = 0; u < uses->count; u++) {
        const Use *use = &uses->uses[u];
        int64_t kept = 0;
        for (int64_t o = 0; o < open_count; o++) {
            const Use *other = open[o];
            if (other->space != use->space || other->high <= use->low)
                continue;
            open[kept++] = other;
            if (other->from < use->to && use->from < other->to && !may_meet(uses->plan, other, use))
                return describe(uses->plan, other, use);
        }
        budget_spend(1 + open_count);
        open_count = kept;
        open[open_count++] = use;
    }
    return NULL;
}

static int64_t space_limit(const PipelinePlan *plan, const Record *record) {
    switch (record->class) {
    case CLASS_TMEM:
        return TMEM_COLUMNS;
    case CLASS_DESC:
        return plan->descriptors * DESC_BYTES;
    default:
        return plan->control ? (plan->capacity - plan->control) & ~INT64_C(7) : plan->capacity;
    }
}

/* Of one value: its place is aligned, inside of its region, and its id in the pool. */
static const char *check_record(const PipelinePlan *plan, const Record *record) {
    const Pipeline *request = plan->request;
    const PipelineValue *value = record->value;
    int64_t unit = record->class == CLASS_TMEM   ? TMEM_UNIT
                   : record->class == CLASS_DESC ? DESC_BYTES
                                                 : value->align;
    int64_t end =
        record->final_offset + (value->stages - 1) * record->final_stride + unit_bytes(record);
    if (record_has_buffer(record) && (record->final_offset < 0 || record->final_offset % unit ||
                                      (value->stages > 1 && record->final_stride % unit) ||
                                      record->final_stride < unit_bytes(record)))
        return mem_printf("'%s' is not aligned to %" PRId64, value->name, unit);
    if (record_has_buffer(record) && end > space_limit(plan, record))
        return mem_printf("'%s' ends at %" PRId64 ", beyond its region", value->name, end);
    int id = record->barrier - request->pool_base;
    if (value->no_barrier ? record->barrier != -1 : id < 0 || id >= request->pool)
        return mem_printf("barrier %d of '%s' is not in the pool", record->barrier, value->name);
    return NULL;
}

/* An id is used again only when all are in use. */
static const char *check_pool(const PipelinePlan *plan) {
    int used = 0, bound = 0;
    uint64_t seen = 0;
    for (int i = 0; i < plan->count; i++) {
        int barrier = plan->records[i].barrier;
        if (barrier < 0)
            continue;
        bound++;
        used += !(seen >> barrier & 1);
        seen |= UINT64_C(1) << barrier;
    }
    int wanted = bound < plan->request->pool ? bound : plan->request->pool;
    return used == wanted ? NULL : "a barrier id is reused before all ids are in use";
}

/* Values of one class are of one kind and at one place. */
static const char *check_class(const PipelinePlan *plan, int index) {
    const Record *record = &plan->records[index], *root = &plan->records[record->parent];
    bool alias = record->chain == root->chain;
    bool same = alias || (record->class == root->class && record->footprint == root->footprint &&
                          record->value->dtype == root->value->dtype &&
                          record->value->stages == root->value->stages);
    if (record->parent == index || (same && record->final_offset == root->final_offset))
        return NULL;
    return mem_printf(
        "'%s' and '%s' share a buffer but differ", record->value->name, root->value->name);
}

static const char *check_heights(const PipelinePlan *plan) {
    if (plan->tiles_after > plan->tiles_before || plan->tiles_compact > plan->tiles_before)
        return "sharing made the region higher";
    if (plan->packed.height > plan->tiles_compact || plan->packed.bound > plan->packed.height)
        return "the packed size is above the unpacked size, or below the bytes that live at the "
               "same time";
    return NULL;
}

static const char *check_all(const PipelinePlan *plan, Uses *uses, int64_t iterations) {
    const char *reason = check_heights(plan);
    reason = reason ? reason : check_pool(plan);
    for (int i = 0; i < plan->count && !reason; i++) {
        reason = check_record(plan, &plan->records[i]);
        reason = reason ? reason : check_class(plan, i);
    }
    reason = reason ? reason : find_collision(uses);
    return reason ? reason : pipe_find_untold(plan, iterations);
}

void pipe_prove(PipelinePlan *plan) {
    MemMark mark = mem_mark();
    int64_t depth = 0;
    for (int i = 0; i < plan->count; i++)
        depth = plan->request->values[i].stages > depth ? plan->request->values[i].stages : depth;
    int64_t iterations = 2 * plan->stage_count + 2 * depth;
    budget_spend(plan->count * iterations / 4);
    Uses uses = {plan, NEW_ARRAY(Use, 2 * plan->count * iterations), 0};
    for (int i = 0; i < plan->count; i++)
        unroll(&uses, i, iterations);
    qsort(uses.uses, (size_t)uses.count, sizeof *uses.uses, by_low);
    budget_spend(4 * uses.count);
    const char *reason = check_all(plan, &uses, iterations);
    plan->proof = (PipelineProof){!reason, iterations, uses.count, NULL};
    if (!reason) {
        mem_rewind(mark);
        return;
    }
    plan->proof.reason = reason;
}
