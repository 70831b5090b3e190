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
#include "cuda/heap.h"
#include "kernel.h"

#include "cuda/launch.h"
#include "cuda/warp.h"
#include "cuda/atomic.h"
#include "cuda/math.h"
#include "cuda/ptx.h"
#include "cuda/language.h"
#endif

#endif
