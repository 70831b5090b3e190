/* attention_sm90.cu: attention_sm90_kernel.h on an H100 or H200 or, as C++, on the emulator.
 *
 *     nvcc -arch=sm_90a -I../../include attention_sm90.cu && ./a.out
 *     tcemu run attention_sm90.cu */
#include "../example.h"
#include <math.h>

#include "attention_sm90_gen.h"
#include "tilecopy/exp2.h"
#include "tilecopy/wgmma_bf16.h"
#include "tilecopy/wgmma_f16.h"

#include "attention_sm90_kernel.h"

#include "attention_host.h"
#include "attention_refusals.h"

/* The bits of a number in 16 bits that is 0 or has a size from 2^-14 to 2, rounded. */
static unsigned short bits_of(float value, AttentionElement element) {
    const unsigned shift = element == ATTENTION_BF16 ? 16 : 13;
    unsigned bits;
    memcpy(&bits, &value, 4);
    const unsigned sign = bits >> 16 & 0x8000u, rest = bits & 0x7fffffffu;
    const unsigned rounded = (rest + (1u << (shift - 1)) - 1 + (rest >> shift & 1u)) >> shift;
    return (unsigned short)(sign | (shift == 16 || !rest ? rounded : rounded - (112u << 10)));
}

static double number_of(unsigned short bits, AttentionElement element) {
    const int mantissa = element == ATTENTION_BF16 ? 7 : 10,
              bias = element == ATTENTION_BF16 ? 127 : 15;
    const int exponent = (bits & 0x7fff) >> mantissa, part = bits & ((1 << mantissa) - 1);
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 2 * bias + 1)
        return NAN; /* or infinity */
    return sign * (exponent ? ldexp((1 << mantissa) + part, exponent - bias - mantissa)
                            : ldexp(part, 1 - bias - mantissa));
}

/* Numbers from -1 to 1; the last `nans` are none. */
static unsigned short *numbers(size_t count, unsigned seed, size_t nans, AttentionElement element) {
    unsigned short *const to = (unsigned short *)malloc(count * 2);
    for (size_t i = 0; i < count; i++)
        to[i] =
            bits_of((float)((((unsigned)i + seed) * 2654435761u >> 8) % 2001) / 1000 - 1, element);
    memset(to + count - nans, 0xff, nans * 2);
    return to;
}

typedef struct {
    unsigned short *q, *k, *v, *out;
    float *lse;
} Arrays;

/* One row of the result in double precision; returns the log of the sum. */
static double expected_row(
    const AttentionCall *c,
    const unsigned short *q,
    const unsigned short *k,
    const unsigned short *v,
    int keys,
    double *out) {
    double sum = 0, most = -INFINITY, row[128];
    for (int i = 0; i < c->head_dimension; i++) {
        out[i] = 0;
        row[i] = number_of(q[i], c->element);
    }
    for (int key = 0; key < keys; key++, k += c->k_pitch, v += c->v_pitch) {
        double score = 0, shrink, weight;
        for (int i = 0; i < c->head_dimension; i++)
            score += row[i] * number_of(k[i], c->element);
        score *= c->scale;
        shrink = exp(most - fmax(most, score));
        most = fmax(most, score);
        weight = exp(score - most);
        sum = sum * shrink + weight;
        for (int i = 0; i < c->head_dimension; i++)
            out[i] = out[i] * shrink + weight * number_of(v[i], c->element);
    }
    for (int i = 0; i < c->head_dimension && sum > 0; i++)
        out[i] /= sum;
    return most + log(sum);
}

/* The largest error of every `step`th row; NAN where something is no number. */
static double error_of(const AttentionCall *c, const Arrays *a, int step) {
    const AttentionShape *const s = &c->shape;
    const int tokens = s->first_query[s->count];
    double worst = 0, want[128];
    for (int i = 0; i < s->count; i++)
        for (int head = 0; head < s->heads; head++)
            for (int token = s->first_query[i]; token < s->first_query[i + 1]; token += step) {
                const int all = s->first_key[i + 1] - s->first_key[i];
                const int seen = s->causal ? all - (s->first_query[i + 1] - token) + 1 : all;
                const size_t column = (size_t)head * c->head_dimension;
                const size_t shared = (size_t)(head / (s->heads / s->kv_heads)) * c->head_dimension;
                const double log_sum = expected_row(
                    c,
                    a->q + (size_t)token * c->q_pitch + column,
                    a->k + (size_t)s->first_key[i] * c->k_pitch + shared,
                    a->v + (size_t)s->first_key[i] * c->v_pitch + shared,
                    seen < 0 ? 0 : seen,
                    want);
                const double lse = a->lse[(size_t)head * tokens + token];
                const unsigned short *const out = a->out + (size_t)token * c->out_pitch + column;
                double wrong = log_sum == lse ? 0 : fabs(log_sum - lse) / 4;
                for (int k = 0; k < c->head_dimension; k++) {
                    const double off = fabs(number_of(out[k], c->element) - want[k]);
                    wrong = off <= wrong ? wrong : off;
                }
                if (!(wrong <= worst))
                    worst = wrong;
            }
    return worst;
}

static void *put(const void *here, size_t bytes, const char *name) {
    void *const there = example_memory(bytes, name);
    example_put(there, here, bytes);
    return there;
}

/* `gap` elements from token to token, in which no head has a part; a V of NaN in the last `nans` tokens. */
static int try_call(AttentionCall c, unsigned ctas, int gap, int nans, int step) {
    const AttentionShape *const s = &c.shape;
    const size_t tokens = (size_t)s->first_query[s->count], keys = (size_t)s->first_key[s->count];
    c.q_pitch = c.out_pitch = (long long)s->heads * c.head_dimension + gap;
    c.k_pitch = c.v_pitch = (long long)s->kv_heads * c.head_dimension + gap;
    c.scale = (float)(1 / sqrt((double)c.head_dimension));
    const size_t q_count = tokens * c.q_pitch, kv_count = keys * c.k_pitch;
    const Arrays here = {
        numbers(q_count, 1, 0, c.element),
        numbers(kv_count, 2, 0, c.element),
        numbers(kv_count, 3, nans * c.v_pitch, c.element),
        (unsigned short *)malloc(q_count * 2),
        (float *)malloc(tokens * s->heads * 4)};
    c.q = put(here.q, q_count * 2, "Q");
    c.k = put(here.k, kv_count * 2, "K");
    c.v = put(here.v, kv_count * 2, "V");
    c.out = example_memory(q_count * 2, "out");
    c.lse = (float *)example_memory(tokens * s->heads * 4, "lse");
    AttentionPlan plan;
    char why[ATTENTION_WHY];
    if (attention_plan(&c, &plan, why)) {
        printf("refused: %s\n", why);
        return 1;
    }
    const size_t tiles_bytes = plan.args.tile_count * sizeof(AttentionTile);
    AttentionTile *const tiles = (AttentionTile *)malloc(tiles_bytes);
    attention_order(s, plan.rows, ctas, tiles);
    plan.args.tiles = (const AttentionTile *)put(tiles, tiles_bytes, "tiles");
    const example_launch launch = {ctas, plan.threads, plan.smem_bytes, 0};
    EXAMPLE_RUN(plan.kernel, launch, plan.args);
    example_get(here.out, c.out, q_count * 2);
    example_get(here.lse, c.lse, tokens * s->heads * 4);
    const double wrong = error_of(&c, &here, step);
    printf(
        "%s, head %d, %zu queries, %zu keys, %d heads, %d of keys%s on the %s: largest error %.4f",
        c.element == ATTENTION_BF16 ? "bf16" : "f16",
        c.head_dimension,
        tokens,
        keys,
        s->heads,
        s->kv_heads,
        s->causal ? ", causal" : "",
        example_machine,
        wrong);
    const double us = EXAMPLE_TIME(plan.kernel, launch, plan.args);
    if (us > 0) {
        double work = 0;
        for (unsigned i = 0; i < plan.args.tile_count; i++)
            work += 4.0 * c.head_dimension * plan.rows *
                    fmin(tiles[i].keys, tiles[i].visible + (s->causal ? plan.rows / 2 : 0));
        printf(", %.1f us, %.0f TFLOP/s", us, 1e-6 * work / us);
    }
    printf("\n");
    const void *const all[] = {c.q, c.k, c.v, c.out, c.lse, plan.args.tiles};
    for (int i = 0; i < 6; i++)
        example_free((void *)all[i]);
    void *const mine[] = {here.q, here.k, here.v, here.out, here.lse, tiles};
    for (int i = 0; i < 6; i++)
        free(mine[i]);
    return !(wrong < (c.element == ATTENTION_BF16 ? 0.005 : 0.001));
}

/* Of packed sequences the last has a key, which is NaN, and no queries. Some queries see no key. */
static int try_instance(AttentionElement element, int head_dimension) {
    const int queries[] = {0, 200, 230, 230}, keys[] = {0, 270, 280, 281};
    AttentionCall call = {};
    call.element = element;
    call.head_dimension = head_dimension;
    const AttentionShape packed = {queries, keys, 3, 2, 1, 0};
    call.shape = packed;
    int failed = try_call(call, 2, 0, 1, 7);
    call.shape.causal = 1;
    failed |= try_call(call, 3, 64, 1, 7);
#if TC_ON_DEVICE
    const int same[] = {0, 8192, 16384}, heads = 2048 / head_dimension;
    const AttentionShape large = {same, same, 2, heads, heads, 0};
    call.shape = large;
    failed |= try_call(call, 132, 0, 0, 1999);
    call.shape.causal = 1;
    failed |= try_call(call, 132, 0, 0, 1999);
#endif
    return failed;
}

int main(void) {
    int failed = try_refusals();
    for (int head_dimension = 64; head_dimension <= 128; head_dimension += 64) {
        failed |= try_instance(ATTENTION_BF16, head_dimension);
        failed |= try_instance(ATTENTION_F16, head_dimension);
    }
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
