/* kernel.h: one kernel text for both machines, for tests and examples. Generated functions do not
 * need it; a kernel that is only ever a __global__ function does not either.
 *
 *     typedef struct { float *dst; unsigned n; } fill_args;
 *     TC_KERNEL(fill, fill_args) {
 *         TC_SHARED float tile[32];
 *         unsigned char *more = tc_smem();
 *         ... arg.dst, arg.n ...
 *     }
 *
 * On the GPU that is `extern "C" __global__ void fill(const fill_args arg)`, on the host a function
 * for tc_emu_launch(&config, fill, &args). TC_KERNEL_BOUNDED(fill, fill_args, 256, 4) is compiled for CTAs
 * of at most 256 threads, of which 4 fit on an SM: 65536 / (256 * 4) = 64 registers a thread. */
#ifndef TILECOPY_HOST_KERNEL_H
#define TILECOPY_HOST_KERNEL_H
#if !defined(__CUDACC__) && !defined(__CUDA__)
#include "emu.h"
#endif
#include "../config.h"
#include "../tilecopy.h"

#if TC_ON_DEVICE
#define TC_KERNEL(name, type) extern "C" __global__ void name(const type arg)
#define TC_KERNEL_BOUNDED(name, type, threads, ctas)                                               \
    extern "C" __global__ void __launch_bounds__(threads, ctas) name(const type arg)
#define TC_SHARED __shared__
#define TC_SHARED_REGISTER(array) ((void)0)

extern __shared__ __align__(1024) unsigned char tc__smem[];

/* The dynamic shared memory of the CTA. */
TC_FN unsigned char *tc_smem(void) {
    return tc__smem;
}
#else
#define TC_KERNEL(name, type)                                                                      \
    static void name##__body(const type arg __attribute__((unused)));                              \
    static void name(void *tc__args) {                                                             \
        name##__body(*(const type *)tc__args);                                                     \
    }                                                                                              \
    static void name##__body(const type arg __attribute__((unused)))
#define TC_KERNEL_BOUNDED(name, type, threads, ctas) TC_KERNEL(name, type)
/* Every array has a guard before it, so that one past the end of an array is not the next. Both are marked as used and
 * stay in the order of the text: otherwise clang puts the guards of a file before all of its arrays, and
 * gcc -O2 turns the order round. What lies before the first guard and after the last array is unknown memory. */
#if defined(__clang__)
#define TC__IN_ORDER __attribute__((used))
#else
#define TC__IN_ORDER __attribute__((used, no_reorder))
#endif
#define TC_SHARED                                                                                  \
    static __thread TC__IN_ORDER __attribute__((aligned(16))) char TC__GUARD(__COUNTER__)[1024];   \
    static __thread TC__IN_ORDER
#define TC__GUARD(number) TC__GUARD_NAMED(number)
#define TC__GUARD_NAMED(number) tc__guard_##number
/* Optional: gives the array its own bounds and name in reports. */
#define TC_SHARED_REGISTER(array) tc_emu_shared(&(array), sizeof(array), #array)

TC_FN unsigned char *tc_smem(void) {
    return (unsigned char *)tc_emu_smem();
}
#endif

#endif
