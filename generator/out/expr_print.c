/* expr_print.c: Expr -> C text over unsigned numbers. Terms are spelled digit first (rank / 8 * 64),
 * everything minimal (no / 1, no % that does nothing), brackets around both sides of ^.
 *
 * A swizzled expression is spelled by the digits that feed the swizzle, (row * 64) ^ (row % 8 * 8),
 * where trying all values shows that this is the same; otherwise the value is written twice. */
#include "print.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *phrase_in(Phrase phrase, TextShape loosest) {
    return phrase.shape > loosest ? mem_printf("(%s)", phrase.at) : phrase.at;
}

/* Literals stay in the type of the sum: above 2^31 - 1 a plain one would be a signed long. */
static const char *number(int64_t value, bool wide) {
    if (wide || value > UINT32_MAX)
        return mem_printf("%" PRId64 "ull", value);
    return mem_printf("%" PRId64 "%s", value, value > INT32_MAX ? "u" : "");
}

/* 2048 at pitch 64 is 32 * 64. */
static const char *product(int64_t value, int64_t pitch, bool wide) {
    if (pitch > 1 && value > pitch && value % pitch == 0)
        return mem_printf("%s * %s", number(value / pitch, wide), number(pitch, wide));
    return number(value, wide);
}

static const char *variable_name(const Names *names, const Digit *digit) {
    switch (digit->kind) {
    case VAR_RANK:
        return "rank";
    case VAR_LOOP:
        return names->plan->loops[digit->index].name;
    case VAR_SYMBOL:
        return names->symbol[digit->index];
    default:
        return "1";
    }
}

static bool digit_equal(const Digit *a, const Digit *b) {
    return a->kind == b->kind && a->index == b->index && a->pre_div == b->pre_div &&
           a->pre_mod == b->pre_mod && a->sub == b->sub && a->div == b->div && a->mod == b->mod;
}

/* " / 8 % 4" */
static void print_split(Text *out, int64_t div, int64_t mod) {
    if (div > 1)
        text_printf(out, " / %" PRId64, div);
    if (mod)
        text_printf(out, " %% %" PRId64, mod);
}

/* Composed digits of a named local are spelled by its name: rank / 64 % 8 of row = rank / 8 is
 * row / 8 % 8. */
static bool print_named(Text *out, const Names *names, const Digit *digit) {
    for (int i = 0; i < names->named_count; i++) {
        const Digit *local = &names->named[i].digit;
        Digit same = *digit;
        same.div = local->div;
        same.mod = local->mod;
        if (!digit_equal(&same, local) || digit->div % local->div)
            continue;
        int64_t div = digit->div / local->div, mod = digit->mod;
        if (local->mod) {
            if (!mod || local->mod % div || local->mod / div % mod)
                continue;
            if (mod == local->mod / div)
                mod = 0;
        }
        text_add(out, names->named[i].name);
        print_split(out, div, mod);
        return true;
    }
    return false;
}

static Phrase digit_phrase(const Names *names, const Digit *digit) {
    Text out = {0};
    if (!print_named(&out, names, digit)) {
        Text inner = {0};
        text_add(&inner, variable_name(names, digit));
        print_split(&inner, digit->pre_div, digit->pre_mod);
        if (digit->sub)
            text_printf(&out, "(%s - %" PRId64 ")", text_string(&inner), digit->sub);
        else
            text_add(&out, text_string(&inner));
        print_split(&out, digit->div, digit->mod);
    }
    const char *at = text_string(&out);
    bool is_atom = !strpbrk(at, " ") || (at[0] == '(' && at[strlen(at) - 1] == ')');
    return (Phrase){at, is_atom ? SHAPE_ATOM : SHAPE_PRODUCT};
}

/* Without the sign: digit * 32 * ld. */
static Phrase term_phrase(const Names *names, const Term *term, int64_t pitch, bool wide) {
    Text out = {0};
    int64_t value = term->coef.value < 0 ? -term->coef.value : term->coef.value;
    bool is_one = term->digit.kind == VAR_ONE;
    if (!is_one)
        text_add(&out, digit_phrase(names, &term->digit).at);
    if (value != 1 || (is_one && term->coef.count == 0))
        text_printf(&out, "%s%s", out.length ? " * " : "", product(value, pitch, wide));
    for (int i = 0; i < term->coef.count; i++)
        text_printf(&out, "%s%s", out.length ? " * " : "", names->symbol[term->coef.symbol[i]]);
    const char *at = text_string(&out);
    return (Phrase){at, strpbrk(at, " ") ? SHAPE_PRODUCT : SHAPE_ATOM};
}

Phrase coef_phrase(const Names *names, Coef coef, bool wide) {
    Term term = {coef, {.kind = VAR_ONE}};
    return term_phrase(names, &term, 0, wide);
}

/* Positive terms first: unsigned sums of partly negative terms are right as long as they end up
 * positive, but read better this way. */
static Phrase sum_phrase(const Names *names, const Expr *expr, int64_t pitch, bool wide) {
    Text out = {0};
    int parts = 0;
    Phrase last = {"0", SHAPE_ATOM};
    for (int sign = 1; sign >= -1; sign -= 2) {
        for (int i = 0; i < expr->term_count; i++) {
            if ((expr->terms[i].coef.value > 0) != (sign > 0))
                continue;
            last = term_phrase(names, &expr->terms[i], pitch, wide);
            text_add(&out, sign < 0 ? parts ? " - " : "0u - " : parts ? " + " : "");
            text_add(&out, last.at);
            parts += sign < 0 && !parts ? 2 : 1;
        }
        if ((expr->constant > 0) == (sign > 0) && expr->constant != 0) {
            int64_t value = expr->constant < 0 ? -expr->constant : expr->constant;
            const char *text = product(value, pitch, wide);
            last = (Phrase){text, strpbrk(text, " ") ? SHAPE_PRODUCT : SHAPE_ATOM};
            text_printf(
                &out,
                "%s%s",
                sign < 0 ? parts ? " - " : "0u - "
                : parts  ? " + "
                         : "",
                text);
            parts += sign < 0 && !parts ? 2 : 1;
        }
    }
    return parts > 1 ? (Phrase){text_string(&out), SHAPE_SUM} : last;
}

/* ---- swizzles ------------------------------------------------------------------------------ */

static int lowest_bit(int64_t mask) {
    int bit = 0;
    while (mask && !(mask >> bit & 1))
        bit++;
    return bit;
}

/* mask 0x1c0, shift 3: the field x / 64 % 8, times 8. */
typedef struct {
    int64_t div, mod, times;
} Field;

static bool xor_field(const Xor *x, Field *field) {
    int low = lowest_bit(x->mask);
    int64_t run = x->mask >> low;
    if (!x->mask || !is_power_of_two(run + 1) || low < x->shift)
        return false;
    *field = (Field){(int64_t)1 << low, run + 1, (int64_t)1 << (low - x->shift)};
    return true;
}

Phrase xors_phrase(const Expr *expr, const char *value) {
    Phrase phrase = {value, strpbrk(value, " ") ? SHAPE_SUM : SHAPE_ATOM};
    for (int i = 0; i < expr->xor_count; i++) {
        const Xor *x = &expr->xors[i];
        const char *inner = phrase_in(phrase, SHAPE_ATOM);
        Field field;
        Text out = {0};
        if (xor_field(x, &field)) {
            text_printf(&out, "%s ^ (%s", inner, inner);
            print_split(&out, field.div, field.mod);
            if (field.times > 1)
                text_printf(&out, " * %" PRId64, field.times);
            text_char(&out, ')');
        } else {
            text_printf(&out, "%s ^ ((%s & %s)", inner, inner, number(x->mask, false));
            text_printf(&out, x->shift >= 0 ? " >> %d)" : " << %d)", abs(x->shift));
        }
        phrase = (Phrase){text_string(&out), SHAPE_XOR};
    }
    return phrase;
}

/* The bits of one term inside the field, as a term: rank * 8 in field x / 32 % 2, times 4, is
 * rank / 4 % 2 * 4. False: the coefficient is no power of two, or the term has a symbol. */
static bool term_field(const Term *term, const Field *field, Term *out) {
    int64_t coef = term->coef.value;
    if (term->coef.count || !is_power_of_two(coef) || term->digit.kind == VAR_SYMBOL)
        return false;
    *out = *term;
    Digit *digit = &out->digit;
    int64_t div = coef < field->div ? field->div / coef : 1;
    int64_t up = coef > field->div ? coef / field->div : 1;
    int64_t mod = up < field->mod ? field->mod / up : 1;
    if (digit->mod && digit->mod % div)
        return false;
    digit->div *= div;
    if (digit->mod)
        digit->mod /= div;
    digit->mod = digit->mod && digit->mod < mod ? digit->mod : mod;
    out->coef = coef_int(up * field->times);
    return true;
}

/* All values of the variables of an expression, one after another; bounded. */
enum { MAX_WALKED = 64 };
typedef struct {
    const Plan *plan;
    const Expr *expr;
    int64_t loop[MAX_WALKED], symbol[MAX_SYMBOLS];
    int loops[MAX_TERMS], loop_count;
    int64_t rank;
    bool uses_rank, too_big;
} Walk;

static void walk_start(Walk *walk, const Plan *plan, const Expr *expr) {
    enum { MAX_POINTS = 1 << 18 };
    *walk = (Walk){.plan = plan, .expr = expr};
    int64_t points = 1;
    for (int i = 0; i < expr->term_count; i++) {
        const Digit *digit = &expr->terms[i].digit;
        if (expr->terms[i].coef.count || digit->kind == VAR_SYMBOL)
            walk->too_big = true;
        bool known = digit->kind != VAR_LOOP;
        if (!known && digit->index >= MAX_WALKED) {
            walk->too_big = true;
            continue;
        }
        for (int k = 0; k < walk->loop_count; k++)
            known |= walk->loops[k] == digit->index;
        if (digit->kind == VAR_LOOP && !known) {
            walk->loops[walk->loop_count++] = digit->index;
            if (!mul_i64(points, plan->loops[digit->index].extent, &points))
                walk->too_big = true;
        }
        walk->uses_rank |= digit->kind == VAR_RANK;
    }
    if (walk->uses_rank && !mul_i64(points, plan->threads, &points))
        walk->too_big = true;
    walk->too_big |= points > MAX_POINTS;
}

static bool walk_next(Walk *walk) {
    for (int k = 0; k < walk->loop_count; k++) {
        int loop = walk->loops[k];
        if (++walk->loop[loop] < walk->plan->loops[loop].extent)
            return true;
        walk->loop[loop] = 0;
    }
    return walk->uses_rank && ++walk->rank < walk->plan->threads;
}

static bool equal_everywhere(const Plan *plan, const Expr *a, const Expr *sum, const Expr *phase) {
    Walk walk;
    walk_start(&walk, plan, a);
    if (walk.too_big)
        return false;
    do {
        Point point = {walk.rank, walk.loop, walk.symbol};
        int64_t whole, linear, field;
        if (!expr_value(a, &point, &whole) || !expr_value(sum, &point, &linear) ||
            !expr_value(phase, &point, &field) || whole != (linear ^ field))
            return false;
    } while (walk_next(&walk));
    return true;
}

/* (row * 64 + chunk * 8) ^ (row % 8 * 8) */
static bool swizzled_phrase(const Names *names, const Expr *expr, int64_t pitch, Phrase *phrase) {
    Field field;
    if (expr->xor_count != 1 || !xor_field(&expr->xors[0], &field))
        return false;
    Expr sum = *expr, phase = {0};
    sum.xor_count = 0;
    for (int i = 0; i < expr->term_count; i++) {
        Term part;
        if (!term_field(&expr->terms[i], &field, &part))
            return false;
        if (!expr_add(&phase, part.coef, part.digit))
            return false;
    }
    phase.constant = expr->constant / field.div % field.mod * field.times;
    phase = expr_fold(names->plan, &phase, NULL);
    if (expr->constant < 0 || !equal_everywhere(names->plan, expr, &sum, &phase))
        return false;
    Phrase linear = sum_phrase(names, &sum, pitch, false);
    if (expr_is_zero(&phase)) {
        *phrase = linear;
        return true;
    }
    Phrase turn = sum_phrase(names, &phase, 0, false);
    *phrase = (Phrase){
        mem_printf("%s ^ %s", phrase_in(linear, SHAPE_ATOM), phrase_in(turn, SHAPE_ATOM)),
        SHAPE_XOR};
    return true;
}

Phrase expr_phrase(const Names *names, const Expr *expr, int64_t pitch) {
    bool wide = expr_needs_64_bits(names->plan, expr);
    Phrase phrase;
    if (expr->xor_count == 0)
        return sum_phrase(names, expr, pitch, wide);
    if (!wide && swizzled_phrase(names, expr, pitch, &phrase))
        return phrase;
    return xors_phrase(expr, sum_phrase(names, expr, pitch, wide).at);
}

const char *cond_text(const Names *names, const Cond *cond, const int64_t *fixed) {
    static const char *const spelling[] = {"<", ">=", "=="};
    const Plan *plan = names->plan;
    Expr lhs = expr_fold(plan, &cond->lhs, fixed), rhs = expr_fold(plan, &cond->rhs, fixed);
    bool is_open = false, always = true;
    Expr both = lhs;
    for (int i = 0; i < rhs.term_count && !is_open; i++)
        is_open = !expr_add(&both, rhs.terms[i].coef, rhs.terms[i].digit);
    Walk walk;
    walk_start(&walk, plan, &both);
    if (!is_open && !walk.too_big) {
        Cond folded = {lhs, cond->op, rhs};
        do {
            Point point = {walk.rank, walk.loop, walk.symbol};
            bool ok = true;
            always = cond_holds(&folded, &point, &ok) && ok;
        } while (always && walk_next(&walk));
        if (always)
            return NULL;
    }
    const char *left = phrase_in(expr_phrase(names, &lhs, 0), SHAPE_SUM);
    const char *right = phrase_in(expr_phrase(names, &rhs, 0), SHAPE_SUM);
    return mem_printf("%s %s %s", left, spelling[cond->op], right);
}
