/* conv2d.cu: conv2d_kernel.h on a GPU or on the emulator, against plain loops. Pixels and filters are small whole numbers,
 * so every sum is exact.
 *
 *     nvcc -arch=sm_80 -I../../include conv2d.cu && ./a.out
 *     tcemu run conv2d.cu */
#include "../example.h"
#include "conv2d_gen.h"

#include "conv2d_kernel.h"

static int value_of(size_t i, unsigned salt) {
    return (int)(((unsigned)i * 2654435761u + salt * 40503u) >> 9) % 7 - 3;
}

static float *filled(size_t count, unsigned salt, const char *name) {
    float *const here = (float *)malloc(count * 4);
    float *const there = (float *)example_memory(count * 4, name);
    for (size_t i = 0; i < count; i++)
        here[i] = (float)value_of(i, salt);
    example_put(there, here, count * 4);
    free(here);
    return there;
}

/* One pixel of one filter. */
static int sum_of(const Conv *a, unsigned filter, int y, int x) {
    int sum = 0;
    for (unsigned c = 0; c < a->channels; c++)
        for (int tap = 0; tap < 9; tap++) {
            const int row = y + tap / 3 - 1, column = x + tap % 3 - 1;
            const size_t weight =
                ((filter / 8 * a->channels + c) * 9 + (unsigned)tap) * 8 + filter % 8;
            if (row >= 0 && row < (int)a->height && column >= 0 && column < (int)a->width)
                sum += value_of(
                           ((size_t)c * a->height + (unsigned)row) * a->ld + (unsigned)column, 1) *
                       value_of(weight, 2);
        }
    return sum;
}

static unsigned wrong_of(const Conv *a, const float *out) {
    unsigned wrong = 0;
    for (unsigned f = 0; f < a->filter_count; f++)
        for (unsigned y = 0; y < a->height; y++)
            for (unsigned x = 0; x < a->ld; x++) {
                const float *const got = out + ((size_t)f * a->height + y) * a->ld + x;
                unsigned bits;
                memcpy(&bits, got, 4);
                if (x < a->width)
                    wrong += *got != (float)sum_of(a, f, (int)y, (int)x);
                else
                    wrong += bits != 0xDBDBDBDB; /* not ours */
            }
    return wrong;
}

static int try_shape(unsigned channels, unsigned filters, unsigned height, unsigned width) {
    const unsigned ld = (width + 3) / 4 * 4 + 4;
    const unsigned tiles =
        (height + CONV_ROWS - 1) / CONV_ROWS * ((width + CONV_COLS - 1) / CONV_COLS);
    const size_t plane = (size_t)height * ld;
    const Conv a = {
        filled(channels * plane, 1, "in"),
        filled((size_t)filters * channels * 9, 2, "filters"),
        (float *)example_memory(filters * plane * 4, "out"),
        channels,
        filters,
        height,
        width,
        ld};
    const example_launch launch = {tiles * (filters / CONV_FILTERS), CONV_THREADS, 0, 0};
    float *const out = (float *)malloc(filters * plane * 4);
    EXAMPLE_RUN(conv2d<Generated>, launch, a);
    example_get(out, a.out, filters * plane * 4);
    const unsigned wrong = wrong_of(&a, out);
    printf(
        "conv2d of %u channels by %u filters, %ux%u pixels on the %s: %u wrong\n",
        channels,
        filters,
        height,
        width,
        example_machine,
        wrong);
    free(out);
    example_free((void *)a.in);
    example_free((void *)a.filters);
    example_free(a.out);
    return wrong != 0;
}

int main(void) {
    int failed = try_shape(4, 8, 33, 68); /* four tiles, three of them nearly empty */
    failed |= try_shape(2, 16, 5, 7);     /* smaller than a tile, and no width for vectors */
#if TC_ON_DEVICE
    failed |= try_shape(5, 24, 301, 1030);
    failed |= try_shape(3, 8, 64, 128);
#endif
    return failed;
}
