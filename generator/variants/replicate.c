/* replicate.c: Copies whose source has the same element several times (stride 0 where the
 * destination has stride 1, also in registers): each element is loaded once and repeated in
 * registers. S[(32,8):(1,0)] into 32 rows takes one load and two wide stores per row. TileCopy's
 * own, so not under `policy tirx`. */
#include "variants.h"

enum { STAGED = 64 }; /* 32-bit registers per thread */

static bool applicable(const Copy *copy, Decline *decline) {
    bool from = copy->src.space == SPACE_GMEM || copy->src.space == SPACE_SMEM;
    bool to = copy->dst.space == SPACE_GMEM || copy->dst.space == SPACE_SMEM ||
              copy->dst.space == SPACE_REG;
    if (!from || !to)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s is not from gmem or smem to gmem, smem or reg",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    if (copy->scope.kind == SCOPE_ELECTED || copy->scope.kind == SCOPE_CLUSTER)
        return decline_with(decline, "scope", "the scope is not thread, warp, warpgroup or cta");
    if (copy->src.layout.replica_count > 0 || copy->dst.layout.replica_count > 0)
        return decline_with(decline, "memory_replica", "a replica");
    return copy_bits(copy) >= 8 ||
           decline_with(decline, "vector", "elements smaller than a byte cannot be repeated");
}

static bool decline_none(Decline *decline) {
    return decline_with(
        decline, "no_broadcast", "no element of the source goes to several adjacent places");
}

static Digit loop_digit(int loop) {
    return digit_of(VAR_LOOP, loop, 1, 0);
}

/* ---- registers ----------------------------------------------------------------------------- */

/* The vector at the load's slot once more for every further value of the atom: dst[i + 1] =
 * dst[0]. */
static bool repeat_vector(Plan *plan, Phase *phase, const Atom *atom, int64_t vector) {
    Step step = step_new(PRIM_MOVE);
    step.dst = step.src[0] = phase->steps[0].dst;
    int copies = plan_add_loop(plan, atom->extent - 1, true);
    step.repeat[step.repeat_count++] = copies;
    step.dst.at.constant += atom->reg;
    bool ok = expr_add(&step.dst.at, coef_int(atom->reg), loop_digit(copies));
    if (vector > 1) {
        int elements = plan_add_loop(plan, vector, true);
        step.repeat[step.repeat_count++] = elements;
        ok = ok && expr_add(&step.dst.at, coef_int(1), loop_digit(elements)) &&
             expr_add(&step.src[0].at, coef_int(1), loop_digit(elements));
    }
    phase->steps[phase->step_count++] = step;
    return ok;
}

static Plan *into_registers(const Partition *partition, Decline *decline) {
    Partition loaded = *partition;
    const Atom *repeated = NULL;
    loaded.atom_count = 0;
    for (int i = 0; i < partition->atom_count; i++) {
        const Atom *atom = &partition->atoms[i];
        if (!repeated && atom->axis == AXIS_M && coef_is_zero(atom->mem[SRC]))
            repeated = atom;
        else
            loaded.atoms[loaded.atom_count++] = *atom;
    }
    if (!repeated) {
        decline_none(decline);
        return NULL;
    }
    Plan *plan = registers_plan(&loaded, "replicate", 128, decline);
    if (plan &&
        !repeat_vector(plan, &plan->phases[0], repeated, plan->vec_bits / copy_bits(loaded.copy))) {
        decline_with(decline, "terms", "the address has too many terms");
        return NULL;
    }
    return plan;
}

/* ---- memory -------------------------------------------------------------------------------- */

typedef struct {
    Step load, move, store;
    int loops[MAX_REPEAT], stills[MAX_REPEAT];
    int loop_count, still_count;
    int64_t batch, room;
} Steps;

static bool add_digit(Steps *steps, const Atom *atom, Digit digit) {
    return expr_add(&steps->load.src[0].at, atom->mem[SRC], digit) &&
           expr_add(&steps->store.dst.at, atom->mem[DST], digit);
}

/* Rounds: those that load something else stage it, as long as there is room; the others only
 * store. */
static bool add_round(Steps *steps, Plan *plan, Phase *phase, Atom atom, int64_t vector) {
    bool still = coef_is_zero(atom.mem[SRC]);
    plan->ops_per_thread *= (int)atom.extent;
    bool inner = steps->loop_count + steps->still_count + 2 < MAX_REPEAT &&
                 (still || atom.extent <= steps->room);
    int loop = plan_add_loop(plan, atom.extent, inner);
    Digit digit = loop_digit(loop);
    if (!inner) {
        if (phase->loop_count == MAX_LOOPS)
            return false;
        phase->loops[phase->loop_count++] = loop;
        return add_digit(steps, &atom, digit);
    }
    if (still) {
        steps->stills[steps->still_count++] = loop;
        return expr_add(&steps->store.dst.at, atom.mem[DST], digit);
    }
    steps->loops[steps->loop_count++] = loop;
    bool ok = add_digit(steps, &atom, digit) &&
              expr_add(&steps->load.dst.at, coef_int(steps->batch), digit) &&
              expr_add(&steps->move.src[0].at, coef_int(steps->batch), digit) &&
              expr_add(&steps->move.dst.at, coef_int(steps->batch * vector), digit) &&
              expr_add(&steps->store.src[0].at, coef_int(steps->batch * vector), digit);
    steps->batch *= atom.extent;
    steps->room /= atom.extent;
    return ok;
}

static void repeat_all(Step *step, const int *loops, int count) {
    for (int i = 0; i < count; i++)
        step->repeat[step->repeat_count++] = loops[i];
}

static bool fill_steps(
    const Partition *partition,
    const Spread *spread,
    Plan *plan,
    Phase *phase,
    int64_t vector,
    const RankSet *ranks) {
    const Copy *copy = partition->copy;
    int bits = copy_bits(copy);
    Steps steps = {.batch = 1, .room = STAGED * 32 / (vector * bits)};
    steps.load = step_new(primitive_load(copy->src.space, bits));
    steps.store = step_new(primitive_store(copy->dst.space, (int)vector * bits));
    steps.move = step_new(PRIM_MOVE);
    steps.load.src[0].of = plan_add_buffer(plan, copy, SRC);
    steps.store.dst.of = plan_add_buffer(plan, copy, DST);
    steps.load.dst.of = steps.move.src[0].of =
        plan_add_bundle(plan, "one", ROLE_SCRATCH, copy->dtype, 1);
    steps.store.src[0].of = steps.move.dst.of =
        plan_add_bundle(plan, "v", ROLE_SCRATCH, copy->dtype, vector);
    plan->vec_bits = (int)vector * bits;
    plan->ops_per_thread = 1;
    plan_add_flow(plan, copy, steps.load.src[0].of, steps.store.dst.of);
    if (!conds_for_ranks(ranks, plan->threads, &phase->guard, &phase->guard_count) ||
        !expr_base(partition, SRC, &steps.load.src[0].at) ||
        !expr_base(partition, DST, &steps.store.dst.at))
        return false;
    for (int i = spread->count - 1; i >= 0; i--)
        if (!add_digit(&steps, &spread->atoms[i], spread->digits[i]))
            return false;
    for (int i = partition->atom_count - 1; i >= 0; i--)
        if (!add_round(&steps, plan, phase, partition->atoms[i], vector))
            return false;
    int elements = plan_add_loop(plan, vector, true);
    if (!expr_add(&steps.move.dst.at, coef_int(1), loop_digit(elements)))
        return false;
    repeat_all(&steps.load, steps.loops, steps.loop_count);
    repeat_all(&steps.move, steps.loops, steps.loop_count);
    repeat_all(&steps.move, &elements, 1);
    repeat_all(&steps.store, steps.loops, steps.loop_count);
    repeat_all(&steps.store, steps.stills, steps.still_count);
    plan->bundles[0].count = steps.batch;
    plan->bundles[1].count = steps.batch * vector;
    phase->steps[phase->step_count++] = steps.load;
    phase->steps[phase->step_count++] = steps.move;
    phase->steps[phase->step_count++] = steps.store;
    return true;
}

static Plan *into_memory(Partition *partition, Decline *decline) {
    const Copy *copy = partition->copy;
    const RankSet *ranks = all_ranks(copy);
    Partition taken;
    Spread spread = {0};
    int64_t vector = 1;
    bool dealt = false, repeats = false;
    int first;
    if (!ranks_in_a_row(ranks, &first, decline))
        return NULL;
    atoms_sort(partition, DST);
    for (int bits = 128; bits > copy_bits(copy); bits = (int)vector * copy_bits(copy) / 2) {
        taken = *partition;
        spread.count = 0;
        vector = atoms_take_copies(&taken, bits);
        repeats |= vector > 1;
        dealt = vector > 1 && threads_take(&taken, ranks->count, first, &spread);
        if (vector == 1 || dealt)
            break;
    }
    if (!dealt && repeats)
        decline_with(
            decline,
            "spread",
            "the vectors cannot be divided evenly among %d threads",
            ranks->count);
    else if (!dealt)
        decline_none(decline);
    if (!dealt)
        return NULL;
    Plan *plan = plan_new(copy, "replicate");
    Phase *phase = plan_add_phase(plan, 3);
    if (!fill_steps(&taken, &spread, plan, phase, vector, ranks)) {
        decline_with(decline, "terms", "the address has too many terms");
        return NULL;
    }
    plan_finish(plan);
    return plan;
}

Plan *replicate_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Partition *partition = applicable(copy, decline) ? partition_new(copy, decline) : NULL;
    if (!partition)
        return NULL;
    atoms_fuse(partition);
    return copy->dst.space == SPACE_REG ? into_registers(partition, decline)
                                        : into_memory(partition, decline);
}
