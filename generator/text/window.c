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

/* An extent is below 2^31, also where it is a stride of 64 bits. */
static const char *extent_text(const Names *names, int symbol) {
    const char *name = names->symbol[symbol];
    return names->plan->symbols[symbol].wide ? mem_printf("(unsigned)%s", name) : name;
}

/* y - 1 + (int)row: a place in an array, of an origin and unsigned coordinates. */
static const char *place_text(const Names *names, Expr at) {
    const int term = signed_term(names->plan, &at);
    Text text = {0};
    if (term >= 0) {
        text_add(&text, names->symbol[at.terms[term].digit.index]);
        expr_drop_term(&at, term);
        if (at.constant < 0) { /* no unsigned number is below zero */
            text_printf(&text, " - %" PRId64, -at.constant);
            at.constant = 0;
        }
    }
    if (!expr_is_zero(&at) || term < 0)
        text_printf(
            &text,
            "%s%s%s",
            text.length ? " + " : "",
            at.term_count ? "(int)" : "",
            phrase_in(expr_phrase(names, &at, 0), SHAPE_ATOM));
    return text_string(&text);
}

static const char *inside_text(
    const Names *names, const Cond *from, const Cond *below, const int64_t *fixed) {
    Expr at = expr_fold(names->plan, &from->lhs, fixed);
    const Expr same = expr_fold(names->plan, &below->lhs, fixed);
    const int term = signed_term(names->plan, &at);
    if (term < 0 || from->op != COND_GE || below->op != COND_LT || !expr_is_zero(&from->rhs) ||
        at.constant != same.constant || !terms_equal(&at, &same))
        return NULL;
    const int extent = below->rhs.term_count ? below->rhs.terms[0].digit.index : 0;
    return mem_printf("tc_inside(%s, %s)", place_text(names, at), extent_text(names, extent));
}

/* y + row >= 0 of unsigned numbers */
static bool is_unsigned(const Plan *plan, const Cond *cond) {
    bool never = cond->op == COND_GE && expr_is_zero(&cond->rhs) && cond->lhs.constant >= 0;
    for (int i = 0; i < cond->lhs.term_count; i++) {
        const Term *term = &cond->lhs.terms[i];
        never &= term->coef.value > 0 && term->digit.kind != VAR_PICK &&
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

/* The coordinate of a limit's dimension in the array: y + row. */
static Expr place_of(const Body *body, const Side *side, const Limit *limit) {
    Expr at = expr_constant(0);
    if (limit->dim >= 0)
        at = expr_fold(body->plan, &side->edges[limit->dim], body->fixed);
    at.constant += limit->begin;
    if (limit->origin >= 0)
        expr_add(&at, coef_int(1), digit_of(VAR_SYMBOL, limit->origin, 1, 0));
    return at;
}

/* What the dimensions without a limit add to the address. */
static Expr rest_of(const Body *body, const Side *side, const Flow *flow) {
    Expr rest = expr_constant(0);
    for (int d = 0, dim = 0; d < flow->src.rank; d++) {
        if (flow->src.region[d].extent == 1)
            continue;
        const Expr *x = &side->edges[dim];
        const Coef stride = flow->src.layout.shard[d].stride;
        Coef step;
        for (int t = 0; t < x->term_count && !limit_of_dim(&flow->limits, dim); t++)
            if (coef_mul(stride, x->terms[t].coef.value, &step))
                expr_add(&rest, step, x->terms[t].digit);
        if (x->constant && !limit_of_dim(&flow->limits, dim) &&
            coef_mul(stride, x->constant, &step))
            expr_add(&rest, step, digit_of(VAR_ONE, 0, 1, 0));
        dim++;
    }
    return expr_fold(body->plan, &rest, body->fixed);
}

const char *edges_text(const Body *body, const Side *side) {
    const Flow *flow = &body->plan->flows[0];
    Text text = {0};
    text_add(&text, body->plan->buffers[side->of].name);
    for (int i = 0; i < flow->limits.count; i++) {
        const Limit *limit = &flow->limits.at[i];
        const Operand *array = flow->src.array;
        int d = 0;
        while (array->layout.named[d] - 1 != limit->symbol ||
               array->region[d].symbol != limit->origin)
            d++;
        text_printf(
            &text,
            " + tc_%s_at(%s, %s, %s)",
            edge_name[flow->limits.edge],
            place_text(&body->names, place_of(body, side, limit)),
            extent_text(&body->names, limit->symbol),
            coef_phrase(&body->names, array->layout.shard[d].stride).at);
    }
    const Expr rest = rest_of(body, side, flow);
    if (!expr_is_zero(&rest))
        text_printf(&text, " + %s", phrase_in(expr_phrase(&body->names, &rest, 0), SHAPE_PRODUCT));
    return text_string(&text);
}
