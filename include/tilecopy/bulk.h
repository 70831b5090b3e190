/* bulk.h: cp.async.bulk, one instruction of one thread for any multiple of 16 bytes.
 *
 * The same for every copy here. One thread starts it; elect it with tc_elect_one, not with a comparison
 * of thread ranks. dst and src are 16-byte aligned, bytes is a multiple of 16 and not 0. What threads
 * stored themselves a copy sees, or overwrites, after tc_fence_async_smem (tc_fence_async_gmem for
 * global memory) by those that stored, and a barrier that orders them before it. Neither src may
 * change nor dst be touched until the copy is waited for: on the mbarrier that counts its bytes, or,
 * where there is none, with tc_bulk_wait_N by the thread that started it. PTX: "Data Movement and
 * Conversion Instructions: Bulk copy: cp.async.bulk", "... cp.async.bulk.commit_group",
 * "... cp.async.bulk.wait_group". */
#ifndef TILECOPY_BULK_H
#define TILECOPY_BULK_H
#include "config.h"
#include "cluster.h"
#include "mbarrier.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of bulk.def ---- */

#if TC_HAS_BULK
/* Orders the caller's own accesses of shared memory before bulk copies that are started after the
 * next barrier (or by the caller itself). Every thread that wrote what a bulk copy will read, or
 * touched what it will write, calls it before that barrier. PTX: "membar, fence:
 * fence.proxy.async". */
TC_FN void tc_fence_async_smem(void) {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* The same for global memory that threads of this kernel wrote themselves. */
TC_FN void tc_fence_async_gmem(void) {
    asm volatile("fence.proxy.async.global;" ::: "memory");
}

/* Both, and for the shared memory of other CTAs as well. */
TC_FN void tc_fence_async(void) {
    asm volatile("fence.proxy.async;" ::: "memory");
}

/* Starts a copy of `bytes` of our shared memory to another CTA's; they are counted on bar, an
 * mbarrier of the CTA that receives. The receiver expects the bytes on bar and waits; src stays
 * unchanged and both CTAs alive until then. The kernel is launched as a cluster: one that was not
 * ended in an illegal instruction on an H100. */
TC_FN void tc_bulk_smem_to_dsmem(tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], "
                 "[%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}

/* Starts a copy of `bytes` of global memory to our shared memory; they are counted on bar, an
 * mbarrier of this CTA. Who expects the bytes on bar and waits sees them. */
TC_FN void tc_bulk_gmem_to_smem(void *dst, const void *src, unsigned bytes, tc_mbarrier *bar) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        :
        : "r"(tc_smem_address(dst)), "l"(src), "r"(bytes), "r"(tc_smem_address(bar))
        : "memory");
}

/* Starts a copy of `bytes` of our shared memory to global memory, in the open group of the calling
 * thread, which alone can commit it and wait for it; it does so before it exits. */
TC_FN void tc_bulk_smem_to_gmem(void *dst, const void *src, unsigned bytes) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes)
                 : "memory");
}

/* The same copies with a policy for L2, of tc_createpolicy_fractional_. */
TC_FN void tc_bulk_gmem_to_smem_hinted(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned long long policy) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], "
        "[%1], %2, [%3], %4;"
        :
        : "r"(tc_smem_address(dst)), "l"(src), "r"(bytes), "r"(tc_smem_address(bar)), "l"(policy)
        : "memory");
}

TC_FN void tc_bulk_smem_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "l"(policy)
                 : "memory");
}

/* Starts a copy of its own for every CTA whose bit is set in `ctas`: as
 * tc_bulk_gmem_to_smem_multicast, and global memory is read as often as there are CTAs. The kernel
 * is launched as a cluster. */
TC_FN void tc_bulk_gmem_to_smem_each(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned ctas) {
    for (unsigned cta = 0; ctas >> cta; cta++)
        if (ctas >> cta & 1)
            asm volatile(
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
                "[%3];"
                :
                : "r"(tc_map_to_cta(dst, cta)), "l"(src), "r"(bytes), "r"(tc_map_to_cta(bar, cta))
                : "memory");
}

/* The same with a policy for L2. */
TC_FN void tc_bulk_gmem_to_smem_each_hinted(
    void *dst,
    const void *src,
    unsigned bytes,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    for (unsigned cta = 0; ctas >> cta; cta++)
        if (ctas >> cta & 1)
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::"
                         "cache_hint [%0], [%1], %2, [%3], %4;"
                         :
                         : "r"(tc_map_to_cta(dst, cta)),
                           "l"(src),
                           "r"(bytes),
                           "r"(tc_map_to_cta(bar, cta)),
                           "l"(policy)
                         : "memory");
}

/* Asks for `bytes` of global memory to be brought into L2; nothing waits for it and nobody may rely
 * on it. PTX: "cp.async.bulk.prefetch". */
TC_FN void tc_bulk_prefetch_gmem(const void *src, unsigned bytes) {
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" : : "l"(src), "r"(bytes) : "memory");
}

/* The same with a policy: as what the lines shall be kept. */
TC_FN void tc_bulk_prefetch_gmem_hinted(
    const void *src, unsigned bytes, unsigned long long policy) {
    asm volatile("cp.async.bulk.prefetch.L2.global.L2::cache_hint [%0], %1, %2;"
                 :
                 : "l"(src), "r"(bytes), "l"(policy)
                 : "memory");
}

/* Closes the group of the thread's tc_bulk_smem_to_gmem since the last commit (it may be empty). */
TC_FN void tc_bulk_commit(void) {
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/* tc_bulk_wait_N waits until at most the N latest groups of the thread are in flight: the others
 * have arrived, and the thread sees them; other threads do after a barrier. Copies that were not
 * committed, and those that an mbarrier counts, are not waited for. */
TC_FN void tc_bulk_wait_0(void) {
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

TC_FN void tc_bulk_wait_1(void) {
    asm volatile("cp.async.bulk.wait_group 1;" ::: "memory");
}

TC_FN void tc_bulk_wait_2(void) {
    asm volatile("cp.async.bulk.wait_group 2;" ::: "memory");
}

TC_FN void tc_bulk_wait_3(void) {
    asm volatile("cp.async.bulk.wait_group 3;" ::: "memory");
}

TC_FN void tc_bulk_wait_4(void) {
    asm volatile("cp.async.bulk.wait_group 4;" ::: "memory");
}

TC_FN void tc_bulk_wait_5(void) {
    asm volatile("cp.async.bulk.wait_group 5;" ::: "memory");
}

TC_FN void tc_bulk_wait_6(void) {
    asm volatile("cp.async.bulk.wait_group 6;" ::: "memory");
}

TC_FN void tc_bulk_wait_7(void) {
    asm volatile("cp.async.bulk.wait_group 7;" ::: "memory");
}

/* tc_bulk_wait_read_N waits until all but the N latest groups have read their sources: these may be
 * written again (by other threads after a barrier), or the CTA may exit. dst may not be touched
 * yet. */
TC_FN void tc_bulk_wait_read_0(void) {
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

TC_FN void tc_bulk_wait_read_1(void) {
    asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
}

TC_FN void tc_bulk_wait_read_2(void) {
    asm volatile("cp.async.bulk.wait_group.read 2;" ::: "memory");
}

TC_FN void tc_bulk_wait_read_3(void) {
    asm volatile("cp.async.bulk.wait_group.read 3;" ::: "memory");
}

TC_FN void tc_bulk_wait_read_4(void) {
    asm volatile("cp.async.bulk.wait_group.read 4;" ::: "memory");
}

TC_FN void tc_bulk_wait_read_5(void) {
    asm volatile("cp.async.bulk.wait_group.read 5;" ::: "memory");
}

TC_FN void tc_bulk_wait_read_6(void) {
    asm volatile("cp.async.bulk.wait_group.read 6;" ::: "memory");
}

TC_FN void tc_bulk_wait_read_7(void) {
    asm volatile("cp.async.bulk.wait_group.read 7;" ::: "memory");
}

#else
TC_DECLARE void tc_fence_async_smem(void) TC_UNAVAILABLE("tc_fence_async_smem needs sm_90");
TC_DECLARE void tc_fence_async_gmem(void) TC_UNAVAILABLE("tc_fence_async_gmem needs sm_90");
TC_DECLARE void tc_fence_async(void) TC_UNAVAILABLE("tc_fence_async needs sm_90");
TC_DECLARE void tc_bulk_smem_to_dsmem(tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_smem_to_dsmem needs sm_90");
TC_DECLARE void tc_bulk_gmem_to_smem(void *dst, const void *src, unsigned bytes, tc_mbarrier *bar)
    TC_UNAVAILABLE("tc_bulk_gmem_to_smem needs sm_90");
TC_DECLARE void tc_bulk_smem_to_gmem(void *dst, const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_smem_to_gmem needs sm_90");
TC_DECLARE void tc_bulk_gmem_to_smem_hinted(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_gmem_to_smem_hinted needs sm_90");
TC_DECLARE void tc_bulk_smem_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_smem_to_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_gmem_to_smem_each(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned ctas)
    TC_UNAVAILABLE("tc_bulk_gmem_to_smem_each needs sm_90");
TC_DECLARE void tc_bulk_gmem_to_smem_each_hinted(
    void *dst,
    const void *src,
    unsigned bytes,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) TC_UNAVAILABLE("tc_bulk_gmem_to_smem_each_hinted needs sm_90");
TC_DECLARE void tc_bulk_prefetch_gmem(const void *src, unsigned bytes)
    TC_UNAVAILABLE("tc_bulk_prefetch_gmem needs sm_90");
TC_DECLARE void tc_bulk_prefetch_gmem_hinted(
    const void *src, unsigned bytes, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_prefetch_gmem_hinted needs sm_90");
TC_DECLARE void tc_bulk_commit(void) TC_UNAVAILABLE("tc_bulk_commit needs sm_90");
TC_DECLARE void tc_bulk_wait_0(void) TC_UNAVAILABLE("tc_bulk_wait_0 needs sm_90");
TC_DECLARE void tc_bulk_wait_1(void) TC_UNAVAILABLE("tc_bulk_wait_1 needs sm_90");
TC_DECLARE void tc_bulk_wait_2(void) TC_UNAVAILABLE("tc_bulk_wait_2 needs sm_90");
TC_DECLARE void tc_bulk_wait_3(void) TC_UNAVAILABLE("tc_bulk_wait_3 needs sm_90");
TC_DECLARE void tc_bulk_wait_4(void) TC_UNAVAILABLE("tc_bulk_wait_4 needs sm_90");
TC_DECLARE void tc_bulk_wait_5(void) TC_UNAVAILABLE("tc_bulk_wait_5 needs sm_90");
TC_DECLARE void tc_bulk_wait_6(void) TC_UNAVAILABLE("tc_bulk_wait_6 needs sm_90");
TC_DECLARE void tc_bulk_wait_7(void) TC_UNAVAILABLE("tc_bulk_wait_7 needs sm_90");
TC_DECLARE void tc_bulk_wait_read_0(void) TC_UNAVAILABLE("tc_bulk_wait_read_0 needs sm_90");
TC_DECLARE void tc_bulk_wait_read_1(void) TC_UNAVAILABLE("tc_bulk_wait_read_1 needs sm_90");
TC_DECLARE void tc_bulk_wait_read_2(void) TC_UNAVAILABLE("tc_bulk_wait_read_2 needs sm_90");
TC_DECLARE void tc_bulk_wait_read_3(void) TC_UNAVAILABLE("tc_bulk_wait_read_3 needs sm_90");
TC_DECLARE void tc_bulk_wait_read_4(void) TC_UNAVAILABLE("tc_bulk_wait_read_4 needs sm_90");
TC_DECLARE void tc_bulk_wait_read_5(void) TC_UNAVAILABLE("tc_bulk_wait_read_5 needs sm_90");
TC_DECLARE void tc_bulk_wait_read_6(void) TC_UNAVAILABLE("tc_bulk_wait_read_6 needs sm_90");
TC_DECLARE void tc_bulk_wait_read_7(void) TC_UNAVAILABLE("tc_bulk_wait_read_7 needs sm_90");
#endif

#if TC_HAS_MULTICAST
/* Starts a copy of `bytes` of global memory to the shared memory of every CTA whose bit is set in
 * `ctas` (bit 0: rank 0; at least one), at the place where we keep dst; each counts them on its own
 * mbarrier, where we keep bar. Needs sm_90a, sm_100a or the like: elsewhere ptxas advises against
 * it, for it is slow there. */
TC_FN void tc_bulk_gmem_to_smem_multicast(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned ctas) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::"
                 "cluster [%0], [%1], %2, [%3], %4;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(bytes),
                   "r"(tc_smem_address(bar)),
                   "h"((unsigned short)ctas)
                 : "memory");
}

/* The same with a policy for L2. */
TC_FN void tc_bulk_gmem_to_smem_multicast_hinted(
    void *dst,
    const void *src,
    unsigned bytes,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::"
                 "cluster.L2::cache_hint [%0], [%1], %2, [%3], %4, %5;"
                 :
                 : "r"(tc_smem_address(dst)),
                   "l"(src),
                   "r"(bytes),
                   "r"(tc_smem_address(bar)),
                   "h"((unsigned short)ctas),
                   "l"(policy)
                 : "memory");
}

#elif TC_CHIP_HAS_MULTICAST
TC_FN void tc_bulk_gmem_to_smem_multicast(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned ctas) {
    (void)dst;
    (void)src;
    (void)bytes;
    (void)bar;
    (void)ctas;
    TC_NEEDS_LETTER();
}

TC_FN void tc_bulk_gmem_to_smem_multicast_hinted(
    void *dst,
    const void *src,
    unsigned bytes,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)dst;
    (void)src;
    (void)bytes;
    (void)bar;
    (void)ctas;
    (void)policy;
    TC_NEEDS_LETTER();
}

#else
TC_DECLARE void tc_bulk_gmem_to_smem_multicast(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned ctas)
    TC_UNAVAILABLE("tc_bulk_gmem_to_smem_multicast needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_bulk_gmem_to_smem_multicast_hinted(
    void *dst,
    const void *src,
    unsigned bytes,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_gmem_to_smem_multicast_hinted needs sm_90a, sm_100a or the like");
#endif

#if TC_HAS_BULK_MASK
/* As tc_bulk_smem_to_gmem; byte i of every 16 is written where bit i of `mask` is set. */
TC_FN void tc_bulk_smem_to_gmem_masked(void *dst, const void *src, unsigned bytes, unsigned mask) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%0], [%1], %2, %3;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "h"((unsigned short)mask)
                 : "memory");
}

/* The same with a policy for L2. */
TC_FN void tc_bulk_smem_to_gmem_masked_hinted(
    void *dst, const void *src, unsigned bytes, unsigned mask, unsigned long long policy) {
    asm volatile(
        "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.cp_mask [%0], [%1], %2, %4, %3;"
        :
        : "l"(dst), "r"(tc_smem_address(src)), "r"(bytes), "h"((unsigned short)mask), "l"(policy)
        : "memory");
}

#else
TC_DECLARE void tc_bulk_smem_to_gmem_masked(
    void *dst, const void *src, unsigned bytes, unsigned mask)
    TC_UNAVAILABLE("tc_bulk_smem_to_gmem_masked needs sm_100");
TC_DECLARE void tc_bulk_smem_to_gmem_masked_hinted(
    void *dst, const void *src, unsigned bytes, unsigned mask, unsigned long long policy)
    TC_UNAVAILABLE("tc_bulk_smem_to_gmem_masked_hinted needs sm_100");
#endif

/* ---- end of the rows ---- */

#endif
#endif
