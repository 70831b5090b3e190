/* config.h: what every other header relies on: where the text is compiled, what the target can do,
 * marks of functions and loops, element types, the rank of the calling thread, run-time checks.
 * On the device nothing is included, so that nvcc, NVRTC and clang (-nocudainc -nocudalib) see the
 * same few lines. Everywhere else the primitives are those of the emulator in host/. */
#ifndef TILECOPY_CONFIG_H
#define TILECOPY_CONFIG_H

/* Define before the first include to change it: TC_RANK_WARP, TC_RANK_WARPGROUP, TC_RANK_CTA,
 * TC_RANK_CLUSTER, TC_CHECK, TC_FN, TC_BOTH_FN (host only: TC_ARCH). */

/* A header of tcgen --single-file that came first has some of what follows. */
#if defined(TILECOPY_VERSION) && TILECOPY_VERSION != 200
#error "another version of tilecopy/ came before this one, 200, in the same unit"
#endif
#ifdef TC_SINGLE_FILE
#include "again.h"
#endif

#define TILECOPY_VERSION 200

#if defined(__CUDACC__) || defined(__CUDA__)
#define TC_ON_DEVICE 1
#else
#define TC_ON_DEVICE 0
#endif

/* clang as the CUDA compiler (not as nvcc's host compiler): other spellings of the same marks. */
#if TC_ON_DEVICE && defined(__clang__) && defined(__CUDA__) && !defined(__NVCC__)
#define TC_ON_CLANG 1
#else
#define TC_ON_CLANG 0
#endif

/* ---- the target ----------------------------------------------------------------------------- */

/* 800, 900, 1000 ... The host pass of nvcc only parses device code and sees the newest; so does
 * the emulator, unless TC_ARCH is defined to try the bodies of an older target. */
#if defined(__CUDA_ARCH__)
#undef TC_ARCH
#define TC_ARCH __CUDA_ARCH__
#elif TC_ON_DEVICE || !defined(TC_ARCH)
#undef TC_ARCH
#define TC_ARCH 9999
#endif

#define TC_HAS_STMATRIX (TC_ARCH >= 900)   /* stmatrix, b16 */
#define TC_HAS_BULK (TC_ARCH >= 900)       /* cp.async.bulk, mbarrier transactions, proxy fences */
#define TC_HAS_CLUSTER (TC_ARCH >= 900)    /* clusters of CTAs, distributed shared memory */
#define TC_HAS_RED_VECTOR (TC_ARCH >= 900) /* red.global of vectors */
#define TC_HAS_BULK_MASK (TC_ARCH >= 1000) /* bulk stores of some bytes of every 16 */
#define TC_HAS_V256 (TC_ARCH >= 1000)      /* 256-bit loads and stores of global memory */
#define TC_HAS_GATHER4 (TC_ARCH >= 1000)   /* tensor copies of four rows into shared memory */
#define TC_HAS_FP8 (TC_ARCH >= 890)        /* cvt to and from e4m3 and e5m2 */

/* The letter. Code for sm_90a runs on one chip and code for sm_100f on one family, and both may use more
 * than code for plain sm_90 or sm_100, which every later chip must run. Not every compiler that knows
 * a letter defines the first two. */
#if defined(__CUDA_ARCH_FAMILY_SPECIFIC__) || defined(__CUDA_ARCH_SPECIFIC__) ||                   \
    defined(__CUDA_ARCH_FEAT_SM90_ALL) || defined(__CUDA_ARCH_FEAT_SM100_ALL) ||                   \
    defined(__CUDA_ARCH_FEAT_SM101_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL) ||                  \
    defined(__CUDA_ARCH_FEAT_SM110_ALL) || defined(__CUDA_ARCH_FEAT_SM120_ALL) ||                  \
    defined(__CUDA_ARCH_FEAT_SM121_ALL)
#define TC_HAS_LETTER 1
#else
#define TC_HAS_LETTER 0
#endif

/* What needs the letter. TC_CHIP_HAS_...: the chips of this number have it; TC_HAS_...: and this code
 * may use it. The two differ in the second pass of `nvcc -arch=sm_90a`, which makes PTX for compute_90
 * beside the code for sm_90a: there a function that needs the letter is a trap (TC_NEEDS_LETTER).
 *
 * TMEM: tensor memory. SCATTER4: tensor copies of four rows out of shared memory. FP4: cvt to and from
 * e2m1. REDUX_F32: redux.sync of f32. MULTICAST: bulk copies to several CTAs at once; without the letter
 * ptxas advises against them. TENSORMAP_REPLACE: a tensor map is changed by the kernel. WGMMA: products
 * of a warpgroup. SETMAXNREG: registers a thread. */
#if defined(__CUDA_ARCH__)
#define TC_CHIP_HAS_TMEM (TC_ARCH >= 1000 && TC_ARCH < 1200)
#define TC_CHIP_HAS_SCATTER4 TC_CHIP_HAS_TMEM
#define TC_CHIP_HAS_FP4 (TC_ARCH >= 1000)
#define TC_CHIP_HAS_REDUX_F32 (TC_ARCH >= 1000 && TC_ARCH < 1100)
#define TC_CHIP_HAS_MULTICAST (TC_ARCH == 900 || TC_CHIP_HAS_TMEM)
#define TC_CHIP_HAS_TENSORMAP_REPLACE (TC_ARCH >= 900)
#define TC_CHIP_HAS_WGMMA (TC_ARCH == 900)
#define TC_CHIP_HAS_SETMAXNREG (TC_ARCH >= 900)
#define TC_HAS_TMEM (TC_CHIP_HAS_TMEM && TC_HAS_LETTER)
#define TC_HAS_SCATTER4 (TC_CHIP_HAS_SCATTER4 && TC_HAS_LETTER)
#define TC_HAS_FP4 (TC_CHIP_HAS_FP4 && TC_HAS_LETTER)
#define TC_HAS_REDUX_F32 (TC_CHIP_HAS_REDUX_F32 && TC_HAS_LETTER)
#define TC_HAS_MULTICAST (TC_CHIP_HAS_MULTICAST && TC_HAS_LETTER)
#define TC_HAS_TENSORMAP_REPLACE (TC_CHIP_HAS_TENSORMAP_REPLACE && TC_HAS_LETTER)
#define TC_HAS_WGMMA (TC_CHIP_HAS_WGMMA && TC_HAS_LETTER)
#define TC_HAS_SETMAXNREG (TC_CHIP_HAS_SETMAXNREG && TC_HAS_LETTER)
#else /* on the host no code lacks a letter */
#define TC_HAS_TMEM (TC_ARCH >= 9999)
#define TC_HAS_SCATTER4 (TC_ARCH >= 9999)
#define TC_HAS_FP4 (TC_ARCH >= 9999)
#define TC_HAS_REDUX_F32 (TC_ARCH >= 9999)
#define TC_HAS_MULTICAST (TC_ARCH >= 900)
#define TC_HAS_TENSORMAP_REPLACE (TC_ARCH >= 900)
#define TC_HAS_WGMMA (TC_ARCH >= 900)
#define TC_HAS_SETMAXNREG (TC_ARCH >= 900)
#define TC_CHIP_HAS_TMEM TC_HAS_TMEM
#define TC_CHIP_HAS_SCATTER4 TC_HAS_SCATTER4
#define TC_CHIP_HAS_FP4 TC_HAS_FP4
#define TC_CHIP_HAS_REDUX_F32 TC_HAS_REDUX_F32
#define TC_CHIP_HAS_MULTICAST TC_HAS_MULTICAST
#define TC_CHIP_HAS_TENSORMAP_REPLACE TC_HAS_TENSORMAP_REPLACE
#define TC_CHIP_HAS_WGMMA TC_HAS_WGMMA
#define TC_CHIP_HAS_SETMAXNREG TC_HAS_SETMAXNREG
#endif

/* ---- marks ---------------------------------------------------------------------------------- */

/* TC_FN: a function of the calling thread, always inlined on the device. `unused` because a header
 * defines more than one file uses. On the host it is `inline`, for which no compiler makes code unless
 * it is called: a file that only takes constants needs no emulator. In a file that begins with the
 * emulator's headers (TC_EMU) it stays a function also when optimised, so that a report can name it. */
#ifndef TC_FN
#if !TC_ON_DEVICE && defined(TC_EMU)
#define TC_FN static __attribute__((unused, noinline))
#elif !TC_ON_DEVICE
#define TC_FN static inline __attribute__((unused))
#else
#define TC_FN static inline __attribute__((device, always_inline, unused))
#endif
#endif

/* TC_BOTH_FN: a function of numbers alone, which the host may call too. */
#ifndef TC_BOTH_FN
#if !TC_ON_DEVICE
#define TC_BOTH_FN static inline __attribute__((unused))
#else
#define TC_BOTH_FN static inline __attribute__((host, device, always_inline, unused))
#endif
#endif

/* TC_SAME_MAP(TC_LANE0_DEMO_A, TC_LANE0_DEMO_R); every lane holds the same elements of both values, so that
 * it may work on its registers element by element. Where that is not so it does not compile. */
#define TC_SAME_MAP(a, b) ((void)sizeof(char[a##_MAP == b##_MAP ? 1 : -1]))

/* TC_DECLARE void f(...) TC_UNAVAILABLE("why"); declares a function that no target of this number can
 * run: calling it is an error that shows the reason and the line of the call, not calling it costs
 * nothing. NVRTC shows the line only. Where only the letter is missing, see TC_NEEDS_LETTER. */
#if TC_ON_CLANG
#define TC_DECLARE __attribute__((device))
#elif TC_ON_DEVICE
#define TC_DECLARE __device__
#else
#define TC_DECLARE extern
#endif
#if defined(__CUDACC_RTC__)
#define TC_UNAVAILABLE(reason) = delete
#elif defined(__clang__) || TC_ON_DEVICE
#define TC_UNAVAILABLE(reason) __attribute__((unavailable(reason)))
#else
#define TC_UNAVAILABLE(reason) __attribute__((error(reason)))
#endif

/* memcpy of a few bytes between a register array and an operand: no instruction, and no question
 * of aliasing. NVRTC knows it by another name. */
#if defined(__CUDACC_RTC__)
#define TC_MEMCPY memcpy
#else
#define TC_MEMCPY __builtin_memcpy
#endif

/* TC_REGION(function): where one lane runs the caller's own code inside a function that gathers before
 * it and scatters after it. Nothing, unless defined before the include; it sees the parameters. */
#ifndef TC_REGION
#define TC_REGION(function) ((void)0)
#endif

/* ---- types ---------------------------------------------------------------------------------- */

/* The 16-bit floats are CUDA's own types when cuda_fp16.h / cuda_bf16.h came first, 2 bytes of
 * storage otherwise. */
#ifndef TC_DEFINED_tc_f16
#if defined(__CUDA_FP16_TYPES_EXIST__)
typedef __half tc_f16;
#else
typedef struct {
    unsigned short bits;
} tc_f16;
#endif
#endif

#ifndef TC_DEFINED_tc_bf16
#if defined(__CUDA_BF16_TYPES_EXIST__)
typedef __nv_bfloat16 tc_bf16;
#else
typedef struct {
    unsigned short bits;
} tc_bf16;
#endif
#endif

/* Storage of the narrow floats: one byte each (e4m3, e5m2, e8m0), or a byte of packed bits, lowest
 * first (e2m1: two elements a byte). */
typedef unsigned char tc_e4m3;
typedef unsigned char tc_e5m2;
typedef unsigned char tc_e8m0;
typedef unsigned char tc_e2m1;
typedef unsigned char tc_e3m2;
typedef unsigned char tc_e2m3;
typedef float tc_tf32;

/* Integers of 4 bits, and 4 bits of anything: two a byte, the first one in its low half. */
typedef unsigned char tc_i4;
typedef unsigned char tc_u4;
typedef unsigned char tc_b4;

/* Untyped bits: elements of type b8 .. b128, and the staging registers of a copy between memories. */
typedef unsigned char tc_b8;
typedef unsigned short tc_b16;
typedef unsigned tc_b32;

#ifndef TC_DEFINED_tc_b64
typedef struct {
    unsigned word[2];
} __attribute__((aligned(8))) tc_b64;
#endif

#ifndef TC_DEFINED_tc_b128
typedef struct {
    unsigned word[4];
} __attribute__((aligned(16))) tc_b128;
#endif

#ifndef TC_DEFINED_tc_b256
typedef struct {
    unsigned word[8];
} __attribute__((aligned(32))) tc_b256;
#endif

/* An mbarrier: 8 bytes of shared memory that only the mbarrier primitives touch. */
typedef unsigned long long tc_mbarrier;

/* A tensor map: what tensor copies know of global memory. It has the bytes of CUDA's CUtensorMap; a
 * kernel takes it as `const __grid_constant__ tc_tensormap`. */
#ifndef TC_DEFINED_tc_tensormap
typedef struct {
    unsigned long long opaque[16];
} __attribute__((aligned(64))) tc_tensormap;
#endif

/* Where another CTA of the cluster keeps something (tc_map_to_cta). On the device a 32-bit
 * shared::cluster address and not a pointer: only `+ bytes` may be done with it. */
#if TC_ON_DEVICE
typedef unsigned tc_dsmem;
#else
typedef char *tc_dsmem;
#endif

/* The place `bytes` after p, for reading and for writing. */
TC_FN const void *tc_from(const void *p, unsigned bytes) {
    return (const char *)p + bytes;
}

TC_FN void *tc_to(void *p, unsigned bytes) {
    return (char *)p + bytes;
}

/* ---- loops and the calling thread ----------------------------------------------------------- */

#if TC_ON_DEVICE
/* TC_UNROLL: before a loop whose register arrays must be indexed by constants. */
#define TC_UNROLL _Pragma("unroll")

/* threadIdx.x is TC__REG(tid, x), the place of p in shared memory TC__SHARED(p). */
#if TC_ON_CLANG
extern "C" __attribute__((device)) int printf(const char *format, ...);
#define TC__REG(name, dim) ((unsigned)__nvvm_read_ptx_sreg_##name##_##dim())
#define TC__SHARED(p) (unsigned long long)(const __attribute__((address_space(3))) void *)(p)
#else
#define TC__REG(name, dim) TC__REG_##name.dim
#define TC__REG_tid threadIdx
#define TC__REG_ntid blockDim
#define TC__REG_ctaid blockIdx
#define TC__SHARED(p) __cvta_generic_to_shared(p)
#endif

/* Index in a one-dimensional block, and the number of its threads. */
TC_FN unsigned tc_thread_index(void) {
    return TC__REG(tid, x);
}

TC_FN unsigned tc_thread_count(void) {
    return TC__REG(ntid, x);
}

/* Index of the block in a one-dimensional grid. */
TC_FN unsigned tc_cta_index(void) {
    return TC__REG(ctaid, x);
}

/* 0..31, from the hardware: right in blocks of any shape. */
TC_FN unsigned tc_lane_index(void) {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    __builtin_assume(lane < 32);
    return lane;
}

/* Prints a line and ends the kernel with an error. Only the device pass prints: it alone knows printf
 * without an include, and the host pass throws the text away. */
TC_FN void tc__stop(const char *fn, const char *what) {
#if !defined(__CUDA_ARCH__)
    (void)fn, (void)what;
#else
    printf("%s: %s (block %u, thread %u)\n", fn, what, TC__REG(ctaid, x), TC__REG(tid, x));
#endif
    asm volatile("trap;");
}

/* The body of a function that needs the letter of the target, in code that was compiled without it. A
 * program for sm_90a alone never comes here: its second pass, for compute_90, is for later chips. */
#define TC_NEEDS_LETTER() tc__needs_letter(__func__)

TC_FN void tc__needs_letter(const char *fn) {
#if !defined(__CUDA_ARCH__)
    (void)fn;
#else
    printf(
        "%s: needs a target with its letter (block %u, thread %u), such as sm_%ua\n",
        fn,
        TC__REG(ctaid, x),
        TC__REG(tid, x),
        TC_ARCH / 10);
#endif
    asm volatile("trap;");
}
#else
#define TC_UNROLL

/* Did the file begin with the emulator's headers? Then tensor maps are the emulator's. */
#if defined(TC_EMU) && !defined(TC_ON_EMULATOR)
#define TC_ON_EMULATOR 1
#endif
#include "host/primitives.h"
#endif
#ifndef TC_ON_EMULATOR
#define TC_ON_EMULATOR 0
#endif

/* The dense rank of the calling thread inside the scope, for the plain form of a generated function. A
 * warp-specialised kernel or a multi-dimensional block defines its own, or calls the _at form. */
#ifndef TC_RANK_WARP
#define TC_RANK_WARP tc_lane_index()
#define TC__CALLER_WARP(threads) TC__CALLER_GROUP(threads)
#elif !defined(TC__CALLER_WARP)
#define TC__CALLER_WARP(threads) ((void)0)
#endif
#ifndef TC_RANK_WARPGROUP
#define TC_RANK_WARPGROUP (tc_thread_index() % 128)
#define TC__CALLER_WARPGROUP(threads)                                                              \
    (TC__CALLER_FLAT("TC_RANK_WARPGROUP"), TC__CALLER_GROUP(threads))
#elif !defined(TC__CALLER_WARPGROUP)
#define TC__CALLER_WARPGROUP(threads) ((void)0)
#endif
#ifndef TC_RANK_CTA
#define TC_RANK_CTA tc_thread_index()
#define TC__CALLER_CTA(threads) TC__CALLER_FLAT("TC_RANK_CTA")
#elif !defined(TC__CALLER_CTA)
#define TC__CALLER_CTA(threads) ((void)0)
#endif
#ifndef TC_RANK_CLUSTER
#define TC_RANK_CLUSTER (tc_cta_rank_in_cluster() * tc_thread_count() + tc_thread_index())
#define TC__CALLER_CLUSTER(threads) TC__CALLER_FLAT("TC_RANK_CLUSTER")
#elif !defined(TC__CALLER_CLUSTER)
#define TC__CALLER_CLUSTER(threads) ((void)0)
#endif

#include "check.h"

#endif

/* Each header of tilecopy/ comes here first. */
#ifdef TC_SINGLE_FILE
#include "again.h"
#endif
