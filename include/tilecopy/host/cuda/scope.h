/* scope.h: whose barriers and atomics they are. */
#ifndef TILECOPY_HOST_CUDA_SCOPE_H
#define TILECOPY_HOST_CUDA_SCOPE_H

namespace cuda {
enum thread_scope {
    thread_scope_system,
    thread_scope_device,
    thread_scope_block,
    thread_scope_thread
};
} // namespace cuda

#endif
