/* reduce_vector.h: the primitives of ../reduce_vector.h on the CPU, rows as in reduce.h.
 * From primitives.h. */
#ifndef TILECOPY_HOST_REDUCE_VECTOR_H
#define TILECOPY_HOST_REDUCE_VECTOR_H

TC_EMU_REDUCE_GMEM(tc_reduce_gmem_add_f32x2, 8, ADD, F32)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_add_f32x4, 16, ADD, F32)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_add_f16x4, 8, ADD, F16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_add_f16x8, 16, ADD, F16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_min_f16x2, 4, MIN, F16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_min_f16x4, 8, MIN, F16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_min_f16x8, 16, MIN, F16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_max_f16x2, 4, MAX, F16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_max_f16x4, 8, MAX, F16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_max_f16x8, 16, MAX, F16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_add_bf16x4, 8, ADD, BF16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_add_bf16x8, 16, ADD, BF16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_min_bf16x2, 4, MIN, BF16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_min_bf16x4, 8, MIN, BF16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_min_bf16x8, 16, MIN, BF16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_max_bf16x2, 4, MAX, BF16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_max_bf16x4, 8, MAX, BF16)
TC_EMU_REDUCE_GMEM(tc_reduce_gmem_max_bf16x8, 16, MAX, BF16)
#undef TC_EMU_REDUCE_GMEM

#endif
