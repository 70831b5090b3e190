/* prove.c: provenance execution. Every element of every source gets a tag; the phases are run for all
 * threads in lockstep, through memory, registers and scratch; the plan is accepted iff the tags in the
 * destination are exactly the ones the destination layout asks for, every access is aligned and
 * inside the region, no two accesses between syncs conflict and nothing is read in flight.
 *
 * Addresses are polynomials in the run-time symbols, so one execution stands for all their values.
 * Two different polynomials are different addresses by the layout's own injectivity (ld >= extent; of
 * a masked copy ld >= cols, and then for elements inside the limits, which are all that is written).
 * Origins that go through a swizzle are enumerated: they are bounded by the buffer. */
#include "prove.h"
#include <string.h>

typedef struct {
    Prover *prover;
    int phase_index;
    const Phase *phase;
    const Step *step;
    int step_index;
    int64_t loop[64];
} Run;

static Point point_of(const Run *run, int64_t rank) {
    return (Point){rank, run->loop, run->prover->symbol};
}

static bool address(Run *run, const Expr *expr, int64_t rank, Poly *at) {
    Prover *prover = run->prover;
    Point point = point_of(run, rank);
    if (expr_poly(expr, &point, &prover->basis, prover->plan->symbols, at))
        return true;
    for (int i = 0; i < prover->plan->symbol_count; i++)
        if (prover->plan->symbols[i].role == SYMBOL_ORIGIN && prover->symbol[i] == SYMBOLIC)
            prover->needs_concrete = true;
    return proof_fail(
        prover,
        "unproven",
        "phase %d step %d: an address cannot be evaluated for all run-time values",
        run->phase_index,
        run->step_index);
}

/* All conditions, for one rank. One that depends on a value known only at run time is unproven. */
static bool all_hold(Run *run, const Cond *conds, int count, int64_t rank, bool *result) {
    Point point = point_of(run, rank);
    *result = true;
    for (int i = 0; i < count && *result; i++) {
        if (guarded_cond(run->prover, &conds[i], &point, result))
            continue;
        bool ok =
            expr_is_concrete(&conds[i].lhs, &point) && expr_is_concrete(&conds[i].rhs, &point);
        *result = ok && cond_holds(&conds[i], &point, &ok);
        if (!ok)
            return proof_fail(run->prover, "unproven", "a predicate depends on a run-time value");
    }
    return true;
}

static bool takes_part(Run *run, int64_t rank, bool *result) {
    const Plan *plan = run->prover->plan;
    int conds = run->step->zero_rest ? 0 : run->step->cond_count;
    *result = scope_has_rank(&plan->scope, rank) && (!run->phase->elected || rank == 0);
    Point point = point_of(run, rank);
    *result = *result && !guarded_left_out(run->step, &point);
    run->prover->box = run->prover->everything;
    return !*result || (all_hold(run, run->phase->guard, run->phase->guard_count, rank, result) &&
                        (!*result || all_hold(run, run->step->conds, conds, rank, result)));
}

/* Is the address a multiple of `bytes` for all values of the symbols? */
static bool aligned(const Prover *prover, int buffer, const Poly *at, int64_t bytes) {
    const Buffer *b = &prover->plan->buffers[buffer];
    int64_t unit = b->dtype->bits, want = bytes * 8;
    if (b->align % bytes)
        return false;
    if (at->constant * unit % want)
        return false;
    for (int i = 0; i < prover->basis.count; i++) {
        Coef coef = prover->basis.monomial[i];
        if (at->value[i] == 0)
            continue;
        coef.value = at->value[i];
        if (coef_divisor(coef, prover->plan->symbols) % want * unit % want)
            return false;
    }
    return true;
}

static bool check_aligned(Run *run, int buffer, const Poly *at, int64_t bytes, int64_t rank) {
    if (aligned(run->prover, buffer, at, bytes))
        return true;
    return proof_fail(
        run->prover,
        "misaligned",
        "thread %lld: %s is not known to be %lld-byte aligned",
        (long long)rank,
        cell_text(run->prover, buffer, at),
        (long long)bytes);
}

/* The cell at `at` + offset elements. Scratch comes into being when it is first written. */
static Cell *cell_at(Run *run, int buffer, const Poly *at, int64_t offset, int64_t rank) {
    Prover *prover = run->prover;
    const Buffer *b = &prover->plan->buffers[buffer];
    Poly place = *at;
    place.constant += offset;
    Cell *cell = cell_find(prover, buffer, &place);
    if (!cell && b->role == ROLE_SCRATCH && poly_is_constant(&place) && place.constant >= 0 &&
        place.constant < b->elements)
        return cell_make(prover, buffer, &place);
    if (!cell)
        proof_fail(
            prover,
            "outside",
            "thread %lld touches %s, which is not in the region",
            (long long)rank,
            cell_text(prover, buffer, &place));
    return cell;
}

/* Registers first .. first + count of a bundle, for this rank. */
static Registers *slots(
    Run *run, int bundle, const Expr *expr, int64_t count, int64_t rank, int64_t *index) {
    Registers *registers = &run->prover->registers[bundle];
    Point point = point_of(run, rank);
    int64_t slot;
    if (!expr_value(expr, &point, &slot) || slot < 0 || slot + count > registers->count) {
        proof_fail(
            run->prover,
            "outside",
            "thread %lld uses registers outside %s[%lld]",
            (long long)rank,
            run->prover->plan->bundles[bundle].name,
            (long long)registers->count);
        return NULL;
    }
    *index = rank * registers->count + slot;
    return registers;
}

static bool set_register(Run *run, int bundle, Registers *registers, int64_t index, Tag tag) {
    Register *at = register_at(registers, index);
    if (at->written && run->prover->plan->bundles[bundle].role == ROLE_OUT)
        return proof_fail(
            run->prover,
            "twice",
            "%s[%lld] of thread %lld is written twice",
            run->prover->plan->bundles[bundle].name,
            (long long)(index % registers->count),
            (long long)(index / registers->count));
    at->written = true;
    at->tag = tag;
    return true;
}

static bool writable(Run *run, int buffer) {
    return run->prover->plan->buffers[buffer].role != ROLE_IN ||
           proof_fail(
               run->prover,
               "outside",
               "the source %s is written",
               run->prover->plan->buffers[buffer].name);
}

static bool move_element(
    Run *run,
    int buffer,
    const Poly *at,
    int64_t offset,
    Registers *registers,
    int64_t index,
    bool is_load,
    int64_t rank) {
    Cell *cell = cell_at(run, buffer, at, offset, rank);
    Tag tag;
    if (!cell)
        return false;
    if (!is_load && run->prover->guarded)
        return guarded_store(run->prover, registers, index, cell, rank, run->phase_index);
    if (!is_load) {
        Tag held = register_at(registers, index)->tag;
        if (held == 0)
            return proof_fail(
                run->prover,
                "uninitialised",
                "thread %lld stores a register that holds nothing",
                (long long)rank);
        return cell_write(run->prover, cell, rank, run->phase_index, held, -1);
    }
    if (!cell_read(run->prover, cell, rank, run->phase_index, PROXY_GENERIC, &tag))
        return false;
    if (run->step->zero_rest) {
        Point point = point_of(run, rank);
        return guarded_load_or_zero(run->prover, run->step, &point, cell, registers, index, tag);
    }
    if (run->prover->guarded)
        return guarded_load(run->prover, cell, registers, index, run->step->bundle, tag);
    return set_register(run, run->step->bundle, registers, index, tag);
}

static bool run_plain(Run *run, const Primitive *primitive, int64_t rank) {
    const Step *step = run->step;
    const Plan *plan = run->prover->plan;
    int bits = plan->buffers[step->buffer].dtype->bits;
    bool is_load = primitive->kind == KIND_LOAD;
    int64_t count = primitive->bits / bits, index;
    Poly at;
    if (primitive->bits % bits || plan->bundles[step->bundle].dtype->bits != bits)
        return proof_fail(run->prover, "wrong", "the access width is no multiple of the element");
    if (primitive->space != plan->buffers[step->buffer].space)
        return proof_fail(run->prover, "wrong", "the access is to the wrong space");
    Registers *registers = slots(run, step->bundle, &step->slot, count, rank, &index);
    if (!registers || !address(run, &step->where, rank, &at) ||
        !check_aligned(run, step->buffer, &at, primitive->align, rank) ||
        (!is_load && !writable(run, step->buffer)) || !proof_spend(run->prover, count))
        return false;
    for (int64_t i = 0; i < count; i++)
        if (!move_element(run, step->buffer, &at, i, registers, index + i, is_load, rank))
            return false;
    return true;
}

/* Memory to memory in flight: cp.async and bulk copies. */
static bool run_copy(Run *run, const Primitive *primitive, int64_t rank) {
    const Step *step = run->step;
    const Plan *plan = run->prover->plan;
    int bits = plan->buffers[step->buffer].dtype->bits;
    int64_t moved = primitive->bits ? primitive->bits : step->bytes * 8;
    Poly to, from;
    if (moved % bits || plan->buffers[step->from_buffer].dtype->bits != bits || moved <= 0 ||
        moved / 8 % primitive->align)
        return proof_fail(run->prover, "misaligned", "a copy of %lld bits", (long long)moved);
    if (primitive->space != plan->buffers[step->buffer].space ||
        primitive->space2 != plan->buffers[step->from_buffer].space)
        return proof_fail(run->prover, "wrong", "the copy is between the wrong spaces");
    if (!address(run, &step->where, rank, &to) || !address(run, &step->from, rank, &from) ||
        !check_aligned(run, step->buffer, &to, primitive->align, rank) ||
        !check_aligned(run, step->from_buffer, &from, primitive->align, rank) ||
        !writable(run, step->buffer) || !proof_spend(run->prover, moved / bits))
        return false;
    for (int64_t i = 0; i < moved / bits; i++) {
        Cell *source = cell_at(run, step->from_buffer, &from, i, rank);
        Cell *target = source ? cell_at(run, step->buffer, &to, i, rank) : NULL;
        Tag tag;
        if (target && run->prover->guarded) {
            Point point = point_of(run, rank);
            if (!guarded_copy(run->prover, step, &point, i, source, target, run->phase_index))
                return false;
            continue;
        }
        if (!target ||
            !cell_read(run->prover, source, rank, run->phase_index, primitive->proxy, &tag) ||
            !cell_write(run->prover, target, rank, run->phase_index, tag, step->opens_token))
            return false;
    }
    return true;
}

static bool run_move(Run *run, int64_t rank) {
    const Step *step = run->step;
    int64_t to, from;
    Registers *target = slots(run, step->bundle, &step->slot, 1, rank, &to);
    Registers *source =
        target ? slots(run, step->from_bundle, &step->from_slot, 1, rank, &from) : NULL;
    if (!source || !proof_spend(run->prover, 1))
        return false;
    if (run->prover->guarded)
        return proof_fail(run->prover, "unproven", "a move knows no limits");
    Tag held = register_at(source, from)->tag;
    if (held == 0)
        return proof_fail(run->prover, "uninitialised", "a register that holds nothing is moved");
    return set_register(run, step->bundle, target, to, held);
}

static bool run_fill(Run *run, const Primitive *primitive, int64_t rank) {
    const Step *step = run->step;
    int bits = run->prover->plan->bundles[step->bundle].dtype->bits;
    int64_t index, count = primitive->bits / bits;
    Registers *registers = slots(run, step->bundle, &step->slot, count, rank, &index);
    bool ok = registers && primitive->bits % bits == 0 && proof_spend(run->prover, count);
    for (int64_t i = 0; ok && i < count; i++)
        ok = guarded_fill(run->prover, registers, index + i, step->bundle);
    return ok;
}

/* ldmatrix and stmatrix: word by word, the 16-bit units come from (go to) the rows that the lanes of
 * the same warp point to. Elements are whole numbers of units or the other way round. */
static bool run_matrix_lane(
    Run *run, const Primitive *primitive, int64_t warp, int lane, const Poly *rows) {
    const Step *step = run->step;
    int bits = run->prover->plan->buffers[step->buffer].dtype->bits;
    bool is_load = primitive->kind == KIND_MATRIX_LOAD;
    int64_t rank = warp * 32 + lane, index;
    if (bits != 16)
        return proof_fail(run->prover, "wrong", "a matrix access of %d-bit elements", bits);
    Registers *registers =
        slots(run, step->bundle, &step->slot, primitive->bits / 16, rank, &index);
    if (!registers || !proof_spend(run->prover, primitive->bits / 16))
        return false;
    for (int unit = 0; unit < primitive->bits / 16; unit++) {
        int address_lane, address_unit;
        primitive_matrix_unit(
            step->primitive, lane, unit / 2, unit % 2, &address_lane, &address_unit);
        if (!move_element(
                run,
                step->buffer,
                &rows[address_lane],
                address_unit,
                registers,
                index + unit,
                is_load,
                rank))
            return false;
    }
    return true;
}

static bool run_matrix(Run *run, const Primitive *primitive, int64_t warp) {
    const Step *step = run->step;
    Poly rows[32];
    if (run->prover->guarded)
        return proof_fail(run->prover, "unproven", "matrix accesses know no limits");
    if (primitive->space != run->prover->plan->buffers[step->buffer].space)
        return proof_fail(run->prover, "wrong", "the matrix access is to the wrong space");
    for (int lane = 0; lane < 32; lane++) {
        bool here;
        if (!takes_part(run, warp * 32 + lane, &here))
            return false;
        if (!here)
            return proof_fail(
                run->prover,
                "divergent",
                "lane %d of warp %lld is missing in %s",
                lane,
                (long long)warp,
                primitive->function);
        if (!address(run, &step->where, warp * 32 + lane, &rows[lane]))
            return false;
        if (lane < primitive->bits / 32 * 8 &&
            !check_aligned(run, step->buffer, &rows[lane], 16, warp * 32 + lane))
            return false;
    }
    if (primitive->kind == KIND_MATRIX_STORE && !writable(run, step->buffer))
        return false;
    for (int lane = 0; lane < 32; lane++)
        if (!run_matrix_lane(run, primitive, warp, lane, rows))
            return false;
    return true;
}

static bool is_matrix(const Primitive *primitive) {
    return primitive->kind == KIND_MATRIX_LOAD || primitive->kind == KIND_MATRIX_STORE;
}

static bool run_rank(Run *run, const Primitive *primitive, int64_t rank) {
    bool here;
    if (!takes_part(run, rank, &here))
        return false;
    if (!here)
        return true;
    switch (primitive->kind) {
    case KIND_LOAD:
    case KIND_STORE:
        return run_plain(run, primitive, rank);
    case KIND_MOVE:
        return run_move(run, rank);
    case KIND_FILL:
        return run_fill(run, primitive, rank);
    default:
        return run_copy(run, primitive, rank);
    }
}

/* Which lane is elected is open, so nothing it does may depend on its rank. */
static bool depends_on_rank(const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++)
        if (digit_reads_rank(&expr->terms[i].digit))
            return true;
    return false;
}

static bool run_step_once(Run *run) {
    const Plan *plan = run->prover->plan;
    const Primitive *primitive = &primitives[run->step->primitive];
    if (run->phase->elected &&
        (depends_on_rank(&run->step->where) || depends_on_rank(&run->step->from)))
        return proof_fail(
            run->prover, "divergent", "the elected lane's address depends on its rank");
    bool fills = primitive->kind == KIND_LOAD || primitive->kind == KIND_ASYNC_COPY;
    if (run->step->zero_rest && (!run->prover->guarded || !fills))
        return proof_fail(run->prover, "unproven", "%s fills nothing here", primitive->function);
    if (!proof_spend(run->prover, plan->threads))
        return false;
    if (!is_matrix(primitive)) {
        for (int64_t rank = 0; rank < plan->threads; rank++)
            if (!run_rank(run, primitive, rank))
                return false;
        return true;
    }
    if (plan->threads % 32)
        return proof_fail(run->prover, "divergent", "%s needs whole warps", primitive->function);
    for (int64_t warp = 0; warp < plan->threads / 32; warp++) {
        bool any = false, here;
        for (int lane = 0; lane < 32; lane++) {
            if (!takes_part(run, warp * 32 + lane, &here))
                return false;
            any |= here;
        }
        if (any && !run_matrix(run, primitive, warp))
            return false;
    }
    return true;
}

/* Counts through a nest of loops, innermost fastest; false when it is through. */
static bool next_iteration(Run *run, const int *loops, int count) {
    for (int i = count - 1; i >= 0; i--) {
        if (++run->loop[loops[i]] < run->prover->plan->loops[loops[i]].extent)
            return true;
        run->loop[loops[i]] = 0;
    }
    return false;
}

static bool run_step(Run *run) {
    do {
        if (!run_step_once(run))
            return false;
    } while (next_iteration(run, run->step->repeat, run->step->repeat_count));
    return true;
}

static bool run_opaque(Run *run) {
    const Opaque *opaque = &run->phase->opaque;
    for (int i = 0; i < opaque->arrives_count; i++)
        if (!goal_arrived(run->prover, opaque->arrives[i], opaque->rank, run->phase_index))
            return false;
    for (int i = 0; i < opaque->leaves_count; i++)
        if (!goal_leaves(run->prover, opaque->leaves[i], opaque->rank, run->phase_index))
            return false;
    return true;
}

/* A collective sync needs everyone it waits for. */
static bool check_sync(Run *run) {
    const Plan *plan = run->prover->plan;
    const Sync *sync = &run->phase->sync;
    if (sync->kind == SYNC_NONE)
        return true;
    for (int64_t rank = 0; rank < plan->threads; rank++) {
        bool here = scope_has_rank(&plan->scope, rank);
        bool wanted = sync->kind != SYNC_WARP || (sync->mask >> (rank % 32) & 1);
        bool warp_here = scope_has_rank(&plan->scope, rank / 32 * 32 + plan->scope.lane_begin);
        if (wanted && !here && (sync->kind != SYNC_WARP || !plan->scope.narrowed || warp_here))
            return proof_fail(
                run->prover,
                "divergent",
                "thread %lld does not come to the sync of phase %d",
                (long long)rank,
                run->phase_index);
    }
    return true;
}

static bool run_phase(Run *run) {
    Prover *prover = run->prover;
    if (run->phase->is_opaque && !run_opaque(run))
        return false;
    do {
        for (run->step_index = 0; run->step_index < run->phase->step_count; run->step_index++) {
            run->step = &run->phase->steps[run->step_index];
            if (!run_step(run))
                return false;
        }
    } while (next_iteration(run, run->phase->loops, run->phase->loop_count));
    if (run->phase->closes_token >= 0)
        cells_arrive(prover, run->phase->closes_token, run->phase_index);
    return check_sync(run);
}

/* With run-time strides, different polynomials must be different addresses. */
static bool check_injective(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int f = 0; f < plan->flow_count && prover->basis.count > 0; f++) {
        const Flow *flow = &plan->flows[f];
        if (flow->dst.space == SPACE_REG ||
            layout_injective_inside(&flow->dst, plan->symbols, &flow->limits))
            continue;
        Injectivity result = layout_injective(&plan->flows[f].dst, plan->symbols, plan->scope.kind);
        if (result.collides || result.unproven || result.too_big)
            return proof_fail(
                prover,
                result.collides ? "twice" : "unproven",
                "two elements of the destination may share an address for some run-time stride");
    }
    return true;
}

static bool within_limits(Prover *prover) {
    const Plan *plan = prover->plan;
    bool fits = plan->loop_count <= (int)COUNT_OF(((Run *)0)->loop) && plan->threads >= 1 &&
                plan->threads <= 1024 && plan->symbol_count <= MAX_SYMBOLS;
    for (int i = 0; fits && i < plan->loop_count; i++)
        if (plan->loops[i].extent < 1)
            return proof_fail(prover, "missing", "loop %s never runs", plan->loops[i].name);
    for (int i = 0; i < plan->bundle_count; i++)
        fits &= plan->bundles[i].count >= 0 && plan->bundles[i].count <= 1 << 16;
    return fits || proof_fail(prover, "too-big", "the plan is larger than a proof can hold");
}

/* One execution, at one choice of the enumerated origins. */
static bool prove_once(Prover *prover) {
    const Plan *plan = prover->plan;
    Run run = {.prover = prover};
    prover->elements = 0;
    prover->next_tag = 1;
    prover->source_tags = NEW_ARRAY(Tag *, plan->flow_count + 1);
    prover->registers = NEW_ARRAY(Registers, plan->bundle_count + 1);
    for (int i = 0; i < plan->bundle_count; i++)
        prover->registers[i] = registers_new(plan->bundles[i].count, plan->threads);
    cells_init(prover);
    guarded_init(prover);
    if (!goal_sources(prover) || !goal_destinations(prover) || !check_injective(prover))
        return false;
    for (int i = 0; i < plan->phase_count; i++) {
        run.phase_index = i;
        run.phase = &plan->phases[i];
        if (!run_phase(&run))
            return false;
    }
    return goal_reached(prover) && cells_landed(prover);
}

/* The next combination of enumerated origins, in steps of their divisors. */
static bool next_origins(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int i = plan->symbol_count - 1; i >= 0; i--) {
        const Symbol *symbol = &plan->symbols[i];
        if (prover->symbol[i] == SYMBOLIC)
            continue;
        if (prover->symbol[i] + symbol->divisor <= symbol->max) {
            prover->symbol[i] += symbol->divisor;
            return true;
        }
        prover->symbol[i] = (symbol->min + symbol->divisor - 1) / symbol->divisor * symbol->divisor;
    }
    return false;
}

/* An origin below 6 that is a multiple of 8 is 0: layouts are sliced with that number. */
static int64_t only_value(const Symbol *symbol) {
    int64_t least = (symbol->min + symbol->divisor - 1) / symbol->divisor * symbol->divisor;
    return symbol->role == SYMBOL_ORIGIN && least + symbol->divisor > symbol->max ? least
                                                                                  : SYMBOLIC;
}

Proof plan_prove(const Plan *plan) {
    Prover *prover = NEW(Prover);
    MemMark mark = mem_mark();
    char reason[400] = "";
    bool ok;
    prover->plan = plan;
    for (int i = 0; i < MAX_SYMBOLS; i++)
        prover->symbol[i] = i < plan->symbol_count ? only_value(&plan->symbols[i]) : SYMBOLIC;
    ok = within_limits(prover) && prove_once(prover);
    if (!ok && prover->needs_concrete) {
        *prover = (Prover){.plan = plan};
        for (int i = 0; i < MAX_SYMBOLS; i++) {
            bool origin = i < plan->symbol_count && plan->symbols[i].role == SYMBOL_ORIGIN;
            const Symbol *symbol = &plan->symbols[i];
            prover->symbol[i] =
                origin ? (symbol->min + symbol->divisor - 1) / symbol->divisor * symbol->divisor
                       : SYMBOLIC;
        }
        do {
            mem_rewind(mark);
            prover->basis = (PolyBasis){0};
            ok = prove_once(prover);
        } while (ok && next_origins(prover));
    }
    if (prover->reason)
        snprintf(reason, sizeof reason, "%s", prover->reason);
    Proof proof = {.ok = ok, .elements = prover->elements, .kind = prover->kind};
    mem_rewind(mark);
    if (!ok)
        proof.reason = mem_printf("%s", reason);
    return proof;
}
