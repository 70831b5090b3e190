/* conv2d.cu: examples/conv2d beside the same kernel whose tiles are brought, and whose pixels are stored, by hand.
 *
 * usage: conv2d [ROUNDS]    a line for each shape: GFLOP/s of both and the ratio; exit code 1 if results differ */
#include "timing.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/conv2d/conv2d_gen.h"

#include "../../examples/conv2d/conv2d_kernel.h"

/* Four floats a turn, or single ones where the width is no multiple of four. */
struct ByHand {
    TC_FN void load(float *tile, const Conv *a, unsigned channel, int y, int x) {
        const float *const from = a->in + (size_t)channel * a->height * a->ld;
        if (a->width % 4 == 0) {
            for (unsigned i = threadIdx.x; i < 34 * 18; i += CONV_THREADS) {
                const int row = y - 1 + (int)(i / 18), col = x - 4 + (int)(i % 18 * 4);
                const bool in = (unsigned)row < a->height && (unsigned)col < a->width;
                tc_cp_async_b128_or_zero(tile + i * 4, from + (long long)row * a->ld + col, in);
            }
            return;
        }
        for (unsigned i = threadIdx.x; i < 34 * 72; i += CONV_THREADS) {
            const int row = y - 1 + (int)(i / 72), col = x - 4 + (int)(i % 72);
            const bool in = (unsigned)row < a->height && (unsigned)col < a->width;
            tc_cp_async_b32_or_zero(tile + i, from + (long long)row * a->ld + col, in);
        }
    }
    TC_FN void store(const Conv *a, unsigned filter, const float pixels[8], int y, int x) {
        const int row = y + threadIdx.x / 16 * 2, col = x + threadIdx.x % 16 * 4;
        float *const to = a->out + ((size_t)filter * a->height + row) * a->ld + col;
        for (int i = 0; i < 2; i++) {
            if (row + i >= (int)a->height)
                continue;
            if (a->width % 4 == 0 && col < (int)a->width)
                *(float4 *)(to + (size_t)i * a->ld) = make_float4(
                    pixels[i * 4], pixels[i * 4 + 1], pixels[i * 4 + 2], pixels[i * 4 + 3]);
            for (int k = 0; k < 4; k++)
                if (a->width % 4 && col + k < (int)a->width)
                    to[(size_t)i * a->ld + k] = pixels[i * 4 + k];
        }
    }
};

static __global__ void fill(float *p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        p[i] = (float)((int)((unsigned)i * 2654435761u >> 9) % 7 - 3);
}

static __global__ void differ(const float *a, const float *b, size_t n, unsigned *count) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        if (a[i] != b[i])
            atomicAdd(count, 1);
}

typedef void (*Kernel)(const Conv);

/* Milliseconds of one of three launches. */
static double time_of(Kernel kernel, unsigned ctas, const Conv &a) {
    static cudaEvent_t from, to;
    float milliseconds;
    if (!from) {
        MUST(cudaEventCreate(&from));
        MUST(cudaEventCreate(&to));
    }
    MUST(cudaEventRecord(from));
    for (int i = 0; i < 3; i++)
        kernel<<<ctas, CONV_THREADS>>>(a);
    MUST(cudaEventRecord(to));
    MUST(cudaEventSynchronize(to));
    MUST(cudaEventElapsedTime(&milliseconds, from, to));
    return milliseconds / 3;
}

static unsigned measure(unsigned channels, unsigned side, unsigned width, int rounds) {
    enum { FILTERS = 16 };
    const Kernel kernels[2] = {conv2d<ByHand>, conv2d<Generated>};
    const unsigned ld = (width + 3) / 4 * 4;
    const size_t plane = (size_t)side * ld, count = FILTERS * plane;
    float *in, *filters, *out[2];
    unsigned *wrong, found;
    MUST(cudaMalloc(&in, channels * plane * 4));
    MUST(cudaMalloc(&filters, FILTERS * channels * 9 * 4));
    MUST(cudaMalloc(&wrong, 4));
    MUST(cudaMemset(wrong, 0, 4));
    fill<<<1024, 256>>>(in, channels * plane);
    fill<<<1024, 256>>>(filters, FILTERS * channels * 9);
    for (int i = 0; i < 2; i++) {
        MUST(cudaMalloc(&out[i], count * 4));
        MUST(cudaMemset(out[i], 0, count * 4));
    }
    const unsigned tiles =
        (side + CONV_ROWS - 1) / CONV_ROWS * ((width + CONV_COLS - 1) / CONV_COLS);
    std::vector<double> times[2], ratio;
    for (int round = -2; round < rounds; round++)
        for (int kit = 0; kit < 2; kit++) {
            const Conv a = {in, filters, out[kit], channels, FILTERS, side, width, ld};
            const double one = time_of(kernels[kit], tiles * (FILTERS / CONV_FILTERS), a);
            if (round >= 0)
                times[kit].push_back(one);
        }
    differ<<<1024, 256>>>(out[0], out[1], count, wrong);
    MUST(cudaMemcpy(&found, wrong, 4, cudaMemcpyDeviceToHost));
    for (int i = 0; i < rounds; i++)
        ratio.push_back(times[0][i] / times[1][i]);
    const double work = 18e-6 * FILTERS * channels * side * width;
    printf(
        "conv2d, %u channels, %u filters, %ux%u: kit %.0f GFLOP/s, by hand %.0f, ratio %.3f (%.3f "
        "to %.3f); %u "
        "pixels differ\n",
        channels,
        (unsigned)FILTERS,
        side,
        width,
        work / median(times[1]),
        work / median(times[0]),
        median(ratio),
        *std::min_element(ratio.begin(), ratio.end()),
        *std::max_element(ratio.begin(), ratio.end()),
        found);
    MUST(cudaFree(in));
    MUST(cudaFree(filters));
    MUST(cudaFree(wrong));
    for (float *one : out)
        MUST(cudaFree(one));
    return found;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    unsigned wrong = measure(16, 2048, 2048, rounds);
    wrong += measure(16, 2048, 2046, rounds);
    wrong += measure(64, 512, 512, rounds);
    return wrong != 0;
}
