/* Nine groups of copies, then a wait that leaves N of them: the last one that it waits for is there, the
 * next one is still in flight. Every N of every such wait; and the other primitives that only have a number
 * in their name. */
#include "emu_test.h"

enum { GROUPS = 9 };
typedef struct {
    unsigned char *g; /* 16 bytes a group */
    unsigned look;    /* at which group after the wait */
} args;

#define SMEM tc_smem()
#define T tc_thread_index()

#define CP_ASYNC(left)                                                                             \
    TC_KERNEL(cp_async_##left, args) {                                                             \
        unsigned v;                                                                                \
        for (unsigned i = 0; i < GROUPS; i++) {                                                    \
            tc_cp_async_b32(SMEM + 16 * i + 4 * T, arg.g + 16 * i + 4 * T);                        \
            tc_cp_async_commit();                                                                  \
        }                                                                                          \
        tc_cp_async_wait_group_##left();                                                           \
        tc_load_shared_b32(&v, SMEM + 16 * arg.look + 4 * T);                                      \
        tc_cp_async_wait_all();                                                                    \
    }

static void bulk_out(args arg) {
    unsigned v = 1;
    for (unsigned i = T; i < 4 * GROUPS; i += 4)
        tc_store_shared_b32(SMEM + 4 * i, &v);
    tc_fence_async_smem();
    tc_cta_sync();
    for (unsigned i = 0; T == 0 && i < GROUPS; i++) {
        tc_bulk_smem_to_gmem(arg.g + 16 * i, SMEM + 16 * i, 16);
        tc_bulk_commit();
    }
}

#define BULK(left)                                                                                 \
    TC_KERNEL(bulk_##left, args) {                                                                 \
        unsigned v;                                                                                \
        bulk_out(arg);                                                                             \
        if (T)                                                                                     \
            return;                                                                                \
        tc_bulk_wait_##left();                                                                     \
        tc_load_global_b32(&v, arg.g + 16 * arg.look);                                             \
        tc_bulk_wait_0();                                                                          \
    }                                                                                              \
    TC_KERNEL(bulk_read_##left, args) {                                                            \
        unsigned v = 2;                                                                            \
        bulk_out(arg);                                                                             \
        if (T)                                                                                     \
            return;                                                                                \
        tc_bulk_wait_read_##left();                                                                \
        tc_store_shared_b32(SMEM + 16 * arg.look, &v);                                             \
        tc_bulk_wait_0();                                                                          \
    }

#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
EACH(CP_ASYNC)
EACH(BULK)

static const struct {
    const char *name;
    unsigned left;
    Kernel kernel;
    const char *text;
} rows[] = {
#define ROW(left)                                                                                  \
    {"tc_cp_async_wait_group_" #left, left, cp_async_##left, "has not yet written"},               \
        {"tc_bulk_wait_" #left, left, bulk_##left, "has not yet written"},                         \
        {"tc_bulk_wait_read_" #left, left, bulk_read_##left, "still reads"},
    EACH(ROW)
#undef ROW
};

/* A policy is a number that nothing here looks at; two of one fraction are one. */
TC_KERNEL(policies, args) {
    unsigned long long p[] = {
        tc_createpolicy_fractional_evict_first(0.5f),
        tc_createpolicy_fractional_evict_last(0.5f),
        tc_createpolicy_fractional_evict_normal(0.5f),
        tc_createpolicy_fractional_evict_unchanged(0.5f)};
    unsigned ones = p[0] == 1 && p[1] == 1 && p[2] == 1 && p[3] == 1;
    tc_store_global_b32(arg.g + 4 * T, &ones);
}

/* Two bulk copies at two mbarriers: with seeds either may land first, without one the first does. */
static unsigned first_to_land;
TC_KERNEL(two_landings, args) {
    tc_mbarrier *bars = (tc_mbarrier *)(void *)(SMEM + 512);
    if (T)
        return;
    for (unsigned i = 0; i < 2; i++) {
        tc_mbarrier_init(bars + i, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(bars + i, 16);
        tc_bulk_gmem_to_smem(SMEM + 16 * i, arg.g + 16 * i, 16, bars + i);
    }
    for (first_to_land = 2; first_to_land == 2;)
        for (unsigned i = 0; i < 2 && first_to_land == 2; i++)
            if (tc_mbarrier_try_wait(bars + i, 0))
                first_to_land = i;
    tc_mbarrier_wait(bars, 0);
    tc_mbarrier_wait(bars + 1, 0);
}

static void landings(args *a) {
    tc_emu_config c = quiet(4, 1024);
    unsigned seen[3] = {0, 0, 0};
    EXPECT(tc_emu_launch(&c, two_landings, a) == 0 && first_to_land == 0);
    for (c.seed = 1; c.seed <= 32; c.seed++) {
        EXPECT(tc_emu_launch(&c, two_landings, a) == 0);
        seen[first_to_land]++;
    }
    EXPECT(seen[0] > 4 && seen[1] > 4);
}

int main(void) {
    tc_emu_config c = quiet(4, 1024);
    args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(16 * GROUPS, "g");
    memset(a.g, 1, 16 * GROUPS);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        a.look = GROUPS - 1 - rows[i].left;
        passes(rows[i].name, c, rows[i].kernel, &a);
        a.look++;
        if (a.look < GROUPS)
            fails(rows[i].name, c, rows[i].kernel, &a, TC_EMU_IN_FLIGHT, rows[i].text);
    }
    passes("policies", c, policies, &a);
    for (unsigned i = 0; i < 4; i++)
        EXPECT(((unsigned *)(void *)a.g)[i] == 1);
    landings(&a);
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
