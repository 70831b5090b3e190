/* tma_transpose.cu: tma_transpose_kernel.h on a GPU from sm_90 on or, as C++, on the emulator.
 *
 *     nvcc -arch=sm_90 -I../../include tma_transpose.cu && ./a.out
 *     tcemu run tma_transpose.cu */
#include "../example.h"
#include "tma_transpose_gen.h"

#include "tma_transpose_kernel.h"

/* A number that depends on the place. */
static float value_of(unsigned row, unsigned column) {
    return (float)((row * 7919u + column * 104729u) * 2654435761u >> 8);
}

/* Rows of `rows` numbers at a pitch of ld: what the kernel wrote, and between the rows what was there before. */
static unsigned wrong_of(const float *dst, unsigned rows, unsigned columns, unsigned ld) {
    unsigned wrong = 0;
    for (unsigned column = 0; column < columns; column++)
        for (unsigned row = 0; row < ld; row++)
            wrong += dst[(size_t)column * ld + row] != (row < rows ? value_of(row, column) : -1);
    return wrong;
}

static int try_shape(
    unsigned rows, unsigned columns, unsigned ld_src, unsigned ld_dst, unsigned ctas) {
    const size_t from = (size_t)rows * ld_src, to = (size_t)columns * ld_dst;
    const example_launch launch = {ctas, TC_RING_THREADS, TC_RING_SMEM_BYTES, 0};
    float *here = (float *)calloc(from, sizeof(float)), *back = (float *)calloc(to, sizeof(float));
    float *src = (float *)example_memory(from * sizeof(float), "src");
    float *dst = (float *)example_memory(to * sizeof(float), "dst");
    TmaTranspose t;
    unsigned wrong;
    for (size_t i = 0; i < from; i++)
        here[i] =
            i % ld_src < columns ? value_of((unsigned)(i / ld_src), (unsigned)(i % ld_src)) : -2;
    for (size_t i = 0; i < to; i++)
        back[i] = -1;
    example_put(src, here, from * sizeof(float));
    example_put(dst, back, to * sizeof(float));
    example_map(tc_load_box_tensormap(&t.src, src, rows, columns, ld_src));
    example_map(tc_store_box_tensormap(&t.dst, dst, columns, rows, ld_dst));
    t.rows = rows;
    t.columns = columns;
    t.ctas = ctas;
    EXAMPLE_RUN(tma_transpose, launch, t);
    example_get(back, dst, to * sizeof(float));
    wrong = wrong_of(back, rows, columns, ld_dst);
    printf(
        "transpose of %ux%u f32 by boxes, on the %s: %u wrong",
        rows,
        columns,
        example_machine,
        wrong);
    if (EXAMPLE_TIME(tma_transpose, launch, t) > 0)
        printf(", %.1f us", EXAMPLE_TIME(tma_transpose, launch, t));
    printf("\n");
    free(here);
    free(back);
    example_free(src);
    example_free(dst);
    return wrong != 0;
}

int main(void) {
    int failed = try_shape(256, 128, 128, 256, 2);
    failed |= try_shape(132, 75, 76, 136, 2); /* tiles that are cut; rows of 75 at a pitch of 76 */
#if TC_ON_DEVICE
    failed |= try_shape(8192, 8192, 8192, 8192, 132); /* one for each SM of an H100 */
    ;
#endif
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
