/* reduce_shared.h: the primitives of ../reduce_shared.h on the CPU. From primitives.h. */
#ifndef TILECOPY_HOST_REDUCE_SHARED_H
#define TILECOPY_HOST_REDUCE_SHARED_H

TC_FN void tc_reduce_smem_add_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_u32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_add_u32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_reduce_smem_min_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_min_u32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_min_u32", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_reduce_smem_max_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_max_u32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_max_u32", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_reduce_smem_min_s32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_min_s32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_min_s32", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_reduce_smem_max_s32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_max_s32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_max_s32", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_reduce_smem_and_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_and_b32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_and_b32", dst, src, 4, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_reduce_smem_or_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_or_b32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_or_b32", dst, src, 4, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_reduce_smem_xor_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_xor_b32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_xor_b32", dst, src, 4, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_reduce_smem_add_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_u64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_add_u64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_U64);
}

TC_FN void tc_reduce_smem_min_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_min_u64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_min_u64", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_U64);
}

TC_FN void tc_reduce_smem_max_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_max_u64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_max_u64", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_U64);
}

TC_FN void tc_reduce_smem_min_s64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_min_s64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_min_s64", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_S64);
}

TC_FN void tc_reduce_smem_max_s64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_max_s64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_max_s64", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_S64);
}

TC_FN void tc_reduce_smem_and_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_and_b64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_and_b64", dst, src, 8, TC_EMU_REDUCE_AND, TC_EMU_B64);
}

TC_FN void tc_reduce_smem_or_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_or_b64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_or_b64", dst, src, 8, TC_EMU_REDUCE_OR, TC_EMU_B64);
}

TC_FN void tc_reduce_smem_xor_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_xor_b64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_xor_b64", dst, src, 8, TC_EMU_REDUCE_XOR, TC_EMU_B64);
}

TC_FN void tc_reduce_smem_add_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_f32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_add_f32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_smem_add_f64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_f64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_add_f64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F64);
}

TC_FN void tc_reduce_smem_add_f16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_f16x2", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_add_f16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_smem_add_bf16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_bf16x2", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_add_bf16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_smem_add_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_f16", src, 2);
    tc_emu_reduce_smem("tc_reduce_smem_add_f16", dst, src, 2, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_smem_add_bf16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_bf16", src, 2);
    tc_emu_reduce_smem("tc_reduce_smem_add_bf16", dst, src, 2, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

#endif
