/* Tensor maps that a kernel changes: two problems of different extents and pitches in one launch, right and with one
 * thing wrong each time. */
#include "faults.h"
#include "numbers.h"
#include "tilecopy/tensormap.h"

enum { BOX_ROWS = 4, BOX_BYTES = BOX_ROWS * 64, MAP_AT = 512, BAR_AT = 768 };

static tc_tensormap first;
static tc_tensormap *maps; /* in global memory, one a warp */
static float *tensors[2];
static const unsigned rows[2] = {3, 7}, pitches[2] = {16, 32};

/* The map of problem `which`, of the one that the host made of another. */
static void change(tc_tensormap *map, unsigned which) {
    tc_tensormap_replace_address(map, tensors[which]);
    tc_tensormap_replace_extent_1(map, rows[which]);
    tc_tensormap_replace_stride_0(map, 4 * pitches[which]);
}

typedef enum {
    RIGHT,
    NO_ACQUIRE,
    NO_WARP_SYNC,
    OTHERS_ACQUIRE,
    FROM_SHARED,
    ODD_STRIDE,
    WIDE_STRIDE,
    NO_EXTENT,
    LARGE_BOX,
    ODD_BASE,
    OTHER_BOX,
    OTHER_COLUMNS,
    OTHER_TYPE,
    OTHER_SWIZZLE,
    HALF_A_WARP,
    BY_STORES,
    NOTHING_THERE,
    OFF_128,
    TWO_PLACES,
    BEHIND_THE_MAPS
} Form;

static void problem(Form form) {
    unsigned char *const smem = tc_smem();
    tc_tensormap *const map = (tc_tensormap *)(void *)(smem + MAP_AT + (form == OFF_128 ? 64 : 0));
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)(smem + BAR_AT);
    const unsigned which = form == RIGHT ? tc_cta_index() : 0;
    tc_tensormap *const own = &maps[form == BEHIND_THE_MAPS ? 2 : which];
    if (T == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
        for (unsigned i = 0; i < 128 && form != NOTHING_THERE; i += 16)
            tc_store_shared_b128((char *)map + i, (const char *)&first + i);
        change(map, which);
        if (form == ODD_STRIDE)
            tc_tensormap_replace_stride_0(map, 72);
        if (form == WIDE_STRIDE)
            tc_tensormap_replace_stride_0(map, 1ull << 40);
        if (form == NO_EXTENT)
            tc_tensormap_replace_extent_0(map, 0);
        if (form == LARGE_BOX)
            tc_tensormap_replace_box_0(map, 257);
        if (form == ODD_BASE)
            tc_tensormap_replace_address(map, tensors[0] + 1);
        if (form == OTHER_BOX)
            tc_tensormap_replace_box_1(map, 5);
        if (form == BY_STORES)
            tc_store_shared_b32((char *)map + 20, &which);
    }
    if (form != NO_WARP_SYNC)
        tc_warp_sync();
    if (form != HALF_A_WARP || T < 16)
        tc_tensormap_publish(form == TWO_PLACES && T % 2 ? own + 1 : own, map);
    if (form == OTHERS_ACQUIRE && T == 1)
        tc_tensormap_acquire(own);
    if (T == 0) {
        if (form != NO_ACQUIRE && form != OTHERS_ACQUIRE)
            tc_tensormap_acquire(own);
        TC_CHECK_TENSORMAP(
            own,
            form == OTHER_TYPE ? 6 : 7,
            form == OTHER_SWIZZLE ? 1 : 0,
            2,
            form == OTHER_COLUMNS ? 20 : 16,
            BOX_ROWS);
        tc_mbarrier_arrive_expect_tx(bar, BOX_BYTES);
        tc_tensor_gmem_to_smem_2d(smem, form == FROM_SHARED ? map : own, 0, 2, bar);
    }
    tc_mbarrier_wait(bar, 0);
    for (unsigned i = T; i < BOX_BYTES / 4; i += 32) {
        float v;
        tc_load_shared_b32(&v, smem + 4 * i);
        const unsigned row = 2 + i / 16;
        const float there =
            row < rows[which] ? (float)(1000 * which + row * pitches[which] + i % 16) : 0;
        if (v != there)
            tc_emu_check_failed("problem", "an element is another one");
    }
}

#define FORM(name, form)                                                                           \
    TC_KERNEL(name, args) {                                                                        \
        problem(form);                                                                             \
    }
FORM(right, RIGHT)
FORM(no_acquire, NO_ACQUIRE)
FORM(no_warp_sync, NO_WARP_SYNC)
FORM(others_acquire, OTHERS_ACQUIRE)
FORM(from_shared, FROM_SHARED)
FORM(odd_stride, ODD_STRIDE)
FORM(wide_stride, WIDE_STRIDE)
FORM(no_extent, NO_EXTENT)
FORM(large_box, LARGE_BOX)
FORM(odd_base, ODD_BASE)
FORM(other_box, OTHER_BOX)
FORM(other_columns, OTHER_COLUMNS)
FORM(other_type, OTHER_TYPE)
FORM(other_swizzle, OTHER_SWIZZLE)
FORM(half_a_warp, HALF_A_WARP)
FORM(by_stores, BY_STORES)
FORM(nothing_there, NOTHING_THERE)
FORM(off_128, OFF_128)
FORM(two_places, TWO_PLACES)
FORM(behind_the_maps, BEHIND_THE_MAPS)

/* ---- a map in shared memory that is none, or numbers that it cannot have ---------------------------- */

enum {
    MARK,
    SUM_OF_IT,
    BOX_0,
    BOX_1,
    BOX_256,
    BOX_257,
    STRIDE_TOP,
    ACQUIRE_BESIDE,
    FROM_OTHERS,
    OTHER_SOURCE
};
static unsigned edge;

TC_KERNEL(edges, args) {
    unsigned char *const map = SMEM;
    const unsigned bit = 1u << 7;
    for (unsigned i = 0; T == 0 && i < 256; i += 16)
        tc_store_shared_b128(map + i, (const char *)&first + i % 128);
    if (T == 0 && edge <= SUM_OF_IT) { /* one bit of the mark, or of a number behind it */
        unsigned v;
        tc_load_shared_b32(&v, map + (edge == MARK ? 4 : 40));
        v ^= bit;
        tc_store_shared_b32(map + (edge == MARK ? 4 : 40), &v);
    }
    if (T == 0 && edge == STRIDE_TOP)
        tc_tensormap_replace_stride_0(map, (1ull << 40) - 16);
    else if (T == 0 && edge <= BOX_257)
        tc_tensormap_replace_box_0(
            map,
            edge == BOX_0     ? 0
            : edge == BOX_256 ? 256
            : edge == BOX_257 ? 257
                              : 1);
    tc_warp_sync();
    if (edge == ACQUIRE_BESIDE)
        tc_tensormap_acquire((char *)maps + 64);
    if (edge == FROM_OTHERS || edge == OTHER_SOURCE)
        tc_tensormap_publish(maps, map + (edge == OTHER_SOURCE && T == 9 ? 128 : 0));
    if (edge == FROM_OTHERS) { /* once more, and an acquire of what nobody publishes */
        tc_tensormap_publish(maps, map);
        tc_tensormap_acquire(maps + 1);
    }
}

static void test_edges(args *a) {
    static const struct {
        unsigned edge;
        tc_emu_kind kind;
        const char *text;
    } rows_of[] = {
        {MARK, TC_EMU_ARGUMENT, "the 128 bytes are no tensor map: copy one that"},
        {SUM_OF_IT, TC_EMU_ARGUMENT, "the 128 bytes are no tensor map: copy one that"},
        {BOX_0, TC_EMU_ARGUMENT, "box of 0 elements: it has 1 to 256"},
        {BOX_1, TC_EMU_OK, ""},
        {BOX_256, TC_EMU_OK, ""},
        {BOX_257, TC_EMU_ARGUMENT, "box of 257 elements: it has 1 to 256"},
        {STRIDE_TOP, TC_EMU_OK, ""},
        {ACQUIRE_BESIDE, TC_EMU_MISALIGNED, "the address is not 128-byte aligned"},
        {FROM_OTHERS, TC_EMU_OK, ""},
        {OTHER_SOURCE, TC_EMU_DIVERGENT, "the lanes of the warp publish different maps"}};
    memset(maps, 0, 2 * sizeof *maps);
    for (unsigned i = 0; i < sizeof rows_of / sizeof *rows_of; i++) {
        static char name[20];
        edge = rows_of[i].edge;
        snprintf(name, sizeof name, "edge %u", edge);
        if (rows_of[i].kind == TC_EMU_OK)
            passes(name, quiet(32, 1024), edges, a);
        else
            fails(name, quiet(32, 1024), edges, a, rows_of[i].kind, rows_of[i].text);
        EXPECT_OF(name, rows_of[i].kind == TC_EMU_OK || tc_emu_last()->bytes == 128);
        EXPECT_OF(name, edge != ACQUIRE_BESIDE || tc_emu_last()->offset == 64);
    }
}

/* What a cluster acquired the next one has not. */
TC_KERNEL(next_cluster, args) {
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)(tc_smem() + BAR_AT);
    (void)arg;
    if (tc_cta_index() == 0)
        problem(RIGHT);
    else if (T == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(bar, BOX_BYTES);
        tc_tensor_gmem_to_smem_2d(tc_smem(), &maps[0], 0, 2, bar);
    }
}

static void test_next_cluster(args *a) {
    tc_emu_config c = quiet(32, 1024);
    c.grid = 2;
    c.name = "next_cluster";
    EXPECT(tc_emu_launch(&c, next_cluster, a) && tc_emu_last()->kind == TC_EMU_PROXY);
    EXPECT(tc_emu_last()->cta == 1 && tc_emu_last()->thread == 0);
    EXPECT(strstr(tc_emu_last()->text, "has not called tc_tensormap_acquire since"));
}

static const Fault faults[] = {
    F(no_acquire, 1, 32, PROXY, "has not called tc_tensormap_acquire since"),
    F(no_warp_sync,
      1,
      32,
      RACE,
      "reads the bytes that thread 0 of CTA 0 wrote, and no barrier orders "
      "the two\n|thread 1 (warp 0 lane 1), step 1: tc_tensormap_publish\n|4 "
      "bytes at 'dynamic shared memory' + 516 (0x204), "),
    F(others_acquire, 1, 32, PROXY, "has not called tc_tensormap_acquire since"),
    F(from_shared, 1, 32, ARGUMENT, "lies in shared memory"),
    F(odd_stride, 1, 32, ARGUMENT, "stride 72 is no multiple of 16 bytes"),
    F(wide_stride, 1, 32, ARGUMENT, "it is below 2^40 bytes"),
    F(no_extent, 1, 32, ARGUMENT, "extent 0: it is from 1 to 2^32"),
    F(large_box, 1, 32, ARGUMENT, "box of 257 elements: it has 1 to 256"),
    F(odd_base, 1, 32, ARGUMENT, "is no multiple of 16 bytes"),
    F(other_box, 1, 32, ARGUMENT, "is for boxes of 5 elements in dimension 1, not 4"),
    F(other_columns, 1, 32, ARGUMENT, "is for boxes of 16 elements in dimension 0, not 20"),
    F(other_type, 1, 32, ARGUMENT, "the tensor map has type 7, not 6"),
    F(other_swizzle, 1, 32, ARGUMENT, "the tensor map has swizzle 0, not 1"),
    F(half_a_warp,
      1,
      32,
      DIVERGENT,
      "lanes of one warp wait at different places\n|threads 0 to 15, |: "
      "tc_tensormap_publish (lanes 0xffffffff)\n|threads 16 to 31, |: "
      "tc_mbarrier_wait ('dynamic shared memory' + 768: phase 0, 1 of 1 "
      "arrivals missing, 0 bytes missing)\n"),
    F(by_stores, 1, 32, ARGUMENT, "are no tensor map"),
    F(nothing_there,
      1,
      32,
      UNINITIALISED,
      "no thread has written the bytes yet|: "
      "tc_tensormap_replace_address\n|128 bytes at 'dynamic shared memory' + "
      "512 (0x200), "),
    F(off_128,
      1,
      32,
      MISALIGNED,
      "the address is not 128-byte aligned\n|: "
      "tc_tensormap_replace_address\n|128 bytes at 'dynamic shared memory' + "
      "576 (0x240), "),
    F(two_places, 1, 32, DIVERGENT, "publish different maps"),
    F(behind_the_maps,
      1,
      32,
      OUTSIDE,
      "no buffer of global memory is there\n|: tc_tensormap_publish\n|4 bytes"
      " at 'maps' + 256 (0x100)\n"),
};

/* ---- what a tensor copy combines, by the type of its map: each with each operation, against numbers.h ---- */

enum { BYTES = 16, TYPES = 13, NONE = 99 };

/* By number of a map's type: what its elements are to a reduction, and which operations there are. */
#define SUMS (1u << ADD)
#define ENDS (1u << MIN | 1u << MAX)
#define BITS (1u << AND | 1u << OR | 1u << XOR)
static const struct {
    const char *name;
    unsigned type, operations;
} types[TYPES] = {
    {"u8", NONE, 0},
    {"u16", NONE, 0},
    {"u32", U32, SUMS | ENDS | BITS | 1u << INC | 1u << DEC},
    {"s32", S32, SUMS | ENDS | BITS},
    {"u64", U64, SUMS | ENDS | BITS},
    {"s64", S64, ENDS},
    {"f16", F16, SUMS | ENDS},
    {"f32", F32, SUMS},
    {"f64", F64, SUMS},
    {"bf16", BF16, SUMS | ENDS},
    {"f32, flushed", F32, SUMS},
    {"tf32", F32, SUMS},
    {"tf32, flushed", F32, SUMS}};

typedef struct {
    const tc_tensormap *map;
    const unsigned char *tile;
    unsigned operation;
} reduce_args;

TC_KERNEL(reduces, reduce_args) {
    tc_store_shared_b128(tc_smem(), arg.tile);
    tc_fence_async_smem();
#define OF(way, name)                                                                              \
    case way:                                                                                      \
        tc_tensor_reduce_##name##_to_gmem_1d(arg.map, tc_smem(), 0);                               \
        break;
    switch (arg.operation) {
        OF(ADD, add)
        OF(MIN, min)
        OF(MAX, max)
        OF(INC, inc)
        OF(DEC, dec)
        OF(AND, and)
        OF(OR, or)
        OF(XOR, xor)
    }
#undef OF
    tc_bulk_commit();
    tc_bulk_wait_0();
}

static unsigned long long number(unsigned type, int value) {
    return is_float(type) ? spell(value, type) : (unsigned long long)(long long)value;
}

/* One row of so many elements of a type, all of it in the box. */
static tc_tensormap row_map(unsigned of, void *base, unsigned count, const char *name) {
    tc_tensormap map;
    tc_tensormap_params p;
    memset(&p, 0, sizeof p);
    p.type = of;
    p.rank = 1;
    p.base = base;
    p.extent[0] = p.box[0] = count;
    p.element_stride[0] = 1;
    EXPECT_OF(name, tc_tensormap_encode(&map, &p) == NULL);
    return map;
}

static void combines(unsigned of, unsigned operation, unsigned char *tensor, const char *name) {
    const unsigned type = types[of].type, size = size_of(type);
    unsigned char tile[BYTES], want[BYTES];
    const tc_tensormap map = row_map(of, tensor, BYTES / size, name);
    for (unsigned i = 0; i < BYTES / size; i++) { /* -20 and 11, 14 and -9, and so on */
        const int there = (int)(i * 34) % 61 - 20, comes = 11 - (int)i * 20 % 47;
        const int any = size == 2 && operation != ADD; /* of such floats all bits, NaNs too */
        const unsigned long long a = any ? draw_half(type, i) : number(type, there);
        const unsigned long long b = any ? draw_half(type, i + 1) : number(type, comes);
        const unsigned long long both = combined(operation, type, a, b);
        memcpy(tensor + i * size, &a, size);
        memcpy(tile + i * size, &b, size);
        memcpy(want + i * size, &both, size);
    }
    reduce_args a = {&map, tile, operation};
    once_passes(name, quiet(1, 1024), reduces, &a);
    EXPECT_OF(name, memcmp(tensor, want, BYTES) == 0);
}

static void refuses(unsigned of, unsigned operation, unsigned char *tensor, const char *name) {
    static const unsigned size[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    unsigned char tile[BYTES] = {0};
    const tc_tensormap map = row_map(of, tensor, BYTES / size[of], name);
    reduce_args a = {&map, tile, operation};
    fails(
        name,
        quiet(1, 1024),
        reduces,
        &a,
        TC_EMU_ARGUMENT,
        of < 2 ? "no reduction of numbers of 8 or 16 bits" : "no GPU combines numbers of the map");
    EXPECT_OF(name, tc_emu_last()->bytes == BYTES);
}

static void test_types(void) {
    static const char *const operations[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor"};
    static char reduce_names[TYPES][8][40];
    unsigned char *const tensor = (unsigned char *)tc_emu_gmem_alloc(BYTES, "tensor");
    for (unsigned of = 0; of < TYPES; of++)
        for (unsigned k = ADD; k <= XOR; k++) {
            char *const name = reduce_names[of][k];
            snprintf(name, sizeof reduce_names[of][k], "%s of %s", operations[k], types[of].name);
            if (types[of].operations >> k & 1)
                combines(of, k, tensor, name);
            else if (of < 2 || (k != INC && k != DEC)) /* of other types these were not tried */
                refuses(of, k, tensor, name);
        }
    tc_emu_gmem_free(tensor);
}

int main(void) {
    args a = {NULL};
    tc_tensormap_params p = {
        .type = 7, .rank = 2, .extent = {16, 1}, .stride = {64}, .box = {16, BOX_ROWS}};
    p.element_stride[0] = p.element_stride[1] = 1;
    maps = tc_emu_gmem_alloc(2 * sizeof *maps, "maps");
    for (unsigned i = 0; i < 2; i++) {
        tensors[i] = tc_emu_gmem_alloc(4 * rows[i] * pitches[i], "tensor");
        for (unsigned k = 0; k < rows[i] * pitches[i]; k++)
            tensors[i][k] = (float)(1000 * i + k);
    }
    p.base = tensors[1];
    EXPECT(!tc_tensormap_encode(&first, &p));
    test_next_cluster(&a);
    planted(faults, sizeof faults / sizeof *faults, &a);
    tc_emu_config two = quiet(32, 1024);
    two.grid = 2;
    passes("right", two, right, &a);
    reports_match("tensormap_faults");
    test_edges(&a);
    test_types();
    return unit_finish();
}
