/* checked.cu: one kernel with TC_CHECK, called as its contract says or against one of its promises.
 *
 *     checked N    runs case N, prints what the checks print, then "clean" or the error's name
 *
 * The header comes first: a check prints without <cstdio>. */
#include "tilecopy_gen.h"
#include <cstdio>
#include <cstdlib>

struct Case {
    unsigned skip; /* elements that src starts later */
    unsigned ld;
};

static const Case cases[] = {
    {0, 64},
    {1, 64}, /* src is not 16-byte aligned */
    {0, 68}, /* ld % 8 == 0 */
    {0, 56}, /* ld >= 64 */
};

__global__ void load(const tc_f16 *src, unsigned ld) {
    __shared__ __align__(128) tc_f16 tile[64 * 64];
    tc_cta128_copy_async_gmem_ldx8_to_smem_sw128_64x64_f16(tile, src, ld);
    tc_cp_async_wait_all();
}

int main(int count, char **words) {
    const unsigned which = count > 1 ? (unsigned)atoi(words[1]) : 0;
    if (which >= sizeof cases / sizeof *cases)
        return 2;
    tc_f16 *src;
    if (cudaMalloc(&src, 65 * 72 * sizeof *src) != cudaSuccess)
        return 3;
    load<<<1, 128>>>(src + cases[which].skip, cases[which].ld);
    const cudaError_t error = cudaDeviceSynchronize();
    puts(error == cudaSuccess ? "clean" : cudaGetErrorName(error));
    return 0;
}
