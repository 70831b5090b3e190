/* mma.h: the primitives of ../mma.h on the CPU. */
#ifndef TILECOPY_HOST_MMA_H
#define TILECOPY_HOST_MMA_H

/* A row is a function: m and k (n is 8), the numbers of a and b, bytes of one of them and of one of c. A lane
 * has its part of each: of A of 16 x 8 numbers of 2 bytes 16 * 8 * 2 / 32 = 8. */
#define TC_EMU_MMA(name, m, k, type, bytes, sum_bytes)                                             \
    TC_FN void name(void *c, const void *a, const void *b) {                                       \
        TC_EMU_LOCAL(#name, c, (m)*8 * (sum_bytes) / 32);                                          \
        TC_EMU_LOCAL(#name, a, (m) * (k) * (bytes) / 32);                                          \
        TC_EMU_LOCAL(#name, b, (k)*8 * (bytes) / 32);                                              \
        tc_emu_mma(#name, c, a, b, TC_EMU_MMA_##type, m, k);                                       \
    }

TC_EMU_MMA(tc_mma_m16n8k8_f16, 16, 8, F16, 2, 4)
TC_EMU_MMA(tc_mma_m16n8k16_f16, 16, 16, F16, 2, 4)
TC_EMU_MMA(tc_mma_m16n8k8_bf16, 16, 8, BF16, 2, 4)
TC_EMU_MMA(tc_mma_m16n8k16_bf16, 16, 16, BF16, 2, 4)
TC_EMU_MMA(tc_mma_m16n8k4_tf32, 16, 4, TF32, 4, 4)
TC_EMU_MMA(tc_mma_m16n8k8_tf32, 16, 8, TF32, 4, 4)
TC_EMU_MMA(tc_mma_m16n8k16_s8, 16, 16, S8, 1, 4)
TC_EMU_MMA(tc_mma_m16n8k32_s8, 16, 32, S8, 1, 4)
TC_EMU_MMA(tc_mma_m16n8k16_u8, 16, 16, U8, 1, 4)
TC_EMU_MMA(tc_mma_m16n8k32_u8, 16, 32, U8, 1, 4)
TC_EMU_MMA(tc_mma_m8n8k4_f64, 8, 4, F64, 8, 8)
TC_EMU_MMA(tc_mma_m16n8k16_e4m3, 16, 16, E4M3, 1, 4)
TC_EMU_MMA(tc_mma_m16n8k16_e5m2, 16, 16, E5M2, 1, 4)
TC_EMU_MMA(tc_mma_m16n8k32_e4m3, 16, 32, E4M3, 1, 4)
TC_EMU_MMA(tc_mma_m16n8k32_e5m2, 16, 32, E5M2, 1, 4)
TC_EMU_MMA(tc_mma_m16n8k4_f64, 16, 4, F64, 8, 8)
TC_EMU_MMA(tc_mma_m16n8k8_f64, 16, 8, F64, 8, 8)
TC_EMU_MMA(tc_mma_m16n8k16_f64, 16, 16, F64, 8, 8)
#undef TC_EMU_MMA

#endif
