/* attention_sm90.cu: attention_sm90_kernel.h on an H100 or H200 or, as C++, on the emulator.
 *
 *     nvcc -arch=sm_90a -I../../include attention_sm90.cu && ./a.out
 *     tcemu run attention_sm90.cu */
#include "../example.h"
#include <math.h>

#include "attention_sm90_gen.h"
#include "tilecopy/exp2.h"
#include "tilecopy/wgmma_bf16.h"

#include "attention_sm90_kernel.h"
#include "attention_tiles.h"

static unsigned short bf16_of(float value) {
    unsigned bits;
    memcpy(&bits, &value, 4);
    return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

static float of_bf16(unsigned short half) {
    const unsigned bits = (unsigned)half << 16;
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

/* Numbers from -1 to 1. */
static unsigned short *numbers(size_t count, unsigned seed) {
    unsigned short *const to = (unsigned short *)malloc(count * 2);
    for (size_t i = 0; i < count; i++)
        to[i] = bf16_of((float)((((unsigned)i + seed) * 2654435761u >> 8) % 2001) / 1000 - 1);
    return to;
}

/* One row of the result in double precision; returns the log of the sum. */
static double expected_row(
    const unsigned short *q,
    const unsigned short *k,
    const unsigned short *v,
    int keys,
    int pitch,
    double *out) {
    double sum = 0, most = -INFINITY;
    for (int c = 0; c < HEAD; c++)
        out[c] = 0;
    for (int key = 0; key < keys; key++) {
        double score = 0, shrink, weight;
        for (int c = 0; c < HEAD; c++)
            score += of_bf16(q[c]) * (double)of_bf16(k[(size_t)key * pitch + c]);
        score /= sqrt((double)HEAD);
        shrink = exp(most - fmax(most, score));
        most = fmax(most, score);
        weight = exp(score - most);
        sum = sum * shrink + weight;
        for (int c = 0; c < HEAD; c++)
            out[c] = out[c] * shrink + weight * of_bf16(v[(size_t)key * pitch + c]);
    }
    for (int c = 0; c < HEAD && sum > 0; c++)
        out[c] /= sum;
    return most + log(sum);
}

typedef struct {
    unsigned short *q, *k, *v, *out;
    float *lse;
} Arrays;

/* The largest error of every `step`th row; NAN where something is no number. */
static double error_of(const AttentionShape *s, const Arrays *a, int step) {
    const int tokens = s->first_query[s->count], pitch = s->kv_heads * HEAD;
    double worst = 0, want[HEAD];
    for (int i = 0; i < s->count; i++)
        for (int head = 0; head < s->heads; head++)
            for (int token = s->first_query[i]; token < s->first_query[i + 1]; token += step) {
                const int all = s->first_key[i + 1] - s->first_key[i];
                const int seen = s->causal ? all - (s->first_query[i + 1] - token) + 1 : all;
                const size_t row = ((size_t)token * s->heads + head) * HEAD;
                const size_t key = (size_t)s->first_key[i] * pitch +
                                   (size_t)(head / (s->heads / s->kv_heads)) * HEAD;
                const double log_sum = expected_row(
                    a->q + row, a->k + key, a->v + key, seen < 0 ? 0 : seen, pitch, want);
                const double lse = a->lse[(size_t)head * tokens + token];
                double wrong = log_sum == lse ? 0 : fabs(log_sum - lse) / 4;
                for (int c = 0; c < HEAD; c++)
                    wrong = fmax(wrong, fabs(of_bf16(a->out[row + c]) - want[c]));
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

static int try_shape(const AttentionShape *s, unsigned ctas, int step) {
    const unsigned tokens = (unsigned)s->first_query[s->count],
                   keys = (unsigned)s->first_key[s->count];
    const unsigned long long heads = (unsigned)s->heads, kv_heads = (unsigned)s->kv_heads;
    const size_t q_count = tokens * heads * HEAD, kv_count = keys * kv_heads * HEAD;
    Arrays here;
    Attention a;
    here.q = numbers(q_count, 1);
    here.k = numbers(kv_count, 2);
    here.v = numbers(kv_count, 3);
    here.out = (unsigned short *)malloc(q_count * 2);
    here.lse = (float *)malloc(tokens * heads * 4);
    a.tile_count = attention_tile_count(s);
    AttentionTile *const tiles = (AttentionTile *)malloc(a.tile_count * sizeof *tiles);
    attention_order(s, ctas, tiles);
    void *const q = put(here.q, q_count * 2, "Q"), *const k = put(here.k, kv_count * 2, "K");
    void *const v = put(here.v, kv_count * 2, "V");
    a.out = (tc_bf16 *)example_memory(q_count * 2, "out");
    a.lse = (float *)example_memory(tokens * heads * 4, "lse");
    a.tiles = (const AttentionTile *)put(tiles, a.tile_count * sizeof *tiles, "tiles");
    a.tokens = tokens;
    a.heads = (unsigned)s->heads;
    a.scale = (float)(1.4426950408889634 / sqrt((double)HEAD));
    example_map(tc_load_tensormap(&a.q, q, heads, tokens, heads * HEAD));
    example_map(tc_load_tensormap(&a.k, k, kv_heads, keys, kv_heads * HEAD));
    example_map(tc_load_tensormap(&a.v, v, kv_heads, keys, kv_heads * HEAD));
    const example_launch launch = {ctas, ATTENTION_THREADS, sizeof(AttentionSmem), 0};
    EXAMPLE_RUN(attention_sm90, launch, a);
    example_get(here.out, a.out, q_count * 2);
    example_get(here.lse, a.lse, tokens * heads * 4);
    const double wrong = error_of(s, &here, step);
    printf(
        "%d sequences, %u queries, %u keys, %d heads, %d of keys%s on the %s: largest error %.4f",
        s->count,
        tokens,
        keys,
        s->heads,
        s->kv_heads,
        s->causal ? ", causal" : "",
        example_machine,
        wrong);
    const double us = EXAMPLE_TIME(attention_sm90, launch, a);
    if (us > 0) {
        double work = 0;
        for (unsigned i = 0; i < a.tile_count; i++)
            work += 4.0 * HEAD * ROWS *
                    fmin(tiles[i].keys, s->causal ? tiles[i].visible + ROWS / 2 : tiles[i].keys);
        printf(", %.1f us, %.0f TFLOP/s", us, 1e-6 * work / us);
    }
    printf("\n");
    void *const all[] = {q, k, v, a.out, a.lse, (void *)a.tiles};
    for (int i = 0; i < 6; i++)
        example_free(all[i]);
    free(here.q);
    free(here.k);
    free(here.v);
    free(here.out);
    free(here.lse);
    free(tiles);
    return !(wrong < 0.01);
}

int main(void) {
    const int small[] = {0, 150, 200}, keys[] = {0, 270, 280}, same[] = {0, 8192, 16384};
    const AttentionShape packed = {small, keys, 2, 2, 1, 0}, causal = {small, keys, 2, 2, 1, 1};
    int failed = try_shape(&packed, 2, 7);
    failed |= try_shape(&causal, 3, 7);
#if TC_ON_DEVICE
    const AttentionShape large = {same, same, 2, 16, 16, 0},
                         large_causal = {same, same, 2, 16, 16, 1};
    failed |= try_shape(&large, 132, 1999);
    failed |= try_shape(&large_causal, 132, 1999);
#endif
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
