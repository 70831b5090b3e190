/* Reductions by threads into shared and global memory that are wrong in one way each, or right where the table says OK. */
#include "emu_test.h"

typedef struct {
    unsigned *g; /* 256 words */
    unsigned form;
} args;

#define SMEM ((unsigned *)(void *)tc_smem())

enum {
    ADDED_BY_ALL,
    ADDED_WITH_AND_WITHOUT_SIGN,
    ADDED_AFTER_THE_LEAST,
    READ_BEFORE_THE_BARRIER,
    STORED_BESIDE,
    NOT_YET_VISIBLE,
    NOTHING_THERE,
    BETWEEN_TWO,
    IN_GLOBAL_MEMORY,
    LEAST_BESIDE_SUM,
    BITS_BESIDE_SUM,
    WIDE_BESIDE_NARROW,
    SUM_OF_FLOATS_BESIDE_WHOLE,
    PAIRS_BESIDE_SINGLE,
    FOURS_BESIDE_ONE,
    FOURS_BETWEEN_FOURS,
    FOURS_IN_SHARED_MEMORY,
    LEAST_BESIDE_SUM_OF_FOURS,
    LEAST_BESIDE_SUM_GLOBAL,
    LEAST_BESIDE_SUM_OF_ANOTHER_BLOCK,
    SUM_OF_ANOTHER_BLOCK,
    FORMS
};

/* What thread 32 does beside the sums of thread 0. */
static void beside(unsigned f, unsigned *g) {
    unsigned v = 3;
    switch (f) {
    case ADDED_BY_ALL:
        tc_reduce_smem_add_u32(SMEM, &v);
        return;
    case ADDED_WITH_AND_WITHOUT_SIGN:
        tc_reduce_smem_add_u32(SMEM, &v);
        return;
    case READ_BEFORE_THE_BARRIER:
        tc_load_shared_b32(&v, SMEM);
        return;
    case STORED_BESIDE:
        tc_store_shared_b32(SMEM, &v);
        return;
    case LEAST_BESIDE_SUM:
        tc_reduce_smem_min_u32(SMEM, &v);
        return;
    case BITS_BESIDE_SUM:
        tc_reduce_smem_or_b32(SMEM, &v);
        return;
    case WIDE_BESIDE_NARROW: {
        unsigned long long wide = 3;
        tc_reduce_smem_add_u64(SMEM, &wide);
        return;
    }
    case SUM_OF_FLOATS_BESIDE_WHOLE:
        tc_reduce_smem_add_f32(SMEM, &v);
        return;
    case PAIRS_BESIDE_SINGLE:
        tc_reduce_smem_add_f16x2(SMEM + 2, &v);
        return;
    case FOURS_BESIDE_ONE:
        tc_reduce_gmem_add_f32(g + 1, &v);
        return;
    case LEAST_BESIDE_SUM_OF_FOURS:
        tc_reduce_gmem_min_u32(g + 3, &v);
        return;
    case LEAST_BESIDE_SUM_GLOBAL:
        tc_reduce_gmem_min_s32(g, &v);
        return;
    default:
        return;
    }
}

static void sums(unsigned f, unsigned *g) {
    tc_b128 four = {{1, 2, 3, 4}};
    unsigned v = 3;
    switch (f) {
    case BETWEEN_TWO:
        tc_reduce_smem_add_u32(tc_smem() + 2, &v);
        return;
    case IN_GLOBAL_MEMORY:
        tc_reduce_smem_add_u32(g, &v);
        return;
    case NOTHING_THERE:
        tc_reduce_smem_add_u32(SMEM + 8, &v);
        return;
    case PAIRS_BESIDE_SINGLE:
        tc_reduce_smem_add_f16(tc_smem() + 10, &v);
        return;
    case FOURS_BESIDE_ONE:
    case LEAST_BESIDE_SUM_OF_FOURS:
        tc_reduce_gmem_add_f32x4(g, &four);
        return;
    case FOURS_BETWEEN_FOURS:
        tc_reduce_gmem_add_f32x4(g + 2, &four);
        return;
    case FOURS_IN_SHARED_MEMORY:
        tc_reduce_gmem_add_f32x4(SMEM, &four);
        return;
    case ADDED_WITH_AND_WITHOUT_SIGN:
        tc_reduce_smem_add_u32(SMEM, &v);
        return;
    case LEAST_BESIDE_SUM_GLOBAL:
        tc_reduce_gmem_add_u32(g, &v);
        return;
    case ADDED_AFTER_THE_LEAST:
        tc_reduce_smem_min_u32(SMEM, &v);
        tc_reduce_smem_add_u32(SMEM, &v);
        return;
    default:
        tc_reduce_smem_add_u32(SMEM, &v);
    }
}

TC_KERNEL(red, args) {
    const unsigned t = tc_thread_index(), f = arg.form;
    unsigned v = 1;
    if (f == LEAST_BESIDE_SUM_OF_ANOTHER_BLOCK || f == SUM_OF_ANOTHER_BLOCK) {
        if (t == 0 && tc_cta_index() == 0)
            tc_reduce_gmem_add_u32(arg.g, &v);
        else if (t == 0 && f == SUM_OF_ANOTHER_BLOCK)
            tc_reduce_gmem_add_u32(arg.g, &v);
        else if (t == 0)
            tc_reduce_gmem_min_u32(arg.g, &v);
        return;
    }
    if (t == 0 && tc_cta_index() == 0)
        for (unsigned i = 0; i < 4; i++)
            tc_store_shared_b32(SMEM + i, &v);
    if (tc_cta_index())
        return;
    if (f != NOT_YET_VISIBLE)
        tc_cta_sync();
    if (t == (f == NOT_YET_VISIBLE ? 33 : 0))
        sums(f, arg.g);
    if (t == 32)
        beside(f, arg.g);
    if (f == ADDED_AFTER_THE_LEAST)
        tc_cta_sync();
    if (f == ADDED_AFTER_THE_LEAST && t == 32)
        tc_reduce_smem_max_u32(SMEM, &v);
    tc_cta_sync();
    if (t == 1 && f != NOTHING_THERE)
        tc_load_shared_b32(&v, SMEM);
}

typedef struct {
    tc_emu_kind kind;
    const char *text, *name;
} Expected;
#define E(form, kind, text) [form] = {TC_EMU_##kind, text, #form}
static const Expected expected[FORMS] = {
    E(ADDED_BY_ALL, OK, ""),
    E(ADDED_WITH_AND_WITHOUT_SIGN, OK, ""),
    E(ADDED_AFTER_THE_LEAST, OK, ""),
    E(READ_BEFORE_THE_BARRIER, RACE, "no barrier orders the two"),
    E(STORED_BESIDE, RACE, "no barrier orders the two"),
    E(NOT_YET_VISIBLE, RACE, "no barrier orders the two"),
    E(NOTHING_THERE, UNINITIALISED, "no thread has written"),
    E(BETWEEN_TWO, MISALIGNED, "4-byte"),
    E(IN_GLOBAL_MEMORY, OUTSIDE, "shared memory is needed"),
    E(LEAST_BESIDE_SUM, RACE, "depends on which is first"),
    E(BITS_BESIDE_SUM, RACE, "depends on which is first"),
    E(WIDE_BESIDE_NARROW, RACE, "depends on which is first"),
    E(SUM_OF_FLOATS_BESIDE_WHOLE, RACE, "depends on which is first"),
    E(PAIRS_BESIDE_SINGLE, OK, ""),
    E(FOURS_BESIDE_ONE, OK, ""),
    E(FOURS_BETWEEN_FOURS, MISALIGNED, "16-byte"),
    E(FOURS_IN_SHARED_MEMORY, OUTSIDE, "global memory is needed"),
    E(LEAST_BESIDE_SUM_OF_FOURS, RACE, "depends on which is first"),
    E(LEAST_BESIDE_SUM_GLOBAL, RACE, "depends on which is first"),
    E(LEAST_BESIDE_SUM_OF_ANOTHER_BLOCK, RACE, "another cluster of the launch combined by"),
    E(SUM_OF_ANOTHER_BLOCK, OK, ""),
};

int main(void) {
    tc_emu_config c = quiet(64, 1024);
    args a;
    a.g = (unsigned *)tc_emu_gmem_alloc(1024, "g");
    for (a.form = 0; a.form < FORMS; a.form++) {
        const Expected *e = &expected[a.form];
        memset(a.g, 0, 1024);
        c.grid =
            a.form == LEAST_BESIDE_SUM_OF_ANOTHER_BLOCK || a.form == SUM_OF_ANOTHER_BLOCK ? 2 : 1;
        c.seed = 0;
        if (e->kind == TC_EMU_OK) {
            passes(e->name, c, red, &a);
            continue;
        }
        fails(e->name, c, red, &a, e->kind, e->text);
        c.name = e->name;
        for (c.seed = 1; c.seed <= 8; c.seed++)
            unit_expect(tc_emu_launch(&c, red, &a), e->name, "any order", (int)c.seed);
    }
    tc_emu_gmem_free(a.g);
    reports_match("red_faults");
    return unit_finish();
}
