/* rownorm.cu: examples/rownorm on rows of one length, beside a one-shot copy of as many bytes. As a library
 * (-shared -Xcompiler -fPIC) it is what rownorm.py calls.
 *
 * usage: rownorm [ROUNDS]    a line a kernel and length; exit code 1 on a wrong number */
#include "timing.h"
#include "tilecopy/host/kernel.h"

#include "../../examples/rownorm/rownorm_gen.h"

#include "../../examples/rownorm/rownorm_kernel.h"

enum { KINDS = 3, SAMPLED = 64 };
static const char *const names[KINDS] = {"LayerNorm", "RMSNorm", "softmax"};

/* Kernel `kind` on `rows` rows of `length`; 0, or an error of CUDA. lengths: that number for each row. */
extern "C" int rownorm_start(
    int kind, const void *src, void *dst, const unsigned *lengths, unsigned rows, unsigned length) {
    void (*const kernels[KINDS])(Rownorm) = {rownorm_layer, rownorm_rms, rownorm_softmax};
    const Rownorm args = {(const float *)src, (float *)dst, lengths, length};
    kernels[kind]<<<rows, ROWNORM_THREADS>>>(args);
    return (int)cudaGetLastError();
}

extern "C" int rownorm_copy(const void *src, void *dst, size_t bytes) {
    one_shot_copy<<<(unsigned)(bytes / 16384), 256>>>((uint4 *)dst, (const uint4 *)src);
    return (int)cudaGetLastError();
}

static __global__ void fill(float *at, size_t count) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x)
        at[i] = (float)((unsigned)i * 2654435761u >> 16) / 8192 - 4;
}

static __global__ void put(unsigned *at, unsigned value, unsigned count) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        at[i] = value;
}

/* How many numbers of a row are not what they should be: (x - from) * by, or exp(x - from) * by. */
static unsigned wrong_of(int kind, const std::vector<float> &src, const std::vector<float> &dst) {
    double sum = 0, most = -1e30, squares = 0;
    unsigned wrong = 0;
    for (float x : src) {
        sum += x;
        most = std::max(most, (double)x);
    }
    const double from = kind == 0 ? sum / (double)src.size() : kind == 1 ? 0 : most;
    for (float x : src)
        squares += kind == 2 ? exp(x - from) : (x - from) * (x - from);
    const double by = kind == 2 ? 1 / squares : 1 / sqrt(squares / (double)src.size() + 1e-5);
    for (size_t i = 0; i < src.size(); i++) {
        const double want = (kind == 2 ? exp(src[i] - from) : src[i] - from) * by;
        wrong += !(fabs(dst[i] - want) <= 1e-5 + 1e-4 * fabs(want));
    }
    return wrong;
}

static const size_t bytes = (size_t)512 << 20;

static unsigned check(
    int kind, const float *src, const float *dst, unsigned rows, unsigned length) {
    std::vector<float> in(length), out(length);
    unsigned wrong = 0;
    for (unsigned i = 0; i < SAMPLED; i++) {
        const size_t at = (size_t)(i * 7919u % rows) * length;
        MUST(cudaMemcpy(in.data(), src + at, length * 4, cudaMemcpyDeviceToHost));
        MUST(cudaMemcpy(out.data(), dst + at, length * 4, cudaMemcpyDeviceToHost));
        wrong += wrong_of(kind, in, out);
    }
    return wrong;
}

static bool measure(
    int kind, unsigned length, int rounds, float *src, float *dst, unsigned *lengths) {
    const unsigned rows = (unsigned)(bytes / 4 / length);
    std::vector<double> times[2], ratios;
    cudaEvent_t begin, end;
    unsigned wrong = 0;
    put<<<256, 256>>>(lengths, length, rows);
    MUST(cudaEventCreate(&begin));
    MUST(cudaEventCreate(&end));
    for (int round = -1; round < rounds; round++)
        for (int form = 0; form < 2; form++) {
            float milliseconds;
            if (round < 0)
                MUST(cudaMemset(dst, 255, bytes));
            MUST(cudaEventRecord(begin));
            for (int i = 0; i < 2; i++)
                MUST(
                    form ? rownorm_copy(src, dst, bytes)
                         : rownorm_start(kind, src, dst, lengths, rows, length));
            MUST(cudaEventRecord(end));
            MUST(cudaEventSynchronize(end));
            MUST(cudaEventElapsedTime(&milliseconds, begin, end));
            if (round >= 0)
                times[form].push_back(milliseconds / 2);
            else if (form == 0)
                wrong = check(kind, src, dst, rows, length);
        }
    for (int i = 0; i < rounds; i++)
        ratios.push_back(times[1][i] / times[0][i]);
    printf(
        "rownorm, %s of %u rows of %u f32: %.0f GB/s, one-shot copy %.0f, ratio %.3f; %u wrong\n",
        names[kind],
        rows,
        length,
        2e-6 * bytes / median(times[0]),
        2e-6 * bytes / median(times[1]),
        median(ratios),
        wrong);
    MUST(cudaEventDestroy(begin));
    MUST(cudaEventDestroy(end));
    return wrong == 0;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    float *src, *dst;
    unsigned *lengths;
    bool good = true;
    MUST(cudaMalloc(&src, bytes));
    MUST(cudaMalloc(&dst, bytes));
    MUST(cudaMalloc(&lengths, bytes / 4 / 1024 * sizeof *lengths));
    fill<<<1024, 256>>>(src, bytes / 4);
    for (int kind = 0; kind < KINDS; kind++)
        for (unsigned length = 1024; length <= 8192; length *= 2)
            good &= measure(kind, length, rounds, src, dst, lengths);
    return good ? 0 : 1;
}
