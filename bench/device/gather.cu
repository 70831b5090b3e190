/* gather.cu: rows of 128 to 1024 bytes that an array of indices picks, 256 MiB of a table in random order, through
 * shared memory into rows in order (gather by cp.async, and by a bulk copy a row), and back (scatter), beside the same kernel with rows in order and a
 * one-shot copy of as many bytes. An index of ten is below zero in a third form, whose rows are zero.
 *
 * usage: gather [ROUNDS]    a line a width: GB/s of each and the ratios; exit code 1 on a wrong result */
#include "timing.h"
#include "gather_gen.h"

enum { THREADS = 256, TILE = 8192, GATHER = 0, BULK, SCATTER, DENSE, COPY, FORMS };
static const size_t bytes = (size_t)256 << 20;

typedef struct {
    unsigned short *dst;
    const unsigned short *src;
    const int *index;
} Rows;

TC_FN void arm(tc_mbarrier *bar) {
    if (threadIdx.x == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(bar, TILE * 2);
    }
    __syncthreads();
}

#define KERNELS(N)                                                                                 \
    template <int form> __global__ void __launch_bounds__(THREADS) rows_##N(const Rows arg) {      \
        __shared__ __align__(16) unsigned short tile[TILE];                                        \
        __shared__ tc_mbarrier bar;                                                                \
        const size_t at = blockIdx.x * (size_t)TILE;                                               \
        const int *const index = arg.index + blockIdx.x * (TILE / N);                              \
        if (form == BULK) {                                                                        \
            arm(&bar);                                                                             \
            tc_bulk_##N(tile, arg.src, index, &bar);                                               \
            tc_mbarrier_wait(&bar, 0);                                                             \
        } else if (form == GATHER)                                                                 \
            tc_gather_##N(tile, arg.src, index);                                                   \
        else                                                                                       \
            tc_dense_##N(tile, arg.src + at);                                                      \
        tc_cp_async_commit();                                                                      \
        tc_cp_async_wait_all();                                                                    \
        __syncthreads();                                                                           \
        if (form == SCATTER)                                                                       \
            tc_scatter_##N(arg.dst, tile, index);                                                  \
        else                                                                                       \
            tc_store_##N(arg.dst + at, tile);                                                      \
    }
KERNELS(64)
KERNELS(128)
KERNELS(256)
KERNELS(512)

__global__ void fill(unsigned *p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        p[i] = (unsigned)i * 2654435761u;
}

/* Elements of `picked` that are not those of row index[r] of `table`, or not zero where there is none. */
__global__ void differ(
    const unsigned short *picked,
    const unsigned short *table,
    const int *index,
    unsigned width,
    size_t n,
    unsigned *count) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        const int row = index[i / width];
        if (picked[i] != (row < 0 ? 0 : table[row * (size_t)width + i % width]))
            atomicAdd(count, 1);
    }
}

typedef void (*Kernel)(Rows);

static unsigned differences(const Rows &arg, unsigned width, bool scattered) {
    unsigned *wrong, count;
    MUST(cudaMalloc(&wrong, 4));
    MUST(cudaMemset(wrong, 0, 4));
    if (scattered)
        differ<<<1024, 256>>>(arg.src, arg.dst, arg.index, width, bytes / 2, wrong);
    else
        differ<<<1024, 256>>>(arg.dst, arg.src, arg.index, width, bytes / 2, wrong);
    MUST(cudaMemcpy(&count, wrong, 4, cudaMemcpyDeviceToHost));
    MUST(cudaFree(wrong));
    return count;
}

static bool measure(unsigned width, const Kernel *kernels, int rounds) {
    const unsigned rows = (unsigned)(bytes / 2 / width), ctas = (unsigned)(bytes / 2 / TILE);
    std::vector<int> index(rows), some(rows);
    int *picked, *sparse;
    unsigned short *src, *dst;
    unsigned state = 1;
    for (unsigned i = 0; i < rows; i++)
        index[i] = (int)i;
    for (unsigned i = rows - 1; i > 0; i--) {
        state = state * 1664525u + 1013904223u;
        std::swap(index[i], index[(unsigned)((state >> 4) * (unsigned long long)(i + 1) >> 28)]);
    }
    for (unsigned i = 0; i < rows; i++)
        some[i] = i % 10 == 7 ? -1 : index[i];
    MUST(cudaMalloc(&src, bytes));
    MUST(cudaMalloc(&dst, bytes));
    MUST(cudaMalloc(&picked, rows * 4));
    MUST(cudaMalloc(&sparse, rows * 4));
    MUST(cudaMemcpy(picked, index.data(), rows * 4, cudaMemcpyHostToDevice));
    MUST(cudaMemcpy(sparse, some.data(), rows * 4, cudaMemcpyHostToDevice));
    fill<<<1024, 256>>>((unsigned *)src, bytes / 4);
    const Rows arg = {dst, src, picked}, gaps = {dst, src, sparse};
    const auto times = in_turn(FORMS, rounds, [&](int form) {
        if (form == COPY)
            timing_copy<<<(unsigned)(bytes / 16384), 256>>>((uint4 *)dst, (uint4 *)src);
        else
            kernels[form]<<<ctas, THREADS>>>(arg);
    });
    kernels[GATHER]<<<ctas, THREADS>>>(arg);
    unsigned wrong = differences(arg, width, false);
    kernels[BULK]<<<ctas, THREADS>>>(arg);
    wrong += differences(arg, width, false);
    kernels[SCATTER]<<<ctas, THREADS>>>(arg);
    wrong += differences(arg, width, true);
    kernels[GATHER]<<<ctas, THREADS>>>(gaps);
    wrong += differences(gaps, width, false);
    for (int form = GATHER; form <= SCATTER; form++)
        printf(
            "%s of rows of %u bytes: %.0f GB/s, rows in order %.0f, copy %.0f; against rows in "
            "order "
            "%.3f, against the copy %.3f; %u elements differ\n",
            form == GATHER ? "gather"
            : form == BULK ? "gather by bulk copies"
                           : "scatter",
            2 * width,
            2e-6 * bytes / median(times[form]),
            2e-6 * bytes / median(times[DENSE]),
            2e-6 * bytes / median(times[COPY]),
            timing_ratio(times[DENSE], times[form]).median,
            timing_ratio(times[COPY], times[form]).median,
            wrong);
    MUST(cudaFree(src));
    MUST(cudaFree(dst));
    MUST(cudaFree(picked));
    MUST(cudaFree(sparse));
    return wrong == 0;
}

#define KERNELS_OF(N)                                                                              \
    { rows_##N<GATHER>, rows_##N<BULK>, rows_##N<SCATTER>, rows_##N<DENSE> }

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    static const Kernel kernels[4][4] = {
        KERNELS_OF(64), KERNELS_OF(128), KERNELS_OF(256), KERNELS_OF(512)};
    bool good = true;
    for (int i = 0; i < 4; i++)
        good &= measure(64u << i, kernels[i], rounds);
    return good ? 0 : 1;
}
