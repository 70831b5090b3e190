/* Arithmetic on registers, bit for bit against a reference that is made another way: conversions by a
 * search in the table of all f16 (bf16) numbers, sums in double. On a GPU the same kernels run there. */
#include "emu_test.h"
#include <math.h>

typedef struct {
    const unsigned *a, *b; /* COUNT words each */
    unsigned *dst;         /* FORMS * COUNT */
} args;

enum { BLOCK = 64, COUNT = TC_ON_DEVICE ? 1 << 20 : 1 << 13 };
enum {
    SELECT,
    SELECT_LOW, /* of 64 bits, (a, b) or (b, a) */
    SELECT_HIGH,
    PERMUTE,
    PERMUTE_LOW,
    ADD_F32,
    ADD_U32,
    MAX_F32,
    MUL_F32,
    MIN_F32,
    MUL_U32,
    MIN_U32,
    MAX_U32,
    MIN_I32,
    MAX_I32,
    AND_B32,
    OR_B32,
    XOR_B32,
    INDEX_IF_F32,
    INDEX_IF_B32,
    TO_F16,  /* of (a, b) */
    TO_BF16, /* of (a, b) */
    F16_LOW, /* of a, two words */
    F16_HIGH,
    IN_PLACE,
    FORMS
};

TC_KERNEL(every_form, args) {
    for (unsigned i = tc_thread_index(); i < COUNT; i += BLOCK) {
        unsigned v[2], turned[2], w[FORMS], at;
        tc_load_global_b32(v, arg.a + i);
        tc_load_global_b32(v + 1, arg.b + i);
        tc_select_b32(w + SELECT, v, v + 1, i % 3 == 1);
        turned[0] = v[1];
        turned[1] = v[0];
        tc_select_b64(w + SELECT_LOW, v, turned, i % 3 == 1);
        tc_permute_b32(w + PERMUTE, v, v + 1, v[0] * 40503u ^ v[1]);
        tc_permute_b32(w + PERMUTE_LOW, v, v + 1, 0x5410);
        tc_add_f32(w + ADD_F32, v, v + 1);
        tc_add_u32(w + ADD_U32, v, v + 1);
        tc_max_f32(w + MAX_F32, v, v + 1);
        tc_mul_f32(w + MUL_F32, v, v + 1);
        tc_min_f32(w + MIN_F32, v, v + 1);
        tc_mul_u32(w + MUL_U32, v, v + 1);
        tc_min_u32(w + MIN_U32, v, v + 1);
        tc_max_u32(w + MAX_U32, v, v + 1);
        tc_min_i32(w + MIN_I32, v, v + 1);
        tc_max_i32(w + MAX_I32, v, v + 1);
        tc_and_b32(w + AND_B32, v, v + 1);
        tc_or_b32(w + OR_B32, v, v + 1);
        tc_xor_b32(w + XOR_B32, v, v + 1);
        tc_index_if_f32(w + INDEX_IF_F32, v, v + 1, i);
        tc_index_if_b32(w + INDEX_IF_B32, v, v + 1, i);
        tc_convert_f32_f16x2(w + TO_F16, v);
        tc_convert_f32_bf16x2(w + TO_BF16, v);
        tc_convert_f16x2_f32(w + F16_LOW, v);
        tc_convert_f32_f16x2(v, v); /* dst may be src */
        tc_add_u32(v, v, v);
        w[IN_PLACE] = v[0];
        for (unsigned k = 0; k < FORMS; k++) {
            at = k * COUNT + i;
            tc_store_global_b32(arg.dst + at, w + k);
        }
    }
}

/* ---- the reference -------------------------------------------------------------------------- */

/* A 16-bit float of `fraction` bits below the point and its exponents from 2^least on. */
typedef struct {
    int fraction, least;
    double value[0x7F81]; /* from +0 to what would be infinity's number, 2^largest */
    unsigned infinity;
} Format;
static Format f16, bf16;

static void fill(Format *f, int fraction, int least) {
    f->fraction = fraction;
    f->least = least;
    f->infinity = fraction == 10 ? 0x7C00 : 0x7F80;
    for (unsigned i = 0; i <= f->infinity; i++) {
        const int exponent = (int)(i >> fraction);
        const int rest = (int)(i & ((1u << fraction) - 1));
        const int whole = exponent ? rest + (1 << fraction) : rest;
        f->value[i] = ldexp(whole, least - fraction + (exponent ? exponent - 1 : 0));
    }
}

static float number(unsigned bits) {
    float x;
    memcpy(&x, &bits, 4);
    return x;
}

static unsigned bits_of(float x) {
    unsigned bits;
    memcpy(&bits, &x, 4);
    return bits;
}

/* The nearest; of two the even one. */
static unsigned nearest(const Format *f, unsigned bits) {
    const float x = number(bits);
    const unsigned sign = bits >> 31 << 15;
    const double size = fabs((double)x);
    unsigned low = 0, high = f->infinity;
    if (isnan(x))
        return 0x7FFF;
    if (size >= f->value[high])
        return sign | high;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (f->value[middle] <= size)
            low = middle;
        else
            high = middle;
    }
    if (size - f->value[low] < f->value[high] - size)
        return sign | low;
    if (size - f->value[low] > f->value[high] - size)
        return sign | high;
    return sign | (low % 2 ? high : low);
}

static unsigned widened(unsigned half) {
    const unsigned size = half & 0x7FFF;
    const float x = (float)f16.value[size < 0x7C00 ? size : 0];
    if (size > 0x7C00)
        return 0x7FFFFFFF;
    return half >> 15 << 31 | (size == 0x7C00 ? 0x7F800000 : bits_of(x));
}

/* Exact sums of two f32 need not fit a double, but rounding first to 53 bits changes nothing in 24. */
static unsigned sum(unsigned a, unsigned b) {
    const double exact = (double)number(a) + (double)number(b);
    return isnan(exact) ? 0x7FFFFFFF : bits_of((float)exact);
}

static unsigned larger(unsigned a, unsigned b) {
    const float x = number(a), y = number(b);
    if (isnan(x) || isnan(y))
        return !isnan(x) ? a : !isnan(y) ? b : 0x7FFFFFFF;
    if (x > y || y > x)
        return x > y ? a : b;
    return a & b; /* equal, or two zeros, of which one + makes it + */
}

static unsigned smaller(unsigned a, unsigned b) {
    const float x = number(a), y = number(b);
    if (isnan(x) || isnan(y))
        return !isnan(x) ? a : !isnan(y) ? b : 0x7FFFFFFF;
    if (x > y || y > x)
        return x < y ? a : b;
    return a | b; /* equal, or two zeros, of which one - makes it - */
}

/* 24 bits times 24 bits fit a double. */
static unsigned product(unsigned a, unsigned b) {
    const double exact = (double)number(a) * (double)number(b);
    return isnan(exact) ? 0x7FFFFFFF : bits_of((float)exact);
}

static unsigned permuted(unsigned a, unsigned b, unsigned selector) {
    unsigned char from[8], to[4];
    unsigned result = 0;
    for (unsigned i = 0; i < 8; i++)
        from[i] = (unsigned char)((i < 4 ? a : b) >> 8 * (i % 4));
    for (unsigned i = 0; i < 4; i++) {
        to[i] = from[selector >> 4 * i & 7];
        if (selector >> 4 * i & 8)
            to[i] = to[i] >= 128 ? 255 : 0;
        result |= (unsigned)to[i] << 8 * i;
    }
    return result;
}

static unsigned expected(unsigned form, unsigned i, unsigned a, unsigned b) {
    switch (form) {
    case SELECT:
        return i % 3 == 1 ? a : b;
    case SELECT_LOW:
        return i % 3 == 1 ? a : b;
    case SELECT_HIGH:
        return i % 3 == 1 ? b : a;
    case PERMUTE:
        return permuted(a, b, a * 40503u ^ b);
    case PERMUTE_LOW:
        return (a & 0xFFFF) | b << 16;
    case ADD_F32:
        return sum(a, b);
    case ADD_U32:
        return a + b;
    case MAX_F32:
        return larger(a, b);
    case MUL_F32:
        return product(a, b);
    case MIN_F32:
        return smaller(a, b);
    case MUL_U32:
        return (unsigned)((unsigned long long)a * b & 0xFFFFFFFFu);
    case MIN_U32:
        return a < b ? a : b;
    case MAX_U32:
        return a < b ? b : a;
    case MIN_I32:
        return (long long)(int)a < (int)b ? a : b;
    case MAX_I32:
        return (long long)(int)a < (int)b ? b : a;
    case AND_B32:
        return ~(~a | ~b);
    case OR_B32:
        return ~(~a & ~b);
    case XOR_B32:
        return (a & ~b) | (~a & b);
    case INDEX_IF_F32: /* zeros are equal, a NaN is equal to nothing */
        return (a == b && (a << 1) <= 0xFF000000u) || !((a | b) << 1) ? i : 0xFFFFFFFF;
    case INDEX_IF_B32:
        return a ^ b ? 0xFFFFFFFF : i;
    case TO_F16:
        return nearest(&f16, a) | nearest(&f16, b) << 16;
    case TO_BF16:
        return nearest(&bf16, a) | nearest(&bf16, b) << 16;
    case F16_LOW:
        return widened(a & 0xFFFF);
    case F16_HIGH:
        return widened(a >> 16);
    default:
        return 2 * (nearest(&f16, a) | nearest(&f16, b) << 16);
    }
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
    0x33000000, 0x33000001, 0x32FFFFFF, 0x33800000, 0x33C00000, 0x38800000, 0x387FFFFF, 0x387FE000,
    0x387FF000, 0x7F7F7FFF, 0x7F7F8000, 0x00008000, 0x00018000, 0x00007FFF, 0x00008001, 0x3F808000,
};
enum { SPECIAL = sizeof special / sizeof *special };

/* Any bits; a f16 or bf16 number, or the middle of two, or one beside; close to each other. */
static unsigned value(unsigned near) {
    const Format *f = draw() % 2 ? &f16 : &bf16;
    const unsigned at = draw() % f->infinity;
    const double two = draw() % 2 ? f->value[at] : f->value[at + 1];
    const unsigned middle =
        bits_of((float)((f->value[at] + two) / 2)) | (draw() % 2 ? 1u << 31 : 0);
    switch (draw() % 6) {
    case 0:
        return special[draw() % SPECIAL];
    case 1:
        return middle;
    case 2:
        return middle + 1 - draw() % 3;
    case 3:
        return near ^ (draw() % 2 ? 1u << 31 : 0) ^ draw() % 16;
    default:
        return draw();
    }
}

static void pair(unsigned i, unsigned *a, unsigned *b) {
    *a = i < SPECIAL * SPECIAL ? special[i / SPECIAL] : value(0);
    *b = i < SPECIAL * SPECIAL ? special[i % SPECIAL] : value(*a);
}

static const char *const form_names[FORMS] = {
    "select",  "select low", "select high", "permute", "permute 0x5410", "add f32",      "add u32",
    "max f32", "mul f32",    "min f32",     "mul u32", "min u32",        "max u32",      "min i32",
    "max i32", "and",        "or",          "xor",     "index if f32",   "index if b32", "to f16",
    "to bf16", "f16, low",   "f16, high",   "in place"};

static unsigned differs(unsigned form, unsigned i, unsigned a, unsigned b, unsigned found) {
    if (found == expected(form, i, a, b))
        return 0;
    printf(
        "%s of %08x, %08x: %08x, not %08x\n",
        form_names[form],
        a,
        b,
        found,
        expected(form, i, a, b));
    return 1;
}

static void test_kernel(void) {
    unsigned *a = (unsigned *)tc_emu_gmem_alloc(COUNT * 4, "a");
    unsigned *b = (unsigned *)tc_emu_gmem_alloc(COUNT * 4, "b"), wrong = 0;
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc((size_t)FORMS * COUNT * 4, "dst");
    args all;
    all.a = a;
    all.b = b;
    all.dst = dst;
    for (unsigned i = 0; i < COUNT; i++)
        pair(i, a + i, b + i);
    passes("every form", quiet(BLOCK, 0), every_form, &all);
    for (unsigned k = 0; k < FORMS; k++)
        for (unsigned i = 0; i < COUNT && wrong < 20; i++)
            wrong += differs(k, i, a[i], b[i], dst[k * COUNT + i]);
    EXPECT(wrong == 0);
    tc_emu_gmem_free(a);
    tc_emu_gmem_free(b);
    tc_emu_gmem_free(dst);
}

/* All f16 values, two in a register: 32768 words. */
TC_KERNEL(widen, args) {
    for (unsigned i = tc_thread_index(); i < 1 << 15; i += BLOCK) {
        unsigned v = 2 * i | (2 * i + 1) << 16, w[2];
        tc_convert_f16x2_f32(w, &v);
        tc_store_global_b64(arg.dst + 2 * i, w);
        tc_convert_f32_f16x2(&v, w);
        tc_store_global_b32(arg.dst + (1 << 16) + i, &v);
    }
}

static void test_every_f16(void) {
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc((3 << 15) * 4, "dst"), wrong = 0, back = 0;
    args all;
    all.a = all.b = NULL;
    all.dst = dst;
    passes("every f16", quiet(BLOCK, 0), widen, &all);
    for (unsigned i = 0; i < 1 << 16 && wrong < 20; i++) {
        const unsigned again = dst[(1 << 16) + i / 2] >> 16 * (i % 2) & 0xFFFF;
        wrong += differs(F16_LOW, 0, i, 0, dst[i]);
        back += again != ((i & 0x7FFF) > 0x7C00 ? 0x7FFF : i);
    }
    EXPECT(wrong == 0);
    EXPECT(back == 0);
    tc_emu_gmem_free(dst);
}

#if !TC_ON_DEVICE
/* Without a launch, so that there can be many: they are the calling thread's own registers. */
static void test_many(void) {
    unsigned v[2], found[2], wrong = 0;
    for (unsigned i = 0; i < 1 << 20 && wrong < 20; i++) {
        pair(i, v, v + 1);
        tc_convert_f32_f16x2(found, v);
        wrong += differs(TO_F16, i, v[0], v[1], found[0]);
        tc_convert_f32_bf16x2(found, v);
        wrong += differs(TO_BF16, i, v[0], v[1], found[0]);
        tc_add_f32(found, v, v + 1);
        wrong += differs(ADD_F32, i, v[0], v[1], found[0]);
        tc_max_f32(found, v, v + 1);
        wrong += differs(MAX_F32, i, v[0], v[1], found[0]);
        tc_permute_b32(found, v, v + 1, v[0] * 40503u ^ v[1]);
        wrong += differs(PERMUTE, i, v[0], v[1], found[0]);
    }
    EXPECT(wrong == 0);
}

#if defined(__FLT16_MANT_DIG__)
/* And as the compiler converts, where it can; of a NaN it keeps the bits. */
__extension__ typedef _Float16 CompilerHalf;

static void test_compiler(void) {
    unsigned v[2], found, wrong = 0;
    CompilerHalf half[2];
    for (unsigned i = 0; i < 1 << 18; i++) {
        unsigned bits;
        pair(i, v, v + 1);
        if (isnan(number(v[0])) || isnan(number(v[1])))
            continue;
        half[0] = (CompilerHalf)number(v[0]);
        half[1] = (CompilerHalf)number(v[1]);
        memcpy(&bits, half, 4);
        tc_convert_f32_f16x2(&found, v);
        wrong += found != bits;
    }
    EXPECT(wrong == 0);
}
#else
static void test_compiler(void) {
}
#endif
#endif

int main(void) {
    fill(&f16, 10, -14);
    fill(&bf16, 7, -126);
    test_kernel();
    test_every_f16();
#if !TC_ON_DEVICE
    test_many();
    test_compiler();
#endif
    return unit_finish();
}
