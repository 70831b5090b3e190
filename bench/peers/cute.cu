/* The copies of tests/sass/cases.h with CuTe (CUTLASS), unsigned thread indices. Its default copy of a
 * 4x6 tile does not compile; the vectorising one with 32 bits assumed does. */
#include <cute/tensor.hpp>
using namespace cute;

static __device__ __forceinline__ void copy_a(float *dst, const float *src) {
    auto tiled = make_tiled_copy(
        Copy_Atom<UniversalCopy<uint128_t>, float>{},
        Layout<Shape<_32, _1>>{},
        Layout<Shape<_1, _8>>{});
    Tensor s = make_tensor(make_smem_ptr(src), Layout<Shape<_32, _8>, Stride<_8, _1>>{});
    auto mine = tiled.get_slice(threadIdx.x);
    Tensor from = mine.partition_S(s);
    Tensor to = make_tensor(make_rmem_ptr(dst), make_layout(shape(from)));
    copy(tiled, from, to);
}

template <class Atom>
static __device__ __forceinline__ void tile_copy(unsigned char *dst, const void *src, unsigned ld) {
    auto tiled =
        make_tiled_copy(Atom{}, Layout<Shape<_32, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
    Tensor g = make_tensor(
        make_gmem_ptr((const half_t *)src), make_shape(_128{}, _64{}), make_stride(ld, _1{}));
    Tensor s = make_tensor(
        make_smem_ptr((half_t *)dst),
        composition(Swizzle<3, 3, 3>{}, Layout<Shape<_128, _64>, Stride<_64, _1>>{}));
    auto mine = tiled.get_slice(threadIdx.x);
    copy(tiled, mine.partition_S(g), mine.partition_D(s));
}

#define COPY_C tile_copy<Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>>
#define FINISH_C() cp_async_fence(), cp_async_wait<0>()
#define COPY_S tile_copy<Copy_Atom<UniversalCopy<uint128_t>, half_t>>

static __device__ __forceinline__ auto swizzled(const void *p) {
    return make_tensor(
        make_smem_ptr((half_t *)p),
        composition(Swizzle<3, 3, 3>{}, Layout<Shape<_16, _64>, Stride<_64, _1>>{}));
}

/* 16x16, or four of them. */
template <class Columns>
static __device__ __forceinline__ void fragments(unsigned *dst, const unsigned char *src) {
    auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
    auto tiled = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
    Tensor s = local_tile(swizzled(src), Shape<_16, Columns>{}, make_coord(_0{}, _0{}));
    auto mine = tiled.get_slice(threadIdx.x);
    Tensor r = mma.get_slice(threadIdx.x).partition_fragment_A(s);
    copy(tiled, mine.partition_S(s), mine.retile_D(r));
    __builtin_memcpy(dst, r.data(), Columns::value);
}

#if __CUDA_ARCH__ >= 900
static __device__ __forceinline__ void copy_f(unsigned char *dst, const unsigned *src) {
    auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
    auto tiled = make_tiled_copy_A(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
    Tensor s = local_tile(swizzled(dst), Shape<_16, _16>{}, make_coord(_0{}, _0{}));
    auto mine = tiled.get_slice(threadIdx.x);
    Tensor r = mma.get_slice(threadIdx.x).partition_fragment_A(s);
    __builtin_memcpy(r.data(), src, 16);
    copy(tiled, mine.retile_S(r), mine.partition_D(s));
}
#define COPY_F copy_f
#endif

static __device__ __forceinline__ void copy_h(float *dst, const float *src) {
    auto layout = Layout<Shape<_4, _6>, Stride<_6, _1>>{};
    if (threadIdx.x == 0)
        copy(
            AutoVectorizingCopyWithAssumedAlignment<32>{},
            make_tensor(make_gmem_ptr(src), layout),
            make_tensor(make_smem_ptr(dst), layout));
}

#define COPY_A copy_a
#define COPY_E fragments<_16>
#define COPY_E4 fragments<_64>
#define COPY_H copy_h
#include "cases.h"
