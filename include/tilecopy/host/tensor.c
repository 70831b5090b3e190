/* tensor.c: tensor copies. A copy is as many parts as there are runs of bytes, which fly and land together; what lies
 * outside of the tensor comes as a part of its own. */
#include "maps.h"
#include <stdlib.h>
#include <string.h>

/* ---- boxes ----------------------------------------------------------------------------------- */

static unsigned map_span(const Map *map) {
    return map->swizzle ? 16u << map->swizzle : map->count[0] * map->size;
}

static unsigned map_bytes(const Map *map) {
    unsigned bytes = map->size;
    for (unsigned d = 0; d < map->rank; d++)
        bytes *= map->count[d];
    return map->rows ? bytes * map->rows : bytes;
}

/* ---- rows ------------------------------------------------------------------------------------- */

/* A row of a box: where its inner dimension begins, and in which part of it there are elements of the tensor. */
typedef struct {
    char *global;        /* of the element at the inner coordinate, which may be none */
    unsigned first, end; /* elements of the row that are the tensor's */
    unsigned offset;     /* of the row in shared memory */
} Row;

static unsigned row_count(const Map *map) {
    unsigned rows = 1;
    for (unsigned d = 1; d < map->rank; d++)
        rows *= map->count[d];
    return map->rows ? map->rows : rows;
}

static Row row_of(const Map *map, const int *at, unsigned number) {
    Row row = {map->base, 0, 0, number * map_span(map)};
    long long first = -(long long)at[0], end = map->extent[0] - at[0];
    bool inside = true;
    for (unsigned d = 1; d < map->rank; d++) {
        const unsigned in = number % map->count[d] * map->step[d];
        const long long c = map->rows ? at[1 + number] : at[d] + (long long)in;
        number /= map->count[d];
        inside &= c >= 0 && c < map->extent[d];
        row.global += c * map->stride[d];
    }
    row.global += (long long)at[0] * map->size;
    first = first < 0 ? 0 : first;
    end = end > map->count[0] ? map->count[0] : end;
    if (inside && first < end) {
        row.first = (unsigned)first;
        row.end = (unsigned)end;
    }
    return row;
}

/* Bits 7 and on of the address onto bits 4 and on: the place of a box is a multiple of the pattern, and four rows may
 * begin in its middle. */
static unsigned swizzled(const Map *map, unsigned offset) {
    const unsigned bits = map->swizzle ? (1u << map->swizzle) - 1 : 0, at = map->skew + offset;
    return (at ^ (at >> 7 & bits) << 4) - map->skew;
}

/* How many bytes of a row from `at` on lie side by side on both sides. */
static unsigned run_of(const Map *map, unsigned at, unsigned end) {
    const unsigned chunk = map->swizzle ? 16 - at % 16 : end - at;
    return chunk < end - at ? chunk : end - at;
}

/* ---- loads ------------------------------------------------------------------------------------ */

static void check_place(Thread *t, const Map *map, const void *p) {
    const unsigned place = map->swizzle && !map->rows ? 8 * map_span(map) : 128;
    access_aligned(t, p, map_bytes(map), place);
}

static const unsigned char *outside(const Map *map) {
    static const unsigned char zero[16] = {0};
    static const unsigned char nan[16] = {
        0xf7,
        0x7f,
        0xf7,
        0x7f,
        0xf7,
        0x7f,
        0xf7,
        0x7f,
        0xf7,
        0x7f,
        0xf7,
        0x7f,
        0xf7,
        0x7f,
        0xf7,
        0x7f};
    return map->fill ? nan : zero;
}

/* Bytes `at` to `end` of a row, from the tensor or from outside of it. head NULL: they are only verified. */
static void load_run(
    Thread *t, Token **head, const Map *map, char *dst, const Row *row, unsigned at, unsigned end) {
    const bool inside = at >= row->first * map->size && at < row->end * map->size;
    while (at < end) {
        const unsigned bytes =
            inside ? run_of(map, at, end) : (end - at < 16 - at % 16 ? end - at : 16 - at % 16);
        char *to = dst + swizzled(map, row->offset + at);
        Region *region = access_bounds(t, to, bytes, SPACE_CLUSTER);
        const char *src = inside ? row->global + at : NULL;
        Region *from = inside ? access_bounds(t, src, bytes, SPACE_GLOBAL) : NULL;
        if (head)
            token_add(head, t, TOKEN_BULK, to, src, outside(map), bytes, 0, 0);
        else
            bulk_verify(t, region, to, from, src, bytes, 0);
        at += bytes;
    }
}

/* A kernel on an H200 stops at such a coordinate, of loads and of stores. */
static void check_inner(Thread *t, const Map *map, const void *smem, int at, const char *what) {
    if ((long long)at * map->size % 16)
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            smem,
            map_bytes(map),
            "coordinate 0 of a tensor %s is %d, no multiple of 16 bytes: the kernel ends in an "
            "illegal instruction",
            what,
            at);
}

/* All of it is verified before any of it flies: a report finds no half of a copy. */
static void load_box(Thread *t, Token **head, const Map *map, char *dst, const int *at) {
    for (unsigned r = 0; r < row_count(map); r++) {
        const Row row = row_of(map, at, r);
        load_run(t, head, map, dst, &row, 0, row.first * map->size);
        load_run(t, head, map, dst, &row, row.first * map->size, row.end * map->size);
        load_run(t, head, map, dst, &row, row.end * map->size, map->count[0] * map->size);
    }
}

static void load_to(Thread *t, const Map *map, unsigned cta, char *dst, char *bar, const int *at) {
    Region *own = access_bounds(t, dst, 1, SPACE_SHARED);
    Region *own_bar = access_bounds(t, bar, 8, SPACE_SHARED);
    Region *to = region_of_cta(cta, own->slot), *to_bar = region_of_cta(cta, own_bar->slot);
    Mbarrier *counter = bulk_mbarrier(t, to_bar->base + (bar - own_bar->base), to);
    Token *token = NULL;
    load_box(t, NULL, map, to->base + (dst - own->base), at);
    load_box(t, &token, map, to->base + (dst - own->base), at);
    for (Token *part = token; part; part = part->part)
        part->convert = map->type == 11 || map->type == 12;
    token_count_on(token, counter);
}

/* The map of copies of four rows to or from `smem`: boxes of one row. */
static Map rows_read(Thread *t, const void *map_at, const void *smem) {
    Map map = map_read(t, map_at, 2);
    if (map.count[1] != 1)
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            map_at,
            128,
            "the tensor map is for boxes of %u rows, and a copy of four rows goes by one for boxes "
            "of 1",
            map.count[1]);
    map.rows = 4;
    map.skew = (unsigned)((uintptr_t)smem % 1024);
    return map;
}

void tc_emu_tensor_gather(
    const char *name, void *dst, const void *map_at, const int *at, void *bar) {
    Thread *t = emu.current;
    emu_enter(name);
    const Map map = rows_read(t, map_at, dst);
    check_place(t, &map, dst);
    check_inner(t, &map, dst, at[0], "load");
    load_to(t, &map, access_bounds(t, dst, map_bytes(&map), SPACE_SHARED)->cta, dst, bar, at);
}

void tc_emu_tensor_to_smem(
    const char *name,
    void *dst,
    const void *map_at,
    const int *at,
    int rank,
    void *bar,
    const unsigned *ctas) {
    Thread *t = emu.current;
    Map map;
    Region *own;
    emu_enter(name);
    map = map_read(t, map_at, (unsigned)rank);
    check_place(t, &map, dst);
    check_inner(t, &map, dst, at[0], "load");
    own = access_bounds(t, dst, map_bytes(&map), SPACE_SHARED);
    if (ctas && (!*ctas || *ctas >> emu.cluster))
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            dst,
            map_bytes(&map),
            "the CTAs of the mask 0x%x: the cluster has %u, and at least one is to be named",
            *ctas,
            emu.cluster);
    for (unsigned cta = 0; cta < emu.cluster; cta++)
        if (ctas ? *ctas >> cta & 1 : cta == own->cta)
            load_to(t, &map, cta, dst, bar, at);
}

void tc_emu_tensor_prefetch(const char *name, const void *map_at, const int *at, int rank) {
    emu_enter(name);
    map_read(emu.current, map_at, (unsigned)rank);
    (void)at;
}

void tc_emu_tensormap_prefetch(const char *name, const void *map_at) {
    emu_enter(name);
    map_read(emu.current, map_at, 0);
}

/* ---- stores ----------------------------------------------------------------------------------- */

/* What the hardware does not say: a kernel stops at such coordinates, and a row that does not end at a multiple of 16
 * bytes is written beyond its end. */
static void check_store(Thread *t, const Map *map, const void *src, const int *at) {
    const unsigned bytes = map_bytes(map);
    for (unsigned d = 0; d < (map->rows ? 1 + map->rows : map->rank); d++)
        if (at[d] < 0)
            report_raise(
                TC_EMU_ARGUMENT,
                t,
                src,
                bytes,
                "coordinate %u of a tensor store is %d: below 0 the kernel ends in an illegal "
                "instruction",
                d,
                at[d]);
    check_inner(t, map, src, at[0], "store");
    if (map->extent[0] * map->size % 16)
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            src,
            bytes,
            "the inner extent of the tensor is %lld bytes, no multiple of 16, by which a store "
            "clips: memory behind each row is written",
            map->extent[0] * map->size);
}

static int number_type(const Map *map) {
    static const int types[] = {
        -1,
        -1,
        TC_EMU_U32,
        TC_EMU_S32,
        TC_EMU_U64,
        TC_EMU_S64,
        TC_EMU_F16,
        TC_EMU_F32,
        TC_EMU_F64,
        TC_EMU_BF16,
        TC_EMU_F32,
        TC_EMU_F32,
        TC_EMU_F32};
    return types[map->type];
}

/* Each type with each operation was tried on an H200. */
static bool is_combined(int op, int type) {
    const bool whole = type == TC_EMU_U32 || type == TC_EMU_S32 || type == TC_EMU_U64;
    switch (op) {
    case TC_EMU_REDUCE_ADD:
        return type != TC_EMU_S64;
    case TC_EMU_REDUCE_MIN:
    case TC_EMU_REDUCE_MAX:
        return type != TC_EMU_F32 && type != TC_EMU_F64;
    case TC_EMU_REDUCE_AND:
    case TC_EMU_REDUCE_OR:
    case TC_EMU_REDUCE_XOR:
        return whole;
    default:
        return true; /* inc and dec were not tried */
    }
}

static void store_box(
    Thread *t, Token **head, const Map *map, const char *src, const int *at, int op, int type) {
    for (unsigned r = 0; r < row_count(map); r++) {
        const Row row = row_of(map, at, r);
        const unsigned end = row.end * map->size;
        unsigned bytes;
        for (unsigned i = row.first * map->size; i < end; i += bytes) {
            const char *from = src + swizzled(map, row.offset + i);
            char *to = row.global + i;
            bytes = run_of(map, i, end);
            Region *region = access_bounds(t, to, bytes, SPACE_GLOBAL);
            if (head) {
                token_add(head, t, TOKEN_BULK_GROUP, to, from, NULL, bytes, op, type);
                continue;
            }
            if (op)
                reduce_verify(t, region, to, bytes, op, type);
            bulk_verify(
                t, region, to, access_bounds(t, from, bytes, SPACE_SHARED), from, bytes, op);
        }
    }
}

void tc_emu_tensor_to_gmem(
    const char *name, const void *map_at, const void *src_at, const int *at, int rank, int op) {
    Thread *t = emu.current;
    const char *src = src_at;
    Token *head = NULL;
    Map map;
    int type;
    emu_enter(name);
    map = map_read(t, map_at, (unsigned)rank);
    type = number_type(&map);
    check_place(t, &map, src);
    check_store(t, &map, src, at);
    access_bounds(t, src, map_bytes(&map), SPACE_SHARED);
    if (op && type < 0)
        report_raise(
            TC_EMU_ARGUMENT, t, src, map_bytes(&map), "no reduction of numbers of 8 or 16 bits");
    if (op && !is_combined(op, type))
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            src,
            map_bytes(&map),
            "no GPU combines numbers of the map's type in this way, and the kernel ends in an "
            "illegal instruction. By a map of i64 there are min and max; by one of f32 or f64 add; "
            "by one of f16 or bf16 add, min and max; a map of u64 serves sums and bits of i64");
    store_box(t, NULL, &map, src, at, op, type);
    store_box(t, &head, &map, src, at, op, type);
    if (head)
        bulk_put_in_group(head);
}

void tc_emu_tensor_scatter(const char *name, const void *map_at, const void *src, const int *at) {
    Thread *t = emu.current;
    Token *head = NULL;
    emu_enter(name);
    const Map map = rows_read(t, map_at, src);
    check_place(t, &map, src);
    check_store(t, &map, src, at);
    access_bounds(t, src, map_bytes(&map), SPACE_SHARED);
    store_box(t, NULL, &map, src, at, 0, 0);
    store_box(t, &head, &map, src, at, 0, 0);
    if (head)
        bulk_put_in_group(head);
}
