/* caller.h: run-time checks of who calls a generated function: its rank, all the threads that its scope
 * has, a block whose shape the rank was made for; and of the order in which a pipe's are called. Off
 * unless TC_CHECK is non-zero, as check.h, which reports. A GPU sees the rank of a caller and the size of
 * its block; that a thread never came is seen by the emulator, when the CTA ends, and so is the order. */
#ifndef TILECOPY_CALLER_H
#define TILECOPY_CALLER_H
#include "config.h"

#define TC_CHECK_TAKEN(taker, smem, state) TC_CHECK_TAKEN_IF(1, taker, smem, state)
#if !TC_CHECK
#define TC_CHECK_RANK(rank, threads) ((void)0)
#define TC_CHECK_RANK_OF_SOME(rank, threads) ((void)0)
#define TC_CHECK_SAME(rank, threads, ptr, bytes) ((void)0)
#define TC_CHECK_OWNERS(rank, threads, ptr, bits, layout) ((void)0)
#define TC_CHECK_CALLER(scope, threads) ((void)0)
#define TC_CHECK_TAKEN_IF(taken, taker, smem, state) ((void)0)
#define TC_CHECK_MET(taker, smem, state) ((void)0)
#define TC_CHECK_GIVEN(taker, smem, state) ((void)0)
#define TC_CHECK_FILLED(taker, smem) ((void)0)
#define TC_CHECK_DRAINED(taker, smem) ((void)0)
#else

/* Of the block, in three dimensions: its threads, and the calling one in the order of warps (37 is lane 5 of warp
 * 1). The emulator has no blocks but flat ones, and counts who comes. */
#if TC_ON_DEVICE
#define TC__BLOCK_THREADS (TC__SREG(ntid, x) * TC__SREG(ntid, y) * TC__SREG(ntid, z))
#define TC__BLOCK_NUMBER                                                                           \
    (TC__SREG(tid, x) +                                                                            \
     TC__SREG(ntid, x) * (TC__SREG(tid, y) + TC__SREG(ntid, y) * TC__SREG(tid, z)))
#define TC__CALLED(rank, threads) ((void)0)
#else
#define TC__BLOCK_THREADS tc_thread_count()
#define TC__BLOCK_NUMBER tc_thread_index()
#define TC__CALLED(rank, threads) tc_emu_called(__func__, rank, threads)
#endif

/* In f_at(rank, ...): the rank is one of `threads`, and all of those call, equally often. */
#define TC_CHECK_RANK(rank, threads)                                                               \
    (TC_CHECK_RANK_OF_SOME(rank, threads), TC__CALLED(rank, threads))
/* The same of a scope that is narrowed, where others may stay away. */
#define TC_CHECK_RANK_OF_SOME(rank, threads)                                                       \
    (tc__check(                                                                                    \
         (rank) < (threads), __func__, "its rank is not below the " #threads " of its scope"),     \
     tc__check(                                                                                    \
         TC__BLOCK_THREADS >= (threads),                                                           \
         __func__,                                                                                 \
         "the block has fewer than the " #threads " threads that must call"))

/* In f_at(rank, ...): each of `threads` passes the same there, bit for bit; and where the layout gives one
 * element to several of them, all of these hold the same value in their registers of `bits` each. Only the
 * emulator compares. */
#if TC_ON_DEVICE
#define TC_CHECK_SAME(rank, threads, ptr, bytes) ((void)0)
#define TC_CHECK_OWNERS(rank, threads, ptr, bits, layout) ((void)0)
#else
#define TC_CHECK_SAME(rank, threads, ptr, bytes)                                                   \
    tc_emu_same(__func__, #ptr, rank, threads, ptr, bytes)
#define TC_CHECK_OWNERS(rank, threads, ptr, bits, layout)                                          \
    tc_emu_owners(__func__, #ptr, rank, threads, ptr, bits, layout)
#endif

/* In the functions of a pipe: acquire and wait take a slot, commit and release give it back, in turn. `taker` is the
 * name of the one that takes; where mbarriers say when, its phase turns from one time to the next, and _MET is for
 * the others. Who fills such a pipe drains it at the end. Only the emulator counts. */
#if TC_ON_DEVICE
#define TC_CHECK_TAKEN_IF(taken, taker, smem, state) ((void)0)
#define TC_CHECK_MET(taker, smem, state) ((void)0)
#define TC_CHECK_GIVEN(taker, smem, state) ((void)0)
#define TC_CHECK_FILLED(taker, smem) ((void)0)
#define TC_CHECK_DRAINED(taker, smem) ((void)0)
#else
#define TC_CHECK_TAKEN_IF(taken, taker, smem, state)                                               \
    ((taken) ? tc_emu_pipe_taken(taker, smem, (state).slot, (state).phase, 1) : (void)0)
#define TC_CHECK_MET(taker, smem, state)                                                           \
    tc_emu_pipe_taken(taker, smem, (state).slot, (state).phase, 0)
#define TC_CHECK_GIVEN(taker, smem, state) tc_emu_pipe_given(__func__, taker, smem, (state).slot)
#define TC_CHECK_FILLED(taker, smem) tc_emu_pipe_filled(taker, smem)
#define TC_CHECK_DRAINED(taker, smem) tc_emu_pipe_drained(taker, smem)
#endif

/* In f(...), which takes its rank from TC_RANK_WARP, _WARPGROUP, _CTA or _CLUSTER: unless a program
 * defines those, the scope's threads are there and the block has the shape that they were made for. */
#define TC_CHECK_CALLER(scope, threads) TC__CALLER_##scope(threads)
#define TC__CALLER_FLAT(macro)                                                                     \
    tc__check(                                                                                     \
        TC__BLOCK_THREADS == tc_thread_count(),                                                    \
        __func__,                                                                                  \
        "the block has more than one dimension, so threadIdx.x is no rank: call its _at form "     \
        "with one, or define " macro)
#define TC__CALLER_GROUP(threads)                                                                  \
    tc__check(                                                                                     \
        TC__BLOCK_NUMBER / (threads) * (threads) + (threads) <= TC__BLOCK_THREADS,                 \
        __func__,                                                                                  \
        "the last of the block's groups of " #threads " threads is not whole")

#if defined(TC__RANK_WARP_IS_OURS)
#define TC__CALLER_WARP(threads) TC__CALLER_GROUP(threads)
#else
#define TC__CALLER_WARP(threads) ((void)0)
#endif
#if defined(TC__RANK_WARPGROUP_IS_OURS)
#define TC__CALLER_WARPGROUP(threads)                                                              \
    (TC__CALLER_FLAT("TC_RANK_WARPGROUP"), TC__CALLER_GROUP(threads))
#else
#define TC__CALLER_WARPGROUP(threads) ((void)0)
#endif
#if defined(TC__RANK_CTA_IS_OURS)
#define TC__CALLER_CTA(threads) TC__CALLER_FLAT("TC_RANK_CTA")
#else
#define TC__CALLER_CTA(threads) ((void)0)
#endif
#if defined(TC__RANK_CLUSTER_IS_OURS)
#define TC__CALLER_CLUSTER(threads) TC__CALLER_FLAT("TC_RANK_CLUSTER")
#else
#define TC__CALLER_CLUSTER(threads) ((void)0)
#endif

#endif

#endif
