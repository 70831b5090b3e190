/* test_expr_text.c: expressions of a Plan in C (generator/text/expr_print.c, fold.c, rows.c, origin.c), each row with the
 * text that a reader would write for it. 64 threads; loops i, j, k of 8, 3 and 2; the arguments below. An expression
 * stands here as a sum of terms, factors first and the digit last: 32*ld*rank/8%4; of a digit in full,
 * x:pre_div,pre_mod-sub/div%mod~turn_div,turn_mod. */
#include "generator/text/text.h"
#include "unit.h"
#include <stdlib.h>

static Symbol symbols[] = {
    {.name = "ld", .role = SYMBOL_STRIDE, .min = 64, .max = 1 << 20, .divisor = 8},
    {.name = "m", .role = SYMBOL_ORIGIN, .max = 63, .divisor = 1},
    {.name = "n", .role = SYMBOL_ORIGIN, .max = 1008, .divisor = 16},
    {.name = "w", .role = SYMBOL_STRIDE, .max = (int64_t)1 << 40, .divisor = 1, .wide = true},
    {.name = "rows", .role = SYMBOL_LIMIT, .max = INT32_MAX, .divisor = 1},
    {.name = "cols", .role = SYMBOL_LIMIT, .max = INT32_MAX, .divisor = 1},
    {.name = "y", .role = SYMBOL_ORIGIN, .min = -1000, .max = 1000, .divisor = 1}};
static Loop loops[] = {{"i", 8, true}, {"j", 3, true}, {"k", 2, true}};
static const char *const symbol_names[] = {"ld", "m", "n", "w", "rows", "cols", "y"};

static Phase phases[1];
static Plan plan = {
    .scope = {.kind = SCOPE_CTA, .threads = 64, .lane_end = 32, .warp_end = 2},
    .threads = 64,
    .symbols = symbols,
    .symbol_count = 7,
    .loops = loops,
    .loop_count = 3,
    .phases = phases,
    .phase_count = 1};

static Names names_of(void) {
    Names names = {.plan = &plan};
    for (int i = 0; i < plan.symbol_count; i++)
        names.symbol[i] = symbol_names[i];
    return names;
}

/* ---- expressions from words -------------------------------------------------------------------- */

static bool takes(const char **at, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

static int64_t number_at(const char **at) {
    char *end;
    int64_t value = strtoll(*at, &end, 0);
    *at = end;
    return value;
}

static void read_pair(const char **at, int64_t *first, int64_t *second) {
    *first = number_at(at);
    takes(at, ",");
    *second = number_at(at);
}

static bool read_variable(const char **at, Digit *digit) {
    static const char *const plain[] = {"one", "rank", "i", "j", "k"};
    for (int v = 0; v < 5; v++)
        if (takes(at, plain[v])) {
            *digit = digit_of(
                v == 0   ? VAR_ONE
                : v == 1 ? VAR_RANK
                         : VAR_LOOP,
                v < 2 ? 0 : v - 2,
                1,
                0);
            return true;
        }
    return false;
}

static void read_digit(const char **at, Digit *digit) {
    if (takes(at, ":"))
        read_pair(at, &digit->pre_div, &digit->pre_mod);
    if (takes(at, "-"))
        digit->sub = number_at(at);
    else if (takes(at, "+"))
        digit->sub = -number_at(at);
    if (takes(at, "/"))
        digit->div = number_at(at);
    if (takes(at, "%"))
        digit->mod = number_at(at);
    if (takes(at, "~"))
        read_pair(at, &digit->turn_div, &digit->turn_mod);
}

/* Item: rank+8*i is a number that counts on. */
static void read_item(const char **at, Digit *digit) {
    static const char loop[] = "ijk";
    for (int s = 0; s < ITEM_LOOPS && takes(at, "@"); s++) {
        digit->kind = VAR_ITEM;
        digit->steps[s] = number_at(at);
        digit->loops[s] = (int)(strchr(loop, **at) - loop);
        ++*at;
    }
}

static void read_term(const char **at, int sign, Expr *expr) {
    Coef coef = coef_int(sign);
    Digit digit;
    for (;;) {
        int symbol = -1;
        if ((**at >= '0' && **at <= '9') || **at == '-') {
            coef.value *= number_at(at);
        } else if (read_variable(at, &digit)) {
            read_item(at, &digit);
            read_digit(at, &digit);
            expr_add_term(expr, (Term){coef, digit});
            return;
        } else {
            for (int s = 0; s < plan.symbol_count; s++)
                if (symbol < 0 && takes(at, symbol_names[s]))
                    symbol = s;
            if (symbol < 0)
                abort();
            if (**at != '*') {
                digit = digit_of(VAR_SYMBOL, symbol, 1, 0);
                read_digit(at, &digit);
                expr_add_term(expr, (Term){coef, digit});
                return;
            }
            coef.symbol[coef.count++] = symbol;
        }
        if (!takes(at, "*")) {
            expr->constant += coef.value;
            return;
        }
    }
}

/* "8*rank - 3 ^0x1c0>3": the XOR of the bits 0x1c0, moved down by 3; "<" up. */
static Expr expr_from(const char *at) {
    Expr expr = {0};
    int sign = 1;
    while (*at && *at != '^') {
        read_term(&at, sign, &expr);
        sign = takes(&at, " - ") ? -1 : 1;
        takes(&at, " + ");
        takes(&at, " ");
    }
    while (takes(&at, "^")) {
        Xor *x = &expr.xors[expr.xor_count++];
        x->mask = number_at(&at);
        bool up = *at++ == '<';
        x->shift = (int)number_at(&at) * (up ? -1 : 1);
        takes(&at, " ");
    }
    return expr;
}

static void expect(const char *row, const char *got, const char *want) {
    bool same = got && strcmp(got, want) == 0;
    EXPECT_OF(row, same);
    if (!same)
        printf("--- %s\n--- got  %s\n--- want %s\n", row, got ? got : "nothing", want);
}

/* ---- sums ------------------------------------------------------------------------------------- */

static const struct {
    const char *expr, *want;
} sums[] = {
    /* what is left of a digit in the range of its variable */
    {"0", "0"},
    {"7", "7"},
    {"rank", "rank"},
    {"1*rank", "rank"},
    {"8*rank", "rank * 8"},
    {"rank/8", "rank / 8"},
    {"rank/8%4", "rank / 8 % 4"},
    {"rank%64", "rank"},
    {"rank%63", "rank % 63"},
    {"rank%32", "rank % 32"},
    {"rank/32%2", "rank / 32"},
    {"rank/16%2", "rank / 16 % 2"},
    {"rank/63", "rank / 63"},
    {"rank/64 + 3", "3"},
    {"rank%1 + 3", "3"},
    {"i%8", "i"},
    {"i%7", "i % 7"},
    {"4*i/7", "i / 7 * 4"},
    {"4*i/8 + rank", "rank"},
    {"j/2%2", "j / 2"},
    {"rank:8,4/2", "rank / 16 % 2"},
    {"rank:8,8/2", "rank / 16"},
    {"rank:4,8/2%2", "rank / 8 % 2"},
    {"rank:1,32/8%8", "rank / 8 % 4"},
    {"rank:2,12/8", "rank / 2 % 12 / 8"},
    {"rank:3,0/5", "rank / 15"},
    {"rank-24/4", "(rank - 24) / 4"},
    {"2*rank-24/4%3", "(rank - 24) / 4 % 3 * 2"},
    {"2*rank-24/4%9", "(rank - 24) / 4 % 9 * 2"},
    {"2*rank-24/4%10", "(rank - 24) / 4 * 2"},
    {"rank-24", "(rank - 24)"},
    {"rank:4,8-2/2", "(rank / 4 % 8 - 2) / 2"},
    {"rank:4,16-2/2", "(rank / 4 - 2) / 2"},
    {"rank+96/4", "(rank + 96) / 4"},
    {"4*rank+96", "rank * 4 + 384"},
    /* neighbours become one */
    {"64*rank/8 + 8*rank%8", "rank * 8"},
    {"8*rank%8 + 64*rank/8%4", "rank % 32 * 8"},
    {"8*rank%8 + 64*rank/8", "rank * 8"},
    {"8*rank%8 + 32*rank/8", "rank % 8 * 8 + rank / 8 * 32"},
    {"8*rank%8 + 64*rank/16", "rank % 8 * 8 + rank / 16 * 64"},
    {"rank%2 + 2*rank/2%2 + 4*rank/4%2", "rank % 8"},
    {"3*rank/4 + 5*rank/4", "rank / 4 * 8"},
    {"3*ld*rank + 5*rank", "rank * 3 * ld + rank * 5"},
    {"ld*rank%8 + 8*ld*rank/8", "rank * ld"},
    {"i%2 + 2*i/2", "i"},
    {"i + 8*j", "i + j * 8"},
    {"rank%8 + 8*i/8", "rank % 8"},
    /* signs */
    {"rank - 3", "rank - 3"},
    {"-3", "0u - 3"},
    {"0 - 2*rank", "0u - rank * 2"},
    {"5 - rank", "5 - rank"},
    {"i - rank + 5 - 2*j", "i + 5 - rank - j * 2"},
    {"0 - rank - i", "0u - rank - i"},
    {"-5 - rank", "0u - rank - 5"},
    {"-5 + rank", "rank - 5"},
    /* 32 bits or 64 */
    {"2147483647", "2147483647"},
    {"2147483648", "2147483648u"},
    {"4294967295", "4294967295u"},
    {"4294967296", "4294967296ull"},
    {"68174084*rank", "rank * 68174084"},
    {"68174085*rank", "rank * 68174085ull"},
    {"68174084*rank + 3", "rank * 68174084 + 3"},
    {"68174084*rank + 4", "rank * 68174084ull + 4ull"},
    {"2147483648*k", "k * 2147483648u"},
    {"ld*rank", "rank * ld"},
    {"65*ld*rank", "rank * 65 * ld"},
    {"66*ld*rank", "rank * 66ull * ld"},
    {"64*ld*rank", "rank * 64 * ld"},
    {"64*ld*rank + 67108864", "rank * 64ull * ld + 67108864ull"},
    {"64*ld*rank + 67108863", "rank * 64 * ld + 67108863"},
    {"72*ld*rank + m", "rank * 72ull * ld + m"},
    {"m + 72*ld*rank", "m + rank * 72ull * ld"},
    {"ld*ld*one", "1ull * ld * ld"},
    {"w*rank", "rank * w"},
    {"2*w*rank", "rank * 2ull * w"},
    {"w + rank", "w + rank"},
    {"w + rank + 1", "w + rank + 1ull"},
    {"rows + rank", "rows + rank"},
    {"rows + rows*one", "rows + rows"},
    {"2*rows + 1", "rows * 2 + 1"},
    {"2*rows + 2", "rows * 2ull + 2ull"},
    {"3*rows", "rows * 3ull"},
    {"rows + cols", "rows + cols"},
    {"rows + cols + 1", "rows + cols + 1"},
    {"rows + cols + 2", "rows + cols + 2ull"},
    {"rows + cols + m", "rows + cols + m * 1ull"},
    {"m + rows + cols", "m + rows + cols * 1ull"},
    {"rows - cols", "rows - cols"},
    {"rows + 2147483647 + m", "rows + m + 2147483647ull"},
    /* arguments */
    {"m", "m"},
    {"64*m", "m * 64"},
    {"ld*m", "m * ld"},
    {"ld*one", "ld"},
    {"32*ld*one", "32 * ld"},
    {"m/4%8", "m / 4 % 8"},
    {"m/4%16", "m / 4"},
    {"n + m + rank", "n + m + rank"},
    /* turned by the rank */
    {"i~1,8", "(i ^ rank % 8)"},
    {"i/2~4,2", "(i ^ rank / 4 % 2) / 2"},
    {"i/2~4,16", "(i ^ rank / 4) / 2"},
    {"i~4,15", "(i ^ rank / 4 % 15)"},
    {"4*i%8~1,64", "(i ^ rank) % 8 * 4"},
    {"i~1,63", "(i ^ rank % 63)"},
    /* a number that counts on */
    {"rank@64i/24", "(rank + i * 64) / 24"},
    {"2*rank@64i/24%8", "(rank + i * 64) / 24 % 8 * 2"},
    {"rank@64i%512", "rank + i * 64"},
    {"rank@64i%511", "(rank + i * 64) % 511"},
    {"3*rank@64i", "rank * 3 + i * 192"},
    {"rank@64i-5/7", "(rank + i * 64 - 5) / 7"},
    {"3*rank@64i+5", "rank * 3 + i * 192 + 15"},
    {"rank@64i@512j/100", "(rank + i * 64 + j * 512) / 100"},
    /* swizzles that are spelled by the digits that feed them */
    {"8*rank ^0x38>3", "(rank * 8) ^ (rank % 8)"},
    {"8*rank ^0x1c0>3", "(rank * 8) ^ (rank / 8 * 8)"},
    {"8*rank%8 + 64*rank/8 ^0x1c0>3", "(rank * 8) ^ (rank / 8 * 8)"},
    {"64*rank%8 + 8*rank/8 ^0x1c0>3", "(rank % 8 * 64 + rank / 8 * 8) ^ (rank % 8 * 8)"},
    {"64*rank/8 ^0xc0>3", "(rank / 8 * 64) ^ (rank / 8 % 4 * 8)"},
    {"16*rank ^0x1c0>3", "(rank * 16) ^ (rank / 4 % 8 * 8)"},
    {"512*i + 8*rank%8 ^0x1c0>3", "i * 512 + rank % 8 * 8"},
    {"64*i ^0x1c0>3", "(i * 64) ^ (i * 8)"},
    {"64*i + 512*rank + 64 ^0x1c0>3",
     "(i * 64 + rank * 512 + 64) ^ ((i * 64 + rank * 512 + 64) / 64 % 8 * 8)"},
    {"3*rank ^0x18>3", "(rank * 3) ^ ((rank * 3) / 8 % 4)"},
    {"3*rank ^0x28>3", "(rank * 3) ^ (((rank * 3) & 40) >> 3)"},
    {"3*rank ^0x7<3", "(rank * 3) ^ ((rank * 3) % 8 * 8)"},
    {"72 ^0x1c0>3", "64"},
    {"64*rank + 1024*m ^0x1c0>3", "(rank * 64 + m * 1024) ^ (rank % 8 * 8)"},
    {"3*rank ^0x5<3", "(rank * 3) ^ (((rank * 3) & 5) << 3)"},
    {"64*rank + 8*n ^0x1c0>3", "(rank * 64 + n * 8) ^ ((rank * 64 + n * 8) / 64 % 8 * 8)"},
};

static void sums_in_words(void) {
    Names names = names_of();
    for (size_t i = 0; i < COUNT_OF(sums); i++) {
        Expr expr = expr_from(sums[i].expr), folded = expr_fold(&plan, &expr, NULL);
        expect(sums[i].expr, expr_phrase(&names, &folded, 0).at, sums[i].want);
    }
}

/* ---- products of a row pitch --------------------------------------------------------------------- */

static void pitches(void) {
    static const struct {
        const char *expr;
        int64_t pitch;
        const char *want;
    } rows[] = {
        {"2048", 64, "32 * 64"},
        {"128", 64, "2 * 64"},
        {"64", 64, "64"},
        {"63", 64, "63"},
        {"96", 64, "96"},
        {"128*i + 64", 64, "i * 2 * 64 + 64"},
        {"i + 192", 64, "i + 3 * 64"},
        {"i - 192", 64, "i - 3 * 64"},
        {"4", 1, "4"},
        {"4", 0, "4"},
        {"4", 2, "2 * 2"},
        {"3221225472", 1073741824, "3u * 1073741824"},
        {"4294967295", 2147483647, "4294967295u"},
        {"4294967294", 2147483647, "2u * 2147483647"},
        {"2147483646", 1073741823, "2 * 1073741823"},
        {"4294967292", 2, "2147483646u * 2"},
        {"4294967296", 2, "2147483648ull * 2ull"},
        {"8589934592", 1073741824, "8ull * 1073741824ull"}};
    Names names = names_of();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Expr expr = expr_from(rows[i].expr);
        expect(rows[i].expr, expr_phrase(&names, &expr, rows[i].pitch).at, rows[i].want);
    }
}

/* ---- digits that are locals ----------------------------------------------------------------------- */

static void named_digits(void) {
    static const struct {
        const char *expr, *want;
    } rows[] = {
        {"8*rank/8", "row * 8"},
        {"rank/16", "row / 2"},
        {"rank/8%4", "row % 4"},
        {"rank/16%2", "row / 2 % 2"},
        {"rank/4", "rank / 4"},
        {"rank/12", "rank / 12"},
        {"rank%8", "chunk"},
        {"rank%4", "chunk % 4"},
        {"rank/2%4", "chunk / 2"},
        {"rank/2%2", "chunk / 2 % 2"},
        {"rank/2%8", "rank / 2 % 8"},
        {"rank%16", "rank % 16"},
        {"rank%6", "rank % 6"},
        {"rank", "rank"},
        {"i/8%2 + i", "i"},
        {"64*rank/8 + 8*rank%8 ^0x1c0>3", "(rank * 8) ^ (row * 8)"},
        {"512*rank/16 + 8*rank%8 ^0x1c0>3", "row / 2 * 512 + chunk * 8"},
        {"i~1,8", "(i ^ chunk)"},
        {"i~8,4", "(i ^ row % 4)"},
        {"rank-8/8", "(rank - 8) / 8"}};
    Names names = names_of();
    names.named[0].digit = digit_of(VAR_RANK, 0, 8, 0);
    names.named[0].name = "row";
    names.named[1].digit = digit_of(VAR_RANK, 0, 1, 8);
    names.named[1].name = "chunk";
    names.named_count = 2;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Expr expr = expr_from(rows[i].expr), folded = expr_fold(&plan, &expr, NULL);
        expect(rows[i].expr, expr_phrase(&names, &folded, 0).at, rows[i].want);
    }
}

/* The XOR on the digit that it changes. */
static void turned_digits(void) {
    static const struct {
        const char *expr, *want;
    } rows[] = {
        {"128*rank%16 + 16*rank/16 ^0x380>3", "rank % 16 * 128 + (rank / 16 ^ rank % 8) * 16"},
        {"128*rank%16 + 16*rank/16 ^0x180>3", "rank % 16 * 128 + (rank / 16 ^ rank % 4) * 16"},
        {"64*rank%16 + 16*rank/16 + 128*i ^0x380>3",
         "(rank % 16 * 64 + rank / 16 * 16 + i * 128) ^ ((rank % 16 * 64 + rank / 16 * 16 + i * "
         "128) / 128 % 8 * "
         "16)"},
        {"16*rank/16 + 128*rank%16 ^0x380>3", "rank % 16 * 128 + (rank / 16 ^ rank % 8) * 16"},
        {"8*rank%16 + rank/16 ^0x38>3", "rank % 16 * 8 + (rank / 16 ^ rank % 8)"},
        {"128*rank%16 + 8*rank/16 ^0x380>3", "(rank % 16 * 128 + rank / 16 * 8) ^ (rank % 8 * 16)"},
        {"16*rank ^0x380>3", "(rank * 16) ^ (rank / 8 * 16)"},
        {"1024*rank%16 + 16*rank/16 ^0x380>3", "rank % 16 * 1024 + rank / 16 * 16"},
        {"128*rank%16 + 16*rank/16", "rank % 16 * 128 + rank / 16 * 16"}};
    Names names = names_of();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Expr expr = expr_from(rows[i].expr), folded = expr_fold(&plan, &expr, NULL);
        expect(rows[i].expr, expr_phrase_by_digit(&names, &folded).at, rows[i].want);
    }
}

/* Run-time rows and columns apart; "": they are not. */
static void rows_apart(void) {
    static const struct {
        const char *expr, *want;
    } rows[] = {
        {"64*m + n%32 ^0x1c0>3", "m * 64 + ((n % 32) ^ (m % 8 * 8))"},
        {"64*m + n%64 + 64*i ^0x1c0>3", "m * 64 + i * 64 + ((n % 64) ^ ((m + i) % 8 * 8))"},
        {"64*m + 512*i + n%64 ^0x1c0>3", "m * 64 + i * 512 + ((n % 64) ^ (m % 8 * 8))"},
        {"64*m + n%64 + 192 ^0x1c0>3", "m * 64 + 192 + ((n % 64) ^ ((m + 3) % 8 * 8))"},
        {"64*m + n%64 + 704 ^0x1c0>3", "m * 64 + 704 + ((n % 64) ^ ((m + 3) % 8 * 8))"},
        {"64*m ^0x1c0>3", "m * 64 + m % 8 * 8"},
        {"8*m + n%8 ^0x38>3", "m * 8 + ((n % 8) ^ (m % 8))"},
        {"64*m + 16 ^0x1c0>3", "m * 64 + (16 ^ (m % 8 * 8))"},
        {"64*m + n%64 + 1 ^0x1c0>3", ""}, /* the columns reach the next row */
        {"64*m + n%48 + 16 ^0x1c0>3", "m * 64 + ((n % 48 + 16) ^ (m % 8 * 8))"},
        {"64*m + n%48 + 17 ^0x1c0>3", ""},
        {"64*m + n ^0x1c0>3", ""},       /* n is more than 64 */
        {"64*rank + n%64 ^0x1c0>3", ""}, /* no row at run time */
        {"64*rank + n%64 + 64*i ^0x1c0>3",
         "rank * 64 + i * 64 + ((n % 64) ^ ((rank + i) % 8 * 8))"},
        {"n%64 ^0x1c0>3", ""},
        {"64*m - n%64 ^0x1c0>3", ""},
        {"64*ld*m ^0x1c0>3", ""},
        {"64*m + n%64 ^0x38<3", ""}, /* the column turns the row */
        {"64*m + n%64 ^0x140>3", ""}};
    Names names = names_of();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Expr expr = expr_from(rows[i].expr), folded = expr_fold(&plan, &expr, NULL);
        Phrase phrase;
        bool apart = rows_phrase(&names, &folded, 0, &phrase);
        expect(rows[i].expr, apart ? phrase.at : "", rows[i].want);
    }
}

/* ---- conditions ------------------------------------------------------------------------------------ */

static void conditions(void) {
    static const struct {
        const char *lhs;
        CondOp op;
        const char *rhs, *want; /* NULL: always true */
    } rows[] = {
        {"rank - 24", COND_LT, "0", "rank < 24"},
        {"rank", COND_LT, "24", "rank < 24"},
        {"rank", COND_LT, "64", NULL},
        {"rank", COND_LT, "63", "rank < 63"},
        {"rank", COND_GE, "0", NULL},
        {"rank", COND_GE, "1", "rank >= 1"},
        {"0 - rank", COND_GE, "-23", "23 >= rank"},
        {"rank - 5", COND_EQ, "-2", "rank == 3"},
        {"rank/64", COND_EQ, "0", NULL},
        {"rank - i", COND_LT, "2*j", "rank < j * 2 + i"},
        {"8*i + j", COND_LT, "59", NULL},
        {"8*i + j", COND_LT, "58", "i * 8 + j < 58"},
        {"8*i", COND_LT, "8*rank + 57", NULL},
        {"8*i", COND_LT, "8*rank + 56", "i * 8 < rank * 8 + 56"},
        {"rank", COND_LT, "rows", "rank < rows"},
        {"rank - rows", COND_LT, "0", "rank < rows"},
        {"rank + 8*i", COND_GE, "rows", "rank + i * 8 >= rows"},
        {"m", COND_LT, "64", "m < 64"},
        {"rank/8 + 3", COND_LT, "-1*rows", "rank / 8 + rows + 3 < 0"},
        {"8*rank ^0x38>3", COND_LT, "9", "((rank * 8) ^ (rank % 8)) < 9"}};
    Names names = names_of();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Cond cond = {expr_from(rows[i].lhs), rows[i].op, expr_from(rows[i].rhs)};
        const char *got = cond_text(&names, &cond, NULL);
        expect(rows[i].lhs, got ? got : "always", rows[i].want ? rows[i].want : "always");
    }
}

/* With i = 3: a loop that is a constant. */
static void constant_loops(void) {
    static const struct {
        const char *expr, *want;
    } rows[] = {
        {"8*i + rank", "rank + 24"},
        {"i/2%2 + 4*j", "j * 4 + 1"},
        {"i~1,8", "(rank % 8 ^ 3)"},
        {"k~1,8", "rank % 8"},
        {"rank@64i/24", "(rank + 192) / 24"},
        {"3*rank@64i", "rank * 3 + 576"},
        {"rank@64i@512j/100", "(rank + j * 512 + 192) / 100"},
        {"ld*i", "3 * ld"},
        {"ld*i + 5*ld*one", "8 * ld"},
        {"ld*k + rank", "rank"}};
    const int64_t fixed[] = {3, -1, 0};
    Names names = names_of();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Expr expr = expr_from(rows[i].expr), folded = expr_fold(&plan, &expr, fixed);
        expect(rows[i].expr, expr_phrase(&names, &folded, 0).at, rows[i].want);
    }
}

/* ---- locals ------------------------------------------------------------------------------------------ */

static void locals(void) {
    static const struct {
        const char *expr, *want;
        bool by_digit;
    } rows[] = {
        {"8*rank", "const unsigned at = rank * 8;\n", false},
        {"rank-8", "const unsigned at = rank - 8;\n", false},
        {"66*ld*rank", "const unsigned long long at = rank * 66ull * ld;\n", false},
        {"128*m + 128*rank%16 + 16*rank/16 ^0x380>3",
         "const unsigned at = m * 128 + rank % 16 * 128 + ((rank / 16 * 16) ^ ((m + rank % 16) % 8 "
         "* 16));\n",
         false},
        {"1024*m + 128*rank%16 + 16*rank/16 ^0x380>3",
         "const unsigned at = m * 1024 + ((rank % 16 * 128 + rank / 16 * 16) ^ (rank % 8 * 16));\n",
         false},
        {"1024*m + 128*rank%16 + 16*rank/16 ^0x380>3",
         "const unsigned at = m * 1024 + rank % 16 * 128 + (rank / 16 ^ rank % 8) * 16;\n",
         true},
        {"12345*m + 67891*n + 23456*rank%3 + 34567*i%7 + 45678*j + 56789*rank/7%5 + 11111*k + 9",
         "unsigned at = m * 12345 + n * 67891 + rank % 3 * 23456 + i % 7 * 34567 + j * 45678;\n"
         "at += rank / 7 % 5 * 56789 + k * 11111 + 9;\n",
         false},
        {"12345*ld*m + 67891*n + 23456*rank%3 + 34567*i%7 + 45678*j + 56789*rank/7%5 + 3",
         "unsigned long long at = m * 12345ull * ld + n * 67891ull + rank % 3 * 23456ull + "
         "i % 7 * 34567ull;\n"
         "at += j * 45678 + rank / 7 % 5 * 56789 + 3;\n",
         false},
        {"8*n/16 + 128*rank%16 + 16*rank/16 ^0x380>3", /* too long for one line */
         "unsigned at = n / 16 * 8 + rank % 16 * 128 + rank / 16 * 16;\nat = at ^ (at / 128 % 8 * "
         "16);\n",
         false}};
    Names names = names_of();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Expr expr = expr_from(rows[i].expr), folded = expr_fold(&plan, &expr, NULL);
        Text out = {0};
        print_value(&out, 0, &names, "at", &folded, rows[i].by_digit);
        expect(rows[i].expr, text_string(&out), rows[i].want);
    }
}

static void brackets(void) {
    static const char *const rows[][2] = {
        {"(rank - 8)", "rank - 8"},
        {"(a) + (b)", "(a) + (b)"},
        {"((a) + (b))", "(a) + (b)"},
        {"rank", "rank"},
        {"()", "()"},
        {"(a)", "a"},
        {"a (b)", "a (b)"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        expect(rows[i][0], without_brackets(rows[i][0]), rows[i][1]);
    Phrase sum = {"a + b", SHAPE_SUM}, atom = {"a", SHAPE_ATOM}, product = {"a * b", SHAPE_PRODUCT};
    expect("sum", phrase_in(sum, SHAPE_PRODUCT), "(a + b)");
    expect("sum", phrase_in(sum, SHAPE_SUM), "a + b");
    expect("product", phrase_in(product, SHAPE_ATOM), "(a * b)");
    expect("atom", phrase_in(atom, SHAPE_ATOM), "a");
}

int main(void) {
    sums_in_words();
    pitches();
    named_digits();
    turned_digits();
    rows_apart();
    conditions();
    constant_loops();
    locals();
    brackets();
    mem_free_all();
    return unit_finish();
}
