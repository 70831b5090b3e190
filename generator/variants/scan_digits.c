/* scan_digits.c: Scans of elements that threads hold in any order, over warps, groups of a warp and
 * CTAs.
 *
 * The elements, row by row, are numbered by digits. For f32[8,16] / f32[2,2] these are, from the
 * innermost on: two slots, eight lanes, two slots, four lanes. The scan takes the digits in this
 * order. At each point it has scanned every run of elements that differ only in the digits taken,
 * and it knows the total of each run:
 *
 *   slots   later runs of a lane get the totals of the earlier runs, one after the other
 *   lanes   the totals are scanned over lanes 1, 2, 4 ... apart; all get the last lane's total
 *   parts   warps, or lanes of a small group, cannot shuffle with each other: their totals go
 *           through shared memory, and every thread combines the totals before its own, in order.
 *           This step also takes all later slots, so it is the last one.
 *
 * The earlier operand is always the left one. */
#include "../tile/lane0.h"
#include "variants.h"

enum {
    MOST_DIGITS = 2 * MAX_LANE0_RANK + 1,
    MOST_SLOTS = 32,
    MOST_TOTALS = 512,
    MOST_STEPS = 2048
};
typedef enum { OF_SLOTS, OF_LANES, OF_PARTS } DigitOf;
typedef struct {
    DigitOf of;
    int64_t extent, stride; /* stride: in lanes or parts */
} ScanDigit;

typedef struct {
    const Lane0 *lane0;
    const Lane0Value *in;
    ScanDigit digits[MOST_DIGITS];
    int count;
    Plan *plan;
    Phase *phase;
    PrimitiveId with;
    Combine combine;
    int dst, src, own, other, part,
        all;     /* part: what comes before this one; all: totals of the parts */
    int64_t run; /* slots of a run so far */
    int fresh;   /* registers of `totals` in use */
    int totals;
    Side total[MOST_SLOTS]; /* of each run, in every thread of it */
} Scan;

/* ---- digits -------------------------------------------------------------------------------- */

static bool add_digit(Scan *scan, DigitOf of, int64_t extent, int64_t stride) {
    ScanDigit *last = scan->count ? &scan->digits[scan->count - 1] : NULL;
    if (extent == 1)
        return true;
    if (last && last->of == of) {
        last->extent *= extent;
        return true;
    }
    /* what is left of a part alone are slots */
    for (int i = 0; i < scan->count; i++)
        if (scan->digits[i].of == OF_PARTS && of != OF_SLOTS)
            return false;
    scan->digits[scan->count++] = (ScanDigit){of, extent, stride};
    return true;
}

/* Lanes of a whole warp, and beyond them warps; of less than a warp each lane is a part. */
static bool add_threads(Scan *scan, int64_t extent, int64_t below) {
    bool whole = scan->lane0->is_cta || scan->lane0->threads == 32;
    if (extent == 1)
        return true;
    if (!whole)
        return add_digit(scan, OF_PARTS, extent, below);
    int64_t lanes = below >= 32 ? 1 : below * extent <= 32 ? extent : 32 / below;
    if (lanes * below > 32 || extent % lanes != 0 || (lanes & (lanes - 1)) != 0)
        return false;
    return add_digit(scan, OF_LANES, lanes, below) &&
           add_digit(scan, OF_PARTS, extent / lanes, below >= 32 ? below / 32 : 1);
}

static bool find_digits(Scan *scan) {
    int64_t below = 1;
    bool ok = true;
    for (int d = scan->in->rank - 1; ok && d >= 0; d--) {
        int64_t lane = scan->in->lane[d], ratio = scan->in->ratio[d];
        bool cyclic = scan->in->kind == LANE0_CYCLIC;
        ok = (cyclic || add_digit(scan, OF_SLOTS, lane, 0)) && add_threads(scan, ratio, below) &&
             (!cyclic || add_digit(scan, OF_SLOTS, lane, 0));
        below *= ratio;
    }
    return ok;
}

/* ---- steps --------------------------------------------------------------------------------- */

static Side slot(int bundle, int64_t at) {
    return (Side){.kind = AT_BUNDLE, .of = bundle, .at = expr_constant(at)};
}

static Step *add_step(Scan *scan, PrimitiveId primitive, Side dst, Side src) {
    Step *step = &scan->phase->steps[scan->phase->step_count++];
    *step = (Step){.primitive = primitive, .object = -1, .dst = dst};
    step->src[0] = src;
    return step;
}

static Step *add_combination(Scan *scan, Side dst, Side a, Side b) {
    Step *step = add_step(scan, scan->with, dst, a);
    step->src[1] = b;
    step->combine = scan->combine;
    return step;
}

static Side fresh(Scan *scan) {
    return slot(scan->totals, scan->fresh++);
}

/* rank / div % mod OP number */
static void add_cond(Step *step, int64_t div, int64_t mod, CondOp op, int64_t number) {
    if (!step->conds)
        step->conds = NEW_ARRAY(Cond, 2);
    Cond cond = {expr_constant(0), op, expr_constant(number)};
    expr_add(&cond.lhs, coef_int(1), digit_of(VAR_RANK, 0, div, mod));
    step->conds[step->cond_count++] = cond;
}

/* `before` on the left of each slot of a run. */
static Step *add_before(Scan *scan, Side before, int64_t run) {
    Plan *plan = scan->plan;
    Side own = slot(scan->own, run * scan->run);
    Step *step = add_combination(scan, own, before, own);
    if (scan->run == 1)
        return step;
    int loop = plan->loop_count++;
    plan->loops[loop] = (Loop){loop ? mem_printf("k%d", loop) : "k", scan->run, true};
    step->repeat[step->repeat_count++] = loop;
    expr_add(&step->dst.at, coef_int(1), digit_of(VAR_LOOP, loop, 1, 0));
    expr_add(&step->src[1].at, coef_int(1), digit_of(VAR_LOOP, loop, 1, 0));
    return step;
}

/* ---- slots --------------------------------------------------------------------------------- */

/* The lane's own elements, first of all: the last of a run is its total. */
static void add_first_slots(Scan *scan, int64_t extent) {
    for (int64_t at = 0; at < scan->in->lane_count; at++) {
        if (at % extent == 0)
            add_step(scan, PRIM_MOVE, slot(scan->own, at), slot(scan->src, at));
        else
            add_combination(
                scan, slot(scan->own, at), slot(scan->own, at - 1), slot(scan->src, at));
        scan->total[at / extent] = slot(scan->own, at);
    }
}

static void add_slots(Scan *scan, int64_t extent, bool is_last) {
    int64_t runs = scan->in->lane_count / scan->run;
    for (int64_t run = 0; run < runs; run++) {
        if (run % extent == 0) {
            scan->total[run / extent] = scan->total[run];
            continue;
        }
        Side before = scan->total[run / extent];
        add_before(scan, before, run);
        if (is_last && run + 1 == runs)
            continue;
        Side both = fresh(scan);
        add_combination(scan, both, before, scan->total[run]);
        scan->total[run / extent] = both;
    }
}

/* ---- lanes --------------------------------------------------------------------------------- */

/* The total of the last lane of the digit, of lanes 0, 8 .. 24 that of lane 24. */
static const Expr *last_lane(const ScanDigit *digit) {
    Expr *peer = NEW(Expr);
    int64_t all = digit->extent * digit->stride;
    *peer = expr_constant((digit->extent - 1) * digit->stride);
    if (digit->stride > 1)
        expr_add(peer, coef_int(1), digit_of(VAR_RANK, 0, 1, digit->stride));
    if (all < 32)
        expr_add(peer, coef_int(all), digit_of(VAR_RANK, 0, all, 32 / all));
    return peer;
}

static void add_lanes(Scan *scan, const ScanDigit *digit, bool is_last) {
    int64_t runs = scan->in->lane_count / scan->run, mod = digit->extent;
    Side other = slot(scan->other, 0);
    PrimitiveId all = scan->plan->dtype->bits == 64 ? PRIM_SHUFFLE_B64 : PRIM_SHUFFLE_B32;
    for (int64_t run = 0; run < runs; run++) {
        Side up = fresh(scan);
        add_step(scan, PRIM_MOVE, up, scan->total[run]);
        for (int64_t far = 1; far < digit->extent; far *= 2) {
            add_step(scan, lane0_shuffle_up(scan->plan->dtype), other, up)->count =
                far * digit->stride;
            add_cond(add_combination(scan, up, other, up), digit->stride, mod, COND_GE, far);
        }
        if (scan->run > 1 || scan->lane0->exclusive) {
            add_step(scan, lane0_shuffle_up(scan->plan->dtype), other, up)->count = digit->stride;
            add_cond(add_before(scan, other, run), digit->stride, mod, COND_GE, 1);
        } else {
            add_step(scan, PRIM_MOVE, slot(scan->own, run), up);
        }
        scan->total[run] = up;
        if (is_last)
            continue;
        scan->total[run] = fresh(scan);
        add_step(scan, all, scan->total[run], up)->src[0].peer = last_lane(digit);
    }
}

/* ---- parts --------------------------------------------------------------------------------- */

/* What the parts have of each run lies run by run; of warps their last lane puts it there. */
static void share_totals(Scan *scan, int64_t runs, int64_t parts) {
    Plan *plan = scan->plan;
    int64_t count = runs * parts, bits = 128, size = plan->dtype->bits;
    int64_t width = scan->lane0->is_cta ? 32 : 1;
    plan->bundles[scan->all].count = count;
    plan_add_scratch(plan, "totals", plan->dtype, count * size / 8, count);
    for (int64_t run = 0; run < runs; run++) {
        Side memory = {.kind = AT_BUFFER, .at = expr_constant(run * parts)};
        expr_add(&memory.at, coef_int(1), digit_of(VAR_RANK, 0, width, 0));
        Step *put =
            add_step(scan, primitive_store(SPACE_SMEM, (int)size), memory, scan->total[run]);
        if (width > 1)
            add_cond(put, 1, 32, COND_EQ, 31);
    }
    lane0_add_wait(scan->plan, scan->lane0, scan->phase);
    while (count * size % bits != 0)
        bits /= 2;
    for (int64_t at = 0; at < count; at += bits / size) {
        Side memory = {.kind = AT_BUFFER, .at = expr_constant(at)};
        add_step(scan, primitive_load(SPACE_SMEM, (int)bits), slot(scan->all, at), memory);
    }
}

/* In the order of runs and parts, each thread keeps what came before its own. */
static void add_parts(Scan *scan, const ScanDigit *digit) {
    int64_t runs = scan->in->lane_count / scan->run, parts = digit->extent;
    int64_t width = scan->lane0->is_cta ? 32 : 1;
    share_totals(scan, runs, parts);
    Side before = slot(scan->part, 0), sum = slot(scan->all, 0);
    for (int64_t run = 0; run < runs; run++) {
        for (int64_t part = 0; part < parts; part++) {
            int64_t at = run * parts + part;
            if (at == 0)
                continue;
            Step *keep = add_step(scan, PRIM_MOVE, before, sum);
            if (at > 1) /* of nothing, thread 0 and its like keep what they do not look at */
                add_cond(keep, width, 0, COND_EQ, part);
            if (at + 1 == runs * parts)
                continue;
            Side next = fresh(scan);
            add_combination(scan, next, sum, slot(scan->all, at));
            sum = next;
        }
        Step *step = add_before(scan, before, run);
        if (run == 0)
            add_cond(step, width, 0, COND_GE, 1);
    }
}

/* ---- the plan ------------------------------------------------------------------------------ */

static void make_plan(Scan *scan) {
    Plan *plan = scan->plan = NEW(Plan);
    int64_t count = scan->in->lane_count;
    plan->variant = "scan_digits";
    plan->targets = TARGETS_ALL;
    plan->scope = lane0_scope(scan->lane0);
    plan->threads = plan->scope.threads;
    plan->objects = NEW(Object);
    plan->buffers = NEW(Buffer);
    plan->dtype = scan->in->dtype;
    plan->bundles = NEW_ARRAY(Bundle, 8);
    plan->loops = NEW_ARRAY(Loop, (MAX_LANE0_RANK + 1) * count);
    plan->flows = NEW(Flow);
    plan->phases = scan->phase = NEW(Phase);
    plan->phase_count = 1;
    plan->vec_bits = plan->dtype->bits;
    plan->ops_per_thread = 1;
    scan->phase->steps = NEW_ARRAY(Step, MOST_STEPS);
    scan->dst = plan_add_bundle(plan, "dst", ROLE_OUT, plan->dtype, count);
    scan->src = plan_add_bundle(plan, "src", ROLE_IN, plan->dtype, count);
    scan->own = plan_add_bundle(plan, "own", ROLE_SCRATCH, plan->dtype, count);
}

static bool has(const Scan *scan, DigitOf of) {
    bool any = false;
    for (int i = 0; i < scan->count; i++)
        any |= scan->digits[i].of == of;
    return any;
}

static void add_registers(Scan *scan) {
    Plan *plan = scan->plan;
    if (has(scan, OF_LANES))
        scan->other = plan_add_bundle(plan, "other", ROLE_SCRATCH, plan->dtype, 1);
    if (has(scan, OF_PARTS))
        scan->part = plan_add_bundle(plan, "before", ROLE_SCRATCH, plan->dtype, 1);
    if (has(scan, OF_PARTS))
        scan->all = plan_add_bundle(plan, "all", ROLE_SCRATCH, plan->dtype, 1);
    scan->totals = plan_add_bundle(plan, "total", ROLE_SCRATCH, plan->dtype, 0);
}

static void add_digits(Scan *scan) {
    bool first = scan->count && scan->digits[0].of == OF_SLOTS;
    scan->run = first ? scan->digits[0].extent : 1;
    add_first_slots(scan, scan->run);
    for (int i = first; i < scan->count; i++) {
        const ScanDigit *digit = &scan->digits[i];
        /* of warps the last lane alone hands its total on */
        bool is_last = i + 1 == scan->count || scan->digits[i + 1].of == OF_PARTS;
        if (digit->of == OF_PARTS) {
            add_parts(scan, digit);
            return;
        }
        if (digit->of == OF_LANES)
            add_lanes(scan, digit, is_last);
        else
            add_slots(scan, digit->extent, i + 1 == scan->count);
        scan->run *= digit->of == OF_SLOTS ? digit->extent : 1;
    }
}

/* Of blocks what comes before a thread's own elements: of lane 0 what the warps before have, of the
 * first warp what the lanes below have, of thread 0 what changes nothing. */
static Side before_block(Scan *scan) {
    Side all = fresh(scan), other = slot(scan->other, 0), part = slot(scan->part, 0);
    int64_t lanes = scan->lane0->is_cta ? 32 : 1;
    add_step(
        scan,
        primitive_fill(scan->plan->dtype->bits),
        all,
        (Side){.kind = AT_CONSTANT, .at = expr_constant(0)});
    if (has(scan, OF_LANES))
        add_cond(add_step(scan, PRIM_MOVE, all, other), 1, 32, COND_GE, 1);
    if (!has(scan, OF_PARTS))
        return all;
    Step *alone = add_step(scan, PRIM_MOVE, all, part);
    add_cond(alone, lanes, 0, COND_GE, 1);
    if (lanes == 1)
        return all;
    add_cond(alone, 1, 32, COND_EQ, 0);
    Step *both = add_combination(scan, all, part, other);
    add_cond(both, lanes, 0, COND_GE, 1);
    add_cond(both, 1, 32, COND_GE, 1);
    return all;
}

static void add_result(Scan *scan) {
    int64_t count = scan->in->lane_count, shifted = scan->lane0->exclusive;
    if (shifted)
        add_step(scan, PRIM_MOVE, slot(scan->dst, 0), before_block(scan));
    for (int64_t at = shifted; at < count; at++)
        add_step(scan, PRIM_MOVE, slot(scan->dst, at), slot(scan->own, at - shifted));
}

static bool is_block(const Lane0Value *value) {
    return value->rank == 1 && value->kind == LANE0_BLOCK;
}

/* Steps and registers stay in bounds. */
static bool is_small(const Scan *scan) {
    int64_t parts = 1;
    for (int i = 0; i < scan->count; i++)
        parts *= scan->digits[i].of == OF_PARTS ? scan->digits[i].extent : 1;
    return scan->in->lane_count <= MOST_SLOTS && parts * scan->in->lane_count <= MOST_TOTALS;
}

static Plan *scanned(Scan scan) {
    const Lane0 *lane0 = scan.lane0;
    const Lane0Value *in = scan.in;
    Combine combine = scan.combine;
    make_plan(&scan);
    scan.with = primitive_combination(ACT_COMBINE, combine, in->dtype);
    add_registers(&scan);
    add_digits(&scan);
    add_result(&scan);
    scan.plan->bundles[scan.totals].count = scan.fresh;
    scan.plan->bundle_count -= scan.fresh == 0;
    Flow flow = {.src_at = scan.src, .dst_at = scan.dst, .combine = combine, .scan = true};
    flow.src = flow.dst = lane0_flat(lane0_in_lanes(lane0, in), in->seq_count);
    flow.exclusive = lane0->exclusive;
    flow.limits.fill = lane0->exclusive ? lane0_neutral(combine, in->dtype) : 0;
    scan.plan->flows[scan.plan->flow_count++] = flow;
    return scan.plan;
}

Plan *scan_digits_offer(const Query *query, Decline *decline) {
    const Lane0 *lane0 = query->lane0;
    const Lane0Value *in = &lane0->values[lane0->source];
    Scan scan = {.lane0 = lane0, .in = in, .combine = lane0_combination(lane0)};
    if (!find_digits(&scan))
        decline_with(
            decline,
            "order",
            "a thread holds several elements between dimensions that are shared by parts of the "
            "group");
    else if (!is_small(&scan))
        decline_with(
            decline,
            "too_many",
            "the scan has more elements per thread, or more partial totals, than a plan can hold");
    else if (lane0->exclusive && !is_block(in))
        decline_with(decline, "exclusive", "an exclusive scan needs blocks of one dimension");
    else
        return scanned(scan);
    return NULL;
}
