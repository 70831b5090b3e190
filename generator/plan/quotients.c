/* quotients.c: steps of a proof whose addresses or conditions read digits of a limit. Of a ragged
 * row of f16 in vectors of 8 it is vector cols / 8 that straddles, and lane cols / 8 % 32 of a warp
 * has it. No such digit is a polynomial, but on a box of 8 values of the limit it is one number:
 * the step is run once for each box, narrowed to it, with that number. The boxes are all there are
 * between the bounds that the conditions give; nothing is sampled, and without a bound the step is
 * refused.
 *
 * In such a step the limit itself may stand only where a condition narrows the box by it:
 * everywhere else the first value of the box would be taken for all of them. */
#include "prove.h"

enum { MAX_PIECES = 1 << 12 }; /* of one thread in one step */

/* cols / 8 and cols / 64 % 4: both have one value for all limits of 8 * v .. 8 * v + 7. */
typedef struct {
    int limit;
    int64_t by; /* 0: the step reads no digit */
    bool wrong; /* it reads a limit in another way */
} Quotient;

static bool is_limit_symbol(const Prover *prover, int symbol) {
    return prover->plan->symbols[symbol].role == SYMBOL_LIMIT;
}

static bool reads_limit(const Prover *prover, const Expr *expr) {
    for (int i = 0; i < prover->bound_count; i++) {
        const Bound *bound = &prover->bound[i];
        if ((bound->symbol >= 0 && expr_reads_symbol(expr, bound->symbol)) ||
            (bound->origin >= 0 && expr_reads_symbol(expr, bound->origin)))
            return true;
    }
    return false;
}

static bool is_digit(const Prover *prover, const Term *term) {
    const Digit *digit = &term->digit;
    return digit->kind == VAR_SYMBOL && is_limit_symbol(prover, digit->index) &&
           digit->pre_div == 1 && !digit->pre_mod && !digit->sub && digit->div > 1 &&
           !digit->turn_mod;
}

/* An expression that has a value on every box: digits of one limit, and no limit as it is. */
static void note(const Prover *prover, const Expr *expr, Quotient *out) {
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        for (int k = 0; k < term->coef.count; k++)
            out->wrong |= is_limit_symbol(prover, term->coef.symbol[k]);
        if (term->digit.kind != VAR_SYMBOL || !is_limit_symbol(prover, term->digit.index))
            continue;
        out->wrong |= !is_digit(prover, term) || (out->by && out->limit != term->digit.index);
        out->limit = term->digit.index;
        out->by = out->by ? gcd_i64(out->by, term->digit.div) : term->digit.div;
    }
}

static void note_conds(const Prover *prover, const Cond *conds, int count, Quotient *out) {
    int d;
    for (int i = 0; i < count; i++) {
        note(prover, &conds[i].lhs, out);
        if (conds[i].op == COND_EQ || !limits_is(prover, &conds[i].rhs, &d))
            note(prover, &conds[i].rhs, out);
    }
}

/* Registers have constant numbers: no digit may stand there, nor in anything else of the step. */
static void note_side(const Prover *prover, const Side *side, Quotient *out) {
    if (side->kind == AT_BUFFER)
        note(prover, &side->at, out);
    else if (side->kind != SIDE_NONE)
        out->wrong |= reads_limit(prover, &side->at);
    out->wrong |= (side->peer && reads_limit(prover, side->peer)) || side->coords;
}

static Quotient quotient_of(const Run *run) {
    const Prover *prover = run->prover;
    const Plan *plan = prover->plan;
    const Step *step = run->step;
    Quotient out = {0};
    note_conds(prover, plan->guard, plan->guard_count, &out);
    note_conds(prover, run->phase->guard, run->phase->guard_count, &out);
    note_conds(prover, step->conds, step->cond_count, &out);
    for (int number = 0; number < 3; number++)
        note_side(prover, side_of(step, number), &out);
    out.wrong |= step->value && reads_limit(prover, step->value);
    return out;
}

bool quotient_reads(const Run *run) {
    if (run->prover->bound_count == 0 || run->step->rest != REST_NOTHING)
        return false;
    Quotient quotient = quotient_of(run);
    return quotient.by && !quotient.wrong;
}

/* ---- the boxes of one thread ---------------------------------------------------------------- */

/* What the comparisons of the limit with known numbers leave. */
static bool narrow_all(
    const Prover *prover, const Cond *conds, int count, const Point *point, Box *box) {
    bool holds = true;
    for (int i = 0; i < count && holds; i++)
        limits_narrow(prover, &conds[i], point, box, &holds);
    return holds;
}

/* Of cols / 8 % 32 == 5 the boxes are 5, 37, 69 ...: the next one from `v` on; -1: none. */
static int64_t next_box(
    const Prover *prover, const Cond *cond, const Point *point, int64_t by, int64_t v) {
    const Expr *lhs = &cond->lhs;
    int64_t x;
    bool asks = cond->op == COND_EQ && lhs->term_count == 1 && !lhs->constant && !lhs->xor_count &&
                is_digit(prover, &lhs->terms[0]) && coef_equal(lhs->terms[0].coef, coef_int(1));
    if (!asks || !known_value(&cond->rhs, point, &x))
        return v;
    const Digit *digit = &lhs->terms[0].digit;
    int64_t boxes = digit->div / by, number = v / boxes;
    int64_t at = digit->mod ? number % digit->mod : number;
    if (x < 0 || (digit->mod ? x >= digit->mod : x < at))
        return -1;
    if (at == x)
        return v;
    return (number + (x - at + (x < at ? digit->mod : 0))) * boxes;
}

static int64_t next_of_all(const Run *run, const Point *point, int64_t by, int64_t v) {
    for (int i = 0; i < run->step->cond_count && v >= 0; i++)
        v = next_box(run->prover, &run->step->conds[i], point, by, v);
    return v;
}

bool quotient_run(Run *run, int cta, int64_t rank, RunThread thread) {
    Prover *prover = run->prover;
    const Plan *plan = prover->plan;
    Quotient quotient = quotient_of(run);
    Point point = point_of(run, cta, rank);
    Box box = prover->everything;
    int64_t low, high, pieces = 0;
    if (!narrow_all(prover, plan->guard, plan->guard_count, &point, &box) ||
        !narrow_all(prover, run->phase->guard, run->phase->guard_count, &point, &box) ||
        !narrow_all(prover, run->step->conds, run->step->cond_count, &point, &box))
        return true;
    limits_range(prover, quotient.limit, &box, &low, &high);
    bool ok = true;
    int64_t v = next_of_all(run, &point, quotient.by, low / quotient.by);
    while (ok && v >= 0 && v * quotient.by < high) {
        int64_t first = v * quotient.by;
        if (++pieces > MAX_PIECES)
            return fail_at(run, "unproven", "the divided limit has no upper bound");
        run->within = prover->everything;
        if (limits_piece(prover, quotient.limit, first, quotient.by, &run->within)) {
            prover->symbol[cta][quotient.limit] = first;
            ok = proof_spend(prover, 1) && thread(run, cta, rank);
            prover->symbol[cta][quotient.limit] = SYMBOLIC;
        }
        v = next_of_all(run, &point, quotient.by, v + 1);
    }
    run->within = prover->everything;
    return ok;
}
