/* Planted faults: each kernel is wrong in one way, and the report must say which. */
#define TC_CHECK 1
#include "emu_test.h"

typedef struct {
    unsigned char *g; /* 1024 bytes of global memory */
} args;

static unsigned word(unsigned x) {
    return x * 3;
}

#define SMEM tc_smem()
#define T tc_thread_index()
#define BAR ((tc_mbarrier *)(void *)(tc_smem() + 512))

/* Every thread writes its word; with the barrier that belongs here left out it is a race to read. */
TC_FN void put(unsigned at) {
    unsigned v = word(at);
    tc_store_shared_b32(SMEM + 4 * at, &v);
}

TC_FN void get(unsigned at) {
    unsigned v;
    tc_load_shared_b32(&v, SMEM + 4 * at);
}

/* ---- single accesses ------------------------------------------------------------------------ */

TC_KERNEL(misaligned_load, args) {
    tc_b128 v;
    tc_load_global_b128(&v, arg.g + 8 * T);
}

TC_KERNEL(misaligned_store, args) {
    unsigned v = 0;
    tc_store_shared_b32(SMEM + 2, &v);
}

TC_KERNEL(past_the_end, args) {
    tc_b128 v;
    tc_load_global_b128(&v, arg.g + 1024 - 16 * 31 + 16 * T);
}

TC_KERNEL(before_the_start, args) {
    unsigned v = 1;
    tc_store_shared_b32(SMEM - 4, &v);
}

TC_KERNEL(half_outside, args) {
    TC_SHARED unsigned odd[3] __attribute__((aligned(16)));
    tc_b64 v = {{0, 0}};
    TC_SHARED_REGISTER(odd);
    tc_store_shared_b64(&odd[2], &v);
}

TC_KERNEL(wrong_space, args) {
    unsigned v;
    tc_load_shared_b32(&v, arg.g);
}

TC_KERNEL(uninitialised, args) {
    put(T);
    tc_cta_sync();
    get(T + 1);
}

TC_KERNEL(failed_check, args) {
    TC_CHECK_ALIGN("tc_some_copy", arg.g + 1, 1);
    TC_CHECK_LIMIT("tc_some_copy", T < 7);
}

/* ---- races ---------------------------------------------------------------------------------- */

TC_KERNEL(read_after_write, args) {
    put(T);
    tc_warp_sync();
    get(T % 32); /* needs tc_cta_sync: warp 1 reads what warp 0 wrote */
}

TC_KERNEL(write_after_read, args) {
    put(T);
    tc_cta_sync();
    get(63 - T);
    put(T); /* needs another tc_cta_sync */
}

TC_KERNEL(write_after_write, args) {
    put(T % 32);
}

TC_KERNEL(no_warp_sync, args) {
    put(T);
    if (T == 31)
        get(0);
}

TC_KERNEL(shuffle_is_no_barrier, args) {
    unsigned v = 0;
    put(T);
    tc_shuffle_xor_b32(&v, &v, 1);
    get(T ^ 1);
}

TC_KERNEL(global_race, args) {
    unsigned v = T;
    tc_store_global_b32(arg.g + 4 * (T / 2), &v);
}

TC_KERNEL(matrix_race, args) {
    unsigned v[4] = {0, 0, 0, 0};
    tc_stmatrix_x4(SMEM + 16 * T, v);
    get(4 * ((T + 1) % 32)); /* needs tc_warp_sync */
}

/* The broadcast read of 64 threads must all be before the write of one of them. */
TC_KERNEL(many_readers, args) {
    if (T == 0)
        put(0);
    tc_cta_sync();
    get(0);
    tc_warp_sync();
    if (T == 0)
        put(0);
}

/* ---- cp.async ------------------------------------------------------------------------------- */

TC_KERNEL(no_wait, args) {
    tc_cp_async_b128(SMEM + 16 * T, arg.g + 16 * T);
    tc_cp_async_commit();
    tc_cta_sync();
    get(4 * T);
}

TC_KERNEL(not_committed, args) {
    tc_cp_async_b128(SMEM + 16 * T, arg.g + 16 * T);
    tc_cp_async_wait_group_0();
    get(4 * T);
}

TC_KERNEL(one_group_left, args) {
    tc_cp_async_b128(SMEM + 16 * T, arg.g + 16 * T);
    tc_cp_async_commit();
    tc_cp_async_wait_group_1();
    get(4 * T);
}

TC_KERNEL(wait_and_no_barrier, args) {
    tc_cp_async_b128(SMEM + 16 * T, arg.g + 16 * T);
    tc_cp_async_wait_all();
    get(T ? 4 * (T - 1) : 0);
}

TC_KERNEL(overwritten_in_flight, args) {
    tc_cp_async_b128(SMEM + 16 * T, arg.g + 16 * T);
    put(4 * T);
    tc_cp_async_wait_all();
}

TC_KERNEL(source_changed, args) {
    unsigned v = 1;
    tc_cp_async_b32(SMEM + 4 * T, arg.g + 4 * T);
    tc_store_global_b32(arg.g + 4 * T, &v);
    tc_cp_async_wait_all();
}

TC_KERNEL(too_many_bytes, args) {
    tc_cp_async_b64_zfill(SMEM + 8 * T, arg.g + 8 * T, 9);
}

/* ---- collectives ---------------------------------------------------------------------------- */

TC_KERNEL(half_a_warp, args) {
    if (T < 16)
        tc_warp_sync();
}

TC_KERNEL(two_collectives, args) {
    unsigned v = 0;
    if (T < 16)
        tc_warp_sync();
    else
        tc_shuffle_idx_b32(&v, &v, 0);
}

TC_KERNEL(matrix_by_eight, args) {
    unsigned v;
    put(T);
    tc_warp_sync();
    if (T < 8)
        tc_ldmatrix_x1(&v, SMEM + 16 * T);
}

TC_KERNEL(matrix_misaligned, args) {
    unsigned v;
    tc_ldmatrix_x1(&v, SMEM + 24 * T);
}

TC_KERNEL(elect_in_a_branch, args) {
    if (T != 3 && tc_elect_one())
        put(0);
    tc_warp_sync();
}

TC_KERNEL(lanes_have_left, args) {
    if (T % 32 < 5)
        return;
    tc_barrier_sync(1, 64);
}

TC_KERNEL(lanes_at_two_barriers, args) {
    if (T % 32 < 5)
        tc_barrier_sync(1, 64);
    else
        tc_barrier_sync(2, 64);
}

TC_KERNEL(masks_differ, args) {
    tc_warp_sync_mask(T < 16 ? 0x1FFFFu : 0xFFFFFFFFu);
}

/* ---- barriers ------------------------------------------------------------------------------- */

TC_KERNEL(barrier_short, args) {
    if (T < 32)
        tc_barrier_sync(3, 64);
}

TC_KERNEL(barrier_counts, args) {
    tc_barrier_sync(3, T < 32 ? 64 : 32);
}

TC_KERNEL(barrier_sixteen, args) {
    tc_barrier_sync(16, 64);
}

TC_KERNEL(barrier_of_33, args) {
    tc_barrier_sync(1, 33);
}

TC_KERNEL(arrive_sees_nothing, args) {
    put(T);
    if (T < 32) {
        tc_barrier_arrive(1, 64);
        get(T + 32);
    } else {
        tc_barrier_sync(1, 64);
    }
}

TC_KERNEL(cluster_arrive_twice, args) {
    tc_cluster_arrive();
    tc_cluster_arrive();
}

TC_KERNEL(cluster_wait_first, args) {
    tc_cluster_wait();
}

TC_KERNEL(one_cta_stays_away, args) {
    if (tc_cta_rank_in_cluster() == 0) {
        tc_cluster_sync();
    } else {
        if (T == 0)
            tc_mbarrier_init(BAR, 1);
        tc_cta_sync();
        tc_mbarrier_wait(BAR, 0);
    }
}

TC_KERNEL(no_such_cta, args) {
    (void)tc_map_to_cta(SMEM, 2);
}

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
            tc_shuffle_idx_b32(&v, &v, 0);
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

/* ---- the table ------------------------------------------------------------------------------ */

typedef struct {
    const char *name;
    Kernel kernel;
    unsigned cluster, block;
    tc_emu_kind kind;
    const char *text;
} Fault;

#define F(name, cluster, block, kind, text)                                                        \
    { #name, name, cluster, block, TC_EMU_##kind, text }
static const Fault faults[] = {
    F(misaligned_load, 1, 32, MISALIGNED, "thread 1 (warp 0 lane 1), step 1: tc_load_global_b128"),
    F(misaligned_store, 1, 32, MISALIGNED, "not 4-byte aligned"),
    F(past_the_end, 1, 64, OUTSIDE, "'g' + 1024"),
    F(before_the_start, 1, 32, OUTSIDE, "'dynamic shared memory' - 4"),
    F(half_outside, 1, 32, OUTSIDE, "past the buffer"),
    F(wrong_space, 1, 32, OUTSIDE, "shared memory is needed"),
    F(uninitialised, 1, 32, UNINITIALISED, "thread 31"),
    F(failed_check, 1, 32, CHECK, "tc_some_copy: not true"),
    F(read_after_write, 1, 64, RACE, "reads the bytes that thread 31 of CTA 0 wrote"),
    F(write_after_read, 1, 64, RACE, "and no barrier orders the two"),
    F(write_after_write, 1, 64, RACE, "writes the bytes that thread 0 of CTA 0 wrote"),
    F(no_warp_sync, 1, 32, RACE, "thread 31"),
    F(shuffle_is_no_barrier, 1, 32, RACE, "step 3: tc_load_shared_b32"),
    F(global_race, 1, 32, RACE, "tc_store_global_b32"),
    F(matrix_race, 1, 32, RACE, "tc_load_shared_b32"),
    F(many_readers, 1, 64, RACE, "writes the bytes that thread 63"),
    F(no_wait, 1, 32, IN_FLIGHT, "tc_cp_async_b128 of thread 31 of CTA 0, its step 1"),
    F(not_committed, 1, 32, IN_FLIGHT, "tc_load_shared_b32"),
    F(one_group_left, 1, 32, IN_FLIGHT, "has not yet written"),
    F(wait_and_no_barrier, 1, 32, RACE, "tc_load_shared_b32"),
    F(overwritten_in_flight, 1, 32, IN_FLIGHT, "tc_store_shared_b32"),
    F(source_changed, 1, 32, IN_FLIGHT, "still reads"),
    F(too_many_bytes, 1, 32, ARGUMENT, "9 bytes to copy, at most 8"),
    F(half_a_warp, 1, 32, DIVERGENT, "thread 16"),
    F(two_collectives, 1, 32, DIVERGENT, "waits in tc_warp_sync"),
    F(matrix_by_eight, 1, 32, DIVERGENT, "tc_ldmatrix_x1"),
    F(matrix_misaligned, 1, 32, MISALIGNED, "16-byte aligned"),
    F(elect_in_a_branch, 1, 32, DIVERGENT, "tc_elect_one"),
    F(lanes_have_left, 1, 64, DIVERGENT, "has exited"),
    F(lanes_at_two_barriers, 1, 64, DIVERGENT, "(1, 64), this one with (2, 64)"),
    F(masks_differ, 1, 32, DIVERGENT, "waits with the mask 0x0001ffff"),
    F(barrier_short, 1, 64, DEADLOCK, "barrier 3: 32 of 64 arrived"),
    F(barrier_counts, 1, 64, BARRIER, "in use for 64 threads, the caller says 32"),
    F(barrier_sixteen, 1, 64, ARGUMENT, "there are 0 to 15"),
    F(barrier_of_33, 1, 64, ARGUMENT, "not a multiple of 32"),
    F(arrive_sees_nothing, 1, 64, UNINITIALISED, "tc_load_shared_b32"),
    F(cluster_arrive_twice, 2, 64, BARRIER, "has not waited"),
    F(cluster_wait_first, 2, 64, BARRIER, "has not arrived"),
    F(one_cta_stays_away, 2, 64, DEADLOCK, "64 of 128 threads arrived"),
    F(no_such_cta, 2, 32, ARGUMENT, "CTA 2: the cluster has 2"),
    F(arrivals_missing, 1, 64, DEADLOCK, "1 of 33 arrivals missing"),
    F(wrong_parity, 1, 64, DEADLOCK, "phase 2"),
    F(arrives_twice, 1, 32, MBARRIER, "all 1 arrivals of the phase have come"),
    F(never_initialised, 1, 32, MBARRIER, "no initialised mbarrier"),
    F(used_at_once, 1, 32, MBARRIER, "no barrier orders that before"),
    F(written_over, 1, 32, MBARRIER, "a live mbarrier"),
    F(initialised_twice, 1, 32, MBARRIER, "a live mbarrier"),
    F(invalid_while_waiting, 1, 32, MBARRIER, ""),
    F(parity_two, 1, 32, ARGUMENT, "parity 2"),
    F(send_no_proxy_fence, 2, 64, PROXY, "wrote bytes of the source"),
    F(send_no_init_fence, 2, 64, MBARRIER, "no tc_fence_mbarrier_init"),
    F(send_too_few_expected, 2, 64, DEADLOCK, "256 bytes missing"),
    F(send_no_wait, 2, 64, EXITED, "in flight when"),
    F(send_source_changed, 2, 64, IN_FLIGHT, "tc_bulk_smem_to_dsmem of thread 0 of CTA 0"),
    F(send_sender_leaves, 2, 64, EXITED, "in flight when CTA 0 exited"),
    F(send_uneven, 2, 64, ARGUMENT, "248 bytes"),
    F(send_own_barrier, 2, 64, MBARRIER, "is in CTA 0 of the cluster"),
    F(send_one_lane_waits, 2, 64, RACE, "that a bulk copy wrote, before a wait"),
    F(send_read_at_once, 2, 64, IN_FLIGHT, "has not yet written"),
};

/* In whatever order the threads run, a fault is found, if not always under the same name. */
static void any_order(const Fault *f, tc_emu_config c, args *a) {
    c.name = f->name;
    for (c.seed = 1; c.seed <= 8; c.seed++) {
        int wrong = tc_emu_launch(&c, f->kernel, a);
        unit_expect(wrong, f->name, "any order", (int)c.seed);
    }
}

int main(void) {
    args a;
    tc_emu_config c;
    a.g = tc_emu_gmem_alloc(1024, "g");
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        const Fault *f = &faults[i];
        c = quiet(f->block, 1024);
        c.cluster = f->cluster;
        fails(f->name, c, f->kernel, &a, f->kind, f->text);
        any_order(f, c, &a);
    }
    c = quiet(64, 1024);
    c.cluster = 2;
    passes("send", c, send_right, &a);
    fails("in a function", quiet(32, 1024), no_warp_sync, &a, TC_EMU_RACE, "in: get");
    EXPECT(strcmp(tc_emu_last()->function, "get") == 0);
    printf("%u planted faults\n", (unsigned)(sizeof faults / sizeof *faults));
    return unit_finish();
}
