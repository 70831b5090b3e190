/* bulk_reduce_hinted.h: the primitives of ../bulk_reduce_hinted.h on the CPU, where a policy changes nothing.
 * From primitives.h. */
#ifndef TILECOPY_HOST_BULK_REDUCE_HINTED_H
#define TILECOPY_HOST_BULK_REDUCE_HINTED_H

/* A row is a function: how it reduces, and what numbers. */
#define TC_EMU_BULK_REDUCE_HINTED(name, op, type)                                                  \
    TC_FN void name(void *dst, const void *src, unsigned bytes, unsigned long long policy) {       \
        (void)policy;                                                                              \
        tc_emu_bulk_reduce(                                                                        \
            #name, (char *)dst, src, bytes, (char *)0, TC_EMU_REDUCE_##op, TC_EMU_##type);         \
    }

TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_add_u32_to_gmem_hinted, ADD, U32)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_min_u32_to_gmem_hinted, MIN, U32)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_max_u32_to_gmem_hinted, MAX, U32)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_inc_u32_to_gmem_hinted, INC, U32)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_dec_u32_to_gmem_hinted, DEC, U32)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_add_s32_to_gmem_hinted, ADD, S32)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_min_s32_to_gmem_hinted, MIN, S32)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_max_s32_to_gmem_hinted, MAX, S32)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_add_u64_to_gmem_hinted, ADD, U64)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_min_u64_to_gmem_hinted, MIN, U64)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_max_u64_to_gmem_hinted, MAX, U64)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_min_s64_to_gmem_hinted, MIN, S64)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_max_s64_to_gmem_hinted, MAX, S64)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_and_b32_to_gmem_hinted, AND, B32)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_or_b32_to_gmem_hinted, OR, B32)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_xor_b32_to_gmem_hinted, XOR, B32)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_and_b64_to_gmem_hinted, AND, B64)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_or_b64_to_gmem_hinted, OR, B64)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_xor_b64_to_gmem_hinted, XOR, B64)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_add_f16_to_gmem_hinted, ADD, F16)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_min_f16_to_gmem_hinted, MIN, F16)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_max_f16_to_gmem_hinted, MAX, F16)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_add_bf16_to_gmem_hinted, ADD, BF16)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_min_bf16_to_gmem_hinted, MIN, BF16)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_max_bf16_to_gmem_hinted, MAX, BF16)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_add_f32_to_gmem_hinted, ADD, F32)
TC_EMU_BULK_REDUCE_HINTED(tc_bulk_reduce_add_f64_to_gmem_hinted, ADD, F64)
#undef TC_EMU_BULK_REDUCE_HINTED

#endif
