/* example.h: what the programs beside it need of a GPU or of the emulator: memory and a launch.
 *
 *     float *in = (float *)example_memory(bytes, "in");
 *     example_put(in, values, bytes);
 *     example_launch launch = {.grid = 1, .block = 32, .smem_bytes = 4096};   (members by name in C++ too)
 *     EXAMPLE_RUN(kernel, launch, args);
 *     example_get(values, in, bytes);
 *
 * The kernel is the same text on both. */
#ifndef TILECOPY_EXAMPLE_H
#define TILECOPY_EXAMPLE_H
#include "tilecopy/host/kernel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    unsigned grid, block, smem_bytes,
        cluster; /* CTAs, threads of one, bytes of one, CTAs of a cluster or 0 */
} example_launch;

/* A kernel that is a plain __global__ function runs on both by CUDA's own calls: tcemu has them. One that begins
 * with TC_KERNEL is a function for tc_emu_launch on the emulator. */
#if TC_ON_DEVICE || defined(TILECOPY_HOST_CUDA_H)
static const char *const example_machine = TC_ON_DEVICE ? "GPU" : "emulator";

static inline void example_must(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
    exit(1);
}

/* Of NAME_tensormap: NULL, or the rule that is broken. */
static inline void example_map(const char *broken) {
    if (!broken)
        return;
    fprintf(stderr, "tensor map: %s\n", broken);
    exit(1);
}

static inline void *example_memory(size_t bytes, const char *) {
    void *p;
    example_must(cudaMalloc(&p, bytes));
    example_must(cudaMemset(p, 0xDB, bytes));
    return p;
}

static inline void example_free(void *p) {
    example_must(cudaFree(p));
}

static inline void example_put(void *there, const void *here, size_t bytes) {
    example_must(cudaMemcpy(there, here, bytes, cudaMemcpyHostToDevice));
}

static inline void example_get(void *here, const void *there, size_t bytes) {
    example_must(cudaMemcpy(here, there, bytes, cudaMemcpyDeviceToHost));
}

template <class Args>
static void example_start(void (*kernel)(Args), example_launch launch, Args args) {
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = launch.cluster;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    example_must(cudaFuncSetAttribute(
        (const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)launch.smem_bytes));
    config.gridDim = dim3(launch.grid);
    config.blockDim = dim3(launch.block);
    config.dynamicSmemBytes = launch.smem_bytes;
    config.attrs = &cluster;
    config.numAttrs = launch.cluster ? 1 : 0;
    example_must(cudaLaunchKernelEx(&config, kernel, args));
}

template <class Args>
static void example_run(void (*kernel)(Args), example_launch launch, Args args) {
    example_start(kernel, launch, args);
    example_must(cudaDeviceSynchronize());
}

/* Microseconds of one launch: the least of 5 series of 20. */
template <class Args>
static double example_time(void (*kernel)(Args), example_launch launch, Args args) {
    cudaEvent_t from, to;
    double least = 1e30;
    if (!TC_ON_DEVICE)
        return 0; /* of no meaning there */
    example_must(cudaEventCreate(&from));
    example_must(cudaEventCreate(&to));
    for (int series = 0; series < 6; series++) { /* the first one warms up */
        float milliseconds;
        example_must(cudaEventRecord(from));
        for (int turn = 0; turn < 20; turn++)
            example_start(kernel, launch, args);
        example_must(cudaEventRecord(to));
        example_must(cudaEventSynchronize(to));
        example_must(cudaEventElapsedTime(&milliseconds, from, to));
        if (series && milliseconds * 1000 / 20 < least)
            least = milliseconds * 1000 / 20;
    }
    return least;
}
#define EXAMPLE_RUN(kernel, launch, args) example_run(kernel, launch, args)
#define EXAMPLE_TIME(kernel, launch, args) example_time(kernel, launch, args)
#else
static const char example_machine[] = "emulator";

static inline void *example_memory(size_t bytes, const char *name) {
    return tc_emu_gmem_alloc(bytes, name);
}

static inline void example_free(void *p) {
    tc_emu_gmem_free(p);
}

static inline void example_put(void *there, const void *here, size_t bytes) {
    memcpy(there, here, bytes);
}

static inline void example_get(void *here, const void *there, size_t bytes) {
    memcpy(here, there, bytes);
}

static inline void example_run(
    void (*kernel)(void *), const char *name, example_launch launch, void *args) {
    tc_emu_config config = {0};
    config.grid = launch.grid;
    config.block = launch.block;
    config.smem_bytes = launch.smem_bytes;
    config.cluster = launch.cluster;
    config.name = name;
    tc_emu_launch(&config, kernel, args);
}
#define EXAMPLE_RUN(kernel, launch, args) example_run(kernel, #kernel, launch, &args)
#define EXAMPLE_TIME(kernel, launch, args) 0.0 /* of no meaning here */
#endif

#endif
