/* Products of a warpgroup, element by element: matrices laid out by the table of descriptors with whole numbers, so that
 * all sums are exact; on a GPU the same is expected. */
#include "emu_test.h"
#include <tilecopy/wgmma_bf16.h>
#include <tilecopy/wgmma_e4m3.h>
#include <tilecopy/wgmma_e5m2.h>
#include <tilecopy/wgmma_f16.h>
#include <tilecopy/wgmma_s8.h>
#include <tilecopy/wgmma_tf32.h>
#include <tilecopy/wgmma_u8.h>

enum { ROWS = 64, MOST_N = 256, IMAGE = 45 << 10, B_AT = 10 << 10, THREADS = 128 };

typedef struct {
    const unsigned char *image; /* of shared memory */
    const unsigned char *left;  /* 16 bytes a thread: A in registers */
    unsigned *d;                /* n / 2 words a thread, in and out */
    unsigned form, accumulate;
    unsigned a_at, b_at;               /* of the matrices, in the image */
    unsigned long long a_rest, b_rest; /* of the descriptors */
} args;

TC_FN unsigned long long descriptor(const unsigned char *at, unsigned long long rest) {
    return rest | (unsigned long long)(tc_smem_address(at) >> 4 & 0x3fff);
}

#define CASE(at, type, n, hold, first, product)                                                    \
    case at: {                                                                                     \
        type d[(n) / 2];                                                                           \
        for (unsigned i = 0; i < (n) / 2; i++)                                                     \
            tc_load_global_b32(&d[i], arg.d + tc_thread_index() * (MOST_N / 2) + i);               \
        tc_wgmma_fence();                                                                          \
        product(d, first, b, (int)arg.accumulate);                                                 \
        product(d, first, b, 1);                                                                   \
        tc_wgmma_commit();                                                                         \
        tc_wgmma_wait_0();                                                                         \
        hold(d, (n) / 2);                                                                          \
        for (unsigned i = 0; i < (n) / 2; i++)                                                     \
            tc_store_global_b32(arg.d + tc_thread_index() * (MOST_N / 2) + i, &d[i]);              \
    } break;
#define SS(at, n, name) CASE(at, float, n, tc_wgmma_hold, a, tc_wgmma_m64n##n##name)
#define RS(at, n, name) CASE(at, float, n, tc_wgmma_hold, x, tc_wgmma_m64n##n##name)
#define SS_S32(at, n, name) CASE(at, int, n, tc_wgmma_hold_s32, a, tc_wgmma_m64n##n##name)
#define RS_S32(at, n, name) CASE(at, int, n, tc_wgmma_hold_s32, x, tc_wgmma_m64n##n##name)

#define ALL_16(F)                                                                                  \
    F(SS, 0, 8, k16_bf16_ss_kk, BF16, 0)                                                           \
    F(SS, 1, 64, k16_bf16_ss_km, BF16, 2)                                                          \
    F(SS, 2, 128, k16_bf16_ss_mk, BF16, 1)                                                         \
    F(SS, 3, 256, k16_bf16_ss_mm, BF16, 3)                                                         \
    F(RS, 4, 256, k16_bf16_rs_kk, BF16, 0)                                                         \
    F(RS, 5, 96, k16_bf16_rs_km, BF16, 2)                                                          \
    F(SS, 6, 256, k16_f16_ss_kk, F16, 0)                                                           \
    F(SS, 7, 16, k16_f16_ss_km, F16, 2)                                                            \
    F(SS, 8, 64, k16_f16_ss_mk, F16, 1)                                                            \
    F(SS, 9, 192, k16_f16_ss_mm, F16, 3)                                                           \
    F(RS, 10, 64, k16_f16_rs_kk, F16, 0)                                                           \
    F(RS, 11, 240, k16_f16_rs_km, F16, 2)
#define ALL_8_AND_32(F)                                                                            \
    F(SS, 12, 8, k8_tf32_ss, TF32, 0)                                                              \
    F(RS, 13, 128, k8_tf32_rs, TF32, 0)                                                            \
    F(SS, 14, 256, k32_e4m3_ss, E4M3, 0)                                                           \
    F(RS, 15, 24, k32_e4m3_rs, E4M3, 0)                                                            \
    F(SS, 16, 32, k32_e4m3_e5m2_ss, E4M3_E5M2, 0)                                                  \
    F(RS, 17, 48, k32_e4m3_e5m2_rs, E4M3_E5M2, 0)                                                  \
    F(SS, 18, 80, k32_e5m2_ss, E5M2, 0)                                                            \
    F(RS, 19, 112, k32_e5m2_rs, E5M2, 0)                                                           \
    F(SS, 20, 144, k32_e5m2_e4m3_ss, E5M2_E4M3, 0)                                                 \
    F(RS, 21, 160, k32_e5m2_e4m3_rs, E5M2_E4M3, 0)                                                 \
    F(SS_S32, 22, 256, k32_s8_ss, S8, 0)                                                           \
    F(RS_S32, 23, 8, k32_s8_rs, S8, 0)                                                             \
    F(SS_S32, 24, 64, k32_u8_ss, U8, 0)                                                            \
    F(RS_S32, 25, 208, k32_u8_rs, U8, 0)
/* For tests/device/products.py: every type and form, small and large. */
#if defined(EVERY_FORM)
#define FOUR(F, how, at, name, type, majors)                                                       \
    F(how, at, 8, name, type, majors)                                                              \
    F(how, at + 1, 64, name, type, majors)                                                         \
    F(how, at + 2, 128, name, type, majors)                                                        \
    F(how, at + 3, 256, name, type, majors)
#define MORE(F)                                                                                    \
    FOUR(F, SS, 26, k16_bf16_ss_kk, BF16, 0)                                                       \
    FOUR(F, SS, 30, k16_bf16_ss_km, BF16, 2)                                                       \
    FOUR(F, SS, 34, k16_bf16_ss_mk, BF16, 1)                                                       \
    FOUR(F, SS, 38, k16_bf16_ss_mm, BF16, 3)                                                       \
    FOUR(F, RS, 42, k16_bf16_rs_kk, BF16, 0)                                                       \
    FOUR(F, RS, 46, k16_bf16_rs_km, BF16, 2)                                                       \
    FOUR(F, SS, 50, k16_f16_ss_kk, F16, 0)                                                         \
    FOUR(F, SS, 54, k16_f16_ss_km, F16, 2)                                                         \
    FOUR(F, SS, 58, k16_f16_ss_mk, F16, 1)                                                         \
    FOUR(F, SS, 62, k16_f16_ss_mm, F16, 3)                                                         \
    FOUR(F, RS, 66, k16_f16_rs_kk, F16, 0)                                                         \
    FOUR(F, RS, 70, k16_f16_rs_km, F16, 2)                                                         \
    FOUR(F, SS, 74, k8_tf32_ss, TF32, 0)                                                           \
    FOUR(F, RS, 78, k8_tf32_rs, TF32, 0)                                                           \
    FOUR(F, SS, 82, k32_e4m3_ss, E4M3, 0)                                                          \
    FOUR(F, RS, 86, k32_e4m3_rs, E4M3, 0)                                                          \
    FOUR(F, SS, 90, k32_e4m3_e5m2_ss, E4M3_E5M2, 0)                                                \
    FOUR(F, RS, 94, k32_e4m3_e5m2_rs, E4M3_E5M2, 0)                                                \
    FOUR(F, SS, 98, k32_e5m2_ss, E5M2, 0)                                                          \
    FOUR(F, RS, 102, k32_e5m2_rs, E5M2, 0)                                                         \
    FOUR(F, SS, 106, k32_e5m2_e4m3_ss, E5M2_E4M3, 0)                                               \
    FOUR(F, RS, 110, k32_e5m2_e4m3_rs, E5M2_E4M3, 0)                                               \
    FOUR(F, SS_S32, 114, k32_s8_ss, S8, 0)                                                         \
    FOUR(F, RS_S32, 118, k32_s8_rs, S8, 0)                                                         \
    FOUR(F, SS_S32, 122, k32_u8_ss, U8, 0)                                                         \
    FOUR(F, RS_S32, 126, k32_u8_rs, U8, 0)
#else
#define MORE(F)
#endif
#define RUN(how, at, n, name, type, majors) how(at, n, name)

TC_KERNEL(product, args) {
    unsigned char *const smem = tc_smem();
    unsigned x[4];
    for (unsigned i = tc_thread_index(); i < IMAGE / 16; i += THREADS) {
        unsigned v[4];
        tc_load_global_b128(v, arg.image + 16 * i);
        tc_store_shared_b128(smem + 16 * i, v);
    }
    tc_load_global_b128(x, arg.left + 16 * tc_thread_index());
    tc_fence_async_smem();
    tc_cta_sync();
    const unsigned long long a = descriptor(smem + arg.a_at, arg.a_rest);
    const unsigned long long b = descriptor(smem + arg.b_at, arg.b_rest);
    switch (arg.form) {
        ALL_16(RUN)
        ALL_8_AND_32(RUN)
        MORE(RUN)
    default:
        break;
    }
}

/* ---- the host's side --------------------------------------------------------------------------- */

typedef enum { BF16, F16, TF32, E4M3, E5M2, S8, U8, E4M3_E5M2, E5M2_E4M3 } Type;
typedef struct {
    const char *name;
    Type type;
    unsigned n, majors;
    int registers;
} Form;
#define ROW(how, at, n, name, type, majors) {#name, type, n, majors, #how[0] == 'R'},
static const Form forms[] = {ALL_16(ROW) ALL_8_AND_32(ROW) MORE(ROW)};

/* Of 0, 1, 2, 3, and what a minus is. */
static const struct {
    unsigned bytes, numbers[4], minus;
} types[] = {
    /* BF16 */ {2, {0, 0x3F80, 0x4000, 0x4040}, 0x8000},
    /* F16 */ {2, {0, 0x3C00, 0x4000, 0x4200}, 0x8000},
    /* TF32 */ {4, {0, 0x3F800000, 0x40000000, 0x40400000}, 0x80000000},
    /* E4M3 */ {1, {0, 0x38, 0x40, 0x44}, 0x80},
    /* E5M2 */ {1, {0, 0x3C, 0x40, 0x42}, 0x80},
    /* S8 */ {1, {0, 1, 2, 3}, 0},
    /* U8 */ {1, {0, 1, 2, 3}, 0},
};

static unsigned random_state = 7;
static unsigned some(unsigned below) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 16) % below;
}

static unsigned bits_of(Type type, int value) {
    const unsigned size = (unsigned)abs(value);
    if (type == S8 || type == U8)
        return (unsigned)value & 0xff;
    return types[type].numbers[size] | (value < 0 ? types[type].minus : 0);
}

/* A place of a matrix in memory: where element (i, k) is, i the row of A or the column of B. */
typedef struct {
    unsigned at, lead, stride, mode, mn, bytes; /* mode: the swizzle bits of a descriptor */
} Matrix;

static unsigned place(const Matrix *m, unsigned i, unsigned k) {
    static const unsigned spans[] = {16, 128, 64, 32}, masks[] = {0, 7, 3, 1};
    const unsigned w = spans[m->mode], of_16 = 16 / m->bytes, of_w = w / m->bytes;
    unsigned at = m->at;
    if (m->mn && m->mode)
        at += i / of_w * m->lead + i % of_w * m->bytes + k % 8 * w + k / 8 * m->stride;
    else if (m->mn)
        at += i / of_16 * m->stride + i % of_16 * m->bytes + k % 8 * 16 + k / 8 * m->lead;
    else if (m->mode)
        at += i / 8 * m->stride + i % 8 * w + k * m->bytes;
    else
        at += i / 8 * m->stride + i % 8 * 16 + k / of_16 * m->lead + k % of_16 * m->bytes;
    return at ^ (at >> 7 & masks[m->mode]) << 4;
}

static unsigned long long rest_of(const Matrix *m) {
    return (unsigned long long)m->mode << 62 | (unsigned long long)(m->stride >> 4) << 32 |
           (unsigned long long)(m->lead >> 4) << 16;
}

/* Room for `count` rows or columns, in whole atoms; within the atom it begins somewhere. */
static Matrix matrix(unsigned at, unsigned bytes, unsigned count, unsigned mode, unsigned mn) {
    static const unsigned spans[] = {16, 128, 64, 32};
    Matrix m = {at, 16, 0, mode, mn, bytes};
    const unsigned w = spans[mode];
    if (!mn && mode) {
        m.stride = 8 * w;
        m.at += some(w / 32) * 32;
    } else if (!mn) {
        m.lead = some(2) ? 128 : (count + 7) / 8 * 128;
        m.stride = m.lead == 128 ? 256 : 128;
    } else if (mode) {
        m.stride = some(2) ? 8 * w : 8 * w * ((count * bytes + w - 1) / w);
        m.lead = m.stride == 8 * w ? 16 * w : 8 * w;
    } else {
        m.stride = some(2) ? 128 : 256;
        m.lead = m.stride == 256 ? 128 : (count * bytes + 15) / 16 * 128;
    }
    return m;
}

static void put(unsigned char *to, unsigned bits, unsigned bytes) {
    memcpy(to, &bits, bytes);
}

typedef struct {
    int a[ROWS][32], b[MOST_N][32];
} Numbers;

static void fill(const Form *f, args *a, unsigned mode, Numbers *numbers) {
    const Type left = f->type == E4M3_E5M2 ? E4M3 : f->type == E5M2_E4M3 ? E5M2 : f->type;
    const Type right = f->type == E4M3_E5M2 ? E5M2 : f->type == E5M2_E4M3 ? E4M3 : f->type;
    const unsigned e = types[left].bytes, deep = 32 / e, per = 4 / e, low = f->type == U8 ? 0 : 3;
    const Matrix ma = matrix(0, e, ROWS, mode, f->majors & 1);
    const Matrix mb = matrix(B_AT, e, f->n, (mode + 1) % 4, f->majors >> 1);
    unsigned char *const image = (unsigned char *)(size_t)a->image;
    unsigned char *const lanes = (unsigned char *)(size_t)a->left;
    memset(image, 0, IMAGE);
    for (unsigned k = 0; k < deep; k++) {
        for (unsigned i = 0; i < ROWS; i++) {
            const int v = numbers->a[i][k] = (int)some(low + 4) - (int)low;
            const unsigned lane = i / 16 * 32 + i % 8 * 4 + k / per % 4;
            put(image + place(&ma, i, k), bits_of(left, v), e);
            put(lanes + 16 * lane + 4 * (k / (4 * per) * 2 + i % 16 / 8) + k % per * e,
                bits_of(left, v),
                e);
        }
        for (unsigned n = 0; n < f->n; n++) {
            const int v = numbers->b[n][k] = (int)some(low + 4) - (int)low;
            put(image + place(&mb, n, k), bits_of(right, v), e);
        }
    }
    a->a_at = ma.at;
    a->b_at = mb.at;
    a->a_rest = rest_of(&ma);
    a->b_rest = rest_of(&mb);
}

static unsigned row_of(unsigned thread, unsigned i) {
    return thread / 32 * 16 + thread % 32 / 4 + 8 * (i / 2 % 2);
}

static unsigned column_of(unsigned thread, unsigned i) {
    return 8 * (i / 4) + thread % 4 * 2 + i % 2;
}

static unsigned number_of(const Form *f, int value) {
    const float single = (float)value;
    unsigned bits = (unsigned)value;
    if (f->type != S8 && f->type != U8)
        memcpy(&bits, &single, 4);
    return bits;
}

static void run(unsigned form, unsigned mode, unsigned accumulate, args *a) {
    static Numbers numbers;
    const Form *f = &forms[form];
    const unsigned deep = 32 / types[f->type >= E4M3_E5M2 ? E4M3 : f->type].bytes;
    unsigned wrong = 0;
    tc_emu_config c = quiet(THREADS, IMAGE);
    fill(f, a, mode, &numbers);
    for (unsigned i = 0; i < THREADS * MOST_N / 2; i++)
        a->d[i] = number_of(f, 5);
    a->form = form;
    a->accumulate = accumulate;
    c.seed = mode;
    once_passes(f->name, c, product, a);
    for (unsigned thread = 0; thread < THREADS; thread++)
        for (unsigned i = 0; i < f->n / 2; i++) {
            const int *left = numbers.a[row_of(thread, i)],
                      *right = numbers.b[column_of(thread, i)];
            int sum = 0;
            for (unsigned k = 0; k < deep; k++)
                sum += left[k] * right[k];
            sum = 2 * sum + (accumulate ? 5 : 0);
            wrong += a->d[thread * (MOST_N / 2) + i] != number_of(f, sum);
        }
    unit_expect(wrong == 0, f->name, __FILE__, (int)(1000 * form + 10 * mode + accumulate));
    if (wrong)
        printf("%s, n %u, mode %u: %u wrong\n", f->name, f->n, mode, wrong);
}

int main(void) {
    args a;
    memset(&a, 0, sizeof a);
    a.image = (unsigned char *)tc_emu_gmem_alloc(IMAGE, "image");
    a.left = (unsigned char *)tc_emu_gmem_alloc(16 * THREADS, "left");
    a.d = (unsigned *)tc_emu_gmem_alloc(THREADS * MOST_N * 2, "d");
    for (unsigned form = 0; form < sizeof forms / sizeof *forms; form++)
        for (unsigned mode = 0; mode < 4; mode++)
            run(form, mode, (form + mode) % 2, &a);
    return unit_finish();
}
