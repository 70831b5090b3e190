/* faults.h: part of test_pipes.c on the emulator: kernels that forget something, and what the report calls it. */
static void must_fail(
    const char *name,
    Kernel kernel,
    unsigned block,
    unsigned size,
    unsigned ctas,
    unsigned fault,
    tc_emu_kind kind) {
    args a = start(8);
    tc_emu_config c = quiet(block, size);
    if (ctas > 1) {
        c.grid = c.cluster = ctas;
        a.turns /= ctas; /* of each CTA */
    }
    a.fault = fault;
    a.out[0] = a.out[1] = 0;
    c.name = name;
    c.early_exit = 1;
    fails(name, c, kernel, &a, kind, "");
    finish(a);
}

/* Not one by the other: TURNS is a macro, too. */
#define FAULTY(kernel, upper, fault, kind)                                                         \
    must_fail(                                                                                     \
        #kernel " " #fault, kernel, TC_##upper##_THREADS, TC_##upper##_SMEM_BYTES, 1, fault, kind)
#define FAULTY_IN(kernel, upper, ctas, fault, kind)                                                \
    must_fail(                                                                                     \
        #kernel " " #fault,                                                                        \
        kernel,                                                                                    \
        TC_##upper##_THREADS,                                                                      \
        TC_##upper##_SMEM_BYTES,                                                                   \
        ctas,                                                                                      \
        fault,                                                                                     \
        kind)

static void run_faults(void) {
#if WITH_BULK
    FAULTY(ring, RING, NO_WAIT, TC_EMU_UNINITIALISED);
    FAULTY(ring, RING, NO_RELEASE, TC_EMU_DEADLOCK);
    FAULTY(ring, RING, EARLY_RELEASE, TC_EMU_RACE);
    FAULTY(ring, RING, NO_ACQUIRE, TC_EMU_MBARRIER);
    FAULTY(ring, RING, ADVANCE_TWICE, TC_EMU_MBARRIER);
    FAULTY(turns, TURNS, NO_ACQUIRE, TC_EMU_IN_FLIGHT);
    FAULTY(attention, ATTENTION, NO_ACQUIRE, TC_EMU_RACE);
    FAULTY(attention, ATTENTION, EARLY_RELEASE, TC_EMU_RACE);
    FAULTY_IN(remote, REMOTE, 2, NO_WAIT, TC_EMU_UNINITIALISED);
    FAULTY_IN(remote, REMOTE, 2, NO_RELEASE, TC_EMU_DIVERGENT);
    FAULTY_IN(remote, REMOTE, 2, EARLY_RELEASE, TC_EMU_RACE);
    FAULTY_IN(remote, REMOTE, 2, NO_ACQUIRE, TC_EMU_MBARRIER);
    FAULTY_IN(pair, PAIR, 2, NO_WAIT, TC_EMU_UNINITIALISED);
    FAULTY_IN(pair, PAIR, 2, NO_RELEASE, TC_EMU_DIVERGENT);
    FAULTY_IN(pair, PAIR, 2, EARLY_RELEASE, TC_EMU_RACE);
    FAULTY_IN(pair, PAIR, 2, NO_ACQUIRE, TC_EMU_MBARRIER);
    FAULTY_IN(pair, PAIR, 2, NO_TAIL, TC_EMU_EXITED);
    FAULTY_IN(pair, PAIR, 2, EXPECTS_PART, TC_EMU_MBARRIER);
    FAULTY_IN(pair, PAIR, 2, TELLS_ONE, TC_EMU_IN_FLIGHT);
    FAULTY_IN(pair, PAIR, 2, NO_CLUSTER_SYNC, TC_EMU_NOT_STARTED);
    FAULTY_IN(shared, SHARED, 2, NO_TURN_FROM_AFAR, TC_EMU_RACE);
    FAULTY_IN(shared, SHARED, 2, NO_TURN_HERE, TC_EMU_RACE);
    FAULTY_IN(shared, SHARED, 2, EARLY_RELEASE, TC_EMU_RACE);
    FAULTY_IN(shared, SHARED, 2, NO_RELEASE, TC_EMU_DIVERGENT);
    FAULTY_IN(shared, SHARED, 2, WRONG_CTA, TC_EMU_MBARRIER);
    FAULTY_IN(shared, SHARED, 2, NO_TURN_IN_TAIL, TC_EMU_EXITED);
    FAULTY_IN(answered, ANSWERED, 3, WRONG_CTA, TC_EMU_IN_FLIGHT);
#endif
    FAULTY(depths, DEPTHS, NO_ACQUIRE, TC_EMU_RACE);
    FAULTY(depths, DEPTHS, EARLY_RELEASE, TC_EMU_RACE);
    FAULTY(threads, THREADS, NO_COMMIT, TC_EMU_DEADLOCK);
    FAULTY(each, EACH, NO_COMMIT, TC_EMU_DEADLOCK);
    FAULTY(copies, COPIES, NO_WAIT, TC_EMU_UNINITIALISED);
    FAULTY(meet, MEET, NO_ACQUIRE, TC_EMU_RACE);
    FAULTY(order, ORDER, NO_ACQUIRE, TC_EMU_RACE);
    FAULTY(groups, GROUPS, NO_WAIT, TC_EMU_UNINITIALISED);
}
