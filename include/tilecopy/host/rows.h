/* rows.h: the primitives that are rows, on the CPU. Made by make rows.
 * From primitives.h. */
#ifndef TILECOPY_HOST_ROWS_H
#define TILECOPY_HOST_ROWS_H

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
    tc_emu_ldmatrix("tc_ldmatrix_x1", dst, src, 4 / 4, 0);
}

TC_FN void tc_ldmatrix_x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x2", dst, 8);
    tc_emu_ldmatrix("tc_ldmatrix_x2", dst, src, 8 / 4, 0);
}

TC_FN void tc_ldmatrix_x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x4", dst, 16);
    tc_emu_ldmatrix("tc_ldmatrix_x4", dst, src, 16 / 4, 0);
}

TC_FN void tc_ldmatrix_x1_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x1_trans", dst, 4);
    tc_emu_ldmatrix("tc_ldmatrix_x1_trans", dst, src, 4 / 4, 1);
}

TC_FN void tc_ldmatrix_x2_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x2_trans", dst, 8);
    tc_emu_ldmatrix("tc_ldmatrix_x2_trans", dst, src, 8 / 4, 1);
}

TC_FN void tc_ldmatrix_x4_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_ldmatrix_x4_trans", dst, 16);
    tc_emu_ldmatrix("tc_ldmatrix_x4_trans", dst, src, 16 / 4, 1);
}

TC_FN void tc_stmatrix_x1(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x1", src, 4);
    tc_emu_stmatrix("tc_stmatrix_x1", dst, src, 4 / 4, 0);
}

TC_FN void tc_stmatrix_x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x2", src, 8);
    tc_emu_stmatrix("tc_stmatrix_x2", dst, src, 8 / 4, 0);
}

TC_FN void tc_stmatrix_x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x4", src, 16);
    tc_emu_stmatrix("tc_stmatrix_x4", dst, src, 16 / 4, 0);
}

TC_FN void tc_stmatrix_x1_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x1_trans", src, 4);
    tc_emu_stmatrix("tc_stmatrix_x1_trans", dst, src, 4 / 4, 1);
}

TC_FN void tc_stmatrix_x2_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x2_trans", src, 8);
    tc_emu_stmatrix("tc_stmatrix_x2_trans", dst, src, 8 / 4, 1);
}

TC_FN void tc_stmatrix_x4_trans(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_stmatrix_x4_trans", src, 16);
    tc_emu_stmatrix("tc_stmatrix_x4_trans", dst, src, 16 / 4, 1);
}

TC_FN void tc_movmatrix(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_movmatrix", dst, 4);
    TC_EMU_LOCAL("tc_movmatrix", src, 4);
    tc_emu_movmatrix("tc_movmatrix", dst, src);
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

TC_FN void tc_load_dsmem_b8(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b8", dst, 1);
    tc_emu_load("tc_load_dsmem_b8", dst, src, 1, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_load_dsmem_b16(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b16", dst, 2);
    tc_emu_load("tc_load_dsmem_b16", dst, src, 2, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_load_dsmem_b32(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b32", dst, 4);
    tc_emu_load("tc_load_dsmem_b32", dst, src, 4, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_load_dsmem_b64(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b64", dst, 8);
    tc_emu_load("tc_load_dsmem_b64", dst, src, 8, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_load_dsmem_b128(void *dst, tc_dsmem src) {
    TC_EMU_LOCAL("tc_load_dsmem_b128", dst, 16);
    tc_emu_load("tc_load_dsmem_b128", dst, src, 16, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b8(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b8", src, 1);
    tc_emu_store("tc_store_dsmem_b8", dst, src, 1, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b16(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b16", src, 2);
    tc_emu_store("tc_store_dsmem_b16", dst, src, 2, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b32", src, 4);
    tc_emu_store("tc_store_dsmem_b32", dst, src, 4, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b64(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b64", src, 8);
    tc_emu_store("tc_store_dsmem_b64", dst, src, 8, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_dsmem_b128(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_store_dsmem_b128", src, 16);
    tc_emu_store("tc_store_dsmem_b128", dst, src, 16, TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_store_async_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_store_async_b32", src, 4);
    tc_emu_store_async("tc_store_async_b32", dst, src, 4, bar);
}

TC_FN void tc_store_async_b64(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_store_async_b64", src, 8);
    tc_emu_store_async("tc_store_async_b64", dst, src, 8, bar);
}

TC_FN void tc_store_async_b128(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_store_async_b128", src, 16);
    tc_emu_store_async("tc_store_async_b128", dst, src, 16, bar);
}

TC_FN void tc_reduce_async_add_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_add_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_add_u32", dst, src, bar, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_reduce_async_min_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_min_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_min_u32", dst, src, bar, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_reduce_async_max_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_max_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_max_u32", dst, src, bar, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_reduce_async_inc_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_inc_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_inc_u32", dst, src, bar, TC_EMU_REDUCE_INC, TC_EMU_U32);
}

TC_FN void tc_reduce_async_dec_u32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_dec_u32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_dec_u32", dst, src, bar, TC_EMU_REDUCE_DEC, TC_EMU_U32);
}

TC_FN void tc_reduce_async_add_s32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_add_s32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_add_s32", dst, src, bar, TC_EMU_REDUCE_ADD, TC_EMU_S32);
}

TC_FN void tc_reduce_async_min_s32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_min_s32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_min_s32", dst, src, bar, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_reduce_async_max_s32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_max_s32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_max_s32", dst, src, bar, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_reduce_async_and_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_and_b32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_and_b32", dst, src, bar, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_reduce_async_or_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_or_b32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_or_b32", dst, src, bar, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_reduce_async_xor_b32(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_xor_b32", src, 4);
    tc_emu_reduce_async("tc_reduce_async_xor_b32", dst, src, bar, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_reduce_async_add_u64(tc_dsmem dst, const void *src, tc_dsmem bar) {
    TC_EMU_LOCAL("tc_reduce_async_add_u64", src, 8);
    tc_emu_reduce_async("tc_reduce_async_add_u64", dst, src, bar, TC_EMU_REDUCE_ADD, TC_EMU_U64);
}

TC_FN void tc_reduce_dsmem_add_f32(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_f32", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_f32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_dsmem_add_f64(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_f64", src, 8);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_f64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F64);
}

TC_FN void tc_reduce_dsmem_add_f16x2(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_f16x2", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_f16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_dsmem_add_bf16x2(tc_dsmem dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_dsmem_add_bf16x2", src, 4);
    tc_emu_reduce_dsmem("tc_reduce_dsmem_add_bf16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_fence_async_smem(void) {
    tc_emu_fence_proxy("tc_fence_async_smem", TC_EMU_SHARED_SPACE);
}

TC_FN void tc_fence_async_gmem(void) {
    tc_emu_fence_proxy("tc_fence_async_gmem", TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_fence_async(void) {
    tc_emu_fence_proxy("tc_fence_async", TC_EMU_SHARED_SPACE);
    tc_emu_fence_proxy("tc_fence_async", TC_EMU_GLOBAL_SPACE);
    tc_emu_fence_proxy("tc_fence_async", TC_EMU_CLUSTER_SPACE);
}

TC_FN void tc_bulk_smem_to_dsmem(tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk("tc_bulk_smem_to_dsmem", dst, src, bytes, bar, TC_EMU_SHARED_SPACE);
}

TC_FN void tc_bulk_gmem_to_smem(void *dst, const void *src, unsigned bytes, tc_mbarrier *bar) {
    tc_emu_bulk("tc_bulk_gmem_to_smem", (char *)dst, src, bytes, (char *)bar, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_bulk_smem_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_to_global("tc_bulk_smem_to_gmem", (char *)dst, src, bytes, 0xffff);
}

TC_FN void tc_bulk_gmem_to_smem_hinted(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk(
        "tc_bulk_gmem_to_smem_hinted", (char *)dst, src, bytes, (char *)bar, TC_EMU_GLOBAL_SPACE);
}

TC_FN void tc_bulk_smem_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_to_global("tc_bulk_smem_to_gmem_hinted", (char *)dst, src, bytes, 0xffff);
}

TC_FN void tc_bulk_gmem_to_smem_each(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned ctas) {
    tc_emu_bulk_multicast("tc_bulk_gmem_to_smem_each", dst, src, bytes, bar, ctas);
}

TC_FN void tc_bulk_gmem_to_smem_each_hinted(
    void *dst,
    const void *src,
    unsigned bytes,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_multicast("tc_bulk_gmem_to_smem_each_hinted", dst, src, bytes, bar, ctas);
}

TC_FN void tc_bulk_prefetch_gmem(const void *src, unsigned bytes) {
    tc_emu_bulk_prefetch("tc_bulk_prefetch_gmem", src, bytes);
}

TC_FN void tc_bulk_prefetch_gmem_hinted(
    const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_prefetch("tc_bulk_prefetch_gmem_hinted", src, bytes);
}

TC_FN void tc_bulk_commit(void) {
    tc_emu_bulk_commit("tc_bulk_commit");
}

TC_FN void tc_bulk_wait_0(void) {
    tc_emu_bulk_wait("tc_bulk_wait_0", 0, 0);
}

TC_FN void tc_bulk_wait_1(void) {
    tc_emu_bulk_wait("tc_bulk_wait_1", 1, 0);
}

TC_FN void tc_bulk_wait_2(void) {
    tc_emu_bulk_wait("tc_bulk_wait_2", 2, 0);
}

TC_FN void tc_bulk_wait_3(void) {
    tc_emu_bulk_wait("tc_bulk_wait_3", 3, 0);
}

TC_FN void tc_bulk_wait_4(void) {
    tc_emu_bulk_wait("tc_bulk_wait_4", 4, 0);
}

TC_FN void tc_bulk_wait_5(void) {
    tc_emu_bulk_wait("tc_bulk_wait_5", 5, 0);
}

TC_FN void tc_bulk_wait_6(void) {
    tc_emu_bulk_wait("tc_bulk_wait_6", 6, 0);
}

TC_FN void tc_bulk_wait_7(void) {
    tc_emu_bulk_wait("tc_bulk_wait_7", 7, 0);
}

TC_FN void tc_bulk_wait_read_0(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_0", 0, 1);
}

TC_FN void tc_bulk_wait_read_1(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_1", 1, 1);
}

TC_FN void tc_bulk_wait_read_2(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_2", 2, 1);
}

TC_FN void tc_bulk_wait_read_3(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_3", 3, 1);
}

TC_FN void tc_bulk_wait_read_4(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_4", 4, 1);
}

TC_FN void tc_bulk_wait_read_5(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_5", 5, 1);
}

TC_FN void tc_bulk_wait_read_6(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_6", 6, 1);
}

TC_FN void tc_bulk_wait_read_7(void) {
    tc_emu_bulk_wait("tc_bulk_wait_read_7", 7, 1);
}

TC_FN void tc_bulk_gmem_to_smem_multicast(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned ctas) {
    tc_emu_bulk_multicast("tc_bulk_gmem_to_smem_multicast", dst, src, bytes, bar, ctas);
}

TC_FN void tc_bulk_gmem_to_smem_multicast_hinted(
    void *dst,
    const void *src,
    unsigned bytes,
    tc_mbarrier *bar,
    unsigned ctas,
    unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_multicast("tc_bulk_gmem_to_smem_multicast_hinted", dst, src, bytes, bar, ctas);
}

TC_FN void tc_bulk_smem_to_gmem_masked(void *dst, const void *src, unsigned bytes, unsigned mask) {
    tc_emu_bulk_to_global("tc_bulk_smem_to_gmem_masked", (char *)dst, src, bytes, mask);
}

TC_FN void tc_bulk_smem_to_gmem_masked_hinted(
    void *dst, const void *src, unsigned bytes, unsigned mask, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_to_global("tc_bulk_smem_to_gmem_masked_hinted", (char *)dst, src, bytes, mask);
}

TC_FN void tc_bulk_reduce_add_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_min_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_max_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_inc_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_inc_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_INC,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_dec_u32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_dec_u32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_DEC,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_add_s32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_s32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_min_s32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_max_s32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_add_u64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_min_u64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_max_u64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_min_s64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_S64);
}

TC_FN void tc_bulk_reduce_max_s64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_S64);
}

TC_FN void tc_bulk_reduce_and_b32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_AND,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_or_b32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_OR,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_xor_b32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_XOR,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_and_b64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_AND,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_or_b64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_OR,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_xor_b64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_XOR,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_add_f16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_min_f16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_f16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_max_f16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_f16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_add_bf16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_bf16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_min_bf16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_bf16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_max_bf16_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_bf16_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_add_f32_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f32_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F32);
}

TC_FN void tc_bulk_reduce_add_f64_to_gmem(void *dst, const void *src, unsigned bytes) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f64_to_gmem",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F64);
}

TC_FN void tc_bulk_reduce_add_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_min_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_max_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_inc_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_inc_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_INC, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_dec_u32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_dec_u32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_DEC, TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_add_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_s32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_ADD, TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_min_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_max_s32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_and_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_or_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_xor_b32_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b32_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_add_u64_to_dsmem(
    tc_dsmem dst, const void *src, unsigned bytes, tc_dsmem bar) {
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u64_to_dsmem", dst, src, bytes, bar, TC_EMU_REDUCE_ADD, TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_add_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_min_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_max_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_inc_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_inc_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_INC,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_dec_u32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_dec_u32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_DEC,
        TC_EMU_U32);
}

TC_FN void tc_bulk_reduce_add_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_s32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_min_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_max_s32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_S32);
}

TC_FN void tc_bulk_reduce_add_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_u64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_min_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_u64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_max_u64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_u64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_U64);
}

TC_FN void tc_bulk_reduce_min_s64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_s64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_S64);
}

TC_FN void tc_bulk_reduce_max_s64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_s64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_S64);
}

TC_FN void tc_bulk_reduce_and_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_AND,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_or_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_OR,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_xor_b32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_XOR,
        TC_EMU_B32);
}

TC_FN void tc_bulk_reduce_and_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_and_b64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_AND,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_or_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_or_b64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_OR,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_xor_b64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_xor_b64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_XOR,
        TC_EMU_B64);
}

TC_FN void tc_bulk_reduce_add_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_min_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_f16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_max_f16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_f16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_F16);
}

TC_FN void tc_bulk_reduce_add_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_bf16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_min_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_min_bf16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MIN,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_max_bf16_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_max_bf16_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_MAX,
        TC_EMU_BF16);
}

TC_FN void tc_bulk_reduce_add_f32_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f32_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F32);
}

TC_FN void tc_bulk_reduce_add_f64_to_gmem_hinted(
    void *dst, const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_reduce(
        "tc_bulk_reduce_add_f64_to_gmem_hinted",
        (char *)dst,
        src,
        bytes,
        (char *)0,
        TC_EMU_REDUCE_ADD,
        TC_EMU_F64);
}

TC_FN void tc_reduce_gmem_add_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_u32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_u32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_reduce_gmem_min_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_u32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_u32", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_reduce_gmem_max_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_u32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_u32", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_reduce_gmem_min_s32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_s32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_s32", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_reduce_gmem_max_s32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_s32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_s32", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_reduce_gmem_and_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_and_b32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_and_b32", dst, src, 4, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_reduce_gmem_or_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_or_b32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_or_b32", dst, src, 4, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_reduce_gmem_xor_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_xor_b32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_xor_b32", dst, src, 4, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_reduce_gmem_add_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_u64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_u64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_U64);
}

TC_FN void tc_reduce_gmem_min_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_u64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_u64", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_U64);
}

TC_FN void tc_reduce_gmem_max_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_u64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_u64", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_U64);
}

TC_FN void tc_reduce_gmem_min_s64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_s64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_s64", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_S64);
}

TC_FN void tc_reduce_gmem_max_s64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_s64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_s64", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_S64);
}

TC_FN void tc_reduce_gmem_and_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_and_b64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_and_b64", dst, src, 8, TC_EMU_REDUCE_AND, TC_EMU_B64);
}

TC_FN void tc_reduce_gmem_or_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_or_b64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_or_b64", dst, src, 8, TC_EMU_REDUCE_OR, TC_EMU_B64);
}

TC_FN void tc_reduce_gmem_xor_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_xor_b64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_xor_b64", dst, src, 8, TC_EMU_REDUCE_XOR, TC_EMU_B64);
}

TC_FN void tc_reduce_gmem_add_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f32", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_gmem_add_f64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f64", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F64);
}

TC_FN void tc_reduce_gmem_add_f16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_add_bf16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_bf16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_bf16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_add_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f16", src, 2);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f16", dst, src, 2, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_add_bf16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_bf16", src, 2);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_bf16", dst, src, 2, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_smem_add_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_u32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_add_u32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_U32);
}

TC_FN void tc_reduce_smem_min_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_min_u32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_min_u32", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_U32);
}

TC_FN void tc_reduce_smem_max_u32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_max_u32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_max_u32", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_U32);
}

TC_FN void tc_reduce_smem_min_s32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_min_s32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_min_s32", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_S32);
}

TC_FN void tc_reduce_smem_max_s32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_max_s32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_max_s32", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_S32);
}

TC_FN void tc_reduce_smem_and_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_and_b32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_and_b32", dst, src, 4, TC_EMU_REDUCE_AND, TC_EMU_B32);
}

TC_FN void tc_reduce_smem_or_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_or_b32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_or_b32", dst, src, 4, TC_EMU_REDUCE_OR, TC_EMU_B32);
}

TC_FN void tc_reduce_smem_xor_b32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_xor_b32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_xor_b32", dst, src, 4, TC_EMU_REDUCE_XOR, TC_EMU_B32);
}

TC_FN void tc_reduce_smem_add_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_u64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_add_u64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_U64);
}

TC_FN void tc_reduce_smem_min_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_min_u64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_min_u64", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_U64);
}

TC_FN void tc_reduce_smem_max_u64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_max_u64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_max_u64", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_U64);
}

TC_FN void tc_reduce_smem_min_s64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_min_s64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_min_s64", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_S64);
}

TC_FN void tc_reduce_smem_max_s64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_max_s64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_max_s64", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_S64);
}

TC_FN void tc_reduce_smem_and_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_and_b64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_and_b64", dst, src, 8, TC_EMU_REDUCE_AND, TC_EMU_B64);
}

TC_FN void tc_reduce_smem_or_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_or_b64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_or_b64", dst, src, 8, TC_EMU_REDUCE_OR, TC_EMU_B64);
}

TC_FN void tc_reduce_smem_xor_b64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_xor_b64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_xor_b64", dst, src, 8, TC_EMU_REDUCE_XOR, TC_EMU_B64);
}

TC_FN void tc_reduce_smem_add_f32(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_f32", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_add_f32", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_smem_add_f64(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_f64", src, 8);
    tc_emu_reduce_smem("tc_reduce_smem_add_f64", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F64);
}

TC_FN void tc_reduce_smem_add_f16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_f16x2", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_add_f16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_smem_add_bf16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_bf16x2", src, 4);
    tc_emu_reduce_smem("tc_reduce_smem_add_bf16x2", dst, src, 4, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_smem_add_f16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_f16", src, 2);
    tc_emu_reduce_smem("tc_reduce_smem_add_f16", dst, src, 2, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_smem_add_bf16(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_smem_add_bf16", src, 2);
    tc_emu_reduce_smem("tc_reduce_smem_add_bf16", dst, src, 2, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_add_f32x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f32x2", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f32x2", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_gmem_add_f32x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f32x4", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f32x4", dst, src, 16, TC_EMU_REDUCE_ADD, TC_EMU_F32);
}

TC_FN void tc_reduce_gmem_add_f16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f16x4", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_add_f16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_f16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_f16x8", dst, src, 16, TC_EMU_REDUCE_ADD, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_min_f16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_f16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_f16x2", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_min_f16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_f16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_f16x4", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_min_f16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_f16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_f16x8", dst, src, 16, TC_EMU_REDUCE_MIN, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_max_f16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_f16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_f16x2", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_max_f16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_f16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_f16x4", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_max_f16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_f16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_f16x8", dst, src, 16, TC_EMU_REDUCE_MAX, TC_EMU_F16);
}

TC_FN void tc_reduce_gmem_add_bf16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_bf16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_bf16x4", dst, src, 8, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_add_bf16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_add_bf16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_add_bf16x8", dst, src, 16, TC_EMU_REDUCE_ADD, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_min_bf16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_bf16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_bf16x2", dst, src, 4, TC_EMU_REDUCE_MIN, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_min_bf16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_bf16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_bf16x4", dst, src, 8, TC_EMU_REDUCE_MIN, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_min_bf16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_min_bf16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_min_bf16x8", dst, src, 16, TC_EMU_REDUCE_MIN, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_max_bf16x2(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_bf16x2", src, 4);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_bf16x2", dst, src, 4, TC_EMU_REDUCE_MAX, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_max_bf16x4(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_bf16x4", src, 8);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_bf16x4", dst, src, 8, TC_EMU_REDUCE_MAX, TC_EMU_BF16);
}

TC_FN void tc_reduce_gmem_max_bf16x8(void *dst, const void *src) {
    TC_EMU_LOCAL("tc_reduce_gmem_max_bf16x8", src, 16);
    tc_emu_reduce_gmem("tc_reduce_gmem_max_bf16x8", dst, src, 16, TC_EMU_REDUCE_MAX, TC_EMU_BF16);
}

#endif
