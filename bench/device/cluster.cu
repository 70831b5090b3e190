/* cluster.cu: bulk copies between the CTAs of a cluster, generated beside the same by hand.
 *   send     what a call of 1, 8 or 32 copies of 128 bytes costs the warp that issues it
 *   pair     one CTA sends 64 KiB at a time to the other
 *   rings    each CTA sends to the next one, on all SMs
 *
 * usage: cluster [ROUNDS]    a line each; exit code 1 where other bytes arrive */
#include "timing.h"
#include "cluster_gen.h"
#include "tilecopy/tilecopy.h"
#include "bulk_hand.h"

enum { THREADS = 128, WORDS = 16384, COPIES = 15, TURNS = 4, SAMPLES = 32 };
extern __shared__ __align__(128) float sent[];

static __device__ float value_of(unsigned rank, unsigned i) {
    return (float)(rank * WORDS + i);
}

/* Both halves of shared memory, and a barrier that others fill. */
static __device__ void prepare(tc_mbarrier *bar, unsigned rank) {
    for (unsigned i = threadIdx.x; i < WORDS; i += THREADS) {
        sent[i] = value_of(rank, i);
        sent[WORDS + i] = -1;
    }
    if (threadIdx.x == 0) {
        tc_mbarrier_init(bar, 1);
        tc_fence_mbarrier_init();
    }
    tc_fence_async_smem();
    tc_cluster_sync();
}

/* ---- what arrives ---------------------------------------------------------------------------- */

/* cycles: TURNS of each CTA that receives, 0 elsewhere. The bytes of all turns go to the same place. */
template <bool ours>
__global__ void __launch_bounds__(THREADS) ring(long long *cycles, unsigned *wrong, bool one_way) {
    __shared__ tc_mbarrier bar;
    const unsigned rank = tc_cta_rank_in_cluster(), ctas = tc_cta_count_in_cluster();
    const unsigned next = (rank + 1) % ctas, last = (rank + ctas - 1) % ctas;
    const bool sends = !one_way || rank == 0, receives = !one_way || rank == 1;
    float *const received = sent + WORDS;
    prepare(&bar, rank);
    for (unsigned turn = 0; turn < TURNS; turn++) {
        if (receives && threadIdx.x == 0)
            tc_mbarrier_arrive_expect_tx(&bar, COPIES * WORDS * 4);
        tc_cluster_sync();
        const long long begin = clock64();
        if (sends && threadIdx.x < 32) {
            if (ours) {
#pragma unroll
                for (unsigned i = 0; i < COPIES; i++)
                    tc_ring_send(received, sent, &bar, next);
            } else {
                const unsigned to = hand_map(hand_shared(received), next);
                const unsigned done = hand_map(hand_shared(&bar), next), from = hand_shared(sent);
                if (hand_elect())
#pragma unroll
                    for (unsigned i = 0; i < COPIES; i++)
                        hand_send(to, from, WORDS * 4, done);
            }
        }
        if (receives)
            tc_mbarrier_wait(&bar, turn % 2);
        const long long end = clock64();
        if (threadIdx.x == 0)
            cycles[blockIdx.x * TURNS + turn] = receives ? end - begin : 0;
    }
    for (unsigned i = threadIdx.x; receives && i < WORDS; i += THREADS)
        if (received[i] != value_of(last, i))
            atomicAdd(wrong, 1);
    tc_cluster_sync();
}

/* ---- what a call costs ----------------------------------------------------------------------- */

template <unsigned copies, bool ours>
static __device__ __forceinline__ void send(
    float *to, const float *from, tc_mbarrier *bar, unsigned cta) {
    if (!ours) {
        const unsigned there = hand_map(hand_shared(to), cta), src = hand_shared(from);
        const unsigned done = hand_map(hand_shared(bar), cta);
        if (hand_elect())
#pragma unroll
            for (unsigned i = 0; i < copies; i++)
                hand_send(there + i * 256, src + i * 256, 128, done);
    } else if (copies == 1)
        tc_send_1(to, from, bar, cta);
    else if (copies == 8)
        tc_send_8(to, from, bar, cta);
    else
        tc_send_32(to, from, bar, cta);
}

/* Rank 0 of a pair sends, rank 1 waits. */
template <unsigned copies, bool ours>
__global__ void __launch_bounds__(THREADS) issue(long long *cycles, unsigned *wrong) {
    __shared__ tc_mbarrier bar;
    const unsigned rank = tc_cta_rank_in_cluster();
    float *const received = sent + WORDS;
    prepare(&bar, rank);
    for (unsigned sample = 0; sample < SAMPLES; sample++) {
        if (rank == 1 && threadIdx.x == 0)
            tc_mbarrier_arrive_expect_tx(&bar, copies * 128);
        tc_cluster_sync();
        if (rank == 1)
            tc_mbarrier_wait(&bar, sample % 2);
        else if (threadIdx.x < 32) {
            const long long begin = clock64();
            send<copies, ours>(received, sent, &bar, 1 - rank);
            const long long end = clock64();
            if (threadIdx.x == 0)
                cycles[sample] = end - begin;
        }
    }
    for (unsigned i = threadIdx.x; rank == 1 && i < WORDS; i += THREADS)
        if (received[i] != (i / 64 < copies && i % 64 < 32 ? value_of(0, i) : -1))
            atomicAdd(wrong, 1);
    tc_cluster_sync();
}

/* ---- the host ---------------------------------------------------------------------------------- */

enum { MOST = 1024 };
static long long *cycles; /* managed, as is the count of what was wrong */
static unsigned *wrong;

template <class Kernel> static cudaLaunchConfig_t shape(Kernel kernel, unsigned ctas) {
    static cudaLaunchAttribute cluster;
    cudaLaunchConfig_t config = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = ctas;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    config.gridDim = dim3(ctas);
    config.blockDim = dim3(THREADS);
    config.dynamicSmemBytes = 2 * WORDS * 4;
    config.attrs = &cluster;
    config.numAttrs = 1;
    MUST(cudaFuncSetAttribute(
        (const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * WORDS * 4));
    return config;
}

/* The median of `count` numbers of cycles, without those that are 0. */
static double median_of(unsigned count) {
    std::vector<double> all;
    for (unsigned i = 0; i < count; i++)
        if (cycles[i])
            all.push_back((double)cycles[i]);
    return median(all);
}

static double of_ratios(const std::vector<double> *times) {
    std::vector<double> ratios;
    for (size_t i = 0; i < times[0].size(); i++)
        ratios.push_back(times[1][i] / times[0][i]);
    return median(ratios);
}

static void measure_ring(const char *name, unsigned ctas, bool one_way, int rounds) {
    std::vector<double> times[2];
    unsigned clusters = 1;
    for (int round = -2; round < rounds; round++)
        for (int k = 0; k < 2; k++) {
            const int form = (k + round) & 1;
            void (*const kernel)(long long *, unsigned *, bool) = form ? ring<false> : ring<true>;
            cudaLaunchConfig_t config = shape(kernel, ctas);
            if (!one_way)
                MUST(cudaOccupancyMaxActiveClusters((int *)&clusters, kernel, &config));
            config.gridDim.x = clusters * ctas;
            MUST(cudaLaunchKernelEx(&config, kernel, cycles, wrong, one_way));
            MUST(cudaDeviceSynchronize());
            if (round >= 0)
                times[form].push_back(median_of(clusters * ctas * TURNS));
        }
    printf(
        "dsmem, %s, %u clusters: %.2f bytes a clock and SM, by hand %.2f, ratio %.3f\n",
        name,
        clusters,
        COPIES * WORDS * 4 / median(times[0]),
        COPIES * WORDS * 4 / median(times[1]),
        of_ratios(times));
}

template <unsigned copies> static void measure_issue(int rounds) {
    std::vector<double> times[2];
    for (int round = -2; round < rounds; round++)
        for (int k = 0; k < 2; k++) {
            const int form = (k + round) & 1;
            void (*const kernel)(long long *, unsigned *) =
                form ? issue<copies, false> : issue<copies, true>;
            const cudaLaunchConfig_t config = shape(kernel, 2);
            MUST(cudaLaunchKernelEx(&config, kernel, cycles, wrong));
            MUST(cudaDeviceSynchronize());
            if (round >= 0)
                times[form].push_back(median_of(SAMPLES));
        }
    printf(
        "elected dsmem, %u copies of 128 bytes: %.1f cycles a copy, by hand %.1f, ratio %.3f\n",
        copies,
        median(times[0]) / copies,
        median(times[1]) / copies,
        of_ratios(times));
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    MUST(cudaMallocManaged(&cycles, MOST * sizeof *cycles));
    MUST(cudaMallocManaged(&wrong, sizeof *wrong));
    *wrong = 0;
    measure_issue<1>(rounds);
    measure_issue<8>(rounds);
    measure_issue<32>(rounds);
    measure_ring("one way in a pair", 2, true, rounds);
    measure_ring("rings of 2", 2, false, rounds);
    measure_ring("rings of 4", 4, false, rounds);
    measure_ring("rings of 8", 8, false, rounds);
    printf("dsmem: %u words differ\n", *wrong);
    return *wrong != 0;
}
