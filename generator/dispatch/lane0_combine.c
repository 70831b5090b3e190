/* lane0_combine.c: the choice between the plans of a reduce (lane0_reduce.c), and scans of values that the lanes of
 * a warp hold, without memory.
 *
 * scan: every lane makes the starts of its own elements, the last of which are its total; totals are scanned over
 * lanes 1, 2, 4, 8 and 16 apart; what all lanes below have together goes to each of the lane's elements. */
#include "lane0.h"
#include "../tile/tile.h"

Combine lane0_combination(const Lane0 *lane0) {
    static const Combine by[] = {
        COMBINE_ADD,
        COMBINE_MUL,
        COMBINE_MIN,
        COMBINE_MAX,
        COMBINE_AND,
        COMBINE_OR,
        COMBINE_XOR,
        COMBINE_MIN,
        COMBINE_MAX};
    return by[lane0->operation];
}

/* ---- steps --------------------------------------------------------------------------------- */

typedef struct {
    Plan *plan;
    Phase *phase;
    PrimitiveId with;
    Combine combine;
    int dst, src, total, other;
} Making;

static Side slot(int bundle, int64_t at) {
    return (Side){.kind = AT_BUNDLE, .of = bundle, .at = expr_constant(at)};
}

static Step *add_step(Making *making, PrimitiveId primitive, Side dst, Side src) {
    Step *step = &making->phase->steps[making->phase->step_count++];
    *step = (Step){.primitive = primitive, .object = -1, .dst = dst};
    step->src[0] = src;
    return step;
}

static Step *add_combination(Making *making, Side dst, Side a, Side b) {
    Step *step = add_step(making, making->with, dst, a);
    step->src[1] = b;
    step->combine = making->combine;
    return step;
}

static void add_shuffle(Making *making, PrimitiveId primitive, Side dst, Side src, int64_t far) {
    add_step(making, primitive, dst, src)->count = far;
}

/* A loop around the step, over the later registers of both sides. */
static void repeat(Making *making, Step *step, int64_t turns, bool moves_dst) {
    if (turns < 2)
        return;
    int loop = making->plan->loop_count++;
    making->plan->loops[loop] = (Loop){loop ? mem_printf("k%d", loop) : "k", turns, true};
    step->repeat[step->repeat_count++] = loop;
    Digit digit = digit_of(VAR_LOOP, loop, 1, 0);
    expr_add(&step->src[1].at, coef_int(1), digit);
    if (!moves_dst)
        return;
    expr_add(&step->dst.at, coef_int(1), digit);
    expr_add(&step->src[0].at, coef_int(1), digit);
}

static Making making_new(const Lane0 *lane0, unsigned targets) {
    enum { MOST_STEPS = 96, MOST_LOOPS = 4, MOST_PHASES = 3 };
    const Lane0Value *in = &lane0->values[lane0->values[0].is_result];
    const Lane0Value *out = &lane0->values[!lane0->values[0].is_result];
    Making making = {.plan = NEW(Plan), .combine = lane0_combination(lane0)};
    Plan *plan = making.plan;
    plan->variant = "shuffles";
    plan->targets = targets;
    plan->scope = lane0_scope(lane0);
    plan->threads = plan->scope.threads;
    plan->objects = NEW(Object);
    plan->buffers = NEW(Buffer);
    plan->dtype = in->dtype;
    plan->bundles = NEW_ARRAY(Bundle, 5);
    plan->loops = NEW_ARRAY(Loop, MOST_LOOPS);
    plan->flows = NEW(Flow);
    plan->phases = NEW_ARRAY(Phase, MOST_PHASES);
    plan->phase_count = 1;
    making.phase = plan->phases;
    making.phase->steps = NEW_ARRAY(Step, MOST_STEPS);
    making.with = primitive_combination(ACT_COMBINE, making.combine, in->dtype);
    making.dst = plan_add_bundle(plan, "dst", ROLE_OUT, out->dtype, out->lane_count);
    making.src = plan_add_bundle(plan, "src", ROLE_IN, in->dtype, in->lane_count);
    making.total = plan_add_bundle(plan, "total", ROLE_SCRATCH, in->dtype, 1);
    making.other = plan_add_bundle(plan, "other", ROLE_SCRATCH, in->dtype, 1);
    return making;
}

/* ---- scan ---------------------------------------------------------------------------------- */

static void add_least_lane(Step *step, int64_t lane) {
    step->conds = NEW(Cond);
    step->cond_count = 1;
    step->conds[0] = (Cond){expr_constant(0), COND_GE, expr_constant(lane)};
    expr_add(&step->conds[0].lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
}

PrimitiveId lane0_shuffle_up(const Dtype *dtype) {
    return dtype->bits == 64 ? PRIM_SHUFFLE_UP_B64 : PRIM_SHUFFLE_UP_B32;
}

/* What combines with anything to that: 1.0f is 0x3f800000, infinity 0x7f800000. */
uint64_t lane0_neutral(Combine op, const Dtype *dtype) {
    bool is_float = dtype->kind == DTYPE_FLOAT, is_signed = dtype->kind == DTYPE_SIGNED;
    uint64_t all = ~0ull >> (64 - dtype->bits), sign = all ^ all >> 1;
    uint64_t infinity = dtype->bits == 64 ? 0x7ffull << 52 : 0x7f800000u;
    switch (op) {
    case COMBINE_MUL:
        return !is_float ? 1 : dtype->bits == 64 ? 0x3ffull << 52 : 0x3f800000u;
    case COMBINE_MIN:
        return is_float ? infinity : is_signed ? all ^ sign : all;
    case COMBINE_MAX:
        return is_float ? sign | infinity : is_signed ? sign : 0;
    case COMBINE_AND:
        return all;
    default:
        return 0;
    }
}

/* own[k]: the lane's own elements up to k. Then `other`: those of all lanes below. */
static void add_starts(Making *making, int own) {
    int64_t count = making->plan->bundles[making->src].count;
    Side total = slot(making->total, 0), other = slot(making->other, 0);
    add_step(making, PRIM_MOVE, slot(own, 0), slot(making->src, 0));
    if (count > 1)
        repeat(
            making,
            add_combination(making, slot(own, 1), slot(own, 0), slot(making->src, 1)),
            count - 1,
            true);
    add_step(making, PRIM_MOVE, total, slot(own, count - 1));
    for (int far = 1; far < 32; far *= 2) {
        add_shuffle(making, lane0_shuffle_up(making->plan->dtype), other, total, far);
        add_least_lane(add_combination(making, total, other, total), far);
    }
    add_shuffle(making, lane0_shuffle_up(making->plan->dtype), other, total, 1);
}

/* dst[first ..] = own[0 ..], `count` of them. */
static void give(Making *making, int own, int64_t first, int64_t count) {
    if (count == 0)
        return;
    Plan *plan = making->plan;
    Step *step = add_step(making, PRIM_MOVE, slot(making->dst, first), slot(own, 0));
    if (count == 1)
        return;
    int loop = plan->loop_count++;
    plan->loops[loop] = (Loop){mem_printf("k%d", loop), count, true};
    step->repeat[step->repeat_count++] = loop;
    expr_add(&step->dst.at, coef_int(1), digit_of(VAR_LOOP, loop, 1, 0));
    expr_add(&step->src[0].at, coef_int(1), digit_of(VAR_LOOP, loop, 1, 0));
}

/* Of all dimensions as one, row by row. */
static Operand flat(Operand operand, int64_t count) {
    operand.rank = 1;
    operand.shape[0] = count;
    operand.region[0] = (Range){.symbol = -1, .extent = count};
    return operand;
}

static void add_flow(const Lane0 *lane0, Making *making) {
    const Lane0Value *in = &lane0->values[lane0->values[0].is_result];
    const Lane0Value *out = &lane0->values[!lane0->values[0].is_result];
    Flow flow = {.src = flat(lane0_in_lanes(lane0, in), in->seq_count)};
    flow.dst = flat(lane0_in_lanes(lane0, out), out->seq_count);
    flow.src_at = making->src;
    flow.dst_at = making->dst;
    flow.combine = making->combine;
    flow.scan = true;
    making->plan->flows[making->plan->flow_count++] = flow;
}

static Plan *scanned(const Lane0 *lane0, unsigned targets) {
    Making making = making_new(lane0, targets);
    Plan *plan = making.plan;
    int64_t count = plan->bundles[making.src].count, shifted = lane0->exclusive;
    int own = plan_add_bundle(plan, "own", ROLE_SCRATCH, plan->dtype, count);
    Side total = slot(making.total, 0), other = slot(making.other, 0);
    add_starts(&making, own);
    if (count > shifted) {
        Step *below = add_combination(&making, slot(own, 0), other, slot(own, 0));
        repeat(&making, below, count - shifted, false);
        if (below->repeat_count)
            expr_add(&below->dst.at, coef_int(1), digit_of(VAR_LOOP, below->repeat[0], 1, 0));
        add_least_lane(below, 1);
    }
    if (lane0->exclusive) {
        add_step(&making, primitive_fill(plan->dtype->bits), total, (Side){.kind = AT_CONSTANT});
        add_least_lane(add_step(&making, PRIM_MOVE, total, other), 1);
        add_step(&making, PRIM_MOVE, slot(making.dst, 0), total);
    }
    give(&making, own, shifted, count - shifted);
    add_flow(lane0, &making);
    plan->flows[0].exclusive = lane0->exclusive;
    plan->flows[0].limits.fill = lane0->exclusive ? lane0_neutral(making.combine, plan->dtype) : 0;
    return plan;
}

/* ---- the choice ---------------------------------------------------------------------------- */

/* Keeps the cheaper one, and why the other is not taken. */
static void offer(Choice *choice, Plan *plan) {
    if (!plan)
        return;
    const Cost cost = plan_cost(plan);
    if (!choice->plan) {
        choice->plan = plan;
        choice->cost = cost;
        return;
    }
    bool better = cost.score < choice->cost.score;
    const Plan *loser = better ? choice->plan : plan;
    Decline *decline = &choice->declines[choice->decline_count++];
    const char *winner = better ? plan->variant : choice->plan->variant;
    int64_t lost = better ? choice->cost.score : cost.score;
    int64_t least = better ? cost.score : choice->cost.score;
    const char *tie = mem_printf("%s is tried first", winner);
    *decline = (Decline){loser->variant, "cost", cost_words(lost, winner, least, tie)};
    if (better) {
        choice->plan = plan;
        choice->cost = cost;
    }
}

/* Blocks of a warp have a plan that is shorter than that of any order. */
static Plan *scan_of(const Lane0 *lane0, unsigned targets) {
    const Lane0Value *in = &lane0->values[lane0->values[0].is_result];
    bool is_block = in->rank == 1 && in->kind == LANE0_BLOCK;
    return !lane0->is_cta && lane0->threads == 32 && is_block
               ? scanned(lane0, targets)
               : lane0_scanned(lane0, in, lane0_combination(lane0), targets);
}

/* Of targets that are alike in what a reduction needs. */
static Choice choose(const Lane0 *lane0, unsigned targets) {
    Choice choice = {.targets = targets, .declines = NEW_ARRAY(Decline, 2)};
    if (lane0->kit == LANE0_SCAN) {
        offer(&choice, scan_of(lane0, targets));
    } else {
        offer(&choice, lane0_reduced(lane0, targets, false));
        offer(&choice, lane0_reduced(lane0, targets, true));
    }
    return choice;
}

/* Some targets have redux.sync of f32: theirs first, where it is another plan. */
static void add_choices(Function *function, unsigned targets) {
    const Lane0 *lane0 = &function->request->lane0;
    unsigned some = targets & feature_targets(FEATURE_REDUX_F32);
    function->choices = NEW_ARRAY(Choice, 2);
    if (some)
        function->choices[function->choice_count++] = choose(lane0, some);
    if (some == targets)
        return;
    Choice *rest = &function->choices[function->choice_count++];
    *rest = choose(lane0, targets & ~some);
    if (!some || !rest->plan || !plan_equal(rest->plan, function->choices[0].plan))
        return;
    function->choices[0] = *rest;
    function->choice_count = 1;
    function->choices[0].targets = function->choices[0].plan->targets = targets;
}

bool lane0_combine(Function *function, unsigned targets) {
    add_choices(function, targets);
    function->has_at = true;
    for (int i = 0; i < function->choice_count; i++) {
        Choice *choice = &function->choices[i];
        if (!choice->plan) {
            diag_error(
                function->request->loc,
                "E_SCAN_ORDER",
                "a scan of more elements a thread, or in another order, than there are plans for");
            return false;
        }
        choice->proof = plan_prove(choice->plan);
        if (!choice->proof.ok) {
            diag_error(function->request->loc, "E_NOT_PROVEN", "%s", choice->proof.reason);
            return false;
        }
    }
    return true;
}
