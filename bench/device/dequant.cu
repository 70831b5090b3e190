/* dequant.cu: examples/dequant_gemv beside a copy of as many bytes, half read and half written.
 *
 * usage: dequant [ROUNDS]    GB/s of each and their ratio; exit code 1 on a wrong result */
#include "timing.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/dequant_gemv/dequant_gemv_gen.h"

#include "../../examples/dequant_gemv/dequant_kernel.h"

enum { ROWS = 32768, COLUMNS = 16384, GROUPS = COLUMNS / DEQUANT_GROUP };

__global__ void fill(unsigned *weights, float *scale, unsigned short *x) {
    const unsigned short values[] = {0, 0x3C00, 0x4000, 0x4200, 0xBC00, 0xC000, 0xC200};
    const size_t first = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = first; i < (size_t)ROWS * COLUMNS / 8; i += step)
        weights[i] = (unsigned)(i * 2654435761u ^ i >> 7);
    for (size_t i = first; i < (size_t)ROWS * GROUPS; i += step)
        scale[i] = 1.0f / (float)(1 << i % 4);
    for (size_t i = first; i < COLUMNS; i += step)
        x[i] = values[i * 5 % 7];
}

/* One thread a row, in an order of its own: sums of such numbers are exact in any. */
__global__ void differ(Dequant d, unsigned *count) {
    const float values[] = {0, 1, 2, 3, -1, -2, -3};
    const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) * 97 % ROWS;
    float sum = 0;
    for (unsigned k = 0; k < COLUMNS; k++) {
        const unsigned word = d.weights[((size_t)row * COLUMNS + k) / 8];
        const int w = (int)(word >> k % 8 * 4 << 28) >> 28;
        sum += d.scale[(size_t)row * GROUPS + k / DEQUANT_GROUP] * (float)w * values[k * 5 % 7];
    }
    if (sum != d.y[row])
        atomicAdd(count, 1);
}

enum { LAUNCHES = 10 };

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    const size_t weights = (size_t)ROWS * COLUMNS / 2, scales = (size_t)ROWS * GROUPS * 4;
    const size_t bytes = (weights + scales + COLUMNS * 2 + ROWS * 4) / 32768 * 32768;
    unsigned *wrong, count;
    void *w, *s, *x, *y, *src, *dst;
    MUST(cudaMalloc(&w, weights));
    MUST(cudaMalloc(&s, scales));
    MUST(cudaMalloc(&x, COLUMNS * 2));
    MUST(cudaMalloc(&y, ROWS * 4));
    MUST(cudaMalloc(&src, bytes / 2));
    MUST(cudaMalloc(&dst, bytes / 2));
    MUST(cudaMalloc(&wrong, 4));
    MUST(cudaMemset(wrong, 0, 4));
    fill<<<1024, 256>>>((unsigned *)w, (float *)s, (unsigned short *)x);
    const Dequant d = {
        (const unsigned *)w, (const float *)s, (const tc_f16 *)x, (float *)y, ROWS, COLUMNS};
    /* Behind a launch of the same kind: what a copy leaves in the second cache has yet to be written, and whoever
     * comes next waits for that. */
    const auto times = in_turn(
        2,
        rounds,
        [&](int form) {
            if (form == 1)
                timing_copy<<<(unsigned)(bytes / 2 / 16384), 256>>>(
                    (uint4 *)dst, (const uint4 *)src);
            else
                dequant_gemv<<<ROWS / DEQUANT_ROWS, DEQUANT_WARPS * 32, DEQUANT_BYTES>>>(d);
        },
        LAUNCHES);
    differ<<<4, 64>>>(d, wrong);
    MUST(cudaMemcpy(&count, wrong, 4, cudaMemcpyDeviceToHost));
    printf(
        "dequant_gemv %dx%d i4: %.0f GB/s, copy %.0f; against the copy %.3f; %u of 256 rows "
        "differ\n",
        ROWS,
        COLUMNS,
        1e-6 * bytes / median(times[0]),
        1e-6 * bytes / median(times[1]),
        timing_ratio(times[1], times[0]).median,
        count);
    return count != 0;
}
