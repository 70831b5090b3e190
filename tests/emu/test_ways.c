/* test_ways.c: what combines in two ways without a barrier between, and where the first such byte is. */
#include "emu_test.h"

#define T tc_thread_index()
#define SMEM tc_smem()
#define BAR ((tc_mbarrier *)(void *)(tc_smem() + 512))

typedef struct {
    unsigned char *g; /* 64 bytes */
} args;

static void begins(void) {
    const unsigned v = 0;
    tc_store_shared_b32(SMEM + 4 * T, &v);
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_init(BAR + 1, 1);
        tc_fence_mbarrier_init();
    }
    tc_fence_async_smem();
    tc_cta_sync();
}

static void a_while(void) {
    for (unsigned i = 0; i < 8; i++)
        (void)tc_mbarrier_try_wait(BAR + 1, 0);
}

/* A sum came without a thread, by the first mbarrier of all, and thread 32 did not wait for it. */
TC_KERNEL(after_one_that_landed, args) {
    const unsigned v = 1;
    (void)arg;
    begins();
    if (T == 0) {
        tc_mbarrier_arrive_expect_tx(BAR, 4);
        tc_reduce_async_add_u32(tc_map_to_cta(SMEM, 0), &v, tc_map_to_cta(BAR, 0));
    } else if (T == 32) {
        a_while();
        tc_reduce_smem_min_u32(SMEM, &v);
    }
}

/* Of 16 bytes the last four have been combined otherwise. */
TC_KERNEL(the_last_four, args) {
    const unsigned v[4] = {0};
    if (T == 0)
        tc_reduce_gmem_min_u32(arg.g + 12, v);
    else if (T == 32)
        tc_reduce_gmem_add_f32x4(arg.g, v);
}

/* Of 32 bytes the last 16 will be. */
TC_KERNEL(the_second_half, args) {
    begins();
    if (T == 0) {
        tc_bulk_reduce_min_u32_to_gmem(arg.g + 16, SMEM, 16);
        tc_bulk_commit();
        a_while();
        tc_bulk_wait_0();
    } else if (T == 32) {
        tc_bulk_reduce_add_u32_to_gmem(arg.g, SMEM, 32);
        tc_bulk_commit();
        tc_bulk_wait_0();
    }
}

int main(void) {
    tc_emu_config c = quiet(64, 1024);
    const tc_emu_report *r = tc_emu_last();
    args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(64, "g");
    memset(a.g, 0, 64);
    fails(
        "landed", c, after_one_that_landed, &a, TC_EMU_RACE, "an asynchronous reduction combined");
    fails("the_last_four", c, the_last_four, &a, TC_EMU_RACE, "thread 0 of CTA 0 combined");
    EXPECT(r->offset == 12 && r->bytes == 4);
    fails("the_second_half", c, the_second_half, &a, TC_EMU_RACE, "will combine");
    EXPECT(r->offset == 16 && r->bytes == 16);
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
