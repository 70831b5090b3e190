/* convert.h: numbers of one dtype into numbers of another, in registers: f32, f16, bf16, tf32.
 *
 * The same for every function here. Called by any thread; dst and src are the calling thread's own
 * registers, elements side by side, lowest address first, so there is nothing to align and nothing to
 * order, and dst may be src. x2 is the dtype of two elements that share a register. What a name says
 * behind the dtypes is how it rounds: nothing: to nearest, ties to even; _rz: towards zero; _rna: to
 * nearest, ties away from zero. Numbers are those of the hardware: subnormals are kept, a NaN that is
 * rounded or widened from f16 has the bits 0x7fffffff (f32, tf32) or 0x7fff (f16, bf16), whichever went
 * in; _tf32_rna cuts its low 13 bits off instead, and 0x7f800001 becomes an infinity. What is out of range becomes infinity (towards zero: the largest number); with _sat the largest
 * number, also where infinity went in. PTX: "Data Movement and Conversion Instructions: cvt", "prmt". */
#ifndef TILECOPY_CONVERT_H
#define TILECOPY_CONVERT_H
#include "config.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of convert.def ---- */

/* f32 to f16, two and one: 65520 and above are infinity. */
TC_FN void tc_convert_f32_f16x2(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    asm("cvt.rn.f16x2.f32 %0, %2, %1;" : "=r"(out) : "f"(in[0]), "f"(in[1]));
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_f16(void *dst, const void *src) {
    unsigned short out;
    float in;
    TC_MEMCPY(&in, src, 4);
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(out) : "f"(in));
    TC_MEMCPY(dst, &out, 2);
}

TC_FN void tc_convert_f32_f16x2_rz(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    asm("cvt.rz.f16x2.f32 %0, %2, %1;" : "=r"(out) : "f"(in[0]), "f"(in[1]));
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_f16_rz(void *dst, const void *src) {
    unsigned short out;
    float in;
    TC_MEMCPY(&in, src, 4);
    asm("cvt.rz.f16.f32 %0, %1;" : "=h"(out) : "f"(in));
    TC_MEMCPY(dst, &out, 2);
}

TC_FN void tc_convert_f32_f16x2_sat(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    asm("cvt.rn.satfinite.f16x2.f32 %0, %2, %1;" : "=r"(out) : "f"(in[0]), "f"(in[1]));
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_f16_sat(void *dst, const void *src) {
    unsigned short out;
    float in;
    TC_MEMCPY(&in, src, 4);
    asm("cvt.rn.satfinite.f16.f32 %0, %1;" : "=h"(out) : "f"(in));
    TC_MEMCPY(dst, &out, 2);
}

TC_FN void tc_convert_f32_f16x2_rz_sat(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    asm("cvt.rz.satfinite.f16x2.f32 %0, %2, %1;" : "=r"(out) : "f"(in[0]), "f"(in[1]));
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_f16_rz_sat(void *dst, const void *src) {
    unsigned short out;
    float in;
    TC_MEMCPY(&in, src, 4);
    asm("cvt.rz.satfinite.f16.f32 %0, %1;" : "=h"(out) : "f"(in));
    TC_MEMCPY(dst, &out, 2);
}

/* f32 to bf16, two and one. */
TC_FN void tc_convert_f32_bf16x2(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    asm("cvt.rn.bf16x2.f32 %0, %2, %1;" : "=r"(out) : "f"(in[0]), "f"(in[1]));
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_bf16(void *dst, const void *src) {
    unsigned short out;
    float in;
    TC_MEMCPY(&in, src, 4);
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(out) : "f"(in));
    TC_MEMCPY(dst, &out, 2);
}

TC_FN void tc_convert_f32_bf16x2_rz(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    asm("cvt.rz.bf16x2.f32 %0, %2, %1;" : "=r"(out) : "f"(in[0]), "f"(in[1]));
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_bf16_rz(void *dst, const void *src) {
    unsigned short out;
    float in;
    TC_MEMCPY(&in, src, 4);
    asm("cvt.rz.bf16.f32 %0, %1;" : "=h"(out) : "f"(in));
    TC_MEMCPY(dst, &out, 2);
}

TC_FN void tc_convert_f32_bf16x2_sat(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    asm("cvt.rn.satfinite.bf16x2.f32 %0, %2, %1;" : "=r"(out) : "f"(in[0]), "f"(in[1]));
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_bf16_sat(void *dst, const void *src) {
    unsigned short out;
    float in;
    TC_MEMCPY(&in, src, 4);
    asm("cvt.rn.satfinite.bf16.f32 %0, %1;" : "=h"(out) : "f"(in));
    TC_MEMCPY(dst, &out, 2);
}

TC_FN void tc_convert_f32_bf16x2_rz_sat(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    asm("cvt.rz.satfinite.bf16x2.f32 %0, %2, %1;" : "=r"(out) : "f"(in[0]), "f"(in[1]));
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_bf16_rz_sat(void *dst, const void *src) {
    unsigned short out;
    float in;
    TC_MEMCPY(&in, src, 4);
    asm("cvt.rz.satfinite.bf16.f32 %0, %1;" : "=h"(out) : "f"(in));
    TC_MEMCPY(dst, &out, 2);
}

/* f16 to f32, two and one; every number is exact. */
TC_FN void tc_convert_f16x2_f32(void *dst, const void *src) {
    float out[2];
    unsigned in;
    TC_MEMCPY(&in, src, 4);
    asm("{\n\t"
        ".reg .b16 low, high;\n\t"
        "mov.b32 {low, high}, %2;\n\t"
        "cvt.f32.f16 %0, low;\n\t"
        "cvt.f32.f16 %1, high;\n\t"
        "}"
        : "=f"(out[0]), "=f"(out[1])
        : "r"(in));
    TC_MEMCPY(dst, out, 8);
}

TC_FN void tc_convert_f16_f32(void *dst, const void *src) {
    float out;
    unsigned short in;
    TC_MEMCPY(&in, src, 2);
    asm("cvt.f32.f16 %0, %1;" : "=f"(out) : "h"(in));
    TC_MEMCPY(dst, &out, 4);
}

/* bf16 to f32, two and one: its bits above 16 zeros, also those of a NaN. */
TC_FN void tc_convert_bf16x2_f32(void *dst, const void *src) {
    float out[2];
    unsigned in;
    TC_MEMCPY(&in, src, 4);
    const unsigned two[2] = {in << 16, in & 0xFFFF0000u};
    TC_MEMCPY(out, two, 8);
    TC_MEMCPY(dst, out, 8);
}

TC_FN void tc_convert_bf16_f32(void *dst, const void *src) {
    float out;
    unsigned short in;
    TC_MEMCPY(&in, src, 2);
    const unsigned bits = (unsigned)in << 16;
    TC_MEMCPY(&out, &bits, 4);
    TC_MEMCPY(dst, &out, 4);
}

/* f32 to tf32, which keeps 10 bits of the fraction and has zeros below. */
TC_FN void tc_convert_f32_tf32_rna(void *dst, const void *src) {
    unsigned out;
    float in;
    TC_MEMCPY(&in, src, 4);
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(out) : "f"(in));
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_tf32_rz(void *dst, const void *src) {
    unsigned out;
    float in;
    TC_MEMCPY(&in, src, 4);
    TC_MEMCPY(&out, &in, 4);
    out = (out & 0x7FFFFFFFu) > 0x7F800000u ? 0x7FFFFFFFu : out & 0xFFFFE000u;
    TC_MEMCPY(dst, &out, 4);
}

/* A tf32 is a f32, bit for bit. */
TC_FN void tc_convert_tf32_f32(void *dst, const void *src) {
    float out;
    unsigned in;
    TC_MEMCPY(&in, src, 4);
    TC_MEMCPY(&out, &in, 4);
    TC_MEMCPY(dst, &out, 4);
}

/* ---- end of the rows ---- */

#endif
#endif
