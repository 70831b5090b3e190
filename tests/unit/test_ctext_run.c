/* test_ctext_run.c: statements that are C and yet no body of the Plan, each with what the reader says of it
 * (generator/reread/ctext_run.c), beside those that are. The Plan loads one element a lane: element rank
 * where rank < 24, into slot 0 of dst; it has scratch registers v[8] and w. */
#include "generator/reread/reread.h"
#include "unit.h"

static Symbol symbols[2] = {
    {.name = "ld", .role = SYMBOL_STRIDE, .min = 64, .max = 1 << 20, .divisor = 8},
    {.name = "m", .role = SYMBOL_ORIGIN, .max = 63, .divisor = 1}};

static Plan *plan_of(void) {
    Plan *plan = NEW(Plan);
    *plan = (Plan){
        .variant = "test",
        .targets = TARGETS_ALL,
        .scope = {.kind = SCOPE_WARP, .threads = 32, .lane_end = 32, .warp_end = 1},
        .threads = 32,
        .dtype = dtype_find("f32", 3),
        .symbols = symbols,
        .symbol_count = 2,
        .buffers = NEW(Buffer),
        .buffer_count = 1,
        .bundles = NEW_ARRAY(Bundle, 3),
        .bundle_count = 3,
        .flows = NEW(Flow),
        .flow_count = 1,
        .phases = NEW(Phase),
        .phase_count = 1};
    *plan->buffers = (Buffer){
        .name = "src", .space = SPACE_GMEM, .role = ROLE_IN, .dtype = plan->dtype, .align = 4};
    plan->bundles[0] = (Bundle){.name = "dst", .role = ROLE_OUT, .dtype = plan->dtype, .count = 8};
    plan->bundles[1] =
        (Bundle){.name = "v", .role = ROLE_SCRATCH, .dtype = plan->dtype, .count = 8};
    plan->bundles[2] =
        (Bundle){.name = "w", .role = ROLE_SCRATCH, .dtype = plan->dtype, .count = 1};
    *plan->phases =
        (Phase){.step_count = 1, .steps = NEW(Step), .guard = NEW(Cond), .guard_count = 1};
    plan->phases->guard->lhs = expr_constant(-24);
    plan->phases->guard->op = COND_LT;
    expr_add(&plan->phases->guard->lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    *plan->phases->steps = (Step){
        .primitive = PRIM_LOAD_GLOBAL_B32,
        .dst = {.kind = AT_BUNDLE},
        .src = {{.kind = AT_BUFFER}},
        .object = -1};
    expr_add(&plan->phases->steps->src[0].at, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    return plan;
}

/* LOAD(x) stands for the load of element x under its guard. */
static const char *with_load(const char *text) {
    const char *at = strstr(text, "LOAD(");
    if (!at)
        return text;
    const char *end = strrchr(at, ')');
    return mem_printf(
        "%.*sif (rank < 24) {\n    tc_load_global_b32(dst, src + %.*s);\n}\n%s",
        (int)(at - text),
        text,
        (int)(end - at - 5),
        at + 5,
        end + 1);
}

static const struct {
    const char *text, *fault; /* NULL: none */
} rows[] = {
    {"LOAD(rank)", NULL},
    /* values */
    {"LOAD((int)rank)", NULL},
    {"LOAD((unsigned)(int)rank)", NULL},
    {"LOAD((long long)rank)", NULL},
    {"LOAD(rank + 0)", NULL},
    {"LOAD(0 + rank)", NULL},
    {"LOAD(rank * 4 / 4)", NULL},
    {"LOAD((rank ^ 1 ^ 1))", NULL},
    {"LOAD((rank << 2 >> 2))", NULL},
    {"LOAD((rank & 31))", NULL},
    {"LOAD((rank & 15))", "an address"},
    {"LOAD(rank + m - m)", NULL},
    {"LOAD(rank + ld - ld)", NULL},
    {"LOAD(rank + m)", "an address"},
    {"LOAD(rank + ld)", "an address"},
    {"LOAD(rank + ld % 8)", NULL},
    {"LOAD(rank + ld % 16 / 16)", NULL},
    {"LOAD(rank + m / 64)", NULL},
    {"LOAD(rank + m / 63)", "an address"},
    {"LOAD(rank + m / 32 - m / 32)", NULL},
    {"LOAD(rank + (m ^ 1) % 2 - (m + 1) % 2)", NULL},
    {"LOAD(rank - 1 + 1)", NULL}, /* a pointer may go back */
    {"LOAD((rank - 1 + 1))", NULL},
    {"LOAD(src)", "a pointer plus something else than a number"},
    {"LOAD(dst)", "a pointer plus something else than a number"},
    {"LOAD(f(rank))", "an unknown function"},
    {"LOAD(tc_left(rank, 0))", "an unknown function"},
    {"LOAD(tc_inside(rank, 4, 1))", "an unknown function"},
    {"LOAD(tc_clamp_at(rank, 4))", "an unknown function"},
    {"LOAD(tc_wrap_at(rank, 4))", "an unknown function"},
    {"LOAD(tc_elect_one(1))", "an unknown function"},
    {"LOAD(rank[1])", "an index into no array"},
    {"LOAD((int)src)", "a cast of no number"},
    {"LOAD((int)x)", "a cast of no number"},
    {"LOAD(x)", "a pointer plus something else than a number"},
    {"LOAD((rank < 3))", "a pointer plus something else than a number"},
    {"LOAD((rank < 3 && rank))", "'&&' of something else than conditions"},
    {"LOAD((rank && rank < 3))", "'&&' of something else than conditions"},
    {"LOAD(dst * 2)", "an operator of something else than numbers"},
    {"LOAD(2 * dst)", "an operator of something else than numbers"},
    {"LOAD(rank / m)", "an operand that is no positive constant"},
    {"LOAD(rank / 0)", "an operand that is no positive constant"},
    {"LOAD(rank % 0)", "an operand that is no positive constant"},
    {"LOAD((rank >> 63))", "an operand that is no positive constant"},
    {"LOAD((rank >> 62) + rank)", NULL},
    {"LOAD((rank << 32))", "'<<' by no constant"},
    {"LOAD((rank << m))", "'<<' by no constant"},
    {"LOAD((rank << 31 << 1) + rank)", "an address"},
    {"LOAD(tc_left(src, 1, 4))", "tc_left of something else than numbers"},
    {"LOAD(tc_left(rank, src, 4))", "tc_left of something else than numbers"},
    {"LOAD(tc_left(rank, 1, m))", "tc_left of something else than numbers"},
    {"LOAD(tc_inside(src, 4))", "tc_inside of something else than numbers"},
    {"LOAD(tc_clamp_at(src, 4, 1))", "an edge of something else than numbers"},
    {"LOAD(tc_wrap_at(rank, 4, src))", "an edge without a stride"},
    {"LOAD(tc_clamp_at(rank, 32, 1))", "an edge"},
    {"LOAD(tc_map_to_cta(src, dst))", "tc_map_to_cta without a CTA"},
    {"LOAD((rank < 3 ? 4 : 0))", "another choice than conditions ? tc_left(..) : 0"},
    {"LOAD((rank ? tc_left(rank, 1, 4) : 0))", "another choice than conditions"},
    {"LOAD((rank < 3 ? tc_left(rank, 1, 4) : 1))", "another choice than conditions"},
    {"LOAD((rank < 3 ? tc_left(rank, 1, 4) : m))", "another choice than conditions"},
    /* pointers */
    {"if (rank < 24) {\ntc_load_global_b32(dst, &src[rank]);\n}", NULL},
    {"if (rank < 24) {\ntc_load_global_b32(&dst[0], src + rank);\n}", NULL},
    {"if (rank < 24) {\ntc_load_global_b32(&dst[1], src + rank);\n}", "thread 0: a register of "},
    {"if (rank < 24) {\ntc_load_global_b32(dst, tc_from(src, rank * 4));\n}", NULL},
    {"if (rank < 24) {\ntc_load_global_b32(dst, tc_from(src, rank));\n}", "an address"},
    {"if (rank < 24) {\ntc_load_global_b32(dst, tc_from(rank, 4));\n}",
     "tc_from or tc_to of no pointer"},
    {"if (rank < 24) {\ntc_load_global_b32(dst, (const tc_b64 *)src + rank / 2);\n}", "an address"},
    {"if (rank < 24) {\ntc_load_global_b32(dst, (const tc_b32 *)src + rank);\n}", NULL},
    {"if (rank < 24) {\ntc_load_global_b32(dst, (const tc_b128 *)rank);\n}",
     "a pointer cast of no pointer"},
    {"if (rank < 24) {\ntc_load_global_b32(src, dst + rank);\n}", "thread 0: a register of "},
    {"if (rank < 24) {\ntc_load_global_b32(v, src + rank);\n}", "thread 0: a register of "},
    {"if (rank < 24) {\ntc_load_global_b32(dst, src + rank, 1);\n}",
     "thread 0: the number of arguments of "},
    {"if (rank < 24) {\ntc_load_global_b32(dst);\n}", "thread 0: the number of arguments of "},
    {"if (rank < 24) {\ntc_load_global_b64(dst, src + rank);\n}", "thread 0: the function of "},
    {"src += rank;\nif (rank < 24) {\ntc_load_global_b32(dst, src);\n}", NULL},
    {"src += 3;\nLOAD(rank - 3)", NULL},
    {"src += 3;\nLOAD(rank)", "an address"},
    {"src += ld;\nsrc += 0u - ld;\nLOAD(rank)", "an address"}, /* what wraps is no offset */
    {"src = 1;\nLOAD(rank)", "the plan"},
    /* conditions */
    {"if (24 > rank) {\ntc_load_global_b32(dst, src + rank);\n}", NULL},
    {"if (rank <= 23) {\ntc_load_global_b32(dst, src + rank);\n}", NULL},
    {"if (23 >= rank) {\ntc_load_global_b32(dst, src + rank);\n}", NULL},
    {"if (rank / 8 < 3) {\ntc_load_global_b32(dst, src + rank);\n}", NULL},
    {"if (rank < 24 && rank < 25) {\ntc_load_global_b32(dst, src + rank);\n}", NULL},
    {"if (rank < 24)\nif (rank < 25)\ntc_load_global_b32(dst, src + rank);", NULL},
    {"if (rank < 24 && rank < 23) {\ntc_load_global_b32(dst, src + rank);\n}", "who does it"},
    {"if (rank < 24 && m < 3) {\ntc_load_global_b32(dst, src + rank);\n}", "a condition"},
    {"if (rank < 24 && m < 64) {\ntc_load_global_b32(dst, src + rank);\n}", NULL},
    {"if (rank < 24 && tc_inside(rank, 24)) {\ntc_load_global_b32(dst, src + rank);\n}", NULL},
    {"if (tc_inside(rank, 24)) {\ntc_load_global_b32(dst, src + rank);\n}", NULL},
    {"if (tc_inside(rank, 25)) {\ntc_load_global_b32(dst, src + rank);\n}", "who does it"},
    {"if (tc_inside((int)rank - 1, 23)) {\ntc_load_global_b32(dst, src + rank);\n}", "who does it"},
    {"if (tc_elect_one()) {\nLOAD(rank)}", "thread 0: the election of "},
    {"if (rank) {\nLOAD(rank)}", "asks no condition"},
    {"if (src) {\nLOAD(rank)}", "asks no condition"},
    {"if (rank < 0) {\nf();\n}\nLOAD(rank)", NULL}, /* nobody does it */
    {"if (rank == 31) {\nf();\n}\nLOAD(rank)", "the plan"},
    /* names */
    {"const unsigned x = rank;\nLOAD(x)", NULL},
    {"unsigned x = rank;\nLOAD(x)", NULL},
    {"unsigned x = 5;\nx = rank;\nLOAD(x)", NULL},
    {"unsigned x = rank;\nx += 1;\nLOAD(x - 1)", NULL},
    {"unsigned x = rank;\nx += 1;\nLOAD(x)", "an address"},
    {"const unsigned x = src;\nLOAD(rank)", "is no number"},
    {"const tc_dsmem x = src;\nif (rank < 24) {\ntc_load_global_b32(dst, x + rank);\n}", NULL},
    {"const unsigned x = 1;\nx += 1;\nLOAD(rank)", "changes a constant"},
    {"rank += 1;\nLOAD(rank)", "changes a constant"},
    {"ld += 1;\nLOAD(rank)", "changes a constant"},
    {"dst += 1;\nLOAD(rank)", "changes a constant"},
    {"x += 1;\nLOAD(rank)", "changes a constant"},
    {"src[1] += 1;\nLOAD(rank)", "changes a constant"},
    {"rank;\nLOAD(rank)", "does nothing"},
    {"if (rank < 24) {\nconst unsigned x = rank;\ntc_load_global_b32(dst, src + x);\n}", NULL},
    {"if (rank < 32) {\nconst unsigned x = rank;\n}\nLOAD(x)", "a pointer plus something else"},
    {"const unsigned x = 7;\nif (rank < 24) {\nconst unsigned x = rank;\ntc_load_global_b32(dst, "
     "src + x);\n}",
     NULL},
    {"const unsigned x = rank;\nif (rank < 32) {\nconst unsigned x = 7;\n}\nLOAD(x)", NULL},
    {"const unsigned x = 7;\nconst unsigned x = rank;\nLOAD(x)", "'x' is declared twice"},
    {"const unsigned rank = 7;\nLOAD(rank)", "'rank' is declared twice"},
    {"if (rank < 24) {\nunsigned x = 1;\nunsigned x = 1;\n}\nLOAD(rank)", "'x' is declared twice"},
    {"const unsigned x = 1;\nif (rank < 9) {\n}\nconst unsigned x = 1;\nLOAD(rank)",
     "'x' is declared twice"},
    {"for (unsigned x = 0; x < 1; x++) {\n}\nconst unsigned x = rank;\nLOAD(x)", NULL},
    {"for (unsigned x = 0; x < 1; x++) {\nconst unsigned y = rank;\n}\nconst unsigned y = "
     "rank;\nLOAD(y)",
     NULL},
    {"for (unsigned x = 0; x < 1; x++) {\nconst unsigned x = rank;\nLOAD(x)}", NULL},
    {"for (unsigned i = 0; i < 2; i++) {\nconst unsigned y = 1;\nconst unsigned y = "
     "1;\n}\nLOAD(rank)",
     "'y' is declared twice"},
    {"for (unsigned i = 0; i < 1; i++) {\nLOAD(rank + i)}", NULL},
    {"for (unsigned i = 0; i < 2; i++) {\nif (i == 1) {\nLOAD(rank)}\n}", NULL},
    {"for (unsigned i = 0; i < 1; i++) {\n}\nLOAD(i)", "a pointer plus something else"},
    /* what a block changes under a condition on arguments is not known */
    {"unsigned x = rank;\nif (m < 3) {\nx += 0;\n}\nLOAD(x)", "an address"},
    {"unsigned x = rank;\nif (m < 3) {\nx = rank;\n}\nLOAD(x)", "an address"},
    {"unsigned x = 3;\nif (rank < 24) {\nx = rank;\n}\nLOAD(x)", NULL},
    {"unsigned x = rank;\nif (m < 64) {\nx += 0;\n}\nLOAD(x)", NULL},
    {"unsigned x = rank;\nif (rank >= 24) {\nx += 1;\n}\nLOAD(x)", NULL},
    {"unsigned x = rank;\nif (rank < 1) {\nx += 1;\n}\nLOAD(x)", "an address"},
    {"unsigned x = 3;\nif (m < 3) {\nx = 4;\n}\nx = rank;\nLOAD(x)", NULL},
    {"unsigned x = rank;\nif (tc_elect_one()) {\nx += 0;\n}\nLOAD(x)", "an address"},
    {"unsigned x = 1;\nunsigned y = rank;\nif (m < 3) {\nx += 0;\n}\nLOAD(y)", NULL},
    {"unsigned x = rank;\nx += ld * m * 0;\nLOAD(x)", NULL},
    {"unsigned x = rank;\nx += ld * m;\nx += 0u - ld * m;\nLOAD(x)",
     "an unknown product of run-time arguments"}, /* which the Plan does not have */
    /* arrays */
    {"float v[8];\nLOAD(rank)", NULL},
    {"float v[9];\nLOAD(rank)", NULL},
    {"float v[7];\nLOAD(rank)", "is too small"},
    {"unsigned v[8];\nLOAD(rank)", NULL},
    {"tc_b128 v[2];\nLOAD(rank)", NULL},
    {"tc_b128 v[1];\nLOAD(rank)", "is too small"},
    {"unsigned char v[32];\nLOAD(rank)", NULL},
    {"unsigned char v[31];\nLOAD(rank)", "is too small"},
    {"double v[100];\nLOAD(rank)", "is too small"},
    {"float w;\nLOAD(rank)", NULL},
    {"unsigned short w;\nLOAD(rank)", "is too small"},
    {"float dst[8];\nLOAD(rank)", "declares what the plan does not have"},
    {"float x[8];\nLOAD(rank)", "declares what the plan does not have"},
    /* how much */
    {"", "the text ends before tc_load_global_b32"},
    {"if (rank < 24) {\ntc_load_global_b32(dst, src + rank);\n}\nLOAD(rank)",
     "is nothing that the plan does"},
};

static void judge(const Plan *plan, const char *row, const char *text, const char *fault) {
    const char *got = ctext_fault(plan, text);
    bool same = fault ? got && strstr(got, fault) : !got;
    EXPECT_OF(row, same);
    if (!same)
        printf("--- %s\n--- got: %s\n", text, got ? got : "no fault");
}

static void statements(void) {
    const Plan *plan = plan_of();
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        judge(plan, rows[i].text, with_load(rows[i].text), rows[i].fault);
}

/* The same at element rank + m / 8 % 4: a digit of an argument, which is tried value by value. */
static void digits_of_arguments(void) {
    Plan *plan = plan_of();
    expr_add(&plan->phases->steps->src[0].at, coef_int(1), digit_of(VAR_SYMBOL, 1, 8, 4));
    judge(plan, "right", with_load("LOAD(rank + m / 8 % 4)"), NULL);
    judge(plan, "other way", with_load("LOAD(rank + m % 32 / 8)"), NULL);
    judge(plan, "none", with_load("LOAD(rank)"), "an address");
    judge(plan, "all", with_load("LOAD(rank + m / 8)"), "an address");
    judge(plan, "one more", with_load("LOAD(rank + m / 8 % 4 + m / 63)"), "an address");
    judge(plan, "none more", with_load("LOAD(rank + m / 8 % 4 + m / 64)"), NULL);
    symbols[1].max = 31;
    judge(plan, "all of 31", with_load("LOAD(rank + m / 8)"), NULL);
    symbols[1].min = 24;
    judge(plan, "from 24 on", with_load("LOAD(rank + 3)"), NULL);
    symbols[1].min = 23;
    judge(plan, "from 23 on", with_load("LOAD(rank + 3)"), "an address");
    symbols[1].min = 0;
    symbols[1].divisor = 8;
    judge(plan, "of 0, 8, 16, 24", with_load("LOAD(rank + m * 2 / 16)"), NULL);
    judge(plan, "of 0, 8, 16, 24", with_load("LOAD(rank + (m + 7) / 8)"), NULL);
    symbols[1].divisor = 2;
    judge(plan, "of 0, 2, 4", with_load("LOAD(rank + (m + 1) / 8)"), NULL);
    judge(plan, "of 0, 2, 4", with_load("LOAD(rank + (m + 2) / 8)"), "an address");
    symbols[1].divisor = 1;
    judge(plan, "of 0, 1, 2", with_load("LOAD(rank + (m + 1) / 8)"), "an address");
    symbols[1].divisor = 4;
    judge(plan, "of 0, 4, 8", with_load("LOAD(rank + (m + 7) / 8)"), "an address");
    symbols[1] = (Symbol){.name = "m", .role = SYMBOL_ORIGIN, .max = 63, .divisor = 1};
}

/* The same at element rank + ld * m: a product that a variable must have room for. */
static void products_in_variables(void) {
    Plan *plan = plan_of();
    const Coef pitch = {1, 1, {0}};
    expr_add(&plan->phases->steps->src[0].at, pitch, digit_of(VAR_SYMBOL, 1, 1, 0));
    judge(plan, "whole", with_load("LOAD(rank + ld * m)"), NULL);
    judge(plan, "variable", with_load("unsigned x = rank;\nx += m * ld;\nLOAD(x)"), NULL);
    judge(plan, "pointer", with_load("src += ld * m;\nLOAD(rank)"), NULL);
    judge(plan, "set", with_load("unsigned x = 0;\nx = rank + ld * m;\nLOAD(x)"), NULL);
    judge(
        plan,
        "twice",
        with_load("unsigned x = rank;\nx += m * ld;\nx += m;\nLOAD(x)"),
        "an address");
    judge(plan, "another", with_load("LOAD(rank + ld * ld)"), "an address");
}

/* 256 names, five of which are arguments; 16 conditions around a call. */
static void most(void) {
    const Plan *plan = plan_of();
    for (int names = 249; names < 254; names++) {
        Text text = {0};
        for (int i = 0; i < names; i++)
            text_printf(&text, "const unsigned x%d = %d;\n", i, i);
        text_add(&text, with_load("LOAD(rank)"));
        judge(plan, "names", text_string(&text), names <= 251 ? NULL : "more than 256 names");
    }
    for (int loops = 63; loops < 67; loops++) {
        Plan *more = plan_of();
        more->loops = NEW_ARRAY(Loop, loops);
        more->loop_count = loops;
        for (int i = 0; i < loops; i++)
            more->loops[i] = (Loop){mem_printf("i%d", i), 2, true};
        judge(more, "loops", with_load("LOAD(rank)"), loops <= 64 ? NULL : "more than 64 loops");
    }
    for (int count = 14; count < 19; count++) {
        Text text = {0};
        text_add(&text, "if (rank < 24");
        for (int i = 1; i < count; i++)
            text_printf(&text, " && m < %d", 100 + i);
        text_add(&text, ") {\ntc_load_global_b32(dst, src + rank);\n}\n");
        judge(
            plan, "conditions", text_string(&text), count <= 16 ? NULL : "more than 16 conditions");
    }
}

/* Bits of the registers of one lane to those of another bundle: each argument stands for itself. */
static void moved_bits(void) {
    static const struct {
        const char *text, *fault;
    } moves[] = {
        {"tc_move_bits(dst, 3, v, 5, 4);", NULL},
        {"tc_move_bits(v, 3, v, 5, 4);", "a register"},
        {"tc_move_bits(dst, 3, dst, 5, 4);", "a register"},
        {"tc_move_bits(dst, 4, v, 5, 4);", "a register"},
        {"tc_move_bits(dst, 3, v, 6, 4);", "a register"},
        {"tc_move_bits(dst, 3, v, 5, 8);", "the size"},
    };
    Plan *plan = plan_of();
    plan->dtype = dtype_find("e2m1", 4);
    for (int i = 0; i < 3; i++)
        plan->bundles[i].dtype = plan->dtype;
    plan->bundles[1].role = ROLE_IN;
    plan->phases->guard_count = 0;
    *plan->phases->steps = (Step){
        .primitive = PRIM_MOVE,
        .dst = {.kind = AT_BUNDLE, .of = 0, .at = expr_constant(3)},
        .src = {{.kind = AT_BUNDLE, .of = 1, .at = expr_constant(5)}},
        .object = -1};
    for (size_t i = 0; i < COUNT_OF(moves); i++) {
        const char *got = ctext_fault(plan, moves[i].text), *want = moves[i].fault;
        EXPECT_OF(moves[i].text, want ? got && strstr(got, want) : !got);
        if (want ? !got || !strstr(got, want) : !!got)
            printf("--- got: %s\n", got ? got : "no fault");
    }
}

int main(void) {
    statements();
    digits_of_arguments();
    products_in_variables();
    most();
    moved_bits();
    mem_free_all();
    return unit_finish();
}
