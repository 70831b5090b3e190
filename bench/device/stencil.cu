/* stencil.cu: examples/cluster_stencil, edge rows by dsmem beside edge rows through global memory, by one cluster
 * and by one on every eight SMs.
 *
 * usage: stencil [ROUNDS]    a line each; exit code 1 where the two differ */
#include "timing.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/cluster_stencil/cluster_stencil_gen.h"

#include "../../examples/cluster_stencil/cluster_stencil_kernel.h"

static void start(void (*kernel)(Bands), unsigned clusters, Bands bands) {
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = CTAS;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    config.gridDim = dim3(clusters * CTAS);
    config.blockDim = dim3(THREADS);
    config.dynamicSmemBytes = SHARED_BYTES;
    config.attrs = &cluster;
    config.numAttrs = 1;
    MUST(cudaLaunchKernelEx(&config, kernel, bands));
}

static bool measure(unsigned clusters, int rounds) {
    const size_t bytes = (size_t)clusters * GRID * 4;
    std::vector<float> grids(clusters * GRID), out[2];
    float *in;
    Bands bands;
    for (size_t i = 0; i < grids.size(); i++)
        grids[i] = (float)((unsigned)i * 2654435761u >> 20);
    out[0] = out[1] = grids;
    MUST(cudaMalloc(&in, bytes));
    MUST(cudaMalloc(&bands.out, bytes));
    MUST(cudaMalloc(&bands.edges, clusters * EDGES * 4));
    MUST(cudaMemcpy(in, grids.data(), bytes, cudaMemcpyHostToDevice));
    bands.in = in;
    bands.steps = 1000;
    const auto launch = [&](int form) { start(form ? by_gmem : by_dsmem, clusters, bands); };
    for (int form = 0; form < 2; form++) {
        MUST(cudaMemset(bands.out, 0, bytes));
        launch(form);
        MUST(cudaMemcpy(out[form].data(), bands.out, bytes, cudaMemcpyDeviceToHost));
    }
    const auto times = in_turn(2, rounds, launch, 1);
    printf(
        "cluster_stencil, %u clusters of %u: %.3f us a step by dsmem, %.3f through global memory, "
        "ratio "
        "%.2f; %s\n",
        clusters,
        (unsigned)CTAS,
        1e3 * median(times[0]) / bands.steps,
        1e3 * median(times[1]) / bands.steps,
        timing_ratio(times[1], times[0]).median,
        out[0] == out[1] ? "equal" : "DIFFERENT");
    MUST(cudaFree(in));
    MUST(cudaFree(bands.out));
    MUST(cudaFree(bands.edges));
    return out[0] == out[1];
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    MUST(cudaFuncSetAttribute(
        (const void *)by_dsmem, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES));
    MUST(cudaFuncSetAttribute(
        (const void *)by_gmem, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES));
    bool good = measure(1, rounds);
    good &= measure(15, rounds);
    return good ? 0 : 1;
}
