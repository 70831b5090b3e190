/* window.c: the text of windows of arrays, S[(height,width):(ld,1)][y:+34, x:+66]: where a window
 * begins, which may be before its array, and whether an element of it lies in the array. */
#include "text.h"
#include <inttypes.h>
#include <stdlib.h>

/* The origin of a window in a sum, which has a sign: y of y + row. -1: there is none. */
static int signed_term(const Plan *plan, const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++) {
        const Digit *digit = &expr->terms[i].digit;
        if (digit->kind == VAR_SYMBOL && plan->symbols[digit->index].min < 0)
            return i;
    }
    return -1;
}

static const char *inside_text(
    const Names *names, const Cond *from, const Cond *below, const int64_t *fixed) {
    Expr at = expr_fold(names->plan, &from->lhs, fixed);
    const Expr same = expr_fold(names->plan, &below->lhs, fixed);
    const int term = signed_term(names->plan, &at);
    if (term < 0 || from->op != COND_GE || below->op != COND_LT || !expr_is_zero(&from->rhs) ||
        at.constant != same.constant || !terms_equal(&at, &same))
        return NULL;
    const char *origin = names->symbol[at.terms[term].digit.index];
    expr_drop_term(&at, term);
    const char *extent = expr_phrase(names, &below->rhs, 0).at;
    if (at.constant < 0) { /* no unsigned number is below zero */
        origin = mem_printf("%s - %" PRId64, origin, -at.constant);
        at.constant = 0;
    }
    if (expr_is_zero(&at))
        return mem_printf("tc_inside(%s, %s)", origin, extent);
    const char *by = phrase_in(expr_phrase(names, &at, 0), SHAPE_ATOM);
    const char *cast = at.term_count ? "(int)" : "";
    return mem_printf("tc_inside(%s + %s%s, %s)", origin, cast, by, extent);
}

/* y + row >= 0 of unsigned numbers */
static bool is_unsigned(const Plan *plan, const Cond *cond) {
    bool never = cond->op == COND_GE && expr_is_zero(&cond->rhs) && cond->lhs.constant >= 0;
    for (int i = 0; i < cond->lhs.term_count; i++) {
        const Term *term = &cond->lhs.terms[i];
        never &= term->coef.value > 0 &&
                 (term->digit.kind != VAR_SYMBOL || plan->symbols[term->digit.index].min >= 0);
    }
    return never;
}

/* The conditions from *at on, as far as they are one comparison; NULL: always true. */
const char *next_cond(
    const Names *names, const Cond *conds, int count, const int64_t *fixed, int *at) {
    if (is_unsigned(names->plan, &conds[*at])) {
        ++*at;
        return NULL;
    }
    const char *inside =
        *at + 1 < count ? inside_text(names, &conds[*at], &conds[*at + 1], fixed) : NULL;
    *at += inside ? 2 : 1;
    return inside ? inside : cond_text(names, &conds[*at - 1], fixed);
}

/* y * ld as (long long)y * ld, without its sign. `leads`: the first of several terms, so that all
 * are added in 64 bits. */
static const char *shift_term(const Names *names, const Term *term, bool leads) {
    const Plan *plan = names->plan;
    const int64_t times = (int64_t)llabs(term->coef.value);
    Text text = {0};
    int factors[MAX_FACTORS + 1], count = 0;
    if (term->digit.kind == VAR_SYMBOL)
        factors[count++] = term->digit.index;
    for (int k = 0; k < term->coef.count; k++)
        factors[count++] = term->coef.symbol[k];
    for (int k = 0; k < count; k++) {
        const bool product = count > 1 || times != 1;
        const bool widens = plan->symbols[factors[k]].wide || (k == 0 && (product || leads));
        text_printf(
            &text,
            "%s%s%s",
            k ? " * " : "",
            widens ? "(long long)" : "",
            names->symbol[factors[k]]);
    }
    if (count == 0 || times != 1)
        text_printf(&text, "%s%" PRId64, count ? " * " : "", times);
    return text_string(&text);
}

static void add_signed(Text *sum, bool negative, const char *term) {
    if (sum->length || negative)
        text_printf(sum, "%s%s ", sum->length ? " " : "0 ", negative ? "-" : "+");
    text_add(sum, term);
}

/* The pointer to an array becomes that to the first element of its window, which may lie before
 * it. */
void print_shifts(Text *out, int indent, const Names *names) {
    const Plan *plan = names->plan;
    for (int b = 0; b < plan->buffer_count; b++) {
        const Expr *shift = plan->buffers[b].shift;
        Text sum = {0};
        for (int i = 0; shift && i < shift->term_count; i++) {
            const Term *term = &shift->terms[i];
            const bool leads = i == 0 && (shift->term_count > 1 || shift->constant);
            add_signed(&sum, term->coef.value < 0, shift_term(names, term, leads));
        }
        if (shift && shift->constant)
            add_signed(
                &sum, shift->constant < 0, mem_printf("%" PRId64, (int64_t)llabs(shift->constant)));
        if (sum.length)
            print_line(out, indent, "%s += %s;", plan->buffers[b].name, text_string(&sum));
    }
}
