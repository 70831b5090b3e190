/* shuffle.h: 32 bits from the registers of another lane of the warp, or made of those of all lanes.
 *
 * The same for every function here. Called by all 32 lanes together. dst and src are 4 bytes of the
 * calling thread's registers. No memory is ordered: a shuffle is not a tc_warp_sync. PTX: "Data
 * Movement and Conversion Instructions: shfl.sync", "Parallel
 * Synchronization and Communication Instructions: redux.sync". */
#ifndef TILECOPY_SHUFFLE_H
#define TILECOPY_SHUFFLE_H
#include "config.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of shuffle.def ---- */

/* src of lane `lane` % 32. */
TC_FN void tc_shuffle_b32(void *dst, const void *src, unsigned lane) {
    unsigned out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(out) : "r"(in), "r"(lane));
    TC_MEMCPY(dst, &out, 4);
}

/* src of lane (own lane ^ mask); mask is 0..31. */
TC_FN void tc_shuffle_xor_b32(void *dst, const void *src, unsigned mask) {
    unsigned out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(out) : "r"(in), "r"(mask));
    TC_MEMCPY(dst, &out, 4);
}

/* src of lane (own lane - delta); lanes below delta keep their own. */
TC_FN void tc_shuffle_up_b32(void *dst, const void *src, unsigned delta) {
    unsigned out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;" : "=r"(out) : "r"(in), "r"(delta));
    TC_MEMCPY(dst, &out, 4);
}

/* The same of 8 bytes, by two shuffles. */
TC_FN void tc_shuffle_b64(void *dst, const void *src, unsigned lane) {
    unsigned out[2], in[2];
    TC_MEMCPY(in, src, 8);
    tc_shuffle_b32(out, in, lane);
    tc_shuffle_b32(out + 1, in + 1, lane);
    TC_MEMCPY(dst, out, 8);
}

/* The same of 8 bytes, by two shuffles. */
TC_FN void tc_shuffle_xor_b64(void *dst, const void *src, unsigned mask) {
    unsigned out[2], in[2];
    TC_MEMCPY(in, src, 8);
    tc_shuffle_xor_b32(out, in, mask);
    tc_shuffle_xor_b32(out + 1, in + 1, mask);
    TC_MEMCPY(dst, out, 8);
}

/* The same of 8 bytes, by two shuffles. */
TC_FN void tc_shuffle_up_b64(void *dst, const void *src, unsigned delta) {
    unsigned out[2], in[2];
    TC_MEMCPY(in, src, 8);
    tc_shuffle_up_b32(out, in, delta);
    tc_shuffle_up_b32(out + 1, in + 1, delta);
    TC_MEMCPY(dst, out, 8);
}

/* src of lane (own lane ^ mask), for a group of `lanes` neighbours, 2, 4, 8 or 16: lane 13 of
 * groups of 8 is one of lanes 8..15, which come together, and nobody else. mask is below lanes. */
TC_FN void tc_shuffle_xor_group_b32(void *dst, const void *src, unsigned mask, unsigned lanes) {
    unsigned out, in;
    TC_MEMCPY(&in, src, 4);
    const unsigned all = 0xffffffffu >> (32 - lanes) << (tc_lane_index() & (0u - lanes));
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, %3;"
                 : "=r"(out)
                 : "r"(in), "r"(mask), "r"(all));
    TC_MEMCPY(dst, &out, 4);
}

/* The same of 8 bytes, by two shuffles. */
TC_FN void tc_shuffle_xor_group_b64(void *dst, const void *src, unsigned mask, unsigned lanes) {
    unsigned out[2], in[2];
    TC_MEMCPY(in, src, 8);
    tc_shuffle_xor_group_b32(out, in, mask, lanes);
    tc_shuffle_xor_group_b32(out + 1, in + 1, mask, lanes);
    TC_MEMCPY(dst, out, 8);
}

/* The sum modulo 2^32; signed numbers too, of src of all 32 lanes. */
TC_FN void tc_redux_add_u32(void *dst, const void *src) {
    unsigned out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(out) : "r"(in));
    TC_MEMCPY(dst, &out, 4);
}

/* The smallest, unsigned, of src of all 32 lanes. */
TC_FN void tc_redux_min_u32(void *dst, const void *src) {
    unsigned out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(out) : "r"(in));
    TC_MEMCPY(dst, &out, 4);
}

/* The largest, unsigned, of src of all 32 lanes. */
TC_FN void tc_redux_max_u32(void *dst, const void *src) {
    unsigned out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(out) : "r"(in));
    TC_MEMCPY(dst, &out, 4);
}

/* The smallest, signed, of src of all 32 lanes. */
TC_FN void tc_redux_min_i32(void *dst, const void *src) {
    int out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("redux.sync.min.s32 %0, %1, 0xffffffff;" : "=r"(out) : "r"(in));
    TC_MEMCPY(dst, &out, 4);
}

/* The largest, signed, of src of all 32 lanes. */
TC_FN void tc_redux_max_i32(void *dst, const void *src) {
    int out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(out) : "r"(in));
    TC_MEMCPY(dst, &out, 4);
}

/* The bits that all have, of src of all 32 lanes. */
TC_FN void tc_redux_and_b32(void *dst, const void *src) {
    unsigned out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("redux.sync.and.b32 %0, %1, 0xffffffff;" : "=r"(out) : "r"(in));
    TC_MEMCPY(dst, &out, 4);
}

/* The bits that any has, of src of all 32 lanes. */
TC_FN void tc_redux_or_b32(void *dst, const void *src) {
    unsigned out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("redux.sync.or.b32 %0, %1, 0xffffffff;" : "=r"(out) : "r"(in));
    TC_MEMCPY(dst, &out, 4);
}

/* The bits that an odd number has, of src of all 32 lanes. */
TC_FN void tc_redux_xor_b32(void *dst, const void *src) {
    unsigned out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("redux.sync.xor.b32 %0, %1, 0xffffffff;" : "=r"(out) : "r"(in));
    TC_MEMCPY(dst, &out, 4);
}

#if TC_HAS_REDUX_F32
/* The smallest f32 of src of all 32 lanes; -0 is smaller than +0, a number than a NaN, and where
 * all are NaN it is 0x7fffffff. */
TC_FN void tc_redux_min_f32(void *dst, const void *src) {
    float out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("redux.sync.min.f32 %0, %1, 0xffffffff;" : "=f"(out) : "f"(in));
    TC_MEMCPY(dst, &out, 4);
}

/* The largest f32 of src of all 32 lanes; +0 is larger than -0, a number than a NaN. */
TC_FN void tc_redux_max_f32(void *dst, const void *src) {
    float out, in;
    TC_MEMCPY(&in, src, 4);
    asm volatile("redux.sync.max.f32 %0, %1, 0xffffffff;" : "=f"(out) : "f"(in));
    TC_MEMCPY(dst, &out, 4);
}

#elif TC_CHIP_HAS_REDUX_F32
TC_FN void tc_redux_min_f32(void *dst, const void *src) {
    (void)dst;
    (void)src;
    TC_NEEDS_LETTER();
}

TC_FN void tc_redux_max_f32(void *dst, const void *src) {
    (void)dst;
    (void)src;
    TC_NEEDS_LETTER();
}

#else
TC_DECLARE void tc_redux_min_f32(void *dst, const void *src)
    TC_UNAVAILABLE("tc_redux_min_f32 needs sm_100a, sm_100f or the like");
TC_DECLARE void tc_redux_max_f32(void *dst, const void *src)
    TC_UNAVAILABLE("tc_redux_max_f32 needs sm_100a, sm_100f or the like");
#endif

/* ---- end of the rows ---- */

#endif
#endif
