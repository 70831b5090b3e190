/* gemm_hand.h: the movement of examples/gemm_sm80 and its ring written by hand, for whole tiles: what a kernel
 * writer would write for this shape, addresses computed once and offsets constant. */
#ifndef GEMM_HAND_H
#define GEMM_HAND_H
#include "tilecopy/tilecopy.h"

__device__ __forceinline__ void hand_ldmatrix(unsigned *v, unsigned at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "r"(at)
                 : "memory");
}

/* `rows` x 64 from rows `ld` elements apart into a stage swizzled in 128 bytes; 256 threads. */
template <int rows>
__device__ __forceinline__ void hand_load(
    tc_f16 *dst, const tc_f16 *src, unsigned ld, unsigned stage) {
    const unsigned row = threadIdx.x / 8, chunk = threadIdx.x % 8;
    const unsigned to = (unsigned)__cvta_generic_to_shared(dst) + stage * rows * 128 + row * 128 +
                        (chunk ^ row % 8) * 16;
    const tc_f16 *from = src + row * ld + chunk * 8;
#pragma unroll
    for (int i = 0; i < rows / 32; i++)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                     :
                     : "r"(to + i * 4096), "l"(from + (size_t)i * 32 * ld)
                     : "memory");
}

__device__ __forceinline__ void hand_load_a(
    tc_f16 *dst, const tc_f16 *src, unsigned ld, unsigned stage) {
    hand_load<128>(dst, src, ld, stage);
}

__device__ __forceinline__ void hand_load_b(
    tc_f16 *dst, const tc_f16 *src, unsigned ld, unsigned stage) {
    hand_load<256>(dst, src, ld, stage);
}

__device__ __forceinline__ void hand_fragments_a(
    tc_f16 *dst, const tc_f16 *src, unsigned m, unsigned k, unsigned stage) {
    const unsigned lane = threadIdx.x % 32, row = lane % 16;
    const unsigned at = (unsigned)__cvta_generic_to_shared(src) + stage * 16384 + (m + row) * 128 +
                        (((lane / 16) ^ (row % 8)) * 16 ^ (k * 2));
    unsigned v[16];
#pragma unroll
    for (int i = 0; i < 4; i++)
        hand_ldmatrix(v + 4 * i, at + i * 2048);
    memcpy(dst, v, sizeof v);
}

__device__ __forceinline__ void hand_fragments_b(
    tc_f16 *dst, const tc_f16 *src, unsigned n, unsigned k, unsigned stage) {
    const unsigned lane = threadIdx.x % 32, row = lane / 16 * 8 + lane % 8;
    const unsigned at = (unsigned)__cvta_generic_to_shared(src) + stage * 32768 + (n + row) * 128 +
                        (((lane / 8 % 2) ^ (row % 8)) * 16 ^ (k * 2));
    unsigned v[16];
#pragma unroll
    for (int i = 0; i < 4; i++)
        hand_ldmatrix(v + 4 * i, at + i * 2048);
    memcpy(dst, v, sizeof v);
}

__device__ __forceinline__ void hand_put_c(tc_f16 *dst, const float *sums, unsigned m, unsigned n) {
    const unsigned lane = threadIdx.x % 32, row = lane % 16;
    const unsigned at = (unsigned)__cvta_generic_to_shared(dst) + n / 64 * 16384 + (m + row) * 128 +
                        (lane / 16 ^ row % 8) * 16;
    tc_f16 rounded[128];
    unsigned v[64];
#pragma unroll
    for (int i = 0; i < 128; i += 2)
        tc_convert_f32_f16x2(rounded + i, sums + i);
    memcpy(v, rounded, sizeof v);
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                         :
                         : "r"((at ^ (j * 32)) + i * 2048),
                           "r"(v[i * 16 + j * 4]),
                           "r"(v[i * 16 + j * 4 + 1]),
                           "r"(v[i * 16 + j * 4 + 2]),
                           "r"(v[i * 16 + j * 4 + 3])
                         : "memory");
}

__device__ __forceinline__ void hand_store_c(tc_f16 *dst, const tc_f16 *src, unsigned ld) {
    const unsigned row = threadIdx.x / 8, chunk = threadIdx.x % 8;
    const uint4 *from = (const uint4 *)src + row * 8 + (chunk ^ row % 8);
#pragma unroll
    for (int i = 0; i < 16; i++)
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

__device__ __forceinline__ void hand_ring_advance(hand_ring *ring) {
    ring->slot = ring->slot == 2 ? 0 : ring->slot + 1;
}

__device__ __forceinline__ void hand_ring_free(void *, hand_ring) {
}

__device__ __forceinline__ void hand_ring_commit(void *, hand_ring) {
    asm volatile("cp.async.commit_group;" ::: "memory");
}

__device__ __forceinline__ void hand_ring_wait(void *, hand_ring) {
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
}

__device__ __forceinline__ void hand_ring_tail(void *, hand_ring) {
    asm volatile("cp.async.wait_group 0;" ::: "memory");
}

#endif
