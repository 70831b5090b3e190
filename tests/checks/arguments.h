/* arguments.h: the part of calls.h about arguments that must not overlap, and those that all threads must pass
 * alike. */
#ifndef CHECKS_ARGUMENTS_H
#define CHECKS_ARGUMENTS_H

/* ---- what must not overlap -------------------------------------------------------------------- */

TC_KERNEL(copied_onto_itself, calls_args) {
    tc_call_cta(arg.dst, arg.dst);
}

TC_KERNEL(copied_onto_its_half, calls_args) {
    tc_call_cta(arg.dst + 256, arg.dst);
}

#define RENAME(to, from)                                                                           \
    unsigned a[16] __attribute__((aligned(16))) = {0};                                             \
    tc_call_renamed(a + (to), a + (from));                                                         \
    for (unsigned j = 0; j < 8; j++)                                                               \
    tc_store_global_b32(arg.dst + 8 * T + j, &arg.src[8 * T + j])

TC_KERNEL(renamed_onto_itself, calls_args) {
    RENAME(4, 4);
}

TC_KERNEL(renamed_onto_its_end, calls_args) {
    RENAME(7, 0);
}

TC_KERNEL(renamed_apart, calls_args) {
    RENAME(8, 0);
}

TC_KERNEL(rows_side_by_side, calls_args) {
    TC_SHARED unsigned s[256] __attribute__((aligned(16)));
    for (unsigned i = 0; i < 128; i++)
        tc_store_shared_b32(s + i / 4 * 8 + i % 4, &arg.src[i]);
    tc_call_beside(s + 4, s);
    for (unsigned i = 0; i < 128; i++) {
        unsigned v;
        tc_load_shared_b32(&v, s + i / 4 * 8 + 4 + i % 4);
        tc_store_global_b32(arg.dst + i, &v);
    }
}

TC_KERNEL(rows_onto_themselves, calls_args) {
    TC_SHARED unsigned s[256] __attribute__((aligned(16)));
    tc_call_beside(s, s);
    tc_store_global_b32(arg.dst, s);
}

/* ---- what all pass alike ---------------------------------------------------------------------- */

/* Each warp copies its 64 words, each lane two of them, by way of all lanes. */
TC_KERNEL(taken_one_by_one, calls_args) {
    const unsigned at = T / 32 * 64, lane = T % 32;
    for (unsigned i = 0; i < 64; i++) {
        unsigned x;
        /* another number in each warp */
        tc_extract_call_taken(&x, &arg.src[at + lane * 2], (i + T / 32) % 64);
        if (lane == 0)
            tc_store_global_b32(arg.dst + at + (i + T / 32) % 64, &x);
    }
}

TC_KERNEL(taken_by_lane, calls_args) {
    const unsigned a[2] = {T, T};
    unsigned x;
    tc_extract_call_taken(&x, a, T % 32);
    tc_store_global_b32(arg.dst + T, &x);
}

/* Groups of 8 lanes, each with a number of its own. */
TC_KERNEL(put_by_group, calls_args) {
    const unsigned x = arg.src[T / 8 * 8 + T / 8];
    unsigned b;
    tc_insert_call_put(&b, &arg.src[T], &x, T / 8);
    tc_store_global_b32(arg.dst + T, &b);
}

TC_KERNEL(put_by_lane, calls_args) {
    const unsigned a = T, x = 7;
    unsigned b;
    tc_insert_call_put(&b, &a, &x, T == 13 ? 4 : 3);
    tc_store_global_b32(arg.dst + T, &b);
}

TC_KERNEL(put_another_value, calls_args) {
    const unsigned a = T, x = T == 12 ? 8 : 7;
    unsigned b;
    tc_insert_call_put(&b, &a, &x, 3);
    tc_store_global_b32(arg.dst + T, &b);
}

TC_KERNEL(summed_onto_another, calls_args) {
    const unsigned a[2] = {1, 1}, c = T == 40;
    unsigned s;
    tc_reduce_call_sum(&s, a, &c);
    tc_store_global_b32(arg.dst + T, &s);
}

TC_KERNEL(summed_onto_itself, calls_args) {
    unsigned s = T / 32;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned a[2] = {i, i};
        tc_reduce_call_sum(&s, a, &s);
    }
    if (s == T / 32 + 64 * 6)
        tc_store_global_b32(arg.dst + T, &arg.src[T]);
}

/* ---- elements with several owners ------------------------------------------------------------- */

/* Both warps hold the first 64 words, two of them in a lane; all but `rank`, which brings another second one. */
#define OWNED(owner)                                                                               \
    unsigned a[2] __attribute__((aligned(16)));                                                    \
    tc_load_global_b64(a, arg.src + T % 32 * 2);                                                   \
    if (T == (owner))                                                                              \
    a[1]++

TC_KERNEL(kept, calls_args) {
    unsigned b[4] __attribute__((aligned(16)));
    for (unsigned i = 0; i < 2; i++) {
        OWNED(64);
        tc_call_kept(b, a);
        tc_store_global_b64(arg.dst + T * 2, T < 32 ? b + 2 : &arg.src[T * 2]);
    }
}

TC_KERNEL(kept_of_another, calls_args) {
    unsigned b[4] __attribute__((aligned(16)));
    OWNED(37);
    tc_call_kept(b, a);
    tc_store_global_b64(arg.dst + T * 2, b + 2);
}

/* Each half of the lanes has the first 32 words. */
TC_KERNEL(dealt, calls_args) {
    TC_SHARED unsigned s[64] __attribute__((aligned(16)));
    unsigned b;
    tc_call_dealt(&b, &arg.src[T % 16 * 2], s);
    tc_store_global_b32(arg.dst + T, &b);
}

TC_KERNEL(dealt_of_another, calls_args) {
    TC_SHARED unsigned s[64] __attribute__((aligned(16)));
    unsigned b;
    tc_call_dealt(&b, &arg.src[(T == 21 ? 6 : T % 16) * 2], s);
    tc_store_global_b32(arg.dst + T, &b);
}

/* Of a copy the lowest owner's counts: the second warp may hold anything. */
TC_KERNEL(stored_of_the_lowest, calls_args) {
    OWNED(37);
    tc_call_stored(arg.dst, a);
}

TC_KERNEL(rows_onto_another, calls_args) {
    const unsigned a[2] = {1, 2}, c = T == 22 ? 9 : T / 4;
    unsigned s;
    tc_reduce_call_rows(&s, a, &c);
    tc_store_global_b32(arg.dst + T, &s);
}

#endif
