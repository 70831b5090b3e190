/* What the emulator answers when it is asked directly, byte by byte: in which buffer an address is (region.c), which
 * memory that is not tracked a thread may use (known.c), which accesses were made at one place (place.c), and which
 * variables a thread has written since its latest fence (fenced.c). */
#include "include/tilecopy/host/cores.h"
#include "include/tilecopy/host/involved.h"
#include "include/tilecopy/host/place.h"
#include "include/tilecopy/host/warpgroup.h"

#include "emu_test.h"
#include <signal.h>
#include <sys/wait.h>
#include <tilecopy/host/cuda/calls.h>
#include <unistd.h>

typedef struct {
    unsigned char *g;
} args;

/* ---- buffers ------------------------------------------------------------------------------------ */

enum { FIRST = 40, SECOND = 24 };

static int in(const unsigned char *from, unsigned bytes, const unsigned char *p) {
    return p >= from && p < from + bytes;
}

/* Two buffers in one array, with nobody's bytes before, between and behind them. */
static void test_find(void) {
    static unsigned char memory[256];
    unsigned char *const a = memory + 64, *const b = a + FIRST + 16;
    unsigned wrong = 0;
    tc_emu_gmem(a, FIRST, "a");
    tc_emu_gmem(b, SECOND, "b");
    for (unsigned turn = 0; turn < 256; turn++) {
        const unsigned char *const p = memory + turn * 37 % 256; /* in no order */
        const Region *const r = region_find(p), *const near = region_near(p);
        wrong += (r && r->base == (char *)a) != in(a, FIRST, p);
        wrong += (r && r->base == (char *)b) != in(b, SECOND, p);
        wrong += near != r; /* a buffer of the program has no margin */
    }
    /* 16 bytes lie between them: the 8th of those is as near to the second as to the first. */
    for (unsigned i = 0; i < 16; i++) {
        const Region *const r = region_nearest(a + FIRST + i);
        wrong += !r || (i < 7 && r->base != (char *)a) || (i > 8 && r->base != (char *)b);
    }
    EXPECT(wrong == 0);
    tc_emu_gmem_forget(a);
    tc_emu_gmem_forget(b);
    EXPECT(!region_find(a) && !region_find(b) && !region_nearest(a));
}

/* One of ours is known a margin of 1 KiB and a reserve of 1 MiB around it. */
static void test_near(void) {
    const size_t reserve = 1 << 20, around = 1024 + reserve;
    unsigned char *const p = (unsigned char *)tc_emu_gmem_alloc(FIRST, "p");
    const uintptr_t from = (uintptr_t)p, to = from + FIRST;
    const Region *const r = region_find(p);
    EXPECT(r && region_near((void *)(from - around)) == r);
    EXPECT(region_near((void *)(from - around - 1)) == NULL);
    EXPECT(region_near((void *)(to + around - 1)) == r);
    EXPECT(region_near((void *)(to + around)) == NULL);
    EXPECT(region_nearest((void *)(from - reserve)) == r);
    EXPECT(region_nearest((void *)(from - reserve - 1)) == NULL);
    EXPECT(region_nearest((void *)(to + reserve - 1)) == r);
    EXPECT(region_nearest((void *)(to + reserve)) == NULL);
    tc_emu_gmem_free(p);
}

static int is_initialised(const unsigned char *p, size_t at) {
    return (shadow_look(region_find(p), at)->flags & CELL_INIT) != 0;
}

/* What is written, or is nobody's from then on, counts if all of it is in the buffer. */
static void test_written(void) {
    unsigned wrong = 0;
    unsigned char *const p = (unsigned char *)tc_emu_gmem_alloc(FIRST, "p");
    for (unsigned from = 0; from < FIRST; from += 3)
        for (unsigned bytes = 0; bytes <= FIRST + 1; bytes++) {
            const int fits = from + bytes <= FIRST;
            tc_emu_gmem_uninitialised(p, FIRST);
            region_written(p + from, bytes);
            for (unsigned i = 0; i < FIRST; i++)
                wrong += is_initialised(p, i) != (fits && i >= from && i < from + bytes);
            region_written(p, FIRST);
            tc_emu_gmem_uninitialised(p + from, bytes);
            for (unsigned i = 0; i < FIRST; i++)
                wrong += is_initialised(p, i) == (fits && i >= from && i < from + bytes);
        }
    EXPECT(wrong == 0);
    tc_emu_gmem_free(p);
    region_written(p, 4); /* of no buffer nothing is noted */
}

/* All of the margins is there, also where the last byte of them is the first of a page. */
static void test_margins(void) {
    unsigned wrong = 0;
    for (unsigned pages = 1; pages < 3; pages++)
        for (unsigned bytes = 4096 * pages - 2049; bytes <= 4096 * pages - 2046; bytes++) {
            unsigned char *const p = (unsigned char *)tc_emu_gmem_alloc(bytes, "p");
            for (unsigned i = 1; i <= 1024; i++)
                wrong += p[-(int)i] != POISON || p[bytes + i - 1] != POISON;
            tc_emu_gmem_free(p);
        }
    EXPECT(wrong == 0);
}

/* A large buffer that is never freed, of which a byte is marked alone: a leak checker is told where that is kept. */
static unsigned char *kept;

static void keep_large(void) {
    kept = (unsigned char *)tc_emu_gmem_alloc(1 << 20, "kept");
    tc_emu_gmem_uninitialised(kept + 5, 1);
    EXPECT(!is_initialised(kept, 5) && is_initialised(kept, 4) && is_initialised(kept, 6));
}

/* Shared memory is none of the buffers that are freed by their address, and beside all buffers nothing is marked. */
static unsigned wrong_frees(unsigned char *smem) {
    unsigned char other[4] = {0};
    tc_emu_gmem_forget(smem);
    tc_emu_gmem_uninitialised(other, 4);
    return !region_find(smem);
}

/* What C++ notes beside an array is the compiler's own: nothing is looked at there. */
static __thread unsigned char ahead[16];
static __thread unsigned char hidden[8] __asm__("_ZGVZ4copyE4tile");
static __thread unsigned char behind[16];

static unsigned wrong_hidden(void) {
    const Region *const r = region_find(hidden);
    unsigned wrong = !r || !r->hides || region_find(ahead) != r || region_find(behind) != r;
    for (int at = -8; at < 16 && !wrong; at++)
        wrong += region_hides(r, hidden + at) != (at >= 0 && at < 8);
    for (unsigned i = 0; i < 16 && !wrong; i++)
        wrong += region_hides(r, ahead + i) || region_hides(r, behind + i);
    return wrong + (r && region_hides(region_find(tc_smem()), tc_smem()));
}

/* Each `static __thread` array of the program has its name and its offsets, and what lies between them is nobody's. */
static unsigned wrong_arrays(void) {
    unsigned count, wrong = 0, ours = 0;
    const ArrayName *const arrays = symbol_arrays(&count);
    const Region *const r = region_of_cta(0, 1);
    for (size_t at = 0; at < r->bytes; at++) {
        const ArrayName *in = NULL;
        for (unsigned i = 0; i < count; i++)
            if (!arrays[i].guard && arrays[i].from <= at + r->origin &&
                at + r->origin < arrays[i].to)
                in = &arrays[i];
        wrong += (shadow_look(r, at)->flags & CELL_GUARD) != (in ? 0 : CELL_GUARD);
        if (!in)
            continue;
        char name[64];
        long long offset;
        region_label(r, r->base + at, name, sizeof name, &offset);
        wrong += strcmp(name, in->name) != 0 || offset != (long long)(at + r->origin - in->from);
        wrong += region_hides(r, r->base + at) != in->hidden;
        ours += !strcmp(name, "ahead") || !strcmp(name, "behind");
    }
    return wrong + (ours != sizeof ahead + sizeof behind);
}

TC_KERNEL(writes_hidden, args) {
    const unsigned v = tc_thread_index();
    (void)arg;
    tc_store_shared_b32(hidden + 4, &v);
}

TC_KERNEL(writes_behind, args) {
    const unsigned v = tc_thread_index();
    (void)arg;
    tc_store_shared_b32(behind + 4, &v);
}

/* ---- memory that is not tracked, and places ----------------------------------------------------- */

enum { ARGUMENT_BYTES = 32764 }; /* the most that a kernel takes */
static unsigned inside_wrong;

static unsigned wrong_known(const Thread *t, const unsigned char *g) {
    const char *const arguments = emu.args, *const stack = t->stack;
    unsigned char *const heap = malloc(16);
    Thread elsewhere; /* as another OS thread is asked for it */
    memset(&elsewhere, 0, sizeof elsewhere);
    elsewhere.stack = (char *)heap;
    unsigned wrong = !known_to_all(arguments) || !known_to_all(arguments + ARGUMENT_BYTES - 1);
    wrong += known_to_all(arguments - 1) || known_to_all(arguments + ARGUMENT_BYTES);
    wrong += !known_to_all(&inside_wrong) || known_to_all(heap) || known_to_all(stack);
    wrong += !known_to(t, stack) || !known_to(t, stack + STACK_BYTES - 1);
    wrong += known_to(t, stack - 1) || known_to(t, heap) || !known_to(t, &inside_wrong);
    wrong += known_to(t, g) || known_to(t, tc_smem());
    wrong += !known_to(&elsewhere, heap + 8) || !known_to(&elsewhere, stack);
    wrong += known_to(&elsewhere, g);
    free(heap);
    return wrong;
}

/* 128 KiB a stack, and a page below it that nobody may touch, above the stack of the thread before. */
static int is_there(const char *p) {
    int ends[2], there = -1;
    if (pipe(ends) == 0) {
        there = write(ends[1], p, 1) == 1; /* else EFAULT */
        close(ends[0]);
        close(ends[1]);
    }
    return there;
}

static unsigned wrong_stack(const char *stack) {
    unsigned wrong = is_there(stack) != 1 || is_there(stack + (128 << 10) - 1) != 1;
    wrong += is_there(stack - 1) != 0 || is_there(stack - 4096) != 0;
    return wrong + (is_there(stack - 4097) != 1);
}

enum { CALLS = 6000, NAMES = 3 };
static unsigned drawn(unsigned x) {
    x = (x ^ x >> 13) * 2654435761u;
    return x ^ x >> 15;
}

/* Call n: up to 12 addresses, of which a place has 6. Few differ, so that places are met again. */
static Call call_of(unsigned n) {
    static const char *const operations[NAMES] = {"one", "two", "three"};
    Call call = {NULL, operations[n % NAMES], 0, drawn(n) % (CALL_DEPTH + 1), {0}};
    for (unsigned i = 0; i < call.depth; i++)
        call.from[i] = 1 + (n % 2 && i < 5 ? 0 : drawn(n / 2 + i) % 64);
    return call;
}

static int same_place(const Call *a, const Call *b) {
    int same = a->primitive == b->primitive;
    for (unsigned i = 0; i < PLACE_DEPTH; i++)
        same = same && (i < a->depth ? a->from[i] : 0) == (i < b->depth ? b->from[i] : 0);
    return same;
}

/* Equal places have one number, others have others, and the number leads back. More than one table has room for. */
static void test_places(void) {
    static uint32_t numbers[CALLS];
    unsigned wrong = 0, equal = 0;
    for (unsigned n = 0; n < CALLS; n++) {
        const Call call = call_of(n);
        numbers[n] = place_of_call(&call);
    }
    for (unsigned n = 0; n < CALLS; n++) {
        const Call call = call_of(n);
        const Place *const place = place_look(numbers[n]);
        wrong += place_of_call(&call) != numbers[n] || place->operation != call.primitive;
        for (unsigned i = 0; i < PLACE_DEPTH; i++)
            wrong += place->from[i] != (i < call.depth ? call.from[i] : 0);
        for (unsigned k = n % 97; k < n; k += 97) {
            const Call other = call_of(k);
            wrong += (numbers[k] == numbers[n]) != same_place(&call, &other);
            equal += numbers[k] == numbers[n];
        }
    }
    EXPECT(wrong == 0);
    EXPECT(equal > 10);
    EXPECT(place_look(0) == NULL);
}

TC_KERNEL(asks_inside, args) {
    if (tc_thread_index() == 1)
        inside_wrong += wrong_stack(emu.current->stack);
    if (tc_thread_index() != 0)
        return;
    inside_wrong +=
        wrong_known(emu.current, arg.g) + wrong_frees(tc_smem()) + wrong_hidden() + wrong_arrays();
}

/* ---- names in shared memory --------------------------------------------------------------------- */

enum { LABEL_AT = 64, LABEL_BYTES = 48, SMEM_BYTES = 256 };

/* Of each byte: its name, how far into it, and where that ends. */
static unsigned wrong_label(const char *smem, unsigned at) {
    const Region *const r = region_find(smem);
    const int named = at >= LABEL_AT && at < LABEL_AT + LABEL_BYTES;
    char name[64];
    long long offset;
    region_label(r, smem + at, name, sizeof name, &offset);
    unsigned wrong = strcmp(name, named ? "tile" : "dynamic shared memory") != 0;
    wrong += offset != (long long)(named ? at - LABEL_AT : at);
    wrong += region_limit(r, smem + at) !=
             smem + (named ? LABEL_AT + LABEL_BYTES : (unsigned)SMEM_BYTES);
    for (unsigned bytes = 1; bytes <= 64; bytes++)
        wrong += tc_emu_is_shared(smem + at, bytes) !=
                 (at + bytes <= (named ? LABEL_AT + LABEL_BYTES : SMEM_BYTES));
    return wrong;
}

static unsigned labels_wrong;

TC_KERNEL(labels, args) {
    const char *const smem = (const char *)tc_smem();
    if (tc_thread_index() != 0)
        return;
    tc_emu_shared(tc_smem() + LABEL_AT, LABEL_BYTES, "tile");
    tc_emu_shared(tc_smem() + LABEL_AT, 4, "again"); /* the first name stays */
    for (unsigned at = 0; at < SMEM_BYTES; at++)
        labels_wrong += wrong_label(smem, at);
    labels_wrong += tc_emu_is_shared(arg.g, 1) != 0;
    labels_wrong += tc_emu_is_shared(smem + SMEM_BYTES, 1) != 0;
    labels_wrong += region_of_cta(0, 0) != region_find(smem) || region_of_cta(1, 0) != NULL;
}

/* ---- variables since a fence --------------------------------------------------------------------- */

enum { BYTES = 16 };
static unsigned fences_wrong;

static unsigned wrong_same(void) {
    char a[BYTES], b[BYTES];
    unsigned wrong = 0;
    memset(a, 7, BYTES);
    for (unsigned bytes = 0; bytes <= BYTES; bytes++)
        for (unsigned other = 0; other < BYTES; other++) {
            memset(b, 9, BYTES);
            fenced_copy(b, a, bytes);
            for (unsigned i = 0; i < BYTES; i++)
                wrong += b[i] != (i < bytes ? 7 : 9);
            memcpy(b, a, BYTES);
            b[other]++;
            wrong += fenced_same(a, b, bytes) != (other >= bytes);
        }
    return wrong;
}

/* Each byte of an array on the stack, as seen through each part of the array. */
static unsigned wrong_changes(const Thread *t, char *array) {
    unsigned wrong = 0;
    for (unsigned other = 0; other < BYTES; other++) {
        memset(array, 1, BYTES);
        fenced_take(t, array);
        array[other] = 2;
        for (unsigned at = 0; at < BYTES; at++)
            for (unsigned bytes = 1; at + bytes <= BYTES; bytes++)
                wrong += fenced_changed(t, array + at, bytes, false) !=
                         (other >= at && other < at + bytes);
        fenced_written(t, array + other, 1);
        wrong += fenced_changed(t, array, BYTES, false);
    }
    return wrong;
}

/* Before the first fence nothing is known. Below the frame of a fence is what did not exist then. */
TC_KERNEL(fences, args) {
    const Thread *const t = emu.current;
    char array[3 * BYTES], *const end = t->stack + STACK_BYTES - STACK_ROOM;
    (void)arg;
    memset(array, 1, sizeof array);
    if (tc_thread_index() == 0)
        fences_wrong += wrong_same();
    fences_wrong += fenced_ever(t) || fenced_changed(t, array, BYTES, false);
    fences_wrong += !fenced_changed(t, array, BYTES, true);
    fences_wrong += wrong_changes(t, array + BYTES);
    fenced_take(t, array + BYTES);
    fences_wrong += !fenced_ever(t);
    fences_wrong +=
        fenced_changed(t, array, BYTES, false) || !fenced_changed(t, array, BYTES, true);
    fences_wrong += !fenced_changed(t, t->stack, 4, true);
    fences_wrong += fenced_changed(t, t->stack - 4, 4, true);
    fences_wrong += fenced_changed(t, end, 4, true);
    fences_wrong += fenced_changed(t, end - 4, 4, true) || fenced_changed(t, end - 3, 3, true);
    for (unsigned i = 0; i < emu.thread_count; i++) /* nobody else has come so far */
        fences_wrong += fenced_ever(&emu.threads[i]) != (i <= tc_thread_index());
}

/* ---- addresses of 32 bits ------------------------------------------------------------------------- */

/* Byte 64 of CTA 1: 1 in bits 27 and up, 1 in bit 26 of static arrays. Each CTA has the addresses of both. */
static unsigned addresses_wrong;
TC_KERNEL(addresses, args) {
    const unsigned cta = tc_cta_rank_in_cluster();
    const Region *const statics = region_of_cta(cta, 1);
    const unsigned at = (unsigned)((char *)behind - statics->base + (ptrdiff_t)statics->origin);
    (void)arg;
    addresses_wrong += tc_emu_shared_address(tc_smem() + 64) != (cta << 27 | 64);
    addresses_wrong += tc_emu_shared_address(behind) != (cta << 27 | 1u << 26 | at);
    addresses_wrong += tc_emu_shared_at(cta << 27 | 1u << 26 | at) != behind;
    for (unsigned other = 0; other < 2; other++)
        addresses_wrong += tc_emu_shared_at(other << 27 | 64) != region_of_cta(other, 0)->base + 64;
    tc_cluster_sync();
}

TC_KERNEL(address_of_cta_2, args) {
    (void)arg;
    (void)tc_emu_shared_at(2u << 27);
}

TC_KERNEL(address_of_g, args) {
    (void)tc_emu_shared_address(arg.g);
}

static void test_addresses(args *a) {
    tc_emu_config c = quiet(1, 1024);
    c.cluster = 2;
    passes("addresses", c, addresses, a);
    EXPECT(addresses_wrong == 0);
    fails("cta_2", c, address_of_cta_2, a, TC_EMU_OUTSIDE, "0x10000000 is no address of shared");
    fails(
        "address_of_g", c, address_of_g, a, TC_EMU_ARGUMENT, "the address is not in shared memory");
}

/* ---- kernels that never end ----------------------------------------------------------------------- */

/* TCEMU_WATCHDOG says after how many seconds a kernel is interrupted: more than a million is no limit, as 0 is. */
static int is_watched(void) {
    struct sigaction action;
    return sigaction(SIGURG, NULL, &action) == 0 && action.sa_flags & SA_SIGINFO;
}

static int was_watched;
TC_KERNEL(asks_watched, args) {
    (void)arg;
    was_watched = is_watched();
}

static void test_watched(args *a) {
    static const struct {
        const char *seconds;
        int watched;
    } rows[] = {{NULL, 1}, {"", 1}, {"0", 0}, {"1", 1}, {"1000000", 1}, {"1000001", 0}};
    const tc_emu_config c = quiet(1, 0);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].seconds)
            setenv("TCEMU_WATCHDOG", rows[i].seconds, 1);
        else
            unsetenv("TCEMU_WATCHDOG");
        EXPECT(tc_emu_launch(&c, asks_watched, a) == 0);
        EXPECT(was_watched == rows[i].watched && !is_watched());
    }
    unsetenv("TCEMU_WATCHDOG");
}

/* A report speaks of its own launch alone, and after a launch without one there is none. */
static void test_forgotten(args *a) {
    const tc_emu_config c = quiet(32, 64);
    unsigned count = 0;
    for (unsigned i = 0; i < 3; i++) {
        EXPECT(tc_emu_launch(&c, writes_behind, a) == 1);
        (void)involved_all(&count);
        EXPECT(count == 1 && strstr(tc_emu_last()->text, "race in kernel 'kernel'"));
        if (i == 1)
            EXPECT(strstr(tc_emu_locate()->text, "\n  other: cta 0 thread 0 (warp 0 lane 0): tc_"));
    }
    EXPECT(tc_emu_launch(&c, writes_hidden, a) == 0);
    (void)involved_all(&count);
    EXPECT(count == 0 && !*tc_emu_last()->text && !*tc_emu_locate()->text);
}

/* ---- what ends the program: each in a process of its own, which says why and exits with 1 -------------- */

static void primitive_outside(void) {
    unsigned v = 0;
    tc_load_shared_b32(&v, &v);
}

static void rank_outside(void) {
    (void)tc_thread_index();
}

TC_KERNEL(nothing, args) {
    (void)arg;
}

TC_KERNEL(launches, args) {
    tc_emu_config c = quiet(1, 0);
    args none = arg;
    tc_emu_launch(&c, nothing, &none);
}

static void launch_inside(void) {
    tc_emu_config c = quiet(1, 0);
    args a = {NULL};
    tc_emu_launch(&c, launches, &a);
}

TC_KERNEL(reads_unwritten, args) {
    unsigned v;
    tc_load_shared_b32(&v, tc_smem() + 64 * (arg.g == NULL));
}

static void report_that_nobody_expects(void) {
    tc_emu_config c = quiet(1, 1024);
    args a = {NULL};
    c.expect = 0;
    tc_emu_launch(&c, reads_unwritten, &a);
}

enum { BUFFERS = 1024 };
static void one_buffer_too_many(void) {
    static unsigned char memory[BUFFERS + 1];
    unsigned there = 0;
    while (region_number(there))
        there++;
    for (unsigned i = there; i < BUFFERS; i++)
        tc_emu_gmem(memory + i, 1, "one of many");
    for (unsigned i = there; i < BUFFERS; i++)
        if (region_find(memory + i)->base != (char *)memory + i)
            return;
    fprintf(stderr, "so far, so good\n");
    tc_emu_gmem(memory + BUFFERS, 1, "one more");
}

static void no_memory(void) {
    tc_emu_gmem_alloc((size_t)1 << 60, "too much");
}

static void no_memory_that_wraps(void) {
    tc_emu_gmem_alloc((size_t)-1, "too much");
}

static const struct {
    const char *name;
    void (*run)(void);
    const char *says;
} ends_rows[] = {
    {"primitive_outside",
     primitive_outside,
     "emu: tc_load_shared_b32 called outside a kernel; use tc_emu_launch\n"},
    {"rank_outside", rank_outside, "emu: the rank of a thread was asked for outside a kernel\n"},
    {"launch_inside", launch_inside, "emu: tc_emu_launch inside a kernel\n"},
    {"report", report_that_nobody_expects, "emu: uninitialised read in kernel 'kernel': no thread"},
    {"buffers", one_buffer_too_many, "so far, so good\nemu: more than 1024 buffers\n"},
    {"no_memory", no_memory, "emu: out of memory (1152921504606846976 bytes)\n"},
    {"no_memory_that_wraps",
     no_memory_that_wraps,
     "emu: out of memory (18446744073709551615 bytes)\n"}};

static void ends(unsigned i) {
    FILE *const said = tmpfile();
    char text[1000] = "";
    int status = 0;
    fflush(stdout);
    const pid_t id = said ? fork() : -1;
    if (id == 0) {
        dup2(fileno(said), 2);
        ends_rows[i].run();
        _exit(77);
    }
    EXPECT(id > 0);
    if (id <= 0)
        return;
    waitpid(id, &status, 0);
    rewind(said);
    text[fread(text, 1, sizeof text - 1, said)] = 0;
    fclose(said);
    EXPECT_OF(ends_rows[i].name, WIFEXITED(status) && WEXITSTATUS(status) == 1);
    EXPECT_OF(
        ends_rows[i].name,
        has_line(text, ends_rows[i].says)); /* a sanitizer may say something first */
    if (!has_line(text, ends_rows[i].says))
        printf("%s\n", text);
}

int main(void) {
    tc_emu_config c = quiet(1, SMEM_BYTES);
    args a;
    test_find();
    test_near();
    test_written();
    test_margins();
    keep_large();
    test_places();
    a.g = (unsigned char *)tc_emu_gmem_alloc(64, "g");
    EXPECT(tc_emu_launch(&c, labels, &a) == 0);
    EXPECT(labels_wrong == 0);
    c.block = 4;
    EXPECT(tc_emu_launch(&c, fences, &a) == 0);
    EXPECT(fences_wrong == 0);
    EXPECT(tc_emu_launch(&c, asks_inside, &a) == 0);
    EXPECT(inside_wrong == 0);
    passes("writes_hidden", quiet(32, 64), writes_hidden, &a);
    fails("writes_behind", quiet(32, 64), writes_behind, &a, TC_EMU_RACE, "'behind' + 4 (0x4)");
    test_addresses(&a);
    test_watched(&a);
    test_forgotten(&a);
    tc_emu_gmem_free(a.g);
    for (unsigned i = 0; i < sizeof ends_rows / sizeof *ends_rows; i++)
        ends(i);
    return unit_finish();
}
