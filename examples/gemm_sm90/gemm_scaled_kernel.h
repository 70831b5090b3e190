/* gemm_scaled_kernel.h: D = A B^T of e4m3 with scales, D of bf16: a scale for 128 of k in a row of A, and for 128 of k in
 * 128 rows of B. The tensor cores add e4m3 products with fewer bits than f32 has, so what they made of 128 of k is
 * multiplied by both scales and added in f32. While one warpgroup does that, the other one multiplies. */
#ifndef GEMM_SCALED_KERNEL_H
#define GEMM_SCALED_KERNEL_H

/* sums += scale of the row * part; sum k is in row k / 2 % 2 of the thread's two. */
TC_FN void gemm_promote(float *sums, const float *part, const float scale[2]) {
    TC_UNROLL
    for (unsigned k = 0; k < TC_PUT_D_SCALED_REGS; k++)
        sums[k] += scale[k / 2 % 2] * part[k];
}

/* A warpgroup: 64 rows of each tile. The scale of B is the same for the whole tile; it is loaded a turn ahead. */
TC_FN void gemm_consume_scaled(tc_scaled_smem *smem, const Gemm *g, unsigned group) {
    typedef GemmScaledRing Ring;
    Ring::State state = Ring::consumer();
    tc_bf16 *const out = gemm_as<tc_bf16>(smem->D.slot[0]) + group * 64 * GemmScaled::N;
    float sums[TC_PUT_D_SCALED_REGS], part[TC_PUT_D_SCALED_REGS], scale[2], of_b[1];
    unsigned m, n;
    for (unsigned i = tc_cta_index() / Ring::CTAS; i < g->tiles; i += g->clusters) {
        gemm_place<GemmScaled>(g, i, &m, &n);
        const float *const b_scales = g->b_scales + (size_t)(n / 128) * g->turns_of_k;
        tc_load_b_scale(of_b, b_scales);
        TC_UNROLL
        for (unsigned k = 0; k < TC_PUT_D_SCALED_REGS; k++)
            sums[k] = 0;
        for (unsigned k = 0; k < g->turns_of_k; k++) {
            Ring::wait(smem, state);
            gemm_multiply<GemmScaled>(
                part,
                GemmScaled::operand_a(smem->A.slot[state.slot], group * 64),
                GemmScaled::operand_b(smem->B.slot[state.slot]),
                0);
            tc_read_a_scales(scale, smem->S.slot[state.slot] + group * 64);
            scale[0] *= of_b[0];
            scale[1] *= of_b[0];
            tc_load_b_scale(of_b, b_scales + (k + 1 < g->turns_of_k ? k + 1 : k));
            tc_wgmma_wait_0();
            Ring::release(smem, state);
            Ring::advance(&state);
            tc_wgmma_hold(part, TC_PUT_D_SCALED_REGS);
            gemm_promote(sums, part, scale);
        }
        gemm_store<GemmScaled>(g, out, sums, group, m + group * 64, n);
    }
    if (tc_thread_index() / 32 % 4 == 0)
        tc_bulk_wait_0();
}

static __global__ void __launch_bounds__(GEMM_THREADS, 1)
    gemm_scaled(const __grid_constant__ Gemm arg) {
    tc_scaled_smem *const smem = (tc_scaled_smem *)(void *)tc_smem();
    const unsigned group = tc_thread_index() / 128;
    tc_scaled_init(smem);
    if (group == 0) {
        tc_registers_lower(40);
        if (tc_thread_index() == 0)
            gemm_load<GemmScaled>(smem, &arg);
    } else {
        tc_registers_raise(232);
        gemm_consume_scaled(smem, &arg, group - 1);
    }
}

#endif
