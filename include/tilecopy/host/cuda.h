/* cuda.h: CUDA's language and runtime for a host compiler, so that a .cu file runs on the emulator. tcemu
 * puts it before the file: docs/cuda.md has the names. For nvcc it is TC_LAUNCH alone. */
#ifndef TILECOPY_HOST_CUDA_H
#define TILECOPY_HOST_CUDA_H

#if defined(__CUDACC__) || defined(__CUDA__)
#define TC_LAUNCH(kernel, grid, block, smem, ...) kernel<<<grid, block, smem>>>(__VA_ARGS__)
#else
#ifndef __cplusplus
#error "CUDA is C++: compile the file with g++ or clang++"
#endif
/* tcemu defines these for a file that includes cuda_fp16.h or cuda_bf16.h: the elements of f16 and
 * bf16 are CUDA's own types then, as for nvcc (config.h). */
#ifdef TC_CUDA_F16
#define TC_DEFINED_tc_f16 1
typedef struct __half tc_f16;
#endif
#ifdef TC_CUDA_BF16
#define TC_DEFINED_tc_bf16 1
typedef struct __nv_bfloat16 tc_bf16;
#endif
#include "cuda/heap.h"
#include "kernel.h"

#include "cuda/launch.h"
#include "cuda/warp.h"
#include "cuda/atomic.h"
#include "cuda/math.h"
#include "cuda/ptx.h"
#include "cuda/language.h"
#if defined(TC_CUDA_F16) || defined(TC_CUDA_BF16)
#include "cuda/half.h"
#endif
#endif

#endif
