/* copy.c: a Plan for keeps, in exactly the memory that it needs. A variant makes its Plan in the
 * midst of the scratch that it thinks with, ten times as much; the copy of the one that was chosen
 * stays and all the rest is given back.
 *
 * Invariant: everything that a Plan owns is copied, texts too. What belongs to the request
 * (operands, dtypes, the names of variants) is shared. */
#include "plan.h"
#include <string.h>

#define COPY_ARRAY(type, from, count) ((type *)copied(from, count, sizeof(type)))

/* A list without entries stays one: of a window of one element the edges are such a list. */
static void *copied(const void *from, int count, size_t size) {
    if (!from || count < 0)
        return NULL;
    void *to = mem_alloc((size_t)count + !count, size);
    memcpy(to, from, (size_t)count * size);
    return to;
}

static const char *text_copy(const char *text) {
    return text ? mem_text(text, strlen(text)) : NULL;
}

static void copy_terms(Expr *expr);

static const RowPick *pick_copy(const RowPick *from) {
    RowPick *to = COPY_ARRAY(RowPick, from, 1);
    copy_terms(&to->slot);
    copy_terms(&to->element);
    return to;
}

static void copy_terms(Expr *expr) {
    Term *terms = COPY_ARRAY(Term, expr->terms, expr->term_count);
    for (int i = 0; i < expr->term_count; i++)
        if (terms[i].digit.kind == VAR_PICK)
            terms[i].digit.pick = pick_copy(terms[i].digit.pick);
    expr->terms = terms;
}

static const Expr *exprs_copy(const Expr *from, int count) {
    Expr *to = COPY_ARRAY(Expr, from, count);
    for (int i = 0; to && i < count; i++)
        copy_terms(&to[i]);
    return to;
}

static const Expr *expr_copy(const Expr *from) {
    return exprs_copy(from, 1);
}

static Cond *conds_copy(const Cond *from, int count) {
    Cond *to = COPY_ARRAY(Cond, from, count);
    for (int i = 0; to && i < count; i++) {
        copy_terms(&to[i].lhs);
        copy_terms(&to[i].rhs);
    }
    return to;
}

static void copy_side(const Plan *plan, Side *side) {
    copy_terms(&side->at);
    side->peer = expr_copy(side->peer);
    side->edges = (Expr *)(uintptr_t)exprs_copy(side->edges, side->edge_count);
    if (side->kind == AT_TENSOR)
        side->coords = exprs_copy(side->coords, side_coords(plan, side));
}

static Step *steps_copy(const Plan *plan, const Step *from, int count) {
    Step *to = COPY_ARRAY(Step, from, count);
    for (int i = 0; to && i < count; i++) {
        copy_side(plan, &to[i].dst);
        copy_side(plan, &to[i].src[0]);
        copy_side(plan, &to[i].src[1]);
        to[i].value = expr_copy(to[i].value);
        to[i].conds = conds_copy(to[i].conds, to[i].cond_count);
    }
    return to;
}

static void copy_phases(Plan *plan) {
    plan->phases = COPY_ARRAY(Phase, plan->phases, plan->phase_count);
    for (int i = 0; i < plan->phase_count; i++) {
        Phase *phase = &plan->phases[i];
        phase->guard = conds_copy(phase->guard, phase->guard_count);
        phase->steps = steps_copy(plan, phase->steps, phase->step_count);
        phase->note = text_copy(phase->note);
    }
}

static void copy_parts(Plan *plan) {
    plan->parts = COPY_ARRAY(Part, plan->parts, plan->part_count);
    for (int i = 0; i < plan->part_count; i++) {
        plan->parts[i].suffix = text_copy(plan->parts[i].suffix);
        plan->parts[i].guard = conds_copy(plan->parts[i].guard, plan->parts[i].guard_count);
    }
    plan->script = COPY_ARRAY(int, plan->script, plan->script_count);
}

static void copy_symbols(Plan *plan) {
    Symbol *symbols = COPY_ARRAY(Symbol, plan->symbols, plan->symbol_count);
    for (int i = 0; i < plan->symbol_count; i++)
        symbols[i].name = text_copy(symbols[i].name);
    plan->symbols = symbols;
}

/* Everything that has a name. */
static void copy_named(Plan *plan) {
    plan->buffers = COPY_ARRAY(Buffer, plan->buffers, plan->buffer_count);
    plan->arenas = COPY_ARRAY(Arena, plan->arenas, plan->arena_count);
    plan->bundles = COPY_ARRAY(Bundle, plan->bundles, plan->bundle_count);
    plan->loops = COPY_ARRAY(Loop, plan->loops, plan->loop_count);
    plan->objects = COPY_ARRAY(Object, plan->objects, plan->object_count);
    for (int i = 0; i < plan->buffer_count; i++) {
        plan->buffers[i].name = text_copy(plan->buffers[i].name);
        plan->buffers[i].shift = expr_copy(plan->buffers[i].shift);
    }
    for (int i = 0; i < plan->arena_count; i++)
        plan->arenas[i].name = text_copy(plan->arenas[i].name);
    for (int i = 0; i < plan->bundle_count; i++)
        plan->bundles[i].name = text_copy(plan->bundles[i].name);
    for (int i = 0; i < plan->loop_count; i++)
        plan->loops[i].name = text_copy(plan->loops[i].name);
    for (int i = 0; i < plan->object_count; i++) {
        plan->objects[i].name = text_copy(plan->objects[i].name);
        plan->objects[i].not_fewer = text_copy(plan->objects[i].not_fewer);
    }
}

Plan *plan_copy(const Plan *plan) {
    Plan *copy = COPY_ARRAY(Plan, plan, 1);
    copy_named(copy);
    copy_symbols(copy);
    copy_phases(copy);
    copy_parts(copy);
    copy->guard = conds_copy(plan->guard, plan->guard_count);
    copy->flows = COPY_ARRAY(Flow, plan->flows, plan->flow_count);
    for (int i = 0; i < plan->flow_count; i++) {
        copy->flows[i].src_peer = expr_copy(plan->flows[i].src_peer);
        copy->flows[i].dst_peer = expr_copy(plan->flows[i].dst_peer);
        copy->flows[i].begin = expr_copy(plan->flows[i].begin);
        if (plan->flows[i].with)
            copy->flows[i].with = COPY_ARRAY(Operand, plan->flows[i].with, 1);
    }
    return copy;
}
