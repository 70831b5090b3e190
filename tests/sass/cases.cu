/* The kit in the frames of cases.h. Case a is rows in order, as everybody else copies them; the kit's own
 * function turns them (rotated.cu). */
#include "tilecopy_gen.h"
#include "sass_gen.h"
#include "tirx_gen.h"
#include "tilecopy/tilecopy.h"

#define COPY_A(dst, src) tx_warp_copy_smem_to_reg_32x8_f32_at(threadIdx.x, dst, src)
#define COPY_C(dst, src, ld)                                                                       \
    tc_cta256_copy_async_gmem_ldx8_to_smem_sw128_128x64_f16((tc_f16 *)dst, (const tc_f16 *)src, ld)
#define FINISH_C() tc_cp_async_commit(), tc_cp_async_wait_all()
#define COPY_S(dst, src, ld)                                                                       \
    tc_cta256_copy_gmem_ldx8_to_smem_sw128_128x64_f16((tc_f16 *)dst, (const tc_f16 *)src, ld)
#define COPY_E(dst, src) tc_fragment_at(threadIdx.x, (tc_f16 *)dst, (const tc_f16 *)src)
#define COPY_E4(dst, src) tc_fragments_at(threadIdx.x, (tc_f16 *)dst, (const tc_f16 *)src)
#if __CUDA_ARCH__ >= 900
#define COPY_F(dst, src) tc_put_fragment_at(threadIdx.x, (tc_f16 *)dst, (const tc_f16 *)src)
#endif
#define COPY_H(dst, src) tc_warp_copy_gmem_to_smem_4x6_f32_at(threadIdx.x, dst, src)
#include "cases.h"
