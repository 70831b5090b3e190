/* A kernel's plain accesses: this file is compiled with -fsanitize=thread, against the emulator's own
 * hooks. What is right passes; every planted fault is reported although no primitive made it. */
#include "emu_test.h"

typedef struct {
    unsigned *g; /* 64 words of global memory */
} args;

#define T tc_thread_index()
#define WORDS ((unsigned *)(void *)tc_smem())

typedef struct {
    unsigned word[4];
} Quad;

TC_KERNEL(reverses, args) {
    TC_SHARED unsigned s[64];
    s[T] = arg.g[T];
    tc_cta_sync();
    arg.g[T] = s[63 - T];
}

TC_KERNEL(adds_up, args) {
    unsigned *s = WORDS;
    s[T] = T;
    for (unsigned step = 32; step; step /= 2) {
        tc_cta_sync();
        if (T < step)
            s[T] += s[T + step];
    }
    tc_cta_sync();
    arg.g[T] = s[0];
}

TC_KERNEL(copies_structs, args) {
    Quad *s = (Quad *)(void *)tc_smem(), q;
    q.word[0] = q.word[1] = q.word[2] = q.word[3] = T;
    s[T] = q;
    tc_cta_sync();
    q = s[63 - T];
    arg.g[T] = q.word[3];
}

TC_KERNEL(counts, args) {
    if (T == 0)
        WORDS[0] = 0;
    tc_cta_sync();
    __atomic_fetch_add(WORDS, 1, __ATOMIC_RELAXED);
    tc_cta_sync();
    arg.g[T] = WORDS[0];
}

static void right(void) {
    tc_emu_config c = quiet(64, 1024);
    unsigned wrong = 0;
    args a;
    a.g = tc_emu_gmem_alloc(256, "g");
    for (unsigned i = 0; i < 64; i++)
        a.g[i] = i;
    passes("reverses", c, reverses, &a); /* four times */
    for (unsigned i = 0; i < 64; i++)
        wrong += a.g[i] != i;
    passes("adds_up", c, adds_up, &a);
    wrong += a.g[63] != 63 * 64 / 2;
    passes("copies_structs", c, copies_structs, &a);
    wrong += a.g[5] != 58;
    passes("counts", c, counts, &a);
    wrong += a.g[9] != 64;
    EXPECT(wrong == 0);
    tc_emu_gmem_free(a.g);
}

/* ---- planted faults ------------------------------------------------------------------------- */

TC_KERNEL(no_barrier, args) {
    TC_SHARED unsigned s[64];
    TC_SHARED_REGISTER(s);
    s[T] = T;
    if (T)
        arg.g[T] = s[T - 1];
}

TC_KERNEL(barrier_too_early, args) {
    unsigned *s = WORDS;
    s[T] = T;
    tc_cta_sync();
    arg.g[T] = s[63 - T];
    s[T] = 0;
}

TC_KERNEL(reads_in_flight, args) {
    tc_cp_async_b32(WORDS + T, arg.g + T);
    tc_cp_async_commit();
    if (WORDS[T] == 77)
        arg.g[T] = 1;
}

TC_KERNEL(changes_the_source, args) {
    tc_cp_async_b32(WORDS + T, arg.g + T);
    arg.g[T] = 1;
    tc_cp_async_wait_all();
}

TC_KERNEL(reads_unwritten, args) {
    arg.g[T] = WORDS[T];
}

TC_KERNEL(writes_past, args) {
    if (T == 63)
        WORDS[256] = 1;
}

TC_KERNEL(writes_past_global, args) {
    arg.g[T + 1] = T;
}

TC_KERNEL(mixes_with_primitives, args) {
    unsigned v = T;
    tc_store_shared_b32(WORDS + T % 32, &v);
    tc_warp_sync();
    arg.g[T] = WORDS[T % 32];
}

TC_KERNEL(touches_an_mbarrier, args) {
    if (T == 0) {
        tc_mbarrier_init((tc_mbarrier *)(void *)WORDS, 1);
        WORDS[1] = 0;
    }
}

TC_KERNEL(misaligned, args) {
    *(volatile unsigned *)(void *)(tc_smem() + 2) = T;
}

TC_KERNEL(struct_race, args) {
    Quad *s = (Quad *)(void *)tc_smem(), q;
    memset(&q, 0, sizeof q);
    s[T % 32] = q;
}

TC_KERNEL(atomic_and_plain, args) {
    if (T == 0)
        WORDS[0] = 0;
    __atomic_fetch_add(WORDS, 1, __ATOMIC_RELAXED);
}

#define F(name, kind, text) fails(#name, c, name, &a, TC_EMU_##kind, text)

static void planted(void) {
    tc_emu_config c = quiet(64, 1024);
    args a;
    a.g = tc_emu_gmem_alloc(256, "g");
    memset(a.g, 0, 256);
    F(no_barrier, RACE, "plain read");
    F(no_barrier, RACE, "'s' + 0");
    F(no_barrier, RACE, "in: no_barrier");
    F(barrier_too_early, RACE, "plain");
    F(reads_in_flight, IN_FLIGHT, "has not yet written");
    F(changes_the_source, IN_FLIGHT, "still reads");
    F(reads_unwritten, UNINITIALISED, "plain read");
    F(writes_past, OUTSIDE, "+ 1024");
    F(writes_past_global, OUTSIDE, "'g' + 256");
    F(mixes_with_primitives, RACE, "tc_store_shared_b32");
    F(touches_an_mbarrier, MBARRIER, "plain write");
    F(misaligned, MISALIGNED, "not 4-byte aligned");
    F(struct_race, RACE, "plain");
    F(atomic_and_plain, RACE, "atomic update");
    tc_emu_gmem_free(a.g);
}

int main(void) {
    right();
    planted();
    reports_match("plain");
    return unit_finish();
}
