/* attention_sm90.cu: examples/attention_sm90 against a plain kernel over many shapes. As a library (-shared
 * -Xcompiler -fPIC) it is what attention_sm90.py calls.
 *
 * usage: attention_sm90 [ROUNDS]    one line; exit code 1 on a wrong result */
#include "gemm_data.h"
#include "tma_hand.h"
#include "tilecopy/host/kernel.h"
#include <cuda_bf16.h>

#include "../../examples/attention_sm90/attention_sm90_gen.h"
#include "tilecopy/exp2.h"
#include "tilecopy/wgmma_bf16.h"

#include "../../examples/attention_sm90/attention_sm90_kernel.h"
#include "../../examples/attention_sm90/attention_tiles.h"

/* Of packed sequences; the tiles' order is made once and kept until another shape comes. */
static Attention prepared(
    const AttentionShape *s, const void *q, const void *k, const void *v, void *out, float *lse) {
    static AttentionTile *there;
    const unsigned tokens = s->first_query[s->count], keys = s->first_key[s->count];
    Attention a;
    a.tile_count = attention_tile_count(s);
    std::vector<AttentionTile> tiles(a.tile_count);
    attention_order(s, 132, tiles.data());
    if (there)
        MUST(cudaFree(there));
    MUST(cudaMalloc(&there, a.tile_count * sizeof *there));
    MUST(cudaMemcpy(there, tiles.data(), a.tile_count * sizeof *there, cudaMemcpyHostToDevice));
    MUST(cudaFuncSetAttribute(
        (const void *)attention_sm90,
        cudaFuncAttributeMaxDynamicSharedMemorySize,
        sizeof(AttentionSmem)));
    make_map(tc_load_tensormap(&a.q, q, s->heads, tokens, s->heads * HEAD));
    make_map(tc_load_tensormap(&a.k, k, s->kv_heads, keys, s->kv_heads * HEAD));
    make_map(tc_load_tensormap(&a.v, v, s->kv_heads, keys, s->kv_heads * HEAD));
    a.tiles = there;
    a.out = (tc_bf16 *)out;
    a.lse = lse;
    a.tokens = tokens;
    a.heads = s->heads;
    a.scale = (float)(1.4426950408889634 / sqrt((double)HEAD));
    return a;
}

static Attention now;

/* `batch` sequences of `length` each; then attention_start launches it, again and again. */
extern "C" int attention_prepare(
    const void *q,
    const void *k,
    const void *v,
    void *out,
    float *lse,
    int batch,
    int length,
    int heads,
    int kv_heads,
    int causal) {
    std::vector<int> first(batch + 1);
    for (int i = 0; i <= batch; i++)
        first[i] = i * length;
    const AttentionShape s = {first.data(), first.data(), batch, heads, kv_heads, causal};
    now = prepared(&s, q, k, v, out, lse);
    return 0;
}

extern "C" int attention_start(void) {
    attention_sm90<<<132, ATTENTION_THREADS, sizeof(AttentionSmem)>>>(now);
    return (int)cudaGetLastError();
}

/* ---- against a plain kernel ---------------------------------------------------------------- */

typedef struct {
    const __nv_bfloat16 *q, *k, *v, *out;
    const float *lse;
    int first_query, queries, first_key, keys, heads, kv_heads, causal, tokens;
    unsigned *worst; /* the bits of the largest error, a float above 0 */
} Plain;

/* A CTA is a row: its 128 threads are the columns. */
static __global__ void plain(Plain p) {
    __shared__ float part[HEAD];
    const int row = blockIdx.x, head = blockIdx.y, c = threadIdx.x;
    const int kv_head = head / (p.heads / p.kv_heads);
    const size_t at = ((size_t)(p.first_query + row) * p.heads + head) * HEAD + c;
    const int seen = p.causal ? p.keys - p.queries + row + 1 : p.keys;
    const float q = (float)p.q[at];
    float most = -INFINITY, sum = 0, out = 0;
    for (int key = 0; key < seen; key++) {
        const size_t there = ((size_t)(p.first_key + key) * p.kv_heads + kv_head) * HEAD + c;
        part[c] = q * (float)p.k[there];
        __syncthreads();
        for (int half = HEAD / 2; half > 0; half /= 2) {
            if (c < half)
                part[c] += part[c + half];
            __syncthreads();
        }
        const float score = part[0] / sqrtf((float)HEAD), next = fmaxf(most, score);
        const float shrink = expf(most - next), weight = expf(score - next);
        __syncthreads();
        sum = sum * shrink + weight;
        out = out * shrink + weight * (float)p.v[there];
        most = next;
    }
    out = sum > 0 ? out / sum : 0;
    float wrong = fabsf(out - (float)p.out[at]);
    const float lse = p.lse[(size_t)head * p.tokens + p.first_query + row], want = most + logf(sum);
    if (!(lse == want) && !(fabsf(lse - want) < 0.01f))
        wrong = 1000;
    atomicMax(p.worst, __float_as_uint(wrong == wrong ? wrong : 1000));
}

static void compare(const AttentionShape *s, Plain p) {
    p.heads = s->heads;
    p.kv_heads = s->kv_heads;
    p.causal = s->causal;
    p.tokens = s->first_query[s->count];
    for (int i = 0; i < s->count; i++) {
        p.first_query = s->first_query[i];
        p.queries = s->first_query[i + 1] - p.first_query;
        p.first_key = s->first_key[i];
        p.keys = s->first_key[i + 1] - p.first_key;
        if (p.queries > 0)
            plain<<<dim3(p.queries, p.heads), HEAD>>>(p);
    }
    MUST(cudaDeviceSynchronize());
}

/* Sequences of random lengths, some empty; behind the last token of each stands the next one's, or NaN. */
static bool try_shape(unsigned seed) {
    srand(seed);
    int queries[5] = {0}, keys[5] = {0}, count = 1 + rand() % 4;
    for (int i = 0; i < count; i++) {
        queries[i + 1] = queries[i] + rand() % 700;
        keys[i + 1] = keys[i] + (rand() % 3 ? rand() % 700 : queries[i + 1] - queries[i]);
    }
    const int kv_heads = 1 + rand() % 3, heads = kv_heads * (1 + rand() % 3);
    const AttentionShape s = {queries, keys, count, heads, kv_heads, rand() % 2};
    const size_t q_count = (size_t)queries[count] * heads * HEAD + HEAD;
    const size_t k_count = (size_t)keys[count] * kv_heads * HEAD + HEAD;
    __nv_bfloat16 *q, *k, *v, *out;
    float *lse;
    unsigned *worst;
    MUST(cudaMalloc(&q, q_count * 2));
    MUST(cudaMalloc(&k, k_count * 2));
    MUST(cudaMalloc(&v, k_count * 2));
    MUST(cudaMalloc(&out, q_count * 2));
    MUST(cudaMalloc(&lse, q_count * 4));
    MUST(cudaMallocManaged(&worst, 4));
    MUST(cudaMemset(v, 0xff, k_count * 2)); /* NaN behind the last key */
    fill<<<256, 256>>>(q, q_count, seed);
    fill<<<256, 256>>>(k, k_count, seed + 1);
    fill<<<256, 256>>>(v, k_count - HEAD, seed + 2);
    *worst = 0;
    if (queries[count] && keys[count]) {
        now = prepared(&s, q, k, v, out, lse);
        attention_start();
        Plain p = {};
        p.q = q;
        p.k = k;
        p.v = v;
        p.out = out;
        p.lse = lse;
        p.worst = worst;
        compare(&s, p);
    }
    float error;
    memcpy(&error, worst, 4);
    if (error >= 0.01f)
        printf(
            "seed %u: %d sequences, %d queries, %d keys, %d of %d heads%s: error %f\n",
            seed,
            count,
            queries[count],
            keys[count],
            kv_heads,
            heads,
            s.causal ? ", causal" : "",
            error);
    void *all[] = {q, k, v, out, lse, worst};
    for (void *one : all)
        MUST(cudaFree(one));
    return error < 0.01f;
}

int main() {
    bool good = true;
    for (unsigned seed = 1; seed <= 40; seed++)
        good &= try_shape(seed);
    printf(
        "attention_sm90: 40 shapes beside a plain kernel: %s\n",
        good ? "all within 0.01" : "wrong");
    return good ? 0 : 1;
}
