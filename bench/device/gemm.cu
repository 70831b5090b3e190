/* gemm.cu: examples/gemm_sm80 beside the same kernel with movement by hand, and cuBLAS.
 *
 * usage: gemm [ROUNDS]     a line a size: TFLOP/s of each and the ratios; exit code 1 on a wrong result */
#include "timing.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/gemm_sm80/gemm_ring_gen.h"
#include "../../examples/gemm_sm80/gemm_sm80_gen.h"
#include "gemm_data.h"
#include "gemm_hand.h"
#include "tilecopy/mma.h"

#include "../../examples/gemm_sm80/gemm_variants.h"

#include "gemm_hand_names.h"
#define GEMM_KERNEL hand_f16_ring4
#define HAND_EDGES(name) tc_f16_ring4_##name
#define HAND_SMEM tc_gemm_ring4_smem
#include "../../examples/gemm_sm80/gemm_kernel.h"

#include "gemm_hand_names.h"
#undef GEMM_TYPE
#undef GEMM_MMA
#undef HAND_EDGES
#define GEMM_KERNEL hand_bf16_ring4
#define GEMM_TYPE tc_bf16
#define GEMM_MMA tc_mma_m16n8k16_bf16
#define HAND_EDGES(name) tc_bf16_ring4_##name
#include "../../examples/gemm_sm80/gemm_kernel.h"

#include "gemm_hand_names.h"
#undef GEMM_STAGES
#undef GEMM_N
#undef HAND_EDGES
#undef HAND_SMEM
#define GEMM_KERNEL hand_bf16
#define GEMM_STAGES 3
#define GEMM_N 256
#define HAND_EDGES(name) tc_bf16_ring3_##name
#define HAND_SMEM tc_gemm_ring3_smem
#include "../../examples/gemm_sm80/gemm_kernel.h"

#include "gemm_hand_names.h"
#undef GEMM_TYPE
#undef GEMM_MMA
#undef HAND_EDGES
#define GEMM_KERNEL hand_f16
#define GEMM_TYPE tc_f16
#define GEMM_MMA tc_mma_m16n8k16_f16
#define HAND_EDGES(name) tc_f16_ring3_##name
#include "../../examples/gemm_sm80/gemm_kernel.h"

#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

static cublasHandle_t blas;
static const char *const names[] = {"generated", "by hand", "cuBLAS"};

typedef void Kernel(const Gemm);
struct Form {
    const char *name;
    Kernel *generated, *by_hand;
    bool is_bf16, ring4; /* ring4: 128x128 of C in a CTA, else 128x256 */
};
static const Form forms[] = {
    {"f16", gemm_sm80, hand_f16, false, false},
    {"bf16", gemm_bf16, hand_bf16, true, false},
    {"f16, 4 stages", gemm_f16_ring4, hand_f16_ring4, false, true},
    {"bf16, 4 stages", gemm_bf16_ring4, hand_bf16_ring4, true, true}};

/* Column by column C is N x M: B transposed times A. */
static void launch_cublas(const Gemm &g, cudaDataType type) {
    const float one = 1, zero = 0;
    const int m = (int)g.m, n = (int)g.n, k = (int)g.k, lda = (int)g.lda, ldb = (int)g.ldb;
    const cublasOperation_t as_it_is = CUBLAS_OP_N, turned = CUBLAS_OP_T;
    MUST(cublasGemmEx(
        blas,
        turned,
        as_it_is,
        n,
        m,
        k,
        &one,
        g.b,
        type,
        ldb,
        g.a,
        type,
        lda,
        &zero,
        g.c,
        type,
        (int)g.ldc,
        CUBLAS_COMPUTE_32F,
        CUBLAS_GEMM_DEFAULT));
}

static void launch(const Form &form, int who, const Gemm &g) {
    const unsigned width = form.ring4 ? 128 : 256;
    const unsigned ctas = (g.m + GEMM_M - 1) / GEMM_M * ((g.n + width - 1) / width);
    const unsigned threads = form.ring4 ? TC_GEMM_RING4_THREADS : TC_GEMM_RING3_THREADS;
    const unsigned bytes = form.ring4 ? TC_GEMM_RING4_SMEM_BYTES : TC_GEMM_RING3_SMEM_BYTES;
    if (who == 2)
        launch_cublas(g, form.is_bf16 ? CUDA_R_16BF : CUDA_R_16F);
    else
        (who == 0 ? form.generated : form.by_hand)<<<ctas, threads, bytes>>>(g);
}

template <typename T>
static bool measure(const Form &form, unsigned m, unsigned n, unsigned k, int rounds) {
    const size_t sizes[] = {(size_t)m * k, (size_t)n * k, (size_t)m * n};
    const float part = form.is_bf16 ? 1.0f / 64 : 1.0f / 256;
    T *there[2];
    void *c[3];
    unsigned *wrong, count[2];
    MUST(cudaMalloc(&wrong, 8));
    MUST(cudaMemset(wrong, 0, 8));
    for (int i = 0; i < 2; i++) {
        MUST(cudaMalloc(&there[i], sizes[i] * 2));
        fill<<<1024, 256>>>(there[i], sizes[i], i * 77u);
    }
    for (int i = 0; i < 3; i++) {
        MUST(cudaMalloc(&c[i], sizes[2] * 2));
        MUST(cudaMemset(c[i], 0xFF, sizes[2] * 2)); /* NaN: what is not written differs */
    }
    const auto times = in_turn(
        3,
        rounds,
        [&](int who) {
            launch(form, who, {there[0], there[1], c[who], m, n, k, k, k, n});
        },
        5);
    for (int i = 0; i < 2; i++)
        differ<<<1024, 256>>>((const T *)c[i], (const T *)c[2], sizes[2], part, wrong + i);
    MUST(cudaMemcpy(count, wrong, 8, cudaMemcpyDeviceToHost));
    printf("gemm %ux%ux%u %s, TFLOP/s:", m, n, k, form.name);
    for (int who = 0; who < 3; who++)
        printf(" %s %.0f", names[who], 2e-9 * m * n * k / median(times[who]));
    printf(
        "; against by hand %.3f, against cuBLAS %.3f; %u and %u elements differ\n",
        timing_ratio(times[1], times[0]).median,
        timing_ratio(times[2], times[0]).median,
        count[0],
        count[1]);
    for (int i = 0; i < 3; i++)
        MUST(cudaFree(c[i]));
    for (int i = 0; i < 2; i++)
        MUST(cudaFree(there[i]));
    MUST(cudaFree(wrong));
    return count[0] == 0 && count[1] == 0;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    bool good = true;
    MUST(cublasCreate(&blas));
    for (const Form &form : forms) {
        Kernel *const both[] = {form.generated, form.by_hand};
        for (Kernel *kernel : both)
            MUST((form.ring4 ? tc_gemm_ring4_launch_attr : tc_gemm_ring3_launch_attr)(
                (const void *)kernel));
        for (unsigned size = 4096; size <= 8192; size *= 2) {
            const int count = size == 4096 ? rounds : rounds / 2 + 1;
            good &= form.is_bf16 ? measure<__nv_bfloat16>(form, size, size, size, count)
                                 : measure<__half>(form, size, size, size, count);
        }
    }
    return good ? 0 : 1;
}
