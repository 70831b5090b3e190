/* halo.cu: a 3x3 box filter over an image of 8190 x 8190 floats, 32x64 outputs a CTA, with the kit's tiles and with
 * the loop that one writes by hand for the same tile: single elements of which those outside are zero, vectors of
 * four with a border of four columns, and edges that are clamped.
 *
 * usage: halo [ROUNDS]    a line a form: GB/s of both and the ratio; exit code 1 on a wrong result */
#include "timing.h"
#include "halo_gen.h"

enum { THREADS = 256, ROWS = 32, COLS = 64, SIDE = 8188, PITCH = 8192, FORMS = 3 };
typedef struct {
    float *out;
    const float *in;
    unsigned width, height, ld;
} Image;

static __device__ void sums(const Image &a, const float *tile, int pitch, int first, int y, int x) {
    for (int i = threadIdx.x; i < ROWS * COLS; i += THREADS) {
        const int r = i / COLS, c = i % COLS;
        if (y + r >= (int)a.height || x + c >= (int)a.width)
            continue;
        float sum = 0;
        for (int dr = 0; dr < 3; dr++)
            for (int dc = 0; dc < 3; dc++)
                sum += tile[(r + dr) * pitch + first + c + dc];
        a.out[(size_t)(y + r) * a.ld + x + c] = sum;
    }
}

/* By hand: one element, or four, of a tile each turn. */
template <int form> static __device__ void load_by_hand(float *tile, const Image &a, int y, int x) {
    const int wide = form == 1 ? 18 : 66, first = form == 1 ? 4 : 1, step = form == 1 ? 4 : 1;
    for (int i = threadIdx.x; i < 34 * wide; i += THREADS) {
        int row = y - 1 + i / wide, col = x - first + i % wide * step;
        const bool inside = (unsigned)row < a.height && (unsigned)col < a.width;
        if (form == 2) {
            row = min(max(row, 0), (int)a.height - 1);
            col = min(max(col, 0), (int)a.width - 1);
        }
        const float *from = a.in + (long long)row * a.ld + col;
        if (form == 1)
            ((float4 *)tile)[i] = inside ? *(const float4 *)from : make_float4(0, 0, 0, 0);
        else
            tile[i] = form == 2 || inside ? *from : 0.0f;
    }
}

template <int form, bool kit> __global__ void __launch_bounds__(THREADS) box(const Image a) {
    __shared__ __align__(16) float tile[34 * 72];
    const int y = (int)blockIdx.y * ROWS, x = (int)blockIdx.x * COLS;
    if (!kit)
        load_by_hand<form>(tile, a, y, x);
    else if (form == 0)
        tc_halo_single(tile, a.in, a.ld, y, x, a.height, a.width);
    else if (form == 1)
        tc_halo_vector(tile, a.in, a.ld, y, x, a.height, a.width);
    else
        tc_halo_clamped(tile, a.in, a.ld, y, x, a.height, a.width);
    if (kit && form == 1) {
        tc_cp_async_commit();
        tc_cp_async_wait_all();
    }
    __syncthreads();
    sums(a, tile, form == 1 ? 72 : 66, form == 1 ? 3 : 0, y, x);
}

__global__ void fill(float *p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        p[i] = (float)((unsigned)i * 2654435761u >> 24);
}

__global__ void differ(const float *a, const float *b, size_t n, unsigned *count) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        if (a[i] != b[i])
            atomicAdd(count, 1);
}

typedef void (*Kernel)(Image);

int main(int argc, char **argv) {
    static const Kernel kernels[FORMS][2] = {
        {box<0, false>, box<0, true>},
        {box<1, false>, box<1, true>},
        {box<2, false>, box<2, true>}};
    static const char *const names[FORMS] = {
        "34x66, single elements", "34x72, vectors of 4", "34x66, clamped"};
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    const size_t count = (size_t)SIDE * PITCH;
    float *in, *out[2];
    unsigned *wrong, all = 0;
    MUST(cudaMalloc(&wrong, 4));
    MUST(cudaMalloc(&in, count * 4));
    fill<<<1024, 256>>>(in, count);
    for (int i = 0; i < 2; i++) {
        MUST(cudaMalloc(&out[i], count * 4));
        MUST(cudaMemset(out[i], 0, count * 4));
    }
    const dim3 grid((SIDE + COLS - 1) / COLS, (SIDE + ROWS - 1) / ROWS);
    for (int form = 0; form < FORMS; form++) {
        const auto times = in_turn(2, rounds, [&](int kit) {
            const Image a = {out[kit], in, SIDE, SIDE, PITCH};
            kernels[form][kit]<<<grid, THREADS>>>(a);
        });
        unsigned found;
        MUST(cudaMemset(wrong, 0, 4));
        differ<<<1024, 256>>>(out[0], out[1], count, wrong);
        MUST(cudaMemcpy(&found, wrong, 4, cudaMemcpyDeviceToHost));
        all += found;
        const double bytes = 8.0 * SIDE * SIDE;
        printf(
            "%s: kit %.0f GB/s, by hand %.0f GB/s, ratio %.3f; %u elements differ\n",
            names[form],
            1e-6 * bytes / median(times[1]),
            1e-6 * bytes / median(times[0]),
            timing_ratio(times[0], times[1]).median,
            found);
    }
    return all ? 1 : 0;
}
