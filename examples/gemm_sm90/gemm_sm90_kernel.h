/* gemm_sm90_kernel.h: D = A B^T, k contiguous in A and B, sums in f32; bf16, f16, and e4m3 with D of bf16. Clusters of two
 * CTAs stay on the GPU and take tile after tile of 256x256; a CTA makes 128 rows of it, each of its two warpgroups
 * 64. A third warpgroup only loads. */
#ifndef GEMM_SM90_KERNEL_H
#define GEMM_SM90_KERNEL_H

enum { GEMM_M = 128, GEMM_N = 256, GEMM_PAIR = 2 * GEMM_M, GEMM_THREADS = 384 };
enum { GEMM_STEPS = 4 }; /* products in a slot */

typedef struct {
    tc_tensormap a, b, d;
    const unsigned *order; /* of the tiles of a cluster: row | column << 16, in tiles of 256 */
    unsigned tiles, clusters,
        turns_of_k; /* cluster c has tiles c, c + clusters ..; slots of k, rounded up */
} Gemm;

typedef struct {
    const void *at;
    unsigned long long rows, columns, pitch; /* pitch: elements from row to row */
} GemmMatrix;

/* What differs from type to type: k of a slot, the generated functions, the instruction. */
#define GEMM_TYPE(Name, T, element, OUT, out, width, product)                                      \
    struct Name {                                                                                  \
        typedef element Element;                                                                   \
        typedef out Out;                                                                           \
        enum { COLUMNS = width };                                                                  \
        static __device__ __forceinline__ void load_a(                                             \
            Element *dst, const tc_tensormap *a, int m, int k, tc_mbarrier *full) {                \
            tc_load_a_##T(dst, a, m, k, full);                                                     \
        }                                                                                          \
        static __device__ __forceinline__ void load_b(                                             \
            Element *dst, const tc_tensormap *b, int n, int k, tc_mbarrier *full, unsigned ctas) { \
            tc_load_b_##T(dst, b, n, k, full, ctas);                                               \
        }                                                                                          \
        static __device__ __forceinline__ unsigned long long operand_a(                            \
            const Element *a, unsigned row) {                                                      \
            return tc_operand_a_##T(a, row);                                                       \
        }                                                                                          \
        static __device__ __forceinline__ unsigned long long operand_b(const Element *b) {         \
            return tc_operand_b_##T(b);                                                            \
        }                                                                                          \
        static __device__ __forceinline__ void multiply(                                           \
            float *sums, unsigned long long a, unsigned long long b, int add) {                    \
            product(sums, a, b, add);                                                              \
        }                                                                                          \
        static __device__ __forceinline__ void put_d(Out *to, const float *sums) {                 \
            tc_put_d_##OUT(to, sums);                                                              \
        }                                                                                          \
        static __device__ __forceinline__ void store_d(                                            \
            const tc_tensormap *d, const Out *from, unsigned m, unsigned n) {                      \
            tc_store_d_##OUT(d, from, m, n);                                                       \
        }                                                                                          \
        /* On the host: NULL, or the rule that is broken. */                                       \
        static const char *maps(                                                                   \
            Gemm *g, const GemmMatrix *a, const GemmMatrix *b, const GemmMatrix *d) {              \
            const char *broken =                                                                   \
                tc_load_a_##T##_tensormap(&g->a, a->at, a->rows, a->columns, a->pitch);            \
            if (!broken)                                                                           \
                broken = tc_load_b_##T##_tensormap(&g->b, b->at, b->rows, b->columns, b->pitch);   \
            if (!broken)                                                                           \
                broken =                                                                           \
                    tc_store_d_##OUT##_tensormap(&g->d, d->at, d->rows, d->columns, d->pitch);     \
            return broken;                                                                         \
        }                                                                                          \
    }
GEMM_TYPE(GemmBf16, bf16, tc_bf16, bf16, tc_bf16, 64, tc_wgmma_m64n256k16_bf16_ss_kk);
GEMM_TYPE(GemmF16, f16, tc_f16, f16, tc_f16, 64, tc_wgmma_m64n256k16_f16_ss_kk);
GEMM_TYPE(GemmE4m3, e4m3, unsigned char, bf16, tc_bf16, 128, tc_wgmma_m64n256k32_e4m3_ss);

/* A slot's bytes as its elements. */
template <typename Element> TC_FN Element *gemm_as(void *bytes) {
    return (Element *)bytes;
}

/* Where the CTA's part of tile `i` begins. */
TC_FN void gemm_place(const Gemm *g, unsigned i, unsigned *m, unsigned *n) {
    const unsigned at = g->order[i];
    *m = (at & 0xffff) * GEMM_PAIR + tc_cta_rank_in_cluster() * GEMM_M;
    *n = (at >> 16) * GEMM_N;
}

/* One thread: A's rows for this CTA; of B's rows, which are the same for both, one half for both. */
template <typename Type> TC_FN void gemm_load(tc_ring_smem *smem, const Gemm *g) {
    tc_ring_state state = tc_ring_A_producer_start();
    const unsigned half = tc_cta_rank_in_cluster() * (GEMM_N / 2);
    unsigned m, n;
    for (unsigned i = tc_cta_index() / 2; i < g->tiles; i += g->clusters) {
        gemm_place(g, i, &m, &n);
        for (unsigned k = 0; k < g->turns_of_k; k++) {
            tc_mbarrier *const full = &smem->A_bars.slot[state.slot].full;
            tc_ring_A_acquire(smem, state); /* both CTAs have read the slot */
            Type::load_a(
                gemm_as<typename Type::Element>(smem->A.slot[state.slot]),
                &g->a,
                (int)m,
                (int)(k * Type::COLUMNS),
                full);
            Type::load_b(
                gemm_as<typename Type::Element>(smem->B.slot[state.slot]) + half * Type::COLUMNS,
                &g->b,
                (int)(n + half),
                (int)(k * Type::COLUMNS),
                full,
                tc_ring_A_ctas());
            tc_ring_A_advance(&state);
        }
    }
    tc_ring_A_tail(smem, state); /* the other CTA tells us until it has read all that we sent */
}

/* A slot of k, in four instructions of 32 bytes each. */
template <typename Type>
TC_FN void gemm_multiply(float *sums, unsigned long long a, unsigned long long b, int add) {
    tc_wgmma_fence();
    Type::multiply(sums, a, b, add);
    TC_UNROLL
    for (unsigned k = 1; k < GEMM_STEPS; k++)
        Type::multiply(sums, a + k * TC_OPERAND_A_BF16_STEP_K, b + k * TC_OPERAND_B_BF16_STEP_K, 1);
    tc_wgmma_commit();
}

/* The id of a barrier is a constant: one in a register costs ptxas its view of the registers. */
TC_FN void gemm_sync(unsigned group) {
    if (group == 0)
        tc_barrier_sync(1, 128);
    else
        tc_barrier_sync(2, 128);
}

/* A warpgroup: 64 rows of each tile. */
template <typename Type>
TC_FN void gemm_consume(tc_ring_smem *smem, const Gemm *g, unsigned group) {
    tc_ring_state state = tc_ring_A_consumer_start(), before = state;
    typename Type::Out *const out =
        gemm_as<typename Type::Out>(smem->D.slot[0]) + group * 64 * GEMM_N;
    const unsigned rows = group * 64, warp = tc_thread_index() / 32 % 4;
    float sums[TC_PUT_D_BF16_REGS];
    unsigned m, n;
    for (unsigned i = tc_cta_index() / 2; i < g->tiles; i += g->clusters) {
        gemm_place(g, i, &m, &n);
        for (unsigned k = 0; k < g->turns_of_k; k++) {
            tc_ring_A_wait(smem, state);
            gemm_multiply<Type>(
                sums,
                Type::operand_a(gemm_as<typename Type::Element>(smem->A.slot[state.slot]), rows),
                Type::operand_b(gemm_as<typename Type::Element>(smem->B.slot[state.slot])),
                k > 0);
            if (k > 0) { /* the products of the turn before are done */
                tc_wgmma_wait_1();
                tc_ring_A_release(smem, before);
            }
            before = state;
            tc_ring_A_advance(&state);
        }
        tc_wgmma_wait_0();
        tc_ring_A_release(smem, before);
        tc_wgmma_hold(sums, TC_PUT_D_BF16_REGS);
        /* The store of the tile before ran until now, beside the products. */
        if (warp == 0)
            tc_bulk_wait_read_0();
        gemm_sync(group);
        Type::put_d(out, sums);
        tc_fence_async_smem();
        gemm_sync(group);
        if (warp == 0)
            Type::store_d(&g->d, out, m + rows, n);
    }
    if (warp == 0)
        tc_bulk_wait_0();
}

template <typename Type>
__global__ void __launch_bounds__(GEMM_THREADS, 1) gemm_sm90(const __grid_constant__ Gemm arg) {
    tc_ring_smem *const smem = (tc_ring_smem *)(void *)tc_smem();
    const unsigned group = tc_thread_index() / 128;
    tc_ring_init(smem);
    if (group == 0) {
        tc_registers_lower(40);
        if (tc_thread_index() == 0)
            gemm_load<Type>(smem, &arg);
    } else {
        tc_registers_raise(232);
        gemm_consume<Type>(smem, &arg, group - 1);
    }
}

#endif
