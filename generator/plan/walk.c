/* walk.c: Plan -> its executions: which lanes of which warp run which step with which addresses, in
 * program order. Cost and trace are sums and lists over these.
 *
 * Invariants: addresses come from the one evaluator's digits. The terms of a rank are summed once
 * per step and the terms of loops once per execution, because only their sum meets the XORs; this
 * is what makes a walk cheap enough to be taken for every candidate of `policy best`. */
#include "plan.h"

enum { STEPS_PER_EXECUTION = 8 }; /* of a warp, and one more for each lane */

/* What does not change while the loops of a phase run. */
typedef struct {
    unsigned *lanes; /* per warp: scope, guard and the predicates that read no loop */
    struct {
        const Expr *expr; /* NULL: not in memory */
        const Buffer *buffer;
        int64_t *sum; /* per rank: the sum of the rank's terms */
        bool both;    /* some term reads the rank and loops at once */
        int64_t rest; /* of the execution: the terms that read no rank */
    } side[2];        /* dst, src[0] */
    bool loop_conds;  /* some predicate reads a loop: asked again at every execution */
} StepFrame;

typedef struct {
    const Plan *plan;
    bool (*visit)(void *, const Execution *);
    void *context;
    int64_t *loop, *symbol;
    int64_t warps, executions;
} Walk;

void symbols_smallest(const Symbol *symbols, int count, int64_t *values) {
    /* ld >= 60 with ld % 8 == 0 starts at 64. */
    for (int i = 0; i < count; i++) {
        if (symbols[i].role == SYMBOL_LIMIT) {
            values[i] = symbols[i].max;
            continue;
        }
        values[i] = symbol_whole(&symbols[i]);
    }
}

unsigned primitive_address_lanes(PrimitiveId id, unsigned lanes) {
    if (!primitive_is_matrix(id)) {
        return lanes;
    }
    int rows = primitives[id].bits / 32 * 8;
    return rows >= 32 ? lanes : lanes & ((1u << rows) - 1);
}

typedef enum { TERMS_OF_RANK, TERMS_OF_BOTH, OTHER_TERMS } TermsKind;
static TermsKind kind_of(const Term *term) {
    bool rank = digit_reads_rank(&term->digit), loop = digit_reads_loop(&term->digit, -1);
    return rank && (loop || term->digit.kind == VAR_ITEM) ? TERMS_OF_BOTH
           : rank                                         ? TERMS_OF_RANK
                                                          : OTHER_TERMS;
}

/* The sum of the terms that are digits of the rank, of rank and loops at once, or of neither (and
 * the constant). */
static bool terms_sum(const Expr *expr, TermsKind kind, const Point *point, int64_t *out) {
    int64_t sum = kind == OTHER_TERMS ? expr->constant : 0;
    budget_spend(1 + expr->term_count);
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        if (kind_of(term) != kind) {
            continue;
        }
        int64_t part = term->coef.value;
        for (int j = 0; j < term->coef.count; j++) {
            if (!mul_i64(part, point->symbol[term->coef.symbol[j]], &part)) {
                return false;
            }
        }
        if (!mul_i64(part, digit_value(&term->digit, point), &part) || !add_i64(sum, part, &sum)) {
            return false;
        }
    }
    *out = sum;
    return true;
}

static bool expr_has_both(const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++) {
        if (kind_of(&expr->terms[i]) == TERMS_OF_BOTH) {
            return true;
        }
    }
    return false;
}

static bool cond_reads_loop(const Cond *cond) {
    return expr_reads_loop(&cond->lhs, -1) || expr_reads_loop(&cond->rhs, -1);
}

/* The lanes of a warp that take part in a phase; of an elected phase the first of them. */
static bool phase_lanes(const Walk *walk, const Phase *phase, int64_t warp, unsigned *lanes) {
    const Plan *plan = walk->plan;
    bool ok = true;
    *lanes = 0;
    for (int lane = 0; lane < 32 && warp * 32 + lane < plan->threads; lane++) {
        Point point = {warp * 32 + lane, walk->loop, walk->symbol};
        bool in = scope_has_rank(&plan->scope, point.rank);
        for (int i = 0; in && ok && i < phase->guard_count; i++) {
            in = cond_holds(&phase->guard[i], &point, &ok);
        }
        if (in && ok) {
            *lanes |= 1u << lane;
            if (phase->elected) {
                break;
            }
        }
    }
    return ok;
}

/* Asks the predicates that read a loop, or those that read none. */
static bool keep_lanes(
    const Walk *walk, const Step *step, bool loop_conds, int64_t warp, unsigned *lanes) {
    bool ok = true;
    for (int lane = 0; lane < 32; lane++) {
        Point point = {warp * 32 + lane, walk->loop, walk->symbol};
        for (int i = 0; (*lanes >> lane & 1) && ok && i < step->cond_count; i++) {
            if (cond_reads_loop(&step->conds[i]) == loop_conds &&
                !cond_holds(&step->conds[i], &point, &ok)) {
                *lanes &= ~(1u << lane);
            }
        }
    }
    return ok;
}

static bool frame_side(const Walk *walk, const Side *side, int at, StepFrame *frame) {
    if (side->kind != AT_BUFFER) {
        return true;
    }
    frame->side[at].expr = &side->at;
    frame->side[at].buffer = &walk->plan->buffers[side->of];
    frame->side[at].both = expr_has_both(&side->at);
    frame->side[at].sum = NEW_ARRAY(int64_t, walk->warps * 32);
    for (int64_t rank = 0; rank < walk->warps * 32; rank++) {
        Point point = {rank, walk->loop, walk->symbol};
        if ((frame->lanes[rank / 32] >> rank % 32 & 1) &&
            !terms_sum(&side->at, TERMS_OF_RANK, &point, &frame->side[at].sum[rank])) {
            return false;
        }
    }
    return true;
}

static bool frame_step(
    const Walk *walk, const Step *step, const unsigned *phase_mask, StepFrame *frame) {
    frame->lanes = NEW_ARRAY(unsigned, walk->warps);
    for (int i = 0; i < step->cond_count; i++) {
        frame->loop_conds = frame->loop_conds || cond_reads_loop(&step->conds[i]);
    }
    for (int64_t warp = 0; warp < walk->warps; warp++) {
        frame->lanes[warp] = phase_mask[warp];
        if (step->rest != REST_OTHER && !keep_lanes(walk, step, false, warp, &frame->lanes[warp])) {
            return false;
        }
    }
    return frame_side(walk, &step->dst, 0, frame) && frame_side(walk, &step->src[0], 1, frame);
}

/* Element address -> byte address. f16 element 12 is byte 24; e2m1 element 6 is byte 3. */
static bool byte_address(
    const Expr *expr, const Buffer *buffer, int64_t rank_sum, int64_t loop_sum, int64_t *out) {
    int64_t sum, bits;
    if (!add_i64(rank_sum, loop_sum, &sum) ||
        !mul_i64(expr_xored(expr, sum), buffer->dtype->bits, &bits)) {
        return false;
    }
    *out = bits / 8;
    return true;
}

static bool lane_address(Walk *walk, const StepFrame *frame, int side, int64_t rank, int64_t *out) {
    Point point = {rank, walk->loop, walk->symbol};
    int64_t both = 0;
    *out = 0;
    return !frame->side[side].expr ||
           ((!frame->side[side].both ||
             terms_sum(frame->side[side].expr, TERMS_OF_BOTH, &point, &both)) &&
            byte_address(
                frame->side[side].expr,
                frame->side[side].buffer,
                frame->side[side].sum[rank] + both,
                frame->side[side].rest,
                out));
}

static bool run_warp(Walk *walk, const StepFrame *frame, Execution *execution) {
    const Step *step = execution->at;
    unsigned lanes = frame->lanes[execution->warp];
    if (lanes && frame->loop_conds && step->rest != REST_OTHER &&
        !keep_lanes(walk, step, true, execution->warp, &lanes)) {
        return false;
    }
    budget_spend(STEPS_PER_EXECUTION);
    if (!lanes) {
        return true;
    }
    execution->lanes = lanes;
    if (!frame->side[0].expr && !frame->side[1].expr) { /* between registers: no addresses */
        budget_spend(bits_set(lanes));
        return walk->executions++ < WALK_MAX_EXECUTIONS && walk->visit(walk->context, execution);
    }
    for (int lane = 0; lane < 32; lane++) {
        int64_t rank = execution->warp * 32 + lane;
        budget_spend(lanes >> lane & 1);
        if ((lanes >> lane & 1) && (!lane_address(walk, frame, 0, rank, &execution->dst[lane]) ||
                                    !lane_address(walk, frame, 1, rank, &execution->src[lane]))) {
            return false;
        }
    }
    return walk->executions++ < WALK_MAX_EXECUTIONS && walk->visit(walk->context, execution);
}

/* Advances the loops as an odometer, innermost first; false when all are through. */
static bool next(const Plan *plan, const int *loops, int count, int64_t *value) {
    while (count-- > 0) {
        if (++value[loops[count]] < plan->loops[loops[count]].extent) {
            return true;
        }
        value[loops[count]] = 0;
    }
    return false;
}

static bool any_empty(const Plan *plan, const int *loops, int count) {
    for (int i = 0; i < count; i++) {
        if (plan->loops[loops[i]].extent < 1) {
            return true;
        }
    }
    return false;
}

static bool run_step(Walk *walk, StepFrame *frame, Execution *execution) {
    const Step *step = execution->at;
    Point point = {0, walk->loop, walk->symbol};
    if (any_empty(walk->plan, step->repeat, step->repeat_count)) {
        return true;
    }
    do {
        for (int side = 0; side < 2; side++) {
            if (frame->side[side].expr &&
                !terms_sum(frame->side[side].expr, OTHER_TERMS, &point, &frame->side[side].rest)) {
                return false;
            }
        }
        for (int64_t warp = 0; warp < walk->warps; warp++) {
            execution->warp = warp;
            if (!run_warp(walk, frame, execution)) {
                return false;
            }
        }
    } while (next(walk->plan, step->repeat, step->repeat_count, walk->loop));
    return true;
}

static bool run_phase(Walk *walk, int at) {
    const Phase *phase = &walk->plan->phases[at];
    unsigned *lanes = NEW_ARRAY(unsigned, walk->warps);
    StepFrame *frames = NEW_ARRAY(StepFrame, phase->step_count);
    for (int64_t warp = 0; warp < walk->warps; warp++) {
        if (!phase_lanes(walk, phase, warp, &lanes[warp])) {
            return false;
        }
    }
    for (int i = 0; i < phase->step_count; i++) {
        if (!frame_step(walk, &phase->steps[i], lanes, &frames[i])) {
            return false;
        }
    }
    if (any_empty(walk->plan, phase->loops, phase->loop_count)) {
        return true;
    }
    do {
        for (int i = 0; i < phase->step_count; i++) {
            Execution execution = {.phase = at, .step = i, .at = &phase->steps[i]};
            if (!run_step(walk, &frames[i], &execution)) {
                return false;
            }
        }
    } while (next(walk->plan, phase->loops, phase->loop_count, walk->loop));
    return true;
}

bool plan_walk(
    const Plan *plan, bool (*visit)(void *context, const Execution *execution), void *context) {
    Walk *walk = NEW(Walk);
    walk->plan = plan;
    walk->visit = visit;
    walk->context = context;
    walk->loop = NEW_ARRAY(int64_t, plan->loop_count);
    walk->symbol = NEW_ARRAY(int64_t, plan->symbol_count);
    walk->warps = (plan->threads + 31) / 32;
    symbols_smallest(plan->symbols, plan->symbol_count, walk->symbol);
    for (int i = 0; i < plan->phase_count; i++) {
        if (!run_phase(walk, i)) {
            return false;
        }
    }
    return true;
}
