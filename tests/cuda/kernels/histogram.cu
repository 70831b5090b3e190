/* histogram.cu: counts of bytes. Each warp has its own counts in shared memory, and each block adds its sums to
 * those in global memory. */
#include <cstdio>
#include <cuda_runtime.h>

enum { BINS = 64, WARPS = 4, THREADS = 32 * WARPS };

__global__ void count(const unsigned char *data, unsigned *bins, int n) {
    __shared__ unsigned mine[WARPS][BINS];
    const unsigned t = threadIdx.x, warp = t / 32;
#ifdef OVERRUN
    for (unsigned i = t; i <= WARPS * BINS; i += THREADS)
        (&mine[0][0])[i] = 0; /* fault: OVERRUN */
#else
    for (unsigned i = t; i < WARPS * BINS; i += THREADS)
        (&mine[0][0])[i] = 0;
#endif
#ifdef DIVERGENT
    if (warp != 3)
        __syncthreads(); /* fault: DIVERGENT */
#endif
    __syncthreads();
    for (int i = (int)(blockIdx.x * THREADS + t); i < n; i += gridDim.x * THREADS)
#ifdef RACE
        mine[warp][data[i] % BINS]++; /* fault: RACE */
#else
        atomicAdd(&mine[warp][data[i] % BINS], 1u);
#endif
#ifndef FENCE
    __syncthreads();
#endif
    for (unsigned i = t; i < BINS; i += THREADS) {
        unsigned all = 0;
        for (unsigned w = 0; w < WARPS; w++)
            all += mine[w][i]; /* fault: FENCE */
        atomicAdd(&bins[i], all);
    }
}

int main() {
    const int n = 4000;
    static unsigned char host[n];
    unsigned want[BINS] = {}, got[BINS], *bins, wrong = 0;
    unsigned char *data;
    for (int i = 0; i < n; i++)
        want[(host[i] = (unsigned char)(i * i % 251)) % BINS]++;
    cudaMalloc(&data, n);
    cudaMalloc(&bins, sizeof got);
    cudaMemcpy(data, host, n, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, sizeof got);
    count<<<3, THREADS>>>(data, bins, n);
    cudaMemcpy(got, bins, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BINS; i++)
        wrong += got[i] != want[i];
    printf("histogram: %u wrong\n", wrong);
    return wrong != 0;
}
