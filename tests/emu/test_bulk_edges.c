/* Bulk copies at their edges: which fence, by whom, of which bytes. Of the fences of a thread the latest eight count. */
#include "faults.h"

enum { FIRST = 64 }; /* what lands: 16 bytes there */

static void send(const args *arg, unsigned at, unsigned bytes) {
    tc_bulk_smem_to_gmem(arg->g, SMEM + at, bytes);
    tc_bulk_commit();
    tc_bulk_wait_0();
}

static void fences(unsigned count) {
    for (unsigned i = 0; i < count; i++)
        tc_fence_async_smem();
}

/* cp.async, seen by thread 0 alone, which fences before and after that; then thread 32 or itself sends it on. */
static void land(const args *arg, unsigned before, unsigned after, unsigned sender) {
    if (T == 0) {
        fences(before);
        tc_mbarrier_init(BAR, 1);
        tc_cp_async_b128(SMEM + FIRST, arg->g);
        tc_cp_async_mbarrier_arrive_noinc(BAR);
        tc_mbarrier_wait(BAR, 0);
        fences(after);
    }
    if (sender)
        tc_cta_sync();
    if (T == sender)
        send(arg, FIRST, 16);
}

TC_KERNEL(right_first_fence, args) {
    land(&arg, 0, 1, 0);
}

TC_KERNEL(right_first_fence_of_another, args) {
    land(&arg, 0, 1, 32);
}

TC_KERNEL(right_ninth_fence, args) {
    land(&arg, 8, 1, 32);
}

TC_KERNEL(right_ninth_fence_after, args) {
    land(&arg, 3, 9, 32);
}

TC_KERNEL(landed_without_a_fence, args) {
    land(&arg, 0, 0, 32);
}

TC_KERNEL(landed_after_nine_fences, args) {
    land(&arg, 9, 0, 32);
}

TC_KERNEL(landed_after_seventeen_fences, args) {
    land(&arg, 17, 0, 32);
}

/* The last thread of the CTA fences, which nobody else does. */
TC_KERNEL(right_fence_of_the_last, args) {
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_cp_async_b128(SMEM + FIRST, arg.g);
        tc_cp_async_mbarrier_arrive_noinc(BAR);
    }
    tc_cta_sync();
    if (T == 63) {
        tc_mbarrier_wait(BAR, 0);
        tc_fence_async_smem();
    }
    tc_cta_sync();
    if (T == 0)
        send(&arg, FIRST, 16);
}

TC_KERNEL(written_after_nine_fences, args) {
    fences(9);
    for (unsigned i = 0; i < 4; i++)
        put(i);
    send(&arg, 0, 16);
}

/* The words beside the source, and beside the destination, are nobody's of the copy. */
TC_KERNEL(right_beside_the_copy, args) {
    unsigned v = 1;
    for (unsigned i = 4; i < 8; i++)
        put(i);
    tc_fence_async_smem();
    put(3);
    put(8);
    tc_store_global_b32(arg.g + 16, &v);
    send(&arg, 16, 16);
}

TC_KERNEL(first_word_of_the_source, args) {
    for (unsigned i = 5; i < 8; i++)
        put(i);
    tc_fence_async_smem();
    put(4);
    send(&arg, 16, 16);
}

TC_KERNEL(last_word_of_the_source, args) {
    for (unsigned i = 4; i < 8; i++)
        put(i);
    tc_fence_async_smem();
    put(7);
    send(&arg, 16, 16);
}

TC_KERNEL(last_word_of_the_destination, args) {
    unsigned v = 1;
    for (unsigned i = 4; i < 8; i++)
        put(i);
    tc_fence_async_smem();
    tc_store_global_b32(arg.g + 12, &v);
    send(&arg, 16, 16);
}

/* Where the operands are is asked before which CTAs are named: none. */
TC_KERNEL(half_an_mbarrier, args) {
    tc_emu_shared(BAR, 4, "half");
    tc_bulk_gmem_to_smem_multicast(SMEM, arg.g, 16, BAR, 0);
}

/* One fence of all that a thread wrote, of either memory. */
TC_KERNEL(right_fence_of_all, args) {
    unsigned v = 1;
    for (unsigned i = 4; i < 8; i++) {
        put(i);
        tc_store_global_b32(arg.g + 64 + 4 * i, &v);
    }
    tc_mbarrier_init(BAR, 1);
    tc_fence_mbarrier_init();
    tc_fence_async();
    send(&arg, 16, 16);
    tc_mbarrier_arrive_expect_tx(BAR, 16);
    tc_bulk_gmem_to_smem(SMEM + 64, arg.g + 80, 16, BAR);
    tc_mbarrier_wait(BAR, 0);
}

/* Into the same place of each CTA, which is not the first of its memory. */
TC_KERNEL(right_multicast_beside, args) {
    unsigned v;
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(BAR, 32);
    }
    tc_cluster_sync();
    if (T == 0 && tc_cta_rank_in_cluster() == 0)
        tc_bulk_gmem_to_smem_multicast(SMEM + 96, arg.g + 64, 32, BAR, 3);
    tc_mbarrier_wait(BAR, 0);
    for (unsigned i = 0; i < 8; i++) {
        tc_load_shared_b32(&v, SMEM + 96 + 4 * i);
        EXPECT(v == 1000 + i);
    }
}

/* With a hint a copy is checked as without. */
TC_KERNEL(prefetch_hinted_outside, args) {
    tc_bulk_prefetch_gmem_hinted(arg.g + 1008, 32, 0);
}

TC_KERNEL(prefetch_outside, args) {
    tc_bulk_prefetch_gmem(arg.g + 1008, 32);
}

TC_KERNEL(masked_hinted_outside, args) {
    put(0);
    tc_bulk_smem_to_gmem_masked_hinted(arg.g + 1008, SMEM, 32, 1, 0);
}

/* ---- of some bytes of every sixteen ------------------------------------------------------------- */

static void send_some(const args *arg, unsigned at, unsigned mask) {
    tc_bulk_smem_to_gmem_masked(arg->g + at, SMEM, 16, mask);
}

static void fill(void) {
    for (unsigned i = 0; i < 4; i++)
        put(i);
    tc_fence_async_smem();
}

TC_KERNEL(first_byte_twice, args) {
    fill();
    send_some(&arg, 0, 0x0001);
    send_some(&arg, 0, 0xfff1);
}

TC_KERNEL(last_byte_twice, args) {
    fill();
    send_some(&arg, 0, 0x8000);
    send_some(&arg, 0, 0x8fff);
}

TC_KERNEL(right_bytes_beside, args) {
    fill();
    send_some(&arg, 0, 0xffff);
    send_some(&arg, 32, 0xffff);
    send_some(&arg, 16, 0x5555);
    send_some(&arg, 16, 0xaaaa);
    tc_bulk_commit();
    tc_bulk_wait_0();
}

/* ---- the table ---------------------------------------------------------------------------------- */

static const Fault faults[] = {
    F(landed_without_a_fence, 1, 64, PROXY, "no thread that waited for"),
    F(landed_after_nine_fences, 1, 64, PROXY, "no thread that waited for"),
    F(landed_after_seventeen_fences, 1, 64, PROXY, "no thread that waited for"),
    F(written_after_nine_fences,
      1,
      1,
      PROXY,
      "thread 0 of CTA 0 wrote bytes of the source and did not call "
      "tc_fence_async_smem before the barrier\n|step 14: |16 bytes at "
      "'dynamic shared memory' + 0 (0x0), "),
    F(first_word_of_the_source,
      1,
      1,
      PROXY,
      "thread 0 of CTA 0 wrote bytes of the source and did not call "
      "tc_fence_async_smem before the barrier\n|step 6: |16 bytes at 'dynamic"
      " shared memory' + 16 (0x10), "),
    F(last_word_of_the_source,
      1,
      1,
      PROXY,
      "thread 0 of CTA 0 wrote bytes of the source and did not call "
      "tc_fence_async_smem before the barrier\n|step 7: |4 bytes at 'dynamic "
      "shared memory' + 28 (0x1c), "),
    F(last_word_of_the_destination,
      1,
      1,
      PROXY,
      "thread 0 of CTA 0 wrote bytes of the destination and did not call "
      "tc_fence_async_gmem before the barrier\n|step 7: |4 bytes at 'g' + 12 "
      "(0xc)\n"),
    F(half_an_mbarrier, 1, 1, OUTSIDE, "the access ends 4 bytes past the buffer"),
    F(prefetch_hinted_outside, 1, 1, OUTSIDE, "the access ends 16 bytes past the buffer"),
    F(prefetch_outside, 1, 1, OUTSIDE, "the access ends 16 bytes past the buffer"),
    F(masked_hinted_outside, 1, 1, OUTSIDE, "the access ends 16 bytes past the buffer"),
    F(first_byte_twice,
      1,
      1,
      IN_FLIGHT,
      "tc_bulk_smem_to_gmem_masked of thread 0 of CTA 0, its step 6, has not "
      "yet written the bytes; nobody waited for it\n|step 7: |1 bytes at 'g' "
      "+ 0 (0x0)\n"),
    F(last_byte_twice,
      1,
      1,
      IN_FLIGHT,
      "tc_bulk_smem_to_gmem_masked of thread 0 of CTA 0, its step 6, has not "
      "yet written the bytes; nobody waited for it\n|step 7: |1 bytes at 'g' "
      "+ 15 (0xf)\n"),
};

static void right_in(unsigned cluster, const char *name, Kernel kernel, unsigned block, args *a) {
    tc_emu_config c = quiet(block, 1024);
    c.cluster = cluster;
    passes(name, c, kernel, a);
}
#define RIGHT(name, block) right_in(0, #name, name, block, &a)

int main(void) {
    args a;
    a.g = tc_emu_gmem_alloc(1024, "g");
    planted(faults, sizeof faults / sizeof *faults, &a);
    RIGHT(right_first_fence, 64);
    RIGHT(right_first_fence_of_another, 64);
    RIGHT(right_ninth_fence, 64);
    RIGHT(right_ninth_fence_after, 64);
    RIGHT(right_fence_of_the_last, 64);
    RIGHT(right_beside_the_copy, 1);
    RIGHT(right_bytes_beside, 1);
    RIGHT(right_fence_of_all, 1);
    for (unsigned i = 0; i < 8; i++)
        memcpy(a.g + 64 + 4 * i, &(unsigned){1000 + i}, 4);
    right_in(2, "right_multicast_beside", right_multicast_beside, 32, &a);
    tc_emu_gmem_free(a.g);
    reports_match("bulk_edges");
    return unit_finish();
}
