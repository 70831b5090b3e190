/* digits.c: Digits of the rank that the text uses more than once -> named locals: row, chunk, col
 * at the top of a function, item where a step numbers its vectors. */
#include "text.h"
#include <string.h>

bool base_is_printed(const Base *base) {
    return base->form == BASE_POINTER || base->form == BASE_OFFSET;
}

static bool same_digit(const Digit *a, const Digit *b) {
    return a->pre_div == b->pre_div && a->pre_mod == b->pre_mod && a->sub == b->sub &&
           a->div == b->div && a->mod == b->mod;
}

/* How often a digit of the rank would be spelled. */
static int digit_uses(const Body *body, const Digit *digit) {
    int uses = 0;
    for (int i = 0; i < body->addresses.base_count; i++) {
        const Base *base = &body->addresses.bases[i];
        for (int t = 0; base_is_printed(base) && t < base->thread.term_count; t++) {
            const Term *term = &base->thread.terms[t];
            if (term->digit.kind != VAR_RANK || !same_digit(&term->digit, digit))
                continue;
            int64_t reach = digit_max(body->plan, digit);
            bool fed = base->thread.xor_count > 0 && !term->coef.count &&
                       mul_i64(reach, term->coef.value, &reach) &&
                       reach >= (base->thread.xors[0].mask & -base->thread.xors[0].mask);
            uses += 1 + fed;
        }
    }
    return uses;
}

/* How often conditions spell it. */
static int digit_conds(const Body *body, const Digit *digit) {
    int uses = 0;
    for (int p = 0; p < body->plan->phase_count; p++)
        for (int i = 0; i < body->plan->phases[p].step_count; i++) {
            const Step *step = &body->plan->phases[p].steps[i];
            for (int c = 0; c < step->cond_count; c++) {
                Expr lhs = expr_fold(body->plan, &step->conds[c].lhs, NULL);
                for (int t = 0; t < lhs.term_count; t++)
                    uses += lhs.terms[t].digit.kind == VAR_RANK &&
                            same_digit(&lhs.terms[t].digit, digit);
            }
        }
    return uses;
}

static bool is_spelled_often(const Body *body, const Digit *digit) {
    bool is_plain = digit->div == 1 && !digit->mod && digit->pre_div == 1 && !digit->pre_mod;
    return digit->kind == VAR_RANK && (!is_plain || digit->sub) &&
           digit_uses(body, digit) + digit_conds(body, digit) >= 2;
}

/* Of several digits of one role, of those with the most values the first. */
static bool is_widest(const Body *body, const Digit *digit) {
    int64_t own = digit_max(body->plan, digit);
    for (int i = 0; i < body->addresses.base_count; i++) {
        const Base *base = &body->addresses.bases[i];
        for (int t = 0; base_is_printed(base) && t < base->thread.term_count; t++) {
            const Digit *other = &base->thread.terms[t].digit;
            if (other->role == digit->role && digit_max(body->plan, other) > own &&
                is_spelled_often(body, other))
                return false;
        }
    }
    return true;
}

/* By its role, where a digit of the rank is spelled more than once. */
static void name_digit(Body *body, const Digit *digit) {
    static const char *const names_of[] = {"part", "row", "col", "chunk", "warp"};
    Names *names = &body->names;
    const char *name = names_of[digit->role];
    if (names->named_count == MAX_NAMED || !is_spelled_often(body, digit) ||
        !name_is_free(names, name) || !is_widest(body, digit))
        return;
    for (int n = 0; n < names->named_count; n++)
        if (same_digit(&names->named[n].digit, digit))
            return;
    names->named[names->named_count].digit = *digit;
    names->named[names->named_count++].name = name;
}

void name_digits(Body *body) {
    for (int i = 0; i < body->addresses.base_count; i++) {
        const Base *base = &body->addresses.bases[i];
        for (int t = 0; base_is_printed(base) && t < base->thread.term_count; t++)
            name_digit(body, &base->thread.terms[t].digit);
    }
}

static bool find_item(const Expr *expr, Digit *digit) {
    for (int i = 0; i < expr->term_count; i++)
        if (expr->terms[i].digit.kind == VAR_ITEM) {
            *digit = expr->terms[i].digit;
            return true;
        }
    return false;
}

void name_item(Body *body, int phase, int at) {
    const Step *step = &body->plan->phases[phase].steps[at];
    bool own_block = step->repeat_count > 0 && !nest_is_straight(&body->addresses, phase, at);
    Names *names = &body->names;
    Digit item;
    bool found = (step->dst.kind == AT_BUFFER && find_item(&step->dst.at, &item)) ||
                 (step->src[0].kind == AT_BUFFER && find_item(&step->src[0].at, &item));
    if (!found || !own_block || names->named_count == MAX_NAMED || !name_is_free(names, "item"))
        return;
    item.div = 1;
    item.mod = 0;
    item = item_fold(body->plan, item, body->fixed);
    if (item.kind != VAR_ITEM)
        return;
    names->named[names->named_count].digit = item;
    names->named[names->named_count++].name = "item";
}

void print_digits(Text *out, int indent, const Body *body, int first, const char *text) {
    Names plain = body->names;
    plain.named_count = 0;
    for (int i = first; i < body->names.named_count; i++) {
        if (!has_identifier(text, body->names.named[i].name))
            continue;
        Expr digit = {0};
        expr_add(&digit, coef_int(1), body->names.named[i].digit);
        if (body->names.named[i].digit.kind == VAR_ITEM)
            digit = expr_fold(body->plan, &digit, body->fixed);
        print_value(out, indent, &plain, body->names.named[i].name, &digit, false);
    }
}
