/* gemm_data.h: what the two benchmarks of GEMMs multiply, and how they compare. */
#ifndef GEMM_DATA_H
#define GEMM_DATA_H

/* Numbers of -1 to 1 with all bits in use: what is easy to multiply lets the clock rise. Those of two seeds begin
 * a third of the hash's range apart. Where a seed was added behind the multiplication, row i of A and row i of B
 * were alike, and sums of e4m3 on the diagonal were -600 where 21 is usual. */
template <typename T> __global__ void fill(T *p, size_t n, unsigned seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        unsigned v = ((unsigned)i + seed * 0x55555555u) * 2654435761u;
        v = (v ^ v >> 15) * 2246822519u;
        p[i] = (T)((float)((v ^ v >> 13) >> 8) / 8388608.0f - 1.0f);
    }
}

/* Sums in another order differ by little: more than 4 steps of f16 or 2 of bf16 and `least` is a fault. */
template <typename T>
__global__ void differ(
    const T *a, const T *b, size_t n, float part, unsigned *count, float least = 1.0f / 64) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        const float x = (float)a[i], y = (float)b[i];
        if (!(fabsf(x - y) <= fabsf(y) * part + least))
            atomicAdd(count, 1);
    }
}

#endif
