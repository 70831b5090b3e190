/* test_pipeline_phases.c: each phase of a plan, on random blocks, against the rules of docs/pipelines.md worked out
 * in the plainest way: lives as marks on a circle, rings slot by slot over many iterations, hand-offs by looking for
 * the iteration that ended last. Nothing of the phases' own arithmetic is used. */
#include "random_block.h"
#include "unit.h"

/* ---- what must come out ---------------------------------------------------------------------- */

typedef struct {
    int64_t begin, end, footprint, stride, offset, align;
    int chain, barrier, root, rotation;
    bool on[MOST_II_HERE]; /* the circle */
    BufferClass auto_class, class;
} Want;

static int64_t flat(const Anchor *at, int64_t ii) {
    return (at->stage + at->distance) * ii + at->cycle;
}

static void want_life(const Pipeline *block, int i, Want *want) {
    const PipelineValue *value = &block->values[i];
    want->begin = flat(&value->producer, block->ii);
    want->end = INT64_MIN;
    for (int c = 0; c < value->consumer_count; c++) {
        int64_t end = flat(&value->consumers[c], block->ii) + value->consumers[c].latency;
        want->end = end > want->end ? end : want->end;
    }
    for (int64_t t = want->begin; t < want->end; t++)
        want->on[t % block->ii] = true;
}

static bool meet(const bool *a, const bool *b, int64_t ii) {
    for (int64_t r = 0; r < ii; r++)
        if (a[r] && b[r])
            return true;
    return false;
}

/* Fresh ids first; then the lowest whose values all live apart. Returns how many values found one. */
static int want_barriers(const Pipeline *block, Want *want) {
    bool used[MAX_POOL] = {false}, on[MAX_POOL][MOST_II_HERE] = {{false}};
    for (int i = 0; i < block->value_count; i++) {
        int id = 0;
        want[i].barrier = -1;
        if (block->values[i].no_barrier)
            continue;
        while (id < block->pool && used[id])
            id++;
        for (int s = 0; id == block->pool && s < block->pool; s++)
            if (!meet(on[s], want[i].on, block->ii))
                id = s - 1000;
        if (id == block->pool)
            return i;
        id = id < 0 ? id + 1000 : id;
        used[id] = true;
        want[i].barrier = block->pool_base + id;
        for (int64_t r = 0; r < block->ii; r++)
            on[id][r] = on[id][r] || want[i].on[r];
    }
    return block->value_count;
}

static bool is_written_in_shared(SyncKind sync) {
    return sync == SYNC_TMA || sync == SYNC_CPASYNC || sync == SYNC_ASYNC || sync == SYNC_DSMEM;
}

static void want_classes(const Pipeline *block, bool tmem, Want *want) {
    bool shared[MOST] = {false};
    for (int i = 0; i < block->value_count; i++) {
        const PipelineValue *value = &block->values[i];
        int64_t elements = 1, wide = 0;
        for (int d = 0; d < value->rank; d++) {
            elements *= value->shape[d];
            wide += value->shape[d] != 1;
        }
        bool tile = value->payload == PAYLOAD_TILE;
        want[i].footprint = tile ? (elements * value->dtype->bits + 7) / 8
                            : value->payload == PAYLOAD_MUTEX ? 0
                                                              : 128;
        want[i].auto_class = value->payload == PAYLOAD_MUTEX       ? CLASS_BAR
                             : value->payload == PAYLOAD_TENSORMAP ? CLASS_DESC
                                                                   : CLASS_SMEM;
        if (tmem && tile && wide == 2 && value->dtype->bits > 7 &&
            want[i].footprint > block->tmem_threshold)
            want[i].auto_class = CLASS_TMEM;
        want[i].class = want[i].auto_class;
        if (want[i].class == CLASS_TMEM && is_written_in_shared(value->sync))
            want[i].class = CLASS_SMEM;
        if (value->given_class == CLASS_SMEM)
            want[i].class = CLASS_SMEM;
        want[i].chain = i;
        for (int k = i - 1; k >= 0 && value->payload != PAYLOAD_MUTEX; k--)
            if (strcmp(block->values[k].root, value->root) == 0 &&
                block->values[k].payload == value->payload)
                want[i].chain = k;
        shared[want[i].chain] = shared[want[i].chain] || want[i].class == CLASS_SMEM;
    }
    for (int i = 0; i < block->value_count; i++)
        if (shared[want[i].chain])
            want[i].class = CLASS_SMEM;
}

/* Columns of 128 lanes and 32 bits: [M, N] takes N * bits / 32 for each 128 of M. */
static int64_t columns(const PipelineValue *value) {
    int64_t wide[2] = {0, 0};
    int count = 0;
    for (int d = 0; d < value->rank; d++)
        if (value->shape[d] > 1)
            wide[count++] = value->shape[d];
    int64_t one = 0, all = 0;
    while (one * 32 < wide[1] * value->dtype->bits)
        one++;
    for (int64_t rows = 0; rows < wide[0]; rows += 128)
        all += one;
    return all;
}

static int64_t up(int64_t at, int64_t align) {
    while (at % align)
        at++;
    return at;
}

static void want_places(const Pipeline *block, Want *want) {
    int64_t cursor[CLASS_AUTO] = {0};
    for (int i = 0; i < block->value_count; i++) {
        const PipelineValue *value = &block->values[i];
        BufferClass class = want[i].class;
        want[i].align = class == CLASS_TMEM ? 32 : class == CLASS_DESC ? 128 : value->align;
        want[i].offset = -1;
        if (class != CLASS_BAR)
            want[i].stride =
                up(class == CLASS_TMEM ? columns(value) : want[i].footprint, want[i].align);
    }
    for (int i = 0; i < block->value_count; i++) {
        int64_t align = 1, size = 0;
        if (want[i].class == CLASS_BAR)
            continue;
        for (int k = i; k < block->value_count; k++)
            if (want[k].chain == i) {
                int64_t own = want[k].stride * block->values[k].stages;
                align = want[k].align > align ? want[k].align : align;
                size = own > size ? own : size;
            }
        int64_t *at = &cursor[want[i].class];
        want[i].offset = want[i].chain == i ? up(*at, align) : want[want[i].chain].offset;
        *at = want[i].chain == i ? want[i].offset + size : *at;
    }
}

/* ---- phase by phase -------------------------------------------------------------------------- */

static void expect_lives(const PipelinePlan *plan, const Want *want) {
    int64_t last = 0;
    for (int i = 0; i < plan->count; i++) {
        const Record *got = &plan->records[i];
        EXPECT(got->begin == want[i].begin && got->end == want[i].end && got->timed);
        EXPECT(got->need == slots_for(want[i].end - want[i].begin, plan->request->ii));
        EXPECT(pipe_need(plan, i) == got->need);
        for (int64_t r = 0; r < plan->request->ii; r++)
            EXPECT(circle_has(&got->life, r) == want[i].on[r]);
        for (int c = -1; c < got->value->consumer_count; c++) {
            const Anchor *at = c < 0 ? &got->value->producer : &got->value->consumers[c];
            last = at->stage > last ? at->stage : last;
        }
    }
    EXPECT(plan->stage_count == last + 1);
}

static void expect_chains(const PipelinePlan *plan, const Want *want) {
    for (int i = 0; i < plan->count; i++) {
        int next = i + 1;
        while (next < plan->count && want[next].chain != want[i].chain)
            next++;
        EXPECT(plan->records[i].chain == want[i].chain);
        EXPECT(plan->records[i].chain_next == (next < plan->count ? next : -1));
    }
}

static void expect_places(const PipelinePlan *plan, const Want *want) {
    int64_t tiles = 0, slots = 0, control = 0;
    bool tmem = false;
    for (int i = 0; i < plan->count; i++) {
        const Record *got = &plan->records[i];
        const PipelineValue *value = got->value;
        EXPECT(got->auto_class == want[i].auto_class && got->class == want[i].class);
        EXPECT((got->forced != NULL) == (got->class != got->auto_class));
        EXPECT(got->footprint == want[i].footprint && got->stride == want[i].stride);
        EXPECT(got->offset == want[i].offset);
        int64_t end = want[i].offset + want[i].stride * value->stages;
        tiles = got->class == CLASS_SMEM && end > tiles ? end : tiles;
        slots = got->class == CLASS_DESC && end > slots ? end : slots;
        tmem = tmem || got->class == CLASS_TMEM;
        control += value->sync == SYNC_NONE || value->sync == SYNC_NAMED ? 0 : 16 * value->stages;
    }
    EXPECT(plan->tiles_before == tiles && plan->descriptors == slots / 128);
    EXPECT(plan->control == control + (tmem ? 16 : 0));
    int64_t left = plan->capacity - plan->control;
    EXPECT(pipe_limit(plan) == (plan->control ? left - left % 8 : left));
}

/* ---- sharing --------------------------------------------------------------------------------- */

typedef struct {
    int into, value;
    bool joins;
} Pair;

static bool hands_off(const Pipeline *block, const Want *want, int i) {
    for (int k = 0; k < block->value_count; k++) {
        const PipelineValue *value = &block->values[k];
        if (want[k].chain == want[i].chain &&
            ((value->sync == SYNC_DSMEM && !value->handoff_cluster) ||
             (value->sync == SYNC_NONE && value->no_barrier)))
            return false;
    }
    return true;
}

/* Iteration 0 of a and any of b that takes its slot, b turned by so many slots more. */
static bool slots_meet(const Pipeline *block, const Want *a, const Want *b, int stages, int more) {
    for (int d = -FAR; d <= FAR; d++) {
        int off = (d + b->rotation + more - a->rotation) % stages;
        if (off == 0 && a->begin < b->end + d * block->ii && b->begin + d * block->ii < a->end)
            return true;
    }
    return false;
}

static bool uniform(const Pipeline *block, const Want *want, int i) {
    for (int k = 0; k < block->value_count; k++)
        if (want[k].chain == want[i].chain &&
            (block->values[k].dtype != block->values[want[i].chain].dtype ||
             want[k].footprint != want[want[i].chain].footprint ||
             block->values[k].stages != block->values[want[i].chain].stages ||
             want[k].stride != want[want[i].chain].stride))
            return false;
    return true;
}

static bool alike(const Pipeline *block, const Want *want, int i, int j) {
    return want[i].class != CLASS_BAR && want[i].class == want[j].class &&
           block->values[i].dtype == block->values[j].dtype &&
           want[i].footprint == want[j].footprint &&
           block->values[i].stages == block->values[j].stages && uniform(block, want, i) &&
           uniform(block, want, j);
}

/* Each value of the class of `other` finds its alignment and its length on the ring of the root. */
static bool serves(
    const Pipeline *block, const Want *want, const int64_t *final, int root, int other) {
    if (block->mode == MODE_PACK)
        return want[root].stride == want[other].stride;
    for (int m = 0; m < block->value_count; m++) {
        int64_t length = want[m].class == CLASS_TMEM ? want[m].stride : want[m].footprint;
        if (want[m].root == other && (want[root].offset % want[m].align || length > final[root] ||
                                      (block->values[m].stages > 1 && final[root] % want[m].align)))
            return false;
    }
    return true;
}

/* The rotation with which two classes are apart; -1: none. */
static int joined_by(const Pipeline *block, const Want *want, int root, int other) {
    int stages = block->values[root].stages, rotations = block->mode == MODE_SLOT ? stages : 1;
    for (int r = -1; r < rotations; r++) { /* -1: as wholes, on the circle of II */
        bool apart = r < 0 || stages > 1;
        for (int a = 0; a < block->value_count; a++)
            for (int b = 0; b < block->value_count; b++)
                if (want[a].root == root && want[b].root == other)
                    apart = apart && !(r < 0 ? meet(want[a].on, want[b].on, block->ii)
                                             : slots_meet(block, &want[a], &want[b], stages, r));
        if (apart)
            return r < 0 ? 0 : r;
        if (block->mode != MODE_SLOT)
            return -1;
    }
    return -1;
}

static int want_shares(const Pipeline *block, Want *want, int64_t *final, Pair *pairs) {
    int count = 0;
    for (int i = 0; i < block->value_count; i++) {
        want[i].root = want[i].chain;
        final[i] = want[i].stride;
    }
    for (int i = 0; i < block->value_count; i++)
        for (int j = i + 1; j < block->value_count; j++) {
            int a = want[i].root, b = want[j].root, root = a < b ? a : b, other = a < b ? b : a;
            if (a == b || !alike(block, want, i, j) || !serves(block, want, final, root, other))
                continue;
            int turned = joined_by(block, want, root, other);
            if (turned < 0)
                continue;
            if (block->mode != MODE_SEED &&
                !(hands_off(block, want, i) && hands_off(block, want, j))) {
                if (i == a && j == b)
                    pairs[count++] = (Pair){i, j, false};
                continue;
            }
            pairs[count++] = (Pair){i, j, true};
            for (int m = 0; m < block->value_count; m++)
                if (want[m].root == other) {
                    want[m].rotation = (want[m].rotation + turned) % block->values[root].stages;
                    want[m].root = root;
                    final[m] = final[root];
                }
        }
    return count;
}

static void expect_shares(const PipelinePlan *plan, Want *want) {
    int64_t final[MOST];
    Pair pairs[MOST * MOST];
    int count = want_shares(plan->request, want, final, pairs), merges = 0, refusals = 0;
    for (int k = 0; k < count; k++) {
        const Merge *got = pairs[k].joins ? &plan->merges[merges++] : &plan->refusals[refusals++];
        bool there = merges <= plan->merge_count && refusals <= plan->refusal_count;
        EXPECT(there && got->into == pairs[k].into && got->value == pairs[k].value && !got->why);
    }
    EXPECT(merges == plan->merge_count && refusals == plan->refusal_count);
    for (int i = 0; i < plan->count; i++) {
        const Record *got = &plan->records[i];
        EXPECT(record_root(plan, i) == want[i].root && got->rotation == want[i].rotation);
        EXPECT(got->final_offset == want[want[i].root].offset && got->final_stride == final[i]);
    }
}

static int blocks, bound, shared, turned;

static void test_phases(void) {
    for (int n = 0; n < 3000; n++) {
        MemMark mark = mem_mark();
        Pipeline *block = random_block(n, MOST);
        Want want[MOST] = {{0}};
        bool tmem = draw(2);
        PipelinePlan *plan = pipe_new(block, 1u, tmem, INT64_C(1) << 30);
        for (int i = 0; i < block->value_count; i++)
            want_life(block, i, &want[i]);
        want_classes(block, tmem, want);
        EXPECT(pipe_lifetimes(plan));
        expect_lives(plan, want);
        expect_chains(plan, want);
        int found = want_barriers(block, want);
        EXPECT(pipe_barriers(plan) == (found == block->value_count));
        for (int i = 0; i < found; i++)
            EXPECT(plan->records[i].barrier == want[i].barrier);
        bound += found == block->value_count;
        pipe_classify(plan);
        want_places(block, want);
        bool fits = pipe_bind(plan); /* tensor memory may be too small */
        if (fits) {
            expect_places(plan, want);
            pipe_share(plan);
            expect_shares(plan, want);
            shared += plan->merge_count > 0;
        }
        for (int i = 0; i < plan->count; i++)
            turned += fits && plan->records[i].rotation > 0;
        blocks += fits;
        diag_reset();
        mem_rewind(mark);
    }
    printf("%d blocks, %d with ids, %d share, %d rings turned\n", blocks, bound, shared, turned);
    EXPECT(blocks > 2000 && bound > 1000 && bound < 2900 && shared > 300 && turned > 20);
}

/* ---- ids of agents --------------------------------------------------------------------------- */

static int threads_of(const Pipeline *block, int i) {
    const PipelineValue *value = &block->values[i];
    int threads = 0;
    for (int a = 0; a < block->agent_count; a++) {
        bool comes = value->producer.agent == a;
        for (int c = 0; c < value->consumer_count; c++)
            comes = comes || value->consumers[c].agent == a;
        threads += comes ? 32 * block->agents[a].warps : 0;
    }
    return threads;
}

/* Its agents are known, and they meet at a named barrier. */
static bool meets_there(const Pipeline *block, int i) {
    const PipelineValue *value = &block->values[i];
    bool known = value->producer.agent >= 0;
    for (int c = 0; c < value->consumer_count; c++)
        known = known && value->consumers[c].agent >= 0;
    bool named = value->sync == SYNC_NAMED || value->sync == SYNC_NONE;
    return known && named && value->payload != PAYLOAD_TENSORMAP && value->with < 0;
}

/* The id of value i behind those of the values before it; -1: none is left. */
static int want_id(const Pipeline *block, const Want *want, const int *ids, int i) {
    int lowest = -1;
    bool seed = block->mode == MODE_SEED;
    for (int id = 0; id < block->pool; id++) {
        bool used = false, agrees = true, apart = true, meets = false;
        for (int k = 0; k < i; k++) {
            if (ids[k] != id)
                continue;
            agrees = agrees && (seed || used || threads_of(block, k) == threads_of(block, i));
            used = true;
            apart = apart && !meet(want[k].on, want[i].on, block->ii);
            meets = meets || (!seed && meets_there(block, k) && meets_there(block, i));
        }
        if (!used)
            return id;
        if (agrees && apart && (lowest < 0 || lowest >= MAX_POOL)) /* beyond: it would meet there */
            lowest = !meets ? id : lowest < 0 ? MAX_POOL + id : lowest;
    }
    return lowest < 0 ? -1 : lowest % MAX_POOL;
}

static void test_ids(void) {
    static Agent agents[] = {
        {.name = "a", .warps = 1}, {.name = "b", .warps = 2}, {.name = "c", .warps = 1}};
    int again = 0, none = 0;
    for (int n = 0; n < 4000; n++) {
        MemMark mark = mem_mark();
        Pipeline *block = random_block(n, MOST);
        Want want[MOST] = {{0}};
        int ids[MOST], failed = block->value_count;
        block->agents = agents;
        block->agent_count = 3;
        block->pool = 1 + draw(4);
        for (int i = 0; i < block->value_count; i++) {
            PipelineValue *value = &block->values[i];
            value->sync = draw(3) ? SYNC_NAMED : SYNC_MBAR;
            value->producer.agent = draw(8) ? draw(3) : -1;
            for (int c = 0; c < value->consumer_count; c++)
                value->consumers[c].agent = draw(8) ? draw(3) : -1;
            want_life(block, i, &want[i]);
        }
        PipelinePlan *plan = pipe_new(block, 1u << TARGET_SM_90, false, INT64_C(1) << 30);
        EXPECT(pipe_lifetimes(plan));
        bool ok = pipe_barriers(plan);
        for (int i = 0; i < block->value_count && failed == block->value_count; i++) {
            EXPECT(pipe_participants(plan, i) == threads_of(block, i));
            ids[i] = block->values[i].no_barrier ? -1 : want_id(block, want, ids, i);
            if (ids[i] < 0 && !block->values[i].no_barrier)
                failed = i;
            else
                EXPECT(plan->records[i].barrier == (ids[i] < 0 ? -1 : block->pool_base + ids[i]));
            for (int k = 0; k < i; k++)
                again += ids[k] >= 0 && ids[k] == ids[i];
        }
        EXPECT(ok == (failed == block->value_count));
        none += !ok;
        diag_reset();
        mem_rewind(mark);
    }
    printf("%d ids again, %d blocks without\n", again, none);
    EXPECT(again > 500 && none > 500);
}

int main(void) {
    test_phases();
    test_ids();
    mem_free_all();
    return unit_finish();
}
