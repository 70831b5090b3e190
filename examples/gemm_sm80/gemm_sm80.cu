/* gemm_sm80.cu: gemm_variants.h on a GPU or on the emulator, against sums made on the CPU.
 *
 *     nvcc -arch=sm_90 -I../../include gemm_sm80.cu && ./a.out [M N K]
 *     tcemu run gemm_sm80.cu */
#include "../example.h"
#include "gemm_ring_gen.h"
#include "gemm_sm80_gen.h"
#include "tilecopy/mma.h"

#include "gemm_variants.h"

enum { F16_RING3, BF16_RING3, F16_RING4, BF16_RING4, VARIANTS };

static const struct {
    const char *name;
    unsigned is_bf16, width, threads, smem_bytes; /* width: columns of C that a CTA makes */
} variants[VARIANTS] = {
    {"f16, 3 stages", 0, 256, TC_GEMM_RING3_THREADS, TC_GEMM_RING3_SMEM_BYTES},
    {"bf16, 3 stages", 1, 256, TC_GEMM_RING3_THREADS, TC_GEMM_RING3_SMEM_BYTES},
    {"f16, 4 stages", 0, 128, TC_GEMM_RING4_THREADS, TC_GEMM_RING4_SMEM_BYTES},
    {"bf16, 4 stages", 1, 128, TC_GEMM_RING4_THREADS, TC_GEMM_RING4_SMEM_BYTES}};

static void start(int variant, example_launch launch, Gemm g) {
    if (variant == F16_RING3)
        EXAMPLE_RUN(gemm_sm80, launch, g);
    else if (variant == BF16_RING3)
        EXAMPLE_RUN(gemm_bf16, launch, g);
    else if (variant == F16_RING4)
        EXAMPLE_RUN(gemm_f16_ring4, launch, g);
    else
        EXAMPLE_RUN(gemm_bf16_ring4, launch, g);
}

/* An integer as bf16 or f16, rounded to even: of 257 bf16 makes 256. */
static unsigned short number_of(int value, unsigned is_bf16) {
    const unsigned dropped = is_bf16 ? 16 : 13; /* bits of an f32 that the other has not */
    const unsigned bias = is_bf16 || value == 0 ? 0 : (127 - 15) << 10;
    const float wide = (float)value;
    unsigned bits, size;
    memcpy(&bits, &wide, sizeof bits);
    size = bits & 0x7FFFFFFF;
    size += (1u << (dropped - 1)) - 1 + (size >> dropped & 1);
    return (unsigned short)((bits >> 16 & 0x8000) | ((size >> dropped) - bias));
}

/* Rows of `columns` numbers of -1 to 3, whose products and sums are exact in f32, `ld` from row to row; what is
 * between holds a NaN, which must not be read. */
static int *fill(
    unsigned short *there,
    unsigned rows,
    unsigned columns,
    unsigned ld,
    unsigned seed,
    unsigned is_bf16) {
    int *numbers = (int *)malloc(sizeof *numbers * rows * columns);
    for (unsigned i = 0; i < rows * ld; i++) {
        const unsigned row = i / ld, column = i % ld;
        seed = seed * 1664525u + 1013904223u;
        there[i] = 0x7FFF;
        if (column < columns) {
            numbers[row * columns + column] = (int)(seed >> 24) % 5 - 1;
            there[i] = number_of(numbers[row * columns + column], is_bf16);
        }
    }
    return numbers;
}

static unsigned wrong_of(
    const unsigned short *c, const int *a, const int *b, const Gemm *g, unsigned is_bf16) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < g->m; i++)
        for (unsigned j = 0; j < g->ldc; j++) {
            int sum = 0;
            for (unsigned k = 0; j < g->n && k < g->k; k++)
                sum += a[i * g->k + k] * b[j * g->k + k];
            if (j < g->n)
                wrong += c[i * g->ldc + j] != number_of(sum, is_bf16);
            else
                wrong += c[i * g->ldc + j] != 0xDBDB; /* not ours */
        }
    return wrong;
}

static unsigned round_up(unsigned n) {
    return (n + 7) / 8 * 8;
}

static int try_shape(int variant, unsigned m, unsigned n, unsigned k) {
    const unsigned is_bf16 = variants[variant].is_bf16, width = variants[variant].width;
    Gemm g = {NULL, NULL, NULL, m, n, k, round_up(k), round_up(k), round_up(n)};
    const size_t bytes[] = {2u * m * g.lda, 2u * n * g.ldb, 2u * m * g.ldc};
    const unsigned ctas = (m + GEMM_M - 1) / GEMM_M * ((n + width - 1) / width);
    const example_launch launch = {
        ctas, variants[variant].threads, variants[variant].smem_bytes, 0};
    unsigned short *here[3];
    void *there[3];
    int *a, *b;
    unsigned wrong;
    for (int i = 0; i < 3; i++) {
        here[i] = (unsigned short *)malloc(bytes[i]);
        there[i] = example_memory(bytes[i], i == 0 ? "a" : i == 1 ? "b" : "c");
    }
    a = fill(here[0], m, k, g.lda, 1, is_bf16);
    b = fill(here[1], n, k, g.ldb, 2, is_bf16);
    memset(here[2], 0xDB, bytes[2]);
    for (int i = 0; i < 3; i++)
        example_put(there[i], here[i], bytes[i]);
    g.a = there[0];
    g.b = there[1];
    g.c = there[2];
    start(variant, launch, g);
    example_get(here[2], there[2], bytes[2]);
    wrong = wrong_of(here[2], a, b, &g, is_bf16);
    printf(
        "gemm %ux%ux%u %s on the %s: %u elements, %u wrong\n",
        m,
        n,
        k,
        variants[variant].name,
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
    int failed = 0;
    for (int variant = 0; variant < VARIANTS; variant++) {
        if (argc == 4) {
            failed |= try_shape(
                variant, (unsigned)atoi(argv[1]), (unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]));
            continue;
        }
        failed |= try_shape(variant, 128, variants[variant].width, 384); /* more turns than slots */
        failed |=
            try_shape(variant, 131, variants[variant].width + 5, 77); /* four tiles, nearly empty */
    }
    return failed;
}
