/* prove.c: provenance execution. Every element of every source is a value; the parts are run in the
 * order of the script, for all threads of all CTAs in lockstep, through memory, registers, other
 * lanes and other CTAs; the plan is accepted iff the destination holds exactly the values that its
 * layout asks for, every access is aligned and inside the region, no two accesses without order
 * conflict, nothing in flight is touched at its open end, and every collective has whole groups.
 *
 * unit.c moves the units of one instruction, step.c says who executes it, order.c what is ordered,
 * goal.c what must come out. Addresses are polynomials in the run-time symbols, so one execution
 * stands for all their values. Two different polynomials are different addresses by the layout's
 * own injectivity (ld >= extent; of a masked copy ld >= cols, and then for elements inside the
 * limits, which are all that is written). Origins that go through a swizzle are enumerated: they
 * are bounded by the buffer. */
#include "order.h"
#include <string.h>

/* ---- the script ----------------------------------------------------------------------------- */

/* Counts through a nest of loops, innermost fastest; false when it is through. */
bool next_iteration(Run *run, const int *loops, int count) {
    for (int i = count - 1; i >= 0; i--) {
        if (++run->loop[loops[i]] < run->prover->plan->loops[loops[i]].extent)
            return true;
        run->loop[loops[i]] = 0;
    }
    return false;
}

static bool check_election(Run *run) {
    const Plan *plan = run->prover->plan;
    if (!run->phase->elected)
        return true;
    if (plan->scope.kind == SCOPE_THREAD)
        return fail_at(run, "divergent", "an election needs a warp, but one thread calls");
    return true;
}

/* An election is one for a turn of the loops around it, and another one may take another lane:
 * nobody knows what its registers hold then. */
static void empty_elected(Run *run) {
    Prover *prover = run->prover;
    const Plan *plan = prover->plan;
    for (int s = 0; s < run->phase->step_count; s++) {
        const Side *dst = &run->phase->steps[s].dst;
        if (dst->kind == AT_BUNDLE && plan->bundles[dst->of].role == ROLE_SCRATCH)
            prover->registers[dst->of] =
                registers_new(plan->bundles[dst->of].count, (int64_t)plan->threads * prover->ctas);
    }
}

static bool run_phase(Run *run, int at) {
    run->phase_index = at;
    run->phase = &run->prover->plan->phases[at];
    if (!check_election(run))
        return false;
    do {
        if (!proof_spend(run->prover, 1))
            return false;
        if (run->phase->elected && run->phase->loop_count)
            empty_elected(run);
        for (run->step_index = 0; run->step_index < run->phase->step_count; run->step_index++) {
            run->step = &run->phase->steps[run->step_index];
            if (!run_step(run))
                return false;
        }
    } while (next_iteration(run, run->phase->loops, run->phase->loop_count));
    return true;
}

/* The caller's own code, by the one rank for which its guard holds. */
static bool run_body(Run *run, const Part *part) {
    Prover *prover = run->prover;
    const Plan *plan = prover->plan;
    for (int cta = 0; cta < prover->ctas; cta++) {
        int64_t who = -1;
        for (int64_t rank = 0; rank < plan->threads; rank++) {
            Box box = prover->everything;
            bool here = scope_has_rank(&plan->scope, rank);
            if (here && !conds_box(run, part->guard, part->guard_count, cta, rank, &box, &here))
                return false;
            if (here && who >= 0)
                return proof_fail(prover, "divergent", "more than one thread runs the region");
            who = here ? rank : who;
        }
        if (who < 0)
            return proof_fail(prover, "missing", "no thread runs the region");
        prover->now++;
        for (int i = 0; i < part->reads_count; i++)
            if (!goal_reads(prover, part->reads[i], actor_of(prover, cta, who)))
                return false;
        prover->now++;
        for (int i = 0; i < part->writes_count; i++)
            if (!goal_writes(prover, part->writes[i], actor_of(prover, cta, who)))
                return false;
    }
    return true;
}

static bool run_part(Run *run, const Part *part) {
    if (part->is_body)
        return run_body(run, part);
    for (int i = 0; i < part->phase_count; i++)
        if (!run_phase(run, part->first_phase + i))
            return false;
    return true;
}

static bool run_script(Run *run) {
    const Plan *plan = run->prover->plan;
    const Part whole = {.phase_count = plan->phase_count};
    if (plan->part_count == 0)
        return run_part(run, &whole);
    for (int i = 0; i < (plan->script_count ? plan->script_count : plan->part_count); i++)
        if (!run_part(run, &plan->parts[plan->script_count ? plan->script[i] : i]))
            return false;
    return true;
}

/* ---- what the plan may be made of ------------------------------------------------------------ */

/* A part that the script leaves out would be printed and not proven. */
static bool check_script(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int p = 0; p < plan->part_count && plan->script_count; p++) {
        bool runs = false;
        for (int i = 0; i < plan->script_count; i++)
            runs |= plan->script[i] == p;
        if (!runs)
            return proof_fail(prover, "unproven", "part %d is never run", p);
    }
    return true;
}

/* Who calls is said by the scope alone. */
static bool check_scope(Prover *prover) {
    const Plan *plan = prover->plan;
    ScopeKind kind = plan->scope.kind;
    int threads = kind == SCOPE_THREAD                          ? 1
                  : kind == SCOPE_WARPGROUP                     ? 128
                  : kind == SCOPE_WARP || kind == SCOPE_ELECTED ? 32
                                                                : plan->scope.threads;
    if (plan->threads == threads && plan->scope.threads == threads)
        return true;
    int calls = plan->threads == threads ? plan->scope.threads : threads;
    return proof_fail(
        prover, "divergent", "the proof covers %d threads, but %d call", plan->threads, calls);
}

/* With run-time strides, different polynomials must be different addresses. */
static bool check_injective(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int f = 0; f < plan->flow_count && prover->basis.count > 0; f++) {
        const Flow *flow = &plan->flows[f];
        if (flow->dst.space == SPACE_REG || tensor_stays_apart(prover, flow) ||
            layout_injective_inside(&flow->dst, plan->symbols, &flow->limits))
            continue;
        Injectivity result = layout_injective(&flow->dst, plan->symbols, plan->scope.kind);
        if (result.collides || result.unproven || result.too_big)
            return proof_fail(
                prover,
                "unproven",
                "two elements of the destination may share an address for some run-time stride");
    }
    return true;
}

static bool within_limits(Prover *prover) {
    const Plan *plan = prover->plan;
    bool fits = plan->loop_count <= (int)COUNT_OF(((Run *)0)->loop) && plan->threads >= 1 &&
                plan->threads <= 1024 && plan->symbol_count <= MAX_SYMBOLS &&
                prover->ctas <= MAX_CTAS;
    for (int i = 0; fits && i < plan->loop_count; i++)
        if (plan->loops[i].extent < 1)
            return proof_fail(prover, "missing", "loop %s never runs", plan->loops[i].name);
    for (int i = 0; i < plan->bundle_count; i++)
        fits &= plan->bundles[i].count >= 0 && plan->bundles[i].count <= 1 << 16;
    if (!fits)
        return proof_fail(prover, "too-big", "the plan is too large for a proof");
    return plan_fits(plan) || proof_fail(prover, "wrong", "the plan is not well formed");
}

#define MOST_ELEMENTS ((int64_t)1 << 48) /* that an address may be of */

/* Scratch lies in its arena, whose alignment the caller promises. */
static bool check_arenas(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *b = &plan->buffers[i];
        if (!b->arena)
            continue;
        const Arena *arena = &plan->arenas[b->arena - 1];
        if (b->role != ROLE_SCRATCH)
            return proof_fail(prover, "wrong", "%s lies in an arena but is not scratch", b->name);
        for (int k = 0; k < i; k++)
            if (plan->buffers[k].arena == b->arena && plan->buffers[k].space != b->space)
                return proof_fail(prover, "wrong", "%s lies in two spaces", arena->name);
        bool small = b->elements >= 0 && b->elements < MOST_ELEMENTS && b->offset < MOST_ELEMENTS;
        if (b->offset < 0 || !small ||
            b->offset + (b->elements * b->dtype->bits + 7) / 8 > arena->bytes)
            return proof_fail(prover, "outside", "%s does not fit into %s", b->name, arena->name);
    }
    return true;
}

static bool is_read_by_body(const Plan *plan, int flow, bool writes) {
    for (int p = 0; p < plan->part_count; p++) {
        const Part *part = &plan->parts[p];
        for (int i = 0; i < (writes ? part->writes_count : part->reads_count); i++)
            if (part->is_body && (writes ? part->writes[i] : part->reads[i]) == flow)
                return true;
    }
    return false;
}

static bool is_scratch(const Plan *plan, const Operand *operand, int at) {
    return operand->space == SPACE_REG ? plan->bundles[at].role == ROLE_SCRATCH
                                       : plan->buffers[at].role == ROLE_SCRATCH;
}

/* Both ends of a flow are somebody's: the caller's, or the region's between two parts. */
static bool check_flows(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int f = 0; f < plan->flow_count; f++) {
        const Flow *flow = &plan->flows[f];
        if (is_scratch(plan, &flow->dst, flow->dst_at) && !is_read_by_body(plan, f, false))
            return proof_fail(
                prover, "missing", "flow %d ends in scratch memory that no step reads", f);
        if (is_scratch(plan, &flow->dst, flow->dst_at) && flow->onto != COMBINE_NONE)
            return proof_fail(prover, "unproven", "flow %d reduces into scratch memory", f);
        if (!flow->fills && is_scratch(plan, &flow->src, flow->src_at) &&
            !is_read_by_body(plan, f, true))
            return proof_fail(
                prover, "uninitialised", "flow %d begins in scratch memory that no step writes", f);
        if (flow->dst.space == SPACE_REG && plan->bundles[flow->dst_at].role == ROLE_IN)
            return proof_fail(prover, "outside", "the destination is an input argument");
    }
    return true;
}

/* ---- the proof ------------------------------------------------------------------------------- */

static void registers_init(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int i = 0; i < plan->bundle_count; i++)
        prover->registers[i] =
            registers_new(plan->bundles[i].count, (int64_t)plan->threads * prover->ctas);
}

/* One execution, at one choice of the enumerated origins. */
static bool prove_once(Prover *prover) {
    const Plan *plan = prover->plan;
    Run run = {.prover = prover};
    int rounds = plan->rounds > 1 ? plan->rounds : 1;
    prover->next_leaf = 1;
    prover->source_values = NEW_ARRAY(Value *, plan->flow_count);
    prover->with_values = NEW_ARRAY(Value *, plan->flow_count);
    prover->registers = NEW_ARRAY(Registers, plan->bundle_count);
    registers_init(prover);
    cells_init(prover);
    order_init(prover);
    run.here = mask_new(prover);
    if (!limits_init(prover) || !check_arenas(prover) || !check_flows(prover))
        return false;
    for (int round = 0; round < rounds; round++) {
        if (!proof_spend(prover, 1))
            return false;
        if (round > 0) {
            registers_init(prover);
            cells_start_round(prover);
        }
        if (!goal_sources(prover) || !goal_destinations(prover) || !check_injective(prover) ||
            !run_script(&run) || !goal_reached(prover))
            return false;
    }
    /* What was said to be wrong is so, whoever passed it over. */
    return cells_landed(prover) && order_ends(prover) && check_script(prover) &&
           check_scope(prover) && order_leaves(prover) && premises_hold(prover) && !prover->kind;
}

/* The next combination of enumerated origins, in steps of their divisors. */
static bool next_origins(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int i = plan->symbol_count - 1; i >= 0; i--) {
        const Symbol *symbol = &plan->symbols[i];
        if (symbol->role != SYMBOL_ORIGIN || window_reads(plan, i))
            continue;
        int64_t next = prover->symbol[0][i] + symbol->divisor;
        bool more = next <= symbol->max;
        for (int cta = 0; cta < prover->ctas; cta++)
            prover->symbol[cta][i] = more ? next : symbol_least(symbol);
        if (more)
            return true;
    }
    return false;
}

/* An origin below 6 that is a multiple of 8 is 0: layouts are sliced with that number. The number
 * of another CTA is that of the next one, or each's own, so that each is somebody's. */
static void choose_symbols(Prover *prover, bool enumerate) {
    const Plan *plan = prover->plan;
    for (int cta = 0; cta < prover->ctas; cta++) {
        for (int i = 0; i < MAX_SYMBOLS; i++) {
            const Symbol *symbol = &plan->symbols[i];
            int64_t *value = &prover->symbol[cta][i];
            *value = SYMBOLIC;
            if (i >= plan->symbol_count)
                continue;
            int64_t least = symbol_least(symbol);
            if (symbol->role == SYMBOL_CTA)
                *value = (cta + prover->next) % prover->ctas;
            else if (symbol->role == SYMBOL_SENDER)
                *value = (cta - prover->next + prover->ctas) % prover->ctas;
            else if (
                symbol->role == SYMBOL_ORIGIN && !window_reads(plan, i) &&
                (enumerate || least + symbol->divisor > symbol->max))
                *value = least;
        }
    }
}

static Prover prover_of(const Plan *plan, int ctas, int next) {
    return (Prover){.plan = plan, .ctas = ctas, .warps = (plan->threads + 31) / 32, .next = next};
}

/* From the start once more, at the numbers that the symbols now have. */
static void start_again(Prover *prover) {
    Prover fresh = prover_of(prover->plan, prover->ctas, prover->next);
    memcpy(fresh.symbol, prover->symbol, sizeof fresh.symbol);
    fresh.steps = prover->steps;
    *prover = fresh;
}

/* By so many CTAs, each of which names the one `next` after it. */
static bool prove_with(Prover *prover, const Plan *plan, int ctas, int next, MemMark mark) {
    mem_rewind(mark);
    *prover = prover_of(plan, ctas, next);
    choose_symbols(prover, false);
    bool ok = prove_once(prover);
    if (!ok && prover->needs_concrete) {
        *prover = prover_of(plan, ctas, next);
        choose_symbols(prover, true);
        do {
            mem_rewind(mark);
            start_again(prover);
            ok = prove_once(prover);
        } while (ok && next_origins(prover));
    }
    return ok;
}

/* In a ring that is long enough for what was handed on in it. Where the cluster has fewer CTAs than
 * that, in all rings that it may have. The model of a pipeline hands on in every turn of its loop,
 * so that no ring is long enough: it is run by three CTAs, among which a sender, its receiver and
 * the one behind that are three. */
static bool prove_rings(Prover *prover, const Plan *plan, MemMark mark) {
    int ctas = ring_first(plan), most = ring_most(plan), enough = ctas;
    bool ok = prove_with(prover, plan, ctas, 1, mark);
    while (ok && ctas < (enough = ring_enough(prover)) && ctas < most) {
        if (enough > MAX_CTAS && most > MAX_CTAS)
            return ring_goes_on(plan) ||
                   proof_fail(
                       prover, "unproven", "the value passes through more than %d CTAs", MAX_CTAS);
        ctas = enough < most ? enough : most;
        ok = prove_with(prover, plan, ctas, 1, mark);
    }
    while (ok && ctas < enough && --ctas > 1)
        ok = prove_with(prover, plan, ctas, 1, mark);
    return ok;
}

Proof plan_prove(const Plan *plan) {
    Prover *prover = NEW(Prover);
    MemMark mark = mem_mark();
    char reason[400] = "";
    *prover = prover_of(plan, plan_ctas(plan), 1);
    bool ok =
        within_limits(prover) && premises_of_cluster(prover) && prove_rings(prover, plan, mark);
    if (ok && ring_is_named(plan)) /* `cta` may be our own number */
        ok = prove_with(prover, plan, plan_ctas(plan), 0, mark);
    if (prover->reason)
        snprintf(reason, sizeof reason, "%s", prover->reason);
    Proof proof = {.ok = ok, .elements = prover->elements, .kind = prover->kind};
    mem_rewind(mark);
    if (!ok)
        proof.reason = mem_printf("%s", reason);
    return proof;
}
