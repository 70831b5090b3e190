/* How many bytes each load, store and cp.async moves: those that its name says, at the very end of the memory,
 * and none beside them. And who meets: the groups of lanes, each one alone, wherever in the warp it is, and the
 * CTA where tc_cta_sync is called through a pointer. */
#include "emu_test.h"
#include "hinted.h"

typedef void (*Move)(void *dst, const void *src);
typedef void (*MoveOr)(void *dst, const void *src, int keep);
typedef void (*Fill)(void *dst, const void *src, unsigned bytes);
typedef void (*Load)(void *dst, tc_dsmem src);
typedef void (*Store)(tc_dsmem dst, const void *src);
typedef struct {
    const char *name;
    Move move;
    MoveOr move_or;
    Fill fill;
    Load load;
    Store store;
} Row;

#define EACH(X, name) X(name##b8) X(name##b16) X(name##b32) X(name##b64) X(name##b128)
#define ASYNC(X, form) X(tc_cp_async_b32##form) X(tc_cp_async_b64##form) X(tc_cp_async_b128##form)
#define MOVE(f) {#f, .move = f},
#define MOVE_OR(f) {#f, .move_or = f},
#define FILL(f) {#f, .fill = f},
#define LOAD(f) {#f, .load = f},
#define STORE(f) {#f, .store = f},
#define HINTED(bits, bytes) MOVE(tc_hinted_load_global_b##bits) MOVE(tc_hinted_store_global_b##bits)
#define HINTED_CP(bits)                                                                            \
    MOVE(tc_hinted_cp_async_b##bits)                                                               \
    FILL(tc_hinted_cp_async_b##bits##_zfill) MOVE_OR(tc_hinted_cp_async_b##bits##_or_zero)
#define ROWS                                                                                       \
    EACH(MOVE, tc_load_shared_)                                                                    \
    EACH(MOVE, tc_store_shared_)                                                                   \
    EACH(MOVE, tc_load_global_)                                                                    \
    EACH(MOVE, tc_store_global_)                                                                   \
    EACH(LOAD, tc_load_dsmem_)                                                                     \
    EACH(STORE, tc_store_dsmem_)                                                                   \
    MOVE(tc_load_global_b256)                                                                      \
    MOVE(tc_store_global_b256)                                                                     \
    MOVE_OR(tc_load_global_b32_or_zero)                                                            \
    MOVE_OR(tc_load_global_b64_or_zero)                                                            \
    MOVE_OR(tc_load_global_b128_or_zero)                                                           \
    ASYNC(MOVE, )                                                                                  \
    ASYNC(FILL, _zfill)                                                                            \
    ASYNC(MOVE_OR, _or_zero)                                                                       \
    HINTED_WIDTHS(HINTED) HINTED_ASYNC_WIDTHS(HINTED_CP)
static const Row rows[] = {ROWS};

enum { ROOM = 64, SMEM_BYTES = 256, OTHER = 0xEE };
typedef struct {
    unsigned char *g; /* ROOM bytes */
    const Row *row;
    unsigned bytes, kept;
} args;

static unsigned char number[ROOM]; /* 1, 2, 3 ... */
static unsigned char seen[ROOM];   /* the end of the destination's memory, or the variable */

static int is(const char *name, const char *word) {
    return strstr(name, word) != NULL;
}

static void move(const args *arg, void *dst, const void *src) {
    const Row *row = arg->row;
    if (row->move)
        row->move(dst, src);
    else if (row->move_or)
        row->move_or(dst, src, arg->kept != 0);
    else if (row->fill)
        row->fill(dst, src, arg->kept);
    else if (row->load)
        row->load(dst, tc_map_to_cta(src, 0));
    else
        row->store(tc_map_to_cta(dst, 0), src);
}

TC_KERNEL(call, args) {
    const char *name = arg.row->name;
    unsigned char here[ROOM], *end = is(name, "global") ? arg.g + ROOM : tc_smem() + SMEM_BYTES;
    const int load = is(name, "load");
    memset(here, OTHER, ROOM);
    for (unsigned i = 0; i < ROOM; i += 4)
        tc_store_shared_b32(tc_smem() + SMEM_BYTES - ROOM + i, load ? number + i : here + i);
    if (is(name, "store"))
        memcpy(here, number, ROOM);
    if (load)
        move(&arg, here, end - arg.bytes);
    else
        move(&arg, end - arg.bytes, is(name, "store") ? here : arg.g + ROOM - arg.bytes);
    tc_cp_async_wait_all();
    memcpy(seen, load ? here : end - ROOM, ROOM);
}

/* At most `kept` bytes are those of the source, the others of the `bytes` are 0. */
static void judge(args a) {
    const char *name = a.row->name;
    const int load = is(name, "load"), store = is(name, "store");
    const unsigned to = load ? 0 : ROOM - a.bytes, from = store ? 0 : ROOM - a.bytes;
    if (is(name, "store_global"))
        memset(a.g, OTHER, ROOM);
    else
        memcpy(a.g, number, ROOM);
    once_passes(name, quiet(1, SMEM_BYTES), call, &a);
    for (unsigned i = 0; i < ROOM; i++) {
        const unsigned at = i - to;
        const unsigned want = at < a.kept ? number[from + at] : at < a.bytes ? 0 : OTHER;
        unit_expect(seen[i] == want, name, "bytes kept, byte", (int)(a.kept * ROOM + i));
    }
}

static void test_moves(void) {
    args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(ROOM, "g");
    for (unsigned i = 0; i < ROOM; i++)
        number[i] = (unsigned char)(i + 1);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        a.row = &rows[i];
        a.bytes = a.kept = (unsigned)atoi(strstr(a.row->name, "_b") + 2) / 8;
        judge(a);
        a.kept = 0;
        if (a.row->fill || a.row->move_or)
            judge(a);
        a.kept = a.bytes / 2;
        if (a.row->fill)
            judge(a);
    }
    tc_emu_gmem_free(a.g);
}

/* ---- bulk copies of 8 bytes: there are none, and each form says so -------------------------------- */

#define BAR ((tc_mbarrier *)(void *)(tc_smem() + 128))
#define BULK_ROWS(X)                                                                               \
    X(tc_bulk_prefetch_gmem, arg.g, 8)                                                             \
    X(tc_bulk_prefetch_gmem_hinted, arg.g, 8, 1)                                                   \
    X(tc_bulk_gmem_to_smem, tc_smem(), arg.g, 8, BAR)                                              \
    X(tc_bulk_gmem_to_smem_hinted, tc_smem(), arg.g, 8, BAR, 1)                                    \
    X(tc_bulk_gmem_to_smem_multicast, tc_smem(), arg.g, 8, BAR, 1)                                 \
    X(tc_bulk_gmem_to_smem_multicast_hinted, tc_smem(), arg.g, 8, BAR, 1, 1)                       \
    X(tc_bulk_gmem_to_smem_each, tc_smem(), arg.g, 8, BAR, 1)                                      \
    X(tc_bulk_gmem_to_smem_each_hinted, tc_smem(), arg.g, 8, BAR, 1, 1)                            \
    X(tc_bulk_smem_to_gmem, arg.g, tc_smem(), 8)                                                   \
    X(tc_bulk_smem_to_gmem_hinted, arg.g, tc_smem(), 8, 1)                                         \
    X(tc_bulk_smem_to_gmem_masked, arg.g, tc_smem(), 8, 1)                                         \
    X(tc_bulk_smem_to_gmem_masked_hinted, arg.g, tc_smem(), 8, 1, 1)
#define X(f, ...)                                                                                  \
    TC_KERNEL(of_8_##f, args) {                                                                    \
        tc_mbarrier_init(BAR, 1);                                                                  \
        tc_fence_mbarrier_init();                                                                  \
        f(__VA_ARGS__);                                                                            \
    }
BULK_ROWS(X)
#undef X

static void test_bulk_bytes(void) {
    static const struct {
        const char *name;
        Kernel kernel;
    } forms[] = {
#define X(f, ...) {#f, of_8_##f},
        BULK_ROWS(X)
#undef X
    };
    args a = {NULL, NULL, 0, 0};
    a.g = (unsigned char *)tc_emu_gmem_alloc(ROOM, "g");
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        const char *name = forms[i].name;
        fails(
            name, quiet(1, SMEM_BYTES), forms[i].kernel, &a, TC_EMU_ARGUMENT, "8 bytes: not a mul");
        unit_expect(!strcmp(tc_emu_last()->primitive, name), name, tc_emu_last()->primitive, 0);
    }
    tc_emu_gmem_free(a.g);
}

/* ---- groups of lanes ------------------------------------------------------------------------- */

typedef struct {
    unsigned lanes, group; /* so many in a group, and which group calls it alone */
} GroupArgs;
static unsigned wrong;

TC_KERNEL(one_group, GroupArgs) {
    const unsigned t = tc_thread_index(), other = t ^ arg.lanes / 2;
    unsigned v = 100 + t;
    unsigned long long w = (unsigned long long)v << 32 | t;
    if (t / arg.lanes != arg.group)
        return;
    tc_store_shared_b32(tc_smem() + 4 * t, &v);
    tc_warp_sync_group(arg.lanes);
    tc_load_shared_b32(&v, tc_smem() + 4 * other);
    wrong += v != 100 + other;
    v = 100 + t;
    tc_shuffle_xor_group_b32(&v, &v, arg.lanes / 2, arg.lanes);
    tc_shuffle_xor_group_b64(&w, &w, arg.lanes / 2, arg.lanes);
    wrong += v != 100 + other || w != ((unsigned long long)v << 32 | other);
}

static void test_groups(void) {
    GroupArgs a;
    for (a.lanes = 1; a.lanes <= 32; a.lanes *= 2)
        for (a.group = 0; a.group < 32 / a.lanes; a.group++)
            passes("one_group", quiet(32, SMEM_BYTES), one_group, &a);
    EXPECT(wrong == 0);
}

static void (*const sync)(void) = tc_cta_sync;
TC_KERNEL(through_pointer, GroupArgs) {
    const unsigned t = tc_thread_index(), other = (t + arg.lanes) % 64;
    unsigned v = 100 + t;
    tc_store_shared_b32(tc_smem() + 4 * t, &v);
    sync();
    tc_load_shared_b32(&v, tc_smem() + 4 * other);
    wrong += v != 100 + other;
    sync();
}

static void test_pointer(void) {
    GroupArgs a = {32, 0};
    wrong = 0;
    passes("through_pointer", quiet(64, SMEM_BYTES), through_pointer, &a);
    EXPECT(wrong == 0);
}

/* ---- steps ------------------------------------------------------------------------------------ */

/* What orders or commits is a step of its thread, which a later report counts. */
static const struct Step {
    const char *name;
    void (*call)(void);
    unsigned steps;
} steps[] = {
#define STEP(f, count)                                                                             \
    { #f, f, count }
    STEP(tc_fence_cta, 1),
    STEP(tc_fence_device, 1),
    STEP(tc_fence_cluster, 1),
    STEP(tc_fence_mbarrier_init, 1),
    STEP(tc_fence_async_smem, 1),
    STEP(tc_fence_async_gmem, 1),
    STEP(tc_fence_async, 3), /* of three spaces */
    STEP(tc_cp_async_commit, 1),
    STEP(tc_cp_async_wait_all, 1),
    STEP(tc_bulk_commit, 1),
    STEP(tc_grid_wait, 1), /* the emulator has no grid before, and none after */
    STEP(tc_grid_launch_dependents, 1),
    STEP(tc_warp_sync, 1),
    STEP(tc_cta_sync, 1),
    STEP(tc_cluster_arrive, 1),
    STEP(tc_cluster_arrive_relaxed, 1),
    STEP(tc_cluster_sync, 2), /* arrives and waits */
};

TC_KERNEL(then_outside, struct Step) {
    unsigned v;
    arg.call();
    tc_load_shared_b32(&v, tc_smem() + SMEM_BYTES);
}

static void test_steps(void) {
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct Step a = steps[i];
        fails(a.name, quiet(1, SMEM_BYTES), then_outside, &a, TC_EMU_OUTSIDE, "load_shared_b32");
        unit_expect(tc_emu_last()->step == a.steps + 1, a.name, "steps", (int)tc_emu_last()->step);
    }
}

int main(void) {
    test_steps();
    test_pointer();
    test_moves();
    test_bulk_bytes();
    test_groups();
    return unit_finish();
}
