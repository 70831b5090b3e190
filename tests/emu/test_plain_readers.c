/* Who reads a byte atomically and who plainly: an atomic load races with plain writes alone, a plain read with every
 * write, whichever of the two comes first. */
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

static const Fault faults[] = {
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
    return unit_finish();
}
