/* runtime.h: CUDA's runtime for one device, on which everything is done when it is called. */
#ifndef TILECOPY_HOST_CUDA_RUNTIME_H
#define TILECOPY_HOST_CUDA_RUNTIME_H

/* By these names other headers ask whether the run time's are there, and CUDA's own stay out. */
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#include "builtins.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TC__ERRORS(X)                                                                              \
    X(cudaSuccess, 0, "no error")                                                                  \
    X(cudaErrorInvalidValue, 1, "invalid argument")                                                \
    X(cudaErrorMemoryAllocation, 2, "out of memory")                                               \
    X(cudaErrorInitializationError, 3, "initialization error")                                     \
    X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                          \
    X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                 \
    X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                    \
    X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                \
    X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                       \
    X(cudaErrorNotReady, 600, "device not ready")                                                  \
    X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                    \
    X(cudaErrorAssert, 710, "device-side assert triggered")                                        \
    X(cudaErrorHostMemoryAlreadyRegistered,                                                        \
      712,                                                                                         \
      "part or all of the requested memory range is already mapped")                               \
    X(cudaErrorHostMemoryNotRegistered,                                                            \
      713,                                                                                         \
      "pointer does not correspond to a registered memory region")                                 \
    X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                   \
    X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")            \
    X(cudaErrorNotSupported, 801, "operation not supported")                                       \
    X(cudaErrorUnknown, 999, "unknown error")
enum cudaError {
#define X(name, number, text) name = number,
    TC__ERRORS(X)
#undef X
};
typedef cudaError cudaError_t;

struct tc_cuda_stream;
struct tc_cuda_event {
    timespec at;
};
typedef tc_cuda_stream *cudaStream_t;
typedef tc_cuda_event *cudaEvent_t;
#define cudaStreamLegacy ((cudaStream_t)0)
#define cudaStreamPerThread ((cudaStream_t)0)
#define cudaStreamNonBlocking 1u
#define cudaEventDisableTiming 2u
#define cudaHostAllocDefault 0u
#define cudaHostAllocPortable 1u
#define cudaHostAllocMapped 2u
#define cudaHostAllocWriteCombined 4u
#define cudaHostRegisterDefault 0u
#define cudaHostRegisterPortable 1u
#define cudaHostRegisterMapped 2u
#define cudaMemAttachGlobal 1u
#define cudaMemAttachHost 2u
#define cudaMemAttachSingle 4u
#define cudaDeviceScheduleAuto 0u
#define cudaDeviceScheduleSpin 1u
#define cudaDeviceScheduleYield 2u
#define cudaDeviceScheduleBlockingSync 4u
#define cudaDeviceBlockingSync 4u
#define cudaDeviceMapHost 8u
#define cudaEventDefault 0u
#define cudaEventBlockingSync 1u
#define cudaStreamDefault 0u
#define CUDART_CB

enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};

struct tc_cuda_program {
    cudaError_t last;
    unsigned buffers;
};
inline tc_cuda_program &tc_cuda_state() {
    static tc_cuda_program state;
    return state;
}

/* ---- errors ---------------------------------------------------------------------------------- */

static inline const char *cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define X(name, number, text)                                                                      \
    case name:                                                                                     \
        return #name;
        TC__ERRORS(X)
#undef X
    }
    return "unrecognized error code";
}
static inline const char *cudaGetErrorString(cudaError_t error) {
    switch (error) {
#define X(name, number, text)                                                                      \
    case name:                                                                                     \
        return text;
        TC__ERRORS(X)
#undef X
    }
    return "unrecognized error code";
}
static inline cudaError_t tc_cuda_result(cudaError_t error) {
    if (error != cudaSuccess)
        tc_cuda_state().last = error;
    return error;
}
static inline cudaError_t cudaPeekAtLastError() {
    return tc_cuda_state().last;
}
/* Nothing is profiled here. */
static inline cudaError_t cudaProfilerStart() {
    return cudaSuccess;
}
static inline cudaError_t cudaProfilerStop() {
    return cudaSuccess;
}
static inline cudaError_t cudaGetLastError() {
    const cudaError_t error = tc_cuda_state().last;
    tc_cuda_state().last = cudaSuccess;
    return error;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Buffers have the number of their allocation as their name: 'cudaMalloc 3'. */
static inline cudaError_t tc_cuda_alloc(void **p, size_t bytes, const char *by, int managed) {
    char name[48];
    snprintf(name, sizeof name, "%s %u", by, ++tc_cuda_state().buffers);
    *p = tc_emu_device_alloc(bytes, name, managed);
    return tc_cuda_result(*p ? cudaSuccess : cudaErrorMemoryAllocation);
}
template <class T> static inline cudaError_t cudaMalloc(T **p, size_t bytes) {
    return tc_cuda_alloc((void **)p, bytes, "cudaMalloc", 0);
}
template <class T> static inline cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t) {
    return tc_cuda_alloc((void **)p, bytes, "cudaMallocAsync", 0);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned = cudaMemAttachGlobal) {
    return tc_cuda_alloc((void **)p, bytes, "cudaMallocManaged", 1);
}
template <class T> static inline cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned = 0) {
    return tc_cuda_alloc((void **)p, bytes, "cudaMallocHost", 1);
}
template <class T> static inline cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned) {
    return tc_cuda_alloc((void **)p, bytes, "cudaHostAlloc", 1);
}
static inline cudaError_t cudaFree(void *p) {
    return tc_cuda_result(tc_emu_device_free(p) ? cudaSuccess : cudaErrorInvalidValue);
}
static inline cudaError_t cudaFreeHost(void *p) {
    return cudaFree(p);
}
static inline cudaError_t cudaFreeAsync(void *p, cudaStream_t) {
    return cudaFree(p);
}

/* Memory of the host for kernels, too: at one address for both. */
static inline cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned) {
    return tc_cuda_result(
        !p || !bytes                     ? cudaErrorInvalidValue
        : tc_emu_host_register(p, bytes) ? cudaSuccess
                                         : cudaErrorHostMemoryAlreadyRegistered);
}
static inline cudaError_t cudaHostUnregister(void *p) {
    return tc_cuda_result(
        tc_emu_host_unregister(p) ? cudaSuccess : cudaErrorHostMemoryNotRegistered);
}
template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned) {
    *device = (T *)host;
    return tc_cuda_result(
        tc_emu_space(host) == TC_EMU_GLOBAL_SPACE ? cudaSuccess : cudaErrorInvalidValue);
}

static inline cudaError_t tc_cuda_told(const char *call, const char *wrong) {
    if (!wrong)
        return cudaSuccess;
    fprintf(stderr, "emu: warning: %s: %s\n", call, wrong);
    return tc_cuda_result(cudaErrorInvalidValue);
}
static inline cudaError_t cudaMemcpy(
    void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    int checked = 0;
    if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice)
        checked |= TC_EMU_TO_DEVICE;
    if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice)
        checked |= TC_EMU_FROM_DEVICE;
    return tc_cuda_told("cudaMemcpy", tc_emu_device_copy(to, from, bytes, checked));
}
static inline cudaError_t cudaMemcpyAsync(
    void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t = nullptr) {
    return cudaMemcpy(to, from, bytes, kind);
}
static inline cudaError_t cudaMemcpy2D(
    void *to,
    size_t to_pitch,
    const void *from,
    size_t from_pitch,
    size_t width,
    size_t rows,
    cudaMemcpyKind kind) {
    cudaError_t error = cudaSuccess;
    for (size_t i = 0; i < rows && error == cudaSuccess; i++)
        error =
            cudaMemcpy((char *)to + i * to_pitch, (const char *)from + i * from_pitch, width, kind);
    return error;
}
static inline cudaError_t cudaMemset(void *to, int value, size_t bytes) {
    return tc_cuda_told("cudaMemset", tc_emu_device_set(to, value, bytes));
}
static inline cudaError_t cudaMemsetAsync(
    void *to, int value, size_t bytes, cudaStream_t = nullptr) {
    return cudaMemset(to, value, bytes);
}
/* Variables of the program are memory of the host here. */
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(
    T &symbol,
    const void *from,
    size_t bytes,
    size_t offset = 0,
    cudaMemcpyKind = cudaMemcpyHostToDevice) {
    if (offset > sizeof symbol || bytes > sizeof symbol - offset)
        return tc_cuda_told("cudaMemcpyToSymbol", "the copy ends past the variable");
    tc_emu_device_copy((char *)(uintptr_t)&symbol + offset, from, bytes, 0);
    return cudaSuccess;
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(
    void *to,
    const T &symbol,
    size_t bytes,
    size_t offset = 0,
    cudaMemcpyKind = cudaMemcpyDeviceToHost) {
    if (offset > sizeof symbol || bytes > sizeof symbol - offset)
        return tc_cuda_told("cudaMemcpyFromSymbol", "the copy ends past the variable");
    tc_emu_device_copy(to, (const char *)&symbol + offset, bytes, 0);
    return cudaSuccess;
}
template <class T> static inline cudaError_t cudaGetSymbolAddress(void **p, const T &symbol) {
    *p = (void *)(uintptr_t)&symbol;
    return cudaSuccess;
}
static inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = nullptr) {
    return cudaSuccess;
}
static inline cudaError_t cudaMemGetInfo(size_t *left, size_t *all) {
    *left = *all = (size_t)80 << 30;
    return cudaSuccess;
}

/* ---- streams and events ------------------------------------------------------------------------ */

static inline cudaError_t cudaDeviceSynchronize() {
    return cudaPeekAtLastError();
}
static inline cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    *stream = (cudaStream_t)malloc(1);
    return cudaSuccess;
}
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) {
    return cudaStreamCreate(stream);
}
/* One priority is as good as another. */
static inline cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    *least = *greatest = 0;
    return cudaSuccess;
}
static inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned, int) {
    return cudaStreamCreate(stream);
}
static inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    free((void *)stream);
    return cudaSuccess;
}
static inline cudaError_t cudaStreamSynchronize(cudaStream_t) {
    return cudaPeekAtLastError();
}
static inline cudaError_t cudaStreamQuery(cudaStream_t) {
    return cudaSuccess;
}
/* What came before in the stream is done. */
typedef void(CUDART_CB *cudaHostFn_t)(void *data);
typedef void(CUDART_CB *cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *data);
static inline cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t call, void *data) {
    call(data);
    return cudaSuccess;
}
static inline cudaError_t cudaStreamAddCallback(
    cudaStream_t stream, cudaStreamCallback_t call, void *data, unsigned) {
    call(stream, cudaSuccess, data);
    return cudaSuccess;
}
template <class T>
static inline cudaError_t cudaStreamAttachMemAsync(
    cudaStream_t, T *p, size_t = 0, unsigned = cudaMemAttachSingle) {
    return tc_cuda_result(
        tc_emu_space(p) == TC_EMU_GLOBAL_SPACE ? cudaSuccess : cudaErrorInvalidValue);
}
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) {
    return cudaSuccess;
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *event) {
    *event = (cudaEvent_t)calloc(1, sizeof **event);
    return cudaSuccess;
}
static inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
    return cudaEventCreate(event);
}
static inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
    free(event);
    return cudaSuccess;
}
static inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t = nullptr) {
    clock_gettime(CLOCK_MONOTONIC, &event->at);
    return cudaSuccess;
}
static inline cudaError_t cudaEventSynchronize(cudaEvent_t) {
    return cudaSuccess;
}
static inline cudaError_t cudaEventQuery(cudaEvent_t) {
    return cudaSuccess;
}
static inline cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to) {
    *ms = 1e3f * (float)(to->at.tv_sec - from->at.tv_sec) +
          1e-6f * (float)(to->at.tv_nsec - from->at.tv_nsec);
    return cudaSuccess;
}

/* ---- the device -------------------------------------------------------------------------------- */

struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor;
    size_t totalConstMem;
    int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
    int clockRate, major, minor, multiProcessorCount, maxThreadsPerMultiProcessor;
    int concurrentKernels, managedMemory, cooperativeLaunch, memoryClockRate, memoryBusWidth;
    int l2CacheSize, canMapHostMemory, unifiedAddressing, integrated, deviceOverlap;
    int asyncEngineCount, computeMode, ECCEnabled, concurrentManagedAccess;
    int pageableMemoryAccess, hostNativeAtomicSupported, kernelExecTimeoutEnabled;
};
/* The number of the target, 90 for sm_90: what TC_ARCH says, or an H100. */
static inline int tc_cuda_target() {
    return TC_ARCH >= 9999 ? 90 : TC_ARCH / 10;
}
static inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device) {
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "TileCopy emulator");
    p->totalGlobalMem = (size_t)80 << 30;
    p->sharedMemPerBlock = 48 << 10;
    p->sharedMemPerBlockOptin = 227 << 10;
    p->sharedMemPerMultiprocessor = 228 << 10;
    p->totalConstMem = 64 << 10;
    p->regsPerBlock = 65536;
    p->warpSize = 32;
    p->maxThreadsPerBlock = p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 0x7fffffff;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->clockRate = p->memoryClockRate = 1000000;
    p->memoryBusWidth = 5120;
    p->l2CacheSize = 50 << 20;
    p->major = tc_cuda_target() / 10;
    p->minor = tc_cuda_target() % 10;
    p->multiProcessorCount = 4;
    p->maxThreadsPerMultiProcessor = 2048;
    p->managedMemory = p->concurrentKernels = p->cooperativeLaunch = 1;
    p->canMapHostMemory = p->unifiedAddressing = p->deviceOverlap = p->asyncEngineCount = 1;
    p->concurrentManagedAccess = 1;
    return device ? cudaErrorInvalidDevice : cudaSuccess;
}
static inline cudaError_t cudaGetDeviceCount(int *count) {
    *count = 1;
    return cudaSuccess;
}
static inline cudaError_t cudaGetDevice(int *device) {
    *device = 0;
    return cudaSuccess;
}
static inline cudaError_t cudaSetDevice(int device) {
    return tc_cuda_result(device ? cudaErrorInvalidDevice : cudaSuccess);
}
/* There is one device, without peers. */
static inline cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) {
    *can = 0;
    return cudaSuccess;
}
static inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
    return tc_cuda_result(cudaErrorInvalidDevice);
}
static inline cudaError_t cudaDeviceDisablePeerAccess(int) {
    return tc_cuda_result(cudaErrorInvalidDevice);
}
static inline cudaError_t cudaSetDeviceFlags(unsigned) {
    return cudaSuccess;
}
static inline cudaError_t cudaDeviceReset() {
    return cudaSuccess;
}

enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrClockRate = 13,
    cudaDevAttrGpuOverlap = 15,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrIntegrated = 18,
    cudaDevAttrCanMapHostMemory = 19,
    cudaDevAttrComputeMode = 20,
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrGlobalMemoryBusWidth = 37,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrAsyncEngineCount = 40,
    cudaDevAttrUnifiedAddressing = 41,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrManagedMemory = 83,
    cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
#define TC__ATTRIBUTES(X)                                                                          \
    X(MaxThreadsPerBlock, maxThreadsPerBlock)                                                      \
    X(MaxSharedMemoryPerBlock, sharedMemPerBlock)                                                  \
    X(WarpSize, warpSize)                                                                          \
    X(ClockRate, clockRate)                                                                        \
    X(GpuOverlap, deviceOverlap)                                                                   \
    X(MultiProcessorCount, multiProcessorCount)                                                    \
    X(Integrated, integrated)                                                                      \
    X(CanMapHostMemory, canMapHostMemory)                                                          \
    X(ComputeMode, computeMode)                                                                    \
    X(MemoryClockRate, memoryClockRate)                                                            \
    X(GlobalMemoryBusWidth, memoryBusWidth)                                                        \
    X(L2CacheSize, l2CacheSize)                                                                    \
    X(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor)                                    \
    X(AsyncEngineCount, asyncEngineCount)                                                          \
    X(UnifiedAddressing, unifiedAddressing)                                                        \
    X(ComputeCapabilityMajor, major)                                                               \
    X(ComputeCapabilityMinor, minor)                                                               \
    X(ManagedMemory, managedMemory)                                                                \
    X(ConcurrentManagedAccess, concurrentManagedAccess)                                            \
    X(CooperativeLaunch, cooperativeLaunch)                                                        \
    X(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin)
enum cudaComputeMode {
    cudaComputeModeDefault,
    cudaComputeModeExclusive,
    cudaComputeModeProhibited
};
static inline cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr which, int device) {
    cudaDeviceProp p;
    const cudaError_t error = cudaGetDeviceProperties(&p, device);
    switch (which) {
#define X(attribute, field)                                                                        \
    case cudaDevAttr##attribute:                                                                   \
        *value = (int)p.field;                                                                     \
        return error;
        TC__ATTRIBUTES(X)
#undef X
    }
    *value = 0;
    return error;
}

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
    cudaFuncAttributeNonPortableClusterSizeAllowed = 15
};
template <class F>
static inline cudaError_t cudaFuncSetAttribute(F, cudaFuncAttribute which, int value) {
    const bool fits = which != cudaFuncAttributeMaxDynamicSharedMemorySize || value <= (227 << 10);
    return tc_cuda_result(fits ? cudaSuccess : cudaErrorInvalidValue);
}
enum cudaFuncCache {
    cudaFuncCachePreferNone,
    cudaFuncCachePreferShared,
    cudaFuncCachePreferL1,
    cudaFuncCachePreferEqual
};
template <class F> static inline cudaError_t cudaFuncSetCacheConfig(F, cudaFuncCache) {
    return cudaSuccess;
}
/* 4 multiprocessors of 4 CTAs are the 16 that a cooperative launch may have. */
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, F, int threads, size_t) {
    const int most = threads > 0 ? 2048 / threads : 0;
    *blocks = most < 4 ? most : 4;
    return cudaSuccess;
}
template <class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(
    int *grid, int *block, F, size_t = 0, int = 0) {
    *grid = 4;
    *block = 256;
    return cudaSuccess;
}

#endif
