/* test_quotients.c: digits of a limit in a text, read back against a hand-built Plan: cols / 8 % 32 == rank and
 * src + cols / 8 * 8. A limit has too many values to be tried, so that each digit of it is a number of its
 * own; another digit, or another way to write one that is not the same, must be found. */
#include "generator/reread/reread.h"
#include "plans.h"
#include "unit.h"
#include <string.h>

static Symbol symbols[1] = {{.name = "cols", .role = SYMBOL_LIMIT, .max = INT32_MAX, .divisor = 1}};

static Expr digit(int64_t coef, int64_t div, int64_t mod) {
    Expr expr = {0};
    expr_add(&expr, coef_int(coef), digit_of(VAR_SYMBOL, 0, div, mod));
    return expr;
}

/* Element 8 * (cols / 8) by lane cols / 8 % 32, where 1023 >= cols and it lies inside. */
static Plan *tail_plan(void) {
    Plan *plan = NEW(Plan);
    *plan = (Plan){
        .variant = "test",
        .targets = TARGETS_ALL,
        .scope = {.kind = SCOPE_WARP, .threads = 32, .lane_end = 32, .warp_end = 1},
        .threads = 32,
        .dtype = dtype_find("f16", 3),
        .symbols = symbols,
        .symbol_count = 1,
        .buffers = NEW(Buffer),
        .bundles = NEW(Bundle),
        .flows = NEW(Flow),
        .phases = NEW(Phase)};
    plan->buffer_count = plan->bundle_count = plan->flow_count = plan->phase_count = 1;
    *plan->buffers = (Buffer){
        .name = "src", .space = SPACE_GMEM, .role = ROLE_IN, .dtype = plan->dtype, .align = 16};
    *plan->bundles = (Bundle){.name = "dst", .role = ROLE_OUT, .dtype = plan->dtype, .count = 8};
    *plan->phases = (Phase){.step_count = 1, .steps = NEW(Step)};
    *plan->phases->steps = (Step){
        .primitive = PRIM_LOAD_GLOBAL_B16,
        .dst = {.kind = AT_BUNDLE},
        .src = {{.kind = AT_BUFFER, .at = digit(8, 8, 0)}},
        .object = -1,
        .cond_count = 3,
        .conds = NEW_ARRAY(Cond, 3)};
    Cond *conds = plan->phases->steps->conds;
    conds[0] = (Cond){digit(1, 8, 32), COND_EQ, {0}};
    expr_add(&conds[0].rhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    conds[1] = (Cond){expr_constant(1023), COND_GE, digit(1, 1, 0)};
    conds[2] = (Cond){digit(8, 8, 0), COND_LT, digit(1, 1, 0)};
    return plan;
}

/* NULL: text and Plan are the same. */
static const char *fault(const char *lane, const char *bound, const char *inside, const char *at) {
    return ctext_fault(
        tail_plan(),
        mem_printf(
            "if (%s && %s && %s) {\n    tc_load_global_b16(dst, src + %s);\n}\n",
            lane,
            bound,
            inside,
            at));
}

#define LANE "cols / 8 % 32 == rank"
#define BOUND "1023 >= cols"
#define INSIDE "cols / 8 * 8 < cols"
#define AT "cols / 8 * 8"

static void right(void) {
    EXPECT(!fault(LANE, BOUND, INSIDE, AT));
    EXPECT(!fault(INSIDE, LANE, BOUND, AT));
    EXPECT(fault(LANE, "cols < 1024", INSIDE, AT)); /* the same, but not the Plan's words */
    EXPECT(!fault(LANE, BOUND, INSIDE, "(cols / 8 * 4 + cols / 8 * 4)"));
    EXPECT(!fault(LANE, BOUND, INSIDE, "(cols >> 3) * 8"));
    EXPECT(!fault("(cols >> 3) % 32 == rank", BOUND, "(cols >> 3) * 8 < cols", AT));
}

static void wrong(void) {
    static const char *const places[] = {
        "cols",
        "cols / 16 * 16",
        "cols / 8 * 4",
        "(cols / 8 * 8 + 1)",
        "cols / 8 % 32 * 8",
        "cols / 4 / 2 * 8 * 2",
        "(cols + 8) / 8 * 8",
        "cols * 8 / 8",
        "cols % 8",
        "(cols & 8)",
        "(0u - cols) / 8 * 8",
        "cols / 8 / 2 * 16"};
    static const char *const lanes[] = {
        "cols / 8 % 16 == rank",
        "cols / 4 % 32 == rank",
        "cols % 32 == rank",
        "cols / 8 == rank",
        "cols / 8 % 32 == rank + 1",
        "(cols / 8 + 1) % 32 == rank",
        "cols / 8 % 32 >= rank",
        "cols / 8 % 32 % 32 == rank + rank"};
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        EXPECT(fault(LANE, BOUND, INSIDE, places[i]));
        if (strcmp(places[i], "cols") != 0)
            EXPECT(fault(LANE, BOUND, mem_printf("%s < cols", places[i]), AT));
    }
    for (size_t i = 0; i < COUNT_OF(lanes); i++)
        EXPECT(fault(lanes[i], BOUND, INSIDE, AT));
    EXPECT(fault(LANE, "1024 >= cols", INSIDE, AT));
    EXPECT(fault(LANE, "1023 >= cols / 8", INSIDE, AT));
    EXPECT(fault(LANE, INSIDE, INSIDE, AT));
}

/* Of at most 255 columns the modulus says nothing; of 256 it does. */
static void bounded(void) {
    symbols[0].max = 255;
    EXPECT(!fault(LANE, BOUND, INSIDE, AT));
    EXPECT(!fault("cols / 8 == rank", BOUND, INSIDE, AT));
    EXPECT(fault("cols / 4 == rank", BOUND, INSIDE, AT));
    EXPECT(fault("cols / 8 % 16 == rank", BOUND, INSIDE, AT));
    symbols[0].max = 256;
    EXPECT(fault("cols / 8 == rank", BOUND, INSIDE, AT));
    EXPECT(!fault(LANE, BOUND, INSIDE, AT));
    symbols[0].max = INT32_MAX;
}

int main(void) {
    right();
    bounded();
    wrong();
    mem_free_all();
    return unit_finish();
}
