/* tma_ring_kernel.h: for every query the key with the largest inner product. A CTA has 256 queries at a time, one
 * a thread, and sees all keys, tile after tile; the CTAs of a group bring each tile together.
 *
 * Included once for each size of a group, with GROUP 1, 2 or 4. */
#ifndef TMA_RING_KERNEL_H
#define TMA_RING_KERNEL_H

enum { RING_KEYS = 64, RING_DEPTH = 32, RING_QUERIES = 256 };

typedef struct {
    tc_tensormap keys;    /* key_count x 32, by load_tileN_tensormap */
    const float *queries; /* query_count x 32 */
    float *score;         /* of the best key of each query */
    unsigned *best;       /* which one; the first of several */
    unsigned key_count, query_count;
    unsigned ctas; /* of the grid; CTA c has queries 256 c .., 256 (c + ctas) .. */
} BestKeys;

/* All CTAs of a group go through equally many blocks of queries, so that they fill every slot together: the last
 * blocks may have no queries. */
TC_FN unsigned ring_blocks(const BestKeys *s) {
    return (s->query_count + RING_QUERIES * s->ctas - 1) / (RING_QUERIES * s->ctas);
}

TC_FN unsigned ring_tiles(const BestKeys *s) {
    return (s->key_count + RING_KEYS - 1) / RING_KEYS;
}

/* Keys `from` .. of the tile against the thread's query. */
TC_FN void ring_score(
    const BestKeys *s,
    const float *tile,
    unsigned from,
    const float *query,
    float *score,
    unsigned *best) {
    const unsigned left = s->key_count - from, count = left < RING_KEYS ? left : RING_KEYS;
    for (unsigned k = 0; k < count; k++) {
        float key[TC_TAKE_KEY_REGS], even = 0, odd = 0;
        tc_take_key(key, tile + k * RING_DEPTH); /* the same 128 bytes for all lanes */
        TC_UNROLL
        for (unsigned i = 0; i < RING_DEPTH; i += 2) {
            even += query[i] * key[i];
            odd += query[i + 1] * key[i + 1];
        }
        if (even + odd > *score) {
            *score = even + odd;
            *best = from + k;
        }
    }
}

#endif

#define RING_PASTE(a, b) a##b
#define RING_NAME(a, b) RING_PASTE(a, b)
#define RING(part) RING_NAME(RING_NAME(tc_ring, GROUP), _##part)
#define RING_LOCAL(name) RING_NAME(name, GROUP)

/* The warp that loads. CTA j of a group brings rows 64 / GROUP * j .. of each tile, to all CTAs of it. */
TC_FN void RING_LOCAL(ring_load)(RING(smem) * smem, const BestKeys *s) {
    RING(state) state = RING(tile_producer_start)();
    const unsigned part = tc_cta_rank_in_cluster() % GROUP * (RING_KEYS / GROUP);
    for (unsigned block = 0; block < ring_blocks(s); block++)
        for (unsigned tile = 0; tile < ring_tiles(s); tile++) {
            tc_mbarrier *const full = &smem->tile_bars.slot[state.slot].full;
            float *const to = smem->tile.slot[state.slot] + part * RING_DEPTH;
            const int key = (int)(tile * RING_KEYS + part);
            /* The slot is free in all CTAs of the group; ours expects the bytes of all. */
            RING(tile_acquire_elected)(smem, state);
#if GROUP == 1
            tc_load_tile1(to, &s->keys, key, full);
#else
            RING_LOCAL(tc_load_tile)(to, &s->keys, key, full, RING(tile_ctas)());
#endif
            RING(tile_advance)(&state);
        }
    RING(tile_tail)(smem, state); /* the other CTAs have read what we sent */
}

/* The eight warps that compute, a query a thread. */
TC_FN void RING_LOCAL(ring_search)(RING(smem) * smem, const BestKeys *s, unsigned thread) {
    RING(state) state = RING(tile_consumer_start)();
    for (unsigned block = 0; block < ring_blocks(s); block++) {
        const unsigned at = (block * s->ctas + tc_cta_index()) * RING_QUERIES + thread;
        const unsigned there = at < s->query_count ? at : 0;
        float query[TC_TAKE_QUERY_REGS], score = -1e30f;
        unsigned best = 0;
        tc_take_query(query, s->queries + (size_t)there * RING_DEPTH);
        for (unsigned tile = 0; tile < ring_tiles(s); tile++) {
            RING(tile_wait)(smem, state);
            ring_score(s, smem->tile.slot[state.slot], tile * RING_KEYS, query, &score, &best);
            RING(tile_release_next)(smem, &state); /* to all CTAs of the group */
        }
        if (at < s->query_count) {
            s->score[at] = score;
            s->best[at] = best;
        }
    }
}

extern "C" __global__ void __launch_bounds__(TC_RING1_THREADS, 1)
    RING_LOCAL(best_keys)(const __grid_constant__ BestKeys arg) {
    RING(smem) *const smem = (RING(smem) *)(void *)tc_smem();
    const unsigned thread = tc_thread_index();
    RING(init)(smem); /* the barriers of all CTAs of the cluster are ready */
    if (thread < 32)
        RING_LOCAL(ring_load)(smem, &arg);
    else
        RING_LOCAL(ring_search)(smem, &arg, thread - 32);
}

#undef RING_PASTE
#undef RING_NAME
#undef RING
#undef RING_LOCAL
#undef GROUP
