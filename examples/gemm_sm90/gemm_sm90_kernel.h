/* gemm_sm90_kernel.h: D = A B^T, k contiguous in A and B, sums in f32; bf16, f16, and e4m3 with D of bf16. Clusters of two
 * CTAs stay on the GPU and take tile after tile of 256x256; a CTA makes 128 rows of it, each of its two warpgroups
 * 64. A third warpgroup only loads. */
#ifndef GEMM_SM90_KERNEL_H
#define GEMM_SM90_KERNEL_H

#include "gemm_types.h"

#include "gemm_epilogue.h"

/* A slot's bytes as its elements. */
template <typename Element> TC_FN Element *gemm_as(void *bytes) {
    return (Element *)bytes;
}

/* Where the CTA's part of tile `i` begins. */
template <typename Type>
TC_FN void gemm_place(const Gemm *g, unsigned i, unsigned *m, unsigned *n) {
    const unsigned at = g->order[i];
    *m = ((at & 0xffff) * Type::Ring::CTAS + tc_cta_rank_in_cluster()) * Type::M;
    *n = (at >> 16) * Type::N;
}

/* One thread: A's rows for this CTA; of B's rows, which are the same for both, one half for both. */
template <typename Type> TC_FN void gemm_load(typename Type::Ring::Smem *smem, const Gemm *g) {
    typedef typename Type::Ring Ring;
    typedef typename Type::Element Element;
    typename Ring::State state = Ring::producer();
    const unsigned half = tc_cta_rank_in_cluster() * (Type::N / 2);
    unsigned m, n;
    for (unsigned i = tc_cta_index() / Ring::CTAS; i < g->tiles; i += g->clusters) {
        gemm_place<Type>(g, i, &m, &n);
        for (unsigned k = 0; k < g->turns_of_k; k++) {
            Element *const a = gemm_as<Element>(smem->A.slot[state.slot]);
            Element *const b = gemm_as<Element>(smem->B.slot[state.slot]);
            const int column = (int)(k * Type::COLUMNS);
            tc_mbarrier *const full = Ring::acquire(smem, state); /* both CTAs have read the slot */
            Type::load_a(a, &g->a, (int)m, column, full);
            Type::load_b(b + half * Type::COLUMNS, &g->b, (int)(n + half), column, full);
            Type::load_scales(smem, state.slot, g, (int)m, (int)k, full);
            Ring::advance(&state);
        }
    }
    Ring::tail(smem, state); /* the other CTA tells us until it has read all that we sent */
}

/* A slot of k, in four instructions of 32 bytes each. */
template <typename Type>
TC_FN void gemm_multiply(float *sums, unsigned long long a, unsigned long long b, int add) {
    tc_wgmma_fence();
    Type::multiply(sums, a, b, add);
    TC_UNROLL
    for (unsigned k = 1; k < GEMM_STEPS; k++)
        Type::multiply(sums, a + k * TC_OPERAND_A_BF16_STEP_K, b + k * TC_OPERAND_B_BF16_STEP_K, 1);
    tc_wgmma_commit();
}

/* The id of a barrier is a constant: one in a register costs ptxas its view of the registers. */
TC_FN void gemm_sync(unsigned group) {
    if (group == 0)
        tc_barrier_sync(1, 128);
    else
        tc_barrier_sync(2, 128);
}

/* The sums to D. The store of the tile before ran until now, beside the products. */
template <typename Type>
TC_FN void gemm_store(
    const Gemm *g,
    typename Type::Out *out,
    const float *sums,
    unsigned group,
    unsigned m,
    unsigned n) {
    const unsigned warp = tc_thread_index() / 32 % 4;
    if (warp == 0)
        tc_bulk_wait_read_0();
    gemm_sync(group);
    Type::put_d(out, sums);
    tc_fence_async_smem();
    gemm_sync(group);
    if (warp == 0)
        Type::store_d(&g->d, out, m, n);
}

/* The sums of a tile, of 64 rows from `row` on of A's slots. All products are started; the last slot is still read. */
template <typename Type>
TC_FN typename Type::Ring::State gemm_sum(
    typename Type::Ring::Smem *smem,
    const Gemm *g,
    float *sums,
    typename Type::Ring::State *state,
    unsigned row) {
    typedef typename Type::Ring Ring;
    typedef typename Type::Element Element;
    typename Ring::State before = *state;
    for (unsigned k = 0; k < g->turns_of_k; k++) {
        Ring::wait(smem, *state);
        gemm_multiply<Type>(
            sums,
            Type::operand_a(gemm_as<Element>(smem->A.slot[state->slot]), row),
            Type::operand_b(gemm_as<Element>(smem->B.slot[state->slot])),
            k > 0);
        if (k > 0) { /* the products of the turn before are done */
            tc_wgmma_wait_1();
            Ring::release(smem, before);
        }
        before = *state;
        Ring::advance(state);
    }
    return before;
}

/* A warpgroup: 64 rows of each tile. */
template <typename Type, bool EPILOGUE>
TC_FN void gemm_consume(typename Type::Ring::Smem *smem, const Gemm *g, unsigned group) {
    typedef typename Type::Ring Ring;
    typedef typename Type::Out Out;
    typename Ring::State state = Ring::consumer();
    Out *const out = gemm_as<Out>(smem->D.slot[0]) + group * 64 * GEMM_N;
    float sums[TC_PUT_D_BF16_REGS];
    unsigned bias[TC_LOAD_BIAS_BF16_REGS / 2];
    unsigned m, n;
    for (unsigned i = tc_cta_index() / Ring::CTAS; i < g->tiles; i += g->clusters) {
        gemm_place<Type>(g, i, &m, &n);
        if (EPILOGUE)
            gemm_bias<Type>(g, bias, n);
        const typename Ring::State last = gemm_sum<Type>(smem, g, sums, &state, group * 64);
        tc_wgmma_wait_0();
        Ring::release(smem, last);
        tc_wgmma_hold(sums, TC_PUT_D_BF16_REGS);
        if (EPILOGUE)
            gemm_finish<Type, TC_PUT_D_BF16_REGS>(g, sums, bias);
        gemm_store<Type>(g, out, sums, group, m + group * 64, n);
    }
    if (tc_thread_index() / 32 % 4 == 0)
        tc_bulk_wait_0();
}

/* EPILOGUE: with bias and activation; without, they cost nothing. */
template <typename Type, bool EPILOGUE = false>
__global__ void __launch_bounds__(GEMM_THREADS, 1) gemm_sm90(const __grid_constant__ Gemm arg) {
    typename Type::Ring::Smem *const smem = (typename Type::Ring::Smem *)(void *)tc_smem();
    const unsigned group = tc_thread_index() / 128;
    Type::Ring::init(smem);
    if (group == 0) {
        tc_registers_lower(40);
        if (tc_thread_index() == 0)
            gemm_load<Type>(smem, &arg);
    } else {
        tc_registers_raise(232);
        gemm_consume<Type, EPILOGUE>(smem, &arg, group - 1);
    }
}

#endif
