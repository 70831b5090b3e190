/* expr.c: the one evaluator. Proof, cost, trace and printer all read addresses through it, so that
 * they cannot disagree. A value is exact: a number where every symbol is concrete, otherwise a
 * polynomial in the run-time symbols; anything that would need a guess returns false. */
#include "plan.h"

Expr expr_constant(int64_t value) {
    return (Expr){.constant = value};
}

/* digit_of(VAR_RANK, 0, 8, 4) is rank / 8 % 4. */
Digit digit_of(VarKind kind, int index, int64_t div, int64_t mod) {
    Digit digit = {.kind = kind, .index = index, .pre_div = 1, .div = div, .mod = mod};
    return digit;
}

Digit digit_of_pick(const RowPick *pick, bool has_sign) {
    Digit digit = digit_of(VAR_PICK, has_sign, 1, 0);
    digit.pick = pick;
    return digit;
}

const RowPick *expr_pick(const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++)
        if (expr->terms[i].digit.kind == VAR_PICK)
            return expr->terms[i].digit.pick;
    return NULL;
}

/* index >= 0, and nothing else. */
const RowPick *cond_pick(const Cond *cond) {
    const Expr *lhs = &cond->lhs;
    bool is_one = lhs->term_count == 1 && !lhs->constant && !lhs->xor_count &&
                  cond->op == COND_GE && !cond->rhs.term_count && !cond->rhs.constant;
    if (!is_one || lhs->terms[0].digit.kind != VAR_PICK || lhs->terms[0].digit.index != 1 ||
        lhs->terms[0].coef.count || lhs->terms[0].coef.value != 1)
        return NULL;
    return lhs->terms[0].digit.pick;
}

/* Terms are shared by copies of an expression and so are never written to, but for free places
 * behind the last one: they come in blocks of four, and a free place has a divisor of 0, which no
 * digit has. */
enum { TERM_BLOCK = 4 };

static Term *terms_copied(const Expr *expr, int capacity) {
    Term *terms = NEW_ARRAY(Term, capacity);
    for (int i = 0; i < expr->term_count; i++)
        terms[i] = expr->terms[i];
    return terms;
}

static int capacity_of(int count) {
    return (count + TERM_BLOCK - 1) / TERM_BLOCK * TERM_BLOCK;
}

bool expr_add_term(Expr *expr, Term term) {
    int count = expr->term_count;
    if (count == MAX_TERMS)
        return false;
    bool full = count % TERM_BLOCK == 0, taken = full || expr->terms[count].digit.div != 0;
    Term *terms = taken ? terms_copied(expr, capacity_of(count + 1)) : (Term *)expr->terms;
    terms[count] = term;
    expr->terms = terms;
    expr->term_count++;
    return true;
}

void expr_set_term(Expr *expr, int at, Term term) {
    Term *terms = terms_copied(expr, capacity_of(expr->term_count));
    terms[at] = term;
    expr->terms = terms;
}

void expr_drop_term(Expr *expr, int at) {
    Term *terms = terms_copied(expr, capacity_of(expr->term_count));
    expr->term_count--;
    for (int i = at; i < expr->term_count; i++)
        terms[i] = terms[i + 1];
    terms[expr->term_count] = (Term){0};
    expr->terms = terms;
}

void expr_take_term(Expr *expr, int at) {
    Term *terms = terms_copied(expr, capacity_of(expr->term_count));
    expr->term_count--;
    terms[at] = terms[expr->term_count];
    terms[expr->term_count] = (Term){0};
    expr->terms = terms;
}

/* Constants go to expr->constant at once; a unit modulus is always 0 and adds nothing. */
bool expr_add(Expr *expr, Coef coef, Digit digit) {
    if (coef_is_zero(coef) || digit.mod == 1)
        return true;
    if (digit.kind == VAR_ONE && coef.count == 0 && !digit.turn_mod)
        return add_i64(expr->constant, coef.value, &expr->constant);
    return expr_add_term(expr, (Term){coef, digit});
}

/* Rank 69 with pre_div 1, pre_mod 32, sub 1, div 2, mod 2: ((69 % 32) - 1) / 2 % 2 = 4 / 2 % 2 =
 * 0. */
static int64_t digit_split(const Digit *digit, int64_t value, int64_t rank) {
    value /= digit->pre_div;
    if (digit->pre_mod)
        value %= digit->pre_mod;
    if (digit->turn_mod)
        value ^= rank / digit->turn_div % digit->turn_mod;
    value = (value - digit->sub) / digit->div;
    return digit->mod ? value % digit->mod : value;
}

static int64_t item_value(const Digit *digit, const Point *point) {
    int64_t value = point->rank;
    for (int i = 0; i < ITEM_LOOPS; i++)
        if (digit->steps[i])
            value += digit->steps[i] * point->loop[digit->loops[i]];
    return value;
}

bool digit_reads_loop(const Digit *digit, int loop) {
    if (digit->kind == VAR_PICK) /* a register: it may change whenever a loop goes on */
        return loop < 0 || expr_reads_loop(&digit->pick->slot, loop) ||
               expr_reads_loop(&digit->pick->element, loop);
    if (digit->kind == VAR_LOOP)
        return loop < 0 || digit->index == loop;
    for (int i = 0; i < ITEM_LOOPS && digit->kind == VAR_ITEM; i++)
        if (digit->steps[i] && (loop < 0 || digit->loops[i] == loop))
            return true;
    return false;
}

bool digit_reads_rank(const Digit *digit) {
    return digit->kind == VAR_RANK || digit->kind == VAR_ITEM || digit->turn_mod ||
           (digit->kind == VAR_PICK && expr_reads_rank(&digit->pick->element));
}

bool expr_reads_loop(const Expr *expr, int loop) {
    for (int i = 0; i < expr->term_count; i++)
        if (digit_reads_loop(&expr->terms[i].digit, loop))
            return true;
    return false;
}

bool expr_reads_rank(const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++)
        if (digit_reads_rank(&expr->terms[i].digit))
            return true;
    return false;
}

bool expr_reads_symbol(const Expr *expr, int symbol) {
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        if (term->digit.kind == VAR_SYMBOL && term->digit.index == symbol)
            return true;
        for (int k = 0; k < term->coef.count; k++)
            if (term->coef.symbol[k] == symbol)
                return true;
    }
    return false;
}

bool expr_equal(const Expr *a, const Expr *b) {
    bool same = a->term_count == b->term_count && a->xor_count == b->xor_count &&
                a->constant == b->constant;
    for (int i = 0; same && i < a->term_count; i++)
        same = coef_equal(a->terms[i].coef, b->terms[i].coef) &&
               digit_equal(&a->terms[i].digit, &b->terms[i].digit);
    for (int i = 0; same && i < a->xor_count; i++)
        same = a->xors[i].mask == b->xors[i].mask && a->xors[i].shift == b->xors[i].shift;
    return same;
}

static bool row_pick_equal(const RowPick *a, const RowPick *b) {
    return a == b || (a->bundle == b->bundle && a->number == b->number &&
                      expr_equal(&a->slot, &b->slot) && expr_equal(&a->element, &b->element));
}

bool digit_equal(const Digit *a, const Digit *b) {
    bool same = a->kind == b->kind && a->index == b->index && a->pre_div == b->pre_div &&
                a->pre_mod == b->pre_mod && a->sub == b->sub && a->div == b->div &&
                a->mod == b->mod && a->turn_mod == b->turn_mod &&
                (!a->turn_mod || a->turn_div == b->turn_div) &&
                (a->kind != VAR_PICK || row_pick_equal(a->pick, b->pick));
    for (int i = 0; i < ITEM_LOOPS && a->kind == VAR_ITEM; i++)
        same = same && a->steps[i] == b->steps[i] && (!a->steps[i] || a->loops[i] == b->loops[i]);
    return same;
}

int64_t digit_value(const Digit *digit, const Point *point) {
    int64_t picked = 0;
    switch (digit->kind) {
    case VAR_PICK:
        expr_value(&digit->pick->element, point, &picked);
        return picked;
    case VAR_ITEM:
        return digit_split(digit, item_value(digit, point), point->rank);
    case VAR_RANK:
        return digit_split(digit, point->rank, point->rank);
    case VAR_LOOP:
        return digit_split(digit, point->loop[digit->index], point->rank);
    case VAR_SYMBOL:
        return digit_split(digit, point->symbol[digit->index], point->rank);
    default: /* a loop that became a constant, seen through a turn: 3 ^ rank % 8 */
        return digit->turn_mod ? digit_split(digit, digit->index, point->rank) : 1;
    }
}

static bool coef_value(Coef coef, const int64_t *symbol, int64_t *value) {
    *value = coef.value;
    for (int i = 0; i < coef.count; i++)
        if (!mul_i64(*value, symbol[coef.symbol[i]], value))
            return false;
    return true;
}

int64_t expr_xored(const Expr *expr, int64_t value) {
    for (int i = 0; i < expr->xor_count; i++) {
        const Xor *x = &expr->xors[i];
        value ^= x->shift >= 0 ? (value & x->mask) >> x->shift : (value & x->mask) << -x->shift;
    }
    return value;
}

bool expr_value(const Expr *expr, const Point *point, int64_t *out) {
    int64_t sum = expr->constant, factor, part;
    budget_spend(2 + 2 * expr->term_count);
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        if (!coef_value(term->coef, point->symbol, &factor) ||
            !mul_i64(factor, digit_value(&term->digit, point), &part) || !add_i64(sum, part, &sum))
            return false;
    }
    *out = expr_xored(expr, sum);
    return true;
}

/* One more than the highest bit that an XOR reads or writes: mask 0x1c0, shift 3 gives 0x200, the
 * period of swizzle(3,3,3). Multiples of it pass through the XORs unchanged. */
int64_t expr_period(const Expr *expr) {
    int64_t period = 1;
    for (int i = 0; i < expr->xor_count; i++) {
        const Xor *x = &expr->xors[i];
        int64_t touched = x->mask | (x->shift >= 0 ? x->mask >> x->shift : x->mask << -x->shift);
        while (period <= touched)
            period *= 2;
    }
    return period;
}

static bool is_symbolic(const Point *point, int symbol) {
    return !point->symbol || point->symbol[symbol] == SYMBOLIC;
}

bool expr_is_concrete(const Expr *expr, const Point *point) {
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        if (term->digit.kind == VAR_SYMBOL && is_symbolic(point, term->digit.index))
            return false;
        if (term->digit.kind == VAR_PICK && is_symbolic(point, term->digit.pick->number))
            return false;
        for (int k = 0; k < term->coef.count; k++)
            if (is_symbolic(point, term->coef.symbol[k]))
                return false;
    }
    return true;
}

/* Multiplies the concrete symbols of a coefficient into its integer: 8 * ld * m at m = 3 is 24 *
 * ld. */
static bool coef_substitute(Coef coef, const Point *point, Coef *out) {
    Coef result = coef_int(coef.value);
    for (int i = 0; i < coef.count; i++) {
        if (is_symbolic(point, coef.symbol[i]))
            result.symbol[result.count++] = coef.symbol[i];
        else if (!mul_i64(result.value, point->symbol[coef.symbol[i]], &result.value))
            return false;
    }
    *out = result;
    return true;
}

/* A symbol that stays one is one more factor of the coefficient. A true digit of it (m / 8 % 2) is
 * no polynomial and needs a concrete value. */
static bool coef_times_digit(Coef *coef, const Digit *digit) {
    const bool whole = !digit->pre_mod && !digit->mod && !digit->sub && !digit->turn_mod &&
                       digit->pre_div * digit->div == 1;
    return whole && coef_times_symbol(*coef, digit->index, coef);
}

/* coef x (number + element x tag). */
bool poly_add_pick(const RowPick *pick, int64_t element, Coef coef, PolyBasis *basis, Poly *out) {
    Coef number, tag;
    return coef_times_symbol(coef, pick->number, &number) && poly_add(basis, out, number, 1) &&
           coef_times_symbol(coef, pick->tag, &tag) && poly_add(basis, out, tag, element);
}

static bool add_term(const Term *term, const Point *point, PolyBasis *basis, Poly *out) {
    Coef coef;
    if (!coef_substitute(term->coef, point, &coef))
        return false;
    const RowPick *pick = term->digit.pick;
    int64_t element;
    if (term->digit.kind == VAR_PICK && is_symbolic(point, pick->number))
        return expr_value(&pick->element, point, &element) &&
               poly_add_pick(pick, element, coef, basis, out);
    if (term->digit.kind == VAR_SYMBOL && is_symbolic(point, term->digit.index))
        return coef_times_digit(&coef, &term->digit) && poly_add(basis, out, coef, 1);
    return poly_add(basis, out, coef, digit_value(&term->digit, point));
}

bool expr_poly(
    const Expr *expr, const Point *point, PolyBasis *basis, const Symbol *symbols, Poly *out) {
    Poly sum = {.constant = expr->constant};
    budget_spend(4 + 4 * expr->term_count);
    for (int i = 0; i < expr->term_count; i++)
        if (!add_term(&expr->terms[i], point, basis, &sum))
            return false;
    if (expr->xor_count > 0) {
        int64_t period = expr_period(expr);
        for (int i = 0; i < MAX_MONOMIALS; i++) {
            Coef coef = basis->monomial[i];
            if (sum.value[i] == 0)
                continue;
            coef.value = sum.value[i];
            if (coef_divisor(coef, symbols) % period)
                return false;
        }
        sum.constant = expr_xored(expr, sum.constant);
    }
    *out = sum;
    return true;
}
