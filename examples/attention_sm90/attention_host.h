/* attention_host.h: the arguments of attention, checked, and the kernel that serves them. On the host, for C++.
 *
 *     AttentionPlan plan;
 *     char why[ATTENTION_WHY];
 *     if (attention_plan(&call, &plan, why)) ... why says what is wrong with the call
 *     attention_order(&call.shape, plan.rows, ctas, tiles);
 *     plan.args.tiles = the tiles in the GPU's memory, attention_tile_count(&call.shape, plan.rows) of them
 *     launch plan.kernel with ctas CTAs of plan.threads threads and plan.smem_bytes of shared memory */
#ifndef ATTENTION_HOST_H
#define ATTENTION_HOST_H
#include <math.h>
#include <stdio.h>

#include "attention_tiles.h"

enum {
    ATTENTION_WHY = 160,
    ATTENTION_MOST = 1 << 30 /* tokens: sums with a tile's rows are ints */
};
typedef enum { ATTENTION_BF16, ATTENTION_F16 } AttentionElement;

/* Element (token, head, column) of q stands at token * q_pitch + head * head_dimension + column, and so in the others;
 * out has the heads of q. A pitch of 0 means no gaps between tokens. */
typedef struct {
    const void *q, *k, *v;
    void *out;
    float *lse; /* [heads][tokens] */
    AttentionElement element;
    int head_dimension;
    AttentionShape shape;
    long long q_pitch, k_pitch, v_pitch, out_pitch;
    float scale; /* of the scores: 1 / sqrt(head dimension) */
} AttentionCall;

typedef struct {
    Attention args;
    void (*kernel)(const Attention);
    unsigned threads, smem_bytes;
    int rows;
} AttentionPlan;

/* One of the four tensors. */
typedef struct {
    const char *name;
    const void *at;
    long long pitch;
    int heads;
} AttentionTensor;

static inline long long attention_pitch(long long pitch, int heads, int head_dimension) {
    return pitch ? pitch : (long long)heads * head_dimension;
}

#define ATTENTION_REFUSE(...) return snprintf(why, ATTENTION_WHY, __VA_ARGS__) > 0

/* Where sequences begin: 0, then never less, and at the end more than 0 and at most 2^30. */
static inline int attention_wrong_lengths(
    const char *name, const int *first, int count, char *why) {
    if (!first)
        ATTENTION_REFUSE("%s is a null pointer", name);
    if (first[0] != 0)
        ATTENTION_REFUSE("%s[0] is %d; the first sequence begins at token 0", name, first[0]);
    for (int i = 0; i < count; i++)
        if (first[i + 1] < first[i])
            ATTENTION_REFUSE(
                "%s[%d] is %d, less than the %d before it; a sequence cannot end before it begins",
                name,
                i + 1,
                first[i + 1],
                first[i]);
    if (first[count] == 0)
        ATTENTION_REFUSE("%s[%d] is 0: the sequences have no tokens", name, count);
    if (first[count] > ATTENTION_MOST)
        ATTENTION_REFUSE("%s[%d] is %d, more than 2^30 tokens", name, count, first[count]);
    return 0;
}

static inline int attention_wrong_shape(const AttentionCall *c, char *why) {
    const AttentionShape *const s = &c->shape;
    if (c->element != ATTENTION_BF16 && c->element != ATTENTION_F16)
        ATTENTION_REFUSE("element is %d, neither bf16 nor f16", (int)c->element);
    if (c->head_dimension != 64 && c->head_dimension != 128)
        ATTENTION_REFUSE("the head dimension is %d; the kernel has 64 and 128", c->head_dimension);
    if (s->heads < 1 || s->kv_heads < 1)
        ATTENTION_REFUSE(
            "there are %d heads and %d of keys; each must be at least 1", s->heads, s->kv_heads);
    if (s->heads % s->kv_heads)
        ATTENTION_REFUSE(
            "%d heads are no multiple of %d heads of keys, so they cannot share them evenly",
            s->heads,
            s->kv_heads);
    if (s->count < 1)
        ATTENTION_REFUSE("there are %d sequences; there must be at least 1", s->count);
    if (attention_wrong_lengths("first_query", s->first_query, s->count, why) ||
        attention_wrong_lengths("first_key", s->first_key, s->count, why))
        return 1;
    if (((long long)s->first_query[s->count] / 64 + s->count) * s->heads > 1 << 30)
        ATTENTION_REFUSE(
            "%d queries with %d heads in %d sequences are more than 2^30 tiles",
            s->first_query[s->count],
            s->heads,
            s->count);
    if (!(c->scale > 0 && c->scale < INFINITY))
        ATTENTION_REFUSE("the scale is %g; it must be a number above 0", (double)c->scale);
    return 0;
}

static inline int attention_wrong_tensor(const AttentionTensor *t, int head_dimension, char *why) {
    const long long pitch = attention_pitch(t->pitch, t->heads, head_dimension);
    if (!t->at)
        ATTENTION_REFUSE("%s is a null pointer", t->name);
    if ((size_t)t->at % 16)
        ATTENTION_REFUSE(
            "%s begins %u bytes behind a multiple of 16; tensor copies need a multiple of 16",
            t->name,
            (unsigned)((size_t)t->at % 16));
    if (pitch < (long long)t->heads * head_dimension)
        ATTENTION_REFUSE(
            "tokens of %s are %lld elements apart; a token has %d heads of %d",
            t->name,
            pitch,
            t->heads,
            head_dimension);
    if (pitch % 8)
        ATTENTION_REFUSE(
            "tokens of %s are %lld bytes apart; tensor copies need a multiple of 16",
            t->name,
            2 * pitch);
    if (pitch > 1 << 25)
        ATTENTION_REFUSE("tokens of %s are %lld elements apart, more than 2^25", t->name, pitch);
    return 0;
}

/* 0, or 1 and in `why` what is wrong. */
static inline int attention_wrong(const AttentionCall *c, char *why) {
    const int heads = c->shape.heads, kv_heads = c->shape.kv_heads;
    const AttentionTensor all[] = {
        {"q", c->q, c->q_pitch, heads},
        {"k", c->k, c->k_pitch, kv_heads},
        {"v", c->v, c->v_pitch, kv_heads},
        {"out", c->out, c->out_pitch, heads}};
    if (attention_wrong_shape(c, why))
        return 1;
    for (int i = 0; i < 4; i++)
        if (attention_wrong_tensor(&all[i], c->head_dimension, why))
            return 1;
    if (!c->lse)
        ATTENTION_REFUSE("lse is a null pointer");
    if ((size_t)c->lse % 4)
        ATTENTION_REFUSE("lse does not begin at a multiple of 4 bytes");
    return 0;
}

template <typename Type>
static const char *attention_instance(const AttentionCall *c, AttentionPlan *plan) {
    const AttentionShape *const s = &c->shape;
    const unsigned long long heads = (unsigned)s->heads, kv_heads = (unsigned)s->kv_heads;
    const unsigned long long tokens = (unsigned)s->first_query[s->count],
                             keys = (unsigned)s->first_key[s->count];
    const unsigned long long q_pitch = attention_pitch(c->q_pitch, s->heads, Type::HEAD),
                             k_pitch = attention_pitch(c->k_pitch, s->kv_heads, Type::HEAD),
                             v_pitch = attention_pitch(c->v_pitch, s->kv_heads, Type::HEAD);
    const AttentionTokens q = {c->q, tokens, heads, q_pitch}, k = {c->k, keys, kv_heads, k_pitch},
                          v = {c->v, keys, kv_heads, v_pitch};
    plan->kernel = attention_sm90<Type>;
    plan->threads = Type::THREADS;
    plan->smem_bytes = sizeof(AttentionSmem<Type>);
    plan->rows = Type::ROWS;
    return Type::maps(&plan->args, &q, &k, &v);
}

/* Fills the plan; the tiles are the caller's. 0, or 1 and in `why` what is wrong. */
static inline int attention_plan(const AttentionCall *c, AttentionPlan *plan, char *why) {
    const char *broken;
    if (attention_wrong(c, why))
        return 1;
    if (c->head_dimension == 64)
        broken = c->element == ATTENTION_BF16 ? attention_instance<AttentionBf16Head64>(c, plan)
                                              : attention_instance<AttentionF16Head64>(c, plan);
    else
        broken = c->element == ATTENTION_BF16 ? attention_instance<AttentionBf16Head128>(c, plan)
                                              : attention_instance<AttentionF16Head128>(c, plan);
    if (broken)
        ATTENTION_REFUSE("tensor map: %s", broken);
    plan->args.out = c->out;
    plan->args.lse = c->lse;
    plan->args.tiles = NULL;
    plan->args.tile_count = attention_tile_count(&c->shape, plan->rows);
    plan->args.tokens = (unsigned)c->shape.first_query[c->shape.count];
    plan->args.out_pitch =
        (unsigned)attention_pitch(c->out_pitch, c->shape.heads, c->head_dimension);
    plan->args.scale = c->scale * 1.4426950408889634f;
    return 0;
}

#endif
