/* reduction.cu: the sum of an array. Every block sums its part in shared memory and the first warp ends with
 * shuffles; one atomic addition a block. */
#include <cuda_runtime.h>
#include <stdio.h>

enum { THREADS = 128 };

template <unsigned N> __device__ float sum_of_warp(float v) {
    for (unsigned by = N / 2; by > 0; by /= 2)
        v += __shfl_down_sync(0xffffffff, v, by);
    return v;
}

__global__ void reduce(const float *in, float *sum, unsigned n) {
    __shared__ float part[THREADS];
    const unsigned t = threadIdx.x;
    float v = 0;
    for (unsigned i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        v += in[i];
#ifdef OVERRUN
    part[t + 1] = v; /* fault: OVERRUN */
#else
    part[t] = v;
#endif
#ifdef DIVERGENT
    if (t < 64)
        __syncthreads(); /* fault: DIVERGENT */
#elif !defined(RACE)
    __syncthreads();
#endif
    for (unsigned half = THREADS / 2; half >= 32; half /= 2) {
        if (t < half)
            part[t] += part[t + half]; /* fault: RACE */
        __syncthreads();
    }
    if (t < 32) {
        v = sum_of_warp<32>(part[t]);
        if (t == 0)
#ifdef FENCE
            *sum += v; /* fault: FENCE */
#else
            atomicAdd(sum, v);
#endif
    }
}

int main() {
    const unsigned n = 5000;
    float *in, *sum, host[n], got;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&sum, sizeof(float));
    for (unsigned i = 0; i < n; i++)
        host[i] = (float)(i % 7);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(sum, 0, sizeof(float));
    reduce<<<dim3(4), THREADS>>>(in, sum, n);
    if (cudaGetLastError() != cudaSuccess)
        return 2;
    cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost);
    float want = 0;
    for (unsigned i = 0; i < n; i++)
        want += host[i];
    printf("reduction: %g, wanted %g\n", got, want);
    cudaFree(in);
    cudaFree(sum);
    return got != want;
}
