/* convert8.h: e4m3, e5m2 and e2m1 (two numbers a byte) from and to wider floats, in registers. As in
 * convert.h; all that is rounded is rounded to nearest, ties to even, and to the largest number where it is
 * out of range. A NaN becomes 0x7f, in e2m1, which has none, the largest number; widened, 0x7fff. Narrowing
 * needs sm_89, of e2m1 a target of a Blackwell family (sm_100a, sm_120f ...); widening is exact and runs
 * everywhere, where there is no instruction by shifts and a multiplication. PTX: "Data Movement and
 * Conversion Instructions: cvt", "Half Precision Floating-Point Instructions: mul". */
#ifndef TILECOPY_CONVERT8_H
#define TILECOPY_CONVERT8_H
#include "config.h"
#if TC_ON_DEVICE

#if TC_HAS_FP8
/* Two e4m3 to f16. */
TC_FN void tc_convert_e4m3x2_f16(void *dst, const void *src) {
    unsigned short both;
    unsigned v;
    TC_MEMCPY(&both, src, 2);
    asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(v) : "h"(both));
    TC_MEMCPY(dst, &v, 4);
}

/* Two e5m2 to f16. */
TC_FN void tc_convert_e5m2x2_f16(void *dst, const void *src) {
    unsigned short both;
    unsigned v;
    TC_MEMCPY(&both, src, 2);
    asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(v) : "h"(both));
    TC_MEMCPY(dst, &v, 4);
}

#else
/* The bytes become the upper halves of two f16, whose exponents are one bit wider and 8 larger: 0x38 is
 * 0x3800 and then 0x1c00, 2^-8; times 256 that is 1. */
TC_FN void tc_convert_e4m3x2_f16(void *dst, const void *src) {
    unsigned char byte[2];
    unsigned v, nan;
    TC_MEMCPY(byte, src, 2);
    v = (unsigned)byte[0] << 8 | (unsigned)byte[1] << 24;
    nan = ((byte[0] & 0x7Fu) == 0x7F ? 0x7FFFu : 0) | ((byte[1] & 0x7Fu) == 0x7F ? 0x7FFF0000u : 0);
    v = (v & 0x80008000u) | (v & 0x7F007F00u) >> 1;
    asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(v) : "r"(v), "r"(0x5C005C00u));
    v = (nan & 0x7FFF ? 0x7FFF : v & 0xFFFF) | (nan >> 16 ? nan & 0xFFFF0000u : v & 0xFFFF0000u);
    TC_MEMCPY(dst, &v, 4);
}

/* A e5m2 is the upper half of a f16. */
TC_FN void tc_convert_e5m2x2_f16(void *dst, const void *src) {
    unsigned char byte[2];
    unsigned low, high, v;
    TC_MEMCPY(byte, src, 2);
    low = (byte[0] & 0x7Fu) > 0x7C ? 0x7FFF : (unsigned)byte[0] << 8;
    high = (byte[1] & 0x7Fu) > 0x7C ? 0x7FFF : (unsigned)byte[1] << 8;
    v = low | high << 16;
    TC_MEMCPY(dst, &v, 4);
}
#endif

#if TC_HAS_FP4
/* Two e2m1, of one byte, to f16. */
TC_FN void tc_convert_e2m1x2_f16(void *dst, const void *src) {
    unsigned short both = 0;
    unsigned v;
    TC_MEMCPY(&both, src, 1);
    asm("{\n\t"
        ".reg .b8 byte;\n\t"
        "cvt.u8.u16 byte, %1;\n\t"
        "cvt.rn.f16x2.e2m1x2 %0, byte;\n\t"
        "}"
        : "=r"(v)
        : "h"(both));
    TC_MEMCPY(dst, &v, 4);
}
#else
/* Sign to bit 15, exponent and fraction to bits 11 to 9, which is 2^-14 of the number: times 16384. */
TC_FN void tc_convert_e2m1x2_f16(void *dst, const void *src) {
    unsigned char byte;
    unsigned v;
    TC_MEMCPY(&byte, src, 1);
    v = (byte & 15u) | (unsigned)byte >> 4 << 16;
    v = (v & 0x80008u) << 12 | (v & 0x70007u) << 9;
    asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(v) : "r"(v), "r"(0x74007400u));
    TC_MEMCPY(dst, &v, 4);
}
#endif

/* ---- made by make rows, of the rows of convert8.def ---- */

#if TC_HAS_FP8
/* Two and one f32, and f16, to e4m3. */
TC_FN void tc_convert_f32_e4m3x2(void *dst, const void *src) {
    unsigned short out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %2, %1;" : "=h"(out) : "f"(in[0]), "f"(in[1]));
    TC_MEMCPY(dst, &out, 2);
}

TC_FN void tc_convert_f32_e4m3(void *dst, const void *src) {
    unsigned out;
    float in;
    TC_MEMCPY(&in, src, 4);
    const float two[2] = {in, 0};
    tc_convert_f32_e4m3x2(&out, two);
    TC_MEMCPY(dst, &out, 1);
}

TC_FN void tc_convert_f16_e4m3x2(void *dst, const void *src) {
    unsigned short out;
    unsigned in;
    TC_MEMCPY(&in, src, 4);
    asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(out) : "r"(in));
    TC_MEMCPY(dst, &out, 2);
}

TC_FN void tc_convert_f16_e4m3(void *dst, const void *src) {
    unsigned out;
    unsigned short in;
    TC_MEMCPY(&in, src, 2);
    const unsigned two = in;
    tc_convert_f16_e4m3x2(&out, &two);
    TC_MEMCPY(dst, &out, 1);
}

/* Two and one f32, and f16, to e5m2. */
TC_FN void tc_convert_f32_e5m2x2(void *dst, const void *src) {
    unsigned short out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    asm("cvt.rn.satfinite.e5m2x2.f32 %0, %2, %1;" : "=h"(out) : "f"(in[0]), "f"(in[1]));
    TC_MEMCPY(dst, &out, 2);
}

TC_FN void tc_convert_f32_e5m2(void *dst, const void *src) {
    unsigned out;
    float in;
    TC_MEMCPY(&in, src, 4);
    const float two[2] = {in, 0};
    tc_convert_f32_e5m2x2(&out, two);
    TC_MEMCPY(dst, &out, 1);
}

TC_FN void tc_convert_f16_e5m2x2(void *dst, const void *src) {
    unsigned short out;
    unsigned in;
    TC_MEMCPY(&in, src, 4);
    asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(out) : "r"(in));
    TC_MEMCPY(dst, &out, 2);
}

TC_FN void tc_convert_f16_e5m2(void *dst, const void *src) {
    unsigned out;
    unsigned short in;
    TC_MEMCPY(&in, src, 2);
    const unsigned two = in;
    tc_convert_f16_e5m2x2(&out, &two);
    TC_MEMCPY(dst, &out, 1);
}

#else
TC_DECLARE void tc_convert_f32_e4m3x2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_convert_f32_e4m3x2 needs sm_89");
TC_DECLARE void tc_convert_f32_e4m3(void *dst, const void *src)
    TC_UNAVAILABLE("tc_convert_f32_e4m3 needs sm_89");
TC_DECLARE void tc_convert_f16_e4m3x2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_convert_f16_e4m3x2 needs sm_89");
TC_DECLARE void tc_convert_f16_e4m3(void *dst, const void *src)
    TC_UNAVAILABLE("tc_convert_f16_e4m3 needs sm_89");
TC_DECLARE void tc_convert_f32_e5m2x2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_convert_f32_e5m2x2 needs sm_89");
TC_DECLARE void tc_convert_f32_e5m2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_convert_f32_e5m2 needs sm_89");
TC_DECLARE void tc_convert_f16_e5m2x2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_convert_f16_e5m2x2 needs sm_89");
TC_DECLARE void tc_convert_f16_e5m2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_convert_f16_e5m2 needs sm_89");
#endif

/* One. */
TC_FN void tc_convert_e4m3_f16(void *dst, const void *src) {
    unsigned short out;
    unsigned in = 0;
    TC_MEMCPY(&in, src, 1);
    const unsigned char two[2] = {(unsigned char)in, 0};
    unsigned both;
    tc_convert_e4m3x2_f16(&both, two);
    TC_MEMCPY(&out, &both, 2);
    TC_MEMCPY(dst, &out, 2);
}

/* One. */
TC_FN void tc_convert_e5m2_f16(void *dst, const void *src) {
    unsigned short out;
    unsigned in = 0;
    TC_MEMCPY(&in, src, 1);
    const unsigned char two[2] = {(unsigned char)in, 0};
    unsigned both;
    tc_convert_e5m2x2_f16(&both, two);
    TC_MEMCPY(&out, &both, 2);
    TC_MEMCPY(dst, &out, 2);
}

#if TC_HAS_FP4
/* Two f32 to e2m1, in one byte. */
TC_FN void tc_convert_f32_e2m1x2(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    asm("{\n\t"
        ".reg .b8 byte;\n\t"
        "cvt.rn.satfinite.e2m1x2.f32 byte, %2, %1;\n\t"
        "cvt.u32.u8 %0, byte;\n\t"
        "}"
        : "=r"(out)
        : "f"(in[0]), "f"(in[1]));
    TC_MEMCPY(dst, &out, 1);
}

#elif TC_CHIP_HAS_FP4
TC_FN void tc_convert_f32_e2m1x2(void *dst, const void *src) {
    (void)dst;
    (void)src;
    TC_NEEDS_LETTER();
}

#else
TC_DECLARE void tc_convert_f32_e2m1x2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_convert_f32_e2m1x2 needs sm_100a, sm_120a or the like");
#endif

/* ---- end of the rows ---- */

#endif
#endif
