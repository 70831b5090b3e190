/* test_orders.c: in which order threads take turns, when what is in flight lands, and what one cluster or one
 * launch leaves to the next: nothing. */
#include "emu_test.h"

#define T tc_thread_index()
#define RANK tc_cta_rank_in_cluster()

typedef struct {
    unsigned char *g; /* 4 KiB */
    unsigned form;
} args;

static tc_mbarrier *bar(unsigned i) {
    return (tc_mbarrier *)(void *)(tc_smem() + 1024) + i;
}

static void a_while(tc_mbarrier *at) {
    for (unsigned i = 0; i < 8; i++)
        (void)tc_mbarrier_try_wait(at, 0);
}

/* ---- turns ------------------------------------------------------------------------------------ */

static volatile unsigned flag;
static unsigned steps;

/* Thread 0 comes first and goes round until thread 1 has run. */
TC_KERNEL(goes_round, args) {
    (void)arg;
    if (T == 1)
        flag = 1;
    for (; T == 0 && !flag; steps++)
        tc_cp_async_commit();
}

static unsigned rounds(args *a, unsigned seed) {
    tc_emu_config c = quiet(2, 1024);
    c.seed = seed;
    flag = steps = 0;
    EXPECT(tc_emu_launch(&c, goes_round, a) == 0);
    return steps;
}

/* In order a turn is 4096 steps; with a seed it may end after each. */
static void test_turns(args *a) {
    const unsigned in_order = rounds(a, 0);
    EXPECT(in_order >= 4095 && in_order <= 4096);
    for (unsigned seed = 1; seed < 20; seed++)
        EXPECT(rounds(a, seed) < 200);
}

static unsigned came[4], came_count, elected;

TC_KERNEL(comes, args) {
    (void)arg;
    came[came_count++] = T;
}

TC_KERNEL(elects, args) {
    (void)arg;
    if (tc_elect_one())
        elected |= 1u << T;
}

/* 0 to 5: in which of the six orders three threads came. */
static unsigned order_of(args *a, unsigned seed) {
    tc_emu_config c = quiet(3, 1024);
    c.seed = seed;
    came_count = 0;
    EXPECT(tc_emu_launch(&c, comes, a) == 0 && came_count == 3);
    return 2 * came[0] + (came[1] > came[2]);
}

/* One seed is one order; many are all of them. */
static void test_seeds(args *a) {
    unsigned seen = 0;
    EXPECT(order_of(a, 0) == 0);
    for (unsigned seed = 1; seed <= 100; seed++) {
        const unsigned order = order_of(a, seed);
        EXPECT(order_of(a, seed) == order);
        seen |= 1u << order;
    }
    EXPECT(seen == 63);
    tc_emu_config c = quiet(32, 1024);
    EXPECT(tc_emu_launch(&c, elects, a) == 0 && elected == 1u << 31);
    for (c.seed = 1; c.seed <= 600; c.seed++)
        EXPECT(tc_emu_launch(&c, elects, a) == 0);
    EXPECT(elected == 0xfffffffeu);
}

static unsigned long long calm[4];

/* 2^20 steps each, then they wait for each other, then for ever. */
TC_KERNEL(calms_down, args) {
    if (arg.form)
        for (unsigned i = 0; i < 1u << 20; i++)
            tc_cp_async_commit();
    tc_cta_sync();
    for (;;) {
        calm[T]++;
        tc_cp_async_commit();
    }
}

TC_KERNEL(a_few_steps, args) {
    (void)arg;
    tc_cp_async_commit();
    tc_cp_async_commit();
}

/* Steps are counted from when a thread was woken, and from the beginning of a launch. */
static void test_calm(args *a) {
    for (a->form = 0; a->form < 2; a->form++) {
        tc_emu_config c = quiet(4, 1024);
        memset(calm, 0, sizeof calm);
        fails("calm", c, calms_down, a, TC_EMU_DEADLOCK, "33554433 steps of all threads");
        EXPECT(calm[0] + calm[1] + calm[2] + calm[3] == (1ull << 25) + 1);
        c.block = 1;
        passes("afterwards", c, a_few_steps, a);
    }
}

/* The thread that is the last to end is of each CTA in turn; the others have ended before. */
TC_KERNEL(one_is_last, args) {
    for (unsigned i = 0; RANK == arg.form && i < 20000; i++)
        tc_cp_async_commit();
}

static void test_last(args *a) {
    tc_emu_config c = quiet(2, 1024);
    for (c.cluster = 1; c.cluster <= 5; c.cluster++)
        for (a->form = 0; a->form < c.cluster; a->form++)
            passes("one_is_last", c, one_is_last, a);
}

/* ---- landing ---------------------------------------------------------------------------------- */

/* Two copies are in flight, the one that a thread waits for is over: nothing says so of the other. */
TC_KERNEL(reads_the_other, args) {
    unsigned v;
    if (T == 0) {
        for (unsigned i = 0; i < 2; i++)
            tc_mbarrier_init(bar(i), 1);
        tc_fence_mbarrier_init();
    }
    tc_cluster_sync();
    if (T == 0 && RANK == arg.form) {
        for (unsigned i = 0; i < 2; i++) {
            tc_mbarrier_arrive_expect_tx(bar(i), 64);
            tc_bulk_gmem_to_smem(tc_smem() + 64 * i, arg.g, 64, bar(i));
        }
        tc_mbarrier_wait(bar(0), 0);
        tc_load_shared_b32(&v, tc_smem() + 64);
    }
    tc_cluster_sync();
}

static void test_landing(args *a) {
    tc_emu_config c = quiet(32, 2048);
    for (c.cluster = 1; c.cluster <= 3; c.cluster++)
        for (a->form = 0; a->form < c.cluster; a->form++)
            fails("reads_the_other", c, reads_the_other, a, TC_EMU_IN_FLIGHT, "not yet written");
}

/* One byte is missing when more are expected, which come in one copy: in time, in every order. */
TC_KERNEL(expects_one_byte_first, args) {
    tc_mbarrier_init(bar(0), 1);
    tc_fence_mbarrier_init();
    tc_mbarrier_arrive_expect_tx(bar(0), 1);
    tc_mbarrier_expect_tx(bar(0), 15);
    tc_bulk_gmem_to_smem(tc_smem(), arg.g, 16, bar(0));
    tc_mbarrier_wait(bar(0), 0);
}

/* ---- cluster after cluster -------------------------------------------------------------------- */

/* Each uses another mbarrier of the 64 that there may be, and leaves one arrival to come. */
TC_KERNEL(another_mbarrier, args) {
    tc_mbarrier *at = bar(tc_cta_index() % 64);
    tc_mbarrier_init(at, 2);
    tc_fence_mbarrier_init();
    tc_cp_async_b128(tc_smem(), arg.g);
    tc_cp_async_mbarrier_arrive_noinc(at);
    a_while(at);
    if (tc_cta_index() % 2)
        tc_mbarrier_arrive(at);
}

/* All that there may be, and none of them at the address. */
TC_KERNEL(one_beside_64, args) {
    (void)arg;
    for (unsigned i = 0; T == 0 && i < 64; i++)
        tc_mbarrier_init(bar(i), 1);
    tc_cluster_sync();
    if (RANK == arg.form)
        (void)tc_mbarrier_try_wait(bar(64), 0);
}

/* The CTAs, each a cluster of its own, go two ways: of one their barriers stand elsewhere. */
TC_KERNEL(goes_two_ways, args) {
    (void)arg;
    if (tc_cta_index() % 2) {
        tc_cta_sync();
        if (T < 32)
            tc_barrier_sync(2, 32);
    } else {
        tc_cta_sync();
        if (T < 32)
            tc_barrier_arrive(2, 64);
    }
}

/* Lanes of a last warp that is not whole meet, of another kind in each CTA. */
TC_KERNEL(few_lanes_meet, args) {
    (void)arg;
    if (tc_cta_index() % 2)
        (void)tc_elect_one();
    else
        tc_cta_sync();
}

/* ---- who exits ---------------------------------------------------------------------------------- */

/* Lane 31 comes last and has met nobody; an arrival at the cluster's barrier it may leave out. */
TC_KERNEL(exits_before_both, args) {
    (void)arg;
    if (T == 31)
        return;
    tc_cluster_arrive();
    (void)tc_elect_one();
}

TC_KERNEL(exits_between, args) {
    (void)arg;
    (void)tc_elect_one();
    if (T == 31)
        return;
    tc_cluster_arrive();
    tc_cluster_wait();
}

static void test_exits(args *a) {
    tc_emu_config c = quiet(32, 1024);
    c.early_exit = 1;
    fails(
        "exits_before_both",
        c,
        exits_before_both,
        a,
        TC_EMU_DIVERGENT,
        "the thread exits, other lanes called tc_elect_one");
    passes("exits_between", c, exits_between, a);
}

/* Every second cluster writes into its other CTA, late; the ones between end at once. */
TC_KERNEL(uses_the_other_cta, args) {
    const unsigned v = T;
    (void)arg;
    if (tc_cta_index() / 2 % 2)
        return;
    for (unsigned i = 0; i < 10; i++)
        tc_cluster_sync();
    tc_store_dsmem_b32(tc_map_to_cta(tc_smem() + 4 * T, RANK ^ 1), &v);
    tc_cluster_sync();
}

/* More fences of each space than are kept. */
TC_KERNEL(fences_often, args) {
    (void)arg;
    for (unsigned i = 0; i < 9; i++)
        tc_fence_async();
}

/* ---- the table of clusters ---------------------------------------------------------------------- */

static void test_clusters(args *a) {
    static const unsigned blocks[] = {1, 31, 33, 64, 65, 991, 1023, 1024};
    tc_emu_config c = quiet(1, 2048);
    passes("expects_one_byte_first", c, expects_one_byte_first, a);
    c.grid = 130;
    once_passes("another_mbarrier", c, another_mbarrier, a);
    c = quiet(32, 2048);
    for (c.cluster = 1; c.cluster <= 2; c.cluster++)
        for (a->form = 0; a->form < c.cluster; a->form++)
            fails("one_beside_64", c, one_beside_64, a, TC_EMU_MBARRIER, "no initialised");
    c = quiet(32, 1024);
    c.cluster = 2;
    c.grid = 8;
    passes("uses_the_other_cta", c, uses_the_other_cta, a);
    c.grid = 4;
    once_passes("fences_often", c, fences_often, a);
    c = quiet(64, 1024);
    c.grid = 4;
    passes("goes_two_ways", c, goes_two_ways, a);
    for (unsigned i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        c.block = blocks[i];
        once_passes("few_lanes_meet", c, few_lanes_meet, a);
    }
}

int main(void) {
    args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(4096, "g");
    test_turns(&a);
    test_seeds(&a);
    test_calm(&a);
    test_last(&a);
    test_landing(&a);
    test_clusters(&a);
    test_exits(&a);
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
