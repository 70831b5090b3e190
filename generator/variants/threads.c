/* threads.c: copies between memories, spread over the threads of a scope. The vectors of the region,
 * in the order of the driving side's addresses, are counted [round][thread]: neighbouring threads take
 * neighbouring vectors. Loads come before stores, as many at a time as the register budget allows;
 * `policy tirx` pairs them one by one, as the seeds do. */
#include "build.h"

enum { BUDGET_BITS = 64 * 32 }; /* of staging registers per thread */

/* The global side drives; between two alike memories the destination does. */
int driving_side(const Copy *copy) {
    return copy->src.space == SPACE_GMEM && copy->dst.space != SPACE_GMEM ? SRC : DST;
}

/* Takes the threads off the inner end of the atoms: rank / inside % extent for whole atoms, a split
 * where the threads run out. 4x(16 vectors) by 32 threads: (2: loop)(2: rank / 16)(16: rank % 16).
 * False: neither the atom nor what is left of the threads divides the other. */
static bool take_threads(Partition *partition, int64_t threads, int first, Spread *spread) {
    int64_t inside = 1;
    while (partition->atom_count > 0 && inside < threads) {
        Atom *atom = &partition->atoms[partition->atom_count - 1];
        int64_t left = threads / inside, part = atom->extent;
        if (left % atom->extent != 0) {
            if (atom->extent % left != 0)
                return false;
            part = left;
        }
        Digit digit = digit_of(VAR_RANK, 0, inside, inside * part == threads ? 0 : part);
        digit.sub = first;
        spread->atoms[spread->count] = *atom;
        spread->digits[spread->count++] = digit;
        inside *= part;
        if (part == atom->extent) {
            partition->atom_count--;
            continue;
        }
        atom->extent /= part;
        for (int side = SRC; side <= DST; side++)
            if (!coef_mul(atom->mem[side], part, &atom->mem[side]))
                return false;
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
        if (take_threads(out, threads, first, spread))
            return vector;
    }
    return 0;
}

/* The largest divisor of extent not above the limit. */
static int64_t divisor_up_to(int64_t extent, int64_t limit) {
    int64_t part = extent < limit ? extent : limit;
    while (part > 1 && extent % part)
        part--;
    return part < 1 ? 1 : part;
}

static bool add_term_pair(Step *load, Step *store, const Atom *atom, Digit digit) {
    return expr_add(&load->where, atom->mem[SRC], digit) &&
           expr_add(&store->where, atom->mem[DST], digit);
}

/* The rounds, innermost first, go around each step alone until the budget is used up; what is left
 * goes around both. */
static bool add_rounds(
    const Partition *partition, Plan *plan, Phase *phase, Step *load, Step *store) {
    bool serial = partition->copy->policy_tirx;
    int64_t room = serial ? 1 : BUDGET_BITS / plan->vec_bits, vector = plan->bundles[0].count;
    int64_t batch = 1;
    int outer[MAX_LOOPS], inner[MAX_REPEAT], outers = 0, inners = 0;
    for (int i = partition->atom_count - 1; i >= 0; i--) {
        Atom atom = partition->atoms[i];
        int64_t part = room > 1 ? divisor_up_to(atom.extent, room) : 1;
        if (part > 1 && inners < MAX_REPEAT) {
            int loop = plan_add_loop(plan, part, true);
            inner[inners++] = loop;
            if (!add_term_pair(load, store, &atom, digit_of(VAR_LOOP, loop, 1, 0)))
                return false;
            expr_add(&load->slot, coef_int(batch * vector), digit_of(VAR_LOOP, loop, 1, 0));
            expr_add(&store->slot, coef_int(batch * vector), digit_of(VAR_LOOP, loop, 1, 0));
            batch *= part;
            room /= part;
        }
        room = part == atom.extent ? room : 1;
        plan->ops_per_thread *= (int)atom.extent;
        atom.extent /= part;
        if (atom.extent == 1)
            continue;
        if (outers == MAX_LOOPS || !coef_mul(atom.mem[SRC], part, &atom.mem[SRC]) ||
            !coef_mul(atom.mem[DST], part, &atom.mem[DST]))
            return false;
        int loop = plan_add_loop(plan, atom.extent, false);
        outer[outers++] = loop;
        if (!add_term_pair(load, store, &atom, digit_of(VAR_LOOP, loop, 1, 0)))
            return false;
    }
    for (int i = 0; i < inners; i++)
        load->repeat[i] = store->repeat[i] = inner[inners - 1 - i];
    load->repeat_count = store->repeat_count = inners;
    for (int i = 0; i < outers; i++)
        phase->loops[i] = outer[outers - 1 - i];
    phase->loop_count = outers;
    plan->bundles[0].count = batch * vector;
    return true;
}

/* Buffers, the staging bundle and the two steps of one phase. */
static void start_steps(const Copy *copy, Plan *plan, int64_t vector, Step *load, Step *store) {
    int bits = (int)vector * copy_bits(copy);
    *load = step_new(primitive_load(copy->src.space, bits));
    *store = step_new(primitive_store(copy->dst.space, bits));
    load->buffer = plan_add_buffer(plan, copy, SRC);
    store->buffer = plan_add_buffer(plan, copy, DST);
    load->bundle = store->bundle = plan_add_bundle(plan, "v", ROLE_SCRATCH, copy->dtype, vector);
    plan->bundles[0].vector_bits = bits >= 64 && bits > copy_bits(copy) ? bits : 0;
    plan->vec_bits = bits;
    plan->ops_per_thread = 1;
    plan_add_flow(plan, copy, load->buffer, store->buffer);
}

Plan *threads_plan(
    const Partition *partition,
    const Spread *spread,
    const char *variant,
    int64_t vector,
    const RankSet *ranks) {
    const Copy *copy = partition->copy;
    Plan *plan = plan_new(copy, variant);
    Phase *phase = plan_add_phase(plan, 2);
    Step load, store;
    start_steps(copy, plan, vector, &load, &store);
    if (!conds_for_ranks(ranks, plan->threads, &phase->guard, &phase->guard_count) ||
        !expr_base(partition, SRC, &load.where) || !expr_base(partition, DST, &store.where))
        return NULL;
    for (int i = spread->count - 1; i >= 0; i--)
        if (!add_term_pair(&load, &store, &spread->atoms[i], spread->digits[i]))
            return NULL;
    if (!add_rounds(partition, plan, phase, &load, &store))
        return NULL;
    phase->steps[phase->step_count++] = load;
    phase->steps[phase->step_count++] = store;
    plan_finish(plan);
    return plan;
}
