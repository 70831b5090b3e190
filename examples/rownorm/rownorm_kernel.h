/* rownorm_kernel.h: LayerNorm, RMSNorm and softmax of ragged rows of f32. A block takes a row, and goes over it
 * once for each number that it needs of the whole row, and once more to write. */
#ifndef ROWNORM_KERNEL_H
#define ROWNORM_KERNEL_H
#include <math.h>

typedef struct {
    const float *src;
    float *dst;
    const unsigned *lengths; /* of the rows */
    unsigned ld;             /* elements from row to row, a multiple of 4 */
} Rownorm;

enum { ROWNORM_THREADS = 256, ROWNORM_STEP = 1024, ROWNORM_OWN = 4 };

/* Sums of two calls may not meet in the scratch memory. */
TC_FN float rownorm_sum(float own, tc_b128 *scratch) {
    float all[1];
    tc_reduce_row_sum(all, &own, scratch, 0);
    tc_cta_sync();
    return all[0];
}

TC_FN float rownorm_most(float own, tc_b128 *scratch) {
    float all[1];
    tc_reduce_row_most(all, &own, scratch, 0);
    tc_cta_sync();
    return all[0];
}

/* How many of the four that a thread holds from `at` on are elements of the row. */
TC_FN unsigned rownorm_count(unsigned length, unsigned at) {
    const unsigned first = at + tc_thread_index() * ROWNORM_OWN;
    return first >= length ? 0 : length - first < ROWNORM_OWN ? length - first : ROWNORM_OWN;
}

/* `sum` over the row of `term`, which sees an element as x. */
#define ROWNORM_SUM(sum, term)                                                                     \
    for (unsigned at = 0; at < length; at += ROWNORM_STEP) {                                       \
        const unsigned count = rownorm_count(length, at);                                          \
        float v[ROWNORM_OWN];                                                                      \
        tc_row_load(v, src + at, length - at);                                                     \
        TC_UNROLL                                                                                  \
        for (unsigned k = 0; k < ROWNORM_OWN; k++) {                                               \
            const float x = v[k];                                                                  \
            if (k < count)                                                                         \
                sum = term;                                                                        \
        }                                                                                          \
    }

/* Every element as `value` of it. */
#define ROWNORM_WRITE(value)                                                                       \
    for (unsigned at = 0; at < length; at += ROWNORM_STEP) {                                       \
        float v[ROWNORM_OWN];                                                                      \
        tc_row_load(v, src + at, length - at);                                                     \
        TC_UNROLL                                                                                  \
        for (unsigned k = 0; k < ROWNORM_OWN; k++) {                                               \
            const float x = v[k];                                                                  \
            v[k] = value;                                                                          \
        }                                                                                          \
        tc_row_store(dst + at, v, length - at);                                                    \
    }

#define ROWNORM_ROW                                                                                \
    TC_SHARED tc_b128 scratch[TC_REDUCE_ROW_SUM_SCRATCH_BYTES / 16];                               \
    const unsigned row = tc_cta_index(), length = arg.lengths[row];                                \
    const float *const src = arg.src + (size_t)row * arg.ld;                                       \
    float *const dst = arg.dst + (size_t)row * arg.ld

/* (x - mean) / sqrt(variance + eps) */
TC_KERNEL(rownorm_layer, Rownorm) {
    ROWNORM_ROW;
    float sum = 0, squares = 0;
    ROWNORM_SUM(sum, sum + x)
    const float mean = rownorm_sum(sum, scratch) / (float)length;
    ROWNORM_SUM(squares, squares + (x - mean) * (x - mean))
    const float scale = 1 / sqrtf(rownorm_sum(squares, scratch) / (float)length + 1e-5f);
    ROWNORM_WRITE((x - mean) * scale)
}

/* x / sqrt(mean of squares + eps) */
TC_KERNEL(rownorm_rms, Rownorm) {
    ROWNORM_ROW;
    float squares = 0;
    ROWNORM_SUM(squares, squares + x * x)
    const float scale = 1 / sqrtf(rownorm_sum(squares, scratch) / (float)length + 1e-5f);
    ROWNORM_WRITE(x * scale)
}

/* exp(x - most) / sum of those */
TC_KERNEL(rownorm_softmax, Rownorm) {
    ROWNORM_ROW;
    float own = -3.402823466e38f, sum = 0;
    ROWNORM_SUM(own, x > own ? x : own)
    const float most = rownorm_most(own, scratch);
    ROWNORM_SUM(sum, sum + expf(x - most))
    const float scale = 1 / rownorm_sum(sum, scratch);
    ROWNORM_WRITE(expf(x - most) * scale)
}

#endif
