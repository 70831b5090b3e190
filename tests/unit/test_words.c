/* Scopes, targets, expressions and conditions in words, and paragraphs at their margin: row by row. */
#include "../../generator/tell/view.h"
#include "unit.h"

static const Symbol symbols[] = {{.name = "ld", .divisor = 1}, {.name = "m", .divisor = 1}};
static Loop loops[] = {{.name = "i", .extent = 4}, {.name = "j", .extent = 4}};
static Bundle bundles[] = {{.name = "pick"}};
static const Plan plan = {
    .symbols = symbols,
    .symbol_count = 2,
    .loops = loops,
    .loop_count = 2,
    .bundles = bundles,
    .bundle_count = 1};

#define RANK .kind = VAR_RANK
#define LOOP(n) .kind = VAR_LOOP, .index = n
#define PLAIN .pre_div = 1, .div = 1
#define TIMES(n)                                                                                   \
    { .value = n }
#define TIMES_LD(n)                                                                                \
    {                                                                                              \
        .value = n, .count = 1, .symbol = { 0 }                                                    \
    }
static const Term slot_terms[] = {{TIMES(2), {LOOP(1), PLAIN}}};
static const RowPick pick = {.slot = {.terms = slot_terms, .term_count = 1, .constant = 1}};

static const struct {
    Term terms[3];
    int term_count;
    int64_t constant;
    Xor xors[2];
    int xor_count;
    const char *words;
} exprs[] = {
    {.term_count = 0, .words = "0"},
    {.term_count = 0, .constant = -7, .words = "-7"},
    {{{TIMES(1), {RANK, PLAIN}}}, 1, 0, {{0}}, 0, "rank"},
    {{{TIMES(1), {RANK}}}, 1, 0, {{0}}, 0, "rank"},
    {{{TIMES(4), {RANK, PLAIN}}}, 1, 3, {{0}}, 0, "4 * rank + 3"},
    {{{TIMES(4), {RANK, PLAIN}}}, 1, -3, {{0}}, 0, "4 * rank - 3"},
    {{{TIMES(-4), {RANK, PLAIN}}}, 1, 1, {{0}}, 0, "-4 * rank + 1"},
    {{{TIMES(-1), {RANK, PLAIN}}}, 1, 1, {{0}}, 0, "-rank + 1"},
    {{{TIMES(1), {RANK, PLAIN}}, {TIMES(-2), {LOOP(0), PLAIN}}}, 2, 0, {{0}}, 0, "rank - 2 * i"},
    {{{TIMES(8), {RANK, PLAIN}}, {TIMES(4), {LOOP(0), PLAIN}}, {TIMES(1), {LOOP(1), PLAIN}}},
     3,
     0,
     {{0}},
     0,
     "8 * rank + 4 * i + j"},
    {{{TIMES_LD(1), {RANK, PLAIN}}}, 1, 0, {{0}}, 0, "ld * rank"},
    {{{TIMES_LD(-3), {RANK, PLAIN}}}, 1, 0, {{0}}, 0, "-3 * ld * rank"},
    {{{TIMES(1), {.kind = VAR_SYMBOL, .index = 1, PLAIN}}}, 1, 0, {{0}}, 0, "m"},
    /* VAR_ONE is its coefficient alone. */
    {{{TIMES_LD(8), {.kind = VAR_ONE, .index = 1, PLAIN}}}, 1, 0, {{0}}, 0, "8 * ld"},
    {{{TIMES(1), {.kind = VAR_ONE, .index = 1, PLAIN}}}, 1, 0, {{0}}, 0, "1"},
    {{{TIMES(2), {.kind = VAR_ONE, .index = 5, PLAIN, .turn_div = 1, .turn_mod = 8}}},
     1,
     0,
     {{0}},
     0,
     "2 * (5 ^ rank % 8)"},
    {{{TIMES(1), {RANK, .pre_div = 4, .div = 1}}}, 1, 0, {{0}}, 0, "rank / 4"},
    {{{TIMES(2), {RANK, .pre_div = 4, .div = 1}}}, 1, 0, {{0}}, 0, "2 * (rank / 4)"},
    {{{TIMES(2), {RANK, .pre_div = 1, .pre_mod = 8, .div = 1}}}, 1, 0, {{0}}, 0, "2 * (rank % 8)"},
    {{{TIMES(1), {RANK, .pre_div = 1, .div = 3}}}, 1, 0, {{0}}, 0, "rank / 3"},
    {{{TIMES(2), {RANK, .pre_div = 1, .div = 3}}}, 1, 0, {{0}}, 0, "2 * (rank / 3)"},
    {{{TIMES(2), {RANK, .pre_div = 1, .div = 1, .mod = 3}}}, 1, 0, {{0}}, 0, "2 * (rank % 3)"},
    {{{TIMES(1), {RANK, .pre_div = 2, .pre_mod = 16, .div = 4, .mod = 2}}},
     1,
     0,
     {{0}},
     0,
     "rank / 2 % 16 / 4 % 2"},
    {{{TIMES(1), {RANK, .pre_div = 1, .pre_mod = 32, .sub = 1, .div = 2, .mod = 2}}},
     1,
     0,
     {{0}},
     0,
     "(rank % 32 - 1) / 2 % 2"},
    {{{TIMES(3), {RANK, .pre_div = 1, .sub = -5, .div = 1}}}, 1, 0, {{0}}, 0, "3 * ((rank + 5))"},
    {{{TIMES(1), {LOOP(0), PLAIN, .turn_div = 4, .turn_mod = 2}}},
     1,
     0,
     {{0}},
     0,
     "(i ^ rank / 4 % 2)"},
    {{{TIMES(1), {LOOP(0), PLAIN, .turn_div = 1, .turn_mod = 2}}},
     1,
     0,
     {{0}},
     0,
     "(i ^ rank % 2)"},
    {{{TIMES(1), {.kind = VAR_ITEM, PLAIN, .loops = {0, 1}, .steps = {32, 8}, .mod = 7}}},
     1,
     0,
     {{0}},
     0,
     "(rank + 32 * i + 8 * j) % 7"},
    {{{TIMES(1), {.kind = VAR_ITEM, PLAIN, .loops = {0, 1}, .steps = {0, 8}, .sub = 2}}},
     1,
     0,
     {{0}},
     0,
     "(rank + 8 * j - 2)"},
    {{{TIMES(4), {.kind = VAR_PICK, PLAIN, .pick = &pick}}}, 1, 0, {{0}}, 0, "4 * pick[2 * j + 1]"},
    {{{TIMES(8), {RANK, PLAIN}}}, 1, 0, {{32, 3}}, 1, "x ^ ((x & 32) >> 3)"},
    {{{TIMES(8), {RANK, PLAIN}}}, 1, 0, {{4, -3}}, 1, "x ^ ((x & 4) << 3)"},
    {{{TIMES(8), {RANK, PLAIN}}}, 1, 0, {{4, 0}}, 1, "x ^ ((x & 4) >> 0)"},
    {{{TIMES(8), {RANK, PLAIN}}},
     1,
     0,
     {{32, 3}, {64, 4}},
     2,
     "x ^ ((x & 32) >> 3), then x = x ^ ((x & 64) >> 4)"},
};

static void check_exprs(void) {
    for (size_t i = 0; i < COUNT_OF(exprs); i++) {
        Expr expr = {
            .terms = exprs[i].terms,
            .term_count = exprs[i].term_count,
            .constant = exprs[i].constant};
        Text text = {0}, sum = {0};
        expr.xor_count = exprs[i].xor_count;
        memcpy(expr.xors, exprs[i].xors, sizeof expr.xors);
        words_expr(&text, &expr, &plan);
        if (strcmp(text_string(&text), exprs[i].words) != 0)
            printf("%s\n", text_string(&text));
        EXPECT_OF(exprs[i].words, strcmp(text_string(&text), exprs[i].words) == 0);
        words_sum(&sum, &expr, &plan);
        EXPECT_OF(
            exprs[i].words,
            strcmp(text_string(&sum), expr.xor_count ? "8 * rank" : exprs[i].words) == 0);
    }
    const Expr rank = {.terms = exprs[2].terms, .term_count = 1}, five = {.constant = 5};
    static const struct {
        CondOp op;
        const char *words;
    } conds[] = {{COND_LT, "rank < 5"}, {COND_GE, "rank >= 5"}, {COND_EQ, "rank == 5"}};
    for (size_t i = 0; i < COUNT_OF(conds); i++) {
        Cond cond = {.lhs = rank, .op = conds[i].op, .rhs = five};
        Text text = {0};
        words_cond(&text, &cond, &plan);
        EXPECT_OF(conds[i].words, strcmp(text_string(&text), conds[i].words) == 0);
    }
}

static const struct {
    Scope scope;
    const char *scope_words, *callers;
} scopes[] = {
    {{.kind = SCOPE_THREAD, .threads = 1}, "thread", "one thread, which the caller chooses"},
    {{.kind = SCOPE_ELECTED, .threads = 32},
     "elected",
     "all 32 lanes of a converged warp; one of them is elected inside"},
    {{.kind = SCOPE_WARP, .threads = 32}, "warp", "all 32 lanes of a warp"},
    {{.kind = SCOPE_WARP, .threads = 32, .group = 8},
     "warp",
     "groups of 8 neighbouring lanes of a warp, each for itself"},
    {{.kind = SCOPE_WARP, .threads = 32, .group = 12},
     "warp",
     "lanes 0 to 11 of a warp; the others do not call"},
    {{.kind = SCOPE_WARP, .threads = 32, .lanes_given = true, .lane_begin = 4, .lane_end = 20},
     "warp lanes 4:20",
     "all 32 lanes of a warp; lanes 4 to 19 of each take part"},
    {{.kind = SCOPE_WARPGROUP, .threads = 128}, "warpgroup", "all 128 threads of a warpgroup"},
    {{.kind = SCOPE_CTA, .threads = 96}, "cta(96)", "96 threads of a CTA"},
    {{.kind = SCOPE_CTA,
      .threads = 128,
      .warps_given = true,
      .warp_begin = 1,
      .warp_end = 3,
      .lanes_given = true,
      .lane_end = 16},
     "cta(128) warps 1:3 lanes 0:16",
     "128 threads of a CTA; warps 1 to 2 take part; lanes 0 to 15 of each warp take part"},
    {{.kind = SCOPE_CLUSTER, .threads = 2}, "cluster(2)", "2 CTAs of a cluster"},
};

static void check_scopes(void) {
    for (size_t i = 0; i < COUNT_OF(scopes); i++) {
        Text scope = {0}, callers = {0};
        words_scope(&scope, &scopes[i].scope);
        words_callers(&callers, &scopes[i].scope);
        EXPECT_OF(scopes[i].callers, strcmp(text_string(&scope), scopes[i].scope_words) == 0);
        EXPECT_OF(scopes[i].callers, strcmp(text_string(&callers), scopes[i].callers) == 0);
    }
    Text none = {0}, one = {0}, two = {0};
    words_targets(&none, 0);
    words_targets(&one, 1u << TARGET_SM_90);
    words_targets(&two, 1u << TARGET_SM_80 | 1u << (TARGET_COUNT - 1));
    EXPECT(none.length == 0 && strcmp(text_string(&one), "sm_90") == 0);
    EXPECT(strcmp(text_string(&two), mem_printf("sm_80, %s", target_name[TARGET_COUNT - 1])) == 0);
}

static const struct {
    Rounding rounding;
    const char *words;
} roundings[] = {
    {ROUNDING_EXACT, "exactly"},
    {ROUNDING_RN, "rounded to nearest, ties to even"},
    {ROUNDING_RZ, "rounded towards zero"},
    {ROUNDING_RNA, "rounded to nearest, ties away from zero"},
    {ROUNDING_RN_SAT,
     "rounded to nearest, ties to even; values out of range become the largest number"},
    {ROUNDING_RZ_SAT, "rounded towards zero; values out of range become the largest number"},
};

/* ---- paragraphs ------------------------------------------------------------------------------ */

static const char *wrapped(int label_at, const char *label, int at, const char *text) {
    Text out = {0};
    words_wrap(&out, label_at, label, at, text);
    return text_string(&out);
}

static const char *letters(int count) {
    Text text = {0};
    for (int i = 0; i < count; i++)
        text_char(&text, 'x');
    return text_string(&text);
}

/* A word may end in column 96; one that is longer than a line stands alone in it. */
static void check_wrap(void) {
    EXPECT(strcmp(wrapped(2, "cost", 14, "a b"), "  cost        a b\n") == 0);
    EXPECT(strcmp(wrapped(0, "on", 3, "sm_90"), "on sm_90\n") == 0);
    EXPECT(strcmp(wrapped(2, "", 4, "a"), "    a\n") == 0);
    EXPECT(strcmp(wrapped(2, "label", 4, "a"), "  labela\n") == 0);
    EXPECT(strcmp(wrapped(0, "", 2, ""), "  \n") == 0);
    const char *fits = mem_printf("%s %s", letters(40), letters(51)); /* 4 + 40 + 1 + 51 = 96 */
    EXPECT(strcmp(wrapped(0, "", 4, fits), mem_printf("    %s\n", fits)) == 0);
    const char *over = mem_printf("%s %s y", letters(40), letters(52));
    EXPECT(
        strcmp(
            wrapped(0, "", 4, over), mem_printf("    %s\n    %s y\n", letters(40), letters(52))) ==
        0);
    const char *wide = mem_printf("a %s b", letters(120));
    EXPECT(
        strcmp(wrapped(0, "", 4, wide), mem_printf("    a\n    %s\n    b\n", letters(120))) == 0);
    const char *third = mem_printf("%s %s %s", letters(30), letters(30), letters(30));
    EXPECT(strcmp(wrapped(0, "", 4, third), mem_printf("    %s\n", third)) == 0); /* 96 again */
}

static void check_shapes(void) {
    Operand operand = {.rank = 3, .region = {{.extent = 4}, {.extent = 1}, {.extent = 6}}};
    Text text = {0}, one = {0};
    words_shape(&text, &operand);
    EXPECT(strcmp(text_string(&text), "4x6") == 0);
    operand.region[0].extent = operand.region[2].extent = 1;
    words_shape(&one, &operand);
    EXPECT(strcmp(text_string(&one), "1") == 0);
    Text none = {0};
    Cost cost = {0};
    words_instructions(&none, &plan, &cost);
    EXPECT(strcmp(text_string(&none), "none") == 0);
}

int main(void) {
    check_exprs();
    check_scopes();
    for (size_t i = 0; i < COUNT_OF(roundings); i++)
        EXPECT_OF(
            roundings[i].words,
            strcmp(words_rounding(roundings[i].rounding), roundings[i].words) == 0);
    check_wrap();
    check_shapes();
    return unit_finish();
}
