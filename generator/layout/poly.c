/* poly.c: coefficients and addresses over the run-time symbols of one request. A Coef is an integer
 * times at most MAX_FACTORS symbols; a Poly is a constant plus integers times the monomials that a
 * PolyBasis numbers. A monomial once in the basis keeps its number, so equal polys have equal
 * numbers. Nothing here wraps: what does not fit in 64 bits answers false. */
#include "layout.h"
#include <string.h>

Coef coef_int(int64_t value) {
    return (Coef){.value = value};
}

Coef coef_symbol(int symbol) {
    return (Coef){.value = 1, .count = 1, .symbol = {symbol, -1, -1}};
}

/* 8 * ld times 4 is 32 * ld; times 0 it is the plain 0. */
bool coef_mul(Coef a, int64_t factor, Coef *result) {
    int64_t value;
    if (!mul_i64(a.value, factor, &value)) {
        return false;
    }
    if (value == 0) {
        a = coef_int(0);
    }
    a.value = value;
    *result = a;
    return true;
}

/* 0 * ld is zero whatever ld is. */
bool coef_is_zero(Coef a) {
    return a.value == 0;
}

static bool same_monomial(Coef a, Coef b) {
    if (a.count != b.count) {
        return false;
    }
    for (int i = 0; i < a.count; i++) {
        if (a.symbol[i] != b.symbol[i]) {
            return false;
        }
    }
    return true;
}

/* 8 * ld equals 8 * ld, not 8 * m; 0 * ld equals 0. */
bool coef_equal(Coef a, Coef b) {
    return a.value == b.value && (a.value == 0 || same_monomial(a, b));
}

/* 8 * ld times m is 8 * ld * m, with its symbols in order. */
bool coef_times_symbol(Coef a, int symbol, Coef *result) {
    int to = a.count;
    *result = a;
    if (to == MAX_FACTORS) {
        return false;
    }
    for (result->count++; to > 0 && result->symbol[to - 1] > symbol; to--) {
        result->symbol[to] = result->symbol[to - 1];
    }
    result->symbol[to] = symbol;
    return true;
}

/* 64 * ld + 8 * ld is 72 * ld; 64 * ld + 1 has no Coef: false. */
bool coef_add(Coef a, Coef b, Coef *result) {
    if (coef_is_zero(a)) {
        *result = b;
        return true;
    }
    if (coef_is_zero(b)) {
        *result = a;
        return true;
    }
    int64_t value;
    if (!same_monomial(a, b) || !add_i64(a.value, b.value, &value)) {
        return false;
    }
    return coef_mul((Coef){1, a.count, {a.symbol[0], a.symbol[1], a.symbol[2]}}, value, result);
}

/* 8 * ld with ld % 4 == 0: 32. A factor that would overflow is left out: a smaller divisor is still
 * one. */
int64_t coef_divisor(Coef coef, const Symbol *symbols) {
    if (coef.value == INT64_MIN) {
        return INT64_MAX / 2 + 1;
    }
    int64_t divisor = coef.value < 0 ? -coef.value : coef.value;
    for (int i = 0; i < coef.count; i++) {
        int64_t product;
        if (mul_i64(divisor, symbols[coef.symbol[i]].divisor, &product)) {
            divisor = product;
        }
    }
    return divisor;
}

/* 3 + 2 * ld plus 8 * ld taken 4 times is 3 + 34 * ld. */
bool poly_add(PolyBasis *basis, Poly *poly, Coef coef, int64_t factor) {
    int64_t value;
    if (!mul_i64(coef.value, factor, &value)) {
        return false;
    }
    if (value == 0) {
        return true;
    }
    if (coef.count == 0) {
        return add_i64(poly->constant, value, &poly->constant);
    }
    int at = 0;
    while (at < basis->count && !same_monomial(basis->monomial[at], coef)) {
        at++;
    }
    if (at == MAX_MONOMIALS) {
        return false;
    }
    if (at == basis->count) {
        basis->monomial[at] = coef;
        basis->monomial[at].value = 1;
        basis->count++;
    }
    return add_i64(poly->value[at], value, &poly->value[at]);
}

/* 3 + 2 * ld equals 3 + 2 * ld; it differs from 5 even if ld may be 1. */
bool poly_equal(const Poly *a, const Poly *b) {
    return a->constant == b->constant && memcmp(a->value, b->value, sizeof a->value) == 0;
}

/* 7 is constant; 7 + 0 * ld is; 7 + ld is not. */
bool poly_is_constant(const Poly *poly) {
    for (int i = 0; i < MAX_MONOMIALS; i++) {
        if (poly->value[i] != 0) {
            return false;
        }
    }
    return true;
}

/* 12 + 8 * ld with ld % 4 == 0: gcd(12, 32) = 4. The zero poly has 0, which everything divides. */
int64_t poly_divisor(const PolyBasis *basis, const Poly *poly, const Symbol *symbols) {
    int64_t divisor = coef_divisor(coef_int(poly->constant), symbols);
    for (int i = 0; i < basis->count; i++) {
        Coef coef = basis->monomial[i];
        coef.value = poly->value[i];
        divisor = gcd_i64(divisor, coef_divisor(coef, symbols));
    }
    return divisor;
}

static void print_term(Text *out, Coef coef, const Symbol *symbols) {
    bool first = out->length == 0;
    bool minus = coef.value < 0 && coef.value != INT64_MIN;
    if (minus) {
        coef.value = -coef.value;
    }
    text_add(out, first ? (minus ? "-" : "") : minus ? " - " : " + ");
    coef_print(out, coef, symbols);
}

/* Symbols first, then the constant: "8 * ld + 3", "ld - 1", "0". */
void poly_print(Text *out, const PolyBasis *basis, const Poly *poly, const Symbol *symbols) {
    Text text = {0};
    for (int i = 0; i < basis->count; i++) {
        Coef coef = basis->monomial[i];
        coef.value = poly->value[i];
        if (coef.value != 0) {
            print_term(&text, coef, symbols);
        }
    }
    if (poly->constant != 0 || text.length == 0) {
        print_term(&text, coef_int(poly->constant), symbols);
    }
    text_add(out, text_string(&text));
}

/* ---- sign ---------------------------------------------------------------------------------- */

/* The constant, which all monomials have a part in, and of one of three symbols 7 terms more. */
enum { MAX_SHIFTED = 1 + MAX_MONOMIALS * ((1 << MAX_FACTORS) - 1) };
typedef struct {
    int count;
    Coef term[MAX_SHIFTED]; /* over t = symbol - least, not over the symbols */
} Shifted;

static bool shifted_add(Shifted *sum, Coef term) {
    for (int i = 0; i < sum->count; i++) {
        if (same_monomial(sum->term[i], term)) {
            return add_i64(sum->term[i].value, term.value, &sum->term[i].value);
        }
    }
    sum->term[sum->count++] = term;
    return true;
}

int64_t symbol_divisor(const Symbol *symbol) {
    return symbol->divisor < 1 ? 1 : symbol->divisor;
}

/* The least admissible value: min 33 and divisor 8 give 40. */
int64_t symbol_least(const Symbol *symbol) {
    int64_t divisor = symbol_divisor(symbol);
    int64_t over = symbol->min % divisor;
    int64_t least = symbol->min;
    if (over != 0 && !add_i64(symbol->min - over, over > 0 ? divisor : 0, &least)) {
        return symbol->min;
    }
    return least;
}

/* ld >= cols of a 64x64 tile, ld % 8 == 0: 64, or what facts leave of it. */
int64_t symbol_whole(const Symbol *symbol) {
    Symbol whole = *symbol;
    if (whole.whole > whole.min)
        whole.min = whole.whole < whole.max ? whole.whole : whole.max;
    int64_t least = symbol_least(&whole);
    return least <= symbol->max ? least : symbol_least(symbol);
}

/* value * a * b = value * (a0 + ta) * (b0 + tb): one term for each choice of constant or t. */
static bool shifted_add_monomial(Shifted *sum, Coef coef, const Symbol *symbols) {
    for (int choice = 0; choice < 1 << coef.count; choice++) {
        Coef term = coef_int(coef.value);
        for (int i = 0; i < coef.count; i++) {
            const Symbol *symbol = &symbols[coef.symbol[i]];
            int64_t least = symbol_least(symbol);
            if (least < 0) {
                return false;
            }
            if (choice >> i & 1) {
                term.symbol[term.count++] = coef.symbol[i];
                term.value = symbol->max <= least ? 0 : term.value;
            } else if (!mul_i64(term.value, least, &term.value)) {
                return false;
            }
        }
        if (term.value != 0 && !shifted_add(sum, term)) {
            return false;
        }
    }
    return true;
}

/* ld - 32 with ld >= 32: with ld = 32 + t it is t, and t >= 0. Every coefficient over the t must be
 * at least 0; 64 * ld - (63 * ld + 32) is the usual question. False also means: not known. */
bool poly_never_negative(const PolyBasis *basis, const Poly *poly, const Symbol *symbols) {
    Shifted sum = {.count = 1, .term = {coef_int(poly->constant)}};
    for (int i = 0; i < basis->count; i++) {
        Coef coef = basis->monomial[i];
        coef.value = poly->value[i];
        if (!shifted_add_monomial(&sum, coef, symbols)) {
            return false;
        }
    }
    for (int i = 0; i < sum.count; i++) {
        if (sum.term[i].value < 0) {
            return false;
        }
    }
    return true;
}
