/* attention_sm90_kernel.h: softmax(Q K^T) V in bf16 with sums in f32, head dimension 128. A CTA makes 128 rows
 * of one head at a time, each of its two warpgroups 64; a third warpgroup only loads. The kernel follows the
 * recipe of FlashAttention 3: while the tensor cores multiply for one warpgroup, the other computes its
 * weights, and in a warpgroup the scores of a block are made beside the product of the block before. */
#ifndef ATTENTION_SM90_KERNEL_H
#define ATTENTION_SM90_KERNEL_H

enum { ROWS = 128, KEYS = 128, HEAD = 128, ATTENTION_THREADS = 384 };

/* 128 rows of one head of one sequence, made on the host. Tokens count over all sequences. */
typedef struct {
    int query, rows; /* the first token, and how many from there on are of the sequence */
    int key, keys;   /* the sequence's keys */
    int visible;     /* of the keys, how many the first row sees; each row after it sees one more */
    int head, kv_head;
} AttentionTile;

typedef struct {
    tc_tensormap q, k, v;
    tc_bf16 *out; /* as q */
    float *lse; /* [heads][tokens]: log of the sum of a row's exp(score); -infinity without keys */
    const AttentionTile *tiles;
    unsigned tile_count, tokens, heads;
    float scale; /* of the scores, times log2(e) */
} Attention;

typedef struct {
    tc_queries_smem queries;
    unsigned char gap[1024 - sizeof(tc_queries_smem) % 1024];
    tc_blocks_smem blocks;
    unsigned char gap_2[1024 - sizeof(tc_blocks_smem) % 1024];
    tc_bf16 out[2][64 * HEAD];
} AttentionSmem;

/* How many blocks of keys the tile's last row needs. */
TC_FN int block_count(const AttentionTile *tile) {
    const int seen = tile->visible + ROWS - 1, keys = seen < tile->keys ? seen : tile->keys;
    return keys <= 0 ? 0 : (keys + KEYS - 1) / KEYS;
}

/* One thread. Blocks come from the last to the first. */
TC_FN void attention_load(AttentionSmem *smem, const Attention *a) {
    tc_queries_state at_q = tc_queries_Q_producer_start();
    tc_blocks_state at_k = tc_blocks_K_producer_start(), at_v = tc_blocks_V_producer_start();
    for (unsigned i = blockIdx.x; i < a->tile_count; i += gridDim.x) {
        const AttentionTile tile = a->tiles[i];
        tc_queries_Q_acquire(&smem->queries, at_q);
        tc_load(
            smem->queries.Q.slot[0],
            &a->q,
            tile.query,
            tile.head,
            &smem->queries.Q_bars.slot[0].full);
        tc_queries_Q_advance(&at_q);
        for (int block = block_count(&tile) - 1; block >= 0; block--) {
            const int key = tile.key + block * KEYS;
            tc_blocks_K_acquire(&smem->blocks, at_k);
            tc_load(
                smem->blocks.K.slot[at_k.slot],
                &a->k,
                key,
                tile.kv_head,
                &smem->blocks.K_bars.slot[at_k.slot].full);
            tc_blocks_K_advance(&at_k);
            tc_blocks_V_acquire(&smem->blocks, at_v);
            tc_load(
                smem->blocks.V.slot[at_v.slot],
                &a->v,
                key,
                tile.kv_head,
                &smem->blocks.V_bars.slot[at_v.slot].full);
            tc_blocks_V_advance(&at_v);
        }
    }
    tc_queries_Q_tail(&smem->queries, at_q);
    tc_blocks_K_tail(&smem->blocks, at_k);
    tc_blocks_V_tail(&smem->blocks, at_v);
}

/* What a thread holds: two rows, lane / 4 and 8 below it, of its warp's 16. */
typedef struct {
    float scores[64], out[64];
    unsigned weights[32]; /* pairs */
    float most[2],
        sum[2]; /* of each row: the largest score; this thread's part of the weights' sum */
} Rows;

/* scores = Q K^T for 64 rows and a block of keys. */
TC_FN void start_scores(Rows *r, const tc_bf16 *q, unsigned group, const tc_bf16 *k) {
    tc_wgmma_fence();
    TC_UNROLL
    for (unsigned d = 0; d < HEAD; d += 16)
        tc_wgmma_m64n128k16_bf16_ss_kk(
            r->scores, tc_q_operand(q, group * 64, d), tc_k_operand(k, d), d != 0);
    tc_wgmma_commit();
}

/* out += weights V; V's columns are contiguous, its keys are k. */
TC_FN void start_out(Rows *r, const tc_bf16 *v, int add) {
    tc_wgmma_fence();
    TC_UNROLL
    for (unsigned key = 0; key < KEYS; key += 16)
        tc_wgmma_m64n128k16_bf16_rs_km(
            r->out, r->weights + key / 4, tc_v_operand(v, key), add || key != 0);
    tc_wgmma_commit();
}

/* Keys that a row does not see, and those behind the sequence. */
TC_FN void mask(Rows *r, const AttentionTile *tile, unsigned group, int block) {
    TC_UNROLL
    for (unsigned k = 0; k < 64; k++) {
        const int seen = tile->visible + (int)group * 64 + (int)tc_score_row(k);
        const int keys = seen < tile->keys ? seen : tile->keys;
        if (block * KEYS + (int)tc_score_column(k) >= keys)
            r->scores[k] = -INFINITY;
    }
}

/* Scores become weights, relative to the largest score so far; by how much what was summed before shrinks. */
TC_FN void weigh(Rows *r, float scale, float shrink[2]) {
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
    for (unsigned k = 0; k < 64; k++) {
        r->scores[k] = tc_exp2_f32(r->scores[k] * scale - base[k / 2 % 2]);
        r->sum[k / 2 % 2] += r->scores[k];
    }
}

TC_FN void shrink_out(Rows *r, const float shrink[2]) {
    TC_UNROLL
    for (unsigned k = 0; k < 64; k++)
        r->out[k] *= shrink[k / 2 % 2];
}

/* The tensor cores go from one warpgroup to the other and back. The ids of barriers are constants: with an id
 * in a register ptxas gives no thread more than the 168 registers of the launch. */
TC_FN void take_turn(unsigned group) {
    if (group == 0)
        tc_barrier_sync(1, 256);
    else
        tc_barrier_sync(2, 256);
}

TC_FN void give_turn(unsigned group) {
    if (group == 0)
        tc_barrier_arrive(2, 256);
    else
        tc_barrier_arrive(1, 256);
}

TC_FN void sync_group(unsigned group) {
    if (group == 0)
        tc_barrier_sync(4, 128);
    else
        tc_barrier_sync(5, 128);
}

/* A weight of 0 times what stands behind the sequence is no 0 if that is no number: V's rows there become 0.
 * Both warpgroups together. */
TC_FN void clear_behind(tc_bf16 *v, int keys) {
    const unsigned thread = tc_thread_index() - 128;
    for (unsigned i = (unsigned)keys * 8 + thread; i < KEYS * 8; i += 256) {
        uint4 *const row = (uint4 *)(void *)(v + i * 8); /* 8 times 16 bytes a row of a panel */
        row[0] = row[KEYS * 8] = make_uint4(0, 0, 0, 0);
    }
    tc_fence_async_smem();
    tc_barrier_sync(3, 256);
}

/* The result of 64 rows, through shared memory. */
TC_FN void finish(
    Rows *r, const Attention *a, const AttentionTile *tile, unsigned group, tc_bf16 *out) {
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
    sync_group(group); /* the tile before has been stored */
    tc_put(out, r->out);
    sync_group(group);
    tc_store(
        a->out + ((size_t)first * a->heads + (unsigned)tile->head) * HEAD,
        out,
        a->heads * HEAD,
        rows > 0 ? (unsigned)rows : 0,
        HEAD);
}

TC_FN void attention_compute(AttentionSmem *smem, const Attention *a, unsigned group) {
    tc_queries_state at_q = tc_queries_Q_consumer_start();
    tc_blocks_state at_k = tc_blocks_K_consumer_start(), at_v = tc_blocks_V_consumer_start();
    tc_blocks_smem *const blocks = &smem->blocks;
    const tc_bf16 *const q = smem->queries.Q.slot[0];
    Rows r;
    float shrink[2];
    if (group == 1)
        give_turn(group);
    for (unsigned i = blockIdx.x; i < a->tile_count; i += gridDim.x) {
        const AttentionTile tile = a->tiles[i];
        const int last = block_count(&tile) - 1;
        TC_UNROLL
        for (unsigned row = 0; row < 2; row++) {
            r.most[row] = -INFINITY;
            r.sum[row] = 0;
        }
        TC_UNROLL
        for (unsigned k = 0; k < 64; k++)
            r.out[k] = 0;
        tc_queries_Q_wait(&smem->queries, at_q);
        if (last >= 0) {
            tc_blocks_K_wait(blocks, at_k);
            start_scores(&r, q, group, blocks->K.slot[at_k.slot]);
            tc_wgmma_wait_0();
            tc_wgmma_hold(r.scores, 64);
            tc_blocks_K_release(blocks, at_k);
            tc_blocks_K_advance(&at_k);
            mask(&r, &tile, group, last);
            weigh(&r, a->scale, shrink);
            tc_weights((tc_bf16 *)(void *)r.weights, r.scores);
            if (last * KEYS + KEYS > tile.keys) {
                tc_blocks_V_wait(blocks, at_v);
                clear_behind(blocks->V.slot[at_v.slot], tile.keys - last * KEYS);
            }
        }
        for (int block = last - 1; block >= 0; block--) {
            tc_blocks_K_wait(blocks, at_k);
            take_turn(group);
            start_scores(&r, q, group, blocks->K.slot[at_k.slot]);
            tc_blocks_V_wait(blocks, at_v);
            start_out(&r, blocks->V.slot[at_v.slot], block != last - 1);
            give_turn(group);
            tc_wgmma_wait_1();
            tc_wgmma_hold(r.scores, 64);
            tc_blocks_K_release(blocks, at_k);
            tc_blocks_K_advance(&at_k);
            if (block * KEYS + KEYS > tile.visible)
                mask(&r, &tile, group, block);
            weigh(&r, a->scale, shrink);
            tc_wgmma_wait_0();
            tc_wgmma_hold(r.out, 64);
            tc_blocks_V_release(blocks, at_v);
            tc_blocks_V_advance(&at_v);
            tc_weights((tc_bf16 *)(void *)r.weights, r.scores);
            shrink_out(&r, shrink);
        }
        tc_queries_Q_release(&smem->queries, at_q);
        tc_queries_Q_advance(&at_q);
        if (last >= 0) {
            tc_blocks_V_wait(blocks, at_v);
            start_out(&r, blocks->V.slot[at_v.slot], last > 0);
            tc_wgmma_wait_0();
            tc_wgmma_hold(r.out, 64);
            tc_blocks_V_release(blocks, at_v);
            tc_blocks_V_advance(&at_v);
        }
        finish(&r, a, &tile, group, smem->out[group]);
    }
    if (group == 0)
        take_turn(group);
}

extern "C" __global__ void __launch_bounds__(ATTENTION_THREADS, 1)
    attention_sm90(const __grid_constant__ Attention arg) {
    AttentionSmem *const smem = (AttentionSmem *)(void *)tc_smem();
    const unsigned group = tc_thread_index() / 128;
    tc_queries_init(&smem->queries);
    tc_blocks_init(&smem->blocks);
    if (group == 0) {
        tc_registers_lower(24);
        if (tc_thread_index() == 0)
            attention_load(smem, &arg);
    } else {
        tc_registers_raise(240);
        attention_compute(smem, &arg, group - 1);
    }
}

#endif
