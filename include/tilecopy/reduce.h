/* reduce.h: red.global, single numbers of a thread combined with what global memory holds.
 *
 * *dst = *dst OP the number at src, atomically and at once: any number of threads of any CTAs may do so to one
 * place, in an order that nobody knows. dst is aligned to the number, src in registers; any thread calls. Nothing is
 * ordered by it: who reads the result comes after a barrier of all that added, of other CTAs after the kernel. Sums
 * of f32 take subnormal numbers as 0. PTX: "Parallel Synchronization and Communication Instructions: red". */
#ifndef TILECOPY_REDUCE_H
#define TILECOPY_REDUCE_H
#include "config.h"
#include "ldst.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of reduce.def ---- */

/* *dst += *src, u32. */
TC_FN void tc_reduce_gmem_add_u32(void *dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" : : "l"(dst), "r"(v) : "memory");
}

/* *dst = min(*dst, *src), u32. */
TC_FN void tc_reduce_gmem_min_u32(void *dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.gpu.global.min.u32 [%0], %1;" : : "l"(dst), "r"(v) : "memory");
}

/* *dst = max(*dst, *src), u32. */
TC_FN void tc_reduce_gmem_max_u32(void *dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.gpu.global.max.u32 [%0], %1;" : : "l"(dst), "r"(v) : "memory");
}

/* *dst = min(*dst, *src), s32. */
TC_FN void tc_reduce_gmem_min_s32(void *dst, const void *src) {
    int v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.gpu.global.min.s32 [%0], %1;" : : "l"(dst), "r"(v) : "memory");
}

/* *dst = max(*dst, *src), s32. */
TC_FN void tc_reduce_gmem_max_s32(void *dst, const void *src) {
    int v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.gpu.global.max.s32 [%0], %1;" : : "l"(dst), "r"(v) : "memory");
}

/* *dst &= *src, b32. */
TC_FN void tc_reduce_gmem_and_b32(void *dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.gpu.global.and.b32 [%0], %1;" : : "l"(dst), "r"(v) : "memory");
}

/* *dst |= *src, b32. */
TC_FN void tc_reduce_gmem_or_b32(void *dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.gpu.global.or.b32 [%0], %1;" : : "l"(dst), "r"(v) : "memory");
}

/* *dst ^= *src, b32. */
TC_FN void tc_reduce_gmem_xor_b32(void *dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.gpu.global.xor.b32 [%0], %1;" : : "l"(dst), "r"(v) : "memory");
}

/* *dst += *src, u64. */
TC_FN void tc_reduce_gmem_add_u64(void *dst, const void *src) {
    unsigned long long v;
    TC_MEMCPY(&v, src, 8);
    asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" : : "l"(dst), "l"(v) : "memory");
}

/* *dst = min(*dst, *src), u64. */
TC_FN void tc_reduce_gmem_min_u64(void *dst, const void *src) {
    unsigned long long v;
    TC_MEMCPY(&v, src, 8);
    asm volatile("red.relaxed.gpu.global.min.u64 [%0], %1;" : : "l"(dst), "l"(v) : "memory");
}

/* *dst = max(*dst, *src), u64. */
TC_FN void tc_reduce_gmem_max_u64(void *dst, const void *src) {
    unsigned long long v;
    TC_MEMCPY(&v, src, 8);
    asm volatile("red.relaxed.gpu.global.max.u64 [%0], %1;" : : "l"(dst), "l"(v) : "memory");
}

/* *dst = min(*dst, *src), s64. */
TC_FN void tc_reduce_gmem_min_s64(void *dst, const void *src) {
    long long v;
    TC_MEMCPY(&v, src, 8);
    asm volatile("red.relaxed.gpu.global.min.s64 [%0], %1;" : : "l"(dst), "l"(v) : "memory");
}

/* *dst = max(*dst, *src), s64. */
TC_FN void tc_reduce_gmem_max_s64(void *dst, const void *src) {
    long long v;
    TC_MEMCPY(&v, src, 8);
    asm volatile("red.relaxed.gpu.global.max.s64 [%0], %1;" : : "l"(dst), "l"(v) : "memory");
}

/* *dst &= *src, b64. */
TC_FN void tc_reduce_gmem_and_b64(void *dst, const void *src) {
    unsigned long long v;
    TC_MEMCPY(&v, src, 8);
    asm volatile("red.relaxed.gpu.global.and.b64 [%0], %1;" : : "l"(dst), "l"(v) : "memory");
}

/* *dst |= *src, b64. */
TC_FN void tc_reduce_gmem_or_b64(void *dst, const void *src) {
    unsigned long long v;
    TC_MEMCPY(&v, src, 8);
    asm volatile("red.relaxed.gpu.global.or.b64 [%0], %1;" : : "l"(dst), "l"(v) : "memory");
}

/* *dst ^= *src, b64. */
TC_FN void tc_reduce_gmem_xor_b64(void *dst, const void *src) {
    unsigned long long v;
    TC_MEMCPY(&v, src, 8);
    asm volatile("red.relaxed.gpu.global.xor.b64 [%0], %1;" : : "l"(dst), "l"(v) : "memory");
}

/* *dst += *src, f32. */
TC_FN void tc_reduce_gmem_add_f32(void *dst, const void *src) {
    float v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" : : "l"(dst), "f"(v) : "memory");
}

/* *dst += *src, f64. */
TC_FN void tc_reduce_gmem_add_f64(void *dst, const void *src) {
    double v;
    TC_MEMCPY(&v, src, 8);
    asm volatile("red.relaxed.gpu.global.add.f64 [%0], %1;" : : "l"(dst), "d"(v) : "memory");
}

/* Two numbers that lie side by side, dst 4-byte aligned, each for itself. */
TC_FN void tc_reduce_gmem_add_f16x2(void *dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.gpu.global.add.noftz.f16x2 [%0], %1;"
                 :
                 : "l"(dst), "r"(v)
                 : "memory");
}

/* By compare and swap before sm_90; the sum is that of add, by a product with 1. */
TC_FN void tc_reduce_gmem_add_bf16x2(void *dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
#if TC_ARCH >= 900
    asm volatile("red.relaxed.gpu.global.add.noftz.bf16x2 [%0], %1;"
                 :
                 : "l"(dst), "r"(v)
                 : "memory");
#else
    asm volatile("{\n\t"
                 ".reg .b32 old, sum, now, one;\n\t"
                 ".reg .pred again;\n\t"
                 "mov.b32 one, 0x3f803f80;\n\t"
                 "ld.relaxed.gpu.global.b32 old, [%0];\n\t"
                 "AGAIN:\n\t"
                 "fma.rn.bf16x2 sum, old, one, %1;\n\t"
                 "atom.relaxed.gpu.global.cas.b32 now, [%0], old, sum;\n\t"
                 "setp.ne.b32 again, now, old;\n\t"
                 "mov.b32 old, now;\n\t"
                 "@again bra AGAIN;\n\t"
                 "}"
                 :
                 : "l"(dst), "r"(v)
                 : "memory");
#endif
}

/* A single one, in a loop of compare and swap, made by nvcc from sm_90 on; the other half of its
 * word is not changed, but read. */
TC_FN void tc_reduce_gmem_add_f16(void *dst, const void *src) {
    unsigned short v;
    TC_MEMCPY(&v, src, 2);
    asm volatile("red.relaxed.gpu.global.add.noftz.f16 [%0], %1;" : : "l"(dst), "h"(v) : "memory");
}

/* The same of a single one. */
TC_FN void tc_reduce_gmem_add_bf16(void *dst, const void *src) {
    unsigned short v;
    TC_MEMCPY(&v, src, 2);
#if TC_ARCH >= 900
    asm volatile("red.relaxed.gpu.global.add.noftz.bf16 [%0], %1;" : : "l"(dst), "h"(v) : "memory");
#else
    asm volatile("{\n\t"
                 ".reg .b16 old, sum, now, one;\n\t"
                 ".reg .pred again;\n\t"
                 "mov.b16 one, 0x3f80;\n\t"
                 "ld.relaxed.gpu.global.b16 old, [%0];\n\t"
                 "AGAIN:\n\t"
                 "fma.rn.bf16 sum, old, one, %1;\n\t"
                 "atom.relaxed.gpu.global.cas.b16 now, [%0], old, sum;\n\t"
                 "setp.ne.b16 again, now, old;\n\t"
                 "mov.b16 old, now;\n\t"
                 "@again bra AGAIN;\n\t"
                 "}"
                 :
                 : "l"(dst), "h"(v)
                 : "memory");
#endif
}

/* ---- end of the rows ---- */

#endif
#endif
