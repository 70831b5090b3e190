/* test_flat.c: the fallback that takes every digit of both layouts from one counter. The proof says of each
 * plan whether all elements arrive; here stand the places themselves, worked by hand from the layout, and the
 * copies that the counter leaves to others. */
#include "generator/tile/tile.h"
#include "unit.h"
#include <limits.h>

static const Copy *read_copy(const char *text) {
    Text line = {0};
    text_printf(&line, "%s as under_test\n", text);
    const Source *source = source_from_text("<flat>", line.at, line.length);
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    bool one = module && diag_error_count() == 0 && module->request_count == 1;
    EXPECT_OF(text, one);
    return one ? &module->requests[0]->copy : NULL;
}

static bool takes_it(const char *text) {
    const Copy *copy = read_copy(text);
    return copy && flat_plan(copy);
}

/* ---- where the elements lie ------------------------------------------------------------------ */

/* The place of the counter's element `at`. */
static int64_t place_of(const Expr *expr, int64_t at) {
    Point point = {.loop = &at};
    int64_t place;
    return expr_value(expr, &point, &place) ? place : -1;
}

typedef struct {
    const char *text;
    int count;
    int64_t from[8], to[8]; /* of the first eight elements */
} Case;

static const Case cases[] = {
    /* Rows 59 .. of (96,2):(40,1): 59 is row 29, the second of its two. */
    {"copy warp f32 gmem 192 S[(96,2):(40,1)][59:107] -> smem S[(48)]",
     48,
     {1161, 1200, 1201, 1240, 1241, 1280, 1281, 1320},
     {0, 1, 2, 3, 4, 5, 6, 7}},
    /* Dimensions that are no products of iters: 6 columns, iters of 8. Rows 1 and 2 are 6 .. 17. */
    {"copy warp f32 gmem 4x6 S[(3,8):(10,1)][1:3, 0:6] -> smem S[(2,6)]",
     12,
     {6, 7, 10, 11, 12, 13, 14, 15},
     {0, 1, 2, 3, 4, 5, 6, 7}},
    /* Of one row a part of the columns: 2 * 6 + 1 .. */
    {"copy warp f32 gmem 4x6 S[(3,8):(10,1)][2:3, 1:5] -> smem S[(4)]",
     4,
     {15, 16, 17, 20, -1, -1, -1, -1},
     {0, 1, 2, 3, -1, -1, -1, -1}},
    /* Three dimensions: [1, 1:3, :] of 2x3x4 is 16 .. 23, and iters of three are 5 1/3 rows of them. */
    {"copy warp f32 gmem 2x3x4 S[(8,3):(4,1)][1:2, 1:3, 0:4] -> smem S[(2,4)]",
     8,
     {21, 22, 24, 25, 26, 28, 29, 30},
     {0, 1, 2, 3, 4, 5, 6, 7}},
    /* ... and on the side of the destination, with an offset and a swizzle: ^ 1 for odd pairs. */
    {"copy warp f32 smem S[(2,6)] -> gmem 4x6 S[(3,8):(8,1)] swizzle(0,1,1)[1:3, 0:6]",
     12,
     {0, 1, 2, 3, 4, 5, 6, 7},
     {7, 6, 8, 9, 11, 10, 12, 13}},
    {"copy warp f32 smem 4x6 S[(3,8):(10,1)] + 100@m -> gmem S[(4,6)]",
     24,
     {100, 101, 102, 103, 104, 105, 106, 107},
     {0, 1, 2, 3, 4, 5, 6, 7}},
};

static void elements_lie_where_the_layouts_say(void) {
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Case *c = &cases[i];
        const Copy *copy = read_copy(c->text);
        Plan *plan = copy ? flat_plan(copy) : NULL;
        EXPECT_OF(c->text, plan != NULL);
        if (!plan)
            continue;
        const Phase *phase = &plan->phases[0];
        EXPECT_OF(c->text, plan_prove(plan).ok);
        EXPECT_OF(c->text, plan->loops[phase->loops[0]].extent == c->count);
        EXPECT_OF(c->text, plan->ops_per_thread == c->count);
        EXPECT_OF(c->text, phase->loop_count == 1 && phase->step_count == 2);
        for (int at = 0; at < c->count && at < 8; at++) {
            int64_t from = place_of(&phase->steps[0].src[0].at, at);
            int64_t to = place_of(&phase->steps[1].dst.at, at);
            EXPECT_OF(c->text, from == c->from[at] && to == c->to[at]);
            if (from != c->from[at] || to != c->to[at])
                printf(
                    "  %s: element %d: %lld -> %lld\n",
                    c->text,
                    at,
                    (long long)from,
                    (long long)to);
        }
    }
}

/* ---- what is left to others ------------------------------------------------------------------- */

static const char *const declined[] = {
    /* Parts of several rows are no run. */
    "copy warp f32 gmem 4x6 S[(3,8):(10,1)][0:4, 1:3] -> smem S[(4,2)]",
    "copy warp f32 gmem 4x6 S[(3,8):(10,1)][1:3, 0:5] -> smem S[(2,5)]",
    "copy warp f32 gmem 2x3x4 S[(8,3):(4,1)][0:2, 1:2, 0:4] -> smem S[(2,4)]",
    "copy warp f32 smem S[(4,2)] -> gmem 4x6 S[(3,8):(10,1)][0:4, 1:3]",
    /* Bits of a byte, registers, a place that is known at run time. */
    "copy warp e2m1 gmem S[(4,8)] -> smem S[(4,8)]",
    "copy warp f32 gmem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]",
    "copy warp f32 reg S[(32,8):(1@laneid,1)] -> gmem S[(32,8)]",
    "copy warp f32 gmem S[(64,8)][m:+4, 0:8] -> smem S[(4,8)]",
};

/* Of copies with whole rows the same: a part of one row, or of rows that are one element. */
static const char *const taken[] = {
    "copy warp f32 gmem 4x6 S[(3,8):(10,1)][0:4, 0:6] -> smem S[(4,6)]",
    "copy warp f32 gmem 4x6 S[(3,8):(10,1)][3:4, 2:3] -> smem S[(1)]",
    "copy warp f32 gmem 2x3x4 S[(8,3):(4,1)][0:2, 0:3, 0:4] -> smem S[(2,3,4)]",
    "copy warp f32 gmem 2x3x4 S[(8,3):(4,1)][0:1, 1:2, 1:3] -> smem S[(2)]",
    "copy warp f32 gmem S[(64,8)][4:8, 0:8] -> smem S[(4,8)]",
    "copy warp u8 gmem S[(4,8)] -> smem S[(4,8)]",
};

static void others_take_what_is_no_run(void) {
    for (size_t i = 0; i < COUNT_OF(declined); i++)
        EXPECT_OF(declined[i], !takes_it(declined[i]));
    for (size_t i = 0; i < COUNT_OF(taken); i++)
        EXPECT_OF(taken[i], takes_it(taken[i]));
}

int main(void) {
    elements_lie_where_the_layouts_say();
    others_take_what_is_no_run();
    mem_free_all();
    return unit_finish();
}
