/* fallback.c: The last resort, priority 0, element by element. Between memories, the first
 * participating thread does everything; with a register side, each owner moves its own elements.
 * Under `policy tirx` a store follows each load, as in the seeds. Otherwise up to 16 loads come
 * before their stores, so that their latencies overlap. */
#include "variants.h"

enum { BATCH = 16 };

/* Bits of one element access: sub-byte elements travel in bytes. 0: no power of two bytes fits. */
static int scalar_bits(int bits) {
    if (bits >= 8)
        return bits;
    return 8 % bits == 0 ? 8 : 0;
}

/* The largest divisor of extent that is at most 16: 33 gives 11, 24 gives 12. */
static int64_t batch_of(int64_t extent) {
    int64_t batch = extent < BATCH ? extent : BATCH;
    while (extent % batch)
        batch--;
    return batch;
}

typedef struct {
    Moves moves;
    int64_t rounds;
    int inner; /* the loop around each step alone, -1: none */
} Nest;

/* A loop over `extent` elements of the atom; inner: around each step alone. */
static bool add_loop(
    const Copy *copy, Plan *plan, Phase *phase, Nest *nest, const Atom *atom, bool inner) {
    int loop = plan_add_loop(plan, atom->extent, inner);
    Digit digit = digit_of(VAR_LOOP, loop, 1, 0);
    nest->rounds *= atom->extent;
    if (inner)
        nest->inner = loop;
    else if (phase->loop_count < MAX_LOOPS)
        phase->loops[phase->loop_count++] = loop;
    else
        return false;
    return (!inner || moves_add_slot(&nest->moves, atom->reg, digit)) &&
           moves_add(&nest->moves, copy, atom, digit);
}

/* Splits the innermost atom into rounds x batch: (24: 1 | 1) into (2: 12 | 12)(12: 1 | 1). */
static bool add_nest(Partition *partition, Plan *plan, Phase *phase, Nest *nest, int64_t unit) {
    for (int i = 0; i < partition->atom_count; i++) {
        Atom atom = partition->atoms[i];
        int64_t batch = batch_of(atom.extent);
        if (partition->copy->request->policy_tirx || i + 1 < partition->atom_count || batch == 1) {
            if (!add_loop(partition->copy, plan, phase, nest, &atom, false))
                return false;
            continue;
        }
        Atom rounds = atom, inner = atom;
        rounds.extent = atom.extent / batch;
        rounds.step = atom.step * batch;
        inner.extent = batch;
        inner.reg = unit;
        if (!coef_mul(atom.mem[SRC], batch, &rounds.mem[SRC]) ||
            !coef_mul(atom.mem[DST], batch, &rounds.mem[DST]) ||
            (rounds.extent > 1 && !add_loop(partition->copy, plan, phase, nest, &rounds, false)) ||
            !add_loop(partition->copy, plan, phase, nest, &inner, true))
            return false;
        plan->bundles[0].count = batch * unit;
    }
    return true;
}

static Plan *memory_plan(const Copy *copy, int64_t unit) {
    Plan *plan = plan_new(copy, "fallback");
    plan_add_buffer(plan, copy, SRC);
    plan_add_buffer(plan, copy, DST);
    plan_add_bundle(plan, "v", ROLE_SCRATCH, copy->dtype, unit);
    plan_add_flow(plan, copy, 0, 1);
    plan->vec_bits = (int)unit * copy_bits(copy);
    return plan;
}

static Plan *aligned_plan(Partition *partition, Decline *decline) {
    const Copy *copy = partition->copy;
    int bits = scalar_bits(copy_bits(copy));
    if (!atoms_add_replicas(partition)) {
        decline_with(decline, "replicas", "the replicas of the destination overlap");
        return NULL;
    }
    atoms_fuse(partition);
    int64_t unit = bits ? atoms_take_vector(partition, bits) : 0;
    if (unit == 0 || unit * copy_bits(copy) != bits) {
        decline_with(
            decline,
            "scalar",
            "single %d-bit elements cannot be moved, and these are not contiguous",
            copy_bits(copy));
        return NULL;
    }
    Plan *plan = memory_plan(copy, unit);
    Phase *phase = plan_add_phase(plan, MAX_MOVES);
    Nest nest = {.rounds = 1, .inner = -1};
    moves_start(&nest.moves, partition, unit, SRC, DST);
    first_participant(copy, plan, phase);
    if (!moves_base(&nest.moves, partition) || !add_nest(partition, plan, phase, &nest, unit) ||
        !moves_repeat(&nest.moves, plan, &nest.inner, nest.inner >= 0, unit)) {
        decline_with(decline, "terms", "the address has too many terms");
        return NULL;
    }
    for (int i = 0; i < nest.moves.count; i++)
        phase->steps[phase->step_count++] = nest.moves.steps[i];
    plan->ops_per_thread = (int)nest.rounds;
    plan_finish(plan);
    return plan;
}

Plan *fallback_plan(const Copy *copy, int target, Decline *decline) {
    Decline alignment = {0};
    bool plain = copy->src.space <= SPACE_REG && copy->dst.space <= SPACE_REG;
    bool cluster = copy->scope.kind == SCOPE_CLUSTER;
    bool registers = copy->src.space == SPACE_REG || copy->dst.space == SPACE_REG;
    if (cluster && registers) {
        decline_with(decline, "cluster_registers", "registers are owned by threads, not by CTAs");
        return NULL;
    }
    if (!plain) {
        decline_with(
            decline,
            "memory_pair",
            "%s -> %s is not a copy of plain loads and stores",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
        return NULL;
    }
    if (cluster && !(feature_targets(FEATURE_CLUSTER) >> target & 1)) {
        decline_with(decline, "target", "clusters of CTAs need sm_90 or newer");
        return NULL;
    }
    Partition *partition = partition_new(copy, &alignment);
    if (partition && partition->reg_side == 2)
        return renames_plan(partition, "fallback", decline);
    Plan *plan = NULL;
    if (partition && partition->reg_side >= 0)
        plan = registers_plan(partition, "fallback", scalar_bits(copy_bits(copy)), decline);
    else if (partition)
        plan = aligned_plan(partition, decline);
    if (!plan)
        plan = straight_plan(copy, false, decline);
    if (!plan)
        plan = flat_plan(copy);
    if (!plan && !partition)
        plan = pieces_plan(copy, "fallback", scalar_bits(copy_bits(copy)), decline);
    if (!plan && !partition)
        plan = boxes_plan(copy, "fallback", scalar_bits(copy_bits(copy)), decline);
    if (!plan)
        plan = straight_plan(copy, true, decline);
    if (!plan && !decline->predicate)
        *decline = alignment;
    if (plan && cluster)
        plan->targets &= feature_targets(FEATURE_CLUSTER); /* for the rank of the caller */
    return plan;
}

Plan *fallback_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    PrimitiveId any = PRIM_COUNT;
    bool away = copy->src.space == SPACE_DSMEM || copy->dst.space == SPACE_DSMEM;
    bool reaches = feature_targets(FEATURE_CLUSTER) >> query->target & 1;
    if (away && reaches && !copy->request->policy_tirx)
        return fallback_into_cta(copy, query->target, decline);
    if (!reduction_of(copy, KIND_STORE, &any, decline))
        return NULL;
    Plan *plan = fallback_plan(copy, query->target, decline);
    if (!plan || !copy->options.reduce)
        return plan;
    if (!plan_reduce(plan, copy, query->target, decline)) {
        decline_with(
            decline,
            "reduce_pairs",
            "the instruction combines pairs of %s, but fallback moves one element at a time",
            copy->dtype->name);
        return NULL;
    }
    plan_finish(plan);
    return plan;
}
