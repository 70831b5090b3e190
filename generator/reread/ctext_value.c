/* ctext_value.c: Numbers in C's own types, for all lanes at once. The exact value is known (a
 * constant and multiples of run-time arguments, by lane); C holds its lowest 32 or 64 bits. The two
 * agree if the exact value is in the range of the type. An unsigned value may be out of range as
 * long as only + - * use it: 0u - 8 + rank is right for rank 9. It must be in range before it
 * enters a wider type, a division, a comparison or an address. */
#include "ctext.h"
#include <stdarg.h>
#include <string.h>

bool reader_fail(Reader *reader, const char *format, ...) {
    if (!reader->failed) {
        va_list args;
        va_start(args, format);
        vsnprintf(reader->fault, sizeof reader->fault, format, args);
        va_end(args);
    }
    reader->failed = true;
    return false;
}

/* ---- lanes --------------------------------------------------------------------------------- */

int64_t lanes_get(Lanes lanes, int lane) {
    return lanes.at ? lanes.at[lane * lanes.step] : 0;
}

static Lanes lanes_one(int64_t value) {
    Lanes lanes = {NULL, 0};
    if (value) {
        lanes.at = NEW(int64_t);
        *lanes.at = value;
    }
    return lanes;
}

static Lanes lanes_new(const Reader *reader, Lanes a, Lanes b) {
    int step = a.step || b.step;
    return (Lanes){NEW_ARRAY(int64_t, step ? reader->lanes : 1), step};
}

static int lanes_count(const Reader *reader, Lanes lanes) {
    return lanes.step ? reader->lanes : 1;
}

bool number_is_bad(const Number *number, int lane) {
    return number->bad && number->bad[lane];
}

/* What does not fit into 64 bits is not known. step 0: for all lanes. */
static void spoil(const Reader *reader, Number *number, int lane, int step) {
    if (!number->bad)
        number->bad = NEW_ARRAY(bool, reader->lanes);
    for (int i = step ? lane : 0; i < (step ? lane + 1 : reader->lanes); i++)
        number->bad[i] = true;
}

static void share_bad(const Reader *reader, Number *to, const Number *from) {
    for (int i = 0; from->bad && i < reader->lanes; i++)
        if (from->bad[i])
            spoil(reader, to, i, 1);
}

/* a + b * times */
static Lanes lanes_add(Reader *reader, Number *whole, Lanes a, Lanes b, int64_t times) {
    if (!b.at || !times)
        return a;
    Lanes sum = lanes_new(reader, a, b);
    for (int i = 0; i < lanes_count(reader, sum); i++) {
        int64_t part;
        if (!mul_i64(lanes_get(b, i), times, &part) || !add_i64(lanes_get(a, i), part, &sum.at[i]))
            spoil(reader, whole, i, sum.step);
    }
    return sum;
}

static Lanes lanes_mul(Reader *reader, Number *whole, Lanes a, Lanes b) {
    if (!a.at || !b.at)
        return (Lanes){NULL, 0};
    Lanes product = lanes_new(reader, a, b);
    for (int i = 0; i < lanes_count(reader, product); i++)
        if (!mul_i64(lanes_get(a, i), lanes_get(b, i), &product.at[i]))
            spoil(reader, whole, i, product.step);
    return product;
}

/* ---- numbers ------------------------------------------------------------------------------- */

Number number_constant(Reader *reader, int64_t value, CType type) {
    (void)reader;
    return (Number){.type = type, .constant = lanes_one(value)};
}

Number number_lanes(int64_t *at, CType type) {
    return (Number){.type = type, .constant = {at, 1}};
}

/* ---- products of run-time arguments -------------------------------------------------------- */

static int64_t unit_of(const Symbol *symbol) {
    return symbol->divisor > 1 ? symbol->divisor : 1;
}

/* The largest that the argument can be: without ld64 it is an unsigned. */
static int64_t symbol_most(const Symbol *symbol) {
    return symbol->wide || symbol->max < UINT32_MAX ? symbol->max : UINT32_MAX;
}

/* The range of an argument in its units, or of a digit of one. */
static void symbol_range(const Reader *reader, int symbol, int64_t *low, int64_t *high) {
    bool digit = symbol >= MAX_SYMBOLS;
    int of = digit ? reader->quotient[symbol - MAX_SYMBOLS].symbol : symbol;
    const Symbol *s = &reader->plan->symbols[of];
    *low = digit ? 0 : symbol_least(s) / unit_of(s);
    *high = digit ? quotient_most(reader, symbol, symbol_most(s)) : symbol_most(s) / unit_of(s);
}

/* An end that was saturated stays one: -1 times INT64_MAX is INT64_MIN. */
static int64_t saturated_mul(int64_t a, int64_t b) {
    int64_t product;
    if (!mul_i64(a, b, &product))
        return (a > 0) == (b > 0) ? INT64_MAX : INT64_MIN;
    return product == -INT64_MAX ? INT64_MIN : product;
}

/* -10 .. 10 times 4 .. 8 is -80 .. 80: the ends are at corners. */
static void multiply_range(int64_t *low, int64_t *high, int64_t by_low, int64_t by_high) {
    const int64_t corner[] = {
        saturated_mul(*low, by_low),
        saturated_mul(*low, by_high),
        saturated_mul(*high, by_low),
        saturated_mul(*high, by_high)};
    *low = *high = corner[0];
    for (int i = 1; i < 4; i++) {
        *low = corner[i] < *low ? corner[i] : *low;
        *high = corner[i] > *high ? corner[i] : *high;
    }
}

static int find_product(Reader *reader, int count, const int *symbol) {
    for (int k = 0; k < reader->product_count; k++)
        if (reader->product[k].count == count &&
            memcmp(reader->product[k].symbol, symbol, sizeof(int) * (size_t)count) == 0)
            return k;
    if (reader->product_count == MAX_PRODUCTS || count > MAX_FACTORS + 1)
        return -1;
    int at = reader->product_count++;
    reader->product[at].count = count;
    reader->product[at].low = reader->product[at].high = 1;
    for (int i = 0; i < count; i++) {
        int64_t low, high;
        symbol_range(reader, symbol[i], &low, &high);
        reader->product[at].symbol[i] = symbol[i];
        multiply_range(&reader->product[at].low, &reader->product[at].high, low, high);
    }
    return at;
}

/* Of product k (-1: 1) and product j. */
static int product_of(Reader *reader, int k, int j) {
    int symbol[2 * (MAX_FACTORS + 1)], count = 0;
    for (int side = 0; side < 2; side++) {
        int from = side ? j : k;
        for (int i = 0; from >= 0 && i < reader->product[from].count; i++) {
            int at = count++;
            while (at > 0 && symbol[at - 1] > reader->product[from].symbol[i]) {
                symbol[at] = symbol[at - 1];
                at--;
            }
            symbol[at] = reader->product[from].symbol[i];
        }
    }
    return find_product(reader, count, symbol);
}

Number number_symbol(Reader *reader, int symbol, CType type) {
    bool digit = symbol >= MAX_SYMBOLS;
    if (!digit && reader->tried[symbol])
        return number_lanes(reader->tried[symbol], type);
    Number number = {.type = type};
    int k = find_product(reader, 1, &symbol);
    if (k < 0)
        reader_fail(reader, "more than %d products of run-time arguments", MAX_PRODUCTS);
    else
        number.factor[k] = lanes_one(digit ? 1 : unit_of(&reader->plan->symbols[symbol]));
    return number;
}

/* A variable that may be assigned has room for every factor: zeros. */
static bool has_factor(const Reader *reader, const Number *number, int k) {
    for (int i = 0; number->factor[k].at && i < lanes_count(reader, number->factor[k]); i++)
        if (number->factor[k].at[i])
            return true;
    return false;
}

static bool is_plain(const Reader *reader, const Number *number) {
    for (int k = 0; k < reader->product_count; k++)
        if (has_factor(reader, number, k))
            return false;
    return true;
}

/* An end that was saturated stays there. */
static int64_t saturated_add(int64_t a, int64_t b) {
    int64_t sum;
    if (a == INT64_MAX || a == INT64_MIN)
        return a;
    if (b == INT64_MAX || b == INT64_MIN)
        return b;
    return add_i64(a, b, &sum) ? sum : a > 0 ? INT64_MAX : INT64_MIN;
}

void number_range(
    const Reader *reader, const Number *number, int lane, int64_t *low, int64_t *high) {
    *low = *high = lanes_get(number->constant, lane);
    for (int k = 0; k < reader->product_count; k++) {
        int64_t factor = lanes_get(number->factor[k], lane);
        if (!factor)
            continue;
        int64_t least = saturated_mul(factor, reader->product[k].low);
        int64_t most = saturated_mul(factor, reader->product[k].high);
        *low = saturated_add(*low, factor > 0 ? least : most);
        *high = saturated_add(*high, factor > 0 ? most : least);
    }
}

bool number_equal(const Number *a, const Number *b, int lane) {
    bool same = lanes_get(a->constant, lane) == lanes_get(b->constant, lane);
    for (int k = 0; k < MAX_PRODUCTS && same; k++)
        same = lanes_get(a->factor[k], lane) == lanes_get(b->factor[k], lane);
    return same;
}

/* ---- types --------------------------------------------------------------------------------- */

static bool is_signed(CType type) {
    return type == C_INT || type == C_LONG;
}

static bool fits(const Reader *reader, const Number *number, int lane) {
    int64_t low, high;
    number_range(reader, number, lane, &low, &high);
    switch (number->type) {
    case C_INT:
        return low >= INT32_MIN && high <= INT32_MAX;
    case C_UNSIGNED:
        return low >= 0 && high <= UINT32_MAX;
    case C_ULL:
        return low >= 0 && high < INT64_MAX;
    default:
        return low > INT64_MIN && high < INT64_MAX;
    }
}

static bool is_uniform(const Number *number) {
    bool uniform = !number->constant.step;
    for (int k = 0; k < MAX_PRODUCTS; k++)
        uniform &= !number->factor[k].step;
    return uniform;
}

/* A copy that may be written. */
static void own_bad(const Reader *reader, Number *number) {
    bool *old = number->bad;
    if (!old)
        return;
    number->bad = NEW_ARRAY(bool, reader->lanes);
    memcpy(number->bad, old, sizeof(bool) * (size_t)reader->lanes);
}

void number_demand(Reader *reader, Number *number) {
    bool uniform = is_uniform(number), owned = false;
    for (int i = 0; i < (uniform ? 1 : reader->lanes); i++) {
        if (fits(reader, number, i))
            continue;
        if (!owned)
            own_bad(reader, number);
        owned = true;
        spoil(reader, number, i, !uniform);
    }
}

/* Signed arithmetic that leaves its type is no C at all, whether its value is used or not. */
static void forbid_overflow(Reader *reader, const Number *number) {
    bool uniform = is_uniform(number);
    if (!is_signed(number->type))
        return;
    for (int i = 0; i < reader->lanes && !reader->failed; i++) {
        if (!reader->active[i] || number_is_bad(number, i))
            continue;
        if (!fits(reader, number, i))
            reader_fail(reader, "signed overflow in '%s'", reader->line);
        if (uniform)
            break;
    }
}

Number number_convert(Reader *reader, Number number, CType type) {
    CType from = number.type;
    if (from == type)
        return number;
    bool wider = type > C_UNSIGNED && from == C_UNSIGNED;
    if (wider)
        number_demand(reader, &number);
    number.type = type;
    if (is_signed(type) && !wider && from > type)
        number_demand(reader, &number);
    return number;
}

/* ---- exact arithmetic ---------------------------------------------------------------------- */

Number number_add_exact(Reader *reader, Number a, Number b, int64_t times) {
    Number sum = {.type = a.type};
    share_bad(reader, &sum, &a);
    share_bad(reader, &sum, &b);
    sum.constant = lanes_add(reader, &sum, a.constant, b.constant, times);
    for (int k = 0; k < reader->product_count; k++)
        sum.factor[k] = lanes_add(reader, &sum, a.factor[k], b.factor[k], times);
    return sum;
}

static Number mul_exact(Reader *reader, const Number *a, const Number *b) {
    Number product = {.type = a->type};
    int count = reader->product_count;
    share_bad(reader, &product, a);
    share_bad(reader, &product, b);
    for (int k = -1; k < count; k++) {
        Lanes left = k < 0 ? a->constant : a->factor[k];
        for (int j = -1; j < count && left.at; j++) {
            Lanes right = j < 0 ? b->constant : b->factor[j];
            if (!right.at)
                continue;
            Lanes part = lanes_mul(reader, &product, left, right);
            int at = k < 0 ? j : j < 0 ? k : product_of(reader, k, j);
            if (k >= 0 && j >= 0 && at < 0) {
                reader_fail(
                    reader, "too many products of run-time arguments in '%s'", reader->line);
                return product;
            }
            Lanes *sum = at < 0 ? &product.constant : &product.factor[at];
            *sum = lanes_add(reader, &product, *sum, part, 1);
        }
    }
    return product;
}

Number number_times_symbol(Reader *reader, Number a, int symbol) {
    Number b = number_symbol(reader, symbol, a.type);
    return mul_exact(reader, &a, &b);
}

/* Is every factor a multiple of `by`, so that the run-time part passes by whatever is done below
 * it? */
static bool divides_factors(const Reader *reader, const Number *number, int64_t by) {
    for (int k = 0; k < reader->product_count; k++)
        for (int i = 0; number->factor[k].at && i < lanes_count(reader, number->factor[k]); i++)
            if (number->factor[k].at[i] % by)
                return false;
    return true;
}

/* The run-time arguments in it have to be tried one value after another. */
static Number leave_open(Reader *reader, const Number *number) {
    for (int k = 0; k < reader->product_count; k++)
        for (int i = 0; has_factor(reader, number, k) && i < reader->product[k].count; i++) {
            int symbol = reader->product[k].symbol[i];
            if (symbol >= MAX_SYMBOLS)
                symbol = reader->quotient[symbol - MAX_SYMBOLS].symbol;
            reader->open[symbol] = reader->is_open = true;
        }
    return number_constant(reader, 0, number->type);
}

/* Rounds down: exact values here are never negative, their constant parts may be. */
static int64_t floor_div(int64_t a, int64_t by) {
    return a / by - (a % by < 0);
}

static Number divide(Reader *reader, const Number *a, int64_t by, bool rest) {
    Number out = {.type = a->type, .bad = a->bad};
    if (!divides_factors(reader, a, by)) {
        bool below = true;
        for (int i = 0; i < reader->lanes && below; i++) {
            int64_t low, high;
            number_range(reader, a, i, &low, &high);
            below = number_is_bad(a, i) || (low >= 0 && high < by);
        }
        int digit = below ? -1 : quotient_divided(reader, a, by, rest);
        if (digit >= 0) {
            out = number_symbol(reader, digit, a->type);
            out.bad = a->bad;
            return out;
        }
        return !below ? leave_open(reader, a) : rest ? *a : out;
    }
    if (a->constant.at) {
        out.constant = lanes_new(reader, a->constant, a->constant);
        for (int i = 0; i < lanes_count(reader, out.constant); i++) {
            int64_t down = floor_div(a->constant.at[i], by);
            out.constant.at[i] = rest ? a->constant.at[i] - down * by : down;
        }
    }
    for (int k = 0; k < reader->product_count && !rest; k++) {
        if (!a->factor[k].at)
            continue;
        out.factor[k] = lanes_new(reader, a->factor[k], a->factor[k]);
        for (int i = 0; i < lanes_count(reader, out.factor[k]); i++)
            out.factor[k].at[i] = a->factor[k].at[i] / by;
    }
    return out;
}

Number number_divided(Reader *reader, Number a, int64_t by) {
    return divide(reader, &a, by, false);
}

static bool single_value(const Reader *reader, const Number *number, int64_t *value) {
    *value = lanes_get(number->constant, 0);
    return is_plain(reader, number) && is_uniform(number) && !number->bad;
}

static int64_t above(int64_t value) {
    int64_t power = 1;
    while (power <= value && power < (int64_t)1 << 62)
        power *= 2;
    return power;
}

/* ^ and &: b below a power of two that divides every factor of a touches its constant part
 * alone. */
static Number bitwise(Reader *reader, Number a, Number b, bool is_and) {
    if (!is_plain(reader, &b)) {
        Number c = a;
        a = b;
        b = c;
    }
    int64_t most = 0;
    for (int i = 0; b.constant.at && i < lanes_count(reader, b.constant); i++) {
        int64_t bits = b.constant.at[i] < 0 ? INT64_MAX : b.constant.at[i]; /* -1 has all of them */
        if (!number_is_bad(&b, i) && bits > most)
            most = bits;
    }
    if (!is_plain(reader, &b) || !divides_factors(reader, &a, above(most))) {
        leave_open(reader, &b);
        return leave_open(reader, &a);
    }
    Number out = a;
    own_bad(reader, &out);
    share_bad(reader, &out, &b);
    out.constant = lanes_new(reader, a.constant, b.constant);
    for (int i = 0; i < lanes_count(reader, out.constant); i++) {
        int64_t x = lanes_get(a.constant, i), y = lanes_get(b.constant, i);
        out.constant.at[i] = is_and ? x & y : x ^ y;
    }
    for (int k = 0; k < MAX_PRODUCTS && is_and; k++)
        out.factor[k] = (Lanes){NULL, 0};
    return out;
}

bool number_xor_exact(Reader *reader, Number *number, const Expr *xors) {
    if (xors->xor_count == 0)
        return true;
    if (!divides_factors(reader, number, expr_period(xors))) {
        leave_open(reader, number);
        return false;
    }
    Lanes turned = lanes_new(reader, number->constant, number->constant);
    for (int i = 0; i < lanes_count(reader, turned); i++)
        turned.at[i] = xors_apply(xors, lanes_get(number->constant, i));
    number->constant = turned;
    return true;
}

/* ---- operators ----------------------------------------------------------------------------- */

static Number shift_or_split(Reader *reader, const char *op, Number a, const Number *b) {
    int64_t by;
    number_demand(reader, &a);
    if (!single_value(reader, b, &by) || by < 0 || (by == 0 && (*op == '/' || *op == '%')) ||
        (*op == '>' && by > 62)) {
        reader_fail(
            reader, "'%s' with an operand that is no positive constant in '%s'", op, reader->line);
        return a;
    }
    if (is_signed(a.type)) { /* of C -64 / 64 is -1, and what -1 / 64 rounds to is not tried */
        const bool even = *op != '>' && divides_factors(reader, &a, by);
        own_bad(reader, &a);
        for (int i = 0; i < reader->lanes; i++) {
            int64_t low, high;
            number_range(reader, &a, i, &low, &high);
            if (low < 0 && !(even && lanes_get(a.constant, i) % by == 0))
                spoil(reader, &a, i, 1);
        }
    }
    return divide(reader, &a, *op == '>' ? (int64_t)1 << by : by, *op == '%');
}

Number number_binary(Reader *reader, const char *op, Number a, Number b) {
    CType type = a.type > b.type ? a.type : b.type;
    int64_t by = 0;
    if (strcmp(op, "<<") == 0) {
        if (!single_value(reader, &b, &by) || by < 0 || by > 31)
            reader_fail(reader, "'<<' by no constant in '%s'", reader->line);
        b = number_constant(reader, (int64_t)1 << (by & 31), type = a.type);
        op = "*";
    }
    if (strcmp(op, ">>") == 0)
        return shift_or_split(reader, op, a, &b);
    a = number_convert(reader, a, type);
    b = number_convert(reader, b, type);
    Number out;
    switch (*op) {
    case '+':
    case '-':
        out = number_add_exact(reader, a, b, *op == '+' ? 1 : -1);
        break;
    case '*':
        out = mul_exact(reader, &a, &b);
        break;
    case '/':
    case '%':
        return shift_or_split(reader, op, a, &b);
    default:
        number_demand(reader, &a);
        number_demand(reader, &b);
        return bitwise(reader, a, b, *op == '&');
    }
    forbid_overflow(reader, &out);
    return out;
}

/* ---- conditions ---------------------------------------------------------------------------- */

const Truth *truth_of(Reader *reader, CondOp op, Number exact) {
    Truth *truth = NEW(Truth);
    *truth = (Truth){op, exact, NEW_ARRAY(unsigned char, reader->lanes), false};
    for (int i = 0; i < reader->lanes; i++) {
        int64_t low, high;
        number_range(reader, &exact, i, &low, &high);
        bool yes = op == COND_LT ? high < 0 : op == COND_GE ? low >= 0 : low == 0 && high == 0;
        bool no = op == COND_LT ? low >= 0 : op == COND_GE ? high < 0 : low > 0 || high < 0;
        truth->state[i] = yes ? TRUTH_YES : no ? TRUTH_NO : TRUTH_OPEN;
        if (number_is_bad(&exact, i) && reader->active[i])
            reader_fail(
                reader, "thread %d: a comparison of a value that wrapped in '%s'", i, reader->line);
    }
    return truth;
}

const Truth *truth_compare(Reader *reader, const char *op, Number a, Number b) {
    CType type = a.type > b.type ? a.type : b.type;
    bool swap = strcmp(op, ">") == 0 || strcmp(op, "<=") == 0;
    CondOp as = *op == '=' ? COND_EQ : strcmp(op, "<") == 0 || *op == '>' ? COND_LT : COND_GE;
    if (strcmp(op, ">=") == 0)
        as = COND_GE;
    a = number_convert(reader, a, type);
    b = number_convert(reader, b, type);
    number_demand(reader, &a);
    number_demand(reader, &b);
    Number exact = swap ? number_add_exact(reader, b, a, -1) : number_add_exact(reader, a, b, -1);
    return truth_of(reader, as, exact);
}

bool truths_false(const Truths *truths, int lane) {
    for (int i = 0; truths && i < truths->count; i++)
        if (!truths->at[i]->elected && truths->at[i]->state[lane] == TRUTH_NO)
            return true;
    return false;
}

static bool among(const Truth *truth, const Truths *others, int lane) {
    for (int i = 0; others && i < others->count; i++) {
        const Truth *other = others->at[i];
        if (!other->elected && other->op == truth->op && other->state[lane] == TRUTH_OPEN &&
            number_equal(&other->exact, &truth->exact, lane))
            return true;
    }
    return false;
}

static bool all_among(const Truths *these, const Truths *others, int lane) {
    for (int i = 0; these && i < these->count; i++)
        if (!these->at[i]->elected && these->at[i]->state[lane] == TRUTH_OPEN &&
            !among(these->at[i], others, lane))
            return false;
    return true;
}

bool truths_equal(const Truths *a, const Truths *b, int lane) {
    return all_among(a, b, lane) && all_among(b, a, lane);
}
