/* A generated function that writes into another CTA: pairs and rings that exchange, with the bytes arriving
 * whenever they like, and what a caller of it can do wrong. */
#define TC_CHECK 1
#include "emu_test.h"
#include "tests/golden/dsmem/expected.h"

enum {
    RIGHT,
    TOO_MANY_EXPECTED,
    TOO_FEW_EXPECTED,
    NEVER_ARMED,
    NO_PROXY_FENCE,
    NO_INIT_FENCE,
    SOURCE_CHANGED,
    NO_WAIT,
    LEAVES,
    OTHER_BARRIER,
    NO_SUCH_CTA,
    HALF_A_WARP
};

typedef struct {
    unsigned fault;
    unsigned *out; /* of each CTA the words that it got */
} args;

enum { THREADS = 64, WORDS = 16 * 64 / 2, TILE = WORDS * 4, BAR_AT = 2 * TILE };

/* Word w of a 16x64 tile is in the half of the rows that moves: columns 32 to 63, swizzled. */
static unsigned moves(unsigned word) {
    return (word / 16 ^ word / 128) % 2;
}

static void fill(unsigned *tile, unsigned from) {
    for (unsigned i = tc_thread_index(); i < WORDS; i += THREADS) {
        unsigned v = from * 10000 + i;
        if (moves(i))
            tc_store_shared_b32(tile + i, &v);
    }
}

static void send(unsigned fault, tc_f16 *dst, tc_f16 *src, tc_mbarrier *bar, unsigned to) {
    if (tc_thread_index() >= (fault == HALF_A_WARP ? 16 : 32))
        return;
    tc_half_rows(dst, src, fault == OTHER_BARRIER ? bar + 1 : bar, to);
}

static void expect(unsigned fault, tc_mbarrier *bar) {
    const unsigned more = fault == TOO_MANY_EXPECTED ? 16 : 0;
    const unsigned fewer = fault == TOO_FEW_EXPECTED ? 512 : 0;
    if (tc_thread_index() == 0 && fault != NEVER_ARMED)
        tc_mbarrier_arrive_expect_tx(bar, TC_HALF_ROWS_BYTES + more - fewer);
}

/* Each CTA sends to the next one what the one before has of its own. */
TC_KERNEL(ring, args) {
    unsigned *const src = (unsigned *)(void *)tc_smem(), *const dst = src + WORDS;
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)(tc_smem() + BAR_AT);
    const unsigned rank = tc_cta_rank_in_cluster(), count = tc_cta_count_in_cluster();
    fill(src, rank);
    if (tc_thread_index() == 0) {
        tc_mbarrier_init(bar, 1);
        if (arg.fault != NO_INIT_FENCE)
            tc_fence_mbarrier_init();
    }
    if (arg.fault != NO_PROXY_FENCE)
        tc_fence_async_smem();
    tc_cluster_sync();
    expect(arg.fault, bar);
    send(
        arg.fault,
        (tc_f16 *)(void *)dst,
        (tc_f16 *)(void *)src,
        bar,
        arg.fault == NO_SUCH_CTA ? count : (rank + 1) % count);
    if (arg.fault == LEAVES && rank == 0)
        return;
    if (arg.fault == SOURCE_CHANGED) {
        tc_cta_sync();
        fill(src, rank + 1);
    }
    if (arg.fault != NO_WAIT)
        tc_mbarrier_wait(bar, 0);
    for (unsigned i = tc_thread_index(); i < WORDS; i += THREADS) {
        unsigned v = 0;
        if (moves(i))
            tc_load_shared_b32(&v, dst + i);
        tc_store_global_b32(arg.out + rank * WORDS + i, &v);
    }
    tc_cluster_sync();
}

static tc_emu_config launch(unsigned ctas) {
    tc_emu_config c = quiet(THREADS, BAR_AT + 16);
    c.cluster = ctas;
    return c;
}

static void test_rings(void) {
    static const unsigned sizes[] = {2, 3, 4, 8, 16};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        unsigned n = sizes[k], wrong = 0;
        args a = {RIGHT, (unsigned *)tc_emu_gmem_alloc(n * TILE, "out")};
        passes("ring", launch(n), ring, &a);
        for (unsigned i = 0; i < n * WORDS; i++) {
            unsigned from = (i / WORDS + n - 1) % n, word = i % WORDS;
            wrong += a.out[i] != (moves(word) ? from * 10000 + word : 0);
        }
        unit_expect(wrong == 0, "ring", __FILE__, (int)n);
        tc_emu_gmem_free(a.out);
    }
}

static void test_faults(void) {
    static const struct {
        unsigned fault;
        tc_emu_kind kind;
        const char *text;
    } faults[] = {
        {TOO_MANY_EXPECTED, TC_EMU_DEADLOCK, "16 bytes missing"},
        {TOO_FEW_EXPECTED, TC_EMU_IN_FLIGHT, "has not yet written"},
        {NEVER_ARMED, TC_EMU_DEADLOCK, "1 of 1 arrivals missing"},
        {NO_PROXY_FENCE, TC_EMU_PROXY, "wrote bytes of the source"},
        {NO_INIT_FENCE, TC_EMU_MBARRIER, "no tc_fence_mbarrier_init"},
        {SOURCE_CHANGED, TC_EMU_IN_FLIGHT, "still reads"},
        {NO_WAIT, TC_EMU_UNINITIALISED, "no thread has written the bytes yet"},
        {LEAVES, TC_EMU_EXITED, "in flight when CTA 0 exited"},
        {OTHER_BARRIER, TC_EMU_MBARRIER, "no initialised mbarrier"},
        {NO_SUCH_CTA, TC_EMU_CHECK, "tc_half_rows: not true: cta < tc_cta_count_in_cluster()"},
        {HALF_A_WARP, TC_EMU_DIVERGENT, "tc_half_rows"},
    };
    args a = {0, (unsigned *)tc_emu_gmem_alloc(2 * TILE, "out")};
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        tc_emu_config c = launch(2);
        a.fault = faults[i].fault;
        fails(faults[i].text, c, ring, &a, faults[i].kind, faults[i].text);
        for (c.seed = 1; c.seed <= 8; c.seed++)
            unit_expect(tc_emu_launch(&c, ring, &a), faults[i].text, "any order", (int)c.seed);
    }
    tc_emu_gmem_free(a.out);
}

int main(void) {
    test_rings();
    test_faults();
#if !TC_ON_DEVICE
    reports_match("dsmem");
#endif
    return unit_finish();
}
