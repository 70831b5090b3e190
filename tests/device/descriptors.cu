/* descriptors.cu: which elements wgmma reads by the descriptors that tcgen makes. The other operand is the unit
 * matrix, single ones, so that D is the operand itself. Every element of the tile holds a digit of its own number, of
 * six digits in turn, so that D shows from where each element was read: as B, and where it has 64 rows as A too.
 *
 * usage: descriptors FILE [EVERY]     every origin and stage of each case, or every so many-th
 * FILE gets a word for each (case, origin, stage, side, row, k): the number of the element that was read. */
#include "descriptors_gen.h"
#include "tilecopy/wgmma_bf16.h"
#include "tilecopy/wgmma_e4m3.h"
#include "tilecopy/wgmma_f16.h"
#include "tilecopy/wgmma_tf32.h"
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { THREADS = 128, DIGITS = 6, UNIT_TILE = 2048 };

/* 0 to 7, exact in each type. */
static __device__ unsigned bits_of(unsigned digit, unsigned bytes, bool is_bf16) {
    const unsigned f16[] = {0, 0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600, 0x4700};
    const unsigned bf16[] = {0, 0x3F80, 0x4000, 0x4040, 0x4080, 0x40A0, 0x40C0, 0x40E0};
    const unsigned e4m3[] = {0, 0x38, 0x40, 0x44, 0x48, 0x4A, 0x4C, 0x4E};
    if (bytes == 2)
        return is_bf16 ? bf16[digit] : f16[digit];
    return bytes == 1 ? e4m3[digit] : bf16[digit] << 16;
}

static __device__ void put(unsigned char *at, unsigned bytes, unsigned bits) {
    if (bytes == 1)
        *at = (unsigned char)bits;
    else if (bytes == 2)
        *(unsigned short *)at = (unsigned short)bits;
    else
        *(unsigned *)at = bits;
}

/* 64 rows of 32 bytes, K-major without a swizzle: units of 16 bytes, 8 rows one below the other; the second unit of
 * each row 1024 bytes further. A one at (i, i). */
static __device__ void make_unit(unsigned char *tile, unsigned bytes, bool is_bf16) {
    const unsigned width = 32 / bytes, unit = 16 / bytes;
    for (unsigned x = threadIdx.x; x < 64 * width; x += THREADS) {
        const unsigned i = x / width, k = x % width;
        put(tile + i * 16 + k / unit * 1024 + k % unit * bytes,
            bytes,
            bits_of(i == k, bytes, is_bf16));
    }
}

static __device__ unsigned long long unit_descriptor(const void *tile) {
    return 0x0000000800400000ull | (tc_smem_address(tile) >> 4 & 0x3fff);
}

/* Row and column of a thread's accumulator r. */
static __device__ unsigned row_of(unsigned r) {
    return threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + r / 2 % 2 * 8;
}

static __device__ unsigned column_of(unsigned r) {
    return r / 4 * 8 + threadIdx.x % 4 * 2 + r % 2;
}

static __device__ void fill(
    unsigned char *tile, unsigned count, unsigned bytes, bool is_bf16, unsigned digit) {
    for (unsigned x = threadIdx.x; x < count; x += THREADS)
        put(tile + x * bytes, bytes, bits_of(x >> 3 * digit & 7, bytes, is_bf16));
    tc_fence_async_smem();
    __syncthreads();
}

/* With fewer rows than 64 the tile is B alone. */
static __device__ void no_a(float *d, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        d[i] = 0;
}
#define NO_A(d, a, b, accumulate) no_a(d, K / 2)
#define PROBE(                                                                                     \
    name,                                                                                          \
    NAME,                                                                                          \
    type,                                                                                          \
    bytes,                                                                                         \
    is_bf16,                                                                                       \
    k_width,                                                                                       \
    rows,                                                                                          \
    form_b,                                                                                        \
    form_a,                                                                                        \
    k_count,                                                                                       \
    m_step,                                                                                        \
    k_step,                                                                                        \
    tile)                                                                                          \
    struct name {                                                                                  \
        enum { BYTES = bytes, BF16 = is_bf16, K = k_width, ROWS = rows, TILE = tile };             \
        enum { K_COUNT = k_count, M_STEP = m_step, K_STEP = k_step, COUNT = NAME##_COUNT };        \
        static __device__ __forceinline__ unsigned long long ours(                                 \
            const void *at, unsigned m, unsigned k, unsigned stage) {                              \
            return tc_##name((const type *)at, m, k, stage);                                       \
        }                                                                                          \
        static __device__ __forceinline__ void as_b(                                               \
            float *d, unsigned long long unit, unsigned long long own) {                           \
            form_b(d, unit, own, 0);                                                               \
        }                                                                                          \
        static __device__ __forceinline__ void as_a(                                               \
            float *d, unsigned long long own, unsigned long long unit) {                           \
            form_a(d, own, unit, 0);                                                               \
        }                                                                                          \
    };                                                                                             \
    static_assert(TC_##NAME##_STAGE_BYTES == tile, "as the test has it");
#include "descriptors_cases.h"
#undef PROBE

template <typename Case>
__global__ void __launch_bounds__(THREADS) probe(unsigned *found, unsigned every) {
    extern __shared__ __align__(1024) unsigned char room[];
    unsigned char *const tile = room + UNIT_TILE;
    const unsigned at = blockIdx.x * every, stage = at % 2,
                   k = at / 2 % Case::K_COUNT * Case::K_STEP,
                   m = at / 2 / Case::K_COUNT * Case::M_STEP;
    float b[Case::ROWS / 2], a[Case::K / 2];
    unsigned from_b[Case::ROWS / 2] = {0}, from_a[Case::K / 2] = {0};
    make_unit(room, Case::BYTES, Case::BF16);
#pragma unroll 1
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        fill(tile, 2 * Case::TILE / Case::BYTES, Case::BYTES, Case::BF16, digit);
        const unsigned long long ours = Case::ours(tile, m, k, stage), unit = unit_descriptor(room);
        tc_wgmma_fence();
        Case::as_b(b, unit, ours);
        tc_wgmma_commit();
        tc_wgmma_wait_0();
        tc_wgmma_hold(b, Case::ROWS / 2);
        tc_wgmma_fence();
        Case::as_a(a, ours, unit);
        tc_wgmma_commit();
        tc_wgmma_wait_0();
        tc_wgmma_hold(a, Case::K / 2);
        for (unsigned r = 0; r < Case::ROWS / 2; r++)
            from_b[r] |= (unsigned)b[r] << 3 * digit;
        for (unsigned r = 0; r < Case::K / 2; r++)
            from_a[r] |= (unsigned)a[r] << 3 * digit;
        __syncthreads();
    }
    found += blockIdx.x * (Case::ROWS + 64) * Case::K;
    for (unsigned r = 0; r < Case::ROWS / 2; r++)
        if (row_of(r) < Case::K)
            found[column_of(r) * Case::K + row_of(r)] = from_b[r];
    for (unsigned r = 0; r < Case::K / 2; r++)
        found[(Case::ROWS + row_of(r)) * Case::K + column_of(r)] = from_a[r];
}

static void must(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    printf("%s\n", cudaGetErrorString(error));
    exit(1);
}

template <typename Case> static void ask(FILE *file, unsigned every) {
    const unsigned blocks = (Case::COUNT + every - 1) / every, bytes = UNIT_TILE + 2 * Case::TILE;
    std::vector<unsigned> host(blocks * (Case::ROWS + 64) * Case::K);
    unsigned *found;
    must(cudaMalloc((void **)&found, host.size() * 4));
    must(cudaMemset(found, 0xff, host.size() * 4));
    must(cudaFuncSetAttribute(
        (const void *)probe<Case>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    probe<Case><<<blocks, THREADS, bytes>>>(found, every);
    must(cudaGetLastError());
    must(cudaMemcpy(host.data(), found, host.size() * 4, cudaMemcpyDeviceToHost));
    must(cudaFree(found));
    if (fwrite(host.data(), 4, host.size(), file) != host.size())
        exit(1);
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "wb") : NULL;
    const unsigned every = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    if (!file || !every)
        return 2;
#define PROBE(name, ...) ask<name>(file, every);
#include "descriptors_cases.h"
    return fclose(file);
}
