/* A wait for a phase that the thread has seen already: something must order it before the end of the next phase. What
 * orders it, and what comes too early, too late, or among other lanes, in every order of the threads. */
#include "emu_test.h"
#include <tilecopy/host/cuda/calls.h>

typedef struct {
    unsigned nothing;
} args;

#define T tc_thread_index()
#define BAR ((tc_mbarrier *)(void *)(tc_smem() + 512))
enum { THREADS = 64 };

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
    GROUP,         /* of lanes 0 to 7 */
    TWO_GROUPS,    /* and then of lanes 0 to 15 */
    TOLD,          /* lane 6 tells who arrives, after the warp has met */
    TOLD_TOO_EARLY /* and before */
} How;
static How how;
static unsigned waits, arrives; /* threads */
static int waits_on_both;       /* on another mbarrier of the CTA, too, of which no phase ends */

static void meet(int before) {
    uint64_t all[32];
    unsigned v = T;
    if (how == CTA_SYNC && !before)
        tc_cta_sync();
    if (how == WARP_SYNC && !before)
        tc_warp_sync();
    if (before ? how == SHUFFLE_BEFORE : how == SHUFFLE)
        tc_shuffle_xor_b32(&v, &v, 1);
    if (before ? how == EXCHANGE_BEFORE : how == EXCHANGE)
        tc_emu_exchange("exchange", 0xffffffffu, T, all);
    if (how == SYNC_LANES && !before)
        tc_emu_sync_lanes("sync", 0xffffffffu);
    if (how == ELECT && !before)
        (void)tc_elect_one();
    if ((how == GROUP || how == TWO_GROUPS) && !before && T % 32 < 8)
        tc_shuffle_xor_group_b32(&v, &v, 1, 8);
    if (how == TWO_GROUPS && !before && T % 32 < 16)
        tc_shuffle_xor_group_b32(&v, &v, 8, 16);
    if (how == TOLD_TOO_EARLY && !before && T == 6)
        tc_mbarrier_arrive(BAR + 1);
    if ((how == TOLD || how == TOLD_TOO_EARLY) && !before)
        tc_shuffle_xor_b32(&v, &v, 1);
    if (how == TOLD && !before && T == 6)
        tc_mbarrier_arrive(BAR + 1);
    if ((how == TOLD || how == TOLD_TOO_EARLY) && !before && T == arrives)
        tc_mbarrier_wait(BAR + 1, 0);
}

TC_KERNEL(waits_again, args) {
    (void)arg;
    if (T < 3)
        tc_mbarrier_init(BAR + T, 1);
    tc_cta_sync();
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
    if (T == arrives)
        tc_mbarrier_arrive(BAR);
}

static const struct {
    How how;
    unsigned arrives;
    int ordered;
} rows[] = {
    {NOTHING, 5, 1},     {NOTHING, 6, 0},     {NOTHING, 40, 0},       {CTA_SYNC, 6, 1},
    {CTA_SYNC, 40, 1},   {WARP_SYNC, 6, 1},   {WARP_SYNC, 31, 1},     {WARP_SYNC, 32, 0},
    {SHUFFLE, 0, 1},     {SHUFFLE, 31, 1},    {SHUFFLE, 37, 0},       {SHUFFLE_BEFORE, 6, 0},
    {EXCHANGE, 0, 1},    {EXCHANGE, 31, 1},   {EXCHANGE, 37, 0},      {EXCHANGE_BEFORE, 6, 0},
    {SYNC_LANES, 31, 1}, {SYNC_LANES, 37, 0}, {ELECT, 30, 1},         {GROUP, 0, 1},
    {GROUP, 7, 1},       {GROUP, 8, 0},       {TWO_GROUPS, 6, 1},     {TWO_GROUPS, 13, 1},
    {TWO_GROUPS, 16, 0}, {TOLD, 40, 1},       {TOLD_TOO_EARLY, 40, 0}};

static void try(const char *name, unsigned threads, int ordered) {
    tc_emu_config c = quiet(threads, 1024);
    args a = {0};
    if (ordered) {
        passes(name, c, waits_again, &a);
        return;
    }
    fails(name, c, waits_again, &a, TC_EMU_MBARRIER, "before the end of phase 1");
    c.name = name;
    for (c.seed = 1; c.seed < 2 * ORDERS; c.seed++) {
        EXPECT_OF(name, tc_emu_launch(&c, waits_again, &a) == 1);
        EXPECT_OF(name, tc_emu_last()->kind == TC_EMU_MBARRIER);
    }
}

int main(void) {
    waits = 5;
    for (unsigned i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        static char name[40];
        how = rows[i / 2].how;
        arrives = rows[i / 2].arrives;
        waits_on_both = i % 2;
        snprintf(name, sizeof name, "how %u, thread %u arrives", how, arrives);
        try(name, THREADS, rows[i / 2].ordered);
    }
    how = SHUFFLE; /* in a warp of 8 lanes */
    waits = 35;
    arrives = 39;
    try("lane 7 of 8 arrives", 40, 1);
    arrives = 5;
    try("another warp than one of 8 arrives", 40, 0);
    return unit_finish();
}
