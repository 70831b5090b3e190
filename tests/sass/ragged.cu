/* A ragged row in registers: eight loads of vectors and one tail of seven elements, in the place of seven elements
 * for each vector; and no register is reached by a number known only at run time. */
#include "sass_gen.h"

#define KERNEL(name) extern "C" __global__ void __launch_bounds__(32) name

#define LOADED(name)                                                                               \
    KERNEL(name)(const tc_f16 *row, unsigned cols, unsigned *out) {                                \
        __align__(16) tc_f16 r[64];                                                                \
        tc_##name##_at(threadIdx.x, r, row, cols);                                                 \
        const unsigned *word = (const unsigned *)r;                                                \
        _Pragma("unroll") for (int i = 0; i < 32; i++) out[i * 32 + threadIdx.x] = word[i];        \
    }

#define STORED(name)                                                                               \
    KERNEL(name)(tc_f16 * row, unsigned cols, const unsigned *in) {                                \
        __align__(16) tc_f16 r[64];                                                                \
        unsigned *word = (unsigned *)r;                                                            \
        _Pragma("unroll") for (int i = 0; i < 32; i++) word[i] = in[i * 32 + threadIdx.x];         \
        tc_##name##_at(threadIdx.x, row, r, cols);                                                 \
    }

LOADED(tail_load)
STORED(tail_store)
LOADED(tails_load)
