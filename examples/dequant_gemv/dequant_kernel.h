/* dequant_kernel.h: y = (scale x weights) * x by tensor cores, 16 rows a CTA. What a lane holds of 128
 * columns is not the order of a fragment, but a sum does not ask for the order of its terms: step s takes
 * columns 4 s to 4 s + 3 of every lane for the sixteen of mma.m16n8k16, of weights and vector alike. All
 * 8 columns of B are the vector, so that all columns of C are the sum. */
#ifndef DEQUANT_KERNEL_H
#define DEQUANT_KERNEL_H
#include "tilecopy/mma.h"

enum { DEQUANT_WARPS = 8, DEQUANT_ROWS = 16, DEQUANT_GROUP = 128 };
enum {
    DEQUANT_BYTES = DEQUANT_WARPS * DEQUANT_ROWS * 4,
    DEQUANT_STEP = 2 * DEQUANT_WARPS * DEQUANT_GROUP
};

typedef struct {
    const unsigned *weights; /* rows x columns of i4, 8 in a word */
    const float *scale;      /* rows x columns / 128 */
    const tc_f16 *x;         /* columns */
    float *y;                /* rows: a multiple of 16; columns: of 128 */
    unsigned rows, columns;
} Dequant;

/* 16 rows of 128 columns as they come from memory. */
typedef struct {
    __attribute__((aligned(16))) unsigned weights[8]; /* of 8 numbers */
    float scale[2];
} DequantRaw;

/* A group of 128 columns, which begin at `weights`, with the scales of this lane's two rows. */
TC_FN void dequant_load(
    DequantRaw *raw, const unsigned *weights, const float *scale, const Dequant *d) {
    tc_load_weights(raw->weights, weights, d->columns / 8);
    tc_load_global_b32(&raw->scale[0], scale);
    tc_load_global_b32(&raw->scale[1], scale + (size_t)8 * (d->columns / DEQUANT_GROUP));
}

/* sum += the group's rows times its 128 numbers of the vector. */
TC_FN void dequant_product(float *sum, const DequantRaw *raw, const tc_f16 *x) {
    __attribute__((aligned(16))) tc_f16 w[64];
    float c[4] = {0, 0, 0, 0};
    TC_UNROLL
    for (unsigned i = 0; i < 8; i++)
        tc_convert_i4x8_f16(w + 8 * i, &raw->weights[i]);
    TC_UNROLL
    for (unsigned s = 0; s < 8; s++) {
        unsigned a[4];
        TC_MEMCPY(&a[0], w + 4 * s, 4);
        TC_MEMCPY(&a[1], w + 32 + 4 * s, 4);
        TC_MEMCPY(&a[2], w + 4 * s + 2, 4);
        TC_MEMCPY(&a[3], w + 32 + 4 * s + 2, 4);
        tc_mma_m16n8k16_f16(c, a, x + 4 * s);
    }
    sum[0] += raw->scale[0] * c[0];
    sum[1] += raw->scale[1] * c[2];
}

/* What the warps found for each row, together. */
TC_FN void dequant_finish(const Dequant *d, unsigned first, float *found, const float *sum) {
    const unsigned thread = tc_thread_index(), lane = thread % 32;
    if (lane % 4 == 0) {
        tc_store_shared_b32(found + thread / 32 * DEQUANT_ROWS + lane / 4, &sum[0]);
        tc_store_shared_b32(found + thread / 32 * DEQUANT_ROWS + lane / 4 + 8, &sum[1]);
    }
    tc_cta_sync();
    if (thread < DEQUANT_ROWS) {
        float total = 0;
        for (unsigned warp = 0; warp < DEQUANT_WARPS; warp++) {
            float one;
            tc_load_shared_b32(&one, found + warp * DEQUANT_ROWS + thread);
            total += one;
        }
        tc_store_global_b32(d->y + first + thread, &total);
    }
}

#define DEQUANT_PLACES                                                                             \
    const unsigned warp = tc_thread_index() / 32, row = tc_lane_index() / 4;                       \
    const unsigned first = tc_cta_index() * DEQUANT_ROWS, groups = arg.columns / DEQUANT_GROUP;    \
    const unsigned *weights = arg.weights + (size_t)first * arg.columns / 8;                       \
    const float *scale = arg.scale + (size_t)(first + row) * groups;                               \
    float sum[2] = {0, 0}

/* Columns a multiple of DEQUANT_STEP. Two groups in registers by turns: while one is multiplied the next one is on
 * its way. Neither is ever moved, which would wait for it, and the loop has no branch: at its end a warp
 * loads its last group once more. */
extern "C" __global__ void __launch_bounds__(DEQUANT_WARPS * 32, 4)
    dequant_gemv(const Dequant arg) {
    DEQUANT_PLACES;
    DequantRaw raw[2];
    __attribute__((aligned(16))) tc_f16 x[32];
    const unsigned last = groups - DEQUANT_WARPS + warp;
    dequant_load(&raw[0], weights + warp * (DEQUANT_GROUP / 8), scale + warp, &arg);
    for (unsigned group = warp; group < groups; group += 2 * DEQUANT_WARPS) {
        TC_UNROLL
        for (unsigned t = 0; t < 2; t++) {
            const unsigned now = group + t * DEQUANT_WARPS, wanted = now + DEQUANT_WARPS;
            const unsigned next = wanted < last ? wanted : last;
            dequant_load(&raw[1 - t], weights + next * (DEQUANT_GROUP / 8), scale + next, &arg);
            tc_load_vector(x, arg.x + now * DEQUANT_GROUP);
            dequant_product(sum, &raw[t], x);
        }
    }
    dequant_finish(&arg, first, (float *)tc_smem(), sum);
}

/* Any columns, each group when its turn has come. */
extern "C" __global__ void __launch_bounds__(DEQUANT_WARPS * 32, 4)
    dequant_gemv_any(const Dequant arg) {
    DEQUANT_PLACES;
    for (unsigned group = warp; group < groups; group += DEQUANT_WARPS) {
        DequantRaw raw;
        __attribute__((aligned(16))) tc_f16 x[32];
        dequant_load(&raw, weights + group * (DEQUANT_GROUP / 8), scale + group, &arg);
        tc_load_vector(x, arg.x + group * DEQUANT_GROUP);
        dequant_product(sum, &raw, x);
    }
    dequant_finish(&arg, first, (float *)tc_smem(), sum);
}
#endif
