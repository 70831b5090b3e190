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

/* ---- what owners hold --------------------------------------------------------------------------- */

/* Byte b of the registers is b % 5, but for `other` in byte `at` of `rank`. */
static void hold(
    const char *layout,
    unsigned threads,
    unsigned bits,
    unsigned rank,
    unsigned at,
    unsigned other) {
    unsigned char r[64];
    for (unsigned i = 0; i < 64; i++)
        r[i] = (unsigned char)(T % threads == rank && i == at ? other : i % 5);
    tc_emu_owners("relayout", "src", T % threads, threads, r, bits, layout);
}

/* Of two warps, of two warpgroups; each axis counts digits of its own. */
#define WARPS "S[(32,2):(1@laneid,1)]"
TC_KERNEL(owners_of_two_warps, args) {
    hold(WARPS, 64, 32, 99, 0, 0);
    hold(WARPS, 64, 32, 40, 7, 9);
}

TC_KERNEL(owners_in_the_second_cta, args) {
    hold(WARPS, 64, 32, RANK ? 40 : 99, 0, 9);
}

TC_KERNEL(owners_of_a_group, args) {
    hold("S[(4):(2@laneid)] + R[(2):(1@laneid)]", 8, 8, T >= 16 ? 3 : 99, 0, 9);
}

TC_KERNEL(owners_by_warp_of_a_group, args) {
    hold("2x4 S[(2,4):(1@wid_in_wg,1)] + 1@wid_in_wg", 128, 8, 70, 3, 9);
}

TC_KERNEL(owners_by_thread_of_a_group, args) {
    hold("S[(128):(1@tid_in_wg)] + 3@m", 256, 8, 200, 3, 9);
}

TC_KERNEL(owners_by_warpgroup, args) {
    hold("S[(2,4):(1@wgid,1)]", 256, 8, 255, 1, 9);
}

/* One thread has the element twice. */
TC_KERNEL(one_owner_differs, args) {
    hold("16x4 S[(64):(1@tx)] + R[(3):(5)] + 1@m[4:8, 0:4]", 64, 8, 23, 11, 9);
}

/* Register 3 of 4 bits is the upper half of byte 1. */
TC_KERNEL(owners_of_nibbles, args) {
    hold("S[(2,4):(1@warpid,1)]", 64, 4, 60, 1, 0x91);
}

TC_KERNEL(owners_of_128_bits, args) {
    hold("S[(2):(1)]", 32, 128, 31, 31, 9);
}

/* Outside the region, in a register of nobody, by who owns nothing; the calls of one are not those of another. */
TC_KERNEL(right_owners, args) {
    for (unsigned i = 0; i < 40; i++) {
        hold(WARPS "[0:32, 0:1]", 64, 32, 40, 4 + i % 4, 9);
        hold("S[(16,4):(1@laneid,1)] + R[(2):(16@laneid)]", 32, 8, T / 32 ? 8 : 16, 4 + i % 60, 9);
        hold("S[(8,4):(4@laneid,1)] + 1@laneid", 64, 8, 6, i % 4, 9);
        hold("S[(2,4):(32@tx,1)]", 64, 8, i % 64, i % 4, 9);
        hold("S[(2,3):(1@warpid,1)]", 64, 4, i, 1, 0x01 | (i << 4 & 0xf0));
        tc_emu_owners("relayout", "dst", 64, 64, NULL, 32, WARPS); /* no rank of it */
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

/* ---- indices of a scatter ----------------------------------------------------------------------- */

/* Every other number; what lies between them does not count, nor a row that is not there. */
TC_KERNEL(rows_are_stored_twice, args) {
    const int index[7] = {3, 5, -1, 5, 1, 5, 3};
    TC_CHECK_UNIQUE(T, index, 2, 4);
}

TC_KERNEL(right_rows_are_others, args) {
    const int index[7] = {3, 3, -1, 3, -1, 3, 0};
    TC_CHECK_UNIQUE(T, index, 2, 4);
    TC_CHECK_UNIQUE(T + 1, index, 1, 7);
}

/* ---- at random ---------------------------------------------------------------------------------- */

static unsigned state = 1;
static unsigned below(unsigned n) {
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % n;
}

enum { MOST = 24 };
static struct {
    int index[MOST];
    unsigned room, stride, count; /* of `room` numbers those beyond belong to nobody */
    unsigned times[MOST];         /* by rank: how often it calls */
    const int *at;
} drawn;

TC_KERNEL(asks_for_unique, args) {
    (void)arg;
    tc_emu_unique("store", "row", drawn.at, drawn.stride, drawn.count);
}

/* "row[4] and row[6] are both 3", or nothing: the first later one of two, and the first that equals it. */
static void expect_unique(char *text) {
    *text = 0;
    if (drawn.count > 1 && (drawn.count - 1) * drawn.stride >= drawn.room)
        return; /* reported where they are loaded */
    for (unsigned i = 0; i < drawn.count; i++)
        for (unsigned k = 0; k < i; k++) {
            const unsigned x = k * drawn.stride, y = i * drawn.stride;
            if (drawn.index[x] < 0 || drawn.index[x] != drawn.index[y])
                continue;
            sprintf(
                text, "store: row[%u] and row[%u] are both %d: two rows", x, y, drawn.index[x]);
            return;
        }
}

static void judge_launch(const char *name, tc_emu_config c, Kernel kernel, const char *want) {
    args a = {NULL};
    c.name = name;
    const int failed = tc_emu_launch(&c, kernel, &a);
    const char *const text = failed ? tc_emu_last()->text : "";
    EXPECT(failed == (*want != 0));
    EXPECT(!failed || tc_emu_last()->kind == TC_EMU_CHECK);
    EXPECT(strstr(text, want) != NULL);
    if (failed != (*want != 0) || !strstr(text, want))
        printf("%s\nwant: %s\n", text, want);
}

static void test_unique(void) {
    unsigned twice = 0, once = 0;
    for (unsigned n = 0; n < 300; n++) {
        char want[100];
        drawn.room = 6 + below(MOST - 5);
        drawn.stride = 1 + below(3);
        drawn.count = below(8) + 1;
        for (unsigned i = 0; i < MOST; i++)
            drawn.index[i] = (int)below(7) - 1;
        int *const at = (int *)tc_emu_gmem_alloc(drawn.room * sizeof *at, "row");
        memcpy(at, drawn.index, drawn.room * sizeof *at);
        drawn.at = at;
        expect_unique(want);
        judge_launch("asks_for_unique", quiet(1, 0), asks_for_unique, want);
        twice += *want != 0;
        once += !*want && drawn.count > 1;
        tc_emu_gmem_free(at);
    }
    EXPECT(twice > 50 && once > 50);
    tc_emu_unique("store", "row", drawn.index, 0, 2); /* the host asks for nothing */
}

TC_KERNEL(calls_so_often, args) {
    (void)arg;
    for (unsigned i = 0; RANK == 1 && i < drawn.times[T]; i++)
        tc_emu_called("copy", T, drawn.count);
    tc_emu_called("copy", drawn.count, drawn.count); /* no rank of it */
}

/* Of those that called least and most the first. */
static void test_calls_of_ranks(void) {
    unsigned differ = 0, same = 0;
    for (unsigned n = 0; n < 200; n++) {
        char want[100] = "";
        unsigned least = 0, most = 0;
        tc_emu_config c = quiet(MOST, 0);
        c.cluster = 2;
        c.grid = 4;
        drawn.count = 1 + below(1 + below(MOST));
        for (unsigned i = 0; i < MOST; i++)
            drawn.times[i] = i < drawn.count ? 2 + below(1 + below(3)) : 0;
        for (unsigned i = drawn.count; i > 0; i--) {
            least = drawn.times[i - 1] <= drawn.times[least] ? i - 1 : least;
            most = drawn.times[i - 1] >= drawn.times[most] ? i - 1 : most;
        }
        if (drawn.times[least] != drawn.times[most])
            sprintf(
                want,
                "copy: not all of its %u ranks called it in cta 1: rank %u %u times, rank %u %u "
                "times",
                drawn.count,
                least,
                drawn.times[least],
                most,
                drawn.times[most]);
        judge_launch("calls_so_often", c, calls_so_often, want);
        EXPECT(!*want || strcmp(tc_emu_last()->function, "copy") == 0);
        differ += *want != 0;
        same += !*want;
    }
    EXPECT(differ > 50 && same > 20);
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
    F(owners_of_two_warps,
      1,
      64,
      CHECK,
      "relayout: element (8,1) of src is 0x02010004 in rank 8 and "),
    F(owners_in_the_second_cta, 2, 64, CHECK, "element (8,0) of src is 0x03020100 in rank 8"),
    F(owners_of_a_group, 1, 64, CHECK, "element (1) of src is 0x00 in rank 2 and 0x09 in rank 3"),
    F(owners_by_warp_of_a_group,
      1,
      128,
      CHECK,
      "(1,3) of src is 0x03 in rank 64 and 0x09 in rank 70"),
    F(owners_by_thread_of_a_group,
      1,
      256,
      CHECK,
      "(72) of src is 0x03 in rank 72 and 0x09 in rank 200"),
    F(owners_by_warpgroup, 1, 256, CHECK, "(1,1) of src is 0x01 in rank 128 and 0x09 in rank 255"),
    F(one_owner_differs, 1, 64, CHECK, "(5,3) of src is 0x01 in rank 23 and 0x09 in rank 23"),
    F(owners_of_nibbles, 1, 64, CHECK, "(1,3) of src is 0x00 in rank 32 and 0x09 in rank 60"),
    F(owners_of_128_bits,
      1,
      32,
      CHECK,
      "(1) of src is 0x01000403020100040302010004030201 in rank 0"),
    F(rows_are_stored_twice, 1, 32, CHECK, "index[0] and index[6] are both 3: two rows"),
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
    passes("right_rows_are_others", quiet(64, 1024), right_rows_are_others, &a);
    passes("right_owners", quiet(64, 1024), right_owners, &a);
    passes("all_are_called", quiet(64, 1024), all_are_called, &a);
    tc_emu_gmem_free(a.g);
    test_unique();
    test_calls_of_ranks();
    reports_match("caller_edges");
    return unit_finish();
}
