/* remote.h: part of test_pipes.c: slots that another CTA fills, on clusters of one, two and three CTAs. */
#if WITH_BULK
/* In a cluster, with every seed; `how` is for `expect`. A macro, because a kernel is of another type on a GPU. */
#define RUN_CLUSTER(kernel, upper, ctas, expect, how)                                              \
    for (unsigned seed = 0; seed < SEEDS; seed++) {                                                \
        tc_emu_config c = quiet(TC_##upper##_THREADS, TC_##upper##_SMEM_BYTES);                    \
        args a = {0, 0, 0, 0, 0};                                                                  \
        a.seed = seed;                                                                             \
        const unsigned count = TURNS;                                                              \
        a = start((ctas)*count);                                                                   \
        a.turns = count;                                                                           \
        a.seed = seed;                                                                             \
        c.grid = c.cluster = (ctas);                                                               \
        c.early_exit = 1;                                                                          \
        passes(#kernel, c, kernel, &a);                                                            \
        expect(#kernel, a, ctas, how);                                                             \
        finish(a);                                                                                 \
    }                                                                                              \
    tell(#kernel, ctas);

/* Each CTA sends to the next one of the cluster, and is sent to by the one before. */
TC_FN void remote_send(args arg, tc_remote_smem *smem, unsigned own, unsigned to) {
    tc_remote_state state = tc_remote_T_producer_start();
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i + 31 * own);
        if (!arg.fault && (arg.seed + i) % 2)
            tc_remote_T_acquire_elected(smem, state, to);
        else if (lane_of() == 0 && (arg.fault != NO_ACQUIRE || i < 3))
            tc_remote_T_acquire(smem, state, to);
        else if (lane_of() == 0)
            tc_mbarrier_arrive_expect_tx_remote(
                tc_map_to_cta(&smem->T_bars.slot[state.slot].full, to), TC_REMOTE_T_EXPECTED);
        tc_warp_sync(); /* the source of the slot's last use is free */
        give(arg.in + (own * arg.turns + i) * MOST, smem->S.slot[state.slot], TILE, lane_of(), 32);
        tc_fence_async_smem();
        tc_warp_sync();
        if (lane_of() == 0)
            tc_bulk_smem_to_dsmem(
                tc_map_to_cta(smem->T.slot[state.slot], to),
                smem->S.slot[state.slot],
                TC_REMOTE_T_BYTES,
                tc_map_to_cta(&smem->T_bars.slot[state.slot].full, to));
        tc_remote_T_commit(smem, state);
        tc_remote_T_advance(&state);
    }
    if (lane_of() == 0)
        tc_remote_T_tail(smem, state);
}

TC_FN void remote_read(args arg, tc_remote_smem *smem, unsigned own, unsigned from) {
    tc_remote_state state = tc_remote_T_consumer_start();
    const unsigned thread = tc_thread_index() - 32;
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i + 57 * own);
        while (i % 3 == 2 && !tc_remote_T_try_wait(smem, state)) {
        }
        if (arg.fault != NO_WAIT)
            tc_remote_T_wait(smem, state);
        if (arg.fault == EARLY_RELEASE)
            tc_remote_T_release(smem, state, from);
        take(arg.out + (own * arg.turns + i) * MOST, smem->T.slot[state.slot], TILE, thread, 64);
        if (arg.fault != EARLY_RELEASE && arg.fault != NO_RELEASE)
            tc_remote_T_release(smem, state, from);
        tc_remote_T_advance(&state);
    }
}

TC_KERNEL(remote, args) {
    tc_remote_smem *const smem = (tc_remote_smem *)(void *)tc_smem();
    const unsigned own = tc_cta_rank_in_cluster(), ctas = tc_cta_count_in_cluster();
    tc_remote_init(smem);
    if (tc_thread_index() < 32)
        remote_send(arg, smem, own, (own + 1) % ctas);
    else
        remote_read(arg, smem, own, (own + ctas - 1) % ctas);
}

static void expect_remote(args a, unsigned ctas) {
    unsigned wrong = 0;
    for (unsigned cta = 0; cta < ctas; cta++)
        for (unsigned i = 0; i < a.turns; i++)
            for (unsigned w = 0; w < TILE; w++)
                wrong += a.out[(cta * a.turns + i) * MOST + w] !=
                         a.in[((cta + ctas - 1) % ctas * a.turns + i) * MOST + w];
    unit_expect(wrong == 0, "remote", __FILE__, (int)wrong);
}

static void run_remote(unsigned ctas) {
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        tc_emu_config c = quiet(TC_REMOTE_THREADS, TC_REMOTE_SMEM_BYTES);
        args a = {0, 0, 0, 0, 0};
        a.seed = seed;
        const unsigned count = TURNS;
        a = start(ctas * count);
        a.turns = count;
        a.seed = seed;
        c.grid = c.cluster = ctas;
        c.early_exit = 1;
        passes("remote", c, remote, &a);
        expect_remote(a, ctas);
        finish(a);
    }
    tell("remote", ctas);
}
#endif
