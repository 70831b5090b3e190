/* builtins.h: threadIdx and its like, barriers, clocks. */
#ifndef TILECOPY_HOST_CUDA_BUILTINS_H
#define TILECOPY_HOST_CUDA_BUILTINS_H
#include "calls.h"
#include "vector.h"
#include <time.h>

#define TC__CUDA_FN static inline __attribute__((unused, always_inline))

/* They change when another thread runs, which no thread sees: to the compiler they are constants, which
 * -fsanitize=thread leaves alone. */
extern "C" {
extern const uint3 threadIdx __asm__("tc_emu_thread_idx");
extern const uint3 blockIdx __asm__("tc_emu_block_idx");
extern const uint3 blockDim __asm__("tc_emu_block_dim");
extern const uint3 gridDim __asm__("tc_emu_grid_dim");
}
static constexpr int warpSize = 32;

#define __syncthreads()                                                                            \
    (tc_emu_number(__COUNTER__ + 1), tc_emu_cta_sync("__syncthreads", __FILE__, __LINE__))
#define TC__CTA_COUNT(name, is)                                                                    \
    (tc_emu_number(__COUNTER__ + 1), tc_emu_cta_count(name, __FILE__, __LINE__, is))
#define __syncthreads_count(is) ((int)TC__CTA_COUNT("__syncthreads_count", !!(is)))
#define __syncthreads_or(is) ((int)(TC__CTA_COUNT("__syncthreads_or", !!(is)) != 0))
#define __syncthreads_and(is) ((int)(TC__CTA_COUNT("__syncthreads_and", !(is)) == 0))

TC__CUDA_FN void __threadfence() {
    tc_emu_memory_fence("__threadfence");
}
TC__CUDA_FN void __threadfence_block() {
    tc_emu_memory_fence("__threadfence_block");
}
TC__CUDA_FN void __threadfence_system() {
    tc_emu_memory_fence("__threadfence_system");
}
TC__CUDA_FN void __nanosleep(unsigned) {
    tc_emu_pause("__nanosleep");
}
TC__CUDA_FN long long clock64() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ll + now.tv_nsec;
}
TC__CUDA_FN unsigned long long globaltimer() {
    return (unsigned long long)clock64();
}
[[noreturn]] TC__CUDA_FN void __trap() {
    tc_emu_check_failed("__trap", "the kernel stops itself");
    __builtin_unreachable();
}

/* Is the address one of shared memory, as seen by the calling thread? */
TC__CUDA_FN unsigned __isShared(const void *p) {
    return tc_emu_space(p) == TC_EMU_SHARED_SPACE;
}
TC__CUDA_FN unsigned __isGlobal(const void *p) {
    return tc_emu_space(p) == TC_EMU_GLOBAL_SPACE;
}

#endif
