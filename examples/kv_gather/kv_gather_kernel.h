/* kv_gather_kernel.h: a paged cache of keys: new tokens are scattered into it, and the scores of a query
 * gather the pages of a sequence. */
#ifndef KV_GATHER_KERNEL_H
#define KV_GATHER_KERNEL_H

enum {
    KV_HEAD = 128, /* numbers of a key */
    KV_PAGE = 16,  /* tokens of a page */
    KV_TILE = 64,  /* tokens that a CTA gathers */
    KV_NEW = 32,   /* tokens that a CTA appends */
    KV_THREADS = 128
};

typedef struct {
    tc_f16 *cache;      /* pages x 16 x 128 */
    const tc_f16 *keys; /* of new tokens */
    const int *slots;   /* page * 16 + token, where each new key goes, or -1 */
} KvAppend;

typedef struct {
    const tc_f16 *cache;
    const int *table;   /* for each sequence the pages of its tokens, in order, or -1 */
    const float *query; /* 128 a sequence */
    float *scores;      /* a token */
    unsigned tiles;     /* of a sequence */
} KvScores;

extern "C" __global__ void kv_append(const KvAppend arg) {
    __shared__ __align__(16) tc_f16 tile[KV_NEW * KV_HEAD];
    const unsigned first = tc_cta_index() * KV_NEW;
    tc_kv_new(tile, arg.keys + first * KV_HEAD);
    tc_cta_sync();
    tc_kv_append(arg.cache, tile, arg.slots + first);
}

/* Half of the product of a key and the query. */
TC_FN float kv_half(const float *key, const float *query) {
    float sum = 0;
    for (unsigned i = 0; i < KV_HEAD / 2; i++)
        sum += key[i] * query[i];
    return sum;
}

extern "C" __global__ void kv_scores(const KvScores arg) {
    __shared__ __align__(1024) tc_f16 tile[KV_TILE * KV_HEAD];
    const unsigned thread = tc_thread_index(), sequence = tc_cta_index() / arg.tiles;
    float key[KV_HEAD / 2], sum, other;
    tc_kv_pages(tile, arg.cache, arg.table + tc_cta_index() * (KV_TILE / KV_PAGE));
    tc_cp_async_commit();
    tc_cp_async_wait_all();
    tc_cta_sync();
    tc_kv_token(key, tile);
    sum = kv_half(key, arg.query + sequence * KV_HEAD + thread % 2 * (KV_HEAD / 2));
    tc_shuffle_xor_b32(&other, &sum, 1);
    if (thread % 2 == 0)
        arg.scores[tc_cta_index() * KV_TILE + thread / 2] = sum + other;
}
#endif
