/* rownorm.cu: examples/rownorm on rows of one length, beside a one-shot copy of as many bytes. As a library
 * (-shared -Xcompiler -fPIC) it is what rownorm.py calls.
 *
 * usage: rownorm [ROUNDS]    a line a kernel and length; exit code 1 on a wrong number */
#include "timing.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include "tilecopy/host/kernel.h"

#include "../../examples/rownorm/rownorm_gen.h"

#include "../../examples/rownorm/rownorm_kernel.h"

enum { SAMPLED = 64 };
static const char *const names[ROWNORM_KINDS] = {"LayerNorm", "RMSNorm", "softmax"};
static const char *const types[ROWNORM_TYPES] = {"f32", "f16", "bf16"};
static const size_t sizes[ROWNORM_TYPES] = {4, 2, 2}, bytes = (size_t)512 << 20;

/* Of `rows` rows of `length`; 0, or an error of CUDA. lengths: that number for each row. */
extern "C" int rownorm_start(
    int kind,
    int type,
    const void *src,
    void *dst,
    const unsigned *lengths,
    unsigned rows,
    unsigned length) {
    const Rownorm args = {src, dst, lengths, rows, length, (RownormKind)kind};
    const RownormLaunch launch = rownorm_launch((RownormType)type, rows, length);
    launch.kernel<<<launch.grid, launch.block>>>(args);
    return (int)cudaGetLastError();
}

extern "C" int rownorm_copy(const void *src, void *dst, size_t count) {
    timing_copy<<<(unsigned)(count / 16384), 256>>>((uint4 *)dst, (const uint4 *)src);
    return (int)cudaGetLastError();
}

/* ---- numbers ------------------------------------------------------------------------------- */

/* From -4 to 4. */
static __global__ void fill(void *at, size_t count, int type) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x) {
        const float value = (float)((unsigned)i * 2654435761u >> 24) / 32 - 4;
        if (type == ROWNORM_F32)
            ((float *)at)[i] = value;
        else if (type == ROWNORM_F16)
            ((__half *)at)[i] = __float2half(value);
        else
            ((__nv_bfloat16 *)at)[i] = __float2bfloat16(value);
    }
}

static __global__ void put(unsigned *at, unsigned value, unsigned count) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        at[i] = value;
}

static double number_at(const std::vector<char> &row, size_t i, int type) {
    if (type == ROWNORM_F32)
        return ((const float *)row.data())[i];
    return type == ROWNORM_F16 ? (double)__half2float(((const __half *)row.data())[i])
                               : (double)__bfloat162float(((const __nv_bfloat16 *)row.data())[i]);
}

/* How many numbers of a row are not what they should be: (x - from) * by, or exp(x - from) * by. */
static unsigned wrong_of(
    int kind,
    int type,
    unsigned length,
    const std::vector<char> &src,
    const std::vector<char> &dst) {
    static const double relative[] = {1e-4, 1e-3, 6e-3};
    double sum = 0, most = -1e30, squares = 0;
    unsigned wrong = 0;
    for (unsigned i = 0; i < length; i++) {
        sum += number_at(src, i, type);
        most = std::max(most, number_at(src, i, type));
    }
    const double from = kind == ROWNORM_LAYER ? sum / length : kind == ROWNORM_RMS ? 0 : most;
    for (unsigned i = 0; i < length; i++) {
        const double x = number_at(src, i, type) - from;
        squares += kind == ROWNORM_SOFTMAX ? exp(x) : x * x;
    }
    const double by = kind == ROWNORM_SOFTMAX ? 1 / squares : 1 / sqrt(squares / length + 1e-5);
    for (unsigned i = 0; i < length; i++) {
        const double x = number_at(src, i, type) - from;
        const double want = (kind == ROWNORM_SOFTMAX ? exp(x) : x) * by;
        wrong += !(fabs(number_at(dst, i, type) - want) <= 1e-5 + relative[type] * fabs(want));
    }
    return wrong;
}

static unsigned check(
    int kind, int type, const char *src, const char *dst, unsigned rows, unsigned length) {
    const size_t size = length * sizes[type];
    std::vector<char> in(size), out(size);
    unsigned wrong = 0;
    for (unsigned i = 0; i < SAMPLED; i++) {
        const size_t at = (size_t)(i * 7919u % rows) * size;
        MUST(cudaMemcpy(in.data(), src + at, size, cudaMemcpyDeviceToHost));
        MUST(cudaMemcpy(out.data(), dst + at, size, cudaMemcpyDeviceToHost));
        wrong += wrong_of(kind, type, length, in, out);
    }
    return wrong;
}

/* ---- time ---------------------------------------------------------------------------------- */

static bool measure(
    int kind, int type, unsigned length, int rounds, char *src, char *dst, unsigned *lengths) {
    const unsigned rows = (unsigned)(bytes / sizes[type] / length);
    put<<<256, 256>>>(lengths, length, rows);
    const auto launch = [&](int form) {
        MUST(
            form ? rownorm_copy(src, dst, bytes)
                 : rownorm_start(kind, type, src, dst, lengths, rows, length));
    };
    MUST(cudaMemset(dst, 255, bytes));
    launch(0);
    const unsigned wrong = check(kind, type, src, dst, rows, length);
    const auto times = in_turn(2, rounds, launch, 2);
    printf(
        "rownorm, %s of %u rows of %u %s: %.0f GB/s, one-shot copy %.0f, ratio %.3f; %u wrong\n",
        names[kind],
        rows,
        length,
        types[type],
        2e-6 * bytes / median(times[0]),
        2e-6 * bytes / median(times[1]),
        timing_ratio(times[1], times[0]).median,
        wrong);
    return wrong == 0;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    char *src, *dst;
    unsigned *lengths;
    bool good = true;
    MUST(cudaMalloc(&src, bytes));
    MUST(cudaMalloc(&dst, bytes));
    MUST(cudaMalloc(&lengths, bytes / 2 / 1024 * sizeof *lengths));
    for (int type = 0; type < ROWNORM_TYPES; type++) {
        fill<<<1024, 256>>>(src, bytes / sizes[type], type);
        for (int kind = 0; kind < ROWNORM_KINDS; kind++)
            for (unsigned length = 1024; length <= 8192; length *= 2)
                good &= measure(kind, type, length, rounds, src, dst, lengths);
    }
    return good ? 0 : 1;
}
