/* Mbarriers at the edges of their counts, and what a thread may know of a phase: by whom it was told, and what it was
 * not told. Each form is wrong in one way, or right where the table says OK, in every order of the threads. */
#include "emu_test.h"
#include <stdbool.h>

typedef struct {
    unsigned char *g; /* 4 KiB */
    unsigned form;
} args;

enum { MOST = (1 << 20) - 1 };
enum {
    /* one thread */
    MOST_ARRIVALS,
    TOO_MANY_ARRIVALS,
    TOO_MANY_AT_ONCE,
    ONE_MORE_THAN_MOST,
    MOST_BYTES,
    TOO_MANY_BYTES,
    TOO_MANY_BYTES_IN_TWO,
    NO_BYTES,
    INVAL_EXPECTING,
    MORE_THAN_EXPECTED,
    MORE_ARRIVALS,
    NO_ARRIVAL_LEFT,
    ANOTHER_LIFE_BEHIND,
    ANOTHER_LIFE_WAITS,
    ANOTHER_LIFE,
    /* two threads of a CTA */
    EXPECTED_TWICE,
    EXPECTED_BY_ANOTHER,
    EXPECTED_BY_ONE_OF_TWO,
    EXPECTED_BESIDE_ANOTHER,
    MANY_ON_THE_WAY,
    COPY_AFTER_THE_ARRIVAL,
    COPY_BEFORE_THE_ARRIVAL,
    SECOND_NOT_WAITED_FOR,
    SECOND_WAITED_FOR,
    ARRIVAL_KNOWN_BYTES_NOT,
    ARRIVAL_AND_BYTES_KNOWN,
    /* two CTAs */
    SECOND_NOT_WAITED_FOR_OF_TWO,
    SECOND_WAITED_FOR_OF_TWO,
    SECOND_MESSAGE_LATER,
    TOLD_RELAXED,
    TOLD_RELAXED_BY_ANOTHER,
    TOLD_TO_A_RELAXED_WAIT,
    TOLD_BEFORE_THE_WAIT,
    ANOTHER_LIFE_TWO_MESSAGES,
    LEFT_IN_FLIGHT,
    FORMS
};

#define T tc_thread_index()
#define RANK tc_cta_rank_in_cluster()
#define A tc_smem()
#define B (tc_smem() + 1024)

static tc_mbarrier *bar(unsigned i) {
    return (tc_mbarrier *)(void *)(tc_smem() + 4096) + i;
}

/* Time for what is on the way to land: each of them may fail after a while. */
static void a_while(const tc_mbarrier *at) {
    for (unsigned i = 0; i < 8; i++)
        (void)tc_mbarrier_try_wait((tc_mbarrier *)(size_t)at, 0);
}

/* ---- counts ----------------------------------------------------------------------------------- */

static void counts(unsigned f, const unsigned char *g) {
    if (f == TOO_MANY_ARRIVALS)
        tc_mbarrier_init(bar(0), MOST + 1);
    tc_mbarrier_init(bar(0), f <= ONE_MORE_THAN_MOST ? MOST : f == INVAL_EXPECTING ? 2 : 1);
    tc_fence_mbarrier_init();
    switch (f) {
    case MOST_ARRIVALS:
        tc_mbarrier_arrive_count(bar(0), MOST);
        tc_mbarrier_wait(bar(0), 0);
        tc_mbarrier_arrive(bar(0));
        tc_mbarrier_arrive_count(bar(0), MOST - 1);
        tc_mbarrier_wait(bar(0), 1);
        return;
    case TOO_MANY_AT_ONCE:
        tc_mbarrier_arrive_count(bar(0), MOST + 1);
        return;
    case ONE_MORE_THAN_MOST:
        tc_cp_async_mbarrier_arrive(bar(0));
        return;
    case MOST_BYTES:
        tc_mbarrier_arrive_expect_tx(bar(0), MOST);
        return;
    case TOO_MANY_BYTES:
        tc_mbarrier_arrive_expect_tx(bar(0), MOST + 1);
        return;
    case TOO_MANY_BYTES_IN_TWO:
        tc_mbarrier_expect_tx(bar(0), MOST - 1);
        tc_mbarrier_arrive_expect_tx(bar(0), 2);
        return;
    case NO_BYTES:
        tc_mbarrier_expect_tx(bar(0), 0);
        tc_mbarrier_arrive(bar(0));
        tc_mbarrier_wait(bar(0), 0);
        return;
    case INVAL_EXPECTING:
        tc_mbarrier_arrive_expect_tx(bar(0), 64);
        tc_mbarrier_inval(bar(0));
        return;
    case MORE_THAN_EXPECTED:
        tc_bulk_gmem_to_smem(A, g, 64, bar(0));
        a_while(bar(0));
        tc_mbarrier_arrive(bar(0));
        tc_mbarrier_arrive(bar(0));
        return;
    case MORE_ARRIVALS:
        tc_mbarrier_arrive_expect_tx(bar(0), 64);
        tc_mbarrier_arrive(bar(0));
        return;
    default: /* NO_ARRIVAL_LEFT */
        tc_mbarrier_arrive_expect_tx(bar(0), 64);
        tc_cp_async_b128(A, g);
        tc_cp_async_mbarrier_arrive_noinc(bar(0));
        tc_mbarrier_wait(bar(0), 0);
    }
}

/* Phases count from the init, also from the second one. */
static void live_again(unsigned arrivals) {
    tc_mbarrier_init(bar(0), 1);
    for (unsigned i = 0; i < 3; i++) {
        tc_mbarrier_arrive(bar(0));
        tc_mbarrier_wait(bar(0), i % 2);
    }
    tc_mbarrier_inval(bar(0));
    tc_mbarrier_init(bar(0), arrivals);
    tc_fence_mbarrier_init();
}

/* Thread 32 comes when two phases of the second life are over. */
static void behind(void) {
    if (T == 0) {
        tc_mbarrier_init(bar(1), 1);
        live_again(1);
    }
    tc_cta_sync();
    if (T == 0) {
        tc_mbarrier_arrive(bar(0));
        tc_mbarrier_arrive(bar(0));
    } else if (T == 32) {
        a_while(bar(1));
        tc_mbarrier_wait(bar(0), 0);
    }
}

static void another_life(unsigned f) {
    live_again(1);
    if (f == ANOTHER_LIFE) {
        for (unsigned i = 0; i < 3; i++) {
            tc_mbarrier_arrive(bar(0));
            tc_mbarrier_wait(bar(0), i % 2);
            tc_mbarrier_wait(bar(0), i % 2);
        }
    } else {
        tc_mbarrier_arrive(bar(0));
        tc_mbarrier_wait(bar(0), 0);
        tc_mbarrier_wait(bar(0), 1);
    }
}

/* ---- bytes that are expected without an arrival ------------------------------------------------- */

static void expectations(unsigned f, const unsigned char *g) {
    if (T == 0) {
        tc_mbarrier_init(bar(0), f == EXPECTED_BY_ONE_OF_TWO ? 2 : 1);
        tc_fence_mbarrier_init();
    }
    tc_cta_sync();
    if (f == EXPECTED_TWICE) {
        if (T == 0) {
            tc_mbarrier_expect_tx(bar(0), 32);
            tc_mbarrier_expect_tx(bar(0), 16);
            tc_bulk_gmem_to_smem(A, g, 48, bar(0));
        } else if (T == 32)
            tc_mbarrier_arrive(bar(0));
    } else if (f == EXPECTED_BY_ANOTHER) {
        if (T == 0) {
            tc_mbarrier_arrive_expect_tx(bar(0), 32);
            tc_mbarrier_expect_tx(bar(0), 16);
        } else if (T == 32) {
            tc_bulk_gmem_to_smem(A, g, 32, bar(0));
            tc_bulk_gmem_to_smem(A + 32, g, 16, bar(0));
        }
    } else if (T == 0) {
        tc_mbarrier_expect_tx(bar(0), 32);
        tc_mbarrier_arrive(bar(0));
        tc_bulk_gmem_to_smem(A, g, 32, bar(0));
    } else if (T == 32)
        tc_mbarrier_arrive(bar(0)); /* one of the two is after it, that is enough */
    if (T == 0)
        tc_mbarrier_wait(bar(0), 0);
}

/* Beside what is on its way to other mbarriers: bytes that are expected late, but in time, and an inval. */
static void beside_others(unsigned f, const unsigned char *g) {
    unsigned v;
    if (T == 0) {
        for (unsigned i = 0; i < 4; i++)
            tc_mbarrier_init(bar(i), 1);
        tc_fence_mbarrier_init();
    }
    tc_cta_sync();
    if (f == MANY_ON_THE_WAY && (T == 0 || T == 32)) {
        const unsigned first = T ? 2 : 0;
        tc_cp_async_b128(A + 64 * first, g);
        tc_cp_async_mbarrier_arrive_noinc(bar(first));
        tc_cp_async_b128(A + 64 * first + 64, g);
        tc_cp_async_mbarrier_arrive_noinc(bar(first + 1));
        tc_mbarrier_wait(bar(first + 1), 0);
        tc_load_shared_b32(&v, A + 64 * first);
        tc_load_shared_b32(&v, A + 64 * first + 64);
        tc_mbarrier_wait(bar(first), 0);
    } else if (f == EXPECTED_BESIDE_ANOTHER && T == 0) {
        tc_cp_async_b128(A, g);
        tc_cp_async_mbarrier_arrive_noinc(bar(2));
        tc_mbarrier_arrive_expect_tx(bar(1), 64);
        tc_bulk_gmem_to_smem(A + 64, g, 64, bar(1));
        tc_mbarrier_arrive_expect_tx(bar(0), 32);
        tc_mbarrier_expect_tx(bar(0), 16);
        tc_bulk_gmem_to_smem(A + 128, g, 32, bar(0));
        tc_bulk_gmem_to_smem(A + 160, g, 16, bar(0));
        tc_mbarrier_inval(bar(3));
        for (unsigned i = 0; i < 3; i++)
            tc_mbarrier_wait(bar(i), 0);
    }
}

/* An arrival of cp.async tracks what its thread started before, and no more; all is waited for by the thread. */
static void tracked(unsigned f, const unsigned char *g) {
    unsigned v;
    if (T == 0)
        tc_mbarrier_init(bar(0), 1);
    tc_cta_sync();
    if (T == 0) {
        tc_cp_async_b128(A, g);
        tc_cp_async_b128(A + 16, g);
        if (f == COPY_BEFORE_THE_ARRIVAL)
            tc_cp_async_b128(A + 32, g);
        tc_cp_async_mbarrier_arrive_noinc(bar(0));
        if (f == COPY_AFTER_THE_ARRIVAL)
            tc_cp_async_b128(A + 32, g);
        tc_cp_async_wait_all();
    } else if (T == 32) {
        tc_mbarrier_wait(bar(0), 0);
        tc_load_shared_b32(&v, A);
        tc_load_shared_b32(&v, A + 16);
        tc_load_shared_b32(&v, A + 32);
    }
}

/* Bytes land in two phases. Thread 32 has waited for the first, and reads those of the second. */
static void second_phase(unsigned f, const unsigned char *g) {
    const bool waits = f == SECOND_WAITED_FOR || f == SECOND_WAITED_FOR_OF_TWO;
    unsigned v;
    if (T == 0) {
        tc_mbarrier_init(bar(0), 1);
        tc_mbarrier_init(bar(1), 1);
        tc_fence_mbarrier_init();
    }
    tc_cta_sync();
    for (unsigned i = 0; i < 2; i++) {
        if (T == 0) {
            tc_mbarrier_arrive_expect_tx(bar(0), 64);
            tc_bulk_gmem_to_smem(A + 64 * i, g, 64, bar(0));
        }
        if (T == 0 || i == 0 || waits)
            tc_mbarrier_wait(bar(0), i);
        if (i == 0)
            tc_cta_sync();
    }
    if (T == 32) {
        a_while(bar(1));
        tc_load_shared_b32(&v, A);
        tc_load_shared_b32(&v, A + 64);
    }
}

/* Thread 32 knows that all had arrived in phase 0, and waits for phase 1. Whether it knows of the bytes, too,
 * tells which phase it means. */
static void arrivals_known(unsigned f, const unsigned char *g) {
    if (T == 0) {
        tc_mbarrier_init(bar(0), 1);
        tc_mbarrier_init(bar(1), 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(bar(0), 64);
        tc_bulk_gmem_to_smem(A, g, 64, bar(0));
        if (f == ARRIVAL_AND_BYTES_KNOWN)
            tc_mbarrier_wait(bar(0), 0);
    }
    tc_cta_sync();
    if (T == 0) {
        tc_mbarrier_wait(bar(0), 0);
        tc_mbarrier_arrive(bar(0));
    } else if (T == 32) {
        a_while(bar(1));
        tc_mbarrier_wait(bar(0), 1);
    }
}

/* ---- messages ----------------------------------------------------------------------------------- */

static void receive(unsigned parity) {
    tc_mbarrier_arrive_expect_tx(bar(1), 64);
    tc_mbarrier_wait(bar(1), parity);
}

/* Thread 0 of CTA 0 sends two messages to CTA 1, whose thread 0 waits for one and then for the other. */
static void messages(unsigned f) {
    const tc_dsmem there = tc_map_to_cta(B, 1), done = tc_map_to_cta(bar(1), 1);
    if (RANK == 0 && T == 0) {
        tc_bulk_smem_to_dsmem(there, A, 64, done);
        if (f == TOLD_TO_A_RELAXED_WAIT)
            tc_mbarrier_wait_cluster_relaxed(bar(0), 0);
        else if (f == TOLD_RELAXED || f == TOLD_BEFORE_THE_WAIT || f == TOLD_RELAXED_BY_ANOTHER)
            tc_mbarrier_wait_cluster(bar(0), 0);
        else
            a_while(bar(0));
        tc_bulk_smem_to_dsmem(there + 64, A, 64, done);
    } else if (RANK == 1 && T == 0) {
        if (f == SECOND_MESSAGE_LATER) /* it has arrived before all that follows */
            tc_mbarrier_wait(bar(1), 0);
        else {
            tc_mbarrier_arrive_expect_tx(bar(1), 64);
            if (f == TOLD_BEFORE_THE_WAIT)
                tc_mbarrier_arrive_remote(tc_map_to_cta(bar(0), 0));
            tc_mbarrier_wait(bar(1), 0);
        }
        if (f == TOLD_TO_A_RELAXED_WAIT)
            tc_mbarrier_arrive_remote(tc_map_to_cta(bar(0), 0));
        if (f == TOLD_RELAXED)
            tc_mbarrier_arrive_remote_relaxed(tc_map_to_cta(bar(0), 0));
        if (f == TOLD_RELAXED_BY_ANOTHER)
            tc_mbarrier_arrive_relaxed(bar(2));
        receive(1);
    } else if (RANK == 1 && T == 32 && f == TOLD_RELAXED_BY_ANOTHER) {
        tc_mbarrier_wait(bar(2), 0);
        tc_mbarrier_arrive_remote_relaxed(tc_map_to_cta(bar(0), 0));
    }
}

TC_KERNEL(edges, args) {
    const unsigned f = arg.form;
    if (f <= NO_ARRIVAL_LEFT) {
        if (T == 0)
            counts(f, arg.g);
        return;
    }
    if (f <= ANOTHER_LIFE) {
        if (f == ANOTHER_LIFE_BEHIND)
            behind();
        else if (T == 0)
            another_life(f);
        return;
    }
    if (f == ARRIVAL_KNOWN_BYTES_NOT || f == ARRIVAL_AND_BYTES_KNOWN) {
        arrivals_known(f, arg.g);
        return;
    }
    if (f >= SECOND_NOT_WAITED_FOR && f <= SECOND_WAITED_FOR_OF_TWO) {
        second_phase(f, arg.g);
        return;
    }
    if (f <= COPY_BEFORE_THE_ARRIVAL) {
        if (f == EXPECTED_BESIDE_ANOTHER || f == MANY_ON_THE_WAY)
            beside_others(f, arg.g);
        else if (f <= EXPECTED_BY_ONE_OF_TWO)
            expectations(f, arg.g);
        else
            tracked(f, arg.g);
        return;
    }
    const unsigned v = T;
    tc_store_shared_b32(A + 4 * T, &v);
    if (T == 0) {
        tc_mbarrier_init(bar(0), 1);
        tc_mbarrier_init(bar(1), 1);
        tc_mbarrier_init(bar(2), 1);
        if (f == ANOTHER_LIFE_TWO_MESSAGES) {
            tc_mbarrier_inval(bar(0));
            live_again(1);
        }
        tc_fence_mbarrier_init();
        if (f == SECOND_MESSAGE_LATER && RANK == 1)
            tc_mbarrier_arrive_expect_tx(bar(1), 64);
    }
    tc_fence_async_smem();
    tc_cluster_sync();
    if (f == LEFT_IN_FLIGHT) {
        if (T == 0 && RANK == 0 && tc_cta_index() == 2) {
            tc_bulk_smem_to_dsmem(tc_map_to_cta(B, 1), A, 64, tc_map_to_cta(bar(1), 1));
            a_while(bar(0));
        }
        return;
    }
    if (f == ANOTHER_LIFE_TWO_MESSAGES) {
        if (T == 0 && RANK == 0)
            for (unsigned i = 0; i < 2; i++)
                tc_bulk_smem_to_dsmem(
                    tc_map_to_cta(B, 1) + 64 * i, A, 64, tc_map_to_cta(bar(0), 1));
        else if (T == 0) {
            tc_mbarrier_arrive_expect_tx(bar(0), 64);
            tc_mbarrier_wait(bar(0), 0);
            tc_mbarrier_arrive_expect_tx(bar(0), 64);
            tc_mbarrier_wait(bar(0), 1);
        }
    } else
        messages(f);
    tc_cluster_sync();
}

/* ---- the table -------------------------------------------------------------------------------- */

typedef struct {
    tc_emu_kind kind;
    const char *text, *name;
} Expected;
#define E(form, kind, text) [form] = {TC_EMU_##kind, text, #form}
#define NOTHING_TELLS "counts for phase 1, and nothing tells the thread that phase 0 is over"
static const Expected expected[FORMS] = {
    E(MOST_ARRIVALS, OK, ""),
    E(TOO_MANY_ARRIVALS, ARGUMENT, "1048576 arrivals: not in 1 to 2^20 - 1"),
    E(TOO_MANY_AT_ONCE, ARGUMENT, "1048576 arrivals: not in 1 to 2^20 - 1"),
    E(ONE_MORE_THAN_MOST, MBARRIER, "more than 2^20 - 1 arrivals are to come"),
    E(MOST_BYTES, OK, ""),
    E(TOO_MANY_BYTES, MBARRIER, "1048576 bytes are expected"),
    E(TOO_MANY_BYTES_IN_TWO, MBARRIER, "1048576 bytes are expected"),
    E(NO_BYTES, OK, ""),
    E(INVAL_EXPECTING, MBARRIER, "64 bytes are still expected"),
    E(MORE_THAN_EXPECTED, MBARRIER, "64 bytes more than it expects"),
    E(MORE_ARRIVALS, MBARRIER, "all 1 arrivals of the phase have come, and 64 bytes are missing"),
    E(NO_ARRIVAL_LEFT, MBARRIER, "all 1 arrivals of the phase have come, and 64 bytes are missing"),
    E(ANOTHER_LIFE_BEHIND,
      MBARRIER,
      "2 phases are over, and the caller waits for number 1 of them"),
    E(ANOTHER_LIFE_WAITS, DEADLOCK, "phase 1, 1 of 1 arrivals missing"),
    E(ANOTHER_LIFE, OK, ""),
    E(EXPECTED_TWICE, MBARRIER, "may be too late"),
    E(EXPECTED_BY_ANOTHER, MBARRIER, "may be too late"),
    E(EXPECTED_BY_ONE_OF_TWO, OK, ""),
    E(EXPECTED_BESIDE_ANOTHER, OK, ""),
    E(MANY_ON_THE_WAY, OK, ""),
    E(COPY_AFTER_THE_ARRIVAL, RACE, "no barrier orders the two"),
    E(COPY_BEFORE_THE_ARRIVAL, OK, ""),
    E(SECOND_NOT_WAITED_FOR, RACE, "before a wait on its mbarrier"),
    E(SECOND_WAITED_FOR, OK, ""),
    E(ARRIVAL_KNOWN_BYTES_NOT, MBARRIER, "2 phases are over, and the caller waits for number 0"),
    E(ARRIVAL_AND_BYTES_KNOWN, OK, ""),
    E(SECOND_NOT_WAITED_FOR_OF_TWO, RACE, "before a wait on its mbarrier"),
    E(SECOND_WAITED_FOR_OF_TWO, OK, ""),
    E(SECOND_MESSAGE_LATER, MBARRIER, NOTHING_TELLS),
    E(TOLD_RELAXED, OK, ""),
    E(TOLD_RELAXED_BY_ANOTHER, OK, ""),
    E(TOLD_TO_A_RELAXED_WAIT, OK, ""),
    E(TOLD_BEFORE_THE_WAIT, MBARRIER, NOTHING_TELLS),
    E(ANOTHER_LIFE_TWO_MESSAGES, MBARRIER, NOTHING_TELLS),
    E(LEFT_IN_FLIGHT, EXITED, "was in flight when CTA 3 exited"),
};

static void judge(const Expected *e, tc_emu_config c, args *a) {
    if (e->kind == TC_EMU_OK) {
        passes(e->name, c, edges, a);
        return;
    }
    fails(e->name, c, edges, a, e->kind, e->text);
    c.name = e->name;
    for (c.seed = 1; c.seed <= 12; c.seed++)
        unit_expect(tc_emu_launch(&c, edges, a), e->name, "any order", (int)c.seed);
}

/* ---- how often a try fails ---------------------------------------------------------------------- */

typedef struct {
    unsigned failed[4];
} Tries;
static Tries tries;

/* In every phase as often as in the first: nothing is left of the tries before. */
TC_KERNEL(tries_in_phases, args) {
    tc_mbarrier_init(bar(0), 1);
    tc_fence_mbarrier_init();
    for (unsigned i = 0; i < 4; i++) {
        if (i % 2) {
            tc_mbarrier_arrive(bar(0));
        } else {
            tc_mbarrier_arrive_expect_tx(bar(0), 64);
            tc_bulk_gmem_to_smem(A + 64 * i, arg.g, 64, bar(0));
        }
        tries.failed[i] = 0;
        while (!tc_mbarrier_try_wait(bar(0), i % 2))
            tries.failed[i]++;
    }
}

/* Thread 32 comes when the phase is over, and does not know of it, in every second one; in the others before. */
TC_KERNEL(tries_when_over, args) {
    for (unsigned i = 0; T == 0 && i < 4; i++)
        tc_mbarrier_init(bar(i), 1);
    if (T == 0)
        tc_fence_mbarrier_init();
    tc_cta_sync();
    for (unsigned i = 0; i < 4; i++) {
        if (T == 0) {
            tc_mbarrier_arrive_expect_tx(bar(0), 64);
            tc_bulk_gmem_to_smem(A + 64 * i, arg.g, 64, bar(0));
            tc_mbarrier_wait(bar(0), i % 2);
        } else if (T == 64 && i % 2) {
            a_while(bar(1));
            tc_mbarrier_arrive(bar(2));
        } else if (T == 32) {
            if (i % 2)
                tc_mbarrier_wait(bar(2), i / 2 % 2);
            tries.failed[i] = 0;
            while (!tc_mbarrier_try_wait(bar(0), i % 2))
                tries.failed[i]++;
            tc_mbarrier_arrive(bar(3));
        }
        if (T == 0 || T == 64)
            tc_mbarrier_wait(bar(3), i % 2);
    }
}

static void test_tries(args *a) {
    tc_emu_config c = quiet(1, 8192);
    once_passes("tries_in_phases", c, tries_in_phases, a);
    EXPECT(tries.failed[0] > 0 && tries.failed[2] == tries.failed[0]);
    EXPECT(tries.failed[3] == tries.failed[1]);
    c.block = 65;
    once_passes("tries_when_over", c, tries_when_over, a);
    for (unsigned i = 0; i < 4; i++) /* twice by itself, and twice where nobody could go on */
        unit_expect(
            tries.failed[i] == (i % 2 ? 2 : 4), "tries_when_over", __FILE__, (int)tries.failed[i]);
}

int main(void) {
    tc_emu_config c = quiet(64, 8192);
    args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(4096, "g");
    for (a.form = 0; a.form < FORMS; a.form++) {
        c.cluster = a.form < SECOND_NOT_WAITED_FOR_OF_TWO ? 1 : 2;
        c.grid = a.form == LEFT_IN_FLIGHT ? 4 : 0;
        judge(&expected[a.form], c, &a);
    }
    test_tries(&a);
    reports_match("phase_edges");
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
