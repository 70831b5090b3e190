/* gemm_sm90.cu: examples/gemm_sm90 beside cuBLAS: bf16, random data, pairs in turn with a pause.
 *
 * usage: gemm_sm90 [ROUNDS]    a line a size: TFLOP/s of each and the ratio; exit code 1 on a wrong result */
#include "gemm_data.h"
#include "tma_hand.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/gemm_sm90/gemm_sm90_gen.h"
#include "tilecopy/wgmma_bf16.h"

#include "../../examples/gemm_sm90/gemm_order.h"
#include "../../examples/gemm_sm90/gemm_sm90_kernel.h"

#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <unistd.h>

static cublasHandle_t blas;

static void launch_cublas(
    const __nv_bfloat16 *a, const __nv_bfloat16 *b, __nv_bfloat16 *d, int m, int n, int k) {
    const float one = 1, zero = 0;
    MUST(cublasGemmEx(
        blas,
        CUBLAS_OP_T,
        CUBLAS_OP_N,
        n,
        m,
        k,
        &one,
        b,
        CUDA_R_16BF,
        k,
        a,
        CUDA_R_16BF,
        k,
        &zero,
        d,
        CUDA_R_16BF,
        n,
        CUBLAS_COMPUTE_32F,
        CUBLAS_GEMM_DEFAULT));
}

static void launch(const Gemm &g) {
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute cluster;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = 2;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    config.gridDim = dim3(2 * g.clusters);
    config.blockDim = dim3(GEMM_THREADS);
    config.dynamicSmemBytes = TC_RING_SMEM_BYTES;
    config.attrs = &cluster;
    config.numAttrs = 1;
    MUST(cudaLaunchKernelEx(&config, gemm_sm90, g));
}

static bool measure(int m, int n, int k, int rounds) {
    __nv_bfloat16 *a, *b, *d, *want;
    unsigned *order, *wrong;
    cudaEvent_t from, to;
    const unsigned rows = (m + 255) / 256, columns = (n + 255) / 256;
    Gemm g;
    MUST(cudaMalloc(&a, (size_t)m * k * 2));
    MUST(cudaMalloc(&b, (size_t)n * k * 2));
    MUST(cudaMalloc(&d, (size_t)m * n * 2));
    MUST(cudaMalloc(&want, (size_t)m * n * 2));
    MUST(cudaMallocManaged(&order, rows * columns * 4));
    MUST(cudaMallocManaged(&wrong, 4));
    fill<<<1024, 256>>>(a, (size_t)m * k, 1);
    fill<<<1024, 256>>>(b, (size_t)n * k, 2);
    g.tiles = gemm_order(rows, columns, order);
    g.order = order;
    g.turns_of_k = (k + 63) / 64;
    g.clusters = gemm_clusters(g.tiles, 66);
    make_map(tc_load_a_tensormap(&g.a, a, m, k, k));
    make_map(tc_load_b_tensormap(&g.b, b, n, k, k));
    make_map(tc_store_d_tensormap(&g.d, d, m, n, n));
    *wrong = 0;
    MUST(cudaDeviceSynchronize());
    launch(g);
    launch_cublas(a, b, want, m, n, k);
    differ<<<1024, 256>>>(d, want, (size_t)m * n, 1.0f / 64, wrong);
    MUST(cudaDeviceSynchronize());
    MUST(cudaEventCreate(&from));
    MUST(cudaEventCreate(&to));
    std::vector<double> times[2], ratios;
    for (int round = -1; round < rounds; round++) {
        double now[2];
        for (int i = 0; i < 2; i++) {
            const int form = (i + round + 2) % 2;
            float milliseconds;
            usleep(250000);
            for (int turn = -1; turn < 4; turn++) {
                if (turn == 0)
                    MUST(cudaEventRecord(from));
                form ? launch_cublas(a, b, want, m, n, k) : launch(g);
            }
            MUST(cudaEventRecord(to));
            MUST(cudaEventSynchronize(to));
            MUST(cudaEventElapsedTime(&milliseconds, from, to));
            now[form] = milliseconds / 4;
        }
        if (round < 0)
            continue;
        times[0].push_back(now[0]);
        times[1].push_back(now[1]);
        ratios.push_back(now[1] / now[0]);
    }
    const double work = 2e-9 * m * n * k;
    printf(
        "gemm_sm90 bf16 %dx%dx%d: %.0f TFLOP/s, cuBLAS %.0f; ratio %.3f (%.3f to %.3f); %u "
        "elements "
        "differ\n",
        m,
        n,
        k,
        work / median(times[0]),
        work / median(times[1]),
        median(ratios),
        *std::min_element(ratios.begin(), ratios.end()),
        *std::max_element(ratios.begin(), ratios.end()),
        *wrong);
    const bool good = *wrong == 0;
    cudaFree(a);
    cudaFree(b);
    cudaFree(d);
    cudaFree(want);
    cudaFree(order);
    cudaFree(wrong);
    return good;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 7;
    bool good = true;
    MUST(cublasCreate(&blas));
    MUST(cudaFuncSetAttribute(
        (const void *)gemm_sm90, cudaFuncAttributeMaxDynamicSharedMemorySize, TC_RING_SMEM_BYTES));
    good &= measure(4096, 4096, 4096, rounds);
    good &= measure(8192, 8192, 8192, rounds);
    good &= measure(4096, 4000, 4096, rounds);
    good &= measure(8192, 8192, 1024, rounds);
    for (int m = 16; m <= 128; m *= m == 16 ? 4 : 2)
        good &= measure(m, 4096, 4096, rounds);
    return good ? 0 : 1;
}
