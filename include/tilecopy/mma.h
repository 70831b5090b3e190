/* mma.h: D = A * B + C of a warp's tensor core, in place: what fragments are made for.
 *
 * Not part of tilecopy.h: include it beside. The same for every function here. Called by all 32 lanes
 * together, converged (`.sync.aligned`). c, a and b are the calling thread's registers, as the layouts of
 * the prelude named at each function give them (docs/fragments.md); b is n by k. c is read and written and
 * overlaps neither a nor b; no memory is touched and none is ordered. Sums of integers are modulo 2^32.
 * Sums of floats are rounded as the tensor core does, which IEEE 754 does not say; where all products and
 * sums are exact, the GPU and the emulator give the same bits, and docs/primitives.md bounds the rest.
 * PTX: "Warp Level Matrix Instructions: mma.sync". */
#ifndef TILECOPY_MMA_H
#define TILECOPY_MMA_H
#include "config.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of mma.def ---- */

/* a mma_a_k8, b mma_b_k8 of f16; c mma_c of f32. */
TC_FN void tc_mma_m16n8k8_f16(void *c, const void *a, const void *b) {
    float z[4];
    unsigned x[2], y;
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 8);
    TC_MEMCPY(&y, b, 4);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+f"(z[0]), "+f"(z[1]), "+f"(z[2]), "+f"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(y));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a, b mma_b of f16; c mma_c of f32. */
TC_FN void tc_mma_m16n8k16_f16(void *c, const void *a, const void *b) {
    float z[4];
    unsigned x[4], y[2];
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 16);
    TC_MEMCPY(y, b, 8);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(z[0]), "+f"(z[1]), "+f"(z[2]), "+f"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a_k8, b mma_b_k8 of bf16; c mma_c of f32. */
TC_FN void tc_mma_m16n8k8_bf16(void *c, const void *a, const void *b) {
    float z[4];
    unsigned x[2], y;
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 8);
    TC_MEMCPY(&y, b, 4);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+f"(z[0]), "+f"(z[1]), "+f"(z[2]), "+f"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(y));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a, b mma_b of bf16; c mma_c of f32. */
TC_FN void tc_mma_m16n8k16_bf16(void *c, const void *a, const void *b) {
    float z[4];
    unsigned x[4], y[2];
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 16);
    TC_MEMCPY(y, b, 8);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(z[0]), "+f"(z[1]), "+f"(z[2]), "+f"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a32_k4, b mma_b32_k4 of tf32; c mma_c of f32. */
TC_FN void tc_mma_m16n8k4_tf32(void *c, const void *a, const void *b) {
    float z[4];
    unsigned x[2], y;
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 8);
    TC_MEMCPY(&y, b, 4);
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 "
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+f"(z[0]), "+f"(z[1]), "+f"(z[2]), "+f"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(y));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a32, b mma_b32 of tf32; c mma_c of f32. */
TC_FN void tc_mma_m16n8k8_tf32(void *c, const void *a, const void *b) {
    float z[4];
    unsigned x[4], y[2];
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 16);
    TC_MEMCPY(y, b, 8);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(z[0]), "+f"(z[1]), "+f"(z[2]), "+f"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a8_k16, b mma_b8_k16 of s8; c mma_c of i32. */
TC_FN void tc_mma_m16n8k16_s8(void *c, const void *a, const void *b) {
    int z[4];
    unsigned x[2], y;
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 8);
    TC_MEMCPY(&y, b, 4);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 "
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+r"(z[0]), "+r"(z[1]), "+r"(z[2]), "+r"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(y));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a8, b mma_b8 of s8; c mma_c of i32. */
TC_FN void tc_mma_m16n8k32_s8(void *c, const void *a, const void *b) {
    int z[4];
    unsigned x[4], y[2];
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 16);
    TC_MEMCPY(y, b, 8);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(z[0]), "+r"(z[1]), "+r"(z[2]), "+r"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a8_k16, b mma_b8_k16 of u8; c mma_c of i32. */
TC_FN void tc_mma_m16n8k16_u8(void *c, const void *a, const void *b) {
    int z[4];
    unsigned x[2], y;
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 8);
    TC_MEMCPY(&y, b, 4);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 "
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+r"(z[0]), "+r"(z[1]), "+r"(z[2]), "+r"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(y));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a8, b mma_b8 of u8; c mma_c of i32. */
TC_FN void tc_mma_m16n8k32_u8(void *c, const void *a, const void *b) {
    int z[4];
    unsigned x[4], y[2];
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 16);
    TC_MEMCPY(y, b, 8);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(z[0]), "+r"(z[1]), "+r"(z[2]), "+r"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a64, b mma_b64 of f64; c mma_c64 of f64. */
TC_FN void tc_mma_m8n8k4_f64(void *c, const void *a, const void *b) {
    double z[2], x, y;
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(&x, a, 8);
    TC_MEMCPY(&y, b, 8);
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
                 "{%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(z[0]), "+d"(z[1])
                 : "d"(x), "d"(y));
    TC_MEMCPY(c, z, 16);
}

#if TC_HAS_FP8
/* a mma_a8_k16, b mma_b8_k16 of e5m2; c mma_c of f32. nvcc has it from PTX 8.7 on. */
TC_FN void tc_mma_m16n8k16_e5m2(void *c, const void *a, const void *b) {
    float z[4];
    unsigned x[2], y;
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 8);
    TC_MEMCPY(&y, b, 4);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e5m2.f32 "
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+f"(z[0]), "+f"(z[1]), "+f"(z[2]), "+f"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(y));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a8_k16, b mma_b8_k16 of e4m3; c mma_c of f32. nvcc has it from PTX 8.7 on. */
TC_FN void tc_mma_m16n8k16_e4m3(void *c, const void *a, const void *b) {
    float z[4];
    unsigned x[2], y;
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 8);
    TC_MEMCPY(&y, b, 4);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32 "
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+f"(z[0]), "+f"(z[1]), "+f"(z[2]), "+f"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(y));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a8, b mma_b8 of e4m3; c mma_c of f32. */
TC_FN void tc_mma_m16n8k32_e4m3(void *c, const void *a, const void *b) {
    float z[4];
    unsigned x[4], y[2];
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 16);
    TC_MEMCPY(y, b, 8);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(z[0]), "+f"(z[1]), "+f"(z[2]), "+f"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    TC_MEMCPY(c, z, 16);
}

/* a mma_a8, b mma_b8 of e5m2; c mma_c of f32. */
TC_FN void tc_mma_m16n8k32_e5m2(void *c, const void *a, const void *b) {
    float z[4];
    unsigned x[4], y[2];
    TC_MEMCPY(z, c, 16);
    TC_MEMCPY(x, a, 16);
    TC_MEMCPY(y, b, 8);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(z[0]), "+f"(z[1]), "+f"(z[2]), "+f"(z[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    TC_MEMCPY(c, z, 16);
}

#else
TC_DECLARE void tc_mma_m16n8k16_e5m2(void *c, const void *a, const void *b)
    TC_UNAVAILABLE("tc_mma_m16n8k16_e5m2 needs sm_89");
TC_DECLARE void tc_mma_m16n8k16_e4m3(void *c, const void *a, const void *b)
    TC_UNAVAILABLE("tc_mma_m16n8k16_e4m3 needs sm_89");
TC_DECLARE void tc_mma_m16n8k32_e4m3(void *c, const void *a, const void *b)
    TC_UNAVAILABLE("tc_mma_m16n8k32_e4m3 needs sm_89");
TC_DECLARE void tc_mma_m16n8k32_e5m2(void *c, const void *a, const void *b)
    TC_UNAVAILABLE("tc_mma_m16n8k32_e5m2 needs sm_89");
#endif

#if TC_ARCH >= 900
/* a mma_a64_m16k4, b mma_b64 of f64; c mma_c of f64. */
TC_FN void tc_mma_m16n8k4_f64(void *c, const void *a, const void *b) {
    double z[4], x[2], y;
    TC_MEMCPY(z, c, 32);
    TC_MEMCPY(x, a, 16);
    TC_MEMCPY(&y, b, 8);
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 "
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3])
                 : "d"(x[0]), "d"(x[1]), "d"(y));
    TC_MEMCPY(c, z, 32);
}

/* a mma_a64_m16k8, b mma_b64_k8 of f64; c mma_c of f64. */
TC_FN void tc_mma_m16n8k8_f64(void *c, const void *a, const void *b) {
    double z[4], x[4], y[2];
    TC_MEMCPY(z, c, 32);
    TC_MEMCPY(x, a, 32);
    TC_MEMCPY(y, b, 16);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3])
                 : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(y[0]), "d"(y[1]));
    TC_MEMCPY(c, z, 32);
}

/* a mma_a64_m16k16, b mma_b64_k16 of f64; c mma_c of f64. */
TC_FN void tc_mma_m16n8k16_f64(void *c, const void *a, const void *b) {
    double z[4], x[8], y[4];
    TC_MEMCPY(z, c, 32);
    TC_MEMCPY(x, a, 64);
    TC_MEMCPY(y, b, 32);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, "
                 "%1, %2, %3};"
                 : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3])
                 : "d"(x[0]),
                   "d"(x[1]),
                   "d"(x[2]),
                   "d"(x[3]),
                   "d"(x[4]),
                   "d"(x[5]),
                   "d"(x[6]),
                   "d"(x[7]),
                   "d"(y[0]),
                   "d"(y[1]),
                   "d"(y[2]),
                   "d"(y[3]));
    TC_MEMCPY(c, z, 32);
}

#else
TC_DECLARE void tc_mma_m16n8k4_f64(void *c, const void *a, const void *b)
    TC_UNAVAILABLE("tc_mma_m16n8k4_f64 needs sm_90");
TC_DECLARE void tc_mma_m16n8k8_f64(void *c, const void *a, const void *b)
    TC_UNAVAILABLE("tc_mma_m16n8k8_f64 needs sm_90");
TC_DECLARE void tc_mma_m16n8k16_f64(void *c, const void *a, const void *b)
    TC_UNAVAILABLE("tc_mma_m16n8k16_f64 needs sm_90");
#endif

/* ---- end of the rows ---- */

#endif
#endif
