/* arch.cu: `__CUDA_ARCH__` in device code, in host code, in what is both and outside of functions (tools/cuda_arch.py). */
#include <cstdio>
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#define OK 1
#else
#define OK 0
#endif
#if __CUDA_ARCH__ < 600
__device__ int wrong() {
    return nothing;
}
#endif
#ifndef __CUDA_ARCH__
#ident "a directive behind a condition stays"
static int host_only() {
    return 3;
}
#endif
#ifdef __CUDA_ARCH__
#define SIDE 1
#else
#define SIDE 2
#endif
#if defined(__CUDA_ARCH__) /* both */ && (__CUDA_ARCH__ >= 800) && 1
__device__ int newer() {
    return __CUDA_ARCH__ / 100;
}
#endif
__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 2;
#endif
}
__global__ void k(int *p) {
#if __CUDA_ARCH__ >= 900
    p[0] = 90;
#elif __CUDA_ARCH__ >= 800
    p[0] = 80;
#else
    p[0] = 0;
#endif
    p[1] = newer();
    p[2] = SIDE;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 12);
    k<<<1, 1>>>(p);
#ifdef __CUDA_ARCH__
    printf("device\n");
#endif
    printf("%d %d %d %d %d %d\n", OK, p[0], p[1], p[2], host_only(), where());
}
