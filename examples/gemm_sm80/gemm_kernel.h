/* gemm_kernel.h: C = A * B of f16 with sums in f32 by mma.sync, any M and N and K. All that moves a tile is
 * generated (gemm_sm80.tc), and so is the ring that the tiles go through: its places, its groups of copies and
 * the barrier of a turn (gemm_ring.tc). The order of things is written here.
 *
 * A CTA of 8 warps makes 128x256 of C, a warp 64x64 of that. Pitches are multiples of 8 elements and the
 * matrices 16-byte aligned. Shared memory: TC_GEMM_SMEM_BYTES. The benchmark includes this file a second time
 * with GEMM_KERNEL and the tc_ names of another movement. */
#ifndef GEMM_KERNEL
#define GEMM_KERNEL gemm_sm80
#endif

#ifndef GEMM_SHAPE
#define GEMM_SHAPE
enum { GEMM_M = 128, GEMM_N = 256, GEMM_K = 64, GEMM_STEPS = GEMM_K / 16 };
enum {
    GEMM_AHEAD = TC_GEMM_A_STAGES - 1
}; /* turns that are on their way while one is multiplied */

typedef struct {
    const tc_f16 *a, *b; /* M x K and N x K */
    tc_f16 *c;           /* M x N */
    unsigned m, n, k, lda, ldb, ldc;
} Gemm;

/* CTAs that run at one time share rows of A and of B: they go down 8 tiles before the next column. */
TC_FN void gemm_tile(const Gemm *g, unsigned cta, unsigned *row, unsigned *column) {
    const unsigned rows = (g->m + GEMM_M - 1) / GEMM_M, columns = (g->n + GEMM_N - 1) / GEMM_N;
    const unsigned group = cta / (8 * columns), first = group * 8;
    const unsigned height = rows - first < 8 ? rows - first : 8;
    *row = (first + cta % (8 * columns) % height) * GEMM_M;
    *column = cta % (8 * columns) / height * GEMM_N;
}

/* The sums of a warp, rounded, as registers of the layout mma_c. */
TC_FN void gemm_round(tc_f16 dst[128], const float src[128]) {
    TC_UNROLL
    for (unsigned i = 0; i < 128; i += 2)
        tc_convert_f32_f16x2(dst + i, src + i);
}

/* 64x64 of C from 64x16 of A and of B; rows back and forth, so that neighbours share an operand. */
TC_FN void gemm_multiply(float sums[128], const tc_f16 a[32], const tc_f16 b[32]) {
    TC_UNROLL
    for (unsigned i = 0; i < 4; i++) {
        TC_UNROLL
        for (unsigned n = 0; n < 8; n++) {
            const unsigned j = i % 2 ? 7 - n : n;
            tc_mma_m16n8k16_f16(sums + (i * 8 + j) * 4, a + i * 8, b + j * 4);
        }
    }
}
#endif

#define GEMM_JOIN(a, b) GEMM_JOIN_(a, b)
#define GEMM_JOIN_(a, b) a##b

/* What is k elements along K into a slot. `edges` is a constant: where the tile has edges there come zeros
 * beyond them, which add nothing. */
TC_FN void GEMM_JOIN(GEMM_KERNEL, _load_a)(
    const Gemm *g, tc_f16 *a, unsigned row, unsigned k, unsigned slot, unsigned edges) {
    const tc_f16 *from = g->a + (size_t)row * g->lda + k;
    if (edges)
        tc_load_a_edge(a, from, g->lda, slot, g->m - row, g->k - k);
    else
        tc_load_a(a, from, g->lda, slot);
}

TC_FN void GEMM_JOIN(GEMM_KERNEL, _load_b)(
    const Gemm *g, tc_f16 *b, unsigned column, unsigned k, unsigned slot, unsigned edges) {
    const tc_f16 *from = g->b + (size_t)column * g->ldb + k;
    if (edges)
        tc_load_b_edge(b, from, g->ldb, slot, g->n - column, g->k - k);
    else
        tc_load_b(b, from, g->ldb, slot);
}

/* The sums of a warp's 64x64 over all of K. Without edges there is no branch in a turn: ptxas puts what
 * moves between the multiplications then, which is worth a fifth of the time. */
TC_FN void GEMM_JOIN(GEMM_KERNEL, _turns)(
    const Gemm *g,
    tc_gemm_smem *smem,
    float sums[128],
    unsigned row,
    unsigned column,
    unsigned edges) {
    tc_f16 *const a = smem->A.slot[0], *const b = smem->B.slot[0];
    const unsigned warp = tc_thread_index() / 32, m = warp / 4 * 64, n = warp % 4 * 64;
    const unsigned turns = g->k ? (g->k + GEMM_K - 1) / GEMM_K : 1; /* of zeros */
    tc_gemm_state fill = tc_gemm_A_producer_start(), read = tc_gemm_A_consumer_start();
    tc_f16 left[2][32], right[2][32];
    for (unsigned turn = 0; turn < GEMM_AHEAD; turn++) {
        tc_gemm_A_acquire(smem, fill);
        if (turn < turns) {
            GEMM_JOIN(GEMM_KERNEL, _load_a)(g, a, row, turn * GEMM_K, fill.slot, edges);
            GEMM_JOIN(GEMM_KERNEL, _load_b)(g, b, column, turn * GEMM_K, fill.slot, edges);
        }
        tc_gemm_A_commit(smem, fill);
        tc_gemm_A_advance(&fill);
    }
    tc_gemm_A_wait(smem, read);
    tc_fragments_a(left[0], a, m, 0, read.slot);
    tc_fragments_b(right[0], b, n, 0, read.slot);
    for (unsigned turn = 0; turn < turns; turn++) {
        const unsigned ahead = turn + GEMM_AHEAD;
        unsigned slot = read.slot;
        TC_UNROLL
        for (unsigned step = 0; step < GEMM_STEPS; step++) {
            /* while this step is multiplied the fragments of the next one come, of the next turn in the
             * end: all have read the slot of this one then. After the last turn they come from that
             * slot once more, for nobody. */
            const unsigned next = (step + 1) % GEMM_STEPS;
            if (next == 0) {
                tc_gemm_A_release(smem, read);
                tc_gemm_A_advance(&read);
                tc_gemm_A_wait(smem, read);
                slot = turn + 1 < turns ? read.slot : slot;
            }
            tc_fragments_a(left[next % 2], a, m, next * 16, slot);
            tc_fragments_b(right[next % 2], b, n, next * 16, slot);
            if (step == 0) { /* A and B in two steps: one burst of copies would hold up the first */
                tc_gemm_A_acquire(smem, fill);
                if (ahead < turns)
                    GEMM_JOIN(GEMM_KERNEL, _load_a)(g, a, row, ahead * GEMM_K, fill.slot, edges);
            }
            if (step == 1) {
                if (ahead < turns)
                    GEMM_JOIN(GEMM_KERNEL, _load_b)(g, b, column, ahead * GEMM_K, fill.slot, edges);
                tc_gemm_A_commit(smem, fill);
                tc_gemm_A_advance(&fill);
            }
            gemm_multiply(sums, left[step % 2], right[step % 2]);
        }
    }
    tc_gemm_A_tail(smem, fill);
}

TC_KERNEL(GEMM_KERNEL, Gemm) {
    tc_gemm_smem *const smem = (tc_gemm_smem *)(void *)tc_smem();
    tc_f16 *const c = (tc_f16 *)(void *)smem->bytes; /* in the end, where A and B were */
    const unsigned warp = tc_thread_index() / 32, m = warp / 4 * 64, n = warp % 4 * 64;
    float sums[128];
    tc_f16 rounded[128];
    unsigned row, column, edges;
    gemm_tile(&arg, tc_cta_index(), &row, &column);
    edges = row + GEMM_M > arg.m || column + GEMM_N > arg.n;
    TC_UNROLL
    for (unsigned i = 0; i < 128; i++)
        sums[i] = 0;
    tc_gemm_init(smem);
    if (edges || arg.k % GEMM_K || arg.k == 0)
        GEMM_JOIN(GEMM_KERNEL, _turns)(&arg, smem, sums, row, column, 1);
    else
        GEMM_JOIN(GEMM_KERNEL, _turns)(&arg, smem, sums, row, column, 0);
    gemm_round(rounded, sums);
    tc_cta_sync(); /* the ring is empty: C goes there */
    tc_put_c(c, rounded, m, n);
    tc_cta_sync();
    if (edges)
        tc_store_c_edge(
            arg.c + (size_t)row * arg.ldc + column, c, arg.ldc, arg.m - row, arg.n - column);
    else
        tc_store_c(arg.c + (size_t)row * arg.ldc + column, c, arg.ldc);
}
