/* faults.c: the faults. Each changes one number or one item of a Plan, as a slip in a variant would:
 * an address one off, a modulus lost, a barrier forgotten, a promise that the caller never made. */
#include "faults.h"
#include <string.h>

/* ---- copies and sites ---------------------------------------------------------------------- */

static void *copied(const void *at, int count, size_t size) {
    void *copy = mem_alloc((size_t)count + 1, size);
    if (count)
        memcpy(copy, at, (size_t)count * size);
    return copy;
}

/* Terms are shared by copies of an expression; these may be written to. */
static void own_terms(Expr *expr) {
    expr->terms = copied(expr->terms, expr->term_count, sizeof *expr->terms);
}

static Cond *conds_copied(const Cond *conds, int count) {
    Cond *own = copied(conds, count, sizeof *conds);
    for (int i = 0; i < count; i++) {
        own_terms(&own[i].lhs);
        own_terms(&own[i].rhs);
    }
    return own;
}

Plan *plan_copied(const Plan *plan) {
    Plan *copy = copied(plan, 1, sizeof *plan);
    copy->buffers = copied(plan->buffers, plan->buffer_count, sizeof *plan->buffers);
    copy->bundles = copied(plan->bundles, plan->bundle_count, sizeof *plan->bundles);
    copy->loops = copied(plan->loops, plan->loop_count, sizeof *plan->loops);
    copy->objects = copied(plan->objects, plan->object_count, sizeof *plan->objects);
    copy->arenas = copied(plan->arenas, plan->arena_count, sizeof *plan->arenas);
    copy->parts = copied(plan->parts, plan->part_count, sizeof *plan->parts);
    copy->phases = copied(plan->phases, plan->phase_count, sizeof *plan->phases);
    copy->flows = copied(plan->flows, plan->flow_count, sizeof *plan->flows);
    copy->symbols = copied(plan->symbols, plan->symbol_count, sizeof *plan->symbols);
    for (int i = 0; i < plan->phase_count; i++) {
        const Phase *phase = &plan->phases[i];
        Phase *own = &copy->phases[i];
        own->guard = conds_copied(phase->guard, phase->guard_count);
        own->steps = copied(phase->steps, phase->step_count, sizeof *phase->steps);
        for (int j = 0; j < phase->step_count; j++) {
            Step *step = &own->steps[j];
            step->conds = conds_copied(step->conds, step->cond_count);
            own_terms(&step->dst.at);
            own_terms(&step->src[0].at);
            own_terms(&step->src[1].at);
        }
    }
    return copy;
}

Step *step_at(Plan *plan, int site, Phase **phase, int *index) {
    for (int i = 0; i < plan->phase_count; i++) {
        Phase *here = &plan->phases[i];
        if (site < here->step_count) {
            *phase = here;
            *index = site;
            return &here->steps[site];
        }
        site -= here->step_count;
    }
    return NULL;
}

Expr *address_at(Plan *plan, int site) {
    Phase *phase;
    int index;
    for (int i = 0;; i++) {
        Step *step = step_at(plan, i, &phase, &index);
        if (!step)
            return NULL;
        if (step->dst.kind == AT_BUFFER && site-- == 0)
            return &step->dst.at;
        if (step->src[0].kind == AT_BUFFER && site-- == 0)
            return &step->src[0].at;
    }
}

/* Term `site` over all address expressions. */
static Term *term_at(Plan *plan, int site) {
    for (int i = 0;; i++) {
        Expr *expr = address_at(plan, i);
        if (!expr)
            return NULL;
        if (site < expr->term_count)
            return (Term *)&expr->terms[site];
        site -= expr->term_count;
    }
}

static Xor *xor_at(Plan *plan, int site) {
    for (int i = 0;; i++) {
        Expr *expr = address_at(plan, i);
        if (!expr)
            return NULL;
        if (site < expr->xor_count)
            return &expr->xors[site];
        site -= expr->xor_count;
    }
}

static Cond *guard_at(Plan *plan, int site, Phase **phase, int *index) {
    for (int i = 0; i < plan->phase_count; i++) {
        *phase = &plan->phases[i];
        *index = site;
        if (site < (*phase)->guard_count)
            return &(*phase)->guard[site];
        site -= (*phase)->guard_count;
    }
    return NULL;
}

static bool is_symbolic(const Term *term) {
    return term->coef.count > 0 || term->digit.kind == VAR_SYMBOL;
}

/* ---- addresses ----------------------------------------------------------------------------- */

static bool offset_plus_one(Plan *plan, int site, bool *same) {
    Expr *expr = address_at(plan, site);
    (void)same;
    if (expr)
        expr->constant++;
    return expr != NULL;
}

static bool coefficient_doubled(Plan *plan, int site, bool *same) {
    Term *term = term_at(plan, site);
    if (!term)
        return false;
    term->coef.value *= 2;
    *same = !is_symbolic(term);
    return true;
}

static bool term_dropped(Plan *plan, int site, bool *same) {
    Term *term = term_at(plan, site);
    if (!term)
        return false;
    *same = !is_symbolic(term);
    term->coef = (Coef){0, 0, {0}};
    return true;
}

static bool divisor_doubled(Plan *plan, int site, bool *same) {
    Term *term = term_at(plan, site);
    if (!term)
        return false;
    *same = !is_symbolic(term);
    term->digit.div *= 2;
    return true;
}

/* A modulus halved; where there is none, one that is too small for a warp's lanes. */
static bool modulus_changed(Plan *plan, int site, bool *same) {
    Term *term = term_at(plan, site);
    if (!term)
        return false;
    *same = true;
    term->digit.mod = term->digit.mod > 1 ? term->digit.mod / 2 : 4;
    return true;
}

static bool modulus_dropped(Plan *plan, int site, bool *same) {
    Term *term = term_at(plan, site);
    if (!term)
        return false;
    *same = true;
    term->digit.mod = 0;
    return true;
}

static bool xor_mask_shifted(Plan *plan, int site, bool *same) {
    Xor * xor = xor_at(plan, site);
    if (!xor)
        return false;
    *same = true;
    xor->mask *= 2;
    return true;
}

static bool xor_shift_changed(Plan *plan, int site, bool *same) {
    Xor * xor = xor_at(plan, site);
    if (!xor)
        return false;
    *same = true;
    xor->shift += xor->shift > 0 ? -1 : 1;
    return true;
}

static bool xor_dropped(Plan *plan, int site, bool *same) {
    Xor * xor = xor_at(plan, site);
    if (!xor)
        return false;
    *same = true;
    xor->mask = 0;
    return true;
}

/* ---- steps --------------------------------------------------------------------------------- */

/* Steps that write a destination: reading twice, or scratch twice, harms nobody. */
static bool write_duplicated(Plan *plan, int site, bool *same) {
    Phase *phase;
    int index;
    (void)same;
    for (int i = 0;; i++) {
        Step *step = step_at(plan, i, &phase, &index);
        if (!step)
            return false;
        if (step->dst.kind != AT_BUFFER || plan->buffers[step->dst.of].role == ROLE_SCRATCH ||
            site-- > 0)
            continue;
        Step twice = *step;
        phase->steps = copied(phase->steps, phase->step_count, sizeof *phase->steps);
        phase->steps[phase->step_count++] = twice;
        return true;
    }
}

/* Plain loads and stores only; false: none has that width. */
static bool width_changed(Plan *plan, int site, int numerator, int denominator) {
    Phase *phase;
    int index;
    for (int i = 0;; i++) {
        Step *step = step_at(plan, i, &phase, &index);
        if (!step)
            return false;
        const Primitive *primitive = &primitives[step->primitive];
        int bits = primitive->bits * numerator / denominator;
        PrimitiveId id = PRIM_COUNT;
        if (primitive->kind == KIND_LOAD)
            id = primitive_load(primitive->space, bits);
        else if (primitive->kind == KIND_STORE)
            id = primitive_store(primitive->space, bits);
        if (id == PRIM_COUNT || site-- > 0)
            continue;
        step->primitive = id;
        return true;
    }
}

static bool width_halved(Plan *plan, int site, bool *same) {
    (void)same;
    return width_changed(plan, site, 1, 2);
}

static bool width_doubled(Plan *plan, int site, bool *same) {
    (void)same;
    return width_changed(plan, site, 2, 1);
}

static bool slot_shifted(Plan *plan, int site, bool *same) {
    Phase *phase;
    int index;
    (void)same;
    for (int i = 0;; i++) {
        Step *step = step_at(plan, i, &phase, &index);
        if (!step)
            return false;
        if (!step_bundle(step) || site-- > 0)
            continue;
        step_bundle(step)->at.constant++;
        return true;
    }
}

static bool buffer_confused(Plan *plan, int site, bool *same) {
    Phase *phase;
    int index;
    Step *step = plan->buffer_count < 2 ? NULL : step_at(plan, site, &phase, &index);
    Side *side = step && step->dst.kind == AT_BUFFER      ? &step->dst
                 : step && step->src[0].kind == AT_BUFFER ? &step->src[0]
                                                          : NULL;
    if (side)
        side->of = (side->of + 1) % plan->buffer_count;
    else
        *same = true; /* it has none */
    return step != NULL;
}

/* ---- who, how often, when ------------------------------------------------------------------ */

static bool guard_dropped(Plan *plan, int site, bool *same) {
    Phase *phase;
    int index;
    if (!guard_at(plan, site, &phase, &index))
        return false;
    *same = true;
    for (int i = index; i + 1 < phase->guard_count; i++)
        phase->guard[i] = phase->guard[i + 1];
    phase->guard_count--;
    return true;
}

static bool guard_moved(Plan *plan, int site, bool *same) {
    Phase *phase;
    int index;
    for (int i = 0;; i++) {
        Cond *cond = guard_at(plan, i, &phase, &index);
        if (!cond)
            return false;
        if (cond->op == COND_EQ || site-- > 0) /* another thread may do the work of one as well */
            continue;
        *same = true;
        cond->rhs.constant++;
        return true;
    }
}

static bool loop_shortened(Plan *plan, int site, bool *same) {
    (void)same;
    if (site >= plan->loop_count)
        return false;
    plan->loops[site].extent--;
    return true;
}

/* The elements of vectors that straddle a limit: one more than there may be is never inside. */
static bool is_element_loop(Plan *plan, int loop) {
    Phase *phase;
    int index;
    Step *step;
    for (int i = 0; (step = step_at(plan, i, &phase, &index)) != NULL; i++)
        for (int c = 0; c < step->cond_count; c++)
            if (step->conds[c].op == COND_GE && step->conds[c].rhs.term_count == 1 &&
                step->repeat_count && step->repeat[step->repeat_count - 1] == loop)
                return true;
    return false;
}

static bool loop_lengthened(Plan *plan, int site, bool *same) {
    if (site >= plan->loop_count)
        return false;
    *same = is_element_loop(plan, site);
    plan->loops[site].extent++;
    return true;
}

/* Pairs of neighbouring loops. */
static bool loops_swapped(Plan *plan, int site, bool *same) {
    if (site + 1 >= plan->loop_count)
        return false;
    *same = true;
    int64_t extent = plan->loops[site].extent;
    plan->loops[site].extent = plan->loops[site + 1].extent;
    plan->loops[site + 1].extent = extent;
    return true;
}

static bool threads_halved(Plan *plan, int site, bool *same) {
    if (site > 0 || plan->threads < 2)
        return false;
    *same = true; /* fallback: one thread does all */
    plan->threads /= 2;
    return true;
}

/* ---- promises ------------------------------------------------------------------------------ */

static bool align_dropped(Plan *plan, int site, bool *same) {
    Phase *phase;
    int index;
    (void)same;
    for (int i = 0; i < plan->buffer_count; i++) {
        int widest = 1;
        Step *step;
        for (int j = 0; (step = step_at(plan, j, &phase, &index)) != NULL; j++)
            if (((step->dst.kind == AT_BUFFER && step->dst.of == i) ||
                 (step->src[0].kind == AT_BUFFER && step->src[0].of == i)) &&
                primitives[step->primitive].align > widest)
                widest = primitives[step->primitive].align;
        if (widest == 1 || plan->buffers[i].role == ROLE_SCRATCH || site-- > 0)
            continue;
        plan->buffers[i].align = widest / 2;
        return true;
    }
    return false;
}

/* The origin of a row whose pitch is a multiple of every width is as good without its divisor. */
static bool is_row_origin(Plan *plan, int symbol) {
    Term *term;
    for (int i = 0; (term = term_at(plan, i)) != NULL; i++)
        if (term->digit.kind == VAR_SYMBOL && term->digit.index == symbol &&
            term->coef.value % (128 / plan->dtype->bits) != 0)
            return false;
    return plan->symbols[symbol].role == SYMBOL_ORIGIN;
}

static bool fact_dropped(Plan *plan, int site, bool *same) {
    Symbol *symbols = copied(plan->symbols, plan->symbol_count, sizeof *symbols);
    for (int i = 0; i < plan->symbol_count; i++) {
        bool is_fact = symbols[i].divisor > 1 && symbols[i].role != SYMBOL_PICK;
        if (!is_fact || site-- > 0)
            continue;
        *same = is_row_origin(plan, i);
        symbols[i].divisor = 1;
        plan->symbols = symbols;
        return true;
    }
    return false;
}

static bool is_written(Plan *plan, int buffer) {
    Phase *phase;
    int index;
    Step *step;
    for (int i = 0; (step = step_at(plan, i, &phase, &index)) != NULL; i++) {
        if (step->dst.kind == AT_BUFFER && step->dst.of == buffer)
            return true;
    }
    return false;
}

/* What is written is declared as read only. */
static bool role_reversed(Plan *plan, int site, bool *same) {
    (void)same;
    for (int i = 0; i < plan->buffer_count; i++) {
        if (!is_written(plan, i) || site-- > 0)
            continue;
        plan->buffers[i].role = ROLE_IN;
        return true;
    }
    return false;
}

static bool space_changed(Plan *plan, int site, bool *same) {
    (void)same;
    if (site >= plan->buffer_count)
        return false;
    Buffer *buffer = &plan->buffers[site];
    buffer->space = buffer->space == SPACE_SMEM ? SPACE_GMEM : SPACE_SMEM;
    return true;
}

static bool bundle_shrunk(Plan *plan, int site, bool *same) {
    (void)same;
    if (site >= plan->bundle_count)
        return false;
    plan->bundles[site].count--;
    return true;
}

/* An access of another place: one that is none of the region's (outside), that another thread has (race, or
 * in-flight where it is a copy's; twice where both write their results), that holds something else
 * (wrong) or nothing yet (uninitialised). */
#define PLACE "outside race in-flight twice wrong uninitialised"
const Fault faults[] = {
    {"offset plus one",
     offset_plus_one,
     "misaligned outside missing twice"}, /* of single elements too */
    {"coefficient doubled", coefficient_doubled, "outside race in-flight twice wrong"},
    {"term dropped", term_dropped, PLACE},
    {"divisor of a digit doubled", divisor_doubled, PLACE},
    {"modulus of a digit changed", modulus_changed, "outside race in-flight twice wrong"},
    {"modulus of a digit dropped",
     modulus_dropped,
     "outside race in-flight twice"}, /* only further */
    {"step of an item changed", item_step_changed, "outside in-flight twice wrong"},
    {"start of an item moved", item_start_moved, "outside in-flight twice wrong"},
    {"xor mask shifted", xor_mask_shifted, "wrong"}, /* a permutation of the same places still */
    {"xor shift changed", xor_shift_changed, "wrong outside"},
    {"xor dropped", xor_dropped, "wrong outside"}, /* outside: of a region that is a part */
    /* What is not written is missing, or what was there before (wrong: a fill, an old tile); who reads it
     * finds nothing; whoever waits for its bytes waits for ever. */
    {"access dropped", access_dropped, "missing uninitialised wrong hang"},
    {"step between registers dropped", registers_dropped, "missing uninitialised wrong twice"},
    {"any sync dropped", any_sync_dropped, "race in-flight hang uninitialised"},
    {"write duplicated", write_duplicated, "twice in-flight"},
    {"width halved", width_halved, "missing wrong uninitialised"},
    /* unavailable: 256 bits, which not all targets have */
    {"width doubled", width_doubled, "misaligned outside unavailable uninitialised"},
    {"bundle slot shifted", slot_shifted, "outside misaligned wrong uninitialised"},
    {"buffer confused",
     buffer_confused,
     "wrong outside uninitialised"}, /* mostly of another space */
    {"bytes of a bulk copy changed", bytes_changed, "missing"},
    {"bytes that are counted changed", counted_bytes_changed, "hang"},
    /* All threads of it do the work of some: collectives, arrivals (wrong: more than are counted). */
    {"guard dropped", guard_dropped, "divergent outside twice wrong"},
    {"guard moved by one", guard_moved, "divergent outside missing"},
    {"election dropped", election_dropped, "in-flight"},
    {"election of arrivals dropped", election_of_arrivals_dropped, "wrong"},
    {"loop shortened", loop_shortened, "missing wrong uninitialised"},
    {"loop lengthened", loop_lengthened, "outside"},
    {"loop extents swapped", loops_swapped, "outside missing"},
    {"sync dropped", sync_dropped, "race"},
    {"threads halved", threads_halved, "missing divergent"},
    {"copies left open", copies_left_open, "in-flight"},
    {"phase left open", phase_left_open, "hang"},
    {"alignment not promised", align_dropped, "misaligned"},
    {"fact about a stride lost", fact_dropped, "misaligned outside"}, /* outside: other origins */
    {"role reversed", role_reversed, "outside wrong"}, /* wrong: an arena holds scratch only */
    {"space of a buffer changed", space_changed, "wrong misaligned"}, /* a tensor's is its map's */
    {"bundle too small", bundle_shrunk, "outside"},
    {"limit reached", limit_reached, "outside uninitialised"},
    {"limit missed", limit_missed, "missing wrong uninitialised"},
    {"limit dropped", limit_dropped, "outside uninitialised wrong"},
    {"rest forgotten", rest_forgotten, "missing outside uninitialised wrong"},
    {"count forgotten", count_forgotten, "outside"},
};
const int fault_count = (int)COUNT_OF(faults);
