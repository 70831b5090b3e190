/* test_pipeline_places.c: what comes behind the phases, on random blocks: the packed places against the lowest of all
 * orders, heights, and the hand-offs against iterations looked at one by one. */
#include "pipeline/pipeline.h"
#include "random_block.h"
#include "unit.h"

enum { FEWER = 6 };

static bool alive(const Record *record, int64_t ii, int64_t residue) {
    for (int64_t t = record->begin; t < record->end; t++)
        if (t % ii == residue)
            return true;
    return false;
}

/* ---- packing --------------------------------------------------------------------------------- */

/* What is placed as one: an allocation, or all values of a class. */
typedef struct {
    int64_t size, align, at;
    bool on[MOST_II_HERE];
} Held;

static int head_of(const PipelinePlan *plan, const int *root, int i, bool classes) {
    return classes ? root[i] : plan->records[i].chain;
}

static bool is_told(const PipelineValue *value) {
    bool said = value->sync != SYNC_NONE || !value->no_barrier;
    return said && (value->sync != SYNC_DSMEM || value->handoff_cluster);
}

static int64_t align_of(const Record *record) {
    return record->class == CLASS_TMEM   ? 32
           : record->class == CLASS_DESC ? 128
                                         : record->value->align;
}

static int units_of(
    const PipelinePlan *plan,
    const int *root,
    BufferClass class,
    bool classes,
    Held *units,
    int *unit) {
    int count = 0;
    int64_t ii = plan->request->ii;
    for (int i = 0; i < plan->count; i++) {
        const Record *record = &plan->records[i];
        unit[i] = -1;
        if (record->class != class)
            continue;
        int head = head_of(plan, root, i, classes);
        if (head == i) {
            unit[i] = count++;
            units[unit[i]] = (Held){.size = 0, .align = 1};
        }
        Held *to = &units[unit[i] = unit[head]];
        for (int k = 0; k < plan->count; k++) /* the whole allocation of each */
            if (plan->records[k].chain == record->chain) {
                int64_t size = plan->records[k].stride * plan->records[k].value->stages;
                to->size = size > to->size ? size : to->size;
                to->align = align_of(&plan->records[k]) > to->align ? align_of(&plan->records[k])
                                                                    : to->align;
                if (plan->request->mode != MODE_SEED && !is_told(plan->records[k].value))
                    memset(to->on, 1, sizeof to->on);
            }
        for (int64_t r = 0; r < ii; r++)
            to->on[r] = to->on[r] || alive(record, ii, r);
    }
    return count;
}

static bool meet(const Held *a, const Held *b, int64_t ii) {
    for (int64_t r = 0; r < ii; r++)
        if (a->on[r] && b->on[r])
            return true;
    return false;
}

/* Each order, every unit on top of what it meets. */
static int64_t lowest(Held *units, int count, unsigned placed, int64_t height, int64_t ii) {
    int64_t best = INT64_MAX;
    if (placed == (1u << count) - 1)
        return height;
    for (int i = 0; i < count; i++) {
        int64_t at = 0;
        if (placed >> i & 1)
            continue;
        for (int k = 0; k < count; k++)
            if ((placed >> k & 1) && meet(&units[i], &units[k], ii) &&
                units[k].at + units[k].size > at)
                at = units[k].at + units[k].size;
        while (at % units[i].align)
            at++;
        units[i].at = at;
        int64_t top = at + units[i].size > height ? at + units[i].size : height;
        int64_t got = lowest(units, count, placed | 1u << i, top, ii);
        best = got < best ? got : best;
    }
    return best;
}

static int64_t load(const Held *units, int count, int64_t ii) {
    int64_t most = 0;
    for (int64_t r = 0; r < ii; r++) {
        int64_t sum = 0;
        for (int u = 0; u < count; u++)
            sum += units[u].on[r] ? units[u].size : 0;
        most = sum > most ? sum : most;
    }
    return most;
}

static int64_t end_of(const PipelinePlan *plan, int i) {
    int64_t size = 0;
    for (int k = 0; k < plan->count; k++) {
        int64_t own = plan->records[k].stride * plan->records[k].value->stages;
        size = plan->records[k].chain == plan->records[i].chain && own > size ? own : size;
    }
    return plan->records[i].final_offset + size;
}

static int64_t height_of(const PipelinePlan *plan, BufferClass class) {
    int64_t height = 0;
    for (int i = 0; i < plan->count; i++)
        if (plan->records[i].class == class && end_of(plan, i) > height)
            height = end_of(plan, i);
    return height;
}

typedef struct {
    int64_t after, compact, lone, together, bound[2];
} Heights;

static Heights heights_of(const PipelinePlan *plan, const int *root, BufferClass class) {
    Held units[FEWER];
    int unit[FEWER], count;
    Heights want = {0};
    int64_t ii = plan->request->ii;
    count = units_of(plan, root, class, false, units, unit);
    want.bound[0] = load(units, count, ii);
    want.lone = lowest(units, count, 0, 0, ii);
    count = units_of(plan, root, class, true, units, unit);
    want.bound[1] = load(units, count, ii);
    want.together = lowest(units, count, 0, 0, ii);
    for (int u = 0; u < count; u++) {
        while (want.compact % units[u].align)
            want.compact++;
        want.compact += units[u].size;
    }
    return want;
}

/* Values of one class of buffers on one place are one class, by the pairs that are alike. */
static void expect_merged(const PipelinePlan *plan, const int *chain) {
    int parent[FEWER], count = 0;
    for (int i = 0; i < plan->count; i++)
        parent[i] = chain[i];
    for (int i = 0; i < plan->count; i++)
        for (int k = i + 1; k < plan->count; k++) {
            const Record *a = &plan->records[i], *b = &plan->records[k];
            int from = parent[k], to = parent[i];
            if (from == to || a->class != b->class || a->final_offset != b->final_offset ||
                !records_alike(plan, i, k))
                continue;
            EXPECT(
                count < plan->merge_count && plan->merges[count].into == i &&
                plan->merges[count].value == k);
            count++;
            for (int m = 0; m < plan->count; m++)
                parent[m] =
                    parent[m] == from || parent[m] == to ? (from < to ? from : to) : parent[m];
        }
    EXPECT(count == plan->merge_count);
    for (int i = 0; i < plan->count; i++)
        EXPECT(record_root(plan, i) == parent[i]);
}

static int loose, tight, apart;

static void expect_packed(PipelinePlan *plan) {
    int root[FEWER], chain[FEWER], merges = plan->merge_count;
    for (int i = 0; i < plan->count; i++) {
        root[i] = record_root(plan, i);
        chain[i] = plan->records[i].chain;
    }
    int64_t after = height_of(plan, CLASS_SMEM);
    Heights smem = heights_of(plan, root, CLASS_SMEM), tmem = heights_of(plan, root, CLASS_TMEM);
    Heights slots = heights_of(plan, root, CLASS_DESC);
    bool pack = plan->request->mode == MODE_PACK;
    int64_t best = smem.lone < smem.together ? smem.lone : smem.together;
    int64_t columns = tmem.lone < tmem.together ? tmem.lone : tmem.together;
    int64_t descriptors = slots.lone < slots.together ? slots.lone : slots.together;
    if (!pack) {
        columns = height_of(plan, CLASS_TMEM);
        descriptors = height_of(plan, CLASS_DESC);
    }
    EXPECT(pipe_pack(plan) == (columns <= 512));
    if (columns > 512)
        return;
    EXPECT(plan->tiles_after == after && plan->tiles_compact == smem.compact);
    EXPECT(plan->packed.height == best && plan->packed.exact);
    EXPECT(
        plan->packed.bound == smem.bound[0] ||
        (smem.bound[0] > best && plan->packed.bound == smem.bound[1]));
    EXPECT(plan->tmem_columns == columns && plan->descriptors == descriptors / 128);
    int64_t alloc = 32;
    while (alloc < columns)
        alloc += alloc;
    EXPECT(plan->tmem_alloc == (columns ? alloc : 0));
    EXPECT(!pack || height_of(plan, CLASS_SMEM) == best);
    loose += pack && smem.together > smem.lone;
    tight += pack && smem.together <= smem.lone && merges > 0;
    apart += pack && merges != plan->merge_count;
    if (pack && smem.together > smem.lone && tmem.together == 0 && slots.together == 0)
        expect_merged(plan, chain);
    for (int i = 0; i < plan->count; i++)
        for (int k = 0; k < i; k++)
            EXPECT(
                chain[i] != chain[k] ||
                plan->records[i].final_offset == plan->records[k].final_offset);
}

/* ---- hand-offs ------------------------------------------------------------------------------- */

typedef struct {
    int from;
    int64_t distance, over;
    bool gone;
} Wait;

static bool one_ring(const Record *a, const Record *b) {
    return a->final_offset == b->final_offset && a->final_stride == b->final_stride &&
           a->value->stages == b->value->stages;
}

static int64_t length_of(const Record *a) {
    int64_t last = a->class == CLASS_TMEM ? a->final_stride : a->footprint;
    return (a->value->stages - 1) * a->final_stride + last;
}

static bool on_one_place(const Record *a, const Record *b) {
    return a->class != CLASS_BAR && a->class == b->class &&
           a->final_offset < b->final_offset + length_of(b) &&
           b->final_offset < a->final_offset + length_of(a);
}

/* Some iteration of b is alive with iteration 0 of a, in rings slot by slot on one another in the same slot. */
static bool at_once(const Record *a, const Record *b, int64_t ii) {
    for (int d = -FAR; d <= FAR; d++) {
        bool same_slot = (d + b->rotation - a->rotation) % a->value->stages == 0;
        if ((!one_ring(a, b) || same_slot) && b->begin + d * ii < a->end &&
            a->begin < b->end + d * ii)
            return true;
    }
    return false;
}

static bool take_turns(const PipelinePlan *plan, int i, int k, bool barrier) {
    const Record *a = &plan->records[i], *b = &plan->records[k];
    if (barrier)
        return a->barrier >= 0 && a->barrier == b->barrier;
    EXPECT(
        pipe_alive_at_once(plan, i, k) ==
        (on_one_place(a, b) && a->chain == b->chain && at_once(a, b, plan->request->ii)));
    return on_one_place(a, b) && !(a->chain == b->chain && at_once(a, b, plan->request->ii));
}

/* The last iteration of `from` that ended before iteration FAR of `to` begins, and in one ring was in its slot. */
static int64_t back(const PipelinePlan *plan, int from, int to, bool barrier) {
    const Record *a = &plan->records[from], *b = &plan->records[to];
    int64_t ii = plan->request->ii, i = 3 * FAR, slots = a->value->stages;
    while (a->end + i * ii > b->begin + FAR * ii)
        i--;
    while (!barrier && one_ring(a, b) && (i + a->rotation - FAR - b->rotation) % slots != 0)
        i--;
    return FAR - i;
}

static bool is_nearer(const Wait *a, const Wait *b) {
    return a->over != b->over ? a->over > b->over : a->from < b->from;
}

static int waits_of(const PipelinePlan *plan, int to, bool barrier, Wait *waits) {
    int count = 0;
    for (int from = 0; from < plan->count; from++)
        if (from != to && take_turns(plan, from, to, barrier)) {
            Wait wait = {from, back(plan, from, to, barrier), 0, false};
            wait.over = plan->records[from].end - wait.distance * plan->request->ii;
            int at = count++;
            for (; at > 0 && is_nearer(&wait, &waits[at - 1]); at--)
                waits[at] = waits[at - 1];
            waits[at] = wait;
        }
    for (int w = 0; w < count; w++)
        for (int k = 0; k < w;
             k++) { /* of the same turn or a later one, and comes after w itself */
            int nearer = waits[k].from;
            bool passes = barrier || plan->request->values[nearer].sync != SYNC_CPASYNC;
            if (!waits[k].gone && passes && take_turns(plan, waits[w].from, nearer, barrier) &&
                waits[k].distance <= waits[w].distance &&
                back(plan, waits[w].from, nearer, barrier) + waits[k].distance <= waits[w].distance)
                waits[w].gone = true;
        }
    return count;
}

static int handed;

static void expect_handoffs(PipelinePlan *plan) {
    int h = 0;
    pipe_handoffs(plan);
    for (int to = 0; to < plan->count; to++)
        for (int barrier = 0; barrier < 2; barrier++) {
            Wait waits[FEWER + 2];
            int count = waits_of(plan, to, barrier, waits);
            for (int w = 0; w < count; w++) {
                if (waits[w].gone)
                    continue;
                const Handoff *got = &plan->handoffs[h++];
                EXPECT(
                    h <= plan->handoff_count && got->from == waits[w].from && got->to == to &&
                    got->distance == waits[w].distance && got->barrier == barrier);
            }
        }
    EXPECT(h == plan->handoff_count);
    handed += h;
}

/* Tiles of three sizes whose lives are short: more often than not a class that phase 4 makes is in the way of another
 * one, so that values lie lower by themselves. */
static Pipeline *short_lives(int n) {
    Pipeline *block = random_block(n, FEWER);
    block->mode = MODE_PACK;
    block->ii = 6;
    block->value_count = FEWER;
    block->values = NEW_ARRAY(PipelineValue, FEWER);
    for (int i = 0; i < FEWER; i++) {
        PipelineValue *value = &block->values[i];
        static const char *const names[FEWER] = {"v0", "v1", "v2", "v3", "v4", "v5"};
        *value = (PipelineValue){
            .name = names[i], .root = names[i], .with = -1, .from = -1, .multicast = 1, .rank = 1};
        value->given_class = CLASS_AUTO;
        value->dtype = dtype_find("f16", 3);
        value->shape[0] = 8 * (2 + draw(3));
        value->align = 16;
        value->stages = 1;
        value->producer = place_of(draw(6), 6, 1, 0);
        value->consumer_count = 1;
        value->consumers = NEW_ARRAY(Anchor, 1);
        value->consumers[0] = place_of(value->producer.cycle + draw(3), 6, 1, 0);
    }
    return block;
}

static void test_places(void) {
    int packed = 0;
    for (int n = 0; n < 4000; n++) {
        MemMark mark = mem_mark();
        Pipeline *block = n % 4 ? random_block(n, FEWER - 1) : short_lives(n);
        block->pool = n % 4 ? 1 + n % 4 : FEWER;
        PipelinePlan *plan = pipe_new(block, 1u, n % 2, INT64_C(1) << 30);
        bool ok = pipe_lifetimes(plan) && pipe_barriers(plan);
        pipe_classify(plan);
        if (ok && pipe_bind(plan)) {
            pipe_share(plan);
            expect_packed(plan);
            expect_handoffs(plan);
            pipe_prove(plan);
            EXPECT(plan->proof.ok || plan->tmem_columns > 512);
            packed++;
        }
        diag_reset();
        mem_rewind(mark);
    }
    printf(
        "%d blocks, %d lower alone, %d in classes, %d others share, %d hand-offs\n",
        packed,
        loose,
        tight,
        apart,
        handed);
    EXPECT(packed > 2000 && loose > 10 && tight > 50 && apart > 10 && handed > 1000);
}

int main(void) {
    test_places();
    mem_free_all();
    return unit_finish();
}
