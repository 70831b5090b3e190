/* atomic.h: atomicAdd and its like; the _block and _system forms do the same here. */
#ifndef TILECOPY_HOST_CUDA_ATOMIC_H
#define TILECOPY_HOST_CUDA_ATOMIC_H
#include "builtins.h"

/* What was there. The emulator calls `step` when it has checked the access. */
template <class T, class F> static inline T tc_cuda_atomic(const char *name, T *p, F change) {
    struct Step {
        F *change;
        T old;
        static void step(void *at, void *context) {
            Step *self = static_cast<Step *>(context);
            __builtin_memcpy(&self->old, at, sizeof(T));
            const T now = (*self->change)(self->old);
            __builtin_memcpy(at, &now, sizeof(T));
        }
    } step{&change, T()};
    tc_emu_atomic(name, (void *)p, sizeof(T), Step::step, &step);
    return step.old;
}

/* One function and its forms of the scopes of a CTA and of the system. */
#define TC__ATOMIC_FORM(name, T, result)                                                           \
    static inline T name(T *p, T v) {                                                              \
        return tc_cuda_atomic(#name, p, [=](T old) -> T { return result; });                       \
    }
#define TC__ATOMIC(name, T, result)                                                                \
    TC__ATOMIC_FORM(name, T, result)                                                               \
    TC__ATOMIC_FORM(name##_block, T, result)                                                       \
    TC__ATOMIC_FORM(name##_system, T, result)
typedef unsigned long long tc_cuda_u64;
TC__ATOMIC(atomicAdd, int, (int)((unsigned)old + (unsigned)v))
TC__ATOMIC(atomicAdd, unsigned, old + v)
TC__ATOMIC(atomicAdd, tc_cuda_u64, old + v)
TC__ATOMIC(atomicAdd, float, old + v)
TC__ATOMIC(atomicAdd, double, old + v)
TC__ATOMIC(atomicSub, int, (int)((unsigned)old - (unsigned)v))
TC__ATOMIC(atomicSub, unsigned, old - v)
#define TC__ATOMICS(T)                                                                             \
    TC__ATOMIC(atomicExch, T, ((void)old, v))                                                      \
    TC__ATOMIC(atomicMin, T, old < v ? old : v)                                                    \
    TC__ATOMIC(atomicMax, T, old > v ? old : v)                                                    \
    TC__ATOMIC(atomicAnd, T, old &v)                                                               \
    TC__ATOMIC(atomicOr, T, old | v)                                                               \
    TC__ATOMIC(atomicXor, T, old ^ v)
TC__ATOMICS(int)
TC__ATOMICS(unsigned)
TC__ATOMICS(tc_cuda_u64)
TC__ATOMIC(atomicMin, long long, old < v ? old : v)
TC__ATOMIC(atomicMax, long long, old > v ? old : v)
TC__ATOMIC(atomicExch, float, ((void)old, v))
TC__ATOMIC(atomicInc, unsigned, old >= v ? 0 : old + 1)
TC__ATOMIC(atomicDec, unsigned, old == 0 || old > v ? v : old - 1)
#undef TC__ATOMICS

#define TC__CAS_FORM(name, T)                                                                      \
    static inline T name(T *p, T compare, T v) {                                                   \
        return tc_cuda_atomic(#name, p, [=](T old) { return old == compare ? v : old; });          \
    }
#define TC__CAS(T)                                                                                 \
    TC__CAS_FORM(atomicCAS, T)                                                                     \
    TC__CAS_FORM(atomicCAS_block, T)                                                               \
    TC__CAS_FORM(atomicCAS_system, T)
TC__CAS(int)
TC__CAS(unsigned)
TC__CAS(unsigned short)
TC__CAS(tc_cuda_u64)
#undef TC__CAS
#undef TC__CAS_FORM

#endif
