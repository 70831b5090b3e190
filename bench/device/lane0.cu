/* lane0.cu: regions of lane 0 and sums, generated beside the same by hand and beside cub; cycles of a call in a
 * chain of calls, of which each waits for what the one before it gave.
 *
 * usage: lane0 [ROUNDS]    a line each; exit code 1 where the two differ */
#include "timing.h"
#include "lane0_gen.h"
#include <cub/block/block_reduce.cuh>

enum { CALLS = 256 };

static __device__ int missing; /* 0: no program writes it */

/* The four of the next call are ready at once, and every lane has others: ptxas leaves out shuffles where it sees
 * that all have the same. */
template <class T> static __device__ __forceinline__ void again(T *v, T sum) {
#pragma unroll
    for (int k = 0; k < 4; k++)
        v[k] = sum + (T)(threadIdx.x * 4 + k);
}

/* Waits for all 128: they are stored where `never` is not 0, which costs an instruction for each four of them. */
static __device__ __forceinline__ void landed(const float *all, void *smem, int never) {
#pragma unroll
    for (int k = 0; k < 128; k += 4)
        asm volatile("{\n.reg .pred p;\nsetp.ne.s32 p, %0, 0;\n"
                     "@p st.shared.v4.f32 [%1], {%2, %3, %4, %5};\n}" ::"r"(never),
                     "r"((unsigned)__cvta_generic_to_shared(smem) + k * 4),
                     "f"(all[k]),
                     "f"(all[k + 1]),
                     "f"(all[k + 2]),
                     "f"(all[k + 3])
                     : "memory");
}

/* ---- 128 f32, four a lane, of which all lanes see all -------------------------------------------- */

struct read_generated {
    typedef float Number;
    tc_lane0_region_smem *smem;
    int never;
    __device__ __forceinline__ void operator()(float *v) {
        float all[128];
        tc_lane0_region_gather(v, smem);
        tc_lane0_region_read_a(all, smem);
        landed(all, smem, never);
        again(v, all[127] / 2);
        tc_lane0_region_scatter();
    }
};

static __device__ __forceinline__ void hand_put(const float *v, void *smem) {
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(
                     (unsigned)__cvta_generic_to_shared(smem) + threadIdx.x * 16),
                 "f"(v[0]),
                 "f"(v[1]),
                 "f"(v[2]),
                 "f"(v[3])
                 : "memory");
}

static __device__ __forceinline__ void hand_get(float *v, const void *smem, int i) {
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
                 : "r"((unsigned)__cvta_generic_to_shared(smem) + i * 16)
                 : "memory");
}

struct read_hand {
    typedef float Number;
    tc_lane0_region_smem *smem;
    int never;
    __device__ __forceinline__ void operator()(float *v) {
        float all[128];
        hand_put(v, smem);
        __syncwarp();
#pragma unroll
        for (int i = 0; i < 32; i++)
            hand_get(all + i * 4, smem, i);
        landed(all, smem, never);
        again(v, all[127] / 2);
        __syncwarp();
    }
};

/* What the other lanes have in the same registers. */
static __device__ __forceinline__ void anything(float *all) {
#pragma unroll
    for (int i = 0; i < 128; i++)
        asm volatile("" : "=f"(all[i]));
}

/* ---- the same in the `if` of lane 0 ---------------------------------------------------------------- */

struct if_generated {
    typedef float Number;
    tc_lane0_region_smem *smem;
    int never;
    __device__ __forceinline__ void operator()(float *v) {
        tc_lane0_region_gather(v, smem);
        float all[128];
        anything(all);
        if (threadIdx.x == 0)
#pragma unroll
            for (unsigned i = 0; i < 128; i++)
                all[i] = tc_lane0_region_get_a(smem, i);
        landed(all, smem, never);
        again(v, threadIdx.x == 0 ? all[127] / 2 : 0);
        tc_lane0_region_scatter();
    }
};

struct if_hand {
    typedef float Number;
    tc_lane0_region_smem *smem;
    int never;
    __device__ __forceinline__ void operator()(float *v) {
        hand_put(v, smem);
        __syncwarp();
        float all[128];
        anything(all);
        if (threadIdx.x == 0)
#pragma unroll
            for (int i = 0; i < 32; i++)
                hand_get(all + i * 4, smem, i);
        landed(all, smem, never);
        again(v, threadIdx.x == 0 ? all[127] / 2 : 0);
        __syncwarp();
    }
};

/* ---- sums of 128 -------------------------------------------------------------------------------- */

struct sum_generated {
    typedef float Number;
    tc_lane0_region_smem *smem;
    int never;
    __device__ __forceinline__ void operator()(float *v) {
        float sum[1];
        tc_reduce_sum_f32(sum, v);
        again(v, sum[0] / 128);
    }
};

struct sum_hand {
    typedef float Number;
    tc_lane0_region_smem *smem;
    int never;
    __device__ __forceinline__ void operator()(float *v) {
        float sum = (v[0] + v[1]) + (v[2] + v[3]);
#pragma unroll
        for (int apart = 16; apart; apart /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, apart);
        again(v, sum / 128);
    }
};

struct count_generated {
    typedef unsigned Number;
    tc_lane0_region_smem *smem;
    int never;
    __device__ __forceinline__ void operator()(unsigned *v) {
        unsigned sum[1];
        tc_reduce_sum_u32(sum, v);
        again(v, sum[0]);
    }
};

struct count_hand {
    typedef unsigned Number;
    tc_lane0_region_smem *smem;
    int never;
    __device__ __forceinline__ void operator()(unsigned *v) {
        again(v, __reduce_add_sync(0xffffffff, v[0] + v[1] + v[2] + v[3]));
    }
};

/* ---- sums of a block of 256, which all threads get ------------------------------------------------- */

struct block_generated {
    typedef float Number;
    tc_lane0_region_smem *smem;
    int never;
    __device__ __forceinline__ void operator()(float *v) {
        float sum[1];
        tc_reduce_block_f32(sum, v, smem, 0);
        __syncthreads(); /* the next call uses the same memory */
        again(v, sum[0] / 256);
    }
};

struct block_cub {
    typedef float Number;
    tc_lane0_region_smem *smem;
    int never;
    __device__ __forceinline__ void operator()(float *v) {
        typedef cub::BlockReduce<float, 256> Reduce;
        __shared__ typename Reduce::TempStorage memory;
        __shared__ float all;
        const float sum = Reduce(memory).Sum(v[0]);
        if (threadIdx.x == 0)
            all = sum;
        __syncthreads();
        again(v, all / 256);
    }
};

struct block_count_generated {
    typedef unsigned Number;
    tc_lane0_region_smem *smem;
    int never;
    __device__ __forceinline__ void operator()(unsigned *v) {
        unsigned sum[1];
        tc_reduce_block_u32(sum, v, smem, 0);
        __syncthreads();
        again(v, sum[0]);
    }
};

struct block_count_cub {
    typedef unsigned Number;
    tc_lane0_region_smem *smem;
    int never;
    __device__ __forceinline__ void operator()(unsigned *v) {
        typedef cub::BlockReduce<unsigned, 256> Reduce;
        __shared__ typename Reduce::TempStorage memory;
        __shared__ unsigned all;
        const unsigned sum = Reduce(memory).Sum(v[0]);
        if (threadIdx.x == 0)
            all = sum;
        __syncthreads();
        again(v, all);
    }
};

/* ---- how they are measured ------------------------------------------------------------------------ */

template <class Call>
__global__ void __launch_bounds__(256, 1)
    chain(const typename Call::Number *in, typename Call::Number *out, long long *cycles) {
    __shared__ tc_lane0_region_smem smem;
    typename Call::Number v[4];
    Call call = {&smem, missing};
    for (int k = 0; k < 4; k++)
        v[k] = in[threadIdx.x * 4 + k];
    call(v); /* what was loaded has come */
    __syncthreads();
    const long long begin = clock64();
#pragma unroll 1
    for (int i = 0; i < CALLS; i++)
        call(v);
    const long long end = clock64();
    if (threadIdx.x == 0)
        *cycles = end - begin;
    out[threadIdx.x] = v[0];
}

/* Rounding differs with the order of the sums. */
template <class T> static bool near(T a, T b) {
    const double difference = (double)a - (double)b;
    return difference * difference <= 1e-8 * (double)a * (double)a;
}

template <class Ours, class Theirs>
static bool measure(const char *name, const char *peer, int threads, int rounds) {
    typedef typename Ours::Number T;
    T *in, *out;
    long long *cycles, taken;
    std::vector<double> times[2], ratios;
    std::vector<T> numbers, results[2];
    MUST(cudaMalloc(&in, threads * 4 * sizeof(T)));
    MUST(cudaMalloc(&out, threads * sizeof(T)));
    MUST(cudaMalloc(&cycles, sizeof *cycles));
    for (int i = 0; i < threads * 4; i++)
        numbers.push_back((T)(i * 7 % 13 + 1));
    MUST(cudaMemcpy(in, numbers.data(), threads * 4 * sizeof(T), cudaMemcpyHostToDevice));
    for (int round = -2; round < rounds; round++)
        for (int k = 0; k < 2; k++) {
            const int form = (k + round) & 1;
            if (form == 0)
                chain<Ours><<<1, threads>>>(in, out, cycles);
            else
                chain<Theirs><<<1, threads>>>(in, out, cycles);
            MUST(cudaGetLastError());
            results[form].resize(threads);
            MUST(
                cudaMemcpy(results[form].data(), out, threads * sizeof(T), cudaMemcpyDeviceToHost));
            MUST(cudaMemcpy(&taken, cycles, sizeof taken, cudaMemcpyDeviceToHost));
            if (round >= 0)
                times[form].push_back((double)taken / CALLS);
        }
    for (int i = 0; i < rounds; i++)
        ratios.push_back(times[1][i] / times[0][i]);
    bool good = true;
    for (int i = 0; i < threads; i++)
        good &= near(results[0][i], results[1][i]);
    printf(
        "%s: %.1f cycles, %s %.1f, ratio %.3f%s\n",
        name,
        median(times[0]),
        peer,
        median(times[1]),
        median(ratios),
        good ? "" : "; DIFFERENT");
    MUST(cudaFree(in));
    MUST(cudaFree(out));
    MUST(cudaFree(cycles));
    return good;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    bool good = measure<read_generated, read_hand>(
        "lane 0, gather and read_ of 128 f32", "by hand", 32, rounds);
    good &= measure<if_generated, if_hand>(
        "lane 0, gather and get_ of 128 f32 in the if", "by hand", 32, rounds);
    good &= measure<sum_generated, sum_hand>("sum of 128 f32", "by hand", 32, rounds);
    good &= measure<count_generated, count_hand>("sum of 128 u32", "by hand", 32, rounds);
    good &= measure<block_generated, block_cub>(
        "sum of 256 f32 by a block", "cub::BlockReduce", 256, rounds);
    good &= measure<block_count_generated, block_count_cub>(
        "sum of 256 u32 by a block", "cub::BlockReduce", 256, rounds);
    return good ? 0 : 1;
}
