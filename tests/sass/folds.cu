/* Reductions over the accumulator of an mma, beside what attention kernels write by hand for the same. */
#include "sass_gen.h"

#define KERNEL(name) extern "C" __global__ void __launch_bounds__(128) name

__device__ static void take(float a[32], const float *in) {
#pragma unroll
    for (unsigned i = 0; i < 32; i++)
        a[i] = in[threadIdx.x + 128 * i];
}

__device__ static void give(float *out, const float *s, unsigned count) {
#pragma unroll
    for (unsigned i = 0; i < count; i++)
        out[threadIdx.x + 128 * i] = s[i];
}

KERNEL(fold_rowmax)(const float *in, float *out) {
    float a[32], m[2];
    take(a, in);
    tc_reduce_fold_rowmax(m, a);
    give(out, m, 2);
}

KERNEL(fold_rowmax_by_hand)(const float *in, float *out) {
    float a[32], m[2] = {-INFINITY, -INFINITY};
    take(a, in);
#pragma unroll
    for (unsigned i = 0; i < 32; i++)
        m[i / 2 % 2] = fmaxf(m[i / 2 % 2], a[i]);
#pragma unroll
    for (unsigned r = 0; r < 2; r++) {
        m[r] = fmaxf(m[r], __shfl_xor_sync(0xffffffffu, m[r], 2));
        m[r] = fmaxf(m[r], __shfl_xor_sync(0xffffffffu, m[r], 1));
    }
    give(out, m, 2);
}

KERNEL(fold_rowsum)(const float *in, float *out) {
    float a[32], s[2];
    take(a, in);
    tc_reduce_fold_rowsum(s, a);
    give(out, s, 2);
}

KERNEL(fold_rowsum_by_hand)(const float *in, float *out) {
    float a[32], s[2] = {0, 0};
    take(a, in);
#pragma unroll
    for (unsigned i = 0; i < 32; i++)
        s[i / 2 % 2] += a[i];
#pragma unroll
    for (unsigned r = 0; r < 2; r++) {
        s[r] += __shfl_xor_sync(0xffffffffu, s[r], 2);
        s[r] += __shfl_xor_sync(0xffffffffu, s[r], 1);
    }
    give(out, s, 2);
}

/* Rows of f16: halves of a word at once, then two rows in a word. */
KERNEL(fold_rowsum_f16)(const uint4 *in, unsigned *out) {
    __align__(16) tc_f16 a[32];
    __align__(4) tc_f16 s[2];
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        ((uint4 *)a)[i] = in[threadIdx.x + 128 * i];
    tc_reduce_fold_halves(s, a);
    out[threadIdx.x] = *(const unsigned *)s;
}

KERNEL(fold_colsum)(const float *in, float *out) {
    __shared__ __align__(16) unsigned char scratch[TC_REDUCE_FOLD_COLSUM_SCRATCH_BYTES];
    float a[32], s[16];
    take(a, in);
    tc_reduce_fold_colsum(s, a, scratch, 1);
    give(out, s, 16);
}

/* Without halving: every lane shuffles all 16 sums three times. */
KERNEL(fold_colsum_whole)(const float *in, float *out) {
    __shared__ __align__(16) unsigned char scratch[TC_REDUCE_FOLD_COLSUM_WHOLE_SCRATCH_BYTES];
    float a[32], s[16];
    take(a, in);
    tc_reduce_fold_colsum_whole(s, a, scratch, 1);
    give(out, s, 16);
}

KERNEL(fold_colsum_warp)(const float *in, float *out) {
    float a[32], s[16];
    take(a, in);
    tc_reduce_fold_colsum_warp(s, a);
    give(out, s, 16);
}
