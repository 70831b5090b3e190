/* The copies of tests/sass/cases.h with libcu++ and cooperative groups. They have no tiles and no
 * swizzles: those are by hand, the copy of each 16-byte chunk is theirs. Case e is absent. */
#include <cooperative_groups.h>
#include <cuda/pipeline>

struct alignas(16) Row {
    float4 half[2];
};

static __device__ __forceinline__ void copy_a(float *dst, const float *src) {
    Row row = ((const Row *)src)[threadIdx.x];
    __builtin_memcpy(dst, &row, sizeof row);
}

static __device__ __forceinline__ void copy_c(unsigned char *dst, const void *src, unsigned ld) {
    auto pipe = cuda::make_pipeline();
    unsigned row = threadIdx.x / 8, chunk = threadIdx.x % 8;
    const char *from = (const char *)src + (row * ld + chunk * 8) * 2ull;
    unsigned char *to = dst + row * 128 + (chunk ^ (row & 7)) * 16;
    pipe.producer_acquire();
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        cuda::memcpy_async(
            to + i * 4096,
            (const unsigned char *)from + (unsigned long long)i * 64 * ld,
            cuda::aligned_size_t<16>(16),
            pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);
}

static __device__ __forceinline__ void copy_h(float *dst, const float *src) {
    auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    cooperative_groups::invoke_one(warp, [&] {
#pragma unroll
        for (int i = 0; i < 24; i++)
            dst[i] = src[i];
    });
}

#define COPY_A copy_a
#define COPY_C copy_c
#define FINISH_C()
#define COPY_H copy_h
#include "cases.h"
