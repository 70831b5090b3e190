/* frame.h: what a wrapper kernel stands on, as CUDA and as host C with the emulator. A wrapper
 * brings its operands where the function wants them (registers from the private images, shared
 * memory from the image, by all threads), synchronises, calls, synchronises and writes everything
 * back. Only bytes that the mask allows are staged of a source: the rest stays uninitialised, so
 * that the emulator sees a read outside the region. Words are moved by one thread each: no races. */
#ifndef ROUNDTRIP_FRAME_H
#define ROUNDTRIP_FRAME_H
#include "tilecopy/host/kernel.h"

#if TC_ON_DEVICE
typedef const void *FrameEntry;
#define FRAME_ENTRY(name) ((const void *)(name))
#define FRAME_BLOCK(name, threads)                                                                 \
    extern "C" __global__ void __launch_bounds__(threads) name(const Frame arg);
#else
typedef void (*FrameEntry)(void *argument);
#define FRAME_ENTRY(name) (name)
#define FRAME_BLOCK(name, threads)
#endif
#define FRAME_FN TC_FN
#define FRAME_ALIGNED __attribute__((aligned(16)))

enum { FRAME_ARGS = 12 };

/* What one kernel launch gets. `image` is the working blob; the rest are offsets into it, or bytes
 * of shared memory. A side in registers holds `stride` bytes per rank and no margin. */
typedef struct {
    unsigned char *image;
    unsigned src_at, src_bytes, src_margin, src_shared;
    unsigned dst_at, dst_bytes, dst_margin, dst_shared;
    unsigned mask_at;               /* 0xFF where the source image holds bytes that may be read */
    unsigned index_at;              /* indices that pick rows */
    unsigned block, first, threads; /* thread `first` of the block has rank 0 */
    unsigned arg[FRAME_ARGS]; /* run-time strides and origins, in the order of the parameters */
} Frame;

typedef struct {
    const char *name;
    FrameEntry entry;
} FrameKernel;
extern const FrameKernel frame_kernels[];

/* The rank of the calling thread; frame_calls: it is one of the scope's. Ranks of threads before
 * the scope wrap around and are not below `threads`. */
FRAME_FN unsigned frame_rank(const Frame *f) {
    return tc_thread_index() - f->first;
}

FRAME_FN int frame_calls(const Frame *f) {
    return frame_rank(f) < f->threads;
}

/* Copies the bytes that `mask` allows, word by word, spread over the threads of the block. */
FRAME_FN void frame_masked(
    unsigned char *to,
    const unsigned char *from,
    const unsigned char *mask,
    unsigned bytes,
    unsigned block) {
    unsigned at, i;
    for (at = 4 * tc_thread_index(); at < bytes; at += 4 * block) {
        if (*(const unsigned *)(const void *)(mask + at) == 0xFFFFFFFFu) {
            *(unsigned *)(void *)(to + at) = *(const unsigned *)(const void *)(from + at);
            continue;
        }
        for (i = at; i < at + 4; i++) {
            if (mask[i])
                to[i] = from[i];
        }
    }
}

FRAME_FN void frame_words(
    unsigned char *to, const unsigned char *from, unsigned bytes, unsigned block) {
    unsigned at;
    for (at = 4 * tc_thread_index(); at < bytes; at += 4 * block)
        *(unsigned *)(void *)(to + at) = *(const unsigned *)(const void *)(from + at);
}

/* Shared memory sides, before and after the call. Images are whole words. */
FRAME_FN void frame_stage_src(const Frame *f, unsigned char *shared) {
    frame_masked(
        shared + f->src_shared,
        f->image + f->src_at,
        f->image + f->mask_at,
        f->src_bytes,
        f->block);
}

/* Turns around what a thread has staged of the source: it is not the image any more. */
FRAME_FN void frame_spoil_src(const Frame *f, unsigned char *shared) {
    unsigned at, i;
    for (at = 4 * tc_thread_index(); at < f->src_bytes; at += 4 * f->block)
        for (i = at; i < at + 4; i++)
            if (f->image[f->mask_at + i])
                shared[f->src_shared + i] ^= 0xFF;
}

FRAME_FN void frame_unstage_src(const Frame *f, unsigned char *shared) {
    frame_masked(
        f->image + f->src_at,
        shared + f->src_shared,
        f->image + f->mask_at,
        f->src_bytes,
        f->block);
}

FRAME_FN void frame_stage_dst(const Frame *f, unsigned char *shared) {
    frame_words(shared + f->dst_shared, f->image + f->dst_at, f->dst_bytes, f->block);
}

FRAME_FN void frame_unstage_dst(const Frame *f, unsigned char *shared) {
    frame_words(f->image + f->dst_at, shared + f->dst_shared, f->dst_bytes, f->block);
}

/* Register sides: `bytes` of the private image of this rank. */
FRAME_FN void frame_get(const Frame *f, void *to, unsigned image_at, unsigned bytes) {
    const unsigned char *from = f->image + image_at + frame_rank(f) * bytes;
    unsigned i;
    if (!frame_calls(f))
        return;
    for (i = 0; i < bytes; i++)
        ((unsigned char *)to)[i] = from[i];
}

FRAME_FN void frame_put(const Frame *f, const void *from, unsigned image_at, unsigned bytes) {
    unsigned char *to = f->image + image_at + frame_rank(f) * bytes;
    unsigned i;
    if (!frame_calls(f))
        return;
    for (i = 0; i < bytes; i++)
        to[i] = ((const unsigned char *)from)[i];
}
#endif
