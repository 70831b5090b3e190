/* What moves and combines, at its edges: floats too small to be normal, single bytes of sixteen, lanes 32 and more
 * away; and reductions beside what else there is, each wrong in one way or right where the table says OK. */
#include "emu_test.h"

typedef struct {
    unsigned char *g; /* 256 bytes */
    unsigned form;
} args;

#define T tc_thread_index()
#define RANK tc_cta_rank_in_cluster()
#define SMEM ((unsigned *)(void *)tc_smem())

/* ---- floats ----------------------------------------------------------------------------------- */

/* Sums by threads: those in global memory take what is not normal for a zero of its sign, and make one of it; those
 * in shared memory do not (PTX "red": subnormals of .f32). */
static const struct {
    unsigned a, b, shared, global;
} sums[] = {
    {0x00000001, 0x00000001, 0x00000002, 0x00000000},
    {0x80000001, 0x80000001, 0x80000002, 0x80000000},
    {0x80000001, 0x00000000, 0x80000001, 0x00000000},
    {0x00000000, 0x80000001, 0x80000001, 0x00000000},
    {0x007FFFFF, 0x00000001, 0x00800000, 0x00000000},
    {0x00800001, 0x80800000, 0x00000001, 0x00000000},
    {0x80800001, 0x00800000, 0x80000001, 0x80000000},
    {0x00800000, 0x007FFFFF, 0x00FFFFFF, 0x00800000},
    {0x00FFFFFF, 0x80800000, 0x007FFFFF, 0x00000000},
    {0x01000000, 0x80800000, 0x00800000, 0x00800000},
    {0x80000000, 0x80000000, 0x80000000, 0x80000000},
    {0x3F800000, 0x00000001, 0x3F800000, 0x3F800000},
    {0x7F800000, 0xFF800000, 0x7FFFFFFF, 0x7FFFFFFF},
};
enum { SUMS = sizeof sums / sizeof *sums };
static unsigned in_shared, in_other, in_global;

TC_KERNEL(adds, args) {
    const tc_dsmem other = tc_map_to_cta(SMEM + 1, RANK ^ 1);
    unsigned *g = (unsigned *)(void *)arg.g;
    tc_store_shared_b32(SMEM, &sums[arg.form].a);
    tc_store_shared_b32(SMEM + 1, &sums[arg.form].a);
    tc_cluster_sync();
    tc_reduce_smem_add_f32(SMEM, &sums[arg.form].b);
    tc_reduce_dsmem_add_f32(other, &sums[arg.form].b);
    if (RANK == 0)
        tc_reduce_gmem_add_f32(g, &sums[arg.form].b);
    tc_cluster_sync();
    tc_load_shared_b32(&in_shared, SMEM);
    tc_load_shared_b32(&in_other, SMEM + 1);
}

static void test_sums(args *a) {
    tc_emu_config c = quiet(1, 1024);
    c.cluster = 2;
    for (a->form = 0; a->form < SUMS; a->form++) {
        memcpy(a->g, &sums[a->form].a, 4);
        once_passes("adds", c, adds, a);
        memcpy(&in_global, a->g, 4);
        unit_expect(in_shared == sums[a->form].shared, "shared", __FILE__, (int)a->form);
        unit_expect(in_other == sums[a->form].shared, "of the other", __FILE__, (int)a->form);
        unit_expect(in_global == sums[a->form].global, "global", __FILE__, (int)a->form);
    }
}

/* ---- masks ------------------------------------------------------------------------------------ */

static unsigned mask;
TC_KERNEL(writes_masked, args) {
    for (unsigned i = 0; i < 48; i++) {
        const unsigned char v = (unsigned char)(i + 1);
        tc_store_shared_b8(tc_smem() + i, &v);
    }
    tc_fence_async_smem();
    tc_bulk_smem_to_gmem_masked(arg.g, SMEM, 48, mask);
    tc_bulk_commit();
    if (mask & 1) /* the source is free again before the bytes arrive */
        tc_bulk_wait_read_0();
    else
        tc_bulk_wait_0();
}

static void test_masks(args *a) {
    static const unsigned masks[] = {
        0x0001, 0x8000, 0x8001, 0x0FF0, 0x5555, 0xAAAA, 0xFFFE, 0x7FFF, 0xFFFF, 0};
    tc_emu_config c = quiet(1, 1024);
    for (unsigned k = 0; k < sizeof masks / sizeof *masks; k++) {
        unsigned wrong = 0;
        mask = masks[k];
        memset(a->g, 200, 64);
        once_passes("writes_masked", c, writes_masked, a);
        for (unsigned i = 0; i < 64; i++)
            wrong += a->g[i] != (i < 48 && mask >> i % 16 & 1 ? i + 1 : 200);
        unit_expect(wrong == 0, "writes_masked", __FILE__, (int)mask);
    }
}

/* ---- lanes ------------------------------------------------------------------------------------ */

static unsigned distance, lanes_wrong;
TC_KERNEL(shuffles, args) {
    const unsigned by = distance % 32, lane = T % 32; /* PTX: "bval[4:0]" */
    unsigned up, both, at, v = 100 + lane;
    tc_shuffle_up_b32(&up, &v, distance);
    tc_shuffle_xor_b32(&both, &v, distance);
    tc_shuffle_b32(&at, &v, distance);
    lanes_wrong += up != 100 + (lane >= by ? lane - by : lane);
    lanes_wrong += both != 100 + (lane ^ by) || at != 100 + by;
}

static void test_shuffles(args *a) {
    static const unsigned distances[] = {
        0, 1, 2, 15, 16, 30, 31, 32, 33, 63, 64, 95, 0x80000001, 0xFFFFFFFF};
    for (unsigned k = 0; k < sizeof distances / sizeof *distances; k++) {
        distance = distances[k];
        lanes_wrong = 0;
        once_passes("shuffles", quiet(64, 1024), shuffles, a);
        unit_expect(lanes_wrong == 0, "shuffles", __FILE__, (int)distance);
    }
}

/* ---- reductions beside others ------------------------------------------------------------------- */

enum {
    LANDED_BESIDE_LEAST,
    LANDED_BESIDE_SUM,
    LANDED_BEFORE_LEAST,
    STORED_AND_ADDED,
    STORED_ADDED_AND_SYNCED,
    ADDED_AT_A_LEAVER,
    ADDED_AT_ONE_WHO_STAYS,
    ONE_OF_TWO_HAS_LANDED,
    BOTH_HAVE_LANDED,
    ONE_OF_TWO_SENT_HAS_LANDED,
    BESIDE_THE_SECOND,
    LEAST_NEXT_TO_SUM,
    FORMS
};

static tc_mbarrier *bar(unsigned i) {
    return (tc_mbarrier *)(void *)(tc_smem() + 512) + i;
}

/* Time for what is on the way to land. */
static void a_while(void) {
    for (unsigned i = 0; i < 8; i++)
        (void)tc_mbarrier_try_wait(bar(1), 0);
}

/* CTA 0 adds to a word of CTA 1, where thread 0 waits for that and thread 32 does not. */
static void landed(unsigned f) {
    const unsigned one = 1;
    if (RANK == 0 && T == 0)
        tc_reduce_async_add_u32(tc_map_to_cta(SMEM, 1), &one, tc_map_to_cta(bar(0), 1));
    if (RANK == 1 && T == 0) {
        tc_mbarrier_arrive_expect_tx(bar(0), 4);
        tc_mbarrier_wait(bar(0), 0);
    }
    if (f == LANDED_BEFORE_LEAST)
        tc_cta_sync();
    else if (RANK == 1 && T == 32)
        a_while();
    if (RANK == 1 && T == 32 && f == LANDED_BESIDE_SUM)
        tc_reduce_smem_add_u32(SMEM, &one);
    else if (RANK == 1 && T == 32)
        tc_reduce_smem_min_u32(SMEM, &one);
}

/* Two words side by side, each combined in one way. */
static void side_by_side(void) {
    const unsigned v = 3;
    if (T == 0) {
        tc_reduce_smem_min_u32(SMEM + 1, &v);
        tc_reduce_smem_add_u32(SMEM, &v);
    } else if (T == 32) {
        tc_reduce_smem_add_u32(SMEM, &v);
        tc_reduce_smem_min_u32(SMEM + 1, &v);
    }
}

static void stored(unsigned f) {
    const unsigned v = 3;
    if (T == 0) {
        tc_store_shared_b32(SMEM, &v);
        tc_reduce_smem_add_u32(SMEM, &v);
    }
    if (f == STORED_ADDED_AND_SYNCED)
        tc_cta_sync();
    if (T == 32)
        tc_reduce_smem_min_u32(SMEM, &v);
}

/* Two sums of 16 bytes on the way to one place. */
static void two(unsigned f, unsigned char *g) {
    unsigned v = 0;
    if (RANK || T)
        return;
    for (unsigned i = 0; i < 4; i++)
        tc_store_shared_b32(SMEM + i, &v);
    tc_fence_async_smem();
    for (unsigned i = 0; i < 2; i++) {
        tc_bulk_reduce_add_u32_to_gmem(g, SMEM, 16);
        tc_bulk_commit();
    }
    if (f == BOTH_HAVE_LANDED)
        tc_bulk_wait_0();
    else
        tc_bulk_wait_1();
    if (f == BESIDE_THE_SECOND)
        tc_load_global_b32(&v, g + 16);
    else
        tc_load_global_b32(&v, g + 12);
    tc_bulk_wait_0();
}

static void two_sent(void) {
    unsigned v = 1;
    if (RANK == 1 && T == 0) {
        tc_mbarrier_arrive_expect_tx(bar(0), 4);
        tc_mbarrier_wait(bar(0), 0);
        tc_load_shared_b32(&v, SMEM);
    } else if (RANK == 0 && T == 0) {
        tc_reduce_async_add_u32(tc_map_to_cta(SMEM, 1), &v, tc_map_to_cta(bar(0), 1));
        tc_reduce_async_add_u32(tc_map_to_cta(SMEM, 1), &v, tc_map_to_cta(bar(2), 1));
    }
}

TC_KERNEL(combines, args) {
    const unsigned f = arg.form, v = 5;
    if (T == 0) {
        tc_store_shared_b32(SMEM, &v);
        tc_store_shared_b32(SMEM + 1, &v);
        for (unsigned i = 0; i < 3; i++)
            tc_mbarrier_init(bar(i), 1);
        tc_fence_mbarrier_init();
    }
    tc_cluster_sync();
    if (f <= LANDED_BEFORE_LEAST)
        landed(f);
    else if (f <= STORED_ADDED_AND_SYNCED)
        stored(f);
    else if (f == ADDED_AT_A_LEAVER || f == ADDED_AT_ONE_WHO_STAYS) {
        if (RANK == 0 && T == 0)
            tc_reduce_dsmem_add_f32(tc_map_to_cta(SMEM, 1), &v);
        if (f == ADDED_AT_A_LEAVER)
            return;
    } else if (f == LEAST_NEXT_TO_SUM)
        side_by_side();
    else if (f == ONE_OF_TWO_SENT_HAS_LANDED)
        two_sent();
    else
        two(f, arg.g);
    tc_cluster_sync();
}

typedef struct {
    tc_emu_kind kind;
    const char *text, *name;
} Expected;
#define E(form, kind, text) [form] = {TC_EMU_##kind, text, #form}
static const Expected expected[FORMS] = {
    E(LANDED_BESIDE_LEAST, RACE, "that an asynchronous reduction combined by add of u32"),
    E(LANDED_BESIDE_SUM, OK, ""),
    E(LANDED_BEFORE_LEAST, OK, ""),
    E(STORED_AND_ADDED, RACE, "that thread 0 of CTA 0 wrote, and no barrier orders the two"),
    E(STORED_ADDED_AND_SYNCED, OK, ""),
    E(ADDED_AT_A_LEAVER, EXITED, "exit"),
    E(ADDED_AT_ONE_WHO_STAYS, OK, ""),
    E(ONE_OF_TWO_HAS_LANDED, IN_FLIGHT, "has not yet written"),
    E(BOTH_HAVE_LANDED, OK, ""),
    E(ONE_OF_TWO_SENT_HAS_LANDED, IN_FLIGHT, "has not yet written"),
    E(BESIDE_THE_SECOND, OK, ""),
    E(LEAST_NEXT_TO_SUM, OK, ""),
};

static void test_combines(args *a) {
    tc_emu_config c = quiet(64, 1024);
    c.cluster = 2;
    for (a->form = 0; a->form < FORMS; a->form++) {
        const Expected *e = &expected[a->form];
        c.seed = 0;
        memset(a->g, 0, 64);
        if (e->kind == TC_EMU_OK) {
            passes(e->name, c, combines, a);
            continue;
        }
        fails(e->name, c, combines, a, e->kind, e->text);
        c.name = e->name;
        for (c.seed = 1; c.seed <= 8; c.seed++)
            unit_expect(tc_emu_launch(&c, combines, a), e->name, "any order", (int)c.seed);
    }
}

int main(void) {
    static unsigned char own[64];
    args a;
    tc_emu_gmem(own, sizeof own, NULL);
    tc_emu_gmem_forget(own + 1); /* it begins elsewhere */
    tc_emu_gmem_forget(own);
    a.g = (unsigned char *)tc_emu_gmem_alloc(256, "g");
    test_sums(&a);
    test_masks(&a);
    test_shuffles(&a);
    test_combines(&a);
    tc_emu_gmem_free(a.g);
    reports_match("move_edges");
    return unit_finish();
}
