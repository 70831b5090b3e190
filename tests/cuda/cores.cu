/* cores.cu: launches whose CTAs meet, or do not. run.py runs each case on one core and on several, and compares.
 *
 *     cores CASE [CORES] */
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CTAS = 12, THREADS = 64, ALL = CTAS * THREADS, LAST = CTAS - 1 };
#define ME (blockIdx.x * blockDim.x + threadIdx.x)
__device__ int total;
struct triple {
    int a, b, c;
};

/* ---- right, and apart -------------------------------------------------------------------------- */

__global__ void own_words(int *p, const int *in) {
    __shared__ int tile[THREADS];
    tile[threadIdx.x] = in[ME];
    __syncthreads();
    p[ME] = 3 * tile[THREADS - 1 - threadIdx.x] + in[(ME + 1) % ALL];
}
__global__ void own_bytes(int *p, const int *in) {
    for (unsigned i = 0; i < 3; i++) /* no CTA's bytes begin or end with a word */
        ((char *)p)[1 + 3 * ME + i] = (char)(in[ME] + i);
}
__global__ void own_structs(int *p, const int *in) {
    triple t = {in[ME], 2 * in[ME], 3};
    if (ME < ALL / 3)
        memcpy((triple *)p + ME, &t, sizeof t);
}
__global__ void by_pointers(int *p, const int *in) {
    if (ME % 4 == 0) {
        sincosf((float)in[ME], (float *)p + ME, (float *)p + ME + 1);
        ((float *)p)[ME + 2] = frexpf((float)in[ME], p + ME + 3);
    }
}
__global__ void says(int *p, const int *in) {
    if (threadIdx.x == 0)
        printf("CTA %u has %d\n", blockIdx.x, in[ME]);
    p[ME] = (int)blockIdx.x;
}
__global__ void __cluster_dims__(2) of_clusters(int *p, const int *in) {
    __shared__ int tile[THREADS];
    cooperative_groups::cluster_group pair = cooperative_groups::this_cluster();
    tile[threadIdx.x] = in[ME];
    pair.sync();
    p[ME] = pair.map_shared_rank(tile, pair.block_rank() ^ 1)[threadIdx.x];
    pair.sync();
}
__global__ void shared_atomics(int *p, const int *in) {
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[ME]);
    __syncthreads();
    p[ME] = sum;
}

/* Long enough to be divided after some of its CTAs. */
__device__ void take_time() {
    __shared__ volatile int busy[THREADS];
    busy[threadIdx.x] = 0;
    for (int i = 0; i < 300; i++)
        busy[threadIdx.x] = busy[threadIdx.x] + 1;
}
__global__ void slow_words(int *p, const int *in) {
    take_time();
    p[ME] = in[ME] + in[0];
}

/* ---- right, and they meet ----------------------------------------------------------------------- */

__global__ void counts(int *p, const int *in) {
    atomicAdd(p + in[ME] % 8, 1);
}
__global__ void float_sum(int *p, const int *in) {
    atomicAdd((float *)p, 1.0f / (float)(1 + in[ME]));
}
__global__ void last_one(int *p, const int *in) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        p[1 + blockIdx.x] = in[ME];
        __threadfence();
        last = atomicAdd(p, 1) == CTAS - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0)
        for (unsigned i = 0; i < CTAS; i++)
            p[ALL - 1] += p[1 + i];
}
__global__ void variable(int *p, const int *in) {
    if (ME == ALL - 1)
        total = in[3];
    p[ME] = in[ME];
}
__global__ void atomic_object(int *p, const int *in) {
    cuda::atomic_ref<int> ref(*p);
    ref.fetch_add(in[ME]);
}
__global__ void one_cluster(int *p, const int *in) {
    p[ME] = in[ME];
    cooperative_groups::this_grid().sync();
}

/* ---- faulty ------------------------------------------------------------------------------------- */

__global__ void all_write(int *p, const int *) {
    if (threadIdx.x == 3)
        p[7] = (int)blockIdx.x;
}
__global__ void far_write(int *p, const int *) {
    if (ME == 5 || ME == ALL - 2)
        p[7] = 1;
}
__global__ void last_reads(int *p, const int *) {
    if (blockIdx.x == 0)
        p[threadIdx.x] = 4;
    if (blockIdx.x == LAST)
        p[ME] = p[threadIdx.x];
}
__global__ void last_writes(int *p, const int *) {
    if (blockIdx.x == LAST)
        p[threadIdx.x] = 4;
    else
        p[ME + THREADS] = p[threadIdx.x];
}
__global__ void one_byte(int *p, const int *) {
    ((char *)p)[3 * ME] = 1;
    if (ME == ALL - 1)
        ((char *)p)[3] = 2;
}
__global__ void in_a_cta(int *p, const int *) {
    __shared__ int s;
    if (blockIdx.x >= LAST - 2)
        s = (int)threadIdx.x;
    p[ME] = 1;
}
__global__ void slow_race(int *p, const int *) {
    take_time();
    p[ME == ALL - 1 ? 0 : ME] = 1;
}
__global__ void slow_unwritten(int *p, const int *) {
    take_time();
    if (ME >= THREADS)
        p[ME] = p[ME - THREADS];
    else
        p[ME] = 1;
}
__global__ void reductions(int *p, const int *in) {
    const unsigned value = (unsigned)in[ME];
    tc_reduce_gmem_add_u32((unsigned *)p + threadIdx.x, &value);
}
__global__ void in_first(int *p, const int *) {
    __shared__ int s;
    if (blockIdx.x == 0 || blockIdx.x == LAST)
        s = (int)threadIdx.x;
    p[ME] = 1;
}
__global__ void two_kinds(int *p, const int *) {
    p[blockIdx.x == LAST ? 3 : ME] = 1;
    if (blockIdx.x == 2 && threadIdx.x == 9)
        p[0] = p[ALL - 1];
}
__global__ void unwritten(int *p, const int *) {
    if (ME == ALL - 5)
        p[0] = p[1];
}
__global__ void overrun(int *p, const int *) {
    p[ME == ALL - 1 ? ALL + 9 : ME] = 1;
}
__global__ void middle_overrun(int *p, const int *) {
    printf("%d\n", (int)threadIdx.x / 63);
    p[ME == ALL / 2 - 1 ? ALL + 9 : ME] = 1;
}
__global__ void divergent(int *p, const int *) {
    p[ME] = 1;
    if (blockIdx.x < LAST || threadIdx.x < 32)
        __syncthreads();
}
__global__ void stops(int *p, const int *) {
    p[ME] = 1;
    if (ME == ALL - 1)
        __trap();
}
__global__ void crashes(int *p, const int *) {
    p[ME] = 1;
    if (ME == ALL - 1)
        *(volatile int *)12 = 3;
}
__global__ void waits_for_later(int *p, const int *) {
    if (threadIdx.x == 0 && blockIdx.x == 1)
        while (*(volatile int *)p == 0)
            ;
    if (ME == ALL - 1)
        *(volatile int *)p = 1;
}
__global__ void warns(int *p, const int *in) {
    __shared__ int s[THREADS];
    if (blockIdx.x == LAST)
        tc_cp_async_b32(s + threadIdx.x, in + ME);
    p[ME] = 1;
}

static int *in, *out;
static unsigned own_cores; /* 0: the environment says how many */
template <class K> static void run(K kernel, const char *name, bool written) {
    static int host[ALL];
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    for (int i = 0; i < ALL; i++)
        host[i] = i % 37;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    if (written)
        cudaMemset(out, 0, sizeof host);
    printf("before\n");
    tc_cuda_launch launch(name, CTAS, THREADS);
    if (!strcmp(name, "of_clusters"))
        launch.cluster(2);
    if (!strcmp(name, "one_cluster"))
        launch.cooperative();
    launch.config.cores = own_cores;
    launch.of(kernel)(out, in);
    printf("after\n");
}

__global__ void reads_all(int *to, const int *from, int words) {
    for (int i = (int)threadIdx.x; i < words; i += THREADS)
        to[i] = from[i];
}

/* The results, and those of a kernel that reads what the first one wrote. */
static void show(int words) {
    static int host[ALL];
    unsigned hash = 0;
    int *copy;
    cudaMalloc(&copy, sizeof host);
    reads_all<<<1, THREADS>>>(copy, out, words);
    cudaMemcpy(host, copy, sizeof *host * words, cudaMemcpyDeviceToHost);
    for (int i = 0; i < words; i++)
        hash = 31 * hash + (unsigned)host[i];
    printf("%08x %d %d\n", hash, host[0], total);
}

int main(int count, char **words) {
    const char *name = count > 1 ? words[1] : "";
    own_cores = count > 2 ? (unsigned)atoi(words[2]) : 0;
#define CASE(kernel, written, words)                                                               \
    if (!strcmp(name, #kernel))                                                                    \
        run(kernel, #kernel, written), show(words);
    CASE(own_words, false, ALL)
    CASE(own_bytes, true, ALL)
    CASE(own_structs, false, ALL)
    CASE(by_pointers, false, ALL)
    CASE(says, false, ALL)
    CASE(of_clusters, false, ALL)
    CASE(shared_atomics, false, ALL)
    CASE(slow_words, false, ALL)
    CASE(counts, true, ALL)
    CASE(reductions, true, ALL)
    CASE(float_sum, true, ALL)
    CASE(last_one, true, ALL)
    CASE(variable, false, ALL)
    CASE(atomic_object, true, ALL)
    CASE(one_cluster, false, ALL)
    CASE(all_write, true, ALL)
    CASE(far_write, true, ALL)
    CASE(last_reads, true, ALL)
    CASE(last_writes, true, ALL)
    CASE(one_byte, true, ALL)
    CASE(in_a_cta, true, ALL)
    CASE(in_first, true, ALL)
    CASE(slow_race, true, ALL)
    CASE(slow_unwritten, false, ALL)
    CASE(two_kinds, true, ALL)
    CASE(unwritten, false, ALL)
    CASE(overrun, true, ALL)
    CASE(middle_overrun, true, ALL)
    CASE(divergent, true, ALL)
    CASE(stops, true, ALL)
    CASE(crashes, true, ALL)
    CASE(waits_for_later, true, ALL)
    CASE(warns, true, ALL)
    return 0;
}
