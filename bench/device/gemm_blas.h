/* gemm_blas.h: products by cuBLAS beside those of examples/gemm_sm90, and its types. */
#ifndef GEMM_BLAS_H
#define GEMM_BLAS_H
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

/* What CUDA calls the types: of the operands, and of D. */
struct Bf16 {
    typedef __nv_bfloat16 Element, Out;
    static constexpr GemmElement OURS = GEMM_BF16;
    static constexpr cudaDataType_t TYPE = CUDA_R_16BF, OUT = CUDA_R_16BF;
    static constexpr const char *NAME = "bf16";
};
struct F16 {
    typedef __half Element, Out;
    static constexpr GemmElement OURS = GEMM_F16;
    static constexpr cudaDataType_t TYPE = CUDA_R_16F, OUT = CUDA_R_16F;
    static constexpr const char *NAME = "f16";
};
struct E4m3 {
    typedef __nv_fp8_e4m3 Element;
    typedef __nv_bfloat16 Out;
    static constexpr GemmElement OURS = GEMM_E4M3;
    static constexpr cudaDataType_t TYPE = CUDA_R_8F_E4M3, OUT = CUDA_R_16BF;
    static constexpr const char *NAME = "e4m3";
};

/* cuBLAS's product of a shape, by the algorithm that it finds best. Column by column D is B A^T.
 * FAST, for e4m3: sums as the instruction makes them; otherwise promoted to f32 on the way. */
template <typename Type, bool FAST = true> struct Blas {
    enum : size_t { WORKSPACE = 32 << 20 };
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t a, b, d;
    cublasLtMatmulHeuristicResult_t found;
    void *workspace;
    bool ready; /* cuBLAS has such a product */

    /* Of the call's shape, bias, activation and scales. */
    explicit Blas(const GemmCall &call) {
        const cublasOperation_t turned = CUBLAS_OP_T;
        cublasLtMatmulPreference_t wishes;
        const size_t most = WORKSPACE;
        const signed char fast = FAST;
        int count = 0;
        MUST(cublasLtCreate(&handle));
        MUST(cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
        set(CUBLASLT_MATMUL_DESC_TRANSA, &turned, sizeof turned);
        if (Type::TYPE == CUDA_R_8F_E4M3)
            set(CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast, sizeof fast);
        if (call.bias || call.activation != GEMM_NONE)
            finish_with(call);
        if (call.a_scales)
            scale_with(call);
        MUST(cublasLtMatrixLayoutCreate(&b, Type::TYPE, call.k, call.n, call.k));
        MUST(cublasLtMatrixLayoutCreate(&a, Type::TYPE, call.k, call.m, call.k));
        MUST(cublasLtMatrixLayoutCreate(&d, Type::OUT, call.n, call.m, call.n));
        MUST(cublasLtMatmulPreferenceCreate(&wishes));
        MUST(cublasLtMatmulPreferenceSetAttribute(
            wishes, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &most, sizeof most));
        const cublasStatus_t asked =
            cublasLtMatmulAlgoGetHeuristic(handle, product, b, a, d, d, wishes, 1, &found, &count);
        ready = asked == CUBLAS_STATUS_SUCCESS && count > 0;
        MUST(cudaMalloc(&workspace, WORKSPACE));
        MUST(cublasLtMatmulPreferenceDestroy(wishes));
    }

    Blas(const Blas &) = delete;
    Blas &operator=(const Blas &) = delete;

    void set(cublasLtMatmulDescAttributes_t what, const void *value, size_t size) {
        MUST(cublasLtMatmulDescSetAttribute(product, what, value, size));
    }

    /* cuBLAS has relu and gelu (by tanh); no silu. */
    void finish_with(const GemmCall &call) {
        const cublasLtEpilogue_t epilogue =
            call.activation == GEMM_RELU   ? CUBLASLT_EPILOGUE_RELU_BIAS
            : call.activation == GEMM_GELU ? CUBLASLT_EPILOGUE_GELU_BIAS
                                           : CUBLASLT_EPILOGUE_BIAS;
        const cudaDataType_t type = Type::OUT;
        set(CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
        set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, &call.bias, sizeof call.bias);
        set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, &type, sizeof type);
    }

    /* As DeepGEMM and ours: cuBLAS's first operand is our B. */
    void scale_with(const GemmCall &call) {
        const int blocks = CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F,
                  vectors = CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F;
        set(CUBLASLT_MATMUL_DESC_A_SCALE_MODE, &blocks, sizeof blocks);
        set(CUBLASLT_MATMUL_DESC_B_SCALE_MODE, &vectors, sizeof vectors);
        set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, &call.b_scales, sizeof call.b_scales);
        set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, &call.a_scales, sizeof call.a_scales);
    }

    void launch(const void *at_a, const void *at_b, void *at_d) {
        const float one = 1, zero = 0;
        MUST(cublasLtMatmul(
            handle,
            product,
            &one,
            at_b,
            b,
            at_a,
            a,
            &zero,
            at_d,
            d,
            at_d,
            d,
            &found.algo,
            workspace,
            WORKSPACE,
            0));
    }

    ~Blas() {
        cublasLtMatrixLayoutDestroy(a);
        cublasLtMatrixLayoutDestroy(b);
        cublasLtMatrixLayoutDestroy(d);
        cublasLtMatmulDescDestroy(product);
        cublasLtDestroy(handle);
        cudaFree(workspace);
    }
};

#endif
