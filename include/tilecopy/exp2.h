/* exp2.h: 2 to the x by the special function unit: weights of softmax, exp(s - m) = 2 to the (s - m) log2(e).
 *
 * Not part of tilecopy.h. Any thread; no synchronisation. */
#ifndef TILECOPY_EXP2_H
#define TILECOPY_EXP2_H
#include "config.h"
#if !TC_ON_DEVICE
#include <math.h>
#endif

/* 2 to the x, within 2 steps of f32; -infinity gives 0; results below the smallest normal number are 0, and x below it
 * counts as 0. On the emulator exp2f. PTX: "Floating Point Instructions: ex2". */
TC_FN float tc_exp2_f32(float x) {
#if TC_ON_DEVICE
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
#else
    return exp2f(x);
#endif
}

#endif
