/* names.cu: every name of docs/cuda.md with what it gives. One warp runs them; run.py looks that none is missing. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;
#define ALL 0xffffffffu

struct Shared {
    int wrong[32];
};
__device__ __noinline__ void is(int *wrong, bool holds, int line) {
    if (holds)
        return;
    atomicAdd(wrong, 1);
    printf("names.cu:%d: thread %u\n", line, threadIdx.x);
}
#define IS(...) is(wrong, (__VA_ARGS__), __LINE__)

__constant__ int constants[4];
__device__ int variable;
__managed__ int managed = 3;

__global__ void words(int *wrong, dim3 grid) {
    extern __shared__ __align__(16) unsigned char raw[];
    __shared__ int one[2];
    IS(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z) < 32);
    IS(blockIdx.x < gridDim.x && gridDim.y == grid.y && gridDim.z == 1 && warpSize == 32);
    IS(__isShared(raw) && __isShared(one) && __isGlobal(wrong));
    IS(constants[2] == 7 && variable == 5 && managed == 3);
    IS(__syncthreads_count(threadIdx.x < 2) == 8 && __syncthreads_and(1) && !__syncthreads_or(0));
    __syncthreads();
    __threadfence();
    __threadfence_block();
    __threadfence_system();
    __nanosleep(10);
    IS(clock64() > 0 && globaltimer() > 0);
}

__global__ void warp(int *wrong) {
    const unsigned t = threadIdx.x;
    IS(__shfl_sync(ALL, t, 5) == 5 && __shfl_sync(ALL, t, 1, 8) == (t & ~7u) + 1);
    IS(__shfl_up_sync(ALL, t, 1) == (t ? t - 1 : 0) &&
       __shfl_down_sync(ALL, 2.0 * t, 2) == 2.0 * (t < 30 ? t + 2 : t));
    IS(__shfl_xor_sync(ALL, (long long)t, 3) == (t ^ 3));
    IS(__ballot_sync(ALL, t < 4) == 15 && __any_sync(ALL, t == 31) && !__all_sync(ALL, t == 31) &&
       __uni_sync(ALL, 1));
    IS(__match_any_sync(ALL, t / 16) == (t < 16 ? 0xffffu : 0xffff0000u));
    int same;
    IS(__match_all_sync(ALL, 7, &same) == ALL && same);
    IS(__reduce_add_sync(ALL, t) == 496 && __reduce_min_sync(ALL, t + 1) == 1 &&
       __reduce_max_sync(ALL, (int)t) == 31);
    IS(__reduce_and_sync(ALL, t | 64) == 64 && __reduce_or_sync(ALL, t) == 31 &&
       __reduce_xor_sync(ALL, t) == 0);
    IS(__activemask() == ALL);
    __syncwarp();
    if (t < 16)
        IS(__shfl_sync(0xffff, t, 15) == 15);
}

__global__ void atomics(
    int *wrong, int *i, unsigned *u, unsigned long long *l, float *f, double *d) {
    atomicAdd(i, 2);
    atomicAdd_block(u, 1u);
    atomicAdd_system(l, 3ull);
    atomicAdd(f, 0.5f);
    atomicAdd(d, 0.25);
    __syncthreads();
    if (threadIdx.x == 0) {
        IS(*i == 64 && *u == 32 && *l == 96 && *f == 16 && *d == 8);
        IS(atomicSub(i, 4) == 64 && atomicExch(i, 9) == 60 && atomicMin(i, 5) == 9 &&
           atomicMax(i, 8) == 5);
        IS(atomicAnd(u, 48u) == 32 && atomicOr(u, 1u) == 32 && atomicXor(u, 3u) == 33 && *u == 34);
        IS(atomicInc(u, 34u) == 34 && atomicDec(u, 7u) == 0 && *u == 7);
        IS(atomicCAS(i, 8, 1) == 8 && atomicCAS(i, 8, 2) == 1 && *i == 1);
    }
}

__global__ void numbers(int *wrong) {
    IS(__popc(7) == 3 && __popcll(7) == 3 && __clz(1) == 31 && __clz(0) == 32 && __clzll(1) == 63);
    IS(__ffs(8) == 4 && __ffsll(8) == 4 && __brev(1) == 0x80000000u && __brevll(1) == 1ull << 63 &&
       __fns(0xa, 0, 2) == 3);
    IS(__byte_perm(0x03020100, 0x07060504, 0x5410) == 0x05040100);
    IS(__funnelshift_l(0x80000000, 1, 1) == 3 && __funnelshift_r(2, 1, 1) == 0x80000001);
    IS(__umulhi(1u << 31, 4) == 2 && __mulhi(-1, 1) == -1 && __umul64hi(1ull << 63, 4) == 2);
    IS(__mul24(3, -2) == -6 && __umul24(3, 2) == 6 && __sad(1, 4, 2) == 5 && __usad(1, 4, 2) == 5);
    IS(__dp4a(0x01010101, 0x04030201, 1) == 11 && __dp4a(0x01010101u, 0x04030201u, 1u) == 11);
    IS(__float_as_int(1.0f) == 0x3f800000 && __float_as_uint(1.0f) == 0x3f800000 &&
       __int_as_float(0x3f800000) == 1);
    IS(__uint_as_float(0x40000000) == 2 && __double_as_longlong(1.0) == 0x3ff0000000000000);
    IS(__longlong_as_double(0x3ff0000000000000) == 1 && __double2hiint(1.0) == 0x3ff00000);
    IS(__double2loint(1.0) == 0 && __hiloint2double(0x3ff00000, 0) == 1);
    IS(__float2int_rn(2.5f) == 2 && __float2int_rz(-2.5f) == -2 && __float2int_ru(2.1f) == 3 &&
       __float2int_rd(-2.1f) == -3);
    IS(__float2uint_rn(-1) == 0 && __float2int_rn(1e20f) == 2147483647 &&
       __double2int_rn(3.5) == 4);
    IS(__int2float_rn(3) == 3 && __uint2float_rn(3) == 3 && __int2double_rn(3) == 3 &&
       __double2float_rn(0.5) == 0.5f);
    IS(__fadd_rn(1, 2) == 3 && __fsub_rn(1, 2) == -1 && __fmul_rn(2, 3) == 6 &&
       __fdiv_rn(6, 3) == 2);
    IS(__fmaf_rn(2, 3, 4) == 10 && __fma_rn(2, 3, 4) == 10 && __fsqrt_rn(4) == 2 &&
       __frcp_rn(4) == 0.25f);
    IS(rsqrtf(4) == 0.5f && rsqrt(4.0) == 0.5 && __saturatef(2) == 1 && __fdividef(6, 3) == 2 &&
       __frsqrt_rn(4) == 0.5f);
    IS(__expf(0) == 1 && __logf(1) == 0 && __sinf(0) == 0 && __cosf(0) == 1 && __powf(2, 3) == 8 &&
       __log2f(8) == 3);
    IS(__exp10f(0) == 1 && __log10f(1) == 0 && __tanf(0) == 0);
    IS(min(3, 4u) == 3 && max(2.0f, 3.0f) == 3 && umin(1, 2) == 1 && umax(1, 2) == 2);
    IS(CUDART_INF_F > 1e30f && CUDART_PI_F > 3.1f);
    const int v = 4;
    IS(__ldg(&v) == 4 && __ldcg(&v) == 4 && __ldcs(&v) == 4 && __ldca(&v) == 4);
    int w = 0;
    __stcs(&w, 1);
    __stcg(&w, 2);
    IS(w == 2);
}

__global__ void halves(int *wrong) {
    const __half a = __float2half(1.5f), b = __float2half_rn(2.0f);
    const __half2 c = __floats2half2_rn(1, 2), d = __half2half2(a);
    IS(__half2float(__hadd(a, b)) == 3.5f && __half2float(__hmul(a, b)) == 3 &&
       __half2float(a * b) == 3 && __half2float(__hsub(a, b)) == -0.5f);
    IS(__half2float(__hdiv(b, a)) == 1.3330078125f && __half2float(__hfma(a, b, a)) == 4.5f &&
       __hlt(a, b) && a < b);
    IS(__low2float(__hadd2(c, d)) == 2.5f && __high2float(__hmul2(c, d)) == 3 &&
       __low2half(c) == __float2half(1));
    IS(__high2float(__hfma2(c, d, c)) == 5 && __half2float(__hmax(a, b)) == 2 &&
       __half2float(__hmin(a, b)) == 1.5f);
    IS(__half_as_ushort(a) == 0x3e00 && __ushort_as_half(0x3e00) == a && __half22float2(c).y == 2 &&
       !__hisnan(a));
    IS(__half2float(__hneg(a)) == -1.5f && __half2float(__habs(__hneg(a))) == 1.5f &&
       __half2float(hsqrt(__float2half(4))) == 2);
    IS(__half2int_rn(b) == 2 && __int2half_rn(2) == b && __high2half(__halves2half2(a, b)) == b);
    const __nv_bfloat16 e = __float2bfloat16(1.5f);
    const __nv_bfloat162 g = __floats2bfloat162_rn(1, 2);
    IS(__bfloat162float(__hadd(e, e)) == 3 && __bfloat162float(e * e) == 2.25f &&
       __bfloat1622float2(g).x == 1);
    IS(__bfloat16_as_ushort(e) == 0x3fc0 && __high2float(__hmul2(g, __bfloat162bfloat162(e))) == 3);
    IS((float)__nv_fp8_e4m3(1.75f) == 1.75f && (float)__nv_fp8_e5m2(1.75f) == 1.75f);
    IS(__nv_cvt_float_to_fp8(1000, __NV_SATFINITE, __NV_E4M3) == 0x7e);
}

__global__ void groups(int *wrong) {
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    const unsigned t = block.thread_rank();
    block.sync();
    tile.sync();
    IS(block.size() == 32 && tile.size() == 8 && tile.thread_rank() == t % 8 &&
       tile.meta_group_rank() == t / 8);
    IS(tile.meta_group_size() == 4 && tile.shfl(t, 3) == t / 8 * 8 + 3 &&
       tile.shfl_xor(t, 1) == (t ^ 1));
    const uint4 wide = tile.shfl_xor(make_uint4(t, 2, 3 * t, 5), 2);
    IS(wide.x == (t ^ 2) && wide.y == 2 && wide.z == 3 * (t ^ 2) && wide.w == 5);
    IS(tile.shfl_down(t, 8) == t && tile.shfl_up(t, 1) == (t % 8 ? t - 1 : t));
    IS(tile.any(t == 9) == (t / 8 == 1) && tile.all(1) && tile.ballot(t % 8 < 2) == 3);
    IS(cg::reduce(tile, 1, cg::plus<int>()) == 8 &&
       cg::reduce(tile, t, cg::greater<unsigned>()) == t / 8 * 8 + 7);
    IS(cg::inclusive_scan(tile, 1) == (int)(t % 8) + 1 &&
       cg::exclusive_scan(tile, 1) == (int)(t % 8));
    if (t % 2) {
        const cg::coalesced_group odd = cg::coalesced_threads();
        IS(odd.size() == 16 && odd.thread_rank() == t / 2 && odd.shfl(t, 0) == 1);
    }
    IS(cg::this_grid().thread_rank() == t &&
       cg::binary_partition(tile, t % 8 < 3).size() == (t % 8 < 3 ? 3 : 5));
    IS(cg::labeled_partition(tile, t / 4).size() == 4);
}

__global__ void barriers(int *wrong, const int *in, int *out) {
    typedef cuda::barrier<cuda::thread_scope_block> Barrier;
    __shared__ __align__(16) int tile[64];
    __shared__ Barrier bar;
    const unsigned t = threadIdx.x;
    if (t == 0)
        init(&bar, 32);
    __syncthreads();
    if (t == 0)
        cuda::memcpy_async(tile, in, cuda::aligned_size_t<16>(128), bar);
    bar.wait(bar.arrive());
    IS(tile[t] == (int)t);
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    bar.arrive_and_wait();
    if (t == 0) {
        cuda::device::experimental::cp_async_bulk_global_to_shared(tile, in + 32, 128, bar);
        cuda::device::barrier_arrive_tx(bar, 1, 128);
    } else {
        (void)bar.arrive();
    }
    while (!cuda::ptx::mbarrier_try_wait_parity(cuda::device::barrier_native_handle(bar), 0))
        ;
    IS(tile[t] == (int)t + 32);
    tile[t] = 7;
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    __syncthreads();
    if (t == 0) {
        cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, out, tile, 128);
        cuda::ptx::cp_async_bulk_commit_group();
        cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>());
    }
}

__global__ void __cluster_dims__(2, 1, 1) clusters(int *wrong) {
    __shared__ int mine;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        mine = (int)cluster.block_rank();
    cluster.sync();
    IS(*cluster.map_shared_rank(&mine, cluster.block_rank() ^ 1) == 1 - mine &&
       cluster.num_blocks() == 2);
    cluster.sync();
}

__device__ unsigned halved(cg::thread_group group) {
    group.sync();
    return group.size() * 100 + group.thread_rank();
}

/* Every CTA reads what the others wrote before the grid's barrier. */
__global__ void together(int *wrong, int *all, int step) {
    cg::grid_group grid = cg::this_grid();
    IS(grid.is_valid() && grid.num_threads() == 96 && grid.group_dim().x == 3);
    all[grid.thread_rank()] = step + (int)grid.thread_rank();
    grid.sync();
    IS(all[95 - grid.thread_rank()] == step + 95 - (int)grid.thread_rank());
    cg::sync(grid);
    const unsigned t = threadIdx.x;
    cg::thread_group block = cg::this_thread_block();
    IS(halved(block) == 3200 + t && block.num_threads() == 32);
    IS(halved(cg::tiled_partition(block, 8)) == 800 + t % 8);
}

__global__ void shared_values(
    int *wrong,
    cuda::atomic<int, cuda::thread_scope_device> *a,
    int *plain,
    int *data,
    int more = 5) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ref(*plain);
    a->fetch_add(1, cuda::memory_order_relaxed);
    ref.fetch_max((int)threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
        *data = more;
        a->store(100, cuda::memory_order_release);
    }
    while (a->load(cuda::memory_order_acquire) < 100)
        ;
    IS(*data == more);
    __syncthreads();
    int seen = 0;
    IS(!a->compare_exchange_strong(seen, 1) && seen == 100 && ref.load() == 31);
    __syncthreads();
    if (threadIdx.x == 1) {
        int want = 3;
        IS(ref.exchange(2) == 31 && ++ref == 3 && ref-- == 3 && ref.fetch_or(4) == 2 && ref == 6);
        IS(ref.fetch_sub(1) == 6 && ref.fetch_and(4) == 5 && ref.fetch_xor(1) == 4 &&
           ref.fetch_min(3) == 5 && ref.compare_exchange_weak(want, 8) && ref == 8);
    }
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}

__global__ void pipelines(int *wrong, const int *in) {
    __shared__ __align__(16) int stage[2][32], more[32];
    const unsigned t = threadIdx.x;
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    for (int i = 0; i < 2; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&stage[i][t], in + 32 * i + t, sizeof(int), pipe);
        pipe.producer_commit();
    }
    for (int i = 0; i < 2; i++) {
        pipe.consumer_wait();
        IS(stage[i][t] == in[32 * i + t]);
        pipe.consumer_release();
    }
    __pipeline_memcpy_async(&more[t], in + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    IS(more[t] == in[t]);
}

template <class T> static __host__ T *managed_of(int n) {
    T *p;
    cudaMallocManaged(&p, n * sizeof(T));
    for (int i = 0; i < n; i++)
        p[i] = 0;
    return p;
}

__global__ void doubles(int *p) {
    p[threadIdx.x] *= 2;
}

static void CUDART_CB adds(void *data) {
    ++*(int *)data;
}

static void CUDART_CB told(cudaStream_t, cudaError_t status, void *data) {
    *(int *)data += status == cudaSuccess ? 10 : 100;
}

/* Memory of the host that kernels use, and functions of the host in a stream. */
static int host_memory() {
    static int mine[32], calls;
    int bad = 0, *device, *mapped, value;
    cudaDeviceProp prop;
    bad += cudaSetDeviceFlags(cudaDeviceMapHost) || cudaGetDeviceProperties(&prop, 0) ||
           !prop.canMapHostMemory;
    mine[3] = 4;
    bad += cudaHostRegister(mine, sizeof mine, cudaHostRegisterMapped) ||
           cudaHostGetDevicePointer(&device, mine, 0) || device != mine;
    bad += cudaHostRegister(mine + 1, 4, cudaHostRegisterDefault) !=
           cudaErrorHostMemoryAlreadyRegistered;
    doubles<<<1, 32>>>(device);
    bad += mine[3] != 8 || cudaHostUnregister(mine) ||
           cudaHostUnregister(mine) != cudaErrorHostMemoryNotRegistered;
    bad += cudaHostGetDevicePointer(&device, mine, 0) != cudaErrorInvalidValue;
    bad += cudaHostAlloc(&mapped, 128, cudaHostAllocMapped) ||
           cudaHostGetDevicePointer(&device, mapped, 0);
    for (int i = 0; i < 32; i++)
        mapped[i] = i;
    doubles<<<1, 32>>>(device);
    bad +=
        mapped[5] != 10 || cudaStreamAttachMemAsync(cudaStreamLegacy, mapped, 0, cudaMemAttachHost);
    bad += cudaHostUnregister(mapped) != cudaErrorHostMemoryNotRegistered || cudaFreeHost(mapped);
    bad += cudaLaunchHostFunc(cudaStreamLegacy, adds, &calls) ||
           cudaStreamAddCallback(cudaStreamLegacy, told, &calls, 0) || calls != 11;
    bad += cudaDeviceGetAttribute(&value, cudaDevAttrGpuOverlap, 0) || value != 1;
    cudaStream_t stream;
    int least, greatest;
    bad += cudaDeviceGetStreamPriorityRange(&least, &greatest) || greatest > least ||
           cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest) ||
           cudaStreamDestroy(stream);
    bad += cudaDeviceCanAccessPeer(&value, 0, 1) || value || !cudaDeviceEnablePeerAccess(1, 0) ||
           !cudaDeviceDisablePeerAccess(1);
    bad += strcmp(cudaGetErrorString(cudaErrorAssert), "device-side assert triggered") != 0;
    cudaGetLastError();
    return bad;
}

static int runtime(int *wrong) {
    int bad = 0, count, device, value, back = 0, *p, *host;
    cudaDeviceProp prop;
    cudaEvent_t from, to;
    cudaStream_t stream;
    float ms;
    bad += cudaGetDeviceCount(&count) || count != 1 || cudaGetDevice(&device) || device ||
           cudaSetDevice(0);
    bad += cudaGetDeviceProperties(&prop, 0) || prop.warpSize != 32 ||
           cudaSetDevice(3) != cudaErrorInvalidDevice;
    bad += cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0) || value != 32;
    bad += cudaGetLastError() != cudaErrorInvalidDevice || cudaPeekAtLastError() != cudaSuccess;
    bad += cudaProfilerStart() || cudaProfilerStop();
    bad += cudaStreamCreate(&stream) || cudaEventCreate(&from) || cudaEventCreate(&to) ||
           cudaEventRecord(from, stream);
    bad += cudaMallocAsync(&p, 16, stream) || cudaMemsetAsync(p, 1, 16, stream) ||
           cudaStreamSynchronize(stream);
    bad += cudaMemcpyAsync(&back, p, 4, cudaMemcpyDeviceToHost, stream) || back != 0x01010101 ||
           cudaFreeAsync(p, stream);
    bad += cudaMallocHost(&host, 16) || cudaFreeHost(host) || cudaEventRecord(to) ||
           cudaEventSynchronize(to);
    bad += cudaEventElapsedTime(&ms, from, to) || ms < 0 || cudaEventDestroy(from) ||
           cudaStreamDestroy(stream);
    const int seven[4] = {1, 2, 7, 4}, five = 5;
    bad += cudaMemcpyToSymbol(constants, seven, sizeof seven) ||
           cudaMemcpyToSymbol(variable, &five, sizeof five);
    bad +=
        cudaMemcpyFromSymbol(&back, variable, sizeof back) || back != 5 || cudaDeviceSynchronize();
    bad += cudaFuncSetAttribute(words, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) !=
           cudaSuccess;
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 2;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 4;
    config.blockDim = 32;
    config.attrs = &attribute;
    config.numAttrs = 1;
    bad += cudaLaunchKernelEx(&config, clusters, wrong) != cudaSuccess;
    return bad;
}

int main() {
    int *wrong = managed_of<int>(1);
    const int bad = runtime(wrong) + host_memory();
    words<<<dim3(2, 2), dim3(8, 2, 2), 64>>>(wrong, dim3(2, 2));
    warp<<<1, 32>>>(wrong);
    atomics<<<1, 32>>>(
        wrong,
        managed_of<int>(1),
        managed_of<unsigned>(1),
        managed_of<unsigned long long>(1),
        managed_of<float>(1),
        managed_of<double>(1));
    numbers<<<1, 1>>>(wrong);
    halves<<<1, 1>>>(wrong);
    groups<<<1, 32>>>(wrong);
    clusters<<<2, 32>>>(wrong);
    int *in = managed_of<int>(64);
    for (int i = 0; i < 64; i++)
        in[i] = i;
    barriers<<<1, 32>>>(wrong, in, managed_of<int>(32));
    TC_LAUNCH(warp, 1, 32, 0, wrong);
    pipelines<<<1, 32>>>(wrong, in);
    auto *a = managed_of<cuda::atomic<int, cuda::thread_scope_device>>(1);
    a->store(0);
    int *numbers_of_two = managed_of<int>(2);
    shared_values<<<1, 32>>>(wrong, a, numbers_of_two, numbers_of_two + 1);
    *a = 0;
    shared_values<<<1, 32>>>(wrong, a, numbers_of_two, numbers_of_two + 1, 7);
    int *all = managed_of<int>(96), step = 9;
    void *values[] = {&wrong, &all, &step};
    int together_bad =
        cudaLaunchCooperativeKernel((void *)together, dim3(3), dim3(32), values) != cudaSuccess;
    together_bad += cudaLaunchCooperativeKernel(together, dim3(17), dim3(32), values) !=
                    cudaErrorCooperativeLaunchTooLarge;
    cudaGetLastError();
    printf(
        "%d wrong, %d of the runtime; %s\n", *wrong, bad, cudaGetErrorString(cudaGetLastError()));
    return *wrong || bad || together_bad;
}
