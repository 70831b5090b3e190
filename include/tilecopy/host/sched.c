/* sched.c: a launch. Clusters run one after another; of a cluster every CTA is an OS thread, every
 * CUDA thread a fiber on it. One OS thread at a time has the turn: it runs each of its fibers that
 * can go on until it blocks, then passes the turn. When a whole round moved nothing, the oldest
 * copy in flight completes (as late as can be); when there is none, it is a deadlock. */
#include "cores.h"
#include "host.h"
#include "maps.h"
#include "record.h"
#include "warpgroup.h"
#include "watch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

Emu emu;
unsigned tc_emu_thread_idx[3], tc_emu_block_idx[3];
unsigned tc_emu_block_dim[3], tc_emu_grid_dim[3], tc_emu_cluster_dim[3];
char *fiber_stacks;
size_t fiber_stacks_bytes;
/* A thread that waits in a loop of loads lets the others run after a turn; when no thread stores or is woken for
 * so long that 1024 threads read 32 Ki times each, none ever will be. */
enum { MAX_STEPS = 1 << 24, TURN_STEPS = 1 << 12, STILL_STEPS = 1 << 25 };
enum { POLLS_BEFORE_COPIES = 2, POLLS_AT_MOST = 1000 };

unsigned emu_random(unsigned below) {
    emu.random = emu.random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(emu.random >> 33) % below;
}

void emu_ready(Thread *t) {
    t->state = THREAD_READY;
    t->wait_bar = NULL;
    emu.still = 0;
}

static void to_scheduler(Thread *t) {
    fiber_switch(&t->fiber, &emu.ctas[t->cta].scheduler);
}

void emu_block(Thread *t, Wait wait) {
    t->state = THREAD_WAITING;
    t->wait = wait;
    to_scheduler(t);
}

void emu_yield(Thread *t) {
    to_scheduler(t);
}

void emu_enter_from(const char *primitive, const void *caller, const void *caller_frame) {
    Thread *t = emu.current;
    if (!t) {
        fprintf(stderr, "emu: %s called outside a kernel; use tc_emu_launch\n", primitive);
        exit(1);
    }
    watch_beats++;
    t->primitive = primitive;
    t->caller = caller;
    t->caller_frame = caller_frame;
    if (++t->step > MAX_STEPS)
        report_raise(
            TC_EMU_DEADLOCK, t, NULL, 0, "%u steps of one thread: an endless loop?", t->step);
    if (++emu.still > STILL_STEPS)
        report_raise(
            TC_EMU_DEADLOCK,
            t,
            NULL,
            0,
            "%u steps of all threads, and none stored anything: an endless loop?",
            emu.still);
    if (emu.config.choose || (emu.config.seed && emu_random(4) == 0) || t->step % TURN_STEPS == 0)
        to_scheduler(t);
}

/* ---- fibers --------------------------------------------------------------------------------- */

static void fiber_main(void) {
    Thread *t = emu.current;
    emu.kernel(emu.args);
    t->primitive = "return from the kernel";
    t->caller = t->caller_frame = NULL;
    t->step++;
    token_thread_end(t);
    wgmma_thread_end(t);
    t->state = THREAD_DONE;
    emu.ctas[t->cta].live--;
    emu.live--;
    warp_exit(t);
    lanes_exit(t);
    barrier_exit(t);
    for (;;)
        to_scheduler(t);
}

static void fiber_start(Thread *t) {
    t->stack = fiber_stacks + (size_t)t->index * STACK_STRIDE + STACK_GUARD;
    crash_prepare_stack(t);
    fiber_make(&t->fiber, t->stack, STACK_BYTES - STACK_ROOM, fiber_main);
}

static void fiber_run(Cta *cta, Thread *t) {
    watch_beats++;
    memcpy(tc_emu_thread_idx, t->place, sizeof tc_emu_thread_idx);
    memcpy(tc_emu_block_idx, t->place + 3, sizeof tc_emu_block_idx);
    emu.current = t;
    fiber_switch(&cta->scheduler, &t->fiber);
    emu.current = NULL;
    crash_check_stack(t);
}

/* One step of the thread that the caller of the launch chooses; is there one? */
static bool step_chosen(Cta *cta) {
    uint16_t ready[MAX_BLOCK];
    unsigned count = 0;
    for (unsigned i = 0; i < emu.block; i++)
        if (cta->threads[i].state == THREAD_READY)
            ready[count++] = (uint16_t)i;
    if (count == 0)
        return false;
    unsigned chosen = count > 1 ? emu.config.choose(emu.config.context, count) % count : 0;
    fiber_run(cta, &cta->threads[ready[chosen]]);
    return true;
}

/* Runs every fiber of the CTA that can go on once; was there one? */
static bool sweep(Cta *cta) {
    uint16_t order[MAX_BLOCK];
    bool moved = false;
    if (emu.config.choose)
        return step_chosen(cta);
    for (unsigned i = 0; i < emu.block; i++)
        order[i] = (uint16_t)i;
    for (unsigned i = emu.block; emu.config.seed && i > 1; i--) {
        unsigned k = emu_random(i);
        uint16_t swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
    for (unsigned i = 0; i < emu.block && !emu.failed; i++) {
        Thread *t = &cta->threads[order[i]];
        if (t->state != THREAD_READY)
            continue;
        moved = true;
        fiber_run(cta, t);
    }
    return moved;
}

/* ---- nobody can go on ----------------------------------------------------------------------- */

static bool wake_polls(unsigned at_most) {
    bool woke = false;
    for (unsigned i = 0; i < emu.thread_count; i++) {
        Thread *t = &emu.threads[i];
        if (t->state != THREAD_WAITING || t->wait != WAIT_POLL || t->polls >= at_most)
            continue;
        t->polls++;
        t->wait_result = false;
        emu_ready(t);
        woke = true;
    }
    return woke;
}

static bool same_wait(const Thread *a, const Thread *b) {
    return a->state == b->state && a->wait == b->wait && a->wait_id == b->wait_id &&
           a->wait_bar == b->wait_bar && a->cta == b->cta && a->mask == b->mask &&
           a->primitive == b->primitive;
}

static void raise_deadlock(void) {
    char text[2400], line[300], what[200];
    size_t used = 0;
    bool warp = false;
    const Thread *first = NULL;
    for (unsigned i = 0, lines = 0; i < emu.thread_count && lines < 16;) {
        Thread *t = &emu.threads[i];
        unsigned n = i;
        while (n < emu.thread_count && same_wait(t, &emu.threads[n]))
            n++;
        if (t->state == THREAD_WAITING) {
            if (!first)
                first = t;
            warp |= t->wait == WAIT_WARP;
            barrier_describe(t, what, sizeof what);
            snprintf(
                line,
                sizeof line,
                "\n  waits: cta %u threads %u to %u, step %u: %s%s",
                report_cta(t),
                t->thread,
                emu.threads[n - 1].thread,
                t->step,
                t->primitive,
                what);
            snprintf(text + used, sizeof text - used, "%s", line);
            used = strlen(text);
            lines++;
        }
        i = n;
    }
    report_raise(
        warp ? TC_EMU_DIVERGENT : TC_EMU_DEADLOCK,
        (Thread *)(uintptr_t)first,
        NULL,
        0,
        "%s%s",
        warp ? "lanes of one warp wait at different places" : "nobody can go on",
        text);
}

/* No fiber of any CTA can go on: let time pass. */
static void stuck(void) {
    if (lanes_converge() || wake_polls(POLLS_BEFORE_COPIES) || token_complete_one() ||
        wake_polls(POLLS_AT_MOST))
        return;
    raise_deadlock();
}

/* ---- CTAs ----------------------------------------------------------------------------------- */

static void take_turn(Cta *cta) {
    if (!cta->ready) {
        region_shared_start(cta->index);
        cta->ready = true;
        return;
    }
    emu.idle_sweeps = sweep(cta) ? 0 : emu.idle_sweeps + 1;
    if (emu.live == 0 || emu.failed) {
        emu.over = true;
    } else if (emu.idle_sweeps >= emu.cluster) {
        emu.idle_sweeps = 0;
        stuck();
        emu.over = emu.failed;
    }
}

/* Is there something to do that only the CTA's own OS thread can: run a fiber, or find its memory? */
static bool needs_its_thread(const Cta *cta) {
    bool needs = !cta->ready;
    for (unsigned i = 0; i < emu.block && !needs; i++)
        needs = cta->threads[i].state == THREAD_READY;
    return needs;
}

/* A turn in which nothing of a CTA can go on is taken for it, without a switch of OS threads. */
static void pass_turn(void) {
    for (;;) {
        emu.turn = (emu.turn + 1) % emu.cluster;
        if (emu.over || needs_its_thread(&emu.ctas[emu.turn]))
            return;
        take_turn(&emu.ctas[emu.turn]);
    }
}

static void wait_for_turn(Cta *cta) {
    while (sem_wait(&cta->turn))
        continue; /* a signal came */
}

static void *cta_main(void *context) {
    Cta *cta = context;
    void *handler_stack = crash_stack_start();
    const pid_t own = (pid_t)syscall(SYS_gettid);
    for (wait_for_turn(cta); !emu.over; wait_for_turn(cta)) {
        watch_running = own;
        do {
            take_turn(cta);
            pass_turn();
        } while (!emu.over && emu.turn == cta->index);
        sem_post(&emu.ctas[emu.turn].turn);
    }
    /* every CTA wakes one more, until all have seen that it is over */
    sem_post(&emu.ctas[(cta->index + 1) % emu.cluster].turn);
    crash_stack_end(handler_stack);
    return NULL;
}

static void split(unsigned at, const unsigned shape[3], unsigned out[3]) {
    out[0] = at % shape[0];
    out[1] = at / shape[0] % shape[1];
    out[2] = at / shape[0] / shape[1];
}

/* A cluster of 2x1x1 in a grid of 4x2x1: CTA 1 of cluster 3 is (1, 0, 0) in it, the cluster is (1, 1, 0) of
 * 2x2x1, so the CTA is (3, 1, 0). */
static void place_thread(Thread *t, unsigned cta) {
    const unsigned *grid = tc_emu_grid_dim, *cluster = tc_emu_cluster_dim;
    unsigned clusters[3], at[3], in[3];
    for (unsigned i = 0; i < 3; i++)
        clusters[i] = grid[i] / cluster[i];
    split(emu.first_cta / emu.cluster, clusters, at);
    split(cta, cluster, in);
    split(t->thread, tc_emu_block_dim, t->place);
    for (unsigned i = 0; i < 3; i++)
        t->place[3 + i] = at[i] * cluster[i] + in[i];
}

static void cta_start(Cta *cta, unsigned index) {
    memset(cta->barriers, 0, sizeof cta->barriers);
    memset(cta->bars, 0, sizeof cta->bars);
    cta->bar_count = 0;
    cta->index = index;
    cta->live = emu.block;
    cta->ready = false;
    cta->sync_count = 0;
    cta->least_syncs = UINT32_MAX;
    memset(cta->votes, 0, sizeof cta->votes);
    cta->threads = emu.threads + (size_t)index * emu.block;
    sem_init(&cta->turn, 0, 0);
    for (unsigned i = 0; i < emu.block; i++) {
        Thread *t = &cta->threads[i];
        Warp *warp = &cta->warps[i / 32];
        memset(t, 0, sizeof *t);
        t->index = index * emu.block + i;
        t->cta = index;
        t->thread = i;
        place_thread(t, index);
        t->warp = warp;
        warp->lanes[i % 32] = t;
        warp->lane_count = i % 32 + 1;
        clock_start(t);
        fiber_start(t);
    }
}

static void cluster_release(void) {
    for (unsigned i = 0; i < emu.thread_count; i++) {
        clock_ref(&emu.threads[i].clock, NULL);
        clock_ref(&emu.threads[i].landed, NULL);
        clock_ref(&emu.threads[i].fenced, NULL);
        for (unsigned k = 0; k < 24; k++)
            clock_ref(&emu.threads[i].proxy_fence[k / 8][k % 8].clock, NULL);
        free(emu.threads[i].copies);
    }
    for (unsigned c = 0; c < emu.cluster; c++) {
        Cta *cta = &emu.ctas[c];
        for (unsigned i = 0; i < NAMED_BARRIERS; i++)
            clock_ref(&cta->barriers[i].pending, NULL);
        clock_ref(&cta->seen, NULL);
        memset(cta->touched, 0, emu.thread_count * sizeof *cta->touched);
        for (unsigned i = 0; i < MAX_BARS; i++) {
            clock_ref(&cta->bars[i].pending, NULL);
            clock_ref(&cta->bars[i].released, NULL);
            clock_ref(&cta->bars[i].older, NULL);
            clock_ref(&cta->bars[i].carried, NULL);
            clock_ref(&cta->bars[i].pending_local, NULL);
            clock_ref(&cta->bars[i].released_local, NULL);
            phase_forget(&cta->bars[i]);
            free(cta->bars[i].relaxed);
            phase_forget_waits(&cta->bars[i]);
        }
        for (unsigned i = 0; i < emu.warp_count; i++)
            free(cta->warps[i].log);
        memset(cta->warps, 0, emu.warp_count * sizeof *cta->warps);
        sem_destroy(&cta->turn);
    }
    clock_ref(&emu.cluster_pending, NULL);
    clock_ref(&emu.cluster_released, NULL);
    clock_ref(&emu.cluster_carried, NULL);
    clock_forget_cache();
    access_forget_readers();
    tensormap_new_cluster();
}

/* The order in one cluster depends on the seed and on its number alone, not on what ran before. */
static uint64_t random_start(void) {
    return (emu.config.seed + 0x9E3779B9u * (uint64_t)(emu.first_cta / emu.cluster)) *
               0x9E3779B97F4A7C15u +
           1;
}

void emu_run_cluster(void) {
    emu.serial++;
    emu.random = random_start();
    emu.live = emu.thread_count;
    emu.still = emu.turn = emu.idle_sweeps = emu.cluster_arrived = emu.cluster_syncs = 0;
    emu.least_cluster_syncs = UINT32_MAX;
    emu.over = false;
    for (unsigned i = 0; i < emu.cluster; i++)
        cta_start(&emu.ctas[i], i);
    for (unsigned i = 0; i < emu.cluster; i++)
        if (pthread_create(&emu.ctas[i].os_thread, NULL, cta_main, &emu.ctas[i])) {
            fprintf(stderr, "emu: cannot start an OS thread\n");
            exit(1);
        }
    sem_post(&emu.ctas[0].turn);
    for (unsigned i = 0; i < emu.cluster; i++)
        pthread_join(emu.ctas[i].os_thread, NULL);
    wgmma_cluster_end();
    token_cluster_end();
    callers_end();
    owners_end();
    pipes_end();
    if (!emu.failed)
        region_check_margins();
    flags_cluster_end();
    region_shared_end();
    cluster_release();
}

/* ---- the launch ----------------------------------------------------------------------------- */

/* Are the three the number of all? All 0: they lie along x. */
static bool take_shape(unsigned out[3], const unsigned shape[3], unsigned count) {
    const bool given = shape[0] || shape[1] || shape[2];
    for (unsigned i = 0; i < 3; i++)
        out[i] = given ? shape[i] : i ? 1 : count;
    return (unsigned long long)out[0] * out[1] * out[2] == count;
}

static bool take_shapes(void) {
    const tc_emu_config *c = &emu.config;
    bool fits = take_shape(tc_emu_block_dim, c->block_shape, emu.block) &&
                take_shape(tc_emu_grid_dim, c->grid_shape, emu.grid) &&
                take_shape(tc_emu_cluster_dim, c->cluster_shape, emu.cluster);
    for (unsigned i = 0; fits && i < 3; i++)
        fits = tc_emu_grid_dim[i] % tc_emu_cluster_dim[i] == 0;
    return fits;
}

static const char *bad_launch(void) {
    if (emu.cluster > MAX_CLUSTER)
        return "more than 16 CTAs in a cluster";
    if (emu.block == 0 || emu.block > MAX_BLOCK)
        return "a block must have 1 to 1024 threads";
    if (emu.smem_bytes > MAX_SMEM)
        return "more than 227 KiB of dynamic shared memory";
    if (emu.grid % emu.cluster)
        return "the grid is not a multiple of the cluster";
    if (!take_shapes())
        return "the shapes of grid, cluster and block are not those of their numbers";
    return NULL;
}

/* Below each stack are bytes that nobody may touch. Where the system allows no more of such, a stack that
 * overflows damages the end of the one before, which is looked at. */
static void map_stacks(size_t bytes) {
    bool guarded = true;
    if (bytes <= fiber_stacks_bytes)
        return;
    if (fiber_stacks)
        munmap(fiber_stacks, fiber_stacks_bytes);
    fiber_stacks = mmap(
        NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    fiber_stacks_bytes = bytes;
    if (fiber_stacks == MAP_FAILED) {
        fprintf(stderr, "emu: no memory for the stacks of %u threads\n", emu.thread_count);
        exit(1);
    }
    for (size_t at = 0; guarded && at < bytes; at += STACK_STRIDE)
        guarded = !mprotect(fiber_stacks + at, STACK_GUARD, PROT_NONE);
}

static void run_grid(void) {
    emu.warp_count = (emu.block + 31) / 32;
    emu.thread_count = emu.cluster * emu.block;
    emu.clock_size = warpgroup_component(emu.cluster, 0) + MAX_FLAGS;
    map_stacks((size_t)emu.thread_count * STACK_STRIDE);
    emu.threads = calloc(emu.thread_count, sizeof *emu.threads);
    emu.ctas = calloc(emu.cluster, sizeof *emu.ctas);
    if (!emu.threads || !emu.ctas)
        abort();
    for (unsigned i = 0; i < emu.cluster; i++) {
        emu.ctas[i].warps = calloc(emu.warp_count, sizeof *emu.ctas[i].warps);
        emu.ctas[i].touched = calloc(emu.thread_count, sizeof *emu.ctas[i].touched);
        if (!emu.ctas[i].warps || !emu.ctas[i].touched)
            abort();
    }
    cores_start();
    for (emu.first_cta = 0; cores_go_on(); emu.first_cta += emu.cluster)
        emu_run_cluster();
    cores_end();
    flags_end();
    for (unsigned i = 0; i < emu.cluster; i++) {
        free(emu.ctas[i].warps);
        free(emu.ctas[i].sync_log);
        free(emu.ctas[i].touched);
    }
    free(emu.threads);
    free(emu.ctas);
}

static int launch(const tc_emu_config *config, void (*kernel)(void *), void *args) {
    const char *bad;
    emu.config = *config;
    emu.kernel = kernel;
    emu.args = args;
    emu.cluster = config->cluster ? config->cluster : 1;
    emu.grid = config->grid ? config->grid : emu.cluster;
    emu.block = config->block;
    emu.smem_bytes = config->smem_bytes || config->no_smem ? config->smem_bytes : 48 << 10;
    emu.failed = false;
    emu.launch_serial = emu.serial + 1;
    memset(&emu.report, 0, sizeof emu.report);
    report_forget();
    emu.report.kernel = config->name ? config->name : "kernel";
    emu.running = true;
    bad = bad_launch();
    if (bad)
        report_raise(TC_EMU_LAUNCH, NULL, NULL, 0, "%s", bad);
    else {
        known_program();
        crash_watch();
        watch_start();
        run_grid();
        watch_end();
        crash_unwatch();
    }
    emu.running = false;
    report_close();
    tensormap_forget();
    report_print_warnings();
    if (!emu.failed)
        return 0;
    if (config->on_error)
        config->on_error(tc_emu_locate());
    if (!config->expect) {
        report_print();
        exit(1);
    }
    return 1;
}

int tc_emu_launch(const tc_emu_config *config, void (*kernel)(void *), void *args) {
    if (on_fiber()) {
        fprintf(stderr, "emu: tc_emu_launch inside a kernel\n");
        exit(1);
    }
    host_lock();
    const int failed = launch(config, kernel, args);
    host_unlock();
    return failed;
}

/* ---- what a kernel asks --------------------------------------------------------------------- */

static const Thread *asker(void) {
    if (!emu.current) {
        fprintf(stderr, "emu: the rank of a thread was asked for outside a kernel\n");
        exit(1);
    }
    return emu.current;
}

unsigned tc_emu_thread(void) {
    return asker()->thread;
}

unsigned tc_emu_threads(void) {
    return emu.block;
}

unsigned tc_emu_cta(void) {
    return emu.first_cta + asker()->cta;
}

unsigned tc_emu_ctas(void) {
    return emu.grid;
}

unsigned tc_emu_cluster_cta(void) {
    return asker()->cta;
}

unsigned tc_emu_cluster_ctas(void) {
    return emu.cluster;
}

void *tc_emu_smem(void) {
    return region_of_cta(asker()->cta, 0)->base;
}

unsigned tc_emu_smem_bytes(void) {
    return emu.smem_bytes;
}
