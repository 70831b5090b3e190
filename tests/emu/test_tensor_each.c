/* Every primitive of a tensor copy, of each rank: what it moves, against loops over the definition, and that it refuses
 * a map of another rank. And a map of five dimensions that a kernel changes in all of its numbers. */
#include "emu_test.h"
#include "tilecopy/tensormap.h"

enum { THREADS = 32, MOST = 5, WORDS = 64, SLAB = 4096, BAR_AT = 512, MAP_AT = 1024 };

typedef enum {
    LOAD,
    LOAD_HINTED,
    EACH,
    EACH_HINTED,
    STORE,
    STORE_HINTED,
    ADD,
    MIN,
    MAX,
    INC,
    DEC,
    AND,
    OR,
    XOR,
    PREFETCH,
    WAYS
} Way;
/* "tc_tensor_" before, the rank between the two. */
static const char *const names[WAYS][2] = {
    {"gmem_to_smem_", ""},
    {"gmem_to_smem_", "_hinted"},
    {"gmem_to_smem_", "_multicast"},
    {"gmem_to_smem_", "_multicast_hinted"},
    {"smem_to_gmem_", ""},
    {"smem_to_gmem_", "_hinted"},
    {"reduce_add_to_gmem_", ""},
    {"reduce_min_to_gmem_", ""},
    {"reduce_max_to_gmem_", ""},
    {"reduce_inc_to_gmem_", ""},
    {"reduce_dec_to_gmem_", ""},
    {"reduce_and_to_gmem_", ""},
    {"reduce_or_to_gmem_", ""},
    {"reduce_xor_to_gmem_", ""},
    {"prefetch_", ""}};

typedef struct {
    const tc_tensormap *map;
    Way way;
    unsigned rank, bytes, ctas; /* bytes: of the box; ctas: a mask */
    const unsigned *tile;       /* what shared memory holds at first */
    unsigned *out;              /* what it holds at last, WORDS of each CTA */
} args;

static const int at[MOST] = {4, 1, 2, 0, 1};
static const unsigned extent[MOST] = {12, 3, 4, 3, 2}, box[MOST] = {8, 2, 2, 1, 2};

#define CALLS(of_1, of_2, of_3, of_4, of_5, ...)                                                   \
    do {                                                                                           \
        if (rank == 1)                                                                             \
            of_1(BEFORE, at[0] __VA_ARGS__);                                                       \
        else if (rank == 2)                                                                        \
            of_2(BEFORE, at[0], at[1] __VA_ARGS__);                                                \
        else if (rank == 3)                                                                        \
            of_3(BEFORE, at[0], at[1], at[2] __VA_ARGS__);                                         \
        else if (rank == 4)                                                                        \
            of_4(BEFORE, at[0], at[1], at[2], at[3] __VA_ARGS__);                                  \
        else                                                                                       \
            of_5(BEFORE, at[0], at[1], at[2], at[3], at[4] __VA_ARGS__);                           \
    } while (0)
#define BY_RANK(before, after, ...)                                                                \
    CALLS(                                                                                         \
        before##1d##after,                                                                         \
        before##2d##after,                                                                         \
        before##3d##after,                                                                         \
        before##4d##after,                                                                         \
        before##5d##after,                                                                         \
        __VA_ARGS__)

TC_FN void issue_load(const args *a, void *tile, tc_mbarrier *bar) {
    const unsigned long long policy = tc_createpolicy_fractional_evict_first(1.0f);
    const unsigned rank = a->rank;
#define BEFORE tile, a->map
    if (a->way == LOAD)
        BY_RANK(tc_tensor_gmem_to_smem_, , , bar);
    else if (a->way == LOAD_HINTED)
        BY_RANK(tc_tensor_gmem_to_smem_, _hinted, , bar, policy);
    else if (a->way == EACH)
        BY_RANK(tc_tensor_gmem_to_smem_, _multicast, , bar, a->ctas);
    else
        BY_RANK(tc_tensor_gmem_to_smem_, _multicast_hinted, , bar, a->ctas, policy);
#undef BEFORE
}

TC_FN void issue_store(const args *a, const void *tile) {
    const unsigned long long policy = tc_createpolicy_fractional_evict_first(1.0f);
    const unsigned rank = a->rank;
#define BEFORE a->map, tile
    switch (a->way) {
#define OF(way, before, ...)                                                                       \
    case way:                                                                                      \
        BY_RANK(before, __VA_ARGS__);                                                              \
        break;
        OF(STORE, tc_tensor_smem_to_gmem_, , )
        OF(STORE_HINTED, tc_tensor_smem_to_gmem_, _hinted, , policy)
        OF(ADD, tc_tensor_reduce_add_to_gmem_, , )
        OF(MIN, tc_tensor_reduce_min_to_gmem_, , )
        OF(MAX, tc_tensor_reduce_max_to_gmem_, , )
        OF(INC, tc_tensor_reduce_inc_to_gmem_, , )
        OF(DEC, tc_tensor_reduce_dec_to_gmem_, , )
        OF(AND, tc_tensor_reduce_and_to_gmem_, , )
        OF(OR, tc_tensor_reduce_or_to_gmem_, , )
        OF(XOR, tc_tensor_reduce_xor_to_gmem_, , )
#undef OF
#undef BEFORE
#define BEFORE a->map
    default:
        BY_RANK(tc_tensor_prefetch_, , );
    }
#undef BEFORE
}

static void copy_out(const args *a) {
    for (unsigned i = tc_thread_index(); i < WORDS; i += THREADS) {
        unsigned v;
        tc_load_shared_b32(&v, tc_smem() + 4 * i);
        tc_store_global_b32(a->out + WORDS * tc_cta_rank_in_cluster() + i, &v);
    }
}

/* Two CTAs: of loads by one alone both do it, all else does the first. */
TC_KERNEL(each, args) {
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)(tc_smem() + BAR_AT);
    const unsigned cta = tc_cta_rank_in_cluster(), thread = tc_thread_index();
    const int alone = arg.way < EACH, awaited = alone || (arg.way < STORE && arg.ctas >> cta & 1);
    for (unsigned i = thread; i < WORDS; i += THREADS) {
        unsigned v;
        tc_load_global_b32(&v, arg.tile + i);
        tc_store_shared_b32(tc_smem() + 4 * i, &v);
    }
    if (thread == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
        if (awaited)
            tc_mbarrier_arrive_expect_tx(bar, arg.bytes);
    }
    tc_fence_async_smem();
    tc_cluster_sync();
    if (thread == 0 && (cta == 0 || alone)) {
        if (arg.way < STORE)
            issue_load(&arg, tc_smem(), bar);
        else
            issue_store(&arg, tc_smem());
        tc_bulk_commit();
        tc_bulk_wait_0();
    }
    if (awaited)
        tc_mbarrier_wait(bar, 0);
    tc_cluster_sync();
    copy_out(&arg);
}

/* ---- the definition -------------------------------------------------------------------------- */

static unsigned elements_of(unsigned rank, const unsigned *of) {
    unsigned count = 1;
    for (unsigned d = 0; d < rank; d++)
        count *= of[d];
    return count;
}

/* Where element i of the box lies in the tensor; -1: outside. */
static int place_of(unsigned rank, unsigned i) {
    int place = 0, pitch = 1;
    for (unsigned d = 0; d < rank; d++) {
        const int c = at[d] + (int)(i % box[d]);
        if (c >= (int)extent[d])
            return -1;
        place += c * pitch;
        pitch *= (int)extent[d];
        i /= box[d];
    }
    return place;
}

static unsigned combined(Way way, unsigned old, unsigned new) {
    switch (way) {
    case ADD:
        return old + new;
    case MIN:
        return old < new ? old : new;
    case MAX:
        return old > new ? old : new;
    case INC:
        return old >= new ? 0 : old + 1;
    case DEC:
        return old == 0 || old > new ? new : old - 1;
    case AND:
        return old & new;
    case OR:
        return old | new;
    case XOR:
        return old ^ new;
    default:
        return new;
    }
}

static tc_tensormap map_of(unsigned rank, const void *base, unsigned pitch) {
    tc_tensormap map;
    tc_tensormap_params p;
    memset(&p, 0, sizeof p);
    p.type = 2;
    p.rank = rank;
    p.base = base;
    for (unsigned d = 0; d < rank; d++) {
        p.extent[d] = extent[d];
        p.box[d] = box[d];
        p.element_stride[d] = 1;
        pitch *= extent[d];
        if (d + 1 < rank)
            p.stride[d] = pitch;
    }
    EXPECT(tc_tensormap_encode(&map, &p) == NULL);
    return map;
}

static unsigned was[SLAB], tile[WORDS];
static unsigned *tensor, *tile_there, *out;

static void begin(void) {
    for (unsigned i = 0; i < SLAB; i++)
        was[i] = tensor[i] = i * 2654435761u >> 3 & 0xfff;
    for (unsigned i = 0; i < WORDS; i++)
        tile[i] = tile_there[i] = (i + 3) * 2246822519u >> 5 & 0xfff;
    memset(out, 0, 2 * WORDS * sizeof *out);
}

static unsigned wrong_loads(const args *a) {
    unsigned wrong = 0;
    for (unsigned cta = 0; cta < 2; cta++)
        for (unsigned i = 0; i < WORDS; i++) {
            const int place = place_of(a->rank, i);
            const int comes = a->way < EACH || a->ctas >> cta & 1;
            unsigned want = tile[i];
            if (comes && i < a->bytes / 4)
                want = place < 0 ? 0 : was[place];
            wrong += out[WORDS * cta + i] != want;
        }
    return wrong;
}

static unsigned wrong_stores(const args *a) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < a->bytes / 4 && a->way < PREFETCH; i++) {
        const int place = place_of(a->rank, i);
        if (place >= 0)
            was[place] = combined(a->way, was[place], tile[i]);
    }
    for (unsigned i = 0; i < SLAB; i++)
        wrong += tensor[i] != was[i];
    return wrong;
}

/* Kept, as the counts of a case are by its name. */
static const char *name_of(Way way, unsigned rank) {
    static char kept[WAYS][MOST][64];
    char *const name = kept[way][rank - 1];
    snprintf(name, sizeof kept[0][0], "tc_tensor_%s%ud%s", names[way][0], rank, names[way][1]);
    return name;
}

static void moves(Way way, unsigned rank, unsigned ctas) {
    tc_emu_config c = quiet(THREADS, 2048);
    begin();
    const tc_tensormap map = map_of(rank, tensor, 4);
    const char *const name = name_of(way, rank);
    args a = {&map, way, rank, 4 * elements_of(rank, box), ctas, tile_there, out};
    c.cluster = 2;
    once_passes(name, c, each, &a);
    EXPECT_OF(name, (way < STORE ? wrong_loads(&a) : wrong_stores(&a)) == 0);
}

/* The map has one dimension more, or of five dimensions one less: the report names the primitive. */
static void refused(Way way, unsigned rank) {
    tc_emu_config c = quiet(THREADS, 2048);
    const unsigned other = rank < MOST ? rank + 1 : MOST - 1;
    const tc_tensormap map = map_of(other, tensor, 4);
    const char *const name = name_of(way, rank);
    static char text[80]; /* the counts of a case are by its text */
    args a = {&map, way, rank, 4 * elements_of(rank, box), 3, tile_there, out};
    c.cluster = 2;
    snprintf(
        text, sizeof text, "the tensor map has %u dimensions, the instruction %u\n", other, rank);
    fails(name, c, each, &a, TC_EMU_ARGUMENT, text);
    EXPECT_OF(name, strcmp(tc_emu_last()->primitive, name) == 0);
    EXPECT_OF(name, tc_emu_last()->bytes == 128);
}

/* ---- a map that the kernel changes ----------------------------------------------------------- */

typedef struct {
    const tc_tensormap *first;
    tc_tensormap *own; /* in global memory */
    const unsigned *tensor;
    unsigned *out;
} change_args;

/* The map of the tests above, of one in which all numbers are others. */
TC_KERNEL(changed, change_args) {
    void *const map = tc_smem() + MAP_AT;
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)(tc_smem() + BAR_AT);
    const args a = {arg.own, LOAD, MOST, 4 * elements_of(MOST, box), 0, NULL, arg.out};
    if (tc_thread_index() == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
        for (unsigned i = 0; i < 128; i += 16)
            tc_store_shared_b128((char *)map + i, (const char *)arg.first + i);
        tc_tensormap_replace_address(map, arg.tensor);
        tc_tensormap_replace_extent_0(map, extent[0]);
        tc_tensormap_replace_extent_1(map, extent[1]);
        tc_tensormap_replace_extent_2(map, extent[2]);
        tc_tensormap_replace_extent_3(map, extent[3]);
        tc_tensormap_replace_extent_4(map, extent[4]);
        tc_tensormap_replace_stride_0(map, 4 * 12);
        tc_tensormap_replace_stride_1(map, 4 * 12 * 3);
        tc_tensormap_replace_stride_2(map, 4 * 12 * 3 * 4);
        tc_tensormap_replace_stride_3(map, 4 * 12 * 3 * 4 * 3);
        tc_tensormap_replace_box_0(map, box[0]);
        tc_tensormap_replace_box_1(map, box[1]);
        tc_tensormap_replace_box_2(map, box[2]);
        tc_tensormap_replace_box_3(map, box[3]);
        tc_tensormap_replace_box_4(map, box[4]);
    }
    tc_warp_sync();
    tc_tensormap_publish(arg.own, map);
    if (tc_thread_index() == 0) {
        tc_tensormap_acquire(arg.own);
        tc_tensormap_acquire(arg.own);
        tc_prefetch_tensormap(arg.own);
        tc_mbarrier_arrive_expect_tx(bar, a.bytes);
        issue_load(&a, tc_smem(), bar);
    }
    tc_mbarrier_wait(bar, 0);
    copy_out(&a);
}

/* A map of shared memory to `own`: one of the two lies 64 bytes beside a place for a map. */
TC_KERNEL(publishes_beside, change_args) {
    const unsigned to = arg.out == NULL;
    tc_tensormap_publish((char *)arg.own + (to ? 64 : 0), tc_smem() + (to ? 0 : 64));
}

static void changes(void) {
    tc_tensormap first;
    tc_tensormap_params p;
    unsigned wrong = 0;
    memset(&p, 0, sizeof p);
    p.type = 2;
    p.rank = MOST;
    p.base = tensor + 4;
    for (unsigned d = 0; d < MOST; d++) {
        p.extent[d] = 1; /* of which the box would see nothing */
        p.box[d] = d ? 3 : 4;
        p.element_stride[d] = 1;
    }
    for (unsigned d = 0; d + 1 < MOST; d++)
        p.stride[d] = 1ull << (36 + d) | 1600; /* all bytes of it are another number */
    EXPECT(tc_tensormap_encode(&first, &p) == NULL);
    tc_tensormap *own = tc_emu_gmem_alloc(sizeof *own, "own");
    change_args a = {&first, own, tensor, out};
    begin();
    passes("changed", quiet(THREADS, 2048), changed, &a);
    for (unsigned i = 0; i < elements_of(MOST, box); i++) {
        const int place = place_of(MOST, i);
        wrong += out[i] != (place < 0 ? 0 : was[place]);
    }
    EXPECT(wrong == 0);
    for (unsigned to = 0; to < 2; to++) {
        a.out = to ? NULL : out;
        fails(
            to ? "publishes beside" : "publishes what lies beside",
            quiet(THREADS, 1024),
            publishes_beside,
            &a,
            TC_EMU_MISALIGNED,
            "the address is not 128-byte aligned\n|: tc_tensormap_publish\n");
        EXPECT(tc_emu_last()->bytes == 128 && tc_emu_last()->offset == 64);
        EXPECT(!strcmp(tc_emu_last()->buffer, to ? "own" : "dynamic shared memory"));
    }
    tc_emu_gmem_free(own);
}

/* Four rows of 32 bytes at a place for them where shared memory ends behind two. */
TC_KERNEL(gathers_beyond, args) {
    tc_tensor_gather4_to_smem(
        tc_smem() + 1024 - 64 - 64 * arg.rank,
        arg.map,
        0,
        0,
        1,
        2,
        0,
        (tc_mbarrier *)(void *)tc_smem());
}

TC_KERNEL(scatters_beyond, args) {
    tc_tensor_scatter4_to_gmem(arg.map, tc_smem() + 1024 - 64 - 64 * arg.rank, 0, 0, 1, 2, 0);
}

static void fours(void) {
    tc_tensormap map;
    tc_tensormap_params p;
    memset(&p, 0, sizeof p);
    p.type = 2;
    p.rank = 2;
    p.base = tensor;
    p.extent[0] = 8;
    p.extent[1] = 3;
    p.stride[0] = 32;
    p.box[0] = 8;
    p.box[1] = p.element_stride[0] = p.element_stride[1] = 1;
    EXPECT(tc_tensormap_encode(&map, &p) == NULL);
    for (unsigned forms = 0; forms < 4; forms++) {
        args a = {&map, LOAD, forms / 2, 0, 0, NULL, NULL};
        const int odd = forms < 2;
        fails(
            forms % 2 ? "scatters_beyond" : "gathers_beyond",
            quiet(1, odd ? 1024 : 896 + 64),
            forms % 2 ? scatters_beyond : gathers_beyond,
            &a,
            odd ? TC_EMU_MISALIGNED : TC_EMU_OUTSIDE,
            odd ? "the address is not 128-byte aligned\n"
                : "the access ends 64 bytes past the buffer\n");
        EXPECT(tc_emu_last()->bytes == 4 * 32);
    }
}

TC_KERNEL(prefetches_a_map, args) {
    tc_prefetch_tensormap(arg.map);
}

int main(void) {
    tc_tensormap none, one;
    tensor = tc_emu_gmem_alloc(SLAB * sizeof *tensor, "tensor");
    tile_there = tc_emu_gmem_alloc(WORDS * sizeof *tile_there, "tile");
    out = tc_emu_gmem_alloc(2 * WORDS * sizeof *out, "out");
    for (unsigned way = 0; way < WAYS; way++)
        for (unsigned rank = 1; rank <= MOST; rank++) {
            const int masks = way == EACH || way == EACH_HINTED;
            for (unsigned ctas = masks ? 1 : 3; ctas <= 3; ctas++)
                moves((Way)way, rank, ctas);
            refused((Way)way, rank);
        }
    changes();
    fours();
    args a;
    memset(&none, 0, sizeof none);
    memset(&a, 0, sizeof a);
    a.map = &none;
    fails("no_map", quiet(1, 64), prefetches_a_map, &a, TC_EMU_ARGUMENT, "bytes are no tensor map");
    EXPECT(strcmp(tc_emu_last()->primitive, "tc_prefetch_tensormap") == 0);
    for (unsigned rank = 1; rank <= MOST; rank++) {
        one = map_of(rank, tensor, 4);
        a.map = &one;
        passes("prefetches_a_map", quiet(1, 64), prefetches_a_map, &a);
    }
    return unit_finish();
}
