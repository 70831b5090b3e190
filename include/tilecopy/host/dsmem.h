/* dsmem.h: the primitives of ../dsmem.h and ../bulk_reduce.h on the CPU. From primitives.h. */
#ifndef TILECOPY_HOST_DSMEM_H
#define TILECOPY_HOST_DSMEM_H

TC_FN void tc_load_dsmem_b8(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b8", dst, 1);
    tc_emu_load("tc_load_dsmem_b8", dst, src, 1, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_load_dsmem_b16(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b16", dst, 2);
    tc_emu_load("tc_load_dsmem_b16", dst, src, 2, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_load_dsmem_b32(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b32", dst, 4);
    tc_emu_load("tc_load_dsmem_b32", dst, src, 4, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_load_dsmem_b64(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b64", dst, 8);
    tc_emu_load("tc_load_dsmem_b64", dst, src, 8, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_load_dsmem_b128(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b128", dst, 16);
    tc_emu_load("tc_load_dsmem_b128", dst, src, 16, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b8(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b8", src, 1);
    tc_emu_store("tc_store_dsmem_b8", dst, src, 1, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b16(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b16", src, 2);
    tc_emu_store("tc_store_dsmem_b16", dst, src, 2, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b32", src, 4);
    tc_emu_store("tc_store_dsmem_b32", dst, src, 4, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b64(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b64", src, 8);
    tc_emu_store("tc_store_dsmem_b64", dst, src, 8, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b128(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b128", src, 16);
    tc_emu_store("tc_store_dsmem_b128", dst, src, 16, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_async_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_store_async_b32", src, 4);
    tc_emu_store_async("tc_store_async_b32", dst, src, 4, bar);
}

TC_FN void tc_store_async_b64(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_store_async_b64", src, 8);
    tc_emu_store_async("tc_store_async_b64", dst, src, 8, bar);
}

TC_FN void tc_store_async_b128(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_store_async_b128", src, 16);
    tc_emu_store_async("tc_store_async_b128", dst, src, 16, bar);
}

TC_FN void tc_reduce_async_add_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_add_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_add_u32", dst, src, bar, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_reduce_async_min_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_min_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_min_u32", dst, src, bar, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_reduce_async_max_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_max_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_max_u32", dst, src, bar, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_reduce_async_inc_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_inc_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_inc_u32", dst, src, bar, TC_EMU_REDUCE_INC, TC_EMU_U32);
}

TC_FN void tc_reduce_async_dec_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_dec_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_dec_u32", dst, src, bar, TC_EMU_REDUCE_DEC, TC_EMU_U32);
}

TC_FN void tc_reduce_async_add_s32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_add_s32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_add_s32", dst, src, bar, TC_EMU_REDUCE_ADD, TC_EMU_S32);
}

TC_FN void tc_reduce_async_min_s32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_min_s32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_min_s32", dst, src, bar, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_reduce_async_max_s32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_max_s32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_max_s32", dst, src, bar, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_reduce_async_and_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_and_b32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_and_b32", dst, src, bar, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_reduce_async_or_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_or_b32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_or_b32", dst, src, bar, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_reduce_async_xor_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_xor_b32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_xor_b32", dst, src, bar, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_reduce_async_add_u64(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_add_u64", src, 8);
    tc_emu_reduce_async("tc_reduce_async_add_u64", dst, src, bar, TC_EMU_REDUCE_ADD, TC_EMU_U64);
}

TC_FN void tc_reduce_dsmem_add_f32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_f32", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_f32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_dsmem_add_f64(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_f64", src, 8);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_f64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F64);
}

TC_FN void tc_reduce_dsmem_add_f16x2(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_f16x2", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_f16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_dsmem_add_bf16x2(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_bf16x2", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_bf16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_add_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_min_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_max_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_inc_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_inc_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_INC,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_dec_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_dec_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_DEC,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_add_s32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_s32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_min_s32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_max_s32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_add_u64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_min_u64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_max_u64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_min_s64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_S64);
}

TC_FN void tc_bulk_reduce_max_s64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_S64);
}

TC_FN void tc_bulk_reduce_and_b32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_AND,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_or_b32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_OR,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_xor_b32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_XOR,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_and_b64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_AND,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_or_b64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_OR,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_xor_b64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_XOR,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_add_f16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_min_f16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_f16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_max_f16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_f16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_add_bf16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_bf16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_min_bf16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_bf16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_max_bf16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_bf16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_add_f32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F32);
}

TC_FN void tc_bulk_reduce_add_f64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F64);
}

TC_FN void tc_bulk_reduce_add_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_min_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_max_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_inc_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_inc_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_INC, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_dec_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_dec_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_DEC, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_add_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_s32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_ADD, TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_min_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_max_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_and_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_or_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_xor_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_add_u64_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u64_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_ADD, TC_EMU_U64);
}

#endif
