/* test_lane0_places.c: where the values of a group of threads lie: the layout, the map and the base of every kind of
 * distribution against one another, element by element; what a fold leaves of a register layout against a search of
 * all threads; swizzles of shared memory and neutral elements, by hand. */
#include "generator/tile/lane0.h"
#include "part_rules.h"
#include "unit.h"
#include <string.h>

static const Lane0 *lane0_of(const char *text) {
    const Source *source = source_from_text("<places>", text, strlen(text));
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    bool read = module && !diag_error_count() && module->request_count == 1;
    EXPECT_OF(text, read);
    return read ? &module->requests[0]->lane0 : NULL;
}

/* ---- places ------------------------------------------------------------------------------------- */

/* The element in a slot of a lane, by its coordinates: a block has neighbours, a cyclic value every n-th. */
static int64_t element_of(const Lane0Value *value, int64_t lane, int64_t slot) {
    int64_t id[MAX_LANE0_RANK], at[MAX_LANE0_RANK], flat = 0;
    for (int d = value->rank - 1; d >= 0; d--) {
        id[d] = lane % value->ratio[d];
        lane /= value->ratio[d];
        at[d] = slot % value->lane[d];
        slot /= value->lane[d];
    }
    for (int d = 0; d < value->rank; d++)
        flat =
            flat * value->seq[d] + (value->kind == LANE0_CYCLIC ? at[d] * value->ratio[d] + id[d]
                                                                : id[d] * value->lane[d] + at[d]);
    return flat;
}

/* Neighbours in every lane that are neighbours in memory: the most that all slots come in. */
static int64_t longest_run(const int64_t *map, int64_t lanes, int64_t slots) {
    int64_t best = 1;
    for (int64_t run = 2; run <= slots; run++) {
        bool whole = slots % run == 0;
        for (int64_t i = 0; whole && i < lanes * slots; i++)
            whole = i % run == 0 || map[i] == map[i - 1] + 1;
        best = whole ? run : best;
    }
    return best;
}

static void expect_value(const char *text, const Lane0 *lane0, const Lane0Value *value) {
    static int64_t slot[MAX_THREADS];
    int64_t slots, coord[MAX_RANK] = {0}, element = 0;
    Copy copy = {.scope = lane0_scope(lane0), .dst = lane0_in_lanes(lane0, value)};
    const int64_t *map = lane0_map(lane0, value, &slots);
    bool is_layout = value->kind == LANE0_LAYOUT, same = true, based = true;
    for (int64_t i = 0; i < lane0->threads * slots && !is_layout && !value->copies; i++)
        same &= map[i] == element_of(value, i / slots, i % slots);
    EXPECT_OF(text, same);
    do {
        owners_by_search(&copy, DST, coord, slot);
        for (int rank = 0; rank < lane0->threads; rank++)
            for (int64_t s = 0; s < slots; s++)
                same &= (map[rank * slots + s] == element) == (slot[rank] == s);
        element++;
    } while (region_next(&copy.dst, coord));
    EXPECT_OF(text, same);
    if (is_layout || value->kind == LANE0_BROADCAST || value->copies)
        return;
    int from = -1;
    const Expr base = lane0_base(lane0, value);
    for (int rank = 0; rank < lane0->threads; rank++) {
        Point point = {.rank = rank};
        int64_t at = -1;
        based &= expr_value(&base, &point, &at) && at == map[rank * slots];
    }
    EXPECT_OF(text, based);
    EXPECT_OF(text, lane0_run(value, &from) == longest_run(map, lane0->threads, slots));
    EXPECT_OF(text, register_count(&copy.dst) == slots && region_count(&copy.dst) == element);
    for (int lane = 0; lane < 2; lane++) {
        const Expr place = element_place(value, lane);
        bool placed = true;
        for (int64_t i = 0; i < lane0->threads * slots; i++) {
            int64_t at = -1, index = map[i];
            Point point = {.symbol = &index};
            placed &= expr_value(&place, &point, &at) && at == (lane ? i / slots : i % slots);
        }
        EXPECT_OF(text, placed);
    }
}

static const char *const values[] = {
    "lane0 t warp 32 { in a : f32[128] / f32[4]; }",
    "lane0 t warp 32 { in a : f32[128] / f32[4] cyclic; }",
    "lane0 t warp 32 { in a : f16[8,16] / f16[2,2]; }",
    "lane0 t warp 32 { in a : f16[8,16] / f16[2,2] cyclic; }",
    "lane0 t warp 32 { in a : f16[8,16] / f16[1,4] cyclic; out b : f16[8,16] / f16[4,1]; }",
    "lane0 t warp 32 { out a : f32[2,4,4] / f32[1,1,1]; }",
    "lane0 t warp 32 { out a : f32[64,3] / f32[2,3]; }",
    "lane0 t warp 32 { out a : f32[64,3] / f32[2,3] cyclic; }",
    "lane0 t warp 32 { out a : f32[3,64] / f32[3,2]; }",
    "lane0 t warp 8 { in a : u16[8,16] / u16[4,4]; out b : u16[3]; }",
    "lane0 t warp 4 { in a : u16[2,3,4] / u16[1,3,2]; }",
    "lane0 t warp 4 { in a : u16[2,3,4] / u16[1,3,2] cyclic; }",
    "lane0 t cta(96) { in a : f64[96] / f64[1]; in b : f64[4,144] / f64[1,6]; }",
    "lane0 t cta(64) { in a : u8[8,64] / u8[2,4]; out x : u8; }",
    "lane0 t cta(64) { in a : u8[8,64] / u8[2,4] cyclic; out x : u8[2,5]; }",
    "reduce t warp 32 add over 1 { in a : f32[8,16] / f32[1,4]; out s : f32[8] / f32[1]; }",
    "reduce t warp 32 add over 0 { in a : f32[8,16] / f32[1,4]; out s : f32[16] / f32[4]; }",
    "reduce t warp 32 add over 1 { in a : f32[4,16,8] / f32[2,2,4]; out s : f32[4,8] / f32[2,4]; }",
    "reduce t warp 32 add over 1 { in a : f32[4,8] / f32[1,1] cyclic; out s : f32[4] / f32[1] "
    "cyclic; }",
    "reduce t warp 32 max over 1 { in a : f32[16,64] / mma_c; out m : f32[16,1] / mma_c; }",
    "reduce t warp 32 max over 0 { in a : f32[16,24] / mma_c; in c : f32[1,24] / mma_c; out m : "
    "f32[1,24] / mma_c; }",
    "reduce t warpgroup add over 0 { in a : f32[64,16] / wgmma_c; out m : f32[1,16] / wgmma_c; }",
};

static void places_of_values(void) {
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        MemMark mark = mem_mark();
        const Lane0 *lane0 = lane0_of(mem_printf("%s\n", values[i]));
        for (int v = 0; lane0 && v < lane0->value_count; v++)
            expect_value(values[i], lane0, &lane0->values[v]);
        mem_rewind(mark);
    }
}

/* ---- folds -------------------------------------------------------------------------------------- */

typedef struct {
    int threads, rank;
    int64_t shape[3];
    int over;
    int iters;
    struct {
        int64_t extent, stride;
        Axis axis;
    } shard[5], replica, offset; /* offset: stride @ axis */
} Folded;

static const Folded folded[] = {
    {32,
     2,
     {16, 64, 0},
     1,
     5,
     {{2, 2, 0}, {8, 4, AXIS_LANEID}, {8, 4, 0}, {4, 1, AXIS_LANEID}, {2, 1, 0}},
     {0, 0, 0},
     {0, 0, 0}},
    {32,
     2,
     {16, 64, 0},
     0,
     5,
     {{2, 2, 0}, {8, 4, AXIS_LANEID}, {8, 4, 0}, {4, 1, AXIS_LANEID}, {2, 1, 0}},
     {0, 0, 0},
     {0, 0, 0}},
    {32,
     2,
     {16, 64, 0},
     -1,
     5,
     {{2, 2, 0}, {8, 4, AXIS_LANEID}, {8, 4, 0}, {4, 1, AXIS_LANEID}, {2, 1, 0}},
     {0, 0, 0},
     {0, 0, 0}},
    {128,
     2,
     {4, 64, 0},
     0,
     3,
     {{4, 1, AXIS_WARPID}, {32, 1, AXIS_LANEID}, {2, 1, 0}},
     {0, 0, 0},
     {3, 0, AXIS_M}},
    {128,
     2,
     {4, 64, 0},
     1,
     3,
     {{4, 1, AXIS_WARPID}, {32, 1, AXIS_LANEID}, {2, 1, 0}},
     {0, 0, 0},
     {3, 0, AXIS_M}},
    {32,
     2,
     {8, 16, 0},
     0,
     3,
     {{8, 1, AXIS_LANEID}, {4, 1, 0}, {4, 8, AXIS_LANEID}},
     {0, 0, 0},
     {0, 0, 0}},
    {32,
     2,
     {8, 16, 0},
     1,
     3,
     {{8, 1, AXIS_LANEID}, {4, 1, 0}, {4, 8, AXIS_LANEID}},
     {0, 0, 0},
     {0, 0, 0}},
    {32,
     2,
     {16, 8, 0},
     1,
     3,
     {{16, 1, AXIS_LANEID}, {2, 4, 0}, {4, 1, 0}},
     {2, 16, AXIS_LANEID},
     {0, 0, 0}},
    {32,
     2,
     {16, 8, 0},
     0,
     3,
     {{16, 1, AXIS_LANEID}, {2, 4, 0}, {4, 1, 0}},
     {2, 16, AXIS_LANEID},
     {0, 0, 0}},
    {96,
     3,
     {3, 32, 4},
     1,
     4,
     {{3, 1, AXIS_WARPID}, {4, 1, 0}, {8, 1, AXIS_LANEID}, {4, 8, AXIS_LANEID}},
     {0, 0, 0},
     {0, 0, 0}},
    {96,
     3,
     {3, 32, 4},
     2,
     4,
     {{3, 1, AXIS_WARPID}, {4, 1, 0}, {8, 1, AXIS_LANEID}, {4, 8, AXIS_LANEID}},
     {0, 0, 0},
     {0, 0, 0}},
    {64,
     2,
     {4, 8, 0},
     1,
     3,
     {{4, 2, 0}, {4, 1, AXIS_LANEID}, {2, 1, 0}},
     {0, 0, 0},
     {1, 0, AXIS_WARPID}},
    {64,
     2,
     {4, 8, 0},
     0,
     3,
     {{4, 2, 0}, {4, 1, AXIS_LANEID}, {2, 1, 0}},
     {0, 0, 0},
     {4, 0, AXIS_LANEID}},
    {32, 3, {2, 3, 4}, 1, 3, {{2, 1, 0}, {3, 8, 0}, {4, 2, 0}}, {0, 0, 0}, {0, 0, 0}},
    {32, 3, {2, 3, 4}, 0, 3, {{2, 1, 0}, {3, 8, 0}, {4, 2, 0}}, {0, 0, 0}, {5, 0, AXIS_M}},
    {32, 3, {2, 3, 4}, 2, 3, {{2, 12, 0}, {3, 1, 0}, {4, 3, 0}}, {0, 0, 0}, {0, 0, 0}},
};

static Operand operand_of(const Folded *f) {
    Operand operand = {.space = SPACE_REG, .rank = f->rank, .whole = true, .align = 16};
    Layout *layout = &operand.layout;
    for (int d = 0; d < f->rank; d++) {
        operand.shape[d] = f->shape[d];
        operand.region[d] = (Range){.symbol = -1, .extent = f->shape[d]};
    }
    for (int i = 0; i < f->iters; i++)
        layout->shard[layout->shard_count++] = (Iter){
            .extent = f->shard[i].extent,
            .stride = coef_int(f->shard[i].stride),
            .axis = f->shard[i].axis};
    if (f->replica.extent)
        layout->replica[layout->replica_count++] = (Iter){
            .extent = f->replica.extent,
            .stride = coef_int(f->replica.stride),
            .axis = f->replica.axis};
    if (f->offset.extent)
        layout->offset[layout->offset_count++] = (Offset){f->offset.extent, f->offset.axis};
    /* What stands behind the last entry of a list is none of it. */
    layout->shard[layout->shard_count] = (Iter){3, coef_int(7), AXIS_LANEID, {0}};
    layout->replica[layout->replica_count] = (Iter){3, coef_int(5), AXIS_LANEID, {0}};
    layout->offset[layout->offset_count] = (Offset){11, AXIS_M};
    return operand;
}

/* The digits' sum: where number `at` of them is, from or to. */
static int64_t place_of(const FoldDigit *digits, int count, int64_t at, bool to) {
    int64_t place = 0;
    for (int i = 0; i < count; at /= digits[i++].extent)
        place += at % digits[i].extent * (to ? digits[i].to : digits[i].from);
    return place;
}

/* Whoever holds a part of a result holds it, in the slot that its parts say; nobody else does. */
static bool folds_right(const Folded *f, const Copy *copy, const Fold *fold) {
    static int64_t part[MAX_THREADS], whole[MAX_THREADS], parts[MAX_THREADS][8];
    int64_t coord[MAX_RANK] = {0}, to[MAX_RANK];
    bool right = true, holds[MAX_THREADS] = {false};
    memset(parts, 0, sizeof parts);
    do {
        for (int d = 0; d < f->rank; d++)
            to[d] = f->over < 0 || f->over == d ? 0 : coord[d];
        owners_by_search(copy, SRC, coord, part);
        owners_by_search(copy, DST, to, whole);
        for (int rank = 0; rank < f->threads; rank++) {
            bool found = false;
            holds[rank] |= part[rank] >= 0;
            for (int64_t k = 0; k < fold->results && part[rank] >= 0; k++)
                for (int64_t m = 0; m < fold->mine; m++)
                    found |= whole[rank] == place_of(fold->kept, fold->kept_count, k, true) &&
                             part[rank] == fold->first +
                                               place_of(fold->kept, fold->kept_count, k, false) +
                                               place_of(fold->own, fold->own_count, m, false);
            right &= found == (part[rank] >= 0);
            if (found && whole[rank] < 8)
                parts[rank][whole[rank]]++;
        }
    } while (region_next(&copy->src, coord));
    memset(to, 0, sizeof to);
    do {
        owners_by_search(copy, DST, to, whole);
        for (int rank = 0; rank < f->threads; rank++)
            right &= whole[rank] < 0 || holds[rank];
    } while (region_next(&copy->dst, to));
    for (int rank = 0; rank < f->threads; rank++)
        for (int64_t r = 0; r < fold->results && r < 8; r++)
            right &= !holds[rank] || parts[rank][r] == fold->mine;
    return right && fold->results == register_count(&copy->dst);
}

/* Number of the digits, each with so many values; -1: one is beyond. */
static int64_t number_of(const Digit *digits, const int64_t *extents, int count, int64_t rank) {
    int64_t number = 0;
    Point point = {.rank = rank};
    for (int i = 0; i < count; i++) {
        int64_t value = digit_value(&digits[i], &point);
        if (value < 0 || value >= extents[i])
            return -1;
        number = number * extents[i] + value;
    }
    return number;
}

/* A rank is its bits of the mask, its warp and the rest; who has the same rest has the same results. */
static bool ranks_right(const Folded *f, const Copy *copy, const Ranks *ranks) {
    static int64_t rest[MAX_THREADS], whole[MAX_THREADS];
    static bool seen[MAX_THREADS];
    int64_t to[MAX_RANK] = {0}, warps = 1, rests = 1;
    int bits = 0;
    bool right = true;
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < ranks->warp_count; i++)
        warps *= ranks->warp_extent[i];
    for (int i = 0; i < ranks->rest_count; i++)
        rests *= ranks->rest_extent[i];
    for (int bit = 1; bit < 32; bit *= 2)
        bits += (ranks->lane_mask & bit) != 0;
    right &= warps == ranks->warps && rests == ranks->lanes * ranks->groups;
    right &= (warps * rests << bits) == f->threads && ranks->lanes << bits == 32;
    for (int rank = 0; rank < f->threads && right; rank++) {
        int64_t warp = number_of(ranks->warp, ranks->warp_extent, ranks->warp_count, rank),
                lane = 0;
        rest[rank] = number_of(ranks->rest, ranks->rest_extent, ranks->rest_count, rank);
        for (int bit = 16; bit > 0; bit /= 2)
            lane = ranks->lane_mask & bit ? 2 * lane + ((rank & bit) != 0) : lane;
        int64_t all = ((warp * rests + rest[rank]) << bits) + lane;
        right = warp >= 0 && rest[rank] >= 0 && !seen[all];
        seen[right ? all : 0] = true;
    }
    do {
        owners_by_search(copy, DST, to, whole);
        for (int a = 0; a < f->threads && right; a++)
            for (int b = 0; b < a; b++)
                right &= rest[a] != rest[b] || whole[a] == whole[b];
    } while (region_next(&copy->dst, to));
    return right;
}

static void results_of_folds(void) {
    for (size_t i = 0; i < COUNT_OF(folded); i++) {
        const Folded *f = &folded[i];
        Copy copy = {.src = operand_of(f)};
        Fold fold;
        copy.scope = (Scope){
            .kind = f->threads == 32 ? SCOPE_WARP : SCOPE_CTA,
            .threads = f->threads,
            .lane_end = 32,
            .warp_end = f->threads / 32};
        bool folds = layout_fold(&copy.src, f->over, &fold);
        copy.dst = fold.result;
        EXPECT(folds && folds_right(f, &copy, &fold));
        Ranks ranks;
        Decline decline;
        if (!copy.src.layout.offset_count || copy.src.layout.offset[0].axis == AXIS_M)
            EXPECT(ranks_of(&fold, f->threads, &ranks, &decline) && ranks_right(f, &copy, &ranks));
        for (int d = 1; d < fold.kept_count; d++)
            EXPECT(fold.kept[d].from > fold.kept[d - 1].from * fold.kept[d - 1].extent - 1);
    }
}

/* Nobody folds what is swizzled, what moves at run time, or slots that coincide. */
static void no_folds(void) {
    Fold fold;
    Operand operand = operand_of(&folded[0]);
    EXPECT(layout_fold(&operand, 1, &fold));
    operand.layout.swizzle = (Swizzle){true, 0, 1, 1, false};
    EXPECT(!layout_fold(&operand, 1, &fold));
    operand = operand_of(&folded[0]);
    operand.layout.shard[4].stride = coef_int(0);
    EXPECT(!layout_fold(&operand, 1, &fold));
    operand.layout.shard[4].stride = (Coef){1, 1, {0, -1, -1}};
    EXPECT(!layout_fold(&operand, 1, &fold));
    operand = operand_of(&folded[0]);
    operand.shape[0] = 3;
    EXPECT(!layout_fold(&operand, 1, &fold));
}

/* ---- shared memory ------------------------------------------------------------------------------ */

typedef struct {
    const char *text;
    int per_element, atom; /* of swizzle(per_element, 3, atom); 0, 0: there is none */
} Stored;

static const Stored stored[] = {
    {"lane0 t warp 32 { in a : f32[128] / f32[4]; }", 0, 0}, /* 16 bytes of a lane */
    {"lane0 t warp 32 { in a : f32[256] / f32[8]; }", 2, 3}, /* chunks of 4 words */
    {"lane0 t warp 32 { in a : f32[512] / f32[16]; }", 2, 3},
    {"lane0 t warp 32 { in a : f32[1024] / f32[32]; }", 2, 3}, /* a row of banks */
    {"lane0 t warp 32 { in a : f32[2048] / f32[64]; }", 2, 4}, /* two rows */
    {"lane0 t warp 32 { in a : f32[4096] / f32[128]; }", 2, 5},
    {"lane0 t warp 32 { in a : f32[384] / f32[12]; }", 0, 0}, /* no power of two */
    {"lane0 t warp 32 { in a : f32[256] / f32[8] cyclic; }", 0, 0},
    {"lane0 t warp 32 { in a : f32[64,4] / f32[2,4]; }", 2, 3},
    {"lane0 t warp 32 { in a : f32[8,32] / f32[2,4]; }", 0, 0}, /* two pieces a lane */
    {"lane0 t warp 32 { in a : f16[512] / f16[16]; }", 3, 3},
    {"lane0 t warp 32 { in a : f16[256] / f16[8]; }", 0, 0},
    {"lane0 t warp 32 { in a : u8[1024] / u8[32]; }", 4, 3},
    {"lane0 t warp 32 { in a : f64[128] / f64[4]; }", 1, 3},
    {"lane0 t warp 4 { in a : f32[32] / f32[8]; }", 2, 3}, /* 128 bytes */
    {"lane0 t warp 2 { in a : f32[16] / f32[8]; }", 0, 0}, /* 64 */
    {"lane0 t warp 32 { in a : e2m1[2048] / e2m1[64]; }", 0, 0},
};

static void swizzles_of_memory(void) {
    for (size_t i = 0; i < COUNT_OF(stored); i++) {
        const Lane0 *lane0 = lane0_of(mem_printf("%s\n", stored[i].text));
        if (!lane0)
            continue;
        const Swizzle swizzle = lane0_swizzle(&lane0->values[0]);
        EXPECT_OF(stored[i].text, swizzle.on == (stored[i].atom > 0));
        EXPECT_OF(
            stored[i].text,
            !swizzle.on || (swizzle.per_element == stored[i].per_element && swizzle.len == 3 &&
                            swizzle.atom == stored[i].atom && !swizzle.outer));
        const Operand memory = lane0_in_memory(&lane0->values[0]);
        int64_t stride = lane0->values[0].seq_count;
        for (int d = 0; d < memory.rank; d++) {
            stride /= memory.shape[d];
            EXPECT_OF(stored[i].text, memory.layout.shard[d].stride.value == stride);
        }
    }
}

/* ---- neutral elements --------------------------------------------------------------------------- */

static uint64_t neutral(Combine op, const char *dtype) {
    return lane0_neutral(op, dtype_find(dtype, strlen(dtype)));
}

static void neutral_elements(void) {
    EXPECT(neutral(COMBINE_ADD, "f32") == 0 && neutral(COMBINE_ADD, "i64") == 0);
    EXPECT(neutral(COMBINE_OR, "u32") == 0 && neutral(COMBINE_XOR, "u64") == 0);
    EXPECT(neutral(COMBINE_MUL, "u32") == 1 && neutral(COMBINE_MUL, "i64") == 1);
    EXPECT(neutral(COMBINE_MUL, "f32") == 0x3f800000u);
    EXPECT(neutral(COMBINE_MUL, "f64") == 0x3ff0000000000000u);
    EXPECT(neutral(COMBINE_MIN, "f32") == 0x7f800000u);
    EXPECT(neutral(COMBINE_MAX, "f32") == 0xff800000u);
    EXPECT(neutral(COMBINE_MIN, "f64") == 0x7ff0000000000000u);
    EXPECT(neutral(COMBINE_MAX, "f64") == 0xfff0000000000000u);
    EXPECT(neutral(COMBINE_MIN, "u32") == 0xffffffffu && neutral(COMBINE_MAX, "u32") == 0);
    EXPECT(
        neutral(COMBINE_MIN, "i32") == 0x7fffffffu && neutral(COMBINE_MAX, "i32") == 0x80000000u);
    EXPECT(neutral(COMBINE_MIN, "i64") == 0x7fffffffffffffffu);
    EXPECT(neutral(COMBINE_MAX, "i64") == 0x8000000000000000u);
    EXPECT(neutral(COMBINE_MIN, "u64") == 0xffffffffffffffffu && neutral(COMBINE_MAX, "u64") == 0);
    EXPECT(neutral(COMBINE_AND, "u32") == 0xffffffffu && neutral(COMBINE_AND, "i64") == ~0ull);
}

int main(void) {
    places_of_values();
    results_of_folds();
    no_folds();
    swizzles_of_memory();
    neutral_elements();
    mem_free_all();
    return unit_finish();
}
