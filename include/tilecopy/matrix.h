/* matrix.h: ldmatrix and stmatrix, 8x8 matrices of 16-bit elements between shared memory and the
 * registers of a warp, and movmatrix, which transposes one in the registers.
 *
 * The same for every function here. Called by all 32 lanes together, converged (`.sync.aligned`).
 * Lane i passes the address of row i % 8 of matrix i / 8, 16 bytes, 16-byte aligned; the addresses
 * of lanes beyond 8 x the number of matrices are ignored. Register j of lane i holds elements
 * 2 * (i % 4) and + 1 of row i / 4 of matrix j: lane 5 has columns 2, 3 of row 1. With _trans it
 * holds rows 2 * (i % 4) and + 1 of column i / 4. The rows must be visible to the whole warp before
 * a load; other lanes see a store after a tc_warp_sync. PTX: "Warp Level Matrix Instructions:
 * ldmatrix", "... stmatrix", "... movmatrix". */
#ifndef TILECOPY_MATRIX_H
#define TILECOPY_MATRIX_H
#include "config.h"
#include "ldst.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of matrix.def ---- */

/* One matrix into 4 bytes of registers. */
TC_FN void tc_ldmatrix_x1(void *dst, const void *src) {
    unsigned v;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(v)
                 : "r"(tc_smem_address(src))
                 : "memory");
    TC_MEMCPY(dst, &v, 4);
}

/* Two matrices into 8 bytes of registers. */
TC_FN void tc_ldmatrix_x2(void *dst, const void *src) {
    unsigned v[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(v[0]), "=r"(v[1])
                 : "r"(tc_smem_address(src))
                 : "memory");
    TC_MEMCPY(dst, v, 8);
}

/* Four matrices into 16 bytes of registers. */
TC_FN void tc_ldmatrix_x4(void *dst, const void *src) {
    unsigned v[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "r"(tc_smem_address(src))
                 : "memory");
    TC_MEMCPY(dst, v, 16);
}

/* One matrix, transposed, into 4 bytes of registers. */
TC_FN void tc_ldmatrix_x1_trans(void *dst, const void *src) {
    unsigned v;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                 : "=r"(v)
                 : "r"(tc_smem_address(src))
                 : "memory");
    TC_MEMCPY(dst, &v, 4);
}

/* Two matrices, transposed, into 8 bytes of registers. */
TC_FN void tc_ldmatrix_x2_trans(void *dst, const void *src) {
    unsigned v[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(v[0]), "=r"(v[1])
                 : "r"(tc_smem_address(src))
                 : "memory");
    TC_MEMCPY(dst, v, 8);
}

/* Four matrices, transposed, into 16 bytes of registers. */
TC_FN void tc_ldmatrix_x4_trans(void *dst, const void *src) {
    unsigned v[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "r"(tc_smem_address(src))
                 : "memory");
    TC_MEMCPY(dst, v, 16);
}

#if TC_HAS_STMATRIX
/* One matrix from 4 bytes of registers. */
TC_FN void tc_stmatrix_x1(void *dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};"
                 :
                 : "r"(tc_smem_address(dst)), "r"(v)
                 : "memory");
}

/* Two matrices from 8 bytes of registers. */
TC_FN void tc_stmatrix_x2(void *dst, const void *src) {
    unsigned v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};"
                 :
                 : "r"(tc_smem_address(dst)), "r"(v[0]), "r"(v[1])
                 : "memory");
}

/* Four matrices from 16 bytes of registers. */
TC_FN void tc_stmatrix_x4(void *dst, const void *src) {
    unsigned v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                 :
                 : "r"(tc_smem_address(dst)), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
                 : "memory");
}

/* One matrix, transposed, from 4 bytes of registers. */
TC_FN void tc_stmatrix_x1_trans(void *dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};"
                 :
                 : "r"(tc_smem_address(dst)), "r"(v)
                 : "memory");
}

/* Two matrices, transposed, from 8 bytes of registers. */
TC_FN void tc_stmatrix_x2_trans(void *dst, const void *src) {
    unsigned v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};"
                 :
                 : "r"(tc_smem_address(dst)), "r"(v[0]), "r"(v[1])
                 : "memory");
}

/* Four matrices, transposed, from 16 bytes of registers. */
TC_FN void tc_stmatrix_x4_trans(void *dst, const void *src) {
    unsigned v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};"
                 :
                 : "r"(tc_smem_address(dst)), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
                 : "memory");
}

#else
TC_DECLARE void tc_stmatrix_x1(void *dst, const void *src)
    TC_UNAVAILABLE("tc_stmatrix_x1 needs sm_90");
TC_DECLARE void tc_stmatrix_x2(void *dst, const void *src)
    TC_UNAVAILABLE("tc_stmatrix_x2 needs sm_90");
TC_DECLARE void tc_stmatrix_x4(void *dst, const void *src)
    TC_UNAVAILABLE("tc_stmatrix_x4 needs sm_90");
TC_DECLARE void tc_stmatrix_x1_trans(void *dst, const void *src)
    TC_UNAVAILABLE("tc_stmatrix_x1_trans needs sm_90");
TC_DECLARE void tc_stmatrix_x2_trans(void *dst, const void *src)
    TC_UNAVAILABLE("tc_stmatrix_x2_trans needs sm_90");
TC_DECLARE void tc_stmatrix_x4_trans(void *dst, const void *src)
    TC_UNAVAILABLE("tc_stmatrix_x4_trans needs sm_90");
#endif

/* The matrix of src, a register as ldmatrix fills it, transposed into that of dst: lane 5 gets
 * columns 2, 3 of row 1, which are rows 2, 3 of column 1 of src. src and dst may be one. No memory
 * is touched. */
TC_FN void tc_movmatrix(void *dst, const void *src) {
    unsigned out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(out) : "r"(in));
    TC_MEMCPY(dst, &out, 4);
}

/* ---- end of the rows ---- */

#endif
#endif
