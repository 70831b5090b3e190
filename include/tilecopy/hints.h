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
#include "config.h"
#include "async.h"

/* What the two words PLAIN and POLICY add: a parameter, an operand of the asm, its place. */
#define TC__PARAMETER_PLAIN
#define TC__PARAMETER_POLICY , unsigned long long policy
#define TC__INPUT_PLAIN
#define TC__INPUT_POLICY , "l"(policy)
#define TC__PLACE_PLAIN(n)
#define TC__PLACE_POLICY(n) ", %" #n
#define TC__IGNORE_PLAIN ((void)0)
#define TC__IGNORE_POLICY ((void)policy)

#if TC_ON_DEVICE

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

/* tc_load_global_b8 with hints. */
#define TC_HINTED_LOAD_B8(name, kind, qualifiers)                                                  \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned short v;                                                                          \
        unsigned char byte;                                                                        \
        asm volatile("ld.global" qualifiers ".b8 %0, [%1]" TC__PLACE_##kind(2) ";"                 \
                     : "=h"(v)                                                                     \
                     : "l"(src)TC__INPUT_##kind                                                    \
                     : "memory");                                                                  \
        byte = (unsigned char)v;                                                                   \
        TC_MEMCPY(dst, &byte, 1);                                                                  \
    }

/* tc_load_global_b16 with hints. */
#define TC_HINTED_LOAD_B16(name, kind, qualifiers)                                                 \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned short v;                                                                          \
        asm volatile("ld.global" qualifiers ".b16 %0, [%1]" TC__PLACE_##kind(2) ";"                \
                     : "=h"(v)                                                                     \
                     : "l"(src)TC__INPUT_##kind                                                    \
                     : "memory");                                                                  \
        TC_MEMCPY(dst, &v, 2);                                                                     \
    }

/* tc_load_global_b32 with hints. */
#define TC_HINTED_LOAD_B32(name, kind, qualifiers)                                                 \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned v;                                                                                \
        asm volatile("ld.global" qualifiers ".b32 %0, [%1]" TC__PLACE_##kind(2) ";"                \
                     : "=r"(v)                                                                     \
                     : "l"(src)TC__INPUT_##kind                                                    \
                     : "memory");                                                                  \
        TC_MEMCPY(dst, &v, 4);                                                                     \
    }

/* tc_load_global_b64 with hints. */
#define TC_HINTED_LOAD_B64(name, kind, qualifiers)                                                 \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned v[2];                                                                             \
        asm volatile("ld.global" qualifiers ".v2.b32 {%0, %1}, [%2]" TC__PLACE_##kind(3) ";"       \
                     : "=r"(v[0]), "=r"(v[1])                                                      \
                     : "l"(src)TC__INPUT_##kind                                                    \
                     : "memory");                                                                  \
        TC_MEMCPY(dst, v, 8);                                                                      \
    }

/* tc_load_global_b128 with hints. */
#define TC_HINTED_LOAD_B128(name, kind, qualifiers)                                                \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned v[4];                                                                             \
        asm volatile("ld.global" qualifiers                                                        \
                     ".v4.b32 {%0, %1, %2, %3}, [%4]" TC__PLACE_##kind(5) ";"                      \
                     : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])                              \
                     : "l"(src)TC__INPUT_##kind                                                    \
                     : "memory");                                                                  \
        TC_MEMCPY(dst, v, 16);                                                                     \
    }

/* tc_store_global_b8 with hints. */
#define TC_HINTED_STORE_B8(name, kind, qualifiers)                                                 \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned short v;                                                                          \
        unsigned char byte;                                                                        \
        TC_MEMCPY(&byte, src, 1);                                                                  \
        v = byte;                                                                                  \
        asm volatile("st.global" qualifiers ".b8 [%0], %1" TC__PLACE_##kind(2) ";"                 \
                     :                                                                             \
                     : "l"(dst), "h"(v)TC__INPUT_##kind                                            \
                     : "memory");                                                                  \
    }

/* tc_store_global_b16 with hints. */
#define TC_HINTED_STORE_B16(name, kind, qualifiers)                                                \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned short v;                                                                          \
        TC_MEMCPY(&v, src, 2);                                                                     \
        asm volatile("st.global" qualifiers ".b16 [%0], %1" TC__PLACE_##kind(2) ";"                \
                     :                                                                             \
                     : "l"(dst), "h"(v)TC__INPUT_##kind                                            \
                     : "memory");                                                                  \
    }

/* tc_store_global_b32 with hints. */
#define TC_HINTED_STORE_B32(name, kind, qualifiers)                                                \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned v;                                                                                \
        TC_MEMCPY(&v, src, 4);                                                                     \
        asm volatile("st.global" qualifiers ".b32 [%0], %1" TC__PLACE_##kind(2) ";"                \
                     :                                                                             \
                     : "l"(dst), "r"(v)TC__INPUT_##kind                                            \
                     : "memory");                                                                  \
    }

/* tc_store_global_b64 with hints. */
#define TC_HINTED_STORE_B64(name, kind, qualifiers)                                                \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned v[2];                                                                             \
        TC_MEMCPY(v, src, 8);                                                                      \
        asm volatile("st.global" qualifiers ".v2.b32 [%0], {%1, %2}" TC__PLACE_##kind(3) ";"       \
                     :                                                                             \
                     : "l"(dst), "r"(v[0]), "r"(v[1])TC__INPUT_##kind                              \
                     : "memory");                                                                  \
    }

/* tc_store_global_b128 with hints. */
#define TC_HINTED_STORE_B128(name, kind, qualifiers)                                               \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned v[4];                                                                             \
        TC_MEMCPY(v, src, 16);                                                                     \
        asm volatile("st.global" qualifiers                                                        \
                     ".v4.b32 [%0], {%1, %2, %3, %4}" TC__PLACE_##kind(5) ";"                      \
                     :                                                                             \
                     : "l"(dst), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])TC__INPUT_##kind        \
                     : "memory");                                                                  \
    }

/* tc_cp_async_b32 with hints. */
#define TC_HINTED_CP_ASYNC_B32(name, kind, op, qualifiers)                                         \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        asm volatile("cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 4" TC__PLACE_##kind(2) ";"                                      \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src)TC__INPUT_##kind                         \
                     : "memory");                                                                  \
    }

/* tc_cp_async_b32_zfill with hints. */
#define TC_HINTED_CP_ASYNC_B32_ZFILL(name, kind, op, qualifiers)                                   \
    TC_FN void name(void *dst, const void *src, unsigned bytes TC__PARAMETER_##kind) {             \
        asm volatile("cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 4, %2" TC__PLACE_##kind(3) ";"                                  \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src), "r"(bytes)TC__INPUT_##kind             \
                     : "memory");                                                                  \
    }

/* tc_cp_async_b32_or_zero with hints. */
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

/* tc_cp_async_b64 with hints. */
#define TC_HINTED_CP_ASYNC_B64(name, kind, op, qualifiers)                                         \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        asm volatile("cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 8" TC__PLACE_##kind(2) ";"                                      \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src)TC__INPUT_##kind                         \
                     : "memory");                                                                  \
    }

/* tc_cp_async_b64_zfill with hints. */
#define TC_HINTED_CP_ASYNC_B64_ZFILL(name, kind, op, qualifiers)                                   \
    TC_FN void name(void *dst, const void *src, unsigned bytes TC__PARAMETER_##kind) {             \
        asm volatile("cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 8, %2" TC__PLACE_##kind(3) ";"                                  \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src), "r"(bytes)TC__INPUT_##kind             \
                     : "memory");                                                                  \
    }

/* tc_cp_async_b64_or_zero with hints. */
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

/* tc_cp_async_b128 with hints. */
#define TC_HINTED_CP_ASYNC_B128(name, kind, op, qualifiers)                                        \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        asm volatile("cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 16" TC__PLACE_##kind(2) ";"                                     \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src)TC__INPUT_##kind                         \
                     : "memory");                                                                  \
    }

/* tc_cp_async_b128_zfill with hints. */
#define TC_HINTED_CP_ASYNC_B128_ZFILL(name, kind, op, qualifiers)                                  \
    TC_FN void name(void *dst, const void *src, unsigned bytes TC__PARAMETER_##kind) {             \
        asm volatile("cp.async." op ".shared.global" qualifiers                                    \
                     " [%0], [%1], 16, %2" TC__PLACE_##kind(3) ";"                                 \
                     :                                                                             \
                     : "r"(tc_smem_address(dst)), "l"(src), "r"(bytes)TC__INPUT_##kind             \
                     : "memory");                                                                  \
    }

/* tc_cp_async_b128_or_zero with hints. */
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

#if TC_HAS_V256
/* tc_load_global_b256 with hints. */
#define TC_HINTED_LOAD_B256(name, kind, qualifiers)                                                \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned v[8];                                                                             \
        asm volatile("ld.global" qualifiers                                                        \
                     ".v8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8]" TC__PLACE_##kind(9) ";"      \
                     : "=r"(v[0]),                                                                 \
                       "=r"(v[1]),                                                                 \
                       "=r"(v[2]),                                                                 \
                       "=r"(v[3]),                                                                 \
                       "=r"(v[4]),                                                                 \
                       "=r"(v[5]),                                                                 \
                       "=r"(v[6]),                                                                 \
                       "=r"(v[7])                                                                  \
                     : "l"(src)TC__INPUT_##kind                                                    \
                     : "memory");                                                                  \
        TC_MEMCPY(dst, v, 32);                                                                     \
    }

/* tc_store_global_b256 with hints. */
#define TC_HINTED_STORE_B256(name, kind, qualifiers)                                               \
    TC_FN void name(void *dst, const void *src TC__PARAMETER_##kind) {                             \
        unsigned v[8];                                                                             \
        TC_MEMCPY(v, src, 32);                                                                     \
        asm volatile("st.global" qualifiers                                                        \
                     ".v8.b32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8}" TC__PLACE_##kind(9) ";"      \
                     :                                                                             \
                     : "l"(dst),                                                                   \
                       "r"(v[0]),                                                                  \
                       "r"(v[1]),                                                                  \
                       "r"(v[2]),                                                                  \
                       "r"(v[3]),                                                                  \
                       "r"(v[4]),                                                                  \
                       "r"(v[5]),                                                                  \
                       "r"(v[6]),                                                                  \
                       "r"(v[7])TC__INPUT_##kind                                                   \
                     : "memory");                                                                  \
    }

#else
#define TC_HINTED_LOAD_B256(name, kind, qualifiers)                                                \
    TC_DECLARE void name(void *dst, const void *src TC__PARAMETER_##kind)                          \
        TC_UNAVAILABLE(#name " needs sm_100");

#define TC_HINTED_STORE_B256(name, kind, qualifiers)                                               \
    TC_DECLARE void name(void *dst, const void *src TC__PARAMETER_##kind)                          \
        TC_UNAVAILABLE(#name " needs sm_100");

#endif

/* ---- end of the rows ---- */

#endif
#endif
