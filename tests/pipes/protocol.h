/* protocol.h: part of test_pipes.c where TC_CHECK is on: pipes that move nothing, of which no other report speaks. Each
 * kernel leaves out one call, and the check names it; a slot that the ring does not have is named, too. */
enum { NO_SLOT = 100, NO_ADVANCE, TWICE };

#define PAIR(kernel, pipe, value, givers)                                                          \
    TC_KERNEL(kernel, args) {                                                                      \
        tc_##pipe##_smem *const smem = (tc_##pipe##_smem *)(void *)tc_smem();                      \
        const int gives = tc_thread_index() < 32 * (givers);                                       \
        tc_##pipe##_state state = gives ? tc_##pipe##_##value##_producer_start()                   \
                                        : tc_##pipe##_##value##_consumer_start();                  \
        tc_##pipe##_init(smem);                                                                    \
        state.slot += arg.fault == NO_SLOT ? 7 : 0;                                                \
        for (unsigned i = 0; i < arg.turns; i++) {                                                 \
            if (gives && arg.fault != NO_ACQUIRE)                                                  \
                tc_##pipe##_##value##_acquire(smem, state);                                        \
            if (gives && arg.fault != NO_COMMIT)                                                   \
                tc_##pipe##_##value##_commit(smem, state);                                         \
            if (!gives && arg.fault != NO_WAIT)                                                    \
                tc_##pipe##_##value##_wait(smem, state);                                           \
            if (!gives && arg.fault != NO_RELEASE)                                                 \
                tc_##pipe##_##value##_release(smem, state);                                        \
            if (!gives && arg.fault == TWICE)                                                      \
                tc_##pipe##_##value##_wait(smem, state);                                           \
            if (arg.fault != NO_ADVANCE || !gives)                                                 \
                tc_##pipe##_##value##_advance(&state);                                             \
        }                                                                                          \
        if (gives && arg.fault != NO_TAIL)                                                         \
            tc_##pipe##_##value##_tail(smem, state);                                               \
    }

PAIR(empty_threads, threads, T, 2)
PAIR(empty_each, each, T, 2)
PAIR(empty_copies, copies, T, 2)
PAIR(empty_meet, meet, T, 1)
PAIR(empty_named, order, Named, 1)
PAIR(empty_mbar, order, Mbar, 1)

/* Who reads has asked before, which counts as a wait. */
TC_KERNEL(asked, args) {
    tc_threads_smem *const smem = (tc_threads_smem *)(void *)tc_smem();
    const int gives = tc_thread_index() < 64;
    tc_threads_state state = gives ? tc_threads_T_producer_start() : tc_threads_T_consumer_start();
    tc_threads_init(smem);
    for (unsigned i = 0; i < arg.turns; i++) {
        while (gives ? !tc_threads_T_try_acquire(smem, state)
                     : !tc_threads_T_try_wait(smem, state)) {
        }
        if (gives)
            tc_threads_T_commit(smem, state);
        else
            tc_threads_T_release(smem, state);
        tc_threads_T_advance(&state);
    }
    if (gives)
        tc_threads_T_tail(smem, state);
}

TC_KERNEL(empty_groups, args) {
    tc_groups_smem *const smem = (tc_groups_smem *)(void *)tc_smem();
    tc_groups_state fill = tc_groups_T_producer_start(), read = tc_groups_T_consumer_start();
    tc_groups_init(smem);
    for (unsigned i = 0; i < arg.turns + 2; i++) {
        if (i >= 2 && arg.fault != NO_WAIT)
            tc_groups_T_wait(smem, read);
        if (arg.fault != NO_ACQUIRE)
            tc_groups_T_acquire(smem, fill);
        if (arg.fault != NO_COMMIT)
            tc_groups_T_commit_next(smem, &fill);
        else
            tc_groups_T_advance(&fill);
        if (i >= 2 && arg.fault != NO_RELEASE)
            tc_groups_T_release_next(smem, &read);
        else if (i >= 2)
            tc_groups_T_advance(&read);
    }
    tc_groups_T_tail(smem, fill);
}

static const struct {
    const char *name;
    Kernel kernel;
    unsigned block, turns, fault;
    const char *text;
} protocol[] = {
#define ROW(kernel, pipe, turns, fault, text)                                                      \
    { #kernel " " #fault, kernel, TC_##pipe##_THREADS, turns, fault, text }
    ROW(empty_threads, THREADS, 1, NO_ACQUIRE, "_T_commit: slot 0, and no tc_threads_T_acquire"),
    ROW(empty_threads, THREADS, 1, NO_WAIT, "_T_release: slot 0, and no tc_threads_T_wait since"),
    ROW(empty_threads,
        THREADS,
        4,
        NO_ADVANCE,
        "T_acquire: slot 0 in the same phase again: was tc_th"),
    ROW(empty_each, EACH, 2, TWICE, "tc_each_T_advance left out, or is one use waited for twice?"),
    ROW(empty_mbar, ORDER, 2, TWICE, "Mbar_wait: slot 0 in the same phase again"),
    ROW(empty_threads, THREADS, 3, NO_TAIL, "the producer of cta 0 never called tc_threads_T_tail"),
    ROW(empty_copies, COPIES, 3, NO_TAIL, "the producer of cta 0 never called tc_copies_T_tail"),
    ROW(empty_each, EACH, 1, NO_ACQUIRE, "tc_each_T_commit: slot 0, and no tc_each_T_acquire"),
    ROW(empty_each, EACH, 1, NO_WAIT, "tc_each_T_release: slot 0, and no tc_each_T_wait since"),
    ROW(empty_copies, COPIES, 1, NO_ACQUIRE, "_T_commit: slot 0, and no tc_copies_T_acquire"),
    ROW(empty_mbar, ORDER, 1, NO_ACQUIRE, "_Mbar_commit: slot 0, and no tc_order_Mbar_acquire"),
    ROW(empty_mbar, ORDER, 8, NO_WAIT, "_Mbar_release: slot 0, and no tc_order_Mbar_wait"),
    ROW(empty_mbar,
        ORDER,
        2,
        NO_ADVANCE,
        "_Mbar_acquire: slot 0 in the same phase again: was tc_or"),
    ROW(empty_mbar, ORDER, 2, NO_TAIL, "the producer of cta 0 never called tc_order_Mbar_tail"),
    ROW(empty_named, ORDER, 1, NO_ACQUIRE, "_Named_commit: slot 0, and no tc_order_Named_acq"),
    ROW(empty_named, ORDER, 1, NO_WAIT, "_Named_release: slot 0, and no tc_order_Named_wait"),
    ROW(empty_meet, MEET, 2, NO_ACQUIRE, "tc_meet_T_commit: slot 0, and no tc_meet_T_acquire"),
    ROW(empty_meet, MEET, 8, NO_COMMIT, "tc_meet_T_acquire: slot 0 again, and no tc_meet_T_com"),
    ROW(empty_meet, MEET, 2, NO_WAIT, "tc_meet_T_release: slot 0, and no tc_meet_T_wait since"),
    ROW(empty_meet, MEET, 8, NO_RELEASE, "tc_meet_T_wait: slot 0 again, and no tc_meet_T_relea"),
    ROW(empty_meet, MEET, 1, NO_SLOT, "not true: state.slot < 2"),
    ROW(empty_groups, GROUPS, 1, NO_ACQUIRE, "_T_commit: slot 0, and no tc_groups_T_acquire"),
    ROW(empty_groups, GROUPS, 1, NO_WAIT, "_T_release: slot 0, and no tc_groups_T_wait since"),
#if WITH_BULK
    ROW(ring,
        RING,
        4,
        NO_TAIL,
        "tc_ring_A_acquire: the producer of cta 0 never called tc_ring_A_tail"),
#endif
#if TC_ARCH < 900
    ROW(empty_groups, GROUPS, 2, NO_COMMIT, "_T_acquire: slot 0 again, and no tc_groups_T_com"),
    ROW(empty_groups, GROUPS, 8, NO_RELEASE, "_T_wait: slot 0 again, and no tc_groups_T_release"),
    ROW(empty_groups, GROUPS, 2, NO_RELEASE, "has taken 2 slots and never called tc_groups_T_rel"),
#endif
};

static void run_protocol(void) {
    args a = start(8);
    Kernel right[] = {empty_threads, empty_each, empty_copies, empty_meet, empty_groups, asked};
    const unsigned blocks[] = {96, 96, 96, 96, 64, 96};
    for (unsigned i = 0; i < sizeof right / sizeof *right; i++)
        passes("right", quiet(blocks[i], 4096), right[i], &a);
    a.turns = 0; /* the tail alone */
    passes("nothing", quiet(96, 4096), empty_meet, &a);
    passes("nothing", quiet(64, 4096), empty_named, &a);
    for (unsigned i = 0; i < sizeof protocol / sizeof *protocol; i++) {
        tc_emu_config c = quiet(protocol[i].block, 4096);
        a.turns = protocol[i].turns;
        a.fault = protocol[i].fault;
        fails(protocol[i].name, c, protocol[i].kernel, &a, TC_EMU_CHECK, protocol[i].text);
    }
    finish(a);
}
