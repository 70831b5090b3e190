/* test_ctext.c: bodies read back as C (generator/reread/ctext.h) against hand-built Plans: widths, signs,
 * guards, digits, loops, run-time arguments; and texts with planted faults, each of which must be found. */
#include "generator/tell/tell.h"
#include "plans.h"
#include "unit.h"
#include <ctype.h>
#include <string.h>

/* ---- a Plan with one load ------------------------------------------------------------------- */

static Symbol symbols[2] = {
    {.name = "ld", .role = SYMBOL_STRIDE, .min = 64, .max = 1 << 20, .divisor = 8},
    {.name = "m", .role = SYMBOL_ORIGIN, .max = 63, .divisor = 1}};

static Plan *load_of(int threads, Expr where) {
    Plan *plan = NEW(Plan);
    plan->variant = "test";
    plan->targets = TARGETS_ALL;
    plan->scope = (Scope){
        .kind = SCOPE_CTA, .threads = threads, .lane_end = 32, .warp_end = (threads + 31) / 32};
    plan->threads = threads;
    plan->dtype = dtype_find("f32", 3);
    plan->symbols = symbols;
    plan->symbol_count = 2;
    plan->buffer_count = plan->bundle_count = plan->flow_count = plan->phase_count = 1;
    plan->loop_count = 2;
    plan->buffers = NEW(Buffer);
    *plan->buffers = (Buffer){
        .name = "src", .space = SPACE_GMEM, .role = ROLE_IN, .dtype = plan->dtype, .align = 4};
    plan->bundles = NEW(Bundle);
    *plan->bundles = (Bundle){.name = "dst", .role = ROLE_OUT, .dtype = plan->dtype, .count = 8};
    plan->loops = NEW_ARRAY(Loop, 2);
    plan->loops[0] = (Loop){"i", 8, true};
    plan->loops[1] = (Loop){"j", 3, true};
    plan->flows = NEW(Flow);
    plan->phases = NEW(Phase);
    *plan->phases = (Phase){.step_count = 1, .steps = NEW(Step)};
    *plan->phases->steps = (Step){
        .primitive = PRIM_LOAD_GLOBAL_B32,
        .dst = {.kind = AT_BUNDLE},
        .src = {{.kind = AT_BUFFER, .at = where}},
        .object = -1};
    return plan;
}

static Expr sum(int64_t constant, int count, const Term *terms) {
    Expr expr = expr_constant(constant);
    for (int i = 0; i < count; i++)
        expr_add(&expr, terms[i].coef, terms[i].digit);
    return expr;
}
#define RANK(coef)                                                                                 \
    { {coef, 0, {0}}, digit_of(VAR_RANK, 0, 1, 0) }
#define LOOP(coef)                                                                                 \
    { {coef, 0, {0}}, digit_of(VAR_LOOP, 0, 1, 0) }
#define RANK_LD(coef)                                                                              \
    { {coef, 1, {0}}, digit_of(VAR_RANK, 0, 1, 0) }
#define ORIGIN(coef)                                                                               \
    { {coef, 0, {0}}, digit_of(VAR_SYMBOL, 1, 1, 0) }
#define SUM(constant, ...)                                                                         \
    sum(constant, (int)(sizeof((Term[]){__VA_ARGS__}) / sizeof(Term)), (Term[]){__VA_ARGS__})

/* The printed body; NULL where tcgen itself found fault with it. */
static const char *printed(Plan *plan) {
    Text out = {0};
    int before = diag_error_count();
    Function *function = plans_function("tc_a", OP_COPY, &plan, 1);
    FunctionText made = checked_text(function);
    out_function(&out, function, &made);
    const char *at = strstr(text_string(&out), "tc_a_at(");
    at = at ? strstr(at, "{\n") : NULL;
    const char *end = at ? strstr(at, "\n}\n") : NULL;
    return diag_error_count() > before || !end ? NULL : mem_text(at + 2, (size_t)(end - at - 1));
}

static void prints(int line, Plan *plan, const char *part) {
    const char *text = printed(plan);
    bool ok = text && strstr(text, part) && !ctext_fault(plan, text);
    unit_expect(ok, part, __FILE__, line);
    if (!ok)
        printf("--- got\n%s", text ? text : "nothing\n");
}

static void finds(int line, const Plan *plan, const char *text, const char *fault) {
    const char *got = ctext_fault(plan, text);
    bool ok = fault ? got && strstr(got, fault) : !got;
    unit_expect(ok, text, __FILE__, line);
    if (!ok)
        printf("--- got: %s\n", got ? got : "no fault");
}
#define PRINTS(plan, part) prints(__LINE__, plan, part)
#define FINDS(plan, text, fault) finds(__LINE__, plan, text, fault)
#define RIGHT(plan, text) finds(__LINE__, plan, text, NULL)

/* ---- widths --------------------------------------------------------------------------------- */

static void pitches(void) {
    for (int shift = 20; shift <= 40; shift++) {
        for (int odd = 0; odd < 2; odd++) {
            int64_t pitch = ((int64_t)1 << shift) + odd;
            Plan *plan = load_of(64, SUM(odd, RANK(pitch)));
            plan->buffers->space = odd ? SPACE_SMEM : SPACE_GMEM;
            plan->phases->steps->primitive = odd ? PRIM_LOAD_SHARED_B32 : PRIM_LOAD_GLOBAL_B32;
            EXPECT(printed(plan) != NULL);
            const char *call = odd ? "tc_load_shared_b32" : "tc_load_global_b32";
            const char *narrow = mem_printf(
                "%s(dst, src + (rank * %uu + %d));", call, (unsigned)(pitch & UINT32_MAX), odd);
            EXPECT((ctext_fault(plan, narrow) == NULL) == (63 * pitch + odd <= UINT32_MAX));
            const char *cut = mem_printf(
                "const unsigned from = rank * %lldull + %d;\n%s(dst, src + from);",
                (long long)pitch,
                odd,
                call);
            EXPECT((ctext_fault(plan, cut) == NULL) == (63 * pitch + odd <= UINT32_MAX));
        }
    }
    Plan *constant = load_of(1, expr_constant(3221225472));
    PRINTS(constant, "src + 3221225472u");
    FINDS(constant, "tc_load_global_b32(dst, src + 3 * 1073741824);", "signed overflow");
    RIGHT(constant, "tc_load_global_b32(dst, src + 3u * 1073741824);");
    RIGHT(constant, "tc_load_global_b32(dst, src + 3221225472);"); /* a long */
    FINDS(constant, "tc_load_global_b32(dst, src - 3221225472u);", "an address");
}

static void run_time_arguments(void) {
    Plan *rows = load_of(128, SUM(0, RANK_LD(1)));
    RIGHT(rows, "tc_load_global_b32(dst, src + rank * ld);"); /* 127 * 2^20 */
    symbols[0].max = 33818640; /* the largest multiple of 8 with 127 * ld < 2^32 */
    RIGHT(rows, "tc_load_global_b32(dst, src + rank * ld);");
    PRINTS(rows, "src + rank * ld");
    symbols[0].max += 8;
    FINDS(rows, "tc_load_global_b32(dst, src + rank * ld);", "thread 127: an address");
    PRINTS(rows, "src + rank * 1ull * ld");
    symbols[0].wide = true;
    symbols[0].max = (int64_t)1 << 40;
    PRINTS(rows, "src + rank * ld");
    symbols[0] =
        (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 64, .max = 1 << 20, .divisor = 8};
    Plan *origin = load_of(32, SUM(0, ORIGIN(268435456), RANK(1)));
    PRINTS(origin, "m * 268435456ull + rank");
    FINDS(origin, "tc_load_global_b32(dst, src + (m * 268435456 + rank));", "an address");
    RIGHT(origin, "tc_load_global_b32(dst, src + (rank + 268435456ull * m));");
    Plan *huge = load_of(32, SUM(0, ORIGIN(8589934593), RANK(1)));
    PRINTS(huge, "m * 8589934593ull + rank");
    FINDS(
        huge,
        "const unsigned from = m * 8589934593ull + rank;\ntc_load_global_b32(dst, src + from);",
        "an address");
}

/* An origin under an XOR is tried value by value: m / 8 % 8 is no sum of arguments. */
static void swizzled_origins(void) {
    Expr where = SUM(0, ORIGIN(1), RANK(64));
    where.xor_count = 1;
    where.xors[0] = (Xor){0x38, 3};
    Plan *plan = load_of(32, where);
    const char *right = "const unsigned from = m + rank * 64;\n"
                        "tc_load_global_b32(dst, src + (from ^ (from / 8 % 8)));";
    RIGHT(plan, right);
    RIGHT(plan, "tc_load_global_b32(dst, src + ((m + rank * 64) ^ ((m & 56) >> 3)));");
    FINDS(plan, "tc_load_global_b32(dst, src + ((m + rank * 64) ^ (m / 8 % 4)));", "an address");
    FINDS(plan, "tc_load_global_b32(dst, src + (m + rank * 64));", "an address");
    EXPECT(printed(plan) != NULL);
}

/* ---- signs ---------------------------------------------------------------------------------- */

static void guard(Plan *plan, Expr lhs, CondOp op, int64_t rhs) {
    plan->phases->guard = NEW(Cond);
    plan->phases->guard_count = 1;
    *plan->phases->guard = (Cond){lhs, op, expr_constant(rhs)};
}

/* The width is known before anything is read back: of the ranks that work, 63 * ld fits and 127 * ld does not. */
static void widths_under_guards(void) {
    Plan *plan = load_of(128, SUM(0, RANK_LD(1)));
    symbols[0].max = 67108864;
    EXPECT(strstr(body_text("tc_a", plan), "src + rank * 1ull * ld"));
    guard(plan, SUM(-64, RANK(1)), COND_LT, 0);
    EXPECT(strstr(body_text("tc_a", plan), "src + rank * ld"));
    RIGHT(plan, "if (rank < 64) {\ntc_load_global_b32(dst, src + rank * ld);\n}");
    guard(plan, SUM(-66, RANK(1)), COND_LT, 0);
    EXPECT(strstr(body_text("tc_a", plan), "src + rank * 1ull * ld"));
    symbols[0].max = 1 << 20;
}

static void guards(void) {
    Plan *plan = load_of(32, SUM(0, RANK(1)));
    guard(plan, SUM(-24, RANK(1)), COND_LT, 0);
    PRINTS(plan, "if (rank < 24) {");
    FINDS(plan, "if (rank - 24 < 0) {\ntc_load_global_b32(dst, src + rank);\n}", "wrapped");
    FINDS(plan, "if (rank < 25) {\ntc_load_global_b32(dst, src + rank);\n}", "who does it");
    FINDS(plan, "tc_load_global_b32(dst, src + rank);", "who does it");
    guard(plan, SUM(0, RANK(-1)), COND_GE, -23);
    PRINTS(plan, "if (23 >= rank) {");
    FINDS(plan, "if (0u - rank >= 0u - 23) {\ntc_load_global_b32(dst, src + rank);\n}", "wrapped");
    guard(plan, SUM(-5, RANK(1)), COND_EQ, -2);
    PRINTS(plan, "if (rank == 3) {");
    RIGHT(plan, "if (rank == 3) {\ntc_load_global_b32(dst, src + 3);\n}");
    FINDS(plan, "if (rank == 3) {\ntc_load_global_b32(dst, src + 4);\n}", "thread 3: an address");
}

static void digits_below_sub(void) {
    Digit late = digit_of(VAR_RANK, 0, 4, 0);
    late.sub = 24;
    Expr where = expr_constant(0);
    expr_add(&where, coef_int(2), late);
    Plan *plan = load_of(32, where);
    const char *text = "tc_load_global_b32(dst, src + (rank - 24) / 4 * 2);";
    FINDS(plan, text, "an address"); /* rank 0: -6 by the plan, 2^30 in C */
    EXPECT(printed(plan) == NULL);
    guard(plan, SUM(0, RANK(1)), COND_GE, 24);
    PRINTS(plan, "(rank - 24) / 4 * 2");
    /* A name that is computed by all is right where it is used. */
    RIGHT(
        plan,
        mem_printf(
            "const unsigned row = (rank - 24) / 4;\nif (rank >= 24) {\n%s\n}",
            "tc_load_global_b32(dst, src + row * 2);"));
    FINDS(
        plan,
        mem_printf(
            "const unsigned row = (rank - 25) / 4;\nif (rank >= 24) {\n%s\n}",
            "tc_load_global_b32(dst, src + row * 2);"),
        "thread 24");
}

/* Unsigned sums may pass below zero on their way, not when something else looks at them. */
static void wrapping(void) {
    Plan *plan = load_of(32, SUM(0, RANK(1)));
    RIGHT(plan, "tc_load_global_b32(dst, src + (0u - 8 + rank + 8));");
    FINDS(plan, "tc_load_global_b32(dst, src + (0u - 8) + rank + 8);", "an address");
    FINDS(plan, "tc_load_global_b32(dst, src + (0ull + (rank - 8) + 8));", "an address");
    RIGHT(plan, "tc_load_global_b32(dst, src + rank * 4 / 4);");
    FINDS(plan, "tc_load_global_b32(dst, src + (rank * 4 - 4 + 4u - 4) / 4 + 1);", "thread 0");
    FINDS(plan, "tc_load_global_b32(dst, src + (2147483647 + 1) * 0 + rank);", "signed overflow");
    RIGHT(plan, "tc_load_global_b32(dst, src + (int)(rank - 8) + 8);");
}

/* ---- loops, order and arguments ------------------------------------------------------------- */

static void loops(void) {
    Plan *plan = load_of(4, SUM(0, RANK(1), LOOP(4)));
    plan->phases->steps->repeat_count = 1;
    plan->phases->steps->dst.at = SUM(0, LOOP(1));
    const char *format = "for (unsigned i = 0; i < %d; i++)\n"
                         "    tc_load_global_b32(dst + i, src + rank + i * %d);\n";
    RIGHT(plan, mem_printf(format, 8, 4));
    FINDS(plan, mem_printf(format, 7, 4), "ends before");
    FINDS(plan, mem_printf(format, 9, 4), "nothing that the plan does");
    FINDS(plan, mem_printf(format, 8, 5), "an address");
    RIGHT(
        plan,
        "for (unsigned i = 0; i < 8; i++) {\n"
        "    tc_load_global_b32(dst + i, src + rank);\n    src += 4;\n}\n");
    FINDS(
        plan,
        "for (unsigned i = 0; i < 8; i++) {\n"
        "    src += 4;\n    tc_load_global_b32(dst + i, src + rank);\n}\n",
        "an address");
    FINDS(
        plan,
        "for (unsigned i = 0; i < 8; i++)\n"
        "    tc_load_global_b32(dst + (7 - i), src + rank + i * 4);\n",
        "a register");
    FINDS(
        plan,
        "for (unsigned i = 0; i < 8; i++)\n"
        "    tc_load_global_b64(dst + i, src + rank + i * 4);\n",
        "the function");
    FINDS(plan, "for (int i = 0; i < 8; i++)\n    ;\n", "no statement");
    EXPECT(printed(plan) != NULL);
}

/* ---- long loops ----------------------------------------------------------------------------- */

static const char *in_loop(int count, const char *body) {
    return mem_printf("for (unsigned i = 0; i < %d; i++) {\n%s\n}\n", count, body);
}

/* One step in a loop of `count`, `threads` of them: element rank + 4 * i. */
static Plan *loop_of(int threads, int count) {
    Plan *plan = load_of(threads, SUM(0, RANK(1), LOOP(4)));
    plan->loops[0].extent = count;
    plan->phases->steps->repeat_count = 1;
    return plan;
}

static void step_of_all(Plan *plan) {
    plan->phases->steps->repeat_count = 0;
    plan->phases->loop_count = 1;
}

/* Faults in one iteration of many, wherever it is. */
static void faults_in_one_iteration(void) {
    static const int counts[] = {2, 300, 1025, 3000};
    for (size_t c = 0; c < COUNT_OF(counts); c++) {
        for (int threads = 1; threads <= 64; threads *= 8) {
            int count = counts[c];
            if (threads * count > 20000) /* in blocks of 1024 lanes as the others */
                continue;
            Plan *plan = loop_of(threads, count);
            RIGHT(plan, in_loop(count, "tc_load_global_b32(dst, src + rank + i * 4);"));
            for (int k = 0; k < 5; k++) {
                int at = k < 2 ? k : k == 2 ? count / 2 : count - (5 - k);
                const char *format = "const unsigned n = rank + i * 4;\n"
                                     "if (i < %d) {\ntc_load_global_b32(dst, src + n);\n}\n"
                                     "if (i == %d) {\ntc_load_global_b32(dst, src + n + %d);\n}\n"
                                     "if (i >= %d) {\ntc_load_global_b32(dst, src + n);\n}\n";
                const char *right = mem_printf(format, at, at, 0, at + 1);
                const char *wrong = mem_printf(format, at, at, 1, at + 1);
                RIGHT(plan, in_loop(count, right));
                FINDS(plan, in_loop(count, wrong), "an address");
                FINDS(plan, in_loop(count, mem_printf(format, at, at, 0, at)), "the plan");
            }
            const char *last = "tc_load_global_b32(dst, src + rank + i * 4 + i / %d);";
            FINDS(plan, in_loop(count, mem_printf(last, count - 1)), "an address");
            RIGHT(plan, in_loop(count, mem_printf(last, count)));
            const char *middle = "tc_load_global_b32(dst, src + rank + i * 4 + i / %d %% 2);";
            FINDS(plan, in_loop(count, mem_printf(middle, (count + 2) / 3)), "an address");
        }
    }
}

/* 199 * 21500000 < 2^32 < 200 * 21500000. */
static void overflow_in_iteration_200(void) {
    for (int count = 200; count <= 201; count++) {
        bool narrow = count == 200;
        Plan *plan = load_of(1, SUM(0, LOOP(21500000)));
        plan->loops[0].extent = count;
        plan->phases->steps->repeat_count = 1;
        const char *cut = in_loop(count, "tc_load_global_b32(dst, src + i * 21500000);");
        finds(__LINE__, plan, cut, narrow ? NULL : "an address");
        RIGHT(plan, in_loop(count, "tc_load_global_b32(dst, src + i * 21500000ull);"));
        plan->phases->steps->src[0].at = SUM(0, LOOP(10750000));
        const char *is_signed = in_loop(count, "tc_load_global_b32(dst, src + (int)i * 10750000);");
        finds(__LINE__, plan, is_signed, narrow ? NULL : "signed overflow");
        EXPECT(printed(plan) != NULL);
    }
}

/* What goes from one iteration to the next. */
static void carried(void) {
    Plan *plan = loop_of(4, 300);
    RIGHT(plan, in_loop(300, "tc_load_global_b32(dst, src + rank);\nsrc += 4;"));
    const char *jump =
        "tc_load_global_b32(dst, src + rank);\nsrc += 4;\nif (i == %d) {\nsrc += 4;\n}";
    FINDS(plan, in_loop(300, mem_printf(jump, 150)), "an address");
    RIGHT(plan, in_loop(300, mem_printf(jump, 299)));
    const char *local = "unsigned at0 = rank + i * 4;\nat0 = at0 ^ (at0 / 512 %% 2 * %d);\n"
                        "tc_load_global_b32(dst, src + at0);";
    RIGHT(plan, in_loop(300, mem_printf(local, 0)));
    FINDS(plan, in_loop(300, mem_printf(local, 1)), "an address");
    const char *doubt = "if (m < 3) {\nsrc += 4;\ntc_load_global_b32(dst, src);\n}\n";
    Plan *some = load_of(1, expr_constant(4));
    guard(some, SUM(-3, ORIGIN(1)), COND_LT, 0);
    RIGHT(some, doubt);
    FINDS(
        load_of(1, expr_constant(4)),
        "if (m < 3) {\nsrc += 4;\n}\ntc_load_global_b32(dst, src);",
        "an address");
}

/* The same calls in other nests come in another order. */
static void order_of_loops(void) {
    const char *load = "tc_load_global_b32(dst, src + rank + i * 4);";
    const char *both = mem_printf("%s\n%s", load, load), *twice = in_loop(300, load);
    Plan *plan = loop_of(4, 300);
    Step *steps = NEW_ARRAY(Step, 2);
    steps[0] = steps[1] = *plan->phases->steps;
    plan->phases->steps = steps;
    plan->phases->step_count = 2;
    RIGHT(plan, mem_printf("%s%s", twice, twice));
    FINDS(plan, in_loop(300, both), "an address");
    step_of_all(plan);
    steps[1].repeat_count = 0;
    FINDS(plan, mem_printf("%s%s", twice, twice), "an address");
    RIGHT(plan, in_loop(300, both));
    FINDS(plan, in_loop(300, load), "is not the plan's");

    Plan *nest = load_of(1, SUM(0, LOOP(7)));
    Expr *cell = &nest->phases->steps->src[0].at;
    expr_add(cell, coef_int(1), digit_of(VAR_LOOP, 1, 1, 0));
    nest->loops[0].extent = 100;
    nest->loops[1].extent = 50;
    nest->phases->steps->repeat_count = 2;
    nest->phases->steps->repeat[1] = 1;
    const char *format =
        "for (unsigned %c = 0; %c < %d; %c++)\nfor (unsigned %c = 0; %c < %d; %c++)\n"
        "tc_load_global_b32(dst, src + i * 7 + j);\n";
    RIGHT(nest, mem_printf(format, 'i', 'i', 100, 'i', 'j', 'j', 50, 'j'));
    FINDS(nest, mem_printf(format, 'j', 'j', 50, 'j', 'i', 'i', 100, 'i'), "an address");
    EXPECT(printed(nest) != NULL);

    Plan *synced = loop_of(64, 300);
    Step *then = NEW_ARRAY(Step, 2);
    then[0] = *synced->phases->steps;
    then[1] = (Step){.primitive = PRIM_CTA_SYNC, .object = -1};
    synced->phases->steps = then;
    synced->phases->step_count = 2;
    RIGHT(synced, mem_printf("%stc_cta_sync();", twice));
    FINDS(synced, in_loop(300, mem_printf("%s\ntc_cta_sync();", load)), "is not the plan's");
}

/* Those who do not run a loop are left out of it, and yet the Plan may want them in it. */
static void left_out(void) {
    const char *load = "tc_load_global_b32(dst, src + rank + i * 4);";
    const char *text = mem_printf("if (rank < 3) {\n%s}\n", in_loop(300, load));
    Plan *plan = loop_of(64, 300);
    FINDS(plan, text, "who does it");
    guard(plan, SUM(-3, RANK(1)), COND_LT, 0);
    RIGHT(plan, text);
    guard(plan, SUM(-4, RANK(1)), COND_LT, 0);
    FINDS(plan, text, "who does it");
    Step *step = plan->phases->steps;
    plan->phases->guard_count = 0;
    step->cond_count = 1;
    step->conds = NEW(Cond);
    *step->conds = (Cond){SUM(-3, RANK(1)), COND_LT, expr_constant(0)};
    RIGHT(plan, text);
    step->conds->lhs.constant = -4;
    FINDS(plan, text, "who does it");
}

static void read_forever(void *context) {
    const Plan *plan = context;
    ctext_fault(plan, "tc_load_global_b32(dst, src + ((m + rank * 64) ^ (m / 8 % 8)));");
}

/* 2^31 values to try are too much work, which is no difference. */
static void ends_in_the_budget(void) {
    int64_t max = symbols[1].max;
    Plan *plan = load_of(32, SUM(0, ORIGIN(1), RANK(64)));
    plan->phases->steps->src[0].at.xor_count = 1;
    plan->phases->steps->src[0].at.xors[0] = (Xor){0x38, 3};
    symbols[1].max = INT32_MAX;
    EXPECT(!budget_run(read_forever, plan));
    symbols[1].max = 63;
    EXPECT(budget_run(read_forever, plan));
    symbols[1].max = max;
}

/* Arguments that are tried, by lane: 65536 values, one of which is wrong. */
static void tried_arguments(void) {
    int64_t max = symbols[1].max;
    symbols[1].max = 65535;
    Expr where = SUM(0, ORIGIN(1), RANK(65536));
    where.xor_count = 1;
    where.xors[0] = (Xor){0x38, 3};
    Plan *plan = load_of(4, where);
    const char *format = "const unsigned from = m + rank * 65536;\n"
                         "tc_load_global_b32(dst, src + (from ^ (from / 8 %% 8)) + m / %d);";
    RIGHT(plan, mem_printf(format, 65536));
    FINDS(plan, mem_printf(format, 65535), "an address");
    FINDS(plan, mem_printf(format, 40000), "an address");
    symbols[1].max = max;
}

/* Every element of the word: 0x7 of 4 bits is 0x77777777. */
static void fills(void) {
    Plan *plan = load_of(32, expr_constant(0));
    Step *step = plan->phases->steps;
    plan->dtype = plan->bundles->dtype = dtype_find("e2m1", 4);
    plan->bundles->count = 64;
    plan->flows->limits.fill = 7;
    *step = (Step){
        .primitive = PRIM_FILL_B32,
        .dst = {.kind = AT_BUNDLE},
        .src = {{.kind = AT_CONSTANT}},
        .object = -1};
    PRINTS(plan, "tc_fill_b32(dst, 0x77777777u);");
    RIGHT(plan, "tc_fill_b32(dst, 0x77777777u);");
    FINDS(plan, "tc_fill_b32(dst, 0x7u);", "the fill");
    FINDS(plan, "tc_fill_b32(dst, 0x77u);", "the fill");
    FINDS(plan, "tc_fill_b32(dst, 0x77777777u + rank);", "thread 1: the fill");
    step->primitive = PRIM_FILL_B128;
    PRINTS(plan, "tc_fill_b128(dst, 0x77777777u, 0x77777777u);");
    FINDS(plan, "tc_fill_b128(dst, 0x77777777u, 0x7u);", "the fill");
    FINDS(plan, "tc_fill_b128(dst + 1, 0x77777777u, 0x77777777u);", "a register");
    step->primitive = PRIM_FILL_B8;
    PRINTS(plan, "tc_fill_b8(dst, 0x77u);");
    plan->dtype = plan->bundles->dtype = dtype_find("f16", 3);
    plan->flows->limits.fill = 0x3c01;
    step->primitive = PRIM_FILL_B64;
    PRINTS(plan, "tc_fill_b64(dst, 0x3c013c01u, 0x3c013c01u);");
}
/* ---- planted faults ------------------------------------------------------------------------- */

typedef struct {
    int planted, missed;
} Tally;

static void plant(Tally *tally, const Plan *plan, const char *name, const char *text) {
    tally->planted++;
    if (ctext_fault(plan, text))
        return;
    tally->missed++;
    printf("FAIL %s: not found\n%s", name, text);
}

/* Arrays may be larger than need be; the field of an XOR may be wider than the value. */
static bool may_change(const char *text, const char *at) {
    const char *line = at;
    while (line > text && line[-1] != '\n')
        line--;
    size_t length = strcspn(line, "\n");
    const char *row = mem_text(line, length);
    bool declares = strchr(row, '[') && !strchr(row, '(');
    return !declares && !(at > text + 1 && at[-2] == '%') && !strstr(row, "TC_CHECK");
}

static void numbers_changed(Tally *tally, const Plan *plan, const char *name, const char *text) {
    for (const char *at = text; *at; at++) {
        if (!isdigit((unsigned char)*at) || isalnum((unsigned char)at[-1]) || at[-1] == '_' ||
            !may_change(text, at))
            continue;
        int value = 0, length = 0;
        sscanf(at, "%d%n", &value, &length);
        plant(
            tally,
            plan,
            name,
            mem_printf("%.*s%d%s", (int)(at - text), text, value + 1, at + length));
        at += length - 1;
    }
}

static void words_changed(Tally *tally, const Plan *plan, const char *name, const char *text) {
    static const char *const kinds[][2] = {
        {" + ", " - "},
        {" / ", " % "},
        {"rank", "0"},
        {" < ", " >= "},
        {"shared_b", "global_b"},
        {"_b128", "_b64"},
        {"_sync()", "_arrive()"},
        {" += ", " = "}};
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (const char *at = strstr(text, kinds[k][0]); at; at = strstr(at + 1, kinds[k][0]))
            if (may_change(text, at) && !(kinds[k][0][0] == 'r' && isalnum((unsigned char)at[4])))
                plant(
                    tally,
                    plan,
                    name,
                    mem_printf(
                        "%.*s%s%s", (int)(at - text), text, kinds[k][1], at + strlen(kinds[k][0])));
}

static void lines_dropped(Tally *tally, const Plan *plan, const char *name, const char *text) {
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        const char *row = mem_text(at, length);
        if (strstr(row, "tc_") && strchr(row, ';') && !strstr(row, "TC_") && may_change(text, at))
            plant(tally, plan, name, mem_printf("%.*s;%s", (int)(at - text), text, at + length));
        at += length + (at[length] == '\n');
    }
}

static const char *without_rank(const char *text) {
    const char *line = strstr(text, "const unsigned rank =");
    return line ? strchr(line, '\n') + 1 : text;
}

static void planted_faults(void) {
    Tally tally = {0, 0};
    for (int i = 0; i < PLANS_PRINTED; i++) {
        Plan *plan = all_plans[i].build();
        const char *text = printed(plan);
        if (!text)
            continue; /* no _at form */
        text = without_rank(text);
        EXPECT(ctext_fault(plan, text) == NULL);
        numbers_changed(&tally, plan, all_plans[i].name, text);
        words_changed(&tally, plan, all_plans[i].name, text);
        lines_dropped(&tally, plan, all_plans[i].name, text);
    }
    EXPECT(tally.planted > 300 && tally.missed == 0);
}

int main(void) {
    pitches();
    run_time_arguments();
    swizzled_origins();
    guards();
    widths_under_guards();
    digits_below_sub();
    wrapping();
    loops();
    faults_in_one_iteration();
    overflow_in_iteration_200();
    carried();
    order_of_loops();
    left_out();
    tried_arguments();
    ends_in_the_budget();
    fills();
    planted_faults();
    mem_free_all();
    return unit_finish();
}
