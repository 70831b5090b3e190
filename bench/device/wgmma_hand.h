/* wgmma_hand.h: wgmma.mma_async by hand, D = A * B + C in place: for tests/device/wgmma.cu. It is no primitive
 * of tilecopy/: there is no wgmma on the emulator, which would have to know the async proxy's reads by descriptor.
 *
 * Called by the 128 threads of a warpgroup together. d and a are the calling thread's registers, the fragments
 * wgmma_c (of N columns) and wgmma_a, wgmma_a32 or wgmma_a8 of the prelude. b is N by K in shared memory, K runs,
 * 32 bytes a row, without a swizzle: 16 bytes of 8 rows, the next 8 rows 128 bytes further (the descriptor's stride
 * dimension), the other 16 bytes N * 16 further (its leading dimension). What was stored there has been fenced for
 * the async proxy, and a barrier followed. Fence, product, commit and wait are one statement, so that no register
 * is touched between. PTX: "Asynchronous Warpgroup Level Matrix Instructions". */
#ifndef WGMMA_HAND_H
#define WGMMA_HAND_H
#include "tilecopy/tilecopy.h"

/* "Matrix Descriptor Format": start at bit 0, leading dimension at 16, stride dimension at 32, each in 16 bytes;
 * bits 62 and 63 are 0: no swizzle. For N = 64 the dimensions are 64 and 8. */
TC_FN unsigned long long hand_descriptor(const void *b, unsigned n) {
    const unsigned long long start = (unsigned)__cvta_generic_to_shared(b) & 0x3FFFF;
    return start >> 4 | (unsigned long long)n << 16 | 8ull << 32;
}

#define HAND_4(c, d) "+" c((d)[0]), "+" c((d)[1]), "+" c((d)[2]), "+" c((d)[3])
#define HAND_16(c, d) HAND_4(c, d), HAND_4(c, (d) + 4), HAND_4(c, (d) + 8), HAND_4(c, (d) + 12)
#define HAND_64(c, d)                                                                              \
    HAND_16(c, d), HAND_16(c, (d) + 16), HAND_16(c, (d) + 32), HAND_16(c, (d) + 48)
#define HAND_D_8(c, d) HAND_4(c, d)
#define HAND_D_64(c, d) HAND_16(c, d), HAND_16(c, (d) + 16)
#define HAND_D_256(c, d) HAND_64(c, d), HAND_64(c, (d) + 64)
#define HAND_OPERANDS_8 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, p"
#define HAND_OPERANDS_64                                                                           \
    "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "            \
    "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, {%32, %33, "           \
    "%34, %35}, %36, p"
#define HAND_OPERANDS_256                                                                          \
    "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "            \
    "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, "             \
    "%34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "             \
    "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, "             \
    "%66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, "             \
    "%82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, "             \
    "%98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "           \
    "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, "         \
    "%126, %127}, {%128, %129, %130, %131}, %132, p"

/* tail: what the kind has behind scale-d: signs of A and B, and whether B is turned. */
#define HAND_WGMMA(tag, n, k, types, word, c, tail)                                                \
    TC_FN void hand_wgmma_##tag##_n##n(void *d, const void *a, const void *b) {                    \
        word y[n / 2];                                                                             \
        unsigned x[4];                                                                             \
        TC_MEMCPY(y, d, sizeof y);                                                                 \
        TC_MEMCPY(x, a, sizeof x);                                                                 \
        asm volatile("{\n.reg .pred p;\nsetp.eq.b32 p, 0, 0;\nwgmma.fence.sync.aligned;\n"         \
                     "wgmma.mma_async.sync.aligned.m64n" #n "k" #k "." types                       \
                     " " HAND_OPERANDS_##n tail ";\nwgmma.commit_group.sync.aligned;\n"            \
                                                "wgmma.wait_group.sync.aligned 0;\n}"              \
                     : HAND_D_##n(c, y)                                                            \
                     : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(hand_descriptor(b, n))      \
                     : "memory");                                                                  \
        TC_MEMCPY(d, y, sizeof y);                                                                 \
    }
#define HAND_WGMMAS(tag, k, types, word, c, tail)                                                  \
    HAND_WGMMA(tag, 8, k, types, word, c, tail)                                                    \
    HAND_WGMMA(tag, 64, k, types, word, c, tail)

HAND_WGMMAS(f16, 16, "f32.f16.f16", float, "f", ", 1, 1, 0")
HAND_WGMMA(f16, 256, 16, "f32.f16.f16", float, "f", ", 1, 1, 0")
HAND_WGMMAS(bf16, 16, "f32.bf16.bf16", float, "f", ", 1, 1, 0")
HAND_WGMMAS(tf32, 8, "f32.tf32.tf32", float, "f", ", 1, 1")
HAND_WGMMAS(e4m3, 32, "f32.e4m3.e4m3", float, "f", ", 1, 1")
HAND_WGMMAS(e5m2, 32, "f32.e5m2.e5m2", float, "f", ", 1, 1")
HAND_WGMMAS(i8, 32, "s32.s8.s8", int, "r", "")
HAND_WGMMAS(u8, 32, "s32.u8.u8", int, "r", "")
#endif
