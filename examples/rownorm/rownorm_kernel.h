/* rownorm_kernel.h: LayerNorm, RMSNorm and softmax of ragged rows of f32, f16 and bf16. A row is loaded once and stays
 * in registers, 32 numbers a thread, as many threads as its longest may need; rows beyond 8192 are taken in pieces,
 * once for each number that is needed of the whole row and once more to write. */
#ifndef ROWNORM_KERNEL_H
#define ROWNORM_KERNEL_H
#include <math.h>

typedef enum { ROWNORM_LAYER, ROWNORM_RMS, ROWNORM_SOFTMAX, ROWNORM_KINDS } RownormKind;
typedef enum { ROWNORM_F32, ROWNORM_F16, ROWNORM_BF16, ROWNORM_TYPES } RownormType;
typedef struct {
    const void *src;
    void *dst;
    const unsigned *lengths; /* of the rows, 1 at least */
    unsigned rows, ld;       /* elements from row to row, whole vectors of 16 bytes */
    RownormKind kind;
} Rownorm;

enum { ROWNORM_OWN = 32, ROWNORM_PIECE = 8192 };

/* ---- 32 numbers of a thread ---------------------------------------------------------------- */

/* Four sums side by side, then theirs: 8 additions wait for one another, not 32. */
TC_FN float rownorm_total(const float v[ROWNORM_OWN], float from, bool of_squares) {
    float sum[4] = {0, 0, 0, 0};
    TC_UNROLL
    for (unsigned k = 0; k < ROWNORM_OWN; k++) {
        const float x = v[k] - from;
        sum[k % 4] += of_squares ? x * x : x;
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

TC_FN float rownorm_largest(const float v[ROWNORM_OWN]) {
    float most = v[0];
    TC_UNROLL
    for (unsigned k = 1; k < ROWNORM_OWN; k++)
        most = v[k] > most ? v[k] : most;
    return most;
}

/* exp(x - most) in the place of x. */
TC_FN void rownorm_exp(float v[ROWNORM_OWN], float most) {
    TC_UNROLL
    for (unsigned k = 0; k < ROWNORM_OWN; k++)
        v[k] = expf(v[k] - most);
}

TC_FN void rownorm_scale(float v[ROWNORM_OWN], float from, float by) {
    TC_UNROLL
    for (unsigned k = 0; k < ROWNORM_OWN; k++)
        v[k] = (v[k] - from) * by;
}

/* What lies beyond the row's end becomes `value`. Of `per` numbers a vector, number k of thread `rank` is number
 * k % per of vector k / per * threads + rank. */
TC_FN void rownorm_beyond(
    float v[ROWNORM_OWN],
    float value,
    unsigned left,
    unsigned rank,
    unsigned threads,
    unsigned per) {
    TC_UNROLL
    for (unsigned k = 0; k < ROWNORM_OWN; k++)
        if ((k / per * threads + rank) * per + k % per >= left)
            v[k] = value;
}

/* ---- a row by N threads -------------------------------------------------------------------- */

/* Each call has scratch memory of its own, so that none has to wait for the one before. */
#define ROWNORM_TOGETHER(n)                                                                        \
    TC_FN float rownorm_sum##n(float own, tc_b128 *scratch) {                                      \
        float all[1];                                                                              \
        tc_reduce_sum##n(all, &own, scratch, 0);                                                   \
        return all[0];                                                                             \
    }                                                                                              \
    TC_FN float rownorm_most##n(float own, tc_b128 *scratch) {                                     \
        float all[1];                                                                              \
        tc_reduce_most##n(all, &own, scratch, 0);                                                  \
        return all[0];                                                                             \
    }
ROWNORM_TOGETHER(64)
ROWNORM_TOGETHER(128)
ROWNORM_TOGETHER(256)

/* Of a warp: no memory, no barrier. */
TC_FN float rownorm_sum32(float own, tc_b128 *scratch) {
    float all[1];
    (void)scratch;
    tc_reduce_sum32(all, &own);
    return all[0];
}

TC_FN float rownorm_most32(float own, tc_b128 *scratch) {
    float all[1];
    (void)scratch;
    tc_reduce_most32(all, &own);
    return all[0];
}

/* `each` rows a block. The common case, a row that fills its threads, has no test for each vector. */
#define ROWNORM_KERNEL(n, type, c_type, per, each)                                                 \
    extern "C" __global__ void rownorm##n##_##type(const Rownorm arg) {                            \
        __shared__ tc_b128 scratch[2][4];                                                          \
        const unsigned rank = tc_thread_index() % (n);                                             \
        const unsigned row = tc_cta_index() * (each) + tc_thread_index() / (n);                    \
        float v[ROWNORM_OWN] __attribute__((aligned(16))), from = 0, by;                           \
        if (row >= arg.rows)                                                                       \
            return;                                                                                \
        const unsigned length = arg.lengths[row];                                                  \
        const bool whole = length == (n)*ROWNORM_OWN;                                              \
        const c_type *const src = (const c_type *)arg.src + (size_t)row * arg.ld;                  \
        c_type *const dst = (c_type *)arg.dst + (size_t)row * arg.ld;                              \
        if (whole)                                                                                 \
            tc_rows##n##_##type##_load(v, src);                                                    \
        else                                                                                       \
            tc_rows##n##_##type##_load_part(v, src, length);                                       \
        if (arg.kind == ROWNORM_SOFTMAX) {                                                         \
            if (!whole)                                                                            \
                rownorm_beyond(v, -3.402823466e38f, length, rank, n, per);                         \
            rownorm_exp(v, rownorm_most##n(rownorm_largest(v), scratch[0]));                       \
            by = 1 / rownorm_sum##n(rownorm_total(v, 0, false), scratch[1]);                       \
        } else {                                                                                   \
            if (arg.kind == ROWNORM_LAYER) {                                                       \
                from = rownorm_sum##n(rownorm_total(v, 0, false), scratch[0]) / (float)length;     \
                if (!whole)                                                                        \
                    rownorm_beyond(v, from, length, rank, n, per);                                 \
            }                                                                                      \
            const float squares = rownorm_sum##n(rownorm_total(v, from, true), scratch[1]);        \
            by = 1 / sqrtf(squares / (float)length + 1e-5f);                                       \
        }                                                                                          \
        rownorm_scale(v, from, by);                                                                \
        if (whole)                                                                                 \
            tc_rows##n##_##type##_store(dst, v);                                                   \
        else                                                                                       \
            tc_rows##n##_##type##_store_part(dst, v, length);                                      \
    }

/* ---- longer rows, piece by piece ----------------------------------------------------------- */

/* The piece from `at` on, with `value` beyond the row's end. */
#define ROWNORM_PIECES(type, c_type, per)                                                          \
    TC_FN void rownorm_load_##type(                                                                \
        float v[ROWNORM_OWN], const c_type *src, unsigned left, float value) {                     \
        if (left >= ROWNORM_PIECE) {                                                               \
            tc_rows256_##type##_load(v, src);                                                      \
            return;                                                                                \
        }                                                                                          \
        tc_rows256_##type##_load_part(v, src, left);                                               \
        rownorm_beyond(v, value, left, tc_thread_index(), 256, per);                               \
    }                                                                                              \
    TC_FN void rownorm_store_##type(c_type *dst, const float v[ROWNORM_OWN], unsigned left) {      \
        if (left >= ROWNORM_PIECE)                                                                 \
            tc_rows256_##type##_store(dst, v);                                                     \
        else                                                                                       \
            tc_rows256_##type##_store_part(dst, v, left);                                          \
    }

/* Does `then` with every piece in v. */
#define ROWNORM_EACH(type, value, then)                                                            \
    for (unsigned at = 0; at < length; at += ROWNORM_PIECE) {                                      \
        rownorm_load_##type(v, src + at, length - at, value);                                      \
        then;                                                                                      \
    }

#define ROWNORM_LONG(type, c_type, per)                                                            \
    ROWNORM_PIECES(type, c_type, per)                                                              \
    extern "C" __global__ void rownorm_long_##type(const Rownorm arg) {                            \
        __shared__ tc_b128 scratch[2][4];                                                          \
        const unsigned row = tc_cta_index(), length = arg.lengths[row];                            \
        const c_type *const src = (const c_type *)arg.src + (size_t)row * arg.ld;                  \
        c_type *const dst = (c_type *)arg.dst + (size_t)row * arg.ld;                              \
        const bool is_softmax = arg.kind == ROWNORM_SOFTMAX;                                       \
        float v[ROWNORM_OWN] __attribute__((aligned(16)));                                         \
        float own = -3.402823466e38f, from = 0, sum = 0, by;                                       \
        if (is_softmax) {                                                                          \
            ROWNORM_EACH(type, own, own = fmaxf(own, rownorm_largest(v)))                          \
            from = rownorm_most256(own, scratch[0]);                                               \
            ROWNORM_EACH(                                                                          \
                type, -3.402823466e38f, (rownorm_exp(v, from), sum += rownorm_total(v, 0, false))) \
            by = 1 / rownorm_sum256(sum, scratch[1]);                                              \
        } else {                                                                                   \
            if (arg.kind == ROWNORM_LAYER) {                                                       \
                ROWNORM_EACH(type, 0, sum += rownorm_total(v, 0, false))                           \
                from = rownorm_sum256(sum, scratch[0]) / (float)length;                            \
                sum = 0;                                                                           \
            }                                                                                      \
            ROWNORM_EACH(type, from, sum += rownorm_total(v, from, true))                          \
            by = 1 / sqrtf(rownorm_sum256(sum, scratch[1]) / (float)length + 1e-5f);               \
        }                                                                                          \
        for (unsigned at = 0; at < length; at += ROWNORM_PIECE) {                                  \
            rownorm_load_##type(v, src + at, length - at, 0);                                      \
            if (is_softmax)                                                                        \
                rownorm_exp(v, from);                                                              \
            rownorm_scale(v, is_softmax ? 0 : from, by);                                           \
            rownorm_store_##type(dst + at, v, length - at);                                        \
        }                                                                                          \
    }

#define ROWNORM_ALL(type, c_type, per)                                                             \
    ROWNORM_KERNEL(32, type, c_type, per, 4)                                                       \
    ROWNORM_KERNEL(64, type, c_type, per, 1)                                                       \
    ROWNORM_KERNEL(128, type, c_type, per, 1)                                                      \
    ROWNORM_KERNEL(256, type, c_type, per, 1)                                                      \
    ROWNORM_LONG(type, c_type, per)
ROWNORM_ALL(f32, float, 4)
ROWNORM_ALL(f16, tc_f16, 8)
ROWNORM_ALL(bf16, tc_bf16, 8)

/* ---- which one ----------------------------------------------------------------------------- */

typedef void (*RownormKernel)(Rownorm);
typedef struct {
    RownormKernel kernel;
    unsigned grid, block;
} RownormLaunch;

/* Of rows that none is longer of than `ld`. */
static inline RownormLaunch rownorm_launch(RownormType type, unsigned rows, unsigned ld) {
#define ROWNORM_FORMS(type)                                                                        \
    {                                                                                              \
        rownorm32_##type, rownorm64_##type, rownorm128_##type, rownorm256_##type,                  \
            rownorm_long_##type                                                                    \
    }
    static const RownormKernel kernels[ROWNORM_TYPES][5] = {
        ROWNORM_FORMS(f32), ROWNORM_FORMS(f16), ROWNORM_FORMS(bf16)};
    RownormLaunch launch;
    unsigned form = 0, threads = 32;
    for (; form < 3 && threads * ROWNORM_OWN < ld; form++)
        threads *= 2;
    form += threads * ROWNORM_OWN < ld;
    launch.kernel = kernels[type][form];
    launch.grid = form == 0 ? (rows + 3) / 4 : rows;
    launch.block = form == 0 ? 128 : threads;
    return launch;
}

#endif
