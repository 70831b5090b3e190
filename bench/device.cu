/* Cycles of one warp for one call of a function, in a chain of calls: bench/device_streams.py builds this once
 * with the generated headers and once with bench/hand/, which has the same names. Prints a line
 * `NAME CYCLES` for each function: the median of the launches, per call. */
#include "sass_gen.h"
#include "tirx_gen.h"
#include <algorithm>
#include <cstdio>
#include <vector>

enum { CALLS = 64, LAUNCHES = 101, TILES = 8, TILE_BYTES = 4096 };

extern __shared__ __align__(1024) unsigned char arena[];

/* `step` is 0, which the compiler does not know: the next call waits for the result of this one. */
#define TILE ((float *)(arena + at))
#define FROM (src + at / 4)
#define CHAIN(name, ...)                                                                           \
    __global__ void name(const float *src, unsigned step, long long *cycles, float *sink) {        \
        __align__(16) float r[16] = {0};                                                           \
        unsigned at = step;                                                                        \
        for (unsigned i = threadIdx.x; i < TILES * TILE_BYTES / 4; i += 32)                        \
            ((float *)arena)[i] = 0;                                                               \
        __syncwarp();                                                                              \
        const long long begin = clock64();                                                         \
        for (unsigned i = 0; i < CALLS; i++) {                                                     \
            __VA_ARGS__;                                                                           \
            at = (__float_as_uint(r[0] + r[7] + r[3]) & step) + i % TILES * TILE_BYTES * step;     \
        }                                                                                          \
        const long long end = clock64();                                                           \
        if (threadIdx.x == 0)                                                                      \
            *cycles = end - begin;                                                                 \
        sink[threadIdx.x] = r[0] + (float)at;                                                      \
    }

CHAIN(smem_to_reg_32x8_f32, tc_warp_copy_smem_to_reg_32x8_f32(r, TILE))
CHAIN(smem_to_reg_32x16_f32, tc_warp_copy_smem_to_reg_32x16_f32_at(threadIdx.x, r, TILE))
CHAIN(smem_sw32_to_reg_32x8_f32, tc_warp_copy_smem_sw32_to_reg_32x8_f32_at(threadIdx.x, r, TILE))
CHAIN(gmem_to_reg_32x8_f32, tc_warp_copy_gmem_to_reg_32x8_f32_at(threadIdx.x, r, FROM))
CHAIN(gmem_to_smem_4x6_f32, tc_warp_copy_gmem_to_smem_4x6_f32_at(threadIdx.x, TILE, FROM);
      __syncwarp();
      r[0] = TILE[threadIdx.x % 24];
      __syncwarp())
CHAIN(fallback_gmem_to_smem_4x6_f32, tx_warp_copy_gmem_to_smem_4x6_f32_at(threadIdx.x, TILE, FROM);
      __syncwarp();
      r[0] = TILE[threadIdx.x % 24];
      __syncwarp())

typedef void (*Kernel)(const float *, unsigned, long long *, float *);

static bool measure(
    const char *name, Kernel kernel, const float *src, long long *cycles, float *sink) {
    std::vector<double> all;
    for (int i = 0; i < LAUNCHES; i++) {
        kernel<<<1, 32, TILES * TILE_BYTES>>>(src, 0, cycles, sink);
        if (cudaDeviceSynchronize() != cudaSuccess) {
            std::fprintf(stderr, "%s: %s\n", name, cudaGetErrorString(cudaGetLastError()));
            return false;
        }
        all.push_back((double)*cycles / CALLS);
    }
    std::sort(all.begin(), all.end());
    std::printf("%s %.2f\n", name, all[all.size() / 2]);
    return true;
}

int main() {
    float *src = nullptr, *sink = nullptr;
    long long *cycles = nullptr;
    bool ok = cudaMalloc(&src, TILES * TILE_BYTES) == cudaSuccess;
    ok = ok && cudaMemset(src, 0, TILES * TILE_BYTES) == cudaSuccess;
    ok = ok && cudaMalloc(&sink, 32 * sizeof(float)) == cudaSuccess;
    ok = ok && cudaMallocManaged(&cycles, sizeof(long long)) == cudaSuccess;
    if (!ok) {
        std::fprintf(stderr, "no memory on the GPU\n");
        return 1;
    }
#define MEASURE(name) ok = measure(#name, name, src, cycles, sink) && ok
    MEASURE(smem_to_reg_32x8_f32);
    MEASURE(smem_to_reg_32x16_f32);
    MEASURE(smem_sw32_to_reg_32x8_f32);
    MEASURE(gmem_to_reg_32x8_f32);
    MEASURE(gmem_to_smem_4x6_f32);
    MEASURE(fallback_gmem_to_smem_4x6_f32);
    return ok ? 0 : 1;
}
