/* gemm_variants.h: gemm_kernel.h once for each type and ring. gemm_sm80 is of f16 with 3 stages and makes
 * 128x256 of C in a CTA, as gemm_kernel.h has it; a ring of 4 stages makes 128x128. */
#include "gemm_kernel.h"

#undef GEMM_KERNEL
#undef GEMM_TYPE
#undef GEMM_MMA
#undef GEMM_MOVE
#define GEMM_KERNEL gemm_bf16
#define GEMM_TYPE tc_bf16
#define GEMM_MMA tc_mma_m16n8k16_bf16
#define GEMM_MOVE(name) tc_bf16_ring3_##name
#include "gemm_kernel.h"

#undef GEMM_KERNEL
#undef GEMM_MOVE
#undef GEMM_RING
#undef GEMM_STAGES
#undef GEMM_N
#define GEMM_KERNEL gemm_bf16_ring4
#define GEMM_MOVE(name) tc_bf16_ring4_##name
#define GEMM_RING(name) tc_gemm_ring4_##name
#define GEMM_STAGES 4
#define GEMM_N 128
#include "gemm_kernel.h"

#undef GEMM_KERNEL
#undef GEMM_TYPE
#undef GEMM_MMA
#undef GEMM_MOVE
#define GEMM_KERNEL gemm_f16_ring4
#define GEMM_TYPE tc_f16
#define GEMM_MMA tc_mma_m16n8k16_f16
#define GEMM_MOVE(name) tc_f16_ring4_##name
#include "gemm_kernel.h"
