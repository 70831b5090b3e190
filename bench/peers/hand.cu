/* The copies of tests/sass/cases.h as one writes them by hand. */
typedef unsigned long long Wide;

static __device__ __forceinline__ unsigned shared_address(const void *p) {
    return (unsigned)__cvta_generic_to_shared(p);
}

static __device__ __forceinline__ void copy_a(float *dst, const float *src) {
    const float4 *row = (const float4 *)(src + threadIdx.x * 8);
    *(float4 *)dst = row[0];
    *(float4 *)(dst + 4) = row[1];
}

/* Thread t takes chunk t % 8 of rows t / 8, t / 8 + 32, ...; eight rows are one period. */
static __device__ __forceinline__ void copy_c(unsigned char *dst, const void *src, unsigned ld) {
    unsigned row = threadIdx.x / 8, chunk = threadIdx.x % 8;
    unsigned to = shared_address(dst) + row * 128 + (chunk ^ (row & 7)) * 16;
    const char *from = (const char *)src + (row * ld + chunk * 8) * 2ull;
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to + i * 4096),
                     "l"(from + (Wide)i * 64 * ld)
                     : "memory");
}

static __device__ __forceinline__ void finish_c() {
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
}

static __device__ __forceinline__ void copy_s(unsigned char *dst, const void *src, unsigned ld) {
    unsigned row = threadIdx.x / 8, chunk = threadIdx.x % 8;
    const char *from = (const char *)src + (row * ld + chunk * 8) * 2ull;
    unsigned char *to = dst + row * 128 + (chunk ^ (row & 7)) * 16;
    uint4 v[4];
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        v[i] = *(const uint4 *)(from + (Wide)i * 64 * ld);
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        *(uint4 *)(to + i * 4096) = v[i];
}

static __device__ __forceinline__ void copy_e(unsigned *dst, const unsigned char *src) {
    unsigned row = threadIdx.x % 16, chunk = threadIdx.x / 16;
    unsigned at = shared_address(src) + row * 128 + (chunk ^ (row & 7)) * 16;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(dst[0]), "=r"(dst[1]), "=r"(dst[2]), "=r"(dst[3])
                 : "r"(at)
                 : "memory");
}

static __device__ __forceinline__ void copy_e4(unsigned *dst, const unsigned char *src) {
    unsigned row = threadIdx.x % 16, chunk = threadIdx.x / 16;
    unsigned at = shared_address(src) + row * 128 + (chunk ^ (row & 7)) * 16;
#pragma unroll
    for (unsigned i = 0; i < 4; i++)
        asm volatile(
            "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
            : "=r"(dst[4 * i]), "=r"(dst[4 * i + 1]), "=r"(dst[4 * i + 2]), "=r"(dst[4 * i + 3])
            : "r"(at ^ (i * 32))
            : "memory");
}

#if __CUDA_ARCH__ >= 900
static __device__ __forceinline__ void copy_f(unsigned char *dst, const unsigned *src) {
    unsigned row = threadIdx.x % 16, chunk = threadIdx.x / 16;
    unsigned at = shared_address(dst) + row * 128 + (chunk ^ (row & 7)) * 16;
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                 :
                 : "r"(at), "r"(src[0]), "r"(src[1]), "r"(src[2]), "r"(src[3])
                 : "memory");
}
#endif

static __device__ __forceinline__ void copy_h(float *dst, const float *src) {
    if (threadIdx.x < 6)
        ((float4 *)dst)[threadIdx.x] = ((const float4 *)src)[threadIdx.x];
}

#define COPY_A copy_a
#define COPY_C copy_c
#define FINISH_C finish_c
#define COPY_S copy_s
#define COPY_E copy_e
#define COPY_E4 copy_e4
#if __CUDA_ARCH__ >= 900
#define COPY_F copy_f
#endif
#define COPY_H copy_h
#include "cases.h"
