/* pipelined_copy.cu: a matrix goes through shared memory tile by tile, on a GPU or on the emulator, by
 * pipelined_copy_kernel.h.
 *
 *     nvcc -arch=sm_90 -I../../include pipelined_copy.cu && ./a.out
 *     tcemu run pipelined_copy.cu
 *
 * The kernel is the same text on both; only how memory is got and a kernel is started differs. */
#include "../example.h"
#include "pipelined_copy_gen.h"

#include "pipelined_copy_kernel.h"

enum { TILES = 37, CTAS = 2, ELEMENTS = TILES * TILE };

static void run(const float *in, float *out) {
    const size_t bytes = ELEMENTS * sizeof *in;
    const example_launch launch = {CTAS, TC_RING_THREADS, TC_RING_SMEM_BYTES, 0};
    float *source = (float *)example_memory(bytes, "in");
    Tiles tiles = {source, NULL, TILES, CTAS};
    tiles.out = (float *)example_memory(bytes, "out");
    example_put(source, in, bytes);
#if TC_ON_DEVICE
    example_must(tc_ring_launch_attr((const void *)pipelined_copy));
#endif
    EXAMPLE_RUN(pipelined_copy, launch, tiles);
    example_get(out, tiles.out, bytes);
    example_free(source);
    example_free(tiles.out);
}

int main(void) {
    static float in[ELEMENTS], out[ELEMENTS];
    unsigned wrong = 0;
    for (unsigned i = 0; i < ELEMENTS; i++)
        in[i] = (float)(i * 7 + 1);
    run(in, out);
    for (unsigned i = 0; i < ELEMENTS; i++)
        wrong += out[i] != in[i];
    printf(
        "%u tiles of 64x64 f32 through four slots, on the %s: ", (unsigned)TILES, example_machine);
    printf("%u elements, %u wrong\n", (unsigned)ELEMENTS, wrong);
    return wrong != 0;
}
