/* limits.c: proofs of masked copies. What a place holds depends on the limits, so everything is
 * known for boxes of limit values, and one execution stands for all values at once: a predicate `c
 * < cols` narrows the box to cols >= c + 1. In the end the element at (r, c) must lie at its place
 * exactly for rows > r and cols > c, and the fill (or nothing) for all other values.
 *
 * Invariants: boxes are half open, their bounds brought to multiples of what divides the limit, so
 * that equal sets of admissible values are equal boxes. Nothing is sampled. */
#include "prove.h"

/* The least admissible value that is not below `value`: 9 with cols % 8 == 0 is 16, -9 is -8. One
 * past the largest stands for all that lies above. */
static int64_t threshold(const Prover *prover, int d, int64_t value) {
    const int64_t divisor = prover->bound[d].divisor;
    int64_t low = prover->everything.low[d], high = prover->everything.high[d];
    if (value <= low)
        return low;
    if (value >= high)
        return high;
    value = value > 0 ? (value + divisor - 1) / divisor * divisor : value / divisor * divisor;
    return value < high ? value : high;
}

static int bound_find(const Prover *prover, int symbol, int origin) {
    for (int d = 0; d < prover->bound_count; d++)
        if (prover->bound[d].symbol == symbol && prover->bound[d].origin == origin)
            return d;
    return -1;
}

static bool bound_add(Prover *prover, int symbol, int origin) {
    const Symbol *symbols = prover->plan->symbols;
    int64_t low = 0, high = 0, divisor = 0;
    if (bound_find(prover, symbol, origin) >= 0)
        return true;
    if (prover->bound_count == MAX_BOUNDS)
        return proof_fail(prover, "unproven", "the copy has more than %d limits", MAX_LIMITS);
    if (symbol >= 0) {
        low = symbol_least(&symbols[symbol]);
        high = symbols[symbol].max;
        divisor = symbol_divisor(&symbols[symbol]);
        if (low < 0 || high >= UINT32_MAX)
            return proof_fail(prover, "unproven", "a limit may exceed 2^32");
    }
    if (origin >= 0) {
        const int64_t least = symbol_least(&symbols[origin]), most = symbols[origin].max;
        if (least < INT32_MIN || most > INT32_MAX)
            return proof_fail(prover, "unproven", "an origin may exceed 2^31");
        divisor = gcd_i64(divisor, symbol_divisor(&symbols[origin]));
        low = symbol >= 0 ? low - most : least;
        high = symbol >= 0 ? high - least : most;
    }
    prover->everything.low[prover->bound_count] = (int32_t)(low > INT32_MIN ? low : INT32_MIN);
    prover->everything.high[prover->bound_count] =
        (int32_t)(high < INT32_MAX ? high + 1 : INT32_MAX);
    prover->bound[prover->bound_count++] = (Bound){symbol, origin, divisor};
    return true;
}

/* Everything moves, wherever the array ends. */
static bool is_of_edge(const Plan *plan, int symbol) {
    bool found = false;
    for (int f = 0; f < plan->flow_count; f++)
        for (int i = 0; i < plan->flows[f].limits.count && plan->flows[f].limits.edge; i++)
            found |= plan->flows[f].limits.at[i].symbol == symbol;
    return found;
}

/* The dimensions of a region that have coordinates: 128x1x64 has two. */
static int dims_of(const Operand *region) {
    int dims = 0;
    for (int d = 0; d < region->rank; d++)
        dims += region->region[d].extent != 1;
    return dims;
}

/* Is a limit one of a dimension that its flow has, and does it narrow boxes? One without a window
 * whose symbol is no run-time extent does not. */
static bool limit_known(const Prover *prover, const Flow *flow, const Limit *limit) {
    return limit->dim >= -1 && limit->dim < dims_of(&flow->dst) &&
           bound_find(prover, limit->symbol, limit->origin) >= 0 &&
           (limit->origin < 0 || bound_find(prover, -1, limit->origin) >= 0);
}

static bool limits_known(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int f = 0; f < plan->flow_count; f++)
        for (int i = 0; i < plan->flows[f].limits.count && !plan->flows[f].limits.edge; i++)
            if (!limit_known(prover, &plan->flows[f], &plan->flows[f].limits.at[i]))
                return proof_fail(
                    prover,
                    "unproven",
                    "limit %d of flow %d has no dimension or no run-time extent",
                    i,
                    f);
    return true;
}

bool limits_init(Prover *prover) {
    const Plan *plan = prover->plan;
    prover->bound_count = 0;
    for (int d = 0; d < MAX_BOUNDS; d++) {
        prover->everything.low[d] = 0;
        prover->everything.high[d] = 1;
    }
    for (int f = 0; f < plan->flow_count; f++)
        for (int i = 0; i < plan->flows[f].limits.count; i++) {
            const Limit *limit = &plan->flows[f].limits.at[i];
            if (!limit->windowed ||
                plan->flows[f].limits.edge) /* one of the symbols below, or none */
                continue;
            if (!bound_add(prover, limit->symbol, limit->origin) ||
                (limit->origin >= 0 && !bound_add(prover, -1, limit->origin)))
                return false;
        }
    for (int i = 0; i < plan->symbol_count; i++) {
        bool known = plan->symbols[i].role != SYMBOL_LIMIT || is_of_edge(plan, i);
        for (int d = 0; d < prover->bound_count; d++)
            known |= prover->bound[d].symbol == i;
        if (!known && !bound_add(prover, i, -1))
            return false;
    }
    for (int f = 0; f < plan->flow_count && prover->bound_count; f++)
        if (region_count(&plan->flows[f].src) > (INT32_MAX - 1) / plan->flow_count - 1 ||
            region_count(&plan->flows[f].dst) > (INT32_MAX - 1) / plan->flow_count - 1)
            return proof_fail(prover, "too-big", "too many elements have limits");
    return limits_known(prover);
}

/* The symbol of a term that is one, as it is; -1: it is something else. */
static int plain_symbol(const Term *term) {
    const Digit *digit = &term->digit;
    bool plain = digit->kind == VAR_SYMBOL && !term->coef.count && term->coef.value == 1 &&
                 digit->pre_div == 1 && !digit->pre_mod && !digit->sub && digit->div == 1 &&
                 !digit->mod && !digit->turn_mod;
    return plain ? digit->index : -1;
}

static int limit_in(const Expr *expr) {
    return expr->term_count == 1 && !expr->constant && !expr->xor_count
               ? plain_symbol(&expr->terms[0])
               : -1;
}

bool limits_is(const Prover *prover, const Expr *expr, int *d) {
    int symbol = limit_in(expr);
    *d = symbol < 0 ? -1 : bound_find(prover, symbol, -1);
    return *d >= 0;
}

/* x < limit holds for limits from x + 1 on, x >= limit for those up to x. */
static bool narrow(const Prover *prover, int d, int64_t x, bool less, Box *box) {
    const int32_t bound = (int32_t)threshold(prover, d, x < INT64_MAX ? x + 1 : x);
    if (less)
        box->low[d] = bound > box->low[d] ? bound : box->low[d];
    else
        box->high[d] = bound < box->high[d] ? bound : box->high[d];
    return !box_empty(box);
}

/* The origin of a window that stands in an expression once, as it is: y + row. The rest of the
 * expression is *rest. -1: none does. */
static int origin_in(const Prover *prover, const Expr *expr, Expr *rest) {
    for (int i = 0; i < expr->term_count; i++) {
        int symbol = plain_symbol(&expr->terms[i]);
        if (symbol < 0 || bound_find(prover, -1, symbol) < 0 || expr->xor_count)
            continue;
        *rest = *expr;
        expr_drop_term(rest, i);
        return symbol;
    }
    return -1;
}

/* 0 <= y + x asks y for -x at least, which is -x - 1 < y; y + x < height asks height - y for more
 * than x. */
static bool narrow_window(
    const Prover *prover, const Cond *cond, const Point *point, Box *box, bool *holds) {
    Expr rest;
    int64_t x;
    int origin = prover->bound_count ? origin_in(prover, &cond->lhs, &rest) : -1;
    if (origin < 0 || !expr_is_concrete(&rest, point) || !expr_value(&rest, point, &x))
        return false;
    bool first = cond->op == COND_GE && !cond->rhs.term_count && !cond->rhs.constant;
    int limit = first ? -1 : limit_in(&cond->rhs);
    int d = first || limit >= 0 ? bound_find(prover, limit, origin) : -1;
    if (d < 0 || cond->op == COND_EQ || cond->rhs.xor_count)
        return false;
    *holds = first ? narrow(prover, d, -x - 1, true, box)
                   : narrow(prover, d, x, cond->op == COND_LT, box);
    return true;
}

bool limits_narrow(
    const Prover *prover, const Cond *cond, const Point *point, Box *box, bool *holds) {
    int64_t x;
    int d;
    if (narrow_window(prover, cond, point, box, holds))
        return true;
    if (prover->bound_count == 0 || cond->op == COND_EQ || !limits_is(prover, &cond->rhs, &d) ||
        !expr_is_concrete(&cond->lhs, point) || !expr_value(&cond->lhs, point, &x))
        return false;
    *holds = narrow(prover, d, x, cond->op == COND_LT, box);
    return true;
}

bool limits_narrow_to(const Prover *prover, int limit, int64_t x, Box *box) {
    int d = bound_find(prover, limit, -1);
    return d >= 0 ? narrow(prover, d, x, true, box) : !box_empty(box);
}

bool limits_piece(const Prover *prover, int limit, int64_t first, int64_t count, Box *box) {
    int d = bound_find(prover, limit, -1);
    return d >= 0 && narrow(prover, d, first - 1, true, box) &&
           narrow(prover, d, first + count - 1, false, box);
}

void limits_range(const Prover *prover, int limit, const Box *box, int64_t *low, int64_t *high) {
    int d = bound_find(prover, limit, -1);
    *low = d >= 0 ? box->low[d] : 0;
    *high = d >= 0 ? box->high[d] : INT64_MAX;
}

/* Row 6 of a window: from y = -6 on, while 6 rows and one more lie behind y. */
static void narrow_to_element(const Prover *prover, const Limit *limit, int64_t x, Box *box) {
    x += limit->begin;
    narrow(prover, bound_find(prover, limit->symbol, limit->origin), x, true, box);
    if (limit->origin >= 0)
        narrow(prover, bound_find(prover, -1, limit->origin), -x - 1, true, box);
}

/* Element 70 of a 128x64 region is (1, 6): inside for rows >= 2 and cols >= 7. */
static void find_inside(const Prover *prover, int flow, int64_t element, Box *box) {
    const Flow *f = &prover->plan->flows[flow];
    const Operand *region = &f->dst;
    int64_t at[MAX_RANK];
    *box = prover->everything;
    for (int d = region->rank - 1, dim = dims_of(region); d >= 0; d--) {
        if (region->region[d].extent == 1)
            continue;
        at[--dim] = element % region->region[d].extent;
        element /= region->region[d].extent;
    }
    for (int i = 0; i < f->limits.count && !f->limits.edge; i++) {
        const Limit *limit = &f->limits.at[i];
        narrow_to_element(prover, limit, limit->dim < 0 ? 0 : at[limit->dim], box);
    }
}

uint32_t inside_of(const Prover *prover, int flow, int64_t element) {
    if (prover->bound_count == 0)
        return 0;
    return (uint32_t)(1 + element * prover->plan->flow_count + flow);
}

const Box *inside_box(const Prover *prover, uint32_t inside, Box *room) {
    const uint32_t flows = (uint32_t)prover->plan->flow_count;
    if (!inside)
        return NULL;
    find_inside(prover, (int)((inside - 1) % flows), (inside - 1) / flows, room);
    return room;
}

/* A place that several elements share may be read where any of them is inside. */
bool limits_allow(Prover *prover, Cell *cell, uint32_t inside) {
    Box room[2];
    const Box *now = inside_box(prover, cell->content.inside, &room[0]);
    const Box *too = inside_box(prover, inside, &room[1]);
    if (!too || (now && box_within(too, now)))
        return true;
    if (now && !box_within(now, too)) {
        Extra *extra = content_extra(&cell->content);
        Held *other = NEW(Held);
        *other = (Held){*now, 0, extra->others};
        extra->others = other;
    }
    cell->content.inside = inside & INT32_MAX;
    return proof_spend(prover, 1);
}

static bool within_any(const Prover *prover, const Content *content, const Box *box) {
    Box room;
    const Box *inside = inside_box(prover, content->inside, &room);
    if (!inside)
        return false;
    bool within = box_within(box, inside);
    for (const Held *held = content->extra ? content->extra->others : NULL; held && !within;
         held = held->next)
        within = box_within(box, &held->box);
    return within;
}

bool limits_check(Prover *prover, const Cell *cell, const Box *box) {
    if (prover->bound_count == 0 || prover->plan->buffers[cell->buffer].space != SPACE_GMEM ||
        within_any(prover, &cell->content, box))
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
