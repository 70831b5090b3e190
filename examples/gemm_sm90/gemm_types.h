/* gemm_types.h: the arguments of gemm_sm90_kernel.h, and what differs from type to type and from ring to ring. */
#ifndef GEMM_TYPES_H
#define GEMM_TYPES_H

enum { GEMM_M = 128, GEMM_N = 256, GEMM_PAIR = 2 * GEMM_M, GEMM_THREADS = 384 };
enum { GEMM_STEPS = 4 }; /* products in a slot */
typedef enum { GEMM_NONE, GEMM_RELU, GEMM_GELU, GEMM_SILU } GemmActivation;

typedef struct {
    tc_tensormap a, b, d, a_scales;
    const unsigned *order; /* of the tiles of a cluster: row | column << 16 */
    const float *b_scales;
    const void *bias; /* of each column, of D's type, or NULL */
    void *at_d;       /* for few rows, where threads store */
    GemmActivation activation;
    unsigned rows, columns, pitch_d; /* of D */
    unsigned tiles, clusters;        /* cluster c has tiles c, c + clusters .. */
    unsigned turns_of_k;             /* slots of k, rounded up */
} Gemm;

typedef struct {
    const void *at;
    unsigned long long rows, columns, pitch; /* pitch: elements from row to row */
} GemmMatrix;

/* A ring of the description whose slots `ctas` CTAs fill together: what its functions are called. */
#define GEMM_RING(Name, ring, ctas)                                                                \
    struct Name {                                                                                  \
        typedef tc_##ring##_smem Smem;                                                             \
        typedef tc_##ring##_state State;                                                           \
        enum { CTAS = ctas };                                                                      \
        TC_FN void init(Smem *smem) {                                                              \
            tc_##ring##_init(smem);                                                                \
        }                                                                                          \
        TC_FN State producer() {                                                                   \
            return tc_##ring##_A_producer_start();                                                 \
        }                                                                                          \
        TC_FN State consumer() {                                                                   \
            return tc_##ring##_A_consumer_start();                                                 \
        }                                                                                          \
        TC_FN tc_mbarrier *acquire(Smem *smem, State state) {                                      \
            tc_##ring##_A_acquire(smem, state);                                                    \
            return &smem->A_bars.slot[state.slot].full;                                            \
        }                                                                                          \
        TC_FN void wait(Smem *smem, State state) {                                                 \
            tc_##ring##_A_wait(smem, state);                                                       \
        }                                                                                          \
        TC_FN void release(Smem *smem, State state) {                                              \
            tc_##ring##_A_release(smem, state);                                                    \
        }                                                                                          \
        TC_FN void advance(State *state) {                                                         \
            tc_##ring##_A_advance(state);                                                          \
        }                                                                                          \
        TC_FN void tail(Smem *smem, State state) {                                                 \
            tc_##ring##_A_tail(smem, state);                                                       \
        }                                                                                          \
    }
GEMM_RING(GemmRing, ring, 2);
GEMM_RING(GemmScaledRing, scaled, 2);

/* What differs from type to type: k of a slot, the generated functions, the instruction. */
#define GEMM_TYPE(Name, T, element, OUT, out, width, product)                                      \
    struct Name {                                                                                  \
        typedef element Element;                                                                   \
        typedef GemmRing Ring;                                                                     \
        typedef out Out;                                                                           \
        enum { M = GEMM_M, N = GEMM_N, COLUMNS = width };                                          \
        TC_FN void load_a(Element *dst, const tc_tensormap *a, int m, int k, tc_mbarrier *full) {  \
            tc_load_a_##T(dst, a, m, k, full);                                                     \
        }                                                                                          \
        TC_FN void load_b(Element *dst, const tc_tensormap *b, int n, int k, tc_mbarrier *full) {  \
            tc_load_b_##T(dst, b, n, k, full, tc_ring_A_ctas());                                   \
        }                                                                                          \
        template <typename Smem>                                                                   \
        TC_FN void load_scales(Smem *, unsigned, const Gemm *, int, int, tc_mbarrier *) {          \
        }                                                                                          \
        TC_FN unsigned long long operand_a(const Element *a, unsigned row) {                       \
            return tc_operand_a_##T(a, row);                                                       \
        }                                                                                          \
        TC_FN unsigned long long operand_b(const Element *b) {                                     \
            return tc_operand_b_##T(b);                                                            \
        }                                                                                          \
        TC_FN void multiply(float *sums, unsigned long long a, unsigned long long b, int add) {    \
            product(sums, a, b, add);                                                              \
        }                                                                                          \
        TC_FN void load_bias(Out *to, const Out *from, unsigned columns) {                         \
            tc_load_bias_##OUT(to, from, columns);                                                 \
        }                                                                                          \
        TC_FN void widen(float *to, const Out *from) {                                             \
            tc_widen32_##OUT(to, from);                                                            \
        }                                                                                          \
        TC_FN void put_d(Out *to, const float *sums) {                                             \
            tc_put_d_##OUT(to, sums);                                                              \
        }                                                                                          \
        TC_FN void store_d(const tc_tensormap *d, const Out *from, unsigned m, unsigned n) {       \
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

/* e4m3 with scales: a warpgroup makes 64x128 of D, since it has two sets of sums. */
struct GemmScaled : GemmE4m3 {
    typedef GemmScaledRing Ring;
    enum { N = 128 };
    TC_FN void load_b(Element *dst, const tc_tensormap *b, int n, int k, tc_mbarrier *full) {
        tc_load_b_scaled(dst, b, n, k, full, tc_scaled_A_ctas());
    }
    /* Those of 128 rows of A for the slot's 128 of k. */
    TC_FN void load_scales(
        Ring::Smem *smem, unsigned slot, const Gemm *g, int m, int k, tc_mbarrier *full) {
        tc_load_a_scales(smem->S.slot[slot], &g->a_scales, k, m, full);
    }
    TC_FN unsigned long long operand_b(const Element *b) {
        return tc_operand_b128_e4m3(b);
    }
    TC_FN void multiply(float *sums, unsigned long long a, unsigned long long b, int add) {
        tc_wgmma_m64n128k32_e4m3_ss(sums, a, b, add);
    }
    TC_FN void put_d(Out *to, const float *sums) {
        tc_put_d_scaled(to, sums);
    }
    TC_FN void store_d(const tc_tensormap *d, const Out *from, unsigned m, unsigned n) {
        tc_store_d_scaled(d, from, m, n);
    }
    static const char *maps(
        Gemm *g, const GemmMatrix *a, const GemmMatrix *b, const GemmMatrix *d) {
        const char *broken = tc_load_a_e4m3_tensormap(&g->a, a->at, a->rows, a->columns, a->pitch);
        if (!broken)
            broken = tc_load_b_scaled_tensormap(&g->b, b->at, b->rows, b->columns, b->pitch);
        if (!broken)
            broken = tc_store_d_scaled_tensormap(&g->d, d->at, d->rows, d->columns, d->pitch);
        return broken;
    }
    /* A's scales: a row for each 128 of k. */
    static const char *scale_map(Gemm *g, const GemmMatrix *s) {
        return tc_load_a_scales_tensormap(&g->a_scales, s->at, s->rows, s->columns, s->pitch);
    }
};

#endif
