/* What the emulator answers when it is asked directly, byte by byte: in which buffer an address is (region.c), and which
 * variables a thread has written since its latest fence (fenced.c). */
#include "include/tilecopy/host/warpgroup.h"

#include "emu_test.h"

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

/* One of ours is known a margin and a reserve around it. */
static void test_near(void) {
    const size_t around = MARGIN + RESERVE;
    unsigned char *const p = (unsigned char *)tc_emu_gmem_alloc(FIRST, "p");
    const uintptr_t from = (uintptr_t)p, to = from + FIRST;
    const Region *const r = region_find(p);
    EXPECT(r && region_near((void *)(from - around)) == r);
    EXPECT(region_near((void *)(from - around - 1)) == NULL);
    EXPECT(region_near((void *)(to + around - 1)) == r);
    EXPECT(region_near((void *)(to + around)) == NULL);
    EXPECT(region_nearest((void *)(from - RESERVE)) == r);
    EXPECT(region_nearest((void *)(from - RESERVE - 1)) == NULL);
    EXPECT(region_nearest((void *)(to + RESERVE - 1)) == r);
    EXPECT(region_nearest((void *)(to + RESERVE)) == NULL);
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

int main(void) {
    tc_emu_config c = quiet(1, SMEM_BYTES);
    args a;
    test_find();
    test_near();
    test_written();
    a.g = (unsigned char *)tc_emu_gmem_alloc(64, "g");
    EXPECT(tc_emu_launch(&c, labels, &a) == 0);
    EXPECT(labels_wrong == 0);
    c.block = 4;
    EXPECT(tc_emu_launch(&c, fences, &a) == 0);
    EXPECT(fences_wrong == 0);
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
