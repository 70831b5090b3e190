/* Tensor copies on a GPU: thousands of boxes at random origins, each image of shared memory and each
 * tensor that was written compared with loops over the definition. Prints a line for each function:
 * `tensor NAME: N elements, N wrong`. */
#include <cuda_fp16.h>

#include "tensor_gen.h"
#include "tilecopy/tensormap_replace.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#ifndef TENSOR_BOXES
#define TENSOR_BOXES 4096
#endif
enum {
    ROWS = 300,
    COLUMNS = 200,
    WHOLE = 192,
    PITCH = 208,
    PLANES = 9,
    BOXES = TENSOR_BOXES,
    SHARED = 16384
};

struct Origin {
    int l, m, k, e, d;
};

static void stop_at(const char *what, const char *why) {
    std::printf("tensor %s: %s\n", what, why);
    std::exit(1);
}

static void ended(const char *what) {
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        stop_at(what, cudaGetErrorString(error));
}

/* Loads a box for each CTA and hands the bytes of shared memory to the host as they are. */
#define LOADER(name, Type, ...)                                                                    \
    __global__ void name##_kernel(                                                                 \
        const __grid_constant__ tc_tensormap map, const Origin *origins, Type *out) {              \
        __shared__ __align__(1024) unsigned char raw[SHARED];                                      \
        __shared__ tc_mbarrier bar;                                                                \
        Type *tile = (Type *)raw;                                                                  \
        const unsigned count = sizeof_##name / sizeof(Type);                                       \
        for (unsigned i = threadIdx.x; i < count; i += 32)                                         \
            tile[i] = (Type)0x5a5a;                                                                \
        if (threadIdx.x == 0) {                                                                    \
            tc_mbarrier_init(&bar, 1);                                                             \
            tc_fence_mbarrier_init();                                                              \
        }                                                                                          \
        tc_fence_async_smem();                                                                     \
        __syncthreads();                                                                           \
        if (threadIdx.x == 0)                                                                      \
            tc_mbarrier_arrive_expect_tx(&bar, sizeof_##name);                                     \
        __syncwarp();                                                                              \
        Origin o = origins[blockIdx.x];                                                            \
        (void)o;                                                                                   \
        name(tile, &map, __VA_ARGS__, &bar);                                                       \
        tc_mbarrier_wait(&bar, 0);                                                                 \
        for (unsigned i = threadIdx.x; i < count; i += 32)                                         \
            out[blockIdx.x * count + i] = tile[i];                                                 \
    }

enum {
    sizeof_tc_load_128 = TC_LOAD_128_BYTES,
    sizeof_tc_load_64 = TC_LOAD_64_BYTES,
    sizeof_tc_load_32 = TC_LOAD_32_BYTES,
    sizeof_tc_load_0 = TC_LOAD_0_BYTES,
    sizeof_tc_load_deep = TC_LOAD_DEEP_BYTES,
    sizeof_tc_load_panels = TC_LOAD_PANELS_BYTES,
    sizeof_tc_load_whole = TC_LOAD_WHOLE_BYTES,
    sizeof_tc_load_inside = TC_LOAD_INSIDE_BYTES,
    sizeof_tc_load_wide = TC_LOAD_WIDE_BYTES,
    sizeof_tc_load_five = TC_LOAD_FIVE_BYTES
};
LOADER(tc_load_128, unsigned short, o.m, o.k)
LOADER(tc_load_64, unsigned short, o.m, o.k)
LOADER(tc_load_32, unsigned short, o.m, o.k)
LOADER(tc_load_0, unsigned short, o.m, o.k)
LOADER(tc_load_deep, unsigned, o.l, o.m, o.k)
LOADER(tc_load_panels, unsigned short, o.m, o.k)
LOADER(tc_load_whole, unsigned short, o.m, o.k)
LOADER(tc_load_inside, unsigned short, (unsigned)o.m, (unsigned)o.k)
LOADER(tc_load_wide, unsigned char, (unsigned)o.m, (unsigned)o.k)
LOADER(tc_load_five, unsigned, o.e, o.d, o.l, o.m, o.k)

/* CTA 0 of each two loads a box for both. */
__global__ void tc_load_both_kernel(
    const __grid_constant__ tc_tensormap map, const Origin *origins, unsigned short *out) {
    __shared__ __align__(1024) unsigned char raw[SHARED];
    __shared__ tc_mbarrier bar;
    unsigned short *tile = (unsigned short *)raw;
    for (unsigned i = threadIdx.x; i < 4096; i += 32)
        tile[i] = 0x5a5a;
    if (threadIdx.x == 0) {
        tc_mbarrier_init(&bar, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(&bar, TC_LOAD_BOTH_BYTES);
    }
    tc_fence_async_smem();
    tc_cluster_sync();
    const Origin o = origins[blockIdx.x & ~1u];
    if (blockIdx.x % 2 == 0)
        tc_load_both(tile, &map, o.m, o.k, &bar, 3);
    tc_mbarrier_wait(&bar, 0);
    for (unsigned i = threadIdx.x; i < 4096; i += 32)
        out[blockIdx.x * 4096 + i] = tile[i];
    tc_cluster_sync();
}

/* Element i of 64 rows of 128 in two panels of 64, without the swizzle. */
__device__ static unsigned panel_place(unsigned i) {
    return i % 128 / 64 * 4096 + i / 128 * 64 + i % 64;
}

/* Writes 1 + i, or adds it, from shared memory that every thread filled. */
#define STORER(name, Type, Passed, count, at)                                                      \
    __global__ void name##_kernel(                                                                 \
        const __grid_constant__ tc_tensormap map, const Origin *origins) {                         \
        __shared__ __align__(1024) unsigned char raw[SHARED];                                      \
        Type *tile = (Type *)raw;                                                                  \
        for (unsigned i = threadIdx.x; i < (count); i += 32)                                       \
            tile[at] = (Type)(float)(1 + i % 1536);                                                \
        tc_fence_async_smem();                                                                     \
        __syncthreads();                                                                           \
        Origin o = origins[blockIdx.x];                                                            \
        name(&map, (const Passed *)tile, (unsigned)o.m, (unsigned)o.k);                            \
        tc_bulk_wait_0();                                                                          \
    }
STORER(tc_store_128, unsigned short, unsigned short, 4096, (i ^ (i / 64 % 8 * 8)))
STORER(tc_add_0, unsigned, unsigned, 1536, i)
STORER(tc_max_0, unsigned, unsigned, 1536, i)
STORER(tc_store_panels, unsigned short, unsigned short, 8192, (panel_place(i) ^ (i / 128 % 8 * 8)))
STORER(tc_store_whole, unsigned short, unsigned short, 8192, (panel_place(i) ^ (i / 128 % 8 * 8)))
STORER(tc_sum_f16, __half, tc_f16, 1536, i)

/* What a GPU makes of a load without a swizzle that begins 16 bytes behind a multiple of 128. */
__global__ void place_kernel(const __grid_constant__ tc_tensormap map) {
    __shared__ __align__(1024) unsigned char raw[SHARED];
    __shared__ tc_mbarrier bar;
    if (threadIdx.x == 0) {
        tc_mbarrier_init(&bar, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(&bar, TC_LOAD_0_BYTES);
        tc_tensor_gmem_to_smem_2d(raw + 16, &map, 0, 0, &bar);
    }
    __syncthreads();
    tc_mbarrier_wait(&bar, 0);
}

struct Problem {
    const unsigned short *base;
    unsigned rows, columns, pitch;
    int m, k;
};

/* Each CTA changes the first map into that of its own problem; odd CTAs take boxes of 32 rows. */
__global__ void grouped_kernel(
    const __grid_constant__ tc_tensormap first,
    const Problem *problems,
    tc_tensormap *maps,
    unsigned short *out) {
    __shared__ __align__(1024) unsigned char raw[sizeof_tc_load_128];
    __shared__ __align__(128) tc_tensormap next;
    __shared__ tc_mbarrier bar;
    const Problem p = problems[blockIdx.x];
    const unsigned half = blockIdx.x % 2, count = sizeof_tc_load_128 / 2 >> half;
    tc_tensormap *own = &maps[blockIdx.x];
    if (threadIdx.x < 8)
        ((uint4 *)&next)[threadIdx.x] = ((const uint4 *)&first)[threadIdx.x];
    if (threadIdx.x == 0) {
        tc_mbarrier_init(&bar, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(&bar, 2 * count);
    }
    tc_warp_sync();
    if (threadIdx.x == 0) {
        tc_tensormap_replace_address(&next, p.base);
        tc_tensormap_replace_extent_0(&next, p.columns);
        tc_tensormap_replace_extent_1(&next, p.rows);
        tc_tensormap_replace_stride_0(&next, 2ull * p.pitch);
        if (half)
            tc_tensormap_replace_box_1(&next, 32);
    }
    tc_warp_sync();
    tc_tensormap_publish(own, &next);
    tc_tensormap_acquire(own); /* by all lanes: one of them is elected */
    if (half && threadIdx.x == 0)
        tc_tensor_gmem_to_smem_2d(raw, own, p.k, p.m, &bar);
    if (!half)
        tc_load_128((unsigned short *)raw, own, p.m, p.k, &bar);
    tc_mbarrier_wait(&bar, 0);
    for (unsigned i = threadIdx.x; i < count; i += 32)
        out[blockIdx.x * 4096 + i] = ((unsigned short *)raw)[i];
}

static unsigned drawn() {
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static int between(int low, int high) {
    return low + (int)(drawn() % (unsigned)(high - low + 1));
}

template <typename Type> static Type *on_device(const std::vector<Type> &values) {
    Type *p = nullptr;
    if (cudaMalloc(&p, values.size() * sizeof(Type)) != cudaSuccess)
        stop_at("memory", "there is none");
    cudaMemcpy(p, values.data(), values.size() * sizeof(Type), cudaMemcpyDefault);
    return p;
}

static void report(const char *name, size_t elements, size_t wrong) {
    std::printf("tensor %s: %zu elements, %zu wrong\n", name, elements, wrong);
}

/* Element (l, m, k) of the box stands at row-major place i; the swizzle moves its 16-byte chunk by XOR
 * with bits 7 and up of its byte address: for a span of 128, 8 chunks; 64, 4; 32, 2. */
static size_t swizzled(size_t byte, unsigned span) {
    unsigned chunks = span / 16;
    return span ? byte ^ ((byte / 128 % chunks) * 16) : byte;
}

template <typename Type, typename Kernel>
static void load(
    const char *name,
    Kernel kernel,
    const tc_tensormap &map,
    const std::vector<Type> &tensor,
    int planes,
    int depth,
    int height,
    int width,
    unsigned span,
    int panels = 1,
    bool pairs = false,
    int columns = COLUMNS,
    int step = 8) {
    std::vector<Origin> origins(BOXES);
    for (Origin &o : origins)
        o = {
            between(-6, PLANES + 2),
            between(-80, ROWS + 20),
            between(-80, COLUMNS + 20) / step * step,
            0,
            0};
    for (int b = 1; b < BOXES && pairs; b += 2)
        origins[b] = origins[b - 1];
    size_t count = (size_t)depth * height * width;
    std::vector<Type> out(count * BOXES);
    Origin *where = on_device(origins);
    Type *image = on_device(out);
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = pairs ? 2 : 1;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    config.gridDim = dim3(BOXES);
    config.blockDim = dim3(32);
    config.attrs = &cluster;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, kernel, map, (const Origin *)where, image);
    ended(name);
    cudaMemcpy(out.data(), image, out.size() * sizeof(Type), cudaMemcpyDefault);
    size_t wrong = 0;
    for (int b = 0; b < BOXES; b++)
        for (size_t i = 0; i < count; i++) {
            int l = (int)(i / width / height), m = (int)(i / width % height), k = (int)(i % width);
            l += planes ? origins[b].l : 0;
            m += origins[b].m;
            k += origins[b].k;
            bool inside =
                m >= 0 && m < ROWS && k >= 0 && k < columns && l >= 0 && l < (planes ? planes : 1);
            Type want = inside ? tensor[((size_t)l * ROWS + m) * PITCH + k] : (Type)0;
            size_t panel = width / panels, row = i / width, column = i % width;
            size_t place = column / panel * panel * height + row * panel + column % panel;
            place = panels > 1 ? place : i;
            wrong += out[b * count + swizzled(place * sizeof(Type), span) / sizeof(Type)] != want;
        }
    report(name, out.size(), wrong);
    cudaFree(where);
    cudaFree(image);
}

/* Loads that lie inside of the tensor: rows of `Type` at a pitch, as the kernel leaves them. */
template <typename Type, typename Kernel>
static void load_inside(
    const char *name,
    Kernel kernel,
    const tc_tensormap &map,
    const std::vector<Type> &tensor,
    int columns,
    int pitch,
    int height,
    int width,
    int panel,
    unsigned span) {
    std::vector<Origin> origins(BOXES);
    for (Origin &o : origins)
        o = {0, between(0, ROWS - height), between(0, columns - width) / 16 * 16, 0, 0};
    size_t count = (size_t)height * width, wrong = 0;
    std::vector<Type> out(count * BOXES);
    Origin *where = on_device(origins);
    Type *image = on_device(out);
    kernel<<<BOXES, 32>>>(map, where, image);
    ended(name);
    cudaMemcpy(out.data(), image, out.size() * sizeof(Type), cudaMemcpyDefault);
    for (int b = 0; b < BOXES; b++)
        for (size_t i = 0; i < count; i++) {
            size_t row = i / width, column = i % width;
            size_t place = column / panel * panel * height + row * panel + column % panel;
            Type want = tensor[(origins[b].m + row) * pitch + origins[b].k + column];
            wrong += out[b * count + swizzled(place * sizeof(Type), span) / sizeof(Type)] != want;
        }
    report(name, out.size(), wrong);
    cudaFree(where);
    cudaFree(image);
}

/* The words as 3 x 3 x 10 x 30 rows of 200: boxes of 2 x 2 x 2 x 4 x 32 at any origin. */
static void load_five(const tc_tensormap &map, const std::vector<unsigned> &words) {
    static const int extent[5] = {3, 3, 10, 30, COLUMNS}, box[5] = {2, 2, 2, 4, 32};
    std::vector<Origin> origins(BOXES);
    for (Origin &o : origins)
        o = {
            between(-3, 11),
            between(-5, 32),
            between(-40, COLUMNS) / 4 * 4,
            between(-2, 3),
            between(-2, 3)};
    const size_t count = 2 * 2 * 2 * 4 * 32;
    std::vector<unsigned> out(count * BOXES);
    Origin *where = on_device(origins);
    unsigned *image = on_device(out);
    size_t wrong = 0;
    tc_load_five_kernel<<<BOXES, 32>>>(map, where, image);
    ended("tc_load_five");
    cudaMemcpy(out.data(), image, out.size() * sizeof(unsigned), cudaMemcpyDefault);
    for (int b = 0; b < BOXES; b++)
        for (size_t i = 0; i < count; i++) {
            const Origin &o = origins[b];
            int at[5] = {o.e, o.d, o.l, o.m, o.k};
            size_t left = i;
            bool inside = true;
            for (int d = 4; d >= 0; d--) {
                at[d] += (int)(left % box[d]);
                left /= box[d];
                inside = inside && at[d] >= 0 && at[d] < extent[d];
            }
            size_t row = ((size_t)at[0] * 3 + at[1]) * ROWS + (size_t)at[2] * 30 + at[3];
            wrong += out[b * count + i] != (inside ? words[row * PITCH + at[4]] : 0);
        }
    report("tc_load_five", out.size(), wrong);
    cudaFree(where);
    cudaFree(image);
}

enum How { STORED, ADDED, GREATEST };

template <typename Type, typename Kernel>
static void store(
    const char *name,
    Kernel kernel,
    const tc_tensormap &map,
    Type *device,
    int height,
    int width,
    int align,
    How how,
    int columns = COLUMNS) {
    std::vector<Type> before((size_t)ROWS * PITCH, (Type)7.0f), after(before.size());
    cudaMemcpy(device, before.data(), before.size() * sizeof(Type), cudaMemcpyDefault);
    /* Disjoint places for plain stores, any for sums. */
    std::vector<Origin> origins;
    for (int m = 0; m < ROWS + height; m += height)
        for (int k = 0; k < COLUMNS + width; k += width)
            origins.push_back(
                how ? Origin{0, between(0, ROWS + 9), between(0, COLUMNS / align + 2) * align, 0, 0}
                    : Origin{0, m, k, 0, 0});
    if (sizeof(Type) == 2 && how) /* sums of halves: exact below 2048 */
        origins.resize(1);
    Origin *where = on_device(origins);
    kernel<<<(unsigned)origins.size(), 32>>>(map, where);
    ended(name);
    cudaMemcpy(after.data(), device, after.size() * sizeof(Type), cudaMemcpyDefault);
    for (const Origin &o : origins)
        for (int r = 0; r < height; r++)
            for (int c = 0; c < width; c++)
                if (o.m + r < ROWS && o.k + c < columns) {
                    Type &at = before[(size_t)(o.m + r) * PITCH + o.k + c];
                    float value = (float)(1 + (r * width + c) % 1536), old = (float)at;
                    at = (Type)(how == ADDED               ? old + value
                                : how == GREATEST && old > value ? old
                                                                 : value);
                }
    size_t wrong = 0;
    for (size_t i = 0; i < after.size(); i++)
        wrong += (float)after[i] != (float)before[i];
    report(name, after.size(), wrong);
    cudaFree(where);
}

/* Problems that lie anywhere in one array. */
static void grouped(
    const tc_tensormap &first,
    const std::vector<unsigned short> &words,
    const unsigned short *base) {
    std::vector<Problem> problems(BOXES);
    std::vector<unsigned short> out(4096 * (size_t)BOXES);
    std::vector<tc_tensormap> none(BOXES);
    for (Problem &p : problems) {
        p.pitch = 8 * between(1, 64);
        p.columns = between(1, (int)p.pitch);
        p.rows = between(1, ROWS * PITCH / 2 / (int)p.pitch);
        p.base = base + 8 * between(0, ROWS * PITCH / 16);
        p.m = between(-80, (int)p.rows);
        p.k = between(-80, (int)p.columns) / 8 * 8;
    }
    Problem *there = on_device(problems);
    tc_tensormap *maps = on_device(none);
    unsigned short *image = on_device(out);
    grouped_kernel<<<BOXES, 32>>>(first, there, maps, image);
    ended("grouped");
    cudaMemcpy(out.data(), image, out.size() * 2, cudaMemcpyDefault);
    size_t wrong = 0, count = 0;
    for (int b = 0; b < BOXES; b++)
        for (size_t i = 0; i < (b % 2 ? 2048 : 4096); i++, count++) {
            const Problem &p = problems[b];
            const int m = p.m + (int)(i / 64), k = p.k + (int)(i % 64);
            const bool inside = m >= 0 && m < (int)p.rows && k >= 0 && k < (int)p.columns;
            const size_t at = (size_t)(p.base - base) + (size_t)m * p.pitch + k;
            wrong += out[4096 * (size_t)b + swizzled(2 * i, 128) / 2] != (inside ? words[at] : 0);
        }
    report("tc_load_grouped", count, wrong);
    cudaFree(there);
    cudaFree(maps);
    cudaFree(image);
}

static void encoded(const char *name, const char *rule) {
    if (rule)
        stop_at(name, rule);
}

#define LOAD_ROWS(name, width, ...)                                                                \
    encoded(#name, name##_tensormap(&map, rows, ROWS, COLUMNS, PITCH));                            \
    load(#name, name##_kernel, map, shorts, 0, 1, 64, width, __VA_ARGS__)

int main() {
    std::vector<unsigned short> shorts((size_t)ROWS * PITCH);
    std::vector<unsigned> words((size_t)PLANES * ROWS * PITCH);
    for (size_t i = 0; i < words.size(); i++)
        words[i] = drawn() | 1;
    for (size_t i = 0; i < shorts.size(); i++)
        shorts[i] = (unsigned short)(drawn() | 1);
    std::vector<unsigned char> bytes(shorts.size() * 2);
    std::memcpy(bytes.data(), shorts.data(), bytes.size());
    unsigned short *rows = on_device(shorts);
    unsigned *deep = on_device(words);
    tc_tensormap map;
    LOAD_ROWS(tc_load_128, 64, 128);
    LOAD_ROWS(tc_load_64, 32, 64);
    LOAD_ROWS(tc_load_32, 16, 32);
    LOAD_ROWS(tc_load_0, 24, 0);
    encoded(
        "tc_load_deep",
        tc_load_deep_tensormap(&map, deep, PLANES, ROWS, COLUMNS, ROWS * PITCH, PITCH));
    load("tc_load_deep", tc_load_deep_kernel, map, words, PLANES, 4, 8, 32, 0);
    LOAD_ROWS(tc_load_panels, 128, 128, 2);
    encoded("tc_load_whole", tc_load_whole_tensormap(&map, rows, ROWS, WHOLE, PITCH));
    load(
        "tc_load_whole",
        tc_load_whole_kernel,
        map,
        shorts,
        0,
        1,
        64,
        128,
        128,
        2,
        false,
        WHOLE,
        64);
    LOAD_ROWS(tc_load_both, 64, 128, 1, true);
    encoded("tc_load_inside", tc_load_inside_tensormap(&map, rows, ROWS, COLUMNS, PITCH));
    load_inside(
        "tc_load_inside", tc_load_inside_kernel, map, shorts, COLUMNS, PITCH, 64, 128, 64, 128);
    encoded("tc_load_wide", tc_load_wide_tensormap(&map, rows, ROWS, 2 * COLUMNS, 2 * PITCH));
    load_inside(
        "tc_load_wide", tc_load_wide_kernel, map, bytes, 2 * COLUMNS, 2 * PITCH, 32, 384, 384, 0);
    encoded(
        "tc_load_five",
        tc_load_five_tensormap(&map, deep, 3, 3, 10, 30, COLUMNS)); /* strides of PITCH 208 */
    load_five(map, words);
    encoded("tc_store_128", tc_store_128_tensormap(&map, rows, ROWS, COLUMNS, PITCH));
    store("tc_store_128", tc_store_128_kernel, map, rows, 64, 64, 8, STORED);
    encoded("tc_add_0", tc_add_0_tensormap(&map, deep, ROWS, COLUMNS, PITCH));
    store("tc_add_0", tc_add_0_kernel, map, deep, 64, 24, 4, ADDED);
    encoded("tc_max_0", tc_max_0_tensormap(&map, deep, ROWS, COLUMNS, PITCH));
    store("tc_max_0", tc_max_0_kernel, map, deep, 64, 24, 4, GREATEST);
    encoded("tc_store_panels", tc_store_panels_tensormap(&map, rows, ROWS, COLUMNS, PITCH));
    store("tc_store_panels", tc_store_panels_kernel, map, rows, 64, 128, 8, STORED);
    encoded("tc_store_whole", tc_store_whole_tensormap(&map, rows, ROWS, WHOLE, PITCH));
    store("tc_store_whole", tc_store_whole_kernel, map, rows, 64, 128, 64, STORED, WHOLE);
    encoded("tc_sum_f16", tc_sum_f16_tensormap(&map, rows, ROWS, COLUMNS, PITCH));
    store("tc_sum_f16", tc_sum_f16_kernel, map, (__half *)rows, 64, 24, 8, ADDED);
    encoded("tc_load_128", tc_load_128_tensormap(&map, rows, ROWS, COLUMNS, PITCH));
    cudaMemcpy(shorts.data(), rows, shorts.size() * 2, cudaMemcpyDefault); /* the stores' */
    grouped(map, shorts, rows);
    const char *refused = tc_load_128_tensormap(&map, rows, ROWS, COLUMNS, 204);
    std::printf("tensor refused: %s\n", refused ? refused : "nothing");
#if !TC_ON_EMULATOR
    encoded("tc_load_0", tc_load_0_tensormap(&map, rows, ROWS, COLUMNS, PITCH));
    place_kernel<<<1, 32>>>(map);
    std::printf("a load at 16 bytes: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
#endif
    return refused ? 0 : 1;
}
