/* kernels.cu: launches of examples/gemm_sm90 and examples/attention_sm90 for operators.cpp, without PyTorch's headers.
 * What the host makes for a shape (the order of the tiles) is made once and stays on the GPU. */
#include "tilecopy/host/kernel.h"
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "../../gemm_sm90/gemm_sm90_gen.h"
#include "tilecopy/exp2.h"
#include "tilecopy/wgmma_bf16.h"
#include "tilecopy/wgmma_e4m3.h"
#include "tilecopy/wgmma_f16.h"

#include "../../gemm_sm90/gemm_order.h"
#include "../../gemm_sm90/gemm_sm90_kernel.h"

#include "../../attention_sm90/attention_sm90_gen.h"

#include "../../attention_sm90/attention_sm90_kernel.h"
#include "../../attention_sm90/attention_tiles.h"

#include "kernels.h"

static std::mutex only_one;
typedef std::vector<int> Shape;

typedef struct {
    void *there;
    unsigned count;
} Kept;

/* The bytes on the GPU, for good: shapes are few. */
static Kept keep(const void *bytes, size_t size, unsigned count) {
    Kept kept = {NULL, count};
    if (cudaMalloc(&kept.there, size) != cudaSuccess ||
        cudaMemcpy(kept.there, bytes, size, cudaMemcpyHostToDevice) != cudaSuccess)
        kept.there = NULL;
    return kept;
}

static unsigned multiprocessors(void) {
    int device = 0, count = 132;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
    return (unsigned)count;
}

static int this_device(void) {
    int device = 0;
    cudaGetDevice(&device);
    return device;
}

static const char *launched(cudaError_t error) {
    return error == cudaSuccess ? NULL : cudaGetErrorString(error);
}

/* ---- D = A B^T ------------------------------------------------------------------------------- */

static Kept order_of(unsigned rows, unsigned columns) {
    static std::map<Shape, Kept> known;
    const std::lock_guard<std::mutex> lock(only_one);
    Kept &kept = known[Shape{this_device(), (int)rows, (int)columns}];
    if (!kept.there) {
        std::vector<unsigned> order(rows * columns);
        gemm_order(rows, columns, order.data());
        kept = keep(order.data(), order.size() * sizeof(unsigned), rows * columns);
    }
    return kept;
}

const char *launch_matmul(const MatmulCall *c, cudaStream_t stream) {
    const unsigned rows = (unsigned)(c->m + GEMM_PAIR - 1) / GEMM_PAIR;
    const unsigned columns = (unsigned)(c->n + GEMM_N - 1) / GEMM_N;
    const Kept order = order_of(rows, columns);
    Gemm g;
    if (!order.there)
        return "no memory for the order of the tiles";
    g.order = (const unsigned *)order.there;
    g.tiles = order.count;
    g.clusters = gemm_clusters(g.tiles, multiprocessors() / 2);
    g.turns_of_k = (unsigned)(c->k + GemmBf16::COLUMNS - 1) / GemmBf16::COLUMNS;
    const unsigned long long m = (unsigned)c->m, n = (unsigned)c->n, k = (unsigned)c->k;
    const GemmMatrix a = {c->a, m, k, (unsigned long long)c->lda};
    const GemmMatrix b = {c->b, n, k, (unsigned long long)c->ldb}, d = {c->d, m, n, n};
    const char *const broken = GemmBf16::maps(&g, &a, &b, &d);
    if (broken)
        return broken;
    cudaLaunchAttribute cluster;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = 2;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(2 * g.clusters);
    config.blockDim = dim3(GEMM_THREADS);
    config.dynamicSmemBytes = TC_RING_SMEM_BYTES;
    config.stream = stream;
    config.attrs = &cluster;
    config.numAttrs = 1;
    cudaFuncSetAttribute(
        (const void *)gemm_sm90<GemmBf16>,
        cudaFuncAttributeMaxDynamicSharedMemorySize,
        TC_RING_SMEM_BYTES);
    return launched(cudaLaunchKernelEx(&config, gemm_sm90<GemmBf16>, g));
}

/* ---- attention ------------------------------------------------------------------------------- */

static Kept tiles_of(const AttentionCall *c, unsigned ctas) {
    static std::map<Shape, Kept> known;
    const std::lock_guard<std::mutex> lock(only_one);
    Kept &kept = known[Shape{
        this_device(), c->batch, c->queries, c->keys, c->heads, c->kv_heads, c->causal}];
    if (kept.there)
        return kept;
    std::vector<int> first_query(c->batch + 1), first_key(c->batch + 1);
    for (int i = 0; i <= c->batch; i++) {
        first_query[i] = i * c->queries;
        first_key[i] = i * c->keys;
    }
    const AttentionShape shape = {
        first_query.data(), first_key.data(), c->batch, c->heads, c->kv_heads, c->causal};
    std::vector<AttentionTile> tiles(attention_tile_count(&shape));
    attention_order(&shape, ctas, tiles.data());
    kept = keep(tiles.data(), tiles.size() * sizeof(AttentionTile), (unsigned)tiles.size());
    return kept;
}

const char *launch_attention(const AttentionCall *c, cudaStream_t stream) {
    const unsigned ctas = multiprocessors();
    const Kept tiles = tiles_of(c, ctas);
    Attention a;
    if (!tiles.there)
        return "no memory for the order of the tiles";
    a.tiles = (const AttentionTile *)tiles.there;
    a.tile_count = tiles.count;
    a.tokens = (unsigned)(c->batch * c->queries);
    a.heads = (unsigned)c->heads;
    a.scale = c->scale * 1.4426950408889634f;
    a.out = (tc_bf16 *)c->out;
    a.lse = c->lse;
    const unsigned keys = (unsigned)(c->batch * c->keys);
    const char *broken =
        tc_load_tensormap(&a.q, c->q, c->heads, a.tokens, (unsigned)c->heads * HEAD);
    broken = broken
                 ? broken
                 : tc_load_tensormap(&a.k, c->k, c->kv_heads, keys, (unsigned)c->kv_heads * HEAD);
    broken = broken
                 ? broken
                 : tc_load_tensormap(&a.v, c->v, c->kv_heads, keys, (unsigned)c->kv_heads * HEAD);
    if (broken)
        return broken;
    cudaFuncSetAttribute(
        (const void *)attention_sm90,
        cudaFuncAttributeMaxDynamicSharedMemorySize,
        sizeof(AttentionSmem));
    attention_sm90<<<ctas, ATTENTION_THREADS, sizeof(AttentionSmem), stream>>>(a);
    return launched(cudaGetLastError());
}
