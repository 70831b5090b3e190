/* attention_types.h: the arguments of attention_sm90_kernel.h, and what differs from type to type and from head dimension
 * to head dimension. */
#ifndef ATTENTION_TYPES_H
#define ATTENTION_TYPES_H

enum { KEYS = 128 }; /* of a block */

/* The rows that a CTA makes at one time: of one head of one sequence. Made on the host. */
typedef struct {
    int query, rows; /* the first token, and how many from there on are of the sequence */
    int key, keys;   /* the sequence's keys */
    int visible;     /* of the keys, how many the first row sees; each row after it sees one more */
    int head, kv_head;
} AttentionTile;

typedef struct {
    tc_tensormap q, k, v;
    void *out;  /* as q, with out_pitch elements from token to token */
    float *lse; /* [heads][tokens]: log of the sum of a row's exp(score); -infinity without keys */
    const AttentionTile *tiles;
    unsigned tile_count, tokens, out_pitch;
    float scale; /* of the scores, times log2(e) */
} Attention;

/* Tensors that the kernel reads: element (token, head, column) stands at token * pitch + head * head dimension + column. */
typedef struct {
    const void *at;
    unsigned long long tokens, heads, pitch;
} AttentionTokens;

/* A ring of the description: what its functions are called for a head dimension. */
#define ATTENTION_RING(Name, ring, Value)                                                          \
    struct Name {                                                                                  \
        typedef tc_##ring##_smem Smem;                                                             \
        typedef tc_##ring##_state State;                                                           \
        TC_FN State producer() {                                                                   \
            return tc_##ring##_##Value##_producer_start();                                         \
        }                                                                                          \
        TC_FN State consumer() {                                                                   \
            return tc_##ring##_##Value##_consumer_start();                                         \
        }                                                                                          \
        TC_FN void *slot(Smem *smem, State state) {                                                \
            return smem->Value.slot[state.slot];                                                   \
        }                                                                                          \
        TC_FN tc_mbarrier *acquire(Smem *smem, State state) {                                      \
            tc_##ring##_##Value##_acquire(smem, state);                                            \
            return &smem->Value##_bars.slot[state.slot].full;                                      \
        }                                                                                          \
        TC_FN void wait(Smem *smem, State state) {                                                 \
            tc_##ring##_##Value##_wait(smem, state);                                               \
        }                                                                                          \
        TC_FN void advance(State *state) {                                                         \
            tc_##ring##_##Value##_advance(state);                                                  \
        }                                                                                          \
        TC_FN void release(Smem *smem, State *state) {                                             \
            tc_##ring##_##Value##_release(smem, *state);                                           \
            tc_##ring##_##Value##_advance(state);                                                  \
        }                                                                                          \
        TC_FN void tail(Smem *smem, State state) {                                                 \
            tc_##ring##_##Value##_tail(smem, state);                                               \
        }                                                                                          \
    }
ATTENTION_RING(Queries64, queries_h64, Q);
ATTENTION_RING(Keys64, blocks_h64, K);
ATTENTION_RING(Values64, blocks_h64, V);
ATTENTION_RING(Queries128, queries_h128, Q);
ATTENTION_RING(Keys128, blocks_h128, K);
ATTENTION_RING(Values128, blocks_h128, V);

/* What differs from type to type and from head to head: how many warpgroups compute, the registers of a thread of
 * the one that loads and of the others, the generated functions, the instructions. */
#define ATTENTION_TYPE(Name, T, D, groups, lower, raise)                                           \
    struct Name {                                                                                  \
        typedef tc_##T Element;                                                                    \
        typedef Queries##D Queries;                                                                \
        typedef Keys##D Keys;                                                                      \
        typedef Values##D Values;                                                                  \
        enum { HEAD = D, GROUPS = groups, ROWS = 64 * GROUPS, THREADS = 128 + 128 * GROUPS };      \
        TC_FN void registers_of_loader() {                                                         \
            tc_registers_lower(lower);                                                             \
        }                                                                                          \
        TC_FN void registers() {                                                                   \
            tc_registers_raise(raise);                                                             \
        }                                                                                          \
        TC_FN void init(Queries::Smem *queries, Keys::Smem *blocks) {                              \
            tc_queries_h##D##_init(queries);                                                       \
            tc_blocks_h##D##_init(blocks);                                                         \
        }                                                                                          \
        TC_FN void load_q(                                                                         \
            void *dst, const tc_tensormap *src, int token, int head, tc_mbarrier *full) {          \
            tc_load_q_##T##_h##D((Element *)dst, src, token, head, full);                          \
        }                                                                                          \
        TC_FN void load_kv(                                                                        \
            void *dst, const tc_tensormap *src, int token, int head, tc_mbarrier *full) {          \
            tc_load_kv_##T##_h##D((Element *)dst, src, token, head, full);                         \
        }                                                                                          \
        TC_FN void score(                                                                          \
            float *scores, const Element *q, unsigned row, const Element *k, unsigned d) {         \
            tc_wgmma_m64n128k16_##T##_ss_kk(                                                       \
                scores,                                                                            \
                tc_q_operand_##T##_h##D(q, row, d),                                                \
                tc_k_operand_##T##_h##D(k, d),                                                     \
                d != 0);                                                                           \
        }                                                                                          \
        TC_FN void multiply(                                                                       \
            float *out, const unsigned *weights, const Element *v, unsigned key, int add) {        \
            tc_wgmma_m64n##D##k16_##T##_rs_km(                                                     \
                out, weights + key / 4, tc_v_operand_##T##_h##D(v, key), add);                     \
        }                                                                                          \
        TC_FN void weights(unsigned *to, const float *scores) {                                    \
            tc_weights_##T((Element *)(void *)to, scores);                                         \
        }                                                                                          \
        TC_FN void put(Element *to, const float *out) {                                            \
            tc_put_##T##_h##D(to, out);                                                            \
        }                                                                                          \
        TC_FN void store(Element *to, const Element *from, unsigned pitch, unsigned rows) {        \
            tc_store_##T##_h##D(to, from, pitch, rows, D);                                         \
        }                                                                                          \
        /* On the host: NULL, or the rule that is broken. */                                       \
        static const char *maps(                                                                   \
            Attention *a,                                                                          \
            const AttentionTokens *q,                                                              \
            const AttentionTokens *k,                                                              \
            const AttentionTokens *v) {                                                            \
            const char *broken =                                                                   \
                tc_load_q_##T##_h##D##_tensormap(&a->q, q->at, q->heads, q->tokens, q->pitch);     \
            if (!broken)                                                                           \
                broken = tc_load_kv_##T##_h##D##_tensormap(                                        \
                    &a->k, k->at, k->heads, k->tokens, k->pitch);                                  \
            if (!broken)                                                                           \
                broken = tc_load_kv_##T##_h##D##_tensormap(                                        \
                    &a->v, v->at, v->heads, v->tokens, v->pitch);                                  \
            return broken;                                                                         \
        }                                                                                          \
    }
ATTENTION_TYPE(AttentionBf16Head64, bf16, 64, 3, 32, 160);
ATTENTION_TYPE(AttentionF16Head64, f16, 64, 3, 32, 160);
ATTENTION_TYPE(AttentionBf16Head128, bf16, 128, 2, 24, 240);
ATTENTION_TYPE(AttentionF16Head128, f16, 128, 2, 24, 240);

#endif
