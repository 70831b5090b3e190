/* test_ctext_value.c: numbers in C's own types for all lanes at once (generator/reread/ctext_value.c), against a
 * second account of them: polynomials over the units of three arguments, lane by lane, and beside each the
 * value that this compiler computes in the type itself, for several values of the arguments. Long random
 * chains of operators; what is known, what is not, what fails and what stays open must agree in every lane. */
#include "generator/reread/ctext.h"
#include "unit.h"

enum { LANES = 5, IDLE = 2, UNITS = 3, POWERS = 3, TERMS = POWERS * POWERS * POWERS, SAMPLES = 8 };
enum { POOL = 8, ROUNDS = 900, CHAIN = 12 };

/* k is 8, 16 .. 40, n is 0 .. 9 and x is -3 .. 5; counted in units of 8, 1 and 1. */
static const Symbol symbols[UNITS] = {
    {.name = "k", .role = SYMBOL_STRIDE, .min = 8, .max = 40, .divisor = 8},
    {.name = "n", .role = SYMBOL_LIMIT, .max = 9, .divisor = 1},
    {.name = "x", .role = SYMBOL_ORIGIN, .min = -3, .max = 5, .divisor = 1}};
static const int64_t unit_low[UNITS] = {1, 0, -3}, unit_high[UNITS] = {5, 9, 5};
static const int64_t unit_of[UNITS] = {8, 1, 1};

/* ---- a second account ------------------------------------------------------------------------- */

typedef struct {
    CType type;
    int degree; /* at most */
    int64_t coef[LANES][TERMS];
    uint64_t native[LANES][SAMPLES]; /* what C computes */
    bool bad[LANES];
} Model;

typedef struct {
    Number number;
    Model model;
} Both;

static uint64_t seed = 88172645463325252u;
static uint64_t any(uint64_t below) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % below;
}

static int power(int term, int unit) {
    static const int steps[UNITS] = {1, POWERS, POWERS * POWERS};
    return term / steps[unit] % POWERS;
}

static int64_t sample_of(int sample, int unit) {
    return sample >> unit & 1 ? unit_high[unit] : unit_low[unit];
}

static bool is_signed_type(CType type) {
    return type == C_INT || type == C_LONG;
}

static uint64_t cut(CType type, uint64_t value) {
    return type == C_INT        ? (uint64_t)(int64_t)(int32_t)(uint32_t)value
           : type == C_UNSIGNED ? value & UINT32_MAX
                                : value;
}

static int64_t exact_at(const Model *m, int lane, int sample) {
    int64_t sum = 0;
    for (int t = 0; t < TERMS; t++) {
        int64_t part = m->coef[lane][t];
        for (int u = 0; u < UNITS; u++)
            for (int p = 0; p < power(t, u); p++)
                part *= sample_of(sample, u);
        sum += part;
    }
    return sum;
}

/* Each product lies between its least and most; a negative coefficient turns them round. */
static void range_of(const Model *m, int lane, int64_t *low, int64_t *high) {
    *low = *high = m->coef[lane][0];
    for (int t = 1; t < TERMS; t++) {
        int64_t least = 1, most = 1, coef = m->coef[lane][t];
        for (int u = 0; u < UNITS; u++)
            for (int p = 0; p < power(t, u); p++) {
                int64_t ends[] = {
                    least * unit_low[u],
                    least * unit_high[u],
                    most * unit_low[u],
                    most * unit_high[u]};
                least = most = ends[0];
                for (int e = 1; e < 4; e++) {
                    least = ends[e] < least ? ends[e] : least;
                    most = ends[e] > most ? ends[e] : most;
                }
            }
        *low += coef > 0 ? coef * least : coef * most;
        *high += coef > 0 ? coef * most : coef * least;
    }
}

static bool fits_type(const Model *m, int lane) {
    int64_t low, high;
    range_of(m, lane, &low, &high);
    return m->type == C_INT        ? low >= INT32_MIN && high <= INT32_MAX
           : m->type == C_UNSIGNED ? low >= 0 && high <= UINT32_MAX
           : m->type == C_ULL      ? low >= 0
                                   : true;
}

static bool has_terms(const Model *m, int lane) {
    for (int t = 1; t < TERMS; t++)
        if (m->coef[lane][t])
            return true;
    return false;
}

static bool all_terms_divide(const Model *m, int64_t by) {
    for (int i = 0; i < LANES; i++)
        for (int t = 1; t < TERMS; t++)
            if (m->coef[i][t] % by)
                return false;
    return true;
}

static void must_fit(Model *m) {
    for (int i = 0; i < LANES; i++)
        m->bad[i] |= !fits_type(m, i);
}

static Model converted(Model m, CType type) {
    bool widens = m.type == C_UNSIGNED && type > C_UNSIGNED;
    bool narrows = is_signed_type(type) && m.type > type;
    if (m.type == type)
        return m;
    if (widens)
        must_fit(&m);
    m.type = type;
    if (narrows)
        must_fit(&m);
    for (int i = 0; i < LANES; i++)
        for (int s = 0; s < SAMPLES; s++)
            m.native[i][s] = cut(type, m.native[i][s]);
    return m;
}

/* ---- agreement -------------------------------------------------------------------------------- */

/* The exact value that the reader keeps, at one choice of the units. */
static int64_t read_at(const Reader *reader, const Number *number, int lane, int sample) {
    int64_t sum = lanes_get(number->constant, lane);
    for (int k = 0; k < reader->product_count; k++) {
        int64_t part = lanes_get(number->factor[k], lane);
        for (int i = 0; i < reader->product[k].count; i++)
            part *= sample_of(sample, reader->product[k].symbol[i]);
        sum += part;
    }
    return sum;
}

static void agree(const Reader *reader, const Both *both, const char *op) {
    const Model *m = &both->model;
    bool same = both->number.type == m->type;
    for (int i = 0; i < LANES; i++) {
        bool bad = number_is_bad(&both->number, i);
        same &= bad == m->bad[i];
        if (bad)
            continue;
        int64_t low, high, least, most;
        number_range(reader, &both->number, i, &low, &high);
        range_of(m, i, &least, &most);
        same &= low == least && high == most;
        for (int s = 0; s < SAMPLES; s++) {
            int64_t got = read_at(reader, &both->number, i, s);
            same &= got == exact_at(m, i, s);
            /* signed arithmetic of a lane that does not run may have left its type */
            same &= i == IDLE || cut(m->type, (uint64_t)got) == m->native[i][s];
        }
    }
    EXPECT_OF(op, same);
}

/* ---- values to begin with ------------------------------------------------------------------------ */

static int64_t some_number(void) {
    static const int64_t ends[] = {0, 1, 2, 3, 7, 8, 16, 32, 64, 2147483647, 4294967295};
    switch (any(3)) {
    case 0:
        return ends[any(COUNT_OF(ends))];
    case 1:
        return (int64_t)any(100);
    default:
        return (int64_t)any((uint64_t)1 << (5 + any(27)));
    }
}

static Both some_constant(Reader *reader) {
    Both both = {0};
    int64_t value = some_number();
    CType type = value > INT32_MAX ? (any(2) ? C_UNSIGNED : C_LONG) : (CType)any(4);
    both.number = number_constant(reader, value, type);
    both.model.type = type;
    for (int i = 0; i < LANES; i++) {
        both.model.coef[i][0] = value;
        for (int s = 0; s < SAMPLES; s++)
            both.model.native[i][s] = (uint64_t)value;
    }
    return both;
}

static Both some_lanes(void) {
    int64_t *at = NEW_ARRAY(int64_t, LANES), times = 1 + some_number() % 5000;
    Both both = {.number = number_lanes(at, C_UNSIGNED), .model.type = C_UNSIGNED};
    for (int i = 0; i < LANES; i++) {
        both.model.coef[i][0] = at[i] = times * i;
        for (int s = 0; s < SAMPLES; s++)
            both.model.native[i][s] = (uint64_t)at[i];
    }
    return both;
}

static Both some_symbol(Reader *reader) {
    static const int terms[UNITS] = {1, POWERS, POWERS * POWERS};
    int u = (int)any(UNITS);
    CType type = u == 2 ? C_INT : any(4) ? C_UNSIGNED : C_ULL;
    Both both = {.number = number_symbol(reader, u, type)};
    both.model = (Model){.type = type, .degree = 1};
    for (int i = 0; i < LANES; i++) {
        both.model.coef[i][terms[u]] = unit_of[u];
        for (int s = 0; s < SAMPLES; s++)
            both.model.native[i][s] = (uint64_t)(unit_of[u] * sample_of(s, u));
    }
    return both;
}

static Both some_value(Reader *reader) {
    switch (any(4)) {
    case 0:
        return some_symbol(reader);
    case 1:
        return some_lanes();
    default:
        return some_constant(reader);
    }
}

/* ---- operators ----------------------------------------------------------------------------------- */

/* What comes of an operator: a value, C forbids it, the reader cannot know it, or the arguments must be tried. */
typedef enum { GIVES, FAILS, OPENS, TOO_LARGE } Outcome;

/* The same for all lanes, and kept as that: rank - rank is known to be 0, but not to be a constant. */
static bool is_one_number(const Both *both) {
    for (int i = 0; i < LANES; i++)
        if (both->model.bad[i] || has_terms(&both->model, i))
            return false;
    bool one = both->number.constant.step == 0;
    for (int k = 0; k < MAX_PRODUCTS; k++)
        one &= both->number.factor[k].step == 0;
    return one;
}

/* Terms of a degree above what the model has, or numbers that leave 2^50: not tried. */
static bool is_small(const Model *m) {
    for (int i = 0; i < LANES; i++)
        for (int t = 0; t < TERMS; t++)
            if (m->coef[i][t] > (int64_t)1 << 50 || m->coef[i][t] < -((int64_t)1 << 50))
                return false;
    return true;
}

static void add_all(Model *out, const Model *a, const Model *b, int64_t times) {
    for (int i = 0; i < LANES; i++) {
        out->bad[i] = a->bad[i] || b->bad[i];
        for (int t = 0; t < TERMS; t++)
            out->coef[i][t] = a->coef[i][t] + times * b->coef[i][t];
        for (int s = 0; s < SAMPLES; s++)
            out->native[i][s] = cut(out->type, a->native[i][s] + (uint64_t)times * b->native[i][s]);
    }
}

static bool times_all(Model *out, const Model *a, const Model *b) {
    for (int i = 0; i < LANES; i++) {
        out->bad[i] = a->bad[i] || b->bad[i];
        for (int t = 0; t < TERMS; t++)
            for (int v = 0; v < TERMS && a->coef[i][t]; v++) {
                int64_t x = a->coef[i][t], y = b->coef[i][v];
                bool holds = x > -((int64_t)1 << 30) && x < (int64_t)1 << 30 &&
                             y > -((int64_t)1 << 31) && y < (int64_t)1 << 31;
                for (int u = 0; u < UNITS; u++)
                    holds &= power(t, u) + power(v, u) < POWERS;
                if (y && !holds)
                    return false;
                if (y)
                    out->coef[i][t + v] += x * y;
            }
        for (int s = 0; s < SAMPLES; s++)
            out->native[i][s] = cut(out->type, a->native[i][s] * b->native[i][s]);
    }
    return true;
}

/* Signed arithmetic that leaves its type, of a lane that runs it and whose value is known. */
static bool overflows(const Model *m) {
    for (int i = 0; i < LANES; i++)
        if (i != IDLE && is_signed_type(m->type) && !m->bad[i] && !fits_type(m, i))
            return true;
    return false;
}

static Outcome sum_or_product(char op, const Model *a, const Model *b, Model *out) {
    if (op != '*')
        add_all(out, a, b, op == '+' ? 1 : -1);
    else if (!times_all(out, a, b))
        return TOO_LARGE;
    return overflows(out) ? FAILS : GIVES;
}

static int64_t down(int64_t a, int64_t by) {
    return a >= 0 ? a / by : -((-a + by - 1) / by);
}

/* a / by, a % by and a >> of it. C rounds towards zero: what is negative must come out even. */
static Outcome quotient(Model *out, Model a, int64_t by, bool shifts, bool rest) {
    bool even = all_terms_divide(&a, by), below = true;
    must_fit(&a);
    for (int i = 0; i < LANES; i++) {
        int64_t low, high;
        range_of(&a, i, &low, &high);
        if (is_signed_type(a.type) && low < 0 && (shifts || !even || a.coef[i][0] % by))
            a.bad[i] = true;
        below &= a.bad[i] || (low >= 0 && high < by);
    }
    *out = a;
    if (!even && !below)
        return OPENS;
    for (int i = 0; i < LANES; i++) {
        int64_t constant = down(a.coef[i][0], by);
        out->coef[i][0] = rest ? a.coef[i][0] - constant * by : constant;
        for (int t = 1; t < TERMS; t++)
            out->coef[i][t] = rest ? 0 : a.coef[i][t] / by;
        if (!even)
            memset(out->coef[i], 0, sizeof out->coef[i]);
        if (!even && rest)
            memcpy(out->coef[i], a.coef[i], sizeof out->coef[i]);
        for (int s = 0; s < SAMPLES; s++) {
            uint64_t n = a.native[i][s], d = (uint64_t)by;
            uint64_t q = is_signed_type(a.type) ? (uint64_t)((int64_t)n / by) : n / d;
            out->native[i][s] = rest ? n - q * d : q;
        }
    }
    return GIVES;
}

/* Where bits of the plain one lie below all steps of the other. */
static Outcome bits(char op, Model a, Model b, Model *out) {
    must_fit(&a);
    must_fit(&b);
    bool plain_b = true, plain_a = true;
    for (int i = 0; i < LANES; i++) {
        plain_a &= !has_terms(&a, i);
        plain_b &= !has_terms(&b, i);
    }
    const Model *plain = plain_b ? &b : &a, *other = plain_b ? &a : &b;
    int64_t most = 0, above = 1;
    for (int i = 0; i < LANES; i++) {
        if (!plain->bad[i] && plain->coef[i][0] < 0)
            most = INT64_MAX / 4;
        if (!plain->bad[i] && plain->coef[i][0] > most)
            most = plain->coef[i][0];
    }
    while (above <= most)
        above *= 2;
    if ((!plain_a && !plain_b) || !all_terms_divide(other, above))
        return OPENS;
    *out = *other;
    for (int i = 0; i < LANES; i++) {
        int64_t x = a.coef[i][0], y = b.coef[i][0];
        out->bad[i] = a.bad[i] || b.bad[i];
        for (int t = 1; t < TERMS && op == '&'; t++)
            out->coef[i][t] = 0;
        out->coef[i][0] = op == '&' ? x & y : x ^ y;
        for (int s = 0; s < SAMPLES; s++)
            out->native[i][s] =
                op == '&' ? a.native[i][s] & b.native[i][s] : a.native[i][s] ^ b.native[i][s];
    }
    return GIVES;
}

static Outcome operate(const char *op, Model a, Model b, bool one, Model *out) {
    CType type = a.type > b.type ? a.type : b.type;
    bool shifts = strcmp(op, "<<") == 0 || strcmp(op, ">>") == 0;
    int64_t by = b.coef[0][0];
    if (shifts)
        type = a.type;
    if (!shifts) {
        a = converted(a, type);
        b = converted(b, type);
        for (int i = 0; i < LANES; i++)
            one &= !b.bad[i];
    }
    *out = (Model){.type = type, .degree = a.degree + (*op == '*' ? b.degree : 0)};
    out->degree = out->degree > b.degree ? out->degree : b.degree;
    Outcome got = GIVES;
    if (*op == '<') {
        if (!one || by < 0 || by > 31)
            return FAILS;
        for (int i = 0; i < LANES; i++) {
            b.coef[i][0] = (int64_t)1 << by;
            for (int s = 0; s < SAMPLES; s++)
                b.native[i][s] = (uint64_t)1 << by;
        }
        got = sum_or_product('*', &a, &b, out);
    } else if (strchr("+-*", *op)) {
        got = sum_or_product(*op, &a, &b, out);
    } else if (strchr("/%>", *op)) {
        if (!one || by < 0 || (by == 0 && *op != '>') || (by > 62 && *op == '>'))
            return FAILS;
        got = quotient(out, a, *op == '>' ? (int64_t)1 << by : by, *op == '>', *op == '%');
    } else {
        got = bits(*op, a, b, out);
    }
    return got;
}

/* ---- comparisons --------------------------------------------------------------------------------- */

/* Of a - b where op compares a with b; true: of b - a, so that less is asked of it. */
static bool turns_round(const char *op) {
    return strcmp(op, ">") == 0 || strcmp(op, "<=") == 0;
}

/* What is known of a comparison in one lane; fails where a value wrapped that is asked for. */
static Outcome compare(const char *op, Model a, Model b, int lane, unsigned char *state) {
    CType type = a.type > b.type ? a.type : b.type;
    Model out = {.type = type};
    int64_t low, high;
    a = converted(a, type);
    b = converted(b, type);
    must_fit(&a);
    must_fit(&b);
    add_all(&out, turns_round(op) ? &b : &a, turns_round(op) ? &a : &b, -1);
    range_of(&out, lane, &low, &high);
    bool equals = strcmp(op, "==") == 0, less = strcmp(op, "<") == 0 || strcmp(op, ">") == 0;
    bool yes = equals ? low == 0 && high == 0 : less ? high < 0 : low >= 0;
    bool no = equals ? low > 0 || high < 0 : less ? low >= 0 : high < 0;
    *state = yes ? TRUTH_YES : no ? TRUTH_NO : TRUTH_OPEN;
    return out.bad[lane] ? FAILS : GIVES;
}

static void one_comparison(Reader *reader, const Both *a, const Both *b) {
    static const char *const ops[] = {"<", ">=", ">", "<=", "=="};
    const char *op = ops[any(COUNT_OF(ops))];
    unsigned char state[LANES];
    bool fails = false, same = true;
    for (int i = 0; i < LANES; i++) {
        bool wrapped = compare(op, a->model, b->model, i, &state[i]) == FAILS;
        fails |= wrapped && i != IDLE;
    }
    const Truth *truth = truth_compare(reader, op, a->number, b->number);
    EXPECT_OF(op, reader->failed == fails);
    for (int i = 0; i < LANES && !fails; i++)
        same &= i == IDLE || truth->state[i] == state[i];
    EXPECT_OF(op, same);
    reader->failed = false;
}

/* ---- chains ------------------------------------------------------------------------------------- */

static Plan *plan_of(const Symbol *given, int count) {
    Plan *plan = NEW(Plan);
    Symbol *own = NEW_ARRAY(Symbol, count);
    memcpy(own, given, sizeof *given * (size_t)count);
    plan->symbols = own;
    plan->symbol_count = count;
    return plan;
}

static Reader *reader_of(const Plan *plan, const bool *active) {
    Reader *reader = NEW(Reader);
    int64_t *rank = NEW_ARRAY(int64_t, LANES);
    for (int i = 0; i < LANES; i++)
        rank[i] = i;
    reader->plan = plan;
    reader->lanes = LANES;
    reader->rank = rank;
    reader->active = active;
    reader->line = "a line";
    return reader;
}

/* One operator on two values; true: there is a new one. */
static bool one_step(Reader *reader, const Both *a, const Both *b, Both *made) {
    static const char *const ops[] = {"+", "-", "*", "/", "%", "<<", ">>", "&", "^", "+", "*"};
    const char *op = ops[any(COUNT_OF(ops))];
    Both out = {0};
    Outcome want = operate(op, a->model, b->model, is_one_number(b), &out.model);
    if (want == TOO_LARGE || out.model.degree > 2 || !is_small(&out.model))
        return false;
    out.number = number_binary(reader, op, a->number, b->number);
    Outcome got = reader->failed ? FAILS : reader->is_open ? OPENS : GIVES;
    EXPECT_OF(op, got == want);
    reader->failed = reader->is_open = false;
    if (got != GIVES || want != GIVES)
        return false;
    agree(reader, &out, op);
    *made = out;
    return true;
}

static void one_chain(const Plan *plan, const bool *active) {
    MemMark mark = mem_mark();
    Reader *reader = reader_of(plan, active);
    Both pool[POOL];
    for (int i = 0; i < POOL; i++) {
        pool[i] = some_value(reader);
        agree(reader, &pool[i], "begin");
    }
    for (int i = 0; i < CHAIN; i++) {
        Both made, *to = &pool[any(POOL)];
        if (any(6) == 0) {
            CType type = (CType)any(4);
            made = *to;
            made.number = number_convert(reader, to->number, type);
            made.model = converted(to->model, type);
            agree(reader, &made, "convert");
            *to = made;
        } else if (one_step(reader, &pool[any(POOL)], &pool[any(POOL)], &made)) {
            *to = made;
        } else {
            *to = some_value(reader);
        }
        one_comparison(reader, &pool[any(POOL)], &pool[any(POOL)]);
    }
    mem_rewind(mark);
}

static void chains(void) {
    Plan *plan = plan_of(symbols, UNITS);
    bool *active = NEW_ARRAY(bool, LANES);
    for (int i = 0; i < LANES; i++)
        active[i] = i != IDLE;
    for (int round = 0; round < ROUNDS; round++)
        one_chain(plan, active);
}

int main(void) {
    chains();
    mem_free_all();
    return unit_finish();
}
