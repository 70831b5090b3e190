/* convert_int.h: integers of 8 and 4 bits (two a byte, the first one in the low half) from and to floats, in
 * registers. As in convert.h. From a float they are rounded to nearest, ties to even, with _rz towards zero;
 * what is out of range becomes the smallest or largest integer, a NaN 0. To a float every one is exact: it is
 * put below the bits of a power of two, in whose numbers it counts ones, and that power is subtracted: 5 is
 * 0x6405 - 0x6400, 1029 - 1024. PTX: "Data Movement and Conversion Instructions: prmt, cvt, cvt.pack",
 * "Half Precision Floating-Point Instructions: sub, fma". */
#ifndef TILECOPY_CONVERT_INT_H
#define TILECOPY_CONVERT_INT_H
#include "config.h"
#if TC_ON_DEVICE

/* A byte of v above a byte of `above` and so on, see tc_permute_b32. */
TC_FN unsigned tc__bytes(unsigned v, unsigned above, unsigned selector) {
    unsigned bytes;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(bytes) : "r"(v), "r"(above), "r"(selector));
    return bytes;
}

/* The byte in 2^23: 0x4b0000ff is 8388608 + 255. */
TC_FN float tc__byte_f32(unsigned v, unsigned selector, float power) {
    const unsigned bits = tc__bytes(v, 0x4B000000u, selector);
    float number;
    TC_MEMCPY(&number, &bits, 4);
    asm("sub.rn.f32 %0, %1, %2;" : "=f"(number) : "f"(number), "f"(power));
    return number;
}

TC_FN void tc__bytes_f32(void *dst, unsigned v, float power) {
    float number[4];
    number[0] = tc__byte_f32(v, 0x7440, power);
    number[1] = tc__byte_f32(v, 0x7441, power);
    number[2] = tc__byte_f32(v, 0x7442, power);
    number[3] = tc__byte_f32(v, 0x7443, power);
    TC_MEMCPY(dst, number, 16);
}

/* Two bytes in 2^10. */
TC_FN unsigned tc__bytes_f16(unsigned v, unsigned selector, unsigned power) {
    const unsigned in = tc__bytes(v, 0x64646464u, selector);
    unsigned both;
    asm("sub.rn.f16x2 %0, %1, %2;" : "=r"(both) : "r"(in), "r"(power));
    return both;
}

/* v & mask ^ flip, which the compiler makes two instructions of. */
TC_FN unsigned tc__masked(unsigned v, unsigned mask, unsigned flip) {
    asm("lop3.b32 %0, %1, %2, %3, 0x6A;" : "=r"(v) : "r"(v), "r"(mask), "r"(flip));
    return v;
}

/* The two integers of byte `at` in 2^10: one as it stands, one 16 times as large. */
TC_FN unsigned tc__nibbles_f16(unsigned v, unsigned at, unsigned flip, unsigned less) {
    const unsigned twice = tc__bytes(v, 0, 0x4040 | at | at << 8);
    const unsigned in = tc__masked(twice, 0x00F0000Fu, flip);
    unsigned both;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(both) : "r"(in), "r"(0x2C003C00u), "r"(less));
    return both;
}

/* The same in 2^7 for bf16, which has no room for 16 times as much: b comes from v >> 4. */
TC_FN unsigned tc__nibbles_bf16(unsigned v, unsigned at, unsigned flip, unsigned less) {
    const unsigned two = tc__bytes(v, v >> 4, 0x0400 | at | at << 8);
    const unsigned in = tc__masked(two, 0x000F000Fu, flip);
    unsigned both;
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(both) : "r"(in), "r"(0x3F803F80u), "r"(less));
    return both;
}

/* The same eight where kernels have packed them for this: number 2 i of a word is its nibble i, number 2 i + 1
 * nibble i + 4, so that a mask and a shift are enough. In f16 two pairs are as they stand and two 16 times as
 * large, in bf16 there is no room for that. */
TC_FN unsigned tc__pairs04_f16(
    unsigned v, unsigned mask, unsigned flip, unsigned by, unsigned less) {
    const unsigned in = tc__masked(v, mask, flip);
    unsigned both;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(both) : "r"(in), "r"(by), "r"(less));
    return both;
}

TC_FN unsigned tc__pairs04_bf16(unsigned v, unsigned flip, unsigned less) {
    const unsigned in = tc__masked(v, 0x000F000Fu, flip);
    unsigned both;
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(both) : "r"(in), "r"(0x3F803F80u), "r"(less));
    return both;
}

/* f32 to a whole number of 32 bits, a NaN to 0. */
TC_FN int tc__whole(float v) {
    int whole;
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(whole) : "f"(v));
    return whole;
}

TC_FN int tc__whole_rz(float v) {
    int whole;
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(whole) : "f"(v));
    return whole;
}

/* low and high, saturated, below what stands in rest. */
TC_FN unsigned tc__pack_i8(int high, int low, unsigned rest) {
    unsigned packed;
    asm("cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;" : "=r"(packed) : "r"(high), "r"(low), "r"(rest));
    return packed;
}

/* low and high, saturated, below what stands in rest. */
TC_FN unsigned tc__pack_u8(int high, int low, unsigned rest) {
    unsigned packed;
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(packed) : "r"(high), "r"(low), "r"(rest));
    return packed;
}

/* low and high, saturated, below what stands in rest. */
TC_FN unsigned tc__pack_i4(int high, int low, unsigned rest) {
    unsigned packed;
    asm("cvt.pack.sat.s4.s32.b32 %0, %1, %2, %3;" : "=r"(packed) : "r"(high), "r"(low), "r"(rest));
    return packed;
}

/* low and high, saturated, below what stands in rest. */
TC_FN unsigned tc__pack_u4(int high, int low, unsigned rest) {
    unsigned packed;
    asm("cvt.pack.sat.u4.s32.b32 %0, %1, %2, %3;" : "=r"(packed) : "r"(high), "r"(low), "r"(rest));
    return packed;
}

/* ---- made by make rows, of the rows of convert_int.def ---- */

TC_FN void tc_convert_i8x4_f32(void *dst, const void *src) {
    float out[4];
    unsigned in;
    TC_MEMCPY(&in, src, 4);
    tc__bytes_f32(out, in ^ 0x80808080u, 8388736.0f);
    TC_MEMCPY(dst, out, 16);
}

TC_FN void tc_convert_i8_f32(void *dst, const void *src) {
    float out;
    unsigned in = 0;
    TC_MEMCPY(&in, src, 1);
    out = (float)(signed char)in;
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_i8x4_f16(void *dst, const void *src) {
    unsigned out[2], in;
    TC_MEMCPY(&in, src, 4);
    out[0] = tc__bytes_f16(in ^ 0x80808080u, 0x4140, 0x64806480u);
    out[1] = tc__bytes_f16(in ^ 0x80808080u, 0x4342, 0x64806480u);
    TC_MEMCPY(dst, out, 8);
}

TC_FN void tc_convert_i8_f16(void *dst, const void *src) {
    unsigned short out;
    unsigned in = 0;
    TC_MEMCPY(&in, src, 1);
    asm("cvt.rn.f16.s16 %0, %1;" : "=h"(out) : "h"((short)(signed char)in));
    TC_MEMCPY(dst, &out, 2);
}

/* Four u8, and four i8, which are -128 at 0, to f32 and to f16. */
TC_FN void tc_convert_u8x4_f32(void *dst, const void *src) {
    float out[4];
    unsigned in;
    TC_MEMCPY(&in, src, 4);
    tc__bytes_f32(out, in, 8388608.0f);
    TC_MEMCPY(dst, out, 16);
}

TC_FN void tc_convert_u8_f32(void *dst, const void *src) {
    float out;
    unsigned in = 0;
    TC_MEMCPY(&in, src, 1);
    out = (float)(unsigned char)in;
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_u8x4_f16(void *dst, const void *src) {
    unsigned out[2], in;
    TC_MEMCPY(&in, src, 4);
    out[0] = tc__bytes_f16(in, 0x4140, 0x64006400u);
    out[1] = tc__bytes_f16(in, 0x4342, 0x64006400u);
    TC_MEMCPY(dst, out, 8);
}

TC_FN void tc_convert_u8_f16(void *dst, const void *src) {
    unsigned short out;
    unsigned in = 0;
    TC_MEMCPY(&in, src, 1);
    asm("cvt.rn.f16.u16 %0, %1;" : "=h"(out) : "h"((unsigned short)(unsigned char)in));
    TC_MEMCPY(dst, &out, 2);
}

/* i4 are -8 at 0 when their sign is flipped: less 1032 and 72. */
TC_FN void tc_convert_i4x8_f16(void *dst, const void *src) {
    unsigned out[4], in;
    TC_MEMCPY(&in, src, 4);
    out[0] = tc__nibbles_f16(in, 0, 0x64806408u, 0xD480E408u);
    out[1] = tc__nibbles_f16(in, 1, 0x64806408u, 0xD480E408u);
    out[2] = tc__nibbles_f16(in, 2, 0x64806408u, 0xD480E408u);
    out[3] = tc__nibbles_f16(in, 3, 0x64806408u, 0xD480E408u);
    TC_MEMCPY(dst, out, 16);
}

TC_FN void tc_convert_i4x2_f16(void *dst, const void *src) {
    unsigned out, in = 0;
    TC_MEMCPY(&in, src, 1);
    out = tc__nibbles_f16(in, 0, 0x64806408u, 0xD480E408u);
    TC_MEMCPY(dst, &out, 4);
}

/* Eight i4 and u4, and two, to bytes; the sign, bit 3, times 30 is bits 4 to 7. */
TC_FN void tc_convert_i4x8_i8(void *dst, const void *src) {
    unsigned out[2], in;
    TC_MEMCPY(&in, src, 4);
    out[0] = tc__bytes(in & 0x0F0F0F0Fu, in >> 4 & 0x0F0F0F0Fu, 0x5140);
    out[1] = tc__bytes(in & 0x0F0F0F0Fu, in >> 4 & 0x0F0F0F0Fu, 0x7362);
    out[0] += (out[0] & 0x08080808u) * 30;
    out[1] += (out[1] & 0x08080808u) * 30;
    TC_MEMCPY(dst, out, 8);
}

TC_FN void tc_convert_i4x2_i8(void *dst, const void *src) {
    unsigned short out;
    unsigned in = 0;
    TC_MEMCPY(&in, src, 1);
    const unsigned low = in & 15, high = in >> 4;
    const unsigned char two[2] = {
        (unsigned char)(low + (low & 8) * 30), (unsigned char)(high + (high & 8) * 30)};
    TC_MEMCPY(&out, two, 2);
    TC_MEMCPY(dst, &out, 2);
}

/* u4: 1024 + a and 1024 + 16 b, times 1 and 1/16, less 1024 and 64. */
TC_FN void tc_convert_u4x8_f16(void *dst, const void *src) {
    unsigned out[4], in;
    TC_MEMCPY(&in, src, 4);
    out[0] = tc__nibbles_f16(in, 0, 0x64006400u, 0xD400E400u);
    out[1] = tc__nibbles_f16(in, 1, 0x64006400u, 0xD400E400u);
    out[2] = tc__nibbles_f16(in, 2, 0x64006400u, 0xD400E400u);
    out[3] = tc__nibbles_f16(in, 3, 0x64006400u, 0xD400E400u);
    TC_MEMCPY(dst, out, 16);
}

TC_FN void tc_convert_u4x2_f16(void *dst, const void *src) {
    unsigned out, in = 0;
    TC_MEMCPY(&in, src, 1);
    out = tc__nibbles_f16(in, 0, 0x64006400u, 0xD400E400u);
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_u4x8_u8(void *dst, const void *src) {
    unsigned out[2], in;
    TC_MEMCPY(&in, src, 4);
    out[0] = tc__bytes(in & 0x0F0F0F0Fu, in >> 4 & 0x0F0F0F0Fu, 0x5140);
    out[1] = tc__bytes(in & 0x0F0F0F0Fu, in >> 4 & 0x0F0F0F0Fu, 0x7362);
    TC_MEMCPY(dst, out, 8);
}

TC_FN void tc_convert_u4x2_u8(void *dst, const void *src) {
    unsigned short out;
    unsigned in = 0;
    TC_MEMCPY(&in, src, 1);
    const unsigned char two[2] = {(unsigned char)(in & 15), (unsigned char)(in >> 4)};
    TC_MEMCPY(&out, two, 2);
    TC_MEMCPY(dst, &out, 2);
}

TC_FN void tc_convert_i4x8_bf16(void *dst, const void *src) {
    unsigned out[4], in;
    TC_MEMCPY(&in, src, 4);
    out[0] = tc__nibbles_bf16(in, 0, 0x43084308u, 0xC308C308u);
    out[1] = tc__nibbles_bf16(in, 1, 0x43084308u, 0xC308C308u);
    out[2] = tc__nibbles_bf16(in, 2, 0x43084308u, 0xC308C308u);
    out[3] = tc__nibbles_bf16(in, 3, 0x43084308u, 0xC308C308u);
    TC_MEMCPY(dst, out, 16);
}

TC_FN void tc_convert_i4x2_bf16(void *dst, const void *src) {
    unsigned out, in = 0;
    TC_MEMCPY(&in, src, 1);
    out = tc__nibbles_bf16(in, 0, 0x43084308u, 0xC308C308u);
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_u4x8_bf16(void *dst, const void *src) {
    unsigned out[4], in;
    TC_MEMCPY(&in, src, 4);
    out[0] = tc__nibbles_bf16(in, 0, 0x43004300u, 0xC300C300u);
    out[1] = tc__nibbles_bf16(in, 1, 0x43004300u, 0xC300C300u);
    out[2] = tc__nibbles_bf16(in, 2, 0x43004300u, 0xC300C300u);
    out[3] = tc__nibbles_bf16(in, 3, 0x43004300u, 0xC300C300u);
    TC_MEMCPY(dst, out, 16);
}

TC_FN void tc_convert_i4x8_f16_pairs04(void *dst, const void *src) {
    unsigned out[4], in;
    TC_MEMCPY(&in, src, 4);
    out[0] = tc__pairs04_f16(in, 0x000F000Fu, 0x64086408u, 0x3C003C00u, 0xE408E408u);
    out[1] = tc__pairs04_f16(in, 0x00F000F0u, 0x64806480u, 0x2C002C00u, 0xD480D480u);
    out[2] = tc__pairs04_f16(in >> 8, 0x000F000Fu, 0x64086408u, 0x3C003C00u, 0xE408E408u);
    out[3] = tc__pairs04_f16(in >> 8, 0x00F000F0u, 0x64806480u, 0x2C002C00u, 0xD480D480u);
    TC_MEMCPY(dst, out, 16);
}

TC_FN void tc_convert_u4x8_f16_pairs04(void *dst, const void *src) {
    unsigned out[4], in;
    TC_MEMCPY(&in, src, 4);
    out[0] = tc__pairs04_f16(in, 0x000F000Fu, 0x64006400u, 0x3C003C00u, 0xE400E400u);
    out[1] = tc__pairs04_f16(in, 0x00F000F0u, 0x64006400u, 0x2C002C00u, 0xD400D400u);
    out[2] = tc__pairs04_f16(in >> 8, 0x000F000Fu, 0x64006400u, 0x3C003C00u, 0xE400E400u);
    out[3] = tc__pairs04_f16(in >> 8, 0x00F000F0u, 0x64006400u, 0x2C002C00u, 0xD400D400u);
    TC_MEMCPY(dst, out, 16);
}

TC_FN void tc_convert_i4x8_bf16_pairs04(void *dst, const void *src) {
    unsigned out[4], in;
    TC_MEMCPY(&in, src, 4);
    out[0] = tc__pairs04_bf16(in, 0x43084308u, 0xC308C308u);
    out[1] = tc__pairs04_bf16(in >> 4, 0x43084308u, 0xC308C308u);
    out[2] = tc__pairs04_bf16(in >> 8, 0x43084308u, 0xC308C308u);
    out[3] = tc__pairs04_bf16(in >> 12, 0x43084308u, 0xC308C308u);
    TC_MEMCPY(dst, out, 16);
}

TC_FN void tc_convert_u4x8_bf16_pairs04(void *dst, const void *src) {
    unsigned out[4], in;
    TC_MEMCPY(&in, src, 4);
    out[0] = tc__pairs04_bf16(in, 0x43004300u, 0xC300C300u);
    out[1] = tc__pairs04_bf16(in >> 4, 0x43004300u, 0xC300C300u);
    out[2] = tc__pairs04_bf16(in >> 8, 0x43004300u, 0xC300C300u);
    out[3] = tc__pairs04_bf16(in >> 12, 0x43004300u, 0xC300C300u);
    TC_MEMCPY(dst, out, 16);
}

TC_FN void tc_convert_u4x2_bf16(void *dst, const void *src) {
    unsigned out, in = 0;
    TC_MEMCPY(&in, src, 1);
    out = tc__nibbles_bf16(in, 0, 0x43004300u, 0xC300C300u);
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_i8x4(void *dst, const void *src) {
    unsigned out;
    float in[4];
    TC_MEMCPY(in, src, 16);
    out = tc__pack_i8(tc__whole(in[3]), tc__whole(in[2]), 0);
    out = tc__pack_i8(tc__whole(in[1]), tc__whole(in[0]), out);
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_i8(void *dst, const void *src) {
    unsigned out;
    float in;
    TC_MEMCPY(&in, src, 4);
    out = tc__pack_i8(0, tc__whole(in), 0);
    TC_MEMCPY(dst, &out, 1);
}

TC_FN void tc_convert_f32_i8x4_rz(void *dst, const void *src) {
    unsigned out;
    float in[4];
    TC_MEMCPY(in, src, 16);
    out = tc__pack_i8(tc__whole_rz(in[3]), tc__whole_rz(in[2]), 0);
    out = tc__pack_i8(tc__whole_rz(in[1]), tc__whole_rz(in[0]), out);
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_i8_rz(void *dst, const void *src) {
    unsigned out;
    float in;
    TC_MEMCPY(&in, src, 4);
    out = tc__pack_i8(0, tc__whole_rz(in), 0);
    TC_MEMCPY(dst, &out, 1);
}

TC_FN void tc_convert_f32_u8x4(void *dst, const void *src) {
    unsigned out;
    float in[4];
    TC_MEMCPY(in, src, 16);
    out = tc__pack_u8(tc__whole(in[3]), tc__whole(in[2]), 0);
    out = tc__pack_u8(tc__whole(in[1]), tc__whole(in[0]), out);
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_u8(void *dst, const void *src) {
    unsigned out;
    float in;
    TC_MEMCPY(&in, src, 4);
    out = tc__pack_u8(0, tc__whole(in), 0);
    TC_MEMCPY(dst, &out, 1);
}

TC_FN void tc_convert_f32_u8x4_rz(void *dst, const void *src) {
    unsigned out;
    float in[4];
    TC_MEMCPY(in, src, 16);
    out = tc__pack_u8(tc__whole_rz(in[3]), tc__whole_rz(in[2]), 0);
    out = tc__pack_u8(tc__whole_rz(in[1]), tc__whole_rz(in[0]), out);
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_u8_rz(void *dst, const void *src) {
    unsigned out;
    float in;
    TC_MEMCPY(&in, src, 4);
    out = tc__pack_u8(0, tc__whole_rz(in), 0);
    TC_MEMCPY(dst, &out, 1);
}

TC_FN void tc_convert_f32_i4x8(void *dst, const void *src) {
    unsigned out;
    float in[8];
    TC_MEMCPY(in, src, 32);
    out = tc__pack_i4(tc__whole(in[7]), tc__whole(in[6]), 0);
    out = tc__pack_i4(tc__whole(in[5]), tc__whole(in[4]), out);
    out = tc__pack_i4(tc__whole(in[3]), tc__whole(in[2]), out);
    out = tc__pack_i4(tc__whole(in[1]), tc__whole(in[0]), out);
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_i4x2(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    out = tc__pack_i4(tc__whole(in[1]), tc__whole(in[0]), 0);
    TC_MEMCPY(dst, &out, 1);
}

TC_FN void tc_convert_f32_i4x8_rz(void *dst, const void *src) {
    unsigned out;
    float in[8];
    TC_MEMCPY(in, src, 32);
    out = tc__pack_i4(tc__whole_rz(in[7]), tc__whole_rz(in[6]), 0);
    out = tc__pack_i4(tc__whole_rz(in[5]), tc__whole_rz(in[4]), out);
    out = tc__pack_i4(tc__whole_rz(in[3]), tc__whole_rz(in[2]), out);
    out = tc__pack_i4(tc__whole_rz(in[1]), tc__whole_rz(in[0]), out);
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_i4x2_rz(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    out = tc__pack_i4(tc__whole_rz(in[1]), tc__whole_rz(in[0]), 0);
    TC_MEMCPY(dst, &out, 1);
}

TC_FN void tc_convert_f32_u4x8(void *dst, const void *src) {
    unsigned out;
    float in[8];
    TC_MEMCPY(in, src, 32);
    out = tc__pack_u4(tc__whole(in[7]), tc__whole(in[6]), 0);
    out = tc__pack_u4(tc__whole(in[5]), tc__whole(in[4]), out);
    out = tc__pack_u4(tc__whole(in[3]), tc__whole(in[2]), out);
    out = tc__pack_u4(tc__whole(in[1]), tc__whole(in[0]), out);
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_u4x2(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    out = tc__pack_u4(tc__whole(in[1]), tc__whole(in[0]), 0);
    TC_MEMCPY(dst, &out, 1);
}

TC_FN void tc_convert_f32_u4x8_rz(void *dst, const void *src) {
    unsigned out;
    float in[8];
    TC_MEMCPY(in, src, 32);
    out = tc__pack_u4(tc__whole_rz(in[7]), tc__whole_rz(in[6]), 0);
    out = tc__pack_u4(tc__whole_rz(in[5]), tc__whole_rz(in[4]), out);
    out = tc__pack_u4(tc__whole_rz(in[3]), tc__whole_rz(in[2]), out);
    out = tc__pack_u4(tc__whole_rz(in[1]), tc__whole_rz(in[0]), out);
    TC_MEMCPY(dst, &out, 4);
}

TC_FN void tc_convert_f32_u4x2_rz(void *dst, const void *src) {
    unsigned out;
    float in[2];
    TC_MEMCPY(in, src, 8);
    out = tc__pack_u4(tc__whole_rz(in[1]), tc__whole_rz(in[0]), 0);
    TC_MEMCPY(dst, &out, 1);
}

/* ---- end of the rows ---- */

#endif
#endif
