/* tma_ring.cu: examples/tma_ring, 65 536 queries among 8192 keys, by groups of 1, 2 and 4 CTAs. tma_ring.py counts
 * what they ask of L2.
 *
 * usage: tma_ring [ROUNDS]    a line; 0 rounds: each kernel once; exit code 1 if they find other keys */
#include "tma_hand.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/tma_ring/tma_ring_gen.h"

#define GROUP 1
#include "../../examples/tma_ring/tma_ring_kernel.h"
#define GROUP 2
#include "../../examples/tma_ring/tma_ring_kernel.h"
#define GROUP 4
#include "../../examples/tma_ring/tma_ring_kernel.h"

enum { KEYS = 8192, CTAS = 128, QUERIES = 2 * CTAS * RING_QUERIES, FORMS = 3 };

static const struct {
    unsigned ctas;
    void (*kernel)(BestKeys);
} forms[FORMS] = {{1, best_keys1}, {2, best_keys2}, {4, best_keys4}};

static void launch(int form, BestKeys s) {
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = forms[form].ctas;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    config.gridDim = dim3(CTAS);
    config.blockDim = dim3(TC_RING1_THREADS);
    config.dynamicSmemBytes = TC_RING1_SMEM_BYTES;
    config.attrs = &cluster;
    config.numAttrs = 1;
    MUST(cudaLaunchKernelEx(&config, forms[form].kernel, s));
}

__global__ void count_others(const unsigned *a, const unsigned *b, unsigned *others) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < QUERIES && a[i] != b[i])
        atomicAdd(others, 1);
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 7;
    BestKeys s[FORMS];
    float *data;
    unsigned *others;
    MUST(cudaMalloc(&data, SIZE_BYTES));
    MUST(cudaMallocManaged(&others, sizeof *others));
    *others = 0;
    fill<<<1024, 256>>>(data);
    for (int form = 0; form < FORMS; form++) {
        MUST(cudaFuncSetAttribute(
            (const void *)forms[form].kernel,
            cudaFuncAttributeMaxDynamicSharedMemorySize,
            TC_RING1_SMEM_BYTES));
        s[form].key_count = KEYS;
        s[form].query_count = QUERIES;
        s[form].ctas = CTAS;
        s[form].queries = data + KEYS * RING_DEPTH;
        MUST(cudaMalloc(&s[form].score, QUERIES * 4));
        MUST(cudaMalloc(&s[form].best, QUERIES * 4));
        make_map(
            form == 0   ? tc_load_tile1_tensormap(&s[form].keys, data, KEYS)
            : form == 1 ? tc_load_tile2_tensormap(&s[form].keys, data, KEYS)
                        : tc_load_tile4_tensormap(&s[form].keys, data, KEYS));
        launch(form, s[form]);
        count_others<<<QUERIES / 256, 256>>>(s[form].best, s[0].best, others);
    }
    MUST(cudaDeviceSynchronize());
    if (rounds == 0)
        return *others != 0;
    const auto times = in_turn(FORMS, rounds, [&](int form) { launch(form, s[form]); });
    printf("tma_ring, %d queries among %d keys of 32 f32, %d CTAs", QUERIES, KEYS, CTAS);
    for (int form = 0; form < FORMS; form++)
        printf(
            "%s groups of %u: %.1f us",
            form ? "," : ":",
            forms[form].ctas,
            1e3 * median(times[form]));
    print_ratio("groups of 1, those of 2", times[1], times[0]);
    print_ratio("groups of 1, those of 4", times[2], times[0]);
    printf("; %u queries found another key\n", *others);
    return *others != 0;
}
