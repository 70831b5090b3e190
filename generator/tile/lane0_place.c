/* lane0_place.c: Where the values of a region lie: in the lanes that hold them, and in shared
 * memory, row by row, with a swizzle if lanes that hold many words of a row would have bank
 * conflicts. */
#include "lane0.h"

/* Elements that are neighbours both in the lane and in memory: all of the last dimensions that are
 * not split, and of a block its own share of the next one. *from: the first dimension that is in
 * it. */
int64_t lane0_run(const Lane0Value *value, int *from) {
    int64_t run = 1;
    for (*from = value->rank; *from > 0; --*from) {
        int d = *from - 1;
        bool split = value->ratio[d] > 1;
        if (split && value->kind == LANE0_CYCLIC)
            return run;
        run *= value->lane[d];
        if (split) {
            --*from;
            return run;
        }
    }
    return run;
}

/* Lanes that hold 8, 16, 32 ... words in a row begin in the same banks. With chunks of 16 bytes, 8
 * of them in a row of banks: of 8 words a lane chunk c of row r goes to c ^ r % 8, and so up to 32;
 * a lane of 64 words has two rows, and it is c ^ r / 2 % 8. Others have no such conflicts, or would
 * get some by it. */
Swizzle lane0_swizzle(const Lane0Value *value) {
    enum { CHUNK = 16, ROW = 128, LEAST = 32 };
    int from, size = value->dtype->bits / 8, chunk = 0, rows = 3;
    int64_t bytes = value->lane_count * size;
    bool is_split = value->kind == LANE0_BLOCK && lane0_run(value, &from) == value->lane_count;
    if (!is_split || value->dtype->bits % 8 || (bytes & (bytes - 1)) || bytes < LEAST ||
        value->seq_count * size % ROW)
        return (Swizzle){0};
    while (size << chunk < CHUNK)
        chunk++;
    while ((int64_t)CHUNK << rows < bytes)
        rows++;
    return (Swizzle){.on = true, .per_element = chunk, .len = 3, .atom = rows};
}

static void add_iter(Layout *layout, int64_t extent, int64_t stride, Axis axis) {
    layout->shard[layout->shard_count++] = (Iter){extent, coef_int(stride), axis, {0}};
}

static Operand operand_of(const Lane0Value *value, Space space) {
    Operand operand = {.space = space, .rank = value->rank, .whole = true, .align = 16};
    for (int d = 0; d < value->rank; d++) {
        operand.shape[d] = value->seq[d];
        operand.region[d] = (Range){.symbol = -1, .extent = value->seq[d]};
    }
    if (!value->rank) {
        operand.rank = 1;
        operand.shape[0] = 1;
        operand.region[0] = (Range){.symbol = -1, .extent = 1};
    }
    operand.layout.loc = operand.loc = operand.region_loc = value->loc;
    return operand;
}

Operand lane0_in_memory(const Lane0Value *value) {
    Operand operand = operand_of(value, SPACE_SMEM);
    int64_t stride = value->seq_count;
    for (int d = 0; d < operand.rank; d++) {
        stride /= operand.shape[d];
        add_iter(&operand.layout, operand.shape[d], stride, AXIS_M);
    }
    operand.layout.swizzle = lane0_swizzle(value);
    return operand;
}

Operand lane0_flat(Operand operand, int64_t count) {
    operand.rank = 1;
    operand.shape[0] = count;
    operand.region[0] = (Range){.symbol = -1, .extent = count};
    return operand;
}

static Axis axis_of(const Lane0 *lane0) {
    return lane0->is_cta ? AXIS_TX : AXIS_LANEID;
}

void lane0_of_all(const Lane0 *lane0, Operand *operand) {
    operand->layout.replica[0] = (Iter){lane0->threads, coef_int(1), axis_of(lane0), {0}};
    operand->layout.replica_count = 1;
}

/* A unit iter names its axis: S[(1,4):(1@laneid,1)] stays with lane 0. */
void lane0_of_first(const Lane0 *lane0, Operand *operand) {
    add_iter(&operand->layout, 1, 1, axis_of(lane0));
}

static int64_t lanes_below(const Lane0Value *value) {
    int64_t below = 1;
    for (int d = value->copies_at; d < value->rank; d++)
        below *= value->ratio[d];
    return below;
}

bool lane0_registers(const Lane0 *lane0, const Lane0Value *value, Operand *out) {
    Fold fold;
    bool is_folded = !value->registers;
    if (is_folded && !layout_fold(lane0->values[lane0->source].registers, lane0->over, &fold))
        return false;
    *out = is_folded ? fold.result : *value->registers;
    return true;
}

/* An element of a layout, at every place that it has. */
static void add_places(
    const OwnerIndex *owners,
    const Place *places,
    int count,
    int64_t slots,
    int64_t at,
    int64_t *out) {
    for (int i = 0; i < count; i++)
        for (int rank = first_owner(owners, &places[i]); rank >= 0; rank = next_owner(owners, rank))
            if (places[i].at.constant < slots)
                out[rank * slots + places[i].at.constant] = at;
}

int64_t *lane0_map(const Lane0 *lane0, const Lane0Value *value, int64_t *slots) {
    Copy copy = {.scope = lane0_scope(lane0)};
    Operand operand = lane0_in_lanes(lane0, value);
    bool is_layout = value->kind == LANE0_LAYOUT;
    *slots = is_layout ? register_count(&operand) : value->lane_count;
    int64_t *map = NEW_ARRAY(int64_t, lane0->threads * *slots), coord[MAX_RANK] = {0}, element = 0;
    budget_spend(lane0->threads * *slots);
    for (int64_t i = 0; i < lane0->threads * *slots; i++)
        map[i] = is_layout ? -1 : lane0_index(value, i / *slots, i % *slots);
    if (!is_layout)
        return map;
    int capacity = (int)layout_replicas(&operand.layout);
    Place *places = NEW_ARRAY(Place, capacity);
    PolyBasis basis = {0};
    const OwnerIndex *owners = owner_index(&copy, layout_axes(&operand.layout) & ~(1u << AXIS_M));
    do {
        int count = layout_places(
            &operand.layout, NULL, &basis, operand.rank, operand.shape, coord, places, capacity);
        add_places(owners, places, count, *slots, element++, map);
    } while (region_next(&operand, coord));
    return map;
}

/* A block is (lanes, its elements), cyclic the other way round; what all have is a replica. */
Operand lane0_in_lanes(const Lane0 *lane0, const Lane0Value *value) {
    Operand operand = operand_of(value, SPACE_REG);
    int64_t lanes = lane0->threads, slots = value->lane_count;
    Axis axis = axis_of(lane0);
    if (value->kind == LANE0_LAYOUT) {
        lane0_registers(lane0, value, &operand); /* checked: check_lane0 */
        return operand;
    }
    for (int d = 0; d < value->rank; d++) {
        int64_t ratio = value->ratio[d], lane = value->lane[d];
        bool first = value->kind == LANE0_CYCLIC;
        if (value->copies > 1 && d == value->copies_at)
            lanes /= value->copies;
        lanes /= value->kind == LANE0_BROADCAST ? 1 : ratio;
        slots /= lane;
        if (first && lane > 1)
            add_iter(&operand.layout, lane, slots, AXIS_M);
        if (ratio > 1)
            add_iter(&operand.layout, ratio, lanes, axis);
        if (!first && lane > 1)
            add_iter(&operand.layout, lane, slots, AXIS_M);
    }
    if (!operand.layout.shard_count)
        add_iter(&operand.layout, 1, 1, AXIS_M);
    if (value->kind == LANE0_BROADCAST)
        lane0_of_all(lane0, &operand);
    if (value->copies > 1) {
        operand.layout.replica[0] = (Iter){value->copies, coef_int(lanes_below(value)), axis, {0}};
        operand.layout.replica_count = 1;
    }
    return operand;
}

/* Where the elements of a lane begin: of 8x16 over 2x2, lane / 8 * 32 + lane % 8 * 2. */
Expr lane0_base(const Lane0 *lane0, const Lane0Value *value) {
    Expr at = expr_constant(0);
    int64_t stride = 1, below = 1;
    for (int d = value->rank - 1; d >= 0; d--) {
        int64_t ratio = value->ratio[d];
        int64_t step = value->kind == LANE0_CYCLIC ? stride : stride * value->lane[d];
        bool is_last = below * ratio == lane0->threads;
        if (ratio > 1)
            expr_add(&at, coef_int(step), digit_of(VAR_RANK, 0, below, is_last ? 0 : ratio));
        below *= ratio;
        stride *= value->seq[d];
    }
    return at;
}
