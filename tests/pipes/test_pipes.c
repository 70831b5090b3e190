/* test_pipes.c: the generated code of pipelines at work, each kind in a kernel of its own, with agents that
 * are held up at random: on the emulator by its orders, on a GPU by sleeping. What a consumer reads it leaves
 * in global memory, a place for each turn, and the host compares. Then kernels that forget something, which
 * the emulator must report; under TC_CHECK those of which only the check can speak. */
#include "pipes_gen.h"
#include "tilecopy/tilecopy.h"
#include "tests/emu/emu_test.h"

#if defined(OLD_FORMS) /* on a GPU that could do more: the host's side of nvcc has all there is */
#define WITH_BULK 0
#else
#define WITH_BULK TC_HAS_BULK
#endif

typedef struct {
    const unsigned *in;
    unsigned *out;
    unsigned turns, seed, fault;
} args;

enum { TILE = 64, MORE = 32, MOST = TILE + MORE };
enum { NONE, NO_WAIT, NO_RELEASE, NO_ACQUIRE, EARLY_RELEASE, ADVANCE_TWICE, NO_COMMIT };
enum { NO_TURN_FROM_AFAR = NO_COMMIT + 1, NO_TURN_HERE, WRONG_CTA, NO_TURN_IN_TAIL, NO_TAIL };

/* A different while for everyone and every time. */
TC_FN void hold_up(args arg, unsigned at) {
#if TC_ON_DEVICE
    unsigned x = arg.seed * 2654435761u ^ at * 2246822519u ^ tc_thread_index() / 32 * 3266489917u;
    x ^= x >> 15;
    x *= 2246822519u;
    x ^= x >> 13;
    __nanosleep(x % 700);
#else
    (void)arg;
    (void)at;
#endif
}

TC_FN unsigned lane_of(void) {
    return tc_thread_index() % 32;
}

/* `count` words by `threads` threads; add: to tell apart who moved them. */
TC_FN void give(
    const unsigned *src, unsigned *dst, unsigned count, unsigned thread, unsigned threads) {
    unsigned v;
    for (unsigned i = thread; i < count; i += threads) {
        tc_load_global_b32(&v, src + i);
        tc_store_shared_b32(dst + i, &v);
    }
}

TC_FN void take(
    unsigned *dst, const unsigned *src, unsigned count, unsigned thread, unsigned threads) {
    unsigned v;
    for (unsigned i = thread; i < count; i += threads) {
        tc_load_shared_b32(&v, src + i);
        tc_store_global_b32(dst + i, &v);
    }
}

#if WITH_BULK
/* ---- bulk copies, two values on one barrier, two consumers ------------------------------------- */

/* One thread acquires and starts the copies. */
TC_FN void ring_fill(args arg, tc_ring_smem *smem, tc_ring_state state, unsigned i, int acquires) {
    const unsigned *const src = arg.in + i * MOST;
    while (acquires && i % 3 == 1 && !tc_ring_A_try_acquire(smem, state)) {
    }
    if (acquires && (arg.fault != NO_ACQUIRE || i < 3))
        tc_ring_A_acquire(smem, state);
    else if (acquires)
        tc_mbarrier_arrive_expect_tx(&smem->A_bars.slot[state.slot].full, TC_RING_A_EXPECTED);
    tc_bulk_gmem_to_smem(
        smem->A.slot[state.slot], src, TILE * 4, &smem->A_bars.slot[state.slot].full);
    tc_bulk_gmem_to_smem(
        smem->B.slot[state.slot], src + TILE, MORE * 4, &smem->A_bars.slot[state.slot].full);
}

/* By turns the whole warp acquires, of which any lane starts the copies, or one lane does both; with a fault one
 * lane alone, which the others do not wait for. */
TC_FN void ring_load(args arg, tc_ring_smem *smem) {
    tc_ring_state state = tc_ring_A_producer_start();
    if (arg.fault && !tc_elect_one())
        return;
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i);
        if (!arg.fault && (arg.seed + i) % 2) {
            tc_ring_A_acquire_elected(smem, state);
            if (lane_of() == i % 32)
                ring_fill(arg, smem, state, i, 0);
        } else if (arg.fault || tc_elect_one()) {
            ring_fill(arg, smem, state, i, 1);
        }
        tc_ring_A_commit(smem, state);
        tc_ring_A_advance(&state);
    }
    if (arg.fault != NO_TAIL && (arg.fault || arg.seed % 2 || tc_elect_one()))
        tc_ring_A_tail(smem, state);
}

TC_FN void ring_read(
    args arg, tc_ring_smem *smem, unsigned out, unsigned thread, unsigned threads) {
    tc_ring_state state = tc_ring_A_consumer_start();
    for (unsigned i = 0; i < arg.turns; i++) {
        unsigned *const dst = arg.out + (out * arg.turns + i) * MOST;
        hold_up(arg, i + 77);
        while (i % 3 == 2 && !tc_ring_A_try_wait(smem, state)) {
        }
        if (arg.fault != NO_WAIT)
            tc_ring_A_wait(smem, state);
        if (arg.fault == EARLY_RELEASE)
            tc_ring_A_release(smem, state);
        take(dst, smem->A.slot[state.slot], TILE, thread, threads);
        take(dst + TILE, smem->B.slot[state.slot], MORE, thread, threads);
        if (arg.fault != EARLY_RELEASE && arg.fault != NO_RELEASE)
            tc_ring_A_release(smem, state);
        tc_ring_A_advance(&state);
        if (arg.fault == ADVANCE_TWICE && i == 2)
            tc_ring_A_advance(&state);
    }
}

TC_KERNEL(ring, args) {
    tc_ring_smem *const smem = (tc_ring_smem *)(void *)tc_smem();
    const unsigned thread = tc_thread_index();
    tc_ring_init(smem);
    if (thread < 32)
        ring_load(arg, smem);
    else if (thread < 64)
        ring_read(arg, smem, 0, thread - 32, 32);
    else
        ring_read(arg, smem, 1, thread - 64, 64);
}

#endif
/* ---- threads that write ------------------------------------------------------------------------ */

#define WRITTEN(pipe)                                                                              \
    TC_KERNEL(pipe, args) {                                                                        \
        tc_##pipe##_smem *const smem = (tc_##pipe##_smem *)(void *)tc_smem();                      \
        const unsigned thread = tc_thread_index();                                                 \
        tc_##pipe##_state state =                                                                  \
            thread < 64 ? tc_##pipe##_T_producer_start() : tc_##pipe##_T_consumer_start();         \
        tc_##pipe##_init(smem);                                                                    \
        for (unsigned i = 0; i < arg.turns; i++) {                                                 \
            hold_up(arg, i);                                                                       \
            if (thread < 64) {                                                                     \
                tc_##pipe##_T_acquire(smem, state);                                                \
                give(arg.in + i * MOST, smem->T.slot[state.slot], TILE, thread, 64);               \
                if (arg.fault != NO_COMMIT)                                                        \
                    tc_##pipe##_T_commit(smem, state);                                             \
            } else {                                                                               \
                tc_##pipe##_T_wait(smem, state);                                                   \
                take(arg.out + i * MOST, smem->T.slot[state.slot], TILE, lane_of(), 32);           \
                tc_##pipe##_T_release(smem, state);                                                \
            }                                                                                      \
            tc_##pipe##_T_advance(&state);                                                         \
        }                                                                                          \
        if (thread < 64)                                                                           \
            tc_##pipe##_T_tail(smem, state);                                                       \
    }
WRITTEN(threads) /* one arrives for its warp */
WRITTEN(each)    /* every thread arrives */

/* ---- cp.async ---------------------------------------------------------------------------------- */

TC_KERNEL(copies, args) {
    tc_copies_smem *const smem = (tc_copies_smem *)(void *)tc_smem();
    const unsigned thread = tc_thread_index();
    tc_copies_state state =
        thread < 64 ? tc_copies_T_producer_start() : tc_copies_T_consumer_start();
    tc_copies_init(smem);
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i);
        if (thread < 64) {
            tc_copies_T_acquire(smem, state);
            tc_cp_async_b32(smem->T.slot[state.slot] + thread, arg.in + i * MOST + thread);
            tc_copies_T_commit(smem, state);
        } else {
            if (arg.fault != NO_WAIT)
                tc_copies_T_wait(smem, state);
            take(arg.out + i * MOST, smem->T.slot[state.slot], TILE, lane_of(), 32);
            tc_copies_T_release(smem, state);
        }
        tc_copies_T_advance(&state);
    }
    if (thread < 64)
        tc_copies_T_tail(smem, state);
}

/* All of them copy, and all read what the others copied: two turns ahead, and two more at the end that bring
 * nothing. Before sm_90 groups of copies are counted, from there on mbarriers wait for them. */
TC_FN void groups_fill(args arg, tc_groups_smem *smem, tc_groups_state *state, unsigned i) {
    const unsigned thread = tc_thread_index();
    tc_groups_T_acquire(smem, *state);
    if (i < arg.turns)
        tc_cp_async_b32(smem->T.slot[state->slot] + thread, arg.in + i * MOST + thread);
    if (i < arg.turns && thread < MORE)
        tc_cp_async_b32(smem->M.slot[state->slot] + thread, arg.in + i * MOST + TILE + thread);
    tc_groups_T_commit(smem, *state);
    tc_groups_T_advance(state);
}

TC_KERNEL(groups, args) {
    tc_groups_smem *const smem = (tc_groups_smem *)(void *)tc_smem();
    tc_groups_state fill = tc_groups_T_producer_start(), read = tc_groups_T_consumer_start();
    enum { AHEAD = TC_GROUPS_T_STAGES - 1 };
    tc_groups_init(smem);
    for (unsigned i = 0; i < AHEAD; i++)
        groups_fill(arg, smem, &fill, i);
    for (unsigned i = 0; i < arg.turns + AHEAD; i++) {
        hold_up(arg, i);
        if (arg.fault != NO_WAIT)
            tc_groups_T_wait(smem, read);
        if (i < arg.turns) {
            take(arg.out + i * MOST, smem->T.slot[read.slot], TILE, 63 - tc_thread_index(), 64);
            take(arg.out + i * MOST + TILE, smem->M.slot[read.slot], MORE, tc_thread_index(), 64);
        }
        tc_groups_T_release(smem, read);
        tc_groups_T_advance(&read);
        if (i < arg.turns)
            groups_fill(arg, smem, &fill, i + AHEAD);
    }
    tc_groups_T_tail(smem, fill);
}

/* ---- a named barrier --------------------------------------------------------------------------- */

TC_KERNEL(meet, args) {
    tc_meet_smem *const smem = (tc_meet_smem *)(void *)tc_smem();
    const unsigned thread = tc_thread_index();
    tc_meet_state state = thread < 32 ? tc_meet_T_producer_start() : tc_meet_T_consumer_start();
    tc_meet_init(smem);
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i);
        if (thread < 32) {
            if (arg.fault != NO_ACQUIRE)
                tc_meet_T_acquire(smem, state);
            give(arg.in + i * MOST, smem->T.slot[state.slot], TILE, thread, 32);
            tc_meet_T_commit(smem, state);
        } else {
            tc_meet_T_wait(smem, state);
            take(arg.out + i * MOST, smem->T.slot[state.slot], TILE, thread - 32, 64);
            tc_meet_T_release(smem, state);
        }
        tc_meet_T_advance(&state);
    }
    if (thread < 32)
        tc_meet_T_tail(smem, state);
}

/* ---- an order of two agents, by either kind of barrier ------------------------------------------ */

/* What both write in turn: out[0] counts, by one of each agent, without an atomic. */
TC_FN void count_on(unsigned *at) {
    unsigned v;
    if (lane_of() == 0 && tc_thread_index() / 32 < 2) {
        tc_load_global_b32(&v, at);
        v = v * 3 + (tc_thread_index() < 32);
        tc_store_global_b32(at, &v);
    }
}

/* Each pair of sections alone: one kind of barrier orders what the other does not. */
TC_FN void order_named(args arg, tc_order_smem *smem, tc_order_state state, int first) {
    if (first && arg.fault != NO_ACQUIRE)
        tc_order_Named_acquire(smem, state);
    else if (!first)
        tc_order_Named_wait(smem, state);
    count_on(arg.out);
    if (first)
        tc_order_Named_commit(smem, state);
    else
        tc_order_Named_release(smem, state);
}

TC_FN void order_mbar(args arg, tc_order_smem *smem, tc_order_state state, int first) {
    if (first && arg.fault != NO_ACQUIRE)
        tc_order_Mbar_acquire(smem, state);
    else if (!first)
        tc_order_Mbar_wait(smem, state);
    count_on(arg.out + 1);
    if (first)
        tc_order_Mbar_commit(smem, state);
    else
        tc_order_Mbar_release(smem, state);
}

TC_KERNEL(order, args) {
    tc_order_smem *const smem = (tc_order_smem *)(void *)tc_smem();
    const int first = tc_thread_index() < 32;
    tc_order_state named =
        first ? tc_order_Named_producer_start() : tc_order_Named_consumer_start();
    tc_order_state mbar = first ? tc_order_Mbar_producer_start() : tc_order_Mbar_consumer_start();
    tc_order_init(smem);
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i);
        if (arg.fault == NONE)
            order_named(arg, smem, named, first);
        order_mbar(arg, smem, mbar, first);
        tc_order_Named_advance(&named);
        tc_order_Mbar_advance(&mbar);
    }
    if (first && arg.fault == NONE) {
        tc_order_Named_tail(smem, named);
        tc_order_Mbar_tail(smem, mbar);
    }
}

#if WITH_BULK
/* ---- two values that take turns on one buffer ---------------------------------------------------- */

TC_FN void turns_math(args arg, tc_turns_smem *smem) {
    tc_turns_state x = tc_turns_X_producer_start();
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i);
        tc_turns_X_acquire(smem, x);
        give(arg.in + i * MOST, smem->X.slot[x.slot], TILE, lane_of(), 32);
        tc_turns_X_commit(smem, x);
        tc_turns_X_advance(&x);
    }
    tc_turns_X_tail(smem, x);
}

TC_FN void turns_load(args arg, tc_turns_smem *smem) {
    tc_turns_state y = tc_turns_Y_producer_start();
    if (!tc_elect_one())
        return;
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i);
        if (arg.fault == NO_ACQUIRE) /* of its own slot only */
            tc_mbarrier_arrive_expect_tx(&smem->Y_bars.slot[y.slot].full, TC_TURNS_Y_EXPECTED);
        else
            tc_turns_Y_acquire(smem, y);
        tc_bulk_gmem_to_smem(
            smem->Y.slot[y.slot], arg.in + i * MOST, TILE * 4, &smem->Y_bars.slot[y.slot].full);
        tc_turns_Y_advance(&y);
        if (arg.fault == NO_ACQUIRE)
            return;
    }
    tc_turns_Y_tail(smem, y);
}

TC_KERNEL(turns, args) {
    tc_turns_smem *const smem = (tc_turns_smem *)(void *)tc_smem();
    const unsigned thread = tc_thread_index();
    tc_turns_init(smem);
    if (thread < 32) {
        turns_load(arg, smem);
    } else if (thread < 64) {
        turns_math(arg, smem);
    } else {
        tc_turns_state x = tc_turns_X_consumer_start(), y = tc_turns_Y_consumer_start();
        for (unsigned i = 0; i < arg.turns; i++) {
            tc_turns_X_wait(smem, x);
            take(arg.out + i * MOST, smem->X.slot[x.slot], TILE, lane_of(), 32);
            tc_turns_X_release(smem, x);
            hold_up(arg, i);
            tc_turns_Y_wait(smem, y);
            take(arg.out + (arg.turns + i) * MOST, smem->Y.slot[y.slot], TILE, lane_of(), 32);
            tc_turns_Y_release(smem, y);
            tc_turns_X_advance(&x);
            tc_turns_Y_advance(&y);
        }
    }
}

#endif
/* ---- two rings on one another -------------------------------------------------------------------- */

TC_KERNEL(rings, args) {
    tc_rings_smem *const smem = (tc_rings_smem *)(void *)tc_smem();
    const unsigned thread = tc_thread_index();
    tc_rings_state x = thread < 32 ? tc_rings_X_producer_start() : tc_rings_X_consumer_start();
    tc_rings_state y = thread < 64 ? tc_rings_Y_producer_start() : tc_rings_Y_consumer_start();
    tc_rings_init(smem);
    for (unsigned i = 0; i < arg.turns; i++) {
        hold_up(arg, i);
        if (thread < 32) {
            tc_rings_X_acquire(smem, x);
            give(arg.in + i * MOST, smem->X.slot[x.slot], TILE, thread, 32);
            tc_rings_X_commit(smem, x);
        } else if (thread < 64) {
            tc_rings_Y_acquire(smem, y);
            tc_cp_async_b64(
                smem->Y.slot[y.slot] + 2 * lane_of(), arg.in + i * MOST + 2 * lane_of());
            tc_rings_Y_commit(smem, y);
        } else {
            tc_rings_X_wait(smem, x);
            take(arg.out + i * MOST, smem->X.slot[x.slot], TILE, thread - 64, 64);
            tc_rings_X_release(smem, x);
            tc_rings_Y_wait(smem, y);
            take(arg.out + (arg.turns + i) * MOST, smem->Y.slot[y.slot], TILE, thread - 64, 64);
            tc_rings_Y_release(smem, y);
        }
        tc_rings_X_advance(&x);
        tc_rings_Y_advance(&y);
    }
    if (thread < 32)
        tc_rings_X_tail(smem, x);
    else if (thread < 64)
        tc_rings_Y_tail(smem, y);
}

/* ---- the host ------------------------------------------------------------------------------------ */

static args start(unsigned turns) {
    args a;
    unsigned *in = (unsigned *)tc_emu_gmem_alloc(turns * MOST * 4, "in");
    a.out = (unsigned *)tc_emu_gmem_alloc(2 * turns * MOST * 4, "out");
    for (unsigned i = 0; i < turns * MOST; i++)
        in[i] = i * 2654435761u;
    a.in = in;
    a.turns = turns;
    a.fault = NONE;
    a.seed = 1;
    return a;
}

static void finish(args a) {
    tc_emu_gmem_free((void *)(size_t)a.in);
    tc_emu_gmem_free(a.out);
}

/* Each turn of each of `outs` consumers has `words` of the tile. */
static void expect_tiles(const char *name, args a, unsigned outs, unsigned words) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < outs * a.turns; i++)
        for (unsigned w = 0; w < words; w++)
            wrong += a.out[i * MOST + w] != a.in[i % a.turns * MOST + w];
    unit_expect(wrong == 0, name, __FILE__, (int)wrong);
}

/* Of `launches` that went on where the one before had ended. */
static void expect_order(args a, unsigned launches) {
    unsigned want = 0;
    for (unsigned i = 0; i < launches * a.turns; i++)
        want = (want * 3 + 1) * 3;
    unit_expect(a.out[0] == want, "order of the named barrier", __FILE__, __LINE__);
    unit_expect(a.out[1] == want, "order of the mbarriers", __FILE__, __LINE__);
}

enum { LAUNCHES = 4 }; /* of `passes` */
#if TC_ON_DEVICE
enum { SEEDS = 3 };
#define TURNS 10000
#else
enum { SEEDS = 10 };
#define TURNS (1 + a.seed % 9) /* shorter than a ring, and several times around */
#endif

/* Of a kind of pipe that has run with every seed; jitter.py reads it. */
static void tell(const char *kernel, unsigned ctas) {
#if TC_ON_DEVICE
    static int before;
    printf(
        "%s: %d launches of %d turns by %u CTA%s, %d wrong\n",
        kernel,
        SEEDS * LAUNCHES,
        TURNS,
        ctas,
        ctas > 1 ? "s" : "",
        unit_failed - before);
    before = unit_failed;
#else
    (void)kernel;
    (void)ctas;
#endif
}

#define RUN(kernel, block, size, outs, words)                                                      \
    for (unsigned seed = 0; seed < SEEDS; seed++) {                                                \
        args a = {0, 0, 0, 0, 0};                                                                  \
        a.seed = seed;                                                                             \
        const unsigned count = TURNS;                                                              \
        tc_emu_config c = quiet(block, size);                                                      \
        a = start(count);                                                                          \
        a.seed = seed;                                                                             \
        a.out[0] = a.out[1] = 0;                                                                   \
        c.early_exit = 1;                                                                          \
        passes(#kernel, c, kernel, &a);                                                            \
        if (outs)                                                                                  \
            expect_tiles(#kernel, a, outs, words);                                                 \
        else                                                                                       \
            expect_order(a, LAUNCHES);                                                             \
        finish(a);                                                                                 \
    }                                                                                              \
    tell(#kernel, 1);

#include "remote.h"
#include "multicast.h"
#include "turns.h"
#include "attention.h"

#if !TC_ON_DEVICE && TC_CHECK
#include "protocol.h"
#elif !TC_ON_DEVICE
#include "faults.h"
#endif

int main(void) {
#if WITH_BULK
    RUN(ring, TC_RING_THREADS, TC_RING_SMEM_BYTES, 2, MOST)
    RUN(turns, TC_TURNS_THREADS, TC_TURNS_SMEM_BYTES, 2, TILE)
    RUN(attention, TC_ATTENTION_THREADS, TC_ATTENTION_SMEM_BYTES, 2, TILE)
    run_remote(1);
    run_remote(2);
    run_remote(3);
    run_groups();
    for (unsigned ctas = 1; ctas <= 3; ctas++) {
        RUN_CLUSTER(shared, SHARED, ctas, expect_turns, 0)
        RUN_CLUSTER(answered, ANSWERED, ctas, expect_turns, 1)
    }
#endif
    RUN(depths, TC_DEPTHS_THREADS, TC_DEPTHS_SMEM_BYTES, 2, TILE)
    RUN(groups, TC_GROUPS_THREADS, TC_GROUPS_SMEM_BYTES, 1, MOST)
    RUN(threads, TC_THREADS_THREADS, TC_THREADS_SMEM_BYTES, 1, TILE)
    RUN(each, TC_EACH_THREADS, TC_EACH_SMEM_BYTES, 1, TILE)
    RUN(copies, TC_COPIES_THREADS, TC_COPIES_SMEM_BYTES, 1, TILE)
    RUN(meet, TC_MEET_THREADS, TC_MEET_SMEM_BYTES, 1, TILE)
    RUN(order, TC_ORDER_THREADS, TC_ORDER_SMEM_BYTES, 0, 0)
    RUN(rings, TC_RINGS_THREADS, TC_RINGS_SMEM_BYTES, 2, TILE)
#if !TC_ON_DEVICE && TC_CHECK
    run_protocol();
#elif !TC_ON_DEVICE
    run_faults();
#endif
    return unit_finish();
}
