/* checked.cu: one kernel with TC_CHECK, called as its contract says or against one of its promises, and one that needs
 * the letter of its target.
 *
 *     checked N    runs case N, prints what the checks print, then "clean" or the error's name
 *
 * The header comes first: a check prints without <cstdio>. */
#include "tilecopy_gen.h"
#include "tilecopy/tilecopy.h"
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
static const unsigned letter = sizeof cases / sizeof *cases; /* the case after them */

__global__ void load(const tc_f16 *src, unsigned ld) {
    __shared__ __align__(128) tc_f16 tile[64 * 64];
    tc_cta128_copy_async_gmem_ldx8_to_smem_sw128_64x64_f16(tile, src, ld);
    tc_cp_async_wait_all();
}

/* What sm_90a and sm_100a have. As code for plain sm_90 it compiles, and ends in a trap. */
__global__ void needs_letter(const tc_f16 *src) {
#if TC_CHIP_HAS_MULTICAST
    __shared__ __align__(128) tc_f16 row[64];
    __shared__ tc_mbarrier bar;
    if (src == nullptr)
        tc_bulk_gmem_to_smem_multicast(row, src, sizeof row, &bar, 1);
#else
    (void)src;
#endif
}

int main(int count, char **words) {
    const unsigned which = count > 1 ? (unsigned)atoi(words[1]) : 0;
    if (which > letter)
        return 2;
    tc_f16 *src;
    if (cudaMalloc(&src, 65 * 72 * sizeof *src) != cudaSuccess)
        return 3;
    if (which == letter)
        needs_letter<<<1, 1>>>(nullptr);
    else
        load<<<1, 128>>>(src + cases[which].skip, cases[which].ld);
    const cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        puts("clean");
    else
        fprintf(
            stderr, "%s\n", cudaGetErrorName(error)); /* stdout is the device's printf's as well */
    return 0;
}
