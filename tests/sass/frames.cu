/* One kernel for each function. Shared memory starts at a run-time offset, so that ptxas knows
 * neither the array nor its alignment and cannot merge accesses; what a frame itself loads or
 * stores is another kind of access than the function under test, so the counts do not mix. */
#include "sass_gen.h"
#include "tirx_gen.h"

extern __shared__ unsigned char arena[];

#define KERNEL(name, threads) extern "C" __global__ void __launch_bounds__(threads) name

template <int words> __device__ __forceinline__ void put(unsigned *out, const void *regs) {
    const unsigned *word = (const unsigned *)regs;
#pragma unroll
    for (int i = 0; i < words; i++)
        out[i * 128] = word[i];
}

template <int words> __device__ __forceinline__ void get(void *regs, const unsigned *in) {
    unsigned *word = (unsigned *)regs;
#pragma unroll
    for (int i = 0; i < words; i++)
        word[i] = in[i * 128];
}

/* Registers are 16-byte aligned by contract. */
#define REGS(type, name, count) __align__(16) type name[count]

KERNEL(smem_to_reg_32x8_f32, 32)(unsigned at, unsigned *out) {
    REGS(float, r, 8);
    tc_warp_copy_smem_to_reg_32x8_f32_at(threadIdx.x, r, (const float *)(arena + at));
    put<8>(out + threadIdx.x, r);
}

KERNEL(smem_to_reg_32x8_f32_plain, 32)(unsigned at, unsigned *out) {
    REGS(float, r, 8);
    tc_warp_copy_smem_to_reg_32x8_f32(r, (const float *)(arena + at));
    put<8>(out + threadIdx.x, r);
}

KERNEL(reg_to_smem_32x8_f32, 32)(unsigned at, const unsigned *in) {
    REGS(float, r, 8);
    get<8>(r, in + threadIdx.x);
    tc_warp_copy_reg_to_smem_32x8_f32_at(threadIdx.x, (float *)(arena + at), r);
}

KERNEL(smem_to_reg_32x16_f32, 32)(unsigned at, unsigned *out) {
    REGS(float, r, 16);
    tc_warp_copy_smem_to_reg_32x16_f32_at(threadIdx.x, r, (const float *)(arena + at));
    put<16>(out + threadIdx.x, r);
}

KERNEL(smem_to_reg_32x8_f16, 32)(unsigned at, unsigned *out) {
    REGS(tc_f16, r, 8);
    tc_warp_copy_smem_to_reg_32x8_f16_at(threadIdx.x, r, (const tc_f16 *)(arena + at));
    put<4>(out + threadIdx.x, r);
}

KERNEL(smem_to_reg_32x16_f16, 32)(unsigned at, unsigned *out) {
    REGS(tc_f16, r, 16);
    tc_warp_copy_smem_to_reg_32x16_f16_at(threadIdx.x, r, (const tc_f16 *)(arena + at));
    put<8>(out + threadIdx.x, r);
}

KERNEL(smem_to_reg_32x8_u8, 32)(unsigned at, unsigned *out) {
    REGS(unsigned char, r, 8);
    tc_warp_copy_smem_to_reg_32x8_u8_at(threadIdx.x, r, arena + at);
    put<2>(out + threadIdx.x, r);
}

KERNEL(smem_sw32_to_reg_32x8_f32, 32)(unsigned at, unsigned *out) {
    REGS(float, r, 8);
    tc_warp_copy_smem_sw32_to_reg_32x8_f32_at(threadIdx.x, r, (const float *)(arena + at));
    put<8>(out + threadIdx.x, r);
}

KERNEL(reg_to_smem_sw32_32x8_f32, 32)(unsigned at, const unsigned *in) {
    REGS(float, r, 8);
    get<8>(r, in + threadIdx.x);
    tc_warp_copy_reg_to_smem_sw32_32x8_f32_at(threadIdx.x, (float *)(arena + at), r);
}

KERNEL(smem_pad12_to_reg_32x8_f32, 32)(unsigned at, unsigned *out) {
    REGS(float, r, 8);
    tc_warp_copy_smem_pad12_to_reg_32x8_f32_at(threadIdx.x, r, (const float *)(arena + at));
    put<8>(out + threadIdx.x, r);
}

KERNEL(smem_cols_to_reg_32x8_f32, 32)(unsigned at, unsigned *out) {
    REGS(float, r, 8);
    tc_warp_copy_smem_cols_to_reg_32x8_f32_at(threadIdx.x, r, (const float *)(arena + at));
    put<8>(out + threadIdx.x, r);
}

KERNEL(gmem_to_reg_32x8_f32, 32)(const float *src, unsigned *out) {
    REGS(float, r, 8);
    tc_warp_copy_gmem_to_reg_32x8_f32_at(threadIdx.x, r, src);
    put<8>(out + threadIdx.x, r);
}

KERNEL(reg_to_gmem_32x8_f32, 32)(float *dst, const unsigned *in) {
    REGS(float, r, 8);
    get<8>(r, in + threadIdx.x);
    tc_warp_copy_reg_to_gmem_32x8_f32_at(threadIdx.x, dst, r);
}

KERNEL(gmem_ldx4_to_reg_32x8_f32, 32)(const float *src, unsigned ld, unsigned *out) {
    REGS(float, r, 8);
    tc_warp_copy_gmem_ldx4_to_reg_32x8_f32_at(threadIdx.x, r, src, ld);
    put<8>(out + threadIdx.x, r);
}

KERNEL(gmem_ldx2_to_reg_32x8_f32, 32)(const float *src, unsigned ld, unsigned *out) {
    REGS(float, r, 8);
    tc_warp_copy_gmem_ldx2_to_reg_32x8_f32_at(threadIdx.x, r, src, ld);
    put<8>(out + threadIdx.x, r);
}

KERNEL(cta128_smem_to_reg_128x8_f32, 128)(unsigned at, unsigned *out) {
    REGS(float, r, 8);
    tc_cta128_copy_smem_to_reg_128x8_f32_at(threadIdx.x, r, (const float *)(arena + at));
    put<8>(out + threadIdx.x, r);
}

KERNEL(gmem_to_smem_4x6_f32, 32)(unsigned at, const float *src) {
    tc_warp_copy_gmem_to_smem_4x6_f32_at(threadIdx.x, (float *)(arena + at), src);
}

KERNEL(fallback_gmem_to_smem_4x6_f32, 32)(unsigned at, const float *src) {
    tx_warp_copy_gmem_to_smem_4x6_f32_at(threadIdx.x, (float *)(arena + at), src);
}

/* What follows has no function in bench/hand. */
#ifndef BY_HAND
KERNEL(add_rows_f32, 32)(const unsigned *in, float *dst) {
    REGS(float, r, 8);
    get<8>(r, in + threadIdx.x);
    tc_add_rows_f32_at(threadIdx.x, dst, r);
}

KERNEL(max_shared_u32, 32)(unsigned at, const unsigned *in) {
    REGS(unsigned, r, 4);
    get<4>(r, in + threadIdx.x);
    tc_max_shared_u32_at(threadIdx.x, (unsigned *)(arena + at), r);
}

/* Sums of floats in shared memory are a loop of compare and swap. */
KERNEL(add_shared_f32, 32)(unsigned at, const unsigned *in) {
    REGS(float, r, 4);
    get<4>(r, in + threadIdx.x);
    tc_add_shared_f32_at(threadIdx.x, (float *)(arena + at), r);
}

KERNEL(add_eights_f16, 32)(const unsigned *in, tc_f16 *dst) {
    REGS(tc_f16, r, 16);
    get<8>(r, in + threadIdx.x);
    tc_add_eights_f16_at(threadIdx.x, dst, r);
}

KERNEL(add_fragment_f16, 32)(const unsigned *in, tc_f16 *dst) {
    REGS(tc_f16, r, 8);
    get<4>(r, in + threadIdx.x);
    tc_add_fragment_f16_at(threadIdx.x, dst, r);
}

/* The swizzle of eight rows is one, worked out in front of the loop. */
KERNEL(gathered_rows_f16, 128)(const tc_f16 *from, const unsigned *rows, unsigned count) {
    const unsigned row = threadIdx.x / 8, chunk = threadIdx.x % 8 * 8;
    const tc_f16 *at[8];
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        at[i] = from + rows[row + 16 * i] + chunk;
#pragma unroll 1
    for (unsigned n = 0; n < count; n++)
#pragma unroll
        for (unsigned i = 0; i < 8; i++, at[i - 1] += 64)
            tc_gathered_chunk((tc_f16 *)arena, at[i], row + 16 * i, chunk);
}

KERNEL(fill_smem_64x64_f32, 128)(unsigned *out) {
    tc_fill_ones((float *)arena);
    __syncthreads();
    out[threadIdx.x] = ((const unsigned *)arena)[threadIdx.x * 31];
}
#endif
