/* Products in a loop as kernels have them: a producer warp fills a slot of B by bulk copies, one thread of the warpgroup
 * gives the slot back after its wait. */
#include "faults.h"
#include <tilecopy/wgmma_bf16.h>
#include <tilecopy/wgmma_s8.h>

enum { A_BYTES = 2048, B_AT = 2048, BAR_AT = 3072, STEPS = 3, SMEM_BYTES = 4096 };
#define REST (8ull << 16 | 16ull << 32)
#define FULL ((tc_mbarrier *)(void *)(SMEM + BAR_AT))
#define EMPTY (FULL + 1)

typedef enum {
    ONE_GIVES,
    GIVES_BEFORE_WAIT,
    GIVES_ONE_OPEN,
    SKIPS_WAIT,
    SKIPS_WAIT_AND_SYNCS,
    LATE_WARP
} Flow;
static unsigned char *source; /* STEPS times B, ones */

TC_FN unsigned long long at(unsigned byte) {
    return REST | (unsigned long long)(tc_smem_address(tc_smem() + byte) >> 4);
}

/* Thread 128: fills the slot again when it was given back. */
static void produce(unsigned steps) {
    for (unsigned step = 0; step < steps; step++) {
        if (step)
            tc_mbarrier_wait(EMPTY, (step - 1) % 2);
        tc_mbarrier_arrive_expect_tx(FULL, 256);
        tc_bulk_gmem_to_smem(SMEM + B_AT, source + 256 * step, 256, FULL);
    }
}

/* `giver` gives the slot back, as CUTLASS's consumers do: the wait of one thread is for the whole warpgroup. */
static void consume(Flow flow, unsigned giver, unsigned steps) {
    float d[4] = {0, 0, 0, 0};
    for (unsigned step = 0; step < steps; step++) {
        const int skips = flow == SKIPS_WAIT || flow == SKIPS_WAIT_AND_SYNCS;
        if (!skips || T != 77)
            tc_mbarrier_wait(FULL, step % 2);
        if (flow == SKIPS_WAIT_AND_SYNCS)
            tc_warp_sync();
        for (unsigned i = 0; i < 200 && flow == LATE_WARP && T / 32 == 2; i++)
            tc_warp_sync();
        tc_wgmma_fence();
        tc_wgmma_m64n8k16_bf16_ss_kk(d, at(0), at(B_AT), 1);
        tc_wgmma_commit();
        if (flow == GIVES_ONE_OPEN)
            tc_wgmma_wait_1();
        else if (flow != GIVES_BEFORE_WAIT)
            tc_wgmma_wait_0();
        if (T == giver)
            tc_mbarrier_arrive(EMPTY);
        tc_wgmma_wait_0();
    }
    tc_wgmma_hold(d, 4);
    for (unsigned i = 0; i < 4; i++)
        if (d[i] != (float)(16 * steps))
            tc_emu_check_failed("consume", "a sum is another one");
}

static void run(Flow flow, unsigned giver) {
    const unsigned ones = 0x3F803F80, steps = flow == SKIPS_WAIT ? 1 : STEPS;
    if (T == 0) {
        tc_mbarrier_init(FULL, 1);
        tc_mbarrier_init(EMPTY, 1);
        tc_fence_mbarrier_init();
    }
    for (unsigned i = T; i < A_BYTES / 4; i += 160)
        tc_store_shared_b32(SMEM + 4 * i, &ones);
    tc_fence_async_smem();
    tc_cta_sync();
    if (T == 128)
        produce(steps);
    else if (T < 128)
        consume(flow, giver, steps);
}

/* Each warpgroup of each CTA has products of its own. */
TC_KERNEL(differ, args) {
    const unsigned ones = 0x3F803F80, count = 1 + T / 128 + 2 * tc_cta_index();
    float d[4] = {0, 0, 0, 0};
    for (unsigned i = T; i < (A_BYTES + 256) / 4; i += 256)
        tc_store_shared_b32(SMEM + 4 * i, &ones);
    tc_fence_async_smem();
    tc_cta_sync();
    tc_registers_lower(24);
    tc_wgmma_fence();
    for (unsigned i = 0; i < count; i++)
        tc_wgmma_m64n8k16_bf16_ss_kk(d, at(0), at(B_AT), 1);
    tc_wgmma_commit();
    tc_wgmma_wait_0();
    tc_wgmma_hold(d, 4);
    for (unsigned i = 0; i < 4; i++)
        if (d[i] != (float)(16 * count))
            tc_emu_check_failed("differ", "a sum is another one");
}

/* ---- registers of two products ---------------------------------------------------------------- */

enum { ROOM = 24, FIRST_AT = 8 };
typedef enum { BF16_N8, BF16_N16, S8_N8, SHAPES } Shape;
static const unsigned registers[SHAPES] = {4, 8, 4};
static struct {
    Shape first, second;
    unsigned at;                /* the register where d of the second begins */
    unsigned waits;             /* for the first one before */
    unsigned other, lane, warp; /* of this lane, or of this warp, the second has another B */
} two;
enum { NO_OTHER, LANE_HAS_OTHER_B, WARP_HAS_OTHER_B };

static void one_product(Shape shape, float *d, unsigned long long b) {
    if (shape == BF16_N8)
        tc_wgmma_m64n8k16_bf16_ss_kk(d, at(0), b, 0);
    else if (shape == BF16_N16)
        tc_wgmma_m64n16k16_bf16_ss_kk(d, at(0), b, 0);
    else
        tc_wgmma_m64n8k32_s8_ss((int *)(void *)d, at(0), b, 0);
}

TC_KERNEL(two_products, args) {
    const unsigned ones = 0x3F803F80;
    const int other = (two.other == LANE_HAS_OTHER_B && T % 32 == two.lane) ||
                      (two.other == WARP_HAS_OTHER_B && T / 32 == two.warp);
    float room[ROOM] = {0};
    (void)arg;
    for (unsigned i = T; i < SMEM_BYTES / 4; i += 128)
        tc_store_shared_b32(SMEM + 4 * i, &ones);
    tc_fence_async_smem();
    tc_cta_sync();
    tc_wgmma_fence();
    one_product(two.first, room + FIRST_AT, at(B_AT));
    tc_wgmma_commit();
    if (two.waits)
        tc_wgmma_wait_0();
    one_product(two.second, room + two.at, at(B_AT) + (other ? 1 : 0));
    tc_wgmma_commit();
    tc_wgmma_wait_0();
}

static void runs(tc_emu_kind kind, const char *text) {
    tc_emu_config c = quiet(128, SMEM_BYTES);
    args a = {NULL};
    if (kind == TC_EMU_OK)
        once_passes("two_products", c, two_products, &a);
    else
        fails("two_products", c, two_products, &a, kind, text);
}

/* Registers that both write are an error, before a fence after the first too, but where the second goes on with them. */
static void test_two_products(void) {
    for (two.first = BF16_N8; two.first < S8_N8; two.first++)
        for (two.second = BF16_N8; two.second < SHAPES; two.second++)
            for (two.at = 0; two.at + registers[two.second] <= ROOM; two.at++) {
                const unsigned end = two.at + registers[two.second];
                const unsigned first_end = FIRST_AT + registers[two.first];
                const int meet = two.at < first_end && FIRST_AT < end;
                const int goes_on = two.at == FIRST_AT && two.first == two.second;
                const int near = two.at <= first_end && FIRST_AT <= end;
                if (!near) /* nothing new, and each launch takes its time */
                    continue;
                for (two.waits = 0; two.waits < 2; two.waits++)
                    if (!meet || goes_on)
                        runs(TC_EMU_OK, "");
                    else if (two.waits)
                        runs(TC_EMU_ARGUMENT, "by a product of another shape\n");
                    else
                        runs(TC_EMU_IN_FLIGHT, "another shape still writes registers of d: no");
            }
    two.first = two.second = BF16_N8;
    two.at = FIRST_AT;
    two.waits = 0;
    for (two.lane = two.warp = 0; two.lane < 31; two.lane += 10, two.warp++) {
        two.other = LANE_HAS_OTHER_B;
        runs(TC_EMU_DIVERGENT, "has other descriptors than this one\n");
        two.other = WARP_HAS_OTHER_B;
        runs(TC_EMU_DIVERGENT, "different descriptors in product 1\n");
    }
}

/* ---- which bytes a product reads until the wait ------------------------------------------------- */

/* Both matrices under a swizzle of 128 bytes: rows of 128, eight of them are 1024. */
enum { WIDE_B = 8192, WIDE_BYTES = WIDE_B + 2048, PIECES = WIDE_BYTES / 16 };
static unsigned majors,
    touched; /* bit 0: A is M-major, bit 1: B is N-major; the piece that thread 0 writes */

static unsigned long long wide(unsigned byte) {
    return 1ull << 62 | 64ull << 32 | 1ull << 16 |
           (unsigned long long)(tc_smem_address(tc_smem() + byte) >> 4);
}

TC_KERNEL(writes_early, args) {
    const unsigned ones = 0x3F803F80;
    float d[4];
    (void)arg;
    for (unsigned i = T; i < WIDE_BYTES / 4; i += 128)
        tc_store_shared_b32(SMEM + 4 * i, &ones);
    tc_fence_async_smem();
    tc_cta_sync();
    tc_wgmma_fence();
    if (majors == 0)
        tc_wgmma_m64n8k16_bf16_ss_kk(d, wide(0), wide(WIDE_B), 0);
    else if (majors == 1)
        tc_wgmma_m64n8k16_bf16_ss_mk(d, wide(0), wide(WIDE_B), 0);
    else if (majors == 2)
        tc_wgmma_m64n8k16_bf16_ss_km(d, wide(0), wide(WIDE_B), 0);
    else
        tc_wgmma_m64n8k16_bf16_ss_mm(d, wide(0), wide(WIDE_B), 0);
    tc_wgmma_commit();
    for (unsigned i = 0; i < 8 && T < 32; i++) /* until the other warps have called it as well */
        tc_warp_sync();
    if (T == 0)
        tc_store_shared_b32(SMEM + 16 * touched, &ones);
    tc_wgmma_wait_0();
}

/* Element (i, k) in rows of 128 bytes, of which the 16 bytes change places: row r has piece c at c ^ r % 8. */
static void add_pieces(unsigned char *reads, unsigned from, unsigned count, int by_k) {
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < 16; k++) {
            const unsigned row = by_k ? i : k, column = (by_k ? k : i) / 8;
            reads[(from + 128 * row) / 16 + (column ^ row % 8)] = 1;
        }
}

static void test_reads(void) {
    tc_emu_config c = quiet(128, WIDE_BYTES);
    unsigned wrong = 0, early = 0, tried = 0;
    args a = {NULL};
    c.name = "writes_early";
    for (majors = 0; majors < 4; majors++) {
        unsigned char reads[PIECES] = {0};
        add_pieces(reads, 0, 64, !(majors & 1));
        add_pieces(reads, WIDE_B, 8, !(majors & 2));
        for (unsigned n = 0; n < 24; n++, tried++) {
            touched = n < 8 ? WIDE_B / 16 + n * 37 % 128 : n * 53 % (n % 2 ? 128 : WIDE_B / 16);
            const int failed = tc_emu_launch(&c, writes_early, &a);
            wrong += failed != reads[touched];
            wrong += failed && tc_emu_last()->kind != TC_EMU_IN_FLIGHT &&
                     tc_emu_last()->kind != TC_EMU_RACE; /* it has been read for another warp */
            early += failed != 0;
        }
    }
    EXPECT(wrong == 0);
    EXPECT(early > 20 && tried - early > 20);
}

#define FORM(name, flow, giver)                                                                    \
    TC_KERNEL(name, args) {                                                                        \
        run(flow, giver);                                                                          \
    }
FORM(first_gives, ONE_GIVES, 0)
FORM(last_gives, ONE_GIVES, 127)
FORM(some_gives, ONE_GIVES, 70)
FORM(before_wait, GIVES_BEFORE_WAIT, 0)
FORM(one_open, GIVES_ONE_OPEN, 33)
FORM(late_warp, LATE_WARP, 0)
FORM(skips_wait, SKIPS_WAIT, 0)
FORM(skips_wait_and_syncs, SKIPS_WAIT_AND_SYNCS, 0)

static const Fault faults[] = {
    F(before_wait, 1, 160, RACE, "nothing orders that after a tc_wgmma_wait_"),
    F(skips_wait, 1, 160, RACE, "reads the bytes that an asynchronous copy wrote"),
    F(one_open, 1, 160, RACE, "nothing orders that after a tc_wgmma_wait_"),
};

int main(void) {
    args a = {NULL};
    tc_emu_config c = quiet(160, SMEM_BYTES);
    source = tc_emu_gmem_alloc(256 * STEPS, "source");
    for (unsigned i = 0; i < 128 * STEPS; i++)
        memcpy(source + 2 * i, &(unsigned short){0x3F80}, 2);
    passes("first_gives", c, first_gives, &a);
    passes("last_gives", c, last_gives, &a);
    passes("some_gives", c, some_gives, &a);
    passes("late_warp", c, late_warp, &a);
    passes("skips_wait_and_syncs", c, skips_wait_and_syncs, &a);
    tc_emu_config pair = quiet(256, SMEM_BYTES);
    pair.cluster = 2;
    passes("differ", pair, differ, &a);
    test_two_products();
    test_reads();
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        fails(faults[i].name, c, faults[i].kernel, &a, faults[i].kind, faults[i].text);
        any_order(&faults[i], c, &a);
    }
    return unit_finish();
}
