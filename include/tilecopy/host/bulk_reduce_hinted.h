/* bulk_reduce_hinted.h: the primitives of ../bulk_reduce_hinted.h on the CPU, where a policy changes nothing.
 * From primitives.h. */
#ifndef TILECOPY_HOST_BULK_REDUCE_HINTED_H
#define TILECOPY_HOST_BULK_REDUCE_HINTED_H

TC_FN void tc_bulk_reduce_add_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_min_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_max_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_inc_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_inc_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_INC,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_dec_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_dec_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_DEC,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_add_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_s32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_min_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_max_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_add_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_min_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_max_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_min_s64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_S64);
}

TC_FN void tc_bulk_reduce_max_s64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_S64);
}

TC_FN void tc_bulk_reduce_and_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_AND,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_or_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_OR,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_xor_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_XOR,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_and_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_AND,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_or_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_OR,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_xor_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_XOR,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_add_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_min_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_f16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_max_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_f16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_add_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_bf16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_min_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_bf16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_max_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_bf16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_add_f32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F32);
}

TC_FN void tc_bulk_reduce_add_f64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F64);
}

#endif
