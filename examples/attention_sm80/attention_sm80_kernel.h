/* attention_sm80_kernel.h: softmax(Q K^T) V with sums in f32, of bf16 and f16, head dimensions 64 and 128, by mma.sync: for
 * sm_80 and newer. A CTA of 4 warps makes 128 rows of one head, a warp 32 of them alone. Blocks of 64 keys come from
 * the last to the first, so that those which need a mask come first. K and V of a block are one turn of a ring. The
 * copies for the next turns run while a block is multiplied.
 *
 * Scores never leave their registers: the accumulator of Q K^T, rounded, is the left operand of the product with V. */
#ifndef ATTENTION_SM80_KERNEL_H
#define ATTENTION_SM80_KERNEL_H

#include "attention_types.h"

/* The rows of one head that a CTA makes. */
template <typename T> struct AttentionTile {
    const typename T::Element *q, *k, *v;
    typename T::Element *out;
    size_t lse;   /* index of the head's first row in Attention.lse */
    unsigned row; /* the first row of the tile, counted in its head */
    int visible;  /* keys that this row sees; if causal, each later row sees one more */
    int blocks;   /* blocks of keys that the tile needs */
};

template <typename T>
TC_FN typename T::Element *head_of(const AttentionTensor *t, unsigned batch, unsigned head) {
    return (typename T::Element *)t->at + batch * t->batches + head * t->heads;
}

/* CTAs that start one after another make tiles of `together` heads, so that L2 keeps the keys of these heads. The tiles
 * with most keys come first, so that the last CTAs have little to do. */
template <typename T> TC_FN AttentionTile<T> tile_of(const Attention *a, unsigned cta) {
    const unsigned tiles = (a->queries + ROWS - 1) / ROWS, heads = a->batch * a->heads;
    const unsigned first = cta / (tiles * a->together) * a->together;
    const unsigned beside = heads - first < a->together ? heads - first : a->together;
    const unsigned at = cta - first * tiles, head = first + at % beside;
    const unsigned h = head % a->heads, shared = h / (a->heads / a->kv_heads), b = head / a->heads;
    AttentionTile<T> tile;
    tile.q = head_of<T>(&a->q, b, h);
    tile.k = head_of<T>(&a->k, b, shared);
    tile.v = head_of<T>(&a->v, b, shared);
    tile.out = head_of<T>(&a->out, b, h);
    tile.lse = (size_t)head * a->queries;
    tile.row = (tiles - 1 - at / beside) * ROWS;
    tile.visible = a->causal ? (int)(a->keys - a->queries + tile.row + 1) : (int)a->keys;
    const int last = tile.visible + ROWS - 1, seen = last < (int)a->keys ? last : (int)a->keys;
    tile.blocks = seen > 0 ? (seen + KEYS - 1) / KEYS : 0;
    return tile;
}

/* The part of a warp's 32 rows that a lane holds: some columns of the rows lane / 4 + 0, 8, 16 and 24. */
template <typename T> struct Rows {
    typename T::Element q[T::HEAD / 16][16];
    float scores[KEYS], out[T::HEAD];
    float most[4]; /* of each row: the score that its weights are relative to */
    float sum[4];  /* of each row: this lane's part of the sum of weights */
};

/* Which of the lane's four rows register k belongs to. Each `half` registers hold two rows in pairs: row_of(1, 32) is 0,
 * row_of(2, 32) is 1, row_of(32, 32) is 2. */
TC_FN unsigned row_of(unsigned k, unsigned half) {
    return k / half * 2 + k / 2 % 2;
}

/* Starts the copies of K and V of a block into the next slot. Block -1 and those before it have no copies. */
template <typename T>
TC_FN void fetch(
    typename T::Smem *smem,
    typename T::State *fill,
    const Attention *a,
    const AttentionTile<T> *tile,
    int block) {
    T::acquire(smem, *fill);
    if (block >= 0) {
        T::load_kv(T::k_of(smem, *fill), tile->k, a->k.tokens, block * KEYS, a->keys);
        T::load_kv(T::v_of(smem, *fill), tile->v, a->v.tokens, block * KEYS, a->keys);
    }
    T::commit(smem, fill);
}

/* sums (32 x 8 N) += left (32 x 16) times right (8 N x 16, transposed). */
template <typename T, unsigned N>
TC_FN void multiply(
    float *sums,
    const typename T::Element *left,
    unsigned apart,
    const typename T::Element *right) {
    TC_UNROLL
    for (unsigned n = 0; n < N; n++) {
        TC_UNROLL
        for (unsigned m = 0; m < 2; m++)
            T::multiply(sums + (m * N + n) * 4, left + m * apart, right + n * 4);
    }
}

/* A head of 64 columns leaves room for the warp's rows of Q in registers. */
template <typename T>
TC_FN void read_queries(Rows<T> *r, const typename T::Element *q, unsigned row) {
    TC_UNROLL
    for (unsigned d = 0; d < T::HEAD && T::HEAD == 64; d += 16)
        T::read_q(r->q[d / 16], q, row, d);
}

/* scores = Q K^T */
template <typename T>
TC_FN void score(
    Rows<T> *r, const typename T::Element *q, const typename T::Element *k, unsigned row) {
    typename T::Element keys[32];
    TC_UNROLL
    for (unsigned i = 0; i < KEYS; i++)
        r->scores[i] = 0;
    TC_UNROLL
    for (unsigned d = 0; d < T::HEAD; d += 16) {
        if (T::HEAD > 64)
            T::read_q(r->q[0], q, row, d);
        T::read_k(keys, k, d);
        multiply<T, KEYS / 8>(r->scores, r->q[T::HEAD > 64 ? 0 : d / 16], 8, keys);
    }
}

/* Gives no weight to the keys that a row does not see, and to those behind the last key. */
template <typename T> TC_FN void mask(Rows<T> *r, int visible, int keys) {
    TC_UNROLL
    for (unsigned k = 0; k < KEYS; k++) {
        const int seen = visible + (int)tc_score_row(k);
        if ((int)tc_score_column(k) >= (seen < keys ? seen : keys))
            r->scores[k] = -INFINITY;
    }
}

/* Makes the sums so far relative to a larger score. */
template <typename T> TC_FN void shrink_sums(Rows<T> *r, const float most[4], float scale) {
    float shrink[4];
    TC_UNROLL
    for (unsigned row = 0; row < 4; row++) {
        const float old = r->most[row];
        r->most[row] = fmaxf(old, most[row]);
        shrink[row] = old == r->most[row] ? 1 : tc_exp2_f32((old - r->most[row]) * scale);
        r->sum[row] *= shrink[row];
    }
    TC_UNROLL
    for (unsigned k = 0; k < T::HEAD; k++)
        r->out[k] *= shrink[row_of(k, T::HEAD / 2)];
}

/* Turns scores into weights: 2 to the (score - most), as f32. `most` is the largest score of the row so far, or an
 * earlier one that is at most 8 less. Then no weight exceeds 2^8, and the sums need not shrink in most blocks. */
template <typename T> TC_FN void weigh(Rows<T> *r, float scale) {
    float most[4], base[4];
    int larger = 0;
    tc_reduce_row_max(most, r->scores);
    TC_UNROLL
    for (unsigned row = 0; row < 4; row++)
        larger |= (most[row] - r->most[row]) * scale > 8;
    if (__any_sync(0xFFFFFFFF, larger))
        shrink_sums(r, most, scale);
    TC_UNROLL
    for (unsigned row = 0; row < 4; row++)
        base[row] = r->most[row] == -INFINITY ? 0 : r->most[row] * scale;
    TC_UNROLL
    for (unsigned k = 0; k < KEYS; k++) {
        r->scores[k] = tc_exp2_f32(r->scores[k] * scale - base[row_of(k, KEYS / 2)]);
        r->sum[row_of(k, KEYS / 2)] += r->scores[k];
    }
}

/* out += weights V */
template <typename T> TC_FN void add_values(Rows<T> *r, const typename T::Element *v) {
    typename T::Element weights[KEYS], values[T::HEAD / 2];
    T::weights(weights, r->scores);
    TC_UNROLL
    for (unsigned key = 0; key < KEYS; key += 16) {
        T::read_v(values, v, key);
        multiply<T, T::HEAD / 8>(r->out, weights + key / 2, KEYS / 2, values);
    }
}

/* Stores the result of a warp through its own rows of Q's tile in shared memory. */
template <typename T>
TC_FN void finish(
    Rows<T> *r,
    const Attention *a,
    const AttentionTile<T> *tile,
    typename T::Element *place,
    unsigned warp_row) {
    const unsigned first = tile->row + warp_row;
    float sum[4];
    tc_reduce_row_sum(sum, r->sum);
    TC_UNROLL
    for (unsigned row = 0; row < 4; row++) {
        const unsigned at = first + tc_score_row(row / 2 * 32 + row % 2 * 2);
        if (a->lse && TC_RANK_WARP % 4 == 0 && at < a->queries)
            a->lse[tile->lse + at] = (r->most[row] * a->scale + log2f(sum[row])) * 0.69314718f;
        sum[row] = sum[row] == 0 ? 0 : 1 / sum[row];
    }
    TC_UNROLL
    for (unsigned k = 0; k < T::HEAD; k++)
        r->out[k] *= sum[row_of(k, T::HEAD / 2)];
    tc_warp_sync(); /* all lanes have read Q */
    T::put(place, r->out, warp_row);
    tc_warp_sync();
    T::store(tile->out, place, a->out.tokens, warp_row, first, a->queries);
}

template <typename T>
__global__ void __launch_bounds__(THREADS, 2) attention_sm80(const Attention a) {
    typedef typename T::Element Element;
    typename T::Smem *const smem = (typename T::Smem *)(void *)tc_smem();
    Element *const q = T::q_of(smem);
    const AttentionTile<T> tile = tile_of<T>(&a, tc_cta_index());
    const unsigned warp_row = tc_thread_index() / 32 * 32;
    typename T::State fill = T::producer(), read = T::consumer();
    Rows<T> r;
    TC_UNROLL
    for (unsigned k = 0; k < T::HEAD; k++)
        r.out[k] = 0;
    TC_UNROLL
    for (unsigned row = 0; row < 4; row++) {
        r.most[row] = -INFINITY;
        r.sum[row] = 0;
    }
    T::init(smem);
    T::load_q(q, tile.q, a.q.tokens, tile.row, a.queries); /* lands with the first block */
    TC_UNROLL
    for (int turn = 1; turn <= T::AHEAD; turn++)
        fetch<T>(smem, &fill, &a, &tile, tile.blocks - turn);
    T::wait(smem, read);
    read_queries(&r, q, warp_row);
    for (int block = tile.blocks - 1; block >= 0; block--) {
        const int first = block * KEYS;
        fetch<T>(smem, &fill, &a, &tile, block - T::AHEAD);
        score(&r, q, T::k_of(smem, read), warp_row);
        if (first + KEYS > tile.visible)
            mask(&r, tile.visible + (int)warp_row - first, (int)a.keys - first);
        weigh(&r, a.scale);
        add_values(&r, T::v_of(smem, read));
        T::release(smem, &read);
        T::wait(smem, read);
    }
    T::tail(smem, fill);
    finish(&r, &a, &tile, q, warp_row);
}

#endif
