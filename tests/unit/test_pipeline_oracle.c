/* test_pipeline_oracle.c: the oracle of plans against another one that is slower and plainer: every two uses of a
 * place are looked at, and the ways of hand-offs are walked node by node, an acquire and a release of each iteration.
 * Right plans and plans with one thing changed: both must say the same, in the same words. */
#include "pipeline/pipeline.h"
#include "random_block.h"
#include "unit.h"

enum { FEWER = 5, ITERATIONS = 200, IDS = 9 };

typedef struct {
    int space, value, iteration; /* spaces: of the classes, then ids */
    int64_t low, high, from, to;
} Use;

static int64_t begin_of(const Pipeline *block, int value) {
    const Anchor *at = &block->values[value].producer;
    return at->stage * block->ii + at->cycle;
}

static int64_t end_of(const Pipeline *block, int value) {
    int64_t last = INT64_MIN;
    for (int c = 0; c < block->values[value].consumer_count; c++) {
        const Anchor *at = &block->values[value].consumers[c];
        int64_t end = (at->stage + at->distance) * block->ii + at->cycle + at->latency;
        last = end > last ? end : last;
    }
    return last;
}

static bool has_place(const Record *record) {
    return record->class == CLASS_SMEM || record->class == CLASS_TMEM ||
           record->class == CLASS_DESC;
}

static int64_t slot_size(const Record *record) {
    return record->class == CLASS_TMEM ? record->final_stride : record->footprint;
}

static int64_t slot_low(const Record *record, int64_t iteration) {
    return record->final_offset +
           (iteration + record->rotation) % record->value->stages * record->final_stride;
}

/* ---- of one value, and of all together ------------------------------------------------------- */

static const char *wrong_heights(const PipelinePlan *plan) {
    if (plan->tiles_after > plan->tiles_before || plan->tiles_compact > plan->tiles_before)
        return "sharing made the region higher";
    if (plan->packed.height > plan->tiles_compact || plan->packed.bound > plan->packed.height)
        return "the packed size is above the unpacked size, or below the bytes that live at the "
               "same time";
    return NULL;
}

static const char *wrong_pool(const PipelinePlan *plan) {
    int holders = 0, ids = 0;
    for (int id = 0; id < 64; id++) {
        int here = 0;
        for (int i = 0; i < plan->count; i++)
            here += plan->records[i].barrier == id;
        holders += here;
        ids += here > 0;
    }
    int wanted = holders < plan->request->pool ? holders : plan->request->pool;
    return ids == wanted ? NULL : "a barrier id is reused before all ids are in use";
}

static const char *wrong_record(const PipelinePlan *plan, int index) {
    const Record *record = &plan->records[index];
    const PipelineValue *value = record->value;
    bool tmem = record->class == CLASS_TMEM, descriptor = record->class == CLASS_DESC;
    int64_t unit = tmem ? 32 : descriptor ? 128 : value->align, size = slot_size(record);
    int64_t left = plan->capacity - plan->control, id = record->barrier - plan->request->pool_base;
    int64_t limit = tmem            ? 512
                    : descriptor    ? plan->descriptors * 128
                    : plan->control ? left - left % 8
                                    : left;
    if (has_place(record)) {
        bool aligned = record->final_offset >= 0 && record->final_offset % unit == 0;
        if (value->stages > 1)
            aligned = aligned && record->final_stride % unit == 0;
        if (!aligned || record->final_stride < size)
            return mem_printf("'%s' is not aligned to %d", value->name, (int)unit);
        int64_t end = record->final_offset + (value->stages - 1) * record->final_stride + size;
        if (end > limit)
            return mem_printf("'%s' ends at %d, beyond its region", value->name, (int)end);
    }
    if (value->no_barrier ? record->barrier != -1 : id < 0 || id >= plan->request->pool)
        return mem_printf("barrier %d of '%s' is not in the pool", record->barrier, value->name);
    const Record *root = &plan->records[record->parent];
    bool same = record->chain == root->chain ||
                (record->class == root->class && record->footprint == root->footprint &&
                 value->dtype == root->value->dtype && value->stages == root->value->stages);
    if (record->parent != index && !(same && record->final_offset == root->final_offset))
        return mem_printf(
            "'%s' and '%s' share a buffer but differ", value->name, root->value->name);
    return NULL;
}

/* ---- two uses of one place ------------------------------------------------------------------- */

static bool is_before(const Use *a, const Use *b) {
    if (a->space != b->space)
        return a->space < b->space;
    if (a->low != b->low)
        return a->low < b->low;
    return a->value != b->value ? a->value < b->value : a->iteration < b->iteration;
}

static int add(Use *uses, int count, Use use) {
    int at = count;
    for (; at > 0 && is_before(&use, &uses[at - 1]); at--)
        uses[at] = uses[at - 1];
    uses[at] = use;
    return count + 1;
}

static int uses_of(const PipelinePlan *plan, int iterations, Use *uses) {
    int count = 0;
    for (int v = 0; v < plan->count; v++)
        for (int i = 0; i < iterations; i++) {
            const Record *record = &plan->records[v];
            int64_t later = i * plan->request->ii;
            Use use = {.value = v, .iteration = i};
            use.from = begin_of(plan->request, v) + later;
            use.to = end_of(plan->request, v) + later;
            use.space = (int)record->class;
            use.low = slot_low(record, i);
            use.high = use.low + slot_size(record);
            if (has_place(record))
                count = add(uses, count, use);
            use.space = 100;
            use.low = record->barrier;
            use.high = use.low + 1;
            if (record->barrier >= 0)
                count = add(uses, count, use);
        }
    return count;
}

static bool one_root(const PipelinePlan *plan, int a, int b) {
    return strcmp(plan->request->values[a].root, plan->request->values[b].root) == 0;
}

static const char *wrong_uses(const PipelinePlan *plan, const Use *uses, int count) {
    for (int u = 0; u < count; u++)
        for (int o = 0; o < u; o++) {
            const Use *a = &uses[o], *b = &uses[u];
            bool ids = a->space == 100;
            bool may = ids ? a->value == b->value
                           : a->value != b->value && one_root(plan, a->value, b->value);
            if (a->space != b->space || a->high <= b->low || a->to <= b->from || b->to <= a->from ||
                may)
                continue;
            return mem_printf(
                "'%s' of iteration %d and '%s' of iteration %d are both alive in %s %d at cycle %d",
                plan->records[a->value].value->name,
                a->iteration,
                plan->records[b->value].value->name,
                b->iteration,
                ids                      ? "barrier"
                : a->space == CLASS_TMEM ? "column"
                : a->space == CLASS_DESC ? "descriptor byte"
                                         : "byte",
                (int)b->low,
                (int)(a->from > b->from ? a->from : b->from));
        }
    return NULL;
}

/* ---- who is told of whom --------------------------------------------------------------------- */

static bool reached[FEWER][2][ITERATIONS]; /* acquires, releases behind the release that is asked */

static void reach(
    const PipelinePlan *plan, bool barrier, int value, int released, int64_t iteration) {
    if (iteration < 0 || iteration >= ITERATIONS || reached[value][released][iteration])
        return;
    reached[value][released][iteration] = true;
    reach(plan, barrier, value, released, iteration + 1);
    if (!released && (barrier || plan->request->values[value].sync != SYNC_CPASYNC))
        reach(plan, barrier, value, 1, iteration);
    for (int h = 0; released && h < plan->handoff_count; h++)
        if (plan->handoffs[h].from == value && plan->handoffs[h].barrier == barrier)
            reach(plan, barrier, plan->handoffs[h].to, 0, iteration + plan->handoffs[h].distance);
}

static bool one_ring(const Record *a, const Record *b) {
    return a->final_offset == b->final_offset && a->final_stride == b->final_stride &&
           a->value->stages == b->value->stages;
}

static bool takes_turns(const PipelinePlan *plan, int i, int k, bool barrier) {
    const Record *a = &plan->records[i], *b = &plan->records[k];
    if (i == k || (barrier && (a->barrier < 0 || a->barrier != b->barrier)))
        return false;
    int64_t a_end = a->final_offset + (a->value->stages - 1) * a->final_stride + slot_size(a);
    int64_t b_end = b->final_offset + (b->value->stages - 1) * b->final_stride + slot_size(b);
    if (!barrier && (!has_place(a) || a->class != b->class || a_end <= b->final_offset ||
                     b_end <= a->final_offset))
        return false;
    for (int d = -FAR; d <= FAR && !barrier && one_root(plan, i, k); d++) {
        bool now =
            b->begin + d * plan->request->ii < a->end && a->begin < b->end + d * plan->request->ii;
        if (now && (!one_ring(a, b) || (d + b->rotation - a->rotation) % a->value->stages == 0))
            return false;
    }
    return true;
}

/* The first use of the place by b when that of iteration i of a is over; -1: none. */
static int next_use(const PipelinePlan *plan, int a, int i, int b, bool barrier) {
    const Record *from = &plan->records[a], *to = &plan->records[b];
    int64_t ii = plan->request->ii, low = slot_low(from, i), high = low + slot_size(from);
    int j = 0;
    while (to->begin + j * ii < from->end + i * ii)
        j++;
    for (int k = 0; k < to->value->stages; k++, j++)
        if (barrier || (slot_low(to, j) < high && low < slot_low(to, j) + slot_size(to)))
            return j;
    return -1;
}

static const char *wrong_turns(const PipelinePlan *plan, int iterations, bool barrier) {
    for (int a = 0; a < plan->count; a++)
        for (int i = 0; i < iterations; i++) {
            bool asked = false;
            for (int b = 0; b < plan->count; b++) {
                if (!takes_turns(plan, a, b, barrier))
                    continue;
                if (!asked) {
                    memset(reached, 0, sizeof reached);
                    reach(plan, barrier, a, 1, i);
                    asked = true;
                }
                int j = next_use(plan, a, i, b, barrier);
                if (j >= 0 && !reached[b][0][j])
                    return mem_printf(
                        "'%s' of iteration %d may start before '%s' of iteration %d is released: "
                        "no hand-off orders "
                        "them",
                        plan->records[b].value->name,
                        j,
                        plan->records[a].value->name,
                        i);
            }
        }
    return NULL;
}

static const char *wrong_with(const PipelinePlan *plan, int *iterations, int *instances) {
    Use uses[2 * FEWER * ITERATIONS];
    int64_t deepest = 0;
    const char *why = wrong_heights(plan);
    for (int i = 0; i < plan->count; i++)
        deepest =
            plan->records[i].value->stages > deepest ? plan->records[i].value->stages : deepest;
    *iterations = (int)(2 * (plan->stage_count + deepest));
    *instances = uses_of(plan, *iterations, uses);
    why = why ? why : wrong_pool(plan);
    for (int i = 0; i < plan->count && !why; i++)
        why = wrong_record(plan, i);
    why = why ? why : wrong_uses(plan, uses, *instances);
    why = why ? why : wrong_turns(plan, *iterations, false);
    return why ? why : wrong_turns(plan, *iterations, true);
}

/* ---- what is changed ------------------------------------------------------------------------- */

static void change_record(PipelinePlan *plan, int kind) {
    Record *one = &plan->records[draw(plan->count)], *other = &plan->records[draw(plan->count)];
    int64_t unit = one->class == CLASS_TMEM   ? 32
                   : one->class == CLASS_DESC ? 128
                                              : one->value->align;
    if (kind == 0)
        one->final_offset += (draw(5) - 2) * unit;
    else if (kind == 1)
        one->final_offset += draw(3) - 1;
    else if (kind == 2)
        one->final_offset = other->final_offset;
    else if (kind == 3)
        one->final_stride += draw(2) ? (draw(3) - 1) * unit : draw(3) - 1;
    else if (kind == 4)
        one->rotation = draw(one->value->stages);
    else if (kind == 5)
        one->barrier = draw(2) ? other->barrier : draw(IDS) - 1;
    else if (kind == 6)
        one->parent = (int)(other - plan->records);
    else if (kind == 7)
        one->value->consumers[0].latency += draw(4);
}

static void change_plan(PipelinePlan *plan, int kind) {
    Handoff *handoff = plan->handoff_count ? &plan->handoffs[draw(plan->handoff_count)] : NULL;
    int64_t *const sizes[] = {
        &plan->tiles_before,
        &plan->tiles_after,
        &plan->tiles_compact,
        &plan->packed.height,
        &plan->packed.bound};
    if (kind < 8)
        change_record(plan, kind);
    else if (kind == 8)
        *sizes[draw(5)] += draw(2) ? 1 : -1;
    else if (kind == 9)
        plan->descriptors += draw(2) - 1;
    else if (kind == 10)
        plan->capacity = plan->control + plan->tiles_after + draw(24) - 16;
    else if (kind == 11 && handoff)
        *handoff = plan->handoffs[--plan->handoff_count];
    else if (kind == 12 && handoff)
        handoff->distance += draw(5) - 2;
    else if (kind == 13 && handoff)
        handoff->barrier = !handoff->barrier;
    else if (kind == 14 && handoff)
        handoff->distance = -draw(4);
    else if (kind == 15)
        plan->request->values[draw(plan->count)].sync = SYNC_CPASYNC;
}

static PipelinePlan *planned(Pipeline *block, bool tmem) {
    PipelinePlan *plan = pipe_new(block, 1u, tmem, INT64_C(1) << 20);
    bool ok = pipe_lifetimes(plan) && pipe_barriers(plan);
    pipe_classify(plan);
    if (!ok || !pipe_bind(plan))
        return NULL;
    pipe_share(plan);
    if (!pipe_pack(plan) || plan->tmem_columns > 512)
        return NULL;
    pipe_handoffs(plan);
    return plan;
}

static void test_against_pairs(void) {
    int right = 0, wrong = 0, untold = 0;
    for (int n = 0; n < 3200; n++) {
        MemMark mark = mem_mark();
        int iterations, instances;
        Pipeline *block = random_block(n, FEWER);
        block->pool = 1 + n % 4;
        PipelinePlan *plan = planned(block, n % 2);
        if (plan) {
            change_plan(plan, draw(17));
            const char *why = wrong_with(plan, &iterations, &instances);
            pipe_prove(plan);
            EXPECT(plan->proof.ok == !why);
            EXPECT(!why || (plan->proof.reason && strcmp(plan->proof.reason, why) == 0));
            EXPECT(plan->proof.iterations == iterations && plan->proof.instances == instances);
            right += !why;
            wrong += why != NULL;
            untold += why && strstr(why, "no hand-off");
        }
        diag_reset();
        mem_rewind(mark);
    }
    printf("%d plans are right, %d wrong, %d of these for a hand-off\n", right, wrong, untold);
    EXPECT(right > 500 && wrong > 400 && untold > 60);
}

int main(void) {
    test_against_pairs();
    mem_free_all();
    return unit_finish();
}
