/* Numbers of 16 and 64 bits, combined, bit for bit against a reference that rounds by a search among all numbers of
 * 16 bits. On a GPU the same kernels run there. */
#include "emu_test.h"
#include <math.h>

typedef struct {
    const unsigned *in; /* four words each */
    unsigned *out;      /* FORMS words each */
} args;

enum { BLOCK = 64, COUNT = TC_ON_DEVICE ? 1 << 18 : 1 << 12 };
enum { HALVES = 16, PLACES = 6, WIDE = 13, FORMS = HALVES + PLACES + 2 * WIDE };

TC_KERNEL(every_form, args) {
    for (unsigned i = tc_thread_index(); i < COUNT; i += BLOCK) {
        unsigned v[4] __attribute__((aligned(16))), w[FORMS] = {0};
        const unsigned *a = v, *b = v + 2;
        tc_load_global_b128(v, arg.in + 4 * i);
        /* From the last to the first: one that writes too much is seen. */
        unsigned *wide = w + HALVES + PLACES;
        tc_xor_b64(wide + 24, a, b);
        tc_or_b64(wide + 22, a, b);
        tc_and_b64(wide + 20, a, b);
        tc_max_i64(wide + 18, a, b);
        tc_min_i64(wide + 16, a, b);
        tc_max_u64(wide + 14, a, b);
        tc_min_u64(wide + 12, a, b);
        tc_mul_u64(wide + 10, a, b);
        tc_add_u64(wide + 8, a, b);
        tc_max_f64(wide + 6, a, b);
        tc_min_f64(wide + 4, a, b);
        tc_mul_f64(wide + 2, a, b);
        tc_add_f64(wide, a, b);
        tc_index_if_b32(w + 21, a, b, i);
        tc_index_if_f32(w + 20, a, b, i);
        tc_index_if_b64(w + 19, a, b, i);
        tc_index_if_f64(w + 18, a, b, i);
        tc_index_if_bf16(w + 17, a, b, i);
        tc_index_if_f16(w + 16, a, b, i);
        tc_max_bf16(w + 15, a, b);
        tc_min_bf16(w + 14, a, b);
        tc_mul_bf16(w + 13, a, b);
        tc_add_bf16(w + 12, a, b);
        tc_max_f16(w + 11, a, b);
        tc_min_f16(w + 10, a, b);
        tc_mul_f16(w + 9, a, b);
        tc_add_f16(w + 8, a, b);
        tc_max_bf16x2(w + 7, a, b);
        tc_min_bf16x2(w + 6, a, b);
        tc_mul_bf16x2(w + 5, a, b);
        tc_add_bf16x2(w + 4, a, b);
        tc_max_f16x2(w + 3, a, b);
        tc_min_f16x2(w + 2, a, b);
        tc_mul_f16x2(w + 1, a, b);
        tc_add_f16x2(w, a, b);
        for (unsigned k = 0; k < FORMS; k++)
            tc_store_global_b32(arg.out + FORMS * i + k, w + k);
    }
}

/* Lane l gets the 8 bytes of lane l ^ 5, in place, then those that lane 31 - l has now. */
TC_KERNEL(turned, args) {
    unsigned v[2] __attribute__((aligned(8)));
    tc_load_global_b64(v, arg.in + 2 * tc_thread_index());
    tc_shuffle_xor_b64(v, v, 5);
    tc_shuffle_b64(v, v, 31 - tc_lane_index());
    tc_store_global_b64(arg.out + 2 * tc_thread_index(), v);
}

/* ---- the reference -------------------------------------------------------------------------- */

static double worth(unsigned bits, int fraction) {
    const int bias = fraction == 10 ? 15 : 127, exponent = (int)(bits >> fraction);
    const int rest = (int)(bits & ((1u << fraction) - 1));
    return ldexp(
        exponent ? rest + (1 << fraction) : rest, (exponent ? exponent : 1) - bias - fraction);
}

/* The nearest; of two the even one. What would be the number of infinity, 2^largest, is infinity. */
static unsigned nearest(double x, int fraction) {
    const unsigned infinity = fraction == 10 ? 0x7C00 : 0x7F80, sign = signbit(x) ? 0x8000 : 0;
    unsigned low = 0, high = infinity;
    if (isnan(x))
        return 0x7FFF;
    x = fabs(x);
    if (x >= worth(infinity, fraction))
        return sign | infinity;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (worth(middle, fraction) <= x)
            low = middle;
        else
            high = middle;
    }
    const double below = x - worth(low, fraction), above = worth(high, fraction) - x;
    return sign | (below < above || (below <= above && low % 2 == 0) ? low : high);
}

static double number(unsigned half, int fraction) {
    const unsigned size = half & 0x7FFF, infinity = fraction == 10 ? 0x7C00 : 0x7F80;
    const double x = size > infinity ? NAN : size == infinity ? INFINITY : worth(size, fraction);
    return half >> 15 ? -x : x;
}

static unsigned chosen(unsigned a, unsigned b, double x, double y, int larger) {
    if (isnan(x) || isnan(y))
        return !isnan(x) ? a : !isnan(y) ? b : 0x7FFF;
    if (x < y || y < x)
        return (x < y) != larger ? a : b;
    return larger ? a & b : a | b; /* equal, or two zeros */
}

static unsigned half_of(unsigned form, unsigned a, unsigned b) {
    const int fraction = form % 8 < 4 ? 10 : 7;
    const double x = number(a, fraction), y = number(b, fraction);
    switch (form % 4) {
    case 0:
        return nearest(
            x + y, fraction); /* exact, but for bf16 far apart, where it does not matter */
    case 1:
        return nearest(x * y, fraction);
    default:
        return chosen(a, b, x, y, form % 4 == 3);
    }
}

static unsigned halves_of(unsigned form, unsigned a, unsigned b) {
    const unsigned low = half_of(form, a & 0xFFFF, b & 0xFFFF);
    return form < 8 ? low | half_of(form, a >> 16, b >> 16) << 16 : low;
}

static int same_place(unsigned form, const unsigned *v) {
    const unsigned a = v[0], b = v[2];
    double x, y;
    memcpy(&x, v, 8);
    memcpy(&y, v + 2, 8);
    if (form == 0 || form == 1) {
        const int fraction = form ? 7 : 10;
        x = number(a & 0xFFFF, fraction);
        y = number(b & 0xFFFF, fraction);
    } else if (form == 4) {
        float p, q;
        memcpy(&p, &a, 4);
        memcpy(&q, &b, 4);
        x = (double)p;
        y = (double)q;
    }
    return form == 3 ? a == b && v[1] == v[3] : form == 5 ? a == b : x >= y && x <= y;
}

static unsigned long long wide_of(unsigned form, unsigned long long a, unsigned long long b) {
    const unsigned long long top = 1ull << 63;
    double x, y;
    memcpy(&x, &a, 8);
    memcpy(&y, &b, 8);
    switch (form) {
    case 0:
        x += y;
        break;
    case 1:
        x *= y;
        break;
    case 2:
    case 3:
        if (isnan(x) || isnan(y))
            x = isnan(x) ? y : x;
        else if (!(x < y) && !(y < x))
            return form == 3 ? a & b : a | b;
        else
            x = (x < y) == (form == 2) ? x : y;
        break;
    case 4:
        return a + b;
    case 5:
        return a * b;
    case 6:
        return a < b ? a : b;
    case 7:
        return a < b ? b : a;
    case 8:
        return (a ^ top) < (b ^ top) ? a : b;
    case 9:
        return (a ^ top) < (b ^ top) ? b : a;
    case 10:
        return ~(~a | ~b);
    case 11:
        return ~(~a & ~b);
    default:
        return (a & ~b) | (~a & b);
    }
    memcpy(&a, &x, 8);
    return a;
}

/* Which NaN of 64 bits comes out is not said. */
static int same_wide(unsigned form, unsigned long long found, unsigned long long want) {
    double x, y;
    memcpy(&x, &found, 8);
    memcpy(&y, &want, 8);
    return found == want || (form < 4 && isnan(x) && isnan(y));
}

/* ---- values --------------------------------------------------------------------------------- */

static unsigned long long state = 1;

static unsigned draw(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 32);
}

static unsigned half(unsigned near) {
    static const unsigned short special[] = {
        0,
        0x8000,
        1,
        0x8001,
        0x3FF,
        0x400,
        0x7BFF,
        0x7C00,
        0xFC00,
        0x7C01,
        0xFFFF,
        0x7F80,
        0xFF80,
        0x7F7F,
        0x7F81,
        0x80,
        0x7F,
        0x3C00};
    switch (draw() % 4) {
    case 0:
        return special[draw() % (sizeof special / sizeof *special)];
    case 1:
        return near ^ draw() % 8 ^ (draw() % 2 ? 0x8000 : 0);
    default:
        return draw() & 0xFFFF;
    }
}

static void fill(unsigned *v) {
    for (unsigned k = 0; k < 2; k++) {
        const unsigned low = half(0), high = half(low);
        v[k] = low | high << 16;
        v[k + 2] = draw() % 8 ? half(low) | half(high) << 16 : v[k];
    }
}

static unsigned wrong_of(unsigned i, const unsigned *v, const unsigned *w) {
    unsigned wrong = 0;
    unsigned long long a, b, x;
    memcpy(&a, v, 8);
    memcpy(&b, v + 2, 8);
    for (unsigned k = 0; k < HALVES; k++)
        wrong += w[k] != halves_of(k, v[0], v[2]);
    for (unsigned k = 0; k < PLACES; k++)
        wrong += w[HALVES + k] != (same_place(k, v) ? i : 0xFFFFFFFF);
    for (unsigned k = 0; k < WIDE; k++) {
        memcpy(&x, w + HALVES + PLACES + 2 * k, 8);
        wrong += !same_wide(k, x, wide_of(k, a, b));
    }
    if (wrong)
        printf("%u forms of %08x %08x, %08x %08x\n", wrong, v[0], v[1], v[2], v[3]);
    return wrong;
}

static void test_forms(void) {
    unsigned *in = (unsigned *)tc_emu_gmem_alloc(COUNT * 16, "in"), wrong = 0;
    unsigned *out = (unsigned *)tc_emu_gmem_alloc((size_t)FORMS * COUNT * 4, "out");
    args all = {in, out};
    for (unsigned i = 0; i < COUNT; i++)
        fill(in + 4 * i);
    memset(in, 0, 32); /* -0 and +0, +0 and -0 */
    in[1] = in[7] = 1u << 31;
    passes("every form", quiet(BLOCK, 0), every_form, &all);
    for (unsigned i = 0; i < COUNT && wrong < 20; i++)
        wrong += wrong_of(i, in + 4 * i, out + FORMS * i);
    EXPECT(wrong == 0);
    tc_emu_gmem_free(in);
    tc_emu_gmem_free(out);
}

static void test_turned(void) {
    unsigned *in = (unsigned *)tc_emu_gmem_alloc(32 * 8, "in"), wrong = 0;
    unsigned *out = (unsigned *)tc_emu_gmem_alloc(32 * 8, "out");
    args all = {in, out};
    for (unsigned i = 0; i < 64; i++)
        in[i] = draw();
    passes("turned", quiet(32, 0), turned, &all);
    for (unsigned i = 0; i < 64; i++)
        wrong += out[i] != in[(2 * (31 - i / 2) + i % 2) ^ 10];
    EXPECT(wrong == 0);
    tc_emu_gmem_free(in);
    tc_emu_gmem_free(out);
}

int main(void) {
    test_forms();
    test_turned();
    return unit_finish();
}
