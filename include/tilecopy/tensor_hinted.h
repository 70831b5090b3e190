/* tensor_hinted.h: the copies of tensor.h with a policy for L2 as their last argument, of
 * tc_createpolicy_fractional_ (hints.h). */
#ifndef TILECOPY_TENSOR_HINTED_H
#define TILECOPY_TENSOR_HINTED_H
#include "tensor.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of tensor_hinted.def ---- */

#if TC_HAS_BULK
/* The same copies with a policy for L2, of tc_createpolicy_fractional_. */
TC_FN void tc_tensor_gmem_to_smem_1d_hinted(
    void *dst, const tc_tensormap *src, int c0, tc_mbarrier *bar, unsigned long long policy) {
    asm volatile(
        "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_"
        "hint [%0], [%1, {%2}], [%3], %4;"
        :
        : "r"(tc_smem_address(dst)), "l"(src), "r"(c0), "r"(tc_smem_address(bar)), "l"(policy)
        : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_2d_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    tc_mbarrier *bar,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::"
                 "cache_hint [%0], [%1, {%2, %3}], [%4], %5;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(tc_smem_address(bar)),
                   "l"(policy)
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_3d_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    tc_mbarrier *bar,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::"
                 "cache_hint [%0], [%1, {%2, %3, %4}], [%5], %6;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(tc_smem_address(bar)),
                   "l"(policy)
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_4d_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    tc_mbarrier *bar,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::"
                 "cache_hint [%0], [%1, {%2, %3, %4, %5}], [%6], %7;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(c3),
                   "r"(tc_smem_address(bar)),
                   "l"(policy)
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_5d_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::"
                 "cache_hint [%0], [%1, {%2, %3, %4, %5, %6}], [%7], %8;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(c3),
                   "r"(c4),
                   "r"(tc_smem_address(bar)),
                   "l"(policy)
                 : "memory");
}

TC_FN void tc_tensor_smem_to_gmem_1d_hinted(
    const tc_tensormap *dst, const void *src, int c0, unsigned long long policy) {
    asm volatile(
        "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group.L2::cache_hint [%0, {%2}], [%1], %3;"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "l"(policy)
        : "memory");
}

TC_FN void tc_tensor_smem_to_gmem_2d_hinted(
    const tc_tensormap *dst, const void *src, int c0, int c1, unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group.L2::cache_hint [%0, {%2, "
                 "%3}], [%1], %4;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "l"(policy)
                 : "memory");
}

TC_FN void tc_tensor_smem_to_gmem_3d_hinted(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.bulk_group.L2::cache_hint [%0, {%2, "
                 "%3, %4}], [%1], %5;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "l"(policy)
                 : "memory");
}

TC_FN void tc_tensor_smem_to_gmem_4d_hinted(
    const tc_tensormap *dst,
    const void *src,
    int c0,
    int c1,
    int c2,
    int c3,
    unsigned long long policy) {
    asm volatile(
        "cp.async.bulk.tensor.4d.global.shared::cta.bulk_group.L2::cache_hint [%0, {%2, %3, %4, "
        "%5}], [%1], %6;"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "l"(policy)
        : "memory");
}

TC_FN void tc_tensor_smem_to_gmem_5d_hinted(
    const tc_tensormap *dst,
    const void *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.5d.global.shared::cta.bulk_group.L2::cache_hint [%0, {%2, "
                 "%3, %4, %5, %6}], [%1], %7;"
                 :
                 : "l"(dst),
                   "r"(tc_smem_address(src)),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(c3),
                   "r"(c4),
                   "l"(policy)
                 : "memory");
}

#else
TC_DECLARE void tc_tensor_gmem_to_smem_1d_hinted(
    void *dst, const tc_tensormap *src, int c0, tc_mbarrier *bar, unsigned long long policy)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_1d_hinted needs sm_90");
TC_DECLARE void tc_tensor_gmem_to_smem_2d_hinted(
    void *dst, const tc_tensormap *src, int c0, int c1, tc_mbarrier *bar, unsigned long long policy)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_2d_hinted needs sm_90");
TC_DECLARE void tc_tensor_gmem_to_smem_3d_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    tc_mbarrier *bar,
    unsigned long long policy) TC_UNAVAILABLE("tc_tensor_gmem_to_smem_3d_hinted needs sm_90");
TC_DECLARE void tc_tensor_gmem_to_smem_4d_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    tc_mbarrier *bar,
    unsigned long long policy) TC_UNAVAILABLE("tc_tensor_gmem_to_smem_4d_hinted needs sm_90");
TC_DECLARE void tc_tensor_gmem_to_smem_5d_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned long long policy) TC_UNAVAILABLE("tc_tensor_gmem_to_smem_5d_hinted needs sm_90");
TC_DECLARE void tc_tensor_smem_to_gmem_1d_hinted(
    const tc_tensormap *dst, const void *src, int c0, unsigned long long policy)
    TC_UNAVAILABLE("tc_tensor_smem_to_gmem_1d_hinted needs sm_90");
TC_DECLARE void tc_tensor_smem_to_gmem_2d_hinted(
    const tc_tensormap *dst, const void *src, int c0, int c1, unsigned long long policy)
    TC_UNAVAILABLE("tc_tensor_smem_to_gmem_2d_hinted needs sm_90");
TC_DECLARE void tc_tensor_smem_to_gmem_3d_hinted(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, unsigned long long policy)
    TC_UNAVAILABLE("tc_tensor_smem_to_gmem_3d_hinted needs sm_90");
TC_DECLARE void tc_tensor_smem_to_gmem_4d_hinted(
    const tc_tensormap *dst,
    const void *src,
    int c0,
    int c1,
    int c2,
    int c3,
    unsigned long long policy) TC_UNAVAILABLE("tc_tensor_smem_to_gmem_4d_hinted needs sm_90");
TC_DECLARE void tc_tensor_smem_to_gmem_5d_hinted(
    const tc_tensormap *dst,
    const void *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    unsigned long long policy) TC_UNAVAILABLE("tc_tensor_smem_to_gmem_5d_hinted needs sm_90");
#endif

#if TC_HAS_MULTICAST
/* The same with a policy for L2. */
TC_FN void tc_tensor_gmem_to_smem_1d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes."
                 "multicast::cluster.L2::cache_hint [%0], [%1, {%2}], [%3], %4, %5;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(tc_smem_address(bar)),
                   "h"((unsigned short)ctas),
                   "l"(policy)
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_2d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes."
                 "multicast::cluster.L2::cache_hint [%0], [%1, {%2, %3}], [%4], %5, %6;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(tc_smem_address(bar)),
                   "h"((unsigned short)ctas),
                   "l"(policy)
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_3d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes."
                 "multicast::cluster.L2::cache_hint [%0], [%1, {%2, %3, %4}], [%5], %6, %7;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(tc_smem_address(bar)),
                   "h"((unsigned short)ctas),
                   "l"(policy)
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_4d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes."
                 "multicast::cluster.L2::cache_hint [%0], [%1, {%2, %3, %4, %5}], [%6], %7, %8;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(c3),
                   "r"(tc_smem_address(bar)),
                   "h"((unsigned short)ctas),
                   "l"(policy)
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_5d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes."
                 "multicast::cluster.L2::cache_hint [%0], [%1, {%2, %3, %4, %5, %6}], [%7], %8, %9;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(c3),
                   "r"(c4),
                   "r"(tc_smem_address(bar)),
                   "h"((unsigned short)ctas),
                   "l"(policy)
                 : "memory");
}

#elif TC_CHIP_HAS_MULTICAST
TC_FN void tc_tensor_gmem_to_smem_1d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)dst;
    (void)src;
    (void)c0;
    (void)bar;
    (void)ctas;
    (void)policy;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensor_gmem_to_smem_2d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)dst;
    (void)src;
    (void)c0;
    (void)c1;
    (void)bar;
    (void)ctas;
    (void)policy;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensor_gmem_to_smem_3d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)dst;
    (void)src;
    (void)c0;
    (void)c1;
    (void)c2;
    (void)bar;
    (void)ctas;
    (void)policy;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensor_gmem_to_smem_4d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)dst;
    (void)src;
    (void)c0;
    (void)c1;
    (void)c2;
    (void)c3;
    (void)bar;
    (void)ctas;
    (void)policy;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensor_gmem_to_smem_5d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)dst;
    (void)src;
    (void)c0;
    (void)c1;
    (void)c2;
    (void)c3;
    (void)c4;
    (void)bar;
    (void)ctas;
    (void)policy;
    TC_NEEDS_LETTER();
}

#else
TC_DECLARE void tc_tensor_gmem_to_smem_1d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_1d_multicast_hinted needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensor_gmem_to_smem_2d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_2d_multicast_hinted needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensor_gmem_to_smem_3d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_3d_multicast_hinted needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensor_gmem_to_smem_4d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_4d_multicast_hinted needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensor_gmem_to_smem_5d_multicast_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_5d_multicast_hinted needs sm_90a, sm_100a or the like");
#endif

/* ---- end of the rows ---- */

#endif
#endif
