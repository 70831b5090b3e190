/* Runs the kernels of copies.h and inside.h and prints one JSON object: for each streaming form the
 * milliseconds of every round, for the others cycles. Rounds take the forms in turn, so that what
 * disturbs one disturbs all; buffers rotate and together are many times the L2 cache.
 *
 * usage: bench [ROUNDS]      exit code 1 on any CUDA error or wrong copy */
#include "copies.h"
#include "inside.h"
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

static int sets = 4, reps = 12, sms;
static size_t bytes = (size_t)256 << 20;
static std::vector<unsigned char *> from, to;
static const unsigned ld = 8192; /* f16 elements a row: 16 KiB */

static void launch(int form, int set) {
    uint4 *dst = (uint4 *)to[set];
    const uint4 *src = (const uint4 *)from[set];
    tc_f16 *tiles = (tc_f16 *)to[set];
    const tc_f16 *matrix = (const tc_f16 *)from[set];
    unsigned flat = (unsigned)(bytes / FLAT);
    dim3 grid(ld / COLS, (unsigned)(bytes / 2 / ld / ROWS));
    size_t low = ROWS * COLS * 2;
    switch (form) {
    case 0:
        flat_hand<<<flat, 256>>>(dst, src);
        break;
    case 1:
        flat_kit<<<flat, 256>>>(dst, src);
        break;
    case 2:
        flat_async_hand<<<flat, 256, FLAT>>>(dst, src);
        break;
    case 3:
        flat_async_kit<<<flat, 256, FLAT>>>(dst, src);
        break;
    case 4:
        tile_hand<<<grid, 256, low>>>(tiles, matrix, ld);
        break;
    case 5:
        tile_kit<<<grid, 256, low>>>(tiles, matrix, ld);
        break;
    case 6:
        tile_async_hand<<<grid, 256, low>>>(tiles, matrix, ld);
        break;
    case 7:
        tile_async_kit<<<grid, 256, low>>>(tiles, matrix, ld);
        break;
    case 8:
        read_hand<<<grid, 256, low>>>(tiles, matrix, ld);
        break;
    case 9:
        read_kit<<<grid, 256, low>>>(tiles, matrix, ld);
        break;
    case 10:
        read_async_hand<<<grid, 256, low>>>(tiles, matrix, ld);
        break;
    case 11:
        read_async_kit<<<grid, 256, low>>>(tiles, matrix, ld);
        break;
    default:
        MUST(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDeviceToDevice));
        break;
    }
    MUST(cudaGetLastError());
}

static const char *const forms[] = {
    "flat_hand",
    "flat_kit",
    "flat_async_hand",
    "flat_async_kit",
    "tile_hand",
    "tile_kit",
    "tile_async_hand",
    "tile_async_kit",
    "read_hand",
    "read_kit",
    "read_async_hand",
    "read_async_kit",
    "memcpy"};
enum { FORMS = sizeof forms / sizeof *forms, FIRST_READ = 8 };

static __global__ void fill(unsigned *at, size_t words) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words;
         i += (size_t)gridDim.x * blockDim.x)
        at[i] = (unsigned)i * 2654435761u & 0x7fffffff;
}

static __global__ void compare(
    unsigned *wrong, const unsigned *a, const unsigned *b, size_t words) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words;
         i += (size_t)gridDim.x * blockDim.x)
        if (a[i] != b[i])
            atomicAdd(wrong, 1);
}

static void prepare() {
    size_t room, all;
    MUST(cudaMemGetInfo(&room, &all));
    while (bytes > ((size_t)16 << 20) && bytes * 2 * sets > room / 10 * 8)
        bytes /= 2;
    for (int i = 0; i < sets; i++) {
        unsigned char *a, *b;
        MUST(cudaMalloc(&a, bytes));
        MUST(cudaMalloc(&b, bytes));
        fill<<<1024, 256>>>((unsigned *)a, bytes / 4);
        from.push_back(a);
        to.push_back(b);
    }
    MUST(cudaDeviceSynchronize());
}

/* Every form that writes, once into zeroed memory. */
static void check_copies() {
    unsigned *wrong, host = 0;
    MUST(cudaMalloc(&wrong, 4));
    for (int form = 0; form < FORMS; form++) {
        if (form >= FIRST_READ && form < FORMS - 1)
            continue;
        MUST(cudaMemset(to[0], 0, bytes));
        MUST(cudaMemset(wrong, 0, 4));
        launch(form, 0);
        compare<<<1024, 256>>>(wrong, (unsigned *)from[0], (unsigned *)to[0], bytes / 4);
        MUST(cudaMemcpy(&host, wrong, 4, cudaMemcpyDeviceToHost));
        if (host) {
            fprintf(stderr, "%s: %u wrong words\n", forms[form], host);
            exit(1);
        }
    }
    MUST(cudaFree(wrong));
}

static void stream(int rounds) {
    cudaEvent_t begin, end;
    MUST(cudaEventCreate(&begin));
    MUST(cudaEventCreate(&end));
    std::vector<std::vector<float>> times(FORMS);
    for (int round = -2; round < rounds; round++) {
        for (int k = 0; k < FORMS; k++) {
            int form = (k + (round + 2) * 5) % FORMS; /* another order each round */
            float ms;
            launch(form, 0);
            MUST(cudaEventRecord(begin));
            for (int i = 0; i < reps; i++)
                launch(form, (i + 1) % sets);
            MUST(cudaEventRecord(end));
            MUST(cudaEventSynchronize(end));
            MUST(cudaEventElapsedTime(&ms, begin, end));
            if (round >= 0)
                times[form].push_back(ms / reps);
        }
    }
    printf(" \"bytes\": %zu,\n \"streams\": {\n", bytes);
    for (int form = 0; form < FORMS; form++) {
        printf("  \"%s\": [", forms[form]);
        for (size_t i = 0; i < times[form].size(); i++)
            printf("%s%.6f", i ? ", " : "", times[form][i]);
        printf("]%s\n", form + 1 < FORMS ? "," : "");
    }
    printf(" },\n");
}

static long long median(std::vector<long long> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

typedef void (*Inside)(long long *);

static void bandwidth(const char *name, Inside kernel, int pitch, int count, const char *end) {
    size_t low = (size_t)WARPS * 32 * pitch * 4;
    long long *cycles;
    std::vector<long long> host(sms), medians;
    MUST(cudaMalloc(&cycles, sizeof(long long) * sms));
    MUST(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)low));
    for (int i = 0; i < 12; i++) {
        kernel<<<sms, WARPS * 32, low>>>(cycles);
        MUST(cudaGetLastError());
        MUST(cudaMemcpy(host.data(), cycles, sizeof(long long) * sms, cudaMemcpyDeviceToHost));
        if (i >= 2)
            medians.push_back(median(host));
    }
    MUST(cudaFree(cycles));
    double moved = (double)TURNS * WARPS * 32 * count * 4;
    printf("  \"%s\": %.3f%s\n", name, moved / (double)median(medians), end);
}

static void inside() {
    printf(" \"bytes_per_clock\": {\n");
    bandwidth("load_plain8", load_plain8, 8, 8, ",");
    bandwidth("store_plain8", store_plain8, 8, 8, ",");
    bandwidth("load_sw32", load_sw32, 8, 8, ",");
    bandwidth("store_sw32", store_sw32, 8, 8, ",");
    bandwidth("load_sw64", load_sw64, 16, 16, ",");
    bandwidth("store_sw64", store_sw64, 16, 16, ",");
    bandwidth("load_sw128", load_sw128, 32, 32, ",");
    bandwidth("store_sw128", store_sw128, 32, 32, ",");
    bandwidth("load_pad33", load_pad33, 33, 32, ",");
    bandwidth("store_pad33", store_pad33, 33, 32, "");
    printf(" },\n");
}

typedef void (*Latency)(long long *, const float *);

static void latency(const char *name, Latency kernel, const char *end) {
    long long *cycles;
    std::vector<long long> host(SAMPLES), all;
    MUST(cudaMalloc(&cycles, sizeof(long long) * SAMPLES));
    for (int i = 0; i < 12; i++) { /* the first brings the source into L2 */
        kernel<<<1, 32>>>(cycles, (const float *)from[0]);
        MUST(cudaGetLastError());
        MUST(cudaMemcpy(host.data(), cycles, sizeof(long long) * SAMPLES, cudaMemcpyDeviceToHost));
        if (i >= 2) /* the first sample fetches instructions */
            all.insert(all.end(), host.begin() + 4, host.end());
    }
    MUST(cudaFree(cycles));
    printf("  \"%s\": %lld%s\n", name, median(all), end);
}

static void latencies() {
    printf(" \"cycles_4x6\": {\n");
    latency("fallback", latency_fallback, ",");
    latency("partial", latency_partial, ",");
    latency("lane0_hand", latency_lane0, ",");
    latency("six_lanes_hand", latency_six, "");
    printf(" }\n");
}

int main(int argc, char **argv) {
    cudaDeviceProp device;
    MUST(cudaGetDeviceProperties(&device, 0));
    sms = device.multiProcessorCount;
    prepare();
    check_copies();
    printf("{\n \"device\": \"%s\",\n \"sms\": %d,\n", device.name, sms);
    stream(argc > 1 ? atoi(argv[1]) : 31);
    inside();
    latencies();
    printf("}\n");
    MUST(cudaDeviceSynchronize());
    return 0;
}
