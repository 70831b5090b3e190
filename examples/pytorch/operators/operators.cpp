/* operators.cpp: tilecopy::matmul and tilecopy::attention for PyTorch. Every argument is checked here; tensors that
 * the kernels cannot read in place are copied. */
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>

#include "kernels.h"
#include <stdexcept>
#include <string>

static std::string words(const char *text) {
    return text;
}

static std::string words(const std::string &text) {
    return text;
}

static std::string words(int64_t number) {
    return std::to_string(number);
}

/* A RuntimeError of Python where it does not hold. */
template <typename... Parts> static void check(bool holds, const Parts &...parts) {
    std::string why;
    if (holds)
        return;
    for (const std::string &part : {words(parts)...})
        why += part;
    throw std::runtime_error(why);
}

static void check_gpu(const at::Tensor &t, const char *name) {
    check(t.is_cuda(), name, " is not on a GPU");
    check(
        t.scalar_type() == at::kBFloat16,
        name,
        " is of ",
        c10::toString(t.scalar_type()),
        ", not bfloat16");
    const cudaDeviceProp *device = at::cuda::getDeviceProperties(t.get_device());
    check(
        device->major == 9,
        "the kernels need an H100, H200 or GH200 (sm_90a), this is ",
        device->name);
}

/* Rows of contiguous elements, 16 bytes apart or a multiple: what a tensor map takes. */
static at::Tensor rows_of(const at::Tensor &t) {
    const bool fits = t.stride(1) == 1 && t.stride(0) % 8 == 0 && t.stride(0) >= t.size(1) &&
                      (uintptr_t)t.data_ptr() % 16 == 0;
    return fits ? t : t.contiguous();
}

/* a (m x k) times b (n x k) transposed: the weights of torch.nn.functional.linear. */
static at::Tensor matmul(const at::Tensor &a_any, const at::Tensor &b_any) {
    check_gpu(a_any, "a");
    check_gpu(b_any, "b");
    check(a_any.dim() == 2 && b_any.dim() == 2, "a and b are matrices: m x k and n x k");
    check(
        a_any.size(1) == b_any.size(1), "a has ", a_any.size(1), " columns, b has ", b_any.size(1));
    check(
        a_any.size(1) % 8 == 0 && b_any.size(0) % 8 == 0,
        "k and n must be multiples of 8, 16 bytes; they are ",
        a_any.size(1),
        " and ",
        b_any.size(0));
    check(a_any.size(0) < 1 << 24 && b_any.size(0) < 1 << 24, "m and n must be below 2^24");
    const c10::cuda::CUDAGuard guard(a_any.device());
    const at::Tensor a = rows_of(a_any), b = rows_of(b_any);
    const at::Tensor d = at::empty({a.size(0), b.size(0)}, a.options());
    if (d.numel() == 0)
        return d;
    if (a.size(1) == 0)
        return d.zero_();
    const MatmulCall call = {
        a.data_ptr(),
        b.data_ptr(),
        d.data_ptr(),
        (int)a.size(0),
        (int)b.size(0),
        (int)a.size(1),
        a.stride(0),
        b.stride(0)};
    const char *wrong = launch_matmul(&call, at::cuda::getCurrentCUDAStream());
    check(!wrong, wrong ? wrong : "");
    return d;
}

/* [batch, heads, tokens, 128] -> [batch, tokens, heads, 128] without gaps. */
static at::Tensor tokens_of(const at::Tensor &t) {
    return t.transpose(1, 2).contiguous();
}

/* As scaled_dot_product_attention: [batch, heads, tokens, 128]. Also the log of each row's sum. */
static std::tuple<at::Tensor, at::Tensor> attention(
    const at::Tensor &q_any, const at::Tensor &k_any, const at::Tensor &v_any, bool causal) {
    check_gpu(q_any, "q");
    check_gpu(k_any, "k");
    check_gpu(v_any, "v");
    check(q_any.dim() == 4 && k_any.dim() == 4, "q, k and v are [batch, heads, tokens, 128]");
    check(k_any.sizes() == v_any.sizes(), "k and v have different shapes");
    check(
        q_any.size(3) == 128 && k_any.size(3) == 128,
        "the head dimension is ",
        q_any.size(3),
        ", not 128");
    check(q_any.size(0) == k_any.size(0), "q and k have different batches");
    check(
        k_any.size(1) > 0 && q_any.size(1) % k_any.size(1) == 0,
        "the heads of q, ",
        q_any.size(1),
        ", are no multiple of those of k, ",
        k_any.size(1));
    const c10::cuda::CUDAGuard guard(q_any.device());
    const at::Tensor q = tokens_of(q_any), k = tokens_of(k_any), v = tokens_of(v_any);
    check(
        q.size(0) * q.size(1) < 1 << 30 && k.size(0) * k.size(1) < 1 << 30,
        "batch times tokens must be below 2^30");
    const at::Tensor out = at::empty_like(q);
    const at::Tensor lse =
        at::empty({q.size(2), q.size(0), q.size(1)}, q.options().dtype(at::kFloat));
    check(k.size(1) > 0, "there are no keys");
    const AttentionCall call = {
        q.data_ptr(),
        k.data_ptr(),
        v.data_ptr(),
        out.data_ptr(),
        lse.data_ptr<float>(),
        (int)q.size(0),
        (int)q.size(1),
        (int)k.size(1),
        (int)q.size(2),
        (int)k.size(2),
        causal,
        1 / sqrtf(128)};
    const char *wrong =
        q.numel() ? launch_attention(&call, at::cuda::getCurrentCUDAStream()) : nullptr;
    check(!wrong, wrong ? wrong : "");
    return {out.transpose(1, 2), lse.transpose(0, 1)};
}

TORCH_LIBRARY(tilecopy, library) {
    library.def("matmul(Tensor a, Tensor b) -> Tensor");
    library.def("attention(Tensor q, Tensor k, Tensor v, bool causal) -> (Tensor, Tensor)");
}

TORCH_LIBRARY_IMPL(tilecopy, CUDA, library) {
    library.impl("matmul", matmul);
    library.impl("attention", attention);
}
