/* reduce_vector.h: red.global of vectors, neighbouring numbers of a thread in one instruction.
 *
 * As reduce.h, each number for itself: a vector is not atomic as a whole. dst is aligned to the vector. Of 16-bit
 * floats min and max are here only. They take a number rather than a NaN, make 0x7fff of two NaNs, and take -0 for
 * smaller than +0; PTX does not say so, an H200 does it.
 * PTX: "Parallel Synchronization and Communication Instructions: red", of vector type: PTX 8.1, sm_90. */
#ifndef TILECOPY_REDUCE_VECTOR_H
#define TILECOPY_REDUCE_VECTOR_H
#include "config.h"
#include "ldst.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of reduce_vector.def ---- */

#if TC_HAS_RED_VECTOR
/* *dst += *src, f32. */
TC_FN void tc_reduce_gmem_add_f32x2(void *dst, const void *src) {
    float v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile("red.relaxed.gpu.global.add.v2.f32 [%0], {%1, %2};"
                 :
                 : "l"(dst), "f"(v[0]), "f"(v[1])
                 : "memory");
}

/* *dst += *src, f32. */
TC_FN void tc_reduce_gmem_add_f32x4(void *dst, const void *src) {
    float v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("red.relaxed.gpu.global.add.v4.f32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(dst), "f"(v[0]), "f"(v[1]), "f"(v[2]), "f"(v[3])
                 : "memory");
}

/* *dst += *src, f16. */
TC_FN void tc_reduce_gmem_add_f16x4(void *dst, const void *src) {
    unsigned v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile("red.relaxed.gpu.global.add.noftz.v2.f16x2 [%0], {%1, %2};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1])
                 : "memory");
}

/* *dst += *src, f16. */
TC_FN void tc_reduce_gmem_add_f16x8(void *dst, const void *src) {
    unsigned v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("red.relaxed.gpu.global.add.noftz.v4.f16x2 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
                 : "memory");
}

/* *dst = min(*dst, *src), f16. */
TC_FN void tc_reduce_gmem_min_f16x2(void *dst, const void *src) {
    unsigned short v[2];
    TC_MEMCPY(v, src, 4);
    asm volatile("red.relaxed.gpu.global.min.noftz.v2.f16 [%0], {%1, %2};"
                 :
                 : "l"(dst), "h"(v[0]), "h"(v[1])
                 : "memory");
}

/* *dst = min(*dst, *src), f16. */
TC_FN void tc_reduce_gmem_min_f16x4(void *dst, const void *src) {
    unsigned v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile("red.relaxed.gpu.global.min.noftz.v2.f16x2 [%0], {%1, %2};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1])
                 : "memory");
}

/* *dst = min(*dst, *src), f16. */
TC_FN void tc_reduce_gmem_min_f16x8(void *dst, const void *src) {
    unsigned v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("red.relaxed.gpu.global.min.noftz.v4.f16x2 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
                 : "memory");
}

/* *dst = max(*dst, *src), f16. */
TC_FN void tc_reduce_gmem_max_f16x2(void *dst, const void *src) {
    unsigned short v[2];
    TC_MEMCPY(v, src, 4);
    asm volatile("red.relaxed.gpu.global.max.noftz.v2.f16 [%0], {%1, %2};"
                 :
                 : "l"(dst), "h"(v[0]), "h"(v[1])
                 : "memory");
}

/* *dst = max(*dst, *src), f16. */
TC_FN void tc_reduce_gmem_max_f16x4(void *dst, const void *src) {
    unsigned v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile("red.relaxed.gpu.global.max.noftz.v2.f16x2 [%0], {%1, %2};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1])
                 : "memory");
}

/* *dst = max(*dst, *src), f16. */
TC_FN void tc_reduce_gmem_max_f16x8(void *dst, const void *src) {
    unsigned v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("red.relaxed.gpu.global.max.noftz.v4.f16x2 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
                 : "memory");
}

/* *dst += *src, bf16. */
TC_FN void tc_reduce_gmem_add_bf16x4(void *dst, const void *src) {
    unsigned v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile("red.relaxed.gpu.global.add.noftz.v2.bf16x2 [%0], {%1, %2};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1])
                 : "memory");
}

/* *dst += *src, bf16. */
TC_FN void tc_reduce_gmem_add_bf16x8(void *dst, const void *src) {
    unsigned v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("red.relaxed.gpu.global.add.noftz.v4.bf16x2 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
                 : "memory");
}

/* *dst = min(*dst, *src), bf16. */
TC_FN void tc_reduce_gmem_min_bf16x2(void *dst, const void *src) {
    unsigned short v[2];
    TC_MEMCPY(v, src, 4);
    asm volatile("red.relaxed.gpu.global.min.noftz.v2.bf16 [%0], {%1, %2};"
                 :
                 : "l"(dst), "h"(v[0]), "h"(v[1])
                 : "memory");
}

/* *dst = min(*dst, *src), bf16. */
TC_FN void tc_reduce_gmem_min_bf16x4(void *dst, const void *src) {
    unsigned v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile("red.relaxed.gpu.global.min.noftz.v2.bf16x2 [%0], {%1, %2};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1])
                 : "memory");
}

/* *dst = min(*dst, *src), bf16. */
TC_FN void tc_reduce_gmem_min_bf16x8(void *dst, const void *src) {
    unsigned v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("red.relaxed.gpu.global.min.noftz.v4.bf16x2 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
                 : "memory");
}

/* *dst = max(*dst, *src), bf16. */
TC_FN void tc_reduce_gmem_max_bf16x2(void *dst, const void *src) {
    unsigned short v[2];
    TC_MEMCPY(v, src, 4);
    asm volatile("red.relaxed.gpu.global.max.noftz.v2.bf16 [%0], {%1, %2};"
                 :
                 : "l"(dst), "h"(v[0]), "h"(v[1])
                 : "memory");
}

/* *dst = max(*dst, *src), bf16. */
TC_FN void tc_reduce_gmem_max_bf16x4(void *dst, const void *src) {
    unsigned v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile("red.relaxed.gpu.global.max.noftz.v2.bf16x2 [%0], {%1, %2};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1])
                 : "memory");
}

/* *dst = max(*dst, *src), bf16. */
TC_FN void tc_reduce_gmem_max_bf16x8(void *dst, const void *src) {
    unsigned v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("red.relaxed.gpu.global.max.noftz.v4.bf16x2 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
                 : "memory");
}

#else
TC_DECLARE void tc_reduce_gmem_add_f32x2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_add_f32x2 needs sm_90");
TC_DECLARE void tc_reduce_gmem_add_f32x4(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_add_f32x4 needs sm_90");
TC_DECLARE void tc_reduce_gmem_add_f16x4(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_add_f16x4 needs sm_90");
TC_DECLARE void tc_reduce_gmem_add_f16x8(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_add_f16x8 needs sm_90");
TC_DECLARE void tc_reduce_gmem_min_f16x2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_min_f16x2 needs sm_90");
TC_DECLARE void tc_reduce_gmem_min_f16x4(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_min_f16x4 needs sm_90");
TC_DECLARE void tc_reduce_gmem_min_f16x8(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_min_f16x8 needs sm_90");
TC_DECLARE void tc_reduce_gmem_max_f16x2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_max_f16x2 needs sm_90");
TC_DECLARE void tc_reduce_gmem_max_f16x4(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_max_f16x4 needs sm_90");
TC_DECLARE void tc_reduce_gmem_max_f16x8(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_max_f16x8 needs sm_90");
TC_DECLARE void tc_reduce_gmem_add_bf16x4(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_add_bf16x4 needs sm_90");
TC_DECLARE void tc_reduce_gmem_add_bf16x8(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_add_bf16x8 needs sm_90");
TC_DECLARE void tc_reduce_gmem_min_bf16x2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_min_bf16x2 needs sm_90");
TC_DECLARE void tc_reduce_gmem_min_bf16x4(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_min_bf16x4 needs sm_90");
TC_DECLARE void tc_reduce_gmem_min_bf16x8(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_min_bf16x8 needs sm_90");
TC_DECLARE void tc_reduce_gmem_max_bf16x2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_max_bf16x2 needs sm_90");
TC_DECLARE void tc_reduce_gmem_max_bf16x4(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_max_bf16x4 needs sm_90");
TC_DECLARE void tc_reduce_gmem_max_bf16x8(void *dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_gmem_max_bf16x8 needs sm_90");
#endif

/* ---- end of the rows ---- */

#endif
#endif
