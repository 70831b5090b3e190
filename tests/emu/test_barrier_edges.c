/* Barriers at their edges: what a thread knows of one barrier counts for no other, aligned calls of one warp come in
 * one order, who has arrived and leaves is counted once. */
#include "faults.h"

#define RANK tc_cta_rank_in_cluster()
#define CTA_BAR(i) (BAR + (i))

/* ---- one barrier is not another --------------------------------------------------------------- */

/* All know the first step of thread 0, which is no phase of barrier 1. */
TC_KERNEL(two_groups_after_a_sync, args) {
    tc_cta_sync();
    tc_barrier_sync(1, 64);
}

/* The same, when all know a phase of each mbarrier that a CTA may have, and of each of the other barriers. */
static void know_others(unsigned but) {
    for (unsigned i = 0; i < 64; i++) {
        if (T == 0)
            tc_mbarrier_init(CTA_BAR(i), 1);
        tc_cta_sync();
        if (T == 0)
            tc_mbarrier_arrive(CTA_BAR(i));
        tc_mbarrier_wait(CTA_BAR(i), 0);
    }
    for (unsigned i = 0; i < 16; i++)
        if (i != but)
            tc_barrier_sync(i, 128);
    tc_cta_sync();
    tc_cluster_sync();
}

TC_KERNEL(two_groups_on_the_first, args) {
    know_others(1);
    tc_barrier_sync(1, 64);
}

TC_KERNEL(two_groups_on_the_last, args) {
    know_others(15);
    tc_barrier_sync(15, 64);
}

/* What CTA 0 did with its barrier is nothing of CTA 1's. */
TC_KERNEL(two_groups_in_the_second, args) {
    know_others(4);
    if (RANK == 0)
        tc_barrier_sync(4, 128);
    tc_cluster_sync();
    if (RANK == 1)
        tc_barrier_sync(4, 64);
}

/* ---- the lanes of a warp ------------------------------------------------------------------------ */

static void in_turn(void (*first)(void), void (*second)(void)) {
    if (T % 32 < 16) {
        first();
        second();
    } else {
        second();
        first();
    }
}

static void sync_here(void) {
    tc_emu_cta_sync("tc_cta_sync", NULL, 0);
}

static void arrive_here(void) {
    tc_cluster_arrive();
}

static void arrive_relaxed_here(void) {
    tc_cluster_arrive_relaxed();
}

static void wait_here(void) {
    tc_cluster_wait();
}

static void named_here(void) {
    tc_barrier_arrive(1, 64);
}

TC_KERNEL(sync_and_named, args) {
    in_turn(sync_here, named_here);
}

TC_KERNEL(sync_and_arrive, args) {
    in_turn(sync_here, arrive_here);
    tc_cluster_wait();
}

TC_KERNEL(sync_and_wait, args) {
    tc_cluster_arrive();
    in_turn(sync_here, wait_here);
}

TC_KERNEL(arrives_and_arrives_relaxed, args) {
    if (T % 32 < 16)
        arrive_here();
    else
        arrive_relaxed_here();
    tc_cluster_wait();
}

/* Of as many threads as tc_cta_sync's: it is another barrier nevertheless. */
TC_KERNEL(zero_for_each, args) {
    if (T < 32)
        tc_cta_sync();
    else
        tc_barrier_sync(0, (tc_emu_threads() + 31) / 32 * 32);
}

/* ---- leaving ------------------------------------------------------------------------------------ */

/* The second warp arrives and leaves: the first waits for the third, still. */
TC_KERNEL(right_arrives_and_leaves, args) {
    if (T / 32 == 2)
        put(T);
    tc_cluster_arrive();
    if (T / 32 == 1)
        return;
    tc_cluster_wait();
    if (T / 32 == 0)
        get(64 + T);
}

/* The same when the second warp never comes. */
TC_KERNEL(right_leaves_first, args) {
    if (T / 32 == 1)
        return;
    if (T / 32 == 2)
        put(T);
    tc_cluster_sync();
    if (T / 32 == 0)
        get(64 + T);
}

/* Thread 0 alone waits at the barrier of the cluster, CTA 1 hears of it from that thread. */
TC_KERNEL(right_told_by_the_first, args) {
    unsigned v = 1;
    put(0);
    tc_mbarrier_init(BAR, 1);
    tc_fence_mbarrier_init();
    tc_cluster_arrive();
    if (RANK == 0) {
        tc_cluster_wait();
        tc_mbarrier_arrive_remote(tc_map_to_cta(BAR, 1));
        tc_mbarrier_wait_cluster(BAR, 0);
    } else {
        tc_mbarrier_wait_cluster(BAR, 0);
        tc_load_dsmem_b32(&v, tc_map_to_cta(SMEM, 0));
        EXPECT(v == 0);
        tc_mbarrier_arrive_remote(tc_map_to_cta(BAR, 0));
    }
}

/* Nobody tells the second that all have started. */
TC_KERNEL(nobody_told_the_second, args) {
    tc_cluster_arrive();
    if (RANK == 0)
        tc_cluster_wait();
    else
        tc_load_dsmem_b32(&(unsigned){0}, tc_map_to_cta(SMEM, 0));
}

/* CTA 0 leaves, and nothing orders that after the use of its memory. */
TC_KERNEL(stores_at_a_leaver, args) {
    const unsigned v = 1;
    tc_cluster_sync();
    if (RANK == 1)
        tc_store_dsmem_b32(tc_map_to_cta(SMEM, 0), &v);
}

TC_KERNEL(loads_at_a_leaver, args) {
    unsigned v;
    put(0);
    tc_cluster_sync();
    if (RANK == 1)
        tc_load_dsmem_b32(&v, tc_map_to_cta(SMEM, 0));
}

TC_KERNEL(leaves_the_first, args) {
    if (T < 32)
        tc_barrier_arrive(0, 64);
}

TC_KERNEL(leaves_the_last, args) {
    if (T < 32)
        tc_barrier_arrive(15, 64);
}

/* ---- bytes that came, and nobody expected ------------------------------------------------------- */

static void a_while(unsigned turns) {
    for (unsigned i = 0; i < turns; i++)
        (void)tc_mbarrier_try_wait(BAR + 1, 0);
}

static void start_copy(const unsigned char *g) {
    tc_mbarrier_init(BAR, 1);
    tc_mbarrier_init(BAR + 1, 1);
    tc_fence_mbarrier_init();
    tc_bulk_gmem_to_smem(SMEM, g, 64, BAR);
}

TC_KERNEL(leaves_unexpected_bytes, args) {
    if (T == 0) {
        start_copy(arg.g);
        a_while(8);
    }
}

/* They are expected late; who leaves before is not asked. */
TC_KERNEL(right_expected_late, args) {
    if (T == 0)
        start_copy(arg.g);
    tc_cta_sync();
    if (T == 64)
        a_while(8);
    if (T == 32) {
        a_while(32);
        tc_mbarrier_arrive_expect_tx(BAR, 64);
        tc_mbarrier_wait(BAR, 0);
    }
}

/* ---- what each knows ---------------------------------------------------------------------------- */

/* Threads 1 and 2 have heard of one writer each, and both of a third. */
static void hear(unsigned first, unsigned second) {
    for (unsigned i = 0; T == 0 && i < 3; i++)
        tc_mbarrier_init(CTA_BAR(i), 1);
    tc_cta_sync();
    if (T >= 32 && T % 32 == 0) {
        put(T / 32);
        tc_mbarrier_arrive(CTA_BAR(T / 32 - 1));
    } else if (T == 1 || T == 2) {
        tc_mbarrier_wait(CTA_BAR(T - 1), 0);
        tc_mbarrier_wait(CTA_BAR(2), 0);
        get(3);
        get(T == 1 ? first : second);
    }
}

TC_KERNEL(right_each_its_own, args) {
    hear(1, 2);
}

TC_KERNEL(first_knows_the_second, args) {
    hear(2, 2);
}

TC_KERNEL(second_knows_the_first, args) {
    hear(1, 1);
}

/* The largest block: the last warp's words are there for the first one. */
TC_KERNEL(right_of_1024, args) {
    put(T);
    tc_cta_sync();
    get(1023 - T);
    tc_barrier_sync(2, 1024);
    put(T);
    if (T < 32)
        tc_barrier_sync(3, 1024);
    else
        tc_barrier_arrive(3, 1024);
    if (T < 32)
        get(1023 - T);
}

/* ---- the table ---------------------------------------------------------------------------------- */

static const Fault faults[] = {
    F(two_groups_after_a_sync, 1, 128, BARRIER, "barrier 1 has been used by other threads"),
    F(two_groups_on_the_first, 1, 128, BARRIER, "barrier 1 has been used by other threads"),
    F(two_groups_on_the_last, 1, 128, BARRIER, "barrier 15 has been used by other threads"),
    F(two_groups_on_the_first, 2, 128, BARRIER, "barrier 1 has been used by other threads"),
    F(two_groups_in_the_second, 2, 128, BARRIER, "barrier 4 has been used by other threads"),
    F(sync_and_named, 1, 64, DIVERGENT, "other lanes of the warp called tc_cta_sync here"),
    F(sync_and_arrive, 1, 32, DIVERGENT, "other lanes of the warp called tc_cta_sync here"),
    F(sync_and_wait, 1, 32, DIVERGENT, "other lanes of the warp called tc_cta_sync here"),
    F(arrives_and_arrives_relaxed, 1, 32, DIVERGENT, "called tc_cluster_arrive here"),
    F(zero_for_each, 1, 64, BARRIER, "barrier 0 is tc_cta_sync's"),
    F(zero_for_each, 1, 1024, BARRIER, "barrier 0 is tc_cta_sync's"),
    F(nobody_told_the_second, 2, 1, NOT_STARTED, "nothing tells the thread that CTA 0"),
    F(first_knows_the_second, 1, 128, RACE, "that thread 64 of CTA 0 wrote"),
    F(second_knows_the_first, 1, 128, RACE, "that thread 32 of CTA 0 wrote"),
    F(stores_at_a_leaver, 2, 1, EXITED, "CTA 0 exits, and nothing orders that after"),
    F(loads_at_a_leaver, 2, 1, EXITED, "CTA 0 exits, and nothing orders that after"),
    F(leaves_unexpected_bytes, 1, 1, MBARRIER, "64 bytes have come that nobody expected"),
    F(leaves_unexpected_bytes, 1, 64, MBARRIER, "64 bytes have come that nobody expected"),
};

static void right(const char *name, Kernel kernel, unsigned cluster, unsigned block, args *a) {
    tc_emu_config c = quiet(block, 1024);
    c.cluster = cluster;
    c.early_exit = kernel == right_leaves_first;
    passes(name, c, kernel, a);
    for (c.seed = 4; c.seed < 12; c.seed++)
        once_passes(name, c, kernel, a);
}
#define RIGHT(name, cluster, block) right(#name, name, cluster, block, &a)

int main(void) {
    args a;
    a.g = tc_emu_gmem_alloc(1024, "g");
    planted(faults, sizeof faults / sizeof *faults, &a);
    RIGHT(right_arrives_and_leaves, 1, 96);
    RIGHT(right_leaves_first, 1, 96);
    RIGHT(right_told_by_the_first, 2, 1);
    RIGHT(right_each_its_own, 1, 128);
    RIGHT(right_expected_late, 1, 96);
    RIGHT(leaves_the_first, 1, 64);
    EXPECT(tc_emu_last()->warnings == 1);
    RIGHT(leaves_the_last, 1, 64);
    EXPECT(tc_emu_last()->warnings == 1);
    once_passes("right_of_1024", quiet(1024, 4096), right_of_1024, &a);
    tc_emu_gmem_free(a.g);
    reports_match("barrier_edges");
    return unit_finish();
}
