/* gemm_kernel.h: C = A * B with sums in f32 by mma.sync, any M and N and K. All that moves a tile is generated
 * (gemm_sm80.tc), and so is the ring that the tiles go through: its places, its groups of copies and the
 * barrier of a turn (gemm_ring.tc). The order of things is written here.
 *
 * A CTA of 8 warps makes 128xGEMM_N of C, a warp 64 rows and a quarter of the columns. Pitches are multiples
 * of 8 elements and the matrices 16-byte aligned. Shared memory: what the ring's _SMEM_BYTES says.
 *
 * The words below say which kernel this is: as they stand one of f16 with 3 stages. gemm_variants.h includes
 * this file once more for each other type and ring, the benchmark with the names of another movement. */
#ifndef GEMM_KERNEL
#define GEMM_KERNEL gemm_sm80
#define GEMM_TYPE tc_f16
#define GEMM_MMA tc_mma_m16n8k16_f16
#define GEMM_MOVE(name) tc_f16_ring3_##name  /* functions of gemm_sm80.tc */
#define GEMM_RING(name) tc_gemm_ring3_##name /* types and functions of gemm_ring.tc */
#define GEMM_STAGES 3
#define GEMM_N 256
#endif

#ifndef GEMM_SHAPE
#define GEMM_SHAPE
enum { GEMM_M = 128, GEMM_K = 64, GEMM_STEPS = GEMM_K / 16 };

typedef struct {
    const void *a, *b; /* M x K and N x K */
    void *c;           /* M x N */
    unsigned m, n, k, lda, ldb, ldc;
} Gemm;

/* CTAs that run at one time share rows of A and of B: they go down 8 tiles before the next column. */
TC_FN void gemm_tile(const Gemm *g, unsigned cta, unsigned width, unsigned *row, unsigned *column) {
    const unsigned rows = (g->m + GEMM_M - 1) / GEMM_M, columns = (g->n + width - 1) / width;
    const unsigned group = cta / (8 * columns), first = group * 8;
    const unsigned height = rows - first < 8 ? rows - first : 8;
    *row = (first + cta % (8 * columns) % height) * GEMM_M;
    *column = cta % (8 * columns) / height * width;
}

#define GEMM_JOIN(a, b) GEMM_JOIN_(a, b)
#define GEMM_JOIN_(a, b) a##b
#define GEMM_OWN(name) GEMM_JOIN(GEMM_KERNEL, name)
#define GEMM_ENTRY(name)                                                                           \
    extern "C" __global__ void name(const Gemm arg) /* `name` as GEMM_KERNEL has it */
#define GEMM_WARP_N (GEMM_N / 4)                    /* columns of C that a warp makes */
#define GEMM_SUMS (64 * GEMM_WARP_N / 32)           /* numbers of it in a lane */
#define GEMM_RIGHT (16 * GEMM_WARP_N / 32)          /* numbers of B in a lane in a step */
/* a tile of the ring, which knows it as 16-bit elements */
#define GEMM_SLOT(ring, i) ((const GEMM_TYPE *)(const void *)(ring).slot[i])
#define GEMM_AHEAD (GEMM_STAGES - 1) /* turns that are on their way while one is multiplied */
#endif

/* A warp's part of C from 16 of K; rows back and forth, so that neighbours share an operand. */
TC_FN void GEMM_OWN(_multiply)(
    float sums[GEMM_SUMS], const GEMM_TYPE a[32], const GEMM_TYPE b[GEMM_RIGHT]) {
    const unsigned columns = GEMM_WARP_N / 8;
    TC_UNROLL
    for (unsigned i = 0; i < 4; i++) {
        TC_UNROLL
        for (unsigned n = 0; n < columns; n++) {
            const unsigned j = i % 2 ? columns - 1 - n : n;
            GEMM_MMA(sums + (i * columns + j) * 4, a + i * 8, b + j * 4);
        }
    }
}

/* What is k elements along K into a slot. `edges` is a constant: where the tile has edges there come zeros
 * beyond them, which add nothing. */
TC_FN void GEMM_OWN(_load_a)(const Gemm *g, void *slot, unsigned row, unsigned k, unsigned edges) {
    const GEMM_TYPE *from = (const GEMM_TYPE *)g->a + (size_t)row * g->lda + k;
    if (edges)
        GEMM_MOVE(load_a_edge)((GEMM_TYPE *)slot, from, g->lda, g->m - row, g->k - k);
    else
        GEMM_MOVE(load_a)((GEMM_TYPE *)slot, from, g->lda);
}

TC_FN void GEMM_OWN(_load_b)(
    const Gemm *g, void *slot, unsigned column, unsigned k, unsigned edges) {
    const GEMM_TYPE *from = (const GEMM_TYPE *)g->b + (size_t)column * g->ldb + k;
    if (edges)
        GEMM_MOVE(load_b_edge)((GEMM_TYPE *)slot, from, g->ldb, g->n - column, g->k - k);
    else
        GEMM_MOVE(load_b)((GEMM_TYPE *)slot, from, g->ldb);
}

/* The sums of a warp's part of C over all of K. Without edges there is no branch in a turn: ptxas puts what
 * moves between the multiplications then, which is worth a fifth of the time. */
TC_FN void GEMM_OWN(_turns)(
    const Gemm *g,
    GEMM_RING(smem) *const smem,
    float sums[GEMM_SUMS],
    unsigned row,
    unsigned column,
    unsigned edges) {
    const unsigned warp = tc_thread_index() / 32, m = warp / 4 * 64, n = warp % 4 * GEMM_WARP_N;
    const unsigned turns = g->k ? (g->k + GEMM_K - 1) / GEMM_K : 1; /* of zeros */
    GEMM_RING(state) fill = GEMM_RING(A_producer_start)(), read = GEMM_RING(A_consumer_start)();
    GEMM_TYPE left[2][32], right[2][GEMM_RIGHT];
    for (unsigned turn = 0; turn < GEMM_AHEAD; turn++) {
        GEMM_RING(A_acquire)(smem, fill);
        if (turn < turns) {
            GEMM_OWN(_load_a)(g, smem->A.slot[fill.slot], row, turn * GEMM_K, edges);
            GEMM_OWN(_load_b)(g, smem->B.slot[fill.slot], column, turn * GEMM_K, edges);
        }
        GEMM_RING(A_commit_next)(smem, &fill);
    }
    GEMM_RING(A_wait)(smem, read);
    GEMM_MOVE(fragments_a)(left[0], GEMM_SLOT(smem->A, read.slot), m, 0);
    GEMM_MOVE(fragments_b)(right[0], GEMM_SLOT(smem->B, read.slot), n, 0);
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
                GEMM_RING(A_release_next)(smem, &read);
                GEMM_RING(A_wait)(smem, read);
                slot = turn + 1 < turns ? read.slot : slot;
            }
            GEMM_MOVE(fragments_a)(left[next % 2], GEMM_SLOT(smem->A, slot), m, next * 16);
            GEMM_MOVE(fragments_b)(right[next % 2], GEMM_SLOT(smem->B, slot), n, next * 16);
            if (step == 0) { /* A and B in two steps: one burst of copies would hold up the first */
                GEMM_RING(A_acquire)(smem, fill);
                if (ahead < turns)
                    GEMM_OWN(_load_a)(g, smem->A.slot[fill.slot], row, ahead * GEMM_K, edges);
            }
            if (step == 1) {
                if (ahead < turns)
                    GEMM_OWN(_load_b)(g, smem->B.slot[fill.slot], column, ahead * GEMM_K, edges);
                GEMM_RING(A_commit_next)(smem, &fill);
            }
            GEMM_OWN(_multiply)(sums, left[step % 2], right[step % 2]);
        }
    }
    GEMM_RING(A_tail)(smem, fill);
}

GEMM_ENTRY(GEMM_KERNEL) {
    GEMM_RING(smem) *const smem = (GEMM_RING(smem) *)(void *)tc_smem();
    GEMM_TYPE *const c = (GEMM_TYPE *)(void *)smem->bytes; /* in the end, where A and B were */
    const unsigned warp = tc_thread_index() / 32, m = warp / 4 * 64, n = warp % 4 * GEMM_WARP_N;
    float sums[GEMM_SUMS];
    unsigned row, column, edges;
    GEMM_TYPE *to;
    gemm_tile(&arg, tc_cta_index(), GEMM_N, &row, &column);
    edges = row + GEMM_M > arg.m || column + GEMM_N > arg.n;
    TC_UNROLL
    for (unsigned i = 0; i < GEMM_SUMS; i++)
        sums[i] = 0;
    GEMM_RING(init)(smem);
    if (edges || arg.k % GEMM_K || arg.k == 0)
        GEMM_OWN(_turns)(&arg, smem, sums, row, column, 1);
    else
        GEMM_OWN(_turns)(&arg, smem, sums, row, column, 0);
    tc_cta_sync();                   /* the ring is empty: C goes there */
    GEMM_MOVE(put_c)(c, sums, m, n); /* rounded on the way */
    tc_cta_sync();
    to = (GEMM_TYPE *)arg.c + (size_t)row * arg.ldc + column;
    if (edges)
        GEMM_MOVE(store_c_edge)(to, c, arg.ldc, arg.m - row, arg.n - column);
    else
        GEMM_MOVE(store_c)(to, c, arg.ldc);
}
