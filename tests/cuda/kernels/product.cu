/* product.cu: C = A B of f16 with sums in f32, by inline PTX: cp.async in two stages, ldmatrix, mma. One warp
 * computes 16x8. */
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>

enum { M = 32, N = 16, K = 64, STEP = 16, STAGES = 2 };

__device__ __forceinline__ uint32_t shared_address(const void *p) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ __forceinline__ void copy16(void *to, const void *from) {
    asm volatile(
        "cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(shared_address(to)), "l"(from));
}

__device__ __forceinline__ void load_matrices(uint32_t (&x)[4], const half *from) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                 : "r"(shared_address(from)));
}

__global__ void __launch_bounds__(32) product(const half *a, const half *b, float *c) {
    __shared__ __align__(16) half left[STAGES][16][STEP], right[STAGES][STEP][8];
    const int lane = threadIdx.x, row = blockIdx.y * 16, column = blockIdx.x * 8;
    auto load = [&](int step) {
        const int s = step % STAGES, k = step * STEP;
        copy16(&left[s][lane / 2][lane % 2 * 8], a + (row + lane / 2) * K + k + lane % 2 * 8);
        if (lane < STEP)
            copy16(&right[s][lane][0], b + (k + lane) * N + column);
        asm volatile("cp.async.commit_group;\n" ::);
    };
    float sum[4] = {0, 0, 0, 0};
    load(0);
    for (int step = 0; step < K / STEP; step++) {
        const int s = step % STAGES;
        if (step + 1 < K / STEP) {
            load(step + 1);
#ifdef RACE
            asm volatile("cp.async.wait_group 2;\n" ::: "memory");
#else
            asm volatile("cp.async.wait_group 1;\n" ::: "memory");
#endif
        } else {
            asm volatile("cp.async.wait_group 0;\n" ::: "memory");
        }
#ifndef FENCE
        __syncwarp();
#endif
        uint32_t x[4], y[2];
#ifdef DIVERGENT
        if (lane < 31)
#endif
#ifdef OVERRUN
            load_matrices(x, &left[s][lane % 16 + 16][lane / 16 * 8]); /* fault: OVERRUN */
#else
        load_matrices(x, &left[s][lane % 16][lane / 16 * 8]); /* fault: RACE DIVERGENT FENCE */
#endif
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\n"
                     : "=r"(y[0]), "=r"(y[1])
                     : "r"(shared_address(&right[s][lane % 16][0])));
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
            "{%8, %9}, {%0, %1, %2, %3};\n"
            : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
            : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
        __syncwarp();
    }
    float *to = c + (row + lane / 4) * N + column + lane % 4 * 2;
    asm volatile("st.global.v2.f32 [%0], {%1, %2};" ::"l"(to), "f"(sum[0]), "f"(sum[1]) : "memory");
    asm volatile("st.global.v2.f32 [%0], {%1, %2};" ::"l"(to + 8 * N), "f"(sum[2]), "f"(sum[3])
                 : "memory");
}

int main() {
    half *a, *b;
    float *c;
    int wrong = 0;
    cudaMallocManaged(&a, M * K * sizeof *a);
    cudaMallocManaged(&b, K * N * sizeof *b);
    cudaMallocManaged(&c, M * N * sizeof *c);
    for (int i = 0; i < M * K; i++)
        a[i] = __float2half((float)(i % 5) - 2);
    for (int i = 0; i < K * N; i++)
        b[i] = __float2half((float)(i % 7) - 3);
    product<<<dim3(N / 8, M / 16), 32>>>(a, b, c);
    for (int r = 0; r < M; r++)
        for (int q = 0; q < N; q++) {
            float want = 0;
            for (int k = 0; k < K; k++)
                want += __half2float(a[r * K + k]) * __half2float(b[k * N + q]);
            wrong += c[r * N + q] != want;
        }
    printf("product: %d wrong\n", wrong);
    return wrong != 0;
}
