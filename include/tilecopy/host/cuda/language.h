/* language.h: CUDA's words of the language, for the host's compiler. What no macro can say, the launch and
 * `extern __shared__`, tcemu rewrites (tools/tcemu). */
#ifndef TILECOPY_HOST_CUDA_LANGUAGE_H
#define TILECOPY_HOST_CUDA_LANGUAGE_H

#define __global__ __attribute__((noinline))
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__ inline
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __maxnreg__(registers)
/* A statement of its own: `__shared__ float tile[32];`. In other places tcemu moves the word to the front. */
#define __shared__                                                                                 \
    static __thread TC__IN_ORDER __attribute__((aligned(16))) char TC__GUARD(__COUNTER__)[1024];   \
    static __thread TC__IN_ORDER
/* `extern __shared__ float all[];` as tcemu writes it: each name is one for the same bytes. */
#define TC_EXTERN_SHARED extern __thread

#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define CUDART_VERSION 12080
#define CUDA_VERSION 12080

#endif
