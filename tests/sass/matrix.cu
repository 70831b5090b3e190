/* Fragments in shared memory at a run-time place: as many ldmatrix and stmatrix as there are pieces of four
 * matrices, an XOR for each step along a swizzled row, and an immediate for everything else. */
#include "sass_gen.h"

extern __shared__ unsigned char arena[];

#define KERNEL(name, threads) extern "C" __global__ void __launch_bounds__(threads) name
#define REGS(count) __align__(16) tc_f16 r[count]

template <int words> __device__ __forceinline__ void put(unsigned *out, const void *regs) {
    const unsigned *word = (const unsigned *)regs;
#pragma unroll
    for (int i = 0; i < words; i++)
        out[i * 128] = word[i];
}

template <int words> __device__ __forceinline__ void get(void *regs, const unsigned *in) {
    unsigned *word = (unsigned *)regs;
#pragma unroll
    for (int i = 0; i < words; i++)
        word[i] = in[i * 128];
}

KERNEL(fragment, 32)(unsigned at, unsigned *out) {
    REGS(8);
    tc_fragment_at(threadIdx.x, r, (const tc_f16 *)(arena + at));
    put<4>(out + threadIdx.x, r);
}

KERNEL(fragments, 32)(unsigned at, unsigned *out) {
    REGS(32);
    tc_fragments_at(threadIdx.x, r, (const tc_f16 *)(arena + at));
    put<16>(out + threadIdx.x, r);
}

KERNEL(fragment_trans, 32)(unsigned at, unsigned *out, unsigned m, unsigned k) {
    REGS(8);
    tc_fragment_trans_at(threadIdx.x, r, (const tc_f16 *)(arena + at), m, k);
    put<4>(out + threadIdx.x, r);
}

/* The A operand of a main loop: 4 steps along K of a tile of 64 rows. */
KERNEL(warp_tile, 128)(unsigned at, unsigned *out) {
    const unsigned lane = threadIdx.x % 32, m = threadIdx.x / 32 % 2 * 64;
#pragma unroll
    for (unsigned k = 0; k < 64; k += 16) {
        REGS(32);
        tc_warp_tile_at(lane, r, (const tc_f16 *)(arena + at), m, k);
        put<16>(out + k * 128 + threadIdx.x, r);
    }
}

KERNEL(panels, 32)(unsigned at, unsigned *out, unsigned m) {
    REGS(64);
    tc_panels_at(threadIdx.x, r, (const tc_f16 *)(arena + at), m);
    put<32>(out + threadIdx.x, r);
}

KERNEL(put_fragment, 32)(unsigned at, const unsigned *in) {
    REGS(8);
    get<4>(r, in + threadIdx.x);
    tc_put_fragment_at(threadIdx.x, (tc_f16 *)(arena + at), r);
}

KERNEL(put_accumulators, 128)(unsigned at, const unsigned *in) {
    REGS(32);
    get<16>(r, in + threadIdx.x);
    tc_put_accumulators_at(threadIdx.x, (tc_f16 *)(arena + at), r);
}
