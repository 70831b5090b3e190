/* tma_stencil.cu: tma_stencil_kernel.h on a GPU from sm_90 on or, as C++, on the emulator.
 *
 *     nvcc -arch=sm_90 -I../../include tma_stencil.cu && ./a.out
 *     tcemu run tma_stencil.cu */
#include "../example.h"
#include "tma_stencil_gen.h"

#include "tma_stencil_kernel.h"

/* The points and zeros around them: whole numbers, so that no sum is rounded. */
static float value_of(const Stencil *s, long row, long column) {
    const int inside = row >= 0 && row < (long)s->rows && column >= 0 && column < (long)s->columns;
    return inside ? (float)(((unsigned)row * 7919u + (unsigned)column * 104729u) % 4096u) : 0;
}

static float expected(const Stencil *s, long row, long column, int corners) {
    float sum = 0;
    for (long r = -1; r <= 1; r++)
        for (long c = -1; c <= 1; c++) {
            const float weight = (r ? 1.0f : 2.0f) * (c ? 1.0f : 2.0f);
            if (corners || !r || !c)
                sum += value_of(s, row + r, column + c) * (corners ? weight : 1.0f);
        }
    return sum * (corners ? 0.0625f : 0.2f);
}

/* Points that are wrong, and places between the rows that are not as they were. */
static unsigned wrong_of(const float *got, const Stencil *s, int corners) {
    unsigned wrong = 0;
    for (unsigned row = 0; row < s->rows; row++)
        for (unsigned column = 0; column < s->ld; column++) {
            const float want = column < s->columns ? expected(s, row, column, corners) : -1;
            wrong += got[(size_t)row * s->ld + column] != want;
        }
    return wrong;
}

static int try_kernel(
    void (*kernel)(Stencil), const char *name, Stencil s, float *numbers, int corners) {
    const size_t count = (size_t)s.rows * s.ld;
    const example_launch launch = {s.ctas, TC_RING_THREADS, TC_RING_SMEM_BYTES, 0};
    unsigned wrong;
    for (size_t i = 0; i < count; i++)
        numbers[i] = -1;
    example_put(s.to, numbers, count * sizeof(float));
    EXAMPLE_RUN(kernel, launch, s);
    example_get(numbers, s.to, count * sizeof(float));
    wrong = wrong_of(numbers, &s, corners);
    printf(
        "stencil of %s points, %ux%u f32, on the %s: %u wrong",
        name,
        s.rows,
        s.columns,
        example_machine,
        wrong);
    if (EXAMPLE_TIME(kernel, launch, s) > 0)
        printf(", %.1f us", EXAMPLE_TIME(kernel, launch, s));
    printf("\n");
    return wrong != 0;
}

static int try_shape(unsigned rows, unsigned columns, unsigned ld, unsigned ctas) {
    const size_t count = (size_t)rows * ld;
    float *numbers = (float *)calloc(count, sizeof(float));
    float *from = (float *)example_memory(count * sizeof(float), "from");
    const char *broken;
    Stencil s;
    int failed;
    s.to = (float *)example_memory(count * sizeof(float), "to");
    s.rows = rows;
    s.columns = columns;
    s.ld = ld;
    s.ctas = ctas;
    for (size_t i = 0; i < count; i++)
        numbers[i] = i % ld < columns ? value_of(&s, (long)(i / ld), (long)(i % ld)) : -2;
    example_put(from, numbers, count * sizeof(float));
    broken = tc_load_box_tensormap(&s.from, from, rows, columns, ld);
    if (broken) {
        fprintf(stderr, "tensor map: %s\n", broken);
        exit(1);
    }
    failed = try_kernel(tma_stencil_5, "5", s, numbers, 0);
    failed |= try_kernel(tma_stencil_3x3, "3x3", s, numbers, 1);
    free(numbers);
    example_free(from);
    example_free(s.to);
    return failed;
}

int main(void) {
    int failed = try_shape(96, 256, 256, 2);
    failed |= try_shape(75, 133, 136, 2); /* tiles that are cut; rows of 133 at a pitch of 136 */
#if TC_ON_DEVICE
    failed |= try_shape(8192, 8192, 8192, 264);
#endif
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
