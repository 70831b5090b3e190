/* The functions of tests/sass/sass.tc as a kernel author writes them, for bench/sass.py: the same
 * names, so that the same frames compile against either.  Vectors are dereferenced, as is usual. */
#ifndef BENCH_HAND_SASS_GEN_H
#define BENCH_HAND_SASS_GEN_H

#define HAND static __device__ __forceinline__ __attribute__((unused)) void

typedef struct {
    unsigned short bits;
} tc_f16;

/* chunks of 16 bytes */
template <int chunks> __device__ __forceinline__ void hand_row(void *dst, const void *src) {
#pragma unroll
    for (int i = 0; i < chunks; i++)
        ((uint4 *)dst)[i] = ((const uint4 *)src)[i];
}

HAND tc_warp_copy_smem_to_reg_32x8_f32_at(unsigned rank, float *dst, const float *src) {
    hand_row<2>(dst, src + rank * 8);
}

HAND tc_warp_copy_smem_to_reg_32x8_f32(float *dst, const float *src) {
    hand_row<2>(dst, src + threadIdx.x % 32 * 8);
}

HAND tc_warp_copy_reg_to_smem_32x8_f32_at(unsigned rank, float *dst, const float *src) {
    hand_row<2>(dst + rank * 8, src);
}

HAND tc_warp_copy_smem_to_reg_32x16_f32_at(unsigned rank, float *dst, const float *src) {
    hand_row<4>(dst, src + rank * 16);
}

HAND tc_warp_copy_smem_to_reg_32x8_f16_at(unsigned rank, tc_f16 *dst, const tc_f16 *src) {
    hand_row<1>(dst, src + rank * 8);
}

HAND tc_warp_copy_smem_to_reg_32x16_f16_at(unsigned rank, tc_f16 *dst, const tc_f16 *src) {
    hand_row<2>(dst, src + rank * 16);
}

HAND tc_warp_copy_smem_to_reg_32x8_u8_at(
    unsigned rank, unsigned char *dst, const unsigned char *src) {
    *(uint2 *)dst = *(const uint2 *)(src + rank * 8);
}

HAND tc_warp_copy_smem_sw32_to_reg_32x8_f32_at(unsigned rank, float *dst, const float *src) {
    const unsigned from = rank * 8 + rank / 4 % 2 * 4;
    hand_row<1>(dst, src + from);
    hand_row<1>(dst + 4, src + (from ^ 4));
}

HAND tc_warp_copy_reg_to_smem_sw32_32x8_f32_at(unsigned rank, float *dst, const float *src) {
    const unsigned to = rank * 8 + rank / 4 % 2 * 4;
    hand_row<1>(dst + to, src);
    hand_row<1>(dst + (to ^ 4), src + 4);
}

HAND tc_warp_copy_smem_pad12_to_reg_32x8_f32_at(unsigned rank, float *dst, const float *src) {
    hand_row<2>(dst, src + rank * 12);
}

HAND tc_warp_copy_smem_cols_to_reg_32x8_f32_at(unsigned rank, float *dst, const float *src) {
#pragma unroll
    for (int i = 0; i < 8; i++)
        dst[i] = src[rank + i * 32];
}

HAND tc_warp_copy_gmem_to_reg_32x8_f32_at(unsigned rank, float *dst, const float *src) {
    hand_row<2>(dst, src + rank * 8);
}

HAND tc_warp_copy_reg_to_gmem_32x8_f32_at(unsigned rank, float *dst, const float *src) {
    hand_row<2>(dst + rank * 8, src);
}

HAND tc_warp_copy_gmem_ldx4_to_reg_32x8_f32_at(
    unsigned rank, float *dst, const float *src, unsigned ld) {
    hand_row<2>(dst, src + rank * ld);
}

HAND tc_warp_copy_gmem_ldx2_to_reg_32x8_f32_at(
    unsigned rank, float *dst, const float *src, unsigned ld) {
#pragma unroll
    for (int i = 0; i < 4; i++)
        ((float2 *)dst)[i] = ((const float2 *)(src + rank * ld))[i];
}

HAND tc_cta128_copy_smem_to_reg_128x8_f32_at(unsigned rank, float *dst, const float *src) {
    hand_row<2>(dst, src + rank * 8);
}

HAND tc_warp_copy_gmem_to_smem_4x6_f32_at(unsigned rank, float *dst, const float *src) {
    if (rank < 6)
        ((uint4 *)dst)[rank] = ((const uint4 *)src)[rank];
}
#endif
