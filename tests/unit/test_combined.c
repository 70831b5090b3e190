/* test_combined.c: what an element of a reduction or a scan is made of, against all elements of the source
 * that are asked one by one whether they belong to it; and how far what a CTA knows has come in a ring. */
#include "generator/plan/prove.h"
#include "plans_parts.h"
#include "unit.h"

static uint64_t seed;
static int64_t below(int64_t count) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)(seed >> 33) % count;
}

/* ---- what comes together ------------------------------------------------------------------------ */

enum { RANK_MOST = 4, ELEMENTS = 5 * 5 * 5 * 5, CTAS = 2 };

typedef struct {
    Prover prover;
    Plan plan;
    Flow flow, both[2]; /* two of one kind, whose sources are others */
    int rank;           /* of the dimensions that are no units */
    int64_t extent[RANK_MOST];
    Value *with;
} World;

static World *any_world(void) {
    static const Combine ops[] = {COMBINE_ADD, COMBINE_MIN, COMBINE_MAX, COMBINE_OR};
    World *world = NEW(World);
    Flow *flow = &world->flow;
    flow->src.rank = 1 + (int)below(RANK_MOST);
    for (int d = 0; d < flow->src.rank; d++) {
        const int64_t extent = below(3) ? 2 + below(4) : 1;
        flow->src.region[d] = (Range){.extent = extent, .symbol = -1};
        if (extent > 1)
            world->extent[world->rank++] = extent;
    }
    flow->combine = ops[below(4)];
    flow->over = (int)below(world->rank + 2) - 1;
    flow->scan = below(2);
    flow->exclusive = flow->scan && below(2);
    flow->limits.fill = 7;
    world->plan = (Plan){.flow_count = 2, .flows = world->both};
    world->prover = (Prover){.plan = &world->plan, .ctas = CTAS, .next_leaf = 1};
    const int64_t count = region_count(&flow->src);
    world->prover.source_values = NEW_ARRAY(Value *, 2);
    for (int f = 0; f < 2; f++) {
        world->prover.source_values[f] = NEW_ARRAY(Value, CTAS * count);
        for (int64_t e = 0; e < CTAS * count; e++)
            world->prover.source_values[f][e] = value_leaf(&world->prover);
    }
    return world;
}

static void coords_of(const World *world, int64_t element, bool without, int64_t *coord) {
    const int over = world->flow.over;
    for (int d = world->rank - 1; d >= 0; d--) {
        coord[d] = without && d == over ? 0 : element % world->extent[d];
        element /= without && d == over ? 1 : world->extent[d];
    }
}

/* The elements of the source that come together in one of the destination, in order. */
static int members(const World *world, int64_t element, int64_t *out) {
    const Flow *flow = &world->flow;
    const bool over = flow->over >= 0 && flow->over < world->rank;
    int64_t own[RANK_MOST], its[RANK_MOST];
    int count = 0;
    coords_of(world, element, over && !flow->scan, own);
    for (int64_t e = 0; e < region_count(&flow->src); e++) {
        bool belongs = true;
        coords_of(world, e, false, its);
        for (int d = 0; d < world->rank; d++) {
            if (!over || d != flow->over)
                belongs = belongs && its[d] == own[d];
            else if (flow->scan)
                belongs = belongs && its[d] + flow->exclusive <= own[d];
        }
        if (belongs)
            out[count++] = e;
    }
    return count;
}

static Value wanted(
    World *world, int f, int cta, int64_t element, const Dtype *of, const Dtype *to) {
    Prover *prover = &world->prover;
    const Flow *flow = &world->flow;
    const Value *own = prover->source_values[f] + cta * region_count(&flow->src);
    int64_t from[ELEMENTS];
    Value values[ELEMENTS], indices[ELEMENTS], all = 0;
    const int count = members(world, element, from);
    if (count == 0)
        return value_constant(prover, 7);
    for (int i = 0; i < count; i++)
        values[i] = own[from[i]];
    EXPECT(value_combined_of(prover, flow->combine, of, values, 1, count, &all));
    if (flow->index) {
        for (int i = 0; i < count; i++)
            indices[i] = value_index(prover, values[i], all, i);
        EXPECT(value_combined_of(prover, COMBINE_MIN, to, indices, 1, count, &all));
    } else if (flow->with) {
        const Value with = world->with[cta * region_count(flow->with) + element];
        EXPECT(value_combined(prover, flow->combine, of, all, with, &all));
    }
    return all;
}

/* Numbers that the result is combined with, one for each of its elements. */
static void add_with(World *world, int64_t results) {
    Operand *with = NEW(Operand);
    with->rank = 1;
    with->region[0] = (Range){.extent = results, .symbol = -1};
    world->flow.with = with;
    world->with = NEW_ARRAY(Value, CTAS * results);
    for (int64_t e = 0; e < CTAS * results; e++)
        world->with[e] = value_leaf(&world->prover);
    world->prover.with_values = NEW_ARRAY(Value *, 2);
    world->prover.with_values[0] = world->prover.with_values[1] = world->with;
}

static void random_flows(void) {
    const Dtype *u32 = dtype_find("u32", 3), *i32 = dtype_find("i32", 3);
    for (int i = 0; i < 300; i++) {
        MemMark mark = mem_mark();
        seed = (uint64_t)i;
        World *world = any_world();
        const Flow *flow = &world->flow;
        int64_t results = region_count(&flow->src);
        if (!flow->scan && flow->over >= 0 && flow->over < world->rank)
            results /= world->extent[flow->over];
        EXPECT(flow_elements(flow) == results);
        if (below(3) == 0)
            add_with(world, results);
        else if (below(3) == 0 && !flow->scan)
            world->flow.index = true;
        world->both[0] = world->both[1] = *flow;
        for (int64_t k = 0; k < 2 * results; k++) {
            const int cta = (int)below(CTAS), f = (int)below(2);
            const int64_t element = k < results ? k : below(results);
            Value got = 0, again = 0;
            EXPECT(flow_combined(&world->prover, f, cta, element, u32, i32, &got));
            EXPECT(flow_combined(&world->prover, f, cta, element, u32, i32, &again));
            EXPECT(got == wanted(world, f, cta, element, u32, i32) && again == got);
        }
        mem_rewind(mark);
    }
    Flow plain = {.src = row_major(SPACE_SMEM, 4, 6)}; /* nothing is combined */
    EXPECT(flow_elements(&plain) == 24);
}

/* ---- rings -------------------------------------------------------------------------------------- */

enum { FAR = 64 };
typedef struct {
    bool of[2 * FAR + 1]; /* of the CTA so far after its own */
} Known;

/* What two warps of each CTA and two barriers know, as sets of distances. */
static void hearsay(int ctas) {
    enum { WARPS = 2, BARRIERS = 2, WORDS = 8 * (WARPS + BARRIERS) };
    const int words = ctas * (WARPS + BARRIERS);
    Prover prover = {.ctas = ctas, .warps = WARPS, .heard = NEW_ARRAY(Heard, words)};
    Known known[WORDS] = {{{false}}};
    int farthest = 0;
    for (int w = 0; w < words; w++)
        known[w].of[FAR] = true;
    for (int turn = 0; turn < 20; turn++) {
        uint64_t from[WORDS] = {0}, to[WORDS] = {0};
        Known told[8] = {{{false}}};
        for (int w = 0; w < words; w++) {
            const int cta = w < ctas * WARPS ? w / WARPS : (w - ctas * WARPS) % ctas;
            from[w] = below(4) == 0;
            to[w] = below(4) == 0 ? 6 : 0;
            for (int d = 0; d <= 2 * FAR && from[w]; d++)
                told[cta].of[d] |= known[w].of[d];
        }
        ring_tells(&prover, from, to, words);
        for (int w = 0; w < words; w++)
            for (int by = 0; by < ctas && to[w]; by++) {
                const int cta = w < ctas * WARPS ? w / WARPS : (w - ctas * WARPS) % ctas;
                const int ahead = cta == by ? 0 : cta == (by + 1) % ctas ? 1 : -1;
                for (int d = 1; d < 2 * FAR; d++)
                    if (told[by].of[d])
                        known[w].of[d - ahead] = true;
            }
        for (int w = 0; w < words; w++) {
            int low = FAR, high = -FAR;
            for (int d = 0; d <= 2 * FAR; d++)
                if (known[w].of[d]) {
                    low = d - FAR < low ? d - FAR : low;
                    high = d - FAR > high ? d - FAR : high;
                }
            EXPECT(ctas == 1 || (prover.heard[w].low == low && prover.heard[w].high == high));
            farthest = -low > farthest ? -low : farthest;
            farthest = high > farthest ? high : farthest;
        }
        EXPECT(ctas == 1 ? prover.farthest == 0 : prover.farthest == farthest);
        EXPECT(ring_enough(&prover) == 2 + prover.farthest);
        prover.moves = turn;
        EXPECT(ring_enough(&prover) == 2 + (turn > prover.farthest ? turn : prover.farthest));
        prover.moves = 0;
    }
    ring_meets(&prover, words);
    for (int w = 0; w < words; w++)
        EXPECT(prover.heard[w].low == 0 && prover.heard[w].high == 0);
}

/* Elements go on only where somebody heard of the last hop, and what the caller brought did not. */
static void hops(void) {
    Prover prover = {.ctas = 3};
    ring_hears(&prover);
    EXPECT(!prover.hears);
    ring_moves(&prover, true);
    EXPECT(prover.moves == 1 && !prover.hears);
    ring_moves(&prover, false);
    EXPECT(prover.moves == 1);
    ring_hears(&prover);
    EXPECT(prover.hears);
    ring_moves(&prover, true);
    EXPECT(prover.moves == 1 && prover.hears);
    ring_moves(&prover, false);
    EXPECT(prover.moves == 2 && !prover.hears);
    ring_moves(&prover, false);
    EXPECT(prover.moves == 2);
}

/* Three CTAs, or as many as there are; no more than the number of another one allows. */
static void sizes(void) {
    for (int ctas = 0; ctas <= 8; ctas++)
        for (int64_t max = 0; max <= 15; max++)
            for (int role = 0; role < SYMBOL_ROLES; role++) {
                const Symbol symbols[] = {
                    {.name = "ld", .role = SYMBOL_STRIDE, .max = 99},
                    {.name = "cta", .role = (SymbolRole)role, .max = max},
                    {.name = "ld", .role = SYMBOL_STRIDE, .max = 99}};
                const Plan p = {.ctas = ctas, .symbols = symbols + max % 2, .symbol_count = 2};
                const Plan without = {.ctas = ctas, .symbols = symbols, .symbol_count = 1};
                const int own = ctas > 1 ? ctas : 1;
                const bool named = role == SYMBOL_CTA || role == SYMBOL_SENDER;
                int64_t most = named && max + 1 > own ? max + 1 : own;
                if (named && max >= own && most > MAX_CTAS)
                    most = MAX_CTAS + 1;
                EXPECT(ring_is_named(&p) == named && !ring_is_named(&without));
                EXPECT(ring_goes_on(&p) == (role == SYMBOL_SENDER) && !ring_goes_on(&without));
                EXPECT(ring_most(&p) == most && ring_most(&without) == own);
                EXPECT(ring_first(&p) == (own < 3 && most >= 3 ? 3 : own));
            }
}

int main(void) {
    random_flows();
    for (int ctas = 1; ctas <= 8; ctas++)
        for (int i = 0; i < 10; i++) {
            seed = (uint64_t)i;
            hearsay(ctas);
        }
    hops();
    sizes();
    mem_free_all();
    return unit_finish();
}
