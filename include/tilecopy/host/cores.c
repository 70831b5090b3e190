/* cores.c: the CTAs of one launch on several cores, as long as they do not meet.
 *
 * When a launch has taken some milliseconds, the clusters that are left are divided. This process runs the
 * first part, and a forked process runs each other part. A fork has all memory for itself, so it sees
 * what the clusters before the division left and nothing of the other parts. When all have ended, they have
 * done what one core does, provided that no part wrote a byte that another part read or wrote: each sends
 * which bytes it used, and those that it wrote are taken over. In any other case the forks are
 * forgotten, and this process, which has lost nothing, runs their clusters itself. So every report, and
 * every result where CTAs meet, is made by one core. A fork gives up by itself as soon as one of its threads
 * does what cannot be judged by bytes, such as an atomic on global memory. */
#include "cores.h"
#include "watch.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_CORES = 64, AFTER_MS = 20, PATIENCE_MS = 5000, PATIENCE_TIMES = 10 };
enum { BLOCK = 1 << 10 };
typedef struct Block {
    char *at; /* its first byte in global memory */
    uint8_t read[BLOCK / 8], written[BLOCK / 8];
    char bytes[BLOCK];
} Block;
static Block used; /* in Region.blocks: was used, and is not collected yet */

/* What a fork sends when it ends. Its constants lie where ours do. */
typedef struct {
    const char *why; /* it gave up; NULL: it did its part */
    size_t count;    /* of blocks */
} Done;
typedef struct {
    pid_t id;
    int done, blocks, out, err; /* the end of a pipe, and files in memory */
    Block *mapped;
    size_t count;
} Worker;
static Worker workers[MAX_CORES];
static unsigned worker_count, wanted;
static unsigned own_end;   /* the CTA after our part; 0: not divided */
static uint32_t since;     /* the first cluster of the part, as emu.serial */
static const char *alone;  /* why the launch stays on one core */
static int to_parent = -1; /* in a fork: where Done goes */
static long long began, divided;
bool cores_open;

static long long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

static unsigned long setting(const char *name, unsigned long otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtoul(text, NULL, 10) : otherwise;
}

static const char *why_alone(void) {
    if (emu.config.choose)
        return "its function `choose` orders all threads";
    if (!emu_sees_plain || !tsan_sees_blocks())
        return "plain accesses are not all seen: compile with -fsanitize=thread, and link with "
               "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset";
    return emu.grid == emu.cluster ? "all its CTAs are one cluster" : NULL;
}

void cores_start(void) {
    const unsigned long asked = emu.config.cores ? emu.config.cores : setting("TC_EMU_CORES", 1);
    wanted = asked < MAX_CORES ? (unsigned)asked : MAX_CORES;
    alone = why_alone();
    cores_open = wanted > 1 && !alone;
    worker_count = own_end = 0;
    began = now_ms();
}

/* ---- what a part uses ------------------------------------------------------------------------ */

static void give_up(const char *why) {
    const Done done = {why, 0};
    _exit(write(to_parent, &done, sizeof done) < 0);
}

void cores_meet(const char *why) {
    if (!cores_open)
        return;
    if (to_parent >= 0)
        give_up(why);
    alone = why;
    cores_open = false;
}

void cores_unseen(const Thread *t, const void *p) {
    const bool own = (uintptr_t)p - (uintptr_t)t->stack < STACK_BYTES;
    if (!own && known_to_all(p))
        cores_meet("a thread writes a variable of the program");
}

void cores_note(const Region *r, size_t at, unsigned bytes, bool atomic) {
    if (atomic)
        cores_meet("a thread uses an atomic on global memory");
    for (size_t k = at / BLOCK; r->blocks && bytes && k <= (at + bytes - 1) / BLOCK; k++)
        if (!r->blocks[k])
            r->blocks[k] = &used;
}

static size_t block_count(const Region *r) {
    return r->bytes / BLOCK + 1;
}

static void note_from_now_on(void) {
    Region *r;
    since = emu.serial + 1;
    for (unsigned i = 0; (r = region_number(i)) != NULL; i++) {
        r->blocks = r->shared ? NULL : calloc(block_count(r), sizeof(Block *));
        if (!r->shared && !r->blocks)
            abort();
    }
}

static void set_bits(uint8_t *bits, size_t from, size_t count) {
    for (size_t i = from; i < from + count; i++)
        bits[i / 8] |= (uint8_t)(1u << i % 8);
}

/* The four bytes of a word have one cell, unless some of them were used alone. */
static void collect(const Region *r, size_t number, Block *block) {
    const size_t from = number * BLOCK, left = r->bytes - from;
    const size_t bytes = left < BLOCK ? left : BLOCK;
    memset(block, 0, sizeof *block);
    block->at = r->base + from;
    for (size_t i = 0, n; i < bytes; i += n) {
        const Cell *cell = shadow_look(r, from + i);
        n = r->parts[(from + i) / 4] ? 1 : bytes - i < 4 ? bytes - i : 4;
        if (cell->serial < since)
            continue;
        if (cell->flags & CELL_READ)
            set_bits(block->read, i, n);
        if (cell->flags & CELL_WRITTEN)
            set_bits(block->written, i, n);
    }
    emu_copy(block->bytes, block->at, bytes);
}

/* ---- a fork ---------------------------------------------------------------------------------- */

/* The number of its blocks, or -1. */
static long long send_blocks(int file) {
    FILE *out = fdopen(file, "w");
    static Block block;
    long long count = 0;
    const Region *r;
    for (unsigned i = 0; out && (r = region_number(i)) != NULL; i++)
        for (size_t k = 0; r->blocks && k < block_count(r); k++) {
            if (!r->blocks[k])
                continue;
            collect(r, k, &block);
            if (fwrite(&block, sizeof block, 1, out) != 1)
                return -1;
            count++;
        }
    return out && !fflush(out) ? count : -1;
}

__attribute__((noreturn)) static void work(const Worker *w, unsigned from, unsigned to, int end) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    to_parent = end;
    dup2(w->out, STDOUT_FILENO);
    dup2(w->err, STDERR_FILENO);
    watch_forked();
    emu.serial = emu.launch_serial - 1 + from / emu.cluster;
    for (emu.first_cta = from; emu.first_cta < to; emu.first_cta += emu.cluster)
        emu_run_cluster();
    fflush(stdout);
    const long long count = send_blocks(w->blocks);
    if (count < 0)
        give_up("what another core wrote did not fit into memory");
    const Done done = {NULL, (size_t)count};
    _exit(write(end, &done, sizeof done) < 0);
}

/* ---- dividing -------------------------------------------------------------------------------- */

static int memory_file(void) {
#if defined(SYS_memfd_create)
    return (int)syscall(SYS_memfd_create, "tcemu", 1u /* closed by exec */);
#else
    return -1;
#endif
}

static void stop(Worker *w) {
    if (w->id > 0) {
        kill(w->id, SIGKILL);
        while (waitpid(w->id, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    if (w->mapped)
        munmap(w->mapped, w->count * sizeof(Block));
    const int files[] = {w->done, w->blocks, w->out, w->err};
    for (unsigned i = 0; i < 4; i++)
        close(files[i]); /* -1: there was none */
}

static void stop_all(void) {
    while (worker_count)
        stop(&workers[--worker_count]);
}

static bool start_worker(unsigned from, unsigned to) {
    Worker *w = &workers[worker_count++];
    int ends[2];
    *w = (Worker){-1, -1, memory_file(), memory_file(), memory_file(), NULL, 0};
    if (w->blocks < 0 || w->out < 0 || w->err < 0 || pipe(ends))
        return false;
    w->id = fork();
    if (w->id == 0)
        work(w, from, to, ends[1]);
    close(ends[1]);
    w->done = ends[0];
    return w->id > 0;
}

/* 11 clusters that are left, on 3 cores: 3 for this process, 4 and 4 for the others. */
static void divide(void) {
    const unsigned left = (emu.grid - emu.first_cta) / emu.cluster;
    const unsigned parts = left < wanted ? left : wanted;
    unsigned from = emu.first_cta;
    if (parts < 2)
        return;
    fflush(stdout);
    fflush(stderr);
    divided = now_ms();
    note_from_now_on();
    for (unsigned i = 0; i < parts && !alone; i++) {
        const unsigned long long to = (unsigned long long)left * (i + 1) / parts;
        const unsigned end = emu.first_cta + (unsigned)to * emu.cluster;
        if (i == 0)
            own_end = end;
        else if (!start_worker(from, end))
            cores_meet("no process could be started");
        from = end;
    }
}

/* ---- putting together ------------------------------------------------------------------------ */

/* Waits until the fork has said what came of it, for as long as is reasonable. */
static bool await(Worker *w, long long until) {
    struct pollfd end = {.fd = w->done, .events = POLLIN};
    Done done = {"another core stopped", 0};
    const long long left = until - now_ms();
    const int ready = poll(&end, 1, left < 0 ? 0 : (int)left);
    if (ready == 0)
        done.why = "another core took too long";
    else if (ready > 0 && read(w->done, &done, sizeof done) != (ssize_t)sizeof done)
        done.why = "another core stopped";
    alone = done.why;
    if (alone || !done.count)
        return !alone;
    void *at =
        mmap(NULL, done.count * sizeof(Block), PROT_READ | PROT_WRITE, MAP_PRIVATE, w->blocks, 0);
    if (at == MAP_FAILED) {
        alone = "what another core wrote did not fit into memory";
        return false;
    }
    w->mapped = at;
    w->count = done.count;
    return true;
}

static void collect_own(Region *r) {
    for (size_t k = 0; r->blocks && k < block_count(r); k++) {
        if (!r->blocks[k])
            continue;
        r->blocks[k] = malloc(sizeof(Block));
        if (!r->blocks[k])
            abort();
        collect(r, k, r->blocks[k]);
    }
}

/* Adds what a part used to what the parts before it did. */
static bool conflicts(Block *before, const Block *part) {
    unsigned both = 0;
    for (unsigned i = 0; i < BLOCK / 8; i++) {
        both |= part->written[i] & (before->read[i] | before->written[i]);
        both |= part->read[i] & before->written[i];
        before->read[i] |= part->read[i];
        before->written[i] |= part->written[i];
    }
    return both != 0;
}

static bool judge(const Worker *w) {
    for (size_t i = 0; i < w->count; i++) {
        const Block *part = &w->mapped[i];
        Region *r = region_find(part->at);
        Block **before = &r->blocks[(size_t)(part->at - r->base) / BLOCK];
        if (!*before)
            *before = calloc(1, sizeof(Block));
        if (!*before)
            abort();
        if (!conflicts(*before, part))
            continue;
        alone = "CTAs of two cores use the same bytes, and one of them writes";
        return false;
    }
    return true;
}

static void mark_written(Region *r, size_t from, size_t to) {
    for (size_t n; from < to; from += n) {
        if (shadow_look(r, from)->flags & CELL_INIT)
            n = r->parts[from / 4] || from % 4 || to - from < 4 ? 1 : 4;
        else
            shadow_piece(r, from, to, &n)->flags = CELL_INIT;
    }
}

static bool is_written(const Block *part, size_t i) {
    return i < BLOCK && part->written[i / 8] >> i % 8 & 1;
}

static void take_over(const Block *part) {
    Region *r = region_find(part->at);
    const size_t from = (size_t)(part->at - r->base);
    for (size_t i = 0, to; i < BLOCK; i = to + 1) {
        for (to = i; is_written(part, to);)
            to++;
        if (to == i)
            continue;
        emu_copy(part->at + i, part->bytes + i, to - i);
        mark_written(r, from + i, from + to);
    }
}

/* What it printed comes after what the parts before it printed. */
static void print_text(int file, FILE *to) {
    char text[4096];
    off_t at = 0;
    for (ssize_t n; (n = pread(file, text, sizeof text, at)) > 0; at += n)
        fwrite(text, 1, (size_t)n, to);
}

static bool put_together(void) {
    const long long now = now_ms();
    const long long until = now + PATIENCE_MS + PATIENCE_TIMES * (now - divided);
    Region *r;
    for (unsigned i = 0; (r = region_number(i)) != NULL; i++)
        collect_own(r);
    for (unsigned i = 0; i < worker_count; i++)
        if (!await(&workers[i], until) || !judge(&workers[i]))
            return false;
    for (unsigned i = 0; i < worker_count; i++) {
        for (size_t k = 0; k < workers[i].count; k++)
            take_over(&workers[i].mapped[k]);
        print_text(workers[i].out, stdout);
        print_text(workers[i].err, stderr);
    }
    return true;
}

static void forget_blocks(void) {
    Region *r;
    for (unsigned i = 0; (r = region_number(i)) != NULL; i++) {
        for (size_t k = 0; r->blocks && k < block_count(r); k++)
            if (r->blocks[k] != &used)
                free(r->blocks[k]);
        free(r->blocks);
        r->blocks = NULL;
    }
}

/* ---- the launch ------------------------------------------------------------------------------ */

static bool all_done(void) {
    const bool done = put_together();
    cores_open = false;
    if (done) {
        emu.serial = emu.launch_serial - 1 + emu.grid / emu.cluster;
        emu.first_cta = emu.grid;
    }
    return done;
}

bool cores_go_on(void) {
    if (emu.failed || emu.first_cta >= emu.grid)
        return false;
    if (cores_open && own_end && emu.first_cta == own_end && all_done())
        return false;
    const unsigned long long passed = (unsigned long long)(now_ms() - began);
    if (cores_open && !own_end && passed >= setting("TC_EMU_CORES_AFTER", AFTER_MS))
        divide();
    if (!cores_open && worker_count) {
        stop_all();
        forget_blocks();
    }
    return true;
}

void cores_end(void) {
    const unsigned count = worker_count + 1;
    if (wanted > 1 && setting("TC_EMU_CORES_TELL", 0)) {
        if (alone || !own_end)
            fprintf(
                stderr,
                "emu: cores of kernel '%s': 1, %s\n",
                emu.report.kernel,
                alone ? alone : "it ended early");
        else
            fprintf(stderr, "emu: cores of kernel '%s': %u\n", emu.report.kernel, count);
    }
    stop_all();
    forget_blocks();
    cores_open = false;
}
