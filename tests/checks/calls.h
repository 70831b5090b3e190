/* calls.h: kernels that call generated functions rightly and wrongly, for TC_CHECK to be silent about or to
 * name, on the emulator (calls.c) and on a GPU (calls.cu) alike. One run of a program is one launch of one
 * kernel, because a trap ends the process's use of the GPU. */
#ifndef CHECKS_CALLS_H
#define CHECKS_CALLS_H
#include <stdio.h>
#include <string.h>
#include <tilecopy/host/kernel.h>

#include "calls_gen.h"

enum { WORDS = 2048 }; /* of each buffer */
typedef struct {
    const unsigned *src;
    unsigned *dst;
} calls_args;

#define T tc_thread_index()
#include "arguments.h"

/* ---- a CTA ---------------------------------------------------------------------------------- */

TC_KERNEL(cta, calls_args) {
    tc_call_cta(arg.dst, arg.src);
}

TC_KERNEL(cta_by_the_first, calls_args) {
    if (T < 128)
        tc_call_cta(arg.dst, arg.src);
}

TC_KERNEL(cta_by_half, calls_args) {
    if (T < 64)
        tc_call_cta(arg.dst, arg.src);
}

TC_KERNEL(cta_once_more, calls_args) {
    tc_call_cta(arg.dst, arg.src);
    if (T < 32)
        tc_call_cta(arg.dst, arg.src);
}

TC_KERNEL(cta_at_the_last, calls_args) {
    if (T >= 128)
        tc_call_cta_at(T - 128, arg.dst, arg.src);
}

TC_KERNEL(cta_at_the_wrong, calls_args) {
    tc_call_cta_at(T, arg.dst, arg.src);
}

/* Of a scope that is no whole warps any threads may be the ranks: here four groups of lanes in each warp. */
TC_KERNEL(eights, calls_args) {
    const unsigned at = T / 8 * 32;
    tc_call_eight_at(T % 8, arg.dst + at, arg.src + at);
}

TC_KERNEL(eights_but_one, calls_args) {
    const unsigned at = T / 8 * 32;
    if (T != 13)
        tc_call_eight_at(T % 8, arg.dst + at, arg.src + at);
}

/* ---- a warp, a warpgroup ---------------------------------------------------------------------- */

TC_KERNEL(warps, calls_args) {
    const unsigned at = T / 32 * 128;
    tc_call_warp(arg.dst + at, arg.src + at);
}

TC_KERNEL(warpgroups, calls_args) {
    const unsigned at = T / 128 * 512;
    tc_call_warpgroup(arg.dst + at, arg.src + at);
}

TC_KERNEL(narrowed, calls_args) {
    if (T < 16)
        tc_call_lanes(arg.dst, arg.src);
}

TC_KERNEL(narrowed_at_the_wrong, calls_args) {
    tc_call_lanes_at(T + 1, arg.dst, arg.src);
}

TC_KERNEL(elected, calls_args) {
    TC_SHARED unsigned tile[4] __attribute__((aligned(16)));
    tc_call_elected(tile, arg.src);
    tc_cta_sync();
    if (T == 0)
        tc_call_thread(arg.dst, tile);
}

TC_KERNEL(elected_by_half, calls_args) {
    TC_SHARED unsigned tile[4] __attribute__((aligned(16)));
    if (T % 32 < 16)
        tc_call_elected(tile, arg.src);
}

/* In blocks of two dimensions, which only a GPU has: a warp's lanes are the hardware's. */
#if TC_ON_DEVICE
#define ROW threadIdx.y
#define FLAT_INDEX (threadIdx.x + threadIdx.y * blockDim.x)
#else
#define ROW 0
#define FLAT_INDEX T
#endif

TC_KERNEL(warps_2d, calls_args) {
    const unsigned at = ROW * 128;
    tc_call_warp(arg.dst + at, arg.src + at);
}

TC_KERNEL(cta_at_2d, calls_args) {
    tc_call_cta_at(FLAT_INDEX, arg.dst, arg.src);
}

/* ---- pointers and numbers --------------------------------------------------------------------- */

TC_KERNEL(off_by_a_word, calls_args) {
    tc_call_cta(arg.dst, arg.src + 1);
}

TC_KERNEL(off_by_a_half, calls_args) {
    unsigned short *const dst = (unsigned short *)arg.dst;
    const unsigned short *const src = (const unsigned short *)arg.src;
    tc_call_u16(dst + 1, src + 1);
}

#define TURN(scratch)                                                                              \
    unsigned a[32] __attribute__((aligned(16))), b[32] __attribute__((aligned(16)));               \
    for (unsigned j = 0; j < 32; j += 4)                                                           \
        tc_load_global_b128(a + j, arg.src + 32 * T + j);                                          \
    tc_call_turned(b, a, scratch);                                                                 \
    for (unsigned j = 0; j < 32; j++)                                                              \
    tc_store_global_b32(arg.dst + 32 * j + T, &b[j])

TC_KERNEL(turned_by_other_lanes, calls_args) {
    TC_SHARED unsigned s[1024] __attribute__((aligned(16)));
    unsigned a[32] __attribute__((aligned(16))) = {0}, b[32] __attribute__((aligned(16)));
    tc_call_turned_at(T ^ 1, b, a, s);
    tc_store_global_b32(arg.dst + T, b);
}

TC_KERNEL(scratch, calls_args) {
    TC_SHARED unsigned s[1024] __attribute__((aligned(16)));
    TURN(s);
}

TC_KERNEL(scratch_short, calls_args) {
    TC_SHARED unsigned s[64] __attribute__((aligned(16)));
    TURN(s);
}

TC_KERNEL(scratch_in_global, calls_args) {
    TURN(arg.dst + 1024);
}

TC_KERNEL(scratch_off_by_a_word, calls_args) {
    TC_SHARED unsigned s[1028] __attribute__((aligned(16)));
    TURN(s + 1);
}

#define TILE TC_SHARED unsigned short tile[64 * 64] __attribute__((aligned(16)))

TC_KERNEL(matrix_30, calls_args) {
    TILE;
    tc_call_masked_in(tile, (const unsigned short *)arg.src, 30, 30, 30);
    tc_cta_sync();
    tc_call_masked_out((unsigned short *)arg.dst, tile, 30, 30, 30);
}

TC_KERNEL(matrix_30_of_29, calls_args) {
    TILE;
    tc_call_masked_in(tile, (const unsigned short *)arg.src, 29, 30, 30);
}

TC_KERNEL(matrix_30_stored_of_29, calls_args) {
    TILE;
    tc_call_masked_in(tile, (const unsigned short *)arg.src, 30, 30, 30);
    tc_cta_sync();
    tc_call_masked_out((unsigned short *)arg.dst, tile, 29, 30, 30);
}

TC_KERNEL(matrix_k_24, calls_args) {
    TILE;
    tc_call_masked_k(tile, (const unsigned short *)arg.src, 24, 64, 24);
    tc_cta_sync();
    tc_call_masked_out((unsigned short *)arg.dst, tile, 24, 64, 24);
}

TC_FN void bounded_by(const calls_args *arg, unsigned loaded, unsigned stored) {
    TILE;
    tc_cta128_copy_gmem_to_smem_wide_40x30_u16_ofnx30_masked(
        tile, (const unsigned short *)arg->src, loaded);
    tc_cta_sync();
    tc_cta128_copy_smem_wide_to_gmem_40x30_u16_ofnx30_masked(
        (unsigned short *)arg->dst, tile, stored);
}

TC_KERNEL(bounded_30, calls_args) {
    bounded_by(&arg, 30, 30);
}

TC_KERNEL(bounded_by_41, calls_args) {
    bounded_by(&arg, 41, 40);
}

TC_KERNEL(bounded_stored_by_41, calls_args) {
    bounded_by(&arg, 40, 41);
}

/* Row i and no other, but for one index. */
TC_FN void rows_by(const calls_args *arg, int taken, int stored) {
    TC_SHARED unsigned tile[32 * 4] __attribute__((aligned(16)));
    TC_SHARED int from[32], to[32];
    const int row = T == 5 ? taken : (int)T, place = T == 5 ? stored : (int)T;
    tc_store_shared_b32(&from[T], &row);
    tc_store_shared_b32(&to[T], &place);
    tc_warp_sync();
    tc_call_picked(tile, arg->src, from);
    tc_warp_sync();
    tc_call_placed(arg->dst, tile, to);
}

TC_KERNEL(rows_picked, calls_args) {
    rows_by(&arg, 5, 5);
}

TC_KERNEL(rows_past_the_last, calls_args) {
    rows_by(&arg, 64, 5);
}

TC_KERNEL(rows_placed_twice, calls_args) {
    rows_by(&arg, 5, 4);
}

/* ---- all of them ------------------------------------------------------------------------------ */

/* Where a program can run. The emulator has blocks of one dimension; that a thread never came is
 * what only it can see. */
enum { ANYWHERE, GPU_ONLY, EMULATOR_ONLY };

typedef struct {
    const char *name;
    int where;
    unsigned x, y, z; /* of the block */
    unsigned moved;  /* halves of dst that must be those of src, from `first` on; all others stay */
    unsigned first;  /* ... */
    const char *gpu; /* what is said before the trap; NULL: nothing, and it ends well */
    const char *emulator; /* the same of the emulator */
} Call;

#define RANK_128 "its rank is not below the 128 of its scope"
#define FEWER_128 "the block has fewer than the 128 threads that must call"
#define FLAT(macro)                                                                                \
    "the block has more than one dimension, so threadIdx.x is no rank: call its _at form with "    \
    "one, or define " macro
/* With a rank of its own (-DTC_RANK_CTA=...) a block of two dimensions is right. */
#if defined(CALLS_OWN_RANK)
#define OWN_RANK_PROGRAM P(cta_2d_of_its_own, cta, GPU_ONLY, 16, 8, 1, 1024, 0, NULL, NULL)
#else
#define OWN_RANK_PROGRAM
#endif
/* Reported by the emulator alone. */
#define EMULATED(name, threads, said) P(name, name, EMULATOR_ONLY, threads, 1, 1, 0, 0, NULL, said)
#define PROGRAMS                                                                                   \
    P(cta, cta, ANYWHERE, 128, 1, 1, 1024, 0, NULL, NULL)                                          \
    P(cta_of_64,                                                                                   \
      cta,                                                                                         \
      ANYWHERE,                                                                                    \
      64,                                                                                          \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_cta_at: " FEWER_128,                                                                \
      "tc_call_cta_at: " FEWER_128)                                                                \
    P(cta_of_256,                                                                                  \
      cta,                                                                                         \
      ANYWHERE,                                                                                    \
      256,                                                                                         \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_cta_at: " RANK_128,                                                                 \
      "tc_call_cta_at: " RANK_128)                                                                 \
    P(cta_by_the_first, cta_by_the_first, ANYWHERE, 256, 1, 1, 1024, 0, NULL, NULL)                \
    P(cta_by_half,                                                                                 \
      cta_by_half,                                                                                 \
      EMULATOR_ONLY,                                                                               \
      128,                                                                                         \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      NULL,                                                                                        \
      "tc_call_cta_at: not all of its 128 ranks called it in cta 0: rank 64 0 times, rank 0 1 "    \
      "times")                                                                                     \
    EMULATED(cta_once_more, 128, "rank 32 1 times, rank 0 2 times")                                \
    P(cta_at_the_last, cta_at_the_last, ANYWHERE, 256, 1, 1, 1024, 0, NULL, NULL)                  \
    P(cta_at_the_wrong,                                                                            \
      cta_at_the_wrong,                                                                            \
      ANYWHERE,                                                                                    \
      256,                                                                                         \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_cta_at: " RANK_128,                                                                 \
      "tc_call_cta_at: " RANK_128)                                                                 \
    P(eights, eights, ANYWHERE, 64, 1, 1, 512, 0, NULL, NULL)                                      \
    P(eights_but_one,                                                                              \
      eights_but_one,                                                                              \
      EMULATOR_ONLY,                                                                               \
      64,                                                                                          \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      NULL,                                                                                        \
      "tc_call_eight_at: not all of its 8 ranks called it in cta 0: rank 5 7 times, rank 0 8 "     \
      "times")                                                                                     \
    P(cta_2d, cta, GPU_ONLY, 16, 8, 1, 0, 0, "tc_call_cta: " FLAT("TC_RANK_CTA"), NULL)            \
    P(cta_3d, cta, GPU_ONLY, 8, 4, 4, 0, 0, "tc_call_cta: " FLAT("TC_RANK_CTA"), NULL)             \
    OWN_RANK_PROGRAM                                                                               \
    P(warps, warps, ANYWHERE, 96, 1, 1, 768, 0, NULL, NULL)                                        \
    P(warps_of_48,                                                                                 \
      warps,                                                                                       \
      ANYWHERE,                                                                                    \
      48,                                                                                          \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_warp: the last of the block's groups of 32 threads is not whole",                   \
      "tc_call_warp: the last of the block's groups of 32 threads is not whole")                   \
    P(warps_2d, warps_2d, GPU_ONLY, 32, 3, 1, 768, 0, NULL, NULL)                                  \
    P(cta_at_2d, cta_at_2d, GPU_ONLY, 16, 8, 1, 1024, 0, NULL, NULL)                               \
    P(warpgroups, warpgroups, ANYWHERE, 256, 1, 1, 2048, 0, NULL, NULL)                            \
    P(warpgroups_of_192,                                                                           \
      warpgroups,                                                                                  \
      ANYWHERE,                                                                                    \
      192,                                                                                         \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_warpgroup: the last of the block's groups of 128 threads is not whole",             \
      "tc_call_warpgroup: the last of the block's groups of 128 threads is not whole")             \
    P(warpgroups_2d,                                                                               \
      warpgroups,                                                                                  \
      GPU_ONLY,                                                                                    \
      64,                                                                                          \
      2,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_warpgroup: " FLAT("TC_RANK_WARPGROUP"),                                             \
      NULL)                                                                                        \
    P(narrowed, narrowed, ANYWHERE, 32, 1, 1, 128, 0, NULL, NULL)                                  \
    P(narrowed_at_the_wrong,                                                                       \
      narrowed_at_the_wrong,                                                                       \
      ANYWHERE,                                                                                    \
      32,                                                                                          \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_lanes_at: its rank is not below the 32 of its scope",                               \
      "tc_call_lanes_at: its rank is not below the 32 of its scope")                               \
    P(elected, elected, ANYWHERE, 32, 1, 1, 8, 0, NULL, NULL)                                      \
    P(elected_by_half,                                                                             \
      elected_by_half,                                                                             \
      ANYWHERE,                                                                                    \
      32,                                                                                          \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_elected: warp not converged",                                                       \
      "other lanes called tc_call_elected")                                                        \
    P(off_by_a_word,                                                                               \
      off_by_a_word,                                                                               \
      ANYWHERE,                                                                                    \
      128,                                                                                         \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_cta_at: src is not 16-byte aligned",                                                \
      "tc_call_cta_at: src is not 16-byte aligned")                                                \
    P(off_by_a_half, off_by_a_half, ANYWHERE, 128, 1, 1, 384, 1, NULL, NULL)                       \
    EMULATED(                                                                                      \
        turned_by_other_lanes, 32, "rank 1 is lane 0 of its warp: rank % 32 must be the lane")     \
    P(scratch, scratch, ANYWHERE, 32, 1, 1, 2048, 0, NULL, NULL)                                   \
    P(scratch_short,                                                                               \
      scratch_short,                                                                               \
      ANYWHERE,                                                                                    \
      32,                                                                                          \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_turned_at: scratch is not 4096 bytes of shared memory",                             \
      "tc_call_turned_at: scratch is not 4096 bytes of shared memory")                             \
    P(scratch_in_global,                                                                           \
      scratch_in_global,                                                                           \
      ANYWHERE,                                                                                    \
      32,                                                                                          \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_turned_at: scratch is not 4096 bytes of shared memory",                             \
      "tc_call_turned_at: scratch is not 4096 bytes of shared memory")                             \
    P(scratch_off_by_a_word,                                                                       \
      scratch_off_by_a_word,                                                                       \
      ANYWHERE,                                                                                    \
      32,                                                                                          \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_turned_at: scratch is not 16-byte aligned",                                         \
      "tc_call_turned_at: scratch is not 16-byte aligned")                                         \
    P(copied_onto_itself,                                                                          \
      copied_onto_itself,                                                                          \
      ANYWHERE,                                                                                    \
      128,                                                                                         \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_cta_at: dst and src overlap",                                                       \
      "tc_call_cta_at: dst and src overlap")                                                       \
    EMULATED(copied_onto_its_half, 128, "tc_call_cta_at: dst and src overlap")                     \
    P(renamed_onto_itself,                                                                         \
      renamed_onto_itself,                                                                         \
      ANYWHERE,                                                                                    \
      32,                                                                                          \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_renamed_at: dst and src overlap",                                                   \
      "tc_call_renamed_at: dst and src overlap")                                                   \
    EMULATED(renamed_onto_its_end, 32, "tc_call_renamed_at: dst and src overlap")                  \
    P(renamed_apart, renamed_apart, ANYWHERE, 32, 1, 1, 512, 0, NULL, NULL)                        \
    P(rows_side_by_side, rows_side_by_side, ANYWHERE, 1, 1, 1, 256, 0, NULL, NULL)                 \
    P(rows_onto_themselves,                                                                        \
      rows_onto_themselves,                                                                        \
      ANYWHERE,                                                                                    \
      1,                                                                                           \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_beside: dst and src overlap",                                                       \
      "tc_call_beside: dst and src overlap")                                                       \
    P(taken_one_by_one, taken_one_by_one, ANYWHERE, 64, 1, 1, 256, 0, NULL, NULL)                  \
    EMULATED(taken_by_lane, 32, "does not pass the same i as rank")                                \
    P(put_by_group, put_by_group, ANYWHERE, 32, 1, 1, 64, 0, NULL, NULL)                           \
    EMULATED(put_by_lane, 32, "tc_insert_call_put_at: rank ")                                      \
    EMULATED(summed_onto_another, 64, "tc_reduce_call_sum_at: rank ")                              \
    P(summed_onto_itself, summed_onto_itself, ANYWHERE, 64, 1, 1, 128, 0, NULL, NULL)              \
    EMULATED(                                                                                      \
        put_another_value,                                                                         \
        32,                                                                                        \
        "tc_insert_call_put_at: rank 4 does not pass the same value as rank ")                     \
    P(kept, kept, ANYWHERE, 64, 1, 1, 256, 0, NULL, NULL)                                          \
    EMULATED(kept_of_another, 64, "tc_call_kept_at: element (5,1) of src is 0x")                   \
    P(dealt, dealt, ANYWHERE, 32, 1, 1, 64, 0, NULL, NULL)                                         \
    EMULATED(dealt_of_another, 32, "tc_call_dealt_at: element (5,0) of src is 0x")                 \
    P(stored_of_the_lowest, stored_of_the_lowest, ANYWHERE, 64, 1, 1, 128, 0, NULL, NULL)          \
    EMULATED(rows_onto_another, 32, "tc_reduce_call_rows_at: element (5) of acc is 0x")            \
    P(matrix_30, matrix_30, ANYWHERE, 128, 1, 1, 900, 0, NULL, NULL)                               \
    P(matrix_30_of_29,                                                                             \
      matrix_30_of_29,                                                                             \
      ANYWHERE,                                                                                    \
      128,                                                                                         \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_masked_in_at: not true: (ld >= cols || ld >= 64)",                                  \
      "tc_call_masked_in_at: not true: (ld >= cols || ld >= 64)")                                  \
    P(matrix_30_stored_of_29,                                                                      \
      matrix_30_stored_of_29,                                                                      \
      ANYWHERE,                                                                                    \
      128,                                                                                         \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_masked_out_at: not true: (ld >= cols || ld >= 64)",                                 \
      "tc_call_masked_out_at: not true: (ld >= cols || ld >= 64)")                                 \
    P(bounded_30, bounded_30, ANYWHERE, 128, 1, 1, 900, 0, NULL, NULL)                             \
    P(bounded_by_41,                                                                               \
      bounded_by_41,                                                                               \
      ANYWHERE,                                                                                    \
      128,                                                                                         \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_cta128_copy_gmem_to_smem_wide_40x30_u16_ofnx30_masked_at: not true: M <= 40",            \
      "tc_cta128_copy_gmem_to_smem_wide_40x30_u16_ofnx30_masked_at: not true: M <= 40")            \
    P(bounded_stored_by_41,                                                                        \
      bounded_stored_by_41,                                                                        \
      ANYWHERE,                                                                                    \
      128,                                                                                         \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_cta128_copy_smem_wide_to_gmem_40x30_u16_ofnx30_masked_at: not true: M <= 40",            \
      "tc_cta128_copy_smem_wide_to_gmem_40x30_u16_ofnx30_masked_at: not true: M <= 40")            \
    P(rows_picked, rows_picked, ANYWHERE, 32, 1, 1, 256, 0, NULL, NULL)                            \
    P(rows_past_the_last,                                                                          \
      rows_past_the_last,                                                                          \
      ANYWHERE,                                                                                    \
      32,                                                                                          \
      1,                                                                                           \
      1,                                                                                           \
      0,                                                                                           \
      0,                                                                                           \
      "tc_call_picked_at: not true: each index is a row from 0 to 63",                             \
      "tc_call_picked_at: not true: each index is a row from 0 to 63")                             \
    EMULATED(rows_placed_twice, 32, "both 4")                                                      \
    P(matrix_k_24, matrix_k_24, ANYWHERE, 128, 1, 1, 1536, 0, NULL, NULL)

#define P(name, kernel, where, x, y, z, moved, first, gpu, emulator)                               \
    {#name, where, x, y, z, moved, first, gpu, emulator},
static const Call calls[] = {PROGRAMS};
#undef P
enum { CALLS = sizeof calls / sizeof *calls };

static inline int call_find(const char *name) {
    int found = -1;
    for (int i = 0; i < CALLS; i++)
        if (strcmp(calls[i].name, name) == 0)
            found = i;
    return found;
}

/* Halves from 0 on; dst starts as 0xDBDB everywhere. */
static inline void call_start(unsigned short *src, unsigned short *dst) {
    for (unsigned i = 0; i < 2 * WORDS; i++) {
        src[i] = (unsigned short)(i * 7 + 1);
        dst[i] = 0xDBDB;
    }
}

/* Prints what is wrong with dst. */
static inline int call_wrong(
    const Call *call, const unsigned short *src, const unsigned short *dst) {
    for (unsigned i = 0; i < 2 * WORDS; i++) {
        const int moves = i >= call->first && i < call->first + call->moved;
        if (dst[i] != (moves ? src[i] : 0xDBDB)) {
            printf("half %u of dst is 0x%04x\n", i, (unsigned)dst[i]);
            return 1;
        }
    }
    return 0;
}

/* name, gpu, emulator, one a line, separated by tabs: `-` where it does not run, `ok` where it ends well. */
static inline int call_list(void) {
    for (int i = 0; i < CALLS; i++) {
        const Call *c = &calls[i];
        printf(
            "%s\t%s\t%s\n",
            c->name,
            c->where == EMULATOR_ONLY ? "-"
            : c->gpu                  ? c->gpu
                                      : "ok",
            c->where == GPU_ONLY ? "-"
            : c->emulator        ? c->emulator
                                 : "ok");
    }
    return 0;
}
#endif
