/* trial/relayout.cu: forms of blocked to striped, 8 words a lane, beside cub::WarpExchange.
 *   chain       one warp, a call in a chain of calls, as bench/device/relayout.cu
 *   joined      the same, but a call begins when all of the one before has arrived
 *   throughput  16 warps of an SM, cycles of the SM for a call
 * usage: relayout [ROUNDS] */
#include "../device/timing.h"
#include "relayout_gen.h"
#include <cub/warp/warp_exchange.cuh>

enum { CALLS = 256, WARPS = 16 };
#define IN static __device__ __forceinline__

IN void sts128(unsigned at, const float *v) {
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(at), "f"(v[0]), "f"(v[1]), "f"(v[2]), "f"(v[3]) : "memory");
}
IN void sts64(unsigned at, const float *v) {
    asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(at), "f"(v[0]), "f"(v[1]) : "memory");
}
IN void sts32(unsigned at, const float *v) {
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(v[0]) : "memory");
}
IN void lds128(float *v, unsigned at) {
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3]) : "r"(at) : "memory");
}
IN void lds32(float *v, unsigned at) {
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v[0]) : "r"(at) : "memory");
}
IN void ldsm4(float *v, unsigned at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3]) : "r"(at) : "memory");
}
IN void ldsm2(float *v, unsigned at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=f"(v[0]), "=f"(v[1]) : "r"(at) : "memory");
}

/* Chunks of four words, chunk q at q ^ (q / 8 % 2): no conflicts in STS.128, LDSM or LDS.32. */
IN void chunks(unsigned b, unsigned l, const float *v) {
    const unsigned at = (2 * l ^ l / 4 % 2) * 16;
    sts128(b + at, v);
    sts128(b + (at ^ 16), v + 4);
}
IN unsigned row(unsigned l, unsigned j) {
    return (8 * j + (l / 4 ^ j % 2)) * 16 + l % 4 * 4;
}
IN unsigned matrix(unsigned l, unsigned j) {
    const unsigned q = 8 * (j + l / 8) + l % 8;
    return (q ^ q / 8 % 2) * 16;
}

#define FORM(name) struct name { IN void call(float *v, void *p, unsigned b, unsigned l)
#define SYNC __syncwarp()

/* clang-format off */
FORM(Generated)     { float w[8]; tc_turn_8_at(l, w, v, p); for (int i = 0; i < 8; i++) v[i] = w[i]; } };
FORM(Cub)           { typedef cub::WarpExchange<float, 8> E; E(*(E::TempStorage *)p).BlockedToStriped(*(float (*)[8])v, *(float (*)[8])v); } };
FORM(Sts128Ldsm4)   { chunks(b, l, v); SYNC; ldsm4(v, b + matrix(l, 0)); ldsm4(v + 4, b + matrix(l, 4)); } };
FORM(Ldsm4Reversed) { chunks(b, l, v); SYNC; ldsm4(v + 4, b + matrix(l, 4)); ldsm4(v, b + matrix(l, 0)); } };
FORM(Sts128Ldsm2)   { chunks(b, l, v); SYNC; for (int j = 0; j < 8; j += 2) ldsm2(v + j, b + matrix(l % 16, j)); } };
FORM(Sts128Lds32)   { chunks(b, l, v); SYNC; for (int j = 0; j < 8; j++) lds32(v + j, b + row(l, j)); } };
FORM(Ldsm4Lds32)    { chunks(b, l, v); SYNC; ldsm4(v, b + matrix(l, 0)); for (int j = 4; j < 8; j++) lds32(v + j, b + row(l, j)); } };
FORM(Lds32Ldsm4)    { chunks(b, l, v); SYNC; for (int j = 0; j < 4; j++) lds32(v + j, b + row(l, j)); ldsm4(v + 4, b + matrix(l, 4)); } };
/* Chunk m of four results of lane m, lane's groups turned by (b7 b4 b3). */
FORM(Sts32Lds128)   {
    const unsigned g = l / 16 * 4 + l % 4, word = l / 4 % 4;
    for (unsigned r = 0; r < 8; r++) sts32(b + (g * 8 + (r ^ g)) * 16 + word * 4, v + r);
    SYNC;
    for (unsigned h = 0; h < 2; h++) { const unsigned k = h * 4 + l / 8; lds128(v + 4 * h, b + (k * 8 + (l % 8 ^ k)) * 16); }
} };
/* Lines of 32 words, a result each; word (b4 b3 b2 b1 b0) at banks (b4, b3, b2 ^ b7, b1 ^ b6, b0 ^ b5). */
FORM(Sts32Lds32)    {
    for (unsigned r = 0; r < 8; r++) sts32(b + (l / 4 * 32 + (l % 4 * 8 + (r ^ l / 4))) * 4, v + r);
    SYNC;
    for (unsigned j = 0; j < 8; j++) lds32(v + j, b + (j * 32 + (l ^ j)) * 4);
} };
/* ... at banks (b4, b3, b2 ^ b6, b1 ^ b5, b0). */
FORM(Sts64Lds32)    {
    for (unsigned r = 0; r < 8; r += 2) sts64(b + (l / 4 * 32 + l % 4 * 8 + (r ^ l / 4 % 4 * 2)) * 4, v + r);
    SYNC;
    for (unsigned j = 0; j < 8; j++) lds32(v + j, b + (j * 32 + (l ^ j % 4 * 2)) * 4);
} };
/* The last stores are short: b2 = 0 at (b5, b4, b3, b1, b0), b2 = 1 at (~b5, b4, b3, b1 ^ b6, b0 ^ (b1 & b7)). */
IN unsigned tapered(unsigned e) {
    const unsigned b2 = e >> 2 & 1, b1 = e >> 1 & 1, b5 = e >> 5 & 1, b6 = e >> 6 & 1, b7 = e >> 7 & 1;
    const unsigned low = b2 ? (b1 ^ b6) * 2 + ((e & 1) ^ (b1 & b7)) : e & 3;
    return ((e >> 5) * 32 + (b5 ^ b2) * 16 + (e >> 3 & 3) * 4 + low) * 4;
}
FORM(TaperedLds32)  {
    sts128(b + tapered(8 * l), v); sts64(b + tapered(8 * l + 4), v + 4);
    sts32(b + tapered(8 * l + 6), v + 6); sts32(b + tapered(8 * l + 7), v + 7);
    SYNC;
    for (unsigned j = 0; j < 8; j++) lds32(v + j, b + tapered(32 * j + l));
} };
/* No exchange at all, for the floor: every lane stores its words and reads them back. */
FORM(Own128)        { for (int h = 0; h < 2; h++) sts128(b + h * 512 + l * 16, v + 4 * h); SYNC; for (int h = 0; h < 2; h++) lds128(v + 4 * h, b + h * 512 + l * 16); } };
FORM(Own128x32)     { for (int h = 0; h < 2; h++) sts128(b + h * 512 + l * 16, v + 4 * h); SYNC; for (int h = 0; h < 8; h++) lds32(v + h, b + h * 128 + l * 4); } };
FORM(Own32)         { for (int h = 0; h < 8; h++) sts32(b + h * 128 + l * 4, v + h); SYNC; for (int h = 0; h < 8; h++) lds32(v + h, b + h * 128 + l * 4); } };
FORM(Own128Once)    { sts128(b + l * 16, v); SYNC; lds128(v, b + l * 16); } };
FORM(Own128Store1)  { sts128(b + l * 16, v + 4); SYNC; for (int h = 0; h < 2; h++) lds128(v + 4 * h, b + h * 512 + l * 16); } };
FORM(Own32Once)     { sts32(b + l * 4, v); SYNC; lds32(v, b + l * 4); } };
/* Three rounds of butterflies and a rotation of lanes: eight shuffles a word set, no memory. */
FORM(Shuffles)      {
    float w[8], s[8];
    for (int i = 0; i < 8; i++) s[i] = v[i];
    for (int bit = 0; bit < 3; bit++) { const bool up = (l >> 2 >> bit) & 1; for (int i = 0; i < 8; i++) w[i] = up ? s[i ^ 1 << bit] : s[i]; for (int i = 0; i < 8; i++) s[i] = w[i]; }
    /* s[i] is the word i ^ (l / 4); destination lane m takes word m % 8 of lane 4 j + m / 8 in round j ^ ... */
    for (int i = 0; i < 8; i++) w[i] = __shfl_sync(~0u, s[i], ((i ^ (l & 7)) * 4 + l / 8) & 31);
    for (int bit = 0; bit < 3; bit++) { const bool up = (l >> bit) & 1; for (int i = 0; i < 8; i++) s[i] = up ? w[i ^ 1 << bit] : w[i]; for (int i = 0; i < 8; i++) w[i] = s[i]; }
    for (int i = 0; i < 8; i++) v[i] = w[i];
} };
/* clang-format on */

/* mode 0 chain, 1 joined, 2 the same as 0 with the base of the scratch in a register of its own */
template <typename Form, int mode>
__global__ void __launch_bounds__(WARPS * 32) turn(const float *in, float *out, long long *cycles) {
    __shared__ __align__(128) unsigned char scratch[WARPS * 1152];
    const unsigned lane = threadIdx.x % 32;
    unsigned char *mine = scratch + threadIdx.x / 32 * 1152;
    unsigned base = (unsigned)__cvta_generic_to_shared(mine);
    float v[8];
    for (int i = 0; i < 8; i++)
        v[i] = in[lane * 8 + i];
    unsigned zero = in[0] < -1e9f;
    if (mode == 2) {
        asm volatile("" : "+r"(base));
        mine = (unsigned char *)__cvta_shared_to_generic(base);
    }
    __syncthreads();
    const long long begin = clock64();
#pragma unroll 1
    for (int i = 0; i < CALLS; i++) {
        Form::call(v, mine, base, lane);
        __syncwarp();
        if (mode == 1) {
            unsigned all = 0;
            for (int k = 0; k < 8; k++)
                all |= __float_as_uint(v[k]);
            all &= zero;
            v[0] = __uint_as_float(__float_as_uint(v[0]) ^ all);
            v[4] = __uint_as_float(__float_as_uint(v[4]) ^ all);
        }
    }
    __syncthreads();
    const long long end = clock64();
    if (threadIdx.x == 0)
        cycles[blockIdx.x] = end - begin;
    if (blockIdx.x == 0 && threadIdx.x < 32)
        for (int i = 0; i < 8; i++)
            out[lane * 8 + i] = v[i];
}

typedef void (*Kernel)(const float *, float *, long long *);
static float *in, *out;
static long long *cycles;

static double timed(Kernel kernel, int ctas, int warps) {
    kernel<<<ctas, warps * 32>>>(in, out, cycles);
    MUST(cudaDeviceSynchronize());
    return (double)cycles[ctas / 2] / CALLS / warps;
}

template <typename Form> static void measure(const char *name, int rounds) {
    std::vector<double> times[5];
    std::vector<float> want(256), got(256);
    for (int i = 0; i < 256; i++)
        want[i] = (float)i;
    for (int i = 0; i < CALLS; i++) { /* what was element l * 8 + r is at lane l, register r */
        std::vector<float> next(256);
        for (int e = 0; e < 256; e++)
            next[e % 32 * 8 + e / 32] = want[e];
        want = next;
    }
    for (int round = -1; round < rounds; round++) {
        const double t[5] = {
            timed(turn<Form, 0>, 1, 1),
            timed(turn<Form, 2>, 1, 1),
            timed(turn<Form, 1>, 1, 1),
            timed(turn<Form, 0>, 132, 8),
            timed(turn<Form, 0>, 132, WARPS)};
        if (round >= 0)
            for (int i = 0; i < 5; i++)
                times[i].push_back(t[i]);
    }
    MUST(cudaMemcpy(got.data(), out, 1024, cudaMemcpyDeviceToHost));
    printf(
        "%-14s chain %5.1f, base in a register %5.1f, joined %5.1f; throughput 8 warps %5.1f, 16 warps %5.1f; %s\n",
        name,
        median(times[0]),
        median(times[1]),
        median(times[2]),
        median(times[3]),
        median(times[4]),
        got == want ? "right" : "another result");
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    std::vector<float> numbers(256);
    for (int i = 0; i < 256; i++)
        numbers[i] = (float)i;
    MUST(cudaMalloc(&in, 1024));
    MUST(cudaMalloc(&out, 1024));
    MUST(cudaMallocManaged(&cycles, 8 * 132));
    MUST(cudaMemcpy(in, numbers.data(), 1024, cudaMemcpyHostToDevice));
#define MEASURE(form) measure<form>(#form, rounds)
    MEASURE(Cub);
    MEASURE(Generated);
    MEASURE(Sts128Ldsm4);
    MEASURE(Ldsm4Reversed);
    MEASURE(Sts128Ldsm2);
    MEASURE(Sts128Lds32);
    MEASURE(Ldsm4Lds32);
    MEASURE(Lds32Ldsm4);
    MEASURE(Sts32Lds128);
    MEASURE(Sts32Lds32);
    MEASURE(Sts64Lds32);
    MEASURE(TaperedLds32);
    MEASURE(Shuffles);
    MEASURE(Own128);
    MEASURE(Own128x32);
    MEASURE(Own32);
    MEASURE(Own128Once);
    MEASURE(Own128Store1);
    MEASURE(Own32Once);
    return 0;
}
