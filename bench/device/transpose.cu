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
    std::vector<double> times[3], copied, moved;
    cudaEvent_t from, to;
    unsigned *wrong, count;
    void *src, *dst;
    MUST(cudaEventCreate(&from));
    MUST(cudaEventCreate(&to));
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
    for (int round = -2; round < rounds; round++)
        for (int form = 2; form >= 0; form--) {
            float milliseconds;
            MUST(cudaEventRecord(from));
            for (int i = 0; i < 3; i++)
                if (form == 0)
                    kernel<<<ctas, threads, tile * tile * sizeof(T)>>>(t);
                else if (form == 1)
                    one_shot_copy<<<(unsigned)(bytes / 16384), 256>>>(
                        (uint4 *)dst, (const uint4 *)src);
                else
                    MUST(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDeviceToDevice));
            MUST(cudaEventRecord(to));
            MUST(cudaEventSynchronize(to));
            MUST(cudaEventElapsedTime(&milliseconds, from, to));
            if (round >= 0)
                times[form].push_back(milliseconds / 3);
        }
    differ<<<1024, 256>>>((const T *)dst, (const T *)src, size, wrong);
    MUST(cudaMemcpy(&count, wrong, 4, cudaMemcpyDeviceToHost));
    for (int i = 0; i < rounds; i++) {
        copied.push_back(times[1][i] / times[0][i]);
        moved.push_back(times[2][i] / times[0][i]);
    }
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
        median(copied),
        median(moved),
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
