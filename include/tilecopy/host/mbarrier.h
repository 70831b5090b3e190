/* mbarrier.h: the primitives of ../mbarrier.h on the CPU. From primitives.h. */
#ifndef TILECOPY_HOST_MBARRIER_H
#define TILECOPY_HOST_MBARRIER_H

TC_FN void tc_mbarrier_init(tc_mbarrier *bar, unsigned arrivals) {
    tc_emu_mbarrier_init("tc_mbarrier_init", bar, arrivals);
}

TC_FN void tc_mbarrier_inval(tc_mbarrier *bar) {
    tc_emu_mbarrier_inval("tc_mbarrier_inval", bar);
}

TC_FN void tc_fence_mbarrier_init(void) {
    tc_emu_fence_mbarrier_init("tc_fence_mbarrier_init");
}

/* A row is a function: where its mbarrier is, of which scope it is and whether it releases (emu.h). */
#define TC_EMU_ARRIVE(name, mbarrier, how)                                                         \
    TC_FN void name(mbarrier bar) {                                                                \
        tc_emu_mbarrier_arrive(#name, bar, 1, 0, how);                                             \
    }

TC_EMU_ARRIVE(tc_mbarrier_arrive, tc_mbarrier *, TC_EMU_CTA)
TC_EMU_ARRIVE(tc_mbarrier_arrive_relaxed, tc_mbarrier *, TC_EMU_RELAXED)
TC_EMU_ARRIVE(tc_mbarrier_arrive_remote, tc_dsmem, TC_EMU_CLUSTER)
TC_EMU_ARRIVE(tc_mbarrier_arrive_remote_relaxed, tc_dsmem, TC_EMU_CLUSTER | TC_EMU_RELAXED)
#undef TC_EMU_ARRIVE

#define TC_EMU_ARRIVE_COUNT(name, mbarrier, how)                                                   \
    TC_FN void name(mbarrier bar, unsigned arrivals) {                                             \
        tc_emu_mbarrier_arrive(#name, bar, arrivals, 0, (how) | TC_EMU_COUNT);                     \
    }

TC_EMU_ARRIVE_COUNT(tc_mbarrier_arrive_count, tc_mbarrier *, TC_EMU_CTA)
TC_EMU_ARRIVE_COUNT(tc_mbarrier_arrive_count_relaxed, tc_mbarrier *, TC_EMU_RELAXED)
TC_EMU_ARRIVE_COUNT(tc_mbarrier_arrive_count_remote, tc_dsmem, TC_EMU_CLUSTER)
TC_EMU_ARRIVE_COUNT(
    tc_mbarrier_arrive_count_remote_relaxed, tc_dsmem, TC_EMU_CLUSTER | TC_EMU_RELAXED)
#undef TC_EMU_ARRIVE_COUNT

#define TC_EMU_ARRIVE_EXPECT_TX(name, mbarrier, how)                                               \
    TC_FN void name(mbarrier bar, unsigned bytes) {                                                \
        tc_emu_mbarrier_arrive(#name, bar, 1, bytes, how);                                         \
    }

TC_EMU_ARRIVE_EXPECT_TX(tc_mbarrier_arrive_expect_tx, tc_mbarrier *, TC_EMU_CTA)
TC_EMU_ARRIVE_EXPECT_TX(tc_mbarrier_arrive_expect_tx_relaxed, tc_mbarrier *, TC_EMU_RELAXED)
TC_EMU_ARRIVE_EXPECT_TX(tc_mbarrier_arrive_expect_tx_remote, tc_dsmem, TC_EMU_CLUSTER)
TC_EMU_ARRIVE_EXPECT_TX(
    tc_mbarrier_arrive_expect_tx_remote_relaxed, tc_dsmem, TC_EMU_CLUSTER | TC_EMU_RELAXED)
#undef TC_EMU_ARRIVE_EXPECT_TX

/* No arrival. */
#define TC_EMU_EXPECT_TX(name, mbarrier, how)                                                      \
    TC_FN void name(mbarrier bar, unsigned bytes) {                                                \
        tc_emu_mbarrier_arrive(#name, bar, 0, bytes, how);                                         \
    }

TC_EMU_EXPECT_TX(tc_mbarrier_expect_tx, tc_mbarrier *, TC_EMU_CTA)
TC_EMU_EXPECT_TX(tc_mbarrier_expect_tx_remote, tc_dsmem, TC_EMU_CLUSTER)
#undef TC_EMU_EXPECT_TX

TC_FN unsigned long long tc_mbarrier_arrive_state(tc_mbarrier *bar) {
    return tc_emu_mbarrier_arrive("tc_mbarrier_arrive_state", bar, 1, 0, TC_EMU_CTA);
}

/* They may come back too early, and say so. */
#define TC_EMU_MBARRIER_TRY(name, how)                                                             \
    TC_FN int name(tc_mbarrier *bar, unsigned parity) {                                            \
        return tc_emu_mbarrier_wait(#name, bar, parity, 1, how);                                   \
    }

TC_EMU_MBARRIER_TRY(tc_mbarrier_try_wait, TC_EMU_CTA)
TC_EMU_MBARRIER_TRY(tc_mbarrier_test_wait, TC_EMU_CTA)
TC_EMU_MBARRIER_TRY(tc_mbarrier_try_wait_cluster, TC_EMU_CLUSTER)
TC_EMU_MBARRIER_TRY(tc_mbarrier_test_wait_cluster, TC_EMU_CLUSTER)
TC_EMU_MBARRIER_TRY(tc_mbarrier_try_wait_relaxed, TC_EMU_RELAXED)
TC_EMU_MBARRIER_TRY(tc_mbarrier_test_wait_relaxed, TC_EMU_RELAXED)
TC_EMU_MBARRIER_TRY(tc_mbarrier_try_wait_cluster_relaxed, TC_EMU_CLUSTER | TC_EMU_RELAXED)
TC_EMU_MBARRIER_TRY(tc_mbarrier_test_wait_cluster_relaxed, TC_EMU_CLUSTER | TC_EMU_RELAXED)
#undef TC_EMU_MBARRIER_TRY

#define TC_EMU_MBARRIER_WAIT(name, how)                                                            \
    TC_FN void name(tc_mbarrier *bar, unsigned parity) {                                           \
        tc_emu_mbarrier_wait(#name, bar, parity, 0, how);                                          \
    }

TC_EMU_MBARRIER_WAIT(tc_mbarrier_wait, TC_EMU_CTA)
TC_EMU_MBARRIER_WAIT(tc_mbarrier_wait_cluster, TC_EMU_CLUSTER)
TC_EMU_MBARRIER_WAIT(tc_mbarrier_wait_relaxed, TC_EMU_RELAXED)
TC_EMU_MBARRIER_WAIT(tc_mbarrier_wait_cluster_relaxed, TC_EMU_CLUSTER | TC_EMU_RELAXED)
#undef TC_EMU_MBARRIER_WAIT

#define TC_EMU_MBARRIER_TRY_STATE(name, how)                                                       \
    TC_FN int name(tc_mbarrier *bar, unsigned long long state) {                                   \
        return tc_emu_mbarrier_wait_state(#name, bar, state, 1, how);                              \
    }

TC_EMU_MBARRIER_TRY_STATE(tc_mbarrier_try_wait_state, TC_EMU_CTA)
TC_EMU_MBARRIER_TRY_STATE(tc_mbarrier_test_wait_state, TC_EMU_CTA)
TC_EMU_MBARRIER_TRY_STATE(tc_mbarrier_try_wait_state_cluster, TC_EMU_CLUSTER)
TC_EMU_MBARRIER_TRY_STATE(tc_mbarrier_test_wait_state_cluster, TC_EMU_CLUSTER)
TC_EMU_MBARRIER_TRY_STATE(tc_mbarrier_try_wait_state_relaxed, TC_EMU_RELAXED)
TC_EMU_MBARRIER_TRY_STATE(tc_mbarrier_test_wait_state_relaxed, TC_EMU_RELAXED)
TC_EMU_MBARRIER_TRY_STATE(
    tc_mbarrier_try_wait_state_cluster_relaxed, TC_EMU_CLUSTER | TC_EMU_RELAXED)
TC_EMU_MBARRIER_TRY_STATE(
    tc_mbarrier_test_wait_state_cluster_relaxed, TC_EMU_CLUSTER | TC_EMU_RELAXED)
#undef TC_EMU_MBARRIER_TRY_STATE

#define TC_EMU_MBARRIER_WAIT_STATE(name, how)                                                      \
    TC_FN void name(tc_mbarrier *bar, unsigned long long state) {                                  \
        tc_emu_mbarrier_wait_state(#name, bar, state, 0, how);                                     \
    }

TC_EMU_MBARRIER_WAIT_STATE(tc_mbarrier_wait_state, TC_EMU_CTA)
TC_EMU_MBARRIER_WAIT_STATE(tc_mbarrier_wait_state_cluster, TC_EMU_CLUSTER)
TC_EMU_MBARRIER_WAIT_STATE(tc_mbarrier_wait_state_relaxed, TC_EMU_RELAXED)
TC_EMU_MBARRIER_WAIT_STATE(tc_mbarrier_wait_state_cluster_relaxed, TC_EMU_CLUSTER | TC_EMU_RELAXED)
#undef TC_EMU_MBARRIER_WAIT_STATE

#endif
