/* pipeline.h: cuda::pipeline of one thread, and the functions of cuda_pipeline.h: groups of cp.async. */
#ifndef TILECOPY_HOST_CUDA_PIPELINE_H
#define TILECOPY_HOST_CUDA_PIPELINE_H
#include "barrier.h"

static inline void __pipeline_memcpy_async(
    void *to, const void *from, size_t bytes, size_t zeros = 0) {
    tc_emu_cp_async(
        "__pipeline_memcpy_async", to, from, (unsigned)bytes, (unsigned)(bytes - zeros));
}
static inline void __pipeline_commit() {
    tc_emu_cp_async_commit("__pipeline_commit");
}
static inline void __pipeline_wait_prior(unsigned left) {
    tc_emu_cp_async_wait_group("__pipeline_wait_prior", left);
}

namespace cuda {

template <thread_scope Scope> class pipeline {
    static_assert(Scope == thread_scope_thread, "the emulator has pipelines of a thread alone");
    unsigned committed = 0, waited = 0;

  public:
    void producer_acquire() {
    }
    void producer_commit() {
        tc_emu_cp_async_commit("pipeline::producer_commit");
        committed++;
    }
    /* For the oldest group that it has not waited for. */
    void consumer_wait() {
        waited += waited < committed;
        tc_emu_cp_async_wait_group("pipeline::consumer_wait", committed - waited);
    }
    void consumer_release() {
    }
};
static inline pipeline<thread_scope_thread> make_pipeline() {
    return {};
}
template <unsigned Left>
static inline void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &) {
    tc_emu_cp_async_wait_group("pipeline_consumer_wait_prior", Left);
}
template <class T, class Size>
static inline void memcpy_async(T *to, const T *from, Size size, pipeline<thread_scope_thread> &) {
    const size_t bytes = (size_t)size, both = (size_t)to | (size_t)from | bytes;
    const unsigned piece = both % 16 == 0 ? 16 : both % 8 == 0 ? 8 : 4;
    for (size_t i = 0; i < bytes; i += piece)
        tc_emu_cp_async("cuda::memcpy_async", (char *)to + i, (const char *)from + i, piece, piece);
}

} // namespace cuda

#endif
