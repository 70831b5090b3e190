/* vec.c: One thread moves exactly one vector of 8 to 256 bits, only for `using vec_Nb` (the seeds'
 * vec_16b .. vec_256b, priority 20). Two differences to the seeds: memory must be one contiguous
 * run that is aligned to the vector, and 256 bits need a target with such accesses. Registers that
 * are not contiguous are gathered first, which costs only register moves. */
#include "variants.h"

static const char *side_name(int side) {
    return side == SRC ? "src" : "dst";
}

static bool pair_fits(const Copy *copy, int bits, Decline *decline) {
    Space src = copy->src.space, dst = copy->dst.space;
    bool known = (src == SPACE_GMEM || src == SPACE_SMEM || src == SPACE_REG) &&
                 (dst == SPACE_GMEM || dst == SPACE_SMEM || dst == SPACE_REG);
    if (!known || src == dst)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s is not between two of gmem, smem and reg",
            space_name[src],
            space_name[dst]);
    if (bits == 256 && (src == SPACE_SMEM || dst == SPACE_SMEM))
        return decline_with(
            decline,
            "memory_pair",
            "shared memory has no 256-bit access; vec_256b copies between gmem and reg");
    return true;
}

static bool size_fits(const Copy *copy, int bits, Decline *decline) {
    const Operand *side[] = {&copy->src, &copy->dst};
    if (bits % copy_bits(copy))
        return decline_with(
            decline,
            "whole_elements",
            "%d bits are not a multiple of the size of %s",
            bits,
            copy->dtype->name);
    for (int s = SRC; s <= DST; s++) {
        int64_t count = 1;
        for (int d = 0; d < side[s]->rank; d++)
            count *= side[s]->region[d].extent;
        if (count != bits / copy_bits(copy))
            return decline_with(
                decline,
                "exact_size",
                "the %s region has %lld bits, but the access moves %d",
                side_name(s),
                (long long)count * copy_bits(copy), /* e3m2 comes here as bytes */
                bits);
    }
    return true;
}

static bool applicable(const Copy *copy, int bits, int target, Decline *decline) {
    if (copy->scope.kind != SCOPE_THREAD)
        return decline_with(
            decline, "scope", "the scope is %s, not thread", scope_name[copy->scope.kind]);
    if (!pair_fits(copy, bits, decline) || !size_fits(copy, bits, decline))
        return false;
    for (int s = SRC; s <= DST; s++)
        if (copy_side(copy, s)->layout.replica_count > 0)
            return decline_with(
                decline, "memory_replica", "the layout has a replica on a memory axis");
    if (bits == 256 && !(feature_targets(FEATURE_V256) >> target & 1))
        return decline_with(decline, "target", "256-bit accesses need sm_100 or newer");
    return true;
}

/* Why the run is shorter than the vector: strides first, then the base, then what lies between. */
static bool explain(const Partition *partition, int bits, Decline *decline) {
    const Copy *copy = partition->copy;
    for (int s = SRC; s <= DST; s++) {
        const Operand *side = copy_side(copy, s);
        int64_t run = 1;
        bool is_reg = side->space == SPACE_REG;
        for (int i = partition->atom_count - 1; i >= 0; i--) {
            const Atom *atom = &partition->atoms[i];
            Coef stride = is_reg ? coef_int(atom->reg) : atom->mem[s];
            if (stride.count > 0 || stride.value != run)
                return decline_with(
                    decline,
                    "contiguous",
                    "the %s region is not one contiguous run of %d bits",
                    side_name(s),
                    bits);
            run *= atom->extent;
        }
        if (!is_reg && side->align * 8 < bits)
            return decline_with(
                decline,
                "aligned",
                "%s is aligned to %d bytes, but the access needs %d",
                side_name(s),
                side->align,
                bits / 8);
        if (!is_reg && side->layout.swizzle.on &&
            run > (int64_t)1 << side->layout.swizzle.per_element)
            return decline_with(
                decline,
                "swizzle_run",
                "the swizzle of %s keeps only %lld elements contiguous",
                side_name(s),
                1LL << side->layout.swizzle.per_element);
    }
    return decline_with(
        decline, "aligned", "the region does not start at a multiple of %d bytes", bits / 8);
}

/* The slot of element `at` of the run in memory: (2: 1 | 2) has 0 at slot 0 and 1 at slot 2. */
static int64_t slot_of(const Partition *partition, int64_t at) {
    int reg = partition->reg_side;
    int64_t slot = partition->base[reg].constant;
    for (int i = 0; i < partition->atom_count; i++) {
        const Atom *atom = &partition->atoms[i];
        slot += at / atom->mem[1 - reg].value % atom->extent * atom->reg;
    }
    return slot;
}

/* Is it one run in memory, whatever the registers are? */
static bool memory_runs(const Partition *partition, int bits) {
    Partition alike = *partition;
    int reg = partition->reg_side;
    alike.base[reg] = (Poly){0};
    for (int i = 0; i < alike.atom_count; i++)
        alike.atoms[i].reg = alike.atoms[i].mem[1 - reg].value;
    return atoms_take_vector(&alike, bits) * copy_bits(alike.copy) == bits;
}

/* Registers that are no run: the vector goes through one, element by element. */
static Plan *gathered_plan(const Partition *partition, const char *name, int bits) {
    const Copy *copy = partition->copy;
    int reg = partition->reg_side, count = bits / copy_bits(copy);
    Space space = copy_side(copy, 1 - reg)->space;
    Plan *plan = plan_new(copy, name);
    Phase *phase = plan_add_phase(plan, count + 1);
    Step access = step_new(reg == DST ? primitive_load(space, bits) : primitive_store(space, bits));
    step_memory(&access)->of = plan_add_buffer(plan, copy, 1 - reg);
    int own = plan_add_registers(plan, copy, reg);
    int v = plan_add_bundle(plan, "v", ROLE_SCRATCH, copy->dtype, count);
    step_bundle(&access)->of = v;
    if (!expr_base(partition, 1 - reg, &step_memory(&access)->at))
        return NULL;
    if (reg == DST)
        phase->steps[phase->step_count++] = access;
    for (int i = 0; i < count; i++) {
        Step *move = &phase->steps[phase->step_count++];
        Expr slot = expr_constant(slot_of(partition, i)), staged = expr_constant(i);
        *move = step_new(PRIM_MOVE);
        move->dst.of = reg == DST ? own : v;
        move->dst.at = reg == DST ? slot : staged;
        move->src[0].of = reg == DST ? v : own;
        move->src[0].at = reg == DST ? staged : slot;
    }
    if (reg == SRC)
        phase->steps[phase->step_count++] = access;
    plan->vec_bits = bits;
    plan->ops_per_thread = 1;
    plan_add_flow(plan, copy, 0, 0);
    plan_finish(plan);
    return plan;
}

static Plan *offer(const Query *query, const char *name, int bits, Decline *decline) {
    const Copy *copy = query->copy;
    int target = query->target;
    Partition *partition =
        applicable(copy, bits, target, decline) ? partition_new(copy, decline) : NULL;
    Partition taken;
    Spread spread = {0};
    if (!partition)
        return NULL;
    atoms_fuse(partition);
    taken = *partition;
    if (atoms_take_vector(&taken, bits) * copy_bits(copy) != bits) {
        if (partition->reg_side >= 0 && copy_bits(copy) >= 8 && memory_runs(partition, bits) &&
            partition->slice[partition->reg_side].origin_count == 0)
            return gathered_plan(partition, name, bits);
        explain(partition, bits, decline);
        return NULL;
    }
    if (partition->reg_side >= 0)
        return registers_plan(partition, name, bits, decline);
    Plan *plan = threads_plan(&taken, &spread, name, bits / copy_bits(copy), all_ranks(copy));
    if (!plan)
        decline_with(decline, "terms", "the address has too many terms");
    return plan;
}

Plan *vec_8b_offer(const Query *query, Decline *decline) {
    return offer(query, "vec_8b", 8, decline);
}

Plan *vec_16b_offer(const Query *query, Decline *decline) {
    return offer(query, "vec_16b", 16, decline);
}

Plan *vec_32b_offer(const Query *query, Decline *decline) {
    return offer(query, "vec_32b", 32, decline);
}

Plan *vec_64b_offer(const Query *query, Decline *decline) {
    return offer(query, "vec_64b", 64, decline);
}

Plan *vec_128b_offer(const Query *query, Decline *decline) {
    return offer(query, "vec_128b", 128, decline);
}

Plan *vec_256b_offer(const Query *query, Decline *decline) {
    return offer(query, "vec_256b", 256, decline);
}
