/* guarded.c: proofs of masked copies. What a place holds depends on the limits, so every write carries
 * the box of limit values for which it happens, and the execution stands for all values at once: a
 * predicate `c < cols` narrows the box to cols >= c + 1. In the end the element at (r, c) must lie at
 * its place exactly for rows > r and cols > c, and the fill (or nothing) for all other values.
 *
 * Invariants: boxes are half open, their bounds brought to multiples of what divides the limit, so
 * that equal sets of admissible values are equal boxes. Of the writes that a place holds a later one
 * hides earlier ones. Nothing is sampled. */
#include "prove.h"

enum { MAX_HIDDEN = 16 };

static const Limits *limits_of(const Prover *prover) {
    return &prover->plan->flows[0].limits;
}

static const Symbol *limit_symbol(const Prover *prover, int d) {
    return &prover->plan->symbols[limits_of(prover)->symbol[d]];
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

static bool box_empty(const Box *box) {
    return box->low[0] >= box->high[0] || box->low[1] >= box->high[1];
}

static Box box_common(const Box *a, const Box *b) {
    Box box = *a;
    for (int d = 0; d < 2; d++) {
        box.low[d] = b->low[d] > box.low[d] ? b->low[d] : box.low[d];
        box.high[d] = b->high[d] < box.high[d] ? b->high[d] : box.high[d];
    }
    return box;
}

static bool boxes_meet(const Box *a, const Box *b) {
    Box box = box_common(a, b);
    return !box_empty(&box);
}

static bool box_within(const Box *a, const Box *b) {
    for (int d = 0; d < 2; d++)
        if (a->low[d] < b->low[d] || a->high[d] > b->high[d])
            return box_empty(a);
    return true;
}

void guarded_init(Prover *prover) {
    const Plan *plan = prover->plan;
    prover->guarded = plan->flow_count == 1 && plan->flows[0].limits.count > 0;
    prover->everything = (Box){{0, 0}, {1, 1}};
    for (int d = 0; prover->guarded && d < limits_of(prover)->count; d++) {
        const Symbol *symbol = limit_symbol(prover, d);
        prover->everything.low[d] = symbol_least(symbol);
        prover->everything.high[d] = symbol->max + 1;
    }
}

static bool is_limit(const Prover *prover, const Expr *expr, int *d) {
    if (expr->term_count != 1 || expr->constant || expr->xor_count)
        return false;
    const Term *term = &expr->terms[0];
    const Digit *digit = &term->digit;
    if (digit->kind != VAR_SYMBOL || term->coef.count || term->coef.value != 1 ||
        digit->pre_div != 1 || digit->pre_mod || digit->sub || digit->div != 1 || digit->mod)
        return false;
    for (*d = 0; *d < limits_of(prover)->count; ++*d)
        if (limits_of(prover)->symbol[*d] == digit->index)
            return true;
    return false;
}

/* x < limit holds for limits from x + 1 on, x >= limit for those up to x. */
static bool narrow(Prover *prover, int d, int64_t x, bool less, Box *box) {
    int64_t bound = threshold(prover, d, x < INT64_MAX ? x + 1 : x);
    if (less)
        box->low[d] = bound > box->low[d] ? bound : box->low[d];
    else
        box->high[d] = bound < box->high[d] ? bound : box->high[d];
    return !box_empty(box);
}

bool guarded_cond(Prover *prover, const Cond *cond, const Point *point, bool *holds) {
    int64_t x;
    int d;
    if (!prover->guarded || cond->op == COND_EQ || !is_limit(prover, &cond->rhs, &d) ||
        !expr_is_concrete(&cond->lhs, point) || !expr_value(&cond->lhs, point, &x))
        return false;
    *holds = narrow(prover, d, x, cond->op == COND_LT, &prover->box);
    return true;
}

/* Element 70 of a 128x64 region is (1, 6): inside for rows >= 2 and cols >= 7. */
const Box *guarded_inside(Prover *prover, int flow, int64_t element) {
    if (!prover->guarded)
        return NULL;
    const Operand *region = &prover->plan->flows[flow].dst;
    Box *box = NEW(Box);
    *box = prover->everything;
    int dim = limits_of(prover)->count;
    for (int d = region->rank - 1; d >= 0 && dim > 0; d--) {
        int64_t extent = region->region[d].extent;
        if (extent == 1)
            continue;
        narrow(prover, --dim, element % extent, true, box);
        element /= extent;
    }
    return box;
}

/* A place that several elements share may be read where any of them is inside; only boxes that nest
 * (a row that is repeated) have a union that is a box. */
bool guarded_allow(Prover *prover, Cell *cell, const Box *inside) {
    if (!inside || !cell->inside || box_within(inside, cell->inside)) {
        cell->inside = cell->inside ? cell->inside : inside;
        return true;
    }
    if (!box_within(cell->inside, inside))
        return proof_fail(
            prover,
            "unproven",
            "elements that share %s leave the limits one by one",
            cell_name(prover, cell));
    cell->inside = inside;
    return true;
}

/* ---- what a place holds -------------------------------------------------------------------- */

typedef bool (*Visit)(void *context, const Box *box, Tag tag);

/* Calls `visit` for the parts of `box` by what the place holds there; `rest` where nothing was
 * written. What a write does not cover of the box is at most four boxes. */
static bool visit_held(const Held *held, Box box, Tag rest, Visit visit, void *context) {
    for (; held && !boxes_meet(&held->box, &box); held = held->next)
        budget_spend(1);
    budget_spend(2);
    if (!held)
        return visit(context, &box, rest);
    Box common = box_common(&held->box, &box);
    if (!visit(context, &common, held->tag))
        return false;
    for (int d = 0; d < 2; d++) {
        Box below = box, above = box;
        below.high[d] = common.low[d];
        above.low[d] = common.high[d];
        if ((!box_empty(&below) && !visit_held(held->next, below, rest, visit, context)) ||
            (!box_empty(&above) && !visit_held(held->next, above, rest, visit, context)))
            return false;
        box.low[d] = common.low[d];
        box.high[d] = common.high[d];
    }
    return true;
}

/* Puts a write in front; of the latest, those that it hides altogether are dropped, and one is used
 * again. Older ones may stay, nothing reads them: a register that 65536 columns pass through, each with
 * its own limits, is not searched 65536 times. */
static void put_held(Held **list, const Box *box, Tag tag) {
    Held *held = NULL;
    int seen = 0;
    for (Held **at = list; *at && seen < MAX_HIDDEN; seen++)
        if (box_within(&(*at)->box, box)) {
            held = *at;
            *at = held->next;
        } else {
            at = &(*at)->next;
        }
    budget_spend(seen);
    held = held ? held : NEW(Held);
    *held = (Held){*box, tag, *list};
    *list = held;
}

/* ---- accesses ------------------------------------------------------------------------------ */

static bool in_global(const Prover *prover, const Cell *cell) {
    return prover->plan->buffers[cell->buffer].space == SPACE_GMEM;
}

static bool check_limits(Prover *prover, const Cell *cell, const Box *box) {
    if (!in_global(prover, cell) || (cell->inside && box_within(box, cell->inside)))
        return true;
    return proof_fail(
        prover,
        "outside",
        "%s is touched although it lies beyond the limits",
        cell_name(prover, cell));
}

/* A second value over a first one, in registers that the caller gets: only a fill may be replaced. */
static bool put_register(
    Prover *prover, Registers *to, int64_t index, int bundle, const Box *box, Tag tag) {
    Register *target = register_at(to, index);
    bool once = prover->plan->bundles[bundle].role == ROLE_OUT;
    for (const Held *held = once ? target->held : NULL; held; held = held->next)
        if (held->tag != TAG_FILL && boxes_meet(&held->box, box))
            return proof_fail(
                prover,
                "twice",
                "%s[%lld] of thread %lld is written twice for some limits",
                prover->plan->bundles[bundle].name,
                (long long)(index % to->count),
                (long long)(index / to->count));
    target->written = true;
    put_held(&target->held, box, tag);
    return true;
}

typedef struct {
    Prover *prover;
    Registers *to;
    int64_t index;
    int bundle;
    Cell *cell;
} Sink;

static bool into_register(void *context, const Box *box, Tag tag) {
    const Sink *sink = context;
    if (tag == 0)
        return proof_fail(sink->prover, "uninitialised", "a load of what was never written");
    return put_register(sink->prover, sink->to, sink->index, sink->bundle, box, tag);
}

bool guarded_load(Prover *prover, Cell *cell, Registers *to, int64_t index, int bundle, Tag tag) {
    Sink sink = {prover, to, index, bundle, NULL};
    return check_limits(prover, cell, &prover->box) &&
           visit_held(cell->held, prover->box, cell->writes ? 0 : tag, into_register, &sink);
}

bool guarded_fill(Prover *prover, Registers *to, int64_t index, int bundle) {
    if (!prover->guarded)
        return proof_fail(prover, "wrong", "a fill in a copy without limits");
    return put_register(prover, to, index, bundle, &prover->box, TAG_FILL);
}

static bool into_cell(void *context, const Box *box, Tag tag) {
    const Sink *sink = context;
    Cell *cell = sink->cell;
    if (tag == 0)
        return proof_fail(
            sink->prover,
            "uninitialised",
            "%s gets a register that holds nothing for some limits",
            cell_name(sink->prover, cell));
    for (const Held *held = cell->held; held; held = held->next)
        if (sink->prover->plan->buffers[cell->buffer].role == ROLE_OUT &&
            boxes_meet(&held->box, box))
            return proof_fail(
                sink->prover,
                "twice",
                "%s is written twice for some limits",
                cell_name(sink->prover, cell));
    put_held(&cell->held, box, tag);
    return true;
}

/* The order between threads is that of unguarded writes. */
static bool start_write(Prover *prover, Cell *cell, int64_t rank, int phase, int token) {
    int writes = cell->writes;
    cell->writes = 0;
    if (writes && cell->token == token)
        cell->token = -1; /* another part of the limits, by the same copy */
    bool ok = check_limits(prover, cell, &prover->box) &&
              cell_write(prover, cell, rank, phase, TAG_FILL, token);
    cell->writes = writes + 1;
    return ok;
}

bool guarded_store(
    Prover *prover, const Registers *from, int64_t index, Cell *cell, int64_t rank, int phase) {
    Sink sink = {.prover = prover, .cell = cell};
    const Register *source = register_at(from, index);
    return start_write(prover, cell, rank, phase, -1) &&
           visit_held(source->held, prover->box, source->tag, into_cell, &sink);
}

/* The thread's own number, for instance: the last of several rounds is for some threads only. */
static bool concrete_cond(const Cond *cond, const Point *point, bool *holds) {
    bool ok = expr_is_concrete(&cond->lhs, point) && expr_is_concrete(&cond->rhs, point);
    *holds = ok && cond_holds(cond, point, &ok);
    return ok;
}

bool guarded_left_out(const Step *step, const Point *point) {
    if (!step->zero_rest || primitives[step->primitive].kind != KIND_LOAD)
        return false;
    for (int i = 0; i < step->cond_count; i++) {
        const Cond *cond = &step->conds[i];
        bool holds,
            open = !expr_is_concrete(&cond->lhs, point) || !expr_is_concrete(&cond->rhs, point);
        if (!open && !(concrete_cond(cond, point, &holds) && holds))
            return true;
    }
    return false;
}

/* For which limits element e moves: all conditions, the last one for e itself. */
static bool copy_box(
    Prover *prover, const Step *step, const Point *point, int64_t e, Box *box, bool *any) {
    *box = prover->box;
    *any = true;
    for (int i = 0; i < step->cond_count; i++) {
        Cond cond = step->conds[i];
        bool holds, counts = step->counted && i + 1 == step->cond_count;
        Box before = prover->box;
        cond.lhs.constant += counts ? e : 0;
        prover->box = *box;
        bool ok =
            (!counts || cond.op == COND_LT) && (guarded_cond(prover, &cond, point, &holds) ||
                                                (!counts && concrete_cond(&cond, point, &holds)));
        *box = prover->box;
        prover->box = before;
        if (!ok)
            return proof_fail(prover, "unproven", "a condition of a copy needs a run-time value");
        *any = *any && holds;
    }
    return true;
}

bool guarded_load_or_zero(
    Prover *prover,
    const Step *step,
    const Point *point,
    Cell *cell,
    Registers *to,
    int64_t index,
    Tag tag) {
    Box box, all = prover->box;
    bool any;
    Tag rest = limits_of(prover)->fill == 0 ? TAG_FILL : TAG_ZERO;
    if (step->counted)
        return proof_fail(prover, "unproven", "a load is never counted");
    if (!copy_box(prover, step, point, 0, &box, &any) ||
        !put_register(prover, to, index, step->bundle, &all, rest))
        return false;
    Sink sink = {prover, to, index, step->bundle, NULL};
    return !any || (check_limits(prover, cell, &box) &&
                    visit_held(cell->held, box, cell->writes ? 0 : tag, into_register, &sink));
}

bool guarded_copy(
    Prover *prover,
    const Step *step,
    const Point *point,
    int64_t e,
    Cell *source,
    Cell *target,
    int phase) {
    Sink sink = {.prover = prover, .cell = target};
    Box box, all = prover->box;
    bool any;
    Tag tag, rest = limits_of(prover)->fill == 0 ? TAG_FILL : TAG_ZERO;
    if (!step->zero_rest && step->counted)
        return proof_fail(prover, "unproven", "a counted copy always writes the rest");
    if (!copy_box(prover, step, point, e, &box, &any) ||
        !cell_read(prover, source, point->rank, phase, PROXY_GENERIC, &tag) ||
        !start_write(prover, target, point->rank, phase, step->opens_token))
        return false;
    if (!step->zero_rest || !any)
        return any ? check_limits(prover, source, &all) && into_cell(&sink, &all, tag)
                   : into_cell(&sink, &all, rest);
    Held moved = {box, tag, NULL};
    return check_limits(prover, source, &box) && visit_held(&moved, all, rest, into_cell, &sink);
}

/* ---- the end ------------------------------------------------------------------------------- */

typedef struct {
    Prover *prover;
    const Box *inside;
    Tag expected;
    bool keeps;
    const char *what;
} Judge;

static bool judge(void *context, const Box *box, Tag tag) {
    const Judge *at = context;
    if (tag == at->expected)
        return box_within(box, at->inside) ||
               proof_fail(at->prover, "outside", "%s is written beyond the limits", at->what);
    if (tag == 0 && boxes_meet(box, at->inside))
        return proof_fail(at->prover, "missing", "%s is not written for some limits", at->what);
    if (tag == 0)
        return at->keeps ||
               proof_fail(at->prover, "missing", "%s is not filled beyond the limits", at->what);
    if (tag == TAG_FILL && !at->keeps)
        return !boxes_meet(box, at->inside) ||
               proof_fail(at->prover, "wrong", "%s is filled inside the limits", at->what);
    return proof_fail(at->prover, "wrong", "%s gets a wrong value for some limits", at->what);
}

static bool registers_reached(Prover *prover, int bundle) {
    const Registers *all = &prover->registers[bundle];
    const Register *r;
    const char *name = prover->plan->bundles[bundle].name;
    if (prover->plan->bundles[bundle].role != ROLE_OUT)
        return true;
    for (int64_t i = 0; (r = register_next(all, &i)); i++) {
        char what[120];
        snprintf(
            what,
            sizeof what,
            "%s[%lld] of thread %lld",
            name,
            (long long)(i % all->count),
            (long long)(i / all->count));
        Judge at = {prover, r->inside, r->expected, limits_of(prover)->keep, what};
        if (!r->expected && r->held)
            return proof_fail(prover, "outside", "%s is not in the region", what);
        if (r->expected && !visit_held(r->held, prover->everything, 0, judge, &at))
            return false;
    }
    return true;
}

bool guarded_reached(Prover *prover) {
    for (int64_t i = 0; i < prover->table.cell_count; i++) {
        const Cell *cell = cell_number(prover, i);
        if (!cell->is_goal || prover->plan->buffers[cell->buffer].role != ROLE_OUT)
            continue;
        bool keeps = limits_of(prover)->keep || in_global(prover, cell);
        Judge at = {prover, cell->inside, cell->expected, keeps, NULL};
        at.what = prover->plan->buffers[cell->buffer].name;
        if (!visit_held(cell->held, prover->everything, 0, judge, &at))
            return false;
    }
    for (int b = 0; b < prover->plan->bundle_count; b++)
        if (!registers_reached(prover, b))
            return false;
    return true;
}
