/* rownorm.cu: rownorm_kernel.h on a GPU or on the emulator, against sums in double.
 *
 *     nvcc -arch=sm_90 -I../../include rownorm.cu && ./a.out
 *     cc -x c -I../../include rownorm.cu ../../include/tilecopy/host/[all].c -lm -lpthread && ./a.out */
#include "../example.h"
#include "rownorm_gen.h"
#include <math.h>

#include "rownorm_kernel.h"

enum { LAYER, RMS, SOFTMAX, KINDS };
static const char *const names[KINDS] = {"LayerNorm", "RMSNorm", "softmax"};

static float value_of(unsigned row, unsigned column) {
    const unsigned mixed = (row * 7919u + column * 104729u + 17u) * 2654435761u;
    return (float)(mixed >> 16) / 8192 - 4;
}

/* What element `x` of a row becomes: (x - from) * by, or exp(x - from) * by. */
static void numbers_of(unsigned kind, unsigned row, unsigned length, double *from, double *by) {
    double sum = 0, most = -1e30, squares = 0;
    for (unsigned i = 0; i < length; i++) {
        sum += value_of(row, i);
        most = value_of(row, i) > most ? value_of(row, i) : most;
    }
    *from = kind == LAYER ? sum / length : kind == RMS ? 0 : most;
    for (unsigned i = 0; i < length; i++) {
        const double x = value_of(row, i) - *from;
        squares += kind == SOFTMAX ? exp(x) : x * x;
    }
    *by = kind == SOFTMAX ? 1 / squares : 1 / sqrt(squares / length + 1e-5);
}

static unsigned wrong_of(
    unsigned kind, const float *dst, const unsigned *lengths, unsigned rows, unsigned ld) {
    unsigned wrong = 0;
    for (unsigned row = 0; row < rows; row++) {
        double from, by;
        numbers_of(kind, row, lengths[row], &from, &by);
        for (unsigned i = 0; i < ld; i++) {
            const double x = value_of(row, i) - from;
            const double want = i >= lengths[row] ? -7 : kind == SOFTMAX ? exp(x) * by : x * by;
            wrong += fabs(dst[(size_t)row * ld + i] - want) > 1e-5 + 1e-4 * fabs(want);
        }
    }
    return wrong;
}

static int try_rows(unsigned kind, const unsigned *lengths, unsigned rows, unsigned ld) {
    const example_launch launch = {rows, ROWNORM_THREADS, 0, 0};
    const size_t bytes = (size_t)rows * ld * sizeof(float);
    float *here = (float *)malloc(bytes);
    float *src = (float *)example_memory(bytes, "src");
    float *dst = (float *)example_memory(bytes, "dst");
    unsigned *there = (unsigned *)example_memory(rows * sizeof *there, "lengths"), wrong;
    Rownorm args = {src, dst, there, ld};
    for (size_t i = 0; i < (size_t)rows * ld; i++)
        here[i] = -7;
    example_put(dst, here, bytes);
    for (size_t i = 0; i < (size_t)rows * ld; i++)
        here[i] = value_of((unsigned)(i / ld), (unsigned)(i % ld));
    example_put(src, here, bytes);
    example_put(there, lengths, rows * sizeof *there);
    if (kind == LAYER)
        EXAMPLE_RUN(rownorm_layer, launch, args);
    else if (kind == RMS)
        EXAMPLE_RUN(rownorm_rms, launch, args);
    else
        EXAMPLE_RUN(rownorm_softmax, launch, args);
    example_get(here, dst, bytes);
    wrong = wrong_of(kind, here, lengths, rows, ld);
    printf(
        "%s of %u rows of up to %u on the %s: %u wrong\n",
        names[kind],
        rows,
        ld,
        example_machine,
        wrong);
    free(here);
    example_free(src);
    example_free(dst);
    example_free(there);
    return wrong != 0;
}

int main(void) {
    const unsigned ragged[] = {1, 2, 5, 255, 1023, 1024, 1025, 2047};
    const unsigned whole[] = {65536};
    int failed = 0;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        failed |= try_rows(kind, ragged, 8, 2048);
        failed |= try_rows(kind, whole, 1, 65536);
    }
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
