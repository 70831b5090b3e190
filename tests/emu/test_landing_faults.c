/* Planted faults of what lands by itself: mbarriers, cp.async that arrives at them, bulk copies. */
#include "faults.h"

/* ---- mbarriers ------------------------------------------------------------------------------ */

static void init_bar(unsigned arrivals) {
    if (T == 0)
        tc_mbarrier_init(BAR, arrivals);
    tc_cta_sync();
}

TC_KERNEL(arrivals_missing, args) {
    init_bar(33);
    if (T < 32)
        tc_mbarrier_arrive(BAR);
    else
        tc_mbarrier_wait(BAR, 0);
}

TC_KERNEL(wrong_parity, args) {
    init_bar(64);
    tc_mbarrier_arrive(BAR);
    tc_mbarrier_wait(BAR, 0);
    tc_mbarrier_wait(BAR, 0);
    tc_mbarrier_arrive(BAR);
    tc_mbarrier_wait(BAR, 0);
}

TC_KERNEL(arrives_twice, args) {
    init_bar(1);
    if (T == 0) {
        tc_mbarrier_arrive_expect_tx(BAR, 64);
        tc_mbarrier_arrive(BAR);
    }
}

TC_KERNEL(never_initialised, args) {
    tc_mbarrier_arrive(BAR);
}

TC_KERNEL(used_at_once, args) {
    if (T == 0)
        tc_mbarrier_init(BAR, 64);
    tc_mbarrier_arrive(BAR);
}

TC_KERNEL(written_over, args) {
    init_bar(1);
    if (T == 0)
        put(129);
}

TC_KERNEL(initialised_twice, args) {
    init_bar(1);
    init_bar(1);
}

TC_KERNEL(used_after_inval, args) {
    (void)arg;
    if (T)
        return;
    tc_mbarrier_init(BAR, 1);
    tc_mbarrier_inval(BAR);
    tc_mbarrier_arrive(BAR);
}

TC_KERNEL(invalid_while_waiting, args) {
    init_bar(2);
    if (T == 0) {
        tc_mbarrier_arrive(BAR);
        tc_mbarrier_inval(BAR);
    } else {
        tc_mbarrier_wait(BAR, 0);
    }
}

TC_KERNEL(parity_two, args) {
    init_bar(1);
    tc_mbarrier_wait(BAR, 2);
}

/* ---- cp.async and mbarriers ----------------------------------------------------------------- */

/* Warp 0 copies 16 bytes a lane and arrives. */
static void copies(args arg, int counted) {
    tc_cp_async_b128(SMEM + 16 * T, arg.g + 16 * T);
    if (counted)
        tc_cp_async_mbarrier_arrive_noinc(BAR);
    else
        tc_cp_async_mbarrier_arrive(BAR);
}

TC_KERNEL(landed_no_wait, args) {
    init_bar(32);
    copies(arg, 1);
    get(4 * T);
}

TC_KERNEL(landed_no_wait_added, args) {
    init_bar(32);
    copies(arg, 0);
    tc_mbarrier_arrive(BAR);
    get(4 * T);
}

TC_KERNEL(landed_one_lane_waits, args) {
    init_bar(32);
    if (T < 32)
        copies(arg, 1);
    else if (T == 32)
        tc_mbarrier_wait(BAR, 0);
    if (T >= 32) {
        unsigned v = 0;
        tc_shuffle_b32(&v, &v, 0); /* brings the lanes together, orders nothing */
        get(T);
    }
}

TC_KERNEL(landed_count_too_low, args) {
    init_bar(31);
    if (T < 32)
        copies(arg, 1);
    else
        for (unsigned i = (tc_mbarrier_wait(BAR, 0), 0u); i < 128; i++)
            get(i);
}

TC_KERNEL(landed_arrives_first, args) {
    init_bar(1);
    if (T)
        return;
    tc_mbarrier_arrive(BAR); /* ends the phase before the copy is tracked */
    copies(arg, 0);
    tc_mbarrier_wait(BAR, 0);
    get(0);
}

TC_KERNEL(landed_not_counted, args) {
    init_bar(32);
    copies(arg, 0);
    tc_mbarrier_wait(BAR, 0);
}

TC_KERNEL(landed_stores_too, args) {
    init_bar(32);
    if (T < 32) {
        put(64 + T % 32);
        tc_cp_async_b32(SMEM + 640 + 4 * T, arg.g);
        tc_cp_async_mbarrier_arrive_noinc(BAR);
    } else {
        tc_mbarrier_wait(BAR, 0);
        get(64 + T % 32);
    }
}

/* Two slots, each with its barrier; that of the first says nothing of the second, whichever ends first. */
TC_KERNEL(landed_other_barrier, args) {
    init_bar(32);
    if (T == 0)
        tc_mbarrier_init(BAR + 1, 32);
    tc_cta_sync();
    if (T < 32) {
        copies(arg, 1);
        tc_cp_async_b32(SMEM + 640 + 4 * T, arg.g);
        tc_cp_async_mbarrier_arrive_noinc(BAR + 1);
    } else {
        tc_mbarrier_wait(BAR, 0);
        get(T - 32);
        get(160 + T - 32);
    }
}

TC_KERNEL(landed_source_changed, args) {
    unsigned v = 0;
    init_bar(32);
    copies(arg, 1);
    tc_store_global_b32(arg.g + 16 * T, &v);
}

TC_KERNEL(landed_too_many, args) {
    if (T == 0) {
        tc_mbarrier_init(BAR, (1 << 20) - 1);
        tc_cp_async_mbarrier_arrive(BAR);
    }
}

static void expect_bytes(unsigned more) {
    init_bar(2);
    if (T == 0) {
        tc_mbarrier_arrive_expect_tx(BAR, (1 << 20) - 1);
        tc_mbarrier_arrive_expect_tx(BAR, more);
    }
}

TC_KERNEL(landed_most_bytes, args) {
    expect_bytes(0);
}

TC_KERNEL(landed_too_many_bytes, args) {
    expect_bytes(1);
}

TC_KERNEL(landed_inval, args) {
    init_bar(32);
    copies(arg, 1);
    tc_mbarrier_inval(BAR);
}

/* ---- bulk copies ---------------------------------------------------------------------------- */

enum {
    RIGHT,
    NO_PROXY_FENCE,
    NO_INIT_FENCE,
    TOO_FEW_EXPECTED,
    NO_WAIT,
    SOURCE_CHANGED,
    SENDER_LEAVES,
    UNEVEN,
    OWN_BARRIER,
    ONE_LANE_WAITS
};

/* CTA 0 sends 256 bytes to CTA 1's bytes 256..511. */
static void send(int fault) {
    const unsigned rank = tc_cta_rank_in_cluster();
    unsigned v = 0;
    if (rank == 0)
        put(T);
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        if (fault != NO_INIT_FENCE)
            tc_fence_mbarrier_init();
    }
    if (fault != NO_PROXY_FENCE)
        tc_fence_async_smem();
    tc_cluster_sync();
    if (rank == 0 && T < 32 && tc_elect_one())
        tc_bulk_smem_to_dsmem(
            tc_map_to_cta(SMEM + 256, 1),
            SMEM,
            fault == UNEVEN ? 248 : 256,
            tc_map_to_cta(BAR, fault == OWN_BARRIER ? 0 : 1));
    if (rank == 0 && fault == SOURCE_CHANGED) {
        tc_cta_sync();
        put(T);
    }
    if (rank == 1 && fault != NO_WAIT) {
        if (T == 0)
            tc_mbarrier_arrive_expect_tx(BAR, fault == TOO_FEW_EXPECTED ? 512 : 256);
        if (fault != ONE_LANE_WAITS || T % 32 == 0)
            tc_mbarrier_wait(BAR, 0);
        if (fault == ONE_LANE_WAITS) /* brings the lanes together, orders nothing */
            tc_shuffle_b32(&v, &v, 0);
        get(64 + T);
    }
    if (fault != SENDER_LEAVES)
        tc_cluster_sync();
}

#define SEND(name, fault)                                                                          \
    TC_KERNEL(name, args) {                                                                        \
        send(fault);                                                                               \
    }
SEND(send_right, RIGHT)
SEND(send_no_proxy_fence, NO_PROXY_FENCE)
SEND(send_no_init_fence, NO_INIT_FENCE)
SEND(send_too_few_expected, TOO_FEW_EXPECTED)
SEND(send_no_wait, NO_WAIT)
SEND(send_source_changed, SOURCE_CHANGED)
SEND(send_sender_leaves, SENDER_LEAVES)
SEND(send_uneven, UNEVEN)
SEND(send_own_barrier, OWN_BARRIER)
SEND(send_one_lane_waits, ONE_LANE_WAITS)

TC_KERNEL(send_read_at_once, args) {
    const unsigned rank = tc_cta_rank_in_cluster();
    if (rank == 0)
        put(T);
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_fence_mbarrier_init();
    }
    tc_fence_async_smem();
    tc_cluster_sync();
    if (rank == 0 && T == 0)
        tc_bulk_smem_to_dsmem(tc_map_to_cta(SMEM + 256, 1), SMEM, 256, tc_map_to_cta(BAR, 1));
    tc_cluster_sync();
    if (rank == 1)
        get(64 + T);
}

/* What cp.async wrote, the async proxy does not see without the fence either. */
static void send_copied(unsigned char *from, int fenced) {
    const unsigned rank = tc_cta_rank_in_cluster();
    if (rank == 0 && T < 16) {
        tc_cp_async_b128(SMEM + 16 * T, from + 16 * T);
        tc_cp_async_commit();
        tc_cp_async_wait_group_0();
    }
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_fence_mbarrier_init();
    }
    if (fenced)
        tc_fence_async_smem();
    tc_cluster_sync();
    if (rank == 0 && T == 0)
        tc_bulk_smem_to_dsmem(tc_map_to_cta(SMEM + 256, 1), SMEM, 256, tc_map_to_cta(BAR, 1));
    if (rank == 1) {
        if (T == 0)
            tc_mbarrier_arrive_expect_tx(BAR, 256);
        tc_mbarrier_wait(BAR, 0);
        get(64 + T);
    }
    tc_cluster_sync();
}

TC_KERNEL(send_copied_right, args) {
    send_copied(arg.g, 1);
}

TC_KERNEL(send_copied_unfenced, args) {
    send_copied(arg.g, 0);
}

/* Two phases are over when thread 1 asks for the second. That the first was it must know, by a wait or, as
 * here, by a barrier: a parity alone does not tell 0 from 2. */
static void second_phase(int ordered) {
    init_bar(1);
    if (T == 0)
        tc_mbarrier_arrive(BAR);
    if (ordered)
        tc_cta_sync();
    if (T == 0)
        tc_mbarrier_arrive(BAR);
    if (T == 1)
        tc_mbarrier_wait(BAR, 1);
}

TC_KERNEL(second_phase_known, args) {
    (void)arg;
    second_phase(1);
}

TC_KERNEL(second_phase_unknown, args) {
    (void)arg;
    second_phase(0);
}

/* ---- the table ------------------------------------------------------------------------------ */

static const Fault faults[] = {
    F(arrivals_missing, 1, 64, DEADLOCK, "1 of 33 arrivals missing"),
    F(wrong_parity, 1, 64, MBARRIER, "waits for phase 0, which the thread knows to be over"),
    F(arrives_twice, 1, 32, MBARRIER, "all 1 arrivals of the phase have come"),
    F(never_initialised, 1, 32, MBARRIER, "no initialised mbarrier"),
    F(used_at_once, 1, 32, MBARRIER, "no barrier orders that before"),
    F(written_over, 1, 32, MBARRIER, "a live mbarrier"),
    F(initialised_twice, 1, 32, MBARRIER, "a live mbarrier"),
    F(used_after_inval, 1, 32, MBARRIER, "there is no initialised mbarrier"),
    F(invalid_while_waiting,
      1,
      32,
      MBARRIER,
      "of CTA 0 waits on it\n|thread 0 (warp 0 lane 0), |: "
      "tc_mbarrier_inval\n|8 bytes at 'dynamic shared memory' + 512 (0x200), "),
    F(parity_two,
      1,
      32,
      ARGUMENT,
      "parity 2: must be 0 or 1\n|: tc_mbarrier_wait\n|8 bytes at 'dynamic "
      "shared memory' + 512 (0x200), "),
    F(landed_no_wait, 1, 32, IN_FLIGHT, "tc_cp_async_b128 of thread 31 of CTA 0, its step 2"),
    F(landed_no_wait_added, 1, 32, IN_FLIGHT, "has not yet written"),
    F(landed_one_lane_waits, 1, 64, RACE, "that an asynchronous copy wrote, before a wait"),
    F(landed_count_too_low, 1, 64, IN_FLIGHT, "tc_cp_async_b128 of thread 31 of CTA 0"),
    F(landed_arrives_first, 1, 32, IN_FLIGHT, "has not yet written"),
    F(landed_not_counted, 1, 32, DEADLOCK, "32 of 32 arrivals missing"),
    F(landed_stores_too, 1, 64, RACE, "reads the bytes that thread 0 of CTA 0 wrote"),
    F(landed_other_barrier, 1, 64, IN_FLIGHT, "has not yet written"),
    F(landed_source_changed,
      1,
      32,
      IN_FLIGHT,
      "tc_cp_async_b128 of thread 31 of CTA 0, |still reads the bytes; nobody"
      " waited for it\n|4 bytes at 'g' + 496 (0x1f0)\n"),
    F(landed_too_many, 1, 32, MBARRIER, "more than 2^20 - 1 arrivals are to come"),
    F(landed_too_many_bytes, 1, 32, MBARRIER, "1048576 bytes are expected"),
    F(landed_inval, 1, 32, MBARRIER, "an arrival of cp.async is still to come"),
    F(send_no_proxy_fence, 2, 64, PROXY, "wrote bytes of the source"),
    F(send_no_init_fence, 2, 64, MBARRIER, "no tc_fence_mbarrier_init"),
    F(send_too_few_expected, 2, 64, DEADLOCK, "256 bytes missing"),
    F(send_no_wait,
      2,
      64,
      EXITED,
      "the bulk copy of step |was in flight when its CTAs exited; nobody "
      "waited for it\n|256 bytes at 'dynamic shared memory' + 256 (0x100), "
      "shared memory of cta 1\n"),
    F(send_source_changed, 2, 64, IN_FLIGHT, "tc_bulk_smem_to_dsmem of thread 31 of CTA 0"),
    F(send_sender_leaves, 2, 64, EXITED, "in flight when CTA 0 exited"),
    F(send_uneven,
      2,
      64,
      ARGUMENT,
      "248 bytes: not a multiple of 16\n|248 bytes at 'dynamic shared memory'"
      " + 256 (0x100), shared memory of cta 1\n"),
    F(send_own_barrier, 2, 64, MBARRIER, "is in CTA 0 of the cluster"),
    F(send_one_lane_waits, 2, 64, RACE, "that an asynchronous copy wrote, before a wait"),
    F(send_read_at_once, 2, 64, IN_FLIGHT, "has not yet written"),
};

/* All copies are waited for, and nobody waits on the mbarrier that was told of them. */
TC_KERNEL(leaves_an_arrival, args) {
    if (T == 0)
        tc_mbarrier_init(BAR, 64);
    tc_cta_sync();
    tc_cp_async_b32(SMEM + 4 * T, arg.g + 4 * T);
    tc_cp_async_wait_all();
    if (T < 32)
        tc_cp_async_mbarrier_arrive_noinc(BAR);
}

/* Two arrivals of each thread, of which one tracks the first copy alone. */
static int only_first;
TC_KERNEL(two_arrivals, args) {
    unsigned v;
    if (T < 2)
        tc_mbarrier_init(BAR + T, 32);
    tc_cta_sync();
    tc_cp_async_b32(SMEM + 4 * T, arg.g + 4 * T);
    tc_cp_async_mbarrier_arrive_noinc(BAR);
    tc_cp_async_b32(SMEM + 256 + 4 * T, arg.g + 4 * T);
    tc_cp_async_mbarrier_arrive_noinc(BAR + 1);
    tc_mbarrier_wait(BAR, 0);
    tc_load_shared_b32(&v, SMEM + 4 * (31 - T));
    if (!only_first)
        tc_mbarrier_wait(BAR + 1, 0);
    tc_load_shared_b32(&v, SMEM + 256 + 4 * (31 - T));
}

/* Thread 0 writes, thread 1, which it tells, adds to that by a bulk copy, and thread 2 knows of the sum alone: it is ordered
 * after what was written, through which the sum came. */
TC_KERNEL(sum_over_a_write, args) {
    const unsigned v[4] = {1, 2, 3, 4};
    unsigned got[4];
    (void)arg;
    if (T < 2)
        tc_mbarrier_init(BAR + T, 1);
    if (T == 1)
        tc_store_shared_b128(SMEM + 64, v);
    tc_fence_mbarrier_init();
    tc_fence_async_smem();
    tc_cluster_sync();
    if (T == 2)
        tc_mbarrier_arrive_expect_tx(BAR, 16);
    if (T == 0) {
        tc_store_shared_b128(SMEM, v);
        tc_fence_async_smem();
        tc_mbarrier_arrive(BAR + 1);
    }
    if (T == 1) {
        tc_mbarrier_wait(BAR + 1, 0);
        tc_bulk_reduce_add_u32_to_dsmem(
            tc_map_to_cta(SMEM, 0), SMEM + 64, 16, tc_map_to_cta(BAR, 0));
    }
    if (T == 2) {
        tc_mbarrier_wait(BAR, 0);
        tc_load_shared_b128(got, SMEM);
        if (got[0] != 2 || got[3] != 8)
            tc_emu_check_failed("sum", "it is another one");
    }
    tc_cluster_sync();
}

static void test_arrivals(args *a) {
    tc_emu_config c = quiet(64, 1024);
    EXPECT(tc_emu_launch(&c, leaves_an_arrival, a) == 0 && tc_emu_last()->warnings == 0);
    c = quiet(32, 1024);
    passes("sum_over_a_write", c, sum_over_a_write, a);
    c.name = "two_arrivals";
    for (c.seed = 0; c.seed < 24; c.seed++) {
        only_first = 0;
        EXPECT(tc_emu_launch(&c, two_arrivals, a) == 0);
        only_first = 1;
        EXPECT(tc_emu_launch(&c, two_arrivals, a) == 1);
    }
}

int main(void) {
    args a;
    tc_emu_config c;
    a.g = tc_emu_gmem_alloc(1024, "g");
    planted(faults, sizeof faults / sizeof *faults, &a);
    c = quiet(64, 1024);
    c.cluster = 2;
    passes("send", c, send_right, &a);
    passes("send_copied", c, send_copied_right, &a);
    EXPECT(tc_emu_launch(&c, send_copied_unfenced, &a) == 1);
    EXPECT(tc_emu_last()->kind == TC_EMU_PROXY);
    c.cluster = 1;
    passes("second_phase_known", c, second_phase_known, &a);
    passes("landed_most_bytes", c, landed_most_bytes, &a);
    EXPECT(tc_emu_launch(&c, second_phase_unknown, &a) == 1);
    EXPECT(tc_emu_last()->kind == TC_EMU_MBARRIER);
    test_arrivals(&a);
    reports_match("landing_faults");
    return unit_finish();
}
