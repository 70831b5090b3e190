/* test_deals.c: small decisions of the tile room against a search of all there is to choose from: rows dealt out to
 * groups of threads, who waits for whom in a group, how far a stage of a ring lies behind the one before, and what
 * the values of a region must be. */
#include "generator/tile/lane0.h"
#include "unit.h"
#include <string.h>

static const Copy *read_copy(const char *text) {
    const char *line = mem_printf("%s as under_test\n", text);
    Module *module =
        lang_load(source_from_text("<deals>", line, strlen(line)), prelude_text, NULL, 0, 0);
    bool read = module && !diag_error_count() && module->request_count == 1;
    EXPECT_OF(text, read);
    return read ? &module->requests[0]->copy : NULL;
}

/* ---- groups ------------------------------------------------------------------------------------- */

/* The fewest accesses of a thread; of those, the longest groups. */
static RowPiece best_piece(int64_t begin, int64_t rows, int64_t row, int64_t threads) {
    RowPiece best = {0};
    int64_t fewest = INT64_MAX;
    for (int64_t lanes = 1; lanes <= threads; lanes++)
        for (int64_t groups = 1; groups * lanes <= threads && groups <= rows && row % lanes == 0;
             groups++) {
            int64_t accesses = row / lanes * ((rows + groups - 1) / groups);
            bool more_groups = lanes == best.lanes && groups > best.groups;
            if (accesses > fewest || (accesses == fewest && lanes < best.lanes))
                continue;
            if (accesses < fewest || lanes > best.lanes || more_groups)
                best = (RowPiece){begin, row, lanes, groups};
            fewest = accesses;
        }
    return best;
}

static bool same_piece(RowPiece a, RowPiece b) {
    return a.begin == b.begin && a.row == b.row && a.lanes == b.lanes && a.groups == b.groups;
}

static void rows_by_groups(void) {
    const Copy *copy = read_copy("copy warp f32 gmem S[(4,8)] -> smem S[(4,8)]");
    static Partition partition;
    bool whole = true, cut = true;
    for (int64_t rows = 1; rows <= 40; rows += 3)
        for (int64_t row = 1; row <= 100; row += row < 36 ? 1 : 7)
            for (int64_t threads = 1; threads <= 128; threads += threads < 4 ? 1 : 31) {
                Groups groups;
                partition = (Partition){.copy = copy, .reg_side = -1, .atom_count = 2};
                partition.atoms[0] = (Atom){.extent = rows};
                partition.atoms[1] = (Atom){.extent = row};
                RowPiece best = best_piece(0, rows, row, threads);
                bool found = groups_find(&partition, threads, false, &groups);
                whole &= found == (row > 1 && best.lanes > 1) &&
                         (!found || (groups.count == 1 && same_piece(groups.pieces[0], best)));
                RowPiece first = best_piece(0, rows, row - row % 32, threads),
                         last = best_piece(row - row % 32, rows, row % 32, threads);
                bool cuts =
                    row % 32 && row > 32 && first.lanes > 1 && (last.lanes > 1 || row % 32 == 1);
                found = groups_find(&partition, threads, true, &groups);
                cut &= found == cuts &&
                       (!found || (groups.count == 2 && same_piece(groups.pieces[0], first) &&
                                   same_piece(groups.pieces[1], last)));
            }
    EXPECT(whole);
    EXPECT(cut);
    Groups groups;
    partition.atom_count = 1;
    EXPECT(!groups_find(&partition, 32, false, &groups));
    partition.atom_count = 2;
    partition.atoms[1].extent = 8;
    EXPECT(groups_find(&partition, 32, false, &groups));
    partition.dims = 1; /* sides apart have no rows */
    EXPECT(!groups_find(&partition, 32, false, &groups));
}

/* ---- who waits ---------------------------------------------------------------------------------- */

static void waits_of_groups(void) {
    for (int n = 1; n <= 32; n++) {
        Step steps[2] = {{.primitive = PRIM_MOVE}, {.primitive = PRIM_MOVE}};
        Phase phase = {.steps = steps};
        Plan plan = {.scope = {.kind = SCOPE_WARP, .threads = 32}, .threads = n};
        const Lane0 lane0 = {.threads = n};
        bool is_power = n == 2 || n == 4 || n == 8 || n == 16;
        int64_t lanes = 0;
        Point point = {0};
        lane0_add_wait(&plan, &lane0, &phase);
        EXPECT(phase.step_count == (n > 1) && steps[1].primitive == PRIM_MOVE);
        if (n == 1)
            continue;
        EXPECT(steps[0].object == -1 && (steps[0].primitive == PRIM_GROUP_SYNC) == is_power);
        EXPECT(is_power ? steps[0].count == n : steps[0].primitive == PRIM_WARP_SYNC);
        EXPECT((steps[0].value != NULL) == (n < 32 && !is_power));
        if (steps[0].value) /* the lowest n lanes */
            EXPECT(expr_value(steps[0].value, &point, &lanes) && lanes == (INT64_C(1) << n) - 1);
    }
    Step step = {0};
    Object object = {0};
    Symbol none[1];
    Phase phase = {.steps = &step};
    Plan plan = {
        .scope = {.kind = SCOPE_CTA, .threads = 64},
        .threads = 64,
        .objects = &object,
        .symbols = none};
    const Lane0 lane0 = {.threads = 64, .is_cta = true};
    lane0_add_wait(&plan, &lane0, &phase);
    EXPECT(phase.step_count == 1 && step.primitive == PRIM_BARRIER_SYNC && step.count == 64);
    EXPECT(
        step.object == 0 && plan.object_count == 1 && object.number == 1 && plan.symbol_count == 1);
}

/* ---- rings -------------------------------------------------------------------------------------- */

/* The least multiple of its alignment and of the period of its swizzle that a tile fits in. */
static int64_t stride_by_search(const Copy *copy, const Operand *tile, int64_t span) {
    int64_t align = tile->align > 16 ? tile->align : 16, stride = span;
    while (stride * copy->dtype->bits % (align * 8) ||
           stride % swizzle_period(&tile->layout.swizzle))
        stride++;
    return stride;
}

static void stages_of_rings(void) {
    static const struct {
        const char *text;
        int64_t span;
    } rings[] = {
        {"copy warp f32 gmem S[(33,33)] -> smem S[(33,33)]", 33 * 33},
        {"copy warp f32 gmem S[(32,8)] -> smem S[(32,8)]", 256},
        {"copy warp f16 gmem S[(8,64)] -> smem S[(8,64)] swizzle(3,3,3)", 512},
        {"copy warp f16 gmem S[(3,64)] -> smem S[(3,64)] swizzle(3,3,3)", 192},
        {"copy warp f16 gmem S[(3,5)] -> smem S[(3,5)]", 15},
        {"copy warp u8 gmem S[(3,5)] -> smem S[(3,5):(7,1)]", 19},
        {"copy warp f64 gmem S[(3,5)] -> smem S[(3,5)] where align(dst) == 128", 15},
        {"copy warp f32 gmem S[(3,5)] -> smem S[(3,5)] where align(dst) == 32", 15},
        {"copy warp b128 gmem S[(5)] -> smem S[(5)]", 5},
        {"copy warp e2m1 gmem S[(2,10)] -> smem S[(2,10)]", 20},
    };
    for (size_t i = 0; i < COUNT_OF(rings); i++) {
        Copy *copy = (Copy *)read_copy(rings[i].text);
        if (!copy)
            continue;
        copy->options.stages = 3;
        int64_t want = stride_by_search(copy, &copy->dst, rings[i].span);
        EXPECT_OF(rings[i].text, stage_stride(copy, &copy->dst) == want);
        copy->options.stages = (int)(INT32_MAX / want);
        EXPECT_OF(rings[i].text, stage_stride(copy, &copy->dst) == want);
        copy->options.stages += 1;
        EXPECT_OF(rings[i].text, stage_stride(copy, &copy->dst) == 0);
    }
    Copy *one = (Copy *)read_copy("copy warp b128 gmem S[(2)] -> smem S[(2):(3)]");
    one->options.stages = 1; /* the largest stride that there is, and one more */
    one->dst.layout.shard[0].stride.value = INT32_MAX - 1;
    EXPECT(stage_stride(one, &one->dst) == INT32_MAX);
    one->dst.layout.shard[0].stride.value = INT32_MAX;
    EXPECT(stage_stride(one, &one->dst) == 0);
    Copy *copy = (Copy *)read_copy(rings[0].text); /* where boxes of tensors begin: 128 bytes */
    copy->options.stages = 2;
    copy->options.tensormap = true;
    EXPECT(stage_stride(copy, &copy->dst) == (33 * 33 + 31) / 32 * 32);
}

/* ---- items -------------------------------------------------------------------------------------- */

/* So many items for so many threads from `first` on, of whom each has `room` registers: as many rounds as there must
 * be, no more registers than hold what is on its way, and every item arrives. */
static void expect_items(const Copy *copy, int items, int first, int threads, int room) {
    static RankSet set;
    Decline decline = {0};
    Partition *partition = partition_new(copy, &decline);
    memset(&set, 0, sizeof set);
    for (int i = 0; i < threads; i++)
        set.has[first + i] = true;
    set.count = threads;
    const int rounds = (items + threads - 1) / threads;
    Plan *plan = partition ? items_plan(partition, "partial", 1, &set, first) : NULL;
    bool right = plan && plan->ops_per_thread == rounds && plan_prove(plan).ok;
    right = right && plan->bundles[0].count == (rounds < room ? rounds : room);
    EXPECT(right);
    if (!right)
        printf("  %d items, %d threads from %d, %d registers\n", items, threads, first, room);
}

static void items_for_all(void) {
    static const int threads[] = {1, 7, 24, 32};
    for (size_t t = 0; t < COUNT_OF(threads); t++)
        for (int room = 1; room <= 4; room += room)
            for (int items = 1; items <= 10 * threads[t]; items += 1 + threads[t] / 3) {
                const int first = (32 - threads[t]) / 2;
                MemMark mark = mem_mark();
                Copy *copy = (Copy *)read_copy(
                    mem_printf("copy warp f32 gmem S[(%d)] -> smem S[(%d)]", items, items));
                copy->options.register_budget = room;
                expect_items(copy, items, first, threads[t], room);
                mem_rewind(mark);
            }
}

/* ---- ranks of a result -------------------------------------------------------------------------- */

static bool is_power(int n) {
    return (n & (n - 1)) == 0;
}

/* Threads `stride` apart, `extent` of them, of so many: lanes of a warp by powers of two, whole warps, and what is
 * left below, between and above them must be digits. */
static bool are_digits(int stride, int extent, int threads) {
    const int warp = threads < 32 ? threads : 32, end = stride * extent;
    if (stride >= 32)
        return stride % warp == 0 && threads % end == 0;
    if (!is_power(stride) || (end > 32 ? end % 32 != 0 : !is_power(extent)))
        return false;
    return threads % end == 0 && (end >= warp || (warp % end == 0 && threads % warp == 0));
}

static void ranks_of_results(void) {
    static const int all[] = {8, 24, 32, 48, 64, 96, 128, 192};
    for (size_t t = 0; t < COUNT_OF(all); t++)
        for (int stride = 1; stride < all[t]; stride++)
            for (int extent = 2; stride * extent <= all[t]; extent++) {
                MemMark mark = mem_mark();
                Fold fold = {.far_count = 1};
                Ranks ranks;
                Decline decline = {0};
                fold.far[0] = (Iter){extent, coef_int(stride), AXIS_TX, {0}};
                const bool digits = are_digits(stride, extent, all[t]);
                const bool found = ranks_of(&fold, all[t], &ranks, &decline);
                const int end = stride * extent, top = end < 32 ? end : 32;
                const int lanes = stride < 32 ? top - stride : 0;
                const int warps = stride < 32 ? end / top : extent;
                bool right = found == digits && found == !decline.reason;
                right = right && (!found || (ranks.lane_mask == lanes && ranks.warps == warps));
                right = right && (!found || ranks.lanes * ranks.groups * extent == all[t]);
                EXPECT(right);
                if (!right)
                    printf("  %d threads %d apart, of %d\n", extent, stride, all[t]);
                mem_rewind(mark);
            }
}

/* ---- slices ------------------------------------------------------------------------------------- */

/* Rows that straddle a warp in (4,32) are a range of (128); of registers alone. */
static void rows_beyond_a_warp(void) {
#define ROWS(region)                                                                               \
    "copy warpgroup f32 reg 128x2 S[(4,32,2):(1@wid_in_wg,1@laneid,1)]" region " -> smem "
    static const char *const texts[] = {
        ROWS("[0:88, 0:2]") "S[(88,2)]",
        ROWS("[40:104, 0:2]") "S[(64,2)]",
        ROWS("[32:96, 0:2]") "S[(64,2)]"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        Decline decline = {0};
        const Copy *copy = read_copy(texts[i]);
        EXPECT_OF(texts[i], copy && partition_new(copy, &decline));
    }
#undef ROWS
}

/* What two sides without a common refinement have together: 6 and 4 of stride 1 pairs, of any other stride none. */
static void runs_in_common(void) {
    static const struct {
        const char *text;
        int64_t run;
    } rows[] = {
        {"copy warp f32 gmem 24 S[(4,6):(8,1)] -> smem 24 S[(6,4):(8,1)]", 2},
        {"copy warp f32 gmem 24 S[(4,6):(16,2)] -> smem 24 S[(6,4):(8,1)]", 1},
        {"copy warp f32 gmem 24 S[(4,6):(8,1)] -> smem 24 S[(6,4):(8,2)]", 1},
        {"copy warp f32 gmem 48 S[(4,12):(16,1)] -> smem 48 S[(6,8):(8,1)]", 4},
        {"copy warp f32 gmem 12 S[(4,3):(4,1)] -> smem 12 S[(3,4):(4,1)]", 1},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Decline decline = {0};
        const Copy *copy = read_copy(rows[i].text);
        Partition *partition = copy ? partition_apart(copy, &decline) : NULL;
        EXPECT_OF(rows[i].text, partition && atoms_take_vector(partition, 128) == rows[i].run);
    }
}

/* Loops over registers that follow each other on both sides are one, in any order. */
static void loops_over_registers(void) {
    static const struct {
        const char *text;
        int loops;
    } rows[] = {
        {"relayout thread f32 reg S[(4,2):(1,4)] -> reg S[(4,2):(1,4)]", 1},
        {"relayout thread f32 reg S[(4,2):(2,1)] -> reg S[(4,2):(2,1)]", 1},
        {"relayout thread f32 reg S[(4,2):(2,1)] -> reg S[(4,2):(1,4)]", 2},
        {"relayout thread f32 reg S[(2,4,3):(1,6,2)] -> reg S[(2,4,3):(1,6,2)]", 1},
        {"relayout thread f32 reg S[(2,4,3):(3,6,1)] -> reg S[(2,4,3):(3,6,1)]", 1},
        {"relayout thread f32 reg S[(2,4,3):(3,6,1)] -> reg S[(2,4,3):(1,6,2)]", 3},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Decline decline = {0};
        const Copy *copy = read_copy(rows[i].text);
        Partition *partition = copy ? partition_new(copy, &decline) : NULL;
        const Plan *plan = partition ? renames_plan(partition, "rename", &decline) : NULL;
        EXPECT_OF(rows[i].text, plan && plan->phases->loop_count == rows[i].loops);
        EXPECT_OF(rows[i].text, plan && plan->ops_per_thread == region_count(&copy->dst));
    }
}

/* ---- values ------------------------------------------------------------------------------------- */

/* Lanes with the same elements: of 2x3x4 lanes, those of the middle digit; and what is wrong with a value. */
static void owners_of_copies(void) {
    Lane0Value value = {.name = "a", .rank = 2, .copies = 3, .copies_at = 1};
    value.seq[0] = 2, value.seq[1] = 4, value.lane[0] = value.lane[1] = 1;
    value.ratio[0] = 2, value.ratio[1] = 4;
    value.seq_count = 8, value.lane_count = 1;
    for (int64_t lane = 0; lane < 24; lane++) {
        EXPECT(lane0_owner(&value, lane) == lane / 12 * 4 + lane % 4);
        EXPECT(lane0_index(&value, lane, 0) == lane / 12 * 4 + lane % 4);
    }
    EXPECT(!lane0_wrong(&value, 24));
    EXPECT(strcmp(lane0_wrong(&value, 32), "a has fewer places than elements") == 0);
    EXPECT(strcmp(lane0_wrong(&value, 8), "a has fewer places than elements") == 0);
    value.copies = 0;
    EXPECT(!lane0_wrong(&value, 8) && lane0_owner(&value, 7) == 7);
    value.copies = 1;
    EXPECT(!lane0_wrong(&value, 8));
    value.ratio[1] = 2; /* half as many lanes as elements */
    value.ratio[0] = 4;
    const char *wrong = lane0_wrong(&value, 8);
    EXPECT(wrong && strstr(wrong, " of a is not where lane "));
}

/* ---- roles -------------------------------------------------------------------------------------- */

/* What a digit counts: warps, rows, vectors of the last dimension or its columns; units are no dimension. */
static void roles_of_digits(void) {
    static Partition partition;
    partition =
        (Partition){.copy = read_copy("copy warp f32 gmem S[(1,4,1,8)] -> smem S[(1,4,1,8)]")};
    if (!partition.copy)
        return;
    const Atom row = {.dim = 0, .step = 1}, rows = {.dim = 0, .step = 4};
    const Atom column = {.dim = 1, .step = 1}, chunk = {.dim = 1, .step = 2};
    const Atom warp = {.dim = 0, .step = 1, .axis = AXIS_WARPID};
    EXPECT(atom_role(&partition, &row) == DIGIT_ROW && atom_role(&partition, &rows) == DIGIT_ROW);
    EXPECT(atom_role(&partition, &column) == DIGIT_COL);
    EXPECT(atom_role(&partition, &chunk) == DIGIT_CHUNK);
    EXPECT(atom_role(&partition, &warp) == DIGIT_WARP);
}

int main(void) {
    roles_of_digits();
    rows_by_groups();
    waits_of_groups();
    stages_of_rings();
    items_for_all();
    ranks_of_results();
    rows_beyond_a_warp();
    runs_in_common();
    loops_over_registers();
    owners_of_copies();
    mem_free_all();
    return unit_finish();
}
