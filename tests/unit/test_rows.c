/* test_rows.c: rows that indices pick: what stands for the distance of the rows while a copy is planned, where an index
 * lies, and how many indices a thread has. */
#include "generator/tile/tile.h"
#include "unit.h"
#include <string.h>

static const Copy *read_copy(const char *text) {
    const char *line = mem_printf("%s as under_test\n", text);
    const Source *source = source_from_text("<rows>", line, strlen(line));
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    bool read = module && !diag_error_count() && module->request_count == 1;
    EXPECT_OF(text, read);
    diag_reset();
    return read ? &module->requests[0]->copy : NULL;
}

/* ---- the pitch ---------------------------------------------------------------------------------- */

typedef struct {
    const char *text;
    int64_t divisor, min; /* of the distance from row to row */
} Pitched;

static const Pitched pitched[] = {
    {"copy warp f32 gmem S[(32,8)] by i32 gmem -> smem S[(32,8)]", 8, 8},
    {"copy warp f32 gmem S[(32,8):(12,1)] by i32 gmem -> smem S[(32,8)]", 12, 12},
    {"copy warp f32 gmem S[(32,8):(ld,1)] by i32 gmem -> smem S[(32,8)]", 1, 8},
    {"copy warp f32 gmem S[(32,8):(ld,1)] by i32 gmem -> smem S[(32,8)] where ld % 4 == 0", 4, 8},
    {"copy warp f32 gmem S[(32,8):(ld,1)] by i32 gmem -> smem S[(32,8)] where ld % 16 == 0",
     16,
     16},
    {"copy warp f32 gmem S[(32,8):(3*ld,1)] by i32 gmem -> smem S[(32,8)] where ld % 4 == 0, ld >= "
     "9",
     12,
     36},
    {"copy warp f32 gmem S[(2,1048576)][0:2, 0:4] by i32 gmem -> smem S[(2,4)]", 1 << 20, 1 << 20},
    {"copy warp f32 gmem S[(2,4):(1048577,1)] by i32 gmem -> smem S[(2,4)]", 1, 1048577},
    {"copy warp f32 gmem S[(2,4):(1073741822,1)] by i32 gmem -> smem S[(2,4)]", 1, 1073741822},
    {"copy warp f32 gmem S[(2,4):(1073741823,1)] by i32 gmem -> smem S[(2,4)]", 1, 1},
};

static void pitches(void) {
    for (size_t i = 0; i < COUNT_OF(pitched); i++) {
        const Copy *copy = read_copy(pitched[i].text);
        if (!copy || !copy_picks(copy))
            continue;
        const Copy *view = picks_view(copy);
        const Picks *picks = copy_picks(copy);
        const Symbol *pitch = &view->symbols[picks->number];
        EXPECT_OF(pitched[i].text, view != copy && !copy_picks(view));
        EXPECT_OF(pitched[i].text, pitch->divisor == pitched[i].divisor);
        EXPECT_OF(pitched[i].text, pitch->min == pitched[i].min && pitch->max == INT32_MAX);
        const Coef stride = view->src.layout.shard[0].stride;
        EXPECT_OF(pitched[i].text, stride.value == 1 && stride.count == 1);
        EXPECT_OF(pitched[i].text, stride.symbol[0] == picks->number);
    }
}

/* Rows that may be missing are masked by rows; columns are whole. */
static void masks(void) {
    const Copy *copy = read_copy("copy warp f32 gmem S[(32,8)] by i32 gmem -> smem S[(32,8)]");
    const Copy *view = copy ? picks_view(copy) : NULL;
    if (!view)
        return;
    const Picks *picks = copy_picks(copy);
    EXPECT(picks->absent && view->limits.count == 2);
    EXPECT(view->limits.at[0].symbol == picks->sign && view->limits.at[0].dim == 0);
    EXPECT(view->limits.at[1].symbol == picks->whole && view->limits.at[1].dim == 1);
    EXPECT(view->limits.at[0].origin == -1 && view->limits.at[1].origin == -1);
    EXPECT(
        view->symbols[picks->whole].divisor == 1 << 20 && view->symbols[picks->sign].divisor == 1);
    EXPECT(
        view->symbols[picks->sign].max == INT32_MAX &&
        view->symbols[picks->whole].max == INT32_MAX);
    copy = read_copy("copy warp f32 gmem S[(32,8)] by i32 gmem -> smem S[(32,8)] where index >= 0");
    view = copy ? picks_view(copy) : NULL;
    EXPECT(view && !copy_picks(copy)->absent && view->limits.count == 0);
    copy = read_copy("copy warp f32 gmem S[(32,1)] by i32 gmem -> smem S[(32,1)]");
    view = copy ? picks_view(copy) : NULL;
    EXPECT(view && view->limits.count == 1);
    copy = read_copy("copy warp f32 gmem S[(32,8)] -> smem S[(32,8)]");
    EXPECT(copy && !copy_picks(copy) && picks_view(copy) == copy);
}

/* ---- indices ------------------------------------------------------------------------------------ */

/* Element 5 + 2 * rank of indices that are `stride` apart and begin `begin` further on. */
static bool is_at(int64_t stride, int64_t begin) {
    Picks picks = {.count = 8};
    Layout *layout = &picks.index.layout;
    layout->shard[layout->shard_count++] = (Iter){1, coef_int(99), AXIS_M, {0}};
    layout->shard[layout->shard_count++] = (Iter){8, coef_int(stride), AXIS_M, {0}};
    layout->shard[layout->shard_count] = (Iter){3, coef_int(77), AXIS_M, {0}};
    layout->offset[layout->offset_count++] = (Offset){begin - 1, AXIS_M};
    layout->offset[layout->offset_count++] = (Offset){1, AXIS_M};
    layout->offset[layout->offset_count] = (Offset){1000, AXIS_M};
    Expr element = expr_constant(5), at;
    expr_add(&element, coef_int(2), digit_of(VAR_RANK, 0, 1, 0));
    bool right = picks_address(&picks, &element, &at);
    for (int rank = 0; rank < 4; rank++) {
        Point point = {.rank = rank};
        int64_t value = -1;
        right &= expr_value(&at, &point, &value) && value == (5 + 2 * rank) * stride + begin;
    }
    return right;
}

typedef struct {
    const char *text;
    int64_t held; /* indices in the registers of a thread */
} Indexed;

static const Indexed indexed[] = {
    {"copy warp f32 gmem S[(32,8)] by i32 reg -> smem S[(32,8)]", 1},
    {"copy warp f32 gmem S[(64,8)] by i32 reg S[(2,32):(1,1@laneid)] -> smem S[(64,8)]", 2},
    {"copy warp f32 gmem S[(96,8)] by i32 reg S[(3,32):(1,1@laneid)] -> smem S[(96,8)]", 3},
    {"copy thread f32 gmem S[(5,8)] by i32 reg -> smem S[(5,8)]", 5},
    {"copy cta(64) f32 gmem S[(64,8)] by i32 reg -> reg S[(64,8):(1@tx,1)]", 1},
};

static void arguments(void) {
    for (size_t i = 0; i < COUNT_OF(indexed); i++) {
        const Copy *copy = read_copy(indexed[i].text);
        if (!copy || !copy_picks(copy))
            continue;
        Plan *plan = plan_new(copy, "rows");
        plan_add_bundle(plan, "v", ROLE_SCRATCH, copy->dtype, 1);
        int index = picks_argument(plan, copy_picks(copy));
        EXPECT_OF(indexed[i].text, index == 1 && plan->bundle_count == 2);
        EXPECT_OF(indexed[i].text, plan->bundles[1].count == indexed[i].held);
        EXPECT_OF(indexed[i].text, plan->bundles[1].role == ROLE_IN);
        EXPECT_OF(indexed[i].text, strcmp(plan->bundles[1].name, "index") == 0);
    }
    const Copy *copy = read_copy("copy warp f32 gmem S[(32,8)] by i32 smem -> smem S[(32,8)]");
    Plan *plan = copy ? plan_new(copy, "rows") : NULL;
    if (!plan)
        return;
    EXPECT(picks_argument(plan, copy_picks(copy)) == 0 && plan->buffer_count == 1);
    EXPECT(plan->buffers[0].space == SPACE_SMEM && plan->buffers[0].role == ROLE_IN);
    EXPECT(plan->buffers[0].align == copy_picks(copy)->index.align);
}

int main(void) {
    pitches();
    masks();
    EXPECT(is_at(1, 0) && is_at(3, 0) && is_at(1, 4) && is_at(7, 2));
    arguments();
    mem_free_all();
    return unit_finish();
}
