/* lane0_element.c: extract, insert and broadcast.
 *
 * extract: element i, known at run time, is in slot i % 4 of lane i / 4 where every lane has 4 (rounded down; of
 * several dimensions their sums). Every lane takes that slot of its own, then all get the owner's: by a shuffle in a
 * whole warp, else through shared memory, where the owner alone writes.
 * insert: the owner's slot becomes the value that all have; no lane waits.
 * broadcast: as extract, of what lane 0 has, which is then repeated over the slots of the result. */
#include "lane0.h"
#include "../tile/tile.h"

typedef struct {
    const Lane0 *lane0;
    const Lane0Value *in, *more, *out; /* more: of an insert */
    Plan *plan;
    Phase *phase;
    int dst, src, value; /* bundles; value: of an insert */
} Making;

/* ---- steps --------------------------------------------------------------------------------- */

static Side slot(int bundle, int64_t at) {
    return (Side){.kind = AT_BUNDLE, .of = bundle, .at = expr_constant(at)};
}

static Step *add_step(Making *making, PrimitiveId primitive, Side dst, Side src) {
    Step *step = &making->phase->steps[making->phase->step_count++];
    *step = (Step){.primitive = primitive, .object = -1, .dst = dst};
    step->src[0] = src;
    return step;
}

static Digit add_loop(Making *making, Step *step, int64_t turns) {
    Plan *plan = making->plan;
    int loop = plan->loop_count++;
    plan->loops[loop] = (Loop){loop ? mem_printf("k%d", loop) : "k", turns, true};
    step->repeat[step->repeat_count++] = loop;
    return digit_of(VAR_LOOP, loop, 1, 0);
}

/* `count` elements one by one. */
static void add_moves(Making *making, Side dst, Side src, int64_t count) {
    Step *step = add_step(making, PRIM_MOVE, dst, src);
    if (count == 1)
        return;
    Digit k = add_loop(making, step, count);
    expr_add(&step->dst.at, coef_int(1), k);
    expr_add(&step->src[0].at, coef_int(1), k);
}

static void add_cond(Step *step, Expr lhs, Expr rhs) {
    if (!step->conds)
        step->conds = NEW_ARRAY(Cond, 2);
    step->conds[step->cond_count++] = (Cond){lhs, COND_EQ, rhs};
}

static Expr rank_of_thread(void) {
    Expr rank = expr_constant(0);
    expr_add(&rank, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    return rank;
}

/* ---- element i ----------------------------------------------------------------------------- */

/* Who has it, or in which slot: of f32[8,16] / f32[2,2] element i is in lane i / 32 * 8 + i / 2 % 8 and in slot
 * i / 16 % 2 * 2 + i % 2. */
static Expr place_of(const Lane0Value *value, bool lane) {
    Expr place = expr_constant(0);
    int64_t stride = 1, below = 1;
    for (int d = value->rank - 1; d >= 0; d--) {
        bool inner = (value->kind == LANE0_CYCLIC) == lane;
        int64_t mine = lane ? value->ratio[d] : value->lane[d];
        int64_t div = inner ? stride : stride * (value->seq[d] / mine);
        bool whole = div * mine == value->seq_count;
        if (mine > 1)
            expr_add(&place, coef_int(below), digit_of(VAR_SYMBOL, 0, div, whole ? 0 : mine));
        below *= mine;
        stride *= value->seq[d];
    }
    return place;
}

/* ---- from one to all ----------------------------------------------------------------------- */

static bool is_whole_warp(const Making *making) {
    return !making->lane0->is_cta && making->lane0->threads == 32;
}

/* Is what is handed on the result as it is? Not where it is repeated over its slots, as of x over b[4]. */
static bool is_result_itself(const Making *making, int64_t count) {
    return making->out->kind == LANE0_BROADCAST && making->out->lane_count == count;
}

/* By shuffles of whole words: of an f16 alone a half of it is nothing, which is zero. */
static Side shuffle(Making *making, Side own, int64_t count, Expr owner) {
    Plan *plan = making->plan;
    int per_word = 32 / plan->dtype->bits;
    bool whole = count % per_word == 0;
    int64_t words = (count + per_word - 1) / per_word;
    Expr *peer = NEW(Expr);
    *peer = owner;
    Side to = slot(making->dst, 0);
    if (!whole || !is_result_itself(making, count))
        to = slot(plan_add_bundle(plan, "v", ROLE_SCRATCH, plan->dtype, words * per_word), 0);
    if (!whole) {
        for (int64_t at = 0; at < words; at++)
            add_step(
                making,
                PRIM_FILL_B32,
                slot(to.of, at * per_word),
                (Side){.kind = AT_CONSTANT, .at = expr_constant(0)});
        add_moves(making, to, own, count);
        own = to;
    }
    for (int64_t at = 0; at < words; at++) {
        Side from = own;
        from.at.constant += at * per_word;
        Step *step = add_step(making, PRIM_SHUFFLE_B32, slot(to.of, at * per_word), from);
        step->src[0].peer = peer;
    }
    return to;
}

/* All of the group wait. Groups of a warp for their own lanes. */
static void add_wait(Making *making) {
    int n = making->lane0->threads;
    if (n == 1)
        return;
    if (making->lane0->is_cta) {
        plan_add_sync(making->plan, making->phase);
        return;
    }
    Step *step = &making->phase->steps[making->phase->step_count++];
    *step = (Step){.primitive = PRIM_WARP_SYNC, .object = -1};
    if (n < 32 && (n & (n - 1)) == 0) {
        step->primitive = PRIM_GROUP_SYNC;
        step->count = n;
    } else if (n < 32) {
        Expr *lanes = NEW(Expr);
        *lanes = expr_constant(((int64_t)1 << n) - 1);
        step->value = lanes;
    }
}

/* Through shared memory, in vectors as wide as what is moved. */
static Side share(Making *making, Side own, int64_t count, Expr owner) {
    Plan *plan = making->plan;
    int64_t bits = 128, size = plan->dtype->bits;
    plan_add_scratch(plan, "one", plan->dtype, count * size / 8, count);
    while (count * size % bits != 0)
        bits /= 2;
    Side to = slot(making->dst, 0);
    if (!is_result_itself(making, count))
        to = slot(plan_add_bundle(plan, "v", ROLE_SCRATCH, plan->dtype, count), 0);
    for (int load = 0; load < 2; load++) {
        Side memory = {.kind = AT_BUFFER, .at = expr_constant(0)};
        Step *step = load ? add_step(making, primitive_load(SPACE_SMEM, (int)bits), to, memory)
                          : add_step(making, primitive_store(SPACE_SMEM, (int)bits), memory, own);
        if (!load && making->lane0->threads > 1)
            add_cond(step, rank_of_thread(), owner);
        if (count * size > bits) {
            Digit k = add_loop(making, step, count * size / bits);
            expr_add(&step->dst.at, coef_int(bits / size), k);
            expr_add(&step->src[0].at, coef_int(bits / size), k);
        }
        if (!load)
            add_wait(making);
    }
    return to;
}

/* What `owner` has in `own`, where all have it then. */
static Side give(Making *making, Side own, int64_t count, Expr owner) {
    enum { MOST_WORDS = 4 };
    int bits = making->plan->dtype->bits;
    bool by_shuffle = is_whole_warp(making) && bits <= 32 && count * bits <= 32 * MOST_WORDS;
    making->plan->variant = by_shuffle ? "shuffles" : "shared";
    making->plan->vec_bits = by_shuffle ? 32 : bits;
    return by_shuffle ? shuffle(making, own, count, owner) : share(making, own, count, owner);
}

/* ---- the three ----------------------------------------------------------------------------- */

static Flow flow_of(const Making *making, const Lane0Value *in, int src) {
    Flow flow = {.src_at = src, .dst_at = making->dst};
    flow.src = lane0_flat(lane0_in_lanes(making->lane0, in), in->seq_count);
    flow.dst = lane0_flat(lane0_in_lanes(making->lane0, making->out), making->out->seq_count);
    return flow;
}

/* Element i alone. */
static void only_i(Operand *operand) {
    operand->whole = false;
    operand->region[0] = (Range){.symbol = operand->shape[0] > 1 ? 0 : -1, .extent = 1};
}

static void extract(Making *making) {
    Side own = slot(making->src, 0);
    int64_t count = making->in->lane_count;
    if (count > 1) {
        Plan *plan = making->plan;
        own = slot(plan_add_bundle(plan, "own", ROLE_SCRATCH, plan->dtype, 1), 0);
        add_step(making, PRIM_MOVE, own, slot(making->src, 0));
        Step *step = add_step(making, PRIM_MOVE, own, slot(making->src, 1));
        Expr k = expr_constant(1);
        if (count > 2) {
            Digit digit = add_loop(making, step, count - 1);
            expr_add(&k, coef_int(1), digit);
            expr_add(&step->src[0].at, coef_int(1), digit);
        }
        add_cond(step, place_of(making->in, false), k);
    }
    Side all = give(making, own, 1, place_of(making->in, true));
    if (all.of != making->dst)
        add_moves(making, slot(making->dst, 0), all, 1);
    Flow flow = flow_of(making, making->in, making->src);
    Expr *begin = NEW(Expr);
    *begin = expr_constant(0);
    if (making->plan->symbol_count)
        expr_add(begin, coef_int(1), digit_of(VAR_SYMBOL, 0, 1, 0));
    flow.begin = begin;
    flow.period = 1;
    making->plan->flows[making->plan->flow_count++] = flow;
}

static void insert(Making *making) {
    Plan *plan = making->plan;
    int64_t count = making->in->lane_count;
    plan->variant = "owner";
    plan->vec_bits = plan->dtype->bits;
    Side own = slot(plan_add_bundle(plan, "own", ROLE_SCRATCH, plan->dtype, count), 0);
    add_moves(making, own, slot(making->src, 0), count);
    Step *step = add_step(making, PRIM_MOVE, own, slot(making->value, 0));
    Expr k = expr_constant(0);
    if (count > 1) {
        Digit digit = add_loop(making, step, count);
        expr_add(&k, coef_int(1), digit);
        expr_add(&step->dst.at, coef_int(1), digit);
        add_cond(step, place_of(making->in, false), k);
    }
    if (making->lane0->threads > 1)
        add_cond(step, rank_of_thread(), place_of(making->in, true));
    add_moves(making, slot(making->dst, 0), own, count);
    plan->flows[plan->flow_count++] = flow_of(making, making->in, making->src);
    Flow flow = flow_of(making, making->more, making->value);
    only_i(&flow.dst);
    flow.replaces = true;
    plan->flows[plan->flow_count++] = flow;
}

/* Registers of every thread, one thread after the other. */
static void of_each(const Lane0 *lane0, Operand *operand, int64_t count) {
    Layout *layout = &operand->layout;
    Axis axis = lane0->is_cta ? AXIS_TX : AXIS_LANEID;
    *layout = (Layout){.loc = layout->loc};
    layout->shard[layout->shard_count++] = (Iter){lane0->threads, coef_int(1), axis, {0}};
    layout->shard[layout->shard_count++] = (Iter){count, coef_int(1), AXIS_M, {0}};
    operand->shape[0] = operand->region[0].extent = lane0->threads * count;
}

/* Every thread has an x of its own, of which that of thread 0 is taken: of x[4] over b[8,4], for every row. */
static void spread(Making *making) {
    const Lane0Value *in = making->in, *out = making->out;
    Side all = give(making, slot(making->src, 0), in->seq_count, expr_constant(0));
    for (int64_t at = 0; at < out->lane_count && all.of != making->dst; at += in->seq_count)
        add_moves(making, slot(making->dst, at), all, in->seq_count);
    Flow flow = flow_of(making, in, making->src);
    Expr *first = NEW(Expr);
    *first = expr_constant(0);
    flow.begin = first;
    flow.period = in->seq_count;
    of_each(making->lane0, &flow.src, in->seq_count);
    making->plan->flows[making->plan->flow_count++] = flow;
}

/* ---- the plan ------------------------------------------------------------------------------ */

static void find_values(Making *making) {
    const Lane0 *lane0 = making->lane0;
    for (int i = 0; i < lane0->value_count; i++) {
        const Lane0Value *value = &lane0->values[i];
        if (value->is_result)
            making->out = value;
        else if (making->in)
            making->more = value;
        else
            making->in = value;
    }
}

static void add_index(Plan *plan, const Lane0Value *value) {
    Symbol *index = NEW(Symbol);
    *index = (Symbol){.name = "i", .role = SYMBOL_ORIGIN, .divisor = 1};
    index->max = value->seq_count - 1;
    plan->symbols = index;
    plan->symbol_count = value->seq_count > 1;
}

static Making making_new(const Lane0 *lane0, unsigned targets) {
    enum { MOST = 8 };
    Making making = {.lane0 = lane0, .plan = NEW(Plan)};
    Plan *plan = making.plan;
    find_values(&making);
    int64_t steps = making.out->lane_count + making.in->lane_count + MOST;
    plan->targets = targets;
    plan->scope = lane0_scope(lane0);
    plan->threads = plan->scope.threads;
    plan->objects = NEW(Object);
    plan->buffers = NEW(Buffer);
    plan->dtype = making.in->dtype;
    plan->bundles = NEW_ARRAY(Bundle, MOST);
    plan->loops = NEW_ARRAY(Loop, steps);
    plan->flows = NEW_ARRAY(Flow, 2);
    plan->phases = making.phase = NEW(Phase);
    plan->phase_count = 1;
    making.phase->steps = NEW_ARRAY(Step, steps);
    making.dst = plan_add_bundle(plan, "dst", ROLE_OUT, plan->dtype, making.out->lane_count);
    making.src = plan_add_bundle(plan, "src", ROLE_IN, plan->dtype, making.in->lane_count);
    if (making.more)
        making.value = plan_add_bundle(plan, "value", ROLE_IN, plan->dtype, 1);
    if (lane0->kit != LANE0_SPREAD)
        add_index(plan, making.in);
    return making;
}

bool lane0_element(Function *function, unsigned targets) {
    const Lane0 *lane0 = &function->request->lane0;
    Choice *choice = function->choices = NEW(Choice);
    Making making = making_new(lane0, targets);
    if (lane0->kit == LANE0_EXTRACT)
        extract(&making);
    else if (lane0->kit == LANE0_INSERT)
        insert(&making);
    else
        spread(&making);
    making.plan->ops_per_thread = 1;
    function->choice_count = 1;
    function->has_at = true;
    *choice = (Choice){.targets = targets, .plan = making.plan};
    choice->cost = plan_cost(making.plan);
    choice->proof = plan_prove(making.plan);
    if (!choice->proof.ok)
        diag_error(function->request->loc, "E_NOT_PROVEN", "%s", choice->proof.reason);
    return choice->proof.ok;
}
