/* Where the lanes of a warp, or the threads of a CTA, call what all must call: every pair of two places, by file, line,
 * number of the call in its line, and the way there. What is not known is not compared. */
#include "emu_test.h"
#include <tilecopy/host/cuda/calls.h>

typedef struct {
    const char *file;
    int line;
    unsigned number;
} Place;
/* The same name in two texts, and in two folders. */
static const char of_file[] = "x/a.cu", again[] = "x/a.cu", of_other[] = "y/a.cu";
static const Place places[] = {
    {NULL, 0, 0},
    {NULL, 7, 3},
    {of_file, 7, 0},
    {again, 7, 3},
    {of_file, 7, 4},
    {of_file, 8, 3},
    {of_other, 7, 3}};
enum { PLACES = sizeof places / sizeof *places, THREADS = 64 };

typedef struct {
    const Place *a, *b; /* of the first half, and of the second */
    int whole; /* tc_cta_sync, and the halves are warps; else barrier 1, and halves of each warp */
    int frames_a, frames_b;
} args;

static __attribute__((noinline)) void first_way(const Place *at, int frames) {
    tc_emu_site(at->file, at->line, frames);
    tc_emu_number(at->number);
    tc_emu_barrier("tc_barrier_sync", 1, THREADS, 1);
}

static __attribute__((noinline)) void second_way(const Place *at, int frames) {
    tc_emu_site(at->file, at->line, frames);
    tc_emu_number(at->number);
    tc_emu_barrier("tc_barrier_sync", 1, THREADS, 1);
}

TC_KERNEL(meets, args) {
    const unsigned t = tc_thread_index();
    const int second = arg.whole ? t >= 32 : t % 32 >= 16;
    const Place *const at = second ? arg.b : arg.a;
    if (!arg.whole && second)
        second_way(at, arg.frames_b);
    else if (!arg.whole)
        first_way(at, arg.frames_a);
    else {
        tc_emu_number(at->number);
        tc_emu_cta_sync("tc_cta_sync", at->file, at->line);
    }
}

/* 1: in another line, 2: at another place of the line. */
static int apart(const Place *a, const Place *b) {
    if (!a->file || !b->file)
        return 0;
    if (a->line != b->line || strcmp(a->file, b->file) != 0)
        return 1;
    return a->number && b->number && a->number != b->number ? 2 : 0;
}

static void test_places(void) {
    tc_emu_config c = quiet(THREADS, 64);
    for (unsigned i = 0; i < PLACES; i++)
        for (unsigned k = 0; k < PLACES; k++)
            for (int whole = 0; whole < 2; whole++) {
                static char name[40], text[200];
                args a = {&places[i], &places[k], whole, 0, 0};
                const int is = apart(a.a, a.b);
                const char *const others =
                    whole ? "threads of the CTA call it" : "lanes of the warp called it";
                snprintf(name, sizeof name, "%s %u %u", whole ? "cta" : "warp", i, k);
                snprintf(
                    text,
                    sizeof text,
                    is == 1 ? "other %s at a.cu:%d, this one at a.cu:%d: all must come"
                            : "other %s at another place of a.cu:%d: all must come",
                    others,
                    a.a->line,
                    a.b->line);
                if (is)
                    fails(name, c, meets, &a, TC_EMU_DIVERGENT, text);
                else
                    once_passes(name, c, meets, &a);
            }
}

/* By two functions, of which the frames are known of both, of one or of none. */
static void test_frames(void) {
#if !defined(__OPTIMIZE__)
    tc_emu_config c = quiet(THREADS, 64);
    for (int frames = 0; frames < 4; frames++) {
        args a = {&places[3], &places[3], 0, frames & 1, frames >> 1};
        if (frames == 3)
            fails("two ways", c, meets, &a, TC_EMU_DIVERGENT, "came to it on another way");
        else
            once_passes("two ways", c, meets, &a);
    }
#endif
}

/* A number is that of one call: of the next one nothing is known, unless it is said again. */
TC_KERNEL(numbers_once, args) {
    const unsigned t = tc_thread_index();
    (void)arg;
    for (unsigned i = 0; i < 4; i++) {
        tc_emu_site("a.cu", 7 + (int)i, 0);
        if (i % 2 == 0 || t % 32 < 16)
            tc_emu_number(3 + i);
        tc_emu_barrier("tc_barrier_sync", 1, THREADS, 1);
    }
    for (unsigned i = 0; i < 4; i++) {
        if (i % 2 == 0 || t < 32)
            tc_emu_number(3 + i);
        tc_emu_cta_sync("tc_cta_sync", "a.cu", 20 + (int)i);
    }
    for (unsigned i = 0; i < 2; i++) { /* nor is the line that of the next one */
        if (i == 0 || t % 32 < 16)
            tc_emu_site("a.cu", 30 + (int)i, 0);
        tc_emu_barrier("tc_barrier_sync", 1, THREADS, 1);
    }
}

/* How many of the threads say yes, in each CTA of the grid, one to five times. */
static unsigned wrong_counts, counts;
TC_KERNEL(votes, args) {
    const unsigned t = tc_thread_index(), cta = tc_cta_index();
    (void)arg;
    for (unsigned i = 0; i < 1 + cta % 5; i++) {
        const int vote = t % 3 <= i;
        const unsigned want = i == 0   ? 22
                              : i == 1 ? 43
                                       : 64; /* of 0 to 63: t % 3 == 0 is 22 of them */
        wrong_counts += tc_emu_cta_count("count", "a.cu", 5, vote ? 2 : 0) != want;
        counts++;
    }
}

static void test_counts(void) {
    tc_emu_config c = quiet(THREADS, 64);
    args a = {NULL, NULL, 0, 0, 0};
    c.grid = 15;
    once_passes("votes", c, votes, &a);
    EXPECT(wrong_counts == 0 && counts == 3 * (1 + 2 + 3 + 4 + 5) * THREADS);
}

/* Without a seed the last lane is elected; with one each lane but the first at some time. */
static unsigned elected;
TC_KERNEL(elects, args) {
    (void)arg;
    if (tc_elect_one())
        elected = tc_thread_index();
}

static void test_elections(void) {
    for (unsigned lanes = 1; lanes <= 32;
         lanes += lanes < 4 ? 1 : 7) { /* 1 to 4, 11, 18, 25 and 32 */
        tc_emu_config c = quiet(lanes, 64);
        unsigned seen = 0;
        args a = {NULL, NULL, 0, 0, 0};
        for (c.seed = 0; c.seed < 150; c.seed++) {
            EXPECT(tc_emu_launch(&c, elects, &a) == 0);
            EXPECT(c.seed || elected == lanes - 1);
            seen |= c.seed ? 1u << elected : 0;
        }
        EXPECT(seen == (lanes == 1 ? 1 : 0xffffffffu >> (32 - lanes) & ~1u));
    }
}

/* Lane 31 exits. The others of its exchange go on when all of them have come, and lane 1 comes last: not while it waits
 * for something else, alone or in an exchange of its own with lane 2. */
enum { COMES, WAITS_ELSEWHERE, WAITS_IN_A_PAIR, NEVER_COMES, NEVER_COMES_OUT_OF_A_PAIR };
static unsigned lane_1;
TC_KERNEL(exits_beside, args) {
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)tc_smem();
    const unsigned t = tc_thread_index();
    const int pair = lane_1 == WAITS_IN_A_PAIR || lane_1 == NEVER_COMES_OUT_OF_A_PAIR;
    const int never = lane_1 >= NEVER_COMES;
    uint64_t all[32];
    (void)arg;
    if (t == 3)
        tc_mbarrier_init(bar, 1);
    tc_warp_sync();
    if (t == 31)
        return;
    if (t == 3 && !never)
        for (unsigned i = 0; i < 20; i++) /* the others wait by then */
            (void)tc_mbarrier_try_wait(bar, 0);
    if (t == 3 && !never)
        tc_mbarrier_arrive(bar);
    if (t == 2 && pair) { /* it does not take part in the exchange of all */
        tc_mbarrier_wait(bar, 0);
        tc_emu_exchange("exchange", 6, t, all);
        return;
    }
    if (t == 1 && pair)
        tc_emu_exchange("exchange", 6, t, all);
    else if (t == 1 && lane_1 != COMES)
        tc_mbarrier_wait(bar, 0);
    tc_emu_exchange("exchange", pair ? 0xfffffffb : 0xffffffff, t, all);
    if (all[0] != 0 || all[1] != 1 || all[30] != 30)
        tc_emu_check_failed("exchange", "a lane was not there");
    if (t == 3 && never)
        tc_mbarrier_arrive(bar);
}

static void test_exits(void) {
    tc_emu_config c = quiet(32, 64);
    args a = {NULL, NULL, 0, 0, 0};
    for (lane_1 = COMES; lane_1 < NEVER_COMES; lane_1++)
        passes("exits_beside", c, exits_beside, &a);
    for (; lane_1 <= NEVER_COMES_OUT_OF_A_PAIR; lane_1++)
        fails("never_comes", c, exits_beside, &a, TC_EMU_DIVERGENT, "wait at different places");
}

int main(void) {
    test_exits();
    test_elections();
    passes("numbers_once", quiet(THREADS, 64), numbers_once, &(args){NULL, NULL, 0, 0, 0});
    test_counts();
    test_places();
    test_frames();
    return unit_finish();
}
