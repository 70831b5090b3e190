/* limit.h: what copies with limits need beside loads and stores: registers filled with a constant,
 * and how much of a vector lies inside a limit. Plain arithmetic, the same on device and host; any
 * thread, no ordering. */
#ifndef TILECOPY_LIMIT_H
#define TILECOPY_LIMIT_H
#include "config.h"

/* ---- made by make rows, of the rows of limit.def ---- */

/* 1 byte of registers becomes the low byte of `low`. */
TC_FN void tc_fill_b8(void *dst, unsigned low) {
    unsigned short v;
    unsigned char byte;
    v = (unsigned char)low;
    byte = (unsigned char)v;
    TC_MEMCPY(dst, &byte, 1);
}

/* 2 bytes of registers become the low half of `low`. */
TC_FN void tc_fill_b16(void *dst, unsigned low) {
    unsigned short v;
    v = (unsigned short)low;
    TC_MEMCPY(dst, &v, 2);
}

/* 4 bytes of registers become `low`. */
TC_FN void tc_fill_b32(void *dst, unsigned low) {
    unsigned v;
    v = low;
    TC_MEMCPY(dst, &v, 4);
}

/* 8 bytes of registers become `low` and, above it, `high`. */
TC_FN void tc_fill_b64(void *dst, unsigned low, unsigned high) {
    unsigned v[2];
    v[0] = low;
    v[1] = high;
    TC_MEMCPY(dst, v, 8);
}

/* 16 bytes of registers become `low`, `high`, `low`, `high`. */
TC_FN void tc_fill_b128(void *dst, unsigned low, unsigned high) {
    unsigned v[4];
    v[0] = v[2] = low;
    v[1] = v[3] = high;
    TC_MEMCPY(dst, v, 16);
}

/* ---- end of the rows ---- */

/* How many of `most` elements from `first` on lie below `limit`: 3 for limit 67, first 64. */
TC_FN unsigned tc_left(unsigned limit, unsigned first, unsigned most) {
    const unsigned left = limit > first ? limit - first : 0;
    return left < most ? left : most;
}

/* Does place `at` lie in an array of `extent` elements, at most 2^31 of them? Of 4: 3 does, 4 and -1
 * do not. */
TC_FN int tc_inside(int at, unsigned extent) {
    return (unsigned)at < extent;
}

/* How far place `at` lies behind the first one, in an array of `extent` places, at least 1, that are
 * `stride` elements apart. A place outside is the nearest one inside: 3 of 3 is 2, -1 is 0. */
TC_FN long long tc_clamp_at(int at, unsigned extent, unsigned long long stride) {
    const int last = (int)(extent - 1), low = at < 0 ? 0 : at;
    return (long long)(unsigned)(low < last ? low : last) * (long long)stride;
}

/* The same in an array that repeats: 3 of 3 is 0, -1 is 2. From -extent to 2 * extent - 1. */
TC_FN long long tc_wrap_at(int at, unsigned extent, unsigned long long stride) {
    const int count = (int)extent, low = at < 0 ? at + count : at;
    return (long long)(unsigned)(low < count ? low : low - count) * (long long)stride;
}

#endif
