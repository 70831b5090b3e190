/* Who reads a byte atomically and who plainly: an atomic load races with plain writes alone, a plain read with every
 * write, whichever of the two comes first, and with every atomic write that was there, not only with the last. */
#include "faults.h"

#define WORD ((unsigned *)(void *)tc_smem())

static void start(void) {
    if (T == 0)
        *WORD = 0;
    tc_cta_sync();
}

static unsigned load(void) {
    return __atomic_load_n(WORD, __ATOMIC_RELAXED);
}

static unsigned read(void) {
    return *(volatile unsigned *)WORD;
}

static void store(void) {
    __atomic_store_n(WORD, 1, __ATOMIC_RELAXED);
}

static void write(void) {
    *(volatile unsigned *)WORD = 1;
}

/* Orders the lanes of the mask before lane 31. */
static void before_31(unsigned lanes) {
    const unsigned mask = lanes | 0x80000000u;
    if (mask >> T & 1)
        tc_warp_sync_mask(mask);
}

/* ---- loads, then a plain write ------------------------------------------------------------------ */

static void loads_and_write(unsigned ordered) {
    start();
    if (T < 3)
        (void)load();
    before_31(ordered);
    if (T == 31)
        write();
}

TC_KERNEL(first_load_not_ordered, args) {
    loads_and_write(6);
}

TC_KERNEL(second_load_not_ordered, args) {
    loads_and_write(5);
}

TC_KERNEL(third_load_not_ordered, args) {
    loads_and_write(3);
}

TC_KERNEL(right_loads_ordered, args) {
    loads_and_write(7);
}

/* ---- loads and a plain read, then an atomic store ----------------------------------------------- */

TC_KERNEL(read_after_loads, args) {
    start();
    if (T < 3)
        (void)load();
    else if (T == 3)
        (void)read();
    before_31(7);
    if (T == 31)
        store();
}

TC_KERNEL(read_before_loads, args) {
    start();
    if (T == 0)
        (void)read();
    else if (T < 4)
        (void)load();
    before_31(14);
    if (T == 31)
        store();
}

/* The loads are ordered before nothing, which an atomic store does not ask for. */
TC_KERNEL(right_read_ordered, args) {
    start();
    if (T < 3)
        (void)load();
    else if (T == 3)
        (void)read();
    else if (T < 8)
        (void)load();
    before_31(8);
    if (T == 31)
        store();
}

/* ---- a plain write, then atomics of its thread and of another ----------------------------------- */

static void add_after_a_write(int ordered) {
    start();
    if (T == 5) {
        write();
        tc_fence_async_smem(); /* a step that others may know of */
    }
    if (ordered && (T == 5 || T == 9))
        tc_warp_sync_mask(1u << 5 | 1u << 9);
    if (T == 5 || T == 9)
        __atomic_fetch_add(WORD, 1, __ATOMIC_RELAXED);
}

TC_KERNEL(add_beside_a_write, args) {
    add_after_a_write(0);
}

TC_KERNEL(right_add_after_a_write, args) {
    add_after_a_write(1);
}

/* ---- atomics of many threads, then a plain access of the thread that came last ------------------- */

static unsigned came;
static void count(void) {
    start();
    came = 0;
    tc_cta_sync();
    __atomic_fetch_add(WORD, 1, __ATOMIC_RELAXED);
}

/* Whoever comes last in this order: in another one it would be somebody else. */
TC_KERNEL(read_after_the_last_add, args) {
    count();
    if (++came == 32)
        (void)read();
}

TC_KERNEL(write_after_the_last_add, args) {
    count();
    if (++came == 32)
        write();
}

TC_KERNEL(read_after_another_add, args) {
    count();
    before_31(1);
    if (T == 31)
        (void)read(); /* knows of the adds of lanes 0 and 31 alone */
}

TC_KERNEL(right_read_after_adds, args) {
    count();
    tc_warp_sync();
    if (++came == 32)
        (void)read();
}

/* A chain of lanes, each ordered after the one before it: lane 31 knows of all adds. */
TC_KERNEL(right_read_after_a_chain, args) {
    start();
    if (T)
        tc_warp_sync_mask(3u << (T - 1));
    __atomic_fetch_add(WORD, 1, __ATOMIC_RELAXED);
    if (T < 31)
        tc_warp_sync_mask(3u << T);
    else
        (void)read();
}

/* Thread 0 of each CTA of a grid. */
TC_KERNEL(read_after_adds_of_clusters, args) {
    unsigned *const at = (unsigned *)(void *)arg.g;
    if (T == 0) {
        __atomic_fetch_add(at, 1, __ATOMIC_RELAXED);
        if (tc_cta_index() == 2)
            (void)*(volatile unsigned *)at;
    }
}

static void clusters(args *a) {
    tc_emu_config c = quiet(32, 1024);
    a->g = (unsigned char *)tc_emu_gmem_alloc(4, "g");
    memset(a->g, 0, 4);
    c.grid = 3;
    fails("clusters", c, read_after_adds_of_clusters, a, TC_EMU_RACE, "of another cluster");
    c.grid = 2; /* CTA 2 does not come */
    passes("no third cluster", c, read_after_adds_of_clusters, a);
    tc_emu_gmem_free(a->g);
}

static const Fault faults[] = {
    F(read_after_the_last_add, 1, 32, RACE, "reads the bytes that thread"),
    F(write_after_the_last_add, 1, 32, RACE, "writes the bytes that thread"),
    F(read_after_another_add, 1, 32, RACE, "reads the bytes that thread"),
    F(first_load_not_ordered, 1, 32, RACE, "writes the bytes that thread 0 of CTA 0 read"),
    F(second_load_not_ordered, 1, 32, RACE, "writes the bytes that thread 1 of CTA 0 read"),
    F(third_load_not_ordered, 1, 32, RACE, "writes the bytes that thread 2 of CTA 0 read"),
    F(add_beside_a_write, 1, 32, RACE, "thread 5 of CTA 0 read"),
    F(read_after_loads, 1, 32, RACE, "writes the bytes that thread 3 of CTA 0 read"),
    F(read_before_loads, 1, 32, RACE, "writes the bytes that thread 0 of CTA 0 read"),
};

int main(void) {
    args a = {NULL};
    planted(faults, sizeof faults / sizeof *faults, &a);
    passes("right_loads_ordered", quiet(32, 1024), right_loads_ordered, &a);
    passes("right_read_ordered", quiet(32, 1024), right_read_ordered, &a);
    passes("right_add_after_a_write", quiet(32, 1024), right_add_after_a_write, &a);
    passes("right_read_after_adds", quiet(32, 1024), right_read_after_adds, &a);
    passes("right_read_after_a_chain", quiet(32, 1024), right_read_after_a_chain, &a);
    clusters(&a);
    return unit_finish();
}
