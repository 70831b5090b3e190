/* tensormap.c: tensor maps. On the CPU a map holds the numbers that it was made of, with a mark and a sum, so that one
 * that was not encoded is known, and so is one that the kernel changed otherwise than by tc_tensormap_replace. */
#include "cores.h"
#include "maps.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* As tilecopy/tensormap.h has them. */
typedef struct {
    unsigned type, rank;
    const void *base;
    unsigned long long extent[5], stride[4];
    unsigned box[5], element_stride[5], swizzle, promotion, fill;
} Params;

typedef struct {
    uint64_t mark, base;
    uint8_t type, rank, swizzle, fill;
    uint8_t box[5], element_stride[5]; /* less 1 */
    uint8_t stride[4][5];              /* / 16 */
    uint32_t extent[5];                /* less 1 */
    uint32_t sum;
} Packed;
typedef char packed_fits[sizeof(Packed) <= 128 ? 1 : -1];
#define MAP_MARK 0x74635f6d61703031ull

/* Of all bytes before the sum itself. It is read in place: a copy by memcpy would look like one of the kernel's where
 * a program is linked with --wrap. */
static uint32_t sum_of(const Packed *packed) {
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < offsetof(Packed, sum); i++)
        sum = (sum ^ ((const unsigned char *)packed)[i]) * 16777619u;
    return sum;
}

void tc_emu_tensormap_encode(void *map, const void *params) {
    const Params *p = params;
    Packed packed;
    memset(&packed, 0, sizeof packed);
    packed.mark = MAP_MARK;
    packed.base = (uint64_t)(uintptr_t)p->base;
    packed.type = (uint8_t)p->type;
    packed.rank = (uint8_t)p->rank;
    packed.swizzle = (uint8_t)p->swizzle;
    packed.fill = (uint8_t)p->fill;
    for (unsigned d = 0; d < p->rank; d++) {
        packed.box[d] = (uint8_t)(p->box[d] - 1);
        packed.element_stride[d] = (uint8_t)(p->element_stride[d] - 1);
        packed.extent[d] = (uint32_t)(p->extent[d] - 1);
        for (unsigned i = 0; d > 0 && i < 5; i++)
            packed.stride[d - 1][i] = (uint8_t)(p->stride[d - 1] / 16 >> 8 * i);
    }
    packed.sum = sum_of(&packed);
    memset(map, 0, 128);
    memcpy(map, &packed, sizeof packed);
}

/* ---- maps that the kernel changes ------------------------------------------------------------- */

/* A map in global memory that this launch published. What a thread of it has acquired is known by its number. */
typedef struct Published {
    struct Published *next;
    const void *at;
    unsigned char acquired[]; /* by the threads of the cluster that runs */
} Published;
static Published *published;

static Published *published_at(const void *at) {
    Published *map = published;
    while (map && map->at != at)
        map = map->next;
    return map;
}

static unsigned number_of(const Thread *t) {
    return (unsigned)(t - emu.threads);
}

static void check_published(Thread *t, const void *at) {
    const Published *map = published_at(at);
    const Region *region = region_find(at);
    if (region && region->shared)
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            at,
            128,
            "the tensor map lies in shared memory: tensor copies go by one in global memory, where "
            "tc_tensormap_publish brings it, or by a __grid_constant__ parameter");
    if (map && !map->acquired[number_of(t)])
        report_raise(
            TC_EMU_PROXY,
            t,
            at,
            128,
            "the tensor map was published by this kernel, and the thread that goes by it has not "
            "called tc_tensormap_acquire since");
}

void tensormap_new_cluster(void) {
    for (Published *map = published; map; map = map->next)
        memset(map->acquired, 0, emu.thread_count);
}

void tensormap_forget(void) {
    while (published) {
        Published *next = published->next;
        free(published);
        published = next;
    }
}

/* The map in shared memory of which a number changes; its place is written as a whole. Inline, so that the frame
 * that emu_enter sees is that of the function which the kernel called. */
static inline __attribute__((always_inline)) Packed *changed(const char *name, void *at) {
    Thread *t = emu.current;
    Packed *packed = at;
    emu_enter(name);
    access_aligned(t, at, 128, 128);
    access_check(t, at, 128, ACCESS_READ, SPACE_SHARED);
    access_check(t, at, 128, ACCESS_WRITE, SPACE_SHARED);
    if (packed->mark != MAP_MARK || packed->sum != sum_of(packed))
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            at,
            128,
            "the 128 bytes are no tensor map: copy one that tc_tensormap_encode or NAME_tensormap "
            "made here first");
    return packed;
}

/* `rule`: what is broken, NULL: nothing. */
static void change(Packed *packed, const char *rule, unsigned long long value) {
    if (rule)
        report_raise(TC_EMU_ARGUMENT, emu.current, packed, 128, rule, value);
    packed->sum = sum_of(packed);
}

void tc_emu_tensormap_address(const char *name, void *at, const void *base) {
    Packed *packed = changed(name, at);
    packed->base = (uint64_t)(uintptr_t)base;
    change(packed, packed->base % 16 ? "the base is no multiple of 16 bytes" : NULL, packed->base);
}

void tc_emu_tensormap_extent(const char *name, void *at, unsigned d, unsigned extent) {
    Packed *packed = changed(name, at);
    packed->extent[d] = extent - 1;
    change(packed, extent ? NULL : "extent %llu: it is from 1 to 2^32", extent);
}

void tc_emu_tensormap_stride(const char *name, void *at, unsigned d, unsigned long long stride) {
    Packed *packed = changed(name, at);
    for (unsigned i = 0; i < 5; i++)
        packed->stride[d][i] = (uint8_t)(stride / 16 >> 8 * i);
    change(
        packed,
        stride % 16    ? "stride %llu is no multiple of 16 bytes"
        : stride >> 40 ? "stride %llu: it is below 2^40 bytes"
                       : NULL,
        stride);
}

void tc_emu_tensormap_box(const char *name, void *at, unsigned d, unsigned box) {
    Packed *packed = changed(name, at);
    packed->box[d] = (uint8_t)(box - 1);
    change(packed, box && box <= 256 ? NULL : "box of %llu elements: it has 1 to 256", box);
}

/* Four bytes by each lane. */
void tc_emu_tensormap_publish(const char *name, void *dst, const void *src) {
    Thread *t = emu.current;
    Published *map = published_at(dst);
    emu_enter(name);
    warp_aligned(t, 0, 0, false);
    access_aligned(t, dst, 128, 128);
    access_aligned(t, src, 128, 128);
    t->from = src;
    t->to = dst;
    warp_whole(t);
    if (!warp_meet(t, 0xffffffffu))
        return;
    for (unsigned i = 0; i < 32; i++) {
        Thread *lane = t->warp->lanes[i];
        if (lane->from != src || lane->to != dst)
            report_raise(
                TC_EMU_DIVERGENT, lane, dst, 128, "the lanes of the warp publish different maps");
        access_check(lane, (const char *)src + 4 * i, 4, ACCESS_READ, SPACE_SHARED);
        access_check(lane, (char *)dst + 4 * i, 4, ACCESS_WRITE, SPACE_GLOBAL);
    }
    emu_copy(dst, src, 128);
    cores_meet("a thread publishes a tensor map");
    if (!map) {
        map = calloc(1, sizeof *map + emu.thread_count);
        if (!map)
            abort();
        map->at = dst;
        map->next = published;
        published = map;
    }
    memset(map->acquired, 0, emu.thread_count);
    warp_order(t);
    warp_leave(t);
}

void tc_emu_tensormap_acquire(const char *name, const void *at) {
    Thread *t = emu.current;
    Published *map = published_at(at);
    emu_enter(name);
    access_aligned(t, at, 128, 128);
    access_check(t, at, 128, ACCESS_READ, SPACE_GLOBAL);
    if (map)
        map->acquired[number_of(t)] = 1;
}

/* ---- what a copy reads ------------------------------------------------------------------------ */

static const unsigned sizes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

Map map_read(Thread *t, const void *at, unsigned rank) {
    Packed packed;
    Map map;
    memset(&map, 0, sizeof map);
    access_aligned(t, at, 128, 64);
    check_published(t, at);
    if (region_find(at))
        cores_meet("a tensor copy goes by a map in global memory");
    emu_copy(&packed, at, sizeof packed);
    if (packed.mark != MAP_MARK || packed.sum != sum_of(&packed))
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            at,
            128,
            "the 128 bytes are no tensor map: tc_tensormap_encode or NAME_tensormap makes one, and "
            "nothing else writes to it");
    if (rank && packed.rank != rank)
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            at,
            128,
            "the tensor map has %u dimensions, the instruction %u",
            packed.rank,
            rank);
    map.base = (char *)(uintptr_t)packed.base;
    map.type = packed.type;
    map.rank = packed.rank;
    map.size = sizes[packed.type];
    map.swizzle = packed.swizzle;
    map.fill = packed.fill;
    map.stride[0] = map.size;
    for (unsigned d = 0; d < map.rank; d++) {
        map.step[d] = d ? packed.element_stride[d] + 1u : 1u;
        map.count[d] = (packed.box[d] + map.step[d]) / map.step[d];
        map.extent[d] = (long long)packed.extent[d] + 1;
        for (unsigned i = 0; d > 0 && i < 5; i++)
            map.stride[d] += (long long)packed.stride[d - 1][i] << 8 * i << 4;
    }
    return map;
}

void tc_emu_tensormap_expect(
    const void *at, unsigned type, unsigned swizzle, unsigned rank, const unsigned *box) {
    Thread *t = emu.current;
    Map map;
    emu_enter("TC_CHECK_TENSORMAP");
    map = map_read(t, at, rank);
    if (map.type != type)
        report_raise(
            TC_EMU_ARGUMENT, t, at, 128, "the tensor map has type %u, not %u", map.type, type);
    if (map.swizzle != swizzle)
        report_raise(
            TC_EMU_ARGUMENT,
            t,
            at,
            128,
            "the tensor map has swizzle %u, not %u",
            map.swizzle,
            swizzle);
    for (unsigned d = 0; d < rank; d++)
        if (map.count[d] != box[d])
            report_raise(
                TC_EMU_ARGUMENT,
                t,
                at,
                128,
                "the tensor map is for boxes of %u elements in dimension %u, not %u",
                map.count[d],
                d,
                box[d]);
}
