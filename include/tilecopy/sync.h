/* sync.h: ordering inside a warp or a CTA, named barriers, fences, and the election of one lane. */
#ifndef TILECOPY_SYNC_H
#define TILECOPY_SYNC_H
#include "config.h"
#if TC_ON_DEVICE

/* A number above 15 would meet at another barrier (17 & 15 is 1) and 48 threads are no whole warps: the kernel
 * ends in a trap, also without TC_CHECK. Of constants that are right nothing is left. */
TC_FN void tc__barrier_operands(unsigned id, unsigned count) {
    if (id > 15 || count % 32 != 0)
        asm volatile("trap;");
}

/* ---- made by make rows, of the rows of sync.def ---- */

/* Waits for all 32 lanes of the warp; what any of them wrote before is visible to all of them
 * after. Called by all 32 lanes. PTX: "Parallel Synchronization: bar.warp.sync". */
TC_FN void tc_warp_sync(void) {
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}

/* The same for the lanes of `mask` only (bit i: lane i). Called by exactly those, with one mask. */
TC_FN void tc_warp_sync_mask(unsigned mask) {
    asm volatile("bar.warp.sync %0;" : : "r"(mask) : "memory");
}

/* The same for the caller's group of `lanes` neighbours (1, 2, 4 .. 32): of 8 lanes 8 to 15 are
 * one. Called by all of a group; other groups of the warp may be elsewhere. */
TC_FN void tc_warp_sync_group(unsigned lanes) {
    tc_warp_sync_mask(0xffffffffu >> (32 - lanes) << (tc_lane_index() & (0u - lanes)));
}

/* Waits for all threads of the CTA, as __syncthreads. Called by whole warps. PTX: "Parallel
 * Synchronization: bar, barrier". */
TC_FN void tc_cta_sync(void) {
    asm volatile("barrier.sync.aligned 0;" ::: "memory");
}

/* Named barrier `id` (0..15; 0 is tc_cta_sync's) of `count` threads, a multiple of 32: waits until
 * that many have arrived or synced, all with the same count. Called by whole warps. What every
 * arriving thread wrote before is visible to every waiting thread after. Constants become part of
 * the instruction; what is known only when the kernel runs costs a comparison. */
TC_FN void tc_barrier_sync(unsigned id, unsigned count) {
    tc__barrier_operands(id, count);
    asm volatile("barrier.sync.aligned %0, %1;" : : "r"(id), "r"(count) : "memory");
}

/* Arrives at a named barrier and does not wait: nothing becomes visible to the caller. */
TC_FN void tc_barrier_arrive(unsigned id, unsigned count) {
    tc__barrier_operands(id, count);
    asm volatile("barrier.arrive.aligned %0, %1;" : : "r"(id), "r"(count) : "memory");
}

/* Orders the caller's earlier accesses before its later ones, as other threads of the CTA, or of
 * the device, see them. Any thread. PTX: "Parallel Synchronization: membar, fence". */
TC_FN void tc_fence_cta(void) {
    asm volatile("fence.acq_rel.cta;" ::: "memory");
}

TC_FN void tc_fence_device(void) {
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
}

#if TC_HAS_CLUSTER
/* ... or of the cluster. */
TC_FN void tc_fence_cluster(void) {
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
}

/* Waits until the grid before this one in the stream has ended, where this one was launched as a
 * programmatic dependent, which may begin earlier. All that it wrote is visible then. Otherwise
 * returns at once. Any thread; before its first access to what the grid before reads or writes.
 * PTX: "Parallel Synchronization: griddepcontrol". */
TC_FN void tc_grid_wait(void) {
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

/* Lets the grids that depend on this one begin, once every CTA has called it or has ended: what
 * they do before tc_grid_wait runs beside what is left of this grid. Nothing becomes visible by it.
 * Any thread; one of a CTA is enough. */
TC_FN void tc_grid_launch_dependents(void) {
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

#else
TC_DECLARE void tc_fence_cluster(void) TC_UNAVAILABLE("tc_fence_cluster needs sm_90");
TC_DECLARE void tc_grid_wait(void) TC_UNAVAILABLE("tc_grid_wait needs sm_90");
TC_DECLARE void tc_grid_launch_dependents(void)
    TC_UNAVAILABLE("tc_grid_launch_dependents needs sm_90");
#endif

/* Nonzero on exactly one lane; nothing says which. Called by all 32 lanes, converged. elect.sync
 * tells ptxas that one lane is left, which removes the loop that it otherwise puts around a bulk
 * copy; before sm_90 it is lane 0. PTX: "Parallel Synchronization: elect.sync". */
TC_FN int tc_elect_one(void) {
    unsigned elected;
#if TC_ARCH >= 900
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "elect.sync _|p, 0xffffffff;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t"
                 "}"
                 : "=r"(elected));
#else
    elected = tc_lane_index() == 0;
#endif
    return elected != 0;
}

/* ---- end of the rows ---- */

#endif
#endif
