/* origin.c: Run-time origins in a swizzled address. Terms that move by whole periods of the swizzle
 * come before the XOR; terms that set bits that nothing else uses are XORed afterwards:
 *
 *   (m * 128 + k * 2 + row * 128 + rank / 16 * 16) ^ (row % 8 * 16)
 *   m * 128 + ((row * 128 + (rank / 16 ^ row % 8) * 16) ^ k * 2)
 *
 * for m % 16 == 0 and k % 16 == 0. The lane's part is then the same in every call, and a constant m
 * is an immediate of the instruction. */
#include "text.h"
#include <string.h>

enum { MAX_VALUES = 1 << 12 };

/* The bits that values of a term may have, one OR over all of them; -1: not known. */
static int64_t term_bits(const Plan *plan, const Term *term) {
    int64_t step, max, bits = 0;
    term_range(plan, term, &step, &max);
    if (step <= 0 || max == INT64_MAX || max / step > MAX_VALUES)
        return -1;
    for (int64_t value = 0; value <= max; value += step)
        bits |= value;
    return bits;
}

/* The same of a sum of digits of the rank. */
static int64_t lane_bits(const Plan *plan, const Expr *expr) {
    int64_t bits = 0;
    Expr sum = *expr;
    sum.xor_count = 0;
    for (int i = 0; i < expr->term_count; i++)
        if (expr->terms[i].digit.kind != VAR_RANK || expr->terms[i].coef.count)
            return -1;
    for (int64_t rank = 0; rank < plan->threads; rank++) {
        Point point = {.rank = rank};
        int64_t value;
        if (!expr_value(&sum, &point, &value) || value < 0)
            return -1;
        bits |= value;
    }
    return bits;
}

static bool is_whole_periods(const Plan *plan, const Term *term, int64_t period) {
    int64_t step, max;
    term_range(plan, term, &step, &max);
    return step > 0 && step % period == 0 && term->coef.value > 0;
}

/* Those that terms after the first `from` may have: of values too many to try, all from the lowest
 * on. */
static int64_t bits_from(const Plan *plan, const Expr *expr, int from) {
    int64_t all = 0, step, max;
    for (int i = from; i < expr->term_count; i++) {
        if (!term_is_symbolic(&expr->terms[i]))
            continue;
        int64_t bits = term_bits(plan, &expr->terms[i]);
        term_range(plan, &expr->terms[i], &step, &max);
        all |= bits >= 0 ? bits : step > 0 ? -(step & -step) : -1;
    }
    return all;
}

/* Terms that set free bits go from `lane` to `behind`; bits below the fields that the swizzle reads
 * only, for those would change others. */
static void move_behind(const Plan *plan, Expr *lane, Expr *behind) {
    Expr rest = {.constant = lane->constant, .xor_count = lane->xor_count};
    rest.xors[0] = lane->xors[0];
    for (int i = 0; i < lane->term_count; i++)
        if (!term_is_symbolic(&lane->terms[i]))
            expr_add_term(&rest, lane->terms[i]);
    int64_t taken = lane_bits(plan, &rest);
    if (taken < 0)
        return;
    for (int i = 0; i < lane->term_count; i++) {
        const Term *term = &lane->terms[i];
        int64_t bits = term_is_symbolic(term) ? term_bits(plan, term) : 0;
        if (!term_is_symbolic(term))
            continue;
        int64_t others = taken | bits_from(plan, lane, i + 1) | lane->xors[0].mask;
        bool is_free = bits >= 0 && !(bits & others);
        expr_add_term(is_free ? behind : &rest, *term);
        taken |= bits;
    }
    *lane = rest;
}

/* The lane's part and what is behind it. */
static Phrase turned_phrase(
    const Names *names, const Expr *lane, const Expr *behind, bool by_digit) {
    Phrase phrase = by_digit ? expr_phrase_by_digit(names, lane) : expr_phrase(names, lane, 0);
    for (int i = 0; i < behind->term_count; i++) {
        Expr one = {0};
        expr_add_term(&one, behind->terms[i]);
        const char *turn = phrase_in(expr_phrase(names, &one, 0), SHAPE_ATOM);
        phrase = (Phrase){mem_printf("%s ^ %s", phrase_in(phrase, SHAPE_ATOM), turn), SHAPE_XOR};
    }
    return phrase;
}

static bool fits(int indent, const char *line) {
    return (size_t)indent + strlen(line) <= PAGE_COLUMNS;
}

bool print_origins(
    Text *out, int indent, const Names *names, const char *name, const Expr *expr, bool by_digit) {
    const Plan *plan = names->plan;
    Expr front = {0}, behind = {0}, lane = {.constant = expr->constant, .xor_count = 1};
    lane.xors[0] = expr->xors[0];
    if (expr->xor_count != 1 || expr_needs_64_bits(names->plan, expr))
        return false;
    Phrase apart;
    if (rows_phrase(names, expr, 0, &apart)) {
        const char *line = mem_printf("const unsigned %s = %s;", name, apart.at);
        if (fits(indent, line)) {
            print_line(out, indent, "%s", line);
            return true;
        }
    }
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        bool moves = term_is_symbolic(term) && is_whole_periods(plan, term, expr_period(expr));
        expr_add_term(moves ? &front : &lane, *term);
    }
    move_behind(plan, &lane, &behind);
    if (lane.term_count == 0 || front.term_count + behind.term_count == 0)
        return false;
    Phrase turned = turned_phrase(names, &lane, &behind, by_digit);
    const char *sum = expr_phrase(names, &front, 0).at, *at = turned.at;
    const char *whole =
        mem_printf("const unsigned %s = %s + %s;", name, sum, phrase_in(turned, SHAPE_SUM));
    const char *first = mem_printf("unsigned %s = %s;", name, at);
    const char *second = mem_printf("%s += %s;", name, sum);
    if (front.term_count == 0)
        whole = mem_printf("const unsigned %s = %s;", name, at);
    if (fits(indent, whole)) {
        print_line(out, indent, "%s", whole);
        return true;
    }
    if (front.term_count == 0 || !fits(indent, first) || !fits(indent, second))
        return false;
    print_line(out, indent, "%s", first);
    print_line(out, indent, "%s", second);
    return true;
}
