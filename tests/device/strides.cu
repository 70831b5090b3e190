/* What a store or a reduction does by a tensor map with element strides, which no manual says: one case a process,
 * since a kernel may end in an error. The tile holds 1, 2, 3 and on, also behind the box; each line is a row of the
 * tensor afterwards, `.` where nothing was written. The last line compares it with the box of a load, which has every
 * s-th element of a dimension: `strides NAME: N elements, N wrong`.
 *
 * usage: strides NUMBER */
#include "tilecopy/tensor.h"
#include "tilecopy/tensor_reduce.h"
#include "tilecopy/tensormap.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { COLUMNS = 16, ROWS = 12, PLANES = 8, ELEMENTS = PLANES * ROWS * COLUMNS, TILE = 2048 };
enum Way { STORE, ADD, LOAD };
struct Case {
    const char *name;
    Way way;
    unsigned rank, box[3], step[3];
    int at[3];
};
static const Case cases[] = {
    {"load", LOAD, 2, {8, 6}, {1, 2}, {0, 1}},
    {"store by 1", STORE, 2, {8, 6}, {1, 1}, {0, 1}},
    {"store by 2", STORE, 2, {8, 6}, {1, 2}, {0, 1}},
    {"store by 2 of 5", STORE, 2, {8, 5}, {1, 2}, {0, 1}},
    {"store by 3 past the end", STORE, 2, {8, 8}, {1, 3}, {8, 8}},
    {"store by 2 of columns", STORE, 2, {8, 4}, {2, 1}, {0, 1}},
    {"add by 2", ADD, 2, {8, 6}, {1, 2}, {0, 1}},
    {"store by 2 and 3", STORE, 3, {4, 3, 7}, {1, 2, 3}, {4, 1, 1}}};
enum { CASES = sizeof cases / sizeof *cases };

__global__ void by_map(
    const __grid_constant__ tc_tensormap map, Case c, unsigned bytes, unsigned *out) {
    __shared__ __align__(1024) unsigned tile[TILE];
    __shared__ tc_mbarrier bar;
    for (unsigned i = threadIdx.x; i < TILE; i += 32)
        tile[i] = c.way == LOAD ? 0 : 1 + i;
    if (threadIdx.x == 0) {
        tc_mbarrier_init(&bar, 1);
        tc_fence_mbarrier_init();
    }
    tc_fence_async_smem();
    __syncthreads();
    if (threadIdx.x == 0 && c.way == LOAD) {
        tc_mbarrier_arrive_expect_tx(&bar, bytes);
        tc_tensor_gmem_to_smem_2d(tile, &map, c.at[0], c.at[1], &bar);
    } else if (threadIdx.x == 0) {
        if (c.way == ADD)
            tc_tensor_reduce_add_to_gmem_2d(&map, tile, c.at[0], c.at[1]);
        else if (c.rank == 2)
            tc_tensor_smem_to_gmem_2d(&map, tile, c.at[0], c.at[1]);
        else
            tc_tensor_smem_to_gmem_3d(&map, tile, c.at[0], c.at[1], c.at[2]);
        tc_bulk_commit();
        tc_bulk_wait_0();
    }
    if (c.way != LOAD)
        return;
    tc_mbarrier_wait(&bar, 0);
    for (unsigned i = threadIdx.x; i < bytes / 4; i += 32)
        out[i] = tile[i];
}

static unsigned count_of(const Case &c, unsigned d) {
    return d == 0 ? c.box[0] : d < c.rank ? (c.box[d] + c.step[d] - 1) / c.step[d] : 1;
}

static unsigned step_of(const Case &c, unsigned d) {
    return d > 0 && d < c.rank ? c.step[d] : 1;
}

/* Element (x, y, z) of the box: where it is in the tensor; -1: outside. */
static int place_of(const Case &c, const unsigned *by) {
    int at[3];
    for (unsigned d = 0; d < 3; d++)
        at[d] = c.at[d] + (int)(by[d] * step_of(c, d));
    const bool inside = at[0] < COLUMNS && at[1] < ROWS && at[2] < PLANES;
    return inside ? (at[2] * ROWS + at[1]) * COLUMNS + at[0] : -1;
}

static const char *encode(tc_tensormap *map, const Case &c, const unsigned *base) {
    static const unsigned extents[] = {COLUMNS, ROWS, PLANES};
    tc_tensormap_params p;
    std::memset(&p, 0, sizeof p);
    p.type = 2;
    p.rank = c.rank;
    p.base = base;
    p.stride[0] = 4 * COLUMNS;
    p.stride[1] = 4 * COLUMNS * ROWS;
    for (unsigned d = 0; d < c.rank; d++) {
        p.extent[d] = extents[d];
        p.box[d] = c.box[d];
        p.element_stride[d] = c.step[d];
    }
    return tc_tensormap_encode(map, &p);
}

static void show(const unsigned *at, unsigned rows, unsigned columns) {
    for (unsigned r = 0; r < rows; r++) {
        bool any = false;
        for (unsigned i = 0; i < columns; i++)
            any = any || at[r * columns + i];
        if (any)
            std::printf("  row %2u:", r);
        for (unsigned i = 0; i < columns && any; i++)
            at[r * columns + i] ? std::printf(" %3u", at[r * columns + i]) : std::printf("   .");
        if (any)
            std::printf("\n");
    }
}

int main(int argc, char **argv) {
    static unsigned tensor[ELEMENTS], want[ELEMENTS], got[ELEMENTS];
    const int number = argc > 1 ? std::atoi(argv[1]) : 0;
    if (number < 0 || number >= CASES)
        return 2;
    const Case c = cases[number];
    const unsigned count[3] = {count_of(c, 0), count_of(c, 1), count_of(c, 2)};
    const unsigned elements = count[0] * count[1] * count[2];
    for (unsigned i = 0; i < ELEMENTS && c.way == LOAD; i++)
        tensor[i] = 1 + i;
    for (unsigned i = 0; i < elements; i++) {
        const unsigned by[3] = {i % count[0], i / count[0] % count[1], i / count[0] / count[1]};
        const int at = place_of(c, by);
        if (c.way == LOAD)
            want[i] = at < 0 ? 0 : tensor[at];
        else if (at >= 0)
            want[at] = 1 + i;
    }
    unsigned *there, *image;
    tc_tensormap map;
    cudaMalloc(&there, sizeof tensor);
    cudaMalloc(&image, sizeof got);
    cudaMemcpy(there, tensor, sizeof tensor, cudaMemcpyDefault);
    cudaMemset(image, 0, sizeof got);
    const char *broken = encode(&map, c, there);
    if (broken) {
        std::printf("strides %s: %s\n", c.name, broken);
        return 1;
    }
    by_map<<<1, 32>>>(map, c, 4 * elements, image);
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        std::printf("strides %s: %s\n", c.name, cudaGetErrorString(error));
        return 1;
    }
    cudaMemcpy(got, c.way == LOAD ? image : there, sizeof got, cudaMemcpyDefault);
    unsigned wrong = 0;
    for (unsigned i = 0; i < ELEMENTS; i++)
        wrong += got[i] != want[i];
    show(
        got,
        c.way == LOAD ? elements / count[0] : ROWS * PLANES,
        c.way == LOAD ? count[0] : 1u * COLUMNS);
    std::printf("strides %s: %u elements, %u wrong\n", c.name, elements, wrong);
    return wrong != 0;
}
