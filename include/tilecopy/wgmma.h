/* wgmma.h: what the products of a warpgroup have in common (sm_90a); the products are in wgmma_bf16.h and
 * its kin, which include this.
 *
 * All 128 threads of a warpgroup (four warps, the first a multiple of 4 of the CTA) call each function
 * together, converged, with the same descriptors. A product is asynchronous: until a tc_wgmma_wait_ that
 * covers its group returns, nobody may touch d, A's registers, or write the memory of its descriptors.
 *
 *     tc_wgmma_fence();                          what threads wrote to d and A's registers is in place
 *     tc_wgmma_m64n128k16_bf16_ss_kk(d, a, b, 0);  any number of products, the same d among them
 *     tc_wgmma_m64n128k16_bf16_ss_kk(d, a + 2, b + 2, 1);
 *     tc_wgmma_commit();                         closes the group
 *     tc_wgmma_wait_0();                         at most 0 groups are left open
 *     tc_wgmma_hold(d, 64);                      for the compiler: d is read behind the wait only
 *
 * Bytes that threads wrote to shared memory need tc_fence_async_smem by the writers and a barrier before;
 * what tensor or bulk copies brought, a wait at their mbarrier.
 *
 * A descriptor says where a matrix lies in shared memory (PTX: "Matrix Descriptor Format"):
 *     bits 0-13   the address / 16
 *     bits 16-29  the leading byte offset / 16
 *     bits 32-45  the stride byte offset / 16
 *     bits 62-63  the swizzle: 0 none, 1 128B, 2 64B, 3 32B
 * K-major in rows of 128 bytes under `swizzle 128B`, as a tensor copy brings them: the stride offset is 1024, from
 * 8 rows to the next 8; 16 of k in 16-bit numbers further is + 2 (32 bytes). */
#ifndef TILECOPY_WGMMA_H
#define TILECOPY_WGMMA_H
#include "config.h"
#include "wgmma_registers.h"

#if TC_ON_DEVICE && TC_HAS_WGMMA
/* What the threads did to the registers of d and A before is in place for the products behind it: before
 * the first product, and whenever a thread has touched them. */
TC_FN void tc_wgmma_fence(void) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

/* Closes the group of the products since the last one. */
TC_FN void tc_wgmma_commit(void) {
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

#define TC__WGMMA_WAIT(n)                                                                          \
    TC_FN void tc_wgmma_wait_##n(void) {                                                           \
        asm volatile("wgmma.wait_group.sync.aligned " #n ";" ::: "memory");                        \
    }
#elif !TC_ON_DEVICE
TC_FN void tc_wgmma_fence(void) {
    tc_emu_wgmma_fence("tc_wgmma_fence");
}

TC_FN void tc_wgmma_commit(void) {
    tc_emu_wgmma_commit("tc_wgmma_commit");
}

#define TC__WGMMA_WAIT(n)                                                                          \
    TC_FN void tc_wgmma_wait_##n(void) {                                                           \
        tc_emu_wgmma_wait("tc_wgmma_wait_" #n, n);                                                 \
    }
#elif TC_CHIP_HAS_WGMMA
TC_FN void tc_wgmma_fence(void) {
    TC_NEEDS_LETTER();
}

TC_FN void tc_wgmma_commit(void) {
    TC_NEEDS_LETTER();
}

#define TC__WGMMA_WAIT(n)                                                                          \
    TC_FN void tc_wgmma_wait_##n(void) {                                                           \
        TC_NEEDS_LETTER();                                                                         \
    }
#else
#define TC__WGMMA_WHY "needs sm_90a; other targets have mma.sync (tilecopy/mma.h)"
TC_DECLARE void tc_wgmma_fence(void) TC_UNAVAILABLE("tc_wgmma_fence " TC__WGMMA_WHY);
TC_DECLARE void tc_wgmma_commit(void) TC_UNAVAILABLE("tc_wgmma_commit " TC__WGMMA_WHY);
#define TC__WGMMA_WAIT(n)                                                                          \
    TC_DECLARE void tc_wgmma_wait_##n(void) TC_UNAVAILABLE("tc_wgmma_wait_" #n " " TC__WGMMA_WHY);
#endif

/* Waits until at most so many of the latest groups are open: the products of the others are done. */
TC__WGMMA_WAIT(0)
TC__WGMMA_WAIT(1)
TC__WGMMA_WAIT(2)
TC__WGMMA_WAIT(3)
TC__WGMMA_WAIT(4)
TC__WGMMA_WAIT(5)
TC__WGMMA_WAIT(6)
TC__WGMMA_WAIT(7)

/* No instruction: the compiler moves no read and no write of the `count` registers (a constant) over this. Behind a
 * wait, before d is read; where products of d stay open at a wait, behind the wait that ends them. */
TC_FN void tc_wgmma_hold(float *d, unsigned count) {
#if TC_ON_DEVICE
    TC_UNROLL
    for (unsigned i = 0; i < count; i++)
        asm volatile("" : "+f"(d[i])::"memory");
#else
    (void)d;
    (void)count;
#endif
}

TC_FN void tc_wgmma_hold_s32(int *d, unsigned count) {
#if TC_ON_DEVICE
    TC_UNROLL
    for (unsigned i = 0; i < count; i++)
        asm volatile("" : "+r"(d[i])::"memory");
#else
    (void)d;
    (void)count;
#endif
}

/* More registers a thread, or fewer: n, a constant multiple of 8 from 24 to 256. All warps of the warpgroup, converged;
 * those that lower first make room, or those that raise wait for ever. The count at entry must be known
 * (`__launch_bounds__(threads, 1)`), or ptxas ignores it. PTX: "Miscellaneous Instructions: setmaxnreg". */
#define tc_registers_raise(n) TC__REGISTERS("tc_registers_raise", "inc", n)
#define tc_registers_lower(n) TC__REGISTERS("tc_registers_lower", "dec", n)
#if defined(__cplusplus)
#define TC__ASSERT(holds, why) static_assert(holds, why)
#else
#define TC__ASSERT(holds, why) __extension__ _Static_assert(holds, why)
#endif
#define TC__REGISTERS(name, how, n)                                                                \
    do {                                                                                           \
        TC__ASSERT(                                                                                \
            (n) % 8 == 0 && (n) >= 24 && (n) <= 256,                                               \
            name ": registers of a thread: a multiple of 8 from 24 to 256");                       \
        TC__SETMAXNREG(name, how, n);                                                              \
    } while (0)
#if TC_ON_DEVICE && TC_HAS_SETMAXNREG
#define TC__SETMAXNREG(name, how, n)                                                               \
    asm volatile("setmaxnreg." how ".sync.aligned.u32 %0;" ::"n"(n))
#elif !TC_ON_DEVICE
#define TC__SETMAXNREG(name, how, n) tc_emu_setmaxnreg(name)
#elif TC_CHIP_HAS_SETMAXNREG
#define TC__SETMAXNREG(name, how, n) TC_NEEDS_LETTER()
#else
TC_DECLARE void tc__no_setmaxnreg(void)
    TC_UNAVAILABLE("tc_registers_raise and _lower need sm_90a, sm_100a or the like");
#define TC__SETMAXNREG(name, how, n) tc__no_setmaxnreg()
#endif

/* ---- the lines of wgmma_TYPE.h on what is no sm_90a ---- */

#if !TC_ON_DEVICE
#define TC__WGMMA_SS(name, number, n, type_a, type_b, majors)                                      \
    TC_FN void name(number *d, unsigned long long a, unsigned long long b, int accumulate) {       \
        tc_emu_wgmma(                                                                              \
            #name, d, 0, a, b, accumulate, TC_EMU_MMA_##type_a, TC_EMU_MMA_##type_b, n, majors);   \
    }
#define TC__WGMMA_RS(name, number, n, type_a, type_b, majors)                                      \
    TC_FN void name(number *d, const void *a, unsigned long long b, int accumulate) {              \
        tc_emu_wgmma(                                                                              \
            #name, d, a, 0, b, accumulate, TC_EMU_MMA_##type_a, TC_EMU_MMA_##type_b, n, majors);   \
    }
#elif TC_CHIP_HAS_WGMMA
#define TC__WGMMA_SS(name, number, n, type_a, type_b, majors)                                      \
    TC_FN void name(number *, unsigned long long, unsigned long long, int) {                       \
        TC_NEEDS_LETTER();                                                                         \
    }
#define TC__WGMMA_RS(name, number, n, type_a, type_b, majors)                                      \
    TC_FN void name(number *, const void *, unsigned long long, int) {                             \
        TC_NEEDS_LETTER();                                                                         \
    }
#else
#define TC__WGMMA_SS(name, number, n, type_a, type_b, majors)                                      \
    TC_DECLARE void name(number *, unsigned long long, unsigned long long, int)                    \
        TC_UNAVAILABLE(#name " " TC__WGMMA_WHY);
#define TC__WGMMA_RS(name, number, n, type_a, type_b, majors)                                      \
    TC_DECLARE void name(number *, const void *, unsigned long long, int)                          \
        TC_UNAVAILABLE(#name " " TC__WGMMA_WHY);
#endif

#endif
