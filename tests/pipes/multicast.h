/* multicast.h: part of test_pipes.c: slots that the CTAs of a group fill together, by bulk copies; groups of 2 and of
 * 3, alone in the cluster and side by side. */
#if WITH_BULK
enum { NO_CLUSTER_SYNC = 200, EXPECTS_PART, TELLS_ONE };

/* Word `part` * words .. of the slot, to the CTAs of the mask. */
#define PART_OF(smem, state, from, words, part, ctas)                                              \
    tc_bulk_gmem_to_smem_multicast(                                                                \
        smem->T.slot[state.slot] + (part) * (words),                                               \
        (from) + (part) * (words),                                                                 \
        (words)*4,                                                                                 \
        &smem->T_bars.slot[state.slot].full,                                                       \
        (unsigned short)(ctas))

/* In turn i CTA j of a group brings part (i + j) % N of the tile: to all at once, or to one after
 * the other. */
#define GROUP(name, N)                                                                             \
    TC_FN void name##_load(args arg, tc_##name##_smem *smem, unsigned own) {                       \
        tc_##name##_state state = tc_##name##_T_producer_start();                                  \
        for (unsigned i = 0; i < arg.turns; i++) {                                                 \
            const unsigned *const from = arg.in + (own / N * arg.turns + i) * MOST;                \
            const unsigned part = (i + own) % N, ctas = tc_##name##_T_ctas();                      \
            hold_up(arg, i + 31 * own);                                                            \
            if (!arg.fault && (arg.seed + i) % 2)                                                  \
                tc_##name##_T_acquire_elected(smem, state);                                        \
            if (lane_of() == 0) {                                                                  \
                while (!arg.fault && (arg.seed + i) % 6 == 2 &&                                    \
                       !tc_##name##_T_try_acquire(smem, state)) {                                  \
                }                                                                                  \
                if (arg.fault == EXPECTS_PART)                                                     \
                    tc_mbarrier_arrive_expect_tx(                                                  \
                        &smem->T_bars.slot[state.slot].full, MOST * 4 / N);                        \
                else if (arg.fault == NO_ACQUIRE && i >= 3)                                        \
                    tc_mbarrier_arrive_expect_tx(&smem->T_bars.slot[state.slot].full, MOST * 4);   \
                else if (arg.fault || (arg.seed + i) % 2 == 0)                                     \
                    tc_##name##_T_acquire(smem, state);                                            \
                hold_up(arg, i + 91 * own);                                                        \
                for (unsigned to = 0; to < N && i % 2; to++)                                       \
                    PART_OF(smem, state, from, MOST / N, part, 1u << (own / N * N + to));          \
                if (i % 2 == 0)                                                                    \
                    PART_OF(smem, state, from, MOST / N, part, ctas);                              \
            }                                                                                      \
            tc_warp_sync();                                                                        \
            tc_##name##_T_commit(smem, state);                                                     \
            tc_##name##_T_advance(&state);                                                         \
        }                                                                                          \
        if (lane_of() == 0 && arg.fault != NO_TAIL)                                                \
            tc_##name##_T_tail(smem, state);                                                       \
    }                                                                                              \
                                                                                                   \
    TC_FN void name##_read(args arg, tc_##name##_smem *smem, unsigned own) {                       \
        tc_##name##_state state = tc_##name##_T_consumer_start();                                  \
        const unsigned thread = tc_thread_index() - 32;                                            \
        for (unsigned i = 0; i < arg.turns; i++) {                                                 \
            unsigned *const to = arg.out + (own * arg.turns + i) * MOST;                           \
            hold_up(arg, i + 57 * own);                                                            \
            while (i % 3 == 2 && !arg.fault && !tc_##name##_T_try_wait(smem, state)) {             \
            }                                                                                      \
            if (arg.fault != NO_WAIT)                                                              \
                tc_##name##_T_wait(smem, state);                                                   \
            if (arg.fault == EARLY_RELEASE)                                                        \
                tc_##name##_T_release(smem, state);                                                \
            take(to, smem->T.slot[state.slot], MOST, thread, 64);                                  \
            if (arg.fault == TELLS_ONE) {                                                          \
                tc_warp_sync();                                                                    \
                for (unsigned n = 0; n < N && lane_of() == 0; n++)                                 \
                    tc_mbarrier_arrive(&smem->T_bars.slot[state.slot].empty);                      \
            } else if (arg.fault != EARLY_RELEASE && arg.fault != NO_RELEASE)                      \
                tc_##name##_T_release(smem, state);                                                \
            tc_##name##_T_advance(&state);                                                         \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    TC_KERNEL(name, args) {                                                                        \
        tc_##name##_smem *const smem = (tc_##name##_smem *)(void *)tc_smem();                      \
        const unsigned own = tc_cta_rank_in_cluster();                                             \
        if (arg.fault != NO_CLUSTER_SYNC)                                                          \
            tc_##name##_init(smem);                                                                \
        else if (tc_thread_index() == 0)                                                           \
            for (unsigned slot = 0; slot < 3; slot++) {                                            \
                tc_mbarrier_init(&smem->T_bars.slot[slot].full, 1);                                \
                tc_mbarrier_init(&smem->T_bars.slot[slot].empty, 2 * N);                           \
                tc_fence_mbarrier_init();                                                          \
            }                                                                                      \
        tc_cta_sync();                                                                             \
        if (tc_thread_index() < 32)                                                                \
            name##_load(arg, smem, own);                                                           \
        else                                                                                       \
            name##_read(arg, smem, own);                                                           \
    }

GROUP(pair, 2)
GROUP(trio, 3)

/* All CTAs of a group have read the tiles of the group. */
static void expect_group(const char *name, args a, unsigned ctas, unsigned group) {
    unsigned wrong = 0;
    for (unsigned cta = 0; cta < ctas; cta++)
        for (unsigned i = 0; i < a.turns; i++)
            for (unsigned w = 0; w < MOST; w++)
                wrong += a.out[(cta * a.turns + i) * MOST + w] !=
                         a.in[(cta / group * a.turns + i) * MOST + w];
    unit_expect(wrong == 0, name, __FILE__, (int)wrong);
}

static void run_groups(void) {
    RUN_CLUSTER(pair, PAIR, 2, expect_group, 2)
    RUN_CLUSTER(pair, PAIR, 4, expect_group, 2)
    RUN_CLUSTER(trio, TRIO, 3, expect_group, 3)
    RUN_CLUSTER(trio, TRIO, 6, expect_group, 3)
}
#endif
