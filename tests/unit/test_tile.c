/* test_tile.c: sets of threads and what their predicates really say; digits of the rank by their axis; and
 * the declines of layouts that the language refuses before they come so far. */
#include "generator/tile/tile.h"
#include "plans.h"
#include "unit.h"
#include <string.h>

static unsigned drawn = 1;

static int draw(int below) {
    drawn = drawn * 1664525u + 1013904223u;
    return (int)((drawn >> 10) % (unsigned)below);
}

static bool says(const Cond *conds, int count, int64_t rank) {
    Point point = {.rank = rank};
    bool ok = true, holds = true;
    for (int i = 0; i < count; i++)
        holds = cond_holds(&conds[i], &point, &ok) && holds;
    return holds && ok;
}

static void expect_exact(const RankSet *set, int threads, bool must) {
    Cond *conds;
    int count;
    bool found = conds_for_ranks(set, threads, &conds, &count), exact = found || !must;
    for (int rank = 0; rank < threads && found; rank++)
        exact &= says(conds, count, rank) == set->has[rank];
    EXPECT(exact && count <= MAX_CONDS);
    EXPECT(found || count == 0);
}

/* Of digits of the rank in some radix, each a range, one of them perhaps left out. */
static void sets_of_digits(void) {
    static const int sizes[] = {1, 31, 32, 33, 40, 64, 72, 96, 128};
    static RankSet set;
    for (int turn = 0; turn < 300; turn++) {
        int threads = sizes[draw((int)COUNT_OF(sizes))], div[3], mod[3], first[3], end[3];
        int digits = 1 + draw(3), below = 1, needed = 0;
        for (int d = 0; d < digits; d++) {
            div[d] = below;
            mod[d] = 2 + draw(6);
            below *= mod[d];
            first[d] = draw(mod[d]);
            end[d] = first[d] + 1 + draw(mod[d] - first[d]);
            needed += end[d] - first[d] == 1 ? 1 : (first[d] > 0) + (end[d] < mod[d]);
        }
        memset(&set, 0, sizeof set);
        for (int rank = 0; rank < threads; rank++) {
            bool in = true;
            for (int d = 0; d < digits; d++)
                in &= rank / div[d] % mod[d] >= first[d] && rank / div[d] % mod[d] < end[d];
            set.has[rank] = in;
            set.count += in;
        }
        MemMark mark = mem_mark();
        if (set.count)
            expect_exact(&set, threads, digits == 1 || needed <= 4);
        mem_rewind(mark);
    }
}

/* Some lanes of some warps, which need not be any range: found or not, but never wrong. */
static void sets_of_lanes(void) {
    static RankSet set;
    for (int turn = 0; turn < 100; turn++) {
        int threads = 32 * (1 + draw(4));
        unsigned lanes = (unsigned)draw(1 << 20) << 12 | (unsigned)draw(1 << 12),
                 warps = (unsigned)draw(256);
        memset(&set, 0, sizeof set);
        for (int rank = 0; rank < threads; rank++) {
            set.has[rank] = (lanes >> rank % (turn % 2 ? 32 : 8) & 1) && (warps >> rank / 32 & 1);
            set.count += set.has[rank];
        }
        MemMark mark = mem_mark();
        if (set.count)
            expect_exact(&set, threads, false);
        mem_rewind(mark);
    }
}

/* Two digits at once: x / a % 2^k == p and x / c % 2^m == q are always found. */
static void sets_of_two_digits(void) {
    static RankSet set;
    for (int turn = 0; turn < 400; turn++) {
        int threads = 32 << draw(3), low = draw(3), wide = 1 + draw(2), high = low + wide + draw(2);
        int a = 1 << low, b = 1 << wide, c = 1 << high, d = 2 << draw(2), p = draw(b), q = draw(d);
        if (c * d > threads)
            continue;
        memset(&set, 0, sizeof set);
        for (int rank = 0; rank < threads; rank++) {
            set.has[rank] = rank / a % b == p && rank / c % d == q;
            set.count += set.has[rank];
        }
        MemMark mark = mem_mark();
        expect_exact(&set, threads, true);
        mem_rewind(mark);
    }
}

/* Bands of a digit, and with one rank more or less, which is a mistake if nobody looks at that rank: all lanes of
 * x % 4 < 3 but lane 0. */
static void sets_but_for_one_rank(void) {
    static RankSet set;
    for (int b = 2; b <= 8; b++)
        for (int low = 0; low < b; low++)
            for (int high = low; high < b; high++)
                for (int odd = -1; odd < 32; odd += odd < 2 || odd > 28 ? 1 : 4) {
                    memset(&set, 0, sizeof set);
                    for (int rank = 0; rank < 32; rank++) {
                        set.has[rank] = (rank % b >= low && rank % b <= high) != (rank == odd);
                        set.count += set.has[rank];
                    }
                    MemMark mark = mem_mark();
                    if (set.count)
                        expect_exact(&set, 32, odd < 0);
                    mem_rewind(mark);
                }
}

/* The digit is the coordinate of every rank that the axis gives to it. */
static void digits_of_axes(void) {
    static const Axis axes[] = {
        AXIS_LANEID, AXIS_TX, AXIS_WARPID, AXIS_TID_IN_WG, AXIS_WID_IN_WG, AXIS_WGID};
    for (int turn = 0; turn < 3000; turn++) {
        Axis axis = axes[draw((int)COUNT_OF(axes))];
        int threads = 32 * (1 + draw(16)), base = draw(5), stride = 1 + draw(6),
            extent = 2 + draw(7);
        int period = draw(2) ? extent * (1 + draw(3)) : 0;
        int64_t div = 1, size = 0;
        axis_rank_digit(axis, &div, &size);
        /* What counts in larger steps bounds the digit: the period, or the end of the axis. Where that is no
         * multiple of the extent, the digit has room for the rest. */
        int64_t around = period                                    ? period
                         : size && base == 0 && size % stride == 0 ? size / stride
                                                                   : 0;
        int64_t most = around % extent ? around : extent;
        size = size ? size : (threads + div - 1) / div;
        if (base + stride * (extent - 1) >= size || stride * period >= size)
            continue; /* no such place */
        Digit digit = owner_digit(axis, base, stride, extent, period, threads);
        bool right = true;
        for (int rank = 0; rank < threads; rank++) {
            Point point = {.rank = rank};
            int64_t at = axis_of_rank(axis, rank) - base, x = at / stride;
            /* With a larger stride around, the digit repeats; without it there is only the first. */
            bool member = at >= 0 && at % stride == 0 && (period ? x % period : x) < extent;
            int64_t value = digit_value(&digit, &point);
            if (member)
                right &= value == (period ? x % period : x);
            right &= value < most || base > 0;
        }
        EXPECT(right);
    }
}

/* ---- what no description can say --------------------------------------------------------------- */

static void expect_decline(const Copy *copy, const char *predicate) {
    Decline decline = {0};
    EXPECT_OF(predicate, !partition_new(copy, &decline) && decline.predicate);
    EXPECT_OF(predicate, decline.predicate && strcmp(decline.predicate, predicate) == 0);
}

static Copy *copy_of(Plan *(*build)(void)) {
    return plans_copy(build(), OP_COPY);
}

static void declines(void) {
    Decline decline = {0};
    EXPECT(partition_new(copy_of(plans_reg_load), &decline) != NULL);
    Copy *copy = copy_of(plans_reg_load);
    copy->src.layout.shard[0].axis = AXIS_LANEID;
    expect_decline(copy, "memory_axes");
    copy = copy_of(plans_reg_load);
    copy->dst.layout.shard[0].axis = AXIS_TLANE;
    expect_decline(copy, "memory_axes");
    copy = copy_of(plans_reg_load);
    copy->dst.layout.shard[1].stride = (Coef){1, 1, {0}};
    expect_decline(copy, "register_strides");
    copy = copy_of(plans_fallback_4x6);
    copy->src.layout.shard[0].axis = AXIS_LANEID;
    expect_decline(copy, "memory_axes");
    copy = copy_of(plans_fallback_4x6);
    copy->dst.layout.shard[0].axis = AXIS_LANEID;
    expect_decline(copy, "memory_axes");
    copy = copy_of(plans_reg_load);
    copy->src = copy->dst;
    EXPECT(partition_new(copy, &decline) != NULL);
    copy->src.layout.shard[1].stride = (Coef){1, 1, {0}};
    expect_decline(copy, "register_strides");
    copy->src.layout = copy->dst.layout;
    copy->dst.layout.shard[1].stride = (Coef){1, 1, {0}};
    expect_decline(copy, "register_strides");
    copy->dst.layout = copy->src.layout;
    copy->dst.layout.shard[0].stride.value = 2;
    expect_decline(copy, "same_ownership");
    copy->dst.layout = copy->src.layout;
    copy->dst.layout.shard[0].axis = AXIS_TX;
    expect_decline(copy, "same_ownership");
    copy->dst.layout = copy->src.layout;
    copy->dst.layout.offset[copy->dst.layout.offset_count++] = (Offset){1, AXIS_LANEID};
    expect_decline(copy, "same_ownership");
}

/* No more loops and no more atoms than there is room for. */
static void room_for_more(void) {
    Plan *plan = plans_reg_load(), *part = plans_reg_load();
    int loops = part->loop_count, phases = plan->phase_count;
    plan->loop_count = MAX_PLAN_LOOPS + 1 - loops;
    EXPECT(loops > 0 && !plan_join(plan, part, 0) && plan->phase_count == phases);
    Copy *copy = copy_of(plans_reg_load);
    Decline decline = {0};
    Partition *partition = partition_new(copy, &decline);
    copy->dst.layout.replica[copy->dst.layout.replica_count++] =
        (Iter){.extent = 2, .stride = coef_int(64), .axis = AXIS_M};
    EXPECT(partition && partition->reg_side == DST);
    partition->atom_count = MAX_ATOMS;
    EXPECT(!atoms_add_replicas(partition));
    partition->atom_count = MAX_ATOMS - 1;
    EXPECT(atoms_add_replicas(partition) && partition->atom_count == MAX_ATOMS);
}

/* ---- what one description asks ---------------------------------------------------------------- */

/* The plan of the newest target; NULL: none, or none that was proven. */
static const Plan *plan_of(const char *text) {
    Text line = {0};
    text_printf(&line, "%s as under_test\n", text);
    const Source *source = source_from_text("<tile>", line.at, line.length);
    Program *program = program_build(lang_load(source, prelude_text, NULL, 0, 0), true);
    const Plan *plan = NULL;
    EXPECT_OF(text, program && program->count == 1);
    for (int i = 0; program && program->count == 1 && i < program->functions[0].choice_count; i++)
        if (program->functions[0].choices[i].plan)
            plan = program->functions[0].choices[i].plan;
    EXPECT_OF(text, plan != NULL);
    return plan;
}

/* The number of a thread in its warpgroup tells its lane: that the source has an element in whatever lane
 * asks no more than the destination does. */
static void names_of_threads(void) {
    const char *text = "copy warpgroup f32 reg S[(128,4):(1@tid_in_wg,1)] + R[32:1@laneid] -> "
                       "reg S[(128,4):(1@tid_in_wg,1)]";
    const Plan *plan = plan_of(text);
    EXPECT(plan && strcmp(plan->variant, "fallback") == 0);
}

/* Row m / 2 of the source, row m of the destination: their swizzles differ, and what one copy may bring is
 * what both leave together, 16 of the 128 bytes of a row. */
static void rows_of_other_numbers(void) {
    static const struct {
        const char *text;
        int copies;
    } rows[] = {
        {"copy_async thread f16 smem 16x64 S[(8,2,64):(64,0,1)] swizzle(3,3,3)[m:+1, 0:64] -> "
         "dsmem S[(16,64)] swizzle(3,3,3)[m:+1, 0:64]",
         8},
        {"copy_async thread f16 smem S[(16,64)] swizzle(3,3,3)[m:+1, 0:64] -> "
         "dsmem S[(16,64)] swizzle(3,3,3)[m:+1, 0:64]",
         1},
        /* The chunk says which row it goes to: chunks of 8 stay together, and all 512 of a period. */
        {"copy_async thread f16 smem S[(16,64)] swizzle(3,3,3, outer)[0:16, 0:16] -> "
         "dsmem S[(16,64)] swizzle(3,3,3, outer)[0:16, 0:16]",
         32},
        {"copy_async thread f16 smem S[(16,64)] swizzle(3,3,3, outer)[8:16, 0:64] -> "
         "dsmem S[(16,64)] swizzle(3,3,3, outer)[0:8, 0:64]",
         1},
        {"copy_async thread f16 smem S[(16,64)] swizzle(3,3,3, outer)[4:12, 0:64] -> "
         "dsmem S[(16,64)] swizzle(3,3,3, outer)[4:12, 0:64]",
         64}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Plan *plan = plan_of(rows[i].text);
        int64_t copies = 1;
        for (int l = 0; plan && l < plan->loop_count; l++)
            copies *= plan->loops[l].extent;
        EXPECT_OF(rows[i].text, copies == rows[i].copies);
    }
}

/* The place in the destination of what thread 1 moves first. */
static int64_t second_place(const char *text) {
    const Plan *plan = plan_of(text);
    int64_t first = 0, place = -1;
    if (!plan)
        return -1;
    const Step *store = &plan->phases[0].steps[plan->phases[0].step_count - 1];
    Point point = {.rank = 1, .loop = &first};
    EXPECT(plan->loop_count <= 1 && store->dst.kind == AT_BUFFER);
    return expr_value(&store->dst.at, &point, &place) ? place : -1;
}

/* What lies closest in global memory is counted fastest, of equal strides the last dimension. 12 as (4,3) and as
 * (3,4) have no common refinement, so that every dimension has a counter of its own. */
static void order_of_dimensions(void) {
#define INTO " -> smem 12x12 S[(3,4,3,4):(80,16,5,1)]"
    EXPECT(second_place("copy cta(48) f32 gmem 12x12 S[(4,3,4,3):(1000,7,100,7)]" INTO) == 1);
    EXPECT(second_place("copy cta(48) f32 gmem 12x12 S[(4,3,4,3):(1000,90,30,7)]" INTO) == 1);
    EXPECT(second_place("copy cta(48) f32 gmem 12x12 S[(4,3,4,3):(30,7,1000,90)]" INTO) == 16);
#undef INTO
}

/* What a decline names: the types of all rows, in their order. */
static void types_that_reduce(void) {
    EXPECT(
        strcmp(
            reduction_types(KIND_BULK_COPY, SPACE_GMEM, COMBINE_MIN),
            "u32, i32, u64, i64, f16, bf16") == 0);
    EXPECT(
        strcmp(
            reduction_types(KIND_STORE, SPACE_GMEM, COMBINE_ADD),
            "u32, i32, u64, i64, f32, f64, f16, bf16") == 0);
    EXPECT(
        strcmp(
            reduction_types(KIND_STORE, SPACE_SMEM, COMBINE_AND), "u32, i32, b32, u64, i64, b64") ==
        0);
    EXPECT(strcmp(reduction_types(KIND_STORE, SPACE_DSMEM, COMBINE_AND), "u32, i32, b32") == 0);
}

/* One of each width, from the target on that has it. */
static void widths_that_reduce(void) {
    const Dtype *f32 = dtype_find("f32", 3), *f16 = dtype_find("f16", 3);
    EXPECT(
        reduction_of_bits(SPACE_GMEM, COMBINE_ADD, f32, 128, TARGET_SM_90) ==
        PRIM_REDUCE_GMEM_ADD_F32X4);
    EXPECT(
        reduction_of_bits(SPACE_GMEM, COMBINE_ADD, f32, 64, TARGET_SM_100A) ==
        PRIM_REDUCE_GMEM_ADD_F32X2);
    EXPECT(reduction_of_bits(SPACE_GMEM, COMBINE_ADD, f32, 64, TARGET_SM_89) == PRIM_COUNT);
    EXPECT(
        reduction_of_bits(SPACE_GMEM, COMBINE_ADD, f32, 32, TARGET_SM_80) ==
        PRIM_REDUCE_GMEM_ADD_F32);
    EXPECT(reduction_of_bits(SPACE_SMEM, COMBINE_ADD, f32, 64, TARGET_SM_90) == PRIM_COUNT);
    EXPECT(
        reduction_of_bits(SPACE_SMEM, COMBINE_ADD, f16, 16, TARGET_SM_80) ==
        PRIM_REDUCE_SMEM_ADD_F16);
    EXPECT(reduction_of_bits(SPACE_GMEM, COMBINE_MIN, f16, 16, TARGET_SM_90) == PRIM_COUNT);
    EXPECT(
        reduction_of_bits(SPACE_GMEM, COMBINE_MIN, f16, 32, TARGET_SM_90) ==
        PRIM_REDUCE_GMEM_MIN_F16X2);
}

int main(void) {
    sets_of_digits();
    sets_of_lanes();
    sets_of_two_digits();
    sets_but_for_one_rank();
    digits_of_axes();
    declines();
    room_for_more();
    names_of_threads();
    rows_of_other_numbers();
    order_of_dimensions();
    types_that_reduce();
    widths_that_reduce();
    mem_free_all();
    return unit_finish();
}
