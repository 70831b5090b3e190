/* test_tensor_proof.c: what a proof knows of tensors, against counting: which coordinates are never, or always, outside,
 * which conditions are one, whose strides nest; the types of maps. */
#include "../../generator/plan/prove.h"
#include "plans_parts.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

static unsigned state = 7;
static int below(int n) {
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (unsigned)n);
}

/* ---- types ------------------------------------------------------------------------------------ */

/* As cuda.h numbers them; -1: none. The second of sums, and of the other operations but min and max. */
static const struct {
    const char *dtype;
    int type, sum;
} types[] = {
    {"f64", 8, 8},  {"f32", 7, 7},  {"tf32", 7, 7},   {"f16", 6, 6},  {"bf16", 9, 9},
    {"e4m3", 0, 0}, {"e5m2", 0, 0}, {"e8m0", 0, 0},   {"i4", -1, -1}, {"e3m2", -1, -1},
    {"i8", 0, 0},   {"i16", 1, 1},  {"i32", 3, 3},    {"i64", 5, 4},  {"u8", 0, 0},
    {"u16", 1, 1},  {"u32", 2, 2},  {"u64", 4, 4},    {"b8", 0, 0},   {"b16", 1, 1},
    {"b32", 2, 2},  {"b64", 4, 4},  {"b128", -1, -1},
};

static void types_of_maps(void) {
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        const Dtype *dtype = dtype_find(types[i].dtype, strlen(types[i].dtype));
        EXPECT_OF(types[i].dtype, tensor_type(dtype, COMBINE_NONE) == types[i].type);
        EXPECT_OF(types[i].dtype, tensor_type(dtype, COMBINE_MIN) == types[i].type);
        EXPECT_OF(types[i].dtype, tensor_type(dtype, COMBINE_MAX) == types[i].type);
        EXPECT_OF(types[i].dtype, tensor_type(dtype, COMBINE_ADD) == types[i].sum);
        EXPECT_OF(types[i].dtype, tensor_type(dtype, COMBINE_XOR) == types[i].sum);
    }
    static const int bits[] = {0, 8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32, 0};
    for (int type = -1; type < 14; type++) {
        const Object map = {.type = type};
        EXPECT(tensor_type_bits(type) == bits[type + 1]);
        EXPECT(tensor_rounds(&map) == (type == 11 || type == 12));
    }
}

static void sizes_of_maps(void) {
    Object map = {.rank = 3, .box = {64, 5, 7, 9}, .by = {2, 3, 1, 0}};
    EXPECT(tensor_elements(&map) == 64 * 5 * 7 && tensor_coords(&map) == 3);
    EXPECT(tensor_pack(&map) == 1 && tensor_span(&map, 16) == 64);
    EXPECT(tensor_by(&map, 0) == 1 && tensor_by(&map, 1) == 3 && tensor_by(&map, 2) == 1);
    EXPECT(tensor_by(&map, 3) == 1);
    map.rows = 4;
    EXPECT(tensor_elements(&map) == 4 * 64 * 5 * 7 && tensor_coords(&map) == 5);
    map.pack = 4;
    EXPECT(tensor_pack(&map) == 4 && tensor_by(&map, 0) == 4);
    map.swizzle = (Swizzle){.on = true, .len = 3};
    EXPECT(tensor_span(&map, 16) == 64 && tensor_span(&map, 4) == 256);
    map.swizzle.len = 1;
    EXPECT(tensor_span(&map, 32) == 8);
    /* Extents have names where each dimension has one stride. */
    Operand operand = row_major(SPACE_GMEM, 8, 16);
    operand.layout.named[1] = 3;
    EXPECT(coef_equal(flow_extent(&operand, 0), coef_int(8)));
    EXPECT(coef_equal(flow_extent(&operand, 1), coef_symbol(2)));
    operand.layout.shard[operand.layout.shard_count++] = (Iter){.extent = 1};
    EXPECT(coef_equal(flow_extent(&operand, 1), coef_int(16)));
    Plan plan = {.object_count = 2, .objects = (Object[2]){{.rank = 1}, map}};
    const Side sides[] = {{.kind = AT_TENSOR, .of = 1}, {.kind = AT_BUFFER, .of = 1}};
    EXPECT(side_coords(&plan, &sides[0]) == 5 && side_coords(&plan, &sides[1]) == 0);
}

/* ---- conditions ------------------------------------------------------------------------------- */

enum { NAMES = 3, VALUES = 6, ROUNDS = 4000 };

/* Each from its least value in steps of its divisor, so many of them. */
static Symbol symbols[NAMES];
static int many[NAMES];

static void draw_symbols(void) {
    for (int i = 0; i < NAMES; i++) {
        const int divisor = 1 << below(4), least = divisor * (i ? below(5) - 2 : 1 + below(4));
        many[i] = i ? 1 + below(VALUES) : VALUES;
        symbols[i] = (Symbol){
            .name = "s", .min = least, .max = least + (many[i] - 1) * divisor, .divisor = divisor};
    }
}

typedef struct {
    int64_t constant, times[NAMES], extent; /* extent 0: symbol 0 */
} Drawn;

static Drawn draw_clip(void) {
    Drawn drawn = {.constant = below(60) - 20};
    if (below(3))
        drawn.times[1] = below(4);
    if (below(3) == 0)
        drawn.times[2] = below(4) - (below(8) == 0 ? 4 : 0);
    if (below(3) == 0)
        drawn.extent = 1 + below(150);
    return drawn;
}

static Clip clip_of(Prover *prover, const Drawn *drawn) {
    Clip clip = {
        .at = {.constant = drawn->constant},
        .extent = drawn->extent ? coef_int(drawn->extent) : coef_symbol(0)};
    for (int i = 0; i < NAMES; i++)
        EXPECT(poly_add(&prover->basis, &clip.at, coef_symbol(i), drawn->times[i]));
    return clip;
}

static int64_t value_at(int symbol, int number) {
    return symbols[symbol].min + number * symbols[symbol].divisor;
}

/* Bit x says whether the condition holds for combination x of values. */
typedef struct {
    bool holds[VALUES * VALUES * VALUES];
    int64_t low, high, least, most,
        unit; /* unit: of extents and of what is added to the constant */
    bool known;
} Truth;

static int64_t gcd_of(int64_t a, int64_t b) {
    return b ? gcd_of(b, a % b) : a < 0 ? -a : a;
}

static Truth truth_of(const Drawn *drawn) {
    Truth truth = {
        .low = INT64_MAX, .high = INT64_MIN, .least = INT64_MAX, .most = INT64_MIN, .known = true};
    for (int i = 0; i < NAMES; i++) {
        truth.known &= drawn->times[i] >= 0;
        truth.unit = gcd_of(truth.unit, drawn->times[i] * symbols[i].divisor);
    }
    truth.unit = gcd_of(truth.unit, drawn->extent ? drawn->extent : symbols[0].divisor);
    for (int x = 0; x < many[0] * many[1] * many[2]; x++) {
        const int number[NAMES] = {x % many[0], x / many[0] % many[1], x / many[0] / many[1]};
        int64_t at = drawn->constant,
                extent = drawn->extent ? drawn->extent : value_at(0, number[0]);
        for (int i = 0; i < NAMES; i++)
            at += drawn->times[i] * value_at(i, number[i]);
        truth.holds[x] = at >= 0 && at < extent;
        truth.low = at < truth.low ? at : truth.low;
        truth.high = at > truth.high ? at : truth.high;
        truth.least = extent < truth.least ? extent : truth.least;
        truth.most = extent > truth.most ? extent : truth.most;
    }
    return truth;
}

static int64_t floor_of(int64_t value, int64_t unit) {
    return value - (value % unit + unit) % unit;
}

static Prover *prover_of(Plan *plan) {
    Prover *prover = NEW(Prover);
    plan->symbols = symbols;
    plan->symbol_count = NAMES;
    prover->plan = plan;
    prover->next_leaf = 1;
    for (int i = 0; i < MAX_SYMBOLS; i++)
        prover->symbol[0][i] = SYMBOLIC;
    return prover;
}

/* Are two conditions one: the same extent and multiples, and a constant in the same unit? */
static bool same_condition(const Drawn *a, const Drawn *b, int64_t unit) {
    return a->extent == b->extent && memcmp(a->times, b->times, sizeof a->times) == 0 &&
           floor_of(a->constant, unit) == floor_of(b->constant, unit);
}

static void conditions(void) {
    int never = 0, always = 0, equal = 0;
    for (int round = 0; round < ROUNDS; round++) {
        Plan plan = {0};
        draw_symbols();
        Prover *prover = prover_of(&plan);
        Drawn drawn[2] = {draw_clip(), draw_clip()};
        if (below(4)) {
            drawn[1] = drawn[0];
            drawn[1].constant += below(24) - 12;
        }
        int number[2] = {0};
        for (int i = 0; i < 2; i++) {
            const Truth truth = truth_of(&drawn[i]);
            ClipSet set = {0};
            EXPECT(clips_add(prover, &set, 0, 0, clip_of(prover, &drawn[i])));
            const bool inside = truth.known && truth.low >= 0 && truth.high < truth.least;
            const bool outside = truth.known && (truth.high < 0 || truth.low >= truth.most);
            EXPECT(set.never == outside);
            EXPECT(set.count == (inside || outside ? 0 : 1));
            never += inside;
            always += outside;
            number[i] = set.count ? set.number[0] : 0;
        }
        if (number[0] && number[1]) {
            const Truth first = truth_of(&drawn[0]), second = truth_of(&drawn[1]);
            const bool same = same_condition(&drawn[0], &drawn[1], first.unit);
            EXPECT((number[0] == number[1]) == same);
            EXPECT(!same || memcmp(first.holds, second.holds, sizeof first.holds) == 0);
            equal += same;
        }
    }
    EXPECT(never > 200 && always > 200 && equal > 100);
}

/* Numbers stand in order, each once, and there is room for as many as a tensor has dimensions. */
static void sets_of_conditions(void) {
    Plan plan = {0};
    draw_symbols();
    symbols[0] = (Symbol){.name = "K", .min = 1, .max = 1 << 20, .divisor = 1};
    Prover *prover = prover_of(&plan);
    Clip clips[6];
    for (int i = 0; i < 6; i++) {
        clips[i] = (Clip){.at = {.constant = 100 + i}, .extent = coef_symbol(0)};
        EXPECT(clip_number(prover, &clips[i]) == i + 1);
        EXPECT(clip_number(prover, &clips[i]) == i + 1);
    }
    static const int order[] = {2, 4, 2, 0, 3, 0, 1, 4, 1};
    ClipSet set = {0};
    for (size_t i = 0; i < COUNT_OF(order); i++)
        EXPECT(clips_add(prover, &set, 0, 0, clips[order[i]]));
    EXPECT(set.count == 5 && !set.never);
    for (int i = 0; i < 5; i++)
        EXPECT(set.number[i] == i + 1);
    EXPECT(!clips_add(prover, &set, 0, 0, clips[5]) && set.count == 5);
    EXPECT(clips_add(prover, &set, 0, 0, clips[3]) && set.count == 5);
    const Value value = value_leaf(prover), other = value_leaf(prover);
    Value clipped = value;
    for (int i = 1; i <= 5; i++)
        clipped = value_clipped(prover, clipped, i, other);
    EXPECT(clips_value(prover, &set, value, other) == clipped && clipped != value);
    /* One that never holds: nothing else counts. */
    EXPECT(clips_add(prover, &set, 0, 0, (Clip){.at = {.constant = -1}, .extent = coef_symbol(0)}));
    EXPECT(set.never && clips_value(prover, &set, value, other) == other);
    EXPECT(clips_add(prover, &set, 0, 0, clips[5]) && set.never && set.count == 5);
    const ClipSet empty = {0};
    EXPECT(clips_value(prover, &empty, value, other) == value);
    /* At the end of all numbers. */
    ClipSet far = {0};
    EXPECT(clips_add(
        prover, &far, 0, 0, (Clip){.at = {.constant = INT64_MIN + 1}, .extent = coef_int(48)}));
    EXPECT(far.never);
}

/* Elements of a flow without `oob` are inside: columns 8 + k .. 8 + k + 63 of K, K of its own tensor. */
static void promised(void) {
    static const struct {
        int64_t constant;
        bool k, at_k, is;
    } cases[] = {
        {8, true, false, true},
        {71, true, false, true},
        {72, true, false, false},
        {7, true, false, false},
        {8, false, false, false},
        {8, true, true, false},
        {40, true, false, true},
    };
    for (int way = 0; way < 5; way++)
        for (size_t i = 0; i < COUNT_OF(cases); i++) {
            Layout row = LAYOUT({4096, 1, AXIS_M});
            row.named[0] = 1;
            Operand tensor = operand_of(SPACE_GMEM, 0, 4096, row);
            tensor.region[0] = (Range){.begin = 8, .symbol = 1, .extent = 64};
            Operand tile = operand_of(SPACE_SMEM, 0, 64, LAYOUT({64, 1, AXIS_M}));
            Flow flow = {.src = tensor, .dst = tile, .src_at = 1, .dst_at = 0};
            if (way == 1)
                flow = (Flow){.src = tile, .dst = tensor, .src_at = 0, .dst_at = 1};
            if (way == 2)
                flow.oob = OOB_ZERO;
            if (way == 3)
                flow.src_at = 2;
            Plan plan = {.flow_count = way == 4 ? 0 : 1, .flows = &flow};
            draw_symbols();
            for (int s = 0; s < 2; s++)
                symbols[s] = (Symbol){.name = "s", .max = 1 << 20, .divisor = 1};
            Prover *prover = prover_of(&plan);
            Clip clip = {.at = {.constant = cases[i].constant}, .extent = coef_symbol(0)};
            EXPECT(poly_add(&prover->basis, &clip.at, coef_symbol(1), cases[i].k));
            EXPECT(poly_add(&prover->basis, &clip.at, coef_symbol(2), cases[i].at_k));
            ClipSet set = {0};
            EXPECT(clips_add(prover, &set, 1, 0, clip));
            EXPECT((set.count == 0) == (cases[i].is && way < 2) && !set.never);
            /* Where k is a number, it is told as one. */
            prover->symbol[0][1] = 16;
            ClipSet numbers = {0};
            clip.at = (Poly){.constant = cases[i].constant + 16};
            EXPECT(clips_add(prover, &numbers, 1, 0, clip));
            EXPECT((numbers.count == 0) == (way < 2 && i != 2 && i != 3));
        }
}

/* Of as many dimensions as there may be none promises it. */
static void promised_by_many(void) {
    Operand tensor = {.space = SPACE_GMEM, .rank = MAX_RANK};
    tensor.layout.shard_count = MAX_RANK;
    for (int d = 0; d < MAX_RANK; d++) {
        tensor.shape[d] = 2;
        tensor.region[d] = (Range){.symbol = NONE, .extent = 2};
        tensor.layout.shard[d] = (Iter){.extent = 2, .stride = coef_int(1 << d)};
    }
    Flow flow = {.src = tensor, .dst = tensor, .src_at = 1};
    Plan plan = {.flow_count = 1, .flows = &flow};
    Prover *prover = prover_of(&plan);
    symbols[0] = (Symbol){.name = "K", .max = 1 << 20, .divisor = 1};
    ClipSet set = {0};
    EXPECT(clips_add(prover, &set, 1, 0, (Clip){.extent = coef_symbol(0)}) && set.count == 1);
}

/* A condition on the last of as many names as a sum may have. */
static void many_names(void) {
    Symbol names[MAX_MONOMIALS];
    Plan plan = {0};
    Prover *prover = prover_of(&plan);
    for (int i = 0; i < MAX_MONOMIALS; i++)
        names[i] = (Symbol){.name = "s", .min = 8, .max = 80, .divisor = 8};
    plan.symbols = names;
    plan.symbol_count = MAX_MONOMIALS;
    Poly all = {0};
    for (int i = 0; i < MAX_MONOMIALS; i++)
        EXPECT(poly_add(&prover->basis, &all, coef_symbol(i), 1));
    Clip clip = {.at = {.constant = 3}, .extent = coef_int(88)};
    EXPECT(poly_add(&prover->basis, &clip.at, coef_symbol(MAX_MONOMIALS - 1), 1));
    ClipSet set = {0};
    EXPECT(clips_add(prover, &set, 0, 0, clip) && set.count == 0 && !set.never);
    clip.extent = coef_int(80);
    EXPECT(clips_add(prover, &set, 0, 0, clip) && set.count == 1);
    clip.at.constant = 7;
    EXPECT(clips_add(prover, &set, 0, 0, clip) && set.count == 1);
    clip.at.constant = 8;
    EXPECT(clips_add(prover, &set, 0, 0, clip) && set.count == 2);
    EXPECT(!set.never);
}

/* What may be more than 64 bits, and products, are neither inside nor outside for all that is known. */
static void unknown(void) {
    const struct {
        int64_t constant, times, least, most;
        bool product;
    } cases[] = {
        {3, 1, 8, 80, true},
        {3, (int64_t)1 << 59, 8, 80, false},
        {3, (int64_t)1 << 59, -80, 8, false},
        {INT64_MAX - 10, 1, 8, 80, false},
        {INT64_MIN + 10, 1, -80, -8, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Plan plan = {0};
        Prover *prover = prover_of(&plan);
        for (int s = 0; s < NAMES; s++)
            symbols[s] =
                (Symbol){.name = "s", .min = cases[i].least, .max = cases[i].most, .divisor = 1};
        Clip clip = {.at = {.constant = cases[i].constant}, .extent = coef_int(7)};
        Coef times = coef_symbol(1);
        if (cases[i].product)
            EXPECT(coef_times_symbol(times, 2, &times));
        EXPECT(poly_add(&prover->basis, &clip.at, times, cases[i].times));
        ClipSet set = {0};
        EXPECT(clips_add(prover, &set, 0, 0, clip) && set.count == 1 && !set.never);
        /* Of another sum, which has nothing of that, it is known. */
        ClipSet other = {0};
        clip.at = (Poly){.constant = 6};
        EXPECT(clips_add(prover, &other, 0, 0, clip) && other.count == 0 && !other.never);
    }
}

/* Element e of 4x8 of M x K, from row m - 2 and column 5 on. */
static void elements_of_flows(void) {
    for (int way = 0; way < 3; way++) {
        Layout tensor = LAYOUT({64, 64, AXIS_M}, {64, 1, AXIS_M});
        tensor.named[0] = 1;
        tensor.named[1] = 2;
        Flow flow = {
            .src = operand_of(SPACE_GMEM, 64, 64, tensor),
            .dst = row_major(SPACE_SMEM, 4, 8),
            .oob = way ? OOB_NAN : OOB_NONE};
        flow.src.region[0] = (Range){.begin = -2, .symbol = 2, .extent = 4};
        flow.src.region[1] = (Range){.begin = 5, .symbol = NONE, .extent = 8};
        Plan plan = {.flow_count = 1, .flows = &flow};
        for (int s = 0; s < NAMES; s++)
            symbols[s] = (Symbol){.name = "s", .min = 1, .max = 1 << 20, .divisor = 1};
        Prover *prover = prover_of(&plan);
        const Value nan = oob_value(prover, OOB_NAN);
        for (int e = 0; e < 32; e++) {
            const Value before = value_leaf(prover);
            Value value = before, wanted = before;
            EXPECT(flow_clipped(prover, 0, 0, e, &value));
            Clip row = {.at = {.constant = e / 8 - 2}, .extent = coef_symbol(0)};
            Clip column = {.at = {.constant = 5 + e % 8}, .extent = coef_symbol(1)};
            EXPECT(poly_add(&prover->basis, &row.at, coef_symbol(2), 1));
            const int one = way ? clip_number(prover, &row) : 0;
            const int two = way ? clip_number(prover, &column) : 0;
            if (way) {
                wanted = value_clipped(prover, wanted, one < two ? one : two, nan);
                wanted = value_clipped(prover, wanted, one < two ? two : one, nan);
            }
            EXPECT(value == wanted);
        }
        /* The origin is told as a number, and its sum is none. */
        Value value = value_leaf(prover);
        flow.src.region[0].begin = INT64_MAX - 2;
        prover->symbol[0][2] = 2;
        EXPECT(flow_clipped(prover, 0, 0, 0, &value) && !prover->kind);
        EXPECT(flow_clipped(prover, 0, 0, 8, &value) == !way);
        EXPECT(way ? prover->kind && strcmp(prover->kind, "overflow") == 0 : !prover->kind);
    }
}

static void outside_of_tensors(void) {
    Plan plan = {0};
    Prover *prover = prover_of(&plan);
    const Value zero = value_constant(prover, 0), nan = oob_value(prover, OOB_NAN);
    EXPECT(oob_value(prover, OOB_ZERO) == zero && oob_value(prover, OOB_NONE) == zero);
    EXPECT(oob_value(prover, OOB_SKIP) == value_untouched(prover));
    EXPECT(nan != zero && nan != value_untouched(prover) && nan == oob_value(prover, OOB_NAN));
}

/* ---- strides ---------------------------------------------------------------------------------- */

/* By counting: does each place of the tensor belong to one element? */
static bool counted_apart(const Layout *layout) {
    static unsigned char taken[1 << 16];
    memset(taken, 0, sizeof taken);
    int64_t count = 1;
    for (int i = 0; i < layout->shard_count; i++)
        count *= layout->shard[i].extent;
    for (int64_t e = 0; e < count; e++) {
        int64_t at = 0, rest = e;
        for (int i = 0; i < layout->shard_count; i++) {
            at += rest % layout->shard[i].extent * layout->shard[i].stride.value;
            rest /= layout->shard[i].extent;
        }
        if (taken[at]++)
            return false;
    }
    return true;
}

/* Dimensions that nest are apart; and so are those of which each begins where the ones inside of it end, in
 * any order. */
static void nesting_of_numbers(void) {
    int apart = 0;
    for (int round = 0; round < 3000; round++) {
        Layout layout = {.shard_count = 1 + below(4)};
        for (int i = 0; i < layout.shard_count; i++)
            layout.shard[i] =
                (Iter){.extent = 1 + below(4), .stride = coef_int(below(24)), .axis = AXIS_M};
        int order[MAX_ITERS], seen = 0;
        tensor_nesting(&layout, order);
        bool nests = true;
        for (int i = 0; i < layout.shard_count; i++) {
            seen |= 1 << order[i];
            if (i == 0)
                continue;
            const Iter *inner = &layout.shard[order[i - 1]], *outer = &layout.shard[order[i]];
            EXPECT(inner->stride.value <= outer->stride.value);
            EXPECT(inner->stride.value < outer->stride.value || order[i - 1] > order[i]);
            nests &= outer->stride.value >= inner->stride.value * inner->extent &&
                     (inner->stride.value || inner->extent == 1);
        }
        EXPECT(seen == (1 << layout.shard_count) - 1);
        EXPECT(tensor_nests(&layout) == nests);
        const Iter *last = &layout.shard[order[layout.shard_count - 1]];
        if (nests && (last->stride.value || last->extent == 1)) {
            EXPECT(counted_apart(&layout));
            apart++;
        }
    }
    EXPECT(apart > 200);
}

/* More dimensions than may have names. */
static void nesting_of_many(void) {
    Layout layout = {.shard_count = 10};
    int order[MAX_ITERS];
    for (int i = 0; i < 10; i++)
        layout.shard[i] = (Iter){.extent = 2, .stride = coef_int(1 << (9 - i))};
    tensor_nesting(&layout, order);
    for (int i = 0; i < 10; i++)
        EXPECT(order[i] == 9 - i);
    EXPECT(tensor_nests(&layout));
    layout.shard[9].extent = 3;
    EXPECT(!tensor_nests(&layout));
}

#define OF(value, ...)                                                                             \
    {                                                                                              \
        value, (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), {                                \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define NUMBER(value)                                                                              \
    {                                                                                              \
        value, 0, {                                                                                \
            0                                                                                      \
        }                                                                                          \
    }
static const struct {
    int count;
    int64_t extent[3];
    int named[3];
    Coef stride[3];
    bool nests;
    int order[3];
} named[] = {
    /* Two names are the host's to compare, but one and its multiples are not. */
    {2, {8, 8}, {0}, {OF(1, 0), NUMBER(1)}, true, {1, 0}},
    {2, {8, 8}, {0}, {NUMBER(1), OF(1, 0)}, true, {0, 1}},
    {3, {8, 8, 8}, {0}, {OF(1, 1), OF(1, 0), NUMBER(1)}, true, {2, 1, 0}},
    {3, {8, 8, 8}, {0}, {OF(8, 0), OF(1, 0), NUMBER(1)}, true, {2, 1, 0}},
    {3, {8, 8, 8}, {0}, {OF(7, 0), OF(1, 0), NUMBER(1)}, false, {2, 1, 0}},
    {3, {8, 8, 8}, {0}, {OF(1, 0, 1), OF(1, 0), NUMBER(1)}, true, {2, 1, 0}},
    {3, {8, 8, 8}, {0}, {OF(1, 0), NUMBER(8), NUMBER(1)}, true, {2, 1, 0}},
    {3, {8, 8, 8}, {0}, {OF(1, 0), NUMBER(7), NUMBER(1)}, false, {2, 1, 0}},
    {3, {8, 8, 8}, {0}, {NUMBER(8), OF(1, 0), NUMBER(1)}, true, {2, 0, 1}},
    /* An extent that has a name may be 2 and more. */
    {2, {8, 8}, {0, 1}, {NUMBER(2), NUMBER(1)}, true, {1, 0}},
    {2, {8, 8}, {0, 1}, {NUMBER(1), NUMBER(1)}, false, {1, 0}},
    {2, {8, 1}, {0, 1}, {NUMBER(1), NUMBER(1)}, false, {1, 0}},
    {2, {8, 1}, {0, 0}, {NUMBER(1), NUMBER(1)}, true, {1, 0}},
    {2, {8, 8}, {1, 0}, {NUMBER(8), NUMBER(1)}, true, {1, 0}},
    {2, {8, 8}, {1, 0}, {NUMBER(7), NUMBER(1)}, false, {1, 0}},
    {2, {8, 8}, {1, 0}, {NUMBER(1), NUMBER(2)}, true, {0, 1}},
    {2, {8, 8}, {0}, {NUMBER(8), NUMBER(0)}, false, {1, 0}},
    {2, {8, 1}, {0}, {NUMBER(8), NUMBER(0)}, true, {1, 0}},
    {2, {8, 8}, {0}, {NUMBER(INT64_MAX), NUMBER(INT64_MAX - 1)}, false, {1, 0}},
};

static void nesting_of_names(void) {
    for (size_t i = 0; i < COUNT_OF(named); i++) {
        Layout layout = {.shard_count = named[i].count};
        int order[MAX_ITERS];
        for (int k = 0; k < named[i].count; k++) {
            layout.shard[k] = (Iter){.extent = named[i].extent[k], .stride = named[i].stride[k]};
            for (int s = layout.shard[k].stride.count; s < MAX_FACTORS; s++)
                layout.shard[k].stride.symbol[s] = -1;
            layout.named[k] = (short)named[i].named[k];
        }
        tensor_nesting(&layout, order);
        for (int k = 0; k < named[i].count; k++)
            EXPECT(order[k] == named[i].order[k]);
        EXPECT(tensor_nests(&layout) == named[i].nests);
        if (tensor_nests(&layout) != named[i].nests)
            printf("row %d of names\n", (int)i);
    }
}

/* Of flows into a tensor alone does the host promise it. */
static void apart_by_promise(void) {
    for (int way = 0; way < 6; way++) {
        Operand tensor = row_major(SPACE_GMEM, 8, 8), tile = row_major(SPACE_SMEM, 8, 8);
        Object objects[3] = {
            {.kind = OBJECT_GROUP, .buffer = 1},
            {.kind = OBJECT_TENSOR, .buffer = way == 1 ? 0 : 1},
            {.kind = OBJECT_TENSOR, .buffer = 1}};
        Plan plan = {.object_count = way == 5 ? 3 : 2, .objects = objects};
        Prover *prover = prover_of(&plan);
        Flow flow = {.src = tile, .dst = tensor, .src_at = 0, .dst_at = 1};
        if (way == 2)
            flow.dst.space = SPACE_SMEM;
        if (way == 3)
            flow.dst.layout.shard[0].stride = coef_int(7);
        if (way == 4)
            plan.object_count = 1;
        EXPECT(tensor_stays_apart(prover, &flow) == (way == 0 || way == 5));
    }
}

int main(void) {
    types_of_maps();
    sizes_of_maps();
    conditions();
    sets_of_conditions();
    promised();
    promised_by_many();
    many_names();
    unknown();
    elements_of_flows();
    outside_of_tensors();
    nesting_of_numbers();
    nesting_of_names();
    nesting_of_many();
    apart_by_promise();
    mem_free_all();
    return unit_finish();
}
