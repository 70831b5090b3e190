/* ctext_quotients.c: Digits of a limit, cols / 8 % 32, in the text and in the Plan. A limit may
 * have any value, so its digits cannot be tried one by one. Instead each digit of the Plan becomes
 * a run-time number with a range. Text and Plan are the same function of the arguments if they are
 * the same function of these numbers, because each number is a function of the arguments.
 * Invariant: product symbols from MAX_SYMBOLS on are digits. */
#include "ctext.h"

/* Where cols is at most 32, cols / 8 % 8 is cols / 8. */
static int64_t modulus(const Reader *reader, int symbol, int64_t div, int64_t mod) {
    return mod && reader->plan->symbols[symbol].max / div < mod ? 0 : mod;
}

static int find(const Reader *reader, int symbol, int64_t div, int64_t mod) {
    mod = modulus(reader, symbol, div, mod);
    for (int i = 0; i < reader->quotient_count; i++)
        if (reader->quotient[i].symbol == symbol && reader->quotient[i].div == div &&
            reader->quotient[i].mod == mod)
            return i;
    return -1;
}

static void keep(Reader *reader, int symbol, int64_t div, int64_t mod) {
    mod = modulus(reader, symbol, div, mod);
    if (find(reader, symbol, div, mod) >= 0 || reader->quotient_count == MAX_QUOTIENTS)
        return; /* one too many: the limit will be tried, and that is refused */
    reader->quotient[reader->quotient_count].symbol = symbol;
    reader->quotient[reader->quotient_count].div = div;
    reader->quotient[reader->quotient_count++].mod = mod;
}

static bool is_digit(const Plan *plan, const Digit *digit) {
    return digit->kind == VAR_SYMBOL && plan->symbols[digit->index].role == SYMBOL_LIMIT &&
           digit->pre_div == 1 && !digit->pre_mod && !digit->sub && digit->div > 1 &&
           !digit->turn_mod;
}

/* cols / 8 % 32 is read as cols / 8 first. */
static void keep_expr(Reader *reader, const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++) {
        const Digit *digit = &expr->terms[i].digit;
        if (!is_digit(reader->plan, digit))
            continue;
        keep(reader, digit->index, digit->div, 0);
        if (digit->mod)
            keep(reader, digit->index, digit->div, digit->mod);
    }
}

void quotients_start(Reader *reader) {
    const Plan *plan = reader->plan;
    reader->quotient_count = 0;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            keep_expr(reader, &step->dst.at);
            keep_expr(reader, &step->src[0].at);
            for (int c = 0; c < step->cond_count; c++) {
                keep_expr(reader, &step->conds[c].lhs);
                keep_expr(reader, &step->conds[c].rhs);
            }
        }
}

int quotient_of(const Reader *reader, const Digit *digit) {
    if (!is_digit(reader->plan, digit))
        return -1;
    int at = find(reader, digit->index, digit->div, digit->mod);
    return at < 0 ? -1 : MAX_SYMBOLS + at;
}

int64_t quotient_most(const Reader *reader, int symbol, int64_t of) {
    int64_t most = of / reader->quotient[symbol - MAX_SYMBOLS].div;
    int64_t mod = reader->quotient[symbol - MAX_SYMBOLS].mod;
    return mod && most >= mod ? mod - 1 : most;
}

/* The argument, or the digit without a modulus, that the number is, times nothing; -1: it is
 * something else. */
static int only_symbol(const Reader *reader, const Number *number) {
    int symbol = -1;
    for (int i = 0; i < reader->lanes; i++) {
        int64_t unit = 0;
        if (lanes_get(number->constant, i))
            return -1;
        for (int k = 0; k < reader->product_count; k++) {
            int64_t factor = lanes_get(number->factor[k], i);
            int of = reader->product[k].symbol[0];
            if (factor && (unit || reader->product[k].count != 1 || (symbol >= 0 && symbol != of)))
                return -1;
            if (factor) {
                symbol = of;
                unit = factor;
            }
        }
        int64_t whole =
            symbol >= 0 && symbol < MAX_SYMBOLS ? reader->plan->symbols[symbol].divisor : 1;
        if (unit != (whole > 1 ? whole : 1))
            return -1;
    }
    return symbol;
}

int quotient_divided(const Reader *reader, const Number *number, int64_t by, bool rest) {
    int symbol = only_symbol(reader, number), at = -1;
    if (symbol < 0)
        return -1;
    if (symbol < MAX_SYMBOLS) {
        at = rest ? -1 : find(reader, symbol, by, 0);
    } else {
        int of = reader->quotient[symbol - MAX_SYMBOLS].symbol;
        int64_t div = reader->quotient[symbol - MAX_SYMBOLS].div, product;
        if (reader->quotient[symbol - MAX_SYMBOLS].mod || !mul_i64(div, by, &product))
            return -1;
        at = rest ? find(reader, of, div, by) : find(reader, of, product, 0);
    }
    return at < 0 ? -1 : MAX_SYMBOLS + at;
}
