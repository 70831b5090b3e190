/* test_unit_edges.c: one unit on its way: how far registers and scratch go, elements that are known by their pieces,
 * reductions of what lies in an arena, boxes that stick out of their tensor, copies that count what is within a
 * limit, and who calls in each scope. */
#include "generator/dispatch/dispatch.h"
#include "generator/plan/prove.h"
#include "plans_parts.h"
#include "unit.h"
#include <string.h>

static void judge_at(const Plan *plan, const char *kind, int line) {
    Proof proof = plan_prove(plan_copy(plan));
    bool right = proof.ok == !kind && (proof.ok || strcmp(proof.kind, kind) == 0);
    unit_expect(right, kind ? kind : "accepted", __FILE__, line);
    if (!right)
        printf("  %s: %s\n", proof.ok ? "accepted" : proof.kind, proof.ok ? "" : proof.reason);
}
#define judge(plan, kind) judge_at(plan, kind, __LINE__)

static Expr number(int64_t value) {
    return expr_constant(value);
}

/* One thread moves register 0 to 1; registers 2 hold four words, which are 0. */
static Plan *words(void) {
    Plan *p = plan_of("units", SCOPE_THREAD, 1, F32);
    add_bundle(p, "a", ROLE_IN, 2, 0);
    add_bundle(p, "r", ROLE_OUT, 2, 0);
    add_bundle(p, "x", ROLE_SCRATCH, 4, 0);
    Operand operand = operand_of(SPACE_REG, 0, 2, LAYOUT({2, 1, AXIS_M}));
    add_flow(p, operand, 0, operand, 1);
    Phase *phase = add_phase(p);
    phase->steps = NEW_ARRAY(Step, 32);
    for (int i = 0; i < 2; i++)
        add_move(phase, PRIM_MOVE, in_bundle(1, number(i)), in_bundle(0, number(i)));
    for (int i = 0; i < 4; i++)
        add_move(phase, PRIM_MOVE, in_bundle(2, number(i)), in_bundle(0, number(i % 2)));
    return p;
}

static void store(Plan *p, int buffer, int64_t at, int64_t slot) {
    add_step(&p->phases[0], PRIM_STORE_SHARED_B32, buffer, number(at), 2, number(slot));
}

static void load(Plan *p, int buffer, int64_t at, int64_t slot) {
    add_step(&p->phases[0], PRIM_LOAD_SHARED_B32, buffer, number(at), 2, number(slot));
}

/* ---- how far ------------------------------------------------------------------------------------ */

/* A run of `bits` from each slot on; and to each word of 8 in shared memory. */
static void runs(void) {
    for (int bits = 32; bits <= 128; bits *= 2)
        for (int slot = -1; slot <= 5; slot++) {
            Plan *p = words();
            Phase *phase = &p->phases[0];
            phase->steps[phase->step_count++] = (Step){
                .primitive = primitive_fill(bits),
                .object = NONE,
                .dst = in_bundle(2, number(slot))};
            judge(p, slot >= 0 && slot + bits / 32 <= 4 ? NULL : "outside");
        }
    for (int bits = 32; bits <= 128; bits *= 2)
        for (int elements = 1; elements <= 8; elements++)
            for (int64_t at = -bits / 32; at <= 8; at += bits / 32) {
                Plan *p = words();
                int s = add_buffer(p, "s", SPACE_SMEM, ROLE_SCRATCH, elements);
                PrimitiveId to = primitive_store(SPACE_SMEM, bits);
                add_step(&p->phases[0], to, s, number(at), 2, number(0));
                judge(p, at >= 0 && at + bits / 32 <= elements ? NULL : "outside");
            }
}

/* ---- pieces ------------------------------------------------------------------------------------- */

/* Words, and 16 halves of words in the same arena; registers 3 hold two halves. */
static Plan *halves(void) {
    Plan *p = words();
    p->arena_count = 1;
    p->arenas[0] = (Arena){.name = "smem", .bytes = 32, .align = 16};
    int w = add_buffer(p, "w", SPACE_SMEM, ROLE_SCRATCH, 8);
    int h = add_buffer(p, "h", SPACE_SMEM, ROLE_SCRATCH, 16);
    p->buffers[h].dtype = F16;
    p->buffers[w].arena = p->buffers[h].arena = 1;
    p->bundles[add_bundle(p, "half", ROLE_SCRATCH, 2, 0)].dtype = F16;
    return p;
}

/* Half `to` becomes what half `from` is. */
static void copy_half(Plan *p, int64_t from, int64_t to) {
    add_step(&p->phases[0], PRIM_LOAD_SHARED_B16, 1, number(from), 3, number(0));
    add_step(&p->phases[0], PRIM_STORE_SHARED_B16, 1, number(to), 3, number(0));
}

/* Word 2 is made of a lower and an upper half: it is a word where they are those of one. */
static void words_of_halves(void) {
    for (int lower = 0; lower < 4; lower++)
        for (int upper = 0; upper < 4; upper++) {
            Plan *p = halves();
            store(p, 0, 0, 0); /* words 0 and 1 differ */
            store(p, 0, 1, 1);
            copy_half(p, lower, 4);
            copy_half(p, upper, 5);
            judge(p, NULL);
            load(p, 0, 2, 3);
            judge(p, lower % 2 == 0 && upper == lower + 1 ? NULL : "wrong");
        }
}

static void words_that_nobody_wrote(void) {
    for (int written = 0; written < 4; written++) {
        Plan *p = halves();
        store(p, 0, 0, 0);
        for (int i = 0; i < 2; i++)
            if (written >> i & 1)
                copy_half(p, i, 4 + i);
        load(p, 0, 2, 3);
        judge(p, written == 3 ? NULL : "uninitialised");
    }
    Plan *p = words();
    int s = add_buffer(p, "s", SPACE_SMEM, ROLE_SCRATCH, 4);
    store(p, s, 1, 0);
    judge(p, NULL);
    load(p, s, 2, 3);
    judge(p, "uninitialised");
}

/* What is combined with what comes is the word that is there, not its neighbour. */
static void reductions(void) {
    for (int arena = 0; arena < 3; arena++)
        for (int64_t at = 0; at < 4; at++)
            for (int64_t to = 0; to < 4; to++) {
                Plan *p = arena == 2 ? halves() : words();
                if (arena == 1) {
                    p->arena_count = 1;
                    p->arenas[0] = (Arena){.name = "smem", .bytes = 32, .align = 16};
                }
                int s = arena == 2 ? 0 : add_buffer(p, "s", SPACE_SMEM, ROLE_SCRATCH, 8);
                if (arena == 1)
                    p->buffers[s].arena = 1;
                store(p, s, at, 0);
                Step *step = add_move(
                    &p->phases[0],
                    PRIM_REDUCE_SMEM_ADD_F32,
                    in_buffer(s, number(to)),
                    in_bundle(2, number(1)));
                step->combine = COMBINE_ADD;
                judge(p, arena == 2 ? "unproven" : at == to ? NULL : "uninitialised");
            }
}

/* ---- boxes -------------------------------------------------------------------------------------- */

/* A box of 8 rows of 16 out of a tensor of so many, whose rows are 24 apart: what lies beyond an extent is zero, and is
 * not read. The first box is the one that counts, the second, at (y, x), goes to a place that nobody asks for.
 * Of a limit there are at most 8 rows. */
static Plan *box_of(int64_t rows, int64_t columns, int64_t y, int64_t x, const Symbol *limit) {
    Plan *p = plan_of("box", SCOPE_THREAD, 1, F16);
    p->targets = feature_targets(FEATURE_BULK);
    p->symbols = limit;
    p->symbol_count = limit != NULL;
    int dst = add_buffer(p, "dst", SPACE_SMEM, ROLE_OUT, 128);
    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 0);
    int spare = add_buffer(p, "spare", SPACE_SMEM, ROLE_SCRATCH, 128);
    p->buffers[dst].align = p->buffers[spare].align = 128;
    int bar = add_object(p, "bar", OBJECT_MBARRIER), map = add_object(p, "map", OBJECT_TENSOR);
    p->objects[bar].brought = p->objects[bar].left = true;
    p->objects[bar].arrivals = p->objects[bar].others = 1;
    Object *tensor = &p->objects[map];
    tensor->buffer = src;
    tensor->type = tensor_type(p->buffers[src].dtype, COMBINE_NONE);
    tensor->rank = 2;
    tensor->stride[0] = coef_int(1);
    tensor->stride[1] = coef_int(24);
    tensor->extent[0] = coef_int(columns);
    tensor->extent[1] = limit ? (Coef){1, 1, {0}} : coef_int(rows);
    tensor->box[0] = 16;
    tensor->box[1] = 8;
    Phase *phase = add_phase(p);
    for (int i = 0; i < 2; i++) {
        Expr *coords = NEW_ARRAY(Expr, 2);
        coords[0] = number(i ? x : 0);
        coords[1] = number(i ? y : 0);
        Step *copy = add_move(
            phase,
            PRIM_TENSOR_TO_SMEM_2D,
            in_buffer(i ? spare : dst, number(0)),
            (Side){.kind = AT_TENSOR, .of = map, .coords = coords});
        copy->count = 256;
        copy->object = bar;
    }
    /* Column by column: a limit is of the last dimension. */
    Layout from = LAYOUT({columns, 1, AXIS_M}, {rows, 24, AXIS_M});
    Layout to = LAYOUT({16, 1, AXIS_M}, {8, 16, AXIS_M});
    Operand whole = operand_of(SPACE_GMEM, columns, rows, from);
    Operand tile = operand_of(SPACE_SMEM, 16, 8, to);
    add_flow(p, region_of(whole, NONE, NONE, 16, 8), src, tile, dst);
    if (limit)
        p->flows[0].limits = (Limits){.count = 1, .at = {{.symbol = 0, .dim = 1, .origin = -1}}};
    return p;
}

static void boxes_that_stick_out(void) {
    static const Symbol limit = {.name = "rows", .role = SYMBOL_LIMIT, .max = 8, .divisor = 1};
    for (int64_t x = -18; x <= 18; x += 1 + (x > -14 && x < -3) + (x > 4 && x < 14))
        for (int64_t y = -9; y <= 10; y++)
            for (int more = 0; more < 5; more++) {
                MemMark mark = mem_mark();
                int64_t rows = 8 + (more == 1 || more == 3),
                        columns = 16 + (more == 2 || more == 3);
                const Plan *p = box_of(rows, columns, y, x, more == 4 ? &limit : NULL);
                bool empty = x <= -16 || x >= columns || y <= -8 || y >= rows;
                bool last = (rows == 9 && y > 0) || (columns == 17 && x > 0);
                /* Row 8 and column 16 are of the tensor, but of nothing that the caller names. */
                judge(p, last && !empty ? "outside" : NULL);
                mem_rewind(mark);
            }
}

/* ---- values for some limits ---------------------------------------------------------------------- */

/* Four numbers, zeros beyond n. A place of scratch is written where `first` < n (below 0: always), then for all n, and
 * then read: what it held before is forgotten, whatever it was for. */
static void written_over(void) {
    static const Symbol n = {.name = "n", .role = SYMBOL_LIMIT, .max = 4, .divisor = 1};
    for (int64_t first = -1; first < 4; first++)
        for (int before = 0; before < 4; before++)
            for (int after = 0; after < 4; after++)
                for (int kept = 0; kept < 4; kept++) {
                    MemMark mark = mem_mark();
                    Plan *p = plan_of("over", SCOPE_THREAD, 1, F32);
                    p->symbols = &n;
                    p->symbol_count = 1;
                    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 4);
                    int s = add_buffer(p, "s", SPACE_SMEM, ROLE_SCRATCH, 1);
                    int dst = add_bundle(p, "dst", ROLE_OUT, 4, 0);
                    int v = add_bundle(p, "v", ROLE_SCRATCH, 4, 0);
                    Phase *phase = add_phase(p);
                    Cond *conds = NEW_ARRAY(Cond, 5);
                    Step *step;
                    for (int i = 0; i < 4; i++) {
                        conds[i] = (Cond){number(i), COND_LT, SUM(0, SYMBOL(1, 0))};
                        step = add_step(phase, PRIM_LOAD_GLOBAL_B32, src, number(i), v, number(i));
                        step->conds = &conds[i];
                        step->cond_count = 1;
                        step->rest = REST_ZERO;
                        if (i != after)
                            add_move(
                                phase,
                                PRIM_MOVE,
                                in_bundle(dst, number(i)),
                                in_bundle(v, number(i)));
                    }
                    PrimitiveId store = PRIM_STORE_SHARED_B32;
                    step = add_step(phase, store, s, number(0), v, number(before));
                    conds[4] = (Cond){number(first), COND_LT, SUM(0, SYMBOL(1, 0))};
                    step->conds = &conds[4];
                    step->cond_count = first >= 0;
                    add_step(phase, store, s, number(0), v, number(kept));
                    add_step(phase, PRIM_LOAD_SHARED_B32, s, number(0), dst, number(after));
                    Operand from = operand_of(SPACE_GMEM, 0, 4, LAYOUT({4, 1, AXIS_M})), to = from;
                    to.space = SPACE_REG;
                    add_flow(p, from, src, to, dst);
                    p->flows[0].limits = (Limits){.count = 1, .at = {{.symbol = 0, .origin = -1}}};
                    judge(p, kept == after ? NULL : "wrong");
                    mem_rewind(mark);
                }
}

/* ---- copies within limits ----------------------------------------------------------------------- */

static void copies_that_count(void) {
    static const char *const texts[] = {
        "copy_async warp f16 gmem S[(256)] -> smem S[(256)] { masked } as f\n",
        "copy_async warp u8 gmem S[(512)] -> smem S[(512)] { masked } as f\n",
        "copy_async thread u8 gmem S[(64)] -> smem S[(64)] { masked } as f\n",
        "copy_async warp f16 gmem S[(8,32)] -> smem S[(8,32)] { masked } as f\n"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const Source *source = source_from_text("<units>", (char *)texts[i], strlen(texts[i]));
        Program *program = program_build(lang_load(source, prelude_text, NULL, 0, 0), true);
        const Plan *plan = NULL;
        for (int k = 0; program && k < program->functions[0].choice_count && !plan; k++)
            plan = program->functions[0].choices[k].plan;
        EXPECT_OF(texts[i], plan != NULL);
        bool counts = false;
        for (int s = 0; plan && s < plan->phases[0].step_count; s++)
            counts |= plan->phases[0].steps[s].rest == REST_ZERO_COUNTED;
        EXPECT_OF(texts[i], plan && counts && plan_prove(plan).ok);
    }
}

/* ---- who calls ---------------------------------------------------------------------------------- */

static void callers(void) {
    static const struct {
        ScopeKind kind;
        int threads; /* 0: as it says */
    } rows[] = {
        {SCOPE_THREAD, 1},
        {SCOPE_WARP, 32},
        {SCOPE_ELECTED, 32},
        {SCOPE_WARPGROUP, 128},
        {SCOPE_CTA, 0}};
    static const int threads[] = {1, 2, 31, 32, 33, 64, 96, 127, 128, 129, 256};
    for (size_t r = 0; r < COUNT_OF(rows); r++)
        for (size_t i = 0; i < COUNT_OF(threads); i++)
            for (int said = 0; said < 2; said++) {
                Plan *p = plan_of("who", rows[r].kind, threads[i], F32);
                int t = add_bundle(p, "t", ROLE_SCRATCH, 1, 0);
                Phase *phase = add_phase(p);
                phase->steps[phase->step_count++] = (Step){
                    .primitive = primitive_fill(32),
                    .object = NONE,
                    .dst = in_bundle(t, number(0))};
                p->scope.threads = said ? threads[i] : 64;
                int calls = rows[r].threads ? rows[r].threads : p->scope.threads;
                bool same = calls == threads[i] && calls == p->scope.threads;
                judge(p, same ? NULL : "divergent");
            }
}

int main(void) {
    runs();
    words_of_halves();
    words_that_nobody_wrote();
    reductions();
    boxes_that_stick_out();
    written_over();
    copies_that_count();
    callers();
    mem_free_all();
    return unit_finish();
}
