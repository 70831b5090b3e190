/* partial.c: copies between memories of a region that does not fill the scope: the first threads take
 * one full-width vector each, in the order of the global (else the destination) addresses, and the
 * rest stay out. A 4x6 f32 tile by a warp: 6 lanes, 16 bytes each. The seeds have only the fallback
 * for it. */
#include "build.h"

static bool applicable(const Copy *copy, Decline *decline) {
    bool memory = (copy->src.space == SPACE_GMEM || copy->src.space == SPACE_SMEM) &&
                  (copy->dst.space == SPACE_GMEM || copy->dst.space == SPACE_SMEM);
    if (!memory)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s is not gmem or smem to gmem or smem",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    if (copy->scope.kind != SCOPE_WARP && copy->scope.kind != SCOPE_WARPGROUP &&
        copy->scope.kind != SCOPE_CTA)
        return decline_with(decline, "scope", "the scope is not warp, warpgroup or cta");
    if (copy->src.layout.replica_count > 0 || copy->dst.layout.replica_count > 0)
        return decline_with(decline, "memory_replica", "a replica on a memory axis");
    return true;
}

/* The first `count` participating ranks; they must follow each other without a gap. */
static bool first_ranks(const Copy *copy, int64_t count, RankSet *set, int *first) {
    *first = -1;
    for (int rank = 0; rank < copy->scope.threads && set->count < count; rank++) {
        bool here = scope_has_rank(&copy->scope, rank);
        if (here && *first < 0)
            *first = rank;
        if (*first >= 0 && !here)
            return false;
        set->has[rank] = here;
        set->count += here;
    }
    return set->count == count;
}

/* Vector number r = rank - first, digits innermost first: the last atom is rank % extent. */
static bool add_atoms(const Partition *partition, int first, Step *load, Step *store) {
    int64_t inside = 1;
    for (int i = partition->atom_count - 1; i >= 0; i--) {
        const Atom *atom = &partition->atoms[i];
        Digit digit = digit_of(VAR_RANK, 0, inside, i > 0 ? atom->extent : 0);
        digit.sub = first;
        inside *= atom->extent;
        if (!expr_add(&load->where, atom->mem[SRC], digit) ||
            !expr_add(&store->where, atom->mem[DST], digit))
            return false;
    }
    return true;
}

Plan *partial_offer(const Copy *copy, int target, Decline *decline) {
    Partition *partition = applicable(copy, decline) ? partition_new(copy, decline) : NULL;
    RankSet ranks = {0};
    int64_t vectors = 1;
    int first;
    (void)target;
    if (!partition)
        return NULL;
    atoms_sort(partition, copy->src.space == SPACE_GMEM ? SRC : DST);
    atoms_fuse(partition);
    int64_t vector = atoms_take_vector(partition, 128);
    for (int i = 0; i < partition->atom_count; i++)
        vectors *= partition->atoms[i].extent;
    int bits = (int)vector * copy_bits(copy);
    if (vector == 0) {
        decline_with(
            decline,
            "vector",
            "no access of at least 8 bits fits %d-bit elements here",
            copy_bits(copy));
        return NULL;
    }
    if (vectors > copy->scope.threads || !first_ranks(copy, vectors, &ranks, &first)) {
        decline_with(
            decline,
            "fits_scope",
            "%lld vectors of %d bits are more than the scope's threads",
            (long long)vectors,
            bits);
        return NULL;
    }
    Plan *plan = plan_new(copy, "partial");
    Phase *phase = plan_add_phase(plan, 2);
    Step load = step_new(primitive_load(copy->src.space, bits));
    Step store = step_new(primitive_store(copy->dst.space, bits));
    load.buffer = plan_add_buffer(plan, copy, SRC);
    store.buffer = plan_add_buffer(plan, copy, DST);
    load.bundle = store.bundle = plan_add_bundle(plan, "v", ROLE_SCRATCH, copy->dtype, vector);
    plan->bundles[0].vector_bits = bits == 128 || bits == 64 ? bits : 0;
    plan->vec_bits = bits;
    plan->ops_per_thread = 1;
    plan_add_flow(plan, copy, load.buffer, store.buffer);
    if (!conds_for_ranks(&ranks, plan->threads, &phase->guard, &phase->guard_count) ||
        !expr_base(partition, SRC, &load.where) || !expr_base(partition, DST, &store.where) ||
        !add_atoms(partition, first, &load, &store)) {
        decline_with(decline, "terms", "the address has too many terms");
        return NULL;
    }
    phase->steps[phase->step_count++] = load;
    phase->steps[phase->step_count++] = store;
    plan_finish(plan);
    return plan;
}
