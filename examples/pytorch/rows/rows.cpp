/* rows.cpp: tilecopy_rows::layer_norm, ::rms_norm and ::softmax of a tensor's last dimension, for PyTorch. Every
 * argument is checked here. */
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>

#include "rows.h"
#include <stdexcept>
#include <string>

/* A RuntimeError of Python where it does not hold. */
static void check(bool holds, const std::string &why) {
    if (!holds)
        throw std::runtime_error(why);
}

/* The numbers of RownormType. */
static int type_of(const at::Tensor &x) {
    const at::ScalarType type = x.scalar_type();
    check(
        type == at::kFloat || type == at::kHalf || type == at::kBFloat16,
        std::string("x is of ") + c10::toString(type) + ", neither float32, float16 nor bfloat16");
    return type == at::kFloat ? 0 : type == at::kHalf ? 1 : 2;
}

static at::Tensor rows(const at::Tensor &any, int kind) {
    check(any.is_cuda(), "x is not on a GPU");
    const int type = type_of(any), vector = type == 0 ? 4 : 8;
    check(any.dim() > 0 && any.size(any.dim() - 1) > 0, "x has no rows of one element or more");
    const int64_t columns = any.size(any.dim() - 1), count = any.numel() / columns;
    check(
        columns % vector == 0 && columns < 1 << 30,
        "a row has " + std::to_string(columns) + " elements, which are no multiple of 16 bytes");
    check(count < 1 << 30, "x has 2^30 rows or more");
    const c10::cuda::CUDAGuard guard(any.device());
    at::Tensor x = any.contiguous();
    if ((uintptr_t)x.data_ptr() % 16 != 0)
        x = x.clone();
    const at::Tensor out = at::empty(x.sizes(), x.options());
    if (count == 0)
        return out;
    const at::Tensor lengths = at::full({count}, columns, x.options().dtype(at::kInt));
    const RowsCall call = {
        x.data_ptr(),
        out.data_ptr(),
        (const unsigned *)lengths.data_ptr(),
        (unsigned)count,
        (unsigned)columns,
        kind,
        type};
    const char *wrong = launch_rows(&call, at::cuda::getCurrentCUDAStream());
    check(!wrong, wrong ? wrong : "");
    return out;
}

/* The numbers of RownormKind. */
static at::Tensor layer_norm(const at::Tensor &x) {
    return rows(x, 0);
}

static at::Tensor rms_norm(const at::Tensor &x) {
    return rows(x, 1);
}

static at::Tensor softmax(const at::Tensor &x) {
    return rows(x, 2);
}

TORCH_LIBRARY(tilecopy_rows, library) {
    library.def("layer_norm(Tensor x) -> Tensor");
    library.def("rms_norm(Tensor x) -> Tensor");
    library.def("softmax(Tensor x) -> Tensor");
}

TORCH_LIBRARY_IMPL(tilecopy_rows, CUDA, library) {
    library.impl("layer_norm", layer_norm);
    library.impl("rms_norm", rms_norm);
    library.impl("softmax", softmax);
}
