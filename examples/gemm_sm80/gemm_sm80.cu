/* gemm_sm80.cu: gemm_kernel.h on a GPU or on the emulator, against sums made on the CPU.
 *
 *     nvcc -arch=sm_90 -I../../include gemm_sm80.cu && ./a.out [M N K]
 *     cc -x c -I../../include gemm_sm80.cu ../../include/tilecopy/host/[all].c -lpthread && ./a.out */
#include "../example.h"
#include "gemm_ring_gen.h"
#include "gemm_sm80_gen.h"
#include "tilecopy/mma.h"

#include "gemm_kernel.h"

/* -2 to 2 as f16: products and sums are exact, and so is their rounding while they are below 2048. */
static unsigned short half_of(int value) {
    static const unsigned short size[] = {0, 0x3C00, 0x4000};
    return (unsigned short)(value < 0 ? 0x8000 | size[-value] : size[value]);
}

/* Rows of `columns` numbers, `ld` from row to row; what is between holds a NaN, which must not be read. */
static int *fill(
    unsigned short *there, unsigned rows, unsigned columns, unsigned ld, unsigned seed) {
    int *numbers = (int *)malloc(sizeof *numbers * rows * columns);
    for (unsigned i = 0; i < rows * ld; i++) {
        const unsigned row = i / ld, column = i % ld;
        seed = seed * 1664525u + 1013904223u;
        there[i] = 0x7FFF;
        if (column < columns)
            there[i] = half_of(numbers[row * columns + column] = (int)(seed >> 24) % 5 - 2);
    }
    return numbers;
}

static double value_of(unsigned short half) {
    const int exponent = half >> 10 & 31, rest = half & 1023;
    double value = exponent ? 1024 + rest : rest;
    for (int i = exponent ? exponent : 1; i < 25; i++)
        value /= 2;
    for (int i = 25; i < exponent; i++)
        value *= 2;
    return half >> 15 ? -value : value;
}

static unsigned wrong_of(const unsigned short *c, const int *a, const int *b, const Gemm *g) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < g->m; i++)
        for (unsigned j = 0; j < g->ldc; j++) {
            int sum = 0;
            for (unsigned k = 0; j < g->n && k < g->k; k++)
                sum += a[i * g->k + k] * b[j * g->k + k];
            if (j < g->n)
                wrong += value_of(c[i * g->ldc + j]) != sum;
            else
                wrong += c[i * g->ldc + j] != 0xDBDB; /* not ours */
        }
    return wrong;
}

static unsigned round_up(unsigned n) {
    return (n + 7) / 8 * 8;
}

static int try_shape(unsigned m, unsigned n, unsigned k) {
    Gemm g = {NULL, NULL, NULL, m, n, k, round_up(k), round_up(k), round_up(n)};
    const size_t bytes[] = {2u * m * g.lda, 2u * n * g.ldb, 2u * m * g.ldc};
    const unsigned ctas = (m + GEMM_M - 1) / GEMM_M * ((n + GEMM_N - 1) / GEMM_N);
    const example_launch launch = {ctas, TC_GEMM_THREADS, TC_GEMM_SMEM_BYTES, 0};
    unsigned short *here[3];
    void *there[3];
    int *a, *b;
    unsigned wrong;
    for (int i = 0; i < 3; i++) {
        here[i] = (unsigned short *)malloc(bytes[i]);
        there[i] = example_memory(bytes[i], i == 0 ? "a" : i == 1 ? "b" : "c");
    }
    a = fill(here[0], m, k, g.lda, 1);
    b = fill(here[1], n, k, g.ldb, 2);
    memset(here[2], 0xDB, bytes[2]);
    for (int i = 0; i < 3; i++)
        example_put(there[i], here[i], bytes[i]);
    g.a = (const tc_f16 *)there[0];
    g.b = (const tc_f16 *)there[1];
    g.c = (tc_f16 *)there[2];
    EXAMPLE_RUN(gemm_sm80, launch, g);
    example_get(here[2], there[2], bytes[2]);
    wrong = wrong_of(here[2], a, b, &g);
    printf(
        "gemm %ux%ux%u f16 on the %s: %u elements, %u wrong\n",
        m,
        n,
        k,
        example_machine,
        m * n,
        wrong);
    for (int i = 0; i < 3; i++) {
        free(here[i]);
        example_free(there[i]);
    }
    free(a);
    free(b);
    return wrong != 0;
}

int main(int argc, char **argv) {
    int failed;
    if (argc == 4)
        return try_shape((unsigned)atoi(argv[1]), (unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]));
    failed = try_shape(128, 256, 192);
    failed |= try_shape(131, 261, 77); /* four tiles, three of them nearly empty */
    return failed;
}
