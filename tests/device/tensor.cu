/* Tensor copies on a GPU: thousands of boxes at random origins, each image of shared memory and each
 * tensor that was written compared with loops over the definition. Prints a line for each function:
 * `tensor NAME: N elements, N wrong`. */
#include "tensor_gen.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

enum { ROWS = 300, COLUMNS = 200, PITCH = 208, PLANES = 9, BOXES = 4096, SHARED = 16384 };

struct Origin {
    int l, m, k;
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
        extern __shared__ __align__(1024) unsigned char raw[];                                     \
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
    sizeof_tc_load_deep = TC_LOAD_DEEP_BYTES
};
LOADER(tc_load_128, unsigned short, o.m, o.k)
LOADER(tc_load_64, unsigned short, o.m, o.k)
LOADER(tc_load_32, unsigned short, o.m, o.k)
LOADER(tc_load_0, unsigned short, o.m, o.k)
LOADER(tc_load_deep, unsigned, o.l, o.m, o.k)

/* Writes 1 + i, or adds it, from shared memory that every thread filled. */
#define STORER(name, Type, count, at)                                                              \
    __global__ void name##_kernel(                                                                 \
        const __grid_constant__ tc_tensormap map, const Origin *origins) {                         \
        extern __shared__ __align__(1024) unsigned char raw[];                                     \
        Type *tile = (Type *)raw;                                                                  \
        for (unsigned i = threadIdx.x; i < (count); i += 32)                                       \
            tile[at] = (Type)(1 + i);                                                              \
        tc_fence_async_smem();                                                                     \
        __syncthreads();                                                                           \
        Origin o = origins[blockIdx.x];                                                            \
        name(&map, tile, (unsigned)o.m, (unsigned)o.k);                                            \
        tc_bulk_wait_0();                                                                          \
    }
STORER(tc_store_128, unsigned short, 4096, (i ^ (i / 64 % 8 * 8)))
STORER(tc_add_0, unsigned, 1536, i)

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
    unsigned span) {
    std::vector<Origin> origins(BOXES);
    for (Origin &o : origins)
        o = {between(-6, PLANES + 2), between(-80, ROWS + 20), between(-80, COLUMNS + 20) / 8 * 8};
    size_t count = (size_t)depth * height * width;
    std::vector<Type> out(count * BOXES);
    Origin *where = on_device(origins);
    Type *image = on_device(out);
    kernel<<<BOXES, 32, SHARED>>>(map, where, image);
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
                m >= 0 && m < ROWS && k >= 0 && k < COLUMNS && l >= 0 && l < (planes ? planes : 1);
            Type want = inside ? tensor[((size_t)l * ROWS + m) * PITCH + k] : (Type)0;
            wrong += out[b * count + swizzled(i * sizeof(Type), span) / sizeof(Type)] != want;
        }
    report(name, out.size(), wrong);
    cudaFree(where);
    cudaFree(image);
}

template <typename Type, typename Kernel>
static void store(
    const char *name,
    Kernel kernel,
    const tc_tensormap &map,
    Type *device,
    int height,
    int width,
    int align,
    bool adds) {
    std::vector<Type> before((size_t)ROWS * PITCH, 7), after(before.size());
    cudaMemcpy(device, before.data(), before.size() * sizeof(Type), cudaMemcpyDefault);
    /* Disjoint places for plain stores, any for sums. */
    std::vector<Origin> origins;
    for (int m = 0; m < ROWS + height; m += height)
        for (int k = 0; k < COLUMNS + width; k += width)
            origins.push_back(
                adds ? Origin{0, between(0, ROWS + 9), between(0, COLUMNS / align + 2) * align}
                     : Origin{0, m, k});
    Origin *where = on_device(origins);
    kernel<<<(unsigned)origins.size(), 32, SHARED>>>(map, where);
    ended(name);
    cudaMemcpy(after.data(), device, after.size() * sizeof(Type), cudaMemcpyDefault);
    for (const Origin &o : origins)
        for (int r = 0; r < height; r++)
            for (int c = 0; c < width; c++)
                if (o.m + r < ROWS && o.k + c < COLUMNS) {
                    Type &at = before[(size_t)(o.m + r) * PITCH + o.k + c],
                         value = (Type)(1 + r * width + c);
                    at = adds ? (Type)(at + value) : value;
                }
    size_t wrong = 0;
    for (size_t i = 0; i < after.size(); i++)
        wrong += after[i] != before[i];
    report(name, after.size(), wrong);
    cudaFree(where);
}

static void encoded(const char *name, const char *rule) {
    if (rule)
        stop_at(name, rule);
}

#define LOAD_ROWS(name, width, span)                                                               \
    encoded(#name, name##_tensormap(&map, rows, ROWS, COLUMNS, PITCH));                            \
    load(#name, name##_kernel, map, shorts, 0, 1, 64, width, span)

int main() {
    std::vector<unsigned short> shorts((size_t)ROWS * PITCH);
    std::vector<unsigned> words((size_t)PLANES * ROWS * PITCH);
    for (size_t i = 0; i < words.size(); i++)
        words[i] = drawn() | 1;
    for (size_t i = 0; i < shorts.size(); i++)
        shorts[i] = (unsigned short)(drawn() | 1);
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
    encoded("tc_store_128", tc_store_128_tensormap(&map, rows, ROWS, COLUMNS, PITCH));
    store("tc_store_128", tc_store_128_kernel, map, rows, 64, 64, 8, false);
    encoded("tc_add_0", tc_add_0_tensormap(&map, deep, ROWS, COLUMNS, PITCH));
    store("tc_add_0", tc_add_0_kernel, map, deep, 64, 24, 4, true);
    const char *refused = tc_load_128_tensormap(&map, rows, ROWS, COLUMNS, 204);
    std::printf("tensor refused: %s\n", refused ? refused : "nothing");
    return refused ? 0 : 1;
}
