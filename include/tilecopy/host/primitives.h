/* primitives.h: every primitive, on the CPU. Each passes its own name and operands to the emulator,
 * which checks and performs it (emu.h). What each does is said where the device has it: ldst.h,
 * matrix.h, shuffle.h, sync.h, async.h, hints.h, mbarrier.h, cluster.h; the rest is in registers.h,
 * convert.h, mbarrier.h, bulk.h, dsmem.h and reduce.h beside this file. */
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

TC_FN void tc_load_shared_b8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_shared_b8", dst, 1);
    tc_emu_load("tc_load_shared_b8", dst, src, 1, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_load_shared_b16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_shared_b16", dst, 2);
    tc_emu_load("tc_load_shared_b16", dst, src, 2, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_load_shared_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_shared_b32", dst, 4);
    tc_emu_load("tc_load_shared_b32", dst, src, 4, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_load_shared_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_shared_b64", dst, 8);
    tc_emu_load("tc_load_shared_b64", dst, src, 8, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_load_shared_b128(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_shared_b128", dst, 16);
    tc_emu_load("tc_load_shared_b128", dst, src, 16, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_store_shared_b8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_shared_b8", src, 1);
    tc_emu_store("tc_store_shared_b8", dst, src, 1, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_store_shared_b16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_shared_b16", src, 2);
    tc_emu_store("tc_store_shared_b16", dst, src, 2, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_store_shared_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_shared_b32", src, 4);
    tc_emu_store("tc_store_shared_b32", dst, src, 4, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_store_shared_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_shared_b64", src, 8);
    tc_emu_store("tc_store_shared_b64", dst, src, 8, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_store_shared_b128(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_shared_b128", src, 16);
    tc_emu_store("tc_store_shared_b128", dst, src, 16, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_load_global_b8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_global_b8", dst, 1);
    tc_emu_load("tc_load_global_b8", dst, src, 1, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_load_global_b16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_global_b16", dst, 2);
    tc_emu_load("tc_load_global_b16", dst, src, 2, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_load_global_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_global_b32", dst, 4);
    tc_emu_load("tc_load_global_b32", dst, src, 4, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_load_global_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_global_b64", dst, 8);
    tc_emu_load("tc_load_global_b64", dst, src, 8, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_load_global_b128(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_global_b128", dst, 16);
    tc_emu_load("tc_load_global_b128", dst, src, 16, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_load_global_b256(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_load_global_b256", dst, 32);
    tc_emu_load("tc_load_global_b256", dst, src, 32, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_load_global_b32_or_zero(void *dst, const void *src, int keep) {
    static const tc_b32 zero = 0;
    TC_EMU_LOCAL("tc_load_global_b32_or_zero", dst, 4);
    if (keep)
        tc_emu_load("tc_load_global_b32_or_zero", dst, src, 4, TC_EMU_GLOBAL_SPACE);
    else
        TC_MEMCPY(dst, &zero, 4);
}

TC_FN void tc_load_global_b64_or_zero(void *dst, const void *src, int keep) {
    static const tc_b64 zero = {{0, 0}};
    TC_EMU_LOCAL("tc_load_global_b64_or_zero", dst, 8);
    if (keep)
        tc_emu_load("tc_load_global_b64_or_zero", dst, src, 8, TC_EMU_GLOBAL_SPACE);
    else
        TC_MEMCPY(dst, &zero, 8);
}

TC_FN void tc_load_global_b128_or_zero(void *dst, const void *src, int keep) {
    static const tc_b128 zero = {{0, 0, 0, 0}};
    TC_EMU_LOCAL("tc_load_global_b128_or_zero", dst, 16);
    if (keep)
        tc_emu_load("tc_load_global_b128_or_zero", dst, src, 16, TC_EMU_GLOBAL_SPACE);
    else
        TC_MEMCPY(dst, &zero, 16);
}

TC_FN void tc_store_global_b8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_global_b8", src, 1);
    tc_emu_store("tc_store_global_b8", dst, src, 1, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_store_global_b16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_global_b16", src, 2);
    tc_emu_store("tc_store_global_b16", dst, src, 2, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_store_global_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_global_b32", src, 4);
    tc_emu_store("tc_store_global_b32", dst, src, 4, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_store_global_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_global_b64", src, 8);
    tc_emu_store("tc_store_global_b64", dst, src, 8, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_store_global_b128(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_global_b128", src, 16);
    tc_emu_store("tc_store_global_b128", dst, src, 16, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_store_global_b256(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_store_global_b256", src, 32);
    tc_emu_store("tc_store_global_b256", dst, src, 32, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_ldmatrix_x1(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x1", dst, 4);
    tc_emu_ldmatrix("tc_ldmatrix_x1", dst, src, 1, 0);
}

TC_FN void tc_ldmatrix_x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x2", dst, 8);
    tc_emu_ldmatrix("tc_ldmatrix_x2", dst, src, 2, 0);
}

TC_FN void tc_ldmatrix_x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x4", dst, 16);
    tc_emu_ldmatrix("tc_ldmatrix_x4", dst, src, 4, 0);
}

TC_FN void tc_ldmatrix_x1_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x1_trans", dst, 4);
    tc_emu_ldmatrix("tc_ldmatrix_x1_trans", dst, src, 1, 1);
}

TC_FN void tc_ldmatrix_x2_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x2_trans", dst, 8);
    tc_emu_ldmatrix("tc_ldmatrix_x2_trans", dst, src, 2, 1);
}

TC_FN void tc_ldmatrix_x4_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x4_trans", dst, 16);
    tc_emu_ldmatrix("tc_ldmatrix_x4_trans", dst, src, 4, 1);
}

TC_FN void tc_stmatrix_x1(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x1", src, 4);
    tc_emu_stmatrix("tc_stmatrix_x1", dst, src, 1, 0);
}

TC_FN void tc_stmatrix_x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x2", src, 8);
    tc_emu_stmatrix("tc_stmatrix_x2", dst, src, 2, 0);
}

TC_FN void tc_stmatrix_x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x4", src, 16);
    tc_emu_stmatrix("tc_stmatrix_x4", dst, src, 4, 0);
}

TC_FN void tc_stmatrix_x1_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x1_trans", src, 4);
    tc_emu_stmatrix("tc_stmatrix_x1_trans", dst, src, 1, 1);
}

TC_FN void tc_stmatrix_x2_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x2_trans", src, 8);
    tc_emu_stmatrix("tc_stmatrix_x2_trans", dst, src, 2, 1);
}

TC_FN void tc_stmatrix_x4_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x4_trans", src, 16);
    tc_emu_stmatrix("tc_stmatrix_x4_trans", dst, src, 4, 1);
}

TC_FN void tc_movmatrix(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_movmatrix", dst, 4);
    TC_EMU_LOCAL("tc_movmatrix", src, 4);
    tc_emu_movmatrix("tc_movmatrix", dst, src);
}

TC_FN void tc_shuffle_b32(void *dst, const void *src, unsigned lane) {
    TC_EMU_LOCAL("tc_shuffle_b32", dst, 4);
    TC_EMU_LOCAL("tc_shuffle_b32", src, 4);
    tc_emu_shuffle("tc_shuffle_b32", dst, src, TC_EMU_IDX, lane);
}

TC_FN void tc_shuffle_b64(void *dst, const void *src, unsigned lane) {
    tc_b32 v[2];
    TC_EMU_LOCAL("tc_shuffle_b64", dst, 8);
    TC_EMU_LOCAL("tc_shuffle_b64", src, 8);
    TC_MEMCPY(v, src, 8);
    tc_emu_shuffle("tc_shuffle_b64", &v[0], &v[0], TC_EMU_IDX, lane);
    tc_emu_shuffle("tc_shuffle_b64", &v[1], &v[1], TC_EMU_IDX, lane);
    TC_MEMCPY(dst, v, 8);
}

TC_FN void tc_shuffle_xor_b32(void *dst, const void *src, unsigned mask) {
    TC_EMU_LOCAL("tc_shuffle_xor_b32", dst, 4);
    TC_EMU_LOCAL("tc_shuffle_xor_b32", src, 4);
    tc_emu_shuffle("tc_shuffle_xor_b32", dst, src, TC_EMU_XOR, mask);
}

TC_FN void tc_shuffle_xor_b64(void *dst, const void *src, unsigned mask) {
    tc_b32 v[2];
    TC_EMU_LOCAL("tc_shuffle_xor_b64", dst, 8);
    TC_EMU_LOCAL("tc_shuffle_xor_b64", src, 8);
    TC_MEMCPY(v, src, 8);
    tc_emu_shuffle("tc_shuffle_xor_b64", &v[0], &v[0], TC_EMU_XOR, mask);
    tc_emu_shuffle("tc_shuffle_xor_b64", &v[1], &v[1], TC_EMU_XOR, mask);
    TC_MEMCPY(dst, v, 8);
}

TC_FN void tc_shuffle_xor_group_b32(void *dst, const void *src, unsigned mask, unsigned lanes) {
    const unsigned first = tc_lane_index() & (0u - lanes);
    TC_EMU_LOCAL("tc_shuffle_xor_group_b32", dst, 4);
    TC_EMU_LOCAL("tc_shuffle_xor_group_b32", src, 4);
    tc_emu_shuffle_of(
        "tc_shuffle_xor_group_b32",
        dst,
        src,
        TC_EMU_XOR,
        mask,
        0xffffffffu >> (32 - lanes) << first);
}

TC_FN void tc_shuffle_xor_group_b64(void *dst, const void *src, unsigned mask, unsigned lanes) {
    tc_b32 v[2];
    TC_EMU_LOCAL("tc_shuffle_xor_group_b64", dst, 8);
    TC_EMU_LOCAL("tc_shuffle_xor_group_b64", src, 8);
    TC_MEMCPY(v, src, 8);
    tc_shuffle_xor_group_b32(&v[0], &v[0], mask, lanes);
    tc_shuffle_xor_group_b32(&v[1], &v[1], mask, lanes);
    TC_MEMCPY(dst, v, 8);
}

TC_FN void tc_shuffle_up_b32(void *dst, const void *src, unsigned delta) {
    TC_EMU_LOCAL("tc_shuffle_up_b32", dst, 4);
    TC_EMU_LOCAL("tc_shuffle_up_b32", src, 4);
    tc_emu_shuffle("tc_shuffle_up_b32", dst, src, TC_EMU_UP, delta);
}

TC_FN void tc_shuffle_up_b64(void *dst, const void *src, unsigned delta) {
    tc_b32 v[2];
    TC_EMU_LOCAL("tc_shuffle_up_b64", dst, 8);
    TC_EMU_LOCAL("tc_shuffle_up_b64", src, 8);
    TC_MEMCPY(v, src, 8);
    tc_emu_shuffle("tc_shuffle_up_b64", &v[0], &v[0], TC_EMU_UP, delta);
    tc_emu_shuffle("tc_shuffle_up_b64", &v[1], &v[1], TC_EMU_UP, delta);
    TC_MEMCPY(dst, v, 8);
}

TC_FN void tc_shuffle_down_b32(void *dst, const void *src, unsigned delta) {
    TC_EMU_LOCAL("tc_shuffle_down_b32", dst, 4);
    TC_EMU_LOCAL("tc_shuffle_down_b32", src, 4);
    tc_emu_shuffle("tc_shuffle_down_b32", dst, src, TC_EMU_DOWN, delta);
}

TC_FN void tc_warp_sync(void) {
    tc_emu_warp_sync("tc_warp_sync", 0xffffffffu);
}

TC_FN void tc_warp_sync_mask(unsigned mask) {
    tc_emu_warp_sync("tc_warp_sync_mask", mask);
}

TC_FN void tc_warp_sync_group(unsigned lanes) {
    const unsigned first = tc_lane_index() & (0u - lanes);
    tc_emu_warp_sync("tc_warp_sync_group", 0xffffffffu >> (32 - lanes) << first);
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

TC_FN void tc_cp_async_b32(void *dst, const void *src) {
    tc_emu_cp_async("tc_cp_async_b32", dst, src, 4, 4);
}

TC_FN void tc_cp_async_b32_zfill(void *dst, const void *src, unsigned bytes) {
    tc_emu_cp_async("tc_cp_async_b32_zfill", dst, src, 4, bytes);
}

TC_FN void tc_cp_async_b32_or_zero(void *dst, const void *src, int keep) {
    tc_emu_cp_async("tc_cp_async_b32_or_zero", dst, src, 4, keep ? 4 : 0);
}

TC_FN void tc_cp_async_b64(void *dst, const void *src) {
    tc_emu_cp_async("tc_cp_async_b64", dst, src, 8, 8);
}

TC_FN void tc_cp_async_b64_zfill(void *dst, const void *src, unsigned bytes) {
    tc_emu_cp_async("tc_cp_async_b64_zfill", dst, src, 8, bytes);
}

TC_FN void tc_cp_async_b64_or_zero(void *dst, const void *src, int keep) {
    tc_emu_cp_async("tc_cp_async_b64_or_zero", dst, src, 8, keep ? 8 : 0);
}

TC_FN void tc_cp_async_b128(void *dst, const void *src) {
    tc_emu_cp_async("tc_cp_async_b128", dst, src, 16, 16);
}

TC_FN void tc_cp_async_b128_zfill(void *dst, const void *src, unsigned bytes) {
    tc_emu_cp_async("tc_cp_async_b128_zfill", dst, src, 16, bytes);
}

TC_FN void tc_cp_async_b128_or_zero(void *dst, const void *src, int keep) {
    tc_emu_cp_async("tc_cp_async_b128_or_zero", dst, src, 16, keep ? 16 : 0);
}

TC_FN unsigned long long tc_createpolicy_fractional_evict_first(float fraction) {
    return fraction > 0;
}

TC_FN unsigned long long tc_createpolicy_fractional_evict_last(float fraction) {
    return fraction > 0;
}

TC_FN unsigned long long tc_createpolicy_fractional_evict_normal(float fraction) {
    return fraction > 0;
}

TC_FN unsigned long long tc_createpolicy_fractional_evict_unchanged(float fraction) {
    return fraction > 0;
}

TC_FN void tc_cp_async_commit(void) {
    tc_emu_cp_async_commit("tc_cp_async_commit");
}

TC_FN void tc_cp_async_wait_all(void) {
    tc_emu_cp_async_wait_all("tc_cp_async_wait_all");
}

TC_FN void tc_cp_async_mbarrier_arrive(tc_mbarrier *bar) {
    tc_emu_cp_async_mbarrier_arrive("tc_cp_async_mbarrier_arrive", bar, 0);
}

TC_FN void tc_cp_async_mbarrier_arrive_noinc(tc_mbarrier *bar) {
    tc_emu_cp_async_mbarrier_arrive("tc_cp_async_mbarrier_arrive_noinc", bar, 1);
}

TC_FN void tc_cp_async_wait_group_0(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_0", 0);
}

TC_FN void tc_cp_async_wait_group_1(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_1", 1);
}

TC_FN void tc_cp_async_wait_group_2(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_2", 2);
}

TC_FN void tc_cp_async_wait_group_3(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_3", 3);
}

TC_FN void tc_cp_async_wait_group_4(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_4", 4);
}

TC_FN void tc_cp_async_wait_group_5(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_5", 5);
}

TC_FN void tc_cp_async_wait_group_6(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_6", 6);
}

TC_FN void tc_cp_async_wait_group_7(void) {
    tc_emu_cp_async_wait_group("tc_cp_async_wait_group_7", 7);
}

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

#include "bulk.h"
#include "bulk_reduce_hinted.h"
#include "dsmem.h"
#include "reduce.h"
#include "reduce_vector.h"
#include "reduce_shared.h"
#include "registers.h"
#include "combine.h"
#include "mma.h"
#include "convert.h"

#if defined(__GNUC__) && defined(__OPTIMIZE__)
#pragma pop_macro("TC_FN")
#endif
#endif
