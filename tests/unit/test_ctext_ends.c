/* test_ctext_ends.c: where numbers of the re-reader end (generator/reread/ctext_value.c): products of arguments that
 * there is no room for, ranges and constants beyond 64 bits, masks with all bits. */
#include "generator/reread/ctext.h"
#include "unit.h"

enum { LANES = 5 };

static const Symbol pair[] = {
    {.name = "k", .role = SYMBOL_STRIDE, .min = 8, .max = 40, .divisor = 8},
    {.name = "n", .role = SYMBOL_LIMIT, .max = 9, .divisor = 1}};

static Plan *plan_of(const Symbol *given, int count) {
    Plan *plan = NEW(Plan);
    Symbol *own = NEW_ARRAY(Symbol, count);
    memcpy(own, given, sizeof *given * (size_t)count);
    plan->symbols = own;
    plan->symbol_count = count;
    return plan;
}

static Reader *reader_of(const Plan *plan) {
    static const bool everybody[LANES] = {true, true, true, true, true};
    Reader *reader = NEW(Reader);
    reader->plan = plan;
    reader->lanes = LANES;
    reader->rank = NEW_ARRAY(int64_t, LANES);
    reader->active = everybody;
    reader->line = "a line";
    return reader;
}

/* Each product of two of 16 arguments is one of 32 that there is room for; four factors are the most. */
static void products(void) {
    Symbol given[MAX_SYMBOLS];
    for (int i = 0; i < MAX_SYMBOLS; i++)
        given[i] = (Symbol){.name = "s", .role = SYMBOL_STRIDE, .min = 1, .max = 2, .divisor = 1};
    Reader *reader = reader_of(plan_of(given, MAX_SYMBOLS));
    Number power = number_constant(reader, 1, C_LONG);
    for (int i = 0; i < 6; i++) {
        power = number_times_symbol(reader, power, 3);
        EXPECT(reader->failed == (i >= 4));
        EXPECT(reader->product_count == (i < 4 ? i + 1 : 4));
    }
    EXPECT(strstr(reader->fault, "too many products of run-time arguments in 'a line'"));
    reader = reader_of(plan_of(given, MAX_SYMBOLS));
    for (int i = 0; i < 40; i++) {
        Number first = number_symbol(reader, i % MAX_SYMBOLS, C_LONG);
        if (i >= MAX_SYMBOLS)
            number_times_symbol(reader, first, (i + i / 32) % MAX_SYMBOLS);
        EXPECT(reader->failed == (i >= 32));
    }
    /* s1 * s0 is s0 * s1 */
    reader = reader_of(plan_of(given, 2));
    Number a = number_times_symbol(reader, number_symbol(reader, 0, C_LONG), 1);
    Number b = number_times_symbol(reader, number_symbol(reader, 1, C_LONG), 0);
    EXPECT(number_equal(&a, &b, 0) && reader->product_count == 3);
}

/* An end of a range that leaves 64 bits stays there, and what it is the end of is not known. */
static void saturation(void) {
    const int64_t huge = (int64_t)1 << 40;
    const Symbol given[] = {
        {.name = "a", .role = SYMBOL_STRIDE, .min = 1, .max = huge, .divisor = 1, .wide = true},
        {.name = "b", .role = SYMBOL_ORIGIN, .min = -huge, .max = huge, .divisor = 1, .wide = true},
        {.name = "c", .role = SYMBOL_STRIDE, .max = huge, .divisor = 1}};
    Reader *reader = reader_of(plan_of(given, 3));
    int64_t low, high;
    Number c = number_symbol(reader, 2, C_UNSIGNED); /* of 32 bits, whatever the layout allows */
    number_range(reader, &c, 0, &low, &high);
    EXPECT(low == 0 && high == UINT32_MAX);
    Number aa = number_times_symbol(reader, number_symbol(reader, 0, C_LONG), 0);
    number_range(reader, &aa, 0, &low, &high);
    EXPECT(low == 1 && high == INT64_MAX);
    Number ab = number_times_symbol(reader, number_symbol(reader, 0, C_LONG), 1);
    number_range(reader, &ab, 0, &low, &high);
    EXPECT(low == INT64_MIN && high == INT64_MAX);
    Number more = number_add_exact(reader, number_add_exact(reader, aa, ab, 1), c, 1);
    number_range(reader, &more, 0, &low, &high);
    EXPECT(low == INT64_MIN && high == INT64_MAX);
    Number both = number_add_exact(reader, ab, aa, -1);
    number_range(reader, &both, 0, &low, &high);
    EXPECT(low == INT64_MIN && high == INT64_MAX);
    Number less = number_add_exact(reader, aa, number_constant(reader, 7, C_LONG), -1);
    number_range(reader, &less, 0, &low, &high);
    EXPECT(low == -6 && high == INT64_MAX);
    Number minus = number_add_exact(reader, number_constant(reader, 7, C_LONG), aa, -1);
    number_range(reader, &minus, 0, &low, &high);
    EXPECT(low == INT64_MIN && high == 6);
    number_demand(reader, &minus);
    EXPECT(number_is_bad(&minus, 0) && number_is_bad(&minus, LANES - 1));
    /* 2^40 x 2^22 fits and 2^40 x 2^23 does not */
    for (int shift = 21; shift < 25; shift++) {
        Number times = number_constant(reader, (int64_t)1 << shift, C_LONG);
        Number a = number_symbol(reader, 0, C_LONG);
        Number product = number_binary(reader, "*", a, times);
        EXPECT(reader->failed == (shift >= 23));
        reader->failed = false;
        number_range(reader, &product, 0, &low, &high);
        EXPECT(low == (int64_t)1 << shift);
        EXPECT(high == (shift < 23 ? huge << shift : INT64_MAX));
    }
}

/* Constants that leave 64 bits, in the lane where they do. */
static void constants_beyond(void) {
    Reader *reader = reader_of(plan_of(pair, 2));
    int64_t *at = NEW_ARRAY(int64_t, LANES);
    for (int i = 0; i < LANES; i++)
        at[i] = i;
    Number lanes = number_lanes(at, C_LONG);
    Number most = number_constant(reader, INT64_MAX, C_LONG);
    Number sum = number_add_exact(reader, most, lanes, 1);
    Number product =
        number_add_exact(reader, number_constant(reader, 0, C_LONG), lanes, INT64_MAX / 3);
    for (int i = 0; i < LANES; i++) {
        EXPECT(number_is_bad(&sum, i) == (i > 0));
        EXPECT(number_is_bad(&product, i) == (i > 3));
    }
    /* of an unsigned long long, the last value is one too many to be told from what was saturated */
    Number full = number_constant(reader, INT64_MAX, C_ULL);
    number_demand(reader, &full);
    EXPECT(number_is_bad(&full, 0));
    full = number_constant(reader, INT64_MAX - 1, C_ULL);
    number_demand(reader, &full);
    EXPECT(!number_is_bad(&full, 0));
}

/* & and ^ with all bits: of what has run-time bits nothing is known. */
static void negative_masks(void) {
    Reader *reader = reader_of(plan_of(pair, 2));
    Number minus = number_constant(reader, -1, C_INT), k = number_symbol(reader, 0, C_INT);
    number_binary(reader, "^", k, minus);
    EXPECT(reader->is_open && reader->open[0] && !reader->open[1]);
    reader->is_open = false;
    Number turned = number_binary(reader, "^", number_constant(reader, 5, C_INT), minus);
    EXPECT(!reader->is_open && lanes_get(turned.constant, 0) == -6);
}

/* n / 4 and n / 4 % 2 of n up to 9, and n / 20 of it: digits of a limit have ranges of their own. */
static void digits_of_limits(void) {
    static const struct {
        int64_t div, mod, most;
    } rows[] = {{4, 0, 2}, {4, 2, 1}, {4, 3, 2}, {4, 4, 2}, {9, 0, 1}, {20, 0, 0}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Reader *reader = reader_of(plan_of(pair, 2));
        reader->quotient_count = 1;
        reader->quotient[0].symbol = 1;
        reader->quotient[0].div = rows[i].div;
        reader->quotient[0].mod = rows[i].mod;
        Number digit = number_symbol(reader, MAX_SYMBOLS, C_UNSIGNED);
        int64_t low, high;
        number_range(reader, &digit, 0, &low, &high);
        EXPECT(low == 0 && high == rows[i].most);
    }
}

int main(void) {
    products();
    saturation();
    constants_beyond();
    negative_masks();
    digits_of_limits();
    mem_free_all();
    return unit_finish();
}
