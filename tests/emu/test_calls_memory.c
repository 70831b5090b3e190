/* As test_calls.c: the order that a fence and an atomic make, addresses of shared memory, memory of CUDA's runtime. */
#define _POSIX_C_SOURCE 200809L
#include "faults.h"
#include "tilecopy/host/cuda/calls.h"
#include <unistd.h>

static unsigned wrong; /* seen in a kernel: only one of its threads runs at a time */

/* ---- the order that a fence and an atomic make -------------------------------------------------- */

static void add_1(void *at, void *context) {
    unsigned v;
    memcpy(&v, at, 4);
    memcpy(context, &v, 4);
    v++;
    memcpy(at, &v, 4);
}

static void look(void *at, void *context) {
    memcpy(context, at, 4);
}

/* Word `flag` of global memory from byte 512 on. */
static unsigned raise_flag(unsigned char *g, unsigned flag) {
    unsigned old;
    tc_emu_atomic("raise", g + 512 + 4 * flag, 4, add_1, &old);
    return old;
}

static void see_flag(unsigned char *g, unsigned flag) {
    unsigned v = 0;
    for (unsigned i = 0; i < 1000 && v == 0; i++) {
        tc_emu_atomic("see", g + 512 + 4 * flag, 4, look, &v);
        if (v == 0)
            tc_emu_pause("pause");
    }
    wrong += v == 0;
}

static void give(unsigned char *g, unsigned at) {
    unsigned v = word(at);
    tc_store_global_b32(g + 4 * at, &v);
}

static void take(unsigned char *g, unsigned at) {
    unsigned v;
    tc_load_global_b32(&v, g + 4 * at);
    wrong += v != word(at);
}

typedef struct {
    unsigned fences;   /* 0: the fence is left out */
    unsigned after;    /* a word is written after the fence */
    unsigned flag;     /* that the second one looks at */
    unsigned flags;    /* that are raised */
    unsigned chain;    /* a third one waits for the second */
    unsigned takes;    /* the word that the last one reads */
    unsigned releases; /* the second one of three has a fence of its own */
    unsigned early;    /* a flag is raised once more before the fence */
} Passing;
static Passing how;

/* Part 0 writes word 0, part 1 reads it, or hands on to part 2. */
static void part(unsigned char *g, unsigned number) {
    if (number == 0) {
        if (how.early)
            raise_flag(g, 0);
        give(g, 0);
        if (how.fences)
            tc_emu_memory_fence("fence");
        if (how.after)
            give(g, 1);
        for (unsigned i = 0; i < how.flags; i++)
            raise_flag(g, i);
        if (how.after == 2)
            give(g, 2);
    } else if (number == 1) {
        see_flag(g, how.flag);
        if (how.chain) {
            if (how.releases)
                tc_emu_memory_fence("fence");
            raise_flag(g, 99);
        } else
            take(g, how.takes);
    } else if (number == 2 && how.chain) {
        see_flag(g, 99);
        take(g, how.takes);
    }
}

TC_KERNEL(of_one_cta, args) {
    if (T % 32 == 0)
        part(arg.g, T / 32);
}

TC_KERNEL(of_three_ctas, args) {
    if (T == 0)
        part(arg.g, tc_cta_index());
}

static void clear_flags(args *a) {
    memset(a->g + 512, 0, 512);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned v = word(i);
        memcpy(a->g + 4 * i, &v, 4);
    }
}

/* Threads of one CTA, CTAs of one cluster, and clusters, which come one after another: is the read a race? */
static void passing(args *a, const char *name, Passing passed, int is_race) {
    how = passed;
    for (unsigned form = 0; form < 3; form++)
        for (unsigned seed = 0; seed < 5; seed++) {
            tc_emu_config c = quiet(form ? 32 : 96, 0);
            c.grid = form ? 3 : 1;
            c.cluster = form == 1 ? 3 : 1;
            c.seed = seed;
            wrong = 0;
            clear_flags(a);
            c.name = name;
            const Kernel kernel = form ? of_three_ctas : of_one_cta;
            const int failed = tc_emu_launch(&c, kernel, a);
            unit_expect(failed == is_race, name, "race", (int)form);
            unit_expect(wrong == 0, name, "values", (int)form);
            if (failed) {
                unit_expect(tc_emu_last()->kind == TC_EMU_RACE, name, "kind", (int)form);
                unit_expect(tc_emu_last()->offset == 4 * passed.takes, name, "where", (int)form);
                report_is_whole(name, &c, kernel);
            }
            if (failed != is_race)
                printf("%s", failed ? tc_emu_last()->text : "no race\n");
        }
}

static void test_flags(args *a) {
    passing(a, "a flag", (Passing){.fences = 1, .flags = 1}, 0);
    passing(a, "no fence", (Passing){.fences = 0, .flags = 1}, 1);
    passing(a, "the second of two flags", (Passing){.fences = 1, .flags = 2, .flag = 1}, 0);
    passing(a, "the last of 40 flags", (Passing){.fences = 1, .flags = 40, .flag = 39}, 0);
    passing(a, "the first of 40 flags", (Passing){.fences = 1, .flags = 40}, 0);
    passing(
        a,
        "written behind the fence",
        (Passing){.fences = 1, .flags = 1, .after = 1, .takes = 1},
        1);
    passing(a, "written before it as well", (Passing){.fences = 1, .flags = 1, .after = 1}, 0);
    passing(
        a,
        "written behind the flag",
        (Passing){.fences = 1, .flags = 1, .after = 2, .takes = 2},
        1);
    passing(a, "handed on", (Passing){.fences = 1, .flags = 1, .chain = 1, .releases = 1}, 0);
    passing(a, "handed on without a fence", (Passing){.fences = 1, .flags = 1, .chain = 1}, 1);
    passing(a, "handed on, never released", (Passing){.flags = 1, .chain = 1, .releases = 1}, 1);
    passing(
        a,
        "handed on what came later",
        (Passing){.fences = 1, .flags = 1, .chain = 1, .releases = 1, .after = 1, .takes = 1},
        1);
}

/* A flag of shared memory says nothing to the next cluster, though that has it at the same address. */
TC_KERNEL(flag_in_shared, args) {
    unsigned v = 0;
    if (T)
        return;
    tc_store_shared_b32(SMEM, &v);
    if (tc_cta_index() == 0)
        give(arg.g, 0);
    tc_emu_memory_fence("fence");
    tc_emu_atomic("raise", SMEM, 4, add_1, &v);
    tc_emu_atomic("raise", SMEM, 4, add_1, &v);
    if (tc_cta_index() == 1)
        take(arg.g, 0);
}

/* Of the past of a flag each cluster's own words are known. */
TC_KERNEL(each_adds, args) {
    const unsigned cta = tc_cta_index();
    if (T)
        return;
    for (unsigned i = 0; i < cta; i++)
        if (how.flags || i + 1 < cta)
            see_flag(arg.g, i);
    for (unsigned i = 0; i < cta; i++)
        take(arg.g, i);
    give(arg.g, cta);
    tc_emu_memory_fence("fence");
    raise_flag(arg.g, cta);
}

TC_KERNEL(one_counter, args) {
    const unsigned cta = tc_cta_index();
    if (T)
        return;
    give(arg.g, cta);
    if (!how.flags || cta != how.flag)
        tc_emu_memory_fence("fence");
    if (raise_flag(arg.g, 0) + 1 == tc_emu_ctas())
        for (unsigned i = 0; i < tc_emu_ctas(); i++)
            take(arg.g, i);
}

static void test_clusters(args *a) {
    tc_emu_config c = quiet(32, 64);
    c.grid = 2;
    clear_flags(a);
    fails(
        "flag_in_shared", c, flag_in_shared, a, TC_EMU_RACE, "another cluster of the same launch");
    c.grid = 20;
    wrong = 0;
    memset(&how, 0, sizeof how);
    how.flags = 1;
    clear_flags(a);
    once_passes("each_adds", c, each_adds, a);
    how.flags = 0;
    clear_flags(a);
    fails("each_adds but one", c, each_adds, a, TC_EMU_RACE, "were written by a thread of another");
    EXPECT(tc_emu_last()->cta == 1 && tc_emu_last()->offset == 0);
    clear_flags(a);
    once_passes("one_counter", c, one_counter, a);
    for (how.flag = 0; how.flag < 19; how.flag += 6) {
        how.flags = 1;
        clear_flags(a);
        fails("one_counter but one", c, one_counter, a, TC_EMU_RACE, "were written by a thread");
        EXPECT(tc_emu_last()->cta == 19 && tc_emu_last()->offset == 4 * how.flag);
    }
    EXPECT(wrong == 0);
}

/* ---- addresses of 32 bits ------------------------------------------------------------------------ */

static __thread unsigned char fixed[64];
static unsigned address;

TC_KERNEL(addresses, args) {
    const unsigned rank = tc_cta_rank_in_cluster();
    unsigned char *const places[2] = {SMEM, fixed};
    (void)arg;
    tc_cluster_sync();
    for (unsigned k = 0; k < 2; k++) {
        const unsigned first = tc_emu_shared_address(places[k]);
        for (unsigned i = 0; i <= 64; i += 4) {
            const unsigned at = tc_emu_shared_address(places[k] + i);
            wrong += at != first + i || at >> 27 != rank;
            wrong += tc_emu_shared_at(at) != (void *)(places[k] + i);
            for (unsigned cta = 0; cta < 3; cta++) {
                const unsigned there = (at & ((1u << 27) - 1)) | cta << 27;
                wrong += tc_emu_shared_at(there) != (void *)tc_map_to_cta(places[k] + i, cta);
                wrong += tc_emu_shared_address(tc_map_to_cta(places[k] + i, cta)) != there;
            }
        }
        wrong += (first >> 26 & 1) != k;
    }
    tc_cluster_sync();
}

TC_KERNEL(no_address, args) {
    tc_emu_shared_at(address);
}

TC_KERNEL(not_shared, args) {
    tc_emu_shared_address(arg.g);
}

static void test_addresses(args *a) {
    tc_emu_config c = quiet(32, 1024);
    c.cluster = 3;
    wrong = 0;
    passes("addresses", c, addresses, a);
    EXPECT(wrong == 0);
    fails("not_shared", c, not_shared, a, TC_EMU_ARGUMENT, "the address is not in shared memory\n");
    EXPECT(!strcmp(tc_emu_last()->primitive, "cvta.to.shared") && tc_emu_last()->bytes == 0);
    address = 3u << 27;
    fails(
        "no_address",
        c,
        no_address,
        a,
        TC_EMU_OUTSIDE,
        "0x18000000 is no address of shared memory\n");
    EXPECT(!strcmp(tc_emu_last()->primitive, "shared address") && !*tc_emu_last()->buffer);
    address = 2u << 27;
    passes("the last CTA", c, no_address, a);
}

/* ---- memory of the runtime ------------------------------------------------------------------------ */

static unsigned at_byte;
TC_KERNEL(reads_one, args) {
    unsigned char v;
    tc_load_global_b8(&v, arg.g + at_byte);
}

/* Is the byte one that was written? */
static int reads(unsigned char *p, unsigned at) {
    args a = {p};
    tc_emu_config c = quiet(1, 0);
    at_byte = at;
    return tc_emu_launch(&c, reads_one, &a) ? tc_emu_last()->kind == TC_EMU_UNINITIALISED ? 0 : -1
                                            : 1;
}

static const char to_none[] =
    "the destination is not in device memory, or the copy ends past its buffer";
static const char from_none[] =
    "the source is not in device memory, or the copy ends past its buffer";
static const char set_none[] = "the bytes are not in device memory, or end past their buffer";

static int says(const char *got, const char *want) {
    return want ? got && !strcmp(got, want) : !got;
}

static void test_copies(void) {
    enum { TO = TC_EMU_TO_DEVICE, FROM = TC_EMU_FROM_DEVICE };
    unsigned char *p = tc_emu_device_alloc(100, "p", 0), *q = tc_emu_device_alloc(50, "q", 1);
    unsigned char host[200];
    for (unsigned i = 0; i < 200; i++)
        host[i] = (unsigned char)(i + 1);
    EXPECT(reads(p, 0) == 0 && reads(p, 99) == 0 && reads(p, 100) == -1);
    EXPECT(reads(q, 0) == 1 && reads(q, 49) == 1 && reads(q, 50) == -1);
    EXPECT(says(tc_emu_device_copy(p + 10, host, 20, TO), NULL));
    EXPECT(reads(p, 9) == 0 && reads(p, 10) == 1 && reads(p, 29) == 1 && reads(p, 30) == 0);
    EXPECT(says(tc_emu_device_copy(p, host, 100, TO), NULL) && reads(p, 99) == 1);
    EXPECT(says(tc_emu_device_copy(p, host, 101, TO), to_none));
    EXPECT(says(tc_emu_device_copy(p + 1, host, 100, TO), to_none));
    EXPECT(says(tc_emu_device_copy(p + 1, host, 99, TO), NULL));
    EXPECT(says(tc_emu_device_copy(host, host + 100, 4, TO), to_none));
    EXPECT(says(tc_emu_device_copy(host, p, 100, FROM), NULL));
    for (unsigned i = 0; i < 100; i++)
        EXPECT(host[i] == (i ? i : 1));
    EXPECT(says(tc_emu_device_copy(host, p, 101, FROM), from_none));
    EXPECT(says(tc_emu_device_copy(host, p + 50, 51, FROM), from_none));
    EXPECT(says(tc_emu_device_copy(host, host + 100, 4, FROM), from_none));
    EXPECT(says(tc_emu_device_copy(host, host + 100, 4, 0), NULL) && host[0] == 101);
    EXPECT(says(tc_emu_device_copy(q, p, 50, TO | FROM), NULL) && q[49] == 49);
    EXPECT(says(tc_emu_device_copy(q, p, 51, TO | FROM), to_none));
    EXPECT(says(tc_emu_device_copy(p, q, 51, TO | FROM), from_none));
    EXPECT(says(tc_emu_device_copy(NULL, NULL, 0, TO | FROM), NULL));
    EXPECT(says(tc_emu_device_set(p + 3, 9, 97), NULL) && p[2] == 2 && p[3] == 9 && p[99] == 9);
    EXPECT(says(tc_emu_device_set(p + 3, 9, 98), set_none));
    EXPECT(says(tc_emu_device_set(host, 9, 1), set_none) && host[0] == 101);
    EXPECT(says(tc_emu_device_set(NULL, 9, 0), NULL));
    EXPECT(tc_emu_device_free(p + 1) == 0 && tc_emu_device_free(p) == 1);
    EXPECT(tc_emu_device_free(p) == 0 && tc_emu_device_free(NULL) == 1);
    EXPECT(tc_emu_device_free(host) == 0 && tc_emu_device_free(q) == 1);
    p = tc_emu_device_alloc(64, "p", 0);
    EXPECT(says(tc_emu_device_set(p + 8, 1, 8), NULL));
    EXPECT(reads(p, 7) == 0 && reads(p, 8) == 1 && reads(p, 15) == 1 && reads(p, 16) == 0);
    EXPECT(tc_emu_device_free(p) == 1);
}

static void test_runtime(void) {
    const size_t pages = (size_t)sysconf(_SC_PHYS_PAGES), page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *own = malloc(300);
    tc_emu_config c = {0};
    unsigned char *large = tc_emu_device_alloc(1 << 20, "large", 0);
    EXPECT(large && tc_emu_device_free(large) == 1);
    EXPECT(tc_emu_device_alloc(pages * page, "all", 0) == NULL);
    EXPECT(tc_emu_device_alloc(SIZE_MAX, "more", 0) == NULL);
    EXPECT(reads(own + 100, 0) == -1);
    EXPECT(tc_emu_host_register(own + 100, 100) == 1 && reads(own, 100) == 1);
    EXPECT(reads(own, 199) == 1 && reads(own, 99) == -1 && reads(own, 200) == -1);
    EXPECT(tc_emu_host_register(own + 50, 51) == 0 && tc_emu_host_register(own + 199, 50) == 0);
    EXPECT(tc_emu_host_register(own + 50, 50) == 1 && tc_emu_host_register(own + 200, 50) == 1);
    EXPECT(tc_emu_host_unregister(own + 101) == 0 && tc_emu_host_unregister(own) == 0);
    EXPECT(tc_emu_host_unregister(own + 100) == 1 && reads(own, 100) == -1);
    EXPECT(tc_emu_host_unregister(own + 50) == 1 && tc_emu_host_unregister(own + 200) == 1);
    unsigned char *device = tc_emu_device_alloc(16, "device", 0);
    EXPECT(tc_emu_host_unregister(device) == 0 && tc_emu_device_free(device) == 1);
    EXPECT(!strcmp(tc_emu_function((uintptr_t)test_runtime), "test_runtime"));
    EXPECT(!strcmp(tc_emu_function((uintptr_t)own), "kernel"));
    unsetenv("TCEMU_SEED");
    unsetenv("TCEMU_EARLY_EXIT");
    c.seed = 5;
    tc_emu_configure(&c);
    EXPECT(c.seed == 5 && c.plain_dsmem == 1 && c.go_on == 1 && c.early_exit == 0);
    setenv("TCEMU_SEED", "123", 1);
    setenv("TCEMU_EARLY_EXIT", "1", 1);
    tc_emu_configure(&c);
    EXPECT(c.seed == 123 && c.early_exit == 1);
    setenv("TCEMU_EARLY_EXIT", "0", 1);
    tc_emu_configure(&c);
    EXPECT(c.early_exit == 0);
    free(own);
}

TC_KERNEL(parities, args) {
    (void)arg;
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        for (unsigned i = 0; i < 5; i++) {
            wrong += tc_emu_mbarrier_parity(BAR) != i % 2;
            tc_mbarrier_arrive(BAR);
        }
    }
}

TC_KERNEL(parity_of_none, args) {
    (void)arg;
    tc_emu_mbarrier_parity(BAR);
}

static void test_parities(args *a) {
    wrong = 0;
    passes("parities", quiet(32, 1024), parities, a);
    EXPECT(wrong == 0);
    fails("parity_of_none", quiet(32, 1024), parity_of_none, a, TC_EMU_MBARRIER, "mbarrier");
    EXPECT(!strcmp(tc_emu_last()->primitive, "parity of an mbarrier"));
    EXPECT(tc_emu_last()->step == 1);
}

int main(void) {
    args a;
    a.g = tc_emu_gmem_alloc(1024, "g");
    memset(a.g, 0, 1024);
    test_flags(&a);
    test_clusters(&a);
    test_addresses(&a);
    test_copies();
    test_runtime();
    test_parities(&a);
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
