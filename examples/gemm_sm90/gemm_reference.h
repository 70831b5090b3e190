/* gemm_reference.h: the operands of a test in the GPU's memory, and the product in f64. On the host. */
#ifndef GEMM_REFERENCE_H
#define GEMM_REFERENCE_H
#include <math.h>

/* Whole numbers from -2 to 2, whose sums are exact in f32, or all that e4m3 has from 1/8 to 1.875. */
typedef enum { GEMM_WHOLE, GEMM_FINE } GemmNumbers;

static double number_at(size_t row, size_t column, unsigned seed, GemmNumbers kind) {
    unsigned x = ((unsigned)row * 7919u + (unsigned)column * 104729u + seed) * 2654435761u;
    if (kind == GEMM_WHOLE)
        return (int)(x >> 16) % 5 - 2;
    x = (x ^ x >> 15) * 2246822519u;
    return (x >> 31 ? -1 : 1) * ldexp(8 + (x >> 20) % 8, -(int)(x >> 12) % 4 - 3);
}

/* A power of two from 1/4 to 4. */
static float scale_at(size_t row, size_t column, unsigned seed) {
    return (float)ldexp(1, (int)((row * 7 + column * 3 + seed) % 5) - 2);
}

/* Bits of mantissa, and the bias of the exponent. */
static const int format_of[][2] = {{7, 127}, {10, 15}, {3, 7}};

/* The bits of a number that the type has, with sign and without denormals. */
static unsigned bits_of(double value, GemmElement element) {
    const int mantissa = format_of[element][0], bias = format_of[element][1];
    const unsigned sign = value < 0 ? element == GEMM_E4M3 ? 0x80 : 0x8000 : 0;
    int exponent;
    const double part = frexp(fabs(value), &exponent);
    if (value == 0)
        return 0;
    return sign |
           ((unsigned)(exponent - 1 + bias) << mantissa) + (unsigned)ldexp(2 * part - 1, mantissa);
}

/* What 16 bits stand for: f16, or bf16. */
static double number_of(unsigned short bits, GemmElement element) {
    const int mantissa = format_of[element][0], bias = format_of[element][1];
    const int exponent = (bits & 0x7fff) >> mantissa, part = bits & ((1 << mantissa) - 1);
    if (exponent == 2 * bias + 1)
        return NAN; /* or infinity */
    return (bits & 0x8000 ? -1 : 1) *
           (exponent ? ldexp((1 << mantissa) + part, exponent - bias - mantissa)
                     : ldexp(part, 1 - bias - mantissa));
}

enum { PLAIN, BIAS, SCALES }; /* what a call has besides its shape */

static void *put(const void *here, size_t bytes, const char *name) {
    void *const there = example_memory(bytes, name);
    example_put(there, here, bytes);
    return there;
}

/* A matrix in the GPU's memory. More than GEMM_OWN numbers repeat: only the time of such products is taken. */
enum { GEMM_OWN = 5 << 20 };
static void *matrix(
    size_t rows, size_t columns, unsigned seed, GemmElement element, GemmNumbers kind) {
    const size_t bytes = element == GEMM_E4M3 ? 1 : 2, count = rows * columns, size = count * bytes;
    const size_t own = count < GEMM_OWN ? count : (size_t)GEMM_OWN;
    unsigned char *const here = (unsigned char *)malloc(size);
    for (size_t i = 0; i < own; i++) {
        const unsigned bits = bits_of(number_at(i / columns, i % columns, seed, kind), element);
        memcpy(here + i * bytes, &bits, bytes);
    }
    for (size_t at = own; at < count; at += own)
        memcpy(here + at * bytes, here, (count - at < own ? count - at : own) * bytes);
    void *const there = put(here, size, seed == 1 ? "A" : seed == 2 ? "B" : "bias");
    free(here);
    return there;
}

static const float *scales(size_t rows, size_t columns, size_t pitch, unsigned seed) {
    float *const here = (float *)calloc(rows * pitch, 4);
    for (size_t i = 0; i < rows * columns; i++)
        here[i / columns * pitch + i % columns] = scale_at(i / columns, i % columns, seed);
    void *const there = put(here, rows * pitch * 4, seed == 1 ? "scales of A" : "scales of B");
    free(here);
    return (const float *)there;
}

static void give_operands(GemmCall *c, int with, GemmNumbers kind) {
    const size_t blocks = (c->k + 127) / 128;
    c->a = matrix(c->m, c->k, 1, c->element, kind);
    c->b = matrix(c->n, c->k, 2, c->element, kind);
    c->d = example_memory((size_t)c->m * c->n * 2, "D");
    if (with == BIAS)
        c->bias = matrix(1, c->n, 3, c->element == GEMM_F16 ? GEMM_F16 : GEMM_BF16, GEMM_WHOLE);
    if (with == SCALES) {
        c->a_scales = scales(blocks, c->m, gemm_scales_pitch(c), 1);
        c->b_scales = scales((c->n + 127) / 128, blocks, blocks, 2);
    }
}

static double activated(double x, GemmActivation activation) {
    switch (activation) {
    case GEMM_RELU:
        return x < 0 ? 0 : x;
    case GEMM_GELU:
        return x / (1 + exp(-1.5957691216057308 * (x + 0.044715 * x * x * x)));
    case GEMM_SILU:
        return x / (1 + exp(-x));
    default:
        return x;
    }
}

/* The numbers of a matrix. */
static double *numbers(size_t rows, size_t columns, unsigned seed, GemmNumbers kind) {
    double *const to = (double *)malloc(rows * columns * sizeof *to);
    for (size_t i = 0; i < rows * columns; i++)
        to[i] = number_at(i / columns, i % columns, seed, kind);
    return to;
}

/* Of a row of A and a row of B. */
static double sum_at(
    const GemmCall *c, size_t row, size_t column, const double *a, const double *b) {
    double sum = c->bias ? number_at(0, column, 3, GEMM_WHOLE) : 0;
    for (size_t from = 0; from < (size_t)c->k; from += 128) {
        double part = 0;
        for (size_t k = from; k < (size_t)c->k && k < from + 128; k++)
            part += a[k] * b[k];
        if (c->a_scales)
            part *= scale_at(from / 128, row, 1) * (double)scale_at(column / 128, from / 128, 2);
        sum += part;
    }
    return sum;
}

typedef struct {
    unsigned wrong; /* elements further from the product than rounding it once explains */
    double error;   /* root of the mean square, as a part of that of D */
} GemmCompared;

static GemmCompared compared(const GemmCall *c, GemmNumbers kind, const unsigned short *d) {
    const GemmElement out = c->element == GEMM_F16 ? GEMM_F16 : GEMM_BF16;
    const double half = ldexp(0.5, -format_of[out][0]);
    const double most = c->activation < GEMM_GELU ? half : 1.02 * half; /* 2 to the x is near */
    GemmCompared found = {0, 0};
    double squares = 0;
    double *const a = numbers(c->m, c->k, 1, kind), *const b = numbers(c->n, c->k, 2, kind);
    for (size_t row = 0; row < (size_t)c->m; row++)
        for (size_t column = 0; column < (size_t)c->n; column++) {
            const double want =
                activated(sum_at(c, row, column, a + row * c->k, b + column * c->k), c->activation);
            const double off = number_of(d[row * c->n + column], out) - want;
            found.wrong += !(fabs(off) <= fabs(want) * most + 1e-7);
            found.error += off * off;
            squares += want * want;
        }
    free(a);
    free(b);
    found.error = sqrt(found.error / squares);
    return found;
}

#endif
