/* tma_transpose.cu: examples/tma_transpose on 8192x8192 f32, beside the same kernel by hand, a flat copy of as many
 * bytes, and a copy of the same boxes by tensor copies, by hand as well.
 *
 * usage: tma_transpose [ROUNDS]    a line: GB/s of each and the ratios; exit code 1 on a wrong result */
#include "tma_hand.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/tma_transpose/tma_transpose_gen.h"

#include "../../examples/tma_transpose/tma_transpose_kernel.h"

enum { TILE = 64, BOX = TILE * TILE * 4, PANEL = BOX / 2, SLOTS = 3, THREADS = 320 };
enum { BARS = 2 * SLOTS * BOX, HAND_SMEM = BARS + 4 * SLOTS * 8 };
extern __shared__ __align__(1024) unsigned char tc__smem[];

/* Address of a slot's barrier: of what comes in 0 and 1, of what goes out 2 and 3; the first is `full`. */
static __device__ __forceinline__ unsigned bar_of(unsigned which, unsigned slot) {
    return hand_shared(tc__smem) + BARS + (which * SLOTS + slot) * 8;
}

static __device__ __forceinline__ unsigned box_of(unsigned out, unsigned slot) {
    return hand_shared(tc__smem) + (out * SLOTS + slot) * BOX;
}

static __device__ __forceinline__ void prepare(unsigned writers) {
    if (threadIdx.x == 0) {
        for (unsigned slot = 0; slot < SLOTS; slot++) {
            hand_bar_init(bar_of(0, slot), 1);
            hand_bar_init(bar_of(1, slot), writers);
            hand_bar_init(bar_of(2, slot), writers);
            hand_bar_init(bar_of(3, slot), 1);
        }
        hand_bar_publish();
    }
    __syncthreads();
}

static __device__ __forceinline__ void next(unsigned *slot, unsigned *phase) {
    if (++*slot == SLOTS) {
        *slot = 0;
        *phase ^= 1;
    }
}

/* A transpose goes down the columns of src, a copy along its rows: each is faster so. */
static __device__ __forceinline__ void place(
    const TmaTranspose &t, bool copies, unsigned i, int *row, int *column) {
    const unsigned across = t.columns / TILE, down = t.rows / TILE;
    *row = (int)((copies ? i / across : i % down) * TILE);
    *column = (int)((copies ? i % across : i / down) * TILE);
}

static __device__ __forceinline__ void hand_load(const TmaTranspose &t, bool copies) {
    unsigned slot = 0, phase = 1, tiles = t.columns / TILE * (t.rows / TILE);
    for (unsigned i = blockIdx.x; i < tiles; i += gridDim.x, next(&slot, &phase)) {
        int row, column;
        place(t, copies, i, &row, &column);
        hand_bar_wait(bar_of(1, slot), phase);
        hand_bar_expect(bar_of(0, slot), BOX);
        hand_box_in(box_of(0, slot), &t.src, column, row, bar_of(0, slot));
        hand_box_in(box_of(0, slot) + PANEL, &t.src, column + 32, row, bar_of(0, slot));
    }
}

static __device__ __forceinline__ void hand_turn(const TmaTranspose &t, unsigned rank) {
    const unsigned r = rank / 32 * 2 + rank / 4 % 2, c = rank / 8 % 4 * 4 + rank % 4;
    unsigned slot = 0, phase = 0;
    const unsigned tiles = t.columns / TILE * (t.rows / TILE);
    for (unsigned i = blockIdx.x; i < tiles; i += gridDim.x, next(&slot, &phase)) {
        const unsigned char *const in = tc__smem + slot * BOX + c / 8 * PANEL;
        unsigned char *const out = tc__smem + (SLOTS + slot) * BOX + r / 8 * PANEL;
        float4 v[4];
        hand_bar_wait(bar_of(0, slot), phase);
#pragma unroll
        for (unsigned k = 0; k < 4; k++)
            v[k] = *(const float4 *)(in + (r * 4 + k) * 128 + (c % 8 ^ (r * 4 + k) % 8) * 16);
        __syncwarp();
        if (rank % 32 == 0)
            hand_bar_arrive(bar_of(1, slot));
        hand_bar_wait(bar_of(3, slot), phase ^ 1);
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const float4 w = {(&v[0].x)[k], (&v[1].x)[k], (&v[2].x)[k], (&v[3].x)[k]};
            *(float4 *)(out + (c * 4 + k) * 128 + (r % 8 ^ (c * 4 + k) % 8) * 16) = w;
        }
        hand_fence_async();
        __syncwarp();
        if (rank % 32 == 0)
            hand_bar_arrive(bar_of(2, slot));
    }
}

/* From the boxes of out, or of a copy from those that came in, which are then free. */
static __device__ __forceinline__ void hand_store(const TmaTranspose &t, bool copies) {
    unsigned slot = 0, phase = 0, before = 0;
    const unsigned tiles = t.columns / TILE * (t.rows / TILE), free = copies ? 1 : 3;
    for (unsigned i = blockIdx.x; i < tiles; i += gridDim.x, next(&slot, &phase)) {
        int row, column;
        place(t, copies, i, &row, &column);
        const int inner = copies ? column : row, outer = copies ? row : column;
        const unsigned box = box_of(!copies, slot);
        hand_bar_wait(bar_of(copies ? 0 : 2, slot), phase);
        hand_box_out(&t.dst, box, inner, outer);
        hand_box_out(&t.dst, box + PANEL, inner + 32, outer);
        hand_commit();
        hand_wait_read<1>();
        if (i != blockIdx.x)
            hand_bar_arrive(bar_of(free, before));
        before = slot;
    }
    hand_wait_read<0>();
}

__global__ void __launch_bounds__(THREADS)
    transpose_by_hand(const __grid_constant__ TmaTranspose t) {
    prepare(8);
    if (threadIdx.x < 32) {
        if (hand_elect())
            hand_load(t, false);
    } else if (threadIdx.x < 288)
        hand_turn(t, threadIdx.x - 32);
    else if (hand_elect())
        hand_store(t, false);
}

/* The same boxes, in and out as they are: two warps. */
__global__ void __launch_bounds__(64) copy_boxes(const __grid_constant__ TmaTranspose t) {
    prepare(1);
    if (threadIdx.x < 32) {
        if (hand_elect())
            hand_load(t, true);
    } else if (hand_elect())
        hand_store(t, true);
}

__global__ void differ(const float *dst, const float *src, unsigned *count) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)SIZE * SIZE;
         i += (size_t)gridDim.x * blockDim.x)
        if (dst[i] != src[i % SIZE * SIZE + i / SIZE])
            atomicAdd(count, 1);
}

enum { OURS, TWICE, HAND, FLAT, BOXES, FORMS };

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 7;
    const unsigned twice = all_ctas(tma_transpose, TC_RING_THREADS, TC_RING_SMEM_BYTES);
    const unsigned ctas = sm_count(); /* one on an SM is faster than two */
    all_ctas(transpose_by_hand, THREADS, HAND_SMEM);
    const unsigned copies = all_ctas(copy_boxes, 64, HAND_SMEM);
    float *src, *dst;
    unsigned *wrong;
    TmaTranspose t;
    MUST(cudaMalloc(&src, SIZE_BYTES));
    MUST(cudaMalloc(&dst, SIZE_BYTES));
    MUST(cudaMallocManaged(&wrong, sizeof *wrong));
    *wrong = 0;
    make_map(tc_load_box_tensormap(&t.src, src, SIZE, SIZE, SIZE));
    make_map(tc_store_box_tensormap(&t.dst, dst, SIZE, SIZE, SIZE));
    t.rows = t.columns = SIZE;
    fill<<<1024, 256>>>(src);
    auto launch = [&](int form) {
        t.ctas = form == TWICE ? twice : ctas;
        if (form <= TWICE)
            tma_transpose<<<t.ctas, TC_RING_THREADS, TC_RING_SMEM_BYTES>>>(t);
        else if (form == HAND)
            transpose_by_hand<<<ctas, THREADS, HAND_SMEM>>>(t);
        else if (form == FLAT)
            copy_flat(dst, src);
        else
            copy_boxes<<<copies, 64, HAND_SMEM>>>(t);
    };
    for (int form = OURS; form <= HAND; form++) {
        MUST(cudaMemset(dst, 0xff, SIZE_BYTES));
        launch(form);
        differ<<<1024, 256>>>(dst, src, wrong);
    }
    MUST(cudaDeviceSynchronize());
    const auto times = in_turn(FORMS, rounds, launch);
    printf(
        "tma_transpose %ux%u f32, %u CTAs: %.0f GB/s, by hand %.0f, %u CTAs %.0f, flat copy %.0f, "
        "copy of the boxes %.0f",
        (unsigned)SIZE,
        (unsigned)SIZE,
        ctas,
        rate(times[OURS]),
        rate(times[HAND]),
        twice,
        rate(times[TWICE]),
        rate(times[FLAT]),
        rate(times[BOXES]));
    print_ratio("by hand", times[OURS], times[HAND]);
    print_ratio("the flat copy", times[OURS], times[FLAT]);
    print_ratio("the copy of the boxes", times[OURS], times[BOXES]);
    printf("; %u elements differ\n", *wrong);
    return *wrong != 0;
}
