/* gpu_test.h: the launches of emu_test.h on a GPU. Buffers are managed memory. What only the emulator
 * can do, to report a fault or to permute the threads, is left out here by the tests themselves. */
#ifndef GPU_TEST_H
#define GPU_TEST_H
#include <tilecopy/host/emu.h>

static inline tc_emu_config quiet(unsigned block, unsigned smem_bytes) {
    tc_emu_config c;
    memset(&c, 0, sizeof c);
    c.block = block;
    c.smem_bytes = smem_bytes;
    return c;
}

void *tc_emu_gmem_alloc(size_t bytes, const char *name) {
    void *p = NULL;
    unit_expect(cudaMallocManaged(&p, bytes) == cudaSuccess, name, __FILE__, __LINE__);
    memset(p, 0xDB, bytes);
    return p;
}

void tc_emu_gmem_free(void *p) {
    unit_expect(cudaFree(p) == cudaSuccess, "free", __FILE__, __LINE__);
}

template <class Args>
static void once_passes(const char *name, tc_emu_config c, void (*kernel)(Args), Args *args) {
    cudaLaunchConfig_t launch;
    cudaLaunchAttribute cluster;
    cudaError_t error;
    memset(&launch, 0, sizeof launch);
    memset(&cluster, 0, sizeof cluster);
    launch.gridDim = dim3(c.grid ? c.grid : c.cluster ? c.cluster : 1);
    launch.blockDim = dim3(c.block);
    launch.dynamicSmemBytes = c.smem_bytes;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = c.cluster ? c.cluster : 1;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    launch.attrs = &cluster;
    launch.numAttrs = 1;
    error = cudaLaunchKernelEx(&launch, kernel, *args);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    unit_expect(error == cudaSuccess, name, cudaGetErrorString(error), (int)c.seed);
}

template <class Args>
static void passes(const char *name, tc_emu_config c, void (*kernel)(Args), Args *args) {
    for (c.seed = 0; c.seed < ORDERS; c.seed++)
        once_passes(name, c, kernel, args);
}

#endif
