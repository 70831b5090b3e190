/* combine.h: what reductions of other numbers than 32-bit ones need, and where a number was found.
 *
 * The same for every function here. Called by any thread; dst, a and b are the calling thread's own
 * registers, so there is nothing to order, and dst may be one of the others. Numbers are those of the
 * hardware, as in registers.h. PTX: "Comparison and Selection Instructions: setp, selp". */
#ifndef TILECOPY_COMBINE_H
#define TILECOPY_COMBINE_H
#include "config.h"
#if TC_ON_DEVICE

/* 4 bytes: index where a equals b, 0xffffffff otherwise. A NaN equals nothing, -0 equals +0. */
TC_FN void tc_index_if_f32(void *dst, const void *a, const void *b, unsigned index) {
    float x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.eq.f32 p, %1, %2;\n\t"
        "selp.b32 %0, %3, 0xffffffff, p;\n\t"
        "}"
        : "=r"(index)
        : "f"(x), "f"(y), "r"(index));
    TC_MEMCPY(dst, &index, 4);
}

/* 4 bytes: index where a and b have the same bits, 0xffffffff otherwise. */
TC_FN void tc_index_if_b32(void *dst, const void *a, const void *b, unsigned index) {
    unsigned x, y;
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.eq.b32 p, %1, %2;\n\t"
        "selp.b32 %0, %3, 0xffffffff, p;\n\t"
        "}"
        : "=r"(index)
        : "r"(x), "r"(y), "r"(index));
    TC_MEMCPY(dst, &index, 4);
}

#endif
#endif
