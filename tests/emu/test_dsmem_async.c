/* Generated functions that add into one CTA from all of them, and that bring one tile to several: right in any
 * order, and what a caller of them can do wrong. */
#define TC_CHECK 1
#include "emu_test.h"
#include "tests/golden/dsmem_async/expected.h"
#include "tests/golden/multicast/expected.h"

enum {
    RIGHT,
    TOO_FEW_EXPECTED,
    TOO_MANY_EXPECTED,
    NEVER_ARMED,
    NOTHING_THERE,
    NO_WAIT,
    NO_SUCH_CTA,
    NO_CTA,
    CTA_BEYOND,
    ONE_NOT_NAMED
};

typedef struct {
    unsigned fault;
    unsigned *out;
    const tc_f16 *in;
} args;

enum { THREADS = 256, TILE = 128 * 64 * 2, BAR_AT = TILE };

static tc_mbarrier *make_barrier(unsigned fault, unsigned bytes) {
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)(tc_smem() + BAR_AT);
    const unsigned wrong = fault == TOO_FEW_EXPECTED ? 0u - 4u : fault == TOO_MANY_EXPECTED ? 4 : 0;
    if (tc_thread_index() == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
        if (fault != NEVER_ARMED)
            tc_mbarrier_arrive_expect_tx(bar, bytes + wrong);
    }
    return bar;
}

/* Every CTA adds its numbers to those of CTA 0. */
TC_KERNEL(sum, args) {
    const unsigned t = tc_thread_index(), rank = tc_cta_rank_in_cluster();
    const unsigned count = tc_cta_count_in_cluster();
    unsigned *const total = (unsigned *)(void *)tc_smem(), value = 1000 * rank + t, there = t;
    tc_mbarrier *const bar =
        make_barrier(arg.fault, count * TC_CTA256_COPY_ASYNC_REG_TO_DSMEM_256_U32_REDUCE_ADD_BYTES);
    if (arg.fault != NOTHING_THERE)
        tc_store_shared_b32(total + t, &there);
    tc_cluster_sync();
    tc_cta256_copy_async_reg_to_dsmem_256_u32_reduce_add(
        total, &value, bar, arg.fault == NO_SUCH_CTA ? count : 0);
    if (rank == 0) {
        if (arg.fault != NO_WAIT)
            tc_mbarrier_wait(bar, 0);
        tc_load_shared_b32(&there, total + t);
        tc_store_global_b32(arg.out + t, &there);
    }
    tc_cluster_sync();
}

/* CTA 0 brings one tile to all, who write out their first words. */
TC_KERNEL(to_all, args) {
    const unsigned t = tc_thread_index(), rank = tc_cta_rank_in_cluster();
    const unsigned count = tc_cta_count_in_cluster();
    const unsigned all = (1u << count) - 1;
    unsigned v;
    tc_mbarrier *const bar =
        make_barrier(arg.fault, TC_ELECTED_COPY_ASYNC_GMEM_TO_SMEM_128X64_F16_MULTICAST_BYTES);
    tc_cluster_sync();
    if (rank == 0 && t < 32)
        tc_elected_copy_async_gmem_to_smem_128x64_f16_multicast(
            (tc_f16 *)(void *)tc_smem(),
            arg.in,
            bar,
            arg.fault == NO_CTA          ? 0
            : arg.fault == CTA_BEYOND    ? all + 1
            : arg.fault == ONE_NOT_NAMED ? all / 2
                                         : all);
    if (arg.fault != NO_WAIT)
        tc_mbarrier_wait(bar, 0);
    tc_load_shared_b32(&v, tc_smem() + 4 * t);
    tc_store_global_b32(arg.out + rank * THREADS + t, &v);
    tc_cluster_sync();
}

static tc_emu_config launch(unsigned ctas) {
    tc_emu_config c = quiet(THREADS, BAR_AT + 16);
    c.cluster = ctas;
    return c;
}

static void test_right(args a, unsigned *in) {
    static const unsigned sizes[] = {1, 2, 3, 8};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        unsigned n = sizes[k], wrong = 0;
        passes("sum", launch(n), sum, &a);
        for (unsigned t = 0; t < THREADS; t++)
            wrong += a.out[t] != t + n * t + 1000 * (n * (n - 1) / 2);
        passes("to all", launch(n), to_all, &a);
        for (unsigned i = 0; i < n * THREADS; i++)
            wrong += a.out[i] != in[i % THREADS];
        unit_expect(wrong == 0, "sums and tiles", __FILE__, (int)n);
    }
}

static void test_faults(args a) {
    static const struct {
        unsigned fault;
        void (*kernel)(void *);
        tc_emu_kind kind;
        const char *text;
    } faults[] = {
        {TOO_FEW_EXPECTED, sum, TC_EMU_IN_FLIGHT, "has not yet written"},
        {TOO_MANY_EXPECTED, sum, TC_EMU_DEADLOCK, "4 bytes missing"},
        {NEVER_ARMED, sum, TC_EMU_DEADLOCK, "1 of 1 arrivals missing"},
        {NOTHING_THERE, sum, TC_EMU_UNINITIALISED, "no thread has written the bytes yet"},
        {NO_WAIT, sum, TC_EMU_IN_FLIGHT, "has not yet written"},
        {NO_SUCH_CTA, sum, TC_EMU_CHECK, "not true: cta < tc_cta_count_in_cluster()"},
        {TOO_MANY_EXPECTED, to_all, TC_EMU_DEADLOCK, "4 bytes missing"},
        {NO_WAIT, to_all, TC_EMU_UNINITIALISED, "no thread has written the bytes yet"},
        {NO_CTA, to_all, TC_EMU_CHECK, "not true: ctas != 0"},
        {CTA_BEYOND, to_all, TC_EMU_CHECK, "ctas >> tc_cta_count_in_cluster() == 0"},
        {ONE_NOT_NAMED, to_all, TC_EMU_DEADLOCK, "16384 bytes missing"},
    };
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        a.fault = faults[i].fault;
        fails(faults[i].text, launch(2), faults[i].kernel, &a, faults[i].kind, faults[i].text);
    }
}

int main(void) {
    args a = {RIGHT, (unsigned *)tc_emu_gmem_alloc(8 * THREADS * 4, "out"), NULL};
    unsigned *in = (unsigned *)tc_emu_gmem_alloc(TILE, "in");
    for (unsigned i = 0; i < TILE / 4; i++)
        in[i] = 3 * i + 1;
    a.in = (const tc_f16 *)(void *)in;
    test_right(a, in);
    test_faults(a);
    tc_emu_gmem_free(a.out);
    tc_emu_gmem_free(in);
    reports_match("dsmem_async");
    return unit_finish();
}
