/* pipelined_copy_kernel.h: one warp fetches tiles by bulk copies into a ring of four slots, two warps take half
 * of each out again. All that moves is generated. */
#ifndef PIPELINED_COPY_KERNEL_H
#define PIPELINED_COPY_KERNEL_H

enum { TILE = 64 * 64 };

typedef struct {
    const float *in;
    float *out;
    unsigned tiles, ctas; /* CTA c has tiles c, c + ctas, ... */
} Tiles;

/* The warp: acquire waits until the slot was emptied and expects its bytes, which the copy brings. */
TC_FN void load(tc_ring_smem *smem, Tiles t) {
    tc_ring_state state = tc_ring_tile_producer_start();
    for (unsigned i = tc_cta_index(); i < t.tiles; i += t.ctas) {
        tc_ring_tile_acquire_elected(smem, state);
        tc_load_tile(
            smem->tile.slot[state.slot],
            t.in + (size_t)i * TILE,
            &smem->tile_bars.slot[state.slot].full);
        tc_ring_tile_commit_next(smem, &state);
    }
    tc_ring_tile_tail(smem, state);
}

/* A warp, which takes the upper or the lower half of each tile. */
TC_FN void store(tc_ring_smem *smem, Tiles t, unsigned half) {
    tc_ring_state state = tc_ring_tile_consumer_start();
    const unsigned at = half * (TILE / 2);
    for (unsigned i = tc_cta_index(); i < t.tiles; i += t.ctas) {
        tc_ring_tile_wait(smem, state);
        tc_store_half(t.out + (size_t)i * TILE + at, smem->tile.slot[state.slot] + at);
        tc_ring_tile_release_next(smem, &state);
    }
}

extern "C" __global__ void pipelined_copy(const Tiles arg) {
    tc_ring_smem *const smem = (tc_ring_smem *)(void *)tc_smem();
    const unsigned warp = tc_thread_index() / 32;
    tc_ring_init(smem);
    if (warp > 0)
        store(smem, arg, warp - 1);
    else
        load(smem, arg);
}

#endif
