#!/usr/bin/env python3
"""tilecopy_rows::layer_norm, ::rms_norm and ::softmax as operators of PyTorch, built by its own tools and compared with
PyTorch in f64 over shapes and types.

usage: try_rows.py    needs PyTorch, nvcc and a GPU of sm_80 or newer; exit code 1 where something differs"""
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
try:
    import torch
    from torch.utils import cpp_extension
except ImportError:
    torch = None

# The largest error: of f16 and bf16 the rounding of the result to the type, which is below 8 for LayerNorm and RMSNorm.
MOST = {"float32": 2e-5, "float16": 4e-3, "bfloat16": 3.2e-2}


def build():
    """torch.ops.tilecopy_rows, for the GPU of this machine."""
    folder, (major, minor) = os.path.join(HERE, "rows"), torch.cuda.get_device_capability()
    cpp_extension.load(
        "tilecopy_rows", [os.path.join(folder, "rows.cpp"), os.path.join(folder, "rows.cu")],
        extra_include_paths=[os.path.join(HERE, "..", "..", "include")],
        extra_cuda_cflags=["-gencode", "arch=compute_%d%d,code=sm_%d%d" % (major, minor, major, minor), "-O3"],
        is_python_module=False)
    return torch.ops.tilecopy_rows


def wanted(name, x):
    """In f64."""
    wide = x.double()
    if name == "softmax":
        return wide.softmax(-1)
    if name == "layer_norm":
        wide = wide - wide.mean(-1, keepdim=True)
    return wide / (wide.square().mean(-1, keepdim=True) + 1e-5).sqrt()


def shapes(draw):
    """Rows of 8 to 20000 elements: short ones, those that fill their threads, those that are read in pieces."""
    sizes = [8, 16, 1000, 1024, 2048, 4096, 8192, 16384] + [8 * draw.randrange(1, 2500) for _ in range(8)]
    return [(draw.choice([(), (3,), (2, 5)]) + (draw.randrange(1, 9), columns)) for columns in sizes] + [(0, 64)]


def worst(operators, draw, rng):
    """(the largest error in parts of MOST, calls)."""
    most, calls = 0.0, 0
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        for shape in shapes(draw):
            x = torch.randn(*shape, device="cuda", generator=rng).to(dtype)
            if calls % 3 == 2 and len(shape) > 1:
                x = torch.cat([x, x], -1)[..., :shape[-1]]  # a view: rows with a gap
            for name in ("layer_norm", "rms_norm", "softmax"):
                error = (getattr(operators, name)(x).double() - wanted(name, x)).abs()
                part = error.max().item() / MOST[str(dtype)[6:]] if error.numel() else 0.0
                most, calls = max(most, part), calls + 1
                if not part < 1:
                    print("FAIL %s of %s %s: %.2f of the largest error" % (name, dtype, shape, part))
    return most, calls


def refused(call, says):
    try:
        call()
    except RuntimeError as error:
        return says in str(error)
    return False


def main():
    if torch is None or not torch.cuda.is_available() or torch.cuda.get_device_capability() < (8, 0):
        print("no PyTorch with a GPU of sm_80 or newer here: nothing was tried")
        return 0
    operators, draw = build(), random.Random(1)
    rng = torch.Generator("cuda")
    rng.manual_seed(1)
    most, calls = worst(operators, draw, rng)
    x, failed = torch.zeros(4, 64, device="cuda"), int(not most < 1)
    for name, good in (("f64", refused(lambda: operators.softmax(x.double()), "neither float32")),
                       ("an odd length", refused(lambda: operators.softmax(x[:, :63]), "63 elements")),
                       ("empty rows", refused(lambda: operators.softmax(x[:, :0]), "no rows"))):
        failed += not good
        if not good:
            print("FAIL not refused: " + name)
    print("rows: %d calls, the largest error %.2f of what is allowed; %d failed" % (calls, most, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
