/* bulk_hand.h: bulk copies by hand, as PTX has them: one lane elected, addresses of 32 bits in shared memory. */
#ifndef BULK_HAND_H
#define BULK_HAND_H

typedef unsigned long long Wide;

static __device__ __forceinline__ unsigned hand_shared(const void *p) {
    return (unsigned)__cvta_generic_to_shared(p);
}

static __device__ __forceinline__ bool hand_elect() {
    unsigned elected;
    asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.u32 %0, 1, 0, p;\n}"
                 : "=r"(elected));
    return elected != 0;
}

static __device__ __forceinline__ unsigned hand_map(unsigned at, unsigned rank) {
    unsigned there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(rank));
    return there;
}

static __device__ __forceinline__ void hand_send(
    unsigned dst, unsigned src, unsigned bytes, unsigned bar) {
    asm volatile(
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], "
        "%2, [%3];" ::"r"(dst),
        "r"(src),
        "r"(bytes),
        "r"(bar)
        : "memory");
}

static __device__ __forceinline__ void hand_fetch(
    unsigned dst, const void *src, unsigned bytes, unsigned bar) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
        "[%3];" ::"r"(dst),
        "l"(src),
        "r"(bytes),
        "r"(bar)
        : "memory");
}

static __device__ __forceinline__ void hand_put(void *dst, unsigned src, unsigned bytes) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(dst),
                 "r"(src),
                 "r"(bytes)
                 : "memory");
}

static __device__ __forceinline__ void hand_commit() {
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

#endif
