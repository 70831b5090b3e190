/* Products of a warpgroup with one thing wrong each time, and right ones beside them. */
#include "faults.h"
#include <tilecopy/wgmma_bf16.h>

/* A is 64x16, B 16x16, K-major without a swizzle: 16 bytes of k, then the next ones 128 bytes on; 8 rows are 256. */
enum { A_BYTES = 2048, B_AT = 2048, BAR_AT = 3072, SMEM_BYTES = 4096 };
#define REST (8ull << 16 | 16ull << 32)

typedef enum {
    RIGHT,
    TWO_GROUPS,
    NO_FENCE,
    D_AFTER_FENCE,
    A_AFTER_FENCE,
    D_BEFORE_WAIT,
    A_BEFORE_WAIT,
    SMEM_BEFORE_WAIT,
    B_BEFORE_WAIT,
    COPY_BEFORE_WAIT,
    OPEN_GROUP,
    OTHER_SHAPE,
    NO_PROXY_FENCE,
    NO_BARRIER,
    NOBODY_WROTE,
    BASE_OFFSET,
    ODD_BITS,
    A_OUTSIDE,
    B_OUTSIDE,
    FAR_STRIDE,
    LANES_DIFFER,
    LANE_0_DIFFERS,
    LANES_ADD,
    WARPS_DIFFER,
    WARPS_ADD,
    HALF_A_WARP,
    WARP_MISSING,
    WARP_LEFT,
    OTHER_FORM,
    TWO_WARPS,
    NO_WAIT,
    NO_COMMIT,
    NO_BARRIER_BEHIND,
    NEXT_IN_FLIGHT,
    D_AFTER_FIRST_FENCE,
    A_AFTER_FIRST_FENCE,
    SHAPE_WITHOUT_FENCE,
    NO_STRIDE,
    NO_LEAD,
    CLOSE_ROWS,
    WARP_RETURNS,
    A_IN_CALLEE
} Form;

static unsigned char *source; /* of a copy */

TC_FN unsigned long long at(unsigned byte) {
    return REST | (unsigned long long)(tc_smem_address(tc_smem() + byte) >> 4);
}

/* Ones in A and B. */
static void fill_smem(Form form) {
    const unsigned ones = 0x3F803F80, threads = tc_thread_count();
    for (unsigned i = T; i < (A_BYTES + 512) / 4; i += threads)
        if (form != NOBODY_WROTE || i < A_BYTES / 4)
            tc_store_shared_b32(SMEM + 4 * i, &ones);
    if (form != NO_PROXY_FENCE)
        tc_fence_async_smem();
    if (form != NO_BARRIER)
        tc_cta_sync();
}

static void meddle(Form form, float *d, unsigned *x) {
    const unsigned twos = 0x40004000;
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)(SMEM + BAR_AT);
    if (form == D_BEFORE_WAIT && T == 70)
        d[1] = 0;
    if (form == A_BEFORE_WAIT && T == 70)
        x[3] = 0;
    if (form == SMEM_BEFORE_WAIT && T == 40) /* its own warp's rows */
        tc_store_shared_b32(SMEM + 2 * 256 * 2, &twos);
    if (form == B_BEFORE_WAIT && T == 127)
        tc_store_shared_b32(SMEM + B_AT, &twos);
    if (form == COPY_BEFORE_WAIT && T == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(bar, 256);
        tc_bulk_gmem_to_smem(SMEM + B_AT, source, 256, bar);
    }
}

static void multiply(Form form, float *d, unsigned *x, int registers) {
    const unsigned warp = T / 32, lane = T % 32;
    unsigned long long a = at(0), b = at(B_AT);
    int add = 1;
    if (form == BASE_OFFSET)
        a |= 1ull << 49;
    if (form == ODD_BITS)
        b |= 1ull << 53;
    if (form == A_OUTSIDE)
        a += SMEM_BYTES / 16;
    if (form == B_OUTSIDE)
        b = REST | (4ull << 10);
    if (form == NO_STRIDE)
        a &= ~(0x3fffull << 32);
    if (form == NO_LEAD)
        b &= ~(0x3fffull << 16);
    if (form == CLOSE_ROWS) /* under a swizzle of 128 bytes, 512 from 8 rows to the next 8 */
        a = (a & 0xffffffff) | 32ull << 32 | 1ull << 62;
    if (form == FAR_STRIDE)
        a += 256ull << 32;
    if ((form == LANES_DIFFER && lane == 5) || (form == LANE_0_DIFFERS && lane == 0) ||
        (form == WARPS_DIFFER && warp == 2))
        a += 2;
    if ((form == LANES_ADD && lane == 5) || (form == WARPS_ADD && warp == 2))
        add = 0;
    if ((form == HALF_A_WARP && lane >= 16) || (form == WARP_MISSING && warp == 3))
        return;
    if (form == OTHER_FORM && warp == 1)
        tc_wgmma_m64n16k16_bf16_ss_kk(d, a, b, add);
    else if (registers)
        tc_wgmma_m64n8k16_bf16_rs_kk(d, x, b, add);
    else
        tc_wgmma_m64n8k16_bf16_ss_kk(d, a, b, add);
}

/* A in variables that did not exist at the fence. */
static __attribute__((noinline)) void multiply_fresh(float *d, unsigned first) {
    unsigned x[512] = {first, first, first, first}; /* deeper than the fence */
    tc_wgmma_m64n8k16_bf16_rs_kk(d, x, at(B_AT), 1);
    tc_wgmma_commit();
    tc_wgmma_wait_0();
}

static void check(const float *d, unsigned count, float want) {
    for (unsigned i = 0; i < count; i++)
        if (d[i] != want)
            tc_emu_check_failed("product", "an element is another one");
}

static void product(Form form, int registers) {
    float d[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    unsigned x[4] = {0x3F803F80, 0x3F803F80, 0x3F803F80, 0x3F803F80};
    fill_smem(form);
    if (form != NO_FENCE)
        tc_wgmma_fence();
    if (form == WARP_RETURNS && T / 32 == 3)
        return;
    if (form == A_IN_CALLEE)
        multiply_fresh(d, x[0]);
    if (form == D_AFTER_FIRST_FENCE && T == 99)
        d[3] = 2;
    if (form == A_AFTER_FIRST_FENCE && T == 99)
        x[1] = 0;
    multiply(form, d, x, registers);
    if (form == OTHER_SHAPE)
        tc_wgmma_m64n16k16_bf16_ss_kk(d, at(0), at(B_AT), 1);
    if (form == NO_WAIT)
        return;
    if (form != NO_COMMIT)
        tc_wgmma_commit();
    if (form == TWO_GROUPS) { /* the second adds to what the first has not written yet */
        multiply(form, d, x, registers);
        tc_wgmma_commit();
        tc_wgmma_wait_1();
    }
    meddle(form, d, x);
    if (form == OPEN_GROUP)
        tc_wgmma_wait_1();
    if (form == OPEN_GROUP && T == 0)
        d[0] = 7;
    tc_wgmma_wait_0();
    tc_wgmma_hold(d, 4);
    check(d, form == NO_COMMIT || form == WARP_MISSING ? 0 : 4, form == TWO_GROUPS ? 33 : 17);
    if (form == NO_BARRIER_BEHIND &&
        T < 32) { /* before the next product, without a fence or a barrier */
        const unsigned twos = 0x40004000;
        tc_store_shared_b32(SMEM + B_AT + 4 * T, &twos);
    }
    if (form == SHAPE_WITHOUT_FENCE)
        tc_wgmma_m64n16k16_bf16_ss_kk(d, at(0), at(B_AT), 1);
    if (form == WARP_LEFT && T / 32 == 0)
        return;
    if (form == D_AFTER_FENCE)
        tc_wgmma_fence();
    if (form == D_AFTER_FENCE && T == 3)
        d[2] = 5;
    if (form == A_AFTER_FENCE && T == 3)
        x[0] = 0;
    if (form == NEXT_IN_FLIGHT) {
        multiply(form, d, x, registers);
        tc_wgmma_commit();
        if (T == 64)
            d[0] = 0;
        tc_wgmma_wait_0();
        return;
    }
    multiply(form, d, x, registers);
    if (form != NO_COMMIT)
        tc_wgmma_commit();
    tc_wgmma_wait_0();
    check(d, form == RIGHT ? 4 : 0, 33);
}

#define FORM(name, form, registers)                                                                \
    TC_KERNEL(name, args) {                                                                        \
        product(form, registers);                                                                  \
    }
FORM(right_ss, RIGHT, 0)
FORM(right_rs, RIGHT, 1)
FORM(two_groups_ss, TWO_GROUPS, 0)
FORM(two_groups_rs, TWO_GROUPS, 1)
FORM(no_fence, NO_FENCE, 0)
FORM(d_after_fence, D_AFTER_FENCE, 0)
FORM(a_after_fence, A_AFTER_FENCE, 1)
FORM(d_before_wait, D_BEFORE_WAIT, 0)
FORM(a_before_wait, A_BEFORE_WAIT, 1)
FORM(smem_before_wait, SMEM_BEFORE_WAIT, 0)
FORM(b_before_wait, B_BEFORE_WAIT, 1)
FORM(copy_before_wait, COPY_BEFORE_WAIT, 0)
FORM(open_group, OPEN_GROUP, 0)
FORM(other_shape, OTHER_SHAPE, 0)
FORM(no_proxy_fence, NO_PROXY_FENCE, 0)
FORM(no_barrier, NO_BARRIER, 1)
FORM(nobody_wrote, NOBODY_WROTE, 0)
FORM(base_offset, BASE_OFFSET, 0)
FORM(odd_bits, ODD_BITS, 0)
FORM(a_outside, A_OUTSIDE, 0)
FORM(b_outside, B_OUTSIDE, 0)
FORM(far_stride, FAR_STRIDE, 0)
FORM(lanes_differ, LANES_DIFFER, 0)
FORM(lane_0_differs, LANE_0_DIFFERS, 0)
FORM(lanes_add, LANES_ADD, 0)
FORM(warps_differ, WARPS_DIFFER, 0)
FORM(warps_add, WARPS_ADD, 1)
FORM(half_a_warp, HALF_A_WARP, 0)
FORM(warp_missing, WARP_MISSING, 0)
FORM(warp_left, WARP_LEFT, 0)
FORM(other_form, OTHER_FORM, 0)
FORM(two_warps, TWO_WARPS, 0)
FORM(short_warp, TWO_WARPS, 0)
FORM(short_warp_product, NO_FENCE, 0)
FORM(no_wait, NO_WAIT, 0)
FORM(no_commit, NO_COMMIT, 0)
FORM(no_barrier_behind, NO_BARRIER_BEHIND, 0)
FORM(next_in_flight, NEXT_IN_FLIGHT, 0)
FORM(d_after_first_fence, D_AFTER_FIRST_FENCE, 0)
FORM(a_after_first_fence, A_AFTER_FIRST_FENCE, 1)
FORM(shape_without_fence, SHAPE_WITHOUT_FENCE, 0)
FORM(no_stride, NO_STRIDE, 0)
FORM(no_lead, NO_LEAD, 0)
FORM(close_rows, CLOSE_ROWS, 0)
FORM(warp_returns, WARP_RETURNS, 0)
FORM(a_in_callee, A_IN_CALLEE, 1)

static const Fault faults[] = {
    F(no_fence, 1, 128, ARGUMENT, "no tc_wgmma_fence was before the warp's first product\n"),
    F(d_after_fence,
      1,
      128,
      ARGUMENT,
      "registers of d were written since the latest tc_wgmma_fence, by lane "
      "3\n|(warp 0 lane "),
    F(a_after_fence,
      1,
      128,
      ARGUMENT,
      "registers of A were written since the latest tc_wgmma_fence, by lane "
      "3\n|(warp 0 lane "),
    F(d_before_wait,
      1,
      128,
      IN_FLIGHT,
      "lane 6 changed registers of d while tc_wgmma_m64n8k16_bf16_ss_kk still"
      " writes them: no tc_wgmma_wait_ was before\n|(warp 2 lane "),
    F(a_before_wait,
      1,
      128,
      IN_FLIGHT,
      "lane 6 changed registers of A while tc_wgmma_m64n8k16_bf16_rs_kk still"
      " read them\n|(warp 2 lane |step 11: tc_wgmma_m64n8k16_bf16_rs_kk\n"),
    F(smem_before_wait,
      1,
      128,
      RACE,
      "writes the bytes that a product of a warpgroup read, and nothing "
      "orders that after a tc_wgmma_wait_ of the warpgroup\n|thread 40 |step "
      "13: tc_store_shared_b32\n|4 bytes at 'dynamic shared memory' + 1024 "
      "(0x400), shared memory of cta 0\n"),
    F(b_before_wait,
      1,
      128,
      IN_FLIGHT,
      "tc_wgmma_m64n8k16_bf16_rs_kk of thread |of CTA 0, its step 11, still "
      "reads the bytes; nobody waited for it\n|thread 127 |4 bytes at "
      "'dynamic shared memory' + 2048 (0x800), shared memory of cta 0\n"),
    F(copy_before_wait,
      1,
      128,
      IN_FLIGHT,
      "tc_wgmma_m64n8k16_bf16_ss_kk of thread |of CTA 0, its step 11, still "
      "reads the bytes; nobody waited for it\n|thread 0 (warp 0 lane 0), step"
      " 16: tc_bulk_gmem_to_smem\n|256 bytes at 'dynamic shared memory' + "
      "2048 (0x800), shared memory of cta 0\n"),
    F(open_group,
      1,
      128,
      IN_FLIGHT,
      "lane 0 changed registers of d while tc_wgmma_m64n8k16_bf16_ss_kk still"
      " writes them: no tc_wgmma_wait_ was before\n|(warp 0 lane "),
    F(other_shape,
      1,
      128,
      IN_FLIGHT,
      "a product of another shape still writes registers of d: no "
      "tc_wgmma_wait_ was before\n"),
    F(no_proxy_fence,
      1,
      128,
      PROXY,
      "thread 0 of CTA 0 wrote bytes of the source and did not call "
      "tc_fence_async_smem before the barrier\n|16 bytes at 'dynamic shared "
      "memory' + 0 (0x0), shared memory of cta 0\n"),
    F(no_barrier,
      1,
      128,
      RACE,
      "reads the bytes that thread 0 of CTA 0 wrote, and no barrier orders "
      "the two\n|16 bytes at 'dynamic shared memory' + 2048 (0x800), shared "
      "memory of cta 0\n"),
    F(nobody_wrote,
      1,
      128,
      UNINITIALISED,
      "no thread has written the bytes yet|16 bytes at 'dynamic shared "
      "memory' + 2048 (0x800), shared memory of cta 0\n"),
    F(base_offset,
      1,
      128,
      ARGUMENT,
      "the descriptor of A has the base offset 1: 0 is the one of tiles as "
      "tensor copies bring them\n"),
    F(odd_bits,
      1,
      128,
      ARGUMENT,
      "the descriptor of B, 0x00200010000800c0, has bits that a descriptor "
      "does not have\n"),
    F(a_outside,
      1,
      128,
      OUTSIDE,
      "16 bytes at 'dynamic shared memory' + 4096 (0x1000), shared memory of "
      "cta 0\n"),
    F(b_outside,
      1,
      128,
      OUTSIDE,
      "16 bytes at 'dynamic shared memory' + 64512 (0xfc00), shared memory of"
      " cta 0\n"),
    F(far_stride,
      1,
      128,
      OUTSIDE,
      "16 bytes at 'dynamic shared memory' + 4352 (0x1100), shared memory of "
      "cta 0\n"),
    F(lanes_differ, 1, 128, DIVERGENT, "lane 5 has other descriptors than this one\n"),
    F(lane_0_differs, 1, 128, DIVERGENT, "lane 0 has other descriptors than this one\n"),
    F(lanes_add, 1, 128, DIVERGENT, "lane 5 has another accumulate than this one\n"),
    F(warps_differ,
      1,
      128,
      DIVERGENT,
      "the warps of the warpgroup have different descriptors in product "
      "0\n|(warp 2 lane "),
    F(warps_add,
      1,
      128,
      DIVERGENT,
      "the warps of the warpgroup have different values of accumulate in "
      "product 0\n|(warp 2 lane "),
    F(half_a_warp, 1, 128, DIVERGENT, "other lanes of the warp called tc_wgmma_commit here\n"),
    F(warp_missing,
      1,
      128,
      DIVERGENT,
      "the warp exits, another warp of its warpgroup called "
      "tc_wgmma_m64n8k16_bf16_ss_kk\n|thread 96 (warp 3 lane 0)|return from "
      "the kernel\n|(warp 0 lane |step 11: tc_wgmma_m64n8k16_bf16_ss_kk\n"),
    F(warp_left, 1, 128, DIVERGENT, "warp 0 of the warpgroup has exited\n|(warp 1 lane "),
    F(other_form,
      1,
      128,
      DIVERGENT,
      "another warp of the warpgroup called tc_wgmma_m64n8k16_bf16_ss_kk as "
      "its product 0\n|(warp 1 lane |(warp 0 lane "),
    F(two_warps, 1, 64, DIVERGENT, "a warpgroup has four warps, and the CTA has 64 threads\n"),
    F(short_warp, 1, 16, DIVERGENT, "the warp has 16 lanes, 32 are needed"),
    F(short_warp_product, 1, 16, DIVERGENT, "the warp has 16 lanes, 32 are needed"),
    F(no_wait,
      1,
      128,
      EXITED,
      "tc_wgmma_m64n8k16_bf16_ss_kk may still run, and nobody waited for it "
      "(tc_wgmma_commit, tc_wgmma_wait_0)\n|step 12: return from the "
      "kernel\n|step 11: tc_wgmma_m64n8k16_bf16_ss_kk\n"),
    F(no_commit,
      1,
      128,
      EXITED,
      "tc_wgmma_m64n8k16_bf16_ss_kk may still run, and nobody waited for it "
      "(tc_wgmma_commit, tc_wgmma_wait_0)\n|return from the kernel\n|step 11:"
      " tc_wgmma_m64n8k16_bf16_ss_kk\n"),
    F(no_barrier_behind,
      1,
      128,
      RACE,
      "reads the bytes that thread 0 of CTA 0 wrote, and no barrier orders "
      "the two\n|16 bytes at 'dynamic shared memory' + 2048 (0x800), shared "
      "memory of cta 0\n"),
    F(next_in_flight,
      1,
      128,
      IN_FLIGHT,
      "lane 0 changed registers of d while tc_wgmma_m64n8k16_bf16_ss_kk still"
      " writes them: no tc_wgmma_wait_ was before\n|(warp 2 lane "),
    F(d_after_first_fence,
      1,
      128,
      ARGUMENT,
      "registers of d were written since the latest tc_wgmma_fence, by lane "
      "3\n|(warp 3 lane "),
    F(a_after_first_fence,
      1,
      128,
      ARGUMENT,
      "registers of A were written since the latest tc_wgmma_fence, by lane "
      "3\n|(warp 3 lane "),
    F(shape_without_fence,
      1,
      128,
      ARGUMENT,
      "registers of d were written since the latest tc_wgmma_fence, by a "
      "product of another shape\n|: tc_wgmma_m64n16k16_bf16_ss_kk\n"),
    F(no_stride,
      1,
      128,
      ARGUMENT,
      "the descriptor of A, 0x0000000000080040, puts two elements at one "
      "place: its leading offset is 128 bytes, its stride offset 0 (K-major, "
      "swizzle bits 0)\n|16 bytes at 'dynamic shared memory' + 0 (0x0), "
      "shared memory of cta 0\n"),
    F(no_lead,
      1,
      128,
      ARGUMENT,
      "the descriptor of B, 0x00000010000000c0, puts two elements at one "
      "place: its leading offset is 0 bytes, its stride offset 256 (K-major, "
      "swizzle bits 0)\n|16 bytes at 'dynamic shared memory' + 2048 (0x800), "
      "shared memory of cta 0\n"),
    F(warp_returns,
      1,
      128,
      DIVERGENT,
      "the warp exits, another warp of its warpgroup called "
      "tc_wgmma_m64n8k16_bf16_ss_kk\n|thread 96 (warp 3 lane 0)|return from "
      "the kernel\n|step 11: tc_wgmma_m64n8k16_bf16_ss_kk\n"),
    F(a_in_callee,
      1,
      128,
      ARGUMENT,
      "registers of A were written since the latest tc_wgmma_fence, by lane "
      "0\n"),
    F(close_rows,
      1,
      128,
      ARGUMENT,
      "the descriptor of A, 0x4000002000080040, puts two elements at one "
      "place: its leading offset is 128 bytes, its stride offset 512 "
      "(K-major, swizzle bits 1)\n|16 bytes at 'dynamic shared memory' + 576 "
      "(0x240), shared memory of cta 0\n"),
};

int main(void) {
    args a = {NULL};
    tc_emu_config c = quiet(128, SMEM_BYTES);
    source = tc_emu_gmem_alloc(256, "source");
    memset(source, 0, 256);
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        const Fault *f = &faults[i];
        c.block = f->block;
        fails(f->name, c, f->kernel, &a, f->kind, f->text);
        any_order(f, c, &a);
    }
    printf("%u planted faults\n", (unsigned)(sizeof faults / sizeof *faults));
    c.block = 128;
    passes("right_ss", c, right_ss, &a);
    passes("right_rs", c, right_rs, &a);
    passes("two_groups_ss", c, two_groups_ss, &a);
    passes("two_groups_rs", c, two_groups_rs, &a);
    c.block = 256;
    passes("two warpgroups", c, right_ss, &a);
    return unit_finish();
}
