/* Mbarriers by count, by state and relaxed, and what other CTAs can be done wrong: each form of a kernel is
 * wrong in one way, or right where the table says OK. */
#include "emu_test.h"

typedef struct {
    unsigned *g; /* 256 words */
    unsigned form;
} args;

#define SMEM ((unsigned *)(void *)tc_smem())
#define BAR ((tc_mbarrier *)(void *)(tc_smem() + 512))

typedef struct {
    tc_emu_kind kind;
    const char *text, *name;
} Expected;
#define E(form, kind, text) [form] = {TC_EMU_##kind, text, #form}

TC_FN void start(unsigned arrivals) {
    if (tc_thread_index() == 0) {
        tc_mbarrier_init(BAR, arrivals);
        tc_mbarrier_init(BAR + 1, arrivals);
        tc_fence_mbarrier_init();
    }
    tc_cluster_sync();
}

static void judge(
    Kernel kernel, const Expected *expected, unsigned forms, unsigned cluster, unsigned block) {
    tc_emu_config c = quiet(block, 1024);
    args a;
    c.cluster = cluster;
    a.g = (unsigned *)tc_emu_gmem_alloc(1024, "g");
    for (a.form = 0; a.form < forms; a.form++) {
        const Expected *e = expected + a.form;
        if (e->kind == TC_EMU_OK) {
            passes(e->name, c, kernel, &a);
            continue;
        }
        c.seed = 0;
        fails(e->name, c, kernel, &a, e->kind, e->text);
        c.name = e->name;
        for (c.seed = 1; c.seed <= 8; c.seed++)
            unit_expect(tc_emu_launch(&c, kernel, &a), e->name, "any order", (int)c.seed);
    }
    tc_emu_gmem_free(a.g);
}

/* ---- mbarriers: thread 0 writes a word, thread 32 reads it -------------------------------------- */

enum {
    BY_COUNT,
    BY_TRY,
    TOO_MANY,
    TOO_FEW,
    NONE_AT_ALL,
    RELAXED_ARRIVAL,
    RELAXED_WAIT,
    RELAXED_ROUNDS,
    TRY_IGNORED,
    RELAXED_COUNT,
    RELAXED_TX,
    RELAXED_TRY,
    FORMS_BAR
};

TC_KERNEL(count, args) {
    const unsigned t = tc_thread_index(), f = arg.form;
    unsigned v = 7;
    start(4);
    if (t == 0) {
        tc_store_shared_b32(SMEM, &v);
        if (f == RELAXED_ARRIVAL)
            tc_mbarrier_arrive_relaxed(BAR);
        else if (f == RELAXED_COUNT)
            tc_mbarrier_arrive_count_relaxed(BAR, 2);
        else if (f == RELAXED_TX) {
            tc_mbarrier_arrive_expect_tx_relaxed(BAR, 0);
            tc_mbarrier_arrive_expect_tx_relaxed(BAR, 0);
        } else if (f != NONE_AT_ALL)
            tc_mbarrier_arrive_count(BAR, f == TOO_MANY ? 5 : f == TOO_FEW ? 1 : 2);
        if (f == RELAXED_ARRIVAL)
            tc_mbarrier_arrive_relaxed(BAR);
    }
    if (t != 32)
        return;
    tc_mbarrier_arrive(BAR);
    tc_mbarrier_arrive(BAR);
    if (f == TRY_IGNORED)
        (void)tc_mbarrier_try_wait(BAR, 0);
    else if (f == RELAXED_WAIT || f == RELAXED_ROUNDS)
        tc_mbarrier_wait_relaxed(BAR, 0);
    else if (f == RELAXED_TRY)
        while (!tc_mbarrier_try_wait_relaxed(BAR, 0)) {
        }
    else if (f == BY_COUNT)
        tc_mbarrier_wait(BAR, 0);
    else
        while (!tc_mbarrier_try_wait(BAR, 0)) {
        }
    for (unsigned k = 1; f == RELAXED_ROUNDS && k < 5; k++) {
        tc_mbarrier_arrive_count(BAR, 4);
        tc_mbarrier_wait_relaxed(BAR, k % 2);
    }
    if (f == RELAXED_ROUNDS)
        return;
    tc_load_shared_b32(&v, SMEM);
}

static const Expected of_count[FORMS_BAR] = {
    E(BY_COUNT, OK, ""),
    E(BY_TRY, OK, ""),
    E(TOO_MANY, MBARRIER, "all 4 arrivals of the phase have come"),
    E(TOO_FEW, DEADLOCK, "1 of 4 arrivals missing"),
    E(NONE_AT_ALL, DEADLOCK, "2 of 4 arrivals missing"),
    E(RELAXED_ARRIVAL, RACE, "no barrier orders the two"),
    E(RELAXED_WAIT, RACE, "no barrier orders the two"),
    E(RELAXED_ROUNDS, OK, ""),
    E(TRY_IGNORED, RACE, "no barrier orders the two"),
    E(RELAXED_COUNT, RACE, "no barrier orders the two"),
    E(RELAXED_TX, RACE, "no barrier orders the two"),
    E(RELAXED_TRY, RACE, "no barrier orders the two"),
};

/* ---- another CTA's memory: CTA 0 acts, CTA 1 has it --------------------------------------------- */

enum {
    RIGHT,
    FROM_REMOTE_ARRIVALS,
    RELAXED_REMOTE,
    RELAXED_REMOTE_COUNT,
    RELAXED_REMOTE_TX,
    RELAXED_CLUSTER_WAIT,
    FEWER_EXPECTED,
    MORE_EXPECTED,
    NOT_EXPECTED,
    READ_EARLY,
    WRITTEN_UNDER_IT,
    TWO_STORES,
    TWO_REDUCTIONS,
    TWO_WAYS,
    REDUCED_UNDER_STORE,
    REDUCED_NOTHING,
    OTHER_CTAS_BARRIER,
    NO_BARRIER,
    MISALIGNED,
    OWN_SPACE,
    READ_UNORDERED,
    READ_NOTHING,
    LEFT_BEFORE_LOAD,
    LEFT_UNORDERED,
    LEFT_IN_FLIGHT,
    FLOATS_UNORDERED,
    NO_SUCH_CTA,
    PAST_THE_END,
    FORMS_REMOTE
};

/* What CTA 0 does with the word of CTA 1. */
static void act(unsigned f) {
    const tc_dsmem there = tc_map_to_cta(SMEM, f == NO_SUCH_CTA ? 2 : 1);
    const tc_dsmem bar =
        tc_map_to_cta(f == NO_BARRIER ? BAR + 2 : BAR, f == OTHER_CTAS_BARRIER ? 0 : 1);
    unsigned v = 3;
    tc_b128 wide = {{1, 2, 3, 4}};
    switch (f) {
    case FROM_REMOTE_ARRIVALS:
    case RELAXED_REMOTE:
    case RELAXED_REMOTE_COUNT:
    case RELAXED_REMOTE_TX:
    case RELAXED_CLUSTER_WAIT:
        tc_store_dsmem_b32(there, &v);
        if (f == RELAXED_REMOTE)
            tc_mbarrier_arrive_remote_relaxed(bar);
        else if (f == RELAXED_REMOTE_COUNT)
            tc_mbarrier_arrive_count_remote_relaxed(bar, 1);
        else if (f == RELAXED_REMOTE_TX)
            tc_mbarrier_arrive_expect_tx_remote_relaxed(bar, 0);
        else
            tc_mbarrier_arrive_count_remote(bar, 1);
        return;
    case TWO_STORES:
        tc_store_async_b32(there, &v, bar);
        tc_store_async_b32(there, &v, bar);
        return;
    case TWO_REDUCTIONS:
    case REDUCED_NOTHING:
    case TWO_WAYS:
        tc_reduce_async_add_u32(there, &v, bar);
        if (f == TWO_WAYS)
            tc_reduce_async_max_u32(there, &v, bar);
        else
            tc_reduce_async_add_s32(there, &v, bar);
        return;
    case REDUCED_UNDER_STORE:
        tc_store_async_b32(there, &v, bar);
        tc_reduce_async_add_u32(there, &v, bar);
        return;
    case MISALIGNED:
        tc_store_async_b128(there + 8, &wide, bar);
        return;
    case OWN_SPACE:
        tc_load_shared_b32(&v, (const void *)there);
        return;
    case READ_UNORDERED:
    case READ_NOTHING:
    case LEFT_UNORDERED:
    case LEFT_BEFORE_LOAD:
        tc_load_dsmem_b32(&v, there);
        return;
    case FLOATS_UNORDERED:
        tc_reduce_dsmem_add_f32(there, &v);
        return;
    case PAST_THE_END:
        tc_store_dsmem_b128(there + 1024, &wide);
        return;
    default:
        tc_store_async_b32(there, &v, bar);
    }
}

static unsigned expected_of(unsigned f) {
    return f == FEWER_EXPECTED                                            ? 0
           : f == MORE_EXPECTED || f == TWO_STORES || f == TWO_REDUCTIONS ? 8
                                                                          : 4;
}

static void have(unsigned f) {
    const int arrives = f >= FROM_REMOTE_ARRIVALS && f <= RELAXED_CLUSTER_WAIT;
    unsigned v = 5;
    if (f != NOT_EXPECTED && !arrives)
        tc_mbarrier_arrive_expect_tx(BAR, expected_of(f));
    if (f == WRITTEN_UNDER_IT)
        tc_store_shared_b32(SMEM, &v);
    if (f == READ_EARLY)
        tc_load_shared_b32(&v, SMEM);
    if (f == RELAXED_CLUSTER_WAIT)
        tc_mbarrier_wait_cluster_relaxed(BAR, 0);
    else if (arrives)
        tc_mbarrier_wait_cluster(BAR, 0);
    else
        tc_mbarrier_wait(BAR, 0);
    tc_load_shared_b32(&v, SMEM);
}

TC_KERNEL(remote, args) {
    const unsigned rank = tc_cta_rank_in_cluster(), f = arg.form;
    const int loads = f == READ_UNORDERED || f == LEFT_UNORDERED || f == LEFT_BEFORE_LOAD ||
                      f == OWN_SPACE || f == FLOATS_UNORDERED;
    unsigned v = 5;
    start(1);
    if (rank == 1 && (loads || f == TWO_REDUCTIONS || f == TWO_WAYS))
        tc_store_shared_b32(SMEM, &v);
    if (f == LEFT_BEFORE_LOAD && rank == 1)
        return;
    if (f != READ_UNORDERED && f != LEFT_BEFORE_LOAD)
        tc_cluster_sync();
    if (rank == 0)
        act(f);
    else if (f == LEFT_IN_FLIGHT)
        return;
    else if (!loads && f != READ_NOTHING)
        have(f);
    else if (f == FLOATS_UNORDERED)
        tc_load_shared_b32(&v, SMEM);
    if (f != LEFT_UNORDERED && f != LEFT_IN_FLIGHT && f != LEFT_BEFORE_LOAD)
        tc_cluster_sync();
}

static const Expected of_remote[FORMS_REMOTE] = {
    E(RIGHT, OK, ""),
    E(FROM_REMOTE_ARRIVALS, OK, ""),
    E(RELAXED_REMOTE, RACE, "no barrier orders the two"),
    E(RELAXED_REMOTE_COUNT, RACE, "no barrier orders the two"),
    E(RELAXED_REMOTE_TX, RACE, "no barrier orders the two"),
    E(RELAXED_CLUSTER_WAIT, RACE, "no barrier orders the two"),
    E(FEWER_EXPECTED, IN_FLIGHT, "has not yet written"),
    E(MORE_EXPECTED, DEADLOCK, "4 bytes missing"),
    E(NOT_EXPECTED, DEADLOCK, "4 bytes came that were not expected"),
    E(READ_EARLY, IN_FLIGHT, "has not yet written"),
    E(WRITTEN_UNDER_IT, IN_FLIGHT, "has not yet written"),
    E(TWO_STORES, IN_FLIGHT, "has not yet written"),
    E(TWO_REDUCTIONS, OK, ""),
    E(TWO_WAYS, RACE, "will combine by add of u32"),
    E(REDUCED_UNDER_STORE, IN_FLIGHT, "has not yet written"),
    E(REDUCED_NOTHING, UNINITIALISED, "no thread has written"),
    E(OTHER_CTAS_BARRIER, MBARRIER, "in CTA 0 of the cluster, the destination in CTA 1"),
    E(NO_BARRIER, MBARRIER, "no initialised mbarrier"),
    E(MISALIGNED, MISALIGNED, "16-byte"),
    E(OWN_SPACE, OUTSIDE, "another CTA of the cluster"),
    E(READ_UNORDERED, RACE, ""),
    E(READ_NOTHING, UNINITIALISED, "no thread has written"),
    E(LEFT_BEFORE_LOAD, EXITED, "has exited"),
    E(LEFT_UNORDERED, EXITED, ""),
    E(LEFT_IN_FLIGHT, EXITED, "exited"),
    E(FLOATS_UNORDERED, RACE, "no barrier orders the two"),
    E(NO_SUCH_CTA, ARGUMENT, "CTA 2: the cluster has 2"),
    E(PAST_THE_END, OUTSIDE, ""),
};

/* ---- bulk copies -------------------------------------------------------------------------------- */

enum {
    MASKED,
    MASKED_HINTED,
    MASK_TOO_WIDE,
    MASKED_TWICE,
    MASKED_OTHERS,
    MASKED_BYTE_TOUCHED,
    OTHER_BYTE_TOUCHED,
    REDUCE_NO_FENCE,
    REDUCE_TWICE,
    REDUCE_IN_TWO_WAYS,
    REDUCE_OVER_COPY,
    COPY_OVER_REDUCE,
    REDUCE_READ_EARLY,
    REDUCE_SOURCE_WRITTEN,
    REDUCE_ODD,
    PREFETCH,
    PREFETCH_SHARED,
    MULTICAST_NOBODY,
    MULTICAST_BEYOND,
    FORMS_BULK
};

TC_KERNEL(bulk, args) {
    const unsigned f = arg.form;
    unsigned v = 1;
    for (unsigned i = 0; i < 8; i++)
        tc_store_shared_b32(SMEM + i, &v);
    start(1);
    if (f != REDUCE_NO_FENCE)
        tc_fence_async();
    if (f == PREFETCH || f == PREFETCH_SHARED)
        tc_bulk_prefetch_gmem(f == PREFETCH ? arg.g : SMEM, 64);
    else if (f == MULTICAST_NOBODY || f == MULTICAST_BEYOND)
        tc_bulk_gmem_to_smem_multicast(SMEM, arg.g, 16, BAR, f == MULTICAST_BEYOND ? 2 : 0);
    else if (f == MASKED_HINTED)
        tc_bulk_smem_to_gmem_masked_hinted(
            arg.g, SMEM, 32, 0x0ff0, tc_createpolicy_fractional_evict_last(0.5f));
    else if (f <= OTHER_BYTE_TOUCHED)
        tc_bulk_smem_to_gmem_masked(arg.g, SMEM, 32, f == MASK_TOO_WIDE ? 0x1f0f0 : 0x0ff0);
    else if (f == COPY_OVER_REDUCE) {
        tc_bulk_reduce_add_u32_to_gmem(arg.g, SMEM, 32);
        tc_bulk_smem_to_gmem(arg.g, SMEM, 32);
    } else if (f == REDUCE_OVER_COPY) {
        tc_bulk_smem_to_gmem(arg.g, SMEM, 32);
        tc_bulk_reduce_add_u32_to_gmem(arg.g, SMEM, 32);
    } else if (f == REDUCE_IN_TWO_WAYS) /* the last 16 bytes of the next one's */
        tc_bulk_reduce_add_u32_to_gmem(arg.g + 4, SMEM, 32);
    else
        tc_bulk_reduce_add_u32_to_gmem(arg.g, SMEM, f == REDUCE_ODD ? 24 : 32);
    if (f == REDUCE_TWICE)
        tc_bulk_reduce_add_u32_to_gmem(arg.g, SMEM, 32);
    if (f == REDUCE_IN_TWO_WAYS)
        tc_bulk_reduce_max_u32_to_gmem(arg.g, SMEM, 32);
    if (f == MASKED_TWICE || f == MASKED_OTHERS)
        tc_bulk_smem_to_gmem_masked(arg.g, SMEM, 32, f == MASKED_TWICE ? 0xf800 : 0xf00f);
    if (f == MASKED_BYTE_TOUCHED || f == OTHER_BYTE_TOUCHED)
        tc_store_global_b32(arg.g + (f == OTHER_BYTE_TOUCHED ? 4 : 5), &v);
    if (f == REDUCE_READ_EARLY)
        tc_load_global_b32(&v, arg.g);
    if (f == REDUCE_SOURCE_WRITTEN)
        tc_store_shared_b32(SMEM, &v);
    tc_bulk_commit();
    tc_bulk_wait_0();
}

static const Expected of_bulk[FORMS_BULK] = {
    E(MASKED, OK, ""),
    E(MASKED_HINTED, OK, ""),
    E(MASK_TOO_WIDE, ARGUMENT, "more than 16 bits"),
    E(MASKED_TWICE, IN_FLIGHT, "has not yet written"),
    E(MASKED_OTHERS, OK, ""),
    E(MASKED_BYTE_TOUCHED, IN_FLIGHT, "has not yet written"),
    E(OTHER_BYTE_TOUCHED, OK, ""),
    E(REDUCE_NO_FENCE, PROXY, "did not call tc_fence_async_smem"),
    E(REDUCE_TWICE, OK, ""),
    E(REDUCE_IN_TWO_WAYS, RACE, "depends on which is first"),
    E(REDUCE_OVER_COPY, IN_FLIGHT, "has not yet written"),
    E(COPY_OVER_REDUCE, IN_FLIGHT, "has not yet written"),
    E(REDUCE_READ_EARLY, IN_FLIGHT, "has not yet written"),
    E(REDUCE_SOURCE_WRITTEN, IN_FLIGHT, "still reads"),
    E(REDUCE_ODD, ARGUMENT, "not a multiple of 16"),
    E(PREFETCH, OK, ""),
    E(PREFETCH_SHARED, OUTSIDE, "global memory is needed"),
    E(MULTICAST_NOBODY, ARGUMENT, "at least one"),
    E(MULTICAST_BEYOND, ARGUMENT, "the cluster has 1"),
};

static void test_masked_bytes(void) {
    unsigned char *g = (unsigned char *)tc_emu_gmem_alloc(1024, "g");
    unsigned wrong = 0;
    args a;
    a.g = (unsigned *)(void *)g;
    for (a.form = MASKED; a.form <= MASKED_HINTED; a.form++) {
        memset(g, 0xEE, 1024);
        passes("masked", quiet(1, 1024), bulk, &a);
        for (unsigned i = 0; i < 32; i++)
            wrong += g[i] != (i % 16 >= 4 && i % 16 < 12 ? i % 4 == 0 : 0xEE);
    }
    EXPECT(wrong == 0 && g[32] == 0xEE);
    tc_emu_gmem_free(g);
}

/* Everybody of a cluster of 16 adds to everybody else; 17 are not launched. */
TC_KERNEL(all_to_all, args) {
    const unsigned n = tc_cta_count_in_cluster(), rank = tc_cta_rank_in_cluster();
    unsigned v = 0;
    tc_store_shared_b32(SMEM, &v);
    start(n);
    for (unsigned c = 0; c < n; c++) {
        const unsigned mine = rank + 1;
        tc_mbarrier_arrive_expect_tx_remote(tc_map_to_cta(BAR, c), 4);
        tc_reduce_async_add_u32(tc_map_to_cta(SMEM, c), &mine, tc_map_to_cta(BAR, c));
    }
    tc_mbarrier_wait(BAR, 0);
    tc_load_shared_b32(&v, SMEM);
    tc_store_global_b32(arg.g + rank, &v);
    tc_cluster_sync();
}

static void test_clusters(void) {
    tc_emu_config c = quiet(1, 1024);
    args a;
    unsigned wrong = 0;
    a.g = (unsigned *)tc_emu_gmem_alloc(1024, "g");
    c.cluster = 16;
    passes("16 CTAs", c, all_to_all, &a);
    for (unsigned i = 0; i < 16; i++)
        wrong += a.g[i] != 136;
    EXPECT(wrong == 0);
    c.cluster = 17;
    fails("17 CTAs", c, all_to_all, &a, TC_EMU_LAUNCH, "17");
    tc_emu_gmem_free(a.g);
}

int main(void) {
    judge(count, of_count, FORMS_BAR, 1, 64);
    judge(remote, of_remote, FORMS_REMOTE, 2, 1);
    judge(bulk, of_bulk, FORMS_BULK, 1, 1);
    test_masked_bytes();
    test_clusters();
    reports_match("remote_faults");
    return unit_finish();
}
