#!/usr/bin/env python3
"""examples/rownorm and PyTorch's own kernels on the same rows, in turns: which is faster, and by how much.

usage: rownorm.py LIBRARY [ROUNDS]

LIBRARY is rownorm.cu as a shared library. Without PyTorch, or without a GPU that it sees, nothing is measured."""
import ctypes
import statistics
import sys

try:
    import torch
    import torch.nn.functional as functional
except ImportError:
    torch = None

BYTES = 512 << 20
KINDS = ["LayerNorm", "RMSNorm", "softmax"]
TYPES = ["f32", "f16", "bf16"]


def time_of(call):
    """Milliseconds of one of two calls in a row."""
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    call()
    call()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) / 2


def forms_of(library, kind, dtype, src, dst, lengths):
    rows, length = src.shape

    def ours():
        code = library.rownorm_start(kind, dtype, ctypes.c_void_p(src.data_ptr()), ctypes.c_void_p(dst.data_ptr()),
                                     ctypes.c_void_p(lengths.data_ptr()), rows, length)
        if code:
            sys.exit("CUDA error %d" % code)

    theirs = [lambda: functional.layer_norm(src, (length,)), lambda: functional.rms_norm(src, (length,), eps=1e-5),
              lambda: functional.softmax(src, -1)][kind]
    return ours, theirs


def measure(library, kind, dtype, length, rounds):
    rows = BYTES // (2 if dtype else 4) // length
    as_torch = [torch.float32, torch.float16, torch.bfloat16][dtype]
    src = torch.randn(rows, length, device="cuda").to(as_torch)
    dst = torch.empty_like(src)
    lengths = torch.full((rows,), length, dtype=torch.int32, device="cuda")
    ours, theirs = forms_of(library, kind, dtype, src, dst, lengths)
    ours()
    differ = (dst - theirs()).abs().max().item()
    times = [[time_of(form) for form in (ours, theirs)] for _ in range(rounds)]
    rates = [2e-6 * BYTES / statistics.median(t[form] for t in times) for form in (0, 1)]
    ratio = statistics.median(t[1] / t[0] for t in times)
    print("rownorm, %s of %d rows of %d %s: %.0f GB/s, PyTorch %.0f, ratio %.2f; at most %.1e apart" % (
        KINDS[kind], rows, length, TYPES[dtype], *rates, ratio, differ))
    return differ < [1e-4, 1e-2, 6e-2][dtype]


def main():
    if torch is None or not torch.cuda.is_available():
        print("rownorm beside PyTorch: skipped, there is no PyTorch that sees a GPU")
        return 0
    library = ctypes.CDLL(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 31
    good = [measure(library, kind, dtype, length, rounds) for dtype in range(3) for kind in range(3)
            for length in (1024, 2048, 4096, 8192)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
