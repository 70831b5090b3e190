/* Measures what the rows of generator/primitives/ cost on this GPU and prints one table: for each
 * instruction the cycles of one SM that a warp's takes where many warps work (throughput), the same of
 * one of the SM's four parts, as a ratio to ld.shared.v4.b32 = 4, and in quarter cycles as the table of
 * costs counts; and the cycles of one warp alone, each waiting for the one before (latency). For what
 * makes threads wait for each other, cycles from one to the next by the number of threads.
 *
 * usage: costs [issue]      exit code 1 on any CUDA error; `issue`: what one lane or warp starts */
#include "costs.h"
#include <stdio.h>
#include <stdlib.h>
#include <algorithm>
#include <vector>

#define MUST(call)                                                                                 \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

enum { COUNT = 64, TURNS = 24, REPEATS = 25, PARTS = 4 };

typedef struct {
    long long begin[MAX_WARPS], end[MAX_WARPS];
} Times;

extern __shared__ __align__(1024) unsigned char room[];

/* Every word is its own address. */
static __device__ void fill_room(const Here &here) {
    for (unsigned word = here.lane; word < STRIDE * CHAINS / 4; word += 32)
        ((unsigned *)here.room)[word] = here.shared + word * 4;
}

template <class Row, int chains, int count>
static __global__ void __launch_bounds__(1024)
    measured(Times *times, unsigned *sink, void *global, unsigned zero, int turns) {
    __shared__ tc_mbarrier bars[2];
    Here here;
    here.lane = threadIdx.x % 32;
    here.warp = threadIdx.x / 32;
    here.zero = zero;
    here.one = zero + 1;
    here.room = room + here.warp * (STRIDE * CHAINS);
    here.shared = (unsigned)__cvta_generic_to_shared(here.room);
    here.bar = &bars[0];
    here.done = &bars[1];
    here.global = (unsigned char *)global + threadIdx.x * 16;
    if (threadIdx.x == 0) {
        tc_mbarrier_init(here.bar, blockDim.x);
        tc_mbarrier_init(here.done, 1);
    }
    fill_room(here);
    Row rows[chains];
    unsigned x[chains];
#pragma unroll
    for (int c = 0; c < chains; c++)
        x[c] = rows[c].begin(here, (unsigned)c);
    __syncthreads();
    long long begin = clock64();
    if (Row::LANES == 32 || here.lane == 0) {
#pragma unroll 1
        for (int turn = 0; turn < turns; turn++) {
#pragma unroll
            for (int k = 0; k < count / chains; k++) {
#pragma unroll
                for (int c = 0; c < chains; c++)
                    rows[c].once(x[c], (unsigned)k, here);
            }
        }
    }
    __syncwarp();
    long long end = clock64();
    unsigned sum = 0;
#pragma unroll
    for (int c = 0; c < chains; c++)
        sum += x[c] + rows[c].other;
    sink[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    if (here.lane == 0 && blockIdx.x == 0) {
        times->begin[here.warp] = begin;
        times->end[here.warp] = end;
    }
}

typedef void (*Kernel)(Times *, unsigned *, void *, unsigned, int);

static Times *times;
static unsigned *sink;
static void *global_room;

/* A cluster also where it has one CTA: outside of any, st.async is no instruction. */
struct Cluster {
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute size = {};
    Cluster(int warps, int ctas) {
        size.id = cudaLaunchAttributeClusterDimension;
        size.val.clusterDim.x = (unsigned)ctas;
        size.val.clusterDim.y = size.val.clusterDim.z = 1;
        config.gridDim = dim3((unsigned)ctas);
        config.blockDim = dim3((unsigned)warps * 32);
        config.dynamicSmemBytes = ROOM;
        config.attrs = &size;
        config.numAttrs = 1;
    }
};

static void launch(Kernel kernel, int warps, int ctas, int turns) {
    Cluster cluster(warps, ctas);
    MUST(cudaLaunchKernelEx(&cluster.config, kernel, times, sink, global_room, 0u, turns));
}

/* From the first warp's begin to the last one's end, the least of the repeats. */
static double cycles_of(Kernel kernel, int warps, int ctas, int turns) {
    Times host;
    double least = 1e30;
    MUST(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ROOM));
    for (int i = 0; i < REPEATS; i++) {
        launch(kernel, warps, ctas, turns);
        MUST(cudaMemcpy(&host, times, sizeof host, cudaMemcpyDeviceToHost));
        long long begin = *std::min_element(host.begin, host.begin + warps);
        long long end = *std::max_element(host.end, host.end + warps);
        least = std::min(least, (double)(end - begin));
    }
    return least;
}

/* Of `turns` and of twice as many: what stands around the loop falls out of the difference. */
static double each(Kernel kernel, int warps, int ctas, int turns) {
    double once = cycles_of(kernel, warps, ctas, turns);
    double twice = cycles_of(kernel, warps, ctas, 2 * turns);
    return (twice - once) / ((double)turns * COUNT);
}

/* What the table says of sm_90. */
typedef struct {
    int issue, wait; /* quarter cycles; issue -1: it is no row */
} Price;
static const Price PRICE_NONE = {-1, 0};
#define X(id, sm80, sm90, sm100, wait, wait_a_warp) static const Price PRICE_##id = {sm90, wait};
#include "costs.def"
#undef X

typedef struct {
    const char *name;
    Kernel many, chain;
    int warps;   /* at work for the throughput */
    bool masked; /* the latency has that of a logical instruction in it */
    Price price;
} Row;
#define ROW(name, type, warps, masked, id)                                                         \
    { name, measured<type, CHAINS, COUNT>, measured<type, 1, COUNT>, warps, masked, PRICE_##id }

static const Row rows[] = {
    ROW("ld.shared.v4.b32", LoadShared128, 32, false, NONE),
    ROW("ld.shared.v2.b32", LoadShared64, 32, false, NONE),
    ROW("ld.shared.b32", LoadShared32, 32, false, NONE),
    ROW("st.shared.v4.b32", StoreShared128, 32, false, NONE),
    ROW("lop3.b32", Logic, 32, false, NONE),
    ROW("shfl.sync.idx.b32", Shuffle, 32, false, SHUFFLE_B32),
    ROW("redux.sync.add.u32", Redux, 32, false, REDUX_ADD_U32),
    ROW("selp.b32", Select, 32, false, SELECT_B32),
    ROW("prmt.b32", Permute, 32, false, PERMUTE_B32),
    ROW("add.u32", AddU32, 32, false, ADD_U32),
    ROW("add.rn.f32", AddF32, 32, false, ADD_F32),
    ROW("max.f32", MaxF32, 32, false, MAX_F32),
    ROW("mul.rn.f32", MulF32, 32, false, MUL_F32),
    ROW("min.f32", MinF32, 32, false, MIN_F32),
    ROW("mul.lo.u32", MulU32, 32, false, MUL_U32),
    ROW("min.u32 and a sum", MinU32, 32, false, MIN_U32),
    ROW("max.u32 and a sum", MaxU32, 32, false, MAX_U32),
    ROW("min.s32 and a sum", MinI32, 32, false, MIN_I32),
    ROW("max.s32 and a sum", MaxI32, 32, false, MAX_I32),
    ROW("and.b32 and a sum", AndB32, 32, false, AND_B32),
    ROW("or.b32 and a sum", OrB32, 32, false, OR_B32),
    ROW("xor.b32 and a sum", XorB32, 32, false, XOR_B32),
    ROW("shfl.sync.bfly.b32", ShuffleXor, 32, false, SHUFFLE_XOR_B32),
    ROW("shfl.sync.up.b32", ShuffleUp, 32, false, SHUFFLE_UP_B32),
    ROW("redux.sync.min.u32", ReduxMinU32, 32, false, REDUX_MIN_U32),
    ROW("redux.sync.max.u32", ReduxMaxU32, 32, false, REDUX_MAX_U32),
    ROW("redux.sync.min.s32", ReduxMinI32, 32, false, REDUX_MIN_I32),
    ROW("redux.sync.max.s32", ReduxMaxI32, 32, false, REDUX_MAX_I32),
    ROW("redux.sync.and.b32", ReduxAnd, 32, false, REDUX_AND_B32),
    ROW("redux.sync.or.b32", ReduxOr, 32, false, REDUX_OR_B32),
    ROW("redux.sync.xor.b32", ReduxXor, 32, false, REDUX_XOR_B32),
    ROW("cvt.rn.f16x2.f32", F32ToF16x2, 32, false, NONE),
    ROW("cvt.rn.bf16x2.f32", F32ToBf16x2, 32, false, NONE),
    ROW("cvt.f32.f16, both halves and a lop3", F16x2ToF32, 32, true, NONE),
    ROW("cvt.rn.satfinite.e4m3x2.f32 and a lop3", F32ToE4m3x2, 32, true, NONE),
    ROW("cvt.rn.f16x2.e4m3x2", E4m3x2ToF16x2, 32, false, NONE),
    ROW("ldmatrix.x1", LdmatrixX1, 32, true, NONE),
    ROW("ldmatrix.x2", LdmatrixX2, 32, true, NONE),
    ROW("ldmatrix.x4", LdmatrixX4, 32, true, NONE),
    ROW("ldmatrix.x1.trans", LdmatrixX1Trans, 32, true, NONE),
    ROW("ldmatrix.x2.trans", LdmatrixX2Trans, 32, true, NONE),
    ROW("ldmatrix.x4.trans", LdmatrixX4Trans, 32, true, NONE),
    ROW("stmatrix.x1", StmatrixX1, 32, false, NONE),
    ROW("stmatrix.x2", StmatrixX2, 32, false, NONE),
    ROW("stmatrix.x4", StmatrixX4, 32, false, NONE),
    ROW("stmatrix.x1.trans", StmatrixX1Trans, 32, false, NONE),
    ROW("stmatrix.x2.trans", StmatrixX2Trans, 32, false, NONE),
    ROW("stmatrix.x4.trans", StmatrixX4Trans, 32, false, NONE),
    ROW("bar.warp.sync", WarpSync, 32, false, WARP_SYNC),
    ROW("bar.warp.sync of 8 or 16 lanes", GroupSync, 32, false, GROUP_SYNC),
    ROW("elect.sync and a sum", Elect, 32, false, ELECT),
    ROW("fence.proxy.async.shared::cta", FenceAsync, 32, false, NONE),
    ROW("fence.proxy.async, st.shared.v4 before", FenceAfterStore, 32, false, FENCE_ASYNC),
    ROW("fence.mbarrier_init, one lane", FenceInit, 32, false, FENCE_MBARRIER_INIT),
    ROW("mbarrier.init, one lane", InitMbarrier, 32, false, MBARRIER_INIT),
    ROW("mbarrier.arrive, one lane", ArriveOne, 32, false, MBARRIER_ARRIVE),
    ROW("mbarrier.arrive, 32 lanes", ArriveAll, 32, false, NONE),
    ROW("mbarrier.arrive.expect_tx, one lane", ArriveExpect, 32, false, MBARRIER_ARRIVE_EXPECT),
    ROW("mbarrier.arrive of a cluster, one lane", ArriveRemote, 32, false, MBARRIER_ARRIVE_REMOTE),
    ROW("mbarrier.try_wait, phase over", WaitDone, 32, false, MBARRIER_WAIT),
    ROW("cp.async.mbarrier.arrive.noinc", ArriveCopies, 32, false, CP_ASYNC_ARRIVE),
    ROW("cp.async.commit_group", CommitCopies, 32, false, CP_ASYNC_COMMIT),
    ROW("cp.async.wait_group 0", WaitCopies, 32, false, CP_ASYNC_WAIT),
    ROW("cp.async commit and wait", CommitWait, 32, false, NONE),
    ROW("cp.async.bulk.commit_group, one lane", CommitBulk, 32, false, BULK_COMMIT),
    ROW("cp.async.bulk.wait_group 0, one lane", WaitBulk, 32, false, BULK_WAIT),
    ROW("cp.async.bulk.wait_group.read 0, one lane", WaitBulkRead, 32, false, BULK_WAIT_READ),
    ROW("cp.async 16 bytes, in L2", CopyAsync, 32, false, NONE),
};

/* `!`: further from the table than what is counted to whole quarters, and noise, can be. */
static void print_price(Price price, double quarters) {
    double apart = quarters > price.issue ? quarters - price.issue : price.issue - quarters;
    if (price.issue < 0)
        printf("\n");
    else
        printf(" %9d %9d%s\n", price.issue, price.wait, apart > 0.5 + 0.05 * quarters ? " !" : "");
}

static void print_rows() {
    double full = 0, logic = 0;
    printf(
        "%-44s %9s %9s %9s %9s %9s %9s %9s\n",
        "a warp's",
        "cyc/SM",
        "cyc/part",
        "v4 = 4",
        "quarters",
        "latency",
        "table",
        "its wait");
    for (const Row &row : rows) {
        double many = each(row.many, row.warps, 1, TURNS) / row.warps;
        double chain = each(row.chain, 1, 1, TURNS);
        full = full > 0 ? full : many;
        logic = row.many == rows[4].many ? chain : logic;
        printf(
            "%-44s %9.2f %9.2f %9.2f %9.1f %9.1f",
            row.name,
            many,
            many * PARTS,
            many / full * 4,
            many * 4,
            chain - (row.masked ? logic : 0));
        print_price(row.price, many * 4);
    }
}

/* ---- conversions --------------------------------------------------------------------------- */

enum { CONVERSIONS = 16 }; /* in a turn: some are 40 instructions */
typedef struct {
    const char *name, *with;
    Kernel many;
    int issue;
} Conversion;
#define X(id, function, ptx, from, to, rounding, count, bits, feature, issue)                      \
    ON_##feature(                                                                                  \
        {#function,                                                                                \
         is_summed(from, to, count, issue) ? "and a sum" : "",                                     \
         measured<id, CHAINS, CONVERSIONS>,                                                        \
         issue}, )
static const Conversion conversions[] = {
#include "conversions.def"
};
#undef X

static void print_conversions() {
    printf("\n%-44s %9s %29s\n", "conversions", "quarters", "table");
    for (const Conversion &row : conversions) {
        double many = each(row.many, 32, 1, TURNS) * COUNT / CONVERSIONS / 32;
        printf("%-34s%10s %9.1f %19s", row.name, row.with, many * 4, "");
        print_price(Price{row.issue, 0}, many * 4);
    }
}

/* ---- what threads do together -------------------------------------------------------------- */

typedef struct {
    const char *name;
    Kernel kernel;
    int ctas, warps[6]; /* 0: none */
} Meeting;
static const Meeting meetings[] = {
    {"barrier.sync of the CTA", measured<CtaSync, 1, COUNT>, 1, {1, 2, 4, 8, 16, 32}},
    {"barrier.sync, named, 64 threads", measured<Named64, 1, COUNT>, 1, {2, 4, 8, 16, 32, 0}},
    {"barrier.sync, named, 128 threads", measured<Named128, 1, COUNT>, 1, {4, 8, 16, 32, 0, 0}},
    {"barrier.sync, named, 256 threads", measured<Named256, 1, COUNT>, 1, {8, 16, 32, 0, 0, 0}},
    {"mbarrier: all arrive and wait", measured<Handshake, 1, COUNT>, 1, {1, 2, 4, 8, 16, 32}},
    {"barrier.cluster, 2 CTAs", measured<ClusterSync, 1, COUNT>, 2, {1, 2, 4, 8, 16, 32}},
    {"barrier.cluster, 4 CTAs", measured<ClusterSync, 1, COUNT>, 4, {1, 2, 4, 8, 16, 32}},
    {"barrier.cluster, 8 CTAs", measured<ClusterSync, 1, COUNT>, 8, {1, 2, 4, 8, 16, 32}},
};

/* The line through the cycles by warps: a barrier of n warps waits for fixed + warp x n cycles. */
static void print_line(const double *cycles, const int *warps, int count) {
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < count; i++) {
        x += warps[i];
        y += cycles[i];
        xx += (double)warps[i] * warps[i];
        xy += warps[i] * cycles[i];
    }
    double slope = (count * xy - x * y) / (count * xx - x * x);
    printf("   %.1f + %.2f a warp\n", (y - slope * x) / count, slope);
}

static void print_meetings() {
    printf(
        "\n%-36s %7s %7s %7s %7s %7s %7s\n",
        "cycles, warps in a CTA:",
        "1",
        "2",
        "4",
        "8",
        "16",
        "32");
    for (const Meeting &meeting : meetings) {
        double cycles[6];
        int count = 0;
        printf("%-36s", meeting.name);
        for (int empty = 1; empty < meeting.warps[0]; empty *= 2)
            printf(" %7s", "-");
        for (; count < 6 && meeting.warps[count]; count++) {
            cycles[count] = each(meeting.kernel, meeting.warps[count], meeting.ctas, TURNS / 4);
            printf(" %7.1f", cycles[count]);
        }
        print_line(cycles, meeting.warps, count);
    }
}

/* ---- what one lane starts ------------------------------------------------------------------ */

enum { COPIES = 16 };

/* Cycles until the elected lane has started COPIES bulk copies into shared memory of its own CTA. */
static __global__ void bulk_issue(Times *out, unsigned bytes) {
    __shared__ tc_mbarrier bar;
    if (threadIdx.x == 0)
        tc_mbarrier_init(&bar, 1);
    tc_fence_mbarrier_init();
    tc_fence_async_smem();
    __syncthreads();
    if (tc_elect_one()) {
        unsigned own = tc_cta_rank_in_cluster();
        tc_dsmem to = tc_map_to_cta(room, own), there = tc_map_to_cta(&bar, own);
        tc_mbarrier_arrive_expect_tx(&bar, COPIES * bytes);
        long long begin = clock64();
#pragma unroll
        for (unsigned i = 0; i < COPIES; i++)
            tc_bulk_smem_to_dsmem(to + i * 1024, room + 32768 + i * 1024, bytes, there);
        long long issued = clock64();
        tc_mbarrier_wait(&bar, 0);
        out->begin[0] = issued - begin;
        out->end[0] = clock64() - begin;
    }
}

/* The same of st.async by a whole warp. */
static __global__ void store_async_issue(Times *out, unsigned value) {
    __shared__ tc_mbarrier bar;
    if (threadIdx.x == 0)
        tc_mbarrier_init(&bar, 1);
    tc_fence_mbarrier_init();
    __syncthreads();
    unsigned own = tc_cta_rank_in_cluster();
    tc_dsmem to = tc_map_to_cta(room, own) + threadIdx.x * 16, there = tc_map_to_cta(&bar, own);
    if (threadIdx.x == 0)
        tc_mbarrier_arrive_expect_tx(&bar, COPIES * 512);
    __syncwarp();
    long long begin = clock64();
#pragma unroll
    for (unsigned i = 0; i < COPIES; i++)
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, "
                     "%1, %1, %1}, [%2];"
                     :
                     : "r"(to + i * 512), "r"(value), "r"(there)
                     : "memory");
    long long issued = clock64();
    tc_mbarrier_wait(&bar, 0);
    if (threadIdx.x == 0) {
        out->begin[0] = issued - begin;
        out->end[0] = clock64() - begin;
    }
}

typedef void (*Issue)(Times *, unsigned);

static void print_issue(const char *name, Issue kernel, unsigned argument) {
    double issued = 1e30, landed = 1e30;
    MUST(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ROOM));
    for (int i = 0; i < REPEATS; i++) {
        Times host;
        Cluster cluster(1, 1);
        MUST(cudaLaunchKernelEx(&cluster.config, kernel, times, argument));
        MUST(cudaMemcpy(&host, times, sizeof host, cudaMemcpyDeviceToHost));
        issued = std::min(issued, (double)host.begin[0]);
        landed = std::min(landed, (double)host.end[0]);
    }
    printf("%-44s %9.1f %9.0f\n", name, issued / COPIES, landed);
}

int main(int argc, char **argv) {
    cudaDeviceProp device;
    MUST(cudaGetDeviceProperties(&device, 0));
    MUST(cudaMalloc(&times, sizeof *times));
    MUST(cudaMalloc(&sink, sizeof *sink * 1024 * 8));
    MUST(cudaMalloc(&global_room, 1024 * 16));
    MUST(cudaMemset(global_room, 0, 1024 * 16));
    if (argc > 1 && argv[1][0] == 'i') {
        printf("\n%-44s %9s %9s\n", "16 in a row, one warp", "issue", "all there");
        print_issue("st.async, 32 lanes of 16 bytes", store_async_issue, 1);
        print_issue("cp.async.bulk, an elected lane, 128 bytes", bulk_issue, 128);
        print_issue("cp.async.bulk, an elected lane, 1024 bytes", bulk_issue, 1024);
        return 0;
    }
    printf("%s, one SM; cycles, the least of %d launches\n", device.name, REPEATS);
    print_rows();
    print_conversions();
    print_meetings();
    MUST(cudaDeviceSynchronize());
    return 0;
}
