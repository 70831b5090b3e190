/* Every form of arrival at an mbarrier with every form of wait: of CTA or cluster scope,
 * releasing and acquiring or relaxed, one that waits or one that may fail. What each is follows from its name
 * alone; what holds together follows from that. */
#include "emu_test.h"

typedef struct {
    const char *name;
    void (*at)(tc_mbarrier *bar), (*remote)(tc_dsmem bar);
    void (*with)(tc_mbarrier *bar, unsigned n), (*remote_with)(tc_dsmem bar, unsigned n);
    unsigned n; /* arrivals, or bytes */
} Arrival;

typedef struct {
    const char *name;
    int (*try_parity)(tc_mbarrier *bar, unsigned parity);
    void (*parity)(tc_mbarrier *bar, unsigned parity);
} Wait;

typedef struct {
    unsigned *g;
    const Arrival *arrival;
    const Wait *wait;
    unsigned from; /* the CTA whose thread 32 arrives at the mbarrier of CTA 0 */
} args;

#define SMEM tc_smem()
#define BAR ((tc_mbarrier *)(void *)(tc_smem() + 512))
#define T tc_thread_index()
#define CTA tc_cta_rank_in_cluster()

static const Arrival arrivals[] = {
#define AT(f)                                                                                      \
    { .name = #f, .at = f }
#define REMOTE(f)                                                                                  \
    { .name = #f, .remote = f }
#define WITH(f, count)                                                                             \
    { .name = #f, .with = f, .n = count }
#define REMOTE_WITH(f, count)                                                                      \
    { .name = #f, .remote_with = f, .n = count }
    AT(tc_mbarrier_arrive),
    AT(tc_mbarrier_arrive_relaxed),
    REMOTE(tc_mbarrier_arrive_remote),
    REMOTE(tc_mbarrier_arrive_remote_read),
    REMOTE(tc_mbarrier_arrive_remote_relaxed),
    WITH(tc_mbarrier_arrive_count, 1),
    WITH(tc_mbarrier_arrive_count_relaxed, 1),
    REMOTE_WITH(tc_mbarrier_arrive_count_remote, 1),
    REMOTE_WITH(tc_mbarrier_arrive_count_remote_relaxed, 1),
    WITH(tc_mbarrier_arrive_expect_tx, 0),
    WITH(tc_mbarrier_arrive_expect_tx_relaxed, 0),
    REMOTE_WITH(tc_mbarrier_arrive_expect_tx_remote, 0),
    REMOTE_WITH(tc_mbarrier_arrive_expect_tx_remote_relaxed, 0),
};

static const Wait waits[] = {
#define PARITY(f)                                                                                  \
    { .name = #f, .parity = f }
#define TRY_PARITY(f)                                                                              \
    { .name = #f, .try_parity = f }
    PARITY(tc_mbarrier_wait),
    PARITY(tc_mbarrier_wait_cluster),
    PARITY(tc_mbarrier_wait_relaxed),
    PARITY(tc_mbarrier_wait_cluster_relaxed),
    TRY_PARITY(tc_mbarrier_try_wait),
    TRY_PARITY(tc_mbarrier_try_wait_cluster),
    TRY_PARITY(tc_mbarrier_try_wait_relaxed),
    TRY_PARITY(tc_mbarrier_try_wait_cluster_relaxed),
};
enum { ARRIVALS = sizeof arrivals / sizeof *arrivals, WAITS = sizeof waits / sizeof *waits };

static int is(const char *name, const char *word) {
    return strstr(name, word) != NULL;
}

static void arrive_at(const Arrival *a, tc_mbarrier *bar, unsigned n) {
    if (a->at)
        a->at(bar);
    else
        a->with(bar, n);
}

static void arrive(const Arrival *a, unsigned n) {
    if (a->remote)
        a->remote(tc_map_to_cta(BAR, 0));
    else if (a->remote_with)
        a->remote_with(tc_map_to_cta(BAR, 0), n);
    else
        arrive_at(a, BAR, n);
}

static void wait_at(const Wait *w, tc_mbarrier *bar) {
    if (w->parity)
        w->parity(bar, 0);
    else
        while (!w->try_parity(bar, 0)) {
        }
}

static void start(unsigned expected) {
    if (CTA == 0 && T == 0) {
        tc_mbarrier_init(BAR, expected);
        tc_fence_mbarrier_init();
    }
    tc_cluster_sync();
}

/* ---- a word is written before the arrival and read after the wait ------------------------------- */

static unsigned came, early; /* as it happens, whatever is ordered */

TC_KERNEL(pair, args) {
    unsigned v = 7;
    start(2);
    if (CTA == arg.from && T == 32) {
        tc_store_global_b32(arg.g, &v);
        came = 1;
        arrive(arg.arrival, arg.arrival->n);
    }
    if (CTA == 0 && T == 0) {
        tc_mbarrier_arrive(BAR);
        wait_at(arg.wait, BAR);
        early |= !came;
        tc_load_global_b32(&v, arg.g);
    }
    tc_cluster_sync();
}

static void judge(args a) {
    const char *arrival = a.arrival->name, *wait = a.wait->name;
    /* The emulator lets an arrival that orders reads order writes too: docs/emulator.md. */
    const int scope = a.from == 0 || is(wait, "_cluster") || is(arrival, "_read");
    const int ordered = !is(arrival, "_relaxed") && !is(wait, "_relaxed") && scope;
    tc_emu_config c = quiet(33, 1024);
    c.cluster = 2;
    c.name = "pair";
    for (c.seed = 0; c.seed < 2; c.seed++) {
        came = early = 0;
        const int wrong = tc_emu_launch(&c, pair, &a);
        unit_expect(wrong == !ordered, arrival, wait, (int)a.from);
        unit_expect(ordered || tc_emu_last()->kind == TC_EMU_RACE, arrival, wait, (int)a.from);
        unit_expect(came && !early, arrival, wait, (int)a.from);
    }
}

static void test_pairs(args a) {
    for (unsigned i = 0; i < ARRIVALS * WAITS; i++) {
        a.arrival = &arrivals[i / WAITS];
        a.wait = &waits[i % WAITS];
        a.from = 0;
        judge(a);
        a.from = 1;
        if (is(a.arrival->name, "_remote"))
            judge(a);
    }
}

/* ---- what may fail does so at once, what waits does not ------------------------------------------- */

TC_KERNEL(too_early, args) {
    start(2);
    if (CTA || T)
        return;
    tc_mbarrier_arrive(BAR);
    came = (unsigned)arg.wait->try_parity(BAR, 0);
    tc_mbarrier_arrive(BAR);
    wait_at(arg.wait, BAR);
}

TC_KERNEL(never, args) {
    start(2);
    if (CTA == 0 && T == 0) {
        tc_mbarrier_arrive(BAR);
        wait_at(arg.wait, BAR);
    }
}

/* ---- at another CTA's mbarrier ---------------------------------------------------------------- */

TC_KERNEL(elsewhere, args) {
    tc_mbarrier *bar = (tc_mbarrier *)(void *)tc_map_to_cta(BAR, 0);
    start(2);
    if (CTA == 1 && T == 0 && arg.wait)
        wait_at(arg.wait, bar);
    else if (CTA == 1 && T == 0)
        arrive_at(arg.arrival, bar, arg.arrival->n);
    tc_cluster_sync();
}

static void test_waits(args a) {
    tc_emu_config c = quiet(1, 1024);
    for (unsigned i = 0; i < WAITS; i++) {
        a.wait = &waits[i];
        c.cluster = 1;
        came = 1;
        if (a.wait->try_parity) {
            passes(a.wait->name, c, too_early, &a);
            EXPECT_OF(a.wait->name, came == 0);
        }
        fails(a.wait->name, c, never, &a, TC_EMU_DEADLOCK, a.wait->name);
        c.cluster = 2;
        fails(a.wait->name, c, elsewhere, &a, TC_EMU_OUTSIDE, a.wait->name);
    }
}

/* ---- arrivals of none, and of bytes ----------------------------------------------------------- */

TC_KERNEL(none, args) {
    start(2);
    if (CTA == 0 && T == 0)
        arrive(arg.arrival, 0);
}

static const Arrival expects[] = {
    WITH(tc_mbarrier_arrive_expect_tx, 16),
    WITH(tc_mbarrier_arrive_expect_tx_relaxed, 16),
    REMOTE_WITH(tc_mbarrier_arrive_expect_tx_remote, 16),
    REMOTE_WITH(tc_mbarrier_arrive_expect_tx_remote_relaxed, 16),
    WITH(tc_mbarrier_expect_tx, 16), /* these two do not arrive */
    REMOTE_WITH(tc_mbarrier_expect_tx_remote, 16),
};

/* One arrival and 16 bytes end the phase; with arg.from they never come. */
TC_KERNEL(bytes, args) {
    tc_b128 v = {{1, 2, 3, 4}};
    start(1);
    if (CTA || T)
        return;
    arrive(arg.arrival, 16);
    if (!is(arg.arrival->name, "_arrive_"))
        tc_mbarrier_arrive(BAR);
    if (!arg.from)
        tc_store_async_b128(tc_map_to_cta(SMEM, 0), &v, tc_map_to_cta(BAR, 0));
    tc_mbarrier_wait(BAR, 0);
    tc_load_shared_b128(&v, SMEM);
}

static void test_arrivals(args a) {
    tc_emu_config c = quiet(1, 1024);
    a.wait = NULL;
    for (unsigned i = 0; i < ARRIVALS; i++) {
        a.arrival = &arrivals[i];
        c.cluster = 1;
        if (is(a.arrival->name, "_count"))
            fails(a.arrival->name, c, none, &a, TC_EMU_ARGUMENT, "0 arrivals");
        c.cluster = 2;
        if (!is(a.arrival->name, "_remote"))
            fails(a.arrival->name, c, elsewhere, &a, TC_EMU_OUTSIDE, a.arrival->name);
    }
    c.cluster = 1;
    for (unsigned i = 0; i < sizeof expects / sizeof *expects; i++) {
        a.arrival = &expects[i];
        a.from = 0;
        passes(a.arrival->name, c, bytes, &a);
        a.from = 1;
        fails(a.arrival->name, c, bytes, &a, TC_EMU_DEADLOCK, "16 bytes missing");
    }
}

int main(void) {
    args a;
    memset(&a, 0, sizeof a);
    a.g = (unsigned *)tc_emu_gmem_alloc(64, "g");
    test_pairs(a);
    test_waits(a);
    test_arrivals(a);
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
