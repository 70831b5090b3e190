/* emulated.c: the printed text of hand-built Plans that no variant offers yet, run on the emulator and
 * compared with their layouts: an ldmatrix.x4 from a swizzled tile, a relayout in two phases through
 * scratch, a lane-0 region between gather and scatter, bulk copies between two CTAs closed by an
 * mbarrier. Compiled beside the header that tests/unit/test_printer writes. */
#define TC_REGION(function) function##_region(a_smem, r_smem)
#include "tilecopy/host/kernel.h"

static void tc_test_lane0_demo_region(const float *a, float *r) {
    for (unsigned i = 0; i < 32; i++) {
        float x, y, sum;
        tc_load_shared_b32(&x, a + i);
        tc_load_shared_b32(&y, a + 127 - i);
        sum = x + 1000 * y;
        tc_store_shared_b32(r + i, &sum);
    }
}

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

TC_KERNEL(region, Result) {
    float *a_smem = (float *)(void *)tc_smem(), a[4], r[1];
    const unsigned lane = tc_lane_index();
    for (unsigned i = 0; i < 4; i++)
        a[i] = (float)(lane * 4 + i);
    tc_test_lane0_demo(r, a, a_smem, a_smem + 128);
    arg.out[lane] = (unsigned)r[0];
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
    for (unsigned i = 0; i < 32; i++)
        expect(out[i] == i + 1000 * (127 - i), "lane0_demo");
    out = play("exchange", exchange, 128, 2);
    for (unsigned i = 0; i < WORDS; i++)
        expect(out[i] == (unsigned short)(i % 8192 * 3 + (i / 8192 ^ 1) + 1), "bulk_exchange");
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
