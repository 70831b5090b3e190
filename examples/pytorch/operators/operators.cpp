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
    const cudaDeviceProp *device = at::cuda::getDeviceProperties(t.get_device());
    check(
        device->major == 9,
        "the kernels need an H100, H200 or GH200 (sm_90a), this is ",
        device->name);
}

static void check_type(const at::Tensor &t, const char *name, bool f16_too) {
    check(
        t.scalar_type() == at::kBFloat16 || (f16_too && t.scalar_type() == at::kHalf),
        name,
        " is of ",
        c10::toString(t.scalar_type()),
        f16_too ? ", neither bfloat16 nor float16" : ", not bfloat16");
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
    check_type(a_any, "a", false);
    check_type(b_any, "b", false);
    check(a_any.device() == b_any.device(), "a and b are on different GPUs");
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

/* [batch, heads, tokens, head dimension] as [batch, tokens, heads, head dimension], with no gaps but between tokens. */
static at::Tensor tokens_of(const at::Tensor &t) {
    const at::Tensor tokens = t.transpose(1, 2);
    const bool fits =
        tokens.stride(3) == 1 && tokens.stride(2) == tokens.size(3) && tokens.stride(1) % 8 == 0 &&
        tokens.stride(1) >= tokens.size(2) * tokens.size(3) &&
        (tokens.size(0) == 1 || tokens.stride(0) == tokens.size(1) * tokens.stride(1)) &&
        (uintptr_t)tokens.data_ptr() % 16 == 0;
    return fits ? tokens : tokens.contiguous();
}

/* Elements from token to token. Of a dimension of size 1 PyTorch's stride may be any number. */
static int64_t pitch_of(const at::Tensor &tokens) {
    return tokens.is_contiguous() ? tokens.size(2) * tokens.size(3) : tokens.stride(1);
}

static void check_attention(const at::Tensor &q, const at::Tensor &k, const at::Tensor &v) {
    check_gpu(q, "q");
    check_gpu(k, "k");
    check_gpu(v, "v");
    check_type(q, "q", true);
    check(
        k.scalar_type() == q.scalar_type() && v.scalar_type() == q.scalar_type(),
        "q, k and v have different types");
    check(q.device() == k.device() && q.device() == v.device(), "q, k and v are on different GPUs");
    check(q.dim() == 4 && k.dim() == 4, "q, k and v are [batch, heads, tokens, head dimension]");
    check(k.sizes() == v.sizes(), "k and v have different shapes");
    check(
        q.size(3) == 64 || q.size(3) == 128,
        "the head dimension is ",
        q.size(3),
        ", neither 64 nor 128");
    check(q.size(3) == k.size(3), "q and k have different head dimensions");
    check(q.size(0) == k.size(0), "q and k have different batches");
    check(
        k.size(1) > 0 && q.size(1) % k.size(1) == 0,
        "the heads of q, ",
        q.size(1),
        ", are no multiple of those of k, ",
        k.size(1));
    check(
        q.size(0) * q.size(2) < 1 << 30 && k.size(0) * k.size(2) < 1 << 30,
        "batch times tokens must be below 2^30");
    check(k.size(2) > 0, "there are no keys");
}

/* As scaled_dot_product_attention: [batch, heads, tokens, head dimension]. Also the log of each row's sum. */
static std::tuple<at::Tensor, at::Tensor> attention(
    const at::Tensor &q_any, const at::Tensor &k_any, const at::Tensor &v_any, bool causal) {
    check_attention(q_any, k_any, v_any);
    const c10::cuda::CUDAGuard guard(q_any.device());
    const at::Tensor q = tokens_of(q_any), k = tokens_of(k_any), v = tokens_of(v_any);
    const at::Tensor out = at::empty(q.sizes(), q.options());
    const at::Tensor lse =
        at::empty({q.size(2), q.size(0), q.size(1)}, q.options().dtype(at::kFloat));
    const TorchAttention call = {
        q.data_ptr(),
        k.data_ptr(),
        v.data_ptr(),
        out.data_ptr(),
        lse.data_ptr<float>(),
        q.scalar_type() == at::kHalf,
        (int)q.size(3),
        (int)q.size(0),
        (int)q.size(1),
        (int)k.size(1),
        (int)q.size(2),
        (int)k.size(2),
        causal,
        pitch_of(q),
        pitch_of(k),
        pitch_of(v),
        1 / sqrtf((float)q.size(3))};
    char why[WHY];
    const bool wrong = q.numel() && launch_attention(&call, at::cuda::getCurrentCUDAStream(), why);
    check(!wrong, wrong ? why : "");
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
