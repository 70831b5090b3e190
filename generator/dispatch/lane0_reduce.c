/* lane0_reduce.c: reductions of values that the threads of a group hold.
 *
 * Every lane combines its own elements in their order, then lanes 16, 8, 4, 2 and 1 apart combine what they have:
 * 128 f32 are 3 sums, 5 shuffles and 5 sums, and all lanes have the same bits, since both partners of an exchange
 * combine the same two numbers. Where the hardware combines whole warps (redux.sync), that is the other plan.
 * What the warps of a CTA have goes through shared memory. An accumulator comes last. Where the minimum is, is asked
 * when all have it: each lane compares its own elements with it, and the lowest index of all lanes is a minimum
 * again. */
#include "reducing.h"

/* ---- the lane's own ------------------------------------------------------------------------ */

/* The lane's own elements; of one alone nothing is to do. Returns where they are. */
static Row add_own(Reducing *reducing) {
    Row total = reducing->total, first = reducing->src, second = first;
    if (reducing->mine == 1)
        return first;
    second.at += reducing->apart;
    combine_each(reducing, total, first, second);
    if (reducing->mine == 2)
        return total;
    second.at += reducing->apart;
    Step *later = combine_each(reducing, total, total, second);
    if (reducing->mine > 3)
        repeat_step(
            reducing,
            later,
            &later->src[1],
            add_loop(reducing, "k", reducing->mine - 2),
            reducing->apart);
    return total;
}

/* ---- lanes and warps ----------------------------------------------------------------------- */

/* Lanes 16, 8, 4, 2 and 1 apart, from where the lane's own are to `last`. */
static void add_butterfly(Reducing *reducing, Row own, Row last) {
    for (int far = reducing->lanes / 2; far > 0; far /= 2) {
        Row total = far == 1 ? last : reducing->total;
        each(reducing, PRIM_SHUFFLE_XOR_B32, reducing->other, own)->count = far;
        combine_each(reducing, total, own, reducing->other);
        own = total;
    }
}

static Cond first_of_warp(void) {
    Cond cond = {expr_constant(0), COND_EQ, expr_constant(0)};
    expr_add(&cond.lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 32));
    return cond;
}

/* Room for one number of each warp, in scratch memory of its own. */
static int add_totals(Reducing *reducing, const char *name, const Dtype *dtype) {
    enum { ALIGN = 16 };
    Plan *plan = reducing->plan;
    int64_t warps = plan->threads / 32, bytes = warps * dtype->bits / 8;
    if (!plan->arena_count) {
        plan_add_scratch(plan, name, dtype, bytes, warps);
        return 0;
    }
    Buffer *buffer = &plan->buffers[plan->buffer_count];
    *buffer = plan->buffers[0];
    buffer->name = name;
    buffer->dtype = dtype;
    buffer->offset = plan->arenas[0].bytes;
    plan->arenas[0].bytes += (bytes + ALIGN - 1) / ALIGN * ALIGN;
    return plan->buffer_count++;
}

/* What the warps of a CTA have goes through shared memory: lane 0 of each puts it there, all wait, and every
 * thread combines all of it, in the order of the warps. */
static void add_warps(Reducing *reducing, const char *name, Row own, Row last) {
    Plan *plan = reducing->plan;
    const Dtype *dtype = plan->bundles[own.bundle].dtype;
    int warps = plan->threads / 32, bits = 128, per = dtype->bits;
    int buffer = add_totals(reducing, name, dtype);
    Row all = {plan_add_bundle(plan, mem_printf("all_%s", name), ROLE_SCRATCH, dtype, warps), 0, 1};
    if (buffer == 0)
        plan->bundles[all.bundle].name = "all";
    Side memory = {.kind = AT_BUFFER, .of = buffer, .at = expr_constant(0)};
    Step *put = each(reducing, primitive_store(SPACE_SMEM, per), own, own);
    put->dst = memory;
    expr_add(&put->dst.at, coef_int(1), digit_of(VAR_RANK, 0, 32, 0));
    put->conds = NEW(Cond);
    put->cond_count = 1;
    put->conds[0] = first_of_warp();
    plan_add_sync(plan, reducing->phase);
    while (warps * per % bits != 0)
        bits /= 2;
    for (int at = 0; at < warps; at += bits / per) {
        Row some = all;
        some.at = at;
        Step *get = each(reducing, primitive_load(SPACE_SMEM, bits), some, some);
        memory.at = expr_constant(at);
        get->src[0] = memory;
    }
    Row next = all;
    for (int at = 1; at < warps; at++) {
        next.at = at;
        combine_each(reducing, at + 1 == warps ? last : own, at == 1 ? all : own, next);
    }
}

/* ---- where it is --------------------------------------------------------------------------- */

/* How much further the next element of a lane is, 0: not always as much. */
static int64_t index_step(const Lane0Value *in) {
    int64_t step = in->lane_count > 1 ? lane0_index(in, 0, 1) : 1;
    for (int64_t slot = 2; slot < in->lane_count; slot++)
        if (lane0_index(in, 0, slot) != slot * step)
            return 0;
    return step;
}

/* The number of element `first`, or of that and as many more as the loop says: that of the lane's first element,
 * and how much further it is. */
static const Expr *index_of(const Reducing *reducing, int64_t first, int loop) {
    const Lane0Value *in = reducing->in;
    int64_t below = 1, stride = 1, regular = index_step(in);
    Expr *index = NEW(Expr);
    *index = lane0_base(reducing->lane0, in);
    index->constant += lane0_index(in, 0, first);
    if (loop >= 0 && regular) {
        expr_add(index, coef_int(regular), digit_of(VAR_LOOP, loop, 1, 0));
        return index;
    }
    for (int d = in->rank - 1; d >= 0 && loop >= 0; d--) {
        int64_t step = in->kind == LANE0_CYCLIC ? stride * in->ratio[d] : stride;
        if (in->lane[d] > 1)
            expr_add(index, coef_int(step), digit_of(VAR_LOOP, loop, below, in->lane[d]));
        below *= in->lane[d];
        stride *= in->seq[d];
    }
    return index;
}

static void add_comparison(Reducing *reducing, Row to, int64_t first, int loop, Row best) {
    Row element = reducing->src;
    element.at += first;
    Step *step = each(reducing, primitive_index_if(reducing->plan->dtype), to, element);
    step->src[1] = side_of_row(best);
    step->value = index_of(reducing, first, loop);
    if (loop >= 0)
        expr_add(&step->src[0].at, coef_int(1), digit_of(VAR_LOOP, loop, 1, 0));
}

/* The lowest index of the lane's own elements that are the best one. Where their numbers are not evenly apart the
 * loop is over all of them, the first one again. */
static void add_own_index(Reducing *reducing, Row best) {
    Plan *plan = reducing->plan;
    int64_t from = index_step(reducing->in) ? 1 : 0, later = reducing->in->lane_count - from;
    add_comparison(reducing, reducing->where, 0, -1, best);
    if (later == 0)
        return;
    int loop = later > 1 ? add_loop(reducing, "n", later) : -1;
    if (loop >= 0) {
        next_phase(reducing);
        reducing->phase->loops[reducing->phase->loop_count++] = loop;
    }
    Row hit = {plan_add_bundle(plan, "hit", ROLE_SCRATCH, index_dtype(), 1), 0, 1};
    add_comparison(reducing, hit, from, loop, best);
    combine_each(reducing, reducing->where, reducing->where, hit);
    if (loop >= 0)
        next_phase(reducing);
}

/* All have the best one: who has it too, and where. */
static void add_index(Reducing *reducing, Row best) {
    Row index = {reducing->index, 0, 1};
    bool one_warp = reducing->plan->threads == 32;
    if (reducing->out)
        each(reducing, PRIM_MOVE, (Row){reducing->dst, 0, 1}, best);
    reducing->combine = COMBINE_MIN;
    add_own_index(reducing, best);
    each(reducing, PRIM_REDUX_MIN_U32, one_warp ? index : reducing->where, reducing->where)
        ->combine = COMBINE_MIN;
    if (!one_warp)
        add_warps(reducing, "indices", reducing->where, index);
}

/* ---- the plan ------------------------------------------------------------------------------ */

Plan *lane0_reduced(const Lane0 *lane0, unsigned targets, bool by_redux) {
    Reducing *reducing = reducing_new(lane0, targets);
    Plan *plan = reducing->plan;
    PrimitiveId redux = primitive_combination(ACT_REDUX, reducing->combine, plan->dtype);
    bool one_warp = plan->threads == 32, ends = !reducing->acc && !reducing->where.bundle;
    if (by_redux && redux == PRIM_COUNT)
        return NULL;
    if (!by_redux || !one_warp || reducing->mine > 1 || !ends)
        reducing->total.bundle = plan_add_bundle(plan, "total", ROLE_SCRATCH, plan->dtype, 1);
    if (!by_redux)
        reducing->other.bundle = plan_add_bundle(plan, "other", ROLE_SCRATCH, plan->dtype, 1);
    Row last = ends ? (Row){reducing->dst, 0, 1} : reducing->total;
    Row own = add_own(reducing), of_warp = one_warp ? last : reducing->total;
    if (by_redux) {
        each(reducing, redux, of_warp, own)->combine = reducing->combine;
        plan->variant = "redux";
    } else {
        add_butterfly(reducing, own, of_warp);
    }
    if (!one_warp)
        add_warps(reducing, "totals", reducing->total, last);
    if (reducing->acc)
        combine_each(reducing, (Row){reducing->dst, 0, 1}, last, (Row){reducing->more, 0, 1});
    if (reducing->where.bundle)
        add_index(reducing, last);
    reducing_add_flows(reducing);
    return plan;
}
