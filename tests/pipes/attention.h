/* attention.h: part of test_pipes.c: the plan of examples/attention_plan in small. O takes the place of Q, by `root`, and two
 * mutexes put the warpgroups in order. What `first` writes into O are the words of K; `second` keeps those of Q. */
#if WITH_BULK
TC_FN void attention_load(args arg, tc_attention_smem *smem) {
    tc_attention_state k = tc_attention_K_producer_start(), q = tc_attention_Q_producer_start();
    tc_attention_state o = tc_attention_O_consumer_start();
    for (unsigned i = 0; i <= arg.turns; i++) { /* K is a turn ahead */
        hold_up(arg, i);
        if (i < arg.turns && lane_of() == 0) {
            tc_attention_K_acquire(smem, k);
            tc_bulk_gmem_to_smem(
                smem->K.slot[k.slot],
                arg.in + i * MOST,
                TC_ATTENTION_K_BYTES,
                &smem->K_bars.slot[k.slot].full);
        }
        if (i < arg.turns)
            tc_attention_K_advance(&k);
        if (i == 0)
            continue;
        if (lane_of() == 0) {
            tc_attention_Q_acquire(smem, q);
            tc_bulk_gmem_to_smem(
                smem->Q.slot[q.slot],
                arg.in + (i - 1) * MOST,
                TC_ATTENTION_Q_BYTES,
                &smem->Q_bars.slot[q.slot].full);
        }
        tc_warp_sync();
        tc_attention_O_wait(smem, o);
        if (arg.fault == EARLY_RELEASE)
            tc_attention_O_release(smem, o);
        take(arg.out + (i - 1) * MOST, smem->O.slot[o.slot], TILE, lane_of(), 32);
        if (arg.fault != EARLY_RELEASE)
            tc_attention_O_release(smem, o);
        tc_attention_Q_advance(&q);
        tc_attention_O_advance(&o);
    }
    if (lane_of() == 0) {
        tc_attention_K_tail(smem, k);
        tc_attention_Q_tail(smem, q);
    }
}

TC_FN void attention_first(args arg, tc_attention_smem *smem) {
    tc_attention_state k = tc_attention_K_consumer_start(), q = tc_attention_Q_consumer_start();
    tc_attention_state own = tc_attention_Order1_consumer_start();
    tc_attention_state other = tc_attention_Order2_producer_start();
    tc_attention_state o = tc_attention_O_producer_start();
    unsigned v[2];
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i + 19);
        tc_attention_K_wait(smem, k);
        tc_attention_Q_wait(smem, q);
        tc_attention_Order1_wait(smem, own);
        tc_load_shared_b32(&v[0], smem->K.slot[k.slot] + lane_of());
        tc_load_shared_b32(&v[1], smem->K.slot[k.slot] + 32 + lane_of());
        tc_attention_K_release(smem, k);
        tc_attention_Q_release(smem, q);
        tc_attention_Order1_release(smem, own);
        tc_attention_Order2_acquire(smem, other);
        tc_attention_Order2_commit(smem, other);
        while (i % 3 == 1 && arg.fault == NONE && !tc_attention_O_try_acquire(smem, o)) {
        }
        if (arg.fault != NO_ACQUIRE)
            tc_attention_O_acquire(smem, o);
        else
            tc_mbarrier_wait(&smem->O_bars.slot[o.slot].empty, o.phase);
        tc_store_shared_b32(smem->O.slot[o.slot] + lane_of(), &v[0]);
        tc_store_shared_b32(smem->O.slot[o.slot] + 32 + lane_of(), &v[1]);
        tc_attention_O_commit(smem, o);
        tc_attention_K_advance(&k);
        tc_attention_Q_advance(&q);
        tc_attention_Order1_advance(&own);
        tc_attention_Order2_advance(&other);
        tc_attention_O_advance(&o);
    }
    tc_attention_Order2_tail(smem, other);
    tc_attention_O_tail(smem, o);
}

TC_FN void attention_second(args arg, tc_attention_smem *smem) {
    tc_attention_state k = tc_attention_K_consumer_start(), q = tc_attention_Q_consumer_start();
    tc_attention_state other = tc_attention_Order1_producer_start();
    tc_attention_state own = tc_attention_Order2_consumer_start();
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i + 43);
        tc_attention_Order1_acquire(smem, other);
        tc_attention_Order1_commit(smem, other);
        tc_attention_K_wait(smem, k);
        tc_attention_Q_wait(smem, q);
        take(arg.out + (arg.turns + i) * MOST, smem->Q.slot[q.slot], TILE, lane_of(), 32);
        tc_attention_K_release(smem, k);
        tc_attention_Q_release(smem, q);
        tc_attention_Order2_wait(smem, own);
        tc_attention_Order2_release(smem, own);
        tc_attention_K_advance(&k);
        tc_attention_Q_advance(&q);
        tc_attention_Order1_advance(&other);
        tc_attention_Order2_advance(&own);
    }
    tc_attention_Order1_tail(smem, other);
}

TC_KERNEL(attention, args) {
    tc_attention_smem *const smem = (tc_attention_smem *)(void *)tc_smem();
    tc_attention_init(smem);
    if (tc_thread_index() < 32)
        attention_load(arg, smem);
    else if (tc_thread_index() < 64)
        attention_first(arg, smem);
    else
        attention_second(arg, smem);
}
#endif
