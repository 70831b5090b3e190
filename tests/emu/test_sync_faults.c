/* Planted faults of what brings threads together: a barrier in a branch, a barrier that two groups
 * share, a try that nobody looks at, the wrong scope, a CTA that leaves. What matters here is that each
 * is seen in every order of the threads. */
#include "faults.h"

/* ---- tc_cta_sync in a branch ------------------------------------------------------------------ */

TC_KERNEL(one_warp_syncs, args) {
    put(T);
    if (T < 32)
        tc_cta_sync();
}

TC_KERNEL(half_a_warp_syncs, args) {
    put(T);
    if (T % 32 < 16)
        tc_cta_sync();
    put(T);
}

TC_KERNEL(one_warp_twice, args) {
    if (T < 32)
        tc_cta_sync();
    tc_cta_sync();
}

TC_KERNEL(one_warp_twice_in_a_loop, args) {
    for (unsigned i = 0; i < 2 - T / 32; i++)
        tc_cta_sync();
}

TC_KERNEL(sync_in_both_branches, args) {
    if (T < 32) {
        put(T);
        tc_cta_sync();
    } else {
        tc_cta_sync();
        get(T - 32);
    }
}

TC_KERNEL(loop_leaves_early, args) {
    for (unsigned i = T; i < 96; i += 64) {
        put(i);
        tc_cta_sync();
    }
    tc_cta_sync();
}

TC_KERNEL(returns_unannounced, args) {
    if (T >= 48)
        return;
    tc_cta_sync();
}

TC_KERNEL(one_cta_syncs_more, args) {
    tc_cluster_sync();
    if (tc_cta_rank_in_cluster() == 0)
        tc_cluster_sync();
}

/* ---- named barriers ------------------------------------------------------------------------- */

/* Warps 0 and 1 meet, warps 2 and 3 meet: on one barrier. */
TC_KERNEL(two_groups, args) {
    put(T);
    tc_barrier_sync(1, 64);
}

TC_KERNEL(two_groups_often, args) {
    for (unsigned i = 0; i < 3; i++)
        tc_barrier_sync(1, 64);
}

TC_KERNEL(two_groups_two_counts, args) {
    if (T < 32)
        tc_barrier_sync(1, 32);
    else
        tc_barrier_sync(1, 96);
}

TC_KERNEL(arrives_again, args) {
    if (T < 32) {
        tc_barrier_arrive(1, 64);
        tc_barrier_arrive(1, 64); /* nothing says that warp 1 has come */
    } else if (T < 64) {
        tc_barrier_sync(1, 64);
        tc_barrier_sync(1, 64);
    }
}

TC_KERNEL(zero_for_half, args) {
    if (T < 64)
        tc_barrier_sync(0, 64);
    tc_cta_sync();
}

TC_KERNEL(zero_for_all, args) {
    if (T < 64)
        tc_barrier_sync(0, 128);
    else
        tc_cta_sync();
}

/* ---- tries ---------------------------------------------------------------------------------- */

static void init_bar(unsigned arrivals) {
    if (T == 0) {
        tc_mbarrier_init(BAR, arrivals);
        tc_fence_mbarrier_init();
    }
    tc_cluster_sync();
}

TC_KERNEL(ignores_the_try, args) {
    init_bar(32);
    if (T < 32) {
        put(T);
        tc_mbarrier_arrive(BAR);
    } else {
        (void)tc_mbarrier_try_wait(BAR, 0);
        get(T - 32);
    }
}

TC_KERNEL(tries_twice, args) {
    init_bar(32);
    if (T < 32) {
        put(T);
        tc_mbarrier_arrive(BAR);
    } else {
        if (!tc_mbarrier_try_wait(BAR, 0))
            (void)tc_mbarrier_try_wait_cluster(BAR, 0);
        get(T - 32);
    }
}

/* ---- one lane waits, the elected lane goes on -------------------------------------------------- */

/* Warp 0 writes; of warp 1 lane 0 waits, or who is elected. tc_elect_one orders nothing. */
static void one_lane_waits(int elects, int synced) {
    init_bar(32);
    if (T < 32) {
        put(T);
        tc_mbarrier_arrive(BAR);
        return;
    }
    if (elects ? tc_elect_one() : T == 32)
        tc_mbarrier_wait(BAR, 0);
    if (synced)
        tc_warp_sync();
    if (tc_elect_one())
        get(7);
    if (elects)
        get(9);
}

TC_KERNEL(elected_has_not_waited, args) {
    one_lane_waits(0, 0);
}

TC_KERNEL(only_the_elected_has_waited, args) {
    one_lane_waits(1, 0);
}

TC_KERNEL(right_elected, args) {
    one_lane_waits(0, 1);
}

TC_KERNEL(right_elected_waits, args) {
    one_lane_waits(1, 1);
}

/* ---- a wait for a phase already seen ------------------------------------------------------------ */

/* Warp 0 goes through two phases of BAR, warp 1 waits twice for the first of them: the second time in vain where the
 * next phase has ended. Who of warp 1 arrives for the next phase after that. */
typedef enum { NOBODY_ARRIVES, ALL_ARRIVE, ELECTED_ARRIVES, ELECTED_ARRIVES_FIRST } Arrives;
static void waits_again(Arrives who) {
    init_bar(who == ALL_ARRIVE ? 64 : who == NOBODY_ARRIVES ? 32 : 33);
    if (T < 32) {
        tc_mbarrier_arrive(BAR);
        tc_mbarrier_wait(BAR, 0);
        tc_mbarrier_arrive(BAR);
        return;
    }
    const int elected = tc_elect_one(),
              first = who == ALL_ARRIVE || (who >= ELECTED_ARRIVES && elected);
    if (first)
        tc_mbarrier_arrive(BAR);
    tc_mbarrier_wait(BAR, 0);
    if (who == ELECTED_ARRIVES_FIRST) {
        tc_warp_sync();
        if (elected)
            tc_mbarrier_arrive(BAR);
    }
    tc_mbarrier_wait(BAR, 0);
    if (who == ALL_ARRIVE || (who == ELECTED_ARRIVES && tc_elect_one()))
        tc_mbarrier_arrive(BAR);
}

TC_KERNEL(waits_for_what_it_has_seen, args) {
    waits_again(NOBODY_ARRIVES);
}

TC_KERNEL(arrives_before_it_waits_again, args) {
    waits_again(ELECTED_ARRIVES_FIRST);
}

TC_KERNEL(right_waits_again, args) {
    waits_again(ALL_ARRIVE);
}

/* The other lanes have met the elected one after their waits. */
TC_KERNEL(right_elected_arrives, args) {
    waits_again(ELECTED_ARRIVES);
}

/* The phase before the first is over for everybody, until the first has ended. */
TC_KERNEL(waits_for_the_phase_before, args) {
    init_bar(32);
    if (T < 32)
        tc_mbarrier_arrive(BAR);
    else if (T == 40)
        tc_mbarrier_wait(BAR, 1);
}

TC_KERNEL(right_phase_before, args) {
    init_bar(32);
    if (T >= 32)
        tc_mbarrier_wait(BAR, 1);
    tc_cta_sync();
    if (T < 32)
        tc_mbarrier_arrive(BAR);
}

/* ---- scopes and lifetimes ------------------------------------------------------------------- */

/* CTA 0 writes global memory and arrives at the mbarrier of CTA 1. */
static void message(args arg, int cluster_scope) {
    unsigned v = T;
    init_bar(64);
    if (tc_cta_rank_in_cluster() == 0) {
        tc_store_global_b32(arg.g + 4 * T, &v);
        tc_mbarrier_arrive_remote(tc_map_to_cta(BAR, 1));
    } else {
        if (cluster_scope)
            tc_mbarrier_wait_cluster(BAR, 0);
        else
            tc_mbarrier_wait(BAR, 0);
        tc_load_global_b32(&v, arg.g + 4 * (63 - T));
    }
}

TC_KERNEL(cta_scope, args) {
    message(arg, 0);
}

TC_KERNEL(cluster_scope, args) {
    message(arg, 1);
}

TC_KERNEL(arrives_at_a_leaver, args) {
    init_bar(64);
    if (tc_cta_rank_in_cluster() == 0)
        tc_mbarrier_arrive_remote(tc_map_to_cta(BAR, 1));
}

/* CTA 1 waits for the first of two phases only. */
TC_KERNEL(waits_for_one_of_two, args) {
    init_bar(64);
    if (tc_cta_rank_in_cluster() == 0) {
        tc_mbarrier_arrive_remote(tc_map_to_cta(BAR, 1));
        tc_cta_sync();
        tc_mbarrier_arrive_remote(tc_map_to_cta(BAR, 1));
    } else {
        tc_mbarrier_wait_cluster(BAR, 0);
    }
}

/* ---- what is right stays so ----------------------------------------------------------------- */

TC_KERNEL(right_groups, args) {
    const unsigned group = T / 64;
    for (unsigned i = 0; i < 3; i++) {
        put(T);
        tc_barrier_sync(1 + group, 64);
        get(64 * group + 63 - T % 64);
        tc_barrier_sync(1 + group, 64);
    }
}

/* One barrier, first for one group, then for the other: tc_cta_sync lies between. */
TC_KERNEL(right_in_turn, args) {
    if (T < 64)
        tc_barrier_sync(1, 64);
    tc_cta_sync();
    if (T >= 64)
        tc_barrier_sync(1, 64);
}

/* Producer and consumer: full is 1, empty is 2. */
TC_KERNEL(right_ring, args) {
    for (unsigned i = 0; i < 4; i++)
        if (T < 64) {
            if (i)
                tc_barrier_sync(2, 128);
            put(T);
            tc_barrier_arrive(1, 128);
        } else {
            tc_barrier_sync(1, 128);
            get(T - 64);
            if (i < 3)
                tc_barrier_arrive(2, 128);
        }
}

/* Block of 80: the count of a named barrier is one of warps. */
TC_KERNEL(right_part_of_a_warp, args) {
    put(T);
    tc_barrier_sync(3, 96);
    get(79 - T);
}

TC_KERNEL(right_syncs_alike, args) {
    for (unsigned i = 0; i < 3; i++) {
        if (T < 32 * i)
            put(T);
        tc_cta_sync();
    }
}

TC_KERNEL(right_try, args) {
    init_bar(64);
    put(T);
    tc_mbarrier_arrive(BAR);
    while (!tc_mbarrier_try_wait(BAR, 0)) {
    }
    get(63 - T);
}

/* Known by other means to be over: the try comes through. */
TC_KERNEL(right_known, args) {
    init_bar(64);
    tc_mbarrier_arrive(BAR);
    tc_cta_sync();
    if (!tc_mbarrier_try_wait(BAR, 0))
        get(255);
}

/* Two tries in turn: neither may starve the other. */
TC_KERNEL(right_two_tries, args) {
    tc_mbarrier *second = BAR + 1;
    int first_over = 0, second_over = 0;
    if (T == 0)
        tc_mbarrier_init(second, 64);
    init_bar(64);
    tc_mbarrier_arrive(BAR);
    while (!first_over || !second_over) {
        first_over = tc_mbarrier_try_wait(BAR, 0);
        if (first_over)
            tc_mbarrier_arrive(second);
        second_over = first_over && (tc_mbarrier_wait(second, 0), 1);
    }
}

/* The arrival at CTA 1 is ordered before CTA 1 leaves by the wait, whatever its scope. */
TC_KERNEL(right_lifetime, args) {
    init_bar(64);
    if (tc_cta_rank_in_cluster() == 0)
        tc_mbarrier_arrive_remote(tc_map_to_cta(BAR, 1));
    else
        tc_mbarrier_wait(BAR, 0);
}

TC_KERNEL(right_early, args) {
    if (T >= 48)
        return;
    put(T);
    tc_cta_sync();
    get(47 - T);
}

/* Of less than a warp. */
TC_KERNEL(right_early_few, args) {
    if (T >= 12)
        return;
    put(T);
    tc_cta_sync();
    get(11 - T);
}

/* Between two barriers of a cluster. */
TC_KERNEL(right_early_cluster, args) {
    (void)arg;
    tc_cluster_sync();
    if (T < 32)
        return;
    tc_cluster_sync();
}

/* ---- the table ------------------------------------------------------------------------------ */

static const Fault faults[] = {
    F(one_warp_syncs,
      1,
      64,
      DIVERGENT,
      "others of its CTA call tc_cta_sync at test_sync_faults.c:"),
    F(half_a_warp_syncs,
      1,
      64,
      DIVERGENT,
      "the thread exits, others of its CTA call tc_cta_sync at "
      "test_sync_faults.c:| (early_exit of the launch allows that)\n|thread "
      "16 (warp 0 lane 16), step 3: return|thread 0 (warp 0 lane 0), step 2: "
      "tc_cta_sync\n"),
    F(one_warp_twice, 1, 64, DIVERGENT, "all must come to the same call"),
    F(one_warp_twice_in_a_loop,
      1,
      64,
      DIVERGENT,
      "a thread of the CTA has exited and did not call it (early_exit of the "
      "launch allows that)\n|thread 0 (warp 0 lane 0), step 2: tc_cta_sync\n"),
    F(sync_in_both_branches, 1, 64, DIVERGENT, "all must come to the same call"),
    F(loop_leaves_early, 1, 64, DIVERGENT, "all must come to the same call"),
    F(returns_unannounced,
      1,
      64,
      DIVERGENT,
      "the thread exits, others of its CTA call tc_cta_sync at "
      "test_sync_faults.c:| (early_exit of the launch allows that)\n|thread "
      "48 (warp 1 lane 16), step 1: return|thread 0 (warp 0 lane 0), step 1: "
      "tc_cta_sync\n"),
    F(one_cta_syncs_more,
      2,
      64,
      DIVERGENT,
      "a thread of the cluster has exited and did not call it (early_exit of "
      "the launch allows that)\n|cta 0 thread 0 (warp 0 lane 0), step 3: "),
    F(two_groups, 1, 128, BARRIER, "two groups need two barriers"),
    F(two_groups_often, 1, 128, BARRIER, "two groups need two barriers"),
    F(two_groups_two_counts,
      1,
      128,
      BARRIER,
      "barrier 1 has been used by other threads, and nothing orders the "
      "caller after that use: two groups need two barriers\n|thread 32 (warp "
      "1 lane 0), step 1: tc_barrier_sync\n"),
    F(arrives_again, 1, 64, BARRIER, "barrier 1 in this phase already"),
    F(zero_for_half,
      1,
      128,
      BARRIER,
      "barrier 0 has been used by other threads, and nothing orders the "
      "caller after that use: two groups need two barriers\n|thread 64 (warp "
      "2 lane 0), step 1: tc_cta_sync\n"),
    F(zero_for_all, 1, 128, BARRIER, "barrier 0 is tc_cta_sync's"),
    F(ignores_the_try,
      1,
      64,
      RACE,
      "reads the bytes that thread |of CTA 0 wrote, and no barrier orders the"
      " two\n|: tc_load_shared_b32\n|4 bytes at 'dynamic shared memory' + "),
    F(tries_twice, 1, 64, RACE, "tc_load_shared_b32"),
    F(elected_has_not_waited, 1, 64, RACE, "thread 63 (warp 1 lane 31)"),
    F(only_the_elected_has_waited, 1, 64, RACE, "step 5: tc_load_shared_b32"),
    F(waits_for_what_it_has_seen,
      1,
      64,
      MBARRIER,
      "nothing orders the wait before the end of phase 1"),
    F(arrives_before_it_waits_again,
      1,
      64,
      MBARRIER,
      "waits for phase 0, which the thread knows to be over, and nothing "
      "orders the wait before the end of phase 1: after that its parity is "
      "that of a phase still to come\n|8 bytes at 'dynamic shared memory' + "
      "512 (0x200), "),
    F(waits_for_the_phase_before,
      1,
      64,
      MBARRIER,
      "1 phases are over, and the caller waits for number 0 of them: the "
      "arrivals did not wait for it, the parity no longer says which\n|thread"
      " 40 (warp 1 lane 8), |8 bytes at 'dynamic shared memory' + 512 "
      "(0x200), "),
    F(cta_scope, 2, 64, RACE, "no barrier orders the two"),
    F(arrives_at_a_leaver,
      2,
      64,
      EXITED,
      "CTA 1 exits, and nothing orders that after its shared memory was used "
      "by thread 0 of CTA 0\n|who: cta 1 thread "),
    F(waits_for_one_of_two,
      2,
      64,
      EXITED,
      "CTA 1 exits, and nothing orders that after its shared memory was used "
      "by thread |of CTA 0\n|who: cta 1 thread "),
};

#define RIGHT(name, cluster, block) right(#name, name, cluster, block, &a)

static void right(const char *name, Kernel kernel, unsigned cluster, unsigned block, args *a) {
    tc_emu_config c = quiet(block, 1024);
    c.cluster = cluster;
    c.early_exit =
        kernel == right_early || kernel == right_early_few || kernel == right_early_cluster;
    passes(name, c, kernel, a);
}

int main(void) {
    args a;
    a.g = tc_emu_gmem_alloc(1024, "g");
    planted(faults, sizeof faults / sizeof *faults, &a);
    RIGHT(cluster_scope, 2, 64);
    RIGHT(right_groups, 1, 128);
    RIGHT(right_in_turn, 1, 128);
    RIGHT(right_ring, 1, 128);
    RIGHT(right_part_of_a_warp, 1, 80);
    RIGHT(right_syncs_alike, 1, 96);
    RIGHT(right_try, 1, 64);
    RIGHT(right_known, 1, 64);
    RIGHT(right_two_tries, 1, 64);
    RIGHT(right_elected, 1, 64);
    RIGHT(right_elected_waits, 1, 64);
    RIGHT(right_waits_again, 1, 64);
    RIGHT(right_elected_arrives, 1, 64);
    RIGHT(right_phase_before, 1, 64);
    RIGHT(right_lifetime, 2, 64);
    RIGHT(right_early, 1, 64);
    RIGHT(right_early_few, 1, 16);
    RIGHT(right_early_cluster, 2, 64);
    tc_emu_gmem_free(a.g);
    reports_match("sync_faults");
    return unit_finish();
}
