/* What the emulator tells beside the faults of the other programs: warnings on stderr, who did not call a
 * watched function, warps of few lanes, many waiters, names that C++ makes, where an address lies. All of
 * it is in reports/told.txt. */
#define _POSIX_C_SOURCE 200809L
#include "faults.h"
#include <unistd.h>

/* ---- functions that TC_CHECK watches ---------------------------------------------------------- */

TC_KERNEL(all_call, args) {
    tc_emu_called("copy", T, 64);
    tc_emu_called("copy", 64, 64); /* no rank of it */
    tc_emu_called(T < 32 ? "one" : "other", T % 32, 32);
    tc_emu_called("once more", T, 64);
    tc_emu_called("once more", T, 64);
}

TC_KERNEL(one_does_not_call, args) {
    if (T != 9)
        tc_emu_called("copy", T, 64);
}

TC_KERNEL(last_does_not_call, args) {
    if (T != 63)
        tc_emu_called("copy", T, 64);
    tc_emu_called("other", T, 64);
}

TC_KERNEL(first_calls_twice, args) {
    tc_emu_called("copy", T, 64);
    if (T == 0)
        tc_emu_called("copy", T, 64);
}

TC_KERNEL(two_call_otherwise, args) {
    for (unsigned i = 0; i < 2u + (T == 40) - (T == 41); i++)
        tc_emu_called("copy", T, 64);
}

TC_KERNEL(of_another_count, args) {
    tc_emu_called("copy", T, T < 32 ? 64 : 65);
}

TC_KERNEL(second_cta_does_not, args) {
    if (tc_cta_index() != 1 || T != 5)
        tc_emu_called("copy", T, 64);
}

TC_KERNEL(in_two_branches, args) {
    if (T < 16)
        tc_emu_converged("copy");
    else
        tc_emu_converged("move");
}

TC_KERNEL(half_is_converged, args) {
    if (T < 16)
        tc_emu_converged("copy");
}

static const unsigned T0 = 9;

/* What the ranks of a function pass: by call, by group of threads, by function and by name. */
static void pass(const char *function, const char *name, unsigned threads, unsigned value) {
    tc_emu_same(function, name, T % threads, threads, &value, sizeof value);
}

TC_KERNEL(all_pass_alike, args) {
    pass("copy", "&v", 64, 1);
    pass("copy", "&v", 64, 2);
    pass("copy", "w", 64, 3);
    pass("move", "w", 64, 4);
    pass("move", "w", 32, 5 + T / 32);
    tc_emu_same("copy", "&v", 64, 64, &T0, sizeof T0); /* no rank of it */
}

TC_KERNEL(one_passes_another, args) {
    pass("copy", "&v", 64, 1);
    pass("copy", "&v", 64, T == 40 ? 3 : 2);
}

TC_KERNEL(first_passes_more, args) {
    pass("copy", "&v", 64, 7);
    if (T == 0)
        pass("copy", "&v", 64, 8);
}

/* ---- warps of few lanes ----------------------------------------------------------------------- */

TC_KERNEL(matrix_of_8_lanes, args) {
    unsigned v[4];
    if (T >= 32)
        tc_ldmatrix_x1(v, SMEM + 16 * (T % 8));
}

TC_KERNEL(store_of_8_lanes, args) {
    unsigned v[4] = {0, 0, 0, 0};
    if (T >= 32)
        tc_stmatrix_x1(SMEM + 16 * (T % 8), v);
}

TC_KERNEL(redux_of_8_lanes, args) {
    unsigned v = T;
    tc_redux_add_u32(&v, &v);
}

TC_KERNEL(mma_of_8_lanes, args) {
    unsigned c[4] = {0, 0, 0, 0};
    tc_mma_m16n8k8_f16(c, c, c);
}

TC_KERNEL(shuffle_beyond_8_lanes, args) {
    unsigned v = T;
    tc_shuffle_xor_b32(&v, &v, 8);
}

TC_KERNEL(within_8_lanes, args) {
    unsigned v = T, w;
    tc_warp_sync();
    tc_shuffle_xor_b32(&w, &v, 7);
    tc_shuffle_xor_b32(&w, &v, 0);
    tc_shuffle_up_b32(&w, &v, 3);
    tc_warp_sync_mask(0xff);
    tc_cta_sync();
}

TC_KERNEL(not_in_the_mask, args) {
    tc_warp_sync_mask(0x7fffffff);
}

TC_KERNEL(two_masks, args) {
    tc_warp_sync_mask(T < 16 ? 0xffffffff : 0xfffffffe);
}

TC_KERNEL(two_primitives, args) {
    if (T < 16)
        tc_warp_sync();
    else
        tc_warp_sync_mask(0xffffffff);
}

TC_KERNEL(two_counts, args) {
    tc_barrier_sync(1 + T / 16 % 2, 64);
}

TC_KERNEL(waits_for_one_that_exits, args) {
    if (T != 31)
        tc_warp_sync();
}

/* Lane 31 waits for nobody of the others. */
TC_KERNEL(exits_beside_a_mask, args) {
    if (T < 31)
        tc_warp_sync_mask(0x7fffffff);
}

/* The same in the second warp, and lane 16 of it. */
TC_KERNEL(lane_16_exits_beside_a_mask, args) {
    if (T >= 32 && T != 48)
        tc_warp_sync_mask(0xfffeffff);
}

/* ---- addresses of matrices: only the first 8, 16, 32 lanes give one --------------------------- */

#define MATRIX(name, count, call)                                                                  \
    TC_KERNEL(name##_passes, args) {                                                               \
        unsigned v[4] = {0, 0, 0, 0};                                                              \
        unsigned char *at = SMEM + 16 * T;                                                         \
        tc_store_shared_b128(at, v);                                                               \
        tc_cta_sync();                                                                             \
        at = T < 8 * (count) ? at : NULL;                                                          \
        call;                                                                                      \
    }                                                                                              \
    TC_KERNEL(name##_last, args) {                                                                 \
        unsigned v[4] = {0, 0, 0, 0};                                                              \
        unsigned char *at = SMEM + 16 * T + (T == 8 * (count)-1 ? 8 : 0);                          \
        call;                                                                                      \
    }                                                                                              \
    TC_KERNEL(name##_outside, args) {                                                              \
        unsigned v[4] = {0, 0, 0, 0};                                                              \
        unsigned char *at = SMEM + 16 * T + (T == 8 * (count)-1 ? 1024 : 0);                       \
        call;                                                                                      \
    }
#define MATRICES(X)                                                                                \
    X(load_x1, 1, tc_ldmatrix_x1(v, at))                                                           \
    X(load_x2, 2, tc_ldmatrix_x2(v, at))                                                           \
    X(load_x4, 4, tc_ldmatrix_x4_trans(v, at))                                                     \
    X(store_x1, 1, tc_stmatrix_x1(at, v))                                                          \
    X(store_x2, 2, tc_stmatrix_x2_trans(at, v))                                                    \
    X(store_x4, 4, tc_stmatrix_x4(at, v))
MATRICES(MATRIX)

/* ---- who waits -------------------------------------------------------------------------------- */

/* 16 warps of two CTAs, each at a barrier of its own that one more warp would open: the first 16 of those
 * that wait are named. */
TC_KERNEL(everybody_waits, args) {
    tc_barrier_sync(T / 32, 64);
}

TC_KERNEL(waits_of_all_kinds, args) {
    if (T == 0)
        tc_mbarrier_init(BAR, 3);
    tc_cluster_sync();
    if (tc_cta_rank_in_cluster() == 1) {
        tc_cluster_sync();
    } else if (T < 32) {
        tc_mbarrier_wait(BAR, 0);
    } else if (T < 64) {
        tc_barrier_sync(3, 64);
    } else {
        tc_barrier_sync(4, 96);
    }
}

/* More than a report has room for. */
TC_KERNEL(waits_in_many_words, args) {
    if (T == 0)
        tc_emu_shared(BAR, 16 * 8, "barriers whose name alone is a whole line of the report, in");
    for (unsigned i = 0; T == 0 && i < 16; i++)
        tc_mbarrier_init(BAR + i, 1);
    tc_cta_sync();
    if (T % 32 == 0)
        tc_mbarrier_wait(BAR + T / 32, 0);
}

/* Names are those of one launch. */
TC_KERNEL(without_names, args) {
    unsigned v;
    tc_load_shared_b32(&v, BAR);
}

TC_KERNEL(a_lane_waits, args) {
    if (T == 7)
        tc_barrier_sync(1, 64);
    else
        tc_warp_sync();
}

/* ---- where ------------------------------------------------------------------------------------ */

TC_KERNEL(near_nothing, args) {
    unsigned v;
    tc_load_global_b32(&v, (const void *)(size_t)64);
}

TC_KERNEL(before_the_buffer, args) {
    unsigned v;
    tc_load_global_b32(&v, arg.g - 4);
}

TC_KERNEL(last_of_it, args) {
    unsigned v;
    tc_load_global_b32(&v, arg.g + 1020);
    tc_load_global_b32(&v, arg.g + 1024);
}

TC_KERNEL(of_the_second_cluster, args) {
    unsigned v = 1;
    if (tc_emu_cta() == 3)
        tc_load_shared_b32(&v, SMEM + 4);
}

TC_KERNEL(asks, args) {
    unsigned v[2];
    v[0] = tc_emu_ctas();
    v[1] = tc_emu_smem_bytes();
    tc_fence_cta();
    tc_fence_device();
    tc_fence_cluster();
    if (tc_emu_cta() == 0 && T == 0)
        tc_store_global_b64(arg.g, v);
}

TC_KERNEL(reads_one_byte, args) {
    unsigned char v;
    tc_load_global_b8(&v, arg.g + T);
}

/* Plain code that nobody watches. */
static int beside;
TC_KERNEL(writes_behind, args) {
    volatile unsigned char *g = arg.g;
    if (T == 0)
        g[1024 + beside] = 0;
}

TC_KERNEL(writes_before, args) {
    volatile unsigned char *g = arg.g;
    if (T == 0)
        g[-beside] = 0;
}

/* As C++ names them: _ZL4copy4args, the static array `tile` in it. */
static void in_cpp(args arg) __asm__("_ZL9copy_rows4args");
static void in_cpp_outside(args arg) __asm__("_Z7outside4args");
static __thread unsigned char tile[64] __asm__("_ZZL9copy_rows4argsE4tile");
static __thread unsigned char lone[64] __asm__("_ZL4lone");
static __thread unsigned char dotted[64] __asm__("kernel__body.dotted");
static __thread unsigned char numbered[64] __asm__("numbered.7");

static void in_cpp(args arg) {
    unsigned v = arg.g[0];
    tc_store_shared_b32(tile, &v);
    tc_store_shared_b32(lone, &v);
    tc_store_shared_b32(dotted, &v);
    tc_load_shared_b32(&v, tile + 8 + (v & 0));
}

static void in_cpp_outside(args arg) {
    unsigned v = arg.g[0];
    tc_load_shared_b32(&v, numbered + 4);
}

TC_KERNEL(called_in_cpp, args) {
    in_cpp(arg);
}

TC_KERNEL(called_outside, args) {
    in_cpp_outside(arg);
}

static void read_lone(void) {
    unsigned v;
    tc_load_shared_b32(&v, lone + 12);
}

TC_KERNEL(reads_lone, args) {
    read_lone();
}

TC_KERNEL(reads_dotted, args) {
    unsigned v;
    tc_load_shared_b32(&v, dotted + 16);
}

TC_KERNEL(registered, args) {
    unsigned v = 0;
    tc_emu_shared(tile, 32, "half a tile");
    tc_emu_shared(tile, 64, "not again");
    tc_store_shared_b32(tile + 28, &v);
    tc_load_shared_b32(&v, tile + 20);
}

/* A name ends with its array, and so does an access. */
TC_KERNEL(behind_a_name, args) {
    unsigned v;
    tc_emu_shared(tile, 32, "half a tile");
    tc_load_shared_b32(&v, tile + 32);
}

TC_KERNEL(more_than_is_named, args) {
    unsigned v[2];
    tc_emu_shared(SMEM, 4, "a word");
    tc_emu_shared(SMEM + 4, 4, "the next");
    tc_load_shared_b64(v, SMEM);
}

TC_KERNEL(first_of_lone, args) {
    unsigned v;
    tc_load_shared_b32(&v, lone);
}

/* More names than are kept. */
TC_KERNEL(names_of_all, args) {
    for (unsigned i = 0; i < 1024; i++)
        tc_emu_shared(SMEM + i, 1, "one of many");
}

/* What is not loaded is zero, all of it and no more. */
TC_KERNEL(loads_or_zero, args) {
    const unsigned ones = 0xffffffffu;
    unsigned v[8];
    memset(v, 0xff, sizeof v);
    tc_load_global_b32_or_zero(v, arg.g, 0);
    EXPECT(v[0] == 0 && v[1] == ones);
    tc_load_global_b64_or_zero(v + 1, arg.g, 0);
    EXPECT(v[1] == 0 && v[2] == 0 && v[3] == ones);
    tc_load_global_b128_or_zero(v + 3, arg.g, 0);
    EXPECT(v[3] == 0 && v[4] == 0 && v[5] == 0 && v[6] == 0 && v[7] == ones);
}

/* ---- warnings --------------------------------------------------------------------------------- */

TC_KERNEL(leaves_copies, args) {
    tc_cp_async_b32(SMEM + 4 * T, arg.g + 4 * T);
    if (T < 2)
        tc_cp_async_b32(SMEM + 512 + 4 * T, arg.g + 4 * T);
}

TC_KERNEL(leaves_a_barrier, args) {
    if (T < 32)
        tc_barrier_arrive(5, 64);
}

TC_KERNEL(nobody_waits, args) {
    if (T == 0)
        tc_mbarrier_init(BAR, 32);
    tc_cta_sync();
    tc_cp_async_b32(SMEM + 4 * T, arg.g + 4 * T);
    if (T < 32)
        tc_cp_async_mbarrier_arrive_noinc(BAR);
}

/* 70 warnings with 70 numbers of copies. */
TC_KERNEL(leaves_more_each, args) {
    for (unsigned i = 0; i <= T; i++)
        tc_cp_async_b32(SMEM + 4 * (T * (T + 1) / 2 + i), arg.g);
}

/* What it says on stderr goes to the reports. */
static void warns(const char *name, tc_emu_config c, Kernel kernel, args *a, unsigned count) {
    FILE *file = tmpfile();
    size_t used = strlen(reports);
    const int usual = dup(2);
    c.name = name;
    fflush(stderr);
    if (file)
        dup2(fileno(file), 2);
    EXPECT_OF(name, tc_emu_launch(&c, kernel, a) == 0);
    fflush(stderr);
    dup2(usual, 2);
    close(usual);
    EXPECT_OF(name, tc_emu_last()->warnings == count);
    used += (size_t)snprintf(reports + used, sizeof reports - used, "== %s\n", name);
    if (!file)
        return;
    rewind(file);
    used += fread(reports + used, 1, sizeof reports - 1 - used, file);
    reports[used] = 0;
    fclose(file);
}

static tc_emu_kind told;
static unsigned told_times;
static void tell(const tc_emu_report *report) {
    told = report->kind;
    told_times++;
}

/* The caller's own function is called once, of what is wrong. */
static void test_told_of(args *a) {
    tc_emu_config c = quiet(64, 1024);
    c.on_error = tell;
    passes("tells nothing", c, all_call, a);
    EXPECT(told_times == 0);
    EXPECT(tc_emu_launch(&c, one_does_not_call, a) && told_times == 1 && told == TC_EMU_CHECK);
}

static void test_warnings(args *a) {
    tc_emu_config c = quiet(64, 1024);
    c.quiet = 0;
    warns("leaves_copies", c, leaves_copies, a, 2);
    warns("leaves_a_barrier", c, leaves_a_barrier, a, 1);
    warns("nobody_waits", c, nobody_waits, a, 2);
    c.grid = 2;
    warns("leaves_copies twice", c, leaves_copies, a, 2);
    c.quiet = 1;
    warns("quiet", c, leaves_copies, a, 2);
    c.smem_bytes = 70 * 71 / 2 * 4;
    for (c.block = 63, c.grid = 1; c.block < 70; c.block++) { /* 64 are kept */
        EXPECT(tc_emu_launch(&c, leaves_more_each, a) == 0);
        EXPECT(tc_emu_last()->warnings == (c.block < 64 ? 63 : 64));
    }
}

/* ---- the table -------------------------------------------------------------------------------- */

#define LAST_OF(name, count, call) F(name##_last, 1, 32, MISALIGNED, "16"),
#define OUTSIDE_OF(name, count, call) F(name##_outside, 1, 32, OUTSIDE, "16"),
static const Fault faults[] = {
    F(one_does_not_call, 1, 64, CHECK, "rank 9 0 times"),
    F(last_does_not_call, 1, 64, CHECK, "rank 63 0 times"),
    F(first_calls_twice, 1, 64, CHECK, "rank 0 2 times"),
    F(two_call_otherwise, 1, 64, CHECK, "rank 41 1 times, rank 40 3 times"),
    F(of_another_count, 1, 64, CHECK, "not all of its"),
    F(second_cta_does_not, 2, 64, CHECK, "in cta 1: rank 5 0 times"),
    F(one_passes_another, 1, 64, CHECK, "rank 40 does not pass the same v as rank 0"),
    F(in_two_branches, 1, 32, DIVERGENT, "called copy here"),
    F(half_is_converged, 1, 32, DIVERGENT, "exits"),
    F(matrix_of_8_lanes, 1, 40, DIVERGENT, "has 8 lanes"),
    F(store_of_8_lanes, 1, 40, DIVERGENT, "has 8 lanes"),
    F(redux_of_8_lanes, 1, 8, DIVERGENT, "has 8 lanes"),
    F(mma_of_8_lanes, 1, 8, DIVERGENT, "has 8 lanes"),
    F(shuffle_beyond_8_lanes, 1, 8, DIVERGENT, "lane 0 asks lane 8"),
    F(not_in_the_mask, 1, 32, DIVERGENT, "is not in the mask"),
    F(two_masks, 1, 32, DIVERGENT, "mask"),
    F(two_primitives, 1, 32, DIVERGENT, "waits in tc_warp_sync"),
    F(two_counts, 1, 64, DIVERGENT, "called it with"),
    F(waits_for_one_that_exits, 1, 32, DIVERGENT, "exits"),
    F(everybody_waits, 2, 512, DEADLOCK, "barrier 15: 32 of 64 arrived"),
    F(waits_of_all_kinds, 2, 96, DEADLOCK, "nobody can go on"),
    F(waits_in_many_words, 1, 512, DEADLOCK, "threads 384 to 384"),
    F(without_names, 1, 512, UNINITIALISED, "'dynamic shared memory' + 512"),
    F(a_lane_waits, 1, 64, DIVERGENT, "lanes"),
    F(near_nothing, 1, 32, OUTSIDE, "near no known buffer"),
    F(before_the_buffer, 1, 32, OUTSIDE, "'g' - 4 (0x4)"),
    F(last_of_it, 1, 32, OUTSIDE, "'g' + 1024"),
    F(called_in_cpp, 1, 32, UNINITIALISED, "'tile' + 8"),
    F(called_outside, 1, 32, UNINITIALISED, "'numbered' + 4"),
    F(reads_lone, 1, 32, UNINITIALISED, "'lone' + 12"),
    F(reads_dotted, 1, 32, UNINITIALISED, "'dotted' + 16"),
    F(registered, 1, 32, UNINITIALISED, "'half a tile' + 20"),
    F(behind_a_name, 1, 32, UNINITIALISED, "'tile' + 32"),
    F(more_than_is_named, 1, 32, OUTSIDE, "the access ends 4 bytes past the buffer"),
    F(first_of_lone, 1, 32, UNINITIALISED, "'lone' + 0"),
    MATRICES(LAST_OF) MATRICES(OUTSIDE_OF)};

#define PASSES(name, call_name, call) passes(#name, quiet(32, 1024), name##_passes, &a);

int main(void) {
    args a;
    tc_emu_config c = quiet(64, 1024);
    a.g = tc_emu_gmem_alloc(1024, "g");
    memset(a.g, 0, 1024);
    passes("all_call", c, all_call, &a);
    EXPECT(tc_emu_launch(&c, one_does_not_call, &a) && !strcmp(tc_emu_last()->function, "copy"));
    tc_emu_called("outside of all kernels", 0, 32);
    passes("nothing is left of that", c, all_call, &a);
    passes("first_passes_more", c, first_passes_more, &a);
    passes("all_pass_alike", c, all_pass_alike, &a); /* nothing is left of the other calls */
    passes("names_of_all", quiet(1, 1024), names_of_all, &a);
    tc_emu_shared(a.g, 4, "outside of all kernels");
    passes("within_8_lanes", quiet(8, 1024), within_8_lanes, &a);
    passes("exits_beside_a_mask", quiet(32, 1024), exits_beside_a_mask, &a);
    passes("lane_16_exits", c, lane_16_exits_beside_a_mask, &a);
    once_passes("loads_or_zero", quiet(1, 1024), loads_or_zero, &a);
    MATRICES(PASSES)
    planted(faults, sizeof faults / sizeof *faults, &a);

    c.cluster = 2;
    c.grid = 4;
    fails("of the second cluster", c, of_the_second_cluster, &a, TC_EMU_UNINITIALISED, "of cta 3");
    c.seed = 77;
    fails("with a seed", c, of_the_second_cluster, &a, TC_EMU_UNINITIALISED, "seed: 77");
    fails("second_cta of all", c, second_cta_does_not, &a, TC_EMU_CHECK, "in cta 1");
    c.seed = 0;
    passes("asks", c, asks, &a);
    EXPECT(a.g[0] == 4 && a.g[4] == 0 && a.g[5] == 4);
    c.smem_bytes = 0; /* 48 KiB */
    passes("asks for the usual", c, asks, &a);
    EXPECT(a.g[4] == 0 && a.g[5] == 48 * 4);
    test_told_of(&a);

    test_warnings(&a);
    c = quiet(32, 1024);
    beside = 3;
    fails("writes_behind", c, writes_behind, &a, TC_EMU_OUTSIDE, "3 bytes after");
    a.g[1024 + 3] = 0xDB;
    fails("writes_before", c, writes_before, &a, TC_EMU_OUTSIDE, "3 bytes before");
    a.g[-3] = 0xDB;
    beside = 0;
    fails("writes_next", c, writes_behind, &a, TC_EMU_OUTSIDE, "0 bytes after");
    a.g[1024] = 0xDB;
    beside = 1;
    fails("writes_just_before", c, writes_before, &a, TC_EMU_OUTSIDE, "1 bytes before");
    a.g[-1] = 0xDB;
    tc_emu_gmem_uninitialised(a.g + 31, 1025 - 31); /* more than there is: nothing */
    passes("all of it is written", c, reads_one_byte, &a);
    tc_emu_gmem_uninitialised(a.g + 32, 1024 - 32);
    passes("the first are written", c, reads_one_byte, &a);
    tc_emu_gmem_uninitialised(a.g + 31, 1);
    fails("one is not", c, reads_one_byte, &a, TC_EMU_UNINITIALISED, "'g' + 31");
    EXPECT(tc_emu_last()->bytes == 1);
    EXPECT(!strcmp(tc_emu_kind_name(TC_EMU_NOT_STARTED), "the other CTA may not have started"));
    EXPECT(!strcmp(tc_emu_kind_name((tc_emu_kind)(TC_EMU_NOT_STARTED + 1)), "?"));

    tc_emu_gmem_free(a.g);
    fails("freed", c, reads_one_byte, &a, TC_EMU_OUTSIDE, "no buffer of global memory is there");
    *strstr(reports, "== freed") = 0; /* an address is in it */
    reports_match("told");
    return unit_finish();
}
