/* emulated.c: the printed text of hand-built Plans that no variant offers yet, run on the emulator and
 * compared with their layouts: fragments, relayouts, sums and conversions between lanes, a lane-0 region
 * between gather and scatter, copies between CTAs closed by an mbarrier. Compiled beside the header that
 * tests/unit/test_printer writes. */
#include "tilecopy/host/kernel.h"

#include "plans_gen.h"
#include <stdio.h>

static int passed, failed;

static void expect(int holds, const char *name) {
    passed += holds;
    failed += !holds;
    if (!holds)
        printf("FAIL %s\n", name);
}

typedef struct {
    unsigned *out;
} Result;

/* Element (r, c) of a tile of 64 16-bit columns lies at swizzle(3,3,3) of 64 r + c and holds r * 64 + c. */
static unsigned swizzled(unsigned at) {
    return at ^ (at >> 6 & 7) << 3;
}

TC_KERNEL(fragment, Result) {
    unsigned short *tile = (unsigned short *)(void *)tc_smem();
    unsigned short got[8];
    const unsigned lane = tc_lane_index();
    for (unsigned i = lane; i < 16 * 64; i += 32)
        tile[swizzled(i)] = (unsigned short)i;
    tc_warp_sync();
    tc_test_ldmatrix_16x16((tc_f16 *)(void *)got, (const tc_f16 *)(const void *)tile);
    for (unsigned i = 0; i < 8; i++)
        arg.out[lane * 8 + i] = got[i];
}

TC_KERNEL(relayout, Result) {
    float row[8], column[8];
    const unsigned rank = tc_thread_index();
    for (unsigned i = 0; i < 8; i++)
        row[i] = (float)(rank * 8 + i);
    tc_test_relayout_64x8(column, row, (float *)(void *)tc_smem());
    for (unsigned i = 0; i < 8; i++)
        arg.out[rank * 8 + i] = (unsigned)column[i];
}

/* The caller's code between the two: of lane 0 alone. */
static void on_lane0(const float *a, float *r) {
    for (unsigned i = 0; i < 32; i++) {
        float x, y, sum;
        tc_load_shared_b32(&x, a + i);
        tc_load_shared_b32(&y, a + 127 - i);
        sum = x + 1000 * y;
        tc_store_shared_b32(r + i, &sum);
    }
}

TC_KERNEL(region, Result) {
    float *a_smem = (float *)(void *)tc_smem(), a[4], r[1];
    const unsigned lane = tc_lane_index();
    for (unsigned i = 0; i < 4; i++)
        a[i] = (float)(lane * 4 + i);
    tc_test_lane0_demo_gather(a, a_smem);
    if (lane == 0)
        on_lane0(a_smem, a_smem + 128);
    tc_test_lane0_demo_scatter(r, a_smem + 128);
    arg.out[lane] = (unsigned)r[0];
    tc_test_lane0_arena_gather(a, a_smem);
    if (lane == 0)
        on_lane0(a_smem, a_smem + 128);
    tc_test_lane0_arena_scatter(r, a_smem);
    arg.out[32 + lane] = (unsigned)r[0];
}

TC_KERNEL(butterfly, Result) {
    float src[4], sum[1];
    const unsigned lane = tc_lane_index();
    for (unsigned i = 0; i < 4; i++)
        src[i] = (float)(lane * 4 + i);
    tc_test_butterfly_sum(sum, src);
    arg.out[lane] = (unsigned)sum[0];
}

TC_KERNEL(transpose, Result) {
    unsigned src, dst;
    const unsigned lane = tc_lane_index();
    src = lane * 2 | (lane * 2 + 1) << 16;
    tc_test_lane_transpose((tc_f16 *)(void *)&dst, (const tc_f16 *)(const void *)&src);
    arg.out[lane] = dst;
}

TC_KERNEL(rounds, Result) {
    float row[8] __attribute__((aligned(16))), column[8];
    const unsigned rank = tc_thread_index();
    for (unsigned i = 0; i < 8; i++)
        row[i] = (float)(rank * 8 + i);
    tc_test_relayout_rounds(column, row, tc_smem());
    for (unsigned i = 0; i < 8; i++)
        arg.out[rank * 8 + i] = (unsigned)column[i];
}

TC_KERNEL(rows, Result) {
    float *tile = (float *)(void *)tc_smem();
    float row[8] __attribute__((aligned(16)));
    unsigned short half[8] __attribute__((aligned(16)));
    const unsigned lane = tc_lane_index();
    for (unsigned i = lane; i < 256; i += 32)
        tile[i] = (float)i;
    tc_warp_sync();
    tc_test_rotated(row, tile);
    tc_test_converting((tc_f16 *)(void *)half, tile);
    for (unsigned i = 0; i < 8; i++) {
        arg.out[lane * 8 + i] = (unsigned)row[i];
        arg.out[256 + lane * 8 + i] = half[i];
    }
}

TC_KERNEL(in_place, Result) {
    unsigned *tile = (unsigned *)(void *)tc_smem();
    const unsigned lane = tc_lane_index();
    for (unsigned i = lane; i < 128; i += 32)
        tile[i] = i;
    tc_warp_sync();
    tc_test_permute_in_place(tile);
    for (unsigned i = lane; i < 128; i += 32)
        arg.out[i] = tile[i];
}

TC_KERNEL(ring, Result) {
    unsigned short *dst = (unsigned short *)(void *)tc_smem(), *scratch = dst + 1024;
    tc_mbarrier *bar = (tc_mbarrier *)(void *)(tc_smem() + 4096);
    unsigned short src[8] __attribute__((aligned(16)));
    const unsigned rank = tc_thread_index(), cta = tc_cta_rank_in_cluster();
    for (unsigned i = 0; i < 8; i++)
        src[i] = (unsigned short)(rank * 8 + i + cta * 5000);
    tc_test_ring_exchange(
        (tc_f16 *)(void *)dst,
        (const tc_f16 *)(const void *)src,
        (tc_f16 *)(void *)scratch,
        bar,
        cta ^ 1);
    for (unsigned i = 0; i < 8; i++)
        arg.out[cta * 1024 + rank * 8 + i] = dst[rank * 8 + i];
}

TC_KERNEL(bulk_store, Result) {
    float src[8] __attribute__((aligned(16)));
    const unsigned lane = tc_lane_index();
    for (unsigned i = 0; i < 8; i++)
        src[i] = (float)(i / 4 * 128 + lane * 4 + i % 4);
    tc_test_bulk_store((float *)(void *)arg.out, src, (float *)(void *)tc_smem());
    tc_bulk_wait_0();
}

/* Warp 0 produces three numbers through one stage, warp 1 consumes them. */
TC_KERNEL(pipeline, Result) {
    unsigned *stage = (unsigned *)(void *)tc_smem();
    tc_mbarrier *empty = (tc_mbarrier *)(void *)(tc_smem() + 128), *full = empty + 1;
    const unsigned rank = tc_thread_index(), lane = rank % 32;
    if (rank == 0) {
        tc_mbarrier_init(empty, 1);
        tc_mbarrier_init(full, 32);
    }
    tc_cta_sync();
    for (unsigned k = 0; k < 3; k++) {
        if (rank < 32) {
            tc_test_pipeline_parts_acquire_at(lane, empty, (k & 1) ^ 1);
            stage[lane] = k * 100 + lane;
            tc_test_pipeline_parts_commit_at(lane, full);
        } else {
            tc_mbarrier_wait(full, k & 1);
            arg.out[k * 32 + lane] = stage[lane];
            tc_warp_sync();
            if (lane == 0)
                tc_mbarrier_arrive(empty);
        }
    }
}

TC_KERNEL(exchange, Result) {
    unsigned short *src = (unsigned short *)(void *)tc_smem(), *dst = src + 128 * 64;
    tc_mbarrier *bar = (tc_mbarrier *)(void *)(tc_smem() + 4 * 128 * 64);
    const unsigned rank = tc_thread_index(), cta = tc_cta_rank_in_cluster();
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned i = rank; i < 128 * 64; i += 128)
            src[i] = (unsigned short)(i * 3 + cta + turn);
        if (rank == 0 && turn == 0) {
            tc_mbarrier_init(bar, 1);
            tc_fence_mbarrier_init();
        }
        tc_fence_async_smem();
        tc_cluster_sync();
        tc_test_bulk_exchange(
            (tc_f16 *)(void *)dst, (const tc_f16 *)(const void *)src, bar, cta ^ 1, turn);
        for (unsigned i = rank; i < 128 * 64; i += 128)
            arg.out[cta * 128 * 64 + i] = dst[i];
        tc_cluster_sync();
    }
}

enum { WORDS = 2 * 128 * 64 };

static unsigned *play(const char *name, void (*kernel)(void *), unsigned block, unsigned cluster) {
    static Result result;
    tc_emu_config launch = {0};
    if (!result.out)
        result.out = (unsigned *)tc_emu_gmem_alloc(WORDS * sizeof(unsigned), "out");
    launch.block = block;
    launch.cluster = cluster;
    launch.name = name;
    for (unsigned seed = 0; seed < 4; seed++) {
        for (unsigned i = 0; i < WORDS; i++)
            result.out[i] = 0xDBDBDBDBu;
        launch.seed = seed;
        tc_emu_launch(&launch, kernel, &result);
    }
    return result.out;
}

/* A whole number below 2048 as binary16: 5 is 1.25 * 2^2. */
static unsigned half_of(unsigned n) {
    unsigned e = 0;
    while (n >> (e + 1))
        e++;
    return n ? (e + 15) << 10 | (n << (10 - e) & 0x3ff) : 0;
}

/* The plans that are more than a copy. */
static void expect_next(void) {
    const unsigned *out = play("butterfly", butterfly, 32, 1);
    for (unsigned i = 0; i < 32; i++)
        expect(out[i] == 127 * 128 / 2, "butterfly_sum");
    out = play("transpose", transpose, 32, 1);
    for (unsigned i = 0; i < 32; i++)
        for (unsigned b = 0; b < 2; b++)
            expect((out[i] >> 16 * b & 0xffff) == (i / 2 * 2 + b) * 2 + i % 2, "lane_transpose");
    out = play("rounds", rounds, 64, 1);
    for (unsigned i = 0; i < 512; i++)
        expect(out[i] == (i % 8 * 8 + i / 64) * 8 + i / 8 % 8, "relayout_rounds");
    out = play("rows", rows, 32, 1);
    for (unsigned i = 0; i < 256; i++) {
        expect(out[i] == i, "rotated");
        expect(out[256 + i] == half_of(i), "converting");
    }
    out = play("in_place", in_place, 32, 1);
    for (unsigned i = 0; i < 128; i++)
        expect(out[i] == i % 4 * 32 + i / 4, "permute_in_place");
    out = play("ring", ring, 128, 2);
    for (unsigned i = 0; i < 2048; i++)
        expect(out[i] == i % 1024 + (i / 1024 ^ 1) * 5000, "ring_exchange");
    const float *stored = (const float *)(const void *)play("bulk_store", bulk_store, 32, 1);
    for (unsigned i = 0; i < 256; i++)
        expect(stored[i] == (float)i, "bulk_store");
    out = play("pipeline", pipeline, 64, 1);
    for (unsigned i = 0; i < 96; i++)
        expect(out[i] == i / 32 * 100 + i % 32, "pipeline_parts");
}

int main(void) {
    const unsigned *out = play("fragment", fragment, 32, 1);
    for (unsigned i = 0; i < 256; i++) {
        const unsigned lane = i / 8, e = i % 8, matrix = e / 2;
        const unsigned row = lane / 4 + matrix % 2 * 8, col = lane % 4 * 2 + e % 2 + matrix / 2 * 8;
        expect(out[i] == row * 64 + col, "ldmatrix_16x16");
    }
    out = play("relayout", relayout, 64, 1);
    for (unsigned i = 0; i < 512; i++) /* thread 8 g + c holds column c of rows 8 g .. 8 g + 7 */
        expect(out[i] == (i / 64 * 8 + i % 8) * 8 + i / 8 % 8, "relayout_64x8");
    out = play("region", region, 32, 1);
    for (unsigned i = 0; i < 32; i++) {
        expect(out[i] == i + 1000 * (127 - i), "lane0_demo");
        expect(out[32 + i] == i + 1000 * (127 - i), "lane0_arena");
    }
    out = play("exchange", exchange, 128, 2);
    for (unsigned i = 0; i < WORDS; i++)
        expect(out[i] == (unsigned short)(i % 8192 * 3 + (i / 8192 ^ 1) + 1), "bulk_exchange");
    expect_next();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
