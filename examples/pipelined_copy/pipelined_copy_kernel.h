/* pipelined_copy_kernel.h: one warp fetches tiles by bulk copies into a ring of four slots, two warps take half
 * of each out again. */
#ifndef PIPELINED_COPY_KERNEL_H
#define PIPELINED_COPY_KERNEL_H

enum { TILE = 64 * 64 };

typedef struct {
    const float *in;
    float *out;
    unsigned tiles, ctas; /* CTA c has tiles c, c + ctas, ... */
} Tiles;

/* One thread of the warp: acquire waits until the slot was emptied and expects its bytes. */
TC_FN void load(tc_ring_smem *smem, Tiles t) {
    tc_ring_state state = tc_ring_tile_producer_start();
    for (unsigned i = tc_cta_index(); i < t.tiles; i += t.ctas) {
        tc_ring_tile_acquire(smem, state);
        tc_bulk_gmem_to_smem(
            smem->tile.slot[state.slot],
            t.in + (size_t)i * TILE,
            TC_RING_TILE_BYTES,
            &smem->tile_bars.slot[state.slot].full);
        tc_ring_tile_advance(&state);
    }
    tc_ring_tile_tail(smem, state);
}

/* A warp, which takes every second group of 128 elements. */
TC_FN void store(tc_ring_smem *smem, Tiles t, unsigned half) {
    tc_ring_state state = tc_ring_tile_consumer_start();
    const unsigned first = 128 * half + 4 * tc_lane_index();
    for (unsigned i = tc_cta_index(); i < t.tiles; i += t.ctas) {
        tc_ring_tile_wait(smem, state);
        for (unsigned at = first; at < TILE; at += 256) {
            tc_b128 v;
            tc_load_shared_b128(&v, smem->tile.slot[state.slot] + at);
            tc_store_global_b128(t.out + (size_t)i * TILE + at, &v);
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
        store(smem, arg, warp - 1);
    else if (tc_elect_one())
        load(smem, arg);
}

#endif
