/* ldst.h: one load or store of 1, 2, 4, 8 or 16 bytes (32 for global memory); (dst, src), as
 * everywhere. Of these operands one is memory, the other a register array of the calling thread.
 *
 * Inline PTX and not a dereference: ld.shared stays ld.shared where the compiler has lost the
 * address space (a pointer out of an array or through a call) and would emit a generic load, and
 * no type is punned. volatile and "memory" keep the order against plain code and barriers; ptxas
 * still schedules the loads of one function freely.
 *
 * The same for every function here. Called by any thread, alone or with others. The memory operand
 * is aligned to the width of the access, or behaviour is undefined (the GPU traps). Nothing is
 * ordered or made visible to other threads: that is the caller's barrier or fence. PTX: "Data
 * Movement and Conversion Instructions: ld", "... st". */
#ifndef TILECOPY_LDST_H
#define TILECOPY_LDST_H
#include "config.h"
#if TC_ON_DEVICE

/* The 32-bit address, inside shared memory, of a generic pointer into it. PTX: "cvta". */
TC_FN unsigned tc_smem_address(const void *smem) {
    return (unsigned)TC__SHARED(smem);
}

/* ---- made by make rows, of the rows of ldst.def ---- */

/* 1 byte of shared memory into a register. */
TC_FN void tc_load_shared_b8(void *dst, const void *src) {
    unsigned short v;
    unsigned char byte;
    asm volatile("ld.shared.b8 %0, [%1];" : "=h"(v) : "r"(tc_smem_address(src)) : "memory");
    byte = (unsigned char)v;
    TC_MEMCPY(dst, &byte, 1);
}

/* 2 bytes of shared memory into registers; src 2-byte aligned. */
TC_FN void tc_load_shared_b16(void *dst, const void *src) {
    unsigned short v;
    asm volatile("ld.shared.b16 %0, [%1];" : "=h"(v) : "r"(tc_smem_address(src)) : "memory");
    TC_MEMCPY(dst, &v, 2);
}

/* 4 bytes of shared memory into registers; src 4-byte aligned. */
TC_FN void tc_load_shared_b32(void *dst, const void *src) {
    unsigned v;
    asm volatile("ld.shared.b32 %0, [%1];" : "=r"(v) : "r"(tc_smem_address(src)) : "memory");
    TC_MEMCPY(dst, &v, 4);
}

/* 8 bytes of shared memory into registers; src 8-byte aligned. */
TC_FN void tc_load_shared_b64(void *dst, const void *src) {
    unsigned v[2];
    asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];"
                 : "=r"(v[0]), "=r"(v[1])
                 : "r"(tc_smem_address(src))
                 : "memory");
    TC_MEMCPY(dst, v, 8);
}

/* 16 bytes of shared memory into registers; src 16-byte aligned. */
TC_FN void tc_load_shared_b128(void *dst, const void *src) {
    unsigned v[4];
    asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "r"(tc_smem_address(src))
                 : "memory");
    TC_MEMCPY(dst, v, 16);
}

/* 1 byte of a register into shared memory. */
TC_FN void tc_store_shared_b8(void *dst, const void *src) {
    unsigned short v;
    unsigned char byte;
    TC_MEMCPY(&byte, src, 1);
    v = byte;
    asm volatile("st.shared.b8 [%0], %1;" : : "r"(tc_smem_address(dst)), "h"(v) : "memory");
}

/* 2 bytes of registers into shared memory; dst 2-byte aligned. */
TC_FN void tc_store_shared_b16(void *dst, const void *src) {
    unsigned short v;
    TC_MEMCPY(&v, src, 2);
    asm volatile("st.shared.b16 [%0], %1;" : : "r"(tc_smem_address(dst)), "h"(v) : "memory");
}

/* 4 bytes of registers into shared memory; dst 4-byte aligned. */
TC_FN void tc_store_shared_b32(void *dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("st.shared.b32 [%0], %1;" : : "r"(tc_smem_address(dst)), "r"(v) : "memory");
}

/* 8 bytes of registers into shared memory; dst 8-byte aligned. */
TC_FN void tc_store_shared_b64(void *dst, const void *src) {
    unsigned v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile("st.shared.v2.b32 [%0], {%1, %2};"
                 :
                 : "r"(tc_smem_address(dst)), "r"(v[0]), "r"(v[1])
                 : "memory");
}

/* 16 bytes of registers into shared memory; dst 16-byte aligned. */
TC_FN void tc_store_shared_b128(void *dst, const void *src) {
    unsigned v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                 :
                 : "r"(tc_smem_address(dst)), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
                 : "memory");
}

/* 1 byte of global memory into a register. */
TC_FN void tc_load_global_b8(void *dst, const void *src) {
    unsigned short v;
    unsigned char byte;
    asm volatile("ld.global.b8 %0, [%1];" : "=h"(v) : "l"(src) : "memory");
    byte = (unsigned char)v;
    TC_MEMCPY(dst, &byte, 1);
}

/* 2 bytes of global memory into registers; src 2-byte aligned. */
TC_FN void tc_load_global_b16(void *dst, const void *src) {
    unsigned short v;
    asm volatile("ld.global.b16 %0, [%1];" : "=h"(v) : "l"(src) : "memory");
    TC_MEMCPY(dst, &v, 2);
}

/* 4 bytes of global memory into registers; src 4-byte aligned. */
TC_FN void tc_load_global_b32(void *dst, const void *src) {
    unsigned v;
    asm volatile("ld.global.b32 %0, [%1];" : "=r"(v) : "l"(src) : "memory");
    TC_MEMCPY(dst, &v, 4);
}

/* 8 bytes of global memory into registers; src 8-byte aligned. */
TC_FN void tc_load_global_b64(void *dst, const void *src) {
    unsigned v[2];
    asm volatile("ld.global.v2.b32 {%0, %1}, [%2];" : "=r"(v[0]), "=r"(v[1]) : "l"(src) : "memory");
    TC_MEMCPY(dst, v, 8);
}

/* 16 bytes of global memory into registers; src 16-byte aligned. */
TC_FN void tc_load_global_b128(void *dst, const void *src) {
    unsigned v[4];
    asm volatile("ld.global.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "l"(src)
                 : "memory");
    TC_MEMCPY(dst, v, 16);
}

#if TC_HAS_V256
/* 32 bytes of global memory into registers; src 32-byte aligned. */
TC_FN void tc_load_global_b256(void *dst, const void *src) {
    unsigned v[8];
    asm volatile("ld.global.v8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                 : "=r"(v[0]),
                   "=r"(v[1]),
                   "=r"(v[2]),
                   "=r"(v[3]),
                   "=r"(v[4]),
                   "=r"(v[5]),
                   "=r"(v[6]),
                   "=r"(v[7])
                 : "l"(src)
                 : "memory");
    TC_MEMCPY(dst, v, 32);
}

#else
TC_DECLARE void tc_load_global_b256(void *dst, const void *src)
    TC_UNAVAILABLE("tc_load_global_b256 needs sm_100");
#endif

/* 1 byte of a register into global memory. */
TC_FN void tc_store_global_b8(void *dst, const void *src) {
    unsigned short v;
    unsigned char byte;
    TC_MEMCPY(&byte, src, 1);
    v = byte;
    asm volatile("st.global.b8 [%0], %1;" : : "l"(dst), "h"(v) : "memory");
}

/* 2 bytes of registers into global memory; dst 2-byte aligned. */
TC_FN void tc_store_global_b16(void *dst, const void *src) {
    unsigned short v;
    TC_MEMCPY(&v, src, 2);
    asm volatile("st.global.b16 [%0], %1;" : : "l"(dst), "h"(v) : "memory");
}

/* 4 bytes of registers into global memory; dst 4-byte aligned. */
TC_FN void tc_store_global_b32(void *dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("st.global.b32 [%0], %1;" : : "l"(dst), "r"(v) : "memory");
}

/* 8 bytes of registers into global memory; dst 8-byte aligned. */
TC_FN void tc_store_global_b64(void *dst, const void *src) {
    unsigned v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile("st.global.v2.b32 [%0], {%1, %2};" : : "l"(dst), "r"(v[0]), "r"(v[1]) : "memory");
}

/* 16 bytes of registers into global memory; dst 16-byte aligned. */
TC_FN void tc_store_global_b128(void *dst, const void *src) {
    unsigned v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(dst), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
                 : "memory");
}

#if TC_HAS_V256
/* 32 bytes of registers into global memory; dst 32-byte aligned. */
TC_FN void tc_store_global_b256(void *dst, const void *src) {
    unsigned v[8];
    TC_MEMCPY(v, src, 32);
    asm volatile("st.global.v8.b32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};"
                 :
                 : "l"(dst),
                   "r"(v[0]),
                   "r"(v[1]),
                   "r"(v[2]),
                   "r"(v[3]),
                   "r"(v[4]),
                   "r"(v[5]),
                   "r"(v[6]),
                   "r"(v[7])
                 : "memory");
}

#else
TC_DECLARE void tc_store_global_b256(void *dst, const void *src)
    TC_UNAVAILABLE("tc_store_global_b256 needs sm_100");
#endif

/* 4 bytes of global memory into registers if `keep` is not zero; otherwise the registers become
 * zero and src is not read (it may be any address). src 4-byte aligned. */
TC_FN void tc_load_global_b32_or_zero(void *dst, const void *src, int keep) {
    unsigned v = 0;
    asm volatile("{\n\t"
                 ".reg .pred keep;\n\t"
                 "setp.ne.s32 keep, %2, 0;\n\t"
                 "@keep ld.global.b32 %0, [%1];\n\t"
                 "}"
                 : "+r"(v)
                 : "l"(src), "r"(keep)
                 : "memory");
    TC_MEMCPY(dst, &v, 4);
}

/* 8 bytes of global memory into registers if `keep` is not zero; otherwise the registers become
 * zero and src is not read (it may be any address). src 8-byte aligned. */
TC_FN void tc_load_global_b64_or_zero(void *dst, const void *src, int keep) {
    unsigned v[2] = {0, 0};
    asm volatile("{\n\t"
                 ".reg .pred keep;\n\t"
                 "setp.ne.s32 keep, %3, 0;\n\t"
                 "@keep ld.global.v2.b32 {%0, %1}, [%2];\n\t"
                 "}"
                 : "+r"(v[0]), "+r"(v[1])
                 : "l"(src), "r"(keep)
                 : "memory");
    TC_MEMCPY(dst, v, 8);
}

/* 16 bytes of global memory into registers if `keep` is not zero; otherwise the registers become
 * zero and src is not read (it may be any address). src 16-byte aligned. */
TC_FN void tc_load_global_b128_or_zero(void *dst, const void *src, int keep) {
    unsigned v[4] = {0, 0, 0, 0};
    asm volatile("{\n\t"
                 ".reg .pred keep;\n\t"
                 "setp.ne.s32 keep, %5, 0;\n\t"
                 "@keep ld.global.v4.b32 {%0, %1, %2, %3}, [%4];\n\t"
                 "}"
                 : "+r"(v[0]), "+r"(v[1]), "+r"(v[2]), "+r"(v[3])
                 : "l"(src), "r"(keep)
                 : "memory");
    TC_MEMCPY(dst, v, 16);
}

/* ---- end of the rows ---- */

#endif
#endif
