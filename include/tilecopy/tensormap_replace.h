/* tensormap_replace.h: tensor maps that a kernel changes, for many tensors of one form in one launch.
 *
 *     __shared__ __align__(128) tc_tensormap next;     a copy of a map that the host made
 *     if (rank == 0) {
 *         tc_tensormap_replace_address(&next, problems[i].a);
 *         tc_tensormap_replace_extent_1(&next, problems[i].rows);
 *     }
 *     tc_warp_sync();
 *     tc_tensormap_publish(&maps[i], &next);           one warp; maps: 128 bytes each, in global memory
 *     tc_warp_sync();
 *     if (rank == 0) {
 *         tc_tensormap_acquire(&maps[i]);
 *         NAME(tile, &maps[i], ...);                   a generated copy by one thread
 *     }
 *
 * Nothing checks what is written: a map that breaks a rule of tc_tensormap_check stops the kernel, or copies
 * wrong places; the emulator says which rule. A map that a copy in flight goes by must not change: its mbarrier
 * or group comes first.
 * PTX: "Data Movement and Conversion Instructions: tensormap.replace, tensormap.cp_fenceproxy", "Parallel
 * Synchronization: fence.proxy". */
#ifndef TILECOPY_TENSORMAP_REPLACE_H
#define TILECOPY_TENSORMAP_REPLACE_H
#include "config.h"
#include "ldst.h"
#if TC_ON_DEVICE

/* ---- made by make rows, of the rows of tensormap_replace.def ---- */

#if TC_HAS_TENSORMAP_REPLACE
/* The map in shared memory, at a multiple of 128 bytes, is from now on one of the tensor at base, a
 * multiple of 16 bytes in global memory. One thread. */
TC_FN void tc_tensormap_replace_address(void *dst, const void *base) {
    asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;"
                 :
                 : "r"(tc_smem_address(dst)), "l"(base)
                 : "memory");
}

/* ... has so many elements in the dimension of the function's name, 0 the innermost. */
TC_FN void tc_tensormap_replace_extent_0(void *dst, unsigned elements) {
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "r"(elements)
                 : "memory");
}

TC_FN void tc_tensormap_replace_extent_1(void *dst, unsigned elements) {
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "r"(elements)
                 : "memory");
}

TC_FN void tc_tensormap_replace_extent_2(void *dst, unsigned elements) {
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 2, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "r"(elements)
                 : "memory");
}

TC_FN void tc_tensormap_replace_extent_3(void *dst, unsigned elements) {
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 3, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "r"(elements)
                 : "memory");
}

TC_FN void tc_tensormap_replace_extent_4(void *dst, unsigned elements) {
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 4, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "r"(elements)
                 : "memory");
}

/* ... has its elements so many bytes apart, a multiple of 16 below 2^40, in the dimension after
 * that of the function's name: stride 0 is the pitch of rows. */
TC_FN void tc_tensormap_replace_stride_0(void *dst, unsigned long long stride) {
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "l"(stride)
                 : "memory");
}

TC_FN void tc_tensormap_replace_stride_1(void *dst, unsigned long long stride) {
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 1, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "l"(stride)
                 : "memory");
}

TC_FN void tc_tensormap_replace_stride_2(void *dst, unsigned long long stride) {
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 2, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "l"(stride)
                 : "memory");
}

TC_FN void tc_tensormap_replace_stride_3(void *dst, unsigned long long stride) {
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 3, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "l"(stride)
                 : "memory");
}

/* ... is copied in boxes of so many elements in the dimension of the function's name, 1 to 256.
 * What a generated function was made for must stay. */
TC_FN void tc_tensormap_replace_box_0(void *dst, unsigned elements) {
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "r"(elements)
                 : "memory");
}

TC_FN void tc_tensormap_replace_box_1(void *dst, unsigned elements) {
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "r"(elements)
                 : "memory");
}

TC_FN void tc_tensormap_replace_box_2(void *dst, unsigned elements) {
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 2, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "r"(elements)
                 : "memory");
}

TC_FN void tc_tensormap_replace_box_3(void *dst, unsigned elements) {
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 3, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "r"(elements)
                 : "memory");
}

TC_FN void tc_tensormap_replace_box_4(void *dst, unsigned elements) {
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 4, %1;"
                 :
                 : "r"(tc_smem_address(dst)), "r"(elements)
                 : "memory");
}

#elif TC_CHIP_HAS_TENSORMAP_REPLACE
TC_FN void tc_tensormap_replace_address(void *dst, const void *base) {
    (void)dst;
    (void)base;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_extent_0(void *dst, unsigned elements) {
    (void)dst;
    (void)elements;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_extent_1(void *dst, unsigned elements) {
    (void)dst;
    (void)elements;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_extent_2(void *dst, unsigned elements) {
    (void)dst;
    (void)elements;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_extent_3(void *dst, unsigned elements) {
    (void)dst;
    (void)elements;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_extent_4(void *dst, unsigned elements) {
    (void)dst;
    (void)elements;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_stride_0(void *dst, unsigned long long stride) {
    (void)dst;
    (void)stride;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_stride_1(void *dst, unsigned long long stride) {
    (void)dst;
    (void)stride;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_stride_2(void *dst, unsigned long long stride) {
    (void)dst;
    (void)stride;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_stride_3(void *dst, unsigned long long stride) {
    (void)dst;
    (void)stride;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_box_0(void *dst, unsigned elements) {
    (void)dst;
    (void)elements;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_box_1(void *dst, unsigned elements) {
    (void)dst;
    (void)elements;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_box_2(void *dst, unsigned elements) {
    (void)dst;
    (void)elements;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_box_3(void *dst, unsigned elements) {
    (void)dst;
    (void)elements;
    TC_NEEDS_LETTER();
}

TC_FN void tc_tensormap_replace_box_4(void *dst, unsigned elements) {
    (void)dst;
    (void)elements;
    TC_NEEDS_LETTER();
}

#else
TC_DECLARE void tc_tensormap_replace_address(void *dst, const void *base)
    TC_UNAVAILABLE("tc_tensormap_replace_address needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_extent_0(void *dst, unsigned elements)
    TC_UNAVAILABLE("tc_tensormap_replace_extent_0 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_extent_1(void *dst, unsigned elements)
    TC_UNAVAILABLE("tc_tensormap_replace_extent_1 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_extent_2(void *dst, unsigned elements)
    TC_UNAVAILABLE("tc_tensormap_replace_extent_2 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_extent_3(void *dst, unsigned elements)
    TC_UNAVAILABLE("tc_tensormap_replace_extent_3 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_extent_4(void *dst, unsigned elements)
    TC_UNAVAILABLE("tc_tensormap_replace_extent_4 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_stride_0(void *dst, unsigned long long stride)
    TC_UNAVAILABLE("tc_tensormap_replace_stride_0 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_stride_1(void *dst, unsigned long long stride)
    TC_UNAVAILABLE("tc_tensormap_replace_stride_1 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_stride_2(void *dst, unsigned long long stride)
    TC_UNAVAILABLE("tc_tensormap_replace_stride_2 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_stride_3(void *dst, unsigned long long stride)
    TC_UNAVAILABLE("tc_tensormap_replace_stride_3 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_box_0(void *dst, unsigned elements)
    TC_UNAVAILABLE("tc_tensormap_replace_box_0 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_box_1(void *dst, unsigned elements)
    TC_UNAVAILABLE("tc_tensormap_replace_box_1 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_box_2(void *dst, unsigned elements)
    TC_UNAVAILABLE("tc_tensormap_replace_box_2 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_box_3(void *dst, unsigned elements)
    TC_UNAVAILABLE("tc_tensormap_replace_box_3 needs sm_90a, sm_100a or the like");
TC_DECLARE void tc_tensormap_replace_box_4(void *dst, unsigned elements)
    TC_UNAVAILABLE("tc_tensormap_replace_box_4 needs sm_90a, sm_100a or the like");
#endif

#if TC_HAS_BULK
/* Copies the map in shared memory to the one in global memory, which tensor copies of the device
 * may then go by: each thread that issues them calls tc_tensormap_acquire first. All 32 lanes; what
 * any of them replaced before a tc_warp_sync is in it. */
TC_FN void tc_tensormap_publish(void *dst, const void *src) {
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync."
                 "aligned [%0], [%1], 128;"
                 :
                 : "l"(dst), "r"(tc_smem_address(src))
                 : "memory");
}

/* The tensor copies that the caller issues from now on go by what was published to this map in
 * global memory before, as a barrier or a flag told the caller. Every thread that issues, all lanes
 * before a call that elects one. */
TC_FN void tc_tensormap_acquire(const void *map) {
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" : : "l"(map) : "memory");
}

#else
TC_DECLARE void tc_tensormap_publish(void *dst, const void *src)
    TC_UNAVAILABLE("tc_tensormap_publish needs sm_90");
TC_DECLARE void tc_tensormap_acquire(const void *map)
    TC_UNAVAILABLE("tc_tensormap_acquire needs sm_90");
#endif

/* ---- end of the rows ---- */

#endif
#endif
