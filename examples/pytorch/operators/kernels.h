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

/* Of bf16, head dimension 128: q and out are [batch][queries][heads][128], k and v [batch][keys][kv_heads][128]. */
typedef struct {
    const void *q, *k, *v;
    void *out;
    float *lse; /* [heads][batch * queries] */
    int batch, queries, keys, heads, kv_heads, causal;
    float scale;
} AttentionCall;

/* NULL, or what is wrong. */
const char *launch_matmul(const MatmulCall *call, cudaStream_t stream);
const char *launch_attention(const AttentionCall *call, cudaStream_t stream);

#endif
