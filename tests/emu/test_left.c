/* test_left.c: which copy is in flight over a byte, and what is left of copies when a launch ends, well or in an
 * error: no mark on global memory, no byte that has not arrived. */
#define _POSIX_C_SOURCE 200809L
#include "emu_test.h"

#define T tc_thread_index()
#define SMEM tc_smem()
#define BAR ((tc_mbarrier *)(void *)(tc_smem() + 1024))

enum { G_BYTES = 4096 };

typedef struct {
    unsigned char *g; /* G_BYTES */
    unsigned form, at;
} args;

/* ---- one of three that lie side by side ------------------------------------------------------- */

enum {
    WRITES_SOURCE,
    READS_DESTINATION,
    WRITES_SOURCE_OF_BULK,
    READS_DESTINATION_OF_BULK,
    ACCESSES
};

TC_KERNEL(three_in_flight, args) {
    unsigned v = 0;
    if (arg.form >= WRITES_SOURCE_OF_BULK) {
        for (unsigned i = 0; i < 12; i++)
            tc_store_shared_b32(SMEM + 4 * i, &v);
        tc_fence_async_smem();
    }
    for (unsigned i = 0; i < 3; i++)
        if (arg.form >= WRITES_SOURCE_OF_BULK)
            tc_bulk_smem_to_gmem(arg.g + 16 * i, SMEM + 16 * i, 16);
        else
            tc_cp_async_b128(SMEM + 16 * i, arg.g + 16 * i);
    if (arg.form == WRITES_SOURCE)
        tc_store_global_b8(arg.g + arg.at, &v);
    else if (arg.form == READS_DESTINATION)
        tc_load_shared_b8(&v, SMEM + arg.at);
    else if (arg.form == WRITES_SOURCE_OF_BULK)
        tc_store_shared_b8(SMEM + arg.at, &v);
    else
        tc_load_global_b8(&v, arg.g + arg.at);
}

/* The copies are the steps 1, 2, 3; those of the bulk forms come after 12 stores and a fence. */
static void test_which(args *a) {
    for (a->form = 0; a->form < ACCESSES; a->form++)
        for (a->at = 0; a->at < 48; a->at++) {
            const unsigned first = a->form >= WRITES_SOURCE_OF_BULK ? 14 : 1;
            static char text[64];
            snprintf(
                text,
                sizeof text,
                "its step %u, %s",
                first + a->at / 16,
                a->form % 2 ? "has not yet written" : "still reads");
            fails("three_in_flight", quiet(1, 2048), three_in_flight, a, TC_EMU_IN_FLIGHT, text);
            EXPECT(tc_emu_last()->offset == (long long)a->at && tc_emu_last()->bytes == 1);
        }
}

/* ---- reductions over and beside each other ---------------------------------------------------- */

static void zeros_of(int mine) {
    const unsigned v = 0;
    for (unsigned i = 0; mine && i < 16; i++)
        tc_store_shared_b32(SMEM + 4 * i, &v);
    tc_fence_async_smem();
}

static void zeros(void) {
    zeros_of(1);
}

/* Steps 18 and 20 send them; the first of the two has arrived. */
TC_KERNEL(one_of_two_is_over, args) {
    unsigned v;
    zeros();
    for (unsigned i = 0; i < 2; i++) {
        tc_bulk_reduce_add_u32_to_gmem(arg.g, SMEM, 16);
        tc_bulk_commit();
    }
    tc_bulk_wait_1();
    tc_load_global_b8(&v, arg.g + arg.at);
}

/* 16 bytes each, side by side: in this order, or the other one. */
TC_KERNEL(one_beside_is_over, args) {
    const unsigned first = arg.form ? 16 : 0;
    unsigned v;
    zeros();
    tc_bulk_reduce_add_u32_to_gmem(arg.g + first, SMEM, 16);
    tc_bulk_commit();
    tc_bulk_reduce_add_u32_to_gmem(arg.g + (first ^ 16), SMEM, 16);
    tc_bulk_commit();
    tc_bulk_wait_1();
    for (unsigned i = 0; i < 16; i++)
        tc_load_global_b8(&v, arg.g + first + i);
    tc_bulk_wait_0();
    for (unsigned i = 0; i < 32; i++)
        tc_load_global_b8(&v, arg.g + i);
}

static void test_reductions(args *a) {
    for (a->at = 0; a->at < 16; a->at++) {
        const tc_emu_config c = quiet(1, 2048);
        fails("one_of_two", c, one_of_two_is_over, a, TC_EMU_IN_FLIGHT, "its step 20, has not");
        EXPECT(tc_emu_last()->offset == (long long)a->at);
    }
    for (a->form = 0; a->form < 2; a->form++)
        passes("one_beside_is_over", quiet(1, 2048), one_beside_is_over, a);
}

/* Thread 0 takes a minimum and, beside it, adds; thread 32 comes later, and nothing orders it. */
TC_KERNEL(one_way_beside_another, args) {
    const unsigned v = 0;
    zeros_of(T == 0);
    if (T == 0) {
        tc_bulk_reduce_min_u32_to_gmem(arg.g + 16, SMEM, 16);
        tc_bulk_commit();
        tc_bulk_wait_0();
        tc_bulk_reduce_add_u32_to_gmem(arg.g, SMEM, 16);
        tc_bulk_commit();
        tc_bulk_wait_0();
    } else if (T == 32)
        tc_reduce_gmem_min_u32(arg.g + 16, &v);
}

/* ---- arrivals of cp.async --------------------------------------------------------------------- */

/* The copy is over before the mbarrier is, by the wait of its own thread. */
TC_KERNEL(waited_for_twice, args) {
    unsigned v;
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_fence_mbarrier_init();
    }
    tc_cta_sync();
    if (T == 0) {
        tc_cp_async_b128(SMEM, arg.g);
        tc_cp_async_mbarrier_arrive_noinc(BAR);
        tc_cp_async_wait_all();
    } else if (T == 32) {
        tc_mbarrier_wait(BAR, 0);
        tc_load_shared_b32(&v, SMEM);
    }
}

/* Thread 32 arrives by its step 11, when another one has ended the phase, of which it does not know. */
TC_KERNEL(arrives_too_late, args) {
    if (T == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_init(BAR + 1, 1);
        tc_fence_mbarrier_init();
    }
    tc_cta_sync();
    if (T == 0)
        tc_mbarrier_arrive(BAR);
    if (T == 32) {
        for (unsigned i = 0; i < 8; i++)
            (void)tc_mbarrier_try_wait(BAR + 1, 0);
        tc_cp_async_b128(SMEM, arg.g);
        tc_cp_async_mbarrier_arrive_noinc(BAR);
        for (unsigned i = 0; i < 8; i++)
            (void)tc_mbarrier_try_wait(BAR + 1, 0);
    }
}

/* Thread 0 arrives for phase 1 of the second mbarrier, where only this says that phase 0 is over: */
enum {
    TOLD_BY_CP_ASYNC,   /* an arrival of cp.async of a thread that had waited for it */
    TOLD_BY_ONE_OF_TWO, /* a relaxed arrival of one that knew of the other's; its own is thread 0's */
    TOLD_BY_CLUSTER,    /* a relaxed arrival at the cluster's barrier of one that had waited */
    NOT_TOLD            /* nothing */
};

TC_KERNEL(told_of_the_phase, args) {
    const unsigned f = arg.form;
    tc_mbarrier *first = BAR, *second = BAR + 1, *third = BAR + 2;
    if (T == 0) {
        tc_mbarrier_init(first, 1);
        tc_mbarrier_init(third, 1);
        tc_mbarrier_init(second, f == TOLD_BY_ONE_OF_TWO ? 2 : 1);
        tc_fence_mbarrier_init();
    }
    tc_cta_sync();
    if (T == 64 && f != TOLD_BY_ONE_OF_TWO)
        tc_mbarrier_arrive(second);
    if (T == 32 && f == TOLD_BY_ONE_OF_TWO) {
        tc_mbarrier_arrive(second);
        tc_mbarrier_arrive(third);
    } else if (T == 32) {
        tc_mbarrier_wait(second, 0);
        if (f == TOLD_BY_CP_ASYNC) {
            tc_cp_async_b128(SMEM, arg.g);
            tc_cp_async_mbarrier_arrive_noinc(first);
        }
    }
    if (T == 64 && f == TOLD_BY_ONE_OF_TWO) {
        tc_mbarrier_wait(third, 0);
        tc_mbarrier_arrive_relaxed(first);
    }
    if (T == 0 && f == TOLD_BY_ONE_OF_TWO)
        tc_mbarrier_arrive(second);
    if (T == 0 && (f == TOLD_BY_CP_ASYNC || f == TOLD_BY_ONE_OF_TWO))
        tc_mbarrier_wait(first, 0);
    if (f == TOLD_BY_CLUSTER) {
        tc_cluster_arrive_relaxed();
        tc_cluster_wait();
    }
    if (T == 0 && f == NOT_TOLD)
        for (unsigned i = 0; i < 8; i++)
            (void)tc_mbarrier_try_wait(first, 0);
    if (T == 0)
        tc_mbarrier_arrive(second);
}

static void test_told(args *a) {
    tc_emu_config c = quiet(96, 2048);
    for (a->form = 0; a->form < NOT_TOLD; a->form++) {
        c.cluster = a->form == TOLD_BY_CLUSTER ? 2 : 1;
        passes("told_of_the_phase", c, told_of_the_phase, a);
    }
    fails(
        "not told of the phase",
        c,
        told_of_the_phase,
        a,
        TC_EMU_MBARRIER,
        "counts for phase 1, and nothing tells the thread that phase 0 is over");
}

static void test_arrivals(args *a) {
    tc_emu_config c = quiet(64, 2048);
    once_passes("one_way_beside_another", c, one_way_beside_another, a);
    for (c.cluster = 1; c.cluster <= 3; c.cluster++)
        passes("waited_for_twice", c, waited_for_twice, a);
    c.cluster = 1;
    fails(
        "arrives_too_late",
        c,
        arrives_too_late,
        a,
        TC_EMU_MBARRIER,
        "the arrival of cp.async of step 11 counts for phase 1");
}

/* ---- what is left ----------------------------------------------------------------------------- */

enum { CP_ASYNC, ARRIVING, BULK_IN, BULK_OUT, BULK_READ, REDUCE, KINDS };

/* Three threads start two copies each, of the last bytes of g. */
static void starts(unsigned f, unsigned char *g, unsigned slot) {
    for (unsigned i = 2 * slot; i < 2 * slot + 2; i++) {
        unsigned char *there = g + G_BYTES - 16 * (i + 1), *here = SMEM + 16 * i;
        if (f == CP_ASYNC || f == ARRIVING)
            tc_cp_async_b128(here, there);
        else if (f == BULK_IN)
            tc_bulk_gmem_to_smem(here, there, 16, BAR);
        else if (f == REDUCE)
            tc_bulk_reduce_add_u32_to_gmem(there, here, 16);
        else
            tc_bulk_smem_to_gmem(there, here, 16);
    }
    tc_bulk_commit();
    if (f == BULK_READ)
        tc_bulk_wait_read_0();
    if (f == ARRIVING)
        tc_cp_async_mbarrier_arrive_noinc(BAR);
}

static void begins(unsigned f, unsigned char *g) {
    unsigned v = 0x01010101 * (T + 1);
    tc_store_shared_b32(SMEM + 4 * T, &v);
    tc_fence_async_smem();
    if (T == 0) {
        tc_mbarrier_init(BAR, 64);
        tc_fence_mbarrier_init();
    }
    tc_cta_sync();
    if (T < 2 || T == 33)
        starts(f, g, T == 33 ? 2 : T);
}

/* Thread 40 ends the launch when all are on their way. */
TC_KERNEL(fails_beside, args) {
    unsigned v;
    begins(arg.form, arg.g);
    tc_cta_sync();
    if (T == 40)
        tc_load_shared_b32(&v, SMEM + 1);
    tc_cta_sync();
}

TC_KERNEL(leaves_them, args) {
    begins(arg.form, arg.g);
}

TC_KERNEL(uses_all, args) {
    unsigned v = 0;
    for (unsigned i = T; i < G_BYTES / 4; i += 64) {
        tc_load_global_b32(&v, arg.g + 4 * i);
        v = 0;
        tc_store_global_b32(arg.g + 4 * i, &v);
    }
}

static void test_left(args *a) {
    tc_emu_config c = quiet(64, 2048);
    for (a->form = 0; a->form < KINDS; a->form++)
        for (c.seed = 0; c.seed < 4; c.seed++) {
            fails("fails_beside", c, fails_beside, a, TC_EMU_MISALIGNED, "not 4-byte aligned");
            once_passes("uses_all after an error", c, uses_all, a);
        }
    a->form = ARRIVING;
    for (c.seed = 0; c.seed < 4; c.seed++) {
        once_passes("leaves arrivals", c, leaves_them, a);
        EXPECT(tc_emu_last()->warnings == 1); /* equal ones of three threads */
        once_passes("uses_all after arrivals", c, uses_all, a);
    }
    a->form = BULK_READ;
    for (c.seed = 0; c.seed < 4; c.seed++) {
        once_passes("leaves copies", c, leaves_them, a);
        for (unsigned i = 0; i < 6 * 16; i++) /* copy i / 16 brought words of four threads */
            EXPECT(a->g[G_BYTES - 16 * (i / 16 + 1) + i % 16] == i / 4 + 1);
        once_passes("uses_all after copies", c, uses_all, a);
    }
}

/* ---- names ------------------------------------------------------------------------------------ */

static __thread _Alignas(16) unsigned words[8];

/* Form 1 gives the first half of them a name of its own, which is its end, too. */
TC_KERNEL(reads_a_word, args) {
    unsigned long long v;
    if (arg.form == 1)
        tc_emu_shared(words, 16, "half of them");
    tc_load_shared_b64(&v, words + arg.at);
}

TC_KERNEL(is_in_words, args) {
    const int whole = tc_emu_is_shared(words, sizeof words), half = tc_emu_is_shared(words, 16);
    if (arg.form == 1)
        tc_emu_shared(words, 16, "half of them");
    EXPECT(whole == 1 && half == 1 && tc_emu_is_shared(words, 16) == 1);
    EXPECT(tc_emu_is_shared(words, 20) == (arg.form != 1));
}

static __thread _Alignas(64) unsigned char one[1];
static __thread _Alignas(64) unsigned char other[1];

/* What lies between two variables is nobody's, also where no guard does. */
TC_KERNEL(writes_between, args) {
    unsigned char *lower = (size_t)one < (size_t)other ? one : other;
    const unsigned char v = 1;
    (void)arg;
    tc_store_shared_b8(lower, &v);
    tc_store_shared_b8(lower + 40, &v);
}

/* Named again and again, and then one more. */
TC_KERNEL(names_often, args) {
    unsigned v;
    (void)arg;
    for (unsigned i = 0; i < 1200; i++)
        tc_emu_shared(words + i % 2, 4, i % 2 ? "second" : "first");
    tc_emu_shared(words + 2, 4, "third");
    tc_load_shared_b32(&v, words + 2);
}

/* The last byte has an address in the other CTA; neither that nor global memory is our own. */
TC_KERNEL(asks_what_is_shared, args) {
    unsigned char *last = SMEM + tc_emu_smem_bytes() - 1;
    const unsigned me = tc_cta_rank_in_cluster();
    tc_cluster_sync();
    EXPECT(tc_map_to_cta(last, me) == (tc_dsmem)last);
    EXPECT(tc_emu_is_shared(last, 1) && !tc_emu_is_shared(last, 2));
    EXPECT(!tc_emu_is_shared(tc_map_to_cta(last, me ^ 1), 1));
    EXPECT(!tc_emu_is_shared(arg.g, 4) && !tc_emu_is_shared(&me, 4));
    tc_cluster_sync();
}

TC_KERNEL(reads_at, args) {
    unsigned v;
    tc_load_global_b8(&v, arg.g + arg.at);
}

/* Made known again, a buffer is of the later size; to the last byte nothing is written. */
static void test_buffers(void) {
    static unsigned char buffer[64];
    const tc_emu_config c = quiet(1, 1024);
    args a = {buffer, 0, 0};
    tc_emu_gmem(buffer, 16, "short");
    a.at = 15;
    passes("reads_at", c, reads_at, &a);
    a.at = 16;
    fails("reads_at", c, reads_at, &a, TC_EMU_OUTSIDE, "no buffer");
    tc_emu_gmem(buffer, 64, "long");
    for (a.at = 0; a.at < 64; a.at++)
        once_passes("reads_at", c, reads_at, &a);
    tc_emu_gmem_uninitialised(buffer + 32, 32);
    for (a.at = 0; a.at < 32; a.at++)
        once_passes("reads_at", c, reads_at, &a);
    for (a.at = 32; a.at < 64; a.at++)
        fails("reads_at", c, reads_at, &a, TC_EMU_UNINITIALISED, "'long' + ");
    tc_emu_gmem_uninitialised(buffer, 64);
    a.at = 0;
    fails("reads_at", c, reads_at, &a, TC_EMU_UNINITIALISED, "'long' + 0");
    tc_emu_gmem_forget(buffer);
    a.at = 63;
    fails("reads_at", c, reads_at, &a, TC_EMU_OUTSIDE, "no buffer");
}

/* A name is one of a launch. */
static void test_names(args *a) {
    const tc_emu_config c = quiet(1, 1024);
    tc_emu_config two = quiet(32, 1024);
    two.cluster = 2;
    fails("writes_between", c, writes_between, a, TC_EMU_OUTSIDE, "in no shared array");
    passes("asks_what_is_shared", two, asks_what_is_shared, a);
    fails("names_often", c, names_often, a, TC_EMU_UNINITIALISED, "'third' + 0");
    for (unsigned i = 0; i < 5; i++) {
        a->form = i % 2;
        passes("is_in_words", c, is_in_words, a);
        for (a->at = 0; a->at < 4; a->at += 2) {
            static char text[32];
            snprintf(text, sizeof text, "'%s' + %u", i % 2 ? "half of them" : "words", 4 * a->at);
            fails("reads_a_word", c, reads_a_word, a, TC_EMU_UNINITIALISED, text);
        }
        a->at = 4;
        fails("reads_a_word", c, reads_a_word, a, TC_EMU_UNINITIALISED, "'words' + 16");
    }
}

static __thread tc_mbarrier a_name_of_as_many_characters_as_a_name_of_an_array_may_have[20];

/* Each thread waits for another one. */
TC_KERNEL(all_wait, args) {
    tc_mbarrier *at = &a_name_of_as_many_characters_as_a_name_of_an_array_may_have[T];
    (void)arg;
    tc_mbarrier_init(at, 1);
    tc_mbarrier_wait(at, 0);
}

/* A name of C that has a number where one of C++ would say how long it is. */
__attribute__((noinline)) static void in2words(unsigned char *g) {
    unsigned v;
    tc_load_global_b32(&v, g + 1);
    (void)*(volatile unsigned char *)g; /* the call above is not the last thing */
}

TC_KERNEL(calls_by_number, args) {
    in2words(arg.g);
    (void)*(volatile unsigned char *)arg.g;
}

static char longest[10000];

TC_KERNEL(says_too_much, args) {
    (void)arg;
    tc_emu_check_failed(longest + 5800, longest);
}

void __tsan_read_range(void *p, unsigned long bytes);
void __tsan_write_range(void *p, unsigned long bytes);

/* As a memcpy of no bytes, where nothing may be touched. */
TC_KERNEL(touches_nothing, args) {
    unsigned v;
    for (unsigned i = 0; i < 4; i++) {
        __tsan_read_range(arg.g + G_BYTES + i, 0);
        __tsan_write_range(arg.g - i, 0);
    }
    if (arg.form)
        tc_load_global_b32(&v, arg.g + 1); /* the first step */
}

static void test_nothing_touched(args *a) {
    a->form = 0;
    passes("touches_nothing", quiet(1, 1024), touches_nothing, a);
    a->form = 1;
    fails("touches_nothing", quiet(1, 1024), touches_nothing, a, TC_EMU_MISALIGNED, "step 1:");
}

static void test_function_name(args *a) {
    fails("calls_by_number", quiet(1, 1024), calls_by_number, a, TC_EMU_MISALIGNED, "4-byte");
#if !defined(__OPTIMIZE__)
    EXPECT(strcmp(tc_emu_last()->function, "in2words") == 0);
#endif
}

/* More than a report has room for is cut, and nothing follows it. */
static void test_too_long(args *a) {
    memset(longest, 'x', sizeof longest - 1);
    fails(
        "says_too_much",
        quiet(1, 1024),
        says_too_much,
        a,
        TC_EMU_CHECK,
        "kernel 'says_too_much': xxx");
    EXPECT(strlen(tc_emu_last()->text) == sizeof tc_emu_last()->text - 1);
    EXPECT(strlen(tc_emu_last()->function) == sizeof tc_emu_last()->function - 1);
    EXPECT(tc_emu_last()->cta == 0 && tc_emu_last()->text[8190] == 'x');
}

/* 16 lines of about 200 bytes are more than a report of a deadlock takes. */
static void test_long_report(args *a) {
    fails("all_wait", quiet(20, 1024), all_wait, a, TC_EMU_DEADLOCK, "threads 9 to 9");
    EXPECT(strlen(tc_emu_last()->text) > 2000 && strlen(tc_emu_last()->text) < 2800);
    EXPECT(strstr(tc_emu_last()->text, "threads 16 to 16") == NULL);
}

/* ---- memory ----------------------------------------------------------------------------------- */

TC_KERNEL(leaves_one, args) {
    tc_cp_async_b32(SMEM, arg.g);
}

TC_KERNEL(nothing, args) {
    (void)arg;
}

/* Pages of address space. */
static unsigned long long space_used(void) {
    FILE *file = fopen("/proc/self/statm", "rb");
    unsigned long long pages = 0;
    if (file && fscanf(file, "%llu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages;
}

/* 128 KiB each for the stacks of 1024 threads are 128 MiB; all smaller ones together would be 2 GiB. */
static void test_space(args *a) {
    tc_emu_config c = quiet(32, 2048);
    once_passes("32 threads", c, nothing, a);
    const unsigned long long before = space_used();
    for (c.block = 64; c.block <= 1024; c.block += 32)
        once_passes("more threads", c, nothing, a);
    for (c.block = 1024; c.block >= 512; c.block -= 32)
        once_passes("fewer threads", c, nothing, a);
    EXPECT((space_used() - before) * 4096 < 1ull << 30);
}

int main(void) {
    args a;
    tc_emu_config c = quiet(1, 2048);
    a.g = (unsigned char *)tc_emu_gmem_alloc(G_BYTES, "g");
    memset(a.g, 0, G_BYTES);
    once_passes("the first copy of all", c, leaves_one, &a);
    EXPECT(tc_emu_last()->warnings == 1);
    test_space(&a);
    test_which(&a);
    test_reductions(&a);
    test_arrivals(&a);
    test_told(&a);
    test_left(&a);
    test_buffers();
    test_names(&a);
    test_long_report(&a);
    test_too_long(&a);
    test_function_name(&a);
    test_nothing_touched(&a);
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
