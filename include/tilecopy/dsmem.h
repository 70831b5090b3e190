/* dsmem.h: single accesses of another CTA's shared memory, by any thread.
 *
 * Addresses of the other CTA come from tc_map_to_cta, aligned to the width (a vector of 16 bytes to 16).
 * The other CTA must have started and must not have exited: a cluster barrier before the first access and
 * one after the last. Loads, stores and tc_reduce_dsmem_ are ordered by the cluster barrier, or by an
 * mbarrier of the CTA whose memory it is (tc_mbarrier_arrive_remote, tc_mbarrier_wait_cluster).
 *
 * tc_store_async_ and tc_reduce_async_ return at once; src is read by then. They count their 4, 8 or 16
 * bytes on bar, an mbarrier of the CTA that dst is in, which expects them: who waits there sees them, no
 * other barrier says when. No proxy fence: they go the way of ordinary stores. PTX: "Data Movement and
 * Conversion Instructions: ld, st, st.async", "Parallel Synchronization and Communication Instructions:
 * red, red.async". */
#ifndef TILECOPY_DSMEM_H
#define TILECOPY_DSMEM_H
#include "config.h"
#include "cluster.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of dsmem.def ---- */

#if TC_HAS_CLUSTER
/* 1 byte of another CTA's shared memory into registers. */
TC_FN void tc_load_dsmem_b8(void *dst, tc_dsmem src) {
    unsigned short v;
    unsigned char byte;
    asm volatile("ld.shared::cluster.b8 %0, [%1];" : "=h"(v) : "r"(src) : "memory");
    byte = (unsigned char)v;
    TC_MEMCPY(dst, &byte, 1);
}

/* 2 bytes of another CTA's shared memory into registers; src 2-byte aligned. */
TC_FN void tc_load_dsmem_b16(void *dst, tc_dsmem src) {
    unsigned short v;
    asm volatile("ld.shared::cluster.b16 %0, [%1];" : "=h"(v) : "r"(src) : "memory");
    TC_MEMCPY(dst, &v, 2);
}

/* 4 bytes of another CTA's shared memory into registers; src 4-byte aligned. */
TC_FN void tc_load_dsmem_b32(void *dst, tc_dsmem src) {
    unsigned v;
    asm volatile("ld.shared::cluster.b32 %0, [%1];" : "=r"(v) : "r"(src) : "memory");
    TC_MEMCPY(dst, &v, 4);
}

/* 8 bytes of another CTA's shared memory into registers; src 8-byte aligned. */
TC_FN void tc_load_dsmem_b64(void *dst, tc_dsmem src) {
    unsigned v[2];
    asm volatile("ld.shared::cluster.v2.b32 {%0, %1}, [%2];"
                 : "=r"(v[0]), "=r"(v[1])
                 : "r"(src)
                 : "memory");
    TC_MEMCPY(dst, v, 8);
}

/* 16 bytes of another CTA's shared memory into registers; src 16-byte aligned. */
TC_FN void tc_load_dsmem_b128(void *dst, tc_dsmem src) {
    unsigned v[4];
    asm volatile("ld.shared::cluster.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "r"(src)
                 : "memory");
    TC_MEMCPY(dst, v, 16);
}

/* 1 byte of registers into another CTA's shared memory. */
TC_FN void tc_store_dsmem_b8(tc_dsmem dst, const void *src) {
    unsigned short v;
    unsigned char byte;
    TC_MEMCPY(&byte, src, 1);
    v = byte;
    asm volatile("st.shared::cluster.b8 [%0], %1;" : : "r"(dst), "h"(v) : "memory");
}

/* 2 bytes of registers into another CTA's shared memory; dst 2-byte aligned. */
TC_FN void tc_store_dsmem_b16(tc_dsmem dst, const void *src) {
    unsigned short v;
    TC_MEMCPY(&v, src, 2);
    asm volatile("st.shared::cluster.b16 [%0], %1;" : : "r"(dst), "h"(v) : "memory");
}

/* 4 bytes of registers into another CTA's shared memory; dst 4-byte aligned. */
TC_FN void tc_store_dsmem_b32(tc_dsmem dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("st.shared::cluster.b32 [%0], %1;" : : "r"(dst), "r"(v) : "memory");
}

/* 8 bytes of registers into another CTA's shared memory; dst 8-byte aligned. */
TC_FN void tc_store_dsmem_b64(tc_dsmem dst, const void *src) {
    unsigned v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile("st.shared::cluster.v2.b32 [%0], {%1, %2};"
                 :
                 : "r"(dst), "r"(v[0]), "r"(v[1])
                 : "memory");
}

/* 16 bytes of registers into another CTA's shared memory; dst 16-byte aligned. */
TC_FN void tc_store_dsmem_b128(tc_dsmem dst, const void *src) {
    unsigned v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("st.shared::cluster.v4.b32 [%0], {%1, %2, %3, %4};"
                 :
                 : "r"(dst), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
                 : "memory");
}

/* Starts a store of 4 bytes of registers into another CTA's shared memory; dst 4-byte aligned. */
TC_FN void tc_store_async_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
                 :
                 : "r"(dst), "r"(v), "r"(bar)
                 : "memory");
}

/* Starts a store of 8 bytes of registers into another CTA's shared memory; dst 8-byte aligned. */
TC_FN void tc_store_async_b64(tc_dsmem dst, const void *src, tc_dsmem bar) {
    unsigned v[2];
    TC_MEMCPY(v, src, 8);
    asm volatile(
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%0], {%1, %2}, [%3];"
        :
        : "r"(dst), "r"(v[0]), "r"(v[1]), "r"(bar)
        : "memory");
}

/* Starts a store of 16 bytes of registers into another CTA's shared memory; dst 16-byte aligned. */
TC_FN void tc_store_async_b128(tc_dsmem dst, const void *src, tc_dsmem bar) {
    unsigned v[4];
    TC_MEMCPY(v, src, 16);
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, "
                 "%3, %4}, [%5];"
                 :
                 : "r"(dst), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]), "r"(bar)
                 : "memory");
}

/* Starts a reduction: *dst = *dst OP the number at src, atomically; dst aligned to its 4 or 8
 * bytes. inc counts up to src and then from 0, dec down from src. Only these types: PTX has no
 * floats here. */
TC_FN void tc_reduce_async_add_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 "
                 "[%0], %1, [%2];"
                 :
                 : "r"(dst), "r"(v), "r"(bar)
                 : "memory");
}

/* *dst = min(*dst, *src), u32. */
TC_FN void tc_reduce_async_min_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.min.u32 "
                 "[%0], %1, [%2];"
                 :
                 : "r"(dst), "r"(v), "r"(bar)
                 : "memory");
}

/* *dst = max(*dst, *src), u32. */
TC_FN void tc_reduce_async_max_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.u32 "
                 "[%0], %1, [%2];"
                 :
                 : "r"(dst), "r"(v), "r"(bar)
                 : "memory");
}

/* *dst = *dst < *src ? *dst + 1 : 0, u32. */
TC_FN void tc_reduce_async_inc_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.inc.u32 "
                 "[%0], %1, [%2];"
                 :
                 : "r"(dst), "r"(v), "r"(bar)
                 : "memory");
}

/* *dst = *dst && *dst <= *src ? *dst - 1 : *src, u32. */
TC_FN void tc_reduce_async_dec_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.dec.u32 "
                 "[%0], %1, [%2];"
                 :
                 : "r"(dst), "r"(v), "r"(bar)
                 : "memory");
}

/* *dst += *src, s32. */
TC_FN void tc_reduce_async_add_s32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    int v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s32 "
                 "[%0], %1, [%2];"
                 :
                 : "r"(dst), "r"(v), "r"(bar)
                 : "memory");
}

/* *dst = min(*dst, *src), s32. */
TC_FN void tc_reduce_async_min_s32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    int v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.min.s32 "
                 "[%0], %1, [%2];"
                 :
                 : "r"(dst), "r"(v), "r"(bar)
                 : "memory");
}

/* *dst = max(*dst, *src), s32. */
TC_FN void tc_reduce_async_max_s32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    int v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.s32 "
                 "[%0], %1, [%2];"
                 :
                 : "r"(dst), "r"(v), "r"(bar)
                 : "memory");
}

/* *dst &= *src, b32. */
TC_FN void tc_reduce_async_and_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.and.b32 "
                 "[%0], %1, [%2];"
                 :
                 : "r"(dst), "r"(v), "r"(bar)
                 : "memory");
}

/* *dst |= *src, b32. */
TC_FN void tc_reduce_async_or_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.or.b32 "
                 "[%0], %1, [%2];"
                 :
                 : "r"(dst), "r"(v), "r"(bar)
                 : "memory");
}

/* *dst ^= *src, b32. */
TC_FN void tc_reduce_async_xor_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.xor.b32 "
                 "[%0], %1, [%2];"
                 :
                 : "r"(dst), "r"(v), "r"(bar)
                 : "memory");
}

/* *dst += *src, u64. */
TC_FN void tc_reduce_async_add_u64(tc_dsmem dst, const void *src, tc_dsmem bar) {
    unsigned long long v;
    TC_MEMCPY(&v, src, 8);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u64 "
                 "[%0], %1, [%2];"
                 :
                 : "r"(dst), "l"(v), "r"(bar)
                 : "memory");
}

/* Another CTA's shared memory, seen after a cluster barrier and not counted on an mbarrier: *dst =
 * *dst OP *src, atomically. dst is 4-byte aligned. */
TC_FN void tc_reduce_dsmem_add_u32(tc_dsmem dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], %1;"
                 :
                 : "r"(dst), "r"(v)
                 : "memory");
}

/* *dst = min(*dst, *src), u32. */
TC_FN void tc_reduce_dsmem_min_u32(tc_dsmem dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.cluster.shared::cluster.min.u32 [%0], %1;"
                 :
                 : "r"(dst), "r"(v)
                 : "memory");
}

/* *dst = max(*dst, *src), u32. */
TC_FN void tc_reduce_dsmem_max_u32(tc_dsmem dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.cluster.shared::cluster.max.u32 [%0], %1;"
                 :
                 : "r"(dst), "r"(v)
                 : "memory");
}

/* *dst = min(*dst, *src), s32. */
TC_FN void tc_reduce_dsmem_min_s32(tc_dsmem dst, const void *src) {
    int v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.cluster.shared::cluster.min.s32 [%0], %1;"
                 :
                 : "r"(dst), "r"(v)
                 : "memory");
}

/* *dst = max(*dst, *src), s32. */
TC_FN void tc_reduce_dsmem_max_s32(tc_dsmem dst, const void *src) {
    int v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.cluster.shared::cluster.max.s32 [%0], %1;"
                 :
                 : "r"(dst), "r"(v)
                 : "memory");
}

/* *dst &= *src, b32. */
TC_FN void tc_reduce_dsmem_and_b32(tc_dsmem dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.cluster.shared::cluster.and.b32 [%0], %1;"
                 :
                 : "r"(dst), "r"(v)
                 : "memory");
}

/* *dst |= *src, b32. */
TC_FN void tc_reduce_dsmem_or_b32(tc_dsmem dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.cluster.shared::cluster.or.b32 [%0], %1;"
                 :
                 : "r"(dst), "r"(v)
                 : "memory");
}

/* *dst ^= *src, b32. */
TC_FN void tc_reduce_dsmem_xor_b32(tc_dsmem dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.cluster.shared::cluster.xor.b32 [%0], %1;"
                 :
                 : "r"(dst), "r"(v)
                 : "memory");
}

/* The same for floats: *dst += *src, atomically, in an unspecified order. Of two 16-bit numbers
 * each for itself. */
TC_FN void tc_reduce_dsmem_add_f32(tc_dsmem dst, const void *src) {
    float v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("red.relaxed.cluster.shared::cluster.add.f32 [%0], %1;"
                 :
                 : "r"(dst), "f"(v)
                 : "memory");
}

/* *dst += *src, f64. */
TC_FN void tc_reduce_dsmem_add_f64(tc_dsmem dst, const void *src) {
    double v;
    TC_MEMCPY(&v, src, 8);
    asm volatile("red.relaxed.cluster.shared::cluster.add.f64 [%0], %1;"
                 :
                 : "r"(dst), "d"(v)
                 : "memory");
}

/* *dst += *src, f16. */
TC_FN void tc_reduce_dsmem_add_f16x2(tc_dsmem dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("{\n\t"
                 ".reg .b32 old, sum, now;\n\t"
                 ".reg .pred again;\n\t"
                 "ld.relaxed.cluster.shared::cluster.b32 old, [%0];\n\t"
                 "AGAIN:\n\t"
                 "add.rn.f16x2 sum, old, %1;\n\t"
                 "atom.relaxed.cluster.shared::cluster.cas.b32 now, [%0], old, sum;\n\t"
                 "setp.ne.b32 again, now, old;\n\t"
                 "mov.b32 old, now;\n\t"
                 "@again bra AGAIN;\n\t"
                 "}"
                 :
                 : "r"(dst), "r"(v)
                 : "memory");
}

/* *dst += *src, bf16. */
TC_FN void tc_reduce_dsmem_add_bf16x2(tc_dsmem dst, const void *src) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("{\n\t"
                 ".reg .b32 old, sum, now;\n\t"
                 ".reg .pred again;\n\t"
                 "ld.relaxed.cluster.shared::cluster.b32 old, [%0];\n\t"
                 "AGAIN:\n\t"
                 "add.rn.bf16x2 sum, old, %1;\n\t"
                 "atom.relaxed.cluster.shared::cluster.cas.b32 now, [%0], old, sum;\n\t"
                 "setp.ne.b32 again, now, old;\n\t"
                 "mov.b32 old, now;\n\t"
                 "@again bra AGAIN;\n\t"
                 "}"
                 :
                 : "r"(dst), "r"(v)
                 : "memory");
}

#else
TC_DECLARE void tc_load_dsmem_b8(void *dst, tc_dsmem src)
    TC_UNAVAILABLE("tc_load_dsmem_b8 needs sm_90");
TC_DECLARE void tc_load_dsmem_b16(void *dst, tc_dsmem src)
    TC_UNAVAILABLE("tc_load_dsmem_b16 needs sm_90");
TC_DECLARE void tc_load_dsmem_b32(void *dst, tc_dsmem src)
    TC_UNAVAILABLE("tc_load_dsmem_b32 needs sm_90");
TC_DECLARE void tc_load_dsmem_b64(void *dst, tc_dsmem src)
    TC_UNAVAILABLE("tc_load_dsmem_b64 needs sm_90");
TC_DECLARE void tc_load_dsmem_b128(void *dst, tc_dsmem src)
    TC_UNAVAILABLE("tc_load_dsmem_b128 needs sm_90");
TC_DECLARE void tc_store_dsmem_b8(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_store_dsmem_b8 needs sm_90");
TC_DECLARE void tc_store_dsmem_b16(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_store_dsmem_b16 needs sm_90");
TC_DECLARE void tc_store_dsmem_b32(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_store_dsmem_b32 needs sm_90");
TC_DECLARE void tc_store_dsmem_b64(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_store_dsmem_b64 needs sm_90");
TC_DECLARE void tc_store_dsmem_b128(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_store_dsmem_b128 needs sm_90");
TC_DECLARE void tc_store_async_b32(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_store_async_b32 needs sm_90");
TC_DECLARE void tc_store_async_b64(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_store_async_b64 needs sm_90");
TC_DECLARE void tc_store_async_b128(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_store_async_b128 needs sm_90");
TC_DECLARE void tc_reduce_async_add_u32(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_reduce_async_add_u32 needs sm_90");
TC_DECLARE void tc_reduce_async_min_u32(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_reduce_async_min_u32 needs sm_90");
TC_DECLARE void tc_reduce_async_max_u32(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_reduce_async_max_u32 needs sm_90");
TC_DECLARE void tc_reduce_async_inc_u32(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_reduce_async_inc_u32 needs sm_90");
TC_DECLARE void tc_reduce_async_dec_u32(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_reduce_async_dec_u32 needs sm_90");
TC_DECLARE void tc_reduce_async_add_s32(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_reduce_async_add_s32 needs sm_90");
TC_DECLARE void tc_reduce_async_min_s32(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_reduce_async_min_s32 needs sm_90");
TC_DECLARE void tc_reduce_async_max_s32(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_reduce_async_max_s32 needs sm_90");
TC_DECLARE void tc_reduce_async_and_b32(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_reduce_async_and_b32 needs sm_90");
TC_DECLARE void tc_reduce_async_or_b32(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_reduce_async_or_b32 needs sm_90");
TC_DECLARE void tc_reduce_async_xor_b32(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_reduce_async_xor_b32 needs sm_90");
TC_DECLARE void tc_reduce_async_add_u64(tc_dsmem dst, const void *src, tc_dsmem bar)
    TC_UNAVAILABLE("tc_reduce_async_add_u64 needs sm_90");
TC_DECLARE void tc_reduce_dsmem_add_u32(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_dsmem_add_u32 needs sm_90");
TC_DECLARE void tc_reduce_dsmem_min_u32(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_dsmem_min_u32 needs sm_90");
TC_DECLARE void tc_reduce_dsmem_max_u32(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_dsmem_max_u32 needs sm_90");
TC_DECLARE void tc_reduce_dsmem_min_s32(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_dsmem_min_s32 needs sm_90");
TC_DECLARE void tc_reduce_dsmem_max_s32(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_dsmem_max_s32 needs sm_90");
TC_DECLARE void tc_reduce_dsmem_and_b32(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_dsmem_and_b32 needs sm_90");
TC_DECLARE void tc_reduce_dsmem_or_b32(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_dsmem_or_b32 needs sm_90");
TC_DECLARE void tc_reduce_dsmem_xor_b32(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_dsmem_xor_b32 needs sm_90");
TC_DECLARE void tc_reduce_dsmem_add_f32(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_dsmem_add_f32 needs sm_90");
TC_DECLARE void tc_reduce_dsmem_add_f64(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_dsmem_add_f64 needs sm_90");
TC_DECLARE void tc_reduce_dsmem_add_f16x2(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_dsmem_add_f16x2 needs sm_90");
TC_DECLARE void tc_reduce_dsmem_add_bf16x2(tc_dsmem dst, const void *src)
    TC_UNAVAILABLE("tc_reduce_dsmem_add_bf16x2 needs sm_90");
#endif

/* ---- end of the rows ---- */

#endif
#endif
