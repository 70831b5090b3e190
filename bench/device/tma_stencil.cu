/* tma_stencil.cu: examples/tma_stencil on 8192x8192 f32, beside the same kernels by hand and a flat copy of as many
 * bytes.
 *
 * usage: tma_stencil [ROUNDS]    a line a stencil: GB/s of each and the ratios; exit code 1 on a wrong result */
#include "tma_hand.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/tma_stencil/tma_stencil_gen.h"

#include "../../examples/tma_stencil/tma_stencil_kernel.h"

enum { ROWS = STENCIL_ROWS, COLUMNS = STENCIL_COLUMNS, PITCH = STENCIL_PITCH };
enum { SLOTS = 4, BOX = 34 * PITCH * 4, SLOT = (BOX + 127) / 128 * 128, THREADS = 288 };
enum { BARS = SLOTS * SLOT, HAND_SMEM = BARS + 2 * SLOTS * 8 };
extern __shared__ __align__(1024) unsigned char tc__smem[];

static __device__ __forceinline__ unsigned bar_of(unsigned empty, unsigned slot) {
    return hand_shared(tc__smem) + BARS + (empty * SLOTS + slot) * 8;
}

static __device__ __forceinline__ void next(unsigned *slot, unsigned *phase) {
    if (++*slot == SLOTS) {
        *slot = 0;
        *phase ^= 1;
    }
}

static __device__ __forceinline__ void hand_load(const Stencil &s) {
    unsigned slot = 0, phase = 1, across = s.columns / COLUMNS, tiles = across * (s.rows / ROWS);
    for (unsigned i = blockIdx.x; i < tiles; i += gridDim.x, next(&slot, &phase)) {
        const int row = (int)(i / across * ROWS) - 1, column = (int)(i % across * COLUMNS) - 4;
        hand_bar_wait(bar_of(1, slot), phase);
        hand_bar_expect(bar_of(0, slot), BOX);
        hand_box_in(hand_shared(tc__smem) + slot * SLOT, &s.from, column, row, bar_of(0, slot));
    }
}

template <bool corners>
static __device__ __forceinline__ float hand_point(const float *near, unsigned r, unsigned c) {
    return corners ? stencil_3x3(near, r, c) : stencil_5(near, r, c);
}

template <bool corners>
static __device__ __forceinline__ void hand_relax(const Stencil &s, unsigned rank) {
    const unsigned across = s.columns / COLUMNS, tiles = across * (s.rows / ROWS);
    const unsigned down = rank / 32 * 4, right = rank % 32 * 4;
    unsigned slot = 0, phase = 0;
    for (unsigned i = blockIdx.x; i < tiles; i += gridDim.x, next(&slot, &phase)) {
        const float *const box = (const float *)(tc__smem + slot * SLOT) + down * PITCH + right;
        float *to = s.to + (size_t)(i / across * ROWS + down) * s.ld + i % across * COLUMNS + right;
        __align__(16) float near[72];
        hand_bar_wait(bar_of(0, slot), phase);
#pragma unroll
        for (unsigned k = 0; k < 18; k++)
            ((float4 *)near)[k] = *(const float4 *)(box + k / 3 * PITCH + k % 3 * 4);
        __syncwarp();
        if (rank % 32 == 0)
            hand_bar_arrive(bar_of(1, slot));
#pragma unroll
        for (unsigned r = 0; r < 4; r++, to += s.ld)
            hand_put4(
                to,
                hand_point<corners>(near, r, 0),
                hand_point<corners>(near, r, 1),
                hand_point<corners>(near, r, 2),
                hand_point<corners>(near, r, 3));
    }
}

template <bool corners>
__global__ void __launch_bounds__(THREADS, 2) stencil_by_hand(const __grid_constant__ Stencil s) {
    if (threadIdx.x == 0) {
        for (unsigned slot = 0; slot < SLOTS; slot++) {
            hand_bar_init(bar_of(0, slot), 1);
            hand_bar_init(bar_of(1, slot), 8);
        }
        hand_bar_publish();
    }
    __syncthreads();
    if (threadIdx.x >= 32)
        hand_relax<corners>(s, threadIdx.x - 32);
    else if (hand_elect())
        hand_load(s);
}

/* The same sum of points straight from global memory, by no common text: numbers are whole, sums exact. */
__global__ void differ(const float *to, const float *from, int corners, unsigned *count) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)SIZE * SIZE;
         i += (size_t)gridDim.x * blockDim.x) {
        const int row = (int)(i / SIZE), column = (int)(i % SIZE);
        float sum = 0;
        for (int r = -1; r <= 1; r++)
            for (int c = -1; c <= 1; c++) {
                const bool inside =
                    row + r >= 0 && row + r < SIZE && column + c >= 0 && column + c < SIZE;
                if (inside && (corners || !r || !c))
                    sum += from[(size_t)(row + r) * SIZE + column + c] *
                           (corners ? (float)((r ? 1 : 2) * (c ? 1 : 2)) : 1.0f);
            }
        if (to[i] != sum * (corners ? 0.0625f : 0.2f))
            atomicAdd(count, 1);
    }
}

enum { OURS, HAND, FLAT, FORMS };

static bool measure(
    const char *name,
    void (*ours)(Stencil),
    void (*hand)(Stencil),
    Stencil s,
    const float *from,
    int corners,
    int rounds) {
    const unsigned by_hand = all_ctas(hand, THREADS, HAND_SMEM);
    unsigned *wrong;
    s.ctas = all_ctas(ours, TC_RING_THREADS, TC_RING_SMEM_BYTES);
    MUST(cudaMallocManaged(&wrong, sizeof *wrong));
    *wrong = 0;
    auto launch = [&](int form) {
        if (form == OURS)
            ours<<<s.ctas, TC_RING_THREADS, TC_RING_SMEM_BYTES>>>(s);
        else if (form == HAND)
            hand<<<by_hand, THREADS, HAND_SMEM>>>(s);
        else
            copy_flat(s.to, from);
    };
    for (int form = OURS; form <= HAND; form++) {
        MUST(cudaMemset(s.to, 0xff, SIZE_BYTES));
        launch(form);
        differ<<<1024, 256>>>(s.to, from, corners, wrong);
    }
    MUST(cudaDeviceSynchronize());
    const auto times = in_turn(FORMS, rounds, launch);
    printf(
        "tma_stencil of %s points, %ux%u f32, %u CTAs: %.0f GB/s, by hand %.0f, flat copy %.0f",
        name,
        (unsigned)SIZE,
        (unsigned)SIZE,
        s.ctas,
        rate(times[OURS]),
        rate(times[HAND]),
        rate(times[FLAT]));
    print_ratio("by hand", times[OURS], times[HAND]);
    print_ratio("the flat copy", times[OURS], times[FLAT]);
    printf("; %u elements differ\n", *wrong);
    return *wrong == 0;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 7;
    float *from;
    Stencil s;
    MUST(cudaMalloc(&from, SIZE_BYTES));
    MUST(cudaMalloc(&s.to, SIZE_BYTES));
    make_map(tc_load_box_tensormap(&s.from, from, SIZE, SIZE, SIZE));
    s.rows = s.columns = s.ld = SIZE;
    s.ctas = 0;
    fill<<<1024, 256>>>(from);
    bool good = measure("5", tma_stencil_5, stencil_by_hand<false>, s, from, 0, rounds);
    good &= measure("3x3", tma_stencil_3x3, stencil_by_hand<true>, s, from, 1, rounds);
    return good ? 0 : 1;
}
