/* test_cost.c: the cost model against the measured table of docs/costs.md, and against counts that
 * can be done by hand. `test_cost --table` prints the table. */
#include "plans_parts.h"
#include <inttypes.h>
#include <string.h>

static int passed, failed;

static void equal(const char *name, int64_t got, int64_t want) {
    if (got == want) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL %s: %" PRId64 ", want %" PRId64 "\n", name, got, want);
}

static void holds(const char *name, bool condition) {
    equal(name, condition, true);
}

/* One warp reads a 32 x k f32 tile, lane i row i, `bits` at a time: pitch elements from row to row,
 * XORs of a swizzle with per_element 2. */
static Plan *row_plan(int64_t k, int bits, int64_t pitch, int swizzle_len, int swizzle_atom) {
    Plan *plan = NEW(Plan);
    plan->variant = "reg";
    plan->scope = (Scope){.kind = SCOPE_WARP, .threads = 32, .lane_end = 32, .warp_end = 1};
    plan->threads = 32;
    plan->dtype = dtype_find("f32", 3);
    plan->buffers = NEW(Buffer);
    plan->buffers[plan->buffer_count++] =
        (Buffer){.name = "src", .space = SPACE_SMEM, .dtype = plan->dtype, .align = 16};
    plan->loops = NEW(Loop);
    plan->loops[plan->loop_count++] = (Loop){"i", k * 32 / bits, true};
    plan->phases = NEW(Phase);
    plan->phase_count = 1;
    Step *step = NEW(Step);
    *step = (Step){
        .primitive = primitive_load(SPACE_SMEM, bits),
        .dst = {.kind = AT_BUNDLE},
        .src = {{.kind = AT_BUFFER}},
        .object = -1,
        .repeat_count = 1};
    plan->bundles = NEW(Bundle);
    plan->bundles[plan->bundle_count++] =
        (Bundle){.name = "dst", .role = ROLE_OUT, .dtype = plan->dtype, .count = k};
    Expr *at = &step->src[0].at;
    expr_add(at, coef_int(pitch), digit_of(VAR_RANK, 0, 1, 0));
    expr_add(at, coef_int(bits / 32), digit_of(VAR_LOOP, 0, 1, 0));
    if (swizzle_len > 0) {
        at->xor_count = 1;
        at->xors[0] = (Xor){(((int64_t)1 << swizzle_len) - 1) << (2 + swizzle_atom), swizzle_atom};
    }
    plan->phases[0] = (Phase){.step_count = 1, .steps = step};
    return plan;
}

/* Lanes 0 and 1 read the bytes `from` and from + 125, in the second turn `step` bytes further on. */
static Plan *byte_plan(int64_t from, int64_t step) {
    Plan *plan = row_plan(2, 32, 0, 0, 0);
    plan->dtype = plan->buffers->dtype = plan->bundles->dtype = dtype_find("u8", 2);
    Step *load = plan->phases->steps;
    load->primitive = primitive_load(SPACE_SMEM, 8);
    load->src[0].at = expr_constant(from);
    expr_add(&load->src[0].at, coef_int(125), digit_of(VAR_RANK, 0, 1, 2));
    expr_add(&load->src[0].at, coef_int(step), digit_of(VAR_LOOP, 0, 1, 0));
    return plan;
}

static Wavefronts row_wavefronts(int64_t k, int bits, int64_t pitch, int len, int atom) {
    Cost cost = plan_cost(row_plan(k, bits, pitch, len, atom));
    equal("one shared step", cost.wavefront_count, 1);
    equal("loads", cost.instructions[0].count, k * 32 / bits);
    return cost.wavefronts[0];
}

/* Cycles of one SM for a 32 x k tile: what the measured medians of docs/costs.md round to. The
 * swizzle is chunk ^ (row >> s) & (k / 4 - 1) with s = 2, 1, 0. */
static const struct {
    const char *name;
    int bits, pad;
    bool swizzled;
    int64_t want[3]; /* k = 8, 16, 32 */
} table[] = {
    {"row per lane, 128 bits", 128, 0, false, {16, 64, 256}},
    {"row per lane, 64 bits", 64, 0, false, {32, 128, 512}},
    {"row per lane, 32 bits", 32, 0, false, {64, 256, 1024}},
    {"XOR swizzle, 128 bits", 128, 0, true, {8, 16, 32}},
    {"row + 16 bytes, 128 bits", 128, 4, false, {8, 16, 32}},
    {"row + 4 bytes, 32 bits", 32, 1, false, {8, 16, 32}},
};

static int64_t table_value(size_t row, int column, int64_t *ideal) {
    int64_t k = 8 << column;
    Wavefronts w = row_wavefronts(
        k, table[row].bits, k + table[row].pad, table[row].swizzled ? column + 1 : 0, 3);
    *ideal = w.ideal;
    return w.got;
}

static void test_measured_table(bool print) {
    for (size_t row = 0; row < COUNT_OF(table); row++) {
        if (print)
            printf("%-26s", table[row].name);
        for (int column = 0; column < 3; column++) {
            int64_t ideal, got = table_value(row, column, &ideal);
            equal(table[row].name, got, table[row].want[column]);
            equal("ideal", ideal, 8 << column);
            if (print)
                printf(" %6" PRId64, got);
        }
        if (print)
            printf("\n");
    }
}

/* Lane l at vector (l / div % mod) * coef, in vectors of the width; measured cycles of one access on
 * an H200 with 16 warps at work: 128-bit and 64-bit loads, 128-bit and 64-bit stores. */
static const struct {
    int64_t coef, div, mod;
    int64_t want[4];
} patterns[] = {
    {1, 1, 0, {4, 2, 4, 2}}, /* neighbours */
    {0, 1, 0, {2, 1, 4, 2}}, /* one address */
    {1, 1, 8, {4, 2, 4, 2}},
    {1, 4, 0, {2, 1, 4, 2}},
    {1, 8, 0, {2, 1, 4, 2}},
    {1, 1, 2, {2, 1, 4, 2}},
    {1, 2, 0, {2, 1, 4, 2}},
    {1, 1, 16, {4, 2, 4, 2}},
    {1, 1, 4, {4, 2, 4, 2}},
    {2, 1, 0, {8, 4, 8, 4}},
    {2, 1, 8, {8, 2, 8, 2}},
    {8, 8, 0, {4, 2, 4, 2}},
    {8, 1, 8, {32, 8, 32, 8}},
};

static void set_pattern(Plan *plan, size_t row, int bits) {
    Step *step = &plan->phases[0].steps[0];
    step->src[0].at = expr_constant(0);
    step->repeat_count = 0;
    expr_add(
        &step->src[0].at,
        coef_int(patterns[row].coef * bits / 32),
        digit_of(VAR_RANK, 0, patterns[row].div, patterns[row].mod));
}

static void test_measured_patterns(void) {
    for (size_t row = 0; row < COUNT_OF(patterns); row++)
        for (int column = 0; column < 4; column++) {
            int bits = column % 2 ? 64 : 128;
            Plan *plan = row_plan(8, bits, 8, 0, 0);
            set_pattern(plan, row, bits);
            if (column >= 2)
                plan->phases[0].steps[0].primitive = primitive_store(SPACE_SMEM, bits);
            equal("pattern", plan_cost(plan).wavefronts[0].got, patterns[row].want[column]);
        }
    Plan *few = row_plan(8, 128, 8, 0, 0);
    set_pattern(few, 0, 128);
    few->scope.narrowed = true;
    few->scope.lane_end = 6;
    equal("6 lanes of 128 bits", plan_cost(few).wavefronts[0].got, 4);
    equal("which is no conflict", plan_cost(few).wavefronts[0].ideal, 4);
    few->scope.lane_end = 1;
    equal("one lane of 128 bits", plan_cost(few).wavefronts[0].got, 2);
    few->phases[0].steps[0].primitive = PRIM_STORE_SHARED_B128;
    equal("one lane's store", plan_cost(few).wavefronts[0].got, 4);
}

static void test_instructions(void) {
    Cost cost = plan_cost(plans_reg_load());
    equal("kinds", cost.instruction_count, 1);
    equal("LDS.128", cost.instructions[0].count, 2);
    equal("which", cost.instructions[0].primitive, PRIM_LOAD_SHARED_B128);
    equal("got", cost.wavefronts[0].got, 16);
    equal("ideal", cost.wavefronts[0].ideal, 8);
    equal("no global memory", cost.sectors, 0);
    equal("swizzled", plan_cost(plans_reg_load_swizzled()).wavefronts[0].got, 8);
    cost = plan_cost(plans_fallback_4x6());
    equal("kinds", cost.instruction_count, 2);
    equal("in order of use", cost.instructions[0].primitive, PRIM_LOAD_GLOBAL_B32);
    equal("lane 0 loads", cost.instructions[0].count, 24);
    equal("lane 0 stores", cost.instructions[1].count, 24);
    equal("a sector for each element", cost.sectors, 24);
    equal("ideal sectors", cost.ideal_sectors, 3);
    equal("a wavefront for each element", cost.wavefronts[0].got, 24);
}

/* Bytes 3, 128, 253 .. of words 0, 32, 63 ..: lanes 0 and 1 meet in bank 0. Five bytes on they are in words 2
 * and 33: an access that moves by what is no multiple of a bank is counted for itself. */
static void test_moved_by_bytes(void) {
    int64_t apart = 0;
    for (int64_t from = 3; from <= 8; from += 5) {
        Plan *plan = byte_plan(from, 0);
        plan->loops[0].extent = 1;
        apart += plan_cost(plan).wavefronts[0].got;
        equal("one of two", plan_cost(plan).wavefronts[0].got, from == 3 ? 2 : 1);
    }
    equal("both in a loop", plan_cost(byte_plan(3, 5)).wavefronts[0].got, apart);
}

/* ---- accesses that move from turn to turn ----------------------------------------------------- */

/* `lanes` lanes read 2^width bytes each, lane i at from + pitch * i, `turns` times, each `step` further on. */
typedef struct {
    Space space;
    int lanes, width;
    int64_t from, pitch, step;
} Moving;

static Cost cost_of_turns(const Moving *moving, int64_t from, int64_t turns) {
    Plan *plan = row_plan(turns, 32, 0, 0, 0);
    plan->dtype = plan->buffers->dtype = plan->bundles->dtype = dtype_find("u8", 2);
    plan->buffers->space = moving->space;
    plan->scope.narrowed = true;
    plan->scope.lane_end = moving->lanes;
    Step *load = plan->phases->steps;
    load->primitive = primitive_load(moving->space, 8 << moving->width);
    load->src[0].at = expr_constant(from);
    expr_add(&load->src[0].at, coef_int(moving->pitch), digit_of(VAR_RANK, 0, 1, 0));
    expr_add(&load->src[0].at, coef_int(moving->step), digit_of(VAR_LOOP, 0, 1, 0));
    return plan_cost(plan);
}

/* Pieces of `size` bytes that one turn touches, counted one by one. */
static int64_t pieces_touched(const Moving *moving, int64_t size) {
    int64_t count = 0;
    for (int64_t piece = 0; piece * size < 8192; piece++) {
        bool met = false;
        for (int lane = 0; lane < moving->lanes; lane++) {
            int64_t at = moving->from + moving->pitch * lane;
            met |= at < (piece + 1) * size && at + (1 << moving->width) > piece * size;
        }
        count += met;
    }
    return count;
}

/* Whether an access moved as a whole or not, turns cost what each of them costs alone. */
static void test_turns(void) {
    const int64_t pitches[] = {0, 1, 4, 16, 33, 128}, steps[] = {1, 4, 16, 104, 128, 129, 256};
    int64_t score = 0, sectors = 0, touched = 0, wavefronts = 0;
    for (int i = 0; i < 2 * 3 * 5 * 6 * 7 * 4; i++) {
        int k = i;
        Moving moving = {.space = k % 2 ? SPACE_SMEM : SPACE_GMEM};
        moving.lanes = (k /= 2) % 3 == 0 ? 1 : k % 3 == 1 ? 7 : 32;
        moving.width = (k /= 3) % 5;
        moving.pitch = pitches[(k /= 5) % 6];
        moving.step = steps[(k /= 6) % 7];
        moving.from = 37 * (k / 7);
        Cost first = cost_of_turns(&moving, moving.from, 1);
        Cost second = cost_of_turns(&moving, moving.from + moving.step, 1);
        Cost both = cost_of_turns(&moving, moving.from, 2);
        score += both.score != first.score + second.score;
        sectors += both.sectors != first.sectors + second.sectors;
        if (moving.space == SPACE_GMEM)
            touched += first.sectors != pieces_touched(&moving, 32);
        else
            wavefronts +=
                both.wavefronts[0].got != first.wavefronts[0].got + second.wavefronts[0].got;
    }
    equal("turns of another score", score, 0);
    equal("turns of other sectors", sectors, 0);
    equal("turns that touch other sectors", touched, 0);
    equal("turns of other wavefronts", wavefronts, 0);
}

static void test_matrix(void) {
    Cost cost = plan_cost(plans_ldmatrix_16x16());
    equal("ldmatrix.x4 swizzled", cost.wavefronts[0].got, 4);
    equal("ideal", cost.wavefronts[0].ideal, 4);
    Plan *plain = plans_ldmatrix_16x16();
    Expr *at = &plain->phases[0].steps[0].src[0].at;
    at->xor_count = 0;
    equal("pitch 128 bytes: 12.5 %", plan_cost(plain).wavefronts[0].got, 32);
    expr_set_term(at, 0, (Term){coef_int(72), at->terms[0].digit});
    equal("pitch 144 bytes", plan_cost(plain).wavefronts[0].got, 4);
    plain->phases[0].steps[0].primitive = PRIM_LDMATRIX_X1;
    equal("x1 reads 8 rows", plan_cost(plain).wavefronts[0].got, 1);
    expr_set_term(at, 0, (Term){coef_int(32), at->terms[0].digit});
    equal("x1, pitch 64 bytes: 25 %", plan_cost(plain).wavefronts[0].got, 4);
}

static void test_symbolic(void) {
    Cost cost = plan_cost(plans_ld_128x64());
    holds("symbolic", cost.symbolic);
    equal("sectors", cost.sectors, 128 * 64 * 2 / 32);
    equal("ideal", cost.ideal_sectors, 128 * 64 * 2 / 32);
    equal("worst warp", cost.wavefronts[0].got, 16);
    equal("ideal", cost.wavefronts[0].ideal, 16);
    cost = plan_cost(plans_ld_async_128x64());
    equal("cp.async kinds", cost.instruction_count, 1);
    equal("cp.async", cost.instructions[0].count, 4);
    equal("cp.async wavefronts", cost.wavefronts[0].got, 16);
    equal("cp.async sectors", cost.sectors, 512);
    Symbol symbols[2] = {{.min = 60, .divisor = 8}, {.min = 64, .divisor = 0}};
    int64_t values[2];
    symbols_smallest(symbols, 2, values);
    equal("60 up to a multiple of 8", values[0], 64);
    equal("no divisor", values[1], 64);
}

/* What `policy best` relies on. */
static void test_score(void) {
    int64_t fallback = plan_cost(plans_fallback_4x6()).score;
    int64_t partial = plan_cost(plans_partial_4x6()).score;
    holds("24 lanes beat one", partial < fallback);
    holds("by five times", partial * 5 < fallback);
    holds(
        "fewer wavefronts win",
        plan_cost(plans_reg_load_swizzled()).score < plan_cost(plans_reg_load()).score);
    /* 2 accesses of 1 + 4 x 4 + 4 for the turn, 8 selects of 2; twice, as there is but one warp. */
    equal("turned rows", plan_cost(plans_rotated()).score, 2 * (2 * 21 + 8 * 2));
    holds("turned rows", plan_cost(plans_rotated()).score < plan_cost(plans_reg_load()).score);
    holds(
        "128 bits beat 32",
        plan_cost(row_plan(8, 128, 8, 0, 0)).score < plan_cost(row_plan(8, 32, 8, 0, 0)).score);
    holds(
        "128 bits beat 32 without conflicts",
        plan_cost(row_plan(8, 128, 12, 0, 0)).score < plan_cost(row_plan(8, 32, 9, 0, 0)).score);
    holds(
        "stmatrix beats four stores",
        plan_cost(plans_stmatrix_16x16()).score < plan_cost(plans_fragment_store_b32()).score);
    holds(
        "cp.async beats a detour through registers",
        plan_cost(plans_ld_async_128x64()).score < plan_cost(plans_ld_128x64()).score);
}

/* Every sync and every instruction between registers has a row, and nothing that touches memory. */
static void test_rates(void) {
    for (int id = 0; id < PRIM_COUNT; id++) {
        const Primitive *primitive = &primitives[id];
        bool rated = primitive->kind == KIND_SYNC ||
                     (primitive->kind == KIND_REGISTERS && primitive->act != ACT_MOVE);
        holds(primitive->id, (primitive_rate((PrimitiveId)id) != NULL) == rated);
        for (int g = 0; g < GENERATION_COUNT && rated; g++)
            holds(primitive->id, primitive_rate((PrimitiveId)id)->issue[g] > 0);
    }
}

static int64_t issue(PrimitiveId id, int generation) {
    return primitive_rate(id)->issue[generation];
}

/* 8 sums and 5 shuffles by one warp, which is also the busiest: everything twice. */
static void test_register_score(void) {
    Cost cost = plan_cost(plans_butterfly_sum());
    holds("by rates", cost.by_rates);
    equal("no wavefronts", cost.wavefront_count, 0);
    for (int g = 0; g < GENERATION_COUNT; g++)
        equal(
            "sums and shuffles",
            cost.scores[g],
            2 * (8 * issue(PRIM_ADD_F32, g) + 5 * issue(PRIM_SHUFFLE_B32, g)));
    equal("the measured one", cost.score, cost.scores[GENERATION_90]);
    cost_set_target(&cost, TARGET_SM_86);
    equal("of sm_8x", cost.score, cost.scores[GENERATION_80]);
    cost_set_target(&cost, TARGET_SM_120);
    equal("from sm_100 on", cost.score, cost.scores[GENERATION_100]);
    cost = plan_cost(plans_reg_load());
    holds("accesses alone", !cost.by_rates && cost.scores[0] == cost.scores[2]);
    equal("are no estimate", cost_estimated(&cost, TARGETS_ALL), 0);
}

/* The rows alone, without the accesses around: what one more step adds. */
static int64_t added_by(PrimitiveId id, int threads, int64_t count) {
    Plan *plan = row_plan(8, 128, 12, 0, 0);
    plan->threads = plan->scope.threads = threads;
    plan->scope.kind = threads > 32 ? SCOPE_CTA : SCOPE_WARP;
    plan->scope.warp_end = threads / 32;
    int64_t before = plan_cost(plan).score;
    Step *steps = NEW_ARRAY(Step, 2);
    steps[0] = plan->phases[0].steps[0];
    steps[1] = (Step){.primitive = id, .object = -1, .count = count};
    plan->phases[0].steps = steps;
    plan->phases[0].step_count = 2;
    return plan_cost(plan).score - before;
}

/* All warps issue, the busiest waits: once, and longer for more warps. */
static void test_sync_score(void) {
    const Rate *cta = primitive_rate(PRIM_CTA_SYNC), *named = primitive_rate(PRIM_BARRIER_SYNC);
    int busy = cta->issue[GENERATION_90], named_busy = named->issue[GENERATION_90];
    equal("4 warps", added_by(PRIM_CTA_SYNC, 128, 0), 5 * busy + cta->wait + 4 * cta->wait_a_warp);
    equal("8 warps", added_by(PRIM_CTA_SYNC, 256, 0), 9 * busy + cta->wait + 8 * cta->wait_a_warp);
    equal(
        "2 of 8 warps",
        added_by(PRIM_BARRIER_SYNC, 256, 64),
        9 * named_busy + named->wait + 2 * named->wait_a_warp);
    holds(
        "a warp alone is faster", added_by(PRIM_WARP_SYNC, 32, 0) < added_by(PRIM_CTA_SYNC, 32, 0));
    holds(
        "a CTA is faster than a cluster",
        added_by(PRIM_CTA_SYNC, 1024, 0) < added_by(PRIM_CLUSTER_SYNC, 1024, 0));
}

typedef struct {
    int64_t count, bytes, last_thread;
    Access first;
} Seen;

static bool see(void *context, const Access *access) {
    Seen *seen = context;
    if (seen->count == 0)
        seen->first = *access;
    seen->count++;
    seen->bytes += access->bytes;
    seen->last_thread = access->thread;
    return true;
}

static bool stop(void *context, const Access *access) {
    return see(context, access) && ((Seen *)context)->count < 3;
}

static void test_trace(void) {
    Seen seen = {0};
    holds("whole", plan_trace(plans_reg_load(), see, &seen));
    equal("accesses", seen.count, 64);
    equal("bytes", seen.bytes, 32 * 8 * 4);
    holds("a read", !seen.first.write && seen.first.space == SPACE_SMEM);
    seen = (Seen){0};
    holds("stopped", !plan_trace(plans_reg_load(), stop, &seen));
    equal("after three", seen.count, 3);
    seen = (Seen){0};
    plan_trace(plans_ld_async_128x64(), see, &seen);
    equal("a read and a write for each", seen.count, 2 * 256 * 4);
    holds("read first", !seen.first.write && seen.first.space == SPACE_GMEM);
    seen = (Seen){0};
    plan_trace(plans_ldmatrix_16x16(), see, &seen);
    equal("one row each", seen.count, 32);
    equal("16 bytes", seen.first.bytes, 16);
    seen = (Seen){0};
    plan_trace(plans_narrow_warps(), see, &seen);
    equal("warps 1 and 2", seen.count, 64);
    equal("from thread", seen.first.thread, 32);
    equal("to thread", seen.last_thread, 95);
    seen = (Seen){0};
    plan_trace(plans_bulk_8x1024(), see, &seen);
    equal("one lane reads and writes", seen.count, 16);
    equal("bytes", seen.bytes, 2 * 8 * 1024 * 2);
}

static bool traced(const Plan *plan) {
    Seen seen = {0};
    return plan_trace(plan, see, &seen);
}

/* An address that is too large ends the walk: by its terms of the rank, of loops, both, or its bytes. */
static void test_overflow(void) {
    const int64_t large = INT64_MAX / 8;
    Plan *plan = row_plan(8, 32, 8, 0, 0);
    Expr *at = &plan->phases[0].steps[0].src[0].at;
    holds("as it is", traced(plan));
    expr_set_term(at, 0, (Term){coef_int(large), at->terms[0].digit});
    holds("terms of the rank", !traced(plan));
    expr_set_term(at, 0, (Term){coef_int(1), at->terms[0].digit});
    holds("once more", traced(plan));
    expr_set_term(at, 1, (Term){coef_int(INT64_MAX), at->terms[1].digit});
    holds("terms of loops", !traced(plan));
    expr_set_term(at, 1, (Term){coef_int(1), at->terms[1].digit});
    at->constant = INT64_MAX;
    holds("a sum", !traced(plan));
    at->constant = INT64_MAX / 8;
    holds("bits", !traced(plan));
    at->constant = 0;
    Digit turned = digit_of(VAR_LOOP, 0, 1, 0);
    turned.turn_div = 1;
    turned.turn_mod = 32;
    expr_set_term(at, 1, (Term){coef_int(INT64_MAX / 2), turned});
    holds("terms of both", !traced(plan));
    expr_set_term(at, 1, (Term){{1, 2, {0, 0}}, digit_of(VAR_LOOP, 0, 1, 0)});
    Symbol symbol = {
        .name = "ld",
        .role = SYMBOL_STRIDE,
        .min = INT64_MAX / 2,
        .max = INT64_MAX / 2,
        .divisor = 1};
    plan->symbols = &symbol;
    plan->symbol_count = 1;
    holds("a coefficient", !traced(plan));
    plan->loops[0].extent = 0;
    holds("a loop that never runs", traced(plan));
}

/* ... and so does one of the rank and the constant together, or a predicate, of which the loops that never run
 * ask nothing. */
static void test_more_overflow(void) {
    Plan *plan = row_plan(1, 32, 8, 0, 0);
    Step *step = &plan->phases[0].steps[0];
    step->src[0].at.constant = INT64_MAX - 8;
    holds("rank and constant", !traced(plan));
    step->src[0].at.constant = 0;
    Cond cond = {expr_constant(INT64_MAX), COND_GE, expr_constant(0)};
    step->conds = &cond;
    step->cond_count = 1;
    holds("a predicate", traced(plan));
    expr_add(&cond.lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    holds("a predicate of the rank", !traced(plan));
    cond.lhs = expr_constant(INT64_MAX);
    expr_add(&cond.lhs, coef_int(1), digit_of(VAR_LOOP, 0, 1, 0));
    holds("a predicate of a loop's first turn", traced(plan));
    plan->loops[0].extent = 2;
    holds("a predicate of its second turn", !traced(plan));
    step->repeat_count = 0;
    plan->phases[0].loops[plan->phases[0].loop_count++] = 0;
    holds("the same around the phase", !traced(plan));
    plan->loops[0].extent = 0;
    holds("which never runs", traced(plan));
    Seen seen = {0};
    plan_trace(plan, see, &seen);
    equal("accesses of a phase that never runs", seen.count, 0);
    plan->loops[0].extent = 1;
    cond.lhs = expr_constant(0);
    plan_trace(plan, see, &seen);
    equal("accesses of one that runs once", seen.count, 32);
    Cond guard = {SUM(INT64_MAX, RANK(1, 1, 0)), COND_GE, expr_constant(0)};
    plan->phases[0].guard = &guard;
    plan->phases[0].guard_count = 1;
    holds("a guard", !traced(plan));
}

static void test_features(void) {
    const char *const macros[] = {
        "",
        "TC_HAS_STMATRIX",
        "TC_HAS_BULK",
        "TC_HAS_CLUSTER",
        "TC_HAS_MULTICAST",
        "TC_HAS_V256",
        "TC_HAS_TMEM"};
    for (int i = FEATURE_STMATRIX; i <= FEATURE_TMEM; i++) {
        holds(macros[i], strcmp(feature_macro((Feature)i), macros[i]) == 0);
        holds(
            macros[i],
            feature_targets((Feature)i) != 0 && feature_targets((Feature)i) != TARGETS_ALL);
    }
    holds(
        "none",
        feature_macro(FEATURE_NONE) == NULL && feature_targets(FEATURE_NONE) == TARGETS_ALL);
}

static void test_equal(void) {
    for (int i = 0; i < PLANS_COUNT; i++) {
        Plan *a = all_plans[i].build(), *b = all_plans[i].build();
        a->targets = 1;
        holds(all_plans[i].name, plan_equal(a, b));
        for (int j = 0; j < i; j++)
            holds(all_plans[i].name, !plan_equal(a, all_plans[j].build()));
        for (int j = 0; j < b->phase_count && b->phases[j].step_count > 0; j++) {
            b->phases[j].steps[0].dst.at.constant++;
            b->phases[j].steps[0].count++;
            holds("another place", !plan_equal(a, b));
            b->phases[j].steps[0].dst.at.constant--;
            b->phases[j].steps[0].count--;
        }
    }
}

int main(int argc, char **argv) {
    bool print = argc > 1 && strcmp(argv[1], "--table") == 0;
    test_measured_table(print);
    test_measured_patterns();
    test_instructions();
    test_moved_by_bytes();
    test_turns();
    test_matrix();
    test_symbolic();
    test_score();
    test_rates();
    test_register_score();
    test_sync_score();
    test_trace();
    test_overflow();
    test_more_overflow();
    test_features();
    test_equal();
    mem_free_all();
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
