/* attention_sm90_kernel.h: softmax(Q K^T) V with sums in f32, of bf16 and f16, head dimensions 64 and 128. A warpgroup
 * makes 64 rows of one head at a time. A CTA has two such warpgroups for head dimension 128 and three for 64, and one
 * more warpgroup that only loads. The kernel follows the recipe of FlashAttention 3: while the tensor cores multiply
 * for one warpgroup, the others compute their weights, and in a warpgroup the scores of a block are made beside the
 * product of the block before. */
#ifndef ATTENTION_SM90_KERNEL_H
#define ATTENTION_SM90_KERNEL_H

#include "attention_types.h"

template <typename Type> struct AttentionSmem {
    typename Type::Queries::Smem queries;
    unsigned char gap[1024 - sizeof(typename Type::Queries::Smem) % 1024];
    typename Type::Keys::Smem blocks;
    unsigned char gap_2[1024 - sizeof(typename Type::Keys::Smem) % 1024];
    typename Type::Element out[Type::GROUPS][64 * Type::HEAD];
};

/* How many blocks of keys the tile's last row needs. */
TC_FN int block_count(const AttentionTile *tile, int rows) {
    const int seen = tile->visible + rows - 1, keys = seen < tile->keys ? seen : tile->keys;
    return keys <= 0 ? 0 : (keys + KEYS - 1) / KEYS;
}

/* One thread. Blocks come from the last to the first. Unrolled, the loop needs more registers than this warpgroup keeps. */
template <typename Type> TC_FN void attention_load(AttentionSmem<Type> *smem, const Attention *a) {
    typename Type::Queries::State at_q = Type::Queries::producer();
    typename Type::Keys::State at_k = Type::Keys::producer(), at_v = Type::Values::producer();
    for (unsigned i = blockIdx.x; i < a->tile_count; i += gridDim.x) {
        const AttentionTile tile = a->tiles[i];
        tc_mbarrier *full = Type::Queries::acquire(&smem->queries, at_q);
        Type::load_q(Type::Queries::slot(&smem->queries, at_q), &a->q, tile.query, tile.head, full);
        Type::Queries::advance(&at_q);
#pragma unroll 1
        for (int block = block_count(&tile, Type::ROWS) - 1; block >= 0; block--) {
            const int key = tile.key + block * KEYS;
            full = Type::Keys::acquire(&smem->blocks, at_k);
            Type::load_kv(Type::Keys::slot(&smem->blocks, at_k), &a->k, key, tile.kv_head, full);
            Type::Keys::advance(&at_k);
            full = Type::Values::acquire(&smem->blocks, at_v);
            Type::load_kv(Type::Values::slot(&smem->blocks, at_v), &a->v, key, tile.kv_head, full);
            Type::Values::advance(&at_v);
        }
    }
    Type::Queries::tail(&smem->queries, at_q);
    Type::Keys::tail(&smem->blocks, at_k);
    Type::Values::tail(&smem->blocks, at_v);
}

/* What a thread holds: two rows, lane / 4 and 8 below it, of its warp's 16. */
template <typename Type> struct Rows {
    float scores[KEYS / 2], out[Type::HEAD / 2];
    unsigned weights[KEYS / 4]; /* pairs */
    float most[2],
        sum[2]; /* of each row: the largest score; this thread's part of the weights' sum */
};

/* scores = Q K^T for 64 rows and a block of keys. */
template <typename Type>
TC_FN void start_scores(
    Rows<Type> *r,
    const typename Type::Element *q,
    unsigned group,
    const typename Type::Element *k) {
    tc_wgmma_fence();
    TC_UNROLL
    for (unsigned d = 0; d < Type::HEAD; d += 16)
        Type::score(r->scores, q, group * 64, k, d);
    tc_wgmma_commit();
}

/* out += weights V; V's columns are contiguous, its keys are k. */
template <typename Type>
TC_FN void start_out(Rows<Type> *r, const typename Type::Element *v, int add) {
    tc_wgmma_fence();
    TC_UNROLL
    for (unsigned key = 0; key < KEYS; key += 16)
        Type::multiply(r->out, r->weights, v, key, add || key != 0);
    tc_wgmma_commit();
}

/* Keys that a row does not see, and those behind the sequence. */
template <typename Type>
TC_FN void mask(Rows<Type> *r, const AttentionTile *tile, unsigned group, int block) {
    TC_UNROLL
    for (unsigned k = 0; k < KEYS / 2; k++) {
        const int seen = tile->visible + (int)group * 64 + (int)tc_score_row(k);
        const int keys = seen < tile->keys ? seen : tile->keys;
        if (block * KEYS + (int)tc_score_column(k) >= keys)
            r->scores[k] = -INFINITY;
    }
}

/* Scores become weights, relative to the largest score so far; by how much what was summed before shrinks. */
template <typename Type> TC_FN void weigh(Rows<Type> *r, float scale, float shrink[2]) {
    float most[2], base[2];
    tc_reduce_row_max(most, r->scores);
    TC_UNROLL
    for (unsigned row = 0; row < 2; row++) {
        most[row] = fmaxf(most[row], r->most[row]);
        base[row] = most[row] == -INFINITY ? 0 : most[row] * scale;
        shrink[row] = tc_exp2_f32(r->most[row] * scale - base[row]);
        r->most[row] = most[row];
        r->sum[row] *= shrink[row];
    }
    TC_UNROLL
    for (unsigned k = 0; k < KEYS / 2; k++) {
        r->scores[k] = tc_exp2_f32(r->scores[k] * scale - base[k / 2 % 2]);
        r->sum[k / 2 % 2] += r->scores[k];
    }
}

template <typename Type> TC_FN void shrink_out(Rows<Type> *r, const float shrink[2]) {
    TC_UNROLL
    for (unsigned k = 0; k < Type::HEAD / 2; k++)
        r->out[k] *= shrink[k / 2 % 2];
}

/* The tensor cores go from each warpgroup to the next, and from the last to the first. The ids of barriers are
 * constants: with an id in a register ptxas gives no thread more registers than the launch does. */
template <typename Type> TC_FN void take_turn(unsigned group) {
    if (group == 0)
        tc_barrier_sync(1, 256);
    else if (Type::GROUPS == 2 || group == 1)
        tc_barrier_sync(2, 256);
    else
        tc_barrier_sync(3, 256);
}

template <typename Type> TC_FN void give_turn(unsigned group) {
    if (group == Type::GROUPS - 1)
        tc_barrier_arrive(1, 256);
    else if (Type::GROUPS == 2 || group == 0)
        tc_barrier_arrive(2, 256);
    else
        tc_barrier_arrive(3, 256);
}

template <typename Type> TC_FN void sync_group(unsigned group) {
    if (group == 0)
        tc_barrier_sync(4, 128);
    else if (Type::GROUPS == 2 || group == 1)
        tc_barrier_sync(5, 128);
    else
        tc_barrier_sync(6, 128);
}

/* A weight of 0 times what stands behind the sequence is no 0 if that is no number: V's rows there become 0.
 * All warpgroups that compute, together. */
template <typename Type> TC_FN void clear_behind(typename Type::Element *v, int keys) {
    const unsigned thread = tc_thread_index() - 128;
    for (unsigned i = (unsigned)keys * 8 + thread; i < KEYS * 8; i += Type::THREADS - 128) {
        uint4 *const row = (uint4 *)(void *)(v + i * 8); /* 8 times 16 bytes a row of a panel */
        TC_UNROLL
        for (unsigned panel = 0; panel < Type::HEAD / 64; panel++)
            row[panel * KEYS * 8] = make_uint4(0, 0, 0, 0);
    }
    tc_fence_async_smem();
    tc_barrier_sync(7, Type::THREADS - 128);
}

/* The result of 64 rows, through shared memory. */
template <typename Type>
TC_FN void finish(
    Rows<Type> *r,
    const Attention *a,
    const AttentionTile *tile,
    unsigned group,
    typename Type::Element *out) {
    const int first = tile->query + (int)group * 64, rows = tile->rows - (int)group * 64;
    float sum[2];
    tc_reduce_row_sum(sum, r->sum);
    TC_UNROLL
    for (unsigned row = 0; row < 2; row++) {
        const int at = (int)tc_score_row(2 * row);
        if (TC_RANK_WARPGROUP % 4 == 0 && at < rows)
            a->lse[(size_t)tile->head * a->tokens + (unsigned)(first + at)] =
                (r->most[row] * a->scale + log2f(sum[row])) * 0.69314718f;
        sum[row] = sum[row] == 0 ? 0 : 1 / sum[row];
    }
    shrink_out(r, sum);
    sync_group<Type>(group); /* the tile before has been stored */
    Type::put(out, r->out);
    sync_group<Type>(group);
    Type::store(
        (typename Type::Element *)a->out + (size_t)first * a->out_pitch +
            (unsigned)tile->head * Type::HEAD,
        out,
        a->out_pitch,
        rows > 0 ? (unsigned)rows : 0);
}

template <typename Type>
TC_FN void attention_compute(AttentionSmem<Type> *smem, const Attention *a, unsigned group) {
    typedef typename Type::Element Element;
    typedef typename Type::Keys Keys;
    typedef typename Type::Values Values;
    typename Type::Queries::State at_q = Type::Queries::consumer();
    typename Keys::State at_k = Keys::consumer(), at_v = Values::consumer();
    typename Keys::Smem *const blocks = &smem->blocks;
    const Element *const q = (const Element *)Type::Queries::slot(&smem->queries, at_q);
    Rows<Type> r;
    float shrink[2];
    if (group == Type::GROUPS - 1)
        give_turn<Type>(group);
    for (unsigned i = blockIdx.x; i < a->tile_count; i += gridDim.x) {
        const AttentionTile tile = a->tiles[i];
        const int last = block_count(&tile, Type::ROWS) - 1;
        TC_UNROLL
        for (unsigned row = 0; row < 2; row++) {
            r.most[row] = -INFINITY;
            r.sum[row] = 0;
        }
        TC_UNROLL
        for (unsigned k = 0; k < Type::HEAD / 2; k++)
            r.out[k] = 0;
        Type::Queries::wait(&smem->queries, at_q);
        if (last >= 0) {
            Keys::wait(blocks, at_k);
            start_scores(&r, q, group, (const Element *)Keys::slot(blocks, at_k));
            tc_wgmma_wait_0();
            tc_wgmma_hold(r.scores, KEYS / 2);
            Keys::release(blocks, &at_k);
            mask(&r, &tile, group, last);
            weigh(&r, a->scale, shrink);
            Type::weights(r.weights, r.scores);
            if (last * KEYS + KEYS > tile.keys) {
                Values::wait(blocks, at_v);
                clear_behind<Type>((Element *)Values::slot(blocks, at_v), tile.keys - last * KEYS);
            }
        }
        for (int block = last - 1; block >= 0; block--) {
            Keys::wait(blocks, at_k);
            take_turn<Type>(group);
            start_scores(&r, q, group, (const Element *)Keys::slot(blocks, at_k));
            Values::wait(blocks, at_v);
            start_out(&r, (const Element *)Values::slot(blocks, at_v), block != last - 1);
            give_turn<Type>(group);
            tc_wgmma_wait_1();
            tc_wgmma_hold(r.scores, KEYS / 2);
            Keys::release(blocks, &at_k);
            if (block * KEYS + KEYS > tile.visible)
                mask(&r, &tile, group, block);
            weigh(&r, a->scale, shrink);
            tc_wgmma_wait_0();
            tc_wgmma_hold(r.out, Type::HEAD / 2);
            Values::release(blocks, &at_v);
            Type::weights(r.weights, r.scores);
            shrink_out(&r, shrink);
        }
        Type::Queries::release(&smem->queries, &at_q);
        if (last >= 0) {
            Values::wait(blocks, at_v);
            start_out(&r, (const Element *)Values::slot(blocks, at_v), last > 0);
            tc_wgmma_wait_0();
            tc_wgmma_hold(r.out, Type::HEAD / 2);
            Values::release(blocks, &at_v);
        }
        finish(&r, a, &tile, group, smem->out[group]);
    }
    if (group == 0)
        take_turn<Type>(group);
}

template <typename Type>
__global__ void __launch_bounds__(Type::THREADS, 1)
    attention_sm90(const __grid_constant__ Attention arg) {
    AttentionSmem<Type> *const smem = (AttentionSmem<Type> *)(void *)tc_smem();
    unsigned group = tc_thread_index() / 128;
    tc_shuffle_b32(&group, &group, 0); /* tells ptxas that a warp's lanes take the same branches */
    Type::init(&smem->queries, &smem->blocks);
    if (group == 0) {
        Type::registers_of_loader();
        if (tc_thread_index() == 0)
            attention_load<Type>(smem, &arg);
    } else {
        Type::registers();
        attention_compute<Type>(smem, &arg, group - 1);
    }
}

#endif
