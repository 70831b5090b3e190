/* width.c: The largest value of an offset, and so whether 32 bits hold it: m * 268435456 with m <=
 * 63 needs 64. Run-time arguments are 32-bit numbers unless they are declared wide; layouts and
 * facts limit their ranges. Only threads that do work count: with rank / 3 * ld under `rank < 24`,
 * the largest row is 7, however many threads call. */
#include "text.h"
#include <stdlib.h>

static int64_t saturated_mul(int64_t a, int64_t b) {
    int64_t product;
    return mul_i64(a, b, &product) ? product : INT64_MAX;
}

/* What a 32-bit argument can be at most, also where its layout alone would allow more. */
static int64_t symbol_max(const Symbol *symbol) {
    return symbol->wide || symbol->max < UINT32_MAX ? symbol->max : UINT32_MAX;
}

static bool has_wide(const Plan *plan, const Term *term) {
    bool wide = term->digit.kind == VAR_SYMBOL && plan->symbols[term->digit.index].wide;
    for (int k = 0; k < term->coef.count; k++)
        wide |= plan->symbols[term->coef.symbol[k]].wide;
    return wide;
}

static int64_t term_most_at(const Plan *plan, const Term *term, int64_t digit) {
    int64_t most = saturated_mul(llabs(term->coef.value), digit);
    for (int k = 0; k < term->coef.count; k++)
        most = saturated_mul(most, symbol_max(&plan->symbols[term->coef.symbol[k]]));
    return most;
}

/* Of a digit of the rank: of those ranks for which any step runs. */
static int64_t working_max(const Plan *plan, const Digit *digit) {
    int64_t most = 0;
    for (int64_t rank = 0; rank < plan->threads; rank++) {
        const Point point = {.rank = rank};
        int64_t value = digit_value(digit, &point);
        bool works = false;
        for (int p = 0; p < plan->phase_count && value > most && !works; p++)
            works = rank_runs(plan, &plan->phases[p], rank);
        most = works ? value : most;
    }
    return most;
}

/* Threads are tried one by one only where the largest number of them would not fit. */
static int64_t term_most(const Plan *plan, const Term *term) {
    int64_t most = term_most_at(plan, term, digit_max(plan, &term->digit));
    if (most <= UINT32_MAX || term->digit.kind != VAR_RANK || !term_is_symbolic(term))
        return most;
    budget_spend(plan->threads);
    return term_most_at(plan, term, working_max(plan, &term->digit));
}

static int64_t expr_most(const Plan *plan, const Expr *expr) {
    int64_t sum = llabs(expr->constant);
    for (int i = 0; i < expr->term_count; i++)
        if (!add_i64(sum, term_most(plan, &expr->terms[i]), &sum))
            return INT64_MAX;
    return sum;
}

bool term_wraps(const Plan *plan, const Term *term) {
    if (term->digit.kind == VAR_SYMBOL && plan->symbols[term->digit.index].wide)
        return false;
    Term first = *term; /* its factors up to here */
    for (first.coef.count = 0; term_most(plan, &first) <= UINT32_MAX; first.coef.count++)
        if (first.coef.count == term->coef.count ||
            plan->symbols[term->coef.symbol[first.coef.count]].wide)
            return false;
    return true;
}

bool term_widens(const Plan *plan, const Term *term, Expr *narrow) {
    if (term_wraps(plan, term))
        return true;
    expr_add_term(narrow, *term);
    bool over = expr_most(plan, narrow) > UINT32_MAX;
    if (over || has_wide(plan, term) || llabs(term->coef.value) != 1)
        *narrow = (Expr){.constant = narrow->constant};
    return over && !has_wide(plan, term);
}

bool expr_needs_64_bits(const Plan *plan, const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++)
        if (has_wide(plan, &expr->terms[i]))
            return true;
    return expr_most(plan, expr) > UINT32_MAX;
}
