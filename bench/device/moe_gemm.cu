/* moe_gemm.cu: examples/moe_gemm, tokens in random order, beside the same kernel with tokens in order.
 *
 * usage: moe_gemm [ROUNDS]    a line a size: TFLOP/s of each and the ratio; exit code 1 where the two differ */
#include "timing.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/moe_gemm/moe_gemm_gen.h"
#include "tilecopy/mma.h"

#include "../../examples/moe_gemm/moe_gemm_kernel.h"

enum { EXPERTS = 8 };

/* Small numbers of f16: 0, 0.5, 1 and 2. */
__global__ void fill(unsigned short *p, size_t n, unsigned salt) {
    const unsigned short some[4] = {0, 0x3800, 0x3C00, 0x4000};
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        p[i] = some[((unsigned)i * 2654435761u + salt) >> 30];
}

/* Row r of the dense tokens is row order[r] of the others. */
__global__ void permute(
    unsigned short *dense, const unsigned short *tokens, const int *order, size_t n, unsigned k) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        dense[i] = tokens[order[i / k] * (size_t)k + i % k];
}

__global__ void differ(
    const unsigned short *picked,
    const unsigned short *dense,
    const int *order,
    size_t n,
    unsigned width,
    unsigned *count) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        if (picked[order[i / width] * (size_t)width + i % width] != dense[i])
            atomicAdd(count, 1);
}

static bool measure(unsigned tokens, unsigned n, unsigned k, int rounds) {
    const unsigned tiles = tokens / MOE_TILE, ctas = tiles * (n / MOE_TILE);
    std::vector<int> order(tokens), expert(tiles);
    void *memory[7];
    const size_t bytes[7] = {
        2ull * tokens * k,
        2ull * tokens * k,
        2ull * EXPERTS * n * k,
        2ull * tokens * n,
        2ull * tokens * n,
        4ull * tokens,
        4ull * tiles};
    unsigned state = 1, *wrong, count;
    for (unsigned i = 0; i < tokens; i++)
        order[i] = (int)i;
    for (unsigned i = tokens - 1; i > 0; i--) {
        state = state * 1664525u + 1013904223u;
        std::swap(order[i], order[(unsigned)((state >> 4) * (unsigned long long)(i + 1) >> 28)]);
    }
    for (unsigned i = 0; i < tiles; i++)
        expert[i] = (int)(i * EXPERTS / tiles);
    for (int i = 0; i < 7; i++)
        MUST(cudaMalloc(&memory[i], bytes[i]));
    MUST(cudaMalloc(&wrong, 4));
    MUST(cudaMemset(wrong, 0, 4));
    MUST(cudaMemcpy(memory[5], order.data(), bytes[5], cudaMemcpyHostToDevice));
    MUST(cudaMemcpy(memory[6], expert.data(), bytes[6], cudaMemcpyHostToDevice));
    fill<<<1024, 256>>>((unsigned short *)memory[0], bytes[0] / 2, 1);
    fill<<<1024, 256>>>((unsigned short *)memory[2], bytes[2] / 2, 2);
    permute<<<1024, 256>>>(
        (unsigned short *)memory[1],
        (unsigned short *)memory[0],
        (int *)memory[5],
        bytes[1] / 2,
        k);
    MUST(cudaFuncSetAttribute(
        (const void *)moe_gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, TC_MOE_SMEM_BYTES));
    MUST(cudaFuncSetAttribute(
        (const void *)moe_dense, cudaFuncAttributeMaxDynamicSharedMemorySize, TC_MOE_SMEM_BYTES));
    Moe g[2];
    for (int form = 0; form < 2; form++) {
        const Moe one = {
            (const tc_f16 *)memory[form],
            (const tc_f16 *)memory[2],
            (tc_f16 *)memory[3 + form],
            (const int *)memory[5],
            (const int *)memory[6],
            tiles,
            n,
            k};
        g[form] = one;
    }
    const auto times = in_turn(2, rounds, [&](int form) {
        if (form == 0)
            moe_gemm<<<ctas, TC_MOE_THREADS, TC_MOE_SMEM_BYTES>>>(g[0]);
        else
            moe_dense<<<ctas, TC_MOE_THREADS, TC_MOE_SMEM_BYTES>>>(g[1]);
    });
    differ<<<1024, 256>>>(
        (unsigned short *)memory[3],
        (unsigned short *)memory[4],
        (int *)memory[5],
        bytes[3] / 2,
        n,
        wrong);
    MUST(cudaMemcpy(&count, wrong, 4, cudaMemcpyDeviceToHost));
    printf(
        "moe_gemm, %u tokens, %d experts of %ux%u: %.0f TFLOP/s, tokens in order %.0f, ratio %.3f; "
        "%u elements "
        "differ\n",
        tokens,
        (int)EXPERTS,
        n,
        k,
        2e-9 * tokens * n * k / median(times[0]),
        2e-9 * tokens * n * k / median(times[1]),
        timing_ratio(times[1], times[0]).median,
        count);
    for (int i = 0; i < 7; i++)
        MUST(cudaFree(memory[i]));
    MUST(cudaFree(wrong));
    return count == 0;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    bool good = measure(8192, 4096, 4096, rounds);
    good &= measure(4096, 2048, 1024, rounds);
    return good ? 0 : 1;
}
