/* Planted faults of accesses, of cp.async and of what brings threads together. */
#include "faults.h"

/* ---- single accesses ------------------------------------------------------------------------ */

TC_KERNEL(misaligned_load, args) {
    tc_b128 v;
    tc_load_global_b128(&v, arg.g + 8 * T);
}

TC_KERNEL(misaligned_store, args) {
    unsigned v = 0;
    tc_store_shared_b32(SMEM + 2, &v);
}

TC_KERNEL(past_the_end, args) {
    tc_b128 v;
    tc_load_global_b128(&v, arg.g + 1024 - 16 * 31 + 16 * T);
}

TC_KERNEL(before_the_start, args) {
    unsigned v = 1;
    tc_store_shared_b32(SMEM - 4, &v);
}

TC_KERNEL(half_outside, args) {
    TC_SHARED unsigned odd[3] __attribute__((aligned(16)));
    tc_b64 v = {{0, 0}};
    TC_SHARED_REGISTER(odd);
    tc_store_shared_b64(&odd[2], &v);
}

TC_KERNEL(wrong_space, args) {
    unsigned v;
    tc_load_shared_b32(&v, arg.g);
}

TC_KERNEL(uninitialised, args) {
    put(T);
    tc_cta_sync();
    get(T + 1);
}

TC_FN void tc_some_copy(const unsigned char *p, unsigned t) {
    TC_CHECK_ALIGN(p + 1, 1);
    TC_CHECK_LIMIT(t < 7);
}

TC_KERNEL(failed_check, args) {
    tc_some_copy(arg.g, T);
}

/* Scratch is of the CTA's own shared memory, whole, and of one array. */
static unsigned char *lower_of_two(void) {
    TC_SHARED unsigned first[32];
    TC_SHARED unsigned second[32];
    first[0] = second[0] = 0;
    return (unsigned char *)(&first[0] < &second[0] ? first : second);
}

TC_KERNEL(scratch_right, args) {
    TC_CHECK_SCRATCH(SMEM, 1024, 16);
    TC_CHECK_SCRATCH(SMEM + 16, 1008, 16);
    TC_CHECK_SCRATCH(lower_of_two(), 128, 4);
}

TC_KERNEL(scratch_too_short, args) {
    TC_CHECK_SCRATCH(SMEM + 16, 1009, 16);
}

TC_KERNEL(scratch_of_two_arrays, args) {
    TC_CHECK_SCRATCH(lower_of_two(), 132, 4);
}

TC_KERNEL(scratch_global, args) {
    TC_CHECK_SCRATCH(arg.g, 16, 16);
}

TC_KERNEL(scratch_own_variable, args) {
    unsigned v[4] = {0};
    TC_CHECK_SCRATCH(v, 16, 4);
}

TC_KERNEL(scratch_of_another, args) {
    static unsigned char *of_first;
    if (tc_cta_rank_in_cluster() == 0)
        of_first = SMEM;
    tc_cluster_sync();
    TC_CHECK_SCRATCH(of_first, 16, 16);
    tc_cluster_sync();
}

/* ---- races ---------------------------------------------------------------------------------- */

TC_KERNEL(read_after_write, args) {
    put(T);
    tc_warp_sync();
    get(T % 32); /* needs tc_cta_sync: warp 1 reads what warp 0 wrote */
}

TC_KERNEL(write_after_read, args) {
    put(T);
    tc_cta_sync();
    get(63 - T);
    put(T); /* needs another tc_cta_sync */
}

TC_KERNEL(write_after_write, args) {
    put(T % 32);
}

TC_KERNEL(no_warp_sync, args) {
    put(T);
    if (T == 31)
        get(0);
}

TC_KERNEL(shuffle_is_no_barrier, args) {
    unsigned v = 0;
    put(T);
    tc_shuffle_xor_b32(&v, &v, 1);
    get(T ^ 1);
}

TC_KERNEL(global_race, args) {
    unsigned v = T;
    tc_store_global_b32(arg.g + 4 * (T / 2), &v);
}

TC_KERNEL(matrix_race, args) {
    unsigned v[4] = {0, 0, 0, 0};
    tc_stmatrix_x4(SMEM + 16 * T, v);
    get(4 * ((T + 1) % 32)); /* needs tc_warp_sync */
}

/* The broadcast read of 64 threads must all be before the write of one of them. */
TC_KERNEL(many_readers, args) {
    if (T == 0)
        put(0);
    tc_cta_sync();
    get(0);
    tc_warp_sync();
    if (T == 0)
        put(0);
}

/* ---- cp.async ------------------------------------------------------------------------------- */

TC_KERNEL(no_wait, args) {
    tc_cp_async_b128(SMEM + 16 * T, arg.g + 16 * T);
    tc_cp_async_commit();
    tc_cta_sync();
    get(4 * T);
}

TC_KERNEL(not_committed, args) {
    tc_cp_async_b128(SMEM + 16 * T, arg.g + 16 * T);
    tc_cp_async_wait_group_0();
    get(4 * T);
}

TC_KERNEL(one_group_left, args) {
    tc_cp_async_b128(SMEM + 16 * T, arg.g + 16 * T);
    tc_cp_async_commit();
    tc_cp_async_wait_group_1();
    get(4 * T);
}

TC_KERNEL(wait_and_no_barrier, args) {
    tc_cp_async_b128(SMEM + 16 * T, arg.g + 16 * T);
    tc_cp_async_wait_all();
    get(T ? 4 * (T - 1) : 0);
}

TC_KERNEL(overwritten_in_flight, args) {
    tc_cp_async_b128(SMEM + 16 * T, arg.g + 16 * T);
    put(4 * T);
    tc_cp_async_wait_all();
}

TC_KERNEL(source_changed, args) {
    unsigned v = 1;
    tc_cp_async_b32(SMEM + 4 * T, arg.g + 4 * T);
    tc_store_global_b32(arg.g + 4 * T, &v);
    tc_cp_async_wait_all();
}

TC_KERNEL(too_many_bytes, args) {
    tc_cp_async_b64_zfill(SMEM + 8 * T, arg.g + 8 * T, 9);
}

/* ---- collectives ---------------------------------------------------------------------------- */

TC_KERNEL(half_a_warp, args) {
    if (T < 16)
        tc_warp_sync();
}

TC_KERNEL(half_a_shuffle, args) {
    unsigned v = T;
    if (T % 2)
        tc_shuffle_b32(&v, &v, 1);
    tc_warp_sync();
}

TC_KERNEL(shuffle_after_exit, args) {
    unsigned v = T;
    if (T == 7)
        return;
    tc_shuffle_xor_b32(&v, &v, 1);
}

TC_KERNEL(shuffle_of_a_short_warp, args) {
    unsigned v = T;
    tc_shuffle_b32(&v, &v, 20);
}

TC_KERNEL(two_shuffles, args) {
    unsigned v = T;
    if (T < 16)
        tc_shuffle_b32(&v, &v, 1);
    else
        tc_shuffle_up_b32(&v, &v, 1);
}

/* A shuffle brings the lanes together and orders no memory. */
TC_KERNEL(shuffle_for_a_sync, args) {
    unsigned v = T;
    put(T);
    tc_shuffle_b32(&v, &v, 3);
    get(T ^ 1);
}

TC_KERNEL(two_collectives, args) {
    unsigned v = 0;
    if (T < 16)
        tc_warp_sync();
    else
        tc_shuffle_b32(&v, &v, 0);
}

TC_KERNEL(matrix_by_eight, args) {
    unsigned v;
    put(T);
    tc_warp_sync();
    if (T < 8)
        tc_ldmatrix_x1(&v, SMEM + 16 * T);
}

TC_KERNEL(matrix_misaligned, args) {
    unsigned v;
    tc_ldmatrix_x1(&v, SMEM + 24 * T);
}

TC_KERNEL(elect_in_a_branch, args) {
    if (T != 3 && tc_elect_one())
        put(0);
    tc_warp_sync();
}

TC_KERNEL(lanes_have_left, args) {
    if (T % 32 < 5)
        return;
    tc_barrier_sync(1, 64);
}

TC_KERNEL(leaves_the_others, args) {
    if (T != 31)
        tc_warp_sync();
}

TC_KERNEL(lanes_at_two_barriers, args) {
    if (T % 32 < 5)
        tc_barrier_sync(1, 64);
    else
        tc_barrier_sync(2, 64);
}

TC_KERNEL(masks_differ, args) {
    tc_warp_sync_mask(T < 16 ? 0x1FFFFu : 0xFFFFFFFFu);
}

/* ---- barriers ------------------------------------------------------------------------------- */

TC_KERNEL(barrier_short, args) {
    if (T < 32)
        tc_barrier_sync(3, 64);
}

TC_KERNEL(barrier_counts, args) {
    tc_barrier_sync(3, T < 32 ? 64 : 32);
}

TC_KERNEL(barrier_sixteen, args) {
    tc_barrier_sync(16, 64);
}

TC_KERNEL(barrier_of_33, args) {
    tc_barrier_sync(1, 33);
}

TC_KERNEL(arrive_sees_nothing, args) {
    put(T);
    if (T < 32) {
        tc_barrier_arrive(1, 64);
        get(T + 32);
    } else {
        tc_barrier_sync(1, 64);
    }
}

TC_KERNEL(cluster_arrive_twice, args) {
    tc_cluster_arrive();
    tc_cluster_arrive();
}

TC_KERNEL(cluster_wait_first, args) {
    tc_cluster_wait();
}

TC_KERNEL(one_cta_stays_away, args) {
    if (tc_cta_rank_in_cluster() == 0) {
        tc_cluster_sync();
    } else {
        if (T == 0)
            tc_mbarrier_init(BAR, 1);
        tc_cta_sync();
        tc_mbarrier_wait(BAR, 0);
    }
}

TC_KERNEL(no_such_cta, args) {
    (void)tc_map_to_cta(SMEM, 2);
}

/* ---- the table ------------------------------------------------------------------------------ */

#define NOT_SHARED "bytes of shared memory"
static const Fault faults[] = {
    F(scratch_too_short, 1, 32, CHECK, NOT_SHARED),
    F(scratch_of_two_arrays, 1, 32, CHECK, NOT_SHARED),
    F(scratch_global, 1, 32, CHECK, NOT_SHARED),
    F(scratch_own_variable, 1, 32, CHECK, NOT_SHARED),
    F(scratch_of_another, 2, 32, CHECK, NOT_SHARED),
    F(misaligned_load, 1, 32, MISALIGNED, "thread 1 (warp 0 lane 1), step 1: tc_load_global_b128"),
    F(misaligned_store, 1, 32, MISALIGNED, "not 4-byte aligned"),
    F(past_the_end,
      1,
      64,
      OUTSIDE,
      "no buffer of global memory is there\n|step 1: tc_load_global_b128\n|16"
      " bytes at 'g' + 1024 (0x400)\n"),
    F(before_the_start, 1, 32, OUTSIDE, "'dynamic shared memory' - 4"),
    F(half_outside, 1, 32, OUTSIDE, "past the buffer"),
    F(wrong_space, 1, 32, OUTSIDE, "shared memory is needed"),
    F(uninitialised,
      1,
      32,
      UNINITIALISED,
      "thread 31 (warp 0 lane 31), step 3: |4 bytes at 'dynamic shared "
      "memory' + 128 (0x80), "),
    F(failed_check, 1, 32, CHECK, "tc_some_copy: not true: t < 7"),
    F(read_after_write, 1, 64, RACE, "reads the bytes that thread 31 of CTA 0 wrote"),
    F(write_after_read, 1, 64, RACE, "and no barrier orders the two"),
    F(write_after_write, 1, 64, RACE, "writes the bytes that thread 0 of CTA 0 wrote"),
    F(no_warp_sync,
      1,
      32,
      RACE,
      "reads the bytes that thread 0 of CTA 0 wrote, and no barrier orders "
      "the two\n|thread 31 (warp 0 lane 31), step 2: |4 bytes at 'dynamic "
      "shared memory' + 0 (0x0), "),
    F(shuffle_is_no_barrier, 1, 32, RACE, "step 3: tc_load_shared_b32"),
    F(global_race, 1, 32, RACE, "tc_store_global_b32"),
    F(matrix_race, 1, 32, RACE, "tc_load_shared_b32"),
    F(many_readers, 1, 64, RACE, "writes the bytes that thread 63"),
    F(no_wait, 1, 32, IN_FLIGHT, "tc_cp_async_b128 of thread 31 of CTA 0, its step 1"),
    F(not_committed, 1, 32, IN_FLIGHT, "tc_load_shared_b32"),
    F(one_group_left, 1, 32, IN_FLIGHT, "has not yet written"),
    F(wait_and_no_barrier, 1, 32, RACE, "tc_load_shared_b32"),
    F(overwritten_in_flight, 1, 32, IN_FLIGHT, "tc_store_shared_b32"),
    F(source_changed,
      1,
      32,
      IN_FLIGHT,
      "tc_cp_async_b32 of thread 0 of CTA 0, its step 1, still reads the "
      "bytes; nobody waited for it\n|step 2: tc_store_global_b32\n|4 bytes at"
      " 'g' + 0 (0x0)\n"),
    F(too_many_bytes, 1, 32, ARGUMENT, "9 bytes to copy, at most 8"),
    F(half_a_warp,
      1,
      32,
      DIVERGENT,
      "the thread exits, lane 0 waits for it in tc_warp_sync\n|thread 16 "
      "(warp 0 lane 16), step 1: return|call: cta 0 thread 0 (warp 0 lane 0),"
      " step 1: tc_warp_sync\n"),
    F(half_a_shuffle,
      1,
      32,
      DIVERGENT,
      "lane 0 of the warp waits in tc_warp_sync\n|thread 1 (warp 0 lane 1), "
      "step 1: tc_shuffle_b32\n"),
    F(shuffle_after_exit,
      1,
      32,
      DIVERGENT,
      "the thread exits, lane 0 waits for it in tc_shuffle_xor_b32\n|thread 7"
      " (warp 0 lane 7), step 1: return"),
    F(shuffle_of_a_short_warp,
      1,
      16,
      DIVERGENT,
      "lane 0 asks lane 20, which does not exist\n|thread 15 "),
    F(two_shuffles, 1, 32, DIVERGENT, "waits in tc_shuffle_b32"),
    F(shuffle_for_a_sync,
      1,
      32,
      RACE,
      "reads the bytes that thread 30 of CTA 0 wrote, and no barrier orders "
      "the two\n|thread 31 (warp 0 lane 31), step 3: |4 bytes at 'dynamic "
      "shared memory' + 120 (0x78), "),
    F(two_collectives, 1, 32, DIVERGENT, "waits in tc_warp_sync"),
    F(matrix_by_eight,
      1,
      32,
      DIVERGENT,
      "lane 31 of the warp has exited\n|thread 0 (warp 0 lane 0), step 3: "
      "tc_ldmatrix_x1\n"),
    F(matrix_misaligned, 1, 32, MISALIGNED, "16-byte aligned"),
    F(elect_in_a_branch,
      1,
      32,
      DIVERGENT,
      "lane 0 of the warp waits in tc_elect_one\n|thread 3 (warp 0 lane 3), "
      "step 1: tc_warp_sync\n"),
    F(lanes_have_left,
      1,
      64,
      DIVERGENT,
      "lane 0 of the warp has exited\n|thread 5 (warp 0 lane 5), step 1: "
      "tc_barrier_sync\n"),
    F(leaves_the_others, 1, 32, DIVERGENT, "the thread exits, lane 0 waits for it in tc_warp_sync"),
    F(lanes_at_two_barriers, 1, 64, DIVERGENT, "(1, 64), this one with (2, 64)"),
    F(masks_differ, 1, 32, DIVERGENT, "waits with the mask 0x0001ffff"),
    F(barrier_short, 1, 64, DEADLOCK, "barrier 3: 32 of 64 arrived"),
    F(barrier_counts, 1, 64, BARRIER, "in use for 64 threads, the caller says 32"),
    F(barrier_sixteen, 1, 64, ARGUMENT, "there are 0 to 15"),
    F(barrier_of_33, 1, 64, ARGUMENT, "not a multiple of 32"),
    F(arrive_sees_nothing, 1, 64, UNINITIALISED, "tc_load_shared_b32"),
    F(cluster_arrive_twice,
      2,
      64,
      BARRIER,
      "the thread has arrived at the cluster barrier and has not "
      "waited\n|thread 0 (warp 0 lane 0), step 2: tc_cluster_arrive\n"),
    F(cluster_wait_first, 2, 64, BARRIER, "has not arrived"),
    F(one_cta_stays_away, 2, 64, DEADLOCK, "64 of 128 threads arrived"),
    F(no_such_cta, 2, 32, ARGUMENT, "CTA 2: the cluster has 2"),
};

/* A name of C that only begins a little like one of C++: _Z3get is get(), and of3get is of3get. */
TC_FN void of3get(unsigned at) {
    unsigned v;
    tc_load_shared_b32(&v, SMEM + 4 + 4 * at);
}

TC_KERNEL(reads_in_of3get, args) {
    put(T);
    if (T == 31)
        of3get(T - 31);
}

int main(void) {
    args a;
    a.g = tc_emu_gmem_alloc(1024, "g");
    planted(faults, sizeof faults / sizeof *faults, &a);
    passes("scratch_right", quiet(32, 1024), scratch_right, &a);
    fails("in a function", quiet(32, 1024), no_warp_sync, &a, TC_EMU_RACE, "in: get");
    EXPECT(strcmp(tc_emu_last()->function, "get") == 0);
    tc_emu_config c = quiet(32, 1024);
    EXPECT(tc_emu_launch(&c, reads_in_of3get, &a) == 1);
    EXPECT(strcmp(tc_emu_last()->function, "of3get") == 0);
    reports_match("faults");
    return unit_finish();
}
