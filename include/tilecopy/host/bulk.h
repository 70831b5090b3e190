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

/* How many groups may be left. */
#define TC_EMU_BULK_WAIT(name, left)                                                               \
    TC_FN void name(void) {                                                                        \
        tc_emu_bulk_wait(#name, left, 0);                                                          \
    }

TC_EMU_BULK_WAIT(tc_bulk_wait_0, 0)
TC_EMU_BULK_WAIT(tc_bulk_wait_1, 1)
TC_EMU_BULK_WAIT(tc_bulk_wait_2, 2)
TC_EMU_BULK_WAIT(tc_bulk_wait_3, 3)
TC_EMU_BULK_WAIT(tc_bulk_wait_4, 4)
TC_EMU_BULK_WAIT(tc_bulk_wait_5, 5)
TC_EMU_BULK_WAIT(tc_bulk_wait_6, 6)
TC_EMU_BULK_WAIT(tc_bulk_wait_7, 7)
#undef TC_EMU_BULK_WAIT

#define TC_EMU_BULK_WAIT_READ(name, left)                                                          \
    TC_FN void name(void) {                                                                        \
        tc_emu_bulk_wait(#name, left, 1);                                                          \
    }

TC_EMU_BULK_WAIT_READ(tc_bulk_wait_read_0, 0)
TC_EMU_BULK_WAIT_READ(tc_bulk_wait_read_1, 1)
TC_EMU_BULK_WAIT_READ(tc_bulk_wait_read_2, 2)
TC_EMU_BULK_WAIT_READ(tc_bulk_wait_read_3, 3)
TC_EMU_BULK_WAIT_READ(tc_bulk_wait_read_4, 4)
TC_EMU_BULK_WAIT_READ(tc_bulk_wait_read_5, 5)
TC_EMU_BULK_WAIT_READ(tc_bulk_wait_read_6, 6)
TC_EMU_BULK_WAIT_READ(tc_bulk_wait_read_7, 7)
#undef TC_EMU_BULK_WAIT_READ

#endif
