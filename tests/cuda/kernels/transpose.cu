/* transpose.cu: a matrix through a tile in shared memory, in two dimensions of threads. */
#include <cstdio>
#include <cuda_runtime.h>

constexpr int TILE = 16, ROWS = 4;

template <class T, int Pad> __global__ void transpose(T *out, const T *in, int rows, int columns) {
    __shared__ T tile[TILE][TILE + Pad];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
#ifdef DIVERGENT
    if (threadIdx.y == 0)
        __syncthreads(); /* fault: DIVERGENT */
#endif
#ifndef RACE
    __syncthreads();
#endif
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
#ifdef OVERRUN
        out[(y + j) * (rows + 1) + x] = tile[threadIdx.x][threadIdx.y + j]; /* fault: OVERRUN */
#else
        T v = tile[threadIdx.x][threadIdx.y + j]; /* fault: RACE FENCE */
#ifdef FENCE
        tile[threadIdx.y + j][threadIdx.x] = v;
#endif
        out[(y + j) * rows + x] = v;
#endif
    }
}

int main() {
    const int rows = 48, columns = 32;
    int host[rows * columns], got[rows * columns], *in, *out, wrong = 0;
    for (int i = 0; i < rows * columns; i++)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    dim3 grid(columns / TILE, rows / TILE), block(TILE, ROWS);
    transpose<int, 1><<<grid, block>>>(out, in, rows, columns);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            wrong += got[c * rows + r] != host[r * columns + c];
    printf("transpose: %d wrong\n", wrong);
    return wrong != 0;
}
