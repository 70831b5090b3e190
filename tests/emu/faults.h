/* faults.h: what the programs of planted faults share: each kernel is wrong in one way, and the report
 * must say which. */
#ifndef FAULTS_H
#define FAULTS_H
#define TC_CHECK 1
#include "emu_test.h"

typedef struct {
    unsigned char *g; /* 1024 bytes of global memory */
} args;

TC_FN unsigned word(unsigned x) {
    return x * 3;
}

#define SMEM tc_smem()
#define T tc_thread_index()
#define BAR ((tc_mbarrier *)(void *)(tc_smem() + 512))

/* Every thread writes its word; with the barrier that belongs here left out it is a race to read. */
TC_FN void put(unsigned at) {
    unsigned v = word(at);
    tc_store_shared_b32(SMEM + 4 * at, &v);
}

TC_FN void get(unsigned at) {
    unsigned v;
    tc_load_shared_b32(&v, SMEM + 4 * at);
}

#if !TC_ON_DEVICE /* bench/sanitizer.py has a table of its own there */
typedef struct {
    const char *name;
    Kernel kernel;
    unsigned cluster, block;
    tc_emu_kind kind;
    const char *text;
} Fault;

#define F(name, cluster, block, kind, text)                                                        \
    { #name, name, cluster, block, TC_EMU_##kind, text }
/* In whatever order the threads run, a fault is found, if not always under the same name. */
static inline void any_order(const Fault *f, tc_emu_config c, args *a) {
    c.name = f->name;
    for (c.seed = 1; c.seed <= 2 * ORDERS; c.seed++) {
        int wrong = tc_emu_launch(&c, f->kernel, a);
        unit_expect(wrong, f->name, "any order", (int)c.seed);
        if (wrong)
            report_is_whole(f->name, &c, f->kernel);
    }
}

/* 256 words of global memory, 1024 bytes of shared memory. */
static inline void planted(const Fault *faults, unsigned count, args *a) {
    for (unsigned i = 0; i < count; i++) {
        const Fault *f = &faults[i];
        tc_emu_config c = quiet(f->block, 1024);
        c.cluster = f->cluster;
        fails(f->name, c, f->kernel, a, f->kind, f->text);
        any_order(f, c, a);
    }
    printf("%u planted faults\n", count);
}
#endif

#endif
