/* reduce_vector.h: the primitives of ../reduce_vector.h on the CPU. From primitives.h. */
#ifndef TILECOPY_HOST_REDUCE_VECTOR_H
#define TILECOPY_HOST_REDUCE_VECTOR_H

TC_FN void tc_reduce_gmem_add_f32x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f32x2", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f32x2", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_gmem_add_f32x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f32x4", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f32x4", dst, src, 16, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_gmem_add_f16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f16x4", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_add_f16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f16x8", dst, src, 16, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_min_f16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_f16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_f16x2", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_min_f16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_f16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_f16x4", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_min_f16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_f16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_f16x8", dst, src, 16, TC_EMU_REDUCE_MIN, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_max_f16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_f16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_f16x2", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_max_f16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_f16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_f16x4", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_max_f16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_f16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_f16x8", dst, src, 16, TC_EMU_REDUCE_MAX, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_add_bf16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_bf16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_bf16x4", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_add_bf16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_bf16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_bf16x8", dst, src, 16, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_min_bf16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_bf16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_bf16x2", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_min_bf16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_bf16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_bf16x4", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_min_bf16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_bf16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_bf16x8", dst, src, 16, TC_EMU_REDUCE_MIN, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_max_bf16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_bf16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_bf16x2", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_max_bf16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_bf16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_bf16x4", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_max_bf16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_bf16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_bf16x8", dst, src, 16, TC_EMU_REDUCE_MAX, TC_EMU_BF16);
}

#endif
