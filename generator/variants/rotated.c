/* rotated.c: registers and shared memory whose rows make the lanes of a warp meet in the same banks, row-major
 * tiles of which every lane owns a row. Which of its vectors a lane moves first is free: vector i of lane l
 * is number i ^ l / 4 % 2 (a turn), and selects put what came into the register where it belongs, as slots
 * are constants. One stage of selects for each bit of the turn. TileCopy's own, so not under `policy tirx`.
 *
 *   32x8 f32, 128 bits: lanes 0..7 start at banks 0 8 16 24 0 8 16 24. Lanes 4..7 take their second half
 *   first, from banks 4 12 20 28: 4 wavefronts a load, not 8, for 8 selects. */
#include "variants.h"

enum { WORD = 32, LANES = 32, MOST_WORDS = 128, BANK_BYTES = 128 };

/* Vector i of loop `loop` is number i ^ rank / div % mod. */
typedef struct {
    int loop;
    int64_t div, mod;
} Turn;

/* The plan that moves the vectors in order, while it becomes one that turns them. */
typedef struct {
    Plan *plan;
    Phase *phase;
    Turn turn;
    int reg_side;
    Expr still;    /* the slots, without the turned loop */
    int64_t slots; /* from one vector of it to the next */
} Rotation;

static bool applicable(const Copy *copy, Decline *decline) {
    bool from = copy->src.space == SPACE_REG, to = copy->dst.space == SPACE_REG;
    const Operand *other = from ? &copy->dst : &copy->src, *reg = from ? &copy->src : &copy->dst;
    if (from == to || other->space != SPACE_SMEM)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s: exactly one side must be registers, the other smem",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    if (copy->scope.kind == SCOPE_ELECTED || copy->scope.kind == SCOPE_CLUSTER)
        return decline_with(decline, "scope", "the scope is not thread, warp, warpgroup or cta");
    if (reg->layout.swizzle.on)
        return decline_with(decline, "register_swizzle", "the register layout is swizzled");
    return copy_bits(copy) <= WORD ||
           decline_with(
               decline,
               "dtype",
               "selects move %d bits, elements have %d",
               WORD,
               copy_bits(copy));
}

/* Of another pitch another turn is the right one, and none of most. */
static bool pitch_is_known(const Partition *partition, Decline *decline) {
    int memory = 1 - partition->reg_side;
    for (int i = 0; i < partition->atom_count; i++)
        if (partition->atoms[i].mem[memory].count)
            return decline_with(
                decline, "pitch", "which lanes meet in a bank depends on a run-time stride");
    return true;
}

/* ---- the plan ------------------------------------------------------------------------------- */

/* The term of an expression that is this loop; -1: none. */
static int term_of(const Expr *expr, int loop) {
    for (int i = 0; i < expr->term_count; i++)
        if (expr->terms[i].digit.kind == VAR_LOOP && expr->terms[i].digit.index == loop)
            return i;
    return -1;
}

/* A loop of this extent around the step: one that the plan has for other steps, or a new one; -1: there is
 * no room. */
static int repeat_by(Plan *plan, Step *step, int64_t extent) {
    int loop = 0;
    for (bool found = false; !found; loop += !found) {
        if (loop == MAX_PLAN_LOOPS || step->repeat_count == MAX_REPEAT)
            return -1;
        if (loop == plan->loop_count)
            plan_add_loop(plan, extent, true);
        found = plan->loops[loop].extent == extent && plan->loops[loop].unroll;
        for (int i = 0; i < step->repeat_count; i++)
            found &= step->repeat[i] != loop;
    }
    step->repeat[step->repeat_count++] = loop;
    return loop;
}

/* All three sides of a select step by so many slots in a loop of its own. */
static bool add_slots(Plan *plan, Step *step, int64_t extent, int64_t slots) {
    if (extent == 1)
        return true;
    int loop = repeat_by(plan, step, extent);
    Digit digit = digit_of(VAR_LOOP, loop, 1, 0);
    return loop >= 0 && expr_add(&step->dst.at, coef_int(slots), digit) &&
           expr_add(&step->src[0].at, coef_int(slots), digit) &&
           expr_add(&step->src[1].at, coef_int(slots), digit);
}

/* The two vectors of a pair, `apart` slots from each other: of number k the other one is (k + 1) % 2. */
static bool add_pair(Plan *plan, Step *step, int64_t apart) {
    int loop = repeat_by(plan, step, 2);
    Digit digit = digit_of(VAR_LOOP, loop, 1, 0), other = digit_of(VAR_LOOP, loop, 1, 2);
    other.sub = -1;
    return loop >= 0 && expr_add(&step->dst.at, coef_int(apart), digit) &&
           expr_add(&step->src[0].at, coef_int(apart), digit) &&
           expr_add(&step->src[1].at, coef_int(apart), other);
}

/* to[i] = from[i], or from[i ^ bit] of the lanes in which this bit of the turn is set, of all vectors i. */
static bool add_stage(Rotation *rotation, const Step *move, int64_t bit, int from, int to) {
    Plan *plan = rotation->plan;
    int64_t extent = plan->loops[rotation->turn.loop].extent, slots = rotation->slots;
    int64_t per_word = WORD / plan->dtype->bits, words = plan->vec_bits / WORD;
    int64_t div = rotation->turn.div * bit;
    Step step = step_new(PRIM_SELECT_B32);
    for (int i = 0; i < move->repeat_count; i++)
        if (move->repeat[i] != rotation->turn.loop)
            step.repeat[step.repeat_count++] = move->repeat[i];
    step.dst.at = step.src[0].at = rotation->still;
    step.src[1] = step.src[0];
    step.dst.of = to;
    step.src[0].of = step.src[1].of = from;
    step.rest = REST_OTHER;
    step.conds = NEW_ARRAY(Cond, MAX_CONDS);
    step.conds[step.cond_count++] = (Cond){.op = COND_EQ, .rhs = expr_constant(0)};
    bool wraps = (plan->threads - 1) / div >= 2, dense = slots == words * per_word;
    bool ok = expr_add(
                  &step.conds[0].lhs, coef_int(1), digit_of(VAR_RANK, 0, div, wraps ? 2 : 0)) &&
              add_slots(plan, &step, extent / (2 * bit), slots * 2 * bit) &&
              add_pair(plan, &step, slots * bit);
    if (ok && !dense)
        ok = add_slots(plan, &step, bit, slots);
    ok = ok && add_slots(plan, &step, dense ? bit * words : words, per_word);
    rotation->phase->steps[rotation->phase->step_count++] = step;
    return ok;
}

/* The stages, from one array of registers into the next: loads end in `dst`, stores begin in `src`. */
static bool add_stages(Rotation *rotation, Step *move) {
    Plan *plan = rotation->plan;
    bool is_load = rotation->reg_side == DST;
    int64_t count = plan->bundles[0].count;
    int own = step_bundle(move)->of, at = own, spare[2];
    for (int i = 0; i < (rotation->turn.mod > 2 ? 2 : 1); i++)
        spare[i] = plan_add_bundle(plan, i ? "w" : "v", ROLE_SCRATCH, plan->dtype, count);
    if (is_load)
        at = step_bundle(move)->of = spare[0];
    for (int64_t bit = 1, stage = is_load; bit < rotation->turn.mod; bit *= 2, stage++) {
        bool is_last = 2 * bit == rotation->turn.mod;
        int to = is_load && is_last ? own : spare[stage % 2];
        if (!add_stage(rotation, move, bit, at, to))
            return false;
        at = to;
    }
    if (!is_load)
        step_bundle(move)->of = at;
    return true;
}

/* The loops of the phase become loops of its one step, and its address turns. */
static bool rotate(Plan *plan, int reg_side, Turn turn) {
    Phase *phase = &plan->phases[0];
    Step move = phase->steps[0];
    Rotation rotation = {plan, phase, turn, reg_side, step_bundle(&move)->at, 0};
    int slot = term_of(&rotation.still, turn.loop);
    int address = term_of(&step_memory(&move)->at, turn.loop);
    if (slot < 0 || address < 0 || phase->loop_count > MAX_REPEAT)
        return false;
    for (int i = 0; i < phase->loop_count; i++)
        move.repeat[move.repeat_count++] = phase->loops[i];
    phase->loop_count = 0;
    Term turned = step_memory(&move)->at.terms[address];
    turned.digit.turn_div = turn.div;
    turned.digit.turn_mod = turn.mod;
    expr_set_term(&step_memory(&move)->at, address, turned);
    rotation.slots = rotation.still.terms[slot].coef.value;
    expr_drop_term(&rotation.still, slot);
    phase->steps = NEW_ARRAY(Step, MAX_MOVES + 1);
    phase->step_count = reg_side == DST;
    if (!add_stages(&rotation, &move))
        return false;
    phase->steps[reg_side == DST ? 0 : phase->step_count++] = move;
    return true;
}

/* ---- which turn ----------------------------------------------------------------------------- */

typedef struct {
    const Partition *partition;
    Turn best;
    Cost plain, cost; /* in order; of the best turn, whose mod is 0 as long as there is none */
} Search;

static Plan *plain_plan(const Partition *partition, Decline *decline) {
    Partition work = *partition;
    return registers_plan(&work, "rotated", 128, decline);
}

static Plan *turned_plan(const Partition *partition, Turn turn) {
    Decline decline;
    Plan *plan = plain_plan(partition, &decline);
    return plan && rotate(plan, partition->reg_side, turn) ? plan : NULL;
}

static Wavefronts wavefronts_of(const Cost *cost) {
    return cost->wavefront_count ? cost->wavefronts[0] : (Wavefronts){0};
}

static void try_turn(Search *search, Turn turn) {
    MemMark mark = mem_mark();
    Plan *plan = turned_plan(search->partition, turn);
    bool better = false;
    if (plan) {
        Cost cost = plan_cost(plan);
        int64_t got = wavefronts_of(&cost).got;
        better = got < wavefronts_of(&search->plain).got &&
                 (!search->best.mod || cost.score < search->cost.score);
        if (better) {
            search->best = turn;
            search->cost.score = cost.score;
        }
    }
    mem_rewind(mark);
}

/* All turns of one loop by bits of the lane. Vectors a whole row of banks apart lie in the same ones. */
static void try_loop(Search *search, const Plan *plan, int loop) {
    const Step *move = &plan->phases[0].steps[0];
    const Side *memory = step_memory((Step *)move);
    int term = term_of(&memory->at, loop);
    if (term < 0 || memory->at.terms[term].coef.value * plan->dtype->bits / 8 % BANK_BYTES == 0)
        return;
    int64_t extent = plan->loops[loop].extent;
    for (int64_t mod = 2; mod <= LANES && extent % mod == 0; mod *= 2)
        for (int64_t div = 1; div * mod <= LANES; div *= 2)
            try_turn(search, (Turn){loop, div, mod});
}

static bool worth_it(const Plan *plan, const Cost *cost, Decline *decline) {
    const Phase *phase = &plan->phases[0];
    Wavefronts plain = wavefronts_of(cost);
    int64_t words = (int64_t)plan->ops_per_thread * plan->vec_bits / WORD;
    if (plain.got <= plain.ideal)
        return decline_with(
            decline,
            "conflict_free",
            "in order they take %lld wavefronts, which is the least",
            (long long)plain.got);
    if (plan->phase_count != 1 || phase->step_count != 1 || phase->loop_count == 0)
        return decline_with(decline, "loop", "a thread has no vectors to change the order of");
    if (plan->vec_bits < WORD)
        return decline_with(
            decline, "vector", "selects move %d bits, vectors have %d", WORD, plan->vec_bits);
    return words <= MOST_WORDS ||
           decline_with(
               decline,
               "registers",
               "it takes %lld registers of each thread, %d at most: copy a smaller tile",
               (long long)words,
               MOST_WORDS);
}

Plan *rotated_offer(const Copy *copy, int target, Decline *decline) {
    Partition *partition = applicable(copy, decline) ? partition_new(copy, decline) : NULL;
    (void)target;
    if (!partition || !pitch_is_known(partition, decline))
        return NULL;
    Plan *plan = plain_plan(partition, decline);
    if (!plan)
        return NULL;
    Search search = {.partition = partition, .plain = plan_cost(plan)};
    if (!worth_it(plan, &search.plain, decline))
        return NULL;
    for (int i = 0; i < plan->phases[0].loop_count; i++)
        try_loop(&search, plan, plan->phases[0].loops[i]);
    if (search.best.mod)
        return turned_plan(partition, search.best);
    decline_with(
        decline,
        "turn",
        "no turn of %d vectors takes fewer than the %lld wavefronts that they take in order",
        plan->ops_per_thread,
        (long long)wavefronts_of(&search.plain).got);
    return NULL;
}
