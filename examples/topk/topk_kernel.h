/* topk_kernel.h: the 32 largest of every row of 128 scores, two ways. A warp takes a row, a block four. */
#ifndef TOPK_KERNEL_H
#define TOPK_KERNEL_H

typedef struct {
    const unsigned short *scores; /* rows x 128 */
    unsigned *best;               /* rows x 32 keys, the largest first */
    unsigned rows;
} Topk;

enum { TOPK_SCORES = 128, TOPK_BEST = 32, TOPK_WARPS = 4 };

/* A score above its place, the other way round: of equal scores the first is the larger key. */
TC_FN void topk_keys(unsigned key[4], const unsigned short *row) {
    unsigned short score[4];
    tc_topk_load(score, row);
    for (unsigned k = 0; k < 4; k++) {
        const unsigned place = tc_lane0_topk_index_key(tc_lane_index(), k);
        key[k] = (unsigned)score[k] << 16 | (TOPK_SCORES - 1 - place);
    }
}

/* By lane 0, into a list that stays sorted. */
extern "C" __global__ void topk_region(const Topk arg) {
    __shared__ tc_lane0_topk_smem smem[TOPK_WARPS];
    const unsigned warp = tc_thread_index() / 32, lane = tc_lane_index();
    const unsigned row = tc_cta_index() * TOPK_WARPS + warp;
    unsigned key[4], best[1];
    if (row >= arg.rows)
        return;
    topk_keys(key, arg.scores + row * TOPK_SCORES);
    tc_lane0_topk_gather(key, &smem[warp]);
    if (lane == 0) {
        unsigned list[TOPK_BEST];
        for (unsigned i = 0; i < TOPK_BEST; i++)
            list[i] = 0;
        for (unsigned i = 0; i < TOPK_SCORES; i++) {
            const unsigned next = tc_lane0_topk_get_key(&smem[warp], i);
            unsigned at = TOPK_BEST;
            for (; at > 0 && list[at - 1] < next; at--)
                if (at < TOPK_BEST)
                    list[at] = list[at - 1];
            if (at < TOPK_BEST)
                list[at] = next;
        }
        for (unsigned i = 0; i < TOPK_BEST; i++)
            tc_lane0_topk_set_best(&smem[warp], i, list[i]);
    }
    tc_lane0_topk_scatter(best, &smem[warp]);
    arg.best[row * TOPK_BEST + lane] = best[0];
}

/* By all lanes: who has the largest takes it out. */
extern "C" __global__ void topk_lanes(const Topk arg) {
    const unsigned warp = tc_thread_index() / 32, lane = tc_lane_index();
    const unsigned row = tc_cta_index() * TOPK_WARPS + warp;
    unsigned key[4], most[1], best = 0;
    if (row >= arg.rows)
        return;
    topk_keys(key, arg.scores + row * TOPK_SCORES);
    for (unsigned i = 0; i < TOPK_BEST; i++) {
        tc_reduce_topk_left(most, key);
        best = i == lane ? most[0] : best;
        for (unsigned k = 0; k < 4; k++)
            key[k] = key[k] == most[0] ? 0 : key[k];
    }
    arg.best[row * TOPK_BEST + lane] = best;
}

#endif
