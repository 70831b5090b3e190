/* transpose_kernel.h: a matrix into its transpose, any size and pitch. A CTA moves one tile of 64x64 f32, 128x128 f16
 * or 256x256 u8, in rows of 256 bytes, by 256 threads (u8: 1024) and as many bytes of shared memory. */
#ifndef TRANSPOSE_KERNEL_H
#define TRANSPOSE_KERNEL_H

typedef struct {
    const void *src; /* rows x columns, ld_src elements from row to row */
    void *dst;       /* columns x rows, ld_dst */
    unsigned rows, columns, ld_src, ld_dst;
} Transpose;

enum { TRANSPOSE_THREADS = 256, TRANSPOSE_THREADS_U8 = 1024 };

TC_FN void transpose_tile(const Transpose *t, unsigned size, unsigned *row, unsigned *column) {
    const unsigned columns = (t->columns + size - 1) / size;
    *row = tc_cta_index() / columns * size;
    *column = tc_cta_index() % columns * size;
}

/* `form`: nothing, or _any where rows begin anywhere. */
#define TRANSPOSE(name, tag, form, type, size, threads)                                            \
    extern "C" __global__ void name(const Transpose arg) {                                         \
        type *const tile = (type *)(void *)tc_smem();                                              \
        type square[size * size / threads], turned[size * size / threads];                         \
        unsigned row, column;                                                                      \
        transpose_tile(&arg, size, &row, &column);                                                 \
        const type *const src = (const type *)arg.src + (size_t)row * arg.ld_src + column;         \
        type *const dst = (type *)arg.dst + (size_t)column * arg.ld_dst + row;                     \
        tc_load##form##_##tag(square, src, arg.ld_src, arg.rows - row, arg.columns - column);      \
        tc_turn_##tag(turned, square);                                                             \
        tc_put_##tag(tile, turned);                                                                \
        tc_cta_sync();                                                                             \
        tc_store##form##_##tag(dst, tile, arg.ld_dst, arg.columns - column, arg.rows - row);       \
    }

TRANSPOSE(transpose_f32, f32, , float, 64, TRANSPOSE_THREADS)
TRANSPOSE(transpose_f16, f16, , tc_f16, 128, TRANSPOSE_THREADS)
TRANSPOSE(transpose_u8, u8, , unsigned char, 256, TRANSPOSE_THREADS_U8)
TRANSPOSE(transpose_any_f32, f32, _any, float, 64, TRANSPOSE_THREADS)
TRANSPOSE(transpose_any_f16, f16, _any, tc_f16, 128, TRANSPOSE_THREADS)
TRANSPOSE(transpose_any_u8, u8, _any, unsigned char, 256, TRANSPOSE_THREADS_U8)

#endif
