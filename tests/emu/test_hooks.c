/* Every hook that -fsanitize=thread calls for a plain access, called by hand: it touches its bytes and no
 * other one, reads or writes them, and asks for its alignment or for none. */
#include "emu_test.h"
#include <tilecopy/host/cuda/calls.h>
#include <tilecopy/wgmma_bf16.h>

typedef void (*Hook)(void *p);
typedef void (*HookAt)(void *p, void *pc);
typedef void (*HookRange)(void *p, unsigned long bytes);
typedef void (*HookRangeAt)(void *p, unsigned long bytes, void *pc);

#define OF_KIND(kind, n)                                                                           \
    void __tsan_##kind##n(void *);                                                                 \
    void __tsan_volatile_##kind##n(void *);                                                        \
    void __tsan_unaligned_##kind##n(void *);                                                       \
    void __tsan_unaligned_volatile_##kind##n(void *);                                              \
    void __tsan_##kind##n##_pc(void *, void *);
#define OF_SIZE(n)                                                                                 \
    OF_KIND(read, n)                                                                               \
    OF_KIND(write, n)                                                                              \
    void __tsan_read_write##n(void *);                                                             \
    void __tsan_unaligned_read_write##n(void *);
OF_SIZE(1)
OF_SIZE(2)
OF_SIZE(4)
OF_SIZE(8)
OF_SIZE(16)
void __tsan_init(void);
void __tsan_read_range(void *, unsigned long);
void __tsan_write_range(void *, unsigned long);
void __tsan_read_range_pc(void *, unsigned long, void *);
void __tsan_write_range_pc(void *, unsigned long, void *);
void __tsan_vptr_read(void **);
void __tsan_vptr_update(void **, void *);

static void vptr_read(void *p) {
    __tsan_vptr_read((void **)p);
}

static void vptr_update(void *p) {
    __tsan_vptr_update((void **)p, p);
}

/* Blocks, as newer clangs call them, and as the linker's --wrap does. The other end is the program's own. */
static unsigned char mine[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static unsigned wrong_blocks;
#define BLOCK_HOOK(prefix, name)                                                                   \
    void *prefix##name(void *, const void *, size_t);                                              \
    static void prefix##name##_from(void *p, unsigned long bytes) {                                \
        unsigned char got[16] = {0};                                                               \
        wrong_blocks += prefix##name(got, p, bytes) != (void *)got;                                \
        for (unsigned i = 0; i < sizeof got; i++)                                                  \
            wrong_blocks += got[i] != (i < bytes ? *((unsigned char *)p + i) : 0);                 \
    }                                                                                              \
    static void prefix##name##_to(void *p, unsigned long bytes) {                                  \
        wrong_blocks += prefix##name(p, mine, bytes) != p;                                         \
        for (unsigned i = 0; i < bytes; i++)                                                       \
            wrong_blocks += *((unsigned char *)p + i) != mine[i];                                  \
    }
#define SET_HOOK(prefix)                                                                           \
    void *prefix##memset(void *, int, size_t);                                                     \
    static void prefix##memset_to(void *p, unsigned long bytes) {                                  \
        wrong_blocks += prefix##memset(p, 77, bytes) != p;                                         \
        for (unsigned i = 0; i < bytes; i++)                                                       \
            wrong_blocks += *((unsigned char *)p + i) != 77;                                       \
    }
BLOCK_HOOK(__tsan_, memcpy)
BLOCK_HOOK(__tsan_, memmove)
BLOCK_HOOK(__wrap_, memcpy)
BLOCK_HOOK(__wrap_, memmove)
SET_HOOK(__tsan_)
SET_HOOK(__wrap_)

static const struct {
    const char *name;
    Hook hook;
    HookAt hook_at;
    HookRange range;
    HookRangeAt range_at;
    unsigned bytes, align;
    int reads, writes;
} rows[] = {
#define ROW(name, n, align, reads, writes)                                                         \
    { #name, name, NULL, NULL, NULL, n, align, reads, writes }
#define ROW_AT(name, n, reads, writes)                                                             \
    { #name, NULL, name, NULL, NULL, n, n, reads, writes }
#define ROWS_OF_KIND(kind, n, reads, writes)                                                       \
    ROW(__tsan_##kind##n, n, n, reads, writes),                                                    \
        ROW(__tsan_volatile_##kind##n, n, n, reads, writes),                                       \
        ROW(__tsan_unaligned_##kind##n, n, 1, reads, writes),                                      \
        ROW(__tsan_unaligned_volatile_##kind##n, n, 1, reads, writes),                             \
        ROW_AT(__tsan_##kind##n##_pc, n, reads, writes)
#define ROWS_OF_SIZE(n)                                                                            \
    ROWS_OF_KIND(read, n, 1, 0), ROWS_OF_KIND(write, n, 0, 1),                                     \
        ROW(__tsan_read_write##n, n, n, 1, 1), ROW(__tsan_unaligned_read_write##n, n, 1, 1, 1)
    ROWS_OF_SIZE(1),
    ROWS_OF_SIZE(2),
    ROWS_OF_SIZE(4),
    ROWS_OF_SIZE(8),
    ROWS_OF_SIZE(16),
    {"read_range", NULL, NULL, __tsan_read_range, NULL, 12, 1, 1, 0},
    {"write_range", NULL, NULL, __tsan_write_range, NULL, 12, 1, 0, 1},
    {"read_range_pc", NULL, NULL, NULL, __tsan_read_range_pc, 12, 1, 1, 0},
    {"write_range_pc", NULL, NULL, NULL, __tsan_write_range_pc, 12, 1, 0, 1},
#define ROW_OF_BLOCK(name, reads)                                                                  \
    { #name, NULL, NULL, name, NULL, 12, 1, reads, !reads }
    ROW_OF_BLOCK(__tsan_memcpy_from, 1),
    ROW_OF_BLOCK(__tsan_memmove_from, 1),
    ROW_OF_BLOCK(__wrap_memcpy_from, 1),
    ROW_OF_BLOCK(__wrap_memmove_from, 1),
    ROW_OF_BLOCK(__tsan_memcpy_to, 0),
    ROW_OF_BLOCK(__tsan_memmove_to, 0),
    ROW_OF_BLOCK(__wrap_memcpy_to, 0),
    ROW_OF_BLOCK(__wrap_memmove_to, 0),
    ROW_OF_BLOCK(__tsan_memset_to, 0),
    ROW_OF_BLOCK(__wrap_memset_to, 0),
    ROW(vptr_read, sizeof(void *), sizeof(void *), 1, 0),
    ROW(vptr_update, sizeof(void *), sizeof(void *), 0, 1)};

typedef struct {
    unsigned row;
    unsigned at;    /* where the hook is called */
    int begun;      /* the bytes are written before */
    int other;      /* another warp touches the byte at `other`, if that is at least 0 ... */
    int by_reading; /* ... so, or by writing it */
} args;

#define SMEM tc_smem()
#define T tc_thread_index()

TC_KERNEL(hooked, args) {
    unsigned char *p = SMEM + arg.at, byte = 1;
    for (unsigned i = 0; T == 0 && arg.begun && i < 64; i++)
        tc_store_shared_b8(SMEM + i, &byte);
    tc_cta_sync();
    if (T == 0 && rows[arg.row].hook)
        rows[arg.row].hook(p);
    if (T == 0 && rows[arg.row].hook_at)
        rows[arg.row].hook_at(p, NULL);
    if (T == 0 && rows[arg.row].range)
        rows[arg.row].range(p, rows[arg.row].bytes);
    if (T == 0 && rows[arg.row].range_at)
        rows[arg.row].range_at(p, rows[arg.row].bytes, NULL);
    if (T == 32 && arg.other >= 0 && arg.by_reading)
        tc_load_shared_b8(&byte, SMEM + arg.other);
    if (T == 32 && arg.other >= 0 && !arg.by_reading)
        tc_store_shared_b8(SMEM + arg.other, &byte);
}

static void one(const tc_emu_config *c, args a, tc_emu_kind kind) {
    int wrong = tc_emu_launch(c, hooked, &a);
    EXPECT_OF(rows[a.row].name, (wrong ? tc_emu_last()->kind : TC_EMU_OK) == kind);
    if (kind == TC_EMU_UNINITIALISED || kind == TC_EMU_MISALIGNED)
        EXPECT_OF(rows[a.row].name, tc_emu_last()->bytes == rows[a.row].bytes);
}

static void judge(unsigned row) {
    const int n = (int)rows[row].bytes, reads = rows[row].reads, writes = rows[row].writes;
    tc_emu_config c = quiet(64, 1024);
    c.name = rows[row].name;
    one(&c, (args){row, 16, 1, -1, 0}, TC_EMU_OK);
    one(&c, (args){row, 16, 0, -1, 0}, reads ? TC_EMU_UNINITIALISED : TC_EMU_OK);
    for (unsigned by = 1; by < 16; by++)
        one(&c,
            (args){row, 16 + by, 1, -1, 0},
            by % rows[row].align ? TC_EMU_MISALIGNED : TC_EMU_OK);
    for (int at = 14; at < 16 + n + 2; at++) {
        const int inside = at >= 16 && at < 16 + n;
        one(&c, (args){row, 16, 1, at, 0}, inside ? TC_EMU_RACE : TC_EMU_OK);
        one(&c, (args){row, 16, 1, at, 1}, inside && writes ? TC_EMU_RACE : TC_EMU_OK);
    }
}

/* ---- what a primitive touches itself is no access of the kernel, and the next access is one again ------------- */

static void copy_alike(void *at, void *by) {
    memcpy(at, __wrap_memcpy(&(unsigned){0}, by, 4), 4); /* it copies as code with hooks does */
}
enum { ROOM = 4096, B_AT = 2048, DESCRIPTOR = 8 << 16 };

typedef enum { NOTHING, REDUCE_SMEM, REDUCE_GMEM, BULK_REDUCE, ATOMIC, PRODUCT } Before;
static const struct {
    const char *name;
    unsigned steps;
} befores[] = {
    {"nothing", 0},
    {"tc_reduce_smem_add_u32", 1},
    {"tc_reduce_gmem_add_u32", 1},
    {"tc_bulk_reduce_add_u32_to_gmem", 3}, /* with its commit and its wait */
    {"an atomic", 1},
    {"a product", 6} /* two addresses, the product, its fence, its commit and its wait */
};
typedef struct {
    unsigned char *g; /* 16 bytes */
    Before before;
} seen_args;

static unsigned long long operand(unsigned byte) {
    return (unsigned long long)DESCRIPTOR | 16ull << 32 | tc_smem_address(SMEM + byte) >> 4;
}

TC_KERNEL(seen_again, seen_args) {
    const tc_b128 none = {{0}};
    const unsigned one = 1;
    float d[4] = {0};
    for (unsigned i = T; i < ROOM / 16; i += 128)
        tc_store_shared_b128(SMEM + 16 * i, &none);
    tc_fence_async_smem();
    tc_cta_sync();
    if (arg.before == PRODUCT) {
        const unsigned long long a = operand(0), b = operand(B_AT);
        tc_wgmma_fence();
        tc_wgmma_m64n8k16_bf16_ss_kk(d, a, b, 0);
        tc_wgmma_commit();
        tc_wgmma_wait_0();
        tc_wgmma_hold(d, 4);
    }
    if (T)
        return;
    if (arg.before == REDUCE_SMEM)
        tc_reduce_smem_add_u32(SMEM, &one);
    if (arg.before == REDUCE_GMEM)
        tc_reduce_gmem_add_u32(arg.g, &one);
    if (arg.before == BULK_REDUCE) {
        tc_bulk_reduce_add_u32_to_gmem(arg.g, SMEM, 16);
        tc_bulk_commit();
        tc_bulk_wait_0();
    }
    if (arg.before == ATOMIC)
        tc_emu_atomic("an atomic", SMEM, 4, copy_alike, SMEM);
    __tsan_read4(SMEM + ROOM);
}

static void test_seen_again(void) {
    tc_emu_config c = quiet(128, ROOM);
    seen_args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(16, "g");
    memset(a.g, 0, 16);
    for (a.before = NOTHING; a.before <= PRODUCT; a.before++) {
        c.name = befores[a.before].name;
        EXPECT_OF(c.name, tc_emu_launch(&c, seen_again, &a));
        EXPECT_OF(c.name, tc_emu_last()->kind == TC_EMU_OUTSIDE);
        EXPECT_OF(c.name, tc_emu_last()->offset == ROOM && tc_emu_last()->bytes == 4);
        /* two stores, a fence and a barrier before, and the access itself */
        EXPECT_OF(c.name, tc_emu_last()->step == 5 + befores[a.before].steps);
        if (tc_emu_last()->step != 5 + befores[a.before].steps)
            printf("%s: %s", c.name, tc_emu_last()->text);
    }
    tc_emu_gmem_free(a.g);
}

int main(void) {
    __tsan_init();
    for (unsigned row = 0; row < sizeof rows / sizeof *rows; row++)
        judge(row);
    EXPECT(wrong_blocks == 0);
    test_seen_again();
    return unit_finish();
}
