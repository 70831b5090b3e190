/* test_layout.c: the layout room against the worked numbers of its own comments. */
#include "../../generator/layout/layout.h"
#include "unit.h"
#include <string.h>

enum { LD, ROW, COLUMN };
static const Symbol symbols[] = {
    [LD] = {.name = "ld", .role = SYMBOL_STRIDE, .min = 32, .max = 1 << 20, .divisor = 4},
    [ROW] = {.name = "m", .role = SYMBOL_ORIGIN, .min = 0, .max = 48, .divisor = 16},
    [COLUMN] = {.name = "k", .role = SYMBOL_ORIGIN, .min = 0, .max = 64, .divisor = 1},
};

static Coef times(int64_t value, int symbol) {
    Coef coef = coef_int(value);
    coef.count = 1;
    coef.symbol[0] = symbol;
    return coef;
}

static void iter(Layout *layout, int64_t extent, int64_t stride, Axis axis) {
    layout->shard[layout->shard_count++] = (Iter){extent, coef_int(stride), axis, {0}};
}

static void replica(Layout *layout, int64_t extent, int64_t stride, Axis axis) {
    layout->replica[layout->replica_count++] = (Iter){extent, coef_int(stride), axis, {0}};
}

static void offset(Layout *layout, int64_t amount, Axis axis) {
    layout->offset[layout->offset_count++] = (Offset){amount, axis};
}

/* S[(a,b):(s,t)] */
static Layout pair(int64_t a, int64_t b, int64_t s, Axis axis, int64_t t) {
    Layout layout = {0};
    iter(&layout, a, s, axis);
    iter(&layout, b, t, AXIS_M);
    return layout;
}

/* An operand over the given shape; every range is whole until it is set. */
static Operand operand_of(Layout layout, int rank, const int64_t *shape) {
    Operand operand = {.rank = rank, .layout = layout};
    for (int i = 0; i < rank; i++) {
        operand.shape[i] = shape[i];
        operand.region[i] = (Range){0, -1, shape[i]};
    }
    return operand;
}

static bool is_iter(const Iter *at, int64_t extent, int64_t stride, Axis axis) {
    return at->extent == extent && at->axis == axis && coef_equal(at->stride, coef_int(stride));
}

static void test_coefs(void) {
    Coef coef;
    EXPECT(coef_mul(times(8, LD), 4, &coef) && coef_equal(coef, times(32, LD)));
    EXPECT(coef_mul(times(8, LD), 0, &coef) && coef_equal(coef, coef_int(0)));
    EXPECT(!coef_mul(coef_int(INT64_MAX), 2, &coef));
    EXPECT(coef_add(times(64, LD), times(8, LD), &coef) && coef_equal(coef, times(72, LD)));
    EXPECT(!coef_add(times(64, LD), coef_int(1), &coef));
    EXPECT(!coef_equal(times(8, LD), times(8, ROW)));
    EXPECT(coef_divisor(times(8, LD), symbols) == 32);
    EXPECT(coef_divisor(coef_int(-12), symbols) == 12);
    EXPECT(symbol_least(&(Symbol){.min = 33, .divisor = 8}) == 40);
    for (int min = -20; min <= 20; min++)
        for (int divisor = 1; divisor <= 9; divisor++) {
            int least = min;
            while (least % divisor)
                least++;
            EXPECT(symbol_least(&(Symbol){.min = min, .divisor = divisor}) == least);
        }
}

/* From `count` on there is no symbol. */
static void test_symbols(void) {
    for (int i = 0; i < 3; i++) {
        Coef coef = coef_symbol(i);
        EXPECT(coef.value == 1 && coef.count == 1 && coef.symbol[0] == i);
        EXPECT(coef.symbol[1] == -1 && coef.symbol[2] == -1);
    }
}

static void test_polys(void) {
    PolyBasis basis = {0};
    Poly a = {.constant = 3}, b = {0};
    EXPECT(poly_add(&basis, &a, times(2, LD), 1) && poly_add(&basis, &a, times(8, LD), 4));
    EXPECT(a.constant == 3 && a.value[0] == 34 && basis.count == 1);
    EXPECT(!poly_is_constant(&a) && !poly_equal(&a, &b));
    EXPECT(poly_add(&basis, &a, times(-34, LD), 1) && poly_is_constant(&a));
    EXPECT(!poly_add(&basis, &a, coef_int(INT64_MAX), 1));
    b.constant = 12;
    EXPECT(poly_add(&basis, &b, times(8, LD), 1));
    EXPECT(poly_divisor(&basis, &b, symbols) == 4);
    EXPECT(poly_divisor(&basis, &(Poly){0}, symbols) == 0);
    Text text = {0};
    poly_print(&text, &basis, &b, symbols);
    EXPECT(strcmp(text_string(&text), "8 * ld + 12") == 0);
    text.length = 0;
    poly_print(&text, &basis, &(Poly){.constant = -1, .value = {-1}}, symbols);
    EXPECT(strcmp(text_string(&text), "-ld - 1") == 0);
    text.length = 0;
    poly_print(&text, &basis, &(Poly){0}, symbols);
    EXPECT(strcmp(text_string(&text), "0") == 0);
    Poly full = {0};
    for (int i = 0; i < MAX_MONOMIALS; i++) {
        Coef coef = times(1, LD);
        coef.count = 2;
        coef.symbol[1] = i;
        EXPECT(poly_add(&basis, &full, coef, 1) == (i < MAX_MONOMIALS - 1));
    }
}

static void test_signs(void) {
    PolyBasis basis = {0};
    Poly gap = {.constant = -32};
    EXPECT(poly_add(&basis, &gap, times(64, LD), 1) && poly_add(&basis, &gap, times(-63, LD), 1));
    EXPECT(poly_never_negative(&basis, &gap, symbols));
    gap.constant = -33;
    EXPECT(!poly_never_negative(&basis, &gap, symbols));
    Poly square = {.constant = -1024};
    Coef ld2 = times(1, LD);
    ld2.count = 2;
    ld2.symbol[1] = LD;
    EXPECT(poly_add(&basis, &square, ld2, 1) && poly_never_negative(&basis, &square, symbols));
    EXPECT(poly_add(&basis, &square, times(-32, LD), 1));
    EXPECT(!poly_never_negative(&basis, &square, symbols)); /* 32 * 32 - 32 * 32 - 1024 */
}

static void test_swizzles(void) {
    Swizzle inner = {true, 3, 3, 3, false}, outer = {true, 3, 3, 3, true};
    Swizzle none = {true, 3, 0, 3, false};
    EXPECT(swizzle_apply(&inner, 64) == 72 && swizzle_apply(&inner, 65) == 73);
    EXPECT(swizzle_apply(&inner, 448) == 504 && swizzle_apply(&inner, 576) == 584);
    EXPECT(swizzle_apply(&inner, 72) == 64 && swizzle_apply(&inner, 504) == 448);
    EXPECT(swizzle_apply(&outer, 8) == 72 && swizzle_apply(&outer, 64) == 64);
    EXPECT(swizzle_apply(&none, 77) == 77 && swizzle_period(&none) == 1);
    EXPECT(swizzle_period(&inner) == 512);
    EXPECT(swizzle_period(&(Swizzle){0}) == 1);
}

static void test_ranks(void) {
    int64_t div, mod;
    EXPECT(axis_of_rank(AXIS_WID_IN_WG, 70) == 2 && axis_of_rank(AXIS_LANEID, 70) == 6);
    EXPECT(axis_of_rank(AXIS_WGID, 300) == 2 && axis_of_rank(AXIS_TID_IN_WG, 300) == 44);
    EXPECT(axis_of_rank(AXIS_TX, 300) == 300 && axis_of_rank(AXIS_WARPID, 300) == 9);
    EXPECT(axis_rank_digit(AXIS_WID_IN_WG, &div, &mod) && div == 32 && mod == 4);
    EXPECT(!axis_rank_digit(AXIS_M, &div, &mod) && axis_of_rank(AXIS_TCOL, 5) == 0);
}

static void test_places(void) {
    PolyBasis basis = {0};
    Place place[8];
    Layout rows = pair(32, 8, 1, AXIS_LANEID, 1);
    int64_t shape[] = {32, 8}, coord[] = {2, 5};
    EXPECT(layout_places(&rows, NULL, &basis, 2, shape, coord, place, 8) == 1);
    EXPECT(place[0].at.constant == 5 && place[0].along[AXIS_LANEID] == 2);
    EXPECT(place[0].named == 1u << AXIS_LANEID);
    int64_t outside[] = {32, 0};
    EXPECT(layout_places(&rows, NULL, &basis, 2, shape, outside, place, 8) == -1);

    Layout copies = pair(8, 8, 4, AXIS_LANEID, 1);
    replica(&copies, 2, 4, AXIS_WARPID);
    offset(&copies, 5, AXIS_WARPID);
    int64_t eight[] = {8, 8}, zero[] = {0, 0};
    EXPECT(layout_replicas(&copies) == 2);
    EXPECT(layout_places(&copies, NULL, &basis, 2, eight, zero, place, 8) == 2);
    EXPECT(place[0].along[AXIS_WARPID] == 5 && place[1].along[AXIS_WARPID] == 9);
    EXPECT(layout_places(&copies, NULL, &basis, 2, eight, zero, place, 1) == 1);

    Layout sw = pair(8, 64, 64, AXIS_M, 1);
    sw.swizzle = (Swizzle){true, 3, 3, 3, false};
    int64_t tile[] = {8, 64}, second[] = {1, 0};
    EXPECT(layout_places(&sw, NULL, &basis, 2, tile, second, place, 8) == 1);
    EXPECT(place[0].at.constant == 72);
    sw.shard[0].stride = times(128, LD); /* 128 * ld is a multiple of 512 */
    offset(&sw, 64, AXIS_M);
    EXPECT(layout_places(&sw, symbols, &basis, 2, tile, second, place, 8) == 1);
    EXPECT(place[0].at.constant == 72 && place[0].at.value[0] == 128);
    sw.shard[0].stride = times(64, LD);
    EXPECT(layout_places(&sw, symbols, &basis, 2, tile, second, place, 8) == -1);

    Layout huge = pair(2, 2, INT64_MAX, AXIS_M, 1);
    int64_t two[] = {2, 2}, last[] = {1, 1};
    EXPECT(layout_places(&huge, NULL, &basis, 2, two, last, place, 8) == -1);
}

static void test_canonical(void) {
    Layout layout = {0};
    iter(&layout, 2, 64, AXIS_M);
    iter(&layout, 1, 7, AXIS_M);
    iter(&layout, 4, 16, AXIS_M);
    iter(&layout, 16, 1, AXIS_M);
    offset(&layout, 0, AXIS_M);
    Layout simple = layout_simplify(&layout);
    EXPECT(simple.shard_count == 1 && is_iter(&simple.shard[0], 128, 1, AXIS_M));
    EXPECT(simple.offset_count == 0);

    Layout wide = {0};
    iter(&wide, 4, 1, AXIS_WID_IN_WG);
    iter(&wide, 32, 1, AXIS_LANEID);
    iter(&wide, 8, 1, AXIS_M);
    Layout group = layout_canonical(&wide, SCOPE_WARPGROUP);
    EXPECT(group.shard_count == 2 && is_iter(&group.shard[0], 128, 1, AXIS_TID_IN_WG));
    wide.shard[0].axis = AXIS_WARPID;
    Layout block = layout_canonical(&wide, SCOPE_CTA);
    EXPECT(block.shard_count == 2 && is_iter(&block.shard[0], 128, 1, AXIS_TX));
    wide.shard[1].extent = 64; /* laneid may pass 31: no such lane, but there is a tx */
    block = layout_canonical(&wide, SCOPE_CTA);
    EXPECT(block.shard_count == 3 && block.shard[1].axis == AXIS_LANEID);

    wide.shard[1].extent = 32;
    offset(&wide, 1, AXIS_LANEID); /* laneid 1 .. 32 */
    block = layout_canonical(&wide, SCOPE_CTA);
    EXPECT(block.shard[1].axis == AXIS_LANEID);

    Layout rows = pair(32, 8, 1, AXIS_LANEID, 1);
    group = layout_canonical(&rows, SCOPE_WARPGROUP);
    EXPECT(group.shard[0].axis == AXIS_LANEID);

    Layout first = pair(1, 8, 1, AXIS_LANEID, 1);
    simple = layout_simplify(&first);
    EXPECT(simple.shard_count == 1 && simple.offset_count == 1);
    EXPECT(simple.offset[0].axis == AXIS_LANEID && simple.offset[0].amount == 0);

    Layout sets = {0};
    replica(&sets, 3, 0, AXIS_M);
    replica(&sets, 2, 4, AXIS_M);
    replica(&sets, 2, 8, AXIS_M);
    simple = layout_simplify(&sets);
    EXPECT(simple.replica_count == 1 && is_iter(&simple.replica[0], 4, 4, AXIS_M));
}

/* As many iters and offsets as a layout has, and one more. */
static void test_full(void) {
    Layout full = {0}, out;
    int seps[3];
    for (int i = 0; i < MAX_ITERS; i++)
        iter(&full, 4, (int64_t)1 << (2 * (MAX_ITERS - 1 - i)), AXIS_M);
    const int64_t whole[2] = {4, (int64_t)1 << 46}, halved[2] = {2, (int64_t)1 << 47};
    EXPECT(layout_group(&full, 2, whole, &out, seps) && seps[1] == 1 && seps[2] == MAX_ITERS);
    EXPECT(!layout_group(&full, 2, halved, &out, seps));
    full.shard_count--; /* 2^46 elements are 2 and 2^45: of 23 iters one is two */
    const int64_t fewer[2] = {2, (int64_t)1 << 45};
    EXPECT(layout_group(&full, 2, fewer, &out, seps) && seps[1] == 1 && seps[2] == MAX_ITERS);

    Layout named = pair(1, 8, 1, AXIS_LANEID, 1);
    const int64_t eight[1] = {8};
    for (int i = 0; i < MAX_OFFSETS - 1; i++)
        offset(&named, i + 1, (Axis)(AXIS_BX + i));
    EXPECT(layout_group(&named, 1, eight, &out, seps) && out.offset_count == MAX_OFFSETS);
    EXPECT(layout_simplify(&named).offset_count == MAX_OFFSETS);
    offset(&named, 9, AXIS_TLANE);
    EXPECT(!layout_group(&named, 1, eight, &out, seps));
    Layout simple = layout_simplify(&named); /* stays as it is */
    EXPECT(simple.shard_count == 2 && simple.offset_count == MAX_OFFSETS);

    Layout copies = pair(4, 8, 8, AXIS_M, 1);
    replica(&copies, (int64_t)1 << 31, 64, AXIS_M);
    replica(&copies, (int64_t)1 << 31, 64, AXIS_TX);
    EXPECT(layout_replicas(&copies) == (int64_t)1 << 62);
    copies.replica[1].extent *= 4;
    EXPECT(layout_replicas(&copies) == -1);
}

/* In whatever order replicas are written, they stand in one: far ones first, then those that are more. */
static void test_replica_order(void) {
    const Iter iters[] = {
        {4, coef_int(3), AXIS_M, {0}},
        {2, coef_int(3), AXIS_M, {0}},
        {2, coef_int(-3), AXIS_M, {0}},
        {2, coef_int(2), AXIS_M, {0}},
        {2, coef_int(-2), AXIS_M, {0}}};
    for (size_t a = 0; a < COUNT_OF(iters); a++)
        for (size_t b = 0; b < a; b++) {
            Layout one = {.replica_count = 2, .replica = {iters[a], iters[b]}};
            Layout other = {.replica_count = 2, .replica = {iters[b], iters[a]}};
            one = layout_simplify(&one);
            other = layout_simplify(&other);
            EXPECT(
                one.replica_count == 2 &&
                is_iter(&one.replica[0], iters[b].extent, iters[b].stride.value, AXIS_M));
            EXPECT(
                other.replica_count == 2 &&
                is_iter(&other.replica[0], iters[b].extent, iters[b].stride.value, AXIS_M));
        }
}

/* R[n:1] + R[k:1] is R[n + k - 1:1], which is seen place by place: of 64 places and 4096 elements. */
static bool sums_are_equal(int64_t elements, int64_t n, int64_t k) {
    Layout two = pair(elements, 1, 100, AXIS_M, 1), one = two;
    two.replica_count = 2;
    two.replica[0] = (Iter){.extent = n, .stride = coef_int(1)};
    two.replica[1] = (Iter){.extent = k, .stride = coef_int(1)};
    one.replica_count = 1;
    one.replica[0] = (Iter){.extent = n + k - 1, .stride = coef_int(1)};
    bool equal = layout_equal(&two, &one);
    EXPECT(equal == layout_equal(&one, &two));
    return equal;
}

static void test_equal_places(void) {
    EXPECT(sums_are_equal(4, 2, 2));
    EXPECT(sums_are_equal(4, 2, 32));
    EXPECT(sums_are_equal(4, 4, 16));
    EXPECT(!sums_are_equal(4, 5, 13));
    EXPECT(sums_are_equal(4096, 2, 2));
    EXPECT(!sums_are_equal(4097, 2, 2));
}

static void test_equal(void) {
    Layout a = pair(4, 8, 8, AXIS_M, 1), b = {0}, c = {0}, d = {0};
    iter(&b, 32, 1, AXIS_M);
    EXPECT(layout_equal(&a, &b));
    iter(&c, 128, 1, AXIS_TX);
    iter(&d, 4, 1, AXIS_WARPID);
    iter(&d, 32, 1, AXIS_LANEID);
    EXPECT(layout_equal(&c, &d) && !layout_equal(&a, &c));
    Layout e = a, f = a;
    replica(&e, 2, 1, AXIS_M);
    replica(&e, 2, 1, AXIS_M);
    replica(&f, 3, 1, AXIS_M);
    EXPECT(layout_equal(&e, &f) && !layout_equal(&e, &a));
    Layout fewer = a; /* 0, 2 lie within 0, 1, 2 and are not all of them */
    replica(&fewer, 2, 2, AXIS_M);
    EXPECT(!layout_equal(&e, &fewer) && !layout_equal(&fewer, &e));
    Layout g = a;
    g.swizzle = (Swizzle){true, 3, 0, 3, false};
    EXPECT(!layout_equal(&a, &g) && layout_equal(&g, &g));
    Layout h = pair(4, 8, 8, AXIS_M, 1);
    h.shard[0].stride = times(1, LD);
    EXPECT(layout_equal(&h, &h) && !layout_equal(&h, &a));
    EXPECT(!layout_equal(&a, &(Layout){0}));
    test_equal_places();
}

static void test_group(void) {
    Layout layout = pair(4, 64, 64, AXIS_M, 1), out;
    int64_t shape[] = {2, 8, 16};
    int seps[MAX_RANK + 1];
    EXPECT(layout_group(&layout, 3, shape, &out, seps));
    EXPECT(seps[0] == 0 && seps[1] == 1 && seps[2] == 3 && seps[3] == 4);
    EXPECT(is_iter(&out.shard[0], 2, 128, AXIS_M) && is_iter(&out.shard[1], 2, 64, AXIS_M));
    EXPECT(is_iter(&out.shard[2], 4, 16, AXIS_M) && is_iter(&out.shard[3], 16, 1, AXIS_M));
    Layout three = pair(3, 4, 4, AXIS_M, 1);
    int64_t good[] = {6, 2}, bad[] = {4, 3}, small[] = {3, 2};
    EXPECT(layout_group(&three, 2, good, &out, seps) && seps[1] == 2 && seps[2] == 3);
    EXPECT(is_iter(&out.shard[1], 2, 2, AXIS_M) && is_iter(&out.shard[2], 2, 1, AXIS_M));
    EXPECT(
        !layout_group(&three, 2, bad, &out, seps) && !layout_group(&three, 2, small, &out, seps));
}

static void test_slice(void) {
    PolyBasis basis = {0};
    Slice slice;
    int64_t tile[] = {64, 64};
    Operand operand = operand_of(pair(64, 64, 64, AXIS_M, 1), 2, tile);
    operand.region[0] = (Range){16, -1, 16};
    operand.region[1] = (Range){8, -1, 8};
    EXPECT(layout_slice(&operand, symbols, &basis, &slice));
    EXPECT(slice.rank == 2 && slice.shape[0] == 16 && slice.shape[1] == 8);
    EXPECT(slice.offset.constant == 1032 && slice.origin_count == 0);
    EXPECT(slice.seps[2] == 2 && is_iter(&slice.layout.shard[0], 16, 64, AXIS_M));
    operand.region[0] = (Range){0, ROW, 16};
    EXPECT(layout_slice(&operand, symbols, &basis, &slice));
    EXPECT(slice.offset.constant == 8 && slice.origin_count == 1);
    EXPECT(slice.origin[0].symbol == ROW && slice.origin[0].mod == 0 && slice.origin[0].div == 1);
    EXPECT(coef_equal(slice.origin[0].stride, coef_int(64)));

    int64_t row[] = {32};
    Operand split = operand_of(pair(4, 8, 64, AXIS_M, 1), 1, row);
    split.region[0] = (Range){12, -1, 4};
    EXPECT(layout_slice(&split, symbols, &basis, &slice) && slice.offset.constant == 68);
    EXPECT(slice.seps[1] == 1 && is_iter(&slice.layout.shard[0], 4, 1, AXIS_M));
    split.region[0] = (Range){4, -1, 8};
    EXPECT(layout_slice(&split, symbols, &basis, &slice) && slice.offset.constant == 4);
    EXPECT(is_iter(&slice.layout.shard[0], 2, 60, AXIS_M));
    EXPECT(is_iter(&slice.layout.shard[1], 4, 1, AXIS_M));
    split.region[0] = (Range){5, -1, 8};
    EXPECT(!layout_slice(&split, symbols, &basis, &slice));
    split.region[0] = (Range){0, COLUMN, 2};
    EXPECT(!layout_slice(&split, symbols, &basis, &slice));
    split.region[0] = (Range){0, ROW, 16};
    EXPECT(layout_slice(&split, symbols, &basis, &slice) && slice.origin_count == 1);
    EXPECT(slice.origin[0].div == 8 && coef_equal(slice.origin[0].stride, coef_int(64)));
    Symbol near[] = {symbols[LD], symbols[ROW], symbols[COLUMN]};
    near[COLUMN].max = 6; /* 6 .. 7 stay inside the iter of 8 */
    split.region[0] = (Range){0, COLUMN, 2};
    EXPECT(layout_slice(&split, near, &basis, &slice) && slice.origin_count == 1);
    EXPECT(slice.origin[0].div == 1 && slice.origin[0].mod == 0);
    near[COLUMN].max = 7;
    EXPECT(!layout_slice(&split, near, &basis, &slice));

    int64_t thread_tile[] = {32, 8};
    Operand rows = operand_of(pair(32, 8, 1, AXIS_LANEID, 1), 2, thread_tile);
    for (int64_t lane = 0; lane < 6; lane += 5) {
        rows.region[0] = (Range){lane, -1, 1};
        EXPECT(layout_slice(&rows, symbols, &basis, &slice) && slice.rank == 1);
        EXPECT(slice.thread_offset[AXIS_LANEID] == lane && slice.layout.offset_count == 1);
        EXPECT(slice.layout.offset[0].axis == AXIS_LANEID && slice.layout.offset[0].amount == lane);
    }
    /* Which thread it is must be known when the text is made. */
    rows.region[0] = (Range){5, -1, 1};
    rows.layout.shard[0].stride = (Coef){1, 1, {LD}};
    EXPECT(!layout_slice(&rows, symbols, &basis, &slice));
}

static void test_align(void) {
    PolyBasis basis = {0};
    Slice a, b;
    Joint joint[8];
    DimDigit digit[MAX_ITERS];
    int count;
    int64_t row[] = {24};
    Operand left = operand_of(pair(4, 6, 10, AXIS_M, 1), 1, row);
    Layout layout = {0};
    iter(&layout, 2, 12, AXIS_M);
    iter(&layout, 2, 60, AXIS_M);
    iter(&layout, 6, 2, AXIS_LANEID);
    Operand right = operand_of(layout, 1, row);
    EXPECT(layout_slice(&left, symbols, &basis, &a) && layout_slice(&right, symbols, &basis, &b));
    EXPECT(layout_align(&a, &b, joint, 8, &count) && count == 3);
    EXPECT(joint[0].extent == 2 && joint[0].a.value == 20 && joint[0].b.value == 12);
    EXPECT(joint[1].extent == 2 && joint[1].a.value == 10 && joint[1].b.value == 60);
    EXPECT(joint[2].extent == 6 && joint[2].a.value == 1 && joint[2].b_axis == AXIS_LANEID);
    EXPECT(!layout_align(&a, &b, joint, 2, &count));
    EXPECT(layout_dim_digits(&a, digit) == 2);
    EXPECT(digit[0].div == 6 && digit[0].mod == 0 && digit[0].stride.value == 10);
    EXPECT(digit[1].div == 1 && digit[1].mod == 6 && digit[1].stride.value == 1);
    Operand other = operand_of(pair(6, 4, 10, AXIS_M, 1), 1, row);
    EXPECT(layout_slice(&other, symbols, &basis, &b));
    EXPECT(!layout_align(&a, &b, joint, 8, &count)); /* 6 and 4 do not divide */
}

static void test_span(void) {
    PolyBasis basis = {0};
    Poly span;
    Layout pitched = pair(32, 8, 12, AXIS_M, 1);
    EXPECT(layout_span(&pitched, symbols, &basis, &span) && span.constant == 380);
    pitched.shard[0].stride = times(1, LD);
    EXPECT(layout_span(&pitched, symbols, &basis, &span));
    EXPECT(span.constant == 8 && span.value[0] == 31);
    Layout sw = pair(3, 64, 64, AXIS_M, 1);
    sw.swizzle = (Swizzle){true, 3, 3, 3, false};
    EXPECT(layout_span(&sw, symbols, &basis, &span) && span.constant == 512);
    Layout rows = pair(32, 8, 1, AXIS_LANEID, 1);
    EXPECT(layout_span(&rows, symbols, &basis, &span) && span.constant == 8);
    Layout huge = pair(3, 2, INT64_MAX / 2 + 1, AXIS_M, 1);
    EXPECT(!layout_span(&huge, symbols, &basis, &span));
}

static void test_injective(void) {
    int64_t four[] = {4, 4}, large[] = {1 << 13, 1 << 13};
    Operand operand = operand_of(pair(4, 4, 2, AXIS_M, 1), 2, four);
    Injectivity found = layout_injective(&operand, symbols, SCOPE_WARP);
    EXPECT(found.collides && !found.unproven);
    EXPECT(found.first[0] == 0 && found.first[1] == 2 && found.second[0] == 1);
    EXPECT(found.second[1] == 0);
    operand.region[1] = (Range){1, -1, 2};
    found = layout_injective(&operand, symbols, SCOPE_WARP);
    EXPECT(!found.collides && !found.unproven);
    operand = operand_of(pair(4, 4, 1, AXIS_LANEID, 0), 2, four);
    EXPECT(layout_injective(&operand, symbols, SCOPE_WARP).collides);
    operand = operand_of(pair(4, 32, 0, AXIS_M, 1), 2, (int64_t[]){4, 32});
    operand.layout.shard[0].stride = times(1, LD);
    found = layout_injective(&operand, symbols, SCOPE_WARP);
    EXPECT(!found.collides && !found.unproven);
    Symbol loose[] = {symbols[LD]};
    loose[0].min = 28;
    found = layout_injective(&operand, loose, SCOPE_WARP);
    EXPECT(!found.collides && found.unproven);
    operand = operand_of(pair(1 << 13, 1 << 13, 1, AXIS_M, 1), 2, large);
    EXPECT(layout_injective(&operand, symbols, SCOPE_WARP).too_big);
    operand = operand_of(pair(1 << 13, 1 << 13, 1 << 13, AXIS_M, 1), 2, large);
    found = layout_injective(&operand, symbols, SCOPE_WARP);
    EXPECT(!found.too_big && !found.collides);
    /* the largest table, and one more row */
    operand = operand_of(pair(2048, 2048, 1, AXIS_M, 1), 2, (int64_t[]){2048, 2048});
    EXPECT(layout_injective(&operand, symbols, SCOPE_WARP).collides);
    operand = operand_of(pair(2049, 2048, 1, AXIS_M, 1), 2, (int64_t[]){2049, 2048});
    EXPECT(layout_injective(&operand, symbols, SCOPE_WARP).too_big);
    /* 0 2 4 and 0 3: they do not nest, and no two meet; 8 further on neither. */
    operand = operand_of(pair(3, 2, 2, AXIS_M, 3), 2, (int64_t[]){3, 2});
    operand.layout.replica_count = 1;
    operand.layout.replica[0] = (Iter){.extent = 2, .stride = coef_int(8), .axis = AXIS_M};
    found = layout_injective(&operand, symbols, SCOPE_WARP);
    EXPECT(!found.collides && !found.unproven && !found.too_big);
    operand.layout.replica[0] = (Iter){.extent = 2, .stride = coef_int(5), .axis = AXIS_M};
    EXPECT(layout_injective(&operand, symbols, SCOPE_WARP).collides);
    operand.layout.replica[0] = (Iter){.extent = 4096, .stride = coef_int(8), .axis = AXIS_M};
    EXPECT(!layout_injective(&operand, symbols, SCOPE_WARP).too_big);
    operand.layout.replica[0] = (Iter){.extent = 4097, .stride = coef_int(8), .axis = AXIS_M};
    EXPECT(layout_injective(&operand, symbols, SCOPE_WARP).too_big);
}

int main(void) {
    test_coefs();
    test_symbols();
    test_polys();
    test_signs();
    test_swizzles();
    test_ranks();
    test_places();
    test_canonical();
    test_full();
    test_replica_order();
    test_equal();
    test_group();
    test_slice();
    test_align();
    test_span();
    test_injective();
    mem_free_all();
    return unit_finish();
}
