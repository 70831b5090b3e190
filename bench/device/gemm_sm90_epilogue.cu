/* gemm_sm90_epilogue.cu: what examples/gemm_sm90 does beside the product: bias and activation, beside the plain product and
 * beside cuBLAS; e4m3 with scales, and how far from f64 each sum is. Random data, forms in turn with a pause.
 *
 * usage: gemm_sm90_epilogue [ROUNDS]    at most 7; exit code 1 on a wrong result */
#include "gemm_sm90_bench.h"

static const char *const activations[] = {"", " relu", " gelu", " silu"};

/* Bias and activation: beside the plain product, and beside cuBLAS's with the same. */
template <typename Type>
static bool measure_epilogue(GemmActivation activation, int m, int n, int k, int rounds) {
    Data<Type> data(m, n, k);
    GemmCall call = call_of(data, m, n, k);
    const Ours plain(call);
    call.bias = data.bias;
    call.activation = activation;
    const Ours ours(call);
    Blas<Type> blas(call);
    MUST(!blas.ready);
    const auto cublas = [&] { blas.launch(data.a, data.b, data.want); };
    ours.launch();
    cublas();
    const unsigned wrong = data.differing();
    const auto times = timing_in_turn(
        3,
        [&](int form) { form == 2 ? cublas()
                        : form    ? plain.launch()
                                  : ours.launch(); },
        {rounds, 4, 0.25, false});
    const std::string name = std::string(Type::NAME) + " bias" + activations[activation];
    tell(name, call, "without", times[0], times[1]);
    printf("\n");
    tell(name, call, "cuBLAS", times[0], times[2]);
    printf("; %u elements differ\n", wrong);
    return wrong == 0;
}

/* Factors from 1/2 to 3/2. */
static __global__ void fill_scales(float *p, size_t n, unsigned seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        p[i] = 0.5f + (float)(((unsigned)i + seed) * 2654435761u >> 8) / 16777216.0f;
}

/* The scales of a call whose m, n and k are multiples of 512. */
struct Scales {
    float *a, *b;

    explicit Scales(const GemmCall &c) {
        const size_t blocks = c.k / 128;
        MUST(cudaMalloc(&a, blocks * c.m * 4));
        MUST(cudaMalloc(&b, blocks * (c.n / 128) * 4));
        fill_scales<<<256, 256>>>(a, blocks * c.m, 4);
        fill_scales<<<256, 256>>>(b, blocks * (c.n / 128), 5);
    }

    Scales(const Scales &) = delete;
    Scales &operator=(const Scales &) = delete;

    ~Scales() {
        cudaFree(a);
        cudaFree(b);
    }
};

static bool measure_scaled(int m, int n, int k, int rounds) {
    Data<E4m3> data(m, n, k);
    GemmCall call = call_of(data, m, n, k);
    const Ours plain(call);
    Blas<E4m3> fast(call);
    MUST(!fast.ready);
    const Scales scales(call);
    call.a_scales = scales.a;
    call.b_scales = scales.b;
    const Ours ours(call);
    Blas<E4m3> blas(call);
    unsigned wrong = 0;
    ours.launch();
    if (blas.ready) {
        blas.launch(data.a, data.b, data.want);
        wrong = data.differing();
    }
    const auto times = timing_in_turn(
        blas.ready ? 4 : 3,
        [&](int form) {
            if (form < 2)
                (form ? plain : ours).launch();
            else
                (form == 2 ? fast : blas).launch(data.a, data.b, data.want);
        },
        {rounds, 4, 0.25, false});
    tell("e4m3 scaled", call, "unscaled", times[0], times[1]);
    printf("\n");
    tell("e4m3 scaled", call, "cuBLAS unscaled", times[0], times[2]);
    printf("\n");
    if (!blas.ready) {
        printf("gemm_sm90 e4m3 scaled: this cuBLAS has no scales for blocks of 128\n");
        return true;
    }
    tell("e4m3 scaled", call, "cuBLAS scaled", times[0], times[3]);
    printf("; %u elements differ\n", wrong);
    return wrong == 0;
}

/* Adds to sums[0] the squares of the errors of d, to sums[1] those of the products in f64. */
static __global__ void add_errors(GemmCall c, const __nv_bfloat16 *d, double *sums) {
    const __nv_fp8_e4m3 *const a = (const __nv_fp8_e4m3 *)c.a, *const b =
                                                                   (const __nv_fp8_e4m3 *)c.b;
    const long long at = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    const long long row = at / c.n, column = at % c.n, blocks = c.k / 128;
    double sum = 0;
    for (long long block = 0; block < blocks; block++) {
        double part = 0;
        for (long long k = block * 128; k < block * 128 + 128; k++)
            part += (double)(float)a[row * c.k + k] * (double)(float)b[column * c.k + k];
        if (c.a_scales)
            part *= (double)c.a_scales[block * c.m + row] *
                    (double)c.b_scales[column / 128 * blocks + block];
        sum += part;
    }
    const double off = (double)(float)d[at] - sum;
    atomicAdd(&sums[0], off * off);
    atomicAdd(&sums[1], sum * sum);
}

static double tell_error(const char *name, const GemmCall &c, const __nv_bfloat16 *d) {
    double *sums;
    MUST(cudaMallocManaged(&sums, 16));
    sums[0] = sums[1] = 0;
    add_errors<<<(unsigned)(c.m * c.n / 256), 256>>>(c, d, sums);
    MUST(cudaDeviceSynchronize());
    const double error = sqrt(sums[0] / sums[1]);
    printf("gemm_sm90 error of e4m3 %lldx%lldx%lld, %s: %.6f of f64\n", c.m, c.n, c.k, name, error);
    MUST(cudaFree(sums));
    return error;
}

/* Roots of mean squares, as parts of that of the product. D's rounding to bf16 is in all of them. */
static bool errors(int m, int n, int k) {
    Data<E4m3> data(m, n, k);
    GemmCall call = call_of(data, m, n, k);
    const Ours plain(call);
    Blas<E4m3, true> fast(call);
    Blas<E4m3, false> slow(call);
    plain.launch();
    tell_error("ours", call, data.d);
    if (fast.ready) {
        fast.launch(data.a, data.b, data.want);
        tell_error("cuBLAS, FAST_ACCUM", call, data.want);
    }
    if (slow.ready) {
        slow.launch(data.a, data.b, data.want);
        tell_error("cuBLAS without FAST_ACCUM", call, data.want);
    }
    const Scales scales(call);
    call.a_scales = scales.a;
    call.b_scales = scales.b;
    const Ours ours(call);
    Blas<E4m3> blas(call);
    ours.launch();
    const bool good = tell_error("ours with scales", call, data.d) < 0.005;
    if (blas.ready) {
        blas.launch(data.a, data.b, data.want);
        tell_error("cuBLAS with scales", call, data.want);
    }
    return good;
}

int main(int argc, char **argv) {
    const int rounds = std::min(argc > 1 ? atoi(argv[1]) : 7, 7);
    bool good = true;
    good &= measure_epilogue<Bf16>(GEMM_NONE, 4096, 4096, 4096, rounds);
    good &= measure_epilogue<Bf16>(GEMM_RELU, 4096, 4096, 4096, rounds);
    good &= measure_epilogue<Bf16>(GEMM_GELU, 4096, 4096, 4096, rounds);
    good &= measure_epilogue<Bf16>(GEMM_GELU, 8192, 8192, 1024, rounds);
    good &= measure_epilogue<F16>(GEMM_GELU, 4096, 4096, 4096, rounds);
    good &= measure_epilogue<E4m3>(GEMM_NONE, 4096, 4096, 4096, rounds);
    good &= measure_scaled(4096, 4096, 4096, rounds);
    good &= measure_scaled(8192, 8192, 8192, rounds);
    good &= errors(1024, 1024, 4096);
    good &= errors(1024, 1024, 16384);
    return good ? 0 : 1;
}
