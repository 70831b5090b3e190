/* wgmma_tf32.h: D += A B or D = A B of a warpgroup, 64 rows by n columns, of tf32; d is f32.
 *
 * Not part of tilecopy.h, needs sm_90a; tilecopy/wgmma.h says who calls, what must come before and after, and
 * what a descriptor is. d: the thread's registers of layout wgmma_c. _ss: a and b are descriptors. _rs: a points
 * to the thread's registers of layout wgmma_a32. accumulate 0: D = A B. PTX: "Asynchronous Warpgroup Level Matrix
 * Multiply-Accumulate Instructions: wgmma.mma_async".
 *
 * Made by make rows, of the table of tools/wgmma_headers.py. */
#ifndef TILECOPY_WGMMA_TF32_H
#define TILECOPY_WGMMA_TF32_H
#include "wgmma.h"

#if TC_ON_DEVICE && TC_HAS_WGMMA
TC_FN void tc_wgmma_m64n8k8_tf32_ss(
    float d[4], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %6, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {" TC__WGMMA_R4
                 "}, %4, %5, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D4(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n8k8_tf32_rs(
    float d[4], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %9, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {" TC__WGMMA_R4
                 "}, {%4, %5, %6, %7}, %8, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D4(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n16k8_tf32_ss(
    float d[8], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %10, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32 {" TC__WGMMA_R8
                 "}, %8, %9, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D8(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n16k8_tf32_rs(
    float d[8], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %13, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32 {" TC__WGMMA_R8
                 "}, {%8, %9, %10, %11}, %12, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D8(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n24k8_tf32_ss(
    float d[12], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %14, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n24k8.f32.tf32.tf32 {" TC__WGMMA_R12
                 "}, %12, %13, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D12(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n24k8_tf32_rs(
    float d[12], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %17, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n24k8.f32.tf32.tf32 {" TC__WGMMA_R12
                 "}, {%12, %13, %14, %15}, %16, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D12(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n32k8_tf32_ss(
    float d[16], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %18, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n32k8.f32.tf32.tf32 {" TC__WGMMA_R16
                 "}, %16, %17, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D16(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n32k8_tf32_rs(
    float d[16], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %21, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n32k8.f32.tf32.tf32 {" TC__WGMMA_R16
                 "}, {%16, %17, %18, %19}, %20, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D16(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n48k8_tf32_ss(
    float d[24], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k8.f32.tf32.tf32 {" TC__WGMMA_R24
                 "}, %24, %25, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D24(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n48k8_tf32_rs(
    float d[24], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %29, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k8.f32.tf32.tf32 {" TC__WGMMA_R24
                 "}, {%24, %25, %26, %27}, %28, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D24(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n64k8_tf32_ss(
    float d[32], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 {" TC__WGMMA_R32
                 "}, %32, %33, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D32(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n64k8_tf32_rs(
    float d[32], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %37, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 {" TC__WGMMA_R32
                 "}, {%32, %33, %34, %35}, %36, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D32(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n80k8_tf32_ss(
    float d[40], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %42, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n80k8.f32.tf32.tf32 {" TC__WGMMA_R40
                 "}, %40, %41, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D40(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n80k8_tf32_rs(
    float d[40], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %45, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n80k8.f32.tf32.tf32 {" TC__WGMMA_R40
                 "}, {%40, %41, %42, %43}, %44, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D40(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n96k8_tf32_ss(
    float d[48], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %50, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n96k8.f32.tf32.tf32 {" TC__WGMMA_R48
                 "}, %48, %49, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D48(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n96k8_tf32_rs(
    float d[48], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %53, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n96k8.f32.tf32.tf32 {" TC__WGMMA_R48
                 "}, {%48, %49, %50, %51}, %52, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D48(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n112k8_tf32_ss(
    float d[56], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %58, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n112k8.f32.tf32.tf32 {" TC__WGMMA_R56
                 "}, %56, %57, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D56(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n112k8_tf32_rs(
    float d[56], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %61, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n112k8.f32.tf32.tf32 {" TC__WGMMA_R56
                 "}, {%56, %57, %58, %59}, %60, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D56(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n128k8_tf32_ss(
    float d[64], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 {" TC__WGMMA_R64
                 "}, %64, %65, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D64(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n128k8_tf32_rs(
    float d[64], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %69, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 {" TC__WGMMA_R64
                 "}, {%64, %65, %66, %67}, %68, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D64(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n144k8_tf32_ss(
    float d[72], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %74, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n144k8.f32.tf32.tf32 {" TC__WGMMA_R72
                 "}, %72, %73, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D72(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n144k8_tf32_rs(
    float d[72], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %77, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n144k8.f32.tf32.tf32 {" TC__WGMMA_R72
                 "}, {%72, %73, %74, %75}, %76, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D72(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n160k8_tf32_ss(
    float d[80], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %82, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n160k8.f32.tf32.tf32 {" TC__WGMMA_R80
                 "}, %80, %81, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D80(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n160k8_tf32_rs(
    float d[80], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %85, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n160k8.f32.tf32.tf32 {" TC__WGMMA_R80
                 "}, {%80, %81, %82, %83}, %84, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D80(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n176k8_tf32_ss(
    float d[88], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %90, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n176k8.f32.tf32.tf32 {" TC__WGMMA_R88
                 "}, %88, %89, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D88(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n176k8_tf32_rs(
    float d[88], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %93, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n176k8.f32.tf32.tf32 {" TC__WGMMA_R88
                 "}, {%88, %89, %90, %91}, %92, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D88(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n192k8_tf32_ss(
    float d[96], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k8.f32.tf32.tf32 {" TC__WGMMA_R96
                 "}, %96, %97, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D96(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n192k8_tf32_rs(
    float d[96], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %101, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k8.f32.tf32.tf32 {" TC__WGMMA_R96
                 "}, {%96, %97, %98, %99}, %100, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D96(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n208k8_tf32_ss(
    float d[104], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %106, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n208k8.f32.tf32.tf32 {" TC__WGMMA_R104
                 "}, %104, %105, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D104(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n208k8_tf32_rs(
    float d[104], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %109, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n208k8.f32.tf32.tf32 {" TC__WGMMA_R104
                 "}, {%104, %105, %106, %107}, %108, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D104(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n224k8_tf32_ss(
    float d[112], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %114, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n224k8.f32.tf32.tf32 {" TC__WGMMA_R112
                 "}, %112, %113, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D112(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n224k8_tf32_rs(
    float d[112], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %117, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n224k8.f32.tf32.tf32 {" TC__WGMMA_R112
                 "}, {%112, %113, %114, %115}, %116, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D112(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n240k8_tf32_ss(
    float d[120], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %122, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n240k8.f32.tf32.tf32 {" TC__WGMMA_R120
                 "}, %120, %121, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D120(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n240k8_tf32_rs(
    float d[120], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %125, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n240k8.f32.tf32.tf32 {" TC__WGMMA_R120
                 "}, {%120, %121, %122, %123}, %124, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D120(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n256k8_tf32_ss(
    float d[128], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 {" TC__WGMMA_R128
                 "}, %128, %129, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D128(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n256k8_tf32_rs(
    float d[128], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %133, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 {" TC__WGMMA_R128
                 "}, {%128, %129, %130, %131}, %132, p, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D128(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}
#else
TC__WGMMA_SS(tc_wgmma_m64n8k8_tf32_ss, float, 8, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n8k8_tf32_rs, float, 8, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n16k8_tf32_ss, float, 16, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n16k8_tf32_rs, float, 16, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n24k8_tf32_ss, float, 24, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n24k8_tf32_rs, float, 24, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n32k8_tf32_ss, float, 32, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n32k8_tf32_rs, float, 32, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n48k8_tf32_ss, float, 48, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n48k8_tf32_rs, float, 48, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n64k8_tf32_ss, float, 64, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n64k8_tf32_rs, float, 64, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n80k8_tf32_ss, float, 80, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n80k8_tf32_rs, float, 80, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n96k8_tf32_ss, float, 96, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n96k8_tf32_rs, float, 96, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n112k8_tf32_ss, float, 112, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n112k8_tf32_rs, float, 112, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n128k8_tf32_ss, float, 128, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n128k8_tf32_rs, float, 128, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n144k8_tf32_ss, float, 144, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n144k8_tf32_rs, float, 144, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n160k8_tf32_ss, float, 160, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n160k8_tf32_rs, float, 160, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n176k8_tf32_ss, float, 176, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n176k8_tf32_rs, float, 176, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n192k8_tf32_ss, float, 192, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n192k8_tf32_rs, float, 192, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n208k8_tf32_ss, float, 208, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n208k8_tf32_rs, float, 208, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n224k8_tf32_ss, float, 224, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n224k8_tf32_rs, float, 224, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n240k8_tf32_ss, float, 240, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n240k8_tf32_rs, float, 240, TF32, TF32, 0)
TC__WGMMA_SS(tc_wgmma_m64n256k8_tf32_ss, float, 256, TF32, TF32, 0)
TC__WGMMA_RS(tc_wgmma_m64n256k8_tf32_rs, float, 256, TF32, TF32, 0)
#endif

#endif
