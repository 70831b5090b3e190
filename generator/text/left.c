/* left.c: `row + i * 32 < rows` inside a loop costs an addition and a comparison each time. With
 * rows_left = rows - row, computed once, `i * 32 < rows_left` costs the comparison alone, with a
 * constant when the loop is unrolled. Limits are below 2^31, so the difference fits an int; it is
 * negative for threads that start beyond the limit. */
#include "text.h"
#include <string.h>

/* The limit that a condition compares with, -1: something else. */
static int limit_of(const Plan *plan, const Cond *cond) {
    const Expr *rhs = &cond->rhs;
    if (cond->op == COND_EQ || rhs->term_count != 1 || rhs->constant || rhs->xor_count)
        return -1;
    const Term *term = &rhs->terms[0];
    bool plain = term->digit.kind == VAR_SYMBOL && !term->coef.count && term->coef.value == 1 &&
                 term->digit.div == 1 && !term->digit.mod;
    return plain && plan->symbols[term->digit.index].role == SYMBOL_LIMIT ? term->digit.index : -1;
}

/* What the rank adds and what loops and constants add; false where there is more in it. */
static bool split(const Expr *lhs, Expr *first, Expr *rest) {
    *first = (Expr){0};
    *rest = expr_constant(lhs->constant);
    if (lhs->xor_count || lhs->constant < 0)
        return false;
    for (int i = 0; i < lhs->term_count; i++) {
        const Term *term = &lhs->terms[i];
        if (term->coef.count || term->digit.kind == VAR_SYMBOL)
            return false;
        Expr *to = term->digit.kind == VAR_RANK ? first : rest;
        expr_add_term(to, *term);
    }
    return first->term_count > 0;
}

bool name_is_free(const Names *names, const char *name) {
    bool taken = false;
    for (int n = 0; n < names->named_count; n++)
        taken |= strcmp(names->named[n].name, name) == 0;
    for (int s = 0; s < names->plan->symbol_count; s++)
        taken |= strcmp(names->symbol[s], name) == 0;
    for (int l = 0; l < names->plan->loop_count; l++)
        taken |= strcmp(names->plan->loops[l].name, name) == 0;
    for (int b = 0; b < names->plan->bundle_count; b++)
        taken |= strcmp(names->plan->bundles[b].name, name) == 0;
    return !taken;
}

static void name_left(Names *names, const Cond *cond) {
    enum { LONGEST = 2 }; /* terms: the local is one line */
    Expr first, rest, lhs = expr_fold(names->plan, &cond->lhs, NULL);
    int limit = limit_of(names->plan, cond);
    if (limit < 0 || !split(&lhs, &first, &rest) || rest.term_count == 0 ||
        first.term_count > LONGEST)
        return;
    const char *name = mem_printf("%s_left", names->symbol[limit]);
    bool known = !name_is_free(names, name);
    for (int i = 0; i < names->left_count; i++)
        known |= names->left[i].symbol == limit;
    if (known || names->left_count == (int)COUNT_OF(names->left))
        return;
    names->left[names->left_count].symbol = limit;
    names->left[names->left_count].first = first;
    names->left[names->left_count++].name = name;
}

void name_lefts(Names *names) {
    const Plan *plan = names->plan;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            for (int c = 0; c < step->cond_count - (step->rest == REST_ZERO_COUNTED); c++)
                name_left(names, &step->conds[c]);
        }
}

void print_lefts(Text *out, int indent, const Names *names, const char *text) {
    for (int i = 0; i < names->left_count; i++)
        if (has_identifier(text, names->left[i].name))
            print_line(
                out,
                indent,
                "const int %s = (int)(%s - %s);",
                names->left[i].name,
                names->symbol[names->left[i].symbol],
                phrase_in(expr_phrase(names, &names->left[i].first, 0), SHAPE_PRODUCT));
}

const char *left_text(const Names *names, const Cond *cond, const Expr *lhs) {
    Expr first, rest;
    int limit = limit_of(names->plan, cond);
    if (limit < 0 || !split(lhs, &first, &rest))
        return NULL;
    for (int i = 0; i < names->left_count; i++) {
        if (names->left[i].symbol != limit || !terms_equal(&names->left[i].first, &first))
            continue;
        Phrase phrase = expr_phrase(names, &rest, 0);
        const char *cast = rest.term_count > 0 ? "(int)" : "";
        return mem_printf(
            "%s%s %s %s",
            cast,
            phrase_in(phrase, SHAPE_ATOM),
            cond->op == COND_LT ? "<" : ">=",
            names->left[i].name);
    }
    return NULL;
}
