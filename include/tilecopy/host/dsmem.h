/* dsmem.h: the primitives of ../dsmem.h and ../bulk_reduce.h on the CPU. From primitives.h. */
#ifndef TILECOPY_HOST_DSMEM_H
#define TILECOPY_HOST_DSMEM_H

/* A row is a function: its name, the bytes that it moves; of a reduction, how, and what numbers they are. */
#define TC_EMU_LOAD_DSMEM(name, bytes)                                                             \
    TC_FN void name(void *dst, tc_dsmem src) {                                                     \
        TC_EMU_LOCAL(#name, dst, bytes);                                                           \
        tc_emu_load(#name, dst, src, bytes, TC_EMU_CLUSTER_SPACE);                                 \
    }

TC_EMU_LOAD_DSMEM(tc_load_dsmem_b8, 1)
TC_EMU_LOAD_DSMEM(tc_load_dsmem_b16, 2)
TC_EMU_LOAD_DSMEM(tc_load_dsmem_b32, 4)
TC_EMU_LOAD_DSMEM(tc_load_dsmem_b64, 8)
TC_EMU_LOAD_DSMEM(tc_load_dsmem_b128, 16)
#undef TC_EMU_LOAD_DSMEM

#define TC_EMU_STORE_DSMEM(name, bytes)                                                            \
    TC_FN void name(tc_dsmem dst, const void *src) {                                               \
        TC_EMU_LOCAL(#name, src, bytes);                                                           \
        tc_emu_store(#name, dst, src, bytes, TC_EMU_CLUSTER_SPACE);                                \
    }

TC_EMU_STORE_DSMEM(tc_store_dsmem_b8, 1)
TC_EMU_STORE_DSMEM(tc_store_dsmem_b16, 2)
TC_EMU_STORE_DSMEM(tc_store_dsmem_b32, 4)
TC_EMU_STORE_DSMEM(tc_store_dsmem_b64, 8)
TC_EMU_STORE_DSMEM(tc_store_dsmem_b128, 16)
#undef TC_EMU_STORE_DSMEM

#define TC_EMU_STORE_ASYNC(name, bytes)                                                            \
    TC_FN void name(tc_dsmem dst, const void *src, tc_dsmem bar) {                                 \
        TC_EMU_LOCAL(#name, src, bytes);                                                           \
        tc_emu_store_async(#name, dst, src, bytes, bar);                                           \
    }

TC_EMU_STORE_ASYNC(tc_store_async_b32, 4)
TC_EMU_STORE_ASYNC(tc_store_async_b64, 8)
TC_EMU_STORE_ASYNC(tc_store_async_b128, 16)
#undef TC_EMU_STORE_ASYNC

#define TC_EMU_REDUCE_ASYNC(name, bytes, op, type)                                                 \
    TC_FN void name(tc_dsmem dst, const void *src, tc_dsmem bar) {                                 \
        TC_EMU_LOCAL(#name, src, bytes);                                                           \
        tc_emu_reduce_async(#name, dst, src, bar, TC_EMU_REDUCE_##op, TC_EMU_##type);              \
    }

TC_EMU_REDUCE_ASYNC(tc_reduce_async_add_u32, 4, ADD, U32)
TC_EMU_REDUCE_ASYNC(tc_reduce_async_min_u32, 4, MIN, U32)
TC_EMU_REDUCE_ASYNC(tc_reduce_async_max_u32, 4, MAX, U32)
TC_EMU_REDUCE_ASYNC(tc_reduce_async_inc_u32, 4, INC, U32)
TC_EMU_REDUCE_ASYNC(tc_reduce_async_dec_u32, 4, DEC, U32)
TC_EMU_REDUCE_ASYNC(tc_reduce_async_add_s32, 4, ADD, S32)
TC_EMU_REDUCE_ASYNC(tc_reduce_async_min_s32, 4, MIN, S32)
TC_EMU_REDUCE_ASYNC(tc_reduce_async_max_s32, 4, MAX, S32)
TC_EMU_REDUCE_ASYNC(tc_reduce_async_and_b32, 4, AND, B32)
TC_EMU_REDUCE_ASYNC(tc_reduce_async_or_b32, 4, OR, B32)
TC_EMU_REDUCE_ASYNC(tc_reduce_async_xor_b32, 4, XOR, B32)
TC_EMU_REDUCE_ASYNC(tc_reduce_async_add_u64, 8, ADD, U64)
#undef TC_EMU_REDUCE_ASYNC

#define TC_EMU_REDUCE_DSMEM(name, bytes, op, type)                                                 \
    TC_FN void name(tc_dsmem dst, const void *src) {                                               \
        TC_EMU_LOCAL(#name, src, bytes);                                                           \
        tc_emu_reduce_dsmem(#name, dst, src, bytes, TC_EMU_REDUCE_##op, TC_EMU_##type);            \
    }

TC_EMU_REDUCE_DSMEM(tc_reduce_dsmem_add_f32, 4, ADD, F32)
TC_EMU_REDUCE_DSMEM(tc_reduce_dsmem_add_f64, 8, ADD, F64)
TC_EMU_REDUCE_DSMEM(tc_reduce_dsmem_add_f16x2, 4, ADD, F16)
TC_EMU_REDUCE_DSMEM(tc_reduce_dsmem_add_bf16x2, 4, ADD, BF16)
#undef TC_EMU_REDUCE_DSMEM

/* How, and what numbers. No mbarrier: in a group of the thread. */
#define TC_EMU_BULK_REDUCE_TO_GMEM(name, op, type)                                                 \
    TC_FN void name(void *dst, const void *src, unsigned bytes) {                                  \
        tc_emu_bulk_reduce(                                                                        \
            #name, (char *)dst, src, bytes, (char *)0, TC_EMU_REDUCE_##op, TC_EMU_##type);         \
    }

TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_add_u32_to_gmem, ADD, U32)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_min_u32_to_gmem, MIN, U32)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_max_u32_to_gmem, MAX, U32)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_inc_u32_to_gmem, INC, U32)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_dec_u32_to_gmem, DEC, U32)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_add_s32_to_gmem, ADD, S32)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_min_s32_to_gmem, MIN, S32)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_max_s32_to_gmem, MAX, S32)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_add_u64_to_gmem, ADD, U64)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_min_u64_to_gmem, MIN, U64)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_max_u64_to_gmem, MAX, U64)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_min_s64_to_gmem, MIN, S64)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_max_s64_to_gmem, MAX, S64)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_and_b32_to_gmem, AND, B32)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_or_b32_to_gmem, OR, B32)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_xor_b32_to_gmem, XOR, B32)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_and_b64_to_gmem, AND, B64)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_or_b64_to_gmem, OR, B64)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_xor_b64_to_gmem, XOR, B64)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_add_f16_to_gmem, ADD, F16)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_min_f16_to_gmem, MIN, F16)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_max_f16_to_gmem, MAX, F16)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_add_bf16_to_gmem, ADD, BF16)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_min_bf16_to_gmem, MIN, BF16)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_max_bf16_to_gmem, MAX, BF16)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_add_f32_to_gmem, ADD, F32)
TC_EMU_BULK_REDUCE_TO_GMEM(tc_bulk_reduce_add_f64_to_gmem, ADD, F64)
#undef TC_EMU_BULK_REDUCE_TO_GMEM

#define TC_EMU_BULK_REDUCE_TO_DSMEM(name, op, type)                                                \
    TC_FN void name(tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {                 \
        tc_emu_bulk_reduce(#name, dst, src, bytes, bar, TC_EMU_REDUCE_##op, TC_EMU_##type);        \
    }

TC_EMU_BULK_REDUCE_TO_DSMEM(tc_bulk_reduce_add_u32_to_dsmem, ADD, U32)
TC_EMU_BULK_REDUCE_TO_DSMEM(tc_bulk_reduce_min_u32_to_dsmem, MIN, U32)
TC_EMU_BULK_REDUCE_TO_DSMEM(tc_bulk_reduce_max_u32_to_dsmem, MAX, U32)
TC_EMU_BULK_REDUCE_TO_DSMEM(tc_bulk_reduce_inc_u32_to_dsmem, INC, U32)
TC_EMU_BULK_REDUCE_TO_DSMEM(tc_bulk_reduce_dec_u32_to_dsmem, DEC, U32)
TC_EMU_BULK_REDUCE_TO_DSMEM(tc_bulk_reduce_add_s32_to_dsmem, ADD, S32)
TC_EMU_BULK_REDUCE_TO_DSMEM(tc_bulk_reduce_min_s32_to_dsmem, MIN, S32)
TC_EMU_BULK_REDUCE_TO_DSMEM(tc_bulk_reduce_max_s32_to_dsmem, MAX, S32)
TC_EMU_BULK_REDUCE_TO_DSMEM(tc_bulk_reduce_and_b32_to_dsmem, AND, B32)
TC_EMU_BULK_REDUCE_TO_DSMEM(tc_bulk_reduce_or_b32_to_dsmem, OR, B32)
TC_EMU_BULK_REDUCE_TO_DSMEM(tc_bulk_reduce_xor_b32_to_dsmem, XOR, B32)
TC_EMU_BULK_REDUCE_TO_DSMEM(tc_bulk_reduce_add_u64_to_dsmem, ADD, U64)
#undef TC_EMU_BULK_REDUCE_TO_DSMEM

#endif
