/* timing.h: what the benchmarks of whole kernels share. */
#ifndef TIMING_H
#define TIMING_H
#include <stdio.h>
#include <stdlib.h>
#include <algorithm>
#include <vector>

/* Ends the program where a call of CUDA, or of cuBLAS, does not give 0. */
#define MUST(call)                                                                                 \
    do {                                                                                           \
        const int error = (int)(call);                                                             \
        if (error) {                                                                               \
            fprintf(stderr, "%s:%d: %s gave %d\n", __FILE__, __LINE__, #call, error);              \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/* 16 KiB a CTA of 256 threads, four loads before four stores: what copies.h found best. */
static __global__ void one_shot_copy(uint4 *dst, const uint4 *src) {
    const size_t at = blockIdx.x * (size_t)1024 + threadIdx.x;
    uint4 v[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        v[i] = src[at + i * 256];
#pragma unroll
    for (int i = 0; i < 4; i++)
        dst[at + i * 256] = v[i];
}

#endif
