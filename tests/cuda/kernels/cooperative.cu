/* cooperative.cu: a sum with cooperative groups. Tiles of a warp reduce, and the block that ends last adds what
 * all blocks left in global memory. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;
enum { THREADS = 96 };

__global__ void sum(const float *in, float *parts, unsigned *ended, float *out, int n) {
    __shared__ float of_warp[THREADS / 32];
    __shared__ bool last;
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    float v = 0;
    for (int i = blockIdx.x * THREADS + block.thread_rank(); i < n; i += gridDim.x * THREADS)
        v += in[i];
    v = cg::reduce(warp, v, cg::plus<float>());
#ifdef OVERRUN
    of_warp[warp.meta_group_rank() + 1] = v; /* fault: OVERRUN */
#else
    if (warp.thread_rank() == 0)
        of_warp[warp.meta_group_rank()] = v;
#endif
#ifdef DIVERGENT
    if (warp.thread_rank() < 8)
        v = cg::reduce(warp, v, cg::plus<float>()); /* fault: DIVERGENT */
#endif
#ifndef RACE
    block.sync();
#endif
    if (block.thread_rank() == 0) {
        float all = 0;
        for (int i = 0; i < THREADS / 32; i++)
            all += of_warp[i]; /* fault: RACE */
        parts[blockIdx.x] = all;
#ifndef FENCE
        __threadfence();
#endif
        last = atomicAdd(ended, 1) == gridDim.x - 1;
    }
    block.sync();
    if (last && block.thread_rank() == 0) {
        float all = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            all += parts[i]; /* fault: FENCE */
        *out = all;
    }
}

int main() {
    const int n = 3000, blocks = 5;
    float *in, *parts, *out, want = 0;
    unsigned *ended;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMalloc(&parts, blocks * sizeof(float));
    cudaMallocManaged(&out, sizeof(float));
    cudaMalloc(&ended, sizeof(unsigned));
    cudaMemset(ended, 0, sizeof(unsigned));
    for (int i = 0; i < n; i++)
        want += in[i] = (float)(i % 9);
    sum<<<blocks, THREADS>>>(in, parts, ended, out, n);
    cudaDeviceSynchronize();
    printf("cooperative: %g, wanted %g\n", *out, want);
    return *out != want;
}
