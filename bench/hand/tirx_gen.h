/* The function of tests/sass/tirx.tc by hand: one thread moves one element after the other. */
#ifndef BENCH_HAND_TIRX_GEN_H
#define BENCH_HAND_TIRX_GEN_H
#include "sass_gen.h"

HAND tx_warp_copy_gmem_to_smem_4x6_f32_at(unsigned rank, float *dst, const float *src) {
    if (rank == 0) {
#pragma unroll
        for (int i = 0; i < 24; i++)
            dst[i] = src[i];
    }
}
#endif
