/* gemm_epilogue.h: what becomes of the sums before they are D: a bias for each column and an activation, in f32. */
#ifndef GEMM_EPILOGUE_H
#define GEMM_EPILOGUE_H
#include "tilecopy/exp2.h"

/* The bias of the columns that a thread's sums have: zero behind D's edge, and where there is no bias. Called before
 * the products, whose time hides that of the loads. In pairs: kept as 16 bits each would take a register. */
template <typename Type> TC_FN void gemm_bias(const Gemm *g, unsigned *bias, unsigned n) {
    const typename Type::Out *const from = (const typename Type::Out *)g->bias;
    Type::load_bias(
        (typename Type::Out *)(void *)bias, from ? from + n : from, from ? g->columns - n : 0);
}

/* x / (1 + 2^-y). */
TC_FN float gemm_gated(float x, float y) {
    return __fdividef(x, 1.0f + tc_exp2_f32(-y));
}

/* gelu by tanh: x (1 + tanh(u)) / 2 = x / (1 + e^-2u) with u = sqrt(2 / pi) (x + 0.044715 x^3), so that
 * 2u log2(e) = 2.3022082 x (1 + 0.044715 x^2). */
template <GemmActivation KIND> TC_FN float gemm_activated(float x) {
    if (KIND == GEMM_RELU)
        return x < 0 ? 0 : x;
    if (KIND == GEMM_GELU)
        return gemm_gated(x, 2.3022082f * x * (1.0f + 0.044715f * x * x));
    if (KIND == GEMM_SILU)
        return gemm_gated(x, 1.44269504f * x);
    return x;
}

/* The 16 sums of a thread in 32 columns. */
template <GemmActivation KIND> TC_FN void gemm_activate(float *sums, const float *bias) {
    TC_UNROLL
    for (unsigned k = 0; k < 16; k++)
        sums[k] = gemm_activated<KIND>(sums[k] + bias[k / 4 * 2 + k % 2]);
}

/* The activation is asked for every 32 columns: between branches the compiler has no more numbers at work than there are
 * registers for. */
template <typename Type, unsigned COUNT>
TC_FN void gemm_finish(const Gemm *g, float *sums, const unsigned *bias) {
    TC_UNROLL
    for (unsigned from = 0; from < COUNT; from += 16) {
        float wide[TC_WIDEN32_BF16_REGS];
        Type::widen(wide, (const typename Type::Out *)(const void *)(bias + from / 4));
        if (g->activation == GEMM_RELU)
            gemm_activate<GEMM_RELU>(sums + from, wide);
        else if (g->activation == GEMM_GELU)
            gemm_activate<GEMM_GELU>(sums + from, wide);
        else if (g->activation == GEMM_SILU)
            gemm_activate<GEMM_SILU>(sums + from, wide);
        else
            gemm_activate<GEMM_NONE>(sums + from, wide);
    }
}

#endif
