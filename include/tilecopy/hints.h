/* hints.h: accesses of global memory with cache hints. There are too many combinations to write each
 * down, so a generated header defines those that it uses, one line each:
 *
 *     TC_HINTED_LOAD_B128(tc_load_global_b128_nc_prefetch_128b, PLAIN, ".nc.L2::128B")
 *
 * is tc_load_global_b128 of ldst.h with the qualifiers `.nc.L2::128B`. The second word is PLAIN, or
 * POLICY for a function with one more argument, a cache policy, whose qualifiers end or continue with
 * `.L2::cache_hint`. cp.async takes its operator (`ca`, `cg`) before the qualifiers.
 *
 * Everything else that is said of the functions of ldst.h and async.h holds for these. A hint never
 * changes what is copied, with one exception: what `.nc` reads must not be written by anybody while
 * the kernel runs. PTX: "ld", "ld.global.nc", "st", "cp.async", "createpolicy", "Cache Operators",
 * "Cache Eviction Priority Hints". */
#ifndef TILECOPY_HINTS_H
#define TILECOPY_HINTS_H
#include "async.h"

/* What the two words PLAIN and POLICY add: a parameter, an operand of the asm, its place. */
#define TC__PARAMETER_PLAIN
#define TC__PARAMETER_POLICY , unsigned long long policy
#define TC__INPUT_PLAIN
#define TC__INPUT_POLICY , "l"(policy)
#define TC__PLACE_PLAIN(n)
#define TC__PLACE_POLICY(n) ", %" #n
#define TC__IGNORE_PLAIN
#define TC__IGNORE_POLICY (void)policy;

#if TC_ON_DEVICE

/* 1 byte of global memory into registers. */
#define TC_HINTED_LOAD_B8(name, kind, qualifiers)                                                  \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned short v;                                                                          \
        unsigned char byte;                                                                        \
        asm volatile("ld.global" qualifiers ".u8 %0, [%1]" TC__PLACE_##kind(2) ";"                 \
                     : "=h"(v)                                                                     \
                     : "l"(src)TC__INPUT_##kind                                                    \
                     : "memory");                                                                  \
        byte = (unsigned char)v;                                                                   \
        TC_MEMCPY(dst, &byte, 1);                                                                  \
    }

/* 2 bytes of global memory into registers. */
#define TC_HINTED_LOAD_B16(name, kind, qualifiers)                                                 \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned short v;                                                                          \
        asm volatile("ld.global" qualifiers ".b16 %0, [%1]" TC__PLACE_##kind(2) ";"                \
                     : "=h"(v)                                                                     \
                     : "l"(src)TC__INPUT_##kind                                                    \
                     : "memory");                                                                  \
        TC_MEMCPY(dst, &v, 2);                                                                     \
    }

/* 4 bytes of global memory into registers. */
#define TC_HINTED_LOAD_B32(name, kind, qualifiers)                                                 \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned v;                                                                                \
        asm volatile("ld.global" qualifiers ".b32 %0, [%1]" TC__PLACE_##kind(2) ";"                \
                     : "=r"(v)                                                                     \
                     : "l"(src)TC__INPUT_##kind                                                    \
                     : "memory");                                                                  \
        TC_MEMCPY(dst, &v, 4);                                                                     \
    }

/* 8 bytes of global memory into registers. */
#define TC_HINTED_LOAD_B64(name, kind, qualifiers)                                                 \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        tc_b64 v;                                                                                  \
        asm volatile("ld.global" qualifiers ".v2.b32 {%0, %1}, [%2]" TC__PLACE_##kind(3) ";"       \
                     : "=r"(v.word[0]), "=r"(v.word[1])                                            \
                     : "l"(src)TC__INPUT_##kind                                                    \
                     : "memory");                                                                  \
        TC_MEMCPY(dst, &v, 8);                                                                     \
    }

/* 16 bytes of global memory into registers. */
#define TC_HINTED_LOAD_B128(name, kind, qualifiers)                                                \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        tc_b128 v;                                                                                 \
        asm volatile("ld.global" qualifiers                                                        \
                     ".v4.b32 {%0, %1, %2, %3}, [%4]" TC__PLACE_##kind(5) ";"                      \
                     : "=r"(v.word[0]), "=r"(v.word[1]), "=r"(v.word[2]), "=r"(v.word[3])          \
                     : "l"(src)TC__INPUT_##kind                                                    \
                     : "memory");                                                                  \
        TC_MEMCPY(dst, &v, 16);                                                                    \
    }

#if TC_HAS_V256
/* 32 bytes of global memory into registers. */
#define TC_HINTED_LOAD_B256(name, kind, qualifiers)                                                \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        tc_b256 v;                                                                                 \
        asm volatile("ld.global" qualifiers                                                        \
                     ".v8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8]" TC__PLACE_##kind(9) ";"      \
                     : "=r"(v.word[0]),                                                            \
                       "=r"(v.word[1]),                                                            \
                       "=r"(v.word[2]),                                                            \
                       "=r"(v.word[3]),                                                            \
                       "=r"(v.word[4]),                                                            \
                       "=r"(v.word[5]),                                                            \
                       "=r"(v.word[6]),                                                            \
                       "=r"(v.word[7])                                                             \
                     : "l"(src)TC__INPUT_##kind                                                    \
                     : "memory");                                                                  \
        TC_MEMCPY(dst, &v, 32);                                                                    \
    }

/* 32 bytes of registers into global memory. */
#define TC_HINTED_STORE_B256(name, kind, qualifiers)                                               \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        tc_b256 v;                                                                                 \
        TC_MEMCPY(&v, src, 32);                                                                    \
        asm volatile("st.global" qualifiers                                                        \
                     ".v8.b32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8}" TC__PLACE_##kind(9) ";"      \
                     :                                                                             \
                     : "l"(dst),                                                                   \
                       "r"(v.word[0]),                                                             \
                       "r"(v.word[1]),                                                             \
                       "r"(v.word[2]),                                                             \
                       "r"(v.word[3]),                                                             \
                       "r"(v.word[4]),                                                             \
                       "r"(v.word[5]),                                                             \
                       "r"(v.word[6]),                                                             \
                       "r"(v.word[7])TC__INPUT_##kind                                              \
                     : "memory");                                                                  \
    }

#else
#define TC_HINTED_LOAD_B256(name, kind, qualifiers)                                                \
    TC_DECLARE void name(void *dst, const void *src TC__PARAMETER_##kind)                          \
        TC_UNAVAILABLE("accesses of 256 bits need sm_100");
#define TC_HINTED_STORE_B256(name, kind, qualifiers)                                               \
    TC_DECLARE void name(void *dst, const void *src TC__PARAMETER_##kind)                          \
        TC_UNAVAILABLE("accesses of 256 bits need sm_100");
#endif

/* 1 byte of registers into global memory. */
#define TC_HINTED_STORE_B8(name, kind, qualifiers)                                                 \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned char byte;                                                                        \
        unsigned short v;                                                                          \
        TC_MEMCPY(&byte, src, 1);                                                                  \
        v = byte;                                                                                  \
        asm volatile("st.global" qualifiers ".u8 [%0], %1" TC__PLACE_##kind(2) ";"                 \
                     :                                                                             \
                     : "l"(dst), "h"(v)TC__INPUT_##kind                                            \
                     : "memory");                                                                  \
    }

/* 2 bytes of registers into global memory. */
#define TC_HINTED_STORE_B16(name, kind, qualifiers)                                                \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned short v;                                                                          \
        TC_MEMCPY(&v, src, 2);                                                                     \
        asm volatile("st.global" qualifiers ".b16 [%0], %1" TC__PLACE_##kind(2) ";"                \
                     :                                                                             \
                     : "l"(dst), "h"(v)TC__INPUT_##kind                                            \
                     : "memory");                                                                  \
    }

/* 4 bytes of registers into global memory. */
#define TC_HINTED_STORE_B32(name, kind, qualifiers)                                                \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned v;                                                                                \
        TC_MEMCPY(&v, src, 4);                                                                     \
        asm volatile("st.global" qualifiers ".b32 [%0], %1" TC__PLACE_##kind(2) ";"                \
                     :                                                                             \
                     : "l"(dst), "r"(v)TC__INPUT_##kind                                            \
                     : "memory");                                                                  \
    }

/* 8 bytes of registers into global memory. */
#define TC_HINTED_STORE_B64(name, kind, qualifiers)                                                \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        tc_b64 v;                                                                                  \
        TC_MEMCPY(&v, src, 8);                                                                     \
        asm volatile("st.global" qualifiers ".v2.b32 [%0], {%1, %2}" TC__PLACE_##kind(3) ";"       \
                     :                                                                             \
                     : "l"(dst), "r"(v.word[0]), "r"(v.word[1])TC__INPUT_##kind                    \
                     : "memory");                                                                  \
    }

/* 16 bytes of registers into global memory. */
#define TC_HINTED_STORE_B128(name, kind, qualifiers)                                               \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        tc_b128 v;                                                                                 \
        TC_MEMCPY(&v, src, 16);                                                                    \
        asm volatile("st.global" qualifiers                                                        \
                     ".v4.b32 [%0], {%1, %2, %3, %4}" TC__PLACE_##kind(5) ";"                      \
                     :                                                                             \
                     : "l"(dst),                                                                   \
                       "r"(v.word[0]),                                                             \
                       "r"(v.word[1]),                                                             \
                       "r"(v.word[2]),                                                             \
                       "r"(v.word[3])TC__INPUT_##kind                                              \
                     : "memory");                                                                  \
    }

/* Starts a copy of 4 bytes; ..._ZFILL of the first `bytes` of them, ..._OR_ZERO of all or none; the
 * rest becomes zero. */
#define TC_HINTED_CP_ASYNC_B32(name, kind, op, qualifiers)                                         \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        asm volatile("cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 4" TC__PLACE_##kind(2) ";"                                      \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src)TC__INPUT_##kind                         \
                     : "memory");                                                                  \
    }

#define TC_HINTED_CP_ASYNC_B32_ZFILL(name, kind, op, qualifiers)                                   \
    TC_FN void name(void *dst, const void *src, unsigned bytes TC__PARAMETER_##kind) {             \
        asm volatile("cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 4, %2" TC__PLACE_##kind(3) ";"                                  \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src), "r"(bytes)TC__INPUT_##kind             \
                     : "memory");                                                                  \
    }

#define TC_HINTED_CP_ASYNC_B32_OR_ZERO(name, kind, op, qualifiers)                                 \
    TC_FN void name(void *dst, const void *src, int keep TC__PARAMETER_##kind) {                   \
        asm volatile("{\n\t"                                                                       \
                     ".reg .pred ignore;\n\t"                                                      \
                     "setp.eq.s32 ignore, %2, 0;\n\t"                                              \
                     "cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 4, ignore" TC__PLACE_##kind(3) ";\n\t"                          \
                                                                  "}"                              \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src), "r"(keep)TC__INPUT_##kind              \
                     : "memory");                                                                  \
    }

/* Starts a copy of 8 bytes; ..._ZFILL of the first `bytes` of them, ..._OR_ZERO of all or none; the
 * rest becomes zero. */
#define TC_HINTED_CP_ASYNC_B64(name, kind, op, qualifiers)                                         \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        asm volatile("cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 8" TC__PLACE_##kind(2) ";"                                      \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src)TC__INPUT_##kind                         \
                     : "memory");                                                                  \
    }

#define TC_HINTED_CP_ASYNC_B64_ZFILL(name, kind, op, qualifiers)                                   \
    TC_FN void name(void *dst, const void *src, unsigned bytes TC__PARAMETER_##kind) {             \
        asm volatile("cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 8, %2" TC__PLACE_##kind(3) ";"                                  \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src), "r"(bytes)TC__INPUT_##kind             \
                     : "memory");                                                                  \
    }

#define TC_HINTED_CP_ASYNC_B64_OR_ZERO(name, kind, op, qualifiers)                                 \
    TC_FN void name(void *dst, const void *src, int keep TC__PARAMETER_##kind) {                   \
        asm volatile("{\n\t"                                                                       \
                     ".reg .pred ignore;\n\t"                                                      \
                     "setp.eq.s32 ignore, %2, 0;\n\t"                                              \
                     "cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 8, ignore" TC__PLACE_##kind(3) ";\n\t"                          \
                                                                  "}"                              \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src), "r"(keep)TC__INPUT_##kind              \
                     : "memory");                                                                  \
    }

/* Starts a copy of 16 bytes; ..._ZFILL of the first `bytes` of them, ..._OR_ZERO of all or none; the
 * rest becomes zero. */
#define TC_HINTED_CP_ASYNC_B128(name, kind, op, qualifiers)                                        \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        asm volatile("cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 16" TC__PLACE_##kind(2) ";"                                     \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src)TC__INPUT_##kind                         \
                     : "memory");                                                                  \
    }

#define TC_HINTED_CP_ASYNC_B128_ZFILL(name, kind, op, qualifiers)                                  \
    TC_FN void name(void *dst, const void *src, unsigned bytes TC__PARAMETER_##kind) {             \
        asm volatile("cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 16, %2" TC__PLACE_##kind(3) ";"                                 \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src), "r"(bytes)TC__INPUT_##kind             \
                     : "memory");                                                                  \
    }

#define TC_HINTED_CP_ASYNC_B128_OR_ZERO(name, kind, op, qualifiers)                                \
    TC_FN void name(void *dst, const void *src, int keep TC__PARAMETER_##kind) {                   \
        asm volatile("{\n\t"                                                                       \
                     ".reg .pred ignore;\n\t"                                                      \
                     "setp.eq.s32 ignore, %2, 0;\n\t"                                              \
                     "cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 16, ignore" TC__PLACE_##kind(3) ";\n\t"                         \
                                                                   "}"                             \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src), "r"(keep)TC__INPUT_##kind              \
                     : "memory");                                                                  \
    }

/* ---- made by make rows, of the rows of hints.def ---- */

/* A cache policy for a POLICY function: this fraction of the lines (0 < fraction <= 1, which ones
 * is up to the hardware) gets the priority, the others none of their own. The number has no meaning
 * outside of the instructions that take it. PTX: "createpolicy". */
TC_FN unsigned long long tc_createpolicy_fractional_evict_first(float fraction) {
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, %1;" : "=l"(policy) : "f"(fraction));
    return policy;
}

TC_FN unsigned long long tc_createpolicy_fractional_evict_last(float fraction) {
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, %1;" : "=l"(policy) : "f"(fraction));
    return policy;
}

TC_FN unsigned long long tc_createpolicy_fractional_evict_normal(float fraction) {
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_normal.b64 %0, %1;" : "=l"(policy) : "f"(fraction));
    return policy;
}

TC_FN unsigned long long tc_createpolicy_fractional_evict_unchanged(float fraction) {
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_unchanged.b64 %0, %1;" : "=l"(policy) : "f"(fraction));
    return policy;
}

/* ---- end of the rows ---- */

#else

/* On the CPU caches do not exist: the plain access, under its hinted name. */
#define TC__EMU_LOAD(name, kind, bytes)                                                            \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        TC__IGNORE_##kind tc_emu_load(#name, dst, src, bytes, TC_EMU_GLOBAL_SPACE);                \
    }
#define TC_HINTED_LOAD_B8(name, kind, qualifiers) TC__EMU_LOAD(name, kind, 1)
#define TC_HINTED_LOAD_B16(name, kind, qualifiers) TC__EMU_LOAD(name, kind, 2)
#define TC_HINTED_LOAD_B32(name, kind, qualifiers) TC__EMU_LOAD(name, kind, 4)
#define TC_HINTED_LOAD_B64(name, kind, qualifiers) TC__EMU_LOAD(name, kind, 8)
#define TC_HINTED_LOAD_B128(name, kind, qualifiers) TC__EMU_LOAD(name, kind, 16)
#define TC_HINTED_LOAD_B256(name, kind, qualifiers) TC__EMU_LOAD(name, kind, 32)

#define TC__EMU_STORE(name, kind, bytes)                                                           \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        TC__IGNORE_##kind tc_emu_store(#name, dst, src, bytes, TC_EMU_GLOBAL_SPACE);               \
    }
#define TC_HINTED_STORE_B8(name, kind, qualifiers) TC__EMU_STORE(name, kind, 1)
#define TC_HINTED_STORE_B16(name, kind, qualifiers) TC__EMU_STORE(name, kind, 2)
#define TC_HINTED_STORE_B32(name, kind, qualifiers) TC__EMU_STORE(name, kind, 4)
#define TC_HINTED_STORE_B64(name, kind, qualifiers) TC__EMU_STORE(name, kind, 8)
#define TC_HINTED_STORE_B128(name, kind, qualifiers) TC__EMU_STORE(name, kind, 16)
#define TC_HINTED_STORE_B256(name, kind, qualifiers) TC__EMU_STORE(name, kind, 32)

#define TC__EMU_CP_ASYNC(name, kind, width)                                                        \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        TC__IGNORE_##kind tc_emu_cp_async(#name, dst, src, width, width);                          \
    }
#define TC_HINTED_CP_ASYNC_B32(name, kind, op, qualifiers) TC__EMU_CP_ASYNC(name, kind, 4)
#define TC_HINTED_CP_ASYNC_B64(name, kind, op, qualifiers) TC__EMU_CP_ASYNC(name, kind, 8)
#define TC_HINTED_CP_ASYNC_B128(name, kind, op, qualifiers) TC__EMU_CP_ASYNC(name, kind, 16)

#define TC__EMU_CP_ASYNC_ZFILL(name, kind, width)                                                  \
    TC_FN void name(void *dst, const void *src, unsigned bytes TC__PARAMETER_##kind) {             \
        TC__IGNORE_##kind tc_emu_cp_async(#name, dst, src, width, bytes);                          \
    }
#define TC_HINTED_CP_ASYNC_B32_ZFILL(name, kind, op, qualifiers)                                   \
    TC__EMU_CP_ASYNC_ZFILL(name, kind, 4)
#define TC_HINTED_CP_ASYNC_B64_ZFILL(name, kind, op, qualifiers)                                   \
    TC__EMU_CP_ASYNC_ZFILL(name, kind, 8)
#define TC_HINTED_CP_ASYNC_B128_ZFILL(name, kind, op, qualifiers)                                  \
    TC__EMU_CP_ASYNC_ZFILL(name, kind, 16)

#define TC__EMU_CP_ASYNC_OR_ZERO(name, kind, width)                                                \
    TC_FN void name(void *dst, const void *src, int keep TC__PARAMETER_##kind) {                   \
        TC__IGNORE_##kind tc_emu_cp_async(#name, dst, src, width, keep ? width : 0);               \
    }
#define TC_HINTED_CP_ASYNC_B32_OR_ZERO(name, kind, op, qualifiers)                                 \
    TC__EMU_CP_ASYNC_OR_ZERO(name, kind, 4)
#define TC_HINTED_CP_ASYNC_B64_OR_ZERO(name, kind, op, qualifiers)                                 \
    TC__EMU_CP_ASYNC_OR_ZERO(name, kind, 8)
#define TC_HINTED_CP_ASYNC_B128_OR_ZERO(name, kind, op, qualifiers)                                \
    TC__EMU_CP_ASYNC_OR_ZERO(name, kind, 16)

#endif
#endif
