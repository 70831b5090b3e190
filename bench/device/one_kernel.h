/* one_kernel.h: runs one kernel of tests/emu by its name, on a GPU or on the emulator.
 * bench/sanitizer.py puts the kernels of a file before it and a table `kernels` behind it.
 * `PROGRAM NAME` launches that kernel; `PROGRAM --right` launches all that are right, in turn. */
#ifndef ONE_KERNEL_H
#define ONE_KERNEL_H
#include <stdio.h>
#include <string.h>

enum { WORDS_OF_SMEM = 256, SEEDS = 9 };

typedef struct {
    const char *name;
    void *kernel;
    unsigned cluster, block;
    int right, early_exit;
} OneKernel;

#if TC_ON_DEVICE
static int one_kernel(const OneKernel *one) {
    cudaLaunchConfig_t launch;
    cudaLaunchAttribute cluster;
    args a;
    void *values[1] = {&a};
    cudaError_t error;
    memset(&launch, 0, sizeof launch);
    memset(&cluster, 0, sizeof cluster);
    cudaMalloc((void **)&a.g, 1024);
    launch.gridDim = dim3(one->cluster);
    launch.blockDim = dim3(one->block);
    launch.dynamicSmemBytes = 4 * WORDS_OF_SMEM;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = one->cluster;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    launch.attrs = &cluster;
    launch.numAttrs = one->cluster > 1;
    error = cudaLaunchKernelExC(&launch, one->kernel, values);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    printf("%s: %s\n", one->name, cudaGetErrorString(error));
    fflush(stdout);
    return 0;
}
#else
/* In order, and in eight other orders. */
static int one_kernel(const OneKernel *one) {
    unsigned reported = 0;
    args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(1024, "g");
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        tc_emu_config c;
        memset(&c, 0, sizeof c);
        c.cluster = one->cluster;
        c.block = one->block;
        c.smem_bytes = 4 * WORDS_OF_SMEM;
        c.early_exit = one->early_exit;
        c.expect = c.quiet = 1;
        c.seed = seed;
        c.name = one->name;
        reported += tc_emu_launch(&c, (void (*)(void *))one->kernel, &a) != 0;
    }
    tc_emu_gmem_free(a.g);
    printf("%s: reported in %u of %d orders\n", one->name, reported, SEEDS);
    return 0;
}
#endif

static int one_kernel_main(const OneKernel *kernels, unsigned count, const char *name) {
    for (unsigned i = 0; i < count; i++)
        if (strcmp(name, "--right") == 0 ? kernels[i].right : strcmp(name, kernels[i].name) == 0)
            one_kernel(&kernels[i]);
    return 0;
}

#endif
