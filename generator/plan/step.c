/* step.c: who executes a step of a proof, thread by thread or in whole groups, and whether its row
 * allows what it says. */
#include "prove.h"
#include "sequence.h"
#include <string.h>

/* ---- what a step may be made of ------------------------------------------------------------- */

/* What another CTA sends to is shared memory of our own, too, where no peer is named. */
static bool is_space(const Run *run, int number, Space space) {
    const Side *side = side_of(run->step, number);
    Space of = side->kind == AT_BUFFER ? run->prover->plan->buffers[side->of].space : SPACE_COUNT;
    return of == space || (of == SPACE_DSMEM && space == SPACE_SMEM && !side->peer);
}

/* Does the instruction reach another CTA on this side? */
static bool reaches(const Run *run, int number) {
    const Primitive *primitive = &primitives[run->step->primitive];
    bool source = number == 1 && primitive->space2 != SPACE_COUNT;
    return (source ? primitive->space2 : primitive->space) == SPACE_DSMEM;
}

static bool check_sides(Run *run) {
    const Step *step = run->step;
    const Primitive *primitive = &primitives[step->primitive];
    bool dst = step->dst.kind == AT_BUNDLE, src = step->src[0].kind == AT_BUNDLE;
    switch (primitive->kind) {
    case KIND_LOAD:
    case KIND_MATRIX_LOAD:
    case KIND_TMEM_LOAD:
        return (dst && is_space(run, 1, primitive->space)) ||
               fail_at(run, "wrong", "the access has the wrong space");
    case KIND_STORE:
    case KIND_ASYNC_STORE:
    case KIND_MATRIX_STORE:
        return (src && is_space(run, 0, primitive->space)) ||
               fail_at(run, "wrong", "the access has the wrong space");
    case KIND_ASYNC_COPY:
    case KIND_BULK_COPY:
        return (is_space(run, 0, primitive->space) && is_space(run, 1, primitive->space2)) ||
               fail_at(run, "wrong", "the copy has a wrong space");
    case KIND_TENSOR_COPY:
        return ((is_space(run, 0, SPACE_SMEM) && step->src[0].kind == AT_TENSOR &&
                 primitive->space == SPACE_SMEM) ||
                (is_space(run, 1, SPACE_SMEM) && step->dst.kind == AT_TENSOR &&
                 primitive->space == SPACE_GMEM)) ||
               fail_at(run, "wrong", "the copy has a wrong space");
    case KIND_FILL:
        return dst || fail_at(run, "wrong", "a fill must write registers");
    default: /* KIND_REGISTERS */
        return (dst && src) || fail_at(run, "wrong", "an operand is not in registers");
    }
}

/* Another CTA's memory is reached only as such, and only a shuffle reads another lane. */
static bool check_peers(Run *run) {
    for (int number = 0; number < 3; number++) {
        const Side *side = side_of(run->step, number);
        bool lane = number == 1 && primitives[run->step->primitive].act == ACT_SHUFFLE;
        if ((side->peer != NULL) != (side->kind == AT_BUFFER ? reaches(run, number) : lane))
            return fail_at(run, "wrong", "the step does not say which CTA it accesses");
    }
    return true;
}

static const Dtype *side_dtype(const Run *run, int number) {
    const Side *side = side_of(run->step, number);
    const Plan *plan = run->prover->plan;
    return side->kind == AT_BUFFER   ? plan->buffers[side->of].dtype
           : side->kind == AT_TENSOR ? plan->buffers[plan->objects[side->of].buffer].dtype
                                     : plan->bundles[side->of].dtype;
}

static bool check_second(Run *run) {
    const Step *step = run->step;
    Act act = primitives[step->primitive].act;
    bool two = act == ACT_SELECT || act == ACT_PERMUTE || act == ACT_COMBINE || act == ACT_INDEX;
    if (two != (step->src[1].kind == AT_BUNDLE) ||
        (step->rest == REST_OTHER) != (act == ACT_SELECT))
        return fail_at(run, "wrong", "the number of operands is wrong");
    if (act == ACT_INDEX && !step->value)
        return fail_at(run, "wrong", "the index is missing");
    bool reduces = primitive_is_reduction(step->primitive);
    bool combines = act == ACT_COMBINE || act == ACT_REDUX || reduces;
    if (combines != (step->combine != COMBINE_NONE))
        return fail_at(run, "wrong", "the operands or the operation of the combination are wrong");
    int64_t lanes = act == ACT_SHUFFLE_GROUP && step->value ? step->value->constant
                    : act == ACT_SHUFFLE_XOR && run->prover->plan->scope.group
                        ? run->prover->plan->scope.group
                        : 32;
    if ((act == ACT_SHUFFLE_XOR || act == ACT_SHUFFLE_UP || act == ACT_SHUFFLE_GROUP) &&
        (step->count < 1 || step->count >= lanes))
        return fail_at(run, "wrong", "a shuffle names no other lane");
    for (int number = 0; number < (two ? 3 : 2) && combines; number++)
        if (!(reduces ? primitive_reduces : primitive_combines)(
                step->primitive, step->combine, side_dtype(run, number)))
            return fail_at(
                run, "wrong", "the instruction combines another type, or by another operation");
    if (step_zeroes(step) && primitives[step->primitive].kind != KIND_LOAD &&
        primitives[step->primitive].kind != KIND_ASYNC_COPY)
        return fail_at(run, "unproven", "the instruction fills nothing here");
    return true;
}

static bool check_widths(Run *run) {
    const Plan *plan = run->prover->plan;
    const Step *step = run->step;
    const Primitive *primitive = &primitives[step->primitive];
    const Conversion *conversion = primitive_conversion(step->primitive);
    int bits = side_bits(plan, &step->dst), from = side_bits(plan, &step->src[0]);
    if (conversion) {
        const char *to = plan->bundles[step->dst.of].dtype->name;
        const char *of = plan->bundles[step->src[0].of].dtype->name;
        return (strcmp(to, conversion->to) == 0 && strcmp(of, conversion->from) == 0) ||
               fail_at(run, "wrong", mem_printf("%s converts other types", primitive->function));
    }
    if (primitive->act == ACT_INDEX) {
        const Dtype *a = plan->bundles[step->src[0].of].dtype;
        return (a == plan->bundles[step->src[1].of].dtype &&
                primitive_index_if(a) == step->primitive &&
                strcmp(plan->bundles[step->dst.of].dtype->name, "u32") == 0) ||
               fail_at(run, "wrong", "the instruction compares another type");
    }
    if (from && from != bits)
        return fail_at(run, "wrong", "the elements of the two sides differ in width");
    if (step->src[1].kind == AT_BUNDLE && side_bits(plan, &step->src[1]) != bits)
        return fail_at(run, "wrong", "the elements of the two sides differ in width");
    if ((primitive->act == ACT_BYTES || primitive_is_box(step->primitive)) &&
        (step->count <= 0 || step->count > INT32_MAX || step->count * 8 % bits ||
         (step->count % 16)))
        return fail_at(
            run,
            "misaligned",
            mem_printf("the instruction cannot copy %lld bytes", (long long)step->count));
    if ((primitive->kind == KIND_BULK_COPY || primitive->kind == KIND_TENSOR_COPY) &&
        primitive_to_several(step->primitive) != (step->value != NULL))
        return fail_at(run, "wrong", "the step does not say to which CTAs it copies");
    if (primitive->kind == KIND_ASYNC_STORE && step->count * 8 != primitive->bits)
        return fail_at(run, "wrong", "the byte count differs from the bytes stored");
    return true;
}

/* What is read past the coherent caches is written by nobody meanwhile. */
static bool check_hint(Run *run) {
    const Plan *plan = run->prover->plan;
    const Side *src = step_reads_memory(run->step);
    bool nc = primitives[run->step->primitive].kind == KIND_LOAD && plan->hint.cache &&
              strcmp(plan->hint.cache, "nc") == 0 &&
              hint_applies(&plan->hint, run->step->primitive);
    return !nc || !src || plan->buffers[src->of].role == ROLE_IN ||
           fail_at(run, "race", "ld.global.nc reads memory that the plan may write");
}

/* What is written must be the plan's to write. */
static bool check_roles(Run *run) {
    const Plan *plan = run->prover->plan;
    const Side *dst = &run->step->dst;
    bool memory = dst->kind != AT_BUNDLE;
    int of = dst->kind == AT_TENSOR ? plan->objects[dst->of].buffer : dst->of;
    if ((memory ? plan->buffers[of].role : plan->bundles[of].role) != ROLE_IN)
        return true;
    const char *name = memory ? plan->buffers[of].name : plan->bundles[of].name;
    return proof_fail(run->prover, "outside", "the source %s is written", name);
}

/* It moves nothing, and who comes is said by its conditions as they stand. */
static bool check_sync(Run *run) {
    const Step *step = run->step;
    Act act = primitives[step->primitive].act;
    bool moves = step->combine != COMBINE_NONE || step->rest != REST_NOTHING;
    for (int i = 0; i < step->cond_count; i++)
        moves |= cond_pick(&step->conds[i]) != NULL;
    bool far = act == ACT_ARRIVE_REMOTE || act == ACT_ARRIVE_EXPECT_REMOTE;
    for (int number = 0; number < 3; number++) {
        const Side *side = side_of(step, number);
        moves |= side->kind != SIDE_NONE || (side->peer && !(far && number == 0));
    }
    bool valued = act == ACT_WARP_SYNC || act == ACT_WAIT_PHASE;
    return (!moves && (valued || !step->value)) ||
           fail_at(run, "wrong", "a sync must not move data");
}

static bool check_step(Run *run) {
    const Plan *plan = run->prover->plan;
    const Primitive *primitive = &primitives[run->step->primitive];
    if (plan->targets & ~feature_targets(primitive->feature))
        return proof_fail(
            run->prover,
            "unavailable",
            "%s is not on all targets of the plan",
            primitive->function);
    if (primitive->kind == KIND_SYNC)
        return check_sync(run);
    return check_sides(run) && check_peers(run) && check_second(run) && check_widths(run) &&
           check_roles(run) && check_hint(run) && check_asks(run) &&
           (!primitive_is_box(run->step->primitive) || check_map(run));
}

/* ---- who executes --------------------------------------------------------------------------- */

/* A thread that fails a condition on its own number gets nothing of a load that fills with zero. */
static bool left_out(const Run *run, int cta, int64_t rank) {
    const Step *step = run->step;
    Point point = point_of(run, cta, rank);
    for (int i = 0; step->rest == REST_ZERO && step->dst.kind == AT_BUNDLE && i < step->cond_count;
         i++) {
        const Cond *cond = &step->conds[i];
        bool ok = expr_is_concrete(&cond->lhs, &point) && expr_is_concrete(&cond->rhs, &point);
        if (ok && !cond_holds(cond, &point, &ok) && ok)
            return true;
    }
    return false;
}

/* The ranks of a cluster are in CTAs of their own, with shared memory of their own: the first one
 * works alone. */
static bool in_scope(Run *run, int64_t rank, bool here) {
    const Scope *scope = &run->prover->plan->scope;
    if (here && scope->kind == SCOPE_CLUSTER && rank > 0)
        return fail_at(run, "unproven", "another CTA of the cluster has its own work");
    if (!here || scope_has_rank(scope, rank))
        return true;
    return fail_at(
        run, "divergent", mem_printf("thread %lld is not in the scope", (long long)rank));
}

/* Is this rank here, and for which limits? */
static bool comes(Run *run, int cta, int64_t rank, Box *box, bool *here, int *from) {
    const Plan *plan = run->prover->plan;
    const Step *step = run->step;
    int conds = step_zeroes(step) ? 0 : step->cond_count;
    bool holds;
    *box = run->within;
    *from = 0;
    *here = rank < plan->threads && scope_calls(&plan->scope, rank) && !left_out(run, cta, rank);
    if (*here && plan->guard_count &&
        !conds_box(run, plan->guard, plan->guard_count, cta, rank, box, here))
        return false;
    if (*here && run->phase->guard_count &&
        !conds_box(run, run->phase->guard, run->phase->guard_count, cta, rank, box, here))
        return false;
    if (!*here || conds == 0)
        return in_scope(run, rank, *here);
    Box whole = *box;
    if (!conds_box(run, step->conds, conds, cta, rank, box, &holds))
        return false;
    if (step->rest != REST_OTHER) {
        *here = holds;
        return in_scope(run, rank, *here);
    }
    if (!box_equal(&whole, box) && holds)
        return fail_at(run, "unproven", "a select depends on a limit");
    *box = whole;
    *from = !holds;
    return in_scope(run, rank, true);
}

/* Everything that one thread of the warp does. */
static bool run_lane(Warp *warp, int lane) {
    Run *run = warp->run;
    const Plan *plan = run->prover->plan;
    const Step *step = run->step;
    const Primitive *primitive = &primitives[step->primitive];
    const char *why;
    int64_t peer = lane;
    warp->lane = lane;
    bool flies = step_flies(step);
    warp->flight = flies ? NEW(Flight) : NULL;
    if (flies && !order_flight(run, actor_in(warp, lane), warp->owner[0], warp->flight))
        return false;
    bool counted = flies && primitive->kind != KIND_ASYNC_COPY &&
                   plan->objects[step->object].kind == OBJECT_MBARRIER;
    if (counted && !box_equal(&warp->box[lane], &run->prover->everything))
        return fail_at(run, "hang", "the barrier expects bytes that arrive only for some limits");
    if (primitive->act == ACT_SHUFFLE &&
        !peer_of(run, step->src[0].peer, warp->cta, warp->rank[lane], 32, &peer))
        return false;
    if (!picks_hold(warp, lane) || !proof_spend(run->prover, step_elements(plan, step) + 1))
        return false;
    return plan_transfer(plan, step, lane, (int)peer, move_unit, warp, &why) ||
           fail_at(run, "wrong", why ? why : "the step moves nothing");
}

static bool run_thread(Run *run, int cta, int64_t rank) {
    Warp warp;
    bool here;
    warp.run = run;
    warp.cta = cta;
    warp.elected = false;
    warp.moved_count = 0;
    warp.rank[0] = rank;
    if (!comes(run, cta, rank, &warp.box[0], &here, &warp.from))
        return false;
    return !here || (addresses_in(&warp, 0) && run_lane(&warp, 0) && write_moved(&warp));
}

/* Fills in the lanes of a warp that are here. None of them selects: that is done by each thread for
 * itself. */
static bool gather_warp(Run *run, int cta, int w, Warp *warp, uint64_t *lanes) {
    *lanes = 0;
    warp->run = run;
    warp->cta = cta;
    warp->warp = w;
    warp->elected = false;
    warp->moved_count = warp->from = 0;
    for (int lane = 0; lane < 32; lane++) {
        int from;
        bool here;
        warp->rank[lane] = (int64_t)w * 32 + lane;
        if (!comes(run, cta, warp->rank[lane], &warp->box[lane], &here, &from))
            return false;
        *lanes |= here ? (uint64_t)1 << lane : 0;
    }
    return true;
}

/* Groups of a warp may come without its first lane. */
static bool same_boxes(const Run *run, const Warp *warp, uint64_t lanes) {
    int first = 0;
    while (first < 31 && !(lanes >> first & 1))
        first++;
    for (int lane = first; lane < 32; lane++)
        if ((lanes >> lane & 1) && !box_equal(&warp->box[first], &warp->box[lane]))
            return fail_at(
                run, "divergent", "for some limits, only part of a warp reaches a collective");
    return true;
}

/* An instruction that lanes execute together. */
static bool run_warp(Run *run, int cta, int w) {
    Warp warp;
    uint64_t lanes;
    if (!gather_warp(run, cta, w, &warp, &lanes))
        return false;
    run->here[cta * run->prover->warps + w] = lanes;
    if (!lanes)
        return true;
    if (!order_group(run) || !same_boxes(run, &warp, lanes))
        return false;
    for (int lane = 0; lane < 32; lane++)
        if ((lanes >> lane & 1) && !addresses_in(&warp, lane))
            return false;
    if (primitives[run->step->primitive].act == ACT_TMEM)
        for (int lane = 1; lane < 32; lane++)
            if (!poly_equal(&warp.at[1][0], &warp.at[1][lane]))
                return fail_at(run, "divergent", "the lanes give different addresses");
    for (int lane = 0; lane < 32; lane++)
        if ((lanes >> lane & 1) && !run_lane(&warp, lane))
            return false;
    return write_moved(&warp);
}

/* The one thread of a warp that an election picks: which one is open, so that all lanes must come
 * to the election, and nothing that it does may depend on its rank. */
static bool elect(Run *run, int cta, int w, Warp *warp, bool *any) {
    uint64_t lanes;
    if (!gather_warp(run, cta, w, warp, &lanes))
        return false;
    *any = lanes != 0;
    if (lanes && lanes != 0xffffffffu)
        return fail_at(run, "divergent", "an election runs without the whole warp");
    return same_boxes(run, warp, lanes);
}

/* Beside its addresses: whose memory, where in a tensor, and what it fills with zero. */
static bool elected_reads_rank(const Run *run) {
    const Step *step = run->step;
    bool reads = false;
    for (int number = 0; number < 3; number++) {
        const Side *side = side_of(step, number);
        int rank = side_coords(run->prover->plan, side);
        reads |= side->peer && expr_reads_rank(side->peer);
        for (int d = 0; d < rank; d++)
            reads |= expr_reads_rank(&side->coords[d]);
    }
    for (int i = 0; step_zeroes(step) && i < step->cond_count; i++)
        reads |= expr_reads_rank(&step->conds[i].lhs) || expr_reads_rank(&step->conds[i].rhs);
    return reads;
}

/* Does the side have registers of the bundle, or take an index that stands there? */
static bool side_takes(const Plan *plan, const Side *side, int bundle) {
    bool takes = side->kind == AT_BUNDLE && side->of == bundle;
    for (int d = -1; d < side_coords(plan, side); d++) {
        const Expr *at = d < 0 ? &side->at : &side->coords[d];
        for (int i = 0; i < at->term_count && side->kind != AT_BUNDLE; i++)
            takes |=
                at->terms[i].digit.kind == VAR_PICK && at->terms[i].digit.pick->bundle == bundle;
    }
    return takes;
}

static bool step_takes(const Plan *plan, const Step *step, int bundle) {
    return side_takes(plan, &step->dst, bundle) || side_takes(plan, &step->src[0], bundle) ||
           side_takes(plan, &step->src[1], bundle);
}

/* Registers of an elected thread are those of this election alone: nobody else's, and prove.c
 * empties them when a loop goes on to another one. */
static bool elected_keeps(const Run *run, int bundle) {
    const Plan *plan = run->prover->plan;
    bool keeps = plan->bundles[bundle].role == ROLE_SCRATCH;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            keeps &= &plan->phases[p] == run->phase ||
                     !step_takes(plan, &plan->phases[p].steps[s], bundle);
    return keeps;
}

static bool run_elected(Run *run, int cta, int w) {
    Warp warp;
    bool any;
    if (!elect(run, cta, w, &warp, &any) || !any)
        return run->prover->kind == NULL;
    if (primitives[run->step->primitive].kind == KIND_REGISTERS)
        return fail_at(run, "unproven", "the elected thread computes with registers");
    for (int i = 0; i < run->prover->plan->bundle_count; i++)
        if (step_takes(run->prover->plan, run->step, i) && !elected_keeps(run, i))
            return fail_at(run, "divergent", "the elected thread uses registers");
    for (int lane = 0; lane < 32; lane++)
        if (!addresses_in(&warp, lane))
            return false;
    for (int number = 0; number < 3; number++)
        for (int lane = 1; side_of(run->step, number)->kind == AT_BUFFER && lane < 32; lane++)
            if (!poly_equal(&warp.at[number][0], &warp.at[number][lane]))
                return fail_at(run, "divergent", "the elected lane's address depends on its rank");
    if (elected_reads_rank(run))
        return fail_at(run, "divergent", "what the elected lane does depends on its rank");
    warp.elected = true;
    return run_lane(&warp, 0);
}

/* A sync: everyone who is here first, then what it does. */
static bool run_sync(Run *run) {
    Prover *prover = run->prover;
    for (int cta = 0; cta < prover->ctas; cta++) {
        for (int w = 0; w < prover->warps; w++) {
            Warp warp;
            uint64_t lanes = 0;
            bool any = false;
            if (run->phase->elected ? !elect(run, cta, w, &warp, &any)
                                    : !gather_warp(run, cta, w, &warp, &lanes))
                return false;
            for (int lane = 0; lane < 32; lane++)
                if (((lanes >> lane & 1) || any) &&
                    !box_equal(&warp.box[lane], &prover->everything))
                    return fail_at(run, "divergent", "a sync runs only for some limits");
            run->here[cta * prover->warps + w] = any ? (uint64_t)1 << ELECTED : lanes;
        }
    }
    if (run->phase->elected && primitives[run->step->primitive].group != GROUP_THREAD)
        return fail_at(run, "divergent", "an elected thread reaches a collective alone");
    return order_group(run) && order_sync(run);
}

static bool run_step_once(Run *run) {
    Prover *prover = run->prover;
    const Plan *plan = prover->plan;
    const Primitive *primitive = &primitives[run->step->primitive];
    prover->now++;
    if (!proof_spend(prover, (int64_t)plan->threads * prover->ctas))
        return false;
    memset(run->here, 0, (size_t)(prover->ctas * prover->warps) * sizeof *run->here);
    run->within = prover->everything;
    if (primitive->kind == KIND_SYNC)
        return run_sync(run);
    if (primitive->group != GROUP_THREAD && run->phase->elected)
        return fail_at(run, "divergent", "an elected thread reaches a collective alone");
    for (int cta = 0; cta < prover->ctas; cta++) {
        if (primitive->group == GROUP_THREAD && !run->phase->elected) {
            bool divides = quotient_reads(run);
            for (int64_t rank = 0; rank < plan->threads; rank++)
                if (divides ? !quotient_run(run, cta, rank, run_thread)
                            : !run_thread(run, cta, rank))
                    return false;
            continue;
        }
        for (int w = 0; w < prover->warps; w++)
            if (!(run->phase->elected ? run_elected(run, cta, w) : run_warp(run, cta, w)))
                return false;
    }
    return true;
}

bool run_step(Run *run) {
    if (!check_step(run))
        return false;
    do {
        if (!run_step_once(run))
            return false;
    } while (next_iteration(run, run->step->repeat, run->step->repeat_count));
    return true;
}
