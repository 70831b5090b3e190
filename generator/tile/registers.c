/* registers.c: a Partition with one register side -> the Plan in which every owner moves its own
 * elements: thread atoms become digits of the rank, the others loops around one vector. */
#include "tile.h"

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

/* How far the replicas that count in smaller steps reach. */
static int64_t replicas_below(const Partition *partition, const Atom *atom) {
    const Layout *layout = &copy_side(partition->copy, partition->reg_side)->layout;
    int64_t below = 0;
    for (int i = 0; i < layout->replica_count; i++) {
        const Iter *replica = &layout->replica[i];
        if (replica->axis == atom->axis && replica->stride.value < atom->reg)
            below += (replica->extent - 1) * replica->stride.value;
    }
    return below;
}

/* The lowest owner of a source's element is that of the first replica, if it takes part. */
static bool all_replicas_move(const Partition *partition) {
    return partition->reg_side == DST || partition->copy->scope.narrowed;
}

/* Steps 1 and 4 nest: rank % 4 and rank / 4. Of steps 2 and 7 no digit of the rank tells them
 * apart, and four steps of 2 beside one of 4 would put two elements into one register. Of a source
 * with two steps of 1 lane 3 holds elements (1, 2) and (2, 1); and replicas in steps of 2 that
 * reach to a step of 3 make that the one of the odd lanes. */
static bool atom_nests(const Partition *partition, int at) {
    const Atom *atom = &partition->atoms[at];
    int64_t next = next_step(partition, atom);
    if (atom->axis == AXIS_M)
        return true;
    for (int i = 0; i < at; i++)
        if (partition->atoms[i].axis == atom->axis && partition->atoms[i].reg == atom->reg)
            return false;
    if (all_replicas_move(partition) && replicas_below(partition, atom) >= atom->reg)
        return false;
    return next == 0 || (next % atom->reg == 0 && next / atom->reg >= atom->extent);
}

bool registers_nest(const Partition *partition) {
    for (int i = 0; i < partition->atom_count; i++)
        if (!atom_nests(partition, i))
            return false;
    return true;
}

/* Where the digit starts. Odd lanes, 1 + 2 * row: the row is lane / 2, without a subtraction, since
 * the start and all smaller steps together stay below one step. */
static int64_t digit_base(const Partition *partition, const Atom *atom) {
    int64_t base = partition->thread_base[atom->axis], below = base;
    for (int i = 0; i < partition->atom_count; i++) {
        const Atom *other = &partition->atoms[i];
        if (other->axis == atom->axis && other->reg < atom->reg)
            below += (other->extent - 1) * other->reg;
    }
    return below + replicas_below(partition, atom) < atom->reg ? 0 : base;
}

Digit registers_digit(const Partition *partition, const Atom *atom, int threads) {
    int64_t next = next_step(partition, atom);
    Digit digit = owner_digit(
        atom->axis,
        digit_base(partition, atom),
        atom->reg,
        atom->extent,
        next / atom->reg,
        threads);
    digit.role = atom_role(partition, atom);
    /* Nothing counts in larger steps: the guard alone bounds the digit. Lanes 8 .. 23 with one row
     * each are rank - 8, without a modulus. */
    if (digit.sub && next == 0)
        digit.mod = 0;
    return digit;
}

/* Is every combination of the digits some mover's? Of four rows with replicas on lanes i to i + 3,
 * of which only lane 3 takes part, all are in the same registers of that lane, and its digit can
 * only say one of them. */
static bool movers_cover(const Partition *partition, const RankSet *movers, int threads) {
    bool seen[MAX_THREADS] = {0};
    Digit digits[MAX_ATOMS];
    int64_t combinations = 1, found = 0;
    for (int i = 0; i < partition->atom_count; i++) {
        const Atom *atom = &partition->atoms[i];
        if (atom->axis == AXIS_M)
            continue;
        digits[i] = registers_digit(partition, atom, threads);
        combinations *= atom->extent;
        if (combinations > movers->count)
            return false;
    }
    for (int rank = 0; rank < threads; rank++) {
        Point point = {.rank = rank};
        int64_t at = 0;
        for (int i = 0; i < partition->atom_count && movers->has[rank]; i++)
            if (partition->atoms[i].axis != AXIS_M)
                at = at * partition->atoms[i].extent + digit_value(&digits[i], &point);
        bool is_new = movers->has[rank] && at >= 0 && at < combinations && !seen[at];
        found += is_new;
        if (is_new)
            seen[at] = true;
    }
    return found == combinations;
}

/* The next loop of the phase: one that an earlier phase has too, where it is as long. */
static int loop_of(Plan *plan, const Phase *phase, int64_t extent) {
    int next = phase->loop_count ? phase->loops[phase->loop_count - 1] + 1 : 0;
    for (; next < plan->loop_count; next++)
        if (plan->loops[next].extent == extent && plan->loops[next].unroll)
            return next;
    return plan_add_loop(plan, extent, true);
}

static bool add_atom(
    const Partition *partition, const Atom *atom, Plan *plan, Phase *phase, Moves *moves) {
    Digit digit;
    if (atom->axis != AXIS_M) {
        digit = registers_digit(partition, atom, plan->threads);
        return moves_add(moves, partition->copy, atom, digit);
    }
    if (phase->loop_count == MAX_LOOPS)
        return false;
    int loop = loop_of(plan, phase, atom->extent);
    phase->loops[phase->loop_count++] = loop;
    plan->ops_per_thread *= (int)atom->extent;
    digit = digit_of(VAR_LOOP, loop, 1, 0);
    return moves_add_slot(moves, atom->reg, digit) &&
           moves_add(moves, partition->copy, atom, digit);
}

/* Everything that the vector could not take, and who takes part. */
static bool fill(Partition *partition, Plan *plan, Phase *phase, int64_t vector, Decline *decline) {
    const Copy *copy = partition->copy;
    int reg = partition->reg_side, bits = (int)vector * copy_bits(copy);
    const Ownership *owners = copy_owners(copy, reg);
    Moves moves;
    moves_start(&moves, partition, vector, reg == SRC ? -1 : 0, reg == SRC ? 0 : -1);
    plan->ops_per_thread = 1;
    plan->vec_bits = bits;
    if (owners->uneven)
        return decline_with(
            decline, "replicas", "a thread is the lowest owner of only some of its elements");
    if (!conds_for_ranks(&owners->movers, plan->threads, &phase->guard, &phase->guard_count))
        return decline_with(
            decline, "owners", "the owning threads do not form a product of lane and warp ranges");
    if (!registers_nest(partition))
        return decline_with(decline, "owners", "the strides on a thread axis do not nest");
    if (!movers_cover(partition, &owners->movers, plan->threads))
        return decline_with(
            decline,
            "owners",
            "a thread has several elements in one register and would move them all");
    bool ok = moves_base(&moves, partition);
    for (int i = 0; i < partition->atom_count && ok; i++)
        ok = add_atom(partition, &partition->atoms[i], plan, phase, &moves);
    if (!ok || !moves_repeat(&moves, plan, NULL, 0, vector))
        return decline_with(decline, "terms", "the address has too many terms");
    for (int i = 0; i < moves.count; i++)
        phase->steps[phase->step_count++] = moves.steps[i];
    return true;
}

/* One phase of what the partition says; `room` for that many pieces. */
static Phase *add_phase(
    Partition *partition, Plan *plan, int max_bits, int room, Decline *decline) {
    const Copy *copy = partition->copy;
    if (partition->slice[partition->reg_side].origin_count > 0) {
        decline_with(decline, "register_origin", "registers cannot be indexed at run time");
        return NULL;
    }
    if (!atoms_add_replicas(partition)) {
        decline_with(decline, "replicas", "the replicas of the destination overlap");
        return NULL;
    }
    plan->pairs04 = atoms_take_pairs04(partition);
    atoms_fuse(partition);
    int64_t vector = atoms_take_vector(partition, max_bits);
    if (vector == 0) {
        decline_with(
            decline,
            "vector",
            "no access of at least 8 bits fits these %d-bit elements",
            copy_bits(copy));
        return NULL;
    }
    Phase *phase = plan_add_phase(plan, room * MAX_MOVES);
    return fill(partition, plan, phase, vector, decline) ? phase : NULL;
}

/* The last phase has the same threads as the one before it and neither has loops: one phase
 * does. */
static void join_phases(Plan *plan) {
    Phase *last = &plan->phases[plan->phase_count - 1], *before = last - 1;
    if (plan->phase_count < 2 || before->loop_count || last->loop_count ||
        !conds_equal(before->guard, before->guard_count, last->guard, last->guard_count))
        return;
    for (int i = 0; i < last->step_count; i++)
        before->steps[before->step_count++] = last->steps[i];
    *last = (Phase){0};
    plan->phase_count--;
}

int plan_add_registers(Plan *plan, const Copy *copy, int side) {
    return plan_add_bundle(
        plan,
        side == SRC ? "src" : "dst",
        side == SRC ? ROLE_IN : ROLE_OUT,
        copy->dtype,
        register_count(copy_side(copy, side)));
}

Plan *registers_plan_of(
    const Copy *copy,
    Partition *const *parts,
    int count,
    const char *variant,
    int max_bits,
    Decline *decline) {
    int reg = parts[0]->reg_side, operations = 0;
    Plan *plan = plan_new(copy, variant);
    plan->phases = NEW_ARRAY(Phase, count);
    plan_add_buffer(plan, copy, 1 - reg);
    plan_add_registers(plan, copy, reg);
    for (int i = 0; i < count; i++) {
        if (!add_phase(parts[i], plan, max_bits, count - i, decline))
            return NULL;
        operations += plan->ops_per_thread;
        join_phases(plan);
    }
    plan->ops_per_thread = operations;
    plan_add_flow(plan, copy, 0, 0);
    plan_finish(plan);
    return plan;
}

Plan *registers_plan(Partition *partition, const char *variant, int max_bits, Decline *decline) {
    return registers_plan_of(partition->copy, &partition, 1, variant, max_bits, decline);
}
