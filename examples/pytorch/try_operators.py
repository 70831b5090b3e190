#!/usr/bin/env python3
"""tilecopy::matmul and tilecopy::attention as operators of PyTorch, built by its own tools and compared with
torch.matmul and scaled_dot_product_attention over shapes and strides.

usage: try_operators.py    needs PyTorch, nvcc and an H100 or H200; exit code 1 where something differs"""
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
try:
    import torch
    import torch.nn.functional as functional
    from torch.utils import cpp_extension
except ImportError:
    torch = None


def build():
    """torch.ops.tilecopy."""
    folder = os.path.join(HERE, "operators")
    include = os.path.join(HERE, "..", "..", "include")
    cpp_extension.load(
        "tilecopy_operators", [os.path.join(folder, "operators.cpp"), os.path.join(folder, "kernels.cu")],
        extra_include_paths=[include], extra_cuda_cflags=["-gencode", "arch=compute_90a,code=sm_90a", "-O3"],
        is_python_module=False)
    return torch.ops.tilecopy


def numbers(rng, *shape):
    return torch.randn(*shape, device="cuda", dtype=torch.bfloat16, generator=rng)


def strided(rng, kind, rows, columns):
    """A matrix as it is, a part of a wider one, every second row, or a transpose."""
    if kind == 1:
        return numbers(rng, rows, columns + 24)[:, 8:8 + columns]
    if kind == 2:
        return numbers(rng, 2 * rows, columns)[::2]
    return numbers(rng, columns, rows).t() if kind == 3 else numbers(rng, rows, columns)


def worst_matmul(operators, rng, draw):
    m, n, k = draw.randrange(1, 700), 8 * draw.randrange(1, 90), 8 * draw.randrange(1, 120)
    a, b = strided(rng, draw.randrange(4), m, k), strided(rng, draw.randrange(4), n, k)
    got, want = operators.matmul(a, b), torch.matmul(a.float(), b.float().t())
    return "matmul %dx%dx%d" % (m, n, k), ((got.float() - want).abs() / (want.abs() + k ** 0.5)).max().item()


def worst_attention(operators, rng, draw):
    batch, kv_heads, causal = draw.randrange(1, 4), draw.randrange(1, 4), draw.random() < 0.5
    heads, queries = kv_heads * draw.randrange(1, 4), draw.randrange(1, 600)
    keys = queries if causal else draw.randrange(1, 600)
    q, k, v = (numbers(rng, batch, n, h, 128) for n, h in ((queries, heads), (keys, kv_heads), (keys, kv_heads)))
    sides = [t.transpose(1, 2) for t in (q, k, v)]
    if draw.random() < 0.5:
        sides = [t.contiguous() for t in sides]
    got, _ = operators.attention(*sides, causal)
    want = functional.scaled_dot_product_attention(
        *(t.float() for t in sides), is_causal=causal, enable_gqa=heads != kv_heads)
    return "attention %d x %d of %d x %d x %d%s" % (
        batch, heads, kv_heads, queries, keys, ", causal" if causal else ""), (got.float() - want).abs().max().item()


def refused(call, says):
    try:
        call()
    except RuntimeError as error:
        return says in str(error)
    return False


def refusals(operators, rng):
    a, q = numbers(rng, 64, 64), numbers(rng, 1, 2, 64, 128)
    return [("k that is no multiple of 8", refused(lambda: operators.matmul(a[:, :60], a[:, :60]), "multiples of 8")),
            ("f32", refused(lambda: operators.matmul(a.float(), a), "not bfloat16")),
            ("columns that differ", refused(lambda: operators.matmul(a, a[:, :32]), "a has 64 columns, b has 32")),
            ("head dimension 64", refused(lambda: operators.attention(*[q[..., :64]] * 3, False), "is 64, not 128")),
            ("heads", refused(lambda: operators.attention(q, *[torch.cat([q, q[:, :1]], 1)] * 2, False), "no multiple"))]


def main():
    if torch is None or not torch.cuda.is_available() or torch.cuda.get_device_capability() != (9, 0):
        print("no PyTorch with an H100 or H200 here: nothing was tried")
        return 0
    operators, draw, failed = build(), random.Random(1), 0
    rng = torch.Generator("cuda")
    rng.manual_seed(1)
    worst = {worst_matmul: 0.0, worst_attention: 0.0}
    for turn in range(80):
        form = (worst_matmul, worst_attention)[turn % 2]
        name, error = form(operators, rng, draw)
        worst[form] = max(worst[form], error)
        if not error < 0.02:
            failed += 1
            print("FAIL %s: %g" % (name, error))
    for name, good in refusals(operators, rng):
        failed += not good
        if not good:
            print("FAIL not refused: " + name)
    print("pytorch: 40 products within %.1e of torch.matmul in f32, 40 of attention within %.1e of "
          "scaled_dot_product_attention; %d failed" % (worst[worst_matmul], worst[worst_attention], failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
