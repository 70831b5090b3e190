/* shuffles.c: Reductions of values that the threads of a group hold.
 *
 * Every lane combines its own elements in order. Then lanes 16, 8, 4, 2 and 1 apart combine their
 * results. 128 f32 take 3 sums, 5 shuffles and 5 sums. All lanes get the same bits, because both
 * partners of an exchange combine the same two numbers. redux.c is the other plan, where the
 * hardware combines whole warps. The results of a CTA's warps go through shared memory. An
 * accumulator comes last. For argmin, each lane compares its own elements with the final minimum;
 * the lowest index over all lanes is a second minimum. */
#include "../tile/reducing.h"
#include "variants.h"

/* ---- the lane's own ------------------------------------------------------------------------ */

/* One by one, also where two fill a word. */
static void move_each(Reducing *reducing, Row dst, Row src) {
    int run = reducing->run;
    reducing->run = 1;
    each(reducing, PRIM_MOVE, dst, src);
    reducing->run = run;
}

/* One number of 16 bits into both halves of a word, which is what a shuffle moves. */
static Row doubled(Reducing *reducing, Row own) {
    Row second = reducing->total;
    second.at++;
    if (own.bundle != reducing->total.bundle)
        move_each(reducing, reducing->total, own);
    move_each(reducing, second, own);
    return reducing->total;
}

/* The lane's own elements; of one alone nothing is to do. Returns where they are. */
static Row add_own(Reducing *reducing) {
    Row total = reducing->total, first = reducing->src, second = first;
    bool both = reducing->doubled;
    reducing->doubled = false;
    if (reducing->mine > 1) {
        second.at += reducing->apart;
        combine_each(reducing, total, first, second);
        first = total;
    }
    if (reducing->mine > 2) {
        second.at += reducing->apart;
        Step *later = combine_each(reducing, total, total, second);
        int64_t turns = reducing->mine - 2;
        if (turns > 1)
            repeat_step(later, &later->src[1], add_loop(reducing, "k", turns), reducing->apart);
    }
    reducing->doubled = both && reducing->lanes > 1;
    return reducing->doubled ? doubled(reducing, first) : first;
}

/* ---- lanes and warps ----------------------------------------------------------------------- */

/* Reads from the lane `far` parts away. The groups of a warp shuffle together, with the full mask:
 * with a mask of its own for each group ptxas adds a MATCH, a REDUX and a VOTE to every shuffle. */
static void add_shuffle(Reducing *reducing, Row dst, Row src, int far) {
    bool wide = reducing->plan->bundles[src.bundle].dtype->bits > 32;
    each(reducing, wide ? PRIM_SHUFFLE_XOR_B64 : PRIM_SHUFFLE_XOR_B32, dst, src)->count =
        far * reducing->near;
}

/* Lanes 16, 8, 4, 2 and 1 apart, from where the lane's own are to `last`. */
static void add_butterfly(Reducing *reducing, Row own, Row last) {
    for (int far = reducing->lanes / 2; far > 0; far /= 2) {
        Row total = far == 1 ? last : reducing->total;
        add_shuffle(reducing, reducing->other, own, far);
        combine_each(reducing, total, own, reducing->other);
        own = total;
    }
}

/* From here on each result is one number of its own. Returns where they are: of joined halves in
 * `last`. */
static Row single(Reducing *reducing, Row own, Row last) {
    Row second = own;
    reducing->doubled = false;
    if (!reducing->joins)
        return own;
    reducing->joins = false;
    reducing->run = 1;
    reducing->inner = 1;
    last.outer = last.bundle == own.bundle ? own.outer : 1;
    second.at++;
    combine_each(reducing, last, own, second);
    return last;
}

/* Does a result have parts in several warps? */
static bool takes_warps(const Reducing *reducing) {
    return reducing->lane0->over < 0 && reducing->plan->threads > 32;
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

/* What the warps of a CTA have goes through shared memory: lane 0 of each puts it there, all wait,
 * and every thread combines all of it, in the order of the warps. */
static void add_warps(Reducing *reducing, const char *name, Row own, Row last) {
    Plan *plan = reducing->plan;
    const Dtype *dtype = plan->bundles[own.bundle].dtype;
    int warps = plan->threads / 32, bits = 128, per = dtype->bits;
    int buffer = add_totals(reducing, name, dtype);
    Row all = row_of(
        reducing, plan_add_bundle(plan, mem_printf("all_%s", name), ROLE_SCRATCH, dtype, warps));
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

/* How many elements along what is combined a lane has. */
static int64_t in_lane(const Reducing *reducing) {
    const Lane0Value *in = reducing->in;
    return reducing->lane0->over < 0 ? in->lane_count : in->lane[reducing->lane0->over];
}

/* How much further the next element of a lane is, 0: not always as much. */
static int64_t index_step(const Reducing *reducing) {
    const Lane0Value *in = reducing->in;
    int over = reducing->lane0->over;
    if (over >= 0)
        return in->kind == LANE0_CYCLIC ? in->ratio[over] : 1;
    int64_t step = in->lane_count > 1 ? lane0_index(in, 0, 1) : 1;
    for (int64_t slot = 2; slot < in->lane_count; slot++)
        if (lane0_index(in, 0, slot) != slot * step)
            return 0;
    return step;
}

/* The number of the lane's first element along what is combined. */
static Expr first_index(const Reducing *reducing) {
    const Lane0Value *in = reducing->in;
    int over = reducing->lane0->over;
    if (over < 0)
        return lane0_base(reducing->lane0, in);
    Expr at = expr_constant(0);
    int64_t step = in->kind == LANE0_CYCLIC ? 1 : in->lane[over];
    bool is_last = reducing->near * reducing->lanes == reducing->lane0->threads;
    if (reducing->lanes > 1)
        expr_add(
            &at,
            coef_int(step),
            digit_of(VAR_RANK, 0, reducing->near, is_last ? 0 : reducing->lanes));
    return at;
}

/* The number of element `first`, or of that and as many more as the loop says. */
static const Expr *index_of(const Reducing *reducing, int64_t first, int loop) {
    const Lane0Value *in = reducing->in;
    int64_t below = 1, stride = 1, regular = index_step(reducing);
    Expr *index = NEW(Expr);
    *index = first_index(reducing);
    index->constant += regular ? first * regular : lane0_index(in, 0, first);
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
    element.at += first * reducing->apart;
    Step *step = each(reducing, primitive_index_if(reducing->plan->dtype), to, element);
    add_second(reducing, step, best);
    step->value = index_of(reducing, first, loop);
    if (loop >= 0)
        expr_add(&step->src[0].at, coef_int(reducing->apart), digit_of(VAR_LOOP, loop, 1, 0));
}

/* The lowest index of the lane's own elements that are the best one. Where their numbers are not
 * evenly apart the loop is over all of them, the first one again. */
static void add_own_index(Reducing *reducing, Row best) {
    int64_t from = index_step(reducing) ? 1 : 0, later = in_lane(reducing) - from;
    add_comparison(reducing, reducing->where, 0, -1, best);
    if (later == 0)
        return;
    int loop = later > 1 ? add_loop(reducing, "n", later) : -1;
    if (loop >= 0) {
        next_phase(reducing);
        reducing->phase->loops[reducing->phase->loop_count++] = loop;
    }
    Row hit = add_row(reducing, "hit", index_dtype());
    add_comparison(reducing, hit, from, loop, best);
    combine_each(reducing, reducing->where, reducing->where, hit);
    if (loop >= 0)
        next_phase(reducing);
}

/* The lowest of all lanes that have parts of a result. */
static void add_lowest(Reducing *reducing, Row last) {
    Row where = reducing->where;
    if (reducing->lanes == 32) {
        each(reducing, PRIM_REDUX_MIN_U32, last, where)->combine = COMBINE_MIN;
        return;
    }
    Row other = reducing->lanes > 1 ? add_row(reducing, "far", index_dtype()) : where;
    for (int far = reducing->lanes / 2; far > 0; far /= 2) {
        add_shuffle(reducing, other, where, far);
        combine_each(reducing, far == 1 ? last : where, where, other);
    }
    if (reducing->lanes == 1)
        each(reducing, PRIM_MOVE, last, where);
}

/* All have the best one: who has it too, and where. */
static void add_index(Reducing *reducing, Row best) {
    Row index = row_of(reducing, reducing->index);
    bool one_warp = !takes_warps(reducing);
    reducing->src.outer = reducing->lane0->over < 0 ? 0 : reducing->inner * in_lane(reducing);
    reducing->apart = reducing->inner;
    if (reducing->out)
        move_each(reducing, row_of(reducing, reducing->dst), best);
    reducing->run = 1;
    reducing->combine = COMBINE_MIN;
    reducing->where = add_row(reducing, "where", index_dtype());
    add_own_index(reducing, best);
    add_lowest(reducing, one_warp ? index : reducing->where);
    if (!one_warp)
        add_warps(reducing, "indices", reducing->where, index);
}

/* ---- the plan ------------------------------------------------------------------------------ */

Plan *plan_reduced(const Lane0 *lane0, PrimitiveId redux, const char *variant) {
    Reducing *reducing = reducing_new(lane0, variant);
    Plan *plan = reducing->plan;
    bool one_warp = !takes_warps(reducing), by_redux = redux != PRIM_COUNT;
    /* the last instruction gives the result where nothing comes after it */
    bool ends = !reducing->acc && !reducing->place;
    bool at_once = ends && one_warp;
    bool as_it_is = at_once && !reducing->joins && !reducing->doubled;
    bool joins_alone = at_once && reducing->lanes == 1 && reducing->mine == 1; /* from src to dst */
    if ((!as_it_is && !joins_alone) || reducing->mine > 1 || (!by_redux && reducing->lanes > 2))
        reducing->total = add_row(reducing, "total", plan->dtype);
    if (!by_redux && reducing->lanes > 1)
        reducing->other = add_row(reducing, "other", plan->dtype);
    Row dst = row_of(reducing, reducing->dst), last = ends ? dst : reducing->total;
    Row own = add_own(reducing), of_warp = as_it_is ? dst : reducing->total;
    if (by_redux)
        each(reducing, redux, of_warp, own)->combine = reducing->combine;
    else
        add_butterfly(reducing, own, of_warp);
    Row result = reducing->lanes > 1 ? of_warp : own;
    bool is_own = result.bundle == reducing->src.bundle; /* which nobody writes */
    result = single(reducing, result, at_once ? dst : is_own ? reducing->total : result);
    if (!one_warp) {
        add_warps(reducing, "totals", result, last);
        result = last;
    }
    dst = row_of(reducing, reducing->dst);
    if (reducing->acc)
        combine_each(reducing, dst, result, row_of(reducing, reducing->more));
    else if (!reducing->place && result.bundle != dst.bundle)
        move_each(reducing, dst, result);
    if (reducing->place)
        add_index(reducing, result);
    reducing_add_flows(reducing);
    return plan;
}

Plan *shuffles_offer(const Query *query, Decline *decline) {
    (void)decline;
    return plan_reduced(query->lane0, PRIM_COUNT, "shuffles");
}
