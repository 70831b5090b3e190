/* Every variable that a primitive reads or writes: one that has exactly the bytes passes, one that is a
 * byte short is reported, with both numbers. Unoptimised the emulator knows only where the frame of the
 * kernel ends, so that the variable is the last bytes below that, and is never touched. */
#include "emu_test.h"
#include "hinted.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

typedef struct {
    unsigned char *g; /* 1024 bytes */
} args;

#define SMEM tc_smem()
#define T tc_thread_index()

static void prepare(unsigned char *wide) {
    memset(wide, 1, 64);
    tc_store_shared_b128(SMEM + 16 * T, wide);
    tc_cta_sync();
}

/* Shared memory of the cluster, here our own. */
#define TO tc_map_to_cta(SMEM + 16 * T, 0)

#if defined(__OPTIMIZE__)
#define SHORT(bytes)                                                                               \
    unsigned char room[bytes], *v = room + 1;                                                      \
    memset(room, 1, bytes)
#else
#define SHORT(bytes) unsigned char *v = (unsigned char *)__builtin_frame_address(0) - (bytes) + 1
#endif

#define SHORT_KERNEL(primitive, operand, bytes, ...)                                               \
    TC_KERNEL(short_##primitive##_##operand, args) {                                               \
        unsigned char wide[64];                                                                    \
        SHORT(bytes);                                                                              \
        prepare(wide);                                                                             \
        (void)arg;                                                                                 \
        __VA_ARGS__;                                                                               \
    }
/* How many steps a thread has made when the primitive is done is seen by a report that comes then. */
static int ends;
#define EXACT_KERNEL(primitive, operand, bytes, ...)                                               \
    TC_KERNEL(exact_##primitive##_##operand, args) {                                               \
        unsigned char wide[64], v[bytes];                                                          \
        memset(v, 1, bytes);                                                                       \
        prepare(wide);                                                                             \
        (void)arg;                                                                                 \
        __VA_ARGS__;                                                                               \
        if (ends)                                                                                  \
            tc_emu_check_failed("sizes", "the end");                                               \
    }
#define BOTH(...) SHORT_KERNEL(__VA_ARGS__) EXACT_KERNEL(__VA_ARGS__)
/* A primitive, its operand, the bytes of it, a call in which that is v: of the rows of
 * generator/primitives/ `build/rows sizes` writes them. */
#define EXACT BOTH
#define INEXACT BOTH
#include "sizes.def"
HINTED_WIDTHS(HINTED_SIZES)
#undef EXACT
#undef INEXACT

/* Members that lie side by side are one variable. */
TC_KERNEL(exact_members, args) {
    struct {
        unsigned char first[4], second[12];
    } v;
    tc_load_global_b128(v.first, arg.g);
}

TC_KERNEL(short_members, args) {
    struct {
        unsigned char first[4], second[8];
    } v;
    tc_load_global_b128(v.first, arg.g);
}

static void test_members(args *a) {
    passes("members", quiet(32, 0), exact_members, a);
#if defined(__OPTIMIZE__)
    fails("members", quiet(32, 0), short_members, a, TC_EMU_OUTSIDE, "that has 12\n");
#else
    (void)short_members; /* beyond it may be more of the frame */
#endif
}

static const struct {
    const char *primitive, *operand, *call;
    unsigned bytes;
    int passes; /* else the exact one ends at the next check, which is of the mbarrier */
    Kernel one_short, exact;
} rows[] = {
#define ROW(primitive, operand, call, bytes, passes)                                               \
    {#primitive,                                                                                   \
     #operand,                                                                                     \
     call,                                                                                         \
     bytes,                                                                                        \
     passes,                                                                                       \
     short_##primitive##_##operand,                                                                \
     exact_##primitive##_##operand},
#define EXACT(primitive, operand, bytes, ...) ROW(primitive, operand, #__VA_ARGS__, bytes, 1)
#define INEXACT(primitive, operand, bytes, ...) ROW(primitive, operand, #__VA_ARGS__, bytes, 0)
#include "sizes.def"
    HINTED_WIDTHS(HINTED_SIZES)};

static int starts_with(const char *name, const char *start) {
    return strncmp(name, start, strlen(start)) == 0;
}

/* Arithmetic in registers is no step; 64 bits of a shuffle go as two. */
static unsigned steps_of(const char *name) {
    static const char *const arithmetic[] = {
        "add_",
        "mul_",
        "min_",
        "max_",
        "and_",
        "or_",
        "xor_",
        "select_",
        "permute_",
        "index_if_",
        "convert_"};
    for (unsigned i = 0; i < sizeof arithmetic / sizeof *arithmetic; i++)
        if (starts_with(name + strlen("tc_"), arithmetic[i]))
            return 0;
    return starts_with(name, "tc_shuffle_") && strstr(name, "_b64") ? 2 : 1;
}

/* The store and the barrier of `prepare`, and an address of the cluster, are steps too; so is the check. */
static void test_steps(args *a) {
    tc_emu_config c = quiet(32, 1024);
    ends = 1;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const unsigned before = 2 + (strstr(rows[i].call, "TO") != NULL);
        if (!rows[i].passes)
            continue;
        fails(rows[i].primitive, c, rows[i].exact, a, TC_EMU_CHECK, "sizes: the end\n");
        EXPECT_OF(
            rows[i].primitive, tc_emu_last()->step == before + steps_of(rows[i].primitive) + 1);
        if (tc_emu_last()->step != before + steps_of(rows[i].primitive) + 1)
            printf("%s: %u\n", rows[i].primitive, tc_emu_last()->step);
    }
    ends = 0;
}

int main(void) {
    tc_emu_config c = quiet(32, 1024);
    args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(1024, "g");
    memset(a.g, 1, 1024);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        static char size[64]; /* the counts of a case are by its text */
        char room[32];
        snprintf(size, sizeof size, "%u bytes of a variable of the kernel at", rows[i].bytes);
        snprintf(room, sizeof room, "that has %u\n", rows[i].bytes - 1);
        if (rows[i].passes)
            passes(rows[i].primitive, c, rows[i].exact, &a);
        else
            fails(
                rows[i].primitive,
                c,
                rows[i].exact,
                &a,
                TC_EMU_MBARRIER,
                "no initialised mbarrier");
#if !defined(__OPTIMIZE__)
        if (rows[i].bytes == 1) /* nothing is left of the frame */
            continue;
#endif
        fails(rows[i].primitive, c, rows[i].one_short, &a, TC_EMU_OUTSIDE, size);
        EXPECT_OF(rows[i].primitive, strstr(tc_emu_last()->text, room) != NULL);
        EXPECT_OF(rows[i].primitive, strcmp(tc_emu_last()->primitive, rows[i].primitive) == 0);
    }
    test_members(&a);
    test_steps(&a);
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
