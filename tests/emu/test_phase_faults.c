/* What may count for another phase of an mbarrier than it is meant for, in other orders than the one that ran; who
 * has fenced what came without a thread; and other CTAs that may not have started. Each form is wrong in one way,
 * or right where the table says OK, in every order of the threads. */
#include "emu_test.h"

typedef struct {
    unsigned char *g; /* 8 KiB */
    unsigned form;
} args;

enum {
    TWO_MESSAGES,
    TWO_SENDERS,
    TWO_MESSAGES_IN_TURN,
    TWO_STORES_OF_A_WARP,
    ONE_ARRIVES_TWICE,
    EXPECTED_LATE,
    EXPECTED_AFTER_LANDING,
    EXPECTED_LATE_IN_TIME,
    EXPECTED_BESIDE_ARRIVAL,
    EXPECTED_BEFORE_ARRIVAL,
    NOBODY_EXPECTED,
    NO_ARRIVALS,
    STORE_AT_ONCE,
    LOAD_AT_ONCE,
    RELAXED_START,
    FENCED_REMOTE_STORE,
    FENCED_OWN_SPACE,
    CP_ASYNC_NO_FENCE,
    CP_ASYNC_FENCED,
    CP_ASYNC_FENCED_BY_ONE,
    STORE_ASYNC_NO_FENCE,
    STORE_ASYNC_FENCED,
    REDUCED_NO_FENCE,
    REDUCED_FENCED,
    NO_CLUSTER,
    FORMS
};

static tc_mbarrier *bar(unsigned i) {
    return (tc_mbarrier *)(void *)(tc_smem() + 8192) + i;
}

/* a: what this CTA sends, b: what it receives. */
#define A tc_smem()
#define B (tc_smem() + 4096)

TC_FN void receive(unsigned bytes, unsigned parity) {
    if (tc_thread_index() == 0)
        tc_mbarrier_arrive_expect_tx(bar(0), bytes);
    tc_mbarrier_wait(bar(0), parity);
    tc_cta_sync();
}

/* Messages of 1 KiB into CTA 1, which waits for one in each of two phases. */
TC_FN void messages(unsigned f) {
    const unsigned t = tc_thread_index(), me = tc_cta_rank_in_cluster();
    const tc_dsmem there = tc_map_to_cta(B, 1), done = tc_map_to_cta(bar(0), 1);
    unsigned v = t;
    if (f == TWO_STORES_OF_A_WARP && me == 0)
        tc_store_async_b32(there + 4 * t, &v, done);
    else if (f == TWO_SENDERS && t == 0)
        tc_bulk_smem_to_dsmem(there + 1024 * me, A, 1024, done);
    else if (f != TWO_STORES_OF_A_WARP && t == 0 && me == 0) {
        tc_bulk_smem_to_dsmem(there, A, 1024, done);
        if (f == TWO_MESSAGES_IN_TURN)
            tc_mbarrier_wait(bar(1), 0);
        tc_bulk_smem_to_dsmem(there + 1024, A + 1024, 1024, done);
    }
    if (me == 1) {
        receive(f == TWO_STORES_OF_A_WARP ? 128 : 1024, 0);
        if (t == 0)
            tc_mbarrier_arrive_remote(tc_map_to_cta(bar(1), 0));
        receive(f == TWO_STORES_OF_A_WARP ? 128 : 1024, 1);
    }
}

TC_FN void expectations(unsigned f, const unsigned char *g) {
    const unsigned t = tc_thread_index();
    if (t == 0 && f == EXPECTED_LATE) {
        tc_mbarrier_arrive_expect_tx(bar(0), 1024);
        tc_bulk_gmem_to_smem(A, g, 1024, bar(0));
        tc_mbarrier_expect_tx(bar(0), 1024);
        tc_bulk_gmem_to_smem(A + 1024, g, 1024, bar(0));
    } else if (t == 0 && f == EXPECTED_AFTER_LANDING) {
        tc_mbarrier_arrive_expect_tx(bar(0), 2048);
        tc_bulk_gmem_to_smem(A, g, 1024, bar(0));
        for (unsigned i = 0; i < 8; i++) /* each may fail after a while, in which the copy lands */
            tc_mbarrier_try_wait(bar(0), 0);
        tc_mbarrier_expect_tx(bar(0), 1024);
        tc_bulk_gmem_to_smem(A + 1024, g, 1024, bar(0));
        tc_bulk_gmem_to_smem(A + 2048, g, 1024, bar(0));
    } else if (t == 0 && f == EXPECTED_LATE_IN_TIME) {
        tc_mbarrier_arrive_expect_tx(bar(0), 1024);
        tc_mbarrier_expect_tx(bar(0), 1024);
        tc_bulk_gmem_to_smem(A, g, 1024, bar(0));
        tc_bulk_gmem_to_smem(A + 1024, g, 1024, bar(0));
    } else if (t == 0) {
        tc_mbarrier_expect_tx(bar(0), 1024);
        tc_bulk_gmem_to_smem(A, g, 1024, bar(0));
    }
    if (f == EXPECTED_BEFORE_ARRIVAL)
        tc_cta_sync();
    if (t == 1 && (f == EXPECTED_BESIDE_ARRIVAL || f == EXPECTED_BEFORE_ARRIVAL))
        tc_mbarrier_arrive(bar(0));
    tc_mbarrier_wait(bar(0), 0);
}

/* What came without a thread goes on by a bulk copy. */
TC_FN void landings(unsigned f, unsigned char *g) {
    const unsigned t = tc_thread_index(), me = tc_cta_rank_in_cluster(), other = me ^ 1;
    const tc_dsmem there = tc_map_to_cta(B + 4 * t, other), done = tc_map_to_cta(bar(0), other);
    unsigned v = t;
    if (f >= CP_ASYNC_NO_FENCE && f <= CP_ASYNC_FENCED_BY_ONE) {
        tc_cp_async_b32(B + 4 * t, g + 4 * t);
        tc_cp_async_mbarrier_arrive(bar(0));
        tc_cta_sync();
        if (t == 0)
            tc_mbarrier_arrive(bar(0));
    } else {
        if (t == 0)
            tc_mbarrier_arrive_expect_tx(bar(0), 256);
        if (f == STORE_ASYNC_NO_FENCE || f == STORE_ASYNC_FENCED)
            tc_store_async_b32(there, &v, done);
        else
            tc_reduce_async_add_u32(there, &v, done);
    }
    tc_mbarrier_wait(bar(0), 0);
    if (f == CP_ASYNC_FENCED || f == STORE_ASYNC_FENCED || f == REDUCED_FENCED)
        tc_fence_async_smem();
    if (f == CP_ASYNC_FENCED_BY_ONE && t == 0)
        tc_fence_async_smem();
    tc_cta_sync();
    if (t == 0) {
        tc_bulk_smem_to_gmem(g + 4096 + 1024 * me, B, 256);
        tc_bulk_commit();
        tc_bulk_wait_0();
    }
}

TC_FN void remote_store(unsigned f, unsigned char *g) {
    const unsigned t = tc_thread_index(), me = tc_cta_rank_in_cluster();
    unsigned v = t;
    if (me == 0) {
        tc_store_dsmem_b32(tc_map_to_cta(B + 4 * t, 1), &v);
        if (f == FENCED_OWN_SPACE)
            tc_fence_async_smem();
        else
            tc_fence_async();
    }
    tc_cluster_sync();
    if (me == 1 && t == 0) {
        tc_bulk_smem_to_gmem(g, B, 256);
        tc_bulk_commit();
        tc_bulk_wait_0();
    }
}

/* Before anything says that the other CTA is there. */
TC_FN void at_once(unsigned f) {
    const unsigned t = tc_thread_index();
    const tc_dsmem there = tc_map_to_cta(A + 4 * t, tc_cta_rank_in_cluster() ^ 1);
    unsigned v = t;
    if (f == RELAXED_START) {
        tc_cluster_arrive_relaxed();
        if (t < 32)
            tc_cluster_wait();
        tc_cta_sync();
    }
    if (f == LOAD_AT_ONCE)
        tc_load_dsmem_b32(&v, there);
    else
        tc_store_dsmem_b32(there, &v);
    if (f == RELAXED_START && t >= 32)
        tc_cluster_wait();
    tc_cluster_sync();
}

TC_FN void put(unsigned char *at) {
    for (unsigned i = 0; i < 16; i++) {
        const unsigned v = i;
        tc_store_shared_b32(at + 4 * (16 * tc_thread_index() + i), &v);
    }
}

TC_KERNEL(phases, args) {
    const unsigned t = tc_thread_index(), me = tc_cta_rank_in_cluster(), f = arg.form;
    if (f == STORE_AT_ONCE || f == LOAD_AT_ONCE || f == RELAXED_START) {
        at_once(f);
        return;
    }
    put(A);
    put(B);
    if (t == 0) {
        tc_mbarrier_init(bar(0), f == ONE_ARRIVES_TWICE ? 2 : 1);
        tc_mbarrier_init(bar(1), 1);
        tc_fence_mbarrier_init();
    }
    tc_fence_async_smem();
    tc_cluster_sync();
    if (f <= TWO_STORES_OF_A_WARP)
        messages(f);
    else if (f >= EXPECTED_LATE && f <= EXPECTED_BEFORE_ARRIVAL)
        expectations(f, arg.g);
    else if (f >= CP_ASYNC_NO_FENCE && f <= REDUCED_FENCED)
        landings(f, arg.g);
    else if (f == FENCED_REMOTE_STORE || f == FENCED_OWN_SPACE)
        remote_store(f, arg.g);
    else if (f == ONE_ARRIVES_TWICE && (t == 0 || t == 32)) {
        tc_mbarrier_arrive(bar(0));
        if (t == 0)
            tc_mbarrier_arrive(bar(0));
    } else if (f == NO_ARRIVALS && t == 0)
        tc_mbarrier_arrive_count(bar(0), 0);
    else if (f == NOBODY_EXPECTED) {
        if (t == 0 && me == 0) {
            tc_mbarrier_arrive_expect_tx(bar(0), 1024);
            tc_bulk_gmem_to_smem_multicast(A, arg.g, 1024, bar(0), 3);
        }
        if (me == 0)
            tc_mbarrier_wait(bar(0), 0);
    }
    tc_cluster_sync();
}

/* One CTA, launched with or without a cluster, sends to itself. */
TC_KERNEL(alone, args) {
    put(A);
    tc_mbarrier_init(bar(0), 1);
    tc_fence_mbarrier_init();
    tc_fence_async_smem();
    tc_mbarrier_arrive_expect_tx(bar(0), 64);
    tc_bulk_smem_to_dsmem(tc_map_to_cta(B, 0), A, 64, tc_map_to_cta(bar(0), 0));
    tc_mbarrier_wait(bar(0), 0);
    (void)arg;
}

typedef struct {
    tc_emu_kind kind;
    const char *text, *name;
} Expected;
#define E(form, kind, text) [form] = {TC_EMU_##kind, text, #form}
#define NOTHING_TELLS "nothing tells the thread that phase 0 is over"

static const Expected expected[FORMS] = {
    E(TWO_MESSAGES, MBARRIER, NOTHING_TELLS),
    E(TWO_SENDERS, MBARRIER, NOTHING_TELLS),
    E(TWO_MESSAGES_IN_TURN, OK, ""),
    E(TWO_STORES_OF_A_WARP, MBARRIER, NOTHING_TELLS),
    E(ONE_ARRIVES_TWICE, MBARRIER, NOTHING_TELLS),
    E(EXPECTED_LATE, MBARRIER, "may be too late"),
    E(EXPECTED_AFTER_LANDING, MBARRIER, "may be too late"),
    E(EXPECTED_LATE_IN_TIME, OK, ""),
    E(EXPECTED_BESIDE_ARRIVAL, MBARRIER, "may be too late"),
    E(EXPECTED_BEFORE_ARRIVAL, OK, ""),
    E(NOBODY_EXPECTED, EXITED, "in flight"),
    E(NO_ARRIVALS, ARGUMENT, "0 arrivals: not in 1 to 2^20 - 1"),
    E(STORE_AT_ONCE, NOT_STARTED, "a cluster barrier comes before the first access"),
    E(LOAD_AT_ONCE, NOT_STARTED, "a cluster barrier comes before the first access"),
    E(RELAXED_START, OK, ""),
    E(FENCED_REMOTE_STORE, OK, ""),
    E(FENCED_OWN_SPACE, PROXY, "did not call tc_fence_async before"),
    E(CP_ASYNC_NO_FENCE, PROXY, "no thread that waited for them"),
    E(CP_ASYNC_FENCED, OK, ""),
    E(CP_ASYNC_FENCED_BY_ONE, OK, ""),
    E(STORE_ASYNC_NO_FENCE, PROXY, "no thread that waited for them"),
    E(STORE_ASYNC_FENCED, OK, ""),
    E(REDUCED_NO_FENCE, PROXY, "no thread that waited for them"),
    E(REDUCED_FENCED, OK, ""),
    E(NO_CLUSTER, LAUNCH, "not launched as a cluster"),
};

static void judge(const Expected *e, tc_emu_config c, Kernel kernel, args *a) {
    if (e->kind == TC_EMU_OK) {
        passes(e->name, c, kernel, a);
        return;
    }
    fails(e->name, c, kernel, a, e->kind, e->text);
    c.name = e->name;
    for (c.seed = 1; c.seed <= 12; c.seed++)
        unit_expect(tc_emu_launch(&c, kernel, a), e->name, "any order", (int)c.seed);
}

int main(void) {
    tc_emu_config c = quiet(64, 8320);
    args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(8192, "g");
    c.cluster = 2;
    for (a.form = 0; a.form < NO_CLUSTER; a.form++)
        judge(&expected[a.form], c, phases, &a);
    c.block = c.cluster = 1;
    passes("a cluster of one", c, alone, &a);
    c.cluster = 0;
    judge(&expected[NO_CLUSTER], c, alone, &a);
    reports_match("phase_faults");
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
