/* Faults of a kernel's own accesses and variables, in a file compiled with -fsanitize=thread: what lies
 * around shared arrays and buffers, memory that no GPU reaches, atomics of nothing, overrun variables, and
 * the classics of reductions. */
#include "emu_test.h"

typedef struct {
    unsigned *g;   /* 64 words of global memory */
    unsigned at;   /* where to, in words from there or from an array */
    unsigned *own; /* what the program did not make known */
} args;

TC_SHARED unsigned first_of_all[64];

#define T tc_thread_index()
#define WORDS ((unsigned *)(void *)tc_smem())

/* ---- shared arrays -------------------------------------------------------------------------- */

TC_KERNEL(one_past, args) {
    TC_SHARED unsigned first[64];
    TC_SHARED unsigned second[64];
    TC_SHARED unsigned third[64];
    first[T] = second[T] = third[T] = 0;
    tc_cta_sync();
    arg.g[T] = first[T] + third[T] +
               second[T + 1]; /* 64 is past the end, in whatever order the arrays lie */
}

TC_KERNEL(one_before, args) {
    TC_SHARED unsigned first[64];
    TC_SHARED unsigned second[64];
    TC_SHARED unsigned third[64];
    first[T] = second[T] = third[T] = 0;
    tc_cta_sync();
    arg.g[T] = first[T] + third[T] + second[(int)T - 1];
}

TC_KERNEL(one_past_by_a_primitive, args) {
    TC_SHARED unsigned halo[64];
    TC_SHARED unsigned other[64];
    unsigned v = T;
    other[T] = 0;
    tc_store_shared_b32(halo + T + 1, &v);
    tc_load_shared_b32(&v, other + T);
}

TC_KERNEL(half_past, args) {
    TC_SHARED unsigned odd[63];
    TC_SHARED unsigned even[64];
    tc_b64 v = {{0, 0}};
    even[T] = 0;
    if (T < 32)
        tc_store_shared_b64(odd + 2 * T, &v);
    arg.g[T] = even[T];
}

/* The first and the last array of the program; last_of_all stands at the end of the file. */
TC_KERNEL(before_the_first, args) {
    arg.g[T] = first_of_all[(int)T - 1 - (int)arg.at];
}

static unsigned *last_array(void);
TC_KERNEL(reads_past_the_last, args) {
    arg.g[T] = last_array()[64 + T + arg.at];
}

TC_KERNEL(writes_past_the_last, args) {
    last_array()[T + 1 + arg.at] = T;
}

TC_KERNEL(stores_past_the_last, args) {
    const unsigned v = T;
    tc_store_shared_b32(last_array() + T + 1 + arg.at, &v);
}

/* ---- far from a buffer, and memory that no GPU has --------------------------------------------- */

TC_KERNEL(reads_far_past, args) {
    arg.g[T] = arg.g[arg.at + T];
}

TC_KERNEL(writes_far_past, args) {
    arg.g[arg.at + T] = T;
}

TC_KERNEL(reads_far_before, args) {
    arg.g[T] = *(arg.g - arg.at - T);
}

TC_KERNEL(loads_far_past, args) {
    unsigned v;
    tc_load_global_b32(&v, arg.g + arg.at + T);
}

TC_KERNEL(adds_far_past, args) {
    __atomic_fetch_add(arg.g + arg.at, 1, __ATOMIC_RELAXED);
}

TC_KERNEL(reads_the_hosts, args) {
    arg.g[T] = arg.own[T];
}

TC_KERNEL(writes_the_hosts, args) {
    arg.own[T] = T;
}

static unsigned *of_thread_0;
TC_KERNEL(reads_anothers_variable, args) {
    unsigned volatile mine[2] = {T, T};
    if (T == 0)
        of_thread_0 = (unsigned *)(size_t)mine;
    tc_cta_sync();
    arg.g[T] = *of_thread_0 + mine[1];
    tc_cta_sync();
}

/* What is there: the program's variables and constants, the thread's own variables, the arguments. */
static const unsigned constants[4] = {3, 1, 4, 1};
static unsigned counted;
TC_KERNEL(right_reach, args) {
    unsigned volatile mine[4] = {T, T, T, T};
    const args *const all = &arg;
    counted += constants[T % 4];
    arg.g[T] = mine[T % 4] + all->at;
}

/* Who races with whom on a variable of the program is known once it is made known as a buffer. */
TC_KERNEL(counts_together, args) {
    counted += T;
}

/* One past the end, far past the margin of 1 KiB, and the last words of the megabyte behind it. */
static void far_from_buffers(args a) {
    static const unsigned words[] = {64, 5000, (1 << 18) - 64};
    tc_emu_config c = quiet(64, 1024);
    unsigned *next = (unsigned *)tc_emu_gmem_alloc(4 << 20, "next");
    EXPECT((size_t)(next > a.g ? next - a.g : a.g - next) > 2 << 18);
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        const char *const text = "'g' ";
        a.at = words[i];
        fails("reads_far_past", c, reads_far_past, &a, TC_EMU_OUTSIDE, text);
        fails("writes_far_past", c, writes_far_past, &a, TC_EMU_OUTSIDE, text);
        fails("reads_far_before", c, reads_far_before, &a, TC_EMU_OUTSIDE, text);
        fails("loads_far_past", c, loads_far_past, &a, TC_EMU_OUTSIDE, text);
        fails("adds_far_past", c, adds_far_past, &a, TC_EMU_OUTSIDE, text);
    }
    tc_emu_gmem_free(next);
}

static void around_arrays(args a) {
    static const char last[] = "'last_of_all' + ";
    tc_emu_config c = quiet(64, 1024);
    for (a.at = 0; a.at < 192; a.at += 150) { /* words of the guard */
        fails("before_the_first", c, before_the_first, &a, TC_EMU_OUTSIDE, "plain read");
        fails("reads_past_the_last", c, reads_past_the_last, &a, TC_EMU_OUTSIDE, last);
        fails("writes_past_the_last", c, writes_past_the_last, &a, TC_EMU_OUTSIDE, last);
        fails("stores_past_the_last", c, stores_past_the_last, &a, TC_EMU_OUTSIDE, last);
    }
}

/* ---- atomics -------------------------------------------------------------------------------- */

TC_KERNEL(adds_to_nothing, args) {
    __atomic_fetch_add(WORDS, 1, __ATOMIC_RELAXED);
}

TC_KERNEL(loads_nothing, args) {
    arg.g[T] = __atomic_load_n(WORDS, __ATOMIC_RELAXED);
}

TC_KERNEL(compares_nothing, args) {
    unsigned none = 0;
    (void)__atomic_compare_exchange_n(WORDS, &none, T, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

TC_KERNEL(stores_beside_a_load, args) {
    if (T == 0)
        WORDS[0] = 0;
    tc_cta_sync();
    if (T == 0)
        WORDS[0] = 1;
    else
        arg.g[T] = __atomic_load_n(WORDS, __ATOMIC_RELAXED);
}

/* Nobody may rely on its own flag: an atomic orders nothing here. */
TC_KERNEL(flag_publishes, args) {
    if (T == 0)
        WORDS[0] = WORDS[1] = 0;
    tc_cta_sync();
    if (T == 0)
        WORDS[1] = 5;
    if (T == 0)
        __atomic_store_n(WORDS, 1, __ATOMIC_RELEASE);
    if (T == 63)
        arg.g[T] = WORDS[1];
}

TC_KERNEL(right_atomics, args) {
    if (T == 0)
        __atomic_store_n(WORDS, 0, __ATOMIC_RELAXED);
    tc_cta_sync();
    __atomic_fetch_add(WORDS, 1, __ATOMIC_RELAXED);
    arg.g[T] = __atomic_load_n(WORDS, __ATOMIC_RELAXED);
    tc_cta_sync();
    arg.g[T] = WORDS[0];
    arg.g[T] += __atomic_load_n(WORDS, __ATOMIC_RELAXED);
}

/* Two threads without a barrier, or two clusters of a launch, and one word: what each of them does. */
enum { READS, WRITES, LOADS, STORES, UPDATES, DEEDS };
static unsigned deeds[2];
static unsigned *word_of_two;

static void deed(unsigned which) {
    volatile unsigned seen;
    switch (which) {
    case READS:
        seen = *word_of_two;
        break;
    case WRITES:
        *word_of_two = 1;
        break;
    case LOADS:
        seen = __atomic_load_n(word_of_two, __ATOMIC_RELAXED);
        break;
    case STORES:
        __atomic_store_n(word_of_two, 2, __ATOMIC_RELAXED);
        break;
    default:
        seen = __atomic_fetch_add(word_of_two, 1, __ATOMIC_RELAXED);
    }
    (void)seen;
}

/* Threads 0 and 32 of a CTA; */
TC_KERNEL(two_threads, args) {
    (void)arg;
    if (T % 32 == 0)
        deed(deeds[T / 32]);
}

/* thread 0 of two clusters. */
TC_KERNEL(two_clusters, args) {
    (void)arg;
    if (T == 0)
        deed(deeds[tc_cta_index()]);
}

/* A race but where both only read, or both are atomic. */
static void pairs(args *a) {
    tc_emu_config c = quiet(64, 1024);
    word_of_two = a->g;
    for (unsigned i = 0; i < DEEDS * DEEDS * 2; i++) {
        const unsigned first = i / 2 % DEEDS, second = i / 2 / DEEDS;
        const int only_reads =
            (first == READS || first == LOADS) && (second == READS || second == LOADS);
        const int race = !only_reads && !(first >= LOADS && second >= LOADS);
        char name[64];
        deeds[0] = first;
        deeds[1] = second;
        snprintf(name, sizeof name, "%s: %u and %u", i % 2 ? "threads" : "clusters", first, second);
        c.name = name;
        c.grid = i % 2 ? 1 : 2;
        EXPECT(tc_emu_launch(&c, i % 2 ? two_threads : two_clusters, a) == race);
        EXPECT(!race || tc_emu_last()->kind == TC_EMU_RACE);
        if (race)
            reports_add(name, tc_emu_last());
    }
}

/* ---- reductions and tiles ------------------------------------------------------------------- */

static void reduce(args arg, unsigned last_synced) {
    unsigned *s = WORDS;
    s[T] = T;
    for (unsigned step = 32; step; step /= 2) {
        if (step >= last_synced)
            tc_cta_sync();
        if (T < step)
            s[T] += s[T + step];
    }
    tc_cta_sync();
    arg.g[T] = s[0];
}

TC_KERNEL(right_reduction, args) {
    reduce(arg, 1);
}

TC_KERNEL(warp_synchronous, args) {
    reduce(arg, 32);
}

/* Each round writes what the last one may still be reading. */
static void rounds(args arg, int second) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        WORDS[T] = i + T;
        tc_cta_sync();
        sum += WORDS[63 - T];
        if (second)
            tc_cta_sync();
    }
    arg.g[T] = sum;
}

TC_KERNEL(right_rounds, args) {
    rounds(arg, 1);
}

TC_KERNEL(one_sync_a_round, args) {
    rounds(arg, 0);
}

TC_KERNEL(right_transpose, args) {
    TC_SHARED unsigned tile[8][8 + 1];
    tile[T / 8][T % 8] = T;
    tc_cta_sync();
    arg.g[T] = tile[T % 8][T / 8];
}

TC_KERNEL(transposes_padding, args) {
    TC_SHARED unsigned tile[8][8 + 1];
    tile[T / 8][T % 8] = T;
    tc_cta_sync();
    arg.g[T] = tile[T % 8][T / 8 + 1]; /* column 8 is the padding, which nobody wrote */
}

/* ---- variables of the kernel ---------------------------------------------------------------- */

TC_KERNEL(loads_too_much, args) {
    unsigned v[1];
    tc_load_global_b128(v, arg.g);
    arg.g[T] = v[0];
}

static unsigned *bad_pointer;

TC_KERNEL(crashes, args) {
    tc_cta_sync();
    *(volatile unsigned *)bad_pointer = 1;
}

/* ---- structs -------------------------------------------------------------------------------- */

typedef struct {
    unsigned word[4];
} __attribute__((aligned(16))) Quad;

TC_KERNEL(misaligned_struct, args) {
    Quad *s = (Quad *)(void *)(tc_smem() + 4), q;
    q.word[0] = q.word[1] = q.word[2] = q.word[3] = T;
    s[T] = q;
}

/* The word is aligned, the struct is not: only -fsanitize=alignment says so. */
TC_KERNEL(misaligned_member, args) {
    Quad *s = (Quad *)(void *)(tc_smem() + 8);
    s[T].word[1] = T;
}

#if !defined(__OPTIMIZE__)
static size_t copied_bytes;
static unsigned copied_from;
TC_KERNEL(copies_unaligned, args) {
    unsigned char here[64];
    if (T == 0)
        memset(tc_smem(), 1, 128);
    if (T == 0)
        memcpy(here, tc_smem() + copied_from, copied_bytes);
    arg.g[T] = 0;
}

/* Of 4, 8 and 16 bytes that do not lie at a multiple of that a copy is warned of, of others not. */
static void blocks(args *a) {
    tc_emu_config c = quiet(4, 1024);
    c.name = "copies_unaligned";
    for (copied_bytes = 1; copied_bytes <= 40; copied_bytes++)
        for (copied_from = 0; copied_from <= 16; copied_from++) {
            const int asked = copied_bytes == 4 || copied_bytes == 8 || copied_bytes == 16;
            EXPECT(tc_emu_launch(&c, copies_unaligned, a) == 0);
            EXPECT(tc_emu_last()->warnings == (asked && copied_from % copied_bytes != 0));
        }
}

#endif

/* An error where the compiler says so, and a warning where it calls memcpy. */
static void structs(args *a) {
    tc_emu_config c = quiet(4, 1024);
    int wrong;
    c.name = "misaligned_struct";
    wrong = tc_emu_launch(&c, misaligned_struct, a);
#if !defined(__OPTIMIZE__)
    EXPECT(wrong ? tc_emu_last()->kind == TC_EMU_MISALIGNED : tc_emu_last()->warnings == 1);
#else
    EXPECT(!wrong || tc_emu_last()->kind == TC_EMU_MISALIGNED);
#endif
}

/* ---- copies that outlive a launch that fails ------------------------------------------------- */

TC_KERNEL(fails_in_flight, args) {
    tc_cp_async_b32(WORDS + T, arg.g + T);
    if (T == 63)
        arg.g[T] = WORDS[T];
}

TC_KERNEL(writes_all, args) {
    arg.g[T] = T;
}

#define F(name, kind, text)                                                                        \
    fails(#name, c, name, &a, TC_EMU_##kind, text);                                                \
    for (c.seed = 1; c.seed <= 4; c.seed++)                                                        \
        unit_expect(tc_emu_launch(&c, name, &a), #name, "any order", (int)c.seed);                 \
    c.seed = 0
#define RIGHT(name) passes(#name, c, name, &a)

int main(void) {
    tc_emu_config c = quiet(64, 1024);
    args a;
    a.g = (unsigned *)tc_emu_gmem_alloc(256, "g");
    a.at = 0;
    a.own = (unsigned *)malloc(256);
    memset(a.g, 0, 256);
    memset(a.own, 0, 256);
    F(one_past, OUTSIDE, "'second' + 256");
    F(one_before, OUTSIDE, "in no shared array");
    F(one_past_by_a_primitive, OUTSIDE, "'halo' + 256");
    F(half_past, OUTSIDE, "'odd' + 2");
    F(adds_to_nothing, UNINITIALISED, "atomic update");
    F(loads_nothing, UNINITIALISED, "atomic load");
    F(compares_nothing, UNINITIALISED, "atomic exchange");
    F(stores_beside_a_load, RACE, "no barrier orders the two");
    F(flag_publishes, RACE, "no barrier orders the two");
    F(warp_synchronous, RACE, "plain");
    F(one_sync_a_round, RACE, "plain");
    F(transposes_padding, UNINITIALISED, "'tile' + ");
    /* "of the kernel", or "of the function" where the compiler guards its frames. */
    F(loads_too_much, OUTSIDE, "variable of the ");
    F(crashes, OUTSIDE, "no buffer is there, and no variable of the thread or of the program");
    F(reads_the_hosts, OUTSIDE, "no buffer is there");
    F(writes_the_hosts, OUTSIDE, "no buffer is there");
    F(reads_anothers_variable, OUTSIDE, "of a variable of thread 0 of CTA 0");
    F(fails_in_flight, IN_FLIGHT, "has not yet written");
#if defined(ALIGNMENT)
    F(misaligned_member, MISALIGNED, "test_plain_faults.c:");
#else
    c.block = 16;
    RIGHT(misaligned_member);
    c.block = 64;
#endif
    far_from_buffers(a);
    around_arrays(a);
    RIGHT(right_reach);
    RIGHT(counts_together);
    tc_emu_gmem(&counted, sizeof counted, "counted");
    F(counts_together, RACE, "no barrier orders the two");
    tc_emu_gmem_forget(&counted);
    RIGHT(writes_all);
    RIGHT(right_atomics);
    RIGHT(right_reduction);
    RIGHT(right_rounds);
    RIGHT(right_transpose);
    structs(&a);
    pairs(&a);
#if !defined(__OPTIMIZE__) /* which drops the copies or makes other ones of them */
    blocks(&a);
#endif
    tc_emu_gmem_free(a.g);
    free(a.own);
    reports_match("plain_faults");
    return unit_finish();
}

TC_SHARED unsigned last_of_all[64];
static unsigned *last_array(void) {
    return last_of_all;
}
