/* bulk.h: cp.async.bulk, one instruction of one thread for any multiple of 16 bytes. PTX: "Data
 * Movement and Conversion Instructions: Bulk copy: cp.async.bulk". */
#ifndef TILECOPY_BULK_H
#define TILECOPY_BULK_H
#include "cluster.h"
#include "mbarrier.h"
#if TC_ON_DEVICE

#if TC_HAS_BULK
/* Orders the caller's own accesses of shared memory before bulk copies that are started after the
 * next barrier (or by the caller itself). Every thread that wrote what a bulk copy will read, or
 * touched what it will write, calls it before that barrier. PTX: "membar, fence:
 * fence.proxy.async". */
TC_FN void tc_fence_async_smem(void) {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* Starts a copy of `bytes` (a multiple of 16) of our shared memory to another CTA's; they are
 * counted on bar, an mbarrier of the CTA that receives. One thread; elect it with tc_elect_one, not
 * with a comparison of thread ranks. dst, src 16-byte aligned. The receiver expects the bytes on
 * bar and waits; src stays unchanged and both CTAs alive until then. */
TC_FN void tc_bulk_smem_to_dsmem(tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], "
                 "[%1], %2, [%3];"
                 :
                 : "r"(dst), "r"(tc_smem_address(src)), "r"(bytes), "r"(bar)
                 : "memory");
}
#else
TC_DECLARE void tc_fence_async_smem(void) TC_UNAVAILABLE("tc_fence_async_smem needs sm_90");
TC_DECLARE void tc_bulk_smem_to_dsmem(tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar)
    TC_UNAVAILABLE("tc_bulk_smem_to_dsmem needs sm_90");
#endif

#endif
#endif
