/* cluster.h: the other CTAs of the cluster. A kernel that was not launched with clusters is a
 * cluster of one CTA, but not one for tc_bulk_smem_to_dsmem. PTX: "Special Registers", "Parallel
 * Synchronization: barrier.cluster", "Data Movement and Conversion Instructions: mapa". */
#ifndef TILECOPY_CLUSTER_H
#define TILECOPY_CLUSTER_H
#include "config.h"
#include "ldst.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of cluster.def ---- */

#if TC_HAS_CLUSTER
/* Our CTA's number in the cluster, and how many there are. Any thread. */
TC_FN unsigned tc_cta_rank_in_cluster(void) {
    unsigned rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

TC_FN unsigned tc_cta_count_in_cluster(void) {
    unsigned count;
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(count));
    return count;
}

/* Where CTA `cta` of the cluster keeps what we keep at smem. Any thread; no memory is touched. */
TC_FN tc_dsmem tc_map_to_cta(const void *smem, unsigned cta) {
    tc_dsmem there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(there)
        : "r"(tc_smem_address(smem)), "r"(cta));
    return there;
}

/* Waits for all threads of the cluster; what they wrote before is visible after, also in the shared
 * memory of other CTAs. Called by whole warps. */
TC_FN void tc_cluster_sync(void) {
    asm volatile("barrier.cluster.arrive.aligned;\n\t"
                 "barrier.cluster.wait.aligned;" ::
                     : "memory");
}

/* The two halves of tc_cluster_sync, in this order, once each; whole warps. _relaxed releases
 * nothing: a CTA that only says "I am still here" arrives that way. */
TC_FN void tc_cluster_arrive(void) {
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
}

TC_FN void tc_cluster_arrive_relaxed(void) {
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
}

TC_FN void tc_cluster_wait(void) {
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

#else
TC_DECLARE unsigned tc_cta_rank_in_cluster(void)
    TC_UNAVAILABLE("tc_cta_rank_in_cluster needs sm_90");
TC_DECLARE unsigned tc_cta_count_in_cluster(void)
    TC_UNAVAILABLE("tc_cta_count_in_cluster needs sm_90");
TC_DECLARE tc_dsmem tc_map_to_cta(const void *smem, unsigned cta)
    TC_UNAVAILABLE("tc_map_to_cta needs sm_90");
TC_DECLARE void tc_cluster_sync(void) TC_UNAVAILABLE("tc_cluster_sync needs sm_90");
TC_DECLARE void tc_cluster_arrive(void) TC_UNAVAILABLE("tc_cluster_arrive needs sm_90");
TC_DECLARE void tc_cluster_arrive_relaxed(void)
    TC_UNAVAILABLE("tc_cluster_arrive_relaxed needs sm_90");
TC_DECLARE void tc_cluster_wait(void) TC_UNAVAILABLE("tc_cluster_wait needs sm_90");
#endif

/* ---- end of the rows ---- */

#endif
#endif
