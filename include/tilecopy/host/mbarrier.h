/* mbarrier.h: the primitives of ../mbarrier.h on the CPU. From primitives.h. */
#ifndef TILECOPY_HOST_MBARRIER_H
#define TILECOPY_HOST_MBARRIER_H

TC_FN void tc_mbarrier_init(tc_mbarrier *bar, unsigned arrivals) {
    tc_emu_mbarrier_init("tc_mbarrier_init", bar, arrivals);
}

TC_FN void tc_mbarrier_inval(tc_mbarrier *bar) {
    tc_emu_mbarrier_inval("tc_mbarrier_inval", bar);
}

TC_FN void tc_mbarrier_arrive(tc_mbarrier *bar) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive", bar, 1, 0, 0);
}

TC_FN int tc_mbarrier_try_wait(tc_mbarrier *bar, unsigned parity) {
    return tc_emu_mbarrier_wait("tc_mbarrier_try_wait", bar, parity, 1, 0);
}

TC_FN void tc_mbarrier_wait(tc_mbarrier *bar, unsigned parity) {
    tc_emu_mbarrier_wait("tc_mbarrier_wait", bar, parity, 0, 0);
}

TC_FN void tc_fence_mbarrier_init(void) {
    tc_emu_fence_mbarrier_init("tc_fence_mbarrier_init");
}

TC_FN void tc_mbarrier_arrive_expect_tx(tc_mbarrier *bar, unsigned bytes) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive_expect_tx", bar, 1, bytes, 0);
}

TC_FN void tc_mbarrier_expect_tx(tc_mbarrier *bar, unsigned bytes) {
    tc_emu_mbarrier_arrive("tc_mbarrier_expect_tx", bar, 0, bytes, 0);
}

TC_FN void tc_mbarrier_arrive_remote(tc_dsmem bar) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive_remote", bar, 1, 0, TC_EMU_CLUSTER);
}

TC_FN int tc_mbarrier_try_wait_cluster(tc_mbarrier *bar, unsigned parity) {
    return tc_emu_mbarrier_wait("tc_mbarrier_try_wait_cluster", bar, parity, 1, TC_EMU_CLUSTER);
}

TC_FN void tc_mbarrier_wait_cluster(tc_mbarrier *bar, unsigned parity) {
    tc_emu_mbarrier_wait("tc_mbarrier_wait_cluster", bar, parity, 0, TC_EMU_CLUSTER);
}

TC_FN int tc_mbarrier_test_wait(tc_mbarrier *bar, unsigned parity) {
    return tc_emu_mbarrier_wait("tc_mbarrier_test_wait", bar, parity, 1, 0);
}

TC_FN unsigned long long tc_mbarrier_arrive_state(tc_mbarrier *bar) {
    return tc_emu_mbarrier_arrive("tc_mbarrier_arrive_state", bar, 1, 0, 0);
}

TC_FN int tc_mbarrier_try_wait_state(tc_mbarrier *bar, unsigned long long state) {
    return tc_emu_mbarrier_wait_state("tc_mbarrier_try_wait_state", bar, state, 1, 0);
}

TC_FN int tc_mbarrier_test_wait_state(tc_mbarrier *bar, unsigned long long state) {
    return tc_emu_mbarrier_wait_state("tc_mbarrier_test_wait_state", bar, state, 1, 0);
}

TC_FN void tc_mbarrier_wait_state(tc_mbarrier *bar, unsigned long long state) {
    tc_emu_mbarrier_wait_state("tc_mbarrier_wait_state", bar, state, 0, 0);
}

TC_FN int tc_mbarrier_try_wait_state_cluster(tc_mbarrier *bar, unsigned long long state) {
    return tc_emu_mbarrier_wait_state(
        "tc_mbarrier_try_wait_state_cluster", bar, state, 1, TC_EMU_CLUSTER);
}

TC_FN int tc_mbarrier_test_wait_state_cluster(tc_mbarrier *bar, unsigned long long state) {
    return tc_emu_mbarrier_wait_state(
        "tc_mbarrier_test_wait_state_cluster", bar, state, 1, TC_EMU_CLUSTER);
}

TC_FN void tc_mbarrier_wait_state_cluster(tc_mbarrier *bar, unsigned long long state) {
    tc_emu_mbarrier_wait_state("tc_mbarrier_wait_state_cluster", bar, state, 0, TC_EMU_CLUSTER);
}

TC_FN int tc_mbarrier_test_wait_cluster(tc_mbarrier *bar, unsigned parity) {
    return tc_emu_mbarrier_wait("tc_mbarrier_test_wait_cluster", bar, parity, 1, TC_EMU_CLUSTER);
}

TC_FN int tc_mbarrier_try_wait_relaxed(tc_mbarrier *bar, unsigned parity) {
    return tc_emu_mbarrier_wait("tc_mbarrier_try_wait_relaxed", bar, parity, 1, TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_wait_relaxed(tc_mbarrier *bar, unsigned parity) {
    tc_emu_mbarrier_wait("tc_mbarrier_wait_relaxed", bar, parity, 0, TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_arrive_count(tc_mbarrier *bar, unsigned arrivals) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive_count", bar, arrivals, 0, TC_EMU_COUNT);
}

TC_FN void tc_mbarrier_arrive_relaxed(tc_mbarrier *bar) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive_relaxed", bar, 1, 0, TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_arrive_remote_relaxed(tc_dsmem bar) {
    tc_emu_mbarrier_arrive(
        "tc_mbarrier_arrive_remote_relaxed", bar, 1, 0, TC_EMU_CLUSTER | TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_arrive_count_remote(tc_dsmem bar, unsigned arrivals) {
    tc_emu_mbarrier_arrive(
        "tc_mbarrier_arrive_count_remote", bar, arrivals, 0, TC_EMU_CLUSTER | TC_EMU_COUNT);
}

TC_FN void tc_mbarrier_arrive_expect_tx_remote(tc_dsmem bar, unsigned bytes) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive_expect_tx_remote", bar, 1, bytes, TC_EMU_CLUSTER);
}

TC_FN void tc_mbarrier_expect_tx_remote(tc_dsmem bar, unsigned bytes) {
    tc_emu_mbarrier_arrive("tc_mbarrier_expect_tx_remote", bar, 0, bytes, TC_EMU_CLUSTER);
}

TC_FN void tc_mbarrier_arrive_count_relaxed(tc_mbarrier *bar, unsigned arrivals) {
    tc_emu_mbarrier_arrive(
        "tc_mbarrier_arrive_count_relaxed", bar, arrivals, 0, TC_EMU_RELAXED | TC_EMU_COUNT);
}

TC_FN void tc_mbarrier_arrive_expect_tx_relaxed(tc_mbarrier *bar, unsigned bytes) {
    tc_emu_mbarrier_arrive("tc_mbarrier_arrive_expect_tx_relaxed", bar, 1, bytes, TC_EMU_RELAXED);
}

TC_FN int tc_mbarrier_test_wait_relaxed(tc_mbarrier *bar, unsigned parity) {
    return tc_emu_mbarrier_wait("tc_mbarrier_test_wait_relaxed", bar, parity, 1, TC_EMU_RELAXED);
}

TC_FN int tc_mbarrier_try_wait_state_relaxed(tc_mbarrier *bar, unsigned long long state) {
    return tc_emu_mbarrier_wait_state(
        "tc_mbarrier_try_wait_state_relaxed", bar, state, 1, TC_EMU_RELAXED);
}

TC_FN int tc_mbarrier_test_wait_state_relaxed(tc_mbarrier *bar, unsigned long long state) {
    return tc_emu_mbarrier_wait_state(
        "tc_mbarrier_test_wait_state_relaxed", bar, state, 1, TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_wait_state_relaxed(tc_mbarrier *bar, unsigned long long state) {
    tc_emu_mbarrier_wait_state("tc_mbarrier_wait_state_relaxed", bar, state, 0, TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_arrive_count_remote_relaxed(tc_dsmem bar, unsigned arrivals) {
    tc_emu_mbarrier_arrive(
        "tc_mbarrier_arrive_count_remote_relaxed",
        bar,
        arrivals,
        0,
        TC_EMU_CLUSTER | TC_EMU_RELAXED | TC_EMU_COUNT);
}

TC_FN void tc_mbarrier_arrive_expect_tx_remote_relaxed(tc_dsmem bar, unsigned bytes) {
    tc_emu_mbarrier_arrive(
        "tc_mbarrier_arrive_expect_tx_remote_relaxed",
        bar,
        1,
        bytes,
        TC_EMU_CLUSTER | TC_EMU_RELAXED);
}

TC_FN int tc_mbarrier_try_wait_cluster_relaxed(tc_mbarrier *bar, unsigned parity) {
    return tc_emu_mbarrier_wait(
        "tc_mbarrier_try_wait_cluster_relaxed", bar, parity, 1, TC_EMU_CLUSTER | TC_EMU_RELAXED);
}

TC_FN int tc_mbarrier_try_wait_state_cluster_relaxed(tc_mbarrier *bar, unsigned long long state) {
    return tc_emu_mbarrier_wait_state(
        "tc_mbarrier_try_wait_state_cluster_relaxed",
        bar,
        state,
        1,
        TC_EMU_CLUSTER | TC_EMU_RELAXED);
}

TC_FN int tc_mbarrier_test_wait_cluster_relaxed(tc_mbarrier *bar, unsigned parity) {
    return tc_emu_mbarrier_wait(
        "tc_mbarrier_test_wait_cluster_relaxed", bar, parity, 1, TC_EMU_CLUSTER | TC_EMU_RELAXED);
}

TC_FN int tc_mbarrier_test_wait_state_cluster_relaxed(tc_mbarrier *bar, unsigned long long state) {
    return tc_emu_mbarrier_wait_state(
        "tc_mbarrier_test_wait_state_cluster_relaxed",
        bar,
        state,
        1,
        TC_EMU_CLUSTER | TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_wait_cluster_relaxed(tc_mbarrier *bar, unsigned parity) {
    tc_emu_mbarrier_wait(
        "tc_mbarrier_wait_cluster_relaxed", bar, parity, 0, TC_EMU_CLUSTER | TC_EMU_RELAXED);
}

TC_FN void tc_mbarrier_wait_state_cluster_relaxed(tc_mbarrier *bar, unsigned long long state) {
    tc_emu_mbarrier_wait_state(
        "tc_mbarrier_wait_state_cluster_relaxed", bar, state, 0, TC_EMU_CLUSTER | TC_EMU_RELAXED);
}

#endif
