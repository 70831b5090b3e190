/* emulator.cu: how fast the emulator is. bench/emulator.py runs it and divides by processor time.
 *
 *     emulator plain|primitive|product */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS = 256, TILE = 16, SIZE = 256 };

/* Two plain accesses a turn. */
__global__ void plain(float *out, int turns) {
    __shared__ volatile float tile[THREADS];
    const unsigned t = threadIdx.x;
    tile[t] = 0;
    for (int i = 0; i < turns; i++)
        tile[t] = tile[t] + 1;
    out[t] = tile[t];
}

/* Two primitives a turn. */
__global__ void primitive(float *out, int turns) {
    __shared__ float tile[THREADS];
    const unsigned t = threadIdx.x;
    float v = 0;
    for (int i = 0; i < turns; i++) {
        tc_store_shared_b32(&tile[t], &v);
        tc_load_shared_b32(&v, &tile[t]);
    }
    out[t] = v;
}

__global__ void product(const float *a, const float *b, float *c) {
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < SIZE; k += TILE) {
        left[y][x] = a[row * SIZE + k + x];
        right[y][x] = b[(k + y) * SIZE + column];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += left[y][i] * right[i][x];
        __syncthreads();
    }
    c[row * SIZE + column] = sum;
}

static double seconds() {
    return (double)clock() / CLOCKS_PER_SEC;
}

static double elapsed() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int multiply() {
    const size_t bytes = SIZE * SIZE * sizeof(float);
    float *a, *b, *c;
    cudaMallocManaged(&a, bytes);
    cudaMallocManaged(&b, bytes);
    cudaMallocManaged(&c, bytes);
    for (int i = 0; i < SIZE * SIZE; i++) {
        a[i] = (float)(i % 7);
        b[i] = (float)(i % 5);
    }
    const double from = seconds(), began = elapsed();
    product<<<dim3(SIZE / TILE, SIZE / TILE), dim3(TILE, TILE)>>>(a, b, c);
    const double took = seconds() - from, passed = elapsed() - began;
    float want = 0;
    for (int k = 0; k < SIZE; k++)
        want += a[3 * SIZE + k] * b[k * SIZE + 5];
    printf(
        "%.3f seconds, %.3f elapsed, %s\n",
        took,
        passed,
        c[3 * SIZE + 5] == want ? "right" : "wrong");
    return c[3 * SIZE + 5] != want;
}

int main(int count, char **words) {
    const int turns = 4000;
    float *out;
    if (count > 1 && !strcmp(words[1], "product"))
        return multiply();
    cudaMallocManaged(&out, THREADS * sizeof(float));
    const double from = seconds();
    if (count > 1 && !strcmp(words[1], "primitive"))
        primitive<<<1, THREADS>>>(out, turns);
    else
        plain<<<1, THREADS>>>(out, turns);
    const double took = seconds() - from;
    printf("%.2f million accesses a second\n", 2e-6 * turns * THREADS / took);
    return 0;
}
