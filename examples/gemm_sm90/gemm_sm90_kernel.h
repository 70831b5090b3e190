/* gemm_sm90_kernel.h: D = A B^T, A and B of bf16 with k contiguous, sums in f32, D of bf16. Clusters of two CTAs stay on the
 * GPU and take tile after tile of 256x256; a CTA makes 128 rows of it, each of its two warpgroups 64. A third
 * warpgroup only loads. */
#ifndef GEMM_SM90_KERNEL_H
#define GEMM_SM90_KERNEL_H

enum { GEMM_M = 128, GEMM_N = 256, GEMM_K = 64, GEMM_PAIR = 2 * GEMM_M, GEMM_THREADS = 384 };

typedef struct {
    tc_tensormap a, b, d;
    const unsigned *order; /* of the tiles of a cluster: row | column << 16, in tiles of 256 */
    unsigned tiles, clusters,
        turns_of_k; /* cluster c has tiles c, c + clusters ..; K / 64, rounded up */
} Gemm;

/* Where the CTA's part of tile `i` begins. */
TC_FN void gemm_place(const Gemm *g, unsigned i, unsigned *m, unsigned *n) {
    const unsigned at = g->order[i];
    *m = (at & 0xffff) * GEMM_PAIR + tc_cta_rank_in_cluster() * GEMM_M;
    *n = (at >> 16) * GEMM_N;
}

/* One thread: A's rows for this CTA; of B's rows, which are the same for both, one half for both. */
TC_FN void gemm_load(tc_ring_smem *smem, const Gemm *g) {
    tc_ring_state state = tc_ring_A_producer_start();
    const unsigned half = tc_cta_rank_in_cluster() * (GEMM_N / 2);
    unsigned m, n;
    for (unsigned i = tc_cta_index() / 2; i < g->tiles; i += g->clusters) {
        gemm_place(g, i, &m, &n);
        for (unsigned k = 0; k < g->turns_of_k; k++) {
            tc_mbarrier *const full = &smem->A_bars.slot[state.slot].full;
            tc_ring_A_acquire(smem, state); /* both CTAs have read the slot */
            tc_load_a(smem->A.slot[state.slot], &g->a, (int)m, (int)(k * GEMM_K), full);
            tc_load_b(
                smem->B.slot[state.slot] + half * GEMM_K,
                &g->b,
                (int)(n + half),
                (int)(k * GEMM_K),
                full,
                tc_ring_A_ctas());
            tc_ring_A_advance(&state);
        }
    }
    tc_ring_A_tail(smem, state); /* the other CTA tells us until it has read all that we sent */
}

/* 64 of k, 16 an instruction. */
TC_FN void gemm_multiply(float *sums, unsigned long long a, unsigned long long b, int add) {
    tc_wgmma_fence();
    tc_wgmma_m64n256k16_bf16_ss_kk(sums, a, b, add);
    for (unsigned k = 1; k < GEMM_K / 16; k++)
        tc_wgmma_m64n256k16_bf16_ss_kk(
            sums, a + k * TC_OPERAND_A_STEP_K, b + k * TC_OPERAND_B_STEP_K, 1);
    tc_wgmma_commit();
}

/* The id of a barrier is a constant: one in a register costs ptxas its view of the registers. */
TC_FN void gemm_sync(unsigned group) {
    if (group == 0)
        tc_barrier_sync(1, 128);
    else
        tc_barrier_sync(2, 128);
}

/* A warpgroup: 64 rows of each tile. */
TC_FN void gemm_consume(tc_ring_smem *smem, const Gemm *g, unsigned group) {
    tc_ring_state state = tc_ring_A_consumer_start(), before = state;
    tc_bf16 *const out = smem->D.slot[0] + group * 64 * GEMM_N;
    const unsigned rows = group * 64, warp = tc_thread_index() / 32 % 4;
    float sums[TC_PUT_D_REGS];
    unsigned m, n;
    for (unsigned i = tc_cta_index() / 2; i < g->tiles; i += g->clusters) {
        gemm_place(g, i, &m, &n);
        for (unsigned k = 0; k < g->turns_of_k; k++) {
            tc_ring_A_wait(smem, state);
            gemm_multiply(
                sums,
                tc_operand_a(smem->A.slot[state.slot], rows),
                tc_operand_b(smem->B.slot[state.slot]),
                k > 0);
            if (k > 0) { /* the products of the turn before are done */
                tc_wgmma_wait_1();
                tc_ring_A_release(smem, before);
            }
            before = state;
            tc_ring_A_advance(&state);
        }
        tc_wgmma_wait_0();
        tc_ring_A_release(smem, before);
        tc_wgmma_hold(sums, TC_PUT_D_REGS);
        /* The store of the tile before ran until now, beside the products. */
        if (warp == 0)
            tc_bulk_wait_read_0();
        gemm_sync(group);
        tc_put_d(out, sums);
        tc_fence_async_smem();
        gemm_sync(group);
        if (warp == 0)
            tc_store_d(&g->d, out, m + rows, n);
    }
    if (warp == 0)
        tc_bulk_wait_0();
}

extern "C" __global__ void __launch_bounds__(GEMM_THREADS, 1)
    gemm_sm90(const __grid_constant__ Gemm arg) {
    tc_ring_smem *const smem = (tc_ring_smem *)(void *)tc_smem();
    const unsigned group = tc_thread_index() / 128;
    tc_ring_init(smem);
    if (group == 0) {
        tc_registers_lower(40);
        if (tc_thread_index() == 0)
            gemm_load(smem, &arg);
    } else {
        tc_registers_raise(232);
        gemm_consume(smem, &arg, group - 1);
    }
}

#endif
