/* What all lanes of a warp must call together, `.aligned` in PTX, called in both branches of an `if` that divides the
 * warp: the lanes meet, and not at one instruction. */
#include "faults.h"

/* What is .aligned must be one call for all lanes; in two branches there are two. */
static void two_calls(int which) {
    unsigned a[4] = {T, 0, 0, 0}, b[2] = {T, 0}, c[4] = {0, 0, 0, 0};
    put(T);
    tc_warp_sync();
    switch (which) {
    case 0:
        if (T < 16)
            tc_ldmatrix_x1(a, SMEM + 16 * (T % 8));
        else
            tc_ldmatrix_x1(a, SMEM + 16 * (T % 8));
        break;
    case 1:
        if (T < 16)
            tc_stmatrix_x1(SMEM + 16 * (T % 8), a);
        else
            tc_stmatrix_x1(SMEM + 16 * (T % 8), a);
        break;
    case 2:
        if (T < 16)
            tc_mma_m16n8k16_f16(c, a, b);
        else
            tc_mma_m16n8k16_f16(c, a, b);
        break;
    case 3:
        if (T < 16)
            tc_barrier_sync(1, 32);
        else
            tc_barrier_sync(1, 32);
        break;
    case 4:
        if (T < 16)
            tc_barrier_arrive(1, 64);
        else
            tc_barrier_arrive(1, 64);
        break;
    case 5:
        if (T < 16)
            tc_movmatrix(a, a);
        else
            tc_movmatrix(a, a);
        break;
    default:
        if (T < 16)
            tc_cluster_sync();
        else
            tc_cluster_sync();
    }
}

#define TWO(name, number)                                                                          \
    TC_KERNEL(name, args) {                                                                        \
        two_calls(number);                                                                         \
    }
TWO(two_ldmatrix, 0)
TWO(two_stmatrix, 1)
TWO(two_mma, 2)
TWO(two_barrier_syncs, 3)
TWO(two_barrier_arrives, 4)
TWO(two_movmatrix, 5)
TWO(two_cluster_syncs, 6)

/* One call after branches, in a loop, and in a function that is called twice by all. */
TC_FN void matrix(unsigned *v) {
    tc_ldmatrix_x1(v, SMEM + 16 * (T % 8));
    TC_CHECK_CONVERGED();
}

TC_KERNEL(right_calls, args) {
    unsigned v = 0, seen = 0;
    put(T);
    tc_cta_sync();
    for (unsigned i = 0; i < 3; i++) {
        if (T < 16)
            get(T);
        else if (T < 20)
            seen++;
        matrix(&v);
        if (T % 2)
            v++;
        tc_ldmatrix_x1(&v, SMEM + 16 * (T % 8));
        if (i == 1)
            matrix(&v);
        tc_barrier_sync(3 + T / 32, 32);
    }
    /* warps may each be at a call of its own */
    if (T < 32)
        tc_barrier_sync(2, 64);
    else
        tc_barrier_sync(2, 64);
}

/* What calls it is called in two branches; an optimised program has one call, or two, of either. */
TC_KERNEL(two_calls_of_a_function, args) {
    unsigned v;
    put(T);
    tc_warp_sync();
    if (T < 16)
        matrix(&v);
    else
        matrix(&v);
}

/* Both calls on one line: their numbers in the text tell them apart, optimised too. */
TC_KERNEL(ldmatrix_on_one_line, args) {
    unsigned v, w;
    put(T);
    tc_warp_sync();
    T < 16 ? tc_ldmatrix_x1(&v, SMEM) : tc_ldmatrix_x1(&w, SMEM);
}

TC_KERNEL(barriers_on_one_line, args) {
    T < 16 ? tc_barrier_sync(1, 32) : tc_barrier_sync(1, 32);
}

TC_KERNEL(cta_syncs_on_one_line, args) {
    T < 32 ? tc_cta_sync() : tc_cta_sync();
}

static const Fault faults[] = {
    F(two_ldmatrix, 1, 32, DIVERGENT, "all must come to the same call"),
    F(two_stmatrix, 1, 32, DIVERGENT, "all must come to the same call"),
    F(two_mma, 1, 32, DIVERGENT, "called it at test_call_faults.c:"),
    F(two_barrier_syncs, 1, 32, DIVERGENT, "all must come to the same call"),
    F(two_barrier_arrives, 1, 64, DIVERGENT, "all must come to the same call"),
    F(two_movmatrix, 1, 32, DIVERGENT, "all must come to the same call"),
    F(two_cluster_syncs, 2, 32, DIVERGENT, "all must come to the same call"),
    F(ldmatrix_on_one_line, 1, 32, DIVERGENT, "called it at another place of test_call_faults.c:"),
    F(barriers_on_one_line, 1, 32, DIVERGENT, "called it at another place of test_call_faults.c:"),
    F(cta_syncs_on_one_line, 1, 64, DIVERGENT, "call it at another place of test_call_faults.c:"),
#if !defined(__OPTIMIZE__)
    F(two_calls_of_a_function, 1, 32, DIVERGENT, "all must come by the same calls"),
#endif
};

int main(void) {
    args a = {NULL};
    (void)two_calls_of_a_function;
    planted(faults, sizeof faults / sizeof *faults, &a);
    passes("right_calls", quiet(64, 1024), right_calls, &a);
    reports_match("call_faults");
    return unit_finish();
}
