/* The copies of tests/sass/cases.h with CUB. It has no cp.async, no swizzle and no fragments: case s is
 * ThreadLoad with the swizzle by hand, c, e and h are absent. */
#include <cub/thread/thread_load.cuh>
#include <cub/warp/warp_load.cuh>

static __device__ __forceinline__ void copy_a(float (&dst)[8], const float *src) {
    using Load = cub::WarpLoad<float, 8, cub::WARP_LOAD_VECTORIZE, 32>;
    __shared__ typename Load::TempStorage storage;
    Load(storage).Load(const_cast<float *>(src), dst);
}

static __device__ __forceinline__ void copy_s(unsigned char *dst, const void *src, unsigned ld) {
    unsigned row = threadIdx.x / 8, chunk = threadIdx.x % 8;
    const uint4 *from = (const uint4 *)((const char *)src + (row * ld + chunk * 8) * 2ull);
    uint4 *to = (uint4 *)(dst + row * 128 + (chunk ^ (row & 7)) * 16), v[4];
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        v[i] = cub::ThreadLoad<cub::LOAD_CG>(from + (unsigned long long)i * 4 * ld);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        to[i * 256] = v[i];
}

#define COPY_A copy_a
#define COPY_S copy_s
#include "cases.h"
