/* gemm_sm90.cu: examples/gemm_sm90 beside cuBLAS, random data, pairs in turn with a pause.
 *
 * usage: gemm_sm90 [ROUNDS]    a line a size: TFLOP/s of each and the ratio; exit code 1 on a wrong result */
#include "gemm_data.h"
#include "tma_hand.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/gemm_sm90/gemm_sm90_gen.h"
#include "tilecopy/wgmma_bf16.h"
#include "tilecopy/wgmma_e4m3.h"
#include "tilecopy/wgmma_f16.h"

#include "../../examples/gemm_sm90/gemm_order.h"
#include "../../examples/gemm_sm90/gemm_sm90_kernel.h"

#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

/* What CUDA calls the types: of the operands, and of D. */
struct Bf16 {
    typedef GemmBf16 Ours;
    typedef __nv_bfloat16 Element, Out;
    static constexpr cudaDataType_t TYPE = CUDA_R_16BF, OUT = CUDA_R_16BF;
    static constexpr const char *NAME = "bf16";
};
struct F16 {
    typedef GemmF16 Ours;
    typedef __half Element, Out;
    static constexpr cudaDataType_t TYPE = CUDA_R_16F, OUT = CUDA_R_16F;
    static constexpr const char *NAME = "f16";
};
struct E4m3 {
    typedef GemmE4m3 Ours;
    typedef __nv_fp8_e4m3 Element;
    typedef __nv_bfloat16 Out;
    static constexpr cudaDataType_t TYPE = CUDA_R_8F_E4M3, OUT = CUDA_R_16BF;
    static constexpr const char *NAME = "e4m3";
};

/* cuBLAS's product of a shape, by the algorithm that it finds best. Column by column D is B A^T. */
template <typename Type> struct Blas {
    enum : size_t { WORKSPACE = 32 << 20 };
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t a, b, d;
    cublasLtMatmulHeuristicResult_t found;
    void *workspace;

    Blas(int m, int n, int k) {
        const cublasOperation_t turned = CUBLAS_OP_T;
        cublasLtMatmulPreference_t wishes;
        const size_t most = WORKSPACE;
        const signed char fast =
            1; /* 8-bit floats: sums as the instruction makes them, like ours */
        int count = 0;
        MUST(cublasLtCreate(&handle));
        MUST(cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
        MUST(cublasLtMatmulDescSetAttribute(
            product, CUBLASLT_MATMUL_DESC_TRANSA, &turned, sizeof turned));
        if (Type::TYPE == CUDA_R_8F_E4M3)
            MUST(cublasLtMatmulDescSetAttribute(
                product, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast, sizeof fast));
        MUST(cublasLtMatrixLayoutCreate(&b, Type::TYPE, k, n, k));
        MUST(cublasLtMatrixLayoutCreate(&a, Type::TYPE, k, m, k));
        MUST(cublasLtMatrixLayoutCreate(&d, Type::OUT, n, m, n));
        MUST(cublasLtMatmulPreferenceCreate(&wishes));
        MUST(cublasLtMatmulPreferenceSetAttribute(
            wishes, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &most, sizeof most));
        MUST(
            cublasLtMatmulAlgoGetHeuristic(handle, product, b, a, d, d, wishes, 1, &found, &count));
        MUST(count == 0);
        MUST(cudaMalloc(&workspace, WORKSPACE));
        MUST(cublasLtMatmulPreferenceDestroy(wishes));
    }

    void launch(const void *at_a, const void *at_b, void *at_d) {
        const float one = 1, zero = 0;
        MUST(cublasLtMatmul(
            handle,
            product,
            &one,
            at_b,
            b,
            at_a,
            a,
            &zero,
            at_d,
            d,
            at_d,
            d,
            &found.algo,
            workspace,
            WORKSPACE,
            0));
    }

    ~Blas() {
        cublasLtMatrixLayoutDestroy(a);
        cublasLtMatrixLayoutDestroy(b);
        cublasLtMatrixLayoutDestroy(d);
        cublasLtMatmulDescDestroy(product);
        cublasLtDestroy(handle);
        cudaFree(workspace);
    }
};

template <typename Type> static void launch(const Gemm &g) {
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
    MUST(cudaLaunchKernelEx(&config, gemm_sm90<typename Type::Ours>, g));
}

static void tell(
    const char *name,
    int m,
    int n,
    int k,
    const std::vector<std::vector<double>> &times,
    unsigned wrong) {
    const TimingSpread ratio = timing_ratio(times[1], times[0]);
    const double work = 2e-9 * m * n * k;
    printf(
        "gemm_sm90 %s %dx%dx%d: %.0f TFLOP/s, cuBLAS %.0f; ratio %.3f (%.3f to %.3f); %u elements "
        "differ\n",
        name,
        m,
        n,
        k,
        work / median(times[0]),
        work / median(times[1]),
        ratio.median,
        ratio.least,
        ratio.most,
        wrong);
}

template <typename Type> static bool measure(int m, int n, int k, int rounds) {
    typedef typename Type::Ours Ours;
    typename Type::Element *a, *b;
    typename Type::Out *d, *want;
    unsigned *order, *wrong;
    const unsigned rows = (m + 255) / 256, columns = (n + 255) / 256;
    Gemm g;
    Blas<Type> blas(m, n, k);
    MUST(cudaMalloc(&a, sizeof *a * m * k));
    MUST(cudaMalloc(&b, sizeof *b * n * k));
    MUST(cudaMalloc(&d, sizeof *d * m * n));
    MUST(cudaMalloc(&want, sizeof *want * m * n));
    MUST(cudaMallocManaged(&order, rows * columns * 4));
    MUST(cudaMallocManaged(&wrong, 4));
    fill<<<1024, 256>>>(a, (size_t)m * k, 1);
    fill<<<1024, 256>>>(b, (size_t)n * k, 2);
    g.tiles = gemm_order(rows, columns, order);
    g.order = order;
    g.turns_of_k = (unsigned)(k + Ours::COLUMNS - 1) / Ours::COLUMNS;
    g.clusters = gemm_clusters(g.tiles, 66);
    const GemmMatrix at_a = {a, (unsigned)m, (unsigned)k, (unsigned)k};
    const GemmMatrix at_b = {b, (unsigned)n, (unsigned)k, (unsigned)k};
    const GemmMatrix at_d = {d, (unsigned)m, (unsigned)n, (unsigned)n};
    make_map(Ours::maps(&g, &at_a, &at_b, &at_d));
    *wrong = 0;
    MUST(cudaFuncSetAttribute(
        (const void *)gemm_sm90<Ours>,
        cudaFuncAttributeMaxDynamicSharedMemorySize,
        TC_RING_SMEM_BYTES));
    MUST(cudaDeviceSynchronize());
    launch<Type>(g);
    blas.launch(a, b, want);
    differ<<<1024, 256>>>(d, want, (size_t)m * n, 1.0f / 64, wrong);
    MUST(cudaDeviceSynchronize());
    const auto times = timing_in_turn(
        2,
        [&](int form) { form ? blas.launch(a, b, want) : launch<Type>(g); },
        {rounds, 4, 0.25, false});
    tell(Type::NAME, m, n, k, times, *wrong);
    const bool good = *wrong == 0;
    void *const all[] = {a, b, d, want, order, wrong};
    for (void *one : all)
        MUST(cudaFree(one));
    return good;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 7;
    bool good = true;
    good &= measure<Bf16>(4096, 4096, 4096, rounds);
    good &= measure<Bf16>(8192, 8192, 8192, rounds);
    good &= measure<Bf16>(4096, 4000, 4096, rounds);
    good &= measure<Bf16>(8192, 8192, 1024, rounds);
    good &= measure<F16>(4096, 4096, 4096, rounds);
    good &= measure<F16>(8192, 8192, 8192, rounds);
    good &= measure<E4m3>(4096, 4096, 4096, rounds);
    good &= measure<E4m3>(8192, 8192, 8192, rounds);
    for (int m = 16; m <= 128; m *= m == 16 ? 4 : 2)
        good &= measure<Bf16>(m, 4096, 4096, rounds);
    return good ? 0 : 1;
}
