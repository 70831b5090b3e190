/* test_prove_edges.c: what a proof holds at most, what fits into an arena, and that each value of an origin which has
 * to be tried is tried: both sides of each bound. */
#include "generator/plan/prove.h"
#include "plans_parts.h"
#include "unit.h"
#include <string.h>

enum { A, R };

static void judge_at(const Plan *plan, const char *kind, int line) {
    Proof proof = plan_prove(plan_copy(plan));
    bool right = proof.ok == !kind && (proof.ok || strcmp(proof.kind, kind) == 0);
    unit_expect(right, kind ? kind : "accepted", __FILE__, line);
    if (!right)
        printf("  %s: %s\n", proof.ok ? "accepted" : proof.kind, proof.ok ? "" : proof.reason);
}
#define judge(plan, kind) judge_at(plan, kind, __LINE__)

static Plan *moves(int threads) {
    Plan *p = plan_of("edges", SCOPE_CTA, threads, F32);
    add_bundle(p, "a", ROLE_IN, 1, 0);
    add_bundle(p, "r", ROLE_OUT, 1, 0);
    Operand operand = operand_of(SPACE_REG, 0, threads, LAYOUT({threads, 1, AXIS_TX}));
    add_flow(p, operand, A, operand, R);
    const Expr zero = expr_constant(0);
    add_move(add_phase(p), PRIM_MOVE, in_bundle(R, zero), in_bundle(A, zero));
    return p;
}

/* ---- how much ----------------------------------------------------------------------------------- */

static void bounds(void) {
    judge(moves(1), NULL);
    judge(moves(33), NULL);
    judge(moves(1024), NULL);
    judge(moves(1056), "too-big");
    for (int more = 0; more < 2; more++) {
        const char *kind = more ? "too-big" : NULL;
        Plan *p = moves(32);
        p->loop_count = 64 + more;
        p->loops = NEW_ARRAY(Loop, p->loop_count);
        for (int i = 0; i < p->loop_count; i++)
            p->loops[i] = (Loop){"l", 1, true};
        judge(p, kind);
        p = moves(32);
        Symbol *symbols = NEW_ARRAY(Symbol, MAX_SYMBOLS + more);
        for (int i = 0; i < MAX_SYMBOLS + more; i++)
            symbols[i] = (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 4, .divisor = 4};
        p->symbols = symbols;
        p->symbol_count = MAX_SYMBOLS + more;
        judge(p, kind);
        p = moves(32);
        p->targets = feature_targets(FEATURE_CLUSTER);
        p->ctas = MAX_CTAS + more;
        judge(p, kind);
        p = moves(32);
        add_bundle(p, "none", ROLE_SCRATCH, 0, 0);
        add_bundle(p, "many", ROLE_SCRATCH, (1 << 16) + more, 0);
        judge(p, kind);
        p = moves(32);
        add_bundle(p, "less", ROLE_SCRATCH, -more, 0);
        add_bundle(p, "few", ROLE_SCRATCH, 1, 0); /* right again: what was wrong before stays so */
        judge(p, kind);
    }
}

static void loops_that_never_run(void) {
    for (int at = 0; at < 3; at++)
        for (int64_t extent = -1; extent < 3; extent++) {
            Plan *p = moves(32);
            for (int i = 0; i < 3; i++)
                add_loop(p, "l", i == at ? extent : 2);
            judge(p, extent < 1 ? "missing" : NULL);
        }
}

/* Every value of a symbol is a multiple of something, also where nobody reads it. */
static void divisors(void) {
    for (int at = 0; at < 2; at++)
        for (int64_t divisor = -1; divisor < 3; divisor++) {
            Symbol symbols[2];
            for (int i = 0; i < 2; i++)
                symbols[i] = (Symbol){
                    .name = "ld",
                    .role = SYMBOL_STRIDE,
                    .min = 4,
                    .divisor = i == at ? divisor : 4};
            Plan *p = moves(32);
            p->symbols = symbols;
            p->symbol_count = 2;
            judge(p, divisor < 1 ? "wrong" : NULL);
        }
}

/* ---- arenas ------------------------------------------------------------------------------------- */

static const char *const outside = "outside";
#define FAR ((int64_t)1 << 48)

/* One buffer in an arena of so many bytes, and one word beside it. */
static void arenas(void) {
    static const struct {
        const char *type;
        int64_t elements, offset, bytes;
        const char *kind;
    } rows[] = {
        {"u8", 16, 0, 16, NULL},
        {"u8", 17, 0, 16, outside},
        {"u8", 16, 16, 32, NULL},
        {"u8", 16, 17, 32, outside},
        {"u8", 0, 32, 32, NULL},
        {"u8", 0, 33, 32, outside},
        {"u8", 1, 0, 1, NULL},
        {"u8", 1, -1, 16, outside},
        {"u8", -1, 0, 16, outside},
        {"u8", 0, 0, 0, NULL},
        {"f32", 4, 0, 16, NULL},
        {"f32", 5, 0, 19, outside},
        {"f32", 5, 0, 20, NULL},
        {"f32", 4, 16, 31, outside},
        {"e2m1", 31, 0, 16, NULL},
        {"e2m1", 32, 0, 16, NULL},
        {"e2m1", 33, 0, 16, outside},
        {"e2m1", 33, 0, 17, NULL},
        {"e2m1", 1, 15, 16, NULL},
        {"e2m1", 1, 16, 16, outside},
        {"u8", FAR - 1, 0, FAR, NULL},
        {"u8", FAR, 0, FAR, outside},
        {"u8", 1, FAR - 1, FAR, NULL},
        {"u8", 1, FAR, 2 * FAR, outside},
        {"u8", FAR - 1, FAR - 1, 2 * FAR, NULL}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Plan *p = moves(32);
        p->arena_count = 1;
        p->arenas[0] = (Arena){.name = "smem", .bytes = rows[i].bytes, .align = 16};
        int at = add_buffer(p, "b", SPACE_SMEM, ROLE_SCRATCH, rows[i].elements);
        p->buffers[at].dtype = dtype_find(rows[i].type, strlen(rows[i].type));
        p->buffers[at].offset = rows[i].offset;
        p->buffers[at].arena = 1;
        judge(p, rows[i].kind);
        add_buffer(p, "own", SPACE_SMEM, ROLE_SCRATCH, 1);
        judge(p, rows[i].kind);
    }
}

/* Whose arena it is: the first or the last one of two, none beyond; in one space; of scratch alone. */
static void whose_arena(void) {
    for (int arena = 1; arena <= 3; arena++)
        for (int second = 1; second <= 2; second++)
            for (int space = 0; space < 2; space++) {
                Plan *p = moves(32);
                p->arena_count = 2;
                p->arenas[0] = p->arenas[1] = (Arena){.name = "smem", .bytes = 64, .align = 16};
                add_buffer(p, "own", SPACE_GMEM, ROLE_SCRATCH, 1);
                add_buffer(p, "first", SPACE_SMEM, ROLE_SCRATCH, 4);
                int at = add_buffer(p, "last", space ? SPACE_DSMEM : SPACE_SMEM, ROLE_SCRATCH, 4);
                p->buffers[at - 1].arena = second;
                p->buffers[at].arena = arena;
                judge(p, arena > 2 || (space && arena == second) ? "wrong" : NULL);
                p->buffers[at].role = ROLE_IN;
                judge(p, "wrong");
            }
}

/* ---- origins that are tried one by one --------------------------------------------------------- */

/* Element (m, k) of 4 x 4, of which rows 0 and 1, and 2 and 3, stand together: no polynomial says where. */
static Plan *element_at(int64_t rows, int64_t columns) {
    Plan *p = plan_of("origins", SCOPE_THREAD, 1, F32);
    Symbol *symbols = NEW_ARRAY(Symbol, 3);
    symbols[0] = (Symbol){.name = "m", .role = SYMBOL_ORIGIN, .max = rows - 1, .divisor = 1};
    symbols[1] = (Symbol){.name = "k", .role = SYMBOL_ORIGIN, .max = columns - 1, .divisor = 1};
    symbols[2] = (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 4, .divisor = 4};
    p->symbols = symbols;
    p->symbol_count = 3;
    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 128);
    int dst = add_bundle(p, "dst", ROLE_OUT, 1, 0);
    Expr at =
        SUM(0,
            term_of(100, VAR_SYMBOL, 0, 2, 0),
            term_of(8, VAR_SYMBOL, 0, 1, 2),
            term_of(1, VAR_SYMBOL, 1, 1, 0));
    add_step(add_phase(p), PRIM_LOAD_GLOBAL_B32, src, at, dst, expr_constant(0));
    Operand from = row_major(SPACE_GMEM, 4, 4);
    from.layout = LAYOUT({2, 100, AXIS_M}, {2, 8, AXIS_M}, {4, 1, AXIS_M});
    Operand one = operand_of(SPACE_REG, 0, 1, LAYOUT({1, 1, AXIS_M}));
    add_flow(p, region_of(from, 0, 1, 1, 1), src, one, dst);
    return p;
}

static int64_t digit(int64_t value, int which, int64_t at) {
    return which ? value / at : 1;
}

/* 16 more at (m, k) alone, or wherever m / a * (k / b) is not 0. */
static void each_origin_is_tried(void) {
    for (int64_t rows = 1; rows <= 4; rows++)
        for (int64_t columns = 1; columns <= 4; columns++) {
            judge(element_at(rows, columns), NULL);
            for (int which = 1; which < 4; which++)
                for (int64_t a = 1; a < 4; a++)
                    for (int64_t b = 1; b < 4; b++) {
                        Plan *p = element_at(rows, columns);
                        Expr *at = &p->phases[0].steps[0].src[0].at;
                        bool m = which & 1, k = which & 2;
                        if (m && k && b > 1)
                            continue; /* a factor is a number as it is */
                        if (m && k)
                            expr_add(at, (Coef){16, 1, {1}}, digit_of(VAR_SYMBOL, 0, a, 0));
                        else
                            expr_add(
                                at, coef_int(16), digit_of(VAR_SYMBOL, m ? 0 : 1, m ? a : b, 0));
                        bool wrong = digit(rows - 1, m, a) * digit(columns - 1, k, b) > 0;
                        Proof proof = plan_prove(plan_copy(p));
                        EXPECT(proof.ok == !wrong);
                    }
        }
}

/* Rows m = 0, 4, 8 up to the largest: where there is one alone it is a number from the start. One element more from row
 * 4 * apart on. */
static void steps_of_origins(void) {
    for (int64_t max = 0; max <= 9; max++)
        for (int64_t apart = 1; apart <= 3; apart++) {
            Plan *p = element_at(1, 1);
            Symbol *m = (Symbol *)&p->symbols[0];
            m->max = max;
            m->divisor = 4;
            Flow *flow = &p->flows[0];
            Layout pairs = LAYOUT({2, 100, AXIS_M}, {8, 8, AXIS_M}, {4, 1, AXIS_M});
            flow->src.shape[0] = 16;
            flow->src.layout = pairs;
            Expr *at = &p->phases[0].steps[0].src[0].at;
            p->buffers[0].elements = 256;
            *at =
                SUM(0,
                    term_of(100, VAR_SYMBOL, 0, 8, 0),
                    term_of(8, VAR_SYMBOL, 0, 1, 8),
                    term_of(1, VAR_SYMBOL, 1, 1, 0),
                    term_of(1, VAR_SYMBOL, 0, 4 * apart, 0));
            judge(p, max / 4 >= apart ? outside : NULL);
        }
}

/* The work of all of them counts together: 16 times 2^19 is more than there may be. */
static void work_of_origins(void) {
    for (int64_t rows = 3; rows <= 4; rows++) {
        Plan *p = element_at(rows, 4);
        const Expr zero = expr_constant(0);
        Step *idle = add_move(&p->phases[0], PRIM_MOVE, in_bundle(0, zero), in_bundle(0, zero));
        Cond never = {SUM(0, RANK(1, 1, 0)), COND_LT, zero};
        idle->conds = &never;
        idle->cond_count = 1;
        repeated(idle, add_loop(p, "i", 1 << 19));
        judge(p, rows == 4 ? "too-big" : NULL);
    }
}

/* More conditions than there are buckets: two of one bucket are still two. */
static void numbers_of_clips(void) {
    Prover prover = {0};
    bool right = true;
    for (int again = 0; again < 2; again++)
        for (int i = 0; i < 4 * CLIP_BUCKETS; i++) {
            Clip at = {.extent = coef_int(7)}, extent = {.extent = coef_int(8 + i)};
            at.at.constant = i + 1;
            right = right && clip_number(&prover, &at) == 2 * i + 1 &&
                    clip_number(&prover, &extent) == 2 * i + 2;
        }
    EXPECT(right);
}

int main(void) {
    bounds();
    numbers_of_clips();
    loops_that_never_run();
    divisors();
    arenas();
    whose_arena();
    each_origin_is_tried();
    steps_of_origins();
    work_of_origins();
    mem_free_all();
    return unit_finish();
}
