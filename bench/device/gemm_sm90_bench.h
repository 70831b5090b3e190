/* gemm_sm90_bench.h: what the benchmarks of examples/gemm_sm90 share: a product that is ready to launch, its data, a line of
 * the report. */
#ifndef GEMM_SM90_BENCH_H
#define GEMM_SM90_BENCH_H
#include "gemm_data.h"
#include "tma_hand.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/gemm_sm90/gemm_sm90_gen.h"
#include "tilecopy/wgmma_bf16.h"
#include "tilecopy/wgmma_e4m3.h"
#include "tilecopy/wgmma_f16.h"

#include "../../examples/gemm_sm90/gemm_sm90_kernel.h"
#include "../../examples/gemm_sm90/gemm_scaled_kernel.h"

#include "../../examples/gemm_sm90/gemm_small_kernel.h"

#include "../../examples/gemm_sm90/gemm_pingpong_kernel.h"

#include "../../examples/gemm_sm90/gemm_host.h"

#include "gemm_blas.h"

enum { MULTIPROCESSORS = 132 };

/* The plan of a call. */
static inline GemmPlan planned(const GemmCall &call) {
    GemmPlan plan;
    char why[GEMM_WHY];
    if (gemm_plan(&call, MULTIPROCESSORS, &plan, why)) {
        fprintf(stderr, "refused: %s\n", why);
        exit(1);
    }
    return plan;
}

/* The plan of a call by the form for many rows, with the functions of Type. */
template <typename Type> static GemmPlan planned_with(const GemmCall &call) {
    GemmPlan plan;
    plan.form = GEMM_MANY_ROWS;
    make_map(gemm_tiles<Type>(&call, &plan, gemm_sm90<Type, false>));
    gemm_fill(&call, MULTIPROCESSORS, &plan);
    return plan;
}

/* A plan that can be launched: its order is in the GPU's memory. */
struct Ours {
    GemmPlan plan;
    unsigned *order;

    explicit Ours(const GemmPlan &of) : plan(of) {
        MUST(cudaMallocManaged(&order, plan.rows * plan.columns * 4));
        gemm_order(plan.rows, plan.columns, order);
        plan.args.order = order;
        MUST(cudaFuncSetAttribute(
            (const void *)plan.kernel,
            cudaFuncAttributeMaxDynamicSharedMemorySize,
            (int)plan.smem_bytes));
    }

    explicit Ours(const GemmCall &call) : Ours(planned(call)) {
    }

    Ours(const Ours &) = delete;
    Ours &operator=(const Ours &) = delete;

    void launch() const {
        cudaLaunchConfig_t config = {};
        cudaLaunchAttribute cluster;
        cluster.id = cudaLaunchAttributeClusterDimension;
        cluster.val.clusterDim.x = plan.cluster;
        cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
        config.gridDim = dim3(plan.ctas);
        config.blockDim = dim3(plan.threads);
        config.dynamicSmemBytes = plan.smem_bytes;
        config.attrs = &cluster;
        config.numAttrs = 1;
        MUST(cudaLaunchKernelEx(&config, plan.kernel, plan.args));
    }

    ~Ours() {
        cudaFree(order);
    }
};

/* The two operands, D twice, and the bias, filled. */
template <typename Type> struct Data {
    typename Type::Element *a, *b;
    typename Type::Out *d, *want, *bias;
    unsigned *wrong;
    size_t count;
    float least; /* that sums in another order may differ by */

    Data(size_t m, size_t n, size_t k) : count(m * n), least(1.0f / 64) {
        /* Each product of 32 of k cuts off what it adds, the sum so far among it, below 2^-13 of the largest of these
         * numbers, towards zero. A sum is some sqrt(k) / 3, so that a cut is below sqrt(k) / 3 / 2^13, up or down, and k
         * cuts have a standard deviation of k / 3 / sqrt(3) / 2^13 = k / 42600 at most. Allowed is 2.6 of it: 0.25 for
         * k = 4096, where this arithmetic needs 0.07, and 32 of k that are missing make 1.9. */
        if (sizeof *a == 1)
            least = (float)k / 16384;
        MUST(cudaMalloc(&a, sizeof *a * m * k));
        MUST(cudaMalloc(&b, sizeof *b * n * k));
        MUST(cudaMalloc(&d, sizeof *d * m * n));
        MUST(cudaMalloc(&want, sizeof *want * m * n));
        MUST(cudaMalloc(&bias, sizeof *bias * n));
        MUST(cudaMallocManaged(&wrong, 4));
        fill<<<1024, 256>>>(a, m * k, 1);
        fill<<<1024, 256>>>(b, n * k, 2);
        fill<<<1024, 256>>>(bias, n, 3);
        *wrong = 0;
        poison(d);
        poison(want);
    }

    Data(const Data &) = delete;
    Data &operator=(const Data &) = delete;

    /* Elements of d and want that differ by more than another order of summation explains. */
    unsigned differing() {
        differ<<<1024, 256>>>(d, want, count, 1.0f / 64, wrong, least);
        MUST(cudaDeviceSynchronize());
        return *wrong;
    }

    /* Elements of d and want that are not the same number. */
    unsigned unequal() {
        differ<<<1024, 256>>>(d, want, count, 0.0f, wrong, 0.0f);
        MUST(cudaDeviceSynchronize());
        return *wrong;
    }

    /* NaN, so that elements that a kernel does not write differ. */
    void poison(typename Type::Out *one) {
        MUST(cudaMemset(one, 0xff, sizeof *one * count));
    }

    ~Data() {
        void *const all[] = {a, b, d, want, bias, wrong};
        for (void *one : all)
            cudaFree(one);
    }
};

template <typename Type> static GemmCall call_of(const Data<Type> &data, int m, int n, int k) {
    GemmCall call = {};
    call.a = data.a;
    call.b = data.b;
    call.d = data.d;
    call.element = Type::OURS;
    call.m = m;
    call.n = n;
    call.k = k;
    return call;
}

/* The first form's rate, the second's, and the ratio of both, pair by pair. */
static void tell(
    const std::string &name,
    const GemmCall &c,
    const char *other,
    const std::vector<double> &first,
    const std::vector<double> &second) {
    const TimingSpread ratio = timing_ratio(second, first);
    const double work = 2e-9 * c.m * c.n * c.k;
    printf(
        "gemm_sm90 %s %lldx%lldx%lld: %.0f TFLOP/s, %s %.0f; ratio %.3f (%.3f to %.3f)",
        name.c_str(),
        c.m,
        c.n,
        c.k,
        work / median(first),
        other,
        work / median(second),
        ratio.median,
        ratio.least,
        ratio.most);
}

#endif
