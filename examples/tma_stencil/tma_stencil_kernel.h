/* tma_stencil_kernel.h: every point of a grid of f32 becomes a sum of those around it. A CTA takes tile after
 * tile of 32x128 points: one warp brings each with its border as one box, eight warps compute. */
#ifndef TMA_STENCIL_KERNEL_H
#define TMA_STENCIL_KERNEL_H

enum { STENCIL_ROWS = 32, STENCIL_COLUMNS = 128, STENCIL_PITCH = 136 };

typedef struct {
    tc_tensormap from;                /* rows x columns, by load_box_tensormap */
    float *to;                        /* the same, ld elements from row to row */
    unsigned rows, columns, ld, ctas; /* CTA c has tiles c, c + ctas, ... */
} Stencil;

TC_FN int stencil_tile(const Stencil *s, unsigned i, unsigned *row, unsigned *column) {
    const unsigned across = (s->columns + STENCIL_COLUMNS - 1) / STENCIL_COLUMNS;
    *row = i / across * STENCIL_ROWS;
    *column = i % across * STENCIL_COLUMNS;
    return *row < s->rows;
}

/* The warp that loads. The first box begins at (-1, -4): what lies outside of the grid arrives as zeros, and no
 * thread asks where the grid ends. Boxes begin at multiples of 16 bytes, hence 4 columns for a border of one. */
TC_FN void stencil_load(tc_ring_smem *smem, const Stencil *s) {
    tc_ring_state state = tc_ring_box_producer_start();
    unsigned row, column;
    for (unsigned i = tc_cta_index(); stencil_tile(s, i, &row, &column); i += s->ctas) {
        float *const box = smem->box.slot[state.slot];
        tc_mbarrier *const full = &smem->box_bars.slot[state.slot].full;
        tc_ring_box_acquire_elected(smem, state); /* the slot is read; its bytes are expected */
        tc_load_box(box, &s->from, (int)row - 1, (int)column - 4, full);
        tc_ring_box_advance(&state);
    }
    tc_ring_box_tail(smem, state);
}

/* `near`: 6 rows of 12 points; the thread's own 4x4 begin at row 1, column 4. */
TC_FN float stencil_at(const float *near, unsigned row, unsigned column) {
    return near[(row + 1) * 12 + column + 4];
}

/* The mean of a point and its four neighbours. */
TC_FN float stencil_5(const float *near, unsigned r, unsigned c) {
    const float vertical = near[r * 12 + c + 4] + near[(r + 2) * 12 + c + 4];
    const float horizontal = near[(r + 1) * 12 + c + 3] + near[(r + 1) * 12 + c + 5];
    return 0.2f * (stencil_at(near, r, c) + (vertical + horizontal));
}

/* 1 2 1 to a row of three, and so for the rows; 16 in all. */
TC_FN float stencil_3x3(const float *near, unsigned r, unsigned c) {
    float row[3];
    TC_UNROLL
    for (unsigned i = 0; i < 3; i++) {
        const float *const at = near + (r + i) * 12 + c + 3;
        row[i] = at[0] + (at[1] + at[1]) + at[2];
    }
    return 0.0625f * (row[0] + (row[1] + row[1]) + row[2]);
}

/* The eight warps that compute: warp w has rows 4 w of each tile, a lane 4 columns; rank is 0 to 255. */
TC_FN void stencil_relax(tc_ring_smem *smem, const Stencil *s, unsigned rank, int corners) {
    const unsigned at = rank / 32 * 4 * STENCIL_PITCH + rank % 32 * 4;
    tc_ring_state state = tc_ring_box_consumer_start();
    float near[TC_TAKE_POINTS_REGS], result[TC_STORE_POINTS_REGS];
    unsigned row, column;
    for (unsigned i = tc_cta_index(); stencil_tile(s, i, &row, &column); i += s->ctas) {
        float *const to = s->to + (size_t)row * s->ld + column;
        tc_ring_box_wait(smem, state);
        /* 16 bytes at a time; left and right of them nvcc loads the one column that is used. */
        tc_take_points(near, smem->box.slot[state.slot] + at);
        tc_ring_box_release_next(smem, &state); /* the next box may come while we compute */
        TC_UNROLL
        for (unsigned k = 0; k < TC_STORE_POINTS_REGS; k++)
            result[k] = corners ? stencil_3x3(near, k / 4, k % 4) : stencil_5(near, k / 4, k % 4);
        /* From registers, 512 bytes of a row a warp; nothing past the ends of the grid. */
        tc_store_points_at(rank, to, result, s->ld, s->rows - row, s->columns - column);
    }
}

TC_FN void stencil(const Stencil *s, int corners) {
    tc_ring_smem *const smem = (tc_ring_smem *)(void *)tc_smem();
    const unsigned thread = tc_thread_index();
    tc_ring_init(smem);
    /* All CTAs are on the GPU, so those of the next step may come, make their barriers and wait... */
    tc_grid_launch_dependents();
    /* ... here, until the step before has ended: it wrote what we read, and read where we write. */
    tc_grid_wait();
    if (thread < 32)
        stencil_load(smem, s);
    else
        stencil_relax(smem, s, thread - 32, corners);
}

extern "C" __global__ void __launch_bounds__(TC_RING_THREADS, 2)
    tma_stencil_5(const __grid_constant__ Stencil arg) {
    stencil(&arg, 0);
}

extern "C" __global__ void __launch_bounds__(TC_RING_THREADS, 2)
    tma_stencil_3x3(const __grid_constant__ Stencil arg) {
    stencil(&arg, 1);
}

#endif
