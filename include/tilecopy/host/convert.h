/* convert.h: the conversions of ../convert.h, ../convert8.h and ../convert_int.h on the CPU, bit for bit.
 * A row is a function: how many elements, of which dtype into which, how rounded, what is too large
 * becoming the largest number (SAT) or what the dtype has for it (INF). They touch the caller's own
 * variables only. From primitives.h. */
#ifndef TILECOPY_HOST_CONVERT_H
#define TILECOPY_HOST_CONVERT_H

#define TC_EMU_CONVERT(name, count, from, to, rounding, overflow)                                  \
    TC_FN void name(void *dst, const void *src) {                                                  \
        TC_EMU_LOCAL(#name, src, tc_emu_bytes(count, TC_EMU_AS_##from));                           \
        TC_EMU_LOCAL(#name, dst, tc_emu_bytes(count, TC_EMU_AS_##to));                             \
        tc_emu_convert(                                                                            \
            dst,                                                                                   \
            src,                                                                                   \
            count,                                                                                 \
            TC_EMU_AS_##from,                                                                      \
            TC_EMU_AS_##to,                                                                        \
            TC_EMU_##rounding,                                                                     \
            TC_EMU_##overflow);                                                                    \
    }

TC_EMU_CONVERT(tc_convert_f32_f16x2, 2, F32, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_f32_f16, 1, F32, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_f32_f16x2_rz, 2, F32, F16, RZ, INF)
TC_EMU_CONVERT(tc_convert_f32_f16_rz, 1, F32, F16, RZ, INF)
TC_EMU_CONVERT(tc_convert_f32_f16x2_sat, 2, F32, F16, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_f16_sat, 1, F32, F16, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_f16x2_rz_sat, 2, F32, F16, RZ, SAT)
TC_EMU_CONVERT(tc_convert_f32_f16_rz_sat, 1, F32, F16, RZ, SAT)
TC_EMU_CONVERT(tc_convert_f32_bf16x2, 2, F32, BF16, RN, INF)
TC_EMU_CONVERT(tc_convert_f32_bf16, 1, F32, BF16, RN, INF)
TC_EMU_CONVERT(tc_convert_f32_bf16x2_rz, 2, F32, BF16, RZ, INF)
TC_EMU_CONVERT(tc_convert_f32_bf16_rz, 1, F32, BF16, RZ, INF)
TC_EMU_CONVERT(tc_convert_f32_bf16x2_sat, 2, F32, BF16, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_bf16_sat, 1, F32, BF16, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_bf16x2_rz_sat, 2, F32, BF16, RZ, SAT)
TC_EMU_CONVERT(tc_convert_f32_bf16_rz_sat, 1, F32, BF16, RZ, SAT)
TC_EMU_CONVERT(tc_convert_f16x2_f32, 2, F16, F32, RN, INF)
TC_EMU_CONVERT(tc_convert_f16_f32, 1, F16, F32, RN, INF)
TC_EMU_CONVERT(tc_convert_bf16x2_f32, 2, BF16, F32, RN, INF)
TC_EMU_CONVERT(tc_convert_bf16_f32, 1, BF16, F32, RN, INF)
TC_EMU_CONVERT(tc_convert_f32_tf32_rna, 1, F32, TF32, RNA, INF)
TC_EMU_CONVERT(tc_convert_f32_tf32_rz, 1, F32, TF32, RZ, INF)
TC_EMU_CONVERT(tc_convert_tf32_f32, 1, TF32, F32, RN, INF)
TC_EMU_CONVERT(tc_convert_f32_e4m3x2, 2, F32, E4M3, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_e4m3, 1, F32, E4M3, RN, SAT)
TC_EMU_CONVERT(tc_convert_f16_e4m3x2, 2, F16, E4M3, RN, SAT)
TC_EMU_CONVERT(tc_convert_f16_e4m3, 1, F16, E4M3, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_e5m2x2, 2, F32, E5M2, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_e5m2, 1, F32, E5M2, RN, SAT)
TC_EMU_CONVERT(tc_convert_f16_e5m2x2, 2, F16, E5M2, RN, SAT)
TC_EMU_CONVERT(tc_convert_f16_e5m2, 1, F16, E5M2, RN, SAT)
TC_EMU_CONVERT(tc_convert_e4m3x2_f16, 2, E4M3, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_e4m3_f16, 1, E4M3, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_e5m2x2_f16, 2, E5M2, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_e5m2_f16, 1, E5M2, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_f32_e2m1x2, 2, F32, E2M1, RN, SAT)
TC_EMU_CONVERT(tc_convert_e2m1x2_f16, 2, E2M1, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_i8x4_f32, 4, I8, F32, RN, INF)
TC_EMU_CONVERT(tc_convert_i8_f32, 1, I8, F32, RN, INF)
TC_EMU_CONVERT(tc_convert_i8x4_f16, 4, I8, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_i8_f16, 1, I8, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_u8x4_f32, 4, U8, F32, RN, INF)
TC_EMU_CONVERT(tc_convert_u8_f32, 1, U8, F32, RN, INF)
TC_EMU_CONVERT(tc_convert_u8x4_f16, 4, U8, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_u8_f16, 1, U8, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_i4x8_f16, 8, I4, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_i4x2_f16, 2, I4, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_i4x8_i8, 8, I4, I8, RN, INF)
TC_EMU_CONVERT(tc_convert_i4x2_i8, 2, I4, I8, RN, INF)
TC_EMU_CONVERT(tc_convert_u4x8_f16, 8, U4, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_u4x2_f16, 2, U4, F16, RN, INF)
TC_EMU_CONVERT(tc_convert_u4x8_u8, 8, U4, U8, RN, INF)
TC_EMU_CONVERT(tc_convert_u4x2_u8, 2, U4, U8, RN, INF)
TC_EMU_CONVERT(tc_convert_i4x8_bf16, 8, I4, BF16, RN, INF)
TC_EMU_CONVERT(tc_convert_i4x2_bf16, 2, I4, BF16, RN, INF)
TC_EMU_CONVERT(tc_convert_u4x8_bf16, 8, U4, BF16, RN, INF)
TC_EMU_CONVERT(tc_convert_u4x2_bf16, 2, U4, BF16, RN, INF)
TC_EMU_CONVERT(tc_convert_f32_i8x4, 4, F32, I8, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_i8, 1, F32, I8, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_i8x4_rz, 4, F32, I8, RZ, SAT)
TC_EMU_CONVERT(tc_convert_f32_i8_rz, 1, F32, I8, RZ, SAT)
TC_EMU_CONVERT(tc_convert_f32_u8x4, 4, F32, U8, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_u8, 1, F32, U8, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_u8x4_rz, 4, F32, U8, RZ, SAT)
TC_EMU_CONVERT(tc_convert_f32_u8_rz, 1, F32, U8, RZ, SAT)
TC_EMU_CONVERT(tc_convert_f32_i4x8, 8, F32, I4, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_i4x2, 2, F32, I4, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_i4x8_rz, 8, F32, I4, RZ, SAT)
TC_EMU_CONVERT(tc_convert_f32_i4x2_rz, 2, F32, I4, RZ, SAT)
TC_EMU_CONVERT(tc_convert_f32_u4x8, 8, F32, U4, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_u4x2, 2, F32, U4, RN, SAT)
TC_EMU_CONVERT(tc_convert_f32_u4x8_rz, 8, F32, U4, RZ, SAT)
TC_EMU_CONVERT(tc_convert_f32_u4x2_rz, 2, F32, U4, RZ, SAT)

/* Eight of 4 bits whose order in the word is 0 2 4 6 1 3 5 7: as the device's, put in order first. */
#define TC_EMU_PAIRS04(name, from, to)                                                             \
    TC_FN void name(void *dst, const void *src) {                                                  \
        unsigned v, in_order = 0;                                                                  \
        TC_EMU_LOCAL(#name, src, sizeof v);                                                        \
        TC_EMU_LOCAL(#name, dst, 16);                                                              \
        TC_MEMCPY(&v, src, sizeof v);                                                              \
        for (unsigned i = 0; i < 8; i++)                                                           \
            in_order |= (v >> (i / 2 + i % 2 * 4) * 4 & 15) << i * 4;                              \
        tc_emu_convert(                                                                            \
            dst, &in_order, 8, TC_EMU_AS_##from, TC_EMU_AS_##to, TC_EMU_RN, TC_EMU_INF);           \
    }

TC_EMU_PAIRS04(tc_convert_i4x8_f16_pairs04, I4, F16)
TC_EMU_PAIRS04(tc_convert_u4x8_f16_pairs04, U4, F16)
TC_EMU_PAIRS04(tc_convert_i4x8_bf16_pairs04, I4, BF16)
TC_EMU_PAIRS04(tc_convert_u4x8_bf16_pairs04, U4, BF16)

#endif
