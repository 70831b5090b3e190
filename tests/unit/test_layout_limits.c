/* test_layout_limits.c: the layout room where tables are full and numbers end. */
#include "generator/layout/layout.h"
#include "unit.h"

static Layout of_twos(int count, int64_t first) {
    Layout layout = {.shard_count = count};
    for (int i = 0; i < count; i++) {
        layout.shard[i].extent = i ? 2 : first;
        layout.shard[i].stride = coef_int((int64_t)1 << (count - i));
    }
    return layout;
}

/* A boundary of the shape inside of an iter makes two of it. */
static void groups(void) {
    Layout out;
    int seps[MAX_RANK + 1];
    for (int count = MAX_ITERS - 1; count <= MAX_ITERS; count++) {
        Layout twos = of_twos(count, 2), four = of_twos(count, 4);
        int64_t whole[] = {2, (int64_t)1 << (count - 1)}, split[] = {2, (int64_t)1 << count};
        EXPECT(layout_group(&twos, 2, whole, &out, seps) && out.shard_count == count);
        EXPECT(layout_group(&four, 2, split, &out, seps) == (count < MAX_ITERS));
    }
    EXPECT(out.shard_count == MAX_ITERS);
}

/* Element (x, y) of 2^32 x 2^31 has the number x * 2^31 + y. */
static void flattens(void) {
    Layout layout = {.shard_count = 1};
    layout.shard[0] = (Iter){.extent = INT64_MAX, .stride = coef_int(0)};
    PolyBasis basis = {0};
    Place place;
    int64_t shape[] = {(int64_t)1 << 32, (int64_t)1 << 31};
    int64_t last[] = {((int64_t)1 << 32) - 1, ((int64_t)1 << 31) - 2};
    int64_t product[] = {(int64_t)1 << 32, 0};
    int64_t sum[] = {((int64_t)1 << 32) - 1, (int64_t)1 << 31};
    EXPECT(layout_places(&layout, NULL, &basis, 2, shape, last, &place, 1) == 1);
    EXPECT(layout_places(&layout, NULL, &basis, 2, shape, product, &place, 1) != 1);
    EXPECT(layout_places(&layout, NULL, &basis, 2, shape, sum, &place, 1) != 1);
}

static int64_t least(int64_t min, int64_t divisor) {
    Symbol symbol = {.min = min, .max = INT64_MAX, .divisor = divisor};
    return symbol_least(&symbol);
}

/* The next multiple, where there is one. */
static void least_values(void) {
    EXPECT(least(33, 8) == 40 && least(40, 8) == 40 && least(41, 8) == 48 && least(0, 8) == 0);
    EXPECT(least(-33, 8) == -32 && least(-8, 8) == -8 && least(-1, 8) == 0);
    EXPECT(least(5, 0) == 5 && least(5, -3) == 5 && least(5, 1) == 5);
    EXPECT(least(INT64_MAX - 8, 8) == INT64_MAX - 7 && least(INT64_MAX - 7, 8) == INT64_MAX - 7);
    EXPECT(least(INT64_MAX - 6, 8) == INT64_MAX - 6 && least(INT64_MAX, 8) == INT64_MAX);
}

/* a * value + b >= 0 for all values from min on? */
static bool never(int64_t a, int64_t b, int64_t min, int64_t max) {
    Symbol symbol = {.min = min, .max = max, .divisor = 1};
    PolyBasis basis = {0};
    Poly poly = {.constant = b};
    return poly_add(&basis, &poly, (Coef){1, 1, {0}}, a) &&
           poly_never_negative(&basis, &poly, &symbol);
}

static void signs(void) {
    EXPECT(never(1, -32, 32, 100) && !never(1, -33, 32, 100) && never(1, 0, 0, 100));
    EXPECT(!never(1, 10, -1, 100) && !never(0, -1, 0, 9) && never(0, 0, 0, 9));
    EXPECT(never(-1, 7, 7, 7) && !never(-1, 7, 7, 8) && !never(-1, 6, 7, 7));
    EXPECT(
        never(2, -INT64_MAX, INT64_MAX / 2 + 1, INT64_MAX) == false); /* 2 * least does not fit */
    EXPECT(never(2, 1 - INT64_MAX, INT64_MAX / 2, INT64_MAX));
    EXPECT(!never(2, -INT64_MAX, INT64_MAX / 2, INT64_MAX));
}

/* Of 24 iters all stay, or all are told by an origin at run time. */
static void slices(void) {
    Operand operand = {.space = SPACE_GMEM, .rank = 1};
    Symbol symbol = {.name = "o", .max = INT64_MAX, .divisor = 1};
    static Slice slice;
    PolyBasis basis = {0};
    operand.layout = of_twos(MAX_ITERS, 2);
    for (int i = 0; i < MAX_ITERS; i++) /* bits in reverse: no two are one iter */
        operand.layout.shard[i].stride = coef_int((int64_t)1 << i);
    operand.shape[0] = (int64_t)1 << MAX_ITERS;
    operand.region[0] = (Range){0, -1, operand.shape[0]};
    EXPECT(layout_slice(&operand, &symbol, &basis, &slice));
    EXPECT(slice.rank == 1 && slice.layout.shard_count == MAX_ITERS && slice.origin_count == 0);
    operand.region[0] = (Range){0, 0, 1};
    EXPECT(layout_slice(&operand, &symbol, &basis, &slice));
    EXPECT(slice.rank == 0 && slice.origin_count == MAX_ITERS);
    for (int i = 0; i < MAX_ITERS; i++) {
        EXPECT(slice.origin[i].div == (int64_t)1 << i);
        EXPECT(slice.origin[i].mod == (i < MAX_ITERS - 1 ? 2 : 0));
        EXPECT(slice.origin[i].stride.value == (int64_t)1 << (MAX_ITERS - 1 - i));
    }
    /* Of the two elements in the middle all iters turn over, and no stride is between them. */
    operand.region[0] = (Range){(operand.shape[0] >> 1) - 1, -1, 2};
    EXPECT(!layout_slice(&operand, &symbol, &basis, &slice));
    operand.region[0] = (Range){1, -1, 2}; /* 1 and 2: of the innermost two, 2^23 and 2^22 */
    EXPECT(layout_slice(&operand, &symbol, &basis, &slice) && slice.layout.shard_count == 1);
    EXPECT(slice.layout.shard[0].extent == 2);
    EXPECT(slice.layout.shard[0].stride.value == -(1 << (MAX_ITERS - 2)));
    EXPECT(slice.offset.constant == 1 << (MAX_ITERS - 1));
}

/* Warps of 32 lanes are one axis where 32 times their step is a number. */
static bool fused(int64_t shard, int64_t replica, int64_t offset) {
    Layout layout = {.shard_count = 2, .replica_count = 1, .offset_count = 1};
    layout.shard[0] = (Iter){.extent = 2, .stride = coef_int(shard), .axis = AXIS_WARPID};
    layout.shard[1] = (Iter){.extent = 32, .stride = coef_int(1), .axis = AXIS_LANEID};
    layout.replica[0] = (Iter){.extent = 2, .stride = coef_int(replica), .axis = AXIS_WARPID};
    layout.offset[0] = (Offset){offset, AXIS_WARPID};
    Layout canonical = layout_canonical(&layout, SCOPE_CTA);
    bool both = layout_axes(&canonical) == (1u << AXIS_WARPID | 1u << AXIS_LANEID);
    EXPECT(both || layout_axes(&canonical) == 1u << AXIS_TX);
    return !both;
}

static void fusions(void) {
    int64_t fits = (int64_t)1 << 57, large = (int64_t)1 << 58;
    EXPECT(fused(1, 2, 1) && fused(fits, 2, 1) && fused(1, fits, 1) && fused(1, 2, fits));
    EXPECT(!fused(large, 2, 1) && !fused(1, large, 1) && !fused(1, 2, large));
    EXPECT(fused(-large, 2, 1) && !fused(-large - 1, 2, 1));
}

static Layout replicated(int64_t elements, int64_t few, int64_t many, int64_t step) {
    Layout layout = {.shard_count = 1, .replica_count = step ? 2 : 1};
    layout.shard[0] = (Iter){.extent = elements, .stride = coef_int(1000)};
    layout.replica[0] = (Iter){.extent = few, .stride = coef_int(1)};
    layout.replica[1] = (Iter){.extent = many, .stride = coef_int(step)};
    return layout;
}

/* R[3:1] + R[2:2] is 0 1 2 2 3 4, the places of R[5:1]: seen place by place, of so many elements and places. */
static void equals(void) {
    Layout two = replicated(4096, 3, 2, 2), one = replicated(4096, 5, 1, 0);
    EXPECT(layout_equal(&two, &one) && layout_equal(&one, &two));
    one = replicated(4096, 6, 1, 0);
    EXPECT(!layout_equal(&two, &one) && !layout_equal(&one, &two));
    one = replicated(4096, 4, 1, 0);
    EXPECT(!layout_equal(&two, &one) && !layout_equal(&one, &two));
    one = replicated(4095, 5, 1, 0);
    EXPECT(!layout_equal(&two, &one) && !layout_equal(&one, &two));
    two = replicated(4097, 3, 2, 2), one = replicated(4097, 5, 1, 0);
    EXPECT(!layout_equal(&two, &one)); /* too many to try */
    two = replicated(2, 32, 2, 31), one = replicated(2, 63, 1, 0);
    EXPECT(layout_equal(&two, &one) && layout_equal(&one, &two)); /* 64 and 63 places */
    two = replicated(2, 13, 5, 12), one = replicated(2, 61, 1, 0);
    EXPECT(!layout_equal(&two, &one) && !layout_equal(&one, &two)); /* 65 places are not tried */
}

int main(void) {
    equals();
    fusions();
    groups();
    flattens();
    least_values();
    signs();
    slices();
    mem_free_all();
    return unit_finish();
}
