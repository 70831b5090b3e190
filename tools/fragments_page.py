#!/usr/bin/env python3
"""docs/fragments.md: every fragment of the prelude with its instructions, targets and picture.

usage: fragments_page.py TCGEN [OUT.md]      without OUT.md it prints the page

The pictures are those of `tcgen draw`. tests/docs checks that the page is what this makes.
"""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMAND = "python3 tools/fragments_page.py build/tcgen docs/fragments.md"
# name: dtype of the picture, operand, instruction, types, first target
FRAGMENTS = [
    ("mma_a", "f16", "A", "mma.m16n8k16", "f16, bf16", "sm_80"),
    ("mma_b", "f16", "B (n by k)", "mma.m16n8k16", "f16, bf16", "sm_80"),
    ("mma_c", "f32", "C and D", "mma.m16n8k*", "f16, f32, i32, f64 (sm_90)", "sm_80"),
    ("mma_a_k8", "f16", "A", "mma.m16n8k8", "f16, bf16", "sm_80"),
    ("mma_b_k8", "f16", "B (n by k)", "mma.m16n8k8", "f16, bf16", "sm_80"),
    ("mma_a8", "u8", "A", "mma.m16n8k32", "i8, u8; e4m3, e5m2 (sm_89)", "sm_80"),
    ("mma_b8", "u8", "B (n by k)", "mma.m16n8k32", "i8, u8; e4m3, e5m2 (sm_89)", "sm_80"),
    ("mma_a8_k16", "u8", "A", "mma.m16n8k16", "i8, u8; e4m3, e5m2 (sm_89)", "sm_80"),
    ("mma_b8_k16", "u8", "B (n by k)", "mma.m16n8k16", "i8, u8; e4m3, e5m2 (sm_89)", "sm_80"),
    ("mma_a32", "tf32", "A", "mma.m16n8k8", "tf32", "sm_80"),
    ("mma_b32", "tf32", "B (n by k)", "mma.m16n8k8", "tf32", "sm_80"),
    ("mma_a32_k4", "tf32", "A", "mma.m16n8k4", "tf32", "sm_80"),
    ("mma_b32_k4", "tf32", "B (n by k)", "mma.m16n8k4", "tf32", "sm_80"),
    ("mma_a64", "f64", "A", "mma.m8n8k4", "f64", "sm_80"),
    ("mma_b64", "f64", "B (n by k)", "mma.m8n8k4, m16n8k4", "f64", "sm_80"),
    ("mma_c64", "f64", "C and D", "mma.m8n8k4", "f64", "sm_80"),
    ("mma_a64_m16k4", "f64", "A", "mma.m16n8k4", "f64", "sm_90"),
    ("mma_a64_m16k8", "f64", "A", "mma.m16n8k8", "f64", "sm_90"),
    ("mma_b64_k8", "f64", "B (n by k)", "mma.m16n8k8", "f64", "sm_90"),
    ("mma_a64_m16k16", "f64", "A", "mma.m16n8k16", "f64", "sm_90"),
    ("mma_b64_k16", "f64", "B (n by k)", "mma.m16n8k16", "f64", "sm_90"),
    ("wgmma_a", "f16", "A from registers", "wgmma.m64nNk16", "f16, bf16", "sm_90a"),
    ("wgmma_a8", "u8", "A from registers", "wgmma.m64nNk32", "i8, u8, e4m3, e5m2", "sm_90a"),
    ("wgmma_a32", "tf32", "A from registers", "wgmma.m64nNk8", "tf32", "sm_90a"),
    ("wgmma_c", "f32", "D (8 of N columns)", "wgmma.m64nNk*", "f16, f32, i32", "sm_90a"),
]
HEAD = """# Fragments of tensor cores

The operands and results of `mma.sync` and `wgmma` in the registers of a warp or warpgroup, by name. They
are layouts of the [prelude](prelude.md); [tests/fragments](../tests/fragments/run.py) holds each against
the tables of the PTX manual, element by element. On a GPU `make device-check` multiplies by them, those of
`mma.sync` in [tensor_core](../examples/tensor_core/README.md), those of `wgmma` in
[tests/device](../tests/device/wgmma.cu). `reg 64x64 mma_c` [repeats](language.md#tiling) one over
the tile of a warp, `reg 64x96 wgmma_c` is the accumulator of an m64n96 [wgmma](wgmma.md).

Elements of other sizes are an [error](diagnostics.md#e_fragment): no instruction takes registers so. Where a kernel
converts accumulators in its registers, `layout narrowed = mma_c` names their owners for any element.

B is written n by k, as its elements lie in memory when k is contiguous. Where n is, name the memory's
dimensions in the order n, k and their strides as they are: `smem S[(64,16):(1,64)]`. [ldstmatrix](variants/ldstmatrix.md)
loads both, the second one transposed.

This page is generated: `%s`.

"""


def shapes():
    """{name: [16, 16]} of prelude.tc"""
    with open(os.path.join(ROOT, "generator", "prelude.tc")) as file:
        return {name: [int(x) for x in shape.split("x")]
                for name, shape in re.findall(r"(?m)^layout (\w+) = (\d+x\d+) S\[", file.read())}


def picture(tcgen, name, dtype, shape):
    scope = "warpgroup" if name.startswith("wgmma") else "warp"
    text = "copy %s %s gmem S[(%d,%d)] -> reg %s as picture\n" % (scope, dtype, *shape, name)
    with tempfile.NamedTemporaryFile("w", suffix=".tc") as file:
        file.write(text)
        file.flush()
        drawn = subprocess.run([tcgen, "draw", file.name + ":tc_picture"], text=True, check=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.splitlines()
    return "\n".join(line.rstrip() for line in drawn[3:])


def page(tcgen):
    known, out = shapes(), [HEAD % COMMAND]
    out.append("| name | shape | operand of | types | from |\n|---|---|---|---|---|\n")
    for name, _, operand, instruction, types, target in FRAGMENTS:
        out.append("| [`%s`](#%s) | %dx%d | %s of `%s` | %s | %s |\n" % (
            name, name, *known[name], operand, instruction, types, target))
    out.append("\n`wgmma_n64`, `wgmma_n128` and `wgmma_n256` are `wgmma_c` over that many columns. In the pictures a cell is\n"
               "lane (thread of the warpgroup) / register, in elements.\n")
    for name, dtype, operand, instruction, _, _ in FRAGMENTS:
        out.append("\n## %s\n\n%s of `%s`.\n\n```\n%s\n```\n" % (
            name, operand, instruction, picture(tcgen, name, dtype, known[name])))
    return "".join(out)


def main():
    if len(sys.argv) not in (2, 3):
        sys.stderr.write(__doc__)
        return 2
    text = page(sys.argv[1])
    if len(sys.argv) == 2:
        sys.stdout.write(text)
        return 0
    with open(sys.argv[2], "w") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
