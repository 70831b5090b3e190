/* rotated.c: Copies between registers and shared memory in which the lanes of a warp would conflict
 * in the banks: row-major tiles in which each lane owns a row. The order of a lane's vectors is
 * free: vector i of lane l is number i ^ l / 4 % 2 (a rotation). Register numbers are constants, so
 * selects move the data to the right register, one stage of selects for each bit of the rotation.
 * Conversions happen between the selects and the caller's registers. TileCopy's own, so not under
 * `policy tirx`.
 *
 *   32x8 f32, 128 bits: lanes 0..7 start at banks 0 8 16 24 0 8 16 24. Lanes 4..7 take their second
 *   half first, from banks 4 12 20 28: 4 wavefronts per load instead of 8, for 8 selects. */
#include "variants.h"

enum { WORD = 32, LANES = 32, BANK_BYTES = 128, MANY_REGISTERS = 128 };

/* Vector i of loop `loop` is number i ^ rank / div % mod. */
typedef struct {
    int loop;
    int64_t div, mod;
} Turn;

/* The plan that moves the vectors in order, while it becomes one that turns them: groups of `mod`,
 * one after the other. */
typedef struct {
    Plan *plan;
    Phase *phase;
    Turn turn;
    int own;       /* bundle: the caller's registers */
    Expr first;    /* of them, that of a group's first vector */
    int64_t slots; /* from one vector to the next there */
    int64_t vector, per_select;
    PrimitiveId select; /* of a word, or of an element of two */
} Rotation;

static bool applicable(const Copy *copy, Decline *decline) {
    if (!register_pair(copy, true, decline))
        return false;
    return copy_bits(copy) <= 2 * WORD ||
           decline_with(
               decline,
               "dtype",
               "selects move 32 or 64 bits, but the elements have %d",
               copy_bits(copy));
}

/* Of another pitch another turn is the right one, and none of most. */
static bool pitch_is_known(const Partition *partition, Decline *decline) {
    int memory = 1 - partition->reg_side;
    for (int i = 0; i < partition->atom_count; i++)
        if (partition->atoms[i].mem[memory].count)
            return decline_with(decline, "pitch", "bank conflicts depend on a run-time stride");
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

/* A loop of this extent around the step: one that the plan has for other steps, or a new one; -1:
 * there is no room. */
static int repeat_by(const Rotation *rotation, Step *step, int64_t extent) {
    Plan *plan = rotation->plan;
    const Phase *phase = rotation->phase;
    int loop = 0;
    for (bool found = false; !found; loop += !found) {
        if (loop == MAX_PLAN_LOOPS || step->repeat_count == MAX_REPEAT)
            return -1;
        if (loop == plan->loop_count)
            plan_add_loop(plan, extent, true);
        found = plan->loops[loop].extent == extent && plan->loops[loop].unroll;
        for (int i = 0; i < phase->loop_count; i++)
            found &= phase->loops[i] != loop;
        for (int i = 0; i < step->repeat_count; i++)
            found &= step->repeat[i] != loop;
    }
    step->repeat[step->repeat_count++] = loop;
    return loop;
}

static bool add_digit(Side *side, int64_t slots, Digit digit) {
    return expr_add(&side->at, coef_int(slots), digit);
}

/* `extent` steps of so many slots in a loop of its own, in the registers written and in those
 * read. */
static bool add_slots(Rotation *rotation, Step *step, int64_t extent, int64_t to, int64_t from) {
    if (extent == 1)
        return true;
    int loop = repeat_by(rotation, step, extent);
    Digit digit = digit_of(VAR_LOOP, loop, 1, 0);
    return loop >= 0 && add_digit(&step->dst, to, digit) && add_digit(&step->src[0], from, digit) &&
           add_digit(&step->src[1], from, digit);
}

/* The two vectors of a pair: of number k the other one is (k + 1) % 2. */
static bool add_pair(Rotation *rotation, Step *step, int64_t to, int64_t from) {
    int loop = repeat_by(rotation, step, 2);
    Digit digit = digit_of(VAR_LOOP, loop, 1, 0), other = digit_of(VAR_LOOP, loop, 1, 2);
    other.sub = -1;
    return loop >= 0 && add_digit(&step->dst, to, digit) && add_digit(&step->src[0], from, digit) &&
           add_digit(&step->src[1], from, other);
}

static Side group_in(const Rotation *rotation, int bundle) {
    Side side = {.kind = AT_BUNDLE, .of = bundle};
    if (bundle == rotation->own)
        side.at = rotation->first;
    return side;
}

static int64_t slots_in(const Rotation *rotation, int bundle) {
    return bundle == rotation->own ? rotation->slots : rotation->vector;
}

/* to[i] = from[i], or from[i ^ bit] of the lanes in which this bit of the turn is set, of all
 * vectors i. */
static bool add_stage(Rotation *rotation, int64_t bit, int from, int to) {
    int64_t words = rotation->vector / rotation->per_select, div = rotation->turn.div * bit;
    int64_t out = slots_in(rotation, to), in = slots_in(rotation, from);
    bool wraps = (rotation->plan->threads - 1) / div >= 2;
    bool dense = out == rotation->vector && in == out;
    Step step = step_new(rotation->select);
    step.dst = group_in(rotation, to);
    step.src[0] = step.src[1] = group_in(rotation, from);
    step.rest = REST_OTHER;
    step.conds = NEW_ARRAY(Cond, MAX_CONDS);
    step.conds[step.cond_count++] = (Cond){.op = COND_EQ, .rhs = expr_constant(0)};
    Digit which = digit_of(VAR_RANK, 0, div, wraps ? 2 : 0);
    bool ok =
        expr_add(&step.conds[0].lhs, coef_int(1), which) &&
        add_slots(rotation, &step, rotation->turn.mod / (2 * bit), 2 * bit * out, 2 * bit * in) &&
        add_pair(rotation, &step, bit * out, bit * in);
    if (ok && !dense)
        ok = add_slots(rotation, &step, bit, out, in);
    ok = ok && add_slots(
                   rotation,
                   &step,
                   dense ? bit * words : words,
                   rotation->per_select,
                   rotation->per_select);
    rotation->phase->steps[rotation->phase->step_count++] = step;
    return ok;
}

/* The stages, from one array into the next: what is loaded ends in the caller's registers, what is
 * stored begins there. *moved becomes where the access has its vectors. */
static bool add_stages(Rotation *rotation, bool is_load, Side *moved) {
    Plan *plan = rotation->plan;
    int64_t mod = rotation->turn.mod;
    int spare[2] = {0}, at = rotation->own;
    for (int i = 0; i < (mod > 2 ? 2 : 1); i++)
        spare[i] =
            plan_add_bundle(plan, i ? "w" : "v", ROLE_SCRATCH, plan->dtype, mod * rotation->vector);
    if (is_load)
        *moved = group_in(rotation, at = spare[0]);
    for (int64_t bit = 1, next = is_load; bit < mod; bit *= 2, next = !next) {
        int to = is_load && 2 * bit == mod ? rotation->own : spare[next];
        if (!add_stage(rotation, bit, at, to))
            return false;
        at = to;
    }
    if (!is_load)
        *moved = group_in(rotation, at);
    return true;
}

/* The loop becomes two: of groups, around all steps, and of the vectors of a group, around the
 * access. */
static bool split_loop(Rotation *rotation, Step *move) {
    Plan *plan = rotation->plan;
    Phase *phase = rotation->phase;
    Loop *loop = &plan->loops[rotation->turn.loop];
    int64_t mod = rotation->turn.mod, groups = loop->extent / mod;
    Expr *address = &step_memory(move)->at;
    int term = term_of(address, rotation->turn.loop), kept = 0;
    Term turned = address->terms[term];
    Coef apart;
    for (int i = 0; i < phase->loop_count; i++)
        if (phase->loops[i] != rotation->turn.loop)
            phase->loops[kept++] = phase->loops[i];
    phase->loop_count = kept;
    loop->extent = mod;
    turned.digit.turn_div = rotation->turn.div;
    turned.digit.turn_mod = mod;
    expr_set_term(address, term, turned);
    if (groups == 1)
        return true;
    int outer = plan_add_loop(plan, groups, true);
    Digit digit = digit_of(VAR_LOOP, outer, 1, 0);
    phase->loops[phase->loop_count++] = outer;
    return coef_mul(turned.coef, mod, &apart) && expr_add(address, apart, digit) &&
           expr_add(&rotation->first, coef_int(mod * rotation->slots), digit);
}

/* "lane r reads vector i ^ r % 8": the idea, which the selects alone do not show. */
static const char *note_of(Turn turn, bool is_load) {
    static const char *const rounds[] = {
        "no round", "one round", "two rounds", "three rounds", "four rounds", "five rounds"};
    int bits = 0;
    while ((int64_t)1 << bits < turn.mod)
        bits++;
    const char *by = turn.div > 1 ? mem_printf(" / %lld", (long long)turn.div) : "";
    const char *vector = mem_printf("vector i ^ r%s %% %lld", by, (long long)turn.mod);
    if (is_load)
        return mem_printf(
            "To avoid bank conflicts, lane r reads %s; %s of selects undo%s this order.",
            vector,
            rounds[bits],
            bits == 1 ? "es" : "");
    return mem_printf(
        "To avoid bank conflicts, lane r writes %s; %s of selects bring%s it to place i.",
        vector,
        rounds[bits],
        bits == 1 ? "s" : "");
}

static bool rotate(Plan *plan, int reg_side, Turn turn) {
    enum { STAGES = 5 };
    Phase *phase = &plan->phases[0];
    Step move = phase->steps[0];
    Side *registers = step_bundle(&move);
    bool is_load = reg_side == DST;
    Rotation rotation = {.plan = plan, .phase = phase, .turn = turn, .own = registers->of};
    rotation.first = registers->at;
    bool wide = plan->dtype->bits > WORD;
    rotation.select = wide ? PRIM_SELECT_B64 : PRIM_SELECT_B32;
    rotation.per_select = wide ? 1 : WORD / plan->dtype->bits;
    rotation.vector = plan->vec_bits / plan->dtype->bits;
    int slot = term_of(&rotation.first, turn.loop);
    if (slot < 0)
        return false;
    rotation.slots = rotation.first.terms[slot].coef.value;
    expr_drop_term(&rotation.first, slot);
    if (!split_loop(&rotation, &move))
        return false;
    phase->steps = NEW_ARRAY(Step, STAGES + 1);
    phase->step_count = is_load;
    if (!add_stages(&rotation, is_load, registers) ||
        !add_digit(
            registers, slots_in(&rotation, registers->of), digit_of(VAR_LOOP, turn.loop, 1, 0)))
        return false;
    move.repeat[move.repeat_count++] = turn.loop;
    phase->note = note_of(turn, is_load);
    phase->steps[is_load ? 0 : phase->step_count++] = move;
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

/* True: there are no conflicts left. */
static bool try_turn(Search *search, Turn turn) {
    MemMark mark = mem_mark();
    Plan *plan = turned_plan(search->partition, turn);
    Wavefronts turned = {0};
    if (plan) {
        Cost cost = plan_cost(plan);
        turned = wavefronts_of(&cost);
        bool better = turned.got < wavefronts_of(&search->plain).got &&
                      (!search->best.mod || cost.score < search->cost.score);
        if (better) {
            search->best = turn;
            search->cost.score = cost.score;
        }
    }
    mem_rewind(mark);
    return plan && turned.got == turned.ideal;
}

/* All turns of one loop by bits of the lane, up to one without conflicts: the ones after it need as
 * many selects or more. Vectors a whole row of banks apart lie in the same ones. */
static void try_loop(Search *search, const Plan *plan, int loop) {
    const Step *move = &plan->phases[0].steps[0];
    const Side *memory = step_memory((Step *)move);
    int term = term_of(&memory->at, loop);
    if (term < 0 || memory->at.terms[term].coef.value * plan->dtype->bits / 8 % BANK_BYTES == 0)
        return;
    int64_t extent = plan->loops[loop].extent;
    int64_t most = BANK_BYTES * 8 / plan->vec_bits; /* a group of more would meet its own banks */
    for (int64_t mod = 2; mod <= most && extent % mod == 0; mod *= 2)
        for (int64_t div = 1; div * mod <= LANES; div *= 2)
            if (try_turn(search, (Turn){loop, div, mod}))
                return;
}

static bool worth_it(const Plan *plan, const Cost *cost, Decline *decline) {
    const Phase *phase = &plan->phases[0];
    Wavefronts plain = wavefronts_of(cost);
    if (plain.got <= plain.ideal)
        return decline_with(
            decline,
            "conflict_free",
            "the plain order already takes the minimum of %lld wavefronts",
            (long long)plain.got);
    if (plan->phase_count != 1 || phase->step_count != 1 || phase->loop_count == 0)
        return decline_with(
            decline, "loop", "a thread has only one vector, so there is no order to change");
    if (plan->vec_bits < WORD)
        return decline_with(
            decline,
            "vector",
            "selects move %d bits, but the vectors have %d",
            WORD,
            plan->vec_bits);
    return true;
}

static int64_t words_of(int64_t count, const Dtype *dtype) {
    return (count * dtype->bits + WORD - 1) / WORD;
}

/* From so many on a copy is warned of: not where in order it would not be. */
static Plan *within_budget(Plan *plan, const Copy *copy, Decline *decline) {
    bool converts = copy_converts(copy);
    const Dtype *own = converts ? copy->reg_dtype : plan->dtype;
    int64_t words = words_of(plan->bundles[0].count, own);
    for (int i = 1; i < plan->bundle_count; i++)
        words += words_of(plan->bundles[i].count, plan->dtype);
    if (converts) /* a group as it is in memory, as large as one of the selects' */
        words += words_of(plan->bundles[1].count, plan->dtype);
    int64_t most = copy->options.register_budget;
    most = most < MANY_REGISTERS ? MANY_REGISTERS - 1 : most;
    if (words <= most)
        return plan;
    decline_with(
        decline,
        "registers",
        "a thread needs %lld registers, at most %lld are allowed: write 'register_budget %lld'",
        (long long)words,
        (long long)most,
        (long long)words);
    return NULL;
}

Plan *rotated_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Partition *partition = applicable(copy, decline) ? partition_new(copy, decline) : NULL;
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
        return within_budget(turned_plan(partition, search.best), copy, decline);
    decline_with(
        decline,
        "turn",
        "no rotation of the %d vectors takes fewer than the %lld wavefronts of the plain order",
        plan->ops_per_thread,
        (long long)wavefronts_of(&search.plain).got);
    return NULL;
}
