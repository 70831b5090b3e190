/* combine.h: what reductions of other numbers than 32-bit ones need, and where a number was found.
 *
 * The same for every function here. Called by any thread; dst, a and b are the calling thread's own
 * registers, so there is nothing to order, and dst may be one of the others. Numbers are those of the
 * hardware, as in registers.h. f16x2 and bf16x2 are two numbers in a word,
 * each for itself. PTX: "Comparison and Selection Instructions: setp, selp", "Half Precision Floating-Point
 * Instructions: add, mul, fma, min, max", "Floating Point Instructions", "Integer Arithmetic
 * Instructions". */
#ifndef TILECOPY_COMBINE_H
#define TILECOPY_COMBINE_H
#include "config.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of combine.def ---- */

/* 4 bytes: index where a equals b, 0xffffffff otherwise. A NaN equals nothing, -0 equals +0. */
TC_FN void tc_index_if_f32(void *dst, const void *a, const void *b, unsigned index) {
    unsigned out;
    float x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.eq.f32 p, %1, %2;\n\t"
        "selp.b32 %0, %3, 0xffffffff, p;\n\t"
        "}"
        : "=r"(out)
        : "f"(x), "f"(y), "r"(index));
    TC_MEMCPY(dst, &out, 4);
}

/* 4 bytes: index where a and b have the same bits, 0xffffffff otherwise. */
TC_FN void tc_index_if_b32(void *dst, const void *a, const void *b, unsigned index) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.eq.b32 p, %1, %2;\n\t"
        "selp.b32 %0, %3, 0xffffffff, p;\n\t"
        "}"
        : "=r"(out)
        : "r"(x), "r"(y), "r"(index));
    TC_MEMCPY(dst, &out, 4);
}

/* a + b, rounded to nearest even. */
TC_FN void tc_add_f16(void *dst, const void *a, const void *b) {
    unsigned short out, x, y;
    TC_MEMCPY(&x, a, 2);
    TC_MEMCPY(&y, b, 2);
    asm("add.rn.f16 %0, %1, %2;" : "=h"(out) : "h"(x), "h"(y));
    TC_MEMCPY(dst, &out, 2);
}

/* a + b, rounded to nearest even, of two pairs. */
TC_FN void tc_add_f16x2(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("add.rn.f16x2 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* a * b, rounded to nearest even. */
TC_FN void tc_mul_f16(void *dst, const void *a, const void *b) {
    unsigned short out, x, y;
    TC_MEMCPY(&x, a, 2);
    TC_MEMCPY(&y, b, 2);
    asm("mul.rn.f16 %0, %1, %2;" : "=h"(out) : "h"(x), "h"(y));
    TC_MEMCPY(dst, &out, 2);
}

/* a * b, rounded to nearest even, of two pairs. */
TC_FN void tc_mul_f16x2(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* The smaller; -0 is smaller than +0, a number than a NaN. */
TC_FN void tc_min_f16(void *dst, const void *a, const void *b) {
    unsigned short out, x, y;
    TC_MEMCPY(&x, a, 2);
    TC_MEMCPY(&y, b, 2);
    asm("min.f16 %0, %1, %2;" : "=h"(out) : "h"(x), "h"(y));
    TC_MEMCPY(dst, &out, 2);
}

/* The smaller; -0 is smaller than +0, a number than a NaN, of two pairs. */
TC_FN void tc_min_f16x2(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("min.f16x2 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* The larger; +0 is larger than -0, a number than a NaN. */
TC_FN void tc_max_f16(void *dst, const void *a, const void *b) {
    unsigned short out, x, y;
    TC_MEMCPY(&x, a, 2);
    TC_MEMCPY(&y, b, 2);
    asm("max.f16 %0, %1, %2;" : "=h"(out) : "h"(x), "h"(y));
    TC_MEMCPY(dst, &out, 2);
}

/* The larger; +0 is larger than -0, a number than a NaN, of two pairs. */
TC_FN void tc_max_f16x2(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("max.f16x2 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* a + b, rounded to nearest even. Below sm_90 as a * 1 + b, which is rounded once too. */
TC_FN void tc_add_bf16(void *dst, const void *a, const void *b) {
    unsigned short out, x, y;
    TC_MEMCPY(&x, a, 2);
    TC_MEMCPY(&y, b, 2);
#if TC_ARCH >= 900
    asm("add.rn.bf16 %0, %1, %2;" : "=h"(out) : "h"(x), "h"(y));
#else
    asm("{\n\t"
        ".reg .b16 one;\n\t"
        "mov.b16 one, 0x3f80;\n\t"
        "fma.rn.bf16 %0, %1, one, %2;\n\t"
        "}"
        : "=h"(out)
        : "h"(x), "h"(y));
#endif
    TC_MEMCPY(dst, &out, 2);
}

/* a + b, rounded to nearest even, of two pairs. Below sm_90 as a * 1 + b, which is rounded once
 * too. */
TC_FN void tc_add_bf16x2(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
#if TC_ARCH >= 900
    asm("add.rn.bf16x2 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
#else
    asm("{\n\t"
        ".reg .b32 one;\n\t"
        "mov.b32 one, 0x3f803f80;\n\t"
        "fma.rn.bf16x2 %0, %1, one, %2;\n\t"
        "}"
        : "=r"(out)
        : "r"(x), "r"(y));
#endif
    TC_MEMCPY(dst, &out, 4);
}

/* a * b, rounded to nearest even. Below sm_90 as a * b - 0. */
TC_FN void tc_mul_bf16(void *dst, const void *a, const void *b) {
    unsigned short out, x, y;
    TC_MEMCPY(&x, a, 2);
    TC_MEMCPY(&y, b, 2);
#if TC_ARCH >= 900
    asm("mul.rn.bf16 %0, %1, %2;" : "=h"(out) : "h"(x), "h"(y));
#else
    asm("{\n\t"
        ".reg .b16 zero;\n\t"
        "mov.b16 zero, 0x8000;\n\t"
        "fma.rn.bf16 %0, %1, %2, zero;\n\t"
        "}"
        : "=h"(out)
        : "h"(x), "h"(y));
#endif
    TC_MEMCPY(dst, &out, 2);
}

/* a * b, rounded to nearest even, of two pairs. Below sm_90 as a * b - 0. */
TC_FN void tc_mul_bf16x2(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
#if TC_ARCH >= 900
    asm("mul.rn.bf16x2 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
#else
    asm("{\n\t"
        ".reg .b32 zero;\n\t"
        "mov.b32 zero, 0x80008000;\n\t"
        "fma.rn.bf16x2 %0, %1, %2, zero;\n\t"
        "}"
        : "=r"(out)
        : "r"(x), "r"(y));
#endif
    TC_MEMCPY(dst, &out, 4);
}

/* The smaller; -0 is smaller than +0, a number than a NaN. */
TC_FN void tc_min_bf16(void *dst, const void *a, const void *b) {
    unsigned short out, x, y;
    TC_MEMCPY(&x, a, 2);
    TC_MEMCPY(&y, b, 2);
    asm("min.bf16 %0, %1, %2;" : "=h"(out) : "h"(x), "h"(y));
    TC_MEMCPY(dst, &out, 2);
}

/* The smaller; -0 is smaller than +0, a number than a NaN, of two pairs. */
TC_FN void tc_min_bf16x2(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("min.bf16x2 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* The larger; +0 is larger than -0, a number than a NaN. */
TC_FN void tc_max_bf16(void *dst, const void *a, const void *b) {
    unsigned short out, x, y;
    TC_MEMCPY(&x, a, 2);
    TC_MEMCPY(&y, b, 2);
    asm("max.bf16 %0, %1, %2;" : "=h"(out) : "h"(x), "h"(y));
    TC_MEMCPY(dst, &out, 2);
}

/* The larger; +0 is larger than -0, a number than a NaN, of two pairs. */
TC_FN void tc_max_bf16x2(void *dst, const void *a, const void *b) {
    unsigned out, x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("max.bf16x2 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
    TC_MEMCPY(dst, &out, 4);
}

/* a + b, rounded to nearest even. Which NaN comes out is not said. */
TC_FN void tc_add_f64(void *dst, const void *a, const void *b) {
    double out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("add.rn.f64 %0, %1, %2;" : "=d"(out) : "d"(x), "d"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* a * b, rounded to nearest even. Which NaN comes out is not said. */
TC_FN void tc_mul_f64(void *dst, const void *a, const void *b) {
    double out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("mul.rn.f64 %0, %1, %2;" : "=d"(out) : "d"(x), "d"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* The smaller; -0 is smaller than +0, a number than a NaN. Which NaN comes out is not said. */
TC_FN void tc_min_f64(void *dst, const void *a, const void *b) {
    double out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("min.f64 %0, %1, %2;" : "=d"(out) : "d"(x), "d"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* The larger; +0 is larger than -0, a number than a NaN. Which NaN comes out is not said. */
TC_FN void tc_max_f64(void *dst, const void *a, const void *b) {
    double out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("max.f64 %0, %1, %2;" : "=d"(out) : "d"(x), "d"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* a + b modulo 2^64; signed numbers too. */
TC_FN void tc_add_u64(void *dst, const void *a, const void *b) {
    unsigned long long out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("add.u64 %0, %1, %2;" : "=l"(out) : "l"(x), "l"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* a * b modulo 2^64; signed numbers too. */
TC_FN void tc_mul_u64(void *dst, const void *a, const void *b) {
    unsigned long long out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("mul.lo.u64 %0, %1, %2;" : "=l"(out) : "l"(x), "l"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* The smaller of two unsigned numbers. */
TC_FN void tc_min_u64(void *dst, const void *a, const void *b) {
    unsigned long long out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("min.u64 %0, %1, %2;" : "=l"(out) : "l"(x), "l"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* The larger of two unsigned numbers. */
TC_FN void tc_max_u64(void *dst, const void *a, const void *b) {
    unsigned long long out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("max.u64 %0, %1, %2;" : "=l"(out) : "l"(x), "l"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* The smaller of two signed numbers. */
TC_FN void tc_min_i64(void *dst, const void *a, const void *b) {
    long long out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("min.s64 %0, %1, %2;" : "=l"(out) : "l"(x), "l"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* The larger of two signed numbers. */
TC_FN void tc_max_i64(void *dst, const void *a, const void *b) {
    long long out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("max.s64 %0, %1, %2;" : "=l"(out) : "l"(x), "l"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* The bits that both have. */
TC_FN void tc_and_b64(void *dst, const void *a, const void *b) {
    unsigned long long out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("and.b64 %0, %1, %2;" : "=l"(out) : "l"(x), "l"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* The bits that one of them has. */
TC_FN void tc_or_b64(void *dst, const void *a, const void *b) {
    unsigned long long out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("or.b64 %0, %1, %2;" : "=l"(out) : "l"(x), "l"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* The bits that differ. */
TC_FN void tc_xor_b64(void *dst, const void *a, const void *b) {
    unsigned long long out, x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("xor.b64 %0, %1, %2;" : "=l"(out) : "l"(x), "l"(y));
    TC_MEMCPY(dst, &out, 8);
}

/* The same of f16. */
TC_FN void tc_index_if_f16(void *dst, const void *a, const void *b, unsigned index) {
    unsigned out;
    unsigned short x, y;
    TC_MEMCPY(&x, a, 2);
    TC_MEMCPY(&y, b, 2);
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.eq.f16 p, %1, %2;\n\t"
        "selp.b32 %0, %3, 0xffffffff, p;\n\t"
        "}"
        : "=r"(out)
        : "h"(x), "h"(y), "r"(index));
    TC_MEMCPY(dst, &out, 4);
}

/* The same of bf16, which are the upper halves of f32. */
TC_FN void tc_index_if_bf16(void *dst, const void *a, const void *b, unsigned index) {
    unsigned out;
    unsigned short x, y;
    TC_MEMCPY(&x, a, 2);
    TC_MEMCPY(&y, b, 2);
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.eq.f32 p, %1, %2;\n\t"
        "selp.b32 %0, %3, 0xffffffff, p;\n\t"
        "}"
        : "=r"(out)
        : "r"((unsigned)x << 16), "r"((unsigned)y << 16), "r"(index));
    TC_MEMCPY(dst, &out, 4);
}

/* The same of f64. */
TC_FN void tc_index_if_f64(void *dst, const void *a, const void *b, unsigned index) {
    unsigned out;
    double x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.eq.f64 p, %1, %2;\n\t"
        "selp.b32 %0, %3, 0xffffffff, p;\n\t"
        "}"
        : "=r"(out)
        : "d"(x), "d"(y), "r"(index));
    TC_MEMCPY(dst, &out, 4);
}

/* 8 bytes each: index where a and b have the same bits. */
TC_FN void tc_index_if_b64(void *dst, const void *a, const void *b, unsigned index) {
    unsigned out;
    unsigned long long x, y;
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.eq.b64 p, %1, %2;\n\t"
        "selp.b32 %0, %3, 0xffffffff, p;\n\t"
        "}"
        : "=r"(out)
        : "l"(x), "l"(y), "r"(index));
    TC_MEMCPY(dst, &out, 4);
}

/* ---- end of the rows ---- */

#endif
#endif
