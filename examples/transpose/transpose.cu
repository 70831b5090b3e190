/* transpose.cu: transpose_kernel.h on a GPU or on the emulator.
 *
 *     nvcc -arch=sm_90 -I../../include transpose.cu && ./a.out
 *     tcemu run transpose.cu */
#include "../example.h"
#include "transpose_gen.h"

#include "transpose_kernel.h"

/* A byte that depends on the place: neither rows nor columns repeat. */
static unsigned char byte_of(unsigned row, unsigned column, unsigned at) {
    const unsigned mixed = (row * 7919u + column * 104729u + at * 31u) * 2654435761u;
    return (unsigned char)(mixed >> 24);
}

/* Bytes of the transpose that are not those of the matrix, or between its rows not what they were. */
static unsigned wrong_of(const unsigned char *dst, const Transpose *t, unsigned width) {
    unsigned wrong = 0;
    for (unsigned column = 0; column < t->columns; column++)
        for (unsigned i = 0; i < t->ld_dst * width; i++) {
            const unsigned row = i / width;
            const unsigned char wanted = row < t->rows ? byte_of(row, column, i % width) : 0xDB;
            wrong += dst[(size_t)column * t->ld_dst * width + i] != wanted;
        }
    return wrong;
}

typedef struct {
    const char *name;
    unsigned width, tile, threads;
} Kind;

static void start(unsigned which, example_launch launch, Transpose t) {
    if (which == 0)
        EXAMPLE_RUN(transpose_f32, launch, t);
    else if (which == 1)
        EXAMPLE_RUN(transpose_f16, launch, t);
    else if (which == 2)
        EXAMPLE_RUN(transpose_u8, launch, t);
    else if (which == 3)
        EXAMPLE_RUN(transpose_any_f32, launch, t);
    else if (which == 4)
        EXAMPLE_RUN(transpose_any_f16, launch, t);
    else
        EXAMPLE_RUN(transpose_any_u8, launch, t);
}

static const Kind kinds[] = {
    {"f32", 4, 64, TRANSPOSE_THREADS},
    {"f16", 2, 128, TRANSPOSE_THREADS},
    {"u8", 1, 256, TRANSPOSE_THREADS_U8}};

/* Pitches of a multiple of `unit` elements: 8 for the forms with aligned rows, 1 for the others. */
static int try_shape(unsigned which, unsigned rows, unsigned columns, unsigned unit) {
    const Kind *kind = &kinds[which % 3];
    const unsigned down = (rows + kind->tile - 1) / kind->tile;
    const unsigned across = (columns + kind->tile - 1) / kind->tile;
    const example_launch launch = {
        down * across, kind->threads, kind->tile * kind->tile * kind->width, 0};
    Transpose t = {
        NULL,
        NULL,
        rows,
        columns,
        (columns + unit - 1) / unit * unit,
        (rows + unit - 1) / unit * unit};
    const size_t from = (size_t)rows * t.ld_src * kind->width,
                 to = (size_t)columns * t.ld_dst * kind->width;
    unsigned char *here = (unsigned char *)calloc(1, from), *back = (unsigned char *)malloc(to);
    void *src = example_memory(from, "src");
    unsigned wrong;
    t.src = src;
    t.dst = example_memory(to, "dst");
    for (size_t i = 0; i < from; i++) {
        const unsigned row = (unsigned)(i / (t.ld_src * kind->width));
        const unsigned at = (unsigned)(i % (t.ld_src * kind->width));
        here[i] = byte_of(row, at / kind->width, at % kind->width);
    }
    memset(back, 0xDB, to);
    example_put(src, here, from);
    example_put(t.dst, back, to);
    start(which, launch, t);
    example_get(back, t.dst, to);
    wrong = wrong_of(back, &t, kind->width);
    printf(
        "transpose %ux%u %s on the %s: %u wrong bytes\n",
        rows,
        columns,
        kind->name,
        example_machine,
        wrong);
    free(here);
    free(back);
    example_free(src);
    example_free(t.dst);
    return wrong != 0;
}

int main(void) {
    int failed = 0;
    for (unsigned which = 0; which < 3; which++) {
        failed |= try_shape(which, 256, 128, 8);
        failed |= try_shape(which, 133, 75, 8);
        failed |= try_shape(which + 3, 131, 67, 1);
    }
    failed |= try_shape(2, 300, 520, 8); /* several tiles of 256x256 */
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
