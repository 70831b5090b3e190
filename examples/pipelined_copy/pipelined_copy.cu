/* pipelined_copy.cu: a matrix goes through shared memory tile by tile, on a GPU or on the emulator: one warp
 * fetches tiles by bulk copies into a ring of four slots, two warps take half of each out again.
 *
 *     nvcc -arch=sm_90 -I../../include pipelined_copy.cu && ./a.out
 *     cc -x c -I../../include pipelined_copy.cu ../../include/tilecopy/host/[all].c -lpthread && ./a.out
 *
 * The kernel is the same text on both; only how memory is got and a kernel is started differs. */
#include "../example.h"
#include "pipelined_copy_gen.h"

enum { TILE = 64 * 64, TILES = 37, ELEMENTS = TILES * TILE };

typedef struct {
    const float *in;
    float *out;
} Tiles;

/* One thread of the warp: acquire waits until the slot was emptied and expects its bytes. */
TC_FN void load(tc_ring_smem *smem, const float *in) {
    tc_ring_state state = tc_ring_tile_producer_start();
    for (unsigned i = 0; i < TILES; i++) {
        tc_ring_tile_acquire(smem, state);
        tc_bulk_gmem_to_smem(
            smem->tile.slot[state.slot],
            in + i * TILE,
            TC_RING_TILE_BYTES,
            &smem->tile_bars.slot[state.slot].full);
        tc_ring_tile_advance(&state);
    }
    tc_ring_tile_tail(smem, state);
}

/* A warp, which takes every second group of 128 elements. */
TC_FN void store(tc_ring_smem *smem, float *out, unsigned half) {
    tc_ring_state state = tc_ring_tile_consumer_start();
    const unsigned first = 128 * half + 4 * tc_lane_index();
    for (unsigned i = 0; i < TILES; i++) {
        tc_ring_tile_wait(smem, state);
        for (unsigned at = first; at < TILE; at += 256) {
            tc_b128 v;
            tc_load_shared_b128(&v, smem->tile.slot[state.slot] + at);
            tc_store_global_b128(out + i * TILE + at, &v);
        }
        tc_ring_tile_release(smem, state);
        tc_ring_tile_advance(&state);
    }
}

TC_KERNEL(pipelined_copy, Tiles) {
    tc_ring_smem *const smem = (tc_ring_smem *)(void *)tc_smem();
    const unsigned warp = tc_thread_index() / 32;
    tc_ring_init(smem);
    if (warp > 0)
        store(smem, arg.out, warp - 1);
    else if (tc_elect_one())
        load(smem, arg.in);
}

static void run(const float *in, float *out) {
    const size_t bytes = ELEMENTS * sizeof *in;
    const example_launch launch = {1, TC_RING_THREADS, TC_RING_SMEM_BYTES, 0};
    float *source = (float *)example_memory(bytes, "in");
    Tiles tiles;
    tiles.in = source;
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
