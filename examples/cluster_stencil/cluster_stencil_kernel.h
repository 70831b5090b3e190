/* cluster_stencil_kernel.h: every number of a grid becomes the mean of its four neighbours, many times over. Each
 * CTA of a cluster keeps a band of rows in shared memory; the edge rows that it shares with its neighbours
 * travel by dsmem, or, beside it, through global memory. Every cluster of a launch has a grid of its own. */
#ifndef CLUSTER_STENCIL_KERNEL_H
#define CLUSTER_STENCIL_KERNEL_H

enum { ROWS = 16, COLS = 256, CTAS = 8, THREADS = 256, BAND = ROWS * COLS, GRID = CTAS * BAND };
enum { EDGES = 2 * CTAS * 2 * COLS }; /* two sets of two rows for each CTA of a cluster */

typedef struct {
    const float *in;
    float *out;
    float *edges; /* EDGES for each cluster */
    unsigned steps;
} Bands;

/* In dynamic shared memory: the band before and after a step, then what comes from above (0) and below (1), for
 * even and odd steps. */
enum { SHARED_BYTES = (2 * BAND + 4 * COLS) * 4 };

TC_FN float *band_of(unsigned step) {
    return (float *)(void *)tc_smem() + step % 2 * BAND;
}

TC_FN float *halo_of(unsigned step, unsigned below) {
    return (float *)(void *)tc_smem() + 2 * BAND + (step % 2 * 2 + below) * COLS;
}

/* Thread t has column t: the sum of what is left and right of it. */
TC_FN float beside(const float *row) {
    const unsigned column = tc_thread_index();
    return row[(column + COLS - 1) % COLS] + row[(column + 1) % COLS];
}

/* The rows that need no other band: while they are computed, the edge rows travel. Everything is loaded before
 * anything is stored: the compiler does not know that the two bands are apart. */
TC_FN void relax_inner(unsigned step) {
    const float *const from = band_of(step);
    float *const to = band_of(step + 1) + tc_thread_index();
    float own[ROWS], sides[ROWS];
    TC_UNROLL
    for (unsigned row = 0; row < ROWS; row++)
        own[row] = from[row * COLS + tc_thread_index()];
    TC_UNROLL
    for (unsigned row = 1; row < ROWS - 1; row++)
        sides[row] = beside(from + row * COLS);
    TC_UNROLL
    for (unsigned row = 1; row < ROWS - 1; row++)
        to[row * COLS] = 0.25f * (own[row - 1] + own[row + 1] + sides[row]);
}

/* The first and the last row, with what came from above and below. */
TC_FN void relax_edges(unsigned step, const float *above, const float *below) {
    const unsigned column = tc_thread_index(), last = (ROWS - 1) * COLS;
    const float *const from = band_of(step);
    float *const to = band_of(step + 1) + column;
    const float first_row = above[column] + from[COLS + column] + beside(from);
    const float last_row = from[last - COLS + column] + below[column] + beside(from + last);
    to[0] = 0.25f * first_row;
    to[last] = 0.25f * last_row;
}

/* The edge rows of the band go to both neighbours. By three warps: one starts the copies, one each says to a
 * neighbour what to expect, which is slower, since it also says that all we did before is done. */
TC_FN void send_edges(tc_mbarrier *bar, unsigned step) {
    const unsigned rank = tc_cta_rank_in_cluster(), thread = tc_thread_index();
    const unsigned above = (rank + CTAS - 1) % CTAS, below = (rank + 1) % CTAS;
    float *const band = band_of(step);
    if (thread < 32) {
        tc_elected_copy_async_smem_to_dsmem_256_f32(halo_of(step, 1), band, bar, above);
        tc_elected_copy_async_smem_to_dsmem_256_f32(
            halo_of(step, 0), band + (ROWS - 1) * COLS, bar, below);
    } else if (thread == 32 || thread == 64)
        tc_mbarrier_arrive_expect_tx_remote(
            tc_map_to_cta(bar, thread == 32 ? above : below),
            TC_ELECTED_COPY_ASYNC_SMEM_TO_DSMEM_256_F32_BYTES);
}

/* Two barriers, of even and of odd steps: a neighbour may be one step ahead, and never two, since it waits
 * for our rows. Each is of two arrivals, one by each neighbour, which bring what to expect. */
extern "C" __global__ void by_dsmem(const Bands arg) {
    __shared__ tc_mbarrier bars[2];
    const unsigned at = tc_cta_index() * BAND;
    if (tc_thread_index() == 0) {
        tc_mbarrier_init(&bars[0], 2);
        tc_mbarrier_init(&bars[1], 2);
        tc_fence_mbarrier_init();
    }
    tc_cta256_copy_gmem_to_smem_16x256_f32(band_of(0), arg.in + at);
    tc_fence_async_smem();
    tc_cluster_sync(); /* the barriers are made, the band is there */
    for (unsigned step = 0; step < arg.steps; step++) {
        send_edges(&bars[step % 2], step);
        relax_inner(step);
        tc_mbarrier_wait_cluster(&bars[step % 2], step / 2 % 2);
        relax_edges(step, halo_of(step, 0), halo_of(step, 1));
        tc_fence_async_smem(); /* the next copies read what we wrote, and write where we read */
        tc_cta_sync();
    }
    tc_cta256_copy_smem_to_gmem_16x256_f32(arg.out + at, band_of(arg.steps));
    tc_cluster_sync(); /* nobody leaves while his rows are on the way */
}

/* The same: edge rows are written to global memory, and read by the neighbours after a cluster barrier. */
extern "C" __global__ void by_gmem(const Bands arg) {
    const unsigned at = tc_cta_index() * BAND, rank = tc_cta_rank_in_cluster();
    const unsigned above = (rank + CTAS - 1) % CTAS, below = (rank + 1) % CTAS;
    float *const ours = arg.edges + tc_cta_index() / CTAS * EDGES;
    tc_cta256_copy_gmem_to_smem_16x256_f32(band_of(0), arg.in + at);
    tc_cta_sync();
    for (unsigned step = 0; step < arg.steps; step++) {
        float *const edges = ours + step % 2 * (EDGES / 2), *const band = band_of(step);
        tc_cta256_copy_smem_to_gmem_256_f32(edges + rank * 2 * COLS, band);
        tc_cta256_copy_smem_to_gmem_256_f32(
            edges + (rank * 2 + 1) * COLS, band + (ROWS - 1) * COLS);
        tc_cluster_arrive();
        relax_inner(step);
        tc_cluster_wait();
        tc_cta256_copy_gmem_to_smem_256_f32(halo_of(0, 0), edges + (above * 2 + 1) * COLS);
        tc_cta256_copy_gmem_to_smem_256_f32(halo_of(0, 1), edges + below * 2 * COLS);
        tc_cta_sync();
        relax_edges(step, halo_of(0, 0), halo_of(0, 1));
        tc_cta_sync();
    }
    tc_cta256_copy_smem_to_gmem_16x256_f32(arg.out + at, band_of(arg.steps));
}

#endif
