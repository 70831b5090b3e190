/* tma_transpose_kernel.h: a matrix of f32 into its transpose. A CTA takes tile after tile: one warp brings
 * boxes of 64x64 in, eight turn them, one takes them out. No thread computes an address in global memory. */
#ifndef TMA_TRANSPOSE_KERNEL_H
#define TMA_TRANSPOSE_KERNEL_H

enum { TMA_TRANSPOSE_TILE = 64 };

typedef struct {
    tc_tensormap src, dst; /* rows x columns, and columns x rows: the kernel has no pointers */
    unsigned rows, columns, ctas; /* of src; CTA c has tiles c, c + ctas, ... */
} TmaTranspose;

/* Where tile i begins, and whether there is one. Tiles go down the columns of src, which are the rows of dst: what
 * is stored at one time lies side by side, which DRAM likes more of stores than of loads. */
TC_FN int tma_tile(const TmaTranspose *t, unsigned i, unsigned *row, unsigned *column) {
    const unsigned down = (t->rows + TMA_TRANSPOSE_TILE - 1) / TMA_TRANSPOSE_TILE;
    *row = i % down * TMA_TRANSPOSE_TILE;
    *column = i / down * TMA_TRANSPOSE_TILE;
    return *column < t->columns;
}

/* The warp that loads: up to three boxes are on their way while others are turned. */
TC_FN void tma_load(tc_ring_smem *smem, const TmaTranspose *t) {
    tc_ring_state state = tc_ring_in_producer_start();
    unsigned row, column;
    for (unsigned i = tc_cta_index(); tma_tile(t, i, &row, &column); i += t->ctas) {
        float *const box = smem->in.slot[state.slot];
        tc_mbarrier *const full = &smem->in_bars.slot[state.slot].full;
        tc_ring_in_acquire_elected(smem, state); /* the slot is read; its bytes are expected */
        /* Two boxes of 64 rows of 128 bytes, swizzled: rows end in zeros where the matrix does. */
        tc_load_box(box, &t->src, (int)row, (int)column, full);
        tc_ring_in_advance(&state);
    }
    tc_ring_in_tail(smem, state);
}

/* The eight warps that turn, by squares of 4x4 in registers: rank is 0 to 255. */
TC_FN void tma_turn(tc_ring_smem *smem, const TmaTranspose *t, unsigned rank) {
    tc_ring_state in = tc_ring_in_consumer_start(), out = tc_ring_out_producer_start();
    float square[TC_TAKE_BOX_REGS], turned[TC_TAKE_BOX_REGS];
    unsigned row, column;
    for (unsigned i = tc_cta_index(); tma_tile(t, i, &row, &column); i += t->ctas) {
        tc_ring_in_wait(smem, in);
        /* By rows, 16 bytes a lane: the swizzle keeps the banks apart. */
        tc_take_box_at(rank, square, smem->in.slot[in.slot]);
        tc_ring_in_release(smem, in);         /* the next box may come: the tile is in registers */
        tc_turn_box_at(rank, turned, square); /* other names for the registers: no instruction */
        tc_ring_out_acquire(smem, out);
        /* The columns of the tile are the rows of the box, again 16 bytes a lane. */
        tc_put_box_at(rank, smem->out.slot[out.slot], turned);
        tc_fence_async_smem(); /* the copy that stores reads what this thread has written */
        tc_ring_out_commit(smem, out);
        tc_ring_in_advance(&in);
        tc_ring_out_advance(&out);
    }
    tc_ring_out_tail(smem, out);
}

/* The warp that stores. A slot is free when its copy has read it; that is waited for one copy later. */
TC_FN void tma_store(tc_ring_smem *smem, const TmaTranspose *t) {
    tc_ring_state state = tc_ring_out_consumer_start(), before = state;
    unsigned row, column, stored = 0;
    for (unsigned i = tc_cta_index(); tma_tile(t, i, &row, &column); i += t->ctas, stored = 1) {
        tc_ring_out_wait(smem, state);
        /* The tile at (row, column) is at (column, row) of the transpose; nothing past its ends is written. */
        tc_store_box(&t->dst, smem->out.slot[state.slot], column, row);
        tc_bulk_wait_read_1(); /* all copies but this one have read their slots */
        if (stored)
            tc_ring_out_release(smem, before);
        before = state;
        tc_ring_out_advance(&state);
    }
    tc_bulk_wait_read_0();
    if (stored)
        tc_ring_out_release(smem, before);
}

extern "C" __global__ void __launch_bounds__(TC_RING_THREADS)
    tma_transpose(const __grid_constant__ TmaTranspose arg) {
    tc_ring_smem *const smem = (tc_ring_smem *)(void *)tc_smem();
    const unsigned warp = tc_thread_index() / 32;
    tc_ring_init(smem);
    if (warp == 0)
        tma_load(smem, &arg);
    else if (warp < 9)
        tma_turn(smem, &arg, tc_thread_index() - 32);
    else
        tma_store(smem, &arg);
}

#endif
