/* gemm_sm90.cu: gemm_sm90_kernel.h on an H100 or H200 or, as C++, on the emulator.
 *
 *     nvcc -arch=sm_90a -I../../include gemm_sm90.cu && ./a.out
 *     tcemu run gemm_sm90.cu */
#include "../example.h"

#include "gemm_sm90_gen.h"
#include "tilecopy/wgmma_bf16.h"
#include "tilecopy/wgmma_e4m3.h"
#include "tilecopy/wgmma_f16.h"

#include "gemm_order.h"
#include "gemm_sm90_kernel.h"

/* Whole numbers from -2 to 2: all types have them, and all sums are exact in f32. */
static int number_at(size_t row, size_t column, unsigned seed) {
    const unsigned x = ((unsigned)row * 7919u + (unsigned)column * 104729u + seed) * 2654435761u;
    return (int)(x >> 16) % 5 - 2;
}

/* The bits of such a number. */
static unsigned bits_of(int number, const GemmBf16 *) {
    const unsigned bits[] = {0, 0x3f80, 0x4000};
    return bits[number < 0 ? -number : number] | (number < 0 ? 0x8000u : 0);
}

static unsigned bits_of(int number, const GemmF16 *) {
    const unsigned bits[] = {0, 0x3c00, 0x4000};
    return bits[number < 0 ? -number : number] | (number < 0 ? 0x8000u : 0);
}

static unsigned bits_of(int number, const GemmE4m3 *) {
    const unsigned bits[] = {0, 0x38, 0x40};
    return bits[number < 0 ? -number : number] | (number < 0 ? 0x80u : 0);
}

/* A sum as D has it, rounded once. */
static unsigned short rounded(float value, const tc_bf16 *) {
    unsigned bits;
    memcpy(&bits, &value, 4);
    return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

/* A whole number below 65520. */
static unsigned short rounded(float value, const tc_f16 *) {
    unsigned bits;
    memcpy(&bits, &value, 4);
    const unsigned sign = bits >> 16 & 0x8000u, rest = bits & 0x7fffffffu;
    return (
        unsigned short)(rest ? sign | ((rest + 0xfffu + (rest >> 13 & 1u)) - 0x38000000u) >> 13 : sign);
}

template <typename Type> static void *matrix(size_t rows, size_t columns, unsigned seed) {
    const size_t bytes = sizeof(typename Type::Element);
    unsigned char *const to = (unsigned char *)malloc(rows * columns * bytes);
    for (size_t i = 0; i < rows * columns; i++) {
        const unsigned bits =
            bits_of(number_at(i / columns, i % columns, seed), (const Type *)NULL);
        memcpy(to + i * bytes, &bits, bytes);
    }
    return to;
}

/* Elements of D that are not A B^T, rounded once. */
template <typename Type>
static unsigned wrong_of(const unsigned short *d, unsigned m, unsigned n, unsigned k) {
    unsigned wrong = 0;
    for (size_t row = 0; row < m; row++)
        for (size_t column = 0; column < n; column++) {
            int sum = 0;
            for (size_t i = 0; i < k; i++)
                sum += number_at(row, i, 1) * number_at(column, i, 2);
            wrong += d[row * n + column] != rounded((float)sum, (const typename Type::Out *)NULL);
        }
    return wrong;
}

template <typename Type>
static int try_shape(
    const char *type, unsigned m, unsigned n, unsigned k, unsigned clusters, int check) {
    const unsigned rows = (m + GEMM_PAIR - 1) / GEMM_PAIR, columns = (n + GEMM_N - 1) / GEMM_N;
    const size_t bytes = sizeof(typename Type::Element), d_bytes = (size_t)m * n * 2;
    void *const a = matrix<Type>(m, k, 1), *const b = matrix<Type>(n, k, 2);
    unsigned short *const d = (unsigned short *)malloc(d_bytes);
    unsigned *const order = (unsigned *)malloc(rows * columns * 4);
    const GemmMatrix there_a = {example_memory(m * bytes * k, "A"), m, k, k};
    const GemmMatrix there_b = {example_memory(n * bytes * k, "B"), n, k, k};
    const GemmMatrix there_d = {example_memory(d_bytes, "D"), m, n, n};
    unsigned *const there_order = (unsigned *)example_memory(rows * columns * 4, "order");
    unsigned wrong = 0;
    Gemm g;
    g.tiles = gemm_order(rows, columns, order);
    g.clusters = gemm_clusters(g.tiles, clusters);
    g.turns_of_k = (k + Type::COLUMNS - 1) / Type::COLUMNS;
    g.order = there_order;
    example_map(Type::maps(&g, &there_a, &there_b, &there_d));
    example_put((void *)there_a.at, a, m * bytes * k);
    example_put((void *)there_b.at, b, n * bytes * k);
    example_put(there_order, order, rows * columns * 4);
    const example_launch launch = {2 * g.clusters, GEMM_THREADS, TC_RING_SMEM_BYTES, 2};
    EXAMPLE_RUN(gemm_sm90<Type>, launch, g);
    if (check) {
        example_get(d, (void *)there_d.at, d_bytes);
        wrong = wrong_of<Type>(d, m, n, k);
    }
    printf("%ux%ux%u %s on the %s: ", m, n, k, type, example_machine);
    printf(check ? "%u wrong" : "not compared", wrong);
    const double us = EXAMPLE_TIME(gemm_sm90<Type>, launch, g);
    if (us > 0)
        printf(", %.1f us, %.0f TFLOP/s", us, 2e-6 * m * n * k / us);
    printf("\n");
    free(a);
    free(b);
    free(d);
    free(order);
    example_free((void *)there_a.at);
    example_free((void *)there_b.at);
    example_free((void *)there_d.at);
    example_free(there_order);
    return wrong != 0;
}

template <typename Type> static int try_type(const char *type) {
    int failed = try_shape<Type>(type, 256, 512, 128, 1, 1); /* two tiles, one after the other */
    failed |= try_shape<Type>(type, 200, 264, 80, 2, 1);     /* edges in all dimensions */
#if TC_ON_DEVICE
    failed |= try_shape<Type>(type, 1000, 1032, 528, 66, 1);
    failed |= try_shape<Type>(type, 4096, 4096, 4096, 66, 0);
    failed |= try_shape<Type>(type, 8192, 8192, 8192, 66, 0);
#endif
    return failed;
}

int main(void) {
    int failed = try_type<GemmBf16>("bf16");
    failed |= try_type<GemmF16>("f16");
    failed |= try_type<GemmE4m3>("e4m3");
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
