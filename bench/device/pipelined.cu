/* pipelined.cu: examples/pipelined_copy on all SMs, beside the same ring by hand, a one-shot copy and
 * cudaMemcpyAsync.
 *
 * usage: pipelined [ROUNDS]    GB/s of each and the ratios; exit code 1 on a wrong copy */
#include "timing.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/pipelined_copy/pipelined_copy_gen.h"

#include "../../examples/pipelined_copy/pipelined_copy_kernel.h"
#include "bulk_hand.h"

enum { SLOTS = 4, THREADS = 96, SHARED_BYTES = SLOTS * TILE * 4 + SLOTS * 16 };

static __device__ __forceinline__ void hand_wait(unsigned bar, unsigned parity) {
    asm volatile("{\n.reg .pred p;\nagain: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n"
                 "@!p bra again;\n}" ::"r"(bar),
                 "r"(parity)
                 : "memory");
}

/* The same ring: a full and an empty barrier for each slot, after the slots. */
__global__ void __launch_bounds__(THREADS) by_hand(Tiles t) {
    extern __shared__ __align__(128) unsigned char slots[];
    const unsigned bars = hand_shared(slots) + SLOTS * TILE * 4, warp = threadIdx.x / 32;
    if (threadIdx.x == 0) {
        for (unsigned i = 0; i < SLOTS; i++) {
            asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(bars + i * 16) : "memory");
            asm volatile("mbarrier.init.shared.b64 [%0], 2;" ::"r"(bars + i * 16 + 8) : "memory");
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
    unsigned slot = 0, parity = 0;
    if (warp == 0) {
        if (!hand_elect())
            return;
        for (unsigned i = blockIdx.x; i < t.tiles; i += t.ctas) {
            const unsigned full = bars + slot * 16;
            hand_wait(full + 8, parity ^ 1);
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(full),
                         "r"(TILE * 4)
                         : "memory");
            hand_fetch(
                hand_shared(slots) + slot * TILE * 4, t.in + (size_t)i * TILE, TILE * 4, full);
            slot = (slot + 1) % SLOTS;
            parity ^= slot == 0;
        }
        return;
    }
    for (unsigned i = blockIdx.x; i < t.tiles; i += t.ctas) {
        const unsigned at = (warp - 1) * 32 + threadIdx.x % 32;
        const uint4 *const from = (const uint4 *)slots + slot * (TILE / 4) + at;
        uint4 *const to = (uint4 *)t.out + (size_t)i * (TILE / 4) + at;
        hand_wait(bars + slot * 16, parity);
#pragma unroll
        for (unsigned k = 0; k < TILE / 4; k += 64)
            to[k] = from[k];
        __syncwarp();
        if (threadIdx.x % 32 == 0)
            asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared.b64 state, [%0];\n}" ::"r"(
                             bars + slot * 16 + 8)
                         : "memory");
        slot = (slot + 1) % SLOTS;
        parity ^= slot == 0;
    }
}

static const size_t bytes = (size_t)1 << 30;
enum { OURS, HAND, ONE_SHOT, MEMCPY, FORMS };

static __global__ void fill(unsigned *at, size_t words) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words;
         i += (size_t)gridDim.x * blockDim.x)
        at[i] = (unsigned)i * 2654435761u;
}

static __global__ void compare(
    unsigned *count, const unsigned *a, const unsigned *b, size_t words) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words;
         i += (size_t)gridDim.x * blockDim.x)
        if (a[i] != b[i])
            atomicAdd(count, 1);
}

static void launch(int form, Tiles t) {
    if (form == OURS)
        pipelined_copy<<<t.ctas, TC_RING_THREADS, TC_RING_SMEM_BYTES>>>(t);
    else if (form == HAND)
        by_hand<<<t.ctas, THREADS, SHARED_BYTES>>>(t);
    else if (form == ONE_SHOT)
        timing_copy<<<(unsigned)(bytes / 16384), 256>>>((uint4 *)t.out, (const uint4 *)t.in);
    else
        MUST(cudaMemcpyAsync(t.out, t.in, bytes, cudaMemcpyDeviceToDevice));
    MUST(cudaGetLastError());
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    cudaDeviceProp device;
    unsigned *wrong;
    float *in;
    int of_sm;
    Tiles t = {NULL, NULL, (unsigned)(bytes / (TILE * 4)), 0};
    MUST(cudaGetDeviceProperties(&device, 0));
    MUST(cudaMalloc(&in, bytes));
    MUST(cudaMalloc(&t.out, bytes));
    MUST(cudaMallocManaged(&wrong, sizeof *wrong));
    *wrong = 0;
    t.in = in;
    fill<<<1024, 256>>>((unsigned *)in, bytes / 4);
    MUST(tc_ring_launch_attr((const void *)pipelined_copy));
    MUST(cudaFuncSetAttribute(
        (const void *)by_hand, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES));
    MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &of_sm, pipelined_copy, TC_RING_THREADS, TC_RING_SMEM_BYTES));
    t.ctas = (unsigned)(of_sm * device.multiProcessorCount);
    for (int form = 0; form < FORMS; form++) {
        MUST(cudaMemset(t.out, 0, bytes));
        launch(form, t);
        compare<<<1024, 256>>>(wrong, (unsigned *)in, (unsigned *)t.out, bytes / 4);
    }
    const auto times = in_turn(
        FORMS, rounds, [&](int form) { launch(form, t); }, 2);
    MUST(cudaDeviceSynchronize());
    printf(
        "pipelined_copy, %d CTAs an SM: %.0f GB/s, by hand %.0f, one-shot copy %.0f, "
        "cudaMemcpyAsync "
        "%.0f; against by hand %.3f, against the one-shot copy %.3f; %u words differ\n",
        of_sm,
        2e-6 * bytes / median(times[OURS]),
        2e-6 * bytes / median(times[HAND]),
        2e-6 * bytes / median(times[ONE_SHOT]),
        2e-6 * bytes / median(times[MEMCPY]),
        timing_ratio(times[HAND], times[OURS]).median,
        timing_ratio(times[ONE_SHOT], times[OURS]).median,
        *wrong);
    return *wrong != 0;
}
