/* straight.c: one of the last resorts of the fallback, for layouts without a common refinement (one splits a
 * dimension as 3 x 4, the other as 4 x 3) and regions that straddle an iter: every element by its own
 * constant address, in straight-line code. Between memories the first participant moves them all;
 * with a register side each owner has a phase of its own. Slow, and capped at 512 elements. */
#include "build.h"

enum { STRAIGHT_MAX = 512 };

/* The place of one element of a side; false where it has no constant address. */
static bool element_place(
    const Copy *copy, int side, const int64_t *coord, PolyBasis *basis, Place *place) {
    const Operand *operand = copy_side(copy, side);
    int64_t at[MAX_RANK];
    for (int d = 0; d < operand->rank; d++) {
        at[d] = operand->region[d].begin + coord[d];
        if (operand->region[d].symbol >= 0)
            return false;
    }
    return layout_places(
               &operand->layout,
               copy->symbols,
               basis,
               operand->rank,
               operand->shape,
               at,
               place,
               1) == 1;
}

static bool place_expr(const PolyBasis *basis, const Poly *at, Expr *expr) {
    *expr = expr_constant(at->constant);
    for (int i = 0; i < basis->count; i++) {
        Coef coef = basis->monomial[i];
        coef.value = at->value[i];
        if (!expr_add(expr, coef, digit_of(VAR_ONE, 0, 1, 0)))
            return false;
    }
    return true;
}

static bool set_address(const Copy *copy, int side, const int64_t *coord, Expr *expr) {
    PolyBasis basis = {0};
    Place place;
    return element_place(copy, side, coord, &basis, &place) && place_expr(&basis, &place.at, expr);
}

static Plan *between_memories(const Copy *copy, int64_t count) {
    int64_t src[MAX_RANK] = {0}, dst[MAX_RANK] = {0};
    Plan *plan = plan_new(copy, "fallback");
    Phase *phase = plan_add_phase(plan, (int)count * 2);
    Step load = step_new(primitive_load(copy->src.space, copy_bits(copy)));
    Step store = step_new(primitive_store(copy->dst.space, copy_bits(copy)));
    load.buffer = plan_add_buffer(plan, copy, SRC);
    store.buffer = plan_add_buffer(plan, copy, DST);
    load.bundle = store.bundle = plan_add_bundle(plan, "v", ROLE_SCRATCH, copy->dtype, 1);
    plan_add_flow(plan, copy, load.buffer, store.buffer);
    first_participant(copy, plan, phase);
    do {
        if (!set_address(copy, SRC, src, &load.where) || !set_address(copy, DST, dst, &store.where))
            return NULL;
        phase->steps[phase->step_count++] = load;
        phase->steps[phase->step_count++] = store;
        region_next(&copy->src, src);
    } while (region_next(&copy->dst, dst));
    plan->ops_per_thread = (int)count;
    return plan;
}

static bool owns(const Place *place, int rank) {
    for (int axis = 0; axis < AXIS_COUNT; axis++)
        if (place->named >> axis & 1 && axis_of_rank((Axis)axis, rank) != place->thread[axis])
            return false;
    return true;
}

/* All elements of one owner: one phase that only this rank takes part in. */
static bool add_owner(const Copy *copy, Plan *plan, int rank, const Step *step) {
    int reg = copy->src.space == SPACE_REG ? SRC : DST, memory = 1 - reg;
    int64_t coord[2][MAX_RANK] = {{0}};
    Phase *phase = plan_add_phase(plan, (int)plan->bundles[0].count);
    RankSet only = {0};
    PolyBasis basis = {0};
    Place place;
    only.has[rank] = true;
    only.count = 1;
    if (!conds_for_ranks(&only, plan->threads, &phase->guard, &phase->guard_count))
        return false;
    for (bool more = true; more;) {
        if (!element_place(copy, reg, coord[reg], &basis, &place))
            return false;
        if (owns(&place, rank)) {
            Step *next = &phase->steps[phase->step_count];
            if (phase->step_count++ == plan->bundles[0].count)
                return false;
            *next = *step;
            next->slot = expr_constant(place.at.constant);
            if (!set_address(copy, memory, coord[memory], &next->where))
                return false;
        }
        region_next(copy_side(copy, memory), coord[memory]);
        more = region_next(copy_side(copy, reg), coord[reg]);
    }
    if (phase->step_count > plan->ops_per_thread)
        plan->ops_per_thread = phase->step_count;
    return true;
}

static Plan *by_owner(const Copy *copy, int64_t count) {
    int reg = copy->src.space == SPACE_REG ? SRC : DST, memory = 1 - reg;
    const Ownership *owners = copy_owners(copy, reg);
    Space space = copy_side(copy, memory)->space;
    int bits = copy_bits(copy);
    if (owners->uneven || copy_side(copy, reg)->layout.replica_count > 0 ||
        owners->movers.count > count)
        return NULL;
    Plan *plan = plan_new(copy, "fallback");
    plan->phases = NEW_ARRAY(Phase, owners->movers.count);
    Step step = step_new(reg == SRC ? primitive_store(space, bits) : primitive_load(space, bits));
    step.buffer = plan_add_buffer(plan, copy, memory);
    step.bundle = plan_add_bundle(
        plan,
        reg == SRC ? "src" : "dst",
        reg == SRC ? ROLE_IN : ROLE_OUT,
        copy->dtype,
        register_count(copy_side(copy, reg)));
    plan_add_flow(plan, copy, 0, 0);
    for (int rank = 0; rank < plan->threads; rank++)
        if (owners->movers.has[rank] && !add_owner(copy, plan, rank, &step))
            return NULL;
    return plan;
}

Plan *straight_plan(const Copy *copy) {
    int64_t count = 1;
    bool registers = copy->src.space == SPACE_REG || copy->dst.space == SPACE_REG;
    for (int d = 0; d < copy->dst.rank; d++)
        count *= copy->dst.region[d].extent;
    if (copy_bits(copy) < 8 || count > STRAIGHT_MAX ||
        (copy->src.space == SPACE_REG && copy->dst.space == SPACE_REG))
        return NULL;
    Plan *plan = registers ? by_owner(copy, count) : between_memories(copy, count);
    if (!plan)
        return NULL;
    plan->vec_bits = copy_bits(copy);
    plan_finish(plan);
    return plan;
}
