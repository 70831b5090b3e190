/* gemm.cu: examples/gemm_sm80 beside the same kernel with movement by hand, and cuBLAS.
 *
 * usage: gemm [ROUNDS]     a line a size: TFLOP/s of each and the ratios; exit code 1 on a wrong result */
#include "timing.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/gemm_sm80/gemm_ring_gen.h"
#include "../../examples/gemm_sm80/gemm_sm80_gen.h"
#include "gemm_hand.h"
#include "tilecopy/mma.h"

#include "../../examples/gemm_sm80/gemm_kernel.h"
#include "gemm_hand_names.h"
#define GEMM_KERNEL gemm_hand
#define tc_load_a hand_load_a
#define tc_load_b hand_load_b
#define tc_fragments_a hand_fragments_a
#define tc_fragments_b hand_fragments_b
#define tc_put_c hand_put_c
#define tc_store_c hand_store_c
#include "../../examples/gemm_sm80/gemm_kernel.h"
#include <cublas_v2.h>
#include <cuda_fp16.h>

/* Numbers of -1 to 1 with all bits in use: what is easy to multiply lets the clock rise. */
__global__ void fill(__half *p, size_t n, unsigned seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        unsigned v = (unsigned)i * 2654435761u + seed;
        v = (v ^ v >> 15) * 2246822519u;
        p[i] = __float2half((float)((v ^ v >> 13) >> 8) / 8388608.0f - 1.0f);
    }
}

/* Sums in another order differ by little: more than 1/256 of the number and 1/64 is a fault. */
__global__ void differ(const __half *a, const __half *b, size_t n, unsigned *count) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        const float x = __half2float(a[i]), y = __half2float(b[i]);
        if (!(fabsf(x - y) <= fabsf(y) / 256 + 1.0f / 64))
            atomicAdd(count, 1);
    }
}

static cublasHandle_t blas;
static const char *const names[] = {"generated", "by hand", "cuBLAS"};

static void launch(int form, const Gemm &g, unsigned ctas) {
    const float one = 1, zero = 0;
    if (form == 0)
        gemm_sm80<<<ctas, TC_GEMM_THREADS, TC_GEMM_SMEM_BYTES>>>(g);
    else if (form == 1)
        gemm_hand<<<ctas, TC_GEMM_THREADS, TC_GEMM_SMEM_BYTES>>>(g);
    else /* column by column C is N x M: B transposed times A */
        MUST(cublasGemmEx(
            blas,
            CUBLAS_OP_T,
            CUBLAS_OP_N,
            (int)g.n,
            (int)g.m,
            (int)g.k,
            &one,
            g.b,
            CUDA_R_16F,
            (int)g.ldb,
            g.a,
            CUDA_R_16F,
            (int)g.lda,
            &zero,
            g.c,
            CUDA_R_16F,
            (int)g.ldc,
            CUBLAS_COMPUTE_32F,
            CUBLAS_GEMM_DEFAULT));
}

static bool measure(unsigned m, unsigned n, unsigned k, int rounds) {
    const size_t sizes[] = {(size_t)m * k, (size_t)n * k, (size_t)m * n};
    __half *there[3], *c[3];
    unsigned *wrong, count[2];
    std::vector<double> times[3];
    cudaEvent_t from, to;
    MUST(cudaEventCreate(&from));
    MUST(cudaEventCreate(&to));
    MUST(cudaMalloc(&wrong, 8));
    MUST(cudaMemset(wrong, 0, 8));
    for (int i = 0; i < 3; i++) {
        MUST(cudaMalloc(&there[i], sizes[i] * 2));
        MUST(cudaMalloc(&c[i], sizes[2] * 2));
        fill<<<1024, 256>>>(there[i], sizes[i], i * 77u);
    }
    Gemm g = {(const tc_f16 *)there[0], (const tc_f16 *)there[1], NULL, m, n, k, k, k, n};
    const unsigned ctas = (m + GEMM_M - 1) / GEMM_M * ((n + GEMM_N - 1) / GEMM_N);
    for (int round = -2; round < rounds; round++)
        for (int form = 0; form < 3; form++) {
            float milliseconds;
            g.c = (tc_f16 *)c[form];
            MUST(cudaEventRecord(from));
            for (int i = 0; i < 5; i++)
                launch(form, g, ctas);
            MUST(cudaEventRecord(to));
            MUST(cudaEventSynchronize(to));
            MUST(cudaEventElapsedTime(&milliseconds, from, to));
            if (round >= 0)
                times[form].push_back(milliseconds / 5);
        }
    differ<<<1024, 256>>>(c[0], c[2], sizes[2], wrong);
    differ<<<1024, 256>>>(c[1], c[2], sizes[2], wrong + 1);
    MUST(cudaMemcpy(count, wrong, 8, cudaMemcpyDeviceToHost));
    printf("gemm %ux%ux%u f16, TFLOP/s:", m, n, k);
    for (int form = 0; form < 3; form++)
        printf(" %s %.0f", names[form], 2e-9 * m * n * k / median(times[form]));
    std::vector<double> hand, peer;
    for (int i = 0; i < rounds; i++) {
        hand.push_back(times[1][i] / times[0][i]);
        peer.push_back(times[2][i] / times[0][i]);
    }
    printf(
        "; against by hand %.3f, against cuBLAS %.3f; %u and %u elements differ\n",
        median(hand),
        median(peer),
        count[0],
        count[1]);
    for (int i = 0; i < 3; i++) {
        MUST(cudaFree(there[i]));
        MUST(cudaFree(c[i]));
    }
    return count[0] == 0 && count[1] == 0;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    bool good = true;
    MUST(cublasCreate(&blas));
    MUST(tc_gemm_launch_attr((const void *)gemm_sm80));
    MUST(tc_gemm_launch_attr((const void *)gemm_hand));
    good &= measure(4096, 4096, 4096, rounds);
    good &= measure(8192, 8192, 8192, rounds / 2 + 1);
    return good ? 0 : 1;
}
