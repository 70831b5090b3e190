/* tma_ring.cu: examples/tma_ring, a query a thread among 65 536 keys, by groups of 1, 2 and 4 CTAs. tma_ring.py counts
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

enum { KEYS = 65536, FORMS = 3 };

static const struct {
    unsigned ctas;
    void (*kernel)(BestKeys);
} forms[FORMS] = {{1, best_keys1}, {2, best_keys2}, {4, best_keys4}};

static cudaLaunchConfig_t config_of(int form, unsigned ctas, cudaLaunchAttribute *cluster) {
    cudaLaunchConfig_t config = {};
    cluster->id = cudaLaunchAttributeClusterDimension;
    cluster->val.clusterDim.x = forms[form].ctas;
    cluster->val.clusterDim.y = cluster->val.clusterDim.z = 1;
    config.gridDim = dim3(ctas);
    config.blockDim = dim3(TC_RING1_THREADS);
    config.dynamicSmemBytes = TC_RING1_SMEM_BYTES;
    config.attrs = cluster;
    config.numAttrs = 1;
    return config;
}

static void launch(int form, BestKeys s) {
    cudaLaunchAttribute cluster;
    const cudaLaunchConfig_t config = config_of(form, s.ctas, &cluster);
    MUST(cudaLaunchKernelEx(&config, forms[form].kernel, s));
}

/* CTAs that are on the GPU at the same time, one on an SM, in groups of any of the sizes: not every GPC has a
 * multiple of 4 SMs. */
static unsigned ctas_at_once() {
    unsigned least = ~0u;
    for (int form = 0; form < FORMS; form++) {
        cudaLaunchAttribute cluster;
        const cudaLaunchConfig_t config = config_of(form, 4, &cluster);
        int clusters = 0;
        MUST(cudaFuncSetAttribute(
            (const void *)forms[form].kernel,
            cudaFuncAttributeMaxDynamicSharedMemorySize,
            TC_RING1_SMEM_BYTES));
        MUST(cudaOccupancyMaxActiveClusters(&clusters, forms[form].kernel, &config));
        least = std::min(least, clusters * forms[form].ctas / 4 * 4);
    }
    cudaDeviceProp device;
    MUST(cudaGetDeviceProperties(&device, 0));
    return std::min(least, (unsigned)device.multiProcessorCount / 4 * 4);
}

__global__ void count_others(
    const unsigned *a, const unsigned *b, unsigned count, unsigned *others) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && a[i] != b[i])
        atomicAdd(others, 1);
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 7;
    BestKeys s[FORMS];
    float *data;
    unsigned *others, ctas = ctas_at_once(), queries = ctas * RING_QUERIES;
    MUST(cudaMalloc(&data, SIZE_BYTES));
    MUST(cudaMallocManaged(&others, sizeof *others));
    *others = 0;
    fill<<<1024, 256>>>(data);
    for (int form = 0; form < FORMS; form++) {
        s[form].key_count = KEYS;
        s[form].query_count = queries;
        s[form].ctas = ctas;
        s[form].queries = data + KEYS * RING_DEPTH;
        MUST(cudaMalloc(&s[form].score, queries * 4));
        MUST(cudaMalloc(&s[form].best, queries * 4));
        make_map(
            form == 0   ? tc_load_tile1_tensormap(&s[form].keys, data, KEYS)
            : form == 1 ? tc_load_tile2_tensormap(&s[form].keys, data, KEYS)
                        : tc_load_tile4_tensormap(&s[form].keys, data, KEYS));
        launch(form, s[form]);
        count_others<<<ctas, RING_QUERIES>>>(s[form].best, s[0].best, queries, others);
    }
    MUST(cudaDeviceSynchronize());
    if (rounds == 0)
        return *others != 0;
    const auto times = in_turn(FORMS, rounds, [&](int form) { launch(form, s[form]); });
    printf("tma_ring, %u queries among %d keys of 32 f32, %u CTAs", queries, KEYS, ctas);
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
