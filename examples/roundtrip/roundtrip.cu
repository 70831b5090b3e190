/* roundtrip.cu: two round trips through generated functions, on a GPU or on the emulator.
 *
 *     nvcc -arch=sm_90 -I../../include roundtrip.cu && ./a.out
 *     cc -x c -I../../include roundtrip.cu ../../include/tilecopy/host/[all].c -lpthread && ./a.out
 *
 * The kernels are the same text on both; only how memory is got and a kernel is started differs. */
#include "tilecopy/host/kernel.h"
#include "roundtrip_gen.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const float *in;
    float *out;
} Tile;

/* 32x8: shared memory -> registers (lane i owns row i) -> shared memory. */
TC_KERNEL(through_registers, Tile) {
    float *tile = (float *)(void *)tc_smem();
    const unsigned lane = tc_lane_index();
    float row[8];
    for (unsigned i = 0; i < 8; i++)
        tile[lane * 8 + i] = arg.in[lane * 8 + i];
    tc_warp_sync();
    tc_warp_copy_smem_to_reg_32x8_f32(row, tile);
    tc_warp_sync();
    for (unsigned i = 0; i < 8; i++)
        tile[lane * 8 + i] = 0;
    tc_warp_sync();
    tc_warp_copy_reg_to_smem_32x8_f32(tile, row);
    tc_warp_sync();
    for (unsigned i = 0; i < 8; i++)
        arg.out[lane * 8 + i] = tile[lane * 8 + i];
}

/* 4x6: global -> shared -> global memory; 24 elements are fewer than a warp has lanes. */
TC_KERNEL(through_shared, Tile) {
    float *tile = (float *)(void *)tc_smem();
    tc_warp_copy_gmem_to_smem_4x6_f32(tile, arg.in);
    tc_warp_sync();
    tc_warp_copy_smem_to_gmem_4x6_f32(arg.out, tile);
}

#if TC_ON_DEVICE
static void must(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
    exit(1);
}

static void *get(size_t bytes) {
    void *p;
    must(cudaMalloc(&p, bytes));
    return p;
}

static void run(int which, const float *in, float *out, size_t bytes) {
    Tile tile = {(const float *)get(bytes), (float *)get(bytes)};
    must(cudaMemcpy((void *)tile.in, in, bytes, cudaMemcpyHostToDevice));
    must(cudaMemset(tile.out, 0xDB, bytes));
    if (which == 0)
        through_registers<<<1, 32, 4096>>>(tile);
    else
        through_shared<<<1, 32, 4096>>>(tile);
    must(cudaDeviceSynchronize());
    must(cudaMemcpy(out, tile.out, bytes, cudaMemcpyDeviceToHost));
    must(cudaFree((void *)tile.in));
    must(cudaFree(tile.out));
}
static const char machine[] = "GPU";
#else
static void run(int which, const float *in, float *out, size_t bytes) {
    tc_emu_config launch = {0};
    Tile tile;
    float *source = (float *)tc_emu_gmem_alloc(bytes, "in");
    tile.in = source;
    tile.out = (float *)tc_emu_gmem_alloc(bytes, "out");
    for (size_t i = 0; i < bytes / sizeof *in; i++)
        source[i] = in[i];
    launch.block = 32;
    launch.smem_bytes = 4096;
    launch.name = which == 0 ? "through_registers" : "through_shared";
    tc_emu_launch(&launch, which == 0 ? through_registers : through_shared, &tile);
    for (size_t i = 0; i < bytes / sizeof *out; i++)
        out[i] = tile.out[i];
    tc_emu_gmem_free(source);
    tc_emu_gmem_free(tile.out);
}
static const char machine[] = "emulator";
#endif

static int show(const char *title, int which, unsigned rows, unsigned cols) {
    float in[256], out[256];
    unsigned wrong = 0;
    for (unsigned i = 0; i < rows * cols; i++)
        in[i] = (float)(i / cols * 100 + i % cols + 1);
    run(which, in, out, rows * cols * sizeof(float));
    printf("%s, on the %s:\n", title, machine);
    for (unsigned i = 0; i < rows * cols; i++) {
        int hidden = rows > 8 && i / cols >= 4 && i / cols < rows - 1;
        wrong += out[i] != in[i];
        if (!hidden)
            printf("%6.0f%s", (double)out[i], i % cols == cols - 1 ? "\n" : "");
        else if (i / cols == 4 && i % cols == 0)
            printf("   ...\n");
    }
    printf("%u elements, %u wrong\n\n", rows * cols, wrong);
    return wrong != 0;
}

int main(void) {
    int failed = show("32x8 f32, smem -> reg -> smem", 0, 32, 8);
    failed |= show("4x6 f32, gmem -> smem -> gmem", 1, 4, 6);
    return failed;
}
