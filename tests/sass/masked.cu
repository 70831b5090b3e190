/* Case c with limits and without, in the same frame, and with rows that an array picks: what the limits
 * cost on a whole tile, and what indices do. */
#include "sass_gen.h"

extern __shared__ __align__(1024) unsigned char arena[];

#define KERNEL(name, threads) extern "C" __global__ void __launch_bounds__(threads) name

KERNEL(masked_gmem_to_smem_128x64_f16, 256)
(unsigned at, tc_f16 *g, unsigned ld, unsigned rows, unsigned cols) {
    tc_cta256_copy_gmem_ldx8_to_smem_sw128_128x64_f16_masked_colsx8_at(
        threadIdx.x, (tc_f16 *)(arena + at), g, ld, rows, cols);
}

KERNEL(masked_smem_to_gmem_128x64_f16, 256)
(unsigned at, tc_f16 *g, unsigned ld, unsigned rows, unsigned cols) {
    tc_cta256_copy_smem_sw128_to_gmem_ldx8_128x64_f16_masked_colsx8_at(
        threadIdx.x, g, (const tc_f16 *)(arena + at), ld, rows, cols);
}

KERNEL(masked_async_128x64_f16, 256)
(unsigned at, tc_f16 *g, unsigned ld, unsigned rows, unsigned cols) {
    tc_cta256_copy_async_gmem_ldx8_to_smem_sw128_128x64_f16_masked_colsx8_at(
        threadIdx.x, (tc_f16 *)(arena + at), g, ld, rows, cols);
}

KERNEL(whole_gmem_to_smem_128x64_f16, 256)
(unsigned at, tc_f16 *g, unsigned ld) {
    tc_cta256_copy_gmem_ldx8_to_smem_sw128_128x64_f16_at(
        threadIdx.x, (tc_f16 *)(arena + at), g, ld);
}

KERNEL(whole_smem_to_gmem_128x64_f16, 256)
(unsigned at, tc_f16 *g, unsigned ld) {
    tc_cta256_copy_smem_sw128_to_gmem_ldx8_128x64_f16_at(
        threadIdx.x, g, (const tc_f16 *)(arena + at), ld);
}

KERNEL(whole_async_128x64_f16, 256)
(unsigned at, tc_f16 *g, unsigned ld) {
    tc_cta256_copy_async_gmem_ldx8_to_smem_sw128_128x64_f16_at(
        threadIdx.x, (tc_f16 *)(arena + at), g, ld);
}

KERNEL(picked_gmem_to_smem_128x64_f16, 256)
(unsigned at, tc_f16 *g, const int *index, unsigned ld) {
    tc_picked_in_at(threadIdx.x, (tc_f16 *)(arena + at), g, index, ld);
}

KERNEL(picked_smem_to_gmem_128x64_f16, 256)
(unsigned at, tc_f16 *g, const int *index, unsigned ld) {
    tc_picked_out_at(threadIdx.x, g, (const tc_f16 *)(arena + at), index, ld);
}

KERNEL(picked_async_128x64_f16, 256)
(unsigned at, tc_f16 *g, const int *index, unsigned ld) {
    tc_picked_async_at(threadIdx.x, (tc_f16 *)(arena + at), g, index, ld);
}
