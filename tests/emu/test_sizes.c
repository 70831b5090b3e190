/* Every variable that a primitive reads or writes: one that has exactly the bytes passes, one that is a
 * byte short is reported, with both numbers. Unoptimised the emulator knows only where the frame of the
 * kernel ends, so that the variable is the last bytes below that, and is never touched. */
#include "emu_test.h"

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

/* The bytes of c, a and b. */
#define MMA(X, primitive, of_c, of_a, of_b)                                                        \
    X(primitive, c, of_c, primitive(v, wide, wide))                                                \
    X(primitive, a, of_a, primitive(wide, v, wide))                                                \
    X(primitive, b, of_b, primitive(wide, wide, v))
#define MMA_ROWS(X)                                                                                \
    MMA(X, tc_mma_m16n8k8_f16, 16, 8, 4)                                                           \
    MMA(X, tc_mma_m16n8k16_f16, 16, 16, 8)                                                         \
    MMA(X, tc_mma_m16n8k8_bf16, 16, 8, 4)                                                          \
    MMA(X, tc_mma_m16n8k16_bf16, 16, 16, 8)                                                        \
    MMA(X, tc_mma_m16n8k4_tf32, 16, 8, 4)                                                          \
    MMA(X, tc_mma_m16n8k8_tf32, 16, 16, 8)                                                         \
    MMA(X, tc_mma_m16n8k16_s8, 16, 8, 4)                                                           \
    MMA(X, tc_mma_m16n8k32_s8, 16, 16, 8)                                                          \
    MMA(X, tc_mma_m16n8k16_u8, 16, 8, 4)                                                           \
    MMA(X, tc_mma_m16n8k32_u8, 16, 16, 8)                                                          \
    MMA(X, tc_mma_m8n8k4_f64, 16, 8, 8)                                                            \
    MMA(X, tc_mma_m16n8k16_e4m3, 16, 8, 4)                                                         \
    MMA(X, tc_mma_m16n8k16_e5m2, 16, 8, 4)                                                         \
    MMA(X, tc_mma_m16n8k32_e4m3, 16, 16, 8)                                                        \
    MMA(X, tc_mma_m16n8k32_e5m2, 16, 16, 8)                                                        \
    MMA(X, tc_mma_m16n8k4_f64, 32, 16, 8)                                                          \
    MMA(X, tc_mma_m16n8k8_f64, 32, 32, 16)                                                         \
    MMA(X, tc_mma_m16n8k16_f64, 32, 64, 32)

/* X(the primitive, its operand, bytes of it, a call in which that is v) */
#define ROWS(X)                                                                                    \
    X(tc_load_global_b32_or_zero, dst, 4, tc_load_global_b32_or_zero(v, arg.g + 32 * T, T % 2))    \
    X(tc_load_global_b64_or_zero, dst, 8, tc_load_global_b64_or_zero(v, arg.g + 32 * T, T % 2))    \
    X(tc_load_global_b128_or_zero, dst, 16, tc_load_global_b128_or_zero(v, arg.g + 32 * T, T % 2)) \
    X(tc_shuffle_b32, dst, 4, tc_shuffle_b32(v, wide, 1))                                          \
    X(tc_shuffle_b32, src, 4, tc_shuffle_b32(wide, v, 1))                                          \
    X(tc_shuffle_xor_b32, dst, 4, tc_shuffle_xor_b32(v, wide, 1))                                  \
    X(tc_shuffle_xor_b32, src, 4, tc_shuffle_xor_b32(wide, v, 1))                                  \
    X(tc_shuffle_up_b32, dst, 4, tc_shuffle_up_b32(v, wide, 1))                                    \
    X(tc_shuffle_up_b32, src, 4, tc_shuffle_up_b32(wide, v, 1))                                    \
    X(tc_shuffle_b64, dst, 8, tc_shuffle_b64(v, wide, 1))                                          \
    X(tc_shuffle_b64, src, 8, tc_shuffle_b64(wide, v, 1))                                          \
    X(tc_shuffle_xor_b64, dst, 8, tc_shuffle_xor_b64(v, wide, 1))                                  \
    X(tc_shuffle_xor_b64, src, 8, tc_shuffle_xor_b64(wide, v, 1))                                  \
    X(tc_shuffle_up_b64, dst, 8, tc_shuffle_up_b64(v, wide, 1))                                    \
    X(tc_shuffle_up_b64, src, 8, tc_shuffle_up_b64(wide, v, 1))                                    \
    X(tc_shuffle_down_b32, dst, 4, tc_shuffle_down_b32(v, wide, 1))                                \
    X(tc_shuffle_down_b32, src, 4, tc_shuffle_down_b32(wide, v, 1))                                \
    X(tc_select_b32, dst, 4, tc_select_b32(v, wide, wide, T % 2))                                  \
    X(tc_select_b32, a, 4, tc_select_b32(wide, v, wide, T % 2))                                    \
    X(tc_select_b32, b, 4, tc_select_b32(wide, wide, v, T % 2))                                    \
    X(tc_select_b64, dst, 8, tc_select_b64(v, wide, wide, T % 2))                                  \
    X(tc_select_b64, a, 8, tc_select_b64(wide, v, wide, T % 2))                                    \
    X(tc_select_b64, b, 8, tc_select_b64(wide, wide, v, T % 2))                                    \
    X(tc_permute_b32, dst, 4, tc_permute_b32(v, wide, wide, 0x5410))                               \
    X(tc_permute_b32, a, 4, tc_permute_b32(wide, v, wide, 0x5410))                                 \
    X(tc_permute_b32, b, 4, tc_permute_b32(wide, wide, v, 0x5410))                                 \
    X(tc_convert_f32_f16x2, dst, 4, tc_convert_f32_f16x2(v, wide))                                 \
    X(tc_convert_f32_f16x2, src, 8, tc_convert_f32_f16x2(wide, v))                                 \
    X(tc_convert_f32_bf16x2, dst, 4, tc_convert_f32_bf16x2(v, wide))                               \
    X(tc_convert_f32_bf16x2, src, 8, tc_convert_f32_bf16x2(wide, v))                               \
    X(tc_convert_f16x2_f32, dst, 8, tc_convert_f16x2_f32(v, wide))                                 \
    X(tc_convert_f16x2_f32, src, 4, tc_convert_f16x2_f32(wide, v))

/* Of these a name is enough: unoptimised, so that one kernel serves them all. The dtype at its end says how
 * many bytes. */
#define OF_ONE_ROWS(X)                                                                             \
    X(tc_redux_add_u32)                                                                            \
    X(tc_redux_min_u32)                                                                            \
    X(tc_redux_max_u32)                                                                            \
    X(tc_redux_min_i32)                                                                            \
    X(tc_redux_max_i32)                                                                            \
    X(tc_redux_and_b32)                                                                            \
    X(tc_redux_or_b32)                                                                             \
    X(tc_redux_xor_b32)                                                                            \
    X(tc_redux_min_f32)                                                                            \
    X(tc_redux_max_f32)
#define HALVES(X, dtype)                                                                           \
    X(tc_add_##dtype)                                                                              \
    X(tc_mul_##dtype)                                                                              \
    X(tc_min_##dtype)                                                                              \
    X(tc_max_##dtype)
#define OF_TWO_ROWS(X)                                                                             \
    HALVES(X, f16)                                                                                 \
    HALVES(X, f16x2)                                                                               \
    HALVES(X, bf16)                                                                                \
    HALVES(X, bf16x2)                                                                              \
    X(tc_add_f32)                                                                                  \
    X(tc_add_u32)                                                                                  \
    X(tc_max_f32)                                                                                  \
    X(tc_mul_f32)                                                                                  \
    X(tc_min_f32)                                                                                  \
    X(tc_mul_u32)                                                                                  \
    X(tc_min_u32)                                                                                  \
    X(tc_max_u32)                                                                                  \
    X(tc_min_i32)                                                                                  \
    X(tc_max_i32)                                                                                  \
    X(tc_and_b32)                                                                                  \
    X(tc_or_b32)                                                                                   \
    X(tc_xor_b32)                                                                                  \
    X(tc_add_f64)                                                                                  \
    X(tc_mul_f64)                                                                                  \
    X(tc_min_f64)                                                                                  \
    X(tc_max_f64)                                                                                  \
    X(tc_add_u64)                                                                                  \
    X(tc_mul_u64)                                                                                  \
    X(tc_min_u64)                                                                                  \
    X(tc_max_u64)                                                                                  \
    X(tc_min_i64)                                                                                  \
    X(tc_max_i64)                                                                                  \
    X(tc_and_b64)                                                                                  \
    X(tc_or_b64)                                                                                   \
    X(tc_xor_b64)
#define INDEX_ROWS(X)                                                                              \
    X(tc_index_if_f32)                                                                             \
    X(tc_index_if_b32)                                                                             \
    X(tc_index_if_f16)                                                                             \
    X(tc_index_if_bf16)                                                                            \
    X(tc_index_if_f64)                                                                             \
    X(tc_index_if_b64)
#define GROUP_ROWS(X)                                                                              \
    X(tc_shuffle_xor_group_b32)                                                                    \
    X(tc_shuffle_xor_group_b64)
/* 32 bits to 128, but not as the name says. */
#define PAIR_ROWS(X)                                                                               \
    X(tc_convert_i4x8_f16_pairs04)                                                                 \
    X(tc_convert_u4x8_f16_pairs04)                                                                 \
    X(tc_convert_i4x8_bf16_pairs04)                                                                \
    X(tc_convert_u4x8_bf16_pairs04)
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
#define EXACT_KERNEL(primitive, operand, bytes, ...)                                               \
    TC_KERNEL(exact_##primitive##_##operand, args) {                                               \
        unsigned char wide[64], v[bytes];                                                          \
        memset(v, 1, bytes);                                                                       \
        prepare(wide);                                                                             \
        (void)arg;                                                                                 \
        __VA_ARGS__;                                                                               \
    }
#define BOTH(...) SHORT_KERNEL(__VA_ARGS__) EXACT_KERNEL(__VA_ARGS__)
/* Those that are rows of generator/primitives/: `build/rows sizes` writes them. */
#define EXACT BOTH
#define INEXACT SHORT_KERNEL
#include "sizes.def"
#undef EXACT
#undef INEXACT
ROWS(BOTH)
MMA_ROWS(BOTH)

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
    const char *primitive, *operand;
    unsigned bytes;
    Kernel one_short, exact;
} rows[] = {
#define BOTH_OF(primitive, operand, bytes, ...)                                                    \
    {#primitive, #operand, bytes, short_##primitive##_##operand, exact_##primitive##_##operand},
#define SHORT_OF(primitive, operand, bytes, ...)                                                   \
    {#primitive, #operand, bytes, short_##primitive##_##operand, NULL},
#define EXACT BOTH_OF
#define INEXACT SHORT_OF
#include "sizes.def"
    ROWS(BOTH_OF) MMA_ROWS(BOTH_OF)};

/* ---- by name -------------------------------------------------------------------------------- */

#if !defined(__OPTIMIZE__)
typedef void (*OfOne)(void *dst, const void *src);
typedef void (*OfTwo)(void *dst, const void *a, const void *b);
typedef void (*Index)(void *dst, const void *a, const void *b, unsigned index);
typedef void (*Group)(void *dst, const void *src, unsigned mask, unsigned lanes);
typedef struct {
    const char *primitive;
    OfOne one;
    OfTwo two;
    Index index;
    Group group;
    unsigned bytes[2]; /* of dst, of each source; 0: as the name says */
} Named;
static const Named named[] = {
#define X(id, function, ptx, from, to, rounding, count, bits, feature, issue)                      \
    {#function, .one = function, .bytes = {(bits) / 8, 0}},
#include "generator/plan/conversions.def"
#undef X
#define PAIRS(primitive) {#primitive, .one = primitive, .bytes = {16, 4}},
#define ONE(primitive) {#primitive, .one = primitive},
#define TWO(primitive) {#primitive, .two = primitive},
#define INDEX(primitive) {#primitive, .index = primitive, .bytes = {4, 0}},
#define GROUP(primitive) {#primitive, .group = primitive},
    PAIR_ROWS(PAIRS) OF_ONE_ROWS(ONE) OF_TWO_ROWS(TWO) INDEX_ROWS(INDEX) GROUP_ROWS(GROUP)};

typedef struct {
    const Named *row;
    unsigned operand, bytes; /* dst, src or a, b; and how far from the end of the frame it begins */
} NamedArgs;

TC_KERNEL(of_name, NamedArgs) {
    unsigned char wide[64] = {0};
    unsigned char *v = (unsigned char *)__builtin_frame_address(0) - arg.bytes, kept = *v;
    void *dst = arg.operand == 0 ? v : wide;
    const void *a = arg.operand == 1 ? v : wide, *b = arg.operand == 2 ? v : wide;
    if (arg.row->one)
        arg.row->one(dst, a);
    else if (arg.row->group)
        arg.row->group(dst, a, 1, 8);
    else if (arg.row->index)
        arg.row->index(dst, a, b, 7);
    else
        arg.row->two(dst, a, b);
    *v = kept;
}

/* tc_add_f16x2: 16 * 2 / 8 bytes. */
static unsigned bytes_named(const char *primitive) {
    const char *dtype = strrchr(primitive, '_') + 1, *x = strchr(dtype, 'x');
    const unsigned bits = (unsigned)atoi(dtype + strcspn(dtype, "0123456789"));
    return bits * (x ? (unsigned)atoi(x + 1) : 1) / 8;
}

/* The dtype between two underscores: tc_convert_f32_e4m3x2 reads two words. */
static unsigned bytes_read(const Named *row, const char *from, unsigned count) {
    static const struct {
        const char *name;
        unsigned bits;
    } dtypes[] = {
        {"f32", 32},
        {"tf32", 32},
        {"f16", 16},
        {"bf16", 16},
        {"e4m3", 8},
        {"e5m2", 8},
        {"e2m1", 4},
        {"i8", 8},
        {"u8", 8},
        {"i4", 4},
        {"u4", 4}};
    for (unsigned i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        if (strcmp(dtypes[i].name, from) == 0)
            return dtypes[i].bits * count / 8;
    EXPECT_OF(row->primitive, 0);
    return 0;
}

static void named_is_checked(const Named *row, unsigned operand, unsigned bytes) {
    tc_emu_config c = quiet(32, 0);
    NamedArgs a = {row, operand, bytes - 1};
    char size[64], room[32];
    snprintf(size, sizeof size, "%u bytes of a variable of the kernel at", bytes);
    snprintf(room, sizeof room, "that has %u\n", bytes - 1);
    if (bytes == 1) { /* nothing would be left of the frame, but there is the last byte of it */
        a.bytes = 1;
        once_passes(row->primitive, c, of_name, &a);
        return;
    }
    fails(row->primitive, c, of_name, &a, TC_EMU_OUTSIDE, size);
    EXPECT_OF(row->primitive, strstr(tc_emu_last()->text, room) != NULL);
    EXPECT_OF(row->primitive, strcmp(tc_emu_last()->primitive, row->primitive) == 0);
}

static void test_named(void) {
    static const struct {
        const char *from;
        unsigned count;
    } conversions[] = {
#define X(id, function, ptx, from, to, rounding, count, bits, feature, issue) {from, count},
#include "generator/plan/conversions.def"
#undef X
    };
    for (unsigned i = 0; i < sizeof named / sizeof *named; i++) {
        const Named *row = &named[i];
        unsigned dst = row->bytes[0], src = row->bytes[1];
        if (i < sizeof conversions / sizeof *conversions)
            src = bytes_read(row, conversions[i].from, conversions[i].count);
        dst = dst ? dst : bytes_named(row->primitive);
        src = src ? src : bytes_named(row->primitive);
        named_is_checked(row, 0, dst);
        named_is_checked(row, 1, src);
        if (row->two || row->index)
            named_is_checked(row, 2, src);
    }
}
#else
static void test_named(void) {
}
#endif

int main(void) {
    tc_emu_config c = quiet(32, 1024);
    args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(1024, "g");
    memset(a.g, 1, 1024);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char size[64], room[32];
        snprintf(size, sizeof size, "%u bytes of a variable of the kernel at", rows[i].bytes);
        snprintf(room, sizeof room, "that has %u\n", rows[i].bytes - 1);
        if (rows[i].exact)
            passes(rows[i].primitive, c, rows[i].exact, &a);
#if !defined(__OPTIMIZE__)
        if (rows[i].bytes == 1) /* nothing is left of the frame */
            continue;
#endif
        fails(rows[i].primitive, c, rows[i].one_short, &a, TC_EMU_OUTSIDE, size);
        EXPECT_OF(rows[i].primitive, strstr(tc_emu_last()->text, room) != NULL);
        EXPECT_OF(rows[i].primitive, strcmp(tc_emu_last()->primitive, rows[i].primitive) == 0);
    }
    test_members(&a);
    tc_emu_gmem_free(a.g);
    test_named();
    return unit_finish();
}
