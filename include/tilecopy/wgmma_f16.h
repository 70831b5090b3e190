/* wgmma_f16.h: D += A B or D = A B of a warpgroup, 64 rows by n columns, of f16; d is f32.
 *
 * Not part of tilecopy.h, needs sm_90a; tilecopy/wgmma.h says who calls, what must come before and after, and
 * what a descriptor is. d: the thread's registers of layout wgmma_c. _ss: a and b are descriptors. _rs: a points
 * to the thread's registers of layout wgmma_a. accumulate 0: D = A B. PTX: "Asynchronous Warpgroup Level Matrix
 * Multiply-Accumulate Instructions: wgmma.mma_async".
 *
 * _kk, _km, _mk, _mm: which dimension of A and of B is the contiguous one, k or the other (m of A, n of B).
 * A in registers is k.
 *
 * Made by make rows, of the table of tools/wgmma_headers.py. */
#ifndef TILECOPY_WGMMA_F16_H
#define TILECOPY_WGMMA_F16_H
#include "wgmma.h"

#if TC_ON_DEVICE && TC_HAS_WGMMA
TC_FN void tc_wgmma_m64n8k16_f16_ss_kk(
    float d[4], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %6, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {" TC__WGMMA_R4
                 "}, %4, %5, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D4(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n8k16_f16_ss_km(
    float d[4], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %6, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {" TC__WGMMA_R4
                 "}, %4, %5, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D4(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n8k16_f16_ss_mk(
    float d[4], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %6, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {" TC__WGMMA_R4
                 "}, %4, %5, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D4(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n8k16_f16_ss_mm(
    float d[4], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %6, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {" TC__WGMMA_R4
                 "}, %4, %5, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D4(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n8k16_f16_rs_kk(
    float d[4], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %9, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {" TC__WGMMA_R4
                 "}, {%4, %5, %6, %7}, %8, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D4(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n8k16_f16_rs_km(
    float d[4], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %9, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {" TC__WGMMA_R4
                 "}, {%4, %5, %6, %7}, %8, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D4(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n16k16_f16_ss_kk(
    float d[8], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %10, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {" TC__WGMMA_R8
                 "}, %8, %9, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D8(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n16k16_f16_ss_km(
    float d[8], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %10, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {" TC__WGMMA_R8
                 "}, %8, %9, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D8(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n16k16_f16_ss_mk(
    float d[8], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %10, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {" TC__WGMMA_R8
                 "}, %8, %9, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D8(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n16k16_f16_ss_mm(
    float d[8], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %10, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {" TC__WGMMA_R8
                 "}, %8, %9, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D8(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n16k16_f16_rs_kk(
    float d[8], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %13, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {" TC__WGMMA_R8
                 "}, {%8, %9, %10, %11}, %12, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D8(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n16k16_f16_rs_km(
    float d[8], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %13, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {" TC__WGMMA_R8
                 "}, {%8, %9, %10, %11}, %12, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D8(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n24k16_f16_ss_kk(
    float d[12], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %14, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n24k16.f32.f16.f16 {" TC__WGMMA_R12
                 "}, %12, %13, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D12(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n24k16_f16_ss_km(
    float d[12], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %14, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n24k16.f32.f16.f16 {" TC__WGMMA_R12
                 "}, %12, %13, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D12(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n24k16_f16_ss_mk(
    float d[12], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %14, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n24k16.f32.f16.f16 {" TC__WGMMA_R12
                 "}, %12, %13, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D12(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n24k16_f16_ss_mm(
    float d[12], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %14, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n24k16.f32.f16.f16 {" TC__WGMMA_R12
                 "}, %12, %13, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D12(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n24k16_f16_rs_kk(
    float d[12], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %17, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n24k16.f32.f16.f16 {" TC__WGMMA_R12
                 "}, {%12, %13, %14, %15}, %16, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D12(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n24k16_f16_rs_km(
    float d[12], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %17, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n24k16.f32.f16.f16 {" TC__WGMMA_R12
                 "}, {%12, %13, %14, %15}, %16, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D12(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n32k16_f16_ss_kk(
    float d[16], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %18, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {" TC__WGMMA_R16
                 "}, %16, %17, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D16(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n32k16_f16_ss_km(
    float d[16], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %18, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {" TC__WGMMA_R16
                 "}, %16, %17, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D16(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n32k16_f16_ss_mk(
    float d[16], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %18, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {" TC__WGMMA_R16
                 "}, %16, %17, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D16(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n32k16_f16_ss_mm(
    float d[16], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %18, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {" TC__WGMMA_R16
                 "}, %16, %17, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D16(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n32k16_f16_rs_kk(
    float d[16], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %21, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {" TC__WGMMA_R16
                 "}, {%16, %17, %18, %19}, %20, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D16(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n32k16_f16_rs_km(
    float d[16], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %21, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {" TC__WGMMA_R16
                 "}, {%16, %17, %18, %19}, %20, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D16(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n48k16_f16_ss_kk(
    float d[24], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 {" TC__WGMMA_R24
                 "}, %24, %25, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D24(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n48k16_f16_ss_km(
    float d[24], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 {" TC__WGMMA_R24
                 "}, %24, %25, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D24(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n48k16_f16_ss_mk(
    float d[24], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 {" TC__WGMMA_R24
                 "}, %24, %25, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D24(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n48k16_f16_ss_mm(
    float d[24], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 {" TC__WGMMA_R24
                 "}, %24, %25, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D24(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n48k16_f16_rs_kk(
    float d[24], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %29, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 {" TC__WGMMA_R24
                 "}, {%24, %25, %26, %27}, %28, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D24(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n48k16_f16_rs_km(
    float d[24], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %29, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 {" TC__WGMMA_R24
                 "}, {%24, %25, %26, %27}, %28, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D24(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n64k16_f16_ss_kk(
    float d[32], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {" TC__WGMMA_R32
                 "}, %32, %33, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D32(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n64k16_f16_ss_km(
    float d[32], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {" TC__WGMMA_R32
                 "}, %32, %33, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D32(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n64k16_f16_ss_mk(
    float d[32], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {" TC__WGMMA_R32
                 "}, %32, %33, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D32(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n64k16_f16_ss_mm(
    float d[32], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {" TC__WGMMA_R32
                 "}, %32, %33, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D32(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n64k16_f16_rs_kk(
    float d[32], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %37, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {" TC__WGMMA_R32
                 "}, {%32, %33, %34, %35}, %36, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D32(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n64k16_f16_rs_km(
    float d[32], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %37, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {" TC__WGMMA_R32
                 "}, {%32, %33, %34, %35}, %36, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D32(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n80k16_f16_ss_kk(
    float d[40], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %42, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n80k16.f32.f16.f16 {" TC__WGMMA_R40
                 "}, %40, %41, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D40(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n80k16_f16_ss_km(
    float d[40], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %42, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n80k16.f32.f16.f16 {" TC__WGMMA_R40
                 "}, %40, %41, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D40(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n80k16_f16_ss_mk(
    float d[40], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %42, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n80k16.f32.f16.f16 {" TC__WGMMA_R40
                 "}, %40, %41, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D40(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n80k16_f16_ss_mm(
    float d[40], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %42, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n80k16.f32.f16.f16 {" TC__WGMMA_R40
                 "}, %40, %41, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D40(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n80k16_f16_rs_kk(
    float d[40], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %45, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n80k16.f32.f16.f16 {" TC__WGMMA_R40
                 "}, {%40, %41, %42, %43}, %44, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D40(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n80k16_f16_rs_km(
    float d[40], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %45, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n80k16.f32.f16.f16 {" TC__WGMMA_R40
                 "}, {%40, %41, %42, %43}, %44, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D40(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n96k16_f16_ss_kk(
    float d[48], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %50, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 {" TC__WGMMA_R48
                 "}, %48, %49, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D48(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n96k16_f16_ss_km(
    float d[48], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %50, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 {" TC__WGMMA_R48
                 "}, %48, %49, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D48(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n96k16_f16_ss_mk(
    float d[48], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %50, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 {" TC__WGMMA_R48
                 "}, %48, %49, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D48(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n96k16_f16_ss_mm(
    float d[48], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %50, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 {" TC__WGMMA_R48
                 "}, %48, %49, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D48(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n96k16_f16_rs_kk(
    float d[48], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %53, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 {" TC__WGMMA_R48
                 "}, {%48, %49, %50, %51}, %52, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D48(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n96k16_f16_rs_km(
    float d[48], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %53, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 {" TC__WGMMA_R48
                 "}, {%48, %49, %50, %51}, %52, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D48(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n112k16_f16_ss_kk(
    float d[56], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %58, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n112k16.f32.f16.f16 {" TC__WGMMA_R56
                 "}, %56, %57, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D56(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n112k16_f16_ss_km(
    float d[56], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %58, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n112k16.f32.f16.f16 {" TC__WGMMA_R56
                 "}, %56, %57, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D56(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n112k16_f16_ss_mk(
    float d[56], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %58, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n112k16.f32.f16.f16 {" TC__WGMMA_R56
                 "}, %56, %57, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D56(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n112k16_f16_ss_mm(
    float d[56], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %58, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n112k16.f32.f16.f16 {" TC__WGMMA_R56
                 "}, %56, %57, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D56(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n112k16_f16_rs_kk(
    float d[56], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %61, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n112k16.f32.f16.f16 {" TC__WGMMA_R56
                 "}, {%56, %57, %58, %59}, %60, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D56(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n112k16_f16_rs_km(
    float d[56], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %61, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n112k16.f32.f16.f16 {" TC__WGMMA_R56
                 "}, {%56, %57, %58, %59}, %60, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D56(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n128k16_f16_ss_kk(
    float d[64], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {" TC__WGMMA_R64
                 "}, %64, %65, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D64(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n128k16_f16_ss_km(
    float d[64], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {" TC__WGMMA_R64
                 "}, %64, %65, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D64(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n128k16_f16_ss_mk(
    float d[64], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {" TC__WGMMA_R64
                 "}, %64, %65, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D64(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n128k16_f16_ss_mm(
    float d[64], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {" TC__WGMMA_R64
                 "}, %64, %65, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D64(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n128k16_f16_rs_kk(
    float d[64], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %69, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {" TC__WGMMA_R64
                 "}, {%64, %65, %66, %67}, %68, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D64(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n128k16_f16_rs_km(
    float d[64], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %69, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {" TC__WGMMA_R64
                 "}, {%64, %65, %66, %67}, %68, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D64(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n144k16_f16_ss_kk(
    float d[72], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %74, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n144k16.f32.f16.f16 {" TC__WGMMA_R72
                 "}, %72, %73, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D72(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n144k16_f16_ss_km(
    float d[72], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %74, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n144k16.f32.f16.f16 {" TC__WGMMA_R72
                 "}, %72, %73, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D72(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n144k16_f16_ss_mk(
    float d[72], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %74, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n144k16.f32.f16.f16 {" TC__WGMMA_R72
                 "}, %72, %73, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D72(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n144k16_f16_ss_mm(
    float d[72], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %74, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n144k16.f32.f16.f16 {" TC__WGMMA_R72
                 "}, %72, %73, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D72(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n144k16_f16_rs_kk(
    float d[72], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %77, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n144k16.f32.f16.f16 {" TC__WGMMA_R72
                 "}, {%72, %73, %74, %75}, %76, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D72(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n144k16_f16_rs_km(
    float d[72], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %77, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n144k16.f32.f16.f16 {" TC__WGMMA_R72
                 "}, {%72, %73, %74, %75}, %76, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D72(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n160k16_f16_ss_kk(
    float d[80], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %82, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 {" TC__WGMMA_R80
                 "}, %80, %81, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D80(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n160k16_f16_ss_km(
    float d[80], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %82, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 {" TC__WGMMA_R80
                 "}, %80, %81, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D80(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n160k16_f16_ss_mk(
    float d[80], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %82, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 {" TC__WGMMA_R80
                 "}, %80, %81, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D80(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n160k16_f16_ss_mm(
    float d[80], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %82, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 {" TC__WGMMA_R80
                 "}, %80, %81, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D80(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n160k16_f16_rs_kk(
    float d[80], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %85, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 {" TC__WGMMA_R80
                 "}, {%80, %81, %82, %83}, %84, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D80(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n160k16_f16_rs_km(
    float d[80], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %85, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 {" TC__WGMMA_R80
                 "}, {%80, %81, %82, %83}, %84, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D80(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n176k16_f16_ss_kk(
    float d[88], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %90, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n176k16.f32.f16.f16 {" TC__WGMMA_R88
                 "}, %88, %89, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D88(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n176k16_f16_ss_km(
    float d[88], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %90, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n176k16.f32.f16.f16 {" TC__WGMMA_R88
                 "}, %88, %89, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D88(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n176k16_f16_ss_mk(
    float d[88], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %90, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n176k16.f32.f16.f16 {" TC__WGMMA_R88
                 "}, %88, %89, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D88(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n176k16_f16_ss_mm(
    float d[88], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %90, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n176k16.f32.f16.f16 {" TC__WGMMA_R88
                 "}, %88, %89, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D88(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n176k16_f16_rs_kk(
    float d[88], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %93, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n176k16.f32.f16.f16 {" TC__WGMMA_R88
                 "}, {%88, %89, %90, %91}, %92, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D88(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n176k16_f16_rs_km(
    float d[88], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %93, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n176k16.f32.f16.f16 {" TC__WGMMA_R88
                 "}, {%88, %89, %90, %91}, %92, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D88(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n192k16_f16_ss_kk(
    float d[96], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 {" TC__WGMMA_R96
                 "}, %96, %97, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D96(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n192k16_f16_ss_km(
    float d[96], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 {" TC__WGMMA_R96
                 "}, %96, %97, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D96(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n192k16_f16_ss_mk(
    float d[96], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 {" TC__WGMMA_R96
                 "}, %96, %97, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D96(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n192k16_f16_ss_mm(
    float d[96], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 {" TC__WGMMA_R96
                 "}, %96, %97, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D96(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n192k16_f16_rs_kk(
    float d[96], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %101, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 {" TC__WGMMA_R96
                 "}, {%96, %97, %98, %99}, %100, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D96(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n192k16_f16_rs_km(
    float d[96], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %101, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 {" TC__WGMMA_R96
                 "}, {%96, %97, %98, %99}, %100, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D96(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n208k16_f16_ss_kk(
    float d[104], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %106, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n208k16.f32.f16.f16 {" TC__WGMMA_R104
                 "}, %104, %105, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D104(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n208k16_f16_ss_km(
    float d[104], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %106, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n208k16.f32.f16.f16 {" TC__WGMMA_R104
                 "}, %104, %105, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D104(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n208k16_f16_ss_mk(
    float d[104], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %106, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n208k16.f32.f16.f16 {" TC__WGMMA_R104
                 "}, %104, %105, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D104(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n208k16_f16_ss_mm(
    float d[104], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %106, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n208k16.f32.f16.f16 {" TC__WGMMA_R104
                 "}, %104, %105, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D104(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n208k16_f16_rs_kk(
    float d[104], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %109, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n208k16.f32.f16.f16 {" TC__WGMMA_R104
                 "}, {%104, %105, %106, %107}, %108, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D104(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n208k16_f16_rs_km(
    float d[104], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %109, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n208k16.f32.f16.f16 {" TC__WGMMA_R104
                 "}, {%104, %105, %106, %107}, %108, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D104(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n224k16_f16_ss_kk(
    float d[112], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %114, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n224k16.f32.f16.f16 {" TC__WGMMA_R112
                 "}, %112, %113, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D112(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n224k16_f16_ss_km(
    float d[112], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %114, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n224k16.f32.f16.f16 {" TC__WGMMA_R112
                 "}, %112, %113, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D112(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n224k16_f16_ss_mk(
    float d[112], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %114, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n224k16.f32.f16.f16 {" TC__WGMMA_R112
                 "}, %112, %113, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D112(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n224k16_f16_ss_mm(
    float d[112], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %114, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n224k16.f32.f16.f16 {" TC__WGMMA_R112
                 "}, %112, %113, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D112(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n224k16_f16_rs_kk(
    float d[112], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %117, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n224k16.f32.f16.f16 {" TC__WGMMA_R112
                 "}, {%112, %113, %114, %115}, %116, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D112(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n224k16_f16_rs_km(
    float d[112], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %117, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n224k16.f32.f16.f16 {" TC__WGMMA_R112
                 "}, {%112, %113, %114, %115}, %116, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D112(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n240k16_f16_ss_kk(
    float d[120], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %122, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n240k16.f32.f16.f16 {" TC__WGMMA_R120
                 "}, %120, %121, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D120(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n240k16_f16_ss_km(
    float d[120], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %122, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n240k16.f32.f16.f16 {" TC__WGMMA_R120
                 "}, %120, %121, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D120(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n240k16_f16_ss_mk(
    float d[120], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %122, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n240k16.f32.f16.f16 {" TC__WGMMA_R120
                 "}, %120, %121, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D120(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n240k16_f16_ss_mm(
    float d[120], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %122, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n240k16.f32.f16.f16 {" TC__WGMMA_R120
                 "}, %120, %121, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D120(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n240k16_f16_rs_kk(
    float d[120], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %125, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n240k16.f32.f16.f16 {" TC__WGMMA_R120
                 "}, {%120, %121, %122, %123}, %124, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D120(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n240k16_f16_rs_km(
    float d[120], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %125, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n240k16.f32.f16.f16 {" TC__WGMMA_R120
                 "}, {%120, %121, %122, %123}, %124, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D120(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n256k16_f16_ss_kk(
    float d[128], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {" TC__WGMMA_R128
                 "}, %128, %129, p, 1, 1, 0, 0;\n"
                 "}"
                 : TC__WGMMA_D128(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n256k16_f16_ss_km(
    float d[128], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {" TC__WGMMA_R128
                 "}, %128, %129, p, 1, 1, 0, 1;\n"
                 "}"
                 : TC__WGMMA_D128(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n256k16_f16_ss_mk(
    float d[128], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {" TC__WGMMA_R128
                 "}, %128, %129, p, 1, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D128(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n256k16_f16_ss_mm(
    float d[128], unsigned long long a, unsigned long long b, int accumulate) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {" TC__WGMMA_R128
                 "}, %128, %129, p, 1, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D128(TC__WGMMA_F32, d)
                 : "l"(a), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n256k16_f16_rs_kk(
    float d[128], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %133, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {" TC__WGMMA_R128
                 "}, {%128, %129, %130, %131}, %132, p, 1, 1, 0;\n"
                 "}"
                 : TC__WGMMA_D128(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}

TC_FN void tc_wgmma_m64n256k16_f16_rs_km(
    float d[128], const void *a, unsigned long long b, int accumulate) {
    unsigned x[4];
    TC_MEMCPY(x, a, 16);
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %133, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {" TC__WGMMA_R128
                 "}, {%128, %129, %130, %131}, %132, p, 1, 1, 1;\n"
                 "}"
                 : TC__WGMMA_D128(TC__WGMMA_F32, d)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(b), "r"(accumulate)
                 : "memory");
}
#else
TC__WGMMA_SS(tc_wgmma_m64n8k16_f16_ss_kk, float, 8, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n8k16_f16_ss_km, float, 8, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n8k16_f16_ss_mk, float, 8, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n8k16_f16_ss_mm, float, 8, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n8k16_f16_rs_kk, float, 8, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n8k16_f16_rs_km, float, 8, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n16k16_f16_ss_kk, float, 16, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n16k16_f16_ss_km, float, 16, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n16k16_f16_ss_mk, float, 16, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n16k16_f16_ss_mm, float, 16, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n16k16_f16_rs_kk, float, 16, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n16k16_f16_rs_km, float, 16, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n24k16_f16_ss_kk, float, 24, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n24k16_f16_ss_km, float, 24, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n24k16_f16_ss_mk, float, 24, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n24k16_f16_ss_mm, float, 24, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n24k16_f16_rs_kk, float, 24, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n24k16_f16_rs_km, float, 24, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n32k16_f16_ss_kk, float, 32, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n32k16_f16_ss_km, float, 32, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n32k16_f16_ss_mk, float, 32, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n32k16_f16_ss_mm, float, 32, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n32k16_f16_rs_kk, float, 32, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n32k16_f16_rs_km, float, 32, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n48k16_f16_ss_kk, float, 48, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n48k16_f16_ss_km, float, 48, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n48k16_f16_ss_mk, float, 48, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n48k16_f16_ss_mm, float, 48, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n48k16_f16_rs_kk, float, 48, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n48k16_f16_rs_km, float, 48, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n64k16_f16_ss_kk, float, 64, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n64k16_f16_ss_km, float, 64, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n64k16_f16_ss_mk, float, 64, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n64k16_f16_ss_mm, float, 64, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n64k16_f16_rs_kk, float, 64, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n64k16_f16_rs_km, float, 64, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n80k16_f16_ss_kk, float, 80, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n80k16_f16_ss_km, float, 80, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n80k16_f16_ss_mk, float, 80, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n80k16_f16_ss_mm, float, 80, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n80k16_f16_rs_kk, float, 80, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n80k16_f16_rs_km, float, 80, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n96k16_f16_ss_kk, float, 96, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n96k16_f16_ss_km, float, 96, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n96k16_f16_ss_mk, float, 96, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n96k16_f16_ss_mm, float, 96, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n96k16_f16_rs_kk, float, 96, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n96k16_f16_rs_km, float, 96, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n112k16_f16_ss_kk, float, 112, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n112k16_f16_ss_km, float, 112, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n112k16_f16_ss_mk, float, 112, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n112k16_f16_ss_mm, float, 112, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n112k16_f16_rs_kk, float, 112, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n112k16_f16_rs_km, float, 112, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n128k16_f16_ss_kk, float, 128, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n128k16_f16_ss_km, float, 128, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n128k16_f16_ss_mk, float, 128, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n128k16_f16_ss_mm, float, 128, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n128k16_f16_rs_kk, float, 128, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n128k16_f16_rs_km, float, 128, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n144k16_f16_ss_kk, float, 144, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n144k16_f16_ss_km, float, 144, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n144k16_f16_ss_mk, float, 144, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n144k16_f16_ss_mm, float, 144, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n144k16_f16_rs_kk, float, 144, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n144k16_f16_rs_km, float, 144, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n160k16_f16_ss_kk, float, 160, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n160k16_f16_ss_km, float, 160, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n160k16_f16_ss_mk, float, 160, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n160k16_f16_ss_mm, float, 160, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n160k16_f16_rs_kk, float, 160, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n160k16_f16_rs_km, float, 160, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n176k16_f16_ss_kk, float, 176, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n176k16_f16_ss_km, float, 176, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n176k16_f16_ss_mk, float, 176, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n176k16_f16_ss_mm, float, 176, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n176k16_f16_rs_kk, float, 176, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n176k16_f16_rs_km, float, 176, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n192k16_f16_ss_kk, float, 192, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n192k16_f16_ss_km, float, 192, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n192k16_f16_ss_mk, float, 192, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n192k16_f16_ss_mm, float, 192, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n192k16_f16_rs_kk, float, 192, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n192k16_f16_rs_km, float, 192, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n208k16_f16_ss_kk, float, 208, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n208k16_f16_ss_km, float, 208, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n208k16_f16_ss_mk, float, 208, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n208k16_f16_ss_mm, float, 208, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n208k16_f16_rs_kk, float, 208, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n208k16_f16_rs_km, float, 208, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n224k16_f16_ss_kk, float, 224, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n224k16_f16_ss_km, float, 224, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n224k16_f16_ss_mk, float, 224, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n224k16_f16_ss_mm, float, 224, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n224k16_f16_rs_kk, float, 224, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n224k16_f16_rs_km, float, 224, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n240k16_f16_ss_kk, float, 240, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n240k16_f16_ss_km, float, 240, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n240k16_f16_ss_mk, float, 240, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n240k16_f16_ss_mm, float, 240, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n240k16_f16_rs_kk, float, 240, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n240k16_f16_rs_km, float, 240, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n256k16_f16_ss_kk, float, 256, F16, F16, 0)
TC__WGMMA_SS(tc_wgmma_m64n256k16_f16_ss_km, float, 256, F16, F16, 2)
TC__WGMMA_SS(tc_wgmma_m64n256k16_f16_ss_mk, float, 256, F16, F16, 1)
TC__WGMMA_SS(tc_wgmma_m64n256k16_f16_ss_mm, float, 256, F16, F16, 3)
TC__WGMMA_RS(tc_wgmma_m64n256k16_f16_rs_kk, float, 256, F16, F16, 0)
TC__WGMMA_RS(tc_wgmma_m64n256k16_f16_rs_km, float, 256, F16, F16, 2)
#endif

#endif
