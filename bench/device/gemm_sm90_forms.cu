/* gemm_sm90_forms.cu: the other forms of examples/gemm_sm90: with bias and activation, beside the plain product and beside
 * cuBLAS. Random data, forms in turn with a pause.
 *
 * usage: gemm_sm90_forms [ROUNDS]    at most 7; exit code 1 on a wrong result */
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

int main(int argc, char **argv) {
    const int rounds = std::min(argc > 1 ? atoi(argv[1]) : 7, 7);
    bool good = true;
    good &= measure_epilogue<Bf16>(GEMM_NONE, 4096, 4096, 4096, rounds);
    good &= measure_epilogue<Bf16>(GEMM_RELU, 4096, 4096, 4096, rounds);
    good &= measure_epilogue<Bf16>(GEMM_GELU, 4096, 4096, 4096, rounds);
    good &= measure_epilogue<Bf16>(GEMM_GELU, 8192, 8192, 1024, rounds);
    good &= measure_epilogue<F16>(GEMM_GELU, 4096, 4096, 4096, rounds);
    good &= measure_epilogue<E4m3>(GEMM_NONE, 4096, 4096, 4096, rounds);
    return good ? 0 : 1;
}
