/* test_cost_edges.c: what the score adds beside the accesses, against sums by hand: digits of items, turns, selects,
 * bulk copies, whole warps, bytes below zero; and how many kinds of instructions are listed. */
#include "plans_parts.h"
#include "unit.h"

/* One warp, one load of 32 bits of shared memory, or a store. */
static Plan *access_of(Expr at, bool store) {
    Plan *plan = plan_of("reg", SCOPE_WARP, 32, F32);
    int memory = add_buffer(plan, "tile", SPACE_SMEM, store ? ROLE_OUT : ROLE_IN, 1 << 20);
    int registers = add_bundle(plan, "v", store ? ROLE_IN : ROLE_OUT, 1, 0);
    add_step(
        add_phase(plan),
        store ? PRIM_STORE_SHARED_B32 : PRIM_LOAD_SHARED_B32,
        memory,
        at,
        registers,
        expr_constant(0));
    return plan;
}

/* What one warp's access costs beside its issue and its wavefronts. One warp is also the busiest: all counts twice. */
static int64_t beside(const Plan *plan) {
    Cost cost = plan_cost(plan);
    int64_t got = cost.wavefront_count ? cost.wavefronts[0].got : 0;
    EXPECT(cost.score % 2 == 0);
    return cost.score / 2 - 1 - 4 * got;
}

/* Of two warps that take as long the first one is told of: 4 groups of 8 lanes, of which 3 may have none. */
static void warps_alike(void) {
    static const struct {
        CondOp op;
        int64_t rank, idle;
    } rows[] = {{COND_LT, 40, 0}, {COND_GE, 24, 3}, {COND_LT, 64, 0}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Plan *plan = plan_of("reg", SCOPE_CTA, 64, F32);
        int src = add_buffer(plan, "tile", SPACE_SMEM, ROLE_IN, 256);
        int dst = add_bundle(plan, "v", ROLE_OUT, 4, 0);
        Phase *phase = add_phase(plan);
        Expr at = SUM(0, RANK(4, 1, 0));
        add_guard(phase, SUM(0, RANK(1, 1, 0)), rows[i].op, rows[i].rank);
        add_step(phase, PRIM_LOAD_SHARED_B128, src, at, dst, expr_constant(0));
        Cost cost = plan_cost(plan);
        EXPECT(cost.wavefront_count == 1 && cost.wavefronts[0].got == 4);
        EXPECT(cost.wavefronts[0].ideal == 4 && cost.wavefronts[0].idle == rows[i].idle);
    }
}

/* ---- digits of items ----------------------------------------------------------------------- */

static const int64_t large = (int64_t)1 << 62;
/* Terms coef * (item / div % mod). */
static const struct {
    const char *name;
    int count;
    int64_t coef[3], div[3], mod[3];
    bool whole;
} items[] = {
    {"item", 1, {1}, {1}, {0}, true},
    {"3 item", 1, {3}, {1}, {0}, true},
    {"item / 2", 1, {1}, {2}, {0}, false},
    {"item % 2", 1, {1}, {1}, {2}, false},
    {"rows of 25", 2, {2, 50}, {1, 25}, {25, 0}, true},
    {"rows of 25, the row first", 2, {50, 2}, {25, 1}, {0, 25}, true},
    {"rows of 25 with a pitch", 2, {2, 51}, {1, 25}, {25, 0}, false},
    {"rows of 25, one short", 2, {2, 49}, {1, 25}, {25, 0}, false},
    {"pairs", 2, {3, 6}, {1, 2}, {2, 0}, true},
    {"pairs apart", 2, {3, 5}, {1, 2}, {2, 0}, false},
    {"three digits", 3, {1, 2, 6}, {1, 2, 6}, {2, 3, 0}, true},
    {"three digits, the last apart", 3, {1, 2, 7}, {1, 2, 6}, {2, 3, 0}, false},
    {"three digits, the second apart", 3, {1, 4, 6}, {1, 2, 6}, {2, 3, 0}, false},
    {"three digits that end", 3, {1, 2, 6}, {1, 2, 6}, {2, 3, 5}, false},
    {"two of three digits", 2, {1, 2}, {1, 2}, {2, 3}, false},
    {"without the first", 2, {2, 6}, {2, 6}, {3, 0}, false},
    {"without the second", 2, {1, 6}, {1, 6}, {2, 0}, false},
    {"a product that is too large", 1, {4}, {1}, {large}, false},
    {"... and what it would be", 2, {4, 0}, {1, large}, {large, 0}, false},
    {"the largest", 2, {1, large}, {1, large}, {large, 0}, true},
};

static Expr item_of(size_t row) {
    Expr at = expr_constant(0);
    for (int i = 0; i < items[row].count; i++) {
        Digit digit = digit_of(VAR_ITEM, 0, items[row].div[i], items[row].mod[i]);
        expr_add_term(&at, (Term){coef_int(items[row].coef[i]), digit});
    }
    return at;
}

static void digits_of_items(void) {
    for (size_t i = 0; i < COUNT_OF(items); i++) {
        Expr at = item_of(i);
        int64_t more = items[i].whole ? 0 : 4;
        EXPECT_OF(items[i].name, beside(access_of(at, false)) == more);
        EXPECT_OF(items[i].name, beside(access_of(at, true)) == more);
        expr_add(&at, coef_int(5), digit_of(VAR_RANK, 0, 1, 0)); /* is no digit of an item */
        EXPECT_OF(items[i].name, beside(access_of(at, false)) == more);
    }
    Symbol ld = {.name = "ld", .role = SYMBOL_STRIDE, .min = 4, .max = 8, .divisor = 4};
    Expr at = expr_constant(0);
    expr_add(&at, (Coef){2, 1, {0}}, digit_of(VAR_ITEM, 0, 1, 0));
    Plan *plan = access_of(at, false);
    plan->symbols = &ld;
    plan->symbol_count = 1;
    EXPECT(beside(plan) == 4);
    /* Registers have no address. */
    plan = access_of(expr_constant(0), false);
    plan->phases[0].steps[0].dst.at = item_of(2);
    EXPECT(beside(plan) == 0);
}

/* ---- turns ---------------------------------------------------------------------------------- */

static void turned_addresses(void) {
    Digit digit = digit_of(VAR_RANK, 0, 1, 0);
    digit.turn_div = 1;
    digit.turn_mod = 8;
    Expr at = expr_constant(0), plain = SUM(0, RANK(1, 1, 0));
    expr_add(&at, coef_int(3), digit_of(VAR_RANK, 0, 8, 0));
    expr_add(&at, coef_int(1), digit);
    for (int store = 0; store < 2; store++) {
        Plan *plan = access_of(at, store);
        EXPECT(beside(plan) == 0); /* of no flow */
        Operand tile = row_major(SPACE_SMEM, 4, 8), rows = rows_in(AXIS_LANEID, 32, 1);
        add_flow(plan, tile, 0, tile, 0);
        EXPECT(beside(plan) == 0); /* between memories */
        plan->flows[0].dst = rows;
        EXPECT(beside(plan) == 4);
        plan->flows[0] = (Flow){.src = rows, .dst = tile};
        EXPECT(beside(plan) == 4);
        Step *step = plan->phases[0].steps;
        *(store ? &step->dst : &step->src[0]) = in_buffer(0, plain);
        EXPECT(beside(plan) == 0);
        *(store ? &step->src[0] : &step->dst) = in_bundle(0, at);
        EXPECT(beside(plan) == 0);
    }
}

/* ---- copies of bytes, selects ----------------------------------------------------------------- */

static Plan *bulk_of(PrimitiveId primitive, int threads, int64_t bytes) {
    Plan *plan = plan_of("bulk", threads == 1 ? SCOPE_THREAD : SCOPE_WARP, threads, F32);
    int dst = add_buffer(plan, "dst", SPACE_SMEM, ROLE_OUT, 1 << 16);
    int src = add_buffer(plan, "src", SPACE_GMEM, ROLE_IN, 1 << 16);
    Expr at = SUM(0, RANK(bytes, 1, 0));
    add_copy(add_phase(plan), primitive, dst, at, src, at)->count = bytes;
    return plan;
}

static void copies_of_bytes(void) {
    const int64_t bytes[] = {16, 32, 48, 64, 1008, 1024, 65536};
    for (size_t i = 0; i < COUNT_OF(bytes); i++)
        for (int threads = 1; threads <= 3; threads++) {
            int64_t one = 48 + 4 * (bytes[i] / 21);
            Cost cost = plan_cost(bulk_of(PRIM_BULK_GMEM_TO_SMEM, threads, bytes[i]));
            EXPECT(cost.score == 2 * threads * one && cost.wavefront_count == 0);
            EXPECT(cost.instruction_count == 1 && cost.instructions[0].count == 1);
            cost = plan_cost(bulk_of(PRIM_BULK_GMEM_TO_SMEM_EACH, threads, bytes[i]));
            EXPECT(cost.score == 2 * threads * 2 * one);
        }
    Plan *box = plans_tensor_box();
    Cost cost = plan_cost(box);
    int64_t count = 0, rates = 0;
    for (int p = 0; p < box->phase_count; p++)
        for (int s = 0; s < box->phases[p].step_count; s++) {
            const Step *step = &box->phases[p].steps[s];
            const Rate *rate = primitive_rate(step->primitive);
            if (primitives[step->primitive].kind == KIND_TENSOR_COPY)
                count += 48 + 4 * (step->count / 21);
            if (rate)
                rates += 2 * rate->issue[GENERATION_90] + rate->wait + rate->wait_a_warp;
        }
    EXPECT(count > 0 && cost.score == 2 * count + rates);
}

static Step *add_fill(Phase *phase) {
    return add_move(
        phase, primitive_fill(32), in_bundle(0, expr_constant(0)), (Side){.kind = AT_CONSTANT});
}

/* A move or a fill is free, and is no instruction; under a condition it is a select. */
static void moves_and_fills(void) {
    Cond cond = {SUM(0, RANK(1, 1, 0)), COND_LT, expr_constant(8)};
    for (int fill = 0; fill < 2; fill++)
        for (int conds = 0; conds < 2; conds++) {
            Plan *plan = access_of(SUM(0, RANK(1, 1, 0)), false);
            Side v = in_bundle(0, expr_constant(0));
            Step *step = fill ? add_fill(plan->phases) : add_move(plan->phases, PRIM_MOVE, v, v);
            step->conds = &cond;
            step->cond_count = conds;
            EXPECT(beside(plan) == 2 * conds);
            EXPECT(plan_cost(plan).instruction_count == 1);
        }
}

/* ---- warps ---------------------------------------------------------------------------------- */

/* Warps that are not whole are warps: each reads 4 bytes a lane, and one sync of `count` threads waits for as many. */
static void warps_of_threads(void) {
    const int threads[] = {1, 31, 32, 33, 63, 64, 65, 96, 1023, 1024};
    for (size_t i = 0; i < COUNT_OF(threads); i++) {
        Plan *plan = access_of(SUM(0, RANK(1, 1, 0)), false);
        int warps = threads[i] / 32 + (threads[i] % 32 != 0);
        const Rate *cta = primitive_rate(PRIM_CTA_SYNC), *named = primitive_rate(PRIM_BARRIER_SYNC);
        plan->threads = plan->scope.threads = threads[i];
        plan->scope.kind = SCOPE_CTA;
        plan->scope.warp_end = warps;
        EXPECT(plan_cost(plan).score == 5 * (warps + 1));
        Step *sync = add_sync(plan->phases, PRIM_CTA_SYNC, NONE, 0);
        int64_t wait = cta->wait + warps * cta->wait_a_warp;
        EXPECT(plan_cost(plan).score == (5 + cta->issue[GENERATION_90]) * (warps + 1) + wait);
        sync->primitive = PRIM_BARRIER_SYNC;
        sync->count = 33;
        wait = named->wait + 2 * named->wait_a_warp;
        EXPECT(plan_cost(plan).score == (5 + named->issue[GENERATION_90]) * (warps + 1) + wait);
    }
}

/* Of two warps with as many wavefronts the first is named: warp 0 has two in one access of which one were ideal, warp
 * 1 two accesses of half its lanes, which are as they should be. */
static void worst_warp(void) {
    Plan *plan = access_of(SUM(0, RANK(2, 1, 0)), false);
    plan->threads = plan->scope.threads = 64;
    plan->scope.kind = SCOPE_CTA;
    plan->scope.warp_end = 2;
    Step *step = repeated(plan->phases[0].steps, add_loop(plan, "i", 2));
    Cond conds[] = {
        {SUM(0, RANK(1, 1, 0)), COND_GE, SUM(0, LOOP(32, 0))},
        {SUM(0, RANK(1, 1, 0)), COND_LT, expr_constant(48)}};
    step->conds = conds;
    step->cond_count = 2;
    Cost cost = plan_cost(plan);
    EXPECT(cost.wavefront_count == 1);
    EXPECT(cost.wavefronts[0].got == 2 && cost.wavefronts[0].ideal == 1);
    EXPECT(cost.instructions[0].count == 2); /* of the threads of warp 1 */
    conds[0].op = COND_LT;                   /* nobody, then warp 0 */
    conds[0].rhs = SUM(0, LOOP(32, 0));
    cost = plan_cost(plan);
    EXPECT(cost.wavefronts[0].got == 2 && cost.instructions[0].count == 1);
    conds[1].rhs = expr_constant(0);
    cost = plan_cost(plan);
    EXPECT(cost.wavefront_count == 0 && cost.instruction_count == 0 && cost.score == 0);
}

/* ---- global memory ---------------------------------------------------------------------------- */

static int64_t floor_of(int64_t a, int64_t b) {
    int64_t q = 0;
    while ((q + 1) * b <= a)
        q++;
    while (q * b > a)
        q--;
    return q;
}

/* Pieces of `size` bytes that `lanes` lanes touch, each `bytes` bytes, `pitch` apart. */
static int64_t pieces(int64_t from, int64_t pitch, int lanes, int64_t bytes, int64_t size) {
    int64_t count = 0;
    for (int64_t piece = floor_of(from, size); piece * size < from + 32 * pitch + bytes; piece++) {
        bool met = false;
        for (int lane = 0; lane < lanes; lane++)
            met |= from + pitch * lane < (piece + 1) * size &&
                   from + pitch * lane + bytes > piece * size;
        count += met;
    }
    return count;
}

/* Sectors, and lines of 128 bytes beyond those that as many sectors would fill; addresses below zero, too. */
static void pieces_of_memory(void) {
    const int64_t froms[] = {-129, -128, -127, -33, -32, -31, -1, 0, 1, 31, 32, 96, 127};
    const int64_t pitches[] = {0, 1, 4, 31, 32, 33, 128, 160};
    int wrong = 0;
    for (int i = 0; i < (int)(COUNT_OF(froms) * COUNT_OF(pitches)) * 6 * 3; i++) {
        int64_t from = froms[i % 13], pitch = pitches[i / 13 % 8];
        int width = i / 104 % 6, lanes = i / 624 == 0 ? 1 : i / 624 == 1 ? 9 : 32;
        Plan *plan = access_of(expr_constant(from), false);
        Step *load = plan->phases[0].steps;
        plan->dtype = plan->buffers->dtype = plan->bundles->dtype = dtype_find("u8", 2);
        plan->buffers->space = SPACE_GMEM;
        load->primitive = primitive_load(SPACE_GMEM, 8 << width);
        expr_add(&load->src[0].at, coef_int(pitch), digit_of(VAR_RANK, 0, 1, 0));
        plan->scope.narrowed = true;
        plan->scope.lane_end = lanes;
        int64_t bytes = 1 << width, sectors = pieces(from, pitch, lanes, bytes, 32);
        int64_t lines = pieces(from, pitch, lanes, bytes, 128), filled = sectors / 4;
        filled += sectors % 4 != 0;
        int64_t ideal = lanes * bytes / 32 + (lanes * bytes % 32 != 0);
        Cost cost = plan_cost(plan);
        wrong += cost.sectors != sectors || cost.ideal_sectors != ideal ||
                 cost.score != 2 * (1 + 4 * sectors + 4 * (lines - filled));
    }
    EXPECT(wrong == 0);
}

/* Another CTA's memory has banks, but is no wavefront of this one's. */
static void memory_of_others(void) {
    Plan *plan = access_of(SUM(0, RANK(2, 1, 0)), false);
    EXPECT(plan_cost(plan).score == 2 * (1 + 4 * 2) && plan_cost(plan).wavefront_count == 1);
    plan->buffers[0].space = SPACE_DSMEM;
    EXPECT(plan_cost(plan).score == 2 * (1 + 4 * 2) && plan_cost(plan).wavefront_count == 0);
}

/* ---- what is listed --------------------------------------------------------------------------- */

/* Sixteen kinds of instructions at most, each once, in the order in which they come. */
static void kinds_of_instructions(void) {
    for (int kinds = 1; kinds <= 18; kinds++) {
        Plan *plan = plan_of("all", SCOPE_WARP, 32, F32);
        Phase *phase = add_phase(plan);
        phase->steps = NEW_ARRAY(Step, 40);
        for (int turn = 0; turn < 2; turn++)
            for (int id = 0, found = 0; id < PRIM_COUNT && found < kinds; id++)
                if (primitive_rate((PrimitiveId)id)) {
                    add_sync(phase, (PrimitiveId)id, NONE, 0);
                    found++;
                }
        Cost cost = plan_cost(plan);
        EXPECT(cost.instruction_count == (kinds < 16 ? kinds : 16));
        for (int i = 0; i < cost.instruction_count && i < 16; i++)
            EXPECT(
                cost.instructions[i].primitive == phase->steps[i].primitive &&
                cost.instructions[i].count == 2);
    }
}

static void symbols_and_overflow(void) {
    for (int role = 0; role <= (int)SYMBOL_CTAS; role++)
        for (int more = 0; more < 2; more++) {
            const Symbol symbols[2] = {
                {.role = SYMBOL_BARRIER, .max = 1, .divisor = 1},
                {.role = (SymbolRole)role, .max = 1, .divisor = 1}};
            Plan *plan = access_of(expr_constant(0), false);
            plan->symbols = symbols;
            plan->symbol_count = 1 + more;
            EXPECT(plan_cost(plan).symbolic == (more && role != (int)SYMBOL_BARRIER));
        }
    Plan *plan = access_of(expr_constant(INT64_MAX), false);
    Cost cost = plan_cost(plan);
    EXPECT(cost.score == INT64_MAX && cost.scores[0] == INT64_MAX);
}

int main(void) {
    warps_alike();
    digits_of_items();
    turned_addresses();
    copies_of_bytes();
    moves_and_fills();
    warps_of_threads();
    worst_warp();
    pieces_of_memory();
    memory_of_others();
    kinds_of_instructions();
    symbols_and_overflow();
    mem_free_all();
    return unit_finish();
}
