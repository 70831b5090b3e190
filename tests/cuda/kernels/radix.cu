/* radix.cu: one step of a radix sort: the keys of a block in the order of one digit, stable, by votes of the lanes
 * that have the same digit. */
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

enum { BITS = 2, DIGITS = 1 << BITS, WARPS = 4, THREADS = 32 * WARPS };

__global__ void step(unsigned *keys, int shift) {
    __shared__ unsigned counts[DIGITS][WARPS], sorted[THREADS];
    const unsigned t = threadIdx.x, lane = t % warpSize, warp = t / warpSize;
    const unsigned key = keys[blockIdx.x * THREADS + t], digit = key >> shift & (DIGITS - 1);
    if (lane < DIGITS)
        counts[lane][warp] = 0;
#ifndef FENCE
    __syncwarp();
#endif
#ifdef DIVERGENT
    const unsigned same =
        lane < 31 ? __match_any_sync(0xffffffff, digit) : 1; /* fault: DIVERGENT */
#else
    const unsigned same = __match_any_sync(0xffffffff, digit);
#endif
    const unsigned before = __popc(same & ((1u << lane) - 1));
    if (before == 0)
        counts[digit][warp] = __popc(same); /* fault: FENCE */
#ifndef RACE
    __syncthreads();
#endif
    if (t == 0) {
        unsigned sum = 0;
        for (int i = 0; i < DIGITS * WARPS; i++) {
            const unsigned n = (&counts[0][0])[i]; /* fault: RACE */
            (&counts[0][0])[i] = sum;
            sum += n;
        }
    }
    __syncthreads();
#ifdef OVERRUN
    sorted[counts[digit][warp] + before + 1] = key; /* fault: OVERRUN */
#else
    sorted[counts[digit][warp] + before] = key;
#endif
    __syncthreads();
    keys[blockIdx.x * THREADS + t] = sorted[t];
}

int main() {
    const int n = 2 * THREADS;
    std::vector<unsigned> host(n);
    unsigned *keys, wrong = 0;
    for (int i = 0; i < n; i++)
        host[i] = (unsigned)(i * 37 % 256);
    cudaMalloc(&keys, n * sizeof(unsigned));
    cudaMemcpy(keys, host.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    for (int shift = 0; shift < 8; shift += BITS)
        step<<<n / THREADS, THREADS>>>(keys, shift);
    cudaMemcpy(host.data(), keys, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    for (int i = 1; i < n; i++)
        wrong += i % THREADS && host[i - 1] > host[i];
    printf("radix: %u wrong\n", wrong);
    return wrong != 0;
}
