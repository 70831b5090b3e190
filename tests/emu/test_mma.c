/* mma.sync element by element: who holds what by the formulas of the PTX manual, C in place; exact sums bit for
 * bit, rounded ones within the bound of docs/primitives.md, NaNs and infinities. On a GPU the same is expected. */
#include "emu_test.h"
#include <math.h>
#include <tilecopy/mma.h>

typedef enum { F16, BF16, TF32, S8, U8, F64, E4M3, E5M2 } Type;
enum { MOST_K = 32, SHAPES = 18 };

typedef struct {
    const unsigned char *a, *b; /* of each lane, 64 bytes */
    unsigned char *c;
    unsigned shape;
} args;

typedef struct {
    const char *name;
    Type type;
    unsigned m, k;
} Shape;

static const Shape shapes[SHAPES] = {
    {"m16n8k8 f16", F16, 16, 8},
    {"m16n8k16 f16", F16, 16, 16},
    {"m16n8k8 bf16", BF16, 16, 8},
    {"m16n8k16 bf16", BF16, 16, 16},
    {"m16n8k4 tf32", TF32, 16, 4},
    {"m16n8k8 tf32", TF32, 16, 8},
    {"m16n8k16 s8", S8, 16, 16},
    {"m16n8k32 s8", S8, 16, 32},
    {"m16n8k16 u8", U8, 16, 16},
    {"m16n8k32 u8", U8, 16, 32},
    {"m8n8k4 f64", F64, 8, 4},
    {"m16n8k16 e4m3", E4M3, 16, 16},
    {"m16n8k16 e5m2", E5M2, 16, 16},
    {"m16n8k32 e4m3", E4M3, 16, 32},
    {"m16n8k32 e5m2", E5M2, 16, 32},
    {"m16n8k4 f64", F64, 16, 4},
    {"m16n8k8 f64", F64, 16, 8},
    {"m16n8k16 f64", F64, 16, 16},
};

TC_KERNEL(product, args) {
    const unsigned i = tc_lane_index();
    double a[8], b[8], c[8];
    for (unsigned j = 0; j < 8; j++) {
        tc_load_global_b64(&a[j], arg.a + 64 * i + 8 * j);
        tc_load_global_b64(&b[j], arg.b + 64 * i + 8 * j);
        tc_load_global_b64(&c[j], arg.c + 64 * i + 8 * j);
    }
    switch (arg.shape) {
#define ONE(at, call)                                                                              \
    case at:                                                                                       \
        call(c, a, b);                                                                             \
        break;
        ONE(0, tc_mma_m16n8k8_f16)
        ONE(1, tc_mma_m16n8k16_f16)
        ONE(2, tc_mma_m16n8k8_bf16)
        ONE(3, tc_mma_m16n8k16_bf16)
        ONE(4, tc_mma_m16n8k4_tf32)
        ONE(5, tc_mma_m16n8k8_tf32)
        ONE(6, tc_mma_m16n8k16_s8)
        ONE(7, tc_mma_m16n8k32_s8)
        ONE(8, tc_mma_m16n8k16_u8)
        ONE(9, tc_mma_m16n8k32_u8)
        ONE(10, tc_mma_m8n8k4_f64)
#if TC_ARCH >= 890
        ONE(11, tc_mma_m16n8k16_e4m3)
        ONE(12, tc_mma_m16n8k16_e5m2)
        ONE(13, tc_mma_m16n8k32_e4m3)
        ONE(14, tc_mma_m16n8k32_e5m2)
#endif
#if TC_ARCH >= 900
        ONE(15, tc_mma_m16n8k4_f64)
        ONE(16, tc_mma_m16n8k8_f64)
        ONE(17, tc_mma_m16n8k16_f64)
#endif
    default:
        break;
    }
    for (unsigned j = 0; j < 8; j++)
        tc_store_global_b64(arg.c + 64 * i + 8 * j, &c[j]);
}

/* ---- numbers -------------------------------------------------------------------------------- */

static unsigned bytes_of(Type type) {
    return type == F64 ? 8 : type == TF32 ? 4 : type == F16 || type == BF16 ? 2 : 1;
}

/* `fraction` bits below the point, exponents biased so that an f32's are `rebias` higher. */
static double small_float(unsigned bits, unsigned exponent, unsigned fraction) {
    const unsigned sign = bits >> (exponent + fraction) & 1, top = (1u << exponent) - 1;
    const unsigned e = bits >> fraction & top, f = bits & ((1u << fraction) - 1);
    const int bias = (int)(top >> 1), power = (e ? (int)e : 1) - bias - (int)fraction;
    const double size = ldexp((double)(e ? f | 1u << fraction : f), power);
    return sign ? -size : size;
}

/* Finite numbers alone. */
static double value_of(const unsigned char *at, Type type) {
    unsigned bits = 0;
    double wide;
    memcpy(&wide, at, 8);
    memcpy(&bits, at, type == F64 ? 4 : bytes_of(type));
    switch (type) {
    case F64:
        return wide;
    case S8:
        return (signed char)bits;
    case U8:
        return bits;
    case TF32:
        return small_float(bits >> 13, 8, 10);
    case F16:
        return small_float(bits, 5, 10);
    case BF16:
        return small_float(bits, 8, 7);
    case E4M3:
        return small_float(bits, 4, 3);
    default:
        return small_float(bits, 5, 2);
    }
}

static unsigned state = 7;
static unsigned some(unsigned below) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

/* A whole number of at most `most`, which is at most 15, in type's own bits. */
static void put_whole(unsigned char *at, Type type, int number) {
    const double wide = number;
    const float single = (float)number;
    unsigned bits, e, size = (unsigned)(number < 0 ? -number : number);
    memcpy(&bits, &single, 4);
    e = bits >> 23 & 255;
    if (type == F64)
        memcpy(at, &wide, 8);
    else if (type == TF32)
        memcpy(at, &single, 4);
    else if (type == BF16)
        memcpy(at, (const unsigned char *)&single + 2, 2);
    else if (type == S8 || type == U8)
        at[0] = (unsigned char)number;
    else if (type == F16) {
        bits = size ? (e - 112) << 10 | (bits >> 13 & 1023) : 0;
        bits |= number < 0 ? 0x8000u : 0;
        memcpy(at, &bits, 2);
    } else {
        const unsigned f = type == E4M3 ? 3 : 2;
        bits =
            size ? (e - (type == E4M3 ? 120 : 112)) << f | (bits >> (23 - f) & ((1u << f) - 1)) : 0;
        at[0] = (unsigned char)(bits | (number < 0 ? 0x80u : 0));
    }
}

/* A finite number of any size, subnormal ones too; of the types with 8 bits of exponent none of which a product
 * leaves those of an f32. */
static void put_any(unsigned char *at, Type type) {
    unsigned bits = some(1 << 16);
    if (type == F16)
        bits &= 0xFBFFu;
    else if (type == BF16)
        bits = (bits & 0x807Fu) | (100 + some(40)) << 7;
    else if (type == E4M3)
        bits = (bits & 0x7F) == 0x7F ? 0 : bits & 0xFF;
    else if (type == E5M2)
        bits &= 0xFBu;
    else if (type == TF32)
        bits = (bits & 0x8000u) << 16 | (100 + some(40)) << 23 | some(1 << 10) << 13;
    memcpy(at, &bits, type == TF32 ? 4 : bytes_of(type));
}

/* ---- who holds what: groupID is lane / 4, threadID_in_group lane % 4 ------------------------- */

static unsigned row_of_a(const Shape *s, unsigned lane, unsigned i) {
    const unsigned per = bytes_of(s->type) < 4 ? 4 / bytes_of(s->type) : 1;
    return lane / 4 + (s->m == 16 && i / per % 2 ? 8 : 0);
}

static unsigned column_of_a(const Shape *s, unsigned lane, unsigned i) {
    const unsigned per = bytes_of(s->type) < 4 ? 4 / bytes_of(s->type) : 1;
    return lane % 4 * per + i % per + 4 * per * (i / per / (s->m / 8));
}

static unsigned row_of_b(const Shape *s, unsigned lane, unsigned i) {
    const unsigned per = bytes_of(s->type) < 4 ? 4 / bytes_of(s->type) : 1;
    return lane % 4 * per + i % per + 4 * per * (i / per);
}

typedef struct {
    unsigned char *a, *b, *c;
    double left[16][MOST_K], right[MOST_K][8], sum[16][8], size[16][8];
} Case;

/* What the registers hold, as matrices; c as f32, i32 or f64. */
static double sum_at(const Shape *s, const unsigned char *c, unsigned lane, unsigned i) {
    const unsigned char *at = c + 64 * lane + i * (s->type == F64 ? 8 : 4);
    double wide;
    float single;
    int whole;
    memcpy(&wide, at, s->type == F64 ? 8 : 4);
    memcpy(&single, at, 4);
    memcpy(&whole, at, 4);
    return s->type == F64 ? wide : s->type == S8 || s->type == U8 ? whole : (double)single;
}

static void multiply(const Shape *s, Case *t) {
    for (unsigned lane = 0; lane < 32; lane++) {
        for (unsigned i = 0; i < s->m * s->k / 32; i++)
            t->left[row_of_a(s, lane, i)][column_of_a(s, lane, i)] =
                value_of(t->a + 64 * lane + i * bytes_of(s->type), s->type);
        for (unsigned i = 0; i < s->k / 4; i++)
            t->right[row_of_b(s, lane, i)][lane / 4] =
                value_of(t->b + 64 * lane + i * bytes_of(s->type), s->type);
    }
    for (unsigned lane = 0; lane < 32; lane++)
        for (unsigned i = 0; i < s->m / 4; i++) {
            const unsigned row = lane / 4 + 8 * (i / 2), column = lane % 4 * 2 + i % 2;
            double sum = sum_at(s, t->c, lane, i), size = fabs(sum);
            for (unsigned k = 0; k < s->k; k++) {
                sum += t->left[row][k] * t->right[k][column];
                size += fabs(t->left[row][k] * t->right[k][column]);
            }
            t->sum[row][column] = sum;
            t->size[row][column] = size;
        }
}

static unsigned wrong_of(const Shape *s, const Case *t, double bound) {
    unsigned wrong = 0;
    for (unsigned lane = 0; lane < 32; lane++)
        for (unsigned i = 0; i < s->m / 4; i++) {
            const unsigned row = lane / 4 + 8 * (i / 2), column = lane % 4 * 2 + i % 2;
            const double got = sum_at(s, t->c, lane, i);
            wrong += !(fabs(got - t->sum[row][column]) <= bound * t->size[row][column]);
        }
    return wrong;
}

static void run(const Shape *s, Case *t) {
    args a;
    a.a = t->a;
    a.b = t->b;
    a.c = t->c;
    a.shape = (unsigned)(s - shapes);
    once_passes(s->name, quiet(32, 0), product, &a);
}

static void put_sum(unsigned char *at, Type type, int number) {
    put_whole(at, type == S8 || type == U8 ? S8 : type == F64 ? F64 : TF32, number);
    if (type == S8 || type == U8)
        memcpy(at, &number, 4);
}

/* Whole numbers: every product and sum is exact. Then one product of any size, and c zero. */
static void test_exact(const Shape *s, Case *t) {
    for (unsigned lane = 0; lane < 32; lane++)
        for (unsigned i = 0; i < 64 / bytes_of(s->type); i++) {
            const int low = s->type == U8 ? 0 : -12;
            put_whole(t->a + 64 * lane + i * bytes_of(s->type), s->type, (int)some(13) + low / 2);
            put_whole(t->b + 64 * lane + i * bytes_of(s->type), s->type, (int)some(13) + low / 2);
            if (i < 4)
                put_sum(
                    t->c + 64 * lane + i * (s->type == F64 ? 8 : 4),
                    s->type,
                    (int)some(4000) - 2000);
        }
    multiply(s, t);
    run(s, t);
    EXPECT(wrong_of(s, t, 0) == 0);
    if (s->type == S8 || s->type == U8 || s->type == F64)
        return;
    memset(t->a, 0, 32 * 64);
    memset(t->c, 0, 32 * 64);
    for (unsigned lane = 0; lane < 32; lane += 4) /* column 0 of A */
        for (unsigned i = 0; i < s->m * s->k / 32; i++)
            if (column_of_a(s, lane, i) == 0)
                put_any(t->a + 64 * lane + i * bytes_of(s->type), s->type);
    for (unsigned lane = 0; lane < 32; lane++)
        for (unsigned i = 0; i < s->k / 4; i++)
            put_any(t->b + 64 * lane + i * bytes_of(s->type), s->type);
    multiply(s, t);
    run(s, t);
    EXPECT(wrong_of(s, t, 0) == 0);
}

/* Sums of numbers of any size: docs/primitives.md says how far they may lie from the exact one. */
static void test_rounded(const Shape *s, Case *t) {
    const double step = s->type == E4M3 || s->type == E5M2 ? ldexp(1, -12) : ldexp(1, -22);
    if (s->type == S8 || s->type == U8 || s->type == F64)
        return;
    for (unsigned lane = 0; lane < 32; lane++) {
        for (unsigned i = 0; i < s->m * s->k / 32; i++)
            put_any(t->a + 64 * lane + i * bytes_of(s->type), s->type);
        for (unsigned i = 0; i < s->k / 4; i++)
            put_any(t->b + 64 * lane + i * bytes_of(s->type), s->type);
        for (unsigned i = 0; i < 4; i++)
            put_any(t->c + 64 * lane + 4 * i, TF32);
    }
    multiply(s, t);
    run(s, t);
    EXPECT(wrong_of(s, t, (s->k + 2) * step) == 0);
}

static unsigned infinity_of(Type type) {
    return type == F16 ? 0x7C00 : type == BF16 ? 0x7F80 : type == TF32 ? 0x7F800000 : 0x7C;
}

/* Row 0: infinity times 0. Row 1: infinity. Row 2: a sum of both infinities. The other rows: zeros. */
static void test_nans(const Shape *s, Case *t) {
    const unsigned bytes = bytes_of(s->type), infinity = infinity_of(s->type);
    unsigned wrong = 0;
    if (s->type == S8 || s->type == U8 || s->type == F64 || s->type == E4M3)
        return;
    memset(t->a, 0, 32 * 64);
    memset(t->b, 0, 32 * 64);
    memset(t->c, 0, 32 * 64);
    for (unsigned lane = 0; lane < 32; lane += 4) { /* k = 0 */
        if (lane < 12)
            memcpy(t->a + 64 * lane, &infinity, bytes);
        if (lane > 0)
            put_whole(t->b + 64 * lane, s->type, 1); /* column 0 stays 0 */
    }
    for (unsigned lane = 8; lane < 12; lane++)
        for (unsigned i = 0; i < 2; i++)
            put_sum(t->c + 64 * lane + 4 * i, s->type, 0),
                t->c[64 * lane + 4 * i + 2] = 0x80,
                                         t->c[64 * lane + 4 * i + 3] = 0xFF; /* 0xFF800000 */
    run(s, t);
    for (unsigned lane = 0; lane < 32; lane++)
        for (unsigned i = 0; i < 4; i++) {
            const unsigned row = lane / 4 + 8 * (i / 2), column = lane % 4 * 2 + i % 2;
            unsigned got, want = 0;
            memcpy(&got, t->c + 64 * lane + 4 * i, 4);
            if (row < 3)
                want = column == 0 || row == 2 ? 0x7FFFFFFFu : 0x7F800000u;
            wrong += got != want;
        }
    EXPECT(wrong == 0);
}

int main(void) {
    static Case t;
    unsigned count = SHAPES;
#if TC_ON_DEVICE
    int major = 0, minor = 0;
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
    count = major > 8 ? SHAPES : minor == 9 ? 15 : 11;
#endif
    t.a = (unsigned char *)tc_emu_gmem_alloc(32 * 64, "a");
    t.b = (unsigned char *)tc_emu_gmem_alloc(32 * 64, "b");
    t.c = (unsigned char *)tc_emu_gmem_alloc(32 * 64, "c");
    for (unsigned i = 0; i < count; i++)
        for (unsigned again = 0; again < 2 * ORDERS; again++) {
            memset(t.c, 0, 32 * 64);
            test_exact(&shapes[i], &t);
            test_rounded(&shapes[i], &t);
            test_nans(&shapes[i], &t);
        }
    tc_emu_gmem_free(t.a);
    tc_emu_gmem_free(t.b);
    tc_emu_gmem_free(t.c);
    return unit_finish();
}
