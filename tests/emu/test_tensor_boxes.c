/* Boxes that follow the tile: generated functions of tma_auto, and of 4 and 5 dimensions, on tensors, origins and
 * pitches at random against element by element. The header is made of tests/descriptions/tma_auto.tc. */
#define TC_CHECK 1
#include "emu_test.h"
#include "tma_auto_gen.h"
#include <stdbool.h>

static tc_tensormap map;

enum { THREADS = 64, TILE = 64 * 128 * 2, BAR_AT = TILE, LAUNCHES = 10 * ORDERS };
enum {
    PANELS,
    CLIPPED,
    LONG,
    SPLIT,
    LOAD_4D,
    LOAD_5D,
    STORE_CLIPPED,
    ADD_LONG,
    SUM_HALF,
    TF32,
    LOAD_PIECES,
    STORE_PIECES,
    WHOLE,
    BLOCKS,
    STORE_WHOLE,
    LOAD_HALVES,
    STORE_HALVES,
    FORMS
};

static const unsigned bytes_of[FORMS] = {
    TC_LOAD_PANELS_BYTES,
    TC_LOAD_CLIPPED_BYTES,
    TC_LOAD_LONG_BYTES,
    TC_LOAD_SPLIT_BYTES,
    TC_LOAD_4D_BYTES,
    TC_LOAD_5D_BYTES,
    TC_STORE_CLIPPED_BYTES,
    TC_ADD_LONG_BYTES,
    TC_SUM_HALF_BYTES,
    TC_LOAD_TF32_BYTES,
    TC_LOAD_PIECES_BYTES,
    TC_STORE_PIECES_BYTES,
    TC_LOAD_WHOLE_BYTES,
    TC_LOAD_BLOCKS_BYTES,
    TC_STORE_WHOLE_BYTES,
    TC_LOAD_HALVES_BYTES,
    TC_STORE_HALVES_BYTES};

typedef struct {
    const tc_tensormap *map;
    unsigned char *words; /* a tile, in or out */
    int at[5];            /* outermost first */
    unsigned form;
} args;

static void call_load(const args *a, void *tile, tc_mbarrier *bar) {
    const int *at = a->at;
    switch (a->form) {
    case PANELS:
        tc_load_panels((tc_f16 *)tile, a->map, (unsigned)at[0], (unsigned)at[1], bar);
        break;
    case CLIPPED:
        tc_load_clipped((tc_f16 *)tile, a->map, at[0], at[1], bar);
        break;
    case WHOLE:
        tc_load_whole((tc_f16 *)tile, a->map, at[0], at[1], bar);
        break;
    case BLOCKS:
        tc_load_blocks((tc_f16 *)tile, a->map, at[0], at[1], bar);
        break;
    case LOAD_HALVES:
        tc_load_halves((tc_f16 *)tile, a->map, at[0], at[1], bar);
        break;
    case LONG:
        tc_load_long((tc_f16 *)tile, a->map, bar);
        break;
    case SPLIT:
        tc_load_split((tc_f16 *)tile, a->map, bar);
        break;
    case LOAD_4D:
        tc_load_4d((tc_f16 *)tile, a->map, at[0], at[1], at[2], at[3], bar);
        break;
    case TF32:
        tc_load_tf32((float *)tile, a->map, at[0], at[1], bar);
        break;
    case LOAD_PIECES:
        tc_load_pieces((tc_f16 *)tile, a->map, (unsigned)at[0], (unsigned)at[1], bar);
        break;
    default:
        tc_load_5d((float *)tile, a->map, at[0], at[1], at[2], at[3], at[4], bar);
    }
}

TC_KERNEL(load, args) {
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)(tc_smem() + BAR_AT);
    unsigned v;
    if (tc_thread_index() == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(bar, bytes_of[arg.form]);
    }
    tc_cta_sync();
    if (tc_thread_index() < 32)
        call_load(&arg, tc_smem(), bar);
    tc_mbarrier_wait(bar, 0);
    for (unsigned i = 4 * tc_thread_index(); i < bytes_of[arg.form]; i += 4 * THREADS) {
        tc_load_shared_b32(&v, tc_smem() + i);
        tc_store_global_b32(arg.words + i, &v);
    }
}

TC_KERNEL(store, args) {
    const unsigned y = (unsigned)arg.at[0], x = (unsigned)arg.at[1];
    unsigned v;
    for (unsigned i = 4 * tc_thread_index(); i < bytes_of[arg.form]; i += 4 * THREADS) {
        tc_load_global_b32(&v, arg.words + i);
        tc_store_shared_b32(tc_smem() + i, &v);
    }
    tc_fence_async_smem();
    tc_cta_sync();
    if (tc_thread_index() < 32) {
        const void *const tile = tc_smem();
        if (arg.form == STORE_CLIPPED)
            tc_store_clipped(arg.map, (const tc_f16 *)tile, y, x);
        else if (arg.form == STORE_WHOLE)
            tc_store_whole(arg.map, (const tc_f16 *)tile, y, x);
        else if (arg.form == STORE_HALVES)
            tc_store_halves(arg.map, (const tc_f16 *)tile, y, x);
        else if (arg.form == STORE_PIECES)
            tc_store_pieces(arg.map, (const float *)tile, y, x);
        else if (arg.form == ADD_LONG)
            tc_add_long(arg.map, (const unsigned *)tile);
        else
            tc_sum_half(arg.map, (const tc_f16 *)tile, y, x);
        tc_bulk_wait_0();
    }
}

static unsigned state = 1;
static unsigned below(unsigned n) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

/* Extents and pitches of a tensor of up to five dimensions, outermost first; the last pitch is 1. */
typedef struct {
    unsigned rank, extent[5], pitch[5], bytes, size; /* of an element, of all in elements */
    unsigned char *at, *words;
} tensor;

static tensor tensor_new(unsigned rank, unsigned bytes, const unsigned *extent) {
    tensor t = {.rank = rank, .bytes = bytes, .size = 1};
    for (unsigned d = rank; d-- > 0;) {
        t.extent[d] = extent[d];
        t.pitch[d] = t.size;
        t.size = (t.size * extent[d] + 16 / bytes - 1) / (16 / bytes) * (16 / bytes);
        if (rank > 2 && d) /* some room between the rows */
            t.size += 16 / bytes * below(2);
    }
    t.at = tc_emu_gmem_alloc(bytes * t.size, "tensor");
    t.words = tc_emu_gmem_alloc(TILE, "words");
    for (unsigned i = 0; i < bytes * t.size; i++)
        t.at[i] = (unsigned char)(i * 40503u >> 5 | 1);
    for (unsigned i = 0; i < TILE; i++)
        t.words[i] = (unsigned char)(i * 2654435761u >> 13);
    return t;
}

static void tensor_free(tensor t) {
    tc_emu_gmem_free(t.at);
    tc_emu_gmem_free(t.words);
}

/* The element at the origin plus `by`; outside NULL. */
static unsigned char *element(const tensor *t, const int *origin, const unsigned *by) {
    size_t at = 0;
    for (unsigned d = 0; d < t->rank; d++) {
        const long x = origin[d] + (long)by[d];
        if (x < 0 || x >= (long)t->extent[d])
            return NULL;
        at += (size_t)x * t->pitch[d];
    }
    return t->at + at * t->bytes;
}

static bool is_element(const tensor *t, const int *origin, const unsigned *by, unsigned tile_at) {
    static const unsigned char zero[8];
    const unsigned char *e = element(t, origin, by);
    return memcmp(t->words + tile_at * t->bytes, e ? e : zero, t->bytes) == 0;
}

/* Panels of 64 columns, 16-byte chunk c of row r at chunk c ^ r % 8. */
static unsigned in_panels(unsigned r, unsigned c) {
    return c / 64 * 4096 + r * 64 + (c % 64 ^ r % 8 * 8);
}

static void once(const char *name, void (*kernel)(void *), args *a, unsigned seed) {
    tc_emu_config c = quiet(THREADS, TILE + 8);
    c.seed = seed;
    once_passes(name, c, kernel, a);
}

static void panels(unsigned n, bool clipped) {
    const unsigned extent[2] = {64 + below(80), 128 + 8 * below(12)};
    tensor t = tensor_new(2, 2, extent);
    args a = {.map = &map, .words = t.words, .form = clipped ? CLIPPED : PANELS};
    a.at[0] = clipped ? (int)below(240) - 80 : (int)below(extent[0] - 63);
    a.at[1] = 8 * (clipped ? (int)below(40) - 18 : (int)below(extent[1] / 8 - 15));
    EXPECT(
        (clipped ? tc_load_clipped_tensormap
                 : tc_load_panels_tensormap)(&map, t.at, extent[0], extent[1], t.pitch[0]) == NULL);
    once("panels", load, &a, n % 3);
    unsigned wrong = 0;
    for (unsigned i = 0; i < 64 * 128; i++) {
        const unsigned by[2] = {i / 128, i % 128};
        wrong += !is_element(&t, a.at, by, in_panels(by[0], by[1]));
    }
    EXPECT(wrong == 0);
    tensor_free(t);
}

/* Panels of 64 columns as a dimension, and blocks of 32 rows in them: neither is ever partly outside. The tensor may
 * end inside of the tile, and the tile begin before it or behind it. */
static void whole_panels(unsigned n, bool blocks) {
    static const unsigned char nan[2] = {0xf7, 0x7f}, zero[2] = {0};
    const unsigned extent[2] = {blocks ? 32 * (1 + below(4)) : 1 + below(140), 64 * (1 + below(4))};
    tensor t = tensor_new(2, 2, extent);
    args a = {.map = &map, .words = t.words, .form = blocks ? BLOCKS : WHOLE};
    unsigned wrong = 0;
    a.at[0] = blocks ? 32 * ((int)below(8) - 3) : (int)below(240) - 80;
    a.at[1] = 64 * ((int)below(8) - 3);
    EXPECT(
        (blocks ? tc_load_blocks_tensormap
                : tc_load_whole_tensormap)(&map, t.at, extent[0], extent[1], t.pitch[0]) == NULL);
    once("whole panels", load, &a, n % 3);
    for (unsigned i = 0; i < 64 * 128; i++) {
        const unsigned by[2] = {i / 128, i % 128}, chunk = by[1] % 64 ^ by[0] % 8 * 8;
        const unsigned char *e = element(&t, a.at, by);
        const unsigned block = by[0] / 32 * 4096 + by[1] / 64 * 2048 + by[0] % 32 * 64 + chunk;
        const unsigned at = blocks ? block : in_panels(by[0], by[1]);
        wrong += memcmp(t.words + 2 * at, e ? e : blocks ? nan : zero, 2) != 0;
    }
    EXPECT(wrong == 0);
    tensor_free(t);
}

/* Rows of 512 columns as two pieces of 256, each of which is inside of the tensor or outside. */
static void halves(bool stores) {
    const unsigned extent[2] = {1 + below(40), 256 * (1 + below(4))};
    tensor t = tensor_new(2, 2, extent), was = t;
    args a = {.map = &map, .words = t.words, .form = stores ? STORE_HALVES : LOAD_HALVES};
    unsigned wrong = 0;
    a.at[0] = (int)below(60) - (stores ? 0 : 20);
    a.at[1] = 256 * ((int)below(6) - (stores ? 0 : 2));
    was.at = malloc(2 * t.size);
    memcpy(was.at, t.at, 2 * t.size);
    EXPECT(
        (stores ? tc_store_halves_tensormap
                : tc_load_halves_tensormap)(&map, t.at, extent[0], extent[1], t.pitch[0]) == NULL);
    once("halves", stores ? store : load, &a, 0);
    for (unsigned i = 0; i < 16 * 512; i++) {
        const unsigned by[2] = {i / 512, i % 512};
        unsigned char *e = stores ? element(&was, a.at, by) : NULL;
        if (e)
            memcpy(e, t.words + 2 * i, 2);
        wrong += !stores && !is_element(&t, a.at, by, i);
    }
    EXPECT(wrong == 0 && memcmp(was.at, t.at, 2 * t.size) == 0);
    free(was.at);
    tensor_free(t);
}

/* The host checks the facts, and the kernel those of its coordinates. */
static void whole_panels_facts(void) {
    const unsigned extent[2] = {80, 192};
    tensor t = tensor_new(2, 2, extent);
    args a = {.map = &map, .words = t.words, .at = {0, 32}, .form = WHOLE};
    const char *broken = tc_load_whole_tensormap(&map, t.at, 80, 200, 200);
    EXPECT(broken && strstr(broken, "K % 64 == 0"));
    broken = tc_load_blocks_tensormap(&map, t.at, 80, 192, 192);
    EXPECT(broken && strstr(broken, "M % 32 == 0"));
    EXPECT(tc_load_whole_tensormap(&map, t.at, 80, 192, 192) == NULL);
#if TC_ON_DEVICE
    (void)a;
#else
    fails("half_a_panel", quiet(THREADS, TILE + 8), load, &a, TC_EMU_CHECK, "k % 64 == 0");
#endif
    tensor_free(t);
}

static bool overlaps(const char *broken, const char *stride) {
    return broken && strstr(broken, stride) && strstr(broken, "overlap");
}

/* Rows and slices that are stored do not overlap. A dimension of one element has no say, whatever its stride is. */
static void stored_apart(void) {
    const unsigned extent[3] = {3, 5, 64};
    tensor t = tensor_new(3, 2, extent);
    EXPECT(tc_store_volume_tensormap(&map, t.at, 3, 5, 64, 360, 72) == NULL);
    EXPECT(tc_store_volume_tensormap(&map, t.at, 1, 5, 64, 8, 72) == NULL);
    EXPECT(tc_store_volume_tensormap(&map, t.at, 3, 1, 64, 64, 8) == NULL);
    EXPECT(overlaps(tc_store_volume_tensormap(&map, t.at, 3, 5, 64, 352, 72), "dimension 2"));
    EXPECT(overlaps(tc_store_volume_tensormap(&map, t.at, 3, 5, 64, 360, 56), "dimension 1"));
    EXPECT(overlaps(tc_store_volume_tensormap(&map, t.at, 3, 1, 64, 56, 8), "dimension 2"));
    EXPECT(overlaps(tc_store_volume_tensormap(&map, t.at, 3, 1, 64, 56, 0), "dimension 2"));
    tensor_free(t);
}

/* What an H200 made of these: to nearest even on 13 bits; the largest becomes infinity, a NaN that of
 * tf32, and a number below 2^-126 stays one. */
static const unsigned rounded[][2] = {
    {0x3f801000, 0x3f800000},
    {0x3f803000, 0x3f804000},
    {0x3f800fff, 0x3f800000},
    {0x3f801001, 0x3f802000},
    {0xbf801001, 0xbf802000},
    {0x7f7fffff, 0x7f800000},
    {0xff800000, 0xff800000},
    {0x7f800001, 0x7fffe000},
    {0xffc12345, 0x7fffe000},
    {0x00003000, 0x00004000},
    {0x80000000, 0x80000000},
    {0x00000fff, 0x00000000}};

/* Two panels of 32 columns, chunk c of row r at chunk c ^ r % 8; what lies outside is the map's NaN, as
 * it is. */
static void tf32(unsigned n) {
    enum { KINDS = sizeof rounded / sizeof *rounded };
    const unsigned extent[2] = {1 + below(100), 4 * (1 + below(30))};
    tensor t = tensor_new(2, 4, extent);
    unsigned *const numbers = (unsigned *)(void *)t.at, *const words = (unsigned *)(void *)t.words;
    args a = {.map = &map, .words = t.words, .form = TF32};
    unsigned wrong = 0;
    for (unsigned i = 0; i < t.size; i++)
        numbers[i] = rounded[i % KINDS][0];
    a.at[0] = (int)below(150) - 40;
    a.at[1] = 4 * ((int)below(40) - 10);
    EXPECT(tc_load_tf32_tensormap(&map, t.at, extent[0], extent[1], t.pitch[0]) == NULL);
    once("tf32", load, &a, n % 3);
    for (unsigned i = 0; i < 64 * 64; i++) {
        const unsigned by[2] = {i / 64, i % 64};
        const unsigned char *e = element(&t, a.at, by);
        const unsigned at = by[1] / 32 * 2048 + by[0] * 32 + (by[1] % 32 ^ by[0] % 8 * 4);
        wrong += words[at] != (e ? rounded[(size_t)(e - t.at) / 4 % KINDS][1] : 0x7ff77ff7);
    }
    EXPECT(wrong == 0);
    tensor_free(t);
}

/* Rows of 256 f16 as four pieces of a swizzle's span, of 1024 f32 as four of 256, anywhere inside. */
static void pieces(unsigned n) {
    const unsigned extent[2] = {16 + below(20), 256 + 8 * below(12)};
    tensor t = tensor_new(2, 2, extent);
    args a = {.map = &map, .words = t.words, .form = LOAD_PIECES};
    unsigned wrong = 0;
    a.at[0] = (int)below(extent[0] - 15);
    a.at[1] = 8 * (int)below(extent[1] / 8 - 31);
    EXPECT(tc_load_pieces_tensormap(&map, t.at, extent[0], extent[1], t.pitch[0]) == NULL);
    once("pieces", load, &a, n % 3);
    for (unsigned i = 0; i < 16 * 256; i++) {
        const unsigned by[2] = {i / 256, i % 256};
        wrong += !is_element(&t, a.at, by, i ^ i / 64 % 8 * 8);
    }
    EXPECT(wrong == 0);
    tensor_free(t);

    const unsigned long_rows[2] = {4 + below(3), 1024 + 4 * below(30)};
    tensor s = tensor_new(2, 4, long_rows);
    args b = {.map = &map, .words = s.words, .form = STORE_PIECES};
    float *was = malloc(4 * s.size);
    b.at[0] = (int)below(long_rows[0] - 3);
    b.at[1] = 4 * (int)below(long_rows[1] / 4 - 255);
    memcpy(was, s.at, 4 * s.size);
    EXPECT(tc_store_pieces_tensormap(&map, s.at, long_rows[0], long_rows[1], s.pitch[0]) == NULL);
    once("pieces out", store, &b, n % 3);
    for (unsigned r = 0; r < 4; r++)
        memcpy(was + ((unsigned)b.at[0] + r) * s.pitch[0] + b.at[1], s.words + 4096 * r, 4096);
    EXPECT(memcmp(was, s.at, 4 * s.size) == 0);
    free(was);
    tensor_free(s);
}

static void whole(unsigned form, unsigned rows, unsigned columns) {
    const unsigned extent[2] = {rows, columns};
    tensor t = tensor_new(2, 2, extent);
    args a = {.map = &map, .words = t.words, .form = form};
    EXPECT((form == LONG ? tc_load_long_tensormap : tc_load_split_tensormap)(&map, t.at) == NULL);
    once("whole", load, &a, 1);
    EXPECT(memcmp(t.words, t.at, 2 * rows * columns) == 0);
    tensor_free(t);
}

static void many_dimensions(unsigned rank) {
    static const unsigned box4[4] = {2, 3, 4, 16}, box5[5] = {2, 2, 3, 4, 4};
    const unsigned *box = rank == 4 ? box4 : box5, bytes = rank == 4 ? 2 : 4;
    unsigned extent[5] = {0}, wrong = 0, count = 1;
    args a = {.map = &map, .form = rank == 4 ? LOAD_4D : LOAD_5D};
    for (unsigned d = 0; d < rank; d++) {
        extent[d] = 1 + below(d + 1 == rank ? 40 : 6);
        a.at[d] = (int)below(10) - 5;
        count *= box[d];
    }
    a.at[rank - 1] = (int)(16 / bytes) * ((int)below(6) - 3);
    tensor t = tensor_new(rank, bytes, extent);
    const unsigned *p = t.pitch;
    a.words = t.words;
    EXPECT(
        (rank == 4 ? tc_load_4d_tensormap(
                         &map, t.at, extent[0], extent[1], extent[2], extent[3], p[0], p[1], p[2])
                   : tc_load_5d_tensormap(
                         &map,
                         t.at,
                         extent[0],
                         extent[1],
                         extent[2],
                         extent[3],
                         extent[4],
                         p[0],
                         p[1],
                         p[2],
                         p[3])) == NULL);
    once("many dimensions", load, &a, 0);
    for (unsigned i = 0; i < count; i++) {
        unsigned by[5], rest = i;
        for (unsigned d = rank; d-- > 0; rest /= box[d])
            by[d] = rest % box[d];
        wrong += !is_element(&t, a.at, by, i);
    }
    EXPECT(wrong == 0);
    tensor_free(t);
}

static void stores(bool panels_whole) {
    const unsigned unit = panels_whole ? 64 : 8;
    const unsigned extent[2] = {1 + below(100), unit * (1 + below(240 / unit))};
    tensor t = tensor_new(2, 2, extent), was;
    args a = {.map = &map, .words = t.words, .form = panels_whole ? STORE_WHOLE : STORE_CLIPPED};
    a.at[0] = (int)below(120);
    a.at[1] = (int)(unit * below(256 / unit));
    was = t;
    was.at = malloc(2 * t.size);
    memcpy(was.at, t.at, 2 * t.size);
    EXPECT(
        (panels_whole ? tc_store_whole_tensormap : tc_store_clipped_tensormap)(
            &map, t.at, extent[0], extent[1], t.pitch[0]) == NULL);
    once("stores", store, &a, 0);
    for (unsigned i = 0; i < 64 * 128; i++) {
        const unsigned by[2] = {i / 128, i % 128};
        unsigned char *e = element(&was, a.at, by);
        if (e)
            memcpy(e, t.words + 2 * in_panels(by[0], by[1]), 2);
    }
    EXPECT(memcmp(was.at, t.at, 2 * t.size) == 0);
    free(was.at);
    tensor_free(t);
}

static void sums(void) {
    const unsigned extent[2] = {4, 512};
    tensor t = tensor_new(2, 4, extent);
    args a = {.map = &map, .words = t.words, .form = ADD_LONG};
    unsigned want[2048], wrong = 0;
    for (unsigned i = 0; i < 2048; i++)
        want[i] = ((unsigned *)(void *)t.at)[i] + ((unsigned *)(void *)t.words)[i];
    EXPECT(tc_add_long_tensormap(&map, t.at) == NULL);
    once("sums", store, &a, 0);
    EXPECT(memcmp(want, t.at, sizeof want) == 0);
    tensor_free(t);

    /* Of f16: 1 and 2 (0x3c00, 0x4000) make 3 (0x4200) where the box is, at (3, 8) of 20 x 16. */
    const unsigned small[2] = {20, 16};
    tensor h = tensor_new(2, 2, small);
    for (unsigned i = 0; i < h.size; i++)
        ((unsigned short *)(void *)h.at)[i] = 0x3c00;
    for (unsigned i = 0; i < 512; i++)
        ((unsigned short *)(void *)h.words)[i] = 0x4000;
    args b = {.map = &map, .words = h.words, .at = {3, 8}, .form = SUM_HALF};
    EXPECT(tc_sum_half_tensormap(&map, h.at, 20, 16, 16) == NULL);
    once("sums of f16", store, &b, 0);
    for (unsigned i = 0; i < 320; i++)
        wrong +=
            ((unsigned short *)(void *)h.at)[i] != (i / 16 >= 3 && i % 16 >= 8 ? 0x4200 : 0x3c00);
    EXPECT(wrong == 0);
    tensor_free(h);
}

int main(void) {
    for (unsigned n = 0; n < LAUNCHES; n++) {
        panels(n, false);
        panels(n, true);
        many_dimensions(4);
        many_dimensions(5);
        stores(false);
        stores(true);
        whole_panels(n, false);
        whole_panels(n, true);
        halves(false);
        halves(true);
        tf32(n);
        pieces(n);
    }
    whole(LONG, 16, 512);
    whole(SPLIT, 304, 24);
    sums();
    whole_panels_facts();
    stored_apart();
    return unit_finish();
}
