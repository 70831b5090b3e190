/* Where the lanes of a warp, or the threads of a CTA, meet: every pair of two places, by file, line, number of the call in
 * its line, and the way there; who is elected, who is left waiting, what orders a wait. And whom a report speaks of. */
#include "include/tilecopy/host/involved.h"

#include "emu_test.h"
#include <tilecopy/host/cuda/calls.h>

typedef struct {
    const char *file;
    int line;
    unsigned number;
} Spot;
/* The same name in two texts, and in two folders. */
static const char of_file[] = "x/a.cu", again[] = "x/a.cu", of_other[] = "y/a.cu";
static const Spot places[] = {
    {NULL, 0, 0},
    {NULL, 7, 3},
    {of_file, 7, 0},
    {again, 7, 3},
    {of_file, 7, 4},
    {of_file, 8, 3},
    {of_other, 7, 3}};
enum { PLACES = sizeof places / sizeof *places, THREADS = 64 };

typedef struct {
    const Spot *a, *b; /* of the first half, and of the second */
    int whole; /* tc_cta_sync, and the halves are warps; else barrier 1, and halves of each warp */
    int frames_a, frames_b;
} site_args;

static __attribute__((noinline)) void first_way(const Spot *at, int frames) {
    tc_emu_site(at->file, at->line, frames);
    tc_emu_number(at->number);
    tc_emu_barrier("tc_barrier_sync", 1, THREADS, 1);
}

static __attribute__((noinline)) void second_way(const Spot *at, int frames) {
    tc_emu_site(at->file, at->line, frames);
    tc_emu_number(at->number);
    tc_emu_barrier("tc_barrier_sync", 1, THREADS, 1);
}

TC_KERNEL(meets, site_args) {
    const unsigned t = tc_thread_index();
    const int second = arg.whole ? t >= 32 : t % 32 >= 16;
    const Spot *const at = second ? arg.b : arg.a;
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
static int apart(const Spot *a, const Spot *b) {
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
                site_args a = {&places[i], &places[k], whole, 0, 0};
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
        site_args a = {&places[3], &places[3], 0, frames & 1, frames >> 1};
        if (frames == 3)
            fails("two ways", c, meets, &a, TC_EMU_DIVERGENT, "came to it on another way");
        else
            once_passes("two ways", c, meets, &a);
    }
#endif
}

/* A number is that of one call: of the next one nothing is known, unless it is said again. */
TC_KERNEL(numbers_once, site_args) {
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

/* Without a seed the last lane is elected; with one each lane but the first at some time. */
static unsigned elected;
TC_KERNEL(elects, site_args) {
    (void)arg;
    if (tc_elect_one())
        elected = tc_thread_index();
}

static void test_elections(void) {
    for (unsigned lanes = 1; lanes <= 32;
         lanes += lanes < 4 ? 1 : 7) { /* 1 to 4, 11, 18, 25 and 32 */
        tc_emu_config c = quiet(lanes, 64);
        unsigned seen = 0;
        site_args a = {NULL, NULL, 0, 0, 0};
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
TC_KERNEL(exits_beside, site_args) {
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
    site_args a = {NULL, NULL, 0, 0, 0};
    for (lane_1 = COMES; lane_1 < NEVER_COMES; lane_1++)
        passes("exits_beside", c, exits_beside, &a);
    for (; lane_1 <= NEVER_COMES_OUT_OF_A_PAIR; lane_1++)
        fails("never_comes", c, exits_beside, &a, TC_EMU_DIVERGENT, "wait at different places");
}

/* ---- a wait for a phase that the thread has seen already: something must order it before the end of the next one ----- */

typedef struct {
    unsigned nothing;
} seen_args;

#define T tc_thread_index()
#define BAR ((tc_mbarrier *)(void *)(tc_smem() + 512))
typedef enum {
    NOTHING,
    CTA_SYNC,
    WARP_SYNC,
    SHUFFLE,
    SHUFFLE_BEFORE,
    EXCHANGE,
    EXCHANGE_BEFORE,
    SYNC_LANES,
    ELECT,
    GROUP,          /* of lanes 0 to 7 */
    TWO_GROUPS,     /* and then of lanes 0 to 15 */
    TOLD,           /* lane 6 tells who arrives, after the warp has met */
    TOLD_TOO_EARLY, /* and before */
    SENDS,          /* the bytes that end the phase */
    ANOTHER_SENDS,  /* the thread before it */
    RELAXED,        /* tells the other by an arrival that releases nothing */
    RELAXED_TOO_EARLY,
    CLUSTER,
    CLUSTER_TOO_EARLY
} How;
static How how;
static unsigned waits, arrives; /* threads */
static int waits_on_both;       /* on another mbarrier of the CTA, too, of which no phase ends */
static int lives_again;         /* the mbarrier was another one before */
static unsigned char *sent;

static int is_told(void) {
    return how == TOLD || how == TOLD_TOO_EARLY || how == RELAXED || how == RELAXED_TOO_EARLY;
}

static void meet_in_warp(int before) {
    uint64_t all[32];
    unsigned v = T;
    if (before ? how == SHUFFLE_BEFORE : how == SHUFFLE || how == TOLD || how == TOLD_TOO_EARLY)
        tc_shuffle_xor_b32(&v, &v, 1);
    if (before ? how == EXCHANGE_BEFORE : how == EXCHANGE)
        tc_emu_exchange("exchange", 0xffffffffu, T, all);
    if (before)
        return;
    if (how == WARP_SYNC)
        tc_warp_sync();
    if (how == SYNC_LANES)
        tc_emu_sync_lanes("sync", 0xffffffffu);
    if (how == ELECT)
        (void)tc_elect_one();
    if ((how == GROUP || how == TWO_GROUPS) && T % 32 < 8)
        tc_shuffle_xor_group_b32(&v, &v, 1, 8);
    if (how == TWO_GROUPS && T % 32 < 16)
        tc_shuffle_xor_group_b32(&v, &v, 8, 16);
}

/* Who arrives is told by the lane beside the one that waits, or by that one itself. */
static void meet(int before) {
    if (before && how == CLUSTER_TOO_EARLY)
        tc_cluster_arrive_relaxed();
    if (before && how == RELAXED_TOO_EARLY && T == waits)
        tc_mbarrier_arrive_relaxed(BAR + 1);
    if (!before && how == TOLD_TOO_EARLY && T == waits + 1)
        tc_mbarrier_arrive(BAR + 1);
    meet_in_warp(before);
    if (before)
        return;
    if (how == CTA_SYNC)
        tc_cta_sync();
    if (how == TOLD && T == waits + 1)
        tc_mbarrier_arrive(BAR + 1);
    if (how == RELAXED && T == waits)
        tc_mbarrier_arrive_relaxed(BAR + 1);
    if (is_told() && T == arrives)
        tc_mbarrier_wait(BAR + 1, 0);
    if (how == CLUSTER)
        tc_cluster_arrive_relaxed();
    if (how == CLUSTER || how == CLUSTER_TOO_EARLY)
        tc_cluster_wait();
    if (T == (how == SENDS ? waits : how == ANOTHER_SENDS ? waits - 1 : THREADS))
        tc_bulk_gmem_to_smem(tc_smem(), sent, 16, BAR);
}

static void start(void) {
    if (T < 3)
        tc_mbarrier_init(BAR + T, 1);
    if (T == 0 && lives_again) {
        tc_mbarrier_arrive(BAR);
        tc_mbarrier_wait(BAR, 0);
        tc_mbarrier_inval(BAR);
        tc_mbarrier_init(BAR, 1);
    }
    tc_fence_mbarrier_init();
    tc_cta_sync();
}

TC_KERNEL(waits_again, seen_args) {
    (void)arg;
    start();
    if (T == 0) {
        tc_mbarrier_arrive(BAR);
        tc_mbarrier_arrive(BAR + 2);
    }
    tc_mbarrier_wait(BAR, 0);
    tc_mbarrier_wait(BAR + 2, 0);
    tc_cta_sync();
    meet(1);
    if (T == waits && waits_on_both)
        tc_mbarrier_wait(BAR + 2, 0);
    if (T == waits)
        tc_mbarrier_wait(BAR, 0);
    meet(0);
    if (T == arrives && (how == SENDS || how == ANOTHER_SENDS)) {
        tc_mbarrier_arrive_expect_tx(BAR, 16);
        tc_mbarrier_wait(BAR, 1);
    } else if (T == arrives)
        tc_mbarrier_arrive(BAR);
}

static const struct {
    How how;
    unsigned arrives;
    int ordered;
} seen_rows[] = {
    {NOTHING, 5, 1},
    {NOTHING, 6, 0},
    {NOTHING, 40, 0},
    {CTA_SYNC, 6, 1},
    {CTA_SYNC, 40, 1},
    {WARP_SYNC, 6, 1},
    {WARP_SYNC, 31, 1},
    {WARP_SYNC, 32, 0},
    {SHUFFLE, 0, 1},
    {SHUFFLE, 31, 1},
    {SHUFFLE, 37, 0},
    {SHUFFLE_BEFORE, 6, 0},
    {EXCHANGE, 0, 1},
    {EXCHANGE, 31, 1},
    {EXCHANGE, 37, 0},
    {EXCHANGE_BEFORE, 6, 0},
    {SYNC_LANES, 31, 1},
    {SYNC_LANES, 37, 0},
    {ELECT, 30, 1},
    {GROUP, 0, 1},
    {GROUP, 7, 1},
    {GROUP, 8, 0},
    {TWO_GROUPS, 6, 1},
    {TWO_GROUPS, 13, 1},
    {TWO_GROUPS, 16, 0},
    {TOLD, 40, 1},
    {TOLD_TOO_EARLY, 40, 0},
    {SENDS, 40, 1},
    {SENDS, 2, 1},
    {ANOTHER_SENDS, 40, 0},
    {RELAXED, 40, 1},
    {RELAXED, 2, 1},
    {RELAXED_TOO_EARLY, 40, 0},
    {CLUSTER, 40, 1},
    {CLUSTER_TOO_EARLY, 40, 0}};

static void try(const char *name, unsigned threads, int ordered) {
    tc_emu_config c = quiet(threads, 1024);
    seen_args a = {0};
    c.cluster = 1;
    if (ordered) {
        passes(name, c, waits_again, &a);
        return;
    }
    fails(
        name,
        c,
        waits_again,
        &a,
        TC_EMU_MBARRIER,
        arrives > waits ? "before the end of phase 1" : "");
    c.name = name;
    for (c.seed = 1; c.seed < 2 * ORDERS; c.seed++) {
        EXPECT_OF(name, tc_emu_launch(&c, waits_again, &a) == 1);
        EXPECT_OF(name, tc_emu_last()->kind == TC_EMU_MBARRIER);
    }
}

static void test_seen(void) {
    sent = (unsigned char *)tc_emu_gmem_alloc(16, "sent");
    for (unsigned i = 0; i < 2 * sizeof seen_rows / sizeof *seen_rows; i++) {
        static char name[40];
        const unsigned other_warp = i % 2 ? 32 : 0;
        how = seen_rows[i / 2].how;
        waits = 5 ^ other_warp;
        arrives = seen_rows[i / 2].arrives ^ other_warp;
        waits_on_both = lives_again = i % 2;
        snprintf(name, sizeof name, "how %u, thread %u arrives", how, arrives);
        try(name, THREADS, seen_rows[i / 2].ordered);
    }
    how = SHUFFLE; /* in a warp of 8 lanes */
    waits = 35;
    arrives = 39;
    try("lane 7 of 8 arrives", 40, 1);
    arrives = 5;
    try("another warp than one of 8 arrives", 40, 0);
    tc_emu_gmem_free(sent);
}

/* ---- whom a report speaks of beside its own thread: thread 0 does the one, thread 33 the other ------------------- */

typedef struct {
    unsigned char *g, *made; /* 64 bytes each; made: nobody wrote them */
} involved_args;

#define SMEM tc_smem()
typedef enum {
    COPY_READ,
    COPY_OVERWRITTEN,
    SOURCE_WRITTEN,
    NO_FENCE,
    NO_BARRIER,
    TWO_SUMS,
    SUM_ON_THE_WAY,
    WRITTEN_BY_BOTH,
    READ_BEFORE,
    NEVER_WRITTEN,
    READ_TWICE,
    FORMS
} Form;
static Form form;

static void first(involved_args a) {
    unsigned v[4] = {1, 1, 1, 1};
    switch (form) {
    case COPY_READ:
    case COPY_OVERWRITTEN:
        tc_cp_async_b32(SMEM, a.g);
        break;
    case SOURCE_WRITTEN:
        tc_cp_async_b32(SMEM + 64, a.g);
        break;
    case NO_FENCE:
    case WRITTEN_BY_BOTH:
        tc_store_shared_b128(SMEM, v);
        break;
    case NO_BARRIER:
        tc_mbarrier_init(BAR, 2);
        break;
    case TWO_SUMS:
        tc_store_shared_b32(SMEM, v);
        break;
    case SUM_ON_THE_WAY:
        tc_store_shared_b128(SMEM, v);
        tc_fence_async_smem();
        tc_bulk_reduce_add_u32_to_gmem(a.g, SMEM, 16);
        break;
    case READ_BEFORE:
        tc_load_global_b32(v, a.g);
        break;
    default:
        break;
    }
}

static void second(involved_args a) {
    unsigned v[4] = {1, 1, 1, 1};
    switch (form) {
    case COPY_READ:
        tc_load_shared_b32(v, SMEM);
        break;
    case COPY_OVERWRITTEN:
    case WRITTEN_BY_BOTH:
        tc_store_shared_b32(SMEM, v);
        break;
    case SOURCE_WRITTEN:
    case READ_BEFORE:
        tc_store_global_b32(a.g, v);
        break;
    case READ_TWICE: /* one byte of the word, which has cells of its own from then on */
        tc_store_global_b8(a.g + 1, v);
        break;
    case NO_FENCE:
        tc_bulk_smem_to_gmem(a.g, SMEM, 16);
        break;
    case NO_BARRIER:
        tc_mbarrier_arrive(BAR);
        break;
    case TWO_SUMS:
        tc_reduce_smem_min_u32(SMEM, v);
        break;
    case SUM_ON_THE_WAY:
        tc_reduce_gmem_min_u32(a.g, v);
        break;
    default:
        tc_load_global_b32(v, a.made);
    }
}

/* Of thread 0 thread 33 knows, and of thread 1 it does not: the latest time that it read counts. */
static void reads_twice(involved_args a, unsigned t) {
    unsigned v[4];
    if (t == 0)
        tc_mbarrier_init(BAR, 1);
    tc_cta_sync();
    if (t < 2)
        tc_load_global_b32(v, a.g);
    if (t == 0)
        tc_mbarrier_arrive(BAR);
    if (t == 1) {
        tc_fence_async_smem();
        tc_load_global_b128(v, a.g);
    }
    if (t == 33)
        tc_mbarrier_wait(BAR, 0);
}

TC_KERNEL(uses, involved_args) {
    const unsigned t = tc_thread_index(), one = 1;
    if (form == READ_TWICE)
        reads_twice(arg, t);
    else if (t == 0)
        first(arg);
    if (form == NO_FENCE || form == TWO_SUMS)
        tc_cta_sync();
    if (t == 0 && form == TWO_SUMS)
        tc_reduce_smem_add_u32(SMEM, &one);
    if (t == 33)
        second(arg);
    tc_cta_sync(); /* thread 0 is still here */
}

static const struct {
    const char *name;
    tc_emu_kind kind;
    const char *operation;
    unsigned step; /* of thread 0; 0: not known */
} involved_rows[FORMS] = {
    {"copy_read", TC_EMU_IN_FLIGHT, "tc_cp_async_b32", 1},
    {"copy_overwritten", TC_EMU_IN_FLIGHT, "tc_cp_async_b32", 1},
    {"source_written", TC_EMU_IN_FLIGHT, "tc_cp_async_b32", 1},
    {"no_fence", TC_EMU_PROXY, "tc_store_shared_b128", 0},
    {"no_barrier", TC_EMU_MBARRIER, "tc_mbarrier_init", 0},
    {"two_sums", TC_EMU_RACE, "tc_reduce_smem_add_u32", 0},
    {"sum_on_the_way", TC_EMU_RACE, "tc_bulk_reduce_add_u32_to_gmem", 3},
    {"written_by_both", TC_EMU_RACE, "tc_store_shared_b128", 0},
    {"read_before", TC_EMU_RACE, "tc_load_global_b32", 0},
    {"never_written", TC_EMU_UNINITIALISED, "cudaMalloc", 0},
    {"read_twice", TC_EMU_RACE, "tc_load_global_b128", 0}};

static void is_involved(const Involved *one, const char *name) {
    const int made = form == NEVER_WRITTEN;
    EXPECT_OF(name, !strcmp(one->role, made ? "allocated" : "other") && one->known == !made);
    EXPECT_OF(
        name,
        !strcmp(one->operation, involved_rows[form].operation) &&
            one->step == involved_rows[form].step);
    EXPECT_OF(name, one->cta == 0 && one->first == (form == READ_TWICE) && one->first == one->last);
    EXPECT_OF(name, one->chain.depth > 0);
}

static void test_involved(void) {
    involved_args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(64, "g");
    a.made = (unsigned char *)tc_emu_device_alloc(64, "made", 0);
    memset(a.g, 0, 64);
    for (form = COPY_READ; form < FORMS; form++) {
        unsigned count = 0;
        const char *const name = involved_rows[form].name;
        fails(name, quiet(64, 1024), uses, &a, involved_rows[form].kind, "who: cta 0 thread 33 (");
        const Involved *const all = involved_all(&count);
        EXPECT_OF(name, count == 1);
        if (count == 1)
            is_involved(all, name);
        EXPECT_OF(name, tc_emu_last()->has_other == (form != NEVER_WRITTEN));
    }
    tc_emu_gmem_free(a.g);
    EXPECT(tc_emu_device_free(a.made) == 1);
}

int main(void) {
    test_exits();
    test_elections();
    passes("numbers_once", quiet(THREADS, 64), numbers_once, &(site_args){NULL, NULL, 0, 0, 0});
    test_places();
    test_frames();
    test_seen();
    test_involved();
    return unit_finish();
}
