/* gemm_pingpong_kernel.h: D = A B^T by warpgroups that take turns. Each has a tile of 64x256 of its own, and while one
 * converts and stores its sums, the other one multiplies. The larger tiles of gemm_sm90_kernel.h leave more SMs without
 * work where there are few of them. But here a slot of k brings half as many products, so this form is slower where L2
 * is the limit. */
#ifndef GEMM_PINGPONG_KERNEL_H
#define GEMM_PINGPONG_KERNEL_H

GEMM_RING(GemmPingpongSlots, pingpong, 2);

/* A warp reads the slots of every second tile. tc_pingpong_A_wait would count as a fault, with TC_CHECK, that it comes
 * to a slot in the same phase twice, since rounds of the other warpgroup lie between. */
struct GemmPingpongRing : GemmPingpongSlots {
    TC_FN void wait(Smem *smem, State state) {
        tc_mbarrier_wait(&smem->A_bars.slot[state.slot].full, state.phase);
        TC_CHECK_MET("tc_pingpong_A_wait", smem, state);
    }
};

/* Other than that of the form with both warpgroups on one tile: 64 rows of A in a slot. */
#define GEMM_PINGPONG_TYPE(Name, Base, T)                                                          \
    struct Name : Base {                                                                           \
        typedef GemmPingpongRing Ring;                                                             \
        enum { M = 64 };                                                                           \
        TC_FN void load_a(Element *dst, const tc_tensormap *a, int m, int k, tc_mbarrier *full) {  \
            tc_load_a64_##T(dst, a, m, k, full);                                                   \
        }                                                                                          \
        TC_FN void load_b(Element *dst, const tc_tensormap *b, int n, int k, tc_mbarrier *full) {  \
            tc_load_b_##T(dst, b, n, k, full, tc_pingpong_A_ctas());                               \
        }                                                                                          \
        static const char *maps(                                                                   \
            Gemm *g, const GemmMatrix *a, const GemmMatrix *b, const GemmMatrix *d) {              \
            const char *const broken = Base::maps(g, a, b, d);                                     \
            return broken                                                                          \
                       ? broken                                                                    \
                       : tc_load_a64_##T##_tensormap(&g->a, a->at, a->rows, a->columns, a->pitch); \
        }                                                                                          \
    }
GEMM_PINGPONG_TYPE(GemmPingpongBf16, GemmBf16, bf16);
GEMM_PINGPONG_TYPE(GemmPingpongF16, GemmF16, f16);
GEMM_PINGPONG_TYPE(GemmPingpongE4m3, GemmE4m3, e4m3);

/* Named barriers hand the tensor cores on. They also keep a warpgroup from waiting for a slot while the other one still
 * has uses of it to come: the mbarrier's parity would not tell these uses from its own. */
TC_FN void gemm_take_turn(unsigned group) {
    if (group == 0)
        tc_barrier_sync(3, 256);
    else
        tc_barrier_sync(4, 256);
}

TC_FN void gemm_give_turn(unsigned group) {
    if (group == 0)
        tc_barrier_arrive(4, 256);
    else
        tc_barrier_arrive(3, 256);
}

/* Over the slots that the other warpgroup reads. */
TC_FN void gemm_skip(GemmPingpongRing::State *state, unsigned slots) {
    const unsigned slot = state->slot + slots;
    state->slot = slot % TC_PINGPONG_A_STAGES;
    state->phase ^= slot / TC_PINGPONG_A_STAGES & 1;
}

/* A warpgroup: every second tile of the cluster. */
template <typename Type, bool EPILOGUE>
TC_FN void gemm_consume_in_turns(tc_pingpong_smem *smem, const Gemm *g, unsigned group) {
    typedef typename Type::Out Out;
    typedef GemmPingpongRing Ring;
    const unsigned first = tc_cta_index() / Ring::CTAS;
    Ring::State state = Ring::consumer();
    Out *const out = gemm_as<Out>(smem->D.slot[0]) + group * 64 * GEMM_N;
    float sums[TC_PUT_D_BF16_REGS];
    unsigned bias[TC_LOAD_BIAS_BF16_REGS / 2];
    unsigned m, n;
    gemm_skip(&state, group * g->turns_of_k);
    for (unsigned i = first + group * g->clusters; i < g->tiles; i += 2 * g->clusters) {
        gemm_place<Type>(g, i, &m, &n);
        if (EPILOGUE)
            gemm_bias<Type>(g, bias, n);
        if (i != first)
            gemm_take_turn(group);
        const Ring::State last = gemm_sum<Type>(smem, g, sums, &state, 0);
        if (i + g->clusters < g->tiles)
            gemm_give_turn(group);
        gemm_skip(&state, g->turns_of_k);
        tc_wgmma_wait_0();
        Ring::release(smem, last);
        tc_wgmma_hold(sums, TC_PUT_D_BF16_REGS);
        if (EPILOGUE)
            gemm_finish<Type, TC_PUT_D_BF16_REGS>(g, sums, bias);
        gemm_store<Type>(g, out, sums, group, m, n);
    }
    if (tc_thread_index() / 32 % 4 == 0)
        tc_bulk_wait_0();
}

template <typename Type, bool EPILOGUE>
__global__ void __launch_bounds__(GEMM_THREADS, 1) gemm_pingpong(const __grid_constant__ Gemm arg) {
    tc_pingpong_smem *const smem = (tc_pingpong_smem *)(void *)tc_smem();
    const unsigned group = tc_thread_index() / 128;
    tc_pingpong_init(smem);
    if (group == 0) {
        tc_registers_lower(40);
        if (tc_thread_index() == 0)
            gemm_load<Type>(smem, &arg);
    } else {
        tc_registers_raise(232);
        gemm_consume_in_turns<Type, EPILOGUE>(smem, &arg, group - 1);
    }
}

#endif
