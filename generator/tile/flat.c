/* flat.c: The fallback for regions that straddle an iter of their layout and are too large to write
 * out, and for layouts without a common refinement. The first participant counts all elements in
 * one loop and computes every digit of both layouts from that counter. The divisions make it
 * slow. */
#include "tile.h"
#include <limits.h>

/* One dimension of the walk: element x of the loop has the coordinate begin + x / inside %
 * extent. */
typedef struct {
    int64_t begin, extent, inside;
    bool outermost;
} Way;

/* (begin + c) / div % extent x stride, for the coordinate c of the walk. Rows 59 .. 106 of
 * (96,2):(40,1) are (c + 1) / 2 x 40 + (c + 1) % 2 + 29 x 40. */
static bool add_iter(Expr *expr, const Way *way, const Iter *iter, int64_t div, int loop) {
    int64_t next, from;
    Coef fixed;
    if (!mul_i64(div, iter->extent, &next))
        return false;
    from = way->begin % next;
    bool stands = from / div == (from + way->extent - 1) / div;
    bool wraps = from + way->extent > next;
    if (!wraps && (!coef_mul(iter->stride, from / div, &fixed) ||
                   !expr_add(expr, fixed, digit_of(VAR_ONE, 0, 1, 0))))
        return false;
    if (stands)
        return true;
    Digit digit = digit_of(VAR_LOOP, loop, div, wraps ? iter->extent : 0);
    digit.pre_div = way->inside;
    digit.pre_mod = way->outermost ? 0 : way->extent;
    digit.sub = wraps ? -from : -(from % div);
    return expr_add(expr, iter->stride, digit);
}

static bool add_way(
    Expr *expr, const Way *way, const Layout *layout, int first, int end, int loop) {
    int64_t div = 1;
    for (int i = end - 1; i >= first; i--) {
        if (!add_iter(expr, way, &layout->shard[i], div, loop))
            return false;
        div *= layout->shard[i].extent;
    }
    return true;
}

static bool dims_expr(
    const Operand *operand, const Layout *grouped, const int *seps, int loop, Expr *expr) {
    int64_t inside = 1, count = region_count(operand);
    for (int d = operand->rank - 1; d >= 0; d--) {
        Way way = {operand->region[d].begin, operand->region[d].extent, inside, false};
        inside *= way.extent;
        way.outermost = inside == count;
        if (!add_way(expr, &way, grouped, seps[d], seps[d + 1], loop))
            return false;
    }
    return true;
}

/* Where the dimensions are no products of iters: a region of whole rows is one run of the flattened
 * coordinate. */
static bool run_expr(const Operand *operand, const Layout *layout, int loop, Expr *expr) {
    Way way = {0, region_count(operand), 1, true};
    int64_t inside = 1;
    bool partial = false;
    for (int d = operand->rank - 1; d >= 0; d--) {
        if (partial && operand->region[d].extent > 1)
            return false;
        partial = partial || operand->region[d].extent < operand->shape[d];
        way.begin += operand->region[d].begin * inside;
        inside *= operand->shape[d];
    }
    return add_way(expr, &way, layout, 0, layout->shard_count, loop);
}

static bool side_expr(const Copy *copy, int side, int loop, Expr *expr) {
    const Operand *operand = copy_side(copy, side);
    Layout simple = layout_simplify(&operand->layout), grouped;
    int seps[MAX_RANK + 1];
    int64_t offset = 0;
    if (simple.replica_count > 0 || (layout_axes(&simple) & ~(1u << AXIS_M)))
        return false;
    for (int d = 0; d < operand->rank; d++)
        if (operand->region[d].symbol >= 0)
            return false;
    for (int i = 0; i < simple.offset_count; i++)
        offset += simple.offset[i].amount;
    *expr = expr_constant(offset);
    if (layout_group(&simple, operand->rank, operand->shape, &grouped, seps)
            ? !dims_expr(operand, &grouped, seps, loop, expr)
            : !run_expr(operand, &simple, loop, expr))
        return false;
    expr_swizzle(expr, &simple.swizzle);
    return true;
}

/* Element x of the loop is inside where x / 48 % 64 < rows and x % 48 < cols. */
static void guard(const Copy *copy, int side, int loop, Step *step) {
    const Operand *operand = copy_side(copy, side);
    int64_t inside = region_count(operand);
    int dim = 0;
    limits_start(step, copy);
    for (int d = 0; d < operand->rank; d++) {
        int64_t extent = operand->region[d].extent;
        bool outermost = inside == region_count(operand);
        inside /= extent;
        if (extent == 1)
            continue;
        Digit digit = digit_of(VAR_LOOP, loop, inside, outermost ? 0 : extent);
        limits_move(step, copy, dim++, coef_int(1), digit);
    }
}

Plan *flat_plan(const Copy *copy) {
    if (copy_bits(copy) < 8 || copy->src.space == SPACE_REG || copy->dst.space == SPACE_REG)
        return NULL;
    Plan *plan = plan_new(copy, "fallback");
    Phase *phase = plan_add_phase(plan, 3);
    Step fill = step_new(primitive_fill(copy_bits(copy)));
    Step load = step_new(primitive_load(copy->src.space, copy_bits(copy)));
    Step store = step_new(primitive_store(copy->dst.space, copy_bits(copy)));
    int64_t count = region_count(&copy->dst);
    int loop = plan_add_loop(plan, count, false);
    if (count > INT_MAX || !side_expr(copy, SRC, loop, &load.src[0].at) ||
        !side_expr(copy, DST, loop, &store.dst.at))
        return NULL;
    load.src[0].of = plan_add_buffer(plan, copy, SRC);
    store.dst.of = plan_add_buffer(plan, copy, DST);
    load.dst.of = store.src[0].of = fill.dst.of =
        plan_add_bundle(plan, "v", ROLE_SCRATCH, copy->dtype, 1);
    if (limits_guard(copy, SRC))
        guard(copy, SRC, loop, &load);
    if (limits_guard(copy, DST))
        guard(copy, DST, loop, &store);
    plan_add_flow(plan, copy, load.src[0].of, store.dst.of);
    first_participant(copy, plan, phase);
    phase->loops[phase->loop_count++] = loop;
    if (limits_fill(copy))
        phase->steps[phase->step_count++] = fill;
    phase->steps[phase->step_count++] = load;
    phase->steps[phase->step_count++] = store;
    plan->vec_bits = copy_bits(copy);
    plan->ops_per_thread = (int)count;
    plan_finish(plan);
    return plan;
}
