/* gemm_small_kernel.h: D = A B^T with few rows, where the time is that of reading B, and tiles of 256x256 would leave most of
 * the GPU without work. A cluster of four CTAs makes 64x128 of D, each CTA from a fourth of k; two CTAs share an SM.
 * At the end each CTA gets what the others made of 32 columns, through their shared memory, and adds it up, always in the
 * same order. */
#ifndef GEMM_SMALL_KERNEL_H
#define GEMM_SMALL_KERNEL_H

enum {
    GEMM_SPLIT = 4,
    GEMM_SMALL_THREADS = 160
}; /* CTAs of a cluster; a warpgroup that multiplies, a warp that loads */
enum { GEMM_PART = TC_READ_PART_REGS }; /* sums of a thread in 32 columns */
GEMM_RING(GemmSmallRing, small, 1);

typedef struct {
    tc_small_smem ring;
    tc_mbarrier arrived; /* the parts of all four CTAs */
} GemmSmallSmem;

/* What differs from type to type; the rest is that of the type for many rows. */
#define GEMM_SMALL_TYPE(Name, Base, T, OUT, product)                                               \
    struct Name : Base {                                                                           \
        typedef GemmSmallRing Ring;                                                                \
        enum { M = 64, N = 128 };                                                                  \
        TC_FN void load_a(Element *dst, const tc_tensormap *a, int m, int k, tc_mbarrier *full) {  \
            tc_load_a64_##T(dst, a, m, k, full);                                                   \
        }                                                                                          \
        TC_FN void load_b(Element *dst, const tc_tensormap *b, int n, int k, tc_mbarrier *full) {  \
            tc_load_b128_##T(dst, b, n, k, full);                                                  \
        }                                                                                          \
        TC_FN unsigned long long operand_b(const Element *b) {                                     \
            return tc_operand_b128_##T(b);                                                         \
        }                                                                                          \
        TC_FN void multiply(float *sums, unsigned long long a, unsigned long long b, int add) {    \
            product(sums, a, b, add);                                                              \
        }                                                                                          \
        TC_FN void load_bias(Out *to, const Out *from, unsigned columns) {                         \
            tc_load_bias32_##OUT(to, from, columns);                                               \
        }                                                                                          \
        TC_FN void store_part(                                                                     \
            Out *d, const float *sums, unsigned pitch, unsigned rows, unsigned columns) {          \
            tc_store_d32_##OUT(d, sums, pitch, rows, columns);                                     \
        }                                                                                          \
        static const char *maps(                                                                   \
            Gemm *g, const GemmMatrix *a, const GemmMatrix *b, const GemmMatrix *d) {              \
            const char *const broken =                                                             \
                tc_load_a64_##T##_tensormap(&g->a, a->at, a->rows, a->columns, a->pitch);          \
            g->at_d = (void *)(size_t)d->at;                                                       \
            g->pitch_d = (unsigned)d->pitch;                                                       \
            return broken ? broken                                                                 \
                          : tc_load_b128_##T##_tensormap(                                          \
                                &g->b, b->at, b->rows, b->columns, b->pitch);                      \
        }                                                                                          \
    }
GEMM_SMALL_TYPE(GemmSmallBf16, GemmBf16, bf16, bf16, tc_wgmma_m64n128k16_bf16_ss_kk);
GEMM_SMALL_TYPE(GemmSmallF16, GemmF16, f16, f16, tc_wgmma_m64n128k16_f16_ss_kk);
GEMM_SMALL_TYPE(GemmSmallE4m3, GemmE4m3, e4m3, bf16, tc_wgmma_m64n128k32_e4m3_ss);

/* One thread: every fourth slot of k. */
template <typename Type>
TC_FN void gemm_load_small(tc_small_smem *smem, const Gemm *g, unsigned m, unsigned n) {
    typedef typename Type::Element Element;
    GemmSmallRing::State state = GemmSmallRing::producer();
    for (unsigned k = tc_cta_rank_in_cluster(); k < g->turns_of_k; k += GEMM_SPLIT) {
        const int column = (int)(k * Type::COLUMNS);
        tc_mbarrier *const full = GemmSmallRing::acquire(smem, state);
        Type::load_a(gemm_as<Element>(smem->A.slot[state.slot]), &g->a, (int)m, column, full);
        Type::load_b(gemm_as<Element>(smem->B.slot[state.slot]), &g->b, (int)n, column, full);
        GemmSmallRing::advance(&state);
    }
    GemmSmallRing::tail(smem, state);
}

/* 64x128 sums of this CTA's slots of k; zero where it has none. */
template <typename Type>
TC_FN void gemm_multiply_small(tc_small_smem *smem, const Gemm *g, float *sums) {
    typedef typename Type::Element Element;
    GemmSmallRing::State state = GemmSmallRing::consumer(), before = state;
    TC_UNROLL
    for (unsigned i = 0; i < GEMM_SPLIT * GEMM_PART; i++)
        sums[i] = 0;
    for (unsigned k = tc_cta_rank_in_cluster(); k < g->turns_of_k; k += GEMM_SPLIT) {
        GemmSmallRing::wait(smem, state);
        gemm_multiply<Type>(
            sums,
            Type::operand_a(gemm_as<Element>(smem->A.slot[state.slot]), 0),
            Type::operand_b(gemm_as<Element>(smem->B.slot[state.slot])),
            1);
        if (k >= GEMM_SPLIT) {
            tc_wgmma_wait_1();
            GemmSmallRing::release(smem, before);
        }
        before = state;
        GemmSmallRing::advance(&state);
    }
    tc_wgmma_wait_0();
    if (tc_cta_rank_in_cluster() < g->turns_of_k)
        GemmSmallRing::release(smem, before);
    tc_wgmma_hold(sums, GEMM_SPLIT * GEMM_PART);
}

/* A fourth of the columns for each CTA, from all: stores that the mbarrier there counts. */
TC_FN void gemm_exchange(GemmSmallSmem *smem, float *total, const float *sums) {
    float *const parts = smem->ring.P.slot[0];
    float part[GEMM_PART];
    TC_UNROLL
    for (unsigned cta = 0; cta < GEMM_SPLIT; cta++)
        tc_send_part(
            parts + tc_cta_rank_in_cluster() * (TC_SEND_PART_BYTES / 4),
            sums + cta * GEMM_PART,
            &smem->arrived,
            cta);
    tc_mbarrier_wait(&smem->arrived, 0);
    tc_read_part(total, parts);
    TC_UNROLL
    for (unsigned cta = 1; cta < GEMM_SPLIT; cta++) {
        tc_read_part(part, parts + cta * (TC_SEND_PART_BYTES / 4));
        TC_UNROLL
        for (unsigned i = 0; i < GEMM_PART; i++)
            total[i] += part[i];
    }
}

/* The warpgroup: D's columns from n on are this CTA's, 32 of them. */
template <typename Type>
TC_FN void gemm_consume_small(GemmSmallSmem *smem, const Gemm *g, unsigned m, unsigned n) {
    typedef typename Type::Out Out;
    const unsigned columns = n < g->columns ? g->columns - n : 0, rows = g->rows - m;
    float sums[GEMM_SPLIT * GEMM_PART], total[GEMM_PART];
    unsigned bias[TC_LOAD_BIAS32_BF16_REGS / 2];
    if (columns)
        gemm_bias<Type>(g, bias, n);
    gemm_multiply_small<Type>(&smem->ring, g, sums);
    gemm_exchange(smem, total, sums);
    if (columns) {
        gemm_finish<Type, GEMM_PART>(g, total, bias);
        Type::store_part(
            (Out *)g->at_d + (size_t)m * g->pitch_d + n, total, g->pitch_d, rows, columns);
    }
}

template <typename Type>
__global__ void __launch_bounds__(GEMM_SMALL_THREADS, 2)
    gemm_small(const __grid_constant__ Gemm arg) {
    GemmSmallSmem *const smem = (GemmSmallSmem *)(void *)tc_smem();
    const unsigned at = arg.order[tc_cta_index() / GEMM_SPLIT];
    const unsigned m = (at & 0xffff) * Type::M, n = (at >> 16) * Type::N;
    tc_small_init(&smem->ring);
    if (tc_thread_index() == 0) {
        tc_mbarrier_init(&smem->arrived, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(&smem->arrived, GEMM_SPLIT * TC_SEND_PART_BYTES);
    }
    tc_warp_sync();
    tc_cluster_sync(); /* the others may send */
    if (tc_thread_index() < 128)
        gemm_consume_small<Type>(smem, &arg, m, n + tc_cta_rank_in_cluster() * 32);
    else if (tc_thread_index() == 128)
        gemm_load_small<Type>(&smem->ring, &arg, m, n);
    tc_warp_sync();
    tc_cluster_sync(); /* nobody leaves while parts are on the way */
}

#endif
