/* math.h: CUDA's numbers beside those of <cmath>: integers bit by bit, conversions, fast forms of functions,
 * which are the exact ones here. */
#ifndef TILECOPY_HOST_CUDA_MATH_H
#define TILECOPY_HOST_CUDA_MATH_H
#include "builtins.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <math.h>

/* ---- least and greatest ---------------------------------------------------------------------- */

#define TC__MIN_MAX(T, A, B)                                                                       \
    TC__CUDA_FN T min(A a, B b) {                                                                  \
        return (T)a < (T)b ? (T)a : (T)b;                                                          \
    }                                                                                              \
    TC__CUDA_FN T max(A a, B b) {                                                                  \
        return (T)a > (T)b ? (T)a : (T)b;                                                          \
    }
#define TC__MIN_MAX_SIGN(T, U)                                                                     \
    TC__MIN_MAX(T, T, T)                                                                           \
    TC__MIN_MAX(U, U, U)                                                                           \
    TC__MIN_MAX(U, T, U)                                                                           \
    TC__MIN_MAX(U, U, T)
TC__MIN_MAX_SIGN(int, unsigned)
TC__MIN_MAX_SIGN(long, unsigned long)
TC__MIN_MAX_SIGN(long long, unsigned long long)
#undef TC__MIN_MAX_SIGN
#undef TC__MIN_MAX
TC__CUDA_FN float min(float a, float b) {
    return fminf(a, b);
}
TC__CUDA_FN float max(float a, float b) {
    return fmaxf(a, b);
}
TC__CUDA_FN double min(double a, double b) {
    return fmin(a, b);
}
TC__CUDA_FN double max(double a, double b) {
    return fmax(a, b);
}
TC__CUDA_FN double min(float a, double b) {
    return fmin((double)a, b);
}
TC__CUDA_FN double max(float a, double b) {
    return fmax((double)a, b);
}
TC__CUDA_FN double min(double a, float b) {
    return fmin(a, (double)b);
}
TC__CUDA_FN double max(double a, float b) {
    return fmax(a, (double)b);
}
/* Templates: a program that has functions of these names uses its own. */
template <class = void> TC__CUDA_FN unsigned umin(unsigned a, unsigned b) {
    return min(a, b);
}
template <class = void> TC__CUDA_FN unsigned umax(unsigned a, unsigned b) {
    return max(a, b);
}

/* ---- bits -------------------------------------------------------------------------------------- */

TC__CUDA_FN int __popc(unsigned x) {
    return __builtin_popcount(x);
}
TC__CUDA_FN int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
TC__CUDA_FN int __clz(int x) {
    return x ? __builtin_clz((unsigned)x) : 32;
}
TC__CUDA_FN int __clzll(long long x) {
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
TC__CUDA_FN int __ffs(int x) {
    return __builtin_ffs(x);
}
TC__CUDA_FN int __ffsll(long long x) {
    return __builtin_ffsll(x);
}
TC__CUDA_FN unsigned __brev(unsigned x) {
    unsigned y = 0;
    for (int i = 0; i < 32; i++)
        y |= (x >> i & 1) << (31 - i);
    return y;
}
TC__CUDA_FN unsigned long long __brevll(unsigned long long x) {
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
/* The n-th set bit of the value from `base` on, upwards for n > 0; 0xffffffff: there is none. */
static inline unsigned __fns(unsigned value, unsigned base, int n) {
    const int step = n < 0 ? -1 : 1;
    int left = n < 0 ? -n : n;
    for (int at = (int)base; at >= 0 && at < 32; at += step) {
        if (!(value >> at & 1))
            continue;
        if (--left <= 0)
            return (unsigned)at;
    }
    return 0xffffffffu;
}
TC__CUDA_FN unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
    unsigned out;
    tc_emu_permute(&out, &a, &b, selector);
    return out;
}
TC__CUDA_FN unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
    return (unsigned)(((unsigned long long)high << 32 | low) << (by & 31) >> 32);
}
TC__CUDA_FN unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
    return (unsigned)(((unsigned long long)high << 32 | low) >> (by & 31));
}
TC__CUDA_FN unsigned __umulhi(unsigned a, unsigned b) {
    return (unsigned)((unsigned long long)a * b >> 32);
}
TC__CUDA_FN int __mulhi(int a, int b) {
    return (int)((long long)a * b >> 32);
}
TC__CUDA_FN unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
TC__CUDA_FN int __mul24(int a, int b) {
    return (a << 8 >> 8) * (b << 8 >> 8);
}
TC__CUDA_FN unsigned __umul24(unsigned a, unsigned b) {
    return (a & 0xffffffu) * (b & 0xffffffu);
}
TC__CUDA_FN unsigned __sad(int a, int b, unsigned c) {
    return (unsigned)(a < b ? b - a : a - b) + c;
}
TC__CUDA_FN unsigned __usad(unsigned a, unsigned b, unsigned c) {
    return (a < b ? b - a : a - b) + c;
}
/* Four products of bytes, and c. */
static inline int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 32; i += 8)
        c += (int)(signed char)(a >> i) * (int)(signed char)(b >> i);
    return c;
}
static inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 32; i += 8)
        c += (a >> i & 255) * (b >> i & 255);
    return c;
}

/* ---- the same bits as another type --------------------------------------------------------------- */

#define TC__AS(name, To, From)                                                                     \
    TC__CUDA_FN To name(From from) {                                                               \
        To to;                                                                                     \
        __builtin_memcpy(&to, &from, sizeof to);                                                   \
        return to;                                                                                 \
    }
TC__AS(__float_as_int, int, float)
TC__AS(__float_as_uint, unsigned, float)
TC__AS(__int_as_float, float, int)
TC__AS(__uint_as_float, float, unsigned)
TC__AS(__double_as_longlong, long long, double)
TC__AS(__longlong_as_double, double, long long)
#undef TC__AS
TC__CUDA_FN int __double2hiint(double x) {
    return (int)(__double_as_longlong(x) >> 32);
}
TC__CUDA_FN int __double2loint(double x) {
    return (int)__double_as_longlong(x);
}
TC__CUDA_FN double __hiloint2double(int high, int low) {
    return __longlong_as_double((long long)high << 32 | (unsigned)low);
}

/* ---- conversions --------------------------------------------------------------------------------- */

/* To whole numbers: a value outside becomes the nearest one that there is, a NaN 0. */
template <class T> TC__CUDA_FN T tc_cuda_whole(double x) {
    const double least = (double)std::numeric_limits<T>::min(),
                 beyond = 2.0 * (double)(std::numeric_limits<T>::max() / 2 + 1);
    if (x != x)
        return 0;
    return x <= least    ? std::numeric_limits<T>::min()
           : x >= beyond ? std::numeric_limits<T>::max()
                         : (T)x;
}
#define TC__WHOLE(name, From, T)                                                                   \
    TC__CUDA_FN T name##_rn(From x) {                                                              \
        return tc_cuda_whole<T>(nearbyint((double)x));                                             \
    }                                                                                              \
    TC__CUDA_FN T name##_rz(From x) {                                                              \
        return tc_cuda_whole<T>(trunc((double)x));                                                 \
    }                                                                                              \
    TC__CUDA_FN T name##_ru(From x) {                                                              \
        return tc_cuda_whole<T>(ceil((double)x));                                                  \
    }                                                                                              \
    TC__CUDA_FN T name##_rd(From x) {                                                              \
        return tc_cuda_whole<T>(floor((double)x));                                                 \
    }
TC__WHOLE(__float2int, float, int)
TC__WHOLE(__float2uint, float, unsigned)
TC__WHOLE(__float2ll, float, long long)
TC__WHOLE(__double2int, double, int)
TC__WHOLE(__double2uint, double, unsigned)
TC__WHOLE(__double2ll, double, long long)
#undef TC__WHOLE
TC__CUDA_FN float __int2float_rn(int x) {
    return (float)x;
}
TC__CUDA_FN float __uint2float_rn(unsigned x) {
    return (float)x;
}
TC__CUDA_FN double __int2double_rn(int x) {
    return (double)x;
}
TC__CUDA_FN float __double2float_rn(double x) {
    return (float)x;
}

/* ---- functions ----------------------------------------------------------------------------------- */

#define TC__TWO(name, T, result)                                                                   \
    TC__CUDA_FN T name(T a, T b) {                                                                 \
        return result;                                                                             \
    }
TC__TWO(__fadd_rn, float, a + b)
TC__TWO(__fsub_rn, float, a - b)
TC__TWO(__fmul_rn, float, a *b)
TC__TWO(__fdiv_rn, float, a / b)
TC__TWO(__dadd_rn, double, a + b)
TC__TWO(__dmul_rn, double, a *b)
TC__TWO(__ddiv_rn, double, a / b)
#undef TC__TWO
TC__CUDA_FN float __fmaf_rn(float a, float b, float c) {
    return fmaf(a, b, c);
}
TC__CUDA_FN double __fma_rn(double a, double b, double c) {
    return fma(a, b, c);
}
TC__CUDA_FN float __fsqrt_rn(float x) {
    return sqrtf(x);
}
TC__CUDA_FN float __frcp_rn(float x) {
    return 1.0f / x;
}
TC__CUDA_FN float __frsqrt_rn(float x) {
    return (float)(1.0 / sqrt((double)x));
}
TC__CUDA_FN float rsqrtf(float x) {
    return __frsqrt_rn(x);
}
TC__CUDA_FN double rsqrt(double x) {
    return 1.0 / sqrt(x);
}
TC__CUDA_FN float rsqrt(float x) {
    return __frsqrt_rn(x);
}
TC__CUDA_FN float rcbrtf(float x) {
    return 1.0f / cbrtf(x);
}
TC__CUDA_FN float __saturatef(float x) {
    return x > 0 ? x < 1 ? x : 1 : 0;
}
TC__CUDA_FN float fdividef(float a, float b) {
    return a / b;
}
TC__CUDA_FN float normcdff(float x) {
    return 0.5f * erfcf(-x * 0.70710678f);
}
TC__CUDA_FN double normcdf(double x) {
    return 0.5 * erfc(-x * 0.7071067811865475244);
}
TC__CUDA_FN float sinpif(float x) {
    return (float)sin(3.14159265358979323846 * (double)x);
}
TC__CUDA_FN float cospif(float x) {
    return (float)cos(3.14159265358979323846 * (double)x);
}
TC__CUDA_FN float rnorm3df(float a, float b, float c) {
    return __frsqrt_rn(a * a + b * b + c * c);
}
/* Names that <math.h> has for itself. */
#define __expf(x) expf(x)
#define __exp10f(x) exp10f(x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __powf(x, y) powf(x, y)
#define __sincosf(x, s, c) sincosf(x, s, c)
#define __fdividef(x, y) fdividef(x, y)
#define __tanhf(x) tanhf(x)

#define CUDART_INF_F INFINITY
#define CUDART_NAN_F NAN
#define CUDART_PI_F 3.141592654f
#define CUDART_INF ((double)INFINITY)
#define CUDART_PI 3.1415926535897931e+0

/* ---- loads and stores with a hint ------------------------------------------------------------------ */

#define TC__LOAD(name)                                                                             \
    template <class T> TC__CUDA_FN T name(const T *p) {                                            \
        return *p;                                                                                 \
    }
TC__LOAD(__ldg)
TC__LOAD(__ldca)
TC__LOAD(__ldcg)
TC__LOAD(__ldcs)
TC__LOAD(__ldlu)
TC__LOAD(__ldcv)
#undef TC__LOAD
#define TC__STORE(name)                                                                            \
    template <class T> TC__CUDA_FN void name(T *p, T value) {                                      \
        *p = value;                                                                                \
    }
TC__STORE(__stwb)
TC__STORE(__stcg)
TC__STORE(__stcs)
TC__STORE(__stwt)
#undef TC__STORE

TC__CUDA_FN size_t __cvta_generic_to_shared(const void *p) {
    return tc_emu_shared_address(p);
}
TC__CUDA_FN void *__cvta_shared_to_generic(size_t address) {
    return tc_emu_shared_at((unsigned)address);
}
TC__CUDA_FN size_t __cvta_generic_to_global(const void *p) {
    return (size_t)p;
}

#endif
