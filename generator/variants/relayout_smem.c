/* relayout_smem.c: Relayouts through shared memory: each owner stores its elements, all wait at a
 * barrier, each new owner loads its elements. The layout in shared memory is free: the variant
 * takes an order of the layouts' common factors that gives one side wide accesses, with an XOR
 * swizzle that avoids bank conflicts on both sides.
 *
 *   128 f32, lane l has 4l .. 4l+3 and gets l, l+32, l+64, l+96: one 128-bit store and four 32-bit
 *   loads of a plain row, 4 + 4 wavefronts.
 *
 * A tile above 48 KiB goes in rounds: half, a quarter ... of the tile at a time. */
#include "variants.h"
#include <string.h>

enum {
    PUT,
    GET,
    ORDERS = 5,
    SCRATCH_MOST = 48 * 1024,
    MOST_ROUNDS = 16,
    SCRATCH_ALIGN = 16,
    BANK_ROW_BITS = 1024
};

/* Both ways, and the tile between them: `side[PUT].dst` and `side[GET].src`. */
typedef struct {
    Copy *side[2];
    int target;
    int count; /* factors that both layouts share, outermost first */
    Joint joints[MAX_ATOMS];
    int64_t elements;
    Decline decline; /* of the latest half that has no way */
} Way;

/* ---- the tile in between -------------------------------------------------------------------- */

static Copy *side_of(const Copy *copy) {
    Copy *side = NEW(Copy);
    *side = *copy;
    side->op = OP_COPY;
    side->options = (Options){.register_budget = copy->options.register_budget};
    return side;
}

/* 64x8 of [0:64, 3:4, 0:8]: compact, in shared memory. */
static Operand tile_of(const Operand *operand) {
    Operand tile = {
        .space = SPACE_SMEM, .whole = true, .align = SCRATCH_ALIGN, .loc = operand->loc};
    for (int d = 0; d < operand->rank; d++) {
        int64_t extent = operand->region[d].extent;
        if (extent == 1)
            continue;
        tile.shape[tile.rank] = extent;
        tile.region[tile.rank++] = (Range){0, -1, extent};
    }
    if (tile.rank == 0) {
        tile.shape[0] = 1;
        tile.region[tile.rank++] = (Range){0, -1, 1};
    }
    return tile;
}

/* 32x4 as 128: of whole tiles only the row-major order matters, and factors that straddle a row
 * fit. */
static void flatten(Copy *copy) {
    Operand *sides[] = {&copy->src, &copy->dst};
    if (!copy->src.whole || !copy->dst.whole)
        return;
    for (int s = 0; s < 2; s++) {
        int64_t count = region_count(sides[s]);
        sides[s]->rank = 1;
        sides[s]->shape[0] = count;
        sides[s]->region[0] = (Range){0, -1, count};
    }
}

static Copy *flat_copy(const Copy *copy) {
    Copy *flat = side_of(copy);
    flatten(flat);
    return flat;
}

/* The whole of each dimension, where the layouts have no common factors. */
static void whole_joints(Way *way, const Operand *tile) {
    way->count = tile->rank;
    for (int d = 0; d < tile->rank; d++)
        way->joints[d] = (Joint){.extent = tile->shape[d], .dim = d};
}

static bool find_joints(Way *way, const Copy *copy) {
    Slice slices[2];
    PolyBasis basis = {0};
    return layout_slice(&copy->src, copy->symbols, &basis, &slices[SRC]) &&
           layout_slice(&copy->dst, copy->symbols, &basis, &slices[DST]) &&
           layout_align(&slices[SRC], &slices[DST], way->joints, MAX_ATOMS, &way->count) &&
           way->count <= MAX_ITERS && way->count > 0;
}

/* For round number `round`: the part of both register sides, and the tile. */
static Way *way_of(const Copy *copy, int target, int dim, int64_t rounds, int64_t round) {
    Way *way = NEW(Way);
    Copy *part = flat_copy(copy);
    Operand *sides[] = {&part->src, &part->dst};
    for (int s = 0; s < 2; s++) {
        int at = 0;
        for (int d = 0; d < sides[s]->rank; d++) {
            Range *range = &sides[s]->region[d];
            if (range->extent == 1 || at++ != dim)
                continue;
            range->extent /= rounds;
            range->begin += range->extent * round;
            sides[s]->whole = sides[s]->whole && rounds == 1;
        }
    }
    way->target = target;
    for (int s = 0; s < 2; s++) {
        way->side[s] = side_of(part);
        *(s == PUT ? &way->side[s]->dst : &way->side[s]->src) = tile_of(&part->src);
        way->side[s]->owners = owners_new(way->side[s]);
        copy_owners(way->side[s], s == PUT ? SRC : DST);
    }
    way->elements = region_count(&part->src);
    if (!find_joints(way, part))
        whole_joints(way, &way->side[PUT]->dst);
    return way;
}

/* What an order sorts by, the least innermost: registers of one side by their strides first,
 * threads of one side first, or as the elements are counted. */
static int64_t order_key(const Joint *joint, int order, int at) {
    const int64_t threads = (int64_t)1 << 40;
    bool src_moves = joint->a_axis != AXIS_M, dst_moves = joint->b_axis != AXIS_M;
    switch (order) {
    case 1:
        return src_moves ? threads + joint->b.value : joint->a.value;
    case 2:
        return dst_moves ? threads + joint->a.value : joint->b.value;
    case 3:
        return src_moves ? joint->a.value : threads + joint->b.value;
    case 4:
        return dst_moves ? joint->b.value : threads + joint->a.value;
    default:
        return -at;
    }
}

static void lay_out(Way *way, int order, Swizzle swizzle) {
    Layout layout = {.shard_count = way->count, .swizzle = swizzle};
    bool placed[MAX_ATOMS] = {0};
    int64_t stride = 1;
    for (int i = 0; i < way->count; i++)
        layout.shard[i] = (Iter){.extent = way->joints[i].extent, .axis = AXIS_M};
    for (int n = 0; n < way->count; n++) {
        int next = 0;
        while (placed[next])
            next++;
        for (int i = next + 1; i < way->count; i++)
            if (!placed[i] &&
                order_key(&way->joints[i], order, i) < order_key(&way->joints[next], order, next))
                next = i;
        placed[next] = true;
        layout.shard[next].stride = coef_int(stride);
        stride *= way->joints[next].extent;
    }
    way->side[PUT]->dst.layout = way->side[GET]->src.layout = layout;
}

/* ---- a way in or out ------------------------------------------------------------------------ */

static Plan *owners_plan(const Copy *copy, Decline *decline) {
    Partition *partition = partition_new(copy, decline);
    if (partition)
        return registers_plan(partition, "relayout_smem", 128, decline);
    Plan *plan = pieces_plan(copy, "relayout_smem", 128, decline);
    return plan ? plan : ranges_plan(copy, "relayout_smem", 128, decline);
}

/* A half that can be joined: made for the target, straight into the registers. One that gathers
 * matrices in others first has registers of its own, which the whole has not. */
static Plan *joinable(Plan *plan, const Way *way) {
    return plan && plan->targets >> way->target & 1 && plan->bundle_count == 1 ? plan : NULL;
}

/* The cheapest: each owner by itself, matrices, or one by one. */
static Plan *half_of(Way *way, int side, int64_t *score, bool *ideal) {
    Decline decline = {0};
    const Copy *copy = way->side[side];
    const Query query = {.target = way->target, .copy = copy};
    Plan *plans[2] = {
        joinable(owners_plan(copy, &way->decline), way),
        joinable(ldstmatrix_offer(&query, &decline), way)};
    Plan *best = NULL;
    if (!plans[0] && !plans[1])
        plans[0] = joinable(fallback_offer(&query, &decline), way);
    for (int i = 0; i < 2; i++) {
        if (!plans[i])
            continue;
        Cost cost = plan_cost(plans[i]);
        if (best && cost.score >= *score)
            continue;
        best = plans[i];
        *score = cost.score;
        *ideal = true;
        for (int w = 0; w < cost.wavefront_count; w++)
            *ideal &= cost.wavefronts[w].got <= cost.wavefronts[w].ideal;
    }
    return best;
}

/* ---- the layout that costs least ------------------------------------------------------------ */

typedef struct {
    int order;
    Swizzle swizzle;
    int64_t score; /* of both ways; -1: none works */
    bool ideal;
    int put_bits, get_bits;
} Pick;

static void try_layout(Way *way, int order, Swizzle swizzle, Pick *best) {
    MemMark mark = mem_mark();
    int64_t scores[2];
    bool ideal[2];
    lay_out(way, order, swizzle);
    Plan *put = half_of(way, PUT, &scores[PUT], &ideal[PUT]);
    Plan *get = put ? half_of(way, GET, &scores[GET], &ideal[GET]) : NULL;
    if (get && (best->score < 0 || scores[PUT] + scores[GET] < best->score))
        *best = (Pick){
            .order = order,
            .swizzle = swizzle,
            .score = scores[PUT] + scores[GET],
            .ideal = ideal[PUT] && ideal[GET],
            .put_bits = put->vec_bits,
            .get_bits = get->vec_bits};
    mem_rewind(mark);
}

/* log2 of a power of two; 0 of anything less than 2. */
static int log2_of(int64_t value) {
    int bits = 0;
    while (value > (int64_t)1 << bits)
        bits++;
    return bits;
}

/* swizzle(M,B,S) of vectors of 2^M elements: B bits of a row of banks, S above them. */
static void try_swizzles(Way *way, int order, int vec_bits, Pick *best) {
    int bits = copy_bits(way->side[PUT]), all = log2_of(way->elements);
    Swizzle swizzle = {.on = true, .per_element = log2_of(vec_bits / bits)};
    int row = log2_of(BANK_ROW_BITS / bits);
    for (swizzle.len = row - swizzle.per_element; swizzle.len > 0 && !best->ideal; swizzle.len--)
        for (swizzle.atom = swizzle.len;
             swizzle.atom + swizzle.len + swizzle.per_element <= all && !best->ideal;
             swizzle.atom++)
            try_layout(way, order, swizzle, best);
}

static Pick cheapest_layout(Way *way) {
    Pick best = {.score = -1};
    bool swizzles = is_power_of_two(way->elements) && copy_bits(way->side[PUT]) >= 8;
    for (int order = 0; order < ORDERS; order++) {
        Pick own = {.score = -1};
        try_layout(way, order, (Swizzle){0}, &own);
        int put_bits = own.put_bits, get_bits = own.get_bits;
        if (swizzles && own.score >= 0 && !own.ideal)
            try_swizzles(way, order, put_bits, &own);
        if (swizzles && own.score >= 0 && !own.ideal && get_bits != put_bits)
            try_swizzles(way, order, get_bits, &own);
        if (own.score >= 0 && (best.score < 0 || own.score < best.score))
            best = own;
    }
    return best;
}

/* ---- the plan ------------------------------------------------------------------------------- */

static int64_t bytes_of(const Way *way) {
    return (way->elements * copy_bits(way->side[PUT]) + 7) / 8;
}

static void add_sync(Plan *plan) {
    plan_add_sync(plan, plan_add_phase(plan, 1));
}

static bool add_round(Plan *plan, Way *way, const Pick *choice) {
    enum { OF_DST, OF_SRC };
    int64_t score;
    bool ideal;
    lay_out(way, choice->order, choice->swizzle);
    Plan *put = half_of(way, PUT, &score, &ideal), *get = half_of(way, GET, &score, &ideal);
    if (!put || !get || !plan_join(plan, put, OF_SRC))
        return false;
    add_sync(plan);
    return plan_join(plan, get, OF_DST);
}

/* The dimension that is cut into rounds, the outermost that divides. */
static bool cut_into(const Copy *whole, int64_t rounds, int *dim) {
    const Copy *copy = flat_copy(whole);
    *dim = 0;
    for (int d = 0; d < copy->src.rank; d++) {
        if (copy->src.region[d].extent == 1)
            continue;
        if (copy->src.region[d].extent % rounds == 0)
            return true;
        ++*dim;
    }
    *dim = 0;
    return rounds == 1;
}

static Plan *plan_of(const Copy *copy, int target, int64_t rounds, int dim, Decline *decline) {
    Way *first = way_of(copy, target, dim, rounds, 0);
    Pick choice = cheapest_layout(first);
    Plan *plan = plan_new(copy, "relayout_smem");
    plan_add_scratch(plan, "tile", copy->dtype, bytes_of(first), first->elements);
    plan_add_bundle(plan, "dst", ROLE_OUT, copy->dtype, register_count(&copy->dst));
    plan_add_bundle(plan, "src", ROLE_IN, copy->dtype, register_count(&copy->src));
    for (int64_t round = 0; round < rounds && choice.score >= 0; round++) {
        if (round > 0)
            add_sync(plan);
        if (!add_round(plan, way_of(copy, target, dim, rounds, round), &choice))
            choice.score = -1;
    }
    if (choice.score < 0) {
        if (first->decline.reason)
            decline_with(decline, first->decline.predicate, "%s", first->decline.reason);
        else
            decline_with(decline, "steps", "its rounds need more loops than a function can have");
        return NULL;
    }
    plan_add_flow(plan, copy, 1, 0);
    plan_finish(plan);
    return plan;
}

Plan *relayout_smem_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    const Exchange *exchange = exchange_of(copy);
    int64_t bytes = region_count(&copy->dst) * copy_bits(copy) / 8;
    if (exchange && !exchange_meets(exchange)) {
        decline_with(decline, "crosses", "every element stays in its thread");
        return NULL;
    }
    for (int64_t rounds = 1; rounds <= MOST_ROUNDS; rounds *= 2) {
        int dim;
        if (bytes / rounds <= SCRATCH_MOST && cut_into(copy, rounds, &dim))
            return plan_of(copy, query->target, rounds, dim, decline);
    }
    decline_with(
        decline,
        "scratch",
        "%lld bytes cannot be split into parts of at most %d",
        (long long)bytes,
        SCRATCH_MOST);
    return NULL;
}
