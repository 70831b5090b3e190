/* Planted faults at the edges of what the other programs plant: the ninth of a ring of eight, the same line of two
 * files, a fence that comes after the barrier, a source that two copies read, threads that leave. */
#include "faults.h"

/* ---- tc_cta_sync: where it stands ------------------------------------------------------------- */

TC_KERNEL(same_line_of_two_files, args) {
    tc_emu_cta_sync("tc_cta_sync", T < 32 ? "a/one.cu" : "b/two.cu", 7);
}

TC_KERNEL(two_lines_of_a_file, args) {
    tc_emu_cta_sync("tc_cta_sync", "one.cu", T < 32 ? 7 : 8);
}

/* The table of the places grows. */
TC_KERNEL(other_line_after_many, args) {
    for (int i = 0; i < 40; i++)
        tc_emu_cta_sync("tc_cta_sync", "loop.cu", i == 33 && T >= 32 ? 99 : i);
}

TC_KERNEL(leaves_an_unknown_place, args) {
    if (T < 32)
        tc_emu_cta_sync("tc_cta_sync", NULL, 0);
}

TC_KERNEL(last_leaves_the_cluster, args) {
    tc_cluster_sync();
    if (T != 63 || tc_cta_rank_in_cluster() == 1)
        tc_cluster_sync();
}

TC_KERNEL(right_places, args) {
    char name[] = "one.cu"; /* of every thread its own */
    tc_emu_cta_sync("tc_cta_sync", T < 32 ? NULL : "one.cu", 7);
    tc_emu_cta_sync("tc_cta_sync", T < 32 ? "one.cu" : NULL, 8);
    tc_emu_cta_sync("tc_cta_sync", name, 9);
    for (int i = 0; i < 100; i++)
        tc_emu_cta_sync("tc_cta_sync", "loop.cu", i);
}

/* ---- who waits where -------------------------------------------------------------------------- */

TC_KERNEL(some_sync_some_wait, args) {
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_init(BAR + 1, 1);
    }
    tc_cta_sync();
    if (T < 32)
        tc_cta_sync();
    else if (T < 48)
        tc_mbarrier_wait(BAR, 0);
    else if (T < 64)
        tc_mbarrier_wait(BAR + 1, 0);
    else if (T < 80)
        tc_mbarrier_wait_cluster(BAR + 1, 0);
    else
        tc_mbarrier_wait(BAR + 1, 0);
}

TC_KERNEL(two_groups_of_lanes_wait, args) {
    if (T < 32)
        tc_barrier_sync(2, 64);
    else if (T % 32 != 31)
        tc_warp_sync_mask(T % 32 < 16 ? 0x8000ffffu : 0xffff0000u);
    else
        tc_barrier_sync(3, 64);
}

/* Threads 32 to 63 of the one CTA and 0 to 31 of the other at barriers of one number. */
TC_KERNEL(side_by_side_in_two_ctas, args) {
    tc_barrier_sync(1 + (T / 32 != tc_cta_rank_in_cluster()), 64);
}

/* ---- fences: the latest eight, and only those that come before the copy ------------------------ */

static void fill(void) {
    for (unsigned i = 0; i < 4; i++)
        put(i);
}

static void send(args arg) {
    tc_bulk_smem_to_gmem(arg.g, SMEM, 16);
    tc_bulk_commit();
    tc_bulk_wait_0();
}

TC_KERNEL(eight_fences_before, args) {
    for (unsigned i = 0; T == 0 && i < 8; i++)
        tc_fence_async_smem();
    if (T == 0)
        fill();
    tc_cta_sync();
    if (T == 32)
        send(arg);
}

TC_KERNEL(fence_after_the_barrier, args) {
    if (T == 0)
        fill();
    tc_cta_sync();
    if (T == 0)
        tc_fence_async_smem();
    else if (T == 32)
        send(arg);
}

/* Of two words of one thread the first alone is fenced. */
TC_KERNEL(second_word_not_fenced, args) {
    if (T == 0) {
        fill();
        tc_fence_async_smem();
        put(1);
    }
    tc_cta_sync();
    if (T == 32)
        send(arg);
}

/* The same, the word that is not fenced in the middle of others. */
TC_KERNEL(word_of_another_not_fenced, args) {
    if (T < 4)
        put(T);
    if (T != 2)
        tc_fence_async_smem();
    tc_cta_sync();
    if (T == 32)
        send(arg);
}

static void land(args arg, unsigned waiters) {
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_cp_async_b128(SMEM, arg.g);
        tc_cp_async_mbarrier_arrive_noinc(BAR);
    }
    tc_cta_sync();
    if (T % 32 == 0 && T < 32 * waiters)
        tc_mbarrier_wait(BAR, 0);
}

TC_KERNEL(landed_and_fenced_beside, args) {
    land(arg, 2);
    if (T == 0)
        tc_fence_async_smem();
    else if (T == 32)
        send(arg);
}

TC_KERNEL(landed_after_eight_fences, args) {
    for (unsigned i = 0; T == 0 && i < 8; i++)
        tc_fence_async_smem();
    land(arg, 1);
    if (T == 0)
        send(arg);
}

TC_KERNEL(right_fences, args) {
    for (unsigned i = 0; T == 0 && i < 11; i++)
        tc_fence_async_smem();
    if (T == 0)
        fill();
    for (unsigned i = 0; T == 0 && i < 9; i++)
        tc_fence_async_smem();
    tc_cta_sync();
    if (T == 32)
        send(arg);
}

TC_KERNEL(right_landed, args) {
    for (unsigned i = 0; T == 0 && i < 11; i++)
        tc_fence_async_smem();
    land(arg, 1);
    if (T == 0) {
        tc_fence_async_smem();
        send(arg);
    }
}

TC_KERNEL(eight_fences_before_init, args) {
    for (unsigned i = 0; T == 0 && i < 8; i++)
        tc_fence_mbarrier_init();
    if (T == 0)
        tc_mbarrier_init(BAR, 32);
    tc_cluster_sync();
    if (tc_cta_rank_in_cluster() == 0 && T == 0)
        tc_mbarrier_arrive_remote(tc_map_to_cta(BAR, 1));
    tc_cluster_sync();
}

TC_KERNEL(init_fence_after_the_barrier, args) {
    if (T == 0)
        tc_mbarrier_init(BAR, 32);
    tc_cluster_sync();
    if (T == 0)
        tc_fence_mbarrier_init();
    if (tc_cta_rank_in_cluster() == 0 && T == 1)
        tc_mbarrier_arrive_remote(tc_map_to_cta(BAR, 1));
    tc_cluster_sync();
}

TC_KERNEL(right_init_fences, args) {
    for (unsigned i = 0; T == 0 && i < 11; i++)
        tc_fence_mbarrier_init();
    if (T == 0)
        tc_mbarrier_init(BAR, 32);
    for (unsigned i = 0; T == 0 && i < 9; i++)
        tc_fence_mbarrier_init();
    tc_cluster_sync();
    if (tc_cta_rank_in_cluster() == 0 && T == 0)
        tc_mbarrier_arrive_remote(tc_map_to_cta(BAR, 1));
    tc_cluster_sync();
}

/* ---- memory ----------------------------------------------------------------------------------- */

TC_KERNEL(global_as_dsmem, args) {
    unsigned v;
    tc_cluster_sync();
    tc_load_dsmem_b32(&v, (tc_dsmem)arg.g);
    tc_cluster_sync();
}

/* The copy that was started last is over, the one before it still reads. */
TC_KERNEL(written_under_the_first, args) {
    fill();
    tc_mbarrier_init(BAR, 1);
    tc_fence_mbarrier_init();
    tc_fence_async_smem();
    tc_bulk_smem_to_gmem(arg.g, SMEM, 16);
    tc_bulk_commit();
    tc_mbarrier_arrive_expect_tx(BAR, 16);
    tc_bulk_smem_to_dsmem(tc_map_to_cta(SMEM + 64, 0), SMEM, 16, tc_map_to_cta(BAR, 0));
    tc_mbarrier_wait(BAR, 0);
    put(3);
}

/* The same of cp.async, before them, behind them and one byte beside. */
TC_KERNEL(source_of_cp_async, args) {
    unsigned v = 1;
    tc_cp_async_b32(SMEM, arg.g + 16);
    tc_cp_async_b32(SMEM + 4, arg.g + 24);
    tc_cp_async_b32(SMEM + 8, arg.g + 32);
    tc_store_global_b32(arg.g + 20, &v);
    tc_store_global_b32(arg.g + 24, &v);
}

TC_KERNEL(multicast_before_the_start, args) {
    if (T || tc_cta_rank_in_cluster())
        return;
    tc_mbarrier_init(BAR, 1);
    tc_fence_mbarrier_init();
    tc_bulk_gmem_to_smem_multicast(SMEM, arg.g, 64, BAR, 3);
}

/* After an inval the bytes are the next thread's, when that is ordered. */
TC_KERNEL(used_beside_an_inval, args) {
    if (T == 0)
        tc_mbarrier_init(BAR, 1);
    tc_cta_sync();
    if (T == 0)
        tc_mbarrier_inval(BAR);
    else if (T == 32)
        put(129);
}

TC_KERNEL(read_after_an_inval, args) {
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_inval(BAR);
    }
    tc_cta_sync();
    get(129);
}

TC_KERNEL(right_inval_and_use, args) {
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_inval(BAR);
    }
    tc_cta_sync();
    if (T == 32)
        put(129);
    tc_cta_sync();
    get(129);
    tc_cta_sync();
    if (T == 1) {
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_inval(BAR);
        tc_mbarrier_init(BAR, 1);
    }
}

/* ---- lanes ------------------------------------------------------------------------------------ */

TC_KERNEL(movmatrix_of_8_lanes, args) {
    unsigned v = T;
    tc_movmatrix(&v, &v);
}

/* Lane 8 is there, and is not asked. */
TC_KERNEL(shuffle_beyond_the_mask, args) {
    unsigned v = T;
    if (T < 8)
        tc_emu_shuffle_of("shuffle", &v, &v, TC_EMU_XOR, 8, 0xff);
}

TC_KERNEL(counts_of_a_barrier, args) {
    tc_barrier_sync(1, T < 16 ? 64 : 32);
}

TC_KERNEL(rank_of_the_next_lane, args) {
    tc_emu_called("copy", T ^ 1, 64);
    tc_emu_converged("copy");
}

TC_KERNEL(right_ranks, args) {
    tc_emu_called("copy", T ^ 32, 64);
    tc_emu_converged("copy");
    tc_emu_called("copy of 40", T < 40 ? (T + 1) % 40 : 40, 40); /* of no whole warps */
    tc_emu_converged("copy");
    tc_emu_called("move", T ^ 1, 64);
    tc_emu_converged("copy");
}

/* Each CTA, and each group of eight threads, passes a number of its own. */
TC_KERNEL(right_alike, args) {
    const unsigned mine = tc_cta_index(), group = 100 + T / 8;
    tc_emu_same("copy", "mine", T, 64, &mine, sizeof mine);
    tc_emu_same("copy", "group", T % 8, 8, &group, sizeof group);
    tc_emu_same("copy", "group", T % 8, 8, &mine, sizeof mine);
}

/* ---- the table -------------------------------------------------------------------------------- */

static const Fault faults[] = {
    F(same_line_of_two_files, 1, 64, DIVERGENT, "at one.cu:7, this one at two.cu:7"),
    F(two_lines_of_a_file, 1, 64, DIVERGENT, "at one.cu:7, this one at one.cu:8"),
    F(other_line_after_many, 1, 64, DIVERGENT, "at loop.cu:33, this one at loop.cu:99"),
    F(leaves_an_unknown_place, 1, 64, DIVERGENT, "others of its CTA call tc_cta_sync\n"),
    F(last_leaves_the_cluster, 2, 64, DIVERGENT, "arrive at its barrier once more"),
    F(some_sync_some_wait, 1, 96, DEADLOCK, "(barrier 0: 32 of 96 arrived)"),
    F(two_groups_of_lanes_wait,
      1,
      64,
      DIVERGENT,
      "lanes of one warp wait at different places\n|threads 0 to 31, step 1: "
      "tc_barrier_sync (barrier 2: 32 of 64 arrived)\n|threads 32 to 47, step"
      " 1: tc_warp_sync_mask (lanes 0x8000ffff)\n|threads 48 to 62, step 1: "
      "tc_warp_sync_mask (lanes 0xffff0000)\n|threads 63 to 63, step 1: "
      "tc_barrier_sync (barrier 3: 1 of 64 arrived)\n"),
    F(side_by_side_in_two_ctas, 2, 64, DEADLOCK, "cta 0 threads 32 to 63, "),
    F(eight_fences_before, 1, 64, PROXY, "did not call tc_fence_async_smem"),
    F(fence_after_the_barrier, 1, 64, PROXY, "did not call tc_fence_async_smem"),
    F(second_word_not_fenced,
      1,
      64,
      PROXY,
      "thread 0 of CTA 0 wrote bytes of the source and did not call "
      "tc_fence_async_smem before the barrier\n|thread 32 (warp 1 lane 0), "
      "step 2: tc_bulk_smem_to_gmem\n|12 bytes at 'dynamic shared memory' + 4"
      " (0x4), "),
    F(word_of_another_not_fenced,
      1,
      64,
      PROXY,
      "thread 2 of CTA 0 wrote bytes of the source and did not call "
      "tc_fence_async_smem before the barrier\n|thread 32 (warp 1 lane 0), "
      "step 3: |8 bytes at 'dynamic shared memory' + 8 (0x8), "),
    F(landed_and_fenced_beside, 1, 64, PROXY, "no thread that waited for"),
    F(landed_after_eight_fences, 1, 64, PROXY, "no thread that waited for"),
    F(eight_fences_before_init, 2, 32, MBARRIER, "no tc_fence_mbarrier_init"),
    F(init_fence_after_the_barrier, 2, 32, MBARRIER, "no tc_fence_mbarrier_init"),
    F(global_as_dsmem, 2, 32, OUTSIDE, "is not in the shared memory of the cluster"),
    F(written_under_the_first, 1, 1, IN_FLIGHT, "tc_bulk_smem_to_gmem of thread 0 of CTA 0"),
    F(source_of_cp_async,
      1,
      1,
      IN_FLIGHT,
      "tc_cp_async_b32 of thread 0 of CTA 0, its step 2, still reads the "
      "bytes; nobody waited for it\n|step 5: tc_store_global_b32\n|4 bytes at"
      " 'g' + 24 (0x18)\n"),
    F(multicast_before_the_start,
      2,
      32,
      NOT_STARTED,
      "CTA 1 of the cluster has started: a cluster barrier comes before the "
      "first access\n|step 3: |64 bytes at 'dynamic shared memory' + 0 (0x0),"
      " shared memory of cta 1\n"),
    F(used_beside_an_inval, 1, 64, RACE, "no barrier orders the two"),
    F(read_after_an_inval, 1, 64, UNINITIALISED, "no thread has written"),
    F(movmatrix_of_8_lanes,
      1,
      8,
      DIVERGENT,
      "the warp has 8 lanes, 32 are needed\n|step 1: tc_movmatrix\n"),
    F(shuffle_beyond_the_mask, 1, 32, DIVERGENT, "lane 0 asks lane 8"),
    F(counts_of_a_barrier, 1, 64, DIVERGENT, "with (1, 64), this one with (1, 32)"),
    F(rank_of_the_next_lane, 1, 64, CHECK, "rank 1 is lane 0 of its warp"),
};

/* ---- what is right ---------------------------------------------------------------------------- */

/* Who comes later leaves: those that wait go on when the last of the others has gone. */
TC_KERNEL(right_last_leave, args) {
    if (T >= 20)
        return;
    put(T);
    tc_cta_sync();
    get(19 - T);
    tc_cta_sync();
    put(19 - T);
}

TC_KERNEL(right_last_leave_cluster, args) {
    if (T >= 20)
        return;
    tc_cluster_sync();
    put(T);
    tc_cluster_sync();
    get(T);
}

/* A named barrier takes all warps of the CTA, the last of which may lack lanes, and no more. */
static unsigned of_threads;
TC_KERNEL(syncs_of, args) {
    put(T);
    tc_barrier_sync(15, of_threads);
    get(0);
}

static void test_counts(args *a) {
    static const unsigned blocks[] = {1, 31, 32, 33, 64, 65, 95, 96, 97, 992, 993, 1023, 1024};
    for (unsigned i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        const tc_emu_config c = quiet(blocks[i], 4096);
        of_threads = (blocks[i] + 31) & ~31u;
        once_passes("syncs_of", c, syncs_of, a);
        of_threads += 32;
        unit_expect(
            tc_emu_launch(&c, syncs_of, a) && tc_emu_last()->kind == TC_EMU_ARGUMENT,
            "syncs_of",
            __FILE__,
            (int)blocks[i]);
    }
}

static void right(const char *name, Kernel kernel, unsigned cluster, unsigned block, args *a) {
    tc_emu_config c = quiet(block, 1024);
    c.cluster = cluster;
    c.early_exit = kernel == right_last_leave || kernel == right_last_leave_cluster;
    passes(name, c, kernel, a);
    for (c.seed = 4; c.seed < 12; c.seed++)
        once_passes(name, c, kernel, a);
}
#define RIGHT(name, cluster, block) right(#name, name, cluster, block, &a)

/* Of threads that leave different numbers of copies the first 64 are told. */
TC_KERNEL(leaves_many_numbers, args) {
    for (unsigned i = 0; i <= T; i++)
        tc_cp_async_b32(SMEM + 4 * (71 * T + i), arg.g);
}

static void test_many_warnings(args *a) {
    tc_emu_config c = quiet(63, 4 * 71 * 71);
    passes("leaves_many_numbers", c, leaves_many_numbers, a);
    EXPECT(tc_emu_last()->warnings == 63);
    c.block = 70;
    passes("leaves_many_numbers", c, leaves_many_numbers, a);
    EXPECT(tc_emu_last()->warnings == 64);
}

int main(void) {
    const unsigned v = 0;
    args a;
    a.g = tc_emu_gmem_alloc(1024, "g");
    planted(faults, sizeof faults / sizeof *faults, &a);
    RIGHT(right_places, 1, 64);
    RIGHT(right_fences, 1, 64);
    RIGHT(right_landed, 1, 64);
    RIGHT(right_init_fences, 2, 32);
    RIGHT(right_inval_and_use, 1, 64);
    RIGHT(right_ranks, 1, 64);
    RIGHT(right_alike, 2, 64);
    RIGHT(right_last_leave, 1, 64);
    RIGHT(right_last_leave, 1, 32);
    RIGHT(right_last_leave_cluster, 2, 64);
    tc_emu_same("outside of all kernels", "v", 0, 1, &v, sizeof v);
    test_many_warnings(&a);
    test_counts(&a);
    tc_emu_gmem_free(a.g);
    reports_match("edge_faults");
    return unit_finish();
}
