/* registers.c: a Partition with one register side -> the Plan in which every owner moves its own
 * elements: thread atoms become digits of the rank, the others loops around one vector. */
#include "build.h"

/* Highest slot + 1: S[(32,8):(1@laneid,2)] spans 7 * 2 + 1 = 15 registers. */
int64_t register_count(const Operand *reg) {
    const Layout *layout = &reg->layout;
    int64_t count = 1;
    for (int i = 0; i < layout->shard_count; i++)
        if (layout->shard[i].axis == AXIS_M)
            count += (layout->shard[i].extent - 1) * layout->shard[i].stride.value;
    for (int i = 0; i < layout->replica_count; i++)
        if (layout->replica[i].axis == AXIS_M)
            count += (layout->replica[i].extent - 1) * layout->replica[i].stride.value;
    for (int i = 0; i < layout->offset_count; i++)
        if (layout->offset[i].axis == AXIS_M)
            count += layout->offset[i].amount;
    int64_t period = swizzle_period(&layout->swizzle);
    return (count + period - 1) / period * period;
}

/* The next larger step on the atom's thread axis, of another atom or of a replica; 0: none. */
static int64_t next_step(const Partition *partition, const Atom *atom) {
    const Layout *layout = &copy_side(partition->copy, partition->reg_side)->layout;
    int64_t next = 0;
    for (int i = 0; i < partition->atom_count; i++) {
        const Atom *other = &partition->atoms[i];
        if (other->axis == atom->axis && other->reg > atom->reg && (!next || other->reg < next))
            next = other->reg;
    }
    for (int i = 0; i < layout->replica_count; i++) {
        const Iter *replica = &layout->replica[i];
        int64_t step = replica->stride.value;
        if (replica->axis == atom->axis && step > atom->reg && (!next || step < next))
            next = step;
    }
    return next;
}

/* Steps 1 and 4 nest: rank % 4 and rank / 4. Of steps 2 and 7 no digit of the rank tells them apart, and
 * four steps of 2 beside one of 4 would put two elements into one register. */
static bool steps_nest(const Partition *partition) {
    for (int i = 0; i < partition->atom_count; i++) {
        const Atom *atom = &partition->atoms[i];
        int64_t next = atom->axis == AXIS_M ? 0 : next_step(partition, atom);
        if (next && (next % atom->reg || next / atom->reg < atom->extent))
            return false;
    }
    return true;
}

/* Does nothing else on this thread axis count in larger steps? Then the guard alone bounds the digit:
 * lanes 8 .. 23 with one row each are rank - 8, without a modulus. */
static bool is_outermost(const Partition *partition, const Atom *atom) {
    const Layout *layout = &copy_side(partition->copy, partition->reg_side)->layout;
    for (int i = 0; i < layout->replica_count; i++)
        if (layout->replica[i].axis == atom->axis)
            return false;
    return next_step(partition, atom) == 0;
}

static bool add_atom(
    const Partition *partition, const Atom *atom, Plan *plan, Phase *phase, Moves *moves) {
    Digit digit;
    if (atom->axis != AXIS_M) {
        digit = owner_digit(
            atom->axis,
            partition->thread_base[atom->axis],
            atom->reg,
            atom->extent,
            next_step(partition, atom) / atom->reg,
            plan->threads);
        if (digit.sub && is_outermost(partition, atom))
            digit.mod = 0;
        return moves_add(moves, partition->copy, atom, digit);
    }
    if (phase->loop_count == MAX_LOOPS)
        return false;
    int loop = plan_add_loop(plan, atom->extent, true);
    phase->loops[phase->loop_count++] = loop;
    plan->ops_per_thread *= (int)atom->extent;
    digit = digit_of(VAR_LOOP, loop, 1, 0);
    return moves_add_slot(moves, atom->reg, digit) &&
           moves_add(moves, partition->copy, atom, digit);
}

/* Everything that the vector could not take, and who takes part. */
static bool fill(Partition *partition, Plan *plan, Phase *phase, int64_t vector, Decline *decline) {
    const Copy *copy = partition->copy;
    int reg = partition->reg_side, memory = 1 - reg, bits = (int)vector * copy_bits(copy);
    const Ownership *owners = copy_owners(copy, reg);
    Moves moves;
    int buffer = plan_add_buffer(plan, copy, memory);
    int bundle = plan_add_bundle(
        plan,
        reg == SRC ? "src" : "dst",
        reg == SRC ? ROLE_IN : ROLE_OUT,
        copy->dtype,
        register_count(copy_side(copy, reg)));
    moves_start(
        &moves, partition, vector, reg == SRC ? -1 : buffer, reg == SRC ? buffer : -1, bundle);
    plan->ops_per_thread = 1;
    plan->vec_bits = bits;
    if (owners->uneven)
        return decline_with(
            decline, "replicas", "a thread is the lowest owner of only some of its elements");
    if (!conds_for_ranks(&owners->movers, plan->threads, &phase->guard, &phase->guard_count))
        return decline_with(
            decline, "owners", "the owning threads are not a product of lane and warp ranges");
    if (!steps_nest(partition))
        return decline_with(decline, "owners", "the steps of an axis of threads do not nest");
    bool ok = moves_base(&moves, partition);
    for (int i = 0; i < partition->atom_count && ok; i++)
        ok = add_atom(partition, &partition->atoms[i], plan, phase, &moves);
    if (!ok || !moves_repeat(&moves, plan, NULL, 0, vector))
        return decline_with(decline, "terms", "the address has too many terms");
    for (int i = 0; i < moves.count; i++)
        phase->steps[phase->step_count++] = moves.steps[i];
    return true;
}

Plan *registers_plan(Partition *partition, const char *variant, int max_bits, Decline *decline) {
    const Copy *copy = partition->copy;
    int reg = partition->reg_side;
    if (partition->slice[reg].origin_count > 0) {
        decline_with(decline, "register_origin", "registers cannot be indexed at run time");
        return NULL;
    }
    if (!atoms_add_replicas(partition)) {
        decline_with(decline, "replicas", "the replicas of the destination overlap");
        return NULL;
    }
    atoms_fuse(partition);
    int64_t vector = atoms_take_vector(partition, max_bits);
    if (vector == 0) {
        decline_with(
            decline,
            "vector",
            "no access of at least 8 bits fits %d-bit elements here",
            copy_bits(copy));
        return NULL;
    }
    Plan *plan = plan_new(copy, variant);
    Phase *phase = plan_add_phase(plan, MAX_MOVES);
    if (!fill(partition, plan, phase, vector, decline))
        return NULL;
    int memory_at = 0, bundle_at = 0;
    plan_add_flow(
        plan, copy, reg == SRC ? bundle_at : memory_at, reg == SRC ? memory_at : bundle_at);
    plan_finish(plan);
    return plan;
}
