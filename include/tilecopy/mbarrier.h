/* mbarrier.h: barriers in shared memory that count arrivals and, since sm_90, bytes.
 *
 * A phase ends when the expected arrivals have come and no expected byte is missing; the barrier is
 * then ready for the next one at once. Phases are told apart by parity: wait(bar, 0) returns when
 * the first phase has ended, wait(bar, 1) the second, and so on. Arriving releases what the caller
 * wrote, waiting acquires it. bar is in the caller's own shared memory, 8-byte aligned, unless it is
 * a tc_dsmem. Any thread may call. PTX: "Parallel Synchronization: mbarrier". */
#ifndef TILECOPY_MBARRIER_H
#define TILECOPY_MBARRIER_H
#include "config.h"
#include "ldst.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of mbarrier.def ---- */

/* Makes a barrier of `arrivals` (1 .. 2^20 - 1) per phase. One thread, once; a tc_cta_sync before
 * first use (with bulk copies after tc_fence_mbarrier_init; with other CTAs after that a cluster
 * barrier). */
TC_FN void tc_mbarrier_init(tc_mbarrier *bar, unsigned arrivals) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;"
                 :
                 : "r"(tc_smem_address(bar)), "r"(arrivals)
                 : "memory");
}

/* Ends the life of a barrier: its bytes may be used for something else. */
TC_FN void tc_mbarrier_inval(tc_mbarrier *bar) {
    asm volatile("mbarrier.inval.shared.b64 [%0];" : : "r"(tc_smem_address(bar)) : "memory");
}

/* One arrival. More of them in a phase than init said is undefined. */
TC_FN void tc_mbarrier_arrive(tc_mbarrier *bar) {
    asm volatile("{\n\t"
                 ".reg .b64 state;\n\t"
                 "mbarrier.arrive.shared.b64 state, [%0];\n\t"
                 "}"
                 :
                 : "r"(tc_smem_address(bar))
                 : "memory");
}

/* Nonzero when the phase of this parity has ended; 0 after a time that the hardware chooses (at
 * once before sm_90). */
TC_FN int tc_mbarrier_try_wait(tc_mbarrier *bar, unsigned parity) {
    unsigned done;
#if TC_ARCH >= 900
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t"
                 "}"
                 : "=r"(done)
                 : "r"(tc_smem_address(bar)), "r"(parity)
                 : "memory");
#else
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t"
                 "}"
                 : "=r"(done)
                 : "r"(tc_smem_address(bar)), "r"(parity)
                 : "memory");
#endif
    return done != 0;
}

/* Waits for the end of the phase of this parity. The loop is in the text, its way out first: a loop
 * around tc_mbarrier_try_wait is peeled, which takes three instructions more. */
TC_FN void tc_mbarrier_wait(tc_mbarrier *bar, unsigned parity) {
#if TC_ARCH >= 900
    asm volatile("{\n\t"
                 ".reg .pred over;\n\t"
                 "ask:\n\t"
                 "mbarrier.try_wait.parity.shared.b64 over, [%0], %1;\n\t"
                 "@over bra done;\n\t"
                 "bra ask;\n\t"
                 "done:\n\t"
                 "}"
                 :
                 : "r"(tc_smem_address(bar)), "r"(parity)
                 : "memory");
#else
    asm volatile("{\n\t"
                 ".reg .pred over;\n\t"
                 "ask:\n\t"
                 "mbarrier.test_wait.parity.shared.b64 over, [%0], %1;\n\t"
                 "@over bra done;\n\t"
                 "bra ask;\n\t"
                 "done:\n\t"
                 "}"
                 :
                 : "r"(tc_smem_address(bar)), "r"(parity)
                 : "memory");
#endif
}

#if TC_HAS_BULK
/* Makes the caller's mbarrier inits visible to the cluster and to bulk copies. By the thread that
 * did them, before the barrier that publishes them. PTX: "membar, fence: fence.mbarrier_init". */
TC_FN void tc_fence_mbarrier_init(void) {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/* One arrival, and `bytes` (at most 2^20 - 1) more that the phase waits for. */
TC_FN void tc_mbarrier_arrive_expect_tx(tc_mbarrier *bar, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(tc_smem_address(bar)), "r"(bytes)
                 : "memory");
}

/* `bytes` more that the phase waits for, and no arrival. */
TC_FN void tc_mbarrier_expect_tx(tc_mbarrier *bar, unsigned bytes) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;"
                 :
                 : "r"(tc_smem_address(bar)), "r"(bytes)
                 : "memory");
}

/* One arrival at a barrier of another CTA (tc_map_to_cta), which must not have exited; it waits
 * with tc_mbarrier_wait_cluster to see what the caller wrote. */
TC_FN void tc_mbarrier_arrive_remote(tc_dsmem bar) {
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];"
                 :
                 : "r"(bar)
                 : "memory");
}

/* The same, but it orders only reads: a thread that waits, at any scope, may overwrite what the
 * caller has read, but does not see what the caller wrote. It needs no fence for the whole GPU. */
TC_FN void tc_mbarrier_arrive_remote_read(tc_dsmem bar) {
    asm volatile("mbarrier.arrive.release.cta.shared::cluster.b64 _, [%0];"
                 :
                 : "r"(bar)
                 : "memory");
}

/* As tc_mbarrier_try_wait and tc_mbarrier_wait, and acquires what other CTAs released. */
TC_FN int tc_mbarrier_try_wait_cluster(tc_mbarrier *bar, unsigned parity) {
    unsigned done;
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t"
                 "}"
                 : "=r"(done)
                 : "r"(tc_smem_address(bar)), "r"(parity)
                 : "memory");
    return done != 0;
}

TC_FN void tc_mbarrier_wait_cluster(tc_mbarrier *bar, unsigned parity) {
    while (!tc_mbarrier_try_wait_cluster(bar, parity)) {
    }
}

/* As many arrivals at once; at least 1. */
TC_FN void tc_mbarrier_arrive_count(tc_mbarrier *bar, unsigned arrivals) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(tc_smem_address(bar)), "r"(arrivals)
                 : "memory");
}

/* As tc_mbarrier_arrive_count, _arrive_expect_tx and _expect_tx, at a barrier of another CTA. */
TC_FN void tc_mbarrier_arrive_count_remote(tc_dsmem bar, unsigned arrivals) {
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0], %1;"
                 :
                 : "r"(bar), "r"(arrivals)
                 : "memory");
}

TC_FN void tc_mbarrier_arrive_expect_tx_remote(tc_dsmem bar, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%0], %1;"
                 :
                 : "r"(bar), "r"(bytes)
                 : "memory");
}

TC_FN void tc_mbarrier_expect_tx_remote(tc_dsmem bar, unsigned bytes) {
    asm volatile("mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [%0], %1;"
                 :
                 : "r"(bar), "r"(bytes)
                 : "memory");
}

/* One arrival that releases nothing: who waits knows that the caller came, and sees nothing of what
 * it wrote. */
TC_FN void tc_mbarrier_arrive_relaxed(tc_mbarrier *bar) {
    asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];"
                 :
                 : "r"(tc_smem_address(bar))
                 : "memory");
}

TC_FN void tc_mbarrier_arrive_count_relaxed(tc_mbarrier *bar, unsigned arrivals) {
    asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(tc_smem_address(bar)), "r"(arrivals)
                 : "memory");
}

TC_FN void tc_mbarrier_arrive_expect_tx_relaxed(tc_mbarrier *bar, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.relaxed.cta.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(tc_smem_address(bar)), "r"(bytes)
                 : "memory");
}

TC_FN void tc_mbarrier_arrive_remote_relaxed(tc_dsmem bar) {
    asm volatile("mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0];"
                 :
                 : "r"(bar)
                 : "memory");
}

TC_FN void tc_mbarrier_arrive_count_remote_relaxed(tc_dsmem bar, unsigned arrivals) {
    asm volatile("mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0], %1;"
                 :
                 : "r"(bar), "r"(arrivals)
                 : "memory");
}

TC_FN void tc_mbarrier_arrive_expect_tx_remote_relaxed(tc_dsmem bar, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.relaxed.cluster.shared::cluster.b64 _, [%0], %1;"
                 :
                 : "r"(bar), "r"(bytes)
                 : "memory");
}

/* These acquire nothing: the phase has ended, and what was written before is not yet to be read. */
TC_FN int tc_mbarrier_try_wait_relaxed(tc_mbarrier *bar, unsigned parity) {
    unsigned done;
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 p, [%1], %2;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t"
                 "}"
                 : "=r"(done)
                 : "r"(tc_smem_address(bar)), "r"(parity)
                 : "memory");
    return done != 0;
}

TC_FN void tc_mbarrier_wait_relaxed(tc_mbarrier *bar, unsigned parity) {
    while (!tc_mbarrier_try_wait_relaxed(bar, parity)) {
    }
}

/* The same of cluster scope, where arrivals of other CTAs are waited for. */
TC_FN int tc_mbarrier_try_wait_cluster_relaxed(tc_mbarrier *bar, unsigned parity) {
    unsigned done;
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 p, [%1], %2;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t"
                 "}"
                 : "=r"(done)
                 : "r"(tc_smem_address(bar)), "r"(parity)
                 : "memory");
    return done != 0;
}

TC_FN void tc_mbarrier_wait_cluster_relaxed(tc_mbarrier *bar, unsigned parity) {
    while (!tc_mbarrier_try_wait_cluster_relaxed(bar, parity)) {
    }
}

#else
TC_DECLARE void tc_fence_mbarrier_init(void) TC_UNAVAILABLE("tc_fence_mbarrier_init needs sm_90");
TC_DECLARE void tc_mbarrier_arrive_expect_tx(tc_mbarrier *bar, unsigned bytes)
    TC_UNAVAILABLE("tc_mbarrier_arrive_expect_tx needs sm_90");
TC_DECLARE void tc_mbarrier_expect_tx(tc_mbarrier *bar, unsigned bytes)
    TC_UNAVAILABLE("tc_mbarrier_expect_tx needs sm_90");
TC_DECLARE void tc_mbarrier_arrive_remote(tc_dsmem bar)
    TC_UNAVAILABLE("tc_mbarrier_arrive_remote needs sm_90");
TC_DECLARE void tc_mbarrier_arrive_remote_read(tc_dsmem bar)
    TC_UNAVAILABLE("tc_mbarrier_arrive_remote_read needs sm_90");
TC_DECLARE int tc_mbarrier_try_wait_cluster(tc_mbarrier *bar, unsigned parity)
    TC_UNAVAILABLE("tc_mbarrier_try_wait_cluster needs sm_90");
TC_DECLARE void tc_mbarrier_wait_cluster(tc_mbarrier *bar, unsigned parity)
    TC_UNAVAILABLE("tc_mbarrier_wait_cluster needs sm_90");
TC_DECLARE void tc_mbarrier_arrive_count(tc_mbarrier *bar, unsigned arrivals)
    TC_UNAVAILABLE("tc_mbarrier_arrive_count needs sm_90");
TC_DECLARE void tc_mbarrier_arrive_count_remote(tc_dsmem bar, unsigned arrivals)
    TC_UNAVAILABLE("tc_mbarrier_arrive_count_remote needs sm_90");
TC_DECLARE void tc_mbarrier_arrive_expect_tx_remote(tc_dsmem bar, unsigned bytes)
    TC_UNAVAILABLE("tc_mbarrier_arrive_expect_tx_remote needs sm_90");
TC_DECLARE void tc_mbarrier_expect_tx_remote(tc_dsmem bar, unsigned bytes)
    TC_UNAVAILABLE("tc_mbarrier_expect_tx_remote needs sm_90");
TC_DECLARE void tc_mbarrier_arrive_relaxed(tc_mbarrier *bar)
    TC_UNAVAILABLE("tc_mbarrier_arrive_relaxed needs sm_90");
TC_DECLARE void tc_mbarrier_arrive_count_relaxed(tc_mbarrier *bar, unsigned arrivals)
    TC_UNAVAILABLE("tc_mbarrier_arrive_count_relaxed needs sm_90");
TC_DECLARE void tc_mbarrier_arrive_expect_tx_relaxed(tc_mbarrier *bar, unsigned bytes)
    TC_UNAVAILABLE("tc_mbarrier_arrive_expect_tx_relaxed needs sm_90");
TC_DECLARE void tc_mbarrier_arrive_remote_relaxed(tc_dsmem bar)
    TC_UNAVAILABLE("tc_mbarrier_arrive_remote_relaxed needs sm_90");
TC_DECLARE void tc_mbarrier_arrive_count_remote_relaxed(tc_dsmem bar, unsigned arrivals)
    TC_UNAVAILABLE("tc_mbarrier_arrive_count_remote_relaxed needs sm_90");
TC_DECLARE void tc_mbarrier_arrive_expect_tx_remote_relaxed(tc_dsmem bar, unsigned bytes)
    TC_UNAVAILABLE("tc_mbarrier_arrive_expect_tx_remote_relaxed needs sm_90");
TC_DECLARE int tc_mbarrier_try_wait_relaxed(tc_mbarrier *bar, unsigned parity)
    TC_UNAVAILABLE("tc_mbarrier_try_wait_relaxed needs sm_90");
TC_DECLARE void tc_mbarrier_wait_relaxed(tc_mbarrier *bar, unsigned parity)
    TC_UNAVAILABLE("tc_mbarrier_wait_relaxed needs sm_90");
TC_DECLARE int tc_mbarrier_try_wait_cluster_relaxed(tc_mbarrier *bar, unsigned parity)
    TC_UNAVAILABLE("tc_mbarrier_try_wait_cluster_relaxed needs sm_90");
TC_DECLARE void tc_mbarrier_wait_cluster_relaxed(tc_mbarrier *bar, unsigned parity)
    TC_UNAVAILABLE("tc_mbarrier_wait_cluster_relaxed needs sm_90");
#endif

/* ---- end of the rows ---- */

#endif
#endif
