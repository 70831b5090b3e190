/* gemm_hand.h: the movement of examples/gemm_sm80 and its rings written by hand, for whole tiles: what a kernel
 * writer would write for these shapes, addresses computed once and offsets constant. Templates, so that each
 * type, width and ring has code of its own: N columns of C in a CTA, a quarter of them in a warp. */
#ifndef GEMM_HAND_H
#define GEMM_HAND_H
#include "tilecopy/tilecopy.h"

__device__ __forceinline__ void hand_ldmatrix(unsigned *v, unsigned at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "r"(at)
                 : "memory");
}

/* `rows` x 64 from rows `ld` elements apart into a tile swizzled in 128 bytes; 256 threads. */
template <typename T, int rows>
__device__ __forceinline__ void hand_load(T *dst, const T *src, unsigned ld) {
    const unsigned row = threadIdx.x / 8, chunk = threadIdx.x % 8;
    const unsigned to =
        (unsigned)__cvta_generic_to_shared(dst) + row * 128 + (chunk ^ row % 8) * 16;
    const T *from = src + row * ld + chunk * 8;
#pragma unroll
    for (int i = 0; i < rows / 32; i++)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                     :
                     : "r"(to + i * 4096), "l"(from + (size_t)i * 32 * ld)
                     : "memory");
}

template <typename T>
__device__ __forceinline__ void hand_fragments_a(T *dst, const T *src, unsigned m, unsigned k) {
    const unsigned lane = threadIdx.x % 32, row = lane % 16;
    const unsigned at = (unsigned)__cvta_generic_to_shared(src) + (m + row) * 128 +
                        (((lane / 16) ^ (row % 8)) * 16 ^ (k * 2));
    unsigned v[16];
#pragma unroll
    for (int i = 0; i < 4; i++)
        hand_ldmatrix(v + 4 * i, at + i * 2048);
    memcpy(dst, v, sizeof v);
}

template <typename T, int N>
__device__ __forceinline__ void hand_fragments_b(T *dst, const T *src, unsigned n, unsigned k) {
    const unsigned lane = threadIdx.x % 32, row = lane / 16 * 8 + lane % 8;
    const unsigned at = (unsigned)__cvta_generic_to_shared(src) + (n + row) * 128 +
                        (((lane / 8 % 2) ^ (row % 8)) * 16 ^ (k * 2));
    unsigned v[N / 16];
#pragma unroll
    for (int i = 0; i < N / 64; i++)
        hand_ldmatrix(v + 4 * i, at + i * 2048);
    memcpy(dst, v, sizeof v);
}

__device__ __forceinline__ void hand_round(tc_f16 *dst, const float *src) {
    tc_convert_f32_f16x2(dst, src);
}

__device__ __forceinline__ void hand_round(tc_bf16 *dst, const float *src) {
    tc_convert_f32_bf16x2(dst, src);
}

template <typename T, int N>
__device__ __forceinline__ void hand_put_c(T *dst, const float *sums, unsigned m, unsigned n) {
    const unsigned lane = threadIdx.x % 32, row = lane % 16;
    const unsigned at = (unsigned)__cvta_generic_to_shared(dst) + n / 64 * 16384 + (m + row) * 128 +
                        ((lane / 16 ^ row % 8) * 16 ^ n % 64 * 2);
    T rounded[N / 2];
    unsigned v[N / 4];
#pragma unroll
    for (int i = 0; i < N / 2; i += 2)
        hand_round(rounded + i, sums + i);
    memcpy(v, rounded, sizeof v);
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < N / 64; j++)
            asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                         :
                         : "r"((at ^ (j * 32)) + i * 2048),
                           "r"(v[i * (N / 16) + j * 4]),
                           "r"(v[i * (N / 16) + j * 4 + 1]),
                           "r"(v[i * (N / 16) + j * 4 + 2]),
                           "r"(v[i * (N / 16) + j * 4 + 3])
                         : "memory");
}

template <typename T, int N>
__device__ __forceinline__ void hand_store_c(T *dst, const T *src, unsigned ld) {
    const unsigned row = threadIdx.x / 8, chunk = threadIdx.x % 8;
    const uint4 *from = (const uint4 *)src + row * 8 + (chunk ^ row % 8);
#pragma unroll
    for (int i = 0; i < N / 16; i++)
        *(uint4 *)(dst + (size_t)(row + i % 4 * 32) * ld + i / 4 * 64 + chunk * 8) =
            from[i / 4 * 1024 + i % 4 * 256];
}

/* The ring: groups of copies, and one __syncthreads a turn. */
struct hand_ring {
    unsigned slot;
};

__device__ __forceinline__ void hand_ring_init(void *) {
}

__device__ __forceinline__ hand_ring hand_ring_start() {
    return {0};
}

template <int STAGES> __device__ __forceinline__ void hand_ring_advance(void *, hand_ring *ring) {
    ring->slot = ring->slot == STAGES - 1 ? 0 : ring->slot + 1;
}

__device__ __forceinline__ void hand_ring_free(void *, hand_ring) {
}

template <int STAGES>
__device__ __forceinline__ void hand_ring_commit(void *smem, hand_ring *ring) {
    asm volatile("cp.async.commit_group;" ::: "memory");
    hand_ring_advance<STAGES>(smem, ring);
}

template <int STAGES> __device__ __forceinline__ void hand_ring_wait(void *, hand_ring) {
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
    __syncthreads();
}

__device__ __forceinline__ void hand_ring_tail(void *, hand_ring) {
    asm volatile("cp.async.wait_group 0;" ::: "memory");
}

#endif
