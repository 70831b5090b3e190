/* dequant_kernel.h: y = (scale x weights) * x by tensor cores, 16 rows a CTA. What a lane holds of 128
 * columns is not the order of a fragment, but a sum does not ask for the order of its terms: step s takes
 * columns 4 s to 4 s + 3 of every lane for the sixteen of mma.m16n8k16, of weights and vector alike. All
 * 8 columns of B are the vector, so that all columns of C are the sum. */
#ifndef DEQUANT_KERNEL_H
#define DEQUANT_KERNEL_H
#include "tilecopy/mma.h"

enum { DEQUANT_WARPS = 8, DEQUANT_ROWS = 16, DEQUANT_GROUP = 128 };
enum { DEQUANT_BYTES = DEQUANT_WARPS * DEQUANT_ROWS * 4 };

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

/* What belongs to a group of 128 columns; rows: the CTA's 16, of which row lane / 4 and the one 8 further
 * down are this lane's. */
TC_FN void dequant_load(DequantRaw *raw, const Dequant *d, unsigned rows, unsigned group) {
    const unsigned groups = d->columns / DEQUANT_GROUP, row = rows + tc_lane_index() / 4;
    const float *scale = d->scale + (size_t)row * groups + group;
    const unsigned *weights = d->weights + (size_t)rows * d->columns / 8;
    tc_load_weights(raw->weights, weights + group * (DEQUANT_GROUP / 8), d->columns / 8);
    tc_load_global_b32(&raw->scale[0], scale);
    tc_load_global_b32(&raw->scale[1], scale + (size_t)8 * groups);
}

/* sum += the group's rows times its 128 numbers of the vector. */
TC_FN void dequant_product(float *sum, const DequantRaw *raw, const Dequant *d, unsigned group) {
    __attribute__((aligned(16))) tc_f16 w[64], x[32];
    float c[4] = {0, 0, 0, 0};
    tc_load_vector(x, d->x + group * DEQUANT_GROUP);
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

/* Two groups in registers by turns: while one is multiplied the next one is on its way. Neither is ever moved,
 * which would wait for it, and the loop has no branch: behind its last group a warp loads that once more. */
TC_KERNEL_BOUNDED(dequant_gemv, Dequant, DEQUANT_WARPS * 32, 4) {
    const unsigned warp = tc_thread_index() / 32, groups = arg.columns / DEQUANT_GROUP;
    const unsigned rows = tc_cta_index() * DEQUANT_ROWS, last = groups - 1;
    unsigned group = warp;
    float sum[2] = {0, 0};
    DequantRaw even, odd;
    dequant_load(&even, &arg, rows, warp < last ? warp : last);
    for (; group + DEQUANT_WARPS < groups; group += 2 * DEQUANT_WARPS) {
        const unsigned next = group + 2 * DEQUANT_WARPS;
        dequant_load(&odd, &arg, rows, group + DEQUANT_WARPS);
        dequant_product(sum, &even, &arg, group);
        dequant_load(&even, &arg, rows, next < last ? next : last);
        dequant_product(sum, &odd, &arg, group + DEQUANT_WARPS);
    }
    if (group < groups)
        dequant_product(sum, &even, &arg, group);
    dequant_finish(&arg, rows, (float *)tc_smem(), sum);
}
#endif
