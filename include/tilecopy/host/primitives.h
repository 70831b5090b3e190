/* primitives.h: every primitive, on the CPU. Each passes its own name and operands to the emulator,
 * which checks and performs it (emu.h). What each does is said where the device has it: ldst.h,
 * matrix.h, shuffle.h, sync.h, async.h, hints.h, mbarrier.h, cluster.h; the rest is in rows.h, which
 * make rows writes, and in registers.h, combine.h, convert.h, mbarrier.h and mma.h beside this file. */
#ifndef TILECOPY_HOST_PRIMITIVES_H
#define TILECOPY_HOST_PRIMITIVES_H
#include "emu.h"

/* With optimisation they are part of their caller, so that the size of its variables is known, and
 * reports have their names all the same. Without it they are not: their frame leads to the caller's. */
#if defined(__GNUC__) && defined(__OPTIMIZE__)
#pragma push_macro("TC_FN")
#undef TC_FN
#define TC_FN static inline __attribute__((unused, always_inline))
#endif

/* A variable of the kernel's: does it have the bytes? */
#if !defined(__GNUC__)
#define TC_EMU_LOCAL(name, p, bytes) ((void)0)
#elif defined(__OPTIMIZE__)
#define TC_EMU_LOCAL(name, p, bytes)                                                               \
    (__builtin_object_size(p, 0) < (bytes)                                                         \
         ? tc_emu_overrun(name, (size_t)(p), bytes, __builtin_object_size(p, 0))                   \
         : (void)0)
#else
#define TC_EMU_LOCAL(name, p, bytes) tc_emu_local(name, p, bytes, __builtin_frame_address(0))
#endif

TC_FN unsigned tc_thread_index(void) {
    return tc_emu_thread();
}

TC_FN unsigned tc_thread_count(void) {
    return tc_emu_threads();
}

TC_FN unsigned tc_cta_index(void) {
    return tc_emu_cta();
}

TC_FN unsigned tc_lane_index(void) {
    return tc_emu_thread() % 32;
}

#define TC_EMU_LOAD_OR_ZERO(name, bytes)                                                           \
    TC_FN void name(void *dst, const void *src, int keep) {                                        \
        static const unsigned char zeros[bytes] = {0};                                             \
        TC_EMU_LOCAL(#name, dst, bytes);                                                           \
        if (keep)                                                                                  \
            tc_emu_load(#name, dst, src, bytes, TC_EMU_GLOBAL_SPACE);                              \
        else                                                                                       \
            TC_MEMCPY(dst, zeros, bytes);                                                          \
    }

TC_EMU_LOAD_OR_ZERO(tc_load_global_b32_or_zero, 4)
TC_EMU_LOAD_OR_ZERO(tc_load_global_b64_or_zero, 8)
TC_EMU_LOAD_OR_ZERO(tc_load_global_b128_or_zero, 16)
#undef TC_EMU_LOAD_OR_ZERO

/* Which lane's: the one of this number, or away from this lane. 64 bits go as two words. */
#define TC_EMU_SHUFFLE_B32(name, which)                                                            \
    TC_FN void name(void *dst, const void *src, unsigned number) {                                 \
        TC_EMU_LOCAL(#name, dst, 4);                                                               \
        TC_EMU_LOCAL(#name, src, 4);                                                               \
        tc_emu_shuffle(#name, dst, src, TC_EMU_##which, number);                                   \
    }

TC_EMU_SHUFFLE_B32(tc_shuffle_b32, IDX)
TC_EMU_SHUFFLE_B32(tc_shuffle_xor_b32, XOR)
TC_EMU_SHUFFLE_B32(tc_shuffle_up_b32, UP)
TC_EMU_SHUFFLE_B32(tc_shuffle_down_b32, DOWN)
#undef TC_EMU_SHUFFLE_B32

#define TC_EMU_SHUFFLE_B64(name, which)                                                            \
    TC_FN void name(void *dst, const void *src, unsigned number) {                                 \
        tc_b32 v[2];                                                                               \
        TC_EMU_LOCAL(#name, dst, sizeof v);                                                        \
        TC_EMU_LOCAL(#name, src, sizeof v);                                                        \
        TC_MEMCPY(v, src, sizeof v);                                                               \
        tc_emu_shuffle(#name, &v[0], &v[0], TC_EMU_##which, number);                               \
        tc_emu_shuffle(#name, &v[1], &v[1], TC_EMU_##which, number);                               \
        TC_MEMCPY(dst, v, sizeof v);                                                               \
    }

TC_EMU_SHUFFLE_B64(tc_shuffle_b64, IDX)
TC_EMU_SHUFFLE_B64(tc_shuffle_xor_b64, XOR)
TC_EMU_SHUFFLE_B64(tc_shuffle_up_b64, UP)
#undef TC_EMU_SHUFFLE_B64

/* The lanes of the group that this lane is in: for lane 13 and 8 lanes bits 8 to 15. */
#define TC_EMU_GROUP(lanes) (0xffffffffu >> (32 - (lanes)) << (tc_lane_index() & (0u - (lanes))))

TC_FN void tc_shuffle_xor_group_b32(void *dst, const void *src, unsigned mask, unsigned lanes) {
    TC_EMU_LOCAL("tc_shuffle_xor_group_b32", dst, 4);
    TC_EMU_LOCAL("tc_shuffle_xor_group_b32", src, 4);
    tc_emu_shuffle_of("tc_shuffle_xor_group_b32", dst, src, TC_EMU_XOR, mask, TC_EMU_GROUP(lanes));
}

TC_FN void tc_shuffle_xor_group_b64(void *dst, const void *src, unsigned mask, unsigned lanes) {
    tc_b32 v[2];
    TC_EMU_LOCAL("tc_shuffle_xor_group_b64", dst, sizeof v);
    TC_EMU_LOCAL("tc_shuffle_xor_group_b64", src, sizeof v);
    TC_MEMCPY(v, src, sizeof v);
    tc_shuffle_xor_group_b32(&v[0], &v[0], mask, lanes);
    tc_shuffle_xor_group_b32(&v[1], &v[1], mask, lanes);
    TC_MEMCPY(dst, v, sizeof v);
}

TC_FN void tc_warp_sync(void) {
    tc_emu_warp_sync("tc_warp_sync", 0xffffffffu);
}

TC_FN void tc_warp_sync_mask(unsigned mask) {
    tc_emu_warp_sync("tc_warp_sync_mask", mask);
}

TC_FN void tc_warp_sync_group(unsigned lanes) {
    tc_emu_warp_sync("tc_warp_sync_group", TC_EMU_GROUP(lanes));
}

TC_FN void tc_cta_sync(void) {
    tc_emu_cta_sync("tc_cta_sync", (const char *)0, 0);
}
/* Called by its name it says where, too. */
#define tc_cta_sync() tc_emu_cta_sync("tc_cta_sync", __FILE__, __LINE__)

TC_FN void tc_barrier_sync(unsigned id, unsigned count) {
    tc_emu_barrier("tc_barrier_sync", id, count, 1);
}

TC_FN void tc_barrier_arrive(unsigned id, unsigned count) {
    tc_emu_barrier("tc_barrier_arrive", id, count, 0);
}

TC_FN void tc_fence_cta(void) {
    tc_emu_fence("tc_fence_cta");
}

TC_FN void tc_fence_device(void) {
    tc_emu_fence("tc_fence_device");
}

TC_FN void tc_fence_cluster(void) {
    tc_emu_fence("tc_fence_cluster");
}

TC_FN int tc_elect_one(void) {
    return tc_emu_elect("tc_elect_one");
}

/* A policy is a number that nothing here looks at. */
#define TC_EMU_POLICY(name)                                                                        \
    TC_FN unsigned long long name(float fraction) {                                                \
        return fraction > 0;                                                                       \
    }

TC_EMU_POLICY(tc_createpolicy_fractional_evict_first)
TC_EMU_POLICY(tc_createpolicy_fractional_evict_last)
TC_EMU_POLICY(tc_createpolicy_fractional_evict_normal)
TC_EMU_POLICY(tc_createpolicy_fractional_evict_unchanged)
#undef TC_EMU_POLICY

#include "mbarrier.h"

TC_FN unsigned tc_cta_rank_in_cluster(void) {
    return tc_emu_cluster_cta();
}

TC_FN unsigned tc_cta_count_in_cluster(void) {
    return tc_emu_cluster_ctas();
}

TC_FN tc_dsmem tc_map_to_cta(const void *smem, unsigned cta) {
    return tc_emu_map("tc_map_to_cta", smem, cta);
}

TC_FN void tc_cluster_sync(void) {
    tc_emu_cluster_arrive("tc_cluster_sync", 1);
    tc_emu_cluster_wait("tc_cluster_sync");
}

TC_FN void tc_cluster_arrive(void) {
    tc_emu_cluster_arrive("tc_cluster_arrive", 1);
}

TC_FN void tc_cluster_arrive_relaxed(void) {
    tc_emu_cluster_arrive("tc_cluster_arrive_relaxed", 0);
}

TC_FN void tc_cluster_wait(void) {
    tc_emu_cluster_wait("tc_cluster_wait");
}

#include "rows.h"
#include "registers.h"
#include "combine.h"
#include "mma.h"
#include "convert.h"
#include "sites.h"

#if defined(__GNUC__) && defined(__OPTIMIZE__)
#pragma pop_macro("TC_FN")
#endif
#endif
