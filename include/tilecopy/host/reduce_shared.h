/* reduce_shared.h: the primitives of ../reduce_shared.h on the CPU. From primitives.h. */
#ifndef TILECOPY_HOST_REDUCE_SHARED_H
#define TILECOPY_HOST_REDUCE_SHARED_H

/* A row is a function, as in reduce.h. */
#define TC_EMU_REDUCE_SMEM(name, bytes, op, type)                                                  \
    TC_FN void name(void *dst, const void *src) {                                                  \
        TC_EMU_LOCAL(#name, src, bytes);                                                           \
        tc_emu_reduce_smem(#name, dst, src, bytes, TC_EMU_REDUCE_##op, TC_EMU_##type);             \
    }

TC_EMU_REDUCE_SMEM(tc_reduce_smem_add_u32, 4, ADD, U32)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_min_u32, 4, MIN, U32)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_max_u32, 4, MAX, U32)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_min_s32, 4, MIN, S32)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_max_s32, 4, MAX, S32)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_and_b32, 4, AND, B32)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_or_b32, 4, OR, B32)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_xor_b32, 4, XOR, B32)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_add_u64, 8, ADD, U64)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_min_u64, 8, MIN, U64)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_max_u64, 8, MAX, U64)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_min_s64, 8, MIN, S64)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_max_s64, 8, MAX, S64)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_and_b64, 8, AND, B64)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_or_b64, 8, OR, B64)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_xor_b64, 8, XOR, B64)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_add_f32, 4, ADD, F32)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_add_f64, 8, ADD, F64)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_add_f16x2, 4, ADD, F16)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_add_bf16x2, 4, ADD, BF16)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_add_f16, 2, ADD, F16)
TC_EMU_REDUCE_SMEM(tc_reduce_smem_add_bf16, 2, ADD, BF16)
#undef TC_EMU_REDUCE_SMEM

#endif
