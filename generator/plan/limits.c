/* limits.c: proofs of masked copies. What a place holds depends on the limits, so everything is
 * known for boxes of limit values, and one execution stands for all values at once: a predicate `c
 * < cols` narrows the box to cols >= c + 1. In the end the element at (r, c) must lie at its place
 * exactly for rows > r and cols > c, and the fill (or nothing) for all other values.
 *
 * Invariants: boxes are half open, their bounds brought to multiples of what divides the limit, so
 * that equal sets of admissible values are equal boxes. Nothing is sampled. */
#include "prove.h"

static const Symbol *limit_symbol(const Prover *prover, int d) {
    return &prover->plan->symbols[prover->limit[d]];
}

/* The least admissible value that is not below `value`: 9 with cols % 8 == 0 is 16. One past the
 * largest stands for all that lies above. */
static int64_t threshold(const Prover *prover, int d, int64_t value) {
    const Symbol *symbol = limit_symbol(prover, d);
    int64_t low = prover->everything.low[d], high = prover->everything.high[d];
    if (value <= low)
        return low;
    if (value >= high)
        return high;
    value = (value + symbol->divisor - 1) / symbol->divisor * symbol->divisor;
    return value < high ? value : high;
}

bool limits_init(Prover *prover) {
    const Plan *plan = prover->plan;
    prover->everything = (Box){{0, 0}, {1, 1}};
    prover->limit_count = 0;
    for (int i = 0; i < plan->symbol_count; i++) {
        const Symbol *symbol = &plan->symbols[i];
        if (symbol->role != SYMBOL_LIMIT)
            continue;
        if (prover->limit_count == 2)
            return proof_fail(prover, "unproven", "the copy has more than two limits");
        int d = prover->limit_count++;
        prover->limit[d] = i;
        if (symbol_least(symbol) < 0 || symbol->max >= UINT32_MAX)
            return proof_fail(prover, "unproven", "a limit may exceed 2^32");
        prover->everything.low[d] = (uint32_t)symbol_least(symbol);
        prover->everything.high[d] = (uint32_t)(symbol->max + 1);
    }
    return true;
}

bool limits_is(const Prover *prover, const Expr *expr, int *d) {
    if (expr->term_count != 1 || expr->constant || expr->xor_count)
        return false;
    const Term *term = &expr->terms[0];
    const Digit *digit = &term->digit;
    if (digit->kind != VAR_SYMBOL || term->coef.count || term->coef.value != 1 ||
        digit->pre_div != 1 || digit->pre_mod || digit->sub || digit->div != 1 || digit->mod ||
        digit->turn_mod)
        return false;
    for (*d = 0; *d < prover->limit_count; ++*d)
        if (prover->limit[*d] == digit->index)
            return true;
    return false;
}

/* x < limit holds for limits from x + 1 on, x >= limit for those up to x. */
static bool narrow(const Prover *prover, int d, int64_t x, bool less, Box *box) {
    int64_t bound = threshold(prover, d, x < INT64_MAX ? x + 1 : x);
    if (less)
        box->low[d] = bound > box->low[d] ? (uint32_t)bound : box->low[d];
    else
        box->high[d] = bound < box->high[d] ? (uint32_t)bound : box->high[d];
    return !box_empty(box);
}

bool limits_narrow(
    const Prover *prover, const Cond *cond, const Point *point, Box *box, bool *holds) {
    int64_t x;
    int d;
    if (prover->limit_count == 0 || cond->op == COND_EQ || !limits_is(prover, &cond->rhs, &d) ||
        !expr_is_concrete(&cond->lhs, point) || !expr_value(&cond->lhs, point, &x))
        return false;
    *holds = narrow(prover, d, x, cond->op == COND_LT, box);
    return true;
}

bool limits_narrow_to(const Prover *prover, int limit, int64_t x, Box *box) {
    for (int d = 0; d < prover->limit_count; d++)
        if (prover->limit[d] == limit)
            return narrow(prover, d, x, true, box);
    return !box_empty(box);
}

/* Which one it is: limits_init() has noted every one. */
static int number_of(const Prover *prover, int limit) {
    return prover->limit[0] == limit ? 0 : 1;
}

bool limits_piece(const Prover *prover, int limit, int64_t first, int64_t count, Box *box) {
    int d = number_of(prover, limit);
    return narrow(prover, d, first - 1, true, box) &&
           narrow(prover, d, first + count - 1, false, box);
}

void limits_range(const Prover *prover, int limit, const Box *box, int64_t *low, int64_t *high) {
    int d = number_of(prover, limit);
    *low = box->low[d];
    *high = box->high[d];
}

/* Element 70 of a 128x64 region is (1, 6): inside for rows >= 2 and cols >= 7. */
const Box *limits_inside(Prover *prover, int flow, int64_t element) {
    if (prover->limit_count == 0)
        return NULL;
    const Flow *f = &prover->plan->flows[flow];
    const Operand *region = &f->dst;
    Box *box = NEW(Box);
    *box = prover->everything;
    int dim = f->limits.count;
    for (int d = region->rank - 1; d >= 0 && dim > 0; d--) {
        int64_t extent = region->region[d].extent;
        if (extent == 1)
            continue;
        limits_narrow_to(prover, f->limits.symbol[--dim], element % extent, box);
        element /= extent;
    }
    return box;
}

/* A place that several elements share may be read where any of them is inside. */
bool limits_allow(Prover *prover, Cell *cell, const Box *inside) {
    const Box *now = content_inside(&cell->content);
    if (!inside || (now && box_within(inside, now)))
        return true;
    Extra *extra = content_extra(&cell->content);
    if (now && !box_within(now, inside)) {
        Held *other = NEW(Held);
        *other = (Held){*now, 0, extra->others};
        extra->others = other;
    }
    extra->inside = inside;
    return proof_spend(prover, 1);
}

static bool within_any(const Content *content, const Box *box) {
    if (!content->extra || !content->extra->inside)
        return false;
    bool within = box_within(box, content->extra->inside);
    for (const Held *held = content->extra->others; held && !within; held = held->next)
        within = box_within(box, &held->box);
    return within;
}

bool limits_check(Prover *prover, const Cell *cell, const Box *box) {
    if (prover->limit_count == 0 || prover->plan->buffers[cell->buffer].space != SPACE_GMEM ||
        within_any(&cell->content, box))
        return true;
    return proof_fail(
        prover,
        "outside",
        "%s is touched although it is beyond the limits",
        cell_name(prover, cell));
}

/* All conditions, for one rank: *holds for the values in the box, which the limits among them
 * narrow. One that depends on another value known only at run time is unproven. */
bool conds_box(
    Run *run, const Cond *conds, int count, int cta, int64_t rank, Box *box, bool *holds) {
    Point point = {rank, run->loop, run->prover->symbol[cta]};
    bool all = true;
    for (int i = 0; i < count && all; i++) {
        if (limits_narrow(run->prover, &conds[i], &point, box, &all) ||
            (run->step && conds == run->step->conds && cond_pick(&conds[i])))
            continue; /* picks.c sees to those that ask for a row */
        bool ok =
            expr_is_concrete(&conds[i].lhs, &point) && expr_is_concrete(&conds[i].rhs, &point);
        all = ok && cond_holds(&conds[i], &point, &ok);
        if (!ok)
            return proof_fail(run->prover, "unproven", "a predicate depends on a run-time value");
    }
    *holds = all;
    return true;
}
