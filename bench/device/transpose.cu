/* transpose.cu: examples/transpose beside a one-shot copy of as many bytes and cudaMemcpyAsync.
 *
 * usage: transpose [ROUNDS]    a line a type: GB/s of each and the ratios; exit code 1 on a wrong result */
#include "timing.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/transpose/transpose_gen.h"

#include "../../examples/transpose/transpose_kernel.h"

__global__ void fill(unsigned *p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        p[i] = (unsigned)i * 2654435761u;
}

template <class T>
__global__ void differ(const T *dst, const T *src, unsigned size, unsigned *count) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)size * size;
         i += (size_t)gridDim.x * blockDim.x)
        if (dst[i] != src[i % size * size + i / size])
            atomicAdd(count, 1);
}

template <class T>
static bool measure(
    const char *name, void (*kernel)(Transpose), unsigned tile, unsigned threads, int rounds) {
    const unsigned size = 16384, ctas = size / tile * (size / tile);
    const size_t bytes = (size_t)size * size * sizeof(T);
    unsigned *wrong, count;
    void *src, *dst;
    MUST(cudaMalloc(&src, bytes));
    MUST(cudaMalloc(&dst, bytes));
    MUST(cudaMalloc(&wrong, 4));
    MUST(cudaMemset(wrong, 0, 4));
    fill<<<1024, 256>>>((unsigned *)src, bytes / 4);
    MUST(cudaFuncSetAttribute(
        (const void *)kernel,
        cudaFuncAttributeMaxDynamicSharedMemorySize,
        (int)(tile * tile * sizeof(T))));
    const Transpose t = {src, dst, size, size, size, size};
    const auto launch = [&](int form) {
        if (form == 0)
            kernel<<<ctas, threads, tile * tile * sizeof(T)>>>(t);
        else if (form == 1)
            timing_copy<<<(unsigned)(bytes / 16384), 256>>>((uint4 *)dst, (const uint4 *)src);
        else
            MUST(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDeviceToDevice));
    };
    const auto times = in_turn(3, rounds, launch);
    launch(0);
    differ<<<1024, 256>>>((const T *)dst, (const T *)src, size, wrong);
    MUST(cudaMemcpy(&count, wrong, 4, cudaMemcpyDeviceToHost));
    printf(
        "transpose %ux%u %s: %.0f GB/s, copy %.0f, cudaMemcpyAsync %.0f; against the copy %.3f, "
        "against "
        "cudaMemcpyAsync %.3f; %u elements differ\n",
        size,
        size,
        name,
        2e-6 * bytes / median(times[0]),
        2e-6 * bytes / median(times[1]),
        2e-6 * bytes / median(times[2]),
        timing_ratio(times[1], times[0]).median,
        timing_ratio(times[2], times[0]).median,
        count);
    MUST(cudaFree(src));
    MUST(cudaFree(dst));
    return count == 0;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    bool good = measure<unsigned>("f32", transpose_f32, 64, TRANSPOSE_THREADS, rounds);
    good &= measure<unsigned short>("f16", transpose_f16, 128, TRANSPOSE_THREADS, rounds);
    good &= measure<unsigned char>("u8", transpose_u8, 256, TRANSPOSE_THREADS_U8, rounds);
    return good ? 0 : 1;
}
