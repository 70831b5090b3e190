/* internal.h: the emulator's own structures, shared by host/[all].c and by nobody else.
 *
 * A launch runs cluster after cluster. emu.current is the CUDA thread whose fiber is running, NULL
 * in a scheduler. Order between threads is kept as vector clocks: what thread u did in its epoch e
 * came before thread t's next step if and only if clock_knows(t, u, e). Besides the threads, every
 * mbarrier has a component, its phase: it stands for the bulk copies that completed on it; and every
 * named barrier has one, the number of its phases that are over. */
#ifndef TILECOPY_HOST_INTERNAL_H
#define TILECOPY_HOST_INTERNAL_H
#define _GNU_SOURCE
#include "emu.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>

/* The address sanitizer knows of swapcontext alone. */
#if defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__) && !defined(__SANITIZE_ADDRESS__)
#define FIBER_IS_OURS 1
#else
#define FIBER_IS_OURS 0
#include <ucontext.h>
#endif

enum {
    MAX_CLUSTER = 16,
    MAX_BLOCK = 1024,
    MAX_SMEM = 227 << 10,
    MAX_BARS = 64, /* mbarriers of a CTA */
    NAMED_BARRIERS = 16,
    MAX_FLAGS = 32,    /* addresses by which a kernel orders its threads itself */
    MARGIN = 1024,     /* poisoned bytes on either side of our own buffers */
    RESERVE = 1 << 20, /* addresses on either side of the margins, where nothing else may lie */
    STACK_BYTES = 128 << 10,
    STACK_GUARD = 4096, /* below each stack: nobody may touch them */
    STACK_STRIDE = STACK_BYTES + STACK_GUARD,
    STACK_ROOM = 1 << 10, /* of it, above what a fiber uses: for what overruns its variables */
    POISON = 0xDB,        /* memory that nobody wrote */
    FLIGHT_POISON = 0xA5, /* destination of a copy that has not arrived */
    MAX_TX = (1 << 20) - 1
};

/* ---- stacks (fiber.c) ----------------------------------------------------------------------- */

typedef struct {
#if FIBER_IS_OURS
    void *sp; /* of a fiber that does not run */
#else
    ucontext_t context;
#endif
} Fiber;
void fiber_make(Fiber *fiber, char *stack, size_t bytes, void (*entry)(void));
void fiber_switch(Fiber *from, const Fiber *to); /* returns when somebody switches to `from` */

/* ---- order (clock.c) ------------------------------------------------------------------------ */

typedef struct {
    unsigned refs;
    uint64_t id, merged; /* merged: id of the clock that was joined into this one last */
    uint32_t at[];       /* emu.clock_size of them: threads of the cluster, mbarriers, barriers */
} Clock;

/* ---- memory (region.c, access.c) ------------------------------------------------------------ */

enum {
    CELL_INIT = 1,    /* somebody wrote it */
    CELL_WRITTEN = 2, /* writer is valid, in cluster `serial` */
    CELL_READ = 4,    /* reader is valid, in cluster `serial` */
    CELL_ATOMIC = 8,  /* the last write was atomic */
    CELL_MBARRIER = 16,
    CELL_LOADED = 32, /* the readers are atomic loads */
    CELL_GUARD = 64,  /* between two shared arrays: nobody's */
    CELL_BULK = 128,  /* the last write was a bulk copy's, through the async proxy */
    CELL_WAY = 256    /* times reduce_way: the last write was such a reduction */
};
#define OTHER_CLUSTERS UINT32_MAX /* of this launch: their threads are not known any more */
typedef struct {
    uint32_t serial; /* the cluster run that the next six fields speak of */
    uint32_t write_epoch, read_epoch;
    uint32_t write_place, read_place; /* place.h */
    uint16_t writer, reader;          /* components of the clocks */
    uint32_t more;                    /* further readers: index into the pool, 0: none */
    uint32_t adds;         /* atomic writes under the last one, as `more`; or OTHER_CLUSTERS */
    uint32_t token;        /* async copy that will write here, 0: none */
    uint16_t source_count; /* async copies in flight that read here */
    uint16_t flags;
} Cell;

typedef struct {
    char *base;
    size_t bytes, margin, split; /* split: words that have parts */
    bool device;                 /* not for the host: cudaMalloc */
    bool shared, ours; /* ours: allocated here, so that margins and reserves lie around it */
    unsigned slot;     /* shared: 0 dynamic, 1 `static __thread` arrays */
    unsigned cta;      /* shared: of the cluster */
    uint32_t made;     /* place.h: who allocated it; 0: not known */
    size_t origin;     /* of static arrays: where base is in the TLS block */
    bool hides;        /* some of it is the compiler's own */
    bool named;        /* its arrays are known to symbol.c */
    char name[64];
    Cell *words, **parts;  /* shadow.c */
    struct Block **blocks; /* cores.c: by KiB; NULL: not divided */
} Region;

/* ACCESS_ATOMIC reads and writes: what it finds must have been written. */
typedef enum {
    ACCESS_READ,
    ACCESS_WRITE,
    ACCESS_ATOMIC,
    ACCESS_ATOMIC_LOAD,
    ACCESS_ATOMIC_STORE,
    ACCESS_REDUCE /* as ATOMIC, and beside others of its kind in flight */
} AccessKind;
typedef enum { SPACE_SHARED, SPACE_GLOBAL, SPACE_CLUSTER, SPACE_ANY } AccessSpace;

/* ---- threads -------------------------------------------------------------------------------- */

typedef enum {
    WAIT_NONE,
    WAIT_WARP,    /* a collective of some lanes */
    WAIT_BARRIER, /* a named barrier, or tc_cta_sync */
    WAIT_CLUSTER,
    WAIT_MBARRIER,
    WAIT_ACTIVE, /* who of the warp is here? */
    WAIT_POLL    /* tc_mbarrier_try_wait: may come back with 0 */
} Wait;
typedef enum { THREAD_READY, THREAD_WAITING, THREAD_DONE } ThreadState;

typedef struct {
    uint32_t epoch; /* that it closed */
    Clock *clock;   /* what its thread knew */
} Fence;
typedef struct Token Token;
typedef struct Mbarrier Mbarrier;
typedef struct Expectation Expectation;
typedef struct Waited Waited;
typedef struct Warp Warp;

typedef struct {
    const char *file; /* NULL: not known */
    int line;
    unsigned number; /* of the call in its text; 0: not known */
} Site;

/* A primitive as a thread called it. A report about it may come when the thread has left it, and then
 * its frames are gone. */
enum { CALL_DEPTH = 12 };
typedef struct Thread Thread;
typedef struct {
    const Thread *by; /* NULL: not known */
    const char *primitive;
    unsigned step, depth;
    uintptr_t from[CALL_DEPTH]; /* where the calls return to, the innermost first */
} Call;

struct Thread {
    Fiber fiber;
    char *stack;
    unsigned index;       /* in the cluster: its component of the clocks */
    unsigned cta, thread; /* CTA of the cluster, thread of the CTA */
    unsigned place[6];    /* threadIdx and blockIdx: x, y, z each */
    Warp *warp;
    ThreadState state;
    Wait wait;
    unsigned wait_id; /* named barrier */
    Mbarrier *wait_bar;
    unsigned polls;
    unsigned tries; /* of tc_mbarrier_try_wait, that failed since one came through */
    bool waited;    /* came through a wait, and has not met all lanes of its warp since */
    int wait_how;   /* TC_EMU_CLUSTER, TC_EMU_RELAXED */
    bool wait_result;
    const char *primitive;
    const void *caller, *caller_frame; /* of the primitive's tc_emu_ function */
    unsigned step;
    unsigned aligned;   /* .aligned collectives so far */
    Site site;          /* of the next of them */
    unsigned number;    /* of the next call in the text; 0: not known */
    bool frames;        /* its caller has a frame, and so on up to the kernel */
    const char *called; /* the function that checked a rank latest, of a scope of whole warps */
    unsigned called_rank;
    /* order */
    Clock *clock;
    uint32_t epoch;
    Fence
        proxy_fence[3]
                   [8]; /* latest 8; [space], TC_EMU_CLUSTER_SPACE: of other CTAs' shared memory */
    Clock *fenced; /* what it knew at its latest __threadfence, and the epoch that this closed */
    uint32_t fenced_epoch;
    uint32_t init_fence[8]; /* epochs that a fence closed, latest 8 */
    unsigned proxy_fences[3], init_fences;
    uint32_t
        met; /* the epoch in which it knew that all CTAs of the cluster had started; 0: does not */
    /* what a warp collective exchanges */
    unsigned mask;
    void (*finish)(const Thread *last); /* of a collective that lanes may miss that have exited */
    const void *from, *with;
    void *to;
    unsigned arg;
    /* cp.async */
    Token **copies;
    unsigned copy_count, copy_room, groups;
    Token *arrivals; /* of cp.async at mbarriers, still to come or to be seen; latest first */
    Clock *landed;   /* what a wait for all its copies up to now makes known */
    /* bulk copies that no mbarrier counts, oldest first */
    Token *bulks;
    unsigned bulk_groups;
    /* cluster barrier */
    unsigned syncs, cluster_syncs;     /* tc_cta_sync; arrivals at the cluster's barrier */
    unsigned votes;                    /* __syncthreads_count */
    uint32_t joined[NAMED_BARRIERS];   /* the phase after the one of the latest arrival, 0: none */
    bool cluster_arrived, cluster_due; /* due: has arrived, has not waited */
    uint32_t cluster_generation;
};

typedef struct {
    Call call; /* of the lane that came first */
    Site site;
    uint64_t way; /* from the kernel to the call; 0: not known */
    unsigned id, count;
    bool exited_may_miss; /* a barrier of all threads does not wait for those that have exited */
} Aligned;

struct Warp {
    Thread *lanes[32]; /* NULL: the block is not that large */
    unsigned lane_count;
    Aligned *log;
    unsigned log_count, log_room;
};

typedef struct {
    unsigned count, arrived; /* count 0: not in use */
    uint32_t phase;          /* how many are over */
    bool whole;              /* tc_cta_sync: all threads that have not exited */
    Clock *pending;          /* what the arrivals released */
} Barrier;

struct Mbarrier {
    bool live;
    char *at;
    unsigned cta, component; /* of the clocks */
    unsigned arrivals, left;
    long long tx;
    uint32_t phase, first; /* phases that have ended; at the init */
    uint32_t landed;       /* the phase after the latest one in which something landed by itself */
    Clock *pending, *released; /* by all arrivals: for a wait of cluster scope */
    Clock *older;              /* released, one phase before */
    Clock *carried;            /* what who came or sent knew, which need not be released */
    Clock *pending_local, *released_local; /* by those of its CTA: for one of CTA scope */
    Thread *init_by;
    uint32_t init_epoch, init_place;
    Token *came;           /* arrivals of cp.async in this phase: their copies land when it ends */
    Expectation *expected; /* bytes, without an arrival, in this phase */
    Waited *waited;        /* by thread: its latest wait; NULL: nobody has waited */
    uint32_t *relaxed;     /* by thread: phases that it knows to be over, and acquired nothing of */
};

typedef struct {
    Call call; /* of the thread that came first */
    Site site;
} Sync;

typedef struct {
    unsigned index; /* in the cluster */
    pthread_t os_thread;
    sem_t turn; /* it has the turn */
    Fiber scheduler;
    Thread *threads;
    Warp *warps;
    unsigned live;
    bool ready;     /* its memory is known */
    Sync *sync_log; /* of tc_cta_sync: the n-th call of its threads */
    unsigned sync_count, sync_room;
    unsigned least_syncs; /* of a thread that has exited */
    unsigned votes[4];    /* of __syncthreads_count, by its number modulo 4 */
    uint32_t *touched;    /* by thread of the cluster: the epoch in which it used our memory last */
    Clock *seen;          /* what had happened before the last of our threads left */
    Barrier barriers[NAMED_BARRIERS];
    Mbarrier bars[MAX_BARS];
    unsigned bar_count;
} Cta;

/* ---- copies in flight (token.c) --------------------------------------------------------------- */

/* STORE: of st.async and red.async; no source in memory, and not of the async proxy. */
typedef enum { TOKEN_CP_ASYNC, TOKEN_BULK, TOKEN_BULK_GROUP, TOKEN_STORE, TOKEN_ARRIVAL } TokenKind;
struct Token {
    TokenKind kind;
    uint32_t id; /* from 1, unique in the process */
    Thread *by;
    const char *primitive;
    unsigned step;
    Call call; /* that started it */
    char *dst;
    const char *src;
    unsigned bytes, width; /* copied; written (the rest becomes zero) */
    unsigned mask;         /* which bytes of every 16 are written */
    int reduce, type; /* TC_EMU_REDUCE_ADD ... and of what numbers; 0: they replace what is there */
    unsigned group;   /* cp.async, bulk group: its commit group */
    char *data;       /* what was read, once the source is free; NULL before */
    Mbarrier *bar;    /* bulk: counts the bytes; arrival: arrives there */
    uint32_t begun;   /* the phase of bar that its thread knew to have begun */
    Clock *landed;    /* arrival: what of its copies has landed otherwise */
    Token *sibling;   /* arrival: the one that its thread started before */
    Token *part;  /* of a tensor copy: the next run of its bytes, which flies and lands with it */
    bool convert; /* f32 that arrives as tf32 */
    Token *next;  /* of what no thread completes, or of its thread's; oldest first */
};

/* ---- everything ----------------------------------------------------------------------------- */

typedef struct {
    tc_emu_config config;
    void (*kernel)(void *);
    void *args;
    unsigned cluster, block, smem_bytes, grid, first_cta; /* first_cta: of the cluster that runs */
    uint32_t serial, launch_serial;
    Thread *threads;
    unsigned thread_count, live, clock_size;
    unsigned warp_count; /* of a CTA */
    Cta *ctas;
    Thread *current;
    /* cluster barrier */
    unsigned cluster_arrived;
    Clock *cluster_pending, *cluster_released, *cluster_carried; /* carried: as of an mbarrier */
    uint32_t cluster_generation;
    Call cluster_call; /* of the latest arrival that was nobody's before */
    unsigned cluster_syncs, least_cluster_syncs; /* most of any thread; least of one that exited */
    Token *flight_first;                         /* bulk copies and arrivals of cp.async */
    Token *products;                             /* what wgmma still reads */
    /* scheduling */
    unsigned turn, idle_sweeps;
    unsigned still; /* steps since a thread stored something or was woken */
    bool over, failed, running;
    volatile bool busy; /* moving tracked bytes itself; volatile: the compiler knows memcpy */
    uint64_t random;
    tc_emu_report report;
} Emu;
extern Emu emu;
extern bool emu_sees_plain; /* some of the program was compiled with -fsanitize=thread (tsan.c) */

/* clock.c */
void clock_start(Thread *t);
void clock_ref(Clock **to, Clock *from); /* *to = from, counted; from may be NULL */
bool clock_knows(const Thread *t, unsigned who, uint32_t epoch);
void clock_release(Thread *t, Clock **into); /* adds what t knows and did; opens an epoch */
void clock_acquire(Thread *t, Clock *from);
/* Is all of it known, this component apart? from may be NULL. */
bool clock_covers(const Thread *t, const Clock *from, unsigned component);
bool clock_holds(
    const Clock *clock, const Clock *from, unsigned component); /* the same, of a clock */
void clock_put(Clock **into, unsigned component, uint32_t value);
void clock_join(Clock **into, const Clock *from); /* from may be NULL */
void clock_next_epoch(Thread *t);
void clock_forget_cache(void);

/* region.c */
Region *region_find(const void *p);
Region *region_near(const void *p);    /* or on the margins or in the reserve of one of ours */
Region *region_nearest(const void *p); /* less than RESERVE away: for a report */
Region *region_of_cta(unsigned cta, unsigned slot);
Region *region_add(char *base, size_t bytes, size_t margin, const char *name);
void region_shared_start(unsigned cta); /* in the CTA's OS thread */
void region_shared_end(void);
extern char *(*region_dynamic)(void); /* dynamic.c: of the calling OS thread; NULL: not linked */
void region_written(const void *p, size_t bytes); /* if it is global memory that is known */
extern unsigned emu_device_buffers;               /* regions that are not for the host */
void region_check_margins(void);
bool region_hides(const Region *region, const void *p);
const char *region_limit(const Region *region, const char *p);
void region_label(const Region *region, const char *p, char *out, size_t room, long long *offset);

/* shadow.c: the cells of a region. */
void shadow_start(Region *r);
void shadow_end(Region *r);
/* The cell of the byte `at` and of those after it, before `end`, that it speaks for: 1 or 4. */
Cell *shadow_piece(Region *r, size_t at, size_t end, size_t *bytes);
const Cell *shadow_look(const Region *r, size_t at);
void shadow_join(Region *r, size_t at); /* the four cells of its word are equal */
void shadow_mark(Region *r, size_t from, size_t bytes, unsigned flags);
void access_copy_sets(Cell *cell); /* of a cell that is a copy of another */
void access_drop_sets(Cell *cell);

/* known.c: memory that is not tracked. */
void known_program(void); /* takes note of the program's variables and constants, before a launch */
bool known_to(const Thread *t, const void *p);
/* Reports that the kernel has no business at p. */
void known_raise(Thread *t, const void *p, unsigned bytes);

/* access.c */
Region *access_bounds(Thread *t, const void *p, unsigned bytes, AccessSpace space);
void access_aligned(Thread *t, const void *p, unsigned bytes, unsigned align);
void access_verify(Thread *t, Region *r, const void *p, unsigned bytes, AccessKind kind);
void access_check(Thread *t, const void *p, unsigned bytes, AccessKind kind, AccessSpace space);
void access_forget_readers(void);
void access_touch(Thread *t, const void *p); /* maybe another CTA's memory */

/* sched.c */
/* Every primitive, first of all, in the function that the kernel called: where that returns to, and
 * the frame there (a frame starts with its caller's), lead to names. */
#define emu_enter(primitive)                                                                       \
    emu_enter_from(                                                                                \
        primitive, __builtin_return_address(0), *(const void *const *)__builtin_frame_address(0))
void emu_enter_from(const char *primitive, const void *caller, const void *caller_frame);
void emu_block(Thread *t, Wait wait);
void emu_yield(Thread *t); /* lets the others go on */
void emu_ready(Thread *t);
unsigned emu_random(unsigned below);
void emu_run_cluster(void);

/* warp.c */
bool warp_meet(Thread *t, unsigned mask); /* true on the last one, which works for all and then */
void warp_leave(const Thread *t);         /* lets the others go */
void warp_whole(Thread *t);               /* reports a warp of fewer than 32 lanes */
void warp_order(const Thread *t); /* what any of those who met wrote is known to all of them */
void warp_aligned(Thread *t, unsigned id, unsigned count, bool exited_may_miss);
void warp_exit(Thread *t);
const char *site_file(const char *file); /* without its folders */
/* The number that tc_emu_number gave, once. */
unsigned site_number(Thread *t);
/* Reports if the two are known to be two calls; `others`: whose, "lanes of the warp called it". */
void site_check(Thread *t, const Site *theirs, const Site *mine, const char *others);

/* lanes.c: the warp collectives of CUDA, which lanes that have exited may miss. */
void lanes_exit(Thread *t);
bool lanes_converge(void); /* lets those go on that asked who is with them; were there any? */

/* flags.c */
void flag_fence(Thread *t);
void flag_atomic(Thread *t, const void *p); /* before its access */
bool flag_knows(const Thread *t, uint32_t serial, unsigned who, uint32_t epoch);
void flags_end(void);         /* of a launch */
void flags_cluster_end(void); /* the next one has other shared memory at the same addresses */

/* barrier.c */
void barrier_exit(Thread *t);
bool barrier_met(Thread *t); /* does it know that all CTAs of the cluster have started? */
void barrier_describe(const Thread *t, char *out, size_t room);

/* mbarrier.c */
void mbarrier_complete(Mbarrier *bar, unsigned bytes);
void mbarrier_landed(Mbarrier *bar);   /* what lands by itself has, in this phase */
void mbarrier_arrival(Token *arrival); /* it has come */
Mbarrier *mbarrier_at(Thread *t, const char *p, bool remote);
uint32_t mbarrier_known(const Thread *t, const Mbarrier *bar); /* phases that t knows to be over */
void mbarrier_cta_end(Thread *t);                              /* the last of its CTA */
void mbarrier_describe(const Mbarrier *bar, char *out, size_t room);

/* phase.c */
void phase_expect(const Thread *t, Mbarrier *bar, unsigned bytes); /* without an arrival */
void phase_arrive(Thread *t, Mbarrier *bar, bool relaxed);
void phase_send(Thread *t, Mbarrier *bar);   /* starts to send bytes */
void phase_waited(Thread *t, Mbarrier *bar); /* for a phase that it knew to be over */
void phase_met(Thread *t, unsigned mask);    /* the lanes of the mask are here together */
void phase_forget_waits(Mbarrier *bar);
void phase_check_waits(Mbarrier *bar); /* its phase ends */
void phase_end(Mbarrier *bar);
void phase_forget(Mbarrier *bar);
uint32_t phase_known(const Thread *t, const Mbarrier *bar);
void phase_begun(Thread *by, const Mbarrier *bar, uint32_t known, const char *what, unsigned step);

/* token.c */
bool token_complete_one(void); /* a bulk copy or an arrival in flight; false: there is none */
void token_arrive(Thread *t, Mbarrier *bar);      /* opens an arrival of cp.async */
void token_count_on(Token *token, Mbarrier *bar); /* its bytes are counted there; it flies */
bool token_flies_to(const Mbarrier *bar);         /* are bytes on their way? */
bool token_arrives_at(const Mbarrier *bar);       /* is one of those still to come? */
void token_land(Mbarrier *bar); /* the copies of the arrivals that came in the phase */
Token *token_by_id(uint32_t id);
const Token *token_reading(const char *p); /* the first one that still reads the byte */
bool token_reduces(uint32_t id);
Token *token_open(
    Thread *t,
    TokenKind kind,
    char *dst,
    const char *src,
    unsigned bytes,
    unsigned width,
    unsigned mask,
    int reduce);
/* The same of values that are read already: src is the caller's own. */
/* A part of a copy; *head NULL: the first, which becomes *head. src NULL: `values` arrive. */
void token_add(
    Token **head,
    Thread *t,
    TokenKind kind,
    char *dst,
    const char *src,
    const void *values,
    unsigned bytes,
    int reduce,
    int type);
Token *token_open_values(
    Thread *t, TokenKind kind, char *dst, const void *values, unsigned bytes, int reduce);
void token_read(Token *token, unsigned who, uint32_t epoch); /* the source is free */
void token_close(Token *token, unsigned who, uint32_t epoch);
void token_fly(Token *token); /* no thread completes it */
void token_forget(Token *token);
void token_thread_end(Thread *t);
void token_cluster_end(void);

/* registers.c: TC_EMU_U32 ... */
unsigned number_bytes(int type);
uint64_t number_combined(uint64_t a, uint64_t b, int op, int type);

/* reduce.c: dst = dst OP src, `bytes` of numbers. */
void reduce_numbers(char *dst, const char *src, unsigned bytes, int op, int type);
/* Sums beside sums give the same in every order, sums beside minima do not: what combines in another way is
 * ordered before. And what is done now is noted, after its access. */
void reduce_verify(Thread *t, Region *r, const char *p, unsigned bytes, int op, int type);
void reduce_note(Region *r, const char *p, unsigned bytes, int op, int type);

/* bulk.c */
void bulk_check_shape(Thread *t, const char *dst, const char *src, unsigned bytes);
/* May a bulk copy read and write these bytes now? from NULL: it brings values. */
void bulk_verify(
    Thread *t, Region *to, char *dst, Region *from, const char *src, unsigned bytes, int reduce);
void bulk_check_source(Thread *t, Region *from, const char *src, unsigned bytes);
Mbarrier *bulk_mbarrier(Thread *t, char *bar, const Region *to); /* of the CTA of dst */
Token *bulk_start(
    Thread *t,
    TokenKind kind,
    Region *to,
    char *dst,
    Region *from,
    const char *src,
    unsigned bytes,
    unsigned mask,
    int reduce);
void bulk_put_in_group(Token *token);
void bulk_thread_end(Thread *t);
void bulk_cluster_end(Thread *t);

/* Copies and fills in tracked memory that are the emulator's own: not for the hooks of tsan.c. */
#define emu_copy(dst, src, bytes) (emu.busy = true, memcpy(dst, src, bytes), emu.busy = false)
#define emu_fill(dst, value, bytes) (emu.busy = true, memset(dst, value, bytes), emu.busy = false)

/* report.c */
#if defined(__GNUC__)
#define PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define PRINTF(f, a)
#endif
/* Ends the launch; does not return when a thread's fiber is running. p: the address, or NULL. */
void report_raise(
    tc_emu_kind kind, Thread *t, const void *p, unsigned bytes, const char *format, ...)
    PRINTF(5, 6);
void report_host(const void *p, unsigned bytes, const void *caller) __attribute__((noreturn));
void report_other(const Thread *other); /* before report_raise: the second thread */
void report_call(const Call *call); /* before report_raise: tells it, in place of the caller of t */
void report_warn(const Thread *t, const char *format, ...) PRINTF(2, 3);
void report_print_warnings(void);     /* at the end of the launch */
unsigned report_cta(const Thread *t); /* number in the grid */

/* crash.c */
void crash_check_stack(Thread *t); /* after it ran */
void crash_prepare_stack(Thread *t);
void crash_watch(void);
void crash_unwatch(void);
void *crash_stack_start(void); /* for the handler, in this OS thread */
void crash_stack_end(void *block);

/* symbol.c: the static __thread variables of the executable, as offsets in its TLS block. */
typedef struct {
    size_t from, to;
    bool guard;  /* of TC_SHARED */
    bool hidden; /* C++ notes there whether an array was constructed */
    char name[64];
} ArrayName;
const ArrayName *symbol_arrays(unsigned *count);
/* The function that returns to the address, and how far into it that is; empty: not known. */
void symbol_name(uintptr_t address, char *out, size_t room, unsigned *offset);
uintptr_t symbol_bias(void); /* addresses of the process minus those of the file */

/* location.c: one place of the source. */
enum { MAX_CHAIN = 32 };
typedef struct {
    char function[128], file[200]; /* demangled; below the working directory relative to it */
    unsigned line;                 /* 0: not known, nor the file */
    unsigned offset;               /* without a line: into the function */
    unsigned call;                 /* the number of the address */
    unsigned column;               /* of the innermost function there; 0: not known */
} Location;
/* Of addresses that calls return to, MAX_CHAIN at most: the functions at each, the innermost first where some are
 * inlined. `lines`: asks the symbolizer; otherwise, or if that knows no line, one function of each address. */
unsigned location_find(
    const uintptr_t *addresses, unsigned count, bool lines, Location *out, unsigned room);

/* chain.c: who called the primitive of the error, the innermost function first. */
Call chain_call(const Thread *t); /* the primitive that it called last */

/* caller.c: at the end of a cluster: did all ranks of each function call it, equally often? */
void callers_end(void);
/* owners.c: what it keeps of elements that several threads hold. */
void owners_end(void);
void wgmma_thread_end(Thread *t);
void wgmma_cluster_end(void);
/* pipe.c: at the end of a cluster: who took slots of a pipe and gave none back? */
void pipes_end(void);
void pipes_mbarrier_made(void);
#endif
