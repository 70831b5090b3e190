/* Every row of the table of conversions, bit for bit: all numbers of 16 bits and fewer, of f32 those around
 * the numbers of the other dtype and around the middles between them. The reference searches in the table
 * of all numbers of a dtype, in double; it shares nothing with the emulator. On a GPU the same rows run
 * there. */
#include "emu_test.h"
#include <math.h>

enum { BLOCK = 64, COUNT = 1 << 16, FEW = 32 * ORDERS, IN = 8, OUT = 4 }; /* words in and out */
#ifndef MANY /* inputs of each row, beside those of the kernels */
#define MANY (ORDERS * (COUNT / 4))
#endif
#define NOT_HERE 0x5AD05AD0u /* a row that this GPU has not */

typedef struct {
    const unsigned *src;
    unsigned *dst;
    unsigned count;
} args;

#define CALL_FEATURE_NONE(function, to, from) function(to, from)
#if TC_HAS_FP8
#define CALL_FEATURE_FP8(function, to, from) function(to, from)
#else
#define CALL_FEATURE_FP8(function, to, from) ((to)->word[0] = NOT_HERE)
#endif
#if TC_HAS_FP4
#define CALL_FEATURE_FP4(function, to, from) function(to, from)
#else
#define CALL_FEATURE_FP4(function, to, from) ((to)->word[0] = NOT_HERE)
#endif

#define X(id, function, ptx, of, into, rounding, elements, bits, feature, issue)                   \
    TC_KERNEL(run_##function, args) {                                                              \
        for (unsigned i = tc_thread_index(); i < arg.count; i += BLOCK) {                          \
            tc_b128 from[2], to = {{0, 0, 0, 0}};                                                  \
            tc_load_global_b128(from, arg.src + IN * i);                                           \
            tc_load_global_b128(from + 1, arg.src + IN * i + 4);                                   \
            CALL_##feature(function, &to, from);                                                   \
            tc_store_global_b128(arg.dst + OUT * i, &to);                                          \
        }                                                                                          \
    }
#include "conversions.def"
#undef X

enum { ROUNDING_EXACT, ROUNDING_RN, ROUNDING_RZ, ROUNDING_RNA, ROUNDING_RN_SAT, ROUNDING_RZ_SAT };
typedef void (*Call)(void *dst, const void *src);
#if TC_ON_DEVICE
typedef void (*Run)(const args);
#else
typedef Kernel Run;
#endif
typedef struct {
    const char *name, *from, *to;
    int rounding, count, bits;
    Run kernel;
    Call call; /* on the CPU */
} Row;
static const Row rows[] = {
#if TC_ON_DEVICE
#define X(id, function, ptx, of, into, rounding, elements, bits, feature, issue)                   \
    {#function, of, into, rounding, elements, bits, run_##function, NULL},
#else
#define X(id, function, ptx, of, into, rounding, elements, bits, feature, issue)                   \
    {#function, of, into, rounding, elements, bits, run_##function, function},
#endif
#include "conversions.def"
#undef X
};
enum { ROWS = sizeof rows / sizeof *rows };

/* ---- the reference -------------------------------------------------------------------------- */

/* `last`: the largest number, in its bits; behind it comes infinity, where there is one, then NaN. */
typedef struct {
    const char *name;
    int bits, fraction, least; /* the smallest normal number is 2^least */
    unsigned last;
    int has_infinity;
    unsigned nan;
    double *value; /* of the bits 0 .. last + 1 */
} Format;
static Format formats[] = {
    {"f32", 32, 23, -126, 0x7F7FFFFF, 1, 0x7FFFFFFF, NULL},
    {"tf32", 19, 10, -126, 0x3FBFF, 1, 0x3FFFF, NULL},
    {"f16", 16, 10, -14, 0x7BFF, 1, 0x7FFF, NULL},
    {"bf16", 16, 7, -126, 0x7F7F, 1, 0x7FFF, NULL},
    {"e5m2", 8, 2, -14, 0x7B, 1, 0x7F, NULL},
    {"e4m3", 8, 3, -6, 0x7E, 0, 0x7F, NULL},
    {"e2m1", 4, 1, 0, 0x7, 0, 0x7, NULL},
    {"i8", 8, 0, 0, 0, 0, 0, NULL},
    {"u8", 8, 0, 0, 0, 0, 0, NULL},
    {"i4", 4, 0, 0, 0, 0, 0, NULL},
    {"u4", 4, 0, 0, 0, 0, 0, NULL},
};

static Format *format_of(const char *name) {
    Format *f = formats;
    while (strcmp(f->name, name) != 0)
        f++;
    return f;
}

static int is_integer(const Format *f) {
    return f->last == 0;
}

static double size_of(const Format *f, unsigned bits) {
    const int exponent = (int)(bits >> f->fraction);
    const int rest = (int)(bits & ((1u << f->fraction) - 1));
    return ldexp(
        exponent ? rest + (1 << f->fraction) : rest,
        f->least - f->fraction + (exponent ? exponent - 1 : 0));
}

static void fill(Format *f) {
    if (is_integer(f) || f->bits == 32)
        return;
    f->value = (double *)malloc((f->last + 2) * sizeof *f->value);
    for (unsigned i = 0; i <= f->last + 1; i++)
        f->value[i] = size_of(f, i);
}

static double value_of(const Format *f, unsigned bits) {
    const unsigned sign = bits >> (f->bits - 1), size = bits & ((1u << (f->bits - 1)) - 1);
    double value;
    if (is_integer(f))
        return f->name[0] == 'i' && sign ? (double)bits - (double)(1u << f->bits) : (double)bits;
    value = size > f->last + (unsigned)f->has_infinity ? NAN
            : size > f->last                           ? INFINITY
                                                       : size_of(f, size);
    return sign ? -value : value;
}

static unsigned whole(const Format *f, double value, int to_zero) {
    const double low = f->name[0] == 'i' ? -(double)(1 << (f->bits - 1)) : 0;
    const double high = low + (double)((1u << f->bits) - 1);
    long long integer;
    if (isnan(value))
        return 0;
    value = value < low ? low : value > high ? high : value; /* both are whole */
    integer = (long long)value;
    value -= (double)integer;
    if (!to_zero && (fabs(value) > 0.5 || (fabs(value) == 0.5 && integer % 2 != 0)))
        integer += value < 0 ? -1 : 1;
    return (unsigned)integer & ((1u << f->bits) - 1);
}

/* The bits of the number that `size` is rounded to; one behind the last: too large. */
static unsigned near_to(const Format *f, double size, int rounding) {
    unsigned low = 0, high = f->last + 1;
    double below, above;
    if (size >= f->value[high])
        return high;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (f->value[middle] <= size)
            low = middle;
        else
            high = middle;
    }
    below = size - f->value[low];
    above = f->value[high] - size;
    if (rounding == ROUNDING_RZ || rounding == ROUNDING_RZ_SAT || below < above || below == 0)
        return low;
    if (below > above || rounding == ROUNDING_RNA)
        return high;
    return low % 2 ? high : low;
}

static unsigned rounded(const Format *f, double value, int rounding) {
    const unsigned sign = signbit(value) ? 1u << (f->bits - 1) : 0;
    const int saturates =
        rounding == ROUNDING_RN_SAT || rounding == ROUNDING_RZ_SAT || !f->has_infinity;
    unsigned size;
    if (isnan(value))
        return f->nan;
    if (isinf(value))
        return sign | (f->last + !saturates);
    size = near_to(f, fabs(value), rounding);
    if (size > f->last && (saturates || rounding == ROUNDING_RZ))
        size = f->last;
    return sign | size;
}

static unsigned bits_of(float x) {
    unsigned bits;
    memcpy(&bits, &x, 4);
    return isnan(x) ? 0x7FFFFFFF : bits;
}

static unsigned expected(const Row *row, unsigned bits) {
    const Format *from = format_of(row->from), *to = format_of(row->to);
    double value;
    if (strcmp(row->from, "tf32") == 0)
        return bits;
    if (strcmp(row->from, "bf16") == 0 && to->bits == 32)
        return bits << 16;
    value = value_of(from, bits);
    if (is_integer(to))
        return whole(to, value, row->rounding == ROUNDING_RZ_SAT);
    if (to->bits == 32)
        return bits_of((float)value);
    if (strcmp(row->to, "tf32") == 0)
        return !isnan(value)                   ? rounded(to, value, row->rounding) << 13
               : row->rounding == ROUNDING_RNA ? bits & 0xFFFFE000
                                               : 0x7FFFFFFF;
    return rounded(to, value, row->rounding);
}

/* ---- values --------------------------------------------------------------------------------- */

static unsigned long long state = 1;

static unsigned draw(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 32);
}

static const unsigned special[] = {
    0,          0x80000000, 1,          0x80000001, 0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0xFF7FFFFF,
    0x7F800000, 0xFF800000, 0x7F800001, 0xFF800001, 0x7FC00000, 0xFFC00000, 0x7FFFFFFF, 0xFFFFFFFF,
    0x7FA12345, 0x3F800000, 0xBF800000, 0x477FE000, 0x477FEFFF, 0x477FF000, 0xC77FF000, 0x47800000,
    0x43E00000, 0x43E7FFFF, 0x43E80000, 0x43E80001, 0x43F00000, 0x47600000, 0x476FFFFF, 0x47700000,
    0x40C00000, 0x40DFFFFF, 0x40E00000, 0x3E800000, 0x3E800001, 0x3F400000, 0x3FA00000, 0x40200000,
    0x42FE0000, 0x42FEFFFF, 0x42FF0000, 0x43000000, 0xC3000000, 0xC3008000, 0x437F0000, 0x437F8000,
    0xBF000000, 0xBF000001, 0x4F000000, 0xCF000000, 0x4F800000, 0x7F7FEFFF, 0x7F7FF000, 0x7F7F8000,
};
enum { SPECIAL = sizeof special / sizeof *special };

/* A number of the other dtype, or the middle of two, or a little beside. */
static unsigned f32_near(const Format *to) {
    unsigned at, bits;
    double value;
    if (draw() % 8 == 0)
        return draw();
    if (draw() % 8 == 0)
        return special[draw() % SPECIAL];
    if (is_integer(to))
        value = (double)(draw() % 600) / 2 - 2;
    else if (to->bits == 32)
        return draw();
    else {
        at = draw() % (to->last + 1);
        value = draw() % 2 ? to->value[at] : (to->value[at] + to->value[at + 1]) / 2;
    }
    bits = bits_of((float)value);
    if (draw() % 2)
        bits += draw() % 5 - 2;
    return bits ^ (draw() % 2 ? 1u << 31 : 0);
}

/* Element e of input i: of narrow dtypes each e runs through all numbers. */
static unsigned element_in(const Row *row, unsigned i, unsigned e) {
    const Format *from = format_of(row->from);
    if (from->bits < 32)
        return (i + e * 8191 + i / 16 * e) &
               (from->bits == 19 ? 0xFFFFFFFF : (1u << from->bits) - 1);
    return i * (unsigned)row->count + e < SPECIAL ? special[i * (unsigned)row->count + e]
                                                  : f32_near(format_of(row->to));
}

static int width_of(const char *name) {
    const int bits = format_of(name)->bits;
    return bits == 19 ? 32 : bits;
}

static void put(unsigned *words, unsigned e, int width, unsigned value) {
    const unsigned at = e * (unsigned)width;
    words[at / 32] |= value << at % 32;
}

static unsigned get(const unsigned *words, unsigned e, int width) {
    const unsigned at = e * (unsigned)width, word = words[at / 32] >> at % 32;
    return width == 32 ? word : word & ((1u << width) - 1);
}

static void draw_input(const Row *row, unsigned i, unsigned *words) {
    memset(words, 0, IN * sizeof *words);
    for (unsigned e = 0; e < (unsigned)row->count; e++)
        put(words, e, width_of(row->from), element_in(row, i, e));
}

/* Which element of the source becomes element e: packed pairs are nibbles 0 4 1 5 2 6 3 7. */
static unsigned source_of(const Row *row, unsigned e) {
    return strstr(row->name, "_pairs04") ? e / 2 + e % 2 * 4 : e;
}

static unsigned differs(const Row *row, const unsigned *in, const unsigned *out) {
    for (unsigned e = 0; e < (unsigned)row->count; e++) {
        const unsigned from = get(in, source_of(row, e), width_of(row->from)),
                       to = get(out, e, width_of(row->to));
        if (to == expected(row, from))
            continue;
        printf(
            "%s of %08x, element %u: %08x, not %08x\n",
            row->name,
            from,
            e,
            to,
            expected(row, from));
        return 1;
    }
    return 0;
}

static void test_kernel(const Row *row) {
    const unsigned count = TC_ON_DEVICE ? COUNT : FEW;
    unsigned *src = (unsigned *)tc_emu_gmem_alloc((size_t)IN * count * 4, "src"), wrong = 0;
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc((size_t)OUT * count * 4, "dst");
    args all;
    all.src = src;
    all.dst = dst;
    all.count = count;
    for (unsigned i = 0; i < count; i++)
        draw_input(row, i, src + IN * i);
    passes(row->name, quiet(BLOCK, 0), row->kernel, &all);
    if (dst[0] == NOT_HERE)
        printf("%s: not on this GPU\n", row->name);
    else
        for (unsigned i = 0; i < count && wrong < 5; i++)
            wrong += differs(row, src + IN * i, dst + OUT * i);
    EXPECT(wrong == 0);
    tc_emu_gmem_free(src);
    tc_emu_gmem_free(dst);
}

/* Without a launch, so that there can be many: they are the calling thread's own registers. */
static void test_many(const Row *row) {
    unsigned in[IN], out[OUT], wrong = 0;
    for (unsigned i = 0; row->call && i < MANY && wrong < 5; i++) {
        draw_input(row, i, in);
        memset(out, 0, sizeof out);
        row->call(out, in);
        wrong += differs(row, in, out);
        row->call(in, in); /* dst may be src */
        wrong += memcmp(in, out, (size_t)row->bits / 8) != 0;
    }
    EXPECT(wrong == 0);
}

/* It reads its elements alone (an address sanitizer sees that), and writes theirs alone. */
static void test_bytes(const Row *row) {
    const size_t bytes = (size_t)(row->count * width_of(row->from)) / 8;
    unsigned char *in = (unsigned char *)malloc(bytes), out[4 * OUT + 4];
    if (row->call && in) {
        memset(in, 1, bytes);
        memset(out, 0xA5, sizeof out);
        row->call(out, in);
        for (size_t i = (size_t)(row->count * width_of(row->to)) / 8; i < sizeof out; i++)
            EXPECT(out[i] == 0xA5);
    }
    free(in);
}

int main(void) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        fill(&formats[i]);
    EXPECT(ROWS > 60);
    for (unsigned i = 0; i < ROWS; i++) {
        test_kernel(&rows[i]);
        test_many(&rows[i]);
        test_bytes(&rows[i]);
    }
    return unit_finish();
}
