/* fold.c: Expr -> the shortest Expr of the same value: loops that are constants here are put in,
 * digits lose divisions and moduli that do nothing in their variable's range, neighbouring digits
 * of one variable become one. Printers spell the result; the value at every point stays the
 * Plan's. */
#include "text.h"
#include <stdlib.h>

static int64_t variable_max(const Plan *plan, const Digit *digit) {
    switch (digit->kind) {
    case VAR_RANK:
        return plan->threads - 1;
    case VAR_LOOP:
        return plan->loops[digit->index].extent - 1;
    case VAR_ITEM: {
        int64_t max = plan->threads - 1;
        for (int i = 0; i < ITEM_LOOPS; i++)
            max +=
                digit->steps[i] ? digit->steps[i] * (plan->loops[digit->loops[i]].extent - 1) : 0;
        return max;
    }
    case VAR_PICK:
        return plan->symbols[digit->pick->number].max;
    case VAR_SYMBOL:
        return plan->symbols[digit->index].max;
    default:
        return digit->turn_mod ? digit->index : 1;
    }
}

int64_t digit_max(const Plan *plan, const Digit *digit) {
    int64_t max = variable_max(plan, digit);
    if (max < 0)
        return -1;
    max /= digit->pre_div;
    if (digit->pre_mod && max >= digit->pre_mod)
        max = digit->pre_mod - 1;
    for (int64_t bit = 1; digit->turn_mod && bit <= (max | (digit->turn_mod - 1)); bit *= 2)
        max |= bit; /* 5 ^ rank % 4 is at most 7 */
    max = max < digit->sub ? 0 : (max - digit->sub) / digit->div;
    return digit->mod && max >= digit->mod ? digit->mod - 1 : max;
}

/* rank / 1 % 32 / 8 % 8 of 32 ranks is rank / 8. */
static Digit digit_fold(const Plan *plan, Digit digit) {
    int64_t max = variable_max(plan, &digit), div;
    if (digit.kind == VAR_ONE || digit.kind == VAR_PICK || max < 0 || digit.turn_mod)
        return digit;
    if (digit.pre_mod && max / digit.pre_div < digit.pre_mod)
        digit.pre_mod = 0;
    if (digit.sub == 0 && (!digit.pre_mod || digit.pre_mod % digit.div == 0) &&
        mul_i64(digit.pre_div, digit.div, &div)) {
        int64_t left = digit.pre_mod / digit.div;
        bool nests = !left || !digit.mod || left % digit.mod == 0 || digit.mod % left == 0;
        if (nests) {
            if (left && (!digit.mod || left < digit.mod))
                digit.mod = left;
            digit.div = div;
            digit.pre_div = 1;
            digit.pre_mod = 0;
        }
    }
    int64_t unbounded = digit.mod;
    digit.mod = 0;
    int64_t reach = digit_max(plan, &digit);
    digit.mod = unbounded && reach >= unbounded ? unbounded : 0;
    return digit;
}

static bool coef_symbols_equal(Coef a, Coef b) {
    if (a.count != b.count)
        return false;
    for (int i = 0; i < a.count; i++)
        if (a.symbol[i] != b.symbol[i])
            return false;
    return true;
}

static bool same_variable(const Digit *a, const Digit *b) {
    Digit same = *b;
    same.div = a->div;
    same.mod = a->mod;
    if (a->kind == VAR_ONE)
        same.index = a->index;
    return digit_equal(a, &same);
}

/* low + high -> low: rank % 8 * 8 + rank / 8 % 4 * 64 is rank % 32 * 8. Also equal digits. */
static bool merge(Term *low, const Term *high) {
    if (!same_variable(&low->digit, &high->digit) || !coef_symbols_equal(low->coef, high->coef))
        return false;
    int64_t product;
    if (low->digit.div == high->digit.div && low->digit.mod == high->digit.mod)
        return add_i64(low->coef.value, high->coef.value, &low->coef.value);
    if (!low->digit.mod || low->digit.pre_mod || low->digit.sub > 0 ||
        !mul_i64(low->digit.div, low->digit.mod, &product) || product != high->digit.div ||
        !mul_i64(low->coef.value, low->digit.mod, &product) || product != high->coef.value)
        return false;
    if (high->digit.mod && !mul_i64(low->digit.mod, high->digit.mod, &product))
        return false;
    low->digit.mod = high->digit.mod ? product : 0;
    low->digit.role = low->digit.role == high->digit.role ? low->digit.role : DIGIT_PLAIN;
    return true;
}

static void merge_all(const Plan *plan, Expr *expr) {
    for (int i = 0; i < expr->term_count; i++) {
        for (int k = 0; k < expr->term_count; k++) {
            Term low = expr->terms[i];
            if (i == k || !merge(&low, &expr->terms[k]))
                continue;
            low.digit = digit_fold(plan, low.digit);
            expr_set_term(expr, i, low);
            expr_drop_term(expr, k);
            i = -1;
            break;
        }
    }
}

Digit item_fold(const Plan *plan, Digit digit, const int64_t *fixed) {
    int open = -1, count = 0;
    for (int i = 0; i < ITEM_LOOPS; i++) {
        if (digit.steps[i] && fixed && fixed[digit.loops[i]] >= 0) {
            digit.sub -= digit.steps[i] * fixed[digit.loops[i]];
            digit.steps[i] = 0;
        }
        if (digit.steps[i]) {
            open = i;
            count++;
        }
    }
    if (count == 0 || (count == 1 && plan->threads == 1 && digit.steps[open] == 1)) {
        digit.kind = count ? VAR_LOOP : VAR_RANK;
        digit.index = count ? digit.loops[open] : 0;
    }
    return digit;
}

static bool is_whole(const Digit *digit) {
    return digit->pre_div == 1 && !digit->pre_mod && digit->div == 1 && !digit->mod &&
           !digit->turn_mod;
}

/* Whole items are sums: coef x (rank + 128 * i - sub) is coef x (rank - sub) + 128 x coef x i. The
 * same of a rank that starts later: (rank + 96) * 4 is rank * 4 + 384. False: not whole, or too
 * many. */
static bool add_in_parts(Expr *out, const Term *term) {
    Digit rank = term->digit;
    Coef step;
    bool item = rank.kind == VAR_ITEM;
    if (!is_whole(&rank) || (!item && (rank.kind != VAR_RANK || rank.sub >= 0)) ||
        out->term_count + 2 + ITEM_LOOPS > MAX_TERMS)
        return false;
    if (rank.sub < 0) {
        if (!coef_mul(term->coef, -rank.sub, &step) ||
            !expr_add(out, step, digit_of(VAR_ONE, 0, 1, 0)))
            return false;
        rank.sub = 0;
    }
    Digit first = digit_of(VAR_RANK, 0, 1, 0);
    first.sub = rank.sub;
    if (!expr_add(out, term->coef, first))
        return false;
    for (int i = 0; i < ITEM_LOOPS && item; i++)
        if (rank.steps[i] && (!coef_mul(term->coef, rank.steps[i], &step) ||
                              !expr_add(out, step, digit_of(VAR_LOOP, rank.loops[i], 1, 0))))
            return false;
    return true;
}

static void expand_items(const Plan *plan, Expr *expr) {
    Expr out = {.constant = expr->constant, .xor_count = expr->xor_count};
    for (int i = 0; i < expr->xor_count; i++)
        out.xors[i] = expr->xors[i];
    for (int i = 0; i < expr->term_count; i++)
        if (!add_in_parts(&out, &expr->terms[i]))
            expr_add(&out, expr->terms[i].coef, expr->terms[i].digit);
    for (int i = 0; i < out.term_count; i++)
        if (digit_max(plan, &out.terms[i].digit) == 0 && out.terms[i].digit.kind != VAR_ONE)
            expr_take_term(&out, i--);
    *expr = out;
}

/* 3 ^ rank % 8 of loop value 3; of 0 it is rank % 8. */
static void turn_fixed(Digit *digit, int64_t value) {
    digit->kind = VAR_ONE;
    digit->index = (int)value;
    if (value != 0 || digit->pre_div != 1 || digit->pre_mod)
        return;
    digit->kind = VAR_RANK;
    digit->pre_div = digit->turn_div;
    digit->pre_mod = digit->turn_mod;
    digit->turn_div = digit->turn_mod = 0;
}

/* The slot with the loops that are constants. */
static Digit pick_fold(const Plan *plan, Digit digit, const int64_t *fixed) {
    RowPick *pick = NEW(RowPick);
    *pick = *digit.pick;
    pick->slot = expr_fold(plan, &digit.pick->slot, fixed);
    digit.pick = pick;
    return digit;
}

Expr expr_fold(const Plan *plan, const Expr *expr, const int64_t *fixed) {
    Expr out = {.constant = expr->constant, .xor_count = expr->xor_count};
    for (int i = 0; i < expr->xor_count; i++)
        out.xors[i] = expr->xors[i];
    for (int i = 0; i < expr->term_count; i++) {
        Term term = expr->terms[i];
        if (term.digit.turn_mod && term.digit.kind == VAR_LOOP && fixed &&
            fixed[term.digit.index] >= 0) {
            turn_fixed(&term.digit, fixed[term.digit.index]);
        } else if (term.digit.kind == VAR_LOOP && fixed && fixed[term.digit.index] >= 0) {
            Point point = {.loop = fixed};
            term.coef.value *= digit_value(&term.digit, &point);
            term.digit = digit_of(VAR_ONE, 0, 1, 0);
        }
        if (term.digit.kind == VAR_ITEM)
            term.digit = item_fold(plan, term.digit, fixed);
        if (term.digit.kind == VAR_PICK)
            term.digit = pick_fold(plan, term.digit, fixed);
        term.digit = digit_fold(plan, term.digit);
        if (term.digit.kind == VAR_ONE || digit_max(plan, &term.digit) != 0)
            expr_add(&out, term.coef, term.digit);
    }
    merge_all(plan, &out);
    expand_items(plan, &out);
    if (out.term_count == 0 && out.xor_count > 0) {
        out.constant = xors_apply(&out, out.constant);
        out.xor_count = 0;
    }
    return out;
}

bool term_is_symbolic(const Term *term) {
    return term->coef.count > 0 || term->digit.kind == VAR_SYMBOL || term->digit.kind == VAR_PICK;
}

void term_range(const Plan *plan, const Term *term, int64_t *step, int64_t *max) {
    *step = coef_divisor(term->coef, plan->symbols);
    *max = INT64_MAX;
    if (term->digit.kind != VAR_SYMBOL)
        return;
    const Digit *digit = &term->digit;
    int64_t divisor = plan->symbols[digit->index].divisor, top = digit_max(plan, digit);
    bool plain = digit->pre_div == 1 && !digit->pre_mod && !digit->sub;
    if (plain && divisor % digit->div == 0) {
        int64_t unit =
            digit->mod ? gcd_i64(divisor / digit->div, digit->mod) : divisor / digit->div;
        if (!mul_i64(*step, unit, step))
            *step = 1;
    }
    if (term->coef.count || top < 0 || !mul_i64(term->coef.value, top, max))
        *max = INT64_MAX;
}

static bool scale(int64_t *value, int64_t numerator, int64_t denominator) {
    if (!mul_i64(*value, numerator, value) || *value % denominator)
        return false;
    *value /= denominator;
    return true;
}

bool expr_scale(Expr *expr, int64_t numerator, int64_t denominator) {
    Expr scaled = *expr;
    if (numerator == denominator)
        return true;
    for (int i = 0; i < expr->term_count; i++) {
        Term term = scaled.terms[i];
        if (!scale(&term.coef.value, numerator, denominator))
            return false;
        expr_set_term(&scaled, i, term);
    }
    if (!scale(&scaled.constant, numerator, denominator))
        return false;
    for (int i = 0; i < expr->xor_count; i++) {
        int64_t *mask = &scaled.xors[i].mask;
        if (!is_power_of_two(numerator) || !mul_i64(*mask, numerator, mask) || *mask % denominator)
            return false;
        *mask /= denominator;
    }
    *expr = scaled;
    return true;
}

bool expr_is_zero(const Expr *expr) {
    return expr->term_count == 0 && xors_apply(expr, expr->constant) == 0;
}

bool terms_equal(const Expr *a, const Expr *b) {
    if (a->term_count != b->term_count || a->xor_count != b->xor_count)
        return false;
    for (int i = 0; i < a->term_count; i++) {
        const Term *x = &a->terms[i], *y = &b->terms[i];
        if (!same_variable(&x->digit, &y->digit) || x->digit.div != y->digit.div ||
            x->digit.mod != y->digit.mod || x->coef.value != y->coef.value ||
            !coef_symbols_equal(x->coef, y->coef))
            return false;
    }
    for (int i = 0; i < a->xor_count; i++)
        if (a->xors[i].mask != b->xors[i].mask || a->xors[i].shift != b->xors[i].shift)
            return false;
    return true;
}

int64_t xors_apply(const Expr *expr, int64_t value) {
    for (int i = 0; i < expr->xor_count; i++) {
        const Xor *x = &expr->xors[i];
        value ^= x->shift >= 0 ? (value & x->mask) >> x->shift : (value & x->mask) << -x->shift;
    }
    return value;
}
