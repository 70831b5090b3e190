/* vector.h: CUDA's vectors of 1 to 4 numbers: float4, uint3, make_int2, dim3. */
#ifndef TILECOPY_HOST_CUDA_VECTOR_H
#define TILECOPY_HOST_CUDA_VECTOR_H

#define TC__VECTORS(name, T, align2, align4)                                                       \
    struct name##1 {                                                                               \
        T x;                                                                                       \
    };                                                                                             \
    struct __attribute__((aligned(align2))) name##2 {                                              \
        T x, y;                                                                                    \
    };                                                                                             \
    struct name##3 {                                                                               \
        T x, y, z;                                                                                 \
    };                                                                                             \
    struct __attribute__((aligned(align4))) name##4 {                                              \
        T x, y, z, w;                                                                              \
    };                                                                                             \
    static inline name##1 make_##name##1(T x) {                                                    \
        return {x};                                                                                \
    }                                                                                              \
    static inline name##2 make_##name##2(T x, T y) {                                               \
        return {x, y};                                                                             \
    }                                                                                              \
    static inline name##3 make_##name##3(T x, T y, T z) {                                          \
        return {x, y, z};                                                                          \
    }                                                                                              \
    static inline name##4 make_##name##4(T x, T y, T z, T w) {                                     \
        return {x, y, z, w};                                                                       \
    }
TC__VECTORS(char, signed char, 2, 4)
TC__VECTORS(uchar, unsigned char, 2, 4)
TC__VECTORS(short, short, 4, 8)
TC__VECTORS(ushort, unsigned short, 4, 8)
TC__VECTORS(int, int, 8, 16)
TC__VECTORS(uint, unsigned, 8, 16)
TC__VECTORS(long, long, 16, 16)
TC__VECTORS(ulong, unsigned long, 16, 16)
TC__VECTORS(longlong, long long, 16, 16)
TC__VECTORS(ulonglong, unsigned long long, 16, 16)
TC__VECTORS(float, float, 8, 16)
TC__VECTORS(double, double, 16, 16)
#undef TC__VECTORS

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {
    }
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {
    }
    constexpr operator uint3() const {
        return {x, y, z};
    }
};

#endif
