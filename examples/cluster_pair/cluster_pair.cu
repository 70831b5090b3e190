/* cluster_pair.cu: a tile goes from one CTA of a cluster to the other by one bulk copy, on a GPU or on the
 * emulator.
 *
 *     nvcc -arch=sm_90 -I../../include cluster_pair.cu && ./a.out
 *     tcemu run cluster_pair.cu
 *
 * The kernel is the same text on both; only how memory is got and a kernel is started differs. */
#include "../example.h"
#include "cluster_pair_gen.h"

enum { ROWS = 128, COLS = 64, ELEMENTS = ROWS * COLS, THREADS = 128 };

typedef struct {
    const tc_f16 *in;
    tc_f16 *out;
} Tiles;

/* CTA 0 sends, CTA 1 receives; both lay out their shared memory alike, so that an address of one is the
 * address of the same thing in the other. */
extern "C" __global__ void cluster_pair(const Tiles arg) {
    __shared__ tc_mbarrier bar;
    tc_f16 *const sent = (tc_f16 *)(void *)tc_smem();
    tc_f16 *const received = sent + ELEMENTS;
    const unsigned thread = tc_thread_index();
    if (thread == 0) {
        tc_mbarrier_init(&bar, 1);
        tc_fence_mbarrier_init();
    }
    tc_cluster_sync(); /* both barriers are made */
    if (tc_cta_rank_in_cluster() == 0) {
        tc_cta128_copy_gmem_to_smem_128x64_f16(sent, arg.in);
        tc_fence_async_smem(); /* the copy sees what this thread wrote ... */
        tc_cta_sync();         /* ... and what the others did */
        if (thread < 32)
            tc_elected_copy_async_smem_to_dsmem_128x64_f16(received, sent, &bar, 1);
    } else {
        if (thread == 0)
            tc_mbarrier_arrive_expect_tx(
                &bar, TC_ELECTED_COPY_ASYNC_SMEM_TO_DSMEM_128X64_F16_BYTES);
        tc_mbarrier_wait(&bar, 0);
        tc_cta128_copy_smem_to_gmem_128x64_f16(arg.out, received);
    }
    tc_cluster_sync(); /* nobody leaves while his memory is read or written */
}

enum { SHARED_BYTES = 2 * ELEMENTS * 2 };

/* Two CTAs, launched as a cluster. */
static void run(const tc_f16 *in, tc_f16 *out) {
    const size_t bytes = ELEMENTS * sizeof *in;
    const example_launch launch = {2, THREADS, SHARED_BYTES, 2};
    tc_f16 *source = (tc_f16 *)example_memory(bytes, "in");
    Tiles tiles;
    tiles.in = source;
    tiles.out = (tc_f16 *)example_memory(bytes, "out");
    example_put(source, in, bytes);
    EXAMPLE_RUN(cluster_pair, launch, tiles);
    example_get(out, tiles.out, bytes);
    example_free(source);
    example_free(tiles.out);
}

int main(void) {
    static tc_f16 in[ELEMENTS], out[ELEMENTS];
    unsigned wrong = 0;
    for (unsigned i = 0; i < ELEMENTS; i++)
        in[i].bits = (unsigned short)(i * 7 + 1);
    run(in, out);
    for (unsigned i = 0; i < ELEMENTS; i++)
        wrong += out[i].bits != in[i].bits;
    printf("128x64 f16, smem of CTA 0 -> smem of CTA 1, on the %s: ", example_machine);
    printf("%u elements, %u wrong\n", (unsigned)ELEMENTS, wrong);
    return wrong != 0;
}
