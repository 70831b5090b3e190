/* Tensor copies: generated functions on tensors, origins and pitches at random against element by element, and what
 * a caller of them can do wrong. */
#define TC_CHECK 1
#include "emu_test.h"
#include "tests/golden/tma_explicit/expected.h"
#include "tests/golden/tma_origins/expected.h"
#include <stdbool.h>

static tc_tensormap map;

enum { THREADS = 64, TILE = 128 * 64 * 2, BAR_AT = TILE, LAUNCHES = 50 * ORDERS };

typedef struct {
    const tc_tensormap *map;
    unsigned short *out; /* what shared memory held, or NULL */
    int m, k;
    unsigned form;
} args;

enum {
    LOAD_A,
    LOAD_INSIDE,
    LOAD_ROW,
    STORE_C,
    NO_WAIT,
    NO_FENCE,
    TOO_FEW,
    OFF_ITS_PATTERN,
    BELOW_0,
    SIGNED_SUM,
    TO_NO_CTA,
    TO_CTA_1
};

static tc_mbarrier *bar_start(unsigned bytes) {
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)(tc_smem() + BAR_AT);
    if (tc_thread_index() == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(bar, bytes);
    }
    tc_cta_sync();
    return bar;
}

static void copy_out(unsigned short *out, unsigned words) {
    unsigned v;
    for (unsigned i = tc_thread_index(); i < words; i += THREADS) {
        tc_load_shared_b32(&v, tc_smem() + 4 * i);
        tc_store_global_b32(out + 2 * i, &v);
    }
}

TC_KERNEL(load, args) {
    const unsigned bytes = arg.form == LOAD_INSIDE ? TC_LOAD_INSIDE_BYTES
                           : arg.form == LOAD_ROW  ? TC_LOAD_ROW_BYTES
                                                   : TC_LOAD_A_BYTES;
    unsigned char *const tile = tc_smem() + (arg.form == OFF_ITS_PATTERN ? 512 : 0);
    tc_mbarrier *const bar = bar_start(arg.form == TOO_FEW ? bytes - 16 : bytes);
    if (tc_thread_index() < 32) {
        if (arg.form == LOAD_INSIDE)
            tc_load_inside((tc_f16 *)(void *)tile, arg.map, (unsigned)arg.m, (unsigned)arg.k, bar);
        else if (arg.form >= TO_NO_CTA)
            tc_tensor_gmem_to_smem_2d_multicast(
                tile, arg.map, arg.k, arg.m, bar, arg.form == TO_CTA_1 ? 2 : 0);
        else if (arg.form != LOAD_ROW)
            tc_load_a((tc_bf16 *)(void *)tile, arg.map, arg.m, arg.k, bar);
        else if (tc_thread_index() == 0)
            tc_load_row((float *)(void *)tile, arg.map, arg.m, bar);
    }
    if (arg.form == NO_WAIT)
        tc_cta_sync();
    else
        tc_mbarrier_wait(bar, 0);
    copy_out(arg.out, bytes / 4);
}

TC_KERNEL(store, args) {
    for (unsigned i = tc_thread_index(); i < 64 * 64 / 2; i += THREADS) {
        unsigned v = (2 * i + 1) << 16 | 2 * i;
        tc_store_shared_b32(tc_smem() + 4 * i, &v);
    }
    if (arg.form != NO_FENCE)
        tc_fence_async_smem();
    tc_cta_sync();
    if (tc_thread_index() < 32) {
        if (arg.form < BELOW_0)
            tc_store_c(
                arg.map,
                (const tc_bf16 *)(const void *)tc_smem(),
                (unsigned)arg.m,
                (unsigned)arg.k);
        else if (tc_elect_one()) {
            if (arg.form == SIGNED_SUM)
                tc_tensor_reduce_add_to_gmem_2d(arg.map, tc_smem(), arg.k, arg.m);
            else
                tc_tensor_smem_to_gmem_2d(arg.map, tc_smem(), arg.k, arg.m);
        }
        tc_bulk_wait_0();
    }
}

static unsigned state = 1;
static unsigned below(unsigned n) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

/* Of rows of 64 numbers of 16 bits: 16-byte chunk c of row r is at chunk c ^ r % 8. */
static unsigned swizzled(unsigned r, unsigned c) {
    return r * 64 + (c ^ r % 8 * 8);
}

typedef struct {
    unsigned rows, cols, pitch;
    unsigned short *at, *out;
} tensor;

static tensor tensor_new(unsigned rows, unsigned cols, unsigned pitch) {
    tensor t = {rows, cols, pitch, NULL, NULL};
    t.at = tc_emu_gmem_alloc(2 * rows * pitch, "tensor");
    t.out = tc_emu_gmem_alloc(TILE, "out");
    for (unsigned i = 0; i < rows * pitch; i++)
        t.at[i] = (unsigned short)(i * 40503u >> 3 | 1);
    return t;
}

static void tensor_free(tensor t) {
    tc_emu_gmem_free(t.at);
    tc_emu_gmem_free(t.out);
}

static unsigned element(const tensor *t, long r, long c) {
    return r >= 0 && r < (long)t->rows && c >= 0 && c < (long)t->cols
               ? t->at[(unsigned)r * t->pitch + (unsigned)c]
               : 0;
}

static void loads_at_random(void) {
    unsigned wrong = 0;
    for (unsigned n = 0; n < LAUNCHES; n++) {
        const unsigned pitch = 8 + 8 * below(20);
        tensor t = tensor_new(1 + below(200), 1 + below(pitch), pitch);
        args a = {
            .map = &map,
            .out = t.out,
            .m = (int)below(400) - 200,
            .k = 8 * ((int)below(38) - 16),
            .form = LOAD_A};
        EXPECT(tc_load_a_tensormap(&map, t.at, t.rows, t.cols, t.pitch) == NULL);
        tc_emu_config c = quiet(THREADS, TILE + 8);
        c.seed = n % 3;
        once_passes("load_a", c, load, &a);
        for (unsigned r = 0; r < 128; r++)
            for (unsigned k = 0; k < 64; k++)
                wrong += t.out[swizzled(r, k)] != element(&t, a.m + (long)r, a.k + (long)k);
        tensor_free(t);
    }
    EXPECT(wrong == 0);
}

/* A narrow box under a swizzle of 32 bytes, at an origin that is nowhere outside. */
static void loads_inside(void) {
    unsigned wrong = 0;
    tensor t = tensor_new(50, 40, 48);
    args a = {.map = &map, .out = t.out, .m = 18, .k = 16, .form = LOAD_INSIDE};
    EXPECT(tc_load_inside_tensormap(&map, t.at, t.rows, t.cols, t.pitch) == NULL);
    passes("load_inside", quiet(THREADS, TILE + 8), load, &a);
    for (unsigned r = 0; r < 32; r++)
        for (unsigned c = 0; c < 16; c++)
            wrong +=
                t.out[(r * 16 + c) ^ (r / 4 % 2 * 8)] != element(&t, 18 + (long)r, 24 + (long)c);
    EXPECT(wrong == 0);
    tensor_free(t);
}

static void loads_nan(void) {
    unsigned wrong = 0;
    tensor t = tensor_new(1, 300, 300);
    args a = {.map = &map, .out = t.out, .m = -4, .form = LOAD_ROW};
    EXPECT(tc_load_row_tensormap(&map, t.at, 150) == NULL);
    passes("load_row", quiet(THREADS, TILE + 8), load, &a);
    for (unsigned i = 0; i < 2 * 256; i++)
        wrong += t.out[i] != (i < 8 || i >= 308 ? 0x7ff7 : t.at[i - 8]);
    EXPECT(wrong == 0);
    tensor_free(t);
}

static void stores_at_random(void) {
    unsigned wrong = 0;
    for (unsigned n = 0; n < LAUNCHES; n++) {
        const unsigned pitch = 8 + 8 * below(20), cols = 8 * (1 + below(pitch / 8));
        tensor t = tensor_new(1 + below(100), cols, pitch), was = tensor_new(t.rows, cols, pitch);
        args a = {.map = &map, .m = (int)below(120), .k = (int)(8 * below(22)), .form = STORE_C};
        EXPECT(tc_store_c_tensormap(&map, t.at, t.rows, t.cols, t.pitch) == NULL);
        once_passes("store_c", quiet(THREADS, TILE + 8), store, &a);
        for (unsigned r = 0; r < t.rows; r++)
            for (unsigned k = 0; k < t.pitch; k++) {
                const long i = (long)r - a.m, j = (long)k - a.k;
                const bool in = k < cols && i >= 0 && i < 64 && j >= 0 && j < 64;
                wrong += t.at[r * pitch + k] !=
                         (in ? swizzled((unsigned)i, (unsigned)j) : was.at[r * pitch + k]);
            }
        tensor_free(t);
        tensor_free(was);
    }
    EXPECT(wrong == 0);
}

static bool says(const char *broken, const char *text) {
    return broken && strstr(broken, text);
}

static void hosts_rules(void) {
    tc_tensormap_params p;
    char *base = tc_emu_gmem_alloc(1 << 16, "base");
    EXPECT(says(
        tc_load_a_tensormap(&map, base, 10, 10, 12),
        "lda = 12, but the function was made for lda % 8 == 0"));
    EXPECT(says(tc_load_a_tensormap(&map, base, 10, 0, 16), "extent 0 of dimension 0"));
    EXPECT(says(
        tc_load_a_tensormap(&map, base, (1ull << 32) + 1, 8, 16),
        "extent 4294967297 of dimension 1"));
    EXPECT(says(
        tc_load_a_tensormap(&map, base, 10, 10, 1ull << 39),
        "stride 1099511627776 of dimension 1"));
    EXPECT(says(tc_load_a_tensormap(&map, base + 8, 10, 10, 16), "is no multiple of 16 bytes"));
    EXPECT(says(
        tc_load_a_tensormap((tc_tensormap *)(void *)(base + 32), base, 10, 10, 16),
        "not aligned to 64 bytes"));
    EXPECT(says(tc_store_c_tensormap(&map, base, 10, 12, 16), "N = 12, but"));
    EXPECT(says(tc_store_c_tensormap(&map, base, 10, 24, 16), "stride of dimension 1 = 16, but"));
    tc_load_a_tensormap_params(&p, base, 10, 10, 16);
    EXPECT(p.type == 9 && p.rank == 2 && p.extent[0] == 10 && p.stride[0] == 32 && p.box[0] == 64);
    EXPECT(p.box[1] == 128 && p.swizzle == 3 && p.fill == 0 && p.promotion == 0);
    tc_load_tf32_tensormap_params(&p, base, 10, 10, 16);
    EXPECT(p.type == 11 && p.promotion == 1 && p.box[0] == 32 && p.box[1] == 64);
    tc_load_a_tensormap_params(&p, base, 10, 10, 16);
    p.box[0] = 4;
    EXPECT(says(tc_tensormap_encode(&map, &p), "inner box of 8 bytes is no multiple of 16"));
    p.box[0] = 72;
    EXPECT(says(
        tc_tensormap_encode(&map, &p), "inner box of 144 bytes is over the 128 of its swizzle"));
    p.box[0] = 257;
    EXPECT(says(tc_tensormap_encode(&map, &p), "box of 257 elements in dimension 0"));
    p.box[0] = 64;
    p.stride[0] = 24;
    EXPECT(
        says(tc_tensormap_encode(&map, &p), "stride 24 of dimension 1 is no multiple of 16 bytes"));
    p.stride[0] = 32;
    p.type = 2;
    p.box[0] = 32;
    p.fill = 1;
    EXPECT(says(tc_tensormap_encode(&map, &p), "fill 1"));
    p.fill = 0;
    p.rank = 6;
    EXPECT(says(tc_tensormap_encode(&map, &p), "rank 6"));
    tc_emu_gmem_free(base);
}

static void faults(void) {
    tensor t = tensor_new(100, 64, 64);
    args a = {.map = &map, .out = t.out, .form = LOAD_A}, good;
    const tc_emu_config c = quiet(THREADS, TILE + 8);
    memset(&map, 0, sizeof map);
    fails("not_encoded_the_hosts", c, load, &a, TC_EMU_ARGUMENT, "the 128 bytes are no tensor map");
    EXPECT(tc_load_inside_tensormap(&map, t.at, 100, 64, 64) == NULL);
    fails(
        "other_boxes_the_hosts", c, load, &a, TC_EMU_ARGUMENT, "the tensor map has type 6, not 9");
    EXPECT(tc_load_a_tensormap(&map, t.at, 100, 64, 64) == NULL);
    good = a;
    a.form = NO_WAIT;
    fails("no_wait", c, load, &a, TC_EMU_IN_FLIGHT, "");
    a.form = TOO_FEW;
    fails("too_few_expected", c, load, &a, TC_EMU_DEADLOCK, "16 bytes came that were not expected");
    a.form = OFF_ITS_PATTERN;
    fails("off_its_pattern", c, load, &a, TC_EMU_CHECK, "dst is not 1024-byte aligned");
    a.form = TO_NO_CTA;
    fails("to_no_cta", c, load, &a, TC_EMU_ARGUMENT, "the CTAs of the mask 0x0: the cluster has 1");
    a.form = TO_CTA_1;
    fails("to_cta_1", c, load, &a, TC_EMU_ARGUMENT, "the CTAs of the mask 0x2: the cluster has 1");
    a = good;
    a.k = 4;
    fails(
        "load_off_16_bytes",
        c,
        load,
        &a,
        TC_EMU_ARGUMENT,
        "coordinate 0 of a tensor load is 4, no multiple of 16");
    a = good;
    EXPECT(tc_load_a_tensormap(&map, t.at, 101, 64, 64) == NULL);
    fails("beyond_the_buffer", c, load, &a, TC_EMU_OUTSIDE, "");
    EXPECT(tc_store_c_tensormap(&map, t.at, 100, 64, 64) == NULL);
    a.form = NO_FENCE;
    fails("no_fence", c, store, &a, TC_EMU_PROXY, "did not call tc_fence_async_smem");
    a.form = BELOW_0;
    a.m = -1;
    fails("below_0", c, store, &a, TC_EMU_ARGUMENT, "coordinate 1 of a tensor store is -1");
    a.m = 0;
    a.k = 4;
    fails(
        "off_16_bytes",
        c,
        store,
        &a,
        TC_EMU_ARGUMENT,
        "coordinate 0 of a tensor store is 4, no multiple of 16");
    tc_tensormap_params p;
    tc_store_c_tensormap_params(&p, t.at, 100, 64, 64);
    p.extent[0] = 62;
    EXPECT(tc_tensormap_encode(&map, &p) == NULL);
    a.k = 0;
    fails(
        "clips_inside_16_bytes",
        c,
        store,
        &a,
        TC_EMU_ARGUMENT,
        "the inner extent of the tensor is 124 bytes, no multiple of 16");
    p.extent[0] = 64;
    p.type = 5; /* 16 rows of 16 */
    p.swizzle = 0;
    p.extent[0] = p.extent[1] = p.box[0] = p.box[1] = 16;
    EXPECT(tc_tensormap_encode(&map, &p) == NULL);
    a.form = SIGNED_SUM;
    fails("sum_of_i64", c, store, &a, TC_EMU_ARGUMENT, "no GPU combines numbers of the map's type");
    tensor_free(t);
}

int main(void) {
    loads_at_random();
    loads_inside();
    loads_nan();
    stores_at_random();
    hosts_rules();
    faults();
    reports_match("tensor");
    return unit_finish();
}
