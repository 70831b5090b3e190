/* gemm_sm90.cu: gemm_sm90_kernel.h on an H100 or H200 or, as C++, on the emulator.
 *
 *     nvcc -arch=sm_90a -I../../include gemm_sm90.cu && ./a.out
 *     tcemu run gemm_sm90.cu */
#include "../example.h"

#include "gemm_sm90_gen.h"
#include "tilecopy/wgmma_bf16.h"

#include "gemm_order.h"
#include "gemm_sm90_kernel.h"

/* Whole numbers from -2 to 2: bf16 has them, and all sums are exact in f32. */
static int number_at(size_t row, size_t column, unsigned seed) {
    const unsigned x = ((unsigned)row * 7919u + (unsigned)column * 104729u + seed) * 2654435761u;
    return (int)(x >> 16) % 5 - 2;
}

static unsigned short bf16_of(float value) {
    unsigned bits;
    memcpy(&bits, &value, 4);
    return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

static unsigned short *matrix(unsigned rows, unsigned columns, unsigned seed) {
    unsigned short *const to = (unsigned short *)malloc((size_t)rows * columns * 2);
    for (size_t i = 0; i < (size_t)rows * columns; i++)
        to[i] = bf16_of((float)number_at(i / columns, i % columns, seed));
    return to;
}

/* Elements of D that are not A B^T, rounded once. */
static unsigned wrong_of(const unsigned short *d, unsigned m, unsigned n, unsigned k) {
    unsigned wrong = 0;
    for (size_t row = 0; row < m; row++)
        for (size_t column = 0; column < n; column++) {
            int sum = 0;
            for (size_t i = 0; i < k; i++)
                sum += number_at(row, i, 1) * number_at(column, i, 2);
            wrong += d[row * n + column] != bf16_of((float)sum);
        }
    return wrong;
}

static int try_shape(unsigned m, unsigned n, unsigned k, unsigned clusters, int check) {
    const unsigned rows = (m + GEMM_PAIR - 1) / GEMM_PAIR, columns = (n + GEMM_N - 1) / GEMM_N;
    const size_t d_bytes = (size_t)m * n * 2;
    unsigned short *const a = matrix(m, k, 1), *const b = matrix(n, k, 2);
    unsigned short *const d = (unsigned short *)malloc(d_bytes);
    unsigned *const order = (unsigned *)malloc(rows * columns * 4);
    void *const there_a = example_memory((size_t)m * k * 2, "A");
    void *const there_b = example_memory((size_t)n * k * 2, "B");
    void *const there_d = example_memory(d_bytes, "D");
    unsigned *const there_order = (unsigned *)example_memory(rows * columns * 4, "order");
    unsigned wrong = 0;
    Gemm g;
    g.tiles = gemm_order(rows, columns, order);
    g.clusters = gemm_clusters(g.tiles, clusters);
    g.turns_of_k = (k + GEMM_K - 1) / GEMM_K;
    g.order = there_order;
    example_map(tc_load_a_tensormap(&g.a, there_a, m, k, k));
    example_map(tc_load_b_tensormap(&g.b, there_b, n, k, k));
    example_map(tc_store_d_tensormap(&g.d, there_d, m, n, n));
    example_put(there_a, a, (size_t)m * k * 2);
    example_put(there_b, b, (size_t)n * k * 2);
    example_put(there_order, order, rows * columns * 4);
    const example_launch launch = {2 * g.clusters, GEMM_THREADS, TC_RING_SMEM_BYTES, 2};
    EXAMPLE_RUN(gemm_sm90, launch, g);
    if (check) {
        example_get(d, there_d, d_bytes);
        wrong = wrong_of(d, m, n, k);
    }
    printf("%ux%ux%u bf16 on the %s: ", m, n, k, example_machine);
    printf(check ? "%u wrong" : "not compared", wrong);
    const double us = EXAMPLE_TIME(gemm_sm90, launch, g);
    if (us > 0)
        printf(", %.1f us, %.0f TFLOP/s", us, 2e-6 * m * n * k / us);
    printf("\n");
    free(a);
    free(b);
    free(d);
    free(order);
    example_free(there_a);
    example_free(there_b);
    example_free(there_d);
    example_free(there_order);
    return wrong != 0;
}

int main(void) {
    int failed = try_shape(256, 512, 128, 1, 1); /* two tiles, one after the other */
    failed |= try_shape(200, 264, 72, 2, 1);     /* edges in all dimensions, clusters of no more */
#if TC_ON_DEVICE
    failed |= try_shape(1000, 1032, 520, 66, 1);
    failed |= try_shape(4096, 4096, 4096, 66, 0);
    failed |= try_shape(8192, 8192, 8192, 66, 0);
#endif
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
