/* Tensor copies of four rows each: gathers and scatters by indices at random against element by element, and what a
 * caller of them can do wrong. */
#define TC_CHECK 1
#include "emu_test.h"
#include "tests/golden/tma_gather/expected.h"
#include "tma_gather_gen.h"
#include <stdbool.h>

static tc_tensormap map;

enum {
    THREADS = 64,
    TILE = 128 * 32 * 4,
    INDEX_AT = TILE,
    BAR_AT = TILE + 512,
    BYTES = BAR_AT + 8
};
enum { LAUNCHES = 30 * ORDERS, ROWS = 128 };

typedef enum { PANELS, MANY, BY_HAND, TOO_FEW, OFF_128, NO_WAIT, OFF_16 } Form;

typedef struct {
    const tc_tensormap *map;
    const int *index;
    unsigned char *out; /* what shared memory held */
    unsigned k;
    Form form;
} args;

/* The indices of a tile, to shared memory. */
static int *bring_index(const int *from, unsigned count) {
    int *const index = (int *)(void *)(tc_smem() + INDEX_AT);
    unsigned v;
    for (unsigned i = tc_thread_index(); i < count; i += THREADS) {
        tc_load_global_b32(&v, from + i);
        tc_store_shared_b32(index + i, &v);
    }
    return index;
}

TC_KERNEL(gather, args) {
    const unsigned bytes = arg.form == MANY      ? TC_GATHER_MANY_BYTES
                           : arg.form >= BY_HAND ? 4 * 64 * 2
                                                 : TC_GATHER_PANELS_BYTES;
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)(tc_smem() + BAR_AT);
    int *const index = bring_index(arg.index, 16);
    if (tc_thread_index() == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(bar, arg.form == TOO_FEW ? bytes - 128 : bytes);
    }
    tc_cta_sync();
    if (tc_thread_index() < 32) {
        if (arg.form == PANELS)
            tc_gather_panels((tc_f16 *)(void *)tc_smem(), arg.map, index, arg.k, bar);
        else if (arg.form == MANY)
            tc_gather_many(
                (float *)(void *)tc_smem(),
                arg.map,
                (const unsigned *)(const void *)arg.index,
                bar);
        else if (tc_elect_one())
            tc_tensor_gather4_to_smem(
                tc_smem() + (arg.form == OFF_128 ? 64 : 512),
                arg.map,
                arg.form == OFF_16 ? 4 : 0,
                5,
                -1,
                7,
                1 << 20,
                bar);
    }
    if (arg.form == NO_WAIT)
        tc_cta_sync();
    else
        tc_mbarrier_wait(bar, 0);
    for (unsigned i = tc_thread_index(); i < (arg.form >= BY_HAND ? 1024 : bytes) / 4;
         i += THREADS) {
        unsigned v;
        if (arg.form >= BY_HAND && i < 512 / 4)
            continue;
        tc_load_shared_b32(&v, tc_smem() + 4 * i);
        tc_store_global_b32(arg.out + 4 * i, &v);
    }
}

enum { SCATTER, TWICE, NO_FENCE, BELOW_0, FROM_64, COLUMN_4 };

TC_KERNEL(scatter, args) {
    int *const index = bring_index(arg.index, 32);
    for (unsigned i = tc_thread_index(); i < 32 * 32 / 2; i += THREADS) {
        unsigned v = (2 * i + 1) << 16 | 2 * i;
        tc_store_shared_b32(tc_smem() + 4 * i, &v);
    }
    if ((int)arg.form != NO_FENCE)
        tc_fence_async_smem();
    tc_cta_sync();
    if (tc_thread_index() < 32) {
        if ((int)arg.form < BELOW_0)
            tc_scatter_rows(arg.map, (const tc_bf16 *)(const void *)tc_smem(), index);
        else if (tc_elect_one())
            tc_tensor_scatter4_to_gmem(
                arg.map,
                tc_smem() + ((int)arg.form == FROM_64 ? 64 : 0),
                (int)arg.form == COLUMN_4 ? 4 : 0,
                3,
                2,
                7,
                (int)arg.form == BELOW_0 ? -1 : 5);
        tc_bulk_wait_0();
    }
}

static unsigned state = 1;
static unsigned below(unsigned n) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

typedef struct {
    unsigned rows, cols, pitch, size; /* of an element, bytes */
    unsigned char *at, *out;
    int *index;
} table;

static table table_new(unsigned rows, unsigned cols, unsigned pitch, unsigned size) {
    table t = {rows, cols, pitch, size, NULL, NULL, NULL};
    t.at = tc_emu_gmem_alloc(size * rows * pitch, "table");
    t.out = tc_emu_gmem_alloc(TILE, "out");
    t.index = tc_emu_gmem_alloc(ROWS * sizeof(int), "index");
    for (unsigned i = 0; i < size * rows * pitch; i++)
        t.at[i] = (unsigned char)(i * 40503u >> 5 | 1);
    return t;
}

static void table_free(table t) {
    tc_emu_gmem_free(t.at);
    tc_emu_gmem_free(t.out);
    tc_emu_gmem_free(t.index);
}

/* Does the tile have at `place` (in elements) what stands in the row and column, or zero? */
static bool holds(const table *t, unsigned place, int row, unsigned col) {
    bool same = true;
    for (unsigned b = 0; b < t->size; b++) {
        const bool inside = row >= 0 && (unsigned)row < t->rows && col < t->cols;
        const unsigned at = inside ? ((unsigned)row * t->pitch + col) * t->size + b : 0;
        same &= t->out[place * t->size + b] == (inside ? t->at[at] : 0);
    }
    return same;
}

static void gathers_panels(void) {
    unsigned wrong = 0;
    for (unsigned n = 0; n < LAUNCHES; n++) {
        const unsigned pitch = 128 + 8 * below(20);
        table t = table_new(1 + below(90), 128 + 8 * below((pitch - 128) / 8 + 1), pitch, 2);
        args a = {&map, t.index, t.out, 8 * below((t.cols - 128) / 8 + 1), PANELS};
        for (unsigned i = 0; i < 16;
             i++) /* also past the last row, which the caller promises not to ask for */
            t.index[i] = (int)below(t.rows + 2) - (n % 2 ? 1 : 0);
        EXPECT(tc_gather_panels_tensormap(&map, t.at, t.rows, t.cols, t.pitch) == NULL);
        tc_emu_config c = quiet(THREADS, BYTES);
        c.seed = n % 3;
        once_passes("gather_panels", c, gather, &a);
        for (unsigned r = 0; r < 16; r++)
            for (unsigned k = 0; k < 128; k++)
                wrong +=
                    !holds(&t, k / 64 * 1024 + r * 64 + (k % 64 ^ r % 8 * 8), t.index[r], a.k + k);
        table_free(t);
    }
    EXPECT(wrong == 0);
}

/* More rows than there are registers for their indices. */
static void gathers_many(void) {
    unsigned wrong = 0;
    for (unsigned n = 0; n < LAUNCHES; n++) {
        table t = table_new(1 + below(300), 32, 32 + 4 * below(5), 4);
        args a = {&map, t.index, t.out, 0, MANY};
        for (unsigned i = 0; i < ROWS; i++)
            t.index[i] = (int)below(t.rows);
        EXPECT(tc_gather_many_tensormap(&map, t.at, t.rows, t.pitch) == NULL);
        once_passes("gather_many", quiet(THREADS, BYTES), gather, &a);
        for (unsigned i = 0; i < ROWS * 32; i++)
            wrong += !holds(&t, i, t.index[i / 32], i % 32);
        table_free(t);
    }
    EXPECT(wrong == 0);
}

/* Rows that begin in the middle of the pattern of 128 bytes: its bits are those of the address. */
static void gathers_by_hand(void) {
    static const int rows[] = {5, -1, 7, 1 << 20};
    unsigned wrong = 0;
    table t = table_new(40, 128, 128, 2);
    args a = {&map, t.index, t.out, 0, BY_HAND};
    EXPECT(tc_gather_panels_tensormap(&map, t.at, t.rows, t.cols, t.pitch) == NULL);
    passes("gather_by_hand", quiet(THREADS, BYTES), gather, &a);
    for (unsigned r = 0; r < 4; r++)
        for (unsigned k = 0; k < 64; k++)
            wrong += !holds(&t, (4 + r) * 64 + (k ^ (4 + r) * 8), rows[r], k);
    EXPECT(wrong == 0);
    table_free(t);
}

static void scatters(void) {
    unsigned wrong = 0;
    for (unsigned n = 0; n < LAUNCHES; n++) {
        const unsigned pitch = 32 + 8 * below(4);
        table t = table_new(32 + below(60), 32, pitch, 2), was = table_new(t.rows, 32, pitch, 2);
        args a = {.map = &map, .index = t.index, .form = (Form)SCATTER};
        int from[100];
        for (unsigned i = 0; i < 100; i++)
            from[i] = -1;
        for (unsigned i = 0; i < 32; i++) {
            do
                t.index[i] = (int)below(t.rows);
            while (from[t.index[i]] >= 0);
            from[t.index[i]] = (int)i;
        }
        EXPECT(tc_scatter_rows_tensormap(&map, t.at, t.rows, t.pitch) == NULL);
        once_passes("scatter_rows", quiet(THREADS, BYTES), scatter, &a);
        for (unsigned r = 0; r < t.rows; r++)
            for (unsigned k = 0; k < pitch; k++) {
                const unsigned at = 2 * (r * pitch + k);
                const int tile = from[r] * 32 + (int)(k ^ (unsigned)from[r] / 2 % 4 * 8);
                const unsigned got = t.at[at] | (unsigned)t.at[at + 1] << 8;
                wrong += got != (from[r] < 0 || k >= 32 ? was.at[at] | (unsigned)was.at[at + 1] << 8
                                                        : (unsigned)tile);
            }
        table_free(t);
        table_free(was);
    }
    EXPECT(wrong == 0);
}

static void faults(void) {
    table t = table_new(40, 128, 128, 2);
    args a = {&map, t.index, t.out, 0, NO_WAIT};
    const tc_emu_config c = quiet(THREADS, BYTES);
    EXPECT(tc_gather_panels_tensormap(&map, t.at, t.rows, t.cols, t.pitch) == NULL);
    fails("rows_no_wait", c, gather, &a, TC_EMU_IN_FLIGHT, "");
    a.form = TOO_FEW; /* absent rows are bytes too */
    fails("rows_too_few_expected", c, gather, &a, TC_EMU_DEADLOCK, "128 bytes came that were not");
    a.form = OFF_128;
    fails("rows_off_128", c, gather, &a, TC_EMU_MISALIGNED, "not 128-byte aligned");
    a.form = OFF_16;
    fails("rows_off_16", c, gather, &a, TC_EMU_ARGUMENT, "coordinate 0 of a tensor load is 4");
    tc_tensormap_params p;
    tc_gather_panels_tensormap_params(&p, t.at, t.rows, t.cols, t.pitch);
    p.box[1] = 2;
    EXPECT(tc_tensormap_encode(&map, &p) == NULL);
    a.form = BY_HAND;
    fails("rows_of_boxes", c, gather, &a, TC_EMU_ARGUMENT, "boxes of 2 rows");
    a.form = PANELS;
    for (unsigned i = 0; i < 16; i++)
        t.index[i] = 0;
    fails("boxes_checked", c, gather, &a, TC_EMU_ARGUMENT, "2 elements in dimension 1, not 1");
    p.box[1] = 1;
    p.extent[1] = t.rows + 1;
    EXPECT(tc_tensormap_encode(&map, &p) == NULL);
    t.index[3] = (int)t.rows;
    fails("rows_beyond_the_buffer", c, gather, &a, TC_EMU_OUTSIDE, "");
    EXPECT(tc_scatter_rows_tensormap(&map, t.at, t.rows, t.pitch) == NULL);
    for (unsigned i = 0; i < 32; i++)
        t.index[i] = (int)i;
    a.form = (Form)NO_FENCE;
    fails("rows_no_fence", c, scatter, &a, TC_EMU_PROXY, "did not call tc_fence_async_smem");
    a.form = (Form)BELOW_0;
    fails("rows_below_0", c, scatter, &a, TC_EMU_ARGUMENT, "coordinate 4 of a tensor store is -1");
    a.form = (Form)FROM_64;
    fails("rows_from_64", c, scatter, &a, TC_EMU_MISALIGNED, "not 128-byte aligned");
    a.form = (Form)COLUMN_4;
    fails(
        "rows_at_column_4", c, scatter, &a, TC_EMU_ARGUMENT, "coordinate 0 of a tensor store is 4");
    a.form = (Form)TWICE;
    t.index[7] = 3;
    fails("rows_twice", c, scatter, &a, TC_EMU_CHECK, "");
    table_free(t);
}

int main(void) {
    gathers_panels();
    gathers_many();
    gathers_by_hand();
    scatters();
    faults();
    return unit_finish();
}
