/* Whom a report speaks of beside its own thread: who used the bytes before, who started the copy that is in flight, where
 * the memory was made. Thread 0 does the one, thread 33 the other. */
#include "include/tilecopy/host/involved.h"

#include "emu_test.h"
#include <tilecopy/host/cuda/calls.h>

typedef struct {
    unsigned char *g, *made; /* 64 bytes each; made: nobody wrote them */
} args;

#define SMEM tc_smem()
#define BAR ((tc_mbarrier *)(void *)(tc_smem() + 512))
typedef enum {
    COPY_READ,
    COPY_OVERWRITTEN,
    SOURCE_WRITTEN,
    NO_FENCE,
    NO_BARRIER,
    TWO_SUMS,
    SUM_ON_THE_WAY,
    WRITTEN_BY_BOTH,
    READ_BEFORE,
    NEVER_WRITTEN,
    READ_TWICE,
    FORMS
} Form;
static Form form;

static void first(args a) {
    unsigned v[4] = {1, 1, 1, 1};
    switch (form) {
    case COPY_READ:
    case COPY_OVERWRITTEN:
        tc_cp_async_b32(SMEM, a.g);
        break;
    case SOURCE_WRITTEN:
        tc_cp_async_b32(SMEM + 64, a.g);
        break;
    case NO_FENCE:
    case WRITTEN_BY_BOTH:
        tc_store_shared_b128(SMEM, v);
        break;
    case NO_BARRIER:
        tc_mbarrier_init(BAR, 2);
        break;
    case TWO_SUMS:
        tc_store_shared_b32(SMEM, v);
        break;
    case SUM_ON_THE_WAY:
        tc_store_shared_b128(SMEM, v);
        tc_fence_async_smem();
        tc_bulk_reduce_add_u32_to_gmem(a.g, SMEM, 16);
        break;
    case READ_BEFORE:
        tc_load_global_b32(v, a.g);
        break;
    default:
        break;
    }
}

static void second(args a) {
    unsigned v[4] = {1, 1, 1, 1};
    switch (form) {
    case COPY_READ:
        tc_load_shared_b32(v, SMEM);
        break;
    case COPY_OVERWRITTEN:
    case WRITTEN_BY_BOTH:
        tc_store_shared_b32(SMEM, v);
        break;
    case SOURCE_WRITTEN:
    case READ_BEFORE:
    case READ_TWICE:
        tc_store_global_b32(a.g, v);
        break;
    case NO_FENCE:
        tc_bulk_smem_to_gmem(a.g, SMEM, 16);
        break;
    case NO_BARRIER:
        tc_mbarrier_arrive(BAR);
        break;
    case TWO_SUMS:
        tc_reduce_smem_min_u32(SMEM, v);
        break;
    case SUM_ON_THE_WAY:
        tc_reduce_gmem_min_u32(a.g, v);
        break;
    default:
        tc_load_global_b32(v, a.made);
    }
}

/* Of thread 0 thread 33 knows, and of thread 1 it does not: the latest time that it read counts. */
static void reads_twice(args a, unsigned t) {
    unsigned v[4];
    if (t == 0)
        tc_mbarrier_init(BAR, 1);
    tc_cta_sync();
    if (t < 2)
        tc_load_global_b32(v, a.g);
    if (t == 0)
        tc_mbarrier_arrive(BAR);
    if (t == 1) {
        tc_fence_async_smem();
        tc_load_global_b128(v, a.g);
    }
    if (t == 33)
        tc_mbarrier_wait(BAR, 0);
}

TC_KERNEL(meets, args) {
    const unsigned t = tc_thread_index(), one = 1;
    if (form == READ_TWICE)
        reads_twice(arg, t);
    else if (t == 0)
        first(arg);
    if (form == NO_FENCE || form == TWO_SUMS)
        tc_cta_sync();
    if (t == 0 && form == TWO_SUMS)
        tc_reduce_smem_add_u32(SMEM, &one);
    if (t == 33)
        second(arg);
    tc_cta_sync(); /* thread 0 is still here */
}

static const struct {
    const char *name;
    tc_emu_kind kind;
    const char *operation;
    unsigned step; /* of thread 0; 0: not known */
} rows[FORMS] = {
    {"copy_read", TC_EMU_IN_FLIGHT, "tc_cp_async_b32", 1},
    {"copy_overwritten", TC_EMU_IN_FLIGHT, "tc_cp_async_b32", 1},
    {"source_written", TC_EMU_IN_FLIGHT, "tc_cp_async_b32", 1},
    {"no_fence", TC_EMU_PROXY, "tc_store_shared_b128", 0},
    {"no_barrier", TC_EMU_MBARRIER, "tc_mbarrier_init", 0},
    {"two_sums", TC_EMU_RACE, "tc_reduce_smem_add_u32", 0},
    {"sum_on_the_way", TC_EMU_RACE, "tc_bulk_reduce_add_u32_to_gmem", 3},
    {"written_by_both", TC_EMU_RACE, "tc_store_shared_b128", 0},
    {"read_before", TC_EMU_RACE, "tc_load_global_b32", 0},
    {"never_written", TC_EMU_UNINITIALISED, "cudaMalloc", 0},
    {"read_twice", TC_EMU_RACE, "tc_load_global_b128", 0}};

static void is_involved(const Involved *one, const char *name) {
    const int made = form == NEVER_WRITTEN;
    EXPECT_OF(name, !strcmp(one->role, made ? "allocated" : "other") && one->known == !made);
    EXPECT_OF(name, !strcmp(one->operation, rows[form].operation) && one->step == rows[form].step);
    EXPECT_OF(name, one->cta == 0 && one->first == (form == READ_TWICE) && one->first == one->last);
    EXPECT_OF(name, one->chain.depth > 0);
}

int main(void) {
    args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(64, "g");
    a.made = (unsigned char *)tc_emu_device_alloc(64, "made", 0);
    memset(a.g, 0, 64);
    for (form = COPY_READ; form < FORMS; form++) {
        unsigned count = 0;
        const char *const name = rows[form].name;
        fails(name, quiet(64, 1024), meets, &a, rows[form].kind, "who: cta 0 thread 33 (");
        const Involved *const all = involved_all(&count);
        EXPECT_OF(name, count == 1);
        if (count == 1)
            is_involved(all, name);
        EXPECT_OF(name, tc_emu_last()->has_other == (form != NEVER_WRITTEN));
    }
    tc_emu_gmem_free(a.g);
    EXPECT(tc_emu_device_free(a.made) == 1);
    return unit_finish();
}
