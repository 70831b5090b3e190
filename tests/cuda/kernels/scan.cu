/* scan.cu: exclusive prefix sums of each block's part, up and down a tree in dynamic shared memory, and the
 * sums of the blocks before added by a second kernel, of any type. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

template <typename T>
__global__ void __launch_bounds__(64) scan_blocks(const T *in, T *out, T *sums) {
    extern __shared__ int temp[];
    const int n = 2 * blockDim.x, t = threadIdx.x, first = blockIdx.x * n;
    temp[t] = in[first + t];
    temp[t + n / 2] = in[first + t + n / 2];
    int by = 1;
    for (int d = n / 2; d > 0; d /= 2) {
#ifdef DIVERGENT
        if (t < d)
            __syncthreads(); /* fault: DIVERGENT */
#elif !defined(RACE)
        __syncthreads();
#endif
        if (t < d) {
            const int a = by * (2 * t + 1) - 1, b = by * (2 * t + 2) - 1;
            temp[b] += temp[a]; /* fault: RACE */
        }
        by *= 2;
    }
    if (t == 0) {
        sums[blockIdx.x] = temp[n - 1];
        temp[n - 1] = 0;
    }
    for (int d = 1; d < n; d *= 2) {
        by /= 2;
        __syncthreads();
        if (t < d) {
            const int a = by * (2 * t + 1) - 1, b = by * (2 * t + 2) - 1, left = temp[a];
            temp[a] = temp[b];
            temp[b] += left;
        }
    }
    __syncthreads();
#ifdef OVERRUN
    out[first + t] = temp[n + t]; /* fault: OVERRUN */
#else
    out[first + t] = temp[t];
#endif
    out[first + t + n / 2] = temp[t + n / 2];
}

template <typename T> __global__ void add_sums(T *out, const T *sums) {
    __shared__ T before;
    if (threadIdx.x == 0) {
        before = 0;
        for (unsigned i = 0; i < blockIdx.x; i++)
            before += sums[i];
    }
#ifndef FENCE
    __syncthreads();
#endif
    out[blockIdx.x * blockDim.x + threadIdx.x] += before; /* fault: FENCE */
}

int main() {
    const int threads = 64, n = 2 * threads, blocks = 3;
    std::vector<int> host(n * blocks), got(host);
    int *in, *out, *sums, wrong = 0, sum = 0;
    const size_t bytes = host.size() * sizeof(int);
    for (size_t i = 0; i < host.size(); i++)
        host[i] = (int)(i * 7 % 11);
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMalloc(&sums, blocks * sizeof(int));
    cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice);
    scan_blocks<int><<<blocks, threads, n * sizeof(int)>>>(in, out, sums);
    add_sums<<<blocks, n>>>(out, sums);
    cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < host.size(); i++) {
        wrong += got[i] != sum;
        sum += host[i];
    }
    printf("scan: %d wrong\n", wrong);
    return wrong != 0;
}
