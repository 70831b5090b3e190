/* Primitives whose constant arguments must be part of the instruction: one kernel, one instruction. */
#include "tilecopy/tilecopy.h"

extern "C" __global__ void named_sync(unsigned *dst) {
    tc_barrier_sync(1, 64);
    dst[threadIdx.x] = 1;
}

extern "C" __global__ void named_arrive(unsigned *dst) {
    tc_barrier_arrive(2, 96);
    dst[threadIdx.x] = 1;
}

/* No barrier has this number: ptxas would take it for 0. */
extern "C" __global__ void named_16(unsigned *dst) {
    tc_barrier_sync(16, 64);
    dst[threadIdx.x] = 1;
}

/* 48 threads are a warp and a half. */
extern "C" __global__ void named_of_48(unsigned *dst) {
    tc_barrier_arrive(1, 48);
    dst[threadIdx.x] = 1;
}

/* The number is known when the kernel runs, as that of a ring; the count stays a constant. */
extern "C" __global__ void named_sync_of_number(unsigned *dst, unsigned number) {
    tc_barrier_sync(number, 128);
    dst[threadIdx.x] = 1;
}

extern "C" __global__ void shuffle_of_lane_5(unsigned *dst) {
    unsigned v = dst[threadIdx.x];
    tc_shuffle_b32(&v, &v, 5);
    dst[threadIdx.x] = v;
}

extern "C" __global__ void shuffle_xor_16(unsigned *dst) {
    unsigned v = dst[threadIdx.x];
    tc_shuffle_xor_b32(&v, &v, 16);
    dst[threadIdx.x] = v;
}

extern "C" __global__ void permute_of_low_halves(unsigned *dst) {
    unsigned v = dst[threadIdx.x], w = dst[threadIdx.x + 32];
    tc_permute_b32(&v, &v, &w, 0x5410);
    dst[threadIdx.x] = v;
}

extern "C" __global__ void select_by_lane(unsigned *dst) {
    unsigned v = dst[threadIdx.x], w = dst[threadIdx.x + 32], x;
    tc_select_b32(&x, &v, &w, tc_lane_index() % 4 == 0);
    dst[threadIdx.x] = x;
    dst[threadIdx.x + 32] = v ^ w; /* or only the one that is taken would be loaded */
}

extern "C" __global__ void convert_to_f16(unsigned *dst) {
    unsigned v[2] = {dst[threadIdx.x], dst[threadIdx.x + 32]};
    tc_convert_f32_f16x2(v, v);
    dst[threadIdx.x] = v[0];
}

extern "C" __global__ void convert_to_bf16(unsigned *dst) {
    unsigned v[2] = {dst[threadIdx.x], dst[threadIdx.x + 32]};
    tc_convert_f32_bf16x2(v, v);
    dst[threadIdx.x] = v[0];
}

extern "C" __global__ void convert_from_f16(unsigned *dst) {
    unsigned v[2] = {dst[threadIdx.x], 0};
    tc_convert_f16x2_f32(v, v);
    dst[threadIdx.x] = v[0];
    dst[threadIdx.x + 32] = v[1];
}

/* The number of a barrier goes through a generated function. */
#include "../golden/permute_xor/expected.h"
extern "C" __global__ void named_of_generated(const float *src, unsigned ld, float *out) {
    __shared__ __align__(16) float tile[8 * 64];
    tc_turned(tile, src, ld, 3);
    out[threadIdx.x] = tile[threadIdx.x ^ 32];
}

/* Conversions of generated functions: two numbers an instruction; weights of 4 bits by bytes and one masked
 * operation a pair, and nothing that converts. */
#include "../golden/convert/expected.h"
extern "C" __global__ void rows_of_generated(tc_f16 *dst, const float *src) {
    __shared__ __align__(16) tc_f16 tile[32 * 8];
    __align__(16) float r[8];
    for (int i = 0; i < 8; i++)
        r[i] = src[threadIdx.x + i * 32];
    tc_warp_copy_reg_to_smem_32x8_f32_f16(tile, r);
    dst[threadIdx.x] = tile[threadIdx.x ^ 31];
}

extern "C" __global__ void weights_of_generated(uint4 *dst, const unsigned char *src) {
    __align__(16) tc_f16 w[8];
    tc_warp_copy_gmem_to_reg_32x8_i4_f16(w, src);
    dst[threadIdx.x] = *(const uint4 *)w;
}
