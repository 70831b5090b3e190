/* cp.async: groups, zero fill, both cancelling forms; named barriers and the CTA barrier. */
#include "emu_test.h"

typedef struct {
    const unsigned char *src;
    unsigned char *dst;
    unsigned keep;
} args;

/* A ring of two stages over 8 tiles of 64 x 16 bytes: tile k is awaited while k + 1 is in flight. */
TC_KERNEL(ring, args) {
    const unsigned i = tc_thread_index();
    unsigned char *s = tc_smem();
    tc_b128 v;
    tc_cp_async_b128(s + 16 * i, arg.src + 16 * i);
    tc_cp_async_commit();
    for (unsigned k = 0; k < 8; k++) {
        if (k + 1 < 8)
            tc_cp_async_b128(s + (k + 1) % 2 * 1024 + 16 * i, arg.src + (k + 1) * 1024 + 16 * i);
        tc_cp_async_commit();
        tc_cp_async_wait_group_1();
        tc_cta_sync();
        tc_load_shared_b128(&v, s + k % 2 * 1024 + 16 * (63 - i));
        tc_store_global_b128(arg.dst + k * 1024 + 16 * (63 - i), &v);
        tc_cta_sync();
    }
}

static void test_ring(void) {
    unsigned char *src = (unsigned char *)tc_emu_gmem_alloc(8192, "src");
    args a;
    a.src = src;
    a.dst = (unsigned char *)tc_emu_gmem_alloc(8192, "dst");
    for (unsigned i = 0; i < 8192; i++)
        src[i] = (unsigned char)(i * 11 + i / 100);
    passes("ring", quiet(64, 2048), ring, &a);
    EXPECT(memcmp(src, a.dst, 8192) == 0);
    tc_emu_gmem_free(src);
    tc_emu_gmem_free(a.dst);
}

/* Where nothing is kept the address is not looked at. */
TC_KERNEL(loads, args) {
    const unsigned i = tc_thread_index();
    tc_b128 v[2];
    memset(v, 0xee, sizeof v);
    tc_load_global_b128_or_zero(&v[0], i % 2 ? arg.src : NULL, i % 2);
    tc_load_global_b64_or_zero(&v[1], i % 3 ? arg.src + 8 : NULL, i % 3 != 0);
    tc_load_global_b32_or_zero(&v[1].word[2], i % 5 ? arg.src + 4 : NULL, i % 5 != 0);
    tc_store_global_b128(arg.dst + 32 * i, &v[0]);
    tc_store_global_b128(arg.dst + 32 * i + 16, &v[1]);
}

static void test_loads(void) {
    unsigned char *src = (unsigned char *)tc_emu_gmem_alloc(16, "src");
    args a;
    a.src = src;
    a.dst = (unsigned char *)tc_emu_gmem_alloc(32 * 64, "dst");
    for (unsigned i = 0; i < 16; i++)
        src[i] = (unsigned char)(i + 1);
    passes("loads", quiet(64, 16), loads, &a);
    for (unsigned i = 0; i < 64; i++)
        for (unsigned b = 0; b < 28; b++) {
            const unsigned first = b < 16 ? b + 1 : b < 24 ? b - 7 : b - 19;
            const unsigned kept = b < 16 ? i % 2 : b < 24 ? i % 3 : i % 5;
            EXPECT(a.dst[32 * i + b] == (kept ? first : 0));
        }
    tc_emu_gmem_free(src);
    tc_emu_gmem_free(a.dst);
}

/* Thread i asks for i % 17 bytes of 16, then for i % 9 of 8 and i % 5 of 4, then all or nothing. */
TC_KERNEL(fill, args) {
    const unsigned i = tc_thread_index();
    unsigned char *s = tc_smem() + 64 * i;
    const unsigned char *g = arg.src;
    tc_b128 v;
    tc_cp_async_b128_zfill(s, g, i % 17);
    tc_cp_async_b64_zfill(s + 16, g, i % 9);
    tc_cp_async_commit();
    tc_cp_async_b32_zfill(s + 24, g, i % 5);
    tc_cp_async_b32(s + 28, g);
    tc_cp_async_commit(); /* these are waited for too, and what no group has */
    tc_cp_async_b128_or_zero(s + 32, i % 2 ? g : NULL, i % 2);
    tc_cp_async_b64_or_zero(s + 48, g + 8, i % 3 == 0);
    tc_cp_async_b32_or_zero(s + 56, g + 4, i % 4 == 0);
    tc_cp_async_b32(s + 60, g + 12);
    tc_cp_async_wait_all();
    for (unsigned k = 0; k < 4; k++) {
        tc_load_shared_b128(&v, s + 16 * k);
        tc_store_global_b128(arg.dst + 64 * i + 16 * k, &v);
    }
}

static void expect_fill(const unsigned char *dst, unsigned i) {
    unsigned char want[64];
    for (unsigned b = 0; b < 16; b++) {
        want[b] = (unsigned char)(b < i % 17 ? b + 1 : 0);
        want[32 + b] = (unsigned char)(i % 2 ? b + 1 : 0);
    }
    for (unsigned b = 0; b < 8; b++) {
        want[16 + b] = (unsigned char)(b < i % 9 ? b + 1 : 0);
        want[48 + b] = (unsigned char)(i % 3 == 0 ? b + 9 : 0);
    }
    for (unsigned b = 0; b < 4; b++) {
        want[24 + b] = (unsigned char)(b < i % 5 ? b + 1 : 0);
        want[28 + b] = (unsigned char)(b + 1);
        want[56 + b] = (unsigned char)(i % 4 == 0 ? b + 5 : 0);
        want[60 + b] = (unsigned char)(b + 13);
    }
    EXPECT(memcmp(want, dst, 64) == 0);
}

static void test_fill(void) {
    unsigned char *src = (unsigned char *)tc_emu_gmem_alloc(16, "src");
    args a;
    a.src = src;
    a.dst = (unsigned char *)tc_emu_gmem_alloc(64 * 64, "dst");
    for (unsigned i = 0; i < 16; i++)
        src[i] = (unsigned char)(i + 1);
    passes("fill", quiet(64, 4096), fill, &a);
    for (unsigned i = 0; i < 64; i++)
        expect_fill(a.dst + 64 * i, i);
    tc_emu_gmem_free(src);
    tc_emu_gmem_free(a.dst);
}

/* Warps 0 and 1 produce, 2 and 3 consume: full is barrier 1, empty barrier 2, of all 128 threads. */
TC_KERNEL(specialised, args) {
    const unsigned i = tc_thread_index() % 64;
    unsigned *s = (unsigned *)(void *)tc_smem(), v;
    for (unsigned turn = 0; turn < 4; turn++) {
        if (tc_thread_index() < 64) {
            if (turn)
                tc_barrier_sync(2, 128);
            v = turn * 100 + i;
            tc_store_shared_b32(s + i, &v);
            tc_barrier_arrive(1, 128);
        } else {
            tc_barrier_sync(1, 128);
            tc_load_shared_b32(&v, s + (63 - i));
            tc_store_global_b32(arg.dst + (turn * 64 + i) * 4, &v);
            if (turn < 3)
                tc_barrier_arrive(2, 128);
        }
    }
}

static void test_specialised(void) {
    args a;
    unsigned wrong = 0, v;
    a.src = NULL;
    a.dst = (unsigned char *)tc_emu_gmem_alloc(4 * 64 * 4, "dst");
    passes("specialised", quiet(128, 256), specialised, &a);
    for (unsigned i = 0; i < 256; i++) {
        memcpy(&v, a.dst + 4 * i, 4);
        wrong += v != i / 64 * 100 + 63 - i % 64;
    }
    EXPECT(wrong == 0);
    tc_emu_gmem_free(a.dst);
}

/* Threads may return before a barrier of the CTA: whole warps, and 16 lanes of warp 1. */
TC_KERNEL(early, args) {
    unsigned v = 1;
    if (tc_thread_index() >= 48)
        return;
    tc_store_shared_b32(tc_smem() + 4 * tc_thread_index(), &v);
    tc_cta_sync();
    tc_load_shared_b32(&v, tc_smem() + 4 * (47 - tc_thread_index()));
    tc_store_global_b32(arg.dst + 4 * tc_thread_index(), &v);
}

static void test_early(void) {
    tc_emu_config c = quiet(96, 192);
    args a;
    a.src = NULL;
    a.dst = (unsigned char *)tc_emu_gmem_alloc(192, "dst");
    c.early_exit = 1;
    passes("early", c, early, &a);
    tc_emu_gmem_free(a.dst);
}

/* Warp 0 copies and goes on, warp 1 waits on the mbarrier for what landed: 6 phases of two mbarriers in
 * turn, a tile each. counted: the arrivals of the copies are those that the init counted; otherwise
 * each adds its own to the one that the thread makes itself. */
TC_FN void landed(args arg, int counted) {
    const unsigned lane = tc_lane_index();
    tc_mbarrier *bars = (tc_mbarrier *)(void *)tc_smem();
    tc_b128 v;
    if (tc_thread_index() < 2)
        tc_mbarrier_init(bars + tc_thread_index(), 32);
    tc_cta_sync();
    for (unsigned k = 0; k < 6; k++) {
        unsigned char *s = tc_smem() + 64 + k % 2 * 512;
        tc_mbarrier *bar = bars + k % 2;
        if (tc_thread_index() < 32) {
            tc_cp_async_b128(s + 16 * lane, arg.src + 512 * k + 16 * lane);
            if (counted) {
                tc_cp_async_mbarrier_arrive_noinc(bar);
            } else {
                tc_cp_async_mbarrier_arrive(bar);
                tc_mbarrier_arrive(bar);
            }
        } else {
            tc_mbarrier_wait(bar, k / 2 % 2);
            tc_load_shared_b128(&v, s + 16 * (31 - lane));
            tc_store_global_b128(arg.dst + 512 * k + 16 * (31 - lane), &v);
        }
        if (k % 2)
            tc_cta_sync();
    }
}

TC_KERNEL(landed_counted, args) {
    landed(arg, 1);
}

TC_KERNEL(landed_added, args) {
    landed(arg, 0);
}

/* The thread waits for its copy itself; the arrival still tells the others, at both mbarriers. */
TC_KERNEL(landed_twice, args) {
    const unsigned i = tc_thread_index();
    tc_mbarrier *bars = (tc_mbarrier *)(void *)tc_smem();
    unsigned char *s = tc_smem() + 64;
    tc_b128 v;
    if (i < 2)
        tc_mbarrier_init(bars + i, 64);
    tc_cta_sync();
    tc_cp_async_b128(s + 16 * i, arg.src + 16 * i);
    if (i % 2)
        tc_cp_async_wait_all();
    tc_cp_async_mbarrier_arrive_noinc(bars);
    tc_cp_async_mbarrier_arrive_noinc(bars + 1);
    if (i % 4 == 0)
        tc_cp_async_wait_all();
    tc_mbarrier_wait(bars + i / 32, 0);
    tc_load_shared_b128(&v, s + 16 * (63 - i));
    tc_store_global_b128(arg.dst + 16 * (63 - i), &v);
}

static void test_landed(void) {
    unsigned char *src = (unsigned char *)tc_emu_gmem_alloc(3072, "src");
    args a;
    a.src = src;
    a.dst = (unsigned char *)tc_emu_gmem_alloc(3072, "dst");
    for (unsigned i = 0; i < 3072; i++)
        src[i] = (unsigned char)(i * 7 + i / 50);
    passes("landed, counted", quiet(64, 2048), landed_counted, &a);
    EXPECT(memcmp(src, a.dst, 3072) == 0);
    memset(a.dst, 0, 3072);
    passes("landed, added", quiet(64, 2048), landed_added, &a);
    EXPECT(memcmp(src, a.dst, 3072) == 0);
    memset(a.dst, 0, 1024);
    passes("landed, twice", quiet(64, 2048), landed_twice, &a);
    EXPECT(memcmp(src, a.dst, 1024) == 0);
    tc_emu_gmem_free(src);
    tc_emu_gmem_free(a.dst);
}

#if !TC_ON_DEVICE
/* An unfinished cp.async at the end is a warning. */
TC_KERNEL(leak, args) {
    tc_cp_async_b128(tc_smem() + 16 * tc_thread_index(), arg.src);
}

TC_KERNEL(leak_arrival, args) {
    tc_mbarrier *bar = (tc_mbarrier *)(void *)tc_smem();
    if (tc_thread_index() == 0)
        tc_mbarrier_init(bar, 32);
    tc_cta_sync();
    tc_cp_async_b128(tc_smem() + 16 + 16 * tc_thread_index(), arg.src);
    tc_cp_async_mbarrier_arrive_noinc(bar);
}

static void test_leak(void) {
    tc_emu_config c = quiet(32, 1024);
    args a;
    a.src = (unsigned char *)tc_emu_gmem_alloc(16, "src");
    EXPECT(tc_emu_launch(&c, leak, &a) == 0);
    EXPECT(tc_emu_last()->warnings == 1);
    EXPECT(tc_emu_launch(&c, leak_arrival, &a) == 0);
    EXPECT(tc_emu_last()->warnings == 1);
    tc_emu_gmem_free((void *)(size_t)a.src);
}

/* What plain code that the emulator does not see finds in the tile: before the phase has ended the
 * poison of a copy in flight, however often it is asked whether it has, then the data. */
TC_KERNEL(poison, args) {
    tc_mbarrier *bar = (tc_mbarrier *)(void *)tc_smem();
    volatile const unsigned char *s = tc_smem() + 64;
    const unsigned i = tc_thread_index();
    if (i == 0)
        tc_mbarrier_init(bar, 65);
    tc_cta_sync();
    tc_cp_async_b128(tc_smem() + 64 + 16 * i, arg.src + 16 * i);
    tc_cp_async_mbarrier_arrive_noinc(bar);
    tc_cta_sync();
    for (unsigned turn = 0; turn < 4; turn++)
        EXPECT(!tc_mbarrier_try_wait(bar, 0));
    EXPECT(s[16 * i] == 0xA5 && s[16 * (63 - i) + 15] == 0xA5);
    tc_cta_sync();
    if (i == 0)
        tc_mbarrier_arrive(bar);
    tc_mbarrier_wait(bar, 0);
    EXPECT(s[16 * i] == arg.src[16 * i] && s[16 * (63 - i) + 15] == arg.src[16 * (63 - i) + 15]);
}

/* Two barriers, asked in turn until both are over: that the first still is must not begin the second anew. */
TC_KERNEL(in_turn, args) {
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)tc_smem();
    const unsigned i = tc_thread_index();
    if (i == 0) {
        tc_mbarrier_init(bar, 1);
        tc_mbarrier_init(bar + 1, 1);
    }
    tc_cta_sync();
    if (i == 0)
        tc_mbarrier_arrive(bar);
    if (i == 0)
        tc_mbarrier_arrive(bar + 1);
    while (i == 32 && !(tc_mbarrier_try_wait(bar, 0) && tc_mbarrier_try_wait(bar + 1, 0))) {
    }
}

/* The same where nothing but the copies that the second counts can go on. */
TC_KERNEL(copied_in_turn, args) {
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)tc_smem();
    const unsigned i = tc_thread_index();
    if (i == 0) {
        tc_mbarrier_init(bar, 1);
        tc_mbarrier_init(bar + 1, 32);
    }
    tc_cta_sync();
    if (i == 0)
        tc_mbarrier_arrive(bar);
    if (i < 32) {
        tc_cp_async_b128(tc_smem() + 64 + 16 * i, arg.src + 16 * i);
        tc_cp_async_mbarrier_arrive_noinc(bar + 1);
    }
    while (i == 32 && !(tc_mbarrier_try_wait(bar, 0) && tc_mbarrier_try_wait(bar + 1, 0))) {
    }
    if (i < 32)
        tc_mbarrier_wait(bar + 1, 0);
}

static void test_in_turn(void) {
    args a = {0};
    unsigned char *src = (unsigned char *)tc_emu_gmem_alloc(512, "src");
    for (unsigned i = 0; i < 512; i++)
        src[i] = (unsigned char)i;
    a.src = src;
    passes("in_turn", quiet(64, 2048), in_turn, &a);
    passes("copied_in_turn", quiet(64, 2048), copied_in_turn, &a);
    tc_emu_gmem_free(src);
}

static void test_poison(void) {
    unsigned char *src = (unsigned char *)tc_emu_gmem_alloc(1024, "src");
    args a;
    a.src = src;
    a.dst = NULL;
    for (unsigned i = 0; i < 1024; i++)
        src[i] = (unsigned char)(i / 16);
    passes("poison", quiet(64, 2048), poison, &a);
    tc_emu_gmem_free(src);
}

#endif

int main(void) {
    test_ring();
    test_loads();
    test_fill();
    test_specialised();
    test_early();
    test_landed();
#if !TC_ON_DEVICE
    test_leak();
    test_in_turn();
    test_poison();
#endif
    return unit_finish();
}
