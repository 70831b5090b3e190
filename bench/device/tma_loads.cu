/* tma_loads.cu: generated tensor copies beside the same by primitives: tiles in 1 to 3 dimensions, with and without a
 * swizzle, in and out, and to two CTAs; all from and to 16 MiB that stay in L2, one CTA of a warp on each SM with up to
 * 8 tiles in flight. Then what it costs a warp to issue 1, 4 and 8 boxes.
 *
 * usage: tma_loads [ROUNDS]    lines: bytes a clock and SM, cycles; exit code 1 on a wrong tile */
#include "timing.h"
#include "tma_loads_gen.h"

enum { SIDE = 2048, ELEMENTS = SIDE * SIDE, PLANE = 65536, PITCH = 1024, SLOTS = 8, TILES = 256 };
enum { SLOT = 16384, SMEM = SLOTS * SLOT + 1024 };

/* A form: its tile by number, by the generated function or by hand. */
struct Line {
    enum { BYTES = TC_LINE_BYTES, COUNT = ELEMENTS / 256 };
    static __device__ void load(
        bool hand, float *dst, const tc_tensormap *map, unsigned t, tc_mbarrier *bar) {
        if (!hand)
            tc_line(dst, map, t * 256, bar);
        else if (tc_elect_one())
            tc_tensor_gmem_to_smem_1d(dst, map, (int)(t * 256), bar);
    }
    static __device__ void store(bool hand, const tc_tensormap *map, const float *src, unsigned t) {
        if (!hand)
            tc_line_out(map, src, t * 256);
        else if (tc_elect_one()) {
            tc_tensor_smem_to_gmem_1d(map, src, (int)(t * 256));
            tc_bulk_commit();
        }
    }
    static __device__ unsigned place(unsigned t, unsigned i) {
        return t * 256 + i;
    }
    static __device__ unsigned inside(unsigned i) {
        return i;
    }
    static const char *make(tc_tensormap *map, float *base, bool out) {
        return (out ? tc_line_out_tensormap : tc_line_tensormap)(map, base, ELEMENTS);
    }
};

template <int HEIGHT, int WIDTH, bool SWIZZLED> struct Rows {
    enum { BYTES = HEIGHT * WIDTH * 4, ACROSS = SIDE / WIDTH, COUNT = ACROSS * (SIDE / HEIGHT) };
    static __device__ void load(
        bool hand, float *dst, const tc_tensormap *map, unsigned t, tc_mbarrier *bar) {
        const unsigned m = t / ACROSS * HEIGHT, k = t % ACROSS * WIDTH;
        if (hand) {
            if (tc_elect_one())
                tc_tensor_gmem_to_smem_2d(dst, map, (int)k, (int)m, bar);
        } else if (SWIZZLED)
            tc_swizzled(dst, map, m, k, bar);
        else
            tc_plain(dst, map, m, k, bar);
    }
    static __device__ void store(bool hand, const tc_tensormap *map, const float *src, unsigned t) {
        const unsigned m = t / ACROSS * HEIGHT, k = t % ACROSS * WIDTH;
        if (hand) {
            if (tc_elect_one()) {
                tc_tensor_smem_to_gmem_2d(map, src, (int)k, (int)m);
                tc_bulk_commit();
            }
        } else if (SWIZZLED)
            tc_swizzled_out(map, src, m, k);
        else
            tc_plain_out(map, src, m, k);
    }
    static __device__ unsigned place(unsigned t, unsigned i) {
        return (t / ACROSS * HEIGHT + i / WIDTH) * SIDE + t % ACROSS * WIDTH + i % WIDTH;
    }
    static __device__ unsigned inside(unsigned i) {
        return SWIZZLED ? i ^ (i / 32 % 8 * 4) : i;
    }
    static const char *make(tc_tensormap *map, float *base, bool out) {
        return (
            out        ? SWIZZLED ? tc_swizzled_out_tensormap : tc_plain_out_tensormap
            : SWIZZLED ? tc_swizzled_tensormap
                       : tc_plain_tensormap)(map, base, SIDE, SIDE, SIDE);
    }
};

/* 64 planes of 64 rows of 1024, tiles of 4 x 32 x 32. */
struct Deep {
    enum { BYTES = TC_DEEP_BYTES, COUNT = 16 * 2 * 32 };
    static __device__ void load(
        bool hand, float *dst, const tc_tensormap *map, unsigned t, tc_mbarrier *bar) {
        const unsigned l = t / 64 * 4, m = t / 32 % 2 * 32, k = t % 32 * 32;
        if (!hand)
            tc_deep(dst, map, l, m, k, bar);
        else if (tc_elect_one())
            tc_tensor_gmem_to_smem_3d(dst, map, (int)k, (int)m, (int)l, bar);
    }
    static __device__ void store(bool hand, const tc_tensormap *map, const float *src, unsigned t) {
        const unsigned l = t / 64 * 4, m = t / 32 % 2 * 32, k = t % 32 * 32;
        if (!hand)
            tc_deep_out(map, src, l, m, k);
        else if (tc_elect_one()) {
            tc_tensor_smem_to_gmem_3d(map, src, (int)k, (int)m, (int)l);
            tc_bulk_commit();
        }
    }
    static __device__ unsigned place(unsigned t, unsigned i) {
        return (t / 64 * 4 + i / 1024) * PLANE + (t / 32 % 2 * 32 + i / 32 % 32) * PITCH +
               t % 32 * 32 + i % 32;
    }
    static __device__ unsigned inside(unsigned i) {
        return i ^ (i / 32 % 8 * 4);
    }
    static const char *make(tc_tensormap *map, float *base, bool out) {
        return (out ? tc_deep_out_tensormap : tc_deep_tensormap)(
            map, base, 64, 64, 1024, PLANE, PITCH);
    }
};

struct Out {
    long long *clocks; /* of each CTA */
    unsigned *wrong;
};

extern __shared__ __align__(1024) unsigned char tc__smem[];

static __device__ float *slot_of(unsigned i) {
    return (float *)(tc__smem + i % SLOTS * SLOT);
}

static __device__ void prepare(tc_mbarrier *bars) {
    if (threadIdx.x == 0) {
        for (unsigned i = 0; i < SLOTS; i++)
            tc_mbarrier_init(&bars[i], 1);
        tc_fence_mbarrier_init();
    }
    __syncthreads();
}

/* The last tile of each slot, element by element. */
template <class Form>
static __device__ void compare(const float *src, unsigned first, unsigned *wrong) {
    for (unsigned i = TILES - SLOTS; i < TILES; i++)
        for (unsigned e = threadIdx.x; e < Form::BYTES / 4; e += 32)
            if (slot_of(i)[Form::inside(e)] != src[Form::place((first + i) % Form::COUNT, e)])
                atomicAdd(wrong, 1);
}

template <class Form, bool HAND>
__global__ void __launch_bounds__(32)
    loads(const __grid_constant__ tc_tensormap map, const float *src, Out out) {
    __shared__ tc_mbarrier bars[SLOTS];
    const unsigned first = blockIdx.x * TILES;
    prepare(bars);
    const long long from = clock64();
    for (unsigned i = 0; i < TILES + SLOTS; i++) {
        tc_mbarrier *const bar = &bars[i % SLOTS];
        if (i >= SLOTS)
            tc_mbarrier_wait(bar, (i / SLOTS - 1) & 1);
        if (i >= TILES)
            continue;
        if (threadIdx.x == 0)
            tc_mbarrier_arrive_expect_tx(bar, Form::BYTES);
        __syncwarp();
        Form::load(HAND, slot_of(i), &map, (first + i) % Form::COUNT, bar);
    }
    if (threadIdx.x == 0)
        out.clocks[blockIdx.x] = clock64() - from;
    compare<Form>(src, first, out.wrong);
}

template <class Form, bool HAND>
__global__ void __launch_bounds__(32)
    stores(const __grid_constant__ tc_tensormap map, const float *src, Out out) {
    const unsigned first = blockIdx.x * TILES;
    (void)src;
    for (unsigned i = threadIdx.x; i < SLOTS * SLOT / 4; i += 32)
        ((float *)tc__smem)[i] = (float)(i % 4096);
    tc_fence_async_smem();
    __syncwarp();
    const long long from = clock64();
    for (unsigned i = 0; i < TILES; i++) {
        Form::store(HAND, &map, slot_of(i), (first + i) % Form::COUNT);
        tc_bulk_wait_read_7();
    }
    tc_bulk_wait_0();
    if (threadIdx.x == 0)
        out.clocks[blockIdx.x] = clock64() - from;
}

/* Two CTAs take the same tiles: each by itself, or by one copy to both that CTA 0 and CTA 1 issue in turn. */
typedef Rows<128, 32, true> Shared;
enum { EACH, GENERATED, PRIMITIVES };
template <int WAY>
__global__ void __launch_bounds__(32)
    shares(const __grid_constant__ tc_tensormap map, const float *src, Out out) {
    __shared__ tc_mbarrier bars[SLOTS];
    const unsigned first = blockIdx.x / 2 * TILES, half = blockIdx.x % 2;
    prepare(bars);
    tc_cluster_sync();
    const long long from = clock64();
    for (unsigned round = 0; round < TILES / SLOTS; round++) {
        for (unsigned i = 0; i < SLOTS; i++) {
            tc_mbarrier *const bar = &bars[i];
            const unsigned t = (first + round * SLOTS + i) % Shared::COUNT;
            if (threadIdx.x == 0)
                tc_mbarrier_arrive_expect_tx(bar, Shared::BYTES);
            __syncwarp();
            const unsigned m = t / Shared::ACROSS * 128, k = t % Shared::ACROSS * 32;
            if (WAY == EACH)
                Shared::load(true, slot_of(i), &map, t, bar);
            else if (i % 2 != half)
                continue;
            else if (WAY == GENERATED)
                tc_shared(slot_of(i), &map, m, k, bar, 3);
            else if (tc_elect_one())
                tc_tensor_gmem_to_smem_2d_multicast(slot_of(i), &map, (int)k, (int)m, bar, 3);
        }
        for (unsigned i = 0; i < SLOTS; i++)
            tc_mbarrier_wait(&bars[i], round & 1);
        tc_cluster_sync(); /* both have got all tiles */
    }
    if (threadIdx.x == 0)
        out.clocks[blockIdx.x] = clock64() - from;
    compare<Shared>(src, first, out.wrong);
}

/* Cycles from before the issue to behind it, of the whole warp: the least of many. */
template <int BOXES, bool HAND>
__global__ void __launch_bounds__(32)
    issues(const __grid_constant__ tc_tensormap map, const float *src, Out out) {
    __shared__ tc_mbarrier bars[SLOTS];
    float *const tile = (float *)tc__smem;
    long long least = 1 << 30;
    (void)src;
    prepare(bars);
    for (unsigned i = 0; i < 64; i++) {
        if (threadIdx.x == 0)
            tc_mbarrier_arrive_expect_tx(&bars[0], BOXES * 2048);
        __syncwarp();
        const long long from = clock64();
        const int m = (int)(i * 16), k = (int)(blockIdx.x % 4 * 256);
        if (HAND) {
            if (tc_elect_one()) {
#pragma unroll
                for (int b = 0; b < BOXES; b++)
                    tc_tensor_gmem_to_smem_2d(tile + b * 512, &map, k + b * 32, m, &bars[0]);
            }
        } else if (BOXES == 1)
            tc_panels_1(tile, &map, m, k, &bars[0]);
        else if (BOXES == 4)
            tc_panels_4(tile, &map, m, k, &bars[0]);
        else
            tc_panels_8(tile, &map, m, k, &bars[0]);
        __syncwarp();
        const long long cycles = clock64() - from;
        least = cycles < least ? cycles : least;
        tc_mbarrier_wait(&bars[0], i & 1);
    }
    if (threadIdx.x == 0)
        out.clocks[blockIdx.x] = least;
}

/* ---- the host -------------------------------------------------------------------------------- */

static float *src, *dst;
static Out out;
static int sms, rounds;

typedef void (*Kernel)(tc_tensormap, const float *, Out);

/* The mean of the CTAs' clocks in one launch. */
static double clocks_of(Kernel kernel, const tc_tensormap &map, unsigned cluster) {
    cudaLaunchConfig_t launch = {};
    cudaLaunchAttribute attribute = {};
    double sum = 0;
    const unsigned ctas = (unsigned)sms / 2 * 2;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    launch.gridDim = dim3(ctas);
    launch.blockDim = dim3(32);
    launch.dynamicSmemBytes = SMEM;
    launch.attrs = &attribute;
    launch.numAttrs = 1;
    MUST(cudaFuncSetAttribute(
        (const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SMEM));
    MUST(cudaLaunchKernelEx(&launch, kernel, map, (const float *)src, out));
    MUST(cudaDeviceSynchronize());
    for (unsigned i = 0; i < ctas; i++)
        sum += (double)out.clocks[i];
    return sum / ctas;
}

/* Ours and by hand in turn; what is printed is the median of each and of their ratio. */
static void measure(
    const char *name,
    Kernel ours,
    Kernel hand,
    const tc_tensormap &map,
    double bytes,
    unsigned cluster) {
    std::vector<double> first, second, ratio;
    for (int round = -1; round < rounds; round++) {
        const double a = clocks_of(ours, map, cluster), b = clocks_of(hand, map, cluster);
        if (round < 0)
            continue;
        first.push_back(bytes > 0 ? bytes / a : a);
        second.push_back(bytes > 0 ? bytes / b : b);
        ratio.push_back(b / a);
    }
    printf(
        "tma_loads %s: %.1f %s, by hand %.1f; against it %.3f (%.3f to %.3f)\n",
        name,
        median(first),
        bytes > 0 ? "bytes a clock and SM" : "cycles",
        median(second),
        median(ratio),
        *std::min_element(ratio.begin(), ratio.end()),
        *std::max_element(ratio.begin(), ratio.end()));
}

static tc_tensormap made(const char *broken, const tc_tensormap &map) {
    if (broken) {
        fprintf(stderr, "tensor map: %s\n", broken);
        exit(1);
    }
    return map;
}

template <class Form> static void in_and_out(const char *in, const char *out_name) {
    tc_tensormap map;
    const tc_tensormap from = made(Form::make(&map, src, false), map);
    measure(in, loads<Form, false>, loads<Form, true>, from, (double)TILES * Form::BYTES, 1);
    const tc_tensormap to = made(Form::make(&map, dst, true), map);
    measure(out_name, stores<Form, false>, stores<Form, true>, to, (double)TILES * Form::BYTES, 1);
}

static void filled(std::vector<float> &values) {
    for (size_t i = 0; i < values.size(); i++)
        values[i] = (float)((unsigned)i * 2654435761u >> 10);
}

int main(int argc, char **argv) {
    tc_tensormap map;
    std::vector<float> values(ELEMENTS);
    rounds = argc > 1 ? atoi(argv[1]) : 7;
    MUST(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    MUST(cudaMalloc(&src, ELEMENTS * 4));
    MUST(cudaMalloc(&dst, ELEMENTS * 4));
    MUST(cudaMallocManaged(&out.clocks, 1024 * sizeof *out.clocks));
    MUST(cudaMallocManaged(&out.wrong, sizeof *out.wrong));
    *out.wrong = 0;
    filled(values);
    MUST(cudaMemcpy(src, values.data(), ELEMENTS * 4, cudaMemcpyDefault));
    in_and_out<Line>("1-D 256 in", "1-D 256 out");
    in_and_out<Rows<64, 64, false>>("2-D 64x64 in", "2-D 64x64 out");
    in_and_out<Rows<128, 32, true>>("2-D 128x32 swizzled in", "2-D 128x32 swizzled out");
    in_and_out<Deep>("3-D 4x32x32 swizzled in", "3-D 4x32x32 swizzled out");
    const double tile_bytes = (double)TILES * Shared::BYTES;
    const tc_tensormap shared = made(tc_shared_tensormap(&map, src, SIDE, SIDE, SIDE), map);
    measure("2-D 128x32 to two CTAs", shares<GENERATED>, shares<PRIMITIVES>, shared, tile_bytes, 2);
    measure(
        "2-D 128x32 to two CTAs, by hand one for each",
        shares<GENERATED>,
        shares<EACH>,
        shared,
        tile_bytes,
        2);
    const tc_tensormap panels = made(tc_panels_1_tensormap(&map, src, SIDE, SIDE, SIDE), map);
    measure("issue of 1 box", issues<1, false>, issues<1, true>, panels, 0, 1);
    measure("issue of 4 boxes", issues<4, false>, issues<4, true>, panels, 0, 1);
    measure("issue of 8 boxes", issues<8, false>, issues<8, true>, panels, 0, 1);
    printf("tma_loads: %u elements differ\n", *out.wrong);
    return *out.wrong != 0;
}
