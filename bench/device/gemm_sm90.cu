/* gemm_sm90.cu: examples/gemm_sm90 beside cuBLAS, random data, pairs in turn with a pause.
 *
 * usage: gemm_sm90 [ROUNDS]    a line a size: TFLOP/s of each and the ratio; exit code 1 on a wrong result */
#include "gemm_sm90_bench.h"

template <typename Type> static bool measure(int m, int n, int k, int rounds) {
    Data<Type> data(m, n, k);
    const GemmCall call = call_of(data, m, n, k);
    const Ours ours(call);
    Blas<Type> blas(call);
    MUST(!blas.ready);
    const auto cublas = [&] { blas.launch(data.a, data.b, data.want); };
    ours.launch();
    cublas();
    const unsigned wrong = data.differing();
    const auto times = timing_in_turn(
        2, [&](int form) { form ? cublas() : ours.launch(); }, {rounds, 4, 0.25, false});
    tell(Type::NAME, call, "cuBLAS", times[0], times[1]);
    printf("; %u elements differ\n", wrong);
    return wrong == 0;
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
