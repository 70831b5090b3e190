/* Random tensor maps: types, ranks, extents, pitches, boxes, element strides, swizzles, fills and origins, for loads,
 * stores and reductions. One launch tests many maps, a CTA each: the kernel gets an array of them. gcc makes a program
 * for the emulator of this text, nvcc one for the GPU (tests/device/tensor.py).
 *
 * usage: test_maps [SEED [FIRST [COUNT [strides]]]]
 *
 * Map i of a seed is the same on every machine. Each result is compared with loops over the definition; a line for
 * each batch, `maps FIRST COUNT: digest HEX, N wrong`, lets two machines be compared. Element strides are of loads
 * alone; with `strides` of stores and reductions too, whose lines begin with `strided`. */
#include "tests/emu/emu_test.h"
#include "tilecopy/tensormap.h"
#include <inttypes.h>
#include <stdbool.h>

enum {
    BATCH = 1000,
    SLAB = 8192,
    BEGIN = 1024,
    TILE = 8192,
    THREADS = 32,
    MOST_ROW = 512,
    MOST = 5
};
typedef enum { LOAD, STORE, ADD, MIN, MAX, AND, OR, XOR, WAYS } Way;
static const char *const way_name[WAYS] = {
    "load", "store", "add", "min", "max", "and", "or", "xor"};

typedef struct {
    unsigned way, rank, bytes, image; /* bytes: of the box; image: with the gaps of its rows */
    int at[MOST];
} Job;

typedef struct {
    const tc_tensormap *maps;
    const Job *jobs;
    unsigned char *images; /* TILE bytes each: what shared memory held, or what is stored */
} args;

/* ---- the kernel ------------------------------------------------------------------------------ */

#define BY_RANK(call)                                                                              \
    do {                                                                                           \
        if (rank == 1)                                                                             \
            call##_1d(ENDS c[0] LAST);                                                             \
        else if (rank == 2)                                                                        \
            call##_2d(ENDS c[0], c[1] LAST);                                                       \
        else if (rank == 3)                                                                        \
            call##_3d(ENDS c[0], c[1], c[2] LAST);                                                 \
        else if (rank == 4)                                                                        \
            call##_4d(ENDS c[0], c[1], c[2], c[3] LAST);                                           \
        else                                                                                       \
            call##_5d(ENDS c[0], c[1], c[2], c[3], c[4] LAST);                                     \
    } while (0)

TC_FN void issue_load(
    void *tile, const tc_tensormap *map, unsigned rank, const int *c, tc_mbarrier *bar) {
#define ENDS tile, map,
#define LAST , bar
    BY_RANK(tc_tensor_gmem_to_smem);
#undef ENDS
#undef LAST
}

TC_FN void issue_store(
    unsigned way, const tc_tensormap *map, const void *tile, unsigned rank, const int *c) {
#define ENDS map, tile,
#define LAST
    if (way == STORE)
        BY_RANK(tc_tensor_smem_to_gmem);
    else if (way == ADD)
        BY_RANK(tc_tensor_reduce_add_to_gmem);
    else if (way == MIN)
        BY_RANK(tc_tensor_reduce_min_to_gmem);
    else if (way == MAX)
        BY_RANK(tc_tensor_reduce_max_to_gmem);
    else if (way == AND)
        BY_RANK(tc_tensor_reduce_and_to_gmem);
    else if (way == OR)
        BY_RANK(tc_tensor_reduce_or_to_gmem);
    else
        BY_RANK(tc_tensor_reduce_xor_to_gmem);
#undef ENDS
#undef LAST
}

TC_KERNEL(by_map, args) {
    unsigned char *const tile = tc_smem();
    tc_mbarrier *const bar = (tc_mbarrier *)(void *)(tile + TILE);
    const unsigned cta = tc_cta_index(), thread = tc_thread_index();
    const Job *const job = &arg.jobs[cta];
    unsigned char *const image = arg.images + (size_t)cta * TILE;
    tc_b128 v;
    for (unsigned i = 16 * thread; i < job->image; i += 16 * THREADS) {
        tc_load_global_b128(&v, image + i);
        tc_store_shared_b128(tile + i, &v);
    }
    if (thread == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
    }
    tc_fence_async_smem();
    tc_cta_sync();
    if (thread == 0 && job->way == LOAD) {
        tc_mbarrier_arrive_expect_tx(bar, job->bytes);
        issue_load(tile, &arg.maps[cta], job->rank, job->at, bar);
    } else if (thread == 0) {
        issue_store(job->way, &arg.maps[cta], tile, job->rank, job->at);
        tc_bulk_commit();
        tc_bulk_wait_0();
    }
    if (job->way != LOAD)
        return;
    tc_mbarrier_wait(bar, 0);
    for (unsigned i = 16 * thread; i < job->image; i += 16 * THREADS) {
        tc_load_shared_b128(&v, tile + i);
        tc_store_global_b128(image + i, &v);
    }
}

/* ---- maps at random -------------------------------------------------------------------------- */

static uint64_t state;
static bool strided; /* stores have element strides */

static uint32_t drawn(void) {
    uint64_t x = state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(x >> 32);
}

static unsigned below(unsigned n) {
    return drawn() % n;
}

static int between(int low, int high) {
    return low + (int)below((unsigned)(high - low + 1));
}

static unsigned count_of(const tc_tensormap_params *p, unsigned d) {
    const unsigned step = d ? p->element_stride[d] : 1; /* of dimension 0 it is ignored */
    return (p->box[d] + step - 1) / step;
}

static unsigned pitch_of(const tc_tensormap_params *p) {
    return p->swizzle ? 16u << p->swizzle : p->box[0] * tc__tensormap_size(p->type);
}

/* u32 i32 u64 i64, of which the last has min and max alone; sums of other types are tested elsewhere. */
static unsigned type_of(Way way) {
    return way <= STORE ? below(13) : 2 + below(way == MIN || way == MAX ? 4 : 3);
}

/* Pitches nest, with room between; those of a load may be less than a row, or 0: rows that overlap. */
static void draw_tensor(tc_tensormap_params *p, Way way) {
    const unsigned size = tc__tensormap_size(p->type), unit = 16 / size;
    unsigned long long bytes = size;
    for (unsigned d = 0; d < p->rank; d++) {
        const unsigned long long most = (SLAB - 2 * BEGIN) / bytes;
        unsigned extent = 1 + below(d ? 12 : 200);
        if (d == 0 && way != LOAD)
            extent = (extent + unit - 1) / unit * unit; /* stores clip by 16 bytes */
        if (extent > most)
            extent = d == 0 && way != LOAD ? (unsigned)most / unit * unit : (unsigned)most;
        p->extent[d] = extent < 1 ? 1 : extent;
        if (d > 0)
            p->stride[d - 1] = bytes;
        bytes *= p->extent[d];
        bytes = (bytes + 15) / 16 * 16;
        if (bytes + 32 < SLAB - 2 * BEGIN && below(3) == 0)
            bytes += 16 + 16 * below(2);
    }
    for (unsigned d = 1; d < p->rank && way == LOAD; d++)
        if (below(8) == 0)
            p->stride[d - 1] = p->stride[d - 1] * below(3) / 2 / 16 * 16;
}

static void draw_box(tc_tensormap_params *p, Way way) {
    const unsigned size = tc__tensormap_size(p->type), unit = 16 / size;
    unsigned rows = 1;
    p->swizzle = below(4);
    const unsigned widest = (p->swizzle ? 16u << p->swizzle : 1u * MOST_ROW) / size;
    p->box[0] = unit * (1 + below((widest < 256 ? widest : 256) / unit));
    for (unsigned d = 0; d < p->rank; d++)
        p->element_stride[d] = (way == LOAD || strided) && below(3) == 0 ? 1 + below(8) : 1;
    for (unsigned d = 1; d < p->rank; d++) {
        const unsigned room = TILE / pitch_of(p) / rows;
        const unsigned count = 1 + below(
                                       room < 16    ? room
                                       : below(4)   ? 16
                                       : room < 256 ? room
                                                    : 256);
        unsigned box = count * p->element_stride[d] - below(p->element_stride[d]);
        p->box[d] = box > 256 ? 256 : box;
        rows *= count_of(p, d);
    }
}

static bool draw_map(tc_tensormap_params *p, Job *job) {
    static const unsigned char ways[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7};
    memset(p, 0, sizeof *p);
    job->way = ways[below(sizeof ways)];
    p->type = type_of((Way)job->way);
    p->rank = job->rank = 1 + below(5);
    p->promotion = below(4);
    p->fill = p->type >= 6 ? below(2) : 0;
    draw_tensor(p, (Way)job->way);
    draw_box(p, (Way)job->way);
    const unsigned size = tc__tensormap_size(p->type), unit = 16 / size;
    unsigned rows = 1;
    for (unsigned d = 1; d < p->rank; d++)
        rows *= count_of(p, d);
    job->bytes = rows * p->box[0] * size;
    job->image = rows * pitch_of(p);
    for (unsigned d = 0; d < MOST; d++) {
        const int box = (int)p->box[d], extent = (int)p->extent[d];
        const bool near = below(4) > 0; /* most dimensions of most boxes meet the tensor */
        const int low = job->way != LOAD ? 0 : near ? -box / 3 : -box - 2;
        job->at[d] = d >= p->rank ? 0 : between(low, near ? extent - 1 : extent + 2);
    }
    job->at[0] = job->at[0] / (int)unit * (int)unit;
    return job->image <= TILE;
}

static void start_map(uint64_t seed, unsigned i, tc_tensormap_params *p, Job *job) {
    state = seed * 0xd1342543de82ef95u + (uint64_t)i * 0x2545f4914f6cdd1du;
    while (!draw_map(p, job) || tc_tensormap_check(p))
        ;
}

static void fill_with_numbers(unsigned char *at, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i += 4) {
        uint32_t word = drawn();
        if (below(16) == 0) /* what rounding to tf32 finds hard */
            word = (word & 0xffffe000u) | (below(2) ? 0x1000u : 0x0fffu);
        if (below(64) == 0)
            word |= 0x7f800000u;
        memcpy(at + i, &word, 4);
    }
}

/* ---- the definition, element by element ------------------------------------------------------ */

static uint64_t number_at(const void *at, unsigned size) {
    uint64_t v = 0;
    memcpy(&v, at, size);
    return v;
}

static uint64_t rounded(uint32_t x) {
    const bool nan = (x & 0x7fffffffu) > 0x7f800000u;
    const uint32_t cut = x & 0x1fffu, down = x & ~0x1fffu, up = down + 0x2000u;
    return nan ? 0x7fffe000u : cut > 0x1000u || (cut == 0x1000u && (down & 0x2000u)) ? up : down;
}

static uint64_t combined(unsigned way, unsigned type, uint64_t a, uint64_t b) {
    const bool is_signed = type == 3 || type == 5, wide = type >= 4;
    const int64_t x = wide ? (int64_t)a : (int32_t)(uint32_t)a;
    const int64_t y = wide ? (int64_t)b : (int32_t)(uint32_t)b;
    const bool less = is_signed ? x < y : a < b;
    switch (way) {
    case ADD:
        return a + b;
    case MIN:
        return less ? a : b;
    case MAX:
        return less ? b : a;
    case AND:
        return a & b;
    case OR:
        return a | b;
    case XOR:
        return a ^ b;
    default:
        return b;
    }
}

/* What the copy of one element is: tensor and image as they are to be. */
static void define_element(
    const tc_tensormap_params *p,
    const Job *job,
    const unsigned *by,
    unsigned char *tensor,
    unsigned char *image) {
    static const uint64_t nan = 0x7ff77ff77ff77ff7u;
    const unsigned size = tc__tensormap_size(p->type),
                   span = p->swizzle ? (1u << p->swizzle) - 1 : 0;
    unsigned char *global = tensor;
    unsigned row = 0;
    bool inside = true;
    for (unsigned d = p->rank; d-- > 0;) {
        const long long x = job->at[d] + (long long)by[d] * (d ? p->element_stride[d] : 1);
        inside = inside && x >= 0 && x < (long long)p->extent[d];
        global += x * (long long)(d ? p->stride[d - 1] : size);
        row = d ? row * count_of(p, d) + by[d] : row;
    }
    unsigned at = row * pitch_of(p) + by[0] * size;
    at ^= (at >> 7 & span) << 4;
    uint64_t value;
    if (job->way == LOAD) {
        value = inside ? number_at(global, size) : p->fill ? nan : 0;
        if (inside && p->type >= 11)
            value = rounded((uint32_t)value);
        memcpy(image + at, &value, size);
    } else if (inside) {
        value = combined(job->way, p->type, number_at(global, size), number_at(image + at, size));
        memcpy(global, &value, size);
    }
}

static void define(
    const tc_tensormap_params *p, const Job *job, unsigned char *tensor, unsigned char *image) {
    const unsigned elements = job->bytes / tc__tensormap_size(p->type);
    for (unsigned e = 0; e < elements; e++) {
        unsigned by[MOST] = {0}, left = e;
        for (unsigned d = 0; d < p->rank; d++) {
            by[d] = left % count_of(p, d);
            left /= count_of(p, d);
        }
        define_element(p, job, by, tensor, image);
    }
}

/* ---- batches --------------------------------------------------------------------------------- */

static void say(unsigned i, const tc_tensormap_params *p, const Job *job) {
    printf(
        "  map %u: %s, type %u, swizzle %u, fill %u;",
        i,
        way_name[job->way],
        p->type,
        p->swizzle,
        p->fill);
    for (unsigned d = 0; d < p->rank; d++)
        printf(
            " [%llu at %llu, box %u by %u, from %d]",
            p->extent[d],
            d ? p->stride[d - 1] : 0,
            p->box[d],
            p->element_stride[d],
            job->at[d]);
    printf("\n");
}

static uint64_t digest(uint64_t sum, const unsigned char *at, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i += 8)
        sum = (sum ^ number_at(at + i, 8)) * 0x100000001b3u + (sum >> 29);
    return sum;
}

/* Memory of the machine that runs the kernel. A GPU gets memory of its own rather than managed memory, whose pages a
 * tensor copy might not find there. */
#if TC_ON_DEVICE
static void *machine_alloc(size_t bytes, const char *name) {
    void *p = NULL;
    unit_expect(cudaMalloc(&p, bytes) == cudaSuccess, name, __FILE__, __LINE__);
    return p;
}

static void move(void *to, const void *from, size_t bytes) {
    EXPECT(cudaMemcpy(to, from, bytes, cudaMemcpyDefault) == cudaSuccess);
}
#else
static void *machine_alloc(size_t bytes, const char *name) {
    return tc_emu_gmem_alloc(bytes, name);
}

static void move(void *to, const void *from, size_t bytes) {
    memcpy(to, from, bytes);
}
#endif

typedef struct {
    tc_tensormap maps[BATCH];
    tc_tensormap_params params[BATCH];
    Job jobs[BATCH];
    unsigned char tensors[BATCH][SLAB], tiles[BATCH][TILE]; /* as the machine has them */
    unsigned char right_tensors[BATCH][SLAB], right_tiles[BATCH][TILE]; /* as they are to be */
} Batch;
static Batch now;
static args machine;
static unsigned char *slabs;

static void prepare(uint64_t seed, unsigned first, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        start_map(seed, first + i, &now.params[i], &now.jobs[i]);
        fill_with_numbers(now.tensors[i], SLAB);
        fill_with_numbers(now.tiles[i], TILE);
        now.params[i].base = slabs + (size_t)i * SLAB + BEGIN;
        EXPECT(tc_tensormap_encode(&now.maps[i], &now.params[i]) == NULL);
        memcpy(now.right_tensors[i], now.tensors[i], SLAB);
        memcpy(now.right_tiles[i], now.tiles[i], TILE);
        define(&now.params[i], &now.jobs[i], now.right_tensors[i] + BEGIN, now.right_tiles[i]);
    }
}

static void run(unsigned count) {
    tc_emu_config c = quiet(THREADS, TILE + 16);
    c.grid = count;
    move((void *)machine.maps, now.maps, sizeof now.maps);
    move((void *)machine.jobs, now.jobs, sizeof now.jobs);
    move(slabs, now.tensors, sizeof now.tensors);
    move(machine.images, now.tiles, sizeof now.tiles);
    once_passes("maps", c, by_map, &machine);
    move(now.tensors, slabs, sizeof now.tensors);
    move(now.tiles, machine.images, sizeof now.tiles);
}

static void batch(uint64_t seed, unsigned first, unsigned count) {
    uint64_t sum = 0;
    unsigned wrong = 0;
    prepare(seed, first, count);
    run(count);
    for (unsigned i = 0; i < count; i++) {
        const bool same = memcmp(now.tensors[i], now.right_tensors[i], SLAB) == 0 &&
                          memcmp(now.tiles[i], now.right_tiles[i], TILE) == 0;
        if (!same && wrong++ < 5)
            say(first + i, &now.params[i], &now.jobs[i]);
        sum = digest(digest(sum, now.tensors[i], SLAB), now.tiles[i], TILE);
    }
    EXPECT(wrong == 0);
    printf(
        "%s %u %u: digest %016" PRIx64 ", %u wrong\n",
        strided ? "strided" : "maps",
        first,
        count,
        sum,
        wrong);
}

int main(int argc, char **argv) {
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const unsigned first = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    const unsigned count = argc > 3 ? (unsigned)atoi(argv[3]) : 1u * BATCH;
    machine.maps = (const tc_tensormap *)machine_alloc(sizeof now.maps, "maps");
    machine.jobs = (const Job *)machine_alloc(sizeof now.jobs, "jobs");
    machine.images = (unsigned char *)machine_alloc(sizeof now.tiles, "images");
    slabs = (unsigned char *)machine_alloc(sizeof now.tensors, "tensors");
    strided = argc > 4 && strcmp(argv[4], "strides") == 0;
    for (unsigned done = 0; done < count; done += BATCH)
        batch(seed, first + done, count - done < BATCH ? count - done : 1u * BATCH);
    if (argc <= 1) {
        strided = true;
        batch(seed, first, BATCH);
    }
    return unit_finish();
}
