/* shuffle.h: 32 bits from the registers of another lane of the warp.
 *
 * The same for every function here. Called by all 32 lanes together. dst and src are 4 bytes of the
 * calling thread's registers. No memory is ordered: a shuffle is not a tc_warp_sync. PTX: "Data
 * Movement and Conversion Instructions: shfl.sync". */
#ifndef TILECOPY_SHUFFLE_H
#define TILECOPY_SHUFFLE_H
#include "config.h"
#if TC_ON_DEVICE

/* src of lane `lane` % 32. */
TC_FN void tc_shuffle_b32(void *dst, const void *src, unsigned lane) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(v) : "r"(v), "r"(lane));
    TC_MEMCPY(dst, &v, 4);
}

/* src of lane (own lane ^ mask); mask is 0..31. */
TC_FN void tc_shuffle_xor_b32(void *dst, const void *src, unsigned mask) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(v) : "r"(v), "r"(mask));
    TC_MEMCPY(dst, &v, 4);
}

/* src of lane (own lane - delta); lanes below delta keep their own. */
TC_FN void tc_shuffle_up_b32(void *dst, const void *src, unsigned delta) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;" : "=r"(v) : "r"(v), "r"(delta));
    TC_MEMCPY(dst, &v, 4);
}

/* src of lane (own lane + delta); lanes above 31 - delta keep their own. */
TC_FN void tc_shuffle_down_b32(void *dst, const void *src, unsigned delta) {
    unsigned v;
    TC_MEMCPY(&v, src, 4);
    asm volatile("shfl.sync.down.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(v) : "r"(v), "r"(delta));
    TC_MEMCPY(dst, &v, 4);
}

#endif
#endif
