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
bool threads_take(Partition *partition, int64_t threads, int first, Spread *spread) {
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
        if (threads_take(out, threads, first, spread))
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
    bool serial = partition->copy->policy_tirx && partition->copy->op == OP_COPY;
    int64_t room = serial ? 1 : BUDGET_BITS / plan->vec_bits,
            vector = plan->vec_bits / copy_bits(partition->copy);
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

/* cp.async takes the place of the load and its store; the caller commits and waits. */
static void make_async(Plan *plan, Phase *phase, const Step *load, const Step *store) {
    Step step = *store;
    step.primitive = primitive_async(plan->vec_bits);
    step.from_buffer = load->buffer;
    step.from = load->where;
    step.bundle = -1;
    step.slot = expr_constant(0);
    step.opens_token = 0;
    plan->bundle_count = 0;
    plan->tokens[0] = (Token){"group", false, true};
    plan->token_count = 1;
    phase->steps[phase->step_count++] = step;
}

/* One phase: `ranks` take one vector each in every round. */
static bool add_phase(
    const Partition *partition,
    const Spread *spread,
    Plan *plan,
    const RankSet *ranks,
    Step load,
    Step store) {
    Phase *phase = plan_add_phase(plan, 2);
    if (!conds_for_ranks(ranks, plan->threads, &phase->guard, &phase->guard_count) ||
        !expr_base(partition, SRC, &load.where) || !expr_base(partition, DST, &store.where))
        return false;
    for (int i = spread->count - 1; i >= 0; i--)
        if (!add_term_pair(&load, &store, &spread->atoms[i], spread->digits[i]))
            return false;
    if (!add_rounds(partition, plan, phase, &load, &store))
        return false;
    if (partition->copy->op == OP_COPY_ASYNC) {
        make_async(plan, phase, &load, &store);
    } else {
        phase->steps[phase->step_count++] = load;
        phase->steps[phase->step_count++] = store;
    }
    return true;
}

Plan *threads_plan(
    const Partition *partition,
    const Spread *spread,
    const char *variant,
    int64_t vector,
    const RankSet *ranks) {
    Plan *plan = plan_new(partition->copy, variant);
    Step load, store;
    start_steps(partition->copy, plan, vector, &load, &store);
    if (!add_phase(partition, spread, plan, ranks, load, store))
        return NULL;
    plan_finish(plan);
    return plan;
}

/* A region that is one run of vectors on both sides: full rounds by all the ranks, then the tail by
 * the first of them. 264 vectors by 128 threads: 2 rounds, then 8 threads. */
Plan *threads_plan_tail(
    const Partition *partition,
    const char *variant,
    int64_t vector,
    const RankSet *ranks,
    int first) {
    const Copy *copy = partition->copy;
    Plan *plan = plan_new(copy, variant);
    Partition *rounds = NEW(Partition), *tail = NEW(Partition);
    Spread spread = {.count = 1};
    RankSet few = {0};
    Step load, store;
    int64_t vectors = partition->atoms[0].extent, full = vectors / ranks->count;
    *rounds = *tail = *partition;
    start_steps(copy, plan, vector, &load, &store);
    spread.atoms[0] = partition->atoms[0];
    spread.digits[0] = digit_of(VAR_RANK, 0, 1, 0);
    spread.digits[0].sub = first;
    rounds->atoms[0].extent = full;
    tail->atom_count = 0;
    for (int side = SRC; side <= DST; side++) {
        Coef step = partition->atoms[0].mem[side];
        if (!coef_mul(step, ranks->count, &rounds->atoms[0].mem[side]) ||
            !poly_add(&tail->basis, &tail->base[side], step, full * ranks->count))
            return NULL;
    }
    for (int rank = first; few.count < vectors - full * ranks->count; rank++) {
        few.has[rank] = true;
        few.count++;
    }
    if (!add_phase(rounds, &spread, plan, ranks, load, store))
        return NULL;
    int ops = plan->ops_per_thread;
    int64_t staged = plan->bundle_count ? plan->bundles[0].count : 0;
    plan->ops_per_thread = 1;
    if (!add_phase(tail, &spread, plan, &few, load, store))
        return NULL;
    if (plan->bundle_count)
        plan->bundles[0].count = staged;
    plan->ops_per_thread = ops + 1;
    plan_finish(plan);
    return plan;
}
