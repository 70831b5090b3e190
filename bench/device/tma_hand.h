/* tma_hand.h: mbarriers and tensor copies by hand, as PTX has them, and what the two benchmarks of
 * examples with tensor copies share. One thread of a warp does all that a warp of the examples does. */
#ifndef TMA_HAND_H
#define TMA_HAND_H
#include "timing.h"
#include "bulk_hand.h"

static __device__ __forceinline__ void hand_bar_init(unsigned bar, unsigned count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory");
}

/* After the inits, by the thread that did them. */
static __device__ __forceinline__ void hand_bar_publish() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

static __device__ __forceinline__ void hand_bar_arrive(unsigned bar) {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(bar) : "memory");
}

static __device__ __forceinline__ void hand_bar_expect(unsigned bar, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes)
                 : "memory");
}

static __device__ __forceinline__ void hand_bar_wait(unsigned bar, unsigned parity) {
    asm volatile("{\n.reg .pred over;\nagain:\n"
                 "mbarrier.try_wait.parity.shared.b64 over, [%0], %1;\n"
                 "@!over bra again;\n}" ::"r"(bar),
                 "r"(parity)
                 : "memory");
}

static __device__ __forceinline__ void hand_box_in(
    unsigned dst, const void *map, int inner, int outer, unsigned bar) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(dst),
                 "l"(map),
                 "r"(inner),
                 "r"(outer),
                 "r"(bar)
                 : "memory");
}

static __device__ __forceinline__ void hand_box_out(
    const void *map, unsigned src, int inner, int outer) {
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map),
        "r"(inner),
        "r"(outer),
        "r"(src)
        : "memory");
}

template <int open> static __device__ __forceinline__ void hand_wait_read() {
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(open) : "memory");
}

static __device__ __forceinline__ void hand_fence_async() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* 16 bytes to global memory. Of `*(float4 *)to = ...` nvcc 13.0 makes four stores here. */
static __device__ __forceinline__ void hand_put4(float *to, float a, float b, float c, float d) {
    asm volatile(
        "st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(a), "f"(b), "f"(c), "f"(d)
        : "memory");
}

/* ---- the host -------------------------------------------------------------------------------- */

enum { SIZE = 8192 };
static const size_t SIZE_BYTES = (size_t)SIZE * SIZE * 4;

/* Whole numbers below 4096, so that sums are exact. */
static __global__ void fill(float *p) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)SIZE * SIZE;
         i += (size_t)gridDim.x * blockDim.x)
        p[i] = (float)((unsigned)i * 2654435761u >> 20);
}

static inline void copy_flat(float *dst, const float *src) {
    timing_copy<<<(unsigned)(SIZE_BYTES / 16384), 256>>>((uint4 *)dst, (const uint4 *)src);
}

static inline unsigned sm_count() {
    int count = 0;
    MUST(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return (unsigned)count;
}

/* CTAs that are on the GPU at the same time. */
template <class Args>
static unsigned all_ctas(void (*kernel)(Args), unsigned threads, unsigned smem_bytes) {
    int on_one = 0;
    MUST(cudaFuncSetAttribute(
        (const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)smem_bytes));
    MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_one, kernel, (int)threads, smem_bytes));
    return (unsigned)on_one * sm_count();
}

static inline void make_map(const char *broken) {
    if (broken) {
        fprintf(stderr, "tensor map: %s\n", broken);
        exit(1);
    }
}

static inline double rate(const std::vector<double> &times) {
    return 2e-6 * (double)SIZE_BYTES / median(times);
}

/* The rate of `times` as a part of that of `others`, pair by pair: the median, the least and the most. */
static inline void print_ratio(
    const char *what, const std::vector<double> &times, const std::vector<double> &others) {
    const TimingSpread ratio = timing_ratio(others, times);
    printf("; against %s %.3f (%.3f to %.3f)", what, ratio.median, ratio.least, ratio.most);
}

#endif
