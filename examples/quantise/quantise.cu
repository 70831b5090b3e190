/* quantise.cu: quantise_kernel.h on a GPU or on the emulator, against the same arithmetic on the host, bit by bit.
 *
 *     nvcc -arch=sm_90 -I../../include quantise.cu && ./a.out
 *     tcemu run quantise.cu */
#include "../example.h"
#include <math.h>

#include "quantise_gen.h"

#include "quantise_kernel.h"

/* From 2^-12 to 8 in size, of either sign, each a number of bf16; whole blocks are zero. */
static float value_of(unsigned row, unsigned col) {
    const unsigned hash = (row * 40503u + col) * 2654435761u;
    const float size = (float)(128 + (hash >> 8) % 128) / 128; /* 8 bits */
    if ((row + col / QUANTISE_BLOCK) % 5 == 0)
        return 0;
    return ldexpf(hash >> 31 ? -size : size, (int)((hash >> 20) % 15) - 12);
}

/* To the nearest number of e4m3, a tie to the even one; its bits. */
static unsigned e4m3_of(float x) {
    const unsigned sign = signbit(x) ? 0x80 : 0;
    const float size = fabsf(x);
    int power = -5; /* size = 0.5 to 1 times 2^power; below 2^-6 numbers are 2^-9 apart */
    if (size >= 464)
        return sign | 0x7E; /* 448, the largest */
    if (size >= 0.015625f)
        frexpf(size, &power);
    return sign | ((unsigned)rintf(ldexpf(size, 4 - power)) + ((unsigned)(power + 5) << 3));
}

static unsigned i8_of(float x) {
    const float near = rintf(x);
    return (unsigned)(near < -128 ? -128 : near > 127 ? 127 : near) & 0xFF;
}

static float scale_on_host(float most, float largest) {
    return (most > 1e-30f ? most : 1e-30f) / largest;
}

typedef struct {
    void (*rows)(const Quantise), (*blocks)(const Quantise);
    const char *name;
    unsigned is_bf16, is_e4m3;
} Form;

#define FORM(Pair, name, is_bf16, is_e4m3)                                                         \
    { quantise_rows<Pair>, quantise_blocks<Pair>, name, is_bf16, is_e4m3 }
static const Form forms[] = {
    FORM(F32ToE4m3, "f32 to e4m3", 0, 1),
    FORM(F32ToI8, "f32 to i8", 0, 0),
    FORM(Bf16ToE4m3, "bf16 to e4m3", 1, 1),
    FORM(Bf16ToI8, "bf16 to i8", 1, 0)};

static void fill(const Quantise *a, const Form *form) {
    const size_t size = form->is_bf16 ? 2 : 4, count = (size_t)a->rows * a->in_ld;
    unsigned char *const here = (unsigned char *)malloc(count * size);
    memset(here, 0x7F, count * size); /* between two rows stand large numbers */
    for (unsigned row = 0; row < a->rows; row++)
        for (unsigned col = 0; col < a->cols; col++) {
            const float value = value_of(row, col);
            unsigned bits;
            memcpy(&bits, &value, 4);
            bits = form->is_bf16 ? bits >> 16 : bits;
            memcpy(here + ((size_t)row * a->in_ld + col) * size, &bits, size);
        }
    example_put((void *)a->in, here, count * size);
    free(here);
}

/* Compares one row's columns first to end, which have one scale. */
static unsigned wrong_in(
    const Quantise *a,
    const Form *form,
    const unsigned char *out,
    float scale,
    unsigned row,
    unsigned first,
    unsigned end) {
    float most = 0;
    unsigned wrong = 0;
    for (unsigned col = first; col < end; col++)
        most = fmaxf(most, fabsf(value_of(row, col)));
    const float want = scale_on_host(most, form->is_e4m3 ? 448 : 127), by = 1 / want;
    for (unsigned col = first; col < end; col++) {
        const float x = value_of(row, col) * by;
        wrong += out[(size_t)row * a->out_ld + col] != (form->is_e4m3 ? e4m3_of(x) : i8_of(x));
    }
    return wrong + (scale != want);
}

static unsigned wrong_of(
    const Quantise *a,
    const Form *form,
    const unsigned char *out,
    const float *scales,
    unsigned wide) {
    unsigned wrong = 0, at = 0;
    for (unsigned row = 0; row < a->rows; row++) {
        for (unsigned col = 0; col < a->cols; col += wide)
            wrong += wrong_in(
                a, form, out, scales[at++], row, col, a->cols - col < wide ? a->cols : col + wide);
        for (unsigned col = a->cols; col < a->out_ld; col++)
            wrong += out[(size_t)row * a->out_ld + col] != 0xDB; /* not ours */
    }
    return wrong;
}

/* wide: columns that have one scale, a block's or all of a row. */
static int try_shape(const Form *form, unsigned rows, unsigned cols, unsigned wide) {
    const unsigned in_ld = cols + 8, out_ld = cols + 16, by_rows = wide == cols;
    const size_t out_bytes = (size_t)rows * out_ld,
                 scales = (size_t)rows * ((cols + wide - 1) / wide);
    const Quantise a = {
        example_memory((size_t)rows * in_ld * (form->is_bf16 ? 2 : 4), "in"),
        example_memory(out_bytes, "out"),
        (float *)example_memory(scales * 4, "scales"),
        rows,
        cols,
        in_ld,
        out_ld};
    const unsigned down = (rows + QUANTISE_ROWS - 1) / QUANTISE_ROWS;
    const unsigned across = by_rows ? 1 : (cols + QUANTISE_COLS - 1) / QUANTISE_COLS;
    const example_launch launch = {down * across, QUANTISE_THREADS, 0, 0};
    unsigned char *const out = (unsigned char *)malloc(out_bytes);
    float *const got = (float *)malloc(scales * 4);
    fill(&a, form);
    EXAMPLE_RUN(by_rows ? form->rows : form->blocks, launch, a);
    example_get(out, a.out, out_bytes);
    example_get(got, a.scales, scales * 4);
    const unsigned wrong = wrong_of(&a, form, out, got, wide);
    printf(
        "quantise %s, %ux%u, a scale for each %s on the %s: %u wrong",
        form->name,
        rows,
        cols,
        by_rows ? "row" : "block of 128",
        example_machine,
        wrong);
    const double us = EXAMPLE_TIME(by_rows ? form->rows : form->blocks, launch, a);
    if (us > 0)
        printf(", %.1f us, %.0f GB/s", us, 1e-3 * rows * cols * (form->is_bf16 ? 3 : 5) / us);
    printf("\n");
    example_free((void *)a.in);
    example_free(a.out);
    example_free(a.scales);
    free(out);
    free(got);
    return wrong != 0;
}

int main(void) {
    int failed = 0;
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        failed |= try_shape(&forms[i], 11, 1160, 1160);
        failed |= try_shape(&forms[i], 11, 1160, QUANTISE_BLOCK);
#if TC_ON_DEVICE
        failed |= try_shape(&forms[i], 8192, 4096, 4096);
        failed |= try_shape(&forms[i], 8192, 4096, QUANTISE_BLOCK);
#endif
    }
    return failed;
}
