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


def numbers(rng, *shape, dtype=None):
    return torch.randn(*shape, device="cuda", dtype=dtype or torch.bfloat16, generator=rng)


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


def three(rng, draw, batch, heads, kv_heads, queries, keys, head, dtype):
    """Q, K and V as [batch, heads, tokens, head]: views of [batch, tokens, heads, head], parts of one tensor that has
    the heads of all three, or without gaps."""
    sizes = ((queries, heads), (keys, kv_heads), (keys, kv_heads))
    kind = draw.randrange(3)
    if kind == 1 and queries == keys:
        packed = numbers(rng, batch, keys, heads + 2 * kv_heads, head, dtype=dtype)
        return [t.transpose(1, 2) for t in packed.split([h for _, h in sizes], 2)]
    sides = [numbers(rng, batch, n, h, head, dtype=dtype).transpose(1, 2) for n, h in sizes]
    return [t.contiguous() for t in sides] if kind == 2 else sides


def worst_attention(operators, rng, draw, head, dtype):
    batch, kv_heads, causal = draw.randrange(1, 4), draw.randrange(1, 4), draw.random() < 0.5
    heads, queries = kv_heads * draw.randrange(1, 4), draw.randrange(1, 600)
    keys = queries if causal else draw.randrange(1, 600)
    sides = three(rng, draw, batch, heads, kv_heads, queries, keys, head, dtype)
    got, lse = operators.attention(*sides, causal)
    q, k, v = (t.float() for t in sides)
    want = functional.scaled_dot_product_attention(q, k, v, is_causal=causal, enable_gqa=heads != kv_heads)
    scores = q @ k.repeat_interleave(heads // kv_heads, 1).transpose(2, 3) / head ** 0.5
    if causal:
        scores += torch.full_like(scores, float("-inf")).triu(1)
    worst = max((got.float() - want).abs().max().item(), (lse - scores.logsumexp(3)).abs().max().item())
    return "attention %s, head %d, %d x %d of %d x %d x %d%s" % (
        sides[0].dtype, head, batch, heads, kv_heads, queries, keys, ", causal" if causal else ""), worst


def refused(call, says):
    try:
        call()
    except RuntimeError as error:
        return says in str(error)
    return False


def refusals(operators, rng):
    a, q = numbers(rng, 64, 64), numbers(rng, 1, 2, 64, 128)
    attention, matmul = operators.attention, operators.matmul
    return [("k that is no multiple of 8", refused(lambda: matmul(a[:, :60], a[:, :60]), "multiples of 8")),
            ("f32", refused(lambda: matmul(a.float(), a), "not bfloat16")),
            ("columns that differ", refused(lambda: matmul(a, a[:, :32]), "a has 64 columns, b has 32")),
            ("f32 in attention", refused(lambda: attention(*[q.float()] * 3, False), "neither bfloat16 nor float16")),
            ("types that differ", refused(lambda: attention(q, q.half(), q.half(), False), "different types")),
            ("head dimension 96", refused(lambda: attention(*[q[..., :96]] * 3, False), "is 96, neither 64 nor 128")),
            ("heads", refused(lambda: attention(q, *[torch.cat([q, q[:, :1]], 1)] * 2, False), "no multiple"))]


def tried(form, count, most, *more):
    """Calls the form `count` times; the largest error, and how many are not below `most`."""
    worst, failed = 0.0, 0
    for _ in range(count):
        name, error = form(*more)
        worst = max(worst, error)
        if not error < most:
            failed += 1
            print("FAIL %s: %g" % (name, error))
    return worst, failed


def main():
    if torch is None or not torch.cuda.is_available() or torch.cuda.get_device_capability() != (9, 0):
        print("no PyTorch with an H100 or H200 here: nothing was tried")
        return 0
    operators, draw = build(), random.Random(1)
    rng = torch.Generator("cuda")
    rng.manual_seed(1)
    worst, failed = tried(worst_matmul, 40, 0.02, operators, rng, draw)
    said = ["40 products within %.1e of torch.matmul in f32" % worst]
    for kind, dtype, most in (("bf16", torch.bfloat16, 0.02), ("f16", torch.float16, 0.005)):
        for head in (64, 128):
            worst, wrong = tried(worst_attention, 20, most, operators, rng, draw, head, dtype)
            failed += wrong
            said.append("20 of attention, %s, head %d, within %.1e of scaled_dot_product_attention" % (kind, head, worst))
    for name, good in refusals(operators, rng):
        failed += not good
        if not good:
            print("FAIL not refused: " + name)
    print("pytorch: %s; %d failed" % ("; ".join(said), failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
