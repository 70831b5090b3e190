/* attention_types.h: the arguments of attention_sm80_kernel.h, and the generated functions of each type and head dimension
 * by one name. */
#ifndef ATTENTION_TYPES_H
#define ATTENTION_TYPES_H

enum { ROWS = 128, KEYS = 64, THREADS = 128 }; /* of a CTA's tile, of a block */

/* Element (batch, head, token, column) stands at batch * batches + head * heads + token * tokens + column. */
typedef struct {
    void *at;
    unsigned long long batches, heads;
    unsigned
        tokens; /* a multiple of 8 elements, as the two above are; `at` is a multiple of 16 bytes */
} AttentionTensor;

typedef struct {
    AttentionTensor q, k, v, out;
    float *lse; /* [batch][head][query]: log of the sum of a row's exp(score); NULL: nobody asks */
    unsigned batch, heads, kv_heads; /* heads: a multiple of kv_heads */
    unsigned queries, keys;
    unsigned together; /* heads whose tiles are made at one time */
    int causal;        /* the last query sees all keys, each query before it one less */
    float scale;       /* of the scores, times log2(e) */
} Attention;

#define ATTENTION_TYPE(Name, T, D)                                                                 \
    struct Name {                                                                                  \
        typedef tc_##T Element;                                                                    \
        typedef tc_ring_h##D##_smem Smem;                                                          \
        typedef tc_ring_h##D##_state State;                                                        \
        enum {                                                                                     \
            HEAD = D,                                                                              \
            AHEAD = TC_RING_H##D##_K_STAGES - 1,                                                   \
            SMEM_BYTES = TC_RING_H##D##_SMEM_BYTES                                                 \
        };                                                                                         \
        TC_FN void init(Smem *smem) {                                                              \
            tc_ring_h##D##_init(smem);                                                             \
        }                                                                                          \
        TC_FN State producer() {                                                                   \
            return tc_ring_h##D##_K_producer_start();                                              \
        }                                                                                          \
        TC_FN State consumer() {                                                                   \
            return tc_ring_h##D##_K_consumer_start();                                              \
        }                                                                                          \
        TC_FN void acquire(Smem *smem, State state) {                                              \
            tc_ring_h##D##_K_acquire(smem, state);                                                 \
        }                                                                                          \
        TC_FN void commit(Smem *smem, State *state) {                                              \
            tc_ring_h##D##_K_commit(smem, *state);                                                 \
            tc_ring_h##D##_K_advance(state);                                                       \
        }                                                                                          \
        TC_FN void wait(Smem *smem, State state) {                                                 \
            tc_ring_h##D##_K_wait(smem, state);                                                    \
        }                                                                                          \
        TC_FN Element *q_of(Smem *smem) {                                                          \
            return (Element *)(void *)smem->Q.slot[0];                                             \
        }                                                                                          \
        TC_FN Element *k_of(Smem *smem, State state) {                                             \
            return (Element *)(void *)smem->K.slot[state.slot];                                    \
        }                                                                                          \
        TC_FN Element *v_of(Smem *smem, State state) {                                             \
            return (Element *)(void *)smem->V.slot[state.slot];                                    \
        }                                                                                          \
        TC_FN void release(Smem *smem, State *state) {                                             \
            tc_ring_h##D##_K_release(smem, *state);                                                \
            tc_ring_h##D##_K_advance(state);                                                       \
        }                                                                                          \
        TC_FN void tail(Smem *smem, State state) {                                                 \
            tc_ring_h##D##_K_tail(smem, state);                                                    \
        }                                                                                          \
        TC_FN void load_q(                                                                         \
            Element *to, const Element *from, unsigned ld, unsigned row, unsigned queries) {       \
            tc_load_q_##T##_h##D(to, from, ld, (int)row, queries);                                 \
        }                                                                                          \
        TC_FN void load_kv(                                                                        \
            Element *to, const Element *from, unsigned ld, int key, unsigned keys) {               \
            tc_load_kv_##T##_h##D(to, from, ld, key, keys);                                        \
        }                                                                                          \
        TC_FN void read_q(Element to[16], const Element *from, unsigned row, unsigned d) {         \
            tc_q_fragments_##T##_h##D(to, from, row, d);                                           \
        }                                                                                          \
        TC_FN void read_k(Element to[32], const Element *from, unsigned d) {                       \
            tc_k_fragments_##T##_h##D(to, from, d);                                                \
        }                                                                                          \
        TC_FN void read_v(Element to[HEAD / 2], const Element *from, unsigned key) {               \
            tc_v_fragments_##T##_h##D(to, from, key);                                              \
        }                                                                                          \
        TC_FN void multiply(float sums[4], const Element a[8], const Element b[4]) {               \
            tc_mma_m16n8k16_##T(sums, a, b);                                                       \
        }                                                                                          \
        TC_FN void weights(Element to[64], const float from[64]) {                                 \
            tc_weights_##T(to, from);                                                              \
        }                                                                                          \
        TC_FN void put(Element *to, const float from[HEAD], unsigned row) {                        \
            tc_put_##T##_h##D(to, from, row);                                                      \
        }                                                                                          \
        TC_FN void store(                                                                          \
            Element *to,                                                                           \
            const Element *from,                                                                   \
            unsigned ld,                                                                           \
            unsigned warp_row,                                                                     \
            unsigned row,                                                                          \
            unsigned queries) {                                                                    \
            tc_store_##T##_h##D(to, from, ld, warp_row, (int)row, queries);                        \
        }                                                                                          \
    }
ATTENTION_TYPE(AttentionBf16Head64, bf16, 64);
ATTENTION_TYPE(AttentionF16Head64, f16, 64);
ATTENTION_TYPE(AttentionBf16Head128, bf16, 128);
ATTENTION_TYPE(AttentionF16Head128, f16, 128);

#endif
