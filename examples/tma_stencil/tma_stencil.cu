/* tma_stencil.cu: tma_stencil_kernel.h on a GPU from sm_90 on or, as C++, on the emulator.
 *
 *     nvcc -arch=sm_90 -I../../include tma_stencil.cu && ./a.out
 *     tcemu run tma_stencil.cu */
#include "../example.h"
#include "tma_stencil_gen.h"

#include "tma_stencil_kernel.h"

/* Whole numbers, so that only the last step rounds. */
static float value_of(unsigned row, unsigned column) {
    return (float)((row * 7919u + column * 104729u) % 4096u);
}

/* One step on the host, straight from the definition. */
static void expected(const Stencil *s, const float *from, float *to, int corners) {
    const long rows = (long)s->rows, columns = (long)s->columns, ld = (long)s->ld;
    for (long row = 0; row < rows; row++)
        for (long column = 0; column < columns; column++) {
            float sum = 0;
            for (long r = row - 1; r <= row + 1; r++)
                for (long c = column - 1; c <= column + 1; c++) {
                    const int inside = r >= 0 && r < rows && c >= 0 && c < columns;
                    const int weight = (r == row ? 2 : 1) * (c == column ? 2 : 1);
                    if (inside && (corners || r == row || c == column))
                        sum += from[r * ld + c] * (corners ? (float)weight : 1.0f);
                }
            to[row * ld + column] = sum * (corners ? 0.0625f : 0.2f);
        }
}

/* A step that may begin while the one before still runs: the kernel waits itself. */
static void start_early(void (*kernel)(Stencil), Stencil s) {
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    example_must(cudaFuncSetAttribute(
        (const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, TC_RING_SMEM_BYTES));
    config.gridDim = dim3(s.ctas);
    config.blockDim = dim3(TC_RING_THREADS);
    config.dynamicSmemBytes = TC_RING_SMEM_BYTES;
    config.attrs = &early;
    config.numAttrs = 1;
    example_must(cudaLaunchKernelEx(&config, kernel, s));
}

/* Places that are not as they should be, also between the rows. */
static unsigned wrong_of(const float *there, const float *want, size_t count) {
    float *const got = (float *)malloc(count * sizeof(float));
    unsigned wrong = 0;
    example_get(got, there, count * sizeof(float));
    for (size_t i = 0; i < count; i++)
        wrong += got[i] != want[i];
    free(got);
    return wrong;
}

/* 3x3 points from a to b, then 5 points from b to a. */
static int try_shape(unsigned rows, unsigned columns, unsigned ld, unsigned ctas) {
    const size_t count = (size_t)rows * ld, bytes = count * sizeof(float);
    const example_launch launch = {ctas, TC_RING_THREADS, TC_RING_SMEM_BYTES, 0};
    float *const want_a = (float *)malloc(bytes), *const want_b = (float *)malloc(bytes);
    float *const a = (float *)example_memory(bytes, "a"), *const b =
                                                              (float *)example_memory(bytes, "b");
    Stencil first, second;
    unsigned wrong;
    first.rows = rows;
    first.columns = columns;
    first.ld = ld;
    first.ctas = ctas;
    second = first;
    example_map(tc_load_box_tensormap(&first.from, a, rows, columns, ld));
    example_map(tc_load_box_tensormap(&second.from, b, rows, columns, ld));
    first.to = b;
    second.to = a;
    for (size_t i = 0; i < count; i++) {
        want_a[i] = i % ld < columns ? value_of((unsigned)(i / ld), (unsigned)(i % ld)) : -1;
        want_b[i] = -2;
    }
    example_put(a, want_a, bytes);
    example_put(b, want_b, bytes);
    start_early(tma_stencil_3x3, first);
    start_early(tma_stencil_5, second);
    example_must(cudaDeviceSynchronize());
    expected(&first, want_a, want_b, 1);
    expected(&second, want_b, want_a, 0);
    wrong = wrong_of(b, want_b, count) + wrong_of(a, want_a, count);
    printf(
        "3x3, then 5 points of %ux%u f32, on the %s: %u wrong",
        rows,
        columns,
        example_machine,
        wrong);
    if (EXAMPLE_TIME(tma_stencil_3x3, launch, first) > 0)
        printf(
            ", %.1f and %.1f us",
            EXAMPLE_TIME(tma_stencil_3x3, launch, first),
            EXAMPLE_TIME(tma_stencil_5, launch, second));
    printf("\n");
    free(want_a);
    free(want_b);
    example_free(a);
    example_free(b);
    return wrong != 0;
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
