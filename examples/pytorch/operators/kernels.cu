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

#include "../../gemm_sm90/gemm_sm90_kernel.h"
#include "../../gemm_sm90/gemm_scaled_kernel.h"

#include "../../gemm_sm90/gemm_small_kernel.h"

#include "../../gemm_sm90/gemm_pingpong_kernel.h"

#include "../../gemm_sm90/gemm_host.h"

#include "../../attention_sm90/attention_sm90_gen.h"

#include "../../attention_sm90/attention_sm90_kernel.h"
#include "../../attention_sm90/attention_host.h"

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
    static thread_local char why[GEMM_WHY];
    GemmCall call = {};
    call.a = c->a;
    call.b = c->b;
    call.d = c->d;
    call.element = GEMM_BF16;
    call.m = c->m;
    call.n = c->n;
    call.k = c->k;
    call.a_pitch = c->lda;
    call.b_pitch = c->ldb;
    GemmPlan plan;
    if (gemm_plan(&call, multiprocessors(), &plan, why))
        return why;
    const Kept order = order_of(plan.rows, plan.columns);
    if (!order.there)
        return "no memory for the order of the tiles";
    plan.args.order = (const unsigned *)order.there;
    cudaLaunchAttribute cluster;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = plan.cluster;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(plan.ctas);
    config.blockDim = dim3(plan.threads);
    config.dynamicSmemBytes = plan.smem_bytes;
    config.stream = stream;
    config.attrs = &cluster;
    config.numAttrs = 1;
    cudaFuncSetAttribute(
        (const void *)plan.kernel,
        cudaFuncAttributeMaxDynamicSharedMemorySize,
        (int)plan.smem_bytes);
    return launched(cudaLaunchKernelEx(&config, plan.kernel, plan.args));
}

/* ---- attention ------------------------------------------------------------------------------- */

/* The order of the tiles of a plan. Another head dimension has tiles of other rows. */
static Kept tiles_of(const AttentionCall *c, const AttentionPlan *plan, unsigned ctas) {
    static std::map<Shape, Kept> known;
    const std::lock_guard<std::mutex> lock(only_one);
    const AttentionShape *const s = &c->shape;
    Kept &kept = known[Shape{
        this_device(),
        s->count,
        s->first_query[1],
        s->first_key[1],
        s->heads,
        s->kv_heads,
        s->causal,
        plan->rows}];
    if (kept.there)
        return kept;
    std::vector<AttentionTile> tiles(plan->args.tile_count);
    attention_order(s, plan->rows, ctas, tiles.data());
    kept = keep(tiles.data(), tiles.size() * sizeof(AttentionTile), (unsigned)tiles.size());
    return kept;
}

int launch_attention(const TorchAttention *t, cudaStream_t stream, char *why) {
    const unsigned ctas = multiprocessors();
    std::vector<int> first_query(t->batch + 1), first_key(t->batch + 1);
    for (int i = 0; i <= t->batch; i++) {
        first_query[i] = i * t->queries;
        first_key[i] = i * t->keys;
    }
    AttentionCall c = {};
    c.q = t->q;
    c.k = t->k;
    c.v = t->v;
    c.out = t->out;
    c.lse = t->lse;
    c.element = t->is_f16 ? ATTENTION_F16 : ATTENTION_BF16;
    c.head_dimension = t->head_dimension;
    c.shape = {first_query.data(), first_key.data(), t->batch, t->heads, t->kv_heads, t->causal};
    c.q_pitch = t->q_pitch;
    c.k_pitch = t->k_pitch;
    c.v_pitch = t->v_pitch;
    c.scale = t->scale;
    AttentionPlan plan;
    if (attention_plan(&c, &plan, why))
        return 1;
    const Kept tiles = tiles_of(&c, &plan, ctas);
    plan.args.tiles = (const AttentionTile *)tiles.there;
    const char *wrong = tiles.there ? NULL : "no memory for the order of the tiles";
    if (!wrong)
        wrong = launched(cudaFuncSetAttribute(
            (const void *)plan.kernel,
            cudaFuncAttributeMaxDynamicSharedMemorySize,
            (int)plan.smem_bytes));
    if (!wrong) {
        plan.kernel<<<ctas, plan.threads, plan.smem_bytes, stream>>>(plan.args);
        wrong = launched(cudaGetLastError());
    }
    return wrong ? snprintf(why, WHY, "%s", wrong) > 0 : 0;
}
