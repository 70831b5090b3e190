/* gemm_sm90_steps.cu: what each step of the recipe of examples/gemm_sm90 brings: its kernel in bf16, with one step at a time
 * left out. All forms in turn with a pause, random data; the last row is what is missing to cuBLAS.
 *
 * usage: gemm_sm90_steps [ROUNDS]    at most 7; exit code 1 where a form makes another D than the recipe */
#include <memory>

#include "gemm_sm90_bench.h"

#include "gemm_sm90_steps_gen.h"

GEMM_RING(AloneRing, alone, 1);
GEMM_RING(TwoRing, two, 2);

/* Each CTA for itself. */
struct NoClusters : GemmBf16 {
    typedef AloneRing Ring;
    TC_FN void load_b(Element *dst, const tc_tensormap *b, int n, int k, tc_mbarrier *full) {
        tc_load_b_alone(dst, b, n, k, full);
    }
    TC_FN void load_scales(Ring::Smem *, unsigned, const Gemm *, int, int, tc_mbarrier *) {
    }
    static const char *maps(
        Gemm *g, const GemmMatrix *a, const GemmMatrix *b, const GemmMatrix *d) {
        const char *const broken = GemmBf16::maps(g, a, b, d);
        return broken ? broken
                      : tc_load_b_alone_tensormap(&g->b, b->at, b->rows, b->columns, b->pitch);
    }
};

struct TwoSlots : GemmBf16 {
    typedef TwoRing Ring;
    TC_FN void load_b(Element *dst, const tc_tensormap *b, int n, int k, tc_mbarrier *full) {
        tc_load_b_bf16(dst, b, n, k, full, tc_two_A_ctas());
    }
    TC_FN void load_scales(Ring::Smem *, unsigned, const Gemm *, int, int, tc_mbarrier *) {
    }
};

struct NoStmatrix : GemmBf16 {
    TC_FN void put_d(Out *to, const float *sums) {
        tc_put_d_plain(to, sums);
    }
};

/* Functions of the kernel that are others for these. */
struct DirectStore : GemmBf16 {};
struct StoreAwaited : GemmBf16 {};
struct StoredTogether : GemmBf16 {};
struct ProductsAwaited : GemmBf16 {};

/* From registers to D itself, whose address is in `bias` here. All tiles are whole. */
template <>
__device__ __forceinline__ void gemm_store<DirectStore>(
    const Gemm *g, tc_bf16 *, const float *sums, unsigned, unsigned m, unsigned n) {
    tc_bf16 *const d = (tc_bf16 *)(void *)(size_t)g->bias;
    tc_store_d_direct(d + (size_t)m * g->columns + n, sums, g->columns, 64, 256);
}

/* The store ends before the next tile begins. */
template <>
__device__ __forceinline__ void gemm_store<StoreAwaited>(
    const Gemm *g, tc_bf16 *out, const float *sums, unsigned group, unsigned m, unsigned n) {
    GemmBf16::put_d(out, sums);
    tc_fence_async_smem();
    gemm_sync(group);
    if (tc_thread_index() / 32 % 4 == 0) {
        GemmBf16::store_d(&g->d, out, m, n);
        tc_bulk_wait_0();
    }
    gemm_sync(group);
}

/* Both warpgroups wait for each other before D's place is written and before it is stored. */
template <>
__device__ __forceinline__ void gemm_store<StoredTogether>(
    const Gemm *g, tc_bf16 *out, const float *sums, unsigned, unsigned m, unsigned n) {
    const unsigned warp = tc_thread_index() / 32 % 4;
    if (warp == 0)
        tc_bulk_wait_read_0();
    tc_barrier_sync(3, 256);
    GemmBf16::put_d(out, sums);
    tc_fence_async_smem();
    tc_barrier_sync(3, 256);
    if (warp == 0)
        GemmBf16::store_d(&g->d, out, m, n);
}

/* No products run while the next ones are started. */
template <>
__device__ __forceinline__ void gemm_multiply<ProductsAwaited>(
    float *sums, unsigned long long a, unsigned long long b, int add) {
    gemm_multiply<GemmBf16>(sums, a, b, add);
    tc_wgmma_wait_0();
}

struct Step {
    const char *name;
    std::unique_ptr<Ours> ours;
};

template <typename Type> static Step step(const char *name, const GemmCall &call) {
    return {name, std::unique_ptr<Ours>(new Ours(planned_with<Type>(call)))};
}

/* Tiles row by row, or in groups of `tall` rows column by column. */
static Step in_rows(const char *name, const GemmCall &call, unsigned tall) {
    Step made = step<GemmBf16>(name, call);
    const unsigned rows = made.ours->plan.rows, columns = made.ours->plan.columns;
    unsigned count = 0;
    for (unsigned from = 0; from < rows; from += tall)
        for (unsigned column = 0; column < columns; column++)
            for (unsigned row = from; row < from + tall && row < rows; row++)
                made.ours->order[count++] = row | column << 16;
    return made;
}

/* As many clusters as the GPU has room for, also where fewer finish in as few turns. */
static Step all_clusters(const char *name, const GemmCall &call) {
    Step made = step<GemmBf16>(name, call);
    GemmPlan *const plan = &made.ours->plan;
    plan->args.clusters = std::min<unsigned>(plan->args.tiles, MULTIPROCESSORS / 2);
    plan->ctas = 2 * plan->args.clusters;
    return made;
}

static std::vector<Step> steps(const GemmCall &call) {
    GemmCall direct = call;
    direct.bias = call.d;
    std::vector<Step> all;
    all.push_back(step<GemmBf16>("the recipe", call));
    all.push_back(step<NoClusters>("without clusters", call));
    all.push_back(step<TwoSlots>("two slots", call));
    all.push_back(in_rows("tiles row by row", call, 1));
    all.push_back(in_rows("tiles in groups of 8 rows", call, 8));
    all.push_back(all_clusters("as many clusters as fit", call));
    all.push_back(step<ProductsAwaited>("each slot's products awaited", call));
    all.push_back(step<NoStmatrix>("without stmatrix", call));
    all.push_back(step<StoredTogether>("both warpgroups store together", call));
    all.push_back(step<StoreAwaited>("the store awaited", call));
    all.push_back(step<DirectStore>("registers to D directly", direct));
    return all;
}

static bool measure(int m, int n, int k, int rounds) {
    Data<Bf16> data(m, n, k);
    const GemmCall call = call_of(data, m, n, k);
    const std::vector<Step> all = steps(call);
    Blas<Bf16> blas(call);
    const size_t bytes = data.count * sizeof *data.d;
    unsigned wrong = 0;
    MUST(!blas.ready);
    all[0].ours->launch();
    MUST(cudaMemcpy(data.want, data.d, bytes, cudaMemcpyDeviceToDevice));
    for (const Step &one : all) {
        data.poison(data.d);
        one.ours->launch();
        const unsigned before = *data.wrong, after = data.differing();
        if (after != before)
            printf("gemm_sm90 %s: %u elements differ\n", one.name, after - before);
        wrong = after;
    }
    const auto times = timing_in_turn(
        (int)all.size() + 1,
        [&](int form) {
            if (form < (int)all.size())
                all[form].ours->launch();
            else
                blas.launch(data.a, data.b, data.want);
        },
        {rounds, 4, 0.25, false});
    for (size_t i = 1; i < all.size(); i++) {
        tell(all[i].name, call, "the recipe", times[i], times[0]);
        printf("\n");
    }
    tell(all[0].name, call, "cuBLAS", times[0], times[all.size()]);
    printf("\n");
    return wrong == 0;
}

int main(int argc, char **argv) {
    const int rounds = std::min(argc > 1 ? atoi(argv[1]) : 7, 7);
    bool good = measure(4096, 4096, 4096, rounds);
    good &= measure(8192, 8192, 8192, rounds);
    good &= measure(8192, 8192, 1024, rounds);
    return good ? 0 : 1;
}
