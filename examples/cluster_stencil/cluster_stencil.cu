/* cluster_stencil.cu: every number of a grid becomes the mean of its four neighbours, many times over. Each
 * CTA of a cluster keeps a band of rows in shared memory; the edge rows that it shares with its neighbours
 * travel by dsmem, or, beside it, through global memory.
 *
 *     nvcc -O3 -arch=sm_90 -I../../include cluster_stencil.cu && ./a.out
 *     cc -x c -I../../include cluster_stencil.cu ../../include/tilecopy/host/[all].c -lpthread && ./a.out
 */
#include "../example.h"
#include "cluster_stencil_gen.h"

enum { ROWS = 16, COLS = 256, CTAS = 8, THREADS = 256, BAND = ROWS * COLS, GRID = CTAS * BAND };
#if TC_ON_DEVICE
enum { STEPS = 64 };
#else
enum { STEPS = 4 };
#endif

typedef struct {
    const float *in;
    float *out;
    float *edges; /* two sets of two rows for each CTA: through global memory */
} Bands;

/* In dynamic shared memory: the band before and after a step, and what comes from above and below, for
 * even and odd steps. */
typedef struct {
    float *band[2];
    float *halo[2][2];
} Room;

TC_FN Room room(unsigned char *smem) {
    Room r;
    float *at = (float *)(void *)smem;
    r.band[0] = at;
    r.band[1] = at + BAND;
    for (unsigned i = 0; i < 4; i++)
        r.halo[i / 2][i % 2] = at + 2 * BAND + i * COLS;
    return r;
}

/* Thread t has column t. */
TC_FN void relax(float *to, const float *from, const float *above, const float *below) {
    const unsigned column = tc_thread_index();
    const unsigned left = (column + COLS - 1) % COLS, right = (column + 1) % COLS;
    for (unsigned row = 0; row < ROWS; row++) {
        const float up = row ? from[(row - 1) * COLS + column] : above[column];
        const float down = row < ROWS - 1 ? from[(row + 1) * COLS + column] : below[column];
        const float *const own = from + row * COLS;
        to[row * COLS + column] = 0.25f * (up + down + (own[left] + own[right]));
    }
}

/* The edge rows of the band go to both neighbours, which expect them at the barrier of this step. */
TC_FN void send_edges(const Room *r, tc_mbarrier *bars, unsigned step) {
    const unsigned rank = tc_cta_rank_in_cluster(), parity = step % 2;
    const unsigned above = (rank + CTAS - 1) % CTAS, below = (rank + 1) % CTAS;
    float *const band = r->band[parity];
    tc_mbarrier *const bar = bars + parity;
    if (tc_thread_index() >= 32)
        return;
    if (tc_thread_index() == 0) {
        tc_mbarrier_arrive_expect_tx_remote(
            tc_map_to_cta(bar, above), TC_ELECTED_COPY_ASYNC_SMEM_TO_DSMEM_256_F32_BYTES);
        tc_mbarrier_arrive_expect_tx_remote(
            tc_map_to_cta(bar, below), TC_ELECTED_COPY_ASYNC_SMEM_TO_DSMEM_256_F32_BYTES);
    }
    tc_warp_sync();
    tc_elected_copy_async_smem_to_dsmem_256_f32(r->halo[parity][1], band, bar, above);
    tc_elected_copy_async_smem_to_dsmem_256_f32(
        r->halo[parity][0], band + (ROWS - 1) * COLS, bar, below);
}

/* Two barriers, of even and of odd steps: a neighbour may be one step ahead, and never two, since it waits
 * for our rows. Each is of two arrivals, one by each neighbour, which bring what they expect. */
TC_KERNEL(by_dsmem, Bands) {
    TC_SHARED tc_mbarrier bars[2];
    const Room r = room(tc_smem());
    const unsigned rank = tc_cta_rank_in_cluster();
    if (tc_thread_index() == 0) {
        tc_mbarrier_init(&bars[0], 2);
        tc_mbarrier_init(&bars[1], 2);
        tc_fence_mbarrier_init();
    }
    tc_cta256_copy_gmem_to_smem_16x256_f32(r.band[0], arg.in + rank * BAND);
    tc_fence_async_smem();
    tc_cluster_sync(); /* the barriers are made, the band is there */
    for (unsigned step = 0; step < STEPS; step++) {
        send_edges(&r, bars, step);
        tc_mbarrier_wait_cluster(bars + step % 2, step / 2 % 2);
        relax(r.band[(step + 1) % 2], r.band[step % 2], r.halo[step % 2][0], r.halo[step % 2][1]);
        tc_fence_async_smem(); /* the next copies read what we wrote, and write where we read */
        tc_cta_sync();
    }
    tc_cta256_copy_smem_to_gmem_16x256_f32(arg.out + rank * BAND, r.band[STEPS % 2]);
    tc_cluster_sync(); /* nobody leaves while his rows are on the way */
}

/* The same: edge rows are written to global memory, and read by the neighbours after a cluster barrier. */
TC_KERNEL(by_gmem, Bands) {
    const Room r = room(tc_smem());
    const unsigned rank = tc_cta_rank_in_cluster();
    const unsigned above = (rank + CTAS - 1) % CTAS, below = (rank + 1) % CTAS;
    tc_cta256_copy_gmem_to_smem_16x256_f32(r.band[0], arg.in + rank * BAND);
    tc_cta_sync();
    for (unsigned step = 0; step < STEPS; step++) {
        float *const edges = arg.edges + step % 2 * CTAS * 2 * COLS;
        float *const band = r.band[step % 2], *const *const halo = r.halo[0];
        tc_cta256_copy_smem_to_gmem_256_f32(edges + rank * 2 * COLS, band);
        tc_cta256_copy_smem_to_gmem_256_f32(
            edges + (rank * 2 + 1) * COLS, band + (ROWS - 1) * COLS);
        tc_cluster_sync();
        tc_cta256_copy_gmem_to_smem_256_f32(halo[0], edges + (above * 2 + 1) * COLS);
        tc_cta256_copy_gmem_to_smem_256_f32(halo[1], edges + below * 2 * COLS);
        tc_cta_sync();
        relax(r.band[(step + 1) % 2], band, halo[0], halo[1]);
        tc_cta_sync();
    }
    tc_cta256_copy_smem_to_gmem_16x256_f32(arg.out + rank * BAND, r.band[STEPS % 2]);
}

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
    bands.edges = (float *)example_memory(2 * CTAS * 2 * COLS * sizeof(float), "edges");
    launch.grid = launch.cluster = CTAS;
    launch.block = THREADS;
    launch.smem_bytes = (2 * BAND + 4 * COLS) * sizeof(float);
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
