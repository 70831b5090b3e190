/* expr_print.c: Expr -> C text over unsigned numbers. Terms are spelled digit first (rank / 8 *
 * 64), everything minimal (no / 1, no % that does nothing), brackets around both sides of ^.
 *
 * A swizzled expression is spelled by the digits that feed the swizzle, (row * 64) ^ (row % 8 * 8),
 * where trying all values shows that this is the same; otherwise the value is written twice. */
#include "text.h"
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

/* 2048 at pitch 64 is 32 * 64. Two ints must not meet where their product is none: 3u *
 * 1073741824. */
static const char *product(int64_t value, int64_t pitch, bool wide) {
    if (pitch <= 1 || value <= pitch || value % pitch)
        return number(value, wide);
    wide |= value > UINT32_MAX;
    const char *unit = !wide && value > INT32_MAX && value / pitch <= INT32_MAX ? "u" : "";
    return mem_printf("%s%s * %s", number(value / pitch, wide), unit, number(pitch, wide));
}

static const char *variable_name(const Names *names, const Digit *digit) {
    switch (digit->kind) {
    case VAR_RANK:
    case VAR_ITEM:
        return "rank";
    case VAR_LOOP:
        return names->plan->loops[digit->index].name;
    default:
        return names->symbol[digit->index];
    }
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

/* What a digit is turned by: rank / 4 % 2, or the rank where there are no more threads than
 * that. */
static const char *turn_text(const Names *names, const Digit *digit) {
    Digit turn = digit_of(VAR_RANK, 0, digit->turn_div, digit->turn_mod);
    if ((names->plan->threads - 1) / digit->turn_div < digit->turn_mod)
        turn.mod = 0;
    Text out = {0};
    if (print_named(&out, names, &turn))
        return text_string(&out);
    text_add(&out, "rank");
    print_split(&out, turn.div, turn.mod);
    return text_string(&out);
}

/* pick[i], or pick where a thread has one */
static Phrase pick_phrase(const Names *names, const Digit *digit) {
    const Bundle *bundle = &names->plan->bundles[digit->pick->bundle];
    bool turns = bundle->dtype->kind == DTYPE_SIGNED; /* the caller's own i32 */
    const char *sign = digit->index ? turns ? "" : "(int)" : turns ? "(unsigned)" : "";
    if (bundle->role == ROLE_SCRATCH && bundle->count == 1)
        return (Phrase){mem_printf("%s%s", sign, bundle->name), SHAPE_ATOM};
    const char *slot = expr_phrase(names, &digit->pick->slot, 0).at;
    return (Phrase){mem_printf("%s%s[%s]", sign, bundle->name, slot), SHAPE_ATOM};
}

static Phrase digit_phrase(const Names *names, const Digit *digit) {
    Text out = {0};
    if (digit->kind == VAR_PICK)
        return pick_phrase(names, digit);
    if (digit->turn_mod) {
        const char *by = turn_text(names, digit);
        if (digit->kind == VAR_ONE)
            text_printf(&out, "(%s ^ %d)", by, digit->index);
        else
            text_printf(&out, "(%s ^ %s)", variable_name(names, digit), by);
        print_split(&out, digit->div, digit->mod);
    } else if (!print_named(&out, names, digit)) {
        Text inner = {0};
        text_add(&inner, variable_name(names, digit));
        print_split(&inner, digit->pre_div, digit->pre_mod);
        for (int i = 0; i < ITEM_LOOPS && digit->kind == VAR_ITEM; i++)
            if (digit->steps[i])
                text_printf(
                    &inner,
                    " + %s * %" PRId64,
                    names->plan->loops[digit->loops[i]].name,
                    digit->steps[i]);
        if (digit->sub)
            text_printf(
                &out,
                "(%s %c %" PRId64 ")",
                text_string(&inner),
                digit->sub < 0 ? '+' : '-',
                digit->sub < 0 ? -digit->sub : digit->sub);
        else if (digit->kind == VAR_ITEM)
            text_printf(&out, "(%s)", text_string(&inner));
        else
            text_add(&out, text_string(&inner));
        print_split(&out, digit->div, digit->mod);
    }
    const char *at = text_string(&out);
    bool is_atom = !strpbrk(at, " ") || (at[0] == '(' && at[strlen(at) - 1] == ')');
    return (Phrase){at, is_atom ? SHAPE_ATOM : SHAPE_PRODUCT};
}

/* Without the sign: digit * 32 * ld. `wide`: literals have 64 bits; `widens`: one of them must
 * stand in it, m * 1ull * ld. */
static Phrase term_phrase(
    const Names *names, const Term *term, int64_t pitch, bool wide, bool widens) {
    Text out = {0};
    int64_t value = term->coef.value < 0 ? -term->coef.value : term->coef.value;
    bool is_one = term->digit.kind == VAR_ONE && !term->digit.turn_mod;
    if (!is_one)
        text_add(&out, digit_phrase(names, &term->digit).at);
    if (value != 1 || widens || (is_one && term->coef.count == 0))
        text_printf(&out, "%s%s", out.length ? " * " : "", product(value, pitch, wide));
    for (int i = 0; i < term->coef.count; i++)
        text_printf(&out, "%s%s", out.length ? " * " : "", names->symbol[term->coef.symbol[i]]);
    const char *at = text_string(&out);
    return (Phrase){at, strpbrk(at, " ") ? SHAPE_PRODUCT : SHAPE_ATOM};
}

Phrase coef_phrase(const Names *names, Coef coef) {
    Term term = {coef, digit_of(VAR_ONE, 0, 1, 0)};
    bool wide = term_wraps(names->plan, &term);
    return term_phrase(names, &term, 0, wide, wide);
}

/* Without the XORs. Positive terms first: unsigned sums of partly negative terms are right as long
 * as they end up positive, but read better this way. */
static Phrase sum_phrase(const Names *names, const Expr *expr, int64_t pitch, bool wide) {
    Text out = {0};
    int parts = 0;
    Phrase last = {"0", SHAPE_ATOM};
    Expr narrow = {0};
    for (int sign = 1; sign >= -1; sign -= 2) {
        for (int i = 0; i < expr->term_count; i++) {
            if ((expr->terms[i].coef.value > 0) != (sign > 0))
                continue;
            bool widens = wide && term_widens(names->plan, &expr->terms[i], &narrow);
            last = term_phrase(names, &expr->terms[i], pitch, wide, widens);
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

bool xor_field(const Xor *x, XorField *field) {
    int low = lowest_bit(x->mask);
    int64_t run = x->mask >> low;
    if (!x->mask || !is_power_of_two(run + 1) || low < x->shift)
        return false;
    *field = (XorField){(int64_t)1 << low, run + 1, (int64_t)1 << (low - x->shift)};
    return true;
}

Phrase xors_phrase(const Expr *expr, const char *value) {
    Phrase phrase = {value, strpbrk(value, " ") ? SHAPE_SUM : SHAPE_ATOM};
    for (int i = 0; i < expr->xor_count; i++) {
        const Xor *x = &expr->xors[i];
        const char *inner = phrase_in(phrase, SHAPE_ATOM);
        XorField field;
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
 * rank / 4 % 2 * 4. A term below the field or above it gives none: *out is zero then. What terms
 * with symbols do is left to the trial. False: the coefficient is no power of two. */
static bool term_field(const Plan *plan, const Term *term, const XorField *field, Term *out) {
    int64_t coef = term->coef.value, reach;
    *out = *term;
    bool is_low = !term_is_symbolic(term) && coef > 0 &&
                  mul_i64(digit_max(plan, &term->digit), coef, &reach) && reach < field->div;
    if (is_low || term_is_symbolic(term) || coef % (field->div * field->mod) == 0) {
        out->coef = coef_int(0);
        return true;
    }
    if (!is_power_of_two(coef))
        return false;
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

/* All values of the variables of an expression, one after another; bounded. Terms with symbols are
 * walked by their values modulo `period`, as `extra`: only those matter under XORs of that
 * period. */
enum { MAX_WALKED = 64, MAX_POINTS = 1 << 18 };
typedef struct {
    const Plan *plan;
    Expr plain; /* without those terms */
    int64_t loop[MAX_WALKED], symbol[MAX_SYMBOLS];
    int loops[MAX_TERMS], loop_count, extra_count;
    struct {
        int64_t at, step, end;
    } extra[MAX_TERMS];
    int64_t rank, points;
    bool uses_rank, too_big;
} Walk;

static void count_points(Walk *walk, int64_t values) {
    walk->too_big |= !mul_i64(walk->points, values, &walk->points) || walk->points > MAX_POINTS;
}

static void walk_symbolic(Walk *walk, const Term *term, int64_t period) {
    int64_t step, max;
    term_range(walk->plan, term, &step, &max);
    if (step <= 0 || period <= 1) {
        walk->too_big = true;
    } else if (step % period) {
        step %= period;
        int64_t end = max / step < period ? max / step * step : period * step;
        walk->extra[walk->extra_count].step = step;
        walk->extra[walk->extra_count++].end = end;
        count_points(walk, end / step + 1);
    }
}

static void walk_loop(Walk *walk, int loop) {
    for (int k = 0; k < walk->loop_count; k++)
        if (walk->loops[k] == loop)
            return;
    if (loop >= MAX_WALKED) {
        walk->too_big = true;
        return;
    }
    walk->loops[walk->loop_count++] = loop;
    count_points(walk, walk->plan->loops[loop].extent);
}

static void walk_start(Walk *walk, const Plan *plan, const Expr *expr) {
    *walk = (Walk){.plan = plan, .points = 1, .plain = {.constant = expr->constant}};
    int64_t period = expr_period(expr);
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        if (term_is_symbolic(term)) {
            walk_symbolic(walk, term, period);
            if (term->coef.count && digit_reads_loop(&term->digit, -1))
                walk->too_big = true;
            continue;
        }
        expr_add_term(&walk->plain, *term);
        if (term->digit.kind == VAR_LOOP)
            walk_loop(walk, term->digit.index);
        for (int k = 0; k < ITEM_LOOPS && term->digit.kind == VAR_ITEM; k++)
            if (term->digit.steps[k])
                walk_loop(walk, term->digit.loops[k]);
        walk->uses_rank |= digit_reads_rank(&term->digit);
    }
    if (walk->uses_rank)
        count_points(walk, plan->threads);
}

static bool walk_next(Walk *walk) {
    for (int k = 0; k < walk->loop_count; k++) {
        int loop = walk->loops[k];
        if (++walk->loop[loop] < walk->plan->loops[loop].extent)
            return true;
        walk->loop[loop] = 0;
    }
    for (int k = 0; k < walk->extra_count; k++) {
        walk->extra[k].at += walk->extra[k].step;
        if (walk->extra[k].at <= walk->extra[k].end)
            return true;
        walk->extra[k].at = 0;
    }
    return walk->uses_rank && ++walk->rank < walk->plan->threads;
}

static bool walk_value(const Walk *walk, const Expr *expr, int64_t *value) {
    Point point = {walk->rank, walk->loop, walk->symbol};
    return expr_value(expr, &point, value);
}

static int64_t walk_extra(const Walk *walk) {
    int64_t sum = 0;
    for (int k = 0; k < walk->extra_count; k++)
        sum += walk->extra[k].at;
    return sum;
}

/* Does the XOR of the whole sum equal the XOR with `phase`, everywhere? */
static bool equal_everywhere(const Plan *plan, const Expr *expr, const Expr *phase) {
    Walk walk;
    walk_start(&walk, plan, expr);
    if (walk.too_big)
        return false;
    do {
        int64_t linear, field;
        if (!walk_value(&walk, &walk.plain, &linear) || !walk_value(&walk, phase, &field))
            return false;
        linear += walk_extra(&walk);
        if (linear < 0 || xors_apply(expr, linear) != (linear ^ field))
            return false;
    } while (walk_next(&walk));
    return true;
}

/* What the only XOR changes the sum by, as a sum of its own. */
static bool phase_of(const Plan *plan, const Expr *expr, XorField *field, Expr *phase) {
    if (expr->xor_count != 1 || expr->constant < 0 || !xor_field(&expr->xors[0], field))
        return false;
    Expr sum = {.constant = expr->constant / field->div % field->mod * field->times};
    for (int i = 0; i < expr->term_count; i++) {
        Term part;
        if (!term_field(plan, &expr->terms[i], field, &part) ||
            !expr_add(&sum, part.coef, part.digit))
            return false;
    }
    *phase = expr_fold(plan, &sum, NULL);
    return equal_everywhere(plan, expr, phase);
}

/* (row * 64 + chunk * 8) ^ (row % 8 * 8) */
static bool swizzled_phrase(const Names *names, const Expr *expr, int64_t pitch, Phrase *phrase) {
    XorField field;
    Expr phase;
    if (!phase_of(names->plan, expr, &field, &phase))
        return false;
    Phrase linear = sum_phrase(names, expr, pitch, false);
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

/* May the XOR stand on this term's digit: everywhere rest + ((digit ^ phase / c) * c)? */
static bool turns_digit(const Plan *plan, const Expr *expr, int at, const Expr *phase) {
    Walk walk;
    walk_start(&walk, plan, expr);
    int64_t coef = expr->terms[at].coef.value;
    Expr one = {.term_count = 1, .terms = &expr->terms[at]};
    if (walk.too_big)
        return false;
    do {
        int64_t linear, field, part;
        if (!walk_value(&walk, &walk.plain, &linear) || !walk_value(&walk, phase, &field) ||
            !walk_value(&walk, &one, &part))
            return false;
        linear += walk_extra(&walk);
        if (xors_apply(expr, linear) != linear - part + ((part / coef) ^ (field / coef)) * coef)
            return false;
    } while (walk_next(&walk));
    return true;
}

Phrase expr_phrase_by_digit(const Names *names, const Expr *expr) {
    XorField field;
    Expr phase;
    if (expr_needs_64_bits(names->plan, expr) || !phase_of(names->plan, expr, &field, &phase))
        return expr_phrase(names, expr, 0);
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        Expr turn = phase, rest = *expr;
        if (term_is_symbolic(term) || term->coef.value != field.times || expr->term_count < 2 ||
            expr_is_zero(&phase) || !expr_scale(&turn, 1, field.times) ||
            !turns_digit(names->plan, expr, i, &phase))
            continue;
        expr_take_term(&rest, i);
        Phrase by = sum_phrase(names, &turn, 0, false);
        Text out = {0};
        text_printf(&out, "%s + (", sum_phrase(names, &rest, 0, false).at);
        text_printf(
            &out, "%s ^ %s)", digit_phrase(names, &term->digit).at, phrase_in(by, SHAPE_PRODUCT));
        if (field.times > 1)
            text_printf(&out, " * %" PRId64, field.times);
        return (Phrase){text_string(&out), SHAPE_SUM};
    }
    return expr_phrase(names, expr, 0);
}

Phrase expr_phrase(const Names *names, const Expr *expr, int64_t pitch) {
    bool wide = expr_needs_64_bits(names->plan, expr);
    Phrase phrase;
    if (expr->xor_count == 0)
        return sum_phrase(names, expr, pitch, wide);
    if (!wide &&
        (rows_phrase(names, expr, pitch, &phrase) || swizzled_phrase(names, expr, pitch, &phrase)))
        return phrase;
    return xors_phrase(expr, sum_phrase(names, expr, pitch, wide).at);
}

/* What is subtracted on one side is added on the other: rank - 24 < 0 is never true of unsigned
 * numbers, rank < 24 is the same and is. */
static bool move_negative(Expr *from, Expr *to) {
    for (int i = 0; i < from->term_count; i++) {
        Term term = from->terms[i];
        if (term.coef.value >= 0)
            continue;
        term.coef.value = -term.coef.value;
        if (term.coef.value < 0 || !expr_add(to, term.coef, term.digit))
            return false;
        expr_take_term(from, i--);
    }
    if (from->constant < 0) {
        if (from->constant == INT64_MIN || !add_i64(to->constant, -from->constant, &to->constant))
            return false;
        from->constant = 0;
    }
    return true;
}

static void without_signs(Expr *lhs, Expr *rhs) {
    Expr left = *lhs, right = *rhs;
    if (left.xor_count || right.xor_count || !move_negative(&left, &right) ||
        !move_negative(&right, &left))
        return;
    *lhs = left;
    *rhs = right;
}

const char *cond_text(const Names *names, const Cond *cond, const int64_t *fixed) {
    static const char *const spelling[] = {"<", ">=", "=="};
    const Plan *plan = names->plan;
    Expr lhs = expr_fold(plan, &cond->lhs, fixed), rhs = expr_fold(plan, &cond->rhs, fixed);
    bool is_open = false, always = true;
    Expr both = lhs;
    for (int i = 0; i < rhs.term_count && !is_open; i++)
        is_open = !expr_add(&both, rhs.terms[i].coef, rhs.terms[i].digit);
    for (int i = 0; i < both.term_count; i++)
        is_open |= term_is_symbolic(&both.terms[i]);
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
    const char *inside = left_text(names, cond, &lhs);
    if (inside)
        return inside;
    without_signs(&lhs, &rhs);
    const char *left = phrase_in(expr_phrase(names, &lhs, 0), SHAPE_SUM);
    const char *right = phrase_in(expr_phrase(names, &rhs, 0), SHAPE_SUM);
    return mem_printf("%s %s %s", left, spelling[cond->op], right);
}
