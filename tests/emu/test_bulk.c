/* Bulk copies between global and shared memory: those that an mbarrier counts, and groups of a thread,
 * whose source is free after one wait and whose bytes are there after another. What is wrong in one
 * place is reported. */
#include "emu_test.h"

typedef struct {
    const unsigned *src;
    unsigned *dst;
    unsigned form;
} args;

enum { THREADS = 64, STAGES = 2, TILE = 256, TILES = 6, BAR_AT = STAGES * TILE * 4 };

#define SMEM ((unsigned *)(void *)tc_smem())
#define BAR ((tc_mbarrier *)(void *)(tc_smem() + BAR_AT))

TC_FN void start_barrier(void) {
    if (tc_thread_index() == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_fence_mbarrier_init();
    }
    tc_cta_sync();
}

/* Global to shared memory, then every thread copies its words: TILES times through one buffer. */
TC_KERNEL(bring, args) {
    const unsigned t = tc_thread_index();
    unsigned v;
    start_barrier();
    for (unsigned k = 0; k < TILES; k++) {
        if (t < 32 && tc_elect_one()) {
            tc_mbarrier_arrive_expect_tx(BAR, TILE * 4);
            tc_bulk_gmem_to_smem(SMEM, arg.src + k * TILE, TILE * 2, BAR);
            tc_bulk_gmem_to_smem(SMEM + TILE / 2, arg.src + k * TILE + TILE / 2, TILE * 2, BAR);
        }
        tc_mbarrier_wait(BAR, k % 2);
        for (unsigned i = t; i < TILE; i += THREADS) {
            tc_load_shared_b32(&v, SMEM + i);
            v = v * 2 + k;
            tc_store_global_b32(arg.dst + k * TILE + i, &v);
        }
        tc_cta_sync();
    }
}

/* Shared to global memory from two buffers in turn, one group for each: before a buffer is written
 * again, all groups but the latest have read theirs. */
TC_KERNEL(send, args) {
    const unsigned t = tc_thread_index();
    unsigned v;
    for (unsigned k = 0; k < TILES; k++) {
        unsigned *const tile = SMEM + k % STAGES * TILE;
        if (t == 0)
            tc_bulk_wait_read_1();
        tc_cta_sync();
        for (unsigned i = t; i < TILE; i += THREADS) {
            v = 3 * (k * TILE + i);
            tc_store_shared_b32(tile + i, &v);
        }
        tc_fence_async_smem();
        tc_cta_sync();
        if (t == 0) {
            tc_bulk_smem_to_gmem(arg.dst + k * TILE, tile, TILE * 2);
            tc_bulk_smem_to_gmem(arg.dst + k * TILE + TILE / 2, tile + TILE / 2, TILE * 2);
            tc_bulk_commit();
        }
    }
    if (t == 0)
        tc_bulk_wait_read_0();
}

/* In, changed in place, out again, through two buffers: a copy overwrites what another has read. */
TC_KERNEL(through, args) {
    const unsigned t = tc_thread_index();
    unsigned v;
    start_barrier();
    for (unsigned k = 0; k < TILES; k++) {
        unsigned *const tile = SMEM + k % STAGES * TILE;
        if (t == 0) {
            tc_bulk_wait_read_1();
            tc_mbarrier_arrive_expect_tx(BAR, TILE * 4);
            tc_bulk_gmem_to_smem(tile, arg.src + k * TILE, TILE * 4, BAR);
        }
        tc_mbarrier_wait(BAR, k % 2);
        for (unsigned i = t; i < TILE; i += THREADS) {
            tc_load_shared_b32(&v, tile + i);
            v = v * 5 + k;
            tc_store_shared_b32(tile + i, &v);
        }
        tc_fence_async_smem();
        tc_cta_sync();
        if (t == 0) {
            tc_bulk_smem_to_gmem(arg.dst + k * TILE, tile, TILE * 4);
            tc_bulk_commit();
        }
    }
    if (t == 0)
        tc_bulk_wait_read_0();
}

/* Back and forth: what arrived in global memory is seen after the wait and a barrier, is then written
 * by threads, and read by a copy after the fence of global memory. */
TC_KERNEL(around, args) {
    const unsigned t = tc_thread_index();
    unsigned v = t;
    start_barrier();
    tc_store_shared_b32(SMEM + t, &v);
    tc_fence_async_smem();
    tc_cta_sync();
    if (t == 0) {
        tc_bulk_smem_to_gmem(arg.dst, SMEM, THREADS * 4);
        tc_bulk_commit();
        tc_bulk_wait_0();
    }
    tc_cta_sync();
    tc_load_global_b32(&v, arg.dst + (t ^ 1));
    v += 100;
    tc_store_global_b32(arg.dst + THREADS + t, &v);
    tc_fence_async_gmem();
    tc_cta_sync();
    if (t == 0) {
        tc_mbarrier_arrive_expect_tx(BAR, THREADS * 4);
        tc_bulk_gmem_to_smem(SMEM + TILE, arg.dst + THREADS, THREADS * 4, BAR);
        tc_mbarrier_wait(BAR, 0);
        tc_bulk_smem_to_gmem(
            arg.dst, SMEM + TILE, THREADS * 4); /* over what a copy wrote: no fence */
        tc_bulk_commit();
        tc_bulk_wait_0();
    }
}

static void test_right(void) {
    unsigned *src = (unsigned *)tc_emu_gmem_alloc(TILES * TILE * 4, "src");
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc(TILES * TILE * 4, "dst");
    unsigned wrong = 0;
    args a;
    a.src = src;
    a.dst = dst;
    a.form = 0;
    for (unsigned i = 0; i < TILES * TILE; i++)
        src[i] = i * 7;
    passes("bring", quiet(THREADS, BAR_AT + 8), bring, &a);
    for (unsigned i = 0; i < TILES * TILE; i++)
        wrong += dst[i] != i * 14 + i / TILE;
    EXPECT(wrong == 0);
    memset(dst, 0, TILES * TILE * 4);
    passes("send", quiet(THREADS, BAR_AT + 8), send, &a);
    for (unsigned i = 0; i < TILES * TILE; i++)
        wrong += dst[i] != 3 * i;
    EXPECT(wrong == 0);
    passes("through", quiet(THREADS, BAR_AT + 8), through, &a);
    for (unsigned i = 0; i < TILES * TILE; i++)
        wrong += dst[i] != i * 35 + i / TILE;
    EXPECT(wrong == 0);
    passes("around", quiet(THREADS, BAR_AT + 8), around, &a);
    for (unsigned i = 0; i < THREADS; i++)
        wrong += dst[i] != (i ^ 1) + 100;
    EXPECT(wrong == 0);
    tc_emu_gmem_free(src);
    tc_emu_gmem_free(dst);
}

#if !TC_ON_DEVICE
/* One copy of 64 words, right in form 0; every other form leaves out or changes one thing. */
enum {
    RIGHT,
    NO_FENCE,
    NO_BARRIER,
    NO_COMMIT,
    NO_WAIT,
    REWRITTEN_EARLY,
    REWRITTEN_BY_ANOTHER,
    REWRITTEN_AFTER_ONE_LEFT,
    READ_AFTER_WAIT_READ,
    READ_AFTER_ONE_LEFT,
    READ_BY_ANOTHER,
    WAITED_BY_ANOTHER,
    NO_WAIT_AT_EXIT,
    NOT_COMMITTED_AT_EXIT,
    TWICE_TO_ONE_PLACE,
    ODD_BYTES,
    NO_BYTES,
    MISALIGNED_SRC,
    MISALIGNED_DST,
    PAST_THE_END,
    TO_SHARED,
    FROM_GLOBAL,
    WROTE_DST,
    WROTE_DST_AND_FENCED,
    FENCED_AGAIN,
    TWICE_IN_TURN,
    FORMS_OUT
};

TC_FN void wait_for(unsigned form) {
    if (form == REWRITTEN_AFTER_ONE_LEFT)
        tc_bulk_wait_read_1();
    else if (form == READ_AFTER_WAIT_READ)
        tc_bulk_wait_read_0();
    else if (form == READ_AFTER_ONE_LEFT)
        tc_bulk_wait_1();
    else if (form != NO_WAIT && form != REWRITTEN_EARLY)
        tc_bulk_wait_0();
}

TC_KERNEL(out, args) {
    const unsigned t = tc_thread_index(), f = arg.form;
    unsigned v = t;
    tc_store_shared_b32(SMEM + t, &v);
    if (f == WROTE_DST || f == WROTE_DST_AND_FENCED)
        tc_store_global_b32(arg.dst + t, &v);
    if (f == WROTE_DST_AND_FENCED)
        tc_fence_async_gmem();
    if (f != NO_FENCE)
        tc_fence_async_smem();
    if (f != NO_BARRIER)
        tc_cta_sync();
    if (t && f == FENCED_AGAIN) /* which nothing orders before the copy; the first fence is */
        tc_fence_async_smem();
    if (t == 0) {
        const void *from = f == FROM_GLOBAL ? arg.dst + 128 : SMEM + (f == MISALIGNED_SRC);
        void *to = f == TO_SHARED ? SMEM + 64 : arg.dst + (f == MISALIGNED_DST);
        tc_bulk_smem_to_gmem(
            f == PAST_THE_END ? arg.dst + TILES * TILE - 60 : to,
            from,
            f == ODD_BYTES  ? 248
            : f == NO_BYTES ? 0
                            : 256);
        if (f == TWICE_TO_ONE_PLACE)
            tc_bulk_smem_to_gmem(arg.dst, SMEM, 64);
        if (f == NOT_COMMITTED_AT_EXIT)
            return;
        if (f != NO_COMMIT)
            tc_bulk_commit();
        if (f == NO_WAIT_AT_EXIT)
            return;
        if (f != WAITED_BY_ANOTHER)
            wait_for(f);
    }
    if (t == 0 && f == TWICE_IN_TURN) { /* over what a copy wrote, without a fence */
        tc_bulk_smem_to_gmem(arg.dst, SMEM, 64);
        tc_bulk_commit();
        tc_bulk_wait_0();
    }
    if (t == 1 && f == WAITED_BY_ANOTHER)
        tc_bulk_wait_0();
    if (f == NO_WAIT_AT_EXIT || f == NOT_COMMITTED_AT_EXIT)
        return;
    if (f == REWRITTEN_BY_ANOTHER || f == READ_BY_ANOTHER) {
        if (t == 1 && f == READ_BY_ANOTHER)
            tc_load_global_b32(&v, arg.dst);
        if (t == 1 && f == REWRITTEN_BY_ANOTHER)
            tc_store_shared_b32(SMEM + 5, &v);
        return;
    }
    if (t == 0 && f == NO_WAIT)
        tc_load_global_b32(&v, arg.dst);
    tc_cta_sync();
    if (f == REWRITTEN_EARLY || f == REWRITTEN_AFTER_ONE_LEFT)
        tc_store_shared_b32(SMEM + t, &v);
    else
        tc_load_global_b32(&v, arg.dst + t);
}

/* The same for the way in. */
enum {
    RIGHT_IN,
    NO_INIT_FENCE,
    NO_EXPECT,
    NO_WAIT_IN,
    WRITTEN_BY_US,
    SRC_REWRITTEN,
    DST_TOUCHED,
    IN_ODD_BYTES,
    IN_MISALIGNED,
    IN_FROM_SHARED,
    IN_TO_GLOBAL,
    SMEM_FENCE_ONLY,
    FEWER_EXPECTED,
    GMEM_FENCE_ONLY,
    FORMS_IN
};

TC_KERNEL(in, args) {
    const unsigned t = tc_thread_index(), f = arg.form;
    unsigned v = t;
    if (t == 0) {
        tc_mbarrier_init(BAR, 1);
        if (f != NO_INIT_FENCE)
            tc_fence_mbarrier_init();
    }
    if (f == WRITTEN_BY_US || f == SMEM_FENCE_ONLY || f == GMEM_FENCE_ONLY)
        tc_store_global_b32(arg.dst + t, &v);
    if (f == GMEM_FENCE_ONLY)
        tc_fence_async_gmem();
    if (f == SMEM_FENCE_ONLY)
        tc_fence_async_smem();
    tc_cta_sync();
    if (t == 0) {
        if (f != NO_EXPECT)
            tc_mbarrier_arrive_expect_tx(BAR, f == FEWER_EXPECTED ? 128 : 256);
        tc_bulk_gmem_to_smem(
            f == IN_TO_GLOBAL ? arg.dst + 256 : SMEM,
            f == IN_FROM_SHARED ? SMEM + 64 : arg.dst + (f == IN_MISALIGNED),
            f == IN_ODD_BYTES ? 8 : 256,
            BAR);
        if (f == SRC_REWRITTEN)
            tc_store_global_b32(arg.dst + 3, &v);
        if (f == DST_TOUCHED)
            tc_store_shared_b32(SMEM + 63, &v);
    }
    if (f != NO_WAIT_IN)
        tc_mbarrier_wait(BAR, 0);
    else
        tc_cta_sync();
    tc_load_shared_b32(&v, SMEM + t);
}

typedef struct {
    tc_emu_kind kind;
    const char *text, *name;
} Expected;

#define E(form, kind, text) [form] = {TC_EMU_##kind, text, #form}
static const Expected of_out[FORMS_OUT] = {
    E(RIGHT, OK, ""),
    E(NO_FENCE, PROXY, "did not call tc_fence_async_smem"),
    E(NO_BARRIER, UNINITIALISED, "no thread has written"),
    E(NO_COMMIT, IN_FLIGHT, "has not yet written"),
    E(NO_WAIT, IN_FLIGHT, "tc_bulk_smem_to_gmem of thread 0"),
    E(REWRITTEN_EARLY, IN_FLIGHT, "still reads"),
    E(REWRITTEN_BY_ANOTHER, RACE, "read"),
    E(REWRITTEN_AFTER_ONE_LEFT, IN_FLIGHT, "still reads"),
    E(READ_AFTER_WAIT_READ, IN_FLIGHT, "has not yet written"),
    E(READ_AFTER_ONE_LEFT, IN_FLIGHT, "has not yet written"),
    E(READ_BY_ANOTHER, RACE, "thread 0 of CTA 0 wrote"),
    E(WAITED_BY_ANOTHER, IN_FLIGHT, "has not yet written"),
    E(NO_WAIT_AT_EXIT, EXITED, "only the thread that exits could wait"),
    E(NOT_COMMITTED_AT_EXIT, EXITED, "only the thread that exits could wait"),
    E(TWICE_TO_ONE_PLACE, IN_FLIGHT, "has not yet written"),
    E(ODD_BYTES, ARGUMENT, "not a multiple of 16"),
    E(NO_BYTES, ARGUMENT, "not a multiple of 16"),
    E(MISALIGNED_SRC, MISALIGNED, "16-byte"),
    E(MISALIGNED_DST, MISALIGNED, "16-byte"),
    E(PAST_THE_END, OUTSIDE, "past the buffer"),
    E(TO_SHARED, OUTSIDE, "global memory is needed"),
    E(FROM_GLOBAL, OUTSIDE, "shared memory is needed"),
    E(WROTE_DST, PROXY, "did not call tc_fence_async_gmem"),
    E(WROTE_DST_AND_FENCED, OK, ""),
    E(FENCED_AGAIN, OK, ""),
    E(TWICE_IN_TURN, OK, ""),
};
static const Expected of_in[FORMS_IN] = {
    E(RIGHT_IN, OK, ""),
    E(NO_INIT_FENCE, MBARRIER, "no tc_fence_mbarrier_init"),
    E(NO_EXPECT, DEADLOCK, "nobody can go on"),
    E(NO_WAIT_IN, IN_FLIGHT, "has not yet written"),
    E(WRITTEN_BY_US, PROXY, "did not call tc_fence_async_gmem"),
    E(SRC_REWRITTEN, IN_FLIGHT, "still reads"),
    E(DST_TOUCHED, IN_FLIGHT, "has not yet written"),
    E(IN_ODD_BYTES, ARGUMENT, "not a multiple of 16"),
    E(IN_MISALIGNED, MISALIGNED, "16-byte"),
    E(IN_FROM_SHARED, OUTSIDE, "global memory is needed"),
    E(IN_TO_GLOBAL, OUTSIDE, "shared memory is needed"),
    E(SMEM_FENCE_ONLY, PROXY, "did not call tc_fence_async_gmem"),
    E(FEWER_EXPECTED, DEADLOCK, "128 bytes came that were not expected"),
    E(GMEM_FENCE_ONLY, OK, ""),
};

/* In every order of the threads; the first must be reported as the table says. */
static void judge(Kernel kernel, const Expected *expected, unsigned forms, tc_emu_config c) {
    args a;
    a.src = a.dst = (unsigned *)tc_emu_gmem_alloc(TILES * TILE * 4, "dst");
    for (a.form = 0; a.form < forms; a.form++) {
        const Expected *e = expected + a.form;
        if (e->kind == TC_EMU_OK) {
            passes(e->name, c, kernel, &a);
            continue;
        }
        c.seed = 0;
        fails(e->name, c, kernel, &a, e->kind, e->text);
        c.name = e->name;
        for (c.seed = 1; c.seed <= 8; c.seed++) {
            const int wrong = tc_emu_launch(&c, kernel, &a);
            unit_expect(wrong, e->name, "any order", (int)c.seed);
        }
    }
    tc_emu_gmem_free(a.dst);
}

/* Two clusters: what the first one's copy wrote is not ordered before the second. */
TC_KERNEL(two_ctas, args) {
    const unsigned t = tc_thread_index();
    unsigned v = t;
    if (tc_cta_index() == 1)
        tc_load_global_b32(&v, arg.dst + t);
    else {
        tc_store_shared_b32(SMEM + t, &v);
        tc_fence_async_smem();
        tc_cta_sync();
        if (t == 0) {
            tc_bulk_smem_to_gmem(arg.dst, SMEM, THREADS * 4);
            tc_bulk_commit();
            tc_bulk_wait_read_0();
        }
    }
}

/* CTA 0 of the cluster leaves at once; global memory is there all the same. With form 1 CTA 1 counts on
 * the mbarrier of CTA 0. */
TC_KERNEL(one_leaves, args) {
    unsigned v;
    start_barrier();
    if (tc_cta_rank_in_cluster() == 0 && !arg.form)
        return;
    if (arg.form)
        tc_cluster_sync();
    if (tc_cta_rank_in_cluster() == 1 && tc_thread_index() == 0) {
        tc_mbarrier *bar = arg.form ? (tc_mbarrier *)(void *)tc_map_to_cta(BAR, 0) : BAR;
        tc_mbarrier_arrive_expect_tx(BAR, 64);
        tc_bulk_gmem_to_smem(SMEM, arg.dst, 64, bar);
        tc_mbarrier_wait(BAR, 0);
        tc_load_shared_b32(&v, SMEM + 15);
    }
    if (arg.form)
        tc_cluster_sync();
}

/* Every wait leaves as many groups as its name says: group k writes words 4k to 4k + 3. */
TC_FN void wait_left(unsigned left, unsigned read) {
    switch (left + 8 * read) {
#define WAIT(n)                                                                                    \
    case n:                                                                                        \
        tc_bulk_wait_##n();                                                                        \
        break;                                                                                     \
    case 8 + n:                                                                                    \
        tc_bulk_wait_read_##n();                                                                   \
        break;
        WAIT(0)
        WAIT(1)
        WAIT(2)
        WAIT(3)
        WAIT(4)
        WAIT(5)
        WAIT(6)
        WAIT(7)
    }
}

/* form: 32 * read + 4 * left + the group beside the last one that is over (+ 1) */
TC_KERNEL(groups, args) {
    const unsigned left = arg.form / 4 % 8, read = arg.form / 32,
                   over = 9 - left - 1 + arg.form % 2;
    tc_b128 v = {{1, 2, 3, 4}};
    for (unsigned k = 0; k < 9; k++)
        tc_store_shared_b128(SMEM + 4 * k, &v);
    tc_fence_async_smem();
    for (unsigned k = 0; k < 9; k++) {
        tc_bulk_smem_to_gmem(arg.dst + 4 * k, SMEM + 4 * k, 16);
        tc_bulk_commit();
    }
    wait_left(left, read);
    if (read)
        tc_store_shared_b128(SMEM + 4 * over, &v);
    else
        tc_load_global_b128(&v, arg.dst + 4 * over);
    tc_bulk_wait_0();
}

static void test_groups(void) {
    args a;
    a.src = a.dst = (unsigned *)tc_emu_gmem_alloc(TILES * TILE * 4, "dst");
    for (a.form = 0; a.form < 64; a.form += 4) {
        passes("the last group that is over", quiet(1, 1024), groups, &a);
        if (a.form / 4 % 8) {
            a.form++;
            fails("one group more", quiet(1, 1024), groups, &a, TC_EMU_IN_FLIGHT, "nobody waited");
            a.form--;
        }
    }
    tc_emu_gmem_free(a.dst);
}

static void test_faults(void) {
    tc_emu_config c = quiet(THREADS, BAR_AT + 8);
    args a;
    judge(out, of_out, FORMS_OUT, c);
    judge(in, of_in, FORMS_IN, c);
    a.src = a.dst = (unsigned *)tc_emu_gmem_alloc(TILES * TILE * 4, "dst");
    c.grid = 2;
    fails("of another cluster", c, two_ctas, &a, TC_EMU_RACE, "another cluster");
    c.grid = 1;
    passes("landed at the end", c, two_ctas, &a);
    EXPECT(a.dst[63] == 63);
    c.cluster = c.grid = 2;
    a.form = 0;
    passes("one CTA leaves", c, one_leaves, &a);
    a.form = 1;
    fails("another CTA's mbarrier", c, one_leaves, &a, TC_EMU_MBARRIER, "in CTA 0 of the cluster");
    tc_emu_gmem_free(a.dst);
}
#endif

int main(void) {
    test_right();
#if !TC_ON_DEVICE
    test_faults();
    test_groups();
#endif
#if !TC_ON_DEVICE
    reports_match("bulk");
#endif
    return unit_finish();
}
