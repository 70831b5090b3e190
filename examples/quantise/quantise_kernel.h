/* quantise_kernel.h: q = x / scale, rounded to e4m3 or i8, with scale = max |x| / the type's largest number: over each row,
 * or over each block of 128 columns of a row. A CTA of 8 warps has 8 rows and 1024 columns in registers at a time. */
#ifndef QUANTISE_KERNEL_H
#define QUANTISE_KERNEL_H

enum { QUANTISE_ROWS = 8, QUANTISE_COLS = 1024, QUANTISE_BLOCK = 128, QUANTISE_THREADS = 256 };

/* in[row * in_ld + column], out likewise; scales[row], or scales[row * blocks of a row + block]. Columns and both pitches
 * are multiples of 8 elements. */
typedef struct {
    const void *in;
    void *out;
    float *scales;
    unsigned rows, cols, in_ld, out_ld;
} Quantise;

/* The generated functions of a pair of types. HELD: rows of which a lane holds a part, 32 numbers in all; MOST: the
 * largest number of the type that comes out. */
#define QUANTISE_PAIR(Name, T, From, Q, To, held, most)                                            \
    struct Name {                                                                                  \
        typedef From In;                                                                           \
        typedef To Out;                                                                            \
        enum { HELD = held, MOST = most };                                                         \
        TC_FN void load(float x[32], const Quantise *a, int row, int col) {                        \
            tc_load_##T(x, (const In *)a->in, a->in_ld, row, col, a->rows, a->cols);               \
        }                                                                                          \
        TC_FN void store(const float x[32], const Quantise *a, int row, int col) {                 \
            tc_store_##T##_##Q((Out *)a->out, x, a->out_ld, row, col, a->rows, a->cols);           \
        }                                                                                          \
        TC_FN void block_most(float to[HELD], const float size[32]) {                              \
            tc_reduce_block_most_##T(to, size);                                                    \
        }                                                                                          \
        TC_FN void row_most(float to[HELD], const float size[32], void *scratch) {                 \
            tc_reduce_row_most_##T(to, size, scratch, 0);                                          \
        }                                                                                          \
        TC_FN void store_scales(                                                                   \
            float *to, const float scales[HELD], unsigned ld, int row, unsigned rows) {            \
            tc_store_scales_##T(to, scales, ld, row, rows);                                        \
        }                                                                                          \
    }
QUANTISE_PAIR(F32ToE4m3, f32, float, e4m3, tc_e4m3, 8, 448);
QUANTISE_PAIR(F32ToI8, f32, float, i8, signed char, 8, 127);
QUANTISE_PAIR(Bf16ToE4m3, bf16, tc_bf16, e4m3, tc_e4m3, 4, 448);
QUANTISE_PAIR(Bf16ToI8, bf16, tc_bf16, i8, signed char, 4, 127);

/* The scale of numbers of at most this size. Rows of zeros have one too, and no number is too small to divide by. */
template <class Pair> TC_FN float scale_of(float most) {
    return fmaxf(most, 1e-30f) / (float)Pair::MOST;
}

template <class Pair>
TC_FN void quantise_tile(float x[32], const float most[Pair::HELD], float scales[Pair::HELD]) {
    float by[Pair::HELD];
    TC_UNROLL
    for (unsigned row = 0; row < Pair::HELD; row++) {
        scales[row] = scale_of<Pair>(most[row]);
        by[row] = 1 / scales[row];
    }
    TC_UNROLL
    for (unsigned k = 0; k < 32; k++)
        x[k] *= by[k * Pair::HELD / 32];
}

/* A CTA for each 8 rows and 1024 columns; a block's columns are those of one warp. */
template <class Pair> __global__ void quantise_blocks(const Quantise a) {
    const unsigned across = (a.cols + QUANTISE_COLS - 1) / QUANTISE_COLS;
    const unsigned blocks = (a.cols + QUANTISE_BLOCK - 1) / QUANTISE_BLOCK;
    const int row = (int)(tc_cta_index() / across * QUANTISE_ROWS);
    const int col = (int)(tc_cta_index() % across * QUANTISE_COLS);
    const unsigned block = (unsigned)col / QUANTISE_BLOCK + tc_thread_index() / 32;
    float x[32], size[32], most[Pair::HELD], scales[Pair::HELD];
    Pair::load(x, &a, row, col);
    TC_UNROLL
    for (unsigned k = 0; k < 32; k++)
        size[k] = fabsf(x[k]);
    Pair::block_most(most, size);
    quantise_tile<Pair>(x, most, scales);
    Pair::store(x, &a, row, col);
    if (block < blocks)
        Pair::store_scales(a.scales + block, scales, blocks, row, a.rows);
}

/* A CTA for each 8 rows. It goes through the columns for the sizes, and back for the numbers: the tile that came last
 * is still in the registers then. */
template <class Pair> __global__ void quantise_rows(const Quantise a) {
    __shared__ float scratch[QUANTISE_ROWS * QUANTISE_THREADS / 32];
    const int row = (int)tc_cta_index() * QUANTISE_ROWS;
    const int last = ((int)a.cols - 1) / QUANTISE_COLS * QUANTISE_COLS;
    float x[32], size[32], most[Pair::HELD], scales[Pair::HELD];
    TC_UNROLL
    for (unsigned k = 0; k < 32; k++)
        size[k] = 0;
    for (int col = 0; col <= last; col += QUANTISE_COLS) {
        Pair::load(x, &a, row, col);
        TC_UNROLL
        for (unsigned k = 0; k < 32; k++)
            size[k] = fmaxf(size[k], fabsf(x[k]));
    }
    Pair::row_most(most, size, scratch);
    for (int col = last; col >= 0; col -= QUANTISE_COLS) {
        if (col != last)
            Pair::load(x, &a, row, col);
        quantise_tile<Pair>(x, most, scales);
        Pair::store(x, &a, row, col);
    }
    if (tc_thread_index() < 32)
        Pair::store_scales(a.scales, scales, 1, row, a.rows);
}

#endif
