/* attention_sm80.cu: the speed of examples/attention_sm80. As a library (-shared -Xcompiler -fPIC) it is what
 * attention_sm80.py calls, which compares results and times with PyTorch's.
 *
 * usage: attention_sm80 [ROUNDS]    a line for each type, head dimension and length */
#include "timing.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/attention_sm80/attention_sm80_gen.h"
#include "tilecopy/exp2.h"
#include "tilecopy/mma.h"

#include "../../examples/attention_sm80/attention_sm80_kernel.h"

#include "../../examples/attention_sm80/attention_host.h"

static Attention args;
static AttentionKernel kernel;
static unsigned ctas;

static AttentionTensor tensor_of(void *at, unsigned heads, unsigned tokens) {
    const unsigned pitch = heads * kernel.head_dimension;
    const AttentionTensor t = {
        at, (unsigned long long)tokens * pitch, kernel.head_dimension, pitch};
    return t;
}

/* [batch][token][head][column]; then attention_start launches it, again and again. */
extern "C" int attention_prepare(
    void *q,
    void *k,
    void *v,
    void *out,
    float *lse,
    int is_f16,
    int head_dimension,
    int batch,
    int queries,
    int keys,
    int heads,
    int kv_heads,
    int causal) {
    kernel = attention_kernel((head_dimension == 64 ? 0 : 2) + is_f16);
    args = Attention();
    args.q = tensor_of(q, heads, queries);
    args.k = tensor_of(k, kv_heads, keys);
    args.v = tensor_of(v, kv_heads, keys);
    args.out = tensor_of(out, heads, queries);
    args.lse = lse;
    args.batch = batch;
    args.heads = heads;
    args.kv_heads = kv_heads;
    args.queries = queries;
    args.keys = keys;
    args.causal = causal;
    ctas = attention_ready(&args, &kernel);
    MUST(cudaFuncSetAttribute(
        (const void *)kernel.function,
        cudaFuncAttributeMaxDynamicSharedMemorySize,
        (int)kernel.smem_bytes));
    return 0;
}

extern "C" int attention_start(void) {
    kernel.function<<<ctas, THREADS, kernel.smem_bytes>>>(args);
    return (int)cudaGetLastError();
}

static double milliseconds(int rounds) {
    std::vector<double> times;
    cudaEvent_t from, to;
    MUST(cudaEventCreate(&from));
    MUST(cudaEventCreate(&to));
    for (int round = -1; round < rounds; round++) {
        float one;
        MUST(cudaEventRecord(from));
        MUST(attention_start());
        MUST(cudaEventRecord(to));
        MUST(cudaEventSynchronize(to));
        MUST(cudaEventElapsedTime(&one, from, to));
        if (round >= 0)
            times.push_back(one);
    }
    return median(times);
}

/* Numbers from -1 to 1 as f16 or bf16, by their bits. */
static __global__ void fill(unsigned short *p, size_t n, unsigned one) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        const unsigned bits = (unsigned)i * 2654435761u >> 8;
        p[i] = (unsigned short)((bits & 0x8000) | (one - (bits & 0x3FF)));
    }
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    const size_t count = 16384 * 2048;
    unsigned short *all;
    MUST(cudaMalloc(&all, 4 * count * 2));
    for (int number = 0; number < ATTENTION_KERNELS; number++)
        for (int length = 2048; length <= 8192; length *= 4)
            for (int causal = 0; causal < 2; causal++) {
                const int head = number < 2 ? 64 : 128, heads = 2048 / head, batch = 16384 / length;
                fill<<<1024, 256>>>(all, 3 * count, number % 2 ? 0x3C00 : 0x3F80);
                attention_prepare(
                    all,
                    all + count,
                    all + 2 * count,
                    all + 3 * count,
                    NULL,
                    number % 2,
                    head,
                    batch,
                    length,
                    length,
                    heads,
                    heads,
                    causal);
                printf(
                    "attention_sm80, %s, head %d, %d x %d x %d%s: %.0f TFLOP/s\n",
                    number % 2 ? "f16" : "bf16",
                    head,
                    batch,
                    heads,
                    length,
                    causal ? ", causal" : "",
                    4e-9 * batch * heads * length * length * head / (causal ? 2 : 1) /
                        milliseconds(rounds));
            }
    return 0;
}
