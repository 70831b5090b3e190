/* registers.h: arithmetic on 32-bit registers: choices, byte permutes, sums.
 *
 * The same for every function here. Called by any thread; dst, a, b and src are the calling thread's
 * own registers, so there is nothing to align and nothing to order, and dst may be one of the others.
 * Numbers are those of the hardware: subnormals are kept, a NaN that comes out has the bits 0x7fffffff
 * whichever went in. PTX: "Comparison and Selection Instructions: selp",
 * "Data Movement and Conversion Instructions: prmt", "Floating Point Instructions: add, mul, min, max",
 * "Integer Arithmetic Instructions: add, mul, min, max", "Logic and Shift Instructions: and, or, xor". */
#ifndef TILECOPY_REGISTERS_H
#define TILECOPY_REGISTERS_H
#include "config.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of registers.def ---- */

/* 4 bytes: those of a, or of b when take_a is 0. One instruction and no branch. */
TC_FN void tc_select_b32(void *dst, const void *a, const void *b, int take_a) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.ne.s32 p, %3, 0;\n\t"
        "selp.b32 %0, %1, %2, p;\n\t"
        "}"
        : "=r"(out)
        : "r"(x), "r"(y), "r"(take_a));
    TC_MEMCPY(dst, &out, 4);
}

/* 8 bytes: those of a, or of b when take_a is 0. Two instructions and no branch. */
TC_FN void tc_select_b64(void *dst, const void *a, const void *b, int take_a) {
    unsigned long long out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.ne.s32 p, %3, 0;\n\t"
        "selp.b64 %0, %1, %2, p;\n\t"
        "}"
        : "=l"(out)
        : "l"(x), "l"(y), "r"(take_a));
    TC_MEMCPY(dst, &out, 8);
}

/* 4 bytes, each one of 8: bytes 0 to 3 are a's, 4 to 7 are b's. Digit i of selector in base 16 says
 * which byte i of dst is: 0x5410 gives the low half of a and above it the low half of b. A digit of
 * 8 or more is the sign of byte digit - 8 in all bits; what is above 16 bits is ignored. A constant
 * selector becomes part of the instruction. */
TC_FN void tc_permute_b32(void *dst, const void *a, const void *b, unsigned selector) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(out) : "r"(x), "r"(y), "r"(selector));
    TC_MEMCPY(dst, &out, 4);
}

/* a + b, rounded to nearest even; never part of a fused multiply-add. */
TC_FN void tc_add_f32(void *dst, const void *a, const void *b) {
    float out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("add.rn.f32 %0, %1, %2;" : "=f"(out) : "f"(x), "f"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* a + b modulo 2^32; signed numbers too. */
TC_FN void tc_add_u32(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("add.u32 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* The larger; +0 is larger than -0, a number than a NaN. */
TC_FN void tc_max_f32(void *dst, const void *a, const void *b) {
    float out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("max.f32 %0, %1, %2;" : "=f"(out) : "f"(x), "f"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* a * b, rounded to nearest even; never part of a fused multiply-add. */
TC_FN void tc_mul_f32(void *dst, const void *a, const void *b) {
    float out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(out) : "f"(x), "f"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* The smaller; -0 is smaller than +0, a number than a NaN. */
TC_FN void tc_min_f32(void *dst, const void *a, const void *b) {
    float out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("min.f32 %0, %1, %2;" : "=f"(out) : "f"(x), "f"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* a * b modulo 2^32; signed numbers too. */
TC_FN void tc_mul_u32(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("mul.lo.u32 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* The smaller of two unsigned numbers. */
TC_FN void tc_min_u32(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("min.u32 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* The larger of two unsigned numbers. */
TC_FN void tc_max_u32(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("max.u32 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* The smaller of two signed numbers. */
TC_FN void tc_min_i32(void *dst, const void *a, const void *b) {
    int out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("min.s32 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* The larger of two signed numbers. */
TC_FN void tc_max_i32(void *dst, const void *a, const void *b) {
    int out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("max.s32 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* The bits that both have. */
TC_FN void tc_and_b32(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("and.b32 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* The bits that one of them has. */
TC_FN void tc_or_b32(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("or.b32 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* The bits that differ. */
TC_FN void tc_xor_b32(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("xor.b32 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* ---- end of the rows ---- */

#endif
#endif
