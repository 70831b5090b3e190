/* relayout.cu: registers of a warp from blocked to striped, beside cub::WarpExchange, the barrier that lets the
 * scratch be used again included: cycles of an SM for a call where 8 warps are at it, and cycles of a call
 * in a chain of calls by one warp. The first is what shared memory does; the chain is also how long a store
 * and a load take to come, whatever they move.
 *
 * usage: relayout [ROUNDS]    two lines a size; exit code 1 where the two differ */
#include "timing.h"
#include "relayout_gen.h"
#include <cub/warp/warp_exchange.cuh>

enum { CALLS = 256, WARPS = 8 };

template <int words> __device__ __forceinline__ void generated(float *v, void *scratch) {
    float w[words];
    const unsigned lane = threadIdx.x % 32;
    if (words == 4)
        tc_turn_4_at(lane, w, v, scratch);
    else if (words == 8)
        tc_turn_8_at(lane, w, v, scratch);
    else if (words == 16)
        tc_turn_16_at(lane, w, v, scratch);
    else
        tc_turn_32_at(lane, w, v, scratch);
#pragma unroll
    for (int i = 0; i < words; i++)
        v[i] = w[i];
}

template <int words, bool ours>
__global__ void __launch_bounds__(WARPS * 32) turn(const float *in, float *out, long long *cycles) {
    typedef cub::WarpExchange<float, words> Exchange;
    /* CUB's needs some bytes more. At multiples of 128 its accesses become wide ones too. */
    __shared__ __align__(128) unsigned char scratch[WARPS][words * 128 + 256];
    static_assert(sizeof(typename Exchange::TempStorage) <= sizeof scratch[0], "too small");
    unsigned char *const mine = scratch[threadIdx.x / 32];
    float v[words];
    for (int i = 0; i < words; i++)
        v[i] = in[threadIdx.x % 32 * words + i];
    __syncthreads();
    const long long begin = clock64();
#pragma unroll 1
    for (int i = 0; i < CALLS; i++) {
        if (ours)
            generated<words>(v, mine);
        else
            Exchange(*(typename Exchange::TempStorage *)mine).BlockedToStriped(v, v);
        __syncwarp();
    }
    __syncthreads();
    const long long end = clock64();
    if (threadIdx.x == 0)
        cycles[blockIdx.x] = end - begin;
    if (blockIdx.x == 0 && threadIdx.x < 32)
        for (int i = 0; i < words; i++)
            out[threadIdx.x * words + i] = v[i];
}

typedef void (*Turn)(const float *, float *, long long *);
enum { CHAIN, MANY, FORMS };

/* Cycles of an SM for a call. */
static double timed(Turn kernel, int form, const float *in, float *out, long long *cycles) {
    const int warps = form == CHAIN ? 1 : WARPS;
    kernel<<<1, warps * 32>>>(in, out, cycles);
    MUST(cudaDeviceSynchronize());
    return (double)*cycles / CALLS / warps;
}

template <int words> static bool measure(int rounds) {
    const Turn kernels[] = {turn<words, true>, turn<words, false>};
    static const char *const names[] = {"one warp in a chain", "many warps"};
    float *in, *out;
    long long *cycles;
    std::vector<float> numbers(words * 32), results[2];
    bool same = true;
    for (int i = 0; i < words * 32; i++)
        numbers[i] = (float)i;
    MUST(cudaMalloc(&in, words * 128));
    MUST(cudaMalloc(&out, words * 128));
    MUST(cudaMallocManaged(&cycles, 8));
    MUST(cudaMemcpy(in, numbers.data(), words * 128, cudaMemcpyHostToDevice));
    for (int form = FORMS - 1; form >= 0; form--) {
        std::vector<double> times[2], ratios;
        for (int round = -1; round < rounds; round++) {
            for (int k = 0; k < 2; k++) {
                const double each = timed(kernels[k], form, in, out, cycles);
                if (round >= 0)
                    times[k].push_back(each);
                results[k].resize(words * 32);
                MUST(cudaMemcpy(results[k].data(), out, words * 128, cudaMemcpyDeviceToHost));
            }
            same &= results[0] == results[1];
            if (round >= 0)
                ratios.push_back(times[1][round] / times[0][round]);
        }
        printf(
            "blocked to striped, %d words a lane, %s: %.1f cycles, cub::WarpExchange %.1f, ratio "
            "%.2f\n",
            words,
            names[form],
            median(times[0]),
            median(times[1]),
            median(ratios));
    }
    MUST(cudaFree(in));
    MUST(cudaFree(out));
    MUST(cudaFree(cycles));
    return same;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    bool good = measure<4>(rounds);
    good &= measure<8>(rounds);
    good &= measure<16>(rounds);
    good &= measure<32>(rounds);
    return good ? 0 : 1;
}
