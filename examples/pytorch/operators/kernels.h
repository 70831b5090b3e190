/* kernels.h: what operators.cpp asks of kernels.cu. */
#ifndef TILECOPY_TORCH_KERNELS_H
#define TILECOPY_TORCH_KERNELS_H
#include <cuda_runtime_api.h>

/* d = a b^T of bf16: a is m x k, b n x k, d m x n without gaps; lda and ldb are elements from row to row. */
typedef struct {
    const void *a, *b;
    void *d;
    int m, n, k;
    long long lda, ldb;
} MatmulCall;

/* q is [batch][queries][heads][head_dimension], k and v are [batch][keys][kv_heads][head_dimension], out is as q without
 * gaps; a pitch is elements from token to token. */
typedef struct {
    const void *q, *k, *v;
    void *out;
    float *lse;                 /* [heads][batch * queries] */
    int is_f16, head_dimension; /* f16, not bf16 */
    int batch, queries, keys, heads, kv_heads, causal;
    long long q_pitch, k_pitch, v_pitch;
    float scale;
} TorchAttention;

/* Bytes for the words of a refusal. */
enum { WHY = 256 };

/* NULL, or what is wrong. */
const char *launch_matmul(const MatmulCall *call, cudaStream_t stream);
/* 0, or 1 and in `why`, of WHY bytes, what is wrong. */
int launch_attention(const TorchAttention *call, cudaStream_t stream, char *why);

#endif
