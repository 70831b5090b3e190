/* random_plans.c: random Plans (digits, swizzles, loops, run-time strides and origins, guards) -> a C
 * program with their printed functions over primitives that only record addresses. What they must be
 * is computed here straight from the Plan's expressions, by expr_value, loop by loop; none of it goes
 * through the folding, splitting and hoisting that the printer does. */
#include "random_plans.h"
#include "generator/tell/tell.h"
#include "plans.h"
#include <inttypes.h>
#include <string.h>

typedef struct {
    uint64_t state;
} Dice;

static int64_t roll(Dice *dice, int64_t sides) {
    dice->state = dice->state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((dice->state >> 33) % (uint64_t)sides);
}

/* ---- one random plan ------------------------------------------------------------------------ */

enum { THREADS = 64, LOOPS = 3 };
static const int64_t extents[LOOPS] = {2, 4, 5};
static const Symbol symbols[2] = {
    {.name = "ld", .role = SYMBOL_STRIDE, .min = 64, .max = 1 << 11, .divisor = 64},
    {.name = "m", .role = SYMBOL_ORIGIN, .min = 0, .max = 48, .divisor = 16}};

static Digit random_digit(Dice *dice, const int *loops, int loop_count) {
    static const int64_t odd[] = {1, 2, 3, 4, 5, 8, 16, 32};
    bool is_loop = loop_count > 0 && roll(dice, 3) == 0;
    Digit digit = digit_of(is_loop ? VAR_LOOP : VAR_RANK, 0, 1, 0);
    if (is_loop)
        digit.index = loops[roll(dice, loop_count)];
    if (roll(dice, 2))
        digit.div = odd[roll(dice, 8)];
    if (roll(dice, 2))
        digit.mod = odd[1 + roll(dice, 7)];
    if (roll(dice, 4) == 0) {
        digit.pre_div = odd[roll(dice, 4)];
        digit.pre_mod = 32;
    }
    return digit;
}

/* A term that leaves 32 bits, in the thread's part or a loop's. */
static void add_huge(Dice *dice, Expr *expr, const int *loops, int loop_count, bool has_symbols) {
    int64_t coef = ((int64_t)1 << (24 + roll(dice, 12))) + 64 * roll(dice, 2);
    bool is_loop = loop_count > 0 && roll(dice, 2), origin = has_symbols && roll(dice, 2);
    VarKind kind = origin ? VAR_SYMBOL : is_loop ? VAR_LOOP : VAR_RANK;
    int index = origin ? 1 : is_loop ? loops[0] : 0;
    expr_add(expr, coef_int(coef), digit_of(kind, index, 1, 0));
}

static Expr random_expr(Dice *dice, const int *loops, int loop_count, bool has_symbols) {
    static const int64_t coefs[] = {1, 2, 4, 8, 16, 64, 128, 512, 12, 24, 40};
    Expr expr = expr_constant(roll(dice, 3) ? 0 : 4 * roll(dice, 40));
    int terms = 1 + (int)roll(dice, 4);
    for (int i = 0; i < terms; i++)
        expr_add(
            &expr,
            coef_int(coefs[roll(dice, COUNT_OF(coefs))]),
            random_digit(dice, loops, loop_count));
    for (int i = 0; i < loop_count; i++)
        expr_add(
            &expr,
            roll(dice, 3) || !has_symbols ? coef_int(coefs[roll(dice, COUNT_OF(coefs))])
                                          : (Coef){1 + roll(dice, 4), 1, {0}},
            digit_of(VAR_LOOP, loops[i], 1, 0));
    if (has_symbols && roll(dice, 2))
        expr_add(&expr, (Coef){1, 1, {0}}, random_digit(dice, loops, loop_count));
    if (has_symbols && roll(dice, 2))
        expr_add(&expr, coef_int(roll(dice, 2) ? 1 : 64), digit_of(VAR_SYMBOL, 1, 1, 0));
    if (roll(dice, 2)) {
        int len = 1 + (int)roll(dice, 3), low = (int)roll(dice, 4), atom = len + (int)roll(dice, 2);
        int64_t field = ((int64_t)1 << len) - 1;
        bool outer = roll(dice, 5) == 0;
        expr.xor_count = 1;
        expr.xors[0] = outer ? (Xor){field << low, -atom} : (Xor){field << (low + atom), atom};
    }
    return expr;
}

static int random_loops(Dice *dice, int *loops, int first) {
    int count = 0;
    for (int i = first; i < LOOPS; i++)
        if (roll(dice, 2))
            loops[count++] = i;
    return count;
}

/* Later steps often share the first one's address but for a constant, as printed text likes it. */
static void random_step(
    Dice *dice, const Plan *plan, Phase *phase, bool has_symbols, bool is_huge) {
    Step *step = &phase->steps[phase->step_count];
    int loops[2 * LOOPS], count = 0;
    *step = (Step){.dst = {.kind = AT_BUNDLE}, .src = {{.kind = AT_BUFFER}}, .object = -1};
    (void)plan;
    step->primitive = roll(dice, 4) ? PRIM_LOAD_SHARED_B32 : PRIM_LDMATRIX_X4;
    if (phase->step_count > 0 && roll(dice, 2)) {
        *step = phase->steps[0];
        step->src[0].at.constant += 4 * roll(dice, 12);
    } else {
        for (int i = 0; i < phase->loop_count; i++)
            loops[count++] = phase->loops[i];
        step->repeat_count = random_loops(dice, step->repeat, phase->loop_count ? 2 : 0);
        for (int i = 0; i < step->repeat_count; i++)
            if (!phase->loop_count || step->repeat[i] != phase->loops[phase->loop_count - 1])
                loops[count++] = step->repeat[i];
        for (int i = 0; i < step->repeat_count && phase->loop_count; i++)
            if (step->repeat[i] == phase->loops[phase->loop_count - 1])
                step->repeat_count = 0;
        count = phase->loop_count + step->repeat_count;
        step->src[0].at = random_expr(dice, loops, count, has_symbols);
        if (is_huge) {
            step->primitive = PRIM_LOAD_SHARED_B32;
            add_huge(dice, &step->src[0].at, loops, count, has_symbols);
        }
    }
    phase->step_count++;
}

static Plan *random_plan(Dice *dice) {
    Plan *plan = NEW(Plan);
    static const char *const names[LOOPS] = {"i", "j", "k"};
    bool has_symbols = roll(dice, 3) == 0, is_huge = roll(dice, 4) == 0;
    plan->variant = "random";
    plan->targets = TARGETS_ALL;
    plan->scope =
        (Scope){.kind = SCOPE_CTA, .threads = THREADS, .lane_end = 32, .warp_end = THREADS / 32};
    plan->threads = THREADS;
    plan->dtype = dtype_find("f32", 3);
    plan->buffer_count = plan->bundle_count = plan->flow_count = 1;
    plan->buffers = NEW(Buffer);
    plan->buffers[0] = (Buffer){
        .name = "src", .space = SPACE_SMEM, .role = ROLE_IN, .dtype = plan->dtype, .align = 4};
    plan->bundles = NEW(Bundle);
    plan->bundles[0] = (Bundle){.name = "dst", .role = ROLE_OUT, .dtype = plan->dtype, .count = 4};
    plan->flows = NEW(Flow);
    plan->loop_count = LOOPS;
    plan->loops = NEW_ARRAY(Loop, LOOPS);
    for (int i = 0; i < LOOPS; i++)
        plan->loops[i] = (Loop){names[i], extents[i], true};
    plan->symbol_count = has_symbols ? 2 : 0;
    plan->symbols = symbols;
    plan->phase_count = 1 + (int)roll(dice, 2);
    plan->phases = NEW_ARRAY(Phase, 2);
    for (int p = 0; p < plan->phase_count; p++) {
        Phase *phase = &plan->phases[p];
        phase->steps = NEW_ARRAY(Step, 3);
        if (roll(dice, 3) == 0)
            phase->loop_count = random_loops(dice, phase->loops, 0);
        if (roll(dice, 4) == 0) {
            Expr rank = expr_constant(0);
            int64_t side = roll(dice, 2) ? 1 : -1, moved = roll(dice, 2) ? 40 : 0;
            expr_add(&rank, coef_int(side), digit_of(VAR_RANK, 0, 1, 0));
            rank.constant =
                -side * moved; /* rank < 40, rank - 40 < 0, -rank >= -40, 40 - rank >= 0 */
            phase->guard = NEW(Cond);
            phase->guard[phase->guard_count++] =
                (Cond){rank, side > 0 ? COND_LT : COND_GE, expr_constant(side * (40 - moved))};
        }
        int steps = 1 + (int)roll(dice, 3);
        for (int s = 0; s < steps; s++)
            random_step(dice, plan, phase, has_symbols, is_huge);
    }
    return plan;
}

Plan *random_plan_of(uint64_t seed) {
    Dice dice = {seed};
    return random_plan(&dice);
}

/* ---- what it must do ------------------------------------------------------------------------ */

typedef struct {
    const Plan *plan;
    Point point;
    int64_t loop[LOOPS];
    uint64_t hash; /* over byte offsets, in program order */
} Run;

static void run_step(Run *run, const Step *step, int depth) {
    if (depth < step->repeat_count) {
        int loop = step->repeat[depth];
        for (int64_t i = 0; i < extents[loop]; i++) {
            run->loop[loop] = i;
            run_step(run, step, depth + 1);
        }
        return;
    }
    int64_t at = -1;
    expr_value(&step->src[0].at, &run->point, &at);
    run->hash = (run->hash ^ (uint64_t)(at * 4)) * 1099511628211u;
}

static void run_phase(Run *run, const Phase *phase, int depth) {
    if (depth < phase->loop_count) {
        int loop = phase->loops[depth];
        for (int64_t i = 0; i < extents[loop]; i++) {
            run->loop[loop] = i;
            run_phase(run, phase, depth + 1);
        }
        return;
    }
    for (int s = 0; s < phase->step_count; s++)
        run_step(run, &phase->steps[s], 0);
}

static uint64_t expected_hash(const Plan *plan, int64_t rank, const int64_t *symbol) {
    Run run = {.plan = plan, .hash = 14695981039346656037u};
    run.point = (Point){rank, run.loop, symbol};
    for (int p = 0; p < plan->phase_count; p++) {
        const Phase *phase = &plan->phases[p];
        bool ok = true, runs = true;
        for (int g = 0; g < phase->guard_count; g++)
            runs &= cond_holds(&phase->guard[g], &run.point, &ok);
        if (runs)
            run_phase(&run, phase, 0);
    }
    return run.hash;
}

/* ---- the program ---------------------------------------------------------------------------- */

static const char prelude[] =
    "#include <stdint.h>\n#include <stdio.h>\n"
    "#define TC_FN static\n#define TC_UNROLL\n#define TC_RANK_CTA 0\n"
    "#define TC_CHECK_ALIGN(ptr, bytes) ((void)0)\n"
    "#define TC_CHECK_LIMIT(holds) ((void)0)\n"
    "#define TC_CHECK_CONVERGED() ((void)0)\n"
    "#define TC_CHECK_RANK(rank, threads) ((void)0)\n"
    "#define TC_CHECK_CALLER(scope, threads) ((void)0)\n"
    "static const char *const base = (const char *)(uintptr_t)0x10000000;\n"
    "static uint64_t hash;\n"
    "static int passed, failed;\n"
    "static void record(const void *src) {\n"
    "    hash = (hash ^ (uint64_t)((const char *)src - base)) * 1099511628211u;\n"
    "}\n"
    "#define tc_load_shared_b32(dst, src) ((void)(dst), record(src))\n"
    "#define tc_ldmatrix_x4(dst, src) ((void)(dst), record(src))\n"
    "#define tc_from(p, bytes) ((const char *)(p) + (bytes))\n"
    "static void expect(const char *name, unsigned rank, uint64_t want) {\n"
    "    passed += hash == want;\n"
    "    if (hash != want && ++failed < 20)\n"
    "        printf(\"FAIL %s: rank %u\\n\", name, rank);\n"
    "}\n";

static void print_calls(Text *out, const char *name, const Plan *plan) {
    static const int64_t values[2][2] = {{64, 0}, {192, 48}};
    for (int v = 0; v < (plan->symbol_count ? 2 : 1); v++) {
        for (int64_t rank = 0; rank < THREADS; rank += 1 + rank % 3) {
            text_printf(
                out,
                "    hash = 14695981039346656037u;\n    %s_at(%" PRId64 ", r, (const float *)base",
                name,
                rank);
            for (int s = 0; s < plan->symbol_count; s++)
                text_printf(out, ", %" PRId64, values[v][s]);
            text_printf(
                out,
                ");\n    expect(\"%s\", %" PRId64 ", %" PRIu64 "u);\n",
                name,
                rank,
                expected_hash(plan, rank, values[v]));
        }
    }
}

void random_plans_program(Text *out, uint64_t seed, int count) {
    Dice dice = {seed * 2654435761u + 1};
    Text calls = {0};
    text_add(out, "/* clang-format off */\n");
    text_add(out, prelude);
    text_add(out, "/* clang-format on */\n");
    for (int i = 0; i < count; i++) {
        Plan *plans[1] = {random_plan(&dice)};
        const char *name = mem_printf("tc_random_%d", i);
        Function *function = plans_function(name, OP_COPY, plans, 1);
        text_char(out, '\n');
        FunctionText made = checked_text(function);
        out_function(out, function, &made);
        text_printf(&calls, "static void call_%d(void) {\n    float r[4];\n", i);
        print_calls(&calls, name, plans[0]);
        text_add(&calls, "}\n");
    }
    text_add(out, "\n/* clang-format off */\n");
    text_add(out, text_string(&calls));
    text_add(out, "int main(void) {\n");
    for (int i = 0; i < count; i++)
        text_printf(out, "    call_%d();\n    (void)tc_random_%d;\n", i, i);
    text_add(
        out,
        "    printf(\"%d passed, %d failed\\n\", passed, failed);\n    return failed > 0;\n}\n");
}
