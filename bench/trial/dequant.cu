/* trial/dequant.cu: forms of the loop of examples/dequant_gemv beside a copy of as many bytes.
 * usage: dequant [ROUNDS] */
#include "../device/timing.h"
#include "tilecopy/host/kernel.h"
#include "dequant_gen.h"
#include "tilecopy/mma.h"

enum { GROUP = 128, ROWS16 = 16 };
enum { ROWS = 32768, COLUMNS = 16384, GROUPS = COLUMNS / GROUP };

typedef struct {
    const unsigned *weights;
    const float *scale;
    const tc_f16 *x;
    float *y;
    unsigned rows, columns;
} Dequant;

typedef struct {
    __attribute__((aligned(16))) unsigned weights[8];
    float scale[2];
} Raw;

enum { GENERATED, KEPT, VOLATILE };

TC_FN void volatile_b128(void *dst, const void *src) {
    unsigned v[4];
    asm volatile("ld.volatile.global.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "l"(src)
                 : "memory");
    TC_MEMCPY(dst, v, 16);
}

template <int how>
static __device__ __forceinline__ void load(
    Raw *raw, const unsigned *weights, const float *scale, const Dequant *d) {
    const unsigned ld = d->columns / 8;
    if (how == GENERATED)
        tc_load_weights(raw->weights, weights, ld);
    else if (how == KEPT)
        tc_load_weights_kept(raw->weights, weights, ld);
    else {
        const unsigned lane = tc_lane_index(), from = lane / 4 * ld + lane % 4 * 4;
        volatile_b128(raw->weights, weights + from);
        volatile_b128(raw->weights + 4, weights + from + 8 * ld);
    }
    tc_load_global_b32(&raw->scale[0], scale);
    tc_load_global_b32(&raw->scale[1], scale + (size_t)8 * (d->columns / GROUP));
}

TC_FN void product(float *sum, const Raw *raw, const tc_f16 *x) {
    __attribute__((aligned(16))) tc_f16 w[64];
    float c[4] = {0, 0, 0, 0};
    TC_UNROLL
    for (unsigned i = 0; i < 8; i++)
        tc_convert_i4x8_f16(w + 8 * i, &raw->weights[i]);
    TC_UNROLL
    for (unsigned s = 0; s < 8; s++) {
        unsigned a[4];
        TC_MEMCPY(&a[0], w + 4 * s, 4);
        TC_MEMCPY(&a[1], w + 32 + 4 * s, 4);
        TC_MEMCPY(&a[2], w + 4 * s + 2, 4);
        TC_MEMCPY(&a[3], w + 32 + 4 * s + 2, 4);
        tc_mma_m16n8k16_f16(c, a, x + 4 * s);
    }
    sum[0] += raw->scale[0] * c[0];
    sum[1] += raw->scale[1] * c[2];
}

template <int warps>
static __device__ __forceinline__ void finish(
    const Dequant *d, unsigned first, float *found, const float *sum) {
    const unsigned thread = tc_thread_index(), lane = thread % 32;
    if (lane % 4 == 0) {
        tc_store_shared_b32(found + thread / 32 * ROWS16 + lane / 4, &sum[0]);
        tc_store_shared_b32(found + thread / 32 * ROWS16 + lane / 4 + 8, &sum[1]);
    }
    tc_cta_sync();
    if (thread < ROWS16) {
        float total = 0;
        for (unsigned warp = 0; warp < warps; warp++) {
            float one;
            tc_load_shared_b32(&one, found + warp * ROWS16 + thread);
            total += one;
        }
        tc_store_global_b32(d->y + first + thread, &total);
    }
}

#define FRAME                                                                                      \
    const unsigned warp = tc_thread_index() / 32, row = tc_lane_index() / 4;                       \
    const unsigned first = tc_cta_index() * ROWS16, groups = arg.columns / GROUP;                  \
    const unsigned *weights = arg.weights + (size_t)first * arg.columns / 8;                       \
    const float *scale = arg.scale + (size_t)(first + row) * groups;                               \
    float sum[2] = {0, 0}

/* As the example stands: what is ahead is moved at the end of a turn, which waits for it. */
template <int warps, int ctas, int how>
__global__ void __launch_bounds__(warps * 32, ctas) moved(const Dequant arg) {
    FRAME;
    Raw ahead = {{0}, {0, 0}};
    if (warp < groups)
        load<how>(&ahead, weights + warp * (GROUP / 8), scale + warp, &arg);
    for (unsigned group = warp; group < groups; group += warps) {
        const unsigned next = group + warps;
        const Raw raw = ahead;
        __attribute__((aligned(16))) tc_f16 x[32];
        if (next < groups)
            load<how>(&ahead, weights + next * (GROUP / 8), scale + next, &arg);
        tc_load_vector(x, arg.x + group * GROUP);
        product(sum, &raw, x);
    }
    finish<warps>(&arg, first, (float *)tc_smem(), sum);
}

/* A ring in registers: turns are unrolled by its length, so that nothing moves. xs: the vector ahead too. */
template <int warps, int ctas, int how, int ahead, bool xs>
__global__ void __launch_bounds__(warps * 32, ctas) turns(const Dequant arg) {
    FRAME;
    Raw raw[ahead + 1];
    __attribute__((aligned(16))) tc_f16 x[xs ? ahead + 1 : 1][32];
    TC_UNROLL
    for (unsigned t = 0; t < ahead; t++)
        if (warp + t * warps < groups) {
            load<how>(&raw[t], weights + (warp + t * warps) * (GROUP / 8), scale + warp + t * warps, &arg);
            if (xs)
                tc_load_vector(x[t], arg.x + (warp + t * warps) * GROUP);
        }
#pragma unroll 1
    for (unsigned group = warp; group < groups; group += (ahead + 1) * warps) {
        TC_UNROLL
        for (unsigned t = 0; t < ahead + 1; t++) {
            const unsigned now = group + t * warps, next = now + ahead * warps;
            const unsigned to = (t + ahead) % (ahead + 1);
            if (next < groups) {
                load<how>(&raw[to], weights + next * (GROUP / 8), scale + next, &arg);
                if (xs)
                    tc_load_vector(x[to], arg.x + next * GROUP);
            }
            if (now < groups) {
                if (!xs)
                    tc_load_vector(x[0], arg.x + now * GROUP);
                product(sum, &raw[t], x[xs ? t : 0]);
            }
        }
    }
    finish<warps>(&arg, first, (float *)tc_smem(), sum);
}

/* The same without conditions: past the end the last group of the warp is loaded again; groups a multiple
 * of (ahead + 1) * warps. */
template <int warps, int ctas, int how, int ahead>
__global__ void __launch_bounds__(warps * 32, ctas) even(const Dequant arg) {
    FRAME;
    Raw raw[ahead + 1];
    __attribute__((aligned(16))) tc_f16 x[32];
    const unsigned last = groups - warps + warp;
    TC_UNROLL
    for (unsigned t = 0; t < ahead; t++)
        load<how>(&raw[t], weights + (warp + t * warps) * (GROUP / 8), scale + warp + t * warps, &arg);
#pragma unroll 1
    for (unsigned group = warp; group < groups; group += (ahead + 1) * warps) {
        TC_UNROLL
        for (unsigned t = 0; t < ahead + 1; t++) {
            const unsigned now = group + t * warps, wanted = now + ahead * warps;
            const unsigned next = wanted < last ? wanted : last;
            load<how>(&raw[(t + ahead) % (ahead + 1)], weights + next * (GROUP / 8), scale + next, &arg);
            tc_load_vector(x, arg.x + now * GROUP);
            product(sum, &raw[t], x);
        }
    }
    finish<warps>(&arg, first, (float *)tc_smem(), sum);
}

/* A ring in shared memory of each warp, cp.async ahead; what a lane reads it has copied itself. */
template <int warps, int ctas, int stages>
__global__ void __launch_bounds__(warps * 32, ctas) ring(const Dequant arg) {
    FRAME;
    unsigned *tiles = (unsigned *)tc_smem() + warp * stages * 256;
    float scales[2][2] = {{0, 0}, {0, 0}};
    unsigned to = 0, at = 0;
    TC_UNROLL
    for (unsigned t = 0; t < stages - 1; t++) {
        const unsigned next = warp + t * warps;
        if (next < groups)
            tc_stage_weights(tiles + t * 256, weights + next * (GROUP / 8), arg.columns / 8);
        tc_cp_async_commit();
    }
    to = stages - 1;
    if (warp < groups) {
        tc_load_global_b32(&scales[0][0], scale + warp);
        tc_load_global_b32(&scales[0][1], scale + warp + (size_t)8 * groups);
    }
#pragma unroll 1
    for (unsigned group = warp; group < groups; group += 2 * warps) {
        TC_UNROLL
        for (unsigned t = 0; t < 2; t++) {
            const unsigned now = group + t * warps, next = now + (stages - 1) * warps;
            __attribute__((aligned(16))) tc_f16 x[32];
            Raw raw;
            if (now >= groups)
                continue;
            if (next < groups)
                tc_stage_weights(tiles + to * 256, weights + next * (GROUP / 8), arg.columns / 8);
            tc_cp_async_commit();
            if (now + warps < groups) {
                tc_load_global_b32(&scales[1 - t][0], scale + now + warps);
                tc_load_global_b32(&scales[1 - t][1], scale + now + warps + (size_t)8 * groups);
            }
            tc_load_vector(x, arg.x + now * GROUP);
            asm volatile("cp.async.wait_group %0;" ::"n"(stages - 1) : "memory");
            tc_take_weights(raw.weights, tiles + at * 256);
            raw.scale[0] = scales[t][0];
            raw.scale[1] = scales[t][1];
            product(sum, &raw, x);
            to = to + 1 == stages ? 0 : to + 1;
            at = at + 1 == stages ? 0 : at + 1;
        }
    }
    tc_cta_sync();
    finish<warps>(&arg, first, (float *)tc_smem(), sum);
}

__global__ void fill(unsigned *weights, float *scale, unsigned short *x) {
    const unsigned short values[] = {0, 0x3C00, 0x4000, 0x4200, 0xBC00, 0xC000, 0xC200};
    const size_t first = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = first; i < (size_t)ROWS * COLUMNS / 8; i += step)
        weights[i] = (unsigned)(i * 2654435761u ^ i >> 7);
    for (size_t i = first; i < (size_t)ROWS * GROUPS; i += step)
        scale[i] = 1.0f / (float)(1 << i % 4);
    for (size_t i = first; i < COLUMNS; i += step)
        x[i] = values[i * 5 % 7];
}

__global__ void differ(Dequant d, unsigned *count) {
    const float values[] = {0, 1, 2, 3, -1, -2, -3};
    const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) * 97 % ROWS;
    float sum = 0;
    for (unsigned k = 0; k < COLUMNS; k++) {
        const unsigned word = d.weights[((size_t)row * COLUMNS + k) / 8];
        const int w = (int)(word >> k % 8 * 4 << 28) >> 28;
        sum += d.scale[(size_t)row * GROUPS + k / GROUP] * (float)w * values[k * 5 % 7];
    }
    if (sum != d.y[row])
        atomicAdd(count, 1);
}

typedef void (*Kernel)(Dequant);
typedef struct {
    const char *name;
    Kernel kernel;
    int warps, bytes;
} Form;

static float timed(const Form *form, const Dequant &d, void *dst, void *src, size_t bytes) {
    float milliseconds;
    cudaEvent_t from, to;
    MUST(cudaEventCreate(&from));
    MUST(cudaEventCreate(&to));
    MUST(cudaEventRecord(from));
    for (int i = 0; i < 3; i++)
        if (!form)
            one_shot_copy<<<(unsigned)(bytes / 2 / 16384), 256>>>((uint4 *)dst, (const uint4 *)src);
        else
            form->kernel<<<ROWS / ROWS16, form->warps * 32, form->bytes>>>(d);
    MUST(cudaEventRecord(to));
    MUST(cudaEventSynchronize(to));
    MUST(cudaEventElapsedTime(&milliseconds, from, to));
    MUST(cudaEventDestroy(from));
    MUST(cudaEventDestroy(to));
    return milliseconds / 3;
}

#define MOVED(w, c, h) {"moved " #w " warps, " #c " CTAs, " #h, moved<w, c, h>, w, w * 64}
#define TURNS(w, c, h, a, x)                                                                       \
    {"turns " #w " warps, " #c " CTAs, " #h ", " #a " ahead, x " #x, turns<w, c, h, a, x>, w, w * 64}
#define EVEN(w, c, h, a) {"even " #w " warps, " #c " CTAs, " #h ", " #a " ahead", even<w, c, h, a>, w, w * 64}
#define RING(w, c, s) {"ring " #w " warps, " #c " CTAs, " #s " stages", ring<w, c, s>, w, w * s * 1024}

static const Form forms[] = {
    MOVED(8, 1, GENERATED),
    MOVED(8, 4, GENERATED),
    MOVED(4, 1, GENERATED),
    MOVED(8, 1, KEPT),
    MOVED(8, 1, VOLATILE),
    TURNS(8, 1, GENERATED, 1, false),
    TURNS(8, 4, GENERATED, 1, false),
    TURNS(8, 1, KEPT, 1, false),
    TURNS(8, 1, VOLATILE, 1, false),
    TURNS(4, 1, GENERATED, 1, false),
    TURNS(4, 7, GENERATED, 1, false),
    TURNS(8, 1, GENERATED, 1, true),
    TURNS(8, 3, GENERATED, 1, true),
    TURNS(8, 1, GENERATED, 2, false),
    TURNS(8, 3, GENERATED, 3, false),
    TURNS(4, 1, GENERATED, 3, false),
    EVEN(8, 1, GENERATED, 1),
    EVEN(8, 4, GENERATED, 1),
    EVEN(8, 1, VOLATILE, 1),
    EVEN(4, 1, GENERATED, 1),
    EVEN(8, 1, GENERATED, 3),
    RING(8, 1, 3),
    RING(8, 1, 4),
    RING(8, 1, 6),
    RING(8, 5, 4),
    RING(8, 4, 6),
    RING(4, 1, 4),
    RING(4, 1, 6),
    RING(4, 8, 6),
    RING(4, 10, 4),
    RING(16, 1, 4),
};
enum { FORMS = sizeof forms / sizeof forms[0] };

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 31;
    const size_t weights = (size_t)ROWS * COLUMNS / 2, scales = (size_t)ROWS * GROUPS * 4;
    const size_t bytes = (weights + scales + COLUMNS * 2 + ROWS * 4) / 32768 * 32768;
    std::vector<double> times[FORMS + 1];
    unsigned *wrong, count;
    void *w, *s, *x, *y, *src, *dst;
    MUST(cudaMalloc(&w, weights));
    MUST(cudaMalloc(&s, scales));
    MUST(cudaMalloc(&x, COLUMNS * 2));
    MUST(cudaMalloc(&y, ROWS * 4));
    MUST(cudaMalloc(&src, bytes / 2));
    MUST(cudaMalloc(&dst, bytes / 2));
    MUST(cudaMalloc(&wrong, 4));
    fill<<<1024, 256>>>((unsigned *)w, (float *)s, (unsigned short *)x);
    const Dequant d = {
        (const unsigned *)w, (const float *)s, (const tc_f16 *)x, (float *)y, ROWS, COLUMNS};
    for (int f = 0; f < FORMS; f++)
        MUST(cudaFuncSetAttribute(forms[f].kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, forms[f].bytes));
    for (int round = -2; round < rounds; round++)
        for (int f = 0; f <= FORMS; f++) {
            const float milliseconds = timed(f < FORMS ? &forms[f] : NULL, d, dst, src, bytes);
            if (round >= 0)
                times[f].push_back(milliseconds);
        }
    for (int f = 0; f < FORMS; f++) {
        cudaFuncAttributes attributes;
        int resident;
        MUST(cudaMemset(wrong, 0, 4));
        MUST(cudaMemset(y, 0xff, ROWS * 4));
        timed(&forms[f], d, dst, src, bytes);
        differ<<<4, 64>>>(d, wrong);
        MUST(cudaMemcpy(&count, wrong, 4, cudaMemcpyDeviceToHost));
        MUST(cudaFuncGetAttributes(&attributes, forms[f].kernel));
        MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &resident, forms[f].kernel, forms[f].warps * 32, forms[f].bytes));
        printf(
            "%-50s %.0f GB/s, against the copy %.3f; %d registers, %d CTAs an SM; %u wrong\n",
            forms[f].name,
            1e-6 * bytes / median(times[f]),
            median(times[FORMS]) / median(times[f]),
            attributes.numRegs,
            resident,
            count);
    }
    printf("copy %.0f GB/s\n", 1e-6 * bytes / median(times[FORMS]));
    return 0;
}
