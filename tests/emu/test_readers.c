/* Who has read a byte before it is written: every reader counts. Each form leaves one reader, or one warp of them,
 * without a barrier before the write. */
#include "emu_test.h"

typedef struct {
    unsigned
        left_out; /* the lane or warp that nothing orders before the write; NOBODY: all are ordered */
} args;

enum { NOBODY = 1000 };
#define T tc_thread_index()
#define SMEM ((unsigned *)(void *)tc_smem())

static void put(unsigned at) {
    const unsigned v = at;
    tc_store_shared_b32(SMEM + at, &v);
}

static void get(unsigned at) {
    unsigned v;
    tc_load_shared_b32(&v, SMEM + at);
}

static void start(void) {
    if (T == 0) {
        put(0);
        put(1);
        tc_mbarrier_init((tc_mbarrier *)(void *)(SMEM + 64), 1);
        tc_mbarrier_init((tc_mbarrier *)(void *)(SMEM + 66), 8);
    }
    tc_cta_sync();
}

/* Lets the others go first, and says nothing of them. */
static void a_while(void) {
    for (unsigned i = 0; i < 8; i++)
        (void)tc_mbarrier_try_wait((tc_mbarrier *)(void *)(SMEM + 64), 0);
}

/* 17 lanes of a warp read; lane 31 writes. */
TC_KERNEL(seventeen_lanes, args) {
    start();
    if (T < 17)
        get(0);
    if (T != arg.left_out)
        tc_warp_sync_mask(arg.left_out < 32 ? ~(1u << arg.left_out) : 0xffffffffu);
    if (T == 31)
        put(0);
}

/* The same, each of them twice, the second time after a barrier of all. */
TC_KERNEL(twice, args) {
    start();
    if (T < 17)
        get(0);
    tc_cta_sync();
    if (T < 17)
        get(0);
    if (T != arg.left_out)
        tc_warp_sync_mask(arg.left_out < 32 ? ~(1u << arg.left_out) : 0xffffffffu);
    if (T == 31)
        put(0);
}

/* Five lanes of each of eight warps read; a thread of the ninth writes. */
TC_KERNEL(eight_warps, args) {
    const unsigned warp = T / 32;
    start();
    if (T % 32 < 5 && warp < 8)
        get(0);
    if (warp != arg.left_out)
        tc_barrier_sync(1, arg.left_out == NOBODY ? 288 : 256);
    if (T == 8 * 32)
        put(0);
}

/* Of each of eight warps 31 lanes read, and lane 31 arrives for them. */
TC_KERNEL(all_of_each_warp, args) {
    start();
    if (T % 32 < 31 && T < 8 * 32)
        get(0);
    if (T != arg.left_out)
        tc_warp_sync_mask(T / 32 == arg.left_out / 32 ? ~(1u << arg.left_out % 32) : 0xffffffffu);
    if (T % 32 == 31 && T < 8 * 32)
        tc_mbarrier_arrive((tc_mbarrier *)(void *)(SMEM + 66));
    if (T == 8 * 32) {
        tc_mbarrier_wait((tc_mbarrier *)(void *)(SMEM + 66), 0);
        put(0);
    }
}

static void test_all_of_each_warp(void) {
    static const unsigned warps[] = {0, 1, 7};
    const tc_emu_config c = quiet(288, 4096);
    args a = {NOBODY};
    passes("all_of_each_warp", c, all_of_each_warp, &a);
    for (unsigned i = 0; i < sizeof warps / sizeof *warps; i++)
        for (unsigned lane = 0; lane < 31; lane++) {
            a.left_out = 32 * warps[i] + lane;
            unit_expect(
                tc_emu_launch(&c, all_of_each_warp, &a) && tc_emu_last()->kind == TC_EMU_RACE &&
                    tc_emu_last()->other_thread == a.left_out,
                "all_of_each_warp",
                __FILE__,
                (int)a.left_out);
        }
}

/* 32 lanes read, in two epochs: those above 15 after an arrival of theirs. All but one release what they did. */
TC_KERNEL(two_epochs, args) {
    tc_mbarrier *const other = (tc_mbarrier *)(void *)(SMEM + 68);
    if (T == 0)
        tc_mbarrier_init(other, 16 + 32 - (arg.left_out != NOBODY));
    start();
    if (T >= 16 && T < 32)
        tc_mbarrier_arrive(other);
    if (T < 32) {
        get(0);
        if (T != arg.left_out)
            tc_mbarrier_arrive(other);
    } else {
        tc_mbarrier_wait(other, 0);
        put(0);
    }
}

/* 20 lanes of one warp read, then one of another. */
TC_KERNEL(one_of_another_warp, args) {
    start();
    if (T < 20)
        get(0);
    if (T == 32) {
        a_while();
        get(0);
    }
    if (T / 32 != arg.left_out)
        tc_barrier_sync(1, arg.left_out == NOBODY ? 96 : 64);
    if (T == 64)
        put(0);
}

/* Readers that a write came after are forgotten: what is kept of those of word 0 does not count for word 1. */
TC_KERNEL(forgotten, args) {
    start();
    if (T < 3)
        get(0);
    if (T < 3 || T == 31)
        tc_warp_sync_mask(0x80000007);
    if (T == 31)
        put(0);
    if (T >= 4 && T < 8) {
        a_while();
        get(1);
        if (T != arg.left_out)
            tc_warp_sync_mask(arg.left_out < 8 ? 0xf0 & ~(1u << arg.left_out) : 0xf0);
        if (T == 7)
            put(1);
    }
}

/* Readers of two words take the places of those that are forgotten, each its own. */
TC_KERNEL(forgotten_twice, args) {
    if (T == 0)
        put(2);
    start();
    if (T < 3)
        get(0);
    tc_warp_sync();
    if (T == 31)
        put(0);
    tc_warp_sync();
    if (T >= 4 && T < 12)
        get(T < 8 ? 1 : 2);
    if (T != arg.left_out)
        tc_warp_sync_mask(arg.left_out < 32 ? ~(1u << arg.left_out) : 0xffffffffu);
    if (T == 31) {
        put(1);
        put(2);
    }
}

/* Who reads after another, ordered, takes its place: twenty of them are one, and the three after them count. */
TC_KERNEL(one_after_another, args) {
    start();
    for (unsigned i = 0; i < 20; i++) {
        if (T == i)
            get(0);
        tc_warp_sync();
    }
    if (T >= 20 && T < 23)
        get(0);
    if (T != arg.left_out)
        tc_warp_sync_mask(arg.left_out < 32 ? ~(1u << arg.left_out) : 0xffffffffu);
    if (T == 31)
        put(0);
}

/* Who read in an earlier launch is no reader of this one. */
typedef struct {
    unsigned *g;
} launch_args;

TC_KERNEL(reads_late, launch_args) {
    unsigned v;
    for (unsigned i = 0; i < 20; i++)
        tc_cta_sync();
    if (T == 5)
        tc_load_global_b32(&v, arg.g);
}

TC_KERNEL(reads_and_writes, launch_args) {
    unsigned v;
    if (T == 0)
        tc_load_global_b32(&v, arg.g);
    tc_cta_sync();
    if (T == 1) {
        v = 1;
        tc_store_global_b32(arg.g, &v);
    }
}

static void test_launches(void) {
    launch_args a;
    a.g = (unsigned *)tc_emu_gmem_alloc(64, "g");
    once_passes("reads_late", quiet(32, 1024), reads_late, &a);
    once_passes("reads_and_writes", quiet(32, 1024), reads_and_writes, &a);
    tc_emu_gmem_free(a.g);
}

/* What one thread reads again and again is one reader. */
TC_KERNEL(again_and_again, args) {
    start();
    for (unsigned i = 0; i < 40; i++)
        if (T < 2)
            get(0);
    if (T == 2)
        get(0);
    if (T != arg.left_out)
        tc_warp_sync_mask(arg.left_out < 32 ? ~(1u << arg.left_out) : 0xffffffffu);
    if (T == 31)
        put(0);
}

/* Of more bytes than there are places for at first; the last of them counts as the first does. */
TC_KERNEL(many_bytes, args) {
    enum { FROM = 512, BYTES = 2100 };
    unsigned char v = 0;
    start();
    for (unsigned i = T; i < BYTES; i += 32)
        tc_store_shared_b8(tc_smem() + FROM + i, &v);
    tc_warp_sync();
    for (unsigned i = 0; i < BYTES; i++)
        if (T < 3)
            tc_load_shared_b8(&v, tc_smem() + FROM + i);
    if (T != arg.left_out)
        tc_warp_sync_mask(arg.left_out < 32 ? ~(1u << arg.left_out) : 0xffffffffu);
    if (T == 31)
        tc_store_shared_b8(tc_smem() + FROM + BYTES - 1, &v);
    if (T == 30)
        tc_store_shared_b8(tc_smem() + FROM, &v);
}

/* Each left out is seen, in every order; and nothing is wrong where none is. */
static void each(
    const char *name, Kernel kernel, unsigned block, unsigned from, unsigned to, unsigned per) {
    tc_emu_config c = quiet(block, 4096);
    args a = {NOBODY};
    passes(name, c, kernel, &a);
    for (a.left_out = from; a.left_out < to; a.left_out++) {
        for (c.seed = 0; c.seed < 4; c.seed++) {
            const tc_emu_report *r = tc_emu_last();
            const int wrong = tc_emu_launch(&c, kernel, &a);
            unit_expect(wrong && r->kind == TC_EMU_RACE, name, __FILE__, (int)a.left_out);
            unit_expect(
                r->thread / per == a.left_out ||
                    (r->has_other && r->other_thread / per == a.left_out),
                name,
                __FILE__,
                (int)a.left_out);
        }
    }
}

int main(void) {
    each("seventeen_lanes", seventeen_lanes, 32, 0, 17, 1);
    each("twice", twice, 32, 0, 17, 1);
    each("two_epochs", two_epochs, 33, 0, 32, 1);
    each("eight_warps", eight_warps, 288, 0, 8, 32);
    each("one_of_another_warp", one_of_another_warp, 96, 0, 2, 32);
    each("forgotten", forgotten, 32, 4, 7, 1);
    each("forgotten_twice", forgotten_twice, 32, 4, 12, 1);
    each("one_after_another", one_after_another, 32, 20, 23, 1);
    each("many_bytes", many_bytes, 32, 0, 3, 1);
    each("again_and_again", again_and_again, 32, 0, 3, 1);
    test_all_of_each_warp();
    test_launches();
    return unit_finish();
}
