/* atomics.h: cuda::atomic and cuda::atomic_ref. A release is a fence before the access; the emulator lets every atomic
 * acquire. Host code performs them plainly. */
#ifndef TILECOPY_HOST_CUDA_ATOMICS_H
#define TILECOPY_HOST_CUDA_ATOMICS_H
#include "atomic.h"
#include "scope.h"
#include <atomic>
#include <type_traits>

namespace cuda {

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

static inline void tc_cuda_release(memory_order order) {
    if (tc_emu_in_kernel() && order != memory_order_relaxed && order != memory_order_acquire)
        tc_emu_memory_fence("release");
}
static inline void atomic_thread_fence(memory_order order, thread_scope = thread_scope_system) {
    tc_cuda_release(order);
}

template <class T, thread_scope Scope = thread_scope_system> class atomic_ref {
    T *p;

    /* Gives what was there. */
    template <class F> T apply(const char *name, memory_order order, F change) const {
        if (tc_emu_in_kernel()) {
            tc_cuda_release(order);
            return tc_cuda_atomic(name, p, change);
        }
        const T old = *p;
        *p = change(old);
        return old;
    }

  public:
    explicit atomic_ref(T &value) : p(&value) {
    }
    T load(memory_order = memory_order_seq_cst) const {
        return apply("atomic::load", memory_order_relaxed, [](T old) { return old; });
    }
    void store(T value, memory_order order = memory_order_seq_cst) const {
        apply("atomic::store", order, [=](T) { return value; });
    }
    T exchange(T value, memory_order order = memory_order_seq_cst) const {
        return apply("atomic::exchange", order, [=](T) { return value; });
    }
    bool compare_exchange_strong(
        T &expected, T value, memory_order order = memory_order_seq_cst) const {
        const T wanted = expected;
        expected = apply(
            "atomic::compare_exchange", order, [=](T old) { return old == wanted ? value : old; });
        return expected == wanted;
    }
    bool compare_exchange_strong(T &expected, T value, memory_order order, memory_order) const {
        return compare_exchange_strong(expected, value, order);
    }
    bool compare_exchange_weak(
        T &expected, T value, memory_order order = memory_order_seq_cst) const {
        return compare_exchange_strong(expected, value, order);
    }
    bool compare_exchange_weak(T &expected, T value, memory_order order, memory_order) const {
        return compare_exchange_strong(expected, value, order);
    }
#define TC__FETCH(name, result)                                                                    \
    T name(T v, memory_order order = memory_order_seq_cst) const {                                 \
        return apply("atomic::" #name, order, [=](T old) -> T { return result; });                 \
    }
    TC__FETCH(fetch_add, old + v)
    TC__FETCH(fetch_sub, old - v)
    TC__FETCH(fetch_and, old &v)
    TC__FETCH(fetch_or, old | v)
    TC__FETCH(fetch_xor, old ^ v)
    TC__FETCH(fetch_min, old < v ? old : v)
    TC__FETCH(fetch_max, old > v ? old : v)
#undef TC__FETCH
    operator T() const {
        return load();
    }
    T operator=(T value) const {
        store(value);
        return value;
    }
    T operator+=(T v) const {
        return fetch_add(v) + v;
    }
    T operator-=(T v) const {
        return fetch_sub(v) - v;
    }
    T operator++() const {
        return fetch_add(1) + 1;
    }
    T operator++(int) const {
        return fetch_add(1);
    }
    T operator--() const {
        return fetch_sub(1) - 1;
    }
    T operator--(int) const {
        return fetch_sub(1);
    }
};

template <class T, thread_scope Scope = thread_scope_system> class atomic {
    T value;

    atomic_ref<T, Scope> ref() const {
        return atomic_ref<T, Scope>(const_cast<T &>(value));
    }

  public:
    atomic() = default;
    constexpr atomic(T v) : value(v) {
    }
    atomic(const atomic &) = delete;
    atomic &operator=(const atomic &) = delete;
#define TC__FORWARD(name)                                                                          \
    template <class... A> auto name(A &&...a) const {                                              \
        return ref().name(static_cast<A &&>(a)...);                                                \
    }
    TC__FORWARD(load)
    TC__FORWARD(store)
    TC__FORWARD(exchange)
    TC__FORWARD(compare_exchange_strong)
    TC__FORWARD(compare_exchange_weak)
    TC__FORWARD(fetch_add)
    TC__FORWARD(fetch_sub)
    TC__FORWARD(fetch_and)
    TC__FORWARD(fetch_or)
    TC__FORWARD(fetch_xor)
    TC__FORWARD(fetch_min)
    TC__FORWARD(fetch_max)
    TC__FORWARD(operator+=)
    TC__FORWARD(operator-=)
    TC__FORWARD(operator++)
    TC__FORWARD(operator--)
#undef TC__FORWARD
    operator T() const {
        return load();
    }
    T operator=(T v) {
        store(v);
        return v;
    }
};

} // namespace cuda

#endif
