/* renames.c: Registers to registers if every element stays in its thread: assignments, which cost
 * nothing where the compiler can rename a register. */
#include "tile.h"

/* The axes whose values follow from those named: tx tells lane and warp, lane and warp tell tx. */
static unsigned told_by(unsigned named) {
    const unsigned lane = 1u << AXIS_LANEID, warp = 1u << AXIS_WARPID, tx = 1u << AXIS_TX;
    const unsigned of_group = 1u << AXIS_WID_IN_WG, in_group = 1u << AXIS_TID_IN_WG;
    const unsigned group = 1u << AXIS_WGID;
    named |= (named & tx) ? lane | warp | of_group | in_group | group : 0;
    named |= (named & warp) ? of_group | group : 0;
    named |= (named & in_group) ? lane | of_group : 0;
    named |= (named & of_group) && (named & group) ? warp : 0;
    named |= (named & lane) && (named & of_group) ? in_group : 0;
    named |= (named & lane) && (named & warp) ? tx : 0;
    return named;
}

/* Does every owner of an element's destination hold it in its source too? Not where the source is
 * for one value of an axis and the destination for all. */
static bool owners_hold(const Copy *copy, Decline *decline) {
    unsigned more = layout_axes(&copy->src.layout) & ~told_by(layout_axes(&copy->dst.layout));
    for (int axis = 0; axis < AXIS_COUNT; axis++)
        for (int64_t rank = 0; (more >> axis & 1) && rank < copy->scope.threads; rank++)
            if (axis_is_thread((Axis)axis) && axis_of_rank((Axis)axis, rank) > 0)
                return decline_with(
                    decline,
                    "owners",
                    "the destination has a copy in every %s, the source does not",
                    axis_name[axis]);
    return true;
}

/* With replicas axes alone do not tell: R[3:8@laneid] gives an element to lanes 0, 8, 16,
 * R[2:16@laneid] to 0 and 16. */
static bool replicas_hold(const Copy *copy, Decline *decline) {
    bool any = copy->src.layout.replica_count > 0 || copy->dst.layout.replica_count > 0;
    const Exchange *exchange = any ? exchange_of(copy) : NULL;
    for (int d = 0; any && d < copy->src.rank; d++)
        if (copy->src.region[d].symbol >= 0)
            return decline_with(
                decline, "register_origin", "registers cannot be indexed at run time");
    return !exchange || !exchange->crosses ||
           decline_with(
               decline, "owners", "an owner of a destination element does not hold its source");
}

/* Loops over registers that follow each other on both sides are one, in whatever order they stand:
 * src[4i + j] and dst[4i + j] for 2 i and 4 j are 8 registers. Returns how many are left. */
static int join_loops(Atom *atoms, int count) {
    for (int outer = 0; outer < count; outer++)
        for (int inner = 0; inner < count; inner++) {
            Atom *a = &atoms[outer], *b = &atoms[inner];
            bool follows = outer != inner;
            for (int side = SRC; side <= DST; side++)
                follows &= a->mem[side].count == 0 && b->mem[side].count == 0 &&
                           a->mem[side].value == b->mem[side].value * b->extent;
            if (!follows)
                continue;
            b->extent *= a->extent;
            *a = atoms[count - 1];
            return join_loops(atoms, count - 1);
        }
    return count;
}

/* The loops over registers, in the order of the layout. */
static int register_loops(const Partition *partition, Atom *out) {
    int count = 0;
    for (int i = 0; i < partition->atom_count; i++)
        if (partition->atoms[i].axis == AXIS_M)
            out[count++] = partition->atoms[i];
    return join_loops(out, count);
}

/* Registers to registers, the same owner on both sides: assignments. */
Plan *renames_plan(Partition *partition, const char *variant, Decline *decline) {
    const Copy *copy = partition->copy;
    const Ownership *owners = copy_owners(copy, DST);
    if (!owners_hold(copy, decline) || !replicas_hold(copy, decline))
        return NULL;
    Plan *plan = plan_new(copy, variant);
    Phase *phase = plan_add_phase(plan, 1);
    Step *step = &phase->steps[0];
    *step = step_new(PRIM_MOVE);
    step->dst.of = plan_add_bundle(plan, "dst", ROLE_OUT, copy->dtype, register_count(&copy->dst));
    step->src[0].of =
        plan_add_bundle(plan, "src", ROLE_IN, copy->dtype, register_count(&copy->src));
    plan_add_flow(plan, copy, step->src[0].of, step->dst.of);
    phase->step_count = 1;
    plan->vec_bits = copy_bits(copy);
    plan->ops_per_thread = 1;
    bool ok = atoms_add_replicas(partition) &&
              conds_for_ranks(&owners->movers, plan->threads, &phase->guard, &phase->guard_count) &&
              expr_base(partition, DST, &step->dst.at) &&
              expr_base(partition, SRC, &step->src[0].at);
    atoms_fuse(partition);
    Atom atoms[MAX_ATOMS];
    int count = register_loops(partition, atoms);
    for (int i = 0; i < count && ok; i++) {
        const Atom *atom = &atoms[i];
        int loop = plan_add_loop(plan, atom->extent, true);
        Digit digit = digit_of(VAR_LOOP, loop, 1, 0);
        phase->loops[phase->loop_count++] = loop;
        plan->ops_per_thread *= (int)atom->extent;
        ok = expr_add(&step->dst.at, atom->mem[DST], digit) &&
             expr_add(&step->src[0].at, atom->mem[SRC], digit) && phase->loop_count < MAX_LOOPS;
    }
    if (!ok) {
        decline_with(decline, "owners", "the owning threads do not form a product of ranges");
        return NULL;
    }
    return plan;
}
