/* wgmma_u8.h: D += A B or D = A B of a warpgroup, 64 rows by n columns, of u8; d is s32.
 *
 * Not part of tilecopy.h, needs sm_90a; tilecopy/wgmma.h says who calls, what must come before and after, and
 * what a descriptor is. d: the thread's registers of layout wgmma_c. _ss: a and b are descriptors. _rs: a points
 * to the thread's registers of layout wgmma_a8. accumulate 0: D = A B. PTX: "Asynchronous Warpgroup Level Matrix
 * Multiply-Accumulate Instructions: wgmma.mma_async".
 *
 * Made by make rows, of the table of tools/wgmma_headers.py. */
#ifndef TILECOPY_WGMMA_U8_H
#define TILECOPY_WGMMA_U8_H
#include "wgmma.h"

#if TC_ON_DEVICE && TC_HAS_WGMMA
TC_FN void tc_wgmma_m64n8k32_u8_ss(
    int d[4], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %6, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.u8 {" TC__WGMMA_R4 "}, %4, %5, p;\n"
                 "}"
                 : TC__WGMMA_D4(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n8k32_u8_rs(int d[4], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %9, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.u8 {" TC__WGMMA_R4
                 "}, {%4, %5, %6, %7}, %8, p;\n"
                 "}"
                 : TC__WGMMA_D4(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n16k32_u8_ss(
    int d[8], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %10, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n16k32.s32.u8.u8 {" TC__WGMMA_R8 "}, %8, %9, p;\n"
                 "}"
                 : TC__WGMMA_D8(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n16k32_u8_rs(int d[8], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %13, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n16k32.s32.u8.u8 {" TC__WGMMA_R8
                 "}, {%8, %9, %10, %11}, %12, p;\n"
                 "}"
                 : TC__WGMMA_D8(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n24k32_u8_ss(
    int d[12], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %14, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n24k32.s32.u8.u8 {" TC__WGMMA_R12
                 "}, %12, %13, p;\n"
                 "}"
                 : TC__WGMMA_D12(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n24k32_u8_rs(
    int d[12], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %17, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n24k32.s32.u8.u8 {" TC__WGMMA_R12
                 "}, {%12, %13, %14, %15}, %16, p;\n"
                 "}"
                 : TC__WGMMA_D12(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n32k32_u8_ss(
    int d[16], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %18, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n32k32.s32.u8.u8 {" TC__WGMMA_R16
                 "}, %16, %17, p;\n"
                 "}"
                 : TC__WGMMA_D16(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n32k32_u8_rs(
    int d[16], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %21, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n32k32.s32.u8.u8 {" TC__WGMMA_R16
                 "}, {%16, %17, %18, %19}, %20, p;\n"
                 "}"
                 : TC__WGMMA_D16(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n48k32_u8_ss(
    int d[24], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k32.s32.u8.u8 {" TC__WGMMA_R24
                 "}, %24, %25, p;\n"
                 "}"
                 : TC__WGMMA_D24(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n48k32_u8_rs(
    int d[24], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %29, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k32.s32.u8.u8 {" TC__WGMMA_R24
                 "}, {%24, %25, %26, %27}, %28, p;\n"
                 "}"
                 : TC__WGMMA_D24(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n64k32_u8_ss(
    int d[32], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k32.s32.u8.u8 {" TC__WGMMA_R32
                 "}, %32, %33, p;\n"
                 "}"
                 : TC__WGMMA_D32(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n64k32_u8_rs(
    int d[32], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %37, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k32.s32.u8.u8 {" TC__WGMMA_R32
                 "}, {%32, %33, %34, %35}, %36, p;\n"
                 "}"
                 : TC__WGMMA_D32(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n80k32_u8_ss(
    int d[40], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %42, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n80k32.s32.u8.u8 {" TC__WGMMA_R40
                 "}, %40, %41, p;\n"
                 "}"
                 : TC__WGMMA_D40(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n80k32_u8_rs(
    int d[40], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %45, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n80k32.s32.u8.u8 {" TC__WGMMA_R40
                 "}, {%40, %41, %42, %43}, %44, p;\n"
                 "}"
                 : TC__WGMMA_D40(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n96k32_u8_ss(
    int d[48], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %50, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n96k32.s32.u8.u8 {" TC__WGMMA_R48
                 "}, %48, %49, p;\n"
                 "}"
                 : TC__WGMMA_D48(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n96k32_u8_rs(
    int d[48], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %53, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n96k32.s32.u8.u8 {" TC__WGMMA_R48
                 "}, {%48, %49, %50, %51}, %52, p;\n"
                 "}"
                 : TC__WGMMA_D48(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n112k32_u8_ss(
    int d[56], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %58, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n112k32.s32.u8.u8 {" TC__WGMMA_R56
                 "}, %56, %57, p;\n"
                 "}"
                 : TC__WGMMA_D56(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n112k32_u8_rs(
    int d[56], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %61, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n112k32.s32.u8.u8 {" TC__WGMMA_R56
                 "}, {%56, %57, %58, %59}, %60, p;\n"
                 "}"
                 : TC__WGMMA_D56(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n128k32_u8_ss(
    int d[64], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k32.s32.u8.u8 {" TC__WGMMA_R64
                 "}, %64, %65, p;\n"
                 "}"
                 : TC__WGMMA_D64(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n128k32_u8_rs(
    int d[64], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %69, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k32.s32.u8.u8 {" TC__WGMMA_R64
                 "}, {%64, %65, %66, %67}, %68, p;\n"
                 "}"
                 : TC__WGMMA_D64(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n144k32_u8_ss(
    int d[72], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %74, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n144k32.s32.u8.u8 {" TC__WGMMA_R72
                 "}, %72, %73, p;\n"
                 "}"
                 : TC__WGMMA_D72(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n144k32_u8_rs(
    int d[72], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %77, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n144k32.s32.u8.u8 {" TC__WGMMA_R72
                 "}, {%72, %73, %74, %75}, %76, p;\n"
                 "}"
                 : TC__WGMMA_D72(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n160k32_u8_ss(
    int d[80], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %82, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n160k32.s32.u8.u8 {" TC__WGMMA_R80
                 "}, %80, %81, p;\n"
                 "}"
                 : TC__WGMMA_D80(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n160k32_u8_rs(
    int d[80], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %85, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n160k32.s32.u8.u8 {" TC__WGMMA_R80
                 "}, {%80, %81, %82, %83}, %84, p;\n"
                 "}"
                 : TC__WGMMA_D80(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n176k32_u8_ss(
    int d[88], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %90, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n176k32.s32.u8.u8 {" TC__WGMMA_R88
                 "}, %88, %89, p;\n"
                 "}"
                 : TC__WGMMA_D88(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n176k32_u8_rs(
    int d[88], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %93, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n176k32.s32.u8.u8 {" TC__WGMMA_R88
                 "}, {%88, %89, %90, %91}, %92, p;\n"
                 "}"
                 : TC__WGMMA_D88(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n192k32_u8_ss(
    int d[96], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k32.s32.u8.u8 {" TC__WGMMA_R96
                 "}, %96, %97, p;\n"
                 "}"
                 : TC__WGMMA_D96(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n192k32_u8_rs(
    int d[96], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %101, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k32.s32.u8.u8 {" TC__WGMMA_R96
                 "}, {%96, %97, %98, %99}, %100, p;\n"
                 "}"
                 : TC__WGMMA_D96(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n208k32_u8_ss(
    int d[104], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %106, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n208k32.s32.u8.u8 {" TC__WGMMA_R104
                 "}, %104, %105, p;\n"
                 "}"
                 : TC__WGMMA_D104(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n208k32_u8_rs(
    int d[104], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %109, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n208k32.s32.u8.u8 {" TC__WGMMA_R104
                 "}, {%104, %105, %106, %107}, %108, p;\n"
                 "}"
                 : TC__WGMMA_D104(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n224k32_u8_ss(
    int d[112], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %114, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n224k32.s32.u8.u8 {" TC__WGMMA_R112
                 "}, %112, %113, p;\n"
                 "}"
                 : TC__WGMMA_D112(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n224k32_u8_rs(
    int d[112], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %117, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n224k32.s32.u8.u8 {" TC__WGMMA_R112
                 "}, {%112, %113, %114, %115}, %116, p;\n"
                 "}"
                 : TC__WGMMA_D112(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n240k32_u8_ss(
    int d[120], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %122, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n240k32.s32.u8.u8 {" TC__WGMMA_R120
                 "}, %120, %121, p;\n"
                 "}"
                 : TC__WGMMA_D120(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n240k32_u8_rs(
    int d[120], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %125, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n240k32.s32.u8.u8 {" TC__WGMMA_R120
                 "}, {%120, %121, %122, %123}, %124, p;\n"
                 "}"
                 : TC__WGMMA_D120(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n256k32_u8_ss(
    int d[128], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8 {" TC__WGMMA_R128
                 "}, %128, %129, p;\n"
                 "}"
                 : TC__WGMMA_D128(TC__WGMMA_S32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n256k32_u8_rs(
    int d[128], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %133, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8 {" TC__WGMMA_R128
                 "}, {%128, %129, %130, %131}, %132, p;\n"
                 "}"
                 : TC__WGMMA_D128(TC__WGMMA_S32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}
#else
TC__WGMMA_SS(tc_wgmma_m64n8k32_u8_ss, int, 8, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n8k32_u8_rs, int, 8, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n16k32_u8_ss, int, 16, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n16k32_u8_rs, int, 16, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n24k32_u8_ss, int, 24, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n24k32_u8_rs, int, 24, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n32k32_u8_ss, int, 32, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n32k32_u8_rs, int, 32, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n48k32_u8_ss, int, 48, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n48k32_u8_rs, int, 48, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n64k32_u8_ss, int, 64, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n64k32_u8_rs, int, 64, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n80k32_u8_ss, int, 80, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n80k32_u8_rs, int, 80, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n96k32_u8_ss, int, 96, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n96k32_u8_rs, int, 96, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n112k32_u8_ss, int, 112, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n112k32_u8_rs, int, 112, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n128k32_u8_ss, int, 128, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n128k32_u8_rs, int, 128, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n144k32_u8_ss, int, 144, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n144k32_u8_rs, int, 144, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n160k32_u8_ss, int, 160, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n160k32_u8_rs, int, 160, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n176k32_u8_ss, int, 176, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n176k32_u8_rs, int, 176, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n192k32_u8_ss, int, 192, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n192k32_u8_rs, int, 192, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n208k32_u8_ss, int, 208, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n208k32_u8_rs, int, 208, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n224k32_u8_ss, int, 224, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n224k32_u8_rs, int, 224, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n240k32_u8_ss, int, 240, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n240k32_u8_rs, int, 240, U8, U8, 0)
TC__WGMMA_SS(tc_wgmma_m64n256k32_u8_ss, int, 256, U8, U8, 0)
TC__WGMMA_RS(tc_wgmma_m64n256k32_u8_rs, int, 256, U8, U8, 0)
#endif

#endif
