/* What the emulator keeps of functions that TC_CHECK watches, at its edges: by CTA, by name and by number of threads,
 * call by call. */
#include "faults.h"

#define RANK tc_cta_rank_in_cluster()

static void pass(const char *function, const char *name, unsigned threads, unsigned value) {
    tc_emu_same(function, name, T % threads, threads, &value, sizeof value);
}

/* ---- ranks and lanes ---------------------------------------------------------------------------- */

/* Only in the second warp. */
TC_KERNEL(rank_of_the_lane_beside, args) {
    tc_emu_called("copy", T < 32 ? T : T ^ 1, 64);
    tc_emu_converged("copy");
}

/* ---- what all pass ------------------------------------------------------------------------------ */

TC_KERNEL(second_cta_differs, args) {
    pass("copy", "v", 64, RANK == 1 && T == 40);
}

TC_KERNEL(first_of_two_names_differs, args) {
    pass("copy", "v", 64, T == 40 ? 3 : 2);
    pass("copy", "w", 64, 1);
}

TC_KERNEL(second_of_two_names_differs, args) {
    pass("copy", "v", 64, 1);
    pass("copy", "w", 64, T == 40 ? 3 : 2);
}

TC_KERNEL(first_of_two_functions_differs, args) {
    pass("copy", "v", 64, T == 40 ? 3 : 2);
    pass("move", "v", 64, 1);
}

/* The first that passes anything is not rank 0. */
TC_KERNEL(differs_from_the_last, args) {
    if (T < 32)
        tc_barrier_sync(1, 64);
    pass("copy", "v", 64, T == 5);
    if (T >= 32)
        tc_barrier_arrive(1, 64);
}

TC_KERNEL(second_group_differs, args) {
    pass("copy", "v", 8, T / 8 + (T == 13));
}

TC_KERNEL(last_byte_differs, args) {
    const unsigned char v[5] = {1, 2, 3, 4, T == 3};
    tc_emu_same("copy", "v", T, 32, v, 5);
}

TC_KERNEL(many_calls_differ_late, args) {
    for (unsigned i = 0; i < 40; i++)
        pass("copy", "v", 64, i + (T == 63 && i == 39));
}

/* Calls of one are not those of another; what lies behind the bytes does not count. */
TC_KERNEL(right_many_calls, args) {
    const unsigned char v[5] = {1, 2, 3, 4, (unsigned char)T};
    for (unsigned i = 0; i < 40; i++) {
        pass("copy", "v", 64, i);
        pass("copy", "w", 64, 2 * i);
        pass("move", "v", 64, 3 * i);
        pass("copy", "v", 32, 100 * (T / 32) + i);
        pass("copy", "x", 64, RANK);
        tc_emu_same("copy", "y", T, 64, v, 4);
        tc_emu_same("copy", "nothing", T, 64, v, 0);
    }
}

/* ---- who calls ---------------------------------------------------------------------------------- */

/* Of two functions, and of two counts of one, each is asked for itself. */
TC_KERNEL(one_of_two_is_not_called, args) {
    tc_emu_called("copy", T, 64);
    tc_emu_called("copy", T % 32, 32);
    if (T != 7)
        tc_emu_called("move", T, 64);
}

TC_KERNEL(all_are_called, args) {
    tc_emu_called("copy", T, 64);
    tc_emu_called("copy", T % 32, 32);
    tc_emu_called("move", T, 64);
    tc_emu_called("one", 0, 1);
}

/* ---- the table ---------------------------------------------------------------------------------- */

static const Fault faults[] = {
    F(rank_of_the_lane_beside, 1, 64, CHECK, "rank 33 is lane 0 of its warp: rank % 32"),
    F(second_cta_differs, 2, 64, CHECK, "copy: rank 40 does not pass the same v as rank 0"),
    F(first_of_two_names_differs, 1, 64, CHECK, "copy: rank 40 does not pass the same v as rank 0"),
    F(second_of_two_names_differs, 1, 64, CHECK, "rank 40 does not pass the same w as rank 0"),
    F(first_of_two_functions_differs, 1, 64, CHECK, "copy: rank 40 does not pass the same v"),
    F(second_group_differs, 1, 64, CHECK, "rank 5 does not pass the same v as rank 0"),
    F(last_byte_differs, 1, 32, CHECK, "rank 3 does not pass the same v as rank 0"),
    F(many_calls_differ_late, 1, 64, CHECK, "rank 63 does not pass the same v as rank 0"),
    F(one_of_two_is_not_called, 1, 64, CHECK, "move: not all of its 64 ranks called it in cta 0"),
};

int main(void) {
    args a;
    a.g = tc_emu_gmem_alloc(1024, "g");
    planted(faults, sizeof faults / sizeof *faults, &a);
    fails(
        "differs_from_the_last",
        quiet(64, 1024),
        differs_from_the_last,
        &a,
        TC_EMU_CHECK,
        "rank 5 does not pass the same v as rank 32");
    passes("right_many_calls", quiet(64, 1024), right_many_calls, &a);
    passes("all_are_called", quiet(64, 1024), all_are_called, &a);
    tc_emu_gmem_free(a.g);
    reports_match("caller_edges");
    return unit_finish();
}
