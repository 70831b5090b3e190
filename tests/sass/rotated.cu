/* Rows of lanes that meet in the same banks, in an order of each lane's own: as many accesses as in order, and
 * selects between registers, whose slots are all constants. And rows in vectors of several widths. */
#include "sass_gen.h"

extern __shared__ unsigned char arena[];

#define KERNEL(name, threads) extern "C" __global__ void __launch_bounds__(threads) name

template <int words> __device__ __forceinline__ void put(unsigned *out, const void *regs) {
    const unsigned *word = (const unsigned *)regs;
#pragma unroll
    for (int i = 0; i < words; i++)
        out[i * 128] = word[i];
}

#define LOADED(name, threads, type, count, words)                                                  \
    KERNEL(name, threads)(unsigned at, unsigned *out) {                                            \
        __align__(16) type r[count];                                                               \
        tc_##name##_at(threadIdx.x, r, (const type *)(arena + at));                                \
        put<words>(out + threadIdx.x, r);                                                          \
    }

LOADED(rotated_8, 32, float, 8, 8)
LOADED(rotated_16, 32, float, 16, 16)
LOADED(rotated_32, 32, float, 32, 32)
LOADED(rotated_halves, 32, tc_f16, 16, 8)
LOADED(rotated_bytes, 32, unsigned char, 64, 16)
LOADED(rotated_pairs, 128, float, 24, 24)
LOADED(mixed_6, 32, float, 6, 6)

#define STORED(name, type, count)                                                                  \
    KERNEL(name, 32)(unsigned at, const unsigned *in) {                                            \
        __align__(16) type r[count];                                                               \
        unsigned *word = (unsigned *)r;                                                            \
        _Pragma("unroll") for (int i = 0; i < count; i++) word[i] = in[i * 128 + threadIdx.x];     \
        tc_##name##_at(threadIdx.x, (type *)(arena + at), r);                                      \
    }

STORED(put_rotated_16, float, 16)
STORED(put_rotated_32, float, 32)
