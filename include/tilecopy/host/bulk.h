/* bulk.h: the primitives of ../bulk.h on the CPU. From primitives.h. */
#ifndef TILECOPY_HOST_BULK_H
#define TILECOPY_HOST_BULK_H

TC_FN void tc_fence_async_smem(void) {
    tc_emu_fence_proxy("tc_fence_async_smem", TC_EMU_SHARED_SPACE);
}

TC_FN void tc_fence_async_gmem(void) {
    tc_emu_fence_proxy("tc_fence_async_gmem", TC_EMU_GLOBAL_SPACE);
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

TC_FN void tc_fence_async(void) {
    tc_emu_fence_proxy("tc_fence_async", TC_EMU_SHARED_SPACE);
    tc_emu_fence_proxy("tc_fence_async", TC_EMU_GLOBAL_SPACE);
    tc_emu_fence_proxy("tc_fence_async", TC_EMU_CLUSTER_SPACE);
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

TC_FN void tc_bulk_gmem_to_smem_multicast(
    void *dst, const void *src, unsigned bytes, tc_mbarrier *bar, unsigned ctas) {
    tc_emu_bulk_multicast("tc_bulk_gmem_to_smem_multicast", dst, src, bytes, bar, ctas);
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

TC_FN void tc_bulk_prefetch_gmem_hinted(
    const void *src, unsigned bytes, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_prefetch("tc_bulk_prefetch_gmem_hinted", src, bytes);
}

TC_FN void tc_bulk_smem_to_gmem_masked_hinted(
    void *dst, const void *src, unsigned bytes, unsigned mask, unsigned long long policy) {
    (void)policy;
    tc_emu_bulk_to_global("tc_bulk_smem_to_gmem_masked_hinted", (char *)dst, src, bytes, mask);
}

TC_FN void tc_bulk_prefetch_gmem(const void *src, unsigned bytes) {
    tc_emu_bulk_prefetch("tc_bulk_prefetch_gmem", src, bytes);
}

TC_FN void tc_bulk_smem_to_gmem_masked(void *dst, const void *src, unsigned bytes, unsigned mask) {
    tc_emu_bulk_to_global("tc_bulk_smem_to_gmem_masked", (char *)dst, src, bytes, mask);
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

#endif
