/* calls.cu: one program of calls.h on a GPU: exit 0 and `done`, or what the check printed and exit 1 after
 * the trap. `list` prints them all. */
#include "calls.h"
#include <cuda_runtime.h>

#define P(name, kernel, where, x, y, z, moved, first, gpu, emulator) (const void *)kernel,
static const void *const kernels[] = {PROGRAMS};
#undef P

static void demand(cudaError_t status, const char *what) {
    if (status == cudaSuccess)
        return;
    printf("%s: %s\n", what, cudaGetErrorString(status));
    fflush(stdout);
    exit(3); /* no trap: something else is wrong */
}

int main(int argc, char **argv) {
    const int at = argc == 2 ? call_find(argv[1]) : -1;
    if (argc == 2 && strcmp(argv[1], "list") == 0)
        return call_list();
    if (at < 0)
        return 2;
    static unsigned short src[2 * WORDS], dst[2 * WORDS];
    void *there[2] = {NULL, NULL};
    call_start(src, dst);
    demand(cudaMalloc(&there[0], sizeof src), "cudaMalloc");
    demand(cudaMalloc(&there[1], sizeof dst), "cudaMalloc");
    demand(cudaMemcpy(there[0], src, sizeof src, cudaMemcpyHostToDevice), "cudaMemcpy");
    demand(cudaMemcpy(there[1], dst, sizeof dst, cudaMemcpyHostToDevice), "cudaMemcpy");
    calls_args args = {(const unsigned *)there[0], (unsigned *)there[1]};
    void *arguments[] = {&args};
    const dim3 block(calls[at].x, calls[at].y, calls[at].z);
    demand(cudaLaunchKernel(kernels[at], dim3(1), block, arguments, 0, 0), "the launch");
    const cudaError_t ended = cudaDeviceSynchronize();
    if (ended != cudaSuccess) {
        printf("ended: %s\n", cudaGetErrorString(ended));
        return 1;
    }
    demand(cudaMemcpy(dst, there[1], sizeof dst, cudaMemcpyDeviceToHost), "cudaMemcpy");
    if (call_wrong(&calls[at], src, dst))
        return 4;
    printf("done\n");
    return 0;
}
