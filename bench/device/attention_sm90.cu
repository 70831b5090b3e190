/* attention_sm90.cu: examples/attention_sm90 against a plain kernel over many shapes, for both types and both head
 * dimensions. As a library (-shared -Xcompiler -fPIC) it is what attention_sm90.py calls.
 *
 * usage: attention_sm90 [ROUNDS]    one line for each type and head dimension; exit code 1 on a wrong result */
#include "gemm_data.h"
#include "tma_hand.h"
#include "tilecopy/host/kernel.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "../../examples/attention_sm90/attention_sm90_gen.h"
#include "tilecopy/exp2.h"
#include "tilecopy/wgmma_bf16.h"
#include "tilecopy/wgmma_f16.h"

#include "../../examples/attention_sm90/attention_sm90_kernel.h"

#include "../../examples/attention_sm90/attention_host.h"

enum { CTAS = 132 };

static AttentionPlan now;

/* Makes `now` the plan of the call, with the tiles on the GPU until another call comes. */
static int prepare(const AttentionCall *call) {
    static AttentionTile *there;
    char why[ATTENTION_WHY];
    if (attention_plan(call, &now, why)) {
        fprintf(stderr, "attention_sm90: %s\n", why);
        return 1;
    }
    const unsigned count = now.args.tile_count;
    std::vector<AttentionTile> tiles(count);
    attention_order(&call->shape, now.rows, CTAS, tiles.data());
    if (there)
        MUST(cudaFree(there));
    MUST(cudaMalloc(&there, count * sizeof *there));
    MUST(cudaMemcpy(there, tiles.data(), count * sizeof *there, cudaMemcpyHostToDevice));
    MUST(cudaFuncSetAttribute(
        (const void *)now.kernel,
        cudaFuncAttributeMaxDynamicSharedMemorySize,
        (int)now.smem_bytes));
    now.args.tiles = there;
    return 0;
}

/* `batch` sequences of `length` each; then attention_start launches it, again and again. is_f16: f16, not bf16. */
extern "C" int attention_prepare(
    const void *q,
    const void *k,
    const void *v,
    void *out,
    float *lse,
    int is_f16,
    int head_dimension,
    int batch,
    int length,
    int heads,
    int kv_heads,
    int causal) {
    std::vector<int> first(batch + 1);
    for (int i = 0; i <= batch; i++)
        first[i] = i * length;
    AttentionCall call = {};
    call.q = q;
    call.k = k;
    call.v = v;
    call.out = out;
    call.lse = lse;
    call.element = is_f16 ? ATTENTION_F16 : ATTENTION_BF16;
    call.head_dimension = head_dimension;
    call.shape = {first.data(), first.data(), batch, heads, kv_heads, causal};
    call.scale = 1 / sqrtf((float)head_dimension);
    return prepare(&call);
}

extern "C" int attention_start(void) {
    now.kernel<<<CTAS, now.threads, now.smem_bytes>>>(now.args);
    return (int)cudaGetLastError();
}

/* ---- against a plain kernel ---------------------------------------------------------------- */

template <typename T> struct Plain {
    const T *q, *k, *v, *out;
    const float *lse;
    int first_query, queries, first_key, keys, heads, kv_heads, causal, tokens, gap;
    unsigned *worst; /* the bits of the largest error, a float above 0 */
};

/* A CTA is a row: its threads are the columns. */
template <typename T, int HEAD> static __global__ void plain(Plain<T> p) {
    __shared__ float part[HEAD];
    const int row = blockIdx.x, head = blockIdx.y, c = threadIdx.x;
    const int kv_head = head / (p.heads / p.kv_heads);
    const size_t q_pitch = (size_t)p.heads * HEAD + p.gap,
                 k_pitch = (size_t)p.kv_heads * HEAD + p.gap;
    const size_t at = (p.first_query + row) * q_pitch + head * HEAD + c;
    const int seen = p.causal ? p.keys - p.queries + row + 1 : p.keys;
    const float q = (float)p.q[at];
    float most = -INFINITY, sum = 0, out = 0;
    for (int key = 0; key < seen; key++) {
        const size_t there = (p.first_key + key) * k_pitch + kv_head * HEAD + c;
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

template <typename T, int HEAD> static void compare(const AttentionShape *s, Plain<T> p) {
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
            plain<T, HEAD><<<dim3(p.queries, p.heads), HEAD>>>(p);
    }
    MUST(cudaDeviceSynchronize());
}

/* Sequences of random lengths, some empty. The last has keys of NaN and no queries: no other may take them in. */
template <typename T, int HEAD>
static float error_of(const AttentionShape *s, unsigned seed, int gap, AttentionElement element) {
    const int count = s->count;
    const size_t q_pitch = (size_t)s->heads * HEAD + gap,
                 k_pitch = (size_t)s->kv_heads * HEAD + gap;
    const size_t q_count = s->first_query[count] * q_pitch, k_count = s->first_key[count] * k_pitch;
    T *q, *k, *v, *out;
    float *lse, error = 0;
    unsigned *worst;
    MUST(cudaMalloc(&q, q_count * 2));
    MUST(cudaMalloc(&k, k_count * 2));
    MUST(cudaMalloc(&v, k_count * 2));
    MUST(cudaMalloc(&out, q_count * 2));
    MUST(cudaMalloc(&lse, q_count * 4));
    MUST(cudaMallocManaged(&worst, 4));
    MUST(cudaMemset(v, 0xff, k_count * 2));
    fill<<<256, 256>>>(q, q_count, seed);
    fill<<<256, 256>>>(k, k_count, seed + 1);
    fill<<<256, 256>>>(v, s->first_key[count - 1] * k_pitch, seed + 2);
    *worst = 0;
    AttentionCall call = {
        q,
        k,
        v,
        out,
        lse,
        element,
        HEAD,
        *s,
        (long long)q_pitch,
        (long long)k_pitch,
        (long long)k_pitch,
        (long long)q_pitch,
        1 / sqrtf((float)HEAD)};
    Plain<T> p = {q, k, v, out, lse};
    p.gap = gap;
    p.worst = worst;
    if (prepare(&call) || attention_start())
        error = 1000;
    else {
        compare<T, HEAD>(s, p);
        memcpy(&error, worst, 4);
    }
    void *all[] = {q, k, v, out, lse, worst};
    for (void *one : all)
        MUST(cudaFree(one));
    return error;
}

template <typename T, int HEAD>
static bool try_shape(unsigned seed, AttentionElement element, float most) {
    srand(seed);
    int queries[6] = {0}, keys[6] = {0}, count = 1 + rand() % 4;
    for (int i = 0; i < count; i++) {
        queries[i + 1] = queries[i] + rand() % 700 + (i == 0);
        keys[i + 1] = keys[i] + (rand() % 3 ? rand() % 700 : queries[i + 1] - queries[i]);
    }
    queries[count + 1] = queries[count];
    keys[count + 1] = keys[count] + 1;
    const int kv_heads = 1 + rand() % 3, heads = kv_heads * (1 + rand() % 3),
              gap = 8 * (rand() % 3);
    const AttentionShape s = {queries, keys, count + 1, heads, kv_heads, rand() % 2};
    const float error = error_of<T, HEAD>(&s, seed, gap, element);
    if (!(error < most))
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
    return error < most;
}

template <typename T, int HEAD>
static bool try_instance(const char *type, AttentionElement element, float most) {
    bool good = true;
    for (unsigned seed = 1; seed <= 40; seed++)
        good &= try_shape<T, HEAD>(seed, element, most);
    printf("attention_sm90, %s, head %d: 40 shapes beside a plain kernel: ", type, HEAD);
    printf(good ? "all within %g\n" : "not all within %g\n", most);
    return good;
}

int main() {
    bool good = try_instance<__nv_bfloat16, 64>("bf16", ATTENTION_BF16, 0.01f);
    good &= try_instance<__half, 64>("f16", ATTENTION_F16, 0.002f);
    good &= try_instance<__nv_bfloat16, 128>("bf16", ATTENTION_BF16, 0.01f);
    good &= try_instance<__half, 128>("f16", ATTENTION_F16, 0.002f);
    return good ? 0 : 1;
}
