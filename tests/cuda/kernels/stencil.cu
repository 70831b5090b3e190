/* stencil.cu: 5 points in two dimensions, a tile with its border in shared memory, several steps in one launch
 * by a cluster of two blocks, whose borders lie in the shared memory of each other. */
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;
enum { N = 16, STEPS = 3 };

__device__ float at(float (*rows)[N], float (*other)[N], int first, int r, int c) {
    if (r < 0 || r >= 2 * N || c < 0 || c >= N)
        return 0;
    const int i = r - first;
    return i >= 0 && i < N ? rows[i][c] : other[(i + N) % N][c]; /* fault: RACE FENCE */
}

__global__ void __cluster_dims__(2, 1, 1) heat(float *values) {
    __shared__ float rows[2][N][N];
    cg::cluster_group cluster = cg::this_cluster();
    const int rank = (int)cluster.block_rank(), c = threadIdx.x, r = threadIdx.y, first = rank * N;
    int now = 0;
    rows[0][r][c] = values[(first + r) * N + c];
    for (int step = 0; step < STEPS; step++, now ^= 1) {
#ifdef DIVERGENT
        if (c > 0)
            cluster.sync(); /* fault: DIVERGENT */
#endif
#ifndef RACE
        cluster.sync();
#endif
        float(*other)[N] = cluster.map_shared_rank(&rows[now][0], rank ^ 1);
        float sum = 0;
        for (int d = -1; d <= 1; d += 2)
            sum += at(rows[now], other, first, first + r + d, c) +
                   at(rows[now], other, first, first + r, c + d);
#ifdef OVERRUN
        rows[now + 1][r][c] = 0.25f * sum; /* fault: OVERRUN */
#else
        rows[now ^ 1][r][c] = 0.25f * sum;
#endif
    }
#ifndef FENCE
    cluster.sync();
#endif
    values[(first + r) * N + c] = rows[now][r][c];
}

int main() {
    float host[2 * N * N], next[2 * N * N], *values, wrong = 0;
    for (int i = 0; i < 2 * N * N; i++)
        host[i] = (float)(i * 7 % 16);
    cudaMallocManaged(&values, sizeof host);
    for (int i = 0; i < 2 * N * N; i++)
        values[i] = host[i];
    heat<<<2, dim3(N, N)>>>(values);
    for (int step = 0; step < STEPS; step++) {
        for (int r = 0; r < 2 * N; r++)
            for (int c = 0; c < N; c++)
                next[r * N + c] =
                    0.25f * ((r ? host[(r - 1) * N + c] : 0) + (c ? host[r * N + c - 1] : 0) +
                             (r + 1 < 2 * N ? host[(r + 1) * N + c] : 0) +
                             (c + 1 < N ? host[r * N + c + 1] : 0));
        for (int i = 0; i < 2 * N * N; i++)
            host[i] = next[i];
    }
    for (int i = 0; i < 2 * N * N; i++)
        wrong += values[i] != host[i];
    printf("stencil: %g wrong\n", wrong);
    return wrong != 0;
}
