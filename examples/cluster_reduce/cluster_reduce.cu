/* cluster_reduce.cu: the sums of the columns of a matrix. Each CTA of a cluster adds up its slab of rows, and
 * all add their sums to those of CTA 0, where nobody touches them until all have arrived: by one bulk reduction
 * of each CTA, or by one red.async of each thread.
 *
 *     nvcc -O3 -arch=sm_90 -I../../include cluster_reduce.cu && ./a.out
 *     tcemu run cluster_reduce.cu
 */
#include "../example.h"
#include "cluster_reduce_gen.h"

enum { ROWS = 32, COLS = 256, CTAS = 8, THREADS = COLS, SLAB = ROWS * COLS };

typedef struct {
    const unsigned *in;
    unsigned *out;
} Counts;

/* In dynamic shared memory: the slab, our sums, and in CTA 0 those of all. */
enum { SUMS_AT = SLAB, TOTAL_AT = SLAB + COLS, WORDS = SLAB + 2 * COLS };

/* slab: counts the bytes of the slab. total: an arrival by CTA 0, and the bytes of all sums. */
TC_FN void begin(unsigned *smem, tc_mbarrier *slab, tc_mbarrier *total, const unsigned *in) {
    const unsigned thread = tc_thread_index(), rank = tc_cta_rank_in_cluster();
    smem[TOTAL_AT + thread] = 0;
    if (thread == 0) {
        tc_mbarrier_init(slab, 1);
        tc_mbarrier_init(total, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(slab, TC_ELECTED_COPY_ASYNC_GMEM_TO_SMEM_32X256_U32_BYTES);
        tc_mbarrier_arrive_expect_tx(
            total, CTAS * TC_ELECTED_COPY_ASYNC_SMEM_TO_DSMEM_256_U32_REDUCE_ADD_BYTES);
    }
    tc_fence_async_smem();
    tc_cluster_sync(); /* the barriers are made, the total is zero */
    if (thread < 32)
        tc_elected_copy_async_gmem_to_smem_32x256_u32(smem, in + rank * SLAB, slab);
    tc_mbarrier_wait(slab, 0);
}

TC_FN unsigned column_sum(const unsigned *slab) {
    unsigned sum = 0;
    for (unsigned row = 0; row < ROWS; row++)
        sum += slab[row * COLS + tc_thread_index()];
    return sum;
}

TC_FN void end(unsigned *out, const unsigned *smem, tc_mbarrier *total) {
    if (tc_cta_rank_in_cluster() == 0) {
        tc_mbarrier_wait(total, 0);
        tc_cta256_copy_smem_to_gmem_256_u32(out, smem + TOTAL_AT);
    }
    tc_cluster_sync(); /* nobody leaves while his sums are on the way */
}

extern "C" __global__ void by_bulk(const Counts arg) {
    __shared__ tc_mbarrier slab, total;
    unsigned *const smem = (unsigned *)(void *)tc_smem();
    begin(smem, &slab, &total, arg.in);
    smem[SUMS_AT + tc_thread_index()] = column_sum(smem);
    tc_fence_async_smem();
    tc_cta_sync();
    if (tc_thread_index() < 32)
        tc_elected_copy_async_smem_to_dsmem_256_u32_reduce_add(
            smem + TOTAL_AT, smem + SUMS_AT, &total, 0);
    end(arg.out, smem, &total);
}

extern "C" __global__ void by_threads(const Counts arg) {
    __shared__ tc_mbarrier slab, total;
    unsigned *const smem = (unsigned *)(void *)tc_smem();
    begin(smem, &slab, &total, arg.in);
    const unsigned sum = column_sum(smem);
    tc_cta256_copy_async_reg_to_dsmem_256_u32_reduce_add(smem + TOTAL_AT, &sum, &total, 0);
    end(arg.out, smem, &total);
}

static unsigned differences(const unsigned *there, const unsigned *want) {
    unsigned got[COLS], wrong = 0;
    example_get(got, there, sizeof got);
    for (unsigned i = 0; i < COLS; i++)
        wrong += got[i] != want[i];
    return wrong;
}

int main(void) {
    static unsigned in[CTAS * SLAB], sums[COLS];
    example_launch launch;
    Counts counts;
    unsigned wrong, *const there = (unsigned *)example_memory(sizeof in, "in");
    for (unsigned i = 0; i < CTAS * SLAB; i++) {
        in[i] = i * 2654435761u >> 8;
        sums[i % COLS] += in[i];
    }
    example_put(there, in, sizeof in);
    counts.in = there;
    counts.out = (unsigned *)example_memory(sizeof sums, "out");
    launch.grid = launch.cluster = CTAS;
    launch.block = THREADS;
    launch.smem_bytes = WORDS * sizeof(unsigned);
    EXAMPLE_RUN(by_threads, launch, counts);
    wrong = differences(counts.out, sums);
    EXAMPLE_RUN(by_bulk, launch, counts);
    wrong += differences(counts.out, sums);
    printf(
        "%ux%u u32, column sums by a cluster of %u, on the %s: ",
        CTAS * ROWS,
        COLS,
        CTAS,
        example_machine);
    printf("%u elements, %u wrong\n", 2u * COLS, wrong);
    if (EXAMPLE_TIME(by_bulk, launch, counts) > 0)
        printf(
            "  by bulk reductions %.1f us, by red.async %.1f us\n",
            EXAMPLE_TIME(by_bulk, launch, counts),
            EXAMPLE_TIME(by_threads, launch, counts));
    example_free(there);
    example_free(counts.out);
    return wrong != 0;
}
