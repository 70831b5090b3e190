#!/usr/bin/env python3
"""Wavefronts of shared memory as tcgen predicts them against ncu's counter, function by function.

usage: wavefronts.py [--build build] [--make-only] [--count N]

Every function of a warp in the descriptions below that needs no run-time number and does not reduce becomes
a kernel of one warp; counted is that kernel less the same one without the call, whose registers come from
global memory too. Predicted is `got` less `idle`: ncu leaves out groups without an active lane, and counts
reductions as neither loads nor stores. Needs nvcc and python3, and for the counter a GPU and ncu; no
network. What differs is a line, the last line counts, and a difference is an error. Numbers go to
bench/results/wavefronts.txt, and to $OUT where that is set.
"""
import argparse
import collections
import csv
import glob
import io
import json
import os
import re
import shutil
import sys

import device_streams as device
import harness
import measure

# Loads and stores of shared memory; the sum without op_ has one or two more a kernel, whatever it does.
COUNTERS = ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum" % op for op in ("ld", "st")]
ARCH = "sm_90a"
CANDIDATES = 298  # about as many functions fit
ROOM = 16384  # bytes of shared memory for each operand
PARAMETER = re.compile(r"(const )?([\w ]+?) ?\*?(\w+)(?:\[(\d+)\])?$")


def signature(header, name):
    """[(const, type, name, length or None)] of a generated function."""
    found = re.search(r"TC_FN void %s\(([^)]*)\)" % name, header)
    return [PARAMETER.match(p.strip()).groups() for p in found.group(1).split(",")] if found else None


def predicted(function):
    """Wavefronts of the plan for ARCH, or None where they depend on something."""
    for plan in function["plans"]:
        if ARCH in plan["targets"]:
            return None if plan.get("symbolic", True) else sum(w["got"] - w["idle"] for w in plan["wavefronts"])
    return None


def kernel(number, function, parameters):
    """Registers go through global memory, which another counter counts. `none` is 0, which the compiler does
    not know: it would join accesses that are aligned more than their buffers are said to be."""
    lines, after, arguments, smem = [], [], [], 0
    for const, kind, name, length in parameters:
        side = function.get(name, {})
        if name == "scratch":
            arguments.append("shared + none + %d" % (2 * ROOM))
        elif length is not None:
            lines.append("    __align__(16) %s %s[%s];" % (kind, name, length))
            move = "__builtin_memcpy(%s, p + threadIdx.x * 512, sizeof %s);" if const else None
            if move:
                lines.append("    " + move % (name, name))
            else:
                after.append("    __builtin_memcpy(p + threadIdx.x * 512, %s, sizeof %s);" % (name, name))
            arguments.append(name)
        elif side.get("space") == "smem":
            arguments.append("(%s%s *)(shared + none + %d)" % (const or "", kind, smem))
            smem += ROOM
        elif side.get("space") == "gmem":
            arguments.append("(%s%s *)(p + 65536)" % (const or "", kind))
        else:
            return None
    call = "    %s(%s);" % (function["name"], ", ".join(arguments))
    keep = "    if (p == 0)\n    " + call  # never, which the compiler does not know
    return "".join("\n".join(['extern "C" __global__ void %s%d(unsigned char *p, int none) {' % (kind, number),
                              "    extern __shared__ __align__(1024) unsigned char shared[];"]
                             + lines + [text] + after + ["}", ""]) for kind, text in (("k", call), ("b", keep)))


def collected(tcgen, folder, count):
    """([(name, wavefronts)], text of the program) of about `count` functions, evenly chosen; 0: of all."""
    found, includes, seen = [], [], 0
    for number, path in enumerate(["tests/sass/sass.tc"] + sorted(glob.glob("tests/descriptions/*.tc"))
                                  + sorted(glob.glob("tests/golden/*/input.tc"))):
        told = harness.run([tcgen, "json", "-Wno-fallback", "-I", os.path.dirname(path), path])
        header = os.path.join(folder, "w%d_gen.h" % number)
        made = harness.run([tcgen, "-Wno-fallback", "-I", os.path.dirname(path), "-o", header, path])
        if told.code or made.code:
            continue
        text, here = harness.read(header), []
        for function in json.loads(told.out)["functions"]:
            waves = predicted(function)
            parameters = signature(text, function["name"])
            if not function["src"]:
                continue  # a fill reads nothing
            spaces = (function["src"]["space"], function["dst"]["space"])
            if (function["scope"] != "warp" or "reduce" in function or function["op"] == "copy_async" or not waves
                    or not parameters or function["bytes"] > ROOM or "dsmem" in spaces):
                continue
            one = kernel(len(found), function, parameters)
            seen += one is not None
            if one and (not count or seen * count // CANDIDATES != (seen - 1) * count // CANDIDATES):
                here.append(one)
                found.append((function["name"], waves))
        if here:
            includes.append("namespace n%d {\n#include \"w%d_gen.h\"\n%s}\n" % (
                number, number, "\n".join(here)))
        for macro in sorted(set(re.findall(r"(?m)^#define (\w+)", text))) if here else []:
            includes.append("#undef %s\n" % macro)
    calls = ""
    for i in range(len(found)):
        where = re.search(r"namespace n(\d+) \{(?:(?!namespace).)*\bk%d\(" % i, "".join(includes), re.S).group(1)
        calls += "".join("    n%s::%s%d<<<1, 32, %d>>>(p, 0);\n" % (where, kind, i, 3 * ROOM) for kind in "kb")
    main = ("#include <cstdio>\nint main() {\n    unsigned char *p;\n    if (cudaMalloc(&p, 1 << 20) != cudaSuccess)\n"
            "        return 1;\n    cudaMemset(p, 0, 1 << 20);\n%s"
            "    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;\n}\n" % calls)
    return found, '#include "tilecopy/tilecopy.h"\n' + "".join(includes) + main


def counted(program):
    """{kernel's number: wavefronts}"""
    ncu = shutil.which("ncu") or "/usr/local/cuda/bin/ncu"
    done = harness.run([ncu, "--clock-control", "none", "--cache-control", "none", "--metrics", ",".join(COUNTERS),
                        "--csv", program], timeout=400)
    start, waves = done.out.find('"ID"'), collections.Counter()
    for row in csv.DictReader(io.StringIO(done.out[start:])) if start >= 0 else []:
        if row.get("Metric Name") in COUNTERS:
            name = re.search(r"[kb]\d+", row["Kernel Name"]).group(0)
            waves[name] += int(float(row["Metric Value"].replace(",", "")))
    if os.environ.get("OUT"):
        harness.write(os.path.join(os.environ["OUT"], "wavefronts.csv"), done.out)
    if not waves:
        print(done)
    return {int(name[1:]): count - waves["b" + name[1:]] for name, count in waves.items() if name[0] == "k"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--make-only", action="store_true")
    parser.add_argument("--count", type=int, default=160)
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    os.chdir(measure.ROOT)
    nvcc = device.nvcc_of(build)
    if not args.make_only and device.gpu_count() == 0 or not nvcc:
        print("there is no GPU or no nvcc on this machine: nothing was measured")
        return 0
    folder = os.path.join(build, "bench", "wavefronts")
    os.makedirs(folder, exist_ok=True)
    found, text = collected(os.path.join(build, "tcgen"), folder, args.count)
    program = os.path.join(folder, "waves")
    harness.write(program + ".cu", text)
    done = harness.run([nvcc, "-std=c++17", "-arch=" + ARCH, "-Iinclude", "-I" + folder, "-o", program, program + ".cu"],
                       timeout=600)
    if done.code != 0:
        print(done)
        return 1
    if args.make_only:
        print("%d functions in %s" % (len(found), program))
        return 0
    waves = counted(program)
    if not waves:
        print("ncu counted nothing")
        return 1
    lines = ["%-60s predicted %4d, counted %s" % (name, want, waves.get(i, "nothing"))
             for i, (name, want) in enumerate(found)]
    same = sum(waves.get(i) == want for i, (_, want) in enumerate(found))
    print("\n".join(line for i, line in enumerate(lines) if waves.get(i) != found[i][1]))
    closing = "%d functions, %d counted as predicted" % (len(found), same)
    print(closing)
    for where in (os.path.join(measure.ROOT, "bench", "results"), os.environ.get("OUT")):
        if where:
            harness.write(os.path.join(where, "wavefronts.txt"), "\n".join(lines + [closing]) + "\n")
    return 0 if waves and same == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
