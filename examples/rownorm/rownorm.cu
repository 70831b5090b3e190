/* rownorm.cu: rownorm_kernel.h on a GPU or on the emulator, against sums in double.
 *
 *     nvcc -arch=sm_90 -I../../include rownorm.cu && ./a.out
 *     tcemu run rownorm.cu */
#include "../example.h"
#include "rownorm_gen.h"
#include <math.h>
#include <stdbool.h>

#include "rownorm_kernel.h"

static const char *const names[ROWNORM_KINDS] = {"LayerNorm", "RMSNorm", "softmax"};
static const char *const types[ROWNORM_TYPES] = {"f32", "f16", "bf16"};
static const float untouched = -7;

/* ---- numbers ------------------------------------------------------------------------------- */

/* Multiples of an eighth from -4 to 4, which every type has. */
static float value_of(unsigned row, unsigned column) {
    const unsigned mixed = (row * 7919u + column * 104729u + 17u) * 2654435761u;
    return (float)(mixed >> 26) / 8 - 4;
}

/* Such a number, and -7. */
static void put_number(void *at, size_t i, RownormType type, float value) {
    unsigned bits;
    memcpy(&bits, &value, 4);
    const unsigned size = (bits & 0x7fffffff) ? ((bits & 0x7fffffff) >> 13) - (112 << 10) : 0;
    const unsigned half = (bits >> 16 & 0x8000) | size;
    if (type == ROWNORM_F32)
        ((float *)at)[i] = value;
    else
        ((unsigned short *)at)[i] = (unsigned short)(type == ROWNORM_BF16 ? bits >> 16 : half);
}

static double get_number(const void *at, size_t i, RownormType type) {
    if (type == ROWNORM_F32)
        return ((const float *)at)[i];
    const unsigned bits = ((const unsigned short *)at)[i], rest = bits & 0x3ff;
    const int exponent = bits >> 10 & 31;
    if (type == ROWNORM_BF16) {
        const unsigned word = bits << 16;
        float value;
        memcpy(&value, &word, 4);
        return value;
    }
    const double size = exponent ? ldexp(1024 + rest, exponent - 25) : ldexp(rest, -24);
    return bits >> 15 ? -size : size;
}

/* What element `x` of a row becomes: (x - from) * by, or exp(x - from) * by. */
static void numbers_of(RownormKind kind, unsigned row, unsigned length, double *from, double *by) {
    double sum = 0, most = -1e30, squares = 0;
    for (unsigned i = 0; i < length; i++) {
        sum += value_of(row, i);
        most = value_of(row, i) > most ? value_of(row, i) : most;
    }
    *from = kind == ROWNORM_LAYER ? sum / length : kind == ROWNORM_RMS ? 0 : most;
    for (unsigned i = 0; i < length; i++) {
        const double x = value_of(row, i) - *from;
        squares += kind == ROWNORM_SOFTMAX ? exp(x) : x * x;
    }
    *by = kind == ROWNORM_SOFTMAX ? 1 / squares : 1 / sqrt(squares / length + 1e-5);
}

/* Rounding to the type, and some more. */
static bool is_near(double got, double want, RownormType type) {
    static const double relative[] = {1e-4, 1e-3, 6e-3};
    return fabs(got - want) <= 1e-5 * (type != ROWNORM_BF16) + 1e-9 + relative[type] * fabs(want);
}

/* ---- one launch ---------------------------------------------------------------------------- */

typedef struct {
    RownormKind kind;
    RownormType type;
    const unsigned *lengths;
    unsigned rows, ld;
} Trial;

static unsigned wrong_of(const Trial *trial, const void *dst) {
    unsigned wrong = 0;
    for (unsigned row = 0; row < trial->rows; row++) {
        double from, by;
        numbers_of(trial->kind, row, trial->lengths[row], &from, &by);
        for (unsigned i = 0; i < trial->ld; i++) {
            const double x = value_of(row, i) - from;
            const double value = trial->kind == ROWNORM_SOFTMAX ? exp(x) * by : x * by;
            const double want = i >= trial->lengths[row] ? untouched : value;
            const double got = get_number(dst, (size_t)row * trial->ld + i, trial->type);
            wrong += !is_near(got, want, trial->type);
        }
    }
    return wrong;
}

static int try_rows(Trial trial) {
    const RownormLaunch found = rownorm_launch(trial.type, trial.rows, trial.ld);
    const example_launch launch = {found.grid, found.block, 0, 0};
    const RownormKernel rownorm = found.kernel;
    const size_t count = (size_t)trial.rows * trial.ld, bytes = count * (trial.type ? 2 : 4);
    void *here = malloc(bytes), *src = example_memory(bytes, "src");
    void *dst = example_memory(bytes, "dst");
    unsigned *there = (unsigned *)example_memory(trial.rows * sizeof *there, "lengths"), wrong;
    Rownorm args = {src, dst, there, trial.rows, trial.ld, trial.kind};
    for (size_t i = 0; i < count; i++)
        put_number(here, i, trial.type, untouched);
    example_put(dst, here, bytes);
    for (size_t i = 0; i < count; i++)
        put_number(
            here, i, trial.type, value_of((unsigned)(i / trial.ld), (unsigned)(i % trial.ld)));
    example_put(src, here, bytes);
    example_put(there, trial.lengths, trial.rows * sizeof *there);
    EXAMPLE_RUN(rownorm, launch, args);
    example_get(here, dst, bytes);
    wrong = wrong_of(&trial, here);
    printf(
        "%s of %u rows of up to %u %s on the %s: %u wrong\n",
        names[trial.kind],
        trial.rows,
        trial.ld,
        types[trial.type],
        example_machine,
        wrong);
    free(here);
    example_free(src);
    example_free(dst);
    example_free(there);
    return wrong != 0;
}

int main(void) {
    static const unsigned ragged[][6] = {
        {1, 5, 1000, 1024, 1023, 2},
        {2048, 1, 2047, 1025, 1, 1},
        {4096, 2055, 1, 1, 1, 1},
        {8192, 4097, 1, 1, 1, 1},
        {65536, 1, 1, 1, 1, 1},
        {9000, 16385, 1, 1, 1, 1}};
    static const unsigned sizes[][2] = {
        {6, 1024}, {4, 2048}, {2, 4096}, {2, 8192}, {1, 65536}, {2, 24576}};
    int failed = 0;
    for (unsigned type = 0; type < ROWNORM_TYPES; type++)
        for (unsigned kind = 0; kind < ROWNORM_KINDS; kind++)
            for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
                const Trial trial = {
                    (RownormKind)kind, (RownormType)type, ragged[i], sizes[i][0], sizes[i][1]};
                failed |= try_rows(trial);
            }
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
