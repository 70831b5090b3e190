#!/usr/bin/env python3
"""examples/attention_sm90 beside PyTorch's scaled_dot_product_attention, by its fastest backend, in pairs in turn.

usage: attention_sm90.py LIBRARY [ROUNDS]

LIBRARY is attention_sm90.cu as a shared library. Without PyTorch, or without a GPU that it sees, nothing is
measured."""
import ctypes
import statistics
import sys
import time

try:
    import torch
    import torch.nn.functional as functional
    from torch.nn.attention import SDPBackend, sdpa_kernel
except ImportError:
    torch = None

BATCH, LENGTH = 2, 8192
BACKENDS = ["CUDNN_ATTENTION", "FLASH_ATTENTION"]


def time_of(call):
    """Milliseconds of one of three calls in a row, after a pause, in which the chip cools, and one call."""
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    time.sleep(0.25)
    call()
    begin.record()
    for _ in range(3):
        call()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) / 3


def theirs_of(q, k, v, causal, backend):
    def call():
        with sdpa_kernel(getattr(SDPBackend, backend)):
            return functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
    return call


def beside(title, work, ours, name, theirs, differ, rounds):
    """Both in pairs in turn; `work` is 1e9 operations. Prints a line; are the results near enough?"""
    times = [[time_of(form) for form in (ours, theirs)] for _ in range(rounds)]
    rates = [work / statistics.median(t[form] for t in times) for form in (0, 1)]
    ratios = [t[1] / t[0] for t in times]
    print("%s: %.0f TFLOP/s, %s %.0f; ratio %.3f (%.3f to %.3f); at most %.1e apart" %
          (title, rates[0], name, rates[1], statistics.median(ratios), min(ratios), max(ratios), differ))
    return differ < 0.02


def measure(library, kind, head, causal, rounds):
    heads, dtype = 2048 // head, {"bf16": torch.bfloat16, "f16": torch.float16}[kind]
    q, k, v = (torch.randn(BATCH, LENGTH, heads, head, device="cuda", dtype=dtype) for _ in range(3))
    out, lse = torch.empty_like(q), torch.empty(heads, BATCH * LENGTH, device="cuda")
    pointers = [ctypes.c_void_p(t.data_ptr()) for t in (q, k, v, out, lse)]
    if library.attention_prepare(*pointers, int(kind == "f16"), head, BATCH, LENGTH, heads, heads, int(causal)):
        return False
    sides = [t.transpose(1, 2).contiguous() for t in (q, k, v)]
    forms = {name: theirs_of(*sides, causal, name) for name in BACKENDS}
    best = min(forms, key=lambda name: time_of(forms[name]))
    library.attention_start()
    differ = (out.transpose(1, 2).float() - forms[best]().float()).abs().max().item()
    title = "attention_sm90, %s, head %d, %d x %d x %d%s" % (kind, head, BATCH, heads, LENGTH,
                                                             ", causal" if causal else "")
    work = 4e-9 * BATCH * heads * LENGTH * LENGTH * head / (2 if causal else 1)
    return beside(title, work, library.attention_start, best, forms[best], differ, rounds)


def main():
    if torch is None or not torch.cuda.is_available():
        print("attention_sm90: no PyTorch with a GPU here, nothing was measured beside it")
        return 0
    library = ctypes.CDLL(sys.argv[1])
    rounds = min(7, int(sys.argv[2])) if len(sys.argv) > 2 else 7
    results = [measure(library, kind, head, causal, rounds)
               for head in (64, 128) for kind in ("bf16", "f16") for causal in (False, True)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
