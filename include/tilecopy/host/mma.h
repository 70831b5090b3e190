/* mma.h: the primitives of ../mma.h on the CPU. */
#ifndef TILECOPY_HOST_MMA_H
#define TILECOPY_HOST_MMA_H

TC_FN void tc_mma_m16n8k8_f16(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k8_f16", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k8_f16", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k8_f16", b, 4);
    tc_emu_mma("tc_mma_m16n8k8_f16", c, a, b, TC_EMU_MMA_F16, 16, 8);
}

TC_FN void tc_mma_m16n8k16_f16(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_f16", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_f16", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_f16", b, 8);
    tc_emu_mma("tc_mma_m16n8k16_f16", c, a, b, TC_EMU_MMA_F16, 16, 16);
}

TC_FN void tc_mma_m16n8k8_bf16(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k8_bf16", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k8_bf16", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k8_bf16", b, 4);
    tc_emu_mma("tc_mma_m16n8k8_bf16", c, a, b, TC_EMU_MMA_BF16, 16, 8);
}

TC_FN void tc_mma_m16n8k16_bf16(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_bf16", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_bf16", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_bf16", b, 8);
    tc_emu_mma("tc_mma_m16n8k16_bf16", c, a, b, TC_EMU_MMA_BF16, 16, 16);
}

TC_FN void tc_mma_m16n8k4_tf32(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k4_tf32", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k4_tf32", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k4_tf32", b, 4);
    tc_emu_mma("tc_mma_m16n8k4_tf32", c, a, b, TC_EMU_MMA_TF32, 16, 4);
}

TC_FN void tc_mma_m16n8k8_tf32(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k8_tf32", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k8_tf32", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k8_tf32", b, 8);
    tc_emu_mma("tc_mma_m16n8k8_tf32", c, a, b, TC_EMU_MMA_TF32, 16, 8);
}

TC_FN void tc_mma_m16n8k16_s8(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_s8", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_s8", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k16_s8", b, 4);
    tc_emu_mma("tc_mma_m16n8k16_s8", c, a, b, TC_EMU_MMA_S8, 16, 16);
}

TC_FN void tc_mma_m16n8k32_s8(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k32_s8", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_s8", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_s8", b, 8);
    tc_emu_mma("tc_mma_m16n8k32_s8", c, a, b, TC_EMU_MMA_S8, 16, 32);
}

TC_FN void tc_mma_m16n8k16_u8(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_u8", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_u8", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k16_u8", b, 4);
    tc_emu_mma("tc_mma_m16n8k16_u8", c, a, b, TC_EMU_MMA_U8, 16, 16);
}

TC_FN void tc_mma_m16n8k32_u8(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k32_u8", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_u8", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_u8", b, 8);
    tc_emu_mma("tc_mma_m16n8k32_u8", c, a, b, TC_EMU_MMA_U8, 16, 32);
}

TC_FN void tc_mma_m8n8k4_f64(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m8n8k4_f64", c, 16);
    TC_EMU_LOCAL("tc_mma_m8n8k4_f64", a, 8);
    TC_EMU_LOCAL("tc_mma_m8n8k4_f64", b, 8);
    tc_emu_mma("tc_mma_m8n8k4_f64", c, a, b, TC_EMU_MMA_F64, 8, 4);
}

TC_FN void tc_mma_m16n8k16_e5m2(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_e5m2", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_e5m2", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k16_e5m2", b, 4);
    tc_emu_mma("tc_mma_m16n8k16_e5m2", c, a, b, TC_EMU_MMA_E5M2, 16, 16);
}

TC_FN void tc_mma_m16n8k16_e4m3(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_e4m3", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k16_e4m3", a, 8);
    TC_EMU_LOCAL("tc_mma_m16n8k16_e4m3", b, 4);
    tc_emu_mma("tc_mma_m16n8k16_e4m3", c, a, b, TC_EMU_MMA_E4M3, 16, 16);
}

TC_FN void tc_mma_m16n8k32_e4m3(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k32_e4m3", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_e4m3", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_e4m3", b, 8);
    tc_emu_mma("tc_mma_m16n8k32_e4m3", c, a, b, TC_EMU_MMA_E4M3, 16, 32);
}

TC_FN void tc_mma_m16n8k32_e5m2(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k32_e5m2", c, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_e5m2", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k32_e5m2", b, 8);
    tc_emu_mma("tc_mma_m16n8k32_e5m2", c, a, b, TC_EMU_MMA_E5M2, 16, 32);
}

TC_FN void tc_mma_m16n8k4_f64(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k4_f64", c, 32);
    TC_EMU_LOCAL("tc_mma_m16n8k4_f64", a, 16);
    TC_EMU_LOCAL("tc_mma_m16n8k4_f64", b, 8);
    tc_emu_mma("tc_mma_m16n8k4_f64", c, a, b, TC_EMU_MMA_F64, 16, 4);
}

TC_FN void tc_mma_m16n8k8_f64(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k8_f64", c, 32);
    TC_EMU_LOCAL("tc_mma_m16n8k8_f64", a, 32);
    TC_EMU_LOCAL("tc_mma_m16n8k8_f64", b, 16);
    tc_emu_mma("tc_mma_m16n8k8_f64", c, a, b, TC_EMU_MMA_F64, 16, 8);
}

TC_FN void tc_mma_m16n8k16_f64(void *c, const void *a, const void *b) {
    TC_EMU_LOCAL("tc_mma_m16n8k16_f64", c, 32);
    TC_EMU_LOCAL("tc_mma_m16n8k16_f64", a, 64);
    TC_EMU_LOCAL("tc_mma_m16n8k16_f64", b, 32);
    tc_emu_mma("tc_mma_m16n8k16_f64", c, a, b, TC_EMU_MMA_F64, 16, 16);
}

#endif
