/* static_tiles.cu: a product of a warpgroup whose operands are static arrays, which lie far from the dynamic ones here. */
#include <cstdio>
#include <cuda_bf16.h>
#include <tilecopy/tilecopy.h>
#include <tilecopy/wgmma_bf16.h>

enum { M = 64, N = 8, K = 16 };

/* Core matrices of 8 rows of 16 bytes, two along k: 128 bytes to the next along k, 256 along the rows. */
__device__ unsigned place(unsigned row, unsigned k) {
    return row / 8 * 128 + k / 8 * 64 + row % 8 * 8 + k % 8;
}

__device__ unsigned long long descriptor(const void *tile) {
    return tc_smem_address(tile) >> 4 & 0x3fff | 128ull / 16 << 16 | 256ull / 16 << 32;
}

__global__ void __launch_bounds__(128) product(float *out) {
    __shared__ __align__(128) __nv_bfloat16 b[N * K];
    __shared__ __align__(128) __nv_bfloat16 a[M * K];
    const unsigned t = threadIdx.x;
    float d[4];
    for (unsigned i = t; i < M * K; i += 128)
        a[place(i / K, i % K)] = __float2bfloat16((float)(i / K % 7) + (float)(i % K));
    for (unsigned i = t; i < N * K; i += 128)
        b[place(i / K, i % K)] = __float2bfloat16((float)(i / K) - (float)(i % K % 3));
    tc_fence_async_smem();
    __syncthreads();
    tc_wgmma_fence();
    tc_wgmma_m64n8k16_bf16_ss_kk(d, descriptor(a), descriptor(b), 0);
    tc_wgmma_commit();
    tc_wgmma_wait_0();
    tc_wgmma_hold(d, 4);
    for (unsigned i = 0; i < 4; i++)
        out[(t / 32 * 16 + t % 32 / 4 + i / 2 * 8) * N + t % 4 * 2 + i % 2] = d[i];
}

int main() {
    float *out;
    int wrong = 0;
    cudaMallocManaged(&out, M * N * sizeof *out);
    product<<<1, 128>>>(out);
    cudaDeviceSynchronize();
    for (int row = 0; row < M; row++)
        for (int col = 0; col < N; col++) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                sum += (float)(row % 7 + k) * (float)(col - k % 3);
            wrong += out[row * N + col] != sum;
        }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
