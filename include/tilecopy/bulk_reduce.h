/* bulk_reduce.h: cp.reduce.async.bulk, bulk copies that combine what they bring with what is there.
 *
 * As the bulk copies of bulk.h, with the same alignment, fences and waits; dst[i] = dst[i] OP src[i] for
 * each number of the type, atomically one by one: any number of such copies may be on the way to the same
 * place, in an order that nobody knows. inc counts up to src[i] and then from 0, dec down from it. Of floats
 * sums in global memory take subnormal f32 as 0. PTX: "Data Movement and Conversion Instructions: Bulk
 * copy: cp.reduce.async.bulk". */
#ifndef TILECOPY_BULK_REDUCE_H
#define TILECOPY_BULK_REDUCE_H
#include "config.h"
#include "bulk.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of bulk_reduce.def ---- */

#if TC_HAS_BULK
/* Starts a reduction of `bytes` of our shared memory into global memory, in the open group of the
 * thread. */
TC_FN void tc_bulk_reduce_add_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = min(*dst, *src) for each u32. */
TC_FN void tc_bulk_reduce_min_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.u32 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = max(*dst, *src) for each u32. */
TC_FN void tc_bulk_reduce_max_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = *dst < *src ? *dst + 1 : 0 for each u32. */
TC_FN void tc_bulk_reduce_inc_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.inc.u32 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = *dst && *dst <= *src ? *dst - 1 : *src for each u32. */
TC_FN void tc_bulk_reduce_dec_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.dec.u32 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst += *src for each s32. */
TC_FN void tc_bulk_reduce_add_s32_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = min(*dst, *src) for each s32. */
TC_FN void tc_bulk_reduce_min_s32_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s32 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = max(*dst, *src) for each s32. */
TC_FN void tc_bulk_reduce_max_s32_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst += *src for each u64. */
TC_FN void tc_bulk_reduce_add_u64_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u64 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = min(*dst, *src) for each u64. */
TC_FN void tc_bulk_reduce_min_u64_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.u64 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = max(*dst, *src) for each u64. */
TC_FN void tc_bulk_reduce_max_u64_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u64 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = min(*dst, *src) for each s64. */
TC_FN void tc_bulk_reduce_min_s64_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s64 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = max(*dst, *src) for each s64. */
TC_FN void tc_bulk_reduce_max_s64_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s64 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst &= *src for each b32. */
TC_FN void tc_bulk_reduce_and_b32_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.and.b32 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst |= *src for each b32. */
TC_FN void tc_bulk_reduce_or_b32_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.or.b32 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst ^= *src for each b32. */
TC_FN void tc_bulk_reduce_xor_b32_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b32 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst &= *src for each b64. */
TC_FN void tc_bulk_reduce_and_b64_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.and.b64 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst |= *src for each b64. */
TC_FN void tc_bulk_reduce_or_b64_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.or.b64 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst ^= *src for each b64. */
TC_FN void tc_bulk_reduce_xor_b64_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b64 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst += *src for each f16. */
TC_FN void tc_bulk_reduce_add_f16_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = min(*dst, *src) for each f16. */
TC_FN void tc_bulk_reduce_min_f16_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f16 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = max(*dst, *src) for each f16. */
TC_FN void tc_bulk_reduce_max_f16_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.f16 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst += *src for each bf16. */
TC_FN void tc_bulk_reduce_add_bf16_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = min(*dst, *src) for each bf16. */
TC_FN void tc_bulk_reduce_min_bf16_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.bf16 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst = max(*dst, *src) for each bf16. */
TC_FN void tc_bulk_reduce_max_bf16_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.bf16 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst += *src for each f32. */
TC_FN void tc_bulk_reduce_add_f32_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* *dst += *src for each f64. */
TC_FN void tc_bulk_reduce_add_f64_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f64 [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* Starts a reduction of `bytes` of our shared memory into another CTA's; they are counted on bar,
 * an mbarrier of the CTA that receives. Only these types: PTX has no floats here. */
TC_FN void tc_bulk_reduce_add_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                 "add.u32 [%0], [%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

/* *dst = min(*dst, *src) for each u32. */
TC_FN void tc_bulk_reduce_min_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                 "min.u32 [%0], [%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

/* *dst = max(*dst, *src) for each u32. */
TC_FN void tc_bulk_reduce_max_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                 "max.u32 [%0], [%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

/* *dst = *dst < *src ? *dst + 1 : 0 for each u32. */
TC_FN void tc_bulk_reduce_inc_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                 "inc.u32 [%0], [%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

/* *dst = *dst && *dst <= *src ? *dst - 1 : *src for each u32. */
TC_FN void tc_bulk_reduce_dec_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                 "dec.u32 [%0], [%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

/* *dst += *src for each s32. */
TC_FN void tc_bulk_reduce_add_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                 "add.s32 [%0], [%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

/* *dst = min(*dst, *src) for each s32. */
TC_FN void tc_bulk_reduce_min_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                 "min.s32 [%0], [%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

/* *dst = max(*dst, *src) for each s32. */
TC_FN void tc_bulk_reduce_max_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                 "max.s32 [%0], [%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

/* *dst &= *src for each b32. */
TC_FN void tc_bulk_reduce_and_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                 "and.b32 [%0], [%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

/* *dst |= *src for each b32. */
TC_FN void tc_bulk_reduce_or_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.or."
                 "b32 [%0], [%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

/* *dst ^= *src for each b32. */
TC_FN void tc_bulk_reduce_xor_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                 "xor.b32 [%0], [%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

/* *dst += *src for each u64. */
TC_FN void tc_bulk_reduce_add_u64_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                 "add.u64 [%0], [%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

#else
TC_DECLARE void tc_bulk_reduce_add_u32_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_add_u32_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_u32_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_min_u32_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_u32_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_max_u32_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_inc_u32_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_inc_u32_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_dec_u32_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_dec_u32_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_s32_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_add_s32_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_s32_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_min_s32_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_s32_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_max_s32_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_u64_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_add_u64_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_u64_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_min_u64_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_u64_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_max_u64_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_s64_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_min_s64_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_s64_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_max_s64_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_and_b32_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_and_b32_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_or_b32_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_or_b32_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_xor_b32_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_xor_b32_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_and_b64_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_and_b64_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_or_b64_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_or_b64_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_xor_b64_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_xor_b64_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_f16_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_add_f16_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_f16_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_min_f16_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_f16_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_max_f16_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_bf16_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_add_bf16_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_bf16_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_min_bf16_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_bf16_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_max_bf16_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_f32_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_add_f32_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_f64_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_reduce_add_f64_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_reduce_add_u32_to_dsmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_reduce_min_u32_to_dsmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_reduce_max_u32_to_dsmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_inc_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_reduce_inc_u32_to_dsmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_dec_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_reduce_dec_u32_to_dsmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_reduce_add_s32_to_dsmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_reduce_min_s32_to_dsmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_reduce_max_s32_to_dsmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_and_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_reduce_and_b32_to_dsmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_or_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_reduce_or_b32_to_dsmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_xor_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_reduce_xor_b32_to_dsmem needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_u64_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_reduce_add_u64_to_dsmem needs sm_90");
#endif

/* ---- end of the rows ---- */

#endif
#endif
