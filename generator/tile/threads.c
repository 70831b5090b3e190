/* threads.c: Copies between memories, spread over the threads of a scope. The vectors of the
 * region, in the order of the driving side's addresses, are numbered [round][thread], so
 * neighbouring threads take neighbouring vectors. Loads come before stores, as many at a time as
 * the register budget allows; `policy tirx` alternates them, as the seeds do. */
#include "tile.h"
#include <string.h>

enum { BUDGET = 64 }; /* 32-bit registers per thread, for staging */

/* One always may. */
int64_t room_of(const Copy *copy, int vec_bits) {
    int64_t budget = copy->options.register_budget ? copy->options.register_budget : BUDGET;
    return budget * 32 > vec_bits ? budget * 32 / vec_bits : 1;
}

/* What gmem_smem and ldgsts ask of the scope: all of its threads, and as many elements for each. */
bool threads_even(const Copy *copy, Decline *decline) {
    int64_t count = 1;
    if (copy->scope.kind == SCOPE_ELECTED || copy->scope.kind == SCOPE_CLUSTER)
        return decline_with(decline, "scope", "the scope is not thread, warp, warpgroup or cta");
    if (copy->scope.narrowed)
        return decline_with(decline, "all_threads_active", "the scope is narrowed to some threads");
    if (copy->src.layout.replica_count > 0 || copy->dst.layout.replica_count > 0)
        return decline_with(decline, "memory_replica", "the layout has a replica on a memory axis");
    for (int d = 0; d < copy->dst.rank; d++)
        count *= copy->dst.region[d].extent;
    if (count % copy->scope.threads == 0)
        return true;
    return decline_with(
        decline,
        "divisible",
        "%lld elements are not divisible by %d threads",
        (long long)count,
        copy->scope.threads);
}

/* The global side drives; between two alike memories the destination does. */
int driving_side(const Copy *copy) {
    return copy->src.space == SPACE_GMEM && copy->dst.space != SPACE_GMEM ? SRC : DST;
}

/* How many values of an atom the threads take: all of them or all that is left of the threads; with
 * leaves_rest also what both have in common. 10 vectors of a row by 128 threads: 2, and 5
 * rounds. */
static int64_t threads_share(int64_t extent, int64_t left, bool leaves_rest) {
    if (left % extent == 0)
        return extent;
    if (extent % left == 0)
        return left;
    return leaves_rest ? gcd_i64(extent, left) : 0;
}

/* Of an atom's values every part-th one stays: (12: 8) by 4 is (3: 32). No step overflows that the
 * whole atom has room for. */
void atom_keep_steps(Atom *atom, int64_t part) {
    atom->extent /= part;
    atom->step *= part;
    for (int side = SRC; side <= DST; side++)
        atom->mem[side].value *= part;
}

DigitRole atom_role(const Partition *partition, const Atom *atom) {
    const Operand *region = &partition->copy->dst;
    int last = -1;
    for (int d = 0; d < region->rank; d++)
        last += region->region[d].extent != 1;
    if (atom->axis == AXIS_WARPID)
        return DIGIT_WARP;
    return atom->dim < last ? DIGIT_ROW : atom->step > 1 ? DIGIT_CHUNK : DIGIT_COL;
}

/* Takes the threads off the inner end of the atoms: rank / inside % extent for whole atoms, a split
 * where the threads run out. 4x(16 vectors) by 32 threads: (2: loop)(2: rank / 16)(16: rank % 16).
 * False: neither the atom nor what is left of the threads divides the other. */
bool threads_take(Partition *partition, int64_t threads, int first, Spread *spread) {
    int64_t inside = 1;
    for (int at = partition->atom_count - 1; at >= 0 && inside < threads; at--) {
        Atom *atom = &partition->atoms[at];
        int64_t part = threads_share(atom->extent, threads / inside, spread->leaves_rest);
        if (part == 0)
            return false;
        if (part == 1)
            continue;
        Digit digit = digit_of(VAR_RANK, 0, inside, inside * part == threads ? 0 : part);
        digit.sub = first;
        digit.role = atom_role(partition, atom);
        spread->atoms[spread->count] = *atom;
        spread->digits[spread->count++] = digit;
        inside *= part;
        if (part == atom->extent) {
            partition->atom_count--;
            memmove(atom, atom + 1, (size_t)(partition->atom_count - at) * sizeof *atom);
            continue;
        }
        atom_keep_steps(atom, part);
    }
    return inside == threads;
}

/* The widest vector for which the threads come out even; *out is the partition without both. */
int64_t threads_spread(
    const Partition *partition,
    int64_t threads,
    int first,
    int max_bits,
    Partition *out,
    Spread *spread) {
    for (int bits = max_bits; bits >= 8; bits /= 2) {
        *out = *partition;
        spread->count = 0;
        int64_t vector = atoms_take_vector(out, bits);
        if (vector == 0)
            return 0;
        bits = (int)vector * copy_bits(partition->copy);
        if (threads_take(out, threads, first, spread))
            return vector;
    }
    return 0;
}

/* The largest divisor of extent not above the limit. */
static int64_t divisor_up_to(int64_t extent, int64_t limit) {
    int64_t part = extent < limit ? extent : limit;
    while (extent % part)
        part--;
    return part;
}

enum { MOST_STORES = 64 };

/* A round whose source address stands still: one load serves all its stores. 32 rows of one row by
 * 32 lanes are 1 load and 2 stores each, not 2 and 2. */
static bool is_broadcast(const Copy *copy, const Atom *atom) {
    return copy->op == OP_COPY && copy->limits.count == 0 && atom->mem[SRC].value == 0 &&
           atom->extent <= MOST_STORES;
}

/* The rounds, innermost first, go around each step alone until the budget is used up; what is left
 * goes around both. */
bool threads_rounds(const Partition *partition, Plan *plan, Phase *phase, Moves *moves) {
    const Copy *copy = partition->copy;
    bool serial = partition->copy->request->policy_tirx && partition->copy->op == OP_COPY;
    int64_t room = serial ? 1 : room_of(partition->copy, plan->vec_bits),
            vector = plan->vec_bits / copy_bits(partition->copy);
    int64_t batch = 1;
    int outer[MAX_LOOPS], inner[MAX_REPEAT], outers = 0, inners = 0;
    int still[MAX_REPEAT], stills = 0;
    for (int i = partition->atom_count - 1; i >= 0; i--) {
        Atom atom = partition->atoms[i];
        bool fits = stills + inners < MAX_REPEAT;
        if (!serial && fits && is_broadcast(copy, &atom)) {
            still[stills] = plan_add_loop(plan, atom.extent, true);
            plan->ops_per_thread *= (int)atom.extent;
            if (!expr_add(
                    &moves->steps[1].dst.at,
                    atom.mem[DST],
                    digit_of(VAR_LOOP, still[stills++], 1, 0)))
                return false;
            continue;
        }
        int64_t part = fits ? divisor_up_to(atom.extent, room) : 1;
        if (part > 1) {
            int loop = plan_add_loop(plan, part, true);
            inner[inners++] = loop;
            if (!moves_add(moves, copy, &atom, digit_of(VAR_LOOP, loop, 1, 0)) ||
                !moves_add_slot(moves, batch * vector, digit_of(VAR_LOOP, loop, 1, 0)))
                return false;
            batch *= part;
            room /= part;
        }
        room = part == atom.extent ? room : 1;
        plan->ops_per_thread *= (int)atom.extent;
        atom_keep_steps(&atom, part);
        if (atom.extent == 1)
            continue;
        if (outers == MAX_LOOPS)
            return false;
        int loop = plan_add_loop(plan, atom.extent, false);
        outer[outers++] = loop;
        if (!moves_add(moves, copy, &atom, digit_of(VAR_LOOP, loop, 1, 0)))
            return false;
    }
    for (int i = 0; i < inners / 2; i++) {
        int swapped = inner[i];
        inner[i] = inner[inners - 1 - i];
        inner[inners - 1 - i] = swapped;
    }
    for (int i = 0; i < outers; i++)
        phase->loops[i] = outer[outers - 1 - i];
    phase->loop_count = outers;
    plan->bundles[0].count = batch * vector;
    if (!moves_repeat(moves, plan, inner, inners, vector))
        return false;
    for (int i = stills - 1; i >= 0; i--)
        moves->steps[1].repeat[moves->steps[1].repeat_count++] = still[i];
    return true;
}

Moves start_moves(const Partition *partition, Plan *plan, int64_t vector) {
    const Copy *copy = partition->copy;
    int bits = (int)vector * copy_bits(copy);
    int src = plan_add_buffer(plan, copy, SRC), dst = plan_add_buffer(plan, copy, DST);
    Moves moves;
    plan_add_bundle(plan, "v", ROLE_SCRATCH, copy->dtype, vector);
    moves_start(&moves, partition, vector, src, dst);
    plan->bundles[0].vector_bits = bits >= 64 && bits > copy_bits(copy) ? bits : 0;
    plan->vec_bits = bits;
    plan->ops_per_thread = 1;
    plan_add_flow(plan, copy, src, dst);
    return moves;
}

void plan_left_to_caller(Plan *plan) {
    plan->bundle_count = 0;
    plan->objects[0] = (Object){.name = "group", .kind = OBJECT_GROUP, .left = true};
    plan->object_count = 1;
}

/* One phase: `ranks` take one vector each in every round. */
static bool add_phase(
    const Partition *partition,
    const Spread *spread,
    Plan *plan,
    const RankSet *ranks,
    int64_t vector,
    Moves moves) {
    Phase *phase = plan_add_phase(plan, MAX_MOVES);
    if (!conds_for_ranks(ranks, plan->threads, &phase->guard, &phase->guard_count) ||
        !moves_base(&moves, partition))
        return false;
    for (int i = spread->count - 1; i >= 0; i--)
        if (!moves_add(&moves, partition->copy, &spread->atoms[i], spread->digits[i]))
            return false;
    if (!threads_rounds(partition, plan, phase, &moves))
        return false;
    if (partition->copy->op == OP_COPY_ASYNC) {
        phase->steps[phase->step_count++] = moves_async(&moves, partition, vector);
        plan_left_to_caller(plan);
        return true;
    }
    for (int i = 0; i < moves.count; i++)
        phase->steps[phase->step_count++] = moves.steps[i];
    return true;
}

Plan *threads_plan(
    const Partition *partition,
    const Spread *spread,
    const char *variant,
    int64_t vector,
    const RankSet *ranks) {
    Plan *plan = plan_new(partition->copy, variant);
    Moves moves = start_moves(partition, plan, vector);
    if (!add_phase(partition, spread, plan, ranks, vector, moves))
        return NULL;
    plan_finish(plan);
    return plan;
}
