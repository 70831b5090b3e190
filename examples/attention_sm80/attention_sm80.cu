/* attention_sm80.cu: attention_sm80_kernel.h on a GPU or, as C++, on the emulator, against sums in double precision.
 *
 *     nvcc -arch=sm_80 -I../../include attention_sm80.cu && ./a.out
 *     tcemu run attention_sm80.cu */
#include "../example.h"
#include <math.h>

#include "attention_sm80_gen.h"
#include "tilecopy/exp2.h"
#include "tilecopy/mma.h"

#include "attention_sm80_kernel.h"

#include "attention_host.h"

typedef struct {
    unsigned batch, heads, kv_heads, queries, keys;
    int causal, lse;
} Shape;

enum { Q = 1, K, V };

/* Whole eighths from -1 to 1, which are exact in 16 bits. Those of Q are 16 times as large, so that scores differ widely. */
static float number(size_t i, unsigned tensor) {
    const int eighths = (int)(((unsigned)i + tensor) * 2654435761u >> 8) % 17 - 8;
    return (float)eighths * (tensor == Q ? 2.0f : 0.125f);
}

/* The bits of such a number, and the number of any bits. */
static unsigned short bits_of(float value, int is_bf16) {
    unsigned bits;
    memcpy(&bits, &value, 4);
    if (is_bf16 || value == 0)
        return (unsigned short)(bits >> 16);
    return (unsigned short)((bits >> 16 & 0x8000) | ((bits >> 13 & 0x3FFFF) - (112 << 10)));
}

static double number_of(unsigned short bits, int is_bf16) {
    const int mantissa = is_bf16 ? 7 : 10, bias = is_bf16 ? 127 : 15;
    const int exponent = (bits & 0x7fff) >> mantissa, part = bits & ((1 << mantissa) - 1);
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 2 * bias + 1)
        return NAN; /* or infinity */
    return sign * (exponent ? ldexp((1 << mantissa) + part, exponent - bias - mantissa)
                            : ldexp(part, 1 - bias - mantissa));
}

enum {
    GAP = 8
}; /* elements from the last head of a token to the next token; nobody reads or writes them */

/* A tensor on the GPU: [batch][token][head][column], and a gap after each token. */
static AttentionTensor tensor_of(
    const char *name, size_t batch, size_t tokens, size_t heads, unsigned head_dimension) {
    const size_t pitch = heads * head_dimension + GAP;
    const AttentionTensor t = {
        example_memory(batch * tokens * pitch * 2, name),
        tokens * pitch,
        head_dimension,
        (unsigned)pitch};
    return t;
}

static void fill(const AttentionTensor *t, size_t batch, unsigned tensor, int is_bf16) {
    const size_t count = batch * t->batches;
    unsigned short *const here = (unsigned short *)malloc(count * 2);
    for (size_t i = 0; i < count; i++)
        here[i] = i % t->tokens < t->tokens - GAP ? bits_of(number(i, tensor), is_bf16) : 0x7FFF;
    example_put(t->at, here, count * 2);
    free(here);
}

/* A row of the result; `q` and the first keys and values are given by their places in the tensors. */
static double expected_row(
    const Attention *a,
    size_t q,
    size_t k,
    size_t v,
    int keys,
    unsigned head_dimension,
    double *out) {
    double sum = 0, most = -INFINITY;
    const double scale = a->scale / 1.4426950408889634;
    for (unsigned i = 0; i < head_dimension; i++)
        out[i] = 0;
    for (int key = 0; key < keys; key++, k += a->k.tokens, v += a->v.tokens) {
        double score = 0, shrink, weight;
        for (unsigned i = 0; i < head_dimension; i++)
            score += (double)number(q + i, Q) * (double)number(k + i, K);
        score *= scale;
        shrink = exp(most - fmax(most, score));
        most = fmax(most, score);
        weight = exp(score - most);
        sum = sum * shrink + weight;
        for (unsigned i = 0; i < head_dimension; i++)
            out[i] = out[i] * shrink + weight * (double)number(v + i, V);
    }
    for (unsigned i = 0; i < head_dimension && sum > 0; i++)
        out[i] /= sum;
    return most + log(sum);
}

/* The largest error of every `step`th row; NAN if a result is no number. */
static double error_of(
    const Attention *a,
    const unsigned short *out,
    const float *lse,
    const AttentionKernel *kernel,
    unsigned step) {
    double worst = 0, want[128];
    for (unsigned i = 0; i < a->batch * a->heads * a->queries; i += step) {
        const unsigned row = i % a->queries, h = i / a->queries % a->heads,
                       b = i / a->queries / a->heads;
        const unsigned shared = h / (a->heads / a->kv_heads);
        const int keys = (int)a->keys,
                  seen = a->causal ? keys - (int)a->queries + (int)row + 1 : keys;
        const double log_sum = expected_row(
            a,
            b * a->q.batches + h * a->q.heads + (size_t)row * a->q.tokens,
            b * a->k.batches + shared * a->k.heads,
            b * a->v.batches + shared * a->v.heads,
            seen,
            kernel->head_dimension,
            want);
        const unsigned short *const got =
            out + b * a->out.batches + h * a->out.heads + (size_t)row * a->out.tokens;
        double wrong = lse && (double)lse[i] != log_sum ? fabs((double)lse[i] - log_sum) / 4 : 0;
        for (unsigned c = 0; c < kernel->head_dimension; c++) {
            const double off = fabs(number_of(got[c], kernel->is_bf16) - want[c]);
            wrong = off <= wrong ? wrong : off;
        }
        worst = wrong <= worst ? worst : wrong;
    }
    return worst;
}

/* 1 if something between the heads of two tokens was written. */
static int gap_written(const AttentionTensor *out, size_t batch, const unsigned short *got) {
    int written = 0;
    for (size_t i = 0; i < batch * out->batches; i++)
        written |= i % out->tokens >= out->tokens - GAP && got[i] != 0xDBDB;
    return written;
}

static int try_shape(const AttentionKernel *kernel, const Shape *s, unsigned step) {
    const unsigned d = kernel->head_dimension;
    const size_t lse_bytes = (size_t)s->batch * s->heads * s->queries * 4;
    Attention a = {};
    a.q = tensor_of("Q", s->batch, s->queries, s->heads, d);
    a.k = tensor_of("K", s->batch, s->keys, s->kv_heads, d);
    a.v = tensor_of("V", s->batch, s->keys, s->kv_heads, d);
    a.out = tensor_of("out", s->batch, s->queries, s->heads, d);
    a.lse = s->lse ? (float *)example_memory(lse_bytes, "lse") : NULL;
    a.batch = s->batch;
    a.heads = s->heads;
    a.kv_heads = s->kv_heads;
    a.queries = s->queries;
    a.keys = s->keys;
    a.causal = s->causal;
    fill(&a.q, s->batch, Q, kernel->is_bf16);
    fill(&a.k, s->batch, K, kernel->is_bf16);
    fill(&a.v, s->batch, V, kernel->is_bf16);
    const example_launch launch = {attention_ready(&a, kernel), THREADS, kernel->smem_bytes, 0};
    EXAMPLE_RUN(kernel->function, launch, a);
    const size_t out_bytes = s->batch * a.out.batches * 2;
    unsigned short *const out = (unsigned short *)malloc(out_bytes);
    float *const lse = s->lse ? (float *)malloc(lse_bytes) : NULL;
    example_get(out, a.out.at, out_bytes);
    if (lse)
        example_get(lse, a.lse, lse_bytes);
    const double wrong = error_of(&a, out, lse, kernel, step);
    const int failed =
        !(wrong < (kernel->is_bf16 ? 0.005 : 0.001)) | gap_written(&a.out, s->batch, out);
    printf(
        "%s, head %u, %u x %u heads (%u of keys), %u queries, %u keys%s on the %s: largest error "
        "%.4f",
        kernel->is_bf16 ? "bf16" : "f16",
        d,
        s->batch,
        s->heads,
        s->kv_heads,
        s->queries,
        s->keys,
        s->causal ? ", causal" : "",
        example_machine,
        wrong);
    const double us = EXAMPLE_TIME(kernel->function, launch, a);
    if (us > 0)
        printf(
            ", %.1f us, %.0f TFLOP/s",
            us,
            4e-6 * s->batch * s->heads * s->queries * s->keys * d / (s->causal ? 2 : 1) / us);
    printf(failed ? ", WRONG\n" : "\n");
    free(out);
    free(lse);
    example_free(a.q.at);
    example_free(a.k.at);
    example_free(a.v.at);
    example_free(a.out.at);
    if (a.lse)
        example_free(a.lse);
    return failed;
}

/* Groups of heads; a tile of few queries, more than one tile; some that see no key; a ring that goes around. */
enum { SHAPES = 4 };
static const Shape shapes[SHAPES] = {
    {1, 2, 1, 60, 150, 1, 1},
    {1, 1, 1, 140, 50, 0, 0},
    {2, 1, 1, 20, 70, 0, 1},
    {1, 1, 1, 110, 100, 1, 1}};

int main(void) {
    int failed = 0;
    for (int i = 0; i < ATTENTION_KERNELS; i++) {
        const AttentionKernel kernel = attention_kernel(i);
        for (int shape = 0; shape < SHAPES; shape++)
            if (TC_ON_DEVICE || shape == i) /* each one would take the emulator seconds */
                failed |= try_shape(&kernel, &shapes[shape], 7);
        for (unsigned length = 2048; TC_ON_DEVICE && length <= 8192; length *= 4)
            for (int causal = 0; causal < 2; causal++) {
                const unsigned heads = 2048 / kernel.head_dimension;
                const Shape large = {16384 / length, heads, heads, length, length, causal, 1};
                failed |= try_shape(&kernel, &large, 99991);
            }
    }
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
