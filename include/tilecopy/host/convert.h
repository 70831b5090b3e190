/* convert.h: the conversions of ../convert.h, ../convert8.h and ../convert_int.h on the CPU, bit for bit.
 * A row is a function: how many elements, of which dtype into which, how rounded, saturated or not. They
 * touch the caller's own variables only. From primitives.h. */
#ifndef TILECOPY_HOST_CONVERT_H
#define TILECOPY_HOST_CONVERT_H

#define TC_EMU_CONVERT(name, count, from, from_bits, to, to_bits, rounding, saturate)              \
    TC_FN void name(void *dst, const void *src) {                                                  \
        TC_EMU_LOCAL(#name, src, (count) * (from_bits) / 8);                                       \
        TC_EMU_LOCAL(#name, dst, (count) * (to_bits) / 8);                                         \
        tc_emu_convert(                                                                            \
            dst, src, count, TC_EMU_##from, TC_EMU_##to, TC_EMU_##rounding, saturate);             \
    }

TC_EMU_CONVERT(tc_convert_f32_f16x2, 2, F32, 32, F16, 16, RN, 0)
TC_EMU_CONVERT(tc_convert_f32_f16, 1, F32, 32, F16, 16, RN, 0)
TC_EMU_CONVERT(tc_convert_f32_f16x2_rz, 2, F32, 32, F16, 16, RZ, 0)
TC_EMU_CONVERT(tc_convert_f32_f16_rz, 1, F32, 32, F16, 16, RZ, 0)
TC_EMU_CONVERT(tc_convert_f32_f16x2_sat, 2, F32, 32, F16, 16, RN, 1)
TC_EMU_CONVERT(tc_convert_f32_f16_sat, 1, F32, 32, F16, 16, RN, 1)
TC_EMU_CONVERT(tc_convert_f32_f16x2_rz_sat, 2, F32, 32, F16, 16, RZ, 1)
TC_EMU_CONVERT(tc_convert_f32_f16_rz_sat, 1, F32, 32, F16, 16, RZ, 1)
TC_EMU_CONVERT(tc_convert_f32_bf16x2, 2, F32, 32, BF16, 16, RN, 0)
TC_EMU_CONVERT(tc_convert_f32_bf16, 1, F32, 32, BF16, 16, RN, 0)
TC_EMU_CONVERT(tc_convert_f32_bf16x2_rz, 2, F32, 32, BF16, 16, RZ, 0)
TC_EMU_CONVERT(tc_convert_f32_bf16_rz, 1, F32, 32, BF16, 16, RZ, 0)
TC_EMU_CONVERT(tc_convert_f32_bf16x2_sat, 2, F32, 32, BF16, 16, RN, 1)
TC_EMU_CONVERT(tc_convert_f32_bf16_sat, 1, F32, 32, BF16, 16, RN, 1)
TC_EMU_CONVERT(tc_convert_f32_bf16x2_rz_sat, 2, F32, 32, BF16, 16, RZ, 1)
TC_EMU_CONVERT(tc_convert_f32_bf16_rz_sat, 1, F32, 32, BF16, 16, RZ, 1)
TC_EMU_CONVERT(tc_convert_f16x2_f32, 2, F16, 16, F32, 32, RN, 0)
TC_EMU_CONVERT(tc_convert_f16_f32, 1, F16, 16, F32, 32, RN, 0)
TC_EMU_CONVERT(tc_convert_bf16x2_f32, 2, BF16, 16, F32, 32, RN, 0)
TC_EMU_CONVERT(tc_convert_bf16_f32, 1, BF16, 16, F32, 32, RN, 0)
TC_EMU_CONVERT(tc_convert_f32_tf32_rna, 1, F32, 32, TF32, 32, RNA, 0)
TC_EMU_CONVERT(tc_convert_f32_tf32_rz, 1, F32, 32, TF32, 32, RZ, 0)
TC_EMU_CONVERT(tc_convert_tf32_f32, 1, TF32, 32, F32, 32, RN, 0)

#endif
