/* Kernels as one writes them, wrong in the one place where such kernels go wrong: a ring of stages, a
 * pipeline of cp.async, a push to the other CTA. Each must be reported in every order, and what stands
 * beside it without the fault must not be. */
#include "faults.h"

enum { STAGES = 2, ROUNDS = 6 };
#define FULL(s) ((tc_mbarrier *)(void *)(SMEM + 512) + (s))
#define EMPTY(s) ((tc_mbarrier *)(void *)(SMEM + 576) + (s))

/* ---- a ring: warp 0 fills stages of 32 words, warp 1 empties them ------------------------------ */

typedef enum {
    RING_RIGHT,
    EMPTY_PARITY,   /* the producer waits for the phase that nobody has begun */
    FULL_PARITY,    /* the consumer waits for the phase before the first */
    NO_EMPTY_WAIT,  /* a stage is filled again too early */
    WRONG_STAGE,    /* the consumer waits on the first stage's barrier */
    RELEASED_EARLY, /* the consumer says empty, then reads */
    ARRIVED_EARLY,  /* the producer says full, then writes */
    PARITY_NOT_FLIPPED,
    ONE_LANE_WAITS,   /* of the consumer, and no tc_warp_sync */
    ONE_LANE_ARRIVES, /* of the producer, and no tc_warp_sync */
    COUNT_TOO_LOW,
    COUNT_TOO_HIGH,
    ONE_ARRIVES_TWICE,
    NO_SYNC_AFTER_INIT
} RingFault;

static void ring(RingFault fault) {
    if (T == 0)
        for (unsigned s = 0; s < STAGES; s++) {
            tc_mbarrier_init(
                FULL(s), fault == ONE_LANE_ARRIVES ? 1 : 32 - (fault == COUNT_TOO_LOW));
            tc_mbarrier_init(EMPTY(s), 32 + (fault == COUNT_TOO_HIGH));
        }
    if (fault != NO_SYNC_AFTER_INIT)
        tc_cta_sync();
    for (unsigned i = 0; i < ROUNDS; i++) {
        const unsigned s = i % STAGES, turn = fault == PARITY_NOT_FLIPPED ? 0 : i / STAGES & 1;
        if (T < 32) {
            if (fault != NO_EMPTY_WAIT)
                tc_mbarrier_wait(EMPTY(s), fault == EMPTY_PARITY ? turn : turn ^ 1);
            if (fault == ARRIVED_EARLY)
                tc_mbarrier_arrive(FULL(s));
            put(32 * s + T);
            if (fault == ONE_ARRIVES_TWICE && T == 5)
                tc_mbarrier_arrive(FULL(s));
            if (fault == ONE_LANE_ARRIVES ? T == 0 : fault != ARRIVED_EARLY)
                tc_mbarrier_arrive(FULL(s));
        } else {
            if (fault != ONE_LANE_WAITS || T == 32)
                tc_mbarrier_wait(FULL(fault == WRONG_STAGE ? 0 : s), turn ^ (fault == FULL_PARITY));
            if (fault == RELEASED_EARLY)
                tc_mbarrier_arrive(EMPTY(s));
            get(32 * s + (T + 7) % 32);
            if (fault != RELEASED_EARLY)
                tc_mbarrier_arrive(EMPTY(s));
        }
    }
}

#define RING(name, fault)                                                                          \
    TC_KERNEL(name, args) {                                                                        \
        ring(fault);                                                                               \
    }
RING(ring_right, RING_RIGHT)
RING(ring_empty_parity, EMPTY_PARITY)
RING(ring_full_parity, FULL_PARITY)
RING(ring_no_empty_wait, NO_EMPTY_WAIT)
RING(ring_wrong_stage, WRONG_STAGE)
RING(ring_released_early, RELEASED_EARLY)
RING(ring_arrived_early, ARRIVED_EARLY)
RING(ring_parity_not_flipped, PARITY_NOT_FLIPPED)
RING(ring_one_lane_waits, ONE_LANE_WAITS)
RING(ring_one_lane_arrives, ONE_LANE_ARRIVES)
RING(ring_count_too_low, COUNT_TOO_LOW)
RING(ring_count_too_high, COUNT_TOO_HIGH)
RING(ring_one_arrives_twice, ONE_ARRIVES_TWICE)
RING(ring_no_sync_after_init, NO_SYNC_AFTER_INIT)

/* ---- a pipeline of cp.async: two buffers of 64 words ---------------------------------------- */

typedef enum {
    PIPE_RIGHT,
    NO_SECOND_SYNC, /* the next copy goes where others still read */
    NO_FIRST_SYNC,  /* own copies are there, those of others not */
    WAITS_FOR_LESS, /* one group too many may be left */
    NO_COMMIT,
    SAME_BUFFER,
    TAIL_NOT_WAITED,
    SYNC_BEFORE_WAIT
} PipeFault;

static void pipe_load(args arg, unsigned i, PipeFault fault) {
    const unsigned buffer = fault == SAME_BUFFER ? 0 : i % 2;
    tc_cp_async_b32(SMEM + 256 * buffer + 4 * T, arg.g + 4 * ((i + T) % 256));
    if (fault != NO_COMMIT)
        tc_cp_async_commit();
}

static void pipeline(args arg, PipeFault fault) {
    pipe_load(arg, 0, fault);
    for (unsigned i = 0; i < 4; i++) {
        if (i < 3)
            pipe_load(arg, i + 1, fault);
        if (fault == SYNC_BEFORE_WAIT)
            tc_cta_sync();
        if (fault == WAITS_FOR_LESS)
            tc_cp_async_wait_group_2();
        else if (i < 3 || fault == TAIL_NOT_WAITED)
            tc_cp_async_wait_group_1();
        else
            tc_cp_async_wait_group_0();
        if (fault != NO_FIRST_SYNC && fault != SYNC_BEFORE_WAIT)
            tc_cta_sync();
        get(fault == SAME_BUFFER ? 63 - T : 64 * (i % 2) + 63 - T);
        if (fault != NO_SECOND_SYNC)
            tc_cta_sync();
    }
}

#define PIPE(name, fault)                                                                          \
    TC_KERNEL(name, args) {                                                                        \
        pipeline(arg, fault);                                                                      \
    }
PIPE(pipe_right, PIPE_RIGHT)
PIPE(pipe_no_second_sync, NO_SECOND_SYNC)
PIPE(pipe_no_first_sync, NO_FIRST_SYNC)
PIPE(pipe_waits_for_less, WAITS_FOR_LESS)
PIPE(pipe_no_commit, NO_COMMIT)
PIPE(pipe_same_buffer, SAME_BUFFER)
PIPE(pipe_tail_not_waited, TAIL_NOT_WAITED)
PIPE(pipe_sync_before_wait, SYNC_BEFORE_WAIT)

/* One warp copies, the other waits for its own copies, of which there are none. */
TC_KERNEL(waits_for_anothers_copies, args) {
    if (T < 32)
        tc_cp_async_b32(SMEM + 4 * T, arg.g + 4 * T);
    else
        tc_cp_async_wait_all();
    tc_cta_sync();
    if (T >= 32)
        get(T - 32);
}

/* ---- a push: CTA 0 sends 128 bytes to CTA 1, which says when it is done with them --------------- */

typedef enum {
    PUSH_RIGHT,
    NO_EXPECT, /* the phase ends without the bytes */
    EXPECTS_LESS,
    FENCE_AFTER,     /* the proxy fence of one thread, after the barrier */
    NO_START_SYNC,   /* CTA 1 has perhaps not begun */
    NO_WAIT_FOR_ACK, /* the next push overwrites what is being read */
    RELAXED_START    /* an arrival that releases nothing publishes the mbarrier */
} PushFault;

static void push(PushFault fault) {
    const unsigned rank = tc_cta_rank_in_cluster();
    tc_mbarrier *ack = BAR + 1;
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_init(ack, 32);
        tc_fence_mbarrier_init();
    }
    if (rank == 0)
        put(T);
    if (fault != FENCE_AFTER)
        tc_fence_async_smem();
    if (fault == RELAXED_START) {
        tc_cluster_arrive_relaxed();
        tc_cluster_wait();
    } else if (fault != NO_START_SYNC) {
        tc_cluster_sync();
    } else {
        tc_cta_sync();
    }
    for (unsigned i = 0; i < 2; i++) {
        if (rank == 0) {
            if (fault == FENCE_AFTER && T == 0)
                tc_fence_async_smem();
            if (i && fault != NO_WAIT_FOR_ACK)
                tc_mbarrier_wait_cluster(ack, 0);
            if (T == 0)
                tc_bulk_smem_to_dsmem(
                    tc_map_to_cta(SMEM + 256, 1), SMEM, 128, tc_map_to_cta(BAR, 1));
        } else {
            if (T == 0 && fault == NO_EXPECT)
                tc_mbarrier_arrive(BAR);
            else if (T == 0)
                tc_mbarrier_arrive_expect_tx(BAR, fault == EXPECTS_LESS ? 64 : 128);
            tc_mbarrier_wait(BAR, i);
            get(64 + (T + 1) % 32);
            tc_fence_async_smem();
            tc_mbarrier_arrive_remote(tc_map_to_cta(ack, 0));
        }
    }
    tc_cluster_sync();
}

#define PUSH(name, fault)                                                                          \
    TC_KERNEL(name, args) {                                                                        \
        push(fault);                                                                               \
    }
PUSH(push_right, PUSH_RIGHT)
PUSH(push_no_expect, NO_EXPECT)
PUSH(push_expects_less, EXPECTS_LESS)
PUSH(push_fence_after, FENCE_AFTER)
PUSH(push_no_start_sync, NO_START_SYNC)
PUSH(push_no_wait_for_ack, NO_WAIT_FOR_ACK)
PUSH(push_relaxed_start, RELAXED_START)

/* Data for the other CTA, and an arrival that does not release it. */
TC_KERNEL(relaxed_publishes, args) {
    const unsigned rank = tc_cta_rank_in_cluster();
    unsigned v = T;
    if (rank == 0)
        tc_store_global_b32(arg.g + 4 * T, &v);
    tc_cluster_arrive_relaxed();
    tc_cluster_wait();
    if (rank == 1)
        tc_load_global_b32(&v, arg.g + 4 * T);
}

/* Thread 0 has seen a phase of one barrier; what came with a later one tells it nothing of the other. */
TC_KERNEL(knows_of_a_later_phase, args) {
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_init(BAR + 1, 1);
    }
    tc_cta_sync();
    if (T == 0) {
        tc_mbarrier_wait(BAR, 0);
        tc_mbarrier_arrive(BAR + 1);
    }
    if (T == 32) {
        tc_mbarrier_arrive(BAR);
        tc_mbarrier_arrive(BAR + 1);
        tc_mbarrier_wait(BAR + 1, 0);
        tc_mbarrier_arrive(BAR);
    }
}

/* ---- right, and more involved ----------------------------------------------------------------- */

/* One lane waits, tc_warp_sync passes it on. */
TC_KERNEL(right_one_waits, args) {
    if (T == 0)
        tc_mbarrier_init(BAR, 32);
    tc_cta_sync();
    if (T < 32) {
        put(T);
        tc_mbarrier_arrive(BAR);
    } else {
        if (T == 32)
            tc_mbarrier_wait(BAR, 0);
        tc_warp_sync();
        get(T - 32);
    }
}

/* The arrival at the cluster's barrier and the wait are apart. */
TC_KERNEL(right_split, args) {
    const unsigned rank = tc_cta_rank_in_cluster();
    unsigned v = T;
    tc_store_global_b32(arg.g + 4 * (64 * rank + T), &v);
    tc_cluster_arrive();
    put(T);
    tc_cluster_wait();
    tc_load_global_b32(&v, arg.g + 4 * (64 * (1 - rank) + T));
}

/* Who has arrived at the cluster's barrier may wait for something else; what opens it does not end that. */
TC_KERNEL(right_between, args) {
    if (T == 0)
        tc_mbarrier_init(BAR, 32);
    tc_cta_sync();
    tc_cluster_arrive();
    if (T < 32) {
        tc_mbarrier_wait(BAR, 0);
        get(32 + T);
        tc_cluster_wait();
    } else {
        tc_cluster_wait();
        put(T);
        tc_mbarrier_arrive(BAR);
    }
}

/* Some lanes of each warp have arrived and are gone. */
TC_KERNEL(right_gone_between, args) {
    tc_cluster_arrive();
    if (T % 32 < 16)
        tc_cluster_wait();
}

/* Two barriers that know of the same phase, and one of them of the word that came with it. */
TC_KERNEL(right_two_scopes, args) {
    const unsigned rank = tc_cta_rank_in_cluster(), v = 1;
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_init(BAR + 1, 1);
        tc_fence_mbarrier_init();
    }
    tc_cluster_sync();
    if (rank == 0 && T == 0) {
        tc_store_dsmem_b32(tc_map_to_cta(SMEM, 1), &v);
        tc_mbarrier_arrive_remote(tc_map_to_cta(BAR, 1));
    }
    if (rank == 1 && T == 0) {
        tc_mbarrier_wait(BAR, 0);
        tc_mbarrier_arrive(BAR + 1);
    }
    if (rank == 1 && T == 32) {
        tc_mbarrier_wait_cluster(BAR, 0);
        tc_mbarrier_wait(BAR + 1, 0);
        get(0);
    }
    tc_cluster_sync();
}

/* A barrier's bytes are used for something else after its end. */
TC_KERNEL(right_inval, args) {
    for (unsigned i = 0; i < 3; i++) {
        if (T == 0)
            tc_mbarrier_init(BAR, 64);
        tc_cta_sync();
        tc_mbarrier_arrive(BAR);
        tc_mbarrier_wait(BAR, 0);
        tc_cta_sync();
        if (T == 0) {
            tc_mbarrier_inval(BAR);
            put(128);
        }
        tc_cta_sync();
    }
}

/* A wait that acquires nothing shows that the bytes are there: the barrier may end, and begin again. */
TC_KERNEL(right_relaxed_inval, args) {
    for (unsigned i = 0; i < 3 && T == 0; i++) {
        tc_mbarrier_init(BAR, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(BAR, 16);
        tc_bulk_gmem_to_smem(SMEM + 16 * i, arg.g, 16, BAR);
        tc_mbarrier_wait_relaxed(BAR, 0);
        tc_mbarrier_inval(BAR);
    }
}

/* A test of a barrier that another has waited on, while the copy of the next phase is under way. */
TC_KERNEL(right_hint, args) {
    if (T == 0)
        tc_mbarrier_init(BAR, 64);
    tc_cta_sync();
    for (unsigned i = 0; i < 4; i++) {
        int over;
        put(64 * (i & 1) + T);
        tc_mbarrier_arrive(BAR);
        over = tc_mbarrier_try_wait(BAR, i & 1);
        if (!over)
            tc_mbarrier_wait(BAR, i & 1);
        get(64 * (i & 1) + 63 - T);
    }
}

/* ---- the table ------------------------------------------------------------------------------ */

static const Fault faults[] = {
    F(ring_empty_parity, 1, 64, DEADLOCK, "nobody can go on"),
    F(ring_full_parity, 1, 64, UNINITIALISED, "no thread has written"),
    F(ring_no_empty_wait, 1, 64, MBARRIER, "nothing tells the thread that phase 0 is over"),
    F(ring_wrong_stage,
      1,
      64,
      RACE,
      "reads the bytes that thread |of CTA 0 wrote, and no barrier orders the"
      " two\n"),
    F(ring_released_early,
      1,
      64,
      RACE,
      "writes the bytes that thread |of CTA 0 read, and no barrier orders the"
      " two\n"),
    F(ring_arrived_early,
      1,
      64,
      RACE,
      "reads the bytes that thread |of CTA 0 wrote, and no barrier orders the"
      " two\n"),
    F(ring_parity_not_flipped, 1, 64, MBARRIER, "nothing tells the thread that phase 0 is over"),
    F(ring_one_lane_waits, 1, 64, UNINITIALISED, "tc_load_shared_b32"),
    F(ring_one_lane_arrives,
      1,
      64,
      RACE,
      "reads the bytes that thread |of CTA 0 wrote, and no barrier orders the"
      " two\n"),
    F(ring_count_too_low, 1, 64, MBARRIER, "nothing tells the thread that phase 0 is over"),
    F(ring_count_too_high, 1, 64, DEADLOCK, "1 of 33 arrivals missing"),
    F(ring_one_arrives_twice, 1, 64, MBARRIER, "nothing tells the thread that phase 0 is over"),
    F(ring_no_sync_after_init,
      1,
      64,
      MBARRIER,
      "thread 0 of CTA 0 initialised it, and no barrier orders that "
      "before\n|thread 1 (warp 0 lane 1), step 1: tc_mbarrier_wait\n"),
    F(pipe_no_second_sync, 1, 64, IN_FLIGHT, "has not yet written"),
    F(pipe_no_first_sync, 1, 64, UNINITIALISED, "tc_load_shared_b32"),
    F(pipe_waits_for_less, 1, 64, IN_FLIGHT, "has not yet written"),
    F(pipe_no_commit, 1, 64, IN_FLIGHT, "has not yet written"),
    F(pipe_same_buffer, 1, 64, IN_FLIGHT, "has not yet written"),
    F(pipe_tail_not_waited, 1, 64, IN_FLIGHT, "has not yet written"),
    F(pipe_sync_before_wait, 1, 64, IN_FLIGHT, "has not yet written"),
    F(waits_for_anothers_copies, 1, 64, IN_FLIGHT, "has not yet written"),
    F(push_no_expect, 2, 32, IN_FLIGHT, "has not yet written"),
    F(push_expects_less, 2, 32, DEADLOCK, "bytes came that were not expected"),
    F(push_fence_after, 2, 32, PROXY, "did not call tc_fence_async_smem"),
    F(push_no_start_sync,
      2,
      32,
      NOT_STARTED,
      "nothing tells the thread that CTA 1 of the cluster has started: a "
      "cluster barrier comes before the first access\n|who: cta 0 |shared "
      "memory of cta 1\n"),
    F(push_no_wait_for_ack, 2, 32, IN_FLIGHT, "has not yet written"),
    F(push_relaxed_start,
      2,
      32,
      MBARRIER,
      "thread 0 of CTA 1 initialised it, and no barrier orders that "
      "before\n|who: cta 1 thread |shared memory of cta 1\n"),
    F(relaxed_publishes, 2, 64, RACE, "no barrier orders"),
    F(knows_of_a_later_phase, 1, 64, MBARRIER, "nothing tells the thread that phase 0 is over"),
};

#define RIGHT(name, cluster, block) right(#name, name, cluster, block, &a)

static void right(const char *name, Kernel kernel, unsigned cluster, unsigned block, args *a) {
    tc_emu_config c = quiet(block, 1024);
    c.cluster = cluster;
    passes(name, c, kernel, a);
}

int main(void) {
    args a;
    a.g = tc_emu_gmem_alloc(1024, "g");
    planted(faults, sizeof faults / sizeof *faults, &a);
    RIGHT(ring_right, 1, 64);
    RIGHT(pipe_right, 1, 64);
    RIGHT(push_right, 2, 32);
    RIGHT(right_one_waits, 1, 64);
    RIGHT(right_split, 2, 64);
    RIGHT(right_between, 1, 64);
    RIGHT(right_gone_between, 1, 64);
    RIGHT(right_two_scopes, 2, 64);
    RIGHT(right_inval, 1, 64);
    RIGHT(right_relaxed_inval, 1, 64);
    RIGHT(right_hint, 1, 64);
    tc_emu_gmem_free(a.g);
    reports_match("user_faults");
    return unit_finish();
}
