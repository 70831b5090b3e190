/* cluster_stencil.cu: the two kernels of cluster_stencil_kernel.h, against the same on the host.
 *
 *     nvcc -O3 -arch=sm_90 -I../../include cluster_stencil.cu && ./a.out
 *     tcemu run cluster_stencil.cu
 */
#include "../example.h"
#include "cluster_stencil_gen.h"

#include "cluster_stencil_kernel.h"

#if TC_ON_DEVICE
enum { STEPS = 64 };
#else
enum { STEPS = 4 };
#endif

static void expected(float *grid, float *next) {
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned i = 0; i < GRID; i++) {
            const unsigned row = i / COLS, column = i % COLS;
            const float up = grid[(row + GRID / COLS - 1) % (GRID / COLS) * COLS + column];
            const float down = grid[(row + 1) % (GRID / COLS) * COLS + column];
            const float *const own = grid + row * COLS;
            next[i] =
                0.25f * (up + down + (own[(column + COLS - 1) % COLS] + own[(column + 1) % COLS]));
        }
        memcpy(grid, next, GRID * sizeof *grid);
    }
}

static unsigned differences(const float *there, const float *want) {
    static float got[GRID];
    unsigned wrong = 0;
    example_get(got, there, sizeof got);
    for (unsigned i = 0; i < GRID; i++)
        wrong += got[i] != want[i];
    return wrong;
}

int main(void) {
    static float grid[GRID], next[GRID];
    example_launch launch;
    Bands bands;
    unsigned wrong;
    float *const in = (float *)example_memory(sizeof grid, "in");
    for (unsigned i = 0; i < GRID; i++)
        grid[i] = (float)(i * 2654435761u >> 20);
    example_put(in, grid, sizeof grid);
    expected(grid, next);
    bands.in = in;
    bands.out = (float *)example_memory(sizeof grid, "out");
    bands.edges = (float *)example_memory(EDGES * sizeof(float), "edges");
    bands.steps = STEPS;
    launch.grid = launch.cluster = CTAS;
    launch.block = THREADS;
    launch.smem_bytes = SHARED_BYTES;
    EXAMPLE_RUN(by_gmem, launch, bands);
    wrong = differences(bands.out, grid);
    EXAMPLE_RUN(by_dsmem, launch, bands);
    wrong += differences(bands.out, grid);
    printf(
        "%ux%u f32, %u steps by a cluster of %u, on the %s: ",
        GRID / COLS,
        COLS,
        STEPS,
        CTAS,
        example_machine);
    printf("%u elements, %u wrong\n", 2u * GRID, wrong);
    if (EXAMPLE_TIME(by_dsmem, launch, bands) > 0)
        printf(
            "  edge rows by dsmem %.1f us, through global memory %.1f us\n",
            EXAMPLE_TIME(by_dsmem, launch, bands),
            EXAMPLE_TIME(by_gmem, launch, bands));
    example_free(in);
    example_free(bands.out);
    example_free(bands.edges);
    return wrong != 0;
}
