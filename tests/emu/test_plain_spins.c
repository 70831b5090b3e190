/* Threads that wait in loops of plain and atomic loads: what waits for a store that comes goes on, however the
 * threads take turns; what waits for one that never comes is told and does not run for ever. */
#include "emu_test.h"

typedef struct {
    unsigned *flag, *out; /* a word, 64 words */
} args;

/* Warp 0 comes first and waits for a thread of warp 1, which is still to run. */
TC_KERNEL(waits_for_the_second_warp, args) {
    if (tc_thread_index() == 32)
        __atomic_store_n(arg.flag, 1, __ATOMIC_RELEASE);
    else if (tc_thread_index() < 32)
        while (!__atomic_load_n(arg.flag, __ATOMIC_ACQUIRE))
            ;
    arg.out[tc_thread_index()] = 1;
}

/* One CTA of a cluster waits for the other one. */
TC_KERNEL(waits_for_the_second_cta, args) {
    if (tc_cta_rank_in_cluster() == 1)
        __atomic_store_n(arg.flag, 1, __ATOMIC_RELEASE);
    else
        while (!__atomic_load_n(arg.flag, __ATOMIC_ACQUIRE))
            ;
    arg.out[tc_cta_rank_in_cluster()] = 1;
}

TC_KERNEL(waits_for_nobody, args) {
    while (!__atomic_load_n(arg.flag, __ATOMIC_ACQUIRE))
        ;
}

static void begin(args *a) {
    *a->flag = 0;
    memset(a->out, 0, 64 * sizeof *a->out);
}

int main(void) {
    args a = {tc_emu_gmem_alloc(4, "flag"), tc_emu_gmem_alloc(256, "out")};
    for (unsigned seed = 0; seed < 4; seed++) {
        tc_emu_config c = quiet(64, 0);
        c.seed = seed;
        begin(&a);
        EXPECT(
            tc_emu_launch(&c, waits_for_the_second_warp, &a) == 0 && a.out[0] == 1 &&
            a.out[31] == 1);
        c.block = 1;
        c.cluster = 2;
        begin(&a);
        EXPECT(tc_emu_launch(&c, waits_for_the_second_cta, &a) == 0 && a.out[0] == 1);
    }
    /* 64 threads, of which each would be told after 2^24 steps of its own alone. */
    tc_emu_config c = quiet(64, 0);
    begin(&a);
    fails(
        "nobody",
        c,
        waits_for_nobody,
        &a,
        TC_EMU_DEADLOCK,
        "33554433 steps of all threads, and none stored");
    tc_emu_gmem_free(a.flag);
    tc_emu_gmem_free(a.out);
    return unit_finish();
}
