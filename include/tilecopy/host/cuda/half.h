/* half.h: __half and __nv_bfloat16 with their arithmetic, and the 8-bit floats. Every operation rounds once, to
 * nearest even, as a GPU does. */
#ifndef TILECOPY_HOST_CUDA_HALF_H
#define TILECOPY_HOST_CUDA_HALF_H
#include "atomic.h"
#include "math.h"
#include "warp.h"

static inline float tc_cuda_widen(unsigned bits, int from) {
    return __uint_as_float(tc_emu_converted(bits, from, TC_EMU_AS_F32, TC_EMU_RN, TC_EMU_INF));
}
static inline unsigned short tc_cuda_narrow(float x, int to, int rounding = TC_EMU_RN) {
    return (unsigned short)tc_emu_converted(
        __float_as_uint(x), TC_EMU_AS_F32, to, rounding, TC_EMU_INF);
}
/* A double that is rounded to odd first rounds to the right neighbour afterwards. */
static inline unsigned short tc_cuda_narrow(double x, int to) {
    float f = (float)x;
    if ((double)f != x && x == x && !(__float_as_uint(f) & 1)) {
        const bool up = (double)f < x;
        const bool away = up == (x > 0);
        f = __uint_as_float(__float_as_uint(f) + (away ? 1 : -1));
    }
    return tc_cuda_narrow(f, to);
}

/* A type of 16 bits, the pair of it, and what both have by the same names. */
#define TC__HALF(H, H2, AS, as_name, raw)                                                          \
    struct raw {                                                                                   \
        unsigned short x;                                                                          \
    };                                                                                             \
    struct H {                                                                                     \
        unsigned short __x;                                                                        \
        H() = default;                                                                             \
        H(float v) : __x(tc_cuda_narrow(v, AS)) {                                                  \
        }                                                                                          \
        H(double v) : __x(tc_cuda_narrow(v, AS)) {                                                 \
        }                                                                                          \
        H(int v) : H((double)v) {                                                                  \
        }                                                                                          \
        H(unsigned v) : H((double)v) {                                                             \
        }                                                                                          \
        H(long long v) : H((double)v) {                                                            \
        }                                                                                          \
        H(const raw &v) : __x(v.x) {                                                               \
        }                                                                                          \
        operator float() const {                                                                   \
            return tc_cuda_widen(__x, AS);                                                         \
        }                                                                                          \
        explicit operator int() const {                                                            \
            return (int)(float)*this;                                                              \
        }                                                                                          \
        explicit operator unsigned() const {                                                       \
            return (unsigned)(float)*this;                                                         \
        }                                                                                          \
        operator raw() const {                                                                     \
            return raw{__x};                                                                       \
        }                                                                                          \
    };                                                                                             \
    struct __attribute__((aligned(4))) H2 {                                                        \
        H x, y;                                                                                    \
        H2() = default;                                                                            \
        H2(H a, H b) : x(a), y(b) {                                                                \
        }                                                                                          \
    };                                                                                             \
    static inline H as_name(unsigned short bits) {                                                 \
        return H(raw{bits});                                                                       \
    }                                                                                              \
    static inline H2 make_##H2(H a, H b) {                                                         \
        return H2(a, b);                                                                           \
    }                                                                                              \
    TC__HALF_TWO(H, H2, +, __hadd, (float)a + (float)b)                                            \
    TC__HALF_TWO(H, H2, -, __hsub, (float)a - (float)b)                                            \
    TC__HALF_TWO(H, H2, *, __hmul, (float)a *(float)b)                                             \
    TC__HALF_TWO(H, H2, /, __hdiv, (double)(float)a / (double)(float)b)                            \
    TC__HALF_IS(H, H2, ==, __heq)                                                                  \
    TC__HALF_IS(H, H2, !=, __hne)                                                                  \
    TC__HALF_IS(H, H2, <, __hlt)                                                                   \
    TC__HALF_IS(H, H2, <=, __hle)                                                                  \
    TC__HALF_IS(H, H2, >, __hgt)                                                                   \
    TC__HALF_IS(H, H2, >=, __hge)                                                                  \
    static inline H __hmin(H a, H b) {                                                             \
        return H(fminf((float)a, (float)b));                                                       \
    }                                                                                              \
    static inline H __hmax(H a, H b) {                                                             \
        return H(fmaxf((float)a, (float)b));                                                       \
    }                                                                                              \
    static inline H2 __hmin2(H2 a, H2 b) {                                                         \
        return H2(__hmin(a.x, b.x), __hmin(a.y, b.y));                                             \
    }                                                                                              \
    static inline H2 __hmax2(H2 a, H2 b) {                                                         \
        return H2(__hmax(a.x, b.x), __hmax(a.y, b.y));                                             \
    }                                                                                              \
    static inline H __hfma(H a, H b, H c) {                                                        \
        return H((double)(float)a * (double)(float)b + (double)(float)c);                          \
    }                                                                                              \
    static inline H2 __hfma2(H2 a, H2 b, H2 c) {                                                   \
        return H2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));                                   \
    }                                                                                              \
    static inline H __hneg(H a) {                                                                  \
        return as_name((unsigned short)(a.__x ^ 0x8000));                                          \
    }                                                                                              \
    static inline H __habs(H a) {                                                                  \
        return as_name((unsigned short)(a.__x & 0x7fff));                                          \
    }                                                                                              \
    static inline H operator-(H a) {                                                               \
        return __hneg(a);                                                                          \
    }                                                                                              \
    static inline H2 __hneg2(H2 a) {                                                               \
        return H2(__hneg(a.x), __hneg(a.y));                                                       \
    }                                                                                              \
    static inline H2 __habs2(H2 a) {                                                               \
        return H2(__habs(a.x), __habs(a.y));                                                       \
    }                                                                                              \
    static inline bool __hisnan(H a) {                                                             \
        return (float)a != (float)a;                                                               \
    }                                                                                              \
    static inline bool __hisinf(H a) {                                                             \
        return std::isinf((float)a);                                                               \
    }                                                                                              \
    static inline float __low2float(H2 a) {                                                        \
        return (float)a.x;                                                                         \
    }                                                                                              \
    static inline float __high2float(H2 a) {                                                       \
        return (float)a.y;                                                                         \
    }                                                                                              \
    static inline H2 __lowhigh2highlow(H2 a) {                                                     \
        return H2(a.y, a.x);                                                                       \
    }                                                                                              \
    TC__HALF_OF_ONE(H, H2, hexp, expf)                                                             \
    TC__HALF_OF_ONE(H, H2, hlog, logf)                                                             \
    TC__HALF_OF_ONE(H, H2, hsqrt, sqrtf)                                                           \
    TC__HALF_OF_ONE(H, H2, hrsqrt, rsqrtf)                                                         \
    TC__HALF_OF_ONE(H, H2, hrcp, __frcp_rn)                                                        \
    TC__HALF_OF_ONE(H, H2, hsin, sinf)                                                             \
    TC__HALF_OF_ONE(H, H2, hcos, cosf)                                                             \
    TC__HALF_OF_ONE(H, H2, hexp2, exp2f)                                                           \
    TC__HALF_OF_ONE(H, H2, hlog2, log2f)                                                           \
    TC__HALF_OF_ONE(H, H2, hfloor, floorf)                                                         \
    TC__HALF_OF_ONE(H, H2, hceil, ceilf)                                                           \
    TC__HALF_OF_ONE(H, H2, hrint, rintf)                                                           \
    static inline H atomicAdd(H *p, H v) {                                                         \
        return tc_cuda_atomic("atomicAdd", p, [=](H old) { return old + v; });                     \
    }                                                                                              \
    static inline H2 atomicAdd(H2 *p, H2 v) {                                                      \
        return tc_cuda_atomic("atomicAdd", p, [=](H2 old) { return old + v; });                    \
    }
#define TC__HALF_TWO(H, H2, sign, name, result)                                                    \
    static inline H name(H a, H b) {                                                               \
        return H(result);                                                                          \
    }                                                                                              \
    static inline H operator sign(H a, H b) {                                                      \
        return name(a, b);                                                                         \
    }                                                                                              \
    static inline H &operator sign##=(H &a, H b) {                                                 \
        return a = name(a, b);                                                                     \
    }                                                                                              \
    static inline H2 TC__TWO_OF(name)(H2 a, H2 b) {                                                \
        return H2(name(a.x, b.x), name(a.y, b.y));                                                 \
    }                                                                                              \
    static inline H2 operator sign(H2 a, H2 b) {                                                   \
        return H2(name(a.x, b.x), name(a.y, b.y));                                                 \
    }                                                                                              \
    static inline H2 &operator sign##=(H2 &a, H2 b) {                                              \
        return a = a sign b;                                                                       \
    }
#define TC__TWO_OF(name) TC__PASTE_TWO(name)
#define TC__PASTE_TWO(name) name##2
#define TC__HALF_IS(H, H2, sign, name)                                                             \
    static inline bool name(H a, H b) {                                                            \
        return (float)a sign(float) b;                                                             \
    }                                                                                              \
    static inline bool operator sign(H a, H b) {                                                   \
        return (float)a sign(float) b;                                                             \
    }
#define TC__HALF_OF_ONE(H, H2, name, function)                                                     \
    static inline H name(H a) {                                                                    \
        return H(function((float)a));                                                              \
    }                                                                                              \
    static inline H2 TC__FUNCTION_OF_TWO(name)(H2 a) {                                             \
        return H2(name(a.x), name(a.y));                                                           \
    }
#define TC__FUNCTION_OF_TWO(name) h2##name
TC__HALF(__half, __half2, TC_EMU_AS_F16, __ushort_as_half, __half_raw)
TC__HALF(__nv_bfloat16, __nv_bfloat162, TC_EMU_AS_BF16, __ushort_as_bfloat16, __nv_bfloat16_raw)
typedef __half half;
typedef __half2 half2;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#define make_half2 make___half2
#define make_bfloat162 make___nv_bfloat162
#define h2exp h2hexp
#define h2log h2hlog
#define h2sqrt h2hsqrt
#define h2rsqrt h2hrsqrt
#define h2rcp h2hrcp
#define h2sin h2hsin
#define h2cos h2hcos
#define h2exp2 h2hexp2
#define h2log2 h2hlog2
#define __CUDA_FP16_TYPES_EXIST__ 1
#define __CUDA_BF16_TYPES_EXIST__ 1

/* ---- names that have the type in them ----------------------------------------------------------- */

#define TC__HALF_NAMES(H, H2, AS, h, one, two)                                                     \
    static inline H __float2##one(float x) {                                                       \
        return H(x);                                                                               \
    }                                                                                              \
    static inline H __float2##one##_rn(float x) {                                                  \
        return H(x);                                                                               \
    }                                                                                              \
    static inline H __float2##one##_rz(float x) {                                                  \
        H v;                                                                                       \
        v.__x = tc_cuda_narrow(x, AS, TC_EMU_RZ);                                                  \
        return v;                                                                                  \
    }                                                                                              \
    static inline H __double2##one(double x) {                                                     \
        return H(x);                                                                               \
    }                                                                                              \
    static inline H __int2##one##_rn(int x) {                                                      \
        return H(x);                                                                               \
    }                                                                                              \
    static inline H __uint2##one##_rn(unsigned x) {                                                \
        return H(x);                                                                               \
    }                                                                                              \
    static inline float __##one##2float(H x) {                                                     \
        return (float)x;                                                                           \
    }                                                                                              \
    static inline int __##one##2int_rn(H x) {                                                      \
        return __float2int_rn((float)x);                                                           \
    }                                                                                              \
    static inline int __##one##2int_rz(H x) {                                                      \
        return __float2int_rz((float)x);                                                           \
    }                                                                                              \
    static inline unsigned short __##one##_as_ushort(H x) {                                        \
        return x.__x;                                                                              \
    }                                                                                              \
    static inline H2 __float2##two##_rn(float x) {                                                 \
        return H2(H(x), H(x));                                                                     \
    }                                                                                              \
    static inline H2 __floats2##two##_rn(float x, float y) {                                       \
        return H2(H(x), H(y));                                                                     \
    }                                                                                              \
    static inline H2 __float22##two##_rn(float2 v) {                                               \
        return H2(H(v.x), H(v.y));                                                                 \
    }                                                                                              \
    static inline float2 __##two##2float2(H2 v) {                                                  \
        return {(float)v.x, (float)v.y};                                                           \
    }                                                                                              \
    static inline H2 __##one##2##two(H v) {                                                        \
        return H2(v, v);                                                                           \
    }                                                                                              \
    static inline H2 __halves2##two(H a, H b) {                                                    \
        return H2(a, b);                                                                           \
    }                                                                                              \
    static inline H __low2##one(H2 v) {                                                            \
        return v.x;                                                                                \
    }                                                                                              \
    static inline H __high2##one(H2 v) {                                                           \
        return v.y;                                                                                \
    }                                                                                              \
    static inline H2 __low2##two(H2 v) {                                                           \
        return H2(v.x, v.x);                                                                       \
    }                                                                                              \
    static inline H2 __high2##two(H2 v) {                                                          \
        return H2(v.y, v.y);                                                                       \
    }
TC__HALF_NAMES(__half, __half2, TC_EMU_AS_F16, half, half, half2)
TC__HALF_NAMES(__nv_bfloat16, __nv_bfloat162, TC_EMU_AS_BF16, bfloat16, bfloat16, bfloat162)
static inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat162 v) {
    return v;
}

/* ---- 8 bits --------------------------------------------------------------------------------------- */

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;

static inline int tc_cuda_fp8(__nv_fp8_interpretation_t kind) {
    return kind == __NV_E4M3 ? TC_EMU_AS_E4M3 : TC_EMU_AS_E5M2;
}
static inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(
    float x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
    return (__nv_fp8_storage_t)tc_emu_converted(
        __float_as_uint(x),
        TC_EMU_AS_F32,
        tc_cuda_fp8(kind),
        TC_EMU_RN,
        saturate == __NV_SATFINITE ? TC_EMU_SAT : TC_EMU_INF);
}
static inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(
    float2 v, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
    return (
        __nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(v.x, saturate, kind) | __nv_cvt_float_to_fp8(v.y, saturate, kind) << 8);
}
static inline __half_raw __nv_cvt_fp8_to_halfraw(
    __nv_fp8_storage_t bits, __nv_fp8_interpretation_t kind) {
    return __half(tc_cuda_widen(bits, tc_cuda_fp8(kind)));
}
#define TC__FP8(name, kind)                                                                        \
    struct name {                                                                                  \
        __nv_fp8_storage_t __x;                                                                    \
        name() = default;                                                                          \
        explicit name(float v) : __x(__nv_cvt_float_to_fp8(v, __NV_SATFINITE, kind)) {             \
        }                                                                                          \
        explicit name(double v) : name((float)v) {                                                 \
        }                                                                                          \
        explicit name(__half v) : name((float)v) {                                                 \
        }                                                                                          \
        explicit name(__nv_bfloat16 v) : name((float)v) {                                          \
        }                                                                                          \
        explicit operator float() const {                                                          \
            return tc_cuda_widen(__x, tc_cuda_fp8(kind));                                          \
        }                                                                                          \
        explicit operator __half() const {                                                         \
            return __half((float)*this);                                                           \
        }                                                                                          \
    };
TC__FP8(__nv_fp8_e4m3, __NV_E4M3)
TC__FP8(__nv_fp8_e5m2, __NV_E5M2)
#undef TC__FP8
struct __attribute__((aligned(2))) __nv_fp8x2_e4m3 {
    __nv_fp8x2_storage_t __x;
    __nv_fp8x2_e4m3() = default;
    explicit __nv_fp8x2_e4m3(float2 v)
        : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, __NV_E4M3)) {
    }
};

#endif
