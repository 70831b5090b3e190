/* Rows that indices pick, by tensor copies of four: the functions of tests/descriptions/tma_gather.tc, of which the
 * header is made, on arrays and indices at random against byte by byte. */
#define TC_CHECK 1
#include "emu_test.h"
#include "tma_gather_gen.h"
#include <stdbool.h>

static tc_tensormap map;

enum {
    THREADS = 64,
    TILE = 256 * 64 * 2,
    INDEX_AT = TILE,
    BAR_AT = TILE + 1024,
    BYTES = BAR_AT + 8
};
enum { LAUNCHES = 6 * ORDERS, ROWS = 256 };
typedef enum {
    BATCHES,
    PAIRS,
    COLUMNS,
    THIRD,
    HALVES,
    RING,
    POLICY,
    NIBBLES,
    FIXED,
    ONE_FOUR,
    BY_THREAD,
    OUT_REGISTERS,
    OUT_BATCHES,
    OUT_COLUMNS,
    FORMS
} Form;

/* A tile: rows of so many bytes that are copied, how far apart they are, bits of their swizzle, at which byte the tile
 * begins, how far apart the indices are. */
typedef struct {
    const char *name;
    unsigned rows, row, pitch, swizzle, begin, index, widest;
} Tile;
static const Tile tiles[FORMS] = {
    {"in_batches", 256, 128, 128, 3, 0, 1, 128},
    {"pairs", 32, 1024, 1024, 0, 0, 1, 1024},
    {"columns", 32, 128, 128, 3, 0, 1, 512},
    {"every_third", 32, 128, 128, 3, 0, 3, 128},
    {"two_halves", 32, 128, 128, 0, 0, 1, 128},
    {"ring", 64, 128, 128, 3, 2 * 64 * 128, 1, 128},
    {"with_policy", 64, 128, 128, 3, 0, 1, 128},
    {"nibbles", 16, 32, 32, 0, 0, 1, 32},
    {"fixed_pitch", 8, 32, 32, 1, 0, 1, 32},
    {"one_four", 4, 128, 128, 0, 0, 1, 128},
    {"by_thread", 80, 128, 128, 0, 0, 1, 128},
    {"out_of_registers", 16, 512, 128, 0, 0, 1, 512},
    {"out_in_batches", 256, 128, 128, 3, 0, 1, 128},
    {"out_columns", 32, 128, 128, 3, 0, 1, 512}};

/* Byte b of row r of the tile. */
static unsigned place(Form form, unsigned r, unsigned b) {
    const Tile *t = &tiles[form];
    const unsigned panel = form == OUT_REGISTERS ? b / 128 : 0;
    const unsigned at = t->begin + r * t->pitch + b - 128 * panel + panel % 2 * 2048 +
                        panel / 2 * 8192 + (form == HALVES && r >= 16 ? 4096 * 2 - 16 * 128 : 0);
    return at ^ (at >> 7 & ((1u << t->swizzle) - 1)) << 4;
}

typedef struct {
    const tc_tensormap *map;
    const int *index;     /* in global memory */
    unsigned char *words; /* the tile, in or out */
    unsigned k;
    Form form;
} args;

static void load_by_warp(const args *a, void *tile, const int *index, tc_mbarrier *bar) {
    switch (a->form) {
    case BATCHES:
        tc_in_batches((tc_bf16 *)tile, a->map, (const unsigned *)(const void *)a->index, bar);
        break;
    case PAIRS:
        tc_pairs((tc_f16 *)tile, a->map, index, bar);
        break;
    case COLUMNS:
        tc_columns((tc_f16 *)tile, a->map, index, a->k, bar);
        break;
    case THIRD:
        tc_every_third((float *)tile, a->map, index, bar);
        break;
    case HALVES:
        tc_two_halves((tc_f16 *)tile, a->map, index, bar);
        break;
    case RING:
        tc_ring((tc_f16 *)tile, a->map, index, 2, bar);
        break;
    case POLICY:
        tc_with_policy((tc_f16 *)tile, a->map, index, 1, bar);
        break;
    case NIBBLES:
        tc_nibbles((tc_i4 *)tile, a->map, index, bar);
        break;
    default:
        tc_fixed_pitch((tc_e4m3 *)tile, a->map, index, bar);
    }
}

static void load_by_thread(const args *a, void *tile, const int *index, tc_mbarrier *bar) {
    int four[4];
    if (a->form == BY_THREAD) {
        tc_by_thread((float *)tile, a->map, (const unsigned *)(const void *)index, bar);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        tc_load_shared_b32(four + i, index + i);
    tc_one_four((tc_f16 *)tile, four, a->map, bar);
}

static int *bring_index(const args *a) {
    int *const index = (int *)(void *)(tc_smem() + INDEX_AT);
    unsigned v;
    for (unsigned i = tc_thread_index(); i < tiles[a->form].index * tiles[a->form].rows;
         i += THREADS) {
        tc_load_global_b32(&v, a->index + i);
        tc_store_shared_b32(index + i, &v);
    }
    return index;
}

TC_KERNEL(load, args) {
    const unsigned bytes = tiles[arg.form].rows * tiles[arg.form].row;
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)(tc_smem() + BAR_AT);
    int *const index = bring_index(&arg);
    if (tc_thread_index() == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(bar, bytes);
    }
    tc_cta_sync();
    if (arg.form >= ONE_FOUR && tc_thread_index() == 7)
        load_by_thread(&arg, tc_smem(), index, bar);
    if (arg.form < ONE_FOUR && tc_thread_index() < 32)
        load_by_warp(&arg, tc_smem(), index, bar);
    tc_mbarrier_wait(bar, 0);
    for (unsigned i = tc_thread_index(); i < bytes / 4; i += THREADS) {
        unsigned v;
        const unsigned row = 4 * i / tiles[arg.form].row;
        tc_load_shared_b32(&v, tc_smem() + place(arg.form, row, 4 * i % tiles[arg.form].row));
        tc_store_global_b32(arg.words + 4 * i, &v);
    }
}

TC_KERNEL(store, args) {
    int *const index = bring_index(&arg);
    unsigned v, rows[16];
    for (unsigned i = tc_thread_index(); i < tiles[arg.form].rows * tiles[arg.form].row / 4;
         i += THREADS) {
        const unsigned row = 4 * i / tiles[arg.form].row;
        tc_load_global_b32(&v, arg.words + 4 * i);
        tc_store_shared_b32(tc_smem() + place(arg.form, row, 4 * i % tiles[arg.form].row), &v);
    }
    tc_fence_async_smem();
    tc_cta_sync();
    if (arg.form == OUT_REGISTERS && tc_thread_index() == 7) {
        for (unsigned i = 0; i < 16; i++)
            tc_load_shared_b32(rows + i, index + i);
        tc_out_of_registers(arg.map, rows, (const float *)(const void *)tc_smem());
        tc_bulk_wait_0();
    }
    if (arg.form != OUT_REGISTERS && tc_thread_index() < 32) {
        if (arg.form == OUT_BATCHES)
            tc_out_in_batches(
                arg.map,
                (const tc_bf16 *)(const void *)tc_smem(),
                (const unsigned *)(const void *)arg.index,
                1);
        else
            tc_out_columns(arg.map, (const tc_f16 *)(const void *)tc_smem(), index, arg.k);
        tc_bulk_wait_0();
    }
}

static unsigned state = 1;
static unsigned below(unsigned n) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

/* `wide` and `pitch` in bytes. */
static const char *make_map(Form form, void *base, unsigned rows, unsigned wide, unsigned pitch) {
    switch (form) {
    case BATCHES:
        return tc_in_batches_tensormap(&map, base, rows, pitch / 2);
    case PAIRS:
        return tc_pairs_tensormap(&map, base, rows, pitch / 2);
    case COLUMNS:
        return tc_columns_tensormap(&map, base, rows, wide / 2, pitch / 2);
    case THIRD:
        return tc_every_third_tensormap(&map, base, rows, pitch / 4);
    case HALVES:
        return tc_two_halves_tensormap(&map, base, rows, pitch / 2);
    case RING:
        return tc_ring_tensormap(&map, base, rows, pitch / 2);
    case POLICY:
        return tc_with_policy_tensormap(&map, base, rows, pitch / 2);
    case NIBBLES:
        return tc_nibbles_tensormap(&map, base, rows, pitch * 2);
    case FIXED:
        return tc_fixed_pitch_tensormap(&map, base, rows);
    case ONE_FOUR:
        return tc_one_four_tensormap(&map, base, rows, pitch / 2);
    case BY_THREAD:
        return tc_by_thread_tensormap(&map, base, rows, pitch / 4);
    case OUT_REGISTERS:
        return tc_out_of_registers_tensormap(&map, base, rows, pitch / 4);
    case OUT_BATCHES:
        return tc_out_in_batches_tensormap(&map, base, rows, pitch / 2);
    default:
        return tc_out_columns_tensormap(&map, base, rows, wide / 2, pitch / 2);
    }
}

typedef struct {
    unsigned rows, wide, pitch;
    unsigned char *at, *words;
    int *index;
} Table;

static Table table_new(Form form, unsigned least_rows) {
    const Tile *tile = &tiles[form];
    Table t = {.rows = least_rows + below(100), .wide = tile->row, .pitch = tile->row};
    if (tile->widest > tile->row)
        t.wide += 16 * below((tile->widest - tile->row) / 16);
    t.pitch = form == FIXED ? t.wide : t.wide + 16 * below(5);
    t.at = tc_emu_gmem_alloc(t.rows * t.pitch, "table");
    t.words = tc_emu_gmem_alloc(tile->rows * tile->row, "tile");
    t.index = tc_emu_gmem_alloc(3 * ROWS * sizeof(int), "index");
    for (unsigned i = 0; i < t.rows * t.pitch; i++)
        t.at[i] = (unsigned char)(below(255) + 1);
    for (unsigned i = 0; i < tile->rows * tile->row; i++)
        t.words[i] = (unsigned char)below(256);
    for (unsigned i = 0; i < 3 * ROWS; i++)
        t.index[i] = 1 << 20; /* of those that are not read */
    return t;
}

static void table_free(Table t) {
    tc_emu_gmem_free(t.at);
    tc_emu_gmem_free(t.words);
    tc_emu_gmem_free(t.index);
}

static void loads(Form form) {
    const Tile *tile = &tiles[form];
    const bool there = form == BATCHES || form == BY_THREAD; /* indices of u32 */
    unsigned wrong = 0;
    for (unsigned n = 0; n < LAUNCHES; n++) {
        Table t = table_new(form, 1);
        args a = {&map, t.index, t.words, 8 * below((t.wide - tile->row) / 16 + 1), form};
        for (unsigned r = 0; r < tile->rows; r++)
            t.index[tile->index * r] = (int)below(t.rows + !there) - !there;
        EXPECT(make_map(form, t.at, t.rows, t.wide, t.pitch) == NULL);
        once_passes(tile->name, quiet(THREADS, BYTES), load, &a);
        for (unsigned i = 0; i < tile->rows * tile->row; i++) {
            const int row = t.index[i / tile->row * tile->index];
            const unsigned at = (unsigned)row * t.pitch + 2 * a.k + i % tile->row;
            wrong += t.words[i] != (row < 0 ? 0 : t.at[at]);
        }
        table_free(t);
    }
    EXPECT(wrong == 0);
}

static void stores(Form form) {
    const Tile *tile = &tiles[form];
    unsigned wrong = 0;
    for (unsigned n = 0; n < LAUNCHES; n++) {
        Table t = table_new(form, tile->rows);
        args a = {&map, t.index, t.words, 8 * below((t.wide - tile->row) / 16 + 1), form};
        unsigned char *was = malloc(t.rows * t.pitch);
        int *from = malloc(t.rows * sizeof *from);
        memcpy(was, t.at, t.rows * t.pitch);
        for (unsigned i = 0; i < t.rows; i++)
            from[i] = -1;
        for (unsigned r = 0; r < tile->rows; r++) {
            do
                t.index[r] = (int)below(t.rows);
            while (from[t.index[r]] >= 0);
            from[t.index[r]] = (int)r;
        }
        EXPECT(make_map(form, t.at, t.rows, t.wide, t.pitch) == NULL);
        once_passes(tile->name, quiet(THREADS, BYTES), store, &a);
        for (unsigned i = 0; i < t.rows * t.pitch; i++) {
            const int row = from[i / t.pitch];
            const unsigned b = i % t.pitch - 2 * a.k;
            wrong += t.at[i] !=
                     (row >= 0 && b < tile->row ? t.words[(unsigned)row * tile->row + b] : was[i]);
        }
        free(was);
        free(from);
        table_free(t);
    }
    EXPECT(wrong == 0);
}

int main(void) {
    for (int form = 0; form < FORMS; form++)
        if (form < OUT_REGISTERS)
            loads((Form)form);
        else
            stores((Form)form);
    return unit_finish();
}
