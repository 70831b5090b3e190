/* Kernels that measure themselves with the SM's clock: shared memory <-> registers by 16 warps of one
 * CTA, and the time until a tile of 4x6 f32 stands in shared memory. */
#ifndef INSIDE_H
#define INSIDE_H
#include "fallback_gen.h"
#include "tilecopy_gen.h"

enum { WARPS = 16, TURNS = 256, SAMPLES = 64 };

/* cycles[block]: TURNS copies by each of 16 warps, out of a tile of its own. What is loaded is summed up,
 * and there is a barrier before: ptxas drops loads that nobody uses or that it has done before. */
#define MEASURE(name, pitch, count, LOAD, STORE)                                                   \
    __global__ void __launch_bounds__(WARPS * 32) load_##name(long long *cycles) {                 \
        extern __shared__ __align__(1024) float tiles[];                                           \
        float *tile = tiles + threadIdx.x / 32 * (32 * pitch);                                     \
        __align__(16) float r[count];                                                              \
        for (unsigned i = threadIdx.x; i < WARPS * 32 * pitch; i += WARPS * 32)                    \
            tiles[i] = (float)i;                                                                   \
        __syncthreads();                                                                           \
        long long begin = clock64();                                                               \
        unsigned sum = 0;                                                                          \
        _Pragma("unroll 4") for (unsigned i = 0; i < TURNS; i++) {                                 \
            __syncwarp();                                                                          \
            LOAD(r, tile);                                                                         \
            _Pragma("unroll") for (unsigned k = 0; k < count; k++) sum += __float_as_uint(r[k]);   \
        }                                                                                          \
        __syncthreads();                                                                           \
        long long end = clock64();                                                                 \
        if (threadIdx.x == 0)                                                                      \
            cycles[blockIdx.x] = end - begin;                                                      \
        if (sum == 1)                                                                              \
            cycles[blockIdx.x] = 0;                                                                \
    }                                                                                              \
    __global__ void __launch_bounds__(WARPS * 32) store_##name(long long *cycles) {                \
        extern __shared__ __align__(1024) float tiles[];                                           \
        float *tile = tiles + threadIdx.x / 32 * (32 * pitch);                                     \
        __align__(16) float r[count];                                                              \
        for (unsigned i = 0; i < count; i++)                                                       \
            r[i] = (float)(threadIdx.x + i);                                                       \
        __syncthreads();                                                                           \
        long long begin = clock64();                                                               \
        _Pragma("unroll 4") for (unsigned i = 0; i < TURNS; i++) STORE(tile, r);                   \
        __syncthreads();                                                                           \
        long long end = clock64();                                                                 \
        if (threadIdx.x == 0)                                                                      \
            cycles[blockIdx.x] = end - begin;                                                      \
    }

MEASURE(plain8, 8, 8, tc_warp_copy_smem_to_reg_32x8_f32, tc_warp_copy_reg_to_smem_32x8_f32)
MEASURE(sw32, 8, 8, tc_warp_copy_smem_sw32_to_reg_32x8_f32, tc_warp_copy_reg_to_smem_sw32_32x8_f32)
MEASURE(
    sw64, 16, 16, tc_warp_copy_smem_sw64_to_reg_32x16_f32, tc_warp_copy_reg_to_smem_sw64_32x16_f32)
MEASURE(
    sw128,
    32,
    32,
    tc_warp_copy_smem_sw128_to_reg_32x32_f32,
    tc_warp_copy_reg_to_smem_sw128_32x32_f32)
MEASURE(
    pad33,
    33,
    32,
    tc_warp_copy_smem_pad33_to_reg_32x32_f32,
    tc_warp_copy_reg_to_smem_pad33_32x32_f32)

static __device__ __forceinline__ void lane0_copy(float *dst, const float *src) {
    if (threadIdx.x == 0)
#pragma unroll
        for (int i = 0; i < 24; i++)
            dst[i] = src[i];
}

static __device__ __forceinline__ void six_copy(float *dst, const float *src) {
    if (threadIdx.x < 6)
        ((float4 *)dst)[threadIdx.x] = ((const float4 *)src)[threadIdx.x];
}

/* One warp; the source lies in L2 and not in L1: each sample reads 4 KiB further on. The images hold
 * no negative number: the comparison only waits for the value. */
#define LATENCY(name, COPY)                                                                        \
    __global__ void __launch_bounds__(32) latency_##name(long long *cycles, const float *src) {    \
        __shared__ __align__(16) float tile[24];                                                   \
        for (unsigned i = 0; i < SAMPLES; i++) {                                                   \
            __syncwarp();                                                                          \
            long long begin = clock64();                                                           \
            asm volatile("" ::: "memory");                                                         \
            COPY(tile, src + i * 1024);                                                            \
            __syncwarp();                                                                          \
            float mine = ((volatile float *)tile)[threadIdx.x % 24];                               \
            if (mine < 0)                                                                          \
                return;                                                                            \
            long long end = clock64();                                                             \
            if (threadIdx.x == 0)                                                                  \
                cycles[i] = end - begin;                                                           \
        }                                                                                          \
    }
LATENCY(fallback, tx_warp_copy_gmem_to_smem_4x6_f32)
LATENCY(partial, tc_warp_copy_gmem_to_smem_4x6_f32)
LATENCY(lane0, lane0_copy)
LATENCY(six, six_copy)

#endif
