/* dequant_gemv.cu: dequant_kernel.h on a GPU or on the emulator. All numbers are such that products and sums
 * are exact.
 *
 *     nvcc -arch=sm_90 -I../../include dequant_gemv.cu && ./a.out
 *     tcemu run dequant_gemv.cu */
#include "../example.h"
#include "dequant_gemv_gen.h"

#include "dequant_kernel.h"

static unsigned mixed(unsigned a, unsigned b) {
    return ((a * 7919u + b * 104729u) * 2654435761u) >> 16;
}

static int weight_of(unsigned row, unsigned column) {
    return (int)(mixed(row, column) % 16) - 8;
}

static int x_of(unsigned column) {
    return (int)(mixed(column, 5) % 9) - 4;
}

static float scale_of(unsigned row, unsigned group) {
    return 1.0f / (float)(1u << mixed(row, group + 77) % 4);
}

/* -4 to 4 in f16. */
static unsigned short half_of(int value) {
    static const unsigned short size[] = {0, 0x3C00, 0x4000, 0x4200, 0x4400};
    return (unsigned short)(value < 0 ? 0x8000 | size[-value] : size[value]);
}

static float wanted(unsigned row, unsigned columns) {
    float sum = 0;
    for (unsigned column = 0; column < columns; column++)
        sum +=
            scale_of(row, column / DEQUANT_GROUP) * (float)(weight_of(row, column) * x_of(column));
    return sum;
}

typedef struct {
    unsigned char *weights;
    float *scale, *y;
    unsigned short *x;
} Here;

static Here make(unsigned rows, unsigned columns) {
    const unsigned groups = columns / DEQUANT_GROUP;
    Here h;
    h.weights = (unsigned char *)calloc((size_t)rows, columns / 2);
    h.scale = (float *)malloc((size_t)rows * groups * 4);
    h.x = (unsigned short *)malloc((size_t)columns * 2);
    h.y = (float *)malloc((size_t)rows * 4);
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned column = 0; column < columns; column++)
            h.weights[((size_t)row * columns + column) / 2] |=
                (unsigned char)((weight_of(row, column) & 15) << column % 2 * 4);
        for (unsigned group = 0; group < groups; group++)
            h.scale[(size_t)row * groups + group] = scale_of(row, group);
    }
    for (unsigned column = 0; column < columns; column++)
        h.x[column] = half_of(x_of(column));
    return h;
}

static void *there(const void *here, size_t bytes, const char *name) {
    void *p = example_memory(bytes, name);
    example_put(p, here, bytes);
    return p;
}

static int try_shape(unsigned rows, unsigned columns) {
    const example_launch launch = {rows / DEQUANT_ROWS, DEQUANT_WARPS * 32, DEQUANT_BYTES, 0};
    const size_t scales = (size_t)rows * (columns / DEQUANT_GROUP) * 4;
    Here h = make(rows, columns);
    void *weights = there(h.weights, (size_t)rows * columns / 2, "weights");
    void *scale = there(h.scale, scales, "scale"), *x = there(h.x, (size_t)columns * 2, "x");
    void *y = example_memory((size_t)rows * 4, "y");
    Dequant d;
    unsigned wrong = 0;
    d.weights = (const unsigned *)weights;
    d.scale = (const float *)scale;
    d.x = (const tc_f16 *)x;
    d.y = (float *)y;
    d.rows = rows;
    d.columns = columns;
    if (columns % DEQUANT_STEP == 0)
        EXAMPLE_RUN(dequant_gemv, launch, d);
    else
        EXAMPLE_RUN(dequant_gemv_any, launch, d);
    example_get(h.y, y, (size_t)rows * 4);
    for (unsigned row = 0; row < rows; row++)
        wrong += h.y[row] != wanted(row, columns);
    printf("dequant_gemv %ux%u on the %s: %u wrong\n", rows, columns, example_machine, wrong);
    free(h.weights);
    free(h.scale);
    free(h.x);
    free(h.y);
    example_free(weights);
    example_free(scale);
    example_free(x);
    example_free(y);
    return wrong != 0;
}

int main(void) {
    int failed = try_shape(32, 2048);
    failed |= try_shape(16, 4096);
    failed |= try_shape(16, 1152);
    failed |= try_shape(48, 128);
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
