/* bulk.cu: tiles of 16 KiB between global and shared memory by bulk copies, generated beside the same by hand:
 * whole ones, and rows of 1 KiB of a matrix; each CTA has one tile.
 *   loads    nothing is written
 *   stores   shared memory is filled by threads
 *   both     in, and out again from where it came
 * and what a call of 1, 8 or 32 copies of 1 KiB costs the warp that issues it.
 *
 * usage: bulk [ROUNDS]    a line each; exit code 1 where other bytes arrive */
#include "timing.h"
#include "bulk_gen.h"
#include "tilecopy/tilecopy.h"
#include "bulk_hand.h"

enum { THREADS = 128, ROWS = 16, COLS = 256, TILE = ROWS * COLS, SAMPLES = 32 };
enum { LOADS, STORES, BOTH, KINDS };
extern __shared__ __align__(128) float tile[];

/* ---- tiles: CTA b has the b-th 16 KiB, or columns 256 (b % across) of rows 16 (b / across) ---------- */

template <bool rows> static __device__ __forceinline__ Wide tile_at(unsigned ld) {
    const unsigned across = ld / COLS, b = blockIdx.x;
    return rows ? (Wide)(b / across) * ROWS * ld + b % across * COLS : (Wide)b * TILE;
}

template <bool rows, bool ours>
static __device__ __forceinline__ void load(const float *src, unsigned ld, tc_mbarrier *bar) {
    if (threadIdx.x < 32) {
        if (ours && rows)
            tc_rows_in(tile, src, ld, bar);
        else if (ours)
            tc_whole_in(tile, src, bar);
        else if (hand_elect()) {
            const unsigned dst = hand_shared(tile), done = hand_shared(bar);
            if (!rows)
                hand_fetch(dst, src, TILE * 4, done);
            else
#pragma unroll
                for (unsigned i = 0; i < ROWS; i++)
                    hand_fetch(dst + i * COLS * 4, src + (Wide)i * ld, COLS * 4, done);
        }
    }
    tc_mbarrier_wait(bar, 0);
}

template <bool rows, bool ours>
static __device__ __forceinline__ void store(float *dst, unsigned ld) {
    if (threadIdx.x >= 32)
        return;
    if (ours && rows)
        tc_rows_out(dst, tile, ld);
    else if (ours)
        tc_whole_out(dst, tile);
    else if (hand_elect()) {
        const unsigned src = hand_shared(tile);
        if (!rows)
            hand_put(dst, src, TILE * 4);
        else
#pragma unroll
            for (unsigned i = 0; i < ROWS; i++)
                hand_put(dst + (Wide)i * ld, src + i * COLS * 4, COLS * 4);
        hand_commit();
    }
    tc_bulk_wait_read_0();
}

template <int kind, bool rows, bool ours>
__global__ void __launch_bounds__(THREADS) move(float *dst, const float *src, unsigned ld) {
    __shared__ tc_mbarrier bar;
    const Wide at = tile_at<rows>(ld);
    if (kind != STORES) {
        if (threadIdx.x == 0) {
            tc_mbarrier_init(&bar, 1);
            tc_fence_mbarrier_init();
            tc_mbarrier_arrive_expect_tx(&bar, TILE * 4);
        }
        __syncthreads();
        load<rows, ours>(src + at, ld, &bar);
    } else {
        for (unsigned i = threadIdx.x; i < TILE / 4; i += THREADS)
            ((float4 *)tile)[i] = make_float4(i, i, i, blockIdx.x);
        tc_fence_async_smem();
        __syncthreads();
    }
    if (kind == LOADS) {
        const float4 v = ((const float4 *)tile)[threadIdx.x]; /* there is no such number */
        if (v.x + v.y + v.z + v.w == -1)
            ((float4 *)dst)[threadIdx.x] = v;
    } else
        store<rows, ours>(dst + at, ld);
}

/* ---- what a call costs ----------------------------------------------------------------------- */

template <unsigned copies, bool ours>
static __device__ __forceinline__ void fetch(const float *src, tc_mbarrier *bar) {
    if (!ours) {
        const unsigned dst = hand_shared(tile), done = hand_shared(bar);
        if (hand_elect())
#pragma unroll
            for (unsigned i = 0; i < copies; i++)
                hand_fetch(dst + i * 1024, src + i * 512, 1024, done);
    } else if (copies == 1)
        tc_fetch_1(tile, src, bar);
    else if (copies == 8)
        tc_fetch_8(tile, src, bar);
    else
        tc_fetch_32(tile, src, bar);
}

template <unsigned copies, bool ours>
__global__ void __launch_bounds__(32) issue(long long *cycles, unsigned *wrong, const float *src) {
    __shared__ tc_mbarrier bar;
    if (threadIdx.x == 0) {
        tc_mbarrier_init(&bar, 1);
        tc_fence_mbarrier_init();
    }
    for (unsigned sample = 0; sample < SAMPLES; sample++) {
        if (threadIdx.x == 0)
            tc_mbarrier_arrive_expect_tx(&bar, copies * 1024);
        __syncwarp();
        const long long begin = clock64();
        fetch<copies, ours>(src, &bar);
        const long long end = clock64();
        tc_mbarrier_wait(&bar, sample % 2);
        if (threadIdx.x == 0)
            cycles[sample] = end - begin;
    }
    for (unsigned i = threadIdx.x; i < copies * 256; i += 32)
        if (tile[i] != src[i / 256 * 512 + i % 256])
            atomicAdd(wrong, 1);
}

/* ---- the host ---------------------------------------------------------------------------------- */

static const size_t bytes = (size_t)512 << 20;
static const unsigned pitch = 8192, ctas = (unsigned)(bytes / 4 / TILE);
static float *from, *to;
static unsigned *wrong;

static __global__ void fill(unsigned *at, size_t words) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words;
         i += (size_t)gridDim.x * blockDim.x)
        at[i] = (unsigned)i * 2654435761u & 0x3fffffff;
}

static __global__ void compare(
    unsigned *count, const unsigned *a, const unsigned *b, size_t words) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words;
         i += (size_t)gridDim.x * blockDim.x)
        if (a[i] != b[i])
            atomicAdd(count, 1);
}

/* What STORES leaves: word i of a tile, whole or by rows. */
static __global__ void compare_stored(unsigned *count, const float *b, size_t words, unsigned ld) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words;
         i += (size_t)gridDim.x * blockDim.x) {
        unsigned cta = (unsigned)(i / TILE), in = (unsigned)(i % TILE);
        if (ld) { /* 0: whole tiles */
            const unsigned row = (unsigned)(i / ld), column = (unsigned)(i % ld);
            cta = row / ROWS * (ld / COLS) + column / COLS;
            in = row % ROWS * COLS + column % COLS;
        }
        if (b[i] != (float)(in % 4 == 3 ? cta : in / 4))
            atomicAdd(count, 1);
    }
}

template <int kind, bool rows, bool ours> static void launch() {
    move<kind, rows, ours><<<ctas, THREADS, TILE * 4>>>(to, from, pitch);
    MUST(cudaGetLastError());
}

template <int kind, bool rows> static void check() {
    if (kind == BOTH)
        compare<<<1024, 256>>>(wrong, (unsigned *)from, (unsigned *)to, bytes / 4);
    else if (kind == STORES)
        compare_stored<<<1024, 256>>>(wrong, to, bytes / 4, rows ? pitch : 0);
    MUST(cudaDeviceSynchronize());
}

template <int kind, bool rows> static void measure(const char *name, int rounds) {
    const auto one = [](int form) {
        if (form)
            launch<kind, rows, false>();
        else
            launch<kind, rows, true>();
    };
    for (int form = 0; form < 2; form++) {
        MUST(cudaMemset(to, 0, bytes));
        one(form);
        check<kind, rows>();
    }
    const auto times = in_turn(2, rounds, one);
    const double moved = 1e-6 * bytes * (kind == BOTH ? 2 : 1);
    printf(
        "bulk %s: %.0f GB/s, by hand %.0f, ratio %.3f\n",
        name,
        moved / median(times[0]),
        moved / median(times[1]),
        timing_ratio(times[1], times[0]).median);
}

template <unsigned copies> static void measure_issue(int rounds) {
    std::vector<double> times[2], ratios;
    long long *cycles;
    MUST(cudaMallocManaged(&cycles, SAMPLES * sizeof *cycles));
    for (int round = -2; round < rounds; round++)
        for (int k = 0; k < 2; k++) {
            const int form = (k + round) & 1;
            if (form)
                issue<copies, false><<<1, 32, 32768>>>(cycles, wrong, from);
            else
                issue<copies, true><<<1, 32, 32768>>>(cycles, wrong, from);
            MUST(cudaDeviceSynchronize());
            if (round >= 0)
                times[form].push_back(median(std::vector<double>(cycles, cycles + SAMPLES)));
        }
    for (int i = 0; i < rounds; i++)
        ratios.push_back(times[1][i] / times[0][i]);
    printf(
        "elected bulk, %u copies of 1 KiB: %.1f cycles a copy, by hand %.1f, ratio %.3f\n",
        copies,
        median(times[0]) / copies,
        median(times[1]) / copies,
        median(ratios));
    MUST(cudaFree(cycles));
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    MUST(cudaMalloc(&from, bytes));
    MUST(cudaMalloc(&to, bytes));
    MUST(cudaMallocManaged(&wrong, sizeof *wrong));
    *wrong = 0;
    fill<<<1024, 256>>>((unsigned *)from, bytes / 4);
    MUST(cudaDeviceSynchronize());
    measure_issue<1>(rounds);
    measure_issue<8>(rounds);
    measure_issue<32>(rounds);
    measure<LOADS, false>("loads of whole tiles", rounds);
    measure<STORES, false>("stores of whole tiles", rounds);
    measure<BOTH, false>("loads and stores of whole tiles", rounds);
    measure<LOADS, true>("loads of rows of 1 KiB", rounds);
    measure<STORES, true>("stores of rows of 1 KiB", rounds);
    measure<BOTH, true>("loads and stores of rows of 1 KiB", rounds);
    printf("bulk: %u words differ\n", *wrong);
    return *wrong != 0;
}
