/* turns.h: part of test_pipes.c: buffers that are handed on between CTAs and between rings of other depths. */
#if WITH_BULK
/* Words 0 to 63 of a turn go to the next CTA, words 32 to 95 stay. */
TC_FN void shared_send(args arg, tc_shared_smem *smem, unsigned own, unsigned to) {
    tc_shared_state state = tc_shared_T_producer_start();
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i + 31 * own);
        while (lane_of() == 0 && i % 3 == 1 && !tc_shared_T_try_acquire(smem, state)) {
        }
        if (lane_of() == 0 && arg.fault != NO_TURN_FROM_AFAR) {
            tc_shared_T_acquire(smem, state, to);
        } else if (lane_of() == 0) {
            tc_mbarrier_wait_cluster(&smem->T_bars.slot[state.slot].empty, state.phase);
            tc_mbarrier_arrive_expect_tx_remote(
                tc_map_to_cta(&smem->T_bars.slot[state.slot].full, to), TC_SHARED_T_EXPECTED);
        }
        tc_warp_sync();
        give(arg.in + (own * arg.turns + i) * MOST, smem->S.slot[state.slot], TILE, lane_of(), 32);
        tc_fence_async_smem();
        tc_warp_sync();
        if (lane_of() == 0)
            tc_bulk_smem_to_dsmem(
                tc_map_to_cta(smem->T.slot[state.slot], to),
                smem->S.slot[state.slot],
                TC_SHARED_T_BYTES,
                tc_map_to_cta(&smem->T_bars.slot[state.slot].full, to));
        tc_shared_T_commit(smem, state);
        tc_shared_T_advance(&state);
    }
    if (lane_of() == 0 && arg.fault != NO_TURN_IN_TAIL)
        tc_shared_T_tail(smem, state);
    for (unsigned i = 0; i < 2 && lane_of() == 0 && arg.fault == NO_TURN_IN_TAIL; i++) {
        tc_mbarrier_wait_cluster(&smem->T_bars.slot[state.slot].empty, state.phase);
        tc_shared_T_advance(&state);
    }
}

TC_FN void shared_math(args arg, tc_shared_smem *smem, unsigned own) {
    tc_shared_state state = tc_shared_X_producer_start();
    for (unsigned i = 0; i < arg.turns; i++) {
        const unsigned *const src = arg.in + (own * arg.turns + i) * MOST + MORE;
        hold_up(arg, i + 41 * own);
        const int tries = i % 3 == 1 && arg.fault == NONE; /* in place of acquire */
        while (tries && !tc_shared_X_try_acquire(smem, state)) {
        }
        if (!tries && arg.fault != NO_TURN_HERE)
            tc_shared_X_acquire(smem, state);
        else if (!tries)
            tc_mbarrier_wait(&smem->X_bars.slot[state.slot].empty, state.phase);
        give(src, smem->X.slot[state.slot], TILE, lane_of(), 32);
        tc_shared_X_commit(smem, state);
        tc_shared_X_advance(&state);
    }
    tc_shared_X_tail(smem, state);
}

TC_FN void shared_read(args arg, tc_shared_smem *smem, unsigned own, unsigned from, unsigned ctas) {
    tc_shared_state t = tc_shared_T_consumer_start(), x = tc_shared_X_consumer_start();
    const unsigned thread = tc_thread_index() - 64;
    for (unsigned i = 0; i < arg.turns; i++) {
        unsigned *const out = arg.out + (own * arg.turns + i) * MOST;
        const unsigned teller = arg.fault == WRONG_CTA ? own : from;
        hold_up(arg, i + 57 * own);
        tc_shared_T_wait(smem, t);
        take(out, smem->T.slot[t.slot], TILE, thread, 64);
        tc_shared_T_release(smem, t, from);
        tc_shared_X_wait(smem, x);
        if (arg.fault == EARLY_RELEASE)
            tc_shared_X_release(smem, x, from);
        take(out + ctas * arg.turns * MOST, smem->X.slot[x.slot], TILE, thread, 64);
        if (arg.fault == NO_RELEASE && lane_of() == 0)
            tc_mbarrier_arrive(&smem->X_bars.slot[x.slot].empty);
        else if (arg.fault != EARLY_RELEASE && arg.fault != NO_RELEASE)
            tc_shared_X_release(smem, x, teller);
        tc_shared_T_advance(&t);
        tc_shared_X_advance(&x);
    }
}

TC_KERNEL(shared, args) {
    tc_shared_smem *const smem = (tc_shared_smem *)(void *)tc_smem();
    const unsigned own = tc_cta_rank_in_cluster(), ctas = tc_cta_count_in_cluster();
    tc_shared_init(smem);
    if (tc_thread_index() < 32)
        shared_send(arg, smem, own, (own + 1) % ctas);
    else if (tc_thread_index() < 64)
        shared_math(arg, smem, own);
    else
        shared_read(arg, smem, own, (own + ctas - 1) % ctas, ctas);
}

/* T goes to the next CTA, U to the one before, into the same bytes: they are told apart by `from`. */
TC_FN void answered_send(
    args arg, tc_answered_smem *smem, tc_answered_state state, unsigned i, int back, unsigned to) {
    const unsigned own = tc_cta_rank_in_cluster();
    const unsigned *const src = arg.in + (own * arg.turns + i) * MOST + (back ? MORE : 0);
    unsigned *const half = smem->S.slot[0] + (back ? TILE : 0);
    tc_mbarrier *const full =
        back ? &smem->U_bars.slot[state.slot].full : &smem->T_bars.slot[state.slot].full;
    hold_up(arg, i + 31 * own);
    if (lane_of() == 0 && back)
        tc_answered_U_acquire(smem, state, to);
    else if (lane_of() == 0)
        tc_answered_T_acquire(smem, state, to);
    tc_warp_sync();
    give(src, half, TILE, lane_of(), 32);
    tc_fence_async_smem();
    tc_warp_sync();
    if (lane_of() == 0)
        tc_bulk_smem_to_dsmem(
            tc_map_to_cta(smem->T.slot[0], to), half, TILE * 4, tc_map_to_cta(full, to));
}

TC_FN void answered_read(args arg, tc_answered_smem *smem, unsigned own, unsigned ctas) {
    tc_answered_state t = tc_answered_T_consumer_start(), u = tc_answered_U_consumer_start();
    const unsigned before = (own + ctas - 1) % ctas, after = (own + 1) % ctas;
    for (unsigned i = 0; i < arg.turns; i++) {
        unsigned *const out = arg.out + (own * arg.turns + i) * MOST;
        hold_up(arg, i + 57 * own);
        tc_answered_T_wait(smem, t);
        take(out, smem->T.slot[t.slot], TILE, lane_of(), 32);
        tc_answered_T_release(smem, t, before, arg.fault == WRONG_CTA ? before : after);
        tc_answered_U_wait(smem, u);
        take(out + ctas * arg.turns * MOST, smem->U.slot[u.slot], TILE, lane_of(), 32);
        tc_answered_U_release(smem, u, after, before);
        tc_answered_T_advance(&t);
        tc_answered_U_advance(&u);
    }
}

TC_KERNEL(answered, args) {
    tc_answered_smem *const smem = (tc_answered_smem *)(void *)tc_smem();
    const unsigned own = tc_cta_rank_in_cluster(), ctas = tc_cta_count_in_cluster();
    const unsigned warp = tc_thread_index() / 32;
    tc_answered_init(smem);
    if (warp == 2) {
        answered_read(arg, smem, own, ctas);
        return;
    }
    const int back = warp == 1;
    tc_answered_state state = tc_answered_T_producer_start();
    for (unsigned i = 0; i < arg.turns; i++) {
        answered_send(arg, smem, state, i, back, (own + (back ? ctas - 1 : 1)) % ctas);
        tc_answered_T_advance(&state);
    }
    if (lane_of() == 0 && back)
        tc_answered_U_tail(smem, state);
    else if (lane_of() == 0)
        tc_answered_T_tail(smem, state);
}

/* What came from `ahead` CTAs before, first, and the words of `second` CTAs before, in the second half. */
static void expect_turns(const char *name, args a, unsigned ctas, unsigned second) {
    unsigned wrong = 0;
    for (unsigned cta = 0; cta < ctas; cta++)
        for (unsigned i = 0; i < a.turns; i++)
            for (unsigned w = 0; w < TILE; w++) {
                const unsigned *const out = a.out + (cta * a.turns + i) * MOST + w;
                const unsigned first = ((cta + ctas - 1) % ctas * a.turns + i) * MOST + w;
                const unsigned next = ((cta + second) % ctas * a.turns + i) * MOST + MORE + w;
                wrong += out[0] != a.in[first] || out[ctas * a.turns * MOST] != a.in[next];
            }
    unit_expect(wrong == 0, name, __FILE__, (int)wrong);
}
#endif

/* ---- rings of three and of two slots ------------------------------------------------------------- */

TC_FN void depths_read(args arg, tc_depths_smem *smem) {
    tc_depths_state x = tc_depths_X_consumer_start(), y = tc_depths_Y_consumer_start();
    const unsigned thread = tc_thread_index() - 64;
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i);
        tc_depths_X_wait(smem, x);
        if (arg.fault == EARLY_RELEASE)
            tc_depths_X_release(smem, x);
        take(arg.out + i * MOST, smem->X.slot[x.slot], TILE, thread, 64);
        if (arg.fault != EARLY_RELEASE)
            tc_depths_X_release(smem, x);
        tc_depths_Y_wait(smem, y);
        take(arg.out + (arg.turns + i) * MOST, smem->Y.slot[y.slot], TILE, thread, 64);
        tc_depths_Y_release(smem, y);
        tc_depths_X_advance(&x);
        tc_depths_Y_advance(&y);
    }
}

TC_KERNEL(depths, args) {
    tc_depths_smem *const smem = (tc_depths_smem *)(void *)tc_smem();
    const unsigned warp = tc_thread_index() / 32;
    tc_depths_state x = tc_depths_X_producer_start(), y = tc_depths_Y_producer_start();
    tc_depths_init(smem);
    if (warp >= 2) {
        depths_read(arg, smem);
        return;
    }
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i + 9 * warp);
        if (warp == 0) {
            const int tries = i % 3 == 1 && arg.fault == NONE; /* nonzero: acquire would not wait */
            while (tries && !tc_depths_X_try_acquire(smem, x)) {
            }
            if (!tries && arg.fault != NO_ACQUIRE)
                tc_depths_X_acquire(smem, x);
            else if (!tries)
                tc_mbarrier_wait(&smem->X_bars.slot[x.slot].empty, x.phase);
            give(arg.in + i * MOST, smem->X.slot[x.slot], TILE, lane_of(), 32);
            tc_depths_X_commit(smem, x);
        } else {
            while (i % 3 == 2 && !tc_depths_Y_try_acquire(smem, y)) {
            }
            if (i % 3 != 2)
                tc_depths_Y_acquire(smem, y);
            give(arg.in + i * MOST, smem->Y.slot[y.slot], MOST, lane_of(), 32);
            tc_depths_Y_commit(smem, y);
        }
        tc_depths_X_advance(&x);
        tc_depths_Y_advance(&y);
    }
    if (warp == 0)
        tc_depths_X_tail(smem, x);
    else
        tc_depths_Y_tail(smem, y);
}
