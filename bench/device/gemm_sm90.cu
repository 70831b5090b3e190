/* gemm_sm90.cu: examples/gemm_sm90 beside cuBLAS and beside the same kernel with movement by hand; random data, pairs in
 * turn with a pause.
 *
 * usage: gemm_sm90 [ROUNDS]    a line a size: TFLOP/s of each and the ratio; exit code 1 on a wrong result
 *        gemm_sm90 0           a few products of each for gemm_sm90.py, which runs this under ncu */
#include "gemm_sm90_bench.h"

#include <cuda_profiler_api.h>

#include "gemm_sm90_hand.h"

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

/* The recipe in bf16 beside gemm_sm90_hand.h. Both sum in the same order: every bit of D is the same. */
static bool measure_by_hand(int m, int n, int k, int rounds) {
    Data<Bf16> data(m, n, k);
    GemmCall call = call_of(data, m, n, k);
    const Ours ours(planned_with<GemmBf16>(call));
    call.d = data.want;
    const Ours by_hand(planned_with<HandBf16>(call));
    ours.launch();
    by_hand.launch();
    const unsigned wrong = data.unequal();
    const auto times = timing_in_turn(
        2, [&](int form) { (form ? by_hand : ours).launch(); }, {rounds, 4, 0.25, false});
    tell(Bf16::NAME, call, "by hand", times[0], times[1]);
    printf("; %u elements differ\n", wrong);
    return wrong == 0;
}

/* What ncu counts, and only that, is launched between the profiler's start and stop. */
static void launch_for_counters(int size) {
    enum { TIMES = 3 };
    Data<Bf16> data(size, size, size);
    const GemmCall call = call_of(data, size, size, size);
    const Ours ours(planned_with<GemmBf16>(call)), by_hand(planned_with<HandBf16>(call));
    Blas<Bf16> blas(call);
    MUST(!blas.ready);
    for (int i = 0; i <= TIMES; i++) {
        ours.launch();
        by_hand.launch();
        blas.launch(data.a, data.b, data.want);
        MUST(cudaDeviceSynchronize());
        if (i == 0)
            MUST(cudaProfilerStart());
    }
    MUST(cudaProfilerStop());
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 7;
    bool good = true;
    if (rounds == 0) {
        launch_for_counters(4096);
        return 0;
    }
    good &= measure_by_hand(4096, 4096, 4096, rounds);
    good &= measure_by_hand(8192, 8192, 8192, rounds);
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
