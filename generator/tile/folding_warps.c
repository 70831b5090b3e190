/* folding_warps.c: what several warps have goes through shared memory. */
#include "folding.h"

/* The partial results in shared memory: of group g, warp w, lane l and result r. Lanes are
 * neighbours, with a vector of results each, or with what all warps have of one result; then come
 * the next results of all lanes. So lanes do not meet in a bank. */
typedef struct {
    Folding *folding;
    bool by_rows; /* vectors of results; otherwise of warps */
    int64_t warp; /* stride of warps */
    int64_t run;  /* results that are neighbours, and how far the next run is */
    int64_t far;
    int64_t vector;
    Expr base; /* of this thread, of warp 0 and result 0 */
} Shared;

/* How many of n neighbours a vector takes. */
static int64_t vector_of(const Folding *folding, int64_t n) {
    int64_t vector = 1;
    while (n % (2 * vector) == 0 && 2 * vector * folding->dtype->bits <= 128)
        vector *= 2;
    return vector;
}

static Shared shared_of(Folding *folding) {
    const Ranks *ranks = &folding->ranks;
    int64_t rows = folding->fold.results, all = ranks->lanes * rows;
    Shared shared = {.folding = folding, .base = expr_constant(0)};
    shared.by_rows =
        folding->hands_on || vector_of(folding, rows) >= vector_of(folding, ranks->warps);
    shared.vector = vector_of(folding, shared.by_rows ? rows : ranks->warps);
    shared.run = shared.by_rows ? shared.vector : 1;
    int64_t lane = shared.by_rows ? shared.vector : ranks->warps, group = all * ranks->warps;
    shared.far = lane * ranks->lanes;
    shared.warp = shared.by_rows ? all : 1;
    for (int i = 0; i < ranks->rest_count; i++) {
        int64_t *stride = ranks->rest[i].div < 32 ? &lane : &group;
        expr_add(&shared.base, coef_int(*stride), ranks->rest[i]);
        *stride *= ranks->rest_extent[i];
    }
    plan_add_scratch(
        folding->plan, "totals", folding->dtype, group * folding->dtype->bits / 8, group);
    return shared;
}

static Step *access(Shared *shared, PrimitiveId primitive, Numbers registers, bool is_store) {
    Phase *phase = shared->folding->phase;
    Step *step = &phase->steps[phase->step_count++];
    Side memory = {.kind = AT_BUFFER, .at = shared->base};
    *step = (Step){.primitive = primitive, .object = -1};
    step->dst = is_store ? memory : folding_side(&registers);
    step->src[0] = is_store ? folding_side(&registers) : memory;
    return step;
}

/* So many vectors or numbers, far apart in memory and in registers. */
static void add_run(
    Shared *shared, Step *step, const char *name, int64_t turns, int64_t far, int64_t on) {
    Side *memory = step_memory(step), *registers = step_bundle(step);
    if (turns == 1)
        return;
    Digit i = folding_turns(shared->folding, step, name, turns);
    expr_add(&memory->at, coef_int(far), i);
    expr_add(&registers->at, coef_int(on), i);
}

static int64_t place_of(const Shared *shared, int64_t result) {
    return result / shared->run * shared->far + result % shared->run;
}

/* The first of the lanes that have the same number, bit by bit of those that tell them apart. */
static void only_first_lanes(int mask, Step *step) {
    step->conds = NEW_ARRAY(Cond, MAX_CONDS);
    for (int low = 1; low < 32; low *= 2) {
        if (!(mask & low) || (low > 1 && mask & low / 2))
            continue;
        int extent = 2;
        while (mask & low * extent && low * extent < 32)
            extent *= 2;
        Cond *cond = &step->conds[step->cond_count++];
        *cond = (Cond){expr_constant(0), COND_EQ, expr_constant(0)};
        expr_add(&cond->lhs, coef_int(1), digit_of(VAR_RANK, 0, low, extent));
    }
}

/* A step for all results that a lane has in registers, and where they are in memory. */
static Step *access_held(Shared *shared, Numbers registers, bool is_store) {
    const Folding *folding = shared->folding;
    bool is_half = folding->held < folding->fold.results;
    int64_t runs = is_half ? folding->odd : 1, half = folding->fold.results / runs / 2;
    int64_t held = folding->held / runs, vector = shared->run < held ? shared->run : held;
    int bits = (int)vector * folding->dtype->bits;
    PrimitiveId primitive =
        is_store ? primitive_store(SPACE_SMEM, bits) : primitive_load(SPACE_SMEM, bits);
    Step *step = access(shared, primitive, registers, is_store);
    for (int far = 16; far > 0 && is_half; far /= 2) {
        if (!(folding->halved & far))
            continue;
        Digit digit = digit_of(VAR_RANK, 0, far, 2);
        expr_add(&step_memory(step)->at, coef_int(place_of(shared, half)), digit);
        half /= 2;
    }
    int64_t run = folding->fold.results / runs;
    add_run(shared, step, "i", runs, place_of(shared, run), held);
    add_run(shared, step, "i", held / vector, place_of(shared, vector), vector);
    return step;
}

/* Each lane puts the results that it has. */
static void put(Shared *shared, Numbers own) {
    Folding *folding = shared->folding;
    int64_t warp = shared->warp;
    if (own.is_spread) {
        Numbers total = folding_target(folding, false);
        folding_moves(folding, total, own);
        own = total;
    }
    Step *step = access_held(shared, own, true);
    for (int i = 0; i < folding->ranks.warp_count; i++) {
        expr_add(&step->dst.at, coef_int(warp), folding->ranks.warp[i]);
        warp *= folding->ranks.warp_extent[i];
    }
    only_first_lanes(folding->ranks.lane_mask & ~folding->halved, step);
    plan_add_sync(folding->plan, folding->phase);
}

/* The results of warp `warp`, or of the one that the phase's loop says. */
static void get_rows(Shared *shared, Numbers to, int64_t warp, int loop) {
    Side *memory = step_memory(access_held(shared, to, false));
    memory->at.constant += warp * shared->warp;
    if (loop >= 0)
        expr_add(&memory->at, coef_int(shared->warp), digit_of(VAR_LOOP, loop, 1, 0));
}

static void combine_rows(Shared *shared, Numbers to) {
    Folding *folding = shared->folding;
    int64_t warps = folding->ranks.warps;
    Numbers first = folding_numbers(folding, "first", 1),
            next = folding_numbers(folding, "next", 1);
    bool pairs = folding->dtype->bits == 16 && folding->fold.results % 2 == 0;
    folding->run = pairs ? 2 : 1;
    get_rows(shared, first, 0, -1);
    get_rows(shared, next, 1, -1);
    folding_combine(folding, to, first, next);
    if (warps == 2)
        return;
    folding_phase(folding);
    int loop = warps > 3 ? folding_loop(folding->plan, "w", warps - 2) : -1;
    if (loop >= 0)
        folding->phase->loops[folding->phase->loop_count++] = loop;
    get_rows(shared, next, 2, loop);
    folding_combine(folding, to, to, next);
    folding_phase(folding);
}

/* Result by result, of all warps. */
static void combine_warps(Shared *shared, Numbers to) {
    Folding *folding = shared->folding;
    int64_t warps = folding->ranks.warps, rows = folding->fold.results, vector = shared->vector;
    Numbers all =
        numbers_in(plan_add_bundle(folding->plan, "all", ROLE_SCRATCH, folding->dtype, warps), 0);
    Digit row = {0};
    if (rows > 1) {
        folding_phase(folding);
        folding->phase->loops[folding->phase->loop_count] = folding_loop(folding->plan, "r", rows);
        row = digit_of(VAR_LOOP, folding->phase->loops[folding->phase->loop_count++], 1, 0);
    }
    Step *step =
        access(shared, primitive_load(SPACE_SMEM, (int)vector * folding->dtype->bits), all, false);
    if (rows > 1)
        expr_add(&step->src[0].at, coef_int(shared->far), row);
    add_run(shared, step, "k", warps / vector, vector, vector);
    for (int64_t first = 1; first <= 2 && first < warps; first++) {
        step = &folding->phase->steps[folding->phase->step_count++];
        *step = (Step){.object = -1, .combine = folding->combine};
        step->primitive = primitive_combination(ACT_COMBINE, folding->combine, folding->dtype);
        step->dst = folding_side(&to);
        step->src[0] = first == 1 ? folding_side(&all) : step->dst;
        step->src[1] = (Side){.kind = AT_BUNDLE, .of = all.bundle, .at = expr_constant(first)};
        if (first == 2 && warps > 3)
            expr_add(&step->src[1].at, coef_int(1), folding_turns(folding, step, "k", warps - 2));
        if (rows == 1)
            continue;
        expr_add(&step->dst.at, coef_int(to.per), row);
        if (first == 2)
            expr_add(&step->src[0].at, coef_int(to.per), row);
    }
    if (rows > 1)
        folding_phase(folding);
}

Numbers folding_warps(Folding *folding, Numbers own) {
    if (folding->ranks.warps == 1)
        return own;
    Shared shared = shared_of(folding);
    folding->run = folding->word = 1;
    put(&shared, own);
    if (!folding->hands_on)
        folding->held = folding->fold.results;
    Numbers to = folding->hands_on ? own : folding_target(folding, folding->ranks.warps == 2);
    if (shared.by_rows)
        combine_rows(&shared, to);
    else
        combine_warps(&shared, to);
    return to;
}
