/* straight.c: One of the fallback's last resorts, for layouts without a common refinement (one
 * splits a dimension as 3 x 4, the other as 4 x 3) and for regions that straddle an iter. Every
 * element has its own constant address, in straight-line code. Between memories the first
 * participant moves all elements; with a register side, each owner has its own phase. Element (3,
 * 5) of a masked copy moves if 3 < rows and 5 < cols. Slow, and limited: to 512 elements, or to
 * 4096 if pieces.c found no loops either. */
#include "tile.h"
#include <string.h>

enum { STRAIGHT_MAX = 512, LAST_MAX = 4096, MAX_COPIES = 64 };

/* The places of one element of a side, each once; 0: it has no constant address, or too many. */
static int element_places(
    const Copy *copy, int side, const int64_t *coord, PolyBasis *basis, Place *places) {
    const Operand *operand = copy_side(copy, side);
    int64_t at[MAX_RANK], replicas = layout_replicas(&operand->layout);
    int kept = 0;
    for (int d = 0; d < operand->rank; d++) {
        at[d] = operand->region[d].begin + coord[d];
        if (operand->region[d].symbol >= 0)
            return 0;
    }
    if (replicas < 1 || replicas > MAX_COPIES)
        return 0;
    int count = layout_places(
        &operand->layout,
        copy->symbols,
        basis,
        operand->rank,
        operand->shape,
        at,
        places,
        MAX_COPIES);
    for (int i = 0; i < count; i++) {
        bool again = false;
        for (int k = 0; k < kept && !again; k++)
            again = poly_equal(&places[k].at, &places[i].at) &&
                    memcmp(places[k].along, places[i].along, sizeof places[i].along) == 0;
        if (!again)
            places[kept++] = places[i];
    }
    return kept;
}

/* There is room for all monomials. */
static void place_expr(const PolyBasis *basis, const Poly *at, Expr *expr) {
    *expr = expr_constant(at->constant);
    for (int i = 0; i < basis->count; i++) {
        Coef coef = basis->monomial[i];
        coef.value = at->value[i];
        expr_add(expr, coef, digit_of(VAR_ONE, 0, 1, 0));
    }
}

/* The limits that the element lies inside of: dimensions of extent 1 have none. */
static void guard(const Copy *copy, int side, const int64_t *coord, Step *step) {
    const Operand *operand = copy_side(copy, side);
    int dim = 0;
    limits_start(step, copy);
    for (int d = 0; d < operand->rank; d++)
        if (operand->region[d].extent > 1)
            limits_move_by(step, copy, dim++, coord[d]);
}

/* One step for each of the places; of a source, for the first. */
static bool add_steps(
    const Copy *copy, int side, const int64_t *coord, const Step *step, Phase *phase) {
    Place places[MAX_COPIES];
    PolyBasis basis = {0};
    int count = element_places(copy, side, coord, &basis, places);
    if (count == 0)
        return false;
    for (int i = 0; i < (side == SRC ? 1 : count); i++) {
        Step *next = &phase->steps[phase->step_count++];
        *next = *step;
        place_expr(&basis, &places[i].at, &step_memory(next)->at);
        if (limits_guard(copy, side))
            guard(copy, side, coord, next);
    }
    return true;
}

/* What the rest of a masked tile becomes, in the register that the load then fills. */
static void add_fill(const Copy *copy, const Side *to, Phase *phase) {
    Step *step = &phase->steps[phase->step_count++];
    *step = step_new(primitive_fill(copy_bits(copy)));
    step->dst.of = to->of;
    step->dst.at = to->at;
}

static Plan *between_memories(const Copy *copy, int64_t count, int64_t replicas) {
    int64_t src[MAX_RANK] = {0}, dst[MAX_RANK] = {0};
    Plan *plan = plan_new(copy, "fallback");
    Phase *phase = plan_add_phase(plan, (int)(count * (2 + replicas)));
    Step load = step_new(primitive_load(copy->src.space, copy_bits(copy)));
    Step store = step_new(primitive_store(copy->dst.space, copy_bits(copy)));
    load.src[0].of = plan_add_buffer(plan, copy, SRC);
    store.dst.of = plan_add_buffer(plan, copy, DST);
    load.dst.of = store.src[0].of = plan_add_bundle(plan, "v", ROLE_SCRATCH, copy->dtype, 1);
    plan_add_flow(plan, copy, load.src[0].of, store.dst.of);
    first_participant(copy, plan, phase);
    do {
        if (limits_fill(copy))
            add_fill(copy, &load.dst, phase);
        if (!add_steps(copy, SRC, src, &load, phase) || !add_steps(copy, DST, dst, &store, phase))
            return NULL;
        region_next(&copy->src, src);
    } while (region_next(&copy->dst, dst));
    plan->ops_per_thread = (int)count;
    return plan;
}

static bool owns(const Place *place, int rank) {
    for (int axis = AXIS_LANEID; axis < AXIS_COUNT; axis++)
        if (place->named >> axis & 1 && axis_of_rank((Axis)axis, rank) != place->along[axis])
            return false;
    return true;
}

static bool owned_before(const Copy *copy, const Place *places, int count, int rank) {
    for (int i = 0; i < count; i++)
        for (int other = 0; other < rank; other++)
            if (scope_has_rank(&copy->scope, other) && owns(&places[i], other))
                return true;
    return false;
}

/* The registers of this rank that the element goes to, or the one it comes from: an element of a
 * source is moved by its lowest owner. -1: it has no constant place. */
static int slots_of(
    const Copy *copy, int reg, const int64_t *coord, int rank, int64_t slots[MAX_COPIES]) {
    Place places[MAX_COPIES];
    PolyBasis basis = {0};
    int count = element_places(copy, reg, coord, &basis, places), found = 0;
    if (count == 0)
        return -1;
    if (reg == SRC && owned_before(copy, places, count, rank))
        return 0;
    for (int i = 0; i < count && !(reg == SRC && found); i++)
        if (owns(&places[i], rank))
            slots[found++] = places[i].at.constant;
    return found;
}

/* Steps of one owner: counted where `phase` is NULL. */
static bool walk_owner(const Copy *copy, int rank, const Step *step, Phase *phase, int *total) {
    int reg = copy->src.space == SPACE_REG ? SRC : DST, memory = 1 - reg;
    int64_t coord[2][MAX_RANK] = {{0}}, slots[MAX_COPIES];
    const Operand *dst = &copy->dst;
    *total = 0;
    for (bool more = true; more;) {
        int count = slots_of(copy, reg, coord[reg], rank, slots);
        if (count < 0)
            return false;
        *total += count * (reg == SRC ? (int)layout_replicas(&dst->layout) : 1 + limits_fill(copy));
        for (int i = 0; i < count && phase; i++) {
            Step next = *step;
            step_bundle(&next)->at = expr_constant(slots[i]);
            if (limits_fill(copy))
                add_fill(copy, step_bundle(&next), phase);
            if (!add_steps(copy, memory, coord[memory], &next, phase))
                return false;
        }
        region_next(copy_side(copy, memory), coord[memory]);
        more = region_next(copy_side(copy, reg), coord[reg]);
    }
    return true;
}

/* All elements of one owner: one phase that only this rank takes part in. */
static bool add_owner(const Copy *copy, Plan *plan, int rank, const Step *step) {
    RankSet only = {0};
    int count;
    only.has[rank] = true;
    if (!walk_owner(copy, rank, step, NULL, &count))
        return false;
    Phase *phase = plan_add_phase(plan, count);
    if (!conds_for_ranks(&only, plan->threads, &phase->guard, &phase->guard_count) ||
        !walk_owner(copy, rank, step, phase, &count))
        return false;
    if (phase->step_count > plan->ops_per_thread)
        plan->ops_per_thread = phase->step_count;
    return true;
}

static Plan *by_owner(const Copy *copy, int64_t count) {
    int reg = copy->src.space == SPACE_REG ? SRC : DST, memory = 1 - reg;
    const Ownership *owners = copy_owners(copy, reg);
    Space space = copy_side(copy, memory)->space;
    int bits = copy_bits(copy);
    if (owners->movers.count > count)
        return NULL;
    Plan *plan = plan_new(copy, "fallback");
    plan->phases = NEW_ARRAY(Phase, owners->movers.count);
    Step step = step_new(reg == SRC ? primitive_store(space, bits) : primitive_load(space, bits));
    step_memory(&step)->of = plan_add_buffer(plan, copy, memory);
    step_bundle(&step)->of = plan_add_registers(plan, copy, reg);
    plan_add_flow(plan, copy, 0, 0);
    for (int rank = 0; rank < plan->threads; rank++)
        if (owners->movers.has[rank] && !add_owner(copy, plan, rank, &step))
            return NULL;
    return plan;
}

Plan *straight_plan(const Copy *copy, bool last, Decline *decline) {
    int64_t count = region_count(&copy->dst), replicas = layout_replicas(&copy->dst.layout);
    bool registers = copy->src.space == SPACE_REG || copy->dst.space == SPACE_REG;
    int64_t most = last && registers ? LAST_MAX : STRAIGHT_MAX;
    if (copy_bits(copy) < 8 || replicas < 1 || replicas > MAX_COPIES ||
        (copy->src.space == SPACE_REG && copy->dst.space == SPACE_REG))
        return NULL;
    if (count > most / replicas) {
        decline_with(
            decline,
            "elements",
            "%lld elements have addresses that no loop gives, and at most %lld are written out",
            (long long)(count * replicas),
            (long long)most);
        return NULL;
    }
    Plan *plan =
        registers ? by_owner(copy, count * replicas) : between_memories(copy, count, replicas);
    if (!plan)
        return NULL;
    plan->vec_bits = copy_bits(copy);
    plan_finish(plan);
    return plan;
}
