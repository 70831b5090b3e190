/* bulk_reduce_hinted.h: the reductions into global memory of bulk_reduce.h with a policy for L2, of
 * tc_createpolicy_fractional_ (hints.h). In everything else they are those. PTX: "Data Movement and
 * Conversion Instructions: Bulk copy: cp.reduce.async.bulk", its .L2::cache_hint. */
#ifndef TILECOPY_BULK_REDUCE_HINTED_H
#define TILECOPY_BULK_REDUCE_HINTED_H
#include "config.h"
#include "bulk.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of bulk_reduce_hinted.def ---- */

#if TC_HAS_BULK
/* *dst += *src for each u32. */
TC_FN void tc_bulk_reduce_add_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.u32 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = min(*dst, *src) for each u32. */
TC_FN void tc_bulk_reduce_min_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.min.u32 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = max(*dst, *src) for each u32. */
TC_FN void tc_bulk_reduce_max_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.max.u32 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = *dst < *src ? *dst + 1 : 0 for each u32. */
TC_FN void tc_bulk_reduce_inc_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.inc.u32 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = *dst && *dst <= *src ? *dst - 1 : *src for each u32. */
TC_FN void tc_bulk_reduce_dec_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.dec.u32 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst += *src for each s32. */
TC_FN void tc_bulk_reduce_add_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.s32 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = min(*dst, *src) for each s32. */
TC_FN void tc_bulk_reduce_min_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.min.s32 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = max(*dst, *src) for each s32. */
TC_FN void tc_bulk_reduce_max_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.max.s32 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst += *src for each u64. */
TC_FN void tc_bulk_reduce_add_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.u64 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = min(*dst, *src) for each u64. */
TC_FN void tc_bulk_reduce_min_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.min.u64 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = max(*dst, *src) for each u64. */
TC_FN void tc_bulk_reduce_max_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.max.u64 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = min(*dst, *src) for each s64. */
TC_FN void tc_bulk_reduce_min_s64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.min.s64 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = max(*dst, *src) for each s64. */
TC_FN void tc_bulk_reduce_max_s64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.max.s64 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst &= *src for each b32. */
TC_FN void tc_bulk_reduce_and_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.and.b32 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst |= *src for each b32. */
TC_FN void tc_bulk_reduce_or_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.or.b32 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst ^= *src for each b32. */
TC_FN void tc_bulk_reduce_xor_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.xor.b32 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst &= *src for each b64. */
TC_FN void tc_bulk_reduce_and_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.and.b64 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst |= *src for each b64. */
TC_FN void tc_bulk_reduce_or_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.or.b64 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst ^= *src for each b64. */
TC_FN void tc_bulk_reduce_xor_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.xor.b64 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst += *src for each f16. */
TC_FN void tc_bulk_reduce_add_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.noftz.f16 "
                 "[%0], [%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = min(*dst, *src) for each f16. */
TC_FN void tc_bulk_reduce_min_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.min.f16 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = max(*dst, *src) for each f16. */
TC_FN void tc_bulk_reduce_max_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.max.f16 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst += *src for each bf16. */
TC_FN void tc_bulk_reduce_add_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.noftz.bf16 "
                 "[%0], [%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = min(*dst, *src) for each bf16. */
TC_FN void tc_bulk_reduce_min_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.min.bf16 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst = max(*dst, *src) for each bf16. */
TC_FN void tc_bulk_reduce_max_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.max.bf16 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst += *src for each f32. */
TC_FN void tc_bulk_reduce_add_f32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.f32 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* *dst += *src for each f64. */
TC_FN void tc_bulk_reduce_add_f64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.f64 [%0], "
                 "[%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

#else
TC_DECLARE void tc_bulk_reduce_add_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_add_u32_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_min_u32_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_max_u32_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_inc_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_inc_u32_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_dec_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_dec_u32_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_add_s32_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_min_s32_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_max_s32_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_add_u64_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_min_u64_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_max_u64_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_s64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_min_s64_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_s64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_max_s64_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_and_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_and_b32_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_or_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_or_b32_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_xor_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_xor_b32_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_and_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_and_b64_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_or_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_or_b64_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_xor_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_xor_b64_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_add_f16_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_min_f16_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_max_f16_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_add_bf16_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_min_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_min_bf16_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_max_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_max_bf16_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_f32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_add_f32_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_reduce_add_f64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_reduce_add_f64_to_gmem_hinted needs sm_90");
#endif

/* ---- end of the rows ---- */

#endif
#endif
