/* launch.h: `kernel<<<grid, block, bytes, stream>>>(a, b)`, which tcemu writes as
 * `tc_cuda_launch("kernel", grid, block, bytes, stream).of(kernel)(a, b)`, and TC_LAUNCH for a text that
 * tcemu has not seen. */
#ifndef TILECOPY_HOST_CUDA_LAUNCH_H
#define TILECOPY_HOST_CUDA_LAUNCH_H
#include "runtime.h"
#include <stdlib.h>
#include <tuple>
#include <utility>

/* TC_LAUNCH(kernel, grid, block, bytes of dynamic shared memory, arguments...) */
#define TC_LAUNCH(kernel, grid, block, smem, ...)                                                  \
    tc_cuda_launch(#kernel, grid, block, smem).of(kernel)(__VA_ARGS__)

/* A kernel and what it is called with: each thread gets copies of its own. The report of a fault ends its chain
 * of functions at tc_cuda_enter. */
template <class Kernel, class Tuple> struct tc_cuda_call {
    Kernel kernel;
    Tuple values;
    template <size_t... I>
    __attribute__((always_inline)) inline void go(std::index_sequence<I...>) {
        kernel(std::get<I>(values)...);
    }
};

template <class Call, class Indices> __attribute__((noinline)) void tc_cuda_enter(void *call) {
    static_cast<Call *>(call)->go(Indices());
}

template <class... P> struct tc_cuda_typed;
template <class F> struct tc_cuda_untyped;
template <class F, class... P> struct tc_cuda_defaulted;

struct tc_cuda_launch {
    tc_emu_config config;
    cudaError_t error = cudaSuccess;
    bool together = false;

    tc_cuda_launch(
        const char *name, dim3 grid, dim3 block, size_t bytes = 0, cudaStream_t stream = nullptr)
        : config() {
        (void)stream;
        config.name = name;
        set(config.grid_shape, grid);
        set(config.block_shape, block);
        set(config.cluster_shape, dim3(1));
        config.smem_bytes = (unsigned)bytes;
        config.no_smem = bytes == 0;
        tc_emu_configure(&config);
    }
    static void set(unsigned out[3], dim3 shape) {
        out[0] = shape.x;
        out[1] = shape.y;
        out[2] = shape.z;
    }
    static unsigned all(const unsigned shape[3]) {
        const unsigned long long n = (unsigned long long)shape[0] * shape[1] * shape[2];
        return n > 0xffffffffu ? 0xffffffffu : (unsigned)n;
    }
    tc_cuda_launch &cluster(dim3 shape) {
        set(config.cluster_shape, shape);
        return *this;
    }
    /* All CTAs run together: as one cluster. */
    tc_cuda_launch &cooperative() {
        together = true;
        if (all(config.grid_shape) > 16)
            error = cudaErrorCooperativeLaunchTooLarge;
        memcpy(config.cluster_shape, config.grid_shape, sizeof config.cluster_shape);
        return *this;
    }
    tc_cuda_launch &bounds(unsigned threads, unsigned = 0, unsigned = 0) {
        if (all(config.block_shape) > threads)
            error = cudaErrorInvalidValue;
        return *this;
    }
    /* Launches that no GPU takes are errors of the runtime, not of the kernel. */
    bool fits() {
        const unsigned *b = config.block_shape, *g = config.grid_shape;
        if (error != cudaSuccess)
            return false;
        error = cudaErrorInvalidConfiguration;
        if (!all(b) || !all(g) || b[0] > 1024 || b[1] > 1024 || b[2] > 64 || all(b) > 1024 ||
            g[1] > 65535 || g[2] > 65535)
            return false;
        for (unsigned i = 0; i < 3; i++)
            if (!config.cluster_shape[i] || g[i] % config.cluster_shape[i])
                return false;
        error = cudaErrorNotSupported; /* clusters, before sm_90 */
        if (!together && tc_cuda_target() < 90 && all(config.cluster_shape) > 1)
            return false;
        error = cudaErrorInvalidValue;
        return config.smem_bytes <= 227u << 10 && (error = cudaSuccess) == cudaSuccess;
    }
    template <class Call, class Indices> void run(Call &call, Indices) {
        if (tc_emu_in_kernel())
            tc_emu_check_failed(
                config.name, "a kernel launches it: the emulator has no dynamic parallelism");
        if (!fits()) {
            tc_cuda_state().last = error;
            return;
        }
        config.block = all(config.block_shape);
        config.grid = all(config.grid_shape);
        config.cluster = all(config.cluster_shape);
        tc_emu_launch(&config, tc_cuda_enter<Call, Indices>, &call);
    }

    template <class... P> tc_cuda_typed<P...> of(void (*kernel)(P...)) {
        return {*this, kernel};
    }
    template <class F> tc_cuda_untyped<F> of_any(F kernel) {
        return {*this, kernel};
    }
    template <class F, class... P>
    tc_cuda_defaulted<F, P...> of_some(void (*kernel)(P...), F shorter) {
        return {*this, kernel, shorter};
    }
};

template <class... P> struct tc_cuda_typed {
    tc_cuda_launch launch;
    void (*kernel)(P...);
    void operator()(P... values) {
        typedef std::tuple<std::decay_t<P>...> Values;
        tc_cuda_call<void (*)(P...), Values> call = {kernel, Values(std::move(values)...)};
        launch.run(call, std::index_sequence_for<P...>());
    }
};

/* A kernel whose template arguments follow from what it is called with: a lambda around it. */
template <class F> struct tc_cuda_untyped {
    tc_cuda_launch launch;
    F kernel;
    template <class... A> void operator()(A &&...values) {
        typedef std::tuple<std::decay_t<A>...> Values;
        tc_cuda_call<F, Values> call = {kernel, Values(std::forward<A>(values)...)};
        launch.run(call, std::index_sequence_for<A...>());
    }
};

/* A kernel whose last parameters have values of their own: the lambda calls it with fewer. */
template <class F, class... P> struct tc_cuda_defaulted {
    tc_cuda_launch launch;
    void (*kernel)(P...);
    F shorter;
    template <class... A> void operator()(A &&...values) {
        if constexpr (sizeof...(A) == sizeof...(P))
            launch.of(kernel)(std::forward<A>(values)...);
        else
            launch.of_any(shorter)(std::forward<A>(values)...);
    }
};

/* ---- launches by functions ----------------------------------------------------------------------- */

struct cudaLaunchAttributeValue {
    struct {
        unsigned x, y, z;
    } clusterDim;
    int programmaticStreamSerializationAllowed;
    int cooperative;
    int priority;
};
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributePriority = 8
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};

template <class... P, class... A>
static inline cudaError_t cudaLaunchKernelEx(
    const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...values) {
    tc_cuda_launch launch(
        tc_emu_function((uintptr_t)kernel),
        config->gridDim,
        config->blockDim,
        config->dynamicSmemBytes,
        config->stream);
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute &a = config->attrs[i];
        if (a.id == cudaLaunchAttributeClusterDimension && a.val.clusterDim.x)
            launch.cluster(dim3(a.val.clusterDim.x, a.val.clusterDim.y, a.val.clusterDim.z));
        if (a.id == cudaLaunchAttributeCooperative && a.val.cooperative)
            launch.cooperative();
    }
    launch.of(kernel)(std::forward<A>(values)...);
    return cudaPeekAtLastError();
}

/* The arguments as CUDA's C functions take them: pointers to each. */
template <class... P, size_t... I>
static inline void tc_cuda_unpack(
    tc_cuda_launch &launch, void (*kernel)(P...), void **values, std::index_sequence<I...>) {
    launch.of(kernel)(*static_cast<std::decay_t<P> *>(values[I])...);
}
template <class... P>
static inline cudaError_t cudaLaunchKernel(
    void (*kernel)(P...),
    dim3 grid,
    dim3 block,
    void **values,
    size_t bytes = 0,
    cudaStream_t stream = nullptr) {
    tc_cuda_launch launch(tc_emu_function((uintptr_t)kernel), grid, block, bytes, stream);
    tc_cuda_unpack(launch, kernel, values, std::index_sequence_for<P...>());
    return cudaPeekAtLastError();
}
template <class... P>
static inline cudaError_t cudaLaunchCooperativeKernel(
    void (*kernel)(P...),
    dim3 grid,
    dim3 block,
    void **values,
    size_t bytes = 0,
    cudaStream_t stream = nullptr) {
    tc_cuda_launch launch(tc_emu_function((uintptr_t)kernel), grid, block, bytes, stream);
    launch.cooperative();
    tc_cuda_unpack(launch, kernel, values, std::index_sequence_for<P...>());
    return cudaPeekAtLastError();
}

#endif
