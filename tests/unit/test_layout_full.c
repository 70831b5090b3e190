/* test_layout_full.c: the layout room where every list of a layout is full, so that a walk beyond one is seen,
 * and on edges that the random layouts do not meet. */
#include "generator/layout/layout.h"
#include "unit.h"

enum { BIT_M = 1u << AXIS_M };

/* Named, at least 1, of no known divisor; some with one. */
static Symbol symbols[52];

static void name_symbols(void) {
    static const char *const names[] = {
        "a", "b", "c", "d", "e", "f", "g", "h", "n", "o", "p", "q", "r", "s", "t", "u"};
    for (size_t i = 0; i < COUNT_OF(symbols); i++)
        symbols[i] = (Symbol){.name = names[i % 16], .min = 1, .max = INT64_MAX, .divisor = 1};
}

static Coef named(int64_t value, int symbol) {
    return (Coef){value, 1, {symbol}};
}

static Iter iter(int64_t extent, int64_t stride, Axis axis) {
    return (Iter){.extent = extent, .stride = coef_int(stride), .axis = axis};
}

/* 24 bits in reverse, eight replicas in steps of powers of three, offsets on eight axes: nothing is one with
 * anything else. */
static Layout full_layout(void) {
    Layout layout = {
        .shard_count = MAX_ITERS, .replica_count = MAX_REPLICAS, .offset_count = MAX_OFFSETS};
    int64_t step = (int64_t)1 << 24;
    for (int i = 0; i < MAX_ITERS; i++)
        layout.shard[i] = iter(2, (int64_t)1 << i, AXIS_M);
    for (int i = MAX_REPLICAS - 1; i >= 0; i--, step *= 3)
        layout.replica[i] = iter(2, step, AXIS_M);
    for (int i = 0; i < MAX_OFFSETS; i++)
        layout.offset[i] = (Offset){i + 1, (Axis)(i ? AXIS_BX + i - 1 : AXIS_M)};
    return layout;
}

enum { BITS_OF_FULL = 127u << AXIS_BX | BIT_M, REACH = (1 << 24) - 1 };
/* 1 + 3 + .. + 3^7 */
enum { THREES = 3280 };

static Operand full_operand(void) {
    Operand operand = {.space = SPACE_GMEM, .rank = 1, .layout = full_layout()};
    operand.shape[0] = (int64_t)1 << MAX_ITERS;
    operand.region[0] = (Range){0, -1, operand.shape[0]};
    return operand;
}

static bool same_lists(const Layout *a, const Layout *b) {
    bool same = a->shard_count == b->shard_count && a->replica_count == b->replica_count &&
                a->offset_count == b->offset_count;
    for (int i = 0; i < a->shard_count && same; i++)
        same = a->shard[i].extent == b->shard[i].extent &&
               a->shard[i].stride.value == b->shard[i].stride.value;
    for (int i = 0; i < a->replica_count && same; i++)
        same = a->replica[i].extent == b->replica[i].extent &&
               a->replica[i].stride.value == b->replica[i].stride.value;
    for (int i = 0; i < a->offset_count && same; i++)
        same = a->offset[i].axis == b->offset[i].axis && a->offset[i].amount == b->offset[i].amount;
    return same;
}

static void full_forms(void) {
    Layout full = full_layout(), out, other = full;
    int seps[MAX_RANK + 1];
    EXPECT(layout_axes(&full) == BITS_OF_FULL && layout_replicas(&full) == 1 << MAX_REPLICAS);
    out = layout_simplify(&full);
    EXPECT(same_lists(&out, &full));
    out = layout_canonical(&full, SCOPE_CTA);
    EXPECT(same_lists(&out, &full) && layout_equal(&full, &full));
    other.offset[MAX_OFFSETS - 1].amount++;
    EXPECT(!layout_equal(&full, &other));
    const int64_t whole[] = {4, (int64_t)1 << 22}, more[] = {4, (int64_t)1 << 23};
    EXPECT(layout_group(&full, 2, whole, &out, seps) && seps[1] == 2 && seps[2] == MAX_ITERS);
    EXPECT(same_lists(&out, &full) && !layout_group(&full, 2, more, &out, seps));
    EXPECT(!layout_group(&full, 2, (const int64_t[]){4, 1 << 21}, &out, seps));
}

/* Lanes and warps that are one, among as many others as there is room for. */
static void full_fusion(void) {
    Layout full = full_layout();
    full.shard[0] = iter(4, 1, AXIS_WARPID);
    full.shard[1] = iter(32, 1, AXIS_LANEID);
    full.replica[0] = iter(2, 4, AXIS_WARPID);
    Layout fused = layout_canonical(&full, SCOPE_CTA);
    EXPECT(layout_axes(&fused) == (BITS_OF_FULL | 1u << AXIS_TX));
    EXPECT(fused.shard_count == MAX_ITERS - 1 && fused.shard[0].extent == 128);
    EXPECT(fused.shard[0].axis == AXIS_TX && fused.shard[0].stride.value == 1);
    bool found = false;
    for (int i = 0; i < fused.replica_count; i++)
        found |= fused.replica[i].axis == AXIS_TX && fused.replica[i].stride.value == 128;
    EXPECT(found && fused.replica_count == MAX_REPLICAS);
    full.offset[1] = (Offset){1, AXIS_LANEID}; /* lanes 1 to 32 */
    fused = layout_canonical(&full, SCOPE_CTA);
    EXPECT(layout_axes(&fused) >> AXIS_LANEID & 1);
}

static void full_places(void) {
    static Place places[(1 << MAX_REPLICAS) + 1];
    Operand operand = full_operand();
    PolyBasis basis = {0};
    int64_t last = operand.shape[0] - 1, step = (int64_t)1 << 24;
    Poly span = {0};
    int count = layout_places(
        &operand.layout, symbols, &basis, 1, operand.shape, &last, places, (int)COUNT_OF(places));
    EXPECT(count == 1 << MAX_REPLICAS && places[0].named == 0 && basis.count == 0);
    EXPECT(places[0].at.constant == REACH + 1); /* the offset of m is 1 */
    EXPECT(places[1].at.constant == REACH + 1 + step);
    EXPECT(places[count - 1].at.constant == REACH + 1 + THREES * step);
    for (int i = 1; i < MAX_OFFSETS; i++)
        EXPECT(places[count - 1].along[AXIS_BX + i - 1] == i + 1);
    EXPECT(layout_span(&operand.layout, symbols, &basis, &span) && poly_is_constant(&span));
    EXPECT(span.constant == REACH + 2 + THREES * step);
    /* More replicas than numbers: as many places as were asked for. */
    operand.layout.replica[0].extent = operand.layout.replica[1].extent = INT64_MAX;
    operand.layout.replica[0].stride = operand.layout.replica[1].stride = coef_int(0);
    EXPECT(layout_replicas(&operand.layout) == -1);
    count = layout_places(&operand.layout, symbols, &basis, 1, operand.shape, &last, places, 3);
    EXPECT(count == 3 && places[2].at.constant == REACH + 1 + 3 * step);
}

static void full_regions(void) {
    static Slice slice;
    static Joint joints[MAX_ITERS];
    DimDigit digits[MAX_ITERS];
    Operand operand = full_operand();
    PolyBasis basis = {0};
    int count;
    EXPECT(layout_slice(&operand, symbols, &basis, &slice) && slice.rank == 1);
    EXPECT(slice.layout.shard_count == MAX_ITERS && slice.offset.constant == 1);
    EXPECT(slice.layout.offset_count == MAX_OFFSETS - 1); /* that of m is `offset` */
    EXPECT(layout_dim_digits(&slice, digits) == MAX_ITERS && digits[0].mod == 0);
    EXPECT(digits[0].div == 1 << 23 && digits[MAX_ITERS - 1].div == 1 && digits[1].mod == 2);
    EXPECT(layout_align(&slice, &slice, joints, MAX_ITERS, &count) && count == MAX_ITERS);
    EXPECT(!layout_align(&slice, &slice, joints, MAX_ITERS - 1, &count));
    EXPECT(poly_holds(&operand, &basis) && basis.count == 0);
    /* Seven axes with an offset, and lanes that a row fixes: eight, and with one more axis too many. */
    operand.layout.shard[0].axis = AXIS_LANEID;
    operand.region[0] = (Range){1 << 23, -1, 1 << 23};
    EXPECT(layout_slice(&operand, symbols, &basis, &slice));
    EXPECT(slice.layout.offset_count == MAX_OFFSETS && slice.thread_offset[AXIS_LANEID] == 1);
    operand.layout.shard[1].axis = AXIS_WARPID;
    operand.region[0] = (Range){3 << 22, -1, 1 << 22};
    EXPECT(!layout_slice(&operand, symbols, &basis, &slice));
}

static void full_injective(void) {
    Operand operand = full_operand();
    Injectivity found = layout_injective(&operand, symbols, SCOPE_CTA);
    EXPECT(!found.collides && !found.unproven && !found.too_big); /* it nests */
    operand.layout.shard[0].stride = coef_int(2);
    found = layout_injective(&operand, symbols, SCOPE_CTA);
    EXPECT(!found.collides && !found.unproven && found.too_big);
}

/* ---- polynomials with all their monomials ------------------------------------------------------- */

static void full_polys(void) {
    PolyBasis basis = {0};
    Poly poly = {.constant = 6};
    Text text = {0};
    for (int i = 0; i < MAX_MONOMIALS; i++)
        EXPECT(poly_add(&basis, &poly, named(9, i), 1));
    EXPECT(!poly_add(&basis, &poly, named(1, MAX_MONOMIALS), 1));
    EXPECT(
        poly_add(&basis, &poly, named(3, MAX_MONOMIALS - 1), 1) &&
        poly.value[MAX_MONOMIALS - 1] == 12);
    EXPECT(basis.monomial[0].value == 1 && basis.monomial[11].value == 1);
    EXPECT(poly_divisor(&basis, &poly, symbols) == 3 && !poly_is_constant(&poly));
    EXPECT(poly_never_negative(&basis, &poly, symbols));
    poly.constant = -9 * (MAX_MONOMIALS - 1) - 12;
    EXPECT(poly_never_negative(&basis, &poly, symbols)); /* at least 1 each */
    poly.constant--;
    EXPECT(!poly_never_negative(&basis, &poly, symbols));
    poly_print(&text, &basis, &poly, symbols);
    EXPECT(strncmp(text_string(&text), "9 * a + 9 * b", 13) == 0);
    EXPECT(strstr(text_string(&text), " - 148"));
    Poly zero = {0};
    EXPECT(
        poly_divisor(&basis, &zero, symbols) == 0 && poly_never_negative(&basis, &zero, symbols));
    text.length = 0;
    poly_print(&text, &basis, &zero, symbols);
    EXPECT(strcmp(text_string(&text), "0") == 0);
    /* Under a swizzle all of them must be multiples of its period. */
    Layout layout = {.shard_count = 1, .swizzle = {true, 3, 3, 3, false}};
    layout.shard[0] = (Iter){.extent = 2, .stride = named(512, MAX_MONOMIALS - 1)};
    int64_t one = 1, two = 2;
    Place place;
    EXPECT(layout_places(&layout, symbols, &basis, 1, &two, &one, &place, 1) == 1);
    EXPECT(place.at.value[MAX_MONOMIALS - 1] == 512);
    layout.shard[0].stride.value = 256;
    EXPECT(layout_places(&layout, symbols, &basis, 1, &two, &one, &place, 1) < 0);
}

/* (1 + a) (1 + b) (1 + c) has eight terms: of sixteen products of three names each, with a constant that all have. */
static void most_terms(void) {
    PolyBasis basis = {0};
    Poly poly = {.constant = -MAX_MONOMIALS};
    for (int i = 0; i < 3 * MAX_MONOMIALS; i += 3)
        EXPECT(poly_add(&basis, &poly, (Coef){1, 3, {i, i + 1, i + 2}}, 1));
    EXPECT(poly_never_negative(&basis, &poly, symbols)); /* each is at least 1 */
    poly.constant--;
    EXPECT(!poly_never_negative(&basis, &poly, symbols));
    poly.value[MAX_MONOMIALS - 1] = -1;
    poly.constant = 99;
    EXPECT(!poly_never_negative(&basis, &poly, symbols));
}

/* ---- edges ----------------------------------------------------------------------------------- */

/* A stride with a name is an address; on threads there is none, but 0 whatever the name is. */
static void names_on_threads(void) {
    Operand operand = {.space = SPACE_REG, .rank = 1, .shape = {2}};
    int64_t one = 1;
    PolyBasis basis = {0};
    Place place;
    static Slice slice;
    operand.layout.shard_count = 1;
    operand.region[0] = (Range){1, -1, 1};
    for (int value = 0; value < 3; value++) {
        operand.layout.shard[0] =
            (Iter){.extent = 2, .stride = named(value, 0), .axis = AXIS_LANEID};
        int count =
            layout_places(&operand.layout, symbols, &basis, 1, operand.shape, &one, &place, 1);
        EXPECT((count == 1) == (value == 0));
        EXPECT(value || (place.along[AXIS_LANEID] == 0 && place.named == 1u << AXIS_LANEID));
        EXPECT(layout_slice(&operand, symbols, &basis, &slice) == (value == 0));
    }
}

/* Lanes from `offset` on are one with warps where they are 0 to 31. */
static bool fuses_from(int64_t offset) {
    Layout layout = {.shard_count = 2, .offset_count = 1};
    layout.shard[0] = iter(2, 1, AXIS_WARPID);
    layout.shard[1] = iter(31, 1, AXIS_LANEID);
    layout.offset[0] = (Offset){offset, AXIS_LANEID};
    layout = layout_canonical(&layout, SCOPE_CTA);
    return layout_axes(&layout) == 1u << AXIS_TX;
}

static void ranges_of_lanes(void) {
    EXPECT(fuses_from(0) && fuses_from(1) && !fuses_from(2) && !fuses_from(-1));
    EXPECT(!fuses_from(INT64_MAX) && !fuses_from(INT64_MIN) && !fuses_from(INT64_MAX - 30));
}

/* Nothing is without iters, but one element. */
static void no_iters(void) {
    Layout none = {0}, out;
    int seps[3];
    EXPECT(layout_group(&none, 2, (const int64_t[]){1, 1}, &out, seps) && seps[2] == 0);
    EXPECT(!layout_group(&none, 1, (const int64_t[]){2}, &out, seps));
    EXPECT(layout_group(&none, 0, NULL, &out, seps) && seps[0] == 0);
    Layout one = {.shard_count = 1};
    one.shard[0] = iter(2, 1, AXIS_M);
    EXPECT(!layout_group(&one, 1, (const int64_t[]){1}, &out, seps));
    EXPECT(layout_equal(&none, &none) && !layout_equal(&none, &one) && !layout_equal(&one, &none));
}

/* Forms that differ are compared place by place: one element with R[3:1] + R[2:2] or R[5:1]. */
static void small_maps(void) {
    Layout two = {.replica_count = 2}, one = {.replica_count = 1};
    two.replica[0] = iter(3, 1, AXIS_M);
    two.replica[1] = iter(2, 2, AXIS_M);
    one.replica[0] = iter(5, 1, AXIS_M);
    EXPECT(layout_equal(&two, &one) && layout_equal(&one, &two));
    /* Names that tell no place apart are no names. */
    for (int i = 0; i < 3; i++)
        two.replica[two.replica_count++] = (Iter){.extent = 1, .stride = named(1, i)};
    EXPECT(layout_equal(&two, &one) && layout_equal(&one, &two));
    /* 65 places are not 64 of them, nor more than a number says. */
    Layout many = {.replica_count = 2}, few = {.replica_count = 1};
    few.replica[0] = iter(64, 1, AXIS_M);
    many.replica[0] = iter(65, 1, AXIS_M);
    many.replica[1] = iter(1, 1, AXIS_M);
    EXPECT(!layout_equal(&many, &few) && !layout_equal(&few, &many));
    many.replica[0] = iter((int64_t)1 << 40, (int64_t)1 << 41, AXIS_M);
    many.replica[1] = iter((int64_t)1 << 40, 1, AXIS_M);
    EXPECT(!layout_equal(&many, &few) && !layout_equal(&few, &many));
    Layout on = one, off = one; /* a swizzle that moves nothing is one */
    on.swizzle.on = true;
    EXPECT(!layout_equal(&on, &off) && !layout_equal(&off, &on) && layout_equal(&on, &on));
    /* What has no number is not equal to what has one. */
    Layout large = {.shard_count = 1, .offset_count = 1}, small;
    large.shard[0] = iter(2, INT64_MAX, AXIS_M);
    large.offset[0] = (Offset){1, AXIS_M};
    small = large;
    small.shard[0].stride = coef_int(1);
    EXPECT(!layout_equal(&large, &small) && !layout_equal(&small, &large));
    large.offset[0].amount = small.offset[0].amount = INT64_MAX;
    small.shard[0].stride = coef_int(2);
    EXPECT(!layout_equal(&large, &small) && !layout_equal(&small, &large));
}

/* Replicas that no number tells apart stay as they are written. */
static void order_of_named_replicas(void) {
    for (int first = 0; first < 2; first++) {
        Layout layout = {.replica_count = 2};
        layout.replica[0] = (Iter){.extent = 2, .stride = named(1, first)};
        layout.replica[1] = (Iter){.extent = 2, .stride = named(1, 1 - first)};
        Layout simple = layout_simplify(&layout);
        EXPECT(simple.replica_count == 2 && simple.replica[0].stride.symbol[0] == first);
        layout.replica[0].stride =
            coef_int(first ? 1 : -1); /* of 1 and -1 that is first which goes up */
        layout.replica[1].stride = coef_int(first ? -1 : 1);
        simple = layout_simplify(&layout);
        EXPECT(simple.replica_count == 2 && simple.replica[0].stride.value == 1);
        layout.replica[0].stride = named(1, first);
        layout.replica[1].stride = coef_int(1 << 20); /* what has more names is first */
        simple = layout_simplify(&layout);
        EXPECT(simple.replica_count == 2 && simple.replica[0].stride.count == 1);
    }
}

/* Twelve steps with a name each, twice as large as the next smaller one. */
static void names_that_nest(void) {
    Symbol steps[MAX_MONOMIALS];
    Operand operand = {.space = SPACE_GMEM, .rank = 1};
    operand.shape[0] = 1 << MAX_MONOMIALS;
    operand.region[0] = (Range){0, -1, operand.shape[0]};
    operand.layout.shard_count = MAX_MONOMIALS;
    for (int i = 0; i < MAX_MONOMIALS; i++) {
        steps[i] = (Symbol){.name = "a", .min = 1 << i, .max = 1 << i, .divisor = 1};
        operand.layout.shard[i] = (Iter){.extent = 2, .stride = named(1, i)};
    }
    Injectivity found = layout_injective(&operand, steps, SCOPE_CTA);
    EXPECT(!found.collides && !found.unproven && !found.too_big);
    steps[5].min = steps[5].max = 31;
    found = layout_injective(&operand, steps, SCOPE_CTA);
    EXPECT(!found.collides && found.unproven);
}

/* 0 2 4 and 3 5 7, over and over: of steps that do not nest, and all places differ. A search that compares each
 * with each takes too long. */
static void many_that_differ(void) {
    enum { TIMES = 1 << 14 };
    Operand operand = {.space = SPACE_GMEM, .rank = 1, .shape = {6 * TIMES}};
    operand.region[0] = (Range){0, -1, 6 * TIMES};
    operand.layout.shard_count = 3;
    operand.layout.shard[0] = iter(TIMES, 8, AXIS_M);
    operand.layout.shard[1] = iter(2, 3, AXIS_M);
    operand.layout.shard[2] = iter(3, 2, AXIS_M);
    Injectivity found = layout_injective(&operand, symbols, SCOPE_CTA);
    EXPECT(!found.collides && !found.unproven && !found.too_big);
    operand.layout.shard[0].stride =
        coef_int(7); /* 7 is the last of one and the first of the next */
    found = layout_injective(&operand, symbols, SCOPE_CTA);
    EXPECT(found.collides && found.first[0] == 5 && found.second[0] == 6);
}

/* Of `elements` at one place, each with so many more: tried up to 2^22 places and 4096 replicas. */
static Injectivity at_one_place(int64_t elements, int64_t replicas) {
    Operand operand = {.space = SPACE_GMEM, .rank = 1, .shape = {elements}};
    operand.region[0] = (Range){0, -1, elements};
    operand.layout.shard_count = 1;
    operand.layout.shard[0] = iter(elements, 0, AXIS_M);
    operand.layout.replica_count = replicas > 1;
    operand.layout.replica[0] = iter(replicas, 1, AXIS_M);
    return layout_injective(&operand, symbols, SCOPE_CTA);
}

static void sizes_that_are_searched(void) {
    Injectivity found = at_one_place((int64_t)1 << 22, 1);
    EXPECT(found.collides && !found.too_big && found.first[0] == 0 && found.second[0] == 1);
    found = at_one_place(((int64_t)1 << 22) + 1, 1);
    EXPECT(found.too_big && !found.collides);
    found = at_one_place(2, 4096);
    EXPECT(found.collides && !found.too_big && found.second[0] == 1);
    found = at_one_place(2, 4097);
    EXPECT(found.too_big && !found.collides);
    found = at_one_place(1025, 4096);
    EXPECT(found.too_big && !found.collides);
    found = at_one_place(1024, 4096);
    EXPECT(found.collides && !found.too_big);
}

/* Element `value` of 4x8 where only one is wanted: its digits, as the origins of the slice say them. */
static int64_t moved(const Slice *slice, int64_t value) {
    int64_t at = slice->offset.constant;
    for (int i = 0; i < slice->origin_count; i++) {
        int64_t digit = value / slice->origin[i].div;
        if (slice->origin[i].mod)
            digit %= slice->origin[i].mod;
        at += digit * slice->origin[i].stride.value;
    }
    return at;
}

/* Up to the last value of the symbol an origin is where the layout says, and no digit is named in vain. */
static void origins(void) {
    static Slice slice;
    Operand operand = {.space = SPACE_GMEM, .rank = 1, .shape = {32}};
    Symbol symbol = {.name = "m", .divisor = 1};
    operand.layout.shard_count = 2;
    operand.layout.shard[0] = iter(4, 100, AXIS_M);
    operand.layout.shard[1] = iter(8, 3, AXIS_M);
    operand.region[0] = (Range){0, 0, 1};
    for (symbol.max = 0; symbol.max < 32; symbol.max++) {
        PolyBasis basis = {0};
        EXPECT(layout_slice(&operand, &symbol, &basis, &slice) && slice.rank == 0);
        EXPECT(slice.origin_count == (symbol.max > 0) + (symbol.max >= 8));
        EXPECT(slice.origin_count == 0 || (slice.origin[0].mod == 0) == (symbol.max < 8));
        for (int64_t value = 0; value <= symbol.max; value++)
            EXPECT(moved(&slice, value) == value / 8 * 100 + value % 8 * 3);
    }
    PolyBasis basis = {0};
    operand.space = SPACE_REG;
    operand.layout.shard[0] = iter(4, 1, AXIS_WARPID);
    EXPECT(layout_slice(&operand, &symbol, &basis, &slice) && slice.origin_count == 2);
    EXPECT(slice.origin[0].axis == AXIS_M && slice.origin[1].axis == AXIS_WARPID);
}

/* One iter of 8 against three of 2, which it is cut into where its steps are numbers. */
static bool align_eight(int64_t stride, Joint *joints, bool turned) {
    static Slice slices[2];
    Operand operands[2] = {{.space = SPACE_GMEM, .rank = 1, .shape = {8}}};
    PolyBasis basis = {0};
    int count = 0;
    operands[0].region[0] = (Range){0, -1, 8};
    operands[1] = operands[0];
    operands[0].layout.shard_count = 1;
    operands[0].layout.shard[0] = iter(8, stride, AXIS_M);
    operands[1].layout.shard_count = 3;
    for (int i = 0; i < 3; i++)
        operands[1].layout.shard[i] = iter(2, 5 + i, AXIS_M);
    for (int i = 0; i < 2; i++)
        EXPECT(layout_slice(&operands[i], symbols, &basis, &slices[i]));
    bool aligned = layout_align(&slices[turned], &slices[!turned], joints, 8, &count);
    EXPECT(!aligned || count == 3);
    return aligned;
}

static void cuts(void) {
    Joint joints[8];
    EXPECT(align_eight(3, joints, false));
    for (int i = 0; i < 3; i++)
        EXPECT(joints[i].a.value == 12 >> i && joints[i].b.value == 5 + i && joints[i].dim == 0);
    EXPECT(align_eight((int64_t)1 << 60, joints, true) && joints[0].b.value == (int64_t)1 << 62);
    EXPECT(!align_eight((int64_t)1 << 61, joints, false));
    EXPECT(!align_eight((int64_t)1 << 61, joints, true));
    EXPECT(!align_eight((int64_t)1 << 62, joints, false));
}

/* As many dimensions as there are, each with a digit of its own, all in the order of rows but the last two. */
static void full_rank(void) {
    static Slice slice;
    DimDigit digits[MAX_ITERS];
    Operand operand = {.space = SPACE_GMEM, .rank = MAX_RANK};
    PolyBasis basis = {0};
    operand.layout.shard_count = MAX_RANK;
    for (int d = 0; d < MAX_RANK; d++) {
        operand.layout.shard[d] = iter(2, (int64_t)1 << d, AXIS_M);
        operand.shape[d] = 2;
        operand.region[d] = (Range){0, -1, 2};
    }
    operand.layout.shard[MAX_RANK - 1].stride = named(1, 0);
    EXPECT(layout_slice(&operand, symbols, &basis, &slice) && slice.rank == MAX_RANK);
    EXPECT(layout_dim_digits(&slice, digits) == MAX_RANK);
    for (int d = 0; d < MAX_RANK; d++)
        EXPECT(digits[d].dim == d && digits[d].div == 1 && digits[d].mod == 0);
    operand.region[MAX_RANK - 1] = (Range){0, 1, 1};
    basis = (PolyBasis){0};
    EXPECT(poly_holds(&operand, &basis) && basis.count == 2); /* a and a * b */
    EXPECT(basis.monomial[1].count == 2 && basis.monomial[1].symbol[1] == 1);
    EXPECT(layout_slice(&operand, symbols, &basis, &slice) && slice.rank == MAX_RANK - 1);
    EXPECT(slice.origin_count == 1 && slice.origin[0].symbol == 1);
}

/* Twelve products and one more: of strides, and of strides that origins move along. */
static void products(void) {
    for (int count = MAX_MONOMIALS; count <= MAX_MONOMIALS + 1; count++) {
        Operand operand = {.space = SPACE_GMEM, .rank = 1};
        PolyBasis basis = {0};
        operand.shape[0] = (int64_t)1 << count;
        operand.region[0] = (Range){0, -1, 1};
        operand.layout.shard_count = count;
        for (int i = 0; i < count; i++)
            operand.layout.shard[i] = (Iter){.extent = 2, .stride = named(1, i)};
        EXPECT(poly_holds(&operand, &basis) == (count == MAX_MONOMIALS));
        EXPECT(basis.count == MAX_MONOMIALS);
        for (int i = 0; i < count; i++)
            operand.layout.shard[i].stride = i < count / 2 ? named(1, i) : coef_int(1 << i);
        basis = (PolyBasis){0};
        EXPECT(poly_holds(&operand, &basis) && basis.count == count / 2);
        operand.region[0].symbol = 20; /* that and half of the strides by its name, and the name */
        basis = (PolyBasis){0};
        for (int i = 0; i < count; i++)
            operand.layout.shard[i].stride = i < count / 2 ? named(1, i) : coef_int(1 << i);
        EXPECT(poly_holds(&operand, &basis) == false);
        operand.layout.shard[0].stride = coef_int(1 << 20);
        basis = (PolyBasis){0};
        EXPECT(poly_holds(&operand, &basis) && basis.count == 15);
    }
}

static int64_t whole_value(int64_t min, int64_t max, int64_t divisor, int64_t whole) {
    Symbol symbol = {.min = min, .max = max, .divisor = divisor, .whole = whole};
    return symbol_whole(&symbol);
}

/* The least multiple that a whole tile asks, within what the symbol may be. */
static void whole_tiles(void) {
    EXPECT(whole_value(1, INT64_MAX, 8, 64) == 64 && whole_value(1, INT64_MAX, 8, 61) == 64);
    EXPECT(whole_value(1, INT64_MAX, 1, 0) == 1 && whole_value(7, INT64_MAX, 8, 0) == 8);
    EXPECT(whole_value(100, INT64_MAX, 1, 64) == 100 && whole_value(64, 999, 1, 64) == 64);
    EXPECT(whole_value(1, 64, 8, 64) == 64 && whole_value(1, 40, 8, 64) == 40);
    EXPECT(whole_value(1, 63, 8, 64) == 8 && whole_value(1, 41, 1, 64) == 41);
    EXPECT(whole_value(3, 3, 1, 64) == 3 && whole_value(0, 64, 64, 1) == 64);
    EXPECT(whole_value(0, 63, 64, 1) == 0);
}

int main(void) {
    name_symbols();
    full_forms();
    full_fusion();
    full_places();
    full_regions();
    full_injective();
    full_polys();
    most_terms();
    names_on_threads();
    ranges_of_lanes();
    no_iters();
    small_maps();
    order_of_named_replicas();
    names_that_nest();
    many_that_differ();
    sizes_that_are_searched();
    origins();
    cuts();
    full_rank();
    products();
    whole_tiles();
    mem_free_all();
    return unit_finish();
}
