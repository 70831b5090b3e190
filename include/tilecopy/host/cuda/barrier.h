/* barrier.h: cuda::barrier in shared memory, which is an mbarrier; cuda::memcpy_async and the copies that count on
 * it; what of cuda::ptx the emulator has. */
#ifndef TILECOPY_HOST_CUDA_BARRIER_H
#define TILECOPY_HOST_CUDA_BARRIER_H
#include "groups.h"
#include "scope.h"
#include <new>
#include <utility>

namespace cuda {

/* The parity of each thread's next phase follows from how often the barrier has turned, which its token says. */
template <thread_scope Scope = thread_scope_system> class barrier {
    static_assert(Scope == thread_scope_block, "the emulator has barriers of a block alone");
    uint64_t state; /* the mbarrier */

  public:
    typedef unsigned arrival_token;
    barrier() = default;
    barrier(const barrier &) = delete;
    friend void init(barrier *b, unsigned count) {
        tc_emu_mbarrier_init("cuda::barrier::init", &b->state, count);
        tc_emu_fence_mbarrier_init("cuda::barrier::init");
    }
    arrival_token arrive(unsigned count = 1) {
        const unsigned parity = tc_emu_mbarrier_parity(&state);
        tc_emu_mbarrier_arrive(
            "cuda::barrier::arrive", &state, count, 0, count == 1 ? TC_EMU_CTA : TC_EMU_COUNT);
        return parity;
    }
    void wait(arrival_token parity) {
        while (!tc_emu_mbarrier_wait("cuda::barrier::wait", &state, parity, 0, TC_EMU_CTA))
            ;
    }
    void wait_parity(bool parity) {
        wait((unsigned)parity);
    }
    bool try_wait_parity(bool parity) {
        return tc_emu_mbarrier_wait(
                   "cuda::barrier::try_wait_parity", &state, (unsigned)parity, 1, TC_EMU_CTA) != 0;
    }
    void arrive_and_wait() {
        wait(arrive());
    }
    friend uint64_t *barrier_handle(barrier &b) {
        return &b.state;
    }
};

namespace device {
template <thread_scope Scope> static inline uint64_t *barrier_native_handle(barrier<Scope> &b) {
    return barrier_handle(b);
}
/* Arrives, and expects so many bytes of bulk copies. */
template <thread_scope Scope>
static inline unsigned barrier_arrive_tx(barrier<Scope> &b, unsigned count, unsigned bytes) {
    const unsigned parity = tc_emu_mbarrier_parity(barrier_handle(b));
    tc_emu_mbarrier_arrive(
        "cuda::device::barrier_arrive_tx", barrier_handle(b), count, bytes, TC_EMU_CTA);
    return parity;
}
namespace experimental {
template <thread_scope Scope>
static inline void cp_async_bulk_global_to_shared(
    void *to, const void *from, unsigned bytes, barrier<Scope> &b) {
    tc_emu_bulk(
        "cp_async_bulk_global_to_shared",
        (char *)to,
        from,
        bytes,
        (char *)barrier_handle(b),
        TC_EMU_GLOBAL_SPACE);
}
static inline void cp_async_bulk_shared_to_global(void *to, const void *from, unsigned bytes) {
    tc_emu_bulk_to_global("cp_async_bulk_shared_to_global", (char *)to, from, bytes, 0xffff);
}
static inline void cp_async_bulk_commit_group() {
    tc_emu_bulk_commit("cp_async_bulk_commit_group");
}
template <int Left> static inline void cp_async_bulk_wait_group_read() {
    tc_emu_bulk_wait("cp_async_bulk_wait_group_read", Left, 1);
}
static inline void fence_proxy_async_shared_cta() {
    tc_emu_fence_proxy("fence_proxy_async_shared_cta", TC_EMU_SHARED_SPACE);
}
} // namespace experimental
} // namespace device

template <size_t N> struct aligned_size_t {
    size_t value;
    explicit aligned_size_t(size_t bytes) : value(bytes) {
    }
    operator size_t() const {
        return value;
    }
};

/* One thread copies: pieces of 16, 8 or 4 bytes by cp.async, whose end the barrier counts. */
template <class T, class Size, thread_scope Scope>
static inline void memcpy_async(T *to, const T *from, Size size, barrier<Scope> &b) {
    const size_t bytes = (size_t)size, both = (size_t)to | (size_t)from | bytes;
    const unsigned piece = both % 16 == 0 ? 16 : both % 8 == 0 ? 8 : 4;
    for (size_t i = 0; i < bytes; i += piece)
        tc_emu_cp_async("cuda::memcpy_async", (char *)to + i, (const char *)from + i, piece, piece);
    tc_emu_cp_async_mbarrier_arrive("cuda::memcpy_async", barrier_handle(b), 0);
}

/* ---- cuda::ptx ------------------------------------------------------------------------------------- */

namespace ptx {
struct sem_release_t {};
struct sem_acquire_t {};
struct scope_cta_t {};
struct scope_cluster_t {};
struct space_shared_t {};
struct space_cluster_t {};
struct space_global_t {};
static constexpr sem_release_t sem_release = {};
static constexpr sem_acquire_t sem_acquire = {};
static constexpr scope_cta_t scope_cta = {};
static constexpr scope_cluster_t scope_cluster = {};
static constexpr space_shared_t space_shared = {};
static constexpr space_cluster_t space_cluster = {};
static constexpr space_global_t space_global = {};

static inline void mbarrier_init(uint64_t *bar, unsigned count) {
    tc_emu_mbarrier_init("cuda::ptx::mbarrier_init", bar, count);
}
static inline void mbarrier_arrive_expect_tx(
    sem_release_t, scope_cta_t, space_shared_t, uint64_t *bar, unsigned bytes) {
    tc_emu_mbarrier_arrive("cuda::ptx::mbarrier_arrive_expect_tx", bar, 1, bytes, TC_EMU_CTA);
}
static inline bool mbarrier_try_wait_parity(uint64_t *bar, unsigned parity) {
    return tc_emu_mbarrier_wait(
               "cuda::ptx::mbarrier_try_wait_parity", bar, parity, 1, TC_EMU_CTA) != 0;
}
static inline void cp_async_bulk(
    space_cluster_t, space_global_t, void *to, const void *from, unsigned bytes, uint64_t *bar) {
    tc_emu_bulk(
        "cuda::ptx::cp_async_bulk", (char *)to, from, bytes, (char *)bar, TC_EMU_GLOBAL_SPACE);
}
static inline void cp_async_bulk(
    space_global_t, space_shared_t, void *to, const void *from, unsigned bytes) {
    tc_emu_bulk_to_global("cuda::ptx::cp_async_bulk", (char *)to, from, bytes, 0xffff);
}
static inline void cp_async_bulk_commit_group() {
    tc_emu_bulk_commit("cuda::ptx::cp_async_bulk_commit_group");
}
template <int N> struct n32_t {};
template <int N> static inline void cp_async_bulk_wait_group(n32_t<N>) {
    tc_emu_bulk_wait("cuda::ptx::cp_async_bulk_wait_group", N, 0);
}
template <int N> static inline void cp_async_bulk_wait_group_read(n32_t<N>) {
    tc_emu_bulk_wait("cuda::ptx::cp_async_bulk_wait_group_read", N, 1);
}
static inline void fence_proxy_async(space_shared_t) {
    tc_emu_fence_proxy("cuda::ptx::fence_proxy_async", TC_EMU_SHARED_SPACE);
}
static inline void fence_mbarrier_init(sem_release_t, scope_cluster_t) {
    tc_emu_fence_mbarrier_init("cuda::ptx::fence_mbarrier_init");
}
} // namespace ptx

} // namespace cuda

#endif
