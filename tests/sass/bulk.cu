/* Bulk copies into another CTA, and between global and shared memory, started by an elected lane: one instruction each, with addresses in uniform
 * registers and no loop over the lanes around it. */
#include "sass_gen.h"

#if TC_HAS_BULK
extern __shared__ __align__(1024) unsigned char arena[];

#define SEND(name, function)                                                                       \
    extern "C" __global__ void __launch_bounds__(128)                                              \
        name(unsigned from, unsigned to, unsigned at, unsigned cta) {                              \
        if (threadIdx.x < 32)                                                                      \
            function(                                                                              \
                (tc_f16 *)(arena + to),                                                            \
                (const tc_f16 *)(arena + from),                                                    \
                (tc_mbarrier *)(arena + at),                                                       \
                cta);                                                                              \
    }

SEND(send_whole, tc_send_whole)
SEND(send_rows, tc_send_rows)
SEND(send_half_rows, tc_send_half_rows)

#define BRING(name, call)                                                                          \
    extern "C" __global__ void __launch_bounds__(128)                                              \
        name(const tc_f16 *src, unsigned to, unsigned at, unsigned ld) {                           \
        tc_f16 *const dst = (tc_f16 *)(arena + to);                                                \
        tc_mbarrier *const bar = (tc_mbarrier *)(arena + at);                                      \
        (void)ld;                                                                                  \
        if (threadIdx.x < 32)                                                                      \
            call;                                                                                  \
    }

BRING(bring_whole, tc_bring_whole(dst, src, bar))
BRING(bring_rows, tc_bring_rows(dst, src, ld, bar))

#define STORE(name, call)                                                                          \
    extern "C" __global__ void __launch_bounds__(128)                                              \
        name(tc_f16 *dst, unsigned from, unsigned ld) {                                            \
        const tc_f16 *const src = (const tc_f16 *)(arena + from);                                  \
        (void)ld;                                                                                  \
        if (threadIdx.x < 32)                                                                      \
            call;                                                                                  \
    }

STORE(store_bulk, tc_store_whole(dst, src))
STORE(store_bulk_rows, tc_store_bulk_rows(dst, src, ld))

/* Reductions by one lane, as the copies are. */
extern "C" __global__ void __launch_bounds__(128) add_rows(float *dst, unsigned from, unsigned ld) {
    if (threadIdx.x < 32)
        tc_add_rows(dst, (const float *)(arena + from), ld);
}

extern "C" __global__ void __launch_bounds__(128)
    max_rows(unsigned from, unsigned to, unsigned at, unsigned cta) {
    if (threadIdx.x < 32)
        tc_max_rows(
            (unsigned *)(arena + to),
            (const unsigned *)(arena + from),
            (tc_mbarrier *)(arena + at),
            cta);
}

#if TC_HAS_MULTICAST
extern "C" __global__ void __launch_bounds__(128)
    rows_to_all(const tc_f16 *src, unsigned to, unsigned at, unsigned ld, unsigned ctas) {
    if (threadIdx.x < 32)
        tc_rows_to_all((tc_f16 *)(arena + to), src, ld, (tc_mbarrier *)(arena + at), ctas);
}
#endif

/* Stores that the mbarrier of another CTA counts. */
extern "C" __global__ void __launch_bounds__(32)
    send_stores(const float *from, unsigned to, unsigned at, unsigned cta) {
    __align__(16) float v[8];
    for (unsigned i = 0; i < 8; i++)
        v[i] = from[threadIdx.x + 32 * i];
    tc_send_stores((float *)(arena + to), v, (tc_mbarrier *)(arena + at), cta);
}

/* Rows of another CTA: two wide accesses each way. */
extern "C" __global__ void __launch_bounds__(32) reach(unsigned from, unsigned to, unsigned cta) {
    __align__(16) float v[8];
    tc_reach_in(v, (const float *)(arena + from), cta);
    tc_reach_out((float *)(arena + to), v, cta);
}
#endif
