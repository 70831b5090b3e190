/* tensormap.h: tensor maps, made on the host. For gcc, g++ and nvcc's host pass; of NVRTC nothing is left.
 *
 *     tc_tensormap map;
 *     const char *broken = tc_load_a_tensormap(&map, a, M, K, lda);   of a generated header
 *     if (broken) ... it says which rule, with the numbers ...
 *     kernel<<<...>>>(map, ...);                                      a const __grid_constant__ tc_tensormap
 *
 * tc_tensormap_encode checks every rule of cuTensorMapEncodeTiled in words, then asks the driver, whose function
 * is found at run time: nothing is linked, and cuda.h is not needed. Where a program begins with the emulator's
 * headers the emulator keeps the numbers in the 128 bytes. The text that it returns is the calling thread's, until
 * the next call. */
#ifndef TILECOPY_TENSORMAP_H
#define TILECOPY_TENSORMAP_H
#include "config.h"
#if !defined(__CUDACC_RTC__) && (!TC_ON_CLANG || defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__))
#define TC_TENSORMAPS 1
#include <stdio.h>
#include <string.h>
#if !TC_ON_DEVICE && !TC_ON_EMULATOR
#include <dlfcn.h>
#endif

#define TC_HOST_FN static inline __attribute__((unused))

/* Dimension 0 is the innermost: its elements lie side by side. Numbers as CUDA's enumerations have them. */
typedef struct {
    unsigned type, rank;
    const void *base;
    unsigned long long extent[5]; /* elements */
    unsigned long long stride[4]; /* bytes, of dimension 1 on */
    unsigned box[5];              /* elements */
    unsigned element_stride[5];   /* 1: every element */
    unsigned swizzle;             /* 0 none, 1 32B, 2 64B, 3 128B */
    unsigned promotion;           /* of L2: 0 none, 1 64B, 2 128B, 3 256B */
    unsigned fill;                /* of what lies outside: 0 zero, 1 NaN */
} tc_tensormap_params;

/* Where the text of a broken rule stands. */
TC_HOST_FN char *tc__tensormap_text(void) {
    static __thread char text[200];
    return text;
}

#define TC__BROKEN(...)                                                                            \
    return snprintf(tc__tensormap_text(), 200, __VA_ARGS__), tc__tensormap_text()

/* "lda = 12, but the function was made for lda % 8 == 0" */
TC_HOST_FN const char *tc_tensormap_broken(
    const char *name, unsigned long long value, const char *fact) {
    TC__BROKEN("%s = %llu, but the function was made for %s", name, value, fact);
}

TC_HOST_FN unsigned tc__tensormap_size(unsigned type) {
    static const unsigned char size[13] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    return type < 13 ? size[type] : 0;
}

TC_HOST_FN const char *tc__tensormap_dimension(const tc_tensormap_params *p, unsigned d) {
    const unsigned long long extent = p->extent[d];
    if (extent < 1 || extent > 1ull << 32)
        TC__BROKEN("extent %llu of dimension %u: it is from 1 to 2^32", extent, d);
    if (p->box[d] < 1 || p->box[d] > 256)
        TC__BROKEN("box of %u elements in dimension %u: it has 1 to 256", p->box[d], d);
    if (p->element_stride[d] < 1 || p->element_stride[d] > 8)
        TC__BROKEN("element stride %u of dimension %u: it is from 1 to 8", p->element_stride[d], d);
    if (d == 0)
        return 0;
    if (p->stride[d - 1] % 16)
        TC__BROKEN("stride %llu of dimension %u is no multiple of 16 bytes", p->stride[d - 1], d);
    if (p->stride[d - 1] >= 1ull << 40)
        TC__BROKEN("stride %llu of dimension %u: it is below 2^40 bytes", p->stride[d - 1], d);
    return 0;
}

/* NULL, or the rule that the hardware does not take. */
TC_HOST_FN const char *tc_tensormap_check(const tc_tensormap_params *p) {
    const unsigned size = tc__tensormap_size(p->type), inner = p->box[0] * size;
    unsigned long long bytes = size;
    if (!size)
        TC__BROKEN("type %u: a tensor map has those from 0 (u8) to 12 (tf32_ftz)", p->type);
    if (p->rank < 1 || p->rank > 5)
        TC__BROKEN("rank %u: a tensor map has 1 to 5 dimensions", p->rank);
    if ((size_t)p->base % 16)
        TC__BROKEN("base %p is no multiple of 16 bytes", p->base);
    for (unsigned d = 0; d < p->rank; d++) {
        const char *broken = tc__tensormap_dimension(p, d);
        if (broken)
            return broken;
        bytes *= p->box[d];
    }
    if (inner % 16)
        TC__BROKEN("inner box of %u bytes is no multiple of 16", inner);
    if (p->swizzle > 3)
        TC__BROKEN("swizzle %u: it is none, 32B, 64B or 128B, 0 to 3", p->swizzle);
    if (p->swizzle && inner > 16u << p->swizzle)
        TC__BROKEN("inner box of %u bytes is over the %u of its swizzle", inner, 16u << p->swizzle);
    if (bytes > 227 << 10)
        TC__BROKEN("box of %llu bytes: shared memory has at most 232448", bytes);
    if (p->promotion > 3)
        TC__BROKEN("promotion %u: it is none, 64B, 128B or 256B, 0 to 3", p->promotion);
    if (p->fill > 1 || (p->fill && p->type < 6))
        TC__BROKEN("fill %u: it is zero, 0, or of floating types NaN, 1", p->fill);
    return 0;
}

#if TC_ON_EMULATOR
TC_HOST_FN const char *tc__tensormap_driver(tc_tensormap *map, const tc_tensormap_params *p) {
    tc_emu_tensormap_encode(map, p);
    return 0;
}
#else
/* cuTensorMapEncodeTiled: the driver's own, of any version from 12.0 on. */
typedef int (*tc__encode_tiled)(
    void *map,
    int type,
    unsigned rank,
    void *base,
    const unsigned long long *extent,
    const unsigned long long *stride,
    const unsigned *box,
    const unsigned *element_stride,
    int interleave,
    int swizzle,
    int promotion,
    int fill);

TC_HOST_FN tc__encode_tiled tc__find_encode(void) {
    void *found = 0;
    tc__encode_tiled encode;
#if TC_ON_DEVICE
    cudaDriverEntryPointQueryResult result;
#if CUDART_VERSION >= 12050
    if (cudaGetDriverEntryPointByVersion(
            "cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &result) != cudaSuccess)
#else
    if (cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &found, cudaEnableDefault, &result) !=
        cudaSuccess)
#endif
        found = 0;
#else
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    found = driver ? dlsym(driver, "cuTensorMapEncodeTiled") : 0;
#endif
    memcpy(&encode, &found, sizeof encode); /* a pointer to data is no pointer to a function */
    return encode;
}

TC_HOST_FN int tc__encode_by(
    tc__encode_tiled encode, tc_tensormap *map, const tc_tensormap_params *p) {
    void *base;
    memcpy(&base, &p->base, sizeof base);
    return encode(
        map,
        (int)p->type,
        p->rank,
        base,
        p->extent,
        p->stride,
        p->box,
        p->element_stride,
        0,
        (int)p->swizzle,
        (int)p->promotion,
        (int)p->fill);
}

/* The driver encodes nothing before there is a context: errors 3 and 201. The runtime makes one at its first call. */
TC_HOST_FN const char *tc__tensormap_driver(tc_tensormap *map, const tc_tensormap_params *p) {
    const tc__encode_tiled encode = tc__find_encode();
    int code;
    if (!encode)
        return "the CUDA driver is not there, or older than 12.0: it has no cuTensorMapEncodeTiled";
    code = tc__encode_by(encode, map, p);
#if TC_ON_DEVICE
    if ((code == 3 || code == 201) && cudaFree(0) == cudaSuccess)
        code = tc__encode_by(encode, map, p);
#endif
    if (code == 3 || code == 201)
        TC__BROKEN(
            "there is no CUDA context (error %d): call the runtime or cuCtxCreate first", code);
    if (code)
        TC__BROKEN("the driver refuses the map, for a rule that is not known: error %d", code);
    return 0;
}
#endif

/* NULL: *map is made. Otherwise it is as it was, and the text says why. */
TC_HOST_FN const char *tc_tensormap_encode(tc_tensormap *map, const tc_tensormap_params *params) {
    const char *broken = tc_tensormap_check(params);
    if ((size_t)map % 64)
        TC__BROKEN("the map at %p is not aligned to 64 bytes", (const void *)map);
    return broken ? broken : tc__tensormap_driver(map, params);
}

#endif
#endif
