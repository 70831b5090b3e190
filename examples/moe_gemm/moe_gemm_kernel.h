/* moe_gemm_kernel.h: out[t] = W[expert of t] * tokens[t] by mma.sync. A CTA of 8 warps makes 128 tokens x 128
 * columns, a warp 64x32. moe_dense is the same kernel with tokens in order, for comparison. */
#ifndef MOE_GEMM_KERNEL_H
#define MOE_GEMM_KERNEL_H

enum {
    MOE_TILE = 128, /* tokens of a CTA, and columns */
    MOE_K = 64,     /* of K in a turn */
    MOE_STEPS = MOE_K / 16,
    MOE_AHEAD = 3 /* turns that are on their way while one is multiplied */
};

typedef struct {
    const tc_f16 *tokens;  /* rows of k numbers */
    const tc_f16 *weights; /* experts x n x k */
    tc_f16 *out;           /* rows of n numbers */
    const int *order;      /* 128 a tile: rows of tokens and of out, or -1 */
    const int *expert;     /* of each tile */
    unsigned tiles, n, k;  /* n and k: multiples of 128 and 64 */
} Moe;

/* A tile of the ring, which knows it as 16-bit elements. */
#define MOE_SLOT(ring, i) ((const tc_f16 *)(const void *)(ring).slot[i])

TC_FN void moe_multiply(float sums[64], const tc_f16 a[32], const tc_f16 b[16]) {
    TC_UNROLL
    for (unsigned i = 0; i < 4; i++) {
        TC_UNROLL
        for (unsigned n = 0; n < 4; n++) {
            const unsigned j = i % 2 ? 3 - n : n;
            tc_mma_m16n8k16_f16(sums + (i * 4 + j) * 4, a + i * 8, b + j * 4);
        }
    }
}

/* `picked` is a constant. */
TC_FN void moe_load(
    const Moe *g,
    tc_moe_smem *smem,
    unsigned slot,
    const int *order,
    unsigned tile,
    unsigned column,
    unsigned k,
    unsigned picked) {
    const size_t weight = ((size_t)(unsigned)g->expert[tile] * g->n + column) * g->k + k;
    tc_f16 *const a = (tc_f16 *)(void *)smem->A.slot[slot];
    if (picked)
        tc_moe_tokens(a, g->tokens + k, order, g->k);
    else
        tc_moe_rows(a, g->tokens + (size_t)tile * MOE_TILE * g->k + k, g->k);
    tc_moe_rows((tc_f16 *)(void *)smem->B.slot[slot], g->weights + weight, g->k);
}

TC_FN void moe_turns(
    const Moe *g,
    tc_moe_smem *smem,
    float sums[64],
    const int *order,
    unsigned tile,
    unsigned column,
    unsigned picked) {
    const unsigned warp = tc_thread_index() / 32, m = warp / 4 * 64, n = warp % 4 * 32;
    const unsigned turns = g->k / MOE_K;
    tc_moe_state fill = tc_moe_A_producer_start(), read = tc_moe_A_consumer_start();
    tc_f16 left[32], right[16];
    for (unsigned turn = 0; turn < MOE_AHEAD; turn++) {
        tc_moe_A_acquire(smem, fill);
        if (turn < turns)
            moe_load(g, smem, fill.slot, order, tile, column, turn * MOE_K, picked);
        tc_moe_A_commit(smem, fill);
        tc_moe_A_advance(&fill);
    }
    for (unsigned turn = 0; turn < turns; turn++) {
        tc_moe_A_wait(smem, read);
        tc_moe_A_acquire(smem, fill);
        if (turn + MOE_AHEAD < turns)
            moe_load(g, smem, fill.slot, order, tile, column, (turn + MOE_AHEAD) * MOE_K, picked);
        tc_moe_A_commit(smem, fill);
        tc_moe_A_advance(&fill);
        TC_UNROLL
        for (unsigned step = 0; step < MOE_STEPS; step++) {
            tc_moe_left(left, MOE_SLOT(smem->A, read.slot), m, step * 16);
            tc_moe_right(right, MOE_SLOT(smem->B, read.slot), n, step * 16);
            moe_multiply(sums, left, right);
        }
        tc_moe_A_release(smem, read);
        tc_moe_A_advance(&read);
    }
    tc_moe_A_tail(smem, fill);
}

TC_FN void moe_cta(const Moe *g, const int *order, unsigned picked) {
    tc_moe_smem *const smem = (tc_moe_smem *)(void *)tc_smem();
    tc_f16 *const c = (tc_f16 *)(void *)smem->bytes; /* in the end, where A and B were */
    const unsigned warp = tc_thread_index() / 32;
    const unsigned tile = tc_cta_index() % g->tiles, column = tc_cta_index() / g->tiles * MOE_TILE;
    float sums[64];
    TC_UNROLL
    for (unsigned i = 0; i < 64; i++)
        sums[i] = 0;
    tc_moe_init(smem);
    moe_turns(g, smem, sums, order, tile, column, picked);
    tc_cta_sync(); /* the ring is empty: C goes there */
    tc_moe_put(c, sums, warp / 4 * 64, warp % 4 * 32);
    tc_cta_sync();
    if (picked)
        tc_moe_store(g->out + column, c, order, g->n);
    else
        tc_moe_store_rows(g->out + (size_t)tile * MOE_TILE * g->n + column, c, g->n);
}

extern "C" __global__ void moe_gemm(const Moe arg) {
    __shared__ int order[MOE_TILE];
    if (tc_thread_index() < MOE_TILE)
        order[tc_thread_index()] =
            arg.order[tc_cta_index() % arg.tiles * MOE_TILE + tc_thread_index()];
    tc_cta_sync();
    moe_cta(&arg, order, 1);
}

extern "C" __global__ void moe_dense(const Moe arg) {
    moe_cta(&arg, arg.order, 0);
}
#endif
