#!/usr/bin/env python3
"""examples/attention_sm80 beside PyTorch's scaled_dot_product_attention by its flash backend, which is mma.sync too, in
pairs in turn; and over many shapes beside sums in f32.

usage: attention_sm80.py LIBRARY [ROUNDS]

LIBRARY is attention_sm80.cu as a shared library. Without PyTorch, or without a GPU that it sees, nothing is
measured."""
import ctypes
import random
import sys

from attention_sm90 import beside, theirs_of, torch

TOKENS, SHAPES = 16384, 40  # of all sequences of a measurement; shapes of each kernel that are compared


def name_of(kind):
    return {torch.bfloat16: "bf16", torch.float16: "f16"}[kind]


def prepare(library, q, k, v, causal):
    """Tensors are [batch, tokens, heads, head dimension]. What the library writes: the result and the log of sums."""
    out, lse = torch.empty_like(q), torch.empty(q.shape[0], q.shape[2], q.shape[1], device="cuda")
    pointers = [ctypes.c_void_p(t.data_ptr()) for t in (q, k, v, out, lse)]
    library.attention_prepare(*pointers, int(q.dtype == torch.float16), q.shape[3], q.shape[0], q.shape[1], k.shape[1],
                              q.shape[2], k.shape[2], int(causal))
    return out, lse


def error_of(library, kind, head, seed):
    """Of one random shape, beside plain sums."""
    rng = random.Random(seed)
    batch, kv_heads, causal = rng.randint(1, 3), rng.randint(1, 3), rng.random() < 0.5
    heads, queries, keys = kv_heads * rng.randint(1, 3), rng.randint(1, 600), rng.randint(1, 600)
    torch.manual_seed(seed)
    q = torch.randn(batch, queries, heads, head, device="cuda", dtype=kind) * rng.choice((1, 8))
    k, v = (torch.randn(batch, keys, kv_heads, head, device="cuda", dtype=kind) for _ in range(2))
    v = v.clamp(-1, 1)
    out, lse = prepare(library, q, k, v, causal)
    library.attention_start()
    q, k, v = (t.transpose(1, 2).double() for t in (q, k, v))
    k, v = (t.repeat_interleave(heads // kv_heads, 1) for t in (k, v))
    scores = q @ k.transpose(2, 3) / head ** 0.5
    if causal:
        seen = torch.ones(queries, keys, device="cuda", dtype=torch.bool).tril(keys - queries)
        scores = scores.masked_fill(~seen, float("-inf"))
    sums = scores.logsumexp(3)
    want = torch.nan_to_num(scores.softmax(3)) @ v
    far = (out.transpose(1, 2) - want).abs().max().item()
    logs = torch.where(sums == lse, 0, (sums - lse).abs()).max().item()
    return far if logs < 0.01 else float("nan")


def compare(library, kind, head):
    most = {torch.bfloat16: 0.01, torch.float16: 0.002}[kind]
    errors = [error_of(library, kind, head, seed) for seed in range(SHAPES)]
    good = all(error < most for error in errors)
    print("attention_sm80, %s, head %d: %d shapes beside plain sums: %s" %
          (name_of(kind), head, SHAPES, "all within %g" % most if good else "wrong: %s" % errors))
    return good


def measure(library, kind, head, length, causal, rounds):
    heads, batch = 2048 // head, TOKENS // length
    q, k, v = (torch.randn(batch, length, heads, head, device="cuda", dtype=kind) for _ in range(3))
    out, _ = prepare(library, q, k, v, causal)
    theirs = theirs_of(*(t.transpose(1, 2).contiguous() for t in (q, k, v)), causal, "FLASH_ATTENTION")
    library.attention_start()
    differ = (out.transpose(1, 2).float() - theirs().float()).abs().max().item()
    title = "attention_sm80, %s, head %d, %d x %d x %d%s" % (name_of(kind), head, batch, heads, length,
                                                             ", causal" if causal else "")
    work = 4e-9 * batch * heads * length * length * head / (2 if causal else 1)
    return beside(title, work, library.attention_start, "FLASH_ATTENTION", theirs, differ, rounds)


def main():
    if torch is None or not torch.cuda.is_available():
        print("attention_sm80: no PyTorch with a GPU here, nothing was measured beside it")
        return 0
    library = ctypes.CDLL(sys.argv[1])
    rounds = min(7, int(sys.argv[2])) if len(sys.argv) > 2 else 7
    kinds = (torch.bfloat16, torch.float16)
    good = all([compare(library, kind, head) for head in (64, 128) for kind in kinds])
    results = [measure(library, kind, head, length, causal, rounds)
               for head in (64, 128) for kind in kinds for length in (2048, 8192) for causal in (True, False)]
    return 0 if good and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
