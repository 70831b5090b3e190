/* tensor.h: cp.async.bulk.tensor, copies of boxes of a tensor that a tensor map describes.
 *
 * One thread starts a copy; elect it with tc_elect_one. In shared memory the box stands row after row, innermost
 * dimension first. Without a swizzle the rows follow each other; under a swizzle they begin at multiples of its
 * span of 32, 64 or 128 bytes, and the place of the box is a multiple of 8 spans. Without a swizzle it is a
 * multiple of 128 bytes. Fences and waits are those of bulk.h. Coordinates of loads may be negative or past the
 * end: what lies outside of the tensor arrives as zero, or as NaN if the map says so. PTX: "Data Movement and
 * Conversion Instructions: Tensor copy: cp.async.bulk.tensor". tilecopy/tensormap.h makes maps on the host. */
#ifndef TILECOPY_TENSOR_H
#define TILECOPY_TENSOR_H
#include "bulk.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of tensor.def ---- */

#if TC_HAS_BULK
/* Starts a copy of the box of the map whose first element is at the coordinates c0 (innermost), c1
 * and so on to our shared memory. bar counts the bytes of the whole box, whatever lies outside of
 * the tensor. */
TC_FN void tc_tensor_gmem_to_smem_1d(void *dst, const tc_tensormap *src, int c0, tc_mbarrier *bar) {
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2}], [%3];"
                 :
                 : "r"(tc_smem_address(dst)), "l"(src), "r"(c0), "r"(tc_smem_address(bar))
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_2d(
    void *dst, const tc_tensormap *src, int c0, int c1, tc_mbarrier *bar) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];"
                 :
                 : "r"(tc_smem_address(dst)), "l"(src), "r"(c0), "r"(c1), "r"(tc_smem_address(bar))
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_3d(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, tc_mbarrier *bar) {
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, "
        "{%2, %3, %4}], [%5];"
        :
        : "r"(tc_smem_address(dst)), "l"(src), "r"(c0), "r"(c1), "r"(c2), "r"(tc_smem_address(bar))
        : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_4d(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, int c3, tc_mbarrier *bar) {
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3, %4, %5}], [%6];"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(c3),
                   "r"(tc_smem_address(bar))
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_5d(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, int c3, int c4, tc_mbarrier *bar) {
    asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3, %4, %5, %6}], [%7];"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(c3),
                   "r"(c4),
                   "r"(tc_smem_address(bar))
                 : "memory");
}

/* Starts a copy of a box of our shared memory to the tensor, in the open group of the calling
 * thread, which commits it and waits for it. What lies past an extent is not written; no coordinate
 * may be negative, and c0 is a multiple of 16 bytes. */
TC_FN void tc_tensor_smem_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0) {
    asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%2}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0)
                 : "memory");
}

TC_FN void tc_tensor_smem_to_gmem_2d(const tc_tensormap *dst, const void *src, int c0, int c1) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1)
                 : "memory");
}

TC_FN void tc_tensor_smem_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2) {
    asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%2, %3, %4}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2)
                 : "memory");
}

TC_FN void tc_tensor_smem_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3) {
    asm volatile(
        "cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [%0, {%2, %3, %4, %5}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3)
        : "memory");
}

TC_FN void tc_tensor_smem_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    asm volatile(
        "cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [%0, {%2, %3, %4, %5, %6}], [%1];"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4)
        : "memory");
}

/* Asks for the box to be brought into L2; nothing waits for it and nobody may rely on it. */
TC_FN void tc_tensor_prefetch_1d(const tc_tensormap *src, int c0) {
    asm volatile("cp.async.bulk.prefetch.tensor.1d.L2.global [%0, {%1}];"
                 :
                 : "l"(src), "r"(c0)
                 : "memory");
}

TC_FN void tc_tensor_prefetch_2d(const tc_tensormap *src, int c0, int c1) {
    asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global [%0, {%1, %2}];"
                 :
                 : "l"(src), "r"(c0), "r"(c1)
                 : "memory");
}

TC_FN void tc_tensor_prefetch_3d(const tc_tensormap *src, int c0, int c1, int c2) {
    asm volatile("cp.async.bulk.prefetch.tensor.3d.L2.global [%0, {%1, %2, %3}];"
                 :
                 : "l"(src), "r"(c0), "r"(c1), "r"(c2)
                 : "memory");
}

TC_FN void tc_tensor_prefetch_4d(const tc_tensormap *src, int c0, int c1, int c2, int c3) {
    asm volatile("cp.async.bulk.prefetch.tensor.4d.L2.global [%0, {%1, %2, %3, %4}];"
                 :
                 : "l"(src), "r"(c0), "r"(c1), "r"(c2), "r"(c3)
                 : "memory");
}

TC_FN void tc_tensor_prefetch_5d(const tc_tensormap *src, int c0, int c1, int c2, int c3, int c4) {
    asm volatile("cp.async.bulk.prefetch.tensor.5d.L2.global [%0, {%1, %2, %3, %4, %5}];"
                 :
                 : "l"(src), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4)
                 : "memory");
}

/* Asks for a tensor map, a __grid_constant__ parameter of the kernel or one in global memory, to be
 * brought into the cache of maps. */
TC_FN void tc_prefetch_tensormap(const tc_tensormap *map) {
    asm volatile("prefetch.tensormap [%0];" : : "l"(map) : "memory");
}

#else
TC_DECLARE void tc_tensor_gmem_to_smem_1d(
    void *dst, const tc_tensormap *src, int c0, tc_mbarrier *bar)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_1d needs sm_90");
TC_DECLARE void tc_tensor_gmem_to_smem_2d(
    void *dst, const tc_tensormap *src, int c0, int c1, tc_mbarrier *bar)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_2d needs sm_90");
TC_DECLARE void tc_tensor_gmem_to_smem_3d(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, tc_mbarrier *bar)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_3d needs sm_90");
TC_DECLARE void tc_tensor_gmem_to_smem_4d(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, int c3, tc_mbarrier *bar)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_4d needs sm_90");
TC_DECLARE void tc_tensor_gmem_to_smem_5d(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, int c3, int c4, tc_mbarrier *bar)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_5d needs sm_90");
TC_DECLARE void tc_tensor_smem_to_gmem_1d(const tc_tensormap *dst, const void *src, int c0)
    TC_UNAVAILABLE("tc_tensor_smem_to_gmem_1d needs sm_90");
TC_DECLARE void tc_tensor_smem_to_gmem_2d(const tc_tensormap *dst, const void *src, int c0, int c1)
    TC_UNAVAILABLE("tc_tensor_smem_to_gmem_2d needs sm_90");
TC_DECLARE void tc_tensor_smem_to_gmem_3d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2)
    TC_UNAVAILABLE("tc_tensor_smem_to_gmem_3d needs sm_90");
TC_DECLARE void tc_tensor_smem_to_gmem_4d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3)
    TC_UNAVAILABLE("tc_tensor_smem_to_gmem_4d needs sm_90");
TC_DECLARE void tc_tensor_smem_to_gmem_5d(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4)
    TC_UNAVAILABLE("tc_tensor_smem_to_gmem_5d needs sm_90");
TC_DECLARE void tc_tensor_prefetch_1d(const tc_tensormap *src, int c0)
    TC_UNAVAILABLE("tc_tensor_prefetch_1d needs sm_90");
TC_DECLARE void tc_tensor_prefetch_2d(const tc_tensormap *src, int c0, int c1)
    TC_UNAVAILABLE("tc_tensor_prefetch_2d needs sm_90");
TC_DECLARE void tc_tensor_prefetch_3d(const tc_tensormap *src, int c0, int c1, int c2)
    TC_UNAVAILABLE("tc_tensor_prefetch_3d needs sm_90");
TC_DECLARE void tc_tensor_prefetch_4d(const tc_tensormap *src, int c0, int c1, int c2, int c3)
    TC_UNAVAILABLE("tc_tensor_prefetch_4d needs sm_90");
TC_DECLARE void tc_tensor_prefetch_5d(
    const tc_tensormap *src, int c0, int c1, int c2, int c3, int c4)
    TC_UNAVAILABLE("tc_tensor_prefetch_5d needs sm_90");
TC_DECLARE void tc_prefetch_tensormap(const tc_tensormap *map)
    TC_UNAVAILABLE("tc_prefetch_tensormap needs sm_90");
#endif

#if TC_HAS_MULTICAST
/* Starts a copy of the box to the shared memory of every CTA whose bit is set in `ctas` (bit 0:
 * rank 0; at least one), at the place where we keep dst; each counts the bytes on its own mbarrier,
 * where we keep bar. Needs sm_90a, sm_100a or the like: elsewhere ptxas advises against it. */
TC_FN void tc_tensor_gmem_to_smem_1d_multicast(
    void *dst, const tc_tensormap *src, int c0, tc_mbarrier *bar, unsigned ctas) {
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes."
                 "multicast::cluster [%0], [%1, {%2}], [%3], %4;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(tc_smem_address(bar)),
                   "h"((unsigned short)ctas)
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_2d_multicast(
    void *dst, const tc_tensormap *src, int c0, int c1, tc_mbarrier *bar, unsigned ctas) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes."
                 "multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(tc_smem_address(bar)),
                   "h"((unsigned short)ctas)
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_3d_multicast(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, tc_mbarrier *bar, unsigned ctas) {
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes."
                 "multicast::cluster [%0], [%1, {%2, %3, %4}], [%5], %6;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(tc_smem_address(bar)),
                   "h"((unsigned short)ctas)
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_4d_multicast(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    tc_mbarrier *bar,
    unsigned ctas) {
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes."
                 "multicast::cluster [%0], [%1, {%2, %3, %4, %5}], [%6], %7;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(c3),
                   "r"(tc_smem_address(bar)),
                   "h"((unsigned short)ctas)
                 : "memory");
}

TC_FN void tc_tensor_gmem_to_smem_5d_multicast(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned ctas) {
    asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes."
                 "multicast::cluster [%0], [%1, {%2, %3, %4, %5, %6}], [%7], %8;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(c3),
                   "r"(c4),
                   "r"(tc_smem_address(bar)),
                   "h"((unsigned short)ctas)
                 : "memory");
}

#elif TC_CHIP_HAS_MULTICAST
TC_FN void tc_tensor_gmem_to_smem_1d_multicast(
    void *dst, const tc_tensormap *src, int c0, tc_mbarrier *bar, unsigned ctas) {
    (void)dst;
    (void)src;
    (void)c0;
    (void)bar;
    (void)ctas;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensor_gmem_to_smem_2d_multicast(
    void *dst, const tc_tensormap *src, int c0, int c1, tc_mbarrier *bar, unsigned ctas) {
    (void)dst;
    (void)src;
    (void)c0;
    (void)c1;
    (void)bar;
    (void)ctas;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensor_gmem_to_smem_3d_multicast(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, tc_mbarrier *bar, unsigned ctas) {
    (void)dst;
    (void)src;
    (void)c0;
    (void)c1;
    (void)c2;
    (void)bar;
    (void)ctas;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensor_gmem_to_smem_4d_multicast(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    tc_mbarrier *bar,
    unsigned ctas) {
    (void)dst;
    (void)src;
    (void)c0;
    (void)c1;
    (void)c2;
    (void)c3;
    (void)bar;
    (void)ctas;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensor_gmem_to_smem_5d_multicast(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned ctas) {
    (void)dst;
    (void)src;
    (void)c0;
    (void)c1;
    (void)c2;
    (void)c3;
    (void)c4;
    (void)bar;
    (void)ctas;
    TC_NEEDS_LETTER();
}

#else
TC_DECLARE void tc_tensor_gmem_to_smem_1d_multicast(
    void *dst, const tc_tensormap *src, int c0, tc_mbarrier *bar, unsigned ctas)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_1d_multicast needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensor_gmem_to_smem_2d_multicast(
    void *dst, const tc_tensormap *src, int c0, int c1, tc_mbarrier *bar, unsigned ctas)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_2d_multicast needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensor_gmem_to_smem_3d_multicast(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, tc_mbarrier *bar, unsigned ctas)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_3d_multicast needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensor_gmem_to_smem_4d_multicast(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    tc_mbarrier *bar,
    unsigned ctas)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_4d_multicast needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensor_gmem_to_smem_5d_multicast(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned ctas)
    TC_UNAVAILABLE("tc_tensor_gmem_to_smem_5d_multicast needs sm_90a, sm_100a or the like");
#endif

#if TC_HAS_GATHER4
/* Starts a copy of four rows of a tensor of two dimensions to our shared memory: columns c0 and on
 * of rows c1, c2, c3 and c4, as many as the map's boxes have, which are one row each. They lie
 * there one behind the other. A row outside of the tensor arrives as zero; bar counts the bytes of
 * all four. */
TC_FN void tc_tensor_gather4_to_smem(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, int c3, int c4, tc_mbarrier *bar) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::"
                 "bytes [%0], [%1, {%2, %3, %4, %5, %6}], [%7];"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(c0),
                   "r"(c1),
                   "r"(c2),
                   "r"(c3),
                   "r"(c4),
                   "r"(tc_smem_address(bar))
                 : "memory");
}

#else
TC_DECLARE void tc_tensor_gather4_to_smem(
    void *dst, const tc_tensormap *src, int c0, int c1, int c2, int c3, int c4, tc_mbarrier *bar)
    TC_UNAVAILABLE("tc_tensor_gather4_to_smem needs sm_100");
#endif

#if TC_HAS_SCATTER4
/* Starts a copy of four rows of our shared memory, one behind the other, to columns c0 and on of
 * rows c1, c2, c3 and c4 of the tensor, in the open group of the calling thread. A row past the
 * last one is not written; none may be negative, and c0 is a multiple of 16 bytes. Needs sm_100a or
 * the like. */
TC_FN void tc_tensor_scatter4_to_gmem(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%0, {%2, "
                 "%3, %4, %5, %6}], [%1];"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4)
                 : "memory");
}

#elif TC_CHIP_HAS_SCATTER4
TC_FN void tc_tensor_scatter4_to_gmem(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4) {
    (void)dst;
    (void)src;
    (void)c0;
    (void)c1;
    (void)c2;
    (void)c3;
    (void)c4;
    TC_NEEDS_LETTER();
}

#else
TC_DECLARE void tc_tensor_scatter4_to_gmem(
    const tc_tensormap *dst, const void *src, int c0, int c1, int c2, int c3, int c4)
    TC_UNAVAILABLE("tc_tensor_scatter4_to_gmem needs sm_100a, sm_100f or the like");
#endif

#if TC_HAS_GATHER4
/* Four rows, with a policy for L2. */
TC_FN void tc_tensor_gather4_to_smem_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::"
                 "bytes.L2::cache_hint [%0], [%1, {%2, %3, %4, %5, %6}], [%7], %8;"
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

#else
TC_DECLARE void tc_tensor_gather4_to_smem_hinted(
    void *dst,
    const tc_tensormap *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    tc_mbarrier *bar,
    unsigned long long policy) TC_UNAVAILABLE("tc_tensor_gather4_to_smem_hinted needs sm_100");
#endif

#if TC_HAS_SCATTER4
TC_FN void tc_tensor_scatter4_to_gmem_hinted(
    const tc_tensormap *dst,
    const void *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group.L2::cache_"
                 "hint [%0, {%2, %3, %4, %5, %6}], [%1], %7;"
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

#elif TC_CHIP_HAS_SCATTER4
TC_FN void tc_tensor_scatter4_to_gmem_hinted(
    const tc_tensormap *dst,
    const void *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    unsigned long long policy) {
    (void)dst;
    (void)src;
    (void)c0;
    (void)c1;
    (void)c2;
    (void)c3;
    (void)c4;
    (void)policy;
    TC_NEEDS_LETTER();
}

#else
TC_DECLARE void tc_tensor_scatter4_to_gmem_hinted(
    const tc_tensormap *dst,
    const void *src,
    int c0,
    int c1,
    int c2,
    int c3,
    int c4,
    unsigned long long policy)
    TC_UNAVAILABLE("tc_tensor_scatter4_to_gmem_hinted needs sm_100a, sm_100f or the like");
#endif

/* ---- end of the rows ---- */

#endif
#endif
