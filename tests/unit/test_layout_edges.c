/* test_layout_edges.c: what every function of the layout room answers about random layouts whose numbers are
 * small, or as large as they come, against tests/unit/layout_edges.txt: how often it said no, and a digest
 * of all that it wrote. What is right is the business of test_layout_random, which knows small numbers
 * only. `test_layout_edges --write` writes the file. */
#include "generator/layout/layout.h"
#include "expected.h"
#include "unit.h"

enum { LAYOUTS = 6000, SYMBOLS = 3 };

static uint64_t state;
static int64_t below(int64_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % (uint64_t)n);
}

static const int64_t small[] = {0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64};
static const int64_t large[] = {
    INT64_MAX,
    INT64_MIN,
    INT64_MIN + 1,
    INT64_MAX / 2,
    INT64_MAX / 2 + 1,
    -((int64_t)1 << 62),
    (int64_t)1 << 61,
    -1,
    -8};
static int64_t number(void) {
    return below(12) ? small[below((int64_t)COUNT_OF(small))]
                     : large[below((int64_t)COUNT_OF(large))];
}

/* ---- what is said -------------------------------------------------------------------------- */

enum {
    SIMPLIFY,
    CANONICAL,
    EQUAL,
    GROUP,
    SLICE,
    ALIGN,
    DIGITS,
    SPAN,
    PLACES,
    INJECTIVE,
    INSIDE,
    HOLDS,
    NEVER_NEGATIVE,
    DIVISOR,
    ADDED,
    PRINTED,
    FUNCTIONS
};
static const char *const names[FUNCTIONS] = {
    "simplify",
    "canonical",
    "equal",
    "group",
    "slice",
    "align",
    "dim_digits",
    "span",
    "places",
    "injective",
    "injective_inside",
    "poly_holds",
    "poly_never_negative",
    "divisor",
    "coef_add",
    "poly_print"};
static struct {
    int calls, yes;
    uint64_t digest;
} said[FUNCTIONS];

static void add(int which, int64_t value) {
    said[which].digest = (said[which].digest ^ (uint64_t)value) * 1099511628211u;
}

static bool answer(int which, bool yes) {
    said[which].calls++;
    said[which].yes += yes;
    add(which, yes);
    return yes;
}

static void add_coef(int which, Coef coef) {
    add(which, coef.value);
    for (int i = 0; i < coef.count; i++)
        add(which, coef.symbol[i]);
}

static void add_layout(int which, const Layout *layout) {
    add(which, layout->shard_count * 100 + layout->replica_count * 10 + layout->offset_count);
    for (int i = 0; i < layout->shard_count + layout->replica_count; i++) {
        const Iter *iter =
            i < layout->shard_count ? &layout->shard[i] : &layout->replica[i - layout->shard_count];
        add(which, iter->extent);
        add(which, (int64_t)iter->axis);
        add_coef(which, iter->stride);
    }
    for (int i = 0; i < layout->offset_count; i++) {
        add(which, layout->offset[i].amount);
        add(which, (int64_t)layout->offset[i].axis);
    }
}

static void add_poly(int which, const Poly *poly) {
    add(which, poly->constant);
    for (int i = 0; i < MAX_MONOMIALS; i++)
        add(which, poly->value[i]);
}

/* ---- random operands ------------------------------------------------------------------------- */

static Symbol symbols[SYMBOLS];

static void draw_symbols(void) {
    for (int i = 0; i < SYMBOLS; i++) {
        int64_t min = small[below((int64_t)COUNT_OF(small))];
        symbols[i] = (Symbol){.name = i ? "m" : "ld", .min = min, .divisor = 1 + below(8)};
        symbols[i].max = below(3) ? min + small[below((int64_t)COUNT_OF(small))] : INT64_MAX;
    }
}

static Coef draw_coef(bool named) {
    Coef coef = coef_int(number());
    for (int i = 0; i < SYMBOLS && named && coef.value; i++)
        if (below(4) == 0 && coef.count < MAX_FACTORS)
            coef.symbol[coef.count++] = i;
    return coef;
}

static Axis draw_axis(void) {
    static const Axis axes[] = {
        AXIS_LANEID, AXIS_WARPID, AXIS_WID_IN_WG, AXIS_WGID, AXIS_TID_IN_WG, AXIS_TX, AXIS_TLANE};
    return below(3) ? AXIS_M : axes[below((int64_t)COUNT_OF(axes))];
}

static Swizzle draw_swizzle(void) {
    Swizzle swizzle = {.on = true};
    swizzle.per_element = (int)below(4);
    swizzle.len = (int)below(4);
    swizzle.atom = (int)below(4);
    swizzle.outer = below(2);
    return swizzle;
}

/* Small layouts are mostly those of tiles: each stride what is inside of it. */
static Iter draw_iter(int64_t extent, int64_t inside) {
    Iter iter = {.extent = extent, .axis = draw_axis()};
    iter.stride = below(3) ? coef_int(inside) : draw_coef(iter.axis == AXIS_M);
    return iter;
}

/* Digits of two thread axes that may be one: lanes below 32, steps of 1 above. */
static void draw_threads(Layout *layout) {
    static const Axis pairs[][2] = {
        {AXIS_LANEID, AXIS_WARPID},
        {AXIS_LANEID, AXIS_WID_IN_WG},
        {AXIS_TID_IN_WG, AXIS_WGID},
        {AXIS_WID_IN_WG, AXIS_WGID}};
    const Axis *pair = pairs[below((int64_t)COUNT_OF(pairs))];
    int64_t inside[2] = {1, 1};
    for (int i = layout->shard_count - 1; i >= 0; i--) {
        Iter *iter = &layout->shard[i];
        int side = (int)below(2);
        iter->axis = pair[side];
        iter->stride = coef_int(below(12) ? inside[side] : number());
        inside[side] *= iter->extent;
    }
    for (int i = 0; i < layout->replica_count; i++)
        layout->replica[i].axis = pair[below(2)];
    for (int i = 0; i < layout->offset_count; i++)
        layout->offset[i].axis = pair[below(2)];
}

static Operand draw_operand(void) {
    static const int64_t extents[] = {1, 2, 3, 4, 4, 6, 8, 8, 16};
    Operand operand = {.space = SPACE_SMEM, .align = 16};
    Layout *layout = &operand.layout;
    int64_t size = 1, inside = 1;
    operand.rank = 1 + (int)below(3);
    layout->shard_count = 1 + (int)below(4);
    for (int i = layout->shard_count - 1; i >= 0; i--) {
        int64_t extent = extents[below((int64_t)COUNT_OF(extents))];
        layout->shard[i] = draw_iter(extent, inside);
        inside *= extent;
    }
    size = inside;
    layout->replica_count = below(3) ? 0 : 1 + (int)below(2);
    for (int i = 0; i < layout->replica_count; i++) {
        layout->replica[i] = draw_iter(1 + below(4), inside);
        inside *= layout->replica[i].extent;
    }
    layout->offset_count = (int)below(3);
    for (int i = 0; i < layout->offset_count; i++) {
        layout->offset[i].amount = number();
        layout->offset[i].axis = draw_axis();
    }
    if (below(4) == 0)
        draw_threads(layout);
    if (below(4) == 0)
        layout->swizzle = draw_swizzle();
    for (int d = operand.rank - 1; d >= 0; d--) {
        int64_t part = d ? 1 + below(8) : size;
        while (size % part)
            part--;
        operand.shape[d] = part;
        size /= part;
        int64_t begin = below(2) ? 0 : below(part),
                extent = below(2) ? part - begin : 1 + below(part - begin);
        bool moves = begin == 0 && below(5) == 0;
        operand.region[d] = (Range){begin, moves ? (int)below(SYMBOLS) : -1, extent};
    }
    return operand;
}

/* ---- everything is asked ----------------------------------------------------------------------- */

/* The same map in another spelling, or one that is a little different. */
static Layout respelled(const Operand *operand) {
    Layout layout = operand->layout, split;
    int seps[MAX_RANK + 1], at = (int)below(layout.shard_count);
    switch (below(6)) {
    case 0:
        return layout_group(&layout, operand->rank, operand->shape, &split, seps) ? split : layout;
    case 1:
        layout.shard[at].stride.value ^= 1;
        return layout;
    case 2:
        layout.shard[at].axis = draw_axis();
        return layout;
    case 3:
        layout.replica[layout.replica_count] = (Iter){.extent = 1 + below(3)};
        layout.replica[layout.replica_count++].stride = coef_int(below(2) * 8);
        return layout;
    case 4:
        layout.offset[layout.offset_count].amount = below(2);
        layout.offset[layout.offset_count++].axis = draw_axis();
        return layout;
    default:
        layout.swizzle.len = (int)below(3);
        return layout;
    }
}

static void ask_forms(const Operand *operand, const Layout *before) {
    Layout simple = layout_simplify(&operand->layout), split;
    int seps[MAX_RANK + 1];
    add_layout(SIMPLIFY, &simple);
    answer(SIMPLIFY, simple.shard_count < operand->layout.shard_count);
    for (int scope = SCOPE_WARP; scope <= SCOPE_CTA; scope++) {
        Layout form = layout_canonical(&operand->layout, (ScopeKind)scope);
        answer(CANONICAL, layout_axes(&form) != layout_axes(&simple));
        add_layout(CANONICAL, &form);
    }
    answer(EQUAL, layout_equal(&simple, &operand->layout));
    answer(EQUAL, layout_equal(before, &operand->layout));
    Layout other = respelled(operand);
    answer(EQUAL, layout_equal(&other, &operand->layout));
    if (answer(GROUP, layout_group(&operand->layout, operand->rank, operand->shape, &split, seps)))
        add_layout(GROUP, &split);
}

static void ask_digits(const Slice *slice) {
    DimDigit digits[MAX_ITERS];
    int count = layout_dim_digits(slice, digits);
    answer(DIGITS, count > 2);
    for (int i = 0; i < count; i++) {
        add(DIGITS, digits[i].dim * 1000 + digits[i].div * 100 + digits[i].mod);
        add_coef(DIGITS, digits[i].stride);
    }
}

static void ask_slice(
    const Operand *operand, Slice *slice, bool *sliced, const Slice *before, bool both) {
    PolyBasis basis = {0};
    Joint joints[MAX_ITERS];
    int count = 0;
    *sliced = answer(SLICE, layout_slice(operand, symbols, &basis, slice));
    if (!*sliced)
        return;
    add_layout(SLICE, &slice->layout);
    add_poly(SLICE, &slice->offset);
    for (int i = 0; i < slice->origin_count; i++) {
        add(SLICE,
            slice->origin[i].symbol * 1000 + slice->origin[i].div * 100 + slice->origin[i].mod);
        add_coef(SLICE, slice->origin[i].stride);
    }
    ask_digits(slice);
    Slice other = both ? *before : *slice;
    bool aligned = layout_align(slice, &other, joints, 1 + (int)below(MAX_ITERS), &count);
    answer(ALIGN, aligned);
    for (int i = 0; i < count && aligned; i++) {
        add(ALIGN, joints[i].extent * 100 + joints[i].dim);
        add_coef(ALIGN, joints[i].a);
        add_coef(ALIGN, joints[i].b);
    }
}

static void ask_poly(const PolyBasis *basis, const Poly *poly) {
    Text text = {0};
    answer(NEVER_NEGATIVE, poly_never_negative(basis, poly, symbols));
    int64_t divisor = poly_divisor(basis, poly, symbols);
    answer(DIVISOR, divisor > 1);
    add(DIVISOR, divisor);
    poly_print(&text, basis, poly, symbols);
    answer(PRINTED, text.length > 2);
    add(PRINTED, (int64_t)fnv1a64(text_string(&text), text.length));
}

static void ask_places(const Operand *operand) {
    PolyBasis basis = {0};
    Place places[16];
    int64_t coord[MAX_RANK];
    Poly span = {0};
    for (int d = 0; d < operand->rank; d++)
        coord[d] = below(8) ? below(operand->shape[d]) : operand->shape[d] - 1;
    int count = layout_places(
        &operand->layout,
        symbols,
        &basis,
        operand->rank,
        operand->shape,
        coord,
        places,
        1 + (int)below(16));
    answer(PLACES, count > 0);
    for (int i = 0; i < count; i++) {
        add_poly(PLACES, &places[i].at);
        for (int axis = 0; axis < AXIS_COUNT; axis++)
            add(PLACES, places[i].along[axis] << !axis_is_thread((Axis)axis));
        ask_poly(&basis, &places[i].at);
    }
    if (answer(SPAN, layout_span(&operand->layout, symbols, &basis, &span))) {
        add_poly(SPAN, &span);
        ask_poly(&basis, &span);
    }
}

static void ask_injective(const Operand *operand) {
    Injectivity found = layout_injective(operand, symbols, SCOPE_WARP);
    answer(INJECTIVE, !found.collides && !found.unproven && !found.too_big);
    add(INJECTIVE, found.collides + 2 * found.unproven + 4 * found.too_big);
    for (int d = 0; d < operand->rank; d++)
        add(INJECTIVE, found.first[d] * 100 + found.second[d]);
    static PolyBasis basis; /* of several, until it is full */
    if (!answer(HOLDS, poly_holds(operand, &basis)) || below(400) == 0)
        basis = (PolyBasis){0};
    add(HOLDS, basis.count);
    for (int i = 0; i < basis.count; i++)
        add_coef(HOLDS, basis.monomial[i]);
}

/* A tile of a pitch, whose promise about the limits is more, enough or less. */
static void ask_inside(void) {
    Operand operand = {.space = below(10) ? SPACE_GMEM : SPACE_SMEM, .rank = 2};
    Limits limits = {
        .count = below(10) ? 2 : 1,
        .at = {{.symbol = 1, .origin = -1}, {.symbol = 2, .dim = 1, .origin = -1}}};
    Layout *layout = &operand.layout;
    int64_t rows = 2 << below(3), columns = 2 << below(3), step = 1 + below(3),
            scale = below(3) ? 1 : below(4);
    Coef pitch = {.value = below(4) ? 1 : number(), .count = 1};
    int turned = (int)below(2);
    Pitch *promise = &symbols[0].pitch;
    promise->limit = 1 + (int)below(2);
    promise->scale = scale;
    promise->unit = below(3) ? step : below(4);
    promise->enough = below(3) ? columns : below(40);
    if (below(4) == 0) /* rows as two iters */
        layout->shard[layout->shard_count++] =
            (Iter){.extent = 2, .stride = {pitch.value % 64 * rows / 2, 1, {0}}};
    layout->shard[layout->shard_count] =
        (Iter){.extent = layout->shard_count ? rows / 2 : rows, .stride = pitch};
    layout->shard_count++;
    layout->shard[layout->shard_count++] = (Iter){
        .extent = columns,
        .stride = coef_int(below(8) ? step : number()),
        .axis = below(16) ? AXIS_M : AXIS_TX};
    if (turned) { /* columns first */
        Iter last = layout->shard[--layout->shard_count];
        memmove(layout->shard + 1, layout->shard, (size_t)layout->shard_count++ * sizeof last);
        layout->shard[0] = last;
    }
    layout->replica_count = below(16) ? 0 : 1;
    layout->replica[0] = (Iter){.extent = 2, .stride = coef_int(1)};
    operand.shape[turned] = rows;
    operand.shape[!turned] = columns;
    for (int d = 0; d < 2; d++)
        operand.region[d] = (Range){0, -1, below(8) ? operand.shape[d] : operand.shape[d] / 2};
    answer(INSIDE, layout_injective_inside(&operand, symbols, &limits));
}

static void ask_coefs(void) {
    Coef a = draw_coef(true), b = below(2) ? a : draw_coef(true), sum;
    if (below(2))
        b.value = number();
    if (answer(ADDED, coef_add(a, b, &sum)))
        add_coef(ADDED, sum);
    add(ADDED, coef_equal(a, b) + 2 * coef_is_zero(b));
    answer(DIVISOR, coef_divisor(a, symbols) > 1);
    add(DIVISOR, coef_divisor(a, symbols));
    for (int i = 0; i < SYMBOLS; i++) {
        add(DIVISOR, symbol_least(&symbols[i]));
        add(DIVISOR, symbol_whole(&symbols[i]));
    }
}

int main(int argc, char **argv) {
    Text text = {0};
    static Operand operand;
    static Slice slice[2];
    bool sliced[2] = {false, false};
    for (int i = 0; i < LAYOUTS; i++) {
        MemMark mark = mem_mark();
        Layout before = operand.layout;
        state = (uint64_t)i;
        draw_symbols();
        operand = draw_operand();
        ask_forms(&operand, &before);
        ask_slice(
            &operand, &slice[i % 2], &sliced[i % 2], &slice[(i + 1) % 2], sliced[(i + 1) % 2]);
        ask_places(&operand);
        ask_injective(&operand);
        ask_coefs();
        ask_inside();
        mem_rewind(mark);
    }
    for (int i = 0; i < FUNCTIONS; i++)
        text_printf(
            &text,
            "%s: %d of %d, %016llx\n",
            names[i],
            said[i].yes,
            said[i].calls,
            (unsigned long long)said[i].digest);
    EXPECT(is_expected("tests/unit/layout_edges.txt", &text, argc, argv));
    mem_free_all();
    return unit_finish();
}
