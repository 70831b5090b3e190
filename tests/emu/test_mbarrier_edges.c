/* Mbarriers at their edges: where one begins and ends, its next life in the same bytes, and what is known of one and
 * counts for no other. */
#include "faults.h"

#define RANK tc_cta_rank_in_cluster()
#define OTHER (BAR + 8)

/* Time for what is on the way to land: each of them may fail after a while. */
static void a_while(void) {
    for (unsigned i = 0; i < 8; i++)
        (void)tc_mbarrier_try_wait(OTHER, 0);
}

/* ---- its eight bytes ---------------------------------------------------------------------------- */

TC_KERNEL(inits_half, args) {
    tc_emu_shared(BAR, 4, "half");
    tc_mbarrier_init(BAR, 1);
}

TC_KERNEL(arrives_at_half, args) {
    tc_mbarrier_init(BAR, 1);
    tc_emu_shared(BAR, 4, "half");
    tc_mbarrier_arrive(BAR);
}

TC_KERNEL(first_word_after_an_inval, args) {
    tc_mbarrier_init(BAR, 1);
    tc_mbarrier_inval(BAR);
    get(128);
}

TC_KERNEL(last_word_after_an_inval, args) {
    tc_mbarrier_init(BAR, 1);
    tc_mbarrier_inval(BAR);
    get(129);
}

/* What stands beside it is the user's, before, during and after its life; of other threads, too. */
TC_KERNEL(right_beside, args) {
    const unsigned as_nobody = 0xdbdbdbdb; /* what stands in memory that nobody wrote */
    if (T == 32) {
        tc_store_shared_b32(SMEM + 4 * 127, &as_nobody);
        tc_store_shared_b32(SMEM + 4 * 130, &as_nobody);
    } else if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_arrive(BAR);
        tc_mbarrier_wait(BAR, 0);
        tc_mbarrier_inval(BAR);
    }
    tc_cta_sync();
    get(127);
    get(130);
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        get(127);
        get(130);
    }
}

TC_KERNEL(inits_over_another, args) {
    if (T == 0)
        put(129);
    else if (T == 32)
        tc_mbarrier_init(BAR, 1);
}

/* ---- counts in words ---------------------------------------------------------------------------- */

TC_KERNEL(waits_for_a_byte, args) {
    tc_mbarrier_init(BAR, 1);
    tc_mbarrier_arrive_expect_tx(BAR, 1);
    tc_mbarrier_wait(BAR, 0);
}

TC_KERNEL(arrives_before_a_byte, args) {
    tc_mbarrier_init(BAR, 1);
    tc_mbarrier_arrive_expect_tx(BAR, 1);
    tc_mbarrier_arrive(BAR);
}

TC_KERNEL(arrives_too_often_at_once, args) {
    tc_mbarrier_init(BAR, 2);
    tc_mbarrier_arrive(BAR);
    tc_mbarrier_arrive_count(BAR, 2);
}

/* ---- another life ------------------------------------------------------------------------------- */

/* As many as there may be, in the places of the ones before. */
TC_KERNEL(right_many_lives, args) {
    for (unsigned life = 0; life < 3; life++) {
        for (unsigned i = 0; i < 64; i++)
            tc_mbarrier_init(BAR + i, 1);
        for (unsigned i = 0; i < 64; i++) {
            tc_mbarrier_arrive(BAR + i);
            tc_mbarrier_wait(BAR + i, 0);
            tc_mbarrier_inval(BAR + i);
        }
    }
}

TC_KERNEL(one_too_many, args) {
    for (unsigned i = 0; i < 65; i++)
        tc_mbarrier_init(BAR + i, 1);
}

TC_KERNEL(not_there_beside_many, args) {
    if (RANK == 0)
        for (unsigned i = 0; i < 64; i++)
            tc_mbarrier_init(BAR + i, 1);
    tc_mbarrier_arrive(BAR - 1);
}

TC_KERNEL(inval_under_the_first, args) {
    if (T == 0)
        tc_mbarrier_init(BAR, 1);
    tc_cta_sync();
    if (T == 0)
        tc_mbarrier_wait(BAR, 0);
    else if (T == 1) /* the third was the last to come, and goes on before */
        tc_mbarrier_inval(BAR);
}

/* What the second thread expected in the first life, and what came, is over with that life. The first hears of it,
 * and learns nothing. */
TC_KERNEL(right_nothing_left_of_it, args) {
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_init(BAR + 1, 1);
        tc_mbarrier_init(OTHER, 1);
        tc_fence_mbarrier_init();
    }
    tc_cta_sync();
    if (T == 1) {
        tc_mbarrier_expect_tx(BAR, 64);
        tc_bulk_gmem_to_smem(SMEM, arg.g, 64, BAR);
        a_while();
        tc_mbarrier_arrive_relaxed(BAR + 1);
    } else {
        tc_mbarrier_wait_relaxed(BAR + 1, 0);
        tc_mbarrier_inval(BAR);
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_arrive(BAR);
        tc_mbarrier_wait(BAR, 0);
    }
}

/* ---- one is not another ------------------------------------------------------------------------- */

/* Two messages to CTA 1, which waits for one and then for the other: that the mbarrier in the same place of CTA 0 had
 * a phase tells CTA 0 nothing. */
TC_KERNEL(told_by_ones_own, args) {
    const tc_dsmem there = tc_map_to_cta(SMEM + 256, 1), done = tc_map_to_cta(BAR, 1);
    for (unsigned i = 0; i < 4; i++)
        tc_mbarrier_init(BAR + i, 1);
    tc_mbarrier_init(OTHER, 1);
    tc_fence_mbarrier_init();
    if (RANK == 0)
        for (unsigned i = 0; i < 4; i++) {
            tc_mbarrier_arrive(BAR + i);
            tc_mbarrier_wait(BAR + i, 0);
        }
    for (unsigned i = 0; i < 16; i++)
        put(i);
    tc_fence_async_smem();
    tc_cluster_sync();
    if (RANK == 0) {
        tc_bulk_smem_to_dsmem(there, SMEM, 64, done);
        a_while();
        tc_bulk_smem_to_dsmem(there + 64, SMEM, 64, done);
    } else {
        for (unsigned i = 0; i < 2; i++) {
            tc_mbarrier_arrive_expect_tx(BAR, 64);
            tc_mbarrier_wait(BAR, i);
        }
    }
    tc_cluster_sync();
}

/* The same, told by a barrier of the cluster that releases nothing: it has come so far. */
TC_KERNEL(right_told_by_the_cluster, args) {
    const tc_dsmem there = tc_map_to_cta(SMEM + 256, 1), done = tc_map_to_cta(BAR, 1);
    tc_mbarrier_init(BAR, 1);
    tc_fence_mbarrier_init();
    for (unsigned i = 0; i < 16; i++)
        put(i);
    tc_fence_async_smem();
    tc_cluster_sync();
    for (unsigned i = 0; i < 2; i++) {
        if (RANK == 0)
            tc_bulk_smem_to_dsmem(there + 64 * i, SMEM, 64, done);
        else {
            tc_mbarrier_arrive_expect_tx(BAR, 64);
            tc_mbarrier_wait(BAR, i);
        }
        if (i == 0) {
            tc_cluster_arrive_relaxed();
            tc_cluster_wait();
        }
    }
    tc_cluster_sync();
}

/* Two arrivals of cp.async: nothing tells the thread that the first has come when it sends the second; or a wait does. */
static void two_arrivals(const unsigned char *g, int waits) {
    if (T == 0)
        tc_mbarrier_init(BAR, 1);
    tc_cta_sync();
    for (unsigned i = 0; i < 2; i++) {
        if (T == 0) {
            tc_cp_async_b128(SMEM + 16 * i, g);
            tc_cp_async_mbarrier_arrive_noinc(BAR);
        }
        if (T == 32 || waits)
            tc_mbarrier_wait(BAR, i);
    }
}

TC_KERNEL(arrives_before_it_is_told, args) {
    two_arrivals(arg.g, 0);
}

TC_KERNEL(right_arrives_in_turn, args) {
    two_arrivals(arg.g, T == 0);
}

/* Two tries of CTA scope in turn, at what another CTA arrives at, and bytes come: what came through once does so
 * again. */
TC_KERNEL(right_two_tries, args) {
    tc_mbarrier_init(BAR, 2);
    tc_mbarrier_init(BAR + 1, 2);
    tc_fence_mbarrier_init();
    tc_cluster_sync();
    for (unsigned i = 0; i < 2; i++) {
        if (RANK == 0) {
            tc_mbarrier_arrive_remote(tc_map_to_cta(BAR + i, 1));
        } else {
            tc_mbarrier_arrive_expect_tx(BAR + i, 64);
            tc_bulk_gmem_to_smem(SMEM + 64 * i, arg.g, 64, BAR + i);
        }
    }
    for (unsigned over = 0, turns = 0; RANK == 1 && over < 2; turns++) {
        over = (unsigned)tc_mbarrier_try_wait(BAR, 0) + (unsigned)tc_mbarrier_try_wait(BAR + 1, 0);
        EXPECT(turns < 1000);
        if (turns >= 1000)
            break;
    }
    if (RANK == 1)
        EXPECT(tc_mbarrier_try_wait(BAR, 0) == 1 && tc_mbarrier_try_wait(BAR + 1, 0) == 1);
    tc_cluster_sync();
}

/* A try says 1 or 0, as a predicate of the GPU does: of what is over, of what comes while it waits, of neither. */
TC_KERNEL(right_says_one, args) {
    int over = 0;
    tc_mbarrier_init(BAR, 1);
    tc_fence_mbarrier_init();
    EXPECT(tc_mbarrier_try_wait(BAR, 0) == 0);
    EXPECT(tc_mbarrier_try_wait(BAR, 1) == 1);
    tc_mbarrier_arrive(BAR);
    EXPECT(tc_mbarrier_try_wait(BAR, 0) == 1);
    tc_mbarrier_arrive_expect_tx(BAR, 64);
    tc_bulk_gmem_to_smem(SMEM, arg.g, 64, BAR);
    for (unsigned i = 0; i < 100 && !over; i++)
        over = tc_mbarrier_try_wait(BAR, 1);
    EXPECT(over == 1);
}

/* What stays in the CTA takes no fence after the init, however it arrives. */
TC_KERNEL(right_without_a_fence, args) {
    tc_mbarrier_init(BAR, 1);
    for (unsigned i = 0; i < 2; i++) {
        tc_mbarrier_arrive_relaxed(BAR);
        tc_mbarrier_wait_relaxed(BAR, 0);
        tc_mbarrier_arrive_count(BAR, 1);
        tc_mbarrier_wait(BAR, 1);
    }
}

/* ---- fences ------------------------------------------------------------------------------------- */

/* More fences than are kept, none of them after the init. */
TC_KERNEL(nine_fences_before_init, args) {
    for (unsigned i = 0; i < 9; i++)
        tc_fence_mbarrier_init();
    tc_mbarrier_init(BAR, 1);
    tc_bulk_gmem_to_smem(SMEM, arg.g, 64, BAR);
}

/* ---- the table ---------------------------------------------------------------------------------- */

static const Fault faults[] = {
    F(inits_half, 1, 1, OUTSIDE, "the access ends 4 bytes past the buffer"),
    F(arrives_at_half, 1, 1, OUTSIDE, "the access ends 4 bytes past the buffer"),
    F(first_word_after_an_inval,
      1,
      1,
      UNINITIALISED,
      "no thread has written the bytes yet|step 3: tc_load_shared_b32\n|4 "
      "bytes at 'dynamic shared memory' + 512 (0x200), "),
    F(last_word_after_an_inval,
      1,
      1,
      UNINITIALISED,
      "no thread has written the bytes yet|step 3: tc_load_shared_b32\n|4 "
      "bytes at 'dynamic shared memory' + 516 (0x204), "),
    F(inits_over_another, 1, 64, RACE, "no barrier orders the two"),
    F(one_too_many, 1, 1, ARGUMENT, "more than 64 mbarriers in a CTA"),
    F(not_there_beside_many, 1, 1, MBARRIER, "there is no initialised mbarrier"),
    F(not_there_beside_many, 2, 1, MBARRIER, "there is no initialised mbarrier"),
    F(waits_for_a_byte, 1, 1, DEADLOCK, "0 of 1 arrivals missing, 1 bytes missing"),
    F(arrives_before_a_byte,
      1,
      1,
      MBARRIER,
      "all 1 arrivals of the phase have come, and 1 bytes are missing"),
    F(arrives_too_often_at_once, 1, 1, MBARRIER, "have come, and 0 bytes are missing"),
    F(inval_under_the_first, 1, 3, MBARRIER, "thread 0 of CTA 0 waits on it"),
    F(told_by_ones_own, 2, 1, MBARRIER, "nothing tells the thread that phase 0 is over"),
    F(arrives_before_it_is_told, 1, 64, MBARRIER, "the arrival of cp.async of step 6 counts for"),
    F(nine_fences_before_init, 1, 1, MBARRIER, "no tc_fence_mbarrier_init"),
};

static void right(const char *name, Kernel kernel, unsigned cluster, unsigned block, args *a) {
    tc_emu_config c = quiet(block, 2048);
    c.cluster = cluster;
    passes(name, c, kernel, a);
    for (c.seed = 4; c.seed < 12; c.seed++)
        once_passes(name, c, kernel, a);
}
#define RIGHT(name, cluster, block) right(#name, name, cluster, block, &a)

int main(void) {
    args a;
    a.g = tc_emu_gmem_alloc(1024, "g");
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        const Fault *f = &faults[i];
        tc_emu_config c = quiet(f->block, 2048);
        c.cluster = f->cluster;
        fails(f->name, c, f->kernel, &a, f->kind, f->text);
        if (f->kernel != inval_under_the_first) /* the wait may come after the inval */
            any_order(f, c, &a);
    }
    RIGHT(right_beside, 1, 64);
    RIGHT(right_many_lives, 1, 1);
    RIGHT(right_nothing_left_of_it, 1, 2);
    RIGHT(right_arrives_in_turn, 1, 64);
    RIGHT(right_two_tries, 2, 1);
    RIGHT(right_says_one, 1, 1);
    RIGHT(right_without_a_fence, 1, 1);
    RIGHT(right_told_by_the_cluster, 2, 1);
    tc_emu_gmem_free(a.g);
    reports_match("mbarrier_edges");
    return unit_finish();
}
