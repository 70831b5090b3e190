/* Clusters: bulk copies into another CTA's shared memory, mbarriers with bytes, the cluster barrier
 * in one and in two halves, remote arrivals. */
#include "emu_test.h"

typedef struct {
    unsigned *dst;
    unsigned elected;
} args;

enum { WORDS = 1024, BAR_AT = 2 * WORDS * 4 };

/* CTA 0 sends WORDS words to CTA 1, whole or in 8 pieces of an elected lane. */
TC_KERNEL(send, args) {
    const unsigned t = tc_thread_index(), rank = tc_cta_rank_in_cluster();
    unsigned *s = (unsigned *)(void *)tc_smem(), v;
    tc_mbarrier *bar = (tc_mbarrier *)(void *)(tc_smem() + BAR_AT);
    for (unsigned i = t; rank == 0 && i < WORDS; i += 128) {
        v = i * 7;
        tc_store_shared_b32(s + i, &v);
    }
    if (t == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
    }
    tc_fence_async_smem();
    tc_cluster_sync();
    if (rank == 0) {
        const tc_dsmem there = tc_map_to_cta(s + WORDS, 1), done = tc_map_to_cta(bar, 1);
        if (!arg.elected && t == 5)
            tc_bulk_smem_to_dsmem(there, s, WORDS * 4, done);
        if (arg.elected && t < 32 && tc_elect_one())
            for (unsigned k = 0; k < 8; k++)
                tc_bulk_smem_to_dsmem(there + k * WORDS / 2, s + k * WORDS / 8, WORDS / 2, done);
    } else {
        if (t == 0)
            tc_mbarrier_arrive_expect_tx(bar, WORDS * 4);
        tc_mbarrier_wait(bar, 0);
        for (unsigned i = t; i < WORDS; i += 128) {
            tc_load_shared_b32(&v, s + WORDS + i);
            tc_store_global_b32(arg.dst + i, &v);
        }
    }
    tc_cluster_sync();
}

static void test_send(void) {
    tc_emu_config c = quiet(128, BAR_AT + 8);
    args a;
    c.cluster = 2;
    a.dst = (unsigned *)tc_emu_gmem_alloc(WORDS * 4, "dst");
    for (a.elected = 0; a.elected < 2; a.elected++) {
        unsigned wrong = 0;
        memset(a.dst, 0, WORDS * 4);
        passes("send", c, send, &a);
        for (unsigned i = 0; i < WORDS; i++)
            wrong += a.dst[i] != i * 7;
        EXPECT(wrong == 0);
    }
    tc_emu_gmem_free(a.dst);
}

/* A ring inside one CTA: warp 0 writes, warp 1 reads, two stages, full and empty mbarriers. */
TC_KERNEL(ring, args) {
    tc_mbarrier *bars = (tc_mbarrier *)(void *)(tc_smem() + 256); /* full 0, 1, empty 0, 1 */
    unsigned *s = (unsigned *)(void *)tc_smem(), v;
    const unsigned lane = tc_lane_index();
    if (tc_thread_index() == 0)
        for (unsigned i = 0; i < 4; i++)
            tc_mbarrier_init(bars + i, 32);
    tc_cta_sync();
    for (unsigned k = 0; k < 6; k++) {
        const unsigned stage = k % 2, parity = k / 2 % 2;
        if (tc_thread_index() < 32) {
            tc_mbarrier_wait(bars + 2 + stage, parity ^ 1);
            v = k * 32 + lane;
            tc_store_shared_b32(s + stage * 32 + lane, &v);
            tc_mbarrier_arrive(bars + stage);
        } else {
            while (!tc_mbarrier_try_wait(bars + stage, parity)) {
            }
            tc_load_shared_b32(&v, s + stage * 32 + (lane ^ 1));
            tc_store_global_b32(arg.dst + k * 32 + lane, &v);
            tc_mbarrier_arrive(bars + 2 + stage);
        }
    }
    tc_cta_sync();
    if (tc_thread_index() == 0) {
        for (unsigned i = 0; i < 4; i++)
            tc_mbarrier_inval(bars + i);
        v = 1;
        tc_store_shared_b32(bars, &v); /* the bytes are ordinary again */
    }
}

static void test_ring(void) {
    args a;
    unsigned wrong = 0;
    a.dst = (unsigned *)tc_emu_gmem_alloc(6 * 32 * 4, "dst");
    passes("mbarrier ring", quiet(64, 288), ring, &a);
    for (unsigned i = 0; i < 192; i++)
        wrong += a.dst[i] != (i ^ 1);
    EXPECT(wrong == 0);
    tc_emu_gmem_free(a.dst);
}

/* Every CTA but 0 arrives at CTA 0's barrier; the cluster barrier is taken in two halves. */
TC_KERNEL(gather, args) {
    tc_mbarrier *bar = (tc_mbarrier *)(void *)tc_smem();
    const unsigned rank = tc_cta_rank_in_cluster(), n = tc_cta_count_in_cluster();
    unsigned v = rank;
    if (rank == 0 && tc_thread_index() == 0) {
        tc_mbarrier_init(bar, n - 1);
        tc_fence_mbarrier_init();
    }
    tc_cluster_arrive();
    tc_cluster_wait();
    if (rank && tc_thread_index() == 0) {
        tc_store_global_b32(arg.dst + rank, &v);
        tc_mbarrier_arrive_remote(tc_map_to_cta(bar, 0));
    }
    if (rank == 0) {
        tc_mbarrier_wait_cluster(bar, 0);
        for (unsigned i = 1; i < n; i++)
            tc_load_global_b32(&v, arg.dst + i);
    }
    tc_cluster_arrive_relaxed();
    tc_cluster_wait();
}

static void test_gather(void) {
    tc_emu_config c = quiet(64, 16);
    args a;
    c.cluster = 4;
    a.dst = (unsigned *)tc_emu_gmem_alloc(16, "dst");
#if !TC_ON_DEVICE
    c.grid = 8;
    fails("two clusters write one buffer", c, gather, &a, TC_EMU_RACE, "another cluster");
#endif
    c.grid = 4;
    passes("gather", c, gather, &a);
    EXPECT(a.dst[3] == 3);
    tc_emu_gmem_free(a.dst);
}

#if !TC_ON_DEVICE
/* Only the last eight fences are remembered, which is enough: the one after the init is among them. */
static void fenced(unsigned before, int after) {
    tc_mbarrier *bar = (tc_mbarrier *)(void *)tc_smem();
    const int first = tc_cta_rank_in_cluster() == 0 && tc_thread_index() == 0;
    for (unsigned i = 0; first && i < before; i++)
        tc_fence_mbarrier_init();
    if (first)
        tc_mbarrier_init(bar, 1);
    if (first && after)
        tc_fence_mbarrier_init();
    tc_cluster_sync();
    if (tc_cta_rank_in_cluster() == 1 && tc_thread_index() == 0)
        tc_mbarrier_arrive_remote(tc_map_to_cta(bar, 0));
    if (tc_cta_rank_in_cluster() == 0)
        tc_mbarrier_wait_cluster(bar, 0);
    tc_cluster_sync();
}

#define FENCED(before)                                                                             \
    TC_KERNEL(fenced_##before, args) {                                                             \
        (void)arg;                                                                                 \
        fenced(before, 1);                                                                         \
    }                                                                                              \
    TC_KERNEL(not_fenced_##before, args) {                                                         \
        (void)arg;                                                                                 \
        fenced(before, 0);                                                                         \
    }
#define EACH_COUNT(X) X(0) X(1) X(7) X(8) X(9) X(15) X(16) X(17)
EACH_COUNT(FENCED)

static void test_fences(void) {
    tc_emu_config c = quiet(32, 16);
    args a;
    memset(&a, 0, sizeof a);
    c.cluster = 2;
#define TRY(before)                                                                                \
    passes("fenced_" #before, c, fenced_##before, &a);                                             \
    fails("not_fenced_" #before, c, not_fenced_##before, &a, TC_EMU_MBARRIER, "fence");
    EACH_COUNT(TRY)
}
#endif

int main(void) {
    test_send();
    test_ring();
    test_gather();
#if !TC_ON_DEVICE
    test_fences();
    reports_match("cluster");
#endif
    return unit_finish();
}
