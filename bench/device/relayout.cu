/* relayout.cu: registers of a warp from blocked to striped, beside cub::WarpExchange; cycles of a call in a
 * chain of calls, the barrier that lets the scratch be used again included.
 *
 * usage: relayout [ROUNDS]    a line a size; exit code 1 where the two differ */
#include "timing.h"
#include "relayout_gen.h"
#include <cub/warp/warp_exchange.cuh>

enum { CALLS = 256 };

template <int words> __device__ __forceinline__ void generated(float *v, void *scratch) {
    float w[words];
    if (words == 4)
        tc_turn_4_at(threadIdx.x, w, v, scratch);
    else if (words == 8)
        tc_turn_8_at(threadIdx.x, w, v, scratch);
    else if (words == 16)
        tc_turn_16_at(threadIdx.x, w, v, scratch);
    else
        tc_turn_32_at(threadIdx.x, w, v, scratch);
#pragma unroll
    for (int i = 0; i < words; i++)
        v[i] = w[i];
}

template <int words, bool ours>
__global__ void turn(const float *in, float *out, long long *cycles) {
    typedef cub::WarpExchange<float, words> Exchange;
    __shared__ typename Exchange::TempStorage theirs;
    __shared__ __align__(128) unsigned char scratch[words * 128];
    float v[words];
    for (int i = 0; i < words; i++)
        v[i] = in[threadIdx.x * words + i];
    __syncwarp();
    const long long begin = clock64();
#pragma unroll 1
    for (int i = 0; i < CALLS; i++) {
        if (ours)
            generated<words>(v, scratch);
        else
            Exchange(theirs).BlockedToStriped(v, v);
        __syncwarp();
    }
    const long long end = clock64();
    if (threadIdx.x == 0)
        *cycles = end - begin;
    for (int i = 0; i < words; i++)
        out[threadIdx.x * words + i] = v[i];
}

template <int words> static bool measure(int rounds) {
    float *in, *out;
    long long *cycles;
    std::vector<float> numbers(words * 32), results[2];
    std::vector<double> times[2], ratios;
    for (int i = 0; i < words * 32; i++)
        numbers[i] = (float)i;
    MUST(cudaMalloc(&in, words * 128));
    MUST(cudaMalloc(&out, words * 128));
    MUST(cudaMallocManaged(&cycles, 8));
    MUST(cudaMemcpy(in, numbers.data(), words * 128, cudaMemcpyHostToDevice));
    for (int round = -1; round < rounds; round++)
        for (int form = 0; form < 2; form++) {
            if (form == 0)
                turn<words, true><<<1, 32>>>(in, out, cycles);
            else
                turn<words, false><<<1, 32>>>(in, out, cycles);
            MUST(cudaDeviceSynchronize());
            if (round >= 0)
                times[form].push_back((double)*cycles / CALLS);
            results[form].resize(words * 32);
            MUST(cudaMemcpy(results[form].data(), out, words * 128, cudaMemcpyDeviceToHost));
        }
    for (int i = 0; i < rounds; i++)
        ratios.push_back(times[1][i] / times[0][i]);
    printf(
        "blocked to striped, %d words a lane: %.0f cycles, cub::WarpExchange %.0f, ratio %.2f\n",
        words,
        median(times[0]),
        median(times[1]),
        median(ratios));
    MUST(cudaFree(in));
    MUST(cudaFree(out));
    MUST(cudaFree(cycles));
    return results[0] == results[1];
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    bool good = measure<4>(rounds);
    good &= measure<8>(rounds);
    good &= measure<16>(rounds);
    good &= measure<32>(rounds);
    return good ? 0 : 1;
}
