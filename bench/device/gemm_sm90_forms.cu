/* gemm_sm90_forms.cu: the forms of examples/gemm_sm90 beside each other and beside cuBLAS, over the shapes that decide which
 * one gemm_host.h takes. Random data, in turn with a pause.
 *
 * usage: gemm_sm90_forms [ROUNDS]    at most 7; exit code 1 on a wrong result */
#include <memory>

#include "gemm_sm90_bench.h"

static const char *const forms[] = {"", "many rows", "few rows", "in turns"};
enum { FORMS = 3 };

/* Every form beside cuBLAS; the estimate should name the fastest. */
template <typename Type> static bool measure_forms(int m, int n, int k, int rounds) {
    Data<Type> data(m, n, k);
    GemmCall call = call_of(data, m, n, k);
    Blas<Type> blas(call);
    std::vector<std::unique_ptr<Ours>> all;
    unsigned wrong[FORMS] = {}, before = 0;
    MUST(!blas.ready);
    blas.launch(data.a, data.b, data.want);
    for (int form = 1; form <= FORMS; form++) {
        call.form = (GemmForm)form;
        all.emplace_back(new Ours(call));
        data.poison(data.d);
        all.back()->launch();
        wrong[form - 1] = data.differing() - before;
        before += wrong[form - 1];
    }
    const auto times = timing_in_turn(
        FORMS + 1,
        [&](int form) {
            if (form < FORMS)
                all[form]->launch();
            else
                blas.launch(data.a, data.b, data.want);
        },
        {rounds, 4, 0.25, false});
    call.form = GEMM_BEST;
    const int best = planned(call).form;
    for (int form = 0; form < FORMS; form++) {
        const std::string name = std::string(Type::NAME) + " " + forms[form + 1];
        tell(name, call, "cuBLAS", times[form], times[FORMS]);
        printf(
            "; %.1f us; %u elements differ%s\n",
            1e3 * median(times[form]),
            wrong[form],
            form + 1 == best ? ", estimated to be the best" : "");
    }
    return before == 0;
}

int main(int argc, char **argv) {
    const int rounds = std::min(argc > 1 ? atoi(argv[1]) : 7, 7);
    bool good = true;
    for (int m = 16; m <= 1024; m *= 2)
        good &= measure_forms<Bf16>(m, 4096, 4096, rounds);
    for (int k = 128; k <= 1024; k *= 2)
        good &= measure_forms<Bf16>(8192, 8192, k, rounds);
    good &= measure_forms<Bf16>(3072, 3072, 4096, rounds);
    good &= measure_forms<Bf16>(2304, 2304, 2048, rounds);
    good &= measure_forms<Bf16>(4096, 4096, 4096, rounds);
    good &= measure_forms<E4m3>(64, 4096, 4096, rounds);
    good &= measure_forms<E4m3>(8192, 8192, 512, rounds);
    return good ? 0 : 1;
}
